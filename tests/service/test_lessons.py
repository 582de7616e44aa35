"""Lessons at a table: its deal is arranged, its learner alone is told of it, and it counts for nothing."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.service.client import BOTS, Company, Person, Place, run
from tests.service.conftest import Running
from tests.service.leaving import posts, serving
from torite.errors import BadOptions
from torite.games import find
from torite.service import catalogue

FIRST = {"variant": "agurk", "name": "low-card-last"}


async def learning(person: Person, wanted: dict[str, Any] = FIRST) -> Place:
    place = await person.sit((await person.post("lessons", wanted))["id"])
    await place.until(lambda at: at.scene and any(seat["you"] and seat["acts"] for seat in at.scene["seats"]))
    return place


async def to_the_end(place: Place) -> None:
    while not place.scene["deal_over"]:
        await place.until(
            lambda at: at.scene["deal_over"] or any(seat["you"] and seat["acts"] for seat in at.scene["seats"])
        )
        if not place.scene["deal_over"]:
            code = next(code for choice in place.scene["choices"] for code in choice["codes"])
            await place.ask("act", number=place.scene["number"], code=code)


def test_a_lesson_is_told_and_its_deal_is_as_arranged(service: Running) -> None:
    async def play(company: Company) -> None:
        place = await learning(company.person("Ada"))
        lesson = place.table["lesson"]
        assert ("low-card-last", 1, 6, "card-before") == (
            lesson["name"], lesson["number"], lesson["of"], lesson["next"]
        )  # fmt: skip
        assert "♣3" in lesson["before"]
        assert ("", False) == (lesson["told"], lesson["done"])
        hand = next(zone for zone in place.scene["zones"] if zone["name"] == "hand" and zone["seat"] == 0)
        assert {"SK", "HQ", "C3"} == {piece["code"] for piece in hand["pieces"]}
        assert not place.table["settings"]["spectators"]

    run(service, play)


def test_what_was_done_is_told_at_once_and_at_the_end(service: Running) -> None:
    async def play(company: Company) -> None:
        place = await learning(company.person("Ada"))
        answer = await place.ask("lesson")
        assert "best as far as can be told" not in " ".join(answer["sentences"])
        await place.ask("act", number=place.scene["number"], code="play HQ")
        await place.until(lambda at: at.table["lesson"]["done"])
        assert place.table["lesson"]["good"]
        await to_the_end(place)
        assert place.table["lesson"]["told"].startswith("Well done")
        refused = await place.ask("ready")
        assert "refused" == refused["type"]

    run(service, play)


def test_a_trick_is_explained_when_the_next_choice_comes(service: Running) -> None:
    async def play(company: Company) -> None:
        place = await learning(company.person("Ada"))
        number = place.scene["number"]
        await place.ask("act", number=number, code="play SK")
        await place.until(
            lambda at: (
                at.scene["number"] > number + 1 and any(seat["you"] and seat["acts"] for seat in at.scene["seats"])
            )
        )
        told = " ".join((await place.ask("lesson"))["sentences"])
        assert "took the trick with" in told
        assert "The strongest card of the trick takes it, the last of equal ones." in told

    run(service, play)


def test_it_goes_on_where_it_was_left_or_begins_again(service: Running) -> None:
    """One table for a lesson that was begun; another lesson, or the same again, closes it."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        first = (await ada.post("lessons", FIRST))["id"]
        assert first == (await ada.post("lessons", FIRST))["id"]
        second = (await ada.post("lessons", {**FIRST, "again": True}))["id"]
        assert first != second
        third = (await ada.post("lessons", {**FIRST, "name": "card-before"}))["id"]
        listed = [table["id"] for table in await ada.get("tables")]
        assert third in listed
        assert first not in listed
        assert second not in listed

    run(service, play)


