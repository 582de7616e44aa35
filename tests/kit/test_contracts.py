"""The contracts that the library's first games do not use, proved with the invented game Haggle (tests/toys)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import torite
from tests.kit.haggling import codes, game, looks, opened, phase, playing, seats_acting, state_of, toys_listed
from tests.looking import sure
from torite.errors import BadOptions, IllegalMove, NotYourTurn
from torite.kernel.fields import UNKNOWN
from torite.kit import WAIT
from torite.kit.chances import DICE, SHUFFLE
from torite.match import Match
from torite.scenes.choice_schema import NumberChoice
from torite.words import LANGUAGES
from torite.worlds import SPECTATOR

SEATS = (1, 2, 3, 4)


@pytest.fixture(scope="module", autouse=True)
def _haggle() -> Iterator[None]:
    with toys_listed():
        yield


# dice


def test_dice_are_arranged() -> None:
    """`rolls=` fixes the next rolls one after the other; a roll is public as it came out."""
    match = opened(rolls=[[3, 4], [6, 6]])
    assert [3, 4] == match.public.dice
    assert 7 == match.public.stake
    assert (3, 4) == match.history(SPECTATOR)[0].outcome
    assert "roll: 3 4\n" in torite.write(match)
    assert "3, 4" in torite.lay_out(match, 0).log[0].text
    for seat in range(4):
        match.act(seat, "bid 0")
    match.act(0, "double")
    match.act(1, "fold")
    assert [6, 6] == match.public.dice


@pytest.mark.parametrize("roll", [[3], [3, 7], [0, 1], [1, 2, 3]])
def test_a_roll_that_cannot_be_is_refused(roll: list[int]) -> None:
    with pytest.raises(BadOptions):
        opened(rolls=[roll])


def test_dice_from_a_key_have_all_faces() -> None:
    """Without an arrangement they are drawn, each 1 to 6, the same for the same seed."""
    rolls = [Match("haggle", 2, seed=seed).public.dice for seed in range(60)]
    assert {1, 2, 3, 4, 5, 6} == {die for roll in rolls for die in roll}
    assert rolls[7] == Match("haggle", 2, seed=7).public.dice


def test_chance_is_asked_by_name_and_kind() -> None:
    """Dice, then a shuffle of all that is in play."""
    match = Match("haggle", 2, seed=1, manual=True)
    assert match.log.ask is not None
    assert ("roll", DICE, 2, 6) == (match.log.ask.name, match.log.ask.what, match.log.ask.n, match.log.ask.faces)
    match.go_on()
    assert match.log.ask is not None
    assert ("deal", SHUFFLE, 20) == (match.log.ask.name, match.log.ask.what, match.log.ask.n)


def test_a_pause_between_deals_ends_with_one_go_on() -> None:
    """`go_on` settles what chance waits with and all up to the next choice: the roll and the deal."""
    match = playing(pause=True)
    match.act(0, "double")
    match.act(1, "fold")
    assert match.turns.awaits_chance
    assert match.log.deal_over
    match.go_on()
    assert not match.turns.awaits_chance
    assert match.actors


# sealed bids


def test_bids_in_any_order() -> None:
    """All who have not bid must act; nobody is in turn."""
    match = opened()
    assert [1, 2, 3, 0] == seats_acting(match)
    match.act(3, "bid 2")
    assert [1, 2, 0] == seats_acting(match)
    assert [] == codes(match, 3)
    with pytest.raises(NotYourTurn):
        match.act(3, "bid 3")


@pytest.mark.parametrize(("language", "said"), [("en", "has nothing to decide now"), ("ja", "の番ではありません")])
def test_who_has_nothing_to_decide_is_told_so_of_parts_too(language: str, said: str) -> None:
    """Whoever says a part of a gesture out of turn is not told what is open, as nothing is."""
    match = opened()
    match.act(3, "bid 2")
    for parts in (["nonsense"], ["bid 3"]):
        with pytest.raises(NotYourTurn) as fault:
            match.gestures.draft(3, parts)
        assert said in fault.value.say(language)
    assert {"parts": "", "may": [], "complete": False} == match.gestures.draft(3)


@pytest.mark.parametrize(("language", "said"), [("en", "chance comes first"), ("ja", "先に配札")])
def test_who_acts_before_chance_has_is_told_so(language: str, said: str) -> None:
    match = torite.Match("agurk", seats=2, seed=1, manual=True)
    with pytest.raises(NotYourTurn) as fault:
        match.act(0, "play SA")
    assert said in fault.value.say(language)


def test_a_sealed_bid_is_seen_by_nobody_else() -> None:
    """Two tables that differ in one sealed bid look alike to the others, in every way, until all have bid."""
    low, high = opened(), opened()
    for match, bid in ((low, "bid 0"), (high, "bid 5")):
        match.act(1, bid)
    for viewer in (SPECTATOR, 0, 2, 3):
        assert looks(low, viewer) == looks(high, viewer)
    assert "bid" == low.history(0)[-1].code
    assert "bid 0" == low.history(1)[-1].code
    assert 5 == high.view(1).bid[1]
    assert UNKNOWN == high.view(0).bid[1]
    assert "5" not in torite.lay_out(high, 0, "en").log[-1].text
    assert "5" in torite.lay_out(high, 1, "ja").log[-1].text


def test_bids_are_shown_together() -> None:
    match = playing(bids=(0, 1, 2, 5))
    assert [0, 1, 2, 5] == match.public.bids
    notes = match.history(SPECTATOR)[-1].notes
    assert [("bids", 0, 0), ("bids", 1, 1), ("bids", 2, 2), ("bids", 3, 5)] == [
        (note.line.key, note.seat, note.amount) for note in notes
    ]
    shown = [event for event in match.knowledge.events(SPECTATOR) if event.field == "bids"]
    assert {0: 0, 1: 1, 2: 2, 3: 5} == {event.owner: event.after for event in shown}


def test_a_sealed_bid_can_be_taken_back() -> None:
    match = opened()
    match.act(1, "bid 5")
    assert match.may_undo(1)
    match.undo(1)
    match.act(1, "bid 0")
    assert torite.write(torite.read(torite.write(match))) == torite.write(match)


def test_who_has_seen_the_others_bids_takes_nothing_back() -> None:
    """The last bid turns all over: whoever gave it has learnt something since."""
    match = playing(bids=(0, 1, 2, 5))
    assert not match.may_undo(3)
    with pytest.raises(IllegalMove):
        match.undo(3)


@pytest.mark.parametrize("text", ["bid", "bid 6", "bid -1", "bid 1 2", "bid ٣", "bid one", "bid 99999999999"])
def test_numbers_that_cannot_be_bid(text: str) -> None:
    with pytest.raises(IllegalMove):
        opened().act(1, text)


def test_a_number_is_chosen_from_a_range() -> None:
    choice = next(choice for choice in torite.lay_out(opened(), 1).choices if choice.verb == "bid")
    assert isinstance(choice, NumberChoice)
    assert (0, 5) == (choice.least, choice.most)


def test_every_action_reads_back() -> None:
    verbs = game().verbs
    for action in verbs.actions():
        if action != WAIT:
            assert [action] == verbs.parse(verbs.text(action))
    with pytest.raises(ValueError, match=r"^$"):
        verbs.parse("wait")


# offers


def test_offers_stand_beside_duties() -> None:
    """Everybody may double; only who is in turn must do anything. `wait` is no action of a match."""
    match = playing()
    for seat in range(4):
        listed = match.actions(seat)
        assert ["double"] == [action.code for action in listed if action.offer]
        assert (seat == 1) == any(not action.offer for action in listed)
        assert "wait" not in codes(match, seat)
        assert {"double": True} == {c.verb: c.offer for c in torite.lay_out(match, seat).choices if c.offer}
    with pytest.raises(IllegalMove):
        match.act(3, "wait")


@pytest.mark.parametrize("answering", [0, 2])
def test_either_neighbour_answers(answering: int) -> None:
    """An offer out of turn; two seats are asked, the first in turn order first, and one of them suffices."""
    match = playing()
    match.act(3, "double")
    assert "ANSWER" == phase(match)
    assert [2, 0] == seats_acting(match)
    for bystander in (1, 3):
        assert [] == codes(match, bystander)
        with pytest.raises(NotYourTurn):
            match.act(bystander, "accept")
    match.act(answering, "accept")
    assert 14 == match.public.stake
    assert [1] == seats_acting(match)
    other = 2 - answering
    with pytest.raises(IllegalMove):
        match.act(other, "accept")


def test_an_offer_is_taken_once_a_deal() -> None:
    match = playing()
    match.act(1, "double")
    match.act(0, "accept")
    assert "double" not in codes(match, 1)
    assert ["double"] == codes(match, 2)
    match.act(2, "double")
    match.act(3, "accept")
    assert 28 == match.public.stake


def test_a_fold_ends_the_deal() -> None:
    match = playing(pause=True)
    match.act(3, "double")
    match.act(2, "fold")
    assert match.log.deal_over
    assert [0, 0, -7, 7] == match.scores == match.score_sheet.payoffs
    assert ["folded"] == [note.line.key for note in match.score_sheet.account]


def test_an_offer_can_be_taken_back_until_it_is_answered() -> None:
    match = playing()
    match.act(3, "double")
    match.undo(3)
    assert [1] == seats_acting(match)
    assert [0, 0, 0, 0] == match.public.doubled
    match.act(3, "double")
    match.act(0, "accept")
    assert not match.may_undo(3)
    assert match.may_undo(3, free=True)
    again = torite.read(torite.write(match))
    assert state_of(match).to_bytes() == state_of(again).to_bytes()
    match.undo(3, free=True)
    assert 7 == match.public.stake


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_not_knows_verbs_of_two_words(language: str) -> None:
    """A verb's sentence stands under its name with `_` for the blank, in refusals too."""
    refused = playing().why(3, "draw on", language)
    assert refused is not None
    assert game().words(language)("verb.draw_on") in refused[0]


