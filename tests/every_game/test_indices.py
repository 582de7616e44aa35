"""No kernel has a negative index: Python would count it from the end, compiled code takes it as it is."""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.conftest import Many
from tests.strategies import Table
from torite.kernel import generator
from torite.kernel.compile import Binding, _marks, is_kernel, kernel
from torite.kit.turn_order import RANDOM, THUMB, play_on

DEALS = 6
THIS = "_counted_from_the_start"


def counted_from_the_start(index: Any) -> Any:
    """The index, if it is none that Python counts from the end."""
    if isinstance(index, int) and index < 0:
        raise IndexError(f"the index {index} is negative")
    return index


class Checking(ast.NodeTransformer):
    """Has every index looked at."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice):
            name = ast.Name(THIS, ast.Load())
            node.slice = ast.copy_location(ast.Call(name, [node.slice], []), node.slice)
        return ast.fix_missing_locations(node)


@cache
def checked(function: types.FunctionType) -> Callable[..., Any]:
    """The kernel with its indices looked at; itself where it was made, here or from a declaration."""
    if THIS in function.__globals__:
        return function
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return function
    tree = ast.parse(textwrap.dedent("".join(lines)))
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    made.decorator_list = []
    ast.increment_lineno(tree, first - 1)
    code = compile(Checking().visit(tree), function.__code__.co_filename, "exec", dont_inherit=True)
    inner = next(constant for constant in code.co_consts if isinstance(constant, types.CodeType))
    scope = {**function.__globals__, THIS: counted_from_the_start}
    copy = types.FunctionType(inner, scope, function.__name__, function.__defaults__)
    copy.__module__ = __name__  # none of the library's, which other tests look through
    _marks[copy] = _marks[function]
    return copy


class Careful(Binding):
    """Kernels bound to a game, none of which counts from the end."""

    def _slotted(self, function: Callable[..., Any]) -> Any:
        target = super()._slotted(function)
        return checked(target) if is_kernel(target) and not _marks[target].instruction else target


@kernel
def counts_back(row: Any, at: int) -> int:
    return row[at]


@kernel
def sets_back(row: Any, at: int) -> None:
    row[at - 2] = 1


@kernel
def asks_another(row: Any, at: int) -> int:
    return counts_back(row, at)


@pytest.mark.parametrize("function", [counts_back, sets_back, asks_another])
def test_a_negative_index_is_found(function: Any) -> None:
    careful = Careful("toy", {}, ()).interpreted(function)
    careful([1, 2, 3], 2)
    with pytest.raises(IndexError, match="negative"):
        careful([1, 2, 3], -1)


@pytest.mark.long
def test_no_index_is_negative(table: Table, many: Many) -> None:
    """Rules, knowledge and rule of thumb, over deals played by chance and by the rule."""
    binding = table.game.binding
    careful = Careful(binding.name, binding.slots, binding.sources)
    rng = [0] * generator.PADDED
    generator.seed(rng, 7, 0)
    state = table.begin()
    policies = [(RANDOM, THUMB)[seat % 2] for seat in range(table.seats)]
    for _ in range(many(DEALS * 4, DEALS)):
        careful.interpreted(play_on)(state, False, policies, rng)
        if table.game.rules.over(state):
            break
