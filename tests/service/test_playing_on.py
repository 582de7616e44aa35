"""Playing on from a step of a replay: the table stands where the match stood, and goes on by chance of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import torite
from tests.arranged import new_match
from tests.service.client import Company, run
from tests.service.conftest import Running
from tests.service.leaving import posts, serving, there
from tests.service.players import kept_entries
from torite.records import line, read, verify
from torite.service import replays
from torite.study.analysis import is_unplayed

KEY = bytes(range(64))


def played(variant: str = "agurk", seats: int = 3, moves: int = 10, **options: Any) -> torite.Match:
    match = new_match(variant, seats, key=KEY, **options)
    for _ in range(moves):
        if match.over:
            break
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    return match


@pytest.mark.parametrize("step", [0, 1, 2, 5, 9])
def test_the_table_stands_where_the_match_stood(service: Running, step: int) -> None:
    match = played()
    then = match.at(step)

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        name = (await ada.post("replays", {"record": torite.write(match)}))["id"]
        made = await ada.post(f"replays/{name}/play", {"step": step, "seat": 1})
        place = await there(ada, made["id"])
        await place.until(lambda p: p.scene)
        lines = [entry["line"] for entry in kept_entries(service.data, made["id"])]
        assert [line(then, entry) for entry in then.log] == lines[:step]
        assert 1 == place.table["you"]
        assert ["bot", "person", "bot"] == [seat["kind"] for seat in place.table["seats"]]
        others = [zone for zone in place.scene["zones"] if zone["name"] == "hand" and zone["seat"] != 1]
        assert all(piece is None for zone in others for piece in zone["pieces"])
        await place.play_on(lambda p: p.scene.get("deal_over") or p.scene.get("over"))

    run(service, play)


def test_a_match_that_was_played_on_says_so_and_counts_nowhere(service: Running) -> None:
    """Its record is told as arranged, and stands in no list of matches; the one that it came from stays as it was."""
    match = played(moves=3)

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        record = torite.write(match)
        name = (await ada.post("replays", {"record": record}))["id"]
        made = await ada.post(f"replays/{name}/play", {"step": 4, "seat": 0, "bot": "random"})
        place = await there(ada, made["id"])
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["replay"])
        again = (await ada.http.get(f"/api/replays/{place.table['replay']}/record")).text
        assert "\narranged: yes\n" in again
        with pytest.raises(torite.BadRecord):
            verify(read(again))
        answer = await ada.post(f"replays/{place.table['replay']}/verify")
        assert not answer["fair"]
        assert "arranged" in answer["say"]
        assert [] == (await ada.get("matches"))["matches"]
        assert record == (await ada.http.get(f"/api/replays/{name}/record")).text

    run(service, play)


def test_a_step_seat_or_match_that_cannot_be_played_on_is_refused(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        name = (await ada.post("replays", {"record": torite.write(played())}))["id"]
        for body in (
            {"step": 99, "seat": 0}, {"step": -1, "seat": 0}, {"step": 1, "seat": 3}, {"step": 1, "seat": -1},
            {"step": 1, "seat": 0, "bot": "god"}, {"step": 1}, {"step": 1, "seat": 0, "key": "x"},
        ):  # fmt: skip
            refused = await posts(ada, f"replays/{name}/play", body)
            assert 400 == refused.status_code, body
            assert refused.json()["say"]
        assert 404 == (await posts(ada, "replays/nowhere/play", {"step": 1, "seat": 0})).status_code
        assert [] == await ada.get("tables")

    run(service, play)


def test_the_first_game_for_practice_is_still_to_come(service: Running) -> None:
    match = played("emissary", 1, 4)

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        name = (await ada.post("replays", {"record": torite.write(match)}))["id"]
        await ada.post(f"replays/{name}/play", {"step": 2, "seat": 0})
        assert not (await ada.get("games/emissary"))["scored"]

    run(service, play)


def test_so_many_may_be_played_on_from_one_address(tmp_path: Path) -> None:
    """A table that goes on has all lines of the replay, so it counts like a record that is brought."""

    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        name = (await ada.post("replays", {"record": torite.write(played())}))["id"]
        for who, code in ((ada, 200), (bo, 200), (bo, 429), (ada, 429)):
            answer = await posts(who, f"replays/{name}/play", {"step": 2, "seat": 0})
            assert code == answer.status_code
        assert "played on" in answer.json()["say"]
        assert 1 == len(await ada.get("tables")) == len(await bo.get("tables"))

    with serving(tmp_path, limits={"brought": {"most": 3, "seconds": 3600}}) as service:
        run(service, play)


@pytest.mark.parametrize(
    "given", [{"score": [-1, 2, 3]}, {"dealer": 1}, {"leader": 9}, {"score": [1, 2, 3], "packs": 900}]
)
def test_nobody_plays_on_with_numbers_that_no_match_comes_to(given: dict[str, Any]) -> None:
    """Nor has choices weighed then: scores are what may be given, as far as they can be."""
    match = new_match("agurk", 3, key=KEY, initial=given, pause=True)
    with pytest.raises(torite.ToriteError) as caught:
        replays.begun(match, 0)
    assert caught.value.say("ja") != caught.value.say("en")
    assert not is_unplayed(match)


def test_nobody_plays_on_from_the_end() -> None:
    over = played(moves=10_000)
    assert over.over
    with pytest.raises(torite.ToriteError) as caught:
        replays.begun(over, len(over.log))
    assert caught.value.say("ja") != caught.value.say("en")
    given = new_match("agurk", 3, key=KEY, initial={"score": [1, 2, 3]})
    assert {"score": [1, 2, 3]} == replays.begun(given, 0)["given"]
    assert is_unplayed(given)
