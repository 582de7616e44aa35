"""Section 5: personal trumps, following, who takes a trick, and what tricks score."""

from __future__ import annotations

from itertools import product

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.galapagos.asking import asked, legal, trump_of
from tests.games.galapagos.builders import at_tricks, auctioned, every_trick, melded, play_tricks, scored
from tests.games.galapagos.naive_melds import SUITS
from tests.games.galapagos.naive_playoff import follower_wins, may_follow, trick_points

SET = "S8 H8 D8"
STRONG = "SA SK S10 S9 S7 HA HK CQ DQ"


def taker(led: str, reply: str, trumps: str = "SH") -> str:
    """The first trick, that seat 0 leads: `A` or `B`."""
    avoid = "" if reply[0] == led[0] else led[0]
    m = at_tricks(led, reply, trumps=trumps, avoid=("", avoid))
    take(m, f"play {led}", f"play {reply}")
    return "AB"[turn(m)]


@clause("EX-GALA-8", "GALA-5.5", "GALA-5.6", "GALA-5.7", "GALA-5.8", "GALA-5.9")
@pytest.mark.parametrize(
    ("led", "reply", "expected"),
    [
        ("D10", "CK", "A"), ("H10", "CK", "A"), ("D10", "SJ", "A"), ("D10", "H4", "B"), ("H10", "H4", "B"),
        ("S7", "H7", "A"), ("S7", "H10", "B"),
    ],
)  # fmt: skip
def test_example_8(led: str, reply: str, expected: str) -> None:
    """A's trump is ♠, B's is ♥, A leads."""
    assert expected == taker(led, reply)


@clause("GALA-5.5", "GALA-5.6", "GALA-5.7", "GALA-5.8", "GALA-5.9")
@pytest.mark.parametrize(
    ("led", "reply", "trumps", "expected"),
    [
        ("D10", "DJ", "SH", "B"), ("D10", "D9", "SH", "A"), ("DA", "D2", "SH", "A"), ("D2", "CA", "SH", "A"),
        ("S2", "SA", "SH", "A"), ("S2", "SA", "SS", "B"), ("SA", "S2", "SS", "A"), ("SA", "S2", "HS", "B"),
        ("S2", "HA", "SH", "B"), ("SA", "HA", "SH", "A"), ("S9", "H8", "SH", "A"), ("C5", "S9", "SH", "A"),
        ("C5", "S9", "HS", "B"), ("H5", "SA", "SH", "A"),
    ],
)  # fmt: skip
def test_who_takes_a_trick(led: str, reply: str, trumps: str, expected: str) -> None:
    """Plain cards, one trump, two trumps, equal ranks, the other's trump suit."""
    assert expected == taker(led, reply, trumps)


@clause("GALA-5.4", "GALA-5.5", "GALA-5.6", "GALA-5.7", "GALA-5.8", "GALA-5.9", "GALA-5.10")
@pytest.mark.parametrize("trumps", ["".join(pair) for pair in product(SUITS, repeat=2)])
def test_every_first_trick(trumps: str) -> None:
    """Every lead and every reply of two deals, for all pairs of trumps: what may be played, and who takes it."""
    for leader in (0, 1):
        hands, found = every_trick(trumps, leader)
        pair = (trumps[leader], trumps[1 - leader])
        for led in hands[leader]:
            may = may_follow(hands[1 - leader], led, pair, "free")
            assert may == {reply for card, reply in found if card == led}
            for reply in may:
                expected = 1 - leader if follower_wins(led, reply, pair) else leader
                assert expected == found[led, reply], (led, reply)


@clause("GALA-5.1", "GALA-5.2")
def test_both_name_at_the_same_time() -> None:
    """Any suit, also the same; the first name is hidden until both are in."""
    m = melded("")
    assert {0, 1} == set(m.actors)
    for seat in (0, 1):
        assert {f"name {suit}" for suit in SUITS} == legal(m, seat)
    m.act(1, "name D")
    assert ((0,), ["", ""]) == (m.actors, [trump_of(m, 0), trump_of(m, 1)])
    m.act(0, "name D")
    assert ["D", "D"] == [trump_of(m, 0), trump_of(m, 1)]


@clause("GALA-5.13")
@pytest.mark.parametrize("last", [0, 1])
def test_last_taker_names_first(last: int) -> None:
    """Openly, then the other."""
    m = melded("", last=last, trump_naming="last_taker_first")
    assert (last,) == m.actors
    take(m, "name D")
    assert ((1 - last,), "D") == (m.actors, trump_of(m, last))
    take(m, "name D")
    assert ((last,), {"play"}) == (m.actors, asked(m))


