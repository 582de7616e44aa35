"""What all tests share: the example game beside the library's own, how much `--quick` leaves out, Hypothesis.

A law that takes `table` is checked at tables of every variant with the usual, the fewest and the most seats, as
`agurk-4`; one that takes `smallest` or `usual` at tables of every variant with so many seats. The usual run takes a
spread of them: one table of each game for each law, and of the others some for one law and some for another, so that
every variant is met by many laws. What takes long is shared out among 128 turns, or as many as `--share` says: of
cases that differ by their `seed` or `part` alone, and of those at the page that differ by language, screen or the
window's size, one of so many is tried; at the page one table of one game of so many, and one page; so many games and
loops are compiled; and of what is marked `long` one test of so many, where all tests are asked for and not a file of
them. Of all that is about a game, or starts a program, one test of 16 is tried then, as by lot, where nothing of it
was changed since the last commit, nor the file of tests in the last commits. `--turn` says which of these choices is
made; by `make test` it goes by the commit. What runs before anything lands has 16 turns, and draws one test
of two; `--every-game` tries all turns at once. `--game sueca` takes what is about one game alone, whatever its
variants are called, and each law at all of its tables. `make slow` takes all; `--quick` takes one table of each game,
draws by the same lot, and leaves out what compiles, starts a program or looks at many random deals. `many(full, few)`
says how often to do something.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import itertools
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeGuard

import pytest
from hypothesis import HealthCheck, settings

from tests.one_game import of_others
from torite.games import FOLDERS, catalogue, games
from torite.words import NoSentence

HERE = Path(__file__).parent
EXAMPLE = HERE.parent / "examples/hearts"

if "hearts" not in catalogue():
    os.environ[FOLDERS] = os.pathsep.join(filter(None, (os.environ.get(FOLDERS), str(EXAMPLE))))
    games.cache_clear()
    catalogue.cache_clear()
    assert "hearts" in catalogue()


pytest_plugins = ("tests.clause_cover",)

#: The law that is always checked to the end of a match.
WHOLE = "test_match_ends_and_keeps_its_promises"

#: One of so many tables is looked at by a law, beside one of each game.
SPREAD = 4

#: One of so many is tried of what takes long, and what runs before anything lands tries one of the other number.
SHARE, LANDING = 128, 16

#: What runs before anything lands draws one of so many tests; the usual run one of more, as it has more turns.
DRAWN = 2

#: A law of the page that looks at so many games, or pages, shares them out.
MANY_LOOKS = 8

#: Tests of a file that was changed in so many commits are drawn by no lot; what changes more files changes but a name.
LATEST, MOST_FILES = 12, 40

#: How much is made between two looks for garbage: among the young, the older, all.
RARELY = 700, 10, 100

#: All that was collected, before anything was left out.
COLLECTED = pytest.StashKey[list[pytest.Item]]()

#: The game that tests compile which say nothing else.
USUAL = "cucumber"

#: The games whose cases stand for all where what holds is a bridge's, or the loop's: dominoes, with gestures; tricks
#: for many, with cards that are passed; a solitaire. They take the least to compile.
STANDING_FOR_ALL = {"domino_cribbage", "hearts", "french_tarot_solo"}

#: Parameters by which the cases of a test are but further samples, or parts, of the same.
SAMPLED = {"seed", "part"}

#: The same of tests of the page: what is drawn by one program from one scene.
SAMPLED_AT_THE_PAGE = {*SAMPLED, "language", "screen", "size"}

#: What files are named by that compare many random deals with something slow.
MANY_DEALS = {"naive", "worlds", "knowledge", "inference", "exhaustive", "settled", "time", "forced"}

#: The law among these that is quick enough.
QUICK_ALL_THE_SAME = ("every_game", "test_knowledge.py")

Many = Callable[[int, int], int]

for profile, examples in (("full", 60), ("quick", 15)):
    settings.register_profile(
        profile,
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    """Know `--game`, `--quick`, `--thorough`, `--turn` and `--every-game`."""
    parser.addoption("--game", choices=sorted(games()), help="what is about this game alone, at all of its tables")
    parser.addoption("--quick", action="store_true", help="each law at one table of each game, and no service")
    parser.addoption("--thorough", action="store_true", help="longer matches, all tables, every number of seats")
    parser.addoption("--on-postgres", action="store_true", help="every service of a test on a PostgreSQL database")
    parser.addoption("--turn", type=int, default=0, help="which part of what takes long is tried")
    parser.addoption("--share", type=int, default=SHARE, help="into how many parts that is shared out, 16 or 128")
    parser.addoption(
        "--every-game", action="store_true", help="compile all games, and look at all, not at those of one turn"
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Have half as many workers again as cores: who tests the service or the page waits much of the time.

    The quick tests wait for nothing, and each worker collects them all.
    """
    cores = os.cpu_count() or 1
    return cores if config.getoption("--quick") else cores * 3 // 2


