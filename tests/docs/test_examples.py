"""The pages' examples run, their links lead somewhere, and they name no machine and no registry."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.docs.pages import PAGES, ROOT, name_of
from tests.patience import PATIENCE

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
ELSEWHERE = re.compile(
    r"pypi|pythonhosted|conda\.|npmjs|--index|index-url|localhost|(?<![\w./])/(?:home|root|tmp|work|Users|var|opt|mnt)/",
    re.IGNORECASE,
)


def blocks(page: Path, language: str) -> Iterator[tuple[int, str]]:
    """The blocks of a language, each with the line on which it begins."""
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        if found[1] == language:
            yield text.count("\n", 0, found.start()) + 1, found[2]


def pages_with(language: str, sign: str) -> list[Path]:
    return [page for page in PAGES if any(sign in text for _, text in blocks(page, language))]


@pytest.mark.long
@pytest.mark.parametrize("page", pages_with("python", ">>> "), ids=name_of)
def test_python_examples(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Examples of a page share their names, from top to bottom."""
    monkeypatch.chdir(tmp_path)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=FLAGS)
    names: dict[str, Any] = {}
    complaints: list[str] = []
    for line, text in blocks(page, "python"):
        if ">>> " in text:
            example = parser.get_doctest(text, names, name_of(page), str(page), line)
            runner.run(example, out=complaints.append, clear_globs=False)
            names = example.globs
    assert not complaints, "".join(complaints)


@pytest.mark.long
@pytest.mark.parametrize("page", pages_with("console", "$ torite"), ids=name_of)
def test_command_lines(page: Path, tmp_path: Path) -> None:
    """Commands of a page run one after the other, in one folder; what they print is what the page shows."""
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "COLUMNS": "100", "PYTHONUTF8": "1", "LANG": "C"}
    if "XDG_CACHE_HOME" not in os.environ:
        home["XDG_CACHE_HOME"] = str(Path.home() / ".cache")  # compiled code is shared with the other tests
    checker = doctest.OutputChecker()
    for _, text in blocks(page, "console"):
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, wanted = part.partition("\n")
            program, *arguments = shlex.split(command, comments=True)
            assert program == "torite", command
            ran = subprocess.run(
                [sys.executable, "-m", "torite.terminal.main", *arguments],
                cwd=tmp_path, env={**os.environ, **home}, capture_output=True, text=True, encoding="utf-8",
                timeout=PATIENCE,
            )  # fmt: skip
            assert checker.check_output(wanted, ran.stdout + ran.stderr, FLAGS), f"{command}\n{ran.stdout}{ran.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_other_python_is_python(page: Path) -> None:
    """Excerpts that cannot be run by themselves can at least be read."""
    for line, text in blocks(page, "python"):
        if ">>> " not in text:
            compile(text, f"{name_of(page)}:{line}", "exec", dont_inherit=True)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links(page: Path) -> None:
    """Every relative link names a file that is there, and a heading that is in it."""
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    for link in LINK.findall(text):
        if link.startswith(("https://", "http://")):
            continue
        path, _, heading = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        if heading:
            anchors = {anchor(title) for title in HEADING.findall(target.read_text(encoding="utf-8"))}
            assert heading in anchors, link


def anchor(title: str) -> str:
    """The name that a heading gets as a target of links."""
    kept = re.sub(r"[^\w\- ]", "", title.lower().strip())
    return kept.replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_pages_name_no_machine_and_no_registry(page: Path) -> None:
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        assert not ELSEWHERE.search(line), f"{name_of(page)}:{number}: {line}"


def test_every_page_is_found_from_the_readme() -> None:
    linked = {link.partition("#")[0] for link in LINK.findall(PAGES[0].read_text(encoding="utf-8"))}
    assert not {name_of(page) for page in PAGES[1:]} - linked
