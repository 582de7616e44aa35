"""Writes what a seat sees as bytes: two compiled loops over the rows of a plan, for all games.

The plan is made from the declarations (`torite.vector.plan`), one for each seat. Its first rows are sets of pieces,
from left to right: each may write up to seven zeros too many, over which the next one writes. Then come the numbers
that are always seen, a word each, those of a form together; then all others.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.bits import bit, count
from torite.kernel.compile import kernel
from torite.kernel.fields import EMPTY
from torite.kernel.slots import sees

# columns of a row of sets: where it begins, of so many kinds; the first of so many words, added up; and a word that is
# joined with that
AT, KINDS, WORD, TIMES, BESIDE, SET_COLUMNS = range(6)
# columns of a row of numbers: in which form, where, which word, of so many bytes, what is 0
FORM, NUMBER_AT, OF_WORD, BYTES_OF, LEAST, NUMBER_COLUMNS = range(6)
# columns of the others: what is written, where; the first of so many words, the bytes of each, what is 0; and when, by
# whether a rule shows an owner's part of a field
OP, OTHER_AT, FIRST, NUMBER, SIZE, LOW, RULE, FIELD, OWNER, OTHER_COLUMNS = range(10)
COUNT, LIES, ORDER, FACES, PIECES, ONE_HOT, SEAT, KIND, MASK, BYTES, WIDE, SEEN = range(12)  #: what is written
IN_A_ROW = (BYTES, WIDE, SEAT)  #: the forms of numbers that have rows of their own
ALWAYS, IF_SEEN, IF_UNSEEN = range(3)

#: The bits of a byte, each as a byte of its own.
SPREAD = tuple(sum(1 << 8 * i for i in range(8) if byte >> i & 1) for byte in range(256))
MOST_BYTE, MOST_WIDE = 255, 32767


@kernel
def observe(words: Any, s: Any, viewer: int, sets: Any, numbers: Any, others: Any, of_kind: Any, out: Any) -> None:
    """Write what a seat sees.

    Args:
        words: the state's words, with what lies beside it.
        s: the same as a record.
        viewer: the seat.
        sets: int64[seats, rows, SET_COLUMNS].
        numbers: int64[seats, rows, NUMBER_COLUMNS].
        others: int64[seats, rows, OTHER_COLUMNS].
        of_kind: of each kind its number among all, from 0.
        out: uint8[size], written.
    """
    for i in range(len(out)):
        out[i] = 0
    mine = sets[viewer]
    for r in range(len(mine)):
        row = mine[r]
        if row[TIMES] == 1:
            write_mask((words[row[WORD]] | words[row[BESIDE]]) & (bit(row[KINDS]) - 1), row[KINDS], row[AT], out)
        else:
            write_pieces(words, row[WORD], row[TIMES], row[KINDS], row[AT], out)
    seen = numbers[viewer]
    for r in range(len(seen)):
        row = seen[r]
        write_number(words[row[OF_WORD]], row[FORM], row[LEAST], row[BYTES_OF], row[NUMBER_AT], s.seats, viewer, out)
    ours = others[viewer]
    for r in range(len(ours)):
        row = ours[r]
        if row[RULE] == ALWAYS or sees(s, viewer, row[OWNER], row[FIELD]) == (row[RULE] == IF_SEEN):
            if row[OP] < ONE_HOT:
                write_places(words, row, of_kind, out)
            else:
                write_numbers(words, row, of_kind, s.seats, viewer, out)


@kernel
def write_mask(mask: int, kinds: int, at: int, out: Any) -> None:
    """Write the bits of a mask: a byte each, eight at a time."""
    if mask == 0:
        return
    for part in range((kinds + 7) >> 3):
        write_eight(SPREAD[(mask >> (8 * part)) & 255], at + 8 * part, out)


@kernel
def write_eight(spread: int, at: int, out: Any) -> None:
    """Write eight bytes."""
    for i in range(8):
        out[at + i] = (spread >> (8 * i)) & 255


@kernel
def write_pieces(words: Any, first: int, times: int, kinds: int, at: int, out: Any) -> None:
    """Write how many of each kind a multiset has: a byte each, eight at a time."""
    if words[first + 1] == 0:  # none is there twice
        write_mask(words[first], kinds, at, out)
        return
    for part in range((kinds + 7) >> 3):
        spread = 0
        for j in range(times):
            spread += SPREAD[(words[first + j] >> (8 * part)) & 255]
        write_eight(spread, at + 8 * part, out)


@kernel
def write_number(value: int, form: int, low: int, size: int, at: int, seats: int, viewer: int, out: Any) -> None:
    """Write a number in one of the forms IN_A_ROW: an amount; or a seat from the viewer on, figures after the seats."""
    if form == BYTES:
        out[at] = min(max(value - low, 0), MOST_BYTE)
    elif form == WIDE:
        wide = min(max(value, -MOST_WIDE), MOST_WIDE)
        out[at] = (wide >> 8) & 255
        out[at + 1] = wide & 255
    else:
        if value >= seats:
            value -= low
        elif value >= 0:
            value += seats - viewer if value < viewer else -viewer
        if value >= 0 and value < size:
            out[at + value] = 1


@kernel
def write_places(words: Any, row: Any, of_kind: Any, out: Any) -> None:
    """Write how many pieces a place has, which, or what lies there in order: which kinds, or only whether something."""
    at, first, number = row[OTHER_AT], row[FIRST], row[NUMBER]
    if row[OP] == COUNT:
        lie = size_of_order(words, first, number) if row[LOW] == 1 else size_of_row(words, first, number)
        out[at] = min(lie, MOST_BYTE)
    elif row[OP] == LIES:
        for i in range(number):
            out[at + i] = words[first + i] != EMPTY
    elif row[OP] == ORDER:
        for i in range(number):
            value = words[first + i]
            out[at + i] = 2 + of_kind[value] if value >= 0 else value != EMPTY
    elif row[OP] == PIECES:
        for kind in range(row[SIZE]):  # no byte too many: what comes after it is written already
            lie = 0
            for j in range(number):
                lie += (words[first + j] >> kind) & 1
            out[at + kind] = lie
    else:
        write_faces(words, row, of_kind, out)


@kernel
def size_of_order(words: Any, first: int, number: int) -> int:
    """Count what lies in order."""
    lie = 0
    for i in range(number):
        lie += words[first + i] != EMPTY
    return lie


@kernel
def size_of_row(words: Any, first: int, number: int) -> int:
    """Count the pieces of a multiset."""
    lie = 0
    for i in range(number):
        lie += count(words[first + i])
    return lie


@kernel
def write_faces(words: Any, row: Any, of_kind: Any, out: Any) -> None:
    """Write which kinds lie in order, each as one of so many bytes, the last for that something lies there."""
    for i in range(row[NUMBER]):
        value, place = words[row[FIRST] + i], row[OTHER_AT] + i * row[SIZE]
        out[place + row[SIZE] - 1] = value != EMPTY
        if value >= 0 and row[RULE] != IF_UNSEEN:
            out[place + of_kind[value]] = 1


@kernel
def write_numbers(words: Any, row: Any, of_kind: Any, seats: int, viewer: int, out: Any) -> None:
    """Write numbers, each in the form that its declaration says."""
    for i in range(row[NUMBER]):
        at, value = row[OTHER_AT] + i * row[SIZE], words[row[FIRST] + i]
        if row[OP] == ONE_HOT:
            if row[LOW] <= value and value < row[LOW] + row[SIZE]:
                out[at + value - row[LOW]] = 1
        elif row[OP] == KIND:
            if value >= 0:
                out[at + of_kind[value]] = 1
        elif row[OP] == MASK:
            for k in range(row[SIZE]):
                out[at + k] = (value >> k) & 1
        elif row[OP] == SEEN:
            out[at] = 1
        else:
            write_number(value, row[OP], row[LOW], row[SIZE], at, seats, viewer, out)
