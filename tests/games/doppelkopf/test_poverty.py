"""Poverty and its exchange: clauses DOKO-7."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

import torite
from tests.aloud import legal, take, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    CONTRA,
    RE,
    cards_open,
    contract,
    contract_by,
    parties,
    plain_hand,
    play_any,
    table,
    verbs,
)
from torite import Match

HAND = plain_hand("D9 DK", but="H")  # D9 DK and ten clubs and spades


def poverty(hand: str = HAND, poor: int = 3, dealer: int = 0, hands: tuple[str, ...] = (), **how: object) -> Match:
    """A poverty of that seat, before the offer; the dealer is seat 0 unless named."""
    listed = [*hands, *[""] * (how.get("seats", 4) - len(hands))]  # type: ignore[operator]
    listed[poor] = hand
    return contract_by(poor, "poverty", *listed, dealer=dealer, **how)


def offers(m: Match) -> set[tuple[str, ...]]:
    """Every set of three cards of the own hand that may be offered."""
    hand = sorted(m.cards(turn(m)))
    threes = {c for c in combinations_with_replacement(sorted(set(hand)), 3) if not Counter(c) - Counter(hand)}
    return {cards for cards in threes if m.why(turn(m), "offer " + " ".join(cards)) is None}


def seen_hand(m: Match, viewer: int, owner: int) -> list[str]:
    """The cards of a hand that a viewer knows, sorted."""
    return sorted(m.game.pack.codes[kind] for kind in m.game.pack.listed(m.view(viewer).hand[owner]))


def seen_offer(m: Match, viewer: int | None) -> list[str]:
    """The cards on the table that a viewer sees, sorted."""
    view = m.public if viewer is None else m.view(viewer)
    return sorted(m.game.pack.codes[kind] for kind in m.game.pack.listed(view.offered))


@clause("DOKO-7.1", "DOKO-7.2", "DOKO-7.3", "EX-DOKO-7")
def test_offer_has_all_trumps_and_plain_cards_of_choice() -> None:
    """With ♦9 and ♦K both go, and any one plain card."""
    m = poverty()
    plain = set(m.cards(3)) - {"D9", "DK"}
    assert {tuple(sorted(["D9", "DK", card])) for card in plain} == offers(m)
    for code in ("offer D9 DK CA C9", "offer D9 CA C9", "offer DK DK CA", "offer D9 DK HA", "accept"):
        with pytest.raises(torite.IllegalMove):
            m.act(3, code)
    assert not m.gestures.draft(3, ["offer D9 DK"])["complete"]


@clause("DOKO-7.1", "DOKO-7.3")
@pytest.mark.parametrize("trumps", [0, 1, 2, 3])
def test_offer_by_number_of_trumps(trumps: int) -> None:
    """None to three trumps: they all go, and the rest of the three is free, also two equal cards."""
    has = ["D9", "H10", "CQ"][:trumps]
    m = poverty(plain_hand(" ".join(has), but="H"))
    hand = Counter(m.cards(3))
    plain = sorted(card for card in hand if card not in has)
    free = {c for c in combinations_with_replacement(plain, 3 - trumps) if not Counter(c) - hand}
    assert {tuple(sorted([*has, *cards])) for cards in free} == offers(m)


@clause("DOKO-7.2")
def test_refused_offer_says_why() -> None:
    """An offer without all trumps is refused by the clause of the trumps."""
    refusal = poverty().why(3, "offer D9 CA C9")
    assert refusal is not None
    assert refusal[1].startswith("DOKO-7.")


@clause("DOKO-7.1")
def test_offer_lies_on_the_table_and_may_be_made_card_by_card() -> None:
    """Three cards leave the hand with the third, in whatever order they are named."""
    m = poverty()
    m.act(3, "offer CA")
    assert (3, 12) == (turn(m), len(m.cards(3)))
    m.act(3, "offer DK")
    m.act(3, "offer D9")
    assert (9, 1, {"accept", "refuse"}) == (len(m.cards(3)), turn(m), verbs(m))
    whole = take(poverty(), "offer D9 CA DK")
    assert (whole.cards(3), turn(whole)) == (m.cards(3), turn(m))


@clause("DOKO-7.4")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("poor", range(4))
def test_asked_from_the_dealers_left_without_the_poor_player(dealer: int, poor: int) -> None:
    """All three others are asked in turn, from the dealer's left clockwise."""
    m = take(poverty(poor=poor, dealer=dealer), "offer D9 DK CA")
    found = []
    while not m.log.deal_over:
        found.append(turn(m))
        assert {"accept", "refuse"} == legal(m)
        m.act(turn(m), "refuse")
    assert [seat for i in range(1, 5) if (seat := (dealer + i) % 4) != poor] == found


