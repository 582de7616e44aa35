"""Legends: what a game's scenes say of its fields in one language, looked up once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from msgspec import UNSET, UnsetType

from torite.kernel.fields import See
from torite.kit.game import Game
from torite.scenes import wording
from torite.scenes.schema import Explained, Form, Piece, Placed
from torite.scenes.schema_base import Worded
from torite.words import LanguageCode, Words


@dataclass(frozen=True)
class MarkLabel:
    """What is said of a seat when a field has a value.

    Attributes:
        field: the field.
        per_seat: whether the seat's own number counts; else the table's.
        of_chair: whether figures have a number too.
        value: the number that says it; None for the seat's own.
        of_trick: whether it is said of the trick in play, and so not over the account of a deal.
        worded: the mark in a scene.
        key: of the word for it.
        asks: the seat's numbers that the word tells.
    """

    field: str
    per_seat: bool
    of_chair: bool
    value: int | None
    of_trick: bool
    worded: Explained
    key: str
    asks: tuple[str, ...]


@dataclass(frozen=True)
class ShownField:
    """A field of pieces that is shown.

    Attributes:
        name: the field.
        text: how it is called.
        of_seats: whether each seat has one.
        of_chairs: whether each chair has one: the seats and the figures.
        owners: how many there are.
        sequence: whether its pieces lie in an order.
        place: the number of its first place where not everybody sees it; -1 where everybody does, and for dice.
        named: whether it only names pieces that lie elsewhere, for its owner's eyes: what they have to choose from.
        about: the sentence that says what lies there.
    """

    name: str
    text: str
    of_seats: bool
    of_chairs: bool
    owners: int
    sequence: bool
    place: int
    named: bool
    about: str | UnsetType


class Legend:
    """The words of a game's scenes in one language.

    Attributes:
        language: of its words, one that there is.
        form: what the pieces are.
        words: all its sentences.
        phases: the phases by number, as a scene has them.
        pieces, placed: the pieces by kind, as a scene has them: named, and lying somewhere.
        facts: the numbers of the table and the options that have words: name and text.
        seat_facts: the numbers of a seat that have words.
        chair_facts: those that figures have too.
        values: the words for the values of a field, by its name.
        marks: what may be said of a seat, or of a figure.
        of_trick: the fields that say how the trick in play stands.
        names: the pieces for ears, by code.
        zones: the fields of pieces that are shown.
        has_offers: whether anybody may act out of turn.
    """

    def __init__(self, game: Game, language: str) -> None:
        self.words: Words = game.words(language)
        self.language, self.form = cast(LanguageCode, language), cast(Form, game.pack.form)
        self.phases = {int(phase): self._worded("phase", phase.name.lower()) for phase in game.phase}
        self.pieces = [Piece(code=code, glyph=game.pack.glyph(kind)) for kind, code in enumerate(game.pack.codes)]
        self.placed = [Placed(code=piece.code, glyph=piece.glyph) for piece in self.pieces]
        self.names = {game.pack.codes[kind]: wording.spoken(self.words, game.pack, kind) for kind in game.pack.all}
        of_table, of_chair = _numbers(game, ()), _numbers(game, ("chairs",))
        of_seat = [*_numbers(game, ("seats",)), *of_chair]
        options = list(game.option_class.about())
        self.facts = self._known("fact", [*of_table, *options])
        self.seat_facts = self._known("seat_fact", of_seat)
        self.chair_facts = self._known("seat_fact", of_chair)
        self.values = {name: self._values(name) for name in (*of_table, *of_seat)}
        self.marks = tuple(self._marks(game, of_table, of_seat, set(of_chair)))
        self.of_trick = {field.name for field in game.layout.fields if field.spec.of_trick}
        self.zones = [
            ShownField(
                field.name,
                self.words(f"zone.{field.name}"),
                field.spec.shape[:1] in (("seats",), ("chairs",)),
                field.spec.shape[:1] == ("chairs",),
                field.owners,
                field.spec.holds == "sequence",
                -1 if field.spec.see is See.ALL or not field.is_place else game.layout.place(field.name),
                not field.is_place and field.spec.see is See.OWNER and field.spec.holds == "pieces",
                self.about("zone", field.name),
            )
            for field in game.layout.fields
            if field.name != (game.tricks and game.tricks.last)
            and field.spec.holds in ("pieces", "sequence")
            and self.words.knows(f"zone.{field.name}")
        ]
        self.has_offers = any(game.verbs.offers)

    def title(self, variant: str) -> str:
        """Return a variant's title; its name where the game has no words for it."""
        key = f"variant.{variant}.title"
        return self.words(key) if self.words.knows(key) else variant

    def marked(self, name: str) -> Explained:
        """Return a mark that a game says by itself, as a scene has it."""
        return self._mark(name)

    def about(self, family: str, name: str) -> str | UnsetType:
        """Return the sentence that says what something means, where there is one: `meaning.fact.out_at`."""
        key = f"meaning.{family}.{name}"
        return self.words(key) if self.words.knows(key) else UNSET

    def _mark(self, name: str, key: str = "") -> Explained:
        about = self.about("mark", key or name) or self.about("mark", name)
        asked = dict.fromkeys(self.words.asks(f"mark.{key or name}"), "")
        return Explained(name, self.words(f"mark.{key or name}", **asked), about=about)

    def _worded(self, family: str, name: str) -> Worded:
        return Worded(name, self.words(f"{family}.{name}"))

    def _known(self, family: str, names: list[str]) -> list[tuple[str, str]]:
        return [(name, self.words(f"{family}.{name}")) for name in names if self.words.knows(f"{family}.{name}")]

    def _values(self, name: str) -> dict[int, str]:
        keys = self.words.keys(f"value.{name}.")
        return {int(key.rpartition(".")[2]): self.words(key) for key in keys}

    def _marks(self, game: Game, of_table: list[str], of_seat: list[str], chairs: set[str]) -> Iterator[MarkLabel]:
        def mark(name: str, value: int | None, key: str = "") -> MarkLabel:
            of_trick = game.layout.named[name].spec.of_trick
            of_chair = name in of_table or name in chairs
            said = f"mark.{key or name}"
            asks = self.words.asks(said)
            return MarkLabel(name, name in of_seat, of_chair, value, of_trick, self._mark(name, key), said, asks)

        yield from (mark(name, None) for name in of_table if self._marked(name))
        yield from (mark(name, 1) for name in of_seat if self._marked(name))
        for name in of_seat:
            for key in self.words.keys(f"mark.{name}."):
                number = key.rpartition(".")[2]
                if number.lstrip("-").isdigit():
                    yield mark(name, int(number), f"{name}.{number}")

    def _marked(self, name: str) -> bool:
        return self.words.knows(f"mark.{name}")


def legend(game: Game, language: str) -> Legend:
    """Return a game's legend in a language, made once.

    Raises:
        UnknownName: for an unknown language.
    """
    if language not in game.legends:
        game.legends[language] = Legend(game, language)
    return game.legends[language]


def _numbers(game: Game, shape: tuple[Any, ...]) -> list[str]:
    specs = ((field, field.spec) for field in game.layout.fields if not field.spec.beside)
    return [field.name for field, s in specs if s.see is See.ALL and s.holds == "number" and s.shape == shape]
