"""Every refusal of the game: its clause, and a sentence in both languages that teaches. And the codes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import torite
from tests.aloud import legal, take, turn
from tests.clauses import clause
from tests.games.flashpoint.builders import PARLETT, E, N, S, W, happening, late, play, silent, table
from tests.games.flashpoint.naive import COMMANDS, Naive
from torite import Match
from torite.games import flashpoint
from torite.games.flashpoint.state import REFUSALS

ENGLISH, JAPANESE = (
    tomllib.loads((Path(flashpoint.__file__).parent / f"words/{language}.toml").read_text(encoding="utf-8"))
    for language in ("en", "ja")
)
VOID, TWIN_FOUR, SQUARE = "SA SQ C10 C8 C7 DK DJ D10", "SA CA HA DA SK CK HK DK", "S9 HA C7 DK"
PLAIN = "SA SQ C10 C8 C7 DK HJ H10"  # no flash at all
STUCK = "SK SJ HA HK HQ D8 D9 D7"  # ♠ ♥ ♦: nothing to play behind ♠10 ♥7 ♦Q


def led(hand: str = PLAIN) -> Match:
    """N has led ♠10, and E is to play from this hand."""
    return play(table("S10", hand), "S10")


def stuck() -> Match:
    """W cannot play, and may flash."""
    return play(table("S10", "H7", "DQ", STUCK), "S10 H7 DQ")


def second() -> Match:
    """The second trick, N to lead from what had a Void flash."""
    m = play(table(VOID, "S9 HK HQ", "C9 DQ D9", "D8 H7 H8"), "SA HK C9 D8")
    return silent(m)


def fifth(*then: str) -> Match:
    """The fifth trick, N to lead from a hand of one card of each suit."""
    return take(silent(late([SQUARE, None, None, None], N, 4)), *then)


def sixth() -> Match:
    """The sixth trick, N to lead."""
    return silent(late(["S9 HA C7", None, None, None], N, 5))


def five() -> Match:
    """The fifth trick, and the player in turn has five cards."""

    def held_up(told_so_far: Naive) -> bool:
        wants = told_so_far.wants
        if wants is None or len(told_so_far.tricks) != 4 or "none" in wants[1]:
            return False
        return len(told_so_far.hands[wants[0]]) == 5

    return happening(held_up)


def no_square() -> Match:
    """The fifth trick, N to lead from four cards, two of them ♠."""
    return silent(late(["S9 SA C7 DK", None, None, None], N, 4))


#: What is refused, by the key of its sentence: the position, who (-1: who is in turn), actions, the clause.
REFUSED: dict[str, tuple[Callable[[], Match], int, str, str]] = {
    "suit_lies": (led, -1, "play SA, play SQ", "FLASH-3.2"),
    "cannot_play": (stuck, -1, "play SK, play D8", "FLASH-3.3"),
    "able": (led, -1, "pass", "FLASH-3.4"),
    "leader_plays": (lambda: silent(table()), -1, "pass", "FLASH-3.1"),
    "lead_waits": (lambda: table(VOID, variant=PARLETT), -1, "play SA, flash void, pass", "FLASH-2.6"),
    "partner_first": (lambda: table(VOID), N, "play SA, flash void", "FLASH-2.1"),
    "not_partner": (table, E, "command lead H", "FLASH-2.1"),
    "too_late": (lambda: take(table(), "command lead H"), S, "command lead C, none", "FLASH-2.7"),
    "not_invited": (lambda: table(variant=PARLETT), S, "command lead H", "FLASH-2.10"),
    "no_invitation": (lambda: silent(table()), -1, "invite, decline", "FLASH-2.6"),
    "only_command": (lambda: table("", "", VOID), -1, "play SA, flash void, pass", "FLASH-2.1"),
    "no_commands": (lambda: table(command_mode="off"), S, "command lead H", "FLASH-2.6"),
    "not_void": (lambda: silent(table(PLAIN)), -1, "flash void", "FLASH-7.3"),
    "not_twin": (lambda: silent(table(PLAIN)), -1, "flash twin", "FLASH-7.4"),
    "not_long": (lambda: silent(table(PLAIN)), -1, "flash long", "FLASH-7.5"),
    "not_four": (lambda: silent(table(PLAIN)), -1, "flash four", "FLASH-7.6"),
    "shown_before": (lambda: take(silent(table(TWIN_FOUR)), "flash twin"), -1, "flash twin", "FLASH-7.10"),
    "flash_late": (second, -1, "flash void, flash twin", "FLASH-7.12"),
    "not_fifth": (sixth, -1, "flash square", "FLASH-8.2"),
    "not_four_cards": (five, -1, "flash square", "FLASH-8.4"),
    "not_square": (no_square, -1, "flash square", "FLASH-8.1"),
    "square_before": (lambda: fifth("flash square"), -1, "flash square", "FLASH-8.2"),
}


@clause(
    "FLASH-2.1", "FLASH-2.6", "FLASH-2.7", "FLASH-2.10", "FLASH-3.1", "FLASH-3.2", "FLASH-3.3", "FLASH-3.4",
    "FLASH-7.3", "FLASH-7.4", "FLASH-7.5", "FLASH-7.6", "FLASH-7.10", "FLASH-7.12", "FLASH-8.1", "FLASH-8.2",
    "FLASH-8.4",
)  # fmt: skip
@pytest.mark.parametrize("key", REFUSED)
def test_refusal(key: str) -> None:
    """The clause is the one that forbids it; the sentences are this refusal's, and nothing has changed."""
    position, seat, listed, cited = REFUSED[key]
    m = position()
    seat = turn(m) if seat < 0 else seat
    line = next(line for line in REFUSALS.listed if line.key == key)
    assert cited == line.clause
    before = m.log.state.to_words()
    for code in listed.split(", "):
        refusal = m.gestures.refusal(seat, code)
        assert refusal is not None, code
        assert cited == refusal.facts["clause"], code
        for language, words in (("en", ENGLISH), ("ja", JAPANESE)):
            said = refusal.say(language)
            parts = [part for part in re.split(r"\{.*?\}", words["refusal"][key]) if len(part) > 3]
            assert any(part in said for part in parts)
            assert cited in said
            assert "{" not in said
        if m.actions(seat):
            assert str(m.actions(seat)[0]) in refusal.say("en")
    assert before == m.log.state.to_words()


