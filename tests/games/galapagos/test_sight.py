"""The table "Information": who sees what, in view, scene and history."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import listed, take, turn
from tests.clauses import clause
from tests.games.galapagos.asking import PLAIN, WITH_JOKERS, asked, known_won, trump_of, zone
from tests.games.galapagos.builders import (
    at_auction,
    at_play_off,
    at_tricks,
    auctioned,
    both_bid,
    left,
    melded,
    play_tricks,
)
from tests.looking import every_text, shown_in
from torite import Match
from torite.kit import UNKNOWN
from torite.scenes import lay_out

EVERYBODY = pytest.mark.parametrize("viewer", [0, 1, -1])
SET = "S8 H8 D8"


def look(m: Match, viewer: int) -> Any:
    """The view of a seat, or of a spectator."""
    return m.public if viewer < 0 else m.view(viewer)


def laid_out(m: Match, viewer: int) -> set[str]:
    """Every piece that a viewer's scene shows."""
    return shown_in(lay_out(m, viewer).zones)


def hidden_from(m: Match, viewer: int) -> set[str]:
    """What lies where a viewer cannot look: hands, bids on their way, the stock, removed cards."""
    true = m.log.state
    found = {m.game.pack.codes[kind] for kind in true.stock if kind >= 0}
    found |= set() if m.options.texts()["joker_surplus"] == "reveal_two" else set(listed(m, true.removed))
    for seat in (0, 1):
        if seat != viewer:
            found |= {*listed(m, true.hand[seat]), *listed(m, true.bidding[seat])}
    return found


@clause("GALA-1.4", "GALA-9.8")
@EVERYBODY
@pytest.mark.parametrize("variant", [PLAIN, WITH_JOKERS])
def test_hand_is_seen_by_its_owner_only(viewer: int, variant: str) -> None:
    """Its size by all."""
    m = at_auction(variant=variant)
    for owner in (0, 1):
        own = set(m.cards(owner))
        assert (own if owner == viewer else set()) == set(listed(m, look(m, viewer).hand[owner]))
        shown = zone(m, viewer, "hand", owner) or []
        assert (own if owner == viewer else {None}) == set(shown)
        assert 13 == len(shown) == lay_out(m, viewer).seats[owner].held
    assert not hidden_from(m, viewer) & laid_out(m, viewer)


@clause("GALA-2.2", "GALA-2.14", "GALA-9.8")
@EVERYBODY
@pytest.mark.parametrize("bidder", [0, 1])
def test_pending_bid(viewer: int, bidder: int) -> None:
    """Its owner's alone until both are in: not in view, scene or history; that a bid was made is seen."""
    m = at_auction("S7", "HA", "H3")
    card = ("HA", "H3")[bidder]
    m.act(bidder, f"bid {card}")
    own = viewer == bidder
    assert ([card] if own else []) == listed(m, look(m, viewer).bidding[bidder])
    assert own == (card in laid_out(m, viewer))
    assert own == (card in m.history(viewer)[-1].code)
    assert m.history(viewer)[-1].code.startswith("bid")
    assert own == (card.replace("H", "♥") in every_text(lay_out(m, viewer).log))
    m.act(1 - bidder, f"bid {('H3', 'HA')[bidder]}")
    assert {"HA", "H3"} <= laid_out(m, viewer)
    assert ["HA"] == listed(m, look(m, viewer).bids[0])


@clause("GALA-2.2")
@pytest.mark.parametrize("bidder", [0, 1])
def test_pending_bid_tells_nothing(bidder: int) -> None:
    """Whatever was bid, the other and onlookers see the same."""
    seen = []
    for card in ("HA", "C2", "D9"):
        m = at_auction("S7", "HA C2 D9" if bidder == 0 else "H3", "HA C2 D9" if bidder else "H3")
        m.act(bidder, f"bid {card}")
        seen.append([
            (look(m, viewer).to_words(), m.history(viewer), lay_out(m, viewer)) for viewer in (1 - bidder, -1)
        ])  # fmt: skip
    assert seen[0] == seen[1] == seen[2]


@clause("GALA-1.7", "GALA-2.2")
@EVERYBODY
@pytest.mark.parametrize("review", ["all_own", "own_won_only"])
def test_spent_bids(viewer: int, review: str) -> None:
    """Everybody saw them, so every view has them; whether the piles may be looked through again is an option."""
    m = take(both_bid("S7", "HA", "H3", review_piles=review), "take faced")
    for seat in (0, 1):
        m.act(seat, f"bid {m.cards(seat)[0]}")
    take(m, "take faced")
    spent = [listed(m, m.log.state.bids[seat]) for seat in (0, 1)]
    assert spent == [listed(m, look(m, viewer).bids[seat]) for seat in (0, 1)]
    assert [2, 2] == list(map(len, spent))
    if review == "all_own":
        for seat in (0, 1):
            assert seat != viewer or set(spent[seat]) <= set(zone(m, viewer, "bids", seat) or [])
    else:
        assert not {*spent[0], *spent[1]} & laid_out(m, viewer)


