"""Section 10, information: who sees what, in views, scenes and histories."""

from __future__ import annotations

import random
from typing import Any

import pytest

import torite
from tests.aloud import legal, turn
from tests.clauses import clause
from tests.games.ambition.builders import (
    OLD_NAME,
    REVISED_NAME,
    VIEWERS,
    cards,
    codes,
    laid_out,
    look,
    of_seat,
    passing,
    play,
    play_any,
    table,
    taking,
    zone,
)
from tests.looking import codes_of, every_text, shown_in
from torite import Match
from torite.scenes.schema import Gauge

EVERYBODY = pytest.mark.parametrize("viewer", VIEWERS)
GIVEN = ("C2 S6 H10", "C3 S7 HJ", "C4 S8 HQ", "C5 S9 HK")
SCATTERED = ("pass left C2 across S6 right H10", "pass left C3 across S7 right HJ",
             "pass left C4 across S8 right HQ", "pass left C5 across S9 right HK")  # fmt: skip
PILES = ("for_left", "for_across", "for_right")
GLYPHS = dict(zip("CSHD", "♣♠♥♦", strict=True))


def glyph(card: str) -> str:
    """A card as sentences write it."""
    return GLYPHS[card[0]] + card[1:]


def seen_hands(m: Match, viewer: int) -> list[list[str]]:
    """The cards of each hand as far as a viewer sees them."""
    return [codes(look(m, viewer).hand[seat]) for seat in range(m.seats)]


def told(m: Match, viewer: int) -> str:
    """All that the history and the log of a viewer say."""
    scene = torite.lay_out(m, viewer)
    lines = [line.text for line in torite.lay_out(m, viewer, since=0).log] + [scene.prompt, *scene.status]
    return " ".join([*lines, *(seen.code for seen in m.history(viewer))])


def surely(m: Match, viewer: int, seat: int, card: str) -> bool:
    """Tell whether a viewer knows a card to be in a hand: it sees it there, or everybody knows that it must be."""
    seen, place, kind = look(m, viewer), m.game.layout.place("hand", seat), m.game.pack.kind(card)
    return card in codes(seen.hand[seat]) or (seen.required[place] == 1 << kind and seen.least[place] == 1)


# hands


@clause("AMB-12.8", "AMB-3.1")
@EVERYBODY
@pytest.mark.parametrize("round", [1, 4])
def test_hand_is_seen_by_its_owner_only(viewer: int, round: int) -> None:
    """Its size by all; while cards are passed, and in play."""
    m = table(round=round)
    if round == 4:
        play(m, "D3 D10")
    scene, said, seen = torite.lay_out(m, viewer), told(m, viewer), seen_hands(m, viewer)
    shown = {one.seat: codes_of(one.pieces) for one in scene.zones if one.name == "hand"}
    for owner in range(4):
        own = sorted(m.cards(owner))
        assert (own if owner == viewer else []) == seen[owner]
        assert (set(own) if owner == viewer else {None}) == set(shown[owner])
        assert len(own) == len(shown[owner]) == scene.seats[owner].held
        assert owner == viewer or not any(glyph(card) in said for card in own if card not in ("D3", "D2"))


# passing


@clause("AMB-3.1", "AMB-3.3", "AMB-12.8")
@EVERYBODY
@pytest.mark.parametrize("round", [1, 2, 3])
def test_passed_cards_in_transit(viewer: int, round: int) -> None:
    """Chosen by two, not yet by the others: the givers see them, nobody else."""
    m = table(round=round)
    m.act(0, f"pass {GIVEN[0]}")
    m.act(2, f"pass {GIVEN[2]}")
    seen, said, open_cards = look(m, viewer), told(m, viewer), laid_out(m, viewer)
    listed = {giver: cards(*(" ".join(codes(getattr(seen, pile)[giver])) for pile in PILES)) for giver in range(4)}
    for giver in (0, 2):
        assert (cards(GIVEN[giver]) if giver == viewer else []) == listed[giver]
        assert 3 == sum(seen.count[m.game.layout.place(pile, giver)] for pile in PILES)
        if giver != viewer:
            assert not set(GIVEN[giver].split()) & open_cards
            assert not any(glyph(card) in said for card in GIVEN[giver].split())
    assert [1, 0, 1, 0] == list(seen.chosen)
    assert not listed[1] + listed[3]


