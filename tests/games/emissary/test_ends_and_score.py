"""Sections 9 and 10: the end of a visit, of the game, the score, and the account of both."""

from __future__ import annotations

import pytest

import torite
from tests.aloud import cards
from tests.clauses import clause
from tests.games.emissary.builders import (
    PUBLISHED,
    SEED,
    accounted,
    answer,
    clause_of,
    easy_visit,
    legal,
    place_of,
    row_of,
    table,
    take,
    told,
    verbs,
)
from tests.looking import sure
from torite import Match
from torite.match import Arrangement

THROWN = "H2 H3 H4 H5 H6 H7 H8 HA"


def visited(place: int, wins: int, stop: bool = True) -> Match:
    """A visit with so many wins, the rest lost."""
    row = "CQ HK SK DK HQ CK SQ DQ"
    suit = row.split()[place - 1][0]
    hand, stock = easy_visit(wins, suit)
    m = table(hand, stock, at=place, row=row, stop_when_lost=stop)
    for card in hand.split():
        if not m.log.deal_over:
            answer(m, card)
    return m


@clause("EMIS-9.1", "EMIS-9.2")
@pytest.mark.parametrize("place", [1, 3, 5, 8])
@pytest.mark.parametrize("wins", range(9))
def test_exactly_as_many_as_demanded(place: int, wins: int) -> None:
    """More or fewer end the game at once, fewer only when the hand is empty."""
    m = visited(place, wins)
    assert (wins == place, wins != place) == (m.public.kingdoms[place - 1] < 0, m.over)
    assert (2 if wins == place else 0) == m.scores[0]
    key = "succeeds" if wins == place else "too_many" if wins > place else "too_few"
    assert (key, place, "EMIS-9.1" if wins == place else "EMIS-9.2") == accounted(m)[0]
    assert min(wins, place + 1) == m.public.arguments
    assert {("demanded", place, "EMIS-2.5"), ("arguments", m.public.arguments, "EMIS-3.7")} <= set(accounted(m))
    full = visited(place, wins, stop=False)
    assert (m.over, m.scores, 8) == (full.over, full.scores, full.public.tricks_played)


@clause("EMIS-9.3", "EMIS-9.5")
def test_used_vassals_are_turned_up_again() -> None:
    """In the next visit all four can be selected; with `stay_down` as well."""
    for carry in ("refresh_all", "stay_down"):
        m = table("H2 H3 S2 S3 S4 S5 S6 S7", "D2 D3 D4 D5 D6 D7 D8 DA", at=2, unused_vassal_carryover=carry)
        take(m, "select CJ", "use CJ")
        answer(m, "H2 H3 S2 S3 S4 S5 S6 S7")
        m.go_on()
        assert (cards("CJ DJ HJ SJ"), []) == (place_of(m, "vassals"), place_of(m, "used_vassals"))
        assert {"CJ", "DJ", "HJ", "SJ"} == verbs(take(m, "visit 5"), "select")


@clause("EMIS-9.4", "EMIS-9.5")
@pytest.mark.parametrize("carry", ["refresh_all", "stay_down"])
def test_selected_vassal_that_was_not_used(carry: str) -> None:
    """Default: free again. `stay_down`: it sits the next visit out, and is free at the one after."""
    hand, stock = easy_visit(2, "H")
    m = take(table(hand, stock, at=2, unused_vassal_carryover=carry), "select SJ")
    answer(m, hand)
    hand, stock = easy_visit(5, "H")
    m.chance.arrange(Arrangement(hands={0: hand}, stock=stock))
    m.go_on()
    take(m, "visit 5")
    stays = carry == "stay_down"
    assert ({"CJ", "DJ", "HJ"} | (set() if stays else {"SJ"})) == verbs(m, "select")
    assert (["SJ"] if stays else []) == place_of(m, "resting")
    if stays:
        assert {"EMIS-9.4"} == {clause_of(m, code) for code in ("select SJ", "use SJ 1")}
    answer(m, hand)
    m.go_on()
    assert {"CJ", "DJ", "HJ", "SJ"} == verbs(take(m, "visit 4"), "select")
    assert [] == place_of(m, "resting")


