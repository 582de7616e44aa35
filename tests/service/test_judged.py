"""What decisions of a replay cost: as the library says, part by part, kept with it, and of nothing unfinished."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

import torite
from tests.arranged import new_match
from tests.service.client import Company, Person, run
from tests.service.conftest import Running
from tests.service.filled import names, person, replay, with_storage
from tests.service.leaving import serving
from tests.service.players import read
from tests.service.test_experiments import workers_of
from torite.bots.levels import ThumbBot
from torite.match import Match
from torite.service import judging, schema
from torite.service.config import Retention
from torite.service.retention import Deleting
from torite.service.storage import Storage
from torite.study import Decision, analyse, deals_worth, sentences, tried
from torite.study.analysis import TIMES
from torite.study.equal_choices import Choice
from torite.words import LANGUAGES

OPTIONS = {"fixed_deals": "2", "hand_size": "4"}


def played(steps: int = 1000) -> Match:
    """A short match: whoever is second plays by the rule of thumb, the other what comes first."""
    match = new_match("agurk", 2, options=OPTIONS, key=bytes(64))
    for _ in range(steps):
        if match.over:
            break
        seat = match.actors[0]
        thumb = ThumbBot(match.game, 1).choose(match.view(seat), seat=seat)
        match.act(seat, thumb if seat else match.actions(seat)[0])
    return match


async def brought(ada: Person, match: Match) -> str:
    return str((await ada.post("replays", {"record": torite.write(match)}))["id"])


async def judged(who: Person, name: str, language: str = "en", what: str = "decisions") -> list[Any]:
    """All parts, one after the other."""
    found: list[Any] = []
    first = 0
    while first >= 0:
        part = await who.get(f"replays/{name}/judged?from={first}&language={language}")
        found += part[what]
        assert part["following"] in (first + judging.ENTRIES, -1)
        first = part["following"]
    return found


@pytest.mark.long
@pytest.mark.compiles
def test_decisions_cost_what_the_library_says_and_are_judged_once(fresh: Running) -> None:
    match = played()
    told = analyse(match)

    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        name = await brought(ada, match)
        found = await judged(ada, name)
        assert len(told.decisions) > 8
        assert len(match.log.standing) > 2 * judging.ENTRIES
        for one, decision in zip(found, told.decisions, strict=True):
            facts = (decision.entry, decision.deal, decision.seat, decision.cost, decision.error, decision.exact)
            assert facts == tuple(one[key] for key in ("step", "deal", "seat", "cost", "error", "exact"))
            assert one["mistake"] == decision.is_mistake
            assert bool(one["why"]) <= one["mistake"]
            wanted = sentences(match, tried(match, decision), "en") if decision.is_mistake else []
            assert one["reasons"] == wanted
            for code, text in ((decision.taken, one["taken"]), (decision.best, one["best"])):
                assert match.game.pack.glyph(match.game.pack.kind(code.split()[-1])) in text
        assert any(one["mistake"] for one in found)
        assert any(one["reasons"] for one in found)
        for one, deal in zip(await judged(ada, name, what="deals"), deals_worth(match), strict=True):
            assert (one["step"], one["deal"]) == (deal.entry, deal.deal)
            assert [of["luck"] for of in one["seats"]] == [of.value for of in deal.luck]
            assert [of["played_error"] for of in one["seats"]] == [of.error for of in deal.played]
            assert [of["paid"] for of in one["seats"]] == [*deal.paid]
        fresh.stop()
        fresh.settings["lab"] = 0  # there is nobody to judge any more
        fresh.start()
        bo.http.cookies = ada.http.cookies
        assert found == await judged(bo, name)
        assert {one["taken"] for one in found} != {one["taken"] for one in await judged(bo, name, "ja")}
        other = await brought(bo, match)
        refused = await bo.http.get(f"/api/replays/{other}/judged?from=0")
        assert (refused.status_code, refused.json()["code"]) == (404, "none")
        refused = await bo.http.post(f"/api/replays/{other}/study/judged", json={"of": 0, "step": 1})
        assert (refused.status_code, refused.json()["code"]) == (404, "none")

    run(fresh, look)


@pytest.mark.parametrize(
    ("language", "better", "alone", "taken"),
    [("en", "Play ♠9 or ♥9", "Play ♠9", "Play ♠5"), ("ja", "♠9か♥9を出す", "♠9を出す", "♠5を出す")],
)
def test_what_was_better_is_told_with_what_is_equal_to_it(language: str, better: str, alone: str, taken: str) -> None:
    """In one sentence; what was taken, where nothing was better, is told alone."""
    match = played()
    best, worse = Choice("play S9", 0.0, 0.0, ("play H9",)), Choice("play S5", 0.5, 1.0)
    for code, wanted in (("play S5", (taken, better)), ("play S9", (alone, alone))):
        decision = Decision(1, 1, 0, code, (best, worse), "", exact=False)
        part = judging.told(match, judging.written([decision], [], []), -1, language)
        assert [wanted] == [(one.taken, one.best) for one in part.decisions]


def test_what_cannot_be_judged_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """A match that is not over by nobody; nor an entry with which no part begins: before there is any work with it."""

    async def look(company: Company) -> None:
        ada = company.person("Ada")
        going, over = [await brought(ada, match) for match in (played(3), played())]
        wanted = [(going, "0"), *itertools.product((going, over), ("1", "-6", "6000", "x", "", "1e3"))]
        for (name, first), language in itertools.product(wanted, LANGUAGES):
            answer = await ada.http.get(f"/api/replays/{name}/judged?from={first}&language={language}")
            assert 400 == answer.status_code, (first, name == over)
            assert answer.json()["say"]
        assert [] == read(service.data, "SELECT * FROM judged")
        assert 404 == (await ada.http.get("/api/replays/nowhere/judged?from=0")).status_code

    with serving(tmp_path, lab=0) as service:
        run(service, look)


def test_what_was_judged_goes_with_its_replay(tmp_path: Path) -> None:
    async def look(kept: Storage) -> None:
        await person(kept, 1, 0)
        for name, days in (("old", 400), ("new", 1)):
            await replay(kept, name, days, by=1)
            row = {"replay": name, "first": 0, "engine": "e", "decisions": b"[]", "following": -1}
            await kept.write((sql.insert(schema.judged), [row]))
        await Deleting(kept, Retention(replays=100)).run()
        assert {"new"} == await names(kept, schema.judged, "replay")

    with_storage(tmp_path, look)


def test_another_search_is_another_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of whatever judges, a line that changes is enough."""
    names = {judging.engine()}
    for folder in judging.JUDGES:
        copied = tmp_path / folder.name
        shutil.copytree(folder, copied)
        with sorted(copied.glob("*.py"))[-1].open("a") as file:
            file.write("\n# otherwise\n")
        monkeypatch.setattr(judging, "JUDGES", tuple(copied if one is folder else one for one in judging.JUDGES))
        names.add(judging.engine.__wrapped__())
        monkeypatch.undo()
    assert 1 + len(judging.JUDGES) == len(names)


