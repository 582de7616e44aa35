"""Counts of legal sequences from fixed deals pin `legal` and `act` together."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.perft import brute, remake
from tests.perft.positions import Position, files, parse, positions, read
from torite.games import games

POSITIONS = positions()
CUCUMBER = games()["cucumber"]
each = pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.id)


@each
def test_counts(position: Position) -> None:
    """The rules allow so many sequences."""
    assert position == position.counted(len(position.counts))


@pytest.mark.parametrize(
    "position", [p for p in POSITIONS if p.variant in CUCUMBER.variants], ids=lambda position: position.id
)
def test_brute_force_counts_the_same(position: Position) -> None:
    """The naive second reading of the clauses allows as many."""
    assert list(position.counts) == brute.counts(position, len(position.counts))


@pytest.mark.full
@each
def test_text_is_read_back(position: Position) -> None:
    """Six lines, written as they were read."""
    assert len(position.text.splitlines()) == 6
    assert parse(position.text) == position


def test_every_variant_has_a_position() -> None:
    """Each variant is counted from some deal, and each position has a name of its own."""
    assert {position.variant for position in POSITIONS} >= set(CUCUMBER.variants)
    assert not [name for name, times in Counter(position.id for position in POSITIONS).items() if times > 1]


@pytest.mark.slow
def test_remade_files_do_not_differ(capsys: pytest.CaptureFixture[str]) -> None:
    """The files are as the command writes them; it would show what differs."""
    assert all(read(file) for file in files())
    assert remake.main([]) == 0
    assert capsys.readouterr().out == ""
