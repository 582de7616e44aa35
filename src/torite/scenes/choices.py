"""Choices of a scene: what its viewer may take, grouped by verb.

They are of five kinds: `press` (a word), `tap` (a piece), `pick` (pieces of a gesture), `number`, and `stand` (what a
piece stands for, beside the tap or pick of its `stem`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from torite.kit.actions import DONE
from torite.kit.verb import NOTHING, Verb
from torite.pieces.cards import SUIT_GLYPHS
from torite.scenes.choice_schema import AnyChoice, NumberChoice, Pick, Press, Stand, Tap
from torite.scenes.schema_base import Worded

if TYPE_CHECKING:
    from torite.match import Action, Match
    from torite.words import Words


LEFT, ACROSS, RIGHT = "left", "across", "right"  #: last words of verbs that name a seat


def choices(match: Match, seat: int, words: Words, view: Any) -> list[AnyChoice]:
    """Group what a seat may take by its verb.

    Args:
        match: the match.
        seat: who is asked.
        words: the game's words.
        view: what the seat sees.
    """
    verbs, display = match.game.verbs, match.game.display
    groups: dict[int, list[Action]] = {}
    for action in match.actions(seat):
        groups.setdefault(verbs.verb(action.number).base, []).append(action)
    told = {
        "facts": display.facts(view, seat),
        "labels": display.number_labels(view, seat),
        "suggested": lambda kind: display.suggested_meanings(view, seat, kind),
    }
    return [
        _choice(match, seat, words, verbs.verb(taken[0].number), taken, DONE in groups, told)
        for taken in groups.values()
    ]


def receiver(verb: Verb, seat: int, seats: int) -> int | None:
    """Return the seat that a verb names by its last word, as `pass left` does; None for none."""
    steps = {LEFT: 1, ACROSS: seats // 2, RIGHT: seats - 1}
    last = verb.name.rpartition(" ")[2]
    return (seat + steps[last]) % seats if last in steps and " " in verb.name else None


def family(verb: Verb, codes: tuple[str, ...], words: Words) -> dict[str, Any]:
    """Tell to which family a verb belongs, where the game has words for it: `command lead H` to `command lead`.

    Its verbs differ in their last word: a suit or a rank of the pack, whose `sign` is drawn, or a direction.
    """
    name, _, last = verb.name.rpartition(" ")
    key = f"family.{name.replace(' ', '_')}"
    if not name or not words.knows(key):
        return {}
    told: dict[str, Any] = {"family": Worded(name, words(key))}
    if last in (LEFT, ACROSS, RIGHT):
        return told
    suits, ranks = {code[:1] for code in codes}, {code[1:] for code in codes}
    sign = SUIT_GLYPHS.get(last) if last in suits else last if last in ranks else None
    return told | {"sign": sign} if sign else {}


def _choice(
    match: Match, seat: int, words: Words, verb: Verb, actions: list[Action], complete: bool, told: Mapping[str, Any]
) -> AnyChoice:
    common: dict[str, Any] = {
        "verb": verb.name,
        "text": words(f"verb.{verb.key}"),
        "offer": verb.offer,
        "codes": [action.code for action in actions],
        **family(verb, match.game.pack.codes, words),
    }
    if verb.lowest is not None:
        return _number(match, words, verb, actions, told["labels"].get(verb.name, {}), common)
    if not verb.of_pieces:
        return Press(**common, **_asides(verb, words, told["facts"]))
    pieces = [match.game.pack.codes[action.number - verb.base] for action in actions]
    parts = _parts(match, seat, verb)
    gesture = bool(parts) or any(action.partial for action in actions)
    if verb.piece != NOTHING:
        sensible = _sensible(match, pieces, told["suggested"](verb.piece))
        piece = match.game.pack.codes[verb.piece]
        return Stand(verb.stem, piece, pieces, sensible, gesture, parts, **common)
    if not gesture:
        return Tap(pieces=pieces, **common, **_doubts(match, verb, words, pieces, told["facts"]))
    to = receiver(verb, seat, match.seats)
    to = told["facts"].get("to") if to is None else to
    least, most = _reach(match, seat, verb, pieces, {len(parts)} if complete else set(), len(parts))
    return Pick(pieces, least, most, parts, complete, to, **common)


def _number(
    match: Match, words: Words, verb: Verb, actions: list[Action], meanings: Mapping[int, Any], common: dict[str, Any]
) -> NumberChoice:
    numbers = [action.number - verb.base + (verb.lowest or 0) for action in actions]
    named = [words(key, **facts) for key, facts in map(meanings.__getitem__, numbers)] if meanings else None
    piece = verb.name.rpartition(" ")[2]
    known = piece if match.game.pack.knows(piece) else None
    return NumberChoice(min(numbers), max(numbers), numbers, named, verb.stations, known, **common)


def _asides(verb: Verb, words: Words, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Find what is said beside a word or a piece: what comes of it (`about`), and what is asked first (`confirm`)."""
    keys = {name: f"{name}.{verb.key}" for name in ("about", "confirm")}
    return {name: words(key, **facts) for name, key in keys.items() if words.knows(key)}


def _doubts(match: Match, verb: Verb, words: Words, pieces: list[str], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Find which pieces are asked about before they are played (`doubtful` of the facts), and what is said of them."""
    listed = [match.game.pack.codes[kind] for kind in facts.get("doubtful", ())]
    doubtful = [piece for piece in pieces if piece in listed]
    return {"doubtful": doubtful, **_asides(verb, words, facts)} if doubtful else {}


def _sensible(match: Match, pieces: list[str], best: Sequence[int] | None) -> list[str]:
    """List for which pieces it is worth while that one stands, best first."""
    codes = match.game.pack.codes
    return pieces if best is None else [codes[kind] for kind in best if codes[kind] in pieces]


def _parts(match: Match, seat: int, verb: Verb) -> list[str]:
    """List the pieces of the gesture that the seat has begun, and what they stand for: `HQ`, `S7 as CQ`."""
    if not match.gestures.begun(seat):
        return []
    begun: str = match.gestures.draft(seat)["parts"]
    parts = [(other, code) for other, codes in match.game.verbs.split(begun) for code in codes if other.key == verb.key]
    pieces = match.game.pack.codes
    return [code if other.piece == NOTHING else f"{pieces[other.piece]} as {code}" for other, code in parts]


def _reach(match: Match, seat: int, verb: Verb, pieces: list[str], ends: set[int], begun: int) -> tuple[int, int]:
    """Find how few and how many pieces the gesture may have: follow each first piece as far as it leads."""
    for piece in pieces:
        path, whole = [f"{verb.name} {piece}"], False
        while not whole:
            draft = match.gestures.draft(seat, path)
            further = [code for code in draft["may"] if code.startswith(f"{verb.name} ")]
            ends = ends | {begun + len(path)} if draft["complete"] or not further else ends
            path, whole = path + further[:1], not further
        if len(path) == len(pieces) and min(ends) <= begun + 1:
            break  # all pieces or any one: no other way is longer or shorter
    return min(ends), max(ends)
