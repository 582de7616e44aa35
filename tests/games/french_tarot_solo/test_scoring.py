"""Counting, the score of a deal, and the series: sections 13 to 15, with the worked examples of the score."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

import torite
from tests.clauses import clause
from tests.games.french_tarot_solo.builders import NAME, begin, last_told, play_on, play_random, scored, scores, table
from tests.games.french_tarot_solo.naive import DUMMY, FACTORS, HANDFULS
from tests.games.french_tarot_solo.plans import Plan, deal_worth, defence_wins_all, sweep
from tests.looking import sure
from torite.match import Arrangement
from torite.words import numeral

LINES = {
    "made": "TAROT-13.3", "failed": "TAROT-13.3", "oudlers": "TAROT-2.9", "trick_points": "TAROT-13.1",
    "discard_points": "TAROT-13.1", "kitty_points": "TAROT-13.1", "kitty_lost": "TAROT-4.8",
    "gives_half": "TAROT-11.4", "gets_half": "TAROT-11.4", "card_points": "TAROT-13.1", "rounded": "TAROT-13.4",
    "needs": "TAROT-2.9", "base": "TAROT-14.1", "petit_au_bout": "TAROT-14.3", "times": "TAROT-14.4",
    "handful_points": "TAROT-14.5", "slam_made": "TAROT-14.6", "slam_unsaid": "TAROT-14.6",
    "slam_missed": "TAROT-14.6", "slam_suffered": "TAROT-14.8", "unit": "TAROT-14.9", "scores": "TAROT-14.9",
    "defender_scores": "TAROT-14.9", "beaten": "TAROT-15.2",
}  # fmt: skip
SUFFERED = defence_wins_all("HK HQ HC HJ H10 H9 H5", "T2 T3 T4 S7 D7 C6 EX", "H1 H2 H3 H4 H6 H7 T1")


@pytest.mark.long
@clause("TAROT-13.3", "TAROT-13.4", "TAROT-13.5", "TAROT-14.1")
@pytest.mark.parametrize(
    ("got", "own", "bid", "rounded", "unit"),
    [
        ("41.5", "T21 T1", "prise", 42, 26), ("40.5", "T21 T1", "prise", 40, -26), ("50.5", "T21", "garde", 50, -52),
        ("51", "T21", "garde", None, 50), ("55.5", "", "prise", 55, -26), ("56.5", "", "prise", 57, 26),
        ("40", "T21 T1", "prise", None, -26), ("42", "T21 T1", "prise", None, 26),
    ],
)  # fmt: skip
def test_half_points(got: str, own: str, bid: str, rounded: int | None, unit: int) -> None:
    """Examples 9 and 17: judged as they are, then rounded up if made, down if failed."""
    m = deal_worth(got, own, bid).play(bid)
    found = scored(m)
    assert (2 * float(got), unit) == (found["card_points"], found["unit"])
    assert ("made" if unit > 0 else "failed") in found
    assert rounded == found.get("rounded")
    assert (2 * unit, -unit) == scores(m)


@clause("TAROT-14.1", "TAROT-14.4", "TAROT-14.9")
def test_exactly_made() -> None:
    """Example 10."""
    assert (50, -25) == scores(deal_worth("56").play())
    assert (300, -150) == scores(deal_worth("36", "T21 T1 EX", "garde-contre").play("garde-contre"))


@clause("TAROT-14.1", "TAROT-14.3", "TAROT-14.4", "TAROT-14.5", "TAROT-14.10")
def test_made_with_extras() -> None:
    """Example 11."""
    m = deal_worth("56", "T1", "garde", 1, "single", DUMMY).play("garde", handful="single")
    assert [30, 10, 80, 20, 100] == [
        scored(m)[line] for line in ("base", "petit_au_bout", "times", "handful_points", "unit")
    ]
    assert (200, -100) == scores(m)


@clause("TAROT-14.3", "TAROT-14.5", "TAROT-7.9", "TAROT-14.10")
def test_failed_with_extras() -> None:
    """Example 12."""
    m = deal_worth("35", "T21 EX", "garde-sans", -1, "double").play("garde-sans", handful="double")
    assert [-31, -10, -164, -30, -194] == [
        scored(m)[line] for line in ("base", "petit_au_bout", "times", "handful_points", "unit")
    ]
    assert (-388, 194) == scores(m)


@clause("TAROT-14.3")
def test_petit_lost_in_a_made_deal() -> None:
    """Example 13."""
    assert (32, -16) == scores(deal_worth("52", "T21", petit=-1).play())


@clause("TAROT-14.3")
def test_petit_won_in_a_failed_deal() -> None:
    """It counts for the declarer all the same."""
    m = deal_worth("50", "T1", petit=1, excuse=DUMMY).play()
    assert (-32, 16) == scores(m)
    assert [-26, 10, -16] == [scored(m)[line] for line in ("base", "petit_au_bout", "unit")]


@clause("TAROT-14.6", "TAROT-11.6", "TAROT-11.9", "TAROT-12.3")
@pytest.mark.parametrize(
    ("plan", "unit"),
    [
        (sweep("SK HK T1-T21 EX"), 480), (sweep("SK HK T2-T21 T1 EX"), 490),
        (sweep("SK HK DK T1-T21", dummy="EX"), 471),
    ],
    ids=["excuse last", "petit before it", "excuse of the defence"],
)  # fmt: skip
def test_slam_achieved(plan: Plan, unit: int) -> None:
    """Example 14."""
    m = plan.play(slam=True)
    assert (2 * unit, -unit, 400) == (*scores(m), scored(m)["slam_made"])


@clause("TAROT-14.6")
def test_slam_not_announced() -> None:
    """Example 15."""
    m = sweep("SK HK DK T1-T21", dummy="EX").play("garde")
    assert (684, -342, 200) == (*scores(m), scored(m)["slam_unsaid"])
    assert "slam_made" not in scored(m)


@clause("TAROT-14.2", "TAROT-14.6", "TAROT-14.7")
@pytest.mark.parametrize(
    ("got", "own", "base", "unit"), [("60", "T21 T1", 44, -156), ("45", "T21", -31, -231), ("41", "T21 T1", 25, -175)]
)
def test_slam_missed(got: str, own: str, base: int, unit: int) -> None:
    """Example 16: step 1 is as it was, and 200 are lost, made or not."""
    m = deal_worth(got, own).play(slam=True)
    assert (base, 200, unit) == tuple(scored(m)[line] for line in ("base", "slam_missed", "unit"))
    assert (2 * unit, -unit) == scores(m)


@clause("TAROT-14.6", "TAROT-14.5", "TAROT-14.4")
@pytest.mark.parametrize(("bid", "factor"), list(FACTORS.items()))
def test_slam_and_handful_are_never_multiplied(bid: str, factor: int) -> None:
    """At any bid."""
    for slam, bonus in ((True, 400), (False, 200)):
        for size, value in (("", 0), *HANDFULS.items()):
            m = sweep("SK HK T2-T21 T1 EX").play(bid, slam, size)
            away = {"garde-contre": 3}.get(bid, 0)
            assert (80 - away + 10) * factor + value + bonus == scored(m)["unit"]


@clause("TAROT-4.8", "TAROT-11.8", "TAROT-12.6", "TAROT-14.6")
def test_slam_in_a_garde_contre() -> None:
    """Example 24."""
    m = sweep("CK CQ SQ HQ DQ T2-T20", kitty="T21 T1 EX SK HK DK").play("garde-contre", slam=True)
    assert (54, 128, 0, 33, 198) == tuple(
        scored(m)[line] for line in ("kitty_lost", "card_points", "oudlers", "base", "times")
    )
    assert (1196, -598) == scores(m)


@clause("TAROT-14.8", "TAROT-14.11", "TAROT-14.6", "TAROT-12.5")
@pytest.mark.parametrize(
    ("bonus", "slam", "unit"), [(0, False, -88), (200, False, -288), (200, True, -488), (0, True, -288)]
)
def test_defence_wins_everything(bonus: int, slam: bool, unit: int) -> None:
    """Example 19."""
    m = SUFFERED.play(slam=slam, defence_slam_bonus=bonus)
    found = scored(m)
    assert (6, 0, -78, -10) == tuple(found[line] for line in ("card_points", "oudlers", "base", "petit_au_bout"))
    assert (2 * unit, -unit) == scores(m)
    assert (bonus, 200 if slam else 0) == (found.get("slam_suffered", 0), found.get("slam_missed", 0))


@clause("TAROT-14.8", "TAROT-14.11")
@pytest.mark.parametrize(("bid", "factor"), list(FACTORS.items()))
def test_defence_slam_is_not_multiplied(bid: str, factor: int) -> None:
    """At any bid; one trick of the player is enough to be spared."""
    m = SUFFERED.play(bid, defence_slam_bonus=200)
    lost = 78 if bid != "garde-contre" else 81
    assert (-lost - 10) * factor - 200 == scored(m)["unit"]
    assert "slam_suffered" not in scored(deal_worth("35", "T21").play(defence_slam_bonus=200))


@clause("TAROT-13.1", "TAROT-13.2", "TAROT-14.9", "TAROT-14.10")
@pytest.mark.parametrize("seed", range(10))
def test_lines_of_the_account(seed: int) -> None:
    """Each cites its clause and is written in both languages; they stand in the scene."""
    m = play_random(torite.Match(NAME, options={"bid_policy": "free"}, seed=seed, pause=True), seed)
    assert all(LINES[note.line.key] == note.line.clause for note in m.score_sheet.account)
    english, japanese = torite.lay_out(m, 0, "en").account, torite.lay_out(m, 0, "ja").account
    assert [note.line.clause for note in m.score_sheet.account] == [line.clause for line in english]
    assert all(one.text != other.text for one, other in zip(english, japanese, strict=True))
    assert english[0].heading


@clause("TAROT-13.4")
def test_halves_are_written_as_halves() -> None:
    """41½, as a table would write them."""
    texts = {line.text for line in torite.lay_out(deal_worth("41.5", "T21 T1").play(), 0, "en").account}
    assert any("41½" in text for text in texts)
    assert not any("83" in text or ".5" in text for text in texts)


# the series


@clause("TAROT-15.1", "TAROT-15.2", "TAROT-15.3")
@pytest.mark.parametrize("seed", range(3))
def test_score_of_the_session(seed: int) -> None:
    """The sum of the declarer's scores; nobody wins or loses."""
    m = torite.Match(NAME, options={"deal_count": 4}, seed=seed, pause=True)
    each: list[int] = []
    while not m.over:
        play_random(m, f"{seed} {len(each)}")
        each.append(scored(m)["scores"])
        assert [sum(each)] == m.scores
        assert each[-1] == m.public.added
        if not m.over:
            m.go_on()
    assert each == [int(one.changes[0]) for one in m.score_sheet.deals]
    assert sum(after > before for before, after in pairwise(each)) == m.public.times_beaten
    assert max(each) == m.public.best_added
    assert m.result is not None
    assert [0, 0] == [*m.result.shares, *m.public.won]
    assert numeral(sum(each)) in sure(torite.lay_out(m, 0, "en").result).text


