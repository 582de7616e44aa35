"""Before a match and after it: seats, words, names, languages, the next match."""

from __future__ import annotations

import asyncio

from tests.service.client import BOTS, OPEN, Company, Place, run
from tests.service.conftest import Running
from tests.service.leaving import ended
from tests.service.test_people_at_a_table import code_of, two_at_table


def test_before_the_match_the_host_changes_the_seats(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, OPEN, start=False)
        assert 1 == await bo.join(made)
        assert 1 == await bo.join(made), "who sits there sits there"
        mine, theirs = await ada.sit(made["id"]), await bo.sit(made["id"])
        await theirs.until(lambda p: p.table)
        assert (True, False) == (mine.table["host"], theirs.table["host"])
        for place, code in ((theirs, "refused"), (mine, "done")):
            answer = await place.sit_down(2, "bot", "random")
            assert code == answer["type"]
        await theirs.until(lambda p: p.table["seats"][2]["kind"] == "bot")
        assert "random" == theirs.table["seats"][2]["bot"]
        assert "refused" == (await mine.sit_down(0, "bot"))["type"], "not one's own seat"
        assert "refused" == (await mine.sit_down(9, "bot"))["type"], "no such seat"
        assert "done" == (await mine.sit_down(2, "open"))["type"]
        assert "refused" == (await theirs.ask("start"))["type"]
        assert "done" == (await mine.ask("start"))["type"]
        assert ["person", "person", "bot"] == [seat["kind"] for seat in mine.table["seats"]]
        assert "refused" == (await mine.sit_down(2, "open"))["type"], "it has begun"
        assert "refused" == (await mine.ask("start"))["type"]
        assert "refused" == (await mine.ask("words", text="too late"))["type"]

    run(service, play)


def test_who_is_asked_to_leave_their_seat_watches_or_goes(service: Running) -> None:
    async def play(company: Company) -> None:
        for spectators in (True, False):
            ada, bo = company.person("Ada"), company.person("Bo")
            made = await ada.set_table("agurk", OPEN, start=False, spectators=spectators)
            await bo.join(made)
            mine, theirs = await ada.sit(made["id"]), await bo.sit(made["id"])
            await theirs.until(lambda p: p.table)
            await mine.sit_down(1, "bot")
            if spectators:
                await theirs.until(lambda p: p.table["you"] == -1)
                await mine.ask("start")
                await theirs.until(lambda p: p.scene)
                assert not [z for z in theirs.scene["zones"] if z["name"] == "hand" and any(z["pieces"])]
            else:
                code, why, said = await ended(theirs)
                assert (4404, "no_seat") == (code, why)
                assert "Its link leads back" in said

    run(service, play)


