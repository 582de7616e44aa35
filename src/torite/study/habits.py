"""Habits: how often seats took each kind of action when another was open too, and what their deals wrote down then.

All of it is counted by deals: in how many a seat could have announced, in how many it did. A kind of action is a verb
that a game declares, or a family of them that differ in a suit, a rank or a neighbour. Figures tell what came together,
not what came of what.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct, field, structs

from torite.kit.actions import DONE
from torite.records.entering import on
from torite.scenes.choices import ACROSS, LEFT, RIGHT, family
from torite.study.analysis import NotOver
from torite.worlds import view

if TYPE_CHECKING:
    from torite.kit.game import Game
    from torite.match import Match
    from torite.match.entries import Entry

ENOUGH = 20  #: deals behind whatever is said
LEADS = ("lead high trump", "lead low trump", "lead no trump")  #: sorts of first leads, where a game tells its trumps
Z = 1.96
Count = Annotated[int, Meta(ge=0)]


class Share(Struct, frozen=True):
    """A share, and its 95 % interval by Wilson's score."""

    value: float
    low: float
    high: float


class Mean(Struct, frozen=True):
    """A mean, and half of its 95 % interval."""

    value: float
    error: float


class HabitSums(Struct, forbid_unknown_fields=True):
    """What deals wrote down for some of their seats, added up: all whole numbers, so in any order.

    Attributes:
        deals: those in which there was such a seat.
        seats: such seats in all of them.
        points: that were written down for these.
        seats_squared, points_squared, mixed: of each deal the seats squared, the points squared, and both multiplied.
    """

    deals: Count = 0
    seats: Count = 0
    points: int = 0
    seats_squared: Count = 0
    points_squared: Count = 0
    mixed: int = 0

    def add(self, seats: int, points: int) -> None:
        """Add a deal with so many such seats, for which together so much was written down."""
        self.deals += 1
        self.seats += seats
        self.points += points
        self.seats_squared += seats * seats
        self.points_squared += points * points
        self.mixed += seats * points

    def put(self, other: HabitSums) -> None:
        """Add what was added up elsewhere."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def mean(self) -> Mean | None:
        """The mean of a seat; None of fewer deals than are enough.

        Seats of one deal are not independent, deals are: the interval is that of a ratio of sums over deals.
        """
        if self.deals < ENOUGH:
            return None
        mean, free = self.points / self.seats, self.deals - 1
        spread = self.points_squared - 2 * mean * self.mixed + mean * mean * self.seats_squared
        t = Z + (Z**3 + Z) / (4 * free)
        return Mean(mean, t * math.sqrt(max(0.0, spread) * self.deals / free) / self.seats)


class Habit(Struct, forbid_unknown_fields=True):
    """A kind of action that was open beside another.

    Attributes:
        taken: deals in which a seat took it.
        left: deals in which it could have, and did not.
    """

    taken: HabitSums = field(default_factory=HabitSums)
    left: HabitSums = field(default_factory=HabitSums)

    @property
    def could(self) -> int:
        """How often a seat could have taken it, once a deal."""
        return self.taken.seats + self.left.seats

    @property
    def share(self) -> Share | None:
        """How often it was taken of those times; None of fewer than are enough."""
        return wilson(self.taken.seats, self.could) if self.could >= ENOUGH else None

    def put(self, other: Habit) -> None:
        """Add what was counted elsewhere."""
        self.taken.put(other.taken)
        self.left.put(other.left)


Habits = dict[str, Habit]  #: by the verb as message keys have it, or a sort of lead


def wilson(some: int, all_: int) -> Share:
    """Return the share of some among all, with its 95 % interval by Wilson's score."""
    share, z2 = some / all_, Z * Z
    middle = (share + z2 / (2 * all_)) / (1 + z2 / all_)
    half = Z * math.sqrt(share * (1 - share) / all_ + z2 / (4 * all_**2)) / (1 + z2 / all_)
    return Share(share, max(0.0, middle - half), min(1.0, middle + half))


def put_together(one: Habits, other: Habits) -> None:
    """Add to habits those that were counted elsewhere."""
    for name, habit in other.items():
        one.setdefault(name, Habit()).put(habit)


def ordered(game: Game, *sides: Habits) -> list[str]:
    """List the kinds of action of which there is something to tell, as the game declares them: leads come last.

    What everybody took whenever it was open is no choice, and left out; so is what is taken too rarely to be open to
    enough seats of any side.
    """
    known = [*dict.fromkeys(kinds(game).values()), *LEADS]
    found = [[side[name] for side in sides if name in side] for name in known]
    return [
        name
        for name, habits in zip(known, found, strict=True)
        if any(habit.could >= ENOUGH for habit in habits) and any(habit.left.seats for habit in habits)
    ]


@cache
def kinds(game: Game) -> Mapping[int, str]:
    """Name the kind of action of each verb, by what its actions are counted from."""
    words, found = game.words("en"), {}
    for verb in game.verbs.listed:
        told = family(verb, game.pack.codes, words)
        alike = "sign" in told or verb.name.rpartition(" ")[2] in (LEFT, ACROSS, RIGHT)
        found[verb.base] = told["family"].name.replace(" ", "_") if told and alike else verb.key
    return found


