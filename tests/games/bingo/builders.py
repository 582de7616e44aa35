"""Positions of Bingo, set up so that a test reads aloud."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache
from itertools import accumulate, pairwise, product
from typing import Any

import torite
from tests.aloud import legal, take, turn
from tests.arranged import new_match
from tests.games.bingo.naive import DOUBLES, SEED, TILES, Deal, Rules, replies, reply_wins, trump_of
from torite import Match

PLAIN = tuple(one for one in TILES if one not in DOUBLES)
ORDERS = tuple(product(("low", "high"), ("pip", "top")))
FOLLOWING = tuple(
    Rules(blank, double, must_trump_when_void=must, bingo_follows_any_suit=bingo)
    for (blank, double), must, bingo in product(ORDERS, (False, True), (False, True))
)


def turned_for(trump: int, used: Iterable[str] = ()) -> str:
    """A trump tile that makes these trumps and is not in use, no double if there is another."""
    used = set(used)
    return next(one for one in (*PLAIN, *DOUBLES) if trump_of(one) == trump and one not in used)


def filled(hands: Iterable[str], stock: str, turned: str) -> tuple[dict[int, str], str]:
    """Fill both hands up, then the stock, with tiles that are no doubles as long as there are any."""
    listed = [hand.split() for hand in hands]
    listed += [[] for _ in range(2 - len(listed))]
    drawn = stock.split()
    taken = {*listed[0], *listed[1], *drawn, turned}
    rest = [one for one in (*PLAIN, *DOUBLES) if one not in taken]
    for hand in listed:
        while len(hand) < 7:
            hand.append(rest.pop(0))
    return {seat: " ".join(hand) for seat, hand in enumerate(listed)}, " ".join([*drawn, *rest])


def table(
    *hands: str,
    trump: int = 5,
    turned: str = "",
    stock: str = "",
    dealer: int = 1,
    variant: str = "bingo",
    initial: dict[str, Any] | None = None,
    seed: int = 0,
    **options: Any,
) -> Match:
    """Start a match with these hands, seat 0 first; seat 0 leads unless it deals. The stock is given next tile first.

    What is not given comes in a fixed order, doubles last; with a seed, at random.
    """
    used = [*" ".join(hands).split(), *stock.split()]
    turned = turned or turned_for(trump, used)
    whole = dict(enumerate(hands)), stock
    dealt, drawn = whole if seed else filled(hands, stock, turned)
    return new_match(
        variant,
        seats=2,
        options=options,
        hands=dealt,
        stock=drawn,
        turned=turned,
        dealer=dealer,
        initial=initial or {},
        seed=seed,
        pause=True,
    )


def tiles_open(m: Match) -> set[str]:
    """The tiles that the seat in turn may lead, play or show."""
    return {code.split()[1] for code in legal(m) if code.split()[0] in ("lead", "play", "show")}


def numbers(m: Match, verb: str = "declare") -> set[int]:
    """The numbers that the seat in turn may declare, or of doubles that it may reveal."""
    return {int(code.split()[1]) for code in legal(m) if code.split()[0] == verb}


def trick(m: Match, tiles: str, then: str = "") -> Match:
    """Let the seat in turn lead the first of two tiles and the other play the second; then the winner does this."""
    led, reply = tiles.split()
    take(m, f"lead {led}", f"play {reply}")
    return take(m, then) if then else m


def one_trick(led: str, reply: str, trump: int, **how: Any) -> Match:
    """The first trick: seat 0 leads the one tile, seat 1 plays the other."""
    return trick(table(led, reply, trump=trump, **how), f"{led} {reply}")


@cache
def undealt(blank: str, double: str) -> Match:
    """A match before its first deal, seat 1 to deal it."""
    m = torite.Match("bingo", manual=True, seed=1, options={"blank_order": blank, "double_order": double})
    m.gestures.settle("dealer", [1])
    return m


@cache
def bare_tricks(trump: int, blank: str = "low", double: str = "pip") -> dict[tuple[str, str], tuple[int, int]]:
    """Who takes a first trick that seat 0 leads, and its points, for every tile led and every other played to it.

    Straight from the rules, so that any trump will do, also one that no tile left over could have made.
    """
    m = undealt(blank, double)
    rules, number = m.game.rules, m.game.verbs.parse
    found = {}
    for led in TILES:
        others = [one for one in TILES if one != led]
        for begin in range(0, 27, 7):
            hand = others[begin : begin + 7]
            rest = [one for one in others if one not in hand]
            rest, fill = rest[7 - len(hand) :], rest[: 7 - len(hand)]
            hands = zip([led, *rest[:6]], [*hand, *fill], strict=True)
            dealt = m.log.trial()
            rules.settle(dealt, [m.game.pack.kind(one) for one in [*(one for two in hands for one in two), *rest[6:]]])
            dealt.trump = trump
            rules.act(dealt, 0, number(f"lead {led}")[0])
            for reply in hand:
                state = dealt.trial()
                rules.act(state, 1, number(f"play {reply}")[0])
                assert (1, state.best_seat) == (sum(state.tricks), state.turn)
                found[led, reply] = int(state.turn), int(state.tile_points[state.turn])
    return found


def taker(m: Match) -> int:
    """Who took the first trick."""
    return int(m.public.tricks[1])


def points(m: Match) -> list[int]:
    """The points in tiles that both have won."""
    return list(m.public.tile_points)


def totals(m: Match) -> list[int]:
    """The points of both: tiles, last trick and doubles."""
    public = m.public
    return [public.tile_points[seat] + public.last_bonus[seat] + public.made[seat] for seat in (0, 1)]


def play_any(m: Match, plays: int = 28, then: str = "draw") -> Match:
    """Let the seats in turn play the first tile that they may, so often or until the deal is over."""
    played = 0
    while played < plays and not m.log.deal_over:
        codes = [str(action) for action in m.actions(turn(m))]
        move = [code for code in codes if code.split()[0] in ("lead", "play")]
        played += bool(move)
        m.act(turn(m), move[0] if move else then)
    return m


def after_tricks(m: Match, tricks: int) -> Match:
    """Play so many whole tricks, any tiles, drawing in between but not after the last."""
    while m.public.tricks_played < tricks:
        play_any(m, 1)
    return m


def play_random(m: Match, seed: int = 1, draws: float = 0.5) -> Match:
    """Play a deal to its end at random; `draws` is how often a winner draws rather than close the stock."""
    chooser = random.Random(seed)
    while not m.log.deal_over:
        codes = sorted(legal(m))
        draw = "draw" in codes and chooser.random() < draws
        m.act(turn(m), "draw" if draw else chooser.choice(codes))
    return m


def strict(led: str, hand: str, trump: int, **options: Any) -> Match:
    """The stock was closed after the first trick; now seat 0 has led this tile, and seat 1 holds just this hand."""
    rules = Rules(**{name: value for name, value in options.items() if name in vars(SEED)})
    own = hand.split()
    spare = 7 - len(own)
    chooser = random.Random(f"{led} {hand} {trump}")
    free = [one for one in TILES if one not in (led, *own)]
    for _ in range(5_000):
        chooser.shuffle(free)
        firsts, seconds, kept, rest = _cut(free, spare, spare, 6 - spare)
        turned = next((one for one in rest if trump_of(one) == trump), "")
        tricks = _tricks(0, [firsts, seconds], [[led, *kept], own], trump, rules) if turned else None
        if tricks is not None:
            break
    else:
        raise AssertionError("no such position was found")
    m = table(" ".join([led, *kept, *firsts]), " ".join([*own, *seconds]), turned=turned, **options)
    for number, pair in enumerate(tricks):
        trick(m, pair, "" if number else "close")
    assert sorted(own) == sorted(m.cards(1))
    return take(m, f"lead {led}")


def _cut(tiles: list[str], *sizes: int) -> list[list[str]]:
    """Cut tiles into pieces of these sizes, and the rest."""
    ends = list(accumulate(sizes, initial=0))
    return [tiles[begin:end] for begin, end in pairwise([*ends, len(tiles)])]


def _tricks(leader: int, spare: list[list[str]], kept: list[list[str]], trump: int, rules: Rules) -> list[str] | None:
    """Find tricks in which both get rid of what is spare, each reply allowed; the first is free. Seat 0 leads at last.

    None where there are none.
    """
    if not spare[0]:
        return [] if leader == 0 else None
    other = 1 - leader
    first = len(spare[1]) + len(kept[1]) == 7
    for led, reply in product(spare[leader], spare[other]):
        if first or reply in replies([*spare[other], *kept[other]], led, trump, rules):
            winner = other if reply_wins(led, reply, trump, rules) else leader
            left = [[one for one in own if one not in (led, reply)] for own in spare]
            rest = _tricks(winner, left, kept, trump, rules)
            if rest is not None:
                return [f"{led} {reply}", *rest]
    return None


def arrived(wanted: Callable[[Deal], bool], turned: str, rules: Rules = SEED, draws: float = 0.8) -> Match:
    """Search by the oracle for a deal with this trump tile, and a way to play it, that comes to what is wanted."""
    chooser = random.Random(turned)
    rest = [one for one in TILES if one != turned]
    for _ in range(100_000):
        chooser.shuffle(rest)
        hands, stock = (" ".join(rest[:7]), " ".join(rest[7:14])), " ".join(rest[14:])
        deal, codes = Deal(1, [hand.split() for hand in hands], [*stock.split(), turned], rules), list[str]()
        while deal.stage != "over":
            if wanted(deal):
                return take(table(*hands, stock=stock, turned=turned, **rules.options()), *codes)
            may = sorted(deal.legal())
            draw = "draw" in may and chooser.random() < draws
            codes.append("draw" if draw else chooser.choice(may))
            deal.act(codes[-1])
    raise AssertionError("no such position was found")


def may_reply(led: str, hand: str, trump: int, **options: Any) -> set[str]:
    """The tiles of that hand that may be played to this lead once the stock is closed."""
    return tiles_open(strict(led, hand, trump, **options))


def clause_of(m: Match, code: str, seat: int | None = None) -> str:
    """The clause that refuses an action; it is said in both languages, and the sentence ends with it."""
    refusal = m.gestures.refusal(turn(m) if seat is None else seat, code)
    assert refusal is not None, f"{code} is allowed"
    english, japanese = refusal.say("en"), refusal.say("ja")
    clause = str(refusal.facts["clause"])
    assert english != japanese
    assert clause in english
    assert clause in japanese
    return clause


def stock_of(m: Match) -> list[str]:
    """The tiles of the stock as they lie, the trump tile last while it is there."""
    state = m.log.trial()
    face_down = [m.game.pack.codes[kind] for kind in state.stock if kind >= 0]
    return face_down + [m.game.pack.codes[kind] for kind in m.game.pack.listed(state.turned)]


def refuses(variant: str = "bingo", seats: int = 2, **options: Any) -> bool:
    """Tell whether a match with these options is refused."""
    try:
        torite.Match(variant, seats=seats, options=options, seed=1)
    except torite.BadOptions:
        return True
    return False


def every_pair() -> Iterable[tuple[str, str]]:
    """Two different tiles in either order."""
    return ((one, other) for one in TILES for other in TILES if one != other)
