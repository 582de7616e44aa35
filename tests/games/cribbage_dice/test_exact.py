"""The solved turn: what is stored is what is solved, what is solved is what brute force finds, and bots play it."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

import torite
from tests.arranged import new_match
from torite.games.cribbage_dice import exact, racing, solved, solving
from torite.games.cribbage_dice.faces import DICE, FACES, points_of
from torite.games.cribbage_dice.hands import BELOW, DICE_OF, HANDS, KEPT, index_of, index_without, sets
from torite.match import Match

STARTER = 4  # a five


def test_every_set_has_its_index() -> None:
    """Small sets first; the order of the dice does not matter."""
    listed = [kinds for size in range(DICE + 1) for kinds in sets(size)]
    assert list(range(KEPT + HANDS)) == [index_of(list(kinds), len(kinds)) for kinds in listed]
    assert list(range(KEPT + HANDS)) == [index_of(list(kinds[::-1]), len(kinds)) for kinds in listed]
    assert [list(kinds) for kinds in listed] == [
        list(DICE_OF[DICE * i : DICE * i + len(kinds)]) for i, kinds in enumerate(listed)
    ]
    assert (0, 1, 13, 91, 455, 1820) == BELOW


def test_what_is_left_has_its_index() -> None:
    assert index_of([2, 7], 2) == index_without([7, 5, 2, 5], 0b1010)
    assert 0 == index_without([7, 5, 2, 5], 0b1111)


def test_what_is_stored_is_what_is_solved() -> None:
    """Every expectation, rounded to a millionth, and every count; the spreads add up to the expectations."""
    worth, spreads, counted = solving.stored()
    assert solving.FILE.stat().st_size < 100_000
    for rerolls in range(1, solving.MOST_REROLLS + 1):
        for starter in range(FACES):
            first = ((rerolls - 1) * FACES + starter) * KEPT
            solved = solving.worth_of_keeping(starter, rerolls)
            unit = Fraction(solving.UNIT, solving.ROLLS**rerolls)
            assert [round(value * unit) for value in solved] == list(worth[first : first + KEPT])
    assert [points for starter in range(FACES) for points in solving.counts(starter)] == list(counted)
    for number, rerolls in enumerate((2, 3)):
        spread = spreads[number * solving.COUNTS : (number + 1) * solving.COUNTS]
        assert abs(sum(spread) - solving.UNIT) <= solving.COUNTS
        mean = sum(points * chance for points, chance in enumerate(spread)) / solving.UNIT
        assert mean == pytest.approx(float(solving.turn(rerolls)), abs=1e-4)


def test_a_turn_is_worth() -> None:
    """A roll that nobody touches, and what each re-roll adds."""
    hands = product(range(FACES), repeat=DICE)
    rolled = Fraction(sum(points_of(list(hand), DICE, STARTER) for hand in hands), FACES**DICE)
    assert rolled == Fraction(solving.worth_of_keeping(STARTER, 1)[0], solving.ROLLS)
    turns = [float(solving.turn(rerolls)) for rerolls in range(4)]
    assert [5.328, 8.131, 10.194, 11.864] == [pytest.approx(turn, abs=5e-4) for turn in turns]


@cache
def brute(dice: tuple[int, ...], rerolls: int) -> Fraction:
    """Play a turn out over every roll of every choice, without sets, indices or tables."""
    best = Fraction(points_of(list(dice), DICE, STARTER))
    if rerolls == 0:
        return best
    for size in range(DICE):
        for kept in set(combinations(dice, size)):
            total = sum(
                brute(tuple(sorted((*kept, *rolled))), rerolls - 1) for rolled in product(range(FACES), repeat=4 - size)
            )
            best = max(best, Fraction(total, FACES ** (DICE - size)))
    return best


@pytest.mark.parametrize("dice", [(0, 5, 5, 9), (1, 2, 3, 11), (4, 4, 9, 10)])
def test_one_re_roll_is_what_brute_force_finds(dice: tuple[int, ...]) -> None:
    best = solving.best_of_hands(STARTER, 1)[index_of(list(dice), DICE) - KEPT]
    assert brute(dice, 1) == Fraction(best, solving.ROLLS)


@pytest.mark.slow
def test_two_re_rolls_are_what_brute_force_finds() -> None:
    best = solving.best_of_hands(STARTER, 2)[index_of([1, 2, 3, 11], DICE) - KEPT]
    assert brute((1, 2, 3, 11), 2) == Fraction(best, solving.ROLLS**2)


def test_three_of_four_dice_that_stay() -> None:
    """One die with one re-roll left: the mean over its twelve faces, by hand; 5 5 5 with a starter of 5."""
    points = [points_of([4, 4, 4, face], DICE, STARTER) for face in range(FACES)]
    worth = exact.worth_of([4, 4, 4, 0], 0b1000, STARTER, 1)
    assert worth == pytest.approx(solving.UNIT * sum(points) / FACES, abs=1)


def test_the_best_choice_is_the_one_worth_most() -> None:
    """Over random hands: no other mask is worth more, and what is kept with nothing to gain is kept."""
    chooser = random.Random(7)
    for _ in range(150):
        dice, starter = [chooser.randrange(FACES) for _ in range(DICE)], chooser.randrange(FACES)
        rerolls = chooser.randint(1, 3)
        worth = [exact.worth_of(dice, away, starter, rerolls) for away in range(1 << DICE)]
        assert max(worth) == worth[exact.best_away(dice, starter, rerolls)]
    assert 0 == exact.best_away([4, 4, 4, 4], 4, 3)


def turn_of(dice: list[int], starter: int, **how: object) -> Match:
    """Begin a match of two in which seat 0 has these faces first."""
    return new_match("cribbage-dice", 2, rolls=[[3, 9], [starter, *dice]], **how)


def test_hints_say_what_choices_are_worth() -> None:
    match = turn_of([5, 5, 1, 12], 10)
    advice = torite.bot("search", match.game).advise(match.view(0), seat=0)
    assert "points" == advice[0].unit
    assert 16 - 4 == len(advice), "two fives are alike"
    assert sorted((a.worth or 0.0 for a in advice), reverse=True) == [a.worth for a in advice]
    by_code = {a.code: a.worth for a in advice}
    assert 10.0 == by_code["keep"], "four fifteens and a pair"
    assert by_code["roll 1"] == pytest.approx(exact.worth_of([4, 4, 0, 11], 0b0100, 9, 3) / solving.UNIT)
    assert set(by_code) == {"keep", *(a.code for a in advice if a.code.startswith("roll "))}
    assert all(match.gestures.refusal(0, code) is None for code in by_code)


def test_the_strong_bot_plays_the_table() -> None:
    """Whole turns: what it does is worth the most at every choice."""
    match, bot = Match("cribbage-dice", 2, seed=11), torite.bot("search", "cribbage-dice")
    for _ in range(12):
        seat = match.actors[0]
        view = match.view(seat)
        code, best, _ = match.game.advice.expected(view, seat)[0]
        assert code == bot.choose(view, (), seat)
        away = exact.best_away(view.hand[seat][:DICE], view.starter[0], view.rerolls)
        assert best == pytest.approx(exact.worth_of(view.hand[seat][:DICE], away, view.starter[0], view.rerolls) / 1e6)
        match.act(seat, code)


def test_dice_for_the_crib_are_weighed() -> None:
    """The four that are kept, with three re-rolls, and the crib over all that the other's two dice may show."""
    for dealer, sign in ((0, 1), (1, -1)):
        match = new_match("cribbage-dice-extra-dice", 2, dealer=dealer, seed=5)
        while match.actors[0] != 0:
            match.act(1, match.game.advice.expected(match.view(1), 1)[0][0])
        view = match.view(0)
        weighed = {code: worth for code, worth, _ in match.game.advice.expected(view, 0)}
        kinds = view.hand[0]
        given, kept = sorted((kinds[1], kinds[4])), [kinds[0], kinds[2], kinds[3], kinds[5]]
        crib = sum(points_of([*given, a, b], DICE, view.starter[0]) for a in range(FACES) for b in range(FACES)) / 144
        own = exact.worth_of(kept, exact.best_away(kept, view.starter[0], 3), view.starter[0], 3) / 1e6
        assert own + sign * crib == pytest.approx(weighed[f"crib {given[0] + 1} {given[1] + 1}"])


