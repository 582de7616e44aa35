"""What the page tells of the games: the shelf, setting a table, guides and clauses, as plain values."""

from __future__ import annotations

import enum
from collections import Counter
from functools import cache
from typing import Any

from torite.bots import FOR_PEOPLE
from torite.errors import BadOptions, UnknownName, words
from torite.games import catalogue, find, games
from torite.kit.game import Game, Variant
from torite.kit.options import option_text
from torite.kit.shelf import Picture, picture
from torite.match import Match
from torite.scenes import guide_pages, lessons
from torite.scenes.labels import legend
from torite.scenes.wording import option_title, option_value
from torite.service.answers import (
    Clause,
    Control,
    Guide,
    LevelChoice,
    OptionSetup,
    OptionValue,
    Setup,
)
from torite.service.messages import ChosenOption
from torite.service.page_messages import page_words
from torite.service.shelf_answers import Drawn, Family, Like, Tile, TitledLesson, TitledVariant
from torite.study import puzzles
from torite.study.habits_told import of_strong_players
from torite.words import LANGUAGES
from torite.worlds import SPECTATOR, glimpse


@cache
def tiles(language: str) -> list[Tile]:
    """List the shelf, easy games first: the variants that share a guide are one tile, shown as its first."""
    shelf: dict[tuple[str, str], list[tuple[Game, Variant]]] = {}
    for name, (game, variant) in catalogue().items():
        shelf.setdefault((game.name, variant.guide or name), []).append((game, variant))
    found = [_tile(guide, variants, language) for (_, guide), variants in shelf.items()]
    return sorted(found, key=lambda tile: (tile.difficulty, tile.minutes))


def shelf(language: str) -> tuple[list[Tile], list[Family]]:
    """List the shelf with the games that have several tiles; the first time all games are read, which takes a while."""
    return tiles(language), families(language)


@cache
def families(language: str) -> list[Family]:
    """List the games that have several tiles."""
    tiles_of = Counter(tile.game for tile in tiles(language))
    several = [(name, games()[name].words(language)) for name, number in tiles_of.items() if number > 1]
    return [Family(name, words("title"), words("line")) for name, words in several]


def _tile(guide: str, variants: list[tuple[Game, Variant]], language: str) -> Tile:
    game, first = variants[0]
    shelf = first.shelf
    return Tile(
        game.name,
        guide,
        *_titled(game, first, language),
        kind=shelf.kind,
        form=legend(game, language).form,
        seats=(min(v.seats[0] for _, v in variants), max(v.seats[1] for _, v in variants)),
        minutes=shelf.minutes,
        difficulty=shelf.difficulty,
        picture=[[[Drawn(*one) for one in row] for row in group] for group in shelf.picture or _plain(game)],
        colour=shelf.colour,
        variants=[
            TitledVariant(v.name, *_titled(game, v, language), seats=v.seats, usual=v.default_seats)
            for _, v in variants
        ],
        lessons=_taught(game, first, language),
        puzzles=_asks(game, first),
        found_by=_names(game, [variant for _, variant in variants]),
        likes=[like for _, variant in variants for like in _likes(game, variant, language)],
    )


def _plain(game: Game) -> Picture:
    """Draw the first pieces of a game that declares no picture."""
    return picture(" ".join(game.pack.codes[:3]))


def _names(game: Game, variants: list[Variant]) -> list[str]:
    """List what the variants of a tile are called, and what they are, in every language."""
    kind = f"home.kind_{variants[0].shelf.kind}"
    listed = [variant.name for variant in variants]
    for language in LANGUAGES:
        own, page = legend(game, language), page_words(language)
        also = (f"variant.{variant.name}.also" for variant in variants)
        listed += [own.words(key) for key in ("title", *also) if own.words.knows(key)]
        listed += [own.title(variant.name) for variant in variants]
        listed += [page(key) for key in (kind, f"{kind}_also") if page.knows(key)]
        listed += [page("home.of_tricks")] if game.tricks else []
    return list(dict.fromkeys(listed))


def _likes(game: Game, variant: Variant, language: str) -> list[Like]:
    """List the games after which somebody may try a variant; those that the catalogue has are called as there."""
    words, family = legend(game, language).words, f"variant.{variant.name}.like."
    names = [key.removeprefix(family) for key in words.keys(family)]
    return [
        Like(
            name,
            title(name, language) if name in catalogue() else words(f"known.{name}"),
            words(family + name),
            variant.name,
        )
        for name in names
    ]


def _taught(game: Game, variant: Variant, language: str) -> list[TitledLesson]:
    """List a variant's lessons; none where a game from outside has a file of them that cannot be read."""
    try:
        known = lessons.lessons(game, variant)
    except BadOptions as fault:
        _warn("the lessons of a game cannot be read", game, fault)
        return []
    return [TitledLesson(one.variant, one.name, lessons.written(game, one.title, language)) for one in known]


def _asks(game: Game, variant: Variant) -> bool:
    """Tell whether a variant has puzzles; no where a game from outside has a file of them that cannot be read."""
    try:
        return bool(puzzles.of_variant(game, variant))
    except puzzles.BadPuzzles as fault:
        _warn("the puzzles of a game cannot be read", game, fault)
        return False


