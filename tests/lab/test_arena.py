"""Bots that meet change seats fairly; what comes of it is the same however it was played, and intervals hold."""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import numpy
import pytest

from tests.lab.engines import TOLD
from tests.strategies import alone
from torite.errors import BadOptions, ToriteError, UnknownName
from torite.kit.game import Game, Variant
from torite.kit.options import Options
from torite.lab import Arena, BadRun, BotFails, Table, arena, compare
from torite.lab.arena import FEWEST, looks
from torite.lab.arena_page import page
from torite.lab.arena_told import as_csv, heading, pairs, ratings, sentences
from torite.lab.contestants import contestant, engine_seed
from torite.lab.duel import AHEAD, BEHIND, LEVEL, half_width, lines_of, sides_of
from torite.lab.files import NotInstalled
from torite.lab.loops import PAY, WIN
from torite.lab.ratings import rated
from torite.lab.run import Kept
from torite.terminal.lab import Many
from torite.terminal.main import run

pytestmark = pytest.mark.compiles
ENGINE = "tests.lab.engines:"


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    for options in ({}, {"hand_size": 3}):
        with alone("cucumber-simulate"):
            Table("agurk", 3, options, ["simple"], 1).get_ready()


def facts(found: Arena) -> dict[str, Any]:
    """All that came of an arena but the time that it took."""
    told = found.to_json()
    del told["seconds"]
    for bot in told["bots"]:
        del bot["milliseconds"]
    return told


# who sits where


@pytest.mark.parametrize("seats", range(1, 18))
@pytest.mark.parametrize("teams", [0, 2, 3])
def test_each_bot_sits_in_each_seat_equally_often(seats: int, teams: int) -> None:
    sides = [seat % teams for seat in range(seats)] if teams and seats % teams == 0 else [*range(seats)]
    lines = lines_of(sides)
    assert len(lines) == len(set(lines)) <= max(6, 2 * seats)
    for seat in range(seats):
        assert 2 * sum(line[seat] for line in lines) == len(lines)
    for line in lines:
        assert all(
            line[one] == line[other] for one, other in itertools.pairwise(range(seats)) if sides[one] == sides[other]
        )
        of_sides = [line[sides.index(side)] for side in set(sides)]
        assert abs(len(of_sides) - 2 * sum(of_sides)) <= 1
    assert {tuple(1 - one for one in line) for line in lines} == set(lines)


def test_up_to_four_sides_every_assignment_is_played() -> None:
    assert lines_of([0]) == [(0,), (1,)]
    assert lines_of([0, 1]) == [(0, 1), (1, 0)]
    assert [2, 6, 6] == [len(lines_of([*range(seats)])) for seats in (2, 3, 4)]


@pytest.mark.parametrize(
    ("variant", "seats", "sides"),
    [
        ("agurk", 4, [0, 1, 2, 3]), ("doppelkopf", 4, [0, 1, 2, 3]), ("flashpoint", 4, [0, 1, 0, 1]),
        ("perlaggen", 4, [0, 1, 0, 1]), ("emissary", 1, [0]),
    ],
)  # fmt: skip
def test_partners_are_one_side_where_everybody_knows_them(variant: str, seats: int, sides: list[int]) -> None:
    assert sides == sides_of(Table(variant, seats, {}, ["random"], 1).match(0))


# what comes of it


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("bot", ["simple", "random", ENGINE + "thumb"])
@pytest.mark.parametrize("unit", ["deal", "match"])
def test_a_bot_has_no_edge_over_itself(seats: int, bot: str, unit: str) -> None:
    """To the last digit, deal by deal; of an engine's few, with few cards: it is asked in Python."""
    matches, options = (4, {"out_at": 8, "hand_size": 3}) if ":" in bot else (20, {"out_at": 8})
    found = arena("agurk", [bot, bot], matches, seats, options, unit=unit, seed=4)
    [pair] = found.pairs
    assert [0, 0, 0, 0] == [pair[name] for name in ("difference", "difference_error", "score", "share")]
    assert (pair["level"], pair["real"], pair["sure"]) == (1, False, False)
    assert pair["other"] == f"{pair['one']} (2)"
    assert found.bots[0]["rating"] == pytest.approx(found.bots[1]["rating"])


