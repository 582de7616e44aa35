"""OpenSpiel's C++ search meets ours in Hearts: its states are made from views, and it answers what is allowed."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspiel")

from torite.lab import BotFails, arena

ENGINE = "benchmarks.peers.hearts_ismcts:ismcts"

pytestmark = pytest.mark.compiles(game="hearts")


def test_it_plays_deals() -> None:
    """Each of its choices is looked at before it is done, and each state of theirs takes what was played."""
    bots = ["steady", f"{ENGINE},simulations=20"]
    found = arena("hearts", bots, 2, options={"pass_cards": "no"}, seed=1)
    assert found.bots[1]["choices"] == 2 * 6 * 26


def test_it_plays_by_the_clock() -> None:
    found = arena("hearts", ["steady", f"{ENGINE},seconds=0.001"], 1, options={"pass_cards": "no"})
    assert found.pairs[0]["deals"] == 1


def test_it_says_what_it_does_not_play() -> None:
    with pytest.raises(BotFails, match="pass_cards=no"):
        arena("hearts", ["steady", ENGINE], 1)
