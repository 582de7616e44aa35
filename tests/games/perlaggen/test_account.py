"""The account and the sheet: every point has its line, in the order in which it was entered, and its clause."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EW,
    MIXED,
    NINTH,
    NINTH_PLAY,
    NS,
    N,
    at_showdown,
    entered,
    play,
    score,
    score_of,
    table,
    take,
)
from tests.games.perlaggen.test_showdown import EQUAL, NOTHING
from tests.games.perlaggen.test_sight import randomly, step
from torite import Match
from torite.scenes import lay_out

LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])


def keys(m: Match) -> list[str]:
    """The lines of the account."""
    return [note.line.key for note in m.score_sheet.account]


def clauses(m: Match) -> dict[str, str]:
    """The clause of each line of the account."""
    return {note.line.key: note.line.clause for note in m.score_sheet.account}


def ninth() -> Match:
    """The ninth example, whole."""
    m = table(*NINTH, dealer=N)
    played = NINTH_PLAY.split()
    play(m, " ".join(played[:8]))
    take(m, "N bet gleich", "E hold")
    play(m, " ".join(played[8:16]))
    take(m, "W bet spiel", "S hold")
    play(m, " ".join(played[16:]))
    return take(m, "W claim gleich S9 C9", "N claim gleich HQ DQ S7 as CQ", "E concede gleich")


@clause("EX-PERL-9", "PERL-9.1", "PERL-9.3", "PERL-9.6")
def test_example_9_line_by_line() -> None:
    """Given up, then in the order of counting; with the deal's points for both teams."""
    m = ninth()
    points = [(key, note.seat % 2, note.amount) for key, note in zip(keys(m), m.score_sheet.account, strict=True)]
    assert [("gives_hanger", NS, 1), ("wins_gleich", NS, 2), ("wins_spiel", EW, 2)] == [
        one for one in points if one[0].startswith(("gives", "wins_"))
    ]
    assert {("deal_counts", NS, 3), ("deal_counts", EW, 2)} <= set(points)
    assert {"gives_hanger": "PERL-9.1", "wins_gleich": "PERL-9.6", "wins_spiel": "PERL-9.6"}.items() <= clauses(
        m
    ).items()


@clause("PERL-4.11", "PERL-8.8")
def test_what_nobody_gets_is_told() -> None:
    """Void and tied elements have a line of their own."""
    m = take(at_showdown(*EQUAL), "N claim gleich D9 S9", "W claim gleich H9 C9", "N accept", "N concede hanger")
    assert "tied_gleich" in keys(m)
    assert "PERL-4.11" == clauses(m)["tied_gleich"]
    m = at_showdown(*NOTHING)
    assert {"void_gleich", "void_hanger"} <= set(keys(m))
    assert "PERL-8.8" == clauses(m)["void_hanger"]


@clause("PERL-9.8")
def test_sheet_entered_anew_is_told() -> None:
    """Where a team has reached the target: what was given up is entered again, Gleich first, until one reaches it."""
    m = take(table(*MIXED, instant_win=False, initial=score_of(17, 16)), "E concede hanger", "N concede gleich")
    take(m, "N concede spiel")
    told = keys(m)
    assert ["again_gleich", "again_hanger"] == told[told.index("sheet_anew") + 1 :][:2]
    assert [("gleich", EW, 1), ("hanger", NS, 1)] == entered(m)[-2:]
    m = take(table(*MIXED, instant_win=False, initial=score_of(3, 5)), "E concede hanger", "N concede gleich")
    take(m, "N concede spiel")
    assert ([("hanger", NS, 1), ("gleich", EW, 1), ("spiel", EW, 1)], [4, 7]) == (entered(m), score(m))


@clause("PERL-10.4", "PERL-10.5", "PERL-10.6", "PERL-10.9")
def test_account_of_a_game_won_by_figures() -> None:
    """What decided it."""
    m = play(table(*NINTH, dealer=N, initial=score_of(17, 17)), NINTH_PLAY)
    assert {"both_struck": "PERL-10.4", "long_gleich": "PERL-10.5", "wins": "PERL-9.2"}.items() <= clauses(m).items()
    m = take(table(*NOTHING, initial=score_of(16, 17)), "E concede spiel")
    assert "PERL-10.6" == clauses(m)["spiel_breaks"]


@clause("PERL-9.6", "PERL-11.6")
@pytest.mark.parametrize("seed", range(8))
def test_every_point_has_its_line(seed: int) -> None:
    """In random deals with random options: the lines add up to what the scores have changed by."""
    chooser = random.Random(f"account {seed}")
    m = randomly(chooser, target=chooser.choice((4, 18)))
    before = score(m)
    for _ in range(500):
        if m.log.deal_over:
            break
        step(m, chooser)
    assert m.log.deal_over
    changes = [now - was for now, was in zip(score(m), before, strict=True)]
    lines = entered(m)
    if "sheet_anew" in keys(m):
        lines = [line for line, note in zip(lines, giving(m), strict=True) if not note.line.key.startswith("gives")]
    counted: Counter[int] = Counter()
    for _, team, amount in lines:
        counted[team] += amount
    by_figures = "both_struck" in keys(m)
    if by_figures:
        winning = next(team for team in (0, 1) if m.public.won[team])
        assert score(m)[winning] == m.log.state.options.target
    else:
        assert [counted[NS], counted[EW]] == changes
    assert len({name for name, _, _ in lines}) == len(lines)
    (row,) = m.score_sheet.deals[-1:]
    assert (list(row.changes[:2]), list(row.scores[:2])) == (changes, score(m))


def giving(m: Match) -> list[Any]:
    """The lines of elements."""
    return [
        note
        for note in m.score_sheet.account
        if note.line.key.partition("_")[0] in ("gives", "wins", "again") and "_" in note.line.key
    ]


@LANGUAGES
def test_every_line_is_a_sentence(language: str) -> None:
    """With its clause, in both languages."""
    scene = lay_out(ninth(), N, language)
    assert scene.account
    texts = [line.text for line in scene.account]
    assert all(texts)
    assert not [text for text in texts if "{" in text]
    assert any(line.clause.startswith("PERL-") for line in scene.account)


@clause("PERL-9.6")
def test_sheet_has_a_row_for_every_deal() -> None:
    """With what each team made."""
    m = table(*MIXED)
    for _ in range(3):
        while not m.log.deal_over:
            seat = m.actors[0]
            codes = sorted(action.code for action in m.actions(seat))
            m.act(seat, next((code for code in codes if code.startswith("concede")), codes[0]))
        if m.over:
            break
        m.go_on()
    assert all(list(row.changes[:2]) == list(row.changes[2:]) for row in m.score_sheet.deals)
    assert [sum(row.changes[team] for row in m.score_sheet.deals) for team in (0, 1)] == list(
        m.score_sheet.deals[-1].scores[:2]
    )
