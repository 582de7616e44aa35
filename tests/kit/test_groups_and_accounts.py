"""Groups of pieces that score: in notes, in accounts and scenes; what lies in the middle; who deals; pieces come in."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy
import pytest

from tests.aloud import take
from tests.arranged import new_match
from tests.games.cribbage_dice.builders import NOTHING, table
from tests.games.domino_cribbage import builders as tiles
from tests.kit.haggling import state_of
from tests.looking import sure
from torite.errors import BadOptions, BadRecord
from torite.games import find
from torite.kernel.compile import kernel
from torite.kit import HAND, bar, bar_for, came_in, limit, note, note_pieces, put_each, require, size, size_of
from torite.kit.knowledge import ANY
from torite.kit.state import NOTES
from torite.match import Match
from torite.records import read, verify, write
from torite.records.writing import seal_of
from torite.scenes import lay_out
from torite.scenes.schema import AccountLine, LogLine, Peg, Placed, Track
from torite.words import LANGUAGES
from torite.worlds import SPECTATOR

DICE, TILES = "cribbage-dice", "domino-cribbage"
PACK = find(DICE)[0].pack


def fresh(variant: str = DICE) -> Any:
    """A state before its first deal, with no notes."""
    return state_of(Match(variant, 2, seed=1, manual=True))


def faces(text: str) -> list[int]:
    """Some dice as a row."""
    return PACK.row(PACK.kinds(text))


def noted(state: Any) -> list[tuple[int, int, int, str]]:
    """The notes of a state, their pieces written out."""
    return [(line, seat, amount, PACK.text(PACK.listed(row))) for line, seat, amount, row in state.noted()]


# pieces of notes


@pytest.mark.parametrize("dice", ["7", "5 10", "5 5", "1 5 5 12", "3 3 3 3 3 3", ""])
def test_a_note_keeps_its_pieces(dice: str) -> None:
    """Equal dice, too."""
    state = fresh()
    note_pieces(state, 3, 1, 2, faces(dice))
    assert [(3, 1, 2, dice)] == noted(state)


def test_the_next_note_has_none_of_the_pieces_of_the_one_before() -> None:
    """Nor what lay in its place after the last action."""
    state = fresh()
    for _ in range(3):
        note_pieces(state, 1, 0, 2, faces("5 5 5 5"))
    state.note_count = 0
    note(state, 2, 1, 0)
    note_pieces(state, 1, 0, 2, faces("5"))
    assert [(2, 1, 0, ""), (1, 0, 2, "5")] == noted(state)


@pytest.mark.parametrize("more", [0, 1, 40])
def test_notes_beyond_the_most_are_dropped(more: int) -> None:
    state = fresh()
    for number in range(NOTES + more):
        note_pieces(state, 1, 0, number, faces(str(1 + number % 12)))
    expected = [(1, 0, number, str(1 + number % 12)) for number in range(NOTES)]
    assert expected == noted(state)


def test_the_last_note_keeps_its_pieces_when_more_are_dropped() -> None:
    state = fresh()
    for number in range(NOTES):
        note_pieces(state, 1, 0, number, faces("7"))
    note_pieces(state, 1, 0, NOTES, faces("12"))
    note(state, 1, 0, NOTES)
    assert (1, 0, NOTES - 1, "7") == noted(state)[-1]


@kernel
def note_many(words: Any, s: Any, times: int) -> None:
    """Note one face after the other; every third note has no pieces, every fifth the same face twice."""
    for i in range(times):
        if i % 3 == 0:
            note(s, i % 7, i % 2, i)
        else:
            s.draft[0][0] = 1 << (i % 12)
            s.draft[0][1] = s.draft[0][0] if i % 5 == 0 else 0
            note_pieces(s, i % 7, i % 2, i, s.draft[0])
    words[0] = words[0]


def test_notes_are_the_same_compiled() -> None:
    """Also those that are dropped."""
    game = find(DICE)[0]
    compiled: Any = game.binding.compiled(note_many)
    for times in (0, 5, NOTES, NOTES + 9):
        state = fresh()
        words = numpy.array(state.to_words(), dtype=numpy.int64)
        compiled(words, words.view(game.layout.dtype)[0], times)
        game.binding.interpreted(note_many)([0], state, times)
        assert state.to_words() == words.tolist()
        assert min(times, NOTES) == len(state.noted())


# details


def counted() -> Match:
    """A round in which the first player has a triplet of threes, and the second nothing; starter 12."""
    return take(table(f"12 {NOTHING}", "3 3 3 1", NOTHING), f"roll {NOTHING}", "keep", "keep")


def texts(lines: Sequence[AccountLine | LogLine]) -> list[str]:
    """What lines say."""
    return [line.text for line in lines]


def test_a_detail_is_in_the_account() -> None:
    expected = ["The hand of Seat 0 counts 6.", "Three alike: 6.", "The hand of Seat 1 counts nothing."]
    assert expected == texts(lay_out(counted()).account)


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_a_detail_is_not_in_the_log(viewer: int) -> None:
    log = " ".join(texts(lay_out(counted(), viewer, since=0).log))
    assert "counts 6: [1] [3] [3] [3] [12]." in log
    assert "Three alike" not in log


def test_a_detail_is_in_the_notes_of_histories() -> None:
    """It is said, only not told in the log."""
    notes = [one for seen in counted().history(0) for one in seen.notes if one.line.detail]
    assert [("triplet", (2, 2, 2))] == [(one.line.key, one.pieces) for one in notes]


# accounts in scenes


def test_lines_of_the_account_have_their_pieces() -> None:
    found = [[piece.code for piece in line.pieces] for line in lay_out(counted()).account]
    assert ["1 3 3 3 12", "3 3 3", "2 4 6 8 12"] == [" ".join(codes) for codes in found]


def test_a_line_without_pieces_has_an_empty_list() -> None:
    m = tiles.play_on(tiles.begin())
    plain = [line for line in lay_out(m).account if line.clause.startswith("DCRIB-4.9")]
    assert [[]] == [line.pieces for line in plain]


def test_headings_of_the_account_are_the_hands() -> None:
    assert [True, False, True] == [line.heading for line in lay_out(counted()).account]


@pytest.mark.parametrize("seed", range(3))
def test_groups_of_a_hand_are_part_of_it_and_sum_to_it(seed: int) -> None:
    """In whole deals of Domino Cribbage: what follows a heading belongs to it."""
    m = tiles.play_on(Match(TILES, 2, seed=seed, pause=True), random.Random(seed))
    heads: list[tuple[int, Counter[str]]] = []
    sums: list[int] = []
    for line in lay_out(m).account:
        pieces = Counter(piece.code for piece in line.pieces)
        if line.heading:
            heads.append((line.amount, pieces))
            sums.append(0)
        elif heads and line.clause.startswith("DCRIB-5"):
            assert pieces <= heads[-1][1]
            sums[-1] += line.amount
    assert 3 == len(heads), "two hands and a crib"
    assert [amount for amount, _ in heads] == sums
    assert all(5 == pieces.total() for _, pieces in heads)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_the_sheet_have_no_pieces(language: str) -> None:
    """The log has them."""
    for m in (counted(), tiles.play_on(tiles.begin())):
        scene = lay_out(m, 0, language)
        assert "[" not in sure(sure(scene.sheet)[0].text)
        assert "[" in " ".join(texts(scene.log))


# form, board, line and starter


@pytest.mark.parametrize(
    ("variant", "form"), [("agurk", "card"), ("bingo", "domino"), (TILES, "domino"), (DICE, "d12")]
)
def test_a_scene_tells_the_form_of_the_pieces(variant: str, form: str) -> None:
    assert form == lay_out(Match(variant, seed=1)).form


@pytest.mark.parametrize("variant", ["agurk", "bingo", "doppelkopf"])
def test_other_games_have_no_board(variant: str) -> None:
    assert lay_out(Match(variant, seed=1)).track is None


def test_both_pegs_are_at_the_start_at_first() -> None:
    expected = Track("Cribbage board", 90, [Peg(seat, front=0, back=0) for seat in (0, 1, 2)])
    assert expected == lay_out(Match(DICE, 3, seed=1)).track


def test_the_front_peg_is_the_score_and_the_back_peg_was_it() -> None:
    """The triplet first, then a fifteen in the next round; nothing counted moves no peg."""
    m = table(f"12 {NOTHING}", "3 3 3 1", NOTHING, f"12 {NOTHING}", "5 1 7 9")
    take(m, f"roll {NOTHING}", "keep")
    assert (6, 0) == tiles.pegs(m)[0]
    take(m, "keep")
    m.go_on()
    take(m, "keep", "keep")
    assert m.scores[0] > 6
    assert [(m.scores[0], 6), (0, 0)] == tiles.pegs(m)


@pytest.mark.parametrize("seed", range(3))
def test_the_back_peg_is_where_the_front_peg_was(seed: int) -> None:
    """Or further on, where several things were scored at once; nothing scored moves neither."""
    m, moved = Match(TILES, 2, seed=seed), 0
    before = tiles.pegs(m)
    while not m.over:
        m.act(m.actors[0], m.actions(m.actors[0])[0])
        for (front, back), (was, was_back) in zip(now := tiles.pegs(m), before, strict=True):
            assert (front, back) == (was, was_back) if front == was else was <= back < front
            moved += front != was
        before = now
    assert moved > 10
    assert m.scores == [front for front, _ in before]


def zone(m: Match, name: str, viewer: int = SPECTATOR) -> list[Placed]:
    """The pieces of a zone in the middle."""
    (found,) = [one for one in lay_out(m, viewer).zones if one.name == name]
    assert found.seat == -1
    return [sure(piece) for piece in found.pieces]


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_the_line_tells_who_played_each_tile(viewer: int) -> None:
    m = tiles.line("5-0 3-1 2-1")
    assert [("5-0", 0), ("3-1", 1), ("2-1", 0)] == [(p.code, p.seat) for p in zone(m, "line", viewer)]


def test_the_line_begins_anew_after_thirty_one() -> None:
    m = tiles.line("6-6 6-5 5-3")
    assert [] == zone(m, "line")


def test_in_a_line_a_seat_may_play_twice_running() -> None:
    """The other has said Go."""
    m = tiles.play(tiles.begin("6-6 2-0 1-0 1-1", "6-5 6-4 6-3 5-5"), "6-6 6-5 2-0")
    assert [1] == tiles.goes(m)
    tiles.play(m, "1-1")
    assert [0, 1, 0, 0] == [piece.seat for piece in zone(m, "line")]


def test_the_starter_is_a_zone_in_the_middle() -> None:
    assert [Placed(code="5-5", glyph="[5-5]")] == zone(tiles.begin(starter="5-5"), "starter")
    assert [Placed(code="12", glyph="[12]")] == zone(table(f"12 {NOTHING}"), "starter")


def test_there_is_no_starter_before_it_is_turned() -> None:
    assert [] == zone(tiles.table(starter="5-5"), "starter")


# who deals first


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_any_seat_may_be_arranged_to_deal_where_dice_decide(seats: int) -> None:
    for dealer in range(seats):
        m = new_match(DICE, seats, seed=dealer, dealer=dealer)
        assert (dealer, {"dealer": dealer}, False) == (m.public.dealer, m.chance.agreed, m.chance.arranged)
        roll = m.log.standing[0].outcome
        assert [dealer] == [seat for seat in range(seats) if roll[seat] == max(roll)], "decided at once"


@pytest.mark.parametrize(("variant", "dealer", "seed"), [*product([TILES, "bingo"], [0, 1], range(4))])
def test_either_may_be_arranged_to_deal_with_tiles(variant: str, dealer: int, seed: int) -> None:
    m = new_match(variant, 2, seed=seed, dealer=dealer)
    assert (dealer, ["dealer", "deal"]) == (m.public.dealer, [entry.chance for entry in m.log.standing])


@pytest.mark.parametrize(("variant", "dealer"), [*product([TILES, DICE], [0, 1])])
def test_a_record_says_who_was_agreed_to_deal(variant: str, dealer: int) -> None:
    m = new_match(variant, 2, {"target": "20"}, seed=4, dealer=dealer)
    while not m.over:
        m.act(m.actors[0], m.actions(m.actors[0])[0].code.removesuffix(" +"))
    text = write(m)
    assert f"\nagreed dealer: {dealer}\n" in text
    assert "arranged" not in text
    again = read(text)
    assert text == write(again)
    assert verify(again) is True


@pytest.mark.parametrize("variant", [TILES, DICE])
def test_a_record_that_says_another_was_agreed_on_is_not_true(variant: str) -> None:
    assert verify(claimed(variant, "0")) is False


@pytest.mark.parametrize("variant", [TILES, DICE])
@pytest.mark.parametrize("dealer", ["2", "-1"])
def test_a_record_that_agrees_on_a_seat_that_is_not_there_is_a_bad_record(variant: str, dealer: str) -> None:
    """When it is read, or at least when it is verified."""
    with pytest.raises(BadRecord):
        verify(claimed(variant, dealer))


def claimed(variant: str, dealer: str) -> Match:
    """A record of a match in which seat 1 was agreed to deal, changed to say another."""
    text = write(new_match(variant, 2, seed=1, dealer=1), with_key=True).replace("dealer: 1\n", f"dealer: {dealer}\n")
    body = text[: text.index("seal: ")]
    return read(f"{body}seal: {seal_of(body)}\n")


@pytest.mark.parametrize("variant", [TILES, DICE, "bingo"])
@pytest.mark.parametrize("dealer", [2, 6, -1, "1", 1.0, True])
def test_a_dealer_who_is_not_there_is_refused(variant: str, dealer: Any) -> None:
    with pytest.raises(BadOptions):
        new_match(variant, 2, seed=1, dealer=dealer)


# pieces that come in


def bounded(least: int = 1, most: int = 2) -> tuple[Any, int]:
    """A state in which so many of the doubles lie in seat 1's hand, and some tiles are barred there."""
    state = fresh(TILES)
    doubles = sum(1 << kind for kind, (high, low) in enumerate(ends()) if high == low)
    limit(state, HAND + 1, doubles, least, most)
    bar(state, HAND + 1, 0b111)
    bar_for(state, 0, HAND + 1, 0b1000)
    return state, doubles


