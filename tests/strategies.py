"""What the laws are run over: tables, random matches by the rules alone, and the pieces of a deal told apart."""

from __future__ import annotations

import contextlib
import fcntl
import math
import os
import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import torite
from torite.errors import BadOptions
from torite.games import catalogue
from torite.kit import Actions, Game
from torite.kit.asks import HEAD, NUMBER, SHUFFLE, Ask
from torite.match import Match
from torite.match.arrange import DEALER
from torite.match.explain import held
from torite.match.match import Entry
from torite.views import view

Spot = tuple[str, int, int]  #: field, owner, and index in a sequence (-1 in a multiset)
Key = tuple[tuple[int, ...], ...]  #: the pieces of each place that somebody may not see


@dataclass(frozen=True)
class Table:
    """A variant with a number of seats, and options that differ from the variant's."""

    variant: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.variant, str(self.seats), *(f"{name}={text}" for name, text in self.options)])

    @property
    def game(self) -> Game:
        return catalogue()[self.variant][0]

    def begin(self) -> Any:
        """Start a match, by the rules alone."""
        state: Any = self.game.state()
        state.options = self.game.options(self.variant, dict(self.options), self.seats)
        state.seats = self.seats
        self.game.rules.start(state)
        return state

    def match(self, seed: int | str = 0, **how: Any) -> Match:
        """Open a match."""
        return Match(self.variant, self.seats, dict(self.options), seed=f"{self} {seed}", **how)

    def chooser(self, *seed: Any) -> random.Random:
        """Make the generator of a test's own choices."""
        return random.Random(" ".join(map(str, (self, *seed))))


@cache
def tables(quick: bool = False, thorough: bool = True) -> list[Table]:
    """List every variant with its usual number of seats, also with the fewest and the most, or with every one."""
    return [
        Table(name, seats)
        for name, (_, variant) in catalogue().items()
        for seats in range(variant.seats[0], variant.seats[1] + 1)
        if thorough or seats == variant.default_seats or (seats in variant.seats and not quick)
    ]


@cache
def smallest_tables() -> list[Table]:
    """List every variant with its fewest seats."""
    return [Table(name, variant.seats[0]) for name, (_, variant) in catalogue().items()]


# the rules alone


def asked(game: Game, state: Any) -> Ask | None:
    """Find what chance must settle now."""
    words = [0] * (HEAD + game.pack.words)
    number = 0 if game.rules.over(state) else game.rules.chance(state, words)
    if not number:
        return None
    return Ask(game.chances.names[number], words[0], words[1], words[2], tuple(words[HEAD:]))


def drawn(game: Game, ask: Ask, chooser: random.Random) -> list[int]:
    """Draw an outcome."""
    if ask.what == NUMBER:
        return [chooser.randrange(ask.n)]
    if ask.what == SHUFFLE:
        pieces = game.pack.listed(ask.pieces)
        assert ask.n == len(pieces)
        chooser.shuffle(pieces)
        return pieces
    return [chooser.randint(1, ask.faces) for _ in range(ask.n)]


def legal(game: Game, state: Any, seat: int) -> Actions:
    """Ask what a seat may take."""
    may = Actions(game.verbs.words)
    game.rules.legal(state, seat, may)
    return may


def acting(game: Game, state: Any) -> list[int]:
    """List the seats that must act."""
    mask = game.rules.actors(state)
    return [seat for seat in range(state.seats) if mask >> seat & 1]


@dataclass(frozen=True)
class Moment:
    """A step of a random match, about to be taken.

    Attributes:
        state: the state, which is changed by the step.
        seat: who acts; -1 for chance.
        action: the action; 0 for chance.
        outcome: what chance settles.
    """

    state: Any
    seat: int
    action: int = 0
    outcome: tuple[int, ...] = ()


