"""What costs something is asked about at the terminal before it is done, and done when it is meant."""

from __future__ import annotations

import pytest

from tests.aloud import take
from tests.games.flashpoint.builders import N, table
from tests.terminal.tables import begun, sit, typed
from torite.terminal.session import Session

LANGUAGES = pytest.mark.parametrize(
    ("language", "yes", "no", "question", "then_not"),
    [
        ("en", "yes", "no", "the other team gets 15", "Then not."),
        ("ja", "はい", "いいえ", "相手に15点", "やめておきます"),
    ],
)
PAYS, OBEYS = "DK", "D9"  # to the command to lead a nine


def commanded(language: str = "en") -> Session:
    """Sit as N, who leads, whom the partner commands to lead a nine, and who could."""
    match = take(table("DK D9 SA S8 S7 H7 H8 C7"), "command lead 9")
    session = sit("flashpoint", 4, match=match, language=language)
    begun(session)
    return session


def number_of(session: Session, card: str) -> str:
    """The number that stands before a card of the hand."""
    return str(session.menu().numbers([card])[0])


def led(session: Session) -> list[str]:
    """What N has led."""
    own = [entry for entry in session.match.log.standing if entry.seat == N]
    return [session.match.game.verbs.text(number) for entry in own for number in entry.actions]


def typings(session: Session) -> list[str]:
    """The ways to type the card that pays."""
    return [number_of(session, PAYS), PAYS, f"play {PAYS}"]


@LANGUAGES
def test_a_card_that_pays_is_asked_about_however_it_is_typed(
    language: str, yes: str, no: str, question: str, then_not: str
) -> None:
    """By its number or its name: nothing is led before the answer, and nothing after a no."""
    session = commanded(language)
    for line in typings(session):
        assert question in typed(session, line).replace("\n", "")
        assert [] == led(session)
        assert then_not in typed(session, no)
        assert [] == led(session)
    typed(session, PAYS, yes)
    assert [f"play {PAYS}"] == led(session)[:1]


def test_typed_again_it_is_meant() -> None:
    """As a card that is tapped twice."""
    session = commanded()
    typed(session, PAYS, PAYS)
    assert [f"play {PAYS}"] == led(session)[:1]


def test_another_card_takes_the_question_back() -> None:
    """A later yes answers nothing."""
    session = commanded()
    typed(session, PAYS, "SA")
    assert [] == led(session)
    assert "not understood" in typed(session, "help", "yes")
    assert [] == led(session)


def test_a_card_that_obeys_is_not_asked_about() -> None:
    session = commanded()
    typed(session, OBEYS)
    assert [f"play {OBEYS}"] == led(session)[:1]


def test_what_a_card_costs_stands_beside_it() -> None:
    """Among the cards that may be led, and not beside one that obeys."""
    session = commanded()
    told = " ".join(session.table.choices(session.look(), session.menu())).replace("\N{NO-BREAK SPACE}", " ")
    assert 7 == told.count("−15")
    assert "♦9 −15" not in told
