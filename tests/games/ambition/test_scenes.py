"""What players are shown and told: choices, prompts, status, marks, the log, the sheet, the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

import torite
from tests.aloud import legal
from tests.clauses import clause
from tests.games.ambition.builders import (
    OLD_NAME,
    REVISED_NAME,
    SUITS_OF_ONE,
    VIEWERS,
    passing,
    play,
    play_any,
    table,
    taking,
    zone,
)
from tests.looking import every_text, of_kind, sure
from torite import Match
from torite.scenes.choice_schema import Pick, Tap

LANGUAGES = ("en", "ja")
BOTH = pytest.mark.parametrize("language", LANGUAGES)
GIVEN = ("C2 S6 H10", "C3 S7 HJ", "C4 S8 HQ", "C5 S9 HK")


def scattering(seats: int = 4) -> Match:
    """A round in which a card goes to each opponent."""
    return table(seats=seats, round=seats, fourth_round="scatter")


def picks(m: Match, seat: int, language: str = "en") -> list[Pick]:
    """The choices of a seat, which are all to pick cards."""
    return [of_kind(Pick, one) for one in torite.lay_out(m, seat, language).choices]


# choices


@clause("AMB-3.1")
def test_choice_of_three_cards() -> None:
    """Pick just three of the hand."""
    m = table(round=1)
    (pick,) = picks(m, 2)
    assert ("pass", 3, 3) == (pick.verb, pick.least, pick.most)
    assert set(m.cards(2)) == set(pick.pieces)
    assert [] == picks(m, -1)
    m.act(2, "pass C4")
    (pick,) = picks(m, 2)
    assert (["C4"], False) == (pick.parts, pick.complete)


@clause("AMB-3.2", "AMB-3.4")
@pytest.mark.parametrize("seats", [3, 4])
def test_choice_tells_who_gets_the_cards(seats: int) -> None:
    """The neighbour of the round."""
    for round, step in ((1, 1), (2, seats - 1), (3, 2))[: seats - 1]:
        for seat in range(seats):
            assert [(seat + step) % seats] == [one.to for one in picks(table(seats=seats, round=round), seat)]


@clause("AMB-3.5", "AMB-3.6")
@pytest.mark.parametrize("seats", [3, 4])
@BOTH
def test_choice_of_a_card_for_each(seats: int, language: str) -> None:
    """One of a family for each opponent, who is named; who was served and what was given are offered no more."""
    m = scattering(seats)
    steps = {"pass left": 1, "pass across": 2, "pass right": seats - 1}
    if seats == 3:
        del steps["pass across"]
    for seat in range(seats):
        listed = picks(m, seat, language)
        assert {verb: (seat + step) % seats for verb, step in steps.items()} == {one.verb: one.to for one in listed}
        assert all(set(m.cards(seat)) == set(one.pieces) for one in listed)
        assert {("pass", 1, 1)} == {(sure(one.family).name, one.least, one.most) for one in listed}
        assert len({one.text for one in listed}) == len(listed)
    m.act(0, "pass right D3")
    left = torite.lay_out(m, 0, language).choices
    assert set(steps) - {"pass right"} == {one.verb for one in left}
    assert all(isinstance(one, Pick | Tap) and "D3" not in one.pieces for one in left)


@clause("AMB-4.1", "AMB-4.3")
def test_choice_of_a_card_to_play() -> None:
    """Tap one that is allowed."""
    m = play(table(), "D3")
    tap = of_kind(Tap, *torite.lay_out(m, 1).choices)
    assert ("play", ["D2", "D6", "D10"]) == (tap.verb, sorted(tap.pieces, key=lambda c: int(c[1:])))
    assert [] == torite.lay_out(m, 2).choices


# sentences


@clause("AMB-3.2", "AMB-3.5", "AMB-4.1", "AMB-4.3")
@BOTH
def test_prompts_differ_and_teach(language: str) -> None:
    """In every position another one."""
    prompts = [torite.lay_out(table(round=round), 0, language).prompt for round in (1, 2, 3)]
    prompts += [torite.lay_out(scattering(seats), 0, language).prompt for seats in (3, 4)]
    m = table("D3 C2", "CK SA S5 H2 HA C3 C4 C5 C6 C7 C8 C9 C10", "D4", "D5")
    prompts.append(torite.lay_out(m, 0, language).prompt)
    play(m, "D3")
    prompts.append(torite.lay_out(m, 1, language).prompt)
    play(m, "CK")
    prompts.append(torite.lay_out(m, 2, language).prompt)
    m = play_any(m, 2)
    prompts.append(torite.lay_out(m, m.actors[0], language).prompt)
    assert len(prompts) == len(set(prompts)), prompts
    assert all(prompts)
    assert "♦3" in prompts[5]


@clause("AMB-6.5", "AMB-7.6")
@BOTH
def test_goals_are_told(language: str) -> None:
    """How many points make a slam, by edition."""
    for variant, slam in ((OLD_NAME, "53"), (REVISED_NAME, "75")):
        m = table(variant=variant, round=1)
        assert slam in every_text([torite.lay_out(m, 0, language).status, torite.lay_out(m, -1, language).status])


@clause("AMB-6.1", "AMB-6.2", "AMB-6.3", "AMB-6.4", "AMB-6.5", "AMB-6.7")
@BOTH
def test_status_tells_how_one_stands(language: str) -> None:
    """Each of nil, too little, between, highest, slam, void another sentence."""

    def said(m: Match, seat: int) -> str:
        return " ".join(torite.lay_out(m, seat, language).status)

    m = play(table(), "D3 D6 D4 DK")
    found = [said(m, 0), said(m, 3)]
    m = taking(40, 25, 20, None, whole=False)
    points = list(m.public.points)
    most = points.index(max(points))
    found += [said(m, next(seat for seat in range(4) if 11 <= points[seat] < points[most])), said(m, most)]
    assert str(points[most]) in found[2]
    assert str(points[most]) in found[3]
    for line in (0, 1):
        m = table(*SUITS_OF_ONE, initial={"line": [line, 0, 0, 0], "slams": [line, 0, 0, 0]})
        while m.public.points[0] < 53:
            play_any(m, 4)
        found.append(said(m, 0))
    assert all(found)
    assert len(found) == len(set(found)), found


@clause("AMB-8.3")
@BOTH
def test_danger_of_the_last_strike_is_told(language: str) -> None:
    """To whom it threatens."""
    calm, danger = (torite.lay_out(table(initial={"strikes": [had, 0, 0, 0]}), 0, language) for had in (1, 3))
    assert len(danger.status) > len(calm.status)
    assert set(calm.status) <= set(danger.status)
    other = torite.lay_out(table(initial={"strikes": [0, 3, 0, 0]}), 0, language)
    assert calm.status == other.status


@clause("AMB-6.7", "AMB-7.7")
def test_a_slam_that_was_had_is_told() -> None:
    """Where another would be void, and only there."""

    def status(**options: Any) -> list[str]:
        given = {"line": [1, 0, 0, 0], "slams": [1, 0, 0, 0]}
        return torite.lay_out(table(initial=given, **options), 0).status

    assert status() != torite.lay_out(table(), 0).status
    assert status() == status(slam_repeat="once")
    assert status() != status(slam_repeat="unlimited")


@clause("AMB-4.7", "AMB-6.3")
def test_marks_tell_how_everybody_stands() -> None:
    """Whoever has the most, and who has no trick."""
    m = play(table(), "D3 D6 D4 DK", "CK C6 C3 C4")
    marks = [{mark.name: mark.text for mark in seat.marks} for seat in torite.lay_out(m, -1).seats]
    assert marks[0]["stands"] == marks[1]["stands"] == marks[2]["stands"]
    assert marks[3]["stands"] != marks[0]["stands"]
    gauge = next(gauge for gauge in torite.lay_out(m, -1).seats[0].gauges if gauge.name == "points")
    assert (m.public.points[0], 53) == (gauge.value, gauge.most)


@clause("AMB-3.2")
@BOTH
def test_log_tells_of_passing(language: str) -> None:
    """Own cards with their faces, others' by their number."""
    m = passing(*GIVEN[:1])
    assert all(card in torite.lay_out(m, 0, language).log[-1].text for card in ("♣2", "♠6", "♥10"))
    other = torite.lay_out(m, 1, language).log[-1].text
    assert "3" in other
    assert not any(glyph in other for glyph in "♣♠♥♦")


