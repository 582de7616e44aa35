"""Section 2: the dealer, the cut with its wild cards kept, and the deal around them."""

from __future__ import annotations

import random

import pytest

import torite
from tests.aloud import codes, state, told, turn
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EVERYBODY,
    E,
    N,
    S,
    W,
    cut_deal,
    legal,
    phase,
    refused,
    shown,
    table,
    take,
    trump,
    up,
)
from tests.games.perlaggen.naive import Table
from tests.games.perlaggen.naive_figures import PACK, PERMANENT, left_of
from torite import Match

PLAIN = [card for card in PACK if card not in PERMANENT]
DEALERS = pytest.mark.parametrize("dealer", range(4))


def pack_with(**wild: int) -> list[str]:
    """A pack with cards at these places, counted from 1; the other permanent wild ones lie at its end."""
    cards = [card for card in PLAIN[::-1] if card not in wild]
    random.Random(4).shuffle(cards)
    places = sorted((place, card) for card, place in wild.items())
    for place, card in places:
        cards.insert(place - 1, card)
    return cards + [card for card in PERMANENT if card not in wild]


def hands(m: Match) -> list[set[str]]:
    """All four hands."""
    return [set(m.cards(seat)) for seat in range(4)]


def told_again(pack: list[str], cuts: list[int], dealer: int, ritual: str = "auto") -> Table:
    """The same deal in the second telling."""
    told = Table({"cut_ritual": ritual})
    told.begin(dealer, pack)
    for lifted in cuts:
        told.cut(lifted)
    return told


@clause("PERL-2.1")
def test_first_dealer_by_lot_then_clockwise() -> None:
    """Each may be the first; everybody sees it."""
    assert {torite.Match("perlaggen", seed=seed).public.dealer for seed in range(24)} == {0, 1, 2, 3}
    for dealer in range(4):
        m = cut_deal(PACK, [1], dealer, cut_ritual="off")
        assert dealer == m.public.dealer
        assert left_of(dealer) == m.actors[0]


@clause("PERL-2.1")
def test_next_dealer_is_the_left_neighbour() -> None:
    """Deal after deal."""
    m = table(*["SA SK S9 S8 H10", "HA H9 CK D8 CJ", "CA C10 H8 DK DJ", "HQ C9 DA D9 C8"], dealer=E)
    take(m, "E concede spiel")
    while not m.log.deal_over:
        seat = m.actors[0]
        m.act(seat, next(code for code in sorted(legal(m, seat)) if code.startswith("concede")))
    m.go_on()
    assert S == m.public.dealer


@clause("PERL-2.6", "PERL-2.9", "PERL-2.2")
@DEALERS
def test_packets_of_two_and_three(dealer: int) -> None:
    """From the dealer's left, two each, then three each; the next is turned up, 12 are left."""
    pack = pack_with()
    m = cut_deal(pack, dealer=dealer, cut_ritual="off")
    order = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    for place, seat in enumerate(order):
        assert {*pack[2 * place : 2 * place + 2], *pack[8 + 3 * place : 11 + 3 * place]} == set(m.cards(seat))
    assert (pack[20], sorted(pack[21:])) == (up(m), codes(m, state(m).stock))
    assert [12, 1] == [len(codes(m, state(m).stock)), len(codes(m, m.public.turned))]


@clause("PERL-2.2", "PERL-2.4")
@DEALERS
def test_cut_puts_the_lifted_part_underneath(dealer: int) -> None:
    """What was below the cut is dealt first; the card seen is the last of the pack."""
    pack = pack_with()
    for lifted in (1, 7, 29):
        m = cut_deal(pack, [lifted], dealer)
        after = pack[lifted:] + pack[:lifted]
        assert {*after[0:2], *after[8:11]} == set(m.cards(left_of(dealer)))
        assert after[20] == up(m)
        assert pack[lifted - 1] in codes(m, state(m).stock)
        assert pack[lifted - 1] == after[-1]


