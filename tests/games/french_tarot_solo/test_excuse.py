"""The Excuse and petit au bout: sections 11 and 12."""

from __future__ import annotations

import pytest

from tests.clauses import clause
from tests.games.french_tarot_solo.builders import (
    begin,
    first_trick,
    free,
    last_told,
    play_on,
    play_trick,
    scored,
    scores,
    take,
    told,
    won,
)
from tests.games.french_tarot_solo.naive import AI, DUMMY, ME, points
from tests.games.french_tarot_solo.plans import Plan, deal_worth, defence_wins_all, sweep
from torite import Match
from torite.scenes import lay_out

#: the defence wins everything, and the Dummy's Excuse is the last card it plays
EXAMPLE_19 = defence_wins_all("HK HQ HC HJ H10 H9 H5", "T2 T3 T4 S7 D7 C6 EX", "H1 H2 H3 H4 H6 H7 T1")
AI_EXCUSE = defence_wins_all("HK HQ HC HJ H10 H9 EX", "T2 T3 T4 S7 D7 C6 C7", "H1 H2 H3 H4 H6 H7 T1")
OWN_PETIT_23 = defence_wins_all("HK HQ HC S8 D8 HJ H10", "T2 T3 T4 S7 D7 T1 EX", "H1 H2 H3 H4 H6 H5 H7")
PLAYERS_PETIT_23 = defence_wins_all("HK HQ HC HJ H10 S8 S7", "H7 H8 H9 T2 T3 T4 EX", "H1 H2 H3 H4 H5 T1 H6")
EVERY = ("played_by_slam_side", "any_in_trick")


def debt(m: Match) -> int:
    """What is owed: 1 by the declarer, -1 by the defence, 0 by nobody."""
    return int(m.public.debt)


# the Excuse


@clause("TAROT-11.1", "TAROT-11.2", "TAROT-11.4", "TAROT-11.11")
def test_players_excuse_stays_with_him() -> None:
    """The defence wins the trick without it and is owed half a point, which counts at once."""
    m = first_trick("EX H3", "S7", "S9 D9 D10", "S9", kitty="D1 D2 D3 D4 D5 D6")
    take(m, "play EX")
    assert ({"EX"}, {"S7", "S9"}) == (won(m, ME), won(m, AI) | won(m, DUMMY))
    assert (1, [(ME, 0)]) == (debt(m), [(side, 0) for side, _ in told(m, "keeps_excuse")])
    assert "you have 7." in lay_out(m, 0, "en").status[0]
    assert "1 oudler" in lay_out(m, 0, "en").status[0]


@clause("TAROT-11.1", "TAROT-11.2", "TAROT-11.4", "TAROT-11.11")
@pytest.mark.parametrize(
    ("ai", "dummy", "mine", "owner"), [("S7", "EX", "S10", DUMMY), ("EX", "S9", "S10", AI), ("EX", "T6", "T8", AI)]
)
def test_defences_excuse_stays_with_it(ai: str, dummy: str, mine: str, owner: int) -> None:
    """Examples 4 and 5: the player wins the trick but not the Excuse, and receives half a point."""
    m = first_trick(mine, ai, f"{dummy} D9 D10", dummy, kitty="D1 D2 D3 D4 D5 D6", void="" if mine[0] == "S" else "ST")
    take(m, f"play {mine}")
    assert {ai, dummy, mine} - {"EX"} == won(m, ME)
    assert {"EX"} == won(m, AI) | won(m, DUMMY)
    assert (-1, owner) == (debt(m), told(m, "keeps_excuse")[0][0])
    assert "you have 4½." in lay_out(m, 0, "en").status[0]


@clause("TAROT-11.7")
@pytest.mark.parametrize(("ai", "dummy", "mine"), [("SK", "EX", "S3"), ("EX", "SK", "S3"), ("EX", "D8", "H3")])
def test_nothing_is_exchanged_within_a_side(ai: str, dummy: str, mine: str) -> None:
    """Example 5: the defence wins the trick with its own Excuse in it."""
    m = first_trick(mine, ai, f"{dummy} D9 D10", dummy, void="" if mine == "S3" else "DST")
    take(m, f"play {mine}")
    assert {ai, dummy, mine} == won(m, AI) | won(m, DUMMY)
    assert (0, []) == (debt(m), told(m, "keeps_excuse"))


