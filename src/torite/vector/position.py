"""A match for programs: compiled rules behind a few calls, without what only people need.

It knows the true state. What it tells of a seat (`observe`, `view`, `seen`) is made from what that seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from torite.errors import BadOptions
from torite.kit.actions import WAIT
from torite.kit.chances import DICE, HEAD, NUMBER, Ask
from torite.pieces import Pack
from torite.pieces.pack import bits_of
from torite.vector import loops
from torite.vector.env import UNITS, policies
from torite.vector.loops import CHANCE, CHANCE_OF, ENDED
from torite.vector.redraw import Redraw
from torite.vector.tables import ProgramTable, checked_seed

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


class Position:
    """A match of one table where it stands: who is asked, or what chance is asked for; go on by `take` or `settle`.

    Args:
        table: what is played.
        unit: whether it ends with its first deal, or when the match does: `deal` or `match`.
        offers: whether seats are asked about what they may take out of turn; else they let it pass.
        seed, match: of the generator that `draw` and `go_on` use, and its stream.
        bots: who plays each seat while `go_on` does: None for one that is asked, else `random` or `simple`; repeated
            from the first where there are fewer.
        forced: whether `go_on` asks who has but one choice, too.

    Attributes:
        seat: who is asked; CHANCE where chance must settle something, ENDED when it is over.
        rewards: what each seat has got so far: what the deals that ended are worth to it.
    """

    rewards: NDArray[numpy.float32]
    _book: loops.Rulebook
    _batch: loops.Batch

    def __init__(
        self,
        table: ProgramTable,
        unit: str = "deal",
        offers: bool = True,
        seed: int = 0,
        match: int = 0,
        bots: Sequence[str | None] = (None,),
        forced: bool = True,
    ) -> None:
        if unit not in UNITS:
            raise BadOptions("error.unit", name=unit)
        book = table.rulebook(policies(table, bots), unit == "match", forced, offers, seed)
        self._set(table, book, table.batch(1))
        self.begin(seed, match)

    def begin(self, seed: int, match: int = 0) -> None:
        """Begin another match, drawn from a stream of a seed."""
        import numpy

        self._book = self._book._replace(number=checked_seed(seed))
        self.rewards = numpy.zeros(self.table.seats, numpy.float32)
        self._call(loops.begin, self._batch, self._book, 0, match)
        self._look()

    def _set(self, table: ProgramTable, book: loops.Rulebook, batch: loops.Batch) -> None:
        import numpy

        self.table, self._book, self._batch = table, book, batch
        self._ask = numpy.zeros(HEAD + table.game.pack.words, numpy.int64)
        self._space = table.room()
        self.seat = ENDED
        self._redraws: dict[int, Redraw] = {}

    def _call(self, kernel: Any, *given: Any) -> Any:
        return self.table.game.binding.compiled(kernel)(*given)

    def _look(self, action: int = -1) -> None:
        self._redraws.clear()
        given = (self._batch, self._book, action, self._space, self._ask, self.rewards)
        self.seat = int(self._call(loops.proceed, *given))

    def clone(self) -> Position:
        """Return an independent copy."""
        other: Position = object.__new__(type(self))
        copies = [array.copy() for array in self._batch]
        copies[1] = copies[0].view(self.table.game.layout.dtype)[:, 0]
        other._set(self.table, self._book, loops.Batch(*copies))
        other._ask[:], other.rewards, other.seat = self._ask, self.rewards.copy(), self.seat
        return other

    # what a seat is asked

    def legal(self) -> list[int]:
        """List the numbers of the actions that the seat that is asked may take, in order."""
        if self.seat < 0:
            return []
        dense, words = self.table.actions.dense, self._batch.may[0].tolist()
        return [dense[action] for j, word in enumerate(words) for action in bits_of(word, 64 * j)]

    def mask(self, out: Any = None) -> NDArray[numpy.uint8]:
        """uint8[actions]: 1 for what the seat that is asked may take; all 0 where nobody is."""
        import numpy

        mask = numpy.zeros(len(self.table.actions), numpy.uint8) if out is None else out
        if self.seat >= 0:
            self._call(loops.show_mask, self._batch, self._book, 0, mask)
        else:
            mask[:] = 0
        return mask

    def take(self, number: int) -> None:
        """Take an action for the seat that is asked.

        Args:
            number: of the action, one of those that `legal` lists.

        Raises:
            ValueError: for another; nothing is changed then.
        """
        self._look(self._checked(number))

    def play(self, number: int) -> None:
        """Take an action for the seat that is asked, and go on.

        Raises:
            ValueError: for one that it may not take; nothing is changed then.
        """
        self._play(self._checked(number))

    def go_on(self) -> None:
        """Let chance settle what it is asked for, and the bots play, until somebody else is asked or it is over."""
        self._play(-1)

    def _play(self, action: int) -> None:
        self._redraws.clear()
        self.seat = int(self._call(loops.play_one, self._batch, self._book, action, self._space, self.rewards))

    def _checked(self, number: int) -> int:
        """Return the action of a number, if the seat that is asked may take it."""
        actions = self.table.actions
        if self.seat < 0 or not 0 <= number < len(actions) or not self._may(actions.actions[number]):
            raise ValueError(self._refused(number))
        return actions.actions[number]

    @property
    def offered(self) -> bool:
        """Whether the seat is asked about what it may take out of turn, and may let it pass."""
        return self.seat >= 0 and self._may(WAIT)

    @property
    def drafting(self) -> bool:
        """Whether the seat that is asked has begun a gesture and not completed it."""
        return self.seat >= 0 and bool(self._batch.states[0]["drafting"][self.seat])

    def _may(self, action: int) -> bool:
        return bool(int(self._batch.may[0, action // 64]) >> action % 64 & 1)

    def _refused(self, number: int) -> str:
        codes = self.table.actions.codes
        named = f"{number} ({codes[number]})" if 0 <= number < len(codes) else str(number)
        if self.seat == ENDED:
            return f"{named} cannot be taken: it is over"
        if self.seat == CHANCE:
            return f"{named} cannot be taken: chance is to settle something"
        allowed = ", ".join(f"{one} ({codes[one]})" for one in self.legal())
        return f"seat {self.seat} may not take {named}; it may take {allowed}"

    # chance

    @property
    def ask(self) -> Ask:
        """What chance is to settle.

        Raises:
            ValueError: where it is asked for nothing.
        """
        if self.seat != CHANCE:
            raise ValueError("chance is asked for nothing")
        name = self.table.game.chances.names[int(self._batch.memo[0, CHANCE_OF])]
        what, n, faces, *pieces = map(int, self._ask)
        return Ask(name, what, n, faces, tuple(pieces))

    def settle(self, outcome: Sequence[int]) -> None:
        """Settle what chance is asked for: a number, dice from 1, or the kinds of a shuffle in order.

        Raises:
            ValueError: for what is no outcome; nothing is changed then.
        """
        import numpy

        wanted = self.ask
        if not is_outcome(self.table.game.pack, wanted, outcome):
            raise ValueError(f"{list(outcome)} is no outcome of {wanted.name}")
        self._call(loops.settle_one, self._batch, numpy.array(outcome, numpy.int64))
        self._look()

    def draw(self) -> None:
        """Let chance settle what it is asked for, by the position's own generator."""
        if self.seat != CHANCE:
            raise ValueError("chance is asked for nothing")
        self._call(loops.draw_one, self._batch, self._ask)
        self._look()

    # what is known

    def observe(self, seat: int, out: Any = None) -> NDArray[numpy.uint8]:
        """uint8[size]: what a seat sees; `table.observation` says what stands where."""
        import numpy

        observed = numpy.empty(self.table.observation.size, numpy.uint8) if out is None else out
        self._call(loops.show, self._batch, self._book, 0, seat, observed)
        return observed

    def state(self) -> Any:
        """Return the true state, as a plain object: for whoever may know it."""
        return self.table.game.state.from_words([int(word) for word in self._batch.words[0]])

    def view(self, seat: int) -> Any:
        """Return what a seat knows of the state, as a state."""
        from torite.worlds.view import view

        return view(self.table.game, self.state(), seat)

    def resampled(self, seat: int, number: int) -> Position:
        """Return a position that this seat cannot tell from this one, drawn from its worlds.

        What others know beyond what they see is in it as far as this seat knows of it; nothing in it, nor what is drawn
        there later, tells more than the seat knows. It is quick after the first of a position.

        Args:
            seat: the seat.
            number: the same number draws the same position.

        Raises:
            ValueError: where none could be drawn.
        """
        if seat not in self._redraws:
            self._redraws[seat] = Redraw(self.table, self.view(seat), seat)
        other = self.clone()
        self._redraws[seat].draw(other._batch, self._book, number, self.seat)
        other._look()
        return other


def an_outcome(pack: Pack, ask: Ask) -> list[int]:
    """Return one way in which chance can come out: the least number, ones, the pieces in their order."""
    return [0] if ask.what == NUMBER else [1] * ask.n if ask.what == DICE else pack.listed(ask.pieces)


def is_outcome(pack: Pack, ask: Ask, outcome: Sequence[int]) -> bool:
    """Tell whether chance can come out so."""
    least, most = {NUMBER: (0, ask.n - 1), DICE: (1, ask.faces)}.get(ask.what, (0, len(pack.codes)))
    known = an_outcome(pack, ask)
    if len(outcome) != len(known) or not all(least <= one <= most for one in outcome):
        return False
    return ask.what in (NUMBER, DICE) or sorted(outcome) == known
