"""A second, naive model of a deal of French Tarot Solo: codes, lists, dictionaries and fractions, from the clauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from math import floor

HALF = Fraction(1, 2)
SUITS = "CSHD"
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K")
PLAIN = tuple(suit + rank for suit in SUITS for rank in RANKS)
TRUMPS = tuple(f"T{number}" for number in range(1, 22))
CARDS = (*PLAIN, *TRUMPS, "EX")
OUDLERS = ("T21", "T1", "EX")
VALUES = {"K": 9 * HALF, "Q": 7 * HALF, "C": 5 * HALF, "J": 3 * HALF}
NEEDED = {0: 56, 1: 51, 2: 41, 3: 36}
FACTORS = {"prise": 1, "garde": 2, "garde-sans": 4, "garde-contre": 6}
HANDFULS = {"single": 20, "double": 30, "triple": 40}
TABLES = {"10_13_15": (10, 13, 15), "13_15_18": (13, 15, 18)}
ME, AI, DUMMY = 0, 1, 2


def suit(card: str) -> str:
    """The suit of a card; T for trumps, nothing for the Excuse."""
    return "" if card == "EX" else card[0]


def number(card: str) -> int:
    """The rank of a card within its suit."""
    return int(card[1:]) if card[0] == "T" else RANKS.index(card[1:])


def is_plain(card: str) -> bool:
    """Tell a card of the four suits."""
    return suit(card) in SUITS and card != "EX"


def worth(card: str) -> Fraction:
    """TAROT-2.7: the card points of a card."""
    if card in OUDLERS:
        return 9 * HALF
    return VALUES.get(card[1:], HALF) if is_plain(card) else HALF


def points(cards: Iterable[str]) -> Fraction:
    """The card points of some cards."""
    return sum((worth(card) for card in cards), Fraction())


def must_play(cards: Sequence[str], trick: Sequence[str]) -> set[str]:
    """TAROT-9: what may be played of these cards to a trick in which these lie, in the order of play."""
    asked = next((suit(card) for card in trick if card != "EX"), "")
    above = max((number(card) for card in trick if suit(card) == "T"), default=0)
    of_suit = {card for card in cards if asked and suit(card) == asked}
    trumps = {card for card in cards if suit(card) == "T"}
    higher = {card for card in trumps if number(card) > above}
    if not asked:
        duty = set(cards)
    elif asked != "T" and of_suit:
        duty = of_suit
    else:
        duty = higher or trumps or set(cards)
    return duty | {card for card in cards if card == "EX"}


def best(trick: dict[int, str], excuse_wins: bool = False) -> int:
    """TAROT-10: the side that wins a trick; its cards are given by side in the order of play."""
    played = [(side, card) for side, card in trick.items() if card != "EX"]
    if excuse_wins:
        return next(side for side, card in trick.items() if card == "EX")
    trumps = [(number(card), side) for side, card in played if suit(card) == "T"]
    asked = suit(played[0][1])
    return max(trumps or [(number(card), side) for side, card in played if suit(card) == asked])[1]


@dataclass(frozen=True)
class Rules:
    """The options of a session, as their texts."""

    petit_sec_redeal: str = "player_right"
    bid_policy: str = "first_prise_then_free"
    handful_table: str = "10_13_15"
    dummy_flip_timing: str = "before_player"
    petit_before_excuse_slam: str = "played_by_slam_side"
    defence_slam_bonus: int = 0
    show_history: bool = True

    def options(self) -> dict[str, object]:
        """What a match is told."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass
class Result:
    """What a deal is worth, and what it is made of.

    Attributes:
        points: the declarer's card points, not rounded.
        oudlers: those among his cards.
        made: whether the deal is made.
        difference: what the rounded points are above or below what was needed.
        petit: +1 if the declarer has petit au bout, -1 if the defence has it.
        unit: x of TAROT-14.10.
    """

    points: Fraction
    oudlers: int
    made: bool
    difference: int
    petit: int
    unit: int

    @property
    def scores(self) -> list[int]:
        """TAROT-14.9: of the three sides."""
        return [2 * self.unit, -self.unit, -self.unit]


