"""Section 7: what may be shown in the first trick, what it brings, when the right is used or lost."""

from __future__ import annotations

import random
from typing import Any

import pytest

import torite
from tests.aloud import codes, legal, state, take, told, turn
from tests.clauses import clause
from tests.games.flashpoint.builders import (
    E,
    N,
    Placed,
    S,
    W,
    bonus,
    clause_of,
    open_cards,
    open_flashes,
    play,
    points,
    silent,
    table,
)
from tests.games.flashpoint.naive import KINDS, SUITS, every_hand_with_fours, flashes, rank, rich_hand, suit
from tests.strategies import differing
from torite import Match

VOID = "SA SQ C10 C8 C7 DK DJ D10"
TWIN = "SA SQ CJ C8 HK H8 D10 D9"
LONG = "SA HK CQ CJ H10 D9 H8 S7"
FOUR = "SA CA HA DA SQ HK D10 H8"
TWIN_FOUR = "SA CA HA DA SK CK HK DK"
TWO_VOIDS_LONG = "SA SQ S9 S8 CK CJ C10 C7"
ONE_SUIT = "SA SK SQ SJ S10 S9 S8 S7"
TWIN_LONG = "SA SQ CJ C8 HK H7 D10 D9"
EXAMPLES = [
    (VOID, {"void": 10}), (TWIN, {"twin": 20}), (LONG, {"long": 30}), (FOUR, {"four": 40}),
    (TWIN_FOUR, {"twin": 20, "four": 40}), (TWO_VOIDS_LONG, {"void": 20, "long": 30}),
    (ONE_SUIT, {"void": 30, "long": 30}), (TWIN_LONG, {"twin": 20, "long": 30}),
]  # fmt: skip


def shown_in(hand: list[str], kind: str, **options: Any) -> int:
    """What the leader's flash of this hand brings; 0 if it cannot be shown."""
    p = Placed(" ".join(hand), tricks=0, **options)
    return p.take(f"flash {kind}").bonus[0] if f"flash {kind}" in p.legal else 0


@clause("EX-FLASH-13", "EX-FLASH-14")
@clause("FLASH-7.1", "FLASH-7.3", "FLASH-7.4", "FLASH-7.5", "FLASH-7.6", "FLASH-7.7", "FLASH-7.8", "FLASH-7.9")
@pytest.mark.parametrize(("hand", "found"), EXAMPLES)
@pytest.mark.parametrize("seat", range(4))
def test_examples_13_and_14(hand: str, found: dict[str, int], seat: int) -> None:
    """Open at the player's turn, noted for the team, added together."""
    hands = [""] * 4
    hands[seat] = hand
    m = table(*hands, dealer=(seat + 3) % 4)
    assert set(found) == open_flashes(silent(m))
    total = 0
    for kind, worth in found.items():
        take(m, f"flash {kind}")
        total += worth
        assert [total * (team == seat % 2) for team in (0, 1)] == bonus(m)
        assert (f"shows_{kind}", seat, worth) == told(m)[-1]
    assert ([0, 0], set()) == (points(m), open_flashes(m))
    assert set(hand.split()) == open_cards(m)


@clause("FLASH-7.8", "FLASH-7.3")
@pytest.mark.parametrize(("hand", "once"), [(VOID, 10), (TWO_VOIDS_LONG, 10), (ONE_SUIT, 10)])
def test_double_void(hand: str, once: int) -> None:
    """`once`: 10, however many suits are missing."""
    assert once == shown_in(hand.split(), "void", double_void="once")
    assert 10 * (4 - len({suit(card) for card in hand.split()})) == shown_in(hand.split(), "void")


@clause("FLASH-7.9", "FLASH-7.14")
def test_double_four() -> None:
    """40 once, or 40 for each set; never shown twice."""
    for hand in every_hand_with_fours():
        assert (40, 80) == (shown_in(hand, "four"), shown_in(hand, "four", double_four="each"))
    p = Placed(TWIN_FOUR, tricks=0, double_four="each").take("flash twin", "flash four")
    assert ([100, 0], 8) == (p.bonus, len(p.legal))
    assert 40 == shown_in(FOUR.split(), "four", double_four="each")


