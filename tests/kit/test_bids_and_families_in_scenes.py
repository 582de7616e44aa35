"""What scenes say of sealed bids turned over, of words that go together, of who gets what, and of ways to go."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from tests.arranged import new_match
from tests.looking import Kind, sure
from torite.match import Match
from torite.scenes import lay_out
from torite.scenes.choice_schema import NumberChoice, Pick, Press
from torite.scenes.schema_base import Worded

EVERYBODY = -1


def auction(**how: Any) -> Match:
    """A table of Galapagos at its first auction, for ♥3."""
    return new_match("galapagos", seats=2, seed="x3", **how)


def bid(match: Match) -> None:
    """Whoever is asked first bids a card."""
    seat = match.actors[0]
    match.act(seat, match.actions(seat)[0])


def declared(seed: str = "x3") -> Match:
    """A table of Galapagos where melds were declared that may be asked for."""
    match = auction()
    while not any(isinstance(choice, NumberChoice) for choice in lay_out(match, match.actors[0]).choices):
        bid(match)
    return match


def scattering() -> Match:
    """A table of Ambition where each gives a card to every other."""
    match = Match("ambition", seats=4, seed="x3", options={"fourth_round": "scatter"})
    while len(lay_out(match, match.actors[0]).choices) < 3:
        bid(match)
    return match


def of_kind(match: Match, seat: int, kind: type[Kind]) -> list[Kind]:
    """The choices of a kind."""
    return [choice for choice in lay_out(match, seat).choices if isinstance(choice, kind)]


def test_bids_are_laid_open_when_the_last_is_in() -> None:
    """With what came of them, in the reader's words; one choice later nothing is just turned over."""
    match = auction()
    bid(match)
    assert [None, None, None] == [lay_out(match, viewer).revealed for viewer in (0, 1, EVERYBODY)]
    bid(match)
    mine, theirs = sure(lay_out(match, 1).revealed), sure(lay_out(match, EVERYBODY).revealed)
    assert [(1, "C7"), (0, "C2")] == [(one.seat, one.pieces[0].code) for one in mine.laid]
    assert mine.laid == theirs.laid
    assert (1, 1) == (mine.seat, theirs.seat)
    assert "You win the auction with the higher rank." == mine.text
    assert "Seat 1 wins the auction with the higher rank." == theirs.text
    bid(match)
    assert lay_out(match, 1).revealed is None


def test_cards_that_are_passed_are_never_laid_open() -> None:
    """They go to hands, where only one sees them."""
    match = Match("ambition", seats=4, seed="x3")
    while lay_out(match, match.actors[0]).phase.name == "pass":
        bid(match)
        assert lay_out(match, EVERYBODY).revealed is None


def test_what_is_played_for_is_said_to_be_at_stake() -> None:
    """The faced card, the stock and a bid that waits; hands and piles are not."""
    match = auction()
    bid(match)
    stakes = [zone.name for zone in lay_out(match, 0).zones if zone.at_stake]
    assert ["bidding", "turned", "stock"] == sorted(stakes, key=["bidding", "turned", "stock"].index)
    assert any(zone.name == "hand" and zone.at_stake is UNSET for zone in lay_out(match, 0).zones)


def test_numbers_have_names_where_the_game_has_some() -> None:
    """`show 1` is the first meld declared."""
    match = declared()
    scene = lay_out(match, match.actors[0])
    (show,) = of_kind(match, match.actors[0], NumberChoice)
    named = sure(show.named)
    assert len(show.numbers) == len(named)
    assert all(name in line.text for name, line in zip(named, scene.counted, strict=False))


def test_a_word_tells_its_family_and_its_sign() -> None:
    """Suits and ranks of the pack alone are signs; a word without a family has neither."""
    match = Match("flashpoint", seats=4, seed="x3")
    words = {choice.verb: choice for choice in of_kind(match, match.actors[0], Press)}
    assert Worded("command lead", "Lead…") == words["command lead H"].family
    assert ["♥", "10"] == [words[f"command avoid {last}"].sign for last in ("H", "10")]
    assert words["none"].family is UNSET
    assert 24 == sum(choice.sign is not UNSET for choice in words.values())


def test_pieces_for_several_seats_name_each() -> None:
    """The last word of the verb is a direction: left is the next seat clockwise."""
    match = scattering()
    seat = match.actors[0]
    to = {choice.verb: choice.to for choice in of_kind(match, seat, Pick)}
    assert {"pass left": (seat + 1) % 4, "pass across": (seat + 2) % 4, "pass right": (seat + 3) % 4} == to
    assert {"pass"} == {sure(choice.family).name for choice in of_kind(match, seat, Pick)}
    assert {UNSET} == {choice.sign for choice in of_kind(match, seat, Pick)}


def test_pieces_for_one_seat_name_it() -> None:
    """As the game tells it: in the first round of Ambition they go to the left."""
    match = Match("ambition", seats=4, seed="x3")
    assert [(seat + 1) % 4 for seat in range(4)] == [of_kind(match, seat, Pick)[0].to for seat in range(4)]


def test_pieces_for_nobody_name_nobody() -> None:
    """Cards that are led together go to no seat."""
    match = Match("gurka-is", seats=3, seed="1")
    picks = of_kind(match, match.actors[0], Pick)
    assert picks
    assert {None} == {choice.to for choice in picks}


def test_numbers_that_go_towards_something_are_gauges() -> None:
    """In Ambition the points of a slam, and the strikes; a game without any has none."""
    match = Match("ambition", seats=4, seed="x3")
    while lay_out(match, 0).phase.name != "play":
        bid(match)
    gauges = lay_out(match, 0).seats[0].gauges
    assert [("points", 0, 53), ("strikes", 0, 4)] == [(one.name, one.value, one.most) for one in gauges]
    assert [[], []] == [seat.gauges for seat in lay_out(auction(), 0).seats]


def test_what_goes_together_is_grouped_as_its_viewer_sees_it() -> None:
    """Melds of the won cards; of the other's only what was seen of them."""
    match = declared()
    mine, theirs = lay_out(match, 0), lay_out(match, 1)
    for scene in (mine, theirs):
        for zone in scene.zones:
            codes = {piece.code for piece in zone.pieces if piece}
            assert all(set(group) <= codes and len(group) >= 3 for group in zone.groups or ())
    grouped = {zone.name for zone in mine.zones + theirs.zones if zone.groups}
    assert "won_pile" in grouped
    assert not any(zone.groups for zone in lay_out(match, EVERYBODY).zones if not any(zone.pieces))
