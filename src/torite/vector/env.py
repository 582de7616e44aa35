"""Thousands of matches at once, in arrays: each step answers every match's question, and asks the next."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from torite.bots.levels import level_of
from torite.errors import BadOptions
from torite.kit.turn_order import RANDOM, THUMB
from torite.vector import loops
from torite.vector.tables import ProgramTable

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

POLICIES = {"random": RANDOM, "simple": THUMB}
UNITS = ("deal", "match")
MOST = 1 << 20  #: matches at once


class VectorEnv:
    """Matches of one table, played side by side in compiled code.

    What it writes stands in arrays that are its own, or that were given, and are written over by each step; it never
    makes others. Whatever the number of threads, the same seed and actions give the same bytes.

    Args:
        table: what is played.
        n: matches.
        bots: who plays each seat: None for one that is asked, else `random` or `simple`; repeated from the first where
            there are fewer.
        unit: whether a match is played to the end of its first deal, or to its own: `deal` or `match`.
        seed: makes it repeatable.
        threads: how many play; as many as there are processors if 0.
        forced: whether who has but one choice is asked all the same.
        offers: whether seats are asked about what they may take out of turn; else they let it pass.
        viewer: a seat that is shown how matches end; nobody if None.
        buffers: arrays to be written into, by name; see the attributes.

    Attributes:
        observation: uint8[n, size], what the seat that is asked sees; `table.observation` says what stands where.
        mask: uint8[n, actions], 1 for what it may take.
        seat: int64[n], which seat it is.
        reward: float32[n, seats], what each seat got by this step: what a deal that ended is worth to it (`payoff`).
        done: uint8[n], 1 where a match ended by this step; what is shown then is the beginning of another.
        final: uint8[n, size], what the viewer saw when a match ended last; uint8[0, size] if there is none.

    Raises:
        BadOptions, UnknownName: for what does not exist or is not allowed.
        ValueError: for buffers of another form, and actions that are not allowed.
    """

    observation: NDArray[numpy.uint8]
    mask: NDArray[numpy.uint8]
    seat: NDArray[numpy.int64]
    reward: NDArray[numpy.float32]
    done: NDArray[numpy.uint8]
    final: NDArray[numpy.uint8]

    def __init__(
        self,
        table: ProgramTable,
        n: int = 1,
        bots: Sequence[str | None] = (None,),
        unit: str = "deal",
        seed: int = 0,
        threads: int = 1,
        forced: bool = True,
        offers: bool = True,
        viewer: int | None = None,
        buffers: Mapping[str, Any] | None = None,
    ) -> None:
        if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST:
            raise BadOptions("error.matches_at_once", value=n, most=MOST)
        if unit not in UNITS:
            raise BadOptions("error.unit", name=unit)
        if viewer is not None:
            table.check_seat(viewer)
        self.table, self.n, self.unit, self.viewer = table, n, unit, viewer
        self._how: dict[str, Any] = {"whole": unit == "match", "forced": forced, "offers": offers, "viewer": viewer}
        self._policies = policies(table, bots)
        self._take_buffers(buffers or {})
        self._batch = table.batch(n)
        self._book = table.rulebook(self._policies, seed=seed, **self._how)
        self._parts = parted(n, threads or os.cpu_count() or 1)
        self._rooms = [table.room() for _ in self._parts]
        self._pool = ThreadPoolExecutor(len(self._parts) - 1) if len(self._parts) > 1 else None
        self._begun = self._closed = False

    def reset(self, seed: int | None = None) -> None:
        """Begin all matches, from the beginning of the seed, or of another."""
        import numpy

        self._check_open()
        if seed is not None:
            self._book = self.table.rulebook(self._policies, seed=seed, **self._how)
        self._run(numpy.zeros(self.n, numpy.int64), beginning=True)
        self._begun = True

    def step(self, actions: Any) -> None:
        """Take an action in every match.

        Args:
            actions: n whole numbers, each of an action that the match's mask has.

        Raises:
            ValueError: for others; nothing is changed then.
        """
        import numpy

        self._check_open()
        if not self._begun:
            raise ValueError("reset() comes before step()")
        given = numpy.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions must be {self.n} whole numbers, not {given.dtype}{list(given.shape)}")
        wide = numpy.ascontiguousarray(given, numpy.int64)
        at = int(self.table.game.binding.compiled(loops.refused)(self.mask, wide))
        if at >= 0:
            raise ValueError(f"match {at}: {self._refused(int(wide[at]), at)}")
        self._run(wide, beginning=False)

    def close(self) -> None:
        """Let the threads go; nothing can be played afterwards."""
        self._closed = True
        if self._pool:
            self._pool.shutdown()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # inside

    def _run(self, actions: Any, beginning: bool) -> None:
        play = self.table.game.binding.compiled(loops.step_many)
        seen = loops.Seen(self.observation, self.mask, self.seat, self.reward, self.done, self.final)
        orders = [
            (self._batch, self._book, seen, space, actions, beginning, first, last)
            for space, (first, last) in zip(self._rooms, self._parts, strict=True)
        ]
        beside = [self._pool.submit(play, *order) for order in orders[1:]] if self._pool else []
        play(*orders[0])
        for one in beside:
            one.result()

    def _take_buffers(self, given: Mapping[str, Any]) -> None:
        import numpy

        forms = self.forms()
        unknown = sorted(set(given) - set(forms))
        if unknown:
            raise ValueError(f"there is no buffer {unknown[0]}; there are {', '.join(forms)}")
        for name, (shape, kind) in forms.items():
            buffer = given.get(name)
            if buffer is None:
                buffer = numpy.zeros(shape, kind)
            elif not isinstance(buffer, numpy.ndarray) or buffer.shape != shape or buffer.dtype != kind:
                raise ValueError(f"{name} must be an array {numpy.dtype(kind).name}{list(shape)}")
            elif not (buffer.flags.c_contiguous and buffer.flags.writeable):
                raise ValueError(f"{name} must lie in one piece and be open to be written")
            setattr(self, name, buffer)

    def forms(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Return the shape and the kind of number of each array."""
        import numpy

        table = self.table
        return {
            "observation": ((self.n, table.observation.size), numpy.uint8),
            "mask": ((self.n, len(table.actions)), numpy.uint8),
            "seat": ((self.n,), numpy.int64),
            "reward": ((self.n, table.seats), numpy.float32),
            "done": ((self.n,), numpy.uint8),
            "final": ((0 if self.viewer is None else self.n, table.observation.size), numpy.uint8),
        }

    def _refused(self, number: int, at: int) -> str:
        codes = self.table.actions.codes
        named = f"{number} ({codes[number]})" if 0 <= number < len(codes) else str(number)
        allowed = ", ".join(f"{one} ({codes[one]})" for one in self.mask[at].nonzero()[0])
        return f"seat {self.seat[at]} may not take {named}; it may take {allowed}"

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError("it is closed")


def policies(table: ProgramTable, bots: Sequence[str | None]) -> list[int]:
    """Read who plays each seat.

    Raises:
        BadOptions: for a level that does not play in compiled code, too many, or where nobody is asked.
    """
    if isinstance(bots, str) or not 1 <= len(bots) <= table.seats:
        raise BadOptions("error.bots", most=table.seats, wanted=len(bots))
    found = []
    for seat in range(table.seats):
        name = bots[seat % len(bots)]
        level = None if name is None else level_of(name)
        if name is not None and level not in POLICIES:
            raise BadOptions("error.compiled_level", name=name, known=", ".join(POLICIES))
        found.append(loops.ASKED if level is None else POLICIES[level])
    if loops.ASKED not in found:
        raise BadOptions("error.nobody_asked")
    return found


def parted(n: int, threads: int) -> list[tuple[int, int]]:
    """Part so many matches among threads, as evenly as may be."""
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise BadOptions("error.at_least_one", value=threads)
    cuts = [n * part // min(n, threads) for part in range(min(n, threads) + 1)]
    return list(pairwise(cuts))