@clause("EMIS-9.5", "EMIS-5.13")
def test_nothing_stays_down_without_selection() -> None:
    """`any_time` with `stay_down`: a vassal not used is there in the next visit."""
    m = table(won=[2, 5], at=4, vassal_selection="any_time", unused_vassal_carryover="stay_down")
    assert ([], cards("CJ DJ HJ SJ")) == (place_of(m, "resting"), place_of(m, "vassals"))
    assert {"CJ", "DJ", "HJ"} <= verbs(m, "use")


@clause("EMIS-9.6", "EMIS-9.7", "EMIS-2.1")
def test_next_visit_begins_with_a_new_hand() -> None:
    """It waits for `go_on` where a pause was agreed, and does not otherwise."""
    m = table(won=[4])
    assert (8, 24, 1) == (len(m.cards(0)), m.public.stock_left, m.public.deals_played)
    hand, stock = easy_visit(4, "D")
    waiting, going = (answer(table(hand, stock, at=4, pause=pause), hand) for pause in (True, False))
    assert ((True, True), (False, False)) == (
        (waiting.turns.awaits_chance, waiting.log.deal_over), (going.turns.awaits_chance, going.log.deal_over),
    )  # fmt: skip
    assert {f"visit {place}" for place in (1, 2, 3, 5, 6, 7, 8)} == legal(going)


@clause("EMIS-9.2", "EMIS-10.2")
def test_defeat_ends_the_game() -> None:
    """No further visit; nobody has won; nothing can be done."""
    m = visited(3, 2)
    assert (True, False, set(), [0]) == (m.over, m.turns.awaits_chance, legal(m), m.scores)
    assert m.result is not None
    assert 0 == m.result.shares[0] == m.public.won[0]
    with pytest.raises(torite.MatchOver):
        m.act(0, "visit 4")


@clause("EMIS-10.1", "EMIS-10.3", "EMIS-10.4")
@pytest.mark.parametrize("order", [[1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1], [4, 8, 1, 6, 2, 7, 3, 5]])
@pytest.mark.parametrize("variant", [SEED, PUBLISHED])
def test_all_eight_with_no_ally_used_is_sixteen(order: list[int], variant: str) -> None:
    """The ruler of the last visit counts."""
    suit = "CHSDHCSD"[order[-1] - 1]
    hand, stock = easy_visit(order[-1], suit)
    m = answer(table(hand, stock, at=order[-1], won=order[:-1], variant=variant), hand)
    assert (True, [16], 8) == (m.over, m.scores, len(place_of(m, "allies")))
    assert m.result is not None
    assert 1 == m.result.shares[0] == m.public.won[0]
    assert "all_won" in [key for key, _, _ in accounted(m)]


@clause("EMIS-10.2", "EMIS-10.4", "EMIS-10.6")
def test_score_with_allies_used() -> None:
    """Each ally used is a point less, at once."""
    hand, stock = easy_visit(8, "D")
    m = table(hand, stock, at=8, won=[1, 2, 3, 4, 5, 6, 7])
    assert [14] == m.scores
    take(m, "use CK")
    assert [13] == m.scores
    take(m, "use CQ")
    assert [12] == m.scores
    answer(m, hand)
    assert (True, [14]) == (m.over, m.scores)
    lines = {key: amount for key, amount, _ in accounted(m)}
    assert (8, 6, 2) == (lines["kingdoms_won"], lines["allies_left"], lines["allies_used"])


@clause("EMIS-10.2", "EMIS-10.5")
@pytest.mark.parametrize("successes", range(8))
def test_score_of_a_defeat(successes: int) -> None:
    """Kingdoms won and allies left; the ruler of the failed visit and those not won do not count."""
    won = [8, 7, 6, 5, 4, 3, 2][:successes]
    m = table("C2 C3 C4 C5 C6 C7 C8 CA", THROWN, at=1, won=won)
    answer(m, "C2 C3")
    assert (True, [2 * successes]) == (m.over, m.scores)
    assert "CQ" not in place_of(m, "allies")
    lines = {key: (amount, cited) for key, amount, cited in accounted(m)}
    assert ((successes, "EMIS-10.2"), (successes, "EMIS-10.2")) == (lines["kingdoms_won"], lines["allies_left"])


