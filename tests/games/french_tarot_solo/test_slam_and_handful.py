"""The slam announcement and the handful: sections 6 and 7."""

from __future__ import annotations

import pytest

from tests.aloud import listed
from tests.clauses import clause
from tests.games.french_tarot_solo.builders import (
    SIZES,
    SPECTATOR,
    begin,
    clause_of,
    codes,
    free,
    last_told,
    legal,
    on_trick,
    phase,
    play_dummy,
    play_on,
    play_trick,
    scored,
    shown,
    table,
    take,
    told,
)
from tests.games.french_tarot_solo.naive import AI
from tests.games.french_tarot_solo.plans import deal_worth, sweep
from torite import Match
from torite.scenes import lay_out

FEWER, MORE = "10_13_15", "13_15_18"
LOW = "S2 S3 S4 S5 S6 S7"


def holding(trumps: str, sizes: str = FEWER) -> Match:
    """The moment before the player's first card, when he holds these trumps and plain cards."""
    return play_dummy(begin(table(trumps, "C2", "C3 C4 C5", LOW, void="C", handful_table=sizes)))


def may_show(m: Match) -> list[str]:
    """The handfuls that may be announced, smallest first; none if there is no question."""
    if phase(m) != "handful":
        return []
    assert "pass" in legal(m)
    found = [size for size in SIZES[1:] if f"announce {size}" in legal(m)]
    assert found, "nothing can be announced, and the player is asked"
    return found


# slam


@clause("TAROT-6.1", "TAROT-6.2")
@pytest.mark.parametrize("bid", ["prise", "garde", "garde-sans", "garde-contre"])
def test_slam_is_asked_before_play(bid: str) -> None:
    """After the exchange, or the bid where there is none; no card of the Dummy is open yet, none led."""
    m = free(bid=bid, kitty=LOW)
    if bid in ("prise", "garde"):
        clause_of(m, "announce slam")
        take(m, f"discard {LOW}")
    assert ("slam", {"announce slam", "pass"}) == (phase(m), legal(m))
    assert (set(), ["", "", ""]) == (shown(m), on_trick(m))
    take(m, "announce slam")
    assert (1, 3) == (m.public.slam, len(shown(m)))
    assert ["opens", "leads"] == last_told(m)


@clause("TAROT-6.1")
def test_slam_is_optional() -> None:
    """And asked once."""
    m = begin(table(kitty=LOW))
    assert 0 == m.public.slam
    clause_of(m, "announce slam")
    play_on(m)
    assert not {"slam_missed", "slam_made", "slam_unsaid"} & set(scored(m))


@clause("TAROT-6.3", "TAROT-8.2")
def test_ai_leads_in_spite_of_a_slam() -> None:
    """To the first trick and to all others."""
    m = begin(table(ai="S9", kitty=LOW), slam=True)
    assert ["", "S9", ""] == on_trick(m)
    while not m.log.deal_over:
        assert on_trick(m)[AI]
        play_trick(m)


@clause("TAROT-6.4", "TAROT-6.1")
def test_slam_is_all_24_tricks() -> None:
    """Twenty-three are none."""
    plan = sweep("SK HK T1-T21 EX")
    assert 400 == scored(plan.play(slam=True))["slam_made"]
    late = sweep("SK HK T1-T21 D2", dummy="EX", late={24: "D3"})
    missed = late.play(slam=True)
    assert (23, 200) == (missed.public.tricks[0], scored(missed)["slam_missed"])
    assert "slam_made" not in scored(missed)


@clause("TAROT-6.4")
def test_kitty_does_not_matter_for_a_slam() -> None:
    """A Garde Contre whose kitty is the defence's is still a slam."""
    m = sweep("CK CQ SQ HQ DQ T2-T20", kitty="T21 T1 EX SK HK DK").play("garde-contre", slam=True)
    assert 400 == scored(m)["slam_made"]


# handful


@clause("TAROT-7.1", "TAROT-7.10", "TAROT-8.6")
@pytest.mark.parametrize("flip", ["before_player", "after_trick"])
def test_when_a_handful_is_asked(flip: str) -> None:
    """After the Dummy's first card and what it turns up, before the own card; only in the first trick."""
    m = begin(table("T2-T14", "C2", "C3 C4 C5 C6", LOW, void="C", dummy_flip_timing=flip))
    assert "dummy" == phase(m)
    clause_of(m, "announce single")
    play_dummy(m)
    assert ("handful", 3 if flip == "before_player" else 2) == (phase(m), len(shown(m)))
    assert {"announce single", "announce double", "pass"} == legal(m)
    take(m, "pass")
    assert "own" == phase(m)
    take(m, "play T2")
    while not m.log.deal_over:
        play_dummy(m)
        assert "own" == phase(m)
        clause_of(m, "announce single")
        take(m, sorted(legal(m))[0])


@clause("TAROT-7.2")
@pytest.mark.parametrize(
    ("trumps", "fewer", "more"),
    [(9, 0, 0), (10, 1, 0), (12, 1, 0), (13, 2, 1), (14, 2, 1), (15, 3, 2), (17, 3, 2), (18, 3, 3), (20, 3, 3)],
)
def test_sizes(trumps: int, fewer: int, more: int) -> None:
    """Ten, thirteen and fifteen trumps, or thirteen, fifteen and eighteen."""
    for sizes, number in ((FEWER, fewer), (MORE, more)):
        assert list(SIZES[1 : number + 1]) == may_show(holding(f"T2-T{trumps + 1}", sizes))


