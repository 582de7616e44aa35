"""Actions: small integers, their verbs, and the set of those that a seat may take.

An action is 64 × word + bit of a row of words, `may`. Verbs of a single word share words; a verb that takes a
piece has a word of its own, whose bits are kinds. Action 0 is `wait`, action 1 is `done`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from torite.kernel.compile import kernel
from torite.pieces import Pack

WAIT = 0  #: let an offer pass; never in the rules, never recorded
DONE = 1  #: the gesture is complete
BITS = 62


class Shown(Enum):
    """What the others see of an action when it is taken."""

    ALL = "all"
    COUNT = "the verb and how many pieces"
    VERB = "the verb"


def _always(_options: Any) -> bool:
    return True


@dataclass(frozen=True)
class Verb:
    """A verb of a game.

    Attributes:
        name: how its codes begin (`play`, `announce re`).
        base: its first action.
        size: how many actions it has.
        of_pieces: whether its actions name a piece.
        lowest: the number of the first action, for verbs that name a number; None for others.
        offer: whether anybody may take it and nobody need.
        shown: what the others see of it.
        gesture: tells by the options whether it may be taken with several parts at all.
        final: whether it stands once it is taken: no undo but a free one takes it back.
    """

    name: str
    base: int
    size: int
    of_pieces: bool = False
    lowest: int | None = None
    offer: bool = False
    shown: Shown = Shown.ALL
    gesture: Callable[[Any], bool] = _always
    final: bool = False


class Verbs:
    """The verbs of a game, which number its actions.

    Args:
        pack: the pieces that verbs may name.
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.listed: list[Verb] = []
        self._of: dict[int, Verb] = {}
        self._by_first_word: dict[str, list[Verb]] = {}
        self._next = 0
        self.word("wait")
        self.word("done")

    def word(self, name: str, offer: bool = False, shown: Shown = Shown.ALL, final: bool = False) -> int:
        """Declare a verb without anything after it; return its action. A final one is not undone."""
        if self._next % 64 >= BITS:
            self._next += 64 - self._next % 64
        self._declare(Verb(name, self._next, 1, offer=offer, shown=shown, final=final))
        self._next += 1
        return self._next - 1

    def pieces(
        self, name: str, offer: bool = False, shown: Shown = Shown.ALL, gesture: Callable[[Any], bool] = _always
    ) -> int:
        """Declare a verb that names pieces; return its base: base + kind is an action.

        Args:
            name: the verb.
            offer: whether anybody may take it and nobody need.
            shown: what the others see of it.
            gesture: tells by the options whether it may be taken with several pieces; that they may never be spares
                the table a trial of each piece.
        """
        base = self._aligned()
        self._declare(Verb(name, base, len(self.pack), True, offer=offer, shown=shown, gesture=gesture))
        self._next = base + 64
        return base

    def number(self, name: str, lowest: int, highest: int, shown: Shown = Shown.ALL) -> int:
        """Declare a verb that names a number of a range of at most 62; return its base for the lowest."""
        base = self._aligned()
        self._declare(Verb(name, base, highest - lowest + 1, lowest=lowest, shown=shown))
        self._next = base + 64
        return base

    def _declare(self, verb: Verb) -> None:
        self.listed.append(verb)
        self._of |= dict.fromkeys(range(verb.base, verb.base + verb.size), verb)
        alike = self._by_first_word.setdefault(verb.name.lower().split(" ")[0], [])
        alike.append(verb)
        alike.sort(key=lambda one: -len(one.name))

    def _aligned(self) -> int:
        return (self._next + 63) // 64 * 64

    @property
    def words(self) -> int:
        """Words of a set of actions."""
        return (self._next + 63) // 64

    @property
    def offers(self) -> tuple[int, ...]:
        """The mask of the offers, word by word."""
        masks = [0] * self.words
        for verb in self.listed:
            if verb.offer:
                for action in range(verb.base, verb.base + verb.size):
                    masks[action // 64] |= 1 << action % 64
        return tuple(masks)

    def verb(self, action: int) -> Verb:
        """Return an action's verb.

        Raises:
            ValueError: when there is no such action.
        """
        if action not in self._of:
            raise ValueError(f"no action {action}")
        return self._of[action]

    def verb_of(self, code: str) -> Verb:
        """Return the verb that a code begins with.

        Raises:
            ValueError: when there is no such verb.
        """
        for verb in self._by_first_word.get(code.partition(" ")[0].lower(), ()):
            if f"{code} ".startswith(f"{verb.name} "):
                return verb
        raise ValueError(f"no verb in {code}")

    def names(self) -> list[str]:
        """List the verbs that a player can take."""
        return [verb.name for verb in self.listed if verb.base != WAIT]

    def text(self, action: int) -> str:
        """Write an action's code."""
        verb = self.verb(action)
        if verb.of_pieces:
            return f"{verb.name} {self.pack.codes[action - verb.base]}"
        if verb.lowest is not None:
            return f"{verb.name} {action - verb.base + verb.lowest}"
        return verb.name

    def gesture_text(self, actions: Sequence[int]) -> str:
        """Write the code of an action of one or many parts, its pieces in pack order."""
        parts = [action for action in actions if action != DONE] or list(actions)
        verb = self.verb(parts[0])
        if not verb.of_pieces:
            return " ".join(self.text(action) for action in parts)
        return f"{verb.name} {self.pack.text(sorted(action - verb.base for action in parts))}"

    def actions(self) -> Iterator[int]:
        """Run through all actions."""
        for verb in self.listed:
            yield from range(verb.base, verb.base + verb.size)

    def parse(self, text: str) -> list[int]:
        """Read a code of one or many parts, without a closing `+`.

        Raises:
            ValueError: with the part of the text that is not understood; empty if it is the whole.
        """
        words = text.split()
        for verb in self._by_first_word.get(words[0].lower(), ()) if words else ():
            name = verb.name.lower().split()
            if [word.lower() for word in words[: len(name)]] == name and verb.base != WAIT:
                return self._parts(verb, words[len(name) :])
        raise ValueError("")

    def _parts(self, verb: Verb, rest: list[str]) -> list[int]:
        if verb.of_pieces:
            unknown = next((word for word in rest if not self.pack.knows(word)), None)
            if unknown is not None or not rest:
                raise ValueError(unknown or "")
            return [verb.base + self.pack.kind(word) for word in rest]
        if verb.lowest is not None:
            if len(rest) != 1 or not rest[0].isascii() or not rest[0].isdigit():
                raise ValueError(" ".join(rest))
            action = verb.base + int(rest[0][:6]) - verb.lowest
            if not verb.base <= action < verb.base + verb.size:
                raise ValueError(rest[0])
            return [action]
        if rest:
            raise ValueError(" ".join(rest))
        return [verb.base]


class Actions(list[int]):
    """A set of actions that remembers who struck what: the interpreted form of `may`."""

    def __init__(self, words: int) -> None:
        super().__init__([0] * words)
        self.strokes: list[tuple[int, int, int]] = []

    def __contains__(self, action: object) -> bool:
        return isinstance(action, int) and action >= 0 and holds_action(self, action)

    def listed(self) -> list[int]:
        """List the actions in order."""
        found = []
        for j, word in enumerate(self):
            while word:
                found.append(64 * j + (word & -word).bit_length() - 1)
                word &= word - 1
        return found

    def refusal(self, action: int) -> int:
        """Return the clause that struck an action, -1 if it was never offered."""
        for base, mask, clause in self.strokes:
            if 0 <= action - base < 64 and mask >> (action - base) & 1:
                return clause
        return -1


@kernel
def offer(may: Any, base: int, mask: int) -> None:
    """Offer a verb with each kind of the mask; of words declared one after the other, those of the mask."""
    may[base // 64] |= mask << (base % 64)


@kernel
def offer_one(may: Any, action: int) -> None:
    """Offer one action."""
    may[action // 64] |= 1 << (action % 64)


@kernel
def _nothing(may: Any, base: int, mask: int, clause: int) -> None:
    pass


@kernel(compiled=_nothing)
def _remember(may: Any, base: int, mask: int, clause: int) -> None:
    struck = may[base // 64] & mask
    if struck and isinstance(may, Actions):
        may.strokes.append((base // 64 * 64, struck, clause))


@kernel
def strike(may: Any, base: int, mask: int, clause: int) -> None:
    """Take a verb's kinds away again; the clause says why. For a verb of one word the mask is 1."""
    shifted = mask << (base % 64)
    _remember(may, base, shifted, clause)
    may[base // 64] &= ~shifted


@kernel
def holds_action(may: Any, action: int) -> bool:
    """Tell whether an action is in the set."""
    return (may[action // 64] >> (action % 64)) & 1 == 1


@kernel
def piece_of(action: int) -> int:
    """Return the kind that an action of a verb of pieces names."""
    return action % 64
