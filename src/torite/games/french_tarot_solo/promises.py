"""The invariants of the clauses, as predicates over a state after any action or outcome."""

from __future__ import annotations

from typing import Any

from torite.kit import Actions, size

from .cards import EXCUSE, PACK, halves_of
from .following import legal_play
from .scoring import card_halves, oudlers_of
from .state import AI, DUMMY, GARDE_CONTRE, GARDE_SANS, HAND_SIZE, ME, OPEN_CARDS, PLAY, SIDES, VERBS, Phase, State

ALL_HALVES, ALL_OUDLERS = 182, 3


def _dealt(s: State) -> bool:
    return size(s.hand[ME]) + s.tricks_played > 0


def _closed(s: State, side: int) -> list[int]:
    return [kind for kind in s.closed[side] if kind >= 0]


def _has_played(s: State, side: int) -> int:
    return size(s.trick[side])


def cards_add_up(s: State) -> bool:
    """78 cards at all times: hands, kitty or discard, tricks, and the trick that lies."""
    rows = [s.hand[ME], s.kitty, s.laid_away, *s.shown, *s.trick, *s.taken]
    listed = [kind for row in rows for kind in PACK.listed(row)] + _closed(s, AI) + _closed(s, DUMMY)
    return not _dealt(s) or sorted(listed) == list(PACK.all)


def hands_are_level(s: State) -> bool:
    """Before trick k each hand has 25 − k cards, and the Dummy shows three of them, or all."""
    if s.phase not in (Phase.DUMMY, Phase.HANDFUL, Phase.OWN):
        return True
    left = HAND_SIZE - s.tricks_played
    held = [size(s.hand[ME]), len(_closed(s, AI)), size(s.shown[DUMMY]) + len(_closed(s, DUMMY))]
    level = all(held[side] + _has_played(s, side) == left for side in range(SIDES))
    return level and (s.phase != Phase.DUMMY or size(s.shown[DUMMY]) == min(OPEN_CARDS, left))


def something_may_be_played(s: State) -> bool:
    """A card may always be played, and the Excuse whenever it is there."""
    if s.phase not in (Phase.DUMMY, Phase.OWN):
        return True
    may = Actions(VERBS.words)
    legal_play(s, may)
    there = s.hand[ME] if s.phase == Phase.OWN else s.shown[DUMMY]
    return bool(may.listed()) and (EXCUSE not in PACK.listed(there) or PLAY + EXCUSE in may)


def ai_leads(s: State) -> bool:
    """The AI leads all 24 tricks."""
    return s.leader == AI and (s.phase not in (Phase.DUMMY, Phase.OWN) or _has_played(s, AI) == 1)


def tricks_have_a_winner(s: State) -> bool:
    """One side wins each trick, the Excuse at most the last."""
    if s.tricks_played == 0:
        return True
    excuse_won = s.excuse_side >= 0 and s.excuse_side == s.best_seat and not any(map(size, s.trick))
    return sum(s.tricks) == s.tricks_played and (not excuse_won or s.tricks_played == HAND_SIZE)


def points_add_up(s: State) -> bool:
    """After a deal the card points of both sides are 91, and their oudlers three."""
    if s.settled == 0:
        return True
    theirs = [s.taken[AI], s.taken[DUMMY]] + ([s.kitty] if s.bid == GARDE_CONTRE else [])
    defence = sum(halves_of(row[0], row[1]) for row in theirs) + s.debt
    oudlers = sum(kind == EXCUSE or PACK.codes[kind] in ("T1", "T21") for row in theirs for kind in PACK.listed(row))
    return card_halves(s) + defence == ALL_HALVES and oudlers_of(s) + oudlers == ALL_OUDLERS


def scores_are_even(s: State) -> bool:
    """The declarer's score is twice a whole number: what both defenders lose."""
    return s.added % 2 == 0 and s.score[ME] % 2 == 0


def no_trick_no_points(s: State) -> bool:
    """A side without a trick has no card points in tricks, or 4 if it played the Excuse before the last."""
    if s.tricks_played == 0:
        return True
    mine = halves_of(s.taken[ME][0], s.taken[ME][1]) - max(0, s.debt)
    theirs = sum(halves_of(s.taken[side][0], s.taken[side][1]) for side in (AI, DUMMY)) + min(0, s.debt)
    return (s.tricks[ME] > 0 or mine in (0, 8)) and (s.tricks[ME] < s.tricks_played or theirs in (0, 8))


def kitty_lies(s: State) -> bool:
    """Six cards lie in the kitty until they are exchanged; in Garde Sans and Garde Contre to the end."""
    exchanged = s.bid not in (0, GARDE_SANS, GARDE_CONTRE) and s.phase != Phase.DISCARD
    return not _dealt(s) or size(s.laid_away if exchanged else s.kitty) == 6


PROMISES: dict[str, Any] = {
    "TAROT-2.1 cards": cards_add_up,
    "TAROT-8.8 hands": hands_are_level,
    "TAROT-9.7 something to play": something_may_be_played,
    "TAROT-8.2 leads": ai_leads,
    "TAROT-10.3 winner": tricks_have_a_winner,
    "TAROT-2.8 points": points_add_up,
    "TAROT-14.9 even": scores_are_even,
    "TAROT-11.9 no trick": no_trick_no_points,
    "TAROT-3.2 kitty": kitty_lies,
}
