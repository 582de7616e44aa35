"""Scenes: a view laid out for people, in words; one form for page and terminal, for every game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from torite.kernel.fields import EMPTY, See
from torite.kit.display import Sentence
from torite.scenes import table_parts, wording, zones
from torite.scenes.choices import choices
from torite.scenes.labels import MarkLabel
from torite.scenes.position import PublicPosition
from torite.scenes.schema import (
    AccountLine,
    Explained,
    Fact,
    LogLine,
    Result,
    Scene,
    SceneSeat,
    SheetRow,
    Zone,
)
from torite.scenes.trick_facts import LED, TRUMP, heading, trick_facts, trick_lies, trumps
from torite.worlds.view import EVERYTHING, SPECTATOR

if TYPE_CHECKING:
    from torite.match import Entry, Match
    from torite.match.entries import Deal, Note
    from torite.words import Words

LOG_LENGTH = 12
OUT = "out"  #: the field that says of a seat that it is out of the match; nothing else of its own is said of it then


class PublicScene(PublicPosition):
    """What everybody sees of a position, in one language: laid out once for all who look."""

    def __init__(self, match: Match, language: str) -> None:
        super().__init__(match, language)
        self.title = self.legend.title(match.variant.name)
        self.account = [(note, _account_line(self, note, SPECTATOR)) for note in match.score_sheet.account]
        self.counted = [(note, _account_line(self, note, SPECTATOR)) for note in match.score_sheet.last_scored]
        self.waiting = _waiting(self)
        self._told: dict[int, LogLine] = {}
        self.phase = self.legend.phases[self.view.phase]
        self.ended = self.deal_over or self.over
        self.seats = [_seat(self, seat) for seat in range(match.seats)]
        first = match.game.layout.seats
        self.figures = [_seat(self, chair) for chair in range(first, first + len(match.game.figures))]
        self.drawn = table_parts.drawn(self)
        self.zones = {
            zone.name: zones.laid_out(self, self.drawn, self.view, zone)
            for zone in self.legend.zones
            if zone.name not in self.unseen
        }
        self.last_trick = table_parts.last_trick(self)
        self.facts = _facts(self)
        self.last_taker = table_parts.last_taker(self, self.last_trick)
        self.turned_over = table_parts.turned_over(self)
        self.track = table_parts.track(self)
        self.road = table_parts.road(self)
        self.elements = table_parts.elements(self, SPECTATOR)

    @cached_property
    def sheet(self) -> list[SheetRow]:
        """The score sheet, a row a deal, as a spectator reads it."""
        return [_sheet_row(self, deal, SPECTATOR) for deal in self.match.score_sheet.deals]

    def told(self, entry: Entry) -> LogLine:
        """Tell an entry of the log as a spectator reads it."""
        if entry.number not in self._told:
            self._told[entry.number] = _line(self.match, entry, SPECTATOR, self.words)
        return self._told[entry.number]


class _Look:
    """One look at a match: who looks, in which language, at what."""

    def __init__(self, match: Match, viewer: int, public: PublicScene) -> None:
        self.match = match
        self.viewer = viewer
        self.public = public
        self.legend = public.legend
        self.words = public.words
        self.view = match.knowledge.glimpse(viewer)
        self.actors = public.actors


def lay_out(match: Match, seat: int = SPECTATOR, language: str = "en", since: int | None = None) -> Scene:
    """Lay out what a seat sees and may do.

    Args:
        match: the match.
        seat: who looks: a seat, SPECTATOR, or EVERYTHING for a match that is over.
        language: one of `torite.words.LANGUAGES`.
        since: the number of the first entry that the log tells; its last twelve entries if not given.

    Returns:
        Plain values that JSON can write: all that a page or a terminal draws. Parts of it are shared with other
        scenes of the same position, so they are not to be changed.

    Raises:
        UnknownName: for an unknown language.
        BadOptions: for a seat that does not exist.
    """
    public: PublicScene = match.knowledge.laid_out(language, lambda: PublicScene(match, language))
    look = _Look(match, seat, public)
    return Scene(
        game=match.game.name,
        variant=match.variant.name,
        form=public.legend.form,
        title=public.title,
        language=public.legend.language,
        viewer=seat,
        number=len(match.log),
        phase=heading(public.phase, public.facts),
        prompt=_prompt(look),
        seats=[replace(told, you=True) if told.seat == seat else told for told in public.seats],
        figures=public.figures,
        zones=list(_zones(look)),
        status=_status(look),
        facts=public.facts,
        choices=choices(match, seat, look.words, look.view) if seat >= 0 and _is_asked(look) else [],
        log=_log(look, since),
        account=_account(look, public.account),
        counted=_account(look, public.counted),
        track=public.track,
        road=public.road,
        elements=table_parts.elements(public, seat) if public.elements and seat >= 0 else public.elements,
        sheet=_sheet(look) if since is None or public.deal_over else None,
        last_trick=public.last_trick,
        last_taker=public.last_taker,
        revealed=table_parts.revealed(public, public.turned_over, seat),
        scores=public.scores,
        deal_over=public.deal_over,
        over=public.over,
        result=_result(look),
    )


def _is_asked(look: _Look) -> bool:
    return look.viewer in look.actors or look.legend.has_offers


def _prompt(look: _Look) -> str:
    """Say what the viewer must do, else who is waited for, else how the match ended."""
    match, words = look.match, look.words
    if look.public.over:
        return wording.result_sentence(match, look.viewer, words)
    if look.viewer in look.actors:
        facts = match.game.display.facts(look.view, look.viewer)
        keys = [f"prompt.{facts.get('prompt', '')}", f"prompt.{look.public.phase.name}", "prompt.turn"]
        return words(next(key for key in keys if words.knows(key)), **facts)
    return look.public.waiting


def _waiting(public: PublicScene) -> str:
    """Say whom the table waits for, and why where the game tells it."""
    match, words = public.match, public.words
    if public.awaits_chance:
        return words("waiting.chance")
    names = words.join([wording.seat_name(match, seat, words) for seat in public.actors])
    told = public.display.waiting(public.view) if public.actors else None
    key, facts = told or Sentence("seats")
    return words(f"waiting.{key}", seats=names, **facts)


# seats and facts


def _seat(public: PublicScene, seat: int) -> SceneSeat:
    """Lay out a seat, or a figure under the number of its chair."""
    match, view = public.match, public.view
    figure = seat >= match.game.layout.seats
    return SceneSeat(
        seat=seat,
        name=wording.seat_name(match, seat, public.words),
        you=False,
        acts=seat in public.actors,
        score=0 if figure else public.scores[seat],
        held=0 if figure else _held(public, seat),
        out=not figure and public.display.is_out(view, seat),
        marks=list(_marks(public, seat)),
        facts=[
            Fact(name, text, _number(public, name, seat), about=public.legend.about("seat_fact", name))
            for name, text in (public.legend.chair_facts if figure else public.legend.seat_facts)
            if name not in public.idle
        ],
        gauges=[] if figure else table_parts.gauges(public, seat),
        team=[] if figure else _team(match, seat),
    )


def _number(public: PublicScene, name: str, seat: int) -> int | str:
    """Return a number of a seat, or the word for it if there is one."""
    value: int = getattr(public.view, name)[seat]
    return public.legend.values[name].get(value, value)


def _team(match: Match, seat: int) -> list[int]:
    """List the seats of a seat's side, if it is not alone."""
    side = wording.side(match, seat)
    return side if len(side) > 1 else []


