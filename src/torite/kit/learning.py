"""Makes what is learned (`torite.kit.learned`): networks, from positions and how well it went after them; and tables of
traits, from what a search thought of each choice.

Nothing is drawn but by seeds, so that the same games make the same on one machine.
"""

from __future__ import annotations

from typing import Any

from torite.kit.learned import HIDDEN, SCALE

BATCH, RATE, LAST_RATE = 1024, 2e-3, 2e-4  # descriptions of a step, and how far it goes, at first and in the end
FORGETS, FORGETS_SQUARES = 0.9, 0.999  # of the mean gradient, and of its squares


class Learner:
    """A network that learns, by Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015).

    Args:
        inputs: how many numbers describe a position.
        seed: of its first weights, and of the order in which it learns.
    """

    def __init__(self, inputs: int, seed: int) -> None:
        import numpy

        self._random = numpy.random.default_rng(seed)
        spread = inputs**-0.5
        shapes = ((inputs, HIDDEN), (HIDDEN,), (HIDDEN,), (1,))
        self._weights = [
            self._random.normal(0, spread, shape).astype(numpy.float32) * (number % 2 == 0)
            for number, shape in enumerate(shapes)
        ]

    @property
    def net(self) -> Any:
        """The network as `learned_chance` reads it: int64[size_of_net(inputs)]."""
        import numpy

        first, before, counts, last = self._weights
        parts = (first.ravel() * SCALE, before * SCALE, counts * SCALE, last * SCALE * SCALE)
        return numpy.rint(numpy.concatenate(parts)).astype(numpy.int64)

    def learn(self, described: Any, well: Any, rounds: int) -> float:
        """Learn from positions, each so often; return the mean loss of the last round, in nats.

        Args:
            described: int8[positions, inputs].
            well: int8[positions], how well it went, in per cent.
            rounds: how often each is looked at.
        """
        import numpy

        means = [numpy.zeros_like(weights) for weights in self._weights]
        squares = [numpy.zeros_like(weights) for weights in self._weights]
        batches = len(described) // BATCH
        steps, loss = 0, 0.0
        for _ in range(rounds):
            order, loss = self._random.permutation(len(described)), 0.0
            for number in range(batches):
                chosen = order[number * BATCH : (number + 1) * BATCH]
                rate = RATE + (LAST_RATE - RATE) * steps / (rounds * batches)
                steps += 1
                lost, slopes = self._slopes(
                    described[chosen].astype(numpy.float32), well[chosen].astype(numpy.float32) / 100
                )
                loss += lost / batches
                for weights, mean, square, slope in zip(self._weights, means, squares, slopes, strict=True):
                    mean += (1 - FORGETS) * (slope - mean)
                    square += (1 - FORGETS_SQUARES) * (slope**2 - square)
                    unbiased = mean / (1 - FORGETS**steps)
                    weights -= rate * unbiased / (numpy.sqrt(square / (1 - FORGETS_SQUARES**steps)) + 1e-8)
        return loss

    def _slopes(self, x: Any, well: Any) -> tuple[float, list[Any]]:
        """Return the loss of a batch, and how it rises with each weight."""
        import numpy

        first, before, counts, last = self._weights
        nodes = numpy.maximum(x @ first + before, 0)
        chance = 1 / (1 + numpy.exp(-numpy.clip(nodes @ counts + last, -20, 20)))
        loss = -(well * numpy.log(chance + 1e-9) + (1 - well) * numpy.log(1 - chance + 1e-9)).mean()
        over = ((chance - well) / len(x)).astype(numpy.float32)
        back = numpy.outer(over, counts) * (nodes > 0)
        return float(loss), [x.T @ back, back.sum(0), nodes.T @ over, over.sum(keepdims=True)]


STEPS, STEP = 300, 0.03  # of fitting a table, and how far one goes
SMALL = 1e-7  # how much a line costs by its size
UNIT = 1000  # of a table, for a factor of e between two choices


def fit_table(described: Any, begins: Any, shares: Any, lines: int) -> tuple[Any, float]:
    """Fit a table to choices, by softmax; return it, and the mean loss of a decision, in nats.

    Args:
        described: int64[choices, traits], the lines of each choice; those of a decision follow one another.
        begins: int64[decisions], the first choice of each.
        shares: float64[choices], what part of a decision's looks each choice had.
        lines: of the table.
    """
    import numpy

    sizes = numpy.diff(numpy.append(begins, len(described)))
    table, mean, square = numpy.zeros((3, lines))
    loss = 0.0
    for step in range(1, STEPS + 1):
        worth = table[described].sum(axis=1)
        chance = numpy.exp(worth - numpy.repeat(numpy.maximum.reduceat(worth, begins), sizes))
        chance /= numpy.repeat(numpy.add.reduceat(chance, begins), sizes)
        loss = float(-(shares * numpy.log(chance + 1e-12)).sum() / len(begins))
        slopes = SMALL * table
        for trait in described.T:
            slopes += numpy.bincount(trait, (chance - shares) / len(begins), lines)
        mean += (1 - FORGETS) * (slopes - mean)
        square += 10 * (1 - FORGETS_SQUARES) * (slopes**2 - square)
        unbiased = square / (1 - (1 - 10 * (1 - FORGETS_SQUARES)) ** step)
        table -= STEP * mean / (1 - FORGETS**step) / (numpy.sqrt(unbiased) + 1e-12)
    return numpy.rint(UNIT * table).clip(-(1 << 15), (1 << 15) - 1).astype(numpy.int64), loss
