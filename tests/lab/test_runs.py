"""What comes of many matches is the same wherever they are played, in whatever parts, however often it is stopped."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import random
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import numpy
import pytest

from tests.strategies import alone
from torite.errors import BadOptions
from torite.lab import BadRun, Table, compare, match_of, processes, simulate, sweep
from torite.lab.loops import DEALS, PAY, SCORE, WIN
from torite.lab.parts import Part, parts
from torite.lab.report import page
from torite.lab.rerun import again
from torite.lab.rows import rows_of
from torite.lab.run import FORMAT, Kept, Run
from torite.lab.table import note
from torite.lab.tally import interval, nothing, tallied
from torite.lab.work import OtherRules, Work, none_played, played, work_of
from torite.terminal.lab import results
from torite.terminal.text_layout import Ink

pytestmark = pytest.mark.compiles
BOTS = ("random", "simple")
MATCHES = 700
LOOKED_AT = 5  #: of the times that a run is stopped; each is played again from the start


def table(variant: str = "agurk", seed: int = 3, **options: Any) -> Table:
    with alone("cucumber-simulate"):
        made = Table(variant, 4, options, BOTS, seed)
        made.get_ready()
    return made


@pytest.fixture(scope="module")
def work() -> Work:
    return work_of([table(), table("agurk-trad")], True, 0.05)


def test_parts_come_to_the_same_in_whatever_order(work: Work) -> None:
    """Byte for byte: sums are whole numbers."""
    whole, _ = played(work, 0, MATCHES)
    chooser = random.Random(1)
    for _ in range(3):
        cuts = sorted({0, MATCHES, *(chooser.randrange(MATCHES) for _ in range(6))})
        ranges = list(itertools.pairwise(cuts))
        chooser.shuffle(ranges)
        sums = none_played(work)
        for first, end in ranges:
            sums += played(work, first, end - first)[0]
        assert msgspec.json.encode(whole) == msgspec.json.encode(sums)


@pytest.mark.long
def test_processes_come_to_the_same(work: Work) -> None:
    whole, _ = played(work, 0, MATCHES)
    with processes(2) as executor:
        found = none_played(work)
        seen: list[tuple[int, int]] = []
        for part in parts(work, [(0, 40), (90, MATCHES), (40, 90)], executor):
            found += part.sums
            seen.append((part.first, part.first + part.times))
    assert msgspec.json.encode(whole) == msgspec.json.encode(found)
    ends = sorted(seen)
    assert [0, *(end for _, end in ends)] == [*(first for first, _ in ends), MATCHES]


def test_sums_are_those_of_the_matches_one_by_one() -> None:
    """Means and half-widths are those of the list of what came of each."""
    one, other = table(), table("agurk-trad")
    seats, matches = one.results(0, MATCHES)
    beside, _ = other.results(0, MATCHES)
    tally = tallied(seats, matches, True)
    report = simulate("agurk", MATCHES, BOTS, 4, seed=3)
    found = compare([one, other], MATCHES)
    for seat in range(4):
        for measure, name, unit in ((SCORE, "score", 1), (PAY, "place", 1), (2, "share", WIN)):
            values = seats[:, seat, measure] / unit
            error = 1.96 * values.std() / MATCHES**0.5
            assert tally.mean(seat, measure) == pytest.approx((values.mean(), error))
            assert report.rows[seat][f"mean_{name}"] == pytest.approx(values.mean())
            apart = beside[:, seat, measure] / unit - values
            row = found.rows[seat][name][1]
            assert row["mean"] == pytest.approx(beside[:, seat, measure].mean() / unit)
            assert row["difference"] == pytest.approx(apart.mean())
            assert row["difference_error"] == pytest.approx(1.96 * apart.std() / MATCHES**0.5)
            assert row["real"] == (abs(apart.mean()) > row["difference_error"])
    assert (found.deals[0], found.choices[0]) == (report.deals, report.choices) == (tally.deals, tally.choices)
    assert sum(tally.totals[seat][2] for seat in range(4)) == MATCHES * WIN


def test_sums_of_a_thousand_million_matches_do_not_overflow() -> None:
    tally = nothing(2)
    tally.totals[0][PAY] = 10**14
    tally.squares[0][PAY] = 10**21
    more = tally
    for _ in range(14):
        more += more
    assert more.squares[0][PAY] == 10**21 << 14
    assert interval(10**25, 10**33, 10**17) == (1e8, 0.0)


def test_the_same_tables_differ_in_nothing() -> None:
    found = compare([table(), table()], 200)
    cells = [cell for row in found.rows for name in ("score", "place", "share") for cell in row[name]]
    assert all(cell["difference"] == cell["difference_error"] == 0 and not cell["real"] for cell in cells)


def test_a_sweep_is_what_each_two_of_its_tables_come_to() -> None:
    """Whatever is played beside: means, differences from the first, and their intervals."""
    table()
    found = sweep("agurk", "out_at", ["15", 30, "45"], MATCHES, BOTS, 4, {"may_duck": "no"}, seed=3)
    assert ("out_at", 3) == (found.option, found.seed)
    assert ["15", "30", "45"] == [one["options"]["out_at"] for one in found.tables]
    tables = [table(out_at=value, may_duck=False) for value in (15, 30, 45)]
    for at in (1, 2):
        two = compare([tables[0], tables[at]], MATCHES)
        assert [found.deals[0], found.deals[at]] == two.deals
        for row, pair in zip(found.rows, two.rows, strict=True):
            assert all([row[name][0], row[name][at]] == pair[name] for name in ("score", "place", "share"))


@pytest.mark.parametrize(
    ("option", "values", "told"),
    [
        ("nope", [1, 2], "no option 'nope'; it has: .*out_at"),
        ("out_at", [1, "lots"], "out_at"),
        ("out_at", [1, 0], "1–1000000"),
        ("hand_size", [7, 14], "hand"),
        ("out_at", [15, 30, "15"], "out_at is 15 twice"),
        ("out_at", [15], "^1 tables .* 2 to 20"),
        ("out_at", range(1, 23), "^22 tables .* 2 to 20"),
    ],
)
def test_what_cannot_be_swept_is_told(option: str, values: list[Any], told: str) -> None:
    with pytest.raises(BadOptions, match=told):
        sweep("agurk", option, values, 10, BOTS, 4)


@pytest.mark.long
def test_a_run_that_was_stopped_goes_on_to_the_same(tmp_path: Path, work: Work) -> None:
    """Stopped after some part or other, again and again, with what was played out of order."""
    file, whole = tmp_path / "run", played(work, 0, MATCHES)[0]
    threads = ThreadPoolExecutor(3)
    stops = 0
    run = Run(work, file)
    while run.matches < MATCHES:
        run, before = Run(work, file), stops

        def progress(done: int, wanted: int) -> None:
            nonlocal stops
            if done < wanted:
                stops += 1
                raise KeyboardInterrupt

        try:
            run.go_on(MATCHES, progress, executor=threads)
        except KeyboardInterrupt:
            assert stops == before + 1
        assert Run(work, file).matches == run.matches
        if stops < LOOKED_AT:
            assert msgspec.json.encode(played(work, 0, run.matches)[0]) == msgspec.json.encode(run.sums)
    threads.shutdown()
    assert stops > 2
    assert msgspec.json.encode(whole) == msgspec.json.encode(run.sums)
    assert [] == [left for left in tmp_path.iterdir() if left != file]
    run = Run(work, file)
    run.go_on(MATCHES + 50)
    assert msgspec.json.encode(played(work, 0, MATCHES + 50)[0]) == msgspec.json.encode(run.sums)


def test_what_was_played_behind_a_gap_counts_once_that_is_closed(tmp_path: Path, work: Work) -> None:
    """Also where less is wanted then than was before, which cuts through it."""
    for wanted in (100, 150, 300, 310):
        file = tmp_path / f"run{wanted}"
        ahead = [Part(first, 100, played(work, first, 100)[0]) for first in (60, 200)]
        file.write_bytes(msgspec.json.encode(Kept(FORMAT, "", work, 0, none_played(work), ahead, 1.0)))
        run = Run(work, file)
        assert run.matches == 0
        run.go_on(wanted)
        assert run.matches == wanted
        assert msgspec.json.encode(played(work, 0, wanted)[0]) == msgspec.json.encode(run.sums)


def test_what_was_interrupted_is_reported_where_that_is_asked_for(tmp_path: Path) -> None:
    def progress(done: int, wanted: int) -> None:
        if done >= 64:
            raise KeyboardInterrupt

    table()
    with pytest.raises(KeyboardInterrupt):
        simulate("agurk", 10_000, BOTS, progress=progress)
    report = simulate("agurk", 10_000, BOTS, progress=progress, stoppable=True, file=tmp_path / "run")
    assert report.stopped
    assert 64 <= report.matches < 10_000
    assert not simulate("agurk", 100, BOTS, file=tmp_path / "run").stopped


@pytest.mark.parametrize("text", ["", "{}", "nonsense", '{"format": 1}', "[1, 2]", "\udcff"])
def test_a_file_that_is_no_run_is_told_and_left_as_it_is(text: str, tmp_path: Path, work: Work) -> None:
    file = tmp_path / "run"
    file.write_bytes(text.encode(errors="surrogateescape"))
    before = file.read_bytes()
    with pytest.raises(BadRun, match="is no run of this version"):
        Run(work, file)
    assert before == file.read_bytes()


def test_a_run_of_something_else_is_told_with_both(tmp_path: Path, work: Work) -> None:
    file = tmp_path / "run"
    Run(work, file).go_on(10)
    before = file.read_bytes()
    seeded = work_of([table(seed=4), table("agurk-trad", seed=4)], True, 0.05)
    alone, deals = work_of([table()], True, 0.05), work_of([table(), table("agurk-trad")], False, 0.05)
    for other in (seeded, alone, deals):
        with pytest.raises(BadRun, match=r"something else .*seed 3.* than what is asked for .*agurk/4"):
            Run(other, file)
    assert before == file.read_bytes()


def test_a_run_with_other_options_is_told_with_those_that_differ(tmp_path: Path) -> None:
    file = tmp_path / "run"
    Run(work_of([table(out_at=15)], True, 0.05), file).go_on(5)
    with pytest.raises(BadRun, match=r"agurk/4 out_at=15 random .*than what is asked for .*agurk/4 out_at=30 random"):
        Run(work_of([table(out_at=30)], True, 0.05), file)


@pytest.mark.long
def test_an_interrupt_ends_no_process_that_is_just_starting(work: Work) -> None:
    """A terminal sends it to all of them; it is the parent's alone."""
    others = multiprocessing.active_children()  # services of other tests, for one
    with processes(1) as executor:
        future = executor.submit(played, work, 0, 5)
        for child in multiprocessing.active_children():
            if child not in others:
                os.kill(child.pid or 0, signal.SIGINT)
        assert future.result()[0].matches == 5


