"""What a host does by command while people play: they are told in a sentence, and what was acknowledged is kept."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.patience import until_so
from tests.service.client import BOTS, OPEN, Company, Person, Place, run
from tests.service.conftest import Running
from tests.service.leaving import ended, id_of, serving, there
from tests.service.players import Player, kept_entries, read
from torite.service import admin as commands
from torite.service.admin import Admin

SAID = "This table has been closed by whoever runs the service."


async def two_at_a_table(company: Company, **settings: Any) -> tuple[str, list[Person]]:
    people = [company.person("Ada"), company.person("Bo")]
    made = await people[0].set_table("agurk", OPEN, BOTS, options={"out_at": "30"}, start=False, **settings)
    await people[1].join(made)
    place = await people[0].sit(made["id"])
    await place.ask("start")
    await place.close()
    return made["id"], people


async def at_a_closed_table(company: Company, service: Running) -> tuple[Person, Place]:
    """Sit somebody down alone, and close their table by command at their first turn."""
    ada = company.person("Ada")
    made = await ada.set_table("agurk", BOTS)
    place = await ada.sit(made["id"])
    await place.until(lambda p: p.scene and p.turn)
    await asyncio.to_thread(Admin(service.data).close, made["id"])
    return ada, place


def play_until_it_ends(service: Running, end: Callable[[str], Any]) -> list[dict[str, Any]]:
    """Have two people play, and end their table; return what was kept of it before."""
    log: list[dict[str, Any]] = []
    over = asyncio.Event()

    async def play(company: Company) -> None:
        table, people = await two_at_a_table(company)
        watching = [await there(person, table) for person in people]
        players = [Player(person, table) for person in people]
        playing = [asyncio.create_task(player.play(lambda _: over.is_set())) for player in players]
        await until_so(lambda: all(len(player.acknowledged) >= 5 for player in players))
        acknowledged = [act for player in players for act in player.acknowledged]
        log.extend(kept_entries(service.data, table))
        await asyncio.to_thread(end, table)
        for place in watching:
            assert (4404, "closed", SAID) == await ended(place)
        over.set()  # who is just connecting anew may take no notice of being cancelled
        for each in playing:
            each.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        cids = {row["cid"].rpartition(":")[2] for row in log}
        assert {str(act.cid) for act in acknowledged} <= cids
        later = await people[0].sit(table)
        assert 4404 == (await ended(later))[0]

    run(service, play)
    return log


def test_a_table_that_is_closed_by_command_stays_closed_whatever_its_people_do(tmp_path: Path) -> None:
    """Also when they change what was agreed before the service has noticed."""

    async def play(company: Company) -> None:
        table, (ada, _) = await two_at_a_table(company)
        place = await there(ada, table)
        await asyncio.to_thread(Admin(service.data).close, table)
        with pytest.raises(httpx.HTTPStatusError, match="404"):
            await ada.post(f"tables/{table}/invite")
        assert "closed" == read(service.data, "SELECT state FROM sitting")[0]["state"]
        assert (4404, "closed", SAID) == await ended(place)

    with serving(tmp_path, sweep=2.0) as service:
        run(service, play)


def test_who_plays_at_a_table_that_is_closed_by_command_is_told(tmp_path: Path) -> None:
    with serving(tmp_path, fixed=True, sweep=0.5) as service:
        before = play_until_it_ends(service, lambda table: Admin(service.data).close(table))
        after = read(service.data, "SELECT number, line, cid FROM entry ORDER BY number")
        assert before == after[: len(before)]


def test_who_plays_at_a_table_that_is_deleted_by_command_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without waiting until the service has noticed that it is closed: nothing of it comes back."""
    monkeypatch.setattr(commands, "NOTICED", 0.0)

    def delete(table: str) -> None:
        admin = Admin(service.data)
        admin.close(table)
        admin.delete(table)

    with serving(tmp_path, fixed=True, sweep=0.5) as service:
        play_until_it_ends(service, delete)
        for kind in ("sitting", "entry", "seat", "said"):
            assert [] == read(service.data, f"SELECT * FROM {kind}"), kind


def test_who_is_banned_by_command_while_playing_is_told_and_the_others_play_on(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        table, (ada, bo) = await two_at_a_table(company, grace=1)
        mine, theirs = await there(ada, table), await there(bo, table)
        await asyncio.to_thread(Admin(service.data).ban, id_of(service, "Bo"), 1.0)
        code, why, say = await ended(theirs)
        assert (4403, "banned") == (code, why)
        assert say.startswith("You cannot take part here until ")
        await mine.play_on(lambda p: p.scene["number"] > 30 or p.scene["over"])

    with serving(tmp_path, fixed=True, look=0.1) as service:
        run(service, play)


@pytest.mark.parametrize("talk", [False, True])
def test_the_first_thing_done_after_a_close_by_command_is_refused_and_ends_the_table(
    tmp_path: Path, talk: bool
) -> None:
    """Long before the service would have noticed: nothing more is acknowledged, kept or finished."""

    async def play(company: Company) -> None:
        ada, place = await at_a_closed_table(company, service)
        log = kept_entries(service.data, place.table["id"])
        try:
            if talk:
                answer = await place.ask("say", text="Hello!")
            else:
                answer = await place.ask("act", number=place.scene["number"], code=place.code())
            assert "done" != answer["type"]
        except ConnectionError:
            pass
        assert (4404, "closed", SAID) == await ended(place)
        assert log == kept_entries(service.data, place.table["id"])
        assert [] == read(service.data, "SELECT * FROM said")
        later = await ada.sit(place.table["id"])
        assert 4404 == (await ended(later))[0]
        assert "closed" == read(service.data, "SELECT state FROM sitting")[0]["state"]

    with serving(tmp_path, fixed=True) as service:
        run(service, play)


def test_a_match_of_a_table_that_was_closed_by_command_is_never_finished(tmp_path: Path) -> None:
    """Somebody alone plays on until nothing is acknowledged any more: there is no replay, and it stays closed."""

    async def play(company: Company) -> None:
        _, place = await at_a_closed_table(company, service)
        with contextlib.suppress(ConnectionError):
            await place.play_on(lambda p: p.scene["over"])
        assert not place.scene["over"]
        kept = read(service.data, "SELECT state, replay FROM sitting")
        assert [{"state": "closed", "replay": ""}] == kept
        assert [] == read(service.data, "SELECT * FROM replay")

    with serving(tmp_path, fixed=True) as service:
        run(service, play)