def _warn(what: str, game: Game, fault: Exception) -> None:
    import structlog  # a third of what a process has to import that looks at records, and never warns

    structlog.get_logger().warning(what, game=game.name, fault=str(fault))


def _titled(game: Game, variant: Variant, language: str) -> tuple[str, str]:
    words, key = legend(game, language).words, f"variant.{variant.name}.line"
    return legend(game, language).title(variant.name), words(key) if words.knows(key) else ""


def titled(name: str, language: str) -> tuple[str, str]:
    """Return a variant's title and line.

    Raises:
        UnknownName: for an unknown variant.
    """
    return _titled(*find(name), language)


def setup(name: str, seats: int | None, language: str, scored: bool) -> Setup:
    """Tell what may be agreed before a match, and whether it is scored if nobody says.

    Raises:
        UnknownName: for an unknown variant.
    """
    game, variant = find(name)
    usual = game.options(variant.name, {}, seats or variant.default_seats).texts()
    return Setup(
        variant.name,
        *_titled(game, variant, language),
        seats=variant.seats,
        usual=variant.default_seats,
        options=[_option(game, option, text, language) for option, text in usual.items()],
        partners=_partners(variant.name, seats or variant.default_seats),
        talks=game.display.talks,
        levels=levels(language),
        scored=scored,
    )


@cache
def _partners(name: str, seats: int) -> list[list[int]]:
    """List for each seat those of its side, itself not among them."""
    game, _ = find(name)
    state: Any = game.state()
    state.options, state.seats = game.options(name, {}, seats), seats
    game.rules.start(state)
    public = glimpse(game, state, SPECTATOR)
    masks = [game.display.team(public, seat) for seat in range(seats)]
    return [[other for other in range(seats) if other != seat and masks[seat] >> other & 1] for seat in range(seats)]


@cache
def levels(language: str) -> list[LevelChoice]:
    """List how bots may play."""
    say = words(language)
    return [LevelChoice(level, say(f"level.{level}"), say(f"level_about.{level}")) for level in FOR_PEOPLE]


def _option(game: Game, name: str, value: str, language: str) -> OptionSetup:
    kind, about = game.option_class.types()[name], game.option_class.about()[name]
    words = legend(game, language).words
    values: list[OptionValue] = []
    control: Control = "text"
    if kind is bool:
        control = "yes"
    elif isinstance(kind, type) and issubclass(kind, enum.IntEnum):
        control = "one"
        values = [OptionValue(text, option_value(words, name, text)) for text in map(option_text, kind)]
    elif kind is int:
        control = "one" if about.values else "number"
        values = [OptionValue(str(number), str(number)) for number in about.values]
        if values and about.optional:
            values.insert(0, OptionValue("none", words("value.none")))
    key = f"option.{name}.text"
    return OptionSetup(
        name,
        words(key) if words.knows(key) else name,
        about.clause,
        control,
        value,
        values,
        about.least,
        about.most,
        about.optional,
    )


def differing(game: Game, variant: Variant, options: dict[str, str], seats: int, language: str) -> list[ChosenOption]:
    """List the options of a table that differ from the variant's own."""
    if not options:
        return []
    chosen = game.options(variant.name, options, seats).texts()
    words, about = legend(game, language).words, game.option_class.about()
    usual = game.options(variant.name, {}, variant.default_seats).texts()
    listed = []
    for name in options:
        if usual.get(name) != chosen[name]:
            title, value = option_title(words, name), option_value(words, name, chosen[name])
            listed.append(ChosenOption(name, title, value, about[name].clause))
    return listed


def guide(name: str, language: str) -> Guide:
    """Lay out a variant's guide.

    Raises:
        UnknownName: for an unknown variant, or one without a guide.
    """
    game, variant = find(name)
    sections = guide_pages.guide(game, variant, language)
    if not sections:
        raise UnknownName("service.no_guide", page_words)
    words = legend(game, language)
    sections = [*sections, *of_strong_players(game, variant, language)]
    laid_out = [guide_pages.laid_out(section, number, game.pack) for number, section in enumerate(sections)]
    return Guide(variant.name, words.title(variant.name), words.form, words.names, laid_out)


def section_of(match: Match, clause: str, language: str) -> str:
    """Find the section of the guide that tells of a clause; empty for none."""
    for number, section in enumerate(guide_pages.guide(match.game, match.variant, language) if clause else ()):
        if clause in section.clauses:
            return guide_pages.name_of(section, number)
    return ""


def clause(name: str, wanted: str) -> Clause:
    """Return a clause's text.

    Raises:
        UnknownName: where there is none of this name.
    """
    game, _ = find(name)
    text = guide_pages.clause(game, wanted)
    if not text:
        raise UnknownName("service.no_clause", page_words)
    return Clause(wanted.upper(), text)


def title(name: str, language: str) -> str:
    """Return a variant's title."""
    game, variant = find(name)
    return legend(game, language).title(variant.name)


def named(name: str, language: str) -> dict[str, Any]:
    """Name a variant by its title; by its own name where there is none. No near names are looked for, as in `find`."""
    plain = name.lower().replace("_", "-")
    here = plain in catalogue()
    return {"title": title(plain, language) if here else name, "here": here and find(plain)[1].name == name}


def title_or_name(name: str, language: str) -> str:
    """Return a variant's title; its own name where it is not here any more."""
    try:
        return title(name, language)
    except UnknownName:
        return name
