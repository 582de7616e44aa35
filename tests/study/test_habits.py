"""Habits: counted as one would by hand, with honest intervals; nothing said of little; files checked when read."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from pathlib import Path

import pytest

from tests.strategies import Table
from tests.study.test_analysis import played, short
from torite.errors import BadOptions, UnknownName
from torite.games import find
from torite.match import Match
from torite.study.analysis import NotOver
from torite.study.bot_habits import MOST_BYTES, BadHabits, of_variant, play, read, written
from torite.study.habits import (
    ENOUGH,
    LEADS,
    Habit,
    Habits,
    HabitSums,
    as_data,
    count,
    kinds,
    ordered,
    put_together,
    wilson,
)
from torite.study.habits_told import ANCHOR, HabitGroup, kind, of_strong_players, table, told
from torite.study.puzzle_search import share
from torite.words import LANGUAGES


@pytest.fixture(scope="module")
def bid() -> Match:
    """A match in which there is bidding, and anybody may announce."""
    return played(Match("doppelkopf", seed=5, options={"deal_count": 4}))


def by_hand(match: Match) -> tuple[Counter[str], Counter[str]]:
    """Count, from what the table offers at each step, how often each verb was open beside another, and was taken."""
    could, took = Counter[str](), Counter[str]()
    open_, done = set[tuple[int, str]](), set[tuple[int, str]]()
    before, ends = match.at(0), {*match.log.ends}
    for entry in match.log.standing:
        for seat in range(match.seats) if entry.seat >= 0 else ():
            actions = before.actions(seat)
            verbs = {one.code.removesuffix(" +").split(" ")[0] if one.partial else one.code for one in actions}
            named = {match.game.verbs.verb_of(code) for code in verbs}
            duties = {verb.name for verb in named if not verb.offer}
            may = {verb.name for verb in named if verb.offer} | (duties if len(duties) > 1 else set())
            open_ |= {(seat, name) for name in may}
            if seat == entry.seat:
                done |= {(seat, match.game.verbs.verb(one).name) for one in entry.actions} & {(seat, x) for x in may}
        before.log.follow(entry)
        if entry.number in ends:
            could.update(name.replace(" ", "_") for _, name in open_)
            took.update(name.replace(" ", "_") for _, name in done)
            open_, done = set(), set()
    return could, took


def test_it_is_counted_as_by_hand(bid: Match) -> None:
    habits: Habits = {}
    assert count(bid, (), {}, habits) == 4
    could, took = by_hand(bid)
    verbs = {name: habit for name, habit in habits.items() if name not in LEADS}
    assert {name: habit.could for name, habit in verbs.items()} == dict(could)
    assert {name: habit.taken.seats for name, habit in verbs.items() if habit.taken.seats} == dict(took)
    assert {"pass", "announce_re"} <= verbs.keys()
    assert "play" not in verbs  # where one may only play a card, which one is no other kind of action


def test_points_are_those_of_the_score_sheet(bid: Match) -> None:
    """Every seat is asked whether it passes, once a deal: all of the sheet is there, whether they do or not."""
    habits: Habits = {}
    count(bid, (), {}, habits)
    one = habits["pass"]
    assert one.taken.points + one.left.points == sum(sum(deal.changes) for deal in bid.score_sheet.deals)
    assert one.could == 4 * bid.seats


def test_seats_counted_apart_come_to_all(bid: Match) -> None:
    mine: Habits = {}
    others: Habits = {}
    everybody: Habits = {}
    count(bid, [1], mine, others)
    count(bid, (), {}, everybody)
    assert mine["pass"].could == 4
    assert others["pass"].could == 4 * (bid.seats - 1)
    for name, habit in everybody.items():
        apart = [side[name] for side in (mine, others) if name in side]
        assert habit.could == sum(one.could for one in apart)
        assert habit.taken.points == sum(one.taken.points for one in apart)


def test_a_deal_in_which_a_bot_stood_in_does_not_count() -> None:
    match = Match("doppelkopf", seed=5, options={"deal_count": 4})
    match.act(match.turns.must_act[0], "pass", bot=True)
    stood_in = match.log.standing[-1].seat
    played(match)
    mine: Habits = {}
    count(match, [stood_in], mine, {})
    assert mine["pass"].could == 3


def test_what_was_taken_back_does_not_count() -> None:
    match = Match("doppelkopf", seed=5, options={"deal_count": 4})
    seat = match.turns.must_act[0]
    match.act(seat, "reserve")
    match.undo(seat, free=True)
    match.act(seat, "pass")
    played(match)
    mine: Habits = {}
    count(match, [seat], mine, {})
    assert mine["pass"].could == 4
    assert mine["pass"].taken.seats == by_seat(match, seat, "pass")


def by_seat(match: Match, seat: int, code: str) -> int:
    """Count a seat's entries that stand."""
    return sum(
        entry.seat == seat and match.game.verbs.gesture_text(entry.actions) == code for entry in match.log.standing
    )


def test_first_leads_are_sorted_by_the_trumps_that_a_game_tells(bid: Match) -> None:
    habits: Habits = {}
    count(bid, (), {}, habits)
    sorts = [habits[name] for name in LEADS if name in habits]
    assert sorts
    assert sum(one.taken.seats for one in sorts) <= 4  # one seat leads first in a deal
    others: Habits = {}
    count(short(), (), {}, others)
    assert not {*LEADS} & {*others}  # a game without trumps