@clause("TAROT-11.2", "TAROT-11.3", "TAROT-11.4")
@pytest.mark.parametrize("own", ["T21 EX", "EX"])
def test_excuse_given_for_half_a_point(own: str) -> None:
    """A line of the count, also where no card of half a point was ever won; the oudler stays."""
    m = deal_worth("35", own).play()
    assert 1 == scored(m)["gives_half"]
    assert len(own.split()) == scored(m)["oudlers"]
    found = scored(m)
    assert found["card_points"] == found["trick_points"] + found["discard_points"] - 1 == 70


@clause("TAROT-11.3", "TAROT-11.9")
def test_player_without_a_trick_keeps_four_points() -> None:
    """He played the Excuse before the last trick: 4.5 less 0.5 that he cannot pay with a card."""
    plan = defence_wins_all("HK HQ HC HJ H10 H9 H8", "T2 T3 T4 S7 D7 C6 C7", "H1 H2 H3 EX H4 H5 H6")
    m = plan.play("garde-contre")
    found = scored(m)
    assert (9, 1, 8, 1) == tuple(found[line] for line in ("trick_points", "gives_half", "card_points", "oudlers"))
    assert [0, 24] == [m.public.tricks[0], sum(m.public.tricks)]


@clause("TAROT-11.9", "TAROT-11.4")
def test_defence_without_a_trick_keeps_four_points() -> None:
    """Example 14: the declarer has 87."""
    m = sweep("SK HK DK T1-T21", dummy="EX").play()
    assert (174, 2, 1) == tuple(scored(m)[line] for line in ("card_points", "oudlers", "gets_half"))
    assert {"EX"} == won(m, AI) | won(m, DUMMY)


@clause("TAROT-11.5")
def test_excuse_of_the_last_trick_goes_to_its_winner() -> None:
    """The defence's Excuse in a trick that the player wins: with all its points, and nothing is owed."""
    plan = sweep("SK HK DK T1-T21", late={24: "EX"})
    m = plan.play()
    assert (0, []) == (debt(m), told(m, "keeps_excuse"))
    assert "EX" in won(m, ME)
    assert (182, 3) == (scored(m)["card_points"], scored(m)["oudlers"])


@clause("TAROT-11.5", "TAROT-11.6")
def test_players_excuse_in_the_last_trick_is_lost() -> None:
    """Example 18: the defence has won a trick before; the Excuse counts for it as an oudler."""
    plan = sweep("S2 SK HK T2-T21 EX", late={1: "S3"}, kitty="T1")
    m = plan.play("garde-sans")
    assert "excuse_wins" not in last_told(m)
    assert ({"EX"} <= won(m, AI) | won(m, DUMMY), 0) == (True, debt(m))
    assert [22, 2] == [m.public.tricks[0], m.public.tricks[1] + m.public.tricks[2]]
    assert 2 == scored(m)["oudlers"]


@clause("TAROT-11.6")
def test_excuse_wins_after_23_tricks() -> None:
    """Example 18: all 24 are won."""
    m = sweep("SK HK T1-T21 EX").play()
    assert "excuse_wins" in last_told(m)
    assert (24, ME) == (m.public.tricks[0], told(m, "takes")[-1][0])
    assert "EX" in won(m, ME)


@clause("TAROT-11.6")
def test_excuse_wins_only_the_last_trick() -> None:
    """Not the twenty-third, though all before were won."""
    m = sweep("SK HK T2-T21 EX T1").play()
    assert [23, 1] == [m.public.tricks[0], m.public.tricks[1] + m.public.tricks[2]]
    assert "excuse_wins" not in last_told(m)


