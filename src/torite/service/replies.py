"""What a table says to a viewer, in the viewer's language: how it stands, talk and reasons.

All of it comes from the guest's own view and from what everybody may know.
"""

from __future__ import annotations

from torite.errors import ToriteError, words
from torite.games import find
from torite.kernel.chance import key_hash
from torite.match import Match
from torite.match.naming import called
from torite.scenes import reasons, share_line, wording
from torite.scenes.labels import legend
from torite.scenes.table_parts import DEAL
from torite.service import catalogue, chat
from torite.service.messages import Attendant, ChatLine, TableState
from torite.service.open_table import OpenTable
from torite.service.page_messages import page_words
from torite.service.teaching import teaching
from torite.service.viewer import Viewer

OVERTAKEN = 32  #: actions of others after which nobody is told any more who was first


def table(at: OpenTable, viewer: Viewer, left: int | None, forced_after: int) -> TableState:
    """Tell how a table stands.

    Args:
        at: the table.
        viewer: who is told.
        left: the seconds left to those who must act; None where there is no limit.
        forced_after: how many choices of the viewer must still be known before only cards are played for them.
    """
    setup, match = at.setup, at.match
    game, variant = find(setup.variant)
    hosting = viewer.person == setup.host
    return TableState(
        id=setup.id,
        game=game.name,
        variant=variant.name,
        title=legend(game, viewer.language).title(variant.name),
        state=setup.stage,
        you=viewer.seat,
        host=hosting,
        seats=[at.occupant(seat, viewer.language) for seat in range(len(setup.occupants))],
        settings=setup.settings,
        options=catalogue.differing(game, variant, setup.options, len(setup.occupants), viewer.language),
        key_hash=match.chance.key_hash if match else key_hash(setup.key),
        # Of who has been deleted they stay for the proof alone.
        words={n: text for n, text in sorted(setup.words.items()) if text and setup.occupants[n].kind == "person"},
        spectators=len({other.person for other in at.viewers if other.seat < 0}),
        replay=setup.replay,
        rematch=setup.rematch,
        left=left if setup.state == "playing" else None,
        pieces=legend(game, viewer.language).names,
        forced=viewer.seat in at.forced,
        forced_after=forced_after,
        daily=setup.daily,
        talk=chat.audience(match),
        phrases=chat.listed(match, viewer.seat, viewer.language),
        people=people(at, viewer.language) if hosting else [],
        share=share_line(match, viewer.language) if match and match.over and setup.settings.scored else "",
        watched=at.watched.get(viewer.seat, "usual") if at.is_out(viewer.seat) and at.only_out else None,
        lesson=teaching(at, viewer.seat, viewer.language),
        practice=viewer.seat >= 0 and setup.practice,
    )


def people(at: OpenTable, language: str) -> list[Attendant]:
    """Tell a host of everybody else who is or sits here, or may not any more, and what they may not.

    `who` names somebody at this table alone.
    """
    seated = {occupant.person: occupant.name for occupant in at.setup.occupants if occupant.person is not None}
    names = (
        {viewer.person: viewer.name for viewer in at.viewers}
        | {p: one.name for p, one in at.restricted.items()}
        | seated
    )
    told = []
    for person, name in names.items():
        if person != at.setup.host:
            what = at.restricted[person].what if person in at.restricted else frozenset()
            removed, muted = "removed" in what, "muted" in what
            shown = called(name, words(language))
            told.append(Attendant(at.setup.handle(person), shown, at.setup.seat_of(person), removed, muted))
    return sorted(told, key=lambda one: (one.seat < 0, one.seat, one.name, one.who))


def said(line: chat.SaidRow, number: int, match: Match | None, language: str) -> ChatLine:
    """Tell what somebody said, counted among what the reader has heard; a ready phrase in their language."""
    text = chat.text(match, line["phrase"], language) if line["phrase"] else line["text"]
    name = called(line["name"], words(language))
    return ChatLine(number, line["seat"], name, text, line["heard_by"] != chat.EVERYBODY)


def deal_start(match: Match) -> int:
    """Return the number of the entry that began the deal in progress."""
    return next((entry.number for entry in match.log.backwards() if entry.chance == DEAL), 0)


def overtaken(match: Match, seat: int, number: int, code: str, language: str) -> tuple[str, str] | None:
    """Tell who was first where others chose while an action was on its way; one may choose something else now.

    Args:
        match: the match.
        seat: whose action came too late.
        number: how long the log was as the seat saw it.
        code: the action.
        language: of the seat's person.

    Returns:
        The sentence and its clause; None where nobody came in between, the seat itself has acted since, or the action
        was never possible.
    """
    since = [entry for entry in match.log[number:] if entry.actions]
    others = [entry for entry in since if entry.seat != seat]
    if not others or len(others) < len(since) or len(since) > OVERTAKEN:
        return None
    if not match.turns.only_choices_since(number) or not match.turns.was_open(number, seat, code):
        return None
    try:
        refusal = match.gestures.refusal(seat, code)
    except ToriteError:
        refusal = None
    because, clause = "", ""
    if refusal is not None:
        because, clause = reasons.of_refusal(match, refusal, language), refusal.facts["clause"]
    words = legend(match.game, language).words
    told = [wording.entry_sentences(match, match.knowledge.seen(entry, seat), seat, words)[0] for entry in others]
    first = page_words(language)("service.first", name=wording.seat_name(match, others[0].seat, words), told=told[0])
    return wording.together(words, [first, *told[1:], *filter(None, [because])]), clause