@pytest.mark.long
@pytest.mark.compiles
def test_another_engine_judges_anew(tmp_path: Path) -> None:
    """What an older one came to is replaced."""

    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await brought(ada, played())
        found = await ada.get(f"replays/{name}/judged?from=0")
        [row] = read(service.data, "SELECT * FROM judged")
        assert judging.engine() == row["engine"]
        service.stop()

        kept = await Storage.open(tmp_path / "data" / "torite.db")
        await kept.write((sql.update(schema.judged).values(engine="older", decisions=b"[]"), []))
        await kept.close()
        service.start()
        again = company.person()
        assert found == await again.get(f"replays/{name}/judged?from=0")
        assert [row] == read(service.data, "SELECT * FROM judged")

    with serving(tmp_path) as service:
        run(service, look)


@pytest.mark.long
@pytest.mark.compiles
def test_what_is_not_judged_yet_is_answered_in_time_and_goes_on(tmp_path: Path) -> None:
    """As on a machine whose processor others keep busy: here what judges stands still until it is asked again."""

    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await brought(ada, played())
        while (await ada.get(f"replays/{name}/judged?from={judging.ENTRIES}"))["following"] == judging.ENTRIES:
            pass  # its game is compiled first
        (judges,) = workers_of(service, b"lab_worker")
        os.kill(judges, signal.SIGSTOP)
        part = await ada.get(f"replays/{name}/judged?from=0")
        assert (part["decisions"], part["deals"], part["following"]) == ([], [], 0)
        assert part["all"] > 0
        weighed = await ada.post(f"replays/{name}/study/judged", {"of": 0, "step": 1})
        assert (weighed["decisions"], weighed["times"], weighed["all"]) == ([], 0, TIMES)
        os.kill(judges, signal.SIGCONT)
        while not (part := await ada.get(f"replays/{name}/judged?from=0"))["following"]:
            assert part["decisions"] == []
        assert part["decisions"]

    with serving(tmp_path, job_seconds=8) as service:
        run(service, look)
