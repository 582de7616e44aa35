"""Habits in sentences and tables: of one side or of two beside one another, and the page *what strong players do*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torite.kit.game import Game, Variant
from torite.scenes.guide_pages import Section
from torite.study import bot_habits
from torite.study.habits import LEADS, Habit, Habits, ordered
from torite.words import Words, numeral

ANCHOR = "strong-players"


@dataclass(frozen=True)
class HabitGroup:
    """Those whose habits are told together.

    Attributes:
        name: how they are called.
        habits: what was counted.
    """

    name: str
    habits: Habits


def kind(game: Game, name: str, words: Words) -> str:
    """Name a kind of action in the game's words."""
    if name in LEADS:
        return words(f"habits.{name.replace(' ', '_')}")
    spelt = name.replace(" ", "_")
    key = next((key for key in (f"verb.{spelt}", f"family.{spelt}") if words.knows(key)), "")
    return words(key).rstrip(" …:：") if key else name.replace("_", " ")


def often(habit: Habit | None, words: Words) -> str:
    """Say how often it was taken; that it is too little to tell, of fewer deals than are enough."""
    share = habit.share if habit else None
    if habit is None or share is None:
        return words("habits.few")
    value, low, high = (f"{100 * part:.0f}" for part in (share.value, share.low, share.high))
    return words("habits.often", share=value, low=low, high=high, could=habit.could)


def brought(habit: Habit | None, words: Words) -> list[str]:
    """Say what was written down for a seat on average where it was taken, and where not; nothing if either is rare."""
    means = [habit.taken.mean, habit.left.mean] if habit else [None]
    found = [mean for mean in means if mean is not None]
    if len(found) < 2:
        return [words("habits.few")] * 2
    told = [(numeral(round(mean.value, 2) + 0.0, "+.2f"), f"{mean.error:.2f}") for mean in found]
    return [words("habits.points", mean=mean, error=error) for mean, error in told]


def table(game: Game, sides: Sequence[HabitGroup], words: Words) -> list[str]:
    """Lay the habits of some sides out as a table of a guide; no lines where there is too little to tell."""
    names = ordered(game, *(side.habits for side in sides))
    if not names:
        return []
    alone = len(sides) == 1
    heads = [words("habits.kind")]
    for side in sides:
        for what in ("how_often", "then", "else"):
            head = words(f"habits.{what}")
            heads.append(head if alone else words("habits.of", name=side.name, what=head))
    rows = [heads, ["---"] * len(heads)]
    for name in names:
        row = [kind(game, name, words)]
        for side in sides:
            habit = side.habits.get(name)
            row.append(often(habit, words))
            row += brought(habit, words)
        rows.append(row)
    return ["| " + " | ".join(row) + " |" for row in rows]


def told(game: Game, sides: Sequence[HabitGroup], head: str, words: Words) -> Section:
    """Tell of habits: what was counted, the table, and what it can tell."""
    rows = table(game, sides, words)
    body = [*rows, "", words("habits.points_mean"), "", words("habits.honest")] if rows else [words("habits.none")]
    return Section(2, words("habits.title"), "", "", (head, "", *body))


def of_strong_players(game: Game, variant: Variant, language: str) -> list[Section]:
    """Write the page of a variant that tells what strong players do; none where nobody has counted, or too little.

    Raises:
        BadHabits: for a file that cannot be read.
    """
    found = bot_habits.of_variant(game, variant)
    if found is None or not ordered(game, found.habits):
        return []
    words = game.words(language)
    page = told(game, [HabitGroup("", found.habits)], head_of_bots(game, found, words), words)
    made = words("habits.made", version=found.version, command=found.command)
    return [Section(2, words("habits.strong"), ANCHOR, "", (*page.lines, "", made))]


def head_of_bots(game: Game, found: bot_habits.BotHabits, words: Words) -> str:
    """Say who played what, and how often."""
    return words(
        "habits.of_bots",
        level=words(f"level.{found.level}"),
        title=words(f"variant.{found.variant}.title"),
        seats=found.seats,
        matches=f"{found.matches:,}",
        deals=f"{found.deals:,}",
    )
