"""`torite games` and `torite rules`: the catalogue, guides, clauses and options."""

from __future__ import annotations

import json
from typing import Any

from rich.cells import cell_len

from torite.games import catalogue, find
from torite.terminal import guides
from torite.terminal.table import ScenePen
from torite.terminal.text_layout import Ink, pad, terminal_ink
from torite.terminal.wording import sentences

LINE_FROM = 64  # columns from which a game's line stands beside its name


def games(language: str, as_json: bool) -> int:
    """Print the catalogue; return the exit code."""
    if as_json:
        print(json.dumps(listed(language), indent=1, ensure_ascii=False))
        return 0
    say, ink = sentences(language), terminal_ink()
    rows = listed(language)
    width = max(cell_len(row["name"]) for row in rows)
    for row in rows:
        first = pad(row["name"], width) + "  " + pad(_span(row["seats"], language), 8)
        text = [(row["title"], "strong"), ("\n", ""), (row["line"], "dim")]
        if ink.width < LINE_FROM:
            print(ink.row([(first, "accent")]))
            print(ink.write(text, "  "))
        else:
            print(ink.write(text, first))
    print()
    print(ink.write([(say("games.foot"), "dim")]))
    return 0


def listed(language: str) -> list[dict[str, Any]]:
    """List the catalogue as plain values."""
    return [
        {
            "name": name,
            "game": game.name,
            "title": guides.title(game, variant, language),
            "seats": list(variant.seats),
            "line": guides.title(game, variant, language, "line"),
            "guide": variant.guide or name,
        }
        for name, (game, variant) in catalogue().items()
    ]


def _span(seats: list[int], language: str) -> str:
    key = "games.just" if seats[0] == seats[1] else "games.seats"
    return sentences(language)(key, least=seats[0], most=seats[1])


def rules(name: str, clauses: bool, section: str, options: bool, plain: bool, language: str) -> int:
    """Print a guide, the clauses or the options; return the exit code.

    Raises:
        ToriteError: for an unknown game or section.
    """
    game, variant = find(name)
    ink = Ink() if plain else terminal_ink()
    table = ScenePen(game, ink, language, plain)
    least, most = variant.seats
    key = "rules.one" if most == 1 else "rules.just" if least == most else "rules.seats"
    head = sentences(language)(key, title=guides.title(game, variant, language), least=least, most=most)
    if options:
        texts = guides.options(table, variant)
    elif clauses:
        texts = guides.clauses(table, section)
    else:
        texts = guides.guide(table, variant, section)
    print("\n".join([head, *texts]))
    return 0
