"""The invariants of section 10, over random deals with random options; whole matches and their records."""

import random
from collections import Counter
from typing import Any

import pytest

import torite
from tests.aloud import turn
from tests.clauses import clause
from tests.games.domino_cribbage.builders import (
    CARD,
    NAME,
    SPLIT,
    begin,
    codes,
    dealt,
    held,
    lay_away,
    points,
    random_agreed,
    random_order,
    said,
    table,
)
from tests.games.domino_cribbage.naive import TILES, value
from torite import Match
from torite.records import verify

DEALS = 60


def lying(m: Match, viewer: int = 0) -> dict[str, int]:
    """How many tiles lie where, as a player knows it."""
    view, layout = m.view(viewer), m.game.layout
    counts = {name: sum(view.count[layout.place(name, seat)] for seat in (0, 1)) for name in ("hand", "laid")}
    return counts | {
        "stock": view.count[layout.place("stock")],
        "starter": len(held(m, view.starter)),
        "crib": len(held(m, view.crib)),
        "played": sum(len(held(m, row)) for row in view.played) + sum(kind >= 0 for kind in view.line),
    }


def random_deals(seed: Any, deals: int = DEALS, **fixed: Any) -> list[tuple[Match, random.Random]]:
    """Deals with any options but those fixed, the crib not yet laid away."""
    chooser = random.Random(str(seed))
    found = []
    for _ in range(deals):
        options = random_agreed(chooser, 999).named | fixed
        found.append((table(order=random_order(chooser), dealer=chooser.randrange(2), **options), chooser))
    return found


def step(m: Match, chooser: random.Random) -> str:
    """Play any tile; return it."""
    action = str(chooser.choice(m.actions(turn(m))))
    m.act(turn(m), action)
    return action.split()[1]


@clause("DCRIB-10.1", "DCRIB-1.1", "DCRIB-2.1")
def test_28_tiles() -> None:
    """6 and 6, 4 in the crib, 4 in each hand, the starter, 15 unused; at every step."""
    for m, chooser in random_deals("tiles"):
        assert {"hand": 12, "laid": 0, "stock": 16, "starter": 0, "crib": 0, "played": 0} == lying(m)
        lay_away(m)
        for played in range(8):
            usual = {"hand": 8 - played, "laid": 4, "stock": 15, "starter": 1, "crib": 0, "played": played}
            assert usual == lying(m)
            assert m.log.deal_over == (played == 8)
            step(m, chooser)
        assert {"hand": 0, "laid": 0, "stock": 15, "starter": 1, "crib": 4, "played": 8} == lying(m)
        hands, stock = dealt(m)
        assert sorted(TILES) == sorted([*hands[0], *hands[1], *stock])


@clause("DCRIB-10.2", "DCRIB-3.3")
def test_count_never_exceeds_31_and_each_plays_four() -> None:
    """Whatever is played."""
    for m, chooser in random_deals("count"):
        lay_away(m)
        played: Counter[int] = Counter()
        while not m.log.deal_over:
            seat = turn(m)
            step(m, chooser)
            played[seat] += 1
            assert all(amount <= 31 for _, _, amount in said(m, "counts"))
            assert m.public.total <= 31
        assert {0: 4, 1: 4} == played


@clause("DCRIB-10.3", "DCRIB-4.8", "DCRIB-4.9", "DCRIB-4.10", "DCRIB-4.18")
def test_sequence_below_31_pays_once() -> None:
    """Go or Last, by default options, to the player of its last tile; at 31 neither, unless a Go was said before."""
    seen = Counter[tuple[bool, int]]()
    for m, chooser in random_deals("pays", 3 * DEALS, go_then_31="both", empty_hand_go_scores=False):
        lay_away(m)
        paid, below = list[int](), False
        while not m.log.deal_over:
            seat, start = turn(m), m.public.total
            total = start + value(step(m, chooser))
            # a sequence is closed when the next has a leader, or the deal is over
            gained = [who for key, who, _ in points(m) if key in ("go_point", "last")]
            assert total < 31 or not gained
            paid += gained
            if m.log.deal_over or m.public.line_len == 0:
                below = total < 31
                seen[below, len(paid)] += 1
                assert paid == [seat] if below else len(paid) <= 1
                paid = []
    assert {(True, 1), (False, 0), (False, 1)} == set(seen)


@clause("DCRIB-10.4", "DCRIB-1.1", "DCRIB-5.6")
def test_counts_of_other_tiles_of_the_same_values() -> None:
    """A deal in which tiles of one value change places anywhere scores the same, tile by tile."""
    for number, (m, chooser) in enumerate(random_deals("ends", 30)):
        order = [codes([kind])[0] for kind in m.log.standing[-1].outcome]
        swap = {tile: tile for tile in TILES}
        for one in range(13):
            same = [tile for tile in TILES if value(tile) == one]
            swap |= dict(zip(same, chooser.sample(same, len(same)), strict=True))
        options: dict[str, Any] = dict(m.options.texts())
        other = table(order=[swap[tile] for tile in order], dealer=m.public.dealer, **options)
        lay_away(m)
        lay_away(other)
        while not m.log.deal_over:
            tile = step(m, chooser)
            other.act(turn(other), f"play {swap[tile]}")
            assert m.scores == other.scores, number
            told = [[(n.line.key, n.seat, n.amount) for n in one.log.standing[-1].notes] for one in (m, other)]
            assert Counter(told[0]) == Counter(told[1])