@clause("AMB-3.5")
@BOTH
def test_log_tells_of_scattering(language: str) -> None:
    """Own cards with whom they are for; others' not at all, and in one sentence."""
    m = scattering()
    m.act(0, "pass left C2 across S6 right H10")
    own = torite.lay_out(m, 0, language).log[-1].text
    for card, to in zip(("♣2", "♠6", "♥10"), ("left", "across", "right"), strict=True):
        assert card in own
        assert language != "en" or to in own.partition(card)[2].partition(".")[0]
    for viewer in (1, 2, 3, -1):
        other = torite.lay_out(m, viewer, language).log[-1].text
        assert not any(glyph in other for glyph in "♣♠♥♦")
        assert 1 == other.count({"en": "Seat 0", "ja": "席 0"}[language])


@clause("AMB-2.2", "AMB-2.4", "AMB-4.6")
def test_log_does_not_count_extra_points_twice() -> None:
    """A trick said to bring 16 is not said to bring 10 more."""
    m = play(table(variant=REVISED_NAME), "D3 D6 D4 DK")
    text = torite.lay_out(m, -1, "en").log[-1].text
    assert "16" in text
    assert "more" not in text
    text = torite.lay_out(taking(30, 25, 18, 12), -1, "en").log[-1].text
    assert "more for the last trick" not in text


