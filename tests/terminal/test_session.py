"""The play loop, driven by scripted lines."""

from __future__ import annotations

import pytest

from tests.arranged import new_match
from tests.looking import sure
from tests.terminal.tables import StandIn, begun, played_out, sit, some_line, typed
from torite.bots import WeighedAction
from torite.match import Match
from torite.records import read, write
from torite.terminal.saves import Seating
from torite.terminal.session import At, Session


class Leads(StandIn):
    """Leads the nine of hearts; after that as ever."""

    def choose(self, match: Match, seat: int, offered: bool = False) -> str:
        """Lead the nine."""
        return "play H9" if "H9" in match.cards(seat) else super().choose(match, seat)


def leading(**more: object) -> Session:
    """Sit at a table where seat 0 is to lead."""
    session = sit("agurk", 4, hands={0: "S4 C9 D7 DQ HA S6 C6"}, dealer=3, **more)  # type: ignore[arg-type]
    begun(session)
    return session


def second_to_play() -> Session:
    """Sit at a table where the last player follows a nine."""
    match = new_match(
        "agurk", 2, names=["South", "North"], dealer=0, pause=True,
        hands={0: "S4 C9 D7 DQ HA S6 C6", 1: "H9 C2 D2 H2 S2 C3 D3"},
    )  # fmt: skip
    session = sit("agurk", 2, match=match)
    session.bots = Leads(Seating(0, {1: "simple"}, 1))
    begun(session)
    return session


@pytest.mark.parametrize(("game", "seats"), [("agurk", 4), ("gurka-is", 3), ("gurka-is", 4), ("gurka-se", 3)])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_match_is_played_to_its_end(game: str, seats: int, language: str) -> None:
    """A player who types codes gets through a whole match, and is told who won."""
    session = sit(game, seats, seed=3, language=language, options={"out_at": 11})
    said = played_out(session)
    assert session.match.over
    assert sure(session.look().result).text in "\n".join(said).replace("\n", "")


@pytest.mark.parametrize(
    "game", ["agurk-joker", "ogorek-contra", "rassi", "norwegian", "matapesa", "gurka-is-exchange"]
)
def test_every_kind_of_choice_can_be_made(game: str) -> None:
    """Exchanges, contra and whole hands are typed like cards."""
    session = sit(game, 4, seed=2, colours="256", options={"fixed_deals": 2})
    played_out(session)
    assert session.match.over


def test_numbers_play_the_cards_as_shown() -> None:
    """The hand is numbered weakest first: 1 is the four of spades."""
    session = leading()
    typed(session, "1")
    assert session.match.log.standing[2].actions == (session.match.game.verbs.parse("play S4")[0],)


ACE_OF_HEARTS = "7 ha HA AH ah play·ha PLAY·HA pl·ha p·7 ♥a A♥ ace·of·hearts the·ace·of·hearts a ７"


@pytest.mark.parametrize("line", [line.replace("·", " ") for line in ACE_OF_HEARTS.split()])
def test_one_card_in_many_ways(line: str) -> None:
    """Numbers, codes in either order, signs, names, beginnings."""
    session = leading()
    typed(session, line)
    assert "HA" not in session.match.cards(0)


def test_a_gesture_of_several_cards() -> None:
    """Three nines are led at once, by codes or by numbers."""
    for line in ("9c 9h 9s", "c9, h9, s9", "3 4 5", "play C9 H9 S9"):
        session = sit("gurka-is", 3, hands={0: "C9 H9 S9 D2 D3 DA"}, dealer=2)
        begun(session)
        held = session.menu().cards
        assert held[:2] == ("D2", "D3")
        numbers = [str(number) for number, code in enumerate(held, 1) if code[1:] == "9" and code[0] in "CHS"]
        typed(session, " ".join(numbers) if line == "3 4 5" else line)
        assert len(session.match.log.standing[2].actions) >= 3


def test_a_gesture_part_by_part() -> None:
    """Cards may be chosen one after the other; undo takes the parts back, and `done` closes."""
    session = sit("gurka-is", 3, hands={0: "C9 H9 S9 D2 D3 DA"}, dealer=2)
    begun(session)
    assert "Chosen so far: nine of clubs" in typed(session, "c9 +")
    assert len(session.match.log.standing) == 2
    assert "Taken back" in typed(session, "undo")
    typed(session, "c9 +", "h9 +", "done")
    assert "C9" not in session.match.cards(0)
    assert "H9" not in session.match.cards(0)


