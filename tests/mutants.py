"""Small mistakes planted in each game's rules: how many of them do the game's tests and laws find?

`python -m tests.mutants bingo ambition --number 20` plants twenty in each, one at a time, and prints how each ended
and a table; without a name, in every game. A mistake is a change of one place in one kernel that the rules reach: a
comparison, a sign, a number, `and` for `or`, a verb left out. The tests are collected once; each mistake is planted in
a process of its own, which runs them, those of the game before the laws, up to the first that fails.
"""

from __future__ import annotations
import __future__ as future

import argparse
import ast
import inspect
import os
import random
import resource
import signal
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tests.strategies import Table
from torite.games import games
from torite.kernel.compile import _global_names, is_kernel
from torite.kit import Game, Rules

ROOT = Path(__file__).parents[1]
LAWS = ("random_matches", "knowledge", "records", "worlds")
FOUND, SURVIVED, ENDLESS = "found", "survived", "endless"
OTHERS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip


@dataclass(frozen=True)
class Mistake:
    """One place of a kernel, changed.

    Attributes:
        kernel: the function, as it stands.
        line: where, in its file.
        old, new: the place, before and after.
        code: what the function does with the mistake in it.
    """

    kernel: Callable[..., Any]
    line: int
    old: str
    new: str
    code: CodeType

    def __str__(self) -> str:
        return f"{self.kernel.__module__}:{self.line}: {self.old} became {self.new}"


def kernels(game: Game) -> list[Callable[..., Any]]:
    """List the game's own kernels that its rules reach."""
    package = game.state.__module__.rpartition(".")[0]
    found: dict[Any, None] = {}
    left = [game.binding.slots[name] for name in (field.name for field in fields(Rules))]
    while left:
        kernel = left.pop()
        if kernel not in found and kernel.__module__.startswith(f"{package}."):
            found[kernel] = None
            named = (kernel.__globals__.get(name) for name in sorted(set(_global_names(kernel.__code__))))
            left += [value for value in named if is_kernel(value)]
    return sorted(found, key=lambda kernel: (kernel.__module__, kernel.__qualname__))


def mistakes(kernel: Callable[..., Any]) -> Iterator[Mistake]:
    """Make every mistake in a kernel that we know."""
    text, first = textwrap.dedent(inspect.getsource(kernel)), inspect.getsourcelines(kernel)[1]
    for number in range(len(list(ast.walk(ast.parse(text))))):
        tree = ast.parse(text)
        node = list(ast.walk(tree))[number]
        old = ast.unparse(node) if isinstance(node, (ast.expr, ast.stmt)) else ""
        if isinstance(node, (ast.arguments, ast.Module)) or not changed(node):
            continue
        function = next(part for part in tree.body if isinstance(part, ast.FunctionDef))
        function.decorator_list = []
        scope = dict(kernel.__globals__)
        compiled = compile(ast.fix_missing_locations(tree), str(kernel.__code__.co_filename), "exec",
                           flags=future.annotations.compiler_flag, dont_inherit=True)  # fmt: skip
        exec(compiled, scope)
        code = scope[kernel.__name__].__code__
        if code.co_code != kernel.__code__.co_code or code.co_consts != kernel.__code__.co_consts:
            yield Mistake(kernel, first + getattr(node, "lineno", 1) - 1, old, ast.unparse(node), code)


