"""What is written under a two that a court card has lifted."""

from __future__ import annotations

import pytest

import torite
from tests.clauses import clause
from tests.games.ambition.builders import act, position
from torite.games.ambition.display import captions


@clause("AMB-5.1", "AMB-5.2")
@pytest.mark.parametrize(
    ("cards", "lifted"), [(("H4", "H2", "HK"), "H2"), (("H2", "HA"), "H2"), (("H4", "H2"), ""), (("H4", "HK"), "")]
)
def test_a_lifted_two_says_why_it_is_the_strongest(cards: tuple[str, ...], lifted: str) -> None:
    """As soon as both lie there, whichever came first."""
    hands = [
        f"{card} C{rank} C{rank + 1}" for card, rank in zip((*cards, "H5", "H6", "H7")[:4], (3, 5, 7, 9), strict=True)
    ]
    s = position(*hands)
    for card in cards:
        act(s, card)
    pack = torite.Match("ambition").game.pack
    assert {pack.kind(lifted): "lifted"} == captions(s) if lifted else captions(s) == {}
