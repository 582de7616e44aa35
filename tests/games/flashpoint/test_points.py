"""Sections 5 and 6: what a trick scores and for whom, the last trick, who leads next, when the round is over."""

from __future__ import annotations

import pytest

from tests.aloud import legal, state, take, told, turn
from tests.clauses import clause
from tests.games.flashpoint.builders import (
    ALL_ACES,
    E,
    N,
    Placed,
    S,
    W,
    happening,
    late,
    made_in_a_round,
    play,
    points,
    silent,
    table,
    trick_of_ranks,
)
from tests.games.flashpoint.naive import RANKS, Naive, left_of, partner
from torite import Match

TABLE = [  # ranks in playing order, points, the note's key
    ("K K 9 7", 1, "pair"), ("10 J Q A", 3, "run_of_three"), ("8 8 8 A", 6, "triplet"), ("10 J Q Q", 8, "pair_run"),
    ("A A 9 9", 10, "two_pairs"), ("8 9 10 J", 12, "run_of_four"), ("7 7 7 7", 16, "quartet"),
]  # fmt: skip
NOT_SCORES = ("takes", "passes", "leads_instead", "cannot_obey")


def lines(m: Match) -> list[tuple[str, int, int]]:
    """What has been scored, line by line."""
    return [line for line in told(m) if line[0] not in NOT_SCORES]


@clause("EX-FLASH-8")
@clause("FLASH-5.1", "FLASH-5.2")
@pytest.mark.parametrize(("ranks", "worth", "key"), TABLE)
def test_example_8_every_line_of_the_table(ranks: str, worth: int, key: str) -> None:
    """For the winner's team; one line, the highest."""
    m = trick_of_ranks(ranks)
    ((name, seat, amount),) = lines(m)
    assert (key, worth) == (name, amount)
    assert [worth * (one == seat % 2) for one in (0, 1)] == points(m)
    assert seat == [taker for name, taker, _ in told(m, "takes")][-1]


