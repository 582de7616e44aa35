"""What the table answers when it is asked: what is legal and why not, a hint, the score, a deal's account."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from torite.errors import IllegalMove, ToriteError
from torite.match.naming import naming
from torite.scenes import guide_pages, wording
from torite.scenes.schema import Result, Scene, SceneSeat
from torite.terminal import guides
from torite.terminal.lookback import chances_to_play
from torite.terminal.reading import Menu, read

if TYPE_CHECKING:
    from torite.bots import WeighedAction
    from torite.match import Match
    from torite.terminal.bots import Choosers
    from torite.terminal.reading import Reading
    from torite.terminal.scenes import Look
    from torite.terminal.table import Table

TOLD = 4  # choices told with what they are worth
SAME = 0.05  # advice that differs by less than this, in units of the payoff, is called equally good


class Asked(Protocol):
    """Who is asked, and at what."""

    match: Match
    seat: int
    bots: Choosers
    table: Table

    @property
    def language(self) -> str:
        """The language of the table."""
        ...

    def look(self) -> Look:
        """Lay out what the person sees."""
        ...

    def menu(self) -> Menu:
        """Number what the person may take."""
        ...


def answer(session: Asked, reading: Reading) -> Iterator[str]:
    """Answer a command that changes nothing."""
    try:
        yield from _answer(session, reading)
    except ToriteError as fault:
        yield session.table.tell(fault.say(session.language))


def _answer(session: Asked, reading: Reading) -> Iterator[str]:
    table, scene = session.table, session.look()
    if reading.command == "why":
        yield from _why(session, reading.rest)
    elif reading.command == "hint":
        yield from _hint(session)
    elif reading.command == "last":
        yield table.last_trick(scene)
    elif reading.command == "score":
        yield table.scores(scene)
        yield table.account(scene)
        yield from table.sheet(scene)
    elif reading.command == "log":
        yield from _log(session)
    elif reading.command == "rules":
        yield from guides.guide(table, session.match.variant, reading.rest)
    elif reading.command == "help":
        yield from table.help()
    elif reading.command == "skip":
        yield table.say("read.not_now")
    elif session.match.awaits_chance:
        yield table.say("read.pause")
    else:
        yield table.position(scene, session.menu())


def refused(session: Asked, fault: IllegalMove) -> str:
    """Say why an action was refused, with the clause that forbids it."""
    if not callable(fault.facts.get("reason")):
        return session.table.tell(fault.say(session.language))
    words = session.match.game.words(session.language)
    reason = fault.facts["reason"](naming(session.match.game, session.match.names, words))
    return session.table.say("refuse.text", reason=reason, cited=fault.facts["cited"])


def _said(session: Asked, code: str) -> str:
    """Write an action for a person: its verb's word and its cards."""
    match = session.match
    words, pack = match.game.words(session.language), match.game.pack
    if code == "wait":
        return words("verb.wait")
    try:
        parts = wording.parted(match.game.verbs, code)
    except ValueError:
        return code
    said = []
    for verb, named in parts:
        cards = [session.table.standing(word, other) if pack.knows(word) else word for word, other in named]
        text = words(f"verb.{verb.key}")
        said.append(
            session.table.words("act.with", verb=text, cards=session.table.words.join(cards)) if cards else text
        )
    return session.table.words.join(said)


def _why(session: Asked, asked: str) -> Iterator[str]:
    """Say what is legal and why the rest of the hand is not; why one action is not; what a clause says."""
    clause = guide_pages.clause(session.match.game, asked) if asked else ""
    if clause:
        yield session.table.tell(clause)
        return
    choices, scene = session.menu(), session.look()
    if session.match.over or not session.match.actions(session.seat):
        yield session.table.say("why.not_your_turn")
        return
    if asked:
        reading = read(asked, choices)
        if not reading.code:
            yield session.table.say(reading.problem or "read.unknown", **(reading.facts or {"text": asked[:40]}))
            return
        yield _reason(session, reading.code) or session.table.say("why.allowed", action=_said(session, reading.code))
        return
    yield session.table.tell(scene.prompt)
    yield from session.table.choices(scene, choices)
    yield from dict.fromkeys(_why_not(session, choices))


def _why_not(session: Asked, choices: Menu) -> Iterator[str]:
    """Say of each card and each word that is not allowed why."""
    verb = next(iter(choices.verbs), "")
    for code in dict.fromkeys(choices.cards):
        if verb and code not in choices.legal:
            yield _reason(session, f"{verb} {code}")
    for word in session.match.game.verbs.listed:
        if not word.of_pieces and word.lowest is None and word.name not in dict(choices.words):
            yield from _forbidden(session, word.name)


