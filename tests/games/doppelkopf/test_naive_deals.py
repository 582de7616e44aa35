"""Whole random deals with random announcements, held against the naive oracle at every step."""

import random
from collections import Counter
from typing import Any

import pytest

import torite
from tests.aloud import legal, scored, turn
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.doppelkopf.builders import CONTRA, RE, TRUMPS, contract, pack
from tests.games.doppelkopf.ends import BESIDE
from tests.games.doppelkopf.naive_deal import Deal
from tests.games.doppelkopf.naive_score import score
from tests.games.doppelkopf.random_ends import random_options
from tests.strategies import legal as may_take
from torite import Match

PLANS = ["normal", "silent", "marriage", "marriage", "strong marriage", "poverty", "solo", "rivals", "rivals"]
TOPS = ["H10", "H10", "SQ", "SQ", "HQ", "HQ", "DQ", "DQ"]
CHOICES: dict[str, list[Any]] = {
    "reply_limit": ["requirement_minus_one", "announcer_hand_minus_one"],
    "late_reply_opens_90": [True, False],
    "marriage_alone_announcements": ["shift_two", "forbidden"],
    "heart10_rule": ["first_wins", "second_wins", "second_wins_except_last"],
}
LEVELS = ["90", "60", "30", "schwarz"]
SUITS = ("solo-clubs", "solo-spades", "solo-hearts", "solo-diamonds")
DEALS = 60
MANY_DEALS = 500


def random_hands(chooser: random.Random, plan: str, who: int, active: list[int], variant: str) -> dict[int, str]:
    """Deal at random what a plan does not need."""
    left = pack(variant)
    chooser.shuffle(left)
    size = len(left) // 4
    own: list[str] = []
    if plan in ("silent", "marriage", "strong marriage"):
        tops = TOPS[: chooser.randint(6, 8) if plan == "strong marriage" else chooser.randint(0, 5)]
        own = ["CQ", "CQ", *tops]
    if plan == "poverty":
        trumps, plain = [c for c in left if c in TRUMPS], [c for c in left if c not in TRUMPS]
        number = chooser.randint(0, 3)
        own = trumps[:number] + plain[: size - number]
    for card in own:
        left.remove(card)
    hands = {who: own + left[: size - len(own)]}
    left = left[size - len(own) :]
    for place, seat in enumerate(seat for seat in active if seat != who):
        hands[seat] = left[size * place : size * (place + 1)]
    return {seat: " ".join(hand) for seat, hand in hands.items()}


def random_match(chooser: random.Random, number: int) -> tuple[Match, str, int, dict[str, Any]]:
    """Start a match; tell its plan, who it is about, and the options that differ from the defaults."""
    variant = "doppelkopf-40" if chooser.random() < 0.3 else "doppelkopf"
    seats = 5 if variant == "doppelkopf" and chooser.random() < 0.2 else 4
    dealer = chooser.randrange(seats)
    active = [seat for seat in range(seats) if seats == 4 or seat != dealer]
    plan, who = chooser.choice(PLANS), chooser.choice(active)
    options = random_options(chooser, 40 if variant == "doppelkopf-40" else 48)
    options |= {name: chooser.choice(values) for name, values in CHOICES.items() if chooser.random() < 0.6}
    if variant == "doppelkopf" and plan == "rivals":
        options["solo_overcall"] = chooser.choice([True, False])
    hands = random_hands(chooser, plan, who, active, variant)
    more = {name: value for name, value in options.items() if name != "deck"}
    m = new_match(variant, seats=seats, options=more, hands=hands, dealer=dealer, pause=True, seed=f"deal {number}")
    return m, plan, who, options


def say(m: Match, plan: str, who: int, chooser: random.Random) -> str:
    """Choose what the seat in turn says before the first card, whole gestures included."""
    seat, codes = m.actors[0], sorted(code for code in legal(m, m.actors[0]) if not code.startswith("announce"))
    verb = codes[0].split()[0]
    if verb == "keep" or "keep" in codes:
        return "keep"
    if verb == "offer":
        hand = m.cards(seat)
        trumps = [card for card in hand if card in TRUMPS]
        plain = [card for card in hand if card not in TRUMPS]
        return "offer " + " ".join(trumps + chooser.sample(plain, 3 - len(trumps)))
    if verb == "return":
        return "return " + " ".join(chooser.sample(m.cards(seat), 3))
    if verb in ("accept", "refuse"):
        return chooser.choice(["accept", "refuse"])
    if set(codes) == {"pass", "reserve"} and plan != "rivals":
        return "reserve" if seat == who and plan not in ("normal", "silent") else "pass"
    wanted = f"bid {plan.split()[-1]}"
    return wanted if wanted in codes else chooser.choice(codes)


