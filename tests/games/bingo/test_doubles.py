"""Declaring doubles: clauses BINGO-7.1 to 7.9 and 7.13 to 7.17, and the examples on them."""

from typing import Any

import pytest

from tests.aloud import legal, scored, take, turn
from tests.clauses import clause
from tests.games.bingo.builders import PLAIN, clause_of, numbers, table, tiles_open, trick
from tests.games.bingo.naive import DOUBLES, reply_wins
from torite import Match
from torite.match import Arrangement


def declarer(doubles: str, other: str = "", trump: int = 6, **how: Any) -> Match:
    """Seat 0 has won a trick with [2-1] over [1-0], has drawn a plain tile, and is about to lead with these doubles."""
    stock = how.pop("stock", "3-2 4-3")
    m = table(f"2-1 {doubles}", f"1-0 {other}", trump=trump, stock=str(stock), **how)
    return trick(m, "2-1 1-0", "draw")


def losing(m: Match, but: str = "") -> str:
    """A tile with which the seat in turn loses the trick, none of these."""
    led = m.game.pack.codes[m.public.led]
    may = tiles_open(m) - set(but.split())
    return next(one for one in sorted(may) if not reply_wins(led, one, m.public.trump))


def lead_and_win(m: Match, double: str, *then: str, but: str = "") -> Match:
    """Lead a double to which the other plays a tile that loses, none of these, then go on."""
    take(m, f"lead {double}")
    return take(m, f"play {losing(m, but)}", *then)


@clause("BINGO-7.1")
@pytest.mark.parametrize("held", range(7))
def test_number_is_two_to_the_doubles_held(held: int) -> None:
    """With fewer than two nothing can be declared."""
    m = declarer(" ".join(DOUBLES[:held]))
    assert set(range(2, held + 1)) == numbers(m)
    if held < 6:
        assert "BINGO-7.1" == clause_of(m, f"declare {max(2, held + 1)}")
    assert m.gestures.refusal(0, "declare 1") is not None
    assert m.gestures.refusal(0, "declare 7") is not None


@clause("BINGO-7.1")
def test_declaring_only_before_a_lead() -> None:
    """Not as a reply, not after a trick, and not by the other."""
    m = declarer("6-6 5-5", "4-4 3-3")
    assert () == m.actions(1)
    take(m, "lead 6-6")
    assert m.gestures.refusal(1, "declare 2") is not None
    take(m, f"play {losing(m)}")
    assert {"draw", "close"} == legal(m)
    assert m.gestures.refusal(0, "declare 2") is not None


@clause("BINGO-7.2")
def test_one_trick_must_have_been_won() -> None:
    """In this deal; a trick of the last one does not help."""
    m = table("6-6 5-5 4-4", "3-3 2-2 1-1")
    assert set() == numbers(m)
    assert "BINGO-7.2" == clause_of(m, "declare 2")
    while not m.log.deal_over:
        m.act(turn(m), "draw" if "draw" in legal(m) else sorted(legal(m))[-1])
    doubles = {0: "6-6 5-5 4-4", 1: "3-3 2-2 1-1"}
    m.chance.arrange(Arrangement(hands=doubles, turned="6-1"))
    m.go_on()
    assert 1 == turn(m)
    assert "BINGO-7.2" == clause_of(m, "declare 2")


@clause("BINGO-7.2")
def test_any_trick_won_will_do() -> None:
    """One that was led by the other, long ago, or a worthless one."""
    m = table("6-2 2-1", "6-3 5-5 4-4", stock="1-0 2-0 3-0 4-0")
    assert {2} == numbers(trick(m, "6-2 6-3", "draw"))
    trick(m, "6-3 2-1" if "6-3" in m.cards(1) else "4-4 2-1")
    assert numbers(take(m, "draw")) <= {2}


@clause("BINGO-7.2")
@pytest.mark.parametrize(("needed", "may"), [(True, set()), (False, {2, 3})])
def test_trick_before_is_an_option(needed: bool, may: set[int]) -> None:
    """Without it doubles are declared on the first lead."""
    assert may == numbers(table("6-6 5-5 4-4", doubles_need_trick=needed))


