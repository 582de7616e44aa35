"""Positions of Galapagos, set up so that a test reads aloud."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import torite
from tests.aloud import take, turn
from tests.games.galapagos.asking import PLAIN, WITH_JOKERS, asked, legal, trump_of
from tests.games.galapagos.naive_melds import ACE, CARDS, JOKERS, SUITS, bid_wins, is_joker, rank
from tests.games.galapagos.naive_playoff import follower_wins, may_follow, strength
from torite import Match
from torite.kit import Actions

Two = tuple[str, str]


# a deal


def opened(variant: str = PLAIN, initial: dict[str, Any] | None = None, **options: Any) -> Match:
    """Open a match whose chance is told by the test."""
    return torite.Match(variant, options=options, initial=initial or {}, seed=1, manual=True)


def deal(m: Match, hands: Sequence[Sequence[str]], stock: Sequence[str], dealer: int = 1, joker: int = 0) -> Match:
    """Deal these hands and this stock, one card at a time, the dealer's opponent first; one seat has the red joker."""
    kind = m.game.pack.kind
    while m.log.ask:
        if m.log.ask.name == "dealer":
            m.gestures.settle("dealer", [dealer])
        elif m.log.ask.name == "jokers":
            m.gestures.settle("jokers", [kind(code) for code in (JOKERS if joker != m.public.dealer else JOKERS[::-1])])
        else:
            turns = (1 - m.public.dealer, m.public.dealer)
            order = [hands[seat][number] for number in range(len(hands[0])) for seat in turns]
            m.gestures.settle("deal", [kind(code) for code in (*order, *stock)])
    return m


def makes_meld(cards: Iterable[str], card: str) -> bool:
    """Tell whether a card makes or enlarges a set or a sequence of some cards."""
    cards = list(cards)
    if sum(one[1:] == card[1:] for one in cards) >= 2:
        return True
    there = {place for one in (*cards, card) if one[0] == card[0] for place in places_of(one)}
    return any({first, first + 1, first + 2} <= there for at in places_of(card) for first in (at - 2, at - 1, at))


def places_of(card: str) -> list[int]:
    """Where a card stands in a run: an ace at both ends."""
    return [0] if is_joker(card) else [1, ACE] if rank(card) == ACE else [rank(card)]


def fill(wanted: str, taken: set[str], size: int, avoid: str = "", melds: bool = False, attempt: int = 0) -> list[str]:
    """Fill some cards up to a size, with cards of other suits than some, and without a new meld.

    What is used is added to *taken*. Fewer are returned where it does not come out.
    """
    cards = wanted.split()
    free = [card for card in CARDS if card not in taken and card not in cards and card[0] not in avoid]
    random.Random(f"{wanted} {size} {avoid} {attempt}").shuffle(free)
    for card in free:
        if len(cards) < size and (melds or not makes_meld(cards, card)):
            cards.append(card)
    taken |= set(cards)
    return cards


@cache
def piles(won: Two, bids: Two, jokers: bool, avoid: Two, melds: bool) -> tuple[list[list[str]], list[list[str]]]:
    """Fill up won piles and bid piles, as they are after the joker exchange."""
    homes = ["JR", "JB"]
    for seat in (0, 1):
        if "JB" in f"{won[seat]} {bids[seat]}".split() or "JR" in f"{won[1 - seat]} {bids[1 - seat]}".split():
            homes = ["JB", "JR"] if seat == 0 else ["JR", "JB"]
    for attempt in range(500):
        used = set(" ".join((*won, *bids)).split())
        filled = [fill(won[seat], used, 13, avoid[seat], melds, attempt) for seat in (0, 1)]
        if [13, 13] == [len(cards) for cards in filled]:
            break
    else:
        raise AssertionError(f"{won} cannot be filled up")
    spent = [bids[seat].split() for seat in (0, 1)]
    for seat in (0, 1):
        if jokers and homes[seat] not in (*filled[seat], *spent[seat]):
            spent[seat].append(homes[seat])
        spent[seat] = fill(" ".join(spent[seat]), used, 13, melds=True)
    return filled, spent


