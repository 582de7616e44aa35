"""Why a choice is advised is told in every language, the same to whoever knows the same, and is true."""

import pytest

from tests.strategies import Table
from torite.scenes.reasons import because, taker
from torite.words import LANGUAGES

STEPS = 160


@pytest.mark.long
def test_what_is_said_of_a_trick_is_so(table: Table) -> None:
    """Whoever is said to take it takes it; and every reason can be worded."""
    match, chooser = table.match(3), table.chooser("reasons", 3)
    for _ in range(STEPS):
        if match.over:
            break
        seat = match.actors[0]
        code = chooser.choice(match.actions(seat)).code
        told = [because(match, seat, code.removesuffix(" +"), language) for language in LANGUAGES]
        assert bool(told[0]) == bool(told[1])
        expected = taker(match, seat, code.removesuffix(" +"))
        before = len(match.log)
        match.act(seat, code)
        takers = [
            note.seat
            for entry in match.log.backwards()
            if entry.number >= before
            for note in entry.notes
            if note.line.key == "takes"
        ]
        if expected is not None and not code.endswith("+"):
            assert [expected] == takers, code
