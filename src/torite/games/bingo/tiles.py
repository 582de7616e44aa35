"""The tiles of Bingo: their suits, their strength in each order, and their points (BINGO-1, 2, 3)."""

from __future__ import annotations

from torite.kit import kernel
from torite.pieces import dominoes

PACK = dominoes(6)
TILES = range(len(PACK))
HIGH, LOW = PACK.suit, PACK.rank
BLANK, PIPS = 0, 7
BINGO = PACK.kind("0-0")  # the strongest tile, whatever is trump (BINGO-2.4)
ALL_TILES = PACK.mask(TILES)
DOUBLES = PACK.mask(k for k in TILES if HIGH[k] == LOW[k])
IS_DOUBLE = tuple(int(HIGH[k] == LOW[k]) for k in TILES)
DOUBLE_OF = tuple(PACK.kind(f"{pip}-{pip}") for pip in range(PIPS))  # by pip
WITH = tuple(PACK.mask(k for k in TILES if pip in (HIGH[k], LOW[k])) for pip in range(PIPS))  # tiles with that pip
ORDERS = 4  # of blank_order and double_order: 2 × double_order + blank_order
MOST = 30  # above every strength but that of [0-0]


def _value(pip: int, blank_high: int) -> int:
    """BINGO-2.6: a blank is the smallest pip, or the largest."""
    return 7 if pip == BLANK and blank_high else pip


def _strength(order: int, suit: int, kind: int) -> int:
    """BINGO-2.4 to 2.7: strength of a tile within a suit, 0 for one that is not of it."""
    double_top, blank_high = divmod(order, 2)
    if kind == BINGO:
        return MOST
    if suit not in (HIGH[kind], LOW[kind]):
        return 0
    if IS_DOUBLE[kind] and double_top:
        return 20
    other = HIGH[kind] + LOW[kind] - suit
    return 1 + _value(other, blank_high)


def _suit_led(order: int, trump: int, kind: int) -> int:
    """BINGO-2.1, 2.2, 2.6: trumps for a tile with a trump pip, else the larger pip."""
    ends = (HIGH[kind], LOW[kind])
    return trump if trump in ends else max(ends, key=lambda pip: _value(pip, order % 2))


def _points(trump: int, kind: int) -> int:
    """BINGO-3.1 to 3.5: card points of a tile; a blank counts 7."""
    pips = _value(HIGH[kind], 1) + _value(LOW[kind], 1)
    if trump in (HIGH[kind], LOW[kind]):
        return 28 if IS_DOUBLE[kind] else pips
    return pips if IS_DOUBLE[kind] or pips == 10 else 0


STRENGTH = tuple(tuple(tuple(_strength(o, suit, k) for k in TILES) for suit in range(PIPS)) for o in range(ORDERS))
SUIT_LED = tuple(tuple(tuple(_suit_led(o, trump, k) for k in TILES) for trump in range(PIPS)) for o in range(ORDERS))
POINTS = tuple(tuple(_points(trump, k) for k in TILES) for trump in range(PIPS))
TRUMP_OF = tuple(BLANK if LOW[k] == BLANK else HIGH[k] for k in TILES)  # by the trump tile (BINGO-1.5, 1.6)


@kernel
def has_pip(kind: int, pip: int) -> bool:
    """Tell whether one of a tile's ends has this pip."""
    return HIGH[kind] == pip or LOW[kind] == pip


@kernel
def beats(order: int, trump: int, led: int, reply: int) -> bool:
    """BINGO-4.3: tell whether the reply takes the trick from the tile led; the first line that applies."""
    if reply == BINGO or led == BINGO:
        return reply == BINGO
    if has_pip(reply, trump) != has_pip(led, trump):
        return has_pip(reply, trump)
    suit = SUIT_LED[order][trump][led]
    return has_pip(reply, suit) and STRENGTH[order][suit][reply] > STRENGTH[order][suit][led]
