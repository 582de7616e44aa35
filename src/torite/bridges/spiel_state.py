"""A state and a game of OpenSpiel over the trajectory of a match."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import pyspiel

from torite.bridges.spiel_context import Context
from torite.bridges.spiel_observer import Observer
from torite.bridges.spiel_serialized import DAMAGED, SerializedState
from torite.bridges.spiel_trajectory import Trajectory
from torite.vector.loops import CHANCE, ENDED

MOST_STEPS = {False: 1 << 20, True: 1 << 28}  #: a bound that no deal, and no match, comes near
PLAYERS = {ENDED: int(pyspiel.PlayerId.TERMINAL), CHANCE: int(pyspiel.PlayerId.CHANCE)}
SEEDS = 1 << 53  #: numbers that a sampler's number is turned into


class ToriteState(pyspiel.State):  # type: ignore[misc]
    """A state of a match.

    Attributes:
        trajectory: the match.
    """

    trajectory: Trajectory

    def __init__(self, game: ToriteGame) -> None:
        super().__init__(game)
        self.trajectory = Trajectory.root(game.context)

    def __setattr__(self, name: str, value: Any) -> None:
        """Open what was sealed when the state was serialized, if it is whole and belongs to the state's history."""
        if type(value) is SerializedState:
            if name not in ToriteState.__annotations__:
                raise pyspiel.SpielError(DAMAGED)
            try:
                done = ((one.player, one.action) for one in self.full_history())
                value = Trajectory.restored(self.trajectory.context, *value.open(self.trajectory.context.name, done))
            except ValueError as error:
                raise pyspiel.SpielError(str(error)) from None
        object.__setattr__(self, name, value)

    # what OpenSpiel asks of every game

    def current_player(self) -> int:
        """Who is to act; or the library's number for chance, or for the end."""
        seat = self.trajectory.seat
        return seat if seat >= 0 else PLAYERS[seat]

    def is_terminal(self) -> bool:
        """Tell whether it is over."""
        return self.trajectory.seat == ENDED

    def is_chance_node(self) -> bool:
        """Tell whether chance must settle something."""
        return self.trajectory.seat == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self.trajectory.legal

    def legal_actions(self, player: int | None = None) -> list[int]:
        """List the actions of whoever is to act, or of a player."""
        trajectory = self.trajectory
        if trajectory.seat >= 0 and (player is None or player == trajectory.seat):
            return trajectory.legal.copy()
        return super().legal_actions() if player is None else super().legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List how chance may come out, each with its probability."""
        if self.trajectory.seat != CHANCE:
            raise pyspiel.SpielError("chance is asked for nothing")
        return self.trajectory.outcomes()

    def _apply_action(self, action: int) -> None:
        trajectory = self.trajectory
        if trajectory.seat >= 0:
            if action not in trajectory.legal:
                raise pyspiel.SpielError(self._refused(action))
            if trajectory.shared:
                trajectory = self.trajectory = trajectory.copy()
            trajectory.take(action)
        else:
            if trajectory.seat == ENDED or not trajectory.may_come(action):
                raise pyspiel.SpielError(self._refused(action))
            if trajectory.shared:
                trajectory = self.trajectory = trajectory.copy()
            trajectory.lay(action)

    def _refused(self, action: int) -> str:
        trajectory = self.trajectory
        if trajectory.seat == ENDED:
            return f"{action} cannot be taken: it is over"
        if trajectory.seat == CHANCE:
            allowed = ", ".join(f"{one} ({trajectory.chance_text(one)})" for one, _ in trajectory.outcomes())
            return f"chance cannot come out as {action}; it may as {allowed}"
        codes = trajectory.context.table.actions.codes
        named = f"{action} ({codes[action]})" if 0 <= action < len(codes) else str(action)
        allowed = ", ".join(f"{one} ({codes[one]})" for one in trajectory.legal)
        return f"seat {trajectory.seat} may not take {named}; it may take {allowed}"

    def _action_to_string(self, player: int, action: int) -> str:
        trajectory = self.trajectory
        if player == PLAYERS[CHANCE]:
            return trajectory.chance_text(action)
        codes = trajectory.context.table.actions.codes
        if not 0 <= action < len(codes):
            raise pyspiel.SpielError(f"there is no action {action}; actions are numbered from 0 to {len(codes) - 1}")
        return codes[action]

    def returns(self) -> list[float]:
        """What each seat has got so far."""
        trajectory = self.trajectory
        return (
            trajectory.returns()
            if trajectory.seat == ENDED or trajectory.context.terms.whole
            else [0.0] * trajectory.context.table.seats
        )

    def rewards(self) -> list[float]:
        """What each seat has got since a player last acted."""
        return self.trajectory.rewards() if self.trajectory.context.terms.whole else self.returns()

    def __str__(self) -> str:
        return self.trajectory.text()

    # what a seat knows

    def information_state_string(self, player: int | None = None) -> str:
        """What a seat knows: its places, and all that it saw."""
        seat = self._viewer(player)
        if seat is None:
            return super().information_state_string(*_given(player))
        return self.trajectory.information_text(seat)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """What a seat sees, with the last actions, as numbers."""
        return self._tensor(player, self.get_game().informed, super().information_state_tensor)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a seat sees, as numbers."""
        return self._tensor(player, self.get_game().observing, super().observation_tensor)

    def _tensor(self, player: int | None, observer: Observer, otherwise: Any) -> list[float]:
        seat = self._viewer(player)
        if seat is None:
            return otherwise(*_given(player))
        observer.set_from(self, seat)
        return observer.tensor.tolist()

    def _viewer(self, player: int | None) -> int | None:
        """Return whose information is asked for; None where the library is to refuse it."""
        seat = self.trajectory.seat if player is None else player
        return seat if isinstance(seat, int) and 0 <= seat < self.trajectory.context.table.seats else None

    def resample_from_infostate(self, player_id: int, sampler: Any) -> ToriteState:
        """Return a state that a seat cannot tell from this one.

        Args:
            player_id: the seat.
            sampler: returns numbers from 0 to less than 1; the same number draws the same state.

        Raises:
            SpielError: where there is no such seat, or none could be drawn.
        """
        seat = self._viewer(player_id)
        if seat is None:
            raise pyspiel.SpielError(f"there is no seat {player_id}")
        state: ToriteState = self.get_game().new_initial_state()
        try:
            state.trajectory = self.trajectory.resampled(seat, int(sampler() * SEEDS))
        except ValueError as error:
            raise pyspiel.SpielError(str(error)) from None
        return state


