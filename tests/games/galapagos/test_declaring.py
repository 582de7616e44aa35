"""GALA-3.10 to 3.17: naming, declaring and asking to see."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.galapagos.asking import WITH_JOKERS, asked, clause_of, legal, melds_of, trump_of
from tests.games.galapagos.builders import auctioned, melded, scored

SET, RUN = "S8 H8 D8", "C4 C5 C6"
RICH = ("S8 H8 D8 C4 C5 C6 HJ HQ HK", "S9 H9 C9 D2 D3 D4 D5")


def steps(m: Any) -> list[tuple[int, str]]:
    """Who is asked what until the tricks begin, everything declined and accepted."""
    found = []
    while asked(m) & {"accept", "decline"}:
        code = "accept" if "accept" in legal(m) else "decline"
        found.append((turn(m), code))
        take(m, code)
    return found


@clause("GALA-3.11", "GALA-3.14")
@pytest.mark.parametrize("last", [0, 1])
def test_last_taker_declares_first(last: int) -> None:
    """Names or declines; the other asks or accepts; then the other way round."""
    m = auctioned(RICH, last=last)
    assert [(last, "decline"), (1 - last, "accept"), (1 - last, "decline"), (last, "accept")] == steps(m)


@clause("GALA-3.14")
@pytest.mark.parametrize(
    ("won", "options", "expected"),
    [
        (("", ""), {}, []),
        ((RUN, ""), {}, [(1, "accept")]),
        (("", RUN), {}, [(0, "accept")]),
        ((SET, ""), {}, [(0, "decline"), (1, "accept")]),
        (("", SET), {}, [(1, "decline"), (0, "accept")]),
        ((SET, RUN), {"meld_reveal": "always"}, [(0, "decline")]),
        ((SET, RUN), {"meld_reveal": "never"}, [(0, "decline")]),
        ((SET, RUN), {"trump_bonus_time": "at_tricks"}, [(1, "accept"), (0, "accept")]),
        ((SET, RUN), {"trump_bonus_time": "at_tricks", "meld_reveal": "never"}, []),
        (("S8 H8 D8 C8", ""), {}, [(1, "accept")]),
    ],
)
def test_steps_without_a_choice_are_skipped(won: Any, options: dict[str, Any], expected: list[Any]) -> None:
    """No suit to name, no meld declared, melds shown always or never."""
    assert expected == steps(auctioned(won, **options))


@clause("GALA-3.14", "GALA-3.12")
def test_asking_ends_when_all_is_shown() -> None:
    """Without `accept` after the last."""
    m = auctioned((f"{RUN} HJ HQ HK", ""))
    assert {"accept", "show 1", "show 2"} == legal(m, 1)
    take(m, "show 2")
    assert {"accept", "show 1"} == legal(m, 1)
    take(m, "show 1")
    assert {"name"} == asked(m)


@clause("GALA-3.17", "GALA-3.12")
def test_order_of_the_declaration() -> None:
    """Sets, high rank first; sequences, long ones first, then ♣ ♠ ♥ ♦, high ones first in a suit."""
    won = "S4 H4 D4 CK HK DK C2 C3 S2 S3"
    m = auctioned((won + " C4", ""))
    expected = [("set", 3, "K"), ("set", 4, "4"), ("sequence", 3, "C"), ("sequence", 3, "S")]
    assert expected == melds_of(scored(m), 0)
    m = melded("D2 D3 D4 D5 C2 C3 C4 C9 C10 CJ H7 H8 H9")
    assert [("sequence", 4, "D"), ("sequence", 3, "C"), ("sequence", 3, "C"), ("sequence", 3, "H")] == melds_of(m, 0)


@clause("GALA-3.17", "GALA-3.12")
@pytest.mark.parametrize(("number", "cards"), [(1, "D2 D3 D4 D5"), (2, "C9 C10 CJ"), (3, "C2 C3 C4"), (4, "H7 H8 H9")])
def test_request_names_a_place_in_that_order(number: int, cards: str) -> None:
    """These cards are shown, and no others."""
    m = auctioned(("D2 D3 D4 D5 C2 C3 C4 C9 C10 CJ H7 H8 H9", ""))
    take(m, f"show {number}")
    (pieces,) = {note.pieces for note in m.log.standing[-1].notes if note.pieces}
    assert set(cards.split()) == {m.game.pack.codes[kind] for kind in pieces}


@clause("GALA-3.10", "GALA-5.2")
@pytest.mark.parametrize("seat", [0, 1])
def test_name_binds_and_is_public(seat: int) -> None:
    """It is the personal trump; that player is not asked again."""
    won = (SET, "") if seat == 0 else ("", SET)
    m = auctioned(won)
    take(m, "name C")
    assert "C" == trump_of(m, seat)
    scored(m)
    assert (1 - seat,) == m.actors
    assert {f"name {suit}" for suit in "CSHD"} == legal(m)


@clause("GALA-3.10", "GALA-3.14")
def test_second_player_names_knowing_the_first() -> None:
    """The first's suit and melds are open, and their points are not yet entered."""
    m = auctioned((SET, "S9 H9 C9"))
    take(m, "name C", "accept")
    assert (1, {"name D", "decline"}) == (turn(m), legal(m))
    assert "C" == trump_of(m, 0)
    assert [("set", 3, "8")] == melds_of(m, 0)
    assert [0, 0] == m.scores
    take(m, "name D", "accept")
    assert [30, 30] == m.scores


