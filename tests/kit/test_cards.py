"""Packs of cards: every code, glyph, mask and multiset is written and read back."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest

from torite.games import games
from torite.pieces import SUITS, Pack, cards
from torite.pieces.pack import BLOCK, KINDS_PER_WORD

STANDARD = "2 3 4 5 6 7 8 9 10 J Q K A"
PACKS = {
    "52": cards(STANDARD),
    "54": cards(STANDARD, jokers="JR JB"),
    "32": cards("7 8 9 10 J Q K A"),
    "48": cards("9 J Q K 10 A", copies=2),
    "two suits": cards("5 6 7", suits="HS", copies=3),
    **{name: game.pack for name, game in games().items()},
}


@pytest.fixture(params=list(PACKS.values()), ids=list(PACKS))
def pack(request: pytest.FixtureRequest) -> Pack:
    found: Pack = request.param
    return found


def test_every_code_reads_back(pack: Pack) -> None:
    for kind in pack.all:
        code = pack.codes[kind]
        assert kind == pack.kind(code) == pack.kind(code.lower())
        assert pack.knows(code)
        assert pack.knows(code.lower())
    assert list(pack.all) == pack.kinds(pack.text(pack.all))
    assert len(pack) == len({pack.codes[kind] for kind in pack.all}) == len({pack.glyph(kind) for kind in pack.all})


@pytest.mark.parametrize("code", ["", "X", "S0", "SS", "10S", " SA", "S A", "J", "♠A"])
def test_other_codes_are_unknown(pack: Pack, code: str) -> None:
    assert not pack.knows(code)
    with pytest.raises(KeyError):
        pack.kind(code)


def test_suits_and_ranks_part_the_pack(pack: Pack) -> None:
    kinds = [kind for kind in pack.all if pack.blocks == 1 or kind < 2 * BLOCK]
    whole = pack.mask(kinds)
    assert len(pack) == sum(part.bit_count() for part in pack.of_suit)
    for parts in (pack.of_suit[: len(SUITS)] if pack.blocks > 1 else pack.of_suit, pack.of_rank):
        assert whole == sum(parts)
        assert len(kinds) == sum(part.bit_count() for part in parts)
    for kind in kinds:
        assert pack.of_suit[pack.suit[kind]] >> kind % BLOCK & 1
        assert pack.of_rank[pack.rank[kind]] >> kind % BLOCK & 1
        if pack.form == "card" and pack.codes[kind] not in ("JR", "JB"):
            assert SUITS[pack.suit[kind]] == pack.codes[kind][0]
    assert 0 < whole < 1 << KINDS_PER_WORD


def test_every_multiset_reads_back(pack: Pack) -> None:
    """All of two pieces, and many of more."""
    chooser = random.Random(len(pack))
    all_pieces = [kind for kind in pack.all for _ in range(pack.copies)]
    twos = map(list, combinations_with_replacement(pack.all, 2))
    pairs = [pair for pair in twos if pack.copies > 1 or pair[0] != pair[1]]
    for held in [[], all_pieces, *pairs, *(chooser.sample(all_pieces, 9) for _ in range(100))]:
        row = pack.row(held)
        assert sorted(held) == pack.listed(row)
        assert sorted(held) == pack.kinds(pack.text(pack.listed(row)))
        assert row == pack.row(chooser.sample(held, len(held)))
        assert pack.words == len(row)
    with pytest.raises(ValueError, match=pack.codes[pack.all[0]]):
        pack.row([pack.all[0]] * (pack.copies + 1))


def test_tables_know_codes_before_ranks() -> None:
    values = PACKS["54"].table({"J": 2, "DJ": 5, "JR": 50, "10": 10}, otherwise=-1)
    named = dict(zip(PACKS["54"].codes, values, strict=True))
    assert (2, 5, 50, 10, -1, -1) == tuple(named[code] for code in ("CJ", "DJ", "JR", "S10", "SA", "JB"))


def test_a_pack_fits_its_word() -> None:
    ranks = " ".join(map(str, range(1, 16)))
    assert 62 == len(cards(ranks, jokers="JR JB"))
    with pytest.raises(ValueError, match="63"):
        cards(ranks, jokers="JR JB JX")
