"""Libraries: what was compiled before is called as it is compiled now, and taken only where it is what it says."""

from __future__ import annotations

import importlib.util
import json
import logging
import random
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy
import pytest

from torite.errors import NoCompiler
from torite.kernel import library
from torite.kernel.bits import nth_of
from torite.kernel.compile import Binding, kernel
from torite.kernel.scratch import room
from torite.vector import build

HERE = library.platform_name()
pytestmark = [
    pytest.mark.skipif(HERE not in library.PLATFORMS, reason="no libraries are made for this machine"),
    pytest.mark.skipif(not (shutil.which("cc") or importlib.util.find_spec("ziglang")), reason="nothing links here"),
]
RECORD = numpy.dtype([("first", numpy.int64), ("row", numpy.int64, (3,))])


class Pair(NamedTuple):
    words: Any
    s: Any


@kernel
def stirred(pair: Any, grid: Any, share: Any, n: int, twice: bool) -> int:
    """Take arguments of every sort, write into each that can be written."""
    held = room(4)
    for i in range(n):
        held[i % 4] += pair.words[i]
        pair.s.row[i % 3] += held[i % 4] * (2 if twice else 1)
        grid[i % 2][i % 3] ^= pair.s.row[i % 3]
        share[i] = held[i % 4] / 2
    pair.s.first = nth_of(grid[0], 1)
    return int(pair.s.first + held[1])


@kernel
def is_odd(n: int) -> bool:
    return n % 2 == 1


@kernel
def fills(row: Any, value: int) -> None:
    for i in range(len(row)):
        row[i] = value


def arguments() -> tuple[Any, ...]:
    record = numpy.zeros(1, RECORD)
    grid = numpy.array([[5, 9, 3], [1, 2, 4]])
    return Pair(numpy.arange(7, 17), record[0]), grid, numpy.zeros(10), 10, True


def what_came(call: Callable[..., Any], interpreted: bool = False) -> list[Any]:
    """What is returned and written, of arrays or of lists."""
    pair, grid, share, n, twice = arguments()
    words, s = pair.words, pair.s
    if interpreted:
        words, grid, share = (array.tolist() for array in (words, grid, share))
        s = SimpleNamespace(first=0, row=[0, 0, 0])
    result = call(Pair(words, s), grid, share, n, twice)
    first, row = (s.first, s.row) if interpreted else s.tolist()
    return [result, first, *(numpy.asarray(part).tolist() for part in (row, grid, share))]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of sources, with their library."""
    folder = tmp_path_factory.mktemp("game")
    (folder / "rules.py").write_text(f"the rules of {time.time_ns()}")  # compiled here, not long ago
    binding = Binding("toy", {}, (folder,))
    binding.compiled(stirred)(*arguments())
    binding.compiled(is_odd)(3)
    binding.compiled(fills)(numpy.zeros(2, dtype=numpy.int64), 1)
    module, entries = build.module_of(list(binding.entries()))
    build.write(folder, HERE, str(module), entries)
    library.library.cache_clear()
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A copy to be spoilt."""
    return shutil.copytree(made, tmp_path / "copy")


def loaded(folder: Path) -> library.Library | None:
    return library.library.__wrapped__((folder,))


def test_a_library_does_what_is_compiled_now(made: Path, folder: Path) -> None:
    """Numbers, truths, arrays, records and tuples go in; all that is written comes out."""
    (folder / "compiled" / f"{HERE}.json").unlink()
    now, before = Binding("toy", {}, (folder,)), Binding("toy", {}, (made,))
    assert isinstance(before.compiled(stirred), library.Entry)
    assert not isinstance(now.compiled(stirred), library.Entry)
    expected = what_came(now.interpreted(stirred), interpreted=True)
    assert expected == what_came(now.compiled(stirred)) == what_came(before.compiled(stirred))
    assert [before.compiled(is_odd)(n) for n in (3, 4)] == [True, False]
    row = numpy.zeros(3, dtype=numpy.int64)
    assert before.compiled(fills)(row, 7) is None
    assert [7, 7, 7] == row.tolist()


