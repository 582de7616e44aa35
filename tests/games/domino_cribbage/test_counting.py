"""Counting the hands and the crib: clauses DCRIB-5 and the worked examples 13 to 19."""

import random
from collections import Counter
from itertools import combinations_with_replacement, permutations
from typing import Any

import pytest

from tests.clauses import clause
from tests.games.domino_cribbage.builders import (
    D,
    N,
    begin,
    counts,
    lay_away,
    naive_deal,
    pieces,
    play_on,
    random_agreed,
    random_order,
    said,
    table,
    tiles,
)
from tests.games.domino_cribbage.naive import BLANK, TILES, count, groups, value, values
from torite import Match
from torite.games import find
from torite.games.domino_cribbage.counting import points_of
from torite.match.entries import Note

GAME = find("domino-cribbage")[0]
HELD = {one: [tile for tile in TILES if value(tile) == one] for one in range(13)}
#: What is told of a group of a hand, and the clause that it rests on.
TOLD = {"fifteen": "5.3", "pair": "5.4", "triplet": "5.4", "fours": "5.4", "run": "5.5"}
SAMPLES = 4000


def shown(m: Match) -> list[tuple[Note, list[Note]]]:
    """The hands and the crib as they were counted: the heading of each, and its groups."""
    found: list[tuple[Note, list[Note]]] = []
    for note in m.score_sheet.account:
        if note.line.heading:
            found.append((note, []))
        elif note.line.key.startswith("hand_"):
            found[-1][1].append(note)
    return found


def counted(starter: str, hand: str, crib: bool = False, **options: Any) -> tuple[int, dict[str, int]]:
    """What a hand (of the non-dealer) or a crib counts, and what each kind of group gives."""
    (starter,) = tiles(starter)
    how = {"crib": hand} if crib else {"non_dealer": hand}
    m = play_on(begin(starter=starter, target=999, **how, **options))
    heading, found = shown(m)[2 if crib else 0]
    assert sorted([starter, *tiles(hand)]) == sorted(pieces(heading))
    kinds = Counter[str]()
    for note in found:
        kinds[note.line.key.removeprefix("hand_")] += note.amount
    return heading.amount, dict(kinds)


def with_options(zero: bool = True) -> Any:
    """A state in which hands can be counted."""
    state: Any = GAME.state()
    state.options = GAME.options("domino-cribbage", {"zero_in_fifteens": zero}, 2)
    state.seats = 2
    return state


def hand_of(listed: list[str]) -> int:
    """The mask of some tiles."""
    return GAME.pack.mask(GAME.pack.kind(tile) for tile in listed)


@clause("EX-DCRIB-13", "DCRIB-5.3", "DCRIB-5.4")
def test_example_four_fifteens_and_two_pairs() -> None:
    """5 | 5 10 10 7."""
    assert (12, {"fifteen": 8, "pair": 4}) == counted("1-4", "2-3 5-5 4-6 3-4")


@clause("EX-DCRIB-14", "DCRIB-5.3", "DCRIB-5.4")
def test_example_triplet_is_fifteen_too() -> None:
    """5 | 5 5 10 7: also 5 + 5 + 5."""
    assert (14, {"fifteen": 8, "triplet": 6}) == counted("1-4", "2-3 0-5 4-6 3-4")


@clause("EX-DCRIB-15", "DCRIB-5.4")
def test_example_fours() -> None:
    """6 | 6 6 6 7."""
    assert (12, {"fours": 12}) == counted("0-6", "2-4 3-3 1-5 3-4")


@clause("EX-DCRIB-16", "DCRIB-5.5", "DCRIB-5.6")
def test_example_two_runs() -> None:
    """5 | 5 10 6 7."""
    assert (12, {"run": 6, "fifteen": 4, "pair": 2}) == counted("1-4", "2-3 5-5 1-5 3-4")


@clause("EX-DCRIB-17", "DCRIB-5.8")
@pytest.mark.parametrize(("zero", "points"), [(True, 4), (False, 2)])
def test_example_double_blank_doubles_a_fifteen(zero: bool, points: int) -> None:
    """0 | 7 8 2 10: 7 + 8, and 7 + 8 + 0."""
    assert (points, {"fifteen": points}) == counted("0-0", "3-4 2-6 1-1 5-5", zero_in_fifteens=zero)


