"""Scenes: a view laid out for people, in words; one form for page and terminal, for every game.

A game may help with four functions of its rules module, each optional:

    unseen_zones(view) -> set[str]   fields of pieces that may not be looked at again
    idle_facts(view) -> set[str]     facts and marks that say nothing now
    sort_key(view, kind) -> int      the order in which pieces are held, low first
    telling(view, seat) -> dict      facts that fill prompts and refusals; its `prompt` names the sentence
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from torite.kernel.declare import EMPTY, Field, See
from torite.kit.actions import DONE, Verb
from torite.views import speech
from torite.views.view import SPECTATOR
from torite.words import Words

if TYPE_CHECKING:
    from torite.match import Action, Match
    from torite.match.match import Seen

LOG_LENGTH = 12
TAKES = "takes"  #: key of the note that a trick is complete, in every game of tricks


@dataclass(frozen=True)
class _Look:
    """One look at a match: who looks, in which language, at what."""

    match: Match
    viewer: int
    words: Words
    view: Any
    history: list[Seen]

    def hook(self, name: str, *facts: Any) -> Any:
        """Ask the game, if it has an answer; else None."""
        rule = getattr(self.match.game.rules, name, None)
        return rule(self.view, *facts) if rule else None

    def piece(self, kind: int) -> dict[str, str] | None:
        """Show a piece; None for one that is not seen."""
        pack = self.match.game.pack
        return None if kind < 0 else {"code": pack.codes[kind], "glyph": pack.glyph(kind)}


def scene(match: Match, viewer: int, language: str) -> dict[str, Any]:
    """Lay out what a seat sees and may do.

    Args:
        match: the match.
        viewer: a seat, or SPECTATOR.
        language: one of `torite.words.LANGUAGES`.

    Returns:
        Plain values that JSON can write: all that a page or a terminal draws.

    Raises:
        UnknownName: for an unknown language.
        BadOptions: for a seat that does not exist.
    """
    seen = match.public if viewer == SPECTATOR else match.view(viewer)
    look = _Look(match, viewer, match.game.words(language), seen, match.history(viewer))
    return {
        "game": match.game.name,
        "variant": match.variant.name,
        "title": look.words(f"variant.{match.variant.name}.title"),
        "language": language,
        "viewer": viewer,
        "number": len(match.log),
        "phase": _phase(look),
        "prompt": _prompt(look),
        "seats": [_seat(look, seat) for seat in range(match.seats)],
        "zones": list(_zones(look)),
        "facts": _facts(look),
        "choices": _choices(look),
        "log": list(_log(look)),
        "account": speech.account_lines(match, viewer, look.words),
        "last_trick": _last_trick(look),
        "scores": match.scores,
        "over": match.over,
        "result": _result(look),
    }


def _phase(look: _Look) -> dict[str, str]:
    name = look.match.game.rules.Phase(look.view.phase).name.lower()
    return {"name": name, "text": look.words(f"phase.{name}")}


def _prompt(look: _Look) -> str:
    """Say what the viewer must do, else who is waited for, else how the match ended."""
    match, words = look.match, look.words
    if match.over:
        return speech.result_sentence(match, look.viewer, words)
    if look.viewer in match.actors:
        facts = look.hook("telling", look.viewer) or {}
        keys = [f"prompt.{facts.get('prompt', '')}", f"prompt.{_phase(look)['name']}", "prompt.turn"]
        return words(next(key for key in keys if words.knows(key)), **facts)
    if match.waits:
        return words("waiting.chance")
    return words("waiting.seats", seats=words.join([speech.seat_name(match, s, words) for s in match.actors]))


# seats and facts


def _seat(look: _Look, seat: int) -> dict[str, Any]:
    match, view = look.match, look.view
    hand = match.game.layout.named.get("hand")
    return {
        "seat": seat,
        "name": speech.seat_name(match, seat, look.words),
        "you": seat == look.viewer,
        "acts": seat in match.actors,
        "score": match.scores[seat],
        "held": len(_pieces(look, hand, seat)) if hand else 0,
        "out": bool(hasattr(view, "out") and view.out[seat]),
        "marks": list(_marks(look, seat)),
        "facts": _worded(look, "seat_fact", _seat_numbers(look, seat)),
    }


def _marks(look: _Look, seat: int) -> Iterator[dict[str, str]]:
    """Find what is said of a seat: fields that name it, its fields that are 1 or have a word for it."""
    owned = _seat_numbers(look, seat)
    for name, key in [
        *((name, f"mark.{name}") for name, value in _table_numbers(look).items() if value == seat),
        *((name, f"mark.{name}") for name, value in owned.items() if value == 1),
        *((name, f"mark.{name}.{value}") for name, value in owned.items()),
    ]:
        if look.words.knows(key) and name not in _idle(look):
            yield {"name": name, "text": look.words(key)}


def _facts(look: _Look) -> list[dict[str, Any]]:
    """List the numbers of the table, and the options, that have words."""
    numbers = {name: str(value) for name, value in _table_numbers(look).items()}
    return _worded(look, "fact", numbers | look.match.options.texts())


def _worded(look: _Look, family: str, values: Mapping[str, int | str]) -> list[dict[str, Any]]:
    return [
        {"name": name, "text": look.words(f"{family}.{name}"), "value": value}
        for name, value in values.items()
        if look.words.knows(f"{family}.{name}") and name not in _idle(look)
    ]


def _table_numbers(look: _Look) -> dict[str, int]:
    return {field.name: getattr(look.view, field.name) for field in _numbers(look, ())}


def _seat_numbers(look: _Look, seat: int) -> dict[str, int]:
    return {field.name: getattr(look.view, field.name)[seat] for field in _numbers(look, ("seats",))}


def _numbers(look: _Look, shape: tuple[str, ...]) -> list[Field]:
    specs = ((field, field.spec) for field in look.match.game.layout.fields if not field.spec.beside)
    return [field for field, s in specs if s.see is See.ALL and s.holds == "number" and s.shape == shape]


def _idle(look: _Look) -> set[str]:
    return look.hook("idle_facts") or set()


# zones


def _zones(look: _Look) -> Iterator[dict[str, Any]]:
    unseen = look.hook("unseen_zones") or set()
    for field in look.match.game.layout.fields:
        if not field.is_place or field.name in unseen or not look.words.knows(f"zone.{field.name}"):
            continue
        for owner in _owners(look, field):
            pieces = _pieces(look, field, owner)
            if pieces or not _of_seats(field):
                yield {
                    "name": field.name,
                    "text": look.words(f"zone.{field.name}"),
                    "seat": owner if _of_seats(field) else -1,
                    "count": len(pieces),
                    "pieces": [look.piece(kind) for kind in pieces],
                }


def _of_seats(field: Field) -> bool:
    return field.spec.shape[:1] == ("seats",)


def _owners(look: _Look, field: Field) -> list[int]:
    """List a field's places; a trick's in the order of play."""
    if not _of_seats(field):
        return list(range(field.owners))
    first = look.view.leader if field.name == "trick" else 0
    return [(first + i) % look.match.seats for i in range(look.match.seats)]


def _pieces(look: _Look, field: Field, owner: int) -> list[int]:
    """List the pieces of a place as they are seen, -1 for one that is not."""
    value = getattr(look.view, field.name)
    part = value[owner] if field.owners > 1 else value
    if field.spec.holds == "sequence":
        return [max(kind, -1) for kind in part if kind != EMPTY]
    listed = look.match.game.pack.listed(part)
    pieces = sorted(listed, key=lambda kind: (look.hook("sort_key", kind) or 0, kind))
    if field.spec.see is See.ALL:
        return pieces
    return pieces + [-1] * (look.view.count[look.match.game.layout.place(field.name, owner)] - len(pieces))


# choices


def _choices(look: _Look) -> list[dict[str, Any]]:
    """Group what the viewer may take by its verb."""
    if look.viewer == SPECTATOR:
        return []
    verbs = look.match.game.verbs
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


def _log(look: _Look) -> Iterator[dict[str, Any]]:
    for seen in look.history[-LOG_LENGTH:]:
        sentences = speech.entry_sentences(look.match, seen, look.viewer, look.words)
        yield {"number": seen.number, "seat": seen.seat, "text": speech.together(look.words, sentences)}


DEAL = "deal"  #: the chance that begins a deal; records know it by this name too


def _last_trick(look: _Look) -> list[dict[str, Any]] | None:
    """Gather the pieces played to the trick that was completed last."""
    pack, trick, verb = look.match.game.pack, [], None
    for seen in reversed(look.history):
        ends = any(note.line.key == TAKES for note in seen.notes)
        if verb is None and ends:
            verb = speech.verb_of(look.match, seen.code)
        elif verb is not None and (ends or seen.code == DEAL):
            break
        if verb is not None and seen.seat >= 0 and speech.verb_of(look.match, seen.code) is verb:
            codes = seen.code.removeprefix(verb.name).split()
            trick.append({"seat": seen.seat, "pieces": [look.piece(pack.kind(code)) for code in codes]})
    return trick[::-1] or None


def _result(look: _Look) -> dict[str, Any] | None:
    result = look.match.result
    if result is None:
        return None
    winners = [seat for seat, share in enumerate(result.shares) if share]
    return {"places": list(result.places), "winners": winners, "text": _prompt(look)}