@clause("TAROT-11.12", "TAROT-11.6")
@pytest.mark.parametrize(("plan", "side"), [(EXAMPLE_19, DUMMY), (AI_EXCUSE, AI)])
def test_excuse_of_the_defence_wins_after_23_tricks(plan: Plan, side: int) -> None:
    """Example 19: though the player plays a trump."""
    m = plan.play()
    assert "excuse_wins" in last_told(m)
    assert (0, side) == (m.public.tricks[0], told(m, "takes")[-1][0])
    assert {"EX", "T1"} <= won(m, AI) | won(m, DUMMY)


@clause("TAROT-11.12", "TAROT-11.5")
def test_excuse_of_the_defence_does_not_win_if_the_player_had_a_trick() -> None:
    """Then his trump takes it, and the Excuse with it."""
    plan = defence_wins_all("HK HQ HC HJ H10 H8 H5", "T2 T3 T4 S7 D7 C6 EX", "H1 H2 H3 H4 H6 H9 T1")
    m = plan.play()
    assert [2, ME] == [m.public.tricks[0], told(m, "takes")[-1][0]]
    assert {"EX", "T1"} <= won(m, ME)
    assert 10 == scored(m)["petit_au_bout"]


@clause("TAROT-11.8")
@pytest.mark.parametrize("bid", ["garde-sans", "garde-contre"])
def test_excuse_in_the_kitty(bid: str) -> None:
    """With its whole points, as an oudler, to the side that owns the kitty; nothing is owed."""
    m = play_on(begin(free("T2", bid=bid, kitty="EX S2 S3 S4 S5 S6")))
    found = scored(m)
    assert 2 * points(["EX", "S2", "S3", "S4", "S5", "S6"]) == 14
    assert 14 == found["kitty_points" if bid == "garde-sans" else "kitty_lost"]
    assert not {"gives_half", "gets_half"} & set(found)
    assert (bid == "garde-sans") <= (found["oudlers"] >= 1)


@clause("TAROT-11.10", "TAROT-11.11")
def test_what_is_owed_is_told() -> None:
    """In the line of the log, at once, and again in the account."""
    m = first_trick("EX H3", "S7", "S9 D9 D10", "S9")
    take(m, "play EX")
    assert any("Excuse" in line.text and "half" in line.text for line in lay_out(m, 0, "en").log)
    while not m.log.deal_over:
        play_trick(m)
    assert "gives_half" in scored(m)


# petit au bout


@clause("TAROT-12.1", "TAROT-14.3")
@pytest.mark.parametrize(
    ("bid", "factor", "got", "base"),
    [("prise", 1, "52", 36), ("garde", 2, "52", 36), ("garde-sans", 4, "52", 36), ("garde-contre", 6, "46", 30)],
)
def test_petit_au_bout_is_multiplied(bid: str, factor: int, got: str, base: int) -> None:
    """Ten points for the winner of the last trick, times the bid."""
    m = deal_worth(got, "T21 T1", bid, petit=1, excuse=DUMMY).play(bid)
    assert (base, 10) == (scored(m)["base"], scored(m)["petit_au_bout"])
    assert (2 * (base + 10) * factor, -(base + 10) * factor) == scores(m)
    m = deal_worth("51", "T21", bid, petit=-1).play(bid)
    assert -10 == scored(m)["petit_au_bout"]
    assert (30 * factor, -15 * factor) == scores(m)


@clause("TAROT-12.2", "TAROT-12.1")
def test_petit_au_bout_for_the_others_petit() -> None:
    """It goes to who wins the trick, whoever played trump 1."""
    m = sweep("SK HK DK EX T2-T21", late={24: "T1"}).play()
    assert (1, ME) == (m.public.petit_side, m.public.petit_taker)
    assert 10 == scored(m)["petit_au_bout"]
    m = EXAMPLE_19.play()
    assert -10 == scored(m)["petit_au_bout"]


@clause("TAROT-12.1")
def test_no_petit_au_bout_before_the_last_trick() -> None:
    """Won in trick 23 it brings nothing, if the Excuse does not complete a slam."""
    m = sweep("SK HK DK T2-T20 T1 T21", dummy="EX").play()
    assert 23 == m.public.petit_trick
    assert "petit_au_bout" not in scored(m)
    assert 200 == scored(m)["slam_unsaid"]