def count(match: Match, own: Collection[int], mine: Habits, others: Habits, between: Callable[[], None] = on) -> int:
    """Count the habits of a match that is over; return how many deals it had.

    Deals in which a bot acted for the person whose seat it is do not count for that seat.

    Args:
        match: the match.
        own: the seats that are counted apart.
        mine: gets what these did.
        others: gets what the other seats did.
        between: called between two entries; what it raises gives the work up.

    Raises:
        NotOver: for a match that is not over.
    """
    if not match.over:
        raise NotOver("error.not_over")
    sides = [mine if seat in own else others for seat in range(match.seats)]
    deals = 0
    for deal in _deals(match, between):
        _add(sides, deal)
        deals += 1
    return deals


class _Deal:
    """What the seats of a deal could do and did, by seat; and what was written down for each."""

    def __init__(self, seats: int) -> None:
        self.could: list[set[str]] = [set() for _ in range(seats)]
        self.took: list[set[str]] = [set() for _ in range(seats)]
        self.stood_in = [False] * seats
        self.led = False
        self.points: Sequence[int] = ()


def _add(sides: Sequence[Habits], deal: _Deal) -> None:
    """Add a deal to the habits of each seat's side."""
    rows: dict[tuple[int, str, bool], list[int]] = defaultdict(list)
    for seat, could in enumerate(deal.could):
        for name in () if deal.stood_in[seat] else could:
            rows[id(sides[seat]), name, name in deal.took[seat]].append(deal.points[seat])
    by_id = {id(side): side for side in sides}
    for (side, name, taken), points in rows.items():
        habit = by_id[side].setdefault(name, Habit())
        (habit.taken if taken else habit.left).add(len(points), sum(points))


def _deals(match: Match, between: Callable[[], None]) -> Iterator[_Deal]:
    """Run through the deals of a match."""
    first = [0] * match.seats
    match.game.rules.scores(match.log.setup.begin(), first)
    before: Sequence[int] = first
    deal, ends = _Deal(match.seats), match.log.ends
    for state, entry, after in match.log.steps(0):
        between()
        if entry.seat >= 0:
            _look(match, deal, state, entry, after)
        if entry.number in ends:
            scored = ends[entry.number].scores
            deal.points = [now - was for now, was in zip(scored, before, strict=True)]
            yield deal
            deal, before = _Deal(match.seats), scored


def _look(match: Match, deal: _Deal, state: Any, entry: Entry, after: Any) -> None:
    """Note what was open before an entry, and what was taken."""
    verbs, acting, named = match.game.verbs, match.game.rules.actors(state), kinds(match.game)
    for seat in range(match.seats) if any(verbs.offers) else [entry.seat]:
        may = [verbs.verb(one) for one in match.gestures.legal(state, seat).listed() if one != DONE]
        duties = {named[verb.base] for verb in may if not verb.offer} if acting >> seat & 1 else set()
        may_take = {named[verb.base] for verb in may if verb.offer} | (duties if len(duties) > 1 else set())
        deal.could[seat] |= may_take
        if seat == entry.seat:
            deal.took[seat] |= {named[verbs.verb(one).base] for one in entry.actions if one != DONE} & may_take
    deal.stood_in[entry.seat] |= entry.bot
    if not deal.led and (fields := match.game.tricks) is not None and fields.length:
        played, lying, laid = (getattr(one, name) for one, name in (
            (state, fields.played), (state, fields.length), (after, fields.length)
        ))  # fmt: skip
        if (played, lying, laid) == (0, 0, 1):
            deal.led = True
            _look_at_lead(match.game, deal, entry.seat, state, getattr(after, fields.trick)[entry.seat])


def _look_at_lead(game: Game, deal: _Deal, seat: int, state: Any, trick: Any) -> None:
    """Note which sort of piece was led first in a deal, where the game tells its trumps and the hand had another."""
    seen, led = view(game, state, seat), game.pack.listed(trick)
    high, held = list(game.display.trumps(seen)), game.pack.listed(getattr(seen, game.display.hand)[seat])
    top = next((kind for kind in high if kind in held), None)
    if top is None or len(led) != 1 or led[0] not in held:
        return

    def sort(kind: int) -> str:
        return LEADS[0] if kind == top else LEADS[1] if kind in high else LEADS[2]

    sorts = {sort(kind) for kind in held}
    if len(sorts) > 1:
        deal.could[seat] |= sorts
        deal.took[seat].add(sort(led[0]))


def as_data(habits: Habits) -> dict[str, Any]:
    """Return habits for programs: how often, and what was written down for a seat then."""
    return {
        name: {"could": one.could, "share": _plain(one.share), "taken": _told(one.taken), "left": _told(one.left)}
        for name, one in sorted(habits.items())
    }


def _told(sums: HabitSums) -> dict[str, Any]:
    return {"deals": sums.deals, "seats": sums.seats, "points": sums.points, "mean": _plain(sums.mean)}


def _plain(one: Share | Mean | None) -> dict[str, float] | None:
    return None if one is None else structs.asdict(one)
