"""Visits of The Emissary, arranged so that a test reads aloud."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torite
from tests.aloud import codes, state
from tests.arranged import new_match
from tests.games.emissary.naive import RANKS, SUITS
from tests.looking import codes_of
from torite import Match
from torite.match import Arrangement

SEED, PUBLISHED = "emissary", "emissary-published"
ROW = "CQ HK SK DK HQ CK SQ DQ"  #: the rulers at kingdoms 1 to 8 where a test says nothing else


def easy_visit(place: int, trump: str) -> tuple[str, str]:
    """Hand and stock of a visit that is won by playing the hand in its order: so many trumps, the rest thrown away."""
    other, led = [suit for suit in SUITS if suit != trump][:2]
    hand = [trump + rank for rank in RANKS[:place]] + [other + rank for rank in RANKS[place:]]
    return " ".join(hand), " ".join(led + rank for rank in RANKS)


def table(
    hand: str = "",
    stock: str = "",
    at: int = 0,
    row: str = ROW,
    won: Iterable[int] = (),
    variant: str = SEED,
    seed: int = 1,
    pause: bool = True,
    **options: Any,
) -> Match:
    """Start a visit with this hand and stock, next card first, after the kingdoms *won*, and choose kingdom *at*."""
    listed = list(won)
    rulers = row.split()
    first = easy_visit(listed[0], rulers[listed[0] - 1][0]) if listed else (hand, stock)
    m = new_match(
        variant, options=options, seed=seed, pause=pause, hands={0: first[0]}, stock=first[1], places={"kingdoms": row}
    )
    for number, place in enumerate(listed):
        if number:
            hand_now, stock_now = easy_visit(place, trump_at(m, place))
            m.chance.arrange(Arrangement(hands={0: hand_now}, stock=stock_now))
            m.go_on()
        win_easily(m, place)
    if listed:
        m.chance.arrange(Arrangement(hands={0: hand}, stock=stock))
        m.go_on()
    return take(m, f"visit {at}") if at else m


def win_easily(m: Match, place: int) -> Match:
    """Win an easy visit."""
    hand = easy_visit(place, trump_at(m, place))[0].split()
    return answer(take(m, f"visit {place}"), *hand)


def trump_at(m: Match, place: int) -> str:
    """The suit of the ruler who lies at a kingdom."""
    return str(row_of(m)[place - 1])[0]


def take(m: Match, *codes: str) -> Match:
    """Let the player take these actions."""
    for code in codes:
        m.act(0, code.strip())
    return m


def answer(m: Match, *cards: str) -> Match:
    """Play a trick with each of these cards, the king's card turned first where it lies face down."""
    for card in " ".join(cards).split():
        if "turn" in legal(m):
            take(m, "turn")
        take(m, f"play {card}")
    return m


def legal(m: Match) -> set[str]:
    """The codes of everything that the player may do now."""
    return {str(action) for action in m.actions(0)}


def verbs(m: Match, verb: str) -> set[str]:
    """What the player may do with a verb: what stands after it."""
    return {code.partition(" ")[2] for code in legal(m) if code.split()[0] == verb}


def place_of(m: Match, name: str) -> list[str]:
    """What lies in a public place."""
    return codes(m, getattr(m.public, name))


def hand_of(m: Match) -> list[str]:
    """The hand, sorted."""
    return sorted(m.cards(0))


def row_of(m: Match) -> list[str | None]:
    """The rulers from left to right; None where a kingdom was won."""
    return [m.game.pack.codes[kind] if kind >= 0 else None for kind in m.public.kingdoms]


def trump(m: Match) -> str:
    """The suit that is trump; empty before a kingdom is chosen."""
    number = int(m.public.trump)
    return str(m.game.pack.codes[m.public.kingdoms[m.public.kingdom]][0]) if number >= 0 else ""


def stock_of(m: Match) -> list[str]:
    """The true stock, next card first."""
    return [m.game.pack.codes[kind] for kind in state(m).stock if kind >= 0]


def turned(m: Match) -> str:
    """The king's card on the table; empty if there is none."""
    return " ".join(codes(m, m.public.trick[1]))


def heaps(m: Match) -> tuple[int, int, int]:
    """The numbers of cards in stock, discards and won pile, as everybody is told."""
    return int(m.public.stock_left), int(m.public.discarded), int(m.public.arguments)


def accounted(m: Match) -> list[tuple[str, int, str]]:
    """The account of the visit that ended last: line, amount, clause."""
    return [(note.line.key, note.amount, note.line.clause) for note in m.score_sheet.account]


def told(m: Match, *keys: str) -> list[tuple[str, int, tuple[str, ...]]]:
    """All notes of these lines since the match began: line, amount, pieces."""
    notes = [note for entry in m.log.standing for note in entry.notes if note.line.key in keys]
    return [(note.line.key, note.amount, tuple(m.game.pack.codes[kind] for kind in note.pieces)) for note in notes]


def clause_of(m: Match, code: str) -> str:
    """The clause that refuses an action; it is said in both languages, and nothing has changed."""
    before = m.view(0).to_words()
    refusal = m.gestures.refusal(0, code)
    assert refusal is not None, f"{code} is allowed"
    english, japanese = refusal.say("en"), refusal.say("ja")
    clause = str(refusal.facts["clause"])
    assert english != japanese
    assert clause in english
    assert clause in japanese
    assert before == m.view(0).to_words()
    return clause


def lead(led: str, hand: str, ruler: str, **options: Any) -> Match:
    """The king has turned this card in the first trick at kingdom 4, whose ruler's suit is trump.

    The hand is this, filled up with cards of suits that it holds already, or that are neither led nor trump.
    """
    held = hand.split()
    suits = {card[0] for card in held} | set(SUITS) - {led[0], ruler}
    spare = [suit + rank for suit in sorted(suits) for rank in RANKS if suit + rank not in (*held, led)]
    others = [one for one in ROW.split() if one != f"{ruler}K"]
    row = " ".join([*others[:3], f"{ruler}K", *others[3:]])
    return take(table(" ".join([*held, *spare[: 8 - len(held)]]), led, at=4, row=row, **options), "turn")


def argument(led: str, hand: str, ruler: str, card: str) -> bool:
    """Answer a first trick: tell whether the card wins."""
    return int(take(lead(led, hand, ruler), f"play {card}").public.arguments) == 1


def zone(m: Match, name: str, language: str = "en") -> list[str | None] | None:
    """The pieces of a zone of the scene, None for one face down; None if there is no such zone."""
    found = [one for one in torite.lay_out(m, 0, language).zones if one.name == name]
    return [code for one in found for code in codes_of(one.pieces)] if found else None


def facts(m: Match) -> dict[str, str]:
    """The facts of the table that the player is told."""
    return {fact.name: str(fact.value) for fact in torite.lay_out(m, 0, "en").facts}
