"""The forced deals and the end of a tournament: clauses DOKO-15.1, 15.10 to 15.12, 15.15, 15.16 and invariant 12."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest

import torite
from tests.aloud import legal, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import SOLOS, bid, play_any, refuses, reserving, table, verbs
from torite import Match

NOBODY = [0, 0, 0, 0]


def owes(m: Match) -> list[int]:
    """Who still owes his compulsory solo."""
    return list(m.public.owes[: m.seats])


def tournament(*hands: str, owing: list[int] | None = None, **how: Any) -> Match:
    """A deal of a tournament in which these seats still owe a solo; all of them if none is said."""
    given = {} if owing is None else {"owes": owing}
    return table(*hands, initial={**given, **how.pop("initial", {})}, tournament="yes", **how)


def late(owing: list[int], dealer: int, **how: Any) -> Match:
    """Play the 20th ordinary deal, dealt by the one before; the forced deals follow, the first by this dealer."""
    seats = len(owing)
    given = {"ordinary": 19, "deals_played": 19 + seats - sum(owing)}
    m = tournament(owing=owing, dealer=(dealer - 1) % seats, seats=seats, initial=given, **how)
    play_any(bid(m, "pass pass pass pass"))
    m.go_on()
    return m


def played_out(seats: int, seed: int, wish: float, **options: str) -> tuple[Match, list[dict[str, int]]]:
    """Play a whole tournament at random; return what each deal was."""
    m = torite.Match("doppelkopf", seats, {"tournament": "yes", **options}, seed=seed, pause=True)
    chooser, deals = random.Random(seed), []
    while not m.over:
        deal = {"dealer": m.public.dealer, "owing": sum(owes(m)), "ordinary": m.public.ordinary}
        while not m.log.deal_over:
            seat = m.actors[0]
            may = [str(action) for action in m.actions(seat) if not action.offer]
            if "pass" in may:
                may = ["reserve" if chooser.random() < wish else "pass"]
            m.act(seat, chooser.choice(may))
        view = m.public
        scored = int(any(note.line.key != "thrown_in" for note in m.score_sheet.account))
        deal |= {"compulsory": view.compulsory, "forced": view.forced, "declarer": view.declarer, "scored": scored}
        deals.append(deal)
        m.go_on()
    return m, deals


@clause("DOKO-15.10", "DOKO-15.11", "DOKO-15.12")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("owing", [[1, 1, 1, 1], [1, 0, 0, 1], [0, 1, 1, 0], [0, 0, 1, 0], [1, 0, 1, 0]])
def test_forced_deals_of_four(dealer: int, owing: list[int]) -> None:
    """No bidding: the first debtor clockwise from the dealer names a solo and leads; then the dealer moves on."""
    m = late(owing, dealer)
    left = owing[:]
    while not m.over:
        assert dealer == m.public.dealer
        forced = next(seat for i in range(1, 5) if left[seat := (dealer + i) % 4])
        assert (forced, SOLOS, 1) == (turn(m), legal(m), m.public.forced)
        assert 12 == len(m.cards(forced))
        bid(m, "solo-spades")
        assert (forced, forced, 1, {"play"}) == (turn(m), m.public.declarer, m.public.compulsory, verbs(m))
        play_any(m)
        left[forced] = 0
        assert left == owes(m)
        dealer = (dealer + 1) % 4
        m.go_on()
    assert (NOBODY, 24, 20) == (owes(m), m.public.deals_played, m.public.ordinary)


@clause("DOKO-15.12", "DOKO-15.10")
@pytest.mark.parametrize("dealer", range(5))
@pytest.mark.parametrize("owing", [[1, 1, 1, 1, 1], [1, 0, 0, 0, 1], [0, 1, 1, 0, 0], [0, 0, 1, 0, 0], [1, 0, 0, 0, 0]])
def test_forced_deals_of_five(dealer: int, owing: list[int]) -> None:
    """The forced player is active; if only the dealer owes a solo, the next person deals instead."""
    m = late(owing, dealer)
    left = owing[:]
    while not m.over:
        if sum(left) == 1 and left[dealer]:
            dealer = (dealer + 1) % 5
        assert (dealer, dealer, 0) == (m.public.dealer, m.public.idle, len(m.cards(dealer)))
        forced = next(seat for i in range(1, 5) if left[seat := (dealer + i) % 5])
        assert (forced, SOLOS, 1) == (turn(m), legal(m), m.public.forced)
        bid(m, "solo-queens")
        assert (forced, forced) == (turn(m), m.public.declarer)
        play_any(m)
        left[forced] = 0
        dealer = (dealer + 1) % 5
        m.go_on()
    assert ([0] * 5, 25, 20) == (owes(m), m.public.deals_played, m.public.ordinary)


@clause("DOKO-15.12", "DOKO-3.7")
def test_forced_player_names_any_kind_that_is_allowed() -> None:
    """He has seen his cards; without `diamond_suit_solo` there is no ♦ solo for him either."""
    m = late([0, 0, 1, 0], 0, diamond_suit_solo="no")
    assert SOLOS - {"bid solo-diamonds"} == legal(m)
    assert None not in (m.why(turn(m), "pass"), m.why(turn(m), "bid marriage"))


@clause("DOKO-15.11", "DOKO-15.16")
def test_without_debts_the_match_ends_with_the_20th_ordinary_deal() -> None:
    """Nobody owes anything: no forced deal follows the 24th."""
    m = tournament(owing=NOBODY, initial={"ordinary": 19, "deals_played": 23})
    play_any(bid(m, "pass pass pass pass"))
    assert (True, 24) == (m.over, m.public.deals_played)


@clause("DOKO-15.6", "DOKO-15.11", "DOKO-15.16")
def test_compulsory_solo_after_19_ordinary_deals() -> None:
    """Bid before the 20th ordinary deal it is not one of them: that one is still dealt, by the same dealer."""
    m = tournament(owing=[1, 0, 0, 0], dealer=2, initial={"ordinary": 19, "deals_played": 22})
    play_any(bid(reserving(m, 0), "solo-queens"))
    assert (False, 23) == (m.over, m.public.deals_played)
    m.go_on()
    assert (2, 19, {"pass", "reserve"}) == (m.public.dealer, m.public.ordinary, legal(m))
    play_any(bid(m, "pass pass pass pass"))
    assert (True, 24) == (m.over, m.public.deals_played)


@clause("DOKO-15.15", "DOKO-15.16")
def test_what_a_tournament_refuses() -> None:
    """The small pack, and a number of deals; all else goes."""
    assert refuses("doppelkopf-40", tournament="yes")
    assert refuses(deck=40, tournament="yes")
    assert refuses(tournament="yes", deal_count=24)
    assert not refuses(tournament="no", deal_count=24)
    assert not refuses("doppelkopf-ddv", tournament="yes", solo_leader="soloist", solo_overcall="yes")


@clause("DOKO-15.15")
@pytest.mark.parametrize(("lead", "places"), [(0, (1, 1, 3, 4)), (1, (2, 1, 3, 4))])
def test_highest_total_wins_and_equals_share(lead: int, places: tuple[int, ...]) -> None:
    """The ranks go by the total of all deals."""
    ending = {"ordinary": 19, "deals_played": 23}
    trial = play_any(bid(tournament(owing=NOBODY, initial=ending), "pass pass pass pass"))
    added = trial.scores
    totals = [50, 50 + lead, 20, 10]
    before = [total - more for total, more in zip(totals, added, strict=True)]
    m = play_any(bid(tournament(owing=NOBODY, initial={**ending, "score": before}), "pass pass pass pass"))
    assert m.result is not None
    assert (totals, places) == (m.scores, m.result.places)
    assert [share > 0 for share in m.result.shares] == [place == 1 for place in places]


@pytest.mark.long
@clause("DOKO-15.1", "DOKO-15.2", "DOKO-15.6", "DOKO-15.11", "DOKO-15.12", "DOKO-15.14", "DOKO-15.16", "DOKO-26.12")
@pytest.mark.parametrize("wish", [0.0, 0.05, 0.3])
@pytest.mark.parametrize(("seats", "total"), [(4, 24), (5, 25)])
@pytest.mark.parametrize("poverty", ["no", "yes"])
def test_whole_tournaments(seats: int, total: int, wish: float, poverty: str) -> None:
    """20 ordinary deals and one compulsory solo for each: who deals, what counts, when it ends."""
    m, deals = played_out(seats, int(100 * wish) + seats, wish, poverty_allowed=poverty)
    counted = [deal for deal in deals if deal["scored"]]
    compulsory = [deal for deal in counted if deal["compulsory"]]
    ordinary = [deal for deal in counted if not deal["compulsory"]]
    assert (total, 20, total) == (len(counted), len(ordinary), m.public.deals_played)
    assert list(range(seats)) == sorted(deal["declarer"] for deal in compulsory)
    assert all(deal["ordinary"] == 20 for deal in deals if deal["forced"])
    assert all(deal["ordinary"] < 20 for deal in deals if not deal["forced"])
    assert deals[-1]["scored"]
    for deal, after in itertools.pairwise(deals):
        if deal["compulsory"] and not deal["forced"]:
            assert deal["dealer"] == after["dealer"]
        elif not after["forced"] or seats == 4:
            assert (deal["dealer"] + 1) % seats == after["dealer"]
    if len(deals) == len(counted):
        assert dict.fromkeys(range(seats), 20 // seats) == Counter(deal["dealer"] for deal in ordinary)


@clause("DOKO-15.1", "DOKO-26.6")
@pytest.mark.parametrize("variant", ["doppelkopf", "doppelkopf-ddv"])
def test_tournament_of_both_presets(variant: str) -> None:
    """Both presets of the big pack may be played as a tournament; the scores of the four sum to zero."""
    m = torite.Match(variant, options={"tournament": "yes"}, seed=2)
    chooser = random.Random(2)
    while not m.over:
        m.act(
            m.actors[0], chooser.choice([str(a) for a in m.actions(m.actors[0]) if not a.offer and a.code != "reserve"])
        )
    assert (24, 0) == (m.public.deals_played, sum(m.scores))