@clause("AMB-3.1", "AMB-12.8")
@EVERYBODY
@pytest.mark.parametrize("scatter", [False, True])
def test_begun_pass_is_seen_by_nobody_else(viewer: int, scatter: bool) -> None:
    """One card named, others still to come."""
    how: dict[str, Any] = {"round": 4, "fourth_round": "scatter"} if scatter else {"round": 1}
    m, plain = table(**how), table(**how)
    m.act(1, "pass across HJ" if scatter else "pass HJ")
    if viewer == 1:
        assert ["HJ"] == codes(m.view(1).draft[1])
    else:
        assert look(plain, viewer).to_words() == look(m, viewer).to_words()
        assert torite.lay_out(plain, viewer) == torite.lay_out(m, viewer)
        assert plain.history(viewer) == m.history(viewer)


@clause("AMB-3.1", "AMB-12.8")
@pytest.mark.parametrize(("round", "offset"), [(1, 1), (2, 3), (3, 2)])
@EVERYBODY
def test_passed_cards_after_giving(viewer: int, round: int, offset: int) -> None:
    """The giver knows where they lie, the receiver has them; nobody else learns which they were."""
    m = passing(*GIVEN, round=round)
    said, open_cards, seen = told(m, viewer), laid_out(m, viewer), seen_hands(m, viewer)
    for giver in range(4):
        receiver = (giver + offset) % 4
        known = [card for card in seen[receiver] if card != "D3"]
        if viewer == receiver:
            assert set(GIVEN[giver].split()) <= set(m.cards(viewer))
        elif viewer == giver:
            assert cards(GIVEN[giver]) == known
        else:
            assert [] == known
            others = set(GIVEN[giver].split())
            assert not others & open_cards
            assert not any(glyph(card) in said for card in others)
    code = {seen.seat: seen.code for seen in m.history(viewer) if seen.seat >= 0}
    assert {seat: f"pass {GIVEN[seat]}" if seat == viewer else "pass 3" for seat in range(4)} == {
        seat: "pass " + " ".join(sorted(text.split()[1:], key=GIVEN[seat].split().index)) if seat == viewer else text
        for seat, text in code.items()
    }


@clause("AMB-3.5", "AMB-12.8")
@EVERYBODY
def test_scattered_cards(viewer: int) -> None:
    """Each is known to its giver and its receiver only."""
    m = table(round=4, fourth_round="scatter")
    m.act(3, SCATTERED[3])
    if viewer != 3:
        assert not {"C5", "S9", "HK"} & laid_out(m, viewer)
        assert not {"C5", "S9", "HK", "left", "across", "right"} & set(m.history(viewer)[-1].code.split())
    for seat in (0, 1, 2):
        m.act(seat, SCATTERED[seat])
    gifts = {(0, 1): "C2", (0, 2): "S6", (0, 3): "H10", (1, 2): "C3", (1, 3): "S7", (1, 0): "HJ",
             (2, 3): "C4", (2, 0): "S8", (2, 1): "HQ", (3, 0): "C5", (3, 1): "S9", (3, 2): "HK"}  # fmt: skip
    said, open_cards, seen_cards = told(m, viewer), laid_out(m, viewer), seen_hands(m, viewer)
    for (giver, receiver), card in gifts.items():
        assert (viewer in (giver, receiver)) == (card in seen_cards[receiver])
        assert viewer in (giver, receiver) or glyph(card) not in said
        assert viewer in (giver, receiver) or card not in open_cards


@clause("AMB-3.1")
def test_given_card_is_known_until_it_is_played() -> None:
    """And no other card of that hand is."""
    m = passing(*GIVEN, round=1)
    chooser = random.Random(1)
    while not m.log.deal_over:
        lying = [card for card in GIVEN[0].split() if card in m.cards(1)]
        assert sorted(lying) == seen_hands(m, 0)[1]
        assert [] == seen_hands(m, -1)[1]
        m.act(turn(m), chooser.choice(sorted(legal(m))))


