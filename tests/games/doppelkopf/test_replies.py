"""Replies: clauses DOKO-10.12 to 10.16 and the worked examples on them; and why not, out of turn."""

import pytest

from tests.aloud import play, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import RE, announce, bid, filled, normal, play_any
from tests.games.doppelkopf.calls import (
    HIGHER,
    LIMITS,
    at_turn,
    called,
    calls,
    clause_of,
    ladder,
    partners,
    solo,
    steps,
    tricks_on,
    until_holds,
)
from torite import Match
from torite.errors import NotYourTurn
from torite.match import Arrangement

BOTH = ["requirement_minus_one", "announcer_hand_minus_one"]


def reply(own: str, cards: int, limit: int, opens: bool = True) -> str:
    """What a party that has said nothing may say with so many cards where its reply is open down to a limit."""
    if cards >= LIMITS[0]:
        return ladder(own, 0, cards)
    if cards >= limit:
        return ladder(own, 0, LIMITS[0]) if opens and cards >= LIMITS[1] else own
    return ""


def follows(m: Match, seats: tuple[int, ...], own: str, limit: int, opens: bool = True) -> None:
    """At every moment of the rest of the deal these seats may say what a reply down to that limit allows."""
    for _ in steps(m):
        found = {seat: calls(m, seat) for seat in seats}
        assert found == {seat: reply(own, len(m.cards(seat)), limit, opens) for seat in seats}, len(m.cards(seats[0]))


@clause("DOKO-10.12")
@pytest.mark.parametrize("reply_limit", BOTH)
@pytest.mark.parametrize("opens", [True, False])
def test_reply_to_a_mere_contra(reply_limit: str, opens: bool) -> None:
    """After Contra the Re players may say Re with 10 cards, and not with 9."""
    m = announce(partners(reply_limit=reply_limit, late_reply_opens_90=opens), "1 contra")
    follows(m, (0, 2), "re", 10, opens)


@clause("DOKO-10.12")
@pytest.mark.parametrize("reply_limit", BOTH)
@pytest.mark.parametrize("opens", [True, False])
def test_reply_to_a_mere_re(reply_limit: str, opens: bool) -> None:
    """After Re the Contra players may say Contra with 10 cards, and not with 9; so against a soloist."""
    m = announce(partners(reply_limit=reply_limit, late_reply_opens_90=opens), "2 re")
    follows(m, (1, 3), "contra", 10, opens)
    m = announce(solo(reply_limit=reply_limit, late_reply_opens_90=opens), "0 re")
    follows(m, (1, 2, 3), "contra", 10, opens)


@clause("DOKO-10.12")
def test_no_reply_once_both_have_spoken() -> None:
    """A party that has said Re or Contra has nothing more to reply."""
    m = tricks_on(announce(partners(), "2 re", "1 contra"), 3)
    assert [calls(m, seat) for seat in range(4)] == [""] * 4
    assert clause_of(at_turn(m, 0), 0, "re") == "DOKO-10.3"
    assert clause_of(at_turn(m, 3), 3, "contra") == "DOKO-10.3"


@clause("DOKO-10.13", "DOKO-10.14", "DOKO-10.16")
@pytest.mark.parametrize("level", HIGHER)
@pytest.mark.parametrize("opens", [True, False])
def test_reply_one_card_later_than_the_limit(level: str, opens: bool) -> None:
    """A level made before the first card is replied to with 9, 8, 7 and 6 cards, by either partner."""
    limit = LIMITS[1 + HIGHER.index(level)] - 1
    m = announce(partners(late_reply_opens_90=opens), f"2 {level}")
    follows(m, (1, 3), "contra", limit, opens)
    m = announce(partners(late_reply_opens_90=opens), f"1 {level}")
    follows(m, (0, 2), "re", limit, opens)


@clause("DOKO-10.14")
@pytest.mark.parametrize("level", HIGHER)
def test_early_level_and_the_announcers_hand(level: str) -> None:
    """Counted from the announcer's hand a level of 12 cards may be replied to as a mere Re, with 10, and not before."""
    m = announce(partners(reply_limit=BOTH[1]), f"2 {level}")
    follows(m, (1, 3), "contra", 10)


