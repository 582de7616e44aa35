"""A game as the rest of the library sees it: its rules by name, its variants, its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from torite.errors import BadOptions
from torite.kernel.compile import Binding, rules_digest, sources_hash
from torite.kernel.fields import Layout
from torite.kit.actions import Verbs
from torite.kit.chances import HEAD, Chances
from torite.kit.options import Options
from torite.kit.sentences import Lines, Refusals
from torite.kit.state import BaseState
from torite.pieces import Pack
from torite.words import Words, words

#: The functions that a rules module provides; those of the second row only if the game has a use for them.
RULES = ("start", "chance", "settle", "actors", "legal", "act", "over", "deal_over", "scores", "payoff")
EXTRAS = ("sees", "complete", "odds", "thumb", "succeeded", "worth_trying", "left_to_thumb")
#: Plain functions that a rules module may have for showing: facts of sentences, places that may not be looked at again,
#: the order of a hand, facts that say nothing now, a board for keeping score, and the rank of a seat that did not win
#: (less is better); a road, captions, the state of the deal, what is at stake, gauges, what numbers stand for, elements
#: that are contested, what pieces stand for and may sensibly stand for, see `torite.scenes.scene`; phrases for
#: talk, and the seats of a side (`torite.service.chat`); `expected`, see `Game.expected`; and `when_arranged`, see
#: `torite.match.arrange`.
SHOWING = (
    "telling", "unseen_zones", "sort_key", "idle_facts", "track", "standing", "road", "captions", "status", "at_stake",
    "gauges", "numbered", "expected", "elements", "standing_for", "sensible", "phrases", "team",
    "waiting", "when_arranged",
)  # fmt: skip


@dataclass(frozen=True)
class Shelf:
    """How a game stands on the shelf.

    Attributes:
        kind: what it is about: `avoid` tricks, `take` tricks, `partners`, `tiles`, `dice` or `alone`.
        minutes: how long a match takes among people.
        difficulty: 1 easy, 2 some thought, 3 hard.
        pieces: codes of the pieces of its picture.
        colour: of its picture: `indigo`, `vermilion`, `moss`, `plum`, `ochre` or `teal`.
    """

    kind: str = "take"
    minutes: int = 20
    difficulty: int = 2
    pieces: str = ""
    colour: str = "indigo"


@dataclass(frozen=True)
class Variant:
    """A named set of options.

    Attributes:
        name: its name in the catalogue, with hyphens.
        seats: the fewest and the most.
        clauses: the clauses that describe it.
        options: what differs from the defaults.
        usual_seats: how many sit down if nobody says.
        guide: stem of its guide's file; empty for the variant's own name.
        shelf: how it stands on the shelf; of the variants that share a guide, the first one's counts.
    """

    name: str
    seats: tuple[int, int]
    clauses: str
    options: Mapping[str, Any] = field(default_factory=dict)
    usual_seats: int = 0
    guide: str = ""
    shelf: Shelf = Shelf()

    @property
    def default_seats(self) -> int:
        """How many seats there are if nobody says."""
        return self.usual_seats or min(max(self.seats[0], 4), self.seats[1])


@dataclass(frozen=True)
class Game:
    """A game.

    Attributes:
        name: the name of its package.
        rules: the module that has `State`, `Options`, `PACK`, `VERBS`, `CHANCES`, `REFUSALS`, `NOTES` and the rules.
        variants: its variants by name; the first is the default.
        folder: the package's folder, with `clauses.md`, `words/` and `guides/`.
    """

    name: str
    rules: ModuleType
    variants: Mapping[str, Variant]
    folder: Path

    def __post_init__(self) -> None:
        sources_hash((self.folder,))

    @property
    def digest(self) -> str:
        """A short hash of the sources of its rules: it differs where they may play otherwise."""
        return rules_digest((self.folder,))

    @property
    def state(self) -> type[BaseState]:
        """The state's class."""
        return self.rules.State

    @property
    def layout(self) -> Layout:
        """Where the state's fields lie."""
        return self.state.layout

    @property
    def pack(self) -> Pack:
        """The pack of its pieces."""
        return self.rules.PACK

    @property
    def verbs(self) -> Verbs:
        """Its verbs, which number its actions."""
        return self.rules.VERBS

    @property
    def chances(self) -> Chances:
        """The names of what chance settles."""
        return self.rules.CHANCES

    @property
    def refusals(self) -> Refusals:
        """The sentences of `strike`."""
        return self.rules.REFUSALS

    @property
    def notes(self) -> Lines:
        """The sentences of `note`."""
        return self.rules.NOTES

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the players at its table whom nobody plays."""
        return getattr(self.rules, "FIGURES", ())

    @property
    def winnable(self) -> bool:
        """Whether a match can be won; a game for one that only counts says `WINNABLE = False`."""
        return getattr(self.rules, "WINNABLE", True)

    @property
    def promises(self) -> Mapping[str, Any]:
        """The invariants of its clauses, by clause: predicates over a plain state."""
        return getattr(self.rules, "PROMISES", {})

    def expected(self, view: Any, seat: int) -> list[tuple[str, float, str]]:
        """Tell what each whole action of a seat is worth, best first, where the game can calculate that; else nothing.

        Returns:
            Codes, each with what it is worth and the unit of that: `points` expected, or `win` in per cent.
        """
        rule = getattr(self.rules, "expected", None)
        return rule(view, seat) or [] if rule else []

    @property
    def payoff_unit(self) -> str:
        """What payoffs are, for hints; empty where they tell nothing.

        `lead`: points more than the other's in this deal; `win`: the chance to win the match, in thousandths.
        """
        return getattr(self.rules, "PAYOFF_UNIT", "")

    @cached_property
    def legends(self) -> dict[str, Any]:
        """The words of its scenes by language, filled as they are asked for."""
        return {}

    @cached_property
    def binding(self) -> Binding:
        """Its rules bound to the generic loops."""
        slots = {name: getattr(self.rules, name) for name in RULES}
        slots |= {name: getattr(self.rules, name) for name in EXTRAS if hasattr(self.rules, name)}
        slots |= {
            "HAS_OFFERS": int(any(self.verbs.offers)),
            "OFFERS": self.verbs.offers,
            "HAS_THUMB": int("thumb" in slots),
            "HAS_ODDS": int("odds" in slots),
            "MAY_WORDS": self.verbs.words,
            "BLOCKS": self.pack.blocks,
            "ASK_WORDS": HEAD + self.pack.words,
        }
        return Binding(self.name, slots, (self.folder,))

    def words(self, language: str) -> Words:
        """Open the library's and the game's words in a language."""
        return words(language, (self.folder / "words",), self.pack.glyph)

    def options(self, variant: str, chosen: Mapping[str, Any], seats: int) -> Options:
        """Make a variant's options with some chosen otherwise.

        Raises:
            BadOptions: for an unknown name, a value that is not allowed, a clash, or a wrong number of seats.
        """
        kind: type[Options] = self.rules.Options
        known = [f.name for f in fields(kind)]  # type: ignore[arg-type]
        values = {**self.variants[variant].options}
        for name, value in chosen.items():
            if name not in known:
                raise BadOptions("error.option", name=name, variant=variant, known=", ".join(known))
            values[name] = value
        read = {}
        for name, value in values.items():
            try:
                read[name] = kind.read(name, value)
            except (ValueError, TypeError):
                raise BadOptions(
                    "error.value",
                    name=name,
                    value=value,
                    allowed=", ".join(kind.allowed(name)),
                    clause=kind.about()[name].clause,
                ) from None
        options = kind(**read)
        self._check(variant, options, seats)
        return options

    def _check(self, variant: str, options: Options, seats: int) -> None:
        least, most = self.variants[variant].seats
        if isinstance(seats, bool) or not isinstance(seats, int) or not least <= seats <= most:
            key = "error.seats" if least != most else "error.seats_exactly"
            raise BadOptions(key, variant=variant, least=least, most=most, seats=seats)
        clash = options.clash(seats)
        if clash:
            key, clause = clash
            raise BadOptions(f"clash.{key}", self.words, **options.texts(), seats=seats, clause=clause)