# for the win


def winning(
    dice: list[int], starter: int, scores: list[int], rerolls: int = 1, **how: object
) -> list[tuple[str, float]]:
    """Weigh seat 0's choices near the end, with so many re-rolls left."""
    match = turn_of(dice, starter, initial={"score": scores}, **how)
    view = match.view(0)
    view.rerolls = rerolls
    weighed = match.game.advice.expected(view, 0)
    assert {"win"} == {unit for _, _, unit in weighed}
    return [(code, worth) for code, worth, _ in weighed]


def test_enough_is_enough() -> None:
    """Two points win: the pair is kept, though rolling would bring more."""
    best = winning([2, 2, 7, 9], 12, [88, 80], 3)[0]
    assert ("keep", 100.0) == best
    assert "keep" != turn_of([2, 2, 7, 9], 12).game.advice.expected(turn_of([2, 2, 7, 9], 12).view(0), 0)[0][0]


def test_far_behind_with_one_turn_left_only_the_target_counts() -> None:
    """Ten are needed and the other wins next turn almost surely: the keep that reaches ten most often is best."""
    scores = [80, 89]
    weighed = dict(winning([5, 5, 1, 2], 10, scores))
    reach = {}
    for code in weighed:
        named = [] if code == "keep" else [int(word) - 1 for word in code.split()[1:]]
        kept = [4, 4, 0, 1]
        for kind in named:
            kept.remove(kind)
        rolls = list(product(range(FACES), repeat=len(named)))
        reach[code] = sum(points_of([*kept, *roll], DICE, 9) >= 10 for roll in rolls) / len(rolls)
    best = max(reach, key=lambda code: reach[code])
    assert next(iter(weighed)) == best
    assert weighed[best] == pytest.approx(100 * reach[best], abs=2.0)


