"""Packs in blocks, players whom nobody plays, and what a scene of one seat can say."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import torite
from tests.arranged import new_match
from tests.looking import sure
from torite.games import find
from torite.kernel import generator
from torite.kernel.slots import BLOCKS
from torite.kit import Verbs, copies, drop, pour, put, size
from torite.kit.chances import HEAD, ask_shuffle
from torite.kit.turn_order import draw
from torite.pieces import Pack, cards, tarots
from torite.pieces.pack import BLOCK
from torite.scenes.wording import share_sentence
from torite.words import in_halves, numeral
from torite.worlds import SPECTATOR
from torite.worlds.sampler import Sampler

PACK = tarots()
SOLO = "french-tarot-solo"
KINDS = st.lists(st.sampled_from(PACK.all), unique=True)


def test_a_tarot_pack_has_78_kinds_in_two_blocks() -> None:
    """Suits first, then the trumps and the Excuse; every code reads back, and no number stands for nothing."""
    assert (len(PACK), PACK.blocks, PACK.words, PACK.copies) == (78, 2, 2, 1)
    assert [PACK.kind(code) for code in PACK.listing().split()] == list(PACK.all)
    assert {kind // BLOCK for kind in PACK.all} == {1, 2}
    assert [PACK.codes[kind] for kind in PACK.all[:3]] == ["C1", "C2", "C3"]
    assert [PACK.codes[kind] for kind in PACK.all[-3:]] == ["T20", "T21", "EX"]
    assert len({PACK.glyph(kind) for kind in PACK.all}) == 78


def test_other_packs_are_one_block() -> None:
    """Their kinds stay below the first block, as before."""
    pack = cards("2 3 4", copies=2)
    assert (pack.blocks, pack.words, pack.all) == (1, 2, tuple(range(12)))


@pytest.mark.parametrize(("first", "many", "held"), [(0, 63, 1), (BLOCK, 63, 1), (BLOCK, 10, 1), (2 * BLOCK, 10, 2)])
def test_kinds_that_fit_no_word_are_refused(first: int, many: int, held: int) -> None:
    """At most 62 kinds in a word, and those of several blocks once each."""
    codes = ("",) * first + tuple(f"X{i}" for i in range(many))
    kinds = {code: kind for kind, code in enumerate(codes) if code}
    zeros = (0,) * len(codes)
    if many <= 62 and held == 1:
        assert len(Pack(codes, held, zeros, zeros, codes, "card", kinds)) == many
    else:
        with pytest.raises(ValueError, match=f"{many} kinds"):
            Pack(codes, held, zeros, zeros, codes, "card", kinds)


@given(KINDS)
def test_rows_of_blocks_list_what_was_put(kinds: list[int]) -> None:
    """A row made by the pack is the one made piece by piece; listed in pack order."""
    row = [0, 0]
    for kind in kinds:
        put(row, kind)
    assert row == PACK.row(kinds)
    assert PACK.listed(row) == sorted(kinds)
    assert size(row) == len(kinds)
    assert all(copies(row, kind) == (kind in kinds) for kind in PACK.all)


@given(KINDS, st.data())
def test_pieces_of_blocks_move(kinds: list[int], data: st.DataObject) -> None:
    """What is dropped is gone, and what is poured lies in the other row."""
    gone = data.draw(st.lists(st.sampled_from(kinds), unique=True)) if kinds else []
    row, other = PACK.row(kinds), PACK.row(sorted(set(PACK.all) - set(kinds)))
    for kind in gone:
        drop(row, kind)
    assert PACK.listed(row) == sorted(set(kinds) - set(gone))
    pour(row, other)
    assert row == [0, 0]
    assert PACK.listed(other) == sorted(set(PACK.all) - set(gone))


@given(st.lists(st.integers(0, 11)).filter(lambda held: max(Counter(held).values(), default=0) <= 2))
def test_rows_of_copies_pour_as_before(held: list[int]) -> None:
    """A kind held twice in all is in both words, from wherever it came."""
    pack = cards("2 3 4", copies=2)
    at = random.Random(len(held)).randint(0, len(held))
    source, target = pack.row(held[:at]), pack.row(held[at:])
    pour(source, target)
    assert source == [0, 0]
    assert pack.listed(target) == sorted(held)


def test_a_row_does_not_hold_a_piece_twice() -> None:
    """A pack in blocks has each piece once."""
    with pytest.raises(ValueError, match="T21"):
        PACK.row([PACK.kind("T21")] * 2)


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_a_shuffle_of_blocks_draws_every_piece(compiled: bool) -> None:
    """Chance of simulation names each of the 78 once, in another order each time."""
    game = find(SOLO)[0]
    ask: Any = [0] * (HEAD + PACK.words)
    outcome: Any = [0] * 78
    rng: Any = [0] * generator.PADDED
    ask_shuffle(ask, PACK.row(PACK.all))
    bind = game.binding.compiled if compiled else game.binding.interpreted
    if compiled:
        import numpy

        ask, outcome, rng = (numpy.array(words, dtype=numpy.int64) for words in (ask, outcome, rng))
    bind(generator.seed)(rng, 7, 0)
    orders = set()
    for _ in range(3):
        bind(draw)(ask, outcome, rng)
        assert sorted(outcome) == list(PACK.all)
        orders.add(tuple(outcome))
    assert len(orders) == 3
    assert game.binding.slots["BLOCKS"] == 2 > BLOCKS


def test_a_verb_of_pieces_has_a_word_for_each_block() -> None:
    """Its actions are base and kind; they are written, and read back, as of any pack."""
    verbs = Verbs(PACK)
    play, discard = verbs.pieces("play"), verbs.pieces("discard")
    word = verbs.word("pass")
    for base, name in ((play, "play"), (discard, "discard")):
        for kind in PACK.all:
            assert verbs.text(base + kind) == f"{name} {PACK.codes[kind]}"
            assert verbs.parse(f"{name} {PACK.codes[kind].lower()}") == [base + kind]
    assert len(list(verbs.actions())) == len(set(verbs.actions())) == 2 + 2 * 78 + 1
    assert max(verbs.actions()) == word < 64 * verbs.words
    with pytest.raises(ValueError, match="no action"):
        verbs.verb(play + 1)


def test_a_verb_of_numbers_may_end_with_a_piece() -> None:
    """`use SJ 7` stands beside `use HJ`, in either case of letters."""
    verbs = Verbs(cards("J Q K"))
    use = verbs.pieces("use")
    swap = verbs.number("use SJ", 1, 8, stations=True)
    assert verbs.parse("use HJ") == [use + verbs.pack.kind("HJ")]
    assert verbs.parse("use sj 7") == [swap + 6]
    assert verbs.text(swap + 6) == "use SJ 7"
    assert verbs.verb_of("use SJ 7").stations
    assert not verbs.verb_of("use HJ").stations
    for wrong in ("use SJ 9", "use SJ 0", "use SJ x", "use SJ 1 2"):
        with pytest.raises(ValueError, match=wrong.removeprefix("use SJ ")):
            verbs.parse(wrong)


def test_worlds_of_blocks_are_of_the_pieces_unseen() -> None:
    """In every world the viewer's own cards lie where they lay, and all 78 lie somewhere; the orders differ."""
    match = torite.Match(SOLO, seed=3, options={"bid_policy": "free"})
    match.act(0, "bid garde-sans")
    seen = match.view(0)
    sampler = Sampler(match.game, seen, 0, seed=5, compiled=False)
    orders = set()
    for _ in range(6):
        world = sampler.world()
        assert world.hand == match.log.state.hand
        closed = [kind for side in world.closed for kind in side if kind >= 0]
        everywhere = closed + PACK.listed(world.kitty) + PACK.listed(world.hand[0])
        assert sorted(everywhere) == list(PACK.all)
        orders.add(tuple(closed))
    assert len(orders) == 6


