"""Sections 1 and 2: the set-up, and the start of a visit."""

from __future__ import annotations

import pytest

import torite
from tests.aloud import cards, codes, state
from tests.clauses import clause
from tests.games.emissary.builders import (
    ROW,
    SEED,
    answer,
    clause_of,
    easy_visit,
    hand_of,
    heaps,
    legal,
    place_of,
    row_of,
    stock_of,
    table,
    take,
    trump,
    turned,
    verbs,
    zone,
)
from tests.games.emissary.naive import CARDS, RULERS, SUITS, VASSALS
from tests.looking import codes_of, sure


@clause("EMIS-1.1", "EMIS-1.2")
def test_eight_kingdoms_from_left_to_right() -> None:
    """The rulers lie as they were dealt; the markers are no pieces at all."""
    m = table()
    assert ROW.split() == row_of(m)
    road = sure(torite.lay_out(m, 0, "en").road)
    assert list(range(1, 9)) == [station.number for station in road.stations]
    assert ROW.split() == codes_of(station.piece for station in road.stations)
    assert sorted(CARDS + RULERS + VASSALS) == sorted(code for code in m.game.pack.codes if code)
    assert not [code for code in m.game.pack.codes if code[1:] in ("9", "10", "T")]


@clause("EMIS-1.2")
def test_rulers_are_shuffled() -> None:
    """All eight, in an order of chance; each comes to lie at each kingdom."""
    rows = [row_of(torite.Match(SEED, seed=seed)) for seed in range(120)]
    assert all(sorted(map(str, row)) == sorted(RULERS) for row in rows)
    for place in range(8):
        assert set(RULERS) == {row[place] for row in rows}


@clause("EMIS-1.3", "EMIS-11.1")
def test_vassals_lie_face_up_beside_the_row() -> None:
    """All four, from the first moment on."""
    m = table()
    assert cards("CJ DJ HJ SJ") == place_of(m, "vassals")
    assert cards("CJ DJ HJ SJ") == sorted(map(str, zone(m, "vassals") or []))
    assert [[], [], []] == [place_of(m, name) for name in ("selected", "used_vassals", "resting")]


@clause("EMIS-1.4", "EMIS-2.1", "EMIS-9.7")
def test_hand_of_eight_and_stock_of_24() -> None:
    """Together the 32 playing cards."""
    m = table("C3 C8 H2 H5 S4 S6 D7 D8", "H6 CA H3")
    assert cards("C3 C8 H2 H5 S4 S6 D7 D8") == hand_of(m)
    assert ["H6", "CA", "H3"] == stock_of(m)[:3]
    assert ((24, 0, 0), sorted(CARDS)) == (heaps(m), sorted(stock_of(m) + hand_of(m)))


@clause("EMIS-1.4")
def test_stock_is_shuffled() -> None:
    """Each card comes into the hand, and each to the top of the stock."""
    matches = [torite.Match(SEED, seed=seed) for seed in range(300)]
    assert set(CARDS) == {stock_of(m)[0] for m in matches}
    assert set(CARDS) == {card for m in matches for card in hand_of(m)}


@clause("EMIS-1.6", "EMIS-10.1")
def test_goal_is_all_eight_kingdoms_one_visit_each() -> None:
    """After seven successes it goes on; the eighth wins."""
    m = table(*easy_visit(8, "D"), at=8, won=[3, 1, 7, 2, 6, 4, 5])
    assert ([*[None] * 7, "DQ"], False) == (row_of(m), m.over)
    answer(m, easy_visit(8, "D")[0])
    assert m.over
    assert m.result is not None
    assert (True, [], 8) == (m.result.shares[0] == 1, [one for one in row_of(m) if one], m.public.deals_played)


@clause("EMIS-2.2")
def test_kingdom_is_chosen_after_the_hand_was_seen() -> None:
    """The hand is there, trump is not, and nothing else can be done."""
    m = table()
    assert (8, "", -1) == (len(hand_of(m)), trump(m), m.public.kingdom)
    assert {f"visit {place}" for place in range(1, 9)} == legal(m)


