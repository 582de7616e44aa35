"""What `make bench` times can be prepared, and does some work."""

from __future__ import annotations

import pytest

from benchmarks import ours


@pytest.mark.long
def test_a_dealt_game_is_played_out() -> None:
    played, seconds = ours.playouts("hearts", ours.NO_PASS)(1)
    assert played > 0
    assert played % (52 * ours.PLAYOUTS) == 0
    assert seconds > 0