@pytest.mark.full
def test_a_search_has_no_edge_over_itself() -> None:
    with alone("cucumber-search"):
        found = arena("agurk", ["strong,iterations=20"] * 2, 3, 3, {"hand_size": 3})
    assert (found.pairs[0]["difference"], found.pairs[0]["level"]) == (0, 1)


@pytest.mark.long
def test_partners_and_solitaires_meet_too() -> None:
    together = arena("flashpoint", [ENGINE + "thumb", ENGINE + "thumb"], 2)
    assert [[0, 1, 0, 1], [1, 0, 1, 0]] == together.lines
    assert together.pairs[0]["level"] == 1
    with alone("emissary-simulate"):
        apart = arena("emissary", ["steady", "random", ENGINE + "thumb"], 30, unit="match")
    assert [[0], [1]] == apart.lines
    assert apart.measure == "share"
    [_, same, _] = apart.pairs
    assert (same["one"], same["other"]) == ("steady", ENGINE + "thumb")


@pytest.mark.long
def test_an_engine_gets_the_deals_that_a_level_gets() -> None:
    """Compiled loops draw other chance than matches do; so they play only where nothing else plays at any table."""
    found = arena("agurk", ["steady", ENGINE + "thumb"], 12, 3, {"hand_size": 3}, unit="match", seed=2)
    assert (found.pairs[0]["difference"], found.pairs[0]["level"]) == (0, 1)
    tables = [Table("agurk", 3, {"hand_size": 3}, [bot], 2) for bot in ("simple", ENGINE + "thumb")]
    told = compare(tables, 12)
    assert all(row[name][1]["difference_error"] == 0 for row in told.rows for name in ("score", "place", "share"))


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_the_difference_is_that_of_the_matches_one_by_one(unit: str) -> None:
    found, deals = arena("agurk", ["steady", "random"], 200, 3, {}, 5, unit), 200
    bots = ("simple", "random")
    apart = numpy.zeros(deals)
    wins = numpy.zeros(deals)
    for line in found.lines:
        table = Table("agurk", 3, {}, [bots[one] for one in line], 5)
        seats, _ = table.results(0, deals, unit == "match")
        for seat, one in enumerate(line):
            apart += (1 if (one == 0) == (unit == "deal") else -1) * seats[:, seat, PAY]
            wins += (1 if one == 0 else -1) * seats[:, seat, 2] / WIN
    each = len(found.lines) * 3 / 2
    [pair] = found.pairs
    assert pair["difference"] == pytest.approx(apart.mean() / each)
    assert pair["difference_error"] == pytest.approx(1.96 * apart.std() / each / deals**0.5)
    assert pair["spread"] == pytest.approx(apart.std() / each)
    assert pair["share"] == pytest.approx(wins.mean() / each)
    parts = [(apart > 0).mean(), (apart == 0).mean(), (apart < 0).mean()]
    assert [pair["ahead"], pair["level"], pair["behind"]] == pytest.approx(parts)
    assert pair["sure"]
    assert pair["difference"] > 0


def test_who_does_better_is_rated_higher() -> None:
    found = arena("agurk", ["random", "steady", ENGINE + "late,match=-1"], 40, 3, {"hand_size": 3}, seed=1)
    easy, steady, same = (bot["rating"] for bot in found.bots)
    assert easy < min(steady, same)
    assert [("random", "steady"), ("random", f"{ENGINE}late,match=-1"), ("steady", f"{ENGINE}late,match=-1")] == [
        (pair["one"], pair["other"]) for pair in found.pairs
    ]
    assert all(0 < bot["rating_error"] < 1.96 * 25 / 3 for bot in found.bots)
    assert found.bots[2]["choices"] > 0
    assert (found.bots[2]["milliseconds"] or 0) > 0


def test_compiled_loops_have_no_time_of_a_choice() -> None:
    found = arena("agurk", ["random", "steady"], 5, 3)
    assert [(0, None)] * 2 == [(bot["choices"], bot["milliseconds"]) for bot in found.bots]


