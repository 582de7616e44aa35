"""Whole matches at random, action by action against the second model of the game, under all options."""

import random
from collections import Counter
from typing import Any

import pytest

import torite
from tests.aloud import legal, turn
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.bingo.builders import FOLLOWING, stock_of, tiles_open, totals
from tests.games.bingo.naive import DOUBLES, PIPS, TILES, Deal, Rules, replies, tile
from torite import Match
from torite.records import verify

PLAY = (
    "BINGO-4.1", "BINGO-4.2", "BINGO-4.5", "BINGO-4.7", "BINGO-5.1", "BINGO-5.2", "BINGO-5.3", "BINGO-5.6",
    "BINGO-5.11", "BINGO-5.12", "BINGO-6.1", "BINGO-6.2", "BINGO-6.3",
)  # fmt: skip
DECLARING = (
    "BINGO-7.1", "BINGO-7.2", "BINGO-7.3", "BINGO-7.4", "BINGO-7.5", "BINGO-7.6", "BINGO-7.7", "BINGO-7.13",
    "BINGO-7.14", "BINGO-7.16", "BINGO-7.17",
)  # fmt: skip


def random_rules(chooser: random.Random) -> Rules:
    """Draw every option."""
    return Rules(
        blank_order=chooser.choice(("low", "high")),
        double_order=chooser.choice(("pip", "top")),
        must_trump_when_void=chooser.random() < 0.5,
        bingo_follows_any_suit=chooser.random() < 0.5,
        doubles_points=chooser.choice(((20, 40, 50, 60, 70), (0, 0, 0, 0, 0), (7, 11, 80, 3, 200))),
        doubles_need_trick=chooser.random() < 0.5,
        bingo_bonus=chooser.choice((0, 10, 33)),
        no_trick_game_points=chooser.choice((2, 3)),
        both_70=chooser.choice(("higher", "nobody")),
        last_trick_bonus=chooser.choice((0, 10, 40)),
        target_game_points=chooser.choice((1, 2, 4)),
    )


def model_of(m: Match, rules: Rules) -> Deal:
    """The second model of a deal that has just begun."""
    return Deal(m.public.dealer, [m.cards(0), m.cards(1)], stock_of(m), rules)


def same(m: Match, deal: Deal) -> None:
    """Hold the match against the model."""
    public = m.public
    assert [sorted(hand) for hand in deal.hands] == [sorted(m.cards(seat)) for seat in (0, 1)]
    assert deal.stock == stock_of(m)
    found = (public.trump, public.closed_by, public.stock_left, public.declared)
    assert (deal.trump, deal.closed_by, len(deal.stock), deal.declared) == found
    assert (deal.tricks, deal.tiles, deal.made) == (list(public.tricks), list(public.tile_points), list(public.made))
    assert deal.points == totals(m)
    if deal.stage not in ("show", "over"):
        assert set(deal.shown) == {m.game.pack.codes[kind] for kind in m.game.pack.listed(public.shown)}
    if deal.stage != "over":
        assert (deal.actor, deal.legal()) == (turn(m), legal(m))


def chosen(may: list[str], chooser: random.Random, draws: float) -> str:
    """Choose an action; drawing, declaring and leading doubles more often than chance would."""
    if "draw" in may and chooser.random() < draws:
        return "draw"
    for liked in ("reveal", "declare", "lead 0-0", "lead 6-6", "lead 5-5"):
        some = [code for code in may if code.startswith(liked)]
        if some and chooser.random() < (0.7 if liked == "reveal" else 0.3):
            return chooser.choice(some)
    return chooser.choice(may)


def play_beside(m: Match, deal: Deal, chooser: random.Random, draws: float) -> Counter[str]:
    """Play a deal to its end in both; return how often each verb was used."""
    used: Counter[str] = Counter()
    same(m, deal)
    while deal.stage != "over":
        code = chosen(sorted(deal.legal()), chooser, draws)
        m.act(turn(m), code)
        deal.act(code)
        same(m, deal)
        used[code.split()[0]] += 1
    assert m.log.deal_over
    return used


@clause(*PLAY, *DECLARING, "BINGO-8.9", "BINGO-8.10", "BINGO-12.1", "BINGO-12.7", "BINGO-12.8")
@pytest.mark.parametrize("part", range(6))
def test_whole_matches(part: int) -> None:
    """Every action that may be taken, all that is counted, every score, dealer and winner; the record reads back."""
    chooser = random.Random(f"matches {part}")
    used: Counter[str] = Counter()
    for number in range(8):
        rules = random_rules(chooser)
        m = torite.Match("bingo", options=rules.options(), seed=100 * part + number, pause=True)
        scores, dealer = [0, 0], m.public.dealer
        for count in range(40):
            assert (dealer + count) % 2 == m.public.dealer
            deal = model_of(m, rules)
            used += play_beside(m, deal, chooser, chooser.choice((0.8, 0.95, 1)))
            scores = [have + more for have, more in zip(scores, deal.scored, strict=True)]
            assert scores == m.scores
            assert (max(scores) >= rules.target_game_points) == m.over
            if m.over:
                break
            m.go_on()
        assert m.over
        assert m.result is not None
        assert (1, 2) == tuple(sorted(m.result.places))
        assert 1 == m.result.places[scores.index(max(scores))]
        again = torite.read(torite.write(m))
        assert (torite.write(m), m.scores) == (torite.write(again), again.scores)
        assert verify(again)
    assert {"lead", "play", "draw", "close", "declare", "show"} <= set(used)


