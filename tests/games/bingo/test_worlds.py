"""What both know of each other's hand, over deals at random: it is true, all that was told, and no more."""

import random

import pytest

import torite
from tests.aloud import legal, turn
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.bingo.builders import FOLLOWING, stock_of, table
from tests.games.bingo.inferring import Course, allows, worlds
from tests.games.bingo.naive import DOUBLES, Rules
from torite import Match

MOST = 24  # hands that are listed one by one


def rich(chooser: random.Random, rules: Rules) -> Match:
    """A deal in which one player holds many doubles, under these rules."""
    doubles = list(DOUBLES)
    chooser.shuffle(doubles)
    hand = " ".join(doubles[: chooser.choice((2, 3, 4, 5, 7))])
    seed = chooser.randrange(1 << 30)
    return new_match("bingo", options=rules.options(), hands={chooser.randrange(2): hand}, seed=seed, pause=True)


def step(m: Match, chooser: random.Random, draws: float = 0.9) -> str:
    """Take any action, declaring and drawing more often than chance would; return it."""
    codes = sorted(legal(m))
    told = [code for code in codes if code.startswith("declare")]
    code = chooser.choice(told) if told and chooser.random() < 0.4 else chooser.choice(codes)
    if "draw" in codes:
        code = "draw" if chooser.random() < draws else "close"
    while code.startswith("reveal"):
        code = chooser.choice(codes)
    m.act(turn(m), code)
    return code


@clause("BINGO-7.16", "BINGO-4.6", "BINGO-7.15")
@pytest.mark.parametrize("part", range(4))
def test_what_is_known_is_true(part: int) -> None:
    """After every action of random deals with many doubles."""
    chooser = random.Random(f"true {part}")
    for number in range(10):
        m = rich(chooser, chooser.choice(FOLLOWING))
        while not m.log.deal_over:
            step(m, chooser, (0.6, 0.9, 1)[number % 3])
            assert all(allows(m, viewer, frozenset(m.cards(1 - viewer))) for viewer in (0, 1)), told(m)


@clause("BINGO-7.16", "BINGO-7.1", "BINGO-5.1", "BINGO-5.2", "BINGO-4.6")
@pytest.mark.parametrize("part", range(4))
def test_worlds_never_contradict_what_happened(part: int) -> None:
    """Every hand that is drawn could have been dealt and drawn, and played and declared as it was."""
    chooser, checked = random.Random(f"worlds {part}"), 0
    for number in range(10):
        rules = chooser.choice(FOLLOWING)
        m = rich(chooser, rules)
        while not m.log.deal_over:
            step(m, chooser, (0.6, 0.9, 1)[number % 3])
            if chooser.random() < 0.3 and not m.log.deal_over:
                viewer = chooser.randrange(2)
                course = Course(m, viewer, rules)
                assert course.fits(frozenset(m.cards(1 - viewer))), told(m)
                for hand in worlds(m, viewer, 4, number):
                    assert course.fits(hand), f"{viewer} {sorted(hand)} {told(m)}"
                    checked += 1
    assert checked > 150


def told(m: Match) -> list[str]:
    """What everybody saw."""
    return [f"{seen.seat}: {seen.code}" for seen in m.history(-1)]


@clause("BINGO-7.16", "BINGO-7.1", "BINGO-7.14", "BINGO-5.1", "BINGO-5.2", "BINGO-4.5")
@pytest.mark.parametrize("part", range(4))
def test_all_that_can_be_concluded_is_known(part: int) -> None:
    """A hand, rich or poor in doubles, is allowed by the view just if it could have come to this."""
    chooser = random.Random(f"concluded {part}")
    seen = {True: 0, False: 0}
    for number in range(16):
        rules = chooser.choice(FOLLOWING)
        m = rich(chooser, rules)
        while not m.log.deal_over:
            step(m, chooser, (0.6, 0.85, 0.95, 1)[number % 4])
            viewer = chooser.randrange(2)
            if m.log.deal_over or chooser.random() < 0.4:
                continue
            course = Course(m, viewer, rules)
            for _ in range(4 if course.number else 0):
                hand = some_hand(course, chooser)
                assert course.fits(hand) == allows(m, viewer, hand), f"{viewer} {sorted(hand)} {told(m)}"
                seen[course.fits(hand)] += 1
    assert min(seen.values()) > 40