@clause("EX-DCRIB-18", "DCRIB-5.4", "DCRIB-5.3")
def test_example_triplet_and_pair() -> None:
    """7 | 7 7 8 8."""
    assert (20, {"fifteen": 12, "triplet": 6, "pair": 2}) == counted("2-5", "1-6 3-4 2-6 4-4")


@clause("EX-DCRIB-19", "DCRIB-5.1", "DCRIB-5.3")
def test_example_crib() -> None:
    """12 | 3 3 10 5."""
    assert (8, {"fifteen": 6, "pair": 2}) == counted("6-6", "1-2 0-3 5-5 0-5", crib=True)


@clause("DCRIB-5.1", "DCRIB-5.2", "DCRIB-2.1")
@pytest.mark.parametrize("dealer", [0, 1])
def test_order_of_counting(dealer: int) -> None:
    """The non-dealer's hand, the dealer's hand, the crib; each with the starter, and each told with its five tiles."""
    chooser = random.Random(dealer)
    for _ in range(10):
        m = table(order=random_order(chooser), dealer=dealer, target=999)
        deal = naive_deal(m, random_agreed(chooser))
        play_on(lay_away(m), chooser)
        own = [deal.kept[1 - dealer], deal.kept[dealer], deal.crib]
        told = [(note.line.key, note.seat, sorted(pieces(note))) for note, _ in shown(m)]
        keys = [("hand_count", 1 - dealer), ("hand_count", dealer), ("crib_count", dealer)]
        assert [(*key, sorted([*hand, deal.starter])) for key, hand in zip(keys, own, strict=True)] == told


@clause("DCRIB-5.1")
def test_points_go_to_the_owner() -> None:
    """The non-dealer has one hand counted, the dealer a hand and the crib."""
    m = play_on(begin("2-3 5-5 4-6 3-4", "1-1 2-0 1-0 0-0", "1-4", crib="6-2 6-1 5-2 6-6"))
    amounts = [amount for _, _, amount in counts(m)]
    assert [("hand_count", N), ("hand_count", D), ("crib_count", D)] == [(key, seat) for key, seat, _ in counts(m)]
    assert 12 == amounts[0]
    assert amounts[1:] == [count(values(f"{hand} 1-4")) for hand in ("1-1 2-0 1-0 0-0", "6-2 6-1 5-2 6-6")]
    assert m.score_sheet.last_scored == ()
    assert [note.amount for note in m.score_sheet.account if note.line.heading] == amounts


@clause("DCRIB-5.3")
@pytest.mark.parametrize(
    ("starter", "hand", "points"),
    [
        ("6-6", "2-1 6-5 3-1 1-1", 4),  # 12 + 3 and 11 + 4, not 10 + … for either; 3 4 2 is a run beside
        ("6-6", "5-0 6-5 4-1 3-3", 0),  # were 12 and 11 tens, each 5 would make a fifteen with each
        ("6-3", "6-0 1-0 0-0 5-5", 4),  # 9 + 6 with and without 0
        ("4-3", "5-3 6-6 2-1 0-0", 8),
        ("1-0", "2-0 3-0 4-0 5-0", 2),  # all five together
    ],
)
def test_every_combination_of_fifteen(starter: str, hand: str, points: int) -> None:
    """Of two or more tiles, by their sums alone."""
    assert points == counted(starter, hand)[1].get("fifteen", 0)


@clause("DCRIB-5.4")
@pytest.mark.parametrize(
    ("starter", "hand", "kinds"),
    [
        ("5-0", "4-1 6-6 6-3 1-0", {"pair": 2}),
        ("5-0", "4-1 6-3 5-4 2-0", {"pair": 4}),
        ("5-0", "4-1 3-2 6-3 6-6", {"triplet": 6}),
        ("6-3", "5-4 6-1 5-2 4-3", {"triplet": 6, "pair": 2}),
        ("6-0", "5-1 4-2 3-3 6-6", {"fours": 12}),
        ("6-6", "5-1 4-2 3-3 6-0", {"fours": 12}),
    ],
)
def test_equal_values(starter: str, hand: str, kinds: dict[str, int]) -> None:
    """Two, three, four; two different pairs; a pair beside a triplet."""
    found = counted(starter, hand)[1]
    assert kinds == {key: amount for key, amount in found.items() if key in ("pair", "triplet", "fours")}


