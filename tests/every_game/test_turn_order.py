"""One order of asking: a match asks whom the kernel of all loops asks, for the same actions; and a gesture is whole."""

from __future__ import annotations

import pytest

from tests.conftest import Many
from tests.strategies import Table
from torite.errors import IllegalMove
from torite.kernel import slots
from torite.kit import Actions
from torite.kit.actions import WAIT
from torite.kit.turn_order import decide
from torite.match import Match

Asked = tuple[int, list[int], bool]


def by_the_kernel(match: Match, waited: set[int]) -> Asked:
    """Whom playouts, search and simulation ask in this state, and for what."""
    may = Actions(match.game.verbs.words)
    mask = sum(1 << seat for seat in waited)
    seat = match.game.binding.interpreted(decide)(match.log.trial(), mask, may)
    return seat, [number for number in may.listed() if number != WAIT], WAIT in may


def as_written(match: Match, waited: set[int]) -> Asked:
    """Offers first, clockwise from the first actor; then the first actor's duty; where nobody has one, an offer."""
    first = match.actors[0]
    clockwise = [(first + step) % match.seats for step in range(match.seats)]
    offers = {seat: [one.number for one in match.actions(seat) if one.offer] for seat in clockwise}
    duties = {seat: [one.number for one in match.actions(seat) if not one.offer] for seat in match.actors}
    for seat in clockwise:
        if offers[seat] and seat not in waited and not match.gestures.begun(first):
            return seat, offers[seat], True
    for seat in match.actors:
        if duties[seat]:
            return seat, duties[seat], False
    return first, offers[first], False


def test_a_match_asks_as_the_kernel_does(table: Table, many: Many) -> None:
    """After every entry and every offer let pass, also in the midst of a gesture."""
    match, chooser, waited = table.match("order"), table.chooser("order"), set[int]()
    for _ in range(many(400, 60)):
        choice = match.turns.next(waited)
        if choice is None:
            assert match.over
            return
        told = choice.seat, [action.number for action in choice.actions], choice.offer
        assert as_written(match, waited) == told
        if not any(match.gestures.begun(seat) for seat in range(match.seats)):
            assert by_the_kernel(match, waited) == told
        if choice.offer and chooser.random() < 0.7:
            waited.add(choice.seat)
        else:
            match.act(choice.seat, chooser.choice(choice.actions))
            waited = waited if match.gestures.begun(choice.seat) else set()


def test_playouts_ask_for_all_duties(table: Table, many: Many) -> None:
    """What they let pass they need not look for, but no duty is left out."""
    match, chooser = table.match("duties"), table.chooser("duties")
    game = match.game
    offers = Actions(game.verbs.words)
    offers[:] = game.verbs.offers
    for _ in range(many(400, 60)):
        if match.over:
            return
        for seat in match.actors:
            found = []
            for rule in (slots.legal, slots.duties):
                may = Actions(game.verbs.words)
                game.binding.interpreted(rule)(match.log.trial(), seat, may)
                found.append([number for number in may.listed() if number not in offers])
            assert found[0] == found[1]
        seat = chooser.choice(match.actors)
        match.act(seat, chooser.choice(match.actions(seat)))


def test_all_asked_end_with_who_must_act(table: Table, many: Many) -> None:
    """Everybody once; who must act first is the last."""
    match, chooser = table.match("asked"), table.chooser("asked")
    for _ in range(many(100, 20)):
        if match.over:
            return
        asked = list(match.turns.asked())
        assert [False] == [choice.offer for choice in asked if not choice.offer]
        assert match.turns.must_act[0] == asked[-1].seat
        assert len({(choice.seat, choice.offer) for choice in asked}) == len(asked)
        match.act(asked[-1].seat, chooser.choice(asked[-1].actions))


def test_a_part_alone_is_not_whole(table: Table, many: Many) -> None:
    """It is refused and changes nothing; where the same is complete it is taken."""
    match, chooser = table.match("whole"), table.chooser("whole")
    for _ in range(many(200, 30)):
        choice = match.turns.next(range(match.seats))
        if choice is None:
            return
        action = chooser.choice(choice.actions)
        if action.partial:
            with pytest.raises(IllegalMove, match="only a part"):
                match.act(choice.seat, action, whole=True)
            assert not match.gestures.begun(choice.seat)
            parts = [action.code.removesuffix(" +")]
            while not (drafted := match.gestures.draft(choice.seat, parts))["complete"]:
                parts.append(chooser.choice(drafted["may"]))
            match.act(choice.seat, drafted["parts"], whole=True)
        else:
            match.act(choice.seat, action, whole=True)
        assert not match.gestures.begun(choice.seat)
