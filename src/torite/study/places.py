"""Where the pieces may lie that a seat does not see: how likely each is in each place, as far as the seat could tell.

Every world that agrees with what everybody knows, and with what the seat knows, counts alike: worlds are not weighed by
how the others played, but those that cannot be after what was told are none. Pieces that look alike are told apart, as
they are when they are dealt, and told of together.

The shares are *exact* where the worlds can be counted or, in a game that weighs them, be listed one by one; else worlds
are drawn, and the shares have intervals.
"""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from torite.errors import BadOptions
from torite.kernel import slots
from torite.kit.game import Game
from torite.match.naming import seat_name
from torite.records.entering import on
from torite.scenes.labels import legend
from torite.study.analysis import MOST_TIMES, NotOver
from torite.study.fillings import KindsBound, Open, counted, fillings
from torite.study.losses import T_95
from torite.worlds.constraints import MOST_PIECES, is_bounded, known_of
from torite.worlds.sampler import Sampler

if TYPE_CHECKING:
    from torite.match import Match

PARTS = MOST_TIMES  #: of which worlds are drawn, each from a beginning of its own
WORLDS = 100 * PARTS  #: that are drawn where they cannot be counted
MOST_LISTED = 3000  #: worlds that are listed one by one


@dataclass(frozen=True)
class Place:
    """A place of which a seat does not know all.

    Attributes:
        field: the field of the state.
        owner: the seat or the chair whose it is; -1 for the table's.
        unseen: how many pieces lie there that the seat does not know.
    """

    field: str
    owner: int
    unseen: int


@dataclass(frozen=True)
class Unseen:
    """A kind of which a seat does not see all pieces.

    Attributes:
        code: the kind.
        copies: how many pieces of it the seat does not see.
        shares: how many of these lie in each place, as is to be expected; together as many as there are.
    """

    code: str
    copies: int
    shares: tuple[float, ...]

    @property
    def each(self) -> tuple[float, ...]:
        """How likely one piece of it is in each place."""
        return tuple(share / self.copies for share in self.shares)


@dataclass(frozen=True)
class Places:
    """Where the pieces may lie that a seat does not see.

    Attributes:
        seat: the seat.
        places: the places of which it does not know all.
        pieces: the kinds, in the order of the pack.
        exact: whether all worlds were counted.
        worlds: how many were, pieces told apart and not their order within a place; else how many were drawn.
        error: half the width of the widest 95 % interval that the share of one piece has; 0 where it is exact.
    """

    seat: int
    places: tuple[Place, ...]
    pieces: tuple[Unseen, ...]
    exact: bool
    worlds: int
    error: float

    @property
    def alike(self) -> list[list[Unseen]]:
        """Put those kinds together that are as likely in each place, to the last digit but three."""
        found: dict[tuple[float, ...], list[Unseen]] = {}
        for one in self.pieces:
            found.setdefault(tuple(round(share, 12) for share in one.each), []).append(one)
        return list(found.values())


def places(
    match: Match, entry: int, seat: int, worlds: int = WORLDS, seed: int = 0, between: Callable[[], None] = on
) -> Places:
    """Tell where the pieces may have lain that a seat did not see, as far as it could tell then.

    Args:
        match: a match that is over.
        entry: so many entries stood: 0 is the start.
        seat: whose view it is.
        worlds: so many are drawn where they cannot be counted.
        seed: the same one draws the same.
        between: called now and then; what it raises gives the work up.

    Raises:
        NotOver: for a match that is not over.
        BadOptions: for an entry or a seat that there is not, and for too few worlds.
    """
    if not match.over:
        raise NotOver("error.not_over")
    if not 0 <= seat < match.seats:
        raise BadOptions("error.seat", seat=seat, most=match.seats - 1)
    if not 0 <= entry <= len(match.log.standing):
        raise BadOptions("error.entry", value=entry, most=len(match.log.standing))
    return places_of(match.game, match.at(entry).view(seat), seat, worlds, seed, between)