@clause("BINGO-7.3")
def test_a_double_is_led_and_the_others_shown() -> None:
    """Any of the doubles held; other leads are refused."""
    m = take(declarer("6-6 5-5 3-3 2-2"), "declare 3")
    assert {"lead 6-6", "lead 5-5", "lead 3-3", "lead 2-2"} == legal(m)
    assert "BINGO-7.3" == clause_of(m, "lead 3-2")
    take(m, "lead 5-5")
    assert {"6-6", "3-3", "2-2"} == tiles_open(m)
    assert (0, {"show"}) == (turn(m), {code.split()[0] for code in legal(m)})
    take(m, "show 2-2 3-3")
    assert (1, ["3-3", "2-2"]) == (turn(m), shown(m))


def shown(m: Match) -> list[str]:
    """The doubles that lie open in a declaration."""
    return [m.game.pack.codes[kind] for kind in m.game.pack.listed(m.public.shown)]


@clause("EX-BINGO-15")
def test_example_three_doubles() -> None:
    """One is led, two others are shown."""
    m = take(declarer("6-6 5-5 3-3"), "declare 3", "lead 3-3")
    assert (3, 2, ["6-6", "5-5"]) == (m.public.declared, len(shown(m)), shown(m))
    assert "3-3" in [m.game.pack.codes[kind] for kind in m.game.pack.listed(m.public.trick[0])]


@clause("BINGO-7.4", "BINGO-7.17")
def test_shown_doubles_are_led_next() -> None:
    """As long as they win, one after the other in any order; nothing else, and nothing is declared meanwhile."""
    m = take(declarer("6-6 5-5 3-3 2-2"), "declare 3", "lead 6-6", "show 3-3 2-2")
    take(m, f"play {losing(m)}", "draw")
    assert {"lead 3-3", "lead 2-2"} == legal(m)
    assert ["BINGO-7.17"] * 3 == [clause_of(m, code) for code in ("lead 5-5", "lead 3-2", "declare 2")]
    lead_and_win(m, "2-2", "draw")
    assert {"lead 3-3"} == legal(m)
    lead_and_win(m, "3-3", "draw")
    assert set(m.cards(0)) == tiles_open(m)


@clause("BINGO-7.5")
def test_points_come_with_the_last_trick() -> None:
    """Nothing is added before."""
    m = take(declarer("6-6 5-5 3-3"), "declare 3")
    for number, double in enumerate(("6-6", "5-5", "3-3"), 1):
        lead_and_win(m, double)
        assert ([40, 0] if number == 3 else [0, 0]) == list(m.public.made)
        assert (0 if number == 3 else 3) == m.public.declared
        take(m, "draw")


@clause("BINGO-7.6")
def test_failed_declaration() -> None:
    """[3-3] loses to [4-3]: no points, what was not led is in the hand as before, and may be led or not."""
    m = take(declarer("6-6 5-5 3-3", "4-3", stock="3-2 4-2"), "declare 3", "lead 3-3", "play 4-3")
    assert ([0, 0], 0, [], 1) == (list(m.public.made), m.public.declared, shown(m), turn(m))
    assert {"6-6", "5-5"} <= set(m.cards(0))
    assert [("fails", 0, 3)] == [note for note in notes(m) if note[0] == "fails"]
    take(m, "draw", f"lead {sorted(set(m.cards(1)) & set(PLAIN))[0]}")
    assert set(m.cards(0)) == tiles_open(m)
    take(m, "play 6-6", "draw")
    assert set(m.cards(0)) == tiles_open(m)
    while not m.log.deal_over:
        m.act(turn(m), "draw" if "draw" in legal(m) else sorted(legal(m))[-1])
    assert [0, 0] == list(m.public.made)


def notes(m: Match) -> list[tuple[str, int, int]]:
    """What the rules said of the last action."""
    return [(note.line.key, note.seat, note.amount) for note in m.log[-1].notes]