@pytest.mark.long
def test_every_game_is_counted(usual: Table) -> None:
    match = played(usual.match(2))
    habits: Habits = {}
    assert count(match, (), {}, habits) == len(match.log.ends)
    for language in LANGUAGES:
        words = match.game.words(language)
        for name in habits:
            assert name in LEADS or words.knows(f"verb.{name}") or words.knows(f"family.{name}")


def test_verbs_that_differ_in_a_suit_a_rank_or_a_neighbour_are_one_kind() -> None:
    named = {name: set(kinds(find(name)[0]).values()) for name in ("flashpoint", "galapagos", "ambition", "bingo")}
    assert {"command_lead", "command_avoid"} <= named["flashpoint"]
    assert not any(one.startswith("command_lead_") for one in named["flashpoint"])
    assert "name" in named["galapagos"]
    assert "pass" in named["ambition"]
    assert {"reveal_6", "reveal_7"} <= named["bingo"]
    words = find("flashpoint")[0].words("en")
    assert kind(find("flashpoint")[0], "command_lead", words) == "Lead"


def test_a_match_that_is_not_over_is_refused() -> None:
    with pytest.raises(NotOver):
        count(Match("agurk", seed=1), (), {}, {})


def test_the_interval_of_one_seat_a_deal_is_students() -> None:
    points = [7, -3, 0, 4, 4, -9, 12, 1, 0, 3, -2, 5, 8, -1, 6, 2, -4, 3, 9, 0, 1, 1]
    sums = HabitSums()
    for one in points:
        sums.add(1, one)
    mean = sums.mean
    assert mean is not None
    assert mean.value == pytest.approx(statistics.fmean(points))
    assert mean.error == pytest.approx(2.080 * statistics.stdev(points) / math.sqrt(len(points)), rel=0.005)


def test_seats_that_share_a_deal_tell_no_more_than_the_deal() -> None:
    """Partners have the same score: counted twice, it is no better known."""
    alone, together = HabitSums(), HabitSums()
    for points in range(30):
        alone.add(1, points)
        together.add(2, 2 * points)
    assert alone.mean == together.mean


def test_little_is_not_told() -> None:
    one = Habit()
    for _ in range(ENOUGH - 1):
        one.taken.add(1, 3)
    assert (one.share, one.taken.mean) == (None, None)
    one.taken.add(1, 3)
    assert one.share is not None
    assert one.taken.mean is not None
    game = find("doppelkopf")[0]
    assert ordered(game, {"pass": one}) == []  # all did so
    one.left.add(1, 0)
    assert ordered(game, {"pass": one}) == ["pass"]
    for language in LANGUAGES:
        words = game.words(language)
        assert not table(game, [HabitGroup("", {})], words)
        assert words("habits.none") in told(game, [HabitGroup("", {})], "", words).lines
        row = table(game, [HabitGroup("A", {"pass": one}), HabitGroup("B", {})], words)[-1]
        assert row.count(words("habits.few")) >= 5  # what else than to pass brought, and all of the others'


def test_shares_have_wilsons_interval() -> None:
    for some, all_ in ((0, 20), (7, 31), (31, 31)):
        one = wilson(some, all_)
        assert (one.value, one.low, one.high) == pytest.approx(share(some, all_))


def test_parts_are_put_together(bid: Match) -> None:
    whole: Habits = {}
    parts: Habits = {}
    for match in (bid, short(), bid):
        each: Habits = {}
        count(match, (), {}, each)
        put_together(parts, each)
        count(match, (), {}, whole)
    assert as_data(parts) == as_data(whole)


# bots


def test_the_same_seed_plays_the_same(tmp_path: Path) -> None:
    one = play("agurk-joker", "steady", 2, seats=2, options={"out_at": 8}, seed=3)
    assert written(one) == written(play("agurk-joker", "simple", 2, seats=2, options={"out_at": 8}, seed=3))
    assert written(one) != written(play("agurk-joker", "simple", 2, seats=2, options={"out_at": 8}, seed=4))
    assert one.command == "torite habits agurk-joker --seats 2 -o out_at=8 --bots steady -n 2 --seed 3"
    assert {"keep", "exchange"} <= one.habits.keys()
    assert read(written(one).encode(), "x") == one


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(BadOptions):
        play("agurk", "steady", 0)
    with pytest.raises(UnknownName):
        play("agurk", "nobody", 1)
    with pytest.raises(UnknownName):
        play("nothing", "steady", 1)


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b'{"variant": "agurk"}', b" " * (MOST_BYTES + 1), b"[" * 9999])
def test_a_file_that_is_none_is_refused(data: bytes) -> None:
    with pytest.raises(BadHabits) as refused:
        read(data, "some.json")
    for language in LANGUAGES:
        assert "some.json" in refused.value.say(language)


def test_a_file_of_an_unknown_level_is_refused() -> None:
    text = written(play("agurk-joker", "steady", 1, seats=2, options={"out_at": 8}))
    with pytest.raises(BadHabits):
        read(text.replace('"simple"', '"godlike"').encode(), "some.json")


def test_what_lies_beside_a_game_is_told_in_every_language(usual: Table) -> None:
    match = usual.match(0)
    found = of_variant(match.game, match.variant)
    for language in LANGUAGES:
        sections = of_strong_players(match.game, match.variant, language)
        assert len(sections) <= (found is not None)
        for one in sections:
            assert found is not None
            assert one.anchor == ANCHOR
            assert found.command in one.lines[-1]
            assert any(line.startswith("| ") for line in one.lines)