@clause("DOKO-10.14", "DOKO-10.13")
@pytest.mark.parametrize("level", HIGHER)
@pytest.mark.parametrize("reply_limit", BOTH)
def test_level_said_at_its_limit(level: str, reply_limit: str) -> None:
    """A level said with just enough cards is replied to with one card fewer, under either reading."""
    needed = LIMITS[1 + HIGHER.index(level)]
    m = announce(partners(reply_limit=reply_limit), *(f"2 {name}" for name in ("re", *HIGHER[: HIGHER.index(level)])))
    until_holds(m, 2, needed)
    announce(m, f"2 {level}")
    follows(m, (1, 3), "contra", needed - 1)


@clause("DOKO-10.14")
@pytest.mark.parametrize(("cards", "limit"), [(12, 10), (11, 10), (10, 9), (9, 8)])
def test_announcers_hand(cards: int, limit: int) -> None:
    """60 said with 12 to 9 cards is replied to with one card fewer, but not more strictly than with 10."""
    m = announce(partners(reply_limit=BOTH[1]), "2 re", "2 90")
    until_holds(m, 0, cards)
    announce(m, "0 60")
    follows(m, (1, 3), "contra", limit)


@clause("DOKO-10.14")
def test_lowest_of_several_announcers() -> None:
    """Of several levels the one said with the fewest cards decides; the mere Re before them does not."""
    m = announce(partners(reply_limit=BOTH[1]), "2 re")
    until_holds(m, 0, 10)
    announce(m, "0 90")
    until_holds(m, 2, 9)
    announce(m, "2 60")
    follows(m, (1, 3), "contra", 8)
    m = announce(partners(reply_limit=BOTH[1]), "2 90")
    until_holds(m, 0, 9)
    announce(m, "0 60")
    follows(m, (1, 3), "contra", 8)


@clause("DOKO-10.14")
@pytest.mark.parametrize(("first", "then"), [("90", "60"), ("60", "schwarz")])
def test_a_later_announcer_with_more_cards(first: str, then: str) -> None:
    """Who goes on with more cards than the first announcer held does not raise the limit that stood."""
    m = tricks_on(announce(partners(reply_limit=BOTH[1]), "2 re"), 1)
    while len(m.cards(0)) == len(m.cards(2)):
        play_any(m, 1)
    few, many = (0, 2) if len(m.cards(0)) == 10 else (2, 0)
    announce(m, f"{few} {first}", f"{many} {then}")
    follows(m, (1, 3), "contra", 9)


@clause("DOKO-10.14")
def test_a_mere_re_with_few_cards_opens_nothing_more() -> None:
    """Re said as a reply with 9 cards gives no reply of its own: the other party has spoken already."""
    m = announce(partners(), "1 90")
    until_holds(m, 0, 9)
    announce(m, "0 re")
    assert calls(m, 1) == calls(m, 3) == ladder("contra", 2, len(m.cards(1)))


@clause("DOKO-10.13")
def test_highest_announcement_counts() -> None:
    """After Re and 90 and then 60, Contra is open down to 8 cards."""
    m = announce(partners(), "2 re", "0 90")
    until_holds(m, 0, 9)
    announce(m, "2 60") if calls(m, 2) else announce(m, "0 60")
    follows(m, (1, 3), "contra", 8)


@clause("DOKO-10.13", "EX-DOKO-8")
@pytest.mark.parametrize("reply_limit", BOTH)
def test_reply_to_60(reply_limit: str) -> None:
    """60 was said with 9 cards: with 8 cards a Contra player may still say Contra, with 7 not."""
    m = announce(partners(reply_limit=reply_limit), "0 re", "0 90")
    until_holds(m, 0, 9)
    announce(m, "0 60")
    until_holds(m, 1, 8)
    assert calls(m, 1) == "contra"
    until_holds(m, 1, 7)
    assert calls(m, 1) == ""
    assert clause_of(at_turn(m, 1), 1, "contra") is not None


@clause("DOKO-10.13")
def test_a_reply_closes_with_the_own_card() -> None:
    """Only the replying player's own cards matter."""
    m = tricks_on(announce(partners(), "2 re"), 2)
    left = {1, 3}
    while left:
        assert {seat for seat in (1, 3) if calls(m, seat)} == left
        left -= {turn(m)}
        play_any(m, 1)
    assert calls(m, 1) == calls(m, 3) == ""


