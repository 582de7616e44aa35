"""What may be taken out of turn, at the terminal: bots are asked before every choice, the person has it in her menu."""

from __future__ import annotations

from typing import Any

import pytest

from tests.arranged import new_match
from tests.games.doppelkopf.builders import filled, plain_hand, trump_hand
from tests.kit import haggling
from tests.looking import of_kind
from tests.terminal.pictures import ANSI
from tests.terminal.tables import begun, sit, typed
from torite.bots import WeighedAction
from torite.match import Match
from torite.records import write
from torite.scenes.choice_schema import Tap
from torite.terminal import asked
from torite.terminal.session import At, Session
from torite.words import numeral

NAMES = ("South", "West", "North", "East")
HANDS = ("CQ CQ H10 D9", "", "H10", "")  # South is Re alone
ANNOUNCE = "announce "


class Scripted:
    """Chooses the first duty; announces, once each, what its script says as soon as it may.

    Args:
        script: announcements of a seat, `"2 contra"`, in the order in which they are to be made.
    """

    def __init__(self, *script: str) -> None:
        self.script = [(int(line[0]), ANNOUNCE + line[2:]) for line in script]
        self.asked: list[tuple[int, int, bool]] = []  # entries so far, seat, whether out of turn

    def choose(self, match: Match, seat: int, offered: bool = False) -> str:
        """Take what the script says, else wait or do the first duty."""
        self.asked.append((len(match.log), seat, offered))
        if offered:
            return self._offer(match, seat)
        return next(action for action in match.actions(seat) if not action.offer).code.removesuffix(" +")

    def _offer(self, match: Match, seat: int) -> str:
        codes = [action.code for action in match.actions(seat) if action.offer]
        assert codes
        for line in self.script:
            if line[0] == seat and line[1] in codes:
                self.script.remove(line)
                return line[1]
        return "wait"

    def advise(self, match: Match, seat: int) -> list[WeighedAction]:
        """Know nothing."""
        raise AssertionError("nobody asks")


def table(*script: str, hands: tuple[str, ...] = HANDS, dealer: int = 3, **how: Any) -> tuple[Session, Scripted]:
    """Sit down as South in a normal game of one deal that is still to be bid."""
    options = {"deal_count": "1"}
    match = new_match("doppelkopf", 4, options, names=NAMES, hands=filled(hands), dealer=dealer, pause=True, seed=1)
    session = sit("doppelkopf", 4, match=match, **how)
    bots = Scripted(*script)
    session.bots = bots
    return session, bots


def leading(*script: str, **how: Any) -> tuple[Session, Scripted, str]:
    """The same, all have passed and South is to lead; also what was said since South passed."""
    session, bots = table(*script, **how)
    begun(session)
    return session, bots, typed(session, "pass")


def entries(session: Session) -> list[str]:
    """What has happened since the play began, as a record tells it: `2: announce contra`."""
    lines = write(session.match, with_key=True).split("\n")
    said = [line for line in lines if line[:3] in ("0: ", "1: ", "2: ", "3: ")]
    return [line for line in said if line[3:] != "pass"]


def ask_rounds(bots: Scripted) -> list[tuple[int, int]]:
    """Who was asked out of turn, and after how many entries."""
    return [(number, seat) for number, seat, offered in bots.asked if offered]


def play_first(session: Session) -> str:
    """Play the first card that may be played."""
    choice = next(choice for choice in session.look().choices if choice.verb == "play")
    return typed(session, f"play {of_kind(Tap, choice).pieces[0]}")


# bots


def test_bots_announce_out_of_turn_before_the_person_leads() -> None:
    """Nobody but the person is in turn; what they announce is told before the question what to play."""
    session, _, said = leading("2 contra", "1 90")
    assert (0,) == session.match.actors
    assert session.at is At.TURN
    assert ["1: announce 90"] == entries(session), "which says Contra for North, too"
    session, _, said = leading("1 contra", "2 90")
    assert ["1: announce contra", "2: announce 90"] == entries(session)
    assert said.index("West: “Contra!”") < said.index("North: “No 90!”") < said.index("Lead any card.")


