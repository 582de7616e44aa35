"""The picture of a game is read from a line of codes."""

from __future__ import annotations

import pytest

from torite.kit.shelf import Drawn, Shelf, picture


def plain(code: str, how: str = "plain", number: str = "", stands: str = "") -> Drawn:
    assert how in ("plain", "raised", "low")
    return Drawn("piece", code, how, number, stands)  # type: ignore[arg-type]


def test_codes_are_pieces_from_left_to_right() -> None:
    assert [[[plain("HQ"), plain("6-4"), plain("")]]] == picture("HQ 6-4 ?")


def test_what_counts_is_raised_and_what_is_let_go_lies_low() -> None:
    assert [[[plain("", "low"), plain("", "low"), plain("SK", "raised", "13")]]] == picture("2*_? ^SK=13")


def test_a_piece_may_stand_for_another() -> None:
    assert [[[plain("D6", "raised", stands="HA")]]] == picture("^D6~HA")


def test_rows_lie_below_and_groups_beside_one_another() -> None:
    told = picture("S4 H7 / C4 | > (31)")
    assert [[2, 1], [2]] == [[len(row) for row in group] for group in told]
    assert ["arrow", "chip"] == [one.what for one in told[1][0]]
    assert "31" == told[1][0][1].number


@pytest.mark.parametrize("text", ["", "S4 |", "S4 / / H7", "0*?", "!S4", "(x)", "S4=a", "S4~"])
def test_what_cannot_be_read_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(ValueError, match=r"picture can have|nothing to draw"):
        picture(text)


def test_a_shelf_without_pieces_has_no_picture() -> None:
    assert [] == Shelf().picture
