"""The action codes of section 21, who sees what by section 24, and clauses DOKO-19."""

import re
from itertools import permutations
from typing import Any

import pytest

import torite
from tests.aloud import codes, legal, play, take, turn
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    CONTRACTS,
    RE,
    SOLOS,
    announce,
    bid,
    contract_by,
    filled,
    keep_all,
    normal,
    parties,
    plain_hand,
    play_any,
    table,
    verbs,
)
from tests.looking import codes_of
from torite import Match

VIEWERS = (0, 1, 2, 3, None)
HAND = plain_hand("D9 DK", but="H")
POOR = plain_hand("DK D10", size=10)


def look(m: Match, viewer: int | None) -> Any:
    """The view of a seat; of a spectator for None."""
    return m.public if viewer is None else m.view(viewer)


def zone(m: Match, viewer: int | None, name: str) -> list[list[str | None]]:
    """The cards that are laid out for a viewer in the places of this name."""
    zones = torite.lay_out(m, -1 if viewer is None else viewer).zones
    return [codes_of(one.pieces) for one in zones if one.name == name]


def poverty(*actions: str, **how: Any) -> Match:
    """A poverty of seat 3, dealt by seat 0, with these actions taken."""
    return take(contract_by(3, "poverty", "", "", "", HAND, dealer=0, **how), *actions)


@clause("DOKO-6.1", "DOKO-6.4", "DOKO-6.5", "DOKO-7.5", "DOKO-7.6", "DOKO-9.2")
def test_codes_of_each_phase() -> None:
    """What the seat in turn may take, word for word, from the first bid to the first card."""
    hands = ["CQ CQ", "", "", HAND]
    m = table(*hands, dealer=0)
    assert {"pass", "reserve"} == legal(m)
    bid(m, "pass pass reserve pass")
    assert SOLOS | {"bid poverty"} == legal(m)
    bid(m, "poverty")
    assert {f"offer {card}" for card in HAND.split()} == legal(m)
    take(m, "offer D9 DK CA")
    assert {"accept", "refuse"} == legal(m)
    take(m, "accept")
    assert {f"return {card}" for card in m.cards(1)} == legal(m)
    take(m, "return CA DK D9")
    plays = {code for code in legal(m) if not code.startswith("announce")}
    assert {f"play {card}" for card in m.cards(1)} == plays
    assert SOLOS | {"bid marriage"} == legal(bid(table("CQ CQ"), "reserve pass pass pass"))


@clause("DOKO-18.24", "DOKO-18.17", "DOKO-18.14")
def test_codes_of_the_small_pack() -> None:
    """The redeal, the auction and the suit after it."""
    m = table(POOR, variant="doppelkopf-40")
    assert {"keep", "redeal"} == legal(m, 0)
    bid(keep_all(m), "reserve reserve pass pass")
    kinds = ("suit", "queens", "queens-jacks", "jacks", "notrump")
    assert {"pass", *(f"bid solo-{k}{more}" for k in kinds for more in ("", " with-re", " without-re"))} == legal(m)
    take(m, "bid solo-suit with-re", "pass")
    assert {f"bid solo-{suit}" for suit in ("clubs", "spades", "hearts", "diamonds")} == legal(m)


@clause("DOKO-6.5", "DOKO-17.3")
def test_codes_of_questions_and_overcalls() -> None:
    """Yes, no; pass and the four calls; hold."""
    m = bid(table(solo_overcall="yes"), "reserve reserve pass pass")
    assert {"yes", "no"} == legal(m)
    bid(m, "yes")
    assert {"pass", "call 90", "call 60", "call 30", "call schwarz"} == legal(m)
    bid(m, "60")
    assert {"hold", "pass"} == legal(m)


@clause("DOKO-10.1", "DOKO-10.2")
def test_codes_of_announcements() -> None:
    """Each seat has those of its party beside whatever the turn is."""
    m = normal("CQ", "CQ")
    levels = {f"announce {level}" for level in ("90", "60", "30", "schwarz")}
    for seat in range(4):
        own = "announce re" if seat < 2 else "announce contra"
        assert levels | {own} == {code for code in legal(m, seat) if code.startswith("announce")}
        assert all(action.offer == action.code.startswith("announce") for action in m.actions(seat))


