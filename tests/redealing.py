"""The pieces of a deal told apart: where each has been, and the deal played again with others in their places."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.strategies import differing, legal
from torite.kit import Game
from torite.kit.chances import SHUFFLE
from torite.match import Match
from torite.match.arrange import DEAL, DEALER
from torite.match.entries import Entry
from torite.worlds import view

Spot = tuple[str, int, int]  #: field, owner, and index in a sequence (-1 in a multiset)
Key = tuple[tuple[int, ...], ...]  #: the pieces of each place that somebody may not see


def lying(state: Any) -> dict[Spot, list[int]]:
    """List the pieces of every place."""
    found: dict[Spot, list[int]] = {}
    for place in state.layout.fields:
        if place.is_place:
            value = getattr(state, place.name)
            for owner, part in enumerate(value if place.is_parted else [value]):
                if place.spec.holds == "sequence":
                    found |= {(place.name, owner, i): [kind] for i, kind in enumerate(part) if kind >= 0}
                elif any(part):
                    found[place.name, owner, -1] = state.layout.pack.listed(part)
    return found


def spots_of_deal(game: Game, state: Any, pack: Sequence[int]) -> list[Spot]:
    """Find where each position of a shuffle goes, from many orders: what always fits."""
    chooser = random.Random(1)
    fitting: list[set[Spot]] = []
    for _ in range(40):
        order = list(pack)
        chooser.shuffle(order)
        dealt = state.copy()
        game.rules.settle(dealt, order)
        where: dict[int, set[Spot]] = {}
        for spot, kinds in lying(dealt).items():
            for kind in kinds:
                where.setdefault(kind, set()).add(spot)
        here = [where[kind] for kind in order]
        fitting = [a & b for a, b in zip(fitting, here, strict=True)] if fitting else here
        if all(len(spots) == 1 for spots in fitting):
            break
    assert all(len(spots) == 1 for spots in fitting)
    return [next(iter(spots)) for spots in fitting]


@dataclass
class _Step:
    """An entry after the shuffle: which of its actions name which pieces."""

    entry: Entry
    pieces: list[int]  # for each action the piece that it names, -1 for none
    public: tuple[Any, ...] = ()


def opened_again(match: Match) -> Match:
    """Open a match as another began, to which its chance is told."""
    how: dict[str, Any] = {"names": match.names, "manual": True, "seed": 0, "initial": match.log.setup.initial}
    return Match(match.variant.name, match.seats, match.options.texts(), **how)


@dataclass
class Deal:
    """The deal in progress of a match, its pieces told apart: piece number i is what position i of the shuffle was.

    Attributes:
        match: the match.
        viewer: the seat for whom the unseen pieces are redealt.
        kinds: the true kind of each piece.
        unseen: the pieces that the viewer does not see now.
        way: where each piece has been, place by place.
    """

    match: Match
    viewer: int
    kinds: list[int] = field(default_factory=list)
    unseen: list[int] = field(default_factory=list)
    way: dict[int, list[tuple[str, int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.game = self.match.game
        entries = self.match.log.standing
        shuffles = [i for i, entry in enumerate(entries) if entry.what == SHUFFLE]
        self.first = max(shuffles)
        self.before = self.match.log.setup.begin()
        for entry in entries[: self.first]:
            self._take(self.before, entry)
        self._follow(entries[self.first], entries[self.first + 1 :])

    @staticmethod
    def fits(match: Match) -> bool:
        """Tell whether the deal in progress was dealt by the last shuffle, and is not over."""
        names = [entry.chance for entry in match.log.standing if entry.what == SHUFFLE and entry.chance != DEALER]
        return bool(names) and not match.over and not match.log.deal_over and names[-1] == DEAL

    def _take(self, state: Any, entry: Entry) -> None:
        state.note_count = 0
        if entry.chance:
            self.game.rules.settle(state, list(entry.outcome))
        for action in entry.actions:
            self.game.rules.act(state, entry.seat, action)

    def _follow(self, shuffle: Entry, entries: list[Entry]) -> None:
        """Follow every piece from the shuffle on by what leaves one place and comes to another."""
        state = self.before.copy()
        self.kinds = list(shuffle.outcome)
        at: dict[Spot, list[int]] = {}
        for piece, spot in enumerate(spots_of_deal(self.game, state, shuffle.outcome)):
            at.setdefault(spot, []).append(piece)
            self.way[piece] = [spot[:2]]
        self._take(state, shuffle)
        self._noticed(at, state)
        self.dealt_public = self._public(state)
        self.steps: list[_Step] = []
        for entry in entries:
            before = self._remembered(state)
            self._take(state, entry)
            self._told(at, before, entry, state)
            moved = self._move(at, self._lying(state))
            self._noticed(at, state)
            self.steps.append(_Step(entry, self._named(entry, moved, at), self._public(state)))
        self.state = state
        self.seen = view(self.game, state, self.viewer)
        self.unseen = self._hidden(at)

    def _remembered(self, state: Any) -> Any:
        """Return what `_told` needs of the state before an entry: nothing here."""

    def _told(self, at: dict[Spot, list[int]], before: Any, entry: Entry, state: Any) -> None:
        """Learn what an entry tells the viewer of pieces that lie where they lay before it: nothing here."""

    def _noticed(self, at: dict[Spot, list[int]], state: Any) -> None:
        """See what lies open to the viewer after an entry: here only the end counts."""

    def _is_known(self, piece: int) -> bool:
        """Tell whether the viewer knows a piece: of equal ones those that it knows leave a place first."""
        return False

    def _hidden(self, at: dict[Spot, list[int]]) -> list[int]:
        """List the pieces that the viewer does not see now, by the declarations."""
        shown, unseen = lying(self.seen), []
        for spot, pieces in at.items():
            left = Counter(shown.get(spot, ()))
            for piece in pieces:
                if left[self.kinds[piece]] > 0:
                    left[self.kinds[piece]] -= 1
                else:
                    unseen.append(piece)
        return unseen

    def _lying(self, state: Any) -> dict[Spot, list[int]]:
        """List where pieces of the shuffle lie; others lie where no deal brings them (rulers, vassals)."""
        dealt = {*self.kinds}
        return {spot: [kind for kind in kinds if kind in dealt] for spot, kinds in lying(state).items()}

    def _move(self, at: dict[Spot, list[int]], now: dict[Spot, list[int]]) -> list[int]:
        lost: dict[int, list[int]] = {}
        for spot, pieces in at.items():
            stay = Counter(now.get(spot, ()))
            for piece in sorted(pieces, key=self._is_known):
                if stay[self.kinds[piece]] > 0:
                    stay[self.kinds[piece]] -= 1
                else:
                    pieces.remove(piece)
                    lost.setdefault(self.kinds[piece], []).append(piece)
        moved = [piece for pieces in lost.values() for piece in pieces]
        for spot, kinds in now.items():
            here = at.setdefault(spot, [])
            for kind in (Counter(kinds) - Counter(self.kinds[piece] for piece in here)).elements():
                assert lost.get(kind), f"{self.game.pack.codes[kind]} came to {spot[0]}, and left no place"
                piece = lost[kind].pop()
                here.append(piece)
                self.way[piece].append(spot[:2])
        assert not any(lost.values())
        return moved

    def _named(self, entry: Entry, moved: list[int], at: dict[Spot, list[int]]) -> list[int]:
        """Find the pieces that an entry's actions name: among those that it moved, the actor's own first.

        A sealed choice moves nothing yet: its pieces lie in the actor's places. What a piece stands for is no piece.
        """
        left = sorted(moved, key=lambda piece: self.way[piece][-2][1:] != (entry.seat,))
        left += [piece for spot, pieces in at.items() if spot[1] == entry.seat for piece in pieces if piece not in left]
        named = []
        for action in entry.actions:
            verb = self.game.verbs.verb(action)
            kind = action - verb.base if verb.of_pieces and not verb.stem else -1
            piece = next((piece for piece in left if self.kinds[piece] == kind), -1)
            if piece >= 0:
                left.remove(piece)
            named.append(piece)
        return named

    def _public(self, state: Any) -> tuple[Any, ...]:
        """Gather what everybody sees at a glance, and what the viewer may do."""
        plain = [
            getattr(state, f.name)
            for f in state.layout.fields
            if f.spec.holds == "number" and f.spec.see.name == "ALL" and not f.spec.beside
        ]
        notes = state.noted()
        return self.game.rules.actors(state), notes, *map(_frozen, plain)

    def log(self, kinds: Sequence[int]) -> list[tuple[Entry, list[int]]]:
        """Write what others and chance did after the shuffle, with other kinds for the pieces."""
        return [
            (
                step.entry,
                [
                    action if piece < 0 else action - self.kinds[piece] + kinds[piece]
                    for action, piece in zip(step.entry.actions, step.pieces, strict=True)
                ],
            )
            for step in self.steps
        ]

    def replayed(self, kinds: Sequence[int]) -> Any:
        """Play the deal again with other kinds; None unless all of it is legal and the viewer saw the same."""
        return next(self._replays(kinds, False), None)

    def _replays(self, kinds: Sequence[int], anew: bool) -> Iterator[Any]:
        """Play the deal again with other kinds, as the viewer saw it; if *anew*, with any sealed choice of others."""
        state = self.before.copy()
        state.note_count = 0
        self.game.rules.settle(state, list(kinds))
        if self._public(state) == self.dealt_public:
            yield from self._go_on(state, self.log(kinds), 0, anew)

    def _go_on(self, state: Any, log: list[tuple[Entry, list[int]]], first: int, anew: bool) -> Iterator[Any]:
        for number in range(first, len(log)):
            entry, actions = log[number]
            if anew and entry.actions and entry.seat != self.viewer and self.game.verbs.verb(actions[0]).sealed:
                for action in legal(self.game, state, entry.seat).listed():
                    again = [*log[:number], (entry, [action]), *log[number + 1 :]]
                    tried = state.copy()
                    if self._takes(tried, again, number):
                        yield from self._go_on(tried, again, number + 1, anew)
                return
            if not self._takes(state, log, number):
                return
        if not differing(view(self.game, state, self.viewer), self.seen):
            yield state

    def _takes(self, state: Any, log: list[tuple[Entry, list[int]]], number: int) -> bool:
        """Take an entry; tell whether it is legal and everybody saw the same."""
        entry, actions = log[number]
        state.note_count = 0
        if entry.chance:
            self.game.rules.settle(state, list(entry.outcome))
        for action in actions:
            if action not in legal(self.game, state, entry.seat):
                return False
            self.game.rules.act(state, entry.seat, action)
        return bool(self._public(state) == self.steps[number].public)

    def redealt(self, chooser: random.Random, tries: int) -> list[int] | None:
        """Deal the unseen pieces anew, evenly by rejection; failing that exchange two; None if nothing fits."""
        for attempt in range(tries):
            kinds, spots = list(self.kinds), list(self.unseen)
            if attempt < tries // 2:
                chooser.shuffle(spots)
            elif len(spots) > 1:
                i, j = chooser.sample(range(len(spots)), 2)
                spots[i], spots[j] = spots[j], spots[i]
            for piece, source in zip(self.unseen, spots, strict=True):
                kinds[piece] = self.kinds[source]
            state = self.replayed(kinds) if kinds != self.kinds else None
            if state is not None and differing(state, self.state):
                return kinds
        return None

    # all of them

    @property
    def _groups(self) -> dict[tuple[tuple[str, int], ...], list[int]]:
        """Group the unseen pieces by the way they went: within a group their order says nothing."""
        groups: dict[tuple[tuple[str, int], ...], list[int]] = {}
        for piece in self.unseen:
            groups.setdefault(tuple(self.way[piece]), []).append(piece)
        return groups

    def size(self) -> int:
        """Count the ways to lay the unseen pieces, all told apart."""
        ways = math.factorial(len(self.unseen))
        for pieces in self._groups.values():
            ways //= math.factorial(len(pieces))
        return ways

    def worlds(self) -> dict[Key, int]:
        """List every layout of the unseen pieces that agrees with all that the viewer saw, with its weight.

        The weight is the number of layouts of pieces told apart that look so; the order in a sequence counts nothing.
        """
        return {key(state): self._weight(state) for state in self.states()}

    def states(self) -> Iterator[Any]:
        """Run through the states that the viewer cannot tell from the true one."""
        groups = list(self._groups.values())
        for split in _splits(sorted(Counter(self.kinds[i] for i in self.unseen).items()), [len(g) for g in groups]):
            kinds = list(self.kinds)
            for group, dealt in zip(groups, split, strict=True):
                for piece, kind in zip(group, dealt, strict=True):
                    kinds[piece] = kind
            yield from self._replays(kinds, True)

    def _weight(self, state: Any) -> int:
        shown = view(self.game, state, self.viewer)
        weight = 1
        unseen = Counter(self.kinds[i] for i in self.unseen)
        for number in unseen.values():
            weight *= math.factorial(number)
        for here, known in zip(key(state), key(shown), strict=True):
            for number in (Counter(here) - Counter(known)).values():
                weight //= math.factorial(number)
        return weight


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def key(state: Any) -> Key:
    """Describe what lies in the places that somebody may not see; the order in a sequence left out."""
    at: dict[tuple[str, int], list[int]] = {}
    for spot, kinds in lying(state).items():
        at.setdefault(spot[:2], []).extend(kinds)
    return tuple(tuple(sorted(at.get((place.field.name, place.owner), ()))) for place in state.layout.places)


def _splits(kinds: list[tuple[int, int]], room: list[int]) -> Iterator[list[list[int]]]:
    """Run through the ways to share out a multiset over places of fixed size."""
    if not kinds:
        yield [[] for _ in room]
        return
    (kind, number), rest = kinds[0], kinds[1:]
    for shares in _shares(number, room):
        for split in _splits(rest, [r - share for r, share in zip(room, shares, strict=True)]):
            yield [[kind] * share + part for share, part in zip(shares, split, strict=True)]


def _shares(number: int, room: list[int]) -> Iterator[list[int]]:
    if len(room) == 1:
        if number <= room[0]:
            yield [number]
        return
    for share in range(min(number, room[0]) + 1):
        for rest in _shares(number - share, room[1:]):
            yield [share, *rest]
