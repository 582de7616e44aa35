"""The action codes and the chance tables of section 15."""

from typing import Any

import pytest

from tests.aloud import play, take, turn
from tests.clauses import clause
from tests.games.cucumber.builders import (
    RANKS,
    at_table,
    codes,
    decline_all,
    exchange,
    is_complete,
    last_trick,
    score,
    verbs,
)
from torite import Match
from torite.records import write

PACK = sorted(suit + rank for suit in "CSHD" for rank in RANKS)


def chance(m: Match, name: str) -> list[list[str]]:
    """The outcomes of a kind of chance so far, as the record writes them."""
    lines = [line.partition(": ") for line in write(m).splitlines()]
    return [text.split() for key, _, text in lines if key == name]


def recorded(m: Match) -> list[str]:
    """The codes of the actions so far, as the record writes them."""
    lines = [line.partition(": ") for line in write(m).splitlines()]
    return [text for key, _, text in lines if key.isdigit()]


@clause("AGURK-2.2")
def test_every_joker_has_one_code() -> None:
    """All jokers are `JR`, listed once."""
    assert {"play JR", "play C2"} == codes(at_table("JR JR C2", jokers=3))


@clause("CUC-1.5")
def test_equal_cards_of_two_packs_share_a_code() -> None:
    """Two copies of one card are one action, and after one is played the other is still held."""
    m = at_table("CK CK C2", "C3 C4 C5", two_decks_from=2)
    assert {"play CK", "play C2"} == codes(m)
    play(m, "CK C3")
    assert ["C2", "CK"] == sorted(m.cards(0))


@clause("CUC-1.5", "GURKA_IS-1.5")
def test_equal_cards_of_two_packs_in_a_set() -> None:
    """A set may hold two copies of one card."""
    m = at_table("CK CK C2", variant="gurka-is", two_decks_from=2)
    assert is_complete(m, "play CK CK")
    assert not is_complete(m, "play CK CK CK")


@clause("AGURK-2.3", "GURKA_IS-1.5")
def test_cards_may_stand_in_any_order() -> None:
    """The cards of an exchange and of a set may be written in any order, with one result."""
    first = take(at_table("C2 C3 C4", variant="agurk-joker"), "exchange C2 C4")
    second = take(at_table("C2 C3 C4", variant="agurk-joker"), "exchange C4 C2")
    assert first.cards(0) == second.cards(0)
    for code in ("play C9 H9 S9", "play S9 C9 H9"):
        m = take(at_table("C9 H9 S9 C2", "C3 C4 C5 C6", variant="gurka-is"), code)
        assert {"C9", "H9", "S9"} == set(recorded(m)[0].split()[1:])


@clause("AGURK-2.3", "GURKA_IS-1.5")
def test_one_card_at_a_time_closed_by_done() -> None:
    """A set taken one card at a time is written as one action."""
    m = at_table("C9 H9 S9 C2", "C3 C4 C5 C6", variant="gurka-is")
    assert {"play C9 +", "play H9 +", "play S9 +", "play C2"} == codes(m)
    take(m, "play C9 +")
    assert {"done", "play H9 +", "play S9 +"} == codes(m)
    take(m, "play H9 +")
    assert 0 == turn(m)
    take(m, "done")
    assert ["play C9 H9"] == recorded(m)
    assert 1 == turn(m)


@clause("AGURK-2.5", "GURKA_IS-1.10")
def test_no_done_where_the_number_is_fixed() -> None:
    """An exchange and a play of a fixed number close of themselves."""
    m = exchange(at_table("C2 C3 C4", "H2 H3 H4", variant="agurk-joker"), 2)
    assert {"keep", "exchange H2", "exchange H3", "exchange H4"} == codes(m)
    take(m, "exchange H2")
    assert (1, {"exchange H3", "exchange H4"}) == (turn(m), codes(m))
    take(m, "exchange H4")
    assert (0, {"play"}) == (turn(m), verbs(m))
    assert "exchange H2 H4" == recorded(m)[1]


@clause("GURKA_IS-1.13")
def test_parts_of_a_set_lead_only_to_legal_sets() -> None:
    """After one of the lowest cards only the other lowest may follow, after a beating one only a beating one."""
    m = take(at_table("C9 H9 C2 C3", "S3 S4 SQ SK", variant="gurka-is"), "play C9 H9")
    take(m, "play S3")
    assert {"play S4"} == codes(m)
    m.undo(1)
    take(m, "play SK")
    assert {"play SQ"} == codes(m)


