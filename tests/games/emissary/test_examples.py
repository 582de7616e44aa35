"""The worked examples of the clauses, each with its number, and the invariants over random visits."""

from __future__ import annotations

import random

import pytest

import torite
from tests.aloud import cards, codes
from tests.clauses import clause
from tests.games.emissary.beside import EVERY
from tests.games.emissary.builders import (
    ROW,
    answer,
    argument,
    clause_of,
    easy_visit,
    hand_of,
    heaps,
    lead,
    legal,
    place_of,
    row_of,
    stock_of,
    table,
    take,
    trump,
    turned,
    verbs,
)
from tests.games.emissary.naive import RANKS
from torite.match import Arrangement

NOTHING = "H2 H3 H4 H5 H6 H7 H8 HA"


@clause("EMIS-3.2", "EMIS-3.4")
def test_example_1_following() -> None:
    """♥6 and ♥7 ♥2 ♣A ♠8."""
    assert {"H7", "H2"} == verbs(take(table("H7 H2 CA S8 S7 S6 S5 S4", "H6", at=1), "turn"), "play")
    assert argument("H6", "H7 H2 CA S8 S7 S6 S5 S4", "C", "H7")
    assert not argument("H6", "H7 H2 CA S8 S7 S6 S5 S4", "C", "H2")


@clause("EMIS-3.3", "EMIS-3.5", "EMIS-3.6")
def test_example_2_not_following() -> None:
    """♣A wins as a trump, ♠8 loses."""
    m = lead("H6", "CA S8", "C")
    assert {"CA", "S8"} <= verbs(m, "play") == set(m.cards(0))
    assert argument("H6", "CA S8", "C", "CA")
    assert not argument("H6", "CA S8", "C", "S8")


@clause("EMIS-3.2", "EMIS-3.4", "EMIS-3.6")
def test_example_3_king_leads_trump() -> None:
    """♣5: ♣4 must be played and loses; without ♣ everything loses; ♣8 wins, ♣4 loses."""
    assert {"C4"} == verbs(take(table("C4 H8 H7 H6 H5 H4 H3 H2", "C5", at=1), "turn"), "play")
    assert not argument("C5", "C4 H8 H7 H6 H5 H4 H3 H2", "C", "C4")
    assert [False] * 2 == [argument("C5", "H8 S8 H7 H6 S7 S6 S5 S4", "C", card) for card in ("H8", "S8")]
    assert [True, False] == [argument("C5", "C8 C4 H8 H7 H6 H5 H4 H3", "C", card) for card in ("C8", "C4")]


@clause("EMIS-1.5", "EMIS-3.4", "EMIS-3.5")
def test_example_4_ace_low() -> None:
    """♥A is beaten by every other ♥, and by every ♣."""
    assert all(argument("HA", f"H{rank}", "C", f"H{rank}") for rank in RANKS[1:])
    assert all(argument("HA", f"C{rank}", "C", f"C{rank}") for rank in RANKS)


@clause("EMIS-6.2", "EMIS-6.3")
@pytest.mark.parametrize(("refill", "held"), [(True, 8), (False, 6)])
def test_example_5_diplomacy(refill: bool, held: int) -> None:
    """♣3 and ♣8 are discarded."""
    m = table("C3 C8 H2 H5 S4 S6 D7 D8", at=1, diplomacy_refill=refill)
    take(m, "select HJ", "use HJ")
    assert (held, ["C3", "C8"]) == (len(hand_of(m)), place_of(m, "discards"))


@clause("EMIS-3.10", "EMIS-6.5", "EMIS-6.6", "EMIS-8.5")
def test_example_6_military() -> None:
    """Three ♣ draw three, of which two are ♣; then ♣K draws five."""
    m = table("C2 C5 C7 H2 H3 H4 S2 S3", "CA C3 H5 S4 S5 S6 S7 S8", at=4, won=[6])
    take(m, "select CJ", "use CJ")
    assert 11 == len(hand_of(m))
    assert 16 == len(hand_of(take(m, "use CK")))


@clause("EMIS-6.14")
@pytest.mark.parametrize("thrown", ["CA H2", "S8 CA"])
def test_example_7_commerce(thrown: str) -> None:
    """Hand ♥2 ♥3 ♦4, drawn ♠8 ♣A."""
    m = table("H2 H3 D4 S2 S3 S4 S5 S6", "C2 C3 C4 C5 C6 S8 CA", at=8)
    answer(take(m, "select DJ"), "S2 S3 S4 S5 S6")
    assert cards("H2 H3 D4") == hand_of(m)
    take(m, "use DJ", f"discard {thrown}")
    assert (sorted({"H2", "H3", "D4", "S8", "CA"} - set(thrown.split())), 3) == (hand_of(m), len(hand_of(m)))


