"""Scenes: a view laid out for people, in words; one form for page and terminal, for every game.

A game may help with four functions of its rules module, each optional:

    unseen_zones(view) -> set[str]   fields of pieces that may not be looked at again
    idle_facts(view) -> set[str]     facts and marks that say nothing now
    sort_key(view, kind) -> int      the order in which pieces are held, low first
    telling(view, seat) -> dict      facts that fill prompts and refusals; its `prompt` names the sentence
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from torite.kernel.declare import EMPTY, Field, See
from torite.kit.actions import DONE, Verb
from torite.views import speech
from torite.views.legend import Legend, legend

if TYPE_CHECKING:
    from torite.match import Action, Match

LOG_LENGTH = 12
TAKES = "takes"  #: key of the note that a trick is complete, in every game of tricks


class _Look:
    """One look at a match: who looks, in which language, at what."""

    def __init__(self, match: Match, viewer: int, language: str) -> None:
        self.match = match
        self.viewer = viewer
        self.legend: Legend = legend(match.game, language)
        self.words = self.legend.words
        self.view = match.glimpse(viewer)
        self.rules = match.game.rules
        self.actors = match.actors
        self.idle: set[str] = self.hook("idle_facts") or set()
        self.scores = match.scores

    def hook(self, name: str, *facts: Any) -> Any:
        """Ask the game, if it has an answer; else None."""
        rule = getattr(self.rules, name, None)
        return rule(self.view, *facts) if rule else None


def scene(match: Match, viewer: int, language: str, since: int | None = None) -> dict[str, Any]:
    """Lay out what a seat sees and may do.

    Args:
        match: the match.
        viewer: a seat, SPECTATOR, or EVERYTHING for a match that is over.
        language: one of `torite.words.LANGUAGES`.
        since: the number of the first entry that the log tells; its last twelve entries if not given.

    Returns:
        Plain values that JSON can write: all that a page or a terminal draws.

    Raises:
        UnknownName: for an unknown language.
        BadOptions: for a seat that does not exist.
    """
    look = _Look(match, viewer, language)
    return {
        "game": match.game.name,
        "variant": match.variant.name,
        "title": look.legend.title(match.variant.name),
        "language": language,
        "viewer": viewer,
        "number": len(match.log),
        "phase": look.legend.phases[look.view.phase],
        "prompt": _prompt(look),
        "seats": [_seat(look, seat) for seat in range(match.seats)],
        "zones": list(_zones(look)),
        "facts": _facts(look),
        "choices": _choices(look),
        "log": _log(look, since),
        "account": speech.account_lines(match, viewer, look.words),
        "last_trick": _last_trick(look),
        "scores": look.scores,
        "deal_over": match.deal_over,
        "over": match.over,
        "result": _result(look),
    }


def _prompt(look: _Look) -> str:
    """Say what the viewer must do, else who is waited for, else how the match ended."""
    match, words = look.match, look.words
    if match.over:
        return speech.result_sentence(match, look.viewer, words)
    if look.viewer in look.actors:
        facts = look.hook("telling", look.viewer) or {}
        phase = look.legend.phases[look.view.phase]["name"]
        keys = [f"prompt.{facts.get('prompt', '')}", f"prompt.{phase}", "prompt.turn"]
        return words(next(key for key in keys if words.knows(key)), **facts)
    if match.waits:
        return words("waiting.chance")
    return words("waiting.seats", seats=words.join([speech.seat_name(match, s, words) for s in look.actors]))


# seats and facts


def _seat(look: _Look, seat: int) -> dict[str, Any]:
    match, view = look.match, look.view
    return {
        "seat": seat,
        "name": speech.seat_name(match, seat, look.words),
        "you": seat == look.viewer,
        "acts": seat in look.actors,
        "score": look.scores[seat],
        "held": _held(look, seat),
        "out": bool(hasattr(view, "out") and view.out[seat]),
        "marks": list(_marks(look, seat)),
        "facts": [
            {"name": name, "text": text, "value": getattr(view, name)[seat]}
            for name, text in look.legend.seat_facts
            if name not in look.idle
        ],
    }


def _held(look: _Look, seat: int) -> int:
    hand = look.match.game.layout.named.get("hand")
    if hand is None:
        return 0
    if hand.spec.see is See.ALL:
        return sum(word.bit_count() for word in look.view.hand[seat])
    return int(look.view.count[look.match.game.layout.place("hand", seat)])


def _marks(look: _Look, seat: int) -> Iterator[Mapping[str, str]]:
    """Find what is said of a seat: fields that name it, its fields that are 1 or have a word for it."""
    for mark in look.legend.marks:
        value = getattr(look.view, mark.field)
        says = (value[seat] if mark.per_seat else value) == (seat if mark.value is None else mark.value)
        if says and mark.field not in look.idle:
            yield mark.worded


def _facts(look: _Look) -> list[dict[str, Any]]:
    """List the numbers of the table, and the options, that have words."""
    options = look.match.option_texts
    return [
        {"name": name, "text": text, "value": options[name] if name in options else str(getattr(look.view, name))}
        for name, text in look.legend.facts
        if name not in look.idle
    ]


# zones


def _zones(look: _Look) -> Iterator[dict[str, Any]]:
    unseen = look.hook("unseen_zones") or set()
    for field, text in look.legend.zones:
        if field.name in unseen:
            continue
        of_seats = field.spec.shape[:1] == ("seats",)
        for owner in _owners(look, field, of_seats):
            pieces = _pieces(look, field, owner)
            if pieces or not of_seats:
                yield {
                    "name": field.name,
                    "text": text,
                    "seat": owner if of_seats else -1,
                    "count": len(pieces),
                    "pieces": pieces,
                }


def _owners(look: _Look, field: Field, of_seats: bool) -> list[int]:
    """List a field's places; a trick's in the order of play."""
    if not of_seats:
        return list(range(field.owners))
    first = look.view.leader if field.name == "trick" else 0
    return [(first + i) % look.match.seats for i in range(look.match.seats)]


def _pieces(look: _Look, field: Field, owner: int) -> list[dict[str, str] | None]:
    """List the pieces of a place as they are seen, None for one that is not."""
    value, drawn = getattr(look.view, field.name), look.legend.pieces
    part = value[owner] if field.owners > 1 else value
    if field.spec.holds == "sequence":
        return [drawn[kind] if kind >= 0 else None for kind in part if kind != EMPTY]
    kinds = look.match.game.pack.listed(part) if any(part) else []
    key = getattr(look.rules, "sort_key", None)
    if key and len(kinds) > 1:
        kinds.sort(key=lambda kind: (key(look.view, kind), kind))
    pieces: list[dict[str, str] | None] = [drawn[kind] for kind in kinds]
    if field.spec.see is not See.ALL:
        count = look.view.count[look.match.game.layout.place(field.name, owner)]
        pieces += [None] * (count - len(pieces))
    return pieces


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
    for seen in look.match.seen_backwards(look.viewer):
        if len(lines) == LOG_LENGTH if since is None else seen.number < since:
            break
        sentences = speech.entry_sentences(look.match, seen, look.viewer, look.words)
        lines.append({"number": seen.number, "seat": seen.seat, "text": speech.together(look.words, sentences)})
    return lines[::-1]


DEAL = "deal"  #: the chance that begins a deal; records know it by this name too


def _last_trick(look: _Look) -> list[dict[str, Any]] | None:
    """Gather the pieces played to the trick that was completed last."""
    pack, trick, verb = look.match.game.pack, [], None
    for seen in look.match.seen_backwards(look.viewer):
        ends = any(note.line.key == TAKES for note in seen.notes)
        if verb is None and ends:
            verb = speech.verb_of(look.match, seen.code)
        elif verb is not None and (ends or seen.code == DEAL):
            break
        if verb is not None and seen.seat >= 0 and speech.verb_of(look.match, seen.code) is verb:
            codes = seen.code.removeprefix(verb.name).split()
            pieces = [look.legend.pieces[pack.kind(code)] for code in codes]
            trick.append({"seat": seen.seat, "pieces": pieces})
    return trick[::-1] or None


def _result(look: _Look) -> dict[str, Any] | None:
    result = look.match.result
    if result is None:
        return None
    winners = [seat for seat, share in enumerate(result.shares) if share]
    prompt = speech.result_sentence(look.match, look.viewer, look.words)
    return {"places": list(result.places), "winners": winners, "text": prompt}