@clause("GALA-1.7")
def test_past_bids_are_hidden_if_agreed() -> None:
    """With `own_won_only` neither zones nor status tell of them, and the other's play-off hand lies face down."""
    m = auctioned(("S8 H8 D8", ""), ("C2 S2 D2", "C3 S3 D3"), review_piles="own_won_only")
    assert "2 2 2" not in " ".join(lay_out(m, 0).status)
    m = at_play_off("C2 S2 D2", "C3 S3 D3", review_piles="own_won_only")
    assert not set(m.cards(1)) & laid_out(m, 0)
    m = at_play_off("C2 S2 D2", "C3 S3 D3")
    assert set(m.cards(1)) <= laid_out(m, 0)


@clause("GALA-1.7")
@pytest.mark.parametrize("review", ["all_own", "own_won_only"])
@pytest.mark.parametrize("viewer", [0, 1])
def test_own_won_pile_may_be_looked_through(viewer: int, review: str) -> None:
    """At any time, with either option."""
    m = auctioned(("S7 D9", "C4 H2"), review_piles=review)
    won = set(listed(m, m.log.state.won_pile[viewer]))
    assert 13 == len(won)
    assert won == set(listed(m, m.view(viewer).won_pile[viewer]))
    assert won <= laid_out(m, viewer)


@clause("GALA-2.1", "GALA-2.8", "GALA-9.8")
@EVERYBODY
def test_faced_and_blind_card(viewer: int) -> None:
    """The faced card is seen by all, the blind one by nobody before the winner has decided."""
    m = both_bid("S7", "HA", "H3", blind="D9")
    assert ["S7"] == listed(m, look(m, viewer).turned)
    assert "S7" in laid_out(m, viewer)
    assert {UNKNOWN} == {kind for kind in look(m, viewer).stock if kind != -1}
    assert "D9" not in laid_out(m, viewer)
    assert 26 == look(m, viewer).stock_left


@clause("GALA-2.8", "GALA-2.9", "GALA-9.8")
@EVERYBODY
@pytest.mark.parametrize(("code", "blind_to"), [("take faced", 1), ("take blind", 0)])
def test_taken_cards(viewer: int, code: str, blind_to: int) -> None:
    """Who gets the blind card alone sees it; the faced card in the other pile was seen by both."""
    m = take(both_bid("S7", "HA", "H3", blind="D9"), code)
    seen = look(m, viewer)
    assert (["D9"] if viewer == blind_to else []) == listed(m, seen.won_pile[blind_to])
    assert ("D9" in laid_out(m, viewer)) == (viewer == blind_to)
    assert viewer == blind_to or "♦9" not in every_text(lay_out(m, viewer).log)
    if viewer >= 0:
        assert ["S7"] == listed(m, seen.won_pile[1 - blind_to])
    assert "S7" in listed(m, seen.taken_faced[1 - blind_to])
    assert code == m.history(viewer)[-1].code


@clause("GALA-1.4", "GALA-9.8")
@EVERYBODY
def test_stock_is_seen_by_nobody(viewer: int) -> None:
    """Its number by all; outcomes of shuffles are not told."""
    m = at_auction("S7")
    for left_over in (26, 24):
        assert left_over == look(m, viewer).stock_left
        assert left_over - 1 == sum(kind == UNKNOWN for kind in look(m, viewer).stock)
        assert not hidden_from(m, viewer) & laid_out(m, viewer)
        for seat in (0, 1):
            m.act(seat, f"bid {m.cards(seat)[0]}")
        take(m, "take faced")
    assert [()] == [seen.outcome for seen in m.history(viewer) if seen.code == "deal"]


@clause("GALA-2.9", "GALA-1.7", "GALA-9.8")
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_known_of_the_other_won_pile(viewer: int, seed: int) -> None:
    """During the auctions just the faced cards that the other was seen to take."""
    m = at_auction(("S7", "H9", "DK")[seed])
    faced_taken: list[list[str]] = [[], []]
    for number in range(12):
        (faced,) = listed(m, m.public.turned)
        for seat in (0, 1):
            m.act(seat, f"bid {m.cards(seat)[(number + seed) % len(m.cards(seat))]}")
        winner, code = turn(m), ("take faced", "take blind")[(number + seed) % 2]
        take(m, code)
        faced_taken[winner if code == "take faced" else 1 - winner].append(faced)
        assert sorted(faced_taken[1 - viewer]) == sorted(known_won(m, viewer))
        assert sorted(faced_taken[viewer]) == sorted(listed(m, m.public.taken_faced[viewer]))


