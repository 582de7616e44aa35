"""Positions of Ambition, set up so that a test reads aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import torite
from tests.aloud import legal, turn
from tests.arranged import new_match
from tests.games.ambition.naive import CARDS, Rules, options_of
from tests.games.ambition.plans import plan
from tests.looking import codes_of, shown_anywhere
from tests.strategies import legal as open_to
from torite import Match
from torite.games import catalogue
from torite.games.ambition.state import Phase

OLD_NAME, REVISED_NAME = "ambition", "ambition-revised"
GAME = catalogue()[OLD_NAME][0]
EDITIONS = ("gamefarm_2004", "revised")
VARIANT = {"gamefarm_2004": OLD_NAME, "revised": REVISED_NAME}
VIEWERS = (0, 1, 2, 3, -1)

#: Hands for a test that says nothing else: every suit in every hand, ♦3 with seat 0.
HANDS = (
    "C2 C6 C10 S2 S6 S10 H2 H6 H10 D3 D7 DJ CA",
    "C3 C7 CJ S3 S7 SJ H3 H7 HJ D2 D6 D10 SA",
    "C4 C8 CQ S4 S8 SQ H4 H8 HQ D4 D8 DQ HA",
    "C5 C9 CK S5 S9 SK H5 H9 HK D5 D9 DK DA",
)
HANDS_OF_THREE = (
    "C2 C6 C9 CQ S2 S5 S8 SJ H2 H5 H8 HJ D3 D6 D9 DQ SA",
    "C4 C7 C10 CK S3 S6 S9 SQ H3 H6 H9 HQ D2 D5 D8 DJ HA",
    "C5 C8 CJ CA S4 S7 S10 SK H4 H7 H10 HK D4 D7 D10 DK DA",
)
SUITS_OF_ONE = tuple(" ".join(card for card in CARDS if card[0] == suit) for suit in "DCSH")


# whole matches, from the deal on


def table(
    *hands: str,
    variant: str = OLD_NAME,
    seats: int = 4,
    round: int = 0,
    dealer: int = 1,
    initial: dict[str, Any] | None = None,
    seed: int = 1,
    **options: Any,
) -> Match:
    """Start a match with these hands, seat 0 first; places left open get the rest of the pack from below.

    It is the round of this number; if none is said, the one in which nothing is passed.
    """
    held = [hand.split() for hand in hands or (HANDS if seats == 4 else HANDS_OF_THREE)]
    held += [[] for _ in range(seats - len(held))]
    pack = Rules(seats=seats).pack()
    rest = [card for card in pack if not any(card in hand for hand in held)]
    for hand in held:
        while len(hand) < len(pack) // seats:
            hand.append(rest.pop(0))
    m = new_match(
        variant,
        seats,
        options,
        seed=seed,
        pause=True,
        dealer=dealer,
        hands=dict(enumerate(held)),
        initial={"deals_played": (round or seats) - 1, **(initial or {})},
    )
    if m.turns.awaits_chance:  # as between two rounds
        m.go_on()
    return m


def passing(*passes: str, round: int = 1, seats: int = 4, **how: Any) -> Match:
    """Start a round of this number, and let the seats 0, 1, … pass these cards."""
    m = table(round=round, seats=seats, **how)
    for seat, cards in enumerate(passes):
        m.act(seat, f"pass {cards}")
    return m


def cards_open(m: Match, seat: int | None = None) -> set[str]:
    """The cards that a seat may play, or name next in its pass."""
    return {code.split()[-1] for code in legal(m, seat)}


def play(m: Match, *cards: str) -> Match:
    """Let the seats in turn play these cards."""
    for card in " ".join(cards).split():
        m.act(turn(m), f"play {card}")
    return m


def play_any(m: Match, plays: int = 1 << 20) -> Match:
    """Let the seats in turn play the first card they may, so often or until the round is over."""
    while plays and m.actors:
        m.act(m.actors[0], str(m.actions(m.actors[0])[0]))
        plays -= 1
    return m


def taking(
    *taken: int | None,
    rules: Rules | None = None,
    initial: dict[str, Any] | None = None,
    whole: bool = True,
    seed: int = 1,
    **options: Any,
) -> Match:
    """Play a round in which the seats take these points, None for no trick, to its end or but for the last card."""
    rules, initial = rules or Rules(seats=len(taken), **options), had(initial)
    found = plan(taken, rules)
    m = table(
        *found.hands, variant=VARIANT[rules.edition], seats=rules.seats, initial=initial, seed=seed, **options_of(rules)
    )
    cards = " ".join(found.tricks).split()
    return play(m, *(cards if whole else cards[:-1]))


# single tricks and ends of rounds, by the rules alone


@cache
def begun(rules: Rules) -> Any:
    """A match before its first deal, by the rules alone."""
    s: Any = GAME.state()
    s.seats = rules.seats
    s.options = GAME.options(VARIANT[rules.edition], options_of(rules), rules.seats)
    GAME.rules.start(s)
    return s


def position(
    *hands: str, leader: int = 0, tricks: int = 5, rules: Rules | None = None, initial: dict[str, Any] | None = None
) -> Any:
    """A state in which the leader is to lead, with these cards in the hands, after so many tricks."""
    s = begun(rules or Rules(seats=len(hands))).copy()
    s.phase, s.turn, s.leader, s.tricks_played = Phase.PLAY, leader, leader, tricks
    for seat, cards in enumerate(hands):
        s.hand[seat] = row(cards)
    for name, value in (initial or {}).items():
        field = getattr(s, name)
        setattr(s, name, [*value, *field[len(value) :]] if isinstance(field, list) else value)
    return s


def act(s: Any, cards: str) -> Any:
    """Let the seats in turn play these cards, one each; they must be allowed."""
    for card in cards.split():
        assert card in may_play(s)
        s.note_count = 0
        GAME.rules.act(s, s.turn, GAME.verbs.parse(f"play {card}")[0])
    return s


def may_play(s: Any) -> set[str]:
    """The cards that the seat in turn may play."""
    return {GAME.verbs.text(number).split()[1] for number in open_to(GAME, s, s.turn).listed()}


def one_trick(cards: str, tricks: int = 5, rules: Rules | None = None) -> tuple[int, int]:
    """Play a trick of these cards, seat 0 first, after so many others: who takes it, and the points taken."""
    rules = rules or Rules(seats=len(cards.split()))
    s = act(position(*cards.split(), tricks=tricks, rules=rules), cards)
    (taker,) = seats_with(s.tricks)
    return taker, sum(s.points)


def end(taken: Sequence[int | None], rules: Rules, **given: Any) -> Any:
    """End a round in which the seats have taken these points, None for no trick: the state after its last card."""
    bonus = rules.bonus(len(rules.pack()) // rules.seats)
    last = next(seat for seat, points in enumerate(taken) if points is not None and points >= bonus)
    tricks = [0 if points is None else 1 for points in taken]
    in_all = len(rules.pack()) // rules.seats
    tricks[last] += in_all - 1 - sum(tricks)
    points = [(points or 0) - bonus * (seat == last) for seat, points in enumerate(taken)]
    order = [(last + i) % rules.seats for i in range(rules.seats)]
    hands = [""] * rules.seats
    for seat, card in zip(order, ("C9", "C4", "C5", "C6"), strict=False):
        hands[seat] = card
    s = position(
        *hands, leader=last, tricks=in_all - 1, rules=rules, initial={"points": points, "tricks": tricks, **had(given)}
    )
    return act(s, " ".join(hands[seat] for seat in order))


def had(initial: dict[str, Any] | None) -> dict[str, Any]:
    """Who has had a slam of some line has had a slam."""
    line = (initial or {}).get("line")
    return {**({"slams": [int(one > 0) for one in line]} if line else {}), **(initial or {})}


def ended(s: Any) -> list[tuple[int, int]]:
    """What each seat scored in the round that has ended, and how many strikes it has now."""
    return [(int(s.added[seat]), int(s.strikes[seat])) for seat in range(s.seats)]


def row(cards: str) -> Any:
    """A multiset of these cards."""
    return GAME.pack.row(GAME.pack.kinds(cards))


def codes(pieces: Any) -> list[str]:
    """The codes of a row of pieces, sorted."""
    return sorted(GAME.pack.codes[kind] for kind in GAME.pack.listed(pieces))


def cards(*texts: str) -> list[str]:
    """Cards as `codes` lists them."""
    return sorted(" ".join(texts).split())


# what is told


def accounted(m: Match, seat: int | None = None) -> list[tuple[str, int, int]]:
    """The account of the round that ended last: line, seat, amount; of one seat if it is named."""
    return [(note.line.key, note.seat, note.amount) for note in m.score_sheet.account if seat in (None, note.seat)]


def clauses_of(m: Match, seat: int) -> set[str]:
    """The clauses of a seat's lines in the account."""
    return {note.line.clause for note in m.score_sheet.account if note.seat == seat}


