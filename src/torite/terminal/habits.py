"""`torite habits`: how often somebody announces, takes or folds where they could, and what their deals brought."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from torite import records
from torite.games import find
from torite.terminal import guides, saves
from torite.terminal.play import Wish, agreed
from torite.terminal.saves import BadInput
from torite.terminal.text_layout import Ink, terminal_ink
from torite.terminal.wording import sentences

if TYPE_CHECKING:
    from torite.study.habits_told import HabitGroup


@dataclass(frozen=True)
class HabitsWanted:
    """What is asked of bots.

    Attributes:
        level: of all seats.
        matches: how many they play.
        seed: the same one plays the same.
        out: the file for what comes of it; it is told if empty.
    """

    level: str
    matches: int
    seed: int
    out: str = ""


class _Counted:
    """What was counted of the matches of one variant."""

    def __init__(self) -> None:
        from torite.study.habits import Habits

        self.matches = self.deals = 0
        self.mine: Habits = {}
        self.others: Habits = {}


def of_records(files: Sequence[str], name: str, language: str, plain: bool, as_json: bool) -> int:
    """Count the habits of records, one read after the other, and tell of them; return the exit code.

    Raises:
        ToriteError: for a record that cannot be read or is of a match that is not over, and a name that nobody has.
    """
    from torite.study.habits import as_data, count

    found: dict[str, _Counted] = {}
    named = not name
    for file in files:
        match = records.read(saves.read_text(Path(file)))
        own = [seat for seat, called in enumerate(match.names) if called == name]
        named = named or bool(own)
        counted = found.setdefault(match.variant.name, _Counted())
        counted.matches += 1
        counted.deals += count(match, own, counted.mine, counted.others)
    if not named:
        raise BadInput("habits.nobody", name=name[:40])
    if as_json:
        told = {
            variant: {
                "matches": one.matches, "deals": one.deals, "name": name,
                "habits": as_data(one.mine), "others": as_data(one.others),
            }
            for variant, one in found.items()
        }  # fmt: skip
        print(json.dumps(told, ensure_ascii=False, indent=1))
        return 0
    from torite.study.habits_told import HabitGroup

    for variant, one in found.items():
        others = HabitGroup(sentences(language)("habits.others") if name else "", one.others)
        sides = [HabitGroup(name, one.mine), others] if name else [others]
        title = guides.title(*find(variant), language)
        facts = {"title": title, "matches": f"{one.matches:,}", "deals": f"{one.deals:,}"}
        _print(variant, sides, sentences(language)("habits.of_records", **facts), language, plain)
    return 0


def only(names: Sequence[str]) -> str:
    """Return the one game that bots are to play.

    Raises:
        BadInput: for more than one.
    """
    if len(names) != 1:
        raise BadInput("habits.one_game", given=len(names))
    return names[0]


def of_bots(wish: Wish, wanted: HabitsWanted, as_json: bool) -> int:
    """Have bots play, count what they do, and tell of it or write it; return the exit code.

    Raises:
        ToriteError: for an unknown game, options that are not allowed, and a file that cannot be written.
    """
    from torite.study import bot_habits
    from torite.study.habits import as_data
    from torite.study.habits_told import HabitGroup, head_of_bots

    say = sentences(wish.language)
    if wanted.out and not Path(wanted.out).resolve().parent.is_dir():
        raise BadInput("input.no_file", path=wanted.out)
    loud = not as_json and sys.stderr.isatty()

    def tell_progress(done: int, of: int) -> None:
        if loud:
            print(f"\r{say('habits.progress', done=done, all=of)}", end="\n" if done == of else "", file=sys.stderr)

    found = bot_habits.play(
        wish.name, wanted.level, wanted.matches, wish.seats, agreed(wish.options), wanted.seed, tell_progress
    )
    if wanted.out:
        try:
            Path(wanted.out).write_text(bot_habits.written(found), encoding="utf-8")
        except OSError as fault:
            raise BadInput("file.unwritable", path=wanted.out, why=fault.strerror or fault) from None
        print(say("habits.written", matches=f"{found.matches:,}", deals=f"{found.deals:,}", path=wanted.out))
    elif as_json:
        facts = {"variant": found.variant, "seats": found.seats, "options": found.options, "level": found.level}
        numbers = {"matches": found.matches, "deals": found.deals, "seed": found.seed, "version": found.version}
        print(json.dumps({**facts, **numbers, "habits": as_data(found.habits)}, ensure_ascii=False, indent=1))
    else:
        game, _ = find(wish.name)
        head = head_of_bots(game, found, game.words(wish.language))
        _print(found.variant, [HabitGroup("", found.habits)], head, wish.language, wish.plain)
    return 0


def _print(variant: str, sides: Sequence[HabitGroup], head: str, language: str, plain: bool) -> None:
    from torite.study.habits_told import told
    from torite.terminal.table import ScenePen

    game, ink = find(variant)[0], terminal_ink()
    plain = plain or not ink.colours
    table = ScenePen(game, Ink() if plain else ink, language, plain)
    print("\n".join(guides.written(table, told(game, sides, head, game.words(language)))).strip("\n"))
