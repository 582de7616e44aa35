"""Section 4: what makes a Gleich or a Hanger, what wild cards do in them, and how they compare."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EW,
    NS,
    E,
    N,
    at_showdown,
    bets,
    figure,
    legal,
    phase,
    play,
    refused,
    status,
    table,
    take,
    to_act,
)
from tests.games.perlaggen.naive_figures import NONE, PACK, best, best_gleich, best_hanger, by_trying, suit, wilds
from torite import Match

#: The sixth example: hand, trumps, best Gleich, best Hanger.
SIXTH = [
    ("SA SK D7 H9 C8", "H", "2 A", "3 A"),
    ("HK SA S9 C9 D8", "S", "3 9", "2 A"),
    ("SA S10 H9 D8 C8", "H", "2 8", ""),
    ("SA SQ H9 DJ C8", "H", "", ""),
    ("D6 D7 HK HQ HJ", "H", "5 A", "5 A"),
]
MORE = [
    ("D6 D8 D9 SA CA", "S", "3 A", "3 10"),
    ("D8 C9 SA HQ D7", "S", "2 A", "2 A"),
    ("S7 S8 S9 C10 HA", "H", "", "3 9"),
    ("S7 S8 S9 C10 HA", "S", "2 A", "3 10"),
    ("DA D6 C9 HJ S8", "C", "2 A", "2 A"),
    ("SA HA DA CA SK", "C", "4 A", "2 A"),
    ("SK SQ H10 D10 C9", "C", "2 10", "2 K"),
    ("D8 D9 D10 DQ DK", "S", "", "3 10"),
    ("D8 D9 HK DQ DK", "S", "2 K", "3 A"),
    ("D8 D9 HK DJ DQ", "S", "2 Q", "5 Q"),
    ("CJ CQ CK CA C9", "S", "", "4 A"),
    ("CJ CQ CK CA C9", "C", "3 A", "4 A"),
    ("HA SA H7 D8 S9", "C", "2 A", ""),
]


def forms(m: Match, seat: int, name: str) -> set[str]:
    """The cards that a seat may begin a claim with."""
    return {code.split(maxsplit=2)[2] for code in legal(m, seat) if code.startswith(f"claim {name}")}


def holding(hand: str, trump: str, **options: Any) -> Match:
    """N has this hand and decides; no other seat has a wild card."""
    up = next(trump + r for r in ("9", "10", "8") if trump + r not in hand.split())
    free = [card for card in PACK if card not in wilds(trump) and card not in (*hand.split(), up)]
    hands = [hand, *(" ".join(free[start::4][:5]) for start in (0, 1, 2))]
    return at_showdown(*hands, up=up, **options)


@clause("EX-PERL-6", "PERL-4.2", "PERL-4.3", "PERL-4.4", "PERL-4.7")
@pytest.mark.parametrize(("hand", "trump", "gleich", "hanger"), [*SIXTH, *MORE])
def test_example_6_best_figures_told_again(hand: str, trump: str, gleich: str, hanger: str) -> None:
    """The second telling agrees with the clauses, and with itself by trying everything."""
    for name, wanted in (("gleich", gleich), ("hanger", hanger)):
        found = best(name, hand.split(), trump)
        assert (figure(wanted) if wanted else NONE) == found
        if sum(card in wilds(trump) for card in hand.split()) < 3:
            assert found == by_trying(name, hand.split(), trump)


@clause("EX-PERL-6", "PERL-4.2", "PERL-4.3", "PERL-4.7", "PERL-5.10", "PERL-5.11")
@pytest.mark.parametrize(("hand", "trump", "gleich", "hanger"), [*SIXTH, *MORE])
def test_who_holds_a_figure_may_bet_on_it(hand: str, trump: str, gleich: str, hanger: str) -> None:
    """And nobody else."""
    up = next(trump + rank for rank in ("9", "10", "8") if trump + rank not in hand.split())
    m = table(hand, up=up)
    if phase(m) == "exchange":
        take(m, "decline")
    assert ({"spiel"} | {name for name, one in (("gleich", gleich), ("hanger", hanger)) if one}) == bets(m, N)


def whole(m: Match, seat: int, claim: str) -> bool:
    """Tell whether these cards make a figure as they are."""
    if m.gestures.refusal(seat, claim) is not None:
        return False
    return bool(m.gestures.draft(seat, [claim])["complete"])


@clause("PERL-4.2", "EX-PERL-6")
@pytest.mark.parametrize(
    ("claim", "allowed"),
    [
        ("HK as H9 S9 C9", True), ("S9 C9", True), ("HK as CA SA", True), ("HK as S9 S9", True), ("S9 SA", False),
        ("D8 C9", False), ("HK as SA S9", False), ("S9", False), ("HK S9", False), ("HK as CK SA", False),
    ],
)  # fmt: skip
def test_what_makes_a_gleich(claim: str, allowed: bool) -> None:
    """Two or more cards of one rank; a wild card may stand for one that lies beside it."""
    m = holding("HK SA S9 C9 D8", "S")
    assert allowed == whole(m, N, f"claim gleich {claim}")
    if not allowed and " " in claim:
        nothing_goes_with_it = claim.startswith(("HK as CK", "HK S9"))
        assert {"PERL-8.4" if nothing_goes_with_it else "PERL-4.2"} == refused(m, f"N claim gleich {claim}")


@clause("PERL-4.3", "PERL-4.4")
@pytest.mark.parametrize(
    ("claim", "allowed"),
    [
        ("D8 D9 D10", True), ("D9 D10", True), ("D8 D9", True), ("DQ HK as DJ", True), ("D10 HK as DJ DQ", True),
        ("D8 D9 D10 HK as DJ DQ", True), ("D8 D10", False), ("HK as D9 D9", False), ("HK as CJ DQ", False),
        ("HK DQ", False), ("D8 HK as D10 D9", True), ("D8 D9 DQ", False), ("D8 HK as D10", False), ("DQ", False),
    ],
)  # fmt: skip
def test_what_makes_a_hanger(claim: str, allowed: bool) -> None:
    """Cards of one suit in a row, none missing, none twice."""
    m = take(holding("HK D8 D9 D10 DQ", "S"), "N concede gleich")
    assert allowed == whole(m, N, f"claim hanger {claim}")
    if claim in ("HK as D9 D9", "HK as CJ DQ", "HK DQ"):
        assert {"PERL-4.3" if claim == "HK as D9 D9" else "PERL-8.4"} == refused(m, f"N claim hanger {claim}")


@clause("PERL-4.4", "PERL-1.2")
def test_ace_is_only_high() -> None:
    """♦A and ♦6 do not go together, nor A and 7 of another suit."""
    m = take(holding("DA D6 HA S7 SA", "C"), "N concede gleich")
    assert m.gestures.refusal(N, "claim hanger DA D6") is not None
    assert m.gestures.refusal(N, "claim hanger SA S7") is not None
    assert m.gestures.refusal(N, "claim hanger D6 DA") is not None
    take(m, "N claim hanger D6 as DK DA")


@clause("PERL-4.2", "PERL-4.3", "PERL-4.12")
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    ("name", "better", "worse"),
    [
        ("gleich", "S8 C8 D8 HA CK", "SA DA H9 CJ DK"), ("gleich", "SA DA H9 CJ DK", "SK CK H8 C10 D9"),
        ("hanger", "CA CK H9 DJ D8", "S8 S9 SK HQ DA"), ("hanger", "C8 C9 C10 HQ DA", "SA SK H9 DJ D8"),
        ("gleich", "D7 SA H9 CJ DK", "SK CK H8 C10 D9"),
    ],
)  # fmt: skip
def test_more_cards_then_the_higher(name: str, better: str, worse: str, swapped: bool) -> None:
    """More beat fewer, whatever their rank; of as many the higher."""
    free = [card for card in PACK if card not in (*better.split(), *worse.split(), "S10", *wilds("S"))]
    chooser = random.Random(better)
    rest: list[list[str]] = []
    while len(rest) < 2:
        hand = chooser.sample(free, 5)
        if best(name, hand, "S") == NONE:
            rest.append(hand)
            free = [card for card in free if card not in hand]
    two = [worse, better] if swapped else [better, worse]
    m = at_showdown(*two, *(" ".join(hand) for hand in rest), showdown="auto")
    assert ("won", EW if swapped else NS) == status(m, name)


@clause("PERL-4.9", "PERL-4.10", "PERL-8.4", "EX-PERL-7")
@pytest.mark.parametrize(("as_what", "left"), [("SA", "3 A"), ("DA", "2 K")])
def test_example_7_suit_named_matters(as_what: str, left: str) -> None:
    """♦7 as ♠A in the Gleich is ♠A in the Hanger too; as ♦A it leaves only ♠K-Q."""
    m = at_showdown("SK SQ D7 CA H9", "D8 DJ C9 HA S8", "CJ H8 DQ S9 D9", "HQ C10 DK SJ C8", up="H10")
    take(m, f"N claim gleich CA D7 as {as_what}")
    while to_act(m)[1] == "gleich":
        take(m, "E concede gleich" if to_act(m)[0] == EW else "N concede gleich")
    assert (NS, "hanger") == to_act(m)
    able = "3 A" if m.gestures.refusal(N, "claim hanger SK SQ D7 as SA") is None else "2 K"
    assert left == able
    assert m.gestures.refusal(N, "claim hanger SK SQ") is None
    assert {"PERL-4.9"} == refused(m, "N claim hanger SK D7 as SJ", "N claim hanger D7 as CK CA")


@clause("PERL-4.8", "PERL-4.10", "PERL-4.13", "EX-PERL-7")
def test_example_7_trick_does_not_bind() -> None:
    """♦7 was played as ♥K; for Gleich or Hanger it may still be ♣A."""
    m = table("SK SQ D7 CA H9", "D8 DJ C9 HA S8", "CJ H8 DQ S9 D9", "HQ C10 DK SJ C8", up="H10")
    play(m, "D7=HK")
    take(m, "E concede spiel")
    assert {f"D7 as {card}" for card in PACK if card[1:] in ("A", "K", "Q", "9")} <= forms(m, N, "gleich")
    assert {"PERL-8.4"} == refused(m, "N claim gleich D7 as S10")
    take(m, "N claim gleich D7 as SA CA")


@clause("PERL-4.14", "PERL-4.10", "PERL-3.3")
@pytest.mark.parametrize(("played", "gleich"), [("D7=HK", "2 K"), ("D7=CA", "2 A"), ("D7", ""), ("D7=H9", "2 9")])
def test_when_played_binds(played: str, gleich: str) -> None:
    """A card played undesignated is fixed as itself; one not played is free."""
    hand = "SK SQ D7 CA H9"
    m = table(hand, "D8 DJ C9 HA S8", "CJ H8 DQ S9 D9", "HQ C10 DK SJ C8", up="H10", wild_binding="when_played")
    assert {"gleich", "hanger", "spiel"} == bets(m, N)
    play(m, played)
    fixed = {"D7": played.split("=")[-1]}
    assert (figure(gleich) if gleich else NONE) == best_gleich(hand.split(), "H", fixed)
    wanted = {"gleich"} if gleich else set()
    assert wanted | {"hanger", "spiel"} == bets(m, N)
    assert figure("2 K") == best_hanger(hand.split(), "H", fixed)
    if gleich:
        take(m, "E concede spiel")
        assert {played.replace("=", " as ")} == {one for one in forms(m, N, "gleich") if one.startswith("D7")}
        assert {"PERL-4.9"} == refused(
            m, "N claim gleich D7 as SQ SQ" if "CA" in played else "N claim gleich D7 as CA CA"
        )


@clause("PERL-4.5")
def test_partners_cards_are_not_combined() -> None:
    """N has one ace and S another: neither has a Gleich."""
    m = table("SA SK H8 CJ D10", "H9 D9 C10 D8 HQ", "HA CQ D8 S9 CK".replace("D8", "DJ"), "C8 C9 DK DQ HJ")
    assert {"hanger", "spiel"} == bets(m, N)
    assert m.gestures.refusal(N, "bet gleich") is not None


@clause("PERL-4.6")
def test_spiel_needs_no_figure() -> None:
    """Anybody may bet on it."""
    m = table("SA SQ H9 DJ C8", up="H10")
    assert "spiel" in bets(m, N)
    assert "spiel" in bets(m, E)


def test_second_telling_of_figures_by_trying() -> None:
    """Hands with one or two wild cards, some of them fixed, against every card tried for every wild one."""
    chooser = random.Random(6)
    for _ in range(60):
        trump = chooser.choice("CSHD")
        plain = [card for card in PACK if card not in wilds(trump)]
        hand = chooser.sample(plain, 3) + chooser.sample(wilds(trump), 2)
        fixed = {hand[4]: chooser.choice([card for card in PACK if suit(card) != "C"])}
        for name in ("gleich", "hanger"):
            assert by_trying(name, hand, trump, fixed) == best(name, hand, trump, fixed)