@clause("EMIS-6.7", "EMIS-6.8", "EMIS-6.11", "EMIS-5.9")
def test_example_8_politics() -> None:
    """♣Q at 4, ♦K at 7."""
    row = "HK SK SQ CQ HQ CK DK DQ"
    hand = "D2 D3 D4 D5 C2 C3 C4 C5"
    m = take(table(hand, "H6 S2 S3 S4 S5 S6 S7 S8", at=4, row=row), "select SJ", "turn", "use SJ 7")
    assert ("DK", "CQ", "D", "H6") == (row_of(m)[3], row_of(m)[6], trump(m), turned(m))
    take(m, "play C2")
    assert 0 == heaps(m)[2]
    answer(m, "D2 D3 D4 D5 C3 C4 C5")
    assert (True, ["DK"]) == (m.log.deal_over, place_of(m, "allies"))


@clause("EMIS-6.9", "EMIS-6.10")
def test_example_9_politics_forbidden() -> None:
    """At kingdom 8; not so with `last_visit`; never at the last."""
    for ban, at, won, possible in (
        ("position_8", 8, [3], False), ("last_visit", 8, [3], True),
        ("position_8", 2, [1, 3, 4, 5, 6, 7, 8], False), ("last_visit", 2, [1, 3, 4, 5, 6, 7, 8], False),
    ):  # fmt: skip
        m = take(table(at=at, won=won, politics_ban=ban), "select SJ")
        for who in ("SJ", "SK"):
            assert possible == any(code.startswith(who) for code in verbs(m, "use"))


@clause("EMIS-4.1", "EMIS-4.2", "EMIS-4.3")
def test_example_10_stock_runs_out() -> None:
    """Commerce with one card in the stock and 13 discards: 12 remain."""
    clubs = "CA C2 C3 C4 C5 C6 C7 C8"
    stock = "S2 S3 S4 S5 S6 S7 S8 SA D2 D3 D4 D5 D6 D7 D8 DA H2 H3 H4 H5 H6 H7 H8 HA"
    m = take(table(clubs, stock, at=8, won=[6]), "select CJ", "select DJ", "use CJ", "use CK")
    answer(m, "D2" if "D2" in m.cards(0) else "S2")
    while heaps(m)[0] > 1:
        answer(m, min(verbs(m if turned(m) else take(m, "turn"), "play")))
    before, won = heaps(m), place_of(m, "won_pile")
    take(m, "use DJ")
    assert (1, before[1] - 1, 0, before[2]) == (before[0], *heaps(m))
    assert won == place_of(m, "won_pile")


@clause("EMIS-9.1", "EMIS-9.2", "EMIS-3.11")
@pytest.mark.parametrize(("wins", "success"), [(3, True), (2, False), (4, False)])
def test_example_11_exactness(wins: int, success: bool) -> None:
    """Kingdom 3; the fourth win stops it."""
    hand, stock = easy_visit(wins, "S")
    m = table(hand, stock, at=3)
    answer(m, *hand.split()[: 4 if wins == 4 else 8])
    assert (success, not success) == (m.scores == [2], m.over)


@clause("EMIS-5.2", "EMIS-5.5", "EMIS-5.6")
def test_example_12_windows() -> None:
    """♦J before the first trick, ♥J and ♣J in the second; with `one_window` no more."""
    hand, stock = "C3 C4 C5 C6 S8 S7 S6 S5", "H2 H3 H4 H5 H6 H7"
    m = take(table(hand, stock, at=4), "select DJ", "turn", "play C3", "turn", "select HJ", "select CJ", "play C4")
    assert (set(), {"DJ", "HJ", "CJ"}) == (verbs(m, "select"), verbs(m, "use"))
    answer(m, "C5")
    assert {"DJ", "HJ", "CJ"} == verbs(m, "use")
    one = take(table(hand, stock, at=4, vassal_selection="one_window"), "select DJ", "turn", "play C3", "turn")
    assert set() == verbs(one, "select")


@clause("EMIS-7.3")
def test_example_13_hard_mode() -> None:
    """One card, ♦J unused."""
    hand, stock = easy_visit(4, "D")
    m = answer(take(table(hand, stock, at=4, mode="hard"), "select DJ"), *hand.split()[:-1])
    take(m, "turn")
    assert {"use DJ"} == legal(m)
    take(m, "use DJ")
    assert 3 == len(hand_of(m))
    take(m, f"discard {' '.join(card for card in m.cards(0) if card != hand.split()[-1])}")
    assert {f"play {hand.split()[-1]}"} == legal(m)