@clause("DOKO-10.15")
def test_late_reply_opens_90_to_who_holds_10() -> None:
    """After a reply with 10 cards either partner with 10 says 90, and goes on from there."""
    m = tricks_on(announce(partners(), "2 re"), 2)
    announce(m, "1 contra")
    assert calls(m, 1) == calls(m, 3) == "90 60 30 schwarz"
    announce(m, "3 90")
    tricks_on(m, 1)
    assert calls(m, 1) == calls(m, 3) == "60 30 schwarz"


@clause("DOKO-10.15", "DOKO-10.16")
def test_reply_with_nine_opens_90_only_to_a_partner_with_ten() -> None:
    """Who replies with 9 cards cannot say 90 himself; his partner may while he holds 10."""
    m = tricks_on(announce(partners(), "2 90"), 2)
    while len(m.cards(1)) == len(m.cards(3)):
        play_any(m, 1)
    late, early = (1, 3) if len(m.cards(1)) == 9 else (3, 1)
    assert calls(m, late) == "contra"
    announce(m, f"{late} contra")
    assert calls(m, late) == ""
    assert calls(m, early) == "90 60 30 schwarz"
    assert clause_of(at_turn(m, late), late, "90") == "DOKO-10.9"


@clause("DOKO-10.15")
def test_after_a_late_reply_nothing_more() -> None:
    """With the option off a party that replied late announces nothing more, not even a partner with more cards."""
    m = tricks_on(announce(partners(late_reply_opens_90=False), "2 re"), 1)
    while len(m.cards(1)) == len(m.cards(3)):
        play_any(m, 1)
    late, early = (1, 3) if len(m.cards(1)) == 10 else (3, 1)
    assert calls(m, late) == "contra"
    assert clause_of(m, late, "90") == "DOKO-10.15"
    assert calls(m, early) == "contra 90 60 30 schwarz"
    announce(m, f"{late} contra")
    assert calls(m, 1) == calls(m, 3) == ""
    assert clause_of(at_turn(m, early), early, "90") == "DOKO-10.15"


@clause("DOKO-10.15")
def test_reply_in_time_is_no_late_reply() -> None:
    """With the option off a reply with 11 cards opens 90 as any Contra, said at once or with 10 cards."""
    m = tricks_on(announce(partners(late_reply_opens_90=False), "2 re"), 1)
    announce(m, "1 contra")
    assert calls(m, 1) == calls(m, 3) == "90 60 30 schwarz"
    tricks_on(m, 1)
    assert calls(m, 1) == calls(m, 3) == "90 60 30 schwarz"
    m = tricks_on(announce(partners(late_reply_opens_90=False), "2 re"), 1)
    assert called(announce(m, "3 90")) == (1, 2)


@clause("DOKO-10.15")
def test_late_reply_does_not_silence_the_others() -> None:
    """With the option off only the party that replied late is silent."""
    m = tricks_on(announce(partners(late_reply_opens_90=False), "2 re"), 2)
    announce(m, "1 contra")
    assert calls(m, 0) == calls(m, 2) == "90 60 30 schwarz"


@clause("DOKO-10.16")
@pytest.mark.parametrize("cards", [9, 8, 7, 6])
def test_only_re_and_contra_profit(cards: int) -> None:
    """Against Schwarz a reply is open for long, and never more than Contra."""
    m = until_holds(announce(partners(), "0 schwarz"), 3, cards)
    assert calls(m, 3) == "contra"
    for level in HIGHER:
        assert m.why(3, f"announce {level}") is not None
    announce(m, "3 contra")
    assert calls(m, 3) == ""


def example_24(late_reply_opens_90: bool) -> Match:
    """B, seat 1, leads trick 2; B, C and D have played to it and A has not; A and C are Re."""
    m = partners_of_24(late_reply_opens_90)
    play(m, "C9 CA CK C10")
    assert turn(m) == 1
    play(m, "SA SK S9")
    assert [len(m.cards(seat)) for seat in range(4)] == [11, 10, 10, 10]
    return announce(m, "0 re")


def partners_of_24(late_reply_opens_90: bool) -> Match:
    """A leads a club that B takes; everybody has clubs and spades."""
    hands = ("CQ C9 S9 SA", "CA SA S10", "CQ CK SK", "C10 S9")
    return normal(*hands, late_reply_opens_90=late_reply_opens_90)


