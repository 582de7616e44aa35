"""The command `torite` from outside: exit codes, one clear line for what is wrong, nothing lost."""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arranged import new_match
from tests.patience import PATIENCE, wait_until
from tests.strategies import alone
from torite import __version__
from torite.commas import listed, parted
from torite.errors import BadOptions
from torite.lab import Comparison, Report, files
from torite.match import Match
from torite.records import read, seal, write
from torite.records.writing import seal_of
from torite.terminal.main import run

TORITE = [sys.executable, "-m", "torite.terminal.main"]


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return an environment with a home of its own and no language but English."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "TORITE"))}
    return kept | {"XDG_DATA_HOME": str(home), "LANG": "C", "PYTHONUTF8": "1", **more}


def torite(home: Path, *arguments: object, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command and wait for it."""
    return subprocess.run(
        [*TORITE, *map(str, arguments)], input=typed, capture_output=True, text=True, encoding="utf-8",
        env=environment(home, **more), timeout=PATIENCE, check=False,
    )  # fmt: skip


class Here:
    """Runs the command in this process, with a home of its own."""

    def __init__(self, home: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.home = home
        self._patch = patch
        self._capture = capture

    def __call__(self, *arguments: object, **more: str) -> tuple[int, str, str]:
        """Return the exit code and what was written."""
        for name in ("LC_ALL", "LC_MESSAGES"):
            self._patch.delenv(name, raising=False)
        for name, value in {"XDG_DATA_HOME": str(self.home), "LANG": "C", **more}.items():
            self._patch.setenv(name, value)
        code = run([str(argument) for argument in arguments])
        return (code, *self._capture.readouterr())


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """Return a command line in this process."""
    return Here(tmp_path, monkeypatch, capsys)


def record(match: Match | None = None, with_key: bool = True) -> str:
    """Write the record of a short open match."""
    match = match or Match("agurk", 3, seed=1)
    for _ in range(4):
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    return write(match, with_key)


BAD_INPUT = """
nope
--nope
games x y
rules
rules nope
rules agurk --section nope
play --nope
play agurkk
play agurk --seats 99
play agurk --seats x
play agurk --option nope=1
play agurk --option out_at
play agurk --option out_at=lots
play agurk --option out_at=-3
play agurk --option hand_size=30
play agurk --bots god
play agurk --bots random,random,random,random
play agurk --level god
play agurk --language xx
play agurk --name "a\tb"
play agurk --name xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
play agurk --seconds -1
play --resume
play --resume /nope
verify
verify /nope
verify /
replay
replay /nope
seal /nope
puzzles
puzzles nope
puzzles nope -n 1
puzzles agurk -n 0
puzzles agurk -n 1 --seats 99
puzzles agurk -n 1 --out /nope/x
puzzles agurk -n 1 --option nope=1
puzzles --check /nope
puzzles --check /
puzzles --check README.md
puzzles --check README.md --seconds 0
puzzles --check README.md -n 0
simulate
simulate nope
simulate agurk -n 0
simulate agurk -n many
simulate agurk --bots god
simulate agurk --option ante=maybe
simulate agurk --record x --number 9999
simulate agurk --record x --bots search
simulate agurk --resume /
simulate agurk --jobs 0
compare
compare agurk
compare agurk nope
compare agurk agurk,out_at
compare agurk agurk,out_at=lots
compare agurk agurk -n 0
compare agurk bingo
compare agurk agurk --other-bots god
compare agurk agurk --resume /
sweep
sweep agurk
sweep agurk out_at
sweep agurk out_at=
sweep agurk =1,2
sweep nope out_at=1,2
sweep agurk nope=1,2
sweep agurk out_at=15
sweep agurk out_at=15,lots
sweep agurk 'top_cards="none'
simulate agurk --seed 9999999999999999999
compare agurk agurk-trad --seed -9999999999999999999
sweep agurk out_at=15,30 --seed 99999999999999999999999
sweep agurk out_at=15,30 --jobs 1025
compare agurk agurk-trad --resume /nope/run
simulate agurk --csv /nope/rows
compare agurk 'agurk,top_cards="none'
simulate agurk -o 'top_cards="none'
sweep agurk out_at=15,15
sweep agurk out_at=0..3
sweep agurk out_at=15..
sweep agurk out_at=60..15
sweep agurk out_at=15..60:0
sweep agurk out_at=1..1000000
sweep agurk out_at=1..99999999999999999999
sweep agurk out_at=1..x
sweep agurk hand_size=7..20
sweep agurk may_duck=1..2
sweep agurk may_duck=yes,maybe
sweep agurk,out_at=3 out_at=15,20
sweep agurk out_at=15,20 -n 0
sweep agurk out_at=15,20 --bots god
sweep agurk out_at=15,20 --resume /
simulate agurk -n 9 --report /
simulate agurk -n 9 --csv /nope/rows.csv
compare agurk agurk -n 9 --parquet /nope/rows.parquet
sweep agurk out_at=15,20 -n 9 --csv rows --resume rows
sweep agurk out_at=15,20 -n 9 --csv rows --report ./rows
arena
arena agurk
arena agurk steady
arena nope steady random
arena agurk steady god
arena agurk,out_at steady random
arena agurk steady,seconds=1 random
arena agurk strong,iterations=0 random
arena agurk steady nowhere:bot
arena agurk steady random random random random random random random random
arena agurk steady random -n 0
arena agurk steady random -n 9999999
arena agurk steady random --until 0
arena agurk steady random --until wide
arena agurk steady random --seats 99
arena agurk steady random --out /nope/where
arena agurk steady random --jobs 2 --cluster tcp://127.0.0.1:1
"""


@pytest.mark.long
@pytest.mark.parametrize("arguments", [shlex.split(line) for line in BAD_INPUT.strip().split("\n")], ids=" ".join)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_bad_input_is_one_clear_line(arguments: list[str], language: str, here: Here) -> None:
    """Exit code 2, one line on stderr and nothing else, nothing left behind."""
    code, out, err = here(*arguments, LANG=language)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert not list(here.home.rglob("*.torite"))


def test_bad_input_in_japanese(tmp_path: Path) -> None:
    """The environment's language, or the one asked for."""
    assert "ありません" in torite(tmp_path, "nope", LANG="ja_JP.UTF-8").stderr
    assert "ありません" in torite(tmp_path, "--language", "ja", "nope").stderr


@pytest.mark.parametrize(
    "command",
    ["", "games", "rules", "play", "simulate", "compare", "sweep", "arena", "replay", "verify", "seal", "bench"],
)
def test_help_has_an_example(command: str, here: Here) -> None:
    """Every command explains itself in both languages."""
    arguments = [*filter(None, [command]), "--help"]
    english, japanese = here(*arguments), here(*arguments, LANG="ja_JP.UTF-8")
    assert english[0] == japanese[0] == 0
    assert not command or "Example: torite " in english[1]
    assert not command or "例: torite " in japanese[1]


def test_the_version_is_told(here: Here) -> None:
    assert (0, f"torite {__version__}\n", "") == here("--version")


@pytest.mark.compiles
def test_two_tables_are_compared(here: Here) -> None:
    """What is real is said in a sentence, in both languages; where nothing is, that is said."""
    with alone("cucumber-simulate"):
        code, out, err = here("compare", "agurk", "agurk,out_at=50", "-n", "300", "-j", "1")
    assert (0, "") == (code, err)
    assert "Agurk → Agurk (The score that puts a player out: 50)" in out
    every = r"With Agurk \(.*: 50\), every seat's score is higher than with Agurk: by \d+\.\d\d to \d+\.\d\d points\."
    assert re.search(every, out)
    code, out, _ = here("compare", "agurk", "agurk", "-n", "50", "--deals", "--language", "ja")
    assert "偶然を超える違いはありません" in out
    assert "勝率" not in out, "nobody wins a first deal"
    found = json.loads(here("compare", "agurk", "agurk-trad", "-n", "50", "--json")[1])
    assert [50, 4, False] == [found["matches"], len(found["rows"]), found["stopped"]]


@pytest.mark.compiles
def test_an_option_is_swept(here: Here) -> None:
    """Each seat with each value, and the difference from the first; what is real is said, in both languages."""
    with alone("cucumber-simulate"):
        code, out, err = here("sweep", "agurk", "out_at=15..45:15", "-n", "300", "-j", "1")
    assert (0, "") == (code, err)
    lines = out.splitlines()
    title = "The score that puts a player out"
    assert ["seat", *title.split(), "score", "difference"] == lines[2].split()[:10]
    assert [["0", value] for value in ("15", "30", "45")] == [line.split()[:2] for line in lines[3:6]]
    assert all(re.search(r"\d\.\d\d ±\d\.\d\d  \+\d+\.\d\d ±\d\.\d\d \*", line) for line in lines[4:6])
    assert f"So it is with “{title}: 30”, too." in out
    code, out, _ = here("sweep", "agurk,out_at=30", "may_duck=yes,no", "-n", "50", "--deals", "--language", "ja")
    assert (0, True) == (code, "弱いカードを出してかまいません：あり」からの差" in out)
    found = json.loads(here("sweep", "agurk", "out_at=15,30", "-n", "50", "--json")[1])
    assert ["out_at", 50, 4, 2] == [found["option"], found["matches"], len(found["rows"]), len(found["tables"])]


@pytest.mark.compiles
def test_values_with_commas_stand_in_quotation_marks(here: Here) -> None:
    """In every command alike; options given one by one need none. What a page says can be given again."""
    cards = "S7=16,C7=15"
    side = f'agurk,out_at=30,top_cards="{cards}"'
    with alone("cucumber-simulate"):
        told = [
            json.loads(here(*words, "-n", "20", "--json")[1])
            for words in (
                ("simulate", "agurk", "-o", f"top_cards={cards}"),
                ("simulate", "agurk", "-o", f'top_cards="{cards}"'),
                ("compare", "agurk", f'agurk,"top_cards={cards}"'),
                ("compare", "agurk", side),
                ("sweep", "agurk", f'top_cards=none,C6=21,"{cards}"'),
            )
        ]
        assert [each["tables"][-1]["options"].get("top_cards") for each in told] == [cards] * 5
        assert {"out_at": "30", "top_cards": cards} == told[3]["tables"][1]["options"]
        for kind, outcome in zip((Report, Report, Comparison, Comparison, Comparison), told, strict=True):
            again = here(*shlex.split(files.command(kind(**outcome)))[1:], "--json")[1]
            assert json.loads(again)["rows"] == outcome["rows"]


LAB = (("simulate", "agurk"), ("compare", "agurk", "agurk-trad"), ("sweep", "agurk", "out_at=15,30"))
each_command = pytest.mark.parametrize("words", LAB, ids=lambda words: words[0])


@pytest.mark.long
@each_command
def test_what_is_no_file_is_refused_before_anything_is_played(words: tuple[str, ...], tmp_path: Path) -> None:
    """A pipe or a device may have no end, and would be replaced by what is written."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for option in ("--resume", "--csv", "--report"):
        ran = torite(tmp_path, *words, "-n", 1_000_000_000, option, pipe)
        assert (2, "", 1) == (ran.returncode, ran.stdout, ran.stderr.count("\n"))
        assert "device" in ran.stderr
        assert pipe.is_fifo()


@contextlib.contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Let no file be longer than so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.compiles
@each_command
def test_a_full_disk_is_told_and_what_was_kept_is_gone_on_with(words: tuple[str, ...], here: Here) -> None:
    run, rows = here.home / "run", here.home / "rows.csv"
    played = partial(here, *words, "-j", 1)
    with alone("cucumber-simulate"):
        assert played("-n", 50, "--resume", run)[0] == 0
        before = run.read_bytes()
        for more in (("-n", 90, "--resume", run), ("-n", 50, "--csv", rows)):
            with full_disk(300):
                code, _, err = played(*more)
            assert (2, 1) == (code, err.count("\n"))
            assert "cannot be written" in err
            assert "File too large" in err
        assert [run] == [*here.home.iterdir()]
        assert before == run.read_bytes()
        again, whole = (played("-n", 90, "--json", *more)[1] for more in (("--resume", run), ()))
    assert json.loads(whole)["rows"] == json.loads(again)["rows"]


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full")
def test_what_cannot_be_printed_is_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as nowhere:
        ran = subprocess.run(
            [*TORITE, "games"], stdout=nowhere, stderr=subprocess.PIPE, text=True, env=environment(tmp_path),
            timeout=PATIENCE, check=False,
        )  # fmt: skip
    assert (2, "What is printed cannot be written (No space left on device).\n") == (ran.returncode, ran.stderr)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1))
def test_a_list_with_commas_is_taken_apart_into_its_parts(parts: list[str]) -> None:
    assert parts == parted(listed(parts))


@pytest.mark.compiles
def test_reports_and_rows_are_written(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """And where what they need is not installed, that is said before anything is played."""
    monkeypatch.chdir(here.home)
    how = ["-n", "60", "-j", "1", "--report", "a.html", "--csv", "a.csv", "--parquet", "a.parquet"]
    with alone("cucumber-simulate"):
        code, _, err = here("sweep", "agurk", "out_at=15,30,45", *how)
    assert (0, "") == (code, err)
    names = ("a.html", "a.csv", "a.parquet")
    before = [(here.home / name).read_bytes() for name in names]
    assert [b"<!doctype", b"table,var", b"PAR1"] == [text[:size] for text, size in zip(before, (9, 9, 4), strict=True)]
    here("sweep", "agurk", "out_at=15..45:15", *how[:3], "2", *how[4:])
    assert before == [(here.home / name).read_bytes() for name in names], "the same run, the same bytes"
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    for option, package in (("--report", "matplotlib"), ("--parquet", "pyarrow")):
        code, out, err = here("simulate", "agurk", "-n", "1000000000", option, "b")
        assert (2, "", 1) == (code, out, err.count("\n"))
        assert package in err
        assert "pip install 'torite[lab]'" in err
    assert 0 == here("simulate", "agurk", "-n", "9", "--csv", "b.csv")[0]


@pytest.mark.compiles
@pytest.mark.parametrize("command", [("simulate", "agurk"), ("compare", "agurk", "agurk-trad")])
def test_what_was_played_is_told_even_if_it_cannot_be_written(
    command: tuple[str, ...], here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.chdir(here.home)
    monkeypatch.setattr(Path, "write_bytes", full)
    code, out, err = here(*command, "-n", "50", "-j", "1", "--csv", "a.csv")
    assert (2, 1) == (code, err.count("\n"))
    assert "No space left on device" in err
    assert "50 matches" in out


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children(running: subprocess.Popen[Any]) -> list[int]:
    """List the numbers of the processes that one has started."""
    return list(map(int, Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()))


def test_who_ends_it_while_it_is_still_being_read_sees_nothing_of_that(tmp_path: Path) -> None:
    """By Ctrl-C in the first moment: here what reads the words of the command line is ended as it is read."""
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt\n")
    code = "import sys; sys.path.insert(0, sys.argv.pop()); from torite.terminal import command; command()"
    words = [sys.executable, "-c", code, "games", str(tmp_path)]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


def test_nothing_is_read_before_a_command_can_be_ended_quietly() -> None:
    code = "import sys; before = {*sys.modules}; import torite.terminal; print(*sorted({*sys.modules} - before))"
    environment = {"PYTHONPATH": str(Path(str(sys.modules["torite"].__file__)).parents[1])}
    words = [sys.executable, "-S", "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
    assert ["__future__", "torite", "torite.terminal"] == done.stdout.split()


@pytest.mark.long
@pytest.mark.compiles
def test_no_process_of_a_simulation_outlives_it(tmp_path: Path) -> None:
    """Also where it is killed, and can tell nobody."""
    words = [sys.executable, "-m", "torite.terminal.main", "simulate", "agurk", "-n", "400000000", "-j", "2"]
    running = subprocess.Popen(words, env=environment(tmp_path), stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: len(children(running)) >= 3)  # two that play, and one that keeps account of what they share
        beside = children(running)
    finally:
        running.kill()
        running.wait()
    wait_until(lambda: not any(map(is_alive, beside)))


@pytest.mark.long
@pytest.mark.compiles
def test_a_simulation_that_is_interrupted_keeps_what_it_has_and_goes_on(tmp_path: Path) -> None:
    """In several processes, by Ctrl-C as a terminal sends it: to all of them."""
    file = tmp_path / "agurk.run"
    words = ["simulate", "agurk", "-n", "400000000", "-j", "2", "--resume", str(file)]
    with alone("cucumber-simulate"):
        torite(tmp_path, "simulate", "agurk", "-n", "1")
    code = "import sys; from torite.terminal.main import main; main(sys.argv[1:])"
    heeds = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # who runs tests in the background has it ignored
    running = subprocess.Popen(
        [sys.executable, "-c", code, *words], env=environment(tmp_path), text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heeds,
    )  # fmt: skip
    try:
        wait_until(lambda: file.exists() or running.poll() is not None)
        beside = children(running)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
    wait_until(lambda: not any(map(is_alive, beside)))
    assert 130 == running.returncode
    assert "the same command goes on" in err
    assert "Traceback" not in err
    done = json.loads(file.read_bytes())["done"]
    assert f"{done:,} matches of Agurk" in out
    more = torite(tmp_path, "simulate", "agurk", "-n", str(done + 100), "-j", "1", "--resume", file)
    assert (0, "") == (more.returncode, more.stderr)
    assert f"{done + 100:,} matches of Agurk" in more.stdout


@pytest.mark.long
def test_the_catalogue(tmp_path: Path) -> None:
    """As lines and as JSON."""
    listed = json.loads(torite(tmp_path, "games", "--json", "--language", "ja").stdout)
    assert {"agurk", "gurka-is"} <= {row["name"] for row in listed}
    assert next(row for row in listed if row["name"] == "agurk")["title"] == "アグルク"
    assert "gurka-is-strict" in torite(tmp_path, "games").stdout


@pytest.mark.parametrize("name", ["agurk", "agurk-joker", "gurka-is-sevens"])
def test_rules_are_written(name: str, here: Here) -> None:
    """Guide, clauses and options print; no card is left in braces."""
    for more in ([], ["--plain"], ["--options"], ["--clauses", "--section", "CUC-3.4"], ["--language", "ja"]):
        code, out, _ = here("rules", name, *more)
        assert code == 0
        assert len(out) > 100
        assert "{" not in out


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda text: text, 0),
        (lambda text: text[: len(text) // 2], 2),
        (lambda text: text.replace("0: play", "0: Play", 1), 1),
        (lambda text: text.replace("open: 0", "open: 1", 1), 1),
        (lambda text: text.replace("seal: ", "seal: 0", 1), 1),
        (lambda text: text.replace("torite record 1", "torite record 2"), 2),
        (lambda text: text.replace("variant: agurk", "variant: nope"), 1),
        (lambda text: "noise", 2),
        (lambda text: "", 2),
        (lambda text: "x" * 10_000_000, 2),
        (lambda text: "\x00\xff\xfe" * 500, 2),
    ],
)
def test_verify_and_its_exit_codes(edit: object, code: int, here: Here) -> None:
    """0 verified, 1 does not fit, 2 cannot be read."""
    file = here.home / "match.torite"
    file.write_bytes(edit(record()).encode("latin-1", "replace"))  # type: ignore[operator]
    told, out, err = here("verify", file)
    assert told == code
    assert (out + err).count("\n") == 1
    assert here("replay", file)[0] == (0 if code == 0 else 2)


def test_verify_without_a_key_or_arranged(tmp_path: Path) -> None:
    """3: the record reads, but its chance cannot be checked."""
    (tmp_path / "no-key").write_text(record(with_key=False))
    (tmp_path / "arranged").write_text(record(new_match("agurk", 3, seed=1, hands={0: "C2"})))
    for name in ("no-key", "arranged"):
        assert torite(tmp_path, "verify", tmp_path / name).returncode == 3


def test_verify_finds_a_forged_deal(tmp_path: Path) -> None:
    """A deal that the key does not draw does not fit, even under a new seal."""
    lines = record().split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("deal: "))
    cards = lines[at].split()
    cards[-1], cards[-2] = cards[-2], cards[-1]
    body = "\n".join([*lines[:at], " ".join(cards), *lines[at + 1 : -2]]) + "\n"
    (tmp_path / "forged").write_text(f"{body}seal: {seal_of(body)}\n")
    assert torite(tmp_path, "verify", tmp_path / "forged").returncode == 1


def test_seal_closes_a_record_written_by_hand(here: Here) -> None:
    """The sealed file reads back; a wrong one is left alone, its line named."""
    file = here.home / "hand.torite"
    written = "\n".join(record(with_key=False).split("\n")[:-3]) + "\n"
    file.write_text(written)
    assert here("seal", file)[0] == 0
    assert file.read_text() == seal(written)
    assert here("replay", file)[0] == 0
    file.write_text(written.replace("0: play ", "0: play Z", 1))
    ran = here("seal", file)
    assert ran[0] == 2
    assert "Line" in ran[2]


def test_replay_tells_the_tricks(here: Here) -> None:
    """All hands, one seat's sight, or a spectator's."""
    (here.home / "match.torite").write_text(record())
    spectator = here("replay", here.home / "match.torite")[1]
    everything = here("replay", here.home / "match.torite", "--all")[1]
    mine = here("replay", here.home / "match.torite", "--seat", 1)[1]
    assert (spectator.count(" holds "), everything.count(" holds "), mine.count(" hold")) == (0, 3, 1)
    assert "takes the trick" in spectator
    assert "not over" in spectator
    assert here("replay", here.home / "match.torite", "--seat", 9)[0] == 2


def test_replay_tells_what_a_bot_played_for_somebody(here: Here) -> None:
    match = Match("agurk", 2, seed=3, names=["Ada", "Bo"])
    for _ in range(6):
        match.act(match.actors[0], match.actions(match.actors[0])[0], bot=match.actors[0] == 1)
    (here.home / "match.torite").write_text(write(match))
    told = here("replay", here.home / "match.torite")[1]
    assert sum(entry.bot for entry in match.log) == told.count("Bo’s stand-in bot plays")
    assert "Ada plays" in told


@pytest.mark.long
def test_a_closed_input_loses_nothing(tmp_path: Path) -> None:
    """End of input saves; --resume goes on with that match; quit says how."""
    first = torite(tmp_path, "play", "agurk", "--seed", 3, "--bots", "random", typed="1\n1\n")
    assert first.returncode == 0
    assert "--resume" in first.stdout
    assert "Traceback" not in first.stderr
    saved = next(tmp_path.rglob("*.torite"))
    before = read(saved.read_text())
    second = torite(tmp_path, "play", "--resume", typed="quit\n")
    assert second.returncode == 0
    assert "Welcome back" in second.stdout
    assert read(saved.read_text()).log == before.log
    named = torite(tmp_path, "play", "--resume", saved, typed="quit\n")
    assert named.returncode == 0


def test_no_input_at_all(tmp_path: Path) -> None:
    """Closed standard input: for a game, saved; for the choice of a game, a clear line."""
    for arguments, code in (["play", "agurk"], 0), (["play"], 2):
        ran = subprocess.run(
            [*TORITE, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8",
            env=environment(tmp_path), timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert ran.returncode == code
        assert "Traceback" not in ran.stderr


@pytest.mark.long
def test_a_killed_terminal_loses_nothing(tmp_path: Path) -> None:
    """kill -9 in mid-game: every action up to then is in the save."""
    for sign, code in ((signal.SIGKILL, -9), (signal.SIGHUP, -1), (signal.SIGINT, 130)):
        home = tmp_path / sign.name
        running = subprocess.Popen(
            [*TORITE, "play", "agurk", "--bots", "random"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment(home),
            preexec_fn=lambda: [signal.signal(s, signal.SIG_DFL) for s in (signal.SIGHUP, signal.SIGINT)] and None,
        )  # fmt: skip
        assert running.stdin
        running.stdin.write("1\n")
        running.stdin.flush()
        wait_until(lambda: any("\n0: play" in save.read_text() for save in home.rglob("*.torite")))  # noqa: B023
        running.send_signal(sign)
        _, complaint = running.communicate(timeout=PATIENCE)
        assert running.returncode == code
        assert "Traceback" not in complaint
        assert torite(home, "play", "--resume", typed="quit\n").returncode == 0


@pytest.mark.long
def test_a_broken_pipe_is_silent(tmp_path: Path) -> None:
    """`torite rules agurk | head -1` prints no complaint."""
    for command in ("games", "rules agurk", "rules agurk --clauses"):
        ran = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {' '.join(TORITE)} {command} | head -1"],
            capture_output=True, text=True, env=environment(tmp_path), timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert ran.returncode == 0
        assert ran.stderr == ""


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    """The match goes on, and says that it is not saved."""
    (tmp_path / "torite").write_text("in the way")
    ran = torite(tmp_path, "play", "agurk", "--bots", "random", typed="1\nquit\n")
    assert ran.returncode == 0
    assert "cannot be saved" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_copy_spares_what_is_no_save(tmp_path: Path) -> None:
    """`save FILE` writes a copy, and does not overwrite another kind of file."""
    (tmp_path / "letter").write_text("dear friend")
    copy = tmp_path / "My Copy.torite"
    ran = torite(
        tmp_path,
        "play",
        "agurk",
        "--bots",
        "random",
        typed=f"save {copy}\nsave {tmp_path / 'letter'}\nquit\n",
    )
    assert read(copy.read_text())
    assert (tmp_path / "letter").read_text() == "dear friend"
    assert "left alone" in ran.stdout


@pytest.mark.parametrize(
    ("name", "head", "refused"),
    [
        ("bingo", "2 players.", "bingo is played by 2, not by 9."),
        ("doppelkopf", " players.", "doppelkopf is played by 4"),
        ("emissary", "for one player.", "emissary is played by 1, not by 9."),
    ],
)
def test_players_are_counted_once(name: str, head: str, refused: str, here: Here) -> None:
    """Where the fewest are the most, there is one number."""
    first = here("rules", name, "--language", "en")[1].splitlines()[0]
    assert first.endswith(head)
    assert not re.search(r"\b(\d+) to \1\b", first)
    with pytest.raises(BadOptions, match=refused):
        Match(name, 9)