# tricks, sheet and end


@clause("AMB-4.4")
@pytest.mark.parametrize("seats", [3, 4])
def test_last_trick_and_its_taker(seats: int) -> None:
    """In the order of play."""
    cards = "D3 D10 D4 D9" if seats == 4 else "D3 D8 D4"
    m = play_any(play(table(seats=seats), cards), 1)
    scene = torite.lay_out(m, -1)
    assert cards.split() == [one.pieces[0].code for one in sure(scene.last_trick)]
    assert 1 == scene.last_taker
    assert 1 == len(zone(m, -1, "trick", 1) or [])


@clause("AMB-6.3", "AMB-6.5", "AMB-8.1")
@BOTH
def test_sheet_has_a_row_for_each_round(language: str) -> None:
    """What each scored, and who was struck or slammed."""
    m = taking(30, 25, 18, 12)
    row = sure(torite.lay_out(m, -1, language).sheet)[-1]
    assert [0, 25, 18, 12] == list(row.changes)
    assert [0, 25, 18, 12] == list(row.scores)
    assert "highest" in [note.line.key for note in m.score_sheet.deals[-1].notes]
    assert "slam" in [note.line.key for note in taking(55, 20, 10, None).score_sheet.deals[-1].notes]


@clause("AMB-8.6", "AMB-8.3")
@BOTH
def test_end_names_winner_and_who_is_out(language: str) -> None:
    """In the result, the account and the facts."""
    m = taking(31, 25, 18, 11, initial={"score": [140, 95, 100, 79], "strikes": [3, 1, 0, 2]})
    scene = torite.lay_out(m, 0, language)
    assert (True, [1]) == (scene.over, sure(scene.result).winners)
    text = every_text(scene.account)
    assert all(part in text for part in ("31", "25", "18", "120", "140"))
    assert "{" not in every_text(scene)


@pytest.mark.parametrize(("variant", "seats"), [(OLD_NAME, 3), (OLD_NAME, 4), (REVISED_NAME, 4)])
@BOTH
def test_no_scene_has_a_hole(variant: str, seats: int, language: str) -> None:
    """Through a match at random: no sentence with a name left open; codes of choices are those allowed."""
    chooser = random.Random(f"{variant} {seats} {language}")
    options = {"fourth_round": "scatter", "strikes_out": 2, "show_points": chooser.choice((True, False))}
    m = torite.Match(variant, seats, options, seed=4, pause=True, initial={"deals_played": seats - 1})
    steps = 0
    while not m.over and steps < 90:
        if m.turns.awaits_chance:
            m.go_on()
        for seat in m.actors if chooser.random() < 0.2 else ():
            scene = torite.lay_out(m, seat, language)
            assert "{" not in every_text(scene)
            offered = {code for one in scene.choices for code in one.codes}
            assert not offered or offered == legal(m, seat)
        seat = chooser.choice(m.actors)
        m.act(seat, chooser.choice(sorted(legal(m, seat))))
        steps += 1
    assert all("{" not in every_text(torite.lay_out(m, viewer, language)) for viewer in VIEWERS if viewer < seats)
