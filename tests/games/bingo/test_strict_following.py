"""Replies once nobody draws any more: clauses BINGO-5, 12.6 and the examples on them."""

from typing import Any

import pytest

from tests.aloud import legal, take, turn
from tests.clauses import clause
from tests.games.bingo.builders import arrived, clause_of, may_reply, play_any, strict, table, tiles_open, trick
from tests.games.bingo.naive import Deal

BOTH = pytest.mark.parametrize("any_suit", [False, True])


@clause("BINGO-5.1", "BINGO-5.7")
def test_plain_suit_must_be_followed() -> None:
    """With any tile of the suit, higher or lower; other tiles and trumps are refused."""
    m = strict("6-3", "6-5 6-1 6-2 4-4 3-1 2-1", 4)
    assert {"6-5", "6-1", "6-2"} == tiles_open(m)
    assert ["BINGO-5.1"] * 3 == [clause_of(m, f"play {one}") for one in ("4-4", "3-1", "2-1")]
    take(m, "play 6-1")
    assert 0 == turn(m)


@clause("BINGO-5.1", "BINGO-2.3")
def test_either_pip_follows() -> None:
    """[6-4] and [5-4] are tiles of suit 4."""
    assert {"6-4", "5-4", "4-1"} == may_reply("4-3", "6-4 5-4 4-1 6-5 3-2", 0)
    assert {"5-4"} == may_reply("4-4", "5-4 6-5 3-2", 1)


@clause("BINGO-5.1", "BINGO-5.8", "BINGO-2.1")
def test_trump_is_no_tile_of_another_suit() -> None:
    """[6-4] does not follow sixes when fours are trumps."""
    assert {"6-1"} == may_reply("6-5", "6-4 6-1 4-4", 4)
    assert {"6-4", "4-4", "2-1"} == may_reply("6-5", "6-4 4-4 2-1", 4)


@clause("BINGO-5.2")
def test_trump_must_be_beaten() -> None:
    """By any of the stronger trumps."""
    m = strict("4-3", "4-1 5-4 6-4 4-2 6-6", 4)
    assert {"5-4", "6-4"} == tiles_open(m)
    assert ["BINGO-5.2"] * 3 == [clause_of(m, f"play {one}") for one in ("4-1", "4-2", "6-6")]


@clause("BINGO-5.2")
def test_double_of_trumps_beats_lower_ones_only() -> None:
    """[4-4] stands between [4-5] and [4-3]."""
    assert {"4-4"} == may_reply("4-3", "4-4 4-1 6-6", 4)
    assert {"4-4", "4-1"} == may_reply("5-4", "4-4 4-1 6-6", 4)


@clause("BINGO-5.3")
def test_weaker_trump_must_be_played() -> None:
    """Any of them, if none is stronger."""
    m = strict("6-4", "4-1 4-2 6-6 6-5", 4)
    assert {"4-1", "4-2"} == tiles_open(m)
    assert ["BINGO-5.3"] * 2 == [clause_of(m, f"play {one}") for one in ("6-6", "6-5")]


@clause("BINGO-5.4")
def test_double_blank_in_place_of_a_trump() -> None:
    """It must be played to a trump lead when no trump is held."""
    m = strict("6-4", "0-0 6-6 5-1", 4)
    assert {"0-0"} == tiles_open(m)
    assert ["BINGO-5.4"] * 2 == [clause_of(m, f"play {one}") for one in ("6-6", "5-1")]
    take(m, "play 0-0")
    assert 1 == turn(m)


@clause("BINGO-5.5")
def test_any_tile_without_trump_and_double_blank() -> None:
    """To a trump lead."""
    assert {"6-6", "5-1", "6-0"} == may_reply("6-4", "6-6 5-1 6-0", 4)


@clause("BINGO-5.6")
def test_any_tile_without_the_suit_led() -> None:
    """Nobody must trump, unless it was agreed."""
    hand = "5-4 4-1 2-1 0-0"
    assert set(hand.split()) == may_reply("6-6", hand, 4)
    m = strict("6-6", hand, 4, must_trump_when_void=True)
    assert {"5-4", "4-1"} == tiles_open(m)
    assert ["BINGO-5.6"] * 2 == [clause_of(m, f"play {one}") for one in ("2-1", "0-0")]


@clause("BINGO-5.6")
def test_double_blank_when_trumping_is_a_duty() -> None:
    """Without a trump [0-0] must be played; without both any tile may be."""
    m = strict("6-6", "0-0 2-1 3-1", 4, must_trump_when_void=True)
    assert {"0-0"} == tiles_open(m)
    assert "BINGO-5.6" == clause_of(m, "play 2-1")
    assert {"2-1", "3-1"} == may_reply("6-6", "2-1 3-1", 4, must_trump_when_void=True)


