"""Codes of gestures with parts of several verbs, and of several words said at once."""

from __future__ import annotations

import pytest

from torite.kit.actions import Verbs
from torite.pieces import cards

VERBS = Verbs(cards("2 3 4 5 6 7 8 9 10 J Q K A"))
LEFT, ACROSS, RIGHT = (VERBS.pieces(f"pass {to}") for to in ("left", "across", "right"))
PASS = VERBS.pieces("pass")
PLAY, AS = VERBS.pieces("play"), VERBS.pieces("as")
VOID, TWIN, FOUR = (VERBS.word(f"flash {kind}") for kind in ("void", "twin", "four"))
KEEP = VERBS.word("keep")
GIVEN = [LEFT + VERBS.pack.kind("H5"), ACROSS + VERBS.pack.kind("CQ"), RIGHT + VERBS.pack.kind("D9")]


def test_words_are_offered_together_by_their_mask() -> None:
    assert VERBS.mask(VOID) == 1
    assert VERBS.mask(VOID, TWIN, FOUR) == 0b111
    assert VERBS.mask(VOID, FOUR) == 0b101
    assert VERBS.mask(TWIN, KEEP) == 0b101


@pytest.mark.parametrize("words", [(TWIN, VOID), (VOID, VOID), (VOID, LEFT), (LEFT, VOID)])
def test_a_mask_is_of_words_behind_the_first_in_one_row(words: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="is not in the word of"):
        VERBS.mask(*words)


def test_words_that_verbs_share_are_written_once() -> None:
    assert "pass left H5 across CQ right D9" == VERBS.gesture_text(GIVEN)
    assert "pass left H5 across CQ right D9" == VERBS.gesture_text(GIVEN[::-1])
    assert "pass across CQ right D9" == VERBS.gesture_text(GIVEN[1:])


@pytest.mark.parametrize(
    "code",
    [
        "pass left H5 across CQ right D9",
        "pass right D9 left H5 across CQ",
        "pass across cq pass right d9 pass left h5",
        "PASS Left H5 ACROSS CQ Right D9",
    ],
)
def test_parts_are_read_in_any_order(code: str) -> None:
    assert sorted(GIVEN) == sorted(VERBS.parse(code))


def test_a_verb_may_be_said_again() -> None:
    assert [LEFT + VERBS.pack.kind("C2"), LEFT + VERBS.pack.kind("C6")] == VERBS.parse("pass left C2 left C6")
    assert [PLAY + VERBS.pack.kind("H7"), PLAY + VERBS.pack.kind("C3")] == VERBS.parse("play H7 play C3")


def test_verbs_that_share_no_word() -> None:
    kinds = PLAY + VERBS.pack.kind("H7"), AS + VERBS.pack.kind("DA")
    assert [*kinds] == VERBS.parse("play H7 as DA")
    assert "play H7 as DA" == VERBS.gesture_text(kinds)


@pytest.mark.parametrize("code", ["flash twin four", "flash twin flash four", "Flash TWIN four"])
def test_words_that_begin_alike_may_be_said_at_once(code: str) -> None:
    assert [TWIN, FOUR] == VERBS.parse(code)


def test_a_code_is_parted_by_its_verbs() -> None:
    parts = VERBS.split("pass left H5 H6 across CQ +")
    assert [("pass left", ["H5", "H6"]), ("pass across", ["CQ"])] == [(verb.name, rest) for verb, rest in parts]
    assert "pass left" == VERBS.verb_of("pass left H5 across CQ").name


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("pass", ""),
        ("pass across", ""),
        ("pass left", ""),
        ("pass left H5 across", ""),
        ("pass left H5 up CQ", "up"),
        ("pass left H5 keep", "keep"),
        ("flash", ""),
        ("flash twin up", "up"),
        ("flash twin keep", "keep"),
        ("keep keep", "keep"),
        ("keep flash twin", "flash twin"),
        ("play H5 flash", "flash"),
    ],
)
def test_what_is_not_understood_is_named(code: str, part: str) -> None:
    with pytest.raises(ValueError, match=f"^{part}$"):
        VERBS.parse(code)


WILD = cards("7 8 9 10 J Q K A")
STANDING = Verbs(WILD)
PLAY_WILD = STANDING.pieces("play")
PLAY_AS = STANDING.stands("play", WILD.kinds("HK D7"))
CLAIM = STANDING.pieces("claim gleich")
CLAIM_AS = STANDING.stands("claim gleich", WILD.kinds("HK D7"))
CLAIMED = [
    CLAIM + WILD.kind("HQ"),
    CLAIM + WILD.kind("DQ"),
    CLAIM_AS + WILD.kind("SQ"),
    CLAIM_AS + 64 + WILD.kind("CQ"),
]


def test_a_piece_stands_for_another() -> None:
    action = PLAY_AS + 64 + WILD.kind("HA")
    assert "play D7 as HA" == STANDING.text(action) == STANDING.gesture_text([action])
    assert [action] == STANDING.parse("play d7 AS ha")
    assert (WILD.kind("D7"), "play") == (STANDING.verb(action).piece, STANDING.verb(action).stem)


def test_a_piece_that_stands_for_itself_is_just_named() -> None:
    assert [PLAY_WILD + WILD.kind("D7")] == STANDING.parse("play D7") == STANDING.parse("play D7 as D7")
    assert [CLAIM + WILD.kind("D7")] == STANDING.parse("claim gleich D7 as D7")


def test_pieces_that_stand_for_others_are_named_among_the_rest() -> None:
    text = STANDING.gesture_text(CLAIMED)
    assert sorted(WILD.kinds("HQ DQ")) == sorted(WILD.kinds(" ".join(text.split()[2:4])))
    assert text.startswith("claim gleich ")
    assert text.endswith(" HK as SQ D7 as CQ")
    assert sorted(CLAIMED) == sorted(STANDING.parse(text))


@pytest.mark.parametrize(
    "code",
    [
        "claim gleich HK as SQ HQ D7 as CQ DQ",
        "claim gleich D7 as CQ HK as SQ DQ HQ",
        "claim gleich D7 as CQ claim gleich HK as SQ claim gleich DQ HQ",
    ],
)
def test_they_are_read_in_any_order(code: str) -> None:
    assert sorted(CLAIMED) == sorted(STANDING.parse(code))


@pytest.mark.parametrize(
    ("code", "part"), [("play D7 as", ""), ("play D8 as HA", "as"), ("play D7 as HA as", ""), ("play as HA", "as")]
)
def test_what_stands_for_nothing_is_not_understood(code: str, part: str) -> None:
    with pytest.raises(ValueError, match=f"^{part}$"):
        STANDING.parse(code)
