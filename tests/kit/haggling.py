"""Tables of Haggle, the invented game of tests/toys, set up so that a test reads aloud."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.arranged import new_match
from tests.patience import PATIENCE
from torite.bots import SearchBot
from torite.games import FOLDERS, catalogue, games
from torite.kit import Game
from torite.match import Match
from torite.scenes import lay_out
from torite.worlds import view

ROOT = Path(__file__).parents[2]
TOYS = ROOT / "tests/toys"
BLACK_ROLL = [3, 4]
HANDS = {0: "S5 S6 H5", 1: "S7 S8 H6", 2: "S9 SJ HJ", 3: "SQ SK H7"}
STOCK = "H8 H9 HQ"  # HQ is next


@contextmanager
def toys_listed() -> Iterator[None]:
    """Let the environment's TORITE_GAMES list the toys."""
    before = os.environ.get(FOLDERS)
    os.environ[FOLDERS] = os.pathsep.join(filter(None, (before, str(TOYS))))
    games.cache_clear()
    catalogue.cache_clear()
    try:
        yield
    finally:
        del os.environ[FOLDERS]
        if before is not None:
            os.environ[FOLDERS] = before
        games.cache_clear()
        catalogue.cache_clear()


@contextmanager
def ends() -> Iterator[None]:
    """Break off what does not end."""

    def stop(number: int, frame: Any) -> None:
        raise TimeoutError(f"not done after {PATIENCE} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(int(PATIENCE))
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def game() -> Game:
    return games()["haggle"]


def phase(match: Match) -> str:
    return str(game().phase(match.public.phase).name)


def opened(seats: int = 4, **how: Any) -> Match:
    """Deal the hands above; the bids are open. The dealer is seat 0, and seat 1 begins."""
    arranged: dict[str, Any] = {
        "rolls": [BLACK_ROLL],
        "hands": {seat: cards for seat, cards in HANDS.items() if seat < seats},
        "stock": STOCK,
    }
    return new_match("haggle", seats, seed=1, names=["Ada", "Bo", "Cy", "Di"][:seats], **(arranged | how))


def playing(seats: int = 4, bids: tuple[int, ...] = (1, 1, 1, 1), **how: Any) -> Match:
    """The same, and everybody has bid."""
    match = opened(seats, **how)
    if match.log.ask is not None:
        while match.log.ask is not None:
            match.go_on()
    for seat in range(seats):
        match.act(seat, f"bid {bids[seat]}")
    return match


def seats_acting(match: Match) -> list[int]:
    """Who must act, in the order in which they are asked."""
    return list(match.actors)


def codes(match: Match, seat: int) -> list[str]:
    return [action.code for action in match.actions(seat)]


def state_of(match: Match) -> Any:
    """The true state, with what lies beside it."""
    return match.log.state.copy()


def played(seats: int, seed: int, options: dict[str, Any] | None = None) -> Match:
    """Play a match at random, offers included, whoever is in turn."""
    chooser = random.Random(f"{seats} {seed}")
    match = Match("haggle", seats, options, seed=seed)
    while not match.over:
        take_any(match, chooser)
    return match


def take_any(match: Match, chooser: random.Random) -> None:
    """Take any duty, or now and then an offer of anybody; a gesture is completed first."""
    drafting = [seat for seat in range(match.seats) if match.gestures.draft(seat)["parts"]]
    offers = [(s, a) for s in range(match.seats) for a in match.actions(s) if a.offer and not drafting]
    duties = [(s, a) for s in drafting or match.actors for a in match.actions(s) if not a.offer]
    seat, action = chooser.choice(offers if offers and chooser.random() < 0.15 else duties)
    match.act(seat, action)


def looks(match: Match, viewer: int) -> tuple[Any, ...]:
    """All that a seat is given: view, history, events, scenes, actions."""
    seen = view(match.game, match.log.state, viewer).to_words()
    scenes = [lay_out(match, viewer, language) for language in ("en", "ja")]
    actions = [] if viewer < 0 else codes(match, viewer)
    return seen, match.history(viewer), match.knowledge.events(viewer), scenes, actions


def search_bot(iterations: int) -> SearchBot:
    return SearchBot(game(), seed=1, iterations=iterations)


def environment(**more: str) -> dict[str, str]:
    """What a process of its own needs to find the library and these tests."""
    paths = [*sys.path, str(ROOT), str(ROOT / "src")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(filter(None, paths))), **more}


def advise_out_of_turn() -> None:
    """Say what a seat is advised that may double and has nothing else to do."""
    with toys_listed():
        match = playing()
        print(*sorted(code for code, *_ in search_bot(60).advise(match.view(3), match.history(3), 3, True)))
