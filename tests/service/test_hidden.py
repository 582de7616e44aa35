"""Where hidden pieces of a replay may lie: as the library says, and of nothing that is not over."""

from __future__ import annotations

import pytest

from tests.service.client import Company, run
from tests.service.conftest import Running
from tests.service.test_judged import brought, played
from torite.study import places
from torite.words import LANGUAGES


def test_it_is_what_the_library_says(service: Running) -> None:
    match = played()
    step = next(at for at in range(len(match.log.standing)) if match.at(at).actors)

    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await brought(ada, match)
        for seat in range(2):
            told, found = await ada.get(f"replays/{name}/places?at={step}&seat={seat}"), places(match, step, seat)
            assert (told["step"], told["seat"], told["exact"], told["error"]) == (step, seat, True, 0.0)
            assert [one["pieces"] for one in told["places"]] == [one.unseen for one in found.places]
            assert [one["text"] for one in told["places"]] == ["Hand", "Stock"]
            assert told["places"][0]["name"]
            assert not told["places"][1]["name"]
            shares = {code: tuple(row["shares"]) for row in told["pieces"] for code in row["codes"]}
            assert shares == {one.code: one.each for one in found.pieces}
        in_japanese = await ada.get(f"replays/{name}/places?at={step}&seat=0&language=ja")
        assert [one["text"] for one in in_japanese["places"]] == ["手札", "山札"]
        start = await ada.get(f"replays/{name}/places?at=0&seat=0")
        assert (start["places"], start["pieces"]) == ([], [])

    run(service, look)


@pytest.mark.parametrize("wanted", ["at=0&seat=2", "at=0&seat=-2", "at=9999&seat=0", "at=-1&seat=0", "at=x&seat=0", ""])
def test_what_there_is_not_is_refused_in_a_sentence(service: Running, wanted: str) -> None:
    """So is all of a match that is not over, whose record anybody may bring."""

    async def look(company: Company) -> None:
        ada = company.person("Ada")
        over, going_on = await brought(ada, played()), await brought(ada, played(3))
        for language in LANGUAGES:
            for name, asked in ((over, wanted), (going_on, wanted), (going_on, "at=2&seat=0")):
                answer = await ada.http.get(f"/api/replays/{name}/places?{asked}&language={language}")
                assert 400 == answer.status_code
                assert answer.json()["say"]
        assert 404 == (await ada.http.get("/api/replays/nowhere/places?at=0&seat=0")).status_code

    run(service, look)
