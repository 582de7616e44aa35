"""The tournament and its compulsory solos: clauses DOKO-15 and 6.14, invariant 12."""

import itertools
import random
from typing import Any

import pytest

import torite
from tests.aloud import legal, play, take, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    KINDS,
    SOLOS,
    asked,
    bid,
    contract,
    contract_by,
    course,
    filled,
    normal,
    plain_hand,
    play_any,
    reserving,
    table,
    verbs,
)
from torite import Match
from torite.match import Arrangement

POOR = plain_hand("D9 DK D10", but="H")


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


@clause("DOKO-6.14", "DOKO-15.7", "DOKO-6.16")
@pytest.mark.parametrize("owing", list(itertools.product([0, 1], repeat=4)))
def test_questions_of_a_tournament(owing: tuple[int, ...]) -> None:
    """Compulsory solo is asked of those who owe it, solo of those who do not, then poverty and marriage of all."""
    m = reserving(tournament(owing=list(owing)), 0, 1, 2, 3)
    wanted = [("compulsory", seat) for seat in range(4) if owing[seat]]
    wanted += [("solo", seat) for seat in range(4) if not owing[seat]]
    assert wanted + [(question, seat) for question in ("poverty", "marriage") for seat in range(4)] == course(m)


@clause("DOKO-6.16")
def test_only_reservers_are_asked_in_a_tournament() -> None:
    """Who passed is asked nothing; a question with nobody to ask is left out."""
    m = reserving(tournament(owing=[1, 0, 1, 0]), 2, 3)
    assert [("compulsory", 2), ("solo", 3), *[(q, s) for q in ("poverty", "marriage") for s in (2, 3)]] == course(m)
    m = reserving(tournament(owing=[1, 0, 0, 0]), 2, 3)
    assert (2, "solo") == asked(m)
    m = reserving(tournament(owing=[0, 0, 1, 1], poverty_allowed="no"), 2, 3)
    assert [("compulsory", 2), ("compulsory", 3), ("marriage", 2), ("marriage", 3)] == course(m)


@clause("DOKO-15.2")
@pytest.mark.parametrize(("seats", "tournament_on"), [(4, "yes"), (5, "yes"), (4, "no"), (5, "no")])
def test_everybody_owes_one_solo_at_first(seats: int, tournament_on: str) -> None:
    """All at the table, the idle dealer too, and only in a tournament."""
    m = torite.Match("doppelkopf", seats=seats, options={"tournament": tournament_on}, seed=1)
    assert [int(tournament_on == "yes")] * seats == owes(m)


@clause("DOKO-15.3", "DOKO-15.9", "DOKO-15.5", "DOKO-15.6")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("leader", ["forehand", "soloist"])
def test_first_solo_of_a_lone_reserver_is_compulsory(seat: int, kind: str, leader: str) -> None:
    """He leads, is discharged, and the same dealer deals again."""
    m = bid(reserving(tournament(dealer=1, solo_leader=leader), seat), f"solo-{kind}")
    assert (1, seat, seat) == (m.public.compulsory, m.public.declarer, turn(m))
    assert {"play"} == verbs(m)
    play_any(m)
    m.go_on()
    assert ([int(one != seat) for one in range(4)], 1, 0) == (owes(m), m.public.dealer, m.public.ordinary)
    assert 2 == turn(m)


@clause("DOKO-15.3", "DOKO-15.5", "DOKO-15.7", "DOKO-15.8")
def test_compulsory_solo_won_in_the_question() -> None:
    """The earliest yes ends the bidding; any kind may be named, and the soloist leads."""
    m = bid(reserving(tournament(), 1, 2, 3), "no yes")
    assert (2, SOLOS) == (turn(m), legal(m))
    bid(m, "solo-notrump")
    assert (2, 2, 1) == (turn(m), m.public.declarer, m.public.compulsory)


@clause("DOKO-15.7")
def test_compulsory_solo_outranks_earlier_reservations() -> None:
    """Forehand's voluntary solo, a poverty and a marriage all give way to the last seat's compulsory solo."""
    m = reserving(tournament("", POOR, "CQ CQ", owing=[0, 0, 0, 1]), 0, 1, 2, 3)
    assert (3, "compulsory") == asked(m)
    bid(m, "yes solo-queens")
    assert (3, 1) == (m.public.declarer, m.public.compulsory)


@clause("DOKO-15.7")
def test_without_a_compulsory_solo_the_voluntary_one_is_next() -> None:
    """After a no to the compulsory question the others may have their solo, before poverty and marriage."""
    m = bid(reserving(tournament("", POOR, "CQ CQ", owing=[1, 1, 1, 0]), 0, 1, 2, 3), "no no no yes solo-queens")
    assert (3, 0, 0) == (m.public.declarer, m.public.compulsory, turn(m))


@clause("DOKO-15.4", "DOKO-15.8")
def test_overruled_wish_discharges_nothing() -> None:
    """Of two who want their compulsory solo the earlier plays it, the later one still owes his."""
    m = bid(reserving(tournament(), 1, 3), "yes solo-jacks")
    play_any(m)
    assert [1, 0, 1, 1] == owes(m)


@clause("DOKO-15.4")
@pytest.mark.parametrize("kind", KINDS)
def test_any_kind_of_solo_is_compulsory(kind: str) -> None:
    """Every kind discharges."""
    m = bid(reserving(tournament(), 0, 1), f"yes solo-{kind}")
    play_any(m)
    assert ([0, 1, 1, 1], f"solo-{kind}") == (owes(m), contract(m))