# arranged deals


def test_what_lies_anywhere_is_arranged() -> None:
    """Fields by name, and by owner where they have several, in their order; the rest is drawn."""
    places: Any = {"closed": {1: "H7 T3", 2: "EX"}, "kitty": ["T21", "CK"]}
    match = new_match(SOLO, seed=1, hands={0: "T1 D1"}, places=places, options={"bid_policy": "free"})
    state = match.log.state
    assert PACK.text(state.closed[1][:2]) == "H7 T3"
    assert PACK.text(state.closed[2][:1]) == "EX"
    assert {"T21", "CK"} <= {PACK.codes[kind] for kind in PACK.listed(state.kitty)}
    assert {"T1", "D1"} <= set(match.cards(0))
    assert match.chance.arranged


@pytest.mark.parametrize(
    "places",
    [{"cellar": "H7"}, {"trick": "H7"}, {"closed": {9: "H7"}}, {"kitty": "X9"}, {"kitty": "C1 C2 C3 C4 C5 C6 C7"}],
    ids=["no such place", "not dealt to", "no such owner", "no such piece", "too many"],
)
def test_what_cannot_lie_so_is_refused(places: Any) -> None:
    """A place, owner or piece that there is not, or too many pieces, in both languages."""
    with pytest.raises(torite.BadOptions) as caught:
        new_match(SOLO, seed=1, places=places)
    assert caught.value.say("en")
    assert caught.value.say("ja")


