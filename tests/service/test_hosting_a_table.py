"""What the host of a table may do: revoke its link, close it, remove and mute people, and hand it on by leaving."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from pathlib import Path
from typing import Any

import pytest

from tests.service.by_hand import told_to
from tests.service.client import BOTS, OPEN, Company, Person, Place, run
from tests.service.conftest import Running
from tests.service.leaving import about, ended, posts, there
from tests.service.players import kept_entries, read
from torite.service.bot_workers import BotWorkers
from torite.service.config import Limits
from torite.service.errors import Refused
from torite.service.new_tables import set_table
from torite.service.quotas import Quotas
from torite.service.resources import Resources
from torite.service.storage import Storage, Unkept
from torite.service.table_registry import TableRegistry
from torite.service.users import People
from torite.service.wire import NewTable, Seat

Made = dict[str, str]


async def refusal(person: Person, path: str, body: Any = None) -> tuple[int, str, str]:
    answer = await posts(person, path, body)
    told = answer.json()
    return answer.status_code, told.get("code", ""), told.get("say", "")


async def tries(person: Person, made: Made, secret: str = "", watch: bool = False) -> tuple[int, str]:
    body = {"secret": secret or made["secret"], "name": person.name, "watch": watch}
    status, code, _ = await refusal(person, f"tables/{made['id']}/join", body)
    return status, code


async def of_three(company: Company, **settings: Any) -> tuple[Made, list[Person], list[Place]]:
    """Ada hosts; Bo and Eve have sat down."""
    people = [company.person(name) for name in ("Ada", "Bo", "Eve")]
    made = await people[0].set_table("agurk", OPEN, OPEN, start=False, **settings)
    for person in people[1:]:
        await person.join(made)
    return made, people, [await there(person, made["id"]) for person in people]


async def begun(company: Company, **settings: Any) -> tuple[Made, list[Person], list[Place]]:
    made, people, places = await of_three(company, **settings)
    await places[0].ask("start")
    for place in places:
        await place.until(lambda p: p.scene)
    return made, people, places


async def decide(host: Person, place: Place, name: str, **what: bool) -> None:
    """Remove or mute somebody, or take it back."""
    await place.until(lambda p: any(one["name"] == name for one in p.table["people"]))
    await host.post(f"tables/{place.table['id']}/people", {"who": about(place, name)["who"], **what})


# the link


def test_a_revoked_link_opens_nothing_and_who_has_come_stays(service: Running) -> None:
    async def play(company: Company) -> None:
        made, (ada, bo, eve), (_, theirs, _) = await of_three(company)
        onlooker, late = company.person("Liv"), company.person("Max")
        assert -1 == await onlooker.join(made)
        new = await ada.post(f"tables/{made['id']}/invite")
        assert new["secret"] != made["secret"]
        assert new["secret"] == (await ada.get(f"tables/{made['id']}/invite"))["secret"]
        wrong = {"secret": "x" * 64, "name": "Max"}
        for path in ("join", "peek"):
            body = {"secret": made["secret"]} | ({"name": "Max"} if path == "join" else {})
            old = await told_to(late, "POST", f"tables/{made['id']}/{path}", body)
            assert 404 == old[0]
            never = await told_to(late, "POST", f"tables/{made['id']}/{path}", {k: wrong[k] for k in body})
            assert old[:2] == never[:2], "as if it had never been one"
        assert (200, "") == await tries(late, made, new["secret"])
        assert "pong" == (await theirs.ask("ping"))["type"]
        for person in (bo, eve, onlooker):
            assert (await there(person, made["id"])).table
        assert (200, "") == await tries(bo, made, new["secret"])
        assert (404, "none") == await tries(late, made, made["secret"])

    run(service, play)


def test_links_from_before_open_their_tables(service: Running) -> None:
    """The secret of a link that was never revoked is the one that earlier versions made."""

    async def play(company: Company) -> None:
        made, _, _ = await of_three(company)
        key = (service.data / "key").read_bytes()
        assert hmac.digest(key, made["id"].encode(), hashlib.sha256).hex() == made["secret"]

    run(service, play)


def test_who_comes_while_a_link_is_revoked_comes_in_before_or_not_at_all(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("ogorek", *[OPEN] * 16, start=False)
        viewers = [company.person(f"P{i}") for i in range(16)]
        for viewer in viewers:
            await viewer.post("me", {"name": viewer.name})
        answers = await asyncio.gather(
            *(tries(viewer, made) for viewer in viewers[:8]),
            posts(ada, f"tables/{made['id']}/invite"),
            *(tries(viewer, made) for viewer in viewers[8:]),
        )
        seated = [answer for answer in answers if isinstance(answer, tuple) and answer[0] == 200]
        place = await there(ada, made["id"])
        assert len(seated) + 1 == len([seat for seat in place.table["seats"] if seat["kind"] == "person"])
        assert (404, "none") == await tries(company.person("Late"), made)

    run(service, play)


def test_a_link_that_is_revoked_between_the_door_and_the_seat_opens_nothing(tmp_path: Path) -> None:
    """It is looked at again when the table is held."""

    async def play() -> None:
        kept = await Storage.open(tmp_path / "torite.db")
        registry, people = TableRegistry(Resources(kept, BotWorkers(0), Quotas(Limits())), b"k" * 32), People(kept)
        ada, bo = (await people.welcome("Ada"))[0], (await people.welcome("Bo"))[0]
        table = await set_table(registry, ada, NewTable("agurk", [Seat("me"), Seat("open")]), "here")
        old = registry.secret(table.setup.id)
        assert await registry.invited(table.setup.id, old)
        async with table.lock:
            joining = asyncio.create_task(registry.join(table, bo, False, old))
            await asyncio.sleep(0)
            table.setup.invitation += 1
        with pytest.raises(Refused):
            await joining
        assert -1 == table.setup.seat_of(bo.id)
        assert 1 == await registry.join(table, bo, False, registry.secret(table.setup.id, 1))
        assert 1 == await registry.join(table, bo, False, old), "who has come stays"
        await registry.close()
        await kept.close()

    asyncio.run(play())


# closing


@pytest.mark.parametrize("started", [False, True])
def test_a_closed_table_is_told_left_and_gone(service: Running, started: bool) -> None:
    async def play(company: Company) -> None:
        made, people, places = await (begun if started else of_three)(company)
        onlooker = company.person("Liv")
        assert -1 == await onlooker.join(made, watch=True)
        places.append(await there(onlooker, made["id"]))
        before = len(kept_entries(service.data, made["id"]))
        assert {} == await people[0].post(f"tables/{made['id']}/close")
        for place in places:
            assert (4410, "closed", "The host has closed this table.") == await ended(place)
        for person in (*people, onlooker):
            assert made["id"] not in [one["id"] for one in await person.get("tables")]
            assert (4404, "") == (await ended(await person.sit(made["id"])))[:2]
            assert (404, "none") == await tries(person, made)
            for path in ("peek", "close", "invite"):
                body = {"secret": made["secret"]} if path == "peek" else {}
                assert (404, "none") == (await refusal(person, f"tables/{made['id']}/{path}", body))[:2]
        assert before >= len(kept_entries(service.data, made["id"])) - 1
        row = read(service.data, "SELECT state, replay FROM sitting WHERE id = ?", made["id"])[0]
        assert ("closed", "") == (row["state"], row["replay"]), "there is no record of it"

    run(service, play)


def test_acts_and_bots_stop_when_a_table_is_closed(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", BOTS, BOTS, options={"out_at": "99"})
        place = await there(ada, made["id"])
        await place.until(lambda p: p.turn)
        playing = asyncio.create_task(place.play_on(lambda p: False))
        await place.until(lambda p: p.scene["number"] > 6)
        await ada.post(f"tables/{made['id']}/close")
        after = kept_entries(service.data, made["id"])
        assert (4410, "closed") == (await ended(place))[:2]
        await asyncio.gather(playing, return_exceptions=True)
        for _ in range(20):
            await ada.get("tables")
        assert after == kept_entries(service.data, made["id"])

    run(service, play)


def test_a_closed_table_stays_closed_after_a_restart(fresh: Running) -> None:
    async def play(company: Company) -> None:
        made, (ada, bo, _), _ = await begun(company)
        await ada.post(f"tables/{made['id']}/close")
        fresh.kill()
        await asyncio.to_thread(fresh.start)
        for person in (ada, bo):
            assert (4404, "") == (await ended(await person.sit(made["id"])))[:2]
            assert [] == await person.get("tables")

    run(fresh, play)


def test_only_the_host_may_do_any_of_it_and_strangers_learn_nothing(service: Running) -> None:
    async def play(company: Company) -> None:
        made, (_, bo, _), (mine, theirs, _) = await of_three(company)
        stranger, nobody = company.person("Max"), company.person()
        await stranger.post("me", {"name": "Max"})
        who = about(mine, "Eve")["who"]
        assert [] == theirs.table["people"], "only the host is told who is who"
        for path, body in (("close", {}), ("invite", {}), ("people", {"who": who, "removed": True})):
            assert (400, "refused") == (await refusal(bo, f"tables/{made['id']}/{path}", body))[:2]
            for person in (stranger, nobody):
                here = await told_to(person, "POST", f"tables/{made['id']}/{path}", body)
                assert 404 == here[0]
                assert here == await told_to(person, "POST", f"tables/{'x' * 32}/{path}", body)
        assert not [seat for seat in mine.table["seats"] if seat["kind"] == "open"]

    run(service, play)


def test_what_is_over_or_of_a_day_is_not_closed(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", BOTS, options={"out_at": "1"})
        place = await there(ada, made["id"])
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["state"] == "over")
        assert (400, "refused") == (await refusal(ada, f"tables/{made['id']}/close"))[:2]
        daily = (await ada.post("daily", {"variant": "emissary", "date": "2026-11-22"}))["id"]
        assert (400, "refused") == (await refusal(ada, f"tables/{daily}/close"))[:2]

    run(service, play)


# removing


def test_who_is_removed_before_the_match_leaves_the_seat_open_and_cannot_come_back(service: Running) -> None:
    async def play(company: Company) -> None:
        made, (ada, _, eve), (mine, theirs, hers) = await of_three(company)
        await decide(ada, mine, "Eve", removed=True)
        assert (4403, "removed", "The host has asked you to leave this table.") == await ended(hers)
        await theirs.until(lambda p: p.table["seats"][2]["kind"] == "open")
        new = (await ada.get(f"tables/{made['id']}/invite"))["secret"]
        for watch in (False, True):
            assert (404, "none") == await tries(eve, made, watch=watch), "the old link opens nothing any more"
            assert (400, "refused") == await tries(eve, made, new, watch=watch)
        status, _, say = await refusal(eve, f"tables/{made['id']}/peek", {"secret": new})
        assert (400, "The host of this table has asked you to leave it. You cannot come back to it.") == (status, say)
        assert (4404, "") == (await ended(await eve.sit(made["id"])))[:2]
        assert 404 == (await eve.http.get(f"/api/tables/{made['id']}/invite")).status_code
        assert [] == await eve.get("tables")
        assert (404, "none") == await tries(company.person("Eva"), made), (
            "nor does she come back by it as somebody else"
        )
        assert (200, "") == await tries(company.person("Max"), made, new)
        await mine.until(lambda p: p.table["seats"][2]["name"] == "Max")
        assert (True, -1) == (about(mine, "Eve")["removed"], about(mine, "Eve")["seat"])

    run(service, play)


def test_a_bot_plays_for_who_is_removed_to_the_end_and_in_the_next_match(service: Running) -> None:
    async def play(company: Company) -> None:
        _, (ada, bo, eve), (mine, theirs, hers) = await begun(company, options={"out_at": "1"})
        await decide(ada, mine, "Eve", removed=True)
        assert (4403, "removed") == (await ended(hers))[:2]
        await theirs.until(lambda p: p.table["seats"][2]["standin"] == "removed")
        await asyncio.gather(*(place.play_on(lambda p: p.scene.get("over")) for place in (mine, theirs)))
        await mine.until(lambda p: p.table["replay"])
        assert ["Ada", "Bo", "Eve"] == (await bo.get(f"replays/{mine.table['replay']}"))["names"]
        assert [] == await eve.get("tables")
        await mine.ask("rematch")
        again = await there(ada, mine.table["rematch"])
        assert ["person", "person", "bot"] == [seat["kind"] for seat in again.table["seats"]]
        secret = (await ada.get(f"tables/{mine.table['rematch']}/invite"))["secret"]
        next_ = {"id": mine.table["rematch"], "secret": secret}
        for watch in (False, True):
            assert (400, "refused") == await tries(eve, next_, watch=watch)
        assert (4404, "") == (await ended(await eve.sit(next_["id"])))[:2]

    run(service, play)


def test_what_the_removed_sent_is_done_before_or_not_at_all(service: Running) -> None:
    """Acts and talk on their way, from two tabs."""

    async def play(company: Company) -> None:
        made, (ada, _, eve), (mine, _, hers) = await begun(company)
        tabs = [hers, await there(eve, made["id"])]
        await tabs[1].until(lambda p: p.scene)
        for number in range(30):
            for tab in tabs:
                await tab.send("say", text=f"line {number}")
                await tab.send("act", number=tab.scene["number"], code="play C2")
        await decide(ada, mine, "Eve", removed=True)
        me = read(service.data, "SELECT person FROM seat WHERE sitting = ? AND seat = 2", made["id"])[0]["person"]
        query = "SELECT count(*) AS n FROM {} WHERE cid LIKE ?"
        kept = [read(service.data, query.format(table), f"{me}:%")[0]["n"] for table in ("said", "entry")]
        for tab in tabs:
            assert (4403, "removed") == (await ended(tab))[:2]
        for _ in range(20):
            await mine.ask("ping")
        assert kept == [read(service.data, query.format(table), f"{me}:%")[0]["n"] for table in ("said", "entry")]
        assert not [m for m in mine.heard if m["type"] == "said" and m["seat"] != 2], "in nobody else's name"

    run(service, play)


def test_an_onlooker_is_removed_too_and_the_host_may_take_it_back(service: Running) -> None:
    async def play(company: Company) -> None:
        made, (ada, _, _), (mine, _, _) = await begun(company)
        liv = company.person("Liv")
        await liv.join(made, watch=True)
        hers = await there(liv, made["id"])
        await mine.until(lambda p: p.table["spectators"] == 1)
        await decide(ada, mine, "Liv", removed=True)
        assert (4403, "removed") == (await ended(hers))[:2]
        await mine.until(lambda p: p.table["spectators"] == 0)
        assert (4404, "") == (await ended(await liv.sit(made["id"])))[:2]
        await decide(ada, mine, "Liv", removed=False)
        assert -1 == (await there(liv, made["id"])).table["you"]

    run(service, play)


def test_a_seat_is_given_back_when_the_removal_is_taken_back(fresh: Running) -> None:
    """Also after a restart; until they come the bot goes on."""

    async def play(company: Company) -> None:
        made, (ada, bo, eve), (mine, _, hers) = await begun(company)
        await decide(ada, mine, "Eve", removed=True)
        await ended(hers)
        fresh.kill()
        await asyncio.to_thread(fresh.start)
        mine = await there(ada, made["id"])
        assert "removed" == mine.table["seats"][2]["standin"]
        assert (4404, "") == (await ended(await eve.sit(made["id"])))[:2]
        await there(bo, made["id"])
        number = mine.scene["number"] if mine.scene else 0
        await decide(ada, mine, "Eve", removed=False)
        await mine.until(lambda p: p.table["seats"][2]["standin"] == "away")
        back = await there(eve, made["id"])
        await back.until(lambda p: p.scene and p.table["seats"][2]["standin"] == "")
        assert 2 == back.table["you"]
        assert back.scene["number"] >= number

    run(fresh, play)


def test_who_has_played_to_the_end_is_not_removed_any_more(service: Running) -> None:
    """The match is theirs, too: it would be gone from their games."""

    async def play(company: Company) -> None:
        made, (ada, _bo, eve), places = await begun(company, options={"out_at": "1"})
        await asyncio.gather(*(place.play_on(lambda p: p.scene.get("over")) for place in places))
        await places[0].until(lambda p: p.table["replay"])
        (before,) = (await eve.get("matches"))["matches"]
        body = {"who": about(places[0], "Eve")["who"], "removed": True}
        status, _, say = await refusal(ada, f"tables/{made['id']}/people", body)
        assert (400, "They have played this match to its end, and it is theirs, too") == (status, say.partition(":")[0])
        assert [before] == (await eve.get("matches"))["matches"]
        await decide(ada, places[0], "Eve", muted=True)
        await places[0].until(lambda p: about(p, "Eve")["muted"])

    run(service, play)


def test_the_host_is_not_removed_nor_anybody_who_is_not_there(service: Running) -> None:
    async def play(company: Company) -> None:
        made, (ada, bo, _), (mine, theirs, _) = await of_three(company)
        for who in ("", "x", "0" * 24, about(mine, "Bo")["who"][:-1]):
            assert (400, "refused") == (
                await refusal(ada, f"tables/{made['id']}/people", {"who": who, "removed": True})
            )[:2]
        for body in ({}, {"who": 5}, {"who": "x" * 41}, {"who": "x", "more": 1}, {"who": "x", "removed": "yes"}):
            assert (400, "bad-message") == (await refusal(ada, f"tables/{made['id']}/people", body))[:2]
        await mine.ask("leave")
        await theirs.until(lambda p: p.table["host"])
        assert "Ada" not in [one["name"] for one in theirs.table["people"] if one["seat"] >= 0]
        await decide(bo, theirs, "Eve", removed=True, muted=True)
        await theirs.until(lambda p: about(p, "Eve")["removed"] and about(p, "Eve")["muted"])

    run(service, play)


# muting

MUTED = (
    "The host of this table has muted you: you can play on, but not talk or add words to the shuffle, and a new name "
    "of yours is not shown here."
)


def test_who_is_muted_is_told_so_and_plays_on(service: Running) -> None:
    async def play(company: Company) -> None:
        _, (ada, _, _), (mine, theirs, hers) = await begun(company)
        await decide(ada, mine, "Eve", muted=True)
        for answer in (await hers.ask("say", text="hello"), await hers.ask("phrase", phrase="well")):
            assert ("refused", MUTED) == (answer["type"], answer["say"])
        assert "done" == (await theirs.ask("say", text="we can"))["type"]
        assert "" == hers.table["seats"][2]["standin"]
        assert "pong" == (await hers.ask("ping"))["type"]
        await decide(ada, mine, "Eve", muted=False)
        assert "done" == (await hers.ask("say", text="at last"))["type"]
        await mine.until(lambda p: [m["text"] for m in p.heard if m["type"] == "said"] == ["we can", "at last"])

    run(service, play)


def seat_names(place: Place) -> list[str]:
    return [seat["name"] for seat in place.table["seats"]]


def test_nothing_else_that_who_is_muted_writes_reaches_the_others(service: Running) -> None:
    """No words for the shuffle and no new name, also not by leaving and coming back; these wait for the host."""

    async def play(company: Company) -> None:
        made, (ada, _, eve), (mine, theirs, hers) = await of_three(company)
        await decide(ada, mine, "Eve", muted=True)
        answer = await hers.ask("words", text="hear me")
        assert ("refused", MUTED) == (answer["type"], answer["say"])
        await eve.post("me", {"name": "Loud"})
        assert "done" == (await theirs.ask("words", text="mine"))["type"]
        await mine.until(lambda p: {"1": "mine"} == p.table["words"])
        assert ["Ada", "Bo", "Eve"] == seat_names(theirs)
        await hers.ask("leave")
        eve.name = "Loud"
        await eve.join(made)
        back = await there(eve, made["id"])
        await theirs.until(lambda p: p.table["seats"][2]["here"])
        assert "Loud" not in seat_names(theirs)
        assert "done" == (await mine.ask("start"))["type"]
        await back.until(lambda p: p.scene)
        assert "Loud" not in seat_names(theirs)
        guest = seat_names(mine)[2]
        await decide(ada, mine, guest, muted=False)
        await theirs.until(lambda p: ["Ada", "Bo", "Loud"] == seat_names(p))

    run(service, play)


def test_who_is_muted_keeps_the_name_of_before_in_the_lobby_and_after_a_restart(fresh: Running) -> None:
    async def play(company: Company) -> None:
        made, (ada, bo, eve), (mine, _, _) = await of_three(company)
        await decide(ada, mine, "Eve", muted=True)
        fresh.kill()
        await asyncio.to_thread(fresh.start)
        await eve.post("me", {"name": "Loud"})
        place = await there(bo, made["id"])
        assert ["Ada", "Bo", "Eve"] == seat_names(place)
        mine = await there(ada, made["id"])
        await decide(ada, mine, "Eve", muted=False)
        await place.until(lambda p: ["Ada", "Bo", "Loud"] == seat_names(p))
        assert "Loud" in [row["name"] for row in read(fresh.data, "SELECT name FROM seat")]

    run(fresh, play)


def test_who_is_muted_has_no_new_name_in_the_next_match_either(service: Running) -> None:
    async def play(company: Company) -> None:
        _, (ada, bo, eve), places = await begun(company, options={"out_at": "1"})
        await decide(ada, places[0], "Eve", muted=True)
        for person, name in ((bo, "Bob"), (eve, "Loud")):
            await person.post("me", {"name": name})
        await asyncio.gather(*(place.play_on(lambda p: p.scene.get("over")) for place in places))
        await places[0].until(lambda p: p.table["replay"])
        assert ["Ada", "Bob", "Eve"] == (await ada.get(f"replays/{places[0].table['replay']}"))["names"]
        await places[0].ask("rematch")
        again = await there(ada, places[0].table["rematch"])
        assert ["Ada", "Bob", "Eve"] == seat_names(again)

    run(service, play)


def test_nothing_that_who_was_removed_writes_is_read_there(service: Running) -> None:
    """No new name of theirs at the seat that is still theirs; it waits until they may come back."""

    async def play(company: Company) -> None:
        _, (ada, bo, eve), (mine, theirs, _) = await begun(company)
        await decide(ada, mine, "Eve", removed=True)
        await theirs.until(lambda p: p.table["seats"][2]["standin"] == "removed")
        await asyncio.gather(*(one.post("me", {"name": name}) for one, name in ((bo, "Bob"), (eve, "Loud"))))
        await mine.until(lambda p: "Bob" in seat_names(p))
        await mine.ask("again")
        assert ["Ada", "Bob", "Eve"] == seat_names(mine)
        assert "Loud" not in [one["name"] for one in mine.table["people"]]
        await decide(ada, mine, "Eve", removed=False)
        await theirs.until(lambda p: ["Ada", "Bob", "Loud"] == seat_names(p))

    run(service, play)


# going


@pytest.mark.parametrize("started", [False, True])
def test_a_host_who_leaves_hands_the_table_on(service: Running, started: bool) -> None:
    async def play(company: Company) -> None:
        made, (ada, _, _), (mine, theirs, hers) = await (begun if started else of_three)(company)
        assert "done" == (await mine.ask("leave"))["type"]
        await theirs.until(lambda p: p.table["host"])
        assert not hers.table["host"]
        assert (400, 404)[not started] == (await refusal(ada, f"tables/{made['id']}/close"))[0]
        if started:
            await theirs.until(lambda p: p.table["seats"][0]["standin"] == "away")
        else:
            assert "done" == (await theirs.ask("start"))["type"]

    run(service, play)


def test_a_host_who_sits_alone_stays_host(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", OPEN, start=False)
        place = await there(ada, made["id"])
        await place.ask("leave")
        assert (True, -1) == (place.table["host"], place.table["you"])
        assert {} == await ada.post(f"tables/{made['id']}/close")

    run(service, play)


def test_what_cannot_be_kept_is_not_done_to_anybody(tmp_path: Path) -> None:
    """No removal, no new link, and nobody is told."""
    from torite.service import moderation
    from torite.service.table_setup import Restricted
    from torite.service.viewer import Viewer

    async def play() -> None:
        kept = await Storage.open(tmp_path / "torite.db")
        registry, people = TableRegistry(Resources(kept, BotWorkers(0), Quotas(Limits())), b"k" * 32), People(kept)
        ada, bo = (await people.welcome("Ada"))[0], (await people.welcome("Bo"))[0]
        table = await set_table(registry, ada, NewTable("agurk", [Seat("me"), Seat("open")]), "here")
        await registry.join(table, bo, False, registry.secret(table.setup.id))
        viewer = Viewer(bo.id, 1, "en", "Bo")
        await table.enter(viewer)

        async def full(*statements: Any) -> None:
            raise Unkept

        write, kept.write = kept.write, full  # type: ignore[method-assign]
        async with table.lock:
            with pytest.raises(Unkept):
                await moderation._restrict(table, bo.id, Restricted("Bo", frozenset({"removed"})))
        assert ({}, 1, 0) == (table.restricted, table.setup.seat_of(bo.id), viewer.closed)
        kept.write = write  # type: ignore[method-assign]
        await registry.close()
        await kept.close()

    asyncio.run(play())
