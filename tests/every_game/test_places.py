"""Where a seat may take unseen pieces to be: all of them somewhere, the truth never ruled out, and nothing told."""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

import pytest

from tests.conftest import Many
from tests.every_game.test_non_interference import again, somewhere
from tests.redealing import Deal, lying
from tests.strategies import Table, deals_nothing, play_on, small_options, whole_now
from torite.study import Places, places_of
from torite.study.places import PARTS

FEW = 4 * PARTS  # worlds
MODULE = sys.modules["torite.study.places"]  # its function bears the same name


def unseen_in(state: Any, seen: Any) -> dict[tuple[str, int], Counter[int]]:
    """Where the pieces lie that a view does not show."""
    hidden: dict[tuple[str, int], Counter[int]] = {}
    shown = lying(seen)
    for spot, kinds in lying(state).items():
        here = Counter(kinds) - Counter(kind for kind in shown.get(spot, ()) if kind >= 0)
        hidden.setdefault(spot[:2], Counter()).update(here)
    return hidden


def check_whole(found: Places, state: Any, seen: Any) -> None:
    """Every unseen piece lies somewhere, every place holds as many as it does, and the truth is possible."""
    truth = {at: kinds for at, kinds in unseen_in(state, seen).items() if kinds}
    pack = state.layout.pack
    assert {(one.field, max(0, one.owner)): one.unseen for one in found.places} == {
        at: kinds.total() for at, kinds in truth.items()
    }
    copies = sum(truth.values(), Counter())
    assert {pack.kind(one.code): one.copies for one in found.pieces} == copies
    for one in found.pieces:
        assert abs(sum(one.shares) - one.copies) < 1e-6
        assert all(-1e-9 <= share <= one.copies + 1e-9 for share in one.shares)
    for number, place in enumerate(found.places):
        assert abs(sum(one.shares[number] for one in found.pieces) - place.unseen) < 1e-6
        for kind in truth[place.field, max(0, place.owner)] if found.exact else ():
            one = next(one for one in found.pieces if pack.kind(one.code) == kind)
            assert one.shares[number] > 0.0, f"{one.code} lies in {place}"
    assert (found.error == 0.0) >= found.exact


@pytest.mark.long
def test_every_piece_lies_somewhere(table: Table, many: Many) -> None:
    """Anywhere in a match, for any seat."""
    chooser = table.chooser("places")
    match = table.match("places")
    for _ in range(many(8, 4)):
        whole_now(play_on(match, chooser, chooser.randrange(1, 3 * table.seats + 2)), chooser)
        seat = chooser.randrange(table.seats)
        seen = match.view(seat)
        check_whole(places_of(table.game, seen, seat, FEW), match.log.state, seen)


@pytest.mark.long
def test_no_position_of_a_deal_is_left_out(smallest: Table, many: Many) -> None:
    """Where chance is waited for, and between two deals, too."""
    chooser = smallest.chooser("each")
    match = smallest.match("each", manual=True)
    for _ in range(many(120, 40)):
        if match.over:
            break
        seat = chooser.randrange(smallest.seats)
        seen = match.view(seat)
        check_whole(places_of(smallest.game, seen, seat, PARTS), match.log.state, seen)
        whole_now(play_on(match, chooser, 1), chooser)


@pytest.mark.long
def test_a_redeal_changes_nothing_of_it(table: Table, many: Many) -> None:
    """Two states that a seat cannot tell apart give the same, to the last digit, be it counted or drawn."""
    if deals_nothing(table):
        return
    chooser = table.chooser("places, redealt")
    for number in range(many(6, 3)):
        match = somewhere(table, f"places {number}", chooser.randrange(1, 14))
        seat = chooser.randrange(table.seats)
        deal = Deal(match, seat)
        kinds = deal.redealt(chooser, 30)
        if kinds is not None:
            other = again(deal, kinds)
            assert places_of(table.game, match.view(seat), seat, FEW) == places_of(
                table.game, other.view(seat), seat, FEW
            )


def listed(deal: Deal) -> dict[tuple[str, int], dict[int, float]]:
    """How many of each kind are to be expected where, from all ways in which the deal could have gone."""
    total, expected = 0, dict[tuple[str, int], Counter[int]]()
    for state in deal.states():
        weight = deal._weight(state)
        total += weight
        for at, kinds in unseen_in(state, deal.seen).items():
            for kind, number in kinds.items():
                expected.setdefault(at, Counter())[kind] += weight * number
    return {at: {kind: one / total for kind, one in kinds.items()} for at, kinds in expected.items()}


@pytest.mark.long
def test_it_is_what_all_ways_to_deal_come_to(smallest: Table, many: Many) -> None:
    """On small positions, by a second way: each deal of the unseen pieces is played again, and those that fit count."""
    if deals_nothing(smallest):
        return
    table = Table(smallest.variant, smallest.seats, small_options(smallest.variant, smallest.seats))
    chooser = table.chooser("by hand")
    match = table.match("by hand")
    left = many(4, 2)
    for _ in range(80):
        if match.over or not left:
            break
        if Deal.fits(match):
            seat = chooser.randrange(table.seats)
            deal = Deal(match, seat)
            if deal.size() <= 400:
                left -= 1
                check_alike(places_of(table.game, match.view(seat), seat, FEW), listed(deal), table)
        whole_now(play_on(match, chooser, 1), chooser)


def check_alike(found: Places, expected: dict[tuple[str, int], dict[int, float]], table: Table) -> None:
    for one in found.pieces:
        for place, share in zip(found.places, one.shares, strict=True):
            here = expected.get((place.field, max(0, place.owner)), {}).get(table.game.pack.kind(one.code), 0.0)
            within = 1e-6 if found.exact else one.copies * 3 * found.error
            assert abs(share - here) <= within, (one.code, place, share, here)


@pytest.mark.long
def test_what_is_drawn_agrees_with_what_is_counted(usual: Table, many: Many, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within the interval: all but some of the shares, and none is far beyond it."""
    chooser = random.Random(1)
    match = usual.match("drawn")
    for number in range(many(3, 2)):
        whole_now(play_on(match, chooser, chooser.randrange(1, 6 * usual.seats)), chooser)
        seat = chooser.randrange(usual.seats)
        exact = places_of(usual.game, match.view(seat), seat)
        if not exact.exact or not exact.places:
            continue
        with monkeypatch.context() as patched:
            patched.setattr(MODULE, "_counted", lambda looked: None)
            patched.setattr(MODULE, "_listed", lambda *looked: None)
            drawn = places_of(usual.game, match.view(seat), seat, 400, seed=number)
        assert (drawn.exact, drawn.worlds) == (False, 400)
        apart = [
            abs(one - other)
            for mine, theirs in zip(exact.pieces, drawn.pieces, strict=True)
            for one, other in zip(mine.each, theirs.each, strict=True)
        ]
        assert max(apart) <= 2 * drawn.error
        assert sum(one > drawn.error for one in apart) <= 0.1 * len(apart)