@clause("CUC-2.6", "OGOREK-2.1", "RASSI-2.1", "GURKA_SE-2.4", "GURKA_SE-3.5")
def test_verbs_of_each_question() -> None:
    """Each question has its own two answers."""
    assert {"contra", "pass"} == verbs(at_table(variant="ogorek-contra"))
    assert {"exchange", "keep"} == verbs(at_table(variant="norwegian"))
    assert {"free", "keep"} == verbs(at_table("C2 C3", variant="rassi"))
    assert {"buy", "decline"} == verbs(last_trick("CK C2 C3", variant="gurka-se", score=[20, 0, 0]))
    assert {"return", "decline"} == verbs(last_trick("CK C2 C3", variant="gurka-se-short", score=[20, 0, 0]))


@clause("CUC-2.1")
def test_chance_of_the_first_dealer() -> None:
    """Chance settles the first dealer once; later dealers follow from the rules."""
    m = last_trick("C2 C3 C4", dealer=2)
    m.go_on()
    assert [["2"]] == chance(m, "dealer")


@clause("CUC-2.4", "CUC-2.8", "CUC-2.3")
@pytest.mark.parametrize(("gone", "players"), [([0, 0, 0, 0], [2, 3, 0, 1]), ([0, 0, 1, 0], [3, 0, 1])])
def test_order_of_a_deal(gone: Any, players: list[int]) -> None:
    """The shuffled pack goes one card at a time clockwise from the dealer's left; the rest is the stock."""
    m = at_table(seats=4, dealer=1, initial={"out": gone})
    (pack,) = chance(m, "deal")
    assert PACK == sorted(pack)
    count = len(players)
    for place, seat in enumerate(players):
        assert sorted(pack[place : 7 * count : count]) == sorted(m.cards(seat))
    assert 52 - 7 * count == m.public.stock_left


@clause("CUC-2.8")
def test_stock_is_what_is_left_next_card_on_top() -> None:
    """An exchange of three draws the first three cards after the hands."""
    m = at_table("C2 C3 C4", "H2 H3 H4", variant="agurk-joker")
    (pack,) = chance(m, "deal")
    exchange(m, 3)
    assert sorted(pack[6:9]) == sorted(m.cards(0))
    exchange(m, 3)
    assert sorted(pack[9:12]) == sorted(m.cards(1))


@clause("CUC-2.4", "CUC-1.1", "CUC-1.7", "CUC-2.7")
@pytest.mark.parametrize(
    ("variant", "seats", "cards"),
    [
        ("agurk", 3, 52),
        ("agurk-joker", 3, 55),
        ("ogorek", 8, 104),
        ("gurka-no-joker", 3, 53),
        ("gurka-no-joker", 8, 105),
    ],
)
def test_whole_pack_is_shuffled_in_every_deal(variant: str, seats: int, cards: int) -> None:
    """Every deal shuffles all cards in use, the same each time."""
    m = decline_all(at_table(variant=variant, seats=seats, hand_size=1))
    while not m.log.deal_over:
        m.act(turn(m), min(codes(m)))
    m.go_on()
    first, second = chance(m, "deal")
    assert cards == len(first)
    assert sorted(first) == sorted(second)
    assert first != second


@clause("RASSI-2.11")
def test_chance_of_a_reshuffle() -> None:
    """The earlier discards are shuffled and laid under what is left; the player draws on from there."""
    low = [" ".join(f"{s}{r}" for r in ["2", "3", "4", "5", "6", "7"]) for s in "CHSD"]
    m = at_table(*low, "C8 H8 S8 D8 C9 H9", variant="rassi", stock_empty="reshuffle")
    take(m, "free", "free", "free", "free")
    (pack,), (again,) = chance(m, "deal"), chance(m, "reshuffle")
    assert sorted(" ".join(low[:3]).split()) == sorted(again)
    assert sorted(pack[-4:] + again[:2]) == sorted(m.cards(3))
    take(m, "free")
    assert sorted(again[2:8]) == sorted(m.cards(4))


@clause("CUC-3.13")
def test_a_forced_card_is_an_action_in_the_record() -> None:
    """Forced plays stand in the record like all others."""
    assert ["play C2", "play C3"] == recorded(play(at_table("C2", "C3"), "C2 C3"))


@clause("CUC-4.2", "CUC-5.1")
def test_scoring_needs_no_action() -> None:
    """Scoring and drop-outs follow the last card by themselves."""
    m = last_trick("CK C2 C3", score=[10, 0, 0])
    assert ["play CK", "play C2", "play C3"] == recorded(m)
    assert ([23, 0, 0], 1) == (score(m), m.public.out[0])
