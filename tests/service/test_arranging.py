"""A deal that somebody arranges: kept as a match that nobody has played, to look at and to play on from."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import torite
from tests.service.client import Company, run
from tests.service.conftest import Running
from tests.service.leaving import posts, serving, there
from tests.service.players import read as kept_records
from torite.games import catalogue
from torite.match import Match
from torite.records import read, write
from torite.service import replays
from torite.service.arranging import arranging, record
from torite.service.replay_wire import ArrangedPlace
from torite.study.analysis import is_unplayed
from torite.words import LANGUAGES
from torite.worlds import SPECTATOR

QUEENS: dict[str, Any] = {"name": "hand", "owner": 1, "pieces": ["HQ", "SQ"]}


def laid(told: Any, chooser: random.Random) -> list[ArrangedPlace]:
    """Lay pieces at random where a deal brings some: into each place all but one, where that are any."""
    pieces = [one.code for one in told.pieces for _ in range(one.copies)]
    chooser.shuffle(pieces)
    some = {(room.field, room.owner): max(1, room.most - 1) for room in told.rooms}
    return [ArrangedPlace(*at, [pieces.pop() for _ in range(n)]) for at, n in some.items()]


def lying(match: torite.Match, place: ArrangedPlace) -> list[str]:
    """List what lies in a place once the deal is over, in its order."""
    value, field = getattr(match.log.state, place.name), match.game.layout.named[place.name]
    part = value[place.owner] if field.is_parted else value
    kinds = [kind for kind in part if kind >= 0] if field.spec.holds == "sequence" else match.game.pack.listed(part)
    return [match.game.pack.codes[kind] for kind in kinds]


def test_every_deal_may_be_arranged_in_every_place_that_it_fills() -> None:
    """What was placed lies there when the first of them is asked; the record is read, arranged, and nobody's."""
    chooser, arranged = random.Random(7), 0
    first_of_each = {game.name: name for name, (game, _) in [*catalogue().items()][::-1]}
    for variant in sorted(first_of_each.values()):
        told = arranging(variant, None, "en")
        places = laid(told, chooser)
        match, _ = replays.opened(record(variant, len(told.names), places, 0 if told.dealer else None))
        assert is_unplayed(match)
        assert match.actors
        dealt = (
            match.at(1 + max(entry.number for entry in match.log if entry.chance == "deal")) if told.rooms else match
        )
        for place in places:
            assert not [code for code in place.pieces if code not in lying(dealt, place)], (variant, place)
            arranged += len(place.pieces)
    assert arranged > 100


def test_seats_are_counted_from_one_in_either_language() -> None:
    """As where a table is set; also in the replay."""
    for language, first in (("en", "Seat 1"), ("ja", "席 1")):
        told = arranging("agurk", 3, language)
        match, _ = replays.opened(record("agurk", 3, [ArrangedPlace("hand", 1, ["HQ", "SQ"])], None))
        shown = replays.summary(match, "x", language, lambda: None)
        assert told.names[0] == told.rooms[0].name == first
        assert shown.names == told.names


@pytest.mark.parametrize(("language", "seats"), [("en", ["Ada", "Seat 2", "Seat 3"]), ("ja", ["Ada", "席 2", "席 3"])])
def test_seats_without_names_in_a_record_are_counted_from_one(language: str, seats: list[str]) -> None:
    """Also where it is read again, and in what is told of them; the file stays as it was."""
    match = Match("agurk", 3, names=["Ada"], seed="3")
    text = write(match, with_key=True)
    assert "Seat 1" in text
    assert "Seat 3" not in text
    opened, parts = replays.opened(text)
    assert parts["record"] == text
    for shown in (opened, replays.reopened(text)):
        assert replays.summary(shown, "x", language).names == seats
        assert [seat.name for seat in replays.steps(shown, 1, 1, SPECTATOR, language)[0].seats] == seats


