"""Tiles and dice at the terminal: how they are typed, what is told of them, and whole matches of them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from rich.cells import cell_len

from tests.games.bingo import builders as bingo
from tests.games.cribbage_dice.builders import EXTRA, NOTHING
from tests.games.cribbage_dice.builders import table as dice_table
from tests.games.domino_cribbage import builders as tiles
from tests.looking import sure
from tests.terminal.pictures import ANSI
from tests.terminal.tables import begun, played_out, sit, typed
from torite.match import Match
from torite.terminal.session import At, Session
from torite.words import LANGUAGES

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
BINGO, TILES, DICE = "bingo", "domino-cribbage", "cribbage-dice"
HAND = "6-4 5-0 2-1 0-0"
TYPED = ("4", "5", "5-0")  # of a hand held by value: 0-0 2-1 5-0 6-4


def seated(m: Match, language: str = "en", picture: bool = False, width: int = 79) -> Session:
    """Sit down at seat 0, and begin."""
    m.rename(NAMES[: m.seats])
    session = sit(m.variant.name, m.seats, match=m, language=language, colours="256" if picture else "", width=width)
    begun(session)
    return session


def playing(language: str = "en", **how: Any) -> Session:
    """Domino Cribbage, the crib laid away: seat 0 leads from this hand; the starter is the double five."""
    return seated(tiles.begin(HAND, "6-3 4-4 1-1 1-0", "5-5"), language, **how)


def laying(language: str = "en", **how: Any) -> Session:
    """The same, two of six tiles still to be laid into the crib."""
    return seated(tiles.table(HAND, "6-3 4-4 1-1 1-0", "5-5"), language, **how)


def rolling(*rolls: str, language: str = "en", **how: Any) -> Session:
    """Cribbage Dice: seat 0 has rolled one, five, five, six; the starter is a ten. More rolls may follow."""
    return seated(dice_table("10 5 5 6 1", *rolls), language, **how)


def entries(session: Session, seat: int = 0) -> list[str]:
    """What a seat has done."""
    verbs = session.match.game.verbs
    return [verbs.gesture_text(entry.actions) for entry in session.match.log.standing if entry.seat == seat]


def flat(said: str) -> str:
    """What was said without colours, breaks and the spaces that hold words together."""
    return " ".join(ANSI.sub("", said).replace("\u2060", "").replace("\xa0", " ").split())


def shown(session: Session) -> str:
    """The position."""
    choices = session.menu()
    return ANSI.sub("", session.table.position(session.look(), choices)).replace("\u2060", "").replace("\xa0", " ")


# tiles as they are typed


def test_a_hand_of_tiles_is_numbered_from_the_lowest() -> None:
    assert "Your tiles: 1 double blank, 2 two-one, 3 five-blank, 4 six-four." in flat(shown(playing()))


WAYS = "4, 6-4, 4-6, six-four, Six-Four, the six-four, [6-4], play 4, play 6-4, play 4-6, pl 4-6, play six-four, ６-４"


@pytest.mark.parametrize("line", WAYS.split(", "))
def test_a_tile_is_typed_in_many_ways(line: str) -> None:
    session = playing()
    typed(session, line)
    assert ["play 6-4"] == entries(session)[1:]


@pytest.mark.parametrize("line", ["1", "0-0", "double blank", "the double blank", "play double blank", "Double Blank"])
def test_the_double_blank_is_typed_in_many_ways(line: str) -> None:
    session = playing()
    typed(session, line)
    assert ["play 0-0"] == entries(session)[1:]


@pytest.mark.parametrize(
    ("line", "code"),
    [("6と4", "6-4"), ("ブランクのダブル", "0-0"), ("5とブランク", "5-0"), ("４", "6-4"), ("４-６", "6-4")],
)
def test_a_tile_is_typed_in_japanese(line: str, code: str) -> None:
    session = playing("ja")
    typed(session, line)
    assert [f"play {code}"] == entries(session)[1:]


@pytest.mark.parametrize("line", ["1 2", "0-0 2-1", "1-2 0-0", "crib 1 2", "crib 0-0 1-2", "1,2", "crib 2 1"])
def test_two_tiles_are_laid_into_the_crib(line: str) -> None:
    session = laying()
    typed(session, line)
    assert {"crib", "0-0", "2-1"} == set(entries(session)[0].split())


def test_one_tile_for_the_crib_waits_for_another() -> None:
    session = laying()
    typed(session, "0-0")
    assert [] == entries(session)
    assert "Chosen so far: double blank." in flat(shown(session))


@pytest.mark.parametrize("line", ["0", "5", "99", "play 5"])
def test_a_number_that_no_tile_has_is_told_so(line: str) -> None:
    session = playing()
    assert f"There is no number {line.split()[-1]}; your tiles are 1 to 4." == flat(typed(session, line))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0-4", "You do not hold the four-blank."),
        ("play 6-6", "You do not hold the double six."),
        ("7-1", "tile's number"),
    ],
)
def test_a_tile_that_is_not_held_is_refused(line: str, answer: str) -> None:
    session = playing()
    assert answer in flat(typed(session, line))
    assert [] == entries(session)[1:]


def test_a_tile_that_is_too_high_is_refused_with_its_reason() -> None:
    session = seated(tiles.play(tiles.begin("6-6 6-5 6-4 0-0", "5-5 5-4 5-3 4-4"), "6-6 5-5"))
    assert "beyond 31" in flat(typed(session, "6-5"))


# dice as they are typed


@pytest.mark.parametrize("line", ["5 5", "5, 5", "roll 5 5", "ro 5 5", "５ ５", "ROLL 5 5"])
def test_a_face_typed_twice_is_two_equal_dice(line: str) -> None:
    session = rolling("3 9")
    typed(session, line)
    assert ["roll 5 5"] == entries(session)


@pytest.mark.parametrize("line", ["5", "roll 5", "five", "the five"])
def test_a_face_typed_once_is_one_die(line: str) -> None:
    session = rolling("9")
    typed(session, line)
    assert ["roll 5"] == entries(session)
    assert ["1", "5", "6", "9"] == session.match.cards(0)


def test_a_face_is_typed_in_japanese() -> None:
    session = rolling("9", language="ja")
    typed(session, "6の目")
    assert ["roll 6"] == entries(session)


def test_a_number_is_a_face_and_not_a_place() -> None:
    """Four dice lie there: 4 is none of them, and 6 is one."""
    session = rolling("9")
    assert "4 is no die of yours; faces go from 1 to 12." == flat(typed(session, "4"))
    typed(session, "6")
    assert ["roll 6"] == entries(session)


@pytest.mark.parametrize("line", ["0", "13", "7", "roll 7", "5 7", "999"])
def test_a_face_that_is_not_there_is_told_so(line: str) -> None:
    session = rolling()
    assert f"{line.split()[-1]} is no die of yours; faces go from 1 to 12." == flat(typed(session, line))
    assert [] == entries(session)


def test_a_face_that_is_not_there_is_told_so_in_japanese() -> None:
    assert "13の目のダイスはありません。目は1から12までです。" == flat(typed(rolling(language="ja"), "13"))


def test_more_equal_dice_than_there_are_are_refused_in_a_sentence() -> None:
    """There are two fives; the name of a die has an article of its own."""
    session = rolling()
    said = flat(typed(session, "5 5 5"))
    assert "five" in said
    assert "every the" not in said
    assert [] == entries(session)


@pytest.mark.parametrize("line", ["keep", "k", "keep all", "Keep All"])
def test_all_dice_are_kept_by_a_word(line: str) -> None:
    session = rolling()
    typed(session, line)
    assert ["keep"] == entries(session)


def test_dice_that_are_chosen_wait_for_more() -> None:
    session = rolling("3 9")
    typed(session, "5 +")
    assert [] == entries(session)
    assert "Chosen so far: five." in flat(shown(session))
    typed(session, "6")
    assert ["roll 5 6"] == entries(session)


@pytest.mark.parametrize("line", ["1 2", "crib 1 2"])
def test_two_dice_are_laid_into_the_crib(line: str) -> None:
    """Faces, not places: the two lowest of six."""
    session = seated(dice_table("10 9 7 6 5 2 1", variant=EXTRA))
    typed(session, line)
    assert ["crib 1 2"] == entries(session)


# what is told


def test_sentences_tell_the_starter_and_the_line() -> None:
    session = playing()
    typed(session, "six-four")
    said = flat(shown(session))
    played = session.look().zones
    (line,) = [zone.pieces for zone in played if zone.name == "line"]
    assert "Starter: double five." in said
    assert f"Sequence: You six-four, Bo {session.table.named(sure(line[1]).code)}." in said


def test_a_picture_draws_the_starter_and_the_line() -> None:
    session = playing(picture=True)
    typed(session, "six-four")
    rows = shown(session).split("\n")
    assert [["Starter", "[5-5]"]] == [row.split() for row in rows if "Starter" in row]
    assert [["Sequence", "[6-4]"]] == [row.split()[:2] for row in rows if "Sequence" in row]


def test_a_picture_numbers_tiles() -> None:
    assert "1 [0-0] 2 [2-1] 3 [5-0] 4 [6-4]" in flat(shown(playing(picture=True)))


def test_a_picture_does_not_number_dice() -> None:
    """Numbers are faces."""
    rows = shown(rolling(picture=True)).split("\n")
    assert [["[5]", "[5]", "[6]", "[1]"]] == [row.split() for row in rows if "[5]" in row]


def test_sentences_do_not_number_dice() -> None:
    said = flat(shown(rolling()))
    assert "Your dice: five, five, six, one." in said
    assert said.endswith("Roll again: any dice (choose 1 to 4) Keep all")


def test_a_picture_draws_the_dice_of_others() -> None:
    m = dice_table(f"10 {NOTHING}", "7 9 9 12", "5 5 6 1", seats=3, dealer=0)
    for seat in (1, 2):
        m.act(seat, "keep")
    rows = shown(seated(m, picture=True)).split("\n")
    assert ["[2]", "[4]", "[6]", "[8]"] == next(re.findall(r"\[\d+]", row) for row in rows if " Bo " in row)
    assert ["[7]", "[9]", "[9]", "[12]"] == next(re.findall(r"\[\d+]", row) for row in rows if " Cy " in row)


def test_a_picture_of_dice_does_not_draw_ones_own_twice() -> None:
    assert 2 == shown(rolling(picture=True)).count("[5]")


def test_a_picture_heads_its_columns_with_tiles_and_dice() -> None:
    assert ["score", "tiles"] == shown(playing(picture=True)).split("\n")[2].split()
    assert ["score", "dice"] == shown(rolling(picture=True)).split("\n")[2].split()


def test_the_trump_tile_is_told() -> None:
    m = bingo.table("6-4 0-0", trump=5, turned="5-1")
    assert "Trump tile: five-one." in flat(shown(seated(m)))


@pytest.mark.parametrize("width", [40, 59, 79, 120])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_a_picture_is_too_wide(language: str, width: int) -> None:
    for made in (playing, laying, lambda language, **how: rolling(language=language, **how)):
        for row in shown(made(language, picture=True, width=width)).split("\n"):
            assert cell_len(row.rstrip()) <= width


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_trick_of_tiles_is_told_when_a_deal_is_over(language: str) -> None:
    """The tile led and the tile played to it."""
    m = bingo.play_any(bingo.table("6-4 0-0", "5-3"))
    assert m.log.deal_over
    codes = [entry for entry in m.log.standing if entry.seat >= 0]
    led, played = (m.game.verbs.gesture_text(entry.actions).split()[1] for entry in codes[-2:])
    session = seated(m, language)
    said = flat(typed(session, "last"))
    assert session.table.named(led) in said
    assert session.table.named(played) in said


# the account


def ended(language: str = "en", **how: Any) -> str:
    """What is said when a round of dice ends: the other has kept nothing, oneself 12 for fifteens and two pairs."""
    m = dice_table(f"10 {NOTHING}", "5 5 10 1", dealer=0)
    m.act(1, "keep")
    session = seated(m, language, **how)
    said = typed(session, "keep", "score")
    assert session.at is At.PAUSE
    return said


def test_lines_of_the_account_name_their_dice() -> None:
    said = flat(ended())
    assert "The hand of Bo counts nothing: the two, the four, the six, the eight, the ten. (CDICE-2.7)" in said
    assert "Your hand counts 12: the one, the five, the five, the ten, the ten. (CDICE-2.7)" in said
    assert "Pair: 2: the five, the five. (CDICE-3.3)" in said


def test_a_picture_of_the_account_draws_its_dice() -> None:
    assert "Pair: 2: [5] [5]. (CDICE-3.3)" in flat(ended(picture=True))


def test_the_account_in_japanese_has_one_stop_a_line() -> None:
    said = flat(ended("ja"))
    assert "5の目、5の目。（CDICE-3.3）" in said
    assert "。：" not in said
    assert "。。" not in said


# words of help


@pytest.mark.parametrize(("made", "word"), [(playing, "tile"), (laying, "tile"), (rolling, "dice")])
def test_the_first_words_speak_of_tiles_and_dice(made: Any, word: str) -> None:
    session = made()
    said = session.table.say("table.help")
    assert word in said
    assert "card" not in said


@pytest.mark.parametrize(("made", "word"), [(playing, "牌"), (rolling, "ダイス")])
def test_the_first_words_speak_of_tiles_and_dice_in_japanese(made: Any, word: str) -> None:
    said = made(language="ja").table.say("table.help")
    assert word in said
    assert "カード" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("made", [playing, laying, rolling])
@pytest.mark.parametrize("line", ["xyzzy", "13", "", "?", "help"])
def test_no_answer_speaks_of_cards(made: Any, line: str, language: str) -> None:
    said = flat(typed(made(language=language), line))
    assert said
    assert not re.search(r"\bcards?\b|カード", said)


# whole matches

SHORT = {
    BINGO: {"target_game_points": "1"},
    TILES: {"target": "25"},
    DICE: {"target": "20"},
    EXTRA: {"target": "15"},
}
COMMANDS = r"\b(Enter|help|hint|undo|last|score|log|rules|save|quit|skip|leave|table|torite|play|resume)\b"
CITED = r"\b(BINGO|DCRIB|CDICE)-[\d.]+"


@pytest.mark.parametrize("colours", ["", "256"], ids=["plain", "picture"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", list(SHORT))
def test_a_whole_match_is_played(variant: str, language: str, colours: str) -> None:
    """To its end, without an error, and with every word in the language read."""
    session = sit(variant, 2, seed=3, language=language, colours=colours, options=SHORT[variant])
    said = ANSI.sub("", "\n".join(played_out(session)))
    assert session.at is At.END
    assert len(session.match.log) > 6
    assert not re.search(r"\b[a-z_]+\.[a-z_]+(\.[a-z_0-9]+)*\b(?<!\.\.)", re.sub(CITED, "", said)), "a key"
    assert "{" not in said
    if language == "en":
        assert not re.search(r"[ぁ-んァ-ン一-龥。、]", said)
    else:
        assert [] == re.findall(r"[A-Za-z]{2,}", re.sub(CITED + "|" + COMMANDS, "", said))
