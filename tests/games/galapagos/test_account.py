"""The account and the score sheet: every point traced to its clause."""

from __future__ import annotations

import random
from typing import Any

import pytest

import torite
from tests.aloud import plain
from tests.clauses import clause
from tests.games.galapagos.asking import PLAIN, WITH_JOKERS, accounted_for, meld_named, notes
from tests.games.galapagos.builders import at_tricks, finish, play_tricks
from tests.games.galapagos.naive_playoff import trick_points
from torite import Match
from torite.games.galapagos.cards import MELD_POINTS

SIXTY, FORTY, TEN = "S3 H3 D3 C3", "S10 H10 D10 C10", "H5 H6 H7"
SUMS = ("melds_count", "deal_counts", "tied", "wins")


def worth(note: Any) -> int:
    """The points of a line of the account; sums that repeat others count nothing."""
    key = note.line.key
    if key in SUMS:
        return 0
    return int(MELD_POINTS[note.amount] if key == "meld" else note.amount)


def gained(m: Match) -> list[int]:
    """What the lines of the account come to, by seat."""
    return [sum(worth(note) for note in m.score_sheet.account if note.seat == seat) for seat in (0, 1)]


def whole(*won: str, wins: int = 7, winner: int = 0, cards: int = 3, **how: Any) -> Match:
    """Play a deal to its end."""
    return finish(play_tricks(at_tricks(*won, **how), wins=wins), winner, cards)


@clause("GALA-3.3", "GALA-3.4", "GALA-3.5", "GALA-4.2", "GALA-5.11", "GALA-6.9")
@pytest.mark.parametrize(
    ("won", "how"),
    [
        (("", ""), {}), ((SIXTY, TEN), {}), ((f"{SIXTY} {FORTY}", TEN), {"cards": 9}),
        ((f"{SIXTY} S8 H8 D8", "CJ CQ CK"), {"bound": ("C", "")}), (("S8 H8 D8", "S9 H9 C9"), {"bound": ("C", "D")}),
        (("S8 H8 D8", SIXTY), {"trump_bonus_time": "at_tricks", "trumps": "CH"}),
        ((f"{SIXTY} S9 H9", "C4 C5 C6 C7 C8"), {"wins": 6, "winner": 1, "cards": 11}),
    ],
)  # fmt: skip
def test_lines_come_to_what_was_gained(won: tuple[str, str], how: dict[str, Any]) -> None:
    """Melds, the name, tricks, the bonus, the play-off: together what the totals rose by."""
    m = whole(*won, initial={"score": [300, 200]}, **how)
    assert [m.scores[0] - 300, m.scores[1] - 200] == gained(m)
    for note in m.score_sheet.account:
        assert note.line.clause.startswith("GALA-")


@clause("GALA-3.2", "GALA-3.3", "GALA-3.4", "GALA-3.5")
def test_lines_of_melds() -> None:
    """One each, with the clause that says what it scores."""
    m = whole(f"{SIXTY} S8 H8 D8 C5 C6 C7", "", bound=("C", ""))
    found = [(note.line.clause, meld_named(note.amount)) for note in m.score_sheet.account if note.line.key == "meld"]
    expected = [
        ("GALA-3.3", ("set", 3, "8")), ("GALA-3.4", ("set", 4, "3")), ("GALA-3.5", ("sequence", 3, "C")),
    ]  # fmt: skip
    assert expected == found
    assert [(0, 15)] == [(note.seat, note.amount) for note in m.score_sheet.account if note.line.key == "trump_bonus"]


@clause("GALA-5.11")
@pytest.mark.parametrize("wins", [4, 7, 10])
def test_lines_of_tricks(wins: int) -> None:
    """Odd and even, one for each player."""
    m = whole("SA SK S10 S9 S7 HA HK CQ DQ" if wins > 8 else "", "", wins=wins)
    found = {
        note.seat: (note.line.key, worth(note)) for note in m.score_sheet.account if note.line.clause == "GALA-5.11"
    }
    odd = 0 if wins % 2 else 1
    assert {0: trick_points(wins), 1: trick_points(13 - wins)} == {seat: points for seat, (_, points) in found.items()}
    assert ("odd", "even") == (found[odd][0], found[1 - odd][0])


