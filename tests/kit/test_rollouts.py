"""Rollouts, by which search plays games for one: bounded, repeatable, never far from the rule of thumb."""

from __future__ import annotations

from typing import Any

import pytest

import torite
from tests.arranged import new_match
from torite.bots import SearchBot, ThumbBot
from torite.bots.rollouts import Rollouts
from torite.match import Match

pytestmark = pytest.mark.compiles(game="emissary")

SOLO, EMISSARY = "french-tarot-solo", "emissary"
POOR = "C1 C2 C3 C4 C5 S1 S2 S3 S4 S5 S6 H1 H2 H3 H4 H5 H6 D1 D2 D3 D4 D5 D6 T2"


def solo(**how: Any) -> Match:
    """A deal of the tarots with any bid."""
    return new_match(SOLO, seed=5, options={"bid_policy": "free"}, **how)


def legal(match: Match) -> list[int]:
    return [action.number for action in match.actions(0)]


def weighed(match: Match, iterations: int, seed: int = 1) -> tuple[Rollouts, list[tuple[int, float, int]]]:
    """Weigh all that may be done now; the rule of thumb's choice is the first of them."""
    rollouts = Rollouts(match.game, match.view(0), 0, seed)
    return rollouts, rollouts.weigh(legal(match), legal(match)[0], iterations=iterations)


def test_the_same_seed_weighs_alike() -> None:
    """Bound by iterations it is repeatable; another seed looks at other worlds."""
    match = Match(EMISSARY, seed=2)
    assert weighed(match, 400)[1] == weighed(match, 400)[1]
    assert weighed(match, 400)[1] != weighed(match, 400, seed=2)[1]


@pytest.mark.parametrize("iterations", [1, 30, 500])
def test_iterations_are_kept_to(iterations: int) -> None:
    """Every choice is tried at least once in a round, and no more worlds are drawn than that or what was allowed."""
    match = Match(EMISSARY, seed=2)
    rollouts, found = weighed(match, iterations)
    assert {action for action, _, _ in found} == set(legal(match))
    assert sum(tried for _, _, tried in found) == rollouts.iterations
    assert rollouts.iterations <= max(iterations, 3 * len(found))
    assert all(0 <= rollouts.successes[action] <= tried for action, _, tried in found)


def test_the_rule_of_thumb_is_tried_in_every_world() -> None:
    """The worse half is left out round by round, but for its choice; the first is the one to take."""
    match = Match(EMISSARY, seed=2)
    _, found = weighed(match, 800)
    tried = {action: times for action, _, times in found}
    assert tried[legal(match)[0]] == max(tried.values()) > min(tried.values())
    assert tried[found[0][0]] == max(tried.values())


@pytest.mark.slow
def test_a_clearly_better_choice_is_taken() -> None:
    """A hand without oudlers, courts or trumps does not play against the kitty for six times the loss."""
    match = solo(hands={0: POOR})
    codes = [str(action) for action in match.actions(0)]
    contre = match.actions(0)[codes.index("bid garde-contre")].number
    rollouts = Rollouts(match.game, match.view(0), 0, 1)
    assert match.game.verbs.text(rollouts.weigh(legal(match), contre, iterations=600)[0][0]) == "bid prise"


def test_without_doubt_about_equals_the_rule_stands() -> None:
    """Two cards that come to the same in every world: the rule of thumb's is taken, whichever it is."""
    match = Match(EMISSARY, seed=2)
    first, last = legal(match)[0], legal(match)[-1]
    for thumb in (first, last):
        rollouts = Rollouts(match.game, match.view(0), 0, 1)
        rollouts._roll = lambda *arguments: _alike(arguments[-1], arguments[-2])
        assert rollouts.weigh(legal(match), thumb, iterations=200)[0][0] == thumb


def _alike(payoffs: Any, times: int) -> int:
    payoffs[:times] = 7.0
    return 0