def walk(table: Table, seed: Any, most: int) -> Iterator[Moment]:
    """Play a random match by the rules, at most so many steps; each step is taken after it was looked at."""
    game, chooser, state = table.game, table.chooser(seed), table.begin()
    for _ in range(most):
        if game.rules.over(state):
            return
        ask = asked(game, state)
        state.note_count = 0
        if ask:
            outcome = drawn(game, ask, chooser)
            yield Moment(state, -1, outcome=tuple(outcome))
            game.rules.settle(state, outcome)
        else:
            seat = chooser.choice(acting(game, state))
            action = chooser.choice(legal(game, state, seat).listed())
            yield Moment(state, seat, action)
            game.rules.act(state, seat, action)


def play_on(match: Match, chooser: random.Random, steps: int) -> Match:
    """Take so many random actions or parts, if the match is not over before."""
    for _ in range(steps):
        if match.over:
            break
        if match.waits:
            match.go_on()
            continue
        seat = chooser.choice(match.actors)
        match.act(seat, chooser.choice(match.actions(seat)))
    return match


def whole_now(match: Match, chooser: random.Random) -> Match:
    """Complete the gestures that are begun."""
    for seat in range(match.seats):
        while match._drafts.get(seat):
            match.act(seat, chooser.choice(match.actions(seat)))
    return match


def everything(match: Match) -> tuple[Any, ...]:
    """Gather all that an error must not change."""
    return match._state.copy(), tuple(match.log), tuple(match._live), dict(match._drafts)


def unchanged(match: Match, before: tuple[Any, ...]) -> bool:
    """Tell whether all is as it was."""
    state, *log = everything(match)
    return not differing(state, before[0]) and log == list(before[1:])


def say_twice(error: torite.ToriteError) -> None:
    """Check that an error speaks both languages, in whole sentences."""
    english, japanese = error.say("en"), error.say("ja")
    assert str(error) == english
    assert english
    assert japanese
    assert english != japanese
    assert error.key not in (english, japanese)


def differing(state: Any, other: Any) -> list[str]:
    """Name the fields in which two states or views differ."""
    return [f.name for f in state.layout.fields if getattr(state, f.name) != getattr(other, f.name)]


# small deals


@cache
def small_options(variant: str, seats: int) -> tuple[tuple[str, str], ...]:
    """Find an option that deals smaller hands, and set it to two or three cards; nothing where no option does."""
    game = catalogue()[variant][0]

    def dealt(options: tuple[tuple[str, str], ...]) -> int:
        try:
            state = Table(variant, seats, options).begin()
        except BadOptions:
            return 1 << 30
        chooser = random.Random(0)
        for _ in range(8):
            ask = asked(game, state)
            if ask is None:
                break
            game.rules.settle(state, drawn(game, ask, chooser))
        return sum(len(held(game, state, seat)) for seat in range(seats)) or 1 << 30

    usual = dealt(())
    types = game.rules.Options.types()
    tried = [((name, str(size)),) for name, kind in types.items() if kind is int for size in (2, 3)]
    fewer = [options for options in tried if 2 * seats <= dealt(options) < usual]
    return min(fewer, key=dealt) if fewer else ()


def deals_nothing(table: Table) -> bool:
    """Tell whether a game rolls dice and deals no pieces: then there are no places, and nothing to deal anew."""
    dice = table.game.pack.of_dice
    assert not dice or not any(field.is_place for field in table.game.layout.fields)
    return dice


# the pieces of a deal told apart