def changed(node: ast.AST) -> bool:
    """Make a mistake in a place, if it is one where we know one."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OTHERS:
        node.ops[0] = OTHERS[type(node.ops[0])]()
    elif isinstance(node, (ast.BoolOp, ast.BinOp, ast.AugAssign)) and type(node.op) in OTHERS:
        node.op = OTHERS[type(node.op)]()
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        node.value = not node.value
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        node.value = ast.Constant(...)
    else:
        return False
    return True


class Planting:
    """A plugin that runs the tests of one game again and again, each time with another mistake in its rules."""

    def __init__(self, game: Game, planted: list[Mistake], seconds: int) -> None:
        self.game, self.planted, self.seconds = game, planted, seconds
        self.ended: list[tuple[Mistake, str, str]] = []
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what compiles, for it would run without the mistake, and the laws over other games."""
        items[:] = [item for item in items if item.get_closest_marker("compiles") is None and self._is_own(item)]

    def _is_own(self, item: pytest.Item) -> bool:
        values = item.callspec.params.values() if hasattr(item, "callspec") else ()
        own = [
            value.game if isinstance(value, Table) else value for value in values if isinstance(value, (Table, Game))
        ]
        return own == [self.game] if "every_game" in item.path.parts else True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember the first test that fails."""
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests, once as the rules are, then once for each mistake."""
        how, test = self._alone(session, None)
        if how != SURVIVED:
            raise pytest.UsageError(f"the tests of {self.game.name} fail without any mistake: {how} {test}")
        for mistake in self.planted:
            how, test = self._alone(session, mistake)
            self.ended.append((mistake, how, test))
            number = f"{len(self.ended)} of {len(self.planted)}"
            print(f"{self.game.name} {number}: {how:8} {mistake} {test and f'({test})'}", flush=True)
        return True

    def _alone(self, session: pytest.Session, mistake: Mistake | None) -> tuple[str, str]:
        """Run the tests in a process of their own; return how that ended, and the test that failed."""
        reading, writing = os.pipe()
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            self._run(session, mistake, writing)
        os.close(writing)
        with os.fdopen(reading) as told:
            test = told.read()
        status = os.waitpid(child, 0)[1]
        if os.WIFSIGNALED(status):
            return ENDLESS, ""
        return (FOUND if test else SURVIVED), test

    def _run(self, session: pytest.Session, mistake: Mistake | None, writing: int) -> None:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))
        if mistake is not None:
            mistake.kernel.__code__ = mistake.code
            self.game.binding._interpreted.clear()
        try:
            for item, after in zip(session.items, [*session.items[1:], None], strict=True):
                session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if self.failed:
                    break
        except BaseException as fault:
            self.failed = self.failed or repr(fault)
        os.write(writing, self.failed.encode())
        os._exit(0)


def plant(game: Game, number: int, seed: int, seconds: int) -> Counter[str]:
    """Plant so many mistakes in a game; count how they ended.

    Raises:
        SystemExit: when its tests cannot be run.
    """
    all_of_them = [mistake for kernel in kernels(game) for mistake in mistakes(kernel)]
    planted = random.Random(f"{game.name} {seed}").sample(all_of_them, min(number, len(all_of_them)))
    planting = Planting(game, planted, seconds)
    own = ROOT / "tests" / ("hearts" if game.name == "hearts" else f"games/{game.name}")
    laws = [str(ROOT / f"tests/every_game/test_{law}.py") for law in LAWS]
    plain = ("-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-p", "no:randomly", "-s", "--no-header")
    if ended := pytest.main([*plain, "--quick", "--every-game", str(own), *laws], plugins=[planting]):
        raise SystemExit(f"the tests of {game.name} could not be run: {pytest.ExitCode(ended).name}")
    return Counter(how for _, how, _ in planting.ended)


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, plant the mistakes, print the table."""
    reader = argparse.ArgumentParser(prog="python -m tests.mutants", description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("games", nargs="*", choices=[*games(), []], help="the games; all if none is named")
    reader.add_argument("--number", type=int, default=20, help="mistakes for each game")
    reader.add_argument("--seed", type=int, default=1, help="which of all mistakes")
    reader.add_argument("--seconds", type=int, default=300, help="of computing, for the tests of one mistake")
    asked = reader.parse_args(arguments)
    counted = {name: plant(games()[name], asked.number, asked.seed, asked.seconds) for name in asked.games or games()}
    print("\n| Game | Planted | Found | Endless | Not found | Share found |\n|---|---|---|---|---|---|")
    for name, how in counted.items():
        total = how.total()
        share = 100 * (total - how[SURVIVED]) // max(1, total)
        print(f"| {name} | {total} | {how[FOUND]} | {how[ENDLESS]} | {how[SURVIVED]} | {share} % |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