def score(
    got: Fraction, oudlers: int, bid: str, petit: int = 0, handful: str = "", slam: str = "", defence: int = 0
) -> Result:
    """TAROT-13.3 to 14.11: score a deal; `slam` is `made`, `unsaid` or `missed`, `defence` what its slam is worth."""
    needed = NEEDED[oudlers]
    made = got >= needed
    rounded = -floor(-got) if made else floor(got)
    sign, difference = 1 if made else -1, abs(rounded - needed)
    bonus = {"": 0, "made": 400, "unsaid": 200, "missed": -200}[slam] - defence
    shown = HANDFULS.get(handful, 0)
    unit = (sign * (25 + difference) + 10 * petit) * FACTORS[bid] + sign * shown + bonus
    return Result(got, oudlers, made, difference, petit, unit)


@dataclass
class Deal:
    """A deal in progress.

    Attributes:
        hand: the player's cards.
        ai: the AI's cards still face down, next first.
        down: the Dummy's cards still face down, next first.
        kitty: the six cards.
        rules: the options.
        first: whether this is the first deal.
        last_bid: the bid of the deal before.
    """

    hand: list[str]
    ai: list[str]
    down: list[str]
    kitty: list[str]
    rules: Rules = Rules()
    first: bool = True
    last_bid: str = ""
    stage: str = ""
    bid: str = ""
    slam: bool = False
    handful: str = ""
    away: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    trick: dict[int, str] = field(default_factory=dict)
    tricks: list[tuple[dict[int, str], int]] = field(default_factory=list)
    result: Result | None = None

    def __post_init__(self) -> None:
        if self.petit_sec and self.rules.petit_sec_redeal == "player_right":
            self.stage = "redeal"
        else:
            self._bid()

    @property
    def petit_sec(self) -> bool:
        """TAROT-3.3: trump 1, no other trump and not the Excuse."""
        return [card for card in self.hand if not is_plain(card)] == ["T1"]

    def _bid(self) -> None:
        self.stage = "bid"
        if self.first and self.rules.bid_policy != "free":
            self._bid_is("prise")

    def _bid_is(self, bid: str) -> None:
        self.bid = bid
        self.stage = "discard" if bid in ("prise", "garde") else "slam"

    @property
    def may_go_away(self) -> tuple[set[str], int]:
        """TAROT-5.3 to 5.5: the cards that may be discarded, and how many trumps."""
        thirty = [*self.hand, *self.kitty]
        plain = {card for card in thirty if is_plain(card) and card[1:] != "K"}
        trumps = {card for card in thirty if suit(card) == "T" and card not in OUDLERS}
        many = max(0, 6 - len(plain))
        return (plain | trumps, many) if many else (plain, 0)

    @property
    def trumps_held(self) -> tuple[int, bool]:
        """The numbered trumps in hand, and whether the Excuse is."""
        return len([card for card in self.hand if suit(card) == "T"]), "EX" in self.hand

    @property
    def sizes(self) -> set[str]:
        """TAROT-7.5: the handfuls that may be declared."""
        trumps, excuse = self.trumps_held
        table = zip(HANDFULS, TABLES[self.rules.handful_table], strict=True)
        return {name for name, size in table if trumps >= size or (trumps == size - 1 and excuse)}

    def legal(self) -> set[str]:
        """The codes of what may be done; of a discard its first parts."""
        if self.stage == "redeal":
            return {"redeal", "keep"}
        if self.stage == "bid":
            strong = list(FACTORS)
            least = strong.index(self.last_bid) if self.rules.bid_policy == "non_decreasing" and self.last_bid else 0
            return {f"bid {bid}" for bid in strong[least:]}
        if self.stage == "discard":
            return {f"discard {card}" for card in self.may_go_away[0]}
        if self.stage == "slam":
            return {"announce slam", "pass"}
        if self.stage == "handful":
            return {"pass", *(f"announce {size}" for size in self.sizes)}
        if self.stage == "over":
            return set()
        cards = self.open if self.stage == "dummy" else self.hand
        return {f"play {card}" for card in must_play(cards, list(self.trick.values()))}

    def discards(self, wanted: Sequence[str]) -> bool:
        """Tell whether these six may be discarded together."""
        cards, many = self.may_go_away
        trumps = [card for card in wanted if suit(card) == "T"]
        return len(set(wanted)) == 6 and set(wanted) <= cards and len(trumps) == many

    def act(self, code: str) -> None:
        """Take an action; a `redeal` ends this deal."""
        verb, *rest = code.split()
        if verb == "redeal":
            self.stage = "over"
        elif verb == "keep":
            self._bid()
        elif verb == "bid":
            self._bid_is(rest[0])
        elif verb == "discard":
            self.away = rest
            self.hand = [card for card in [*self.hand, *self.kitty] if card not in rest]
            self.stage = "slam"
        elif self.stage == "slam":
            self.slam = code == "announce slam"
            self.open, self.down = self.down[:3], self.down[3:]
            self._lead()
        elif self.stage == "handful":
            self.handful = rest[0] if rest else ""
            self.stage = "own"
        elif self.stage == "dummy":
            self._dummy(rest[0])
        else:
            self._own(rest[0])

    def _lead(self) -> None:
        self.trick, self.stage = {AI: self.ai.pop(0)}, "dummy"

    def _turn_up(self) -> None:
        if self.down:
            self.open.append(self.down.pop(0))

    def _dummy(self, card: str) -> None:
        self.open.remove(card)
        self.trick[DUMMY] = card
        if self.rules.dummy_flip_timing == "before_player":
            self._turn_up()
        self.stage = "handful" if not self.tricks and self.sizes else "own"

    def _own(self, card: str) -> None:
        self.hand.remove(card)
        self.trick[ME] = card
        if self.rules.dummy_flip_timing == "after_trick":
            self._turn_up()
        self.tricks.append((self.trick, self._taker()))
        if self.ai:
            self._lead()
        else:
            self.trick, self.stage = {}, "over"
            self.result = self._scored()

    def _taker(self) -> int:
        excuse = next((side for side, card in self.trick.items() if card == "EX"), None)
        sides = {side > 0 for _, side in self.tricks}
        last = len(self.tricks) == 23
        return best(self.trick, last and excuse is not None and sides == {excuse > 0})

    def piles(self) -> tuple[list[str], list[str], Fraction]:
        """TAROT-11: the cards won by declarer and defence, and what the declarer gets for the Excuse."""
        piles: tuple[list[str], list[str]] = ([], [])
        owed = Fraction()
        for count, (trick, taker) in enumerate(self.tricks, 1):
            for side, card in trick.items():
                keeps = card == "EX" and count < 24
                if keeps and (side > 0) != (taker > 0):
                    owed += HALF if side else -HALF
                piles[(side if keeps else taker) > 0].append(card)
        return *piles, owed

    def petit(self) -> int:
        """TAROT-12: +1 if the declarer has petit au bout, -1 if the defence has it."""
        (before, _), (last, taker) = self.tricks[-2:]
        side = 1 if taker == ME else -1
        if "T1" in last.values():
            return side
        slam = len({taker > 0 for _, taker in self.tricks}) == 1 and last[taker] == "EX"
        player = next((side for side, card in before.items() if card == "T1"), None)
        if slam and player is not None:
            own = (player > 0) == (taker > 0)
            return side if own or self.rules.petit_before_excuse_slam == "any_in_trick" else 0
        return 0

    def _scored(self) -> Result:
        own, defence, owed = self.piles()
        if self.bid == "garde-contre":
            defence = [*defence, *self.kitty]
        else:
            own = [*own, *(self.kitty if self.bid == "garde-sans" else self.away)]
        assert points(own) + points(defence) == 91
        won = sum(taker == ME for _, taker in self.tricks)
        slam = ("made" if self.slam else "unsaid") if won == 24 else "missed" if self.slam else ""
        suffered = self.rules.defence_slam_bonus if won == 0 else 0
        oudlers = len([card for card in own if card in OUDLERS])
        return score(points(own) + owed, oudlers, self.bid, self.petit(), self.handful, slam, suffered)