@pytest.mark.parametrize("scores", [(60, 70), (80, 62), (75, 75)])
def test_the_race_is_what_races_bring(scores: tuple[int, int]) -> None:
    """Races run with turns of the solved spread; the other has the next two turns, then they alternate by twos."""
    chooser = random.Random(1)
    spread = solved.SPREADS[solving.COUNTS :]
    times, won = 6000, 0
    for _ in range(times):
        totals, movers = list(scores), [1, 1, 0, 0] * 10
        while max(totals) < 90:
            mover = movers.pop(0)
            totals[mover] += chooser.choices(range(solving.COUNTS), spread)[0]
        won += totals[0] >= 90
    state = turn_of([1, 2, 3, 4], 5, initial={"score": list(scores)}).view(0)
    import numpy

    chance = racing.chance_in_race(state, 0, scores[0], numpy.array(spread) / solving.UNIT)
    assert chance == pytest.approx(won / times, abs=0.02)


def test_the_last_turn_of_equal_turns_must_beat_the_best() -> None:
    """Whoever has the last turn needs one point more than the other has; as many are half a win."""
    match = new_match("cribbage-dice-equal-turns", 2, dealer=0, seed=3, initial={"score": [85, 91]}, rolls=None)
    match.act(1, "keep")
    while match.actors[0] != 0:
        match.act(1, "keep")
    view = match.view(0)
    if view.reached_by != 1:
        pytest.skip("the other hand counted nothing")  # cannot be: the seed is fixed
    view.rerolls = 1
    needed = view.score[1] + 1 - 85
    weighed = {code: worth for code, worth, _ in match.game.advice.expected(view, 0)}
    points = points_of(view.hand[0][:DICE], DICE, view.starter[0])
    assert weighed["keep"] == (100.0 if points >= needed else 50.0 if points == needed - 1 else 0.0)


def test_weighing_by_points_is_the_table() -> None:
    """What counts are worth may be anything; worth themselves, it is the solved turn again."""
    import numpy

    for rerolls in (1, 2, 3):
        worth = racing.weigh_turn([0, 5, 5, 9], STARTER, rerolls, numpy.arange(solving.COUNTS, dtype=float))
        table = [exact.worth_of([0, 5, 5, 9], away, STARTER, rerolls) / solving.UNIT for away in range(1 << DICE)]
        assert worth == [pytest.approx(value, abs=1e-6) for value in table]
