"""What is said of single matches, of luck and of the rules that come up is what the matches themselves say."""

from __future__ import annotations

import contextlib
import html
import itertools
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy
import pytest

from tests.lab.test_runs import BOTS, table
from tests.strategies import alone
from torite import lab
from torite.bots import bot
from torite.errors import BadOptions, UnknownName
from torite.games import catalogue, find, games
from torite.lab import Comparison, Table, compare, luck, match_of, profile, simulate
from torite.lab import observed as observed_module
from torite.lab import work as work_module
from torite.lab.findings import wording
from torite.lab.loops import CHOICES, DEALS, PAY
from torite.lab.measures import measures
from torite.lab.observed import AGREED, CHANGES, OPTIONS, REAL, WEIGHED, Observed, course, none_seen, observed
from torite.lab.observed import CHOICES as SEEN_CHOICES
from torite.lab.observed import DEALS as SEEN_DEALS
from torite.lab.report import page
from torite.lab.rerun import again
from torite.lab.run import Run
from torite.lab.work import played, work_of
from torite.scenes.wording import option_title
from torite.terminal.main import run
from torite.words import LANGUAGES

pytestmark = pytest.mark.compiles
GAMES = sorted({game.name: name for name, (game, _) in catalogue().items()}.values())


@pytest.mark.long
@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
def test_choices_and_deals_are_those_of_the_compiled_loop(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every game, for its first deal; that counts each part of a choice. What a search would choose is not asked."""
    monkeypatch.setattr(observed_module, "bot", lambda _, game, seed, iterations=0: bot("simple", game, seed))
    game, _ = find(name)
    with alone(f"{game.name}-simulate"):
        one = Table(name, None, {}, ["simple"], 5)
        one.get_ready()
    seen = [observed(one, number, whole=False) for number in range(2)]
    _, matches = one.results(0, 2, whole=False)
    acted = [[entry for entry in again(one, number, False).log.standing if entry.seat >= 0] for number in range(2)]
    assert [row[CHOICES] for row in matches] == [sum(len(entry.actions) for entry in entries) for entries in acted]
    assert [len(entries) for entries in acted] == [one.totals[SEEN_CHOICES] for one in seen]
    assert [row[DEALS] for row in matches] == [one.totals[SEEN_DEALS] for one in seen]


@pytest.mark.full
@pytest.mark.compiles(sampled=True)
@pytest.mark.parametrize("name", GAMES)
def test_a_search_weighs_a_choice_of_each_deal(name: str) -> None:
    """In every game, where there is one with two things to choose from or more."""
    game, _ = find(name)
    with alone(f"{game.name}-simulate"):
        one = Table(name, None, {}, ["simple"], 5)
        one.get_ready()
    with alone(f"{game.name}-search"):
        seen = [observed(one, number, whole=False).totals for number in range(2)]
    assert [min(1, row[REAL]) for row in seen] == [row[WEIGHED] for row in seen]
    assert any(row[WEIGHED] for row in seen)
    assert all(row[AGREED] <= row[WEIGHED] for row in seen)


def test_options_and_refusals_are_those_of_the_match() -> None:
    """Each card of a hand may be played, or a rule says why not."""
    one = table(seed=3)
    with alone("cucumber-search"):
        seen = observed(one, 0)
    match = match_of("agurk", 0, BOTS, 4, seed=3)
    real = options = refused = choices = 0
    for entry in match.log.standing:
        if entry.seat < 0:
            continue
        before = match.at(entry.number)
        may = before.actions(entry.seat)
        choices += 1
        real += len(may) > 1
        options += len(may) if len(may) > 1 else 0
        told = [before.why(entry.seat, f"play {card}") for card in before.cards(entry.seat)]
        refused += any(fault is not None and fault[1] == "CUC-3.4" for fault in told)
    assert [choices, real, options] == [seen.totals[at] for at in (SEEN_CHOICES, REAL, OPTIONS)]
    lines = [line.key for line in one.game.refusals.listed]
    assert seen.refused[lines.index("beat")] == [1, refused]
    takes = [line.key for line in one.game.notes.listed].index("takes")
    assert seen.noted[takes][1] == sum(note.line.key == "takes" for entry in match.log for note in entry.notes)


@pytest.mark.parametrize(
    ("standings", "winners", "told"),
    [
        ([[0, 1], [0, 1], [0, 1]], [0], (0, 333_333, 0)),  # ahead from the first deal
        ([[1, 0], [1, 0], [0, 1]], [0], (1, 1_000_000, 1_000_000)),  # behind all others, to the last
        ([[1, 0, 2, 2, 2], [0, 1, 2, 2, 2]], [0], (1, 1_000_000, 500_000)),  # behind one of four
        ([[0, 1], [1, 0], [0, 1], [0, 1]], [0], (2, 750_000, 333_333)),
        ([[0, 0], [0, 1]], [0], (0, 500_000, 0)),  # level is not behind
        ([[0, 1]], [0], (0, 1_000_000, 0)),
        ([[2, 0, 2, 0], [0, 2, 0, 2]], [0, 2], (1, 1_000_000, 1_000_000)),  # partners
    ],
)
def test_how_a_match_went(standings: list[list[int]], winners: list[int], told: tuple[int, int, int]) -> None:
    assert course(standings, winners) == told


def test_who_leads_in_a_game_of_losers_is_who_lost_least() -> None:
    """What a deal cost there is no standing: the match's own places are."""
    with alone("cucumber-search"):
        seen = [observed(table(seed=3), number) for number in range(12)]
    for number, one in enumerate(seen):
        match = match_of("agurk", number, BOTS, 4, seed=3)
        assert match.result is not None
        out, led = set[int](), []
        for deal in match.score_sheet.deals:
            out |= {seat for seat, score in enumerate(deal.scores) if score >= 21}
            least = min((score for seat, score in enumerate(deal.scores) if seat not in out), default=-1)
            led.append({seat for seat, score in enumerate(deal.scores) if seat not in out and score == least})
        led[-1] = led[-1] or {seat for seat, share in enumerate(match.result.shares) if share}
        assert one.totals[CHANGES] == sum(not who & before for before, who in itertools.pairwise(led))


def test_what_is_seen_comes_to_the_same_in_parts(tmp_path: Path) -> None:
    """Stopped on the way, and by several at once."""
    work = work_of([table()], True, 0.05, observed=5)
    with alone("cucumber-search"):
        whole, _ = played(work, 0, 8)
    assert whole.seen[0].matches == 5

    def progress(done: int, wanted: int) -> None:
        raise KeyboardInterrupt

    run = Run(work, tmp_path / "run")
    with ThreadPoolExecutor(2) as threads:
        while run.matches < 8:
            run = Run(work, tmp_path / "run")
            with contextlib.suppress(KeyboardInterrupt):
                run.go_on(8, progress, executor=threads)
    assert msgspec.json.encode(whole) == msgspec.json.encode(run.sums)


def test_a_match_that_is_too_long_is_played_and_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """At no table then, so that what is compared are the same matches."""
    tables = [table(), table("agurk-trad", out_at=15)]
    lengths = [one.results(0, 8)[1][:, CHOICES] for one in tables]
    most = int(numpy.median(numpy.maximum(*lengths)))
    monkeypatch.setattr(work_module, "LONGEST", most)
    with alone("cucumber-search"):
        sums, _ = played(work_of(tables, True, 0.05, observed=8), 0, 8)
        looked = [number for number in range(8) if max(row[number] for row in lengths) <= most]
        seen = [sum((observed(one, number) for number in looked), none_seen(one.game)) for one in tables]
    assert 0 < len(looked) < 8
    assert [8, 8] == [side.matches for side in sums.sides]
    assert seen == sums.seen


def test_measures_are_means_with_their_errors() -> None:
    one = table()
    with alone("cucumber-search"):
        seen = [observed(one, number) for number in range(6)]
    total = sum(seen, none_seen(one.game))
    found = measures(total, 4, True)
    values = numpy.array([row.totals[SEEN_CHOICES] for row in seen])
    assert found["choices"] == pytest.approx(values.mean())
    assert found["choices_error"] == pytest.approx(1.96 * values.std() / 6**0.5)
    assert found["forced"] == pytest.approx(1 - total.totals[REAL] / total.totals[SEEN_CHOICES])
    assert found["alone"] == 1
    assert {"drama", "open", "lead_changes"} <= {*found}
    assert not {"drama", "open", "alone"} & {*measures(total, 4, False)} | {*measures(total, 1, True)} & {"drama"}


@pytest.mark.long
def test_differences_of_measures_are_those_of_the_same_matches() -> None:
    """Means as they are; of ratios, of what each match adds to them: as leaving out one match after the other says."""
    tables, n = [table(), table("agurk-trad", out_at=15)], 40
    with alone("cucumber-search"):
        seen = [[observed(one, number) for number in range(n)] for one in tables]
    found = compare(tables, n, observed=n)
    assert found.measures is not None
    one, other = ([row.totals for row in rows] for rows in seen)
    for name, column in (("choices", SEEN_CHOICES), ("deals", SEEN_DEALS), ("lead_changes", CHANGES)):
        apart = numpy.array(other)[:, column] - numpy.array(one)[:, column]
        assert found.measures[1][f"{name}_difference"] == pytest.approx(apart.mean())
        assert found.measures[1][f"{name}_difference_error"] == pytest.approx(1.96 * apart.std() / n**0.5)
    assert found.measures[1]["deals_real"]
    assert found.measures[1]["deals_difference"] < 0

    def options(without: int) -> float:
        totals = [numpy.array([row for i, row in enumerate(rows) if i != without]).sum(0) for rows in (one, other)]
        return float(totals[1][OPTIONS] / totals[1][REAL] - totals[0][OPTIONS] / totals[0][REAL])

    assert found.measures[1]["options_difference"] == pytest.approx(options(-1))
    left = numpy.array([options(i) for i in range(n)])
    assert found.measures[1]["options_difference_error"] == pytest.approx(1.96 * left.std() * (n - 1) / n**0.5, rel=0.1)
    same = compare([table(), table()], 8, observed=8).measures
    assert same is not None
    assert all(not value for name, value in same[1].items() if "_difference" in name or name.endswith("_real"))


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_came_up_at_one_table_alone_is_told(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And measures beside one another, by both commands, on pages and for programs."""
    how = ["-n", "6", "--measures", "-l", language, "--report", str(tmp_path / "a.html")]
    with alone("cucumber-search"):
        assert run(["compare", "agurk", "agurk,ante=yes", *how, "--resume", str(tmp_path / "run")]) == 0
        told = capsys.readouterr().out
        shown = html.unescape((tmp_path / "a.html").read_text(encoding="utf-8"))
        assert run(["compare", "agurk", "agurk,ante=yes", *how, "--resume", str(tmp_path / "run"), "--json"]) == 0
        found = Comparison(**json.loads(capsys.readouterr().out))
        assert run(["sweep", "agurk", "out_at=15,30,45", *how]) == 0
        swept = capsys.readouterr().out
    assert found.luck is not None
    game = games()["cucumber"]
    times = [{(row["kind"], profile.called(game, row, language)): row["times"] for row in at} for at in found.came_up]
    only = [key[1] for key, often in times[1].items() if often and not times[0][key]]
    lines = [*profile.never(found, language), *profile.said(found, language), profile.heading(found, language)]
    assert only
    assert any(" · ".join(only) in line for line in lines)
    assert sum("agurk" in line.lower() or "アグルク" in line for line in profile.said(found, language)) == 2
    for line in lines:
        assert line in told
        assert line in shown
    assert wording(language)("measures.drama") in told
    title = re.escape(option_title(game.words(language), "out_at"))
    assert all(len(re.findall(rf"{title}\W+{value}\b", swept)) > 1 for value in (15, 30, 45))


def test_luck_is_what_the_same_deals_have_in_common() -> None:
    """By the payoffs themselves: of each deal, with the better player at each seat in turn."""
    deals, seats = 300, 4
    found = luck("agurk", deals, ("simple", "random"), seats, seed=9)
    pay = numpy.array(
        [
            Table("agurk", seats, {}, ["simple" if seat == at else "random" for seat in range(seats)], 9).results(
                0, deals, whole=False
            )[0][:, :, PAY]
            for at in range(seats)
        ]
    ).astype(float)  # table, deal, seat
    apart = pay - pay.mean(axis=1, keepdims=True)
    pairs = [(a, b) for a in range(seats) for b in range(a)]
    shared = numpy.mean([(apart[a] * apart[b]).mean() for a, b in pairs])
    assert found.hand == pytest.approx(shared / (apart * apart).mean())
    more = [pay[s, :, s] - numpy.mean([pay[a, :, s] for a in range(seats) if a != s], axis=0) for s in range(seats)]
    assert found.edge == pytest.approx(numpy.mean(more))
    assert found.edge_error == pytest.approx(numpy.mean([1.96 * one.std() / deals**0.5 for one in more]))
    assert found.needed is not None


def test_luck_of_one_who_is_alone() -> None:
    with alone("emissary-simulate"):
        found = luck("emissary", 200)
    assert found.edge > found.edge_error > 0


def test_luck_is_asked_for_two_levels() -> None:
    for bots in (("simple",), ("simple", "simple"), ("simple", "random", "random")):
        with pytest.raises(BadOptions, match="two levels"):
            luck("agurk", 10, bots)
    with pytest.raises(UnknownName):
        luck("agurk", 10, ("simple", "nobody"))


@pytest.mark.long
def test_the_command_line_tells_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with alone("cucumber-search"):
        assert run(["simulate", "agurk", "-n", "20", "-b", "steady", "--measures", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert run(["simulate", "agurk", "-n", "20", "-b", "steady", "--measures"]) == 0
        printed = capsys.readouterr().out
    assert told["measures"]["matches"] == 20
    assert told["luck"]["better"] == "simple"
    never = [profile.called(games()["cucumber"], row, "en") for row in told["came_up"] if not row["times"]]
    assert f"Never came up: {' · '.join(dict.fromkeys(never))}." in printed
    assert "changes of the lead" in printed
    assert {row["kind"] for row in told["came_up"]} == {"scoring", "happening", "refusal", "action"}
    file = tmp_path / "run"
    with alone("cucumber-search"):
        for matches in ("3", "5"):  # more of them later: the same that would have been looked at now
            assert run(["simulate", "agurk", "-n", matches, "--measures", "--resume", str(file)]) == 0
    assert "Of 5 of them" in capsys.readouterr().out
    assert run(["simulate", "agurk", "-n", "5", "--resume", str(file)]) == 2
    assert "100 looked at" in capsys.readouterr().err
    plain = simulate("agurk", 20, ["simple"])
    assert (plain.measures, plain.came_up, plain.luck) == (None, [], None)


def test_what_was_seen_is_told_where_luck_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lab, "luck", interrupted)
    with alone("cucumber-search"):
        assert run(["simulate", "agurk", "-n", "3", "--measures"]) == 130
    told = capsys.readouterr()
    assert "3 matches of Agurk" in told.out
    assert "Of 3 of them" in told.out
    assert "Luck and skill" not in told.out
    assert "Stopped after 3 of 3" in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_run_tells_them(language: str) -> None:
    with alone("cucumber-search"):
        report = simulate("agurk", 20, ["simple"], observed=3)
    assert profile.never(report, language)[0] not in page(simulate("agurk", 20, ["simple"]), language)
    text = html.unescape(page(replace(report, luck=luck("agurk", 50).to_json()), language))
    told = [*profile.never(report, language), *(name for name, _ in profile.measured(report, language))]
    told += [cell for line in profile.rules(report, language) for cell in line]
    assert all(line in text for line in told)
    assert "simple" not in text
    assert report.luck is None


def test_what_is_seen_can_be_sent() -> None:
    seen = none_seen(find("agurk")[0])
    assert msgspec.json.decode(msgspec.json.encode(seen), type=Observed) == seen