@clause("DOKO-7.5", "DOKO-7.1")
@pytest.mark.parametrize("refusals", [0, 1, 2])
def test_cards_are_not_seen_before_accepting(refusals: int) -> None:
    """Nobody but the poor player knows the three cards while others are asked, refusers never."""
    m = take(poverty(), "offer D9 DK CA", *["refuse"] * refusals)
    for viewer in (None, 0, 1, 2, 3):
        assert (["CA", "D9", "DK"] if viewer == 3 else []) == seen_offer(m, viewer)
    order = [1, 2, 0]
    m.act(turn(m), "accept")
    rich = order[refusals]
    assert (rich, 15) == (turn(m), len(m.cards(rich)))
    for viewer in set(order) - {rich}:
        assert [] == seen_hand(m, viewer, rich) + seen_offer(m, viewer) + seen_hand(m, viewer, 3)


@clause("DOKO-7.5")
def test_history_tells_the_number_of_cards_only() -> None:
    """Offer and return are three cards to those who do not see them."""
    m = take(poverty(), "offer D9 DK CA", "accept", "return D9 DK CA")
    found = [
        [seen.code for seen in m.history(viewer) if seen.code.startswith(("offer", "return"))] for viewer in range(4)
    ]
    assert ["offer 3", "return 3"] == found[0] == found[2]
    assert ["offer 3", "return"] == [found[1][0], found[1][1].split()[0]]
    assert {"D9", "DK", "CA"} == set(found[1][1].split()[1:]) == set(found[3][0].split()[1:])


@clause("DOKO-7.6", "DOKO-7.7", "EX-DOKO-7")
def test_rich_player_gives_back_the_same_three() -> None:
    """He holds 15, may give back the cards he got, and both have 12 again and are Re."""
    m = poverty()
    before = [sorted(m.cards(seat)) for seat in range(4)]
    take(m, "offer D9 DK CA")
    assert 1 == turn(m)
    take(m, "accept")
    assert [0, 15, 0, 9] == [len(m.cards(seat)) if seat in (1, 3) else 0 for seat in range(4)]
    take(m, "return D9 DK CA")
    assert before == [sorted(m.cards(seat)) for seat in range(4)]
    assert [CONTRA, RE, CONTRA, RE] == parties(m)
    assert (1, 3) == (m.public.partner, m.public.declarer)


@clause("DOKO-7.6")
def test_any_three_of_the_fifteen_go_back() -> None:
    """Own cards, received ones, or a mixture; trumps or plain; but three, and only such as he holds."""
    m = take(poverty(hands=("", "H10 CQ HA HA")), "offer D9 DK CA", "accept")
    assert set(m.cards(1)) == cards_open(m)
    for code in ("return H10 CQ HA", "return HA HA CA", "return D9 DK H10", "return CA CQ HA"):
        assert m.why(1, code) is None
    for code in ("return H10 CQ", "return H10 H10 CQ", "return HA HA HA"):
        assert m.why(1, code) is not None or not m.gestures.draft(1, [code])["complete"]
    take(m, "return H10 CQ HA")
    assert {"H10", "CQ", "HA"} <= set(m.cards(3))
    assert {"D9", "DK", "CA"} <= set(m.cards(1))
    assert [12, 12] == [len(m.cards(1)), len(m.cards(3))]


