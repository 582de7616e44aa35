"""Talk costs the same however much there was; each person may say so much, and each listener counts for themselves."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from tests.service.client import OPEN, Company, run
from tests.service.conftest import Running
from tests.service.leaving import serving, there
from tests.service.players import read
from tests.service.test_wire_secrecy import set_up
from torite.match import Match
from torite.service import chat, schema, statements, storage
from torite.service.chat import EVERYBODY, SaidRow, hears
from torite.service.conversation import KEPT, Conversation, conversation
from torite.service.storage import Storage
from torite.service.table_talk import say

SEATS = range(-1, 5)


def line(number: int, mask: int) -> SaidRow:
    text, cid = f"line {number}", f"7:{number}"
    return SaidRow(number=number, seat=0, name="Ada", phrase="", text=text, heard_by=mask, cid=cid)


def test_each_listener_s_lines_are_numbered_as_if_all_were_remembered() -> None:
    """Whoever heard what, and however much has been forgotten."""
    chooser = random.Random(1)
    told, every = Conversation(), []
    for number in range(3 * KEPT):
        every.append(line(number, chooser.choice([EVERYBODY, EVERYBODY, 0b00101, 0b01010, 0b10000])))
        told.add(every[-1])
        for seat in SEATS:
            heard = [one for one in every if hears(one, seat)]
            assert len(heard) == told.heard(seat)
        if number % 97 == 0:
            for seat in SEATS:
                heard = [one for one in every if hears(one, seat)]
                assert list(enumerate(heard))[-KEPT:] == list(told.recent(seat))
    assert len(told) < len(every), "no more than that is remembered"
    assert list(told) == sorted(told, key=lambda one: one["number"]) == list(reversed(list(reversed(told))))


def test_what_is_read_back_counts_on_where_it_was(tmp_path: Path) -> None:
    async def play() -> None:
        kept = await Storage.open(tmp_path / "torite.db")
        now = storage.now()
        await kept.write((schema.person.insert(), [{"id": 7, "seen_at": now}]))
        sitting: dict[str, Any] = {key: {} for key in ("options", "settings", "agreed", "words")}
        row = {"id": "t", "variant": "agurk", "key": b"", "host": 7, "state": "open", "changed_at": now} | sitting
        await kept.write((schema.sitting.insert(), [row]))
        chooser, before = random.Random(2), Conversation()
        for count in (0, 1, KEPT - 1, KEPT, KEPT + 1, 3 * KEPT + 50):
            while before.total < count:
                said = line(before.total, chooser.choice([EVERYBODY, 0b101, 0b010]))
                before.add(said)
                await kept.write((statements.INSERT_SAID, [{"sitting": "t", "epoch": 0, **said}]))
            after = await conversation(kept, "t")
            assert count == after.total
            for seat in SEATS:
                assert before.heard(seat) == after.heard(seat)
                lines = [[(n, one["text"]) for n, one in told.recent(seat)] for told in (before, after)]
                assert lines[0] == lines[1]
        assert await after.heard_as(kept, "t", "7:0"), "also what is in the database alone"
        assert not await after.heard_as(kept, "t", "7:100000")
        await kept.close()

    asyncio.run(play())


def test_a_line_costs_as_much_after_many_as_after_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: who hears a line is asked once for each who is there."""
    asked = 0

    def counting(said: SaidRow, seat: int) -> bool:
        nonlocal asked
        asked += 1
        return hears(said, seat)

    async def play() -> list[int]:
        nonlocal asked
        at = Match("agurk", seats=2, seed=1)
        table, viewers = set_up(at, 0)
        for viewer in viewers:
            await table.enter(viewer)
        monkeypatch.setattr(chat, "hears", counting)
        costs = []
        for _ in range(1000):
            asked = 0
            await say(table, 0, text="hello")
            costs.append(asked)
            for viewer in viewers:
                viewer._waiting.clear()
                viewer._size = 0
        table.close()
        assert KEPT >= len(table.talk), "and no more is remembered"
        return costs

    costs = asyncio.run(play())
    assert costs[0] == costs[-1] == max(costs)


def test_a_person_may_say_so_much_over_all_their_connections(tmp_path: Path) -> None:
    """Coming again is no way round it; others, and bots, are not concerned."""
    with serving(tmp_path, limits={"talk": [6, 1000.0]}) as service:

        async def play(company: Company) -> None:
            ada, bo = company.person("Ada"), company.person("Bo")
            made = await ada.set_table("agurk", OPEN, start=False)
            await bo.join(made)
            other = (await ada.set_table("agurk", OPEN, start=False))["id"]
            theirs = await there(bo, made["id"])
            answers = []
            for number in range(12):
                place = await there(ada, made["id"] if number % 3 else other)
                saying = place.ask("say", text=f"line {number}") if number % 2 else place.ask("phrase", phrase="well")
                answers.append(await saying)
                if number % 4 == 0:
                    await place.close()
            assert ["done"] * 6 + ["refused"] * 6 == [answer["type"] for answer in answers]
            assert {"often"} == {answer["code"] for answer in answers[6:]}
            assert answers[-1]["say"].startswith("You have said much; go on in ")
            assert "done" == (await theirs.ask("say", text="and I?"))["type"]

        run(service, play)


def test_what_is_sent_again_is_heard_once_however_much_was_said_since(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", OPEN, start=False)
        place = await there(ada, made["id"])
        for number in range(KEPT + 30):
            assert "done" == (await place.ask("say", cid=1000 + number, text=f"line {number}"))["type"]
        assert "done" == (await place.ask("say", cid=1000, text="line 0"))["type"]
        [row] = read(service.data, "SELECT count(*) AS n FROM said WHERE sitting = ?", made["id"])
        assert KEPT + 30 == row["n"]
        again = await there(ada, made["id"])
        await again.ask("ping")
        told = [(m["number"], m["text"]) for m in again.heard if m["type"] == "said"]
        assert [(n, f"line {n}") for n in range(30, KEPT + 30)] == told
        await again.ask("say", text="on")
        await place.until(lambda p: p.heard[-1].get("text") == "on" or any(m.get("text") == "on" for m in p.heard))
        assert KEPT + 30 == next(m["number"] for m in place.heard if m.get("text") == "on")

    run(service, play)
