"""Write the page's types from the declared ones: `python -m tools.protocol`; with the word `check`, only look.

What the page and the service say to one another is declared once, as msgspec structs: scenes in
`torite.scenes.schema` and `choice_schema`, connections in `torite.service.messages` and `torite.service.wire`, HTTP in
`torite.service.answers` and, by what it is about, in those beside it. Here they become TypeScript, with their
docstrings.
"""

from __future__ import annotations

import inspect
import re
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from torite import bots, words
from torite.lab import experiment
from torite.records.statistics import ScoreBar, Streak
from torite.scenes import choice_schema, guide_schema, schema, schema_base
from torite.service import answers, lab_answers, match_answers, messages, replay_answers, shelf_answers, wire

FOLDER = Path(__file__).parents[1] / "client" / "src" / "lib" / "protocol"
WIDTH = 120
HEADER = "// Written by `python -m tools.protocol` from {source}: not by hand.\n"
#: Types that have a name of their own: the name, the file, and what they are.
ALIASES = {
    schema.Form: (
        "Form",
        "scene",
        "What the pieces of a game are, which says how a code is drawn, and the back of one",
    ),
    words.LanguageCode: ("LanguageCode", "scene", "A language that there are words of"),
    choice_schema.AnyChoice: ("Choice", "choice", "Something that the viewer may do"),
    guide_schema.Inline: ("Inline", "guide", "A part of a paragraph"),
    guide_schema.Block: ("Block", "guide", "A part of a guide's section"),
    bots.Level: ("Level", "table", "How a bot plays"),
    messages.ServerMessage: ("ServerMessage", "table", "What a table says"),
    messages.RoomAnswer: ("RoomAnswer", "table", "What is said to those who look at a replay together"),
}
SOURCES = {
    "scene": schema,
    "choice": choice_schema,
    "guide": guide_schema,
    "table": messages,
    "http": answers,
    "shelf": shelf_answers,
    "replay": replay_answers,
    "matches": match_answers,
    "lab": lab_answers,
}
#: What a file has beside the structs of its source.
BESIDE: dict[str, tuple[type[msgspec.Struct], ...]] = {
    "scene": (schema_base.Worded,),
    "table": (wire.Settings,),
    "http": (wire.Seat, wire.NewTable, wire.NewLesson, wire.NewPuzzle, Streak, ScoreBar),
    "lab": (experiment.ExperimentTable, experiment.Experiment),
}
GIVEN = (
    wire.Seat,
    wire.NewTable,
    wire.NewLesson,
    wire.NewPuzzle,
    experiment.ExperimentTable,
    experiment.Experiment,
)  #: what the service is given: what has a default may be left out
BASES = {schema_base.Part, choice_schema.Choice, messages.Message}  #: what only others are made of
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


