"""Records, codes, options and bytes read back to the same; a record that was cut or altered is refused."""

from __future__ import annotations

import enum
import random
import typing
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import torite
from tests.conftest import Many
from tests.strategies import Table, differing, play_on, say_twice, walk, whole_now
from torite.errors import BadRecord
from torite.games import catalogue, games
from torite.kit import DONE, WAIT, Game
from torite.kit.options import NONE, option_text
from torite.match import Match
from torite.match.entries import Entry
from torite.records import read, seal, verify
from torite.records.writing import FORMAT, seal_of, write

GAMES = list(games().values())
DEFAULTS = [next(iter(game.variants)) for game in GAMES]


def played(table: Table, seed: str, steps: int, undos: bool = True) -> Match:
    """Play a random match so far, with what is taken back now and then."""
    chooser = table.chooser(seed)
    match = table.match(seed, names=["Ann", "Ōta 太田"][: table.seats])
    for _ in range(steps):
        if match.over:
            break
        whole_now(play_on(match, chooser, 1), chooser)
        seat = chooser.randrange(table.seats)
        if undos and chooser.random() < 0.15 and match.may_undo(seat, free=True):
            match.undo(seat, free=True)
    return match


def entries_of(entries: Iterable[Entry]) -> list[tuple[Any, ...]]:
    """List entries; the order of a gesture's parts says nothing."""
    return [(e.number, e.seat, sorted(set(e.actions) - {DONE}), e.chance, e.outcome, e.undo, e.notes) for e in entries]


def check_same(match: Match, text: str) -> None:
    """A record reads back to the same text and the same match."""
    again = torite.read(text)
    assert [] == differing(match.log.state, again.log.state)
    assert entries_of(match.log) == entries_of(again.log)
    assert entries_of(match.log.standing) == entries_of(again.log.standing)
    assert match.scores == again.scores
    assert text in (torite.write(again), torite.write(again, True))
    for viewer in range(-1, match.seats):
        assert match.history(viewer) == again.history(viewer)
    assert seal(text) == torite.write(again)


def test_records_read_back(table: Table, many: Many) -> None:
    """At any cut point, with undos, with the key or without."""
    chooser = table.chooser("cuts")
    match = played(table, "records", chooser.randrange(1, many(40, 15)))
    check_same(match, torite.write(match))
    text = torite.write(match, with_key=True)
    check_same(match, text)
    assert verify(torite.read(text))
    with pytest.raises(torite.BadRecord):
        verify(torite.read(torite.write(match))) if not match.over else read("")


def test_whole_records_read_back(smallest: Table, many: Many) -> None:
    """A match that is over tells its key, and every outcome is what the key draws."""
    match = played(smallest, "whole", many(150, 40), undos=False)
    text = torite.write(match)
    check_same(match, text)
    assert not match.over or verify(torite.read(text))


def line_at_fault(text: str) -> int:
    """Read a record that is refused; return the line that the error names."""
    with pytest.raises(torite.BadRecord) as caught:
        torite.read(text)
    say_twice(caught.value)
    line = caught.value.facts["line"]
    assert 0 <= line <= text.count("\n") + 1
    return int(line)


def test_cut_records_are_refused(usual: Table, many: Many) -> None:
    """A record that ends early, anywhere, is none; nor is one that lacks a line, or has one twice."""
    text = torite.write(played(usual, "cut", 12), with_key=True)
    chooser = usual.chooser("cut")
    for _ in range(many(10, 4)):
        line_at_fault(text[: chooser.randrange(len(text))])
    lines = text.splitlines(keepends=True)
    for _ in range(many(10, 4)):
        i = chooser.randrange(len(lines))
        line_at_fault("".join(lines[:i] + lines[i + 1 :]))
        line_at_fault("".join([*lines[:i], lines[i], *lines[i:]]))


def resealed(lines: list[str]) -> str:
    """Seal lines whose content may be wrong."""
    body = "".join(f"{line}\n" for line in lines if not line.startswith("seal: "))
    return f"{body}seal: {seal_of(body)}\n"


@st.composite
def altered(draw: st.DrawFn, line: str) -> str:
    """Change a line in one of many ways, but so that it stays a line."""
    at = draw(st.integers(0, len(line)))
    end = draw(st.integers(at, len(line)))
    odd = st.sampled_from(
        ["", " ", "²", "٣", "\ud800", "\r", "\t", "\x85", "0", "9" * 5000, ": ", "#", "é", "-", "+", "_"]
    )
    some = st.text(st.characters(exclude_characters="\n"), max_size=4)
    changed = line[:at] + draw(st.one_of(odd, some)) + line[end:]
    assume(changed != line)
    return changed


