"""Every refusal of the game: its clause, and a sentence in both languages."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.bingo.builders import clause_of, strict, table, trick
from torite import Match
from torite.games import bingo
from torite.games.bingo.state import REFUSALS

ENGLISH, JAPANESE = (
    tomllib.loads((Path(bingo.__file__).parent / f"words/{language}.toml").read_text(encoding="utf-8"))
    for language in ("en", "ja")
)


def declaring(*then: str) -> Match:
    """Seat 0 has won a trick and holds [6-6] [5-5] [4-4]; sixes are trumps."""
    m = trick(table("2-1 6-6 5-5 4-4", "1-0 6-5", trump=6, stock="3-2 4-2"), "2-1 1-0", "draw")
    return take(m, *then)


#: What is refused, by the key of its sentence: the position, the action, the clause.
REFUSED: dict[str, tuple[Callable[[], Match], str, str]] = {
    "follow": (lambda: strict("6-5", "6-1 2-2", 4), "play 2-2", "BINGO-5.1"),
    "beat_trump": (lambda: strict("4-3", "5-4 4-1", 4), "play 4-1", "BINGO-5.2"),
    "follow_trump": (lambda: strict("6-4", "4-1 2-2", 4), "play 2-2", "BINGO-5.3"),
    "play_bingo": (lambda: strict("6-4", "0-0 2-2", 4), "play 2-2", "BINGO-5.4"),
    "must_trump": (lambda: strict("6-5", "4-1 2-2", 4, must_trump_when_void=True), "play 2-2", "BINGO-5.6"),
    "lead_shown": (lambda: led_on(declaring("declare 2", "lead 6-6", "show 5-5")), "lead 4-4", "BINGO-7.17"),
    "lead_double": (lambda: declaring("declare 3"), "lead 3-2", "BINGO-7.3"),
    "show_doubles": (lambda: declaring("declare 2", "lead 6-6"), "show 3-2", "BINGO-7.16"),
    "too_few_doubles": (declaring, "declare 4", "BINGO-7.1"),
    "no_trick_yet": (lambda: table("6-6 5-5"), "declare 2", "BINGO-7.2"),
    "running": (lambda: led_on(declaring("declare 2", "lead 6-6", "show 5-5")), "declare 2", "BINGO-7.17"),
}


def led_on(m: Match) -> Match:
    """The reply loses, and both draw."""
    return take(m, "play 5-1" if "5-1" in m.cards(1) else f"play {m.cards(1)[-1]}", "draw")


@clause(
    "BINGO-5.1", "BINGO-5.2", "BINGO-5.3", "BINGO-5.4", "BINGO-5.6", "BINGO-7.1", "BINGO-7.2", "BINGO-7.3",
    "BINGO-7.16", "BINGO-7.17",
)  # fmt: skip
@pytest.mark.parametrize("key", REFUSED)
def test_refusal(key: str) -> None:
    """The clause is the one that forbids it; the sentences are this refusal's, and nothing has changed."""
    position, code, cited = REFUSED[key]
    m = position()
    before = [m.view(seat).to_words() for seat in (0, 1)]
    assert cited == clause_of(m, code)
    line = next(line for line in REFUSALS.listed if line.key == key)
    assert cited == line.clause
    refusal = m.gestures.refusal(turn(m), code)
    assert refusal is not None
    for language, words in (("en", ENGLISH), ("ja", JAPANESE)):
        assert any(
            part in refusal.say(language) for part in re.split(r"\{.*?\}", words["refusal"][key]) if len(part) > 3
        )
    assert before == [m.view(seat).to_words() for seat in (0, 1)]


def test_every_refusal_is_tried() -> None:
    """The table above names them all."""
    assert {line.key for line in REFUSALS.listed} == set(REFUSED)
