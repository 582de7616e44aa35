"""Logging out, here and everywhere; bans; and who is somebody by which token."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.patience import until_so
from tests.service.by_hand import connected, cookie_of
from tests.service.client import BOTS, OPEN, Company, Person, run
from tests.service.conftest import Running
from tests.service.leaving import also, do, ended, id_of, posts, rotates, serving, there
from tests.service.players import read
from torite.service import presence, replaced_tokens, users
from torite.service.users import hash_of

HOUR = 3600.0
NONCE = "00112233445566778899aabbccddeeff"


async def is_known(person: Person) -> bool:
    return bool((await person.get("start"))["me"]["known"])


def copy_of(company: Company, person: Person) -> Person:
    """Somebody who has copied a browser's cookie."""
    thief = company.person()
    thief.http.cookies.update(person.http.cookies)
    return thief


def test_who_logs_out_is_nobody_here_and_still_somebody_elsewhere(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        table = (await ada.set_table("agurk", BOTS))["id"]
        phone = await also(company, ada)
        thief = copy_of(company, ada)
        here, there_ = await there(ada, table), await there(phone, table)
        answer = await posts(ada, "account/logout")
        assert 200 == answer.status_code
        assert "torite" not in ada.http.cookies
        assert (4401, "logged_out") == (await ended(here))[:2]
        assert not await is_known(ada)
        assert not await is_known(thief), "a copy of the cookie is worth nothing"
        assert "pong" == (await there_.ask("ping"))["type"]
        assert await is_known(phone)
        assert [table] == [one["id"] for one in await phone.get("tables")]
        refused = await connected(service, table, cookie_of(thief))
        await refused.wait_closed()
        assert 4401 == refused.close_code

    run(service, play)


def test_logging_out_twice_or_as_nobody_does_nothing(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        for _ in range(2):
            assert 200 == (await posts(ada, "account/logout")).status_code
        await ada.post("me", {"name": "Ada"})
        thief = copy_of(company, ada)
        answers = await asyncio.gather(*(posts(one, "account/logout") for one in (ada, thief, ada)))
        assert {200} == {answer.status_code for answer in answers}
        for answer in (await rotates(ada), await posts(ada, "account/code")):
            assert (401, "unknown") == (answer.status_code, answer.json()["code"])
        assert 401 == (await posts(ada, "account/logout", {"others": True})).status_code
        assert 401 == (await ada.http.get("/api/account/data")).status_code

    run(service, play)


def test_who_logs_out_everywhere_has_a_new_token_and_all_others_are_dead(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        table = (await ada.set_table("agurk", BOTS))["id"]
        phone = await also(company, ada)
        thief = copy_of(company, ada)
        places = [await there(one, table) for one in (ada, phone, thief)]
        code = (await ada.post("account/code"))["code"]
        await rotates(ada)
        assert {"ended": 1} == await ada.post("account/logout", {"others": True})
        for place in places:
            assert (4401, "logged_out") == (await ended(place))[:2]
        for other in (phone, thief):
            assert not await is_known(other)
        assert {"known": True, "name": "Ada", "devices": 1} == await ada.get("account")
        assert "pong" == (await (await there(ada, table)).ask("ping"))["type"]
        late = await posts(company.person(), "account/device", {"code": code})
        assert (400, "unknown-code") == (late.status_code, late.json()["code"]), "codes end too"

    run(service, play)


# another token for the same browser


def test_the_token_before_is_nobodys_as_soon_as_there_is_another(service: Running) -> None:
    """Whoever has copied it is sent away, and so are codes that they may have asked for; other devices stay."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        table = (await ada.set_table("agurk", BOTS))["id"]
        phone, thief = await also(company, ada), copy_of(company, ada)
        theirs, there_ = await there(thief, table), await there(phone, table)
        code = (await posts(thief, "account/code")).json()["code"]
        await rotates(ada)
        assert ada.http.cookies["torite"] != thief.http.cookies["torite"]
        assert {"known": True, "name": "Ada", "devices": 2} == await ada.get("account")
        assert (4401, "logged_out") == (await ended(theirs))[:2]
        for path in ("account/rotate", "account/code", "account/delete", "me", "tables"):
            answer = await (rotates(thief) if path == "account/rotate" else posts(thief, path))
            assert (409, "replaced") == (answer.status_code, answer.json()["code"]), path
            assert "set-cookie" not in answer.headers, "it takes the place of no token"
        assert not await is_known(thief)
        refused = await connected(service, table, cookie_of(thief))
        await refused.wait_closed()
        assert 1013 == refused.close_code, "a browser comes back with its new token"
        late = await posts(company.person(), "account/device", {"code": code})
        assert (400, "unknown-code") == (late.status_code, late.json()["code"])
        assert "pong" == (await there_.ask("ping"))["type"]
        assert "pong" == (await (await there(ada, table)).ask("ping"))["type"]

    run(service, play)


def test_an_answer_with_a_new_token_that_is_lost_is_asked_for_again_until_it_is_used(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.set_table("agurk", BOTS)
        lost = copy_of(company, ada)
        await rotates(lost, NONCE)
        answers = await asyncio.gather(*(rotates(copy_of(company, ada), NONCE) for _ in range(3)))
        assert {200} == {answer.status_code for answer in answers}
        assert {lost.http.cookies["torite"]} == {answer.cookies["torite"] for answer in answers}
        thief = copy_of(company, ada)
        await rotates(ada, NONCE)
        assert {"known": True, "name": "Ada", "devices": 1} == await ada.get("account")
        assert 409 == (await rotates(thief, NONCE)).status_code

    run(service, play)


def test_a_copy_of_a_token_gets_none_of_the_answers_that_its_owner_may_ask_for_again(service: Running) -> None:
    """Whoever watches for the moment at which it gives way is refused, in a sentence; the owner's stays the owner's."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.set_table("agurk", BOTS)
        lost, thief = copy_of(company, ada), copy_of(company, ada)
        await rotates(lost, NONCE)
        for nonce in ("", NONCE[:-1] + "1"):
            answer = await rotates(thief, nonce)
            assert (409, "replaced") == (answer.status_code, answer.json()["code"])
            assert "somebody has a copy" in answer.json()["say"]
            assert "set-cookie" not in answer.headers
        await rotates(ada, NONCE)
        assert {"ended": 0} == await ada.post("account/logout", {"others": True})
        assert lost.http.cookies["torite"] == ada.http.cookies["torite"] != thief.http.cookies["torite"]
        assert {"known": True, "name": "Ada", "devices": 1} == await ada.get("account")
        assert not await is_known(thief)

    run(service, play)


def test_whose_key_is_nobodys_any_more_is_told_so_whenever_they_come(service: Running) -> None:
    """Whoever had copied it may have used it; who never had one, or gave it away here, is told nothing."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        assert not (await ada.get("start"))["me"]["ended"]
        await ada.post("me", {"name": "Ada"})
        assert not (await ada.get("start"))["me"]["ended"]
        thief = copy_of(company, ada)
        await rotates(thief)
        assert (await is_known(thief), (await thief.get("start"))["me"]["ended"]) == (True, False)
        assert (await ada.get("start"))["me"]["ended"]
        await thief.post("account/logout", {})
        assert not (await thief.get("start"))["me"]["ended"]

    run(service, play)


def test_a_token_gives_way_to_none_without_a_nonce_of_128_bits(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.set_table("agurk", BOTS)
        before = ada.http.cookies["torite"]
        for wrong in (
            {},
            {"nonce": ""},
            {"nonce": NONCE[1:]},
            {"nonce": f"{NONCE}\n"},
            {"nonce": 7},
            {"nonce": "x" * 32},
        ):
            answer = await posts(ada, "account/rotate", wrong)
            assert (400, "bad-message") == (answer.status_code, answer.json()["code"]), wrong
            assert "nonce" in answer.json()["say"]
        assert before == ada.http.cookies["torite"]
        assert await is_known(ada)

    run(service, play)


def test_who_is_logged_out_themselves_cannot_log_all_others_out(service: Running) -> None:
    """A token that another process has just ended is still known for some seconds; it would leave them none."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.set_table("agurk", BOTS)
        phone = await also(company, ada)
        assert await is_known(ada)
        do(service, "DELETE FROM token WHERE hash = ?", hash_of(ada.http.cookies["torite"]))
        answer = await posts(ada, "account/logout", {"others": True})
        assert (401, "unknown") == (answer.status_code, answer.json()["code"])
        assert {"known": True, "name": "Ada", "devices": 1} == await phone.get("account")

    run(service, play)


def test_what_was_sent_before_a_token_gave_way_makes_nobody_new(service: Running) -> None:
    """A newcomer's token would take the place of the one on its way; also where a code makes a browser another's."""

    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        for person in (ada, bo):
            await person.post("me", {"name": person.name})
        late = copy_of(company, bo)
        code = (await ada.post("account/code"))["code"]
        await bo.post("account/device", {"code": code, "replace": True})
        answer = await posts(late, "me", {"name": "Bo"})
        assert (409, "replaced") == (answer.status_code, answer.json()["code"])
        assert "set-cookie" not in answer.headers
        assert "Ada" == (await bo.get("account"))["name"]

    run(service, play)


def test_a_token_that_gave_way_is_remembered_for_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    tokens = replaced_tokens.ReplacedTokens()
    tokens.remember("old", "new", "secret", NONCE)
    tokens.remember("gone")
    assert ("secret", "") == (tokens.answer("old", NONCE), tokens.answer("gone", ""))
    assert ("", "") == (tokens.answer("old", ""), tokens.answer("old", NONCE[1:]))
    now = replaced_tokens.OWED
    assert ("", "") == (tokens.answer("old", NONCE), tokens.answer("gone", ""))
    assert "old" not in tokens
    tokens.remember("next", "later", "another")
    assert ["next"] == list(tokens._replaced)
    assert ["later"] == list(tokens._unused)


def test_what_is_on_its_way_when_somebody_logs_out_is_done_before_or_not_at_all(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, start=False)
        await bo.join(made)
        mine, theirs = await there(ada, made["id"]), await there(bo, made["id"])
        for number in range(40):
            await theirs.send("say", text=f"line {number}")
        assert 200 == (await posts(bo, "account/logout")).status_code
        count = "SELECT count(*) AS n FROM said WHERE sitting = ?"
        after = read(service.data, count, made["id"])[0]["n"]
        await ended(theirs)
        for _ in range(20):
            await mine.ask("ping")
        assert after == read(service.data, count, made["id"])[0]["n"]

    run(service, play)


def test_a_token_that_another_ended_is_dead_within_a_minute(tmp_path: Path) -> None:
    """A command, or another service on the same database."""
    assert users.FRESH + presence.LOOK < 60

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        table = (await ada.set_table("agurk", BOTS))["id"]
        place = await there(ada, table)
        do(service, "DELETE FROM token WHERE hash = ?", hash_of(ada.http.cookies["torite"]))
        assert (4401, "logged_out") == (await ended(place))[:2]
        assert not await is_known(ada)

    with serving(tmp_path, look=0.1) as service:
        run(service, play)


# bans


@pytest.mark.long
def test_who_is_banned_is_refused_everywhere_with_a_sentence_until_when(tmp_path: Path) -> None:
    assert users.FRESH + presence.LOOK < 60

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        table = (await ada.set_table("agurk", BOTS))["id"]
        place = await there(ada, table)
        until = time.time() + HOUR
        do(service, "UPDATE person SET banned_until = ? WHERE id = ?", until, id_of(service, "Ada"))
        code, why, say = await ended(place)
        when = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(until))
        assert (4403, "banned", f"You cannot take part here until {when}.") == (code, why, say)
        for path in ("me", "tables", f"tables/{table}/join", "account/code", "account/rotate"):
            answer = await posts(ada, path)
            assert (403, "banned", say) == (answer.status_code, answer.json()["code"], answer.json()["say"]), path
        assert 403 == (await ada.http.get("/api/tables")).status_code
        again = await ada.sit(table)
        assert (4403, "banned") == (await ended(again))[:2]
        assert not again.table, "nothing is shown before"
        start = await ada.get("start")
        assert (say, []) == (start["me"]["banned"], start["tables"])
        assert 200 == (await ada.http.get("/api/account/data")).status_code
        do(service, "UPDATE person SET banned_until = ? WHERE id = ?", time.time() - 1, id_of(service, "Ada"))

        async def is_let_in() -> bool:
            return (await ada.http.get("/api/tables")).status_code == 200

        await until_so(is_let_in)
        assert "pong" == (await (await there(ada, table)).ask("ping"))["type"]

    with serving(tmp_path, look=0.1) as service:
        run(service, play)


@pytest.mark.parametrize("until", [9e9, 1e15, 1e300])
def test_a_ban_without_an_end_is_told_without_one(until: float) -> None:
    ban = users.Person(1, "Eve", "en", until).ban
    assert ban is not None
    assert "You cannot take part here any more." == ban.say("en")
    assert "もうここでは遊べません。" == ban.say("ja")
    assert users.Person(1, "Eve", "en", time.time() - 1).ban is None


def test_a_name_is_the_same_on_all_devices(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Ada"})
        phone = await also(company, ada)
        await phone.post("me", {"name": "Ada Lovelace"})
        assert "Ada Lovelace" == (await ada.get("start"))["me"]["name"]

    run(service, play)
