"""A stock: a place of pieces in order that nobody sees, and what is drawn from it."""

from __future__ import annotations

from torite.kit import EMPTY, BaseState, See, Stock, draw
from torite.pieces import cards


class Twice(BaseState, seats=2, pack=cards("7 8 9", copies=2)):
    stock: Stock  # pieces face down, next first


def test_a_stock_holds_the_whole_pack() -> None:
    """It has room for every piece, copies too, and is one place that nobody sees."""
    field = Twice.layout.named["stock"]
    assert Twice.layout.pack.copies * len(Twice.layout.pack) == 24 == field.words == len(Twice().stock)
    assert (See.NOBODY, True, 1) == (field.spec.see, field.is_place, field.owners)
    assert {EMPTY} == {*Twice().stock}


def test_what_is_drawn_has_left() -> None:
    """`draw` returns the piece, and its place is empty."""
    s = Twice()
    s.stock[:3] = [4, 0, 4]
    assert [4, 0] == [draw(s.stock, 0), draw(s.stock, 1)]
    assert [EMPTY, EMPTY, 4, EMPTY] == s.stock[:4]