def begin(m: Match, plan: str, who: int, options: dict[str, Any], chooser: random.Random) -> Deal | None:
    """Bid; give the deal as play begins, or None where it was thrown in."""
    level, addition = 0, ""
    while not m.log.deal_over and not any(code.startswith("play") for code in legal(m, m.actors[0])):
        code = say(m, plan, who, chooser)
        m.act(m.actors[0], code)
        if code.startswith("call"):
            level = LEVELS.index(code.split()[1]) + 1
        if code.startswith("bid solo") and code.split()[1] not in SUITS:
            addition = code.split()[2] if len(code.split()) == 3 else ""
    if m.log.deal_over:
        return None
    idle = m.public.idle
    hands = {seat: list(m.cards(seat)) for seat in range(m.seats) if seat != idle}
    deck = 4 * len(m.cards(turn(m)))
    deal = Deal(deck, hands, contract(m), m.public.declarer, m.public.partner, turn(m), options)
    if level:
        deal.said["re"], deal.spoken["re"] = level + 1, [12]
    if addition == "with-re":
        deal.said["re"] = 1
    deal.mute = addition == "without-re"
    return deal


def same(m: Match, deal: Deal, viewer: int) -> None:
    """Compare the announcements of every seat, what has been said, and the parties that are public.

    The viewer's announcements are found again from what he sees alone.
    """
    for seat in range(m.seats):
        offered = {code for code in map(str, m.actions(seat)) if code.startswith("announce")}
        assert offered == deal.calls(seat), (seat, torite.write(m))
    seen = map(m.game.verbs.text, may_take(m.game, m.view(viewer), viewer).listed())
    assert {code for code in seen if code.startswith("announce")} == deal.calls(viewer), (viewer, torite.write(m))
    public = m.public
    assert (public.called[2], public.called[1]) == (deal.said["re"], deal.said["contra"]), torite.write(m)
    known = [{"re": RE, "contra": CONTRA}.get(deal.known.get(seat, ""), 0) for seat in range(m.seats)]
    assert list(public.party[: m.seats]) == known, torite.write(m)


def follow(m: Match, deal: Deal, chooser: random.Random) -> None:
    """Play a deal to its end with announcements now and then, comparing at every step."""
    talkative = chooser.choice([0.02, 0.1, 0.4])
    same(m, deal, 0)
    while not m.log.deal_over:
        calls = [(seat, code) for seat in range(m.seats) for code in sorted(deal.calls(seat))]
        if calls and chooser.random() < talkative:
            seat, code = chooser.choice(calls)
            m.act(seat, code)
            deal.announce(seat, code.split()[1])
        else:
            seat = turn(m)
            code = chooser.choice(sorted(code for code in legal(m) if code.startswith("play")))
            m.act(seat, code)
            deal.play(seat, code.split()[1])
        same(m, deal, chooser.randrange(m.seats))


def play_deals(seed: str, number: int) -> Counter[str]:
    """Play so many deals; count what happened in them."""
    chooser, seen = random.Random(seed), Counter[str]()
    for count in range(number):
        m, plan, who, options = random_match(chooser, count)
        deal = begin(m, plan, who, options, chooser)
        if deal is None:
            continue
        follow(m, deal, chooser)
        expected = score(deal.end(m.seats))
        found: Counter[str] = Counter()
        for key, _, amount in scored(m):
            found[key] += amount
        items = {key: n for key, n in found.items() if key not in BESIDE and n}
        assert items == expected.items, torite.write(m)
        assert m.scores == expected.scores, torite.write(m)
        assert m.public.winner == ["draw", "contra", "re"].index(expected.winner), torite.write(m)
        seen.update([deal.contract, expected.winner, *(f"late {party}" for party in deal.late)])
        seen.update([f"shift {deal.shift}"] if deal.contract == "marriage" else [])
        seen.update(["mute"] if deal.mute else [])
    return seen


ABOUT = ("DOKO-10.1", "DOKO-10.2", "DOKO-10.3", "DOKO-10.8", "DOKO-10.9", "DOKO-10.12", "DOKO-10.13", "DOKO-10.14")
ALSO = ("DOKO-10.15", "DOKO-10.20", "DOKO-10.21", "DOKO-10.22", "DOKO-17.7", "DOKO-18.16", "DOKO-18.18", "DOKO-18.19")


@clause(
    *ABOUT,
    *ALSO,
    "DOKO-8.9",
    "DOKO-13.4",
    "DOKO-13.6",
    "DOKO-13.7",
    "DOKO-13.10",
    "DOKO-26.5",
    "DOKO-26.7",
    "DOKO-26.11",
)
@pytest.mark.parametrize("part", range(4))
def test_random_deals(part: int) -> None:
    """Announcements, public parties and the score of random deals are those of the oracle."""
    seen = play_deals(f"deals {part}", DEALS)
    assert {"normal", "marriage", "poverty", "re", "contra"} <= set(seen), seen
    assert {"shift 0", "shift 1", "shift 2"} <= set(seen), seen


@pytest.mark.slow
@clause(*ABOUT, *ALSO)
@pytest.mark.parametrize("part", range(8))
def test_many_random_deals(part: int) -> None:
    """The same for many deals, in which everything happens."""
    seen = play_deals(f"many deals {part}", MANY_DEALS)
    kinds = ["normal", "marriage", "poverty", "solo-clubs", "solo-hearts", "solo-queens", "solo-jacks"]
    kinds += ["solo-notrump", "solo-queens-jacks", "shift 0", "shift 1", "shift 2", "mute", "late re", "late contra"]
    assert {*kinds, "re", "contra", "draw"} <= set(seen), seen
