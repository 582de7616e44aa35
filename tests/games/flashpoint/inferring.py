"""What a player can conclude, from the second telling: could a round with other hands have gone the same way?"""

from __future__ import annotations

import random
from typing import Any

from tests.aloud import codes, legal, take, turn
from tests.games.flashpoint.builders import table
from tests.games.flashpoint.naive import COMMANDS, Naive, rich_hand
from torite import Match
from torite.worlds.sampler import Sampler

Hands = list[list[str]]


def so_far(m: Match) -> list[tuple[int, str]]:
    """Every action of the round in progress, with who took it; all of them were seen or heard by everybody."""
    actions: list[tuple[int, str]] = []
    for seen in m.history(-1):
        actions = [] if seen.code == "deal" else [*actions, (seen.seat, seen.code)]
    return actions


def told(options: dict[str, Any], dealer: int, hands: Hands, actions: list[tuple[int, str]]) -> Naive | None:
    """Tell a round from its deal on; None where one of the actions was not possible."""
    story = Naive(options)
    story.deal(dealer, hands)
    for seat, code in actions:
        if story.wants is None or story.wants[0] != seat or code not in story.wants[1]:
            return None
        story.act(code)
    return story


class Course:
    """What a viewer has seen of a round of a match."""

    def __init__(self, m: Match, viewer: int, options: dict[str, Any]) -> None:
        self.viewer, self.options, self.dealer = viewer, options, int(m.public.dealer)
        self.actions = so_far(m)
        self.played: Hands = [[] for _ in range(4)]
        for seat, code in self.actions:
            if code.startswith("play"):
                self.played[seat].append(code.split()[1])
        own = [m.cards(seat) for seat in range(4)]
        true = self.story(own)
        assert true is not None
        self.seen = self.noticed(true)

    def story(self, hands: Hands) -> Naive | None:
        """Tell the round with these cards left in the hands."""
        dealt = [left + gone for left, gone in zip(hands, self.played, strict=True)]
        if any(len(hand) != 8 for hand in dealt):
            return None
        return told(self.options, self.dealer, dealt, self.actions)

    def noticed(self, story: Naive) -> tuple[Any, ...]:
        """What the viewer could tell apart: all that is public, the own hand, what the right neighbour has shown."""
        shown = story.seen[(self.viewer + 3) % 4]
        wants = story.wants and (story.wants[0], story.wants[0] == self.viewer and story.wants[1])
        return (
            story.lines, story.tricks, story.trick, story.passed, story.leader, wants, story.points, story.bonus,
            sorted(shown), sorted(story.hands[self.viewer]),
        )  # fmt: skip

    def fits(self, hands: Hands) -> bool:
        """Tell whether the round could have gone the same way with these hands, for all that the viewer saw."""
        story = self.story(hands)
        return story is not None and self.noticed(story) == self.seen


def rich_match(chooser: random.Random, **options: Any) -> Match:
    """A round in which flashes are likely."""
    hands = ["", "", "", ""]
    hands[chooser.randrange(4)] = " ".join(rich_hand(chooser))
    return table(*hands, dealer=chooser.randrange(4), seed=chooser.randrange(1 << 30), **options)


def step(m: Match, chooser: random.Random) -> None:
    """Take an action, with a liking for commands and flashes."""
    may = sorted(legal(m))
    if "none" in may:
        code = chooser.choice(COMMANDS) if chooser.random() < 0.6 else "none"
    else:
        liked = [one for one in may if one.startswith("flash")]
        code = chooser.choice(liked if liked and chooser.random() < 0.6 else may)
    m.act(turn(m), code)


def worlds(m: Match, viewer: int, number: int, seed: int) -> list[Hands]:
    """The hands in some worlds that a viewer's view allows."""
    sampler = Sampler(m.game, m.view(viewer), viewer, seed, compiled=False)
    return [[codes(m, row) for row in sampler.world().hand] for _ in range(number)]


def exchanged(m: Match, chooser: random.Random, viewer: int) -> Hands:
    """The hands, with one or two cards of two others exchanged."""
    hands = [m.cards(seat) for seat in range(4)]
    able = [seat for seat in range(4) if seat != viewer and hands[seat]]
    if len(able) > 1:
        first, second = chooser.sample(able, 2)
        for place in range(chooser.choice((1, 1, 2))):
            if place < min(len(hands[first]), len(hands[second])):
                one, other = chooser.randrange(len(hands[first])), chooser.randrange(len(hands[second]))
                hands[first][one], hands[second][other] = hands[second][other], hands[first][one]
    return hands


def redone(m: Match, course: Course, hands: Hands, **options: Any) -> Match:
    """The same round with other hands, to the same moment."""
    dealt = [" ".join(left + gone) for left, gone in zip(hands, course.played, strict=True)]
    again = table(*dealt, dealer=course.dealer, seed=1, **options)
    return take(again, *(code for _, code in course.actions))
