"""How long a card that is played for somebody takes: as long as that person takes who has a choice."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from tests.service.alike import ks, permuted
from torite.match import Match
from torite.service import pauses
from torite.service.pauses import ENOUGH, KEPT, PEOPLE, Pauses, Situation, situation

ADA = 7
AT = Situation(("agurk", 0, 1, True, False, False, False), 3)
DECISIONS = 500
FORCED = 0.35  #: of decisions

Person = Callable[[random.Random, int], float]


def slow(chance: random.Random, number: int) -> float:
    return 4.5 * math.exp(chance.gauss(0, 0.55))


def quick(chance: random.Random, number: int) -> float:
    return 1.2 * math.exp(chance.gauss(0, 0.55))


def by_turns(chance: random.Random, number: int) -> float:
    """Half of the time at once, else after long thought."""
    return chance.choice((0.3, 9.0)) * math.exp(chance.gauss(0, 0.2))


def slower_and_slower(chance: random.Random, number: int) -> float:
    return (1.5 + 4 * number / DECISIONS) * math.exp(chance.gauss(0, 0.4))


def decisions(person: Person, draw: Callable[[Pauses], float | None], seed: int) -> tuple[list[float], list[float]]:
    """Have somebody make many choices, some of which are played for them; return how long both took."""
    chance, known = random.Random(seed), Pauses(random.Random(seed + 1))
    chosen, played = [], []
    for number in range(DECISIONS):
        pause = draw(known) if chance.random() < FORCED else None
        if pause is not None:
            played.append(pause)
            continue
        chosen.append(person(chance, number))
        known.took(ADA, AT, chosen[-1])
    return chosen, played


@pytest.mark.parametrize("person", [slow, quick, by_turns, slower_and_slower])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_drawn_is_distributed_like_what_a_person_takes(person: Person, seed: int) -> None:
    chosen, played = decisions(person, lambda known: known.draw(ADA, AT), seed)
    assert len(played) > DECISIONS * FORCED / 2
    assert ks(chosen, played)[1] > 0.01
    assert permuted(chosen, played) > 0.01


#: How often there is one card alone, by trick.
ALONE = (0.02, 0.04, 0.07, 0.12, 0.25, 0.6, 0.9)


def suddenly(chance: random.Random, stage: int) -> float:
    """Quicker by far as soon as few cards are left."""
    return (1.6 if stage < 3 else 0.35) * math.exp(chance.gauss(0, 0.3))


def by_and_by(chance: random.Random, stage: int) -> float:
    return 3 * 0.75**stage * math.exp(chance.gauss(0, 0.4))


def stages(person: Person, seed: int) -> list[float]:
    """Play deals of seven tricks, the later the more often with one card alone; compare what both took, by trick."""
    chance, known = random.Random(seed), Pauses(random.Random(seed + 1))
    chosen, played = [[list[float]() for _ in range(7)] for _ in range(2)]
    for _ in range(DECISIONS):
        for stage in range(7):
            at = AT._replace(kind=(chance.random() < 0.5, stage == 0), stage=stage)
            if chance.random() < ALONE[stage]:
                played[stage] += filter(None, [known.draw(ADA, at)])
                continue
            chosen[stage].append(person(chance, stage))
            known.took(ADA, at, chosen[stage][-1])
    return [ks(chosen[stage], played[stage])[1] for stage in range(1, 6)]


@pytest.mark.parametrize("person", [suddenly, by_and_by])
def test_who_gets_quicker_in_a_deal_is_not_told_by_their_only_cards(person: Person) -> None:
    """Others see how many cards are left: what is drawn is to be alike at each trick."""
    found = [p for seed in range(3) for p in stages(person, seed)]
    assert min(found) > 0.01


@pytest.mark.parametrize("person", [suddenly, by_and_by])
def test_choices_of_other_stages_would_tell_them(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """What this is made of finds the fault that was: half of fewer choices, of whichever stage they were."""
    monkeypatch.setattr(pauses, "LATEST", 48)
    monkeypatch.setattr(pauses, "NEAREST", 24)
    monkeypatch.setattr(pauses, "_trend", lambda near: 0.0)
    assert sum(p < 0.01 for seed in range(3) for p in stages(person, seed)) > 3


#: Times of somebody of a regular pace, by how many cards there are; and between which of them none lies.
REGULAR: dict[str, tuple[Person, float, float]] = {
    "each card takes as long": (lambda chance, cards: (0.3 + 0.3 * cards) * math.exp(chance.gauss(0, 0.01)), 0, 0.85),
    "at once or not": (lambda chance, cards: chance.choice((0.4, 2.0)) * math.exp(chance.gauss(0, 0.02)), 0.5, 1.6),
}


@pytest.mark.parametrize("pace", REGULAR)
@pytest.mark.parametrize("seed", range(3))
def test_who_has_a_regular_pace_is_not_told_by_times_that_are_never_theirs(pace: str, seed: int) -> None:
    """There are two cards at least to choose from, and the fewer the later in a deal; what is drawn comes late too."""
    takes, least, most = REGULAR[pace]
    chance, known, drawn = random.Random(seed), Pauses(random.Random(seed + 1)), list[float]()
    for _ in range(60):
        for stage in range(1, 7):
            at = AT._replace(stage=stage)
            if chance.random() < ALONE[stage]:
                drawn += filter(None, [known.draw(ADA, at)])
            else:
                known.took(ADA, at, takes(chance, max(2, 7 - stage - chance.randrange(3))))
    late = drawn[20:]
    assert sum(least < pause < most for pause in late) <= 0.05 * len(late)


def capped(known: Pauses) -> float | None:
    """Draw as it was done before: one of the last sixteen, neither shorter nor longer than a bot may take."""
    times = known.known(ADA, AT)[:16]
    return min(max(random.Random(len(times)).choice(times), 0.45), 3.6) if times else None


@pytest.mark.parametrize("person", [slow, by_turns])
def test_a_bound_would_tell_them_apart(person: Person) -> None:
    """What these tests are made of finds the fault that was."""
    chosen, played = decisions(person, capped, 1)
    assert ks(chosen, played)[1] < 0.001


def test_a_pause_is_exceeded_as_often_as_it_is_by_the_person_and_never_met_twice() -> None:
    """Of ten known choices and one more, the one more is the longest once in eleven times."""
    chance, known = random.Random(5), Pauses(random.Random(6))
    for _ in range(10):
        known.took(ADA, AT, slow(chance, 0))
    times = known.known(ADA, AT)
    drawn = [known.draw(ADA, AT) or 0.0 for _ in range(11_000)]
    assert len(set(drawn)) == len(drawn)
    assert not set(drawn) & set(times)
    assert 900 < sum(pause > max(times) for pause in drawn) < 1100
    assert 900 < sum(pause < min(times) for pause in drawn) < 1100


def test_a_turn_that_has_lasted_ends_as_late_as_the_persons_own_that_lasted_as_long() -> None:
    chance, known = random.Random(5), Pauses(random.Random(6))
    for _ in range(KEPT):
        known.took(ADA, AT, slow(chance, 0))
    gone = 5.0
    all_drawn = [known.draw(ADA, AT) or 0.0 for _ in range(4000)]
    late = [known.draw(ADA, AT, gone) or 0.0 for _ in range(1000)]
    assert min(late) > gone
    assert ks([pause for pause in all_drawn if pause > gone], late)[1] > 0.01


@pytest.mark.parametrize("gone", [0.0, 1e-9, 2.0, 1e6])
def test_all_alike_choices_give_pauses_too(gone: float) -> None:
    known = Pauses(random.Random(1))
    for _ in range(ENOUGH):
        known.took(ADA, AT, 2.0)
    pause = known.draw(ADA, AT, gone)
    assert pause is not None
    assert gone <= pause < max(2.1, gone * 1.1)


def test_nothing_is_drawn_from_few_choices_nor_from_those_of_another_kind() -> None:
    known = Pauses()
    other = AT._replace(kind=("agurk", 0, 1, False, False, False, False))
    assert ENOUGH == known.missing(ADA, "agurk")
    for number in range(ENOUGH):
        assert known.draw(ADA, AT) is None
        known.took(ADA, AT, 1.0 + number)
        assert ENOUGH - number - 1 == known.missing(ADA, "agurk")
    assert known.draw(ADA, AT) is not None
    assert known.draw(ADA, other) is None
    assert known.draw(ADA + 1, AT) is None
    assert ENOUGH == known.missing(ADA, "doppelkopf")


def test_choices_at_the_same_stage_of_a_deal_come_first() -> None:
    known = Pauses()
    for stage in range(8):
        for _ in range(6):
            known.took(ADA, AT._replace(stage=stage), 10.0 + stage)
    assert [10.0] * 6 == known.known(ADA, AT._replace(stage=0))[:6]
    assert [17.0] * 6 == known.known(ADA, AT._replace(stage=7))[:6]


@pytest.mark.parametrize("stage", range(4))
def test_choices_of_other_stages_are_taken_as_if_they_had_been_at_this(stage: int) -> None:
    """Who takes half as long with each card fewer does so at a stage from which no choice of theirs is known, too."""
    known = Pauses()
    for other in {*range(4)} - {stage}:
        for _ in range(4):
            known.took(ADA, AT._replace(stage=other), 8.0 * 0.5**other)
    assert known.known(ADA, AT._replace(stage=stage)) == pytest.approx([8.0 * 0.5**stage] * 12)


def test_the_last_of_a_persons_choices_are_kept_and_the_last_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pauses, "PEOPLE", 3)
    known = Pauses()
    for person in range(5):
        for number in range(KEPT + 10):
            known.took(person, AT._replace(kind=number % 2), 1.0 + number)
    assert not known.known(1, AT._replace(kind=0))
    assert KEPT + 9.0 == known.known(2, AT._replace(kind=0))[0]
    assert KEPT == len(known._of[4])
    assert 3 == len(known._of) < PEOPLE


def test_a_situation_is_what_everybody_sees() -> None:
    """Who leads, the first card of a deal, and how many one has played; never what is held."""
    match = Match("agurk", 3, seed=3, pause=True)
    match.go_on()
    first = match.actors[0]
    at = situation(match, first)
    assert (0, at.kind) == (at.stage, ("agurk", 0, match.public.phase, True, True, False, False))
    match.act(first, match.actions(first)[0])
    second = match.actors[0]
    assert ("agurk", 30, match.public.phase, False, True, False, False) == situation(match, second, 30).kind
    while len({entry.seat for entry in match.log if entry.actions}) < 3 or match.public.trick_len:
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    leader = match.actors[0]
    at = situation(match, leader)
    assert 1 == at.stage
    assert at.kind[3:5] == (True, False)  # type: ignore[index]
    assert at.kind[5] == (match.log[-1].seat == leader)  # type: ignore[index]
