"""Positions of the cucumber games, set up so that a test reads aloud."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import torite
from tests.aloud import play, turn
from tests.arranged import new_match
from torite import Match
from torite.match import Arrangement

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CLAUSES = Path(__file__).parents[3] / "src/torite/games/cucumber/clauses.md"
TOPS = {"gurka-is-sevens": {"S7": 61, "C7": 60}, "gurka-is": {"C6": 61}}


def preset_rows() -> dict[str, dict[str, Any]]:
    """Read the JSON table of section 13: what each preset says, by catalogue name."""
    text = CLAUSES.read_text(encoding="utf-8")
    start = text.index("```json") + len("```json")
    rows = json.loads(text[start : text.index("```", start)])
    return {name.replace("_", "-"): {**rows["agurk"], **row} for name, row in rows.items()}


PRESETS = preset_rows()
VARIANTS = tuple(PRESETS)


def seats_of(variant: str) -> tuple[int, int]:
    """The least and the greatest number of players of a variant."""
    least, most = PRESETS[variant]["players"].split("-")
    return int(least), int(most)


def strength(card: str, variant: str) -> int:
    """A rough strength, only used to give earlier seats hands in which their card is legal."""
    tops = TOPS.get(variant, TOPS["gurka-is"] if variant.startswith("gurka-is") else {})
    if card in tops:
        return tops[card]
    return 50 if card == "JR" else RANKS.index(card[1:])


def at_table(
    *hands: str,
    variant: str = "agurk",
    dealer: int | None = None,
    seats: int | None = None,
    initial: dict[str, Any] | None = None,
    stock: str | None = None,
    pause: bool = True,
    seed: int = 1,
    **options: Any,
) -> Match:
    """Start a match with these hands, seat 0 first; seat 0 leads unless a dealer is named.

    An empty hand is drawn. The hand size is that of the longest hand unless options say otherwise.
    """
    seats = max(len(hands), seats or 0, seats_of(variant)[0])
    longest = max((len(hand.split()) for hand in hands), default=0)
    if longest:
        options.setdefault("hand_size", longest)
        if PRESETS[variant]["hand_rule"] == "all":
            options.setdefault("hand_rule", "fixed")
    if dealer is None:
        dealer = 0 if options.get("first_leader", PRESETS[variant]["first_leader"]) == "dealer" else seats - 1
    more: dict[str, Any] = {} if stock is None else {"stock": stock}
    return new_match(
        variant,
        seats=seats,
        options=options,
        hands={seat: hand for seat, hand in enumerate(hands) if hand},
        dealer=dealer,
        initial=initial or {},
        pause=pause,
        seed=seed,
        **more,
    )


def codes(m: Match) -> set[str]:
    """The codes of everything that the seat in turn may take now."""
    return {str(action) for action in m.actions(turn(m))}


def cards_open(m: Match) -> set[str]:
    """The cards that the seat in turn may play, or begin a play with."""
    return {code.split()[1] for code in codes(m) if code.startswith("play")}


def verbs(m: Match) -> set[str]:
    """The verbs that the seat in turn may begin with."""
    return {code.split()[0] for code in codes(m)}


def asks(m: Match) -> tuple[int, set[str]]:
    """The seat in turn and its verbs."""
    return turn(m), verbs(m)


def decline_all(m: Match) -> Match:
    """Keep and pass until somebody must play a card."""
    while "play" not in verbs(m):
        m.act(turn(m), "keep" if "keep" in codes(m) else "pass")
    return m


def hands_for(trick: list[str], size: int, variant: str, taken: Iterable[str] = ()) -> list[str]:
    """Give each card of a trick a hand of that size in which it is legal whatever the rules."""
    taken = {*trick, *taken}
    hands, best = [], -1
    for card in trick:
        mine = strength(card, variant)
        wanted = [(mine, 99)] if mine >= best else [(mine, best)]
        best = max(best, mine)
        hand = [card]
        while len(hand) < size:
            low, high = wanted[0]
            free = [s + r for r in RANKS for s in "DHSC" if s + r not in taken]
            fit = [c for c in free if low <= strength(c, variant) < high]
            fit = fit or [c for c in free if mine >= best]
            hand.append(fit[0])
            taken.add(fit[0])
        hands.append(" ".join(hand))
    return hands


def follow_at(trick: str, hand: str, variant: str = "agurk", **options: Any) -> Match:
    """A match in which the trick so far has been played and the seat with this hand is to follow."""
    cards = trick.split()
    hands = hands_for(cards, len(hand.split()), variant, hand.split())
    m = decline_all(at_table(*hands, hand, variant=variant, **options))
    return play(m, trick)


def follow(trick: str, hand: str, variant: str = "agurk", **options: Any) -> set[str]:
    """The cards that a seat with this hand may follow with on this trick."""
    return cards_open(follow_at(trick, hand, variant, **options))


def lead(hand: str, variant: str = "agurk", **options: Any) -> set[str]:
    """The cards that a seat with this hand may lead."""
    return cards_open(decline_all(at_table(hand, variant=variant, **options)))


def trick_winner(trick: str, variant: str = "agurk", size: int = 2, **options: Any) -> int:
    """The seat that leads after this trick, seat 0 having led to it."""
    cards = trick.split()
    m = decline_all(at_table(*hands_for(cards, size, variant), variant=variant, **options))
    return turn(play(m, trick))


def last_trick(
    cards: str,
    variant: str = "agurk",
    score: Sequence[int] | None = None,
    initial: dict[str, Any] | None = None,
    contra: int | None = None,
    **options: Any,
) -> Match:
    """Play a deal of one card each, seat 0 leading, and return the match after it; a dash for a seat that is out."""
    initial = dict(initial or {})
    if score is not None:
        initial["score"] = list(score)
    hands = [card.strip("-") for card in cards.split()]
    initial.setdefault("out", [int(not hand) for hand in hands])
    m = at_table(*hands, variant=variant, initial=initial, **options)
    return play_last(m, cards, contra)


def play_last(m: Match, cards: str, contra: int | None = None) -> Match:
    """Decline everything, except that one seat may say contra, and play the only cards, given by seat."""
    while m.actors and "play" not in verbs(m):
        seat = turn(m)
        m.act(seat, "keep" if "keep" in codes(m) else "contra" if seat == contra else "pass")
    for card in cards.split():
        if card != "-":
            m.act(turn(m), f"play {cards.split()[turn(m)]}")
    return m


def next_deal(m: Match, cards: str, contra: int | None = None, **arranged: Any) -> Match:
    """Deal one card to each active seat, `cards` by seat with a dash for a seat that is out, and play them."""
    m.chance.arrange(
        Arrangement(hands={seat: card for seat, card in enumerate(cards.split()) if card != "-"}, **arranged)
    )
    m.go_on()
    return play_last(m, cards, contra)


def row(m: Match, field: str) -> list[int]:
    """A public field with a number for each seat."""
    return list(getattr(m.public, field)[: m.seats])


def score(m: Match) -> list[int]:
    """The totals by seat."""
    return row(m, "score")


def out(m: Match) -> list[int]:
    """The seats that are out."""
    return [seat for seat, gone in enumerate(row(m, "out")) if gone]


def chips(m: Match) -> list[int]:
    """The chips by seat."""
    return row(m, "chips")


def refuses(variant: str, seats: int | None = None, **options: Any) -> bool:
    """Tell whether a match with these options is refused."""
    try:
        torite.Match(variant, seats=seats or seats_of(variant)[0], options=options, seed=1)
    except torite.BadOptions:
        return True
    return False


def is_complete(m: Match, code: str) -> bool:
    """Tell whether the seat in turn may take this code whole, without taking it."""
    return m.why(turn(m), code) is None and m.gestures.draft(turn(m), [code])["complete"]


def numbers(m: Match) -> set[int]:
    """How many cards the seat in turn may exchange; 0 for keeping."""
    hand = m.cards(turn(m))
    found = {n for n in range(1, len(hand) + 1) if is_complete(m, "exchange " + " ".join(hand[:n]))}
    return found | ({0} if "keep" in codes(m) else set())


def exchange(m: Match, number: int) -> Match:
    """Let the seat in turn exchange the first cards of its hand, or keep it."""
    hand = m.cards(turn(m))
    m.act(turn(m), "exchange " + " ".join(hand[:number]) if number else "keep")
    return m


def sets_open(m: Match) -> set[tuple[str, ...]]:
    """Every set that the seat in turn may play whole, each as a sorted tuple of codes."""
    hand = m.cards(turn(m))
    tried = {tuple(sorted(c)) for k in range(1, len(hand) + 1) for c in combinations(hand, k)}
    return {cards for cards in tried if is_complete(m, "play " + " ".join(cards))}


def sets(*plays: str) -> set[tuple[str, ...]]:
    """Write plays as sorted tuples of codes, to be compared with `sets_open`."""
    return {tuple(sorted(cards.split())) for cards in plays}


def ranks_open(m: Match) -> set[str]:
    """The ranks of every set that may be played whole, in rising order: `4-5-9`."""
    order = {rank: place for place, rank in enumerate(RANKS)}
    return {"-".join(sorted((c[1:] for c in cards), key=order.__getitem__)) for cards in sets_open(m)}
