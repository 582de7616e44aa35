"""How somebody plays is counted in their own matches alone, beside bots, as often as is fair."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

from tests.service.alone import played_out, running, seated
from tests.service.client import BOTS, Company, Person, run
from tests.service.conftest import Running
from torite.games import find
from torite.match import Match
from torite.records import read
from torite.service.page_messages import page_words
from torite.study.habits import Habits, count
from torite.study.habits_told import kind, often
from torite.words import LANGUAGES

SHORT = {"out_at": "100"}
VARIANT = "agurk-joker"
MATCHES = 4


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("habits") / "data", limits={"habits": [4, 600.0]}) as service:
        yield service


async def with_a_bot(one: Person) -> Any:
    made = await one.set_table(VARIANT, BOTS, options=SHORT)
    return await played_out(await seated(one, made["id"]))


def texts(told: dict[str, Any]) -> tuple[str, list[list[str]]]:
    """Return what is told: all paragraphs, and the table with its head, as text."""
    (section,) = told["sections"]

    def text(inlines: list[dict[str, Any]]) -> str:
        return "".join(one.get("text", "") for one in inlines)

    paragraphs = [text(block["inlines"]) for block in section["blocks"] if block["kind"] == "text"]
    tables = [block for block in section["blocks"] if block["kind"] == "table"]
    rows = [[text(cell) for cell in row] for block in tables for row in [block["head"], *block["rows"]]]
    return " ".join(paragraphs), rows


async def habits_of(one: Person, language: str = "en") -> tuple[str, list[list[str]]]:
    """Return what somebody is told."""
    return texts(await one.get(f"matches/habits?variant={VARIANT}&language={language}"))


async def own_records(one: Person) -> list[Match]:
    """Return all matches that somebody may take along."""
    archive = zipfile.ZipFile(io.BytesIO((await one.http.get("/api/matches/export")).content))
    return [read(archive.read(name).decode()) for name in archive.namelist()]


@pytest.mark.long
def test_habits_are_those_of_ones_own_seats(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, ben = company.person("Ada"), company.person("Ben")
        for _ in range(MATCHES):
            await with_a_bot(ada)
        await with_a_bot(ben)
        mine: Habits = {}
        others: Habits = {}
        matches = await own_records(ada)
        deals = sum(count(match, [match.names.index("Ada")], mine, others) for match in matches)
        assert len(matches) == MATCHES
        for language in LANGUAGES:
            say, words = page_words(language), find(VARIANT)[0].words(language)
            text, rows = await habits_of(ada, language)
            assert say("matches.habits_counted", n=MATCHES, deals=deals) in text
            assert words("habits.honest") in text
            assert rows[0][1].startswith(say("matches.habits_you"))
            found = {row[0]: row[1] for row in rows[1:]}
            assert found == {
                kind(find(VARIANT)[0], name, words): often(mine.get(name), words) for name in ("keep", "exchange")
            }
        text, _ = await habits_of(ben)
        assert (
            page_words("en")("matches.habits_counted", n=1, deals=len((await own_records(ben))[0].score_sheet.deals))
            in text
        )

    run(service, look)


def test_whoever_played_nothing_is_told_that(service: Running) -> None:
    async def look(company: Company) -> None:
        cleo = company.person("Cleo")
        text, rows = await habits_of(cleo)
        assert page_words("en")("matches.habits_counted", n=0, deals=0) in text
        assert not any(row[1] != "–" for row in rows[1:])
        unknown = await cleo.http.get("/api/matches/habits?variant=nothing")
        assert unknown.status_code == 404

    run(service, look)


def test_it_is_asked_for_only_so_often(service: Running) -> None:
    async def look(company: Company) -> None:
        dora = company.person("Dora")
        await with_a_bot(dora)
        for _ in range(4):
            await habits_of(dora)
        refused = await dora.http.get(f"/api/matches/habits?variant={VARIANT}")
        assert refused.status_code == 429
        assert "habits" in refused.text

    run(service, look)