def places_of(
    game: Game, seen: Any, seat: int, worlds: int = WORLDS, seed: int = 0, between: Callable[[], None] = on
) -> Places:
    """Tell the same from a seat's view alone, of any match.

    Args:
        game: the game.
        seen: the view.
        seat, worlds, seed, between: see `places`.

    Raises:
        BadOptions: for too few worlds.
    """
    if worlds < PARTS:
        raise BadOptions("error.too_few_worlds", value=worlds, least=PARTS)
    sampler = Sampler(game, seen, seat, seed, compiled=False)
    looked = _Looked(game, seen, sampler)
    if not looked.what.room:  # nothing is hidden, or nothing is dealt
        return Places(seat, (), (), True, 1, 0.0)
    exact = _counted(looked) if _is_plain(game) else _listed(sampler, looked, between)
    if exact is not None:
        number, held = exact
        return looked.told(seat, held, True, number, 0.0)
    held, error = _drawn(looked, worlds // PARTS, seed, between)
    return looked.told(seat, held, False, worlds // PARTS * PARTS, error)


def name(game: Game, names: Sequence[str], place: Place, language: str) -> tuple[str, str]:
    """Say whose a place is, and what it is: the name is empty for the table's."""
    words = legend(game, language).words
    whose = seat_name(game, names, place.owner, words) if place.owner >= 0 else ""
    return whose, words(f"zone.{place.field}")


Held = dict[int, tuple[float, ...]]  #: for each kind, what share of a piece lies in each place


class _Looked:
    """What is known of a view's open places, and where the unseen pieces lie in worlds of it."""

    def __init__(self, game: Game, seen: Any, sampler: Sampler) -> None:
        self.game, self.seen, self.sampler = game, seen, sampler
        view, plan, table, _ = sampler.unseen
        number = plan.open_count
        self.open = plan.place[:number]
        copies = Counter(sampler.kinds)
        one_block = game.pack.blocks == 1  # of more, nothing is known by mask
        kinds = frozenset(copies)
        barred = [
            frozenset(k for k in kinds if one_block and view[table.barred + place] >> k & 1) for place in self.open
        ]
        bounds = []
        for p, place in enumerate(self.open):
            if one_block and is_bounded(view, table, place):
                mask = view[table.required + place]
                known = known_of(view, table, place, mask)
                least, most = (view[at + place] - known for at in (table.least, table.most))
                bounds.append(
                    KindsBound(p, frozenset(k for k in kinds if mask >> k & 1), least, min(most, MOST_PIECES))
                )
        self.what = Open(tuple(plan.need[:number]), dict(copies), tuple(barred), tuple(bounds))
        self.before = [Counter(self._lie(seen, place)) for place in self.open]

    def _lie(self, state: Any, place: int) -> list[int]:
        at = self.game.layout.places[place]
        value = getattr(state, at.field.name)
        part = value[at.owner] if at.field.is_parted else value
        if at.field.spec.holds == "sequence":
            return [kind for kind in part if kind >= 0]
        return self.game.pack.listed(part)

    def lie(self, world: Any) -> list[Counter[int]]:
        """Count the unseen pieces that lie in each open place of a world."""
        return [Counter(self._lie(world, place)) - known for place, known in zip(self.open, self.before, strict=True)]

    def told(self, seat: int, held: Held, exact: bool, worlds: int, error: float) -> Places:
        """Write down what came of it, the places in the order of the layout."""
        codes, copies = self.game.pack.codes, self.what.copies
        order = sorted(range(len(self.open)), key=self.open.__getitem__)
        pieces = (
            Unseen(codes[kind], copies[kind], tuple(copies[kind] * held[kind][p] for p in order))
            for kind in self.game.pack.all
            if kind in copies
        )
        return Places(seat, tuple(map(self._place, order)), tuple(pieces), exact, worlds, error)

    def _place(self, p: int) -> Place:
        at = self.game.layout.places[self.open[p]]
        of_seats = at.field.spec.shape[:1] in (("seats",), ("chairs",))
        return Place(at.field.name, at.owner if of_seats else -1, self.what.room[p])


def _is_plain(game: Game) -> bool:
    """Tell whether every way to lay the unseen pieces that knowledge allows is a world."""
    return not game.worlds.has_odds and game.worlds.complete is slots.complete


def _counted(looked: _Looked) -> tuple[int, Held] | None:
    found = counted(looked.what)
    return (found.ways, found.held) if found else None


def _listed(sampler: Sampler, looked: _Looked, between: Callable[[], None]) -> tuple[int, Held] | None:
    """Look at each world; None where there are too many, or where the game's `complete` leaves something to chance."""
    total = counted(looked.what)
    if total is None or total.ways > 50 * MOST_LISTED:
        return None
    ways = list(islice(fillings(looked.what), MOST_LISTED + 1))
    if len(ways) > MOST_LISTED:
        return None
    kinds, number = looked.what.copies, 0
    held = {kind: [0] * len(looked.open) for kind in kinds}
    for at, (dealt, times) in enumerate(ways):
        laid = sampler.laid([kind for pieces in dealt for kind in pieces])
        if laid.by_chance or [Counter(pieces) for pieces in dealt] != looked.lie(laid.state):
            return None
        if laid.odds > 0:
            number += times
            for p, pieces in enumerate(dealt):
                for kind in pieces:
                    held[kind][p] += times
        if at % 100 == 0:
            between()
    if number == 0:
        raise ValueError("no world agrees with what was told")
    return number, {kind: tuple(one / number / kinds[kind] for one in row) for kind, row in held.items()}


def _drawn(looked: _Looked, times: int, seed: int, between: Callable[[], None]) -> tuple[Held, float]:
    """Draw worlds in parts; by how the parts differ there are intervals."""
    kinds = looked.what.copies
    parts: list[dict[tuple[int, int], float]] = []
    for part in range(PARTS):
        drawn = random.Random(f"{seed}/{part}").getrandbits(30)
        sampler = Sampler(looked.game, looked.seen, looked.sampler.viewer, drawn, compiled=False)
        lain: Counter[tuple[int, int]] = Counter()
        for _ in range(times):
            for p, pieces in enumerate(looked.lie(sampler.world())):
                for kind, number in pieces.items():
                    lain[kind, p] += number
            between()
        parts.append({at: number / times / kinds[at[0]] for at, number in lain.items()})
    each = {(kind, p): [part.get((kind, p), 0.0) for part in parts] for kind in kinds for p in range(len(looked.open))}
    spread = max(map(statistics.stdev, each.values()))
    held = {kind: tuple(statistics.fmean(each[kind, p]) for p in range(len(looked.open))) for kind in kinds}
    return held, T_95[PARTS - 2] * spread / math.sqrt(PARTS)