def at_auction(
    faced: str = "", *hands: str, blind: str = "", variant: str = PLAIN, dealer: int = 1, red: int = 0, **how: Any
) -> Match:
    """Deal for the first auction: the faced card, the blind one under it, and what these hands hold at least."""
    m = opened(variant, **how)
    size = 12 if m.options.texts()["jokers"] == "yes" else 13
    held = [hand.split() for hand in (*hands, "", "")[:2]]
    red = next((seat for seat in (0, 1) if "JR" in held[seat] or "JB" in held[1 - seat]), red)
    held = [[card for card in hand if not is_joker(card)] for hand in held]
    rest = [card for card in CARDS if card not in {faced, blind, *held[0], *held[1]}]
    random.Random(f"{faced} {hands}").shuffle(rest)
    for hand in held:
        while len(hand) < size:
            hand.append(rest.pop())
    top = [faced or rest.pop(), blind or rest.pop()]
    return deal(m, held, [*top, *rest], dealer, red)


def both_bid(faced: str, first: str, second: str, **how: Any) -> Match:
    """The first auction, in which seat 0 and seat 1 have bid these cards."""
    m = at_auction(faced, first, second, **how)
    m.act(0, f"bid {first}")
    m.act(1, f"bid {second}")
    return m


def auctioned(
    won: Two = ("", ""),
    bids: Two = ("", ""),
    last: int = 0,
    variant: str = PLAIN,
    dealer: int = 1,
    initial: dict[str, Any] | None = None,
    avoid: Two = ("", ""),
    melds: bool = False,
    match: Match | None = None,
    exchanges: bool = True,
    **options: Any,
) -> Match:
    """Play the thirteen auctions: these are the won piles and the bid piles, one seat being the last taker.

    A joker in a won pile has come there by exchange. What is not given is filled up with cards that make no meld of
    the won piles, of other suits than those to be avoided.
    """
    m = match or opened(variant, initial, **options)
    jokers = m.options.texts()["jokers"] == "yes"
    filled, spent = piles(won, bids, jokers, avoid, melds)
    filled, spent = [list(cards) for cards in filled], [list(cards) for cards in spent]
    swaps = ["", ""]
    for seat in (0, 1):
        joker = next((card for card in filled[seat] if is_joker(card)), "")
        if joker:
            swaps[seat] = next(card for card in reversed(spent[seat]) if not is_joker(card))
            filled[seat][filled[seat].index(joker)] = swaps[seat]
            spent[seat][spent[seat].index(swaps[seat])] = joker
    stock = []
    for number in range(13):
        first = 1 - last if number == 12 else number % 2
        stock += [filled[first][number], filled[1 - first][number]]
    stock += [card for card in CARDS if card not in {*stock, *spent[0], *spent[1]}]
    red = next((seat for seat in (0, 1) if "JR" in spent[seat]), 0)
    deal(m, [[card for card in cards if not is_joker(card)] for cards in spent], stock, dealer, red)
    for number in range(13):
        cards = [spent[0][number], spent[1][number]]
        for seat in (0, 1):
            m.act(seat, f"bid {cards[seat]}")
        winner = 0 if bid_wins(cards[0], cards[1], stock[2 * number]) else 1
        m.act(winner, "take faced" if stock[2 * number] in filled[winner] else "take blind")
    if jokers and exchanges and m.options.texts()["joker_exchange"] == "with_won_card":
        for seat in (0, 1):
            m.act(seat, f"exchange {swaps[seat]}" if swaps[seat] else "keep")
    return m


def scored(m: Match, *names: str) -> Match:
    """Take the steps of meld scoring: seats name these suits, or decline, and ask for nothing."""
    wanted = dict(enumerate(names))
    while asked(m) & {"accept", "decline"}:
        seat = turn(m)
        name = wanted.get(seat, "")
        m.act(seat, "accept" if "accept" in legal(m) else f"name {name}" if name else "decline")
    return m


