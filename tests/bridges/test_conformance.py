"""The table of what passes the libraries' own tests."""

from __future__ import annotations

import pytest

from torite.bridges import conformance
from torite.bridges.conformance import Library, check, seats_of
from torite.games import catalogue


def fails(variant: str, seats: int) -> None:
    raise AssertionError("first\nlast")


def passes(variant: str, seats: int) -> None:
    assert (variant, seats) in {("agurk", 2), ("agurk", 4), ("agurk", 7)}


def test_the_least_the_usual_and_the_most_seats_are_tried() -> None:
    assert seats_of(catalogue()["agurk"][1]) == [2, 4, 7]
    assert seats_of(catalogue()["emissary"][1]) == [1]


def test_what_fails_is_told() -> None:
    assert check("agurk", 2, {"one": passes, "other": fails}).faults == {"one": "", "other": "last"}


def test_a_table_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(conformance, "libraries", lambda: [Library("A", {"one": passes}), Library("B", {"two": fails})])
    assert conformance.main(["agurk", "--library", "A"]) == 0
    head, rule, *rows = capsys.readouterr().out.splitlines()
    assert (head, rule) == ("| Variant | Seats | A one |", "| --- | --: | --- |")
    assert rows == ["| agurk | 2 | ✓ |", "| agurk | 4 | ✓ |", "| agurk | 7 | ✓ |"]
    assert conformance.main(["agurk"]) == 1
    told = capsys.readouterr()
    assert "| agurk | 4 | ✓ | ✗ |" in told.out
    assert "agurk, 4 seats, B two: last" in told.err


def test_what_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (["nonsense"], ["agurk", "--library", "none"]):
        with pytest.raises(SystemExit):
            conformance.main(wrong)
    assert "there is no variant nonsense" in capsys.readouterr().err


def test_every_bridge_brings_its_checks() -> None:
    pytest.importorskip("pyspiel")
    assert "OpenSpiel" in {library.name for library in conformance.libraries()}