@clause("GALA-3.12", "GALA-3.13", "GALA-9.8")
@EVERYBODY
@pytest.mark.parametrize("reveal", ["on_demand", "always", "never"])
def test_declared_melds(viewer: int, reveal: str) -> None:
    """Kind, size and rank or suit are told to all; the cards only when shown."""
    m = auctioned((f"{SET} C4 C5 C6", ""), meld_reveal=reveal, trump_bonus_time="at_tricks")
    public = look(m, viewer)
    assert 2 == public.meld_count[0]
    if reveal == "on_demand":
        assert [] == listed(m, public.shown[0])
        take(m, "show 1")
        assert {"S8", "H8", "D8"} == set(listed(m, look(m, viewer).shown[0]))
        assert {"S8", "H8", "D8"} <= laid_out(m, viewer)
        take(m, "accept")
        assert {"S8", "H8", "D8"} == set(listed(m, look(m, viewer).shown[0]))
    else:
        expected = {"S8", "H8", "D8", "C4", "C5", "C6"} if reveal == "always" else set()
        assert expected == set(listed(m, public.shown[0]))
    assert set(listed(m, look(m, viewer).shown[0])) <= (
        set(known_won(m, viewer) if viewer == 1 else listed(m, m.log.state.won_pile[0]) + m.cards(0))
    )


@clause("GALA-3.12")
@EVERYBODY
def test_requests_are_seen_by_both(viewer: int) -> None:
    """In the history, word for word."""
    m = take(auctioned(("C4 C5 C6", "")), "show 1")
    assert "show 1" == m.history(viewer)[-1].code


@clause("GALA-5.2", "GALA-9.8")
@pytest.mark.parametrize("namer", [0, 1])
def test_pending_name_tells_nothing(namer: int) -> None:
    """The other and onlookers see the same whatever was named; both suits are open when both are in."""
    seen = []
    for suit in "CSHD":
        m = melded("")
        m.act(namer, f"name {suit}")
        assert ["", ""] == [trump_of(m, 0), trump_of(m, 1)]
        assert suit not in m.history(1 - namer)[-1].code.split()
        assert f"name {suit}" == m.history(namer)[-1].code
        seen.append([
            (look(m, viewer).to_words(), m.history(viewer), lay_out(m, viewer)) for viewer in (1 - namer, -1)
        ])  # fmt: skip
        m.act(1 - namer, "name H")
        for viewer in (0, 1, -1):
            assert suit == "CSHD"[look(m, viewer).trump[namer]]
    assert seen[0] == seen[1] == seen[2] == seen[3]


@clause("GALA-3.10", "GALA-5.13")
@EVERYBODY
def test_open_names(viewer: int) -> None:
    """At meld scoring, and where the last taker names first."""
    m = take(auctioned((SET, "")), "name C")
    assert (0, -1) == tuple(look(m, viewer).trump)
    assert "♣" in said(m, viewer)
    m = take(melded("", trump_naming="last_taker_first"), "name D")
    assert (3, -1) == tuple(look(m, viewer).trump)
    assert "♦" in said(m, viewer)


def said(m: Match, viewer: int) -> str:
    """What the scene's log says of the last entry."""
    return every_text(lay_out(m, viewer, since=len(m.log) - 1).log)


@clause("GALA-5.3", "GALA-9.8")
@EVERYBODY
def test_tricks_hand(viewer: int) -> None:
    """The owner's; cards played are everybody's."""
    m = play_tricks(at_tricks("", ""), tricks=3)
    if viewer >= 0:
        assert set(m.cards(viewer)) == set(listed(m, look(m, viewer).hand[viewer]))
    own = set(m.cards(viewer)) if viewer >= 0 else set()
    hands = {card for seat in (0, 1) for card in zone(m, viewer, "hand", seat) or [] if card}
    assert own <= hands
    for seat in (0, 1):
        assert 10 == len(zone(m, viewer, "hand", seat) or []) == lay_out(m, viewer).seats[seat].held
        assert 2 == len(listed(m, look(m, viewer).played[seat]))
        assert 3 == len(listed(m, look(m, viewer).played[seat]) + listed(m, look(m, viewer).trick[seat]))


