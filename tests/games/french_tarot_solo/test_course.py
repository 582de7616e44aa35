"""The course of a trick: section 8."""

from __future__ import annotations

import pytest

import torite
from tests.aloud import listed
from tests.clauses import clause
from tests.games.french_tarot_solo.builders import (
    NAME,
    SPECTATOR,
    begin,
    cards_open,
    clause_of,
    last_told,
    legal,
    lying,
    on_trick,
    phase,
    play_dummy,
    play_on,
    play_random,
    play_trick,
    shown,
    table,
    take,
    told,
    zone,
)
from tests.games.french_tarot_solo.naive import AI, DUMMY, ME

FLIPS = pytest.mark.parametrize("flip", ["before_player", "after_trick"])


@clause("TAROT-8.1")
def test_three_cards_are_opened() -> None:
    """Before the first trick; the AI's hand and the rest of the Dummy's stay face down."""
    m = begin(table(dummy="S2 H3 D4 C5", ai="S9 H9"))
    assert {"S2", "H3", "D4"} == shown(m) == set(zone(m, "shown", DUMMY)) == set(zone(m, "shown", DUMMY, SPECTATOR))
    assert [None] * 21 == zone(m, "closed", DUMMY)
    assert [None] * 23 == zone(m, "closed", AI)
    assert "opens" in last_told(m)
    (note,) = (note for note in m.log[-1].notes if note.line.key == "opens")
    assert {"S2", "H3", "D4"} == {m.game.pack.codes[kind] for kind in note.pieces}


@clause("TAROT-8.2", "TAROT-8.3")
@pytest.mark.parametrize("seed", range(4))
def test_ai_leads_every_trick(seed: int) -> None:
    """Whoever won the trick before, with no action of anybody."""
    m = begin(torite.Match(NAME, seed=seed, pause=True))
    while not m.log.deal_over:
        number = m.public.tricks_played
        assert (AI, "dummy") == (m.public.leader, phase(m))
        assert ["", True, ""] == [on_trick(m)[0], bool(on_trick(m)[1]), on_trick(m)[2]]
        play_random(m, seed, number + 1)
    assert {ME, AI} <= {side for side, _ in told(m, "takes")}
    assert 24 == len(told(m, "leads"))


@clause("TAROT-8.3")
def test_ai_leads_without_choice() -> None:
    """The same card, whatever the player would like."""
    leads = []
    for mine in ("S2", "S10"):
        m = begin(table("S2 S10", "S5 H5", "D2 D3 D4"))
        play_trick(m, mine)
        leads.append(on_trick(m)[AI])
    assert ["H5", "H5"] == leads


@clause("TAROT-8.4")
def test_player_chooses_the_dummys_card() -> None:
    """One of the open ones; a card of his own or one face down is refused."""
    m = begin(table("S9", "S7", "S8 S10 H2 SK"))
    assert {"play S8", "play S10"} == legal(m)
    assert "TAROT-8.4" == clause_of(m, "play S9")
    clause_of(m, "play SK")
    clause_of(m, "play T21")
    take(m, "play S10")
    assert "S10" == on_trick(m)[DUMMY]


@clause("TAROT-8.4", "TAROT-8.7")
@FLIPS
def test_dummy_before_the_player(flip: str) -> None:
    """In every trick; then a card of the Dummy is refused, for it is the own turn."""
    m = begin(table("S9", "S7", "S8 S10 H2 SK", dummy_flip_timing=flip))
    while not m.log.deal_over:
        assert "dummy" == phase(m)
        assert cards_open(m) <= shown(m)
        play_dummy(m)
        assert "own" == phase(m)
        assert cards_open(m) <= set(m.cards(0))
        for card in shown(m):
            assert "TAROT-8.7" == clause_of(m, f"play {card}")
        take(m, sorted(legal(m))[-1])


@clause("TAROT-8.5", "TAROT-8.6")
def test_dummy_turns_up_a_card_before_the_player_plays() -> None:
    """So he sees it."""
    m = begin(table("S9", "S7", "S8 H2 D4 SK C2"))
    take(m, "play S8")
    assert {"H2", "D4", "SK"} == shown(m)
    assert "flips" in last_told(m)
    assert [(DUMMY, m.game.pack.kind("SK"))] == told(m, "flips")
    take(m, "play S9")
    assert {"H2", "D4", "SK"} == shown(m)


@clause("TAROT-8.5", "TAROT-8.6")
def test_dummy_turns_up_a_card_after_the_trick() -> None:
    """By the option."""
    m = begin(table("S9", "S7", "S8 H2 D4 SK C2", dummy_flip_timing="after_trick"))
    take(m, "play S8")
    assert ({"H2", "D4"}, []) == (shown(m), told(m, "flips"))
    take(m, "play S9")
    assert {"H2", "D4", "SK"} == shown(m)
    assert "flips" in last_told(m)


@clause("TAROT-8.8", "TAROT-8.5")
@FLIPS
def test_cards_that_the_dummy_shows(flip: str) -> None:
    """Example 6: three before tricks 1 to 22, then two, then one; turned up in the order dealt."""
    m = begin(table(dummy_flip_timing=flip))
    dealt = [*listed(m, m.public.shown[DUMMY]), *lying(m, "closed", DUMMY)]
    found = []
    while not m.log.deal_over:
        found.append(len(shown(m)))
        assert 24 - m.public.tricks_played == len(shown(m)) + len(lying(m, "closed", DUMMY))
        assert m.public.opened == 24 - len(lying(m, "closed", DUMMY))
        play_trick(m)
    assert [3] * 22 + [2, 1] == found
    assert dealt[3:] == [m.game.pack.codes[kind] for _, kind in told(m, "flips")]


@clause("TAROT-8.7")
def test_player_plays_from_his_hand() -> None:
    """And the trick is complete; the next lead lies there at once."""
    m = begin(table("S9", "S7 H2", "S8 D2 D3"))
    take(m, "play S8", "play S9")
    assert "S9" not in m.cards(0)
    assert (1, ["", "H2", ""]) == (m.public.tricks_played, on_trick(m))
    assert ["S9", "S7", "S8"] == [listed(m, row)[0] for row in m.public.last_trick]


@clause("TAROT-8.9")
@pytest.mark.parametrize("seed", range(3))
def test_deal_ends_after_24_tricks(seed: int) -> None:
    """When all hands are empty."""
    m = torite.Match(NAME, seed=seed, pause=True)
    play_random(m, seed, 23)
    assert not m.log.deal_over
    assert (1, 1, 0) == (len(m.cards(0)), len(shown(m)), len(lying(m, "closed", AI)))
    play_on(m)
    assert m.log.deal_over
    assert (24, 24) == (m.public.tricks_played, sum(m.public.tricks))
    assert [] == [*m.cards(0), *shown(m), *lying(m, "closed", AI), *lying(m, "closed", DUMMY)]
    assert ["", "", ""] == on_trick(m)


@clause("TAROT-8.6", "TAROT-8.4")
def test_timing_of_the_flip_does_not_change_the_dummys_choice() -> None:
    """The same cards are open to it in every trick."""
    found = []
    for flip in ("before_player", "after_trick"):
        m = begin(torite.Match(NAME, options={"dummy_flip_timing": flip}, seed=8, pause=True))
        choices = []
        while not m.log.deal_over:
            choices.append(cards_open(m))
            play_trick(m)
        found.append(choices)
    assert found[0] == found[1]