@clause("TAROT-12.3", "TAROT-12.4")
@pytest.mark.parametrize("policy", EVERY)
def test_petit_before_the_excuse_of_a_slam(policy: str) -> None:
    """Examples 14 and 20: the player's own trump 1 counts in any case, the AI's by the option, no other trick ever."""
    own = sweep("SK HK T2-T21 T1 EX").play(petit_before_excuse_slam=policy)
    assert 10 == scored(own)["petit_au_bout"]
    others = sweep("SK HK DK T2-T21 EX", late={23: "T1"}).play(petit_before_excuse_slam=policy)
    assert (10 if policy == "any_in_trick" else 0) == scored(others).get("petit_au_bout", 0)
    early = sweep("SK HK T2-T20 T1 T21 EX").play(petit_before_excuse_slam=policy)
    assert "petit_au_bout" not in scored(early)


@clause("TAROT-12.3")
def test_petit_before_the_excuse_without_a_slam() -> None:
    """Nothing: the Excuse did not win."""
    m = sweep("S2 SK HK T2-T20 T1 EX", late={1: "S3"}, kitty="T21").play("garde-sans")
    assert (23, ME) == (m.public.petit_trick, m.public.petit_taker)
    assert "petit_au_bout" not in scored(m)


@clause("TAROT-12.5", "TAROT-12.4")
@pytest.mark.parametrize("policy", EVERY)
def test_petit_before_the_excuse_of_the_defence(policy: str) -> None:
    """The Dummy's own trump 1 in any case, the player's by the option."""
    assert -10 == scored(OWN_PETIT_23.play(petit_before_excuse_slam=policy))["petit_au_bout"]
    found = scored(PLAYERS_PETIT_23.play(petit_before_excuse_slam=policy))
    assert (-10 if policy == "any_in_trick" else 0) == found.get("petit_au_bout", 0)


@clause("TAROT-12.5")
@pytest.mark.parametrize("policy", EVERY)
def test_petit_and_excuse_in_the_last_trick(policy: str) -> None:
    """To the side that wins it: with the Excuse, for the defence; with trump 1 itself, for the player."""
    for plan in (EXAMPLE_19, AI_EXCUSE):
        assert -10 == scored(plan.play(petit_before_excuse_slam=policy))["petit_au_bout"]
    m = sweep("SK HK DK T2-T21 T1", late={24: "EX"}).play(petit_before_excuse_slam=policy)
    assert ({"EX", "T1"} <= won(m, ME), 10) == (True, scored(m)["petit_au_bout"])


@clause("TAROT-12.5", "TAROT-12.1", "TAROT-11.6")
def test_petit_led_into_the_players_excuse() -> None:
    """The AI leads trump 1 to the last trick and the Excuse wins it, after 23 tricks."""
    m = sweep("SK HK DK T2-T21 EX", late={24: "T1"}).play()
    assert "excuse_wins" in last_told(m)
    assert 10 == scored(m)["petit_au_bout"]


@clause("TAROT-12.6")
@pytest.mark.parametrize("bid", ["garde-sans", "garde-contre"])
def test_petit_in_the_kitty(bid: str) -> None:
    """Nobody has petit au bout."""
    m = play_on(begin(free("T2 T3", bid=bid, kitty="T1 S2 S3 S4 S5 S6")))
    assert ("petit_au_bout" in scored(m), m.public.petit_trick) == (False, 0)


@clause("TAROT-11.6", "TAROT-11.12", "TAROT-10.3")
def test_excuse_of_the_defence_does_not_win_the_trick_before_the_last() -> None:
    """Though it has won all twenty-two: the player's trump takes the trick, the Excuse stays with the defence."""
    plan = defence_wins_all("HK HQ HC HJ H10 S8 H9", "T2 T3 T4 S7 D7 EX C6", "H1 H2 H3 H4 H5 T1 H6")
    m = plan.play()
    assert (1, 23, ME) == (m.public.tricks[0], m.public.petit_trick, told(m, "takes")[22][0])
    assert "EX" in won(m, AI) | won(m, DUMMY)
    assert (1, 1) == (scored(m)["gets_half"], scored(m)["oudlers"])
    assert [] == told(m, "excuse_wins")
