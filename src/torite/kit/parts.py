"""The parts of a game that may be compiled: rules, worlds and advice; each attribute says what its function is for.

What a game does not declare has a default that most games share. What is not as it must be is refused when the game
is imported, and by the type checker before.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple

from torite.kernel import slots
from torite.kernel.bits import bit
from torite.kernel.compile import is_kernel, kernel
from torite.kernel.slots import PHASE_DEAL, PHASE_OVER
from torite.kit.learned import Traits
from torite.kit.state import BaseState

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", bound=BaseState, default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")


class Worth(NamedTuple):
    """What a whole action is worth.

    Attributes:
        code: the action.
        worth: its value, in the unit.
        unit: `points` expected, or `win` in per cent.
    """

    code: str
    worth: float
    unit: str


@kernel
def actors(s: Any) -> int:
    """Return the mask of the seat in turn; of nobody where the turn is negative."""
    return 0 if s.turn < 0 else bit(s.turn)


@kernel
def over(s: Any) -> bool:
    """Tell whether the phase is the last of the game's, `OVER`."""
    return s.phase == PHASE_OVER


@kernel
def deal_over(s: Any) -> bool:
    """Tell whether a deal has been scored and the next waits to be dealt: the phase is `DEAL` again, or `OVER`."""
    return s.deals_played > 0 and (s.phase == PHASE_DEAL or s.phase == PHASE_OVER)


@kernel
def scores(s: Any, out: Any) -> None:
    """Write `s.score`."""
    for seat in range(s.seats):
        out[seat] = s.score[seat]


def _nothing_expected(view: Any, seat: int) -> Sequence[Worth]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[S]):
    """How a game is played: kernels over its state."""

    start: Callable[[S], None]
    """Begin the match: `start(s)`. Fields are 0 before it; `seats` and `options` are set."""
    chance: Callable[[S, list[int]], int]
    """Ask for what chance must settle now: `chance(s, ask)` returns the number of a chance, 0 for nothing."""
    settle: Callable[[S, list[int]], None]
    """Take the outcome that `chance` asked for: `settle(s, outcome)`."""
    legal: Callable[[S, int, list[int]], None]
    """Fill in what a seat may take now, duties and offers: `legal(s, seat, may)`. It reads only what the seat sees."""
    act: Callable[[S, int, int], None]
    """Take an action, trusting that it is legal: `act(s, seat, action)`."""
    payoff: Callable[[S, list[int]], None]
    """Write what each seat wants more of, comparable between seats: `payoff(s, out)`.

    At a deal's end it is the deal's worth, at the match's also a share of the win.
    """
    actors: Callable[[S], int] = actors
    """Return the mask of the seats that must act now: `actors(s)`; by default the seat in turn, if that is not -1."""
    over: Callable[[S], bool] = over
    """Tell whether the match has ended: `over(s)`; by default in the phase `OVER`."""
    deal_over: Callable[[S], bool] = deal_over
    """Tell whether the deal has ended, true from its last action until chance deals again: `deal_over(s)`.

    By default in the phases `DEAL` and `OVER`, once a deal was counted in `s.deals_played`.
    """
    scores: Callable[[S, list[int]], None] = scores
    """Write each seat's running score as the table writes it: `scores(s, out)`; by default `s.score`."""
    duties: Callable[[S, int, list[int]], None] = slots.duties
    """Fill in what `legal` does, but look for no offer: `duties(s, seat, may)`.

    It is asked in playouts, which let offers pass; by default it is `legal`.
    """
    duty_words: Callable[[S, int], int] = slots.duty_words
    """Return among which verbs the duties of an actor are: `duty_words(s, seat)`, a mask that `words_of` makes.

    Where nobody has a duty, among which its offers are. A game of very many verbs says so, and playouts look at no
    others; by default all are looked at.
    """

    @property
    def has_duty_words(self) -> bool:
        """Whether it is told among which verbs duties are."""
        return self.duty_words is not slots.duty_words


