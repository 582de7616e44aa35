"""What laying two tiles away is worth: exact over starters and over the other's tiles; hints and the bot use it."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import torite
from tests.arranged import new_match
from torite.bots import SearchBot
from torite.games.domino_cribbage.discarding import _index, points_by_values, weigh
from torite.games.domino_cribbage.habits import HABITS
from torite.games.domino_cribbage.tiles import PACK, TILES, VALUE, VALUES
from torite.kit import hand_points
from torite.match import Match
from torite.service.advice import hint
from torite.service.bot_questions import WeighedDecision

HAND = PACK.kinds("5-5 4-1 3-2 6-4 2-0 6-6")


def count(tiles: list[int], zero: bool = True) -> int:
    """Count some tiles by the kit's own count."""
    values = [VALUE[tile] for tile in tiles]
    worth = [value if value or zero else 16 for value in values]
    return hand_points(values, worth, len(tiles))


def slowly(hand: list[int], pair: tuple[int, int], mine: bool, habits: list[list[int]]) -> float:
    """Go through every starter and every pair of the other, one after the other."""
    unseen = [tile for tile in TILES if tile not in hand]
    kept = [tile for tile in hand if tile not in pair]
    own = sum(count([*kept, starter]) for starter in unseen) / len(unseen)
    total = crib = 0.0
    for starter in unseen:
        for one, other in combinations([tile for tile in unseen if tile != starter], 2):
            weight = habits[VALUE[one]][VALUE[other]]
            total += weight
            crib += weight * count([*pair, one, other, starter])
    return own + (crib if mine else -crib) / total


@pytest.mark.parametrize("mine", [True, False])
def test_every_pair_is_weighed_as_by_hand(mine: bool) -> None:
    """Four of the fifteen pairs, with the habits of the player on the other side."""
    habits = [list(row) for row in HABITS[0 if mine else 1]]
    worth = weigh(HAND, mine, True, habits)
    assert set(combinations(HAND, 2)) == set(worth)
    for pair in list(worth)[::5]:
        assert worth[pair] == pytest.approx(slowly(HAND, pair, mine, habits))


@pytest.mark.parametrize("zero", [True, False])
def test_the_table_of_values_counts_like_the_kit(zero: bool) -> None:
    import numpy

    chooser, table = random.Random(3), points_by_values(zero)
    hands = [chooser.sample(TILES, 5) for _ in range(300)] + [[PACK.kind("0-0"), *PACK.kinds("4-3 6-2 1-1 5-5")]]
    found = table[_index(numpy.array(VALUE)[numpy.array(hands)])]
    assert [count(hand, zero) for hand in hands] == list(found)


def test_habits_are_shares_of_values() -> None:
    """Thousandths, the same for a pair either way round; neighbours and fives are fed to the own crib alone."""
    assert (2, VALUES, VALUES) == (len(HABITS), len(HABITS[0]), len(HABITS[0][0]))
    for table in HABITS:
        assert all(0 < share < 1000 for row in table for share in row)
        assert all(table[a][b] == table[b][a] for a in range(VALUES) for b in range(VALUES))
    other, dealer = HABITS
    assert dealer[5][10] > 2 * other[5][10]
    assert dealer[7][8] > 2 * other[7][8]
    assert dealer[6][6] > 2 * other[6][6]


def test_hints_and_the_bot_lay_away_the_best() -> None:
    for dealer in (0, 1):
        match = new_match("domino-cribbage", 2, dealer=dealer, hands={0: PACK.text(HAND)}, seed=4)
        worth = weigh(PACK.listed(match.view(0).hand[0]), dealer == 0, True, HABITS[0 if dealer == 0 else 1])
        best = max(worth, key=lambda pair: worth[pair])
        bot = torite.bot("search", match.game)
        advice = bot.advise(match.view(0), (), 0)
        assert (f"crib {PACK.text(best)}", "points") == (advice[0].code, advice[0].unit)
        assert worth[best] == pytest.approx(advice[0].worth)
        assert 15 == len(advice)
        assert advice[0].code == bot.choose(match.view(0), (), 0)
        match.act(0, bot.choose(match.view(0), (), 0))


def test_the_option_of_the_blank_is_heeded() -> None:
    """Seven, eight and the double blank: the blank doubles the fifteen, unless it does not count there."""
    hand = PACK.text(PACK.kinds("4-3 6-2 0-0 6-6 5-0 1-0"))
    worth = {}
    for zero in ("yes", "no"):
        match = new_match("domino-cribbage", 2, {"zero_in_fifteens": zero}, dealer=1, hands={0: hand}, seed=4)
        worth[zero] = {code: value for code, value, _ in match.game.advice.expected(match.view(0), 0)}
    pair = f"crib {PACK.text(sorted(PACK.kinds('6-6 1-0')))}"
    assert worth["yes"][pair] > worth["no"][pair] + 1


def test_nothing_is_calculated_in_the_play() -> None:
    match = Match("domino-cribbage", 2, seed=4)
    for seat in (0, 1):
        match.act(seat, match.game.advice.expected(match.view(seat), seat)[0][0])
    assert [] == match.game.advice.expected(match.view(match.actors[0]), match.actors[0])


def test_hints_in_the_play_tell_what_is_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    """What search found each tile worth, as points less the other's; of one that was not looked at, nothing."""
    match = Match("domino-cribbage", 2, seed=4)
    for seat in (0, 1):
        match.act(seat, match.game.advice.expected(match.view(seat), seat)[0][0])
    actor = match.actors[0]
    actions = [action.number for action in match.actions(actor)]
    weighed = [(actions[0], 2.5, 40), (actions[1], -1.0, 9), (actions[2], -1e9, 0)]
    monkeypatch.setattr(SearchBot, "weigh", lambda *_: weighed)
    bot = torite.bot("search", match.game)
    advice = bot.advise(match.view(actor), (), actor)
    assert [(2.5, "lead"), (-1.0, "lead"), (None, "")] == [(a.worth, a.unit) for a in advice]
    assert [0.0, 3.5] == [a.regret for a in advice[:2]]
    told = hint(match, actor, WeighedDecision(advice), "en", 0).choices
    assert ["2.5 expected, less the other's", "−1.0 expected, less the other's"] == [choice.worth for choice in told]
