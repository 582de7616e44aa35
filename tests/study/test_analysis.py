"""What a decision cost: from what its seat knew, with an interval, and never of a match that is not over."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import torite
from tests.strategies import Table
from torite.bots import WeighedAction
from torite.bots.levels import ThumbBot
from torite.errors import BadOptions
from torite.games import games
from torite.match import Match
from torite.records import Study
from torite.scenes.reasons import equals
from torite.study import Decision, analyse, analyse_variations
from torite.study.analysis import NotOver
from torite.study.equal_choices import Choice
from torite.study.losses import losses

pytestmark = pytest.mark.compiles(sampled=True)


def played(match: Match, choose: Sequence[str] = (), deals: int = 0) -> Match:
    """Play a match by the rule of thumb, after some choices; to its end, or of so many deals."""
    bot, ahead = ThumbBot(match.game, 1), list(choose)
    while not match.over and not (deals and len(match.score_sheet.deals) >= deals):
        seat = match.turns.must_act[0]
        match.act(seat, ahead.pop(0) if ahead else bot.choose(match.view(seat), match.history(seat), seat))
    return match


def short(seed: int = 4) -> Match:
    """A whole match of Agurk for two that is soon over."""
    return played(Match("agurk", seats=2, seed=seed, options={"out_at": 8}))


def test_every_game_is_judged(usual: Table) -> None:
    """What was taken is among what is weighed, nothing is worth more than the best, and the same seed judges alike."""
    match = played(usual.match(2))
    some = range(min(2, match.seats))
    judged = analyse(match, some, iterations=3, times=2, seed=5)
    assert judged.decisions
    for one in judged.decisions:
        entry = match.log.standing[one.entry]
        assert one.seat == entry.seat
        assert one.taken in {match.game.verbs.text(action) for action in entry.actions}
        assert one.seat in some
        assert one.choices[0].loss == 0.0
        assert all(choice.loss >= -1e-9 and choice.error >= 0.0 for choice in one.choices)
        assert one.is_mistake == (one.taken != one.best and one.cost > one.error)
    again = analyse(match, some, iterations=3, times=2, seed=5)
    assert again.decisions == judged.decisions


def test_a_decision_is_judged_by_what_its_seat_knew() -> None:
    """With other cards in the other's hand and in the stock it is judged the same, to the last digit."""
    mine = "C2 S9 HK D4 DA S5 H7"
    first: list[Decision] = []
    for theirs in ("C3 S10 HQ D5 DK S6 C8", "C9 SA HJ D7 D10 H2 CJ"):
        arranged = torite.Arrangement(hands={0: mine, 1: theirs}, dealer=1)
        match = played(Match("agurk", seats=2, seed=3, options={"out_at": 8}, arranged=arranged), ["play C2"])
        first.append(analyse(match, [0], iterations=200, times=3).decisions[0])
    assert first[0] == first[1]
    assert first[0].choices


def test_who_plays_at_random_pays_more_than_who_plays_by_rule() -> None:
    """The two intervals lie apart, and the worst mistakes are the random player's."""
    match, chooser, bot = Match("agurk", seats=2, seed=6), random.Random(3), ThumbBot(games()["cucumber"], 1)
    while not match.over:
        seat = match.turns.must_act[0]
        by_rule = bot.choose(match.view(seat), match.history(seat), seat)
        match.act(seat, by_rule if seat else chooser.choice(match.actions(seat)))
    judged = analyse(match, iterations=300)
    (at_random, error), (by_rule_of_thumb, other) = (judged.cost(seat, "") for seat in range(2))
    assert at_random - error > by_rule_of_thumb + other
    assert all(one.is_mistake for one in judged.worst(most=100))


@pytest.mark.compiles(sampled=True, game="cribbage_dice")
def test_what_is_calculated_has_no_interval() -> None:
    """Cribbage Dice says what each choice is worth: the cost is the difference, to the last digit."""
    match = played(Match("cribbage-dice", seats=2, seed=1))
    judged = analyse(match, [0], iterations=20, times=2)
    calculated = [one for one in judged.decisions if one.exact]
    assert len(calculated) > 5
    assert all(one.error == 0.0 for one in calculated)
    one = max(calculated, key=lambda one: one.cost)
    known = match.game.advice.expected(match.at(one.entry).view(0), 0)
    worths = {code: worth for code, worth, _ in known}
    assert one.cost == pytest.approx(max(worths.values()) - worths[one.taken])


def weighed(**regrets: float) -> list[WeighedAction]:
    """What a bot might say."""
    return [WeighedAction(code, regret) for code, regret in sorted(regrets.items(), key=lambda one: one[1])]


def test_losses_are_means_of_paired_differences() -> None:
    """By hand: differences 1, 3 and 2 from the best have a mean of 2 and an interval of 4.303 × 1 / √3."""
    found = losses([weighed(a=0, b=1), weighed(a=0, b=3), weighed(a=1, b=3, c=0)])
    assert [(one.code, one.loss) for one in found] == [("a", 0.0), ("b", 2.0)]  # c was tried but once
    assert found[0].error == 0.0
    assert found[1].error == pytest.approx(4.303 / 3**0.5)
    assert [one.error for one in losses([weighed(a=0, b=1)])] == [0.0, 0.0]