def test_what_does_not_add_up_is_no_run(tmp_path: Path, work: Work) -> None:
    file = tmp_path / "run"
    Run(work, file).go_on(10)
    for change in (
        lambda kept: kept.update(done=11),
        lambda kept: kept.update(done=-1),
        lambda kept: kept.update(ahead=[{"first": 9, "times": 10, "sums": kept["sums"]}]),
        lambda kept: kept.update(ahead=[{"first": 20, "times": 9, "sums": kept["sums"]}]),
        lambda kept: kept["sums"]["sides"][0]["totals"].pop(),
        lambda kept: kept["sums"]["products"].clear(),
    ):
        kept = msgspec.json.decode(file.read_bytes())
        change(kept)
        other = tmp_path / "other"
        other.write_bytes(msgspec.json.encode(kept))
        with pytest.raises(BadRun, match="is no run"):
            Run(work, other)


@pytest.mark.parametrize("where", ["none/run", "."])
def test_a_file_that_cannot_be_used_is_told(where: str, tmp_path: Path, work: Work) -> None:
    with pytest.raises(BadRun, match=r"cannot be (read|written)"):
        Run(work, tmp_path / where).go_on(10)


def test_what_cannot_be_compared_is_told() -> None:
    with pytest.raises(BadOptions, match="3 and 4"):
        compare([Table("agurk", 3, {}, BOTS, 0), Table("agurk", 4, {}, BOTS, 0)], 10)
    with pytest.raises(BadOptions, match="1 and 2"):
        compare([table(seed=1), table(seed=2)], 10)
    with pytest.raises(BadOptions):
        compare([table(), table()], 0)