class File:
    """One file of types.

    Args:
        name: its name.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.text: list[str] = []
        self.named: set[str] = set()

    def struct(self, kind: type[msgspec.Struct], given: bool = False) -> None:
        """Write a struct as an interface; of one that is *given* to the service, what has a default may be left out."""
        text, told = documented(kind)
        lines = [*comment(text), f"export interface {kind.__name__} {{"]
        for name, type_, may_lack in self.fields(kind, given):
            lines += [f"  {line}" for line in comment(told.get(name, ""))]
            lines.append(f"  {name}{'?' if may_lack else ''}: {type_};")
        self.text.append("\n".join([*lines, "}"]))

    def fields(self, kind: type[msgspec.Struct], given: bool) -> Iterator[tuple[str, str, bool]]:
        """List the fields of a struct, its tag first: name, type, and whether it may be missing."""
        config = kind.__struct_config__
        if config.tag is not None:
            yield config.tag_field or "type", f'"{config.tag}"', False
        hints = get_type_hints(kind, include_extras=True)
        for field in msgspec.structs.fields(kind):
            lacks = msgspec.UnsetType in get_args(hints[field.name])
            yield field.name, self.type(hints[field.name]), lacks or (given and not field.required)

    def alias(self, name: str, kinds: Sequence[str], about: str) -> None:
        """Write a union under a name, each kind in a line of its own where they are too many for one."""
        one_line = f"export type {name} = {' | '.join(kinds)};"
        indented = f"  {' | '.join(kinds)};"
        lines = [f"export type {name} =", *(f"  | {kind}" for kind in kinds)]
        lines[-1] += ";"
        if len(one_line) <= WIDTH:
            lines = [one_line]
        elif len(indented) <= WIDTH:
            lines = [lines[0], indented]
        self.text.append("\n".join([*comment(about), *lines]))

    def messages(self) -> None:
        """Write what a page may say to a table; the shapes have no names there, for answers have the same."""
        self._said("ClientMessage", wire.ClientMessage, "What a page says to a table; the answer has its `cid`")
        self._said("RoomMessage", wire.RoomMessage, "What is said by those who look at a replay together")

    def _said(self, name: str, messages: Any, about: str) -> None:
        kinds = []
        for kind in get_args(messages):
            fields = [f"{name}{'?' if lacks else ''}: {type_}" for name, type_, lacks in self.fields(kind, True)]
            kinds.append(f"{{ {'; '.join(fields)} }}")
        self.alias(name, kinds, about)

    def type(self, hint: Any) -> str:
        """Write a type."""
        if get_origin(hint) is Annotated:
            return self.type(get_args(hint)[0])
        if hint in ALIASES:
            return self._name(ALIASES[hint][0])
        if hint in PLAIN:
            return PLAIN[hint]
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return self._name(hint.__name__)
        inner, origin = get_args(hint), get_origin(hint)
        if origin is Literal or origin in (Union, types.UnionType):
            return " | ".join(self.kinds(hint))
        if origin is tuple and Ellipsis not in inner:
            return f"[{', '.join(map(self.type, inner))}]"
        if origin in (list, tuple):
            part = self.type(inner[0])
            return f"({part})[]" if "|" in part else f"{part}[]"
        if origin is dict:
            return f"Record<{self.type(inner[0])}, {self.type(inner[1])}>"
        raise TypeError(f"{hint} has no form in TypeScript")

    def kinds(self, hint: Any) -> list[str]:
        """List what a literal or a union may be."""
        if get_origin(hint) is Literal:
            return [f'"{one}"' if isinstance(one, str) else str(one).lower() for one in get_args(hint)]
        return [self.type(one) for one in get_args(hint) if one is not msgspec.UnsetType]

    def _name(self, name: str) -> str:
        self.named.add(name)
        return name

    def written(self, where: Mapping[str, str]) -> str:
        """Write the file; *where* tells in which file each name is."""
        others: dict[str, list[str]] = {}
        for name in sorted(self.named):
            if where[name] != self.name:
                others.setdefault(where[name], []).append(name)
        imports = [f'import type {{ {", ".join(names)} }} from "./{file}";' for file, names in sorted(others.items())]
        head = HEADER.format(source=SOURCES[self.name].__name__)
        return "\n".join([head, *(["\n".join(imports) + "\n"] if imports else []), "\n\n".join(self.text) + "\n"])


def documented(kind: type) -> tuple[str, dict[str, str]]:
    """Read a class's docstring and its bases': what it is, and what is said of its fields."""
    told: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        head, _, fields = inspect.cleandoc(base.__dict__.get("__doc__") or "").partition("\n\nAttributes:\n")
        for names, text in re.findall(r"^    (\w[\w, ]*): (.+?)(?=^    \w|\Z)", fields, re.MULTILINE | re.DOTALL):
            told |= dict.fromkeys(names.split(", "), " ".join(text.split()))
    return " ".join(head.split()), told


def comment(text: str) -> list[str]:
    """Write a comment, in lines of their width."""
    if not text:
        return []
    text = text[0].upper() + text[1:]
    text += "" if text[-1] in ".?!…" else "."
    if len(text) + 9 <= WIDTH:
        return [f"/** {text} */"]
    lines, line = [], ""
    for word in text.split(" "):
        if len(line) + len(word) + 6 > WIDTH:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
    return ["/**", *(f" * {one}" for one in [*lines, line]), " */"]


def structs(file: str) -> list[type[msgspec.Struct]]:
    """List the structs that a file has, in their order."""
    source = SOURCES[file]
    found = [one for one in vars(source).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    own = [one for one in found if one.__module__ == source.__name__ and one not in BASES]
    return [*BESIDE.get(file, ()), *own]


def written() -> dict[Path, str]:
    """Write all files."""
    where = {name: file for name, file, _ in ALIASES.values()}
    where |= {kind.__name__: file for file in SOURCES for kind in structs(file)}
    made = {}
    for name in SOURCES:
        file = File(name)
        for hint, (alias, home, about) in ALIASES.items():
            if home == name:
                file.alias(alias, file.kinds(hint), about)
        for kind in structs(name):
            file.struct(kind, kind in GIVEN)
        if name == "table":
            file.messages()
        made[FOLDER / f"{name}.ts"] = file.written(where)
    exports = "".join(f'export * from "./protocol/{name}";\n' for name in SOURCES)
    made[FOLDER.with_suffix(".ts")] = HEADER.format(source="the service's types") + "\n" + exports
    return made


def main(words: Sequence[str]) -> int:
    """Write the files, or tell which are not as they should be."""
    stale = [file for file, text in written().items() if not file.is_file() or file.read_text("utf-8") != text]
    if "check" in words:
        for file in stale:
            print(f"{file} is stale: python -m tools.protocol", file=sys.stderr)
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for file in stale:
        file.write_text(written()[file], encoding="utf-8")
        print(file.name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