@clause("FLASH-7.3", "FLASH-7.4", "FLASH-7.5", "FLASH-7.6", "FLASH-7.7", "FLASH-7.8", "FLASH-7.9", "FLASH-7.14")
@pytest.mark.parametrize(("void", "four"), [("each", "once"), ("once", "each")])
def test_flashes_of_random_hands(void: str, four: str) -> None:
    """Those that the second telling finds, with the same bonus; at most 60, or 100, for a hand."""
    chooser, seen = random.Random(void), set()
    for _ in range(120):
        hand = rich_hand(chooser)
        p = Placed(" ".join(hand), tricks=0, double_void=void, double_four=four)
        expected = flashes(hand, void, four)
        assert {f"flash {kind}" for kind in expected} == {code for code in p.legal if code.startswith("flash")}, hand
        kinds = sorted(expected, key=lambda kind: chooser.random())
        p.take(*(f"flash {kind}" for kind in kinds))
        assert [sum(expected.values()), 0] == p.bonus
        assert sum(expected.values()) <= (60 if four == "once" else 100)
        seen |= set(expected)
    assert set(KINDS) == seen


@clause("FLASH-7.2")
def test_hand_is_judged_before_the_card() -> None:
    """Eight cards: TWIN may be shown before a card is led; afterwards nothing of it is left."""
    m = silent(table(TWIN, "", "", ""))
    assert {"twin"} == open_flashes(m)
    take(m, "flash twin", "play SA")
    assert [20, 0] == bonus(m)
    seven = Placed("SA SQ CJ C8 HK H8 D10", tricks=0)
    assert not [code for code in seven.legal if code.startswith("flash")]
    void_by_playing = silent(table("SA CA CK CQ HQ HK DA DK"))
    assert set() == open_flashes(void_by_playing)
    take(void_by_playing, "play SA")
    assert [0, 0] == bonus(void_by_playing)


@clause("FLASH-7.1", "FLASH-7.10")
def test_not_showing_brings_nothing_and_costs_nothing() -> None:
    """Some, all, or none."""
    for kinds, worth in (((), 0), (("twin",), 20), (("four",), 40), (("four", "twin"), 60)):
        m = silent(table(TWIN_FOUR))
        take(m, *(f"flash {kind}" for kind in kinds), "play SA")
        assert ([worth, 0], [0, 0]) == (bonus(m), points(m))


@clause("FLASH-7.10")
@pytest.mark.parametrize(("text", "reversed_text"), [("flash twin four", "flash four twin")])
def test_two_kinds_together(text: str, reversed_text: str) -> None:
    """In any order, in one code; two entries, the same state; what cannot be shown is refused, with all of it."""
    one_by_one = take(silent(table(TWIN_FOUR)), "flash twin", "flash four")
    for code in (text, reversed_text):
        m = take(silent(table(TWIN_FOUR)), code)
        assert not {name for name in differing(one_by_one.log.state, m.log.state) if not name.startswith("note")}
        assert {"flash twin", "flash four"} == {seen.code for seen in m.history(N)[-2:]}
        assert torite.write(torite.read(torite.write(m, with_key=True)), with_key=True) == torite.write(
            m, with_key=True
        )
    m = silent(table(TWIN_FOUR))
    for code in ("flash twin long", "flash void twin", "flash twin four long"):
        assert clause_of(m, code) in ("FLASH-7.5", "FLASH-7.3")
        assert [0, 0] == bonus(m)
    assert {"twin", "four"} == open_flashes(m)


@clause("FLASH-7.10", "FLASH-7.1")
def test_each_kind_once() -> None:
    """Shown again it is refused; not held, too."""
    m = take(silent(table(TWIN_FOUR)), "flash four")
    assert {"twin"} == open_flashes(m)
    assert ("FLASH-7.10", "FLASH-7.3", "FLASH-7.5") == tuple(
        clause_of(m, f"flash {kind}") for kind in ("four", "void", "long")
    )