def test_an_offer_while_another_lays() -> None:
    """A gesture that is begun cannot be completed while the offer is answered; afterwards the seat lays as it likes."""
    match = playing()
    match.act(1, "lay S7 +")
    before = looks(match, 2)
    match.act(3, "double")
    assert before[1] == looks(match, 2)[1][:-1]
    assert [] == codes(match, 1)
    with pytest.raises(NotYourTurn):
        match.act(1, "done")
    match.act(2, "accept")
    if match.gestures.draft(1)["parts"]:
        match.undo(1)
    match.act(1, "lay S8")
    assert "lay S8" == match.history(0)[-1].code
    assert state_of(match).to_bytes() == state_of(torite.read(torite.write(match))).to_bytes()


def test_a_draft_ends_with_the_deal() -> None:
    """When an offer ends the deal, nothing is left of a gesture that somebody had begun."""
    match = playing()
    match.act(1, "lay S7 +")
    match.act(3, "double")
    match.act(2, "fold")
    assert "BID" == phase(match)
    assert "" == match.gestures.draft(1)["parts"]
    assert [f"bid {n}" for n in range(6)] == codes(match, 1)
    assert state_of(match).to_bytes() == state_of(torite.read(torite.write(match))).to_bytes()


# gestures


def test_a_gesture_of_one_suit() -> None:
    match = playing()
    assert ["double", "draw on", "lay S7 +", "lay S8 +", "lay H6"] == codes(match, 1)
    refused = match.why(1, "lay S7 H6")
    assert refused is not None
    assert "HAGGLE-4.1" == refused[1]
    match.act(1, "lay S8 S7")
    assert "lay S7 S8" == match.history(0)[-1].code
    refused = match.why(2, "lay HJ")
    assert refused is not None
    assert "HAGGLE-4.2" == refused[1]


