"""The cache of compiled code: an edit of any source is seen in the next process, and games do not share code."""

from __future__ import annotations

import ast
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.kit.haggling import ROOT, TOYS
from torite.kernel import cache
from torite.kernel.cache import WITH_KERNELS, shared_sources
from torite.kernel.compile import _global_names, _marks

#: Compiles Haggle's `complete` and says what seat 0, who holds ♥J, knows of its own side then: 2, SMUGGLER.
ASK = """
import sys, numpy
from pathlib import Path
from torite.games import games
from torite.kernel import slots

def known(name):
    game = games()[name]
    state = game.state()
    state.options, state.seats = game.options(name, {}, 2), 2
    state.hand[0] = game.pack.row(game.pack.kinds("HJ"))
    words = numpy.array(state.to_words(), dtype=numpy.int64)
    game.binding.compiled(slots.complete)(words.view(game.layout.dtype)[0], 0, words)
    return type(state).from_words(words.tolist()).knows_side[0][0]
"""
TRUE, EDITED = "UNSURE, HONEST, SMUGGLER = 0, 1, 2", "UNSURE, HONEST, SMUGGLER = 0, 7, 2"


class Workshop:
    """A copy of the library and of Haggle, with a cache of its own.

    Args:
        folder: where it lies.
    """

    def __init__(self, folder: Path) -> None:
        self.source, self.games, self.cache = folder / "src", folder / "games", folder / "cache"
        unwanted = shutil.ignore_patterns("__pycache__", ".*cache", "guides", "terminal")
        shutil.copytree(ROOT / "src/torite", self.source / "torite", ignore=unwanted)
        shutil.copytree(TOYS / "torite_haggle", self.games / "torite_haggle", ignore=unwanted)

    def run(self, order: str, *names: str) -> list[int]:
        """Ask in a process of its own."""
        environment = os.environ | {
            "PYTHONPATH": str(self.source),
            "PYTHONDONTWRITEBYTECODE": "1",
            "TORITE_GAMES": str(self.games),
            "XDG_CACHE_HOME": str(self.cache),
        }
        command = [sys.executable, "-c", ASK + order, *names]
        done = subprocess.run(command, env=environment, cwd=self.games, capture_output=True, text=True, check=False)
        assert "" == done.stderr
        return [int(word) for word in done.stdout.split()]

    def known(self) -> int:
        return self.run("print(known('haggle'))")[0]

    def stored(self) -> int:
        return len(list(self.cache.rglob("*.nbc")))


def edit(file: Path, old: str, new: str) -> None:
    """Edit a file so that neither its size nor its time says so."""
    stamp, text = file.stat(), file.read_text(encoding="utf-8")
    assert 1 == text.count(old)
    assert len(old) == len(new)
    file.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


@pytest.mark.long
def test_edits_are_seen(workshop: Workshop) -> None:
    """In a file of the game other than the one compiled, and in a shared one; nothing is compiled twice."""
    assert 2 == workshop.known()
    stored = workshop.stored()
    assert stored > 0
    assert 2 == workshop.known()
    assert stored == workshop.stored()
    edit(workshop.games / "torite_haggle/state.py", TRUE, EDITED)
    edit(workshop.source / "torite/kit/multisets.py", "    return row[0]\n", "    return row[1]\n")
    assert 7 == workshop.known()
    edit(workshop.games / "torite_haggle/state.py", EDITED, TRUE)
    edit(workshop.source / "torite/kit/multisets.py", "    return row[1]\n", "    return row[0]\n")
    stored = workshop.stored()
    assert 2 == workshop.known()
    assert stored == workshop.stored()


@pytest.mark.long
def test_a_copy_elsewhere_shares_code(workshop: Workshop, tmp_path: Path) -> None:
    """Another checkout of the same sources, made later, compiles nothing; one that was edited does."""
    assert 2 == workshop.known()
    stored, copy = workshop.stored(), Workshop(tmp_path / "copy")
    copy.cache = workshop.cache
    for file in (*copy.source.rglob("*.py"), *copy.games.rglob("*.py")):
        os.utime(file)
    assert 2 == copy.known()
    assert stored == workshop.stored()
    edit(copy.games / "torite_haggle/state.py", TRUE, EDITED)
    assert copy.known() != 2
    assert stored < workshop.stored()
    assert 2 == workshop.known()


@pytest.mark.long
def test_games_do_not_share_code(workshop: Workshop) -> None:
    """Two packages with the same modules, one edited, in one process and then in another."""
    other = workshop.games / "torite_other"
    shutil.copytree(workshop.games / "torite_haggle", other)
    init, state = other / "__init__.py", other / "state.py"
    init.write_text(init.read_text(encoding="utf-8").replace('"haggle"', '"other"'), encoding="utf-8")
    edit(state, TRUE, EDITED)
    edit(state, 'VARIANTS = {"haggle": Variant("haggle",', 'VARIANTS = {"other" : Variant("other" ,')
    ask = "print(*map(known, sys.argv[1:]))"
    assert [2, 8] == workshop.run(ask, "haggle", "other")
    assert [8, 2] == workshop.run(ask, "other", "haggle")


