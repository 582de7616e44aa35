"""Scenes: a view laid out for people, in words; one form for page and terminal, for every game.

A game may help with functions of its rules module, each optional:

    unseen_zones(view) -> set[str]   fields of pieces that may not be looked at again; also `last_trick`
    idle_facts(view) -> set[str]     facts and marks that say nothing now
    sort_key(view, kind) -> int      the order in which pieces are held, low first
    track(view) -> (int, list)       a board for keeping score: its length; where each seat's front and back peg stand
    telling(view, seat) -> dict      facts that fill prompts, refusals and the end; its `prompt` and its `ending` name
                                     the sentences
    status(view, seat) -> list       sentences on the state of the deal: (key, facts) each
    captions(view) -> dict           what to write under a piece wherever it lies: a key by kind
    at_stake(view) -> set[str]       fields of pieces that are played for or bid: they lie in the middle
    gauges(view) -> list             numbers of the seats that go towards something: (name, one a seat, the most)
    numbered(view, seat) -> dict     what the numbers of a verb stand for: by verb and number the sentence's key, facts
    road(view) -> list | None        stations that are visited one by one, in order: (kind lying there or -1, state:
                                     open, here, won or lost, key, facts: demand, have)
    elements(view) -> list           what can be bet on by itself, in order: `name`, `worth`, `may` (seats that may bet
                                     on it), `told` (key, facts) or None, `over`, `by` (a seat of the side that has it)
                                     or None; of an open bet `proposed` (its worth if held) and `asks` (who bets)
    team(view, seat) -> mask         the seats of its side
    standing_for(view) -> dict       pieces that stand for another wherever they lie: kind by kind
    sensible(view, seat, kind)       what a piece is best used as, best first: kinds
    waiting(view) -> (key, facts)    why the table waits, for those who need not act; None where that needs no words
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from torite.kernel.fields import EMPTY, See
from torite.match.naming import naming
from torite.scenes import table_parts, wording
from torite.scenes.choices import choices
from torite.scenes.labels import Legend, Zone, legend
from torite.worlds.view import EVERYTHING, SPECTATOR

if TYPE_CHECKING:
    from torite.match import Entry, Match
    from torite.match.match import Note
    from torite.words import Words

LOG_LENGTH = 12
_NOTHING: Mapping[int, Any] = {}
LINE = "line"  #: a row of pieces that several seats play; `line_by` tells who played each


class Public:
    """What everybody sees of a position, in one language: laid out once for all who look."""

    def __init__(self, match: Match, language: str) -> None:
        self.match = match
        self.legend: Legend = legend(match.game, language)
        self.words = naming(match.game, match.names, self.legend.words)
        self.view = match.glimpse(SPECTATOR)
        self.rules = match.game.rules
        self.actors = match.actors
        self.idle: set[str] = self.hook("idle_facts") or set()
        self.unseen: set[str] = self.hook("unseen_zones") or set()
        self.at_stake: set[str] = self.hook("at_stake") or set()
        self.gauges: list[Any] = self.hook("gauges") or []
        self.scores = match.scores
        self.over, self.deal_over, self.awaits_chance = match.over, match.deal_over, match.awaits_chance
        self.title = self.legend.title(match.variant.name)
        self.standing: dict[int, dict[str, Any]] = table_parts.standing(self)
        self.account = [(note, _account_line(self, note, SPECTATOR)) for note in match.account]
        self.counted = [(note, _account_line(self, note, SPECTATOR)) for note in match.last_scored]
        self.waiting = _waiting(self)
        self._told: dict[int, dict[str, Any]] = {}
        self.phase = self.legend.phases[self.view.phase]
        self.seats = [_seat(self, seat) for seat in range(match.seats)]
        first = match.game.layout.seats
        self.figures = [_seat(self, chair) for chair in range(first, first + len(match.game.figures))]
        self.facts = _facts(self)
        marked: list[dict[int, dict[str, Any]]] = [told for told in (table_parts.captions(self), self.standing) if told]
        self.drawn: Any = self.legend.pieces
        for told in marked:
            self.drawn = [{**piece, **told.get(kind, {})} for kind, piece in enumerate(self.drawn)]
        self.zones = {
            zone.name: _zones_of(self, self.view, zone) for zone in self.legend.zones if zone.name not in self.unseen
        }
        self.last_trick = table_parts.last_trick(self)
        self.last_taker = table_parts.last_taker(self)
        self.turned_over = table_parts.turned_over(self)
        self.track = table_parts.track(self)
        self.road = table_parts.road(self)
        self.elements = table_parts.elements(self)

    @cached_property
    def sheet(self) -> list[dict[str, Any]]:
        """The score sheet, a row a deal."""
        match, words = self.match, self.words
        return [
            {
                "deal": deal.number,
                "text": wording.together(
                    words, [wording.note_sentence(match, n, SPECTATOR, words, True) for n in deal.notes]
                )
                or None,
                "changes": list(deal.changes),
                "scores": list(deal.scores),
            }
            for deal in match.sheet
        ]

    def told(self, entry: Entry) -> dict[str, Any]:
        """Tell an entry of the log as a spectator reads it."""
        if entry.number not in self._told:
            self._told[entry.number] = _line(self.match, entry, SPECTATOR, self.words)
        return self._told[entry.number]

    def hook(self, name: str, *facts: Any) -> Any:
        """Ask the game, if it has an answer; else None."""
        rule = getattr(self.rules, name, None)
        return rule(self.view, *facts) if rule else None


class _Look:
    """One look at a match: who looks, in which language, at what."""

    def __init__(self, match: Match, viewer: int, public: Public) -> None:
        self.match = match
        self.viewer = viewer
        self.public = public
        self.legend = public.legend
        self.words = public.words
        self.view = match.glimpse(viewer)
        self.actors = public.actors


def lay_out(match: Match, seat: int = SPECTATOR, language: str = "en", since: int | None = None) -> dict[str, Any]:
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
    public: Public = match.laid_out(language, Public)
    look = _Look(match, seat, public)
    return {
        "game": match.game.name,
        "variant": match.variant.name,
        "form": match.game.pack.form,
        "title": public.title,
        "language": language,
        "viewer": seat,
        "number": len(match.log),
        "phase": public.phase,
        "prompt": _prompt(look),
        "seats": [{**told, "you": told["seat"] == seat} for told in public.seats],
        "figures": public.figures,
        "zones": list(_zones(look)),
        "status": _status(look),
        "facts": public.facts,
        "choices": choices(match, seat, look.words, look.view) if seat >= 0 and _is_asked(look) else [],
        "log": _log(look, since),
        "account": _account(look, public.account),
        "counted": _account(look, public.counted),
        "track": public.track,
        "road": public.road,
        "elements": public.elements,
        "sheet": public.sheet if since is None or public.deal_over else None,
        "last_trick": public.last_trick,
        "last_taker": public.last_taker,
        "revealed": table_parts.revealed(public, seat),
        "scores": public.scores,
        "deal_over": public.deal_over,
        "over": public.over,
        "result": _result(look),
    }


def _is_asked(look: _Look) -> bool:
    return look.viewer in look.actors or look.legend.has_offers


def _prompt(look: _Look) -> str:
    """Say what the viewer must do, else who is waited for, else how the match ended."""
    match, words = look.match, look.words
    if look.public.over:
        return wording.result_sentence(match, look.viewer, words)
    if look.viewer in look.actors:
        tell = getattr(match.game.rules, "telling", None)
        facts = tell(look.view, look.viewer) if tell else {}
        keys = [f"prompt.{facts.get('prompt', '')}", f"prompt.{look.public.phase['name']}", "prompt.turn"]
        return words(next(key for key in keys if words.knows(key)), **facts)
    return look.public.waiting


def _waiting(public: Public) -> str:
    """Say whom the table waits for, and why where the game tells it."""
    match, words = public.match, public.words
    if public.awaits_chance:
        return words("waiting.chance")
    names = words.join([wording.seat_name(match, seat, words) for seat in public.actors])
    told = public.hook("waiting") if public.actors else None
    key, facts = told or ("seats", {})
    return words(f"waiting.{key}", seats=names, **facts)


# seats and facts


def _seat(public: Public, seat: int) -> dict[str, Any]:
    """Lay out a seat, or a figure under the number of its chair."""
    match, view = public.match, public.view
    figure = seat >= match.game.layout.seats
    return {
        "seat": seat,
        "name": wording.seat_name(match, seat, public.words),
        "you": False,
        "acts": seat in public.actors,
        "score": 0 if figure else public.scores[seat],
        "held": 0 if figure else _held(public, seat),
        "out": bool(not figure and hasattr(view, "out") and view.out[seat]),
        "marks": list(_marks(public, seat)),
        "facts": [
            {"name": name, "text": text, "value": getattr(view, name)[seat]}
            for name, text in (public.legend.chair_facts if figure else public.legend.seat_facts)
            if name not in public.idle
        ],
        "gauges": [] if figure else table_parts.gauges(public, seat),
    }


def _held(public: Public, seat: int) -> int:
    hand = public.match.game.layout.named.get("hand")
    if hand is None:
        return 0
    if hand.spec.holds == "sequence":
        return len(public.view.hand[seat]) - public.view.hand[seat].count(EMPTY)
    if hand.spec.see is See.ALL:
        return sum(word.bit_count() for word in public.view.hand[seat])
    return int(public.view.count[public.match.game.layout.place("hand", seat)])


def _marks(public: Public, seat: int) -> Iterator[Mapping[str, str]]:
    """Find what is said of a seat: fields that name it, its fields that are 1 or have a word for it."""
    figure = seat >= public.match.game.layout.seats
    for mark in public.legend.marks:
        if figure and not mark.of_chair:
            continue
        value = getattr(public.view, mark.field)
        says = (value[seat] if mark.per_seat else value) == (seat if mark.value is None else mark.value)
        if says and mark.field not in public.idle:
            yield mark.worded


def _facts(public: Public) -> list[dict[str, Any]]:
    """List the numbers of the table, and the options, that have words."""
    options, values = public.match.option_texts, public.legend.values

    def told(name: str) -> str:
        if name in options:
            return options[name]
        value = getattr(public.view, name)
        return values[name].get(value, str(value))

    return [
        {"name": name, "text": text, "value": told(name)}
        for name, text in public.legend.facts
        if name not in public.idle
    ]


# zones


def _zones(look: _Look) -> Iterator[dict[str, Any]]:
    for zone in look.legend.zones:
        if zone.name in look.public.unseen:
            continue
        if look.view.__dict__[zone.name] is look.public.view.__dict__[zone.name]:
            yield from look.public.zones[zone.name].values()
        else:
            shared = {} if look.match.drafting(look.viewer) else look.public.zones[zone.name]
            yield from _zones_of(look.public, look.view, zone, shared).values()


def _zones_of(
    public: Public, view: Any, zone: Zone, known: Mapping[int, dict[str, Any]] = _NOTHING
) -> dict[int, dict[str, Any]]:
    """Lay out a field's places by owner; those of which a viewer knows nothing are taken from the known ones."""
    value, found = getattr(view, zone.name), {}
    at_stake = {"at_stake": True} if zone.name in public.at_stake else {}
    named = {"named": True} if zone.named else {}
    for owner in _owners(public.match, view, zone):
        part = value[owner] if zone.owners > 1 or zone.of_seats else value
        if owner in known and not (zone.sequence or any(part)):
            found[owner] = known[owner]
            continue
        pieces = _pieces(public.match, public.drawn, view, zone, owner, part)
        if pieces or not zone.of_seats:
            seat = owner if zone.of_seats else -1
            laid = {"name": zone.name, "text": zone.text, "seat": seat, "count": len(pieces), "pieces": pieces}
            found[owner] = laid | at_stake | named
    return found


