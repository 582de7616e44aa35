"""The bots: uniformly random, the game's rule of thumb with and without what a beginner overlooks, and search."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, get_args

from torite.bots.search import Search
from torite.kernel.slots import actors, learned_rule, leave_to_heuristic, legal, prune, rule_of_thumb
from torite.kit.action_sets import Actions
from torite.kit.actions import WAIT
from torite.kit.game import Game
from torite.kit.turn_order import asked

if TYPE_CHECKING:
    from torite.bots.rollouts import Rollouts
    from torite.match import Match

#: As programs name them, each meant to be weaker than the next (`docs/arena.md` says by how much); what people call
#: them is `level.…` of the words.
Level = Literal["random", "beginner", "simple", "keen", "skilled", "search"]
LEVELS: tuple[Level, ...] = get_args(Level)
FOR_PEOPLE = LEVELS[1:]  #: those that people choose from: nobody learns from one that knows nothing
#: What people type for them, and what they typed before.
CALLED: dict[str, str] = dict(zip(("random", "beginner", "steady", "keen", "skilled", "strong"), LEVELS, strict=True))
CALLED_BEFORE: dict[str, str] = {"easy": "random", "medium": "simple", "hard": "search"}
#: Worlds that those look at who search: as many as there is time for where it is none.
WORLDS: dict[str, int | None] = {"keen": 50, "skilled": 2000, "search": None}
SHARES = {"keen": 0.25, "skilled": 0.5, "search": 1.0}  #: of the thinking time, as much as they need at most
WARMED = 12  #: decisions looked at for one that is searched
NOTICED = 0.5  #: of what a beginner may do, the share that it thinks of
PER_CENT = 0.1  #: of payoffs that are chances, in thousandths


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


class BeginnerBot(ThumbBot):
    """Overlooks half of the pieces that it may take, and plays the game's rule of thumb with the rest."""

    def _may(self, seen: Any, seat: int, offered: bool) -> Actions:
        may = super()._may(seen, seat, offered)
        pieces = [action for action in may.listed() if self.game.verbs.verb(action).of_pieces]
        missed = [action for action in pieces if self.random.random() >= NOTICED]
        if pieces and len(missed) == len(may.listed()):
            missed.remove(self.random.choice(missed))
        for action in missed:
            may[action // 64] &= ~(1 << action % 64)
        return may

    def _choose_part(self, seen: Any, seat: int, offered: bool) -> int:
        may = self._may(seen, seat, offered)
        action = self.game.binding.interpreted(rule_of_thumb)(seen, seat, may)
        return action if action in may else WAIT if offered else self.random.choice(may.listed())


class SearchBot(_Chooser):
    """Calculates what a game can tell exactly (its `expected`), and else searches worlds drawn from the view.

    Args:
        game: the game.
        seed: makes it repeatable, when it is bound by iterations.
        seconds: thinking time of a decision; of a gesture's further parts half as long as the part before, so that all
            of it takes less than twice as long.
        iterations: worlds looked at for a decision, each part of a gesture.
        calculates: whether it calculates what can be, or searches for that too.

    Attributes:
        searched: worlds looked at so far.
        ended: whether the match was over in some world that was looked at last.
    """

    _lack: type[ValueError] = ValueError  #: raised where no world can be drawn: compiled code raises nothing else

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        seconds: float | None = None,
        iterations: int | None = None,
        calculates: bool = True,
    ) -> None:
        super().__init__(game, seed)
        self.seconds = 0.5 if seconds is None and iterations is None else seconds
        self.iterations = iterations
        self.calculates = calculates
        self.searched = 0
        self.ended = False

    def advise(
        self, view: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False
    ) -> list[WeighedAction]:
        """Return the actions weighed, best first, with their payoffs relative to the best."""
        chooser = view.turn if seat is None else seat
        known = self._calculated(view, chooser, offered)
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
        known = self._calculated(view, view.turn if seat is None else seat, offered)
        return known[0][0] if known else super().choose(view, history, seat, offered)

    def _calculated(self, seen: Any, seat: int, offered: bool) -> Sequence[Any]:
        """List what a seat's duties are worth, the best first, where that can be calculated."""
        return () if offered or not self.calculates else self.game.advice.expected(seen, seat)

    @property
    def _seconds(self) -> float | None:
        return None if self.seconds is None else self.seconds * self._share

    def warm(self, match: Match) -> None:
        """Compile what decisions need, in the first of each sort that is searched; the match is played on."""
        sorts = {False, True} if self.game.advice.leaves_choices else {False}
        for _ in range(WARMED):
            if match.over or match.turns.awaits_chance:  # paused before its next deal
                break
            seat = match.turns.must_act[0]
            sorts = {offered for offered in sorts if not self._searches(match.view(seat), seat, offered)}
            if not sorts:
                break
            match.act(seat, ThumbBot(self.game, 0).choose(match.view(seat), seat=seat))

    def _searches(self, seen: Any, seat: int, offered: bool) -> bool:
        """Weigh what a seat may do, if that is not calculated; tell whether it took a search."""
        if self._calculated(seen, seat, offered):
            return False
        return self.weigh(seen, seat, offered)[0][2] > 0

    def weigh(self, seen: Any, seat: int, offered: bool = False) -> list[tuple[int, float, int]]:
        """Search, and return action, mean payoff and visits of each choice, the one to take first.

        Where no world is found, as hardly one of ten thousand agrees with some views, it is the rule of thumb's.
        """
        self.ended = False
        allowed = self._may(seen, seat, offered)
        self.game.binding.interpreted(prune)(seen, seat, allowed)
        may = allowed.listed()
        if not may:
            raise ValueError(f"seat {seat} has nothing to choose")
        if len(may) == 1:
            return [(may[0], 0.0, 0)]
        only_offers = all(self.game.verbs.verb(action).offer for action in may if action != WAIT)
        try:
            if self._is_rolled_out(seen, seat, offered or only_offers):
                return self._roll_out(seen, seat, may)[1]
            return self._search(seen, seat, may, offered)
        except self._lack:
            by_rule = self.game.binding.interpreted(rule_of_thumb)(seen, seat, allowed)
            return [(by_rule if by_rule in allowed else may[0], 0.0, 0)]

    def _search(self, seen: Any, seat: int, may: Sequence[int], offered: bool) -> list[tuple[int, float, int]]:
        """Weigh choices by a tree, the one to take first."""
        search = Search(self.game, seen, seat, self.random.getrandbits(30), offered=offered)
        search.run(self._seconds, self.iterations)
        self.searched += search.iterations
        self.ended = search.ended
        return sorted(search.weighed(may), key=lambda choice: (-choice[2], -choice[1]))

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
        by_rule = self.game.binding.interpreted(learned_rule)(seen, seat, known)
        rollouts = self._rollouts(seen, seat)
        weighed = rollouts.weigh(may, by_rule, self._seconds, self.iterations)
        self.searched += rollouts.iterations
        self.ended = rollouts.ended
        return rollouts, weighed

    def _choose_part(self, seen: Any, seat: int, offered: bool) -> int:
        return self.weigh(seen, seat, offered)[0][0]


class RolloutBot(SearchBot):
    """Weighs every choice by rollouts: tries it in worlds that may be, and goes on by rule, of thumb or learned."""

    def _is_rolled_out(self, seen: Any, seat: int, offered: bool) -> bool:
        """Say that every choice is."""
        return True


class BoldBot(RolloutBot):
    """Weighs every choice by rollouts, and takes the best of them, be it ever so little better than the rule's own."""

    def _rollouts(self, seen: Any, seat: int) -> Rollouts:
        from torite.bots.rollouts import Rollouts

        return Rollouts(self.game, seen, seat, self.random.getrandbits(30), doubt=0.0)