@clause("BINGO-5.6")
def test_duty_to_trump_only_without_the_suit() -> None:
    """Who can follow must not trump; and it need not be the highest trump."""
    assert {"6-1"} == may_reply("6-6", "6-1 4-1 0-0", 4, must_trump_when_void=True)
    assert {"4-1", "5-4", "4-4"} == may_reply("6-6", "4-1 5-4 4-4 3-2", 4, must_trump_when_void=True)


@clause("BINGO-5.7")
def test_no_duty_to_beat_a_plain_lead() -> None:
    """Weaker tiles of the suit are as good."""
    assert {"5-4", "4-1", "4-0"} == may_reply("4-3", "5-4 4-1 4-0 6-6", 2)


@clause("BINGO-5.8")
def test_double_blank_does_not_follow_other_suits() -> None:
    """Not in place of a tile of the suit, nor of a trump."""
    m = strict("6-5", "6-1 0-0 2-2", 4)
    assert {"6-1"} == tiles_open(m)
    assert "BINGO-5.1" == clause_of(m, "play 0-0")
    m = strict("6-4", "4-1 0-0 2-2", 4)
    assert {"4-1"} == tiles_open(m)
    assert "BINGO-5.3" == clause_of(m, "play 0-0")
    m = strict("4-1", "6-4 0-0 2-2", 4)
    assert {"6-4"} == tiles_open(m)
    assert "BINGO-5.2" == clause_of(m, "play 0-0")


@clause("BINGO-5.8")
def test_double_blank_follows_its_own_suit() -> None:
    """A blank led is followed by [0-0] and other blanks alike."""
    assert {"0-0", "3-0"} == may_reply("4-0", "0-0 3-0 6-6", 2, blank_order="high")
    assert {"6-6"} == may_reply("6-5", "6-6 0-0 3-0", 2)


@clause("BINGO-5.9")
def test_tricks_are_won_as_before() -> None:
    """The winner leads at once, and nobody draws."""
    m = take(strict("6-3", "6-5 4-4 3-1", 4), "play 6-5")
    assert (1, [2, 2]) == (turn(m), [len(m.cards(seat)) for seat in (0, 1)])
    assert {f"lead {one}" for one in m.cards(1)} == {code for code in legal(m) if code.startswith("lead")}
    assert not {"draw", "close"} & legal(m)
    m = take(strict("6-3", "4-1 3-2", 4), "play 4-1")
    assert 1 == turn(m)
    m = take(strict("6-3", "5-2 4-1", 4), "play 5-2")
    assert 0 == turn(m)


@clause("BINGO-5.10")
def test_deal_ends_with_the_hands() -> None:
    """Not a tile earlier."""
    for start in (table(), take(trick(table("6-3", "6-2"), "6-3 6-2"), "close")):
        m = start
        while max(len(m.cards(seat)) for seat in (0, 1)) > 0:
            assert not m.log.deal_over
            play_any(m, 1)
            if m.actors and "draw" in legal(m):
                take(m, "draw")
        assert m.log.deal_over
        assert () == m.actors


@clause("BINGO-5.11", "BINGO-5.8", "EX-BINGO-19")
@pytest.mark.parametrize(
    ("led", "hand", "may"),
    [
        ("6-5", "6-1 0-0 2-2", {"6-1", "0-0"}),
        ("6-5", "0-0 6-4 2-2", {"0-0"}),
        ("4-3", "4-1 5-4 0-0", {"5-4", "0-0"}),
        ("4-3", "4-1 4-2 0-0", {"0-0"}),
    ],
)
def test_example_double_blank_of_every_suit(led: str, hand: str, may: set[str]) -> None:
    """Fours are trumps."""
    assert may == may_reply(led, hand, 4, bingo_follows_any_suit=True)


@clause("BINGO-5.11")
def test_refusals_where_the_double_blank_follows_any_suit() -> None:
    """[0-0] is what follows, or the stronger trump."""
    m = strict("6-5", "0-0 6-4 2-2", 4, bingo_follows_any_suit=True)
    assert ["BINGO-5.1"] * 2 == [clause_of(m, f"play {one}") for one in ("6-4", "2-2")]
    m = strict("4-3", "4-1 4-2 0-0 6-6", 4, bingo_follows_any_suit=True)
    assert ["BINGO-5.2"] * 3 == [clause_of(m, f"play {one}") for one in ("4-1", "4-2", "6-6")]


@clause("BINGO-5.11")
@BOTH
def test_suit_of_a_led_double_blank_stays(any_suit: bool) -> None:
    """Blanks, or trumps when blanks are trumps."""
    assert {"2-0"} == may_reply("0-0", "2-0 4-0 1-1", 4, bingo_follows_any_suit=any_suit)
    assert {"2-0", "4-0"} == may_reply("0-0", "2-0 4-0 1-1", 0, bingo_follows_any_suit=any_suit)


@clause("BINGO-5.11", "BINGO-5.6")
def test_double_blank_of_every_suit_is_no_void() -> None:
    """Who holds it can follow, and has no duty to trump."""
    hand = "0-0 6-4 4-2 2-2"
    assert {"0-0"} == may_reply("6-5", hand, 4, bingo_follows_any_suit=True, must_trump_when_void=True)


