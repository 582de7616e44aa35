"""Talk: who hears it, a game's own phrases, and what bots say of their hands."""

from __future__ import annotations

import asyncio
import itertools
import random

import pytest

from tests.service.client import OPEN, Company, Person, Place, run
from tests.service.conftest import Running
from tests.service.test_wire_secrecy import set_up
from torite.match import Match
from torite.service import chat
from torite.service.chat import SaidRow
from torite.service.table_setup import Occupant
from torite.service.wire import Settings
from torite.worlds import SPECTATOR

GAME = "perlaggen"


def match(**options: str) -> Match:
    return Match(GAME, options=options, seed=1)


async def four(company: Company, **options: str) -> tuple[list[Place], Place]:
    """Four people and an onlooker at a table whose match has begun; who may exchange has declined."""
    people = [company.person(name) for name in ("Ada", "Bo", "Cy", "Di", "Ed")]
    made = await people[0].set_table(GAME, OPEN, OPEN, OPEN, start=False, options=options)
    for person in people[1:4]:
        await person.join(made)
    await people[4].join(made, watch=True)
    places = [await sat(person, made["id"]) for person in people]
    await places[0].ask("start")
    for place in places:
        await place.until(lambda p: p.scene)
        if "decline" in [code for choice in place.scene.get("choices", ()) for code in choice["codes"]]:
            await place.ask("act", number=place.scene["number"], code="decline")
    return places[:4], places[4]


async def sat(person: Person, table: str) -> Place:
    place = await person.sit(table)
    await place.until(lambda p: p.table)
    return place


def lines(place: Place) -> list[str]:
    return [message["text"] for message in place.heard if message["type"] == "said"]


@pytest.mark.parametrize(("table_talk", "hear"), [("public", {0, 1, 2, 3, 4}), ("team", {0, 2})])
def test_who_hears(service: Running, table_talk: str, hear: set[int]) -> None:
    """Everybody at the table and who looks on; or the partner alone, also who comes in again."""

    async def play(company: Company) -> None:
        seated, onlooker = await four(company, table_talk=table_talk)
        everybody = [*seated, onlooker]
        assert {place.table["talk"] for place in everybody} == {"all" if table_talk == "public" else "team"}
        assert "done" == (await seated[0].ask("say", text="three aces, I think"))["type"]
        await seated[0].until(lambda p: lines(p))
        for place in everybody:
            await place.ask("ping")
        assert hear == {n for n, place in enumerate(everybody) if "three aces, I think" in lines(place)}
        back = [await company.people[n].sit(seated[0].table["id"]) for n in range(5)]
        for place in back:
            await place.until(lambda p: p.scene)
        assert hear == {n for n, place in enumerate(back) if "three aces, I think" in lines(place)}

    run(service, play)


def test_where_nobody_talks(service: Running) -> None:
    async def play(company: Company) -> None:
        seated, _ = await four(company, table_talk="off")
        for answer in (await seated[0].ask("say", text="hello"), await seated[0].ask("phrase", phrase="well")):
            assert ("refused", "At this table nobody talks") == (answer["type"], answer["say"][:26])
        assert ("none", []) == (seated[1].table["talk"], seated[1].table["phrases"])
        assert not any(lines(place) for place in seated)

    run(service, play)


def test_what_is_sent_again_is_heard_once(fresh: Running) -> None:
    """Also when the service was killed between: whoever got no answer does not know whether they were heard."""

    async def play(company: Company) -> None:
        seated, _ = await four(company)
        table = seated[0].table["id"]
        for again in range(3):
            assert "done" == (await seated[0].ask("say", cid=7, text="whose lead is it?"))["type"]
            if again == 1:
                fresh.kill()
                await asyncio.to_thread(fresh.start)
                seated[:2] = [await sat(person, table) for person in company.people[:2]]
        assert "done" == (await seated[1].ask("say", cid=7, text="yours"))["type"]
        for place in seated[:2]:
            await place.until(lambda p: "yours" in lines(p))
            assert ["whose lead is it?", "yours"] == lines(place)

    run(fresh, play)


