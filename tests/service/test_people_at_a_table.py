"""People who come, go, watch, wait for each other and play again."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx
import pytest

from tests.patience import until_so
from tests.service.client import BOTS, OPEN, Company, Person, Place, run
from tests.service.conftest import Running
from tests.service.players import kept_entries
from torite.service import taking_back

Seat = dict[str, Any]


async def two_at_table(
    company: Company, *others: Seat, variant: str = "agurk", **settings: Any
) -> tuple[tuple[Person, Person], tuple[Place, Place]]:
    """Seat Ada and Bo, and begin."""
    ada, bo = company.person("Ada"), company.person("Bo")
    made = await ada.set_table(variant, OPEN, *others, start=False, **settings)
    await bo.join(made)
    places = await ada.sit(made["id"]), await bo.sit(made["id"])
    await places[0].ask("start")
    for place in places:
        await place.until(lambda p: p.scene)
    return (ada, bo), places


async def alone(company: Company, *others: Seat, **settings: Any) -> tuple[Person, Place]:
    """Seat Ada among bots, and wait for her turn."""
    ada = company.person("Ada")
    variant = settings.pop("variant", "agurk")
    place = await ada.sit((await ada.set_table(variant, *(others or (BOTS,)), **settings))["id"])
    await place.until(lambda p: p.turn)
    return ada, place


def seat_of(place: Place) -> Seat:
    return dict(place.table["seats"][place.table["you"]])


async def who_acts(*places: Place) -> tuple[Place, Place]:
    """Wait until one of two acts; return who does, and the other."""
    await until_so(lambda: any(place.turn for place in places))
    mover = next(place for place in places if place.turn)
    return mover, next(place for place in places if place is not mover)


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# coming and going


def test_a_page_that_is_loaded_again_shows_the_same(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, place = await alone(company)
        again = await ada.sit(place.table["id"])
        await again.until(lambda p: p.scene)
        assert place.scene | {"log": []} == again.scene | {"log": []}
        assert place.table == again.table
        fresh = [message["fresh"] for message in again.heard if message["type"] == "scene"]
        assert [True] == fresh

    run(service, play)


def test_who_has_two_devices_is_gone_when_both_are(service: Running) -> None:
    async def play(company: Company) -> None:
        (_ada, bo), (mine, theirs) = await two_at_table(company)
        second = await bo.sit(mine.table["id"])
        await second.until(lambda p: p.scene)
        await theirs.close()
        await mine.ask("ping")
        assert mine.table["seats"][1]["here"]
        await second.close()
        await mine.until(lambda p: not p.table["seats"][1]["here"])

    run(service, play)


def test_a_bot_sits_in_for_who_stays_away_and_gives_the_seat_back(service: Running) -> None:
    async def play(company: Company) -> None:
        (_ada, bo), (mine, theirs) = await two_at_table(company, grace=1)
        before = mine.scene["number"]
        await theirs.close()
        await mine.until(lambda p: p.table["seats"][1]["standin"] == "away")
        number = mine.scene["number"]
        await mine.play_on(lambda p: p.scene["number"] > number + 6)
        lines = [entry["line"] for entry in kept_entries(service.data, mine.table["id"])]
        assert any(line.startswith("1 bot: ") for line in lines[before:])
        assert not any(line.startswith("1 bot: ") for line in lines[:before])
        assert not any(line.startswith("0 bot: ") for line in lines)
        back = await bo.sit(mine.table["id"])
        await back.until(lambda p: p.scene)
        assert ("", True) == (seat_of(back)["standin"], seat_of(back)["here"])
        await mine.until(lambda p: p.table["seats"][1]["standin"] == "")
        number = back.scene["number"]
        await asyncio.gather(*(p.play_on(lambda p: p.scene["number"] > number + 4) for p in (mine, back)))
        assert [entry for entry in kept_entries(service.data, mine.table["id"])[number:] if "1: " in entry["line"]]

    run(service, play)


def test_what_a_bot_plays_in_its_own_seat_is_its_own(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        mine = await ada.sit((await ada.set_table("agurk", BOTS))["id"])
        await mine.until(lambda p: p.scene)
        await mine.play_on(lambda p: p.scene["number"] > 12)
        lines = [entry["line"] for entry in kept_entries(service.data, mine.table["id"])]
        assert any(line.startswith("1: ") for line in lines)
        assert not any(" bot: " in line for line in lines)

    run(service, play)


def test_who_comes_back_in_time_is_not_replaced(service: Running) -> None:
    async def play(company: Company) -> None:
        for grace in (1, 3, 10, 30, 100):
            (_ada, bo), (mine, theirs) = await two_at_table(company, grace=grace)
            left = time.monotonic()
            await theirs.close()
            await mine.until(lambda p: not p.table["seats"][1]["here"])
            back = await bo.sit(mine.table["id"])
            await back.until(lambda p: p.scene)
            if time.monotonic() - left < grace:  # else this machine was too slow to be in time
                break
        await asyncio.sleep(grace + 0.3)
        assert not [m for m in mine.heard if m["type"] == "table" and m["seats"][1]["standin"]]

    run(service, play)


def test_whoever_does_not_come_back_after_a_restart_is_missed(fresh: Running) -> None:
    async def play(company: Company) -> None:
        (ada, _), (mine, _) = await two_at_table(company, grace=1)
        table = mine.table["id"]
        fresh.kill()
        await asyncio.to_thread(fresh.start)
        mine = await ada.sit(table)
        await mine.until(lambda p: p.table and p.table["seats"][1]["standin"] == "away")
        number = mine.scene["number"]
        await mine.play_on(lambda p: p.scene["number"] > number + 4)

    run(fresh, play)


def test_when_the_time_for_a_move_is_up_a_bot_makes_this_one_move(service: Running) -> None:
    async def play(company: Company) -> None:
        (_ada, _bo), places = await two_at_table(company, move_time=5)
        mover, _other = await who_acts(*places)
        seat, number = mover.table["you"], mover.scene["number"]
        await mover.until(lambda p: p.table["left"] is not None)
        await mover.until(lambda p: p.scene["number"] > number)
        entry = kept_entries(service.data, mover.table["id"])[number]
        assert (f"{seat} bot", "") == (entry["line"].partition(": ")[0], entry["cid"])
        assert "" == seat_of(mover)["standin"]
        await asyncio.sleep(0.3)
        assert number + 1 == mover.scene["number"], "one move, not more"
        mover, _ = await who_acts(*places)
        number = mover.scene["number"]
        assert "done" == (await mover.ask("act", number=number, code=mover.code()))["type"]
        assert kept_entries(service.data, mover.table["id"])[number]["cid"]

    run(service, play)


def test_the_clock_is_not_wound_up_again_by_coming_back(service: Running) -> None:
    async def play(company: Company) -> None:
        (ada, bo), places = await two_at_table(company, move_time=2)
        mover, _ = await who_acts(*places)
        number, person = mover.scene["number"], (ada, bo)[mover.table["you"]]
        table = mover.table["id"]

        async def has_moved() -> bool:
            await (await person.sit(table)).close()
            return bool(mover.scene["number"] != number)

        await until_so(has_moved, 0.1)

    run(service, play)


def test_whoever_takes_back_has_what_was_left_of_the_time(service: Running) -> None:
    """And not a whole new one: a limit that one may begin anew limits nothing, and nobody else would ever play."""

    async def play(company: Company) -> None:
        _, places = await two_at_table(company, move_time=4)
        mover, _ = await who_acts(*places)
        seat, began = mover.table["you"], time.monotonic()
        while time.monotonic() < began + 20:
            number = mover.scene["number"]
            if not mover.turn or "done" != (await mover.ask("act", number=number, code=mover.code()))["type"]:
                break
            await mover.until(lambda p: p.scene["number"] > number)  # noqa: B023
            if "done" != (await mover.ask("undo", number=mover.scene["number"]))["type"]:
                break
            await asyncio.sleep(0.2)
        await until_so(lambda: any(entry["line"].startswith(f"{seat} bot: ") for entry in entries(mover)))
        assert time.monotonic() < began + 15
        await mover.until(lambda p: p.scene["number"] == len(entries(p)))
        refused = await mover.ask("undo", number=mover.scene["number"])
        assert ("refused", True) == (refused["type"], "stands" in refused["say"])

    def entries(place: Place) -> list[dict[str, Any]]:
        return kept_entries(service.data, place.table["id"])

    run(service, play)


def test_what_one_does_begins_nobody_elses_time_anew(service: Running) -> None:
    """Where several choose at once: whoever passes and takes that back keeps nobody else from being played for."""

    async def play(company: Company) -> None:
        people = [company.person(name) for name in ("Ada", "Bo", "Cyd")]
        made = await people[0].set_table("ambition", OPEN, OPEN, BOTS, start=False, move_time=6)
        for person in people[1:]:
            await person.join(made)
        places = [await person.sit(made["id"]) for person in people]
        await places[0].ask("start")
        for place in places:
            await place.until(lambda p: p.scene)
        ada = places[0]
        began, seats = time.monotonic(), {place.table["you"] for place in places[1:]}
        while time.monotonic() < began + 20 and len(played_for(ada, seats)) < 2:
            number = ada.scene["number"]
            if ada.turn:
                await ada.ask("act", number=number, code=await ada.whole())
            else:
                await ada.ask("undo", number=number)
            await asyncio.sleep(1)
        assert 2 == len(played_for(ada, seats)), "both others, whose time began together"
        assert time.monotonic() < began + 14

    def played_for(place: Place, seats: set[int]) -> set[str]:
        lines = [entry["line"] for entry in kept_entries(service.data, place.table["id"])]
        return {line.partition(" ")[0] for line in lines if " bot: " in line and int(line.partition(" ")[0]) in seats}

    run(service, play)


def test_whoever_is_next_has_all_their_time_whatever_is_taken_back(service: Running) -> None:
    async def play(company: Company) -> None:
        _, places = await two_at_table(company, move_time=30)
        mover, other = await who_acts(*places)
        for _ in range(2):
            number = mover.scene["number"]
            assert "done" == (await mover.ask("act", number=number, code=mover.code()))["type"]
            await other.until(lambda p: p.turn)
            await other.ask("again")
            assert other.table["left"] >= 28
            await asyncio.sleep(3)
            number = mover.scene["number"]
            assert "done" == (await mover.ask("undo", number=number))["type"]
            await mover.until(lambda p: p.turn and p.scene["number"] > number)  # noqa: B023

    run(service, play)


def test_no_time_is_told_when_no_clock_runs(service: Running) -> None:
    """After the wait for the next deal is over, as before."""

    async def play(company: Company) -> None:
        _, (mine, theirs) = await two_at_table(company)
        assert mine.table["left"] is None
        await asyncio.gather(*(p.play_on(lambda p: p.scene["deal_over"]) for p in (mine, theirs)))
        await mine.ask("ready")
        await theirs.until(lambda p: p.table["left"] is not None)
        await theirs.ask("ready")
        await mine.until(lambda p: not p.scene["deal_over"])
        await mine.ask("again")
        assert mine.table["left"] is None
        assert [m for m in theirs.heard if m["type"] == "table"][-1]["left"] is None

    run(service, play)


def test_who_leaves_is_replaced_at_once_and_may_come_back(service: Running) -> None:
    async def play(company: Company) -> None:
        (_ada, bo), (mine, theirs) = await two_at_table(company)
        assert "done" == (await theirs.ask("leave"))["type"]
        await theirs.close()
        await mine.until(lambda p: p.table["seats"][1]["standin"] == "away")
        number = mine.scene["number"]
        await mine.play_on(lambda p: p.scene["number"] > number + 4)
        back = await bo.sit(mine.table["id"])
        await back.until(lambda p: p.scene)
        assert "" == seat_of(back)["standin"]

    run(service, play)


def test_a_bot_stands_in_until_it_is_told_to_stop(service: Running) -> None:
    async def play(company: Company) -> None:
        (_ada, _bo), (mine, theirs) = await two_at_table(company, options={"out_at": "99"})
        assert "done" == (await mine.ask("stand_in", on=True))["type"]
        number = mine.scene["number"]
        await theirs.play_on(lambda p: p.scene["number"] > number + 4 or p.scene["deal_over"])
        assert "rest" == theirs.table["seats"][0]["standin"]
        assert not [
            entry for entry in kept_entries(service.data, mine.table["id"]) if "0: " in entry["line"] and entry["cid"]
        ]
        await mine.ask("stand_in", on=False)
        await theirs.until(lambda p: p.table["seats"][0]["standin"] == "")
        await asyncio.gather(*(p.play_on(lambda p: p.scene["deal_over"]) for p in (mine, theirs)))

    run(service, play)


def test_a_bot_stands_in_until_the_deal_ends(service: Running) -> None:
    async def play(company: Company) -> None:
        _ada, place = await alone(company, options={"out_at": "99"})
        await place.ask("stand_in", on=True)
        await place.until(lambda p: p.scene["deal_over"])
        assert "" == seat_of(place)["standin"]
        await place.ask("ready")
        await place.until(lambda p: p.turn)

    run(service, play)


def test_forced_cards_are_played_for_who_wants_it_and_no_others(service: Running) -> None:
    async def play(company: Company) -> None:
        _ada, place = await alone(company, options={"out_at": "99"})
        assert "done" == (await place.ask("forced", on=True))["type"]
        await place.until(lambda p: p.table["forced"])
        await place.play_on(lambda p: p.scene["deal_over"])
        entries = [e for e in kept_entries(service.data, place.table["id"]) if e["line"].startswith("0: ")]
        assert not entries[-1]["cid"], "the last card is forced"
        scenes = [m["scene"] for m in place.heard if m["type"] == "scene"]
        choices = {s["number"]: sum(len(c["codes"]) for c in s["choices"]) for s in scenes}
        for entry in entries:
            assert bool(entry["cid"]) == (choices[entry["number"]] > 1), entry
        await place.ask("forced", on=False)
        assert not place.table["forced"]

    run(service, play)


# taking back


def test_alone_everything_may_be_taken_back(service: Running) -> None:
    async def play(company: Company) -> None:
        _ada, place = await alone(company)
        number, scene = place.scene["number"], place.scene
        await place.ask("act", number=number, code=place.code())
        await place.until(lambda p: p.turn and p.scene["number"] > number)
        assert "done" == (await place.ask("undo", number=place.scene["number"]))["type"]
        await place.until(lambda p: p.heard[-1].get("type") == "done" and p.turn)
        for what in ("zones", "choices", "scores", "phase"):
            assert scene[what] == place.scene[what]
        await place.play_on(lambda p: p.scene["over"])

    run(service, play)


def test_among_others_nothing_is_taken_back_that_was_learnt_from(service: Running) -> None:
    async def play(company: Company) -> None:
        _, places = await two_at_table(company)
        mover, other = await who_acts(*places)
        number = mover.scene["number"]
        await mover.ask("act", number=number, code=mover.code())
        await other.until(lambda p: p.turn)
        assert "refused" == (await other.ask("undo", number=other.scene["number"]))["type"], "nothing of one's own"
        number = other.scene["number"]
        await other.ask("act", number=number, code=other.code())
        await mover.until(lambda p: p.scene["number"] > number)
        number = mover.scene["number"]
        answer = await mover.ask("undo", number=number)
        assert "illegal-move" == answer["code"]
        assert number == mover.scene["number"]

    run(service, play)


@pytest.mark.parametrize("others", [0, 1])
def test_the_end_of_a_match_is_not_taken_back(fresh: Running, others: int) -> None:
    """Its record is there for everybody, with the key that tells what chance still held; nobody makes another of it."""

    async def play(company: Company) -> None:
        if others:
            places: tuple[Place, ...] = (await two_at_table(company, options={"out_at": "5"}))[1]
        else:
            places = ((await alone(company, options={"out_at": "5"}))[1],)
        await asyncio.gather(*(place.play_on(lambda p: p.scene["over"]) for place in places))
        await asyncio.gather(*(place.until(lambda p: p.table["state"] == "over") for place in places))
        table, replay = places[0].table["id"], places[0].table["replay"]
        before = kept_entries(fresh.data, table)
        assert "key:" in (await company.person().http.get(f"/api/replays/{replay}/record")).text
        for place in places:
            answer = await place.ask("undo", number=place.scene["number"])
            assert ("refused", "match-over") == (answer["type"], answer["code"])
            assert (replay, "over") == (place.table["replay"], place.table["state"])
        assert before == kept_entries(fresh.data, table)

    run(fresh, play)


def test_nobody_takes_back_without_end(service: Running) -> None:
    """Each time makes the match longer: whoever is behind could end it so, when it takes no more."""

    async def play(company: Company) -> None:
        _, places = await two_at_table(company)
        mover, _ = await who_acts(*places)
        for _ in range(taking_back.MOST):
            number = mover.scene["number"]
            assert "done" == (await mover.ask("act", number=number, code=mover.code()))["type"]
            await mover.until(lambda p: p.scene["number"] > number)  # noqa: B023
            number = mover.scene["number"]
            assert "done" == (await mover.ask("undo", number=number))["type"]
            await mover.until(lambda p: p.turn and p.scene["number"] > number)  # noqa: B023
        number = mover.scene["number"]
        assert "done" == (await mover.ask("act", number=number, code=mover.code()))["type"]
        await mover.until(lambda p: p.scene["number"] > number)
        refused = await mover.ask("undo", number=mover.scene["number"])
        assert ("refused", True) == (refused["type"], f"{taking_back.MOST} times" in refused["say"])

    run(service, play)


def test_where_that_was_agreed_nothing_is_taken_back(service: Running) -> None:
    async def play(company: Company) -> None:
        _ada, place = await alone(company, undo=False)
        number = place.scene["number"]
        await place.ask("act", number=number, code=place.code())
        await place.until(lambda p: p.turn and p.scene["number"] > number)
        answer = await place.ask("undo", number=place.scene["number"])
        assert ("refused", "refused") == (answer["type"], answer["code"])
        assert "undo" not in kept_entries(service.data, place.table["id"])[-1]["line"]

    run(service, play)


# waiting for each other


def test_the_next_deal_waits_for_everybody(service: Running) -> None:
    async def play(company: Company) -> None:
        _, (mine, theirs) = await two_at_table(company, BOTS, options={"out_at": "99"})
        await asyncio.gather(*(p.play_on(lambda p: p.scene["deal_over"]) for p in (mine, theirs)))
        number = mine.scene["number"]
        for _ in range(2):
            assert "done" == (await mine.ask("ready"))["type"]
        await theirs.until(lambda p: p.table["seats"][0]["ready"])
        assert not theirs.table["seats"][1]["ready"]
        await asyncio.sleep(0.2)
        assert number == mine.scene["number"]
        await theirs.ask("ready")
        await asyncio.gather(*(p.until(lambda p: not p.scene["deal_over"]) for p in (mine, theirs)))
        await asyncio.gather(*(p.play_on(lambda p: p.scene["deal_over"]) for p in (mine, theirs)))
        assert not any(seat["ready"] for seat in mine.table["seats"]), "each deal is waited for anew"

    run(service, play)


def test_the_next_deal_does_not_wait_for_who_is_away(service: Running) -> None:
    async def play(company: Company) -> None:
        _, (mine, theirs) = await two_at_table(company, grace=1, options={"out_at": "99"})
        await asyncio.gather(*(p.play_on(lambda p: p.scene["deal_over"]) for p in (mine, theirs)))
        await mine.ask("ready")
        await theirs.close()
        await mine.until(lambda p: not p.scene["deal_over"])

    run(service, play)


def test_a_bot_is_not_put_off_by_people_who_come_and_go(tmp_path: Any) -> None:
    """Nor by anything they ask: a bot that is thinking goes on."""
    service = Running(tmp_path / "data", pace=[0.6, 0.6])

    async def play(company: Company) -> None:
        ada, cleo = company.person("Ada"), company.person("Cleo")
        made = await ada.set_table("agurk", *[BOTS] * 3)
        await cleo.join(made, watch=True)
        place = await ada.sit(made["id"])
        await place.until(lambda p: p.scene)
        coming = asyncio.create_task(come_and_go(cleo, made["id"]))
        try:
            await place.play_on(lambda p: p.scene["number"] > 8)
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)

    try:
        run(service, play)
    finally:
        service.stop()


async def come_and_go(person: Person, table: str) -> None:
    while True:
        place = await person.sit(table)
        await asyncio.sleep(0.15)
        await place.close()


@pytest.mark.parametrize("variant", ["agurk", "rassi"])
def test_a_service_that_starts_again_shows_the_same_match(fresh: Running, variant: str) -> None:
    async def play(company: Company) -> None:
        ada, place = await alone(company, BOTS, BOTS, variant=variant)
        await place.play_on(lambda p: p.scene["number"] > 12 and p.turn)
        before = place.scene
        fresh.kill()
        await asyncio.to_thread(fresh.start)
        again = await ada.sit(place.table["id"])
        await again.until(lambda p: p.scene)
        assert before | {"log": []} == again.scene | {"log": []}
        assert before["log"][-1] in again.scene["log"]

    run(fresh, play)