@clause("EMIS-2.2", "EMIS-2.4")
@pytest.mark.parametrize("place", range(1, 9))
def test_any_kingdom_may_be_the_first(place: int) -> None:
    """In any order."""
    m = table(at=place)
    assert (place - 1, ROW.split()[place - 1][0]) == (m.public.kingdom, trump(m))


@clause("EMIS-2.3", "EMIS-2.4")
def test_kingdoms_won_cannot_be_chosen_again() -> None:
    """Only those that still have a ruler."""
    m = table(won=[5, 2])
    assert {"1", "3", "4", "6", "7", "8"} == verbs(m, "visit")
    assert {"EMIS-2.3"} == {clause_of(m, code) for code in ("visit 5", "visit 2")}
    last = table(won=[1, 2, 3, 4, 5, 6, 8])
    assert {"visit 7"} == legal(last)


@clause("EMIS-2.5", "EMIS-9.1")
@pytest.mark.parametrize("place", range(1, 9))
def test_demand_is_the_place(place: int) -> None:
    """So many arguments at that kingdom and it is won; whatever ruler lies there."""
    for row in (ROW, " ".join(reversed(ROW.split()))):
        m = table(row=row, won=[place])
        assert None is row_of(m)[place - 1]
        assert [row.split()[place - 1]] == place_of(m, "allies")


@clause("EMIS-2.6")
@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("rank", "KQ")
def test_suit_of_the_ruler_is_trump(suit: str, rank: str) -> None:
    """King and queen alike; told when the kingdom is chosen."""
    others = [one for one in RULERS if one != suit + rank]
    m = table(at=6, row=" ".join([*others[:5], suit + rank, *others[5:]]))
    assert (suit, SUITS.index(suit)) == (trump(m), m.public.trump)
    assert ["trump"] == [note.line.key for note in m.log[-1].notes]


@clause("EMIS-2.7", "EMIS-5.2")
def test_vassals_are_placed_at_the_kingdom() -> None:
    """All four can be selected there."""
    assert {"CJ", "DJ", "HJ", "SJ"} == verbs(table(at=2), "select")


@clause("EMIS-2.8")
def test_choice_of_the_kingdom_is_final() -> None:
    """No other kingdom can be chosen in this visit, nor the same one again."""
    m = table(at=3)
    assert {"EMIS-2.8"} == {clause_of(m, f"visit {place}") for place in range(1, 9)}
    take(m, "turn")
    take(m, f"play {min(verbs(m, 'play'))}")
    assert {"EMIS-2.8"} == {clause_of(m, f"visit {place}") for place in range(1, 9)}


@clause("EMIS-2.8")
def test_choice_of_the_kingdom_is_not_taken_back() -> None:
    """Only where everything may be taken back."""
    m = table(at=3)
    assert (False, True) == (m.may_undo(0), m.may_undo(0, free=True))
    with pytest.raises(torite.IllegalMove):
        m.undo(0)
    assert 2 == m.public.kingdom


@clause("EMIS-1.1", "EMIS-9.8")
def test_row_is_not_laid_out_again() -> None:
    """Between two visits only the stock is new."""
    m = table(won=[4])
    assert [*ROW.split()[:3], None, *ROW.split()[4:]] == row_of(m)
    assert ["rulers", "deal", "deal"] == [entry.chance for entry in m.log if entry.chance]


@clause("EMIS-2.1", "EMIS-9.6", "EMIS-9.7")
def test_each_visit_has_all_32_cards() -> None:
    """However many lay in discards and won pile."""
    m = table(won=[6, 2, 7])
    assert ((24, 0, 0), 8, "") == (heaps(m), len(hand_of(m)), turned(m))
    assert sorted(CARDS) == sorted(stock_of(m) + hand_of(m))
    assert [] == codes(m, state(m).discards) == codes(m, state(m).won_pile)
