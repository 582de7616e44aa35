"""The names by which generic loops call a game's rules; binding puts the game's functions in their place."""

from __future__ import annotations

from typing import Any, NoReturn

from torite.kernel.compile import slot

PHASE_OVER = -1  #: the phase in which the match has ended
PHASE_DEAL = -1  #: the phase in which the next deal waits for its shuffle, -1 where there is none
HAS_OFFERS = 0  #: 1 in a game with offers
OFFERS: tuple[int, ...] = (0,)  #: the mask of the offers, word by word
OFFER_WORDS = 0  #: words of a set of actions up to the last with an offer
HAS_THUMB = 0  #: 1 in a game with a rule of thumb
HAS_LEARNED = 0  #: 1 in a game that has learned a rule
HAS_ODDS = 0  #: 1 in a game that weighs worlds
MAY_WORDS = 1  #: words of a set of actions
HAS_DUTY_WORDS = 0  #: 1 in a game that tells in which of them duties are
BLOCKS = 1  #: blocks of the kinds of a pack
ASK_WORDS = 4  #: words of a question to chance
OUTCOME_WORDS = 160  #: numbers of the longest outcome


def _unbound(name: str) -> NoReturn:
    raise TypeError(f"{name} is a slot: bind the loop to a game before calling it")


@slot
def start(s: Any) -> None:
    """Begin the match."""
    _unbound("start")


@slot
def reset_deal(s: Any) -> None:
    """Put back to what it was at first all that the state keeps for a deal; made from its declaration."""
    s.reset_deal()


@slot
def reset_trick(s: Any) -> None:
    """Put back to what it was at first all that the state keeps for a trick; made from its declaration."""
    s.reset_trick()


@slot
def chance(s: Any, ask: Any) -> int:
    """Ask for what chance must settle now; return its number, 0 for nothing."""
    _unbound("chance")


@slot
def settle(s: Any, outcome: Any) -> None:
    """Take the outcome that `chance` asked for."""
    _unbound("settle")


@slot
def actors(s: Any) -> int:
    """Return the mask of the seats that must act now; they are asked clockwise from `s.turn`."""
    _unbound("actors")


@slot
def legal(s: Any, seat: int, may: Any) -> None:
    """Fill *may*, which is empty, with what the seat may take now."""
    _unbound("legal")


@slot
def duties(s: Any, seat: int, may: Any) -> None:
    """Fill *may*, which is empty, with a seat's duties; with offers too, where they cost nothing."""
    legal(s, seat, may)


@slot
def duty_words(s: Any, seat: int) -> int:
    """Return the words of a set of actions in which an actor's duties may be, or, if nobody has any, its offers."""
    return (1 << MAY_WORDS) - 1


@slot
def act(s: Any, seat: int, action: int) -> None:
    """Take an action, trusting that it is legal."""
    _unbound("act")


@slot
def over(s: Any) -> bool:
    """Tell whether the match has ended."""
    _unbound("over")


@slot
def deal_over(s: Any) -> bool:
    """Tell whether the deal has ended: true from its last action until chance deals again."""
    _unbound("deal_over")


@slot
def scores(s: Any, out: Any) -> None:
    """Write each seat's running score as the table writes it."""
    _unbound("scores")


@slot
def payoff(s: Any, out: Any) -> None:
    """Write what each seat wants more of: at a deal's end its worth, at the match's also the share of the win."""
    _unbound("payoff")


@slot
def sees(s: Any, viewer: int, owner: int, field: int) -> bool:
    """Tell whether the viewer sees the owner's part of a field declared with See.RULE, by its offset."""
    return False


@slot
def complete(s: Any, viewer: int, rng: Any) -> None:
    """Settle in a world what its places decide or chance must decide anew (sides; sealed numbers, unseen dice)."""


@slot
def rule_of_thumb(s: Any, seat: int, may: Any) -> int:
    """Choose by the game's rule of thumb among *may*, from the seat's view; -1 leaves it to chance."""
    return -1


@slot
def learned_rule(s: Any, seat: int, may: Any) -> int:
    """Choose among *may* by what was learned from play; by the rule of thumb where nothing was."""
    return int(rule_of_thumb(s, seat, may))


@slot
def prune(s: Any, seat: int, may: Any) -> None:
    """Take from *may* what a search need not try, as another choice left in is no worse; never all of it."""


@slot
def leave_to_heuristic(s: Any, seat: int) -> bool:
    """Tell whether a search's tree leaves a seat's choice to the rule of thumb, as it does with offers.

    Such choices, and all offers of a game that has any, are weighed by rollouts where a bot itself has them.
    """
    return False


@slot
def odds(s: Any, viewer: int) -> int:
    """Weigh a world for a viewer: how likely, in thousandths, the others would have chosen as they did in it."""
    return 1000


@slot
def succeeded(s: Any) -> bool:
    """Tell of a deal that has just ended whether it went well, in a game for one whose deals can go well or badly."""
    return False