@clause("AMB-3.1")
def test_events_of_the_last_choice() -> None:
    """A receiver gets three cards that it sees; an onlooker sees that three came and three went."""
    m = table(round=1)
    for seat in range(4):
        m.act(seat, f"pass {GIVEN[seat]}")
    gained = {
        viewer: next(one.gained for one in m.knowledge.events(viewer) if (one.field, one.owner) == ("hand", 1))
        for viewer in (0, 1, 2, -1)
    }
    assert cards(GIVEN[0]) == sorted(map(str, gained[1]))
    assert cards(GIVEN[0]) == sorted(map(str, gained[0]))
    assert {None} == set(gained[2]) == set(gained[-1])


@clause("AMB-4.1", "AMB-4.2")
@EVERYBODY
def test_who_holds_the_first_card(viewer: int) -> None:
    """Its holder alone while cards are passed; then everybody sees who is to lead."""
    m = table(round=1)
    assert ["D3" in hand for hand in seen_hands(m, viewer)] == [viewer == 0 and seat == 0 for seat in range(4)]
    m = passing("D3 C2 C6", *GIVEN[1:])
    assert 1 == look(m, viewer).turn
    assert {1} == {seat for seat in range(4) if surely(m, viewer, seat, "D3")}
    play(m, "D3")
    assert ["D3"] == zone(m, viewer, "trick", 1)


# tricks


@clause("AMB-4.4")
@EVERYBODY
def test_trick_is_seen_by_all(viewer: int) -> None:
    """Each card as it is played."""
    m = table()
    for seat, card in enumerate(("D3", "D10", "D4", "D9")):
        play(m, card)
        for other in range(seat + 1):
            assert 1 == len(codes(look(m, viewer).trick[other]))
        assert [card] == codes(look(m, viewer).trick[seat])
        assert f"play {card}" == m.history(viewer)[-1].code


@clause("AMB-4.4", "AMB-4.6")
@EVERYBODY
def test_only_the_last_trick_may_be_looked_at_again(viewer: int) -> None:
    """Earlier ones everybody saw."""
    m = play(table(), "D3 D10 D4 D9")
    first = {"D3", "D10", "D4", "D9"}
    play_any(m, 1)
    last = torite.lay_out(m, viewer).last_trick
    assert first == shown_in(last)
    play_any(m, 4)
    assert not first & laid_out(m, viewer)
    assert first <= {card for seat in range(4) for card in codes(look(m, viewer).taken[seat])}


# points


def gauges(m: Match, viewer: int, name: str) -> list[Gauge]:
    """The gauge of that name of each seat that has it."""
    return [one for seat in torite.lay_out(m, viewer).seats for one in seat.gauges if one.name == name]


SEEN_FROM = [
    (variant, seats, viewer)
    for variant, seats in ((OLD_NAME, 4), (OLD_NAME, 3), (REVISED_NAME, 4))
    for viewer in VIEWERS
    if viewer < seats
]


def amounts_shown(m: Match, viewer: int, language: str) -> set[str]:
    """The names of facts and marks of seats that tell or betray points taken."""
    seats = torite.lay_out(m, viewer, language).seats
    names = {fact.name for seat in seats for fact in seat.facts}
    names |= {mark.name for seat in seats for mark in seat.marks}
    return names & {"points", "to_slam", "stands", "slam_on", "taken"}


@clause("AMB-4.7")
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("variant", "seats", "viewer"), SEEN_FROM)
def test_running_points(language: str, variant: str, seats: int, viewer: int) -> None:
    """Of every player, to all, as the tricks go by; with `show_points` off of nobody, not even one's own."""
    shown, hidden = (table(variant=variant, seats=seats, show_points=on) for on in (True, False))
    for _ in range(2):
        points = list(shown.public.points)[:seats]
        assert [str(one) for one in points] == [
            of_seat(shown, viewer, seat, language)["points"] for seat in range(seats)
        ]
        assert points == [gauge.value for gauge in gauges(shown, viewer, "points")]
        assert set() == amounts_shown(hidden, viewer, language)
        assert [] == gauges(hidden, viewer, "points")
        for m in (shown, hidden):
            play_any(m, seats)
        assert list(shown.public.points) == list(hidden.public.points)


@clause("AMB-4.7")
@pytest.mark.parametrize("viewer", [0, -1])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_sentence_betrays_points_that_are_not_shown(viewer: int, language: str) -> None:
    """Status and prompts are the same, whoever took the points before."""
    found = []
    for taken in ((40, 25, 10, 10), (10, 25, 10, 40)):
        m = taking(*taken, whole=False, show_points=False)
        scene = torite.lay_out(m, viewer, language)
        found.append((scene.status, scene.facts, amounts_shown(m, viewer, language)))
        assert not [text for text in scene.status if "40" in text or "38" in text]
    assert found[0][0] == found[1][0]
    assert found[0][2] == found[1][2] == set()


