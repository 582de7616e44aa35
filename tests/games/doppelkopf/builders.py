"""Positions of Doppelkopf, set up so that a test reads aloud."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import torite
from tests.aloud import legal, turn
from tests.arranged import new_match
from torite import Match

SUITS, RANKS = "CSHD", ("9", "K", "10", "A", "J", "Q")
TRUMP_ORDER = "H10 CQ SQ HQ DQ CJ SJ HJ DJ DA D10 DK D9"  # of the normal game, from high to low
TRUMPS = tuple(TRUMP_ORDER.split())
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
CONTRA, RE = 1, 2  # parties, as `party` tells them; 0 is one that is not public
CONTRACTS = (
    "none", "normal", "marriage", "poverty", "solo-clubs", "solo-spades", "solo-hearts", "solo-diamonds",
    "solo-queens", "solo-jacks", "solo-notrump", "solo-queens-jacks",
)  # fmt: skip
QUESTIONS = ("", "compulsory", "solo", "poverty", "marriage")
KINDS = ("clubs", "spades", "hearts", "diamonds", "queens", "jacks", "notrump")  # of solos with 48 cards
SOLOS = {f"bid solo-{kind}" for kind in KINDS}
NAMED = ("marriage", "poverty", "solo")


def pack(variant: str = "doppelkopf") -> list[str]:
    """Every card of the pack, each twice; plain cards of the normal game first."""
    ranks = RANKS[1:] if variant == "doppelkopf-40" else RANKS
    kinds = [suit + rank for suit in SUITS for rank in ranks]
    plain = [card for card in kinds if card not in TRUMPS]
    return sorted(plain * 2, key=plain.index) + [card for card in reversed(TRUMPS) if card in kinds for _ in "ab"]


def lacking(hands: Iterable[str], variant: str = "doppelkopf") -> list[str]:
    """The cards of the pack that are in none of these hands, plain ones first."""
    left = Counter(pack(variant))
    left.subtract(card for hand in hands for card in hand.split())
    assert min(left.values()) >= 0, f"too many: {[card for card in left if left[card] < 0]}"
    return [card for card in dict.fromkeys(pack(variant)) for _ in range(left[card])]


def plain_hand(cards: str = "", without: str = "", size: int = 12, but: str = "") -> str:
    """Fill a hand up with plain cards of the normal game.

    `without` are cards that other hands need, `but` suits that must not come in; a size of 10 is of the small pack.
    """
    free = [c for c in _free(cards, without, size) if c not in TRUMPS and c[0] not in but]
    return " ".join([*cards.split(), *free][:size])


def trump_hand(cards: str = "", without: str = "", size: int = 12) -> str:
    """Fill a hand up with trumps of the normal game, from the lowest up."""
    free = [card for card in _free(cards, without, size) if card in TRUMPS]
    return " ".join([*cards.split(), *free][:size])


def _free(cards: str, without: str, size: int) -> list[str]:
    return lacking([cards, without], "doppelkopf-40" if size == 10 else "doppelkopf")


def filled(hands: Iterable[str], idle: int = -1, variant: str = "doppelkopf", seats: int = 4) -> dict[int, str]:
    """Give out the rest of the pack, one card at a time from seat 0, until every active hand is full."""
    listed = [hand.split() for hand in hands]
    listed += [[] for _ in range(seats - len(listed))]
    rest = lacking([" ".join(hand) for hand in listed], variant)
    size = len(pack(variant)) // 4
    while rest:
        for seat, hand in enumerate(listed):
            if seat != idle and len(hand) < size and rest:
                hand.append(rest.pop(0))
    return {seat: " ".join(hand) for seat, hand in enumerate(listed) if seat != idle}


def table(
    *hands: str,
    dealer: int = 3,
    variant: str = "doppelkopf",
    seats: int = 4,
    initial: dict[str, Any] | None = None,
    seed: int = 1,
    pause: bool = True,
    **options: Any,
) -> Match:
    """Start a match with these hands, seat 0 first; seat 0 is forehand unless another dealer is named.

    What a hand lacks comes from the rest of the pack in a fixed order. With five seats the dealer has no hand.
    """
    idle = dealer if seats == 5 else -1
    return new_match(
        variant,
        seats=seats,
        options=options,
        hands=filled(hands, idle, variant, seats),
        dealer=dealer,
        initial=initial or {},
        pause=pause,
        seed=seed,
    )


def cards_open(m: Match) -> set[str]:
    """The cards that the seat in turn may play, or begin an offer or a return with."""
    return {code.split()[1] for code in legal(m) if code.split()[0] in ("play", "offer", "return")}


def verbs(m: Match, seat: int | None = None) -> set[str]:
    """The verbs that a seat may begin with, announcements left out."""
    return {code.split()[0] for code in legal(m, seat)} - {"announce"}


def bid(m: Match, words: str) -> Match:
    """Let the seats in turn say these words: `pass reserve yes solo-queens marriage poverty 90 hold`."""
    for word in words.split():
        named = "bid " if word.startswith(NAMED) else "call " if word in ("90", "60", "30", "schwarz") else ""
        m.act(turn(m), named + word)
    return m


def keep_all(m: Match) -> Match:
    """Let everybody keep his hand where the redeal is asked for."""
    while m.actors and "keep" in legal(m, m.actors[0]):
        m.act(m.actors[0], "keep")
    return m


def normal(*hands: str, **how: Any) -> Match:
    """A normal game: nobody wants a redeal, all four pass."""
    return bid(keep_all(table(*hands, **how)), "pass pass pass pass")


def contract_by(seat: int, name: str, *hands: str, dealer: int = 3, **how: Any) -> Match:
    """A contract named by a lone reserver: `marriage`, `poverty`, `solo-queens`, `solo-hearts` …"""
    return bid(reserving(keep_all(table(*hands, dealer=dealer, **how)), seat), name)


def reserving(m: Match, *seats: int) -> Match:
    """Let these seats reserve and the others pass."""
    for _ in range(4):
        m.act(turn(m), "reserve" if turn(m) in seats else "pass")
    return m


def course(m: Match, answer: str = "no") -> list[tuple[str, int]]:
    """Answer every question of the bidding alike; return who was asked what."""
    found = []
    while "no" in legal(m):
        seat, question = asked(m)
        found.append((question, seat))
        m.act(seat, answer)
    return found


def announce(m: Match, *calls: str) -> Match:
    """Let seats announce, whosever turn it is: `"0 re", "2 contra", "0 schwarz"`."""
    for call in calls:
        seat, level = call.split()
        m.act(int(seat), f"announce {level}")
    return m


def play_any(m: Match, plays: int = 48) -> Match:
    """Let the seats in turn play the first card that they may, so often or until the deal is over."""
    for _ in range(plays):
        if m.log.deal_over:
            break
        m.act(turn(m), next(str(action) for action in m.actions(turn(m)) if str(action).startswith("play")))
    return m


def contract(m: Match) -> str:
    """The contract of the deal as everybody knows it: `none`, `normal`, `marriage`, `solo-queens` …"""
    return CONTRACTS[m.public.contract]


def asked(m: Match) -> tuple[int, str]:
    """Who is asked which question of the bidding."""
    return turn(m), QUESTIONS[m.public.question]


def party(m: Match, seat: int) -> int:
    """The party of a seat as everybody knows it: RE, CONTRA, or 0 while it is not public."""
    return int(m.public.party[seat])


def parties(m: Match) -> list[int]:
    """The public parties by seat."""
    return [party(m, seat) for seat in range(m.seats)]


def play_random(m: Match, seed: int = 1) -> Match:
    """Let the seats in turn take any of their duties until the deal is over, by a fixed choice of the seed."""
    chooser = random.Random(seed)
    while not m.log.deal_over and m.actors:
        seat = m.actors[0]
        m.act(seat, chooser.choice([action for action in m.actions(seat) if not action.offer]))
    return m


def refuses(variant: str = "doppelkopf", seats: int = 4, **options: Any) -> bool:
    """Tell whether a match with these options is refused."""
    try:
        torite.Match(variant, seats=seats, options=options, seed=1)
    except torite.BadOptions:
        return True
    return False


def points_in(cards: str) -> int:
    """The card points of some cards."""
    return sum(POINTS[card[1:]] for card in cards.split())
