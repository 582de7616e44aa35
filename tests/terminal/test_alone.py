"""Games played alone at the terminal: for practice or scored, the deal of a day, and what the results come to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.kit.haggling import toys_listed
from tests.terminal.tables import StandIn, begun, some_line, typed
from tests.terminal.test_command_line import Here, here, torite
from torite.match import Match
from torite.records.results import read_results
from torite.terminal import results, saves
from torite.terminal.session import Session
from torite.terminal.table import ScenePen
from torite.terminal.text_layout import Ink

__all__ = ["here"]

TOYS = str(Path(__file__).parents[1] / "toys")
DAY = "2026-11-22"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with toys_listed():
        yield


def at_table(scored: bool, language: str = "en") -> Session:
    match = Match("lantern", seed=1, pause=True)
    return Session(match, 0, StandIn(saves.Seating()), ScenePen(match.game, Ink(79), language, True), scored=scored)


def played(*arguments: str, typed: str = "") -> str:
    """Play a match of Lantern to its end, in this home; return what was said."""
    home = saves.folder().parent.parent
    done = torite(home, "play", "lantern", *arguments, typed=typed or lines_to_the_end(), TORITE_GAMES=TOYS)
    assert "" == done.stderr
    assert 0 == done.returncode
    return done.stdout


def lines_to_the_end() -> str:
    """Play the first card that may be played, four times: of those typed, what is not allowed changes nothing."""
    return "\n".join(["1", "2", "3", "4"] * 4) + "\nno\n"


# at the table


@pytest.mark.parametrize(("scored", "language"), [(False, "en"), (True, "en"), (False, "ja"), (True, "ja")])
def test_the_table_says_what_the_game_is_for(scored: bool, language: str) -> None:
    session = at_table(scored, language)
    said = begun(session)
    assert session.table.words("table.scored" if scored else "table.practice") in said
    assert ": ." not in said, "nobody else is at the table"


def test_in_practice_all_is_taken_back_and_scored_nothing() -> None:
    for scored in (False, True):
        session = at_table(scored)
        begun(session)
        typed(session, some_line(session), some_line(session))
        log = len(session.match.log.standing)
        said = typed(session, "undo")
        assert (session.table.words("undo.scored") in said) is scored
        assert (len(session.match.log.standing) == log) is scored


# from outside


@pytest.mark.long
def test_scored_games_are_kept_and_told() -> None:
    """The line to share stands at the end; what is for practice leaves nothing."""
    assert "To share" not in played()
    assert [] == results.kept()
    said = played("--scored")
    (row,) = results.kept()
    assert ("lantern", "", True) == (row.variant, row.daily, row.usual)
    assert f"To share: Torite · Lantern · {row.score} point" in said
    played("--scored", "--option", "target=4")
    assert [True, False] == [row.usual for row in results.kept()]


def test_a_scored_game_that_was_broken_off_stays_scored() -> None:
    """Also when it goes on with another bot than before, which nobody needs here."""
    played("--scored", typed="quit\n")
    home = saves.folder().parent.parent
    done = torite(home, "play", "--resume", typed=f"undo\n{lines_to_the_end()}", TORITE_GAMES=TOYS)
    assert "what is done is done" in done.stdout
    assert 1 == len(results.kept())


@pytest.mark.long
def test_a_match_finished_again_from_a_copy_of_its_save_counts_once() -> None:
    played("--scored", typed="quit\n")
    save = saves.newest()
    copies = {path: path.read_text() for path in (save, saves.beside(save))}
    home = saves.folder().parent.parent
    for _ in range(2):
        for path, text in copies.items():
            path.write_text(text)
        torite(home, "play", "--resume", typed=lines_to_the_end(), TORITE_GAMES=TOYS)
    assert 1 == len(results.kept())


@pytest.mark.long
def test_the_deal_of_a_day_is_one_match() -> None:
    """Begun again it goes on; finished, it may be tried again for practice, and its record stays."""
    said = played("--daily", DAY, typed="quit\n")
    assert f"Lantern · {DAY}." in said
    assert "Welcome back" in played("--daily", DAY)
    (row,) = results.kept()
    assert DAY == row.daily
    record = saves.folder("records") / saves.daily_name("lantern", DAY)
    text = record.read_text()
    assert f"\ndaily: {DAY}\n" in text
    assert f"finished this deal ({row.score})" in played("--daily", DAY)
    assert [row] == results.kept()
    assert text == record.read_text()


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments", [["--daily", "lantern"], ["lantern", "--daily"], ["lantern", "--daily", "--plain"]]
)
def test_without_a_day_it_is_todays(arguments: list[str]) -> None:
    home, before = saves.folder().parent.parent, date.today()
    done = torite(home, "play", *arguments, typed="quit\n", TORITE_GAMES=TOYS)
    assert any(f"Lantern · {day.isoformat()}." in done.stdout for day in (before, date.today()))


@pytest.mark.parametrize(
    "arguments",
    [
        "play lantern --daily 2026-02-30",
        "play lantern --daily 20261122",
        "play lantern --daily 2026-11-22 --seed 3",
        "play lantern --daily 2026-11-22 --option target=3",
        "play agurk --daily 2026-11-22",
        "play agurk --scored",
        "play lantern --scored --seed 3",
        "stats --import /nowhere/at/all",
        "stats --import /",
        "stats --import pyproject.toml",
        "stats --export /proc/nothing/here",
    ],
)
def test_what_cannot_be_is_refused_in_one_line(here: Here, arguments: str) -> None:
    code, out, err = here(*arguments.split())
    assert (2, "", 1) == (code, out, err.count("\n"))


# figures


def test_stats_tell_nothing_at_first(here: Here) -> None:
    code, out, _ = here("stats")
    assert 0 == code
    assert "nothing here yet" in out


@pytest.mark.parametrize("language", ["en", "ja"])
def test_stats_tell_the_figures_with_bars(here: Here, tmp_path: Path, language: str) -> None:
    rows = [
        {
            "id": f"g{i}",
            "game": "lantern",
            "variant": "lantern",
            "score": score,
            "finished_at": float(i),
            "won": score > 1,
        }
        for i, score in enumerate([0, 2, 2, 4])
    ]
    elsewhere = {**rows[0], "id": "x", "finished_at": 0.0, "variant": "not-here", "won": None, "usual": False}
    file = tmp_path / "in.json"
    file.write_text(json.dumps({"format": "torite results", "version": 1, "rows": [*rows, elsewhere]}))
    assert 0 == here("stats", "--import", file)[0]
    assert 0 == here("stats", "--import", file)[0]
    assert 5 == len(results.kept())
    code, out, _ = here("stats", "--language", language)
    assert 0 == code
    assert {"en": "4 games, 3 won (75.0 %). Best 4, mean 2.0.", "ja": "4回、3勝（75.0%）。最高4、平均2.0。"}[
        language
    ] in out
    bars = [line.split() for line in out.splitlines() if "█" in line]
    assert [["0", "1"], ["2", "2"], ["4", "1"]] == [[bar[0], bar[-1]] for bar in bars[:3]]
    assert 2 * len(bars[0][1]) == len(bars[1][1])
    assert "not-here" in out


def test_results_are_carried_to_a_file_and_back(here: Here, tmp_path: Path) -> None:
    played("--scored")
    played("--daily", DAY)
    file = tmp_path / "out.json"
    assert 0 == here("stats", "--export", file)[0]
    before = results.kept()
    assert before == read_results(file.read_bytes())
    assert 0 == here("stats", "--import", file)[0]
    assert before == results.kept()
    results.file().unlink()
    assert 0 == here("stats", "--import", file)[0]
    assert before == results.kept()


@pytest.mark.long
def test_a_line_that_was_cut_off_spoils_no_other() -> None:
    """The power went while a result was written."""
    played("--scored")
    whole = results.file().read_bytes()
    for cut in (1, 5, len(whole) - 3):
        results.file().write_bytes(whole + whole[:-cut])
        played("--scored")
        assert 2 == len(results.kept())