def test_bots_are_asked_clockwise_from_whoever_is_in_turn() -> None:
    """West before North before East where South leads; one that announces begins the round anew."""
    session, bots, _ = leading("2 contra")
    first = min(number for number, _ in ask_rounds(bots))
    assert [(first, 1), (first, 2), (first + 1, 1), (first + 1, 2), (first + 1, 3)] == ask_rounds(bots)
    assert ["2: announce contra"] == entries(session)


def test_bots_are_asked_before_a_duty_of_one_of_them() -> None:
    """Nobody plays a card before all bots have let their announcements pass."""
    session, bots, _ = leading()
    bots.asked.clear()
    play_first(session)
    duties = [number for number, _, offered in bots.asked if not offered][:3]
    assert 3 == len(duties), "the others have followed"
    for number in duties:
        round_ = [(seat, offered) for at, seat, offered in bots.asked if at == number]
        assert (False, True) == (round_[-1][1], all(offered for _, offered in round_[:-1]))
        assert {1, 2, 3} == {seat for seat, offered in round_ if offered}
        assert round_[0][0] == round_[-1][0], "from the one in turn on"


def test_an_announcement_comes_before_the_card_of_whoever_is_in_turn() -> None:
    """East wants to say Contra when North has played; East says it, and then plays."""
    session, _, _ = leading()
    session.bots = _Late(3, after="2: play")
    play_first(session)
    told = [line if "announce" in line else line[:7] for line in entries(session)]
    assert ["0: play", "1: play", "2: play", "3: announce contra", "3: play"] == told[:5]


class _Late(Scripted):
    """Announces Contra as soon as an entry of that kind is the last one."""

    def __init__(self, seat: int, after: str) -> None:
        super().__init__(f"{seat} contra")
        self.after = after

    def _offer(self, match: Match, seat: int) -> str:
        last = match.log.standing[-1]
        told = f"{last.seat}: {match.game.verbs.gesture_text(last.actions)}"
        return super()._offer(match, seat) if told.startswith(self.after) else "wait"


def test_a_bot_that_waits_is_asked_once_an_entry() -> None:
    """Over a whole deal: each bot at most once after each entry, and never when it has nothing to announce."""
    session, bots, _ = leading("1 contra")
    for line in ("?", "score", "log", "xyzzy", "play", "announce contra", "undo x"):
        typed(session, line)
    asked = ask_rounds(bots)
    while session.at is At.TURN:
        play_first(session)
    rounds = ask_rounds(bots)
    assert asked == rounds[: len(asked)]
    assert len(rounds) == len(set(rounds))
    assert len(rounds) > len(asked)
    assert 0 not in {seat for _, seat in rounds}, "the person decides for herself"


def test_what_is_typed_in_vain_asks_nobody_again() -> None:
    session, bots, _ = leading()
    asked = list(bots.asked)
    for line in ("", "?", "score", "announce contra", "announce", "13 14", "play", "last", "rules", "help"):
        typed(session, line)
    assert asked == bots.asked
    assert session.at is At.TURN


def test_parts_taken_back_ask_nobody_again() -> None:
    """An entry is none before its gesture is complete: bots are not asked between its parts."""
    with haggling.toys_listed():
        match = haggling.playing(bids=(0, 0, 0, 0), initial={"dealer": 3}, pause=True)
        session = sit("haggle", 4, match=match)
        bots = Scripted()
        session.bots = bots
        begun(session)
        asked = list(bots.asked)
        assert {1, 2, 3} == {seat for _, seat, offered in asked if offered}
        typed(session, "lay S5 +")
        assert session.match.gestures.draft(0)["parts"]
        typed(session, "undo")
        assert not session.match.gestures.draft(0)["parts"]
        assert asked == bots.asked


def test_bots_are_asked_again_after_undo() -> None:
    """An announcement made after the person's card is gone with it, and may be made again."""
    session, _, _ = leading()
    late = _Late(3, after="2: play")
    session.bots = late
    play_first(session)
    assert any("announce" in line for line in entries(session))
    late.script = [(3, "announce contra")]
    typed(session, "undo")
    assert [] == [entry for entry in session.match.log.standing if entry.seat == 3 and not _passes(session, entry)]
    assert (0,) == session.match.actors
    play_first(session)
    announced = [line for line in entries(session) if line == "3: announce contra"]
    assert 2 == len(announced), "the first is undone and stays in the record"
    assert 1 == session.match.public.called[1]


