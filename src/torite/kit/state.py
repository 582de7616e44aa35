"""The fields that every game's state begins with, and the verbs of tricks."""

from __future__ import annotations

from typing import Annotated, Any

from torite.kernel.compile import kernel
from torite.kernel.declared import Declared
from torite.kernel.fields import (
    Constant,
    ForDeal,
    ForTrick,
    NamedPieces,
    OfTrick,
    OwnPerSeat,
    OwnPiecesPerSeat,
    PerSeat,
    PiecesPerSeat,
    Public,
    Row,
    SeatIn,
    See,
    Spec,
    UpTo,
    YesNo,
)
from torite.kernel.slots import reset_deal, reset_trick
from torite.kit.knowledge import forget, left_openly
from torite.kit.multisets import drop, put

NOTES = 64  #: notes that one action or outcome can leave; each is (line, seat, amount) and some pieces
KNOWN = Spec(("seats", "places"), See.VIEWER, "pieces", beside=True)
BARRED = Spec(("seats", "places"), See.VIEWER, beside=True)
DRAFT = Spec(("seats",), See.OWNER, "pieces", place=False)
HAND = 0  #: place number of seat 0's hand in every TrickState


class BaseState(Declared):
    """A match in progress: who sits, whose turn it is, the score."""

    seats: Constant  # number of seats at this table
    turn: SeatIn[Public]  # seat that a program asks first
    phase: Public  # step of the deal, a member of the game's Phase
    dealer: SeatIn[Public]  # seat that deals
    deals_played: Public  # deals scored so far
    score: PerSeat  # running score of each seat
    won: YesNo[PerSeat]  # 1 for the winner or winners, once the match is over
    in_play: NamedPieces  # all pieces used in this deal
    drafting: ForDeal[YesNo[OwnPerSeat]]  # 1 while the seat's gesture is begun and not complete
    draft: ForDeal[Annotated[list[Row], DRAFT]]  # pieces named in it so far
    note_count: Annotated[int, Spec(beside=True)]  # notes left by the last action or outcome
    notes: Annotated[list[int], Spec((3 * NOTES,), beside=True)]  # of each: line, seat (-1: none), amount
    note_pieces: Annotated[list[list[int]], Spec(("words", NOTES), beside=True)]  # [word, note] the pieces of each
    count: Annotated[list[int], Spec(("places",), beside=True)]  # pieces in each hidden place; filled in views
    barred: Annotated[list[int], Spec(("places",), beside=True)]  # kinds known by all not to be there
    barred_for: Annotated[list[list[int]], BARRED]  # [viewer, place] kinds the viewer knows not to be in the rest
    required: Annotated[list[int], Spec(("places",), beside=True)]  # kinds of which at least …
    least: Annotated[list[int], Spec(("places",), beside=True)]  # … so many pieces are there, and …
    at_most: Annotated[list[int], Spec(("places",), beside=True)]  # … so many at most
    known: Annotated[list[list[Row]], KNOWN]  # [viewer, place] pieces the viewer knows there

    def noted(self) -> list[tuple[int, int, int, list[int]]]:
        """List the notes left by the last action or outcome: line, seat, amount and row of pieces of each."""
        heads = (self.notes[3 * i : 3 * i + 3] for i in range(self.note_count))
        rows = ([word[i] for word in self.note_pieces] for i in range(self.note_count))
        return [(line, seat, amount, row) for (line, seat, amount), row in zip(heads, rows, strict=True)]


class TrickState(BaseState):
    """A game of tricks."""

    hand: ForDeal[OwnPiecesPerSeat]  # pieces held
    trick: ForTrick[PiecesPerSeat]  # what each seat put on the trick; stays until the next lead
    leader: OfTrick[SeatIn[Public]]  # seat that led the trick
    trick_len: ForTrick[Annotated[Public, UpTo("chairs")]]  # seats that have played to it
    tricks_played: ForDeal[Annotated[Public, UpTo("pack")]]  # tricks complete in this deal


@kernel
def _unnoted(s: Any, line: int, seat: int, amount: int) -> None:
    pass


@kernel(playout=_unnoted)
def note(s: Any, line: int, seat: int, amount: int) -> None:
    """Say what a difference of views cannot: a trick's taker, a line of the account; of a seat, or of its side."""
    at = 3 * s.note_count
    if at < len(s.notes):
        s.notes[at] = line
        s.notes[at + 1] = seat
        s.notes[at + 2] = amount
        for j in range(len(s.note_pieces)):
            s.note_pieces[j][s.note_count] = 0
        s.note_count += 1


@kernel
def _unnoted_pieces(s: Any, line: int, seat: int, amount: int, row: Any) -> None:
    pass


@kernel(playout=_unnoted_pieces)
def note_pieces(s: Any, line: int, seat: int, amount: int, row: Any) -> None:
    """Say what a difference of views cannot, and of which pieces: a group that scores."""
    if s.note_count < NOTES:
        note(s, line, seat, amount)
        for j in range(len(s.note_pieces)):
            s.note_pieces[j][s.note_count - 1] = row[j]


@kernel
def next_seat(s: Any, seat: int) -> int:
    """Return the seat to the left: the next clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@kernel(seldom=True)
def begin_deal(s: Any) -> None:
    """Put back what is kept for a deal (`ForDeal`), pieces too, and forget the deal before: nobody knows anything."""
    forget(s)
    reset_deal(s)


@kernel(seldom=True)
def deal(s: Any, outcome: Any, at: int, times: int, each: int) -> int:
    """Deal what was shuffled, from the dealer's left; return the place of the first piece that is left.

    Args:
        s: the state.
        outcome: the pieces in order.
        at: the first of them to be dealt.
        times: how often everybody gets some.
        each: how many they get at a time.
    """
    seat = s.dealer
    for _ in range(times * s.seats):
        seat = next_seat(s, seat)
        for _ in range(each):
            put(s.hand[seat], outcome[at])
            at += 1
    return at


@kernel
def open_trick(s: Any, leader: int) -> None:
    """Take up the trick that lies there; the leader is about to lead."""
    reset_trick(s)
    s.leader = leader


@kernel
def put_on_trick(s: Any, seat: int, kind: int) -> None:
    """Play a piece from the hand, before all eyes."""
    drop(s.hand[seat], kind)
    put(s.trick[seat], kind)
    left_openly(s, HAND + seat, kind)