def test_other_rules_than_those_asked_for_are_not_played(work: Work) -> None:
    other = Work(work.sides, work.seed, 0, work.whole, work.seconds, ("0" * 12, work.rules[1]))
    with pytest.raises(OtherRules, match="install the same version there"):
        played(other, 0, 1)


def test_what_is_played_step_by_step_is_noted_as_the_compiled_loop_notes_it() -> None:
    compiled = table()
    seats, matches = compiled.results(0, 5)
    for number in range(5):
        noted, whole = numpy.zeros_like(seats[0]), numpy.zeros_like(matches[0])
        note(match_of("agurk", number, BOTS, 4, seed=3), noted, whole)
        assert (noted == seats[number]).all()
        assert whole[DEALS] == matches[number][DEALS]
    seats, _ = compiled.results(0, 5, whole=False)
    for number in range(5):
        noted = numpy.zeros_like(seats[0])
        note(again(compiled, number, whole=False), noted, numpy.zeros_like(whole), False)
        assert (noted == seats[number]).all()


def test_the_last_of_a_match_is_whoever_fell_out_first() -> None:
    """What the last deal cost is nothing to them: a match is worth its place, and a deal its payoff."""
    last, firsts, names = [0] * 4, 0, ["bot", "seat", "matches"]
    for number in range(12):
        match = match_of("agurk", number, BOTS, 4, seed=3)
        assert match.result is not None
        state = match.log.state
        fell = [state.left_at[seat] if state.out[seat] else match.public.deals_played + 1 for seat in range(4)]
        first = [seat for seat in range(4) if fell[seat] == min(fell)]
        lost = max(match.scores[seat] for seat in first)
        worst = [seat for seat in first if match.scores[seat] == lost]
        assert worst == [seat for seat in range(4) if match.result.places[seat] == max(match.result.places)]
        pay = match.score_sheet.payoffs
        firsts += worst != [seat for seat in range(4) if pay[seat] == min(pay)]
        for seat in worst:
            last[seat] += 1
    matches, deals = (simulate("agurk", 12, BOTS, 4, seed=3, unit=unit) for unit in ("match", "deal"))
    assert firsts > 0
    assert last == [round(12 * row["lowest_share"]) for row in matches.rows]
    for report, worth in ((matches, "place"), (deals, "payoff")):
        means = [name for name in report.rows[0] if name not in names and not name.endswith("_error")]
        assert ["mean_score", f"mean_{worth}", "mean_share", "lowest_share"] == means


def test_the_worth_of_a_match_has_its_name_wherever_it_is_told() -> None:
    """On the command line, in rows and on pages alike; a deal's has another."""
    for unit, name, head in (("match", "place", "last place"), ("deal", "payoff", "lowest payoff")):
        report = simulate("agurk", 20, BOTS, 4, seed=3, unit=unit)
        found = compare([table(), table("agurk-trad")], 20, unit)
        assert head in results(report.rows, unit, "en", Ink(79)).splitlines()[0]
        for outcome in (report, found):
            measures = {row.measure: row.unit for row in rows_of(outcome)}
            assert measures[name] == ("places" if unit == "match" else "points")
            assert {"place", "payoff"} - {*measures} == {"place", "payoff"} - {name}
        assert f"<b>{head.capitalize()}</b>" in page(report)


def test_bots_that_think_share_each_win() -> None:
    with alone("cucumber-search"):
        report = simulate("agurk", 2, ("search", "random"), 4, {"out_at": "8"}, 3, seconds=0.001)
    assert sum(row["mean_share"] for row in report.rows) == pytest.approx(1)
    assert report.choices >= report.deals > 0