@clause("DOKO-7.1", "DOKO-7.6")
@pytest.mark.parametrize("cards", list(permutations(["D9", "DK", "CA"])))
def test_cards_of_offer_and_return_stand_in_any_order(cards: tuple[str, ...]) -> None:
    """Any order is the same gesture, given whole or card by card."""
    whole = poverty("offer " + " ".join(cards), "accept", "return " + " ".join(reversed(cards)))
    single = poverty(*[f"offer {card}" for card in cards], "accept", *[f"return {card}" for card in cards])
    assert [sorted(whole.cards(seat)) for seat in range(4)] == [sorted(single.cards(seat)) for seat in range(4)]
    assert whole.public.phase == single.public.phase


@clause("DOKO-7.1", "DOKO-7.3")
@pytest.mark.parametrize("trumps", ["D9 D9", "DK"])
def test_equal_cards_are_repeated(trumps: str) -> None:
    """Two copies are named twice."""
    m = contract_by(0, "poverty", plain_hand(trumps))
    offer = f"offer {trumps} C9" if trumps == "D9 D9" else f"offer {trumps} C9 C9"
    take(m, offer, "accept")
    take(m, offer.replace("offer", "return"))
    assert [12, 12] == [len(m.cards(0)), len(m.cards(1))]


@clause("DOKO-7.6")
def test_offer_is_no_longer_open_after_its_third_card() -> None:
    """The gesture is complete; a fourth card is refused."""
    assert poverty().why(3, "offer D9 DK CA C9") is not None
    assert all("done" not in legal(m) for m in (poverty(), poverty("offer D9"), poverty("offer D9 DK CA", "accept")))


@clause("DOKO-9.8", "DOKO-9.9")
def test_no_action_between_tricks_and_deals() -> None:
    """The winner leads at once, and the next deal begins with its bidding."""
    m = play(normal("CA", "C9", "CK", "C10"), "CA C9 CK C10")
    assert (0, {"play"}) == (turn(m), verbs(m))
    m = new_match("doppelkopf", dealer=3, hands=filled([]), seed=1)
    bid(m, "pass pass pass pass")
    play_any(m, 48)
    assert (1, {"pass", "reserve"}) == (turn(m), legal(m))
    assert 0 == m.public.dealer


@clause("DOKO-9.2", "DOKO-9.3")
def test_only_card_is_still_an_action() -> None:
    """The last trick is played by the players, card by card."""
    m = play_any(normal(), 44)
    for _ in range(4):
        assert 1 == len([code for code in legal(m) if code.startswith("play")])
        play_any(m, 1)
    assert m.log.deal_over


@clause("DOKO-10.1", "DOKO-9.1")
def test_nobody_must_announce() -> None:
    """The only actor during play is the one whose turn it is."""
    m = normal("CQ", "CQ")
    for _ in range(8):
        assert 1 == len(m.actors)
        play_any(m, 1)


@clause("DOKO-4.3", "DOKO-7.5")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_hand_is_seen_by_its_owner(viewer: int | None) -> None:
    """The others know how many cards there are."""
    m = play(normal("CA", "C9", "CK", "C10"), "CA C9")
    for owner in range(4):
        assert (sorted(m.cards(owner)) if owner == viewer else []) == codes(m, look(m, viewer).hand[owner])
    assert [11, 11, 12, 12] == [look(m, viewer).count[m.game.layout.place("hand", owner)] for owner in range(4)]


@clause("DOKO-5.1", "DOKO-1.5")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_public_facts(viewer: int | None) -> None:
    """Dealer, turn, contract, soloist and finished deals' scores are seen by all."""
    m = contract_by(3, "solo-hearts", dealer=1)
    view = look(m, viewer)
    assert (1, 2, CONTRACTS.index("solo-hearts"), 3) == (view.dealer, view.turn, view.contract, view.declarer)
    play_any(m)
    m.go_on()
    assert m.scores == list(look(m, viewer).score[:4])
    assert 0 != sum(map(abs, m.scores))


@clause("DOKO-8.8", "DOKO-8.1")
def test_nobody_learns_who_holds_the_queens_of_clubs() -> None:
    """With a ♣Q moved from one to another, a third seat and a spectator see and hear the same for two tricks."""
    seen = []
    for queen, other in ((1, 2), (2, 1)):
        hands = ["CA SA CQ", "C9 S9", "CK SK", "C10 S10"]
        hands[queen] += " CQ"
        hands[other] += " DJ"
        given = filled(hands)
        m = play(normal(*given.values()), "CA C9 CK C10 SA S9 SK S10")
        words = m.view(3).to_words()
        seen.append((words, m.history(3), m.public.to_words(), torite.lay_out(m, 3).seats, legal(m, 3)))
    assert seen[0] == seen[1]


