"""What the scene says: prompts, how the deal stands, choices, the end; in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.galapagos.asking import PLAIN, WITH_JOKERS
from tests.games.galapagos.builders import (
    at_auction,
    at_play_off,
    at_tricks,
    auctioned,
    both_bid,
    finish,
    left,
    melded,
    play_tricks,
    scored,
)
from tests.games.galapagos.test_play_off import HAND
from tests.looking import of_kind, strings
from torite import Match
from torite.scenes import lay_out
from torite.scenes.choice_schema import AnyChoice, NumberChoice, Pick, Press, Tap

SIGN = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}


def status(m: Match, viewer: int, language: str = "en") -> str:
    """How the deal stands, as a viewer is told."""
    return " ".join(lay_out(m, viewer, language).status)


def choice(m: Match, verb: str) -> AnyChoice:
    """A choice of the seat in turn."""
    return next(one for one in lay_out(m, turn(m)).choices if one.verb == verb)


@clause("GALA-2.4", "GALA-2.5", "GALA-2.6")
@pytest.mark.parametrize(("suit", "order"), [("S", "SCHD"), ("C", "CSDH"), ("H", "HDSC"), ("D", "DHCS")])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_prompt_tells_how_ties_are_broken(suit: str, order: str, language: str) -> None:
    """The suits in their order for this faced card."""
    prompt = lay_out(at_auction(f"{suit}7"), 0, language).prompt
    signs = [sign for sign in prompt if sign in SIGN.values()]
    assert [SIGN[suit], *(SIGN[one] for one in order)] == signs
    assert f"{SIGN[suit]}7" in prompt


@clause("GALA-8.5")
@pytest.mark.parametrize(("faced", "color"), [("D5", "red"), ("CK", "black")])
def test_prompt_tells_of_jokers(faced: str, color: str) -> None:
    """In the variant it says another thing than in the plain game."""
    prompts = [lay_out(at_auction(faced, variant=variant), 0).prompt for variant in (PLAIN, WITH_JOKERS)]
    assert prompts[0] != prompts[1], color
    assert "joker" in prompts[1]


@clause("GALA-3.1", "GALA-3.3")
def test_status_tells_own_melds_alone() -> None:
    """The points of the won cards so far, and those with the right trump; nobody else is told."""
    m = auctioned(("S8 H8 D8 C4 C5 C6", ""))
    assert "25" in status(m, 0)
    assert "40" in status(m, 0)
    assert "25" not in status(m, 1)
    assert "25" not in status(m, -1)
    assert "♠8" not in status(m, 1)


@clause("GALA-5.11")
def test_status_tells_what_odd_and_even_mean() -> None:
    """Two tricks: 10 points now, 30 with one more."""
    m = at_tricks("", "")
    while max(m.public.tricks) < 2:
        play_tricks(m, tricks=1)
    seat = list(m.public.tricks).index(2)
    assert {"10", "30"} <= set(status(m, seat).replace(".", " ").replace(";", " ").split())


@clause("GALA-4.2", "GALA-4.3")
@pytest.mark.parametrize(("mark", "told"), [("at_least_100", "100"), ("over_100", "105")])
def test_status_tells_the_mark_and_the_bonus(mark: str, told: str) -> None:
    """100, 50 and 30 in the three phases, as long as nobody has reached it."""
    for m, bonus in (
        (auctioned(century_mark=mark), "100"), (at_tricks("", "", century_mark=mark), "50"),
        (at_play_off(century_mark=mark), "30"),
    ):  # fmt: skip
        text = status(m, 0)
        assert bonus in text
        assert told in text or "101" in text or "more than 100" in text


@clause("GALA-4.1", "GALA-4.5")
def test_status_tells_the_deal_score() -> None:
    """Without the bonus: 60 and 0, then 130 and 30."""
    m = at_tricks("S3 H3 D3 C3", "")
    assert {"60", "0"} <= set(status(m, 0).split())
    m = at_tricks("S3 H3 D3 C3 S10 H10 D10 C10", "")
    assert "100" in status(m, 0).split()
    assert "200" not in status(m, 0)
    assert "110" not in status(m, 0)


@clause("GALA-4.4")
def test_status_tells_when_the_mark_was_reached() -> None:
    """Then no bonus is spoken of."""
    m = melded("S3 H3 D3 C3 S10 H10 D10 C10")
    assert status(m, 0) != status(melded(""), 0)
    assert " 50 " not in status(m, 0)


@clause("GALA-6.2", "GALA-6.5")
@pytest.mark.parametrize("seat", [0, 1])
def test_combinations_are_chosen_by_tapping(seat: int) -> None:
    """Never from a list of whole combinations: as many codes as cards."""
    m = at_play_off("C2 C3 C4 C5 C6 C7 C8", "D2 D3 D4 D5", leader=seat)
    play = of_kind(Pick, choice(m, "play"))
    assert len(m.cards(seat)) == len(play.codes)
    assert set(m.cards(seat)) == set(play.pieces)
    assert 1 == play.least


@clause("GALA-6.6")
def test_answers_have_a_fixed_number() -> None:
    """As many cards as lie there."""
    m = take(left("C4 S5 H6 D9", "H8 D9 SJ C10 D2"), "play C4 S5 H6")
    play = of_kind(Pick, choice(m, "play"))
    assert (3, 3) == (play.least, play.most)
    assert {"H8", "D9", "SJ", "C10"} >= set(play.pieces)
    assert "D2" not in play.pieces
    assert {Press} == {type(one) for one in lay_out(m, 1).choices if one.verb == "pass"}


@clause("GALA-2.2", "GALA-3.12", "GALA-5.4", "GALA-5.1")
def test_kinds_of_choices() -> None:
    """A card is tapped, a word is pressed, a meld has its number."""
    m = at_auction()
    assert 13 == len(of_kind(Tap, lay_out(m, 0).choices[0]).pieces)
    m = both_bid("S7", "HA", "H3")
    assert [Press, Press] == [type(one) for one in lay_out(m, 0).choices]
    m = auctioned(("C4 C5 C6 HJ HQ HK", ""))
    assert [1, 2] == of_kind(NumberChoice, choice(m, "show")).numbers
    m = scored(m)
    assert 4 == len([one for one in lay_out(m, 0).choices if isinstance(one, Press)])
    m = at_tricks("", "")
    assert Tap is type(choice(m, "play"))


def positions() -> list[Match]:
    """A position of each phase."""
    jokers: dict[str, Any] = {"variant": WITH_JOKERS}
    return [
        at_auction(), both_bid("S7", "HA", "H3"), auctioned(exchanges=False, **jokers),
        auctioned(("S8 H8 D8", "")), take(auctioned(("S8 H8 D8", "")), "name C"), melded(""),
        at_tricks("", ""), take(at_tricks("D5", "DA"), "play D5"), take(at_tricks("JR", "DA", **jokers), "play JR"),
        at_play_off(), take(left("C4 S5 H6 D9", "H8 D9 SJ C10 D2"), "play C4 S5 H6"), finish(at_play_off()),
        finish(at_play_off(initial={"score": [1000, 0]})),
    ]  # fmt: skip


def test_every_phase_is_said_in_both_languages() -> None:
    """For both seats and onlookers: a prompt without holes, other words in each language."""
    for m in positions():
        for viewer in (0, 1, -1):
            english, japanese = lay_out(m, viewer, "en"), lay_out(m, viewer, "ja")
            assert english.prompt != japanese.prompt
            assert english.phase.text != japanese.phase.text
            assert not [text for text in strings([english, japanese]) if "{" in text]


@clause("GALA-7.3")
def test_end_tells_the_game_points() -> None:
    """Who has won, and how many."""
    m = finish(at_play_off(initial={"score": [1000, 0]}))
    scene = lay_out(m, 0)
    assert scene.result is not None
    assert "4 game points" in " ".join(strings(scene))


@clause("GALA-1.7", "GALA-6.1")
def test_own_bids_are_seen_as_they_come_back() -> None:
    """While they are bid, what they make in the play-off is told to their owner."""
    m = auctioned(("S8 H8 D8", ""), ("C2 S2 D2 H9 S10 DJ", ""))
    assert "2 2 2" in status(m, 0)
    assert "2 2 2" not in status(m, 1)


@clause("GALA-5.4", "GALA-6.2")
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_suit_is_led_in_tricks_and_none_in_the_play_off(language: str) -> None:
    """There any combination lies; the suit of the last trick says nothing of it."""
    m = at_tricks("", "")
    m.act(turn(m), f"play {m.cards(turn(m))[0]}")
    assert "led" in [fact.name for fact in lay_out(m, turn(m), language).facts]
    m = take(left("H2 H3 H4 C2", HAND), "play H2 H3 H4")
    assert "led" not in [fact.name for fact in lay_out(m, turn(m), language).facts]
