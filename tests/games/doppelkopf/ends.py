"""Ends of deals, settled by the package."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import torite
from tests.games.doppelkopf.naive_score import LEVELS, End, Fox, Result
from torite.games.doppelkopf import scoring
from torite.games.doppelkopf.cards import PACK
from torite.games.doppelkopf.options import Options
from torite.games.doppelkopf.state import NOTES, Contract, State

PARTIES = ("draw", "contra", "re")  # as the state numbers them
OUTCOMES = ("re_wins", "contra_wins", "draw", "scores_re", "scores_contra", "scores_alone")  # lines that are no items
BESIDE = (*OUTCOMES, "wins", "laid_down")  # the same in the account of a deal that was played


@cache
def _options(chosen: tuple[tuple[str, Any], ...], seats: int) -> Options:
    """Make options of those that differ from the defaults; one that is none is left out."""
    game, _ = torite.games()["doppelkopf"]
    options = game.options("doppelkopf", {name: value for name, value in chosen if value is not None}, seats)
    assert isinstance(options, Options)
    return options


def _side(end: End, seat: int) -> int:
    return 0 if seat == end.idle else 2 if seat in end.re else 1


def state_of(end: End) -> State:
    """Set up the state in which a deal has been played out and not yet scored."""
    s, seats = State(), len(end.points)
    rest = [0] * (5 - seats)
    s.options, s.seats, s.idle = _options(tuple(end.options.items()), seats), seats, end.idle
    s.contract = Contract[end.contract.upper().replace("-", "_")]
    s.declarer = end.re[0] if end.contract != "normal" else -1
    if end.contract in ("marriage", "poverty") and len(end.re) == 2:
        s.partner = end.re[1]
    else:
        s.partner = -1
    s.side = [*(_side(end, seat) for seat in range(seats)), *rest]
    s.party = list(s.side)
    s.called = [0, end.said["contra"], end.said["re"]]
    s.points, s.tricks = [*end.points, *rest], [*end.tricks, *rest]
    s.doubles = [*(end.doubles or [0] * seats), *rest]
    s.foxes = len(end.foxes)
    for place, fox in enumerate(end.foxes):
        s.fox_by[place], s.fox_to[place], s.fox_last[place] = fox.by, fox.to, int(fox.last)
    for seat, card in end.last.items():
        s.trick[seat] = PACK.row([PACK.kind(card)])
    s.best_seat, s.trick_len = end.taker, 4
    s.tricks_played = end.options.get("deck", 48) // 4
    return s


def settle(end: End) -> Result:
    """Let the package score a deal."""
    s = state_of(end)
    seats = len(end.points)
    scoring.score_deal(s)
    assert list(s.added) == list(s.score), "the first deal's scores are what it added"
    items: Counter[str] = Counter()
    told: dict[int, int] = {}
    for line, seat, amount, _ in s.noted():
        key = NOTES.listed[line].key
        if key.startswith("scores"):
            told[seat] = amount
        elif key not in OUTCOMES:
            assert (seat, amount != 0) == (-1, True), "an item concerns no seat, and is told only where it applies"
            items[key] += amount
    winner = PARTIES[s.winner]
    said = [NOTES.listed[line].key for line, *_ in s.noted() if NOTES.listed[line].key in OUTCOMES[:3]]
    assert said == [winner if winner == "draw" else f"{winner}_wins"]
    assert told == {seat: s.added[seat] for seat in range(seats) if seat != end.idle}
    return Result(winner, dict(items), list(s.added[:seats]))


def said(words: str) -> int:
    """The highest of some announcements: `re 90 60`, or 0 where nothing is said."""
    return max((LEVELS[word] for word in words.split()), default=0)


def tricks_for(points: list[int], deck: int = 48) -> list[int]:
    """Share out the tricks of a deal so that they could bring these card points, none to a seat without any."""
    tricks = [-(-p // 44) for p in points]
    best = points.index(max(points))
    tricks[best] += deck // 4 - sum(tricks)
    return tricks


def ended(
    re: int,
    re_said: str = "",
    contra_said: str = "",
    *,
    alone: bool = False,
    tricks: tuple[int, int] | None = None,
    contract: str = "",
    foxes: tuple[Fox, ...] = (),
    doubles: tuple[int, ...] = (0, 0, 0, 0),
    last: str = "C9 CK CK C9",
    taker: int = 0,
    **options: Any,
) -> End:
    """An end in which Re took so many card points.

    Re are seats 0 and 2, or seat 0 alone. All tricks of a party are with seat 0 or 1, but those of the taker and of
    Doppelkopf tricks; `tricks` are those of Re and Contra where card points do not tell.
    """
    points = [re, 240 - re, 0, 0]
    deck = options.get("deck", 48)
    counts = tricks_for(points, deck)
    if tricks is not None:
        counts = [*tricks, 0, 0]
    return End(
        re=(0,) if alone else (0, 2),
        points=points,
        tricks=counts,
        said={"re": said(re_said), "contra": said(contra_said)},
        foxes=list(foxes),
        doubles=list(doubles),
        last=dict(enumerate(last.split())),
        taker=taker,
        contract=contract or ("solo-queens" if alone else "normal"),
        options=options,
    )
