"""What may be taken out of turn, over the line: once, by whoever may, late messages too; and told to nobody before."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.arranged import new_match
from tests.games.doppelkopf.builders import filled
from tests.service.client import OPEN, Company, Person, Place, after, run
from tests.service.conftest import Running
from tests.service.players import kept_entries
from tests.service.test_wire_secrecy import heard, questions
from torite.match import Match

OPTIONS = {"poverty_allowed": "no", "deal_count": "4"}
SILENT = {"kind": "bot", "bot": "random"}  #: a bot that never announces
FAR = 50  #: entries ahead of the log


class Two:
    """Two people at one table, completed by bots that announce nothing.

    Args:
        ada, bo: their connections, seats 0 and 1.
        made: the table as it was set.
        service: keeps what is entered.
    """

    def __init__(self, ada: Place, bo: Place, made: dict[str, str], service: Running) -> None:
        self.places = [ada, bo]
        self.made = made
        self.service = service

    def seat(self, place: Place) -> int:
        return self.places.index(place)

    async def rest(self) -> None:
        """Wait until both see the same position, in which one of them is to act or a deal is over."""
        ada, bo = self.places
        while True:
            await ada.until(lambda p: p.scene and p.scene["number"] >= bo.scene.get("number", 0))
            await bo.until(lambda p: p.scene and p.scene["number"] >= ada.scene["number"])
            number = ada.scene["number"]
            if number == bo.scene["number"]:
                if ada.turn or bo.turn or ada.scene["deal_over"]:
                    return
                await ada.until(after(number))

    async def play_until(self, test: Callable[[], Any]) -> None:
        """Do what must be done until something is so at rest; whoever is in turn announces nothing."""
        await self.rest()
        while not test():
            if self.places[0].scene["deal_over"]:
                number = self.places[0].scene["number"]
                await asyncio.gather(*(place.ask("ready") for place in self.places))
                await self.places[0].until(after(number))
            else:
                await self.play_card()
            await self.rest()

    async def play_card(self) -> None:
        """Have whoever is in turn do its duty."""
        place = next(place for place in self.places if place.turn)
        number = place.scene["number"]
        assert "done" == verdict(await place.ask("act", number=number, code=duty(place)))
        await place.until(after(number))

    async def one_may_announce(self) -> tuple[Place, Place]:
        """Play until one is in turn and the other may announce; return both."""

        def found() -> list[Place]:
            return [place for place in self.places if offers(place) and not place.turn]

        await self.play_until(found)
        (announcer,) = found()
        return announcer, self.places[1 - self.seat(announcer)]

    def entries(self, seat: int, code: str = "") -> list[int]:
        """The numbers of a seat's entries whose codes begin so."""
        rows = kept_entries(self.service.data, self.made["id"])
        return [row["number"] for row in rows if row["line"].startswith(f"{seat}: {code}")]


def offers(place: Place) -> list[str]:
    """What somebody may take out of turn."""
    return [code for choice in place.scene["choices"] if choice["offer"] for code in choice["codes"]]


def duty(place: Place) -> str:
    """The first thing that somebody must do."""
    return str(next(choice for choice in place.scene["choices"] if not choice["offer"])["codes"][0])


def verdict(answer: dict[str, Any]) -> str:
    return str(answer.get("code", answer["type"]))


async def two(company: Company, service: Running, *more: dict[str, Any], **options: str) -> Two:
    ada, bo = company.person("Ada"), company.person("Bo")
    others = more or (SILENT, SILENT)
    made = await ada.set_table("doppelkopf", OPEN, *others, start=False, options=OPTIONS | options)
    await bo.join(made)
    places = await ada.sit(made["id"]), await bo.sit(made["id"])
    await places[0].ask("start")
    return Two(*places, made, service)


# over the line


def test_a_seat_that_is_not_in_turn_announces(service: Running) -> None:
    """Both see it, and the other is still to act."""

    async def play(company: Company) -> None:
        table = await two(company, service)
        announcer, mover = await table.one_may_announce()
        number, code = announcer.scene["number"], offers(announcer)[0]
        assert code.startswith("announce")
        assert "done" == verdict(await announcer.ask("act", number=number, code=code))
        for place in table.places:
            await place.until(after(number))
            assert number + 1 == place.scene["number"]
            assert [table.seat(announcer)] == [line["seat"] for line in place.scene["log"]]
            marks = place.scene["seats"][table.seat(announcer)]["marks"]
            assert "announced" in [mark["name"] for mark in marks]
        assert [number] == table.entries(table.seat(announcer), "announce")
        assert mover.turn
        assert code not in offers(announcer)
        await table.play_card()

    run(service, play)


