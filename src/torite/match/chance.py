"""What settles the chance of a match: its key, what players added to it, and what was agreed or arranged beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torite.errors import BadOptions, BadRecord
from torite.kernel import chance as keys
from torite.kit.game import Game
from torite.match import arrange
from torite.match.arrange import Arrangement, FixedOutcomes
from torite.match.log import Log
from torite.match.setup import Setup, read_entropy


class Chance:
    """The chance of a match.

    Args:
        setup: what the match is made from.
        wanted: what is arranged of the first deal.
        seed, key, key_hash, daily, pause, manual: see `Match`.
        entropy: what players added to the key after its hash was told, by seat.

    Attributes:
        key: the 64 bytes from which all is drawn; None where only their hash is known.
        key_hash: the hash of the key, told before the first outcome.
        entropy: what players added to it, by seat.
        agreed: outcomes that everybody sees as such and that were agreed beforehand, by name.
        arranged: whether more than that was fixed, so that nothing can be checked against the key.
        daily: the day whose deal it is; empty for none.

    Raises:
        BadOptions: for a key of another length, words that do not fit, or a day that has no deal.
    """

    def __init__(
        self,
        setup: Setup,
        wanted: FixedOutcomes,
        *,
        seed: int | str | None,
        key: bytes | None,
        key_hash: str | None,
        entropy: Mapping[int, str] | None,
        daily: str | None,
        pause: bool,
        manual: bool,
    ) -> None:
        self.entropy = read_entropy(entropy, setup.seats)
        if key is not None and (not isinstance(key, bytes) or len(key) != keys.KEY_BYTES):
            raise BadOptions("error.key", most=keys.KEY_BYTES)
        public = {*setup.game.chances.public, arrange.DEALER}
        agreed = {name: number for name, number in wanted.numbers.items() if name in public}
        self.arranged = bool(setup.initial) or wanted.more_than(agreed)
        self.agreed = {} if self.arranged else agreed
        self.daily = daily or ""
        self.key = key
        if daily is not None:
            free = seed is None and key is None and not (self.entropy or self.arranged or self.agreed)
            self.key = daily_key(setup.game, setup.variant, setup.options, daily, free)
        elif key is None and key_hash is None:
            self.key = keys.fresh_key() if seed is None else keys.key_from_seed(seed)
        self.key_hash = keys.key_hash(self.key) if self.key else key_hash or ""
        self._game, self._seats, self._wanted = setup.game, setup.seats, wanted
        self._pause, self._manual = pause, manual

    def tell_key(self, key: bytes) -> None:
        """Tell the key of which only the hash was known; chance can be drawn from then on.

        Raises:
            ValueError: when it is another.
        """
        if keys.key_hash(key) != self.key_hash:
            raise ValueError("another key")
        self.key = key

    def arrange(self, arranged: Arrangement) -> None:
        """Arrange the next deal.

        Raises:
            BadOptions: when something does not exist.
        """
        self._wanted, self.arranged = arrange.read(self._game, self._seats, arranged), True

    def wanted(self) -> FixedOutcomes:
        """Return a copy of what is still fixed of the next outcomes."""
        return self._wanted.copy()

    def want_again(self, wanted: FixedOutcomes) -> None:
        """Have fixed again what was fixed before something of it was used up."""
        self._wanted = wanted

    def wait(self, pause: bool | None = None, manual: bool | None = None) -> None:
        """Change where chance waits: between deals, or before every outcome; None for as it was."""
        self._pause = self._pause if pause is None else pause
        self._manual = self._manual if manual is None else manual

    def waits(self, log: Log) -> bool:
        """Tell whether chance waits before what it would settle now."""
        return self._manual or (self._pause and log.ended_deal)

    def draw(self, log: Log) -> list[int]:
        """Draw the outcome of what chance must settle now, as it was arranged or else from the key.

        Raises:
            BadRecord: when the key is not known.
        """
        ask = log.ask
        if ask is None:
            raise ValueError("chance has nothing to settle")
        if self.key is None:
            raise BadRecord("error.no_key", line=0)
        drawn = keys.Drawn(keys.mixed(self.key, self.entropy), log.settled)
        return arrange.draw(self._game, log.state, ask, drawn, self._wanted)


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
