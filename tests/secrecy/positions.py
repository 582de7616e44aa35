"""Where pairs come from: random matches of each game's tables, and somebody who looks on them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module

from tests.arranged import new_match
from tests.kit.haggling import ROOT
from tests.secrecy.law import Law
from tests.secrecy.pairs import Course, Pair, Redeal, Reroll
from tests.strategies import play_on, whole_now
from torite.games import games
from torite.match import Match


def lists() -> Iterator[Law]:
    """Find who may know what in each game: `secrecy.py` beside its tests."""
    for game in sorted(games()):
        for tests in (f"tests/games/{game}", f"tests/{game}"):
            if (ROOT / tests / "secrecy.py").exists():
                yield import_module(f"{tests.replace('/', '.')}.secrecy").LAW


LAWS = tuple(lists())
LONGEST = 110  #: actions after which a match is looked at, at most: two or three deals of most games
TRIES = 6  #: deals anew from one position


def seats_of(law: Law) -> int:
    """Count the seats that somebody looks from: those of the first table."""
    return law.tables[0][1]


def match_of(law: Law, number: int) -> Match:
    """Play a random match of one of a game's tables into some deal."""
    variant, seats, options, arranged = law.tables[number % len(law.tables)]
    how = {name: value for name, value in arranged.items() if name != "opening"}
    match = new_match(variant, seats, options, seed=f"secrecy {law.game} {number}", **how)
    chooser = random.Random(f"match {law.game} {number}")
    for code in arranged.get("opening", ()):
        match.act(match.actors[0], code)
    for _ in range(chooser.randrange(1, LONGEST) >> chooser.randrange(4)):
        if not match.over:
            play_one(law, match, chooser)
    return whole_now(match, chooser)


def play_one(law: Law, match: Match, chooser: random.Random) -> None:
    """Take an action: every other time one that is preferred, offers included, where there is one."""
    liked = [
        (seat, action)
        for seat in range(match.seats)
        for action in (match.actions(seat) if law.prefers else ())
        if action.code.startswith(law.prefers)
    ]
    if liked and chooser.random() < 0.5:
        match.act(*chooser.choice(liked))
    else:
        play_on(match, chooser, 1)


def course_of(law: Law, match: Match, seat: int) -> Course | None:
    """Look at the deal in progress of a match from a seat; None where there is none."""
    kind: type[Redeal] | type[Reroll] = Reroll if match.game.pack.of_dice else Redeal
    return kind(law, match, seat) if kind.fits(match) else None


def courses(law: Law, seat: int, first: int = 0) -> Iterator[tuple[Course, random.Random]]:
    """Run through courses of a game as a seat sees them, without end; numbers of matches begin with the first."""
    number = first
    while True:
        match = match_of(law, number)
        course = course_of(law, match, seat % match.seats)
        if course is not None:
            yield course, random.Random(f"pairs {law.game} {seat} {number}")
        number += 1


def pairs_of(law: Law, seat: int, most: int, first: int = 0) -> Iterator[tuple[Course, Pair]]:
    """Run through so many pairs of a game and seat."""
    found = 0
    for course, chooser in courses(law, seat, first):
        for _ in range(TRIES):
            for pair in course.pairs(chooser):
                yield course, pair
                found += 1
                if found == most:
                    return
