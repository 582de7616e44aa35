"""Which bytes of an observation come from which words of a state, by the declarations of its fields."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import EnumType
from typing import NamedTuple

from torite.kernel.fields import Bits, Names, OneOf, See
from torite.kernel.layout import Field
from torite.kit import knowledge
from torite.kit.game import Game
from torite.pieces import Pack
from torite.pieces.pack import BLOCK
from torite.vector import encode
from torite.vector.encode import ALWAYS, IF_SEEN, IF_UNSEEN

LEFT_OUT = {"seats", "options"}  #: fields that last as long as the table
SHORT = 12  #: pieces in order up to which each is one of so many bytes
BYTE = 256


class Rule(NamedTuple):
    """When a row is written: always, or by whether the rules show an owner's part of a field."""

    when: int
    field: int
    owner: int


ALWAYS_SEEN = Rule(ALWAYS, 0, 0)


def widths(pack: Pack) -> list[int]:
    """Return how many bytes the kinds of each block take: one for each bit up to the last that is a kind's."""
    if pack.blocks == 1:
        return [len(pack.codes)]
    blocks = range(1, pack.blocks + 1)
    return [1 + max(kind % BLOCK for kind in pack.all if kind // BLOCK == block) for block in blocks]


class Owner(NamedTuple):
    """Whose part of a field it is: its number there, and whether it is the viewer's own."""

    number: int = 0
    own: bool = False


class EncodingPlan:
    """The parts and rows of what a seat sees, from left to right: pieces first, then numbers.

    Args:
        game: the game.
        seats: how many sit at the table.
        viewer: the seat.

    Attributes:
        parts: name, first byte, shape, meaning and greatest value of each.
        sets, numbers, others: the rows for the compiled loops; see `torite.vector.encode`.
        size: bytes so far.
    """

    def __init__(self, game: Game, seats: int, viewer: int) -> None:
        self.game, self.seats, self.viewer, self.layout, self.pack = game, seats, viewer, game.layout, game.pack
        self.widths = widths(game.pack)
        self.kinds = sum(self.widths)
        self.parts: list[tuple[str, int, tuple[int, ...], str, int]] = []
        self.sets: list[tuple[int, ...]] = []
        self.numbers: list[tuple[int, ...]] = []
        self.others: list[tuple[int, ...]] = []
        self.size = 0
        rules = game.rules
        self._tells = game.binding.reached((rules.start, rules.settle, rules.act))
        fields = [one for one in self.layout.fields if one.name not in LEFT_OUT and not one.spec.beside]
        pieces = [one for one in fields if one.spec.holds != "number"]
        for field in pieces:
            self._of_pieces(field)
        for field in pieces:
            if field.is_place and field.spec.see is not See.ALL:
                self._of_knowledge(field)
        for field in fields:
            if field.spec.holds == "number":
                self._of_numbers(field)
        self.numbers.sort()

    def part(self, name: str, shape: tuple[int, ...], meaning: str, most: int = 1) -> int:
        """Add a part; return its first byte."""
        at = self.size
        self.parts.append((name, at, shape, meaning, most))
        self.size += math.prod(shape)
        return at

    def _set(self, at: int, word: int, times: int = 1, kinds: int = 0, beside: int = -1) -> None:
        """Add a row of pieces: so many words added up, or one joined with another."""
        self.sets.append((at, kinds or self.kinds, word, times, word if beside < 0 else beside))

    def _other(
        self, op: int, at: int, first: int, number: int = 1, size: int = 1, low: int = 0, rule: Rule = ALWAYS_SEEN
    ) -> None:
        """Add another row, or, of numbers that are always seen, one for each."""
        if op in encode.IN_A_ROW and rule is ALWAYS_SEEN:
            self.numbers += [(op, at + i * size, first + i, size, low) for i in range(number)]
        else:
            self.others.append((op, at, first, number, size, low, *rule))

    # owners

    def _owners(self, field: Field) -> list[Owner]:
        """List whose parts a field has: of seats from the viewer on, then of figures; else it is in one."""
        if not self._is_parted(field):
            return [Owner()]
        figures = range(self.layout.seats, field.shape[0]) if field.spec.shape[0] == "chairs" else ()
        seats = (Owner((self.viewer + i) % self.seats, i == 0) for i in range(self.seats))
        return [*seats, *map(Owner, figures)]

    def _is_parted(self, field: Field) -> bool:
        return field.spec.shape[:1] in (("seats",), ("chairs",))

    def _words(self, field: Field) -> int:
        """Return the words of one owner's part of a field."""
        return field.words // field.shape[0] if self._is_parted(field) else field.words

    def _known(self, field: Field, owner: Owner) -> int:
        """Return the first word of what the viewer knows of a place; -1 where no rule lets anybody know."""
        if not field.is_place or field.spec.see is See.ALL or not self._tells & {knowledge.know, knowledge.know_one}:
            return -1
        place = self.viewer * len(self.layout.places) + self.layout.place(field.name, owner.number)
        return self.layout.named["known"].offset + place * self.pack.words

    def _heads(self, field: Field, owners: Sequence[Owner]) -> tuple[int, ...]:
        """Return the size of the first axis: that of the owners, where the field has several."""
        return (len(owners),) if self._is_parted(field) and len(owners) > 1 else ()

    # pieces

    def _of_pieces(self, field: Field) -> None:
        see, owners = field.spec.see, self._owners(field)
        known = self._known(field, owners[0]) >= 0
        if field.spec.holds == "sequence":
            self._of_sequence(field, owners[:1] if see is See.OWNER else owners)
        elif known or see in (See.ALL, See.RULE):
            self._of_multisets(field, owners)
        elif see is See.OWNER:
            self._of_multisets(field, owners[:1])
        if see is See.RULE:
            self._of_rule(field, owners)

    def _of_rule(self, field: Field, owners: Sequence[Owner]) -> None:
        at = self.part(f"{field.name}.seen", (len(owners),), "1 if the rules show it to the viewer")
        for i, owner in enumerate(owners):
            self._other(encode.SEEN, at + i, 0, rule=Rule(IF_SEEN, field.offset, owner.number))

    def _of_multisets(self, field: Field, owners: Sequence[Owner]) -> None:
        see, kinds, known = field.spec.see, self.kinds, self._known(field, owners[0]) >= 0
        times = self._words(field) // self.pack.words
        told = [field.note, {See.OWNER: "the viewer's", See.RULE: "where the rules show it"}.get(see, "")]
        told += ["else what the viewer knows there" if see is not See.NOBODY else "what the viewer knows"] * known
        shape = (*self._heads(field, owners), *((times,) if times > 1 else ()), kinds)
        at = self.part(field.name, shape, f"{'; '.join(filter(None, told))}: of each kind", self.pack.copies)
        for i, owner in enumerate(owners):
            first, word = at + i * times * kinds, field.offset + owner.number * self._words(field)
            if see is See.RULE:
                self._rows(first, word, times, Rule(IF_SEEN, field.offset, owner.number))
                self._rows(first, self._known(field, owner), 1, Rule(IF_UNSEEN, field.offset, owner.number))
            elif see is See.ALL or owner.own:
                self._rows(first, word, times)
            else:
                self._rows(first, self._known(field, owner), 1)

    def _rows(self, at: int, word: int, times: int, rule: Rule = ALWAYS_SEEN) -> None:
        """Write so many multisets, those of a pack in blocks block by block; none where nobody knows any."""
        words = self.pack.words // self.pack.blocks
        for _ in range(times if word >= 0 else 0):
            for size in self.widths:
                if rule is ALWAYS_SEEN:
                    self._set(at, word, words, size)
                else:
                    self._other(encode.PIECES, at, word, words, size, rule=rule)
                at, word = at + size, word + words

    def _of_sequence(self, field: Field, owners: Sequence[Owner]) -> None:
        see, each, times, kinds = field.spec.see, 1, self._words(field), self.kinds
        told, most, op = "1 where something lies", 1, encode.LIES
        if see is not See.NOBODY and times <= SHORT:
            told, each, op = "one of the kinds, and 1 where something lies", kinds + 1, encode.FACES
        elif see is not See.NOBODY:
            told, most, op = "0 nothing, 1 a piece unseen, else 2 + its kind", kinds + 1, encode.ORDER
        shape = (*self._heads(field, owners), times, *((each,) if each > 1 else ()))
        at = self.part(field.name, shape, f"{field.note}: {told}", most)
        for i, owner in enumerate(owners):
            where = at + i * times * each, field.offset + owner.number * times, times, each
            if see is not See.RULE:
                self._other(op, *where)
                continue
            self._other(op, *where, rule=Rule(IF_SEEN, field.offset, owner.number))
            hidden = encode.LIES if each == 1 else op
            self._other(hidden, *where, rule=Rule(IF_UNSEEN, field.offset, owner.number))
        if self._known(field, owners[0]) >= 0:
            shape = (*self._heads(field, owners), kinds)
            at = self.part(f"{field.name}.known", shape, "what the viewer knows to lie there", self.pack.copies)
            for i, owner in enumerate(owners):
                self._rows(at + i * kinds, self._known(field, owner), 1)

    # what is known of a place that not everybody sees

    def _of_knowledge(self, field: Field) -> None:
        owners, kinds = self._owners(field), self.kinds
        heads, words, in_order = self._heads(field, owners), self._words(field), field.spec.holds == "sequence"
        at = self.part(f"{field.name}.count", heads or (1,), "how many pieces lie there", BYTE - 1)
        for i, owner in enumerate(owners):
            self._other(encode.COUNT, at + i, field.offset + owner.number * words, words, low=int(in_order))
        if self._tells & {knowledge.bar, knowledge.bar_for}:
            at = self.part(f"{field.name}.barred", (*heads, kinds), "kinds of which none lies there unseen")
            mine = self.viewer * len(self.layout.places)
            for i, owner in enumerate(owners):
                barred, beside = (self._said(name, field, owner) for name in ("barred", "barred_for"))
                self._set(at + i * kinds, barred, beside=beside + mine)
        if self._tells & {knowledge.require, knowledge.limit}:
            at = self.part(f"{field.name}.required", (*heads, kinds), "kinds of which there are so many:")
            for i, owner in enumerate(owners):
                self._set(at + i * kinds, self._said("required", field, owner))
            for name, told in (("least", "at least"), ("at_most", "at most")):
                at = self.part(f"{field.name}.{name}", heads or (1,), told, BYTE - 1)
                for i, owner in enumerate(owners):
                    self._other(encode.BYTES, at + i, self._said(name, field, owner))

    def _said(self, name: str, field: Field, owner: Owner) -> int:
        """Return the word that says something of a place, of viewer 0 where each has one."""
        return self.layout.named[name].offset + self.layout.place(field.name, owner.number)

    # numbers

    def _of_numbers(self, field: Field) -> None:
        see, owners = field.spec.see, self._owners(field)
        if see is See.NOBODY:
            return
        shown = owners[:1] if see is See.OWNER else owners
        number = 1 if see is See.VIEWER else self._words(field)
        op, size, low, told, most = self._form(field)
        shape = (*self._heads(field, shown), *((number,) if number > 1 else ()), *((size,) if size > 1 else ()))
        at = self.part(field.name, shape or (1,), f"{field.note}: {told}", most)
        row = field.offset + (self.viewer * self._words(field) if see is See.VIEWER else 0)
        for i, owner in enumerate(shown):
            rule = Rule(IF_SEEN, field.offset, owner.number) if see is See.RULE else ALWAYS_SEEN
            self._other(op, at + i * number * size, row + owner.number * number, number, size, low, rule)
        if see is See.RULE:
            self._of_rule(field, owners)

    def _form(self, field: Field) -> tuple[int, int, int, str, int]:
        """Say how a number is written: what writes it, in how many bytes, its least, in words, its greatest byte."""
        values = self.game.phase if field.name == "phase" else field.spec.values
        if values is Names.SEAT:
            return encode.SEAT, self.seats + self.layout.figures, self.layout.seats - self.seats, "which seat", 1
        if values is Names.KIND:
            return encode.KIND, self.kinds, 0, "which kind", 1
        if values is Names.KINDS:
            return encode.MASK, self.kinds, 0, "which kinds", 1
        if isinstance(values, Bits):
            return encode.MASK, values.size, 0, "a bit each", 1
        if isinstance(values, OneOf):
            return encode.ONE_HOT, values.size, 0, "which of so many", 1
        if isinstance(values, EnumType):
            members = sorted(values)
            named = ", ".join(one.name for one in members)
            return encode.ONE_HOT, members[-1] - members[0] + 1, int(members[0]), f"one of {named}", 1
        if isinstance(values, range) and len(values) <= BYTE:
            told = f"from {values[0]} to {values[-1]}"
            return encode.BYTES, 1, values[0], told, max(1, values[-1] - values[0])
        return encode.WIDE, 2, 0, "in two bytes, the higher first", BYTE - 1
