"""Coming with another device, by a code that is shown once, used once, and soon over."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

from tests.patience import until_so
from tests.service.client import BOTS, Company, Person, run
from tests.service.conftest import Running
from tests.service.filled import person, with_storage
from tests.service.leaving import also, do, dump, ended, id_of, posts, serving, there
from torite.service import devices, personal_data, schema, storage, users
from torite.service.config import Config
from torite.service.web import build


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def code_of(person: Person) -> str:
    return str((await person.post("account/code"))["code"])


def test_a_code_has_fifty_bits_and_no_letters_that_are_taken_for_others() -> None:
    assert len(set(devices.ALPHABET)) ** devices.LETTERS >= 2**50
    assert not set("IO01il") & set(devices.ALPHABET)


def test_another_device_becomes_the_same_person(service: Running) -> None:
    """With its tables, however the code is typed."""

    async def play(company: Company) -> None:
        ada, phone = company.person("Ada"), company.person()
        table = (await ada.set_table("agurk", BOTS))["id"]
        made = await ada.post("account/code")
        assert (devices.LETTERS, 600) == (len(made["code"]), made["seconds"])
        typed = f" {made['code'][:5].lower()}-{made['code'][5:].lower()} "
        assert {"name": "Ada"} == await phone.post("account/device", {"code": typed})
        assert phone.http.cookies["torite"] != ada.http.cookies["torite"]
        assert [table] == [one["id"] for one in await phone.get("tables")]
        assert 2 == (await phone.get("account"))["devices"]
        assert 0 == (await there(phone, table)).table["you"]
        again = await posts(company.person(), "account/device", {"code": made["code"]})
        assert (400, "unknown-code") == refused(again), "it is used once"

    run(service, play)


def test_a_code_is_kept_as_its_hash_and_the_next_one_ends_it(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Zenobia")
        await ada.post("me", {"name": "Zenobia"})
        first, second = await code_of(ada), await code_of(ada)
        assert not {first, second} & set(dump(service).replace("'", " ").split())
        assert first not in dump(service)
        assert second not in dump(service)
        assert (400, "unknown-code") == refused(await posts(company.person(), "account/device", {"code": first}))
        assert {"name": "Zenobia"} == await company.person().post("account/device", {"code": second})

    run(service, play)


def test_a_code_is_over_after_ten_minutes(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Quentin")
        await ada.post("me", {"name": "Quentin"})
        code, me = await code_of(ada), id_of(service, "Quentin")
        do(service, "UPDATE device_code SET ends_at = ends_at - 601 WHERE person = ?", me)
        assert (400, "unknown-code") == refused(await posts(company.person(), "account/device", {"code": code}))
        do(service, "UPDATE device_code SET ends_at = ends_at + 601 WHERE person = ?", me)
        assert {"name": "Quentin"} == await company.person().post("account/device", {"code": code})

    run(service, play)


def test_of_many_who_type_a_code_at_once_one_gets_in(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Ada"})
        code = await code_of(ada)
        others = [company.person() for _ in range(12)]
        answers = await asyncio.gather(*(posts(other, "account/device", {"code": code}) for other in others))
        assert [200, *[400] * 11] == sorted(answer.status_code for answer in answers)
        assert 2 == (await ada.get("account"))["devices"]
        known = [other for other in others if (await other.get("start"))["me"]["known"]]
        assert 1 == len(known)

    run(service, play)


def test_so_many_codes_may_be_tried_from_one_address(tmp_path: Path) -> None:
    """Then the right one is refused too, whoever asks."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Ada"})
        code = await code_of(ada)
        for wrong in ("", "AAAAAAAAAA", code[:-1], code + "A"):
            assert (400, "unknown-code") == refused(await posts(company.person(), "account/device", {"code": wrong}))
        for one in (company.person(), ada):
            answer = await posts(one, "account/device", {"code": code})
            assert (429, "often") == refused(answer)
            assert answer.json()["say"].startswith("Many codes have been tried from here; the next one in ")
        assert 1 == (await ada.get("account"))["devices"]

    with serving(tmp_path, limits={"codes": [4, 1000.0]}) as service:
        run(service, play)


