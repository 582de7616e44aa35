"""Section 1 and the table of chance: the pack, the deal, the dealer."""

from __future__ import annotations

import pytest

import torite
from tests.aloud import listed
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.galapagos.asking import PLAIN, WITH_JOKERS
from tests.games.galapagos.builders import at_auction, at_play_off, at_tricks, finish, opened, play_tricks
from tests.games.galapagos.naive_melds import CARDS, JOKERS
from torite import Match


def stock_of(m: Match) -> list[str]:
    """The stock from its top: the faced card and those under it."""
    true = m.log.state
    return listed(m, true.turned) + [m.game.pack.codes[kind] for kind in true.stock if kind >= 0]


@clause("GALA-1.1", "GALA-1.2")
def test_pack() -> None:
    """52 cards, and two jokers in the variant."""
    for variant, extra in ((PLAIN, ()), (WITH_JOKERS, JOKERS)):
        m = torite.Match(variant, seed=1)
        everything = [*m.cards(0), *m.cards(1), *stock_of(m), *listed(m, m.log.state.removed)]
        assert sorted([*CARDS, *extra]) == sorted(everything)


@clause("GALA-1.4")
@pytest.mark.parametrize("seed", range(3))
def test_thirteen_cards_each(seed: int) -> None:
    """26 form the stock, its top card turned up."""
    m = torite.Match(PLAIN, seed=seed)
    assert (13, 13, 26) == (len(m.cards(0)), len(m.cards(1)), len(stock_of(m)))
    assert (1, 26) == (len(listed(m, m.public.turned)), m.public.stock_left)


@clause("GALA-1.4", "GALA-1.6")
@pytest.mark.parametrize("dealer", [0, 1])
def test_cards_are_dealt_one_at_a_time(dealer: int) -> None:
    """The dealer's opponent first; then the stock, the next card on top."""
    m = opened()
    m.gestures.settle("dealer", [dealer])
    m.gestures.settle("deal", list(range(52)))
    order = [m.game.pack.codes[kind] for kind in range(52)]
    assert set(order[0:26:2]) == set(m.cards(1 - dealer))
    assert set(order[1:26:2]) == set(m.cards(dealer))
    assert order[26:] == stock_of(m)


@clause("GALA-8.1", "GALA-8.2", "GALA-8.3")
@pytest.mark.parametrize("dealer", [0, 1])
def test_joker_deal(dealer: int) -> None:
    """Twelve each, the other 28 the stock, of which the last two are removed; the first joker to the opponent."""
    m = opened(WITH_JOKERS)
    m.gestures.settle("dealer", [dealer])
    kind = m.game.pack.kind
    for _ in range(2):
        assert m.log.ask is not None
        m.gestures.settle(m.log.ask.name, [kind("JR"), kind("JB")] if m.log.ask.name == "jokers" else list(range(52)))
    order = [m.game.pack.codes[kind] for kind in range(52)]
    assert {*order[0:24:2], "JR"} == set(m.cards(1 - dealer))
    assert {*order[1:24:2], "JB"} == set(m.cards(dealer))
    assert order[24:50] == stock_of(m)
    assert set(order[50:]) == set(listed(m, m.log.state.removed))


@clause("GALA-1.6")
def test_first_dealer_is_drawn_and_then_alternates() -> None:
    """Both happen; the draw is open to all."""
    assert {0, 1} == {int(torite.Match(PLAIN, seed=seed).public.dealer) for seed in range(12)}
    m = torite.Match(PLAIN, seed=1)
    assert [(m.public.dealer,)] == [seen.outcome for seen in m.history(-1) if seen.code == "dealer"]
    for variant in (PLAIN, WITH_JOKERS):
        for dealer in (0, 1):
            m = finish(play_tricks(at_tricks("", "", dealer=dealer, variant=variant), last=0))
            assert m.log.ask is not None
            while m.log.ask:
                assert m.log.ask.name in ("deal", "jokers")
                m.go_on()
            assert 1 - dealer == m.public.dealer


@clause("GALA-1.5", "GALA-4.1")
def test_phases_in_order() -> None:
    """Melds, Tricks, Play-off; the points of all three are added."""
    m = at_tricks("S3 H3 D3 C3", "", century_mark="over_100")
    assert [60, 0] == m.scores
    play_tricks(m, wins=6)
    assert [90, 70] == m.scores
    finish(m, 0, 1)
    assert [100, 70] == m.scores
    verbs = [seen.code.split()[0] for seen in m.history(0) if seen.seat == 0]
    assert verbs.index("bid") < verbs.index("name") < verbs.index("play")


@clause("GALA-1.3", "GALA-1.2")
def test_ace_is_high_but_in_sequences() -> None:
    """As a bid, in tricks and in a set of the play-off; at either end of a run."""
    m = at_auction("S7", "HA", "DK")
    m.act(0, "bid HA")
    m.act(1, "bid DK")
    assert (0,) == m.actors
    m = at_tricks("DK", "DA")
    for code in ("play DK", "play DA"):
        m.act(m.actors[0], code)
    assert (1,) == m.actors
    m = at_play_off("CA C2 S3", "")
    assert m.gestures.draft(0, ["play CA C2 S3"])["complete"]


@clause("GALA-9.1", "GALA-9.7")
@pytest.mark.parametrize("variant", [PLAIN, WITH_JOKERS])
def test_every_card_lies_somewhere(variant: str) -> None:
    """Before the tricks: won piles, bid piles and removed cards are the whole pack."""
    m = torite.Match(variant, seed=6)
    pack = sorted([*CARDS, *(JOKERS if variant == WITH_JOKERS else ())])
    while m.public.tricks_played == 0 and sum(map(len, (listed(m, row) for row in m.public.trick))) == 0:
        true = m.log.state
        rows = [true.turned, true.removed, *true.hand, *true.bids, *true.won_pile, *true.bidding, *true.given]
        assert pack == sorted([card for row in rows for card in listed(m, row)] + stock_of(m)[1:])
        m.act(m.actors[0], m.actions(m.actors[0])[0])


@clause("GALA-1.4")
def test_arranged_deals() -> None:
    """Hands, the faced card and the stock can be arranged."""
    m = new_match(PLAIN, seed=1, dealer=0, hands={0: "SA S2", 1: "HA"}, turned="D9", stock="C4 C5")
    assert {"SA", "S2"} <= set(m.cards(0))
    assert "HA" in m.cards(1)
    assert ["D9", "C4", "C5"] == stock_of(m)[:3]
    m = new_match(WITH_JOKERS, seed=1, hands={0: "SA S2"}, turned="D9")
    assert {"SA", "S2"} <= set(m.cards(0))