@pytest.mark.long
def test_an_edit_while_a_process_runs_does_not_spoil_the_cache(workshop: Workshop) -> None:
    """What a process read before the edit and compiled after it is not taken for the edited source."""
    state = workshop.games / "torite_haggle/state.py"
    order = f"""
games()
file = Path({str(state)!r})
file.write_text(file.read_text(encoding="utf-8").replace({TRUE!r}, {EDITED!r}), encoding="utf-8")
print(known("haggle"))
"""
    assert [2] == workshop.run(order)
    assert 8 == workshop.known()


def test_a_table_is_a_source_too(tmp_path: Path) -> None:
    """Compiled code holds what stands in it: with another table the old code would be taken for the new."""
    (tmp_path / "advice.py").write_text("TABLE = read()\n", encoding="utf-8")
    seals = []
    for table in (b"one", b"two", b"one"):
        (tmp_path / "table.bin").write_bytes(table)
        cache.sources_hash.cache_clear()
        seals.append(cache.sources_seal((tmp_path,)))
    assert seals[0] == seals[2] != seals[1]


def test_all_that_kernels_name_is_hashed() -> None:
    """A kernel, and whatever constant a kernel takes from another file, stands in a file that is hashed."""
    package = ROOT / "src/torite"
    for name in WITH_KERNELS:
        for file in (package / name).glob("*.py"):
            importlib.import_module(f"torite.{name}.{file.stem}")
    hashed = {"torite." + ".".join(file.relative_to(package).with_suffix("").parts) for file in shared_sources(package)}
    hashed |= {name.removesuffix(".__init__") for name in hashed}
    ours = [one for one in _marks if one.__module__.startswith("torite.") and ".games." not in one.__module__]
    assert {one.__module__ for one in ours} <= hashed
    for module in {one.__module__ for one in ours}:
        names = {name for one in ours if one.__module__ == module for name in _global_names(one.__code__)}
        tree = ast.parse(Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8"))
        taken = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        homes = {node.module for node in taken if names & {one.asname or one.name for one in node.names}}
        assert {home for home in homes if home and home.startswith("torite")} <= hashed, module


def test_nothing_else_is_hashed() -> None:
    """What lays out, writes down or serves changes no compiled code."""
    folders = {file.relative_to(ROOT / "src/torite").parts[0] for file in shared_sources(ROOT / "src/torite")}
    assert {"pieces", "kernel", "kit", "worlds", "bots", "lab", "vector", "bridges"} == folders
    names = {file.name for file in shared_sources(ROOT / "src/torite")}
    assert not names & {"view.py", "levels.py", "simulate.py", "rerun.py"}


def test_the_same_python_of_another_make_shares_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution's own build of a Python runs what another's compiled."""
    here = cache._digest.__wrapped__(())
    monkeypatch.setattr(sys, "version", "3.11.7 (main, Jan 1 2024) [Another C 99]")
    assert here == cache._digest.__wrapped__(())
    monkeypatch.setattr(sys.implementation, "cache_tag", "another-311")
    assert here != cache._digest.__wrapped__(())


def test_compiled_code_that_nobody_asks_for_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When that of another version is made; what was asked for of late stays."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    home = tmp_path / "torite/compiled"
    for name, age in (("old", cache.KEPT + 60), ("used", cache.KEPT - 60)):
        (home / name / "kit").mkdir(parents=True)
        (home / name / "kit/code.nbc").write_text("compiled")
        os.utime(home / name, (time.time() - age,) * 2)
    own = cache.cache_folder.__wrapped__(())
    assert {"used", own.name} == {folder.name for folder in home.iterdir()}
    os.utime(own, (0, 0))
    assert own == cache.cache_folder.__wrapped__(())
    assert own.stat().st_mtime > time.time() - 60, "asked for again, it is not old"


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where compiled code lies when the user's cache folder cannot be written."""
    (tmp_path / "no-folder").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no-folder"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the temporary folder is a user's own here")
@pytest.mark.parametrize("how", ["another's", "a link"])
def test_compiled_code_that_another_user_may_have_written_is_not_taken(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """It would run as ours: in a folder that is everybody's, only what is our own alone is believed."""
    user = os.getuid()
    if how == "a link":
        (temporary / "elsewhere").mkdir()
        (temporary / f"torite-{user}").symlink_to("elsewhere")
    else:
        monkeypatch.setattr(os, "getuid", lambda: user + 1)
        (temporary / f"torite-{user + 1}").mkdir(mode=0o777)
    with pytest.raises(OSError, match="neither"):
        cache.cache_folder.__wrapped__(())


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the temporary folder is a user's own here")
def test_nobody_else_writes_compiled_code_into_the_temporary_folder(temporary: Path) -> None:
    home = temporary / f"torite-{os.getuid()}"
    home.mkdir()
    home.chmod(0o777)
    assert home in cache.cache_folder.__wrapped__(()).parents
    assert 0o700 == home.stat().st_mode & 0o777