@clause("TAROT-7.4", "TAROT-7.5")
@pytest.mark.parametrize(
    ("trumps", "fewer", "more"),
    [(8, 0, 0), (9, 1, 0), (10, 1, 0), (11, 1, 0), (12, 2, 1), (13, 2, 1), (14, 3, 2), (16, 3, 2), (17, 3, 3)],
)
def test_excuse_counts_as_the_missing_trump(trumps: int, fewer: int, more: int) -> None:
    """Example 8, and every border: nine and the Excuse are a single, eleven and the Excuse no double."""
    for sizes, number in ((FEWER, fewer), (MORE, more)):
        assert list(SIZES[1 : number + 1]) == may_show(holding(f"EX T2-T{trumps + 1}", sizes))


@clause("TAROT-7.4", "TAROT-7.5", "TAROT-7.11")
@pytest.mark.parametrize(
    ("trumps", "size", "with_excuse"),
    [(9, "single", True), (10, "single", False), (12, "double", True), (12, "single", False), (14, "triple", True),
     (15, "triple", False), (14, "double", False)],
)  # fmt: skip
def test_excuse_is_shown_only_if_it_is_needed(trumps: int, size: str, with_excuse: bool) -> None:
    """The size alone says it."""
    m = take(holding(f"EX T2-T{trumps + 1}"), f"announce {size}")
    assert with_excuse == ("shows_excuse" in last_told(m))


@clause("TAROT-7.4")
def test_excuse_is_shown_under_the_larger_sizes() -> None:
    """Twelve trumps and the Excuse make a single of thirteen."""
    m = take(holding("EX T2-T13", MORE), "announce single")
    assert "shows_excuse" in last_told(m)


@clause("TAROT-7.3", "TAROT-14.5")
@pytest.mark.parametrize("sizes", [FEWER, MORE])
@pytest.mark.parametrize(("size", "value"), [("single", 20), ("double", 30), ("triple", 40)])
def test_values(size: str, value: int, sizes: str) -> None:
    """Twenty, thirty, forty under either table."""
    m = sweep("SK HK T1-T21 EX").play(handful=size, handful_table=sizes)
    assert value == scored(m)["handful_points"]


@clause("TAROT-7.6", "TAROT-7.7")
@pytest.mark.parametrize("size", SIZES)
def test_handful_is_optional_and_may_be_smaller(size: str) -> None:
    """With fifteen trumps any size or none, once."""
    m = holding("T2-T16")
    assert list(SIZES[1:]) == may_show(m)
    take(m, f"announce {size}" if size else "pass")
    assert ("own", size) == (phase(m), SIZES[m.public.handful])
    for again in SIZES[1:]:
        clause_of(m, f"announce {again}")
    play_on(m)
    assert bool(size) == ("handful_points" in scored(m))


@clause("TAROT-7.7")
def test_only_cards_in_hand_count() -> None:
    """Neither a discarded trump nor the kitty of a Garde Sans."""
    plain = "S2 S3 H4 D5"
    hand = [*plain.split(), *codes("SK HK DK CK T1 T21 EX T2-T14")]
    m = table(" ".join(hand), kitty="T15-T20", handful_table=MORE)
    play_dummy(begin(take(m, f"discard {plain} T2 T3")))
    assert list(SIZES[1:]) == may_show(m)
    m = free("T2-T10", bid="garde-sans", kitty="T11-T16")
    assert [] == may_show(play_dummy(begin(m)))
    m = table("T2-T7", "C2", "C3 C4 C5", "T8 T9 T10 T11 S2 S3", void="C")
    assert ["single"] == may_show(play_dummy(begin(m)))


@clause("TAROT-7.7", "TAROT-7.10")
def test_trumps_of_the_kitty_that_were_taken_count() -> None:
    """They are in hand by then."""
    m = take(table("T2-T9", "C2", "C3 C4 C5", "T10 T11 S2 S3 S4 S5", void="C"), "discard S2 S3 S4 S5 S6 S7")
    assert ["single"] == may_show(play_dummy(begin(m)))


@clause("TAROT-7.8")
def test_virtual_players_never_declare() -> None:
    """An AI of fifteen trumps and more says nothing."""
    m = play_on(table("T2 T3", ai="T4-T21"))
    assert [] == [one.code for one in m.history(SPECTATOR) if one.code.startswith("announce")]
    assert "handful_points" not in scored(m)


@clause("TAROT-7.9", "TAROT-14.5")
@pytest.mark.parametrize(("got", "points"), [("51", 20), ("50.5", -20)])
def test_handful_points_go_to_who_succeeds(got: str, points: int) -> None:
    """To the defence if the deal fails, though the player declared."""
    m = deal_worth(got, "T21", handful="single").play(handful="single")
    assert points == scored(m)["handful_points"]
    assert scored(m)["unit"] == scored(m)["base"] + points


@clause("TAROT-7.5", "TAROT-7.10")
@pytest.mark.parametrize("trumps", ["T2-T10", "T2-T9 EX"])
def test_handful_that_cannot_be_shown_is_refused(trumps: str) -> None:
    """There is no question then."""
    m = holding(trumps)
    assert "own" == phase(m)
    for size in SIZES[1:]:
        clause_of(m, f"announce {size}")


@clause("TAROT-7.5")
def test_larger_handful_is_refused() -> None:
    """With ten trumps a double."""
    m = holding("T2-T11")
    for size in ("double", "triple"):
        assert "TAROT-7.5" == clause_of(m, f"announce {size}")


@clause("TAROT-7.1", "TAROT-7.11")
def test_handful_is_open() -> None:
    """Everybody hears the size."""
    m = take(holding("T2-T14"), "announce double")
    assert "announce double" == m.history(SPECTATOR)[-1].code
    assert 2 == m.public.handful
    facts = {fact.name: fact.value for fact in lay_out(m, SPECTATOR, "en").facts}
    assert "double" == facts["handful"]
    assert [] == listed(m, m.public.hand[0])
    assert [] == told(m, "shows_excuse")