def _passes(session: Session, entry: Any) -> bool:
    return session.match.game.verbs.gesture_text(entry.actions) == "pass"


# the person


def announcements(session: Session) -> dict[str, int]:
    """The announcements in the menu, each with its number."""
    choices = session.menu()
    numbered = enumerate((code for code, _ in choices.words), len(choices.cards) + 1)
    return {code: number for number, code in numbered}


def test_the_person_sees_announcements_in_the_menu() -> None:
    """After the cards, each with a number; as long as they may be made."""
    session, _, said = leading()
    found = announcements(session)
    assert [f"announce {level}" for level in ("re", "90", "60", "30", "schwarz")] == list(found)
    assert list(range(13, 18)) == list(found.values())
    assert "13 Re!, 14 No 90!, 15 No 60!, 16 No 30!, 17 Schwarz!" == said.split("\n")[-1]
    play_first(session)
    assert "announce re" in announcements(session), "eleven cards"
    play_first(session)
    assert "announce re" not in announcements(session), "ten cards"


@pytest.mark.parametrize(("language", "line"), [("en", "Re!"), ("ja", "レー！")])
@pytest.mark.parametrize("how", ["number", "code", "beginning", "capitals"])
def test_the_person_announces_at_her_turn(language: str, line: str, how: str) -> None:
    """By number, which is asked about, code or the beginning of the code; then she still has to play."""
    session, _, _ = leading(language=language)
    assert line == dict(session.menu().words)["announce re"]
    ways = {
        "number": str(announcements(session)["announce re"]), "code": "announce re", "beginning": "announce r",
        "capitals": "ANNOUNCE RE",
    }  # fmt: skip
    if how == "number":
        typed(session, ways[how])
        assert [] == entries(session)
        ways[how] = "yes"
    assert line.rstrip("!！") in typed(session, ways[how])
    assert ["0: announce re"] == entries(session)
    assert (0,) == session.match.actors
    assert session.at is At.TURN
    assert "announce re" not in announcements(session)
    play_first(session)
    assert entries(session)[1].startswith("0: play")


def test_the_person_types_the_words_on_the_screen() -> None:
    session, _, _ = leading()
    typed(session, "no 60!")
    assert ["0: announce 60"] == entries(session)


def test_a_beginning_that_fits_several_announcements_is_not_guessed() -> None:
    session, _, _ = leading()
    said = typed(session, "ann")
    assert "could be" in said
    assert "announce 30, announce schwarz" in plain_text(said)
    assert [] == entries(session)


def test_why_not_tells_of_announcements_that_are_not_hers() -> None:
    """What is not in the menu is not understood; a question mark says why."""
    session, _, _ = leading()
    typed(session, "announce contra")
    assert [] == entries(session)
    assert "(DOKO-10.2)" in plain_text(typed(session, "?"))


def test_the_person_may_announce_twice_in_a_turn() -> None:
    """Each is an entry of its own, and bots may answer between them."""
    session, bots, _ = leading()
    bots.script = [(2, "announce contra")]
    typed(session, "announce re")
    assert ["0: announce re", "2: announce contra"] == entries(session)
    typed(session, "announce 90")
    assert "0: announce 90" == entries(session)[-1]


def test_an_announcement_may_be_undone() -> None:
    session, _, _ = leading()
    typed(session, "announce re")
    assert "Taken back" in typed(session, "undo")
    assert "announce re" in announcements(session)
    assert 0 == session.match.public.called[2]


def test_a_forced_card_waits_while_an_announcement_is_open() -> None:
    """With --auto a single card is played by itself, but not before the person could have announced."""
    hands = (trump_hand("CK CQ CQ H10"), "", "", "C9 C9")  # East leads clubs, and South has one
    session, _, _ = leading(hands=hands, dealer=2, forced=True)
    assert ["3: play C9"] == entries(session)
    assert ["CK"] == [p for choice in session.look().choices if isinstance(choice, Tap) for p in choice.pieces]
    typed(session, "announce schwarz")
    assert ["3: play C9", "0: announce schwarz", "0: play CK"] == entries(session)[:3]


