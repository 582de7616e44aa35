"""Records made to take long: lines of many parts, much taken back, many names, comments, long words and numbers.

Each is made for a size, so that what reading takes can be held against it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle, islice
from typing import Any

from torite.games import catalogue
from torite.kit.actions import WAIT
from torite.match import Match
from torite.records import write
from torite.records.writing import FORMAT, seal_of

Bomb = Callable[[str, int, random.Random], str]
GAMES = (
    "ogorek", "rassi", "gurka-is", "doppelkopf", "perlaggen", "flashpoint", "galapagos", "ambition", "bingo",
    "cribbage-dice", "domino-cribbage", "emissary", "french-tarot-solo",
)  # fmt: skip


@cache
def played(variant: str, moves: int) -> str:
    """Play a little at random; return its record."""
    chooser = random.Random(variant)
    match = Match(variant, catalogue()[variant][1].seats[1], seed=1)
    for _ in range(moves):
        if match.over:
            break
        seat = match.actors[0]
        match.act(seat, chooser.choice(match.actions(seat)))
    return write(match, with_key=True)


@cache
def lines_of(variant: str, moves: int = 40) -> tuple[str, ...]:
    """Play a little at random; return the lines of its record, without its end."""
    lines = played(variant, moves).split("\n")
    return tuple(lines[: next(n for n, line in enumerate(lines) if line.startswith(("open: ", "end: ")))])


def head_of(variant: str) -> list[str]:
    """Return the lines up to the first action."""
    lines = lines_of(variant)
    return list(lines[: next(n for n, line in enumerate(lines) if line[:1].isdigit())])


def repeated(parts: list[str], size: int, between: str = " ") -> str:
    """Write parts over and over until they are so long."""
    one = between.join(parts) + between
    return (one * (size // len(one) + 1))[:size]


def gesture(variant: str, size: int, chooser: random.Random) -> str:
    """An action of many parts, all of one verb."""
    game = catalogue()[variant][0]
    verb = chooser.choice([verb for verb in game.verbs.listed if verb.base != WAIT])
    codes = [game.pack.codes[kind] for kind in game.pack.all]
    return body(head_of(variant), f"0: {verb.name} " + repeated(codes, size))


def verbs(variant: str, size: int, chooser: random.Random) -> str:
    """An action that says many verbs, with pieces and without."""
    game = catalogue()[variant][0]
    texts = [game.verbs.text(action) for action in game.verbs.actions()]
    names = [word for verb in game.verbs.listed for word in verb.name.split()]
    parts = chooser.choices(texts, k=40) + chooser.choices(names, k=40)
    chooser.shuffle(parts)
    return body(head_of(variant), f"0: {chooser.choice(texts)} " + repeated(parts, size))


def names_alone(variant: str, size: int, chooser: random.Random) -> str:
    """An action that says one verb over and over."""
    verb = chooser.choice(catalogue()[variant][0].verbs.listed)
    return body(head_of(variant), "0: " + repeated([verb.name], size))


def word(variant: str, size: int, chooser: random.Random) -> str:
    """An action with one word that is very long."""
    name = chooser.choice(catalogue()[variant][0].verbs.listed).name
    letter = chooser.choice("xX9ß²٣ ")
    return body(head_of(variant), f"0: {name} " + letter * size)


def digits(variant: str, size: int, chooser: random.Random) -> str:
    """Numbers of many digits, or many numbers, where there may be one."""
    kind = chooser.choice(["given score: ", "agreed dealer: ", "seats: ", "name 0", "option out_at: ", "words 0: "])
    number = chooser.choice(["9", "9" * 4000 + " ", "1 ", "٣"])
    lines = head_of(variant)
    return body([*lines[:3], kind + repeated([number], size, ""), *lines[3:]], "")


def outcome(variant: str, size: int, chooser: random.Random) -> str:
    """An outcome of very many pieces or numbers."""
    lines, pack = head_of(variant), catalogue()[variant][0].pack
    name = next(line.partition(": ")[0] for line in reversed(lines) if ": " in line and line[0] != "#")
    parts = chooser.choice([[pack.codes[kind] for kind in pack.all], ["1"], ["9" * 400], ["x"]])
    return body(lines[:-1], f"{name}: " + repeated(parts, size))


def undone(variant: str, size: int, chooser: random.Random) -> str:
    """Something played and taken back, over and over."""
    lines = head_of(variant)
    number = sum(": " in line and line[0] != "#" for line in lines[first_entry(lines) :])
    line = next(line for line in lines_of(variant) if line[:1].isdigit())
    seat = line.partition(":")[0]
    many = size // (2 * len(line) + 12)
    return body(lines, *(part for at in range(many) for part in (line, f"{seat}: undo {number + 2 * at}")))


def tower(variant: str, size: int, chooser: random.Random) -> str:
    """A match played far, and taken back entry by entry; then again."""
    lines, number, out = list(lines_of(variant, 2000)), 0, list[str]()
    first = first_entry(lines)
    entries = [line for line in lines[first:] if line[:1] != "#"]
    whole: list[str] = []
    while sum(map(len, out)) < size:
        here = number
        played = whole or entries
        out += played
        number += len(played)
        acts = [n for n, line in enumerate(played) if line[:1].isdigit()]
        for at in reversed(acts):
            out.append(f"{played[at].partition(':')[0].removesuffix(' bot')}: undo {here + at}")
            number += 1
        whole = played[acts[0] :] if acts else played
        if not acts:
            break
    return body(lines[:first], *out)


def undone_at_random(variant: str, size: int, chooser: random.Random) -> str:
    """Lines that take back what does not stand."""
    return body(list(lines_of(variant)), *(f"0: undo {chooser.randrange(size)}" for _ in range(size // 14)))


def heads(variant: str, size: int, chooser: random.Random) -> str:
    """A head of very many lines."""
    lines = head_of(variant)
    what = chooser.choice(
        ["name {0}: x", "words {0}: x", "option x{0}: 1", "given x{0}: 1", "agreed x{0}: 1", "x{0}: 1"]
    )
    many = [what.format(number % chooser.choice([7, 999, 10**9])) for number in range(size // 14)]
    return body([*lines[:4], *many, *lines[4:]], "")


def comments(variant: str, size: int, chooser: random.Random) -> str:
    """Comments and empty lines without end, some of which look like something else."""
    one = chooser.choice(["#", "", "# 0: undo 3", "# deal: C2", "#" * 500])
    return body(list(lines_of(variant)), *[one] * (size // (len(one) + 1)))


def no_lines(variant: str, size: int, chooser: random.Random) -> str:
    """A text that is none of ours from its second line on."""
    return FORMAT + "\n" + chooser.choice(["(", ": ", "0: ", "\u3164", "\x00", "a: b\n"]) * (size // 3)


def after_the_end(variant: str, size: int, chooser: random.Random) -> str:
    """Much that stands after the end."""
    return body(list(lines_of(variant)), "open: " + "0 " * (size // 4), *["key: 00"] * (size // 16))


def branching(variant: str, size: int, chooser: random.Random) -> str:
    """A match with variations in which it goes on as it did, from where it is far from any state that is kept."""
    text = played(variant, size // 16)
    entries = [line for line in lines_of(variant, size // 16) if line[:1] != "#"]
    entries = entries[first_entry(entries) :]
    ends = list(range(255, len(entries), 256)) or [len(entries) - 1]
    varied = [f"variation {n}: at {end}\n{entries[end]}" for n, end in enumerate(islice(cycle(ends), 64), 1)]
    return studied(text, varied)


def nested(variant: str, size: int, chooser: random.Random) -> str:
    """A match with long variations within one another, the rest of which begin at the end of the innermost."""
    text = played(variant, size // 16)
    entries = [line for line in lines_of(variant, size // 16) if line[:1] != "#"]
    entries = entries[first_entry(entries) :]
    begin, varied = max(0, len(entries) - 1401), list[str]()
    for at in range(begin, len(entries) - 200, 200):
        of = f" of {len(varied)}" if varied else ""
        varied.append("\n".join([f"variation {len(varied) + 1}: at {at}{of}", *entries[at : at + 200]]))
    at, of = begin + 200 * len(varied), f" of {len(varied)}" if varied else ""
    varied += [f"variation {n}: at {at}{of}\n{entries[at]}" for n in range(len(varied) + 1, 65)]
    return studied(text, varied)


def studied(text: str, varied: list[str]) -> str:
    """Seal a record with variations behind it."""
    text = "\n".join([f"{text}study 1", *varied]) + "\n"
    return f"{text}seal: {seal_of(text)}\n"


BOMBS: tuple[Bomb, ...] = (
    gesture, verbs, names_alone, word, digits, outcome, undone, tower, undone_at_random, heads, comments, no_lines,
    after_the_end, branching, nested,
)  # fmt: skip


def first_entry(lines: list[str] | tuple[str, ...]) -> int:
    """Return where the head ends."""
    known = ("game", "variant", "seats", "key hash", "daily", "arranged", "option", "name", "words", "agreed", "given")
    return next(n for n, line in enumerate(lines) if n and not line.startswith(known))


def body(lines: list[str], *more: str) -> str:
    """Write lines as a record that is sealed."""
    text = "\n".join([*lines, *more, "open: -"]) + "\n"
    return f"{text}seal: {seal_of(text)}\n"


def bombs(size: int, games: tuple[str, ...] = GAMES, rounds: int = 1) -> Iterator[tuple[str, str]]:
    """Run through records of about a size, each with what it is."""
    for bomb in BOMBS:
        for variant in games:
            for number in range(rounds):
                yield f"{bomb.__name__} {variant} {number}", bomb(variant, size, random.Random(f"{variant} {number}"))


class Work:
    """How much was done while a record was read: calls of rules, words handed on, states copied, lines.

    Args:
        patch: sets an attribute for as long as it is counted: pytest's `monkeypatch.setattr`.
    """

    def __init__(self, patch: Any) -> None:
        from torite.kernel.declared import Declared
        from torite.kit.actions import Verbs
        from torite.match.gestures import Gestures
        from torite.match.log import Log
        from torite.pieces import Pack

        self.done = 0
        for owner, name, size in (
            (Declared, "trial", 40), (Gestures, "legal", 20), (Log, "_followed", 10), (Log, "_append", 10),
            (Log, "revert", 10), (Verbs, "_begun", 2), (Verbs, "_following", 1), (Pack, "knows", 1), (Pack, "kind", 1),
        ):  # fmt: skip
            patch(owner, name, self._counted(getattr(owner, name), size))

    def _counted(self, function: Any, size: int) -> Any:
        def counted(*what: Any, **more: Any) -> Any:
            self.done += size + sum(len(value) for value in what if type(value) is list)
            return function(*what, **more)

        return counted
