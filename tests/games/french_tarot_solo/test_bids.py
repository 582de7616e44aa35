"""The bid: section 4."""

from __future__ import annotations

import pytest

import torite
from tests.aloud import listed
from tests.clauses import clause
from tests.games.french_tarot_solo.builders import (
    BIDS,
    NAME,
    begin,
    clause_of,
    last_told,
    legal,
    lying,
    phase,
    play_on,
    play_random,
    scored,
    scores,
    table,
    take,
    told,
    won,
)
from tests.games.french_tarot_solo.naive import ME, points
from tests.games.french_tarot_solo.plans import deal_worth
from torite import Match
from torite.words import numeral

ALL = {"bid prise", "bid garde", "bid garde-sans", "bid garde-contre"}
STRONGER = [f"bid {bid}" for bid in BIDS[1:]]


def second_deal(**options: object) -> Match:
    """A session whose first deal is over, at the second bid."""
    m = play_on(torite.Match(NAME, options=options, seed=4, pause=True))
    m.go_on()
    return m


@clause("TAROT-4.1", "TAROT-14.4")
@pytest.mark.parametrize(("bid", "factor"), [("prise", 1), ("garde", 2), ("garde-sans", 4), ("garde-contre", 6)])
def test_factors(bid: str, factor: int) -> None:
    """The same result at each bid."""
    m = deal_worth("53", "T21", bid, excuse=1).play(bid)
    assert (54 * factor, -27 * factor) == scores(m)
    m = deal_worth("49.5", "T21", bid, excuse=1).play(bid)
    assert (-54 * factor, 27 * factor) == scores(m)


@clause("TAROT-4.2")
@pytest.mark.parametrize("bid", BIDS[1:])
def test_bid_stands(bid: str) -> None:
    """Nobody bids over it and nobody is asked again."""
    m = take(table(bid_policy="free"), f"bid {bid}")
    assert phase(m) in ("discard", "slam")
    assert bid == BIDS[m.public.bid]
    assert not ALL & legal(m)
    for code in ALL:
        clause_of(m, code)
    begin(m)
    assert bid == BIDS[play_on(m).public.bid]


@clause("TAROT-4.3")
@pytest.mark.parametrize("policy", ["first_prise_then_free", "non_decreasing"])
def test_first_deal_is_a_prise(policy: str) -> None:
    """Nobody is asked."""
    m = table(bid_policy=policy)
    assert ("discard", "prise") == (phase(m), BIDS[m.public.bid])
    assert ["is_prise", "turns_up"] == last_told(m)
    for code in ALL:
        clause_of(m, code)


@clause("TAROT-4.4")
def test_later_bids_are_free() -> None:
    """Any of the four, in every deal, also a weaker one."""
    m = second_deal()
    for bid in ("garde-contre", "prise", "garde"):
        assert ("bid", ALL) == (phase(m), legal(m))
        take(m, f"bid {bid}")
        play_on(m)
        m.go_on()
    assert legal(m) == ALL


@clause("TAROT-4.4")
def test_free_bids() -> None:
    """With `free` also the first."""
    m = table(bid_policy="free")
    assert ("bid", ALL) == (phase(m), legal(m))
    assert [] == told(m, "is_prise")


@clause("TAROT-4.4", "TAROT-16.1")
def test_bid_is_chosen_after_looking_at_the_hand_and_before_the_kitty() -> None:
    """The player sees his cards, and six backs."""
    m = table(bid_policy="free")
    assert 24 == len(m.cards(0))
    assert [] == listed(m, m.view(0).kitty)
    assert [] == told(m, "turns_up")


@clause("TAROT-4.5")
def test_what_is_to_beat_is_told() -> None:
    """Before the second bid, not before the first."""
    assert "beat" not in str(torite.lay_out(table(bid_policy="free"), 0, "en").prompt).lower()
    m = second_deal()
    scene = torite.lay_out(m, 0, "en")
    assert numeral(m.public.added) in scene.prompt
    assert any("To beat" in line and numeral(m.public.added) in line for line in scene.status)


@clause("TAROT-4.6", "TAROT-5.1")
@pytest.mark.parametrize("bid", ["prise", "garde"])
def test_exchange(bid: str) -> None:
    """The kitty is turned up, and six cards are put away."""
    m = take(table(kitty="S1 S2 S3 S4 S5 S6", bid_policy="free"), f"bid {bid}")
    assert "discard" == phase(m)
    assert {"S1", "S2", "S3", "S4", "S5", "S6"} == set(listed(m, m.view(0).kitty)) == set(listed(m, m.public.turned))
    assert ["turns_up"] == last_told(m)


@clause("TAROT-4.7", "TAROT-4.8", "TAROT-16.1")
@pytest.mark.parametrize("bid", ["garde-sans", "garde-contre"])
def test_no_exchange(bid: str) -> None:
    """Nobody sees the kitty before the deal is over, nobody puts anything away."""
    m = take(table(kitty="S1 S2 S3 S4 S5 S6", bid_policy="free"), f"bid {bid}")
    assert ("slam", 24) == (phase(m), len(m.cards(0)))
    begin(m)
    while not m.log.deal_over:
        for view in (m.view(0), m.public):
            assert ([], []) == (listed(m, view.kitty), listed(m, view.turned))
        play_random(m, until=m.public.tricks_played + 1)
    assert [] == lying(m, "laid_away")
    assert [] == told(m, "turns_up")
    assert 6 == len(listed(m, m.public.kitty))


@clause("TAROT-4.7", "TAROT-13.1", "TAROT-13.2")
def test_kitty_of_a_garde_sans_is_the_declarers() -> None:
    """Its points and its oudlers."""
    m = begin(take(table("T2-T9 EX", kitty="T21 T1 SK S2 S3 S4", bid_policy="free"), "bid garde-sans"))
    play_on(m)
    assert 2 * points(["T21", "T1", "SK", "S2", "S3", "S4"]) == scored(m)["kitty_points"] == 30
    assert 3 == scored(m)["oudlers"]
    assert "kitty_lost" not in scored(m)


@clause("TAROT-4.8", "TAROT-13.1", "TAROT-13.2", "TAROT-11.8")
def test_kitty_of_a_garde_contre_is_the_defences() -> None:
    """Its points and its oudlers count against the declarer."""
    m = begin(take(table("T2-T9 T21", kitty="EX T1 SK S2 S3 S4", bid_policy="free"), "bid garde-contre"))
    play_on(m)
    assert 30 == scored(m)["kitty_lost"]
    assert "T21" in won(m, ME)
    assert (1, scored(m)["trick_points"]) == (scored(m)["oudlers"], scored(m)["card_points"])


@clause("TAROT-4.9")
@pytest.mark.parametrize("strength", range(4))
def test_bids_that_never_fall(strength: int) -> None:
    """Example 22: after each bid only those at least as strong are open."""
    m = second_deal(bid_policy="non_decreasing")
    assert legal(m) == ALL
    take(m, STRONGER[strength])
    for _ in range(2):
        play_on(m)
        m.go_on()
        assert set(STRONGER[strength:]) == legal(m)
        for weaker in STRONGER[:strength]:
            assert "TAROT-4.9" == clause_of(m, weaker)
        take(m, STRONGER[strength])


@clause("TAROT-4.9")
def test_bids_rise_and_stay() -> None:
    """Garde Sans after Garde: Garde is closed from then on."""
    m = second_deal(bid_policy="non_decreasing")
    for code in ("bid garde", "bid garde-sans"):
        take(m, code)
        play_on(m)
        m.go_on()
    assert {"bid garde-sans", "bid garde-contre"} == legal(m)
