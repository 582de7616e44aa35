"""Sievers and Helmert's Doppelkopf program meets our bots: what it is told, what it says, and what is refused."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.peers.doko_console import Asked, Console, Did, Ended, Refused, Scored
from benchmarks.peers.doko_deal import Deal, ours, theirs
from torite import Match
from torite.lab import BotFails, arena

ENGINE = "benchmarks.peers.doko:uct"
PROGRAM = "TORITE_DOKO"

#: What the program wrote, shortened; what it reads between the lines is typed beforehand here.
TRANSCRIPT = """starting game number 0 [0s]
random cards option not set - do you want to specify a card distribution? (y)es or (n)o
you are player 0, these are your cards:
[H1, CQ, HQ, HJ, DJ, DK, D9, C1, CK, SK, HK, H9]
do you have a reservation?
0 - no, 1 - yes
player 0 is gesund

uct instance 1 beginning
move type: immediate solo:
move options: no, yes
index 0 yields an average reward of -849.259
most often chosen index: 0
player 1 does not announce an immediate solo
regular game will be played
player 1 belonging to team kontra announced: 1
please play a card (type in 'H9' or 'C1' for hearts 9 or clubs 10 e.g.)
you cannot play this card!
player 0 played card: [C1]
standings:
player 0: -3
player 1: 3
player 2: 3
player 3: -3
"""


@pytest.fixture(name="console")
def _console(tmp_path: Path) -> Any:
    said = tmp_path / "said.txt"
    said.write_text(TRANSCRIPT)
    command = [sys.executable, "-c", f"import sys; sys.stdout.write(open({str(said)!r}).read()); sys.stdin.read()"]
    console = Console(command, [["H1"] * 12] * 4)
    yield console
    console.close()


def test_it_hears_what_is_asked_and_done(console: Console) -> None:
    heard = [console.hear() for _ in range(7)]
    assert heard[0] == Asked(0, "reservation", ["no", "yes"])
    assert heard[1] == Did(0, "pass")
    searched = heard[2]
    assert isinstance(searched, Did)
    assert searched[:5] == (1, "not at once", "", 0, ("no", "yes"))
    assert searched.took > 0
    assert heard[3:6] == [Did(1, "announcement", "kontra", 1), Asked(0, "card", []), Refused()]
    assert heard[6] == Did(0, "card", "C1")
    assert console.hear() == Scored([-3, 3, 3, -3])


def test_a_program_that_ends_is_no_answer() -> None:
    console = Console([sys.executable, "-c", ""], [])
    with pytest.raises(Ended):
        console.hear()
    console.close()


def test_each_card_has_a_name_on_both_sides() -> None:
    match = Match("doppelkopf-ddv", seed=1)
    codes = match.game.pack.codes
    assert [ours(theirs(code)) for code in codes] == list(codes)
    assert theirs("H10") == "H1"


def test_players_are_counted_from_forehand() -> None:
    match = Match("doppelkopf-ddv", seed=1)
    for code in ("pass", "reserve", "reserve", "pass", "no"):
        match.act(match.actors[0], code)
    seat = match.actors[0]
    deal = Deal(match.view(seat), match.history(seat), seat)
    assert (deal.me, deal.reserved, deal.declined, deal.suitor) == (2, {1, 2}, {1}, 1)


def test_it_says_that_there_is_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PROGRAM, raising=False)
    with pytest.raises(BotFails, match=PROGRAM):
        arena("doppelkopf-ddv", ["steady", ENGINE], 1)


def test_it_says_what_it_does_not_play() -> None:
    with pytest.raises(BotFails, match="doppelkopf-ddv"):
        arena("doppelkopf", ["steady", ENGINE], 1)


@pytest.mark.skipif(PROGRAM not in os.environ, reason="there is no such program here")
@pytest.mark.compiles(game="doppelkopf")
def test_it_plays_deals() -> None:
    """Whatever it might choose from, where it searched, is what our rules allow."""
    from benchmarks.peers.doko import COUNTS

    COUNTS.clear()
    found = arena("doppelkopf-ddv", ["steady", f"{ENGINE},worlds=2,rollouts=20"], 1, seed=1)
    assert found.pairs[0]["deals"] == 1
    assert COUNTS["searches"] > 100
    assert COUNTS["differ"] == 0
