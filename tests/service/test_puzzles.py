"""The puzzle of a day at a table: the same for everybody, told of what its seat may know, and counted nowhere."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest

from tests.service.client import Company, Person, Place, run
from tests.service.conftest import Running
from torite.games import catalogue, find
from torite.service import teaching
from torite.study import puzzles
from torite.study.losses import Loss
from torite.study.puzzles import Puzzle, near, of_day, of_variant, standing

TODAY = {"variant": "agurk", "date": "2026-11-28"}
#: A variant that has none.
WITHOUT = next(name for name, (game, variant) in catalogue().items() if not of_variant(game, variant))


def asked(day: str = TODAY["date"]) -> Puzzle:
    """The puzzle of a day."""
    found = of_day(*find("agurk"), day)
    assert found is not None
    return found


async def solving(person: Person, wanted: dict[str, Any] = TODAY) -> Place:
    place = await person.sit((await person.post("puzzles", wanted))["id"])
    await place.until(lambda at: at.scene and any(seat["you"] and seat["acts"] for seat in at.scene["seats"]))
    return place


async def answer(place: Place, code: str) -> dict[str, Any]:
    await place.ask("act", number=place.scene["number"], code=code)
    await place.until(lambda at: at.table["lesson"]["done"])
    told: dict[str, Any] = place.table["lesson"]
    return told


def test_a_puzzle_stands_as_it_was_found(service: Running) -> None:
    async def play(company: Company) -> None:
        place = await solving(company.person("Ada"))
        told, puzzle = place.table["lesson"], asked()
        assert (TODAY["date"], "", False) == (told["day"], told["told"], told["done"])
        assert (puzzle.name, puzzle.rating) == (told["puzzle"], told["rating"])
        assert "clearly the best" in told["before"]
        assert puzzle.seat == place.table["you"]
        mine = next(z for z in place.scene["zones"] if z["name"] == "hand" and z["seat"] == puzzle.seat)
        assert {piece["code"] for piece in mine["pieces"]} == set(standing(puzzle, seed=1).cards(puzzle.seat))
        assert not place.table["settings"]["spectators"]
        assert not place.table["settings"]["undo"]

    run(service, play)


def test_a_right_answer_is_told_with_what_the_others_cost(service: Running) -> None:
    async def play(company: Company) -> None:
        place = await solving(company.person("Ada"))
        told = await answer(place, asked().best)
        assert told["good"]
        assert told["told"].startswith("Right: ")
        assert f"{asked().choices[1].loss:.1f}" in told["told"]

    run(service, play)


def test_help_comes_after_the_answer_alone(service: Running) -> None:
    """Before, a hint would be the answer, as what a bot plays, and that counts."""

    async def play(company: Company) -> None:
        place = await solving(company.person("Ada"))
        refused = await place.ask("hint")
        assert ("refused", "would be its answer") == (refused["type"], refused["say"].partition("hint ")[2][:19])
        assert refused["say"] == (await place.ask("stand_in", on=True))["say"]
        assert "done" == (await place.ask("leave"))["type"]
        assert not any(seat["standin"] for seat in place.table["seats"])
        await answer(place, asked().best)
        await place.until(lambda at: any(seat["you"] and seat["acts"] for seat in at.scene["seats"]))
        assert "hint" == (await place.ask("hint"))["type"]

    run(service, play)


@pytest.mark.parametrize(("error", "told"), [(0.02, "0.9 points less."), (0.2, "0.9 ± 0.2 points less.")])
def test_an_uncertainty_is_told_where_there_is_one_to_read(error: float, told: str) -> None:
    """Not as ± 0.0."""
    puzzle = asked()
    choices = [Loss(one.code, 0.9 * bool(at), error * bool(at)) for at, one in enumerate(puzzle.choices)]
    puzzle = msgspec.structs.replace(puzzle, choices=choices)
    match = standing(puzzle, seed=1)
    assert told in " ".join(teaching._told(match, puzzle, puzzles.choices(match, puzzle)[0], "en"))


def test_a_wrong_answer_is_told_beside_the_best_by_what_they_differ_in(service: Running) -> None:
    async def play(company: Company) -> None:
        place = await solving(company.person("Ada"))
        taken, pack = asked().choices[1].code, find("agurk")[0].pack
        told = await answer(place, taken)
        best, other = (pack.glyph(pack.kind(code.split()[1])) for code in (asked().best, taken))
        assert not told["good"]
        assert told["told"].startswith(f"{best} is better than {other} by ")

    run(service, play)


def test_one_near_a_rating_is_offered_until_it_is_answered(service: Running) -> None:
    """Of no day; who comes back finds it as it was, and then the next that they have not solved."""

    async def play(company: Company) -> None:
        ada, solved = company.person("Ada"), [asked().name]
        wanted = {"variant": "agurk", "date": "", "rating": 1500, "solved": solved}
        place = await solving(ada, wanted)
        told, puzzle = place.table["lesson"], near(*find("agurk"), 1500, solved)
        assert puzzle is not None
        assert (puzzle.name, puzzle.rating, "") == (told["puzzle"], told["rating"], told["day"])
        assert place.table["id"] == (await ada.post("puzzles", wanted))["id"]
        assert (await answer(place, puzzle.best))["good"]
        other = await solving(ada, wanted | {"solved": [*solved, puzzle.name]})
        assert other.table["lesson"]["puzzle"] not in [*solved, puzzle.name]

    run(service, play)


def test_everybody_has_the_same_and_their_own_table(service: Running) -> None:
    """Who comes back finds their own as it was left; another day, and another puzzle, closes it."""

    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        mine, theirs = (await ada.post("puzzles", TODAY))["id"], (await bo.post("puzzles", TODAY))["id"]
        assert mine != theirs
        assert mine == (await ada.post("puzzles", TODAY))["id"]
        first, second = await solving(ada), await solving(bo)
        assert first.scene["zones"] == second.scene["zones"]
        other = (await ada.post("puzzles", TODAY | {"date": "2026-11-27"}))["id"]
        listed = [table["id"] for table in await ada.get("tables")]
        assert other in listed
        assert mine not in listed

    run(service, play)


def test_what_others_hold_does_not_leave(service: Running) -> None:
    async def play(company: Company) -> None:
        place = await solving(company.person("Ada"))
        puzzle = asked()
        for zone in place.scene["zones"]:
            if zone["name"] == "hand" and zone["seat"] != puzzle.seat:
                assert not any(piece and piece["code"] for piece in zone["pieces"])

    run(service, play)


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"variant": "nothing"}, 404),
        ({"variant": WITHOUT}, 404),
        ({"date": "today"}, 400),
        ({"date": "2026-11-31"}, 400),
        ({"date": "", "rating": 100_000}, 400),
        ({"date": "", "solved": [1]}, 400),
        ({"date": "", "variant": WITHOUT}, 404),
        ({"name": "x"}, 400),
    ],
)
def test_what_there_is_not_is_refused(service: Running, wrong: dict[str, Any], status: int) -> None:
    async def play(company: Company) -> None:
        with pytest.raises(httpx.HTTPStatusError) as refused:
            await company.person("Ada").post("puzzles", TODAY | wrong)
        assert status == refused.value.response.status_code

    run(service, play)
