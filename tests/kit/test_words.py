"""Sentences: how they are filled in, found and joined."""

from __future__ import annotations

from pathlib import Path

import pytest

import torite
from torite.errors import UnknownName, words
from torite.kit.sentences import Line
from torite.match.entries import Note
from torite.scenes import wording
from torite.words import LANGUAGES, Words, table
from torite.worlds import SPECTATOR

OWN = {
    "hand": "{n} {n:card|cards}",
    "play": "{who} plays {piece:card}.",
    "quoted": "{name!r}",
    "none": "{n:|s}",
    "brace": "{{x}}",
    "plain": "Your turn.",
}


def spoken(language: str = "en", **more: str) -> Words:
    return Words(language, [{"plain": "library", "only": "here"}, OWN | more], lambda kind: f"<{kind}>")


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (-1, "−1 cards"), (21, "21 cards")]
)
def test_one_or_many(n: int, said: str) -> None:
    assert said == spoken()("hand", n=n)


def test_pieces_are_drawn() -> None:
    assert "Ada plays <7>." == spoken()("play", who="Ada", piece=7)


def test_facts_are_never_formats() -> None:
    """What is filled in is text, whatever it looks like."""
    assert "{piece} plays <0>." == spoken()("play", who="{piece}", piece=0)
    assert "'a|b'" == spoken()("quoted", name="a|b")
    assert "{x}" == spoken()("brace")
    assert ("", "s") == (spoken()("none", n=1), spoken()("none", n=3))


def test_a_fact_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        spoken()("play", who="Ada")
    with pytest.raises(KeyError):
        spoken()("no such key")


def test_facts_that_are_not_asked_for_do_no_harm() -> None:
    assert "1 card" == spoken()("hand", n=1, other=2)


def test_later_tables_come_first() -> None:
    assert "Your turn." == spoken()("plain")
    assert "here" == spoken()("only")
    assert spoken().knows("only")
    assert not spoken().knows("other")


def test_lists_are_joined() -> None:
    assert "a, b" == spoken().join(["a", "b"])
    assert "a、b" == spoken("ja").join(["a", "b"])
    assert "a" == spoken().join(["a"])
    assert "" == spoken().join([])


def test_tables_of_files_are_flat(tmp_path: Path) -> None:
    file = tmp_path / "en.toml"
    file.write_text('a = "1"\n[b]\nc = "2"\nd.e = 3\n', encoding="utf-8")
    assert {"a": "1", "b.c": "2", "b.d.e": "3"} == dict(table(file))
    assert "2" == words("en", [tmp_path])("b.c")
    assert "Wait" == words("en", [tmp_path, tmp_path / "nowhere"])("verb.wait")


def test_unknown_languages_are_refused() -> None:
    with pytest.raises(UnknownName) as caught:
        words("fr")
    for language in LANGUAGES:
        assert "fr" in caught.value.say(language)
        assert language in caught.value.say(language)


@pytest.mark.parametrize(("seat", "said"), [(0, "Ada, Cy: 2."), (3, "Bo, Di: 2.")])
def test_a_note_may_speak_of_a_side(seat: int, said: str) -> None:
    """Both partners are named, in the order of the seats."""
    match = torite.Match("perlaggen", names=["Ada", "Bo", "Cy", "Di"], seed=1)
    words = Words("en", [{"note.wins": "{side:seats}: {amount}."}], name=lambda at: match.names[at])
    note = Note(Line("wins", ""), seat, 2, ())
    assert said == wording.note_sentence(match, note, SPECTATOR, words)


def test_a_note_of_a_seat_alone_has_it_for_a_side() -> None:
    match = torite.Match("agurk", names=["Ada", "Bo", "Cy"], seats=3, seed=1)
    words = Words("en", [{"note.wins": "{side:seats}: {amount}."}], name=lambda at: match.names[at])
    assert "Bo: 1." == wording.note_sentence(match, Note(Line("wins", ""), 1, 1, ()), SPECTATOR, words)