# figures, and scenes of one seat


def test_figures_sit_at_the_table_and_are_no_seats() -> None:
    """They have names and zones, and no score; nobody may ask as one of them."""
    match = torite.Match(SOLO, seed=2, options={"bid_policy": "free"})
    scene = torite.lay_out(match, 0)
    assert [seat.seat for seat in scene.seats] == [0]
    assert [(figure.seat, figure.name) for figure in scene.figures] == [(1, "The AI"), (2, "The Dummy")]
    assert {zone.seat: zone.count for zone in scene.zones if zone.name == "closed"} == {1: 24, 2: 24}
    assert not any(figure.acts or figure.score or figure.you for figure in scene.figures)
    with pytest.raises(torite.BadOptions):
        match.view(1)


def test_games_of_seats_alone_have_no_figures() -> None:
    """Nothing is added to their scenes."""
    scene = torite.lay_out(torite.Match("agurk", seed=1), 0)
    assert (scene.figures, scene.road, scene.status) == ([], None, [])


def test_the_last_trick_is_told_though_the_next_has_begun() -> None:
    """The AI leads at once; who took the trick before, and with what, is still to be seen."""
    match = torite.Match(SOLO, seed=4, options={"bid_policy": "free"})
    chooser = random.Random(1)
    while match.public.tricks_played < 1:
        match.act(0, chooser.choice(match.actions(0)))
    scene = torite.lay_out(match, SPECTATOR)
    assert len(sure(scene.last_trick)) == 3
    assert [zone.seat for zone in scene.zones if zone.name == "trick"] == [1]
    assert not any(zone.name == "last_trick" for zone in scene.zones)


def test_a_match_alone_ends_with_its_own_sentence() -> None:
    """Nobody wins a session; its sum is told, and may be shared once it is over."""
    match = torite.Match(SOLO, seed=6, options={"deal_count": "1"})
    assert share_sentence(match) is None
    chooser = random.Random(3)
    while not match.over:
        match.act(0, chooser.choice(match.actions(0)))
    total = numeral(match.scores[0])
    scene = torite.lay_out(match, 0)
    assert total in scene.prompt == sure(scene.result).text
    assert total in (share_sentence(match) or "")
    assert total in (share_sentence(match, "ja") or "")
    assert sure(scene.result).winners == []
    assert share_sentence(torite.Match("agurk", seed=1)) is None


@pytest.mark.parametrize(
    ("halves", "text"), [(83, "41½"), (82, "41"), (1, "½"), (0, "0"), (-1, "−½"), (-83, "−41½"), (-2, "−1")]
)
def test_halves_are_written_as_people_do(halves: int, text: str) -> None:
    """No decimal points, no rounding."""
    assert in_halves(halves) == text
