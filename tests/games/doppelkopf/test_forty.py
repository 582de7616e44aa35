"""The 40-card variant, up to the play: clauses DOKO-18 and the worked examples 20 and 21."""

from typing import Any

import pytest

import torite
from tests.aloud import dealt, legal, play, take, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    CONTRA,
    RE,
    SOLOS,
    SUITS,
    asked,
    bid,
    contract,
    contract_by,
    keep_all,
    normal,
    parties,
    play_any,
    points_in,
    refuses,
    reserving,
    table,
    trump_hand,
    verbs,
)
from torite import Match

FORTY = "doppelkopf-40"
KINDS = ["suit", "queens", "queens-jacks", "jacks", "notrump"]
BIDS = [f"bid solo-{kind}{more}" for kind in KINDS for more in ("", " with-re", " without-re")]
SUIT_BIDS = {f"bid solo-{suit}" for suit in ("clubs", "spades", "hearts", "diamonds")}
SMALL_SOLOS = SOLOS | {"bid solo-queens-jacks"}


def forty(*hands: str, **how: Any) -> Match:
    """A table with 40 cards, before the redeal is asked for."""
    return table(*hands, variant=FORTY, **how)


def auction(*reservers: int, hands: tuple[str, ...] = (), **how: Any) -> Match:
    """The solo question among these reservers; seat 0 is forehand."""
    return reserving(keep_all(forty(*hands, **how)), *reservers)


def says(m: Match, seat: int) -> set[str]:
    """What a seat may announce."""
    return {code.removeprefix("announce ") for code in legal(m, seat) if code.startswith("announce")}


def may_redeal(hand: str, **how: Any) -> bool:
    """Tell whether a hand gives the right to a new deal."""
    return "redeal" in legal(forty(hand, **how), 0)


@clause("DOKO-18.1", "DOKO-18.2", "DOKO-18.4")
@pytest.mark.parametrize(("variant", "options"), [(FORTY, {}), ("doppelkopf", {"deck": 40})])
def test_forty_cards_for_four(variant: str, options: dict[str, int]) -> None:
    """A, K, Q, J and 10 of each suit, twice; ten for each of four players."""
    m = torite.Match(variant, options=options, seed=3)
    assert sorted(2 * [suit + rank for suit in SUITS for rank in ("A", "K", "Q", "J", "10")]) == dealt(m)
    assert [10] * 4 == [len(m.cards(seat)) for seat in range(4)]
    assert 240 == points_in(" ".join(dealt(m)))
    assert [True, True, False] == [refuses(FORTY, seats=n) for n in (3, 5, 4)]
    assert refuses(seats=5, deck=40)


@clause("DOKO-18.1", "DOKO-18.2")
def test_same_bidding_and_121_points_as_before() -> None:
    """Reservations, marriage and silent solo are those of the big game."""
    m = auction(1, hands=("", trump_hand("CQ CQ", size=10)))
    assert SMALL_SOLOS | {"bid marriage"} == legal(m)
    assert [0, RE, 0, 0] == parties(bid(m, "marriage"))
    assert ("normal", [0] * 4) == (contract(normal("CQ CQ", variant=FORTY)), parties(normal("CQ CQ", variant=FORTY)))


@clause("DOKO-18.10", "DOKO-18.17")
def test_solo_question_is_an_auction() -> None:
    """The first reserver has all bids and pass; the next only higher ones and pass."""
    m = auction(1, 3)
    assert ((1, "solo"), {*BIDS, "pass"}) == (asked(m), legal(m))
    take(m, "bid solo-queens")
    assert (3, {*BIDS[4:], "pass"}) == (turn(m), legal(m))


@clause("DOKO-18.10", "DOKO-18.11", "DOKO-18.14", "DOKO-18.15", "EX-DOKO-20")
@pytest.mark.parametrize("place", range(14))
def test_order_of_the_bids(place: int) -> None:
    """Kind first, then the addition: above each bid there are just the higher ones; suits are equal."""
    m = take(auction(0, 1), BIDS[place])
    assert {*BIDS[place + 1 :], "pass"} == legal(m)
    assert all(m.why(1, lower) is not None for lower in BIDS[: place + 1])


@clause("DOKO-18.10")
def test_refused_bid_says_why() -> None:
    """A bid that is not above the last is refused by a clause of the auction."""
    refusal = take(auction(0, 1), "bid solo-jacks").why(1, "bid solo-queens")
    assert refusal is not None
    assert refusal[1].startswith("DOKO-18.1")