@clause("DOKO-8.2", "DOKO-5.6")
def test_nobody_learns_of_a_silent_solo() -> None:
    """One ♣Q or two in a hand: until one is played the others see the same."""
    seen = []
    for other in ("CQ", "DJ"):
        given = filled(["CA SA CQ " + other, "C9 S9", "CK SK " + ("DJ" if other == "CQ" else "CQ"), "C10 S10"])
        m = play(normal(*given.values()), "CA C9 CK C10 SA S9 SK S10")
        seen.append((m.view(3).to_words(), m.history(3), m.public.to_words(), legal(m, 3)))
    assert seen[0] == seen[1]


@clause("DOKO-8.8")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_hidden_sides_are_not_in_any_view(viewer: int | None) -> None:
    """Nobody sees the sides as such, nor what another knows of them."""
    m = announce(normal("CQ", "CQ"), "0 re")
    view = look(m, viewer)
    assert [-2] * 4 == list(view.side[:4])
    for other in range(4):
        if other != viewer:
            assert all(value == -2 for value in view.knows[other][:4])


@clause("DOKO-8.3", "DOKO-8.9")
def test_partner_of_a_marriage_is_known_to_nobody_before() -> None:
    """Not to himself either: no party but the marrying player's is in any view."""
    m = contract_by(0, "marriage", "CQ CQ CA", "C9 H10", "CK", "C10")
    play(m, "CA C9 CK")
    for viewer in VIEWERS:
        assert [RE, 0, 0, 0] == list(look(m, viewer).party[:4])
        if viewer:
            assert [RE, 0, 0, 0] == list(look(m, viewer).knows[viewer][:4])


