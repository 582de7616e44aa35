"""What came of an arena in words and rows: ratings, each two bots, and what of it is more than chance."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from torite.lab.arena import FEWEST, Arena
from torite.lab.findings import interval_of, title, wording

COLUMNS = (
    "one", "other", "deals", "measure", "difference", "difference_error", "real", "sure", "spread", "ahead", "level",
    "behind", "score", "score_error", "share", "share_error",
)  # fmt: skip


def named(found: Arena, language: str) -> str:
    """Name what was played."""
    return title(found.variant, found.options, language)


def heading(found: Arena, language: str) -> str:
    """Say what was played, and how often."""
    say = wording(language)
    fewest, most = found.matches, max(pair["deals"] for pair in found.pairs)
    many = f"{most:,}" if fewest == most else say("to", first=f"{fewest:,}", last=f"{most:,}")
    return say(f"arena.done_{found.unit}", name=named(found, language), many=many, lines=len(found.lines))


def ratings(found: Arena, language: str) -> list[list[str]]:
    """Write the bots, best first, under their heads."""
    say = wording(language)
    lines = [[say("arena.bot"), say("arena.rating"), say("arena.milliseconds")]]
    for bot in sorted(found.bots, key=lambda bot: -bot["rating"]):
        spent = "–" if bot["milliseconds"] is None else f"{bot['milliseconds']:.1f}"
        lines.append([bot["label"], interval_of(bot["rating"], bot["rating_error"], "points"), spent])
    return lines


def pairs(found: Arena, language: str) -> list[list[str]]:
    """Write each two bots under their heads."""
    say = wording(language)
    won = found.measure != "share" and any(pair["share"] for pair in found.pairs)
    heads = ["pair", found.unit, f"difference_{found.measure}", *(["difference_share"] if won else []), "course"]
    lines = [[say(f"arena.{head}") for head in heads]]
    for pair in found.pairs:
        cells = [f"{pair['one']} – {pair['other']}", f"{pair['deals']:,}"]
        mark = " *" if pair["real"] else ""
        cells.append(_apart(pair["difference"], pair["difference_error"], found.measure, language) + mark)
        cells += [_apart(pair["share"], pair["share_error"], "share", language)] if won else []
        cells.append(" / ".join(f"{100 * part:.1f}" for part in (pair["ahead"], pair["level"], pair["behind"])))
        lines.append(cells)
    return lines


def sentences(found: Arena, language: str) -> Iterator[str]:
    """Say who does better beyond chance, all pairs together, and how that is to be taken."""
    say = wording(language)
    for pair in found.pairs:
        if not pair["sure"]:
            yield say(
                "arena.few" if pair["deals"] < FEWEST else "arena.even",
                fewest=FEWEST,
                one=pair["one"],
                other=pair["other"],
            )
            continue
        one, other = (pair["one"], pair["other"]) if pair["difference"] > 0 else (pair["other"], pair["one"])
        by = _apart(abs(pair["difference"]), pair["difference_error"], found.measure, language).removeprefix("+")
        spreads = f"{abs(pair['difference']) / pair['spread']:.2f}" if pair["spread"] else "–"
        yield say(f"arena.better_{found.measure}", one=one, other=other, by=by, spreads=spreads)
    yield say("arena.fixed" if found.until is None else "arena.any_time", until=found.until)


def as_csv(found: Arena) -> str:
    """Write each two bots as a row, with a line of heads."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for pair in found.pairs:
        marks = {"real": str(pair["real"]).lower(), "sure": str(pair["sure"]).lower()}
        writer.writerow({**pair, "measure": found.measure, **marks})
    return text.getvalue()


def _apart(value: float, error: float, measure: str, language: str) -> str:
    return interval_of(value, error, "share" if measure == "share" else "points", language, signed=True)
