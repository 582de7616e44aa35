"""Layouts: where the fields of a state lie, and that its plain and its flat form are one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.kit.haggling import game as haggle
from tests.kit.haggling import toys_listed
from torite.games import games
from torite.kernel.declared import Declared
from torite.kernel.fields import EMPTY, UNKNOWN, See, Span
from torite.kernel.layout import SHARED
from torite.kit import HAND, ForDeal, Game, Pieces, forget, know, left_openly, mixed
from torite.kit.state import BaseState

with toys_listed():
    GAMES = {**games(), "haggle": haggle()}


@pytest.fixture(params=list(GAMES.values()), ids=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def filled(game: Game, seed: int) -> tuple[Any, list[int]]:
    """A state of all sorts of words, and those words."""
    chooser = random.Random(seed)
    state: Any = game.state()
    words = [chooser.choice([0, 1, EMPTY, UNKNOWN, chooser.getrandbits(62)]) for _ in range(game.layout.all_words)]
    options = state.layout.named["options"]
    words[options.offset : options.offset + options.words] = state.to_words()[
        options.offset : options.offset + options.words
    ]
    return type(state).from_words(words), words


def test_hands_are_the_first_places(game: Game) -> None:
    """`put_on_trick` and every rule that says HAND + seat rest on it."""
    hand = game.layout.named["hand"]
    assert hand.is_place or game.pack.of_dice
    if not hand.is_place:
        return
    layout = game.layout
    assert list(range(HAND, HAND + layout.seats)) == [layout.place("hand", seat) for seat in range(layout.seats)]


def test_places_are_the_pieces_that_somebody_does_not_see(game: Game) -> None:
    layout = game.layout
    expected = [f for f in layout.fields if f.is_place and f.spec.see is not See.ALL for _ in range(f.owners)]
    assert expected == [place.field for place in layout.places]
    for number, place in enumerate(layout.places):
        assert number == layout.place(place.field.name, place.owner)
        assert place.offset == place.field.offset + place.owner * place.length
    for name in ("count", "barred", "required", "least"):
        assert (len(layout.places),) == layout.named[name].shape
    assert (layout.seats, len(layout.places), game.pack.words) == layout.named["known"].shape


def test_fields_lie_one_after_the_other(game: Game) -> None:
    """Without gaps; what lies beside the state comes last, so that a playout's record is a prefix."""
    layout, at = game.layout, 0
    for field in layout.fields:
        assert at == field.offset
        at += field.words
    assert at == layout.all_words
    beside = [field.spec.beside for field in layout.fields]
    assert sorted(beside) == beside
    assert layout.words == next(field.offset for field in layout.fields if field.spec.beside)
    assert 8 * layout.all_words == layout.dtype.itemsize
    assert 8 * layout.words == layout.playout_dtype.itemsize
    for field in layout.fields:
        assert 8 * field.offset == layout.dtype.fields[field.name][1]  # type: ignore[index]


def test_plain_and_flat_states_are_one(game: Game) -> None:
    for seed in range(5):
        state, words = filled(game, seed)
        assert words == state.to_words()
        assert words == type(state).from_bytes(state.to_bytes()).to_words()
        short = type(state).from_words(words[: game.layout.words])
        assert words[: game.layout.words] == short.to_words()[: game.layout.words]


def test_copies_share_nothing(game: Game) -> None:
    state, words = filled(game, 1)
    for other in (state.copy(), state.trial()):
        for field in game.layout.fields:
            if field.spec.holds != "options" and field.words and field.shape and field.spec.shape != SHARED:
                value = getattr(other, field.name)
                while isinstance(value[0], list):
                    value = value[0]
                value[0] += 1
        assert words == state.to_words()
    assert words == state.copy().to_words()


def test_what_is_learnt_in_a_copy_stays_there(game: Game) -> None:
    """Rows of knowledge are shared until one of the copies changes them; where nothing is dealt, nothing is known."""
    if not game.layout.places:
        assert game.pack.of_dice
        return
    state: Any = game.state()
    state.seats = game.layout.seats
    know(state, 0, HAND, 2)
    words = state.to_words()
    changes: list[Callable[[BaseState], None]] = [
        forget,
        lambda other: know(other, 0, HAND, 1),
        lambda other: left_openly(other, HAND, 2),
        lambda other: mixed(other, HAND, 1),
    ]
    for change in changes:
        other = state.copy()
        change(other)
        assert other.known != state.known
        assert words == state.to_words()


def test_every_field_says_what_it_means() -> None:
    """The comment at the end of a field's line is its note, however its annotation is laid out."""
    assert set() == {field.name for game in GAMES.values() for field in game.layout.fields if not field.note}


def test_a_fresh_state_is_empty_but_for_what_is_declared(game: Game) -> None:
    state: Any = game.state()
    for field in game.layout.fields:
        if field.spec.holds != "options":
            value = state.to_words()[field.offset : field.offset + field.words]
            empty = EMPTY if field.spec.holds == "sequence" else 0
            declared = vars(type(state)).get(field.name, empty)
            assert [declared] * field.words == value


@pytest.mark.parametrize(("name", "spans"), [("reset_deal", {Span.DEAL, Span.TRICK}), ("reset_trick", {Span.TRICK})])
def test_what_is_kept_for_a_deal_or_a_trick_is_put_back_and_nothing_else(
    game: Game, name: str, spans: set[Span]
) -> None:
    state, words = filled(game, 5)
    state.seats = game.layout.seats
    words[game.layout.named["seats"].offset] = state.seats
    getattr(state, name)()
    after, first = state.to_words(), game.state().to_words()
    for field in game.layout.fields:
        own = slice(field.offset, field.offset + field.words)
        assert (first if field.spec.span in spans else words)[own] == after[own], field.name


def test_what_nobody_has_is_not_put_back(game: Game) -> None:
    """Copies of a state share what belongs to the seats that are not taken."""
    state, _ = filled(game, 6)
    state.seats = game.layout.seats - 1
    before = state.copy()
    state.reset_deal()
    for field in game.layout.fields:
        if field.spec.shape[:1] == ("seats",):
            assert getattr(before, field.name)[-1] == getattr(state, field.name)[-1], field.name


def test_a_value_at_first_is_told_of_numbers_alone() -> None:
    with pytest.raises(TypeError, match=r"Wrong.turned holds pieces: nothing lies there at first"):
        type("Wrong", (Declared,), {"__annotations__": {"turned": ForDeal[Pieces]}, "turned": 1})