# the score sheet


def finished(**how: Any) -> tuple[Session, str]:
    """Play a whole match of one deal; also what was said with the last card."""
    session, _, said = leading("2 contra", **how)
    while session.at is At.TURN:
        said = play_first(session)
    assert session.at is At.END
    return session, said


def plain_text(said: str) -> str:
    """What was said, without line breaks and the spaces that hold words together."""
    return " ".join(said.replace("\u2060", "").replace("\xa0", " ").split())


@pytest.mark.parametrize("colours", ["", "256"])
@pytest.mark.parametrize("asked", [False, True])
def test_the_sheet_is_told_at_the_end(asked: bool, colours: str) -> None:
    """By itself with the last card, and by `score`: as sentences, or as a table with a column for everybody."""
    session, said = finished(colours=colours)
    told = plain_text(_uncoloured(typed(session, "score") if asked else said))
    (row,) = session.match.score_sheet.deals
    seats = list(zip(("You", *NAMES[1:]), row.changes, row.scores, strict=True))
    party = {"re_wins": "Re", "contra_wins": "Contra"}[row.notes[-1].line.key]
    text = f"A normal game is played. {party} wins with {row.notes[-1].amount} card points."
    if colours:
        numbers = " ".join(f"{numeral(change, '+d')} {numeral(score)}" for _, change, score in seats)
        assert f"The deals: You West North East 1 {numbers} {text}" in told
    else:
        after = ", ".join(f"{name} {numeral(change, '+d')} = {numeral(score)}" for name, change, score in seats)
        assert f"The deals: 1. {text} {after}" in told


def test_the_sheet_in_japanese() -> None:
    session, said = finished(language="ja")
    assert "各ディール" in said
    assert "通常ゲームです" in typed(session, "score")


@pytest.mark.parametrize("colours", ["", "256"])
def test_a_deal_that_was_not_scored_has_a_dash(colours: str) -> None:
    """It stands on the sheet with its reason, and changes nothing."""
    hands = filled(["", "", "", plain_hand("D9 DK")])
    match = new_match("doppelkopf", 4, {"deal_count": "1"}, names=NAMES, hands=hands, dealer=3, pause=True, seed=1)
    for code in ("pass", "pass", "pass", "reserve", "bid poverty", "offer D9 DK CA", "refuse", "refuse", "refuse"):
        match.act(match.actors[0], code)
    session = sit("doppelkopf", 4, match=match, colours=colours)
    session.bots = Scripted()
    begun(session)
    assert session.at is At.PAUSE
    told = plain_text(_uncoloured(typed(session, "score")))
    why = "East plays: poverty. Nobody takes the cards of East: the deal is thrown in."
    nothing = "You +0 = 0, West +0 = 0, North +0 = 0, East +0 = 0"
    assert (f"– · 0 · 0 · 0 · 0 {why}" if colours else f"–. {why} {nothing}") in told


def test_the_sheet_is_not_told_before_a_deal_is_over() -> None:
    session, _, _ = leading()
    assert "The deals:" not in typed(session, "score")


def _uncoloured(said: str) -> str:
    return ANSI.sub("", said)


def test_the_person_types_japanese_words_as_they_stand() -> None:
    session, _, _ = leading(language="ja", hands=("CQ H10", "", "CQ", ""))
    typed(session, "レー！")
    assert ["0: announce re"] == entries(session)


@pytest.mark.parametrize("width", [79, 40, 20])
def test_the_sheet_is_no_wider_than_the_screen(width: int) -> None:
    match = Match("agurk", 7, {"out_at": "5"}, names=[f"Player {n}" for n in range(7)], seed=2, pause=True)
    while not match.score_sheet.deals:
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    session = sit("agurk", 7, match=match, colours="256", width=width)
    told = list(asked.sheet(session.table, session.look()))
    lines = [ANSI.sub("", line) for text in told for line in text.split("\n")]
    assert len(lines) > 1
    assert max(map(len, lines)) <= width
