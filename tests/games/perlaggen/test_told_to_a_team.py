"""What is said of a team: each of its seats reads *your team*, and who gave something up reads that they did."""

from __future__ import annotations

import pytest

import torite
from tests.games.perlaggen.builders import table, take
from torite import Match
from torite.worlds import SPECTATOR

NAMES = ("Ann", "Bo", "Cy", "Di")


def given_up() -> Match:
    """Bo's side gives up Gleich."""
    m = table("H9 S8 CK D7 C10", "HA HK C9 DA S9", "D8 CQ HJ SQ D9", "HQ DK CJ SK H10")
    m.rename(NAMES)
    return take(m, "E concede gleich")


def told(m: Match, seat: int, language: str = "en") -> str:
    """The last line of the log as a seat reads it."""
    return torite.lay_out(m, seat, language).log[-1].text


def test_both_seats_of_a_team_read_your_team() -> None:
    m = given_up()
    for seat in (0, 2):
        assert told(m, seat).endswith("Gleich, given up by the others: 1 for your team.")
        assert told(m, seat, "ja").endswith("グライヒ：相手が降りたので、あなたのチームに1点。")


def test_who_gave_up_reads_so() -> None:
    m = given_up()
    for seat in (1, 3):
        assert "Gleich, given up by your team: 1 for" in told(m, seat)
        assert "given up by the others" not in told(m, seat)
        assert "あなたのチームが降りた" in told(m, seat, "ja")


def test_an_onlooker_reads_names() -> None:
    assert "Gleich, given up by the others: 1 for" in told(given_up(), SPECTATOR)


@pytest.mark.parametrize("seat", [1, 3])
def test_a_reader_is_named_you_among_those_who_gave_up(seat: int) -> None:
    names = {1: "Given up by you, Di.", 3: "Given up by Bo, you."}
    gleich = torite.lay_out(given_up(), seat).elements[0]
    assert names[seat] == gleich.told
    assert "Given up by Bo, Di." == torite.lay_out(given_up(), 0).elements[0].told


def test_the_score_sheet_and_the_account_speak_to_the_whole_team() -> None:
    """Both read alike, whichever seat of the team the rules name."""
    m = take(given_up(), "E concede hanger", "E concede spiel")
    for scene, other in ((torite.lay_out(m, 0), torite.lay_out(m, 2)), (torite.lay_out(m, 1), torite.lay_out(m, 3))):
        assert [line.text for line in scene.account] == [line.text for line in other.account]
        assert any("our team" in line.text for line in scene.account)
