"""The parts of README.md that are made from the project itself: the table of games, and the pictures.

`python -m tools.readme` writes anew what is made of text; with `--pictures` it also takes those of the page in
`docs/pictures`, of which hardly two are alike; with `--check` it only tells whether what is written is current.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from itertools import groupby
from pathlib import Path

from tests.clause_cover import Page, pages, uncovered
from tools import pictures
from torite.games import games
from torite.kit import Game, Variant
from torite.words import LANGUAGES

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
OWN = "torite.games."
LANGUAGE_NAMES = {"en": "English", "ja": "日本語"}
SIZE = (40, 76)  # lines and columns of the terminal in the picture
LOOK = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
HOST = re.compile(
    r"https?://(?:www\.)?([\w.-]+)|(?<![\w./@-])([a-z][\w-]*(?:\.blogspot)?\.(?:com|club|de|jp|org|uk))\b"
)


def table() -> str:
    """Write the table of games: what is played under which names, by how many, and where its rules stand."""
    lines = ["| Game | Play it as | Players | How it is played |", "|---|---|---|---|"]
    own = [game for game in games().values() if game.state.__module__.startswith(OWN)]
    for game in own:
        lines += [_row(game, stem, list(group)) for stem, group in groupby(game.variants.values(), _guide)]
    return "\n".join([*lines, "", *(_cover(game) for game in own)])


def _guide(variant: Variant) -> str:
    return variant.guide or variant.name


def _row(game: Game, stem: str, variants: list[Variant]) -> str:
    title = game.words("en")(f"variant.{stem}.title")
    names = ", ".join(f"`{variant.name}`" for variant in variants)
    least, most = min(v.seats[0] for v in variants), max(v.seats[1] for v in variants)
    players = str(least) if least == most else f"{least} to {most}"
    folder = game.folder.relative_to(ROOT)
    guides = " · ".join(f"[{LANGUAGE_NAMES[code]}]({folder}/guides/{stem}.{code}.md)" for code in LANGUAGES)
    return f"| {title} | {names} | {players} | {guides} |"


def _cover(game: Game) -> str:
    page = next(page for page in pages() if page.file.parent == game.folder)
    total, missing = len(page.clauses), len(uncovered(page))
    named = f"all {total}" if not missing else f"{total - missing} of {total}"
    where = page.file.relative_to(ROOT)
    title = game.words("en")("title")
    return f"{title}: {len(game.variants)} variants; [clauses]({where}), {named} named by a test{_sources(page)}."


def _sources(page: Page) -> str:
    """Name the sites that the clauses' section of sources cites, if it cites any."""
    text = page.file.read_text(encoding="utf-8").partition("## Sources")[2].partition("\n## ")[0]
    sites = dict.fromkeys(host or bare for host, bare in HOST.findall(text))
    return "; sources: " + ", ".join(sites) if sites else ""


def picture() -> str:
    """Play the first trick of a match in a terminal of our own, and return what it shows."""
    import pexpect

    with tempfile.TemporaryDirectory() as home:
        own = {"HOME": home, "XDG_DATA_HOME": home, "TERM": "xterm", "NO_COLOR": "1", "PYTHONUTF8": "1"}
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        wanted = ["play", "agurk", "--seed", "7", "--seats", "4", "--bots", "simple", "--language", "en"]
        child = pexpect.spawn(
            sys.executable, ["-m", "torite.terminal.main", *wanted],
            env={**kept, **own}, encoding="utf-8", dimensions=SIZE, echo=False, timeout=120,
        )  # fmt: skip
        child.expect(r"\n> ?$")
        child.sendline("3")
        child.expect(r"\n> ?$")
        shown = str(child.before)
        child.sendline("quit")
        child.expect(pexpect.EOF)
    lines = LOOK.sub("", shown).replace("\r", "").rstrip().split("\n")
    return "```text\n> 3\n" + "\n".join(line.rstrip() for line in lines).strip("\n") + "\n> 5\n```"


def current(text: str) -> str:
    """Return the README with its made parts made anew."""
    for name, part in (("games", table()), ("table", picture())):
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        head, found, rest = text.partition(begin)
        if not found or end not in rest:
            raise ValueError(f"README.md lacks {begin} … {end}")
        text = f"{head}{begin}\n{part}\n{end}{rest.partition(end)[2]}"
    return text


def main() -> int:
    """Write the README's made parts, if asked for the pictures too; with --check return 1 if they are not current."""
    old = README.read_text(encoding="utf-8")
    new = current(old)
    if "--check" in sys.argv[1:]:
        if new != old:
            print("README.md is not current: python -m tools.readme")
        return int(new != old)
    README.write_text(new, encoding="utf-8")
    if "--pictures" in sys.argv[1:] and not pictures.take():
        print("There is no Chromium here: the pictures of the page stay as they are.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
