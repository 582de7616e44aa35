"""Whole deals at random, action by action against the second model of the game, under all options."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

import torite
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.french_tarot_solo.builders import (
    BIDS,
    NAME,
    SIZES,
    legal,
    lying,
    model,
    on_trick,
    phase,
    scored,
    shown,
    take,
    won,
)
from tests.games.french_tarot_solo.naive import AI, DUMMY, ME, PLAIN, TRUMPS, Deal, Rules, number, suit
from torite import Match
from torite.records import verify

Policy = Callable[[list[str], random.Random], str]
FOLLOWING = (
    "TAROT-9.1", "TAROT-9.2", "TAROT-9.3", "TAROT-9.4", "TAROT-9.5", "TAROT-9.6", "TAROT-9.7", "TAROT-9.8", "TAROT-9.9",
    "TAROT-9.10", "TAROT-9.11",
)  # fmt: skip
WINNING = ("TAROT-10.1", "TAROT-10.2", "TAROT-10.3", "TAROT-10.4", "TAROT-10.5")
EXCUSE = ("TAROT-11.1", "TAROT-11.4", "TAROT-11.5", "TAROT-11.6", "TAROT-11.7", "TAROT-11.8", "TAROT-11.12")
COUNTING = ("TAROT-13.1", "TAROT-13.2", "TAROT-13.3", "TAROT-13.4", "TAROT-13.5", "TAROT-14.9", "TAROT-14.10")


def random_rules(chooser: random.Random) -> Rules:
    """Draw every option."""
    return Rules(
        petit_sec_redeal=chooser.choice(("player_right", "automatic", "off")),
        bid_policy=chooser.choice(("first_prise_then_free", "free", "non_decreasing")),
        handful_table=chooser.choice(("10_13_15", "13_15_18")),
        dummy_flip_timing=chooser.choice(("before_player", "after_trick")),
        petit_before_excuse_slam=chooser.choice(("played_by_slam_side", "any_in_trick")),
        defence_slam_bonus=chooser.choice((0, 200)),
        show_history=chooser.random() < 0.5,
    )


def same(m: Match, deal: Deal) -> None:
    """Hold the match against the model."""
    public = m.public
    if deal.stage == "over":
        assert m.log.deal_over
        return
    assert (deal.stage, deal.legal()) == (phase(m), legal(m))
    assert sorted(deal.hand) == sorted(lying(m, "hand", ME))
    assert (deal.ai, deal.down) == (lying(m, "closed", AI), lying(m, "closed", DUMMY))
    assert (set(deal.open), sorted(deal.away)) == (shown(m), sorted(lying(m, "laid_away")))
    assert [deal.trick.get(side, "") for side in (ME, AI, DUMMY)] == on_trick(m)
    assert (deal.bid, deal.slam, deal.handful) == (BIDS[public.bid], bool(public.slam), SIZES[public.handful])
    takers = Counter(taker for _, taker in deal.tricks)
    assert [takers[side] for side in (ME, AI, DUMMY)] == list(public.tricks)
    own, defence, owed = deal.piles()
    assert (set(own), set(defence)) == (won(m, ME), won(m, AI) | won(m, DUMMY))
    assert {0: 0, 1: -1, -1: 1}[public.debt] == int(2 * owed)


def at_random(may: list[str], chooser: random.Random) -> str:
    """Any action."""
    return chooser.choice(may)


def late(may: list[str], chooser: random.Random) -> str:
    """Trump 1 and the Excuse as late as may be."""
    return chooser.choice([code for code in may if code not in ("play EX", "play T1")] or may)


def high(may: list[str], chooser: random.Random) -> str:
    """The highest card, the Excuse last."""
    cards = [code for code in may if code.startswith("play ") and code != "play EX"]
    if not cards:
        return chooser.choice(may)
    return max(cards, key=lambda code: (suit(code[5:]) == "T", number(code[5:])))


def low(may: list[str], chooser: random.Random) -> str:
    """The lowest card."""
    cards = [code for code in may if code.startswith("play ") and code != "play EX"]
    if not cards:
        return chooser.choice(may)
    return min(cards, key=lambda code: (suit(code[5:]) == "T", number(code[5:])))


def chosen(deal: Deal, policy: Policy, chooser: random.Random) -> str:
    """Choose the next action."""
    if deal.stage != "discard":
        return policy(sorted(deal.legal()), chooser)
    cards, many = deal.may_go_away
    trumps = sorted(card for card in cards if suit(card) == "T")
    plain = sorted(cards - set(trumps))
    six = [*chooser.sample(plain, 6 - many), *chooser.sample(trumps, many)]
    chooser.shuffle(six)
    return "discard " + " ".join(six)


def play_beside(m: Match, deal: Deal, policy: Policy, chooser: random.Random) -> None:
    """Play a deal to its end in both."""
    same(m, deal)
    while deal.stage != "over":
        code = chosen(deal, policy, chooser)
        if deal.stage == "discard":
            assert deal.discards(code.split()[1:])
        take(m, code)
        deal.act(code)
        if code == "redeal":
            return
        same(m, deal)


def account_fits(m: Match, deal: Deal) -> None:
    """The lines of the account are those of the model, and add up."""
    result, found = deal.result, scored(m)
    assert result is not None
    assert ("made" if result.made else "failed") in found
    assert found["made" if result.made else "failed"] == result.difference
    assert (found["card_points"], found["oudlers"]) == (int(2 * result.points), result.oudlers)
    assert (found["scores"], found["defender_scores"], found["unit"]) == (*result.scores[:2], result.unit)
    assert found.get("petit_au_bout", 0) == 10 * result.petit
    parts = found["trick_points"] + found.get("discard_points", 0) + found.get("kitty_points", 0)
    assert found["card_points"] == parts + found.get("gets_half", 0) - found.get("gives_half", 0)
    slam = found.get("slam_made", 0) + found.get("slam_unsaid", 0)
    lost = found.get("slam_missed", 0) + found.get("slam_suffered", 0)
    times = found.get("times", found["base"] + found.get("petit_au_bout", 0))
    assert found["unit"] == times + found.get("handful_points", 0) + slam - lost


def rich_deal(chooser: random.Random, rules: Rules, strong: bool) -> Match:
    """A deal in which the player holds most trumps and Kings, or next to none of them."""
    high_cards = [*TRUMPS, "EX", *(card for card in PLAIN if card[1:] == "K")]
    low_cards = [card for card in PLAIN if card[1:] not in "KQCJ"]
    hand = chooser.sample(high_cards if strong else low_cards, 24)
    if not strong and chooser.random() < 0.6:
        hand[0] = "T1"
    lying: dict[str, Any] = {}
    if not strong and chooser.random() < 0.5:
        lying = {"closed": {chooser.choice((AI, DUMMY)): " ".join(chooser.sample([*TRUMPS[1:], "EX"], 20))}}
    return new_match(
        NAME,
        options=rules.options() | {"deal_count": 1},
        hands={0: " ".join(hand)},
        places=lying,
        seed=chooser.randrange(1 << 30),
        pause=True,
    )


@clause(*FOLLOWING, *WINNING, *EXCUSE, *COUNTING, "TAROT-3.8", "TAROT-8.2", "TAROT-8.3", "TAROT-8.9")
@pytest.mark.parametrize("part", range(4))
def test_whole_sessions(part: int) -> None:
    """Every action that may be taken, all that is won and counted, every score; the record reads back."""
    chooser = random.Random(f"sessions {part}")
    for seed in range(5):
        rules, count = random_rules(chooser), chooser.randint(1, 8)
        m = torite.Match(NAME, options=rules.options() | {"deal_count": count}, seed=100 * part + seed, pause=True)
        history: list[int] = []
        bid = ""
        while not m.over:
            deal = model(m, rules, bid)
            play_beside(m, deal, chooser.choice((at_random, late, high, low)), chooser)
            if deal.result is None:
                continue
            bid = deal.bid
            history.append(deal.result.scores[0])
            account_fits(m, deal)
            assert [sum(history)] == m.scores
            assert (len(history) == count) == m.over
            beaten = sum(after > before for before, after in pairwise(history))
            assert (m.public.added, m.public.best_added) == (history[-1], max(history))
            assert m.public.times_beaten == beaten
            assert [(one.changes, one.scores) for one in m.score_sheet.deals][-1] == ((history[-1],), (sum(history),))
            if not m.over:
                m.go_on()
        again = torite.read(torite.write(m))
        assert (torite.write(m), m.scores) == (torite.write(again), again.scores)
        assert verify(again)


@clause(*EXCUSE, *COUNTING, "TAROT-12.1", "TAROT-12.3", "TAROT-12.5", "TAROT-14.6", "TAROT-14.8", "TAROT-14.11")
@pytest.mark.parametrize("part", range(4))
def test_one_sided_deals(part: int) -> None:
    """Deals in which one side wins nearly all tricks, with slams, handfuls and petit au bout."""
    chooser = random.Random(f"one-sided {part}")
    found: Counter[str] = Counter()
    for count in range(24):
        rules = random_rules(chooser)
        m = rich_deal(chooser, rules, count % 2 == 0)
        deal = model(m, rules)
        play_beside(m, deal, chooser.choice((late, high) if count % 2 == 0 else (late, low)), chooser)
        if deal.result is None:
            continue
        account_fits(m, deal)
        found.update(key for key in scored(m))
        found["defence"] += {taker > 0 for _, taker in deal.tricks} == {True}
    assert found["slam_made"] + found["slam_unsaid"] > 1
    assert found["handful_points"] > 3
    assert found["petit_au_bout"] > 3
