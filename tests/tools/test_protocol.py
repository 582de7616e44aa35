"""The page's types are those that are declared."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from tools import protocol

LONGEST = 400  #: lines of a file


def test_the_types_of_the_page_are_written_anew() -> None:
    """Else `python -m tools.protocol`."""
    for file, text in protocol.written().items():
        assert file.read_text(encoding="utf-8") == text, file.name


def test_no_file_of_the_page_is_longer_than_can_be_overlooked() -> None:
    """Nor is what is written for it: where it is, its source has two subjects."""
    long = {
        file.name: lines
        for file in protocol.FOLDER.parents[1].rglob("*.*")
        if file.suffix in (".ts", ".svelte", ".css") and (lines := len(file.read_text("utf-8").splitlines())) > LONGEST
    }
    assert {} == long


def test_what_is_no_type_of_a_page_is_refused() -> None:
    with pytest.raises(TypeError, match="has no form"):
        protocol.File("scene").type(set[int])


class Sample(msgspec.Struct, tag_field="kind", tag="sample"):
    """A sample.

    Attributes:
        least, most: its ends.
        other: what is left out where
            there is none.
    """

    least: int
    most: int | None
    names: list[Literal["a", "b"]]
    other: str | msgspec.UnsetType = msgspec.UNSET
    given: bool = False


@pytest.mark.parametrize(("given", "mark"), [(False, ""), (True, "?")])
def test_a_struct_is_an_interface_with_its_docstring(given: bool, mark: str) -> None:
    file = protocol.File("scene")
    file.struct(Sample, given)
    assert file.text == [
        "/** A sample. */\n"
        "export interface Sample {\n"
        '  kind: "sample";\n'
        "  /** Its ends. */\n"
        "  least: number;\n"
        "  /** Its ends. */\n"
        "  most: number | null;\n"
        '  names: ("a" | "b")[];\n'
        "  /** What is left out where there is none. */\n"
        "  other?: string;\n"
        f"  given{mark}: boolean;\n"
        "}"
    ]


def test_a_long_union_stands_in_lines() -> None:
    file = protocol.File("scene")
    file.alias("Short", ["a", "b"], "")
    file.alias("Long", ["a" * 60, "b" * 70], "")
    assert file.text == [
        "export type Short = a | b;",
        f"export type Long =\n  | {'a' * 60}\n  | {'b' * 70};",
    ]
