"""What a player can conclude of the other's hand from the log alone, and what the view says of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from tests.aloud import listed
from tests.games.bingo.naive import DOUBLES, TILES, Rules, replies
from torite import Match
from torite.match.entries import Seen
from torite.worlds.sampler import Sampler

NEVER = 1 << 30


def worlds(m: Match, viewer: int, number: int, seed: int = 1) -> list[frozenset[str]]:
    """The other's hand in some worlds that the viewer's view allows."""
    sampler = Sampler(m.game, m.view(viewer), viewer, seed, compiled=False)
    return [frozenset(listed(m, sampler.world().hand[1 - viewer])) for _ in range(number)]


def barred(m: Match, viewer: int) -> set[str]:
    """The tiles that a viewer knows not to be in the other's hand, by what was played."""
    mask = m.view(viewer).barred[m.game.layout.place("hand", 1 - viewer)]
    return {one for one in TILES if mask >> m.game.pack.kind(one) & 1}


def doubles_in(hands: list[frozenset[str]]) -> set[int]:
    """The numbers of doubles in some hands."""
    return {len(hand & set(DOUBLES)) for hand in hands}


def allows(m: Match, viewer: int, hand: frozenset[str]) -> bool:
    """Tell whether a viewer's view leaves it open that the other holds this hand."""
    view, owner = m.view(viewer), 1 - viewer
    place = m.game.layout.place("hand", owner)
    known = set(listed(m, view.hand[owner]))
    if not known <= hand or (hand - known) & barred(m, viewer) or len(hand) != view.count[place]:
        return False
    found = sum(view.required[place] >> m.game.pack.kind(one) & 1 for one in hand)
    return not view.required[place] or bool(view.least[place] <= found <= view.at_most[place])


@dataclass(frozen=True)
class Declared:
    """A declaration of the other: when, how many, and whether just so many doubles were held, if that was told."""

    at: int
    number: int
    exactly: bool | None = None


@dataclass(frozen=True)
class Answer:
    """A reply that had to follow."""

    at: int
    led: str
    tile: str