def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis try as much as is wanted, the same every time; let sets be in one order at each turn.

    The workers have that order, and the programs that tests start, so that what fails at a turn fails there again.
    """
    settings.load_profile("full" if config.getoption("--thorough") else "quick")
    os.environ.setdefault("PYTHONHASHSEED", str(config.getoption("--turn") % LANDING))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Check a law at all tables that there are, or at a spread of them."""
    from tests.strategies import smallest_tables, spread, tables, usual_tables

    law, config = metafunc.function.__name__, metafunc.config
    listed = {"table": tables, "smallest": smallest_tables, "usual": usual_tables}
    for name in set(listed) & set(metafunc.fixturenames):
        chosen = listed[name]() if name != "table" else tables(bool(config.getoption("--thorough")))
        if only := config.getoption("--game"):
            chosen = [one for one in chosen if one.game.name == only]
        elif not config.getoption("--thorough"):
            few = config.getoption("--quick") or is_of_the_page(Path(metafunc.module.__file__))
            chosen = spread(chosen, law, 0 if few else SPREAD)
        metafunc.parametrize(name, chosen, ids=str)


def is_of_the_page(file: Path) -> bool:
    """Tell whether the tests of a file look at what a browser draws, which takes long."""
    return file.parent == HERE / "page"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, and never again among them: they stay until the end.

    Half a million objects would be gone through some fifty times, which takes more than half as long as all else. All
    that tests and Numba make besides is gone through a tenth as often as usual.
    """
    gc.disable()
    try:
        write_bytecode(session.config)
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*RARELY)
        gc.enable()


def write_bytecode(config: pytest.Config) -> None:
    """Let each worker write the bytecode of its share of the tests first, where all of them are collected.

    Assertions are rewritten when a test's module is first imported, which takes longer than all else of collecting;
    each worker would otherwise do all of it, at the same time.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode or not is_whole(config):
        return
    own, number = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for file in sorted(HERE.rglob("test_*.py"))[own::number]:
        with contextlib.suppress(Exception):  # what is wrong with a module is told when it is collected
            importlib.import_module(".".join(file.relative_to(HERE.parent).with_suffix("").parts))


def further_samples(items: list[pytest.Item], share: int) -> set[pytest.Item]:
    """Find the cases of a test that differ from others by their `seed` or `part` alone, but for one of so many.

    Which one depends on the test and on its other parameters, so that all parts are met; one is left in any case.
    """
    alike: dict[str, list[pytest.Item]] = {}
    for item in items:
        at = sorted(item.callspec.params.items()) if has_cases(item) else []
        names = SAMPLED_AT_THE_PAGE if is_of_the_page(item.path) else SAMPLED
        if any(name in names for name, _ in at):
            others = [(name, repr(value)) for name, value in at if name not in names]
            alike.setdefault(f"{item.nodeid.partition('[')[0]} {others}", []).append(item)
    found = set[pytest.Item]()
    for cases in alike.values():
        cases.sort(key=lambda item: item.nodeid)
        turn = zlib.crc32(cases[0].nodeid.encode()) % min(share, len(cases))
        found |= {item for i, item in enumerate(cases) if i % share != turn}
    return found


def looked_at(items: list[pytest.Item]) -> dict[str, dict[pytest.Item, str]]:
    """Find the laws of the page that look at many games or pages, and at what each of their cases looks."""
    laws: dict[str, dict[pytest.Item, str]] = {}
    for item in items:
        if is_of_the_page(item.path) and has_cases(item) and not item.get_closest_marker("slow"):
            what = game_of(item) or str(item.callspec.params.get("page", ""))
            laws.setdefault(item.nodeid.partition("[")[0], {})[item] = what
    return {law: cases for law, cases in laws.items() if len(set(cases.values())) >= MANY_LOOKS}


def further_looked_at(items: list[pytest.Item], turn: int, share: int) -> set[pytest.Item]:
    """Find the cases of a law of the page that would look at further games, or pages: at more than one of so many."""
    found = set[pytest.Item]()
    for law, cases in looked_at(items).items():
        of = sorted(set(cases.values()))
        at = turn + zlib.crc32(law.encode())
        found |= {item for item, what in cases.items() if (of.index(what) + at) % min(share, len(of))}
    return found


