"""Where unseen pieces may lie, by hand; what is refused, and that nothing but the seat's own view counts."""

from __future__ import annotations

import json
from math import comb
from pathlib import Path

import pytest

import torite
from tests.study.test_analysis import played, short
from tests.terminal.test_command_line import Here, here
from torite import records
from torite.errors import BadOptions
from torite.match import Match
from torite.study import places, places_of
from torite.study.analysis import NotOver
from torite.study.fillings import KindsBound, Open, counted, fillings
from torite.study.places import name
from torite.words import LANGUAGES

__all__ = ["here"]  # a fixture


def test_two_hands_and_a_stock_by_hand() -> None:
    """Of 45 unseen cards seven are in the other's hand: all are as likely there."""
    match = short()
    dealt = next(at for at in range(len(match.log.standing)) if match.at(at).actors)
    found = places(match, dealt, 0)
    assert [(one.field, one.owner, one.unseen) for one in found.places] == [("hand", 1, 7), ("stock", -1, 38)]
    assert (found.exact, found.error, found.worlds) == (True, 0.0, comb(45, 7))
    assert {one.shares for one in found.pieces} == {(7 / 45, 38 / 45)}
    assert len(found.alike) == 1
    assert {name(match.game, match.names, one, language) for one in found.places for language in LANGUAGES} == {
        ("Seat 1", "Hand"), ("", "Stock"), ("席 1", "手札"), ("", "山札")
    }  # fmt: skip


def test_what_is_barred_required_and_alike_is_counted_by_hand() -> None:
    """Kinds 0 (twice), 1 and 2 in places of 2, 1 and 1: no 1 in the first, just one 0 in the second or third of it."""
    none: frozenset[int] = frozenset()
    what = Open((2, 1, 1), {0: 2, 1: 1, 2: 1}, (frozenset({1}), none, none), (KindsBound(0, frozenset({0}), 1, 1),))
    ways = {tuple(tuple(sorted(pieces)) for pieces in dealt): times for dealt, times in fillings(what)}
    assert ways == {((0, 2), (0,), (1,)): 2, ((0, 2), (1,), (0,)): 2}
    found = counted(what)
    assert found is not None
    assert found.ways == sum(ways.values()) == 4
    assert found.held == {0: (0.5, 0.25, 0.25), 1: (0.0, 0.5, 0.5), 2: (1.0, 0.0, 0.0)}
    assert counted(what, steps=1) is None


def test_other_cards_elsewhere_change_nothing() -> None:
    """With other cards in the other's hand and in the stock it is the same."""
    mine, found = "C2 S9 HK D4 DA S5 H7", []
    for theirs in ("C3 S10 HQ D5 DK S6 C8", "C9 SA HJ D7 D10 H2 CJ"):
        arranged = torite.Arrangement(hands={0: mine, 1: theirs}, dealer=1)
        match = played(Match("agurk", seats=2, seed=3, options={"out_at": 8}, arranged=arranged), ["play C2"])
        found.append(places(match, next(at for at in range(9) if match.at(at).actors), 0))
    assert found[0] == found[1]


def test_what_is_drawn_is_the_same_by_the_same_seed() -> None:
    match = Match("doppelkopf", seed=5)
    drawn = [places_of(match.game, match.view(1), 1, 160, seed=seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert (drawn[0].exact, drawn[0].worlds) == (False, 160)
    assert 0.0 < drawn[0].error < 0.3


def test_who_gives_up_is_asked_now_and_then() -> None:
    class Enough(Exception):
        """Nobody waits any more."""

    def between() -> None:
        raise Enough

    match = Match("doppelkopf", seed=5)
    with pytest.raises(Enough):
        places_of(match.game, match.view(1), 1, between=between)


def test_a_match_that_goes_on_is_told_of_to_nobody() -> None:
    with pytest.raises(NotOver):
        places(Match("agurk", seats=2, seed=3), 0, 0)


@pytest.mark.parametrize("wrong", [{"seat": 2}, {"seat": -1}, {"entry": -1}, {"entry": 10_000}, {"worlds": 15}])
def test_what_there_is_not_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(BadOptions) as refused:
        places(short(), **({"entry": 0, "seat": 0} | wrong))  # type: ignore[arg-type]
    assert all(refused.value.say(language) for language in LANGUAGES)


# in the terminal


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of a match that is over."""
    file = tmp_path_factory.mktemp("records") / "match.torite"
    file.write_text(records.write(short(), with_key=True), encoding="utf-8")
    return file


def test_it_is_told_and_written_for_programs(here: Here, record: Path) -> None:
    status, told, _ = here("places", record, "--seat", 0, "--entry", 4)
    assert status == 0
    assert "Exact: all worlds" in told
    assert "Seat 1, Hand" in told
    found = json.loads(here("places", record, "--seat", 0, "--entry", 4, "--json")[1])
    assert (found["variant"], found["entry"], found["seat"], found["exact"]) == ("agurk", 4, 0, True)
    assert [one["field"] for one in found["places"]] == ["hand", "stock"]
    assert all(abs(sum(one["shares"]) - one["copies"]) < 1e-9 for one in found["pieces"])
    status, told, _ = here("places", record, "--seat", 1, "--entry", 4, "--language", "ja")
    assert status == 0
    assert "席 0の手札" in told
    assert "Hand" not in told
    assert "Nothing is hidden" in here("places", record, "--seat", 0, "--entry", 0)[1]


@pytest.mark.parametrize("words", [("--seat", 7, "--entry", 1), ("--seat", 0, "--entry", 9999), ("--seat", 0)])
def test_wrong_words_are_refused(here: Here, record: Path, words: tuple[object, ...]) -> None:
    assert here("places", record, *words)[0] == 2


def test_a_match_that_goes_on_is_refused(here: Here, tmp_path: Path) -> None:
    going_on = tmp_path / "going_on.torite"
    going_on.write_text(records.write(Match("agurk", seats=2, seed=3), with_key=False), encoding="utf-8")
    status, _, fault = here("places", going_on, "--seat", 0, "--entry", 1)
    assert status == 2
    assert "A match that is not over" in " ".join(fault.split())
