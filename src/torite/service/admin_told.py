"""What `torite admin` is told, as the terminal prints it and as JSON: plain values, of which a name says what it is."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class Sizes(TypedDict):
    """How much of the disk a database takes, and how much of that is free; of a shared one, who serves it."""

    bytes: int
    free_bytes: int
    processes: NotRequired[list[str]]


class Counts(Sizes):
    """How many there are of what is kept; of tables, by their state."""

    running: bool
    tables: dict[str, int]
    people: int
    entries: int
    talk: int
    replays: int
    results: int
    notes: int
    experiments: int
    rules: int
    tokens: int


class TableListed(TypedDict):
    """A table among others; times are as `when` writes them."""

    id: str
    variant: str
    state: str
    host: int
    changed_at: str
    rules: str
    entries: int
    people: int


class SeatTold(TypedDict):
    """Who sits at a seat."""

    seat: int
    kind: str
    name: str
    person: int | None
    bot: str | None


class TableTold(TypedDict):
    """What is kept of a table, and why it cannot be opened, if so."""

    id: str
    variant: str
    options: dict[str, Any]
    settings: dict[str, Any]
    state: str
    host: int
    daily: str
    replay: str
    rematch: str
    rules: str
    changed_at: str
    played_at: str
    entries: int
    talk: int
    seats: list[SeatTold]
    watchers: list[int]
    fault: str


class SeatOf(TypedDict):
    """A table at which somebody has a seat."""

    id: str
    variant: str
    state: str
    name: str


class PersonListed(TypedDict):
    """Somebody among others, and at how many tables."""

    id: int
    name: str
    language: str
    seen_at: str
    banned_until: str
    tables: int


class PersonTold(TypedDict):
    """How much is kept of somebody, and the tables at which they have a seat."""

    id: int
    name: str
    language: str
    seen_at: str
    banned_until: str
    devices: int
    results: int
    notes: int
    experiments: int
    rules: int
    replays: int
    replay_letters: int
    tables: list[SeatOf]


class Done(TypedDict):
    """What was done to a table or a person, and in how many seconds a running service has noticed; 0 for at once."""

    id: str | int
    state: NotRequired[str]
    deleted: NotRequired[dict[str, int]]
    banned_until: NotRequired[str]
    noticed: NotRequired[float]


class Vacuumed(TypedDict):
    """How many bytes a database took before and after; whether all that was free was given back."""

    whole: bool
    before: int
    after: int
