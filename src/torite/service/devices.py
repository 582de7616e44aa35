"""The browsers of one person: each holds a token of its own, and another comes to it by a code that is used once."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence

import sqlalchemy as sql

from torite.service import schema, storage
from torite.service.errors import Refused
from torite.service.statements import one_by_one
from torite.service.storage import Statement, Storage
from torite.service.users import Person, hash_of, new_token

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  #: without letters that are taken for one another
LETTERS = 10  #: of a code: 50 bits
LASTS = 600.0  #: seconds
LATELY = 120.0  #: seconds in which a token is given again; clocks of two machines may be a minute apart
Replaced = Callable[[str, str], Sequence[Statement]]


def unwritten(old: str, new: str) -> Sequence[Statement]:
    """Write nothing of a token that gives way to another."""
    return ()


async def tokens_of(kept: Storage, person: Person) -> list[str]:
    """List the hashes of somebody's tokens."""
    held = schema.token
    rows = await kept.rows(sql.select(held.c.hash).where(held.c.person == person.id))
    return [row["hash"] for row in rows]


async def replace_token(
    kept: Storage, person: Person, hashed: str, token: str, besides: Sequence[Statement] = ()
) -> bool:
    """Replace one of somebody's tokens by a new one, and let their codes end.

    Args:
        kept: where codes and tokens are kept.
        person: whose they are.
        hashed: the hash of the one.
        token: the other.
        besides: what is written with it.

    Returns:
        Whether it is theirs: of several who do at once with others, one's is.
    """
    held, codes = schema.token, schema.device_code
    renamed = sql.update(held).where(held.c.hash == hashed, held.c.person == person.id)
    await kept.write(
        one_by_one(person.id),
        (renamed.values(hash=hash_of(token), made_at=storage.now()), []),
        (sql.delete(codes).where(codes.c.person == person.id), []),
        *besides,
    )
    return bool(await kept.rows(sql.select(held.c.hash).where(held.c.hash == hash_of(token))))


async def was_given(kept: Storage, token: str) -> bool:
    """Tell whether a token was given to somebody of late: the answer with it may be lost."""
    held = schema.token
    given = held.c.hash == hash_of(token), held.c.made_at > storage.now() - LATELY
    return bool(await kept.rows(sql.select(held.c.hash).where(*given)))


def _at_most(most: int, person: int, new: str) -> Statement:
    """Let the first tokens of somebody end where they are too many, the new one last, whatever the clock says."""
    held = schema.token
    own = sql.select(held.c.hash).where(held.c.person == person)
    last = own.order_by((held.c.hash == new).desc(), held.c.made_at.desc()).limit(most)
    return sql.delete(held).where(held.c.person == person, held.c.hash.not_in(last)), []


async def end_token(kept: Storage, hashed: str) -> None:
    """Let a token be nobody's."""
    await kept.write((sql.delete(schema.token).where(schema.token.c.hash == hashed), []))


async def end_others(kept: Storage, person: Person, hashed: str) -> list[str]:
    """Let all tokens of somebody end but one, and their codes too; return the hashes of those that ended.

    Raises:
        Refused: when that one is not theirs any more: it would leave them none.
    """
    held, codes = schema.token, schema.device_code
    tokens = await tokens_of(kept, person)
    if hashed not in tokens:
        raise Refused("stranger", "unknown")
    ended = [other for other in tokens if other != hashed]
    await kept.write(
        one_by_one(person.id),
        (sql.delete(held).where(held.c.person == person.id, held.c.hash != hashed), []),
        (sql.delete(codes).where(codes.c.person == person.id), []),
    )
    return ended


async def make_code(kept: Storage, person: Person, hashed: str) -> str:
    """Make the code by which another browser becomes somebody's; those made before end.

    Args:
        kept: where codes and tokens are kept.
        person: whose it is.
        hashed: the hash of the token that asks for it.

    Returns:
        The code; empty where that token is not theirs any more.
    """
    code = "".join(secrets.choice(ALPHABET) for _ in range(LETTERS))
    held, codes, now = schema.token, schema.device_code, storage.now()
    asks = sql.and_(held.c.hash == hashed, held.c.person == person.id)
    # Who asked may have been sent away meanwhile, and all codes with them: then there must not be a new one.
    row = sql.select(sql.literal(_kept_as(code)), held.c.person, sql.literal(now + LASTS)).where(asks)
    ends = sql.or_(codes.c.ends_at <= now, sql.and_(codes.c.person == person.id, sql.exists().where(asks)))
    await kept.write(
        (sql.delete(codes).where(ends), []),
        (sql.insert(codes).from_select(["hash", "person", "ends_at"], row), []),
    )
    return code if await kept.rows(sql.select(held.c.hash).where(asks)) else ""


async def holder_of(kept: Storage, code: str) -> int | None:
    """Return whose code it is, while it lasts; None for nobody's. It is not used up."""
    codes = schema.device_code
    query = sql.select(codes.c.person).where(codes.c.hash == _kept_as(code), _lasts(storage.now()))
    rows = await kept.rows(query)
    return rows[0]["person"] if rows else None


async def use_code(
    kept: Storage, code: str, holder: int, most: int, instead_of: str = "", replaced: Replaced = unwritten
) -> str:
    """Use a code up for a new token; of several who do at once one gets it.

    Args:
        kept: where codes and tokens are kept.
        code: the code.
        holder: whose it is.
        most: how many tokens they may have.
        instead_of: the hash of the token that the browser held before, which ends.
        replaced: makes, of its hash and that of the new one, what is written with it.

    Returns:
        The token; empty where the code is nobody's any more.
    """
    token = new_token()
    hashed, now = hash_of(token), storage.now()
    held, codes = schema.token, schema.device_code
    # Who renames the code first has it: where others write as well, they wait for that and then find none.
    claim = sql.update(codes).where(codes.c.hash == _kept_as(code), _lasts(now)).values(hash=hashed)
    claimed = sql.select(codes.c.hash, codes.c.person, sql.literal(now)).where(codes.c.hash == hashed)
    got = sql.exists().where(codes.c.hash == hashed)
    await kept.write(
        one_by_one(holder),
        (claim, []),
        (sql.insert(held).from_select(["hash", "person", "made_at"], claimed), []),
        (sql.delete(held).where(held.c.hash == instead_of, got), []),
        (sql.delete(codes).where(codes.c.hash == hashed), []),
        _at_most(most, holder, hashed),
        *(replaced(instead_of, hashed) if instead_of else ()),
    )
    return token if await kept.rows(sql.select(held.c.hash).where(held.c.hash == hashed)) else ""


def _lasts(now: float) -> sql.ColumnElement[bool]:
    """Say of a code that it lasts; one of a time to come was made before the clock was set back."""
    return schema.device_code.c.ends_at.between(now, now + LASTS)


def _kept_as(code: str) -> str:
    """Return what is kept of a code, however it was typed."""
    typed = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashlib.sha256(f"torite device {typed}".encode()).hexdigest()
