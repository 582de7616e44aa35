"""Cards that are called equal are equal: whichever is played first, the match goes on and ends alike."""

from __future__ import annotations

import random

import pytest

from tests.games.cucumber.builders import VARIANTS, seats_of
from torite import Match
from torite.scenes.reasons import equals

LONGEST = 150  #: entries of a match that is tried


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_whichever_of_equal_cards_is_played_all_goes_on_alike(variant: str) -> None:
    """CUC-1.2, 1.5: with the same chance and the same choices of the others, card for its equal, to the end."""
    chooser, tried = random.Random(f"alike {variant}"), 0
    one, other = (Match(variant, seats_of(variant)[-1], seed="alike") for _ in range(2))
    while not one.over and len(one.log) < LONGEST:
        seat = one.actors[0]
        codes, there = open_to(one, seat), open_to(other, seat)
        known = dict(zip([*codes, *there], equals(other, seat, [*codes, *there]), strict=True))
        assert {known[code] for code in codes} == {known[code] for code in there}
        code = chooser.choice(codes)
        others = [like for like in there if known[like] == known[code] and like != code]
        tried += bool(others)
        one.act(seat, code)
        other.act(seat, chooser.choice(others or [code]))
        assert one.actors == other.actors
        assert one.scores == other.scores
    assert one.over == other.over
    assert tried


def open_to(match: Match, seat: int) -> list[str]:
    """What a seat may choose, or the first parts of it."""
    return sorted({action.code.removesuffix("+").strip() for action in match.actions(seat)})


def test_what_a_card_costs_or_beats_tells_it_apart() -> None:
    """GURKA_IS-1.2: the six of clubs is no other six; AGURK-2.1: a joker above the aces is no ace."""
    six = Match("gurka-is", 2, seed=1)
    game, view = six.game, six.view(0)
    alike = {code: game.display.alike(view, game.pack.kind(code)) for code in ("C6", "S6", "H6")}
    assert alike["S6"] == alike["H6"] != alike["C6"]
    for variant, is_ace in (("agurk-joker", False), ("gurka-no-joker", True)):
        view = Match(variant, 3, seed=1).view(0)
        joker, ace = (game.display.alike(view, game.pack.kind(code)) for code in ("JR", "SA"))
        assert is_ace is (joker == ace)