HARMLESS = """
0 8 99 -1 1·1 1·2 xyzzy c5 zz play play·c5 play·zz play·99 play·d7·+ d7 s6 undo hint ? ?·d7 ?·zz ?·CUC-3.4 last score
log rules rules·zz help save s done keep skip 🂡 + , ;·rm·-rf '·or·1=1 {0} %s \\ \x00\x01
"""


@pytest.mark.parametrize("line", [*(line.replace("·", " ") for line in HARMLESS.split()), "a" * 5000])
def test_what_is_wrong_changes_nothing(line: str) -> None:
    """Wrong and harmless input of many kinds: an answer, and the match as it was."""
    session = second_to_play()
    before = write(session.match, with_key=True)
    assert typed(session, line)
    assert write(session.match, with_key=True) == before
    assert session.at is At.TURN
    assert not session.match.gestures.draft(0)["parts"]


def test_why_not_cites_the_clause() -> None:
    """A refused card is explained with its clause; `?` explains every card that may not be played."""
    session = second_to_play()
    assert "CUC-3.4" in typed(session, "d7")
    assert "CUC-3.4" in typed(session, "? d7")
    assert typed(session, "?").count("(CUC-3.4)") == 3
    assert "allowed" in typed(session, "? 9c")
    assert "two kinds" in typed(session, "? cuc-3.4").replace("\n", " ")


def test_why_not_in_japanese() -> None:
    """The refusal speaks the table's language."""
    session = second_to_play()
    session.table = sit("agurk", 2, language="ja").table
    assert "いちばん弱い" in typed(session, "d7").replace("\n", "")


def test_ambiguous_beginnings_are_not_guessed() -> None:
    """A beginning that fits several things lists them."""
    session = leading()
    for line in ("s", "q", "c"):
        assert "could be" in typed(session, line)
    assert len(session.match.log.standing) == 2


def test_undo_goes_back_to_my_choice() -> None:
    """After the bots have answered, undo restores the choice; again it has nothing left."""
    session = leading()
    before = session.match.cards(0)
    typed(session, "4")
    assert session.match.cards(0) != before
    assert "Taken back" in typed(session, "undo")
    assert session.match.cards(0) == before
    assert "nothing" in typed(session, "undo")


def test_undo_after_the_deal() -> None:
    """A deal that is over can be taken back, too."""
    session = leading()
    while session.at is At.TURN:
        typed(session, some_line(session))
    assert session.match.turns.awaits_chance
    typed(session, "undo")
    assert session.match.actors == (0,)
    assert len(session.match.cards(0)) == 1


def test_undo_is_in_the_record() -> None:
    """What was taken back stands in the record, which still reads back."""
    session = leading()
    typed(session, "4", "undo", "5")
    text = write(session.match, with_key=True)
    assert ": undo" in text
    assert read(text).scores == session.match.scores


def test_hint_compares_with_the_next_best() -> None:
    """The best action, and how much better it is."""
    answer = typed(leading(), "hint")
    assert "It should be worth about 1.0 points more than" in answer.replace("\n", " ")


def test_hint_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the best choice alone: what two have in common is no reason for one of them."""
    session = sit("agurk", 2, hands={0: "HA C2 D2 H2 S2 C3 D3", 1: "C9 D9 H9 S9 C8 D8 H8"}, dealer=1)
    for behind, said in ((2.0, True), (0.0, False)):
        weighed = [WeighedAction("play HA", 0.0), WeighedAction("play C3", behind)]
        monkeypatch.setattr(session.bots, "advise", lambda *_, weighed=weighed: weighed)
        answer = typed(session, "hint").replace("\n", " ")
        assert said == ("kept for the last trick, it could cost you 14." in answer)


def test_hint_does_not_tell_apart_what_is_equal_in_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search does so by chance; what is told of is the next choice that is another."""
    session = sit("agurk", 2, hands={0: "HA C2 D2 H2 S2 C3 D3", 1: "C9 D9 H9 S9 C8 D8 H8"}, dealer=1)
    threes = [WeighedAction("play C3", 0.0), WeighedAction("play D3", 0.4)]
    for weighed, said in (
        ([*threes, WeighedAction("play HA", 0.6)], "0.6 points more than: Play ace of hearts"),
        (threes, "Play three of diamonds is about as good. Suits do not count."),
    ):
        monkeypatch.setattr(session.bots, "advise", lambda *_, weighed=weighed: weighed)
        assert said in typed(session, "hint").replace("\n", " ")