def _forbidden(session: Asked, code: str) -> Iterator[str]:
    """Say why a word may not be said, if a clause forbids it."""
    try:
        session.match.gestures.draft(session.seat, [code])
    except IllegalMove as fault:
        if fault.facts.get("clause"):
            yield refused(session, fault)
    except ToriteError:
        return


def _reason(session: Asked, code: str) -> str:
    """Return why an action is not allowed; empty if it is."""
    verbs = session.match.game.verbs
    try:
        parts = [verbs.text(number) for number in verbs.parse(code.removesuffix("+"))]
    except ValueError:
        parts = [code]
    try:
        session.match.gestures.draft(session.seat, parts)
    except IllegalMove as fault:
        return refused(session, fault)
    except ToriteError as fault:
        return session.table.tell(fault.say(session.language))
    return ""


def _hint(session: Asked) -> Iterator[str]:
    """Tell the best action, and how much better it is than the next."""
    match, table = session.match, session.table
    if match.over or not match.actions(session.seat):
        yield table.say("why.not_your_turn")
        return
    yield table.say("hint.thinking")
    weighed = session.bots.advise(match, session.seat)
    best = _said(session, weighed[0].code)
    if weighed[0].worth is not None:
        told = [
            (_said(session, advice.code), _worth(session, advice))
            for advice in weighed[:TOLD]
            if advice.worth is not None
        ]
        yield table.say("hint.worth", best=best, worth=told[0][1])
        for action, worth in told[1:]:
            yield table.say("hint.against", action=action, worth=worth)
        return
    if len(weighed) == 1:
        yield table.say("hint.only", best=best)
        return
    worse = weighed[1].regret
    key = "hint.same" if worse < SAME else "hint.better"
    yield table.say(key, best=best, next=_said(session, weighed[1].code), worse=f"{worse:.1f}")


def _worth(session: Asked, advice: WeighedAction) -> str:
    return session.table.words(f"hint.{advice.unit}", n=f"{advice.worth:.1f}")


def _log(session: Asked) -> Iterator[str]:
    match = session.match
    words = match.game.words(session.language)
    for seen in match.history(session.seat):
        yield session.table.tell(wording.together(words, wording.entry_sentences(match, seen, session.seat, words)))


# the end of a deal, of a match


def deal_over(session: Asked) -> Iterator[str]:
    """Tell the deal's account, why the person lost it if so, the scores, and the result of an ended match."""
    table, scene = session.table, session.look()
    if table.plain:
        yield ""
    if scene.last_trick:
        yield table.last_trick(scene)
    yield table.account(scene)
    yield from _why_lost(session, scene)
    yield table.scores(scene)
    if not session.match.over and scene.seats[session.seat].out:
        yield table.say("table.watching")
    if scene.result:
        yield ""
        yield from table.sheet(scene)
        yield table.tell(scene.result.text, "strong")
        if len(scene.seats) > 1:
            yield table.say("table.places", places=_places(session, scene.result, scene.seats))


def _places(session: Asked, result: Result, seats: list[SceneSeat]) -> str:
    places = sorted(zip(result.places, seats, strict=True), key=lambda pair: pair[0])
    words = session.table.words
    return words.join([words("table.place", place=p, name=session.table.name(s), score=s.score) for p, s in places])


def _why_lost(session: Asked, scene: Scene) -> Iterator[str]:
    """Say what made the person lose, where there is a sentence for the line of the account."""
    match, table = session.match, session.table
    words = match.game.words(table.language)
    last = {part.seat: part.pieces for part in scene.last_trick or []}
    mine = last.pop(session.seat, [])
    for note in match.account:
        key = f"why.{note.line.key}"
        if note.seat != session.seat or not mine or not words.knows(key):
            continue
        ranks = {piece.code[1:] for piece in mine}
        tied = any(piece.code[1:] in ranks for pieces in last.values() for piece in pieces)
        yield table.tell(words(f"{key}_tied" if tied else key, cards=table.pieces(mine)))
        missed = chances_to_play(match, session.seat, {piece.code for piece in mine})
        if missed:
            trick, taken = missed[-1]
            instead = table.words.join([table.named(code) for code in taken])
            yield table.tell(words(f"{key}_missed", trick=trick, taken=instead))
        else:
            yield table.tell(words(f"{key}_forced"))