def refused_by(m: Match, seat: int, code: str) -> str:
    """The clause that refuses an action; it is said in both languages, and nothing has changed."""
    before = m.view(seat).to_words(), torite.write(m)
    refusal = m.gestures.refusal(seat, code)
    assert refusal is not None, f"{code} is allowed"
    english, japanese = refusal.say("en"), refusal.say("ja")
    clause = str(refusal.facts["clause"])
    assert english != japanese
    assert "{" not in english + japanese
    assert clause in english
    assert clause in japanese
    assert before == (m.view(seat).to_words(), torite.write(m))
    return clause


def look(m: Match, viewer: int) -> Any:
    """The view of a seat; of a spectator for -1."""
    return m.public if viewer < 0 else m.view(viewer)


def zone(m: Match, viewer: int, name: str, seat: int = -1, language: str = "en") -> list[str | None] | None:
    """The cards of a zone as a viewer is shown them, None for one face down; None if there is no such zone."""
    found = [one for one in torite.lay_out(m, viewer, language).zones if (one.name, one.seat) == (name, seat)]
    return [code for one in found for code in codes_of(one.pieces)] if found else None


def laid_out(m: Match, viewer: int) -> set[str]:
    """All cards that a viewer is shown anywhere, face up."""
    return shown_anywhere(torite.lay_out(m, viewer))


def of_seat(m: Match, viewer: int, seat: int, language: str = "en") -> dict[str, str]:
    """The facts of a seat that a viewer is told."""
    return {fact.name: str(fact.value) for fact in torite.lay_out(m, viewer, language).seats[seat].facts}


def strikes(m: Match) -> list[int]:
    """The strikes and understrikes of each seat."""
    return list(m.public.strikes[: m.seats])


def winners(m: Match) -> list[int]:
    """The seats in the first place, which share the win equally."""
    assert m.result is not None
    first = [seat for seat, place in enumerate(m.result.places) if place == 1]
    assert [seat in first for seat in range(m.seats)] == [share > 0 for share in m.result.shares]
    assert len({m.result.shares[seat] for seat in first}) == 1
    return first


def seats_with(values: Iterable[Any]) -> list[int]:
    """The seats whose value is not nought."""
    return [seat for seat, value in enumerate(values) if value]
