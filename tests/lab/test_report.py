"""A run's page holds what was found, needs nothing beside it, and is the same each time; its rows say the same."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from pyarrow import parquet

from tests.lab.test_findings import EVEN, TILTED, compared
from torite import __version__
from torite.lab import Comparison, Report
from torite.lab.files import COLUMNS, as_csv, as_parquet, command
from torite.lab.findings import findings
from torite.lab.luck import Luck
from torite.lab.report import page
from torite.lab.rows import rows_of
from torite.lab.told import TableTold
from torite.words import LANGUAGES

ROW = {f"mean_{name}{error}": 0.5 for name in ("score", "place", "payoff", "share") for error in ("", "_error")}

LUCK = Luck("simple", "random", "deal", 1, None, 0.0, 0.0, 0.0, None).to_json()


def simulated(seats: int, variant: str = "agurk", unit: str = "match") -> Report:
    """Invent what came of a simulation in which all seats are alike."""
    one = {"lowest_share": 0.2, "lowest_share_error": 0.01, **ROW, "mean_share": 1 / seats, "mean_share_error": 0.01}
    rows = [{"seat": seat, "bot": "simple", **one} for seat in range(seats)]
    table = TableTold(variant=variant, options={}, bots=["simple"] * seats, rules="0" * 12)
    return Report(unit, 9, 1.0, False, rows, [table], 1, 0, variant, 1, 1)


def many_tables(seats: int, tables: int) -> Comparison:
    return compared([[1 / seats + 0.001 * at] * seats for at in range(tables)])


RUNS: dict[str, Report | Comparison] = {
    "sweep": compared([TILTED, EVEN, EVEN]),
    "compare": compared([TILTED, EVEN], option=""),
    "deals": compared([TILTED, EVEN], unit="deal"),
    "bots": compared([TILTED, EVEN], bots=("simple", "random")),
    "many": many_tables(17, 20),
    "alone": simulated(1),
    "simulation": simulated(7),
    "first deals": simulated(4, unit="deal"),
}
every_run = pytest.mark.parametrize("name", RUNS)


@cache
def made(name: str, language: str = "en") -> str:
    return page(RUNS[name], language)


class Read(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.open.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.long
@every_run
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_needs_nothing_beside_it(name: str, language: str) -> None:
    text = made(name, language)
    read = Read(text)
    assert not {"script", "link", "img", "iframe", "object", "a"} & {tag for tag, _ in read.tags}
    assert not re.search(r"https?:|//|@import|data:|#0000[012]", text.replace("// ", ""))
    assert re.findall(r"url\(([^)]*)\)", text) == [f"#{name}" for name in re.findall(r"url\(#([^)]*)\)", text)]
    assert f'<html lang="{language}">' in text
    assert len(text) < 1_000_000


@pytest.mark.long
@every_run
def test_the_same_run_makes_the_same_page(name: str) -> None:
    """Also one that took longer."""
    run = RUNS[name]
    longer = type(run)(**{**vars(run), "seconds": 99.0})
    assert made(name) == page(longer)
    assert as_parquet(run) == as_parquet(longer)


@every_run
def test_each_plot_is_named_told_and_has_its_table(name: str) -> None:
    text = made(name)
    read = Read(text)
    ids = Counter(attributes["id"] for _, attributes in read.tags if attributes.get("id"))
    assert not {name for name, times in ids.items() if times > 1}
    plots = [attributes for tag, attributes in read.tags if tag == "svg" and attributes.get("role") == "img"]
    figures = text.split("<figure>")[1:]
    assert len(figures) == len(plots) >= 2
    for plot, figure in zip(plots, figures, strict=True):
        named = str(plot["aria-labelledby"]).split()
        assert len(named) == 2
        assert {*named} <= ids.keys()
        assert "<table>" in figure
        drawn = ElementTree.fromstring(figure[figure.index("<svg") : figure.index("</svg>") + 6])
        assert drawn[0].text
        assert drawn[1].text
        used = re.findall(r"(?:href=\"|url\()#([\w-]+)", figure)
        assert {*used} <= ids.keys()


def test_a_page_says_what_was_found_and_how_it_was_made() -> None:
    run = RUNS["sweep"]
    words = "\n".join(Read(made("sweep")).words)
    assert all(line in words for line in findings(run, "en"))
    assert command(run) in words
    assert f"Torite {__version__}" in words
    assert words.index(findings(run, "en")[0]) < words.index("Share of wins") < words.index(command(run))
    for row in rows_of(run):
        if row.measure == "share":
            assert f"{row.mean:.2%}".removesuffix("%") in words


@pytest.mark.long
@pytest.mark.parametrize("name", ["compare", "bots", "simulation"])
def test_seats_are_counted_as_the_reader_counts_them(name: str) -> None:
    """In sentences, tables and keys alike."""
    told = re.compile(r'(?:<th scope="row">|seat )(\d+)')
    plain, counted = (told.findall(text) for text in (made(name), page(RUNS[name], "en", 1)))
    assert plain
    assert counted == [str(int(seat) + 1) for seat in plain]


def test_payoffs_that_are_the_scores_are_not_drawn_twice() -> None:
    """As in first deals, where a score of penalties is the payoff turned round."""
    run = compared([EVEN, EVEN], unit="deal")
    assert "<b>Payoff</b>" in page(run)
    for row in run.rows:
        row["payoff"] = [{**cell, "mean": -cell["mean"]} for cell in row["score"]]
    assert page(run).count("<figure>") == 2


def test_who_is_alone_wins_some_matches_and_not_others() -> None:
    run = simulated(1, "emissary")
    run.rows[0]["mean_share"] = 0.4
    words = "".join(Read(page(run)).words)
    assert "Share of wins" in words
    assert "40.0" in words
    assert "even share" not in words


def test_names_of_games_from_elsewhere_are_text() -> None:
    run = compared([EVEN, TILTED])
    for table in run.tables:
        table["bots"], table["rules"] = ["simple"] * 4, "<script>"
    assert "<script>" not in page(run)


def test_tables_that_differ_in_more_than_an_option_are_listed() -> None:
    words = "\n".join(Read(page(compared([TILTED, EVEN, EVEN], option=""))).words)
    names = [f"Agurk (The score that puts a player out: {15 + 15 * at})" for at in range(3)]
    assert f"{' and '.join(names)}, on the same deals" in words
    assert all(f"{at}: {name}" in words for at, name in enumerate(names))


@pytest.mark.long
@pytest.mark.parametrize("name", ["sweep", "compare", "bots", "many"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_options_are_said_by_their_titles(name: str, language: str) -> None:
    """A name as in code stands in the command alone, which is there to be copied."""
    read = Read(made(name, language))
    words = "\n".join(read.words).replace(command(RUNS[name]) or "-", "")
    assert "out_at" not in words
    assert {"en": "The score that puts a player out: 15", "ja": "脱落になる点数：15"}[language] in words


def test_a_stopped_run_says_so() -> None:
    run = simulated(4)
    assert "Stopped before" in page(Report(**{**vars(run), "stopped": True}))


@pytest.mark.parametrize(
    ("run", "told"),
    [
        (RUNS["sweep"], "torite sweep agurk out_at=15..45:15 -n 10000 --seats 4 --seed 1 --bots steady"),
        (RUNS["compare"], "torite compare agurk,out_at=15 agurk,out_at=30 -n 10000 --seats 4 --seed 1 --bots steady"),
        (simulated(4, unit="deal"), "torite simulate agurk -n 9 --deals --seats 4 --seed 1 --bots steady"),
        (
            replace(simulated(4), first=40, luck=LUCK),
            "torite simulate agurk -n 9 --first 40 --seats 4 --seed 1 --bots steady --measures",
        ),
        (compared([EVEN] * 3, option=""), ""),
        (
            Report(**{**vars(simulated(2)), "first": 7}),
            "torite simulate agurk -n 9 --first 7 --seats 2 --seed 1 --bots steady",
        ),
    ],
)
def test_the_command_is_the_one_that_plays_it_again(run: Report | Comparison, told: str) -> None:
    assert command(run) == told


def test_nothing_of_it_is_imported_before_it_is_asked_for() -> None:
    """Who plays, or simulates, does not wait for what draws."""
    modules = "torite.terminal.main, torite.terminal.compare, torite.lab.report, torite.lab.files, torite.lab.findings"
    asked = "{'matplotlib', 'pyarrow', 'PIL'} & {*sys.modules}"
    done = subprocess.run([sys.executable, "-c", f"import sys, {modules}; sys.exit(bool({asked}))"], check=False)
    assert done.returncode == 0


@every_run
def test_rows_say_the_same_as_csv_and_as_parquet(name: str) -> None:
    run = RUNS[name]
    rows = rows_of(run)
    read = list(csv.DictReader(io.StringIO(as_csv(run))))
    table = parquet.read_table(io.BytesIO(as_parquet(run)))
    assert COLUMNS == list(read[0]) == table.column_names
    assert [vars(row) for row in rows] == table.to_pylist()
    for row, line in zip(rows, read, strict=True):
        assert [row.mean, row.half_width] == [float(line["mean"]), float(line["half_width"])]
        assert line["real"] == ("" if row.real is None else str(row.real).lower())
    about = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    assert (about["command"], about["seed"], about["torite"]) == (command(run), "1", __version__)