@clause("DOKO-7.6")
def test_first_who_accepts_ends_the_asking() -> None:
    """After an acceptance nobody else is asked."""
    m = take(poverty(), "offer D9 DK CA", "refuse", "accept")
    assert (2, {"return"}) == (turn(m), verbs(m))
    assert all(() == m.actions(seat) for seat in (0, 1, 3))


@clause("DOKO-7.7", "DOKO-8.6", "DOKO-8.9")
@pytest.mark.parametrize("refusals", [0, 1, 2])
def test_parties_are_public_on_acceptance(refusals: int) -> None:
    """The poor player and the one who accepts are Re, the others Contra, wherever the ♣Q are."""
    m = poverty(hands=("CQ", "CQ") if refusals else ("CQ CQ",))
    take(m, "offer D9 DK CA", *["refuse"] * refusals)
    assert [0, 0, 0, 0] == parties(m)
    take(m, "accept")
    rich = [1, 2, 0][refusals]
    assert [RE if seat in (3, rich) else CONTRA for seat in range(4)] == parties(m)


@clause("DOKO-7.8")
@pytest.mark.parametrize(("back", "trumps"), [("SK H9 HA", 0), ("D9 SK H9", 1), ("D9 DK H9", 2), ("H10 D9 DK", 3)])
@pytest.mark.parametrize("option", ["no", "yes"])
def test_number_of_returned_trumps_is_told_by_option(back: str, trumps: int, option: str) -> None:
    """By default nothing is said; with the option the number, not the cards."""
    m = poverty(hands=("", "SK H9 HA H10"), poverty_announce_returned_trumps=option)
    take(m, "offer D9 DK CA", "accept", f"return {back}")
    for viewer in (0, 2):
        seen = m.history(viewer)[-1]
        told = [note.amount for note in seen.notes if note.line.key == "returned_trumps"]
        assert ([trumps] if option == "yes" else []) == told
        assert "return 3" == seen.code


@clause("DOKO-7.8")
def test_nothing_told_betrays_the_number_of_returned_trumps() -> None:
    """By default the others hear and see the same after three trumps as after none."""
    heard = []
    for back in ("SK H9 HA", "H10 D9 DK"):
        m = take(poverty(hands=("", "SK H9 HA H10")), "offer D9 DK CA", "accept", f"return {back}")
        view = m.view(2)
        heard.append(
            [m.history(2)[-1].notes, list(view.count), list(view.barred), list(view.required), list(view.least)]
        )
    assert heard[0] == heard[1]


@clause("DOKO-7.9", "EX-DOKO-7")
def test_three_refusals_throw_the_cards_in() -> None:
    """Nobody scores, and the next dealer deals."""
    m = take(poverty(), "offer D9 DK CA", "refuse", "refuse", "refuse")
    assert (True, False, [0, 0, 0, 0]) == (m.log.deal_over, m.over, m.scores)
    m.go_on()
    assert (1, 2, [12] * 4) == (m.public.dealer, turn(m), [len(m.cards(seat)) for seat in range(4)])
    assert ("none", {"pass", "reserve"}) == (contract(m), verbs(m))
    assert [0, 0, 0, 0] == parties(m)


@clause("DOKO-7.9", "DOKO-7.4", "DOKO-1.3")
@pytest.mark.parametrize(("dealer", "order"), [(4, [0, 1, 2]), (2, [4, 0, 1]), (1, [2, 4, 0])])
def test_nobody_accepting_with_five_players(dealer: int, order: list[int]) -> None:
    """The idle dealer is not asked; the next of the five deals."""
    m = take(poverty(seats=5, dealer=dealer), "offer D9 DK CA")
    found = []
    while not m.log.deal_over:
        found.append(turn(m))
        m.act(turn(m), "refuse")
    assert order == found
    m.go_on()
    after = (dealer + 1) % 5
    assert (after, after, (after + 1) % 5) == (m.public.dealer, m.public.idle, turn(m))


@clause("DOKO-7.10")
def test_marriage_is_not_played_after_three_refusals() -> None:
    """Another reserver's ♣Q count for nothing: the cards are thrown in all the same."""
    m = table("", "CQ CQ", "", HAND, dealer=0)
    for word in ("reserve", "pass", "reserve", "pass", "no", "no", "no", "yes"):
        m.act(turn(m), word)
    take(m, "offer D9 DK CA", "refuse", "refuse", "refuse")
    assert (True, [0, 0, 0, 0]) == (m.log.deal_over, m.scores)
    m.go_on()
    assert 1 == m.public.dealer


