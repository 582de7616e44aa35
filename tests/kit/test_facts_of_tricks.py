"""What scenes say of tricks: which it is, of how many, what was led, and the trumps in their order."""

from __future__ import annotations

from torite import lay_out
from torite.match import Match
from torite.scenes.schema import Fact, Scene

#: The trumps of the normal game of Doppelkopf, from high to low (DOKO-3.2).
HIGH_TO_LOW = ["H10", "CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ", "DA", "D10", "DK", "D9"]


def facts(scene: Scene) -> dict[str, Fact]:
    """What stands in the middle of the table."""
    return {fact.name: fact for fact in scene.facts if fact.deal is True}


def value(match: Match, name: str, language: str = "en") -> str | int | None:
    """What a fact says to a spectator; None where it is not told."""
    told = facts(lay_out(match, language=language)).get(name)
    return told.value if told else None


def play(match: Match) -> None:
    """Whoever is asked first plays a card, or does the first thing that may be done."""
    seat = match.actors[0]
    codes = [action.code for action in match.actions(seat)]
    match.act(seat, next((code for code in codes if code.startswith("play ")), codes[0]))


def normal_game() -> Match:
    """Doppelkopf, when the first card may be led."""
    match = Match("doppelkopf", seats=4, seed="facts")
    while lay_out(match).phase.name != "play":
        seat = match.actors[0]
        codes = [action.code for action in match.actions(seat)]
        match.act(seat, next((code for code in codes if code in ("healthy", "keep", "pass", "no")), codes[0]))
    return match


def test_the_trick_has_its_number() -> None:
    """From before the first card to the last trick, and not when the deal is over."""
    match = Match("agurk", seats=3, seed="facts", pause=True)
    match.go_on()
    seen = []
    while not match.log.deal_over:
        seen.append(value(match, "trick"))
        play(match)
    assert ["1 of 7"] * 3 == seen[:3]
    assert [f"{n} of 7" for n in range(2, 8)] == list(dict.fromkeys(seen[3:]))
    assert value(match, "trick") is None
    assert "2／7" in [value(match, "trick", "ja") for match in [at_second_trick()]]


def test_the_number_of_the_trick_is_the_heading() -> None:
    """In its place stands no word for tricks, not even before the first card; other phases keep their own."""
    iceland = Match("gurka-is", seats=4, seed="facts", pause=True)
    iceland.go_on()
    begun = lay_out(iceland).phase
    assert ("play", "Trick 1") == (begun.name, begun.text)
    bidding = lay_out(Match("doppelkopf", seats=4, seed="facts")).phase
    assert "Reservations" == bidding.text
    assert "トリック 2／7" == lay_out(at_second_trick(), language="ja").phase.text


def at_second_trick() -> Match:
    """A table where one trick has been taken."""
    match = Match("agurk", seats=3, seed="facts")
    for _ in range(3):
        play(match)
    return match


def test_where_several_may_be_led_no_end_is_promised() -> None:
    """A hand of seven may be fewer tricks than seven."""
    match = Match("gurka-is", seats=3, seed="facts")
    while value(match, "trick") is None:
        play(match)
    assert value(match, "trick") == "1"


def test_what_was_led_is_told_while_the_trick_lies() -> None:
    """Its suit, or that it is a trump; not once the trick is complete."""
    match = normal_game()
    assert value(match, "led") is None
    play(match)
    (zone,) = [zone for zone in lay_out(match).zones if zone.name == "trick"]
    (card,) = [piece for piece in zone.pieces if piece]
    assert value(match, "led") == ("trumps" if card.code in HIGH_TO_LOW else card.glyph[0])
    for _ in range(3):
        play(match)
    assert value(match, "led") is None


def test_trumps_are_listed_from_high_to_low() -> None:
    """All of them, on the fact that speaks of them."""
    told = facts(lay_out(normal_game()))["trumps"]
    assert isinstance(told.pieces, list)
    assert [piece.code for piece in told.pieces] == HIGH_TO_LOW
    assert told.value == "♥10 ♣Q ♠Q …"


def test_a_fact_that_says_what_is_trump_lists_them_too() -> None:
    """No second one stands beside it."""
    match = Match("perlaggen", seats=4, seed="facts")
    while "trump" not in facts(lay_out(match)):
        play(match)
    told = facts(lay_out(match))
    assert isinstance(told["trump"].pieces, list)
    assert [piece.code for piece in told["trump"].pieces][:3] == ["HK", "D6", "D7"]
    assert "trumps" not in told