def declare_all(k: int, first: str = "", **how: Any) -> Match:
    """Seat 0 declares k doubles without [0-0] and wins with all of them, drawing in between but not at last."""
    doubles = [f"{pip}-{pip}" for pip in (6, 5, 4, 3, 2, 1)][: k - bool(first)]
    doubles = [first, *doubles] if first else doubles
    m = take(declarer(" ".join(doubles), "4-1 5-1 2-0 4-0 5-0 5-2", **how), f"declare {k}")
    for double in doubles:
        lead_and_win(m, double)
        if double != doubles[-1]:
            take(m, "draw")
    return m


@clause("BINGO-7.7")
@pytest.mark.parametrize(("k", "amount"), [(2, 20), (3, 40), (4, 50), (5, 60), (6, 70)])
def test_points_of_doubles(k: int, amount: int) -> None:
    """By their number."""
    m = declare_all(k)
    assert [amount, 0] == list(m.public.made)
    assert ("makes", 0, amount) in notes(m)
    assert [] == [note for note in notes(m) if note[0] == "with_bingo"]


@clause("BINGO-7.7")
@pytest.mark.parametrize(("k", "amount"), [(2, 1), (3, 2), (4, 0), (5, 44), (6, 5)])
def test_points_of_doubles_are_an_option(k: int, amount: int) -> None:
    """Five numbers for two to six doubles."""
    assert [amount, 0] == list(declare_all(k, doubles_points=[1, 2, 0, 44, 5]).public.made)


@clause("BINGO-7.8")
@pytest.mark.parametrize(("k", "amount"), [(2, 30), (3, 50), (4, 60), (5, 70), (6, 80)])
def test_bonus_with_double_blank(k: int, amount: int) -> None:
    """Ten more when one of the tricks was won with [0-0]."""
    m = declare_all(k, "0-0")
    assert [amount, 0] == list(m.public.made)
    assert {("makes", 0, amount - 10), ("with_bingo", 0, 10)} <= set(notes(m))


@clause("BINGO-7.8")
@pytest.mark.parametrize("bonus", [0, 25])
def test_bonus_with_double_blank_is_an_option(bonus: int) -> None:
    """What it is worth is agreed; without [0-0] it is nothing."""
    assert [20 + bonus, 0] == list(declare_all(2, "0-0", bingo_bonus=bonus).public.made)
    assert [20, 0] == list(declare_all(2, bingo_bonus=bonus).public.made)


@clause("BINGO-7.8")
@pytest.mark.parametrize("before", [True, False])
def test_bonus_only_for_a_trick_of_the_declaration(before: bool) -> None:
    """[0-0] led before or after it brings nothing."""
    m = declarer("0-0 5-5 3-3", "4-1 5-1 2-0 4-0 5-0 5-2")
    if before:
        lead_and_win(m, "0-0", "draw")
        take(m, "declare 2", "lead 5-5")
    else:
        take(m, "declare 2", "lead 5-5", "show 3-3")
    take(m, f"play {losing(m)}", "draw")
    lead_and_win(m, "3-3", "draw")
    if not before:
        lead_and_win(m, "0-0")
    assert [20, 0] == list(m.public.made)


@clause("BINGO-7.9")
def test_bonus_is_lost_with_the_declaration() -> None:
    """[0-0] won, [3-3] lost: nothing, also at the end of the deal."""
    m = take(declarer("0-0 3-3", "4-3", stock="3-2 4-2"), "declare 2")
    lead_and_win(m, "0-0", "draw", but="4-3")
    take(m, "lead 3-3", "play 4-3")
    assert ([0, 0], 1) == (list(m.public.made), turn(m))
    while not m.log.deal_over:
        m.act(turn(m), "draw" if "draw" in legal(m) else sorted(legal(m))[-1])
    assert [0, 0] == list(m.public.made)
    assert not {"makes", "with_bingo"} & {key for key, _, _ in scored(m)}