def test_equal_cards_are_laid_together() -> None:
    """A kind that is there twice can be named twice in one gesture, and no more often."""
    match = playing(hands={1: "S7 S7 S8"})
    match.act(1, "lay S7 +")
    assert {"lay S7 +", "lay S8 +"} >= {code for code in codes(match, 1) if code != "done"} - {"lay S7", "lay S8"}
    match.act(1, "lay S7 +")
    assert {"lay S8", "done"} == set(codes(match, 1))
    match.act(1, "done")
    assert [game().pack.kind("S7")] * 2 == game().pack.listed(match.public.trick[1])


# chance in the middle of an action


def drawn_dry(**how: Any) -> Match:
    """Seat 1 has drawn two of the three cards of the stock, and draws again."""
    match = playing(**how)
    match.act(1, "draw on")
    match.act(1, "draw on")
    return match


def test_chance_stops_a_draw() -> None:
    """The draw takes the last card, stops for the shuffle of the discards, and goes on."""
    match = drawn_dry(manual=True)
    assert match.log.ask is not None
    assert "reshuffle" == match.log.ask.name
    assert [] == seats_acting(match)
    assert 1 == match.public.owed
    assert 6 == len(match.cards(1))
    assert {"S7", "S8", "H6", "H8", "H9", "HQ"} == set(match.cards(1))
    assert [[], [], [], []] == [codes(match, seat) for seat in range(4)]
    top = match.chance.draw(match.log)[-1]
    match.go_on()
    assert [1] == seats_acting(match)
    assert 7 == len(match.cards(1))
    assert game().pack.codes[top] in match.cards(1)
    assert [("", 1), ("reshuffle", -1)] == [(entry.chance, entry.seat) for entry in match.log.standing[-2:]]


