"""The page of the kit, docs/kit.md: its verbs and the fields of every state, from docstrings and comments.

`python -m tools.kit_page` writes it anew; `python -m tools.kit_page --check` only tells whether it is current.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tools import sentence_families
from torite import kit, pieces
from torite.kernel import bits, fields, scratch, slots
from torite.kernel import compile as compiling
from torite.kernel.declared import Declared
from torite.kernel.fields import See, Spec
from torite.kit import (
    action_sets,
    actions,
    chances,
    cribbage,
    display,
    game,
    knowledge,
    multisets,
    options,
    parts,
    sentences,
    shelf,
    state,
    verb,
)

PAGE = Path(__file__).parents[1] / "docs/kit.md"
HEAD = """# The kit

What rules are made of: the verbs and classes of `torite.kit`, and the fields that every state begins with. This page is
made from their docstrings and comments by `python -m tools.kit_page`; how they are used is told in
[CONTRIBUTING](../CONTRIBUTING.md#a-new-game) and in [the Hearts tutorial](../examples/hearts/README.md).

A *row* is a multiset of pieces inside a state (`s.hand[seat]`), changed in place. A *mask* is a set of kinds, an int.
"""
SECTIONS: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("Declaring fields", (fields,)),
    ("Pieces in rows and stocks", (multisets,)),
    ("Masks", (bits,)),
    ("Deals, tricks, turns and notes", (state, slots)),
    ("What seats know", (knowledge,)),
    ("Actions", (actions, verb, action_sets)),
    ("Chance", (chances,)),
    ("Sentences", (sentences,)),
    ("Options and variants", (options, game, shelf)),
    ("What a game declares", (parts,)),
    ("What it shows", (display,)),
    ("Kernels", (compiling, scratch)),
    ("Counting as in Cribbage", (cribbage,)),
)
SENTENCES = """A sentence asks for facts by name: `{seat} plays {cards}.` A number is written with its word as
`{amount:point|points}`, a kind as `{led:card}`, a seat as `{taker:seat}`, several as `{side:seats}`, halves as
`{points:half}`. What a game needs follows from what it declares; the tests name each key that is missing.
"""
HOLDS = {"number": "a number", "pieces": "a row", "sequence": "kinds in order", "options": "the options"}
SEEN = {See.ALL: "all", See.OWNER: "its owner", See.VIEWER: "the seat of its row", See.NOBODY: "nobody"}
EACH = {"seats": "seat", "chairs": "chair", "places": "place", "words": "word"}


def page() -> str:
    """Write the page."""
    told = [HEAD, *_fields(), "## What a field may be\n", _annotations()]
    for title, modules in SECTIONS:
        names = [name for name in sorted(kit.__all__, key=str.lower) if _home(name) in modules]
        told += [f"## {title}\n", "\n".join(line for name in names for line in _told(name)) + "\n"]
    packs = (line for name in pieces.__all__ for line in _told(name, pieces))
    told += ["## Packs: `torite.pieces`\n", "\n".join(packs) + "\n"]
    told += ["## What message files say\n", SENTENCES, sentence_families.table()]
    return "\n".join(told)


def _home(name: str) -> Any:
    """Return the module in which a name of the kit is defined."""
    value = getattr(kit, name)
    if isinstance(value, type) and issubclass(value, Declared):
        return None  # its fields are told apart
    if callable(value) and hasattr(value, "__module__") and value.__module__.startswith("torite."):
        return sys.modules[value.__module__]
    if _is_annotation(value):
        return None  # they have a table
    homes = (actions, state, fields)
    return next(
        module for module in homes if re.search(rf"^{name}\b.* = |, {name} = ", inspect.getsource(module), re.M)
    )


def _is_annotation(value: Any) -> bool:
    return typing.get_origin(value) is typing.Annotated and isinstance(value.__metadata__[0], Spec)


def _told(name: str, home: Any = kit) -> Iterator[str]:
    """Tell a verb, a class with its attributes and methods, or a constant, a line each."""
    value = getattr(home, name)
    if isinstance(value, type):
        yield f"- **`{name}`**: {_first(value)}"
        attributes = dict(_attributes(value))
        yield from (f"  - `{at}`{_returned(value, at)}: {told}" for at, told in attributes.items())
        for at, own in vars(value).items():
            if not at.startswith("_") and at not in attributes and inspect.isfunction(own) and own.__doc__:
                yield f"  - `{at}{_arguments(own)}`: {_first(own)}"
    elif inspect.isroutine(value):
        yield f"- `{name}{_arguments(value)}`: {_first(value)}"
    elif isinstance(value, int):
        yield f"- `{name}` = {value}{_comment(name)}"
    else:
        yield f"- `{name}`{_comment(name) if home is kit else f' = {value!r}'}"


def _attributes(kind: type) -> Iterator[tuple[str, str]]:
    """Run through the attributes of a class with what is said of each, below it or in the class's docstring."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    for field, told in zip(body.body, body.body[1:], strict=False):
        says = told.value.value if isinstance(told, ast.Expr) and isinstance(told.value, ast.Constant) else None
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(says, str):
            yield field.target.id, " ".join(says.partition("\n\n")[0].split())
    listed = (inspect.getdoc(kind) or "").partition("Attributes:\n")[2].partition("\n\n")[0]
    for line in re.sub(r"\n {8,}", " ", listed).splitlines():
        name, _, told_so = line.strip().partition(": ")
        yield name, told_so


def _returned(kind: type, attribute: str) -> str:
    """Tell of an attribute that is a function what it returns, if anything."""
    annotation = str(inspect.get_annotations(kind).get(attribute, ""))
    found = re.match(r"Callable\[\[.*\], (.+)\]$", annotation)
    return f" → `{found[1]}`" if found and found[1] != "None" else ""


def _first(value: Any) -> str:
    """Return the first paragraph of a docstring."""
    return " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())


def _arguments(function: Callable[..., Any]) -> str:
    return f"({', '.join(name for name in inspect.signature(function).parameters if name != 'self')})"


def _comment(name: str) -> str:
    found = re.search(rf"^{name}\b.*#: (.+)$", inspect.getsource(_home(name)), re.M)
    return f": {found[1]}" if found else ""


def _annotations() -> str:
    """Tell what each annotation of a field holds, and who sees it."""
    lines = ["| Annotation | Holds | Seen by |", "|---|---|---|"]
    for name in sorted(kit.__all__):
        value = getattr(kit, name)
        if _is_annotation(value):
            spec = value.__metadata__[0]
            elsewhere = "" if spec.place else ", of pieces that lie elsewhere"
            lines.append(f"| `{name}` | {_shape(spec)}{elsewhere} | {_seen(spec)} |")
    return "\n".join([*lines, ""])


def _fields() -> Iterator[str]:
    """List the fields of the states that games build on, with what each holds and who sees it."""
    met: set[str] = set()
    for kind, title in (
        (kit.BaseState, "The fields of every state"),
        (kit.TrickState, "The fields of a game of tricks, beside those"),
        (kit.PeggedState, "The fields of a game with a pegged board, beside those"),
    ):
        yield f"## {title}\n"
        yield f"`{kind.__name__}`: {_first(kind)}\n"
        lines = ["| Field | Holds | Seen by | Kept for | Meaning |", "|---|---|---|---|---|"]
        for name, (spec, note) in kind._declared.items():
            if name not in met:
                lines.append(
                    f"| `{name}` | {_shape(spec)} | {_seen(spec)} | {'' if spec.beside else spec.span.value} | {note} |"
                )
        met |= {*kind._declared}
        yield "\n".join([*lines, ""])


def _seen(spec: Spec) -> str:
    seen = SEEN.get(spec.see, "whom `sees` names")
    return f"{seen}; beside the state" if spec.beside else seen


def _shape(spec: Spec) -> str:
    sizes = spec.shape[:-1] if spec.holds == "sequence" else spec.shape
    each = " and ".join(EACH[size] for size in sizes if isinstance(size, str))
    number = next((f"{size} numbers" for size in sizes if isinstance(size, int)), HOLDS[spec.holds])
    return number + (f" for each {each}" if each else "")


def main() -> int:
    """Write the page; with --check only compare, and return 1 if it is not current."""
    made = page()
    current = PAGE.exists() and PAGE.read_text(encoding="utf-8") == made
    if "--check" in sys.argv[1:]:
        if not current:
            print("docs/kit.md is not current: python -m tools.kit_page")
        return int(not current)
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