@clause("EMIS-10.6")
def test_score_runs() -> None:
    """Two points a success; also before the next visit."""
    m = table(won=[3, 6])
    assert ([4], 4) == (m.scores, m.public.score[0])
    assert [(1, (2,)), (2, (4,))] == [(row.number, row.scores) for row in m.score_sheet.deals]
    assert [(2,), (2,)] == [row.changes for row in m.score_sheet.deals]


@clause("EMIS-9.1", "EMIS-8.1", "EMIS-8.3")
def test_account_of_a_visit() -> None:
    """Success, demand, arguments, the ruler won, and the allies it cost; each line with its clause."""
    m = table("S2 S3 S4 S5 S6 S7 S8 D2", "H2 H3 H4 H5 H6 H7 H8 HA", at=7, won=[2, 6])
    answer(take(m, "use CK"), "S2 S3 S4 S5 S6 S7 S8 D2")
    lines = accounted(m)
    assert ("succeeds", 7, "EMIS-9.1") == lines[0]
    assert {
        ("demanded", 7, "EMIS-2.5"), ("arguments", 7, "EMIS-3.7"), ("allies_used", 1, "EMIS-8.3"),
    } <= set(lines)  # fmt: skip
    (ally,) = (note for note in m.score_sheet.account if note.line.key == "new_ally")
    assert (["SQ"], "EMIS-8.1") == ([m.game.pack.codes[kind] for kind in ally.pieces], ally.line.clause)
    assert (5, [None]) == (m.scores[0], [row_of(m)[6]])
    assert 1 == m.score_sheet.deals[-1].changes[0]


@clause("EMIS-8.3")
def test_account_names_the_allies_used_in_this_visit_only() -> None:
    """♣K was used in the visit before."""
    m = table("S2 S3 S4 S5 S6 S7 S8 D2", "H2 H3 H4 H5 H6 H7 H8 HA", at=7, won=[2, 6])
    answer(take(m, "use CK"), "S2 S3 S4 S5 S6 S7 S8 D2")
    hand, stock = easy_visit(4, "D")
    m.chance.arrange(Arrangement(hands={0: hand}, stock=stock))
    m.go_on()
    answer(take(m, "visit 4"), hand)
    assert ("succeeds", 4, "EMIS-9.1") == accounted(m)[0]
    assert "allies_used" not in [key for key, _, _ in accounted(m)]


@clause("EMIS-9.2", "EMIS-10.2")
def test_every_line_of_the_account_traces_to_a_clause() -> None:
    """In both languages, with the clause beside it; headings are in the sheet."""
    for m in (visited(3, 3), visited(3, 5), visited(3, 1), table(won=[1, 2])):
        for note in m.score_sheet.account:
            assert note.line.clause.startswith("EMIS-")
        english, japanese = (torite.lay_out(m, 0, language).account for language in ("en", "ja"))
        assert [note.line.clause for note in m.score_sheet.account] == [line.clause for line in english]
        assert len(english) == len(japanese)
        assert all(one.text != other.text for one, other in zip(english, japanese, strict=True))
        assert sure(torite.lay_out(m, 0, "en").sheet)[-1].text == english[0].text
        assert ["EMIS-9.1"] * (len(m.score_sheet.deals) - 1) == [
            row.notes[0].line.clause for row in m.score_sheet.deals[:-1]
        ]


@clause("EMIS-2.5", "EMIS-10.1")
def test_demands_of_eight_successes_are_one_to_eight() -> None:
    """Each once."""
    hand, stock = easy_visit(8, "D")
    m = answer(table(hand, stock, at=8, won=[2, 4, 6, 1, 3, 5, 7]), hand)
    assert [2, 4, 6, 1, 3, 5, 7, 8] == [amount for _, amount, _ in told(m, "succeeds")]
