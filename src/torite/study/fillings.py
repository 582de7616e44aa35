"""The ways to fill open places with unseen pieces: counted in whole numbers, or listed one by one.

Pieces are counted as if all could be told apart, and the order within a place counts nothing. Places of which nothing
different is known are filled as one, and pieces of which nothing different is known go together, so a count takes few
steps; where it takes too many there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import factorial, prod

Split = tuple[int, ...]  #: how many pieces go where
State = tuple[Split, Split]  #: the room that is left, and how many of their kinds the bounded places hold
STEPS = 60_000  #: of a count


@dataclass(frozen=True)
class KindsBound:
    """How many unseen pieces of some kinds lie in an open place.

    Attributes:
        place: the number of the open place.
        kinds: which kinds.
        least, most: how many of them.
    """

    place: int
    kinds: frozenset[int]
    least: int
    most: int


@dataclass(frozen=True)
class Open:
    """What is known of open places.

    Attributes:
        room: how many unseen pieces each takes.
        copies: the unseen pieces of each kind.
        barred: the kinds that are not in each place.
        bounds: what is known in number.
    """

    room: Split
    copies: dict[int, int]
    barred: tuple[frozenset[int], ...]
    bounds: tuple[KindsBound, ...] = ()


@dataclass(frozen=True)
class Counted:
    """All ways to fill open places.

    Attributes:
        ways: how many there are.
        held: for each kind, of how many of them a piece of it lies in each place, as a share.
    """

    ways: int
    held: dict[int, tuple[float, ...]]


@dataclass(frozen=True)
class _Group:
    """Pieces of which nothing different is known.

    Attributes:
        size: how many.
        may: in which classes of places they may lie.
        in_bounds: of which bounds they are.
    """

    size: int
    may: tuple[bool, ...]
    in_bounds: tuple[bool, ...]


def counted(what: Open, steps: int = STEPS) -> Counted | None:
    """Count all ways to fill open places.

    Args:
        what: the places.
        steps: so many at most; None comes back where more would be needed.
    """
    classes = _classes(what)
    rooms = tuple(sum(what.room[p] for p in places) for places in classes)
    groups = _groups(what, classes)
    bounded = tuple(next(c for c, places in enumerate(classes) if bound.place in places) for bound in what.bounds)
    layers: list[Counter[State]] = [Counter({(rooms, (0,) * len(bounded)): 1})]
    for group in groups:
        following: Counter[State] = Counter()
        for state, ways in layers[-1].items():
            for _, times, after in _after(what, group, bounded, state):
                following[after] += ways * times
                steps -= 1
            if steps < 0:
                return None
        layers.append(following)
    return _shared_out(what, classes, groups, bounded, layers)


def _shared_out(
    what: Open,
    classes: Sequence[Sequence[int]],
    groups: dict[_Group, list[int]],
    bounded: Split,
    layers: Sequence[Counter[State]],
) -> Counted:
    """Go back through the layers of a count: what share of all ways puts a piece of each group into each class."""
    rest = {state: 1 for state in layers[-1] if _is_enough(what, state)}
    total = sum(layers[-1][state] for state in rest)
    held: dict[int, tuple[float, ...]] = {}
    for group, layer in zip(reversed(groups), reversed(layers[:-1]), strict=True):
        before: Counter[State] = Counter()
        here = [0] * len(classes)
        for state, ways in layer.items():
            for split, times, after in _after(what, group, bounded, state):
                if after in rest:
                    before[state] += times * rest[after]
                    for c, number in enumerate(split):
                        here[c] += number * ways * times * rest[after]
        shares = [0.0] * len(what.room)
        for c, places in enumerate(classes):
            room = sum(what.room[p] for p in places)
            for p in places:
                shares[p] = here[c] * what.room[p] / (total * group.size * room) if total else 0.0
        held |= dict.fromkeys(groups[group], tuple(shares))
        rest = dict(before)
    within = (_times([what.room[p] for p in places]) for places in classes)
    return Counted(total * prod(within), held)


def _classes(what: Open) -> list[list[int]]:
    """Put those places together of which nothing different is known; one that has a bound is alone."""
    found: dict[tuple[frozenset[int], int], list[int]] = {}
    for p in range(len(what.room)):
        alone = p if any(bound.place == p for bound in what.bounds) else -1
        found.setdefault((what.barred[p].intersection(what.copies), alone), []).append(p)
    return list(found.values())


def _groups(what: Open, classes: Sequence[Sequence[int]]) -> dict[_Group, list[int]]:
    """Put those kinds together of which nothing different is known, those first that may lie in the fewest places."""
    kinds: dict[tuple[tuple[bool, ...], tuple[bool, ...]], list[int]] = {}
    for kind in what.copies:
        may = tuple(kind not in what.barred[places[0]] for places in classes)
        kinds.setdefault((may, tuple(kind in bound.kinds for bound in what.bounds)), []).append(kind)
    listed = sorted(kinds.items(), key=lambda item: (sum(item[0][0]), item[0]))
    return {_Group(sum(what.copies[kind] for kind in of), *key): of for key, of in listed}


def _after(what: Open, group: _Group, bounded: Split, state: State) -> Iterator[tuple[Split, int, State]]:
    """Run through the ways to lay a group: how it is split, in how many ways, and what it leads to."""
    left, laid = state
    for split in splits(group.size, tuple(room if may else 0 for room, may in zip(left, group.may, strict=True))):
        here = tuple(held + (split[c] if of else 0) for held, c, of in zip(laid, bounded, group.in_bounds, strict=True))
        if all(held <= bound.most for held, bound in zip(here, what.bounds, strict=True)):
            yield split, _times(split), (tuple(a - b for a, b in zip(left, split, strict=True)), here)


def _is_enough(what: Open, state: State) -> bool:
    return all(held >= bound.least for held, bound in zip(state[1], what.bounds, strict=True))


def _times(split: Sequence[int]) -> int:
    """Count the ways to split pieces that can be told apart."""
    return factorial(sum(split)) // prod(map(factorial, split))


def splits(number: int, room: Split) -> Iterator[Split]:
    """Run through the ways to split so many equal pieces over rooms."""
    if not room:
        if number == 0:
            yield ()
        return
    for here in range(max(0, number - sum(room[1:])), min(number, room[0]) + 1):
        for rest in splits(number - here, room[1:]):
            yield (here, *rest)


def fillings(what: Open) -> Iterator[tuple[list[list[int]], int]]:
    """Run through all ways to fill open places that look different, each with the number of those that look so.

    A way is a list of the kinds in each place.
    """
    places = range(len(what.room))
    kinds = sorted(what.copies, key=lambda kind: sum(kind not in what.barred[p] for p in places))
    yield from _filled(what, kinds, what.room, [[] for _ in places], 1)


def _filled(
    what: Open, kinds: Sequence[int], left: Split, laid: list[list[int]], ways: int
) -> Iterator[tuple[list[list[int]], int]]:
    if not kinds:
        here = [sum(kind in bound.kinds for kind in laid[bound.place]) for bound in what.bounds]
        if all(bound.least <= held <= bound.most for held, bound in zip(here, what.bounds, strict=True)):
            yield laid, ways
        return
    kind, rest = kinds[0], kinds[1:]
    room = tuple(0 if kind in barred else size for size, barred in zip(left, what.barred, strict=True))
    for split in splits(what.copies[kind], room):
        further = [[*pieces, *[kind] * number] for pieces, number in zip(laid, split, strict=True)]
        after = tuple(a - b for a, b in zip(left, split, strict=True))
        yield from _filled(what, rest, after, further, ways * _times(split))
