"""Hearts, and a little for scale, played by other people's engines.

Hearts is OpenSpiel's `hearts(pass_cards=false)` with every other option at its default. A decision is a card
played, forced ones included; a playout is the 52 decisions of a dealt game. Needs open_spiel, rlcard,
pettingzoo[classic] and gcc; what is missing becomes a line in the report. Run it alone with
`python -m benchmarks.peers.hearts_peers`, on one core (`taskset -c 1`) for quieter figures.
"""

import ctypes
import functools
import importlib
import itertools
import random
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.measure import Run, Slice, Unavailable, main, repeated

CARDS = 52
NO_PASS = 0
POSITIONS = 8  # random deals a slice goes through in turn, so that no single deal sets the figure
PLAYOUTS = 100  # in one call of OpenSpiel: about 1 ms
C_PLAYOUTS = 1000  # in one call of the C library: about 0.4 ms
SIMULATIONS = 500  # in one search: about 10 ms
EXPLORATION = 2.0
MEGABYTES = 100  # more than any search here needs
SEED = 20


def library(name: str) -> Any:
    """Import a library by name.

    Raises Unavailable whatever goes wrong: these libraries report a missing dependency in many ways.
    """
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise Unavailable(f"{name}: {error}") from error


# --- OpenSpiel ---


def positions(pyspiel: Any, cards_played: int) -> list[Any]:
    """Deal Hearts and play 0 to 47 cards at random; each position but the very first has a choice."""
    rng = random.Random(SEED)
    game = pyspiel.load_game("hearts(pass_cards=false)")
    found: list[Any] = []
    while len(found) < POSITIONS:
        state = game.new_initial_state()
        # chance_outcomes() offers passing as well; only legal_actions() knows that it is off
        state.apply_action(NO_PASS)
        for _ in range(CARDS + cards_played):
            state.apply_action(rng.choice(state.legal_actions()))
        if cards_played == 0 or len(state.legal_actions()) > 1:
            found.append(state)
    return found


def spiel_rollouts() -> Run:
    """Play dealt games out in OpenSpiel's C++ alone.

    The evaluator cannot be called from Python, but a tree search of a single simulation is just that call.
    """
    pyspiel = library("pyspiel")
    states = itertools.cycle(positions(pyspiel, 0))
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=PLAYOUTS, seed=SEED)
    game = pyspiel.load_game("hearts(pass_cards=false)")
    bot = pyspiel.MCTSBot(
        game,
        evaluator,
        EXPLORATION,
        max_simulations=1,
        max_memory_mb=MEGABYTES,
        solve=False,
        seed=SEED,
        verbose=False,
    )

    def work() -> int:
        bot.mcts_search(next(states))
        return PLAYOUTS * CARDS

    return repeated(work)


def spiel_python_loop() -> Run:
    """Play dealt games out from Python, a call of OpenSpiel for each step."""
    states = itertools.cycle(positions(library("pyspiel"), 0))
    rng = random.Random(SEED)

    def work() -> int:
        state = next(states).clone()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        return CARDS

    return repeated(work)


def spiel_search(cards_played: int) -> Run:
    """Search with OpenSpiel's C++ ISMCTS after so many cards, a fresh tree each time.

    Never while cards are being passed: the bot crashes there (OpenSpiel 2.0.2).
    """
    pyspiel = library("pyspiel")
    states = itertools.cycle(positions(pyspiel, cards_played))
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED)
    bot = pyspiel.ISMCTSBot(SEED, evaluator, EXPLORATION, max_simulations=SIMULATIONS)

    def work() -> int:
        bot.step(next(states))
        return SIMULATIONS

    return repeated(work)


def spiel_resample(cards_played: int) -> Run:
    """Deal the unseen cards anew as OpenSpiel does, heeding the cards shown but not the suits run out of.

    The random numbers come from Python, a call for each card tried.
    """
    states = itertools.cycle(positions(library("pyspiel"), cards_played))
    rng = random.Random(SEED)

    def work() -> int:
        state = next(states)
        state.resample_from_infostate(state.current_player(), rng.random)
        return 1

    return repeated(work)


