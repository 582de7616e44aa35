"""Scenes: a view laid out for people, in words; one form for page and terminal, for every game.

A game may help with five functions of its rules module, each optional:

    unseen_zones(view) -> set[str]   fields of pieces that may not be looked at again; also `last_trick`
    idle_facts(view) -> set[str]     facts and marks that say nothing now
    sort_key(view, kind) -> int      the order in which pieces are held, low first
    track(view) -> (int, list)       a board for keeping score: its length; where each seat's front and back peg stand
    telling(view, seat) -> dict      facts that fill prompts and refusals; its `prompt` names the sentence
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from torite.kernel.declare import EMPTY, See
from torite.kit.actions import DONE, Shown, Verb
from torite.views import speech
from torite.views.legend import Legend, Zone, legend
from torite.views.view import EVERYTHING, SPECTATOR

if TYPE_CHECKING:
    from torite.match import Action, Entry, Match
    from torite.match.match import Note
    from torite.words import Words

LOG_LENGTH = 12
_NOTHING: Mapping[int, Any] = {}
LINE = "line"  #: a row of pieces that several seats play; `line_by` tells who played each
LEAD = "lead"  #: the verb of the first to a trick, where it has another than the rest
TAKES = "takes"  #: key of the note that a trick is complete, in every game of tricks


class _Public:
    """What everybody sees of a position, in one language: laid out once for all who look."""

    def __init__(self, match: Match, language: str) -> None:
        self.match = match
        self.legend: Legend = legend(match.game, language)
        words = self.legend.words
        self.view = match.glimpse(SPECTATOR)
        self.rules = match.game.rules
        self.actors = match.actors
        self.idle: set[str] = self.hook("idle_facts") or set()
        self.unseen: set[str] = self.hook("unseen_zones") or set()
        self.scores = match.scores
        self.over, self.deal_over, self.waits = match.over, match.deal_over, match.waits
        self.title = self.legend.title(match.variant.name)
        self.account = [(note, speech.account_line(match, note, SPECTATOR, words)) for note in match.account]
        self.counted = [(note, speech.account_line(match, note, SPECTATOR, words)) for note in match.counted]
        names = [speech.seat_name(match, seat, words) for seat in self.actors]
        self.waiting = words("waiting.chance") if self.waits else words("waiting.seats", seats=words.join(names))
        self._told: dict[int, dict[str, Any]] = {}
        self.phase = self.legend.phases[self.view.phase]
        self.seats = [_seat(self, seat) for seat in range(match.seats)]
        self.facts = _facts(self)
        self.zones = {
            zone.name: _zones_of(match, self.legend, self.view, zone)
            for zone in self.legend.zones
            if zone.name not in self.unseen
        }
        self.last_trick = _last_trick(self)
        self.track = _track(self)

    @cached_property
    def sheet(self) -> list[dict[str, Any]]:
        """The score sheet, a row a deal."""
        match, words = self.match, self.legend.words
        return [
            {
                "deal": deal.number,
                "text": speech.together(
                    words, [speech.note_sentence(match, n, SPECTATOR, words, True) for n in deal.notes]
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
            self._told[entry.number] = _line(self.match, entry, SPECTATOR, self.legend.words)
        return self._told[entry.number]

    def hook(self, name: str, *facts: Any) -> Any:
        """Ask the game, if it has an answer; else None."""
        rule = getattr(self.rules, name, None)
        return rule(self.view, *facts) if rule else None


class _Look:
    """One look at a match: who looks, in which language, at what."""

    def __init__(self, match: Match, viewer: int, public: _Public) -> None:
        self.match = match
        self.viewer = viewer
        self.public = public
        self.legend = public.legend
        self.words = public.legend.words
        self.view = match.glimpse(viewer)
        self.actors = public.actors


def scene(match: Match, viewer: int, language: str, since: int | None = None) -> dict[str, Any]:
    """Lay out what a seat sees and may do.

    Args:
        match: the match.
        viewer: a seat, SPECTATOR, or EVERYTHING for a match that is over.
        language: one of `torite.words.LANGUAGES`.
        since: the number of the first entry that the log tells; its last twelve entries if not given.

    Returns:
        Plain values that JSON can write: all that a page or a terminal draws. Parts of it are shared with other
        scenes of the same position, so they are not to be changed.

    Raises:
        UnknownName: for an unknown language.
        BadOptions: for a seat that does not exist.
    """
    public: _Public = match.laid_out(language, _Public)
    look = _Look(match, viewer, public)
    return {
        "game": match.game.name,
        "variant": match.variant.name,
        "form": match.game.pack.form,
        "title": public.title,
        "language": language,
        "viewer": viewer,
        "number": len(match.log),
        "phase": public.phase,
        "prompt": _prompt(look),
        "seats": [{**seat, "you": seat["seat"] == viewer} for seat in public.seats],
        "zones": list(_zones(look)),
        "facts": public.facts,
        "choices": _choices(look),
        "log": _log(look, since),
        "account": _account(look, public.account),
        "counted": _account(look, public.counted),
        "track": public.track,
        "sheet": public.sheet if since is None or public.deal_over else None,
        "last_trick": public.last_trick,
        "scores": public.scores,
        "deal_over": public.deal_over,
        "over": public.over,
        "result": _result(look),
    }


def _prompt(look: _Look) -> str:
    """Say what the viewer must do, else who is waited for, else how the match ended."""
    match, words = look.match, look.words
    if look.public.over:
        return speech.result_sentence(match, look.viewer, words)
    if look.viewer in look.actors:
        tell = getattr(match.game.rules, "telling", None)
        facts = tell(look.view, look.viewer) if tell else {}
        keys = [f"prompt.{facts.get('prompt', '')}", f"prompt.{look.public.phase['name']}", "prompt.turn"]
        return words(next(key for key in keys if words.knows(key)), **facts)
    return look.public.waiting


# seats and facts


def _seat(public: _Public, seat: int) -> dict[str, Any]:
    match, view = public.match, public.view
    return {
        "seat": seat,
        "name": speech.seat_name(match, seat, public.legend.words),
        "you": False,
        "acts": seat in public.actors,
        "score": public.scores[seat],
        "held": _held(public, seat),
        "out": bool(hasattr(view, "out") and view.out[seat]),
        "marks": list(_marks(public, seat)),
        "facts": [
            {"name": name, "text": text, "value": getattr(view, name)[seat]}
            for name, text in public.legend.seat_facts
            if name not in public.idle
        ],
    }


def _held(public: _Public, seat: int) -> int:
    hand = public.match.game.layout.named.get("hand")
    if hand is None:
        return 0
    if hand.spec.holds == "sequence":
        return len(public.view.hand[seat]) - public.view.hand[seat].count(EMPTY)
    if hand.spec.see is See.ALL:
        return sum(word.bit_count() for word in public.view.hand[seat])
    return int(public.view.count[public.match.game.layout.place("hand", seat)])


def _marks(public: _Public, seat: int) -> Iterator[Mapping[str, str]]:
    """Find what is said of a seat: fields that name it, its fields that are 1 or have a word for it."""
    for mark in public.legend.marks:
        value = getattr(public.view, mark.field)
        says = (value[seat] if mark.per_seat else value) == (seat if mark.value is None else mark.value)
        if says and mark.field not in public.idle:
            yield mark.worded


def _facts(public: _Public) -> list[dict[str, Any]]:
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
            yield from _zones_of(look.match, look.legend, look.view, zone, shared).values()


def _zones_of(
    match: Match, legend: Legend, view: Any, zone: Zone, public: Mapping[int, dict[str, Any]] = _NOTHING
) -> dict[int, dict[str, Any]]:
    """Lay out a field's places by owner; those of which a viewer knows nothing are taken from the public ones."""
    value, found = getattr(view, zone.name), {}
    for owner in _owners(match, view, zone):
        part = value[owner] if zone.owners > 1 else value
        if owner in public and not (zone.sequence or any(part)):
            found[owner] = public[owner]
            continue
        pieces = _pieces(match, legend, view, zone, owner, part)
        if pieces or not zone.of_seats:
            seat = owner if zone.of_seats else -1
            found[owner] = {"name": zone.name, "text": zone.text, "seat": seat, "count": len(pieces), "pieces": pieces}
    return found


