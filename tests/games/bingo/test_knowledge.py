"""What both learn of each other's hand by a reply, a declaration and a draw."""

import random
from typing import Any

import pytest

import torite
from tests.aloud import legal, take, turn
from tests.clauses import clause
from tests.games.bingo.builders import FOLLOWING, after_tricks, strict, table, trick
from tests.games.bingo.inferring import Course, barred, doubles_in, worlds
from tests.games.bingo.naive import DOUBLES, Rules, ruled_out
from torite import Match


@clause("BINGO-5.1", "BINGO-5.2", "BINGO-5.3", "BINGO-5.4", "BINGO-5.6", "BINGO-5.11")
@pytest.mark.parametrize(
    ("led", "hand", "reply", "options", "out"),
    [
        ("6-5", "4-4 2-2 3-1", "4-4", {}, "6-6 6-3 6-2 6-1 6-0"),
        ("6-5", "6-1 2-2 3-1", "6-1", {}, ""),
        ("6-4", "6-5 2-2 3-1", "2-2", {}, "4-4 5-4 4-3 4-2 4-1 4-0 0-0"),
        ("4-3", "4-1 2-2 3-1", "4-1", {}, "6-4 5-4 4-4"),
        ("4-3", "5-4 2-2 3-1", "5-4", {}, ""),
        ("4-3", "0-0 2-2 3-1", "0-0", {}, "6-4 5-4 4-4 4-2 4-1 4-0"),
        ("6-5", "4-4 2-2 3-1", "4-4", {"must_trump_when_void": True}, "6-6 6-3 6-2 6-1 6-0"),
        ("6-5", "2-2 3-1", "2-2", {"must_trump_when_void": True},
         "6-6 6-3 6-2 6-1 6-0 6-4 5-4 4-4 4-3 4-2 4-1 4-0 0-0"),
        ("6-5", "6-1 2-2", "6-1", {"bingo_follows_any_suit": True}, ""),
        ("6-5", "2-2 3-1", "2-2", {"bingo_follows_any_suit": True}, "6-6 6-3 6-2 6-1 6-0 0-0"),
        ("4-3", "4-1 2-2", "4-1", {"bingo_follows_any_suit": True}, "6-4 5-4 4-4 0-0"),
    ],
)  # fmt: skip
def test_what_a_reply_rules_out(led: str, hand: str, reply: str, options: dict[str, Any], out: str) -> None:
    """Fours are trumps: who does not follow, beat or trump has no tile for it."""
    rules = Rules(**options)
    m = strict(led, hand, 4, **options)
    before = barred(m, 0)
    take(m, f"play {reply}")
    assert set(out.split()) == ruled_out(led, reply, 4, rules)
    unseen = set(Course(m, 0, rules).unseen)
    assert set(out.split()) & unseen == (barred(m, 0) - before) & unseen | before & set(out.split()) & unseen


@clause("BINGO-5.1", "BINGO-5.2", "BINGO-5.3", "BINGO-5.4", "BINGO-5.6", "BINGO-5.8", "BINGO-5.11", "BINGO-5.12")
@pytest.mark.parametrize(
    "rules", FOLLOWING, ids=lambda rules: "-".join(str(value) for value in list(vars(rules).values())[:4])
)
def test_just_what_is_ruled_out_is_known(rules: Rules) -> None:
    """Over random closed deals: of the unseen tiles those are barred that one of the replies ruled out, no other."""
    chooser = random.Random(str(rules))
    for seed in range(6):
        m = torite.Match("bingo", options=rules.options(), seed=seed, pause=True)
        out: list[set[str]] = [set(), set()]
        closes = chooser.randint(1, 7)
        while not m.log.deal_over:
            codes = sorted(legal(m))
            if "draw" in codes:
                m.act(turn(m), "close" if m.public.tricks_played == closes else "draw")
                continue
            code = chooser.choice([code for code in codes if code[:4] in ("lead", "play")])
            seat, led = turn(m), m.game.pack.codes[m.public.led]
            m.act(seat, code)
            if code.startswith("play") and m.public.closed_by >= 0:
                out[seat] |= ruled_out(led, code.split()[1], m.public.trump, rules)
            for viewer in (0, 1):
                unseen = set(Course(m, viewer, rules).unseen)
                assert out[1 - viewer] & unseen == barred(m, viewer) & unseen


@clause("BINGO-4.2", "BINGO-4.5")
def test_free_replies_tell_nothing() -> None:
    """As long as tiles are drawn: every unseen tile may be in the hand."""
    m = table("6-3 6-5 6-4", "6-2 2-1 1-1")
    for pair in ("6-3 1-1", "6-5 2-1", "6-4 6-2"):
        trick(m, pair, "draw")
        assert set() == barred(m, 0) == barred(m, 1)
    assert set(Course(m, 0, Rules()).unseen) == set().union(*worlds(m, 0, 150))


