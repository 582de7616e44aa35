"""The actions of a game by numbers without gaps, for arrays: number, code, and how others see it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from torite.kit.game import Game
from torite.kit.verb import Shown, Verb

if TYPE_CHECKING:
    from numpy.typing import NDArray


class ActionTable:
    """The actions of a game, numbered from 0 in the order of its verbs, then the forms in which others see some.

    Args:
        game: the game.

    Attributes:
        actions: of each number the action, as rules have it.
        dense: of each action its number; 0 where there is none.
        told: what stands behind the actions: what others see of those that they do not see in full.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = tuple(sorted(game.verbs.actions()))
        numbers = {action: number for number, action in enumerate(self.actions)}
        self.dense = tuple(numbers.get(action, 0) for action in range(64 * game.verbs.words))
        hidden = (verb for verb in game.verbs.listed if verb.shown is not Shown.ALL)
        self.told = tuple(dict.fromkeys(verb.sealed or verb.name for verb in hidden))

    def __len__(self) -> int:
        return len(self.actions)

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The code of each action by its number: `play C2`."""
        return tuple(map(self.game.verbs.text, self.actions))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each action by its code."""
        return {code: number for number, code in enumerate(self.codes)}

    def parts(self, code: str) -> list[int]:
        """Return the numbers of the parts of an action, or of one of a single part, that is given by its code.

        Raises:
            ValueError: for what is no code of the game's.
        """
        if code == self.codes[0]:
            return [0]
        return [self.dense[action] for action in self.game.verbs.parse(code)]

    def seen_as(self, number: int) -> tuple[int, bool]:
        """Return the number by which others know an action, and whether of all parts of a gesture they see but one."""
        verb: Verb = self.game.verbs.verb(self.actions[number])
        if verb.shown is Shown.ALL:
            return number, False
        return len(self) + self.told.index(verb.sealed or verb.name), verb.shown is Shown.VERB

    @cached_property
    def alike(self) -> NDArray[Any]:
        """int64[]: of each action of the rules, the first that others cannot tell from it."""
        import numpy

        first: dict[int, int] = {}
        alike = numpy.arange(len(self.dense), dtype=numpy.int64)
        for number, action in enumerate(self.actions):
            alike[action] = first.setdefault(self.seen_as(number)[0], action)
        return alike