@clause("FLASH-2.1", "FLASH-2.6", "FLASH-2.7", "FLASH-3.1")
@pytest.mark.parametrize(
    ("position", "listed"),
    [
        (lambda: table("", "", VOID), "play SA, flash void, pass, invite, decline"),
        (lambda: take(table("", "", VOID, variant=PARLETT), "invite"), "play SA, invite, decline"),
        (lambda: table(VOID, variant=PARLETT), "command lead H, none, pass"),
        (lambda: silent(table(VOID)), "invite, decline, none"),
        (lambda: table(VOID, command_mode="off"), "invite, decline, none"),
        (led, "invite, decline, none"),
        (stuck, "invite, decline, none"),
    ],
    ids=["command", "invited", "invitation", "lead", "lead without commands", "follow", "pass"],
)
def test_wrong_phase(position: Callable[[], Match], listed: str) -> None:
    """What belongs to another moment, or to a game with other options, is refused with a clause, too."""
    m = position()
    for code in listed.split(", "):
        refusal = m.gestures.refusal(turn(m), code)
        assert refusal is not None
        assert str(refusal.facts["clause"]).startswith("FLASH-"), code


def test_every_refusal_is_tried() -> None:
    """The table above names them all."""
    assert {line.key for line in REFUSALS.listed} == set(REFUSED)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_refusal_to_who_may_do_nothing_lists_nothing(language: str) -> None:
    """No empty list of what is open."""
    said = table(VOID).gestures.refusal(N, "flash void")
    assert said is not None
    assert said.say(language).strip().endswith("(FLASH-2.1)")


