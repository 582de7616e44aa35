"""What is taken back leaves no trace but its entry; it can be taken back while nobody has learnt anything."""

from __future__ import annotations

from collections import Counter

import pytest

import torite
from tests.conftest import Many
from tests.redealing import lying
from tests.strategies import Table, differing, play_on, say_twice, whole_now
from torite.kit import DONE
from torite.match import Match
from torite.worlds import SPECTATOR, view
from torite.worlds.sampler import Sampler

WORLDS = 60


def unlike(match: Match, other: Match) -> list[int]:
    """List the viewers whose histories differ in the two matches, and all of them where the states do."""
    viewers = [*range(match.seats), SPECTATOR]
    unlike_viewers = [viewer for viewer in viewers if match.history(viewer) != other.history(viewer)]
    return viewers if differing(match.log.state, other.log.state) else unlike_viewers


def knowledge(match: Match, seat: int) -> Counter[int]:
    """Count the pieces that a seat sees, by kind."""
    return Counter(kind for kinds in lying(match.view(seat)).values() for kind in kinds if kind >= 0)


def tells_something(match: Match, length: int, seat: int) -> bool:
    """Tell whether an entry stands once it is taken, or would have led to another view from some other world.

    With the end of a match its key is told, and with that all that chance did.
    """
    if match.over or match.game.verbs.verb(match.log[length].actions[0]).final:
        return True
    before = torite.read(torite.write(match, True))
    before.undo(seat, free=True)
    sampler, seen = Sampler(match.game, before.view(seat), seat, compiled=False), []
    for _ in range(WORLDS):
        world = sampler.world()
        for action in match.log[length].actions:
            match.game.rules.act(world, seat, action)
        seen.append(view(match.game, world, seat).to_words()[: match.game.layout.words])
    return any(words != seen[0] for words in seen)


def test_undo_restores_the_same_bytes(table: Table, many: Many) -> None:
    """An action that turned nothing up is taken back as if it had not been; only the log knows."""
    chooser, match = table.chooser("undo"), table.match("undo")
    for _ in range(many(12, 6)):
        if match.over:
            break
        seat = chooser.choice(match.actors)
        before, seen, length = match.log.state.copy(), knowledge(match, seat), len(match.log)
        histories = [match.history(viewer) for viewer in range(-1, table.seats)]
        match.act(seat, chooser.choice(match.actions(seat)))
        while match.gestures.begun(seat):
            match.act(seat, chooser.choice(match.actions(seat)))
        chance = any(entry.chance for entry in match.log[length:])
        own = sum(len(entry.actions) for entry in match.log[length:])
        if chance or knowledge(match, seat) - seen:
            with pytest.raises(torite.IllegalMove) as caught:
                match.undo(seat)
            say_twice(caught.value)
            assert not match.may_undo(seat)
            continue
        assert own
        if not match.may_undo(seat):
            assert tells_something(match, length, seat)
            continue
        for other in range(table.seats):
            if other != seat:
                assert not match.may_undo(other)
                with pytest.raises(torite.IllegalMove):
                    match.undo(other)
        match.undo(seat)
        assert [] == differing(before, match.log.state)
        assert histories == [match.history(viewer) for viewer in range(-1, table.seats)]
        assert length + 2 == len(match.log)
        again = torite.read(torite.write(match, True))
        assert [] == unlike(match, again)
        whole_now(play_on(match, chooser, 1), chooser)


def test_a_draft_is_taken_back_whole(table: Table, many: Many) -> None:
    """The parts of a gesture that is begun go back at once, without an entry."""
    chooser, match = table.chooser("draft"), table.match("draft")
    for _ in range(many(30, 12)):
        if match.over:
            break
        seat = chooser.choice(match.actors)
        before, length, open_now = match.view(seat), len(match.log), match.actions(seat)
        match.act(seat, chooser.choice(open_now))
        if match.gestures.begun(seat):
            assert match.may_undo(seat)
            match.undo(seat)
            assert (length, open_now) == (len(match.log), match.actions(seat))
            assert [] == differing(before, match.view(seat))
            match.act(seat, chooser.choice(open_now))
            whole_now(match, chooser)


def test_chance_comes_out_the_same_again(table: Table, many: Many) -> None:
    """In a lesson everything can be taken back; the same actions then meet the same chance."""
    chooser = table.chooser("again")
    match = whole_now(play_on(table.match("again"), chooser, many(40, 20)), chooser)
    entries, state = match.log.standing, match.log.state.copy()
    seat = next((entry.seat for entry in entries if entry.seat >= 0), -1)
    assert seat >= 0
    for _ in range(len(entries)):
        if not match.may_undo(seat, free=True):
            break
        match.undo(seat, free=True)
    kept = len(match.log.standing)
    assert kept < len(entries)
    assert not any(entry.seat == seat for entry in match.log.standing)
    for entry in entries[kept:]:
        if entry.seat >= 0:
            match.act(entry.seat, match.game.verbs.gesture_text(entry.actions))
    facts = [(e.seat, e.chance, e.outcome, sorted(set(e.actions) - {DONE}), e.notes) for e in entries]
    assert facts == [
        (e.seat, e.chance, e.outcome, sorted(set(e.actions) - {DONE}), e.notes) for e in match.log.standing
    ]
    assert [] == differing(state, match.log.state)