def rich_deal(chooser: random.Random, rules: Rules) -> Match:
    """A deal in which seat 0 holds most doubles."""
    doubles = list(DOUBLES)
    chooser.shuffle(doubles)
    hand = " ".join(doubles[: chooser.choice((5, 6, 7, 7))])
    return new_match(
        "bingo",
        options=rules.options(),
        hands={chooser.randrange(2): hand},
        seed=chooser.randrange(1 << 30),
        pause=True,
    )


@clause(*DECLARING, "BINGO-7.10", "BINGO-7.12", "BINGO-7.18", "BINGO-8.1")
@pytest.mark.parametrize("part", range(4))
def test_deals_with_many_doubles(part: int) -> None:
    """Declarations and doubles shown, against the model."""
    chooser = random.Random(f"doubles {part}")
    used: Counter[str] = Counter()
    for _ in range(40):
        rules = random_rules(chooser)
        m = rich_deal(chooser, rules)
        deal = model_of(m, rules)
        used += play_beside(m, deal, chooser, 0.9)
        assert deal.scored == m.scores
    assert used["reveal"] > 1
    assert used["declare"] > 20
    assert used["show"] > 10


@pytest.mark.long
@clause("BINGO-5.1", "BINGO-5.2", "BINGO-5.3", "BINGO-5.4", "BINGO-5.5", "BINGO-5.6", "BINGO-5.7", "BINGO-5.8",
        "BINGO-5.11", "BINGO-5.12", "BINGO-5.13", "BINGO-12.6")  # fmt: skip
@pytest.mark.parametrize("rules", FOLLOWING, ids=lambda rules: "-".join(str(value) for value in vars(rules).values()))
def test_replies_of_random_hands(rules: Rules) -> None:
    """Under every combination of the options on following: the tiles that may be played, and never none."""
    chooser = random.Random(str(rules))
    sizes: Counter[int] = Counter()
    for seed in range(40):
        m = torite.Match("bingo", options=rules.options(), seed=seed, pause=True)
        closes_after = chooser.randint(1, 7)
        while not m.log.deal_over:
            codes = sorted(legal(m))
            if "draw" in codes:
                m.act(turn(m), "close" if m.public.tricks_played == closes_after else "draw")
                continue
            if m.public.closed_by >= 0 and codes[0].startswith("play"):
                hand, led = m.cards(turn(m)), m.game.pack.codes[m.public.led]
                assert replies(hand, led, m.public.trump, rules) == tiles_open(m), (hand, led, m.public.trump)
                sizes[len(codes)] += 1
            m.act(turn(m), chooser.choice([code for code in codes if code[:4] in ("lead", "play")]))
    assert 240 == sum(sizes.values())
    assert 0 not in sizes


@clause("BINGO-12.6", "BINGO-5.1", "BINGO-5.2")
@pytest.mark.parametrize("trump", PIPS)
def test_replies_of_every_hand_of_two(trump: int) -> None:
    """Every lead to every hand of two tiles, set up in the rules' own state: 9828 positions for each trump."""
    base = new_match("bingo", seed=1, dealer=1)
    base.act(0, f"lead {base.cards(0)[0]}")
    state, pack = base.log.trial(), base.game.pack
    state.trump, state.closed_by = trump, 0
    for led in TILES:
        state.led = pack.kind(led)
        state.trick[0] = pack.row([pack.kind(led)])
        others = [one for one in TILES if one != led]
        for i, first in enumerate(others):
            for second in others[i + 1 :]:
                state.hand[1] = pack.row([pack.kind(first), pack.kind(second)])
                assert replies([first, second], led, trump) == open_in(base, state), (led, first, second)


def open_in(m: Match, state: Any) -> set[str]:
    """The tiles that seat 1 may play in a state."""
    return {m.game.verbs.text(number).split()[1] for number in m.gestures.legal(state, 1).listed()}


@clause("BINGO-12.6")
def test_replies_depend_on_lead_hand_and_trump_alone() -> None:
    """Not on the other hand, the stock, what was won, declared or scored."""
    m = new_match("bingo", seed=5, dealer=1)
    m.act(0, f"lead {m.cards(0)[0]}")
    state = m.log.trial()
    state.closed_by = 0
    before = open_in(m, state)
    assert before
    changes: dict[str, Any] = {
        "tricks": [3, 9], "tile_points": [80, 2], "made": [40, 20], "score": [6, 6], "dealer": 0, "stock_left": 2,
        "closed_by": 1, "tricks_played": 9, "deals_played": 7,
    }  # fmt: skip
    for name, value in changes.items():
        changed = state.copy()
        setattr(changed, name, value)
        changed.hand[0] = m.game.pack.row([m.game.pack.kind(tile(0, 0))])
        assert before == open_in(m, changed), name
