"""What is kept of a table: who sits where, what was agreed, and how its match is made from that."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, cast, get_type_hints

import msgspec
import sqlalchemy as sql

from torite import __version__
from torite.bots import Level
from torite.games import find
from torite.kernel.chance import fresh_key
from torite.match import Arrangement, Match
from torite.records import enter_all, line
from torite.records.results import result_of
from torite.scenes.lessons import Lesson, lessons
from torite.service import day_puzzles, kept_logs, schema, statements, storage
from torite.service.damaged import shaped
from torite.service.lookalikes import alike
from torite.service.messages import OccupantKind, Stage
from torite.service.statements import CLOSED, DELETING, goes_on, while_it_goes_on
from torite.service.storage import Statement, Storage
from torite.service.wire import Settings
from torite.study.puzzles import Puzzle

ID_BYTES = 24
BOT_NAMES = (
    "Aki", "Botan", "Chiyo", "Daigo", "Emi", "Fuku", "Gen", "Hana", "Ichi", "Kei", "Mugi", "Nao", "Rin", "Sora",
    "Taki", "Ume", "Yuzu",
)  # fmt: skip


GUEST = "Guest"  #: who gave no name; as readers see it, and the bots, is `called.…` of the words
STANDIN: Level = "simple"  #: the bot that sits in for people


class Unreadable(Exception):
    """What is kept of a table is not understood, or does not replay; it says nothing of what was played.

    Args:
        fault: what was wrong.
        number: the entry that does not fit; -1 for something else.
    """

    def __init__(self, fault: Exception, number: int = -1) -> None:
        super().__init__(type(fault).__name__)
        self.number = number


@dataclass
class Occupant:
    """A seat of a table.

    Attributes:
        kind: `person`, `bot`, or `open` to whoever has the link.
        name: as it is shown; empty for an open one.
        person: who sits there.
        bot: the level of the bot.
    """

    kind: OccupantKind
    name: str = ""
    person: int | None = None
    bot: Level | None = None


@dataclass
class Restricted:
    """Somebody who may no longer do something at a table.

    Attributes:
        name: how they were called.
        what: `removed` (neither sits nor watches), `muted`.
    """

    name: str
    what: frozenset[str]


@dataclass
class TableSetup:
    """A table as it is kept.

    Attributes:
        id: names it; nobody can guess it.
        variant, options, settings: what was agreed.
        agreed: outcomes of chance that were agreed (who deals first in a rematch).
        words: what players added to the key, by seat.
        key: of all chance of the match.
        host: the person who set it.
        occupants: the seats.
        state: `open`; `set`, which begins by itself when the first of its people comes; `playing`; `over`; `closed`
            by its host before that; or `aside`, as it cannot be opened (`torite.service.quarantine`).
        replay: the id of the finished match's replay.
        rematch: the id of the next table.
        daily: the day whose deal is played, which is then all of its chance; empty for none.
        invitation: how often its link was made anew.
        rules: the version with which its log was begun, and the digest of its game's rules; empty before that.
        finished_at: when its match ended, in seconds since 1970; 0 before.
        continued: the replay from which the match goes on; empty for none.
        given: public fields of the state that are set before the first deal, as that replay has them.
        scores, places: how it ended, by seat; empty before, and places also where only the record was kept. All places
            are 0 where it became too long and was not over.
        owner: the process that serves it, where several do (`torite.service.leases`).
        epoch: how often that has changed; 0 where there is one process only.
        waits_for: the seats that it waits for, a bit each (`awaited.py`).
    """

    id: str
    variant: str
    options: dict[str, str]
    settings: Settings
    host: int
    occupants: list[Occupant]
    agreed: dict[str, int] = field(default_factory=dict)
    words: dict[int, str] = field(default_factory=dict)
    key: bytes = field(default_factory=fresh_key)
    state: str = "open"
    replay: str = ""
    rematch: str = ""
    daily: str = ""
    invitation: int = 0
    rules: str = ""
    finished_at: float = 0.0
    continued: str = ""
    given: dict[str, Any] = field(default_factory=dict)
    scores: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    owner: str = ""
    epoch: int = 0
    waits_for: int = 0

    def match(self, lines: Sequence[str] = ()) -> Match:
        """Make the match, and enter what has been played.

        Raises:
            ToriteError: when what was agreed does not go together.
            Unreadable: when a line does not fit.
        """
        lesson = self.lesson
        elsewhere = bool(self.continued) or day_puzzles.is_called(self.settings.lesson)
        fixed = Arrangement(numbers=self.agreed, elsewhere=elsewhere) if lesson is None else lesson.arrangement
        given = self.given if lesson is None else lesson.given
        own: dict[str, Any] = {"key": self.key, "entropy": self.words, "arranged": fixed, "initial": given}
        match = Match(
            self.variant,
            len(self.occupants),
            self.options,
            names=[occupant.name for occupant in self.occupants],
            pause=True,
            manual=True,
            **({"daily": self.daily} if self.daily else own),
        )
        try:
            enter_all(match, lines)
        except MemoryError:
            raise
        except Exception as fault:
            raise Unreadable(fault, len(match.log)) from fault
        match.chance.wait(manual=False)
        return match

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is played here; None for none, or one that is not there any more."""
        if not self.settings.lesson:
            return None
        game, variant = find(self.variant)
        return next((one for one in lessons(game, variant) if one.name == self.settings.lesson), None)

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle that is solved here; None for none, or one that is not there any more."""
        return day_puzzles.named(self.variant, self.settings.lesson)

    @property
    def solitary(self) -> bool:
        """Whether it is a table for one."""
        return len(self.occupants) == 1

    @property
    def stage(self) -> Stage:
        """How it stands, as people are told: `open` until it has begun."""
        return cast(Stage, self.state) if self.begun else "open"

    @property
    def begun(self) -> bool:
        """Whether the match has begun."""
        return self.state in ("playing", "over")

    def row(self) -> dict[str, Any]:
        """Return the row of the table `sitting`."""
        plain = (
            "id", "variant", "options", "agreed", "key", "host", "state", "replay", "rematch", "daily", "invitation",
            "rules", "finished_at", "scores", "places", "continued", "given",
        )  # fmt: skip
        values = {name: getattr(self, name) for name in plain}
        words = {str(seat): text for seat, text in self.words.items()}
        return values | {"settings": msgspec.to_builtins(self.settings), "words": words, "changed_at": storage.now()}

    def seat_rows(self) -> list[dict[str, Any]]:
        """Return the rows of the table `seat`."""
        return [
            {"sitting": self.id, "seat": number, **vars(occupant)} for number, occupant in enumerate(self.occupants)
        ]

    def made(self) -> list[Statement]:
        """Say how it is written for the first time."""
        row = self.row() | {"owner": self.owner, "epoch": self.epoch, "waits_for": self.waits_for}
        return [(sql.insert(schema.sitting), [row]), (sql.insert(schema.seat), self.seat_rows())]

    def changed(self) -> list[Statement]:
        """Say how it is written again; nothing is where it has been ended, or opened, from elsewhere meanwhile."""
        own, seats = schema.sitting, schema.seat
        return [
            (while_it_goes_on(sql.update(own).where(goes_on(self.id, self.epoch)).values(**self.row())), []),
            (sql.delete(seats).where(seats.c.sitting == self.id), []),
            (sql.insert(seats), self.seat_rows()),
        ]

    def entries(self, match: Match, first: int, taken: str = "") -> Statement:
        """Say how the entries of the log are kept from a number on, with the message that they answer."""
        own = {"sitting": self.id, "epoch": self.epoch, "cid": taken, "at": storage.now()}
        rows = [own | {"number": entry.number, "line": line(match, entry)} for entry in match.log[first:]]
        return statements.INSERT_ENTRY, rows

    def result(self, match: Match) -> list[Statement]:
        """Say how the end of a scored game is kept, with the entry that ends it: in the place of a file's, if any."""
        if not (match.over and self.settings.scored):
            return []
        row = result_of(match, self.id, storage.now())
        own = (statements.INSERT_RESULT, [statements.result_row(self.host, row)])
        return [(statements.other_result(self.host, row), []), own] if row.daily else [own]

    @property
    def was_cut(self) -> bool:
        """Whether its match ended as it stood, as it became too long."""
        return bool(self.places) and not any(self.places)

    def end(self, match: Match) -> None:
        """Remember when and how the match ended, and name its replay; where it is not over nobody has a place."""
        self.state, self.replay, self.finished_at = "over", new_id(), storage.now()
        self.scores, self.places = match.scores, list(match.result.places) if match.result else [0] * match.seats

    def occupy(self, seat: int, kind: str, bot: Level | None = None) -> None:
        """Put a bot on a seat, or leave it open."""
        self.words.pop(seat, None)
        self.occupants[seat] = Occupant("open")
        if kind == "bot":
            self.occupants[seat] = Occupant("bot", self.bot_name(), None, bot or STANDIN)

    def persons(self) -> list[int]:
        """List the seats of people."""
        return [seat for seat, occupant in enumerate(self.occupants) if occupant.kind == "person"]

    @property
    def alone(self) -> bool:
        """Whether one person plays against bots."""
        return len(self.persons()) == 1

    @property
    def practice(self) -> bool:
        """Whether it is for one person alone, and what they learn of it changes nothing that is counted or asked."""
        return self.alone and not (self.settings.scored or self.daily or day_puzzles.is_called(self.settings.lesson))

    def handle(self, person: int) -> str:
        """Return what names somebody to the host of this table, and means nothing elsewhere."""
        return hashlib.blake2b(str(person).encode(), key=self.key, digest_size=12).hexdigest()

    def seat_of(self, person: int) -> int:
        """Return the seat of a person; -1 for none."""
        return next((seat for seat, occupant in enumerate(self.occupants) if occupant.person == person), -1)

    def heir(self, gone: int, removed: Collection[int] = ()) -> int | None:
        """Return who is host after somebody: the next person clockwise; None where nobody else sits.

        Args:
            gone: who goes.
            removed: who was removed, and so is nobody here.
        """
        first = self.seat_of(gone)
        order = [self.occupants[(first + i) % len(self.occupants)].person for i in range(1, len(self.occupants) + 1)]
        return next((person for person in order if person not in (None, gone, *removed)), None)

    def bot_name(self) -> str:
        """Find a name that looks like nobody's at the table."""
        taken = {occupant.name for occupant in self.occupants}
        first = int.from_bytes(self.id.encode()[:2], "big")
        names = (BOT_NAMES[(first + i) % len(BOT_NAMES)] for i in range(len(BOT_NAMES)))
        return next((name for name in names if not alike(name, taken)), f"Bot {len(taken)}")

    def name_for(self, name: str, seat: int) -> str:
        """Make a name one's own at this table, by a number where it looks like another's.

        Where none was given it is one that readers see in their language.
        """
        wished = name or GUEST
        taken = {occupant.name for number, occupant in enumerate(self.occupants) if number != seat}
        return next(n for n in (wished, *(f"{wished} {i}" for i in range(2, 99))) if not alike(n, taken))