@clause("BINGO-5.12")
@BOTH
def test_double_blank_as_trump(any_suit: bool) -> None:
    """It beats any trump led; led it asks for any trump."""
    m = strict("6-0", "5-0 0-0 2-2", 0, bingo_follows_any_suit=any_suit)
    assert {"0-0"} == tiles_open(m)
    assert "BINGO-5.2" == clause_of(m, "play 5-0")
    m = strict("0-0", "5-0 6-0 2-2", 0, bingo_follows_any_suit=any_suit)
    assert {"5-0", "6-0"} == tiles_open(m)
    assert "BINGO-5.3" == clause_of(m, "play 2-2")
    assert {"6-0", "0-0"} == may_reply("5-0", "6-0 0-0 2-0 1-1", 0, bingo_follows_any_suit=any_suit)


@clause("BINGO-5.12", "BINGO-5.6")
def test_double_blank_as_trump_on_a_plain_lead() -> None:
    """It is one of the trumps that must be played by who cannot follow."""
    assert {"6-1"} == may_reply("6-5", "6-1 0-0 2-2", 0)
    assert {"0-0", "5-0"} == may_reply("6-4", "0-0 5-0 2-2", 0, must_trump_when_void=True)


@clause("BINGO-5.13")
@pytest.mark.parametrize(
    ("led", "hand", "order", "may"),
    [
        ("5-4", "4-4 4-1", {"double_order": "top"}, {"4-4"}),
        ("5-4", "4-4 4-1", {}, {"4-4", "4-1"}),
        ("6-4", "4-0 4-1", {"blank_order": "high"}, {"4-0"}),
        ("6-4", "4-0 4-1", {}, {"4-0", "4-1"}),
        ("4-0", "4-4 6-4", {"blank_order": "high", "double_order": "top"}, {"4-4"}),
        ("4-0", "4-4 6-4", {"blank_order": "high"}, {"4-4", "6-4"}),
        ("4-4", "5-4 6-4", {"double_order": "top"}, {"5-4", "6-4"}),
        ("4-4", "4-0 4-3", {"blank_order": "high"}, {"4-0"}),
    ],
)
def test_stronger_is_as_agreed(led: str, hand: str, order: dict[str, Any], may: set[str]) -> None:
    """Fours are trumps, and the agreed order says which of them are stronger."""
    assert may == may_reply(led, f"{hand} 6-6", 4, **order)


@clause("BINGO-5.13")
def test_suit_led_is_as_agreed() -> None:
    """[3-0] is led to threes, or to blanks where a blank is high. Fives are trumps."""
    hand = "3-2 6-0 6-6"
    assert ({"3-2"}, {"6-0"}) == (may_reply("3-0", hand, 5), may_reply("3-0", hand, 5, blank_order="high"))


@clause("EX-BINGO-11")
@pytest.mark.parametrize(
    ("hand", "may"),
    [
        ("4-1 5-4 6-4 0-0 2-2", {"5-4", "6-4"}),
        ("4-1 4-2 0-0", {"4-1", "4-2"}),
        ("0-0 6-6 5-1", {"0-0"}),
        ("6-6 5-1", {"6-6", "5-1"}),
    ],
)
def test_example_trump_lead(hand: str, may: set[str]) -> None:
    """Fours are trumps and [4-3] is led."""
    assert may == may_reply("4-3", hand, 4)


@clause("EX-BINGO-12")
def test_example_plain_lead() -> None:
    """Fours are trumps and [6-5] is led."""
    assert {"6-1"} == may_reply("6-5", "6-1 6-4 2-2", 4)
    assert {"6-4", "2-2"} == may_reply("6-5", "6-4 2-2", 4)
    assert {"6-4"} == may_reply("6-5", "6-4 2-2", 4, must_trump_when_void=True)


@clause("EX-BINGO-13")
def test_example_double_blank_led() -> None:
    """Fours are trumps."""
    assert {"2-0"} == may_reply("0-0", "2-0 4-0 1-1", 4)
    assert {"4-0", "1-1"} == may_reply("0-0", "4-0 1-1", 4)


@clause("BINGO-5.1", "BINGO-5.9")
def test_strict_after_the_stock_was_drawn() -> None:
    """The same duties hold without closing, with seven tiles in hand."""

    def wanted(deal: Deal) -> bool:
        return deal.stage == "reply" and not deal.stock and len(deal.legal()) in (1, 2, 3) and len(deal.hands[0]) > 5

    m = arrived(wanted, "5-3", draws=1)
    refused = [one for one in m.cards(turn(m)) if one not in tiles_open(m)]
    assert refused
    assert {"BINGO-5.1", "BINGO-5.2", "BINGO-5.3", "BINGO-5.4"} >= {clause_of(m, f"play {one}") for one in refused}