def test_an_announcement_that_comes_late_is_taken_once(service: Running) -> None:
    """The other has played a card meanwhile; it is sent many times with the same number of its own, and once more."""

    async def play(company: Company) -> None:
        table = await two(company, service)
        announcer, mover = await table.one_may_announce()
        number, code, seat = announcer.scene["number"], offers(announcer)[0], table.seat(announcer)
        while mover.turn:
            await table.play_card()
        windows = [announcer, *await windows_of(company.people[seat], table.made["id"], 9)]
        asked = [window.ask("act", cid=7, number=number, code=code) for window in windows]
        assert {"done": 10} == Counter(map(verdict, await asyncio.gather(*asked)))
        assert 1 == len(table.entries(seat, "announce"))
        assert number < table.entries(seat, "announce")[0]
        assert "done" == verdict(await announcer.ask("act", cid=7, number=number, code=code))
        assert 1 == len(table.entries(seat, "announce"))
        again = await announcer.ask("act", number=number, code=code)
        assert ("illegal-move", "DOKO-10.3") == (again["code"], again["clause"]), "said already"
        assert 1 == len(table.entries(seat, "announce"))

    run(service, play)


async def windows_of(person: Person, table: str, number: int) -> list[Place]:
    """Open so many windows more."""
    windows = [await person.sit(table) for _ in range(number)]
    for window in windows:
        await window.until(lambda p: p.scene)
    return windows


def test_one_of_many_announcements_at_once_is_done(service: Running) -> None:
    """From two windows, each message with a number of its own: the first is done, the others are said already."""

    async def play(company: Company) -> None:
        table = await two(company, service)
        announcer, _ = await table.one_may_announce()
        number, code, seat = announcer.scene["number"], offers(announcer)[0], table.seat(announcer)
        (window,) = await windows_of(company.people[seat], table.made["id"], 1)
        asked = [(announcer, window)[i % 2].ask("act", cid=i, number=number, code=code) for i in range(20)]
        assert {"done": 1, "illegal-move": 19} == Counter(map(verdict, await asyncio.gather(*asked)))
        assert 1 == len(table.entries(seat, "announce"))

    run(service, play)


def test_a_card_and_an_announcement_at_once(service: Running) -> None:
    """The announcement is always taken; the card, if it was first."""

    async def play(company: Company) -> None:
        table = await two(company, service)
        announcer, mover = await table.one_may_announce()
        number, code, card = announcer.scene["number"], offers(announcer)[0], duty(mover)
        before = len(table.entries(table.seat(mover), "play"))
        asked = [announcer.ask("act", number=number, code=code), mover.ask("act", number=number, code=card)]
        said, played = await asyncio.gather(*asked)
        assert "done" == verdict(said)
        assert verdict(played) in ("done", "stale")
        assert before + (verdict(played) == "done") == len(table.entries(table.seat(mover), "play"))

    run(service, play)


def test_a_card_that_meets_an_announcement_is_told_of_it(service: Running) -> None:
    """It could still be played, but its player may think again: the table says what came in between."""

    async def play(company: Company) -> None:
        table = await two(company, service)
        announcer, mover = await table.one_may_announce()
        number, card = mover.scene["number"], duty(mover)
        name = announcer.scene["seats"][table.seat(announcer)]["name"]
        assert "done" == verdict(await announcer.ask("act", number=number, code=offers(announcer)[0]))
        told = await mover.ask("act", number=number, code=card)
        assert ("stale", True, "") == (told["code"], told["late"], told["clause"])
        assert told["say"].startswith(f"{name} was first: {name}: “")
        await mover.until(after(number))
        assert "done" == verdict(await mover.ask("act", number=mover.scene["number"], code=card))

    run(service, play)


def test_anything_but_an_announcement_that_comes_late_is_stale(service: Running) -> None:
    """A card, what is no action at all, and taking back; whoever is in turn."""

    async def play(company: Company) -> None:
        table = await two(company, service)
        announcer, mover = await table.one_may_announce()
        before = [table.entries(seat) for seat in range(2)]
        number, card = mover.scene["number"], duty(mover)
        for wrong in (0, number - 1):
            for code in (card, "announce", "re", "", "nonsense"):
                assert "stale" == verdict(await mover.ask("act", number=wrong, code=code)), code
            assert "stale" == verdict(await mover.ask("undo", number=wrong))
            assert "stale" == verdict(await announcer.ask("act", number=wrong, code=card))
        assert before == [table.entries(seat) for seat in range(2)]

    run(service, play)


def test_a_hint_out_of_turn_weighs_what_one_may_say(service: Running) -> None:
    """Whoever may announce is told whether to; whoever may not has nothing to decide."""

    async def play(company: Company) -> None:
        table = await two(company, service)
        announcer, _ = await table.one_may_announce()
        hint = await announcer.ask("hint", 60)
        assert "hint" == hint["type"], hint
        assert hint["choices"][0]["code"] in ("wait", *offers(announcer))
        assert hint["choices"][0]["text"]

    run(service, play)


def test_what_answers_a_scene_that_is_not_there_yet_is_stale(service: Running) -> None:
    """A number from the future, also of an announcement."""

    async def play(company: Company) -> None:
        table = await two(company, service)
        announcer, mover = await table.one_may_announce()
        before = [table.entries(seat) for seat in range(2)]
        for wrong in (mover.scene["number"] + FAR, 1 << 30):
            assert "stale" == verdict(await announcer.ask("act", number=wrong, code=offers(announcer)[0]))
            assert "stale" == verdict(await mover.ask("act", number=wrong, code=duty(mover)))
        assert before == [table.entries(seat) for seat in range(2)]

    run(service, play)