def test_chance_in_an_action_is_written_down() -> None:
    match = drawn_dry()
    text = torite.write(match)
    assert "1: draw on\n1: draw on\nreshuffle: " in text
    again = torite.read(text)
    assert state_of(match).to_bytes() == state_of(again).to_bytes()
    assert text == torite.write(again)
    altered = text.replace("reshuffle: ", "reshuffle: S5 ", 1)
    with pytest.raises(torite.BadRecord):
        torite.read(altered)


def test_a_draw_that_chance_has_finished_cannot_be_taken_back() -> None:
    match = drawn_dry()
    cards = match.cards(1)
    assert not match.may_undo(1)
    match.undo(1, free=True)
    assert 5 == len(match.cards(1))
    match.act(1, "draw on")
    assert cards == match.cards(1)


def test_the_last_trick_is_whole_after_a_shuffle_in_it() -> None:
    """Chance in the middle of a trick does not make the scene forget the cards before it."""
    match = playing()
    match.act(1, "lay S7")
    match.act(2, "draw on")
    match.act(2, "draw on")
    match.act(2, "lay S9")
    match.act(3, "lay SQ")
    match.act(0, "lay S5")
    assert "reshuffle" in torite.write(match)
    assert [1, 2, 3, 0] == [laid.seat for laid in sure(torite.lay_out(match, 0).last_trick)]


def test_the_last_trick_is_whole_after_an_offer_in_it() -> None:
    match = playing()
    match.act(1, "lay S7")
    match.act(0, "double")
    match.act(3, "accept")
    match.act(2, "lay S9")
    match.act(3, "lay SQ")
    match.act(0, "lay S5")
    assert [1, 2, 3, 0] == [laid.seat for laid in sure(torite.lay_out(match, 0).last_trick)]


def test_the_scene_tells_who_took_the_last_trick() -> None:
    """Nobody before one is complete."""
    match = playing()
    match.act(1, "lay S7")
    match.act(2, "lay S9")
    match.act(3, "lay SQ")
    assert -1 == torite.lay_out(match, 0).last_taker
    match.act(0, "lay S5")
    assert 3 == torite.lay_out(match, 0).last_taker
    assert 3 == torite.lay_out(match, -1).last_taker