@clause("EMIS-10.2", "EMIS-10.3", "EMIS-10.4", "EMIS-10.5")
def test_example_14_scores() -> None:
    """8, 13, 16 and 0."""
    m = table("C2 C3 C4 C5 C6 C7 C8 CA", NOTHING, at=1, won=[2, 3, 4, 5, 7], row="SQ HK SK DK HQ CK CQ DQ")
    answer(take(m, "use HK", "use HQ"), "C2 C3 C4 C5 C6 C7 C8 CA")
    assert (True, [8]) == (m.over, m.scores)
    hand, stock = easy_visit(8, "D")
    m = table(hand, stock, at=8, won=[1, 2, 3, 4, 5, 6, 7])
    take(m, "use CK", "use CQ", "use DK", f"discard {' '.join(stock.split()[:2])}")
    while not m.log.deal_over:
        answer(m, max(verbs(m if turned(m) else take(m, "turn"), "play")))
    assert ([13], True) == (m.scores, m.public.won[0] == 1)
    hand, stock = easy_visit(1, "C")
    assert [0] == answer(table("C2 C3 C4 C5 C6 C7 C8 CA", NOTHING, at=1), "C2 C3").scores
    whole = answer(table(hand, stock, at=1, won=[8, 2, 3, 4, 5, 6, 7]), hand)
    assert [16] == whole.scores


@clause("EMIS-9.4", "EMIS-9.5")
@pytest.mark.parametrize(("carry", "free"), [("refresh_all", True), ("stay_down", False)])
def test_example_15_carry_over(carry: str, free: bool) -> None:
    """♠J selected at kingdom 2 and not used."""
    hand, stock = easy_visit(2, "H")
    m = answer(take(table(hand, stock, at=2, unused_vassal_carryover=carry), "select SJ"), hand)
    hand, stock = easy_visit(5, "H")
    m.chance.arrange(Arrangement(hands={0: hand}, stock=stock))
    m.go_on()
    assert free == ("SJ" in verbs(take(m, "visit 5"), "select"))
    answer(m, hand)
    m.go_on()
    assert "SJ" in verbs(take(m, "visit 1"), "select")


@clause("EMIS-3.10", "EMIS-6.18")
def test_example_16_hand_emptied() -> None:
    """♣2 ♣7 and ♥3 turned, one argument won: success."""
    m = table("C2 C7 C8 H4 H5 H6 H7 H8", "S2 D2 D3 D4 D5 D6 H3", at=1, diplomacy_refill=False)
    take(answer(take(m, "select HJ"), "C8 H4 H5 H6 H7 H8"), "turn", "use HJ")
    assert (True, [2], 6) == (m.log.deal_over, m.scores, m.public.tricks_played)


@clause("EMIS-4.4", "EMIS-6.16", "EMIS-6.18")
def test_example_17_short_commerce() -> None:
    """One card to draw, two to discard: one argument is left of a hand of two."""
    clubs = "CA C2 C3 C4 C5 C6 C7 C8"
    stock = " ".join(suit + rank for suit in "SHD" for rank in "8765432A")
    m = table(clubs, stock, at=8, row="HK DK SK CK HQ CQ SQ DQ", won=[6], recycle_for_powers=False)
    take(m, "select CJ", "select DJ", "use CJ")
    for _ in range(14):
        answer(m, min(verbs(take(m, "turn"), "play")))
    take(m, "turn")
    assert (2, 1) == (len(hand_of(m)), heaps(m)[0])
    take(m, "use DJ")
    assert 3 == len(hand_of(m))
    take(m, f"discard {' '.join(m.cards(0)[:2])}")
    assert 1 == len(hand_of(m))


@clause("EMIS-4.5", "EMIS-6.4")
def test_example_18_diplomacy_and_the_shuffle() -> None:
    """The trumps just discarded are among the cards that are shuffled; one that comes back stays."""
    clubs = "CA C2 C3 C4 C5 C6 C7 C8"
    stock = " ".join(suit + rank for suit in "SHD" for rank in "8765432A")
    back = set()
    for seed in range(6):
        m = table(clubs, stock, at=1, row="CK CQ DK SK HQ HK SQ DQ", won=[2], seed=seed)
        take(m, "select CJ", "select HJ", "use CJ", "use CQ")
        for _ in range(8):
            answer(m, min(verbs(m if turned(m) else take(m, "turn"), "play"), key=_spades_first))
        assert (0, True) == (heaps(m)[0], heaps(m)[1] > 0)
        trumps, discards = [card for card in m.cards(0) if card[0] == "C"], place_of(m, "discards")
        held = len(hand_of(m))
        take(m, "use HJ")
        assert (held, len(discards)) == (len(hand_of(m)), sum(heaps(m)[:2]) + (turned(m) != ""))
        new = [card for card in m.cards(0) if card in trumps]
        assert set(trumps) <= {*new, *stock_of(m), turned(m)}
        back |= set(new)
    assert back


