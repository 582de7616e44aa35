"""Rules of one's own: kept by a name, played at tables whose guests read it, and gone with whoever gave it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.service.client import Company, run
from tests.service.conftest import Running
from tests.service.leaving import posts, serving

SHORT: dict[str, Any] = {"name": "Kitchen rules", "variant": "agurk", "options": {"out_at": "15"}}


def test_rules_are_kept_by_name_changed_and_deleted_by_whose_they_are(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.post("rules", SHORT | {"name": " Kitchen\u202e rules "})
        assert ("Kitchen rules", True, {"out_at": "15"}) == (made["name"], made["here"], made["options"])
        await ada.post("rules", SHORT | {"name": "Another"})
        await ada.post("rules", SHORT | {"options": {"out_at": "45"}})
        mine = (await ada.get("rules?language=en"))["rules"]
        assert [("Another", "15"), ("Kitchen rules", "45")] == [(one["name"], one["options"]["out_at"]) for one in mine]
        assert {"Agurk"} == {one["title"] for one in mine}
        assert [] == (await bo.get("rules"))["rules"] == (await company.person().get("rules"))["rules"]
        assert 404 == (await posts(bo, f"rules/{mine[0]['id']}/delete")).status_code
        await ada.post(f"rules/{mine[0]['id']}/delete")
        assert ["Kitchen rules"] == [one["name"] for one in (await ada.get("rules"))["rules"]]

    run(service, look)


@pytest.mark.parametrize(
    "body",
    [
        SHORT | {"name": ""}, SHORT | {"name": "\u200b\u0301"},
        SHORT | {"name": "x" * 201}, SHORT | {"variant": "whist"},
        SHORT | {"options": {"out_at": "0"}}, SHORT | {"options": {"x": "1"}}, SHORT | {"more": 1}, [], {"name": "x"},
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_not_kept(service: Running, body: Any) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        refused = await posts(ada, "rules", body)
        assert refused.status_code in (400, 404)
        assert refused.json()["say"]
        assert [] == (await ada.get("rules"))["rules"]

    run(service, look)


def test_a_table_tells_everybody_what_its_rules_are_called_and_what_they_are(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        seats = [{"kind": "me"}, {"kind": "open"}]
        wanted = {"variant": "agurk", "seats": seats, "options": SHORT["options"],
                  "settings": {"rules": "Kitchen\u202e rules\n"}}  # fmt: skip
        made = await ada.post("tables", wanted)
        seen = await bo.post(f"tables/{made['id']}/peek", {"secret": made["secret"]})
        assert ("Kitchen rules", ["15"]) == (seen["rules"], [one["value"] for one in seen["options"]])
        await bo.join(made)
        for somebody in (ada, bo):
            place = await somebody.sit(made["id"])
            await place.until(lambda place: place.table)
            assert "Kitchen rules" == place.table["settings"]["rules"]
            assert ["Kitchen rules"] == [one["rules"] for one in await somebody.get("tables")]
            await place.close()

    run(service, look)


def test_so_many_rules_are_kept_also_of_those_given_at_once(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("rules", SHORT)
        asked = [posts(ada, "rules", SHORT | {"name": f"Rules {n}"}) for n in range(4)]
        assert [200, 200, 429, 429] == sorted(answer.status_code for answer in await asyncio.gather(*asked))
        await ada.post("rules", SHORT)  # those that are there may be changed

    with serving(tmp_path, limits={"kept_rules": 3}) as service:
        run(service, look)