def _given(player: int | None) -> tuple[int, ...]:
    return () if player is None else (player,)


class ToriteGame(pyspiel.Game):  # type: ignore[misc]
    """A table at which matches are played.

    Args:
        kind: its `GameType`.
        context: what is played.
        given: the parameters that are not as by default.
    """

    def __init__(self, kind: Any, context: Context, given: dict[str, Any]) -> None:
        most = MOST_STEPS[context.terms.whole]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(context.table.actions),
            max_chance_outcomes=context.most_outcomes,
            num_players=context.table.seats,
            min_utility=float("-inf"),
            max_utility=float("inf"),
            utility_sum=0.0 if context.terms.zero_sum else None,
            max_game_length=most,
        )
        super().__init__(kind, info, given)
        self.context, self._most = context, most

    def new_initial_state(self, given: Any = None) -> ToriteState:
        """Begin a match."""
        if given is not None:
            raise pyspiel.SpielError("a match begins in one way only; what chance settles is taken as an action")
        return ToriteState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound that no match comes near."""
        return self._most

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Make an observer.

        Args:
            iig_obs_type: what is observed; by default what a seat sees, without recall.
            params: there are none.

        Raises:
            SpielError: for parameters, or recall without a seat of one's own.
        """
        if params:
            raise pyspiel.SpielError(f"an observer has no parameters; given: {', '.join(map(str, params))}")
        return Observer(self.context, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    @cached_property
    def observing(self) -> Observer:
        """Writes `observation_tensor`."""
        return self.make_py_observer()

    @cached_property
    def informed(self) -> Observer:
        """Writes `information_state_tensor`."""
        return self.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return len(self.observing.tensor)

    def information_state_tensor_size(self) -> int:
        """How many numbers an information state has."""
        return len(self.informed.tensor)

    def observation_tensor_shape(self) -> list[int]:
        """Return the same, as a shape."""
        return [self.observation_tensor_size()]

    def information_state_tensor_shape(self) -> list[int]:
        """Return the same, as a shape."""
        return [self.information_state_tensor_size()]

    def deserialize_state(self, text: str) -> ToriteState:
        """Read a state that was serialized.

        Raises:
            SpielError: for what is none, or is damaged, or is of another game.
        """
        try:
            return super().deserialize_state(text)
        except pyspiel.SpielError:
            raise
        except Exception as error:  # pickle raises anything over bytes that are wrong
            raise pyspiel.SpielError(f"this is no state that was serialized, or it is damaged ({error})") from None
