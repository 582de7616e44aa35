"""A game as the rest of the library sees it: what it is made of, its variants, its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, cast

from torite.errors import BadOptions, words
from torite.kernel import slots
from torite.kernel.cache import rules_digest, sources_hash
from torite.kernel.compile import Binding, kernel
from torite.kernel.fields import See
from torite.kernel.layout import Layout
from torite.kit.actions import Verbs
from torite.kit.chances import HEAD, Chances
from torite.kit.display import Display, TrickFields
from torite.kit.options import Options
from torite.kit.parts import Advice, Rules, S, Worlds, check_part
from torite.kit.sentences import Lines, Refusals
from torite.kit.shelf import Shelf
from torite.kit.state import TrickState
from torite.pieces import Pack
from torite.words import Words

MOST_DICE = 64  #: of a roll


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
    shelf: Shelf = field(default_factory=Shelf)

    @property
    def default_seats(self) -> int:
        """How many seats there are if nobody says."""
        return self.usual_seats or min(max(self.seats[0], 4), self.seats[1])


def _nothing_implied(places: set[str]) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S]):
    """A game: what its package declares, and what follows from that.

    Raises:
        TypeError: at import, for a part that is not as it must be, in a sentence that names it.
    """

    name: str
    """The name of its package."""
    folder: Path
    """The package's folder, with `clauses.md`, `words/` and `guides/`."""
    variants: Mapping[str, Variant]
    """Its variants by name; the first is the default."""
    state: type[S]
    """The class of its state; it has the pack, and the class of the options."""
    phase: type[IntEnum]
    """The steps of a deal. The match ends with `OVER`; in `DEAL` the next deal waits for its shuffle."""
    verbs: Verbs
    """Its verbs, which number its actions."""
    chances: Chances
    """The names of what chance settles."""
    refusals: Refusals
    """The sentences of `strike`."""
    notes: Lines
    """The sentences of `note`."""
    promises: Mapping[str, Callable[[S], bool]]
    """The invariants of its clauses, by clause: predicates over a plain state, for the tests."""
    rules: Rules[S]
    """How it is played."""
    worlds: Worlds[S] = field(default_factory=Worlds)
    """What a seat may see by rule, and what a world must settle."""
    advice: Advice[S] = field(default_factory=Advice)
    """What helps bots and hints."""
    display: Display[S] = field(default_factory=Display)
    """How it is shown."""
    figures: tuple[str, ...] = ()
    """The names of the players at its table whom nobody plays."""
    winnable: bool = True
    """Whether a match can be won; not so in a game for one that only counts."""
    when_arranged: Callable[[set[str]], Mapping[str, Any]] = _nothing_implied
    """Say which options a deal implies in which some places are arranged: `when_arranged(places)`."""
    binding: Binding = field(init=False, repr=False)
    """Its rules bound to the generic loops."""

    def __post_init__(self) -> None:
        sources_hash((self.folder,))
        self._check_parts()
        object.__setattr__(self, "binding", Binding(self.name, self._slots(), (self.folder,)))
        defaults = [name for name in ("over", "deal_over") if self._is_default(name)]
        bound = {name: kernel(self.binding.interpreted(vars(self.rules)[name])) for name in defaults}
        object.__setattr__(self, "rules", replace(self.rules, **bound))

    def _check_parts(self) -> None:
        for part in (self.rules, self.worlds, self.advice, self.display):
            check_part(self.name, part)
        if "OVER" not in self.phase.__members__:
            raise TypeError(f"{self.name}: phase must have OVER, in which the match has ended")
        if self._is_default("deal_over") and "DEAL" not in self.phase.__members__:
            raise TypeError(f"{self.name}: rules.deal_over must be given, for phase has no DEAL")
        ruled = [f.name for f in self.layout.fields if f.spec.see is See.RULE]
        if ruled and self.worlds.sees is slots.sees:
            raise TypeError(f"{self.name}: worlds.sees must say who sees {', '.join(ruled)}")
        named = [self.display.hand, *filter(None, self.tricks or ()), *(self.display.line or ())]
        for name in named:
            if name not in self.layout.named:
                raise TypeError(f"{self.name}: display names {name}, which is no field of the state")

    def _is_default(self, name: str) -> bool:
        """Tell whether a rule is the default, perhaps bound to the phases of a game already."""
        return vars(self.rules)[name].__code__ is vars(Rules)[name].__code__

    def _slots(self) -> dict[str, Any]:
        """Collect what takes the place of the slots of generic loops."""
        parts = (self.rules, self.worlds, self.advice)
        rules = {f.name: vars(part)[f.name] for part in parts for f in fields(part) if f.name in vars(slots)}
        phases = self.phase.__members__
        return rules | {
            "reset_deal": kernel(self.state.reset_deal),
            "reset_trick": kernel(self.state.reset_trick),
            "PHASE_OVER": int(phases["OVER"]),
            "PHASE_DEAL": int(phases.get("DEAL", -1)),
            "HAS_OFFERS": int(any(self.verbs.offers)),
            "OFFERS": self.verbs.offers,
            "OFFER_WORDS": max((j + 1 for j, mask in enumerate(self.verbs.offers) if mask), default=0),
            "HAS_THUMB": int(self.advice.has_rule_of_thumb),
            "HAS_LEARNED": int(self.advice.has_learned_rule),
            "HAS_ODDS": int(self.worlds.has_odds),
            "MAY_WORDS": self.verbs.words,
            "HAS_DUTY_WORDS": int(self.rules.has_duty_words),
            "BLOCKS": self.pack.blocks,
            "ASK_WORDS": HEAD + self.pack.words,
            "OUTCOME_WORDS": max(MOST_DICE, self.pack.copies * len(self.pack)),
        }

    @property
    def digest(self) -> str:
        """A short hash of the sources of its rules: it differs where they may play otherwise."""
        return rules_digest((self.folder,))

    @property
    def layout(self) -> Layout:
        """Where the state's fields lie."""
        return self.state.layout

    @property
    def pack(self) -> Pack:
        """The pack of its pieces."""
        return self.layout.pack

    @property
    def option_class(self) -> type[Options]:
        """The class of its options."""
        return cast(type[Options], self.layout.named["options"].kind)

    @cached_property
    def tricks(self) -> TrickFields | None:
        """The fields that tell of tricks; None in a game without."""
        return self.display.tricks or (TrickFields() if issubclass(self.state, TrickState) else None)

    @cached_property
    def legends(self) -> dict[str, Any]:
        """The words of its scenes by language, filled as they are asked for."""
        return {}

    def words(self, language: str) -> Words:
        """Open the library's and the game's words in a language."""
        return words(language, (self.folder / "words",), self.pack.glyph)

    def options(self, variant: str, chosen: Mapping[str, Any], seats: int) -> Options:
        """Make a variant's options with some chosen otherwise.

        Raises:
            BadOptions: for an unknown name, a value that is not allowed, a clash, or a wrong number of seats.
        """
        kind = self.option_class
        known = list(kind.about())
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