@clause("DOKO-10.6", "DOKO-10.1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_announcements_are_heard_by_all(viewer: int | None) -> None:
    """Who announced what, and his party."""
    m = announce(normal("CQ", "CQ"), "1 90", "2 contra")
    assert [0, RE, 1, 0] == list(look(m, viewer).party[:4])
    assert [2, 1] == [look(m, viewer).announced[seat] for seat in (1, 2)]
    if viewer is not None:
        assert ["announce 90", "announce contra"] == [seen.code for seen in m.history(viewer)][-2:]


@clause("DOKO-19.1", "DOKO-19.2", "DOKO-9.8")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("option", ["yes", "no"])
def test_last_trick_may_be_looked_at_by_option(viewer: int | None, option: str) -> None:
    """Until the next one is complete; earlier tricks by nobody; the current one by all."""
    m = play(normal("CA SA", "C9 S9", "CK SK", "C10 S10", show_last_trick=option), "CA C9 CK C10 SA S9")
    trick = torite.lay_out(m, -1 if viewer is None else viewer).last_trick
    shown = [piece.code for one in trick or [] for piece in one.pieces]
    assert (["CA", "C9", "CK", "C10"] if option == "yes" else []) == shown
    assert [["SA"], ["S9"]] == zone(m, viewer, "trick")
    play(m, "SK S10")
    trick = torite.lay_out(m, -1 if viewer is None else viewer).last_trick
    assert not {"CA", "CK"} & {piece.code for one in trick or [] for piece in one.pieces}
    assert [] == [cards for cards in zone(m, viewer, "taken") if any(cards)]


@clause("DOKO-19.3")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("option", ["yes", "no"])
def test_running_points_are_shown_by_option(viewer: int | None, option: str) -> None:
    """During play only with the option; after the deal always."""
    m = play(normal("CA", "C9", "CK", "C10", show_running_points=option), "CA C9 CK C10")

    def shown() -> list[str | int]:
        seats = torite.lay_out(m, -1 if viewer is None else viewer).seats
        return [fact.value for seat in seats for fact in seat.facts if fact.name == "points"]

    assert ([25, 0, 0, 0] if option == "yes" else []) == shown()
    play_any(m)
    assert 240 == sum(map(int, shown()))


@clause("DOKO-19.4")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_everything_is_shown_after_the_deal(viewer: int | None) -> None:
    """All tricks, the parties and the items of the score."""
    m = play_any(normal("CQ", "CQ"))
    cards = [card for name in ("taken", "trick", "markers") for one in zone(m, viewer, name) for card in one]
    assert 48 == len(cards)
    assert None not in cards
    assert 0 not in parties(m)
    assert torite.lay_out(m, -1 if viewer is None else viewer).account


@clause("DOKO-19.4", "DOKO-7.5")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_poverty_cards_are_shown_after_the_deal(viewer: int | None) -> None:
    """After a poverty that was played and after one that nobody took, the three cards lie open to all."""
    m = poverty("offer D9 DK CA", "refuse", "accept", "return D9 DK CA")
    assert [] == laid_out(m, viewer)
    play_any(m)
    assert {"♣A", "♦9", "♦K"} == {
        glyph
        for line in torite.lay_out(m, -1 if viewer is None else viewer).account
        for glyph in re.findall("[♣♠♥♦]\\w+", line.text)
    }
    m = poverty("offer D9 DK CA", "refuse", "refuse", "refuse")
    assert {"CA", "D9", "DK"} <= set(laid_out(m, viewer))


def laid_out(m: Match, viewer: int | None) -> list[str]:
    """The cards that a viewer is shown beside the tricks and the hands that are held."""
    names = {one.name for one in torite.lay_out(m, -1 if viewer is None else viewer).zones}
    names -= {"trick", "taken", "markers", "hand"}
    return sorted(card for name in names for cards in zone(m, viewer, name) for card in cards if card)


@clause("DOKO-19.4", "DOKO-7.9")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_all_hands_are_shown_when_cards_are_thrown_in(viewer: int | None) -> None:
    """Until the next deal."""
    m = poverty()
    before = [sorted(m.cards(seat)) for seat in range(4)]
    take(m, "offer D9 DK CA", "refuse", "refuse", "refuse")
    shown = [codes(m, row) for row in look(m, viewer).shown[:4]]
    assert before[:3] == shown[:3]
    assert before[3] in (shown[3], sorted([*shown[3], "D9", "DK", "CA"]))
    m.go_on()
    assert [] == [card for row in look(m, viewer).shown[:4] for card in codes(m, row)]


@clause("DOKO-18.6", "DOKO-19.4")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_redealt_hand_is_shown_and_no_other(viewer: int | None) -> None:
    """The demander's whole hand is seen by everybody until the next deal; the others' hands by nobody else."""
    m = table(POOR, variant="doppelkopf-40")
    others = {seat: sorted(m.cards(seat)) for seat in (1, 2, 3)}
    m.act(0, "redeal")
    assert sorted(POOR.split()) == codes(m, look(m, viewer).shown[0])
    assert all(10 == len(hand) for hand in others.values())
    m.go_on()
    assert [] == codes(m, look(m, viewer).shown[0])


@clause("DOKO-13.12")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_markers_lie_open_from_the_trick_on(viewer: int | None) -> None:
    """A captured fox and one card of a Doppelkopf trick are seen by all."""
    m = play(normal("H10 SA", "DA S10", "D9 SA", "DK S10"), "H10 DA D9 DK SA S10 SA S10")
    assert (0, 2) == (turn(m), m.public.tricks_played)
    play_any(m, 1)
    cards = [card for one in zone(m, viewer, "markers") for card in one]
    assert 2 == len(cards)
    assert "DA" in cards
    assert {"SA", "S10"} & set(cards)


@clause("DOKO-1.3")
@pytest.mark.parametrize("kind", ["normal", "poverty", "marriage", "solo-jacks"])
def test_idle_dealer_sees_what_everybody_sees(kind: str) -> None:
    """His view is the spectator's, at every step of the deal."""
    hands = ["CQ CQ", "", "", "", ""]
    seat = 2 if kind == "poverty" else 0
    hands[2] = HAND
    m = table(*hands, seats=5, dealer=4)
    words = ["reserve" if one == seat and kind != "normal" else "pass" for one in range(4)]
    steps = [*words, *([] if kind == "normal" else [f"bid {kind}"])]
    steps += ["offer D9 DK CA", "refuse", "accept", "return D9 DK CA"] if kind == "poverty" else []
    for step in steps:
        same_as_public(m)
        take(m, step)
    while not m.log.deal_over:
        same_as_public(m)
        play_any(m, 1)
    same_as_public(m)


def same_as_public(m: Match) -> None:
    """Hold the idle dealer's view and scene against a spectator's."""
    mine, public, declarer = m.view(4), m.public, m.public.declarer
    for field in m.game.layout.fields:
        if field.name not in ("knows", "drafting", "draft", "hand", "known"):
            assert (field.name, getattr(mine, field.name)) == (field.name, getattr(public, field.name))
    for seat in range(4):  # a marriage says that both ♣Q are in one hand
        told = ["CQ"] * 2 if m.public.contract == 2 and seat == declarer else []
        assert codes(m, mine.hand[seat]) in ([], told[:1], told)
    assert all(value == m.public.party[seat] for seat, value in enumerate(mine.knows[4]))
    names = {"trick", "taken", "markers", "offered", "shown"}
    zones = [[one for one in torite.lay_out(m, viewer).zones if one.name in names] for viewer in (4, -1)]
    assert zones[0] == zones[1]