@clause("BINGO-4.6", "BINGO-6.2")
def test_taker_of_the_trump_tile_is_known_in_every_world() -> None:
    """And after closing it is in nobody's hand."""
    m = take(after_tricks(table(turned="5-1"), 7), "draw")
    viewer = 0 if "5-1" in m.cards(1) else 1
    assert {frozenset(m.cards(1 - viewer))} == set(worlds(m, viewer, 20))
    m = take(after_tricks(table(turned="5-1"), 7), "close")
    assert not any("5-1" in hand for viewer in (0, 1) for hand in worlds(m, viewer, 20))


# declared doubles


def declared(k: int, held: str, stock: str = "3-2 4-2 3-1 2-0", other: str = "6-5 4-3") -> Match:
    """Seat 0 has won [2-1] over [1-0] and has declared so many of these doubles; sixes are trumps."""
    m = trick(table(f"2-1 {held}", f"1-0 {other}", trump=6, stock=stock), "2-1 1-0", "draw")
    return take(m, f"declare {k}")


@clause("BINGO-7.1", "BINGO-7.3")
@pytest.mark.parametrize("k", [2, 3, 4])
def test_declaring_tells_of_so_many_doubles(k: int) -> None:
    """At least so many, perhaps more."""
    m = declared(k, "6-6 5-5 4-4 3-3")
    found = doubles_in(worlds(m, 1, 200))
    assert k == min(found)
    assert max(found) > k


@clause("BINGO-7.16", "BINGO-7.3")
def test_nothing_chosen_tells_of_no_more_doubles() -> None:
    """Exactly k were held: those shown, and no other."""
    m = take(declared(3, "6-6 5-5 4-4"), "lead 5-5")
    assert {frozenset({"6-6", "4-4"})} == {hand & set(DOUBLES) for hand in worlds(m, 1, 60)}


@clause("BINGO-7.16")
def test_choosing_tells_of_one_more_double() -> None:
    """At least one beside those shown; which one, nobody knows, and there may be more."""
    m = take(declared(2, "6-6 5-5 4-4"), "lead 5-5")
    assert {2} <= doubles_in(worlds(m, 1, 60)), "while it is being chosen"
    assert 2 == min(doubles_in(worlds(m, 1, 60)))
    take(m, "show 4-4")
    hands = worlds(m, 1, 200)
    assert all("4-4" in hand for hand in hands)
    assert 2 == min(doubles_in(hands)) < max(doubles_in(hands))
    assert {"6-6", "3-3", "2-2", "1-1", "0-0"} == set().union(*hands) & set(DOUBLES) - {"4-4"}


@clause("BINGO-7.13", "BINGO-7.16", "BINGO-4.5")
def test_a_draw_may_bring_a_double() -> None:
    """Exactly two were held; after the draw there is one more at most, and none of those shown is gone."""
    m = take(declared(2, "6-6 5-5"), "lead 5-5", "play 4-3", "draw")
    hands = worlds(m, 1, 200)
    assert {1, 2} == doubles_in(hands)
    assert all("6-6" in hand for hand in hands)
    assert {"4-4", "3-3", "2-2", "1-1", "0-0", "6-6"} == set().union(*hands) & set(DOUBLES)


@clause("BINGO-7.6", "BINGO-7.15")
def test_what_was_shown_stays_known() -> None:
    """After a failed declaration too, until it is played."""
    m = take(declared(3, "6-6 5-5 3-3"), "lead 3-3", "play 4-3", "draw")
    assert all({"6-6", "5-5"} <= hand for hand in worlds(m, 1, 40))
    take(m, f"lead {next(one for one in m.cards(1) if one not in DOUBLES)}", "play 6-6")
    assert all("5-5" in hand and "6-6" not in hand for hand in worlds(m, 1, 40))


@clause("BINGO-7.1", "BINGO-7.14", "BINGO-7.16")
@pytest.mark.parametrize(
    ("held", "shown", "numbers"), [("6-6 5-5 4-4 3-3", ["show 6-6 5-5"], {3, 4, 5, 6}), ("6-6 5-5 3-3", [], {2, 3, 4})]
)
def test_later_declaration_does_not_undo_what_is_known(held: str, shown: list[str], numbers: set[int]) -> None:
    """More than three doubles were held, or just three, when [3-3] was lost; declaring two later tells no less."""
    m = take(declared(3, f"{held} 6-2", other="4-3 5-1"), "lead 3-3", *shown, "play 4-3", "draw")
    take(m, "lead 5-1", "play 6-2", "draw")
    assert numbers == doubles_in(worlds(m, 1, 400))
    take(m, "declare 2")
    assert numbers == doubles_in(worlds(m, 1, 400))
