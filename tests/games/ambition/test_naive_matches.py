"""Whole matches at random, action by action against the second telling of the clauses, under all options."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.ambition.beside import Pair, choose, random_rules
from tests.games.ambition.builders import VARIANT, strikes, winners
from tests.games.ambition.naive import Game, Rules, options_of
from torite.records import verify

WHOLE = (
    "AMB-1.1", "AMB-1.2", "AMB-1.4", "AMB-1.5", "AMB-1.6", "AMB-1.7", "AMB-2.1", "AMB-2.2", "AMB-2.3", "AMB-2.4",
    "AMB-3.1", "AMB-3.2", "AMB-3.3", "AMB-3.4", "AMB-3.5", "AMB-3.6", "AMB-4.1", "AMB-4.2", "AMB-4.3", "AMB-4.4",
    "AMB-4.5", "AMB-5.1", "AMB-5.2", "AMB-5.3", "AMB-5.4", "AMB-5.5", "AMB-6.1", "AMB-6.2", "AMB-6.3", "AMB-6.4",
    "AMB-6.5", "AMB-6.6", "AMB-6.7", "AMB-6.8", "AMB-6.9", "AMB-7.1", "AMB-7.3", "AMB-7.4", "AMB-7.5", "AMB-7.6",
    "AMB-7.7", "AMB-7.8", "AMB-7.9", "AMB-8.1", "AMB-8.2", "AMB-8.3", "AMB-8.4", "AMB-8.5", "AMB-8.6", "AMB-8.7",
    "AMB-8.9", "AMB-12.1", "AMB-12.2", "AMB-12.3", "AMB-12.4", "AMB-12.5", "AMB-12.6", "AMB-12.7", "AMB-12.9",
)  # fmt: skip
RARE = ("nil", "slam", "void", "understrike", "strike", "plain", "pardon", "1 out")


@clause(*WHOLE)
def test_whole_matches_under_every_combination_of_options(many: Any) -> None:
    """Every action open, hands, tricks, points, scores, strikes, slams, who is out, who wins."""
    happened: Counter[str] = Counter()
    for number in range(many(200, 16)):
        rules = random_rules(random.Random(number), many(6, 4))
        pair = Pair(rules, number).play()
        naive = pair.naive
        happened += naive.happened
        n = rules.seats
        assert naive.struck_rounds <= n * (rules.strikes_out - 1) + 1
        repeat = rules.slam_repeat
        if repeat == "once" or (repeat == "by_edition" and rules.old):
            assert max(naive.slams_made) <= 1
        if repeat == "tiered":
            assert max(naive.slams_made) <= 3
    assert all(happened[what] for what in RARE), happened


@pytest.mark.slow
@clause(*WHOLE)
def test_many_matches() -> None:
    """The same for long."""
    for number in range(120):
        Pair(random_rules(random.Random(f"long {number}")), number).play()


@clause(*WHOLE, "AMB-4.6")
@pytest.mark.parametrize("number", range(4))
def test_matches_as_players_see_them(number: int) -> None:
    """Whole codes through a match: account, score sheet, result; the record reads back, and chance can be checked."""
    chooser = random.Random(f"match {number}")
    rules = Rules(
        *(("gamefarm_2004", 4), ("gamefarm_2004", 3), ("revised", 4), ("gamefarm_2004", 4))[number],
        fourth_round=("none", "scatter")[number % 2],
        slam_repeat=("tiered", "by_edition")[number // 2],
        strikes_out=2,
    )
    m = torite.Match(VARIANT[rules.edition], rules.seats, options_of(rules), seed=number, pause=True)
    game = Game(rules, m.public.dealer)
    while not m.over:
        deal(m, game)
        while m.actors:
            seat = chooser.choice(m.actors)
            code = gesture(game, seat, chooser)
            m.act(seat, code)
            assert game.actors() == set(m.actors)
        check_account(m, game)
        if m.turns.awaits_chance:
            m.go_on()
    assert game.phase == "over"
    assert (game.scores, game.strikes, game.winners) == (m.scores, strikes(m), winners(m))
    again = torite.read(torite.write(m))
    assert (torite.write(m), m.scores, m.score_sheet.account) == (
        torite.write(again),
        again.scores,
        again.score_sheet.account,
    )
    assert verify(again)


def deal(m: torite.Match, game: Game) -> None:
    """Deal in the model what was dealt in the match."""
    order = [m.cards((game.dealer + 1 + i) % m.seats)[i // m.seats] for i in range(len(game.rules.pack()))]
    assert game.dealer == m.public.dealer
    game.deal(order)


def gesture(game: Game, seat: int, chooser: random.Random) -> str:
    """Choose a whole action by the model, and take it there."""
    parts: list[str] = []
    while seat in game.actors() and (not parts or game.phase == "pass"):
        may = sorted(game.legal(seat))
        parts.append(choose(game, seat, chooser.choice(("random", "takes", "ducks")), may, chooser))
        game.act(seat, parts[-1])
    if len(parts) == 1:
        return parts[0]
    chooser.shuffle(parts)
    return "pass " + " ".join(part.removeprefix("pass ") for part in parts)


def check_account(m: torite.Match, game: Game) -> None:
    """The lines add up to what was scored, each strike has its line, and the sheet has the round."""
    scored = ("nil", "nil_alone", "nil_of_two", "nil_of_three", "between", "between_revised", "slam", "slam_plus",
              "slam_revised")  # fmt: skip
    for seat, (kind, points) in enumerate(game.lines):
        mine = [note for note in m.score_sheet.account if note.seat == seat]
        assert points == sum(note.amount for note in mine if note.line.key in scored)
        assert (kind in ("strike", "void", "understrike")) == any(
            note.line.key in ("strikes", "pardoned") for note in mine
        )
        assert any(note.line.clause.startswith("AMB-6" if game.rules.old else "AMB-7") or note.line.clause == "AMB-6.9"
                   for note in mine)  # fmt: skip
        assert all(note.amount == game.taken[seat] for note in mine if note.line.key == "took")
    assert tuple(points for _, points in game.lines) == m.score_sheet.deals[-1].changes
    assert (game.round, tuple(game.scores)) == (m.score_sheet.deals[-1].number, m.score_sheet.deals[-1].scores)
