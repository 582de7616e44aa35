"""A new game is found, imports, says what is to be written, and passes what does not depend on its rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clause_cover import named_in, read_page, unknown_citations
from tests.patience import PATIENCE
from tools import scaffold
from torite.games import FOLDERS, catalogue

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a new game, outside the project."""
    home = tmp_path_factory.mktemp("games")
    scaffold.scaffold("toy_tricks", home)
    return home


def run(folder: Path, *arguments: str, limit: float = PATIENCE) -> subprocess.CompletedProcess[str]:
    """Run Python with the folder's games."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    settings = {**os.environ, "PYTHONPATH": path, FOLDERS: str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    for name in [name for name in settings if name.startswith("PYTEST_")]:
        del settings[name]
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=settings, timeout=limit)


def test_new_game_is_found(folder: Path) -> None:
    """The catalogue has it, a match of it begins, and a first card can be led."""
    program = (
        "import torite; m = torite.Match('toy-tricks', seed=1, arranged=torite.Arrangement(dealer=3)); "
        "print(m.actors, len(m.actions(0)), torite.lay_out(m, 0).prompt); m.act(0, m.actions(0)[0]); print(m.actors)"
    )
    done = run(folder, "-c", program)
    assert done.stdout.splitlines() == ["(0,) 13 Lead any card.", "(1,)"], done.stderr


def test_rules_say_what_is_to_be_written(folder: Path) -> None:
    """A rule that is not written raises with its clause."""
    program = (
        "import torite; m = torite.Match('toy-tricks', seed=1, arranged=torite.Arrangement(dealer=3)); "
        "m.act(0, m.actions(0)[0]); m.actions(1)"
    )
    done = run(folder, "-c", program)
    assert "NotImplementedError: TOY_TRICKS-3.2: strike what a follower may not play" in done.stderr


def test_every_test_fails_with_its_clause(folder: Path) -> None:
    """One failing test for each clause, which says what to write."""
    clauses = list(read_page(folder / "toy_tricks/clauses.md").clauses)
    arguments = ("-q", "-p", "no:cacheprovider", "-W", "ignore", "-o", "markers=clause", "--rootdir", str(folder))
    done = run(folder, "-m", "pytest", *arguments, "tests_toy_tricks")
    assert f"{len(clauses)} failed" in done.stdout, done.stdout + done.stderr
    assert "passed" not in done.stdout
    for clause in clauses:
        assert f"write this test: {clause}: " in done.stdout


def test_clause_cover_is_whole(folder: Path) -> None:
    """The skeleton's tests name every clause of its page, and it cites no others."""
    page = read_page(folder / "toy_tricks/clauses.md")
    named = {found.clause for found in named_in(folder / "tests_toy_tricks/test_toy_tricks.py")}
    assert named == set(page.clauses)
    assert not unknown_citations(page)


def test_who_may_know_what_is_listed_whole(folder: Path, tmp_path: Path) -> None:
    """The list for a game of the project names each field of the skeleton once, and quotes its page."""
    filled = dict(scaffold.files("toy_tricks", Path("package"), tmp_path, scaffold.IN_THE_PROJECT))
    (tmp_path / "secrecy.py").write_text(filled[tmp_path / "secrecy.py"], encoding="utf-8")
    program = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from secrecy import LAW
from torite.games import games
game = games()["toy_tricks"]
fields = [field.name for field in game.layout.fields if not field.spec.beside]
assert sorted(fields) == sorted(name for item in LAW.items for name in item.names.split()), fields
page = LAW.page.read_text(encoding="utf-8")
assert all(source in page for source in LAW.sources)
"""
    done = run(folder, "-c", program)
    assert done.returncode == 0, done.stderr


def test_words_are_whole(folder: Path) -> None:
    """Every text that the skeleton needs exists in both languages."""
    tests = str(ROOT / "tests/every_game/test_words.py")
    done = run(
        folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(ROOT), "-k", "toy_tricks", tests
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed" in done.stdout


def test_code_is_in_the_house_style(folder: Path) -> None:
    """The skeleton passes the linter and the formatter as it is."""
    settings = ["--config", str(ROOT / "pyproject.toml"), "--no-cache"]
    for command in (["check", "--ignore", "D1,I001"], ["format", "--check", "--diff"]):
        done = run(folder, "-m", "ruff", *command, *settings, str(folder))
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("1x", "begins with a letter"),
        ("x", "2 to 30"),
        ("../x", "small letters"),
        ("x/y", "small letters"),
        ("Sueca", "small letters"),
        ("french-tarot", "Try french_tarot."),
        ("Oh Hell", "Try oh_hell."),
        ("OhHell", "Try oh_hell."),
        ("x" * 31, "2 to 30"),
        ("", "2 to 30"),
        ("スエカ", "small letters"),
        ("class", "a word of Python"),
        ("match", "a word of Python"),
        ("cucumber", "there is such a game"),
        ("gurka_is", "there is such a game"),
        ("toy_tricks", "is there"),
    ],
)
def test_bad_names_are_refused(name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line says why, and nothing is written."""
    assert "toy-tricks" not in catalogue()
    (tmp_path / "toy_tricks").mkdir()
    assert scaffold.main([name, "--folder", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1
    assert [file.name for file in tmp_path.rglob("*")] == ["toy_tricks"]


def test_a_name_of_two_words_is_written_as_a_title() -> None:
    """People read `Oh Hell`, programs `oh_hell`, the catalogue and files of guides `oh-hell`."""
    listed = dict(scaffold.files("oh_hell", Path("package"), Path("tests"), scaffold.IN_THE_PROJECT))
    assert listed[Path("package/guides/oh-hell.en.md")].startswith("# Oh Hell\n")
    assert '"oh-hell": Variant("oh-hell"' in listed[Path("package/options.py")]


def test_a_game_of_the_project_goes_into_its_folders() -> None:
    """Without a folder the package lies among the library's games, and its tests among theirs."""
    assert scaffold.places("sueca", None) == (ROOT / "src/torite/games/sueca", ROOT / "tests/games/sueca")
    listed = dict(scaffold.files("sueca", Path("package"), Path("tests"), scaffold.IN_THE_PROJECT))
    assert {str(path) for path in listed} == {
        *(f"package/{name}.py" for name in ("__init__", "options", "state", "rules", "promises", "display")),
        *("package/clauses.md", "package/lessons.toml", "package/words/en.toml", "package/words/ja.toml"),
        *("package/guides/sueca.en.md", "package/guides/sueca.ja.md"),
        *("tests/__init__.py", "tests/builders.py", "tests/secrecy.py", "tests/test_sueca.py"),
    }
    assert "from tests.clauses import clause" in listed[Path("tests/test_sueca.py")]
