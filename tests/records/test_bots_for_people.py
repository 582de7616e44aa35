"""A record says which entries a bot took for the person whose seat it is; all else reads and writes as it did."""

from __future__ import annotations

import pytest

import torite
from torite.errors import words
from torite.match import Match
from torite.records import line, read, seal, verify
from torite.words import LANGUAGES
from torite.worlds import SPECTATOR


def played(moves: int = 24) -> Match:
    """A match of two in which a bot sits in for Bo now and then."""
    match = Match("agurk", 2, {"out_at": "99"}, key=bytes(64), names=["Ada", "Bo"])
    for number in range(moves):
        seat = match.actors[0]
        match.act(seat, match.actions(seat)[0], bot=seat == 1 and number % 5 < 3)
    return match


def test_entries_that_a_bot_took_are_written_so_and_read_back() -> None:
    match = played()
    text = torite.write(match, with_key=True)
    marked = [entry for entry in match.log if entry.bot]
    assert 3 < len(marked) < sum(entry.seat == 1 for entry in match.log)
    assert [line(match, entry) for entry in marked] == [one for one in text.split("\n") if one.startswith("1 bot: ")]
    again = read(text)
    assert match.log == again.log
    assert text == torite.write(again, with_key=True)
    assert seal(text) == torite.write(again)
    assert verify(again)


def test_without_a_bot_nothing_is_written_otherwise() -> None:
    match = Match("agurk", 2, seed=7)
    for _ in range(9):
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    assert " bot" not in torite.write(match)
    assert not any(entry.bot for entry in read(torite.write(match)).log)


def test_what_a_bot_took_is_taken_back_like_anything_else() -> None:
    match = played(4)
    number = next(entry.number for entry in match.log if entry.bot)
    match.act(match.actors[0], match.actions(match.actors[0])[0])
    while match.may_undo(1, free=True) and any(entry.number == number for entry in match.log.standing):
        match.undo(1, free=True)
    assert number not in [entry.number for entry in match.log.standing]
    text = torite.write(match, with_key=True)
    assert match.log == read(text).log
    assert text == torite.write(read(text), with_key=True)


@pytest.mark.parametrize(
    "wrong", ["1 bot: undo 1", "1 bots: play C2", "1 : play C2", "1 bot : play C2", "bot: play C2", "9 bot: play C2"]
)
def test_only_an_action_of_a_seat_is_marked(wrong: str) -> None:
    lines = torite.write(played(4), with_key=True).split("\n")
    at = next(number for number, one in enumerate(lines) if one.startswith("1 bot: "))
    with pytest.raises(torite.BadRecord) as caught:
        seal("\n".join([*lines[:at], wrong, *lines[at + 1 :]]))
    assert at + 1 == caught.value.facts["line"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_looks_on_is_told(language: str) -> None:
    """Scenes and the terminal name the bot; who is told `you` otherwise is not said to have played."""
    match = played(2)
    while not match.log[-1].bot:
        match.act(match.actors[0], match.actions(match.actors[0])[0], bot=match.actors[0] == 1)
    name = words(language)("by_bot", seat="Bo")
    other = played(0)
    for entry in match.log[len(other.log) :]:
        other.act(entry.seat, match.game.verbs.gesture_text(entry.actions))
    for viewer in (SPECTATOR, 0, 1):
        assert name in torite.lay_out(match, viewer, language).log[-1].text
        assert name not in torite.lay_out(other, viewer, language).log[-1].text


def test_the_fact_stays_when_a_match_is_looked_back_on() -> None:
    match = played(40)
    assert [entry.bot for entry in match.log.standing] == [
        entry.bot for entry in match.at(len(match.log.standing)).log.standing
    ]