def _held(public: PublicScene, seat: int) -> int:
    layout, name = public.match.game.layout, public.display.hand
    if not name:
        return 0
    spec, row = layout.named[name].spec, getattr(public.view, name)[seat]
    if spec.holds == "sequence":
        return len(row) - row.count(EMPTY)
    if spec.see is See.ALL:
        return sum(word.bit_count() for word in row)
    return int(public.view.count[layout.place(name, seat)])


def _marks(public: PublicScene, seat: int) -> Iterator[Explained]:
    """Find what is said of a seat: fields that name it, its fields that are 1 or have a word for it, what follows."""
    yield from (_worded(public, mark, seat) for mark in public.legend.marks if _is_said(public, mark, seat))
    yield from (public.legend.marked(mark.name) for mark in public.marks if seat in mark.seats)


def _worded(public: PublicScene, mark: MarkLabel, seat: int) -> Explained:
    """Say a mark of a seat, with the seat's numbers that its word asks for."""
    if not mark.asks:
        return mark.worded
    return replace(
        mark.worded, text=public.words(mark.key, **{name: getattr(public.view, name)[seat] for name in mark.asks})
    )


def _is_said(public: PublicScene, mark: MarkLabel, seat: int) -> bool:
    """Tell whether a field says something of a seat now."""
    if (
        mark.field in public.idle
        or (public.ended and mark.of_trick)
        or (seat >= public.match.game.layout.seats and not mark.of_chair)
    ):
        return False
    if mark.per_seat and mark.field != OUT and seat < public.match.seats and public.display.is_out(public.view, seat):
        return False
    value = getattr(public.view, mark.field)
    return bool((value[seat] if mark.per_seat else value) == (seat if mark.value is None else mark.value))