#: What is kept of a table as JSON, and what it must be.
SHAPES = {
    name: kind for name, kind in get_type_hints(TableSetup).items()
    if name in schema.sitting.c and isinstance(schema.sitting.c[name].type, sql.JSON)
}  # fmt: skip


def new_id() -> str:
    """Make an id that nobody can guess; at its beginning none that a command would take for an option."""
    while (made := secrets.token_urlsafe(ID_BYTES)).startswith(("-", "_")):
        pass
    return made


def checked(variant: str, seats: int, options: dict[str, str]) -> str:
    """Return the variant's full name, if it can be played so.

    Raises:
        ToriteError: when it cannot.
    """
    game, found = find(variant)
    game.options(found.name, options, seats)
    return found.name


def rules_of(variant: str) -> str:
    """Return the version of the rules in force here, as it is kept with a log."""
    return f"{__version__} {find(variant)[0].digest}"


async def load(kept: Storage, table: str) -> tuple[TableSetup, list[kept_logs.EntryRow]] | None:
    """Read a table and its log; None when there is none, or it was closed.

    Raises:
        Unreadable: when what is kept of it is not understood.
    """
    setup = await agreed(kept, table)
    return None if setup is None or setup.state == CLOSED else (setup, await kept_logs.log(kept, table))


async def agreed(kept: Storage, table: str, leniently: bool = False) -> TableSetup | None:
    """Read a table without its log; None when there is none.

    Args:
        kept: where.
        table: its id.
        leniently: whether of what is damaged nothing is read, as for somebody who leaves for good.

    Raises:
        Unreadable: when what is kept of it is not understood.
    """
    own, seats = schema.sitting, schema.seat
    rows = await kept.rows(sql.select(own).where(own.c.id == table))
    if not rows or rows[0]["state"] == DELETING:
        return None
    row = rows[0]
    occupants = await kept.rows(sql.select(seats).where(seats.c.sitting == table).order_by(seats.c.seat))
    try:
        return of_rows(row, occupants, leniently)
    except Exception as fault:
        raise Unreadable(fault) from fault


def of_rows(row: dict[str, Any], occupants: list[dict[str, Any]], leniently: bool = False) -> TableSetup:
    """Make it of the rows of the tables `sitting` and `seat`.

    Raises:
        Exception: of whatever kind, where something of it is damaged.
    """
    return TableSetup(
        id=row["id"],
        variant=row["variant"],
        host=row["host"],
        occupants=[Occupant(c["kind"], c["name"], c["person"], c["bot"]) for c in occupants],
        key=row["key"],
        state=row["state"],
        replay=row["replay"],
        rematch=row["rematch"],
        daily=row["daily"],
        invitation=row["invitation"],
        rules=row["rules"],
        finished_at=row["finished_at"],
        continued=row["continued"],
        waits_for=row["waits_for"],
        **{name: shaped(row[name], kind, leniently) for name, kind in SHAPES.items()},
    )


async def call_as_kept(kept: Storage, setup: TableSetup) -> None:
    """Call who sits at a table as it is kept that they are called: another process may have written that down."""
    seats = schema.seat
    for row in await kept.rows(sql.select(seats).where(seats.c.sitting == setup.id, seats.c.person.is_not(None))):
        if setup.occupants[row["seat"]].person == row["person"]:
            setup.occupants[row["seat"]].name = row["name"]
