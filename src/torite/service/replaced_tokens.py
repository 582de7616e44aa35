"""Tokens that have lately given way to another of the same browser.

Such a token is nobody's from the moment on at which the other is kept: whoever has copied it can do nothing more with
it. Two things are still owed to the browser itself for some seconds, and neither gives a copy any power. What it had
sent before the answer came is refused with a sentence, not taken for a newcomer's, whose token would take the place of
the one on its way. And if the answer with the new token is lost, it may be asked for again, until the new one has been
used: else an answer lost would be a person lost, as nobody has a password here. Only who asked for it the first time
may, and shows that by a nonce which was sent along: whoever copied the cookie does not have it. What another process
has done is not remembered here; it makes the same token for the same nonce (`People.successor`), and writes down with
it that the other gave way (`Notifications.replaced`).
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections import OrderedDict
from dataclasses import dataclass

OWED = 10.0  #: seconds in which something sent before may still come, or be asked for again
REMEMBERED = 20_000


@dataclass
class Replaced:
    """What is remembered of one.

    Attributes:
        until: when nothing is owed any more, by the monotonic clock.
        new: the hash of the token that took its place.
        token: that token; empty where it is not told again.
        nonce: the hash of the nonce with which it was asked for.
    """

    until: float
    new: str
    token: str
    nonce: bytes


class ReplacedTokens:
    """What is remembered of them, by their hashes."""

    def __init__(self) -> None:
        self._replaced: OrderedDict[str, Replaced] = OrderedDict()
        self._unused: dict[str, Replaced] = {}  # by the hash of the token that took its place

    def remember(self, old: str, new: str = "", token: str = "", nonce: str = "") -> None:
        """Remember that a token gave way.

        Args:
            old: its hash.
            new: the hash of the one that took its place, if that may be asked for again.
            token: that one.
            nonce: with which it was asked for, and may be again.
        """
        replaced = self._replaced[old] = Replaced(time.monotonic() + OWED, new, token, _hash_of(nonce))
        if token:
            self._unused[new] = replaced
        while len(self._replaced) > REMEMBERED or next(iter(self._replaced.values())).until <= time.monotonic():
            self.used(self._replaced.popitem(last=False)[1].new)

    def used(self, new: str) -> None:
        """The answer with a token has come, or is owed no longer: it is not told again."""
        if new in self._unused:
            self._unused.pop(new).token = ""

    def __contains__(self, old: str) -> bool:
        """Tell whether a token has lately given way to another."""
        return old in self._replaced and self._replaced[old].until > time.monotonic()

    def answer(self, old: str, nonce: str) -> str:
        """Return the token that took the place of another; empty when it is not told again, or not to who asks.

        Args:
            old: the hash of the other.
            nonce: with which it is asked for.
        """
        if old not in self:
            return ""
        replaced = self._replaced[old]
        return replaced.token if hmac.compare_digest(replaced.nonce, _hash_of(nonce)) else ""


def _hash_of(nonce: str) -> bytes:
    return hashlib.sha256(nonce.encode()).digest()
