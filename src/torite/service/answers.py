"""What HTTP answers, as JSON, under /api; what it is asked with is in `wire.py`.

The page's types are written from both by `python -m tools.protocol`.
"""

from __future__ import annotations

from typing import Literal

from torite.bots import Level
from torite.records.results import SoloResult
from torite.records.statistics import Figures
from torite.scenes.guide_schema import GuideSection
from torite.scenes.schema import Form
from torite.scenes.schema_base import Part, Worded
from torite.service.messages import ChosenOption, Stage, TableSeat
from torite.service.shelf_answers import Family, Tile
from torite.words import LanguageCode


class Fault(Part, frozen=True):
    """What any of them answers when it refuses."""

    code: str
    say: str


class Known(Part, frozen=True):
    """Who this browser is.

    Attributes:
        banned: until when I may not take part, as a sentence; empty for whoever may.
        ended: whether it comes with a key that is nobody's any more: logged out elsewhere, copied, or deleted.
    """

    name: str
    language: LanguageCode
    known: bool
    banned: str
    ended: bool


class MyTable(Part, frozen=True):
    """A table of mine.

    Attributes:
        rules: what whoever set it calls its rules; empty for nothing of its own.
        lesson: what the lesson or the puzzle that is played there is called; empty for none.
        daily: the day whose deal is played; empty for none.
        state: `aside`: it cannot be opened by this version; the table's page says why.
        age: seconds since something happened.
    """

    id: str
    title: str
    variant: str
    rules: str
    lesson: str
    daily: str
    state: Stage | Literal["aside"]
    seats: list[str]
    yours: bool
    turn: bool
    replay: str
    age: int


class LevelChoice(Part, frozen=True):
    """A bot that may sit down, and how it plays."""

    name: Level
    text: str
    about: str


class Start(Part, frozen=True):
    """GET /api/start?language=: everything that the first page shows.

    Attributes:
        words: the page's own sentences.
        families: the games that have several tiles.
        levels: of the bots.
    """

    me: Known
    languages: list[LanguageCode]
    words: dict[str, str]
    games: list[Tile]
    families: list[Family]
    levels: list[LevelChoice]
    tables: list[MyTable]
    phrases: list[Worded]


class OptionValue(Part, frozen=True):
    """A value that an option may have."""

    value: str
    text: str


Control = Literal["yes", "one", "number", "text"]  #: how an option is chosen


class OptionSetup(Part, frozen=True):
    """An option, and what may be chosen."""

    name: str
    text: str
    clause: str
    kind: Control
    value: str
    values: list[OptionValue]
    least: int
    most: int
    optional: bool


class Setup(Part, frozen=True):
    """GET /api/games/<variant>?seats=&language=: what may be agreed before a match.

    Attributes:
        partners: of each seat those that play with it, as far as that is known before the first deal.
        talks: the game has phrases of its own, which bots say too.
        scored: whether my game of it is scored if I do not say: not my first.
    """

    variant: str
    title: str
    line: str
    seats: tuple[int, int]
    usual: int
    options: list[OptionSetup]
    partners: list[list[int]]
    talks: bool
    levels: list[LevelChoice]
    scored: bool


class Made(Part, frozen=True):
    """POST /api/tables. `secret` stands in the link after `#`: /t/<id>#<secret>."""

    id: str
    secret: str


class Invitation(Part, frozen=True):
    """GET /api/tables/<id>/invite.

    Attributes:
        network: the service's address for those in the same network; empty where it does not listen there.
        command: the line that starts it so that it does; empty where that is nobody's here to do.
    """

    secret: str
    network: str
    command: str


class Peeked(Part, frozen=True):
    """POST /api/tables/<id>/peek {secret}: what somebody with the link sees before sitting down.

    Attributes:
        rules: what whoever set the table calls its rules; empty for nothing of its own.
        options: those that differ from the variant's own.
    """

    title: str
    line: str
    variant: str
    guide: str
    seats: list[TableSeat]
    state: Stage
    spectators: bool
    rules: str
    options: list[ChosenOption]


class Joined(Part, frozen=True):
    """POST /api/tables/<id>/join {secret, name, watch}."""

    seat: int


class Account(Part, frozen=True):
    """GET /api/account.

    POST /api/account/logout {others}: this browser is nobody, or all others are; /rotate {nonce} gives this one a new
    token; /delete {sure: true}. GET /api/account/data is a file of all that is kept of me.

    Attributes:
        devices: how many browsers are the same person.
    """

    known: bool
    name: str
    devices: int


class DeviceCode(Part, frozen=True):
    """POST /api/account/code; POST /api/account/device {code, replace} → {name}.

    Attributes:
        seconds: how long it lasts.
    """

    code: str
    seconds: int


class Guide(Part, frozen=True):
    """GET /api/guides/<variant>?language=; GET /api/matches/habits?variant=&language= tells my habits as one section.

    Attributes:
        pieces: their names for ears, by code.
    """

    variant: str
    title: str
    form: Form
    pieces: dict[str, str]
    sections: list[GuideSection]


class Clause(Part, frozen=True):
    """GET /api/clauses/<variant>/<clause>."""

    clause: str
    text: str


class DailyDeal(Part, frozen=True):
    """A variant's deal of a day, and how mine stands.

    Attributes:
        date: as in `2026-11-22`.
        won: null while it is not over, and where the game has no win.
    """

    date: str
    state: Literal["new", "playing", "over"]
    table: str
    replay: str
    score: int | None
    won: bool | None


class SharedDeal(DailyDeal, frozen=True):
    """The day's deal, with the line that tells others how mine ended."""

    share: str


class DailyPage(Part, frozen=True):
    """GET /api/daily/<variant>?date=&today=&language=; POST /api/daily {variant, date} → {id}.

    Attributes:
        days: today's and those before it, the latest first.
    """

    title: str
    line: str
    variant: str
    today: str
    day: SharedDeal
    days: list[DailyDeal]


class VariantFigures(Figures, frozen=True):
    """What my results in one variant come to.

    Attributes:
        here: the service has this variant.
    """

    title: str
    here: bool


class FinishedGame(SoloResult, kw_only=True, omit_defaults=False, frozen=True):
    """A game of mine that is over.

    Attributes:
        here: the service has this variant.
        replay: where it can be watched; empty for nowhere.
    """

    title: str
    here: bool
    replay: str


class Results(Part, frozen=True):
    """GET /api/results?today=&language=; /export is a file, POST /import takes one in → {new, known}.

    Attributes:
        latest: the games that ended last.
        total: how many there are of them all.
    """

    variants: list[VariantFigures]
    latest: list[FinishedGame]
    total: int
