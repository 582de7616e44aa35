"""What came of an arena as a folder to keep and show: a page with plots, rows, all of it for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path

from torite.lab.arena import Arena
from torite.lab.arena_told import as_csv, heading, named, pairs, ratings, sentences
from torite.lab.files import check_installed
from torite.lab.findings import wording
from torite.lab.plots import Plot, Series, drawn
from torite.lab.report import laid_out, plain_table
from torite.lab.run import BadRun
from torite.words import PER_CENT

PAGE, ROWS, DATA = "arena.html", "pairs.csv", "arena.json"


def keep(found: Arena, folder: Path, language: str) -> None:
    """Write the folder of an arena, beside what it goes on from.

    Raises:
        BadRun: where it cannot be written.
        NotInstalled: without matplotlib.
    """
    texts = {
        PAGE: page(found, language),
        ROWS: as_csv(found),
        DATA: json.dumps(found.to_json(), indent=1, ensure_ascii=False) + "\n",
    }
    try:
        for name, text in texts.items():
            new = folder / f"{name}.new"
            new.write_text(text, encoding="utf-8")
            new.replace(folder / name)
    except OSError as fault:
        raise BadRun("error.run_unkept", file=folder, why=fault.strerror or fault) from None


def page(found: Arena, language: str = "en") -> str:
    """Write the page of an arena.

    Raises:
        UnknownName: for another language.
        NotInstalled: without matplotlib.
    """
    check_installed("matplotlib")
    say = wording(language)
    parts = [
        f'<p class="lead">{escape(heading(found, language))}</p></header>',
        f'<section><h2>{say("report.found")}</h2>\n<ul class="findings">',
        *(f"<li>{escape(line)}</li>" for line in sentences(found, language)),
        f'</ul></section>\n<section><h2>{say("report.plots")}</h2>\n<div class="plots">',
        *_figures(found, language),
        f"</div></section>\n<section><h2>{say('report.made')}</h2>\n<dl>",
        *(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in _made(found, language)),
        "</dl></section>",
    ]
    return laid_out(say("arena.title", name=named(found, language)), parts, language)


def _figures(found: Arena, language: str) -> Iterator[str]:
    """Draw ratings and differences, with numbers for the bots: their names have no room below a plot."""
    say = wording(language)
    bots = sorted(found.bots, key=lambda bot: -bot["rating"])
    number = {bot["label"]: str(at) for at, bot in enumerate(bots, 1)}
    rated = [(number[bot["label"]], bot["rating"], bot["rating_error"]) for bot in bots]
    yield _figure("ratings", say("arena.rating"), rated, None, "", ratings(found, language))
    names = [f"{number[pair['one']]} – {number[pair['other']]}" for pair in found.pairs]
    values = [(pair["difference"], pair["difference_error"]) for pair in found.pairs]
    apart = [(name, *value) for name, value in zip(names, values, strict=True)]
    head = say(f"arena.difference_{found.measure}")
    per_cent = PER_CENT[language] if found.measure == "share" else ""
    yield _figure("pairs", head, apart, 0.0, per_cent, pairs(found, language))


def _figure(
    name: str, head: str, values: list[tuple[str, float, float]], level: float | None, per_cent: str,
    lines: list[list[str]],
) -> str:  # fmt: skip
    """Write a plot, with the table that says the same below it, its rows numbered alike."""
    texts, means, errors = zip(*values, strict=True)
    ticks = [(float(at), text) for at, text in enumerate(texts)]
    plot = Plot([Series("", [at for at, _ in ticks], means, errors)], ticks, per_cent, level, False)
    told = "; ".join(f"{text}: {mean:.3g} ±{error:.2g}" for text, mean, error in values)
    heads, *rows = lines
    numbered = [heads, *([f"{text}: {first}", *rest] for text, (first, *rest) in zip(texts, rows, strict=True))]
    table = "".join(plain_table(numbered, head))
    return f"<figure><figcaption><b>{escape(head)}</b></figcaption>\n{drawn(plot, name, head, told)}\n{table}</figure>"


def _made(found: Arena, language: str) -> Iterator[tuple[str, str]]:
    say = wording(language)
    yield say("report.command"), found.command
    yield say("report.version"), f"Torite {found.version}"
    yield say("report.rules"), f"{found.variant} {found.rules}"
    yield say("report.seed"), str(found.seed)
    yield say("arena.machine"), found.machine
    yield say("arena.lines"), ", ".join("".join("AB"[one] for one in line) for line in found.lines)
