"""Positions of Hearts, set up so that a test reads aloud."""

from __future__ import annotations

import torite
from torite.kit import Actions
from torite_hearts import GAME
from torite_hearts.state import PLAY, Phase, State

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CARDS = [suit + rank for suit in "CSHD" for rank in RANKS]
ALL_HEARTS = " ".join(card for card in CARDS if card[0] == "H")
NO_PASS, LEFT, ACROSS, RIGHT = range(4)


# whole matches, from the shuffle on


def at_table(*hands, direction=NO_PASS, variant="hearts", dealer=3, initial=None, **options):
    """Start a match and deal these hands, seat 0 first; places left open get the rest of the pack from below."""
    m = torite.Match(variant, options=options, initial=initial or {}, manual=True, seed=1)
    m.gestures.settle("dealer", [dealer])
    return deal(m, *hands, direction=direction)


def deal(m, *hands, direction=NO_PASS):
    """Let chance deal these hands in the match."""
    if m.log.ask.name == "direction":
        m.gestures.settle("direction", [direction])
    full = [hands[seat].split() if seat < len(hands) else [] for seat in range(4)]
    left = [card for card in CARDS if not any(card in hand for hand in full)]
    for hand in full:
        while len(hand) < 13:
            hand.append(left.pop(0))
    dealer = m.public.dealer
    m.gestures.settle("deal", [CARDS.index(full[(dealer + 1 + i) % 4][i // 4]) for i in range(52)])
    return m


def pass_all(m, *passes):
    """Let the seats 0 to 3 pass these cards."""
    for seat, cards in enumerate(passes):
        m.act(seat, f"pass {cards}")
    return m


def play_out(m):
    """Play the deal to its end, the first card allowed each time."""
    while m.actors:
        (seat,) = m.actors
        m.act(seat, m.actions(seat)[0])
    return m


def refused_by(m, seat, code):
    """The clause by which an action is refused."""
    return m.why(seat, code)[1]


# single tricks, from a few cards in hand on


def position(*hands, leader=0, first=False, broken=False, taken=(), initial=None, **options):
    """A state in which the leader is to lead, with these cards in the hands and these taken before.

    It is so late in the deal as the longest hand says, or the first trick.
    """
    s = State()
    s.seats = 4
    s.options = GAME.options("hearts", options, 4)  # type: ignore[assignment]
    GAME.rules.start(s)
    s.phase, s.turn, s.broken = Phase.PLAY, leader, int(broken)
    for seat, cards in enumerate(hands):
        s.hand[seat] = row(cards)
    for seat, cards in enumerate(taken):
        s.taken[seat] = row(cards)
    s.tricks_played = 0 if first else 13 - max(len(cards.split()) for cards in hands)
    for name, value in (initial or {}).items():
        setattr(s, name, list(value) if isinstance(value, list) else value)
    return s


def row(cards):
    """A multiset of these cards."""
    return GAME.pack.row(GAME.pack.kinds(cards))


def play(s, cards):
    """Let the seats in turn play these cards, one each."""
    for card in cards.split():
        assert card in may_play(s)
        GAME.rules.act(s, s.turn, PLAY + CARDS.index(card))
    return s


def may_play(s):
    """The cards that the seat in turn may play."""
    may = Actions(GAME.verbs.words)
    GAME.rules.legal(s, s.turn, may)
    return {GAME.verbs.text(action).split()[1] for action in may.listed()}


def cards(text):
    """A set of cards."""
    return set(text.split())


def payoffs(s):
    """What the deal was worth to each seat."""
    out = [0] * 4
    GAME.rules.payoff(s, out)
    return out


def barred(s, seat):
    """The cards that everybody knows a hand not to hold."""
    return {CARDS[k] for k in range(52) if s.barred[GAME.layout.place("hand", seat)] >> k & 1}
