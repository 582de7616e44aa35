"""Sets of actions, `may`: what a seat may take, and why not the rest; and what an action is one of.

An action is 64 × word + bit of the row, as `torite.kit.actions` deals them out.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.compile import kernel


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
    """Offer a verb with each kind of the mask; of a verb of numbers, or of words declared in a row, those of the mask.

    For a verb with the kinds of a block, the base is that of the verb and the block's first kind.
    """
    may[base >> 6] |= mask << (base & 63)


@kernel
def offer_one(may: Any, action: int) -> None:
    """Offer one action."""
    may[action >> 6] |= 1 << (action & 63)


@kernel
def _nothing(may: Any, base: int, mask: int, clause: int) -> None:
    pass


@kernel(compiled=_nothing)
def _remember(may: Any, base: int, mask: int, clause: int) -> None:
    struck = may[base >> 6] & mask
    if struck and isinstance(may, Actions):
        may.strokes.append((base & ~63, struck, clause))


@kernel
def strike(may: Any, base: int, mask: int, clause: int) -> None:
    """Take a verb's kinds away again; the clause says why. For a verb of one word the mask is 1, as in `offer`."""
    shifted = mask << (base & 63)
    _remember(may, base, shifted, clause)
    may[base >> 6] &= ~shifted


@kernel
def holds_action(may: Any, action: int) -> bool:
    """Tell whether an action is in the set."""
    return (may[action >> 6] >> (action & 63)) & 1 == 1


@kernel
def offered(may: Any, base: int) -> int:
    """Return the kinds of a verb that are in the set, as a mask; of a verb of numbers, or of words in a row, which.

    For a verb with the kinds of a block, the base is that of the verb and the block's first kind.
    """
    return may[base >> 6] >> (base & 63)


@kernel
def is_of(action: int, base: int) -> bool:
    """Tell whether an action is of a verb of pieces, of a pack of one block."""
    return action >> 6 == base >> 6


@kernel
def is_one_of(action: int, first: int, last: int) -> bool:
    """Tell whether an action is one of words that were declared one after the other, or of numbers from one on."""
    return first <= action <= last


@kernel
def number_of(action: int, first: int) -> int:
    """Tell which of words declared in a row an action is, or of numbers, 0 for the first; of a verb's kinds, which."""
    return action - first


@kernel
def nth_verb(base: int, n: int) -> int:
    """Return the base of the n-th verb of pieces declared after one (0: itself): what wilds stand for, say."""
    return base + 64 * n


@kernel
def words_of(base: int, mask: int) -> int:
    """Return the words of verbs of pieces declared in a row from one on, those of the mask, for `duty_words`."""
    return mask << (base >> 6)


@kernel
def verb_index(action: int, base: int) -> int:
    """Tell of which verb of pieces an action is: 0 for the one with this base, n for the n-th declared after it.

    Below 0 it is of one declared before. A verb has a place for each block of the pack.
    """
    return (action - base) >> 6


@kernel
def keep_only(may: Any, base: int, mask: int) -> None:
    """Leave of a verb's kinds those of the mask, with no reason given: for `prune`."""
    may[base >> 6] &= mask << (base & 63)


@kernel
def piece_of(action: int) -> int:
    """Return the kind that an action of a verb of pieces names, of a pack of one block; else it is action − base."""
    return action & 63