def _spades_first(card: str) -> tuple[bool, str]:
    """Keep the clubs."""
    return card[0] == "C", card


@clause("EMIS-7.6")
def test_example_19_hard_between_tricks() -> None:
    """One card and ♦J unused: only `use DJ`; one card and the second king's card turned: only that card."""
    hand, stock = easy_visit(4, "D")
    m = take(table(hand, stock, at=4, mode="hard", power_timing="between_tricks"), "select DJ")
    assert {"use DJ"} == legal(answer(m, *hand.split()[:-1]))
    other = table("D2 D3 D4 D5 D6 D7 H2 H3", "S2 S3", at=4, mode="hard", power_timing="between_tricks",
                  diplomacy_refill=False)  # fmt: skip
    take(other, "select HJ", "use HJ", "turn", "play H2", "turn")
    assert {"play H3"} == legal(other)


@clause("EMIS-5.12")
def test_example_20_one_window() -> None:
    """`select DJ`, `select HJ`, `use DJ`: no more; `turn` with nothing selected: all four in the second trick."""
    m = take(table(at=4, vassal_selection="one_window"), "select DJ", "select HJ", "use DJ")
    take(m, f"discard {' '.join(m.cards(0)[:2])}")
    assert (set(), "EMIS-5.12") == (verbs(m, "select"), clause_of(m, "select CJ"))
    other = take(table(at=4, vassal_selection="one_window"), "turn")
    take(other, f"play {min(verbs(other, 'play'))}")
    assert {"CJ", "DJ", "HJ", "SJ"} == verbs(other, "select")


@clause("EMIS-3.12", "EMIS-5.7")
def test_example_21_turning() -> None:
    """Nothing left: no action; ♦J or an ally left: `turn` or the `use`; between tricks the `use` goes with the card."""
    hand, stock = "C3 C4 C5 C6 S8 S7 S6 S5", "H2 H3 S2 S3 H6 H7"
    assert "S2" == turned(answer(table(hand, stock, at=4), "C3 C4"))
    assert {"turn", "use DJ"} == legal(answer(take(table(hand, stock, at=4), "select DJ"), "C3 C4"))
    m = answer(table(hand, stock, at=4, won=[2], power_timing="between_tricks"), "C3 C4")
    assert {"turn", "use HK"} == legal(m)
    take(m, "turn")
    assert {"play S8", "play S7", "play S6", "play S5"} == legal(m)


@clause(
    "EMIS-1.6", "EMIS-2.3", "EMIS-2.6", "EMIS-3.7", "EMIS-3.10", "EMIS-5.1", "EMIS-6.3", "EMIS-6.5", "EMIS-8.3",
    "EMIS-10.3", "EMIS-11.4",
)  # fmt: skip
@pytest.mark.parametrize("part", range(4))
def test_invariants(part: int) -> None:
    """The list at the end of the clauses, after every action of random visits under random options."""
    chooser = random.Random(f"invariants {part}")
    for number in range(20):
        options = chooser.choice(EVERY)
        m = torite.Match("emissary", options=options, seed=100 * part + number, pause=True)
        while not m.over:
            if m.turns.awaits_chance:
                m.go_on()
            before, tricks, used = len(hand_of(m)), m.public.tricks_played, place_of(m, "used_vassals")
            may = sorted(legal(m))
            assert may or not before
            code = chooser.choice(may)
            m.act(0, "discard " + " ".join(chooser.sample(m.cards(0), 2)) if code.startswith("discard") else code)
            if m.log.deal_over:
                continue
            true = m.log.state
            parts = [stock_of(m), hand_of(m), codes(m, true.discards), codes(m, true.won_pile), turned(m).split()]
            assert 32 == sum(map(len, parts)) == len(set().union(*parts))
            assert len(parts[3]) == m.public.arguments <= m.public.tricks_played
            assert m.public.tricks_played - tricks == (1 if code.startswith("play") else 0)
            assert not code.startswith("play") or len(hand_of(m)) == before - 1
            left = [ruler for ruler in row_of(m) if ruler]
            assert sorted([*left, *place_of(m, "allies"), *place_of(m, "used_allies")]) == cards(ROW)
            assert 8 - len(left) == m.public.deals_played
            assert 0 <= m.scores[0] <= 16
            assert used == [one for one in used if one in place_of(m, "used_vassals")] or m.public.kingdom < 0
            if m.public.kingdom >= 0:
                assert trump(m) == "CSHD"[m.public.trump] == str(row_of(m)[m.public.kingdom])[0]
