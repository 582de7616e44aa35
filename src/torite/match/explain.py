"""Why not, what was shown, and what changed: all from a seat's view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from torite.kernel.fields import EMPTY
from torite.kernel.layout import Field
from torite.kit.action_sets import Actions
from torite.kit.actions import DONE, Verbs
from torite.kit.game import Game
from torite.kit.verb import NOTHING, Shown, Verb
from torite.words import Words


def refusal(game: Game, seen: Any, seat: int, number: int, may: Actions, key: str = "") -> dict[str, Any]:
    """Collect the facts of a refused action: its clause and a sentence that teaches.

    Args:
        game: the game.
        seen: the seat's own view.
        seat: who tried.
        number: the action.
        may: what the rules allow over that view, with their strokes.
        key: the sentence, where it is known already.
    """
    struck = may.refusal(number)
    verb = game.verbs.verb(number)
    allowed = [a - verb.base for a in may.listed() if verb.of_pieces and a in verb.actions]
    named = number - verb.base if verb.piece == NOTHING else verb.piece
    hand = held(game, seen, seat)
    facts = game.display.facts(seen, seat)
    clause = ""
    if key:
        pass
    elif struck >= 0:
        line = game.refusals.listed[struck]
        key, clause = f"refusal.{line.key}", line.clause
    elif verb.of_pieces and game.display.hand and named not in hand:
        key = "refusal.not_held"
    elif verb.of_pieces and _is_named(game, seen, seat, named, hand):
        key = "refusal.named"
    else:
        key = "refusal.not_now"

    def reason(words: Words) -> str:
        return words(
            key,
            **facts,
            piece=_named_by(game, verb, number),
            other=number - verb.base if verb.of_pieces else 0,
            verb=words(f"verb.{verb.key}"),
            allowed=words.join([game.pack.glyph(kind) for kind in allowed]),
            hand=words.join([game.pack.glyph(kind) for kind in hand]),
        )

    return {"reason": reason, "clause": clause, "cited": f" ({clause})" if clause else ""}


def held(game: Game, seen: Any, seat: int) -> list[int]:
    """List the pieces that a seat is seen to hold, in pack order."""
    name = game.display.hand
    if not name:
        return []
    row = getattr(seen, name)[seat]
    if game.layout.named[name].spec.holds == "sequence":
        return sorted(kind for kind in row if kind >= 0)
    return game.pack.listed(row)


def _named_by(game: Game, verb: Verb, number: int) -> int:
    """Return the kind that an action names, or its verb (`use SJ 7`); 0 where neither does."""
    if verb.piece != NOTHING:
        return verb.piece
    last = verb.name.rpartition(" ")[2]
    return number - verb.base if verb.of_pieces else game.pack.kind(last) if game.pack.knows(last) else 0


def _is_named(game: Game, seen: Any, seat: int, kind: int, hand: list[int]) -> bool:
    """Tell whether a seat's draft names all the pieces of a kind that it holds."""
    named = game.pack.listed(seen.draft[seat]).count(kind)
    return bool(seen.drafting[seat]) and hand.count(kind) <= named


def shown(verbs: Verbs, actions: Sequence[int], own: bool) -> str:
    """Write an action as a seat saw it: whole, or its verb and number of pieces."""
    verb = verbs.verb(actions[0])
    if own or verb.shown is Shown.ALL:
        return verbs.gesture_text(actions)
    if verb.shown is Shown.COUNT and verb.of_pieces:
        return f"{verb.name} {sum(action != DONE for action in actions)}"
    return verb.sealed or verb.name


def differences(game: Game, number: int, before: Any, after: Any, event: Callable[..., Any]) -> list[Any]:
    """List the fields in which two views differ."""
    found = []
    for field in before.layout.fields:
        if field.spec.beside or field.name in ("turn", "drafting", "draft"):
            continue
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old == new and field.spec.holds == "number":
            continue
        if field.spec.holds == "sequence" or (field.spec.holds == "pieces" and field.is_place):
            found += _moved(game, number, field, before, after, event)
        elif field.spec.holds == "number" and len(field.shape) <= 1:
            pairs = zip(old, new, strict=True) if field.shape else [(old, new)]
            for owner, (was, now) in enumerate(pairs):
                if was != now:
                    found.append(event(number, field.name, owner if field.shape else -1, before=was, after=now))
    return found


def _moved(game: Game, number: int, field: Field, before: Any, after: Any, event: Callable[..., Any]) -> list[Any]:
    found = []
    for owner in range(field.owners):
        old, new = _shown_pieces(game, before, field, owner), _shown_pieces(game, after, field, owner)
        gained, lost = new - old, old - new
        if gained or lost:
            whose = owner if field.is_parted else -1
            found.append(event(number, field.name, whose, _codes(game, gained), _codes(game, lost)))
    return found


def _shown_pieces(game: Game, seen: Any, field: Field, owner: int) -> Counter[int]:
    """Count the pieces of a place as far as they are seen; those unseen count as kind -1."""
    value = getattr(seen, field.name)
    part = value[owner] if field.is_parted else value
    if field.spec.holds == "sequence":
        kinds = [kind for kind in part if kind != EMPTY]
        return Counter(kind if kind >= 0 else -1 for kind in kinds)
    listed = Counter(game.pack.listed(part))
    if (field.name, owner) in seen.layout._place_numbers:
        hidden = seen.count[seen.layout.place(field.name, owner)] - sum(listed.values())
        if hidden:
            listed[-1] = hidden
    return listed


def _codes(game: Game, pieces: Counter[int]) -> tuple[str | None, ...]:
    return tuple(None if kind < 0 else game.pack.codes[kind] for kind in sorted(pieces.elements()))
