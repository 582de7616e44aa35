"""Chance of a match from one 64-byte key: outcome number i is drawn from HMAC-SHA-512(key, i) by rejection.

One hash of the key, published before the first outcome, commits to every deal, reshuffle and roll of the match,
however it goes; the key, revealed afterwards, lets anyone draw them again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping
from datetime import date as Date

from torite.errors import BadOptions

KEY_BYTES = 64
WORD = 1 << 32


def fresh_key() -> bytes:
    """Take a key from the operating system."""
    return secrets.token_bytes(KEY_BYTES)


def key_from_seed(seed: int | str) -> bytes:
    """Make the key that a seed names: the same everywhere, and known to whoever knows the seed."""
    return hashlib.sha512(f"torite seed {seed}".encode()).digest()


def daily_key(game: str, variant: str, date: str) -> bytes:
    """Make the key of a day's deal: the same everywhere, and open to whoever wants to look ahead.

    Args:
        game, variant: their names in the catalogue.
        date: the day, as in `2026-11-22`.

    Raises:
        BadOptions: for what is no day.
    """
    return hashlib.sha512(f"torite daily {game} {variant} {read_day(date)}".encode()).digest()


def read_day(text: str) -> Date:
    """Read a day written as `2026-11-22`, and in no other way.

    Raises:
        BadOptions: for what is no day.
    """
    try:
        day = Date.fromisoformat(text)
    except (TypeError, ValueError):
        raise BadOptions("error.day", value=str(text)[:40]) from None
    if day.isoformat() != text:
        raise BadOptions("error.day", value=str(text)[:40])
    return day


def key_hash(key: bytes) -> str:
    """Return the commitment to a key: SHA-256 of it, in hexadecimal digits."""
    return hashlib.sha256(b"torite key" + key).hexdigest()


def mixed(key: bytes, words: Mapping[int, str]) -> bytes:
    """Mix what players added into a key that was committed to before; without words the key stays as it is.

    Whoever chose the key did not know the words, and whoever chose the words did not know the key: so nobody chose
    what comes out.
    """
    if not words:
        return key
    added = "\n".join(f"{seat}: {words[seat]}" for seat in sorted(words))
    return hmac.digest(key, f"torite words\n{added}".encode(), "sha512")


class Drawn:
    """The random numbers of one outcome.

    Args:
        key: the match's key.
        number: the outcome's number in the match, from 0.
    """

    def __init__(self, key: bytes, number: int) -> None:
        self._words = _words(key, number)

    def below(self, n: int) -> int:
        """Draw a number 0 ≤ x < n, each equally likely."""
        limit = WORD - WORD % n
        while (word := next(self._words)) >= limit:
            pass
        return word % n

    def shuffled(self, items: list[int]) -> list[int]:
        """Shuffle by Fisher and Yates, from the last place down."""
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def _words(key: bytes, number: int) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, f"{number}:{block}".encode(), "sha512")
        for i in range(0, len(digest), 4):
            yield int.from_bytes(digest[i : i + 4], "big")
        block += 1