@clause("EX-DOKO-20", "DOKO-18.11", "DOKO-18.14")
def test_example_auction() -> None:
    """Queen, queen with Re, queen without Re, Q·J, jack with Re, no-trump: each beats the one before."""
    m = auction(0, 1)
    sequence = ["queens", "queens with-re", "queens without-re", "queens-jacks", "jacks with-re", "notrump"]
    illegal = {"queens without-re": "queens with-re", "notrump": "jacks", "queens": "suit"}
    for kind in sequence:
        take(m, f"bid solo-{kind}")
        if kind in illegal:
            assert m.why(turn(m), f"bid solo-{illegal[kind]}") is not None
    bid(m, "pass")
    assert ("solo-notrump", 1, {"play"}) == (contract(m), m.public.declarer, verbs(m))
    m = take(auction(0, 1), "bid solo-suit")
    assert m.why(1, "bid solo-suit") is not None


@clause("DOKO-18.17", "DOKO-18.25")
def test_auction_goes_round_until_one_is_left() -> None:
    """From forehand clockwise; who passes is out; the highest bidder is not asked while he holds it."""
    m = auction(0, 1, 2, 3)
    course = []
    for word in ("suit", "pass", "queens", "jacks", "notrump", "pass", "notrump with-re", "pass"):
        course.append(turn(m))
        m.act(turn(m), word if word == "pass" else f"bid solo-{word}")
    assert [0, 1, 2, 3, 0, 2, 3, 0] == course
    assert ("solo-notrump", 3, 0, {"play"}) == (contract(m), m.public.declarer, turn(m), verbs(m))


@clause("DOKO-18.17", "DOKO-18.25")
def test_last_one_after_others_passed_may_still_bid() -> None:
    """Two pass without a bid; the third is asked, bids and plays at once."""
    m = bid(auction(0, 1, 2), "pass pass")
    assert (2, {*BIDS, "pass"}) == (turn(m), legal(m))
    take(m, "bid solo-queens-jacks")
    assert ("solo-queens-jacks", 2) == (contract(m), m.public.declarer)


@clause("DOKO-18.25")
def test_highest_bid_ends_the_auction_at_once() -> None:
    """Nothing beats no-trump without Re, so nobody else is asked."""
    m = take(auction(0, 1, 2, 3), "bid solo-suit", "bid solo-notrump without-re")
    assert ("solo-notrump", 1, {"play"}) == (contract(m), m.public.declarer, verbs(m))
    m = take(auction(0, 1), "bid solo-notrump with-re")
    assert (1, {"bid solo-notrump without-re", "pass"}) == (turn(m), legal(m))


@clause("DOKO-18.25", "DOKO-6.5")
def test_without_a_bid_the_poverty_question_follows() -> None:
    """All pass: poverty, then marriage, of all who reserved."""
    m = bid(auction(0, 2, hands=("", "", "CQ CQ")), "pass pass")
    assert (0, "poverty") == asked(m)
    found = []
    for word in ("no", "no", "no", "yes"):
        found.append(asked(m))
        m.act(turn(m), word)
    assert [(0, "poverty"), (2, "poverty"), (0, "marriage"), (2, "marriage")] == found
    assert ("marriage", 2) == (contract(m), m.public.declarer)


@clause("DOKO-18.25", "DOKO-5.7")
def test_without_a_bid_and_without_poverty_marriage_is_asked() -> None:
    """With `poverty_allowed` off the marriage question is next."""
    m = bid(auction(0, 2, poverty_allowed="no"), "pass pass")
    assert (0, "marriage") == asked(m)


@clause("DOKO-18.17", "DOKO-3.7")
@pytest.mark.parametrize("more", ["", " with-re", " without-re"])
@pytest.mark.parametrize(("option", "extra"), [("yes", {"bid solo-diamonds"}), ("no", set())])
def test_suit_is_named_after_winning(more: str, option: str, extra: set[str]) -> None:
    """The winner of the auction with a suit solo names the suit, and nothing else."""
    m = take(auction(1, 2, diamond_suit_solo=option), f"bid solo-suit{more}", "pass")
    assert (1, (SUIT_BIDS - {"bid solo-diamonds"}) | extra, "none") == (turn(m), legal(m), contract(m))
    bid(m, "solo-hearts")
    assert ("solo-hearts", 1, 0, {"play"}) == (contract(m), m.public.declarer, turn(m), verbs(m))


@clause("DOKO-18.17", "DOKO-18.12")
@pytest.mark.parametrize("kind", KINDS[1:])
def test_other_kinds_are_fixed_by_the_bid(kind: str) -> None:
    """There is nothing more to name."""
    m = take(auction(1, 2), f"bid solo-{kind}", "pass")
    assert (f"solo-{kind}", 0, {"play"}) == (contract(m), turn(m), verbs(m))
    assert [CONTRA, RE, CONTRA, CONTRA] == parties(m)