class Course:
    """A deal as one player saw it, with everything that tells of the other's hand."""

    def __init__(self, m: Match, viewer: int, rules: Rules) -> None:
        self.rules, self.trump, self.other = rules, int(m.public.trump), 1 - viewer
        self.own = set(m.cards(viewer))
        self.left: dict[str, int] = {}  # when the other's tiles were played
        self.there_by: dict[str, int] = {}  # when a tile was there for sure
        self.draws: list[int] = []  # when the other drew a tile unseen
        self.arrived: dict[str, int] = {}  # tiles that the other was seen to take
        self.declared: list[Declared] = []
        self.answers: list[Answer] = []
        self.shown: set[str] = set()  # doubles that the other showed
        self.seen: set[str] = set()  # tiles played, and the trump tile
        self._stock, self._led, self._winner, self._closed, self._turned = 14, "", -1, False, ""
        begins = max(entry.number for entry in m.log if entry.chance == "deal")
        for entry in m.history(-1, begins):
            noted = {note.line.key: [m.game.pack.codes[kind] for kind in note.pieces] for note in entry.notes}
            self._winner = next((note.seat for note in entry.notes if note.line.key == "takes"), self._winner)
            verb, *what = entry.code.split()
            if verb == "deal":
                (self._turned,) = noted["trump"]
                self.seen.add(self._turned)
            elif verb in ("lead", "play"):
                self._played(entry, what[0], verb == "lead")
            elif verb == "draw":
                self._drawn(entry.number)
            elif verb == "close":
                self._closed = True
            elif verb == "declare" and entry.seat == self.other:
                self.declared.append(Declared(entry.number, int(what[0])))
            elif verb == "show" and entry.seat == self.other:
                self._showed(what, chosen=True)
            if "shows" in noted and entry.seat == self.other:
                self._showed(noted["shows"], chosen=False)
        if m.actors == (self.other,) and "show" in str(m.actions(self.other)[0]):
            self.declared[-1] = replace(self.declared[-1], exactly=False)

    def _played(self, entry: Seen, tile: str, lead: bool) -> None:
        if entry.seat == self.other:
            if not lead and (self._closed or not self._stock):
                self.answers.append(Answer(entry.number, self._led, tile))
            first = bool(self.declared) and not any(self.declared[-1].at < at for at in self.left.values())
            self.left[tile] = entry.number
            there = self.declared[-1].at if first else entry.number
            self.there_by[tile] = min(there, self.there_by.get(tile, NEVER))
        self._led = tile
        self.seen.add(tile)

    def _drawn(self, at: int) -> None:
        self._stock -= 2
        if self._stock or self._winner == self.other:
            self.draws.append(at)
        else:
            self.arrived[self._turned] = at

    def _showed(self, doubles: list[str], chosen: bool) -> None:
        self.declared[-1] = replace(self.declared[-1], exactly=not chosen)
        self.shown |= set(doubles)
        for one in doubles:
            self.there_by[one] = min(self.declared[-1].at, self.there_by.get(one, NEVER))

    @property
    def unseen(self) -> list[str]:
        """Tiles that may be in the other's hand or in the stock."""
        return [one for one in TILES if one not in self.own and one not in self.seen and one not in self.shown]

    @property
    def known(self) -> set[str]:
        """Tiles that the other took or showed before all eyes and still holds."""
        return {*self.arrived, *self.shown} - set(self.left)

    @property
    def number(self) -> int:
        """How many unseen tiles the other holds."""
        return 7 + len(self.draws) + len(self.arrived) - len(self.left) - len(self.known)

    def hands(self) -> list[frozenset[str]]:
        """Every hand that the other could hold."""
        found = [frozenset({*self.known, *some}) for some in combinations(self.unseen, self.number)]
        return [hand for hand in found if self.fits(hand)]

    def fits(self, hand: frozenset[str]) -> bool:
        """Tell whether the other could hold just this hand now."""
        if not self.known <= hand or len(hand) != self.number + len(self.known) or hand & (self.seen - self.known):
            return False
        return all(self._allowed(answer, hand) for answer in self.answers) and self._came_about(hand)

    def _allowed(self, answer: Answer, hand: frozenset[str]) -> bool:
        held = [*hand, *(one for one, at in self.left.items() if at >= answer.at)]
        return answer.tile in replies(held, answer.led, self.trump, self.rules)

    def _came_about(self, hand: frozenset[str]) -> bool:
        """Tell whether the tiles can have been dealt and drawn so that every declaration went as it did."""
        tiles = [one for one in {*hand, *self.left} if one not in self.arrived]
        kinds = sorted(
            (self.there_by.get(one, NEVER), self.left.get(one, NEVER), one in DOUBLES) for one in tiles
        )  # by when it had to be there, when it left, whether it is a double

        @cache
        def drawn(slot: int, rest: tuple[tuple[int, int, bool], ...], late: tuple[int, ...]) -> bool:
            if slot == len(self.draws):
                return self._counts(tiles, hand, late)
            for i, kind in enumerate(rest):
                if (i and rest[i - 1] == kind) or kind[0] <= self.draws[slot]:
                    continue
                after = tuple(
                    count + (kind[2] and self.draws[slot] > declared.at and kind[1] > declared.at)
                    for count, declared in zip(late, self.declared, strict=True)
                )
                if drawn(slot + 1, rest[:i] + rest[i + 1 :], after):
                    return True
            return False

        return drawn(0, tuple(kinds), (0,) * len(self.declared))

    def _counts(self, tiles: list[str], hand: frozenset[str], late: tuple[int, ...]) -> bool:
        """Tell whether every declaration had its doubles, so many of those held later having come after it."""
        for declared, came in zip(self.declared, late, strict=True):
            there = [*tiles, *(one for one, at in self.arrived.items() if at < declared.at)]
            held = [one for one in there if one in DOUBLES and self.left.get(one, NEVER) > declared.at]
            number = len(held) - came
            if number < declared.number or (
                (declared.exactly is not None) and declared.exactly != (number == declared.number)
            ):
                return False
        return True
