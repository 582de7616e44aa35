"""What a guide is made of, as a page draws it; the page's types are written from it too."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from torite.scenes.schema_base import Part


class TextInline(Part, frozen=True):
    """Words of a paragraph, strong or not, that may lead elsewhere."""

    text: str
    strong: bool | UnsetType = UNSET
    link: str | UnsetType = UNSET


class PieceInline(Part, frozen=True):
    """A piece in a paragraph."""

    piece: str


Inline = TextInline | PieceInline


class Paragraph(Part, tag_field="kind", tag="text", frozen=True):
    """A paragraph."""

    inlines: list[Inline]


class ItemList(Part, tag_field="kind", tag="list", frozen=True):
    """A list, numbered or not."""

    ordered: bool
    items: list[list[Inline]]


class TextTable(Part, tag_field="kind", tag="table", frozen=True):
    """A table with its head."""

    head: list[list[Inline]]
    rows: list[list[list[Inline]]]


Block = Paragraph | ItemList | TextTable


class GuideSection(Part, frozen=True):
    """A part of a guide, with the clauses that it tells."""

    level: int
    title: str
    anchor: str
    clauses: list[str]
    blocks: list[Block]