@pytest.mark.compiles
def test_an_arranged_deal_is_looked_at_weighed_and_played_on(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        told = await ada.get("arranged/agurk?seats=3")
        assert [("hand", seat, 7) for seat in range(3)] == [
            (room["field"], room["owner"], room["most"]) for room in told["rooms"] if room["field"] == "hand"
        ]
        wanted = {"seats": 3, "places": [QUEENS], "dealer": 2, "scores": [12, 0, 7]}
        name = (await ada.post("arranged/agurk", wanted))["id"]
        found = await ada.get(f"replays/{name}")
        assert found["unplayed"]
        assert not found["over"]
        match = read((await ada.http.get(f"/api/replays/{name}/record")).text)
        assert {"HQ", "SQ"} < set(lying(match, ArrangedPlace(**QUEENS)))
        assert [12, 0, 7] == match.scores
        last = found["steps"] - 1
        place = {"of": 0, "step": last, "told": 0, "code": ""}
        weighed = await ada.post(f"replays/{name}/study/judged", place)
        assert weighed["decisions"]
        made = await ada.post(f"replays/{name}/play", {"step": last, "seat": 1})
        table = await there(ada, made["id"])
        await table.until(lambda p: p.scene)
        hand = next(zone for zone in table.scene["zones"] if zone["name"] == "hand" and zone["seat"] == 1)
        assert {"HQ", "SQ"} < {piece["code"] for piece in hand["pieces"]}
        service.kill()
        service.start()
        ada.go_to(service.address)
        again = await there(ada, made["id"])
        await again.until(lambda p: p.scene)
        assert [12, 0, 7] == table.scene["scores"] == again.scene["scores"]

    run(service, play)


def test_what_cannot_be_dealt_is_refused_in_a_sentence_and_nothing_is_kept(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Ada"})
        before = kept_records(service.data, "SELECT id FROM replay ORDER BY id")
        for fault in (
            {"seats": 99}, {"seats": 0}, {"seats": "x"}, {"more": 1}, {"dealer": 3}, {"dealer": -1},
            {"places": [QUEENS, QUEENS]}, {"places": [QUEENS | {"owner": 3}]}, {"places": [QUEENS | {"name": "moon"}]},
            {"places": [QUEENS | {"name": "trick"}]}, {"places": [QUEENS | {"pieces": ["XX"]}]},
            {"places": [QUEENS | {"pieces": ["HQ", "HQ"]}]}, {"places": [QUEENS, QUEENS | {"owner": 0}]},
            {"places": [QUEENS | {"pieces": ["H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9"]}]},
            {"places": [QUEENS | {"pieces": ["HQ"] * 501}]}, {"places": [QUEENS] * 201},
            {"scores": [1, 2]}, {"scores": [1, 2, 3, 4]}, {"scores": [-1, 0, 0]}, {"scores": [1.5, 0, 0]},
            {"scores": [10**9, 0, 0]}, {"scores": [21, 0, 0]}, {"scores": [20, 30, 0]},
            {"scores": [True, 0, 0]}, {"scores": "x"}, {"scores": [1] * 65},
            {"places": [QUEENS | {"name": "moon", "pieces": []}]}, {"places": [QUEENS | {"name": "\0"}]},
        ):  # fmt: skip
            for language in LANGUAGES:
                wanted = {"seats": 3, "places": [], **fault}
                refused = await posts(ada, f"arranged/agurk?language={language}", wanted)
                assert 400 == refused.status_code, (fault, refused.text)
                assert refused.json()["say"]
        assert 404 == (await posts(ada, "arranged/nothing", {"seats": 3})).status_code
        assert 404 == (await ada.http.get("/api/arranged/nothing")).status_code
        assert 400 == (await ada.http.get("/api/arranged/agurk?seats=99")).status_code
        assert before == kept_records(service.data, "SELECT id FROM replay ORDER BY id")

    run(service, play)


def test_arranged_deals_are_counted_like_records_that_are_brought(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        for who, code in ((ada, 200), (bo, 200), (bo, 429), (ada, 429)):
            assert code == (await posts(who, "arranged/agurk", {"seats": 3, "places": [QUEENS]})).status_code

    with serving(tmp_path, limits={"brought": {"most": 2, "seconds": 3600}}) as service:
        run(service, play)


@pytest.mark.parametrize("act", [False, True])
def test_a_match_that_somebody_has_begun_is_not_nobodys(act: bool) -> None:
    match, _ = replays.opened(record("agurk", 3, [], None))
    if act:
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    assert is_unplayed(match) is not act
    assert not is_unplayed(torite.Match("agurk", 3, seed=1))