@clause("PERL-2.4", "PERL-11.10")
@DEALERS
def test_only_the_cutter_knows_the_last_card(dealer: int) -> None:
    """It lies at the bottom of the undealt cards."""
    pack = pack_with()
    cutter = (dealer + 3) % 4
    m = cut_deal(pack, [11], dealer)
    seen = {viewer: codes(m, (m.public if viewer < 0 else m.view(viewer)).stock) for viewer in EVERYBODY}
    assert {viewer: [pack[10]] if viewer == cutter else [] for viewer in EVERYBODY} == seen
    m = cut_deal(pack, dealer=dealer, cut_ritual="off")
    assert [] == codes(m, m.view(cutter).stock)


@clause("EX-PERL-2", "PERL-2.3", "PERL-2.4", "PERL-2.6", "PERL-2.7", "PERL-2.8")
@DEALERS
def test_example_2_kept_wild_card(dealer: int) -> None:
    """12 are lifted, ♣7 is seen: it is shown and kept, 32 are left; then ♥9, and the cutter is dealt 1 + 3."""
    pack = pack_with(C7=12, H9=20)
    m = cut_deal(pack, [12], dealer)
    cutter = (dealer + 3) % 4
    assert m.log.ask is not None
    assert ("cut", 31) == (m.log.ask.name, m.log.ask.n)
    assert [cutter] == [seat for _, seat, _ in told(m, "keeps_wild")]
    rest = [card for card in pack if card != "C7"]
    lifted = rest.index("H9") + 1
    m = cut_deal(pack, [12, lifted], dealer)
    after = rest[lifted:] + rest[:lifted]
    left, across, first = left_of(dealer), (dealer + 2) % 4, after[:7]
    assert {"C7", first[4], *after[13:16]} == set(m.cards(cutter))
    assert {first[0], first[1], *after[7:10]} == set(m.cards(left))
    assert {first[2], first[3], *after[10:13]} == set(m.cards(across))
    assert {first[5], first[6], *after[16:19]} == set(m.cards(dealer))
    assert (after[19], 12) == (up(m), len(codes(m, state(m).stock)))


@clause("EX-PERL-2", "PERL-2.3", "PERL-2.4", "PERL-2.7", "PERL-2.8")
@pytest.mark.parametrize("kept", [1, 2, 3, 4])
@DEALERS
def test_so_many_fewer_are_dealt(dealer: int, kept: int) -> None:
    """1 + 3, 0 + 3, 0 + 2, 0 + 1; everybody comes to five cards."""
    places = dict(zip(PERMANENT, (3, 8, 15, 22), strict=True))
    pack = pack_with(**places)
    rest, cuts = list(pack), []
    for card in PERMANENT[:kept]:
        cuts.append(rest.index(card) + 1)
        rest.remove(card)
    cuts.append(next(place for place, card in enumerate(rest, 1) if card not in PERMANENT))
    told = told_again(pack, cuts, dealer)
    m = cut_deal(pack, cuts, dealer)
    assert [set(hand) for hand in told.hands] == hands(m)
    assert [5] * 4 == [len(hand) for hand in hands(m)]
    assert (told.up, sorted(told.rest)) == (up(m), codes(m, state(m).stock))
    cutter = (dealer + 3) % 4
    assert set(PERMANENT[:kept]) <= set(m.cards(cutter))
    assert len({*m.cards(cutter)} - {*PERMANENT[:kept]}) == 5 - kept == [2, 1, 0, 0, 0][kept] + [3, 3, 3, 2, 1][kept]


@clause("PERL-2.3")
def test_kept_wild_card_is_shown_to_all() -> None:
    """It lies in the cutter's hand, as every player sees; onlookers are told of it too."""
    pack = pack_with(D6=9)
    m = cut_deal(pack, [9, 4])
    for viewer in (N, E, W):
        assert ["D6"] == codes(m, m.view(viewer).hand[S])
    for viewer in EVERYBODY:
        notes = [note for seen in m.history(viewer) for note in seen.notes if note.line.key == "keeps_wild"]
        assert [(S, ["D6"])] == [(note.seat, shown(m, note)) for note in notes]


@clause("PERL-2.3", "PERL-2.9")
def test_only_permanent_wild_cards_are_kept() -> None:
    """Not a 7, J or Q that may become one."""
    for card in ("S7", "SJ", "HQ", "DQ", "CK", "HA"):
        pack = pack_with()
        place = pack.index(card) + 1
        m = cut_deal(pack, [place])
        assert phase(m) in ("play", "exchange")
        assert [] == told(m, "keeps_wild")