def test_ratings_follow_the_order_of_the_deals() -> None:
    assert rated(2, {(0, 1): ""}) == [(25.0, 25.0 / 3)] * 2
    (one, error), (other, _) = rated(2, {(0, 1): AHEAD * 30 + LEVEL + BEHIND})
    assert one > 25 > other
    assert error < 25 / 3
    (mirrored, _), (same, _) = rated(2, {(0, 1): BEHIND * 30 + LEVEL + AHEAD})
    assert [mirrored, same] == pytest.approx([other, one])
    assert rated(3, {(0, 1): AHEAD, (0, 2): "", (1, 2): AHEAD})[2][0] < 25


def test_without_openskill_it_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("torite.lab.files.importlib.util.find_spec", lambda name: None)
    with pytest.raises(NotInstalled, match=r"torite\[lab\]"):
        rated(2, {})
    assert run(["arena", "agurk", "steady", "random"]) == 2
    assert "torite[lab]" in capsys.readouterr().err


# wherever it is played, and however often it is stopped


@pytest.mark.long
def test_it_comes_to_the_same_wherever_it_is_played() -> None:
    def played(**how: Any) -> dict[str, Any]:
        return facts(arena("agurk", ["steady", "random", ENGINE + "thumb"], 30, 3, {"hand_size": 3}, 1, **how))

    with ThreadPoolExecutor(3) as threads:
        assert played(executor=threads) == played() == played(jobs=2)