@clause("GALA-6.1")
@pytest.mark.parametrize("variant", [PLAIN, WITH_JOKERS])
@EVERYBODY
def test_play_off_hand_is_known_from_the_bids(viewer: int, variant: str) -> None:
    """Both saw every bid, so both views have both hands, with a joker that was kept too."""
    m = at_play_off("SA S3 HK", "DA D3 CK", variant=variant)
    for seat in (0, 1):
        if viewer >= 0:
            assert set(m.cards(seat)) == set(listed(m, look(m, viewer).hand[seat]))
        assert 13 == lay_out(m, viewer).seats[seat].held


@clause("GALA-8.7", "GALA-9.8")
@pytest.mark.parametrize("viewer", [0, 1])
def test_exchange_hides_one_card(viewer: int) -> None:
    """All of the other's play-off hand is known but the card given for the joker; that there was one is told."""
    other = 1 - viewer
    won = ("JR", "") if other == 0 else ("", "JR")
    m = at_play_off("", "", won=won, variant=WITH_JOKERS)
    known = set(listed(m, m.view(viewer).hand[other]))
    assert 12 == len(known)
    assert known < set(m.cards(other))
    assert [1 * (other == 0), 1 * (other == 1)] == list(m.public.exchanged)


@clause("GALA-8.7")
@pytest.mark.parametrize("seat", [0, 1])
def test_pending_exchange_tells_nothing(seat: int) -> None:
    """Kept or given, and which card: the other and onlookers see the same until both have decided."""
    seen = []
    for code in ("keep", "exchange D5", "exchange S9"):
        m = auctioned(("D5 S9", "") if seat == 0 else ("", "D5 S9"), variant=WITH_JOKERS, exchanges=False)
        m.act(seat, code)
        assert code == m.history(seat)[-1].code
        seen.append([
            (look(m, viewer).to_words(), m.history(viewer), lay_out(m, viewer)) for viewer in (1 - seat, -1)
        ])  # fmt: skip
    assert seen[0] == seen[1] == seen[2]


@clause("GALA-8.7")
@EVERYBODY
def test_card_given_up_is_not_told(viewer: int) -> None:
    """Afterwards it is public that there was an exchange; which card, only its owner knows."""
    views = []
    for card in ("D5", "S9"):
        m = auctioned(("D5 S9 C2", "H3"), variant=WITH_JOKERS, exchanges=False)
        taken = set(listed(m, m.public.taken_faced[0]))
        m.act(0, f"exchange {card}")
        m.act(1, "keep")
        for seen in m.history(viewer):
            assert viewer == 0 or "exchange D5" != seen.code != "exchange S9"
        assert [1, 0] == list(look(m, viewer).exchanged)
        assert viewer == 0 or "JR" in listed(m, look(m, viewer).won_pile[0]) or viewer < 0
        views.append((taken, look(m, viewer).to_words() if viewer else None, m.history(viewer) if viewer else None))
    assert views[0][1:] == views[1][1:]


@clause("GALA-4.6", "GALA-5.11", "GALA-6.9")
@EVERYBODY
def test_scores_tricks_and_numbers_of_cards(viewer: int) -> None:
    """Always, by everybody."""
    m = play_tricks(at_tricks("S3 H3 D3 C3", ""), tricks=5)
    assert [60, 0] == list(look(m, viewer).score) == lay_out(m, viewer).scores
    assert list(m.log.state.tricks) == list(look(m, viewer).tricks)
    assert 5 == sum(look(m, viewer).tricks)
    m = take(left("S3 D9", "H4 CK C2"), "play S3")
    assert [1, 3] == [lay_out(m, viewer).seats[seat].held for seat in (0, 1)]


@clause("GALA-9.8", "GALA-2.8", "GALA-2.9")
@pytest.mark.parametrize("variant", [PLAIN, WITH_JOKERS])
def test_no_scene_shows_what_is_hidden(variant: str) -> None:
    """In every other auction: hands, bids on their way, stock, and blind cards of the other."""
    m = at_auction(variant=variant, meld_reveal="never")
    number = 0
    while asked(m) <= {"bid", "take"}:
        seat = m.actors[number % len(m.actors)]
        m.act(seat, m.actions(seat)[number % len(m.actions(seat))])
        number += 1
        for viewer in (0, 1) if number % 5 == 0 and asked(m) <= {"bid", "take"} else ():
            secret = hidden_from(m, viewer) | set(listed(m, m.log.state.won_pile[1 - viewer]))
            assert not (secret - set(listed(m, m.public.taken_faced[1 - viewer]))) & laid_out(m, viewer)