@dataclass(frozen=True, kw_only=True)
class Worlds(Generic[S]):
    """What may be where: kernels for the views and worlds of games that hide more than pieces in places."""

    sees: Callable[[S, int, int, int], bool] = slots.sees
    """Tell whether a viewer sees an owner's part of a field declared with `See.RULE`: `sees(s, viewer, owner, field)`.

    *field* is its offset. Only public fields and options may be read. By default nobody does.
    """
    complete: Callable[[S, int, Any], None] = slots.complete
    """Settle in a drawn world what its places decide, or chance must decide anew: `complete(s, viewer, rng)`."""
    odds: Callable[[S, int], int] = slots.odds
    """Weigh a world for a viewer: `odds(s, viewer)`, how likely the others would have chosen so, in thousandths."""

    @property
    def has_odds(self) -> bool:
        """Whether worlds are weighed."""
        return self.odds is not slots.odds


@dataclass(frozen=True, kw_only=True)
class Advice(Generic[S]):
    """What helps bots, and people who ask for a hint; kernels, but for `expected`."""

    rule_of_thumb: Callable[[S, int, list[int]], int] = slots.rule_of_thumb
    """Choose fairly among *may*, from the seat's view: `rule_of_thumb(s, seat, may)`; -1 leaves it to chance."""
    learned_rule: Callable[[S, int, list[int]], int] = slots.learned_rule
    """Choose as was learned from play, for those who search; from the seat's view: `learned_rule(s, seat, may)`."""
    traits: Traits | None = None
    """By what it tells one choice from another, where `python -m torite.lab.learning` made it; else None."""
    prune: Callable[[S, int, list[int]], None] = slots.prune
    """Take from *may* what a search need not try, never all of it: `prune(s, seat, may)`."""
    leave_to_heuristic: Callable[[S, int], bool] = slots.leave_to_heuristic
    """Tell whether a search's tree leaves a seat's choice to the rule of thumb: `leave_to_heuristic(s, seat)`."""
    succeeded: Callable[[S], bool] = slots.succeeded
    """Tell of a deal that has just ended, in a game for one, whether it went well: `succeeded(s)`."""
    expected: Callable[[S, int], Sequence[Worth]] = _nothing_expected
    """Calculate what each whole action of a seat is worth, best first: `expected(view, seat)`; empty if it cannot."""
    tries_each: bool = False
    """Whether a skilled bot tries each choice by itself and grows no tree, as chance decides more than any answer."""
    payoff_unit: Literal["", "lead", "win"] = ""
    """What payoffs are, for hints; empty where they tell nothing.

    `lead`: points more than the other's in this deal; `win`: the chance to win the match, in thousandths.
    """

    @property
    def has_rule_of_thumb(self) -> bool:
        """Whether there is a rule of thumb."""
        return self.rule_of_thumb is not slots.rule_of_thumb

    @property
    def has_learned_rule(self) -> bool:
        """Whether a rule was learned."""
        return self.learned_rule is not slots.learned_rule

    @property
    def leaves_choices(self) -> bool:
        """Whether some choices are left to the rule of thumb."""
        return self.leave_to_heuristic is not slots.leave_to_heuristic

    @property
    def tells_success(self) -> bool:
        """Whether a deal can go well or badly."""
        return self.succeeded is not slots.succeeded


def check_part(game: str, part: Any) -> None:
    """Check the functions of a part of a game; those that slots stand for must be kernels.

    Args:
        game: the game's name.
        part: its rules, worlds, advice or display.

    Raises:
        TypeError: for what is no function, takes other arguments, or is no kernel where it must be.
    """
    for field in fields(part):
        model = field.default if callable(field.default) else vars(slots).get(field.name)
        if not callable(model):
            continue
        where, given = f"{game}: {type(part).__name__.lower()}.{field.name}", getattr(part, field.name)
        takes = ", ".join(inspect.signature(model).parameters)
        if not callable(given):
            raise TypeError(f"{where} must be a function ({takes}), not {given!r}")
        if not _takes(given, len(inspect.signature(model).parameters)):
            raise TypeError(f"{where} must take ({takes}); {given.__qualname__} takes {inspect.signature(given)}")
        if field.name in vars(slots) and not is_kernel(given):
            raise TypeError(f"{where} must be marked @kernel; {given.__qualname__} is not")


def _takes(function: Callable[..., Any], arguments: int) -> bool:
    try:
        inspect.signature(function).bind(*range(arguments))
    except TypeError:
        return False
    return True