def melded(*won: str, names: Two = ("", ""), **how: Any) -> Match:
    """Play the auctions for these won piles, and score the melds; seats may name suits there."""
    first, second = (*won, "", "")[:2]
    return scored(auctioned((first, second), **how), *names)


def at_tricks(*won: str, trumps: str = "SH", bound: Two = ("", ""), **how: Any) -> Match:
    """Come to the first lead, seat 0's if nothing else is said, with these won piles and personal trumps."""
    m = melded(*won, names=bound, **how)
    while "name" in asked(m):
        m.act(m.actors[0], f"name {trumps[m.actors[0]]}")
    return m


def plan(
    won: Sequence[Sequence[str]], trumps: str, leader: int, joker_follow: str, wins: int = -1, last: int = -1
) -> list[str]:
    """Find the cards of thirteen tricks in which seat 0 wins so many, and a seat the last one."""
    chooser = random.Random(f"{won} {wins} {last}")
    keen = 1 if wins > 8 else 0 if -1 < wins < 5 else -1  # seat 0 wins what it can, or loses it, seat 1 the contrary
    for _ in range(4000):
        hands, seat, tricks, cards = [list(cards) for cards in won], leader, 0, list[str]()
        while hands[0]:
            led = chooser.choice(hands[seat])
            if keen >= 0 and chooser.random() < 0.7:
                led = (max if (seat == 0) == bool(keen) else min)(hands[seat], key=strength)
            pair = (trumps[seat], trumps[1 - seat])
            may = sorted(may_follow(hands[1 - seat], led, pair, joker_follow))
            reply = chooser.choice(may)
            if keen >= 0 and chooser.random() < 0.7:
                wanted = (seat == 1) == bool(keen)
                reply = next((card for card in may if follower_wins(led, card, pair) == wanted), reply)
            hands[seat].remove(led)
            hands[1 - seat].remove(reply)
            seat = 1 - seat if follower_wins(led, reply, pair) else seat
            tricks += seat == 0
            cards += [led, reply]
        if wins in (-1, tricks) and last in (-1, seat):
            return cards
    raise AssertionError("no such tricks were found")


def play_tricks(m: Match, wins: int = -1, last: int = -1, tricks: int = 13) -> Match:
    """Play the tricks, or the first of them: seat 0 wins so many, and a seat wins the last."""
    named = [trump_of(m, seat) for seat in (0, 1)]
    cards = plan([m.cards(0), m.cards(1)], "".join(named), turn(m), m.options.texts()["joker_follow"], wins, last)
    for card in cards[: 2 * tricks]:
        m.act(turn(m), f"play {card}")
    return m


def at_play_off(*bids: str, leader: int = 0, won: Two = ("", ""), trumps: str = "SH", **how: Any) -> Match:
    """Come to the first lead of the play-off with these bid piles."""
    both = (*bids, "", "")[:2]
    return play_tricks(at_tricks(*won, bids=both, trumps=trumps, **how), last=leader)


def left(*hands: str, leader: int = 0, **how: Any) -> Match:
    """Come to a lead of the play-off with just these hands, all other cards shed before, one by one."""
    mine = [hand.split() for hand in hands]
    other = 1 - leader
    for attempt in range(200):
        spare = shed(mine, leader, attempt, bool(how.get("variant") == WITH_JOKERS or how.get("jokers")))
        if spare:
            break
    bids = (" ".join((*mine[0], *spare[0])), " ".join((*mine[1], *spare[1])))
    m = at_play_off(*bids, leader=other if spare[other] else leader, **how)
    for card in spare[other]:
        m.act(other, f"play {card}")
        if card != spare[other][-1]:
            m.act(leader, "pass")
    for number, card in enumerate(spare[leader]):
        m.act(leader, f"play {card}")
        if number < len(spare[leader]) - 1 or mine[leader]:
            m.act(other, "pass")
    return m


