"""Positions of Cribbage Dice, set up so that a test reads aloud: dice are written as the faces that they show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import torite
from tests.aloud import take, turn
from tests.arranged import new_match
from tests.strategies import differing, everything, say_twice, unchanged
from torite import Match
from torite.kernel.fields import EMPTY, UNKNOWN
from torite.worlds import SPECTATOR

SEED, EXTRA, EQUAL = "cribbage-dice", "cribbage-dice-extra-dice", "cribbage-dice-equal-turns"
LAST_ROLL, DESIGNER = "cribbage-dice-last-roll-31", "cribbage-dice-designer"
VARIANTS = (SEED, EXTRA, EQUAL, LAST_ROLL, DESIGNER)
NOTHING = "2 4 6 8"  # four dice that count nothing with a starter of 12, and make 20


def faces(text: str) -> list[int]:
    """Read dice: `"2 5 12"`."""
    return [int(face) for face in text.split()]


def kinds(text: str) -> tuple[int, ...]:
    """Read dice as the kinds of the state, sorted."""
    return tuple(sorted(face - 1 for face in faces(text)))


def dealing(dealer: int, seats: int) -> list[int]:
    """A roll for the deal that this seat wins at once."""
    return [12 if seat == dealer else 1 + seat for seat in range(seats)]


def table(
    *rolls: str,
    dealer: int = -1,
    seats: int = 2,
    variant: str = SEED,
    scores: Sequence[int] = (),
    pause: bool = True,
    manual: bool = False,
    seed: int = 1,
    **options: Any,
) -> Match:
    """Start a match with these rolls, one after the other; the last seat deals unless another is named.

    It waits between rounds. Rolls that are not given are drawn.
    """
    return new_match(
        variant,
        seats=seats,
        options=options,
        rolls=[dealing(dealer % seats, seats), *map(faces, rolls)],
        initial={"score": list(scores)} if scores else {},
        pause=pause,
        manual=manual,
        seed=seed,
    )


def bare(seats: int = 2, variant: str = SEED, **options: Any) -> Match:
    """A match of which chance waits to be told everything, also who deals."""
    return torite.Match(variant, seats=seats, options=options, manual=True, seed=1)


def dice_fall(m: Match, text: str) -> Match:
    """Tell a match that waits what is rolled."""
    assert m.log.ask is not None
    assert m.log.ask.n == len(text.split()), f"{m.log.ask.n} dice are asked for"
    m.gestures.settle(m.log.ask.name, faces(text))
    return m


def wanted(m: Match) -> int:
    """How many dice chance must roll now; 0 if none. They have twelve faces."""
    assert m.log.ask is None or m.log.ask.faces == 12
    return m.log.ask.n if m.log.ask else 0


def legal(m: Match, seat: int | None = None) -> set[str]:
    """The codes of everything that a seat may take or begin now; the seat in turn if none is named."""
    return {str(action).removesuffix(" +") for action in m.actions(turn(m) if seat is None else seat)}


def plain(m: Match) -> str:
    """What the seat in turn does if it keeps what was rolled first, and puts its lowest dice in the crib."""
    lowest = " ".join(map(str, dice_of(m, turn(m))[:2]))
    return "keep" if "keep" in legal(m) else f"crib {lowest}"


def keep_all(m: Match) -> Match:
    """Let everybody keep what was rolled first until the round is over."""
    while m.actors:
        take(m, plain(m))
    return m


def shown(part: Iterable[int]) -> list[int]:
    """The faces of a sequence of the state, sorted; UNKNOWN ones first, as they are."""
    return sorted(kind if kind == UNKNOWN else kind + 1 for kind in part if kind != EMPTY)


def dice_of(m: Match, seat: int) -> list[int]:
    """The dice that truly lie before a seat."""
    return shown(m.log.trial().hand[seat])


def starter(m: Match) -> int:
    """The starter die on the table; 0 for none."""
    return int(m.public.starter[0]) + 1


def seen_dice(m: Match, owner: int, viewer: int = SPECTATOR) -> list[int]:
    """The dice before a seat as another sees them."""
    return shown((m.public if viewer == SPECTATOR else m.view(viewer)).hand[owner])


def unlike(one: Any, other: Any) -> list[str]:
    """The fields in which two states or views differ, drafts and what is beside the game left out."""
    beside = {field.name for field in one.layout.fields if field.spec.beside}
    return [name for name in differing(one, other) if name not in beside | {"drafting"}]


def zone(m: Match, name: str, owner: int = -1, viewer: int = SPECTATOR) -> list[int | None]:
    """The dice of a zone of the scene, None for one unseen."""
    zones = [one for one in torite.lay_out(m, viewer).zones if (one.name, one.seat) == (name, owner)]
    return [int(piece.code) if piece else None for one in zones for piece in one.pieces]


def lines(m: Match) -> list[tuple[str, int, int]]:
    """What the last entry tells: line, seat, amount."""
    return [(note.line.key, note.seat, note.amount) for note in m.log[-1].notes]


def told(m: Match, *keys: str) -> list[tuple[str, int, int]]:
    """All notes of these lines since the match began: line, seat, amount."""
    notes = [note for entry in m.log.standing for note in entry.notes]
    return [(note.line.key, note.seat, note.amount) for note in notes if note.line.key in keys]


def hands_counted(m: Match) -> list[tuple[int, int]]:
    """Every hand counted so far: seat, amount."""
    return [(seat, amount) for _, seat, amount in told(m, "hand_count")]


def cribs_counted(m: Match) -> list[tuple[int, int]]:
    """Every crib counted so far: seat, amount."""
    return [(seat, amount) for _, seat, amount in told(m, "crib_count")]


def winners(m: Match) -> list[int]:
    """The seats that share the win; none while the match goes on."""
    return [seat for seat, share in enumerate(m.result.shares) if share] if m.result else []


def refused(m: Match, code: str, seat: int | None = None) -> torite.ToriteError:
    """The error that an action meets; it speaks both languages and has changed nothing."""
    before = everything(m)
    try:
        m.act(turn(m) if seat is None else seat, code)
    except torite.ToriteError as error:
        assert unchanged(m, before), f"{code} changed something"
        say_twice(error)
        return error
    raise AssertionError(f"{code} is allowed")


def bad_options(variant: str = SEED, seats: int = 2, **options: Any) -> torite.BadOptions | None:
    """The error that options meet, if they do."""
    try:
        torite.Match(variant, seats=seats, options=options, seed=1)
    except torite.BadOptions as error:
        return error
    return None


def shares(m: Match) -> list[Fraction]:
    """What each seat has of the win."""
    assert m.result is not None
    return list(m.result.shares)


def places(m: Match) -> list[int]:
    """Where each seat came in."""
    assert m.result is not None
    return list(m.result.places)


# straight from the rules


@cache
def before_first_round() -> tuple[Match, Any]:
    """A match of two, and its state when seat 0 is about to roll first."""
    m = dice_fall(bare(), "1 12")
    return m, m.log.trial()


def hand_told(first: int, four: Iterable[int]) -> list[tuple[str, int, tuple[int, ...]]]:
    """Count a hand by the rules alone: the lines told, with amounts and faces. The first is the starter."""
    m, fresh = before_first_round()
    state, game = fresh.copy(), m.game
    game.rules.settle(state, [first, *four])
    state.note_count = 0
    game.rules.act(state, 0, game.verbs.parse("keep")[0])
    found = [
        (game.notes.listed[line].key, amount, tuple(kind + 1 for kind in game.pack.listed(row)))
        for line, seat, amount, row in state.noted()
        if game.notes.listed[line].scoring and seat == 0
    ]
    assert found[0][:2] == ("hand_count", state.score[0])
    return found


def points(text: str) -> int:
    """What five dice count, by the rules alone; the last is the starter."""
    *four, first = faces(text)
    return hand_told(first, four)[0][1]


def split_points(text: str) -> tuple[int, int, int]:
    """What five dice count as fifteens, kinds and runs, which sum to what they count."""
    *four, first = faces(text)
    amounts = {"fifteen": 0, "kind": 0, "run": 0}
    (_, total, _), *rest = hand_told(first, four)
    for key, amount, _ in rest:
        amounts[key if key in amounts else "kind"] += amount
    assert total == sum(amounts.values())
    return amounts["fifteen"], amounts["kind"], amounts["run"]
