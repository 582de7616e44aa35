"""The bots: uniformly random, the game's rule of thumb, and search."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from torite.kernel import generator
from torite.kernel.fields import See
from torite.kernel.slots import actors, leave_to_heuristic, legal, prune, rule_of_thumb
from torite.kit.action_sets import Actions
from torite.kit.actions import WAIT
from torite.kit.game import Game
from torite.kit.turn_order import MIXED, Playout, StateMemory, asked
from torite.worlds.constraints import prepare, room_for_weights, unseen_of

if TYPE_CHECKING:
    from torite.bots.rollouts import Rollouts
    from torite.match import Match

LEVELS = ("random", "simple", "search")  #: as programs name them; what people call them is `level.…` of the words
#: What people type for them, and what they typed before.
CALLED = {"easy": "random", "steady": "simple", "strong": "search"}
CALLED_BEFORE = {"medium": "simple", "hard": "search"}
#: Iterations between two looks at the clock, at first and later: to go into compiled code and out takes some 10 µs.
FIRST_ROUND, MOST_ROUND = 64, 512
LOOKED_AT = 12  #: playouts of which it is looked whether the match was over at their end
WARMED = 12  #: decisions looked at for one that is searched
LOGARITHMS = 4096  #: that are known before a search begins
PER_CENT = 0.1  #: of payoffs that are chances, in thousandths

#: Tables of choices and room for weights that no search uses now: to make them takes longer than a short search.
_rooms: list[tuple[Any, Any]] = []


def level_of(name: str) -> str | None:
    """Return the level of a name, whether a program's or a person's; None for no level."""
    name = name.strip().lower()
    return name if name in LEVELS else CALLED.get(name) or CALLED_BEFORE.get(name)


class WeighedAction(NamedTuple):
    """An action weighed.

    Attributes:
        code: the whole action, or the first part of one.
        regret: what the best is worth more: 0 or above.
        worth: what it is worth, where that was calculated; else None.
        unit: of that: `points` expected; `win`, the chance to win in per cent; `lead`, the points expected less the
            other's in this deal; `success`, the chance that this deal goes well, in per cent. Of the regret alone:
            `match`, points with the win of a match that may end with this deal counted in.
    """

    code: str
    regret: float
    worth: float | None = None
    unit: str = ""


class Bot(Protocol):
    """Chooses for a seat from what that seat knows."""

    game: Game

    def choose(self, view: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False) -> str:
        """Return the code of the action chosen, `wait` to let an offer pass.

        Args:
            view: the seat's view.
            history: the entries so far as the seat saw them.
            seat: the seat, where the view does not tell it by whose turn it is.
            offered: whether the seat is asked about its offers; else about its duties.
        """
        ...

    def advise(
        self, view: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False
    ) -> list[WeighedAction]:
        """Return the actions weighed, best first."""
        ...

    def counsel(self, view: Any, history: Sequence[Any] = (), seat: int | None = None) -> list[WeighedAction]:
        """Return what may be done now weighed, best first, offers included."""
        ...


class _Chooser:
    """What all bots share: an action is chosen part by part until its gesture is complete."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)
        self._share = 1.0  # of the thinking time, for the part that is chosen now

    def choose(self, view: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False) -> str:
        """Return the code of the action chosen, `wait` to let an offer pass."""
        chooser = view.turn if seat is None else seat
        parts: list[int] = []
        seen = view.copy()
        while True:
            self._share = 0.5 ** len(parts)
            action = self._choose_part(seen, chooser, offered and not parts)
            if action == WAIT:
                return "wait"
            parts.append(action)
            if not self._continues(seen, chooser, action):
                self._share = 1.0
                return self.game.verbs.gesture_text(parts)
            self.game.rules.act(seen, chooser, action)

    def has_gestures(self, view: Any, seat: int) -> bool:
        """Tell whether a duty of a seat may have several parts, chosen one after the other."""
        return any(self._continues(view, seat, action) for action in self._may(view, seat, False).listed())

    def _continues(self, seen: Any, seat: int, action: int) -> bool:
        """Tell whether an action leaves a gesture open, by trying it on the view.

        A part that does not complete its gesture changes nothing but the draft. One that does may need what the seat
        cannot see, and fail for want of it.
        """
        if not self.game.verbs.verb(action).of_pieces:
            return False
        tried = seen.trial()
        try:
            self.game.rules.act(tried, seat, action)
        except (ValueError, IndexError):
            return False
        return bool(tried.drafting[seat] == 1)

    def advise(
        self, view: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False
    ) -> list[WeighedAction]:
        """Return what would be chosen."""
        return [WeighedAction(self.choose(view, history, seat, offered), 0.0)]

    def counsel(self, view: Any, history: Sequence[Any] = (), seat: int | None = None) -> list[WeighedAction]:
        """Return what may be done now weighed, best first: an offer that is worth taking comes before any duty.

        Who need not act is told whether to let the offers pass: `wait`.
        """
        chooser = view.turn if seat is None else seat
        must_act = self.game.binding.interpreted(actors)(view) >> chooser & 1 == 1
        if any(self.game.verbs.offers) and len(self._may(view, chooser, True).listed()) > 1:
            offers = self.advise(view, history, chooser, offered=True)
            if offers[0].code != "wait" or not must_act:
                return offers
        return self.advise(view, history, chooser)

    def _choose_part(self, seen: Any, seat: int, offered: bool) -> int:
        raise NotImplementedError

    def _may(self, seen: Any, seat: int, offered: bool) -> Actions:
        """List what a seat may choose from; where nobody has a duty, who is to act must take an offer."""
        may = Actions(self.game.verbs.words)
        if not self.game.binding.interpreted(asked)(seen, seat, offered, may) and not offered:
            self.game.binding.interpreted(legal)(seen, seat, may)
        return may