def shed(mine: list[list[str]], leader: int, attempt: int, jokers: bool) -> list[list[str]]:
    """Choose what else was in the hands: the other's last card is beaten by the leader's first. Empty if it fails."""
    chooser = random.Random(attempt)
    held = {*mine[0], *mine[1]}
    free = [card for card in CARDS if card not in held]
    chooser.shuffle(free)
    spare: list[list[str]] = [[], []]
    for seat in (0, 1):
        own = [card for card in mine[seat] if is_joker(card)]
        if jokers and not own:
            elsewhere = [card for card in (*mine[1 - seat], *spare[1 - seat]) if is_joker(card)]
            spare[seat].append(next(card for card in JOKERS[:: 1 - 2 * seat] if card not in elsewhere))
        while len(mine[seat]) + len(spare[seat]) < 13:
            spare[seat].append(free.pop())
    spare[1 - leader].sort(key=lambda card: 99 if is_joker(card) else rank(card), reverse=True)
    spare[leader].sort(key=lambda card: 0 if is_joker(card) else rank(card), reverse=True)
    if not spare[1 - leader]:
        return spare
    if not spare[leader] or is_joker(spare[1 - leader][-1]) or is_joker(spare[leader][0]):
        return []
    return spare if rank(spare[leader][0]) > rank(spare[1 - leader][-1]) else []


def finish(m: Match, winner: int = 0, cards: int = 13) -> Match:
    """Play the play-off: this seat goes out against so many cards, everything led and answered one by one."""
    loser, shed_now = 1 - winner, 13 - cards

    def held(seat: int) -> list[str]:
        return sorted(m.cards(seat), key=lambda card: 0 if is_joker(card) else rank(card))

    def beating(seat: int, card: str) -> str:
        return next(one for one in held(seat) if not is_joker(one) and (is_joker(card) or rank(one) > rank(card)))

    if shed_now and turn(m) == winner:
        low = held(winner)[0]
        answer = beating(loser, low)
        shed_now -= 1
        take(m, f"play {low}", f"play {answer}", "pass" if shed_now else f"play {held(winner)[-1]}")
        if not shed_now:
            take(m, "pass")
    while turn(m) == loser:
        low = held(loser)[0 if shed_now == 1 else -1]
        take(m, f"play {low}", f"play {held(winner)[-1]}" if shed_now == 1 else "pass")
        shed_now -= 1
        if not shed_now:
            take(m, "pass")
    while not m.log.deal_over:
        take(m, f"play {held(winner)[0]}")
        if not m.log.deal_over:
            take(m, "pass")
    return m


# tricks tried out


def every_trick(trumps: str, leader: int) -> tuple[list[list[str]], dict[tuple[str, str], int]]:
    """Two won piles, and who takes a first trick, for every lead and every reply; with any personal trumps."""
    m = first_lead(leader)
    hands, found = [m.cards(0), m.cards(1)], {}
    rules, number = m.game.rules, m.game.verbs.parse
    state = m.log.trial()
    state.trump[:] = [SUITS.index(suit) for suit in trumps]
    for led in hands[leader]:
        after = state.trial()
        rules.act(after, leader, number(f"play {led}")[0])
        may = Actions(m.game.verbs.words)
        rules.legal(after, 1 - leader, may)
        for action in may.listed():
            reply = m.game.verbs.text(action).split()[1]
            ended = after.trial()
            rules.act(ended, 1 - leader, action)
            assert 1 == sum(ended.tricks)
            assert ended.turn == list(ended.tricks).index(1)
            found[led, reply] = int(ended.turn)
    return hands, found


@cache
def first_lead(leader: int) -> Match:
    """A first lead, to be looked at only: one hand has few suits, the other all."""
    return at_tricks("S2 S9 SA H7", "H2 H9 HA S7 D4 C4", avoid=("D", ""), last=leader)