TEXTS = dict.fromkeys(DEFAULTS, "")


def text_of(variant: str) -> str:
    """Write one record of a game that is altered over and over."""
    if not TEXTS[variant]:
        table = Table(variant, catalogue()[variant][1].default_seats)
        TEXTS[variant] = torite.write(played(table, "altered", 14), with_key=True)
    return TEXTS[variant]


@pytest.mark.parametrize("variant", DEFAULTS)
@settings(max_examples=settings.default.max_examples * 3)  # type: ignore[union-attr]
@given(data=st.data())
def test_altered_records_are_refused(variant: str, data: st.DataObject) -> None:
    """Whatever is done to a line, the record is refused; no line before that one is blamed but the first."""
    lines = text_of(variant).splitlines()
    i = data.draw(st.integers(0, len(lines) - 1))
    lines[i] = data.draw(altered(lines[i]))
    blamed = line_at_fault("\n".join(lines) + "\n")
    assert blamed in (0, 1) or blamed > i or blamed == i + 1


@pytest.mark.parametrize("variant", DEFAULTS)
@settings(max_examples=settings.default.max_examples * 3)  # type: ignore[union-attr]
@given(data=st.data())
def test_altered_and_sealed_again(variant: str, data: st.DataObject) -> None:
    """With a new seal a changed record is refused all the same, or is the record of another match in its own form."""
    lines = text_of(variant).splitlines()
    i = data.draw(st.integers(0, len(lines) - 2))
    lines[i] = data.draw(altered(lines[i]).filter(lambda line: "\ud800" not in line and not surrogate(line)))
    text = resealed(lines)
    try:
        match = torite.read(text)
    except torite.BadRecord as error:
        say_twice(error)
        assert 0 <= error.facts["line"] <= len(lines) + 1
    else:
        assert text in (torite.write(match), torite.write(match, True))


def surrogate(text: str) -> bool:
    return any(0xD800 <= ord(letter) < 0xE000 for letter in text)


@pytest.mark.parametrize("variant", DEFAULTS)
def test_the_line_at_fault_is_named(variant: str) -> None:
    """A line that nobody can read is named, wherever it stands."""
    lines = text_of(variant).splitlines()
    wrong = {}
    for i, line in enumerate(lines[:-1]):
        if not line.startswith("#"):
            name, _, _ = line.partition(": ")
            bad = lines[:i] + ([f"{name}: ?!"] if i else ["?!"]) + lines[i + 1 :]
            if name.startswith(("name", "key")):
                continue  # any text is a name, and any hash is one
            found = line_at_fault(resealed(bad))
            if found != i + 1:
                wrong[line[:30]] = found
    assert {} == wrong


@example(text="")
@example(text="\0" * 100)
@example(text=FORMAT)
@example(text=FORMAT + "\n")
@example(text=f"{FORMAT}\nseal: \n")
@example(text=f"{FORMAT}\n\ud800\nseal: \n")
@example(text=f"{FORMAT}\nname ²: x\nseal: x\n")
@example(text=f"{FORMAT}\nname {'9' * 5000}: x\nseal: x\n")
@example(text=f"{FORMAT}\ngiven x: {'9' * 5000}\nseal: x\n")
@example(text="torite record 2\n")
@example(text="torite record ²\n")
@example(text=f"torite record {'9' * 5000}\n")
@example(text=f"\ufeff{FORMAT}\n")
@given(text=st.text(st.characters(exclude_categories=())))
def test_noise_is_no_record(text: str) -> None:
    """Any text, binary and other versions among it, is refused as a record."""
    line_at_fault(text)
    line_at_fault(f"{FORMAT}\n{text}")
    line_at_fault(f"{FORMAT}\n{text}\nseal: {text}\n")


@pytest.mark.parametrize("version", [0, 2, 10, 99])
def test_other_versions_are_refused_by_name(version: int) -> None:
    """A record of another version says which version is known."""
    text = text_of(DEFAULTS[0]).replace(FORMAT, f"torite record {version}", 1)
    assert 1 == line_at_fault(text)


