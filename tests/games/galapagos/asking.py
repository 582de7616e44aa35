"""What a match of Galapagos is asked: who may do what, what lies where, what was told."""

from __future__ import annotations

from typing import Any

import torite
from tests.aloud import listed, turn
from tests.games.galapagos.naive_melds import RANKS, SUITS
from tests.looking import codes_of
from torite import Match
from torite.games.galapagos import cards as cards_of_game

PLAIN, WITH_JOKERS = "galapagos", "galapagos-jokers"


def legal(m: Match, seat: int | None = None) -> set[str]:
    """The codes of everything that a seat may begin now; the seat in turn if none is named."""
    return {str(action).removesuffix(" +") for action in m.actions(turn(m) if seat is None else seat)}


def asked(m: Match) -> set[str]:
    """The first words of what anybody may do now."""
    return {code.split()[0] for seat in m.actors for code in legal(m, seat)}


def combinations_open(m: Match, seat: int | None = None) -> set[frozenset[str]]:
    """Every combination that the seat in turn may play whole, found part by part; empty for `pass`."""
    seat = turn(m) if seat is None else seat
    found: set[frozenset[str]] = set()
    seen: set[frozenset[str]] = set()

    def follow(cards: frozenset[str]) -> None:
        if cards in seen:
            return
        seen.add(cards)
        drafted = m.gestures.draft(seat, [f"play {card}" for card in sorted(cards)])
        if drafted["complete"]:
            found.add(cards)
        for code in drafted["may"]:
            if code.startswith("play "):
                follow(cards | {code.split()[1]})

    if "pass" in legal(m, seat):
        found.add(frozenset())
    for code in legal(m, seat):
        if code.startswith("play "):
            follow(frozenset(code.split()[1:]))
    return found


def plays(*listed: str) -> set[frozenset[str]]:
    """Write combinations as `combinations_open` does."""
    return {frozenset(cards.split()) for cards in listed}


def trump_of(m: Match, seat: int) -> str:
    """The suit that a seat has named; empty before it is open."""
    return named_suit(m.public.trump[seat])


def named_suit(number: int) -> str:
    """A suit by its number in the state."""
    return SUITS[number] if number >= 0 else ""


def melds_of(m: Match, seat: int) -> list[tuple[str, int, str]]:
    """The melds that a seat has declared, in order: kind, size, and rank or suit."""
    indexes = list(m.public.meld[seat])[: m.public.meld_count[seat]]
    return [meld_named(index) for index in indexes]


def meld_named(index: int) -> tuple[str, int, str]:
    """A meld by its number in the state."""
    kind, size, of = cards_of_game.MELD_KIND[index], cards_of_game.MELD_SIZE[index], cards_of_game.MELD_OF[index]
    return ("set", size, RANKS[of]) if kind == cards_of_game.SET else ("sequence", size, SUITS[of])


def known_won(m: Match, viewer: int) -> list[str]:
    """The cards that a viewer knows in the won pile of the other, or in the hand that it has become."""
    view = m.view(viewer)
    return listed(m, view.won_pile[1 - viewer]) + listed(m, view.hand[1 - viewer])


def accounted_for(m: Match, *clauses: str) -> list[tuple[int, int]]:
    """The lines of these clauses in the account of the deal that ended last: seat and amount."""
    return [(note.seat, note.amount) for note in m.score_sheet.account if note.line.clause in clauses]


def clause_of(m: Match, code: str, seat: int | None = None) -> str:
    """The clause that refuses an action; it is said in both languages, and nothing has changed."""
    seat = turn(m) if seat is None else seat
    before = [m.view(one).to_words() for one in (0, 1)]
    refusal = m.gestures.refusal(seat, code)
    assert refusal is not None, f"{code} is allowed"
    english, japanese = refusal.say("en"), refusal.say("ja")
    clause = str(refusal.facts["clause"])
    assert english != japanese
    assert clause in english
    assert clause in japanese
    assert "{" not in english + japanese
    assert before == [m.view(one).to_words() for one in (0, 1)]
    return clause


def notes(m: Match, *keys: str) -> list[tuple[str, int, int]]:
    """All notes of these lines since the match began: line, seat, amount."""
    found = [note for entry in m.log.standing for note in entry.notes if note.line.key in keys]
    return [(note.line.key, note.seat, note.amount) for note in found]


def zone(m: Match, viewer: int, name: str, owner: int | None = None) -> list[str | None] | None:
    """The pieces of a zone of a viewer's scene, None for one face down; None if there is no such zone."""
    found = [one for one in torite.lay_out(m, viewer).zones if one.name == name and owner in (None, one.seat)]
    return [code for one in found for code in codes_of(one.pieces)] if found else None


def refuses(variant: str = PLAIN, seats: int = 2, **options: Any) -> bool:
    """Tell whether a match with these options is refused."""
    try:
        torite.Match(variant, seats=seats, options=options, seed=1)
    except torite.BadOptions:
        return True
    return False
