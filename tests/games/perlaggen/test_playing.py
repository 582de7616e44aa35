"""Section 3: what may be played, what wild cards may stand for, who wins a trick, what lies where."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import codes, state, taker, told, turn, zone
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EVERYBODY,
    STRONG_N,
    E,
    N,
    S,
    W,
    as_any,
    legal,
    listed,
    phase,
    play,
    play_out,
    plays,
    refused,
    table,
    tame,
    trick,
)
from tests.looking import shown_in
from torite import Match
from torite.scenes import lay_out

DUTIES = pytest.mark.parametrize("duty", ["never", "trump_lead_only"])
FREE = pytest.mark.parametrize("free", ["must_satisfy_duty", "any"])


def behind(lead: str, hand: str, **options: Any) -> Match:
    """N has led this card, and E is to play from this hand."""
    return play(tame(lead.split("=")[0], hand, **options), lead)


# following


@clause("EX-PERL-4", "PERL-3.6", "PERL-3.10")
@DUTIES
def test_example_4_natural_card_of_the_suit(duty: str) -> None:
    """♥9, ♠8, or the wild ♦7 as any ♥ or ♠; not ♣K and ♣10."""
    m = behind("HA", "H9 S8 CK D7 C10", wild_duty=duty)
    assert {"H9", "S8"} | {f"D7={card}" for card in as_codes("HS")} == plays(m)
    assert {"PERL-3.6"} == refused(m, "play CK", "play C10")
    assert {"PERL-3.10"} == refused(m, "play D7", "play D7 as CA", "play D7 as D9")


def as_codes(suits: str) -> set[str]:
    """All cards of some suits."""
    return {card.split("=")[1] for card in as_any("D7", suits) if "=" in card}


@clause("EX-PERL-4", "PERL-3.8", "PERL-3.10")
@DUTIES
def test_example_4_trump_lead(duty: str) -> None:
    """♠8, or a wild card as any ♠; nothing else."""
    m = behind("SA", "S8 SQ CK D7 C10", wild_duty=duty)
    assert {"S8"} | as_any("SQ", "S") | {f"D7={card}" for card in as_codes("S")} == plays(m)
    assert {"PERL-3.8"} == refused(m, "play CK", "play C10")
    assert {"PERL-3.10"} == refused(m, "play D7", "play SQ as HQ", "play D7 as DA")


@clause("EX-PERL-4", "PERL-3.8", "PERL-3.9")
@DUTIES
def test_example_4_wild_trumps_need_not_be_played(duty: str) -> None:
    """The only trumps are wild: anything."""
    m = behind("SA", "SQ SJ CK D7 C10", wild_duty=duty)
    assert as_any("SQ") | as_any("SJ") | as_any("D7") | {"CK", "C10"} == plays(m)


@clause("EX-PERL-4", "PERL-3.9", "PERL-3.6")
def test_example_4_wild_card_of_the_suit() -> None:
    """The ♥K obliges to nothing; under `trump_lead_only` to ♥ or ♠."""
    hand = "HK C9 C8 S10 DA"
    m = behind("HA", hand, up="S9")
    assert as_any("HK") | {"C9", "C8", "S10", "DA"} == plays(m)
    m = behind("HA", hand, up="S9", wild_duty="trump_lead_only")
    assert as_any("HK", "HS") | {"S10"} == plays(m)
    assert {"PERL-3.6"} == refused(m, "play C9", "play DA")
    assert {"PERL-3.10"} == refused(m, "play HK as CK")
    m = behind("HA", hand, up="S9", wild_duty="trump_lead_only", wild_designation="any")
    assert as_any("HK") | {"S10"} == plays(m)


@clause("PERL-3.10")
def test_wild_designation_any() -> None:
    """The wild card may be anything, the others keep to the duty."""
    m = behind("HA", "H9 S8 CK D7 C10", wild_designation="any")
    assert {"H9", "S8"} | as_any("D7") == plays(m)
    m = behind("SA", "S8 SQ CK D7 C10", wild_designation="any")
    assert {"S8"} | as_any("SQ") | as_any("D7") == plays(m)


@clause("PERL-3.7")
@FREE
@DUTIES
def test_without_the_suit_anything(free: str, duty: str) -> None:
    """Trumps need not be played."""
    m = behind("HA", "S8 S9 CK D7 C10", wild_designation=free, wild_duty=duty)
    assert {"S8", "S9", "CK", "C10"} | as_any("D7") == plays(m)
    m = behind("SA", "HA H9 CK D9 C10", wild_designation=free, wild_duty=duty)
    assert {"HA", "H9", "CK", "D9", "C10"} == plays(m)


@clause("PERL-3.2", "PERL-3.3")
@FREE
@DUTIES
def test_leader_leads_anything(free: str, duty: str) -> None:
    """Any card, a wild one as any."""
    m = tame("SA H9 CK D7 C10", wild_designation=free, wild_duty=duty)
    assert {"SA", "H9", "CK", "C10"} | as_any("D7") == plays(m)


@clause("PERL-3.5", "PERL-3.3")
def test_designation_is_the_suit_led() -> None:
    """♦7 as ♥A leads hearts; undesignated it leads ♦."""
    hand = "H9 D9 CK C10 S8"
    assert {"H9", "S8"} == plays(behind("D7=HA", hand))
    assert {"D9", "S8"} == plays(behind("D7", hand))
    assert {"S8"} == plays(behind("D7=SA", hand))
    assert {"D9", "CK", "C10", "S8", "S9"} == plays(behind("D7=HA", "D9 CK C10 S8 S9"))


@clause("PERL-3.4", "PERL-3.3")
def test_followers_designate_too() -> None:
    """And without a designation the card is the one printed on it."""
    m = play(behind("HA", "D7 CK C10 S8 S9"), "D7=H9")
    assert ["H9"] == listed(m, [state(m).trick_as[E]])
    m = play(behind("HA", "D7 CK C10 S8 S9"), "D7")
    assert [] == listed(m, [state(m).trick_as[E]])
    assert ["D7"] == codes(m, m.public.trick[E])


@clause("PERL-3.3", "PERL-3.4")
def test_as_itself_is_the_card_alone() -> None:
    """`play D7 as D7` is `play D7`, and never offered."""
    m = behind("HA", "D7 CK C10 S8 S9")
    assert "D7=D7" not in plays(m)
    m.act(E, "play D7 as D7")
    assert "play D7" == m.history(-1)[-1].code
    assert [] == listed(m, [state(m).trick_as[E]])


@clause("PERL-3.9")
@DUTIES
def test_natural_and_wild_card_of_the_suit(duty: str) -> None:
    """The natural one obliges under either rule."""
    m = behind("D9", "D7 D8 CK C10 S8", wild_duty=duty)
    assert {"D8", "S8"} | as_any("D7", "DS") == plays(m)


@clause("PERL-3.9")
def test_trump_lead_only_spares_wild_cards_when_trumps_are_led() -> None:
    """Only there: another wild card of the suit led obliges."""
    assert {"CK"} < plays(behind("SA", "SQ CK C10 H9 HA", wild_duty="trump_lead_only"))
    m = behind("CA", "C7 HA H9 D9 DA", wild_duty="trump_lead_only")
    assert as_any("C7", "CS") == plays(m)
    m = behind("D7=CA", "C7 HA H9 D9 DA", wild_duty="trump_lead_only")
    assert as_any("C7", "CS") == plays(m)
    assert as_any("C7") | {"HA", "H9", "D9", "DA"} == plays(behind("CA", "C7 HA H9 D9 DA"))


# winning


@clause("EX-PERL-5", "PERL-3.11", "PERL-3.12", "PERL-3.3")
@pytest.mark.parametrize(
    ("cards", "up", "wins"),
    [
        ("H9 HA D7=HA S8", "S10", W), ("HA D6=SA SK SA", "S10", E), ("HK=SA D6=SA SA H7", "S10", N),
        ("D7 DA D10 D9", "S10", E), ("D7=DA DA D10 D9", "S10", N), ("SQ S10 SA D9", "S9", S),
        ("C10 C7=CA CA CK", "H10", E),
    ],
)  # fmt: skip
def test_example_5_trick_winners(cards: str, up: str, wins: int) -> None:
    """Designations count; of the same card the wild one wins, and the stronger wild one."""
    m = trick(cards, up=up)
    assert (wins, wins) == (taker(m), turn(m))
    assert [int(seat == wins) for seat in range(4)] == list(m.public.tricks)


@clause("PERL-3.11")
@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("H9 HA H8 HQ", E), ("H9 CA DA D8", N), ("HA S8 H9 HQ", E), ("HA S8 S9 HQ", S), ("S8 HA S9 SK", W),
        ("D9 D7=C8 CA CK", N), ("D9 D7=SA CA S9", E), ("D9 D7=D10 D8 SK", W), ("D6=HA HQ H9 H8", N),
        ("D6=H8 HQ H9 H7", E), ("SJ=H8 SQ=H9 D6=H10 HA", W),
    ],
)  # fmt: skip
def test_highest_trump_or_highest_of_the_suit(cards: str, wins: int) -> None:
    """A wild card designated lower than another does not beat it; one of another suit wins nothing."""
    assert wins == taker(trick(cards))


@clause("PERL-3.12")
@pytest.mark.parametrize(
    ("cards", "by_strength", "by_order"),
    [
        ("HA D6=HA H9 H8", E, N), ("D6=HA HA H9 H8", N, N), ("SQ=HA HK=HA HA D6=HA", E, N),
        ("H9 D7=SA SA SK", E, E), ("H9 SA D7=SA SK", S, E), ("D7=SA D6=SA SK S9", E, N), ("H9 H8 D7=H9 H7", S, N),
        ("D7 D9 D6=D8 D8", E, E), ("DJ=D10 D10 D9 DK", W, W), ("D7 SQ=D7 D6 C8", N, N),
    ],
)  # fmt: skip
def test_equal_cards(cards: str, by_strength: int, by_order: int) -> None:
    """The stronger wild card, or under `first_played` the first."""
    up = "D8" if cards.startswith("DJ") else "S10"
    assert by_strength == taker(trick(cards, up=up))
    assert by_order == taker(trick(cards, up=up, equal_card="first_played"))


@clause("PERL-3.13", "PERL-3.1")
def test_winner_leads() -> None:
    """And the next seat clockwise follows."""
    m = play(table(*STRONG_N), "H10 HA H8 HQ")
    assert E == turn(m)
    play(m, "CK")
    assert S == turn(m)


@clause("PERL-3.1", "PERL-3.16")
def test_five_tricks_also_after_a_majority() -> None:
    """N has three, and play goes on to the fifth."""
    m = table(*STRONG_N)
    counts = []
    while phase(m) == "play":
        counts.append(sum(m.public.tricks))
        play(m, min(plays(m), key=lambda card: (card[0] != "S", card)))
    assert {0, 1, 2, 3, 4} == set(counts)
    assert ([], 5) == ([card for seat in range(4) for card in m.cards(seat)], len(told(m, "takes")))


@clause("PERL-3.1")
@pytest.mark.parametrize("dealer", range(4))
def test_left_of_the_dealer_leads(dealer: int) -> None:
    """Then clockwise."""
    m = table(dealer=dealer, up="S10", seed=9)
    for step in (1, 2, 3, 4):
        assert ((dealer + step) % 4,) == m.actors
        play(m, min(plays(m)))


@clause("PERL-3.1")
def test_nobody_plays_out_of_turn() -> None:
    """Refused with the clause."""
    m = table(*STRONG_N)
    assert {"PERL-3.1"} == refused(m, "E play HA", "S play CA", "W play DA")
    assert {"PERL-3.1"} == refused(play(m, "SA"), "N play SK", "W play DA")
    assert all(not code.startswith("play") for seat in (N, S, W) for code in legal(m, seat))


# what lies where


@clause("PERL-3.14")
def test_cards_stay_in_front_of_their_player() -> None:
    """Not with who won the trick."""
    m = play_out(play(table(*STRONG_N), "SA HA H8 HQ"), last=False)
    for viewer in EVERYBODY:
        view = m.public if viewer < 0 else m.view(viewer)
        for seat, hand in enumerate(STRONG_N):
            lying = {*codes(m, view.spent[seat]), *codes(m, view.trick[seat])}
            assert lying == set(hand.split()) - set(m.cards(seat))


@clause("PERL-3.15")
@pytest.mark.parametrize("played", ["last_trick", "open"])
def test_played_cards_may_be_looked_at(played: str) -> None:
    """The last trick, or all of them."""
    m = play(table(*STRONG_N, played_cards=played), "SA HA H8 HQ SK H9 CA C9")
    for viewer in EVERYBODY:
        lying = [zone(m, viewer, name, seat) for name in ("spent", "trick") for seat in range(4)]
        seen = {card for row in lying for card in row if card}
        assert seen == {"SK", "H9", "CA", "C9"} | ({"SA", "HA", "H8", "HQ"} if played == "open" else set())
        assert {"SK", "H9", "CA", "C9"} == shown_in(lay_out(m, viewer, "en").last_trick)


@clause("PERL-3.14", "PERL-11.9", "PERL-11.1")
def test_every_trick_has_one_winner() -> None:
    """And the five add up."""
    m = play_out(table(*STRONG_N))
    assert 5 == sum(m.public.tricks) == len(told(m, "takes"))