@clause("FLASH-3.2")
def test_refusal_names_what_may_be_played() -> None:
    """The card, and those of other suits."""
    sentence, _ = led().why(E, "play SA") or ("", "")
    assert all(text in sentence for text in ("♠A", "♣10", "♥J", "play C10", "play HJ"))


@clause("FLASH-8.4", "FLASH-8.2", "FLASH-7.12")
def test_refusals_name_the_numbers() -> None:
    """Which trick it is, how many cards are held."""
    m = five()
    for position, code, number in (
        (m, "flash square", "5"),
        (sixth(), "flash square", "6"),
        (second(), "flash void", "2"),
    ):
        assert number in (position.why(turn(position), code) or ("", ""))[0].split("(")[0]


@pytest.mark.parametrize(
    "code",
    [
        "", "wait", "done", "play", "play 9", "play S6", "play JR", "play SA SQ", "flash", "flash flush", "flash SA",
        "command", "command H", "command lead", "command lead 6", "command follow H", "command lead H S",
        "command lead HQ", "none none", "pass pass", "invite H", "lead SA", "flash twin twin", "SA", "play SA +",
    ],
)  # fmt: skip
@pytest.mark.parametrize("at", ["command", "lead", "follow"])
def test_codes_that_mean_nothing(code: str, at: str) -> None:
    """Refused in both languages, and nothing changes."""
    m = {"command": lambda: table(TWIN_FOUR), "lead": lambda: silent(table(TWIN_FOUR)), "follow": led}[at]()
    before = m.log.state.to_words()
    if at == "lead" and code == "play SA +":
        return
    with pytest.raises(torite.ToriteError) as fault:
        m.act(turn(m), code)
    assert fault.value.say("en") != fault.value.say("ja")
    assert before == m.log.state.to_words()


@clause("FLASH-3.1")
def test_cards_that_are_not_held() -> None:
    """Of another hand, of the next player's, already played."""
    m = silent(table(VOID, "S9 HK"))
    for card in ("S9", "HK"):
        assert m.gestures.refusal(N, f"play {card}") is not None
    play(m, "SA")
    assert m.gestures.refusal(E, "play SA") is not None


def test_codes_are_read_in_lower_case_too() -> None:
    """`COMMAND lead h` is `command lead H`; the record has it as the clauses write it."""
    m = take(table(TWIN_FOUR), "COMMAND Lead h", "flash FOUR twin", "PLAY sa")
    lines = torite.write(m).splitlines()
    assert {"2: command lead H", "0: flash four", "0: flash twin", "0: play SA"} <= set(lines)


@clause("FLASH-2.2", "FLASH-2.6", "FLASH-7.12")
def test_codes_of_each_phase() -> None:
    """Word for word, as the clauses list them."""
    m = table(VOID, variant=PARLETT)
    assert {"invite", "decline"} == legal(m)
    assert {*COMMANDS, "none"} == legal(take(m, "invite"))
    assert {"flash void", *(f"play {card}" for card in VOID.split())} == legal(take(m, "none"))
    assert {"flash void", "pass"} == legal(stuck())
    assert {"flash square", *(f"play {card}" for card in SQUARE.split())} == legal(fifth())
    for suit_or_rank in ("C", "S", "H", "D", "A", "K", "Q", "J", "10", "9", "8", "7"):
        for sense in ("lead", "avoid"):
            assert f"command {sense} {suit_or_rank}" in COMMANDS


def test_out_of_turn() -> None:
    """Whoever is not asked may do nothing, whatever it is."""
    m = silent(table(VOID))
    for seat in (E, S, W):
        with pytest.raises(torite.ToriteError):
            m.act(seat, f"play {m.cards(seat)[0]}")
    for seat in (4, -1, 9):
        with pytest.raises(torite.ToriteError):
            m.act(seat, "play SA")