class RandomBot(_Chooser):
    """Takes any duty with equal chance, part by part; lets offers pass."""

    def _choose_part(self, seen: Any, seat: int, offered: bool) -> int:
        return WAIT if offered else self.random.choice(self._may(seen, seat, False).listed())


class ThumbBot(RandomBot):
    """Plays the game's rule of thumb; at random where it has none."""

    def _choose_part(self, seen: Any, seat: int, offered: bool) -> int:
        action = self.game.binding.interpreted(rule_of_thumb)(seen, seat, self._may(seen, seat, offered))
        return action if action >= 0 else super()._choose_part(seen, seat, offered)


class SearchBot(_Chooser):
    """Calculates what a game can tell exactly (its `expected`), and else searches worlds drawn from the view.

    Args:
        game: the game.
        seed: makes it repeatable, when it is bound by iterations.
        seconds: thinking time of a decision; of a gesture's further parts half as long as the part before, so that all
            of it takes less than twice as long.
        iterations: worlds looked at for a decision, each part of a gesture.

    Attributes:
        searched: worlds looked at so far.
        ended: whether the match was over in some world that was looked at last.
    """

    def __init__(self, game: Game, seed: int = 0, seconds: float | None = None, iterations: int | None = None) -> None:
        super().__init__(game, seed)
        self.seconds = 0.5 if seconds is None and iterations is None else seconds
        self.iterations = iterations
        self.searched = 0
        self.ended = False

    def advise(
        self, view: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False
    ) -> list[WeighedAction]:
        """Return the actions weighed, best first, with their payoffs relative to the best."""
        chooser = view.turn if seat is None else seat
        known = () if offered else self.game.advice.expected(view, chooser)
        if known:
            return [WeighedAction(code, known[0][1] - worth, worth, unit) for code, worth, unit in known]
        if self.game.advice.tells_success:
            return self._advise_alone(view, chooser)
        weighed = self.weigh(view, chooser, offered)
        best, unit = weighed[0][1], self.game.advice.payoff_unit
        if not unit and self.ended:
            text = self.game.verbs.text
            return [WeighedAction(text(action), max(0.0, best - worth), None, "match") for action, worth, _ in weighed]
        scale = PER_CENT if unit == "win" else 1.0
        return [
            WeighedAction(
                self.game.verbs.text(action),
                max(0.0, scale * (best - worth)),
                *((scale * worth, unit) if unit and visits else ()),
            )
            for action, worth, visits in weighed
        ]

    def choose(self, view: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False) -> str:
        """Return the code of the action chosen, `wait` to let an offer pass."""
        known = () if offered else self.game.advice.expected(view, view.turn if seat is None else seat)
        return known[0][0] if known else super().choose(view, history, seat, offered)

    @property
    def _seconds(self) -> float | None:
        return None if self.seconds is None else self.seconds * self._share

    def warm(self, match: Match) -> None:
        """Compile what decisions need, in the first of each sort that is searched; the match is played on."""
        sorts = {False, True} if self.game.advice.leaves_choices else {False}
        for _ in range(WARMED):
            if match.over:
                break
            seat = match.turns.must_act[0]
            sorts = {offered for offered in sorts if not self._searches(match.view(seat), seat, offered)}
            if not sorts:
                break
            match.act(seat, ThumbBot(self.game, 0).choose(match.view(seat), seat=seat))

    def _searches(self, seen: Any, seat: int, offered: bool) -> bool:
        """Weigh what a seat may do, if that is not calculated; tell whether it took a search."""
        if not offered and self.game.advice.expected(seen, seat):
            return False
        return self.weigh(seen, seat, offered)[0][2] > 0

    def weigh(self, seen: Any, seat: int, offered: bool = False) -> list[tuple[int, float, int]]:
        """Search, and return action, mean payoff and visits of each choice, the one to take first."""
        self.ended = False
        allowed = self._may(seen, seat, offered)
        self.game.binding.interpreted(prune)(seen, seat, allowed)
        may = allowed.listed()
        if not may:
            raise ValueError(f"seat {seat} has nothing to choose")
        if len(may) == 1:
            return [(may[0], 0.0, 0)]
        only_offers = all(self.game.verbs.verb(action).offer for action in may if action != WAIT)
        if self._is_rolled_out(seen, seat, offered or only_offers):
            return self._roll_out(seen, seat, may)[1]
        search = Search(self.game, seen, seat, self.random.getrandbits(30), offered=offered)
        search.run(self._seconds, self.iterations)
        self.searched += search.iterations
        self.ended = search.ended
        weighed = search.weighed(may)
        return sorted(weighed, key=lambda choice: (-choice[2], -choice[1]))

    def _is_rolled_out(self, seen: Any, seat: int, offered: bool) -> bool:
        """Tell whether choices are weighed by rollouts: of who plays alone, and what a tree leaves to the thumb."""
        if self.game.layout.seats == 1:
            return True
        left = self.game.binding.interpreted(leave_to_heuristic)
        return self.game.advice.leaves_choices and (offered or left(seen, seat))

    def _advise_alone(self, seen: Any, seat: int) -> list[WeighedAction]:
        """Weigh the choices of one who plays alone, with the chance that the deal goes well after each."""
        may = self._may(seen, seat, False).listed()
        if len(may) == 1:
            return [WeighedAction(self.game.verbs.text(may[0]), 0.0)]
        rollouts, weighed = self._roll_out(seen, seat, may)
        text, best = self.game.verbs.text, weighed[0][1]
        return [
            WeighedAction(text(action), max(0.0, best - worth), 100 * rollouts.successes[action] / tried, "success")
            for action, worth, tried in weighed
        ]

    def _rollouts(self, seen: Any, seat: int) -> Rollouts:
        from torite.bots.rollouts import Rollouts

        return Rollouts(self.game, seen, seat, self.random.getrandbits(30))

    def _roll_out(self, seen: Any, seat: int, may: Sequence[int]) -> tuple[Rollouts, list[tuple[int, float, int]]]:
        """Weigh choices by rollouts, the one to take first."""
        known = Actions(self.game.verbs.words)
        for action in may:
            known[action // 64] |= 1 << action % 64
        by_rule = self.game.binding.interpreted(rule_of_thumb)(seen, seat, known)
        rollouts = self._rollouts(seen, seat)
        weighed = rollouts.weigh(may, by_rule, self._seconds, self.iterations)
        self.searched += rollouts.iterations
        self.ended = rollouts.ended
        return rollouts, weighed

    def _choose_part(self, seen: Any, seat: int, offered: bool) -> int:
        return self.weigh(seen, seat, offered)[0][0]


class Search:
    """One search: the tree of one decision.

    Args:
        game: the game.
        seen: the seat's view.
        seat: who is to choose.
        seed: of the generator.
        policy: how seats play beyond the tree.
        offered: whether the seat is asked about its offers; else about its duties.

    Attributes:
        ended: whether the match was over at the end of a playout, as far as some were looked at.
    """

    def __init__(self, game: Game, seen: Any, seat: int, seed: int, policy: int = MIXED, offered: bool = False) -> None:
        import numpy

        from torite.bots import ismcts

        self._search, self._game, self.ended = ismcts, game, False
        layout, seats = game.layout, int(seen.seats)

        def words(values: Any) -> Any:
            return numpy.array(values, dtype=numpy.int64)

        compiled = game.binding.compiled
        choices, weights = _rooms.pop() if _rooms else (_table_of_choices(), room_for_weights())
        compiled(ismcts.clear_table)(choices)
        unseen = unseen_of(layout, seen.to_words(), compiled=True, weights=weights)
        world = numpy.zeros(layout.words, dtype=numpy.int64)
        memo = numpy.zeros(ismcts.MEMO, dtype=numpy.int64)
        memo[ismcts.M_LOW : ismcts.M_LOW + 2 * seats : 2] = 1 << 40
        memo[ismcts.M_LOW + 1 : ismcts.M_LOW + 2 * seats : 2] = -(1 << 40)
        rng = words([0] * generator.PADDED)
        compiled(generator.seed)(rng, seed, 1)
        compiled(prepare)(unseen)
        path = numpy.zeros((ismcts.MOST_DEPTH, 2), dtype=numpy.int64)
        self._unseen = unseen
        self._memory = StateMemory(world, world.view(layout.playout_dtype)[0])
        self._root = ismcts.Root(seat, offered, False)
        visible, ruled = visibility(layout, seats)
        self._tree = ismcts.Tree(visible, ruled, choices, memo, path, logarithms())
        self._playout = Playout(words([policy] * layout.seats), words([0] * layout.seats), rng)
        self._iterate = compiled(ismcts.iterate, playout=True)
        self._key = compiled(ismcts.view_key, playout=True)
        self._mixed = compiled(ismcts.mixed)
        self._find = compiled(ismcts.find)

    def __del__(self) -> None:
        """Hand the rooms on, as they are: at the end of a program nothing can be compiled any more."""
        if hasattr(self, "_tree"):
            _rooms.append((self._tree.choices, self._unseen.weights))

    @property
    def iterations(self) -> int:
        """Iterations so far."""
        return int(self._tree.memo[self._search.M_ITERATIONS])

    def run(self, seconds: float | None = None, iterations: int | None = None) -> None:
        """Search until the time or the iterations are used up, whichever comes first.

        Raises:
            ValueError: when the view is of no possible state.
        """
        from torite.bots.rollouts import is_over

        end = None if seconds is None else time.perf_counter() + seconds
        most, rounds = FIRST_ROUND, 0
        while iterations is None or self.iterations < iterations:
            wanted = most if iterations is None else min(most, iterations - self.iterations)
            most = min(2 * most, MOST_ROUND)
            done = self._iterate(self._unseen, self._memory, self._root, self._tree, self._playout, wanted)
            if done < wanted:
                raise ValueError("no assignment of the unseen pieces agrees with this view")
            self.ended = self.ended or (rounds < LOOKED_AT and is_over(self._game, self._memory.words))
            rounds += 1
            if end is not None and time.perf_counter() >= end:
                break

    def weighed(self, may: Sequence[int]) -> list[tuple[int, float, int]]:
        """Return each action with its mean payoff and its visits at the root."""
        search, tree, memory = self._search, self._tree, self._memory
        memory.words[:] = self._unseen.seen[: len(memory.words)]
        key = self._key(memory.words, memory.s, self._root.seat, tree.visible, tree.ruled)
        node = self._mixed(key, 0)
        found = []
        for action in may:
            line = tree.choices[self._find(tree.choices, self._mixed(node, action + 1) | 1)]
            visits = int(line[search.VISITS])
            found.append((action, int(line[search.SUM]) / visits if visits else -1e9, visits))
        return found


def _table_of_choices() -> Any:
    import numpy

    from torite.bots import ismcts

    return numpy.zeros((ismcts.ROWS, ismcts.COLUMNS), dtype=numpy.int64)


@cache
def logarithms() -> Any:
    """Return the natural logarithms of the numbers below LOGARITHMS, 0 for that of 0."""
    import numpy

    return numpy.array([0.0, *map(math.log, range(1, LOGARITHMS))])


@cache
def visibility(layout: Any, seats: int) -> tuple[Any, Any]:
    """List, for each seat, the words of a state that it sees and that can change; and the parts shown by rule.

    Returns:
        int64[seats, words + 3], padded with -1 and of even length, and int64[parts, 4].
    """
    import numpy

    ruled: list[list[int]] = []
    seen: list[list[int]] = [[] for _ in range(seats)]
    for field in layout.fields:
        if field.spec.beside or field.spec.constant:
            continue
        parts = field.shape[0] if len(field.shape) > (field.spec.holds != "number") else 1
        length = field.words // parts
        per_seat = bool(field.spec.shape) and field.spec.shape[0] == "seats"
        for owner in range(min(parts, seats) if per_seat else parts):
            at = field.offset + owner * length
            if field.spec.see is See.RULE:
                ruled.append([at, length, field.offset, owner])
            for viewer in range(seats):
                own = field.spec.see in (See.OWNER, See.VIEWER) and owner == viewer
                if field.spec.see is See.ALL or own:
                    seen[viewer] += range(at, at + length)
    width = max(map(len, seen)) + 3
    rows = [[*row, *row[-1:] * (len(row) % 2), *[-1] * width][: width + 1] for row in seen]
    return numpy.array(rows, dtype=numpy.int64), numpy.array(ruled, dtype=numpy.int64).reshape(-1, 4)
