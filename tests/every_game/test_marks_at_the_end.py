"""Where no trick lies, and over the account of a deal, nothing is said of who is winning a trick, or led to it."""

from tests.strategies import Table
from torite import lay_out
from torite.scenes.labels import legend

OF_TRICK = {"leader", "best_seat", "gains"}
DEALS, STEPS = 2, 900


def test_fields_declare_that_they_tell_of_a_trick(table: Table) -> None:
    """Where each is declared, and no other way."""
    marks = legend(table.game, "en").marks
    assert {mark.field for mark in marks if mark.of_trick} == {mark.field for mark in marks} & OF_TRICK


def test_marks_of_a_trick_go_with_it(table: Table) -> None:
    """At each end of a deal, and of the match; and before the first lead, whatever the fields still hold."""
    match, chooser, tricks = table.match(1, pause=True), table.chooser("marks", 1), table.game.tricks
    ends = 0
    for _ in range(STEPS):
        ended = match.over or match.log.deal_over
        if ended or not (tricks and any(map(any, getattr(match.public, tricks.trick)))):
            marks = {mark.name for seat in lay_out(match).seats for mark in seat.marks}
            assert not marks & OF_TRICK
            ends += ended
        if match.over or ends == DEALS:
            break
        if match.turns.awaits_chance:
            match.go_on()
        else:
            match.act(match.actors[0], chooser.choice(match.actions(match.actors[0])))
    assert ends