@clause("GALA-5.2", "GALA-5.13")
@pytest.mark.parametrize("naming", ["simultaneous", "last_taker_first"])
@pytest.mark.parametrize(("names", "expected"), [(("C", ""), (1,)), (("", "D"), (0,)), (("C", "D"), None)])
def test_bound_players_are_passed_over(naming: str, names: tuple[str, str], expected: tuple[int, ...] | None) -> None:
    """One names alone; if both are bound the first lead comes at once."""
    m = melded(SET, "S9 H9 C9", names=names, trump_naming=naming)
    if expected is None:
        assert ((0,), {"play"}) == (m.actors, asked(m))
    else:
        assert (expected, {"name"}) == (m.actors, asked(m))
        assert {f"name {suit}" for suit in SUITS} == legal(m)
        take(m, "name H")
        assert {"play"} == asked(m)


@clause("GALA-5.3")
@pytest.mark.parametrize("last", [0, 1])
def test_last_taker_leads_with_the_won_cards(last: int) -> None:
    """Thirteen cards, every one may be led."""
    m = at_tricks("SA S3 HK", "DA D3 CK", last=last)
    assert (last,) == m.actors
    won = ({"SA", "S3", "HK"}, {"DA", "D3", "CK"})
    for seat in (0, 1):
        assert won[seat] <= set(m.cards(seat))
        assert 13 == len(m.cards(seat))
    assert {f"play {card}" for card in m.cards(last)} == legal(m)


@clause("GALA-5.4")
def test_following() -> None:
    """The suit led if it is held; else anything, with no duty to trump or to win."""
    m = take(at_tricks("D5", "DA D2 H3", avoid=("", "D")), "play D5")
    assert {"play DA", "play D2"} == legal(m)
    m = take(at_tricks("D5", "H3", avoid=("", "D")), "play D5")
    assert {f"play {card}" for card in m.cards(1)} == legal(m)


@clause("GALA-5.10")
def test_winner_leads_to_the_next_trick() -> None:
    """Thirteen of them; then the play-off begins."""
    m = at_tricks("", "")
    for number in range(13):
        leader = turn(m)
        led = sorted(legal(m))[0]
        take(m, led)
        reply = sorted(legal(m))[0]
        take(m, reply)
        cards = (led.split()[1], reply.split()[1])
        trumps = (trump_of(m, leader), trump_of(m, 1 - leader))
        assert turn(m) == (1 - leader if follower_wins(*cards, trumps) else leader)
        assert number + 1 == sum(m.public.tricks)


@clause("GALA-5.11", "EX-GALA-9", "GALA-9.4")
@pytest.mark.parametrize("wins", [4, 5, 6, 7, 8, 9, 10])
def test_points_of_tricks(wins: int) -> None:
    """Ten each for an odd number, five for an even one, entered after the thirteenth."""
    m = play_tricks(at_tricks(STRONG if wins > 8 else ""), wins=wins, tricks=12)
    assert [0, 0] == m.scores
    while sum(m.public.tricks) < 13:
        take(m, *legal(m))
    expected = [trick_points(wins), trick_points(13 - wins)]
    assert expected == [score - (50 if score > 100 else 0) for score in m.scores]
    assert wins == m.public.tricks[0]


@clause("EX-GALA-9", "GALA-5.11")
@pytest.mark.parametrize(("wins", "points"), [(13, [130, 0]), (12, [60, 10]), (1, [10, 60]), (0, [0, 130])])
def test_points_of_lopsided_tricks(wins: int, points: list[int]) -> None:
    """A whole suit against cards that cannot follow or trump."""
    whole = "S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK SA"
    other = "C2 C3 D5 C6 C7 D9 C9 C10 DJ CQ D2 D3"
    strong = whole if wins in (0, 13) else whole.replace(" SA", " D4")
    won = (strong, other) if wins > 6 else (other, strong)
    m = at_tricks(*won, trumps="SH" if wins > 6 else "HS", last=0 if wins > 6 else 1, century_mark="over_100",
                  avoid=("HS", "HS"), melds=True)  # fmt: skip
    before = list(m.scores)
    play_tricks(m, wins=wins)
    gained = [now - then for now, then in zip(m.scores, before, strict=True)]
    assert points == gained


@clause("GALA-5.11")
def test_table_of_trick_points() -> None:
    """All fourteen splits, written out."""
    assert [0, 10, 10, 30, 20, 50, 30, 70, 40, 90, 50, 110, 60, 130] == [trick_points(n) for n in range(14)]


@clause("GALA-5.11", "GALA-9.4")
def test_exactly_one_count_is_odd() -> None:
    """So both together score 70 to 130."""
    for tricks in range(14):
        both = trick_points(tricks) + trick_points(13 - tricks)
        odd = tricks if tricks % 2 else 13 - tricks
        assert 65 + 5 * odd == both
        assert 70 <= both <= 130


@clause("GALA-5.12", "GALA-5.2")
def test_at_tricks_everybody_names() -> None:
    """Also with sets of three; the extra depends on the name."""
    m = scored(auctioned((SET, ""), trump_bonus_time="at_tricks"))
    m.act(0, "name C")
    m.act(1, "name C")
    play_tricks(m, wins=6)
    assert [15 + 30 + 15, 70] == m.scores