@clause("EX-DOKO-24", "DOKO-10.8", "DOKO-10.12", "DOKO-10.15")
def test_late_reply_and_90() -> None:
    """A says Re with 11 cards; B and D, with 10, may say Contra, 90, or both in one breath."""
    for seat in (1, 3):
        m = example_24(True)
        assert calls(m, seat) == "contra 90 60 30 schwarz"
        announce(m, f"{seat} 90")
        assert called(m) == (1, 2)
        m = announce(example_24(True), "1 contra")
        assert calls(m, seat) == "90 60 30 schwarz"


@clause("EX-DOKO-24", "DOKO-10.15")
def test_late_reply_without_90() -> None:
    """With the option off neither may say 90, at once or after the reply."""
    m = example_24(False)
    assert calls(m, 1) == calls(m, 3) == "contra"
    assert clause_of(m, 1, "90") == clause_of(m, 3, "90") == "DOKO-10.15"
    announce(m, "1 contra")
    assert calls(m, 1) == calls(m, 3) == ""


@clause("EX-DOKO-24", "DOKO-10.12")
def test_nobody_replies_to_re_with_nine_cards() -> None:
    """With 9 cards a mere Re is not replied to."""
    m = example_24(True)
    play_any(m, 1)
    while len(m.cards(1)) == 10 or len(m.cards(3)) == 10:
        play_any(m, 1)
    assert calls(m, 1) == calls(m, 3) == ""


def next_deal(m: Match) -> Match:
    """Play the deal out and deal again: a normal game in which seats 0 and 2 are Re, and seat 1 leads."""
    play_any(m)
    m.chance.arrange(Arrangement(hands=filled(["CQ", "", "CQ", ""])))
    m.go_on()
    return bid(m, "pass pass pass pass")


@clause("DOKO-10.3", "DOKO-10.15", "DOKO-10.14")
def test_nothing_of_a_deal_is_left_in_the_next() -> None:
    """Announcements, a late reply and the cards it was made with count in their own deal only."""
    m = announce(partners(reply_limit=BOTH[1], late_reply_opens_90=False), "2 re", "0 60")
    until_holds(m, 2, 8)
    announce(m, "2 30")
    while calls(m, 1) == calls(m, 3) == "":
        play_any(m, 1)
    announce(until_holds(m, 1, 8), "1 contra" if calls(m, 1) else "3 contra")
    next_deal(m)
    assert called(m) == (0, 0)
    assert list(m.public.announced) == [0] * 5
    assert [calls(m, seat) for seat in range(4)] == ["re 90 60 30 schwarz", "contra 90 60 30 schwarz"] * 2
    announce(m, "3 contra")
    assert calls(m, 1) == calls(m, 3) == "90 60 30 schwarz"
    announce(m, "1 90")
    follows(m, (0, 2), "re", 10, opens=False)


@clause("DOKO-10.3", "DOKO-10.15", "DOKO-10.14")
def test_nothing_of_the_other_party_is_left_in_the_next_deal() -> None:
    """The same with the parties changed."""
    m = announce(partners(reply_limit=BOTH[1], late_reply_opens_90=False), "1 90")
    until_holds(m, 3, 9)
    announce(m, "3 60")
    announce(until_holds(m, 0, 8), "0 re")
    next_deal(m)
    assert called(m) == (0, 0)
    announce(m, "0 re")
    assert calls(m, 0) == calls(m, 2) == "90 60 30 schwarz"
    announce(m, "0 90")
    follows(m, (1, 3), "contra", 10, opens=False)


@clause("DOKO-10.9", "DOKO-10.1")
def test_why_not_is_told_out_of_turn_too() -> None:
    """Who has nothing left to announce and is not in turn hears the clause, and for a card that it is not the turn."""
    m = play_any(partners(), 28)
    seat = (turn(m) + 1) % 4
    assert not m.actions(seat)
    own = "re" if m.view(seat).knows[seat][seat] == RE else "contra"
    assert "DOKO-10.9" == (m.why(seat, f"announce {own}") or ("", ""))[1]
    with pytest.raises(NotYourTurn):
        m.act(seat, f"play {m.cards(seat)[0]}")