@clause("FLASH-7.12", "FLASH-7.1")
def test_right_is_lost_after_trick_1() -> None:
    """The same hand, one card fewer: nothing, with a clause that says so."""
    m = play(table(VOID, "HA", "CA", "D7"), "SA HA CA D7")
    while turn(silent(m)) != N:
        take(m, min(code for code in legal(m) if code.startswith("play")))
    assert set() == open_flashes(m)
    assert "FLASH-7.12" == clause_of(m, "flash void")


@clause("FLASH-7.12", "FLASH-7.13")
def test_only_in_turn() -> None:
    """Not before the command, not out of turn, not after the card."""
    m = table(VOID, TWIN.replace("SA", "S7").replace("SQ", "S9").replace("C8", "CQ").replace("D10", "D7"))
    assert (S, ()) == (turn(m), m.actions(N))
    with pytest.raises(torite.ToriteError):
        m.act(N, "flash void")
    take(m, "none")
    with pytest.raises(torite.ToriteError):
        m.act(E, "flash twin")
    take(m, "play SA")
    with pytest.raises(torite.ToriteError):
        m.act(N, "flash void")
    assert [0, 0] == bonus(m)


@clause("FLASH-7.13", "FLASH-2.1")
def test_leader_flashes_after_the_command() -> None:
    """Then any more, then the lead; the flash ends no turn and brings the word to nobody."""
    m = take(table(TWIN_FOUR), "command avoid S")
    assert (N, {"twin", "four"}) == (turn(m), open_flashes(m))
    take(m, "flash four")
    assert (N, {"twin"}) == (turn(m), open_flashes(m))
    take(m, "flash twin", "play SA")
    assert (E, [60, 0], [0, 15]) == (turn(m), bonus(m), points(m))


@clause("EX-FLASH-17")
@clause("FLASH-7.12", "FLASH-3.4")
@pytest.mark.parametrize(("code", "worth"), [("flash void", 10), ("pass", 0)])
def test_example_17_passing_with_a_flash(code: str, worth: int) -> None:
    """♠10 ♥7 ♦Q lie there; ♠A ♠K ♥A ♥K ♥Q ♦8 ♦9 ♦10."""
    m = play(table("S10", "H7", "DQ", "SA SK HA HK HQ D8 D9 D10"), "S10 H7 DQ")
    assert ({"flash void", "pass"}, W) == (legal(m), turn(m))
    assert "FLASH-3.3" == clause_of(m, "play SA")
    take(m, code)
    assert ([0, worth], 1) == (bonus(m), m.public.tricks_played)
    assert 3 == sum(codes(m, row) != [] for row in m.public.trick)


@clause("EX-FLASH-17")
@clause("FLASH-7.12", "FLASH-3.6")
def test_example_17_in_trick_2() -> None:
    """No action: the pass is settled by itself."""
    hands = ("S10 S9", "H7 H8", "DQ DJ", "SA SK HA HK HQ D8 D9 D10")
    p = Placed(*hands, tricks=1).play("S10 H7 DQ")
    assert (2, [0, 0]) == (p.state.tricks_played, p.bonus)
    first = Placed(*hands, tricks=0).play("S10 H7 DQ")
    assert {"flash void", "pass"} == first.legal


