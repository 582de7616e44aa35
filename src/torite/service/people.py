"""Who somebody is: a browser's token, kept as its hash, and the name and language that go with it."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass

import sqlalchemy as sql

from torite.service import storage
from torite.service.audit import audit
from torite.service.storage import Storage

TOKEN_BYTES = 32
LONGEST_NAME = 24
REMEMBERED = 20_000  #: people kept in memory


@dataclass
class Person:
    """Somebody who came with a token."""

    id: int
    name: str
    language: str


def hash_of(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def cleaned(name: str, most: int = LONGEST_NAME) -> str:
    """Make a name or a line of talk fit to show: printable, without blanks around it, not too long."""
    normal = unicodedata.normalize("NFC", name)
    plain = "".join(letter if letter.isprintable() else " " for letter in normal)
    return " ".join(plain.split())[:most].rstrip()


class People:
    """Everybody who ever came.

    Args:
        kept: where they are kept.
    """

    def __init__(self, kept: Storage) -> None:
        self.kept = kept
        self._known: OrderedDict[str, Person] = OrderedDict()

    async def find(self, token: str | None) -> Person | None:
        """Return who holds a token; None for nobody."""
        if not token or len(token) > 64:
            return None
        hashed = hash_of(token)
        if hashed not in self._known:
            own, held = storage.person, storage.token
            query = sql.select(own).join(held, held.c.person == own.c.id).where(held.c.hash == hashed)
            rows = await self.kept.rows(query)
            if not rows:
                return None
            self._remember(hashed, Person(rows[0]["id"], rows[0]["name"], rows[0]["language"]))
        self._known.move_to_end(hashed)
        return self._known[hashed]

    async def welcome(self, name: str = "", language: str = "") -> tuple[Person, str]:
        """Take in somebody new; return who it is and the token."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        hashed = hash_of(token)
        person = Person(secrets.randbits(53), cleaned(name), language)
        now = storage.now()
        await self.kept.write(
            (sql.insert(storage.person), [{**vars(person), "seen_at": now}]),
            (sql.insert(storage.token), [{"hash": hashed, "person": person.id, "made_at": now}]),
        )
        self._remember(hashed, person)
        audit("came", person=person.id)
        return person, token

    async def change(self, person: Person, name: str | None, language: str | None) -> None:
        """Remember another name or language."""
        table = storage.person
        changed = {
            "name": person.name if name is None else cleaned(name),
            "language": person.language if language is None else language,
        }
        values = {**changed, "seen_at": storage.now()}
        await self.kept.write((sql.update(table).where(table.c.id == person.id).values(**values), []))
        person.name, person.language = changed["name"], changed["language"]

    def _remember(self, hashed: str, person: Person) -> None:
        self._known[hashed] = person
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
