"""Once a table's key is told nothing changes it: whoever sends whatever kind of message, in whatever form.

The key tells all that chance did and would do, and the record that it stands in is verified by others. So whoever
could still change the match would choose among its ends, and each end would be proved as fair.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import torite
from tests.service.client import Company, Place, run
from tests.service.conftest import Running
from tests.service.leaving import serving
from tests.service.players import read
from tests.service.test_any_message import tag_of
from tests.service.test_long_matches import briefly, patient, too_long
from tests.service.test_people_at_a_table import two_at_table
from torite.service.message_handlers import HANDLERS
from torite.service.wire import WatchedAt

REFUSED = {"act", "undo"}  #: what would change a match
ANSWERS = {"done", "refused", "why", "draft", "hint", "lesson", "pong"}


def messages(scene: dict[str, Any], codes: list[str]) -> list[dict[str, Any]]:
    """Every kind of message, with all that its parts might be at the end of a match."""
    parts: dict[str, list[Any]] = {
        "number": [scene["number"], scene["number"] - 1],
        "code": codes,
        "parts": [[], codes[:1]],
        "text": ["one more word"],
        "phrase": ["hello"],
        "on": [True, False],
        "knows": [True, False],
        "at": list(get_args(WatchedAt)),
        "seat": [0, 1],
        "kind": ["open", "bot"],
        "bot": ["simple"],
        "language": ["ja", "en"],
    }
    made = []
    for kind in HANDLERS:
        names = [field.name for field in msgspec.structs.fields(kind) if field.name != "cid"]
        for values in itertools.product(*(parts[name] for name in names)):
            made.append({"kind": tag_of(kind), "parts": dict(zip(names, values, strict=True))})
    return made


def kept(data: Path, table: str) -> dict[str, Any]:
    """All that is kept of a table, but which one comes after it, and when something was last done there."""
    (row,) = read(data, "SELECT * FROM sitting WHERE id = ?", table)
    return {
        "table": {
            name: value for name, value in row.items() if name not in ("rematch", "changed_at", "epoch", "owner")
        },
        "seats": read(data, "SELECT * FROM seat WHERE sitting = ? ORDER BY seat", table),
        "entries": read(data, "SELECT * FROM entry WHERE sitting = ? ORDER BY number", table),
        "replays": read(data, "SELECT id, record, made_at FROM replay ORDER BY id"),
    }


async def afresh(place: Place) -> dict[str, Any]:
    """Have the scene sent once more, whole."""
    await place.ask("again")
    return place.scene


async def say_everything(service: Running, places: list[Place]) -> Counter[str]:
    """Say everything to a table that takes no more; return how often which kind was answered with done."""
    name, replay = places[0].table["id"], places[0].table["replay"]
    before, shown = kept(service.data, name), [await afresh(place) for place in places]
    codes = sorted({entry["line"].partition(": ")[2] for entry in before["entries"][-4:]} - {""})
    done: Counter[str] = Counter()
    for place in places:
        for message in messages(place.scene, [*codes, *([place.code()] if place.scene.get("choices") else [])]):
            answer = await place.ask(message["kind"], **message["parts"])
            assert answer["type"] in ANSWERS, (message, answer)
            if message["kind"] in REFUSED:
                assert "refused" == answer["type"], (message, answer)
            done[message["kind"]] += answer["type"] == "done"
    assert before == kept(service.data, name)
    for place, scene in zip(places, shown, strict=True):
        assert scene == await afresh(place)
        assert (replay, "over") == (place.table["replay"], place.table["state"])
    return done


@pytest.mark.parametrize(("variant", "options"), [("agurk", {"out_at": "5"}), ("cribbage-dice", {})])
def test_nothing_said_changes_a_match_that_is_over(fresh: Running, variant: str, options: dict[str, str]) -> None:
    async def play(company: Company) -> None:
        (ada, _bo), (first, second) = await two_at_table(company, variant=variant, options=options)
        eve = company.person("Eve")
        await eve.join(await ada.get(f"tables/{first.table['id']}/invite") | {"id": first.table["id"]}, watch=True)
        watching = await eve.sit(first.table["id"])
        await asyncio.gather(*(place.play_on(lambda p: p.scene.get("over")) for place in (first, second)))
        places = [first, second, watching]
        await asyncio.gather(
            *(place.until(lambda p: p.table["state"] == "over" and p.scene.get("over")) for place in places)
        )
        record = (await company.person().http.get(f"/api/replays/{first.table['replay']}/record")).text
        assert torite.read(record).chance.key is not None
        done = await say_everything(fresh, places)
        assert min(done[kind] for kind in ("say", "phrase", "again")) > 0  # people may still talk

    run(fresh, play)


@pytest.mark.long
def test_nothing_said_changes_a_match_that_became_too_long(tmp_path: Path) -> None:
    """Its rules would let it go on, but its key is told."""

    async def play(company: Company) -> None:
        place = await too_long(patient(company))
        assert not place.scene["over"]
        await say_everything(service, [place])

    with serving(tmp_path, before=briefly) as service:
        run(service, play)


def test_nothing_said_changes_a_game_for_one_that_is_over(fresh: Running) -> None:
    """Undo is free there as long as it goes on."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("french-tarot-solo", scored=False)
        place = await ada.sit(made["id"])
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["state"] == "over")
        await say_everything(fresh, [place])

    run(fresh, play)
