"""Choices that the rules cannot tell apart: they are one choice, and it is worth as much as the best of them.

A search tells them apart by chance alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from torite.kit.game import Game
from torite.match import Match
from torite.scenes import reasons, wording
from torite.study.losses import Loss
from torite.words import Words


@dataclass(frozen=True)
class Choice(Loss):
    """A choice, with those that are equal to it.

    Attributes:
        equal: the others.
    """

    equal: tuple[str, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        """The choice, and the others."""
        return self.code, *self.equal


def merged(match: Match, seat: int, choices: Sequence[Loss], taken: str = "") -> list[Choice]:
    """Make one choice of those of a seat that are equal in the rules; see `merge`. They are so all through a match."""
    return merge(choices, firsts(match, seat, [one.code for one in choices]), taken)


def firsts(match: Match, seat: int, codes: Sequence[str]) -> dict[str, str]:
    """Return of each choice the first that is equal to it in the rules."""
    return {code: codes[first] for code, first in zip(codes, reasons.equals(match, seat, codes), strict=True)}


def merge(choices: Sequence[Loss], first: Mapping[str, str], taken: str = "") -> list[Choice]:
    """Make one choice of those that are equal.

    Args:
        choices: what each is worth less than the best, the best first.
        first: of each the first that is equal to it.
        taken: the one that stands for its equals; else the best of them does.
    """
    groups: dict[str, list[Loss]] = {}
    for one in choices:
        groups.setdefault(first.get(one.code, one.code), []).append(one)
    found = []
    for best, *others in groups.values():
        codes = [best.code, *(one.code for one in others)]
        code = taken if taken in codes else best.code
        found.append(Choice(code, best.loss, best.error, tuple(one for one in codes if one != code)))
    return found


def named(words: Words, game: Game, choices: Sequence[Choice]) -> list[str]:
    """Write choices that are told side by side, each with its equals: `♠7 or ♠8`."""
    texts = iter(wording.beside(words, game, [code for one in choices for code in one.codes]))
    return [words.either([next(texts) for _ in one.codes]) for one in choices]
