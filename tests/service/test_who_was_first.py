"""Two who speak at the same moment: the log says who was first, and the other is told so, with what still stands."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.service.client import OPEN, Company, Person, Place, after, run
from tests.service.conftest import Running

SILENT = {"kind": "bot", "bot": "random"}  #: a bot that never announces
BET = "bet spiel"
NAMES = ["Ada", "Bo", "Cy", "Di"]


async def table(company: Company, *others: dict[str, Any]) -> list[Place]:
    """People at one table, completed by bots; the first of them may bet on Spiel, and a card is due from somebody."""
    people = [company.person(name) for name in NAMES[: 1 + others.count(OPEN)]]
    while True:
        places = await begun("perlaggen", people, *others)
        for place in places:
            await place.until(lambda p: p.scene)
            await place.until(after(places[0].scene["number"] - 1))
        if all(BET in words(place) for place in places):
            return places


async def begun(variant: str, people: list[Person], *others: dict[str, Any]) -> list[Place]:
    """Where people sit at a table of the first of them, whose match has begun."""
    made = await people[0].set_table(variant, *others, start=False)
    for person in people[1:]:
        await person.join(made)
    places: list[Place] = [await person.sit(made["id"]) for person in people]
    await places[0].ask("start")
    return places


def words(place: Place) -> list[str]:
    """What somebody may say now."""
    return [choice["verb"] for choice in place.scene["choices"] if choice["kind"] == "press"]


def card(place: Place) -> str:
    """A card that somebody may play."""
    return str(next(c["codes"][0] for c in place.scene["choices"] if c["kind"] in ("tap", "stand")))


async def at_once(places: list[Place], codes: list[str]) -> list[dict[str, Any]]:
    """Each says one thing, of the same position."""
    numbers = [place.scene["number"] for place in places]
    assert 1 == len(set(numbers))
    asked = [p.ask("act", number=numbers[0], code=code) for p, code in zip(places, codes, strict=True)]
    return await asyncio.gather(*asked)


def parted(places: list[Place], answers: list[dict[str, Any]]) -> tuple[Place, str, Place, dict[str, Any]]:
    """Who was first, their name, who was not, and what these were told."""
    first = [answer["type"] for answer in answers].index("done")
    return places[first], NAMES[first], places[1 - first], answers[1 - first]


def test_one_of_two_bets_is_lost_to_the_other_and_told_so(service: Running) -> None:
    """The loser reads who bet first, may answer that bet, and having held it may bet again."""

    async def play(company: Company) -> None:
        places = await table(company, OPEN, OPEN, OPEN)
        winner, name, loser, told = parted(places, await at_once(places[:2], [BET, BET]))
        assert (True, "PERL-5.16") == (told["late"], told["clause"])
        assert told["say"].startswith(f"{name} was first: {name} ")
        await loser.until(lambda p: "hold" in words(p))
        assert BET not in words(loser)
        assert "done" == (await loser.ask("act", number=loser.scene["number"], code="hold"))["type"]
        await loser.until(lambda p: BET in words(p))
        await winner.until(lambda p: p.scene["number"] == loser.scene["number"])
        assert BET not in words(winner)

    run(service, play)


def test_a_card_that_meets_a_bet_is_told_of_it(service: Running) -> None:
    """It is not played, and the bet is named: the mover sees why the table waits."""

    async def play(company: Company) -> None:
        places = await table(company, OPEN, OPEN, OPEN)
        mover, bettor = sorted(places, key=lambda place: not place.turn)[:2]
        number, code = mover.scene["number"], card(mover)
        assert "done" == (await bettor.ask("act", number=number, code=BET))["type"]
        told = await mover.ask("act", number=number, code=code)
        assert ("stale", True, "PERL-5.16") == (told["code"], told["late"], told["clause"])
        name = NAMES[places.index(bettor)]
        assert told["say"].startswith(f"{name} was first: {name} ")

    run(service, play)


def test_an_answer_after_the_partners_is_told_of_it(service: Running) -> None:
    """Both partners may answer; the second reads what the first has said for both."""

    async def play(company: Company) -> None:
        ada, bo, cy = await table(company, OPEN, SILENT, OPEN)
        assert "done" == (await ada.ask("act", number=ada.scene["number"], code=BET))["type"]
        for place in (bo, cy):
            await place.until(lambda p: "hold" in words(p))
        answers = await at_once([bo, cy], ["hold", "good"])
        first = [answer["type"] for answer in answers].index("done")
        told = answers[1 - first]
        assert told["late"]
        assert told["say"].startswith(f"{('Bo', 'Cy')[first]} was first: ")

    run(service, play)


def test_what_nobody_came_before_is_refused_as_ever(service: Running) -> None:
    """A second bet of one's own, and one that a rule forbids, name nobody."""

    async def play(company: Company) -> None:
        (ada,) = await table(company, SILENT, SILENT, SILENT)
        await ada.until(lambda p: p.turn)
        told = await ada.ask("act", number=ada.scene["number"], code="accept")
        assert "late" not in told
        assert "first" not in told["say"]

    run(service, play)


def test_what_all_choose_at_once_may_come_at_once(service: Running) -> None:
    """Four pass cards, none of whom has seen that another did: all four stand."""

    async def play(company: Company) -> None:
        places = await begun("ambition", [company.person(name) for name in NAMES], OPEN, OPEN, OPEN)
        for place in places:
            await place.until(lambda p: p.turn)
        number = places[0].scene["number"]
        codes = [await place.whole() for place in places]
        answers = await at_once(places, codes)
        assert ["done"] * 4 == [answer["type"] for answer in answers]
        again = await places[0].ask("act", number=number, code=codes[0])
        assert ("refused", "stale") == (again["type"], again["code"])

    run(service, play)
