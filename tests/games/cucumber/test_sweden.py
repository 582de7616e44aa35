"""Gurka of Sweden and its four variations: clauses GURKA_SE-1 and 3."""

from typing import Any

import pytest

from tests.aloud import play, turn
from tests.clauses import clause
from tests.games.cucumber.builders import asks, at_table, cards_open, follow, last_trick, lead, refuses, score


@clause("GURKA_SE-1.1")
def test_players_and_cards() -> None:
    """Two to eight players have six cards each of one pack."""
    for seats in (2, 8):
        m = at_table(variant="gurka-se", seats=seats)
        assert [6] * seats == [len(m.cards(seat)) for seat in range(seats)]
        assert 52 - 6 * seats == m.public.stock_left
    assert refuses("gurka-se", 9)


@clause("GURKA_SE-1.4")
def test_only_the_card_just_before_counts() -> None:
    """After a 2 thrown on a king any card beats the 2."""
    assert {"C3", "H5", "CQ"} == follow("CK C2", "C3 H5 CQ", "gurka-se")


@clause("GURKA_SE-3.1", "EX-CUC-10")
def test_must_win() -> None:
    """On a 9 the hand 3, 9, Q has all three, or 9 and Q where one must win; 3, 5, 7 has only the 3."""
    assert {"C3", "C9", "CQ"} == follow("H9", "C3 C9 CQ", "gurka-se")
    assert {"C9", "CQ"} == follow("H9", "C3 C9 CQ", "gurka-se-must-win")
    assert {"C3"} == follow("H9", "C3 C5 C7", "gurka-se")
    assert {"C3"} == follow("H9", "C3 C5 C7", "gurka-se-must-win")


@clause("GURKA_SE-3.2", "EX-CUC-11")
def test_after_an_ace_the_lowest() -> None:
    """On an ace the hand 4, A has both, or only the 4; on A, 5 all of 4, 6, A are open."""
    assert {"C4", "CA"} == follow("HA", "C4 CA", "gurka-se")
    assert {"C4"} == follow("HA", "C4 CA", "gurka-se-ace")
    assert {"C4", "C6", "CA"} == follow("HA H5", "C4 C6 CA", "gurka-se-ace")


@clause("GURKA_SE-3.2")
def test_the_ace_rule_does_not_bar_leading_or_playing_an_ace() -> None:
    """An ace may be led and may beat another card."""
    assert {"C4", "CA"} == lead("C4 CA", "gurka-se-ace")
    assert {"C4", "CA"} == follow("HK", "C4 CA", "gurka-se-ace")


@clause("GURKA_SE-3.3")
def test_a_hand_of_aces_plays_an_ace() -> None:
    """Who holds only aces plays one on an ace, and wins the trick."""
    m = play(at_table("HA H2", "CA SA", "C2 C3", variant="gurka-se-ace"), "HA")
    assert {"CA", "SA"} == cards_open(m)
    play(m, "CA")
    assert {"C2"} == cards_open(m)
    assert 1 == turn(play(m, "C2"))


@clause("GURKA_SE-3.4", "EX-CUC-12")
def test_lead_the_lowest() -> None:
    """On lead the hand 4, 4, K has only its fours."""
    assert {"C4", "H4"} == lead("C4 H4 CK", "gurka-se-lead")
    assert {"C4", "H4", "CK"} == lead("C4 H4 CK", "gurka-se")


@clause("GURKA_SE-3.4")
def test_lead_the_lowest_in_every_trick() -> None:
    """The rule holds for later leads too."""
    m = play(at_table("C4 C9 CK", "H5 H6 H7", variant="gurka-se-lead"), "C4 H5")
    assert (1, {"H6"}) == (turn(m), cards_open(m))


@clause("GURKA_SE-3.5")
def test_drop_out_variation_has_the_limit_20() -> None:
    """A total of 20 is asked at once to return, with nothing to pay."""
    m = last_trick("C10 C2 C3 C4", variant="gurka-se-short", score=[10, 0, 0, 0])
    assert (0, {"return", "decline"}) == asks(m)
    m = last_trick("C10 C2 C3 C4", variant="gurka-se-short", score=[10, 0, 0, 0], initial={"bought": [1, 1, 1, 1]})
    assert [1, 0, 0, 0] == list(m.public.out)[:4]


@clause("GURKA_SE-3.7")
@pytest.mark.parametrize(
    ("trick", "hand", "expected"),
    [("H9", "C3 C9 CQ", {"C9", "CQ"}), ("HA", "C4 CK CA", {"C4"}), ("HA H5", "C4 C6 CA", {"C6", "CA"})],
)
def test_variations_together(trick: str, hand: str, expected: Any) -> None:
    """Must-win and the ace rule hold together: on an ace the lowest, else a beating card."""
    assert expected == follow(trick, hand, "gurka-se-must-win", ace_rule="previous_ace")


@clause("GURKA_SE-3.7")
def test_all_four_variations_together() -> None:
    """The lead rule, must-win, the ace rule and the return are separate options of one match."""
    options: dict[str, Any] = {"may_duck": False, "ace_rule": "previous_ace", "out_at": 20, "buy_in": "free"}
    assert {"C4", "H4"} == lead("C4 H4 CK", "gurka-se-lead", **options)
    m = last_trick("C10 C2 C3", variant="gurka-se-lead", score=[10, 7, 13], **options)
    assert (0, {"return", "decline"}) == asks(m)
    assert [20, 7, 13] == score(m)