def _owners(match: Match, view: Any, zone: Zone) -> list[int]:
    """List a field's places; a trick's in the order of play."""
    if not zone.of_seats:
        return list(range(zone.owners))
    first = view.leader if zone.name == "trick" else 0
    seats = zone.owners if zone.of_chairs else match.seats
    return [(first + i) % seats for i in range(seats)]


def _pieces(match: Match, drawn: Any, view: Any, zone: Zone, owner: int, part: list[int]) -> list[Any]:
    """List the pieces of a place as they are seen, drawn by kind, None for one that is not."""
    if zone.sequence:
        by = view.line_by if zone.name == LINE else None
        return [
            None if kind < 0 else {**drawn[kind], "seat": by[at]} if by else drawn[kind]
            for at, kind in enumerate(part)
            if kind != EMPTY
        ]
    count = -1 if zone.place < 0 else view.count[zone.place + owner]
    if not any(part):
        return [None] * max(0, count)
    kinds = match.game.pack.listed(part)
    key = getattr(match.game.rules, "sort_key", None)
    if key and len(kinds) > 1:
        kinds.sort(key=lambda kind: (key(view, kind), kind))
    return [drawn[kind] for kind in kinds] + [None] * (count - len(kinds))


# what was said and done


def _log(look: _Look, since: int | None) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    for entry in look.match.backwards():
        if len(lines) == LOG_LENGTH if since is None else entry.number < since:
            break
        shared = look.viewer not in (EVERYTHING, entry.seat, *(note.seat for note in entry.notes))
        told = look.public.told(entry) if shared and not entry.chance else None
        lines.append(told or _line(look.match, entry, look.viewer, look.words))
    return lines[::-1]