@clause("DCRIB-10.5", "DCRIB-6.1", "DCRIB-4.17", "DCRIB-4.19")
@pytest.mark.parametrize("target", [5, 31, 61])
def test_scores_never_fall_and_the_first_to_reach_the_target_ends_it(target: int) -> None:
    """By any options."""
    chooser = random.Random(target)
    for seed in range(8):
        options = random_agreed(chooser, target).named
        m = torite.Match(NAME, options=options, seed=f"{target} {seed}", pause=True)
        before = [0, 0]
        while not m.over:
            assert max(m.scores) < target
            if len(m.actors) == 2:
                lay_away(m)
            elif m.log.deal_over:
                m.go_on()
            else:
                step(m, chooser)
            assert all(now >= was for now, was in zip(m.scores, before, strict=True))
            before = list(m.scores)
        assert 1 == sum(score >= target for score in m.scores)
        assert m.result is not None
        assert [int(score >= target) for score in m.scores] == list(m.result.shares)


@clause("DCRIB-10.6", "DCRIB-2.2")
def test_hidden_until_counting() -> None:
    """A player's view of two deals that differ only in what is hidden from him is one and the same."""
    for m, chooser in random_deals("hidden", 30):
        order = [codes([kind])[0] for kind in m.log.standing[-1].outcome]
        viewer = chooser.randrange(2)
        theirs = 0 if 1 - viewer != m.public.dealer else 1  # the non-dealer's tiles have the even places
        hidden = [*range(theirs, 12, 2), *range(13, 28)]
        other = list(order)
        for place, source in zip(hidden, chooser.sample(hidden, len(hidden)), strict=True):
            other[place] = order[source]
        options: dict[str, Any] = dict(m.options.texts())
        again = table(order=other, dealer=m.public.dealer, **options)
        for match in (m, again):
            lay_away(match, 1 - viewer)
            match.act(viewer, "crib " + " ".join(dealt(m)[0][viewer][4:]))
        assert m.view(viewer).to_words() == again.view(viewer).to_words()
        assert m.history(viewer) == again.history(viewer)
        scenes = [torite.lay_out(one, viewer, language) for language in ("en", "ja") for one in (m, again)]
        assert scenes[0] == scenes[1]
        assert scenes[2] == scenes[3]


@clause("DCRIB-10.1", "DCRIB-10.2", "DCRIB-10.3", "DCRIB-10.5", "DCRIB-10.6")
def test_promises_of_the_rules_hold() -> None:
    """The game's own predicates, after every action of any deal."""
    for m, chooser in random_deals("promises", 20):
        promises = m.game.promises
        assert {f"DCRIB-10.{number}" for number in range(1, 7)} == {name.split()[0] for name in promises}
        lay_away(m)
        while True:
            state = m.log.trial()
            assert [] == [name for name, promise in promises.items() if not promise(state)]
            if m.log.deal_over:
                break
            step(m, chooser)


@clause("DCRIB-1.5", "DCRIB-6.1", "DCRIB-2.1")
@pytest.mark.parametrize("variant", [NAME, SPLIT, CARD])
@pytest.mark.parametrize("seed", range(3))
def test_records_round_trip(variant: str, seed: int) -> None:
    """A whole match is read back to the same bytes, the same scores and account; its chance is what the key says."""
    chooser = random.Random(f"{variant} {seed}")
    options = random_agreed(chooser, chooser.choice([31, 61])).named
    m = torite.Match(variant, options=options, seed=f"{variant} {seed}")
    texts = []
    while not m.over:
        seat = chooser.choice(m.actors)
        m.act(seat, chooser.choice(m.actions(seat)))
        if chooser.random() < 0.1 and not any(m.gestures.begun(one) for one in (0, 1)):
            texts.append(torite.write(m))
    texts.append(torite.write(m))
    for text in texts:
        again = torite.read(text)
        assert text == torite.write(again)
    assert (m.scores, m.result, m.options.texts()) == (again.scores, again.result, again.options.texts())
    assert [one.notes for one in m.log.standing] == [one.notes for one in again.log.standing]
    assert verify(again)


@clause("DCRIB-4.5", "DCRIB-5.1")
def test_record_tells_what_was_played() -> None:
    """The actions as the page writes them, and the scores at the end of a deal."""
    m = begin("6-6 4-5 0-0 1-2", "5-5 4-6 2-2 0-1")
    lines = torite.write(m).splitlines()
    assert 2 == sum(": crib " in text for text in lines)
    for tile in ("6-6", "5-5", "5-4", "0-0"):
        m.act(turn(m), f"play {tile}")
    lines = torite.write(m).splitlines()
    assert ["0: play 6-6", "1: play 5-5", "0: play 5-4", "0: play 0-0"] == [one for one in lines if ": play" in one]
