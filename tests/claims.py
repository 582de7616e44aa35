"""What lessons claim, weighed: every choice is tried in the same worlds, drawn from what the learner knows.

In each world everybody plays on by the rule of thumb to the deal's end. Where a game calculates what choices are worth,
or a choice is about whole deals that no thumb plays well, the search of the bots weighs instead.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

from tests.strategies import acting, asked, drawn
from torite.bots import SearchBot, ThumbBot
from torite.kernel.slots import rule_of_thumb
from torite.kit import Actions, Game
from torite.kit.actions import WAIT
from torite.match import Match
from torite.scenes.lessons import LEARNER, Lesson, choices, setting
from torite.worlds.sampler import Sampler

WORLDS = 100
SURE = 2.6  #: standard errors of an interval that holds in 99 of 100 cases
MOST = 2000  #: actions until a deal ends


def begun(lesson: Lesson, seed: str = "lesson") -> Match:
    """Open a match of a lesson; chance waits between its deals."""
    match = Match(**setting(lesson), seed=seed, pause=True)
    match.go_on()
    return match


def go_on(match: Match, stop: int, learner: Sequence[str] = ()) -> None:
    """Play by the rule of thumb until the learner has its choice of this number, or the deal is over.

    Args:
        match: the match.
        stop: of the learner's choices, from 1.
        learner: what the learner chooses, one after the other; then the rule of thumb.
    """
    bot = ThumbBot(match.game, 0)
    while not (match.over or match.turns.awaits_chance):
        for choice in match.turns.asked():
            if choice.offer and choice.seat != LEARNER:
                code = bot.choose(match.view(choice.seat), (), choice.seat, offered=True)
                if code != "wait":
                    match.act(choice.seat, code)
                    break
        else:
            seat = match.turns.must_act[0]
            made = len(choices(match)) if seat == LEARNER else 0
            if seat == LEARNER and made == stop - 1:
                return
            own = seat == LEARNER and made < len(learner)
            match.act(seat, learner[made] if own else bot.choose(match.view(seat), (), seat))


def at_claim(lesson: Lesson) -> Match:
    """Return a match of a lesson that stands before the choice of its claim."""
    match = begun(lesson)
    go_on(match, len(lesson.claim.before) + 1, lesson.claim.before)
    return match


def ended(lesson: Lesson, code: str) -> Match:
    """Return a match of a lesson whose learner made this choice, and all went on by the rule of thumb."""
    match = at_claim(lesson)
    match.act(LEARNER, code)
    go_on(match, MOST)
    return match


@dataclass(frozen=True)
class Weighed:
    """The payoffs of choices, world by world."""

    payoffs: dict[str, list[float]]

    def more(self, code: str, other: str) -> tuple[float, float]:
        """Return by how much more a choice is worth than another, and the half width of its interval."""
        gained = [one - two for one, two in zip(self.payoffs[code], self.payoffs[other], strict=True)]
        mean = sum(gained) / len(gained)
        spread = sqrt(sum((one - mean) ** 2 for one in gained) / max(1, len(gained) - 1))
        return mean, SURE * spread / sqrt(len(gained))


def weigh(match: Match, codes: Sequence[str], worlds: int = WORLDS) -> Weighed:
    """Try choices of the learner in worlds that agree with what it knows."""
    game, seen = match.game, match.view(LEARNER)
    sampler = Sampler(game, seen, LEARNER, 7, compiled=False)
    payoffs: dict[str, list[float]] = {code: [] for code in codes}
    for number in range(worlds):
        world = sampler.world()
        for code in codes:
            state = world.copy()
            for action in game.verbs.parse(code):
                game.rules.act(state, LEARNER, action)
            payoffs[code].append(_played_out(game, state, random.Random(number)))
    return Weighed(payoffs)


def _played_out(game: Game, state: Any, chooser: random.Random) -> float:
    """Play a deal to its end by the rule of thumb, and return what it is worth to the learner."""
    thumb = game.binding.interpreted(rule_of_thumb)
    for _ in range(MOST):
        if game.rules.deal_over(state) or game.rules.over(state):
            break
        if ask := asked(game, state):
            game.rules.settle(state, drawn(game, ask, chooser))
            continue
        seat = acting(game, state)[0]
        may = Actions(game.verbs.words)
        game.rules.legal(state, seat, may)
        duties = Actions(game.verbs.words)
        for action in may.listed():
            if action not in _offers(game):
                duties[action // 64] |= 1 << action % 64
        action = thumb(state, seat, duties)
        game.rules.act(state, seat, action if action > WAIT else chooser.choice(duties.listed()))
    out = [0] * state.seats
    game.rules.payoff(state, out)
    return float(out[LEARNER])


@cache
def _offers(game: Game) -> frozenset[int]:
    masks = game.verbs.offers
    return frozenset(64 * word + bit for word, mask in enumerate(masks) for bit in range(64) if mask >> bit & 1)


def calculated(match: Match) -> dict[str, float]:
    """Return what each choice is worth where the game calculates that; empty where it does not."""
    known = match.game.advice.expected(match.view(LEARNER), LEARNER)
    return {code: worth for code, worth, _ in known}


def searched(match: Match, iterations: int, seed: int) -> dict[str, float]:
    """Return how much less each choice, or part of a gesture, is worth than the best, by the search of the bots.

    Offers are weighed against letting them pass, which is what whoever takes a duty does.
    """
    bot, seen = SearchBot(match.game, seed, iterations=iterations), match.view(LEARNER)
    regrets = {one.code.removesuffix(" +"): one.regret for one in bot.advise(seen, (), LEARNER)}
    if not any(action.offer for action in match.actions(LEARNER)):
        return regrets
    offers = {one.code: one.regret for one in bot.advise(seen, (), LEARNER, offered=True)}
    passed = offers.pop("wait")
    return {code: passed + regret for code, regret in regrets.items()} | offers