@clause("DOKO-15.13", "DOKO-15.6", "DOKO-15.16", "DOKO-9.1")
@pytest.mark.parametrize("leader", ["forehand", "soloist"])
def test_voluntary_solo_is_an_ordinary_deal(leader: str) -> None:
    """Who owes nothing plays it: forehand leads unless agreed otherwise, the deal counts, the dealer moves on."""
    m = bid(reserving(tournament(owing=[1, 1, 0, 1], solo_leader=leader), 2), "solo-queens")
    assert (0, 0 if leader == "forehand" else 2) == (m.public.compulsory, turn(m))
    play_any(m)
    m.go_on()
    assert ([1, 1, 0, 1], 0, 1) == (owes(m), m.public.dealer, m.public.ordinary)


@clause("DOKO-15.13")
@pytest.mark.parametrize("name", ["normal", "marriage"])
def test_lone_hands_that_are_no_solo_discharge_nothing(name: str) -> None:
    """A silent solo and a marriage played alone are ordinary deals of somebody who owes his solo as before."""
    hands = ["CQ CQ H10 H10 D9", "D9 D10 DJ", "D10 DK DJ", "DA DA HJ"]
    if name == "normal":
        m = normal(*hands, tournament="yes")
    else:
        m = contract_by(0, "marriage", *hands, tournament="yes")
    assert 0 == m.public.compulsory
    play(m, "H10 D9 DK DA H10 D10 D10 DA CQ DJ DJ HJ")
    play_any(m)
    m.go_on()
    assert ([1] * 4, 0, 1) == (owes(m), m.public.dealer, m.public.ordinary)


@clause("DOKO-15.14")
def test_thrown_in_deal_of_a_tournament() -> None:
    """It passes the dealer on, and is not one of the 20."""
    m = bid(reserving(tournament(POOR), 0), "poverty")
    take(m, "offer D9 DK D10", "refuse", "refuse", "refuse")
    m.go_on()
    assert (0, 0, 0, [1] * 4) == (m.public.dealer, m.public.ordinary, m.public.deals_played, owes(m))


@clause("DOKO-15.17")
def test_who_owes_may_reserve_and_decline_everything() -> None:
    """A normal game follows, and he still owes; who owes is seen by all."""
    m = reserving(tournament(), 0, 1)
    course(m)
    assert ("normal", 0) == (contract(m), turn(m))
    play_any(m)
    assert [1] * 4 == owes(m)
    for viewer in range(4):
        assert [1] * 4 == list(m.view(viewer).owes[:4])


@clause("DOKO-15.17", "DOKO-6.17", "DOKO-6.11")
@pytest.mark.parametrize("owing", [[1, 1, 1, 1], [0, 1, 1, 1]])
def test_bound_solo_is_compulsory_if_it_is_owed(owing: list[int]) -> None:
    """With `first_must_solo` the first reserver's solo is his compulsory one as long as he owes it."""
    m = reserving(tournament(owing=owing, all_reservers_pass="first_must_solo", solo_leader="forehand"), 0, 2)
    course(m)
    assert (0, SOLOS) == (turn(m), legal(m))
    bid(m, "solo-jacks")
    assert owing[0] == m.public.compulsory
    play_any(m)
    m.go_on()
    assert ([0, 1, 1, 1], 3 if owing[0] else 0) == (owes(m), m.public.dealer)
    m = reserving(tournament(owing=[1, 0, 1, 1], all_reservers_pass="first_must_solo"), 2, 3)
    course(m)
    assert 2 == turn(bid(m, "solo-jacks"))


@clause("EX-DOKO-23", "DOKO-15.3", "DOKO-15.5", "DOKO-15.6", "DOKO-15.13")
def test_example_tournament_order() -> None:
    """Dealer A; C's compulsory solo: C leads, A deals again. A later solo by C is ordinary."""
    m = bid(reserving(tournament(dealer=0), 2), "solo-hearts")
    assert 2 == turn(m)
    play_any(m)
    m.go_on()
    assert (0, 0, 1) == (m.public.dealer, m.public.ordinary, turn(m))
    bid(reserving(m, 2), "solo-hearts")
    assert 1 == turn(m)
    play_any(m)
    m.go_on()
    assert (1, 1, 2) == (m.public.dealer, m.public.ordinary, turn(m))


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


@clause("DOKO-1.3", "DOKO-15.12")
def test_idle_dealer_owes_and_gets_his_turn() -> None:
    """With five, who sat out in a compulsory solo's deal still owes, and may bid once he is active."""
    m = tournament(owing=[1, 1, 1, 1, 1], seats=5, dealer=4)
    play_any(bid(reserving(m, 0), "solo-queens"))
    m.chance.arrange(Arrangement(hands=filled(["", "CQ", "", ""], 4, seats=5)))
    m.go_on()
    assert (4, 4, [0, 1, 1, 1, 1]) == (m.public.dealer, m.public.idle, owes(m))
    play_any(bid(m, "pass pass pass pass"))
    m.go_on()
    assert (0, 1) == (m.public.dealer, m.public.ordinary)
    bid(reserving(m, 4), "solo-queens")
    assert (4, 1) == (turn(m), m.public.compulsory)