@clause("GALA-5.12")
def test_line_of_a_late_name() -> None:
    """The extra with the trick points."""
    m = whole("S8 H8 D8", "", trump_bonus_time="at_tricks", trumps="CH")
    assert [(0, 15)] == accounted_for(m, "GALA-5.12")
    assert [] == accounted_for(whole("S8 H8 D8", "", trump_bonus_time="at_tricks", trumps="SH"), "GALA-5.12")


@clause("GALA-4.2", "GALA-4.4", "GALA-6.9")
def test_lines_of_bonus_and_play_off() -> None:
    """At most one bonus; the play-off for one player alone."""
    m = whole(f"{SIXTY} {FORTY}", "", cards=4)
    assert ([(0, 100)], [(0, 40)]) == (accounted_for(m, "GALA-4.2"), accounted_for(m, "GALA-6.9"))
    m = whole("", "", cards=4)
    assert [(0, 30)] == accounted_for(m, "GALA-4.2")


@clause("GALA-3.14", "GALA-4.1", "GALA-4.6")
def test_lines_of_sums() -> None:
    """What the melds come to, and the whole deal with its bonus, for both players."""
    m = whole(f"{SIXTY} {FORTY}", TEN, cards=4, initial={"score": [300, 200]})
    assert [(0, 100), (1, 10)] == [
        (note.seat, note.amount) for note in m.score_sheet.account if note.line.key == "melds_count"
    ]
    expected = [(0, m.scores[0] - 300), (1, m.scores[1] - 200)]
    assert expected == [(note.seat, note.amount) for note in m.score_sheet.account if note.line.key == "deal_counts"]
    assert [(0, 100)] == accounted_for(m, "GALA-4.2")


@clause("GALA-7.3", "GALA-7.4")
def test_lines_of_the_end() -> None:
    """Game points of the winner; nothing of the kind while the game goes on."""
    m = whole("", "", initial={"score": [1000, 600]})
    assert [("wins", 0, 3)] == notes(m, "wins")
    assert [] == notes(whole("", ""), "wins", "tied")


@clause("GALA-4.6", "GALA-1.5")
@pytest.mark.parametrize("variant", [PLAIN, WITH_JOKERS])
@pytest.mark.parametrize("options", [{}, {"meld_overlap": "none", "trump_bonus_time": "at_tricks"}])
def test_sheet_and_accounts_of_whole_matches(variant: str, options: dict[str, Any]) -> None:
    """Every row is what its lines come to; rows add up to the scores."""
    texts = {name: plain(value) for name, value in {**options, "target": 300}.items()}
    m = torite.Match(variant, seed=variant, options=texts, pause=True)
    chooser, before = random.Random(variant), [0, 0]
    while not m.over:
        if m.turns.awaits_chance:
            m.go_on()
        while not m.log.deal_over:
            seat = chooser.choice(m.actors)
            m.act(seat, chooser.choice(m.actions(seat)))
        assert [now - then for now, then in zip(m.scores, before, strict=True)] == gained(m)
        before = list(m.scores)
    assert m.scores == list(m.score_sheet.deals[-1].scores)
    assert m.scores == [sum(row.changes[seat] for row in m.score_sheet.deals) for seat in (0, 1)]
    assert list(range(1, len(m.score_sheet.deals) + 1)) == [row.number for row in m.score_sheet.deals]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_account_is_said_in_words(language: str) -> None:
    """Each line of the scene's account is a sentence without holes."""
    m = whole(f"{SIXTY} S8 H8 D8 C5 C6 C7", f"{FORTY}", bound=("C", ""))
    account = torite.lay_out(m, 0, language).account
    assert len(account) >= 7
    assert not [line for line in account if "{" in line.text or not line.clause.startswith("GALA-")]