@clause("DCRIB-5.5", "DCRIB-5.7")
@pytest.mark.parametrize(
    ("starter", "hand", "points"),
    [
        ("5-0", "4-1 6-0 6-1 6-6", 6),
        ("5-0", "6-0 6-1 6-2 6-6", 4),
        ("5-0", "6-0 6-1 6-2 6-3", 5),
        ("5-0", "4-1 6-0 6-1 6-2", 8),
        ("5-0", "4-1 3-2 6-0 6-1", 9),
        ("5-0", "4-1 6-0 5-1 6-1", 12),
        ("0-0", "1-0 2-0 6-6 6-4", 3),
        ("0-0", "1-0 2-0 1-1 3-0", 8),
        ("6-6", "6-5 6-4 5-0 3-0", 3),
        ("6-6", "1-0 0-0 5-0 3-0", 0),
        ("5-0", "6-0 4-4 5-4 2-0", 0),
    ],
)
def test_runs(starter: str, hand: str, points: int) -> None:
    """Every way of making the longest run, one point a tile; no shorter run inside it, and none round the corner."""
    assert points == counted(starter, hand)[1].get("run", 0)


@clause("DCRIB-5.6")
def test_nothing_is_nothing() -> None:
    """A hand without any group is told as 0, and moves no peg."""
    m = play_on(begin("6-6 6-4 4-4 2-0", starter="6-0", crib="5-0 3-0 4-1 2-1"))
    assert 0 == count(values("6-6 6-4 4-4 2-0 6-0"))
    assert ("hand_count", N, 0) == counts(m)[0]
    assert [] == shown(m)[0][1]


@clause("DCRIB-5.8")
def test_double_blank_in_a_hand() -> None:
    """It doubles every fifteen, unless the option leaves it out; it is in runs and makes no pair, under either."""
    for hand in ("6-3 4-2 5-1 6-6", "5-3 4-3 6-2 6-1", "1-0 2-0 6-6 2-1"):
        fifteens = sum(points for key, points, _ in groups(values(hand)) if key == "fifteen")
        usual, left_out = (counted(BLANK, hand, zero_in_fifteens=zero) for zero in (True, False))
        assert 2 * fifteens == usual[1].pop("fifteen", 0)
        assert fifteens == left_out[1].pop("fifteen", 0)
        assert usual[1] == left_out[1]
        assert usual[0] == left_out[0] + fifteens
    assert {"run": 4} == usual[1]


@clause("DCRIB-5.9")
def test_no_five_of_a_value() -> None:
    """At most four tiles share a value: the sixes."""
    assert 4 == max(map(len, HELD.values()))
    assert {"6-0", "5-1", "4-2", "3-3"} == set(HELD[6])
    m = play_on(begin("6-0 5-1 4-2 3-3", starter="6-6", target=999))
    assert "hand_fives" not in {note.line.key for note in m.score_sheet.account}


# against the naive count


def possible() -> list[tuple[int, ...]]:
    """Every five values that five tiles can have."""
    found = combinations_with_replacement(range(13), 5)
    return [hand for hand in found if all(hand.count(one) <= len(HELD[one]) for one in set(hand))]


@clause("DCRIB-5.3", "DCRIB-5.4", "DCRIB-5.5", "DCRIB-5.6", "DCRIB-5.7", "DCRIB-5.8", "DCRIB-10.4")
@pytest.mark.parametrize("zero", [True, False])
def test_all_values_agree_with_the_naive_count(zero: bool) -> None:
    """All five values that there are, made of the first tiles of each value."""
    state = with_options(zero)
    for hand in possible():
        listed = [HELD[one][hand[:place].count(one)] for place, one in enumerate(hand)]
        assert list(hand) == values(listed)
        assert count(hand, zero=zero) == points_of(state, hand_of(listed)), listed