def test_much_noise_is_refused_at_once() -> None:
    """Ten megabytes of anything, a record before it or not, are not read."""
    noise = random.Random(0).randbytes(10_000_000).decode("latin-1")
    for text in (noise, FORMAT + "\n" + noise, text_of(DEFAULTS[0]) + noise, "\n" * 10_000_000):
        line_at_fault(text)


@pytest.mark.parametrize("kind", [None, 7, b"torite record 1\n"], ids=lambda kind: type(kind).__name__)
def test_what_is_no_text_is_no_record(kind: Any) -> None:
    """Something else than a text is refused as a bad record."""
    with pytest.raises(torite.BadRecord):
        torite.read(kind)


# codes, options, bytes


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_codes_read_back(game: Game) -> None:
    """Every action's code is read as that action, in capitals or not, and no two have one code."""
    codes: dict[str, int] = {}
    for action in game.verbs.actions():
        code = game.verbs.text(action)
        assert codes.setdefault(code, action) == action
        if action != WAIT:
            assert [action] == game.verbs.parse(code) == game.verbs.parse(f"  {code.lower()} ")
            assert code == game.verbs.gesture_text([action])
    for kind in game.pack.all:
        assert kind == game.pack.kind(game.pack.codes[kind]) == game.pack.kind(game.pack.codes[kind].lower())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(data=st.data())
def test_gestures_read_back(game: Game, data: st.DataObject) -> None:
    """A gesture's code names its pieces in pack order, whatever order they were named in; `use SJ SJ` is none."""
    verb = data.draw(st.sampled_from([verb for verb in game.verbs.listed if verb.of_pieces and not verb.stem]))
    rules = [game.options(name, {}, variant.seats[0]) for name, variant in game.variants.items()]
    most = 8 if any(map(verb.gesture, rules)) else 1
    parts = data.draw(st.lists(st.sampled_from(verb.actions), min_size=1, max_size=most))
    code = game.verbs.gesture_text([*parts, DONE])
    assert sorted(parts) == game.verbs.parse(code)
    assert code == game.verbs.gesture_text(sorted(parts, reverse=True))


def values(kind: Any, about: Any) -> Iterator[Any]:
    """Run through an option's values; through the ends and a few more of long ranges."""
    if kind is bool:
        yield from (True, False)
    elif isinstance(kind, type) and issubclass(kind, enum.IntEnum):
        yield from kind
    else:
        least, most = about.least, about.most
        numbers = about.values or [n for n in (least, least + 1, 7, 21, 999, most - 1, most) if least <= n <= most]
        if typing.get_origin(kind) is tuple:
            yield from (tuple(numbers[i:] + numbers[:i])[: len(typing.get_args(kind))] for i in range(len(numbers)))
        else:
            yield from [*numbers, *([NONE] if about.optional else [])]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_options_read_back(game: Game) -> None:
    """Every value of every option is read from its text as itself, and nothing else is."""
    kind = game.option_class
    for name, about in kind.about().items():
        for value in values(kind.types()[name], about):
            text = "none" if about.optional and value == NONE else option_text(value)
            assert value == kind.read(name, text)
            assert value == kind.read(name, None if text == "none" else value)
            assert text == kind(**{name: value}).texts()[name]
        for wrong in ("", "nonsense", "²", "1/2", 1.5, [], object(), "9" * 5000):
            with pytest.raises((ValueError, TypeError)):
                kind.read(name, wrong)


def test_bytes_read_back(table: Table, many: Many) -> None:
    """A state is its bytes, with what lies beside it or without."""
    game = table.game
    for number, moment in enumerate(walk(table, "bytes", many(60, 25))):
        if number % 8 == 0:
            data = moment.state.to_bytes()
            again: Any = game.state.from_bytes(data)
            assert data == again.to_bytes() == moment.state.copy().to_bytes()
            assert len(data) == 8 * game.layout.all_words
            assert moment.state.options == again.options
            proper = game.state.from_words(moment.state.to_words()[: game.layout.words])
            assert data[: 8 * game.layout.words] == proper.to_bytes()[: 8 * game.layout.words]


def test_a_record_whose_lines_all_end_as_on_other_systems_is_read_as_it_was() -> None:
    """One line that ends so is a change like any other."""
    match = torite.Match("agurk", 3, seed=1)
    text = write(match)
    assert text == write(read(text.replace("\n", "\r\n")))
    with pytest.raises(BadRecord):
        read(text.replace("\n", "\r\n", 1))
    with pytest.raises(BadRecord):
        read(text.replace("\n", "\r\r\n"))