def lying(state: Any) -> dict[Spot, list[int]]:
    """List the pieces of every place."""
    found: dict[Spot, list[int]] = {}
    for place in state.layout.fields:
        if place.is_place:
            value = getattr(state, place.name)
            for owner, part in enumerate(value if place.owners > 1 else [value]):
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
        entries = self.match.entries
        shuffles = [i for i, entry in enumerate(entries) if entry.what == SHUFFLE]
        self.first = max(shuffles)
        self.before = self._begun()
        for entry in entries[: self.first]:
            self._take(self.before, entry)
        self._follow(entries[self.first], entries[self.first + 1 :])

    @staticmethod
    def fits(match: Match) -> bool:
        """Tell whether the deal in progress was shuffled, once, and is not over."""
        names = [entry.chance for entry in match.entries if entry.what == SHUFFLE and entry.chance != DEALER]
        return bool(names) and not match.over and not match.deal_over and names[-1] == names[0]

    def _begun(self) -> Any:
        state: Any = self.game.state()
        state.options, state.seats = self.match.options, self.match.seats
        self.game.rules.start(state)
        return state

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
        self.dealt_public = self._public(state)
        self.steps: list[_Step] = []
        for entry in entries:
            self._take(state, entry)
            moved = self._move(at, lying(state))
            self.steps.append(_Step(entry, self._named(entry, moved), self._public(state)))
        self.state = state
        self.seen = view(self.game, state, self.viewer)
        shown = lying(view(self.game, state, self.viewer))
        self.unseen = []
        for spot, pieces in at.items():
            left = Counter(shown.get(spot, ()))
            for piece in pieces:
                if left[self.kinds[piece]] > 0:
                    left[self.kinds[piece]] -= 1
                else:
                    self.unseen.append(piece)

    def _move(self, at: dict[Spot, list[int]], now: dict[Spot, list[int]]) -> list[int]:
        lost: dict[int, list[int]] = {}
        for spot, pieces in at.items():
            stay = Counter(now.get(spot, ()))
            for piece in list(pieces):
                if stay[self.kinds[piece]] > 0:
                    stay[self.kinds[piece]] -= 1
                else:
                    pieces.remove(piece)
                    lost.setdefault(self.kinds[piece], []).append(piece)
        moved = [piece for pieces in lost.values() for piece in pieces]
        for spot, kinds in now.items():
            here = at.setdefault(spot, [])
            for kind in (Counter(kinds) - Counter(self.kinds[piece] for piece in here)).elements():
                piece = lost[kind].pop()
                here.append(piece)
                self.way[piece].append(spot[:2])
        assert not any(lost.values())
        return moved

    def _named(self, entry: Entry, moved: list[int]) -> list[int]:
        """Find the pieces that an entry's actions name among those that it moved, the actor's own first."""
        left = sorted(moved, key=lambda piece: self.way[piece][-2][1:] != (entry.seat,))
        named = []
        for action in entry.actions:
            verb = self.game.verbs.verb(action)
            kind = action - verb.base if verb.of_pieces else -1
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
        return self.game.rules.actors(state), notes, *(v if isinstance(v, int) else tuple(v) for v in plain)

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
        state = self.before.copy()
        state.note_count = 0
        self.game.rules.settle(state, list(kinds))
        if self._public(state) != self.dealt_public:
            return None
        for step, (entry, actions) in zip(self.steps, self.log(kinds), strict=True):
            state.note_count = 0
            if entry.chance:
                self.game.rules.settle(state, list(entry.outcome))
            for action in actions:
                if action not in legal(self.game, state, entry.seat):
                    return None
                self.game.rules.act(state, entry.seat, action)
            if self._public(state) != step.public:
                return None
        return None if differing(view(self.game, state, self.viewer), self.seen) else state

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
        groups = list(self._groups.values())
        found: dict[Key, int] = {}
        for split in _splits(sorted(Counter(self.kinds[i] for i in self.unseen).items()), [len(g) for g in groups]):
            kinds = list(self.kinds)
            for group, dealt in zip(groups, split, strict=True):
                for piece, kind in zip(group, dealt, strict=True):
                    kinds[piece] = kind
            state = self.replayed(kinds)
            if state is not None:
                found[key(state)] = self._weight(state)
        return found

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


# compiling once


@contextlib.contextmanager
def alone(name: str) -> Iterator[None]:
    """Hold other test processes back, so that what one compiles the others find on disk."""
    with open(Path(tempfile.gettempdir()) / f"torite-tests-{os.getuid()}-{name}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