@clause("DOKO-18.16", "DOKO-18.14")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("more", "said", "may"), [("", 0, True), (" with-re", 1, False), (" without-re", 0, False)])
def test_with_and_without_re(kind: str, more: str, said: int, may: bool) -> None:
    """With Re he counts as having announced it; without Re he may announce nothing; plain he may say Re."""
    m = take(auction(0, 2), f"bid solo-{kind}{more}")
    if m.public.contract == 0 and turn(m) == 2:
        take(m, "pass")
    if kind == "suit":
        bid(m, "solo-spades")
    assert "none" != contract(m)
    assert (said, may) == (m.public.called[RE], "re" in says(m, 0))
    levels = {"90", "60", "30", "schwarz"}
    assert (set() if more == " without-re" else levels) == says(m, 0) & levels
    assert "contra" in says(m, 1)
    assert 0 == m.public.called[CONTRA]


@clause("DOKO-18.16")
def test_without_re_is_refused_with_its_clause() -> None:
    """Also by way of a higher level, and later in the deal."""
    m = take(auction(0, 2), "bid solo-jacks without-re", "pass")
    refusals = [m.why(0, f"announce {level}") for level in ("re", "90", "schwarz")]
    assert ["DOKO-18.16"] * 3 == [refusal[1] for refusal in refusals if refusal]
    play(m, m.cards(0)[0])
    m.act(1, "announce contra")
    assert set() == says(m, 0)


@clause("DOKO-18.16")
@pytest.mark.parametrize(("more", "extra"), [("", 0), (" with-re", 2), (" without-re", 0)])
def test_re_of_the_auction_counts_in_the_score(more: str, extra: int) -> None:
    """Who won with Re scores two more than who won plain, from each of the others."""
    mine = "CA CA C10 C10 SA SA S10 S10 HA HA"
    m = take(auction(0, 2, hands=(mine,)), f"bid solo-notrump{more}")
    if contract(m) == "none":
        take(m, "pass")
    for card in mine.split():
        play(m, card)
        play_any(m, 3)
    assert [15 + 3 * extra, -5 - extra, -5 - extra, -5 - extra] == m.scores


@clause("DOKO-18.16")
def test_only_the_winning_bid_has_an_addition() -> None:
    """A bid with Re that was overbid announces nothing."""
    m = take(auction(0, 1), "bid solo-queens with-re", "bid solo-jacks", "pass")
    assert (1, 0, True) == (m.public.declarer, m.public.called[RE], "re" in says(m, 1))
    m = take(auction(0, 1), "bid solo-queens without-re", "bid solo-jacks", "pass")
    assert "re" in says(m, 1)


@clause("DOKO-18.26", "DOKO-18.12")
@pytest.mark.parametrize("way", ["lone", "bound"])
def test_lone_or_bound_player_names_kind_and_suit_alone(way: str) -> None:
    """No additions: the seven kinds of solo and Q·J."""
    if way == "lone":
        m = auction(2)
    else:
        m = bid(auction(2, 3, all_reservers_pass="first_must_solo"), "pass pass no no no no")
    assert (2, SMALL_SOLOS) == (turn(m), legal(m))
    bid(m, "solo-queens-jacks")
    assert ("solo-queens-jacks", 2, 0) == (contract(m), m.public.declarer, m.public.called[RE])
    assert "re" in says(m, 2)


@clause("DOKO-18.12")
def test_queens_and_jacks_solo_is_of_the_small_pack() -> None:
    """With 48 cards nobody may name it."""
    m = bid(table(), "reserve pass pass pass")
    assert m.why(0, "bid solo-queens-jacks") is not None


@clause("DOKO-18.17", "DOKO-9.1")
@pytest.mark.parametrize(("leader", "first"), [("forehand", 0), ("soloist", 2)])
def test_leader_of_an_auctioned_solo(leader: str, first: int) -> None:
    """Forehand, or the soloist by option."""
    assert first == turn(take(auction(1, 2, solo_leader=leader), "pass", "bid solo-jacks"))


@clause("DOKO-18.4", "DOKO-18.1")
def test_a_whole_deal_of_forty() -> None:
    """Ten tricks, then the next dealer."""
    m = play_any(contract_by(1, "solo-hearts", variant=FORTY, dealer=2))
    assert (True, 10, 240) == (m.log.deal_over, sum(m.public.tricks), sum(m.public.points))
    m.go_on()
    assert 3 == m.public.dealer
