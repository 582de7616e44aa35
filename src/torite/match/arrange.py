"""Arranged chance: hands, stock, dealer and rolls fixed before they are drawn, for tests, lessons and puzzles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from torite.errors import BadOptions
from torite.kernel.chance import Drawn
from torite.kernel.fields import EMPTY
from torite.kernel.layout import Field
from torite.kit.chances import DICE, HEAD, NUMBER, Ask
from torite.kit.game import Game
from torite.kit.state import BaseState

DEALER, DEAL = "dealer", "deal"  #: the chances that decide who deals first, and that deal
MOST_DRAWN = 10_000  #: draws for a dealer who is wanted
Pieces = str | Sequence[str]  #: codes
Spot = tuple[str, int, int]  #: field, owner, and place in a sequence (0 for a multiset)


@dataclass(frozen=True)
class Arrangement:
    """What is fixed of a deal before it is dealt; the rest is drawn.

    Pieces are given by their codes, as a text or in a list.

    Attributes:
        hands: the pieces of each hand, by seat.
        stock, turned: the pieces of the fields of these names, in their order.
        places: the pieces in other places, by field, and by owner where it has several, in their order:
            `{"kitty": "T1 C5 …", "closed": {1: "H7 …"}}`.
        rolls: the outcomes of the next rolls of dice.
        dealer: who deals.
        numbers: outcomes of chance that are numbers, by name (`dealer` is one of them). What everybody sees as such
            counts as agreed, not as arranged: who deals first, say, in the next match of an evening.
        elsewhere: whether more was fixed than is told here, as a record says.
    """

    hands: Mapping[int, Pieces] = field(default_factory=dict)
    stock: Pieces | None = None
    turned: Pieces | None = None
    places: Mapping[str, Pieces | Mapping[int, Pieces]] = field(default_factory=dict)
    rolls: Sequence[Sequence[int]] = ()
    dealer: int | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)
    elsewhere: bool = False


@dataclass
class FixedOutcomes:
    """What is fixed of the next outcomes: an arrangement that was checked, as far as it is not used up.

    Attributes:
        pieces: codes of the pieces wanted, by place: field and owner.
        places: the fields of them that any shuffle may fill; the others are filled by the deal.
        numbers: outcomes of chance that are numbers, by name.
        rolls: outcomes of the next rolls.
        elsewhere: whether more was fixed than is known.
    """

    pieces: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    places: frozenset[str] = frozenset()
    numbers: dict[str, int] = field(default_factory=dict)
    rolls: list[list[int]] = field(default_factory=list)
    elsewhere: bool = False

    def copy(self) -> FixedOutcomes:
        """Return the same, of which something else is used up."""
        return replace(self, pieces=self.pieces.copy(), numbers=self.numbers.copy(), rolls=self.rolls.copy())

    def more_than(self, agreed: Mapping[str, int]) -> bool:
        """Tell whether something is arranged beside what was agreed."""
        return bool(self.elsewhere or self.pieces or self.rolls or set(self.numbers) - set(agreed))


def read(game: Game, seats: int, arranged: Arrangement) -> FixedOutcomes:
    """Check what a caller wants arranged.

    Raises:
        BadOptions: for a seat, piece or place that does not exist.
    """
    rolls = [list(roll) for roll in arranged.rolls]
    wanted = FixedOutcomes(places=frozenset(arranged.places), rolls=rolls, elsewhere=arranged.elsewhere)
    for seat, codes in arranged.hands.items():
        wanted.pieces[game.display.hand, _seat(seat, seats)] = _codes(game, codes)
    for name, listed in (("stock", arranged.stock), ("turned", arranged.turned), *arranged.places.items()):
        by_owner = listed if isinstance(listed, Mapping) else {} if listed is None else {0: listed}
        for owner, codes in by_owner.items():
            wanted.pieces[name, owner] = _codes(game, codes)
    for name, _ in wanted.pieces:
        if name not in game.layout.named or not game.layout.named[name].is_place:
            known = ", ".join(f.name for f in game.layout.fields if f.is_place)
            raise BadOptions("error.no_place", name=name, known=known)
    dealer = {} if arranged.dealer is None else {DEALER: _seat(arranged.dealer, seats)}
    wanted.numbers = {**arranged.numbers, **dealer}
    for name, number in wanted.numbers.items():
        if name not in game.chances.names[1:] or isinstance(number, bool) or not isinstance(number, int):
            raise BadOptions("error.no_place", name=name, known=", ".join(game.chances.names[1:]))
        if name == DEALER:
            _seat(number, seats)
    return wanted


def _seat(seat: int, seats: int) -> int:
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
        raise BadOptions("error.seat", seat=seat, most=seats - 1)
    return seat


def implied(game: Game, wanted: FixedOutcomes) -> dict[str, Any]:
    """Return the options that go with an arranged deal, where its game says so: hands arranged are not cut, say."""
    return dict(game.when_arranged({name for name, _ in wanted.pieces}))


def _codes(game: Game, codes: Pieces) -> list[str]:
    listed = codes.split() if isinstance(codes, str) else list(codes) if isinstance(codes, (list, tuple)) else [codes]
    for code in listed:
        if not isinstance(code, str) or not game.pack.knows(code):
            raise BadOptions("error.piece", piece=code, known=game.pack.listing())
    return [str(code).upper() for code in listed]


def draw(game: Game, state: BaseState, ask: Ask, drawn: Drawn, wanted: FixedOutcomes) -> list[int]:
    """Settle a question to chance: what is arranged as arranged, the rest from the key.

    What is used up is taken out of *wanted*.

    Raises:
        BadOptions: when the arranged pieces do not fit the deal.
    """
    if ask.what == NUMBER:
        if ask.name in wanted.numbers:
            number = wanted.numbers.pop(ask.name)
            if not 0 <= number < ask.n:
                raise BadOptions("error.number", name=ask.name, most=ask.n - 1)
            return [number]
        return [drawn.below(ask.n)]
    if ask.name == DEALER and DEALER in wanted.numbers and not wanted.rolls:
        return _for_dealer(game, state, ask, drawn, wanted.numbers.pop(DEALER))
    if ask.what == DICE:
        if wanted.rolls:
            return _arranged_roll(ask, wanted.rolls.pop(0))
        return _drawn(game, ask, drawn)
    if not wanted.pieces if ask.name == DEAL else not wanted.places:
        return _drawn(game, ask, drawn)
    return _arranged_shuffle(game, state, ask, drawn, wanted)


def _drawn(game: Game, ask: Ask, drawn: Drawn) -> list[int]:
    if ask.what == DICE:
        return [1 + drawn.below(ask.faces) for _ in range(ask.n)]
    return drawn.shuffled(game.pack.listed(ask.pieces))


def _for_dealer(game: Game, state: BaseState, ask: Ask, drawn: Drawn, dealer: int) -> list[int]:
    """Draw, where dice or pieces decide who deals, until they decide at once and as is wanted."""
    words = [0] * (HEAD + game.pack.words)
    for _ in range(MOST_DRAWN):
        outcome = _drawn(game, ask, drawn)
        tried: Any = state.copy()
        game.rules.settle(tried, outcome[:])
        if tried.dealer == dealer and game.chances.names[game.rules.chance(tried, words)] != DEALER:
            return outcome
    raise BadOptions("error.seat", seat=dealer, most=tried.seats - 1)


def _arranged_roll(ask: Ask, roll: list[int]) -> list[int]:
    if len(roll) != ask.n or not all(isinstance(die, int) and 1 <= die <= ask.faces for die in roll):
        raise BadOptions("error.roll", roll=roll, dice=ask.n, faces=ask.faces)
    return roll


def _arranged_shuffle(game: Game, state: BaseState, ask: Ask, drawn: Drawn, wanted: FixedOutcomes) -> list[int]:
    pack = game.pack.listed(ask.pieces)
    left = Counter(pack)
    spots = _spots(game, state, pack)
    order: list[int | None] = [None] * len(pack)
    here = {spot[:2] for spot in spots}
    filled = [place for place in wanted.pieces if ask.name == DEAL or (place[0] in wanted.places and place in here)]
    for name, owner in filled:
        codes = wanted.pieces.pop((name, owner))
        free = sorted((spot[2], i) for i, spot in enumerate(spots) if spot[:2] == (name, owner))
        if len(codes) > len(free):
            raise BadOptions("error.too_many", place=name, owner=owner, wanted=len(codes), most=len(free))
        for code, (_, position) in zip(codes, free, strict=False):
            kind = game.pack.kind(code)
            if left[kind] == 0:
                raise BadOptions("error.repeated", piece=code, most=pack.count(kind))
            left[kind] -= 1
            order[position] = kind
    wanted.places = frozenset(name for name, _ in wanted.pieces if name in wanted.places)
    rest = iter(drawn.shuffled(sorted(left.elements())))
    return [next(rest) if kind is None else kind for kind in order]


def room(game: Game, state: BaseState, ask: Ask) -> Counter[tuple[str, int]]:
    """Count the pieces that a shuffle brings to each place: its field, and its owner where it has several."""
    return Counter(spot[:2] for spot in _spots(game, state, game.pack.listed(ask.pieces)) if spot[0])


def _spots(game: Game, state: BaseState, pack: list[int]) -> list[Spot]:
    """Find where each position of the shuffle goes, by dealing trial orders and looking where pieces came to lie.

    Equal pieces are told apart by several orders: a position's spot is the one that fits in all of them.
    """
    chooser = random.Random(0)
    fitting: list[set[Spot]] = [set() for _ in pack]
    for trial in range(64):
        order = pack[:]
        chooser.shuffle(order)
        dealt = state.copy()
        game.rules.settle(dealt, order)
        where: dict[int, set[Spot]] = {}
        for spot, kind in _lying(dealt):
            where.setdefault(kind, set()).add(spot)
        for i, kind in enumerate(order):
            here = where.get(kind, set())
            fitting[i] = here if trial == 0 else fitting[i] & here
        if all(len(spots) <= 1 for spots in fitting):
            break
    return [next(iter(spots), ("", 0, 0)) for spots in fitting]


def _lying(state: BaseState) -> list[tuple[Spot, int]]:
    lying = []
    for place in (f for f in state.layout.fields if f.is_place):
        value = getattr(state, place.name)
        for owner, part in enumerate(value if place.is_parted else [value]):
            lying += [((place.name, owner, index), kind) for index, kind in _listed(state, place, part)]
    return lying


def _listed(state: BaseState, place: Field, part: Any) -> list[tuple[int, int]]:
    if place.spec.holds == "sequence":
        return [(index, kind) for index, kind in enumerate(part) if kind != EMPTY]
    return [(0, kind) for kind in state.layout.pack.listed(part)]
