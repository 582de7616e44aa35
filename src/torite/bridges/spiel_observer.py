"""What a seat observes, for OpenSpiel: one flat tensor, named views of its parts, and a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyspiel

from torite.bridges.spiel_context import PADDING, PAST, Context, bytes_of
from torite.vector.observation import ObservationPart

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLAYER = "player"


class Observer:
    """Writes observations, in the manner of `open_spiel.python.observation`.

    Args:
        context: what is played.
        kind: what is observed: what everybody sees, and what one seat, or each, sees beside it; with perfect recall
            also the last actions, so many as the game was told to recall.

    Attributes:
        tensor: float32[size].
        dict: views of it by name: `player`, whose observation it is, one of so many; then the parts of
            `torite.vector.observation`, in which seats stand from the observer on. Where each seat's private parts are
            in it, those of the next seat are `next1.hand`.
    """

    def __init__(self, context: Context, kind: Any) -> None:
        import numpy

        self._context, self._kind = context, kind
        self._offsets = self._whose(kind.private_info)
        self._heads = [("", self._chosen(0 in self._offsets, kind.public_info))]
        self._heads += [(f"next{offset}.", self._chosen(True, False)) for offset in self._offsets if offset]
        self.dict: dict[str, NDArray[numpy.float32]] = {}
        shapes: list[tuple[str, tuple[int, ...]]] = [(PLAYER, (context.table.seats,))]
        shapes += [(head + part.name, part.shape) for head, parts in self._heads for part in parts]
        sizes = [int(numpy.prod(shape)) for _, shape in shapes]
        self.tensor: NDArray[numpy.float32] = numpy.zeros(sum(sizes), numpy.float32)
        at = 0
        for (name, shape), size in zip(shapes, sizes, strict=True):
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size
        self._bytes = [bytes_of(parts) for _, parts in self._heads]
        self._scales = [context.table.observation.scale[chosen] for chosen in self._bytes]

    def _whose(self, private: Any) -> tuple[int, ...]:
        if private == pyspiel.PrivateInfoType.NONE:
            return ()
        return (0,) if private == pyspiel.PrivateInfoType.SINGLE_PLAYER else tuple(range(self._context.table.seats))

    def _chosen(self, private: bool, common: bool) -> list[ObservationPart]:
        """List the parts of one seat that are observed."""
        found = []
        for part in self._context.table.observation.parts:
            if part.name == PAST:
                wanted = private and common and self._kind.perfect_recall
            else:
                wanted = part.name != PADDING and (common if self._context.is_common(part) else private)
            if wanted:
                found.append(part)
        return found

    def set_from(self, state: Any, player: int) -> None:
        """Write what a seat observes into the tensor."""
        trajectory, seats = state.trajectory, self._context.table.seats
        tensor = self.tensor
        tensor[:seats] = 0
        tensor[player] = 1
        at = seats
        for offset, chosen, scale in zip((0, *self._offsets[1:]), self._bytes, self._scales, strict=True):
            seen = trajectory.seen((player + offset) % seats)
            tensor[at : at + len(chosen)] = seen[chosen]
            tensor[at : at + len(chosen)] *= scale
            at += len(chosen)

    def string_from(self, state: Any, player: int) -> str:
        """Write what a seat observes as a text."""
        trajectory, context, seats = state.trajectory, self._context, self._context.table.seats
        recalls = self._kind.perfect_recall and self._kind.public_info
        if recalls and self._offsets == (0,):
            return trajectory.information_text(player)
        lines = [f"seat {player}"]
        for offset, chosen in zip((0, *self._offsets[1:]), self._bytes, strict=True):
            lines.append(context.view_text(trajectory.seen((player + offset) % seats), chosen))
        if recalls:
            lines += [trajectory.history_text((player + offset) % seats) for offset in self._offsets]
            lines += [] if self._offsets else [trajectory.told_to_all()]
        return "\n".join(lines)