@pytest.mark.long
@pytest.mark.parametrize(("deals", "until"), [(60, None), (150, 0.4)])
def test_what_was_interrupted_goes_on_to_the_same(
    tmp_path: Path, deals: int, until: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After whatever deal it was."""
    monkeypatch.setattr("torite.lab.parts.LONG", 0.001)
    what = ("agurk", [ENGINE + "thumb", "random"], deals, 3, {"hand_size": 3}, 1)
    whole, stops = facts(arena(*what, until=until)), itertools.count()
    at = 0

    def progress(done: int, wanted: int) -> None:
        nonlocal at
        if done > at + 20:
            at = done
            next(stops)
            raise KeyboardInterrupt

    while True:
        found = arena(*what, until=until, folder=tmp_path / "kept", progress=progress, stoppable=True)
        if not found.stopped:
            break
        assert found.matches >= at
    assert next(stops) >= 2
    assert facts(found) == whole
    assert facts(arena(*what, until=until, folder=tmp_path / "kept")) == whole


#: Plays, and is killed when some of it is kept.
KILLED = """
import os, sys
import torite.lab.run as run
from torite.terminal.main import main
keep = run.Run._save
def and_die(self):
    keep(self)
    if self.matches:
        os.kill(os.getpid(), 9)
run.SAVED, run.Run._save = 0, and_die
main(sys.argv[1:])
"""


@pytest.mark.long
@pytest.mark.full
def test_what_was_killed_goes_on_to_the_same(tmp_path: Path) -> None:
    words = [
        "arena",
        "agurk,hand_size=3",
        ENGINE + "thumb",
        "random",
        "-n",
        "200",
        "--seats",
        "3",
        "--deals",
        "--out",
        "kept",
    ]
    words += ["--json"]
    how: dict[str, Any] = {
        "cwd": tmp_path, "env": os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True,
    }  # fmt: skip
    process = subprocess.Popen([sys.executable, "-c", KILLED, *words], **how)
    process.communicate()
    file = tmp_path / "kept" / "0-1.run"
    kept = msgspec.json.decode(file.read_bytes(), type=Kept)
    assert 0 < kept.done < 200
    done = subprocess.run([sys.executable, "-m", "torite.terminal.main", *words], check=True, **how)
    gone_on = json.loads(done.stdout)
    whole = facts(arena("agurk", [ENGINE + "thumb", "random"], 200, 3, {"hand_size": 3}, seed=0))
    del gone_on["seconds"]
    for bot in gone_on["bots"]:
        del bot["milliseconds"]
    assert gone_on == whole
    assert -signal.SIGKILL == process.returncode


def test_a_bot_more_begins_where_the_others_are(tmp_path: Path) -> None:
    how: dict[str, Any] = {"seats": 3, "folder": tmp_path / "kept", "options": {"hand_size": 3}}
    arena("agurk", ["steady", "random"], 30, **how)
    before = (tmp_path / "kept" / "0-1.run").read_bytes()
    found = arena("agurk", ["steady", "random", ENGINE + "thumb"], 30, **how)
    assert [30, 30, 30] == [pair["deals"] for pair in found.pairs]
    assert json.loads(before)["sums"] == json.loads((tmp_path / "kept" / "0-1.run").read_bytes())["sums"]
    with pytest.raises(BadRun, match="something else"):
        arena("agurk", ["random", "steady"], 30, **how)


# intervals


def test_it_stops_when_the_interval_is_as_narrow_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for until in (2.0, 0.5, 0.25):
        found = arena("agurk", ["steady", "random"], 5000, 3, until=until, seed=1)
        n = found.pairs[0]["deals"]
        assert n in [*looks(5000)][:-1]
        assert found.pairs[0]["difference_error"] <= until
        before = max((look for look in looks(5000) if look < n), default=0)
        if before:
            fewer = arena("agurk", ["steady", "random"], before, 3, until=1e-9, seed=1)
            assert fewer.pairs[0]["difference_error"] > until
    assert arena("agurk", ["steady", "random"], 40, 3, until=1e-9).matches == 40
    assert arena("agurk", ["steady", "steady"], 1000, 3, until=0.1).matches == FEWEST


def test_looks_come_further_and_further_apart() -> None:
    assert [*looks(10)] == [10]
    assert [*looks(FEWEST)] == [FEWEST]
    found = [*looks(1000)]
    assert (found[0], found[-1]) == (FEWEST, 1000)
    assert all(one < other <= math.ceil(one * 1.25) for one, other in itertools.pairwise(found))


@pytest.mark.parametrize("among", [1, 3])
def test_an_interval_that_may_be_looked_at_any_time_holds(among: int) -> None:
    """At every look of 2,000 runs in which there is nothing to find; the usual one does not."""
    chooser, runs, most = numpy.random.default_rng(1), 2000, 4000
    values = numpy.rint(chooser.standard_normal((runs, most)) * 1000).astype(int)
    totals, squares = values.cumsum(axis=1), (values * values).cumsum(axis=1)
    missed = {True: numpy.zeros(runs, dtype=bool), False: numpy.zeros(runs, dtype=bool)}
    for n in looks(most):
        for any_time, of in missed.items():
            for row in numpy.flatnonzero(~of):
                total, square = int(totals[row, n - 1]), int(squares[row, n - 1])
                of[row] = abs(total / n) > half_width(total, square, n, 1, any_time, among)
    assert missed[True].mean() < 0.05 / among
    assert missed[False].mean() > 0.1 / among


def test_an_interval_at_any_time_is_wider_and_still_narrows() -> None:
    widths = [half_width(0, n * 10**6, n, 1, True) for n in (30, 200, 2000, 20_000)]
    usual = [half_width(0, n * 10**6, n, 1, False) for n in (30, 200, 2000, 20_000)]
    assert usual == pytest.approx([1960 / n**0.5 for n in (30, 200, 2000, 20_000)])
    assert all(1.4 < wide / narrow < 2.2 for wide, narrow in zip(widths, usual, strict=True))
    assert widths == sorted(widths, reverse=True)
    assert half_width(0, 10**8, 100, 1, False, 10) == pytest.approx(
        2.807 / 1.96 * half_width(0, 10**8, 100, 1, False), rel=1e-3
    )


# what cannot be played


@pytest.mark.parametrize(
    ("bots", "told"),
    [
        (["steady"], "1 bot does not make an arena: 2 to 8"),
        (["steady"] * 9, "9 bots do not make an arena"),
        (["steady", "god"], "no bot 'god'.*random, beginner, steady, keen, skilled, strong"),
        (["steady,seconds=1", "random"], "steady has no setting 'seconds=1'"),
        (["strong,depth=3", "random"], "has no setting 'depth=3'"),
        (["strong,iterations=0", "random"], "'iterations=0'"),
        (["strong,seconds=nan", "random"], "'seconds=nan'"),
        (["strong,seconds=inf", "random"], "'seconds=inf'"),
        (["strong,iterations=1.5", "random"], "'iterations=1.5'"),
        (["strong,iterations", "random"], "no setting: write name=value"),
        (["strong,iterations=3,iterations=4", "random"], "each once"),
        (["random", "nowhere:bot"], r"nowhere:bot makes no bot \(ModuleNotFoundError"),
        (["random", ENGINE + "none"], r"makes no bot \(AttributeError"),
        (["random", ENGINE + "nobody"], "makes a str, which has no choose"),
        (["random", ENGINE + "thumb,wings=2"], r"thumb,wings=2 makes no bot \(TypeError.*wings"),
    ],
)
def test_bots_that_cannot_be_made_are_named(bots: list[str], told: str) -> None:
    with pytest.raises((UnknownName, BadOptions, BotFails), match=told):
        arena("agurk", bots, 10)


def test_an_engine_is_told_nothing_by_which_a_deal_can_be_drawn_again() -> None:
    TOLD.clear()
    arena("agurk", ["random", f"{ENGINE}curious"], 20, seats=2, options={"hand_size": 3}, seed=7, first=5)
    plain = (Game, Variant, int, Options)
    assert all(len(table) == len(plain) and all(map(isinstance, table, plain)) for table, _ in TOLD)
    seeds = {seed for _, seed in TOLD}
    assert len(seeds) == 21  # of each deal, and of looking whether one can be made
    assert min(seeds) > 10**4
    assert seeds == {engine_seed(7, number) for number in range(5, 25)} | {engine_seed(0, 0)}


@pytest.mark.parametrize(
    ("fails", "told"),
    [
        ("raises", r"fails \(RuntimeError: out of ideas\)"),
        ("illegal", r"chooses 'play SX', which is refused: .*SX"),
        ("nothing", "chooses 'None', which is refused"),
    ],
)
def test_an_engine_that_fails_is_named_with_seat_and_match(fails: str, told: str) -> None:
    """So that the match can be played alone: by `--first` and `-n 1`."""
    bots = ["random", f"{ENGINE}thumb,fails={fails},after=2"]
    how: dict[str, Any] = {"seats": 2, "options": {"hand_size": 3}}
    with pytest.raises(BotFails, match=rf"thumb,.*fails={fails}, in seat [01] of match 6, {told}") as caught:
        arena("agurk", bots, 1, first=6, **how)
    assert caught.value.say("ja") != str(caught.value)
    with ThreadPoolExecutor(1) as threads, pytest.raises(BotFails, match="in seat"):
        arena("agurk", bots, 1, executor=threads, **how)


def test_what_was_played_before_an_engine_failed_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torite.lab.parts.LONG", 0.001)
    how: dict[str, Any] = {"seats": 2, "options": {"hand_size": 20}, "folder": tmp_path / "kept"}
    for jobs in (1, 2):
        with pytest.raises(BotFails, match="of match 25, fails"):
            arena("agurk", ["random", ENGINE + "late,match=25"], 40, jobs=jobs, **how)
    kept = json.loads((tmp_path / "kept" / "0-1.run").read_bytes())
    assert kept["done"] + sum(part["times"] for part in kept["ahead"]) >= 20


@pytest.mark.parametrize("how", [{"deals": 0}, {"deals": 10**7}, {"until": 0.0}, {"until": -1.0}, {"until": math.nan}])
def test_what_is_no_number_of_deals_or_width_is_told(how: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        arena("agurk", ["random", "steady"], **{"deals": 10, **how})


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "no" / "where"):
        with pytest.raises(BadRun, match="cannot be written"):
            arena("agurk", ["random", "steady"], 10, folder=folder)


@pytest.mark.parametrize(
    "text", ["random", "strong", "strong,iterations=4", "strong,seconds=0.5", 'a.b:c,d="1,2",e=x', "a:b,n=1"]
)
def test_who_plays_reads_back_as_it_is_written(text: str) -> None:
    one = contestant(text)
    assert contestant(str(one)) == contestant(one.called) == one


# how it is told


@pytest.fixture(scope="module")
def three() -> Arena:
    return arena("agurk", ["steady", "random", ENGINE + "thumb"], 100, 3, {"hand_size": 3}, 1)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("unit", ["deal", "match"])
def test_it_is_told_in_tables_sentences_and_a_page(three: Arena, language: str, unit: str) -> None:
    found = three if unit == "deal" else arena("agurk", ["steady", "random"], 60, 3, {"out_at": 8}, 1, unit)
    lines = [*sentences(found, language)]
    assert len(lines) == len(found.pairs) + 1
    assert heading(found, language)
    heads, *rows = ratings(found, language)
    assert {len(row) for row in rows} == {len(heads)}
    heads, *rows = pairs(found, language)
    assert {len(row) for row in rows} == {len(heads)}
    assert len(rows) == len(found.pairs)
    text = page(found, language)
    assert text.count("<svg") == 2
    order = [line[0] for line in ratings(found, language)[1:]]
    assert all(f">{at}: {label}<" in text for at, label in enumerate(order, 1))
    numbers = [(order.index(pair["one"]) + 1, order.index(pair["other"]) + 1) for pair in found.pairs]
    assert all(f">{one} – {other}: " in text and f">{one} – {other}</text>" in text for one, other in numbers)
    assert all(bot["label"] in text for bot in found.bots)
    assert "torite arena" in text
    assert page(found, language) == text
    assert as_csv(found).count("\n") == len(found.pairs) + 1


def test_what_is_said_counts_the_pairs(three: Arena) -> None:
    better, same, worse, how = sentences(three, "en")
    assert better.startswith("steady gets ")
    assert "more than random from the same cards" in better
    assert same.startswith(f"Between steady and {ENGINE}thumb nothing is beyond chance")
    assert worse.startswith(f"{ENGINE}thumb gets ")
    assert "settled beforehand" in how
    stopped = arena("agurk", ["steady", "random"], 1000, 3, until=0.5)
    assert "0.5 or less" in [*sentences(stopped, "en")][-1]


def test_of_a_few_deals_nothing_is_said() -> None:
    found = arena("agurk", ["steady", "random"], FEWEST - 1, 3, seed=1)
    [pair] = found.pairs
    assert pair["difference"] > pair["difference_error"]
    assert not pair["real"]
    assert not pair["sure"]
    assert f"takes {FEWEST} deals" in next(sentences(found, "en"))
    assert arena("agurk", ["steady", "random"], FEWEST, 3, seed=1).pairs[0]["sure"]


def test_the_command_leaves_a_folder_whose_command_comes_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["agurk,hand_size=3", "steady", "random", "-n", "50", "-s", "3", "--deals", "--first", "7", "--seed", "2"]
    assert run(["arena", *words, "--out", "kept"]) == 0
    said = capsys.readouterr().out
    assert "Agurk (How many cards each player gets in the first deal: 3): 50 deals of each two bots" in said
    files = sorted(file.name for file in (tmp_path / "kept").iterdir())
    assert files == ["0-1.run", "arena.html", "arena.json", "pairs.csv"]
    data = json.loads((tmp_path / "kept" / "arena.json").read_text())
    assert {"machine", "version", "rules", "seed", "command"} <= {*data}
    program, *again = data["command"].split()
    assert program == "torite"
    assert run([*again, "--json"]) == 0
    other = json.loads(capsys.readouterr().out)
    assert {**data, "seconds": 0} == {**other, "seconds": 0}


def test_an_engine_is_found_where_the_command_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "from torite.bots import bot\n\n\ndef steady(table, seed):\n    return bot('simple', table.game, seed)\n"
    (tmp_path / "an_engine_of_mine.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if folder])
    words = [
        "arena",
        "agurk",
        "an_engine_of_mine:steady",
        "steady",
        "-n",
        "30",
        "-s",
        "2",
        "--deals",
        "--language",
        "ja",
    ]
    assert run(words) == 0
    assert "偶然とは言えない差はありません" in capsys.readouterr().out


def test_what_was_interrupted_is_told_with_where_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(done: int, wanted: int) -> None:
        if done > 10:
            raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Many, "progress", lambda many: contextlib.nullcontext(interrupt))
    words = ["arena", "agurk", "steady", "random", "-n", "5000", "-s", "3", "--deals", "--out", "kept", "-j", "1"]
    assert run(words) == 130
    err = capsys.readouterr().err
    assert "of 5,000, kept in kept: the same command goes on" in err
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert run(words) == 0


def test_every_error_has_its_words_in_both_languages() -> None:
    for key in ("bot_made", "bot_other", "bot_raises", "bot_illegal", "bot_pair", "bot_setting", "arena_bots"):
        facts: dict[str, Any] = {"name": "x", "why": "y", "kind": "z", "seat": 1, "number": 2, "given": 3, "most": 8}
        fault = ToriteError(f"error.{key}", **facts)
        assert fault.say("ja") != fault.say("en")
