"""How well bots play: what each level leaves out of what the next one does."""

from __future__ import annotations

import random
from typing import Any

import pytest

import torite
from torite.bots import (
    FOR_PEOPLE,
    LEVELS,
    SHARES,
    WORLDS,
    BeginnerBot,
    BoldBot,
    RolloutBot,
    SearchBot,
    ThumbBot,
    bot,
    searching,
)
from torite.bots.plain import PlainBot
from torite.bots.rollouts import Rollouts
from torite.bots.search import Search
from torite.errors import UnknownName
from torite.kernel.slots import rule_of_thumb
from torite.kit.action_sets import Actions
from torite.match import Match
from torite.worlds.sampler import NoWorld, Sampler


def at_a_choice(seed: int) -> tuple[Match, int]:
    """Play Agurk at random to where somebody has three choices or more."""
    match, chooser = torite.Match("agurk", seed=seed), random.Random(seed)
    while len(match.actions(match.turns.must_act[0])) < 3:
        seat = match.turns.must_act[0]
        match.act(seat, chooser.choice(match.actions(seat)).code)
    return match, match.turns.must_act[0]


def test_nobody_learns_from_one_that_knows_nothing() -> None:
    assert {"random"} == set(LEVELS) - set(FOR_PEOPLE)
    assert len(FOR_PEOPLE) >= 5


@pytest.mark.parametrize("level", LEVELS)
def test_there_is_a_bot_of_each_level(level: str) -> None:
    match, _ = at_a_choice(1)
    made = bot(level, match.game, 3, seconds=0.01)
    assert isinstance(made, SearchBot) is (level in WORLDS)
    assert WORLDS.keys() == SHARES.keys()


def test_there_is_none_of_a_level_that_does_not_exist() -> None:
    with pytest.raises(UnknownName, match="random, beginner, simple, keen, skilled, search"):
        bot("god", "agurk")


def test_a_beginner_plays_the_rule_of_thumb_with_what_it_has_noticed() -> None:
    """Sooner or later it notices each of its choices, and never plays what the rule would leave to another it saw."""
    for seed in range(20):
        match, seat = at_a_choice(seed)
        seen, codes = match.view(seat), [action.code for action in match.actions(seat)]
        chosen = {BeginnerBot(match.game, number).choose(seen, (), seat) for number in range(60)}
        assert chosen <= set(codes)
        assert ThumbBot(match.game, 0).choose(seen, (), seat) in chosen
        by_rule, numbers = set(), [match.game.verbs.parse(code)[0] for code in codes]
        for left_out in range(1 << len(codes)):
            may = Actions(match.game.verbs.words)
            for at, action in enumerate(numbers):
                may[action // 64] |= (left_out >> at & 1) << action % 64
            if any(may):
                by_rule.add(match.game.binding.interpreted(rule_of_thumb)(seen, seat, may))
        assert chosen <= {match.game.verbs.text(action) for action in by_rule}
        assert len(chosen) > 1


def test_the_same_seed_overlooks_the_same() -> None:
    match, seat = at_a_choice(4)
    one, other = (
        [BeginnerBot(match.game, seed).choose(match.view(seat), (), seat) for seed in range(30)] for _ in range(2)
    )
    assert one == other


def test_only_the_strongest_calculates_what_can_be_calculated() -> None:
    match = torite.Match("cribbage-dice", seed=1)
    while not match.game.advice.expected(match.view(match.turns.must_act[0]), match.turns.must_act[0]):
        match.act(match.turns.must_act[0], match.actions(match.turns.must_act[0])[0].code)
    seat = match.turns.must_act[0]
    seen = match.view(seat)
    assert searching("search", match.game, 1, None, iterations=4).advise(seen, (), seat)[0].worth is not None
    for level in ("keen", "skilled"):
        made = searching(level, match.game, 1, seconds=0.001, plainly=True)
        assert made.advise(seen, (), seat)[0].unit != "points"
        assert made.searched


def test_keen_ones_try_each_choice_and_others_search_a_tree() -> None:
    match, _ = at_a_choice(1)
    kinds = {level: type(searching(level, match.game, 1, 0.1)) for level in WORLDS}
    assert {"keen": RolloutBot, "skilled": SearchBot, "search": SearchBot} == kinds
    for level, worlds in WORLDS.items():
        plain = searching(level, match.game, 1, 0.1, plainly=True)
        assert type(plain) is PlainBot
        assert (plain.iterations, plain.seconds) == (worlds, 0.1)


def test_skilled_ones_grow_no_tree_where_a_game_says_so() -> None:
    game = torite.Match("cribbage-dice", seed=1).game
    kinds = {level: type(searching(level, game, 1, 0.1)) for level in WORLDS}
    assert {"keen": RolloutBot, "skilled": BoldBot, "search": SearchBot} == kinds
    assert searching("skilled", game, 1, 0.1).iterations == WORLDS["skilled"]
    assert type(searching("skilled", game, 1, 0.1, plainly=True)) is PlainBot


@pytest.mark.compiles
def test_what_looks_at_so_many_worlds_chooses_the_same_again() -> None:
    """However busy the machine is: their strength does not fall when many think."""
    match, seat = at_a_choice(2)
    seen = match.view(seat)
    for level, worlds in WORLDS.items():
        if worlds is None:
            continue
        made = [searching(level, match.game, 5, None) for _ in range(2)]
        assert made[0].advise(seen, (), seat) == made[1].advise(seen, (), seat)
        assert made[0].searched >= worlds // 2


def test_where_nothing_is_searched_in_a_whole_deal_it_is_ready_at_its_end() -> None:
    """Cribbage Dice is calculated; a match that is paused between deals waits for chance there."""
    match = Match("cribbage-dice", seed=1, pause=True)
    bot("search", match.game, 1, 0.01).warm(match)  # type: ignore[attr-defined]
    assert match.turns.awaits_chance


# views that hardly any world agrees with


@pytest.mark.compiles
def test_a_search_ends_where_worlds_are_found_no_more_and_fails_where_none_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = at_a_choice(3)
    search = Search(match.game, match.view(seat), seat, 1)
    search.run(iterations=100)
    found = search.weighed([1])
    monkeypatch.setattr(search, "_iterate", lambda *asked: 0)
    search.run(iterations=10_000)
    assert (100, found) == (search.iterations, search.weighed([1]))
    fresh = Search(match.game, match.view(seat), seat, 1)
    monkeypatch.setattr(fresh, "_iterate", lambda *asked: 0)
    with pytest.raises(ValueError, match="agrees with this view"):
        fresh.run(iterations=10_000)


@pytest.mark.parametrize("plainly", [False, True])
@pytest.mark.parametrize("level", WORLDS)
def test_where_no_world_is_found_the_rule_of_thumb_is_played(
    monkeypatch: pytest.MonkeyPatch, level: str, plainly: bool
) -> None:
    match, seat = at_a_choice(3)

    def none(*asked: Any) -> Any:
        raise NoWorld

    for kind, name in ((Search, "run"), (Rollouts, "weigh"), (Sampler, "likely_world")):
        monkeypatch.setattr(kind, name, none)
    made = searching(level, match.game, 1, 0.1, plainly=plainly)
    thumb = ThumbBot(match.game, 0).choose(match.view(seat), (), seat)
    assert thumb == made.choose(match.view(seat), (), seat)
    assert [thumb] == [one.code for one in made.advise(match.view(seat), (), seat)]
