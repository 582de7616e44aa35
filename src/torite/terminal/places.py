"""`torite places`: where the pieces may have lain that a seat did not see, at a position of a recorded match."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from torite import records
from torite.scenes import wording
from torite.terminal import saves
from torite.terminal.text_layout import Ink, columns, terminal_ink

if TYPE_CHECKING:
    from torite.match import Match
    from torite.study import Places, Unseen
    from torite.terminal.table import ScenePen

MANY = 1_000_000  #: worlds whose number is told as such


@dataclass(frozen=True)
class PlacesWanted:
    """What is asked.

    Attributes:
        seat: what this seat knew.
        entry: after so many entries.
        worlds: so many are drawn where they cannot be counted.
        seed: the same one draws the same.
    """

    seat: int
    entry: int
    worlds: int
    seed: int


def places(file: Path, wanted: PlacesWanted, language: str, plain: bool, as_json: bool) -> int:
    """Look at a position of a record and tell of it; return the exit code.

    Raises:
        ToriteError: when it cannot be read, is of a match that is not over, or has no such seat or entry.
    """
    from torite.study import places as look
    from torite.terminal.table import ScenePen

    match = records.read(saves.read_text(file))
    found = look(match, wanted.entry, wanted.seat, wanted.worlds, wanted.seed)
    if as_json:
        print(json.dumps(_data(match, wanted, found), ensure_ascii=False, indent=1))
        return 0
    ink = terminal_ink()
    plain = plain or not ink.colours
    table = ScenePen(match.game, Ink() if plain else ink, language, plain)
    print("\n".join(told(match, found, table, wanted)))
    return 0


def _data(match: Match, wanted: PlacesWanted, found: Places) -> dict[str, Any]:
    """Write it down for programs."""
    facts = {
        "variant": match.variant.name, "seats": match.seats, "names": list(match.names), "rules": match.game.digest,
        "entry": wanted.entry, "seed": wanted.seed,
    }  # fmt: skip
    return facts | asdict(found)


def told(match: Match, found: Places, table: ScenePen, wanted: PlacesWanted) -> Iterator[str]:
    """Tell how sure it is, and of each kind how likely it is where: in columns where there is room, else in lines."""
    from torite.study.places import name

    words = match.game.words(table.language)
    who = wording.seat_name(match, found.seat, words)
    title = words(f"variant.{match.variant.name}.title")
    yield table.say("places.head", title=title, name=who, entry=wanted.entry)
    if not found.places:
        yield table.say("places.none", name=who)
        return
    if not found.exact:
        yield table.say("places.drawn", name=who, worlds=f"{found.worlds:,}", error=f"{100 * found.error:.1f}")
    elif found.worlds > MANY:
        yield table.say("places.exact_many", name=who)
    else:
        yield table.say("places.exact", name=who, worlds=found.worlds)
    yield table.say("places.honest")
    yield ""
    named = [name(match.game, match.names, place, table.language) for place in found.places]
    heads = [table.words("places.place", name=whose, zone=zone) if whose else zone for whose, zone in named]
    lines = [["", *heads], *([_named(one, table), *map(per_cent, one.each)] for one in found.pieces)]
    wide = sum(max(cell_len(line[column]) for line in lines) + 2 for column in range(len(lines[0])))
    if not table.plain and wide <= table.ink.width:
        yield columns(lines, table.ink)
        return
    for some in found.alike:
        shares = zip(heads, map(per_cent, some[0].each), strict=True)
        each = [table.words("places.share", place=place, share=share) for place, share in shares]
        pieces = table.words.join([_named(one, table) for one in some])
        yield table.say("places.line", piece=pieces, places=table.words.join(each))


def _named(one: Unseen, table: ScenePen) -> str:
    piece = table.named(one.code)
    return table.words("places.copies", piece=piece, copies=one.copies) if one.copies > 1 else piece


def per_cent(share: float) -> str:
    """Write a share in per cent; what is only nearly nothing, or nearly all, is not told as that."""
    if 0 < share < 0.005:
        return "<1"
    if 0.995 < share < 1 - 1e-9:
        return ">99"
    return f"{100 * share:.0f}"