def _facts(public: PublicScene) -> list[Fact]:
    """List the numbers of the table, and the options, that have words."""
    options, values = public.match.log.setup.option_texts, public.legend.values

    lies = trick_lies(public, public.last_trick)
    high = trumps(public) or UNSET

    def told(name: str) -> str:
        if name in options:
            return options[name]
        value = getattr(public.view, name)
        return values[name].get(value, str(value))

    def of_deal(name: str) -> bool | UnsetType:
        return UNSET if name in options or name == "deals_played" else True

    about = public.legend.about

    def means(name: str) -> str | UnsetType:
        return UNSET if name in options else about(f"value.{name}", str(getattr(public.view, name)))

    facts = [
        Fact(
            name,
            text,
            told(name),
            of_deal(name),
            high if name == TRUMP else UNSET,
            means(name),
            about=about("fact", name),
        )
        for name, text in public.legend.facts
        if name not in public.idle and (lies or name != LED)
    ]
    return [*facts, *trick_facts(public, lies, facts)]


# zones


def _zones(look: _Look) -> Iterator[Zone]:
    for zone in look.legend.zones:
        if zone.name in look.public.unseen:
            continue
        if look.view.__dict__[zone.name] is look.public.view.__dict__[zone.name]:
            yield from look.public.zones[zone.name].values()
        else:
            shared = {} if look.match.gestures.begun(look.viewer) else look.public.zones[zone.name]
            yield from zones.laid_out(look.public, look.public.drawn, look.view, zone, shared).values()


# what was said and done


def _log(look: _Look, since: int | None) -> list[LogLine]:
    lines: list[LogLine] = []
    for entry in look.match.log.backwards():
        if len(lines) == LOG_LENGTH if since is None else entry.number < since:
            break
        told_apart = any(wording.is_told_apart(look.match, note, look.viewer, look.words) for note in entry.notes)
        shared = look.viewer not in (EVERYTHING, entry.seat) and not told_apart
        told = look.public.told(entry) if shared and not entry.chance else None
        lines.append(told or _line(look.match, entry, look.viewer, look.words))
    return lines[::-1]


def _line(match: Match, entry: Entry, viewer: int, words: Words) -> LogLine:
    sentences = wording.entry_sentences(match, match.knowledge.seen(entry, viewer), viewer, words)
    return LogLine(entry.number, entry.seat, wording.together(words, sentences))


def _account(look: _Look, lines: list[tuple[Note, AccountLine]]) -> list[AccountLine]:
    apart = wording.is_told_apart
    return [
        _account_line(look.public, note, look.viewer) if apart(look.match, note, look.viewer, look.words) else line
        for note, line in lines
    ]


def _account_line(public: PublicScene, note: Note, viewer: int) -> AccountLine:
    """Tell a scoring line, its pieces with what they stood for."""
    return AccountLine(
        wording.note_sentence(public.match, note, viewer, public.words, drawn=True),
        note.line.clause,
        note.seat,
        note.amount,
        [table_parts.standing_piece(public, kind) for kind in note.pieces],
        note.line.heading,
    )


def _sheet(look: _Look) -> list[SheetRow]:
    """Tell the score sheet; the deals of which something is told to the viewer in another way, anew."""
    apart = wording.is_told_apart
    return [
        _sheet_row(look.public, deal, look.viewer)
        if any(apart(look.match, note, look.viewer, look.words) for note in deal.notes)
        else row
        for deal, row in zip(look.match.score_sheet.deals, look.public.sheet, strict=True)
    ]


def _sheet_row(public: PublicScene, deal: Deal, viewer: int) -> SheetRow:
    """Tell a deal of the score sheet."""
    told = [wording.note_sentence(public.match, note, viewer, public.words, True) for note in deal.notes]
    text = wording.together(public.words, told) or None
    return SheetRow(deal.number, text, list(deal.changes), list(deal.scores))


def _status(look: _Look) -> list[str]:
    """Tell the state of the deal as the viewer knows it."""
    told = look.match.game.display.status(look.view, look.viewer)
    return [look.words(f"status.{key}", **facts) for key, facts in told]


def _result(look: _Look) -> Result | None:
    if not look.public.over:
        return None
    result = look.match.result
    assert result is not None
    winners = [seat for seat, share in enumerate(result.shares) if share]
    prompt = wording.result_sentence(look.match, look.viewer, look.words)
    return Result(list(result.places), winners, prompt)
