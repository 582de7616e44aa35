"""Processes with other rules beside one another: a match stays with those who have the rules it began under."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.client import BOTS, Company, Person, run
from tests.service.conftest import Running
from tests.service.exactly import Insistent, check_exactly
from tests.service.postgres_server import Server


def had_other_rules() -> None:
    """Have every game's rules be others, as in an earlier version."""
    from torite.kit import game

    game.__dict__["rules_digest"] = lambda folders: f"before-{folders[0].name}"


@pytest.fixture
def three(tmp_path: Path, postgres: Server) -> Iterator[dict[str, Running]]:
    """Two old processes and a new one."""
    database = postgres.new()
    old = dict.fromkeys(("a", "b"), had_other_rules)
    made = {
        name: Running(tmp_path / name, old.get(name), database=database, process=name, fixed=True) for name in "abc"
    }
    yield made
    for one in made.values():
        one.stop()
    assert all("Traceback" not in one.log.read_text() for one in made.values())


@pytest.mark.long
def test_a_match_goes_on_under_its_rules_as_long_as_somebody_has_them(three: dict[str, Running]) -> None:
    """An old process that ends leaves its tables to another old one; to a new one only when there is none."""

    async def play(company: Company) -> None:
        ann = company.person("Ann")
        player = Insistent(ann, (await ann.set_table("agurk", BOTS, BOTS))["id"])
        for serving in ("a", "b"):
            await play_some(player, three[serving])
            assert (4307, serving) == await turned_away(ann, player.table, three["c"])
            await asyncio.to_thread(three[serving].stop)
            if serving == "a":
                assert (4307, "b") == await turned_away(ann, player.table, three["c"]), "nobody has it yet"
        player.via = three["c"].address
        await player.play(lambda p: p.scene.get("over"))
        assert check_exactly(three["c"].data, [player]) == len(player.acknowledged)

    run(three["a"], play)


async def play_some(player: Insistent, process: Running) -> None:
    """Play on at a process."""
    enough = len(player.acknowledged) + 2
    player.via = process.address
    await player.play(lambda p: len(p.acknowledged) >= enough)


async def turned_away(person: Person, table: str, process: Running) -> tuple[int | None, str | None]:
    """Ask a process for a table that it leaves to another; return how the connection was closed."""
    place = await person.sit(table, process.address)
    await place.reading
    return place.socket.close_code, place.socket.close_reason


@pytest.mark.long
def test_what_begins_anew_begins_where_it_is_asked_for(three: dict[str, Running]) -> None:
    """A table that waits for people has no rules yet: a new process serves it, though old ones live."""

    async def play(company: Company) -> None:
        ann = company.person("Ann")
        place = await ann.sit((await ann.set_table("agurk", BOTS, BOTS))["id"])
        await place.play_on(lambda p: p.scene.get("over"))

    run(three["c"], play)
