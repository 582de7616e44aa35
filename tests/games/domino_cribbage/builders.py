"""Positions of Domino Cribbage, set up so that a test reads aloud.

Seat 0 is the non-dealer (N in the clauses) and seat 1 the dealer (D), unless another dealer is named. Tiles may be
written as the clauses write them, either end first.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import torite
from tests.aloud import turn
from tests.games.domino_cribbage.naive import BLANK, OF_TILE, TILES, Agreed, Deal, Said, value
from tests.looking import codes_of, sure
from torite import Match
from torite.match.entries import Note

N, D = 0, 1
NAME, SPLIT, CARD = "domino-cribbage", "domino-cribbage-split-31", "domino-cribbage-card"
PLAYED = (*OF_TILE, "go_point", "split_rest")  # all that scores in the play
LOW_FIRST = (*sorted((tile for tile in TILES if tile != BLANK), key=value), BLANK)


def tiles(text: str) -> list[str]:
    """Read tiles, written with either end first."""
    return ["-".join(sorted(tile.split("-"), reverse=True)) for tile in text.split()]


def kinds(listed: Iterable[str]) -> list[int]:
    """The numbers of some tiles, as chance has them."""
    return [TILES.index(tile) for tile in listed]


def codes(numbers: Iterable[int]) -> list[str]:
    """The tiles of some numbers."""
    return [TILES[number] for number in numbers]


def drawn_by(match: Match, order: Sequence[str]) -> Match:
    """Let these tiles come first in the draw for the deal, the others after them."""
    match.gestures.settle("dealer", kinds([*order, *(tile for tile in TILES if tile not in order)]))
    return match


def deal_order(
    non_dealer: Sequence[str], dealer: Sequence[str], starter: str = "", crib: Sequence[str] = ()
) -> list[str]:
    """The order of the set that deals these hands of four, these tiles for the crib (N's two first), this starter.

    What a hand lacks comes from the lowest tiles, [0-0] last; the crib and the starter from the highest.
    """
    used = [*non_dealer, *dealer, *crib, *([starter] if starter else [])]
    assert len(set(used)) == len(used), "a tile is there once"
    rest = [tile for tile in LOW_FIRST if tile not in used]
    hands = [list(non_dealer), list(dealer)]
    for hand in hands:
        hand += [rest.pop(0) for _ in range(4 - len(hand))]
    aside = list(crib)
    aside += [rest.pop() for _ in range(4 - len(aside))]
    turned = starter or rest.pop()
    own, other = hands[0] + aside[:2], hands[1] + aside[2:]
    return [*(tile for pair in zip(own, other, strict=True) for tile in pair), turned, *rest]


def table(
    non_dealer: str = "",
    dealer_hand: str = "",
    starter: str = "",
    crib: str = "",
    dealer: int = D,
    score: Sequence[int] = (0, 0),
    variant: str = NAME,
    order: Sequence[str] = (),
    **options: Any,
) -> Match:
    """Start a match with these hands of four, the tiles for the crib dealt last; nothing is put aside yet."""
    m = torite.Match(variant, options=options, seed=1, manual=True, initial={"score": list(score)})
    drawn_by(m, ["6-6", "6-5"] if dealer == 0 else ["6-5", "6-6"])
    m.gestures.settle(
        "deal", kinds(order or deal_order(tiles(non_dealer), tiles(dealer_hand), "".join(tiles(starter)), tiles(crib)))
    )
    m.chance.wait(pause=True, manual=False)
    return m


def dealt(m: Match) -> tuple[list[list[str]], list[str]]:
    """The hands by seat, in the order in which they were dealt, and the stock, by the last deal of the log."""
    outcome = next(codes(entry.outcome) for entry in m.log.backwards() if entry.chance == "deal")
    hands = [outcome[0:12:2], outcome[1:12:2]]
    return (hands if m.public.dealer == 1 else hands[::-1]), outcome[12:]


def lay_away(m: Match, *seats: int) -> Match:
    """Let both, or these seats, put the two tiles aside that they were dealt last."""
    for seat in seats or (0, 1):
        m.act(seat, "crib " + " ".join(dealt(m)[0][seat][4:]))
    return m


def begin(non_dealer: str = "", dealer_hand: str = "", starter: str = "", **how: Any) -> Match:
    """Start a match in which the crib is laid away and these hands are to be played."""
    return lay_away(table(non_dealer, dealer_hand, starter, **how))


def play(m: Match, text: str) -> Match:
    """Let the seats in turn play these tiles, one each."""
    for tile in tiles(text):
        m.act(turn(m), f"play {tile}")
    return m


def line(text: str, **how: Any) -> Match:
    """Play these tiles, the non-dealer first and then by turns; what the hands lack is low, so that both can go on."""
    listed = tiles(text)
    m = begin(" ".join(listed[0::2]), " ".join(listed[1::2]), **how)
    for number, tile in enumerate(listed):
        assert turn(m) == (m.public.dealer + 1 + number) % 2, "by turns"
        play(m, tile)
    return m


def play_on(m: Match, chooser: random.Random | None = None) -> Match:
    """Play to the end of the deal, or of the match: any tile, or the first that may be played."""
    while not m.log.deal_over and not m.over:
        seat = m.actors[0]
        m.act(seat, chooser.choice(m.actions(seat)) if chooser else m.actions(seat)[0])
    return m


def said(m: Match, *keys: str) -> list[Said]:
    """What was said of the last action, or only the lines of these keys."""
    notes = m.log.standing[-1].notes
    return [(n.line.key, n.seat, n.amount) for n in notes if not keys or n.line.key in keys]


def points(m: Match) -> list[Said]:
    """What the last tile scored in the play, for whomever."""
    return said(m, *PLAYED)


def of_tile(m: Match) -> dict[str, int]:
    """The lines of the last tile itself."""
    seat = m.log.standing[-1].seat
    found = said(m, *OF_TILE)
    assert all(one == seat for _, one, _ in found)
    assert len({key for key, _, _ in found}) == len(found)
    return {key: amount for key, _, amount in found}


def all_said(m: Match, *keys: str) -> list[Said]:
    """What was said in the whole match, or only the lines of these keys."""
    notes = [note for entry in m.log.standing for note in entry.notes]
    return [(n.line.key, n.seat, n.amount) for n in notes if not keys or n.line.key in keys]


def pegged(m: Match) -> list[int]:
    """What both seats have scored by playing."""
    return [sum(amount for _, seat, amount in all_said(m, *PLAYED) if seat == one) for one in (0, 1)]


def goes(m: Match) -> list[int]:
    """Who has said Go in the deal, in order."""
    return [seat for _, seat, _ in all_said(m, "go")]


def leaders(m: Match) -> list[int]:
    """Who was told to lead a sequence after the first."""
    return [seat for _, seat, _ in all_said(m, "leads")]


def counts(m: Match) -> list[Said]:
    """What the hands and the crib of the last deal counted."""
    return said(m, "hand_count", "crib_count")


def pieces(note: Note) -> list[str]:
    """The tiles that a note is about."""
    return codes(note.pieces)


def held(m: Match, row: Sequence[int]) -> list[str]:
    """The tiles of a row of a view, in pack order."""
    return codes(m.game.pack.listed(row))


def zone(m: Match, viewer: int, name: str) -> dict[int, list[str | None]]:
    """The tiles that a scene lays out in the places of this name, by owner; None for one unseen."""
    zones = [one for one in torite.lay_out(m, viewer).zones if one.name == name]
    return {one.seat: codes_of(one.pieces) for one in zones}


def pegs(m: Match, viewer: int = -1) -> list[tuple[int, int]]:
    """The front and back peg of each seat on the board."""
    track = sure(torite.lay_out(m, viewer, "en").track)
    assert [0, 1] == [peg.seat for peg in track.pegs]
    return [(peg.front, peg.back) for peg in track.pegs]


# at random


def random_agreed(chooser: random.Random, target: int = 61) -> Agreed:
    """Options by chance, each value as often as the other."""
    split, only_31, empty, zero = (chooser.random() < 0.5 for _ in range(4))
    return Agreed(target, split, only_31, empty, zero)


def random_order(chooser: random.Random) -> list[str]:
    """An order of the set, in half of them with [0-0] in one of the hands."""
    order = list(TILES)
    chooser.shuffle(order)
    if chooser.random() < 0.5:
        at, to = order.index(BLANK), chooser.randrange(8)
        order[at], order[to] = order[to], order[at]
    return order


def random_tile(deal: Deal, chooser: random.Random) -> str:
    """Any tile that fits; in half of the cases one that makes 31 or 15, or [0-0] on them, if there is one."""
    may = deal.fitting(deal.turn)
    liked = [tile for tile in may if deal.total + value(tile) in (15, 31)]
    return chooser.choice(liked if liked and chooser.random() < 0.5 else may)


def naive_deal(m: Match, agreed: Agreed) -> Deal:
    """The naive model of a deal whose last two tiles each have been laid away, as `lay_away` does."""
    hands, stock = dealt(m)
    crib = [tile for hand in hands for tile in hand[4:]]
    return Deal([hand[:4] for hand in hands], crib, stock[0], m.public.dealer, list(m.scores), agreed)