@clause("FLASH-7.12", "FLASH-7.10")
@pytest.mark.parametrize("order", [("void", "long"), ("long", "void")])
def test_several_flashes_while_passing(order: tuple[str, str]) -> None:
    """After one the player may still pass; after the last the pass follows by itself."""
    p = Placed("S10 S9", "H7 H8", "SA SK SQ SJ HK HQ H10 H9", "DA D9", tricks=0).play("S10 H7")
    assert (S, {"flash void", "pass"}) == (p.turn, p.legal)
    p = Placed("S10 S9", "H7 H8", "SA SK SQ SJ H10 H9 S8 S7", "DA D9", tricks=0).play("S10 H7")
    assert (S, {"flash void", "flash long", "pass"}) == (p.turn, p.legal)
    some = Placed("S10 S9", "H7 H8", "SA SK SQ SJ H10 H9 S8 S7", "DA D9", tricks=0)
    some.play("S10 H7").take(f"flash {order[0]}")
    assert (S, {f"flash {order[1]}", "pass"}) == (some.turn, some.legal)
    some.take("pass")
    assert (W, [30 if order[0] == "long" else 20, 0]) == (some.turn, some.bonus)
    p.take(*(f"flash {kind}" for kind in order))
    assert (W, [50, 0]) == (p.turn, p.bonus)
    assert [0, 0, 1, 0] == list(p.state.passed)


@clause("FLASH-7.11", "FLASH-7.6", "FLASH-7.10")
@pytest.mark.parametrize(("hand", "kind", "cards"), [(TWIN_FOUR, "twin", TWIN_FOUR), (FOUR, "four", "SA CA HA DA")])
def test_who_sees_the_cards(hand: str, kind: str, cards: str) -> None:
    """The left neighbour the proving cards, nobody else; all are told kind and bonus."""
    m = take(silent(table(hand)), f"flash {kind}")
    assert sorted(cards.split()) == seen_by(m, E)
    assert ([], []) == (seen_by(m, S), seen_by(m, W))
    assert [] == codes(m, m.public.hand[N])
    for viewer in (N, E, S, W, -1):
        assert f"flash {kind}" == m.history(viewer)[-1].code
        assert 1 == getattr(m.knowledge.glimpse(viewer), f"{kind}_flash")[N]
        assert m.knowledge.glimpse(viewer).bonus[N] > 0


def seen_by(m: Match, viewer: int, owner: int = N) -> list[str]:
    """What a seat sees of another's hand."""
    return codes(m, m.view(viewer).hand[owner])


@clause("FLASH-7.15", "FLASH-7.14", "FLASH-7.9")
@pytest.mark.parametrize("double", ["once", "each"])
def test_which_of_two_sets_is_shown(double: str) -> None:
    """The higher one; both under `double_four = each`."""
    for ranks in (("A", "K"), ("K", "7"), ("9", "8"), ("J", "10")):
        hand = [s + one for one in ranks for s in SUITS]
        m = take(silent(table(" ".join(hand), double_four=double)), "flash four")
        expected = [card for card in hand if rank(card) == ranks[0]] if double == "once" else hand
        assert sorted(expected) == seen_by(m, E)
        assert ([], []) == (seen_by(m, S), seen_by(m, W))


@clause("FLASH-7.11")
@pytest.mark.parametrize("seat", range(4))
def test_left_neighbour_of_every_seat(seat: int) -> None:
    """Whoever shows."""
    hands = [""] * 4
    hands[seat] = VOID
    m = take(silent(table(*hands, dealer=(seat + 3) % 4)), "flash void")
    seen = [len(seen_by(m, viewer, seat)) for viewer in range(4)]
    assert [8 if viewer in (seat, (seat + 1) % 4) else 0 for viewer in range(4)] == seen
    take(m, "play SA")
    assert sorted(set(VOID.split()) - {"SA"}) == seen_by(m, (seat + 1) % 4, seat)


@clause("FLASH-7.1")
def test_every_player_may_flash_in_the_first_trick() -> None:
    """N leads, then E, S and W in their turns."""
    m = table(VOID, "S10 S7 CK C9 HQ H9 DA D9", "CA CQ CJ SK HA HK D8 D7", "S9 S8 SJ H7 H8 H10 HJ DQ")
    for kind in ("void", "twin", "", "void"):
        assert ({kind} - {""}) == open_flashes(silent(m))
        take(m, *([f"flash {kind}"] if kind else []))
        take(m, next(code for code in sorted(legal(m)) if code.startswith("play")))
    assert ([10, 30], 1) == (bonus(m), m.public.tricks_played)
    assert [0, 0] != [state(m).void_flash[N], state(m).void_flash[W]]
