"""What the choices at a position of a variation are worth: as the terminal says, more and more surely."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.client import Company, Person, run
from tests.service.conftest import Running
from tests.service.leaving import posts
from tests.service.test_judged import brought, played
from tests.service.test_studies import read, tried
from torite.match import Match
from torite.records import Study, read_study
from torite.service import studied
from torite.study import analyse, analyse_variations
from torite.study.analysis import TIMES
from torite.words import LANGUAGES


def a_choice(match: Match) -> tuple[int, int, list[str]]:
    """A step with choices that were not taken, after the first of which the next has several: step, seat, choices."""
    for entry in match.log.renumbered:
        if not entry.chance:
            taken = match.game.verbs.gesture_text(entry.actions)
            others = [str(a) for a in match.at(entry.number).actions(entry.seat) if str(a) != taken]
            for code in others[1:] and others:
                after = Study(match).vary(entry.number, [f"{entry.seat}: {code}"]).at(entry.number + 1, 1)
                if not after.over and not after.turns.awaits_chance and len(after.actions(after.actors[0])) > 2:
                    return entry.number, entry.seat, [code, *(one for one in others if one != code)]
    raise AssertionError("there is no such step")


async def weighed(who: Person, name: str, of: int, step: int, code: str = "", language: str = "en") -> list[Any]:
    """All that is told of a position, one answer after the other."""
    answers: list[Any] = []
    while not answers or answers[-1]["times"] < answers[-1]["all"]:
        told = answers[-1]["times"] if answers else 0
        wanted = {"of": of, "step": step, "told": told, "code": code}
        answers.append(await who.post(f"replays/{name}/study/judged?language={language}", wanted))
    return answers


@pytest.mark.long
@pytest.mark.compiles
def test_positions_are_weighed_as_the_terminal_does_once_for_all_who_may_see_them(service: Running) -> None:
    match = played()
    step, seat, others = a_choice(match)

    async def look(company: Company) -> None:
        ada, bo, eve = company.person("Ada"), company.person("Bo"), company.person("Eve")
        name = await brought(ada, match)
        end = (await tried(ada, name, step, seat, others[0]))["step"]
        mover = 1 - seat
        before = await weighed(ada, name, 1, end)
        assert [2, 4, TIMES] == [one["times"] for one in before], "told while it is weighed further"
        (open_,) = before[-1]["decisions"]
        assert mover == open_["seat"]
        assert not any(one["taken"] for one in open_["choices"])
        study = read_study((await ada.http.get(f"/api/replays/{name}/study/record")).text)
        there = study.at(end, 1)
        code = str(there.actions(mover)[-1])
        assert (await tried(ada, name, end, mover, code, of=1))["of"] == 1
        study = read_study((await ada.http.get(f"/api/replays/{name}/study/record")).text)
        judged = next(one for one in analyse_variations(study)[0].decisions if one.entry == end)
        (told,) = (await weighed(ada, name, 1, end))[-1]["decisions"]
        figures = [(one.loss, one.error, one.code == code) for one in judged.choices]
        assert figures == [(one["loss"], one["error"], one["taken"]) for one in told["choices"]]
        assert figures == [(one["loss"], one["error"], one["text"] == taken(told)) for one in open_["choices"]]
        assert (judged.seat, judged.unit or "points", judged.exact) == tuple(
            told[key] for key in ("seat", "unit", "exact")
        )
        assert bool(told["why"]) <= (judged.choices[1].loss > judged.choices[1].error)

        # of the match itself, as its own analysis says; and what is known is told at once, whole
        first = next(one for one in analyse(match).decisions if one.entry == step)
        (of_match,) = (await weighed(ada, name, 0, step))[-1]["decisions"]
        assert [(one.loss, one.error) for one in first.choices] == [
            (one["loss"], one["error"]) for one in of_match["choices"]
        ]
        assert (await tried(bo, name, step, seat, others[1]))["of"] == 1
        await tried(bo, name, step, seat, others[0])
        await tried(bo, name, end, mover, code, of=2)
        said = {"of": 2, "step": end, "text": "Here.", "viewer": -2}
        await bo.post(f"replays/{name}/study/say", said)
        (again,) = await weighed(bo, name, 2, end)
        assert (TIMES, [told]) == (again["times"], again["decisions"]), "the same position is known, whoever tried it"
        (japanese,) = await weighed(bo, name, 2, end, language="ja")
        assert [one["loss"] for one in japanese["decisions"][0]["choices"]] == [one.loss for one in judged.choices]

        # who sees the variations may ask, and nobody else
        link = (await bo.post(f"replays/{name}/notes/share", {"on": True}))["code"]
        assert 2 == len(await read(eve, name, link))
        assert [again] == await weighed(eve, name, 2, end, link)
        for wrong in ({"of": 2, "step": end}, {"of": 2, "step": end, "code": "wrong"}):
            assert (await posts(eve, f"replays/{name}/study/judged", wrong)).status_code in (400, 404)
        assert [] == (await weighed(eve, name, 0, 0))[-1]["decisions"], "chance is to deal"

    run(service, look)


def taken(told: Any) -> str:
    return next(one["text"] for one in told["choices"] if one["taken"])


def test_what_cannot_be_weighed_is_refused_in_a_sentence(service: Running) -> None:
    """Of a match that is not over nothing is; nor where there is no such position."""

    async def look(company: Company) -> None:
        ada = company.person("Ada")
        going = await brought(ada, played(6))
        step, seat, others = a_choice(played(6))
        end = (await tried(ada, going, step, seat, others[0]))["step"]
        over = await brought(ada, played())
        wrong: list[tuple[str, dict[str, Any]]] = [(going, {"of": 1, "step": end}), (going, {"of": 0, "step": 1})]
        good = {"of": 0, "step": 1}
        for fault in (
            {"of": 1},
            {"step": 5000},
            {"step": -1},
            {"told": TIMES},
            {"told": -1},
            {"more": 1},
            {"step": "x"},
        ):
            wrong.append((over, good | fault))
        for language in LANGUAGES:
            for name, asked in wrong:
                answer = await ada.http.post(f"/api/replays/{name}/study/judged?language={language}", json=asked)
                assert 400 == answer.status_code, (asked, answer.text)
                assert answer.json()["say"]
                assert "Line 0" not in answer.json()["say"]
        assert 404 == (await posts(ada, "replays/nowhere/study/judged", good)).status_code

    run(service, look)


def test_a_position_is_known_by_what_leads_there_and_what_is_played() -> None:
    match = played()
    step, seat, others = a_choice(match)
    one = Study(match).vary(
        step, [f"{seat}: {others[0]}"], comments={step: "A name\nof two lines", step + 1: "variation 1"}
    )
    mover = one.at(step + 1, 1).actors[0]
    codes = [str(action) for action in one.at(step + 1, 1).actions(mover)]
    two = Study(match).vary(step, [f"{seat}: {others[1]}"]).vary(step, [f"{seat}: {others[0]}"])
    longer = one.vary(step + 1, [f"{mover}: {codes[0]}"], of=1)
    kept = [studied.written(study) for study in (one, two, longer)]
    here = studied.way(kept[0], 1, step + 1)
    assert here == studied.way(kept[1], 2, step + 1) == studied.way(kept[2], 1, step + 1)
    assert here == studied.way(kept[2], 2, step + 1), "a variation begins with a position of what it begins in"
    assert here != studied.way(kept[1], 1, step + 1)
    assert here != studied.way(kept[2], 2, step + 2)
    assert studied.way(kept[0], 0, step) == studied.way("", 0, step) == studied.way(kept[0], 1, step)
    assert studied.way("", 0, step) != studied.way("", 0, step + 1)
    line = Study(match).vary(step, [f"{seat}: {others[0]}", f"{mover}: {codes[0]}"])
    kept_line = studied.written(line)
    assert studied.way(kept_line, 1, step + 1) != studied.way(kept_line, 1, step + 2), "before its last move, and after"
