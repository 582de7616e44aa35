"""Section 1: pack, partners, deal, dealer."""

from __future__ import annotations

from itertools import pairwise

import pytest

import torite
from tests.aloud import legal, state, take, turn
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.flashpoint.builders import PARLETT, SEED, E, N, S, W, bonus, ended, hands_of, silent, table
from tests.games.flashpoint.naive import PACK, RANKS, SUITS

VARIANTS = pytest.mark.parametrize("variant", [SEED, PARLETT])


@clause("FLASH-1.1")
@VARIANTS
def test_pack(variant: str) -> None:
    """♠ ♥ ♣ ♦, each A to 7: all are dealt, each once."""
    m = torite.Match(variant, seed=3)
    assert sorted(PACK) == sorted(m.game.pack.codes[kind] for kind in m.game.pack.listed(state(m).in_play))
    assert sorted(PACK) == sorted(card for hand in hands_of(m) for card in hand)
    assert len(SUITS) * len(RANKS) == 32


@clause("FLASH-1.2")
def test_rank_order() -> None:
    """A K Q J 10 9 8 7: of two that share nothing the higher wins, whoever leads; more in the tests of tricks."""
    for high, low in pairwise(RANKS):
        m = table(f"S{low}", f"H{high}")
        take(silent(m), f"play S{low}", f"play H{high}")
        assert 1 == m.public.best_seat


@clause("FLASH-1.3")
@VARIANTS
def test_partners_sit_opposite(variant: str) -> None:
    """What one gets, so does the other: points, bonus, payoff and the win."""
    m = ended((104, 90), (10, 20), variant=variant)
    for values in (m.scores, m.score_sheet.payoffs, list(m.public.bonus), list(m.public.won)):
        assert (values[0], values[1]) == (values[2], values[3])
        assert values[0] != values[1]


@clause("FLASH-1.4")
def test_eight_cards_each() -> None:
    """All 32."""
    assert [8] * 4 == [len(hand) for hand in hands_of(torite.Match(SEED, seed=5))]


@clause("FLASH-1.5", "FLASH-1.4")
@pytest.mark.parametrize("dealer", range(4))
def test_two_batches_of_four_from_the_dealers_left(dealer: int) -> None:
    """The shuffled cards in their order: four to each, then four more."""
    m = new_match(SEED, seed=7, dealer=dealer)
    (dealt,) = (entry.outcome for entry in m.log if entry.chance == "deal")
    order = [m.game.pack.codes[kind] for kind in dealt]
    for place in range(4):
        seat = (dealer + 1 + place) % 4
        batch = order[4 * place : 4 * place + 4] + order[16 + 4 * place : 20 + 4 * place]
        assert sorted(batch) == hands_of(m)[seat]


@clause("FLASH-1.6")
@pytest.mark.parametrize("dealer", range(4))
def test_dealers_left_leads(dealer: int) -> None:
    """The partner has the first word, then the lead."""
    m = table(dealer=dealer)
    assert (dealer + 3) % 4 == turn(m)
    take(m, "none")
    assert (dealer + 1) % 4 == turn(m)
    assert (dealer + 1) % 4 == turn(table(dealer=dealer, command_mode="off"))


@clause("FLASH-1.7", "FLASH-9.7")
def test_deal_passes_to_the_left() -> None:
    """After each round, and the lead with it; scores are kept."""
    m = table(initial={"bonus": [10, 20, 10, 20]}, dealer=S, command_mode="off", target=1000)
    for dealer in (S, W, N, E, S):
        kept = m.scores, [10, 20]
        if m.log.deal_over:
            m.go_on()
        assert (dealer, (dealer + 1) % 4, [8] * 4) == (m.public.dealer, turn(m), [len(hand) for hand in hands_of(m)])
        assert kept == (m.scores, bonus(m))
        while not m.log.deal_over:
            take(m, min(code for code in legal(m) if code.startswith(("play", "pass"))))
    assert [10, 20] == bonus(m)


@clause("FLASH-1.8")
@VARIANTS
def test_first_dealer_is_drawn(variant: str) -> None:
    """Any of the four, and everybody sees who."""
    drawn = set()
    for seed in range(30):
        m = torite.Match(variant, seed=seed)
        (outcome,) = (seen.outcome for seen in m.history(-1) if seen.code == "dealer")
        assert (m.public.dealer,) == outcome
        drawn.add(m.public.dealer)
    assert {0, 1, 2, 3} == drawn


@clause("FLASH-1.4")
def test_every_round_is_shuffled() -> None:
    """No hand comes twice."""
    m = ended((50, 40))
    first = [entry.outcome for entry in m.log if entry.chance == "deal"]
    m.go_on()
    assert 2 == len({*first, *(entry.outcome for entry in m.log if entry.chance == "deal")})