def test_forced_plays_are_taken() -> None:
    """With --auto the last card plays itself, and undo goes back to a real choice."""
    session = leading(forced=True)
    while session.at is At.TURN:
        assert len(session.match.actions(0)) > 1
        typed(session, some_line(session))
    typed(session, "undo")
    assert len(session.match.actions(0)) > 1


def test_the_loser_learns_why() -> None:
    """Who loses a deal reads the card, the clause, and when it could have gone."""
    session = sit("agurk", 2, hands={0: "HA C2 D2 H2 S2 C3 D3", 1: "C9 D9 H9 S9 C8 D8 H8"}, dealer=1)
    begun(session)
    said = ""
    while session.at is At.TURN:
        said = typed(session, "1")  # always the weakest
    said = said.replace("\n", " ")
    assert "The last trick costs you 14: the ace of hearts. (CUC-4.2)" in said
    assert "your ace of hearts was the strongest card" in said
    assert "In trick 6 you could have played it" in said


def test_the_account_is_told_once_and_again_on_demand() -> None:
    """At the pause, score shows the account; any card says that the deal is over."""
    session = leading()
    while session.at is At.TURN:
        typed(session, some_line(session))
    assert "The deal:" in typed(session, "score")
    assert "Enter" in typed(session, "1")
    assert session.match.turns.awaits_chance
    typed(session, "")
    assert not session.match.turns.awaits_chance


def test_quit_leaves() -> None:
    """Quit ends the session, not the match."""
    session = leading()
    typed(session, "quit")
    assert session.at is At.LEFT
    assert not session.match.over


class Scripted(StandIn):
    """Plays these cards, one after the other."""

    def __init__(self, cards: str) -> None:
        super().__init__(Seating(0, {1: "simple"}, 1))
        self.cards = cards.split()

    def choose(self, match: Match, seat: int, offered: bool = False) -> str:
        """Play the next."""
        return f"play {self.cards.pop(0)}"


def last_words(mine: str, theirs: str, dealer: int, *lines: str) -> str:
    """Play a short deal against somebody who plays these cards in order; return what is said at its end."""
    size = str(len(mine.split()))
    session = sit("agurk", 2, hands={0: mine, 1: theirs}, dealer=dealer, options={"hand_size": size})
    session.bots = Scripted(theirs)
    begun(session)
    return typed(session, *lines).replace("\n", " ")


def test_a_right_card_is_not_blamed() -> None:
    """Who parted with a stronger card when the losing one was open too did well: nothing was missed."""
    said = last_words("HA DK C2", "CA DA C3", 1, "ha", "c2", "dk")
    assert "your king of diamonds was the strongest card" in said
    assert "You never had the chance to part with it earlier." in said


def test_a_weaker_card_in_its_place_is() -> None:
    """The ace was open to the lead, and the two was led."""
    said = last_words("HA C2", "C3 CK", 1, "c2", "ha")
    assert "In trick 1 you could have played it, and played this instead: two of clubs." in said


def test_a_tie_is_told() -> None:
    """Nobody's card was stronger than mine, and one was as strong."""
    said = last_words("HA C2", "C3 SA", 1, "c2", "ha") + last_words("HA C2", "C3 SA", 0, "c2", "ha")
    assert "nobody's last card was stronger than your ace of hearts" in said


def test_a_clause_is_written_without_its_signs() -> None:
    """Its words are set apart in a page of Markdown, not in a terminal."""
    told = typed(sit("flashpoint", 4), "? flash-7.3").replace("\n", " ")
    assert "Void flash" in told
    assert "*" not in told