def ends() -> list[tuple[int, int]]:
    pack = find(TILES)[0].pack
    return list(zip(pack.suit, pack.rank, strict=True))


def test_what_comes_in_may_be_one_more_of_what_is_bounded() -> None:
    state, doubles = bounded()
    came_in(state, HAND + 1)
    assert (doubles, 3) == (state.required[HAND + 1], state.at_most[HAND + 1])


def test_what_comes_in_leaves_the_least_as_it_is() -> None:
    state, _ = bounded()
    came_in(state, HAND + 1)
    assert 1 == state.least[HAND + 1]


def test_what_comes_in_may_be_what_was_barred() -> None:
    state, _ = bounded()
    came_in(state, HAND + 1)
    assert (0, 0) == (state.barred[HAND + 1], state.barred_for[0][HAND + 1])


def test_what_comes_in_changes_no_other_place() -> None:
    state, _ = bounded()
    bar(state, HAND, 0b1)
    require(state, HAND, 0b11, 1)
    came_in(state, HAND + 1)
    assert (0b1, 0b11, 1, ANY) == tuple(
        getattr(state, name)[HAND] for name in ("barred", "required", "least", "at_most")
    )


def test_where_nothing_is_bounded_nothing_is_bounded_afterwards() -> None:
    state = fresh(TILES)
    came_in(state, HAND + 1)
    assert (0, 0, 0) == (state.required[HAND + 1], state.least[HAND + 1], state.at_most[HAND + 1])


# pieces of a mask


@pytest.mark.parametrize("codes", ["", "1", "12", "1 5 12", "1 2 3 4 5 6 7 8 9 10 11 12"])
def test_each_kind_of_a_mask_is_put_once(codes: str) -> None:
    row = [0] * PACK.words
    put_each(row, PACK.mask(PACK.kinds(codes)))
    assert codes == PACK.text(PACK.listed(row))


def test_putting_each_adds_to_what_is_there() -> None:
    row = faces("5 5 7")
    put_each(row, PACK.mask(PACK.kinds("1 5")))
    assert "1 5 5 5 7" == PACK.text(PACK.listed(row))
    assert (5, 3) == (size(row), size_of(row, PACK.mask([4])))