@pytest.mark.parametrize(("doubt", "taken"), [(1.0, 0), (0.0, -1)])
def test_who_does_not_doubt_takes_what_is_ever_so_little_better(
    doubt: float, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rule's own choice pays 10 in every world; the last pays 0 and 21 in turn, and all others pay less."""
    match = Match(EMISSARY, seed=2)
    rule, last = legal(match)[0], legal(match)[-1]

    def roll(*arguments: Any) -> int:
        action, first, payoffs = arguments[3], arguments[6], arguments[7]
        for i in range(len(payoffs)):
            payoffs[i] = {rule: 10.0, last: 21.0 * ((first + i) % 2)}.get(action, 1.0)
        return 0

    rollouts = Rollouts(match.game, match.view(0), 0, 1, doubt)
    monkeypatch.setattr(rollouts, "_roll", roll)
    assert rollouts.weigh(legal(match), rule, iterations=400)[0][0] == legal(match)[taken]


# bets


PLAYING = {"hands": {0: "C9 C8 D10 H10 SK"}, "turned": "S10", "dealer": 3, "options": {"cut_ritual": "off"}}


def betting(**how: Any) -> Match:
    """Perlaggen, and seat 0 is to lead: it may bet as well."""
    return new_match("perlaggen", 4, seed=1, **{**PLAYING, **how})


def test_bets_and_answers_to_them_are_left_to_rollouts() -> None:
    """All that may be done is weighed there; what comes of it the slow tests tell, for it compiles long."""
    asked: list[set[str]] = []

    class Rolled(SearchBot):
        def _roll_out(self, seen: Any, seat: int, may: Any) -> Any:
            asked.append(set(map(self.game.verbs.text, may)))
            return None, [(may[0], 0.0, 1)]

    match = betting()
    Rolled(match.game, 1).weigh(match.view(0), 0, offered=True)
    match.act(1, "bet gleich")
    Rolled(match.game, 1).weigh(match.view(0), 0)
    assert [{"wait", "bet gleich", "bet hanger", "bet spiel"}, {"raise", "hold", "good"}] == asked


@pytest.mark.slow
def test_bets_are_weighed_by_rollouts() -> None:
    """Each in the same worlds as the rule of thumb's choice, which is left only for one that is better beyond doubt."""
    match = betting()
    weighed = SearchBot(match.game, 1, iterations=400).weigh(match.view(0), 0, offered=True)
    texts = {match.game.verbs.text(action): tried for action, _, tried in weighed}
    assert {"wait", "bet gleich", "bet hanger", "bet spiel"} == set(texts)
    assert texts["wait"] == max(texts.values())
    assert sum(texts.values()) <= 400
    again = SearchBot(match.game, 1, iterations=400).weigh(match.view(0), 0, offered=True)
    assert weighed == again


@pytest.mark.slow
def test_answers_to_bets_are_weighed_by_rollouts() -> None:
    """Against five of a kind no figure of the others comes near: who has it does not give it up."""
    match = betting(hands={0: "C9 D9 H9 S9 S7"})
    match.act(1, "bet gleich")
    weighed = SearchBot(match.game, 1, iterations=400).weigh(match.view(0), 0)
    texts = [match.game.verbs.text(action) for action, _, _ in weighed]
    assert {"raise", "hold", "good"} == set(texts)
    assert "good" == texts[-1]
    assert weighed[0][1] > weighed[-1][1]


class Weighs(SearchBot):
    """Prefers one action where it is open, else the last."""

    prefers = ""

    def weigh(self, seen: Any, seat: int, offered: bool = False) -> list[tuple[int, float, int]]:
        """Weigh without a search: the best wins six times of ten, the others five."""
        may = self._may(seen, seat, offered).listed()
        best = next((action for action in may if self.game.verbs.text(action) == self.prefers), may[-1])
        return [(best, 600.0, 9), *((action, 500.0, 9) for action in may if action != best)]


def counsel(match: Match, seat: int, prefers: str) -> list[Any]:
    bot = Weighs(match.game, 1, iterations=1)
    bot.prefers = prefers
    return bot.counsel(match.view(seat), (), seat)


def test_a_hint_names_a_bet_that_is_worth_it_before_any_card() -> None:
    """It tells the chance to win, in per cent; where waiting is better, the cards are weighed."""
    match = betting()
    best, *others = counsel(match, 0, "bet hanger")
    assert ("bet hanger", 0.0, 60.0, "win") == best
    assert {(one.regret, one.worth) for one in others} == {(10.0, 50.0)}
    assert "wait" in [one.code for one in others]
    assert {"play"} == {one.code.split()[0] for one in counsel(match, 0, "wait")}


def test_who_need_not_act_is_told_whether_to_wait() -> None:
    """Out of turn there is nothing but offers, and letting them pass."""
    match = betting()
    assert "bet spiel" == counsel(match, 2, "bet spiel")[0].code
    told = counsel(match, 2, "wait")
    assert "wait" == told[0].code
    assert all(one.code.startswith(("bet", "concede", "wait")) for one in told)


def test_a_bot_that_bets_is_warmed_for_both() -> None:
    """What cards and what bets need is compiled beforehand."""
    match = betting()
    asked: list[bool] = []

    class Asked(SearchBot):
        def weigh(self, seen: Any, seat: int, offered: bool = False) -> list[tuple[int, float, int]]:
            asked.append(offered)
            return [(0, 0.0, 1 + offered)]

    Asked(match.game, 1, iterations=1).warm(match)
    assert [False, True] == sorted(asked)
    assert [] == [entry for entry in match.log.standing if entry.seat >= 0]


@pytest.mark.parametrize("variant", [EMISSARY, pytest.param(SOLO, marks=pytest.mark.slow)])
def test_hints_tell_the_chance_of_success(variant: str) -> None:
    """In per cent, best first; nothing is said of a choice that is forced."""
    match = Match(EMISSARY, seed=3) if variant == EMISSARY else solo()
    advice = SearchBot(match.game, 1, iterations=300).advise(match.view(0), (), 0)
    assert {one.unit for one in advice} == {"success"}
    assert all(one.worth is not None and 0 <= one.worth <= 100 and one.regret >= 0 for one in advice)
    assert advice[0].regret == 0
    for language in ("en", "ja"):
        assert "%" in match.game.words(language)("hint.success", n="64.0")


@pytest.mark.parametrize("variant", [EMISSARY, pytest.param(SOLO, marks=pytest.mark.slow)])
def test_search_plays_whole_games_for_one(variant: str) -> None:
    """Every decision is legal, to the end; where there is one choice it is taken without a thought."""
    options = {"deal_count": "1"} if variant == SOLO else {}
    match = Match(variant, seed=1, options=options)
    bot = SearchBot(match.game, 1, iterations=40)
    while not match.over:
        searched = bot.searched
        alone = len(match.actions(0)) == 1
        match.act(0, bot.choose(match.view(0), match.history(0), 0))
        assert not alone or bot.searched == searched


def test_the_bot_is_warmed_as_others_are() -> None:
    """What a first decision compiles is compiled beforehand."""
    match = Match(EMISSARY, seed=1)
    bot = SearchBot(match.game, 1, iterations=10)
    bot.warm(match)
    assert bot.searched > 0
    assert isinstance(torite.bot("simple", EMISSARY), ThumbBot)


@pytest.mark.compiles(game="flashpoint")
@pytest.mark.parametrize(("score", "unit"), [(0, ""), (95, "match")])
def test_a_regret_in_which_a_win_is_counted_is_no_points(score: int, unit: str) -> None:
    """In the last round of Flashpoint; the first one cannot end the match."""
    match = new_match("flashpoint", seed=3, initial={"score": [score] * 4}, options={"command_mode": "off"})
    seat = match.actors[0]
    bot = SearchBot(match.game, 1, iterations=64)
    assert {unit} == {one.unit for one in bot.advise(match.view(seat), (), seat)}