@clause("DOKO-7.11")
@pytest.mark.parametrize("poor", range(4))
@pytest.mark.parametrize("solo_leader", ["forehand", "soloist"])
def test_forehand_leads_after_the_exchange(poor: int, solo_leader: str) -> None:
    """Whoever exchanged, and whatever is agreed for solos."""
    m = take(poverty(poor=poor, dealer=1, solo_leader=solo_leader), "offer D9 DK CA", "refuse", "accept")
    take(m, "return D9 DK CA")
    assert (2, {"play"}) == (turn(m), verbs(m))


@clause("DOKO-7.12")
def test_fixed_offer_is_still_an_action() -> None:
    """With exactly three trumps the poor player makes his only offer himself."""
    m = poverty(plain_hand("D9 DK H10"))
    assert (3, {"offer"}, {("D9", "DK", "H10")}) == (turn(m), verbs(m), offers(m))
    take(m, "offer H10 D9 DK")
    assert (1, {"accept", "refuse"}) == (turn(m), verbs(m))


@clause("DOKO-7.12", "DOKO-7.5")
def test_public_view_of_an_offer_is_the_same_for_all_poor_hands() -> None:
    """What the others see after the offer does not depend on the number of trumps."""
    seen = []
    for cards in ("D9 DK H10", "D9 DK CA", "D9 CA C9", "CA CK C9"):
        m = take(poverty(plain_hand(" ".join(c for c in cards.split() if c not in ("CA", "CK", "C9")), but="H")))
        m.act(3, f"offer {cards}")
        view = m.public
        seen.append((m.history(1)[-1].code, list(view.count), list(view.barred), list(view.required), view.phase))
    assert 1 == len({str(one) for one in seen})


@clause("DOKO-7.6", "DOKO-7.1")
def test_returned_cards_are_known_to_the_partners_until_played() -> None:
    """The rich player knows what he gave back, the poor player all his cards, the others nothing."""
    m = take(poverty(), "offer D9 DK CA", "accept", "return D9 CA DK")
    assert ["CA", "D9", "DK"] == seen_hand(m, 1, 3)
    assert [] == seen_hand(m, 3, 1)
    for viewer in (0, 2):
        assert [] == seen_hand(m, viewer, 1) + seen_hand(m, viewer, 3)
    play_any(m)
    assert m.log.deal_over


@clause("DOKO-7.6")
def test_poor_player_knows_which_of_his_cards_stayed() -> None:
    """What he offered and did not get back lies with the rich player, and only those two know it."""
    m = take(poverty(hands=("", "HA HK H9")), "offer D9 DK CA", "accept", "return HA HK H9")
    assert ["CA", "D9", "DK"] == seen_hand(m, 3, 1)
    assert ["H9", "HA", "HK"] == seen_hand(m, 1, 3)
    for viewer in (0, 2):
        assert [] == seen_hand(m, viewer, 1) + seen_hand(m, viewer, 3)


@clause("DOKO-18.9", "DOKO-7.1")
@pytest.mark.parametrize("trumps", ["D10 DK HJ", "D10 DK", "D10", ""])
def test_poverty_with_40_cards(trumps: str) -> None:
    """Three cards go and three come back, and all have ten again."""
    m = poverty_40(trumps)
    cards = [*trumps.split(), *[card for card in m.cards(0) if card not in trumps.split()]][:3]
    take(m, "offer " + " ".join(cards), "accept")
    assert [13, 7] == [len(m.cards(turn(m))), len(m.cards(0))]
    take(m, "return " + " ".join(cards))
    assert [10] * 4 == [len(m.cards(seat)) for seat in range(4)]


def poverty_40(trumps: str) -> Match:
    """A poverty of forehand with 40 cards."""
    return contract_by(0, "poverty", plain_hand(trumps, size=10), variant="doppelkopf-40")
