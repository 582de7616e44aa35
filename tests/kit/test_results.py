"""Results of games played alone: figures, files, and the line to share."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from tests.arranged import new_match
from tests.kit.haggling import toys_listed
from torite.errors import BadRecord
from torite.games import games
from torite.match import Match
from torite.records import write
from torite.records.results import (
    MOST_BYTES,
    MOST_ROWS,
    SoloResult,
    check_possible,
    read_results,
    result_of,
    unknown,
    written,
)
from torite.records.statistics import MOST_BARS, Streak, bars, figures
from torite.scenes import share_line

TODAY = date(2026, 11, 22)


@pytest.fixture(scope="module", autouse=True)
def _toys() -> Iterator[None]:
    with toys_listed():
        yield


def row(number: int, score: int = 1, **more: Any) -> SoloResult:
    given: dict[str, Any] = {"variant": "lantern", "finished_at": float(number), **more}
    return SoloResult(f"game-{number}", "lantern", score=score, **given)


def on(*days: int, month: int = 11) -> list[SoloResult]:
    return [row(day, daily=f"2026-{month:02}-{day:02}") for day in days]


def played(code: int = 0, **more: Any) -> Match:
    match = new_match("lantern", **more)
    while not match.over:
        actions = match.actions(0)
        match.act(0, actions[min(code, len(actions) - 1)])
    return match


# what is kept of a match


def test_a_match_is_told_by_its_score_and_win() -> None:
    for seed in range(12):
        match = played(seed=seed)
        told = result_of(match, "x", 5.0)
        assert ("lantern", "lantern", match.scores[0], 5.0) == (told.game, told.variant, told.score, told.finished_at)
        assert told.won is (match.scores[0] >= 2)
        assert told.usual
        assert "" == told.daily
    assert not result_of(played(seed=1, options={"target": 4}), "x", 5.0).usual
    assert result_of(played(seed=1, options={"target": 2}), "x", 5.0).usual
    assert "2026-11-22" == result_of(played(daily="2026-11-22"), "x", 5.0).daily


def test_a_game_without_a_win_tells_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(games()["lantern"]), "winnable", False)
    assert result_of(played(seed=1), "x", 5.0).won is None


def test_the_line_to_share() -> None:
    match = played(daily="2026-11-22")
    assert f"Torite · Lantern · 2026-11-22 · {match.scores[0]} points" == share_line(match, "en")
    assert f"Torite · ランタン · 2026-11-22 · {match.scores[0]}点" == share_line(match, "ja")
    assert share_line(played(seed=1), "en").startswith("Torite · Lantern · ")


# figures


def test_figures_of_a_few_games() -> None:
    scores = [3, 0, 4, 1]
    (one,) = figures([row(i, score, won=score > 1) for i, score in enumerate(scores)], TODAY)
    assert ("lantern", 4, 4, 2.0, 2) == (one.variant, one.games, one.best, one.mean, one.wins)
    assert (Streak(0, 1), None, 0) == (one.won, one.days, one.daily)
    assert [(0, 0, 1), (1, 1, 1), (2, 2, 0), (3, 3, 1), (4, 4, 1)] == [(b.least, b.most, b.games) for b in one.bars]


@pytest.mark.parametrize(
    ("won", "expected"), [("", (0, 0)), ("w", (1, 1)), ("wwl", (0, 2)), ("wwlw", (1, 2)), ("lwww", (3, 3))]
)
def test_wins_in_a_row_go_by_the_order_of_finishing(won: str, expected: tuple[int, int]) -> None:
    rows = [row(i, won=letter == "w") for i, letter in enumerate(won)] or [row(0, won=False)]
    random.Random(1).shuffle(rows)
    assert Streak(*expected) == figures(rows, TODAY)[0].won


def test_games_without_a_win_have_no_row_of_wins() -> None:
    (one,) = figures([row(1), row(2)], TODAY)
    assert (None, None) == (one.wins, one.won)


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([22], (1, 1)),
        ([21], (1, 1)),  # today's may still be played
        ([20], (0, 1)),
        ([19, 20, 21, 22], (4, 4)),
        ([15, 16, 17, 21, 22], (2, 3)),
        ([22, 20, 21], (3, 3)),  # the order in which they were played does not matter
        ([23, 24], (0, 2)),  # whoever looks ahead
        ([22, 23, 24], (1, 3)),
    ],
)
def test_days_in_a_row(days: list[int], expected: tuple[int, int]) -> None:
    assert Streak(*expected) == figures(on(*days), TODAY)[0].days


def test_days_in_a_row_go_over_months_and_stop_at_the_first_day_of_all() -> None:
    rows = [*on(30, 31, month=10), *on(1, 2)]
    assert Streak(4, 4) == figures(rows, date(2026, 11, 2))[0].days
    first = [row(1, daily="0001-01-01"), row(2, daily="0001-01-02")]
    assert Streak(2, 2) == figures(first, date(1, 1, 2))[0].days
    assert Streak(0, 2) == figures(first, date(1, 1, 1).replace(year=9999))[0].days


def test_variants_and_other_rules_are_told_apart_the_latest_first() -> None:
    rows = [row(1), row(2, variant="lantern-two"), row(3, usual=False), row(4, variant="gone")]
    told = [(one.variant, one.usual) for one in figures(rows, TODAY)]
    assert [("gone", True), ("lantern", False), ("lantern-two", True), ("lantern", True)] == told


@pytest.mark.parametrize("spread", [0, 1, 15, 19, 20, 50, 333, 10**6, 10**9])
def test_bars_are_few_of_one_width_and_count_every_game(spread: int) -> None:
    chooser = random.Random(spread)
    scores = [0, spread, *(chooser.randint(0, spread) - spread // 2 for _ in range(50))]
    listed = bars([row(i, score, daily="2026-11-22" if i % 2 else "") for i, score in enumerate(scores)])
    assert len(listed) <= MOST_BARS + 1
    assert 1 == len({bar.most - bar.least for bar in listed})
    assert all(one.most + 1 == other.least for one, other in pairwise(listed))
    for bar in listed:
        assert bar.games == sum(bar.least <= score <= bar.most for score in scores)
        assert bar.daily <= bar.games
    assert len(scores) == sum(bar.games for bar in listed)


# files


def test_a_file_reads_back() -> None:
    rows = [row(1), row(2, -7, won=True, usual=False), *on(3, 4), row(5, variant="unknown-here", won=False)]
    assert rows == read_results(written(rows))
    assert [] == read_results(written([]))
    told = json.loads(written(rows))
    assert ("torite results", 1, 5) == (told["format"], told["version"], len(told["rows"]))


def test_rows_that_are_known_are_not_doubled() -> None:
    """A daily deal counts once, wherever it was played; in one file too."""
    rows = [row(1), row(2), *on(3)]
    assert [] == unknown(rows, rows)
    assert rows == unknown([*rows, *rows], [])
    elsewhere = SoloResult("other", "lantern", "lantern", 4, 9.0, daily="2026-11-03")
    assert [] == unknown([elsewhere], rows)
    assert [row(9)] == unknown([row(9), *rows], rows)


RIGHT: dict[str, Any] = {"id": "a", "game": "g", "variant": "v", "score": 1, "finished_at": 1.0}
WRONG_ROWS: list[Any] = [
    {}, [], None, 1, "row",
    {**RIGHT, "more": 1}, {**RIGHT, "id": ""}, {**RIGHT, "id": "a" * 41}, {**RIGHT, "id": "<b>"}, {**RIGHT, "id": 1},
    {**RIGHT, "game": "../x"}, {**RIGHT, "variant": "<script>"}, {**RIGHT, "variant": "v" * 81},
    {**RIGHT, "variant": "v\n"},
    {**RIGHT, "variant": ""}, {**RIGHT, "score": 1.5}, {**RIGHT, "score": "1"}, {**RIGHT, "score": 10**12},
    {**RIGHT, "score": True}, {**RIGHT, "finished_at": -1}, {**RIGHT, "finished_at": 1e300}, {**RIGHT, "usual": 1},
    {**RIGHT, "won": 1}, {**RIGHT, "won": "yes"}, {**RIGHT, "daily": "2026-02-30"}, {**RIGHT, "daily": "x" * 100_000},
    {**RIGHT, "daily": None},
]  # fmt: skip


def file_of(*rows: Any, **more: Any) -> bytes:
    return json.dumps({"format": "torite results", "version": 1, "rows": rows, **more}).encode()


@pytest.mark.parametrize("wrong", WRONG_ROWS, ids=lambda wrong: str(wrong)[-40:])
def test_a_row_that_is_not_as_it_should_be_refuses_the_file(wrong: Any) -> None:
    assert 1 == len(read_results(file_of(RIGHT)))
    with pytest.raises(BadRecord) as fault:
        read_results(file_of(RIGHT, wrong))
    assert len(fault.value.say("en")) < 500
    assert fault.value.say("ja")


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "none"),
        (b"{}", "none"),
        (b"nonsense", "none"),
        (b"\xff\xfe", "none"),
        (b"[" * 100_000, "none"),
        (b'{"format":' * 50_000, "none"),
        (write(Match("agurk", seed=1)).encode(), "none"),
        (file_of(format="torite record"), "none"),
        (file_of(version=2), "newer"),
        (file_of(version=0), "newer"),
        (file_of(more=1), "wrong"),
        (file_of(*[RIGHT] * 6, rows=None), "wrong"),
        (file_of() + b"x", "none"),
        (b" " * (MOST_BYTES + 1), "long"),
        (b'{"format":"torite results","version":1,"rows":[' + b",".join([b"{}"] * (MOST_ROWS + 1)) + b"]}", "wrong"),
    ],
    ids=range(15),
)
def test_what_is_no_file_of_results_is_refused_with_a_sentence(data: bytes, key: str) -> None:
    with pytest.raises(BadRecord) as fault:
        read_results(data)
    assert f"error.results_{key}" == fault.value.key
    assert fault.value.say("en") != fault.value.say("ja")


AT = 1_800_000_000.0  #: a day in January 2027


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"finished_at": AT + 2 * 86400}, r"rows\[1\]\.finished_at"),
        ({"score": 999_999_999}, r"rows\[1\]\.score"),
        ({"score": -999_999_999}, r"rows\[1\]\.score"),
    ],
)
def test_rows_that_no_game_could_have_made_are_none(changed: dict[str, Any], why: str) -> None:
    good = SoloResult("a", "elsewhere", "elsewhere-2", 12, AT + 3600, daily="2027-02-16")  # also of a day to come
    check_possible([good], AT)
    with pytest.raises(BadRecord, match=why):
        check_possible([good, msgspec.structs.replace(good, id="b", **changed)], AT)