@clause("EX-FLASH-8")
@clause("FLASH-5.1")
@pytest.mark.parametrize(
    ("cards", "worth"),
    [("SK HK", 1), ("S10 HJ DQ", 3), ("S8 H8 D8", 6), ("S9 H9 DK", 1), ("S9 HK D9", 1),
     ("S9 H10", 10), ("S7 H8 DA", 10)],
)  # fmt: skip
def test_example_8_tricks_of_two_and_three(cards: str, worth: int) -> None:
    """The others pass."""
    spare = next(rank for rank in RANKS if rank not in [card[1:] for card in cards.split()])
    hands = [f"{card} {card[0]}{spare}" for card in cards.split()]
    p = Placed(*hands, *[""] * (4 - len(hands))).play(cards)
    assert (7, worth) == (p.state.tricks_played, sum(p.state.score) // 2)


@clause("FLASH-5.3")
@pytest.mark.parametrize(
    ("ranks", "worth"),
    [
        ("A K Q 7", 3), ("7 Q K A", 3), ("K 7 A Q", 3), ("A 7 8 J", 10), ("K A 7 8", 10), ("9 8 7 A", 3),
        ("A K Q J", 12), ("10 9 8 7", 12), ("7 9 8 10", 12), ("Q A 10 K", 3), ("7 A K 8", 10), ("9 8 A 7", 3),
    ],
)  # fmt: skip
def test_runs_do_not_wrap_and_order_does_not_matter(ranks: str, worth: int) -> None:
    """And an idle card spoils nothing."""
    assert worth == sum(points(trick_of_ranks(ranks)))


@clause("FLASH-5.4")
@pytest.mark.parametrize("ranks", ["A 9 7 Q", "7 9 Q A", "9 A Q 7", "7 10 J A"])
def test_damp_squib(ranks: str) -> None:
    """10 for the team that did not win it."""
    m = trick_of_ranks(ranks)
    assert [10 * (team != ranks.split().index("A") % 2) for team in (0, 1)] == points(m)
    ((name, _, amount),) = lines(m)
    assert ("damp_squib", 10) == (name, amount)


@clause("FLASH-5.5", "FLASH-5.6")
@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("SA HK DQ CJ", 24), ("SA HA DA CA", 32), ("S7 H7 D7 C7", 32), ("SA H9 D7 CQ", 20), ("SA HA D9 C7", 2),
        ("SQ H10 DJ C8", 6), ("S8 H8 D8 CA", 12), ("S10 HJ DQ CQ", 16), ("SA HA D9 C9", 20),
    ],
)  # fmt: skip
def test_last_trick_counts_twice(cards: str, worth: int) -> None:
    """Of every line of the table, and of a damp squib; the same trick before counts once."""
    p = Placed(*cards.split(), tricks=7).play(cards)
    assert (True, worth) == (p.over, sum(p.state.score) // 2)
    assert [p.state.gained[seat] for seat in range(4)] == list(p.state.score)
    suits = [card[0] for card in cards.split()]
    spares = [rank for rank in "789" if suits[0] + rank != cards.split()[0]]
    first = f"{cards.split()[0]} {suits[0]}{spares[0]}"
    other = Placed(first, *cards.split()[1:], tricks=7).play(cards)
    assert (False, worth // 2) == (other.over, sum(other.state.score) // 2)


@clause("FLASH-5.6", "FLASH-6.4")
def test_eighth_trick_is_not_always_the_last() -> None:
    """Cards are left after it: it counts once, and the round goes on."""
    p = Placed("SA S9", "HA", "DA", "CA", tricks=7).play("SA HA DA CA")
    assert (8, 16, False, N) == (p.state.tricks_played, sum(p.state.score) // 2, p.over, p.turn)
    p.play("S9")
    assert (9, True, [0, 36, 0, 36]) == (p.state.tricks_played, p.over, list(p.state.score))


@clause("FLASH-5.6", "FLASH-5.5")
def test_last_trick_with_passes() -> None:
    """Two cards, then nobody has any."""
    p = Placed("", "H9", "", "C9", leader=E, tricks=9).play("H9 C9")
    assert (True, [0, 2, 0, 2]) == (p.over, list(p.state.score))


@clause("FLASH-5.5", "FLASH-5.6")
def test_doubling_stands_in_the_account() -> None:
    """As much again, for the same team; once in the round."""
    m = play(late(ALL_ACES, N, 7, command_mode="off"), " ".join(ALL_ACES))
    assert [("quartet", W, 16), ("last_trick", W, 16)] == [
        line for line in lines(m) if line[0] in ("quartet", "last_trick")
    ]
    assert list(made_in_a_round()) == points(m)
    squib = play(late(("DA", "H9", "S7", "CQ"), N, 7, command_mode="off"), "DA H9 S7 CQ")
    (line,) = told(squib, "last_trick")
    assert 10 == line[2]


@clause("FLASH-5.7", "FLASH-2.9")
def test_penalties_are_not_doubled() -> None:
    """In a round with a penalty and a doubled last trick: 15, once."""
    m = late(["DA DK", "HA HK", "SA SK", "CA CK"], N, 6)
    before = points(m)
    take(m, "command lead K", "play DA")
    assert before[1] + 15 == points(m)[1]
    now = points(m)
    play(m, "HA SA CA")
    assert [now[0], now[1] + 16] == points(m)
    play(m, "CK DK HK SK")
    assert [now[0] + 32, now[1] + 16] == points(m)
    assert [("disobeys", N, 15)] == told(m, "disobeys")
    assert m.log.deal_over


# who leads next


@clause("FLASH-6.1")
@pytest.mark.parametrize(("ranks", "leads"), [("A 9 7 Q", N), ("7 K K 9", S), ("9 9 K Q", E), ("9 K K 9", W)])
def test_winner_leads(ranks: str, leads: int) -> None:
    """The next trick; the partner has the word before."""
    m = trick_of_ranks(ranks)
    assert partner(leads) == turn(m)
    assert leads == turn(silent(m))


@clause("EX-FLASH-12")
@clause("FLASH-6.2", "FLASH-6.3")
@pytest.mark.parametrize(
    ("hands", "leads"),
    [
        (("SA S9", "H7 H8", "D8 D9", "CQ C9"), N),
        (("SA", "H7 H8", "D8 D9", "CQ C9"), S),
        (("SA", "H7 H8", "D8", "CQ C9"), E),
        (("SA", "H7", "D8", "CQ C9"), W),
        (("SA", "H7 H8", "D8", "CQ"), E),
        (("SA", "H7", "D8 D9", "CQ"), S),
    ],
)
def test_example_12_winner_without_cards(hands: tuple[str, ...], leads: int) -> None:
    """♠A wins: N leads, else S, else E, else W; the word has the player opposite."""
    p = Placed(*hands).play("SA H7 D8 CQ")
    assert leads == p.turn == p.state.to_lead
    asked = Placed(*hands, command_mode="free").take("none", "play SA", "play H7", "play D8", "play CQ")
    assert partner(leads) == asked.turn


@clause("FLASH-6.2", "FLASH-6.3")
@pytest.mark.parametrize("winner", range(4))
def test_who_leads_instead_from_every_seat(winner: int) -> None:
    """Partner, left, right, for each winner."""
    for has_cards, expected in ((2, 2), (1, 1), (3, 3)):
        hands = [f"{suit}{rank}" for suit, rank in zip("SHDC", ("9", "8", "7", "J"), strict=True)]
        hands[winner] = hands[winner][0] + "A"
        hands[(winner + has_cards) % 4] += f" {hands[(winner + has_cards) % 4][0]}10"
        p = Placed(*hands).play(" ".join(hand.split()[0] for hand in hands))
        assert (winner + expected) % 4 == p.turn
        assert [("leads_instead", (winner + expected) % 4)] == [n for n in p.notes if n[0] == "leads_instead"]


@clause("EX-FLASH-12")
@clause("FLASH-6.2")
def test_example_12_in_a_round() -> None:
    """The left neighbour of a winner leads, found in play."""

    def passed_on(told_so_far: Naive) -> bool:
        wants, tricks = told_so_far.wants, told_so_far.tricks
        return bool(wants and "none" in wants[1] and tricks and told_so_far.leader == left_of(tricks[-1]["taker"]))

    m = happening(passed_on, seed=120)
    winner = told(m, "takes")[-1][1]
    assert ([], []) == (m.cards(winner), m.cards(partner(winner)))
    assert partner(left_of(winner)) == turn(m)
    assert ("leads_instead", left_of(winner), 0) == told(m, "leads_instead")[-1]
    assert left_of(winner) == turn(silent(m))


# the end of the round


@clause("FLASH-6.4", "FLASH-6.5")
@pytest.mark.parametrize("seed", range(3))
def test_round_ends_with_the_last_card(seed: int) -> None:
    """All 32 are played, in eight tricks or more."""
    m = table(seed=30 + seed)
    played = 0
    while not m.log.deal_over:
        code = max(code for code in legal(m) if not code.startswith(("flash", "command")))
        played += code.startswith("play")
        take(m, code)
        assert m.log.deal_over == (played == 32)
    assert 8 <= m.public.tricks_played <= 32
    assert sum(state(m).tricks) == m.public.tricks_played
    assert () == m.actors
    assert m.turns.awaits_chance


@clause("FLASH-6.4")
@pytest.mark.parametrize("tricks", [8, 9, 10, 11])
def test_rounds_of_eight_to_eleven_tricks(tricks: int) -> None:
    """They all happen."""

    def nearly(told_so_far: Naive) -> bool:
        wants = told_so_far.wants
        left = sum(map(len, told_so_far.hands))
        return wants is not None and left == 1 and len(told_so_far.tricks) == tricks - 1 and "none" not in wants[1]

    m = happening(nearly, {8: 0, 9: 0, 10: 0, 11: 675}[tricks])
    take(m, next(code for code in legal(m) if code.startswith("play")))
    assert (tricks, True) == (m.public.tricks_played, m.log.deal_over)
    assert 1 == len(told(m, "last_trick"))
