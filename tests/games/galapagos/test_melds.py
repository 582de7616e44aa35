"""Section 3: what sets and sequences of the won cards score."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import listed, turn
from tests.clauses import clause
from tests.games.galapagos.asking import WITH_JOKERS, legal, melds_of
from tests.games.galapagos.builders import auctioned, melded, scored
from tests.games.galapagos.naive_melds import RANKS, SUITS

J, Q, K = "J", "Q", "K"
EXAMPLE_4 = "SA S2 S3 HJ DJ C9 C10 CJ CQ CK H5 D5 H8"
EXAMPLE_5 = "S2 H2 D2 C2 HJ HQ HK S9 D9 C9 D6 C4 S7"
EXAMPLE_6 = "S3 H3 D3 C3 S10 H10 D10 C10 SA HK D7 C5 H6"
EXAMPLE_7 = "DA D2 D3 D4 DQ DK S5 S6 S7 S8 S9 H9 C9"
EXAMPLE_15 = "SJ HJ DJ CJ C9 C10 CQ CK S5 H7 D2 S4 H3"
EXAMPLE_16 = "C9 C10 CJ CQ CK CA SA HA D2 D4 H6 S8 H3"


def points(won: str, name: str = "", **options: Any) -> int:
    """What seat 0 scores for a won pile, seat 1 having nothing; with a suit named."""
    options.setdefault("century_mark", "over_100")
    m = melded(won, names=(name, ""), initial={"score": [0, 500]}, **options)
    bonus = 100 if m.scores[0] > 200 or (m.scores[0] > 100 and m.scores[0] - 100 > 100) else 0
    assert 500 == m.scores[1]
    return m.scores[0] - bonus


def nameable(won: str, **options: Any) -> set[str]:
    """The suits that seat 0, the last taker, may name at meld scoring."""
    m = auctioned((won, ""), **options)
    may = legal(m, 0) if m.actors == (0,) else set()
    return {code.split()[1] for code in may if code.startswith("name")} if "decline" in may else set()


def run(suit: str, first: str, size: int) -> str:
    """A sequence of so many cards."""
    at = RANKS.index(first)
    return " ".join(suit + rank for rank in RANKS[at : at + size])


@clause("GALA-3.2", "GALA-3.3", "GALA-3.4")
@pytest.mark.parametrize("rank", RANKS)
def test_three_of_a_rank(rank: str) -> None:
    """15 points, threes and twos too."""
    assert 15 == points(f"S{rank} H{rank} D{rank}")


@clause("GALA-3.4", "GALA-3.6")
@pytest.mark.parametrize("rank", RANKS)
def test_four_of_a_rank(rank: str) -> None:
    """40, threes 60, twos 80, and not the set of three as well."""
    expected = {"3": 60, "2": 80}.get(rank, 40)
    assert expected == points(" ".join(suit + rank for suit in SUITS))


@clause("GALA-3.2")
def test_two_of_a_rank_and_two_in_a_row_score_nothing() -> None:
    """Nor do three in a row of several suits."""
    assert 0 == points("S9 H9 S4 S5 C6 DQ DK")


@clause("GALA-3.5", "GALA-3.6")
@pytest.mark.parametrize("size", range(3, 14))
@pytest.mark.parametrize("suit", ["C", "H"])
def test_sequences_by_length(size: int, suit: str) -> None:
    """10, 20, then 10 a card; a run is one sequence."""
    expected = {3: 10, 4: 20}.get(size, 10 * size)
    assert expected == points(run(suit, RANKS[min(3, 13 - size)], size))


@clause("GALA-3.7")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [("SA S2 S3", 10), ("SQ SK SA", 10), ("SK SA S2", 0), ("SA S2 SQ", 0), ("SJ SQ SK SA S2", 20), ("SK SA S2 S3", 10),
     ("SA S2 S3 S4 S5", 50), ("S10 SJ SQ SK SA", 50)],
)  # fmt: skip
def test_ace_low_or_high_but_not_in_the_middle(cards: str, expected: int) -> None:
    """A-2-3 and Q-K-A, and no K-A-2."""
    assert expected == points(cards)


@clause("GALA-3.8", "GALA-3.16")
@pytest.mark.parametrize(
    ("cards", "expected", "declared"),
    [
        ("SA S2 S3 SQ SK", 10, ["AQK"]),
        ("SA S2 S3 S4 SQ SK", 20, ["A234"]),
        ("SA S2 S3 SJ SQ SK", 20, ["AJQK"]),
        ("SA S2 S3 S4 S5 SQ SK", 50, ["A2345"]),
        ("SA S2 S3 S4 SJ SQ SK", 30, ["AJQK", "234"]),
        ("SA S2 S3 S4 S10 SJ SQ SK", 60, ["A10JQK", "234"]),
        ("SA S2 S3 S4 S5 SJ SQ SK", 60, ["A2345", "JQK"]),
    ],
)
@pytest.mark.parametrize("overlap", ["set_and_sequence", "none"])
def test_one_ace_in_one_sequence(cards: str, expected: int, declared: list[str], overlap: str) -> None:
    """Whichever totals more; the rest of the other run counts without it if three are left; few melds in a tie."""
    m = melded(cards, century_mark="over_100", meld_overlap=overlap)
    assert [expected, 0] == m.scores
    assert [("sequence", len(ranks.replace("10", "X")), "S") for ranks in declared] == melds_of(m, 0)


@clause("GALA-3.8", "GALA-3.18")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [("SA S2 S3 SQ SK", 20), ("SA S2 S3 S4 SQ SK", 30), ("SA S2 S3 S4 S5 S10 SJ SQ SK", 100), ("SA S2 SK", 0)],
)
def test_ace_at_both_ends(cards: str, expected: int) -> None:
    """With the option two runs around one ace count."""
    assert expected == points(cards, ace_both_ends=True)


@clause("GALA-3.18", "GALA-3.5")
@pytest.mark.parametrize("options", [{}, {"ace_both_ends": True}, {"meld_overlap": "none"}])
def test_whole_suit(options: dict[str, Any]) -> None:
    """Thirteen cards are one sequence of 130 points."""
    m = melded(run("D", "2", 13), century_mark="over_100", **options)
    assert 130 + 100 == m.scores[0]
    assert [("sequence", 13, "D")] == melds_of(m, 0)


@clause("GALA-3.9")
def test_card_counts_in_a_set_and_in_a_sequence() -> None:
    """Also two sets and a run at a time."""
    assert 15 + 10 == points("S9 H9 D9 S7 S8")
    assert 15 + 15 + 15 + 10 == points("S7 H7 D7 S8 C8 D8 S9 H9 C9")


@clause("GALA-3.9", "GALA-3.15")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("S9 H9 D9 S7 S8", 15), ("S9 H9 D9 C9 S7 S8", 40), ("S9 H9 D9 S7 S8 S10", 20),
        ("S9 H9 D9 C9 S7 S8 S10 S6", 65), ("S5 S6 S7 S8 H5 D5", 15 + 10), ("S5 S6 S7 S8 S9 H5 D5", 50),
        ("S7 S8 S9 H7 H8 H9 D7 D8 D9", 45),
    ],
)  # fmt: skip
def test_no_overlap(cards: str, expected: int) -> None:
    """The best selection in which no card lies twice, also of three out of four and of part of a run."""
    assert expected == points(cards, meld_overlap="none")


@clause("GALA-3.16", "GALA-3.15", "GALA-5.12")
def test_fewest_melds_in_a_tie() -> None:
    """Four sets of three or three runs of four, 60 either way: the runs are declared; with ♣ named the sets count."""
    won = " ".join(suit + rank for suit in "SHD" for rank in "5678")
    m = melded(won, meld_overlap="none", trump_bonus_time="at_tricks")
    assert [60, 0] == m.scores
    assert [("sequence", 4, suit) for suit in "SHD"] == melds_of(m, 0)
    m = melded(won, names=("C", ""), meld_overlap="none")
    assert [120 + 100, 0] == m.scores
    assert [("set", 3, rank) for rank in "8765"] == melds_of(m, 0)


@clause("GALA-3.3", "GALA-3.10")
@pytest.mark.parametrize("missing", SUITS)
def test_naming_the_missing_suit(missing: str) -> None:
    """A set of three scores 30."""
    cards = " ".join(suit + "8" for suit in SUITS if suit != missing)
    assert {missing} == nameable(cards)
    assert 30 == points(cards, missing)
    assert 15 == points(cards)


@clause("GALA-3.10")
def test_one_name_for_several_sets() -> None:
    """Every set missing that suit scores 30, the others 15."""
    won = "S4 H4 D4 S8 H8 D8 SQ HQ CQ"
    assert {"C", "D"} == nameable(won)
    assert [75, 60, 45] == [points(won, name) for name in ("C", "D", "")]


@clause("GALA-3.10", "GALA-3.4")
def test_sets_of_four_name_nothing() -> None:
    """There is nobody to ask, and with sequences neither."""
    assert set() == nameable("S4 H4 D4 C4 SQ SK SJ")


@clause("GALA-3.1")
def test_only_won_cards_count() -> None:
    """A bid pile full of melds scores nothing, nor does it add to what was won."""
    m = melded("S9 H9", bids=("D9 C9 S2 S3 S4 S5 S6 H2 D2 C2 H3 D3 C3", ""))
    assert [0, 0] == m.scores


@clause("GALA-8.8")
@pytest.mark.parametrize("won", ["S9 H9 JR", "S7 S8 JR", "SK SA JR", "S2 S3 JR"])
def test_joker_is_in_no_meld(won: str) -> None:
    """It stands in the won pile and counts for nothing."""
    assert 0 == points(won, variant=WITH_JOKERS)


@clause("GALA-8.8", "GALA-8.6")
def test_melds_are_counted_after_the_exchange() -> None:
    """A card given for the joker is missing."""
    won = ("S9 H9 D9 S2 C3 H4 D6 S7 C8 H10 DJ SK CQ", "")
    for give, expected in (("D9", 0), ("S2", 15)):
        m = auctioned(won, variant=WITH_JOKERS, exchanges=False)
        m.act(0, f"exchange {give}")
        m.act(1, "keep")
        assert expected == scored(m).scores[0]


@clause("EX-GALA-4", "GALA-3.15")
def test_example_4() -> None:
    """75, with ♠ 90; without overlap 60 and nothing to name."""
    assert ({"S"}, 75, 90) == (nameable(EXAMPLE_4), points(EXAMPLE_4), points(EXAMPLE_4, "S"))
    assert (set(), 60) == (nameable(EXAMPLE_4, meld_overlap="none"), points(EXAMPLE_4, meld_overlap="none"))


@clause("EX-GALA-5")
def test_example_5() -> None:
    """105, with ♥ 120."""
    m = melded(EXAMPLE_5)
    assert 205 == m.scores[0]
    m = melded(EXAMPLE_5, names=("H", ""))
    assert 220 == m.scores[0]


@clause("EX-GALA-6", "GALA-4.3")
@pytest.mark.parametrize(("mark", "expected"), [("at_least_100", 200), ("over_100", 100)])
def test_example_6(mark: str, expected: int) -> None:
    """100 exactly, the other 70: the bonus depends on the mark."""
    m = melded(EXAMPLE_6, "S5 S6 S7 S8 S9 CJ CQ CK CA", century_mark=mark)
    assert [expected, 70] == m.scores


@clause("EX-GALA-7", "GALA-3.16")
def test_example_7() -> None:
    """85, or 100 with ♦: one run of four; with both ends 95 or 110."""
    assert (85, 100) == (points(EXAMPLE_7), points(EXAMPLE_7, "D"))
    assert [("set", 3, "9"), ("sequence", 5, "S"), ("sequence", 4, "D")] == melds_of(melded(EXAMPLE_7), 0)
    both: dict[str, Any] = {"ace_both_ends": True, "century_mark": "over_100"}
    assert 95 == points(EXAMPLE_7, **both)
    assert 110 + 100 == melded(EXAMPLE_7, names=("D", ""), **both).scores[0]


@clause("EX-GALA-15", "GALA-3.15")
def test_example_15() -> None:
    """90 and nothing to name; without overlap 65, with ♣, the suit that this set lacks, 80."""
    assert (set(), 90) == (nameable(EXAMPLE_15), points(EXAMPLE_15))
    apart = {"meld_overlap": "none"}
    assert ({"C"}, 65, 80) == (
        nameable(EXAMPLE_15, **apart), points(EXAMPLE_15, **apart), points(EXAMPLE_15, "C", **apart)
    )  # fmt: skip


@clause("EX-GALA-16", "GALA-3.15")
def test_example_16() -> None:
    """75, with ♦ 90; without overlap 65, with ♦ 80."""
    assert ({"D"}, 75, 90) == (nameable(EXAMPLE_16), points(EXAMPLE_16), points(EXAMPLE_16, "D"))
    apart = {"meld_overlap": "none"}
    assert ({"D"}, 65, 80) == (
        nameable(EXAMPLE_16, **apart), points(EXAMPLE_16, **apart), points(EXAMPLE_16, "D", **apart)
    )  # fmt: skip


@clause("GALA-3.8", "GALA-3.9", "GALA-3.17")
def test_most_melds() -> None:
    """Eight, with an ace at both ends: three sets, five sequences; each may be asked for."""
    won = "SA S2 S3 SQ SK HA H2 H3 HQ HK DA D2 D3"
    m = auctioned((won, ""), ace_both_ends=True, trump_bonus_time="at_tricks")
    sets, runs = [("set", 3, rank) for rank in "A32"], [("sequence", 3, suit) for suit in "SSHHD"]
    assert [*sets, *runs] == melds_of(m, 0)
    assert {"accept", *(f"show {number}" for number in range(1, 9))} == legal(m)
    for number, cards in ((4, "SQ SK SA"), (5, "SA S2 S3"), (8, "DA D2 D3")):
        m.act(1, f"show {number}")
        shown = next(note.pieces for note in m.log.standing[-1].notes if note.pieces)
        assert set(cards.split()) == {m.game.pack.codes[kind] for kind in shown}
    assert 3 * 15 + 5 * 10 == scored(m).scores[0]


@clause("EX-GALA-17", "GALA-3.16")
@pytest.mark.parametrize("overlap", ["set_and_sequence", "none"])
def test_example_17(overlap: str) -> None:
    """Either end gives 10, the ace counts high: Q-K-A is what is shown."""
    m = auctioned(("SA S2 S3 SQ SK", ""), meld_overlap=overlap)
    assert 1 == turn(m)
    m.act(1, "show 1")
    assert {"SQ", "SK", "SA"} == set(listed(m, m.public.shown[0]))
    assert 10 == scored(m).scores[0]
    assert 20 == points("SA S2 S3 SQ SK", ace_both_ends=True)