def _line(match: Match, entry: Entry, viewer: int, words: Words) -> dict[str, Any]:
    sentences = wording.entry_sentences(match, match.seen(entry, viewer), viewer, words)
    return {"number": entry.number, "seat": entry.seat, "text": wording.together(words, sentences)}


def _account(look: _Look, lines: list[tuple[Note, dict[str, Any]]]) -> list[dict[str, Any]]:
    return [_account_line(look.public, note, look.viewer) if note.seat == look.viewer else line for note, line in lines]


def _account_line(public: Public, note: Note, viewer: int) -> dict[str, Any]:
    """Tell a scoring line, its pieces with what they stood for."""
    line = wording.account_line(public.match, note, viewer, public.words)
    drawn = [
        {**piece, **public.standing.get(kind, {})} for kind, piece in zip(note.pieces, line["pieces"], strict=True)
    ]
    return line | {"pieces": drawn}


def _status(look: _Look) -> list[str]:
    """Tell the state of the deal as the viewer knows it."""
    tell = getattr(look.match.game.rules, "status", None)
    return [look.words(f"status.{key}", **facts) for key, facts in tell(look.view, look.viewer)] if tell else []


def _result(look: _Look) -> dict[str, Any] | None:
    if not look.public.over:
        return None
    result = look.match.result
    assert result is not None
    winners = [seat for seat, share in enumerate(result.shares) if share]
    prompt = wording.result_sentence(look.match, look.viewer, look.words)
    return {"places": list(result.places), "winners": winners, "text": prompt}
