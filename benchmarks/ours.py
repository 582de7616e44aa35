"""What Torite does, as slices to be timed beside its peers: playouts, worlds, copies, search and simulation."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.measure import Run, Slice, repeated

os.environ.setdefault("TORITE_GAMES", str(Path(__file__).parent.parent / "examples" / "hearts"))

PLAYOUTS = 500  #: in one call: some milliseconds
WORLDS = 2000
NO_PASS: Mapping[str, Any] = {"pass_cards": False}


@cache
def table(game: str, options: tuple[tuple[str, Any], ...] = ()) -> Any:
    """Open a table of random players."""
    from torite.lab.table import Table

    return Table(game, None, dict(options), ["random"], 1)


def generator() -> Any:
    """Make a seeded generator for compiled code."""
    import numpy

    from torite.kernel import generator

    words = numpy.zeros(generator.PADDED, dtype=numpy.int64)
    generator.seed(words_list := [0] * generator.PADDED, 7, 0)
    words[:] = words_list
    return words


def dealt(game: str, options: tuple[tuple[str, Any], ...], played: int, seed: int = 1) -> Any:
    """Return a match after a deal and so many cards."""
    import random

    from torite import Match

    match = Match(game, options=dict(options), seed=seed)
    chooser = random.Random(seed)
    for _ in range(played):
        seat = match.actors[0]
        match.act(seat, chooser.choice(match.actions(seat)))
    return match


def playouts(game: str, options: Mapping[str, Any] | None = None) -> Run:
    """Copy a dealt state and play it out at random."""
    import numpy

    from torite.lab import loops

    chosen = tuple((options or {}).items())
    at = table(game, chosen)
    memory, playout = at.room([0] * at.seats)
    state = dealt(game, chosen, 0).log.trial()
    start = numpy.array(state.to_words()[: at.game.layout.words], dtype=numpy.int64)
    roll: Any = at.game.binding.compiled(loops.roll_out, playout=True)
    rng = generator()
    return repeated(lambda: int(roll(start, *memory, playout.policies, rng, PLAYOUTS)))


def deals(game: str, options: Mapping[str, Any] | None = None) -> Run:
    """Shuffle, deal and play out at random."""
    from torite.lab.loops import CHOICES

    at = table(game, tuple((options or {}).items()))
    first = itertools.count(0, PLAYOUTS)

    def some() -> int:
        return int(at.results(next(first), PLAYOUTS, whole=False)[1][:, CHOICES].sum())

    return repeated(some)


def worlds(game: str, options: Mapping[str, Any] | None, played: int) -> Run:
    """Draw worlds from a view: each is a copy of the state as well."""
    import numpy

    from torite.worlds import sample as kernels
    from torite.worlds.sampler import Sampler

    match = dealt(game, tuple((options or {}).items()), played)
    sampler = Sampler(match.game, match.view(match.actors[0]), match.actors[0])
    many: Any = match.game.binding.compiled(kernels.sample_many)
    world = numpy.zeros(match.game.layout.words, dtype=numpy.int64)
    return repeated(lambda: int(many(sampler._unseen, world, sampler._rng, WORLDS)))


def copies(game: str) -> Run:
    """Copy states inside compiled code."""
    import numpy

    from torite.lab import loops

    at = table(game)
    source = numpy.zeros(at.game.layout.words, dtype=numpy.int64)
    words = source.copy()
    copy: Any = at.game.binding.compiled(loops.copy_many)

    def some() -> int:
        copy(source, words, WORLDS)
        return WORLDS

    return repeated(some)


def search(game: str, options: Mapping[str, Any] | None, played: int, policy: int = 0) -> Run:
    """Search from a position; a new tree for every thousand iterations."""
    from torite.bots.search import Search

    match = dealt(game, tuple((options or {}).items()), played)
    seat = match.actors[0]
    view = match.view(seat)

    def some() -> int:
        searched = Search(match.game, view, seat, 1, policy)
        searched.run(iterations=1000)
        return searched.iterations

    return repeated(some)


def compile_all(wanted: Sequence[str]) -> None:
    """Have what some slices need compiled by as many processes as there are cores, and kept on disk."""
    numbers = [number for number, each in enumerate(hearts_slices()) if each.name in wanted]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        list(pool.map(_compile, numbers))


def _compile(number: int) -> None:
    hearts_slices()[number].prepare()


def hearts_slices() -> list[Slice]:
    """List what is compared with other libraries: Hearts without passing, by the same rules."""
    prepared: list[tuple[str, Callable[[], Run], str]] = [
        ("Torite playouts", lambda: playouts("hearts", NO_PASS), "decision"),
        ("Torite playouts, dealing included", lambda: deals("hearts", NO_PASS), "decision"),
        ("Torite search after 1 card", lambda: search("hearts", NO_PASS, 1), "simulation"),
        ("Torite search after 26 cards", lambda: search("hearts", NO_PASS, 26), "simulation"),
        ("Torite world and copy after 1 card", lambda: worlds("hearts", NO_PASS, 1), "world"),
        ("Torite world and copy after 26 cards", lambda: worlds("hearts", NO_PASS, 26), "world"),
        ("Torite state copy, Hearts", lambda: copies("hearts"), "copy"),
        ("Torite state copy, Cucumber (17 seats)", lambda: copies("agurk"), "copy"),
        ("Torite playouts, Agurk", lambda: playouts("agurk"), "decision"),
        ("Torite playouts, Doppelkopf", lambda: playouts("doppelkopf"), "decision"),
        ("Torite search, Doppelkopf after 12 choices", lambda: search("doppelkopf", {}, 12), "simulation"),
        ("Torite playouts, Bingo", lambda: playouts("bingo"), "decision"),
        ("Torite playouts, Domino Cribbage", lambda: playouts("domino-cribbage"), "decision"),
        ("Torite playouts, Cribbage Dice", lambda: playouts("cribbage-dice"), "decision"),
        ("Torite playouts, French Tarot Solo", lambda: playouts("french-tarot-solo"), "decision"),
        ("Torite playouts, The Emissary", lambda: playouts("emissary"), "decision"),
        ("Torite playouts, Ambition", lambda: playouts("ambition"), "decision"),
        ("Torite playouts, Galapagos", lambda: playouts("galapagos"), "decision"),
        ("Torite playouts, Galapagos with jokers", lambda: playouts("galapagos-jokers"), "decision"),
        ("Torite playouts, Flashpoint", lambda: playouts("flashpoint"), "decision"),
        ("Torite playouts, Perlaggen", lambda: playouts("perlaggen"), "decision"),
        ("Torite playouts, Gurka of Iceland", lambda: playouts("gurka-is"), "decision"),
    ]
    return [Slice(name, prepare, unit) for name, prepare, unit in prepared]