# --- plain C ---


@functools.cache
def c_library() -> ctypes.CDLL:
    """Compile hearts.c and load it."""
    compiler = shutil.which("gcc")
    if compiler is None:
        raise Unavailable("gcc is not installed")
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "hearts.so"
        options = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(built)]
        source = Path(__file__).with_name("hearts.c")
        done = subprocess.run([compiler, *options, str(source)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Unavailable(f"gcc failed: {done.stderr.strip()}")
        return ctypes.CDLL(str(built))


def c_playouts(name: str) -> Run:
    """Play out in C, timed by its own clock: `rollouts` (one deal a call) or `deals` (each dealt first)."""
    function = getattr(c_library(), name)
    pointer = ctypes.POINTER(ctypes.c_long)
    function.argtypes = [ctypes.c_long, ctypes.c_uint, pointer, pointer]
    function.restype = ctypes.c_double
    decisions, checksum = ctypes.c_long(), ctypes.c_long()
    seeds = itertools.count(SEED)

    def run(milliseconds: float) -> tuple[int, float]:
        done, nanoseconds = 0, 0.0
        while nanoseconds < milliseconds * 1e6:
            nanoseconds += function(C_PLAYOUTS, next(seeds), decisions, checksum)
            done += decisions.value
        return done, nanoseconds / 1e9

    run(1.0)
    return run


# --- other libraries, other games: for scale only ---


def rlcard_bridge() -> Run:
    """Bid and play RLCard's bridge at random, a deal after another; a step includes its observation."""
    environment = library("rlcard").make("bridge", config={"seed": SEED})
    rng = random.Random(SEED)

    def work() -> int:
        observation, _ = environment.reset()
        steps = 0
        while not environment.is_over():
            observation, _ = environment.step(rng.choice(list(observation["legal_actions"])))
            steps += 1
        return steps

    return repeated(work)


def classic(name: str) -> Any:
    """Make one of PettingZoo's classic environments; some miss what they need only now.

    Raises Unavailable whatever goes wrong.
    """
    make = library(f"pettingzoo.classic.{name}").env
    try:
        return make()
    except Exception as error:
        raise Unavailable(f"{name}: {error}") from error


def pettingzoo_cards(game: str) -> Run:
    """Play a card game of PettingZoo's at random, one after another; a step includes its observation."""
    environment = classic(game)
    rng = random.Random(SEED)

    def work() -> int:
        environment.reset(seed=rng.randrange(2**31))
        steps = 0
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            over = terminated or truncated
            environment.step(None if over else rng.choice(observation["action_mask"].nonzero()[0]))
            steps += not over
        return steps

    return repeated(work)


SPIEL_ROLLOUTS = "OpenSpiel C++ playouts"
SLICES = (
    Slice(SPIEL_ROLLOUTS, spiel_rollouts),
    Slice("OpenSpiel playouts stepped from Python", spiel_python_loop),
    Slice("C playouts", lambda: c_playouts("rollouts")),
    Slice("C playouts, dealing included", lambda: c_playouts("deals")),
    Slice("OpenSpiel C++ ISMCTS after 1 card", lambda: spiel_search(1), "simulation"),
    Slice("OpenSpiel C++ ISMCTS after 26 cards", lambda: spiel_search(26), "simulation"),
    Slice("OpenSpiel resample after 1 card", lambda: spiel_resample(1), "resample"),
    Slice("OpenSpiel resample after 26 cards", lambda: spiel_resample(26), "resample"),
    Slice("RLCard bridge", rlcard_bridge),
    Slice("PettingZoo Hanabi", lambda: pettingzoo_cards("hanabi_v5")),
    Slice("PettingZoo Texas hold'em", lambda: pettingzoo_cards("texas_holdem_v4")),
)

if __name__ == "__main__":
    main(SLICES, reference=SPIEL_ROLLOUTS)
