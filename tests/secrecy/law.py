"""Who may know what, by the text of the rules: the words in which each game's second list is written.

The first list is the declarations in each `state.py`, from which views are made. This second one is written by hand
from `clauses.md`, and never looks at the first: each line quotes the row or names the clause it comes from, and says
in a function of what is public who knows a thing, a place or a number. Where the two disagree, one of them is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from torite.games import games
from torite.match.entries import Entry

Who = Callable[[Any, int, int], bool]  #: the state, of which only what is public is read; the owner; the viewer


def everybody(s: Any, owner: int, viewer: int) -> bool:
    """All see it, whoever comes by too."""
    return True


def nobody(s: Any, owner: int, viewer: int) -> bool:
    """Nobody sees it."""
    return False


def owner(s: Any, owner: int, viewer: int) -> bool:
    """Only the seat itself sees it."""
    return viewer == owner


@dataclass(frozen=True)
class Item:
    """A line of the list.

    Attributes:
        names: fields of the state that hold what the line is about.
        who: who knows it.
        source: a clause, or words of the page: a row of its tables, say.
        hides: why the program shows less than the text allows; empty where it does not.
    """

    names: str
    who: Who
    source: str
    hides: str = ""


@dataclass(frozen=True)
class Fact:
    """What the rules say in public of hidden things, so that two states differ in it rightly.

    Attributes:
        name: a field; `actors` for who is asked; `note KEY` for a sentence of the rules.
        source: a clause, or words of the page.
        when: where the rules speak so; everywhere if not given.
    """

    name: str
    source: str
    when: Callable[[Any], bool] = lambda s: True


@dataclass(frozen=True)
class Told:
    """Pieces of a place that some learn though they do not lie open.

    Attributes:
        place, owner: where they lay before the entry.
        kinds: which they are, as a mask; 0 for the one at an index.
        index: place in a sequence, -1 for none.
        who: who learns them.
    """

    place: str
    owner: int
    kinds: int
    who: Callable[[int], bool]
    index: int = -1


def _nothing(before: Any, entry: Entry, after: Any) -> Iterable[Told]:
    return ()


@dataclass(frozen=True, eq=False)
class Law:
    """The list of a game.

    Attributes:
        game: its name.
        items: who knows what; what somebody has seen they know from then on.
        facts: what is said in public of hidden things.
        tells: what an entry tells of pieces that do not come to lie open.
        sealed: how codes begin that the others do not learn before the rules turn them over.
        words: fields, other than places of pieces, that hold what is hidden.
        shows: verbs with which a seat sees something that it did not know, by the text: always (`!`), or now and then.
            What always shows something cannot be taken back.
        asked_by_hand: where the order in which programs ask seats (`must_act`, sent to nobody) rests on their hands.
        prefers: how codes begin that random players like best, for they lead where much is said.
        tables: where positions come from: variant, seats, options, and what is arranged; an `opening` is played first.
    """

    game: str
    items: tuple[Item, ...]
    facts: tuple[Fact, ...] = ()
    tells: Callable[[Any, Entry, Any], Iterable[Told]] = _nothing
    sealed: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    asked_by_hand: Callable[[Any], bool] = lambda s: False
    prefers: tuple[str, ...] = ()
    tables: tuple[tuple[str, int, dict[str, str], dict[str, Any]], ...] = ()

    def of(self, name: str) -> Item:
        """Return the line about a field."""
        return _by_name(self)[name]

    @property
    def sources(self) -> Iterator[str]:
        """Run through where everything comes from."""
        yield from (item.source for item in self.items)
        yield from (fact.source for fact in self.facts)

    @property
    def page(self) -> Path:
        """Return the page that the list was written from."""
        return games()[self.game].folder / "clauses.md"


@cache
def _by_name(law: Law) -> dict[str, Item]:
    return {name: item for item in law.items for name in item.names.split()}


CLAUSE = re.compile(r"(?:EX-)?[A-Z][A-Z_]*-\d+(?:\.\d+)?")


def is_clause(source: str) -> bool:
    """Tell a clause's id from words."""
    return CLAUSE.fullmatch(source) is not None
