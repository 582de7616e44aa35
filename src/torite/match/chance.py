"""What settles the chance of a match: its key, what players added to it, and what was agreed or arranged beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torite.errors import BadOptions, BadRecord
from torite.kernel import chance as keys
from torite.kit.chances import Ask
from torite.kit.game import Game
from torite.match import arrange


class Chance:
    """The chance of a match.

    Args:
        game: the game.
        wanted: what is arranged of the first deal.
        seed, key, key_hash: see `Match`.
        entropy: what players added to the key after its hash was told, by seat.
        arranged: whether it was arranged otherwise, too.

    Attributes:
        key: the 64 bytes from which all is drawn; None where only their hash is known.
        key_hash: the hash of the key, told before the first outcome.
        agreed: outcomes that everybody sees as such and that were agreed beforehand, by name.
        arranged: whether more than that was fixed, so that nothing can be checked against the key.
        daily: the day whose deal it is; empty for none.
    """

    def __init__(
        self,
        game: Game,
        wanted: arrange.Arrangement,
        seed: int | str | None,
        key: bytes | None,
        key_hash: str | None,
        entropy: Mapping[int, str],
        arranged: bool,
    ) -> None:
        if key is not None and (not isinstance(key, bytes) or len(key) != keys.KEY_BYTES):
            raise BadOptions("error.key", most=keys.KEY_BYTES)
        self.key = key
        if key is None and key_hash is None:
            self.key = keys.fresh_key() if seed is None else keys.key_from_seed(seed)
        self.key_hash = keys.key_hash(self.key) if self.key else key_hash or ""
        self.entropy = dict(entropy)
        self.daily = ""
        public = {*game.chances.public, arrange.DEALER}
        agreed = {name: number for name, number in wanted.numbers.items() if name in public}
        self.arranged = arranged or wanted.more_than(agreed)
        self.agreed = {} if self.arranged else agreed
        self._game, self._wanted = game, wanted
        self._free = seed is None and key is None and not (self.entropy or self.arranged or self.agreed)

    def be_of(self, day: str, variant: Any, options: Any) -> None:
        """Take the key of a day's deal.

        Raises:
            BadOptions: for what is no day, a variant for several, other rules than its own, or other chance.
        """
        self.key = daily_key(self._game, variant, options, day, self._free)
        self.key_hash, self.daily = keys.key_hash(self.key), day

    def tell_key(self, key: bytes) -> None:
        """Tell the key of which only the hash was known; chance can be drawn from then on.

        Raises:
            ValueError: when it is another.
        """
        if keys.key_hash(key) != self.key_hash:
            raise ValueError("another key")
        self.key = key

    def arrange(self, wanted: arrange.Arrangement) -> None:
        """Arrange what comes next."""
        self._wanted, self.arranged = wanted, True

    def draw(self, state: Any, ask: Ask, number: int) -> list[int]:
        """Draw outcome *number* of the match, as it was arranged or else from the key.

        Raises:
            BadRecord: when the key is not known.
        """
        if self.key is None:
            raise BadRecord("error.no_key", line=0)
        drawn = keys.Drawn(keys.mixed(self.key, self.entropy), number)
        return arrange.draw(self._game, state, ask, drawn, self._wanted)


def daily_key(game: Game, variant: Any, options: Any, day: str, free: bool) -> bytes:
    """Return the key of a day's deal.

    Args:
        game, variant, options: what is played.
        day: as in `2026-11-22`.
        free: whether nothing else is said of the match's chance.

    Raises:
        BadOptions: for what is no day, a variant for several, other rules than its own, or other chance.
    """
    key = keys.daily_key(game.name, variant.name, day)
    if variant.seats != (1, 1):
        raise BadOptions("error.day_alone", variant=variant.name)
    if not free or options.texts() != game.options(variant.name, {}, 1).texts():
        raise BadOptions("error.day_own")
    return key