def _owners(match: Match, view: Any, zone: Zone) -> list[int]:
    """List a field's places; a trick's in the order of play."""
    if not zone.of_seats:
        return list(range(zone.owners))
    first = view.leader if zone.name == "trick" else 0
    return [(first + i) % match.seats for i in range(match.seats)]


def _pieces(match: Match, legend: Legend, view: Any, zone: Zone, owner: int, part: list[int]) -> list[Any]:
    """List the pieces of a place as they are seen, None for one that is not."""
    drawn = legend.pieces
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


# choices


def _choices(look: _Look) -> list[dict[str, Any]]:
    """Group what the viewer may take by its verb."""
    verbs = look.match.game.verbs
    if look.viewer < 0 or not (look.viewer in look.actors or look.legend.has_offers):
        return []
    groups: dict[int, list[Action]] = {}
    for action in look.match.actions(look.viewer):
        groups.setdefault(verbs.verb(action.number).base, []).append(action)
    return [_choice(look, verbs.verb(base), actions, DONE in groups) for base, actions in groups.items()]


def _choice(look: _Look, verb: Verb, actions: list[Action], complete: bool) -> dict[str, Any]:
    choice: dict[str, Any] = {
        "kind": "press",
        "verb": verb.name,
        "text": look.words(f"verb.{speech.verb_key(verb)}"),
        "offer": verb.offer,
        "codes": [action.code for action in actions],
    }
    if verb.lowest is not None:
        numbers = [action.number - verb.base + verb.lowest for action in actions]
        return choice | {"kind": "number", "least": min(numbers), "most": max(numbers)}
    if not verb.of_pieces:
        return choice
    choice["pieces"] = [look.match.game.pack.codes[action.number - verb.base] for action in actions]
    parts = _parts(look, verb)
    if not parts and not any(action.partial for action in actions):
        return choice | {"kind": "tap"}
    least, most = _reach(look, verb, choice["pieces"], {len(parts)} if complete else set(), len(parts))
    return choice | {"kind": "pick", "least": least, "most": most, "parts": parts, "complete": complete}


