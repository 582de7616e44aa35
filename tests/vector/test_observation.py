"""Laws of observations: a seat is told what its view tells it, no more and no less, in the form that is declared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import EnumType
from typing import Any

import pytest

from tests.conftest import Many
from tests.strategies import Table, walk
from torite.games import games
from torite.kernel.fields import Bits, Names, OneOf, See
from torite.kernel.layout import Field
from torite.kit import Game
from torite.vector import encode
from torite.vector.encode import MOST_WIDE, observe
from torite.vector.observation import Observation
from torite.vector.plan import widths
from torite.worlds.sampler import Sampler
from torite.worlds.view import view

TOLD_OTHERWISE = {"options", "seats", "note_count", "notes", "note_pieces", "known", "barred_for"}


def observed(game: Game, layout: Observation, state: Any, seat: int) -> bytes:
    """Write what a seat sees, interpreted."""
    out = bytearray(layout.size)
    write = game.binding.interpreted(observe)
    write(state.to_words(), state, seat, layout.sets, layout.numbers, layout.others, layout.kinds, out)
    return bytes(out)


def told(seen: Any, seat: int) -> str:
    """Write down a view, but for what lasts, for notes, and for what is known of places that are seen."""
    parts = [
        (field.name, getattr(seen, field.name)) for field in seen.layout.fields if field.name not in TOLD_OTHERWISE
    ]
    in_order = [i for i, place in enumerate(seen.layout.places) if place.field.spec.holds == "sequence"]
    return repr((parts, [seen.known[seat][i] for i in in_order]))


def moments(table: Table, times: int) -> Iterator[Any]:
    """Run through the states of some random matches, the last ones too."""
    for seed in range(times):
        for moment in walk(table, seed, 60 * table.seats):
            yield moment.state
        yield moment.state


@pytest.mark.long
def test_views_that_differ_are_written_otherwise_and_others_alike(table: Table, many: Many) -> None:
    """Over all states of random matches, bytes and views tell the same apart."""
    game, layout = table.game, Observation(table.game, table.seats)
    views: dict[bytes, str] = {}
    bytes_of: dict[str, bytes] = {}
    for i, state in enumerate(moments(table, many(3, 1))):
        for seat in range(table.seats):
            if many(1, 3) > 1 and (i + seat) % table.seats:
                continue
            written, seen = observed(game, layout, state, seat), told(view(game, state, seat), seat)
            key = bytes([seat]) + written
            assert views.setdefault(key, seen) == seen
            assert bytes_of.setdefault(f"{seat} {seen}", written) == written
    assert len(views) > 1


@pytest.mark.long
def test_worlds_of_a_view_are_written_alike(table: Table) -> None:
    """A state and every world that a seat cannot tell from it give it the same bytes."""
    game, layout, drawn = table.game, Observation(table.game, table.seats), 0
    for i, state in enumerate(moments(table, 1)):
        seat = i % table.seats
        if i % 7 or game.rules.over(state) or not game.rules.actors(state):
            continue
        world = Sampler(game, view(game, state, seat), seat, i, compiled=False).world()
        assert observed(game, layout, world, seat) == observed(game, layout, state, seat)
        drawn += 1
    assert drawn


def may_be(game: Game, field: Field, value: int) -> bool:
    """Tell whether a number can be written in the form that its field declares."""
    values = game.phase if field.name == "phase" else field.spec.values
    if values is Names.SEAT:
        return -1 <= value < game.layout.seats + game.layout.figures
    if values is Names.KIND:
        return value < 0 or (game.pack.blocks == 1 and value < len(game.pack.codes)) or value in game.pack.all
    if values is Names.KINDS:
        return 0 <= value < 1 << len(game.pack.codes)
    if isinstance(values, Bits):
        return 0 <= value < 1 << values.size
    if isinstance(values, OneOf):
        return -1 <= value < values.size
    if isinstance(values, EnumType):
        return value in list(values)
    if isinstance(values, range):
        return value in values
    return abs(value) <= MOST_WIDE


def numbers(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for one in value:
            yield from numbers(one)
    else:
        yield value


@pytest.mark.long
def test_numbers_are_what_their_fields_declare(table: Table, many: Many) -> None:
    """No state has a number that its declaration has no form for."""
    game = table.game
    fields = [one for one in game.layout.fields if one.spec.holds == "number" and not one.spec.beside]
    for state in moments(table, many(4, 2)):
        for field in fields:
            for value in numbers(getattr(state, field.name)):
                assert may_be(game, field, value), f"{field.name} is {value}, declared {field.spec.values}"


@pytest.mark.long
def test_pieces_that_everybody_sees_are_written_whole(table: Table, many: Many) -> None:
    """So many of each kind as lie there, whatever is written beside them."""
    game, layout = table.game, Observation(table.game, table.seats)
    fields = [one for one in game.layout.fields if one.spec.holds == "pieces" and one.spec.see is See.ALL]
    single = [one for one in fields if one.owners == 1 and not one.spec.beside]
    for state in moments(table, many(4, 1)):
        written = observed(game, layout, state, 0)
        for field in single:
            start, held = layout[field.name].start, Counter(game.pack.listed(getattr(state, field.name)))
            counts = {kind: written[start + layout.kinds[kind]] for kind in game.pack.all}
            assert {kind: n for kind, n in counts.items() if n} == held, field.name


def test_what_a_rule_shows_is_written_over_nothing_else() -> None:
    """What stands beside it was written before: of 52 kinds, 52 bytes."""
    kinds = 52
    row, out = [0] * encode.OTHER_COLUMNS, bytearray(b"x" * (kinds + 2 + 8))
    for column, value in ((encode.OP, encode.PIECES), (encode.OTHER_AT, 1), (encode.NUMBER, 2), (encode.SIZE, kinds)):
        row[column] = value
    encode.write_places([(1 << kinds) - 1, 1 << kinds - 1], row, [], out)
    assert b"x" + b"\1" * (kinds - 1) + b"\2" + b"x" * 9 == out


@pytest.mark.long
def test_parts_follow_one_another_and_say_what_they_are(table: Table) -> None:
    """Every byte belongs to one part; no part is of what no seat may know."""
    layout = Observation(table.game, table.seats, recall=5)
    at = 0
    for part in layout.parts:
        assert part.start == at
        assert part.meaning
        at += part.size
    assert at == layout.size == len(layout.scale)
    hidden = [one for one in table.game.layout.hidden if one.spec.see is See.NOBODY and one.spec.holds == "number"]
    assert not {one.name for one in hidden} & {part.name for part in layout.parts}


def test_seats_stand_from_the_viewer_on() -> None:
    """What a seat sees begins with itself, whoever it is."""
    table = Table("hearts", 4)
    layout = Observation(table.game, 4)
    state = next(moment.state for moment in walk(table, 1, 400) if moment.state.trick_len == 2)
    for seat in range(4):
        written = observed(table.game, layout, state, seat)
        hand = written[layout["hand"].slice]
        assert [kind for kind in range(52) if hand[kind]] == table.game.pack.listed(state.hand[seat])
        leader = written[layout["leader"].slice]
        assert leader.index(1) == (state.leader - seat) % 4


def test_a_suit_is_one_of_five_and_none_of_them_before_it_is_known() -> None:
    """What is one of so many has a byte for each, and none is set where it is negative."""
    table = Table("perlaggen", 4)
    layout = Observation(table.game, 4)
    met = set()
    for state in moments(table, 1):
        written = observed(table.game, layout, state, 0)[layout["trump"].slice]
        assert [suit for suit in range(5) if written[suit]] == ([state.trump] if state.trump >= 0 else [])
        met.add(state.trump >= 0)
    assert met == {False, True}


def test_amounts_up_to_a_size_of_the_game_have_its_range() -> None:
    """The fields of all games of tricks have in each game the bounds of that game."""
    for variant, chairs, pieces in (("hearts", 4, 52), ("doppelkopf", 5, 48), ("bingo", 2, 28)):
        named = Table(variant, chairs).game.layout.named
        assert named["trick_len"].spec.values == range(chairs + 1)
        assert named["tricks_played"].spec.values == range(pieces + 1)


def test_a_team_is_seen_from_where_one_sits() -> None:
    """Teams are named by their first seats: to each seat its own stands at its own place or opposite."""
    table = Table("perlaggen", 4)
    layout = Observation(table.game, 4)
    state = next(state for state in moments(table, 4) if state.deciding >= 0)
    for seat in range(4):
        written = observed(table.game, layout, state, seat)[layout["deciding"].slice]
        assert (written.index(1) % 2 == 0) == (state.deciding == seat % 2)


def test_an_unknown_part_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Observation(Table("hearts", 4).game, 4)["no such part"]


@pytest.mark.parametrize("game", sorted(games()))
def test_every_kind_has_a_byte_of_its_own(game: str) -> None:
    """Also in packs with gaps, and in those of several blocks."""
    pack = games()[game].pack
    layout = Observation(games()[game], next(iter(games()[game].variants.values())).seats[0])
    numbers = [layout.kinds[kind] for kind in pack.all]
    assert numbers == sorted(set(numbers))
    assert layout["in_play"].shape == (sum(widths(pack)),)
    assert numbers[-1] < layout["in_play"].size
