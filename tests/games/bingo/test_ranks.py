"""Suits, strength and the winner of a trick: clauses BINGO-2 and 4.3, 12.5, and the examples on them."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.aloud import take
from tests.clauses import clause
from tests.games.bingo.builders import ORDERS, arrived, bare_tricks, every_pair, may_reply, one_trick, points, taker
from tests.games.bingo.naive import PIPS, TILES, Deal, Rules, of_suit, pips, reply_wins, suit_led, suit_row, tile

CLAUSES = Path(__file__).parents[3] / "src/torite/games/bingo/clauses.md"
SECTION = (
    "BINGO-2.1", "BINGO-2.2", "BINGO-2.3", "BINGO-2.4", "BINGO-2.5", "BINGO-2.6", "BINGO-2.7", "BINGO-2.8",
    "BINGO-2.9", "BINGO-4.3", "BINGO-5.13",
)  # fmt: skip


def taken_by(led: str, reply: str, trump: int, blank: str, double: str) -> int:
    """Who takes a trick that seat 0 leads."""
    return bare_tricks(trump, blank, double)[led, reply][0]


@clause("BINGO-12.5", *SECTION)
@pytest.mark.parametrize("trump", PIPS)
@pytest.mark.parametrize(("blank", "double"), ORDERS)
def test_every_pair_against_the_tables(blank: str, double: str, trump: int) -> None:
    """Who takes it, for each tile led and each other played to it, by tables written out from the clauses."""
    rules = Rules(blank, double)
    expected = {pair: int(reply_wins(*pair, trump, rules)) for pair in every_pair()}
    assert expected == {pair: taken_by(*pair, trump, blank, double) for pair in every_pair()}


@clause("BINGO-12.5", "BINGO-2.4", "BINGO-4.3")
@pytest.mark.parametrize("trump", PIPS)
@pytest.mark.parametrize(("blank", "double"), ORDERS)
def test_laws_of_winning(blank: str, double: str, trump: int) -> None:
    """The same tile wins, whoever leads, if it is [0-0], the only trump or the higher trump; no two beat each other.

    Two tiles of different suits can each take the trick they lead, never each the trick that the other leads.
    """
    for one, other in every_pair():
        beats = taken_by(other, one, trump, blank, double) == 1
        beaten = taken_by(one, other, trump, blank, double) == 1
        assert not (beats and beaten)
        if "0-0" in (one, other) or trump in pips(one) or trump in pips(other):
            assert beats != beaten
        if one == "0-0":
            assert beats


@clause("BINGO-2.5", "BINGO-2.7", "BINGO-2.6")
@pytest.mark.parametrize("trump", PIPS)
@pytest.mark.parametrize(("blank", "double"), ORDERS)
def test_order_within_trumps_is_one_row(blank: str, double: str, trump: int) -> None:
    """Each trump beats all that stand behind it."""
    row = suit_row(trump, Rules(blank, double))
    found = [[taken_by(led, reply, trump, blank, double) for reply in row if reply != led] for led in row]
    assert [[1] * i + [0] * (len(row) - 1 - i) for i in range(len(row))] == found


@clause("BINGO-2.5", "EX-BINGO-2")
def test_example_suit_of_fours() -> None:
    """As plain suit: each tile with a four as its larger pip is beaten by those before it; as trumps all in a row."""
    row = ["0-0", "6-4", "5-4", "4-4", "4-3", "4-2", "4-1", "4-0"]
    assert row == suit_row(4)
    for trump in (4, 3):
        for i, led in enumerate(row):
            for j, reply in enumerate(row):
                plain = trump != 4 and (i in (1, 2) or 4 in (i, j))
                if i != j and not plain:
                    assert (0 if i < j else 1) == taken_by(led, reply, trump, "low", "pip")


@clause("BINGO-2.5", "BINGO-2.6", "BINGO-2.7")
def test_table_of_suit_four() -> None:
    """The three rows of section 2 are those of the oracle, and of the trumps when fours are trumps."""
    text = CLAUSES.read_text(encoding="utf-8").split("Suit 4 in the three forms")[1].split("## 3.")[0]
    rows = re.findall(r"^\| `(\w+)` / `(\w+)`.*? \| (\[.*) \|$", text, re.M)
    assert 3 == len(rows)
    for blank, double, listed in rows:
        order = [tile(*found) for found in re.findall(r"\[(\d)-(\d)\]", listed)]
        assert order == suit_row(4, Rules(blank, double))
        for stronger, weaker in pairwise(order):
            assert 1 == taken_by(weaker, stronger, 4, blank, double)


@clause("BINGO-2.1")
def test_trump_belongs_to_trumps_only() -> None:
    """[6-4] is no six when fours are trumps: led it asks for trumps, and as a reply it does not follow sixes."""
    assert (0, 1) == (taker(one_trick("6-4", "6-5", 4)), taker(one_trick("6-5", "4-0", 4)))
    assert {"6-1"} == may_reply("6-5", "6-1 6-4 2-2", 4)
    assert {"4-1"} == may_reply("6-4", "4-1 6-5 6-6", 4)


@clause("BINGO-2.2", "BINGO-2.3")
@pytest.mark.parametrize(
    ("led", "reply", "winner"),
    [
        ("4-2", "6-4", 1), ("4-2", "5-4", 1), ("4-2", "6-2", 0), ("4-2", "5-2", 0), ("4-2", "2-2", 0),
        ("6-4", "5-4", 0), ("4-1", "4-2", 1), ("5-4", "6-5", 1), ("4-4", "5-4", 1), ("4-4", "4-2", 0),
    ],
)  # fmt: skip
def test_suit_led_is_the_larger_pip(led: str, reply: str, winner: int) -> None:
    """A tile follows by either of its pips, but only to the larger one of the lead. Threes are trumps."""
    assert winner == taker(one_trick(led, reply, 3))


@clause("BINGO-2.4", "BINGO-4.3")
@pytest.mark.parametrize("trump", PIPS)
def test_double_blank_beats_everything(trump: int) -> None:
    """Led or played, whatever is trump; also the highest trumps."""
    for other in TILES[1:]:
        assert (0, 1) == (
            taken_by("0-0", other, trump, "low", "pip"),
            taken_by(other, "0-0", trump, "high", "top"),
        )


@clause("BINGO-2.6", "EX-BINGO-9")
@pytest.mark.parametrize(("order", "winner"), [("low", 1), ("high", 0)])
def test_example_blank_order(order: str, winner: int) -> None:
    """[4-0] is led to suit 4, or to suit 0, which [4-1] does not follow. Twos are trumps."""
    assert winner == taker(one_trick("4-0", "4-1", 2, blank_order=order))
    hand = "4-1 1-0 5-3"
    assert ({"4-1"} if order == "low" else {"1-0"}) == may_reply("4-0", hand, 2, blank_order=order)


@clause("BINGO-2.6")
@pytest.mark.parametrize(("order", "winner"), [("low", 0), ("high", 1)])
def test_blank_as_other_pip(order: str, winner: int) -> None:
    """[4-0] is the weakest four or, but for [0-0] and the double on top, the strongest."""
    assert winner == taker(one_trick("6-4", "4-0", 4, blank_order=order))
    assert winner == taker(one_trick("5-4", "4-0", 4, blank_order=order))


@clause("BINGO-2.7")
@pytest.mark.parametrize(("pip", "trump"), [*((pip, 0) for pip in range(1, 6)), *((pip, pip) for pip in range(2, 6))])
def test_double_order(pip: int, trump: int) -> None:
    """The double is beaten by the tile with the next larger pip, or by none but [0-0]; also among trumps."""
    higher = tile(pip, pip + 1)
    for double, winner in (("pip", 1), ("top", 0)):
        assert winner == taker(one_trick(tile(pip, pip), higher, trump, double_order=double))
        assert 1 == taker(one_trick(tile(pip, pip), "0-0", trump, double_order=double))


@clause("BINGO-2.8")
@pytest.mark.parametrize("trump", range(1, 7))
def test_double_blank_led_is_a_lead_of_blanks(trump: int) -> None:
    """A plain tile with a blank must be played; the trump with a blank does not follow."""
    plain, other = [tile(0, pip) for pip in range(1, 7) if pip != trump][:2]
    assert {plain, other} == may_reply("0-0", f"{plain} {other} {tile(trump, 0)}", trump)
    assert 0 == suit_led("0-0", trump)


@clause("BINGO-2.9")
def test_double_blank_is_the_highest_trump() -> None:
    """When blanks are trumps."""
    for trump in [one for one in TILES[1:] if 0 in pips(one)]:
        for blank, double in ORDERS:
            assert 1 == taken_by(trump, "0-0", 0, blank, double)
            assert 0 == taken_by("0-0", trump, 0, blank, double)


@clause("BINGO-4.3")
@pytest.mark.parametrize(
    ("led", "reply", "trump", "winner"),
    [
        ("0-0", "5-5", 5, 0), ("5-5", "0-0", 5, 1), ("6-6", "5-1", 5, 1), ("5-1", "6-6", 5, 0), ("5-1", "5-4", 5, 1),
        ("5-4", "5-1", 5, 0), ("6-5", "5-5", 5, 0), ("4-3", "6-6", 5, 0), ("4-3", "4-2", 5, 0), ("4-2", "4-3", 5, 1),
    ],
)  # fmt: skip
def test_lines_of_winning(led: str, reply: str, trump: int, winner: int) -> None:
    """(a) [0-0]; (b) the only trump; (c) the higher trump; (d) not followed; (e) the stronger of the suit."""
    m = one_trick(led, reply, trump)
    assert winner == taker(m)
    taken = next(note for note in m.log[-1].notes if note.line.key == "takes")
    assert ("BINGO-4.3", winner) == (taken.line.clause, taken.seat)


@clause("EX-BINGO-4")
@pytest.mark.parametrize(("reply", "winner", "amount"), [("6-4", 1, 10), ("6-2", 0, 0), ("4-3", 1, 7), ("0-0", 1, 14)])
def test_example_replies_to_42(reply: str, winner: int, amount: int) -> None:
    """[4-2] is led and threes are trumps."""
    m = one_trick("4-2", reply, 3)
    assert (winner, amount) == (taker(m), points(m)[winner])
    assert amount == sum(points(m))


@clause("EX-BINGO-5", "EX-BINGO-6", "EX-BINGO-7")
@pytest.mark.parametrize(
    ("led", "reply", "trump", "options", "winner", "amount"),
    [
        ("3-3", "6-3", 3, {}, 1, 37),
        ("5-2", "0-0", 5, {}, 1, 21),
        ("0-0", "5-5", 5, {}, 0, 42),
        ("6-6", "6-5", 1, {}, 0, 12),
        ("5-5", "6-5", 1, {}, 1, 10),
        ("5-5", "6-5", 1, {"double_order": "top"}, 0, 10),
    ],
)
def test_examples_of_tricks(
    led: str, reply: str, trump: int, options: dict[str, Any], winner: int, amount: int
) -> None:
    """Who takes it, and what it counts."""
    m = one_trick(led, reply, trump, **options)
    assert (winner, amount) == (taker(m), points(m)[winner])


@clause("EX-BINGO-8")
@pytest.mark.parametrize(("double", "winner"), [("pip", 0), ("top", 1)])
def test_example_trump_double(double: str, winner: int) -> None:
    """[6-1] and [1-1] are trumps. Only [1-1] can have made them so: it is taken last, and played when all is drawn."""
    rules = Rules(double_order=double)

    def wanted(deal: Deal) -> bool:
        return deal.stage == "reply" and deal.led == "6-1" and "play 1-1" in deal.legal()

    m = arrived(wanted, "1-1", rules)
    leader = m.public.leader
    before = points(m)
    take(m, "play 1-1")
    gained = [now - was for now, was in zip(points(m), before, strict=True)]
    assert 35 == gained[leader if winner == 0 else 1 - leader] == sum(gained)
    assert (winner, 35) == bare_tricks(1, "low", double)["6-1", "1-1"]


@clause("EX-BINGO-10")
@pytest.mark.parametrize(
    ("led", "reply", "trump", "order", "winner"),
    [
        *(("5-2", "4-3", trump, order, 0) for trump in (0, 1, 6) for order in ("low", "high")),
        *(("6-4", "6-3", trump, order, 0) for trump in (0, 1, 2, 5) for order in ("low", "high")),
        ("3-0", "6-0", 5, "high", 1),
        ("3-0", "6-0", 5, "low", 0),
    ],
)
def test_example_three_tricks(led: str, reply: str, trump: int, order: str, winner: int) -> None:
    """The examples of the public page, in both orders of the blank."""
    assert winner == taker(one_trick(led, reply, trump, blank_order=order))


@clause("BINGO-2.1", "BINGO-2.3")
@pytest.mark.parametrize("trump", PIPS)
def test_tables_of_the_oracle(trump: int) -> None:
    """Each suit of the oracle has every tile with its pip once, and every tile that is no trump is of its suits."""
    for blank, double in ORDERS:
        for suit in PIPS:
            row = suit_row(suit, Rules(blank, double))
            assert {"0-0", *(tile(suit, pip) for pip in PIPS)} == set(row)
            assert len(set(row)) == len(row)
    for one in TILES:
        suits = {suit for suit in PIPS if of_suit(one, suit, trump)}
        assert ({trump} if trump in pips(one) else set(pips(one))) == suits