def test_who_leaves_before_the_match_leaves_the_seat_open(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo, cleo = company.person("Ada"), company.person("Bo"), company.person("Cleo")
        made = await ada.set_table("agurk", OPEN, start=False)
        await bo.join(made)
        theirs = await bo.sit(made["id"])
        await theirs.ask("leave")
        assert "open" == theirs.table["seats"][1]["kind"]
        assert 1 == await cleo.join(made)
        assert -1 == await bo.join(made)

    run(service, play)


def test_a_match_at_which_nobody_sits_is_not_begun(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        mine = await ada.sit((await ada.set_table("agurk", OPEN, start=False))["id"])
        await mine.until(lambda p: p.table)
        await mine.ask("leave")
        await mine.until(lambda p: p.table["you"] == -1)
        refused = await mine.ask("words", text="luck")
        assert refused["say"].startswith("You are watching")
        refused = await mine.ask("start")
        assert ("refused", True) == (refused["type"], refused["say"].startswith("Nobody sits"))
        assert "open" == mine.table["state"]

    run(service, play)


def test_when_all_seats_are_taken_one_may_watch(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", OPEN, OPEN, OPEN, start=False)
        people = [company.person(f"P{i}") for i in range(6)]
        seats = await asyncio.gather(*(person.join(made) for person in people))
        assert [-1, -1, -1, 1, 2, 3] == sorted(seats)
        await ada.sit(made["id"])
        placed = await people[seats.index(-1)].sit(made["id"])
        await placed.until(lambda p: p.table)
        assert (-1, False) == (placed.table["you"], placed.table["host"])
        names = [seat["name"] for seat in placed.table["seats"]]
        assert len(set(names)) == len(names)

    run(service, play)


def test_two_of_the_same_name_are_told_apart(service: Running) -> None:
    async def play(company: Company) -> None:
        one, other, nameless = company.person("Ada"), company.person("Ada"), company.person()
        made = await one.set_table("agurk", OPEN, OPEN, start=False)
        await other.join(made)
        await nameless.join(made)
        place = await one.sit(made["id"])
        await place.until(lambda p: p.table)
        assert ["Ada", "Ada 2", "Guest"] == [seat["name"] for seat in place.table["seats"]]

    run(service, play)


def test_the_words_of_all_players_are_in_the_key(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, start=False)
        await bo.join(made)
        places = mine, theirs = await ada.sit(made["id"]), await bo.sit(made["id"])
        await mine.until(lambda p: p.table)
        promised = mine.table["key_hash"]
        await mine.ask("words", text="  salt: 1\n ")
        await theirs.ask("words", text="きゅうり")
        await mine.until(lambda p: len(p.table["words"]) == 2)
        assert {"0": "salt: 1", "1": "きゅうり"} == mine.table["words"]
        await mine.ask("start")
        await asyncio.gather(*(p.play_on(lambda p: p.scene.get("over")) for p in places))
        await mine.until(lambda p: p.table["replay"])
        replay = await bo.get(f"replays/{mine.table['replay']}")
        assert (promised, ["salt: 1", "きゅうり"]) == (replay["key_hash"], replay["words"])
        assert (await bo.post(f"replays/{mine.table['replay']}/verify"))["fair"]
        record = (await bo.http.get(f"/api/replays/{mine.table['replay']}/record")).text
        without = record.replace("きゅうり", "きゅうい")
        answer = await bo.http.post("/api/replays", json={"record": without})
        assert (400, "bad-record") == code_of(answer)

    run(service, play)


# the rest


def test_each_reads_in_their_own_language(service: Running) -> None:
    async def play(company: Company) -> None:
        _, (mine, theirs) = await two_at_table(company)
        assert "done" == (await theirs.ask("language", language="ja"))["type"]
        await theirs.until(lambda p: p.scene["language"] == "ja")
        assert "en" == mine.scene["language"]
        await theirs.ask("phrase", phrase="well")
        await mine.until(lambda p: any(m["type"] == "said" for m in p.heard))
        said = [[m["text"] for m in place.heard if m["type"] == "said"] for place in (mine, theirs)]
        assert said[0] != said[1]
        refused = await theirs.ask("act", number=0, code="play C2")
        assert refused["say"] != (await mine.ask("act", number=0, code="play C2"))["say"]

    run(service, play)


def test_a_person_plays_at_several_tables_at_once(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = [await ada.set_table(variant, BOTS, BOTS) for variant in ("agurk", "rassi", "norwegian")]
        places = [await ada.sit(one["id"]) for one in made]
        await asyncio.gather(*(p.play_on(lambda p: p.scene.get("number", 0) > 8) for p in places))
        listed = await ada.get("tables")
        assert {one["id"] for one in made} == {one["id"] for one in listed}
        assert {"playing"} <= {one["state"] for one in listed}
        assert all(one["yours"] for one in listed)
        await places[0].until(lambda p: p.turn or p.scene["deal_over"])
        turns = {one["id"]: one["turn"] for one in await ada.get("tables")}
        assert places[0].turn == turns[made[0]["id"]]

    run(service, play)


def test_playing_again_passes_the_deal_on_and_keeps_the_seats(service: Running) -> None:
    async def play(company: Company) -> None:
        (_ada, bo), (mine, theirs) = await two_at_table(company, BOTS)
        assert "refused" == (await mine.ask("rematch"))["type"], "not over yet"
        await asyncio.gather(*(p.play_on(lambda p: p.scene["over"]) for p in (mine, theirs)))
        await asyncio.gather(mine.ask("rematch"), theirs.ask("rematch"))
        await theirs.until(lambda p: p.table["rematch"])
        await mine.until(lambda p: p.table["rematch"])
        assert mine.table["rematch"] == theirs.table["rematch"]
        again = await bo.sit(mine.table["rematch"])
        await again.until(lambda p: p.scene)
        assert (dealer(mine) + 1) % 3 == dealer(again)
        names = [[seat["name"] for seat in place.table["seats"]] for place in (mine, again)]
        assert names[0] == names[1]
        assert 1 == again.table["you"]

    run(service, play)


def dealer(place: Place) -> int:
    return next(
        int(seat["seat"]) for seat in place.scene["seats"] if "dealer" in [mark["name"] for mark in seat["marks"]]
    )


def test_a_table_that_is_to_start_starts_also_after_a_crash(fresh: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", BOTS)
        fresh.kill()
        fresh.start()
        place = await ada.sit(made["id"])
        await place.until(lambda p: p.table.get("state") == "playing" and p.scene)

    run(fresh, play)
