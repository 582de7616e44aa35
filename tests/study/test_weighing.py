"""What the choices at a position are worth: as an analysis says, a few times at a time."""

from __future__ import annotations

import pytest

from tests.strategies import Table
from tests.study.test_analysis import played, short, with_variations
from torite.errors import BadRecord
from torite.match import Entry, Match
from torite.records import Study
from torite.study import analyse, analyse_variations, weigh
from torite.study.analysis import NotOver


@pytest.mark.compiles
def test_a_position_is_weighed_as_it_is_judged_whether_at_once_or_bit_by_bit() -> None:
    """The figures of variations and of the match, to the last digit; also where nothing was taken yet."""
    study = with_variations()
    judged = [(0, one) for one in analyse(study.match, iterations=60, times=3).decisions]
    for varied in analyse_variations(study, iterations=60, times=3):
        # a variation begins with a position of what it begins in: there another choice was taken
        judged += [(varied.variation.number, one) for one in varied.decisions]
    for of, decision in judged:
        first = weigh(study, decision.entry, of, times=2, iterations=60)
        (one,) = weigh(study, decision.entry, of, first, times=3, iterations=60)
        begins = of and decision.entry == study.variations[of - 1].step
        assert (one.seat, one.part, one.taken == decision.taken or begins) == (decision.seat, decision.part, True)
        assert (tuple(one.choices), one.unit, one.exact) == (decision.choices, decision.unit, decision.exact)
        assert len(first[0].weighed) == 2 or one.exact
    last = study.variations[0]
    (one,) = weigh(study, last.end, 1, times=2, iterations=60)
    assert one.taken == ""
    assert {choice.code for choice in one.choices} <= {str(a) for a in study.at(last.end, 1).actions(one.seat)}


@pytest.mark.compiles
def test_the_choices_of_every_game_can_be_weighed(usual: Table) -> None:
    """Of who acted, and where nothing is played yet of each who is to: as often as was asked, or once if calculated."""
    match = played(usual.match(2))
    for entry in [one for one in match.log.renumbered if one.seat >= 0][:1]:
        varied = Study(match).vary(entry.number, [_line(match, entry)])
        end = varied.at(entry.number + 1, 1)
        for of, step, acting in ((0, entry.number, [entry.seat]), (1, entry.number + 1, end.actors)):
            for one in weigh(varied, step, of, times=2, iterations=3):
                assert one.seat in acting
                assert bool(one.taken) == (not of)
                assert len(one.weighed) == (1 if one.exact else 2)
                assert all(choice.loss >= -1e-9 for choice in one.choices)


def _line(match: Match, entry: Entry) -> str:
    return f"{entry.seat}: {match.game.verbs.gesture_text(entry.actions)}"


def test_nothing_is_weighed_of_what_is_not_over_not_there_or_has_no_choice() -> None:
    going = Match("agurk", seats=2, seed=3)
    with pytest.raises(NotOver):
        weigh(Study(going), 1)
    match = short()
    for step, of in ((-1, 0), (len(match.log) + 1, 0), (0, 1), (0, -1)):
        with pytest.raises(BadRecord):
            weigh(Study(match), step, of)
    assert [] == weigh(Study(match), len(match.log.standing))
    assert [] == weigh(Study(match), 0), "chance is to deal"
