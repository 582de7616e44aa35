"""Why a card, a command or a flash is advised: the numbers are those that come of it, or the benchmark's."""

from __future__ import annotations

import random
import re

import pytest

from tests.aloud import take, turn
from tests.games.flashpoint.builders import N, play, silent, table
from torite import Match
from torite.games.flashpoint.advice import LED, SECOND
from torite.games.flashpoint.cards import RANK
from torite.scenes.reasons import because

SAID = {
    "most": re.compile(r"It brings your team (\d+) at once, and none of your other cards brings more\."),
    "least": re.compile(
        r"The other team scores in any case; with this card it is (\d+), and with none of yours less\."
    ),
}


def why(m: Match, code: str, language: str = "en") -> str:
    return because(m, turn(m), code, language)


def test_the_last_card_of_a_trick_counts_exactly() -> None:
    """FLASH-5.1: two 8s and a pair of 9s with them are two pairs."""
    m = play(table("S8 CK", "H8 CQ", "D9 CJ", "C9 CA DA"), "S8 H8 D9")
    assert "It brings your team 10 at once, and none of your other cards brings more." == why(m, "play C9")


def test_who_obeys_is_told_what_else_it_costs() -> None:
    m = table("S8 S9 CK CQ HA HQ DK D7")
    take(m, "command lead C")
    assert "It does what your partner asked for; disobeying costs 15." == why(m, "play CK")
    assert "" == why(m, "play S8")


def test_a_suit_of_which_few_are_held_is_commanded() -> None:
    m = table("", "", "S8 S9 CK CQ HA HQ HK D7")
    assert 2 == turn(m)
    assert "With ♦ led you cannot play ♦ yourself; you hold 1 of it, and of no suit fewer." == why(m, "command lead D")
    assert "" == why(m, "command lead H")


def test_a_lead_is_told_by_what_such_leads_come_to() -> None:
    """The figures are those of the benchmark, in points with a decimal."""
    m = silent(table("S7 S9 CK CQ HA HQ DK D8"))
    code = "play S7"
    least, most = LED[RANK[m.game.pack.kind("S7")]], LED[RANK[m.game.pack.kind("HA")]]
    assert N == turn(m)
    said = f"On average the trick then comes to −{-least / 100:.1f} for your team; with ♥A it is −{-most / 100:.1f}."
    assert said == why(m, code)
    assert "" == why(m, "play HA")


def test_so_is_a_second_card() -> None:
    m = play(table("S7 CK", "H7 HA DK C8 CQ CJ DJ D8"), "S7")
    rank = m.game.pack.kind
    best, worst = (SECOND[RANK[rank("S7")]][RANK[rank(card)]] for card in ("H7", "HA"))
    assert f"to +{best / 100:.1f} for" in why(m, "play H7")
    assert f"with ♥A it is −{-worst / 100:.1f}." in why(m, "play H7")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "On average the trick then comes to +0.3 for your team, whichever card you play."),
        ("ja", "平均すると、このトリックは自分のチームにとって、どれを出しても+0.3点です。"),
    ],
)
def test_figures_that_look_alike_are_not_compared(language: str, said: str) -> None:
    """To a 7 an 8 promises 0.28 and a 9 0.31: nobody prefers +0.3 to +0.3."""
    m = play(table("S7 S9 CK CQ HA HQ DK D9", "H8 H9 S8 SJ SQ SK SA S10"), "S7")
    assert (28, 31) == (SECOND[0][1], SECOND[0][2])
    assert {said} == {why(m, code, language) for code in ("play H8", "play H9")}


@pytest.mark.parametrize("seed", range(12))
def test_what_is_said_is_what_comes_of_it(seed: int) -> None:
    """Over random matches: so much is credited, to that team, and with no other card would more have been."""
    chooser, m = random.Random(f"reasons {seed}"), Match("flashpoint", 4, seed=seed)
    told = 0
    while not m.over and told < 6:
        seat = turn(m)
        codes = [action.code for action in m.actions(seat)]
        for code in codes:
            said = because(m, seat, code, "en")
            for key, sentence in SAID.items():
                if found := sentence.fullmatch(said):
                    told += 1
                    gains = {other: gained(m, seat, other) for other in codes if other.startswith("play")}
                    assert int(found[1]) * (1 if key == "most" else -1) == gains[code] == max(gains.values())
        m.act(seat, chooser.choice(codes))
    assert told


def gained(m: Match, seat: int, code: str) -> int:
    """What a seat's team gains more than the other by an action."""
    tried = m.log.state.trial()
    for action in m.game.verbs.parse(code):
        m.game.rules.act(tried, seat, action)
    before, after = [s.score[seat] - s.score[(seat + 1) % 4] for s in (m.log.state, tried)]
    return int(after - before)