def test_a_browser_that_was_somebody_is_asked_first(service: Running) -> None:
    """Nothing is lost silently: without a word nothing changes, and the code can still be used."""

    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        await ada.post("me", {"name": "Ada"})
        table = (await bo.set_table("agurk", BOTS))["id"]
        elsewhere = await also(company, bo)
        place, other = await there(bo, table), await there(elsewhere, table)
        code = await code_of(ada)
        answer = await posts(bo, "account/device", {"code": code})
        assert (409, "somebody") == refused(answer)
        assert "its own tables and results" in answer.json()["say"]
        assert "Bo" == (await bo.get("start"))["me"]["name"]
        old = dict(bo.http.cookies)
        assert {"name": "Ada"} == await bo.post("account/device", {"code": code, "replace": True})
        assert (4401, "logged_out") == (await ended(place))[:2]
        thief = company.person()
        thief.http.cookies.update(old)
        assert not (await thief.get("start"))["me"]["known"], "nobody holds the token that was replaced"
        assert "pong" == (await other.ask("ping"))["type"]
        assert [table] == [one["id"] for one in await elsewhere.get("tables")], "Bo is still Bo elsewhere"

    run(service, play)


def test_ones_own_code_changes_nothing(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        place = await there(ada, (await ada.set_table("agurk", BOTS))["id"])
        before = ada.http.cookies["torite"]
        assert {"name": "Ada"} == await ada.post("account/device", {"code": await code_of(ada)})
        assert (before, 1) == (ada.http.cookies["torite"], (await ada.get("account"))["devices"])
        assert "pong" == (await place.ask("ping"))["type"]

    run(service, play)


@pytest.mark.long
def test_nobody_has_more_browsers_than_allowed(tmp_path: Path) -> None:
    """The first of them is theirs no longer."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Ada"})
        others = [await also(company, ada)]
        for _ in range(2):
            others.append(await also(company, others[-1]))
        assert 3 == (await others[-1].get("account"))["devices"]

        async def is_forgotten() -> bool:
            return not (await ada.get("start"))["me"]["known"]

        await until_so(is_forgotten)

    with serving(tmp_path, limits={"devices": 3}, look=0.1) as service:
        run(service, play)


def halted(
    function: Callable[..., Awaitable[Any]],
) -> tuple[Callable[..., Awaitable[Any]], asyncio.Event, asyncio.Event]:
    """Have something stop once it is done, until it may go on; tells that it has come so far."""
    done, may_go_on = asyncio.Event(), asyncio.Event()

    async def halting(*given: Any) -> Any:
        found = await function(*given)
        done.set()
        await may_go_on.wait()
        return found

    return halting, done, may_go_on


def halted_before(
    function: Callable[..., Awaitable[Any]],
) -> tuple[Callable[..., Awaitable[Any]], asyncio.Event, asyncio.Event]:
    """Have something stop before it is done, until it may go on; tells that it has been asked for."""
    asked, may_go_on = asyncio.Event(), asyncio.Event()

    async def halting(*given: Any) -> Any:
        asked.set()
        await may_go_on.wait()
        return await function(*given)

    return halting, asked, may_go_on


@pytest.mark.long
@pytest.mark.parametrize("first", ["code", "end"])
@pytest.mark.parametrize("end", [("logout", {"others": True}), ("delete", {"sure": True})], ids=["logout", "delete"])
def test_who_uses_a_code_as_its_person_logs_others_out_or_is_deleted_is_nobody_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: tuple[str, dict[str, bool]], first: str
) -> None:
    """Whichever was half done when the other came."""

    async def asking(app: Any) -> None:
        async with browser(app) as ada, browser(app) as phone:
            await ada.post("/api/me", json={"name": "Ada"})
            code = (await ada.post("/api/account/code")).json()["code"]
            half = "tokens_of" if first == "end" else "use_code"
            halting, half_done, may_go_on = halted(getattr(devices, half))
            monkeypatch.setattr(devices, half, halting)
            ends = functools.partial(ada.post, f"/api/account/{end[0]}", json=end[1])
            uses = functools.partial(phone.post, "/api/account/device", json={"code": code})
            early = asyncio.create_task(uses() if first == "code" else ends())
            await half_done.wait()
            late = asyncio.create_task(ends() if first == "code" else uses())
            await asyncio.wait([late], timeout=0.5)
            may_go_on.set()
            gone, used = (await late, await early) if first == "code" else (await early, await late)
            assert not (await phone.get("/api/account")).json()["known"]
            assert (await ada.get("/api/account")).json()["devices"] == (end[0] == "logout")
            assert 200 == gone.status_code
            assert used.status_code == 200 if first == "code" else (400, "unknown-code") == refused(used)

    within(tmp_path, asking)


@pytest.mark.long
@pytest.mark.parametrize("end", ["others log out", "token replaced", "deleted", "forgotten"])
def test_who_asks_for_a_code_as_they_are_sent_away_gets_none_that_opens_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """They were known when they asked, and are no longer when it is to be kept."""

    async def asking(app: Any) -> None:
        kept = app.state.service.kept
        async with browser(app) as ada, browser(app) as thief, browser(app) as late:
            await ada.post("/api/me", json={"name": "Ada"})
            if end == "token replaced":
                thief.cookies.update(ada.cookies)
            else:
                code = (await ada.post("/api/account/code")).json()["code"]
                await thief.post("/api/account/device", json={"code": code})
            waiting, known, may_go_on = halted_before(devices.make_code)
            monkeypatch.setattr(devices, "make_code", waiting)
            asked = asyncio.create_task(thief.post("/api/account/code"))
            await known.wait()
            if end == "forgotten":
                me = (await kept.rows(sql.select(schema.person.c.id)))[0]["id"]
                await personal_data.delete_kept(kept, me, "en")
            else:
                path, body = {
                    "others log out": ("logout", {"others": True}),
                    "token replaced": ("rotate", {"nonce": "0" * 32}),
                    "deleted": ("delete", {"sure": True}),
                }[end]
                ends = asyncio.create_task(ada.post(f"/api/account/{path}", json=body))
                await asyncio.wait([ends], timeout=0.5)  # who is deleted waits for what they have begun
            may_go_on.set()
            answer = await asked
            if end != "forgotten":
                assert 200 == (await ends).status_code
            assert not await kept.rows(sql.select(schema.device_code)), "there is no code"
            if end == "deleted":
                assert 200 == answer.status_code
                used = await late.post("/api/account/device", json={"code": answer.json()["code"]})
                assert (400, "unknown-code") == refused(used)
            else:
                expected = (409, "replaced") if end == "token replaced" else (401, "unknown")
                assert expected == refused(answer)
            monkeypatch.undo()
            assert 200 == (await ada.post("/api/account/code")).status_code or end in ("deleted", "forgotten")

    within(tmp_path, asking)


def test_who_is_refused_a_code_ends_no_other(tmp_path: Path) -> None:
    """Else whoever was sent away could keep the owner's next device out."""

    async def work(kept: storage.Storage) -> None:
        ada = users.Person(await person(kept, 1), "Ada", "en")
        good = await devices.make_code(kept, ada, (await devices.tokens_of(kept, ada))[0])
        assert "" == await devices.make_code(kept, ada, users.hash_of("another"))
        assert 1 == await devices.holder_of(kept, good)

    with_storage(tmp_path, work)


def browser(app: Any) -> httpx.AsyncClient:
    """A browser of a service in this process."""
    headers = {"origin": "http://127.0.0.1"}
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1", headers=headers)


def within(folder: Path, asking: Callable[[Any], Awaitable[None]]) -> None:
    """Run a service in this process."""

    async def go() -> None:
        app = build(Config(folder / "data", thinkers=0))
        async with app.router.lifespan_context(app):
            await asking(app)

    asyncio.run(go())