def _parts(look: _Look, verb: Verb) -> list[str]:
    """List the pieces of the gesture that the viewer has begun."""
    if not look.match.drafting(look.viewer):
        return []
    begun: str = look.match.draft(look.viewer)["parts"]
    return begun.removeprefix(verb.name).split()


def _reach(look: _Look, verb: Verb, pieces: list[str], ends: set[int], begun: int) -> tuple[int, int]:
    """Find how few and how many pieces the gesture may have: follow each first piece as far as it leads."""
    for piece in pieces:
        path, whole = [f"{verb.name} {piece}"], False
        while not whole:
            draft = look.match.draft(look.viewer, path)
            ends = ends | {begun + len(path)} if draft["complete"] else ends
            further = [code for code in draft["may"] if code.startswith(f"{verb.name} ")]
            path, whole = path + further[:1], not further
        if len(path) == len(pieces) and min(ends) <= begun + 1:
            break  # all pieces or any one: no other way is longer or shorter
    return min(ends), max(ends)


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
    sentences = speech.entry_sentences(match, match.seen(entry, viewer), viewer, words)
    return {"number": entry.number, "seat": entry.seat, "text": speech.together(words, sentences)}


def _account(look: _Look, lines: list[tuple[Note, dict[str, Any]]]) -> list[dict[str, Any]]:
    return [
        speech.account_line(look.match, note, look.viewer, look.words) if note.seat == look.viewer else line
        for note, line in lines
    ]


def _track(public: _Public) -> dict[str, Any] | None:
    told = public.hook("track")
    if told is None:
        return None
    target, pegs = told
    placed = [{"seat": seat, "front": front, "back": back} for seat, (front, back) in enumerate(pegs)]
    return {"text": public.legend.words("track.board"), "target": target, "pegs": placed}


DEAL = "deal"  #: the chance that begins a deal; records know it by this name too


def _last_trick(public: _Public) -> list[dict[str, Any]] | None:
    """Gather the pieces played to the trick that was completed last."""
    match, verb = public.match, None
    if "last_trick" in public.unseen:
        return None
    trick: list[dict[str, Any]] = []
    for entry in match.backwards():
        ends = any(note.line.key == TAKES for note in entry.notes)
        if verb is None and ends and entry.actions:
            verb = match.game.verbs.verb(entry.actions[0])
        elif verb is not None and (ends or entry.chance == DEAL):
            break
        own = match.game.verbs.verb(entry.actions[0]) if entry.actions else None
        if verb is not None and own is not None and own.name in (verb.name, LEAD):
            shown = entry.actions if own.shown is Shown.ALL else ()
            kinds = sorted(action - own.base for action in shown if action != DONE)
            trick.append({"seat": entry.seat, "pieces": [public.legend.pieces[kind] for kind in kinds]})
    return trick[::-1] or None


def _result(look: _Look) -> dict[str, Any] | None:
    if not look.public.over:
        return None
    result = look.match.result
    assert result is not None
    winners = [seat for seat, share in enumerate(result.shares) if share]
    prompt = speech.result_sentence(look.match, look.viewer, look.words)
    return {"places": list(result.places), "winners": winners, "text": prompt}