def test_a_lesson_is_listed_by_its_name_until_its_deal_is_over(tmp_path: Path) -> None:
    """Whether its learner is there or not, and after the service was started again."""

    async def learn() -> None:
        ada = Person("http://nowhere", "Ada")
        with serving(tmp_path) as service:
            ada.go_to(service.address)
            place = await learning(ada)
            assert [("Strong cards first", True)] == [(one["lesson"], one["turn"]) for one in await ada.get("tables")]
            await place.close()
        with serving(tmp_path) as service:
            ada.go_to(service.address)
            assert [("Strong cards first", True)] == [(one["lesson"], one["turn"]) for one in await ada.get("tables")]
            place = await learning(ada)
            await to_the_end(place)
            assert not await ada.get("tables")
            await place.close()
        with serving(tmp_path) as service:
            ada.go_to(service.address)
            assert not await ada.get("tables")
        await ada.http.aclose()

    asyncio.run(learn())


def test_a_lesson_that_cannot_begin_leaves_the_one_that_was_begun(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        first = (await ada.post("lessons", FIRST))["id"]
        assert 429 == (await posts(ada, "lessons", {**FIRST, "name": "card-before"})).status_code
        assert 429 == (await posts(ada, "lessons", {**FIRST, "again": True})).status_code
        assert [first] == [table["id"] for table in await ada.get("tables")]
        assert first == (await ada.post("lessons", FIRST))["id"]
        assert (await learning(ada)).table["lesson"]

    with serving(tmp_path, limits={"tables": {"most": 1, "seconds": 3600}}) as service:
        run(service, play)


def test_nobody_else_is_told_or_let_in(service: Running) -> None:
    async def play(company: Company) -> None:
        table = (await company.person("Ada").post("lessons", FIRST))["id"]
        bo = company.person("Bo")
        await bo.post("me", {"name": "Bo"})
        place = await bo.sit(table)
        await place.reading
        assert [] == place.heard
        assert 4404 == place.socket.close_code

    run(service, play)


@pytest.mark.parametrize("wrong", [{"name": "nothing"}, {"variant": "no-game"}, {"name": "", "more": 1}])
def test_a_lesson_that_is_not_there_is_refused(service: Running, wrong: dict[str, Any]) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        with pytest.raises(httpx.HTTPStatusError):
            await ada.post("lessons", FIRST | wrong)
        assert [] == await ada.get("tables")

    run(service, play)


def test_a_table_that_is_set_otherwise_is_no_lesson(service: Running) -> None:
    """Whatever its settings say: then its deal would be known, and its match not be counted."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", BOTS, BOTS, lesson="low-card-last")
        place = await ada.sit(made["id"])
        await place.until(lambda at: at.scene)
        assert place.table["lesson"] is None
        assert "" == place.table["settings"]["lesson"]

    run(service, play)


def test_a_lesson_is_no_match_of_mine_and_no_game_that_was_played(service: Running) -> None:
    """Not even where its match ends with its deal; and the first game of one for practice is still to come."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        place = await learning(ada)
        with contextlib.closing(sqlite3.connect(service.data / "torite.db")) as kept, kept:
            changed = kept.execute("update sitting set state = 'over', replay = 'r' where id = ?", [place.table["id"]])
            assert 1 == changed.rowcount
        assert [] == (await ada.get("matches"))["matches"]
        await ada.post("lessons", {"variant": "emissary", "name": "weak-hand"})
        assert not (await ada.get("games/emissary"))["scored"]

    run(service, play)


def test_lessons_that_cannot_be_read_leave_the_shelf_standing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*what: Any) -> None:
        raise BadOptions("error.lessons", file="x", fault="y")

    monkeypatch.setattr("torite.scenes.lessons.lessons", fail)
    game, variant = find("agurk")
    assert [] == catalogue._taught(game, variant, "en")


def test_the_shelf_lists_the_lessons(service: Running) -> None:
    async def play(company: Company) -> None:
        start = await company.person("Ada").get("start?language=ja")
        tile = next(tile for tile in start["games"] if tile["guide"] == "agurk")
        told = ["low-card-last", "card-before", "bodyguard", "lead-the-end", "honest-throw", "equal-last"]
        assert told == [lesson["name"] for lesson in tile["lessons"]]
        assert "強いカードから出す" == tile["lessons"][0]["title"]

    run(service, play)
