"""Why a choice is advised, in a sentence: what its seat sees for sure to come of it, or to speak for it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from torite.errors import ToriteError
from torite.match import Match
from torite.match.naming import naming
from torite.scenes import wording
from torite.scenes.labels import legend
from torite.scenes.table_parts import TAKES


def because(match: Match, seat: int, code: str, language: str) -> str:
    """Say what speaks for an action: what the game says, else who takes the trick; empty where nothing is sure.

    Args:
        match: the match.
        seat: who may choose it.
        code: the action.
        language: of the seat's person.
    """
    words = legend(match.game, language).words
    parts = [] if code == "wait" else match.game.verbs.parse(code.removesuffix("+").strip())
    told = match.game.display.because(match.view(seat), seat, parts[0]) if len(parts) == 1 else None
    if told:
        return words(f"because.{told.key}", **told.facts)
    who = taker(match, seat, code)
    if who is None:
        return ""
    return words("because.takes") if who == seat else words("because.leaves", name=wording.seat_name(match, who, words))


def taker(match: Match, seat: int, code: str) -> int | None:
    """Return who takes the trick if a seat plays so; None where that does not complete it.

    It is tried on the seat's own view. Who has not played yet may have to pass, by cards that are not seen: a trick is
    complete for sure only where nobody else is to play to it.
    """
    game, seen = match.game, match.view(seat)
    if code == "wait" or game.tricks is None or TAKES not in [line.key for line in game.notes.listed]:
        return None
    playing = sum(not game.display.is_out(seen, other) for other in range(match.seats)) + len(game.figures)
    if game.tricks.length and getattr(seen, game.tricks.length) != playing - 1:
        return None
    tried = seen.trial()
    tried.note_count = 0
    try:
        for number in game.verbs.parse(code):
            game.rules.act(tried, seat, number)
    except (ValueError, IndexError):  # what comes next needs what the seat cannot see
        return None
    takers = [who for line, who, *_ in tried.noted() if game.notes.listed[line].key == TAKES]
    return takers[0] if len(takers) == 1 else None


def equals(match: Match, seat: int, codes: Sequence[str]) -> list[int]:
    """Return of each choice the place of the first that is equal to it in the rules; its own where none is before it.

    Args:
        match: the match.
        seat: who may choose them.
        codes: the choices.
    """
    first: dict[Hashable, int] = {}
    view = match.view(seat) if match.game.display.has_equals else None
    return [first.setdefault(_told_by(match, view, code), place) for place, code in enumerate(codes)]


def why_equal(match: Match, seat: int, codes: Sequence[str], language: str) -> str:
    """Say why choices are equal; empty where the rules tell them apart."""
    words = legend(match.game, language).words
    return words("alike") if words.knows("alike") and not any(equals(match, seat, codes)) else ""


def why_not(match: Match, seat: int, code: str, language: str) -> tuple[str, str]:
    """Say why an action is not open, as a sentence that teaches, with its clause; nothing where it is."""
    try:
        refusal = match.gestures.refusal(seat, code)
    except ToriteError as fault:
        return fault.say(language), ""
    if refusal is None:
        return "", ""
    return of_refusal(match, refusal, language), refusal.facts["clause"]


def of_refusal(match: Match, refusal: ToriteError, language: str) -> str:
    """Write the reason of a refusal alone, without what was tried and what is open."""
    if "reason" not in refusal.facts:
        return refusal.say(language)
    return str(refusal.facts["reason"](naming(match.game, match.names, legend(match.game, language).words)))


def _told_by(match: Match, view: Any, code: str) -> Hashable:
    """Return what the rules tell a choice by: its verbs, and of its pieces what a game says."""
    if view is None or code == "wait":
        return code
    game, told = match.game, []
    for number in game.verbs.parse(code.removesuffix("+").strip()):
        verb = game.verbs.verb(number)
        by = game.display.alike(view, number - verb.base) if verb.of_pieces else number
        told.append((verb.base, by))
    return code.endswith("+"), *sorted(told, key=repr)
