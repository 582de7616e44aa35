"""Moves tried at replays: whose they are, what is refused, who reads them, and what becomes of them."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import msgspec
import pytest
import sqlalchemy as sql

import torite
from tests.arranged import new_match
from tests.service.client import Company, Person, run
from tests.service.conftest import Running
from tests.service.filled import names, person, replay, with_storage
from tests.service.leaving import do, dump, posts, serving
from torite.match.log import Log
from torite.records import read_study
from torite.service import schema
from torite.service.config import Retention
from torite.service.record_worker import Records
from torite.service.retention import Deleting
from torite.service.storage import Storage

SECRET = "xyzzy, better ♥9"
ALL = -2


def match() -> Any:
    """A match of which some moves are played; it is not over."""
    made = new_match("agurk", 2, key=bytes(64))
    for _ in range(4):
        made.act(made.actors[0], made.actions(made.actors[0])[0])
    return made


async def brought(ada: Person) -> str:
    return str((await ada.post("replays", {"record": torite.write(match())}))["id"])


def a_choice() -> tuple[int, int, str]:
    """A step at which another move than the one played was open: the step, whose it was, the move."""
    made = match()
    entry = next(
        one for one in made.log.renumbered if not one.chance and len(made.at(one.number).actions(one.seat)) > 1
    )
    taken = made.game.verbs.gesture_text(entry.actions)
    return entry.number, entry.seat, next(str(a) for a in made.at(entry.number).actions(entry.seat) if str(a) != taken)


async def tried(who: Person, name: str, step: int, seat: int, act: str, of: int = 0) -> Any:
    return await who.post(
        f"replays/{name}/study/play", {"of": of, "step": step, "seat": seat, "act": act, "viewer": ALL}
    )


async def read(who: Person, name: str, code: str = "") -> Any:
    return (await who.post(f"replays/{name}/study", {"viewer": ALL, "code": code}))["branches"]


async def scene(who: Person, name: str, of: int, step: int, viewer: int = ALL, code: str = "") -> Any:
    wanted = {"of": of, "first": step, "last": step, "viewer": viewer, "code": code}
    return (await who.post(f"replays/{name}/study/scenes", wanted))["steps"][0]


def test_moves_are_tried_walked_spoken_of_and_taken_away(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        name = await brought(ada)
        step, seat, act = a_choice()
        assert [] == await read(ada, name)
        told = await tried(ada, name, step, seat, act)
        assert (1, step + 1) == (told["of"], told["step"])
        (one,) = told["branches"]
        assert (1, step, 0) == (one["number"], one["step"], one["of"])
        assert act.removeprefix("play ")[1:] in one["moves"][0]
        end = step + len(one["moves"])
        there = await scene(ada, name, 1, end)
        acts = next(one["seat"] for one in there["seats"] if one["acts"])
        mine = await scene(ada, name, 1, end, acts)
        assert mine["choices"], "the table of whoever acts offers what may be played"
        code = mine["choices"][0]["codes"][0]
        longer = await tried(ada, name, end, acts, code, of=1)
        assert 1 == len(longer["branches"])
        assert len(one["moves"]) < len(longer["branches"][0]["moves"])
        again = await tried(ada, name, step, seat, act)
        assert longer["branches"] == again["branches"], "what is known is gone on with"
        said = await ada.post(
            f"replays/{name}/study/say", {"of": 1, "step": end, "text": f" {SECRET}\n", "viewer": ALL}
        )
        assert [{"step": end, "text": SECRET}] == said["branches"][0]["notes"]
        assert said["branches"] == await read(ada, name)
        assert [] == await read(bo, name) == await read(company.person(), name)
        left = await ada.post(f"replays/{name}/study/cut", {"of": 1, "step": end + 1, "viewer": ALL})
        assert (1, end) == (left["of"], left["step"])
        assert one["moves"] == left["branches"][0]["moves"]
        left = await ada.post(f"replays/{name}/study/cut", {"of": 1, "step": step + 1, "viewer": ALL})
        assert ([], 0, step) == (left["branches"], left["of"], left["step"])
        kept = [line for line in dump(service).splitlines() if line.startswith('INSERT INTO "variations"')]
        assert not any(name in line for line in kept)

    run(service, look)


def test_what_is_no_move_is_told_and_changes_nothing(service: Running) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await brought(ada)
        step, seat, act = a_choice()
        before = (await tried(ada, name, step, seat, act))["branches"]
        good = {"of": 0, "step": step, "seat": seat, "act": act, "viewer": ALL}
        faults: tuple[dict[str, Any], ...] = (
            {"act": "play XX"}, {"act": "play"}, {"act": ""}, {"seat": 1 - seat}, {"seat": 9}, {"seat": -1}, {"of": 9},
            {"of": -1}, {"of": 65}, {"step": 5000}, {"step": -1}, {"step": "1"}, {"viewer": -3}, {"viewer": 9},
            {"act": 5}, {"act": "x" * 1001}, {"more": 1}, {"of": 1, "step": 0},
        )  # fmt: skip
        for wrong in faults:
            refused = await posts(ada, f"replays/{name}/study/play", good | wrong)
            assert 400 == refused.status_code, (wrong, refused.text)
            assert refused.json()["say"], wrong
            assert "Line 0" not in refused.json()["say"], wrong
        for path, wrong in (
            ("say", {"of": 1, "step": 0, "text": "x", "viewer": ALL}),
            ("say", {"of": 0, "step": step, "text": "x", "viewer": ALL}),
            ("say", {"of": 1, "step": step, "text": "\u0301\u200b", "viewer": ALL}),
            ("say", {"of": 1, "step": step, "text": "x" * 1001, "viewer": ALL}),
            ("cut", {"of": 1, "step": step, "viewer": ALL}),
            ("cut", {"of": 0, "step": step, "viewer": ALL}),
            ("cut", {"of": 2, "step": step + 1, "viewer": ALL}),
            ("scenes", {"of": 1, "first": step - 1, "last": step, "viewer": ALL}),
            ("scenes", {"of": 1, "first": step + 1, "last": step, "viewer": ALL}),
            ("scenes", {"of": 2, "first": step, "last": step, "viewer": ALL}),
            ("scenes", {"of": 1, "first": step, "last": step, "viewer": 9}),
            ("ask", {"of": 2, "step": step, "seat": seat}),
        ):
            refused = await posts(ada, f"replays/{name}/study/{path}", wrong)
            assert 400 == refused.status_code, (path, wrong, refused.text)
            assert "Line 0" not in refused.json()["say"]
        assert 404 == (await posts(ada, "replays/nowhere/study/play", good)).status_code
        assert before == await read(ada, name)

    run(service, look)


def test_it_is_told_why_a_move_is_none_and_how_a_gesture_goes_on(service: Running) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await brought(ada)
        step, seat, act = a_choice()
        asked = {"of": 0, "step": step, "seat": seat}
        assert "" == (await ada.post(f"replays/{name}/study/ask", asked | {"why": act}))["say"]
        assert (await ada.post(f"replays/{name}/study/ask", asked | {"why": "play XX"}))["say"]
        draft = await ada.post(f"replays/{name}/study/ask", asked)
        assert act in draft["may"]
        assert not draft["complete"]

    run(service, look)


def test_only_the_link_to_the_notes_leads_others_to_them(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, eve = company.person("Ada"), company.person()
        name, other = await brought(ada), await brought(ada)
        step, seat, act = a_choice()
        mine = (await tried(ada, name, step, seat, act))["branches"]
        code = (await ada.post(f"replays/{name}/notes/share", {"on": True}))["code"]
        assert mine == await read(eve, name, code)
        assert await scene(ada, name, 1, step + 1) == await scene(eve, name, 1, step + 1, code=code)
        for at, wrong in ((name, code[:-1]), (other, code), (name, "%")):
            assert 404 == (await posts(eve, f"replays/{at}/study", {"viewer": ALL, "code": wrong})).status_code
        wanted = {"of": 1, "first": step, "last": step, "viewer": ALL}
        assert 400 == (await posts(eve, f"replays/{name}/study/scenes", wanted)).status_code
        await ada.post(f"replays/{name}/notes/share", {"on": False})
        assert 404 == (await posts(eve, f"replays/{name}/study", {"viewer": ALL, "code": code})).status_code

    run(service, look)


def test_the_record_goes_out_with_them_and_comes_in(service: Running) -> None:
    """Its match alone is the replay that others see; what stands behind its seal is of whoever brought it."""

    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        name = await brought(ada)
        step, seat, act = a_choice()
        await tried(ada, name, step, seat, act)
        await ada.post(f"replays/{name}/study/say", {"of": 1, "step": step, "text": SECRET, "viewer": ALL})
        await ada.post(f"replays/{name}/notes", {"step": 3, "text": "a note\n\nof mine"})
        await ada.post(f"replays/{name}/notes", {"step": 17_000, "text": "there is no such step"})
        file = (await ada.http.get(f"/api/replays/{name}/study/record")).text
        study = read_study(file)
        assert {3: "a note\n\nof mine"} == study.comments
        assert SECRET == study.variations[0].comments[step]
        alone = (await ada.http.get(f"/api/replays/{name}/record")).text
        assert file.startswith(alone)
        assert alone == (await bo.http.get(f"/api/replays/{name}/study/record")).text
        again = str((await bo.post("replays", {"record": file}))["id"])
        assert await read(ada, name) == await read(bo, again)
        assert [{"step": 3, "text": "a note\n\nof mine"}] == (await bo.get(f"replays/{again}/notes"))["notes"]
        assert file == (await bo.http.get(f"/api/replays/{again}/study/record")).text
        assert [] == await read(ada, again)
        assert alone == (await ada.http.get(f"/api/replays/{again}/record")).text
        windows = str((await bo.post("replays", {"record": file.replace("\n", "\r\n")}))["id"])
        assert file == (await bo.http.get(f"/api/replays/{windows}/study/record")).text
        for broken in (file.replace(SECRET, "else"), file[:-70], file.replace("variation 1: at", "variation 2: at")):
            assert 400 == (await posts(bo, "replays", {"record": broken})).status_code

    run(service, look)


def test_so_many_are_kept_and_tried_at_a_measure(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        replays = [await brought(ada) for _ in range(3)]
        step, seat, act = a_choice()
        wanted = {"of": 0, "step": step, "seat": seat, "act": act, "viewer": ALL}
        answers = await asyncio.gather(*(posts(ada, f"replays/{name}/study/play", wanted) for name in replays))
        assert [200, 200, 429] == sorted(answer.status_code for answer in answers)
        full = next(answer for answer in answers if answer.status_code == 429)
        assert "variations of 2 replays" in full.json()["say"]
        kept = [name for name, answer in zip(replays, answers, strict=True) if answer.status_code == 200]
        file = (await ada.http.get(f"/api/replays/{kept[0]}/study/record")).text
        assert 429 == (await posts(ada, "replays", {"record": file})).status_code
        await ada.post(f"replays/{kept[0]}/study/cut", {"of": 1, "step": step + 1, "viewer": ALL})
        await ada.post("replays", {"record": file})
        assert 429 == (await posts(ada, f"replays/{kept[0]}/study/play", wanted)).status_code
        assert 429 == (await posts(ada, f"replays/{kept[0]}/study/play", wanted)).status_code
        refused = await posts(ada, f"replays/{kept[0]}/study/play", wanted)
        assert "tried many moves" in refused.json()["say"]

    with serving(tmp_path, limits={"kept_variations": 2, "variations": {"most": 6, "seconds": 3600}}) as service:
        run(service, look)


def test_two_who_change_them_at_once_lose_nothing(service: Running) -> None:
    """One browser plays one move, another browser another: both stand."""

    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await brought(ada)
        step, seat, _ = a_choice()
        codes = [str(action) for action in match().at(step).actions(seat)][:4]
        answers = await asyncio.gather(*(tried(ada, name, step, seat, code) for code in codes))
        assert len(codes) - 1 == max(len(answer["branches"]) for answer in answers) == len(await read(ada, name))

    run(service, look)


def test_what_another_process_changed_meanwhile_is_not_written_over(service: Running) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await brought(ada)
        step, seat, act = a_choice()
        before = (await tried(ada, name, step, seat, act))["branches"]
        do(service, "CREATE TRIGGER meanwhile BEFORE UPDATE ON person BEGIN "
                    "UPDATE variations SET edition = edition + 1; END")  # fmt: skip
        wanted = {"of": 1, "step": step, "text": SECRET, "viewer": ALL}
        refused = await posts(ada, f"replays/{name}/study/say", wanted)
        assert 409 == refused.status_code
        assert "changed elsewhere" in refused.json()["say"]
        do(service, "DROP TRIGGER meanwhile")
        assert before == await read(ada, name)
        assert 200 == (await posts(ada, f"replays/{name}/study/say", wanted)).status_code

    run(service, look)


def test_they_are_told_and_deleted_with_who_tried_them(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        of_ada, of_bo = await brought(ada), await brought(bo)
        step, seat, act = a_choice()
        for who, name in ((ada, of_bo), (bo, of_ada), (bo, of_bo)):
            await tried(who, name, step, seat, act)
        told = await ada.get("account/data")
        assert [of_bo] == [row["replay"] for row in told["variations"]]
        assert act in told["variations"][0]["lines"]
        assert 200 == (await posts(ada, "account/delete", {"sure": True})).status_code
        kept = [line for line in dump(service).splitlines() if line.startswith('INSERT INTO "variations"')]
        assert [1, 0] == [sum(name in line for line in kept) for name in (of_bo, of_ada)]
        assert 1 == len(await read(bo, of_bo))

    run(service, look)


def test_they_go_with_an_old_replay_and_keep_who_tried_them(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        await person(kept, 1, 51)
        await person(kept, 3, 51)
        await replay(kept, "old", 41, by=3)
        await replay(kept, "new", 39, by=3)
        rows = [{"replay": name, "person": 1, "lines": "x", "edition": 1, "at": 1.0} for name in ("old", "new")]
        await kept.write((sql.insert(schema.variations), rows))
        await Deleting(kept, Retention(replays=40, people=50)).run()
        assert {"new"} == await names(kept, schema.variations, "replay")
        assert {1, 3} == await names(kept, schema.person)

    with_storage(tmp_path, work)


@pytest.mark.parametrize("body", [[], "x", {}, {"viewer": "all"}, {"viewer": ALL, "code": "x" * 41}])
def test_what_is_no_question_is_refused(service: Running, body: Any) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await brought(ada)
        assert 400 == (await posts(ada, f"replays/{name}/study", body)).status_code

    run(service, look)


def test_what_variations_tell_is_worked_out_once_and_anew_for_what_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many long ones cost a second of a processor, however often they are read; another move that of its own."""
    reader = Records(1 << 24, SimpleQueue())
    parts = reader.do_bring("a", torite.write(match()))
    place: dict[str, Any] = {"name": "a", "record": parts["record"], "viewer": ALL, "language": "en"}
    step, seat, act = a_choice()
    move: dict[str, Any] = {"how": "play", "step": step, "facts": {"seat": seat, "code": act}}
    lines, told = reader.do_change(lines="", of=0, **move, **place)
    followed = 0
    follow = Log.follow

    def counted(self: Log, *what: Any) -> None:
        nonlocal followed
        followed += 1
        follow(self, *what)

    monkeypatch.setattr(Log, "follow", counted)
    known = reader.do_branches(lines=lines, **place)
    assert shown(told) == shown(known)
    assert 0 == followed
    assert known != reader.do_branches(lines=lines, **place | {"language": "ja"})
    assert followed
    said: dict[str, Any] = {"how": "say", "step": step + 1, "facts": {"text": SECRET}}
    spoken, told = reader.do_change(lines=lines, of=1, **said, **place)
    assert SECRET == shown(told)[0]["notes"][0]["text"]
    afresh = Records(1 << 24, SimpleQueue())
    assert shown(afresh.do_branches(lines=spoken, **place)) == shown(told)


def shown(told: bytes) -> Any:
    return msgspec.json.decode(gzip.decompress(told))["branches"]
