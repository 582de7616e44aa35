"""Results of games played alone: kept once, with the entry that ends the match; one's own; in and out as a file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Many
from tests.kit.haggling import toys_listed
from tests.patience import PATIENCE
from tests.service.alone import (
    OVER,
    TODAY,
    begun,
    begun_daily,
    file_of,
    kept,
    last_card,
    played_out,
    running,
    seated,
    taken_in,
)
from tests.service.by_hand import asked
from tests.service.client import BOTS, Company, Person, run
from tests.service.conftest import Running
from tests.service.leaving import id_of


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("results") / "data") as service:
        yield service


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Running]:
    """A service of the test's own."""
    with running(tmp_path / "data") as service:
        yield service


async def total(person: Person) -> int:
    return int((await person.get(f"results?today={TODAY}"))["total"])


# what counts


def test_scored_games_count_when_they_are_over_and_no_others(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await played_out(await begun(ada, scored=False))
        place = await begun(ada, scored=True)
        await last_card(place)
        assert 0 == await total(ada)
        made = await ada.set_table("agurk", BOTS, options={"out_at": "1"})
        await played_out(await seated(ada, made["id"]))
        assert 0 == await total(ada)
        await played_out(place)
        assert 1 == await total(ada)
        await place.ask("again")
        await (await seated(ada, place.table["id"])).ask("again")
        assert 1 == await total(ada)

    run(service, play)


def test_figures_and_the_latest_games_are_told(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        places = [
            await played_out(await begun_daily(ada, "2026-11-21")),
            await played_out(await begun(ada, "lantern", scored=True, options={"target": "4"})),
            await played_out(await begun(ada, "lantern-two", scored=True)),
        ]
        told = await ada.get(f"results?today={TODAY}&language=ja")
        assert [place.table["replay"] for place in reversed(places)] == [game["replay"] for game in told["latest"]]
        parts = [(one["title"], one["usual"], one["games"], one["daily"]) for one in told["variants"]]
        two = ("ランタン（2ディール）", True, 1, 0)
        assert [two, ("ランタン", False, 1, 0), ("ランタン", True, 1, 1)] == parts
        assert {"now": 1, "longest": 1} == told["variants"][2]["days"]
        scores = [place.scene["scores"][0] for place in reversed(places)]
        assert scores == [one["best"] for one in told["variants"]]

    run(service, play)


def test_variants_that_are_not_here_are_kept_and_shown_by_name(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await taken_in(ada, file_of({**OVER, "variant": "game-of-elsewhere"}))
        told = await ada.get(f"results?today={TODAY}")
        assert [("game-of-elsewhere", False)] == [(one["title"], one["here"]) for one in told["variants"]]
        exported = await ada.http.get("/api/results/export")
        assert b"game-of-elsewhere" in exported.content

    run(service, play)


# kept once


def test_a_result_is_kept_with_the_last_card_or_not_at_all(alone: Running) -> None:
    """While no result can be written the card is refused; afterwards both are there, once."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        place = await begun(ada, scored=True)
        code, number = await last_card(place), place.scene["number"]
        trigger = "CREATE TRIGGER no BEFORE INSERT ON result BEGIN SELECT RAISE(ABORT, 'no'); END"
        with closing(sqlite3.connect(alone.data / "torite.db")) as database:
            database.execute(trigger)
        log = kept(alone, "entry")
        assert "unkept" == (await place.ask("act", number=number, code=code))["code"]
        assert log == kept(alone, "entry")
        with closing(sqlite3.connect(alone.data / "torite.db")) as database:
            database.execute("DROP TRIGGER no")
        assert "done" == (await place.ask("act", number=number, code=code))["type"]
        (row,) = kept(alone, "result")
        assert (place.table["id"], place.scene["scores"][0]) == (row["sitting"], row["score"])

    run(alone, play)


def test_a_crash_after_the_last_card_loses_no_result(alone: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        place = await begun(ada, scored=True)
        code, number = await last_card(place), place.scene["number"]
        assert "done" == (await place.ask("act", number=number, code=code))["type"]
        with toys_listed():
            alone.kill()
            alone.start()
        again = await seated(ada, place.table["id"])
        await again.until(lambda p: p.table["state"] == "over")
        assert 1 == len(kept(alone, "result"))
        assert again.table["replay"] == (await ada.get("results"))["latest"][0]["replay"]

    run(alone, play)


def test_the_last_card_sent_many_times_counts_once(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        place = await begun(ada, scored=True)
        code, number = await last_card(place), place.scene["number"]
        windows = [place, *[await seated(ada, place.table["id"]) for _ in range(4)]]
        answers = [window.ask("act", number=number, code=code, cid=i) for i, window in enumerate(windows * 4)]
        await asyncio.gather(*answers, return_exceptions=True)
        assert 1 == await total(ada)

    run(service, play)


# one's own


def test_nobody_sees_the_results_of_others(service: Running) -> None:
    """Not even whoever knows the ids of their tables and claims them as games of their own."""

    async def play(company: Company) -> None:
        ada, bo, nobody = company.person("Ada"), company.person("Bo"), company.person()
        place = await played_out(await begun(ada, scored=True))
        await begun(bo)
        for other in (bo, nobody):
            assert {"variants": [], "latest": [], "total": 0} == await other.get("results")
            assert b"lantern" not in (await other.http.get("/api/results/export")).content
        claimed = {**OVER, "id": place.table["id"]}
        assert (200, {"new": 1, "known": 0}) == await taken_in(bo, file_of(claimed))
        assert "" == (await bo.get("results"))["latest"][0]["replay"]
        assert place.table["replay"] == (await ada.get("results"))["latest"][0]["replay"]
        assert 1 == await total(ada)

    run(service, play)


def test_a_page_of_another_site_takes_nothing_in(service: Running) -> None:
    status, _, _ = asked(service, "POST", "/api/results/import", file_of(OVER), {"Origin": "https://evil.example"})
    assert 403 == status
    status, _, _ = asked(service, "GET", "/api/results/import")
    assert 405 == status or status == 404


# files


def test_what_goes_out_comes_in_and_nothing_is_doubled(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        await played_out(await begun_daily(ada))
        await played_out(await begun(ada, scored=True, options={"deals": "2"}))
        out = await ada.http.get("/api/results/export")
        assert "attachment" in out.headers["content-disposition"]
        assert (200, {"new": 0, "known": 2}) == await taken_in(ada, out.content)
        assert (200, {"new": 2, "known": 0}) == await taken_in(bo, out.content)
        assert (200, {"new": 0, "known": 2}) == await taken_in(bo, out.content)
        assert out.content == (await bo.http.get("/api/results/export")).content
        mine, theirs = await ada.get(f"results?today={TODAY}"), await bo.get(f"results?today={TODAY}")
        assert mine["variants"] == theirs["variants"]

    run(service, play)


def test_files_taken_in_at_once_are_not_doubled(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Ada"})
        rows = [{**OVER, "id": f"at-once-{i}"} for i in range(50)]
        days = [{**OVER, "id": f"day-{i}", "daily": f"2026-03-{i:02}"} for i in range(1, 20)]
        files = [
            file_of(*rows, *days),
            file_of(*rows, *({**day, "id": f"other-{day['id']}"} for day in days)),
        ] * 4  # as many as may wait
        answers = await asyncio.gather(*(taken_in(ada, file) for file in files))
        assert {200} == {status for status, _ in answers}
        assert 69 == await total(ada)
        begun = ("at-once-", "day-", "other-day-")
        assert 69 == sum(row["sitting"].startswith(begun) for row in kept(service, "result"))

    run(service, play)


HOSTILE: list[tuple[bytes, int]] = [
    (b"", 400),
    (b"nonsense", 400),
    (b"\x00\xff", 400),
    (b"[" * 1_000_000, 400),
    (b'{"a":' * 200_000, 400),
    (b" " * ((1 << 20) + 1), 400),
    (file_of(OVER, version=2), 400),
    (file_of(OVER, more=1), 400),
    (file_of(OVER, {**OVER, "id": "other", "person": 1}), 400),
    (file_of(OVER, {**OVER, "id": "<script>alert(1)</script>"}), 400),
    (file_of(OVER, {**OVER, "variant": "<img src=x onerror=alert(1)>"}), 400),
    (file_of(OVER, {**OVER, "score": 1 << 80}), 400),
    (file_of(OVER, {**OVER, "finished_at": "now"}), 400),
    (file_of(OVER, {**OVER, "daily": "2026-02-30"}), 400),
    (b'{"format":"torite results","version":1,"rows":[' + b",".join([b"{}"] * 20_001) + b"]}", 400),
]


@pytest.mark.parametrize(("data", "status"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_wrong_file_is_refused_with_a_sentence_and_changes_nothing(
    service: Running, data: bytes, status: int
) -> None:
    async def play(company: Company) -> None:
        ada, nobody = company.person("Ada"), company.person()
        await taken_in(ada, file_of({**OVER, "id": "mine"}))
        people = len(kept(service, "person"))
        for person in (ada, nobody):
            answered, told = await taken_in(person, data)
            assert status == answered
            assert 0 < len(told["say"]) < 500
        assert 1 == await total(ada)
        assert people == len(kept(service, "person"))

    run(service, play)


@pytest.mark.long
def test_so_many_rows_and_no_more_are_kept(alone: Running) -> None:
    """As many as a file may have, in files of one MiB at most; one more is refused, what is known is not."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        short = {**OVER, "game": "g", "variant": "v"}
        files = [file_of(*({**short, "id": f"{i}"} for i in range(at, at + 5000))) for at in range(0, 20_000, 5000)]
        assert max(map(len, files)) < 1 << 20
        for file in files:
            assert (200, {"new": 5000, "known": 0}) == await taken_in(ada, file)
        assert 20_000 == await total(ada)
        status, told = await taken_in(ada, file_of({**OVER, "id": "one-more"}))
        assert (400, "too-long") == (status, told["code"])
        assert (200, {"new": 0, "known": 5000}) == await taken_in(ada, files[0])
        assert 20_000 == await total(ada)

    run(alone, play)


def test_variants_that_are_nowhere_are_few(service: Running) -> None:
    """Each would have its own figures; what is known already, and whatever is here, is taken in all the same."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        elsewhere = [{**OVER, "id": f"e{n}", "game": "old-game", "variant": f"old-{n}"} for n in range(51)]
        status, told = await taken_in(ada, file_of({**OVER, "id": "here"}, *elsewhere))
        assert 400 == status
        assert "The variant old-50 of the game old-game is not here." in told["say"]
        assert 0 == await total(ada)
        assert (200, {"new": 50, "known": 0}) == await taken_in(ada, file_of(*elsewhere[:50]))
        assert 400 == (await taken_in(ada, file_of({**OVER, "id": "here"}, elsewhere[50])))[0]
        more = ({**OVER, "id": "here"}, {**elsewhere[0], "id": "again"}, elsewhere[1])
        assert (200, {"new": 2, "known": 1}) == await taken_in(ada, file_of(*more))
        assert 52 == await total(ada)

    run(service, play)


def test_an_answer_with_results_is_no_longer_than_that_whatever_is_kept(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Eve"})
        await taken_in(ada, file_of({**OVER, "finished_at": 1.0}))
        filled(service, id_of(service, "Eve"), 3000, variants=3000)
        answer = await ada.http.get(f"/api/results?today={TODAY}")
        told = answer.json()
        assert 3001 == told["total"]
        assert [f"v{n}" for n in range(2999, 2949, -1)] + ["lantern"] == [one["variant"] for one in told["variants"]]
        assert len(answer.content) < 50_000
        assert (await ada.http.get("/api/results/export")).content.count(b"finished_at") == 3001

    run(service, play)


def filled(service: Running, person: int, count: int, variants: int = 50) -> None:
    """Give somebody so many results, in many variants of which there are none here."""
    row = (
        "INSERT INTO result (person, sitting, game, variant, usual, score, finished_at) VALUES (?, ?, 'g', ?, 1, 1, ?)"
    )
    with closing(sqlite3.connect(service.data / "torite.db", timeout=PATIENCE)) as database:
        database.executemany(row, [(person, f"{n}", f"v{n % variants}", 1.7e9 + n / 3) for n in range(count)])
        database.commit()


@pytest.mark.long
def test_many_results_are_no_work_for_the_service_itself_when_they_are_asked_for_again(alone: Running) -> None:
    """Whatever day the asker says it is; and they are told anew as soon as there is one more."""

    async def play(company: Company) -> None:
        took: list[float] = []
        for count in (1, 19_999):
            one = company.person(f"P{count}")
            await one.post("me", {"name": one.name})
            filled(alone, id_of(alone, one.name), count)
            assert count == await total(one)
            before = alone.processor_time()
            for day in range(10, 30):
                assert 200 == (await one.http.get(f"/api/results?today=2026-11-{day}")).status_code
            took.append(alone.processor_time() - before)
        few, many = took
        print(f"{few / 20:.4f} s and {many / 20:.4f} s a question")
        assert many < 4 * few + 0.4
        await taken_in(one, file_of(OVER))
        told = await one.get(f"results?today={TODAY}")
        assert (20_000, 20) == (told["total"], len(told["latest"]))
        assert ["lantern"] == [each["variant"] for each in told["variants"] if each["here"]]

    run(alone, play)


def test_files_are_taken_in_and_given_out_so_often_and_no_more(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        ada, nobody = company.person("Ada"), company.person()
        await ada.post("me", {"name": "Ada"})
        for person in (ada, nobody):
            first = [await taken_in(person, b"nonsense") for _ in range(2)]
            assert [400, 400] == [status for status, _ in first]
            status, told = await taken_in(person, file_of(OVER))
            assert (429, "often") == (status, told["code"])
            out = [(await person.http.get("/api/results/export")).status_code for _ in range(3)]
            assert [200, 200, 429] == out
        assert 0 == (await ada.get("results"))["total"]

    with running(tmp_path / "data", limits={"imports": [2, 600.0], "exports": [2, 600.0]}) as few:
        run(few, play)


@pytest.mark.long
def test_many_questions_are_answered_or_told_to_wait(tmp_path: Path, many: Many) -> None:
    """Of thousands at once, so many as one address may ask; the others hear so, and a table plays on."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        place = await begun(ada, scored=True)
        paths = ["results", f"daily/lantern?today={TODAY}", "results/export"]
        gate = asyncio.Semaphore(50)

        async def ask(i: int) -> int:
            async with gate:
                if i % 10 == 0:
                    body = {"variant": "lantern", "date": f"20{i % 97:02}-01-01"}
                    return (await ada.http.post("/api/daily", json=body)).status_code
                return (await ada.http.get(f"/api/{paths[i % 3]}")).status_code

        asked, played = (
            asyncio.gather(*(ask(i) for i in range(many(10_000, 1500)))),
            asyncio.create_task(played_out(place)),
        )
        counts: Counter[Any] = Counter(await asked)
        await played
        assert {200, 429} == set(counts)
        assert counts[429] > 100

    with running(tmp_path / "data", limits={"posts": 60, "reads": 300}) as service:
        run(service, play)


def test_what_cannot_have_been_is_not_taken_in(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        right = {"id": "of-elsewhere", "game": "elsewhere", "variant": "elsewhere", "score": 3, "finished_at": 1.0}
        assert 200 == (await taken_in(ada, file_of(right)))[0]
        for wrong in ({"finished_at": 3_990_000_000.0}, {"score": 999_999_999}):
            status, answer = await taken_in(ada, file_of({**right, "id": "impossible", **wrong}))
            assert 400 == status
            assert f"$.rows[0].{next(iter(wrong))}" in str(answer)
        day = {**right, "id": "day", "game": "agurk", "variant": "agurk", "daily": "2026-11-11"}
        status, answer = await taken_in(ada, file_of(day))
        assert (400, True) == (status, "$.rows[0].daily" in str(answer))
        assert 1 == await total(ada)

    run(service, play)


def test_a_deal_of_a_day_to_come_is_taken_in_as_it_was_played(service: Running) -> None:
    """Whoever asks for it is dealt it."""

    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        await played_out(await begun_daily(ada, "2999-01-01"))
        file = (await ada.http.get("/api/results/export")).content
        assert 200 == (await taken_in(bo, file))[0]
        assert 1 == await total(bo)
        (figures,) = (await bo.get(f"results?today={TODAY}"))["variants"]
        assert {"now": 0, "longest": 1} == figures["days"]

    run(service, play)
