"""Who somebody is: the tokens of their browsers, kept as hashes, and the name and language that go with them."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from weakref import WeakValueDictionary

import sqlalchemy as sql

from torite.service import schema, storage
from torite.service.audit import audit
from torite.service.errors import Refused
from torite.service.names import LONGEST_NAME, cleaned
from torite.service.replaced_tokens import ReplacedTokens
from torite.service.storage import Storage, Unread

TOKEN_BYTES = 32
LONGEST_TOKEN = 64  #: letters of one that is looked for at all
REMEMBERED = 20_000  #: tokens kept in memory
FRESH = 20.0  #: seconds after which it is looked up anew whose a token is, and whether they are banned
PATIENCE = 10.0  #: seconds that what somebody has begun is waited for before they are deleted; a file may come slowly
FOR_GOOD = 20 * 365 * 24 * 3600.0  #: seconds; a longer ban is told without its end

__all__ = ["LONGEST_NAME", "LONGEST_TOKEN", "TOKEN_BYTES", "People", "Person", "cleaned", "hash_of", "new_token"]


@dataclass
class Person:
    """Somebody who came with a token.

    Attributes:
        banned_until: when they may come again, in seconds since 1970; 0 for whoever is not banned.
    """

    id: int
    name: str
    language: str
    banned_until: float = 0.0

    @property
    def ban(self) -> Refused | None:
        """What is said to somebody who may not come now; None for whoever may."""
        left = self.banned_until - storage.now()
        if left <= 0:
            return None
        if left > FOR_GOOD:
            return Refused("banned_for_good", "banned")
        return Refused("banned", "banned", until=f"{datetime.fromtimestamp(self.banned_until, UTC):%Y-%m-%d %H:%M} UTC")


def hash_of(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """Make a token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class People:
    """Everybody who ever came.

    Args:
        kept: where they are kept.
        key: makes the tokens that take the place of others.
        fresh: seconds after which it is looked up anew whose a token is; 0 where other processes may have ended it.

    Attributes:
        replaced: tokens that have lately given way to another of the same browser.
        replacing: held while that is done, or a code is used for a token: of several at once the first counts, and who
            logs all others out knows them all.
        ended: how often tokens came to their end, as far as is known here.
    """

    def __init__(self, kept: Storage, key: bytes = b"", fresh: float = FRESH) -> None:
        self.kept = kept
        self._key = key or secrets.token_bytes()
        self._fresh = fresh
        self.replaced = ReplacedTokens()
        self.replacing = asyncio.Lock()
        self._deleting = asyncio.Lock()  # records that two of them share are written one after the other
        self._known: OrderedDict[str, tuple[Person, float]] = OrderedDict()
        self._people: WeakValueDictionary[int, Person] = WeakValueDictionary()
        self._changing: Counter[int] = Counter()  # what is being changed, by who changes it
        self._leaving: Counter[int] = Counter()  # who is being deleted, as often as they asked for it
        self._changed = asyncio.Event()
        self.ended = 0

    async def find(self, token: str | None) -> Person | None:
        """Return who holds a token; None for nobody."""
        if not token or len(token) > LONGEST_TOKEN:
            return None
        hashed = hash_of(token)
        self.replaced.used(hashed)
        person, until = self._known.get(hashed, (None, 0.0))
        if person is None or until <= time.monotonic():
            return await self._look_up(hashed)
        self._known.move_to_end(hashed)
        return person

    def is_replaced(self, token: str | None) -> bool:
        """Tell whether a token has lately given way to another of the same browser."""
        return bool(token) and hash_of(token or "") in self.replaced

    def successor(self, token: str, nonce: str) -> str:
        """Make the token that takes the place of another: the same for the same nonce, whichever process is asked."""
        made = hmac.digest(self._key, f"successor {len(token)} {token} {nonce}".encode(), "sha256")
        return base64.urlsafe_b64encode(made).rstrip(b"=").decode()

    async def _look_up(self, hashed: str) -> Person | None:
        ended = -1
        while ended != self.ended:  # what was read while a token ended may be what was before
            ended = self.ended
            found = (await self.holders([hashed])).get(hashed)
        if found is None:
            self._known.pop(hashed, None)
            return None
        person = self._people.setdefault(found.id, found)  # one for all their tokens
        vars(person).update(vars(found))
        self._remember(hashed, person)
        return person

    async def looked_up(self, number: int) -> Person | None:
        """Read anew how somebody is called whom this process knows; None where it does not."""
        own, person = schema.person, self._people.get(number)
        rows = await self.kept.rows(sql.select(own).where(own.c.id == number)) if person else []
        if person is None or not rows:
            return None
        person.name, person.language, person.banned_until = (
            rows[0][name] for name in ("name", "language", "banned_until")
        )
        return person

    async def kept_of(self, numbers: Collection[int]) -> set[int]:
        """Tell which of some people are kept; all of them, where that cannot be read."""
        own = schema.person
        try:
            return {row["id"] for row in await self.kept.rows(sql.select(own.c.id).where(own.c.id.in_(numbers)))}
        except Unread:
            return {*numbers}

    async def holders(self, hashes: Collection[str]) -> dict[str, Person]:
        """Read whose tokens are, by their hashes; what is found of a ban holds at once."""
        own, held = schema.person, schema.token
        query = sql.select(own, held.c.hash).join(held, held.c.person == own.c.id).where(held.c.hash.in_(hashes))
        rows = await self.kept.rows(query)
        found = {row["hash"]: Person(row["id"], row["name"], row["language"], row["banned_until"]) for row in rows}
        for person in found.values():
            self._people.get(person.id, person).banned_until = person.banned_until
        return found

    async def all_may_come(self, hashes: Collection[str]) -> bool:
        """Tell whether each of these tokens is of somebody who is not banned.

        One row is read for all of them: a thread that reads many at once keeps the loop waiting for each.
        """
        own, held = schema.person, schema.token
        counted = sql.select(sql.func.count().label("n")).select_from(held).join(own, held.c.person == own.c.id)
        query = counted.where(held.c.hash.in_(hashes), own.c.banned_until <= storage.now())
        return int((await self.kept.rows(query))[0]["n"]) == len(set(hashes))

    async def welcome(self, name: str = "", language: str = "") -> tuple[Person, str]:
        """Take in somebody new; return who it is and the token."""
        token = new_token()
        hashed = hash_of(token)
        person = Person(secrets.randbits(53), cleaned(name), language)
        now = storage.now()
        await self.kept.write(
            (sql.insert(schema.person), [{**vars(person), "seen_at": now}]),
            (sql.insert(schema.token), [{"hash": hashed, "person": person.id, "made_at": now}]),
        )
        self._people[person.id] = person
        self._remember(hashed, person)
        audit("came", person=person.id)
        return person, token

    async def change(self, person: Person, name: str | None, language: str | None) -> None:
        """Remember another name or language."""
        table = schema.person
        changed = {
            "name": person.name if name is None else cleaned(name),
            "language": person.language if language is None else language,
        }
        values = {**changed, "seen_at": storage.now()}
        await self.kept.write((sql.update(table).where(table.c.id == person.id).values(**values), []))
        person.name, person.language = changed["name"], changed["language"]

    def forget(self, hashes: Iterable[str]) -> None:
        """Take no token of these any more, once they are kept no longer."""
        self.ended += 1
        for hashed in hashes:
            self._known.pop(hashed, None)

    @contextlib.asynccontextmanager
    async def changing(self, person: int) -> AsyncIterator[None]:
        """Let somebody change what is kept; whoever is being deleted is nobody any more.

        Raises:
            Refused: for those.
        """
        if self._leaving[person]:
            raise Refused("stranger", "unknown")
        self._changing[person] += 1
        try:
            yield
        finally:
            _less(self._changing, person)
            self._changed.set()
            self._changed = asyncio.Event()

    @contextlib.asynccontextmanager
    async def leaving(self, person: Person) -> AsyncIterator[None]:
        """Delete somebody: once what they have begun is done, and after others who are being deleted."""
        self._leaving[person.id] += 1
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while self._changing[person.id]:
                        await self._changed.wait()
            async with self._deleting:
                yield
        finally:
            _less(self._leaving, person.id)

    def _remember(self, hashed: str, person: Person) -> None:
        self._known[hashed] = (person, time.monotonic() + self._fresh)
        self._known.move_to_end(hashed)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _less(counts: Counter[int], person: int) -> None:
    """Count one less of somebody."""
    counts[person] -= 1
    if not counts[person]:
        del counts[person]
