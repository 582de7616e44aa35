"""Cards that stand for others at the terminal, and lines on what can be bet on: Perlaggen, typed."""

from __future__ import annotations

import re

import pytest

from tests.arranged import new_match
from tests.terminal.tables import StandIn, begun, sit, typed
from torite.match import Match
from torite.terminal.reading import Menu, menu, read
from torite.terminal.saves import Seating
from torite.terminal.session import Session

HANDS = {0: "H9 S8 CK D7 C10", 1: "HA HK C9 DA S9", 2: "D8 CQ HJ SQ D9", 3: "HQ DK CJ SK H10"}


class Quiet(StandIn):
    """Stand-ins who never bet."""

    def choose(self, match: Match, seat: int, offered: bool = False) -> str:
        """Do what must be done, and no more."""
        return "wait" if offered else super().choose(match, seat)


def table(language: str = "en", colours: str = "") -> Session:
    """I lead to the first trick; spades are trumps, and my ♦7 is wild."""
    match = new_match("perlaggen", seed=1, hands=HANDS, places={"turned": "S10"}, dealer=3, pause=True)
    while match.turns.awaits_chance:
        match.go_on()
    session = sit("perlaggen", 4, match=match, language=language, colours=colours)
    session.bots = Quiet(Seating(0, dict.fromkeys(range(1, 4), "simple"), 1))
    return session


def number(session: Session, code: str) -> int:
    """Where a card lies in my hand."""
    return session.menu().cards.index(code) + 1


def shown_menu(*stems: str) -> Menu:
    """What may be typed where figures are shown: with the ♦7 in them."""
    session = table()
    choices = menu(session.look(), session.match.game)
    stands = dict.fromkeys(stems, ("D7",))
    return Menu(choices.pack, choices.names, choices.cards, {}, stands, choices.others, ())


def test_what_a_card_may_stand_for_is_one_line() -> None:
    """The best few, how many there are, and what is typed for any of them."""
    session = table()
    said = begun(session)
    place = number(session, "D7")
    line = rf"Play {place} seven of diamonds as (\w+ of \w+, )+or any of 32 cards: {place}=\w+"
    assert 1 == len(re.findall(line, " ".join(said.split())))
    assert len(said) < 1600


@pytest.mark.parametrize(
    "line",
    ["d7 as ha", "D7=HA", "play d7 as ha", "pl 7d as ah", "♦7 as ♥a", "{n}=ha", "{n} as a♥", "d7 as ace of hearts",
     "seven of diamonds as the ace of hearts", "play seven of diamonds=ha"],
)  # fmt: skip
def test_it_is_typed_in_many_ways(line: str) -> None:
    """The log tells both cards, and the trick has both."""
    session = table()
    begun(session)
    said = typed(session, line.format(n=number(session, "D7")))
    assert "You play the seven of diamonds (as the ace of hearts)." in said


def test_without_a_word_it_is_itself() -> None:
    session = table()
    begun(session)
    assert "You play the seven of diamonds." in typed(session, str(number(session, "D7")))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("claim gleich hq d7 as cq", "claim gleich HQ D7 as CQ"),
        ("d7=cq hq", "claim gleich D7 as CQ HQ"),
        ("claim d7 as cq hq +", "claim gleich D7 as CQ HQ +"),
    ],
)
def test_a_figure_is_typed_with_what_its_cards_stand_for(line: str, code: str) -> None:
    assert code == read(line, shown_menu("claim gleich")).code


def test_two_verbs_are_told_apart() -> None:
    """A card alone may mean both; with the verb it is clear."""
    choices = shown_menu("claim gleich", "claim hanger")
    assert "read.ambiguous" == read("d7=cq", choices).problem
    assert "claim hanger D7 as CQ" == read("claim hanger d7=cq", choices).code


@pytest.mark.parametrize("line", ["d7 as", "d7 as zz", "zz as ha", "as ha", "d7="])
def test_what_is_not_understood_is_said(line: str) -> None:
    session = table()
    begun(session)
    assert not read(line, session.menu()).code


@pytest.mark.parametrize("colours", ["", "truecolor"])
def test_what_can_be_bet_on_is_told(colours: str) -> None:
    """A line each, with its worth; a bet by its code changes it."""
    session = table(colours=colours)
    said = begun(session)
    for element in ("Gleich", "Hanger", "Spiel"):
        assert f"{element}: worth 1." in said
    session.match.act(session.seat, "bet spiel")
    (line,) = [line for line in session.table.position(session.look(), session.menu()).splitlines() if "Spiel:" in line]
    assert "worth 1, a bet is on for 2." in line


def test_a_figure_that_is_shown_is_told_once() -> None:
    """Its cards are in the hand too, as everybody knows."""
    session = table()
    begun(session)
    session.match.act(0, "concede spiel")
    session.match.act(1, "claim gleich HA DA")
    said = " ".join(session.table.position(session.look(), session.menu()).split())
    told = "Seat 1, Shown: ace of hearts, ace of diamonds."
    assert told in said.replace("ace of diamonds, ace of hearts", "ace of hearts, ace of diamonds")
    assert "Seat 1, Hand" not in said


@pytest.mark.parametrize(("language", "line"), [("en", "leave"), ("ja", "任せる")])
def test_an_answer_may_be_left_to_the_partner(language: str, line: str) -> None:
    """Who could answer is told that the partner may too; one word lets them."""
    session = table(language)
    begun(session)
    session.match.act(1, "bet spiel")
    assert session.match.names[2] in " ".join(session._run())
    number = len(session.match.log)
    typed(session, line)
    answer = session.match.log[number]
    assert 2 == answer.seat
    assert session.match.game.verbs.gesture_text(answer.actions) in ("hold", "good", "raise")


def test_nothing_is_left_to_a_partner_who_may_not_decide() -> None:
    """A card of one's own is one's own."""
    session = table()
    begun(session)
    number = len(session.match.log)
    assert session.table.say("partner.nothing") in typed(session, "leave")
    assert number == len(session.match.log)


def test_in_japanese() -> None:
    session = table("ja")
    said = begun(session)
    assert "32枚のどれかとして" in said
    assert "いま1点" in said