@clause("BINGO-7.13")
def test_tiles_are_drawn_meanwhile() -> None:
    """As usual; a double that comes in does not join the declaration."""
    m = take(declarer("6-6 5-5", stock="3-2 4-3 4-4 4-2 3-3 2-0"), "declare 2")
    lead_and_win(m, "6-6", "draw")
    assert "4-4" in m.cards(0)
    assert ({"lead 5-5"}, ["5-5"]) == (legal(m), shown(m))
    assert "BINGO-7.17" == clause_of(m, "lead 4-4")
    lead_and_win(m, "5-5", "draw")
    assert (["3-3", "4-4"], {2}) == (sorted(set(m.cards(0)) & set(DOUBLES)), numbers(m))


@clause("BINGO-7.13")
def test_closing_meanwhile() -> None:
    """The declaration goes on under strict rules, and its points come all the same."""
    m = take(declarer("6-6 5-5 4-4", "5-1 6-1 2-2"), "declare 3")
    lead_and_win(m, "6-6", "close")
    assert (0, {"lead 5-5", "lead 4-4"}, 3) == (m.public.closed_by, legal(m), m.public.declared)
    take(m, "lead 5-5")
    assert {"5-1"} == tiles_open(m)
    take(m, "play 5-1")
    lead_and_win(m, "4-4")
    assert ([40, 0], 0) == (list(m.public.made), turn(m))


@clause("BINGO-7.14")
def test_another_declaration_after_success() -> None:
    """With doubles still in hand, and points for both."""
    m = take(declarer("6-6 5-5 4-4 3-3", "4-1 5-1 2-0 4-0 5-0 5-2"), "declare 2", "lead 6-6", "show 5-5")
    take(m, f"play {losing(m)}", "draw")
    lead_and_win(m, "5-5", "draw")
    assert ([20, 0], {2}) == (list(m.public.made), numbers(m))
    take(m, "declare 2")
    lead_and_win(m, "4-4", "draw")
    lead_and_win(m, "3-3")
    assert [40, 0] == list(m.public.made)


@clause("BINGO-7.14")
def test_another_declaration_after_failure() -> None:
    """When the lead comes back; the doubles may be the same."""
    m = take(declarer("6-6 5-5 3-3", "4-3", stock="3-2 4-2"), "declare 3", "lead 3-3", "play 4-3", "draw")
    take(m, f"lead {sorted(set(m.cards(1)) & set(PLAIN))[0]}", "play 6-6", "draw")
    assert (0, set()) == (turn(m), numbers(m))
    m = take(declarer("6-6 5-5 4-4 3-3", "4-3", stock="3-2 4-2"), "declare 2", "lead 3-3", "show 6-6", "play 4-3")
    take(m, "draw", f"lead {sorted(set(m.cards(1)) & set(PLAIN))[0]}", "play 6-6", "draw")
    assert (0, {2}) == (turn(m), numbers(m))
    take(m, "declare 2")
    assert {"lead 5-5", "lead 4-4"} == legal(m)


@clause("BINGO-7.15")
def test_shown_doubles_stay_in_the_hand() -> None:
    """They count among its tiles."""
    m = take(declarer("6-6 5-5 3-3"), "declare 3", "lead 6-6")
    assert ({"5-5", "3-3"}, 6) == (set(m.cards(0)) & set(DOUBLES), len(m.cards(0)))
    take(m, f"play {losing(m)}", "draw")
    assert (7, {"5-5", "3-3"}) == (len(m.cards(0)), set(m.cards(0)) & set(DOUBLES))


@clause("BINGO-7.16", "EX-BINGO-21")
def test_example_choice_of_doubles_shown() -> None:
    """With more than k doubles the declarer chooses; with just k there is nothing to choose."""
    m = take(declarer("6-6 5-5 3-3"), "declare 2", "lead 6-6")
    assert (0, {"show 5-5", "show 3-3"}) == (turn(m), legal(m))
    assert "BINGO-7.16" == clause_of(m, "show 3-2")
    assert () == m.actions(1)
    take(m, "show 3-3")
    assert (1, ["3-3"]) == (turn(m), shown(m))
    m = take(declarer("6-6 5-5", stock="3-2 4-3 4-4 4-2"), "declare 2", "lead 6-6")
    assert (1, ["5-5"]) == (turn(m), shown(m))
    take(m, f"play {losing(m)}", "draw")
    assert "4-4" in m.cards(0)
    assert {"lead 5-5"} == legal(m)