def test_a_match_that_goes_on_is_analysed_by_nobody() -> None:
    match = Match("agurk", seats=2, seed=3)
    with pytest.raises(NotOver):
        analyse(match)


@pytest.mark.parametrize("wrong", [{"seats": [2]}, {"seats": [-1]}, {"iterations": 0}, {"times": 1}, {"times": 17}])
def test_what_cannot_be_judged_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        analyse(short(), **wrong)  # type: ignore[arg-type]


def test_it_tells_how_far_it_is() -> None:
    match, told = short(), list[tuple[int, int]]()
    analyse(match, [0], iterations=1, times=2, progress=lambda done, of: told.append((done, of)))
    assert told == [(i + 1, len(match.log.standing)) for i in range(len(match.log.standing))]


def test_what_was_taken_back_is_not_judged() -> None:
    """Entries are numbered as they stand, with those before the undo left out."""
    match, chooser = Match("agurk", seats=2, seed=8, options={"out_at": 8}), random.Random(1)
    while not match.log.standing or match.log.standing[-1].seat < 0:
        seat = match.turns.must_act[0]
        match.act(seat, chooser.choice(match.actions(seat)))
    match.undo(match.log.standing[-1].seat, free=True)
    judged = analyse(played(match), iterations=1, times=2)
    assert all(match.log.standing[one.entry].seat == one.seat for one in judged.decisions)


# variations


def with_variations() -> Study:
    """The short match, with each choice of its first decision as a variation, and one that goes on from the first."""
    study = Study(short())
    step = next(entry.number for entry in study.match.log.standing if not entry.chance)
    for action in study.match.at(step).actions(study.match.log.standing[step].seat):
        study = study.vary(step, [f"{study.match.log.standing[step].seat}: {action}"])
    other = study.at(step + 1, 1)
    return study.vary(step + 1, [f"{other.actors[0]}: {other.actions(other.actors[0])[0]}"], of=1)


def test_a_variation_is_judged_as_what_was_played() -> None:
    """Its first choice costs what the match's own judgement says of that choice, to the last digit."""
    study = with_variations()
    judged = analyse(study.match, iterations=100, times=3)
    varied = analyse_variations(study, iterations=100, times=3)
    assert [one.variation for one in varied] == list(study.variations)
    first = judged.decisions[0]
    assert len(first.choices) > 2
    for one in varied[:-1]:
        (decision,) = one.decisions
        assert decision.entry == first.entry
        assert decision.choices == first.choices
        assert decision.cost == next(choice.loss for choice in first.choices if choice.code == decision.taken)
    assert {one.decisions[0].taken for one in varied[:-1]} == {choice.code for choice in first.choices}
    assert [one.entry for one in varied[-1].decisions] in ([], [first.entry + 1])


def test_a_variation_is_judged_by_what_its_seat_would_have_known() -> None:
    """With other cards in the other's hand and in the stock it is judged the same."""
    found = []
    for theirs in ("C3 S10 HQ D5 DK S6 C8", "C9 SA HJ D7 D10 H2 CJ"):
        arranged = torite.Arrangement(hands={0: "C2 S9 HK D4 DA S5 H7", 1: theirs}, dealer=1)
        match = played(Match("agurk", seats=2, seed=3, options={"out_at": 8}, arranged=arranged), ["play C2"])
        step = next(entry.number for entry in match.log.standing if not entry.chance)
        (one,) = analyse_variations(Study(match).vary(step, ["0: play HK"]), iterations=100, times=3)
        found.append(one.decisions)
    assert found[0] == found[1]
    assert found[0]


@pytest.mark.compiles
def test_variations_of_some_seats_alone() -> None:
    study, told = with_variations(), list[tuple[int, int]]()
    seat = study.match.log.standing[study.variations[0].step].seat
    moves = sum(len(one.entries) for one in study.variations)
    varied = analyse_variations(study, [1 - seat], 1, 2, progress=lambda done, of: told.append((done, of)))
    assert [one.decisions for one in varied[:-1]] == [()] * (len(varied) - 1)
    assert told == [(i + 1, moves) for i in range(moves)]
    with pytest.raises(BadOptions):
        analyse_variations(study, [2])


def test_variations_of_a_match_that_goes_on_are_judged_by_nobody() -> None:
    match = Match("agurk", seats=2, seed=3)
    move = f"{match.actors[0]}: {match.actions(match.actors[0])[0]}"
    with pytest.raises(NotOver):
        analyse_variations(Study(match).vary(len(match.log), [move]))


def test_equal_cards_are_one_choice_and_none_of_them_a_mistake() -> None:
    """Cards of one rank are equal in Agurk: a search tells them apart by chance alone."""
    match = short()
    judged = analyse(match, iterations=20, times=2).decisions
    assert any(one.equal for decision in judged for one in decision.choices if isinstance(one, Choice))
    for decision in judged:
        codes = [one.code for one in decision.choices]
        assert equals(match.at(decision.entry), decision.seat, codes) == [*range(len(codes))]
        assert decision.taken in codes