def further_compiled(items: list[pytest.Item], turn: int, share: int) -> set[pytest.Item]:
    """Find what would compile more than a turn does: all but one of so many stretches of it, in the order of games.

    Compiling all takes as long as a third of all other tests. What one file of tests asks of one game is compiled once,
    and much of it is what another file asks of that game, too. Of laws whose mark says `sampled` some games alone are
    tried: what holds there is the bridge's, or the loop's, and hardly a game's own.
    """
    further, units = set[pytest.Item](), dict[tuple[str, str], list[pytest.Item]]()
    for item in items:
        mark = None if item.get_closest_marker("slow") else item.get_closest_marker("compiles")
        if mark and mark.kwargs.get("sampled") and game_of(item) not in STANDING_FOR_ALL | {""}:
            further.add(item)
        elif mark:
            units.setdefault((compiles_of(item), item.path.as_posix()), []).append(item)
    for at, unit in enumerate(sorted(units)):
        further.update(units[unit] if at * share // len(units) != turn else [])
    return further


def further_long(items: list[pytest.Item], turn: int, share: int) -> set[pytest.Item]:
    """Find the tests marked as long that are tried at another turn: all but one of so many, in the order of names."""
    shared = shared_out(items)
    long = sorted({item for item in items if item.get_closest_marker("long")} - shared, key=lambda item: item.nodeid)
    return {item for at, item in enumerate(long) if (at - turn) % share}


def further_drawn(items: list[pytest.Item], turn: int, parts: int, changed: set[str]) -> set[pytest.Item]:
    """Find what is tried at another turn, as by lot: all but one case of so many.

    It is what is about a game, and what starts a service, a page or a program, where nothing of it was changed, nor
    the file of tests; what is shared out in another way already is not shared out twice.
    """
    found = set[pytest.Item]()
    for item in set(items) - shared_out(items):
        drawn = not item.get_closest_marker("long") and (about(item) or starts(item))
        of = {about(item) or part_of(item), "/".join(place_of(item.path))}
        if drawn and changed.isdisjoint(of) and (zlib.crc32(item.nodeid.encode()) + turn) % parts:
            found.add(item)
    return found


def shared_out(items: list[pytest.Item]) -> set[pytest.Item]:
    """Find what compiles and what is looked at at the page, of which one part is tried at each turn."""
    found = {item for item in items if item.get_closest_marker("compiles")}
    return found.union(*looked_at(items).values())


def part_of(item: pytest.Item) -> str:
    """Name the folder of a test, which is called as what it is about."""
    return place_of(item.path)[0]


@cache
def place_of(file: Path) -> tuple[str, ...]:
    """List the folders of a file of tests, and its name."""
    return file.relative_to(HERE).parts


def about(item: pytest.Item) -> str:
    """Name the game that a test is about; nothing where it is about all of them, or none."""
    return place_of(item.path)[1] if part_of(item) == "games" else game_of(item)


def changed_parts(root: Path) -> set[str]:
    """Name the games and packages with files that are not as they were committed; none where git cannot tell.

    And the files of tests that were changed in the last commits.
    """
    told = asked_of_git(root, "status", "--porcelain", "--untracked-files=all", "--no-renames")
    commits = asked_of_git(root, "log", f"-{LATEST}", "--name-only", "--format=%x00").split("\0")
    page = {"page"} if re.search(r" client/", told) else set()
    packages = set(re.findall(r"(?:torite|tests)/(\w+)/", told)) - {"games"}
    by_commit = [set(re.findall(r"^tests/(.+/test_\w+\.py)$", files, re.MULTILINE)) for files in commits]
    files = set[str]().union(*[files for files in by_commit if len(files) <= MOST_FILES])
    return page | packages | files | set(re.findall(r"(?:games|examples)/(\w+)/", told))


def asked_of_git(root: Path, *words: str) -> str:
    """Return what git answers, nothing where it cannot."""
    try:
        return subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def is_whole(config: pytest.Config) -> bool:
    """Tell whether all tests are asked for, not some files of them."""
    return [HERE] == [config.rootpath / one for one in config.args]


def game_of(item: pytest.Item) -> str:
    """Name the game of a case, by itself, a table of it or one of its variants; nothing where the test says none."""
    for said in item.callspec.params.values() if has_cases(item) else ():
        game = getattr(said, "game", said)
        name = getattr(game, "name", game)
        if isinstance(name, str) and name in games():
            return name
        if isinstance(name, str) and name in catalogue():
            return catalogue()[name][0].name
    return ""


def has_cases(item: pytest.Item) -> TypeGuard[pytest.Function]:
    """Tell whether a test is one case of several."""
    return isinstance(item, pytest.Function) and hasattr(item, "callspec")


def is_quick(item: pytest.Item) -> bool:
    """Tell whether a test neither compiles, nor starts a program, nor looks at many random deals, nor is long."""
    cases = getattr(item, "callspec", None)
    if (cases and SAMPLED & set(cases.indices)) or (
        MANY_DEALS & set(item.path.stem.split("_")) and item.path.parts[-2:] != QUICK_ALL_THE_SAME
    ):
        return False
    return not starts(item) and not any(item.get_closest_marker(mark) for mark in ("compiles", "full"))


def starts(item: pytest.Item) -> bool:
    """Tell whether a test starts a service, a browser or another program."""
    module, fixtures = item.getparent(pytest.Module), getattr(item, "fixturenames", ())
    programs = module is not None and starts_programs(module.obj)
    return programs or not {"service", "fresh", "browser", "postgres"}.isdisjoint(fixtures)


@cache
def starts_programs(module: ModuleType) -> bool:
    """Tell whether a module of tests starts programs of their own, or has from another what does."""
    names = vars(module)
    helpers = (getattr(value, "__globals__", {}) for value in names.values())
    return "Running" in names or "subprocess" in names or any("subprocess" in of for of in helpers)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the run is too short for; begin with what compiles, so that nobody waits for it at the end."""
    config.stash[COLLECTED] = list(items)
    only = config.getoption("--game")
    left_out = of_others(items, only) if only else set[pytest.Item]()
    if not config.getoption("--thorough"):
        share = config.getoption("--share")
        turn = config.getoption("--turn") % share
        left_out |= further_samples(items, share)
        every = only or config.getoption("--every-game")
        for further in () if every else (further_compiled, further_looked_at, *[further_long] * is_whole(config)):
            left_out |= further(items, turn, share)
        if config.getoption("--quick"):
            left_out |= {item for item in items if not is_quick(item)}
            if not every:
                left_out |= {item for item in items if item.get_closest_marker("long")}
        if not every and (is_whole(config) or config.getoption("--quick")):
            left_out |= further_drawn(items, turn, max(1, DRAWN * share // LANDING), changed_parts(config.rootpath))
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
    items[:] = compiled_first(items, getattr(config, "workerinput", {}).get("workercount", 1))


def compiled_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Have each worker begin with a part of what compiles: they share out the tests in so many stretches of a length.

    What is asked of one game stays together: nobody waits for what another is compiling, and what a process has once
    understood of its rules, it need not for the next entry.
    """
    units: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("compiles"):
            units.setdefault(compiles_of(item), []).append(item)
    first: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for unit in sorted(units.values(), key=modules, reverse=True):
        min(first, key=modules).extend(unit)
    others = iter([item for item in items if not item.get_closest_marker("compiles")])
    ordered: list[pytest.Item] = []
    for number, part in enumerate(first):
        length = (len(items) - len(ordered)) // (workers - number)
        ordered += [*part, *itertools.islice(others, max(0, length - len(part)))]
    return [*ordered, *others]


def modules(items: list[pytest.Item]) -> int:
    """Count the modules of tests, each with its game: what compiling for them takes, roughly."""
    return len({(item.path, compiles_of(item)) for item in items})


def compiles_of(item: pytest.Item) -> str:
    """Name the game that a test compiles: that of its case, else what its mark says, else the one that most play."""
    mark = item.get_closest_marker("compiles")
    return game_of(item) or str(mark.kwargs.get("game", USUAL) if mark else USUAL)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, Any]:
    """Tell of a sentence that is missing in one line: whichever law came upon it, it is the words that are at fault."""
    report = yield
    if call.excinfo is not None and isinstance(call.excinfo.value, NoSentence):
        report.longrepr = f"{call.excinfo.value} ({item.name} asked for it; test_every_text_exists lists all)"
    return report


@pytest.fixture
def many(request: pytest.FixtureRequest) -> Many:
    """Choose between the number of a thorough and of a usual run."""
    thorough = request.config.getoption("--thorough") or request.function.__name__ == WHOLE
    return lambda full, few: full if thorough else few