@clause("BINGO-7.16", "BINGO-7.17")
def test_showing_comes_with_the_first_lead_only() -> None:
    """After the later leads the reply comes at once."""
    m = take(declarer("6-6 5-5 4-4 3-3"), "declare 3", "lead 6-6", "show 5-5 4-4")
    take(m, f"play {losing(m)}", "draw", "lead 5-5")
    assert (1, {"play"}) == (turn(m), {code.split()[0] for code in legal(m)})


@clause("BINGO-7.3", "BINGO-7.16")
@pytest.mark.parametrize("code", ["show 5-5 3-3", "show 3-3 5-5"])
def test_order_of_a_show(code: str) -> None:
    """Its doubles may stand in any order, or be shown one at a time; a double counts once, and one led cannot be."""
    whole = take(declarer("6-6 5-5 3-3 2-2"), "declare 3", "lead 6-6", code)
    single = take(declarer("6-6 5-5 3-3 2-2"), "declare 3", "lead 6-6", "show 5-5")
    assert (0, {"show 3-3", "show 2-2"}) == (turn(single), legal(single))
    take(single, "show 3-3")
    assert (1, 1) == (turn(whole), turn(single))
    assert ["5-5", "3-3"] == shown(whole) == shown(single)
    m = take(declarer("6-6 5-5 3-3 2-2"), "declare 3", "lead 6-6")
    for wrong in ("show 6-6 5-5", "show 5-5 5-5", "show 5-5 3-3 2-2", "show 5-5 3-2"):
        assert m.gestures.refusal(0, wrong) is not None


@clause("BINGO-7.17")
def test_second_declaration_is_refused_while_one_runs() -> None:
    """Right after declaring, and between its tricks."""
    m = take(declarer("6-6 5-5 4-4 3-3"), "declare 2")
    assert m.gestures.refusal(0, "declare 3") is not None
    take(m, "lead 6-6", "show 5-5")
    take(m, f"play {losing(m)}", "draw")
    assert "BINGO-7.17" == clause_of(m, "declare 2")
    assert "BINGO-7.17" == clause_of(m, "lead 4-4")


@clause("EX-BINGO-14")
def test_example_declaration_of_three() -> None:
    """[0-0], [6-6] and [5-5]: 50 points, or nothing if [5-5] loses to [6-5] as third or second lead."""
    for order, wins in (("6-6 5-5", True), ("6-6 5-5", False), ("5-5 6-6", False)):
        m = take(declarer("6-6 5-5 0-0", "6-5 4-1 5-1 4-0"), "declare 3", "lead 0-0")
        assert 1 == turn(m)
        take(m, "play 4-1", "draw")
        assert {"lead 6-6", "lead 5-5"} == legal(m)
        for double in order.split():
            take(m, f"lead {double}")
            take(m, "play 6-5" if double == "5-5" and not wins else f"play {losing(m, '6-5')}")
            if not m.public.declared:
                break
            take(m, "draw")
        assert ([50, 0] if wins else [0, 0]) == list(m.public.made)
        assert [] == shown(m)
        assert ("6-6" in m.cards(0)) == (order == "5-5 6-6")
        assert (0 if wins else 1) == turn(m)


@clause("BINGO-12.8")
@pytest.mark.parametrize("lost", [1, 2, 3])
def test_points_only_after_wins_in_a_row(lost: int) -> None:
    """Whichever of the three tricks is lost, nothing is added."""
    m = take(declarer("6-6 5-5 3-3", "6-5 4-3 0-0 4-1 5-1", stock="3-2 4-2"), "declare 3")
    for number, double in enumerate(("6-6", "5-5", "3-3"), 1):
        take(m, f"lead {double}")
        take(m, "play 0-0" if number == lost else f"play {losing(m, '0-0')}")
        if number == lost:
            break
        take(m, "draw")
    assert ([0, 0], 0, 1) == (list(m.public.made), m.public.declared, turn(m))
