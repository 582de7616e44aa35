"""OpenSpiel's C++ information set search, in its own Hearts, as an engine of the arena.

`torite arena hearts,pass_cards=no strong,seconds=0.05 benchmarks.peers.hearts_ismcts:ismcts,seconds=0.05 --deals`, with
`TORITE_GAMES=examples/hearts`. Hearts is played without passing, where the C++ bot crashes (OpenSpiel 2.0.2), and with
every other option at OpenSpiel's default, which are ours.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

from torite.lab.contestants import BotFails, Seats
from torite.worlds.sampler import Sampler

SUITS, RANKS = "CDHS", ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CARDS, SEATS, NO_PASS = 52, 4, 0
FIRST, TRIED = 200, 0.1  #: simulations of the first search that times the others, and the share of the time for one
SEEDS = 1 << 31
NEEDED = {"pass_cards": "no", "deals": "1"}


def theirs(code: str) -> int:
    """Return the number that a card has in OpenSpiel."""
    return SUITS.index(code[0]) + len(SUITS) * RANKS.index(code[1:])


def ismcts(table: Seats, seed: int, seconds: float = 0.05, exploration: float = 2.0, simulations: int = 0) -> Engine:
    """Make the bot.

    Args:
        table: where it plays.
        seed: of its generators; it does not choose the same again all the same (OpenSpiel 2.0.2).
        seconds: thinking time of a decision, where it is not.
        exploration: the constant of its upper confidence bounds.
        simulations: so many, whatever time they take; 0 for as many as the time allows.
    """
    texts = table.options.texts()
    if any(texts.get(name) != value for name, value in NEEDED.items()):
        told = ", ".join(f"{name}={value}" for name, value in NEEDED.items())
        raise BotFails("error.bot_made", name="ismcts", why=f"it plays hearts,{told} alone")
    return Engine(table, seed, seconds, exploration, simulations)


class Engine:
    """The bot in a seat of ours.

    Args:
        table, seed, seconds, exploration, simulations: see `ismcts`.
    """

    def __init__(self, table: Seats, seed: int, seconds: float, exploration: float, simulations: int) -> None:
        import pyspiel

        self._spiel, self._game = pyspiel, table.game
        self._theirs = pyspiel.load_game("hearts(pass_cards=false)")
        self._seed, self._seconds, self._exploration, self._simulations = seed, seconds, exploration, simulations
        self._random = random.Random(seed)

    def choose(self, view: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False) -> str:
        """Return the card chosen."""
        chooser = view.turn if seat is None else seat
        played = [entry for entry in history if entry.seat >= 0]
        state = self._state(view, [(entry.seat, entry.code.removeprefix("play ")) for entry in played], chooser)
        legal = state.legal_actions()
        card = legal[0] if len(legal) == 1 else self._searched(state)
        return f"play {SUITS[card % len(SUITS)]}{RANKS[card // len(SUITS)]}"

    def _state(self, view: Any, played: Sequence[tuple[int, str]], chooser: int) -> Any:
        """Make a state of theirs in which all that the seat saw has happened; it deals the rest anew by itself."""
        world = Sampler(self._game, view, chooser, self._random.getrandbits(30)).world()
        pack = self._game.pack
        held = [[theirs(pack.codes[kind]) for kind in pack.listed(world.hand[seat])] for seat in range(SEATS)]
        for seat, code in played:
            held[seat].append(theirs(code))
        state = self._theirs.new_initial_state()
        state.apply_action(NO_PASS)
        for i in range(CARDS):
            state.apply_action(held[i % SEATS][i // SEATS])
        for _, code in played:
            state.apply_action(theirs(code))
        return state

    def _searched(self, state: Any) -> int:
        """Search with as many simulations as the time allows, found by shorter searches of the same position."""
        if self._simulations:
            return self._step(state, self._simulations)
        began, times = time.perf_counter(), FIRST
        while True:
            start = time.perf_counter()
            card = self._step(state, times)
            took, left = time.perf_counter() - start, self._seconds - (time.perf_counter() - began)
            if took > TRIED * self._seconds or left <= 0:
                return self._step(state, max(1, int(times * left / took))) if left > 0 else card
            times *= 2

    def _step(self, state: Any, simulations: int) -> int:
        evaluator = self._spiel.RandomRolloutEvaluator(n_rollouts=1, seed=self._seed % SEEDS)
        return int(self._spiel.ISMCTSBot(self._seed % SEEDS, evaluator, self._exploration, simulations).step(state))