def some_hand(course: Course, chooser: random.Random) -> frozenset[str]:
    """Draw a hand of the right size from the unseen tiles, with a liking for doubles, a dislike or neither."""
    liking = chooser.choice((-1, 0, 1))
    unseen = sorted(course.unseen, key=lambda one: chooser.random() - liking * (one in DOUBLES))
    return frozenset({*course.known, *unseen[: course.number]})


@clause("BINGO-7.16", "BINGO-5.1", "BINGO-5.2", "BINGO-5.3", "BINGO-4.5")
@pytest.mark.parametrize("part", range(4))
def test_every_possible_hand_occurs(part: int) -> None:
    """Where few hands could have come to this, all of them are drawn, and no other."""
    chooser, found = random.Random(f"hands {part}"), 0
    for number in range(5):
        rules = chooser.choice(FOLLOWING)
        m, closes = rich(chooser, rules), chooser.randint(5, 7)
        while not m.log.deal_over:
            step(m, chooser, m.public.tricks_played < closes)
            viewer = chooser.randrange(2)
            if m.log.deal_over or m.public.closed_by < 0 or len(m.cards(1 - viewer)) > 5 or chooser.random() < 0.5:
                continue
            possible = Course(m, viewer, rules).hands()
            if 1 < len(possible) <= MOST:
                drawn = set(worlds(m, viewer, 9 * len(possible) + 20, number))
                assert set(possible) == drawn, f"{viewer} {told(m)} {set(possible) ^ drawn}"
                found += 1
    assert found > 3


@clause("BINGO-1.3", "BINGO-4.4", "BINGO-4.5", "BINGO-6.2", "BINGO-7.18")
@pytest.mark.parametrize("part", range(5))
def test_nobody_knows_more_than_was_seen(part: int) -> None:
    """A tile of the other's hand and one of the stock change places: where the same could be done, the same is seen."""
    chooser, pairs = random.Random(f"places {part}"), 0
    for _ in range(20):
        rules = chooser.choice(FOLLOWING)
        m = rich(chooser, rules)
        dealt, actions = (m.cards(0), m.cards(1), stock_of(m)), list[tuple[int, str]]()
        dealer = m.public.dealer
        for _ in range(chooser.randrange(2, 30)):
            if m.log.deal_over:
                break
            actions.append((turn(m), step(m, chooser)))
        for viewer in () if m.log.deal_over else (0, 1):
            face_down = [one for one in stock_of(m) if one != dealt[2][-1]]
            if not face_down or not m.cards(1 - viewer):
                continue
            pair = chooser.choice(m.cards(1 - viewer)), chooser.choice(face_down)
            other = same_course(moved(dealt, *pair), dealer, actions, rules)
            if other is not None and open_to_all(m) == open_to_all(other):
                pairs += 1
                assert m.view(viewer).to_words() == other.view(viewer).to_words(), f"{viewer} {pair} {told(m)}"
                assert m.history(viewer) == other.history(viewer)
                assert torite.lay_out(m, viewer) == torite.lay_out(other, viewer)
    assert pairs > 4


def open_to_all(m: Match) -> list[object]:
    """What lies open beside the actions: whose turn it is, and doubles that are shown without a choice."""
    return [m.actors, *(note.pieces for entry in m.log for note in entry.notes if note.line.key == "shows")]


Dealt = tuple[list[str], list[str], list[str]]


def moved(dealt: Dealt, one: str, other: str) -> Dealt:
    """The same deal with two tiles exchanged."""
    change = {one: other, other: one}
    first, second, stock = ([change.get(tile, tile) for tile in tiles] for tiles in dealt)
    return first, second, stock


def same_course(dealt: Dealt, dealer: int, actions: list[tuple[int, str]], rules: Rules) -> Match | None:
    """Take the same actions in another deal; None where one of them is not allowed."""
    *stock, turned = dealt[2]
    hands = (" ".join(dealt[0]), " ".join(dealt[1]))
    m = table(*hands, stock=" ".join(stock), turned=turned, dealer=dealer, **rules.options())
    for seat, code in actions:
        try:
            m.act(seat, code)
        except torite.ToriteError:
            return None
    return m