@clause("PERL-2.2", "PERL-2.5")
def test_interactive_cut() -> None:
    """The cutter names how many; at least one, and one is left; a card fewer after each wild one."""
    pack = pack_with(HK=5)
    m = cut_deal(pack, cut_ritual="interactive", dealer=E)
    assert (N, "cut") == (turn(m), phase(m))
    assert {f"cut {number}" for number in range(1, 33)} == legal(m)
    for seat in (E, S, W):
        assert set() == legal(m, seat)
        assert {"PERL-2.2"} == refused(m, f"{'NESW'[seat]} cut 4")
    take(m, "cut 5")
    assert {f"cut {number}" for number in range(1, 32)} == legal(m)
    assert {"PERL-2.5"} == refused(m, "cut 32")
    take(m, "cut 9")
    rest = [card for card in pack if card != "HK"]
    told = told_again(pack, [5, 9], E, "interactive")
    assert ([set(hand) for hand in told.hands], rest[8]) == (hands(m), told.rest[-1])
    assert [rest[8]] == codes(m, m.view(N).stock)


@clause("PERL-2.2", "PERL-2.5")
@pytest.mark.parametrize("code", ["cut 0", "cut 33", "cut -1", "cut", "cut S7", "cut 2 3", "pass", "play SA"])
def test_cuts_that_are_none(code: str) -> None:
    """Refused in both languages."""
    m = cut_deal(pack_with(), cut_ritual="interactive")
    refusal = m.gestures.refusal(turn(m), code)
    assert refusal is not None
    assert refusal.say("en") != refusal.say("ja")


@clause("PERL-2.4")
def test_depth_is_seen_by_all_and_the_card_by_the_cutter() -> None:
    """In the histories of all."""
    m = take(cut_deal(pack_with(), cut_ritual="interactive"), "cut 17")
    for viewer in EVERYBODY:
        assert [(S, "cut 17")] == [(seen.seat, seen.code) for seen in m.history(viewer) if seen.code.startswith("cut")]


@clause("PERL-2.2")
def test_chance_of_the_cut_is_one_less_for_every_wild_card() -> None:
    """A number from 1 to 32, then to 31, and so on."""
    pack = pack_with(HK=1, D6=2, D7=3, C7=4)
    for number in range(5):
        m = cut_deal(pack, [1] * number)
        assert (m.log.ask is not None) == (number < 5)
        assert m.log.ask is None or m.log.ask.n == 32 - number
    m = cut_deal(pack, [1] * 5)
    assert set(PERMANENT) <= set(m.cards(S))


@clause("PERL-2.6", "PERL-2.9", "PERL-11.1")
@pytest.mark.parametrize("ritual", ["auto", "interactive", "off"])
def test_every_deal_has_its_33_cards(ritual: str) -> None:
    """Four times five, one turned up, twelve left."""
    chooser = random.Random(ritual)
    for seed in range(6):
        m = torite.Match("perlaggen", options={"cut_ritual": ritual}, seed=seed)
        while phase(m) == "cut":
            take(m, chooser.choice(sorted(legal(m))))
        lying = [*codes(m, m.public.turned), *codes(m, state(m).stock), *(card for one in hands(m) for card in one)]
        assert sorted(PACK) == sorted(lying)
        assert ([5] * 4, 12) == ([len(one) for one in hands(m)], len(codes(m, state(m).stock)))
        assert trump(m) == up(m)[0]


@clause("PERL-2.2")
def test_arranged_deal_skips_the_cut() -> None:
    """Whatever was agreed about it."""
    for ritual in ("auto", "interactive", "off"):
        given = {N: "SA SK S9 S8 H10", E: "HA H9 CK D8 CJ", S: "CA C10 H8 DK DJ", W: "HQ C9 DA D9 C8"}
        rest = [card for card in PACK if card != "D7" and not any(card in hand.split() for hand in given.values())]
        m = new_match(
            "perlaggen", options={"cut_ritual": ritual}, hands=given, turned="D7", stock=rest, dealer=S, seed=1
        )
        assert [set(hand.split()) for hand in given.values()] == hands(m)
        assert ("exchange", S, "D7") == (phase(m), turn(m), up(m))