@clause("TAROT-15.2", "TAROT-4.5")
def test_deals_that_beat_the_one_before() -> None:
    """From the second on; an equal score beats nothing."""
    plans = [deal_worth("51", "T21"), deal_worth("51", "T21"), deal_worth("53", "T21"), deal_worth("50.5", "T21")]
    m = plans[0].match(deal_count=4)
    beaten = []
    for number, plan in enumerate(plans):
        if number:
            m.chance.arrange(
                Arrangement(
                    hands={0: " ".join(plan.mine)},
                    places={"closed": {1: " ".join(plan.ai), 2: " ".join(plan.dummy)}, "kitty": " ".join(plan.kitty)},
                )
            )
            m.go_on()
            m.act(0, "bid prise")
        m.act(0, "discard " + " ".join(plan.kitty))
        m.act(0, "pass")
        for dummys, mine in zip(plan.dummy, plan.mine, strict=True):
            m.act(0, f"play {dummys}")
            if "pass" in [action.code for action in m.actions(0)]:
                m.act(0, "pass")
            m.act(0, f"play {mine}")
        beaten.append((m.public.times_beaten, scored(m).get("beaten", 0)))
    assert [(0, 0), (0, 0), (1, 4), (1, 0)] == beaten
    assert [50, 100, 154, 102] == [one.scores[0] for one in m.score_sheet.deals]


@clause("TAROT-15.3")
def test_defenders_scores_are_listed_and_decide_nothing() -> None:
    """With each deal."""
    m = play_on(begin(table()))
    assert -scored(m)["unit"] == scored(m)["defender_scores"]
    assert "defender_scores" in last_told(m)
    assert [m.public.added] == m.scores


@clause("TAROT-14.9")
@pytest.mark.parametrize(("bid", "seed"), list(product(FACTORS, range(2))))
def test_scores_add_up_to_nothing(bid: str, seed: int) -> None:
    """Twice the unit against two defenders; the declarer's score is even."""
    m = torite.Match(NAME, options={"bid_policy": "free"}, seed=seed, pause=True)
    m.act(0, f"bid {bid}")
    play_random(m, seed)
    own, other = scores(m)
    assert (0, 0) == (own + 2 * other, own % 2)