def test_a_tuple_that_is_given_again_is_laid_out_once(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By all entries that it is given to; what it holds is seen as it is now. Few are kept."""
    laid, lay = [], library._array

    def noted(kind: str, value: Any) -> Any:
        laid.append(kind)
        return lay(kind, value)

    monkeypatch.setattr(library, "_array", noted)

    def ran(*calls: Callable[..., Any]) -> list[Any]:
        pair, *others = arguments()
        results = [call(pair, *others) for call in calls]
        return [*results, pair.words.tolist(), str(pair.s)]

    once, other, third = (Binding("toy", {}, (made,)).compiled(stirred) for _ in range(3))
    expected = ran(other, third)
    assert len(laid) == 5
    assert (expected, 10) == (ran(once, once), len(laid))
    assert all(expected == ran(once, other) for _ in range(library.MOST_LAID + 2))
    assert len(library._laid) <= library.MOST_LAID


def test_it_needs_no_compiler(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("numba", "llvmlite"):
        monkeypatch.setitem(sys.modules, name, None)
    assert Binding("toy", {}, (made,)).compiled(is_odd)(5) is True


def test_without_library_and_compiler_a_sentence_says_what_to_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "compiled" / f"{HERE}.json").unlink()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NoCompiler, match=r"torite\[compile\]") as caught:
        Binding("toy", {}, (folder,)).compiled(is_odd)
    assert "Numba" in caught.value.say("ja")


@pytest.mark.parametrize(
    "given",
    [
        (Pair(numpy.zeros(10), numpy.zeros(1, RECORD)[0]), *arguments()[1:]),
        (Pair(numpy.zeros(10, dtype=numpy.int32), numpy.zeros(1, RECORD)[0]), *arguments()[1:]),
        (Pair(numpy.arange(20)[::2], numpy.zeros(1, RECORD)[0]), *arguments()[1:]),
        (Pair(numpy.arange(10), numpy.zeros(1, numpy.dtype([("first", "i8")]))[0]), *arguments()[1:]),
        (arguments()[0][:1], *arguments()[1:]),
        arguments()[:4],
    ],
    ids=["floats", "narrow", "gaps", "record", "tuple", "few"],
)
def test_what_it_does_not_take_is_refused(made: Path, given: Any) -> None:
    with pytest.raises(TypeError):
        Binding("toy", {}, (made,)).compiled(stirred)(*given)


def test_no_byte_of_it_may_be_another(folder: Path) -> None:
    """Whatever byte is altered or missing, it is left alone, or says the same."""
    page, code = folder / "compiled" / f"{HERE}.json", folder / "compiled" / f"{HERE}{library.PLATFORMS[HERE].suffix}"
    said, chooser = json.loads(page.read_bytes()), random.Random(3)
    for file in (code, page):  # once it is loaded, the code is left as it is
        whole = file.read_bytes()
        for _ in range(150):
            at = chooser.randrange(len(whole))
            file.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << chooser.randrange(8))]) + whole[at + 1 :])
            assert loaded(folder) is None or json.loads(page.read_bytes()) == said
        for length in (0, 1, len(whole) // 2, len(whole) - 1):
            file.write_bytes(whole[:length])
            assert loaded(folder) is None or json.loads(page.read_bytes()) == said
        file.write_bytes(whole)
    assert loaded(folder)


def test_it_is_left_alone_where_it_does_not_fit(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Of other sources, for another processor, or switched off; one line says why, to whoever asks for more."""
    caplog.set_level(logging.INFO, library.__name__)
    assert loaded(folder)
    assert not caplog.messages
    with monkeypatch.context() as patch:
        patch.setattr(library, "has_v3", lambda: False)
        patch.setattr(library, "V3", library.PLATFORMS[HERE].processor)
        assert loaded(folder) is None
    assert "processor" in caplog.messages[-1]
    with monkeypatch.context() as patch:
        patch.setenv(library.SWITCH, "0")
        assert loaded(folder) is None
    other = shutil.copytree(folder, folder.parent / "other")
    (other / "rules.py").write_text("other rules")
    assert loaded(other) is None
    assert "sources" in caplog.messages[-1]
    assert 2 == len(caplog.messages)
    (folder / "compiled" / f"{HERE}{library.PLATFORMS[HERE].suffix}").unlink()
    assert loaded(folder) is None


def test_a_call_that_no_library_has_is_refused() -> None:
    """What the code calls must be in it, or in every library of C."""
    from llvmlite import binding as llvm

    whole = llvm.parse_assembly("declare double @tgamma(double)\ndeclare double @log(double)")
    with pytest.raises(TypeError, match="tgamma"):
        build.check(whole)


@pytest.mark.full
@pytest.mark.parametrize("name", library.PLATFORMS)
def test_the_same_code_is_linked_to_the_same_bytes(tmp_path: Path, name: str) -> None:
    """Neither the place nor the time of linking is in a library."""
    if not importlib.util.find_spec("ziglang") and name != HERE:
        pytest.skip("only Zig links for other platforms")
    platform = library.PLATFORMS[name]
    code = build.emitted("define i64 @twice(i64 %n) {\n %two = shl i64 %n, 1\n ret i64 %two\n}", platform)
    made = []
    for place in ("one", "other"):
        (tmp_path / place).mkdir()
        build.link(code, tmp_path / place / f"{name}{platform.suffix}", name)
        made.append((tmp_path / place / f"{name}{platform.suffix}").read_bytes())
        time.sleep(1.1)
    assert made[0] == made[1]
    assert b"/tmp" not in made[0]


def test_a_game_that_there_is_not_is_told_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        build.main(["bingo", "chess"])
    assert 2 == end.value.code
    assert "no such game: chess; there are: ambition, bingo" in capsys.readouterr().err
