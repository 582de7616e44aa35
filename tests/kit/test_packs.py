"""Tiles, dice and cards as packs: their codes, either way round; what suit and rank mean; how they are spoken."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import combinations_with_replacement, permutations

import pytest

from torite.errors import words
from torite.games import games
from torite.kit import Verbs
from torite.pieces import Pack, cards, dice, dominoes
from torite.pieces.pack import KINDS_PER_WORD
from torite.scenes.wording import aloud, spoken
from torite.words import LANGUAGES, Words

TILES = dominoes()
BONES = dice(12, 6)
CUBES = dice(6, 5)
SKAT = cards("7 8 9 10 J Q K A", copies=2)
JOKERED = cards("2 3 4 5 6 7 8 9 10 J Q K A", jokers="JR JB")
PACKS = {"tiles": TILES, "small": dominoes(3), "dice": BONES, "cubes": CUBES, "cards": SKAT, "jokers": JOKERED}
ENGLISH, JAPANESE = words("en"), words("ja")


@pytest.fixture(params=list(PACKS.values()), ids=list(PACKS))
def pack(request: pytest.FixtureRequest) -> Pack:
    found: Pack = request.param
    return found


def ends(code: str) -> list[int]:
    """The two ends of a tile, by its code."""
    return [int(end) for end in code.split("-")]


# codes and kinds


def test_tiles_go_from_the_highest_down() -> None:
    expected = "6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-5 5-4 5-3 5-2 5-1 5-0 4-4 4-3 4-2 4-1 4-0 3-3 3-2 3-1 3-0"
    assert (*expected.split(), "2-2", "2-1", "2-0", "1-1", "1-0", "0-0") == TILES.codes


@pytest.mark.parametrize(("highest", "tiles"), [(0, 1), (1, 3), (3, 10), (6, 28), (9, 55)])
def test_a_set_has_every_pair_of_ends_once(highest: int, tiles: int) -> None:
    pairs = {tuple(sorted(ends(code))) for code in dominoes(highest).codes}
    assert set(combinations_with_replacement(range(highest + 1), 2)) == pairs
    assert tiles == len(dominoes(highest))


def test_the_faces_of_a_die_are_its_codes() -> None:
    assert tuple(str(face) for face in range(1, 13)) == BONES.codes
    assert tuple("123456") == CUBES.codes


def test_every_code_reads_back(pack: Pack) -> None:
    assert list(range(len(pack))) == [pack.kind(code) for code in pack.codes]
    assert len(pack) == len(set(pack.codes))


def test_either_end_of_a_tile_may_be_read_first() -> None:
    """`4-6` is `6-4`, everywhere; and it is written the larger end first."""
    for kind, code in enumerate(TILES.codes):
        high, low = ends(code)
        assert TILES.knows(f"{low}-{high}")
        assert kind == TILES.kind(f"{low}-{high}")
    assert "6-4 2-0" == TILES.text(TILES.kinds("4-6 0-2"))


@pytest.mark.parametrize("code", ["7-0", "0-7", "6", "64", "6-", "-6", "6-4-2", "6–4", "[6-4]", "6 4", "", "06-4"])
def test_what_is_no_tile_is_unknown(code: str) -> None:
    assert not TILES.knows(code)
    with pytest.raises(KeyError):
        TILES.kind(code)


@pytest.mark.parametrize("code", ["0", "13", "-1", "01", "", "1 2", "[5]", "５", "1.0"])
def test_what_is_no_face_is_unknown(code: str) -> None:
    assert not BONES.knows(code)
    with pytest.raises(KeyError):
        BONES.kind(code)


def test_cards_read_in_either_case_and_in_one_order() -> None:
    assert SKAT.kind("HQ") == SKAT.kind("hq")
    assert SKAT.knows("h10")
    assert not SKAT.knows("QH")


# suits and ranks


def test_suit_and_rank_of_a_tile_are_its_ends() -> None:
    assert [ends(code) for code in TILES.codes] == [list(both) for both in zip(TILES.suit, TILES.rank, strict=True)]


def test_tiles_of_a_suit_have_it_as_their_larger_end() -> None:
    """There are seven, and the sixes are most."""
    assert [1, 2, 3, 4, 5, 6, 7] == [mask.bit_count() for mask in TILES.of_suit]
    assert TILES.mask(TILES.kinds("2-2 2-1 0-2")) == TILES.of_suit[2]


def test_tiles_of_a_rank_have_it_as_their_smaller_end() -> None:
    assert [7, 6, 5, 4, 3, 2, 1] == [mask.bit_count() for mask in TILES.of_rank]
    assert TILES.mask(TILES.kinds("4-6 4-5 4-4")) == TILES.of_rank[4]


def test_dice_have_one_suit_and_a_rank_for_each_face() -> None:
    assert (TILES.mask(range(12)),) == BONES.of_suit
    assert tuple(1 << kind for kind in range(12)) == BONES.of_rank


def test_cards_have_four_suits_and_one_of_jokers() -> None:
    assert [8, 8, 8, 8, 0] == [mask.bit_count() for mask in SKAT.of_suit]
    assert [13, 13, 13, 13, 2] == [mask.bit_count() for mask in JOKERED.of_suit]
    assert JOKERED.mask(JOKERED.kinds("JR JB")) == JOKERED.of_suit[-1]


def test_jokers_rank_above_all() -> None:
    assert JOKERED.mask(JOKERED.kinds("JR JB")) == JOKERED.of_rank[-1]
    assert JOKERED.mask(JOKERED.kinds("C2 S2 H2 D2")) == JOKERED.of_rank[0]


def test_suits_and_ranks_part_the_pack(pack: Pack) -> None:
    whole = (1 << len(pack)) - 1
    for parts in (pack.of_suit, pack.of_rank):
        assert whole == sum(parts)
        assert len(pack) == sum(part.bit_count() for part in parts)


# glyphs and forms


def test_glyphs_of_tiles_and_dice_are_their_codes_in_brackets() -> None:
    for of in (TILES, BONES):
        assert tuple(f"[{code}]" for code in of.codes) == of.glyphs


def test_glyphs_of_cards_have_suit_signs() -> None:
    assert ["♥10", "♣7", "♠Q", "♦A"] == [SKAT.glyph(kind) for kind in SKAT.kinds("H10 C7 SQ DA")]
    assert ["★", "☆"] == [JOKERED.glyph(kind) for kind in JOKERED.kinds("JR JB")]


def test_glyphs_are_all_different(pack: Pack) -> None:
    assert len(pack) == len({pack.glyph(kind) for kind in range(len(pack))})


def test_a_form_says_what_to_draw() -> None:
    assert ["domino", "domino", "d12", "d6", "card", "card"] == [pack.form for pack in PACKS.values()]


def test_only_dice_are_of_dice() -> None:
    """Dominoes begin with the same letter."""
    assert [False, False, True, True, False, False] == [pack.of_dice for pack in PACKS.values()]


def test_forms_of_the_games() -> None:
    found = {name: game.pack.form for name, game in games().items()}
    expected = {"bingo": "domino", "domino_cribbage": "domino", "cribbage_dice": "d12", "cucumber": "card"}
    assert expected == {name: found[name] for name in expected}


# multisets


def test_every_handful_of_dice_reads_back() -> None:
    """All of up to four dice: sorted by face, equal ones repeated."""
    for number in range(5):
        for faces in combinations_with_replacement(range(12), number):
            assert list(faces) == BONES.listed(BONES.row(faces))


def test_equal_dice_are_one_row_in_any_order() -> None:
    kinds = BONES.kinds("5 12 5 1 5 12")
    expected = [BONES.mask(BONES.kinds("1 5 12")), BONES.mask(BONES.kinds("5 12")), BONES.mask(BONES.kinds("5"))]
    rows = {tuple(BONES.row(order)) for order in permutations(kinds)}
    assert {(*expected, 0, 0, 0)} == rows


def test_as_many_equal_pieces_as_there_are_copies(pack: Pack) -> None:
    assert [0] * pack.copies == pack.listed(pack.row([0] * pack.copies))
    with pytest.raises(ValueError, match=re.escape(pack.codes[0])):
        pack.row([0] * (pack.copies + 1))


def test_rows_of_whole_packs_read_back(pack: Pack) -> None:
    chooser = random.Random(1)
    whole = [kind for kind in range(len(pack)) for _ in range(pack.copies)]
    shuffled = chooser.sample(whole, len(whole))
    assert whole == pack.listed(pack.row(shuffled))
    assert pack.words == pack.copies == len(pack.row([]))


def test_some_of_every_pack_read_back(pack: Pack) -> None:
    chooser = random.Random(2)
    whole = [kind for kind in range(len(pack)) for _ in range(pack.copies)]
    for _ in range(60):
        some = chooser.sample(whole, chooser.randrange(len(whole)))
        assert Counter(some) == Counter(pack.listed(pack.row(some)))
        assert some == pack.kinds(pack.text(some))


# what does not fit


def test_as_many_kinds_as_a_word_has_bits_fit() -> None:
    assert KINDS_PER_WORD == len(dice(KINDS_PER_WORD, 1))


@pytest.mark.parametrize("kinds", [KINDS_PER_WORD + 1, 100])
def test_more_kinds_than_a_word_has_bits_are_refused(kinds: int) -> None:
    with pytest.raises(ValueError, match=f"{kinds} kinds do not fit a word of {KINDS_PER_WORD}"):
        dice(kinds, 1)


def test_a_set_up_to_twelve_is_refused() -> None:
    with pytest.raises(ValueError, match="91 kinds"):
        dominoes(12)


# as they are spoken


def test_tiles_are_spoken_by_their_ends() -> None:
    names = [spoken(ENGLISH, TILES, kind) for kind in TILES.kinds("4-6 6-6 3-0 0-0")]
    assert ["six-four", "double six", "three-blank", "double blank"] == names


def test_tiles_are_spoken_in_japanese() -> None:
    names = [spoken(JAPANESE, TILES, kind) for kind in TILES.kinds("4-6 6-6 3-0 0-0")]
    assert ["6と4", "6のダブル", "3とブランク", "ブランクのダブル"] == names


def test_faces_are_spoken_as_numbers() -> None:
    assert ["one", "nine", "twelve"] == [spoken(ENGLISH, BONES, kind) for kind in BONES.kinds("1 9 12")]
    assert ["1の目", "12の目"] == [spoken(JAPANESE, BONES, kind) for kind in BONES.kinds("1 12")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_pieces_are_spoken_alike(pack: Pack, language: str) -> None:
    names = [spoken(words(language), pack, kind) for kind in range(len(pack))]
    assert len(pack) == len(set(names))
    assert not [name for name in names if re.search(r"tile|die|card|[.{}\[\]]", name)], "a key was not found"


def read(of: Words, pack: Pack, text: str) -> str:
    """A sentence as it is read out."""
    return aloud(of, pack, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("East plays [6-4].", "East plays the six-four."),
        ("A pair: 2: [6-4] [0-0].", "A pair: 2: the six-four, the double blank."),
        ("[5-5] [1-0] [6-0]", "the double five, the one-blank, the six-blank"),
        ("[4-6] is not how it is drawn", "[4-6] is not how it is drawn"),
        ("The count is 6-4.", "The count is 6-4."),
    ],
)
def test_a_sentence_with_tiles_is_read_out(text: str, expected: str) -> None:
    assert expected == read(ENGLISH, TILES, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They come up: [3] [3].", "They come up: the three, the three."),
        ("East rolls [1] [11] [12] again.", "East rolls the one, the eleven, the twelve again."),
        ("[1] counts 1, not [13].", "the one counts 1, not [13]."),
    ],
)
def test_a_sentence_with_dice_is_read_out(text: str, expected: str) -> None:
    assert expected == read(ENGLISH, BONES, text)


def test_sentences_are_read_out_in_japanese() -> None:
    assert "東は6と4を出しました。" == read(JAPANESE, TILES, "東は[6-4]を出しました。")
    assert "3の目、12の目。" == read(JAPANESE, BONES, "[3] [12]。")


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "♥ is my trump", "hearts is my trump"),
        ("en", "Trumps ♠ spades", "Trumps spades"),
        ("en", "the first of ♥ ♦ ♠ ♣.", "the first of hearts, diamonds, spades, clubs."),
        ("en", "♥10 ♥J · ♣", "the ten of hearts, the jack of hearts; clubs"),
        ("ja", "切り札は♠", "切り札はスペード"),
        ("ja", "♣ クラブ", "クラブ"),
    ],
)
def test_suits_are_spelt_out_too(language: str, text: str, expected: str) -> None:
    """A listener hears no signs."""
    assert expected == read(words(language), JOKERED, text)


# codes of verbs


@pytest.fixture(scope="module")
def verbs() -> Verbs:
    """Of Cribbage Dice."""
    return games()["cribbage_dice"].verbs


@pytest.mark.parametrize("code", ["roll 1", "roll 12", "roll 5 5", "roll 5 5 5 5", "crib 1 12", "keep"])
def test_codes_with_dice_are_read_and_written(verbs: Verbs, code: str) -> None:
    assert code == verbs.gesture_text(verbs.parse(code))


def test_every_roll_of_up_to_four_dice_is_read_and_written(verbs: Verbs) -> None:
    for number in range(1, 5):
        for faces in combinations_with_replacement(BONES.codes, number):
            code = f"roll {' '.join(faces)}"
            assert code == verbs.gesture_text(verbs.parse(code))


@pytest.mark.parametrize("code", ["roll 0", "roll 13", "roll 5 13", "roll", "roll five", "keep 5"])
def test_codes_with_what_is_no_face_are_not_read(verbs: Verbs, code: str) -> None:
    with pytest.raises(ValueError, match=r"^.*$"):
        verbs.parse(code)


def test_a_tile_in_a_code_may_be_read_either_way() -> None:
    """And is written the larger end first."""
    of_tiles = games()["domino_cribbage"].verbs
    assert "crib 6-4 2-0" == of_tiles.gesture_text(of_tiles.parse("crib 4-6 0-2"))
    assert of_tiles.parse("play 3-5") == of_tiles.parse("play 5-3")