def test_an_announcement_that_no_longer_stands_is_refused_by_its_clause(service: Running) -> None:
    """It was open when it was sent, and the seat has played too many cards since."""

    async def play(company: Company) -> None:
        table = await two(company, service)
        announcer, _ = await table.one_may_announce()
        number, code, seat = announcer.scene["number"], offers(announcer)[0], table.seat(announcer)
        await table.play_until(lambda: not offers(announcer) and not announcer.scene["deal_over"])
        late = await announcer.ask("act", number=number, code=code)
        assert late["code"] in ("illegal-move", "not-your-turn")
        assert [] == table.entries(seat, "announce")

    run(service, play)


def test_of_five_the_dealer_who_sits_out_gets_nothing_to_choose(service: Running) -> None:
    """Ada deals and sits out: no turn, no choices, no announcements, however it is tried."""

    async def play(company: Company) -> None:
        table = await two(company, service, SILENT, SILENT, SILENT, first_dealer="0")
        ada, bo = table.places
        await table.play_until(lambda: offers(bo))
        number = ada.scene["number"]
        assert "idle" in [mark["name"] for mark in ada.scene["seats"][0]["marks"]]
        for wrong in (number, number - 1, 1):
            for code in ("announce re", "announce contra", "announce 90"):
                assert verdict(await ada.ask("act", number=wrong, code=code)) in ("not-your-turn", "illegal-move")
        assert "stale" == verdict(await ada.ask("act", number=number + FAR, code="announce re"))
        await table.play_until(lambda: ada.scene["deal_over"])
        scenes = [message["scene"] for message in ada.heard if message["type"] == "scene"]
        assert 30 < len(scenes)
        assert [] == [scene["number"] for scene in scenes if scene["choices"]]
        assert not any(seat["acts"] for scene in scenes for seat in scene["seats"] if seat["you"])
        assert any(offers_in(message) for message in bo.heard)
        assert [] == table.entries(0)

    run(service, play)


def offers_in(message: dict[str, Any]) -> bool:
    return message["type"] == "scene" and any(choice["offer"] for choice in message["scene"]["choices"])


# what the others are told before


def deal(*hands: str, cards: str = "") -> Match:
    """A normal game of four, with what has been played of it."""
    names = ["Ada", "Bo", "Cy", "Di"]
    match = new_match("doppelkopf", 4, hands=filled(hands), dealer=3, names=names, seed=1, pause=True)
    for seat in range(4):
        match.act(seat, "pass")
    for card in cards.split():
        match.act(match.actors[0], f"play {card}")
    return match


#: Seat 0 has a queen of clubs that seat 2 has in the other deal; seats 1 and 3 hold the same.
MINE = ("CQ C9 H9 HK D9 DK", "CA CA HA HA SA SA", "SQ C10 H9 HK D10 DA", "CQ CK S9 S9 SK SK")
YOURS = ("SQ C9 H9 HK D9 DK", "CA CA HA HA SA SA", "CQ C10 H9 HK D10 DA", "CQ CK S9 S9 SK SK")


@pytest.mark.parametrize("viewer", [1, 3])
@pytest.mark.parametrize("cards", ["", "C9", "C9 CA C10 CK"])
def test_nobody_is_told_what_another_may_announce(cards: str, viewer: int) -> None:
    """Seat 0 may say Re in one deal and Contra in the other: what the others hear is the same to the byte."""
    re, contra = deal(*MINE, cards=cards), deal(*YOURS, cards=cards)
    assert "announce re" in [str(action) for action in re.actions(0)]
    assert "announce contra" in [str(action) for action in contra.actions(0)]
    asked = questions(re, viewer, random.Random(1))
    for seat, same in ((viewer, True), (0, False)):
        told = []
        for match in (re, contra):
            random.seed(1)
            told.append(asyncio.run(heard(match, seat, asked if same else [])))
        assert same == (told[0] == told[1])
    re, contra = deal(*MINE, cards=cards), deal(*YOURS, cards=cards)
    re.act(0, "announce re")
    contra.act(0, "announce contra")
    assert asyncio.run(heard(re, viewer, [])) != asyncio.run(heard(contra, viewer, []))


def test_an_onlooker_is_told_no_choices(service: Running) -> None:
    async def play(company: Company) -> None:
        table = await two(company, service)
        await table.one_may_announce()
        person = company.person("Cleo")
        await person.join(table.made, watch=True)
        cleo = await person.sit(table.made["id"])
        await cleo.until(lambda p: p.scene)
        assert [] == cleo.scene["choices"]
        assert "not-your-turn" == verdict(await cleo.ask("act", number=cleo.scene["number"], code="announce re"))
        assert "announce_" not in json.dumps(cleo.scene)

    run(service, play)
