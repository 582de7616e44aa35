"""The mark that says which clauses a test is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

F = TypeVar("F", bound=Callable[..., Any])


def clause(*ids: str) -> Callable[[F], F]:
    """Name the clauses that a test breaks with."""
    return pytest.mark.clause(*ids)
