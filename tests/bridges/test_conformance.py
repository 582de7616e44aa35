"""The table of what passes the libraries' own tests."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from torite.bridges import conformance
from torite.bridges.conformance import CheckedLibrary, check, seats_of
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


def test_a_page_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    some = [CheckedLibrary("A", "numpy", {"one": passes}), CheckedLibrary("B", "pytest", {"two": fails})]
    monkeypatch.setattr(conformance, "libraries", lambda: some)
    assert conformance.main(["agurk", "--library", "A"]) == 0
    *said, head, rule, first, second, third = capsys.readouterr().out.splitlines()
    assert any(line.endswith(f": A {version('numpy')}.") for line in said)
    assert "`python -m torite.bridges.conformance agurk --library A`; 3 of 3 tests passed." in "\n".join(said)
    assert (head, rule) == ("| Variant | Seats | A one |", "| --- | --: | --- |")
    assert (first, second, third) == ("| agurk | 2 | ✓ |", "| agurk | 4 | ✓ |", "| agurk | 7 | ✓ |")
    assert conformance.main(["agurk"]) == 1
    told = capsys.readouterr()
    assert "| agurk | 4 | ✓ | ✗ |" in told.out
    assert "agurk, 4 seats, B two: last" in told.err


def test_the_page_of_the_docs_has_every_table_and_every_test() -> None:
    """It was printed for the variants of the games that come with Torite, and the tests that there are."""
    pytest.importorskip("pyspiel")
    root = Path(__file__).parents[2]
    page = (root / "docs" / "conformance.md").read_text(encoding="utf-8").splitlines()
    head, _, *rows = [line.strip("| ").split(" | ") for line in page if line.startswith("|")]
    assert head == ["Variant", "Seats", *conformance.tests_of(list(conformance.libraries()))]
    own = {name: variant for name, (game, variant) in catalogue().items() if game.folder.is_relative_to(root / "src")}
    tables = [(name, str(seats)) for name, variant in own.items() for seats in seats_of(variant)]
    assert [(row[0], row[1]) for row in rows] == tables
    assert {cell for row in rows for cell in row[2:]} == {conformance.PASSED}


def test_what_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (["nonsense"], ["agurk", "--library", "none"], ["agurk", "--processes", "0"]):
        with pytest.raises(SystemExit):
            conformance.main(wrong)
    assert "there is no variant nonsense" in capsys.readouterr().err


def test_every_bridge_brings_its_checks() -> None:
    pytest.importorskip("pyspiel")
    assert "OpenSpiel" in {library.name for library in conformance.libraries()}