@clause("GALA-3.10")
def test_only_missing_suits_may_be_named() -> None:
    """Others are refused with the clause."""
    m = auctioned((SET, ""))
    assert {"name C", "decline"} == legal(m, 0)
    for suit in "SHD":
        assert "GALA-3.10" == clause_of(m, f"name {suit}")


@clause("GALA-3.15", "GALA-3.10")
def test_only_a_suit_that_raises_the_total_may_be_named() -> None:
    """Without overlap: here the jack is needed in the run."""
    won = ("S2 H2 D2 CJ SJ HJ C9 C10 CQ CK", "")
    assert {"name C", "name D", "decline"} == legal(auctioned(won), 0)
    assert {"name C", "decline"} == legal(auctioned(won, meld_overlap="none"), 0)


@clause("GALA-3.15")
def test_naming_changes_the_selection() -> None:
    """A set of four that is 40, or three of it and a run with a suit named."""
    won = ("S9 H9 D9 C9 C7 C8", "")
    m = melded(*won, meld_overlap="none")
    assert ([40, 0], [("set", 4, "9")]) == (m.scores, melds_of(m, 0))
    m = auctioned(won, meld_overlap="none")
    assert set() == {code for code in legal(m) if code.startswith("name")}
    won = ("S9 H9 D9 C9 C6 C7 C8 C10", "")
    m = auctioned(won, meld_overlap="none")
    assert {"name C", "decline"} == legal(m, 0)
    assert [65, 0] == scored(m).scores


@clause("GALA-3.13")
@pytest.mark.parametrize(
    ("reveal", "expected"), [("on_demand", set()), ("always", {"S8", "H8", "D8"}), ("never", set())]
)
def test_what_a_declaration_shows(reveal: str, expected: set[str]) -> None:
    """Nothing before it is asked for; all; or never."""
    m = melded(SET, meld_reveal=reveal)
    shown = {
        m.game.pack.codes[kind] for entry in m.log.standing for note in entry.notes
        for kind in note.pieces if {m.game.pack.codes[kind]} & {"S8", "H8", "D8"} and note.line.clause[:6] == "GALA-3"
    }  # fmt: skip
    assert expected == shown
    assert [("set", 3, "8")] == melds_of(m, 0)


@clause("GALA-3.13")
def test_never_asks() -> None:
    """There is no request with `never` or `always`, and one for each meld on demand."""
    for reveal in ("always", "never"):
        assert {"decline", "name"} == asked(auctioned((SET, ""), meld_reveal=reveal))
    m = take(auctioned((SET, "")), "decline")
    assert {"accept", "show 1"} == legal(m, 1)


@clause("GALA-3.13", "GALA-3.6")
def test_best_melds_are_declared_for_the_player() -> None:
    """All of them, without a choice."""
    m = melded("S8 H8 D8 S9 S10 C2 H2 D2")
    assert [("set", 3, "8"), ("set", 3, "2"), ("sequence", 3, "S")] == melds_of(m, 0)


@clause("GALA-4.6", "GALA-3.14")
@pytest.mark.parametrize("last", [0, 1])
def test_both_scores_are_entered_together(last: int) -> None:
    """After the second declaration and what is asked of it."""
    m = auctioned((RUN, "HJ HQ HK"), last=last)
    take(m, "accept")
    assert [0, 0] == m.scores
    take(m, "accept")
    assert [10, 10] == m.scores


@clause("GALA-3.10", "GALA-5.12")
def test_nobody_is_bound_at_tricks() -> None:
    """With `at_tricks` no name is asked at meld scoring, and both name afterwards."""
    m = auctioned((SET, SET.replace("8", "9")), trump_bonus_time="at_tricks")
    assert {"accept", "show"} == asked(m)
    scored(m)
    assert [15, 15] == m.scores
    assert {0, 1} == set(m.actors)
    assert all({f"name {suit}" for suit in "CSHD"} == legal(m, seat) for seat in (0, 1))


@clause("GALA-3.14", "GALA-8.6")
def test_exchange_comes_first() -> None:
    """Before anybody names or declares."""
    m = auctioned((SET, ""), variant=WITH_JOKERS, exchanges=False)
    assert ({"exchange", "keep"}, {0, 1}) == (asked(m), set(m.actors))