def test_phrases_of_the_game_are_heard_in_the_listener_s_language(service: Running) -> None:
    async def play(company: Company) -> None:
        seated, _ = await four(company)
        assert "done" == (await seated[1].ask("language", language="ja"))["type"]
        await seated[1].until(lambda p: p.scene["language"] == "ja")
        phrases = await seated[0].until(lambda p: p.table["phrases"])
        assert {"ask", "tell", "advise"} == {phrase["group"] for phrase in phrases}
        assert len(phrases) == len({phrase["name"] for phrase in phrases}) == len({p["text"] for p in phrases})
        phrase = next(phrase for phrase in phrases if phrase["name"].endswith(" 3"))
        assert "3" in phrase["text"] or "three" in phrase["text"]
        assert "done" == (await seated[0].ask("phrase", phrase=phrase["name"]))["type"]
        await seated[0].until(lambda p: lines(p))
        await seated[1].until(lambda p: lines(p))
        assert [phrase["text"]] == lines(seated[0])
        [said] = lines(seated[1])
        assert said == chat.text(match(), phrase["name"], "ja") != phrase["text"]

    run(service, play)


@pytest.mark.parametrize(
    "phrase", ["tell_nonsense", "tell_gleich 9", "tell_gleich", "tell_gleich x", "", "phrase.hello"]
)
def test_other_phrases_are_refused(service: Running, phrase: str) -> None:
    async def play(company: Company) -> None:
        seated, _ = await four(company)
        answer = await seated[0].ask("phrase", phrase=phrase)
        assert ("refused", "There is no such phrase.") == (answer["type"], answer["say"])

    run(service, play)


def test_which_phrases_there_are_tells_nothing() -> None:
    """They are the same for every hand; only their truth differs."""
    told = [chat.phrases(match_of(seed), seat) for seed in range(8) for seat in range(4)]
    listed, truths = {tuple(one) for one in told}, {tuple(one.values()) for one in told}
    assert 1 == len(listed)
    assert len(truths) > 1
    assert {} == chat.phrases(match(), SPECTATOR)


def match_of(seed: int) -> Match:
    """A match before its first card: nobody can exchange anything."""
    at = Match(GAME, seed=seed)
    for seat in at.actors:
        if any(action.code == "decline" for action in at.actions(seat)):
            at.act(seat, "decline")
    return at


def test_bots_say_what_is_true_unless_they_may_bluff() -> None:
    chance = random.Random(1)
    for seed in range(10):
        at = match_of(seed)
        known = chat.phrases(at, 0)
        honest = {chat.of_bot(at, 0, False, chance) for _ in range(50)}
        bluffing = {chat.of_bot(at, 0, True, chance) for _ in range(100)}
        assert {True} == {known[phrase] for phrase in honest}
        assert {True, False} == {known[phrase] for phrase in bluffing}


@pytest.mark.parametrize("table_talk", ["public", "off"])
def test_a_bot_says_something_now_and_then(monkeypatch: pytest.MonkeyPatch, table_talk: str) -> None:
    monkeypatch.setattr(chat, "CHATTY", 1)

    async def talking() -> list[SaidRow]:
        at = match(table_talk=table_talk)
        table, _ = set_up(at, 0)
        table.setup.occupants[1] = Occupant("bot", "Bo", bot="simple")
        table.setup.settings = Settings(grace=1000)
        for _ in range(20):
            await table.scheduler._chat(at)
        table.close()
        return list(table.talk)

    said = asyncio.run(talking())
    assert bool(said) == (table_talk == "public")
    assert {1} >= {line["seat"] for line in said}
    assert all(one["phrase"] != other["phrase"] for one, other in itertools.pairwise(said))