@clause("AMB-4.7")
def test_points_are_told_when_the_round_is_scored() -> None:
    """Also where they were not shown before."""
    m = taking(30, 25, 18, 12, show_points=False)
    text = every_text(torite.lay_out(m, -1).account)
    assert all(str(points) in text for points in (30, 25, 18, 12))


@clause("AMB-4.7", "AMB-12.2")
def test_points_in_the_view_are_what_a_memory_knows() -> None:
    """The view has them in any case: whoever remembers all tricks knows them."""
    for on in (True, False):
        m = play_any(table(show_points=on), 20)
        assert all(list(look(m, viewer).points) == list(m.log.state.points) for viewer in VIEWERS)


# what all see


@clause("AMB-8.1", "AMB-6.7")
@EVERYBODY
@pytest.mark.parametrize("show", [True, False])
def test_tricks_scores_strikes_and_slams_are_seen_by_all(viewer: int, show: bool) -> None:
    """Of every player, at any time."""
    given = {"score": [11, 12, 13, 14], "strikes": [1, 2, 3, 1], "line": [0, 2, 0, 1], "slams": [0, 1, 0, 1]}
    m = play_any(table(initial=given, show_points=show), 22)
    scene = torite.lay_out(m, viewer)
    assert [11, 12, 13, 14] == scene.scores == list(look(m, viewer).score)
    for seat in range(4):
        facts = of_seat(m, viewer, seat)
        assert str(m.public.tricks[seat]) == facts["tricks"]
        assert str(given["strikes"][seat]) == facts["strikes"]
        if given["slams"][seat]:
            assert str(given["slams"][seat]) == facts["slams"]
    assert [(1, 4), (2, 4), (3, 4), (1, 4)] == [(one.value, one.most) for one in gauges(m, viewer, "strikes")]
    assert [1, 2, 3, 1] == list(look(m, viewer).strikes)
    assert [0, 1, 0, 1] == list(look(m, viewer).slams)


@clause("AMB-1.6")
def test_shuffle_is_seen_by_nobody_and_the_dealer_by_all() -> None:
    """In the histories."""
    m = torite.Match(OLD_NAME, seed=1)
    for viewer in VIEWERS:
        outcomes = {seen.code: seen.outcome for seen in m.history(viewer) if seen.seat < 0}
        assert {"dealer": (m.public.dealer,), "deal": ()} == outcomes


# what was learnt


@clause("AMB-4.3", "AMB-3.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_what_is_known_of_other_hands(seats: int) -> None:
    """Who did not follow has none of the suit; of cards nobody has seen nothing else is ruled out."""
    chooser = random.Random(seats)
    for round in (1, seats):
        m = table(seats=seats, round=round, fourth_round="scatter")
        void: list[set[str]] = [set() for _ in range(seats)]
        while not m.log.deal_over:
            seat = chooser.choice(m.actors)
            code = chooser.choice(sorted(legal(m, seat)))
            led = m.public.led if m.public.trick_len % seats else -1
            if code.startswith("play") and led >= 0 and "CSHD"[led] != code[5]:
                void[seat].add("CSHD"[led])
            m.act(seat, code)
            if code.startswith("play") and not m.log.deal_over and (m.public.trick_len == seats or len(m.log) < 12):
                check_barred(m, void)


def check_barred(m: Match, void: list[set[str]]) -> None:
    """Compare what is ruled out of each hand with the suits that it is void of."""
    for viewer in range(m.seats):
        seen = m.view(viewer)
        unseen = {card for seat in range(m.seats) if seat != viewer for card in m.cards(seat)}
        unseen -= {card for seat in range(m.seats) for card in codes(seen.hand[seat])}
        for seat in range(m.seats):
            if seat != viewer:
                barred = seen.barred[m.game.layout.place("hand", seat)]
                assert {card for card in unseen if barred >> m.game.pack.kind(card) & 1} == {
                    card for card in unseen if card[0] in void[seat]
                }
                assert not set(m.cards(seat)) & {card for card in unseen if card[0] in void[seat]}
