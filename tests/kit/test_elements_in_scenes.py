"""What scenes say of things that can be bet on, of pieces that stand for others, and of why a table waits."""

from __future__ import annotations

from typing import Any

from tests.arranged import new_match
from tests.looking import codes_of, sure
from torite.match import Match
from torite.scenes import lay_out
from torite.scenes.schema import Element, Placed

HANDS = {0: "H9 S8 CK D7 C10", 1: "HA HK C9 DA S9", 2: "D8 CQ HJ SQ D9", 3: "HQ DK CJ SK H10"}
NAMES = ["Ada", "Bo", "Cy", "Di"]
ONLOOKER = -1


def table(**options: Any) -> Match:
    """A table of Perlaggen at which Ada leads; spades are trumps, and her ♦7 is wild."""
    how: dict[str, Any] = {"hands": HANDS, "places": {"turned": "S10"}, "dealer": 3, "names": NAMES}
    match = new_match("perlaggen", seed=1, options=options, pause=True, **how)
    while match.turns.awaits_chance:
        match.go_on()
    return match


def element(match: Match, name: str, viewer: int = 0) -> Element:
    """One thing that can be bet on, as a viewer sees it."""
    return next(one for one in lay_out(match, viewer).elements if one.name == name)


def lying(match: Match, name: str, seat: int) -> list[Placed]:
    """The pieces of a seat's place."""
    zone = next(z for z in lay_out(match, ONLOOKER).zones if (z.name, z.seat) == (name, seat))
    return [sure(piece) for piece in zone.pieces]


def played() -> Match:
    """The first trick is done; Ada led her wild card as another."""
    match = table()
    for seat, code in enumerate(["play D7 as HQ", "play HA", "play HJ", "play H10"]):
        match.act(seat, code)
    return match


def test_each_has_its_worth_and_its_words() -> None:
    """The words are those whose last word it is, offers alone, named by their family."""
    one = element(table(), "gleich")
    assert ("Gleich", 1, None, None, False, []) == (one.text, one.worth, one.proposed, one.asks, one.over, one.by)
    assert [("bet gleich", "Bet"), ("concede gleich", "Give up")] == [(w.verb, w.text) for w in one.ways]


def test_a_bet_that_waits_is_told() -> None:
    """By whom, for what, and to everybody why the table waits, with names; those who are asked are asked."""
    match = table()
    match.act(1, "bet spiel")
    one = element(match, "spiel", ONLOOKER)
    assert (1, 2, 1) == (one.worth, one.proposed, one.asks)
    assert "Bo" in sure(one.told)
    for viewer in (ONLOOKER, 1, 3):
        prompt = lay_out(match, viewer).prompt
        assert all(name in prompt for name in ("Bo", "Ada", "Cy", "2"))
    assert lay_out(match, 0).prompt == lay_out(match, 2).prompt != lay_out(match, 1).prompt
    match.act(2, "hold")
    one = element(match, "spiel")
    assert (2, None, None, [0, 2]) == (one.worth, one.proposed, one.asks, one.may)


def test_what_is_settled_has_a_side() -> None:
    match = table()
    match.act(0, "concede hanger")
    one = element(match, "hanger")
    assert (True, [1, 3], []) == (one.over, one.by, one.may)


def test_a_piece_tells_what_it_stands_for() -> None:
    """In the trick, and in the last trick, which keeps it."""
    match = table()
    match.act(0, "play D7 as HQ")
    assert ["HQ"] == [sure(piece.stands).code for piece in lying(match, "trick", 0)]
    match.act(1, "play HA")
    assert not any(piece.stands for piece in lying(match, "trick", 1))
    last = sure(lay_out(played(), 2).last_trick)
    assert [["D7"], ["HA"], ["HJ"], ["H10"]] == [codes_of(part.pieces) for part in last]
    assert ["HQ"] == [piece.stands.code for part in last for piece in part.pieces if piece.stands]


def test_the_log_and_the_reader_hear_both() -> None:
    match = table()
    match.act(0, "play D7 as HQ")
    assert "You play ♦7 (as ♥Q)." == lay_out(match, 0).log[-1].text
    assert "Ada plays ♦7 (as ♥Q)." == lay_out(match, ONLOOKER).log[-1].text


def test_refusals_name_seats() -> None:
    """A sentence of the rules may name a seat; it has the name of this table."""
    match = table()
    match.act(1, "bet spiel")
    refusal = match.gestures.refusal(3, "play HQ")
    assert refusal is not None
    assert "Bo has bet" in refusal.say("en")
    assert "Bo" in refusal.say("ja")


def test_all_cards_to_choose_from_are_named() -> None:
    """At the showdown, for their owner's eyes alone, they take the place of the hand."""
    match = table()
    match.act(0, "concede spiel")
    zones = {(z.name, z.seat): z for viewer in (1,) for z in lay_out(match, viewer).zones}
    assert zones["five", 1].named
    assert 5 == zones["five", 1].count
    assert not any(z.named and z.count for z in lay_out(match, ONLOOKER).zones)


def test_an_action_was_open_or_was_not() -> None:
    """As the log was then, whatever has happened since."""
    match = table()
    number = len(match.log)
    match.act(1, "bet spiel")
    assert match.turns.was_open(number, 0, "bet spiel")
    assert match.turns.was_open(number, 0, "play D7 as HQ")
    assert not match.turns.was_open(number, 1, "play HA")
    assert not match.turns.was_open(number, 0, "hold")
    assert not match.turns.was_open(number, 0, "nonsense")
    assert not match.turns.was_open(number + 5, 0, "bet spiel")
