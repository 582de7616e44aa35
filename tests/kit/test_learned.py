"""Networks that estimate positions: the same compiled and not, kept in files as they are, and learned from examples."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy
import pytest

from torite.games import find
from torite.kit.learned import (
    CERTAIN,
    HIDDEN,
    SCALE,
    learned_chance,
    read_net,
    read_table,
    size_of_net,
    starts_of,
    write_net,
    write_table,
)
from torite.kit.learning import UNIT, Learner, fit_table

INPUTS = 5


def some_net(seed: int) -> list[int]:
    return [int(n) for n in numpy.random.default_rng(seed).integers(-SCALE // 8, SCALE // 8, size_of_net(INPUTS))]


def test_a_node_counts_only_where_it_is_above_its_threshold() -> None:
    """One input of weight 2, a threshold of 3, which counts for 1.5: from 2 on it tells."""
    net = [0] * size_of_net(INPUTS)
    net[0], net[INPUTS * HIDDEN], net[(INPUTS + 1) * HIDDEN] = 2 * SCALE, -3 * SCALE, SCALE * 3 // 2
    net[-1] = -SCALE * SCALE
    for value, odds in ((0, -1.0), (1, -1.0), (2, 0.5), (3, 3.5)):
        chance = CERTAIN / (1 + numpy.exp(-odds))
        assert chance == pytest.approx(learned_chance([value, 0, 0, 0, 0], net), abs=1)


def test_what_is_beyond_the_curve_is_certain() -> None:
    net = [0] * size_of_net(INPUTS)
    for sign, chance in ((1, CERTAIN), (-1, 0)):
        net[-1] = sign * 1000 * SCALE * SCALE
        assert chance == pytest.approx(learned_chance([0] * INPUTS, net), abs=4)


@pytest.mark.compiles(game="emissary")
def test_compiled_code_says_the_same() -> None:
    compiled = find("emissary")[0].binding.compiled(learned_chance, playout=True)
    drawn = numpy.random.default_rng(3)
    for seed in range(5):
        net = some_net(seed)
        for x in drawn.integers(-12, 30, (20, INPUTS)):
            words = [int(n) for n in x]
            assert learned_chance(words, net) == compiled(numpy.array(words), numpy.array(net))


def test_a_file_holds_what_was_written(tmp_path: Path) -> None:
    net, file = some_net(1), tmp_path / "learned.bin"
    write_net(file, net)
    assert tuple(net) == read_net(file, INPUTS)
    with pytest.raises(struct.error):
        read_net(file, INPUTS + 1)


def test_it_learns_what_no_sum_can_tell() -> None:
    """Whether just one of two numbers is 1, seen through noise: 90 % where it is, 10 % where not."""
    drawn = numpy.random.default_rng(2)
    described = drawn.integers(0, 2, (20_000, INPUTS)).astype(numpy.int8)
    right = described[:, 0] != described[:, 1]
    well = numpy.where(drawn.random(len(right)) < numpy.where(right, 0.9, 0.1), 100, 0).astype(numpy.int8)
    learner = Learner(INPUTS, seed=1)
    before = learner.learn(described, well, 1)
    assert learner.learn(described, well, 80) < before
    net = [int(n) for n in learner.net]
    for first in (0, 1):
        for second in (0, 1):
            for rest in (0, 1):
                chance = learned_chance([first, second, rest, rest, rest], net) / CERTAIN
                assert (0.9 if first != second else 0.1) == pytest.approx(chance, abs=0.05)


def test_it_learns_how_well_it_goes() -> None:
    """Not only whether: what goes half well is worth one half."""
    described = numpy.tile(numpy.array([[0] * INPUTS, [1] * INPUTS], dtype=numpy.int8), (3000, 1))
    well = numpy.tile(numpy.array([50, 25], dtype=numpy.int8), 3000)
    learner = Learner(INPUTS, seed=1)
    learner.learn(described, well, 30)
    chances = [learned_chance([n] * INPUTS, [int(n) for n in learner.net]) / CERTAIN for n in (0, 1)]
    assert [0.5, 0.25] == pytest.approx(chances, abs=0.03)


def test_the_same_seed_learns_the_same() -> None:
    described = numpy.random.default_rng(4).integers(0, 3, (4096, INPUTS)).astype(numpy.int8)
    nets = []
    for seed in (1, 1, 2):
        learner = Learner(INPUTS, seed)
        learner.learn(described, (50 * described[:, 0]).astype(numpy.int8), 2)
        nets.append(learner.net.tolist())
    assert nets[0] == nets[1] != nets[2]


def test_a_table_lies_in_its_file_behind_its_seal(tmp_path: Path) -> None:
    write_table(tmp_path / "table.bin", b"by these traits", [3, -4, 32_767, -32_768])
    assert (3, -4, 32_767, -32_768) == read_table(tmp_path / "table.bin", 4)
    assert (tmp_path / "table.bin").read_bytes().startswith(b"by these")
    with pytest.raises(struct.error):
        read_table(tmp_path / "table.bin", 5)
    assert (0, 2, 5) == starts_of((2, 3, 4))


def test_a_table_is_fitted_to_what_was_looked_at() -> None:
    """Of two traits, with two and three lines: what a line counts more comes out, where the choices tell."""
    rng, true = numpy.random.default_rng(1), numpy.array([0.0, 1.0, 0.0, -2.0, 0.5])
    described = numpy.stack([rng.integers(0, 2, 6000), 2 + rng.integers(0, 3, 6000)], axis=1)
    begins = numpy.arange(0, 6000, 3)
    worth = numpy.exp(true[described].sum(axis=1))
    shares = worth / numpy.repeat(numpy.add.reduceat(worth, begins), 3)
    table, loss = fit_table(described, begins, shares, len(true))
    assert table[1] - table[0] == pytest.approx(UNIT, abs=30)
    assert table[3] - table[2] == pytest.approx(-2 * UNIT, abs=30)
    assert table[4] - table[2] == pytest.approx(UNIT / 2, abs=30)
    least = -(shares * numpy.log(shares)).sum() / len(begins)
    assert loss == pytest.approx(least, abs=0.001)