@clause("DCRIB-10.4", "DCRIB-1.1")
@pytest.mark.parametrize("zero", [True, False])
def test_sampled_hands_agree_with_the_naive_count(zero: bool) -> None:
    """Any five tiles, also with [0-0] among them: only their values matter."""
    chooser, state = random.Random(f"hands {zero}"), with_options(zero)
    for _ in range(SAMPLES):
        hand = chooser.sample(TILES, 5)
        if chooser.random() < 0.3 and BLANK not in hand:
            hand[0] = BLANK
        assert count(values(hand), zero=zero) == points_of(state, hand_of(hand)), hand


@clause("DCRIB-10.4")
def test_order_and_ends_do_not_matter() -> None:
    """The same hand in any order, with any tile as the starter, and with other tiles of the same values."""
    hand = ["5-0", "4-1", "6-0", "5-1", "6-1"]
    found = {counted(order[0], " ".join(order[1:]))[0] for order in list(permutations(hand))[::6]}
    assert {count(values(hand))} == found
    for others in (["3-2", "5-0", "4-2", "3-3", "4-3"], ["4-1", "3-2", "5-1", "4-2", "5-2"]):
        assert values(hand) == values(others)
        assert {counted(others[0], " ".join(others[1:]))[0]} == found


@clause("DCRIB-5.3", "DCRIB-5.4", "DCRIB-5.5", "DCRIB-5.6", "DCRIB-5.7", "DCRIB-5.8")
@pytest.mark.parametrize("seed", range(6))
def test_groups_told_are_what_they_say(seed: int) -> None:
    """Their amounts sum to the heading's, their tiles are fifteen, alike or a run, and each is told once."""
    chooser = random.Random(f"groups {seed}")
    for _ in range(60):
        agreed = random_agreed(chooser, 999)
        m = table(order=random_order(chooser), **agreed.named)
        play_on(lay_away(m), chooser)
        assert 3 == len(shown(m))
        for heading, told in shown(m):
            assert heading.amount == sum(note.amount for note in told)
            hand = pieces(heading)
            assert 5 == len(hand)
            expected = Counter(
                (key, points, tuple(sorted(hand[i] for i in group)))
                for key, points, group in groups(values(hand), zero=agreed.zero_in_fifteens)
            )
            found = [(note.line.key.removeprefix("hand_"), note.amount, tuple(sorted(pieces(note)))) for note in told]
            assert expected == Counter(found)
            assert all(f"DCRIB-{TOLD[n.line.key.removeprefix('hand_')]}" == n.line.clause for n in told)
            assert {heading.seat} >= {note.seat for note in told}
            for note in told:
                made_right(note)


def made_right(note: Note) -> None:
    """Hold the tiles of a group against the name of its line, without the naive count."""
    of = sorted(values(pieces(note)))
    match note.line.key:
        case "hand_fifteen":
            assert (15, 2) == (sum(of), note.amount)
        case "hand_run":
            assert len(of) == note.amount >= 3
            assert [of[0] + i for i in range(len(of))] == of
        case key:
            assert 1 == len(set(of))
            assert {"hand_pair": (2, 2), "hand_triplet": (3, 6), "hand_fours": (4, 12)}[key] == (len(of), note.amount)


@clause("DCRIB-5.6", "DCRIB-5.1")
def test_scores_after_counting() -> None:
    """What the headings say is what is added to the scores; the peg shows the last of them."""
    chooser = random.Random(3)
    for _ in range(15):
        m = table(order=random_order(chooser), target=999)
        lay_away(m)
        while sum(len(m.cards(seat)) for seat in (0, 1)) > 1:
            m.act(m.actors[0], chooser.choice(m.actions(m.actors[0])))
        before = list(m.scores)
        play_on(m)
        gained = [after - was for after, was in zip(m.scores, before, strict=True)]
        scoring = [one for one in said(m) if one[0] in ("hand_count", "crib_count", "last", "thirty_one", "go_point")]
        lines = said(m, "pair", "triplet", "fours", "run", "fifteen")
        assert gained == [sum(amount for _, seat, amount in scoring + lines if seat == one) for one in (0, 1)]
