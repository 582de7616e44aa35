"""Puzzles: what is found is the same by the same seed, is opened as it was found, and tells nothing that is hidden."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import msgspec
import pytest

from torite.errors import BadOptions, UnknownName
from torite.games import find as game_of
from torite.kernel.chance import read_day
from torite.match import Arrangement, Match
from torite.records import line
from torite.study import puzzles
from torite.study.equal_choices import Choice, merged, named
from torite.study.losses import Loss
from torite.study.puzzle_search import find, share, survives
from torite.study.puzzles import BadPuzzles, Puzzle, answered, is_same, near, of_day, read, standing, written
from torite.study.redealt import redealt
from torite.words import LANGUAGES


def by_hand(**other: Any) -> Puzzle:
    """A puzzle that nobody searched for: seat 1 answers the first lead of seat 0, of equal cards with one."""
    match = Match("agurk", seats=2, seed=3)
    match.act(0, match.actions(0)[0].code)
    lines = [line(match, entry) for entry in match.log.standing]
    codes = {code[-1]: code for code in (action.code for action in match.actions(1))}.values()
    choices = [Loss(code, float(at), 0.25 * (at > 0)) for at, code in enumerate(codes)]
    made = Puzzle("agurk", 2, {}, lines, 1, False, choices, "", False, 1, ["follow"])
    return msgspec.structs.replace(made, **other)


@pytest.fixture(scope="module")
def found() -> list[Puzzle]:
    """Two puzzles of a quick game."""
    return list(find("ambition", 2, seed=1))


@pytest.mark.compiles(game="ambition")
def test_the_same_seed_finds_the_same(found: list[Puzzle]) -> None:
    assert len(found) == 2
    assert next(iter(find("ambition", 1, seed=1))) == found[0]
    assert next(iter(find("ambition", 1, seed=2))) != found[0]


@pytest.mark.compiles(game="ambition")
def test_each_other_choice_is_surely_worse(found: list[Puzzle]) -> None:
    for one in found:
        assert (one.choices[0].loss, one.choices[0].error) == (0.0, 0.0)
        assert all(other.loss - other.error > 1.0 for other in one.choices[1:])  # chips: deals differ by a hundred
        assert 1 <= one.grade <= puzzles.GRADES
        assert set(one.themes) <= set(puzzles.THEMES)


@pytest.mark.compiles(game="ambition")
def test_a_longer_search_agrees(found: list[Puzzle]) -> None:
    assert all(survives(one, iterations=20_000, seed=9) for one in found)


@pytest.mark.compiles(game="ambition")
def test_another_choice_does_not_survive(found: list[Puzzle]) -> None:
    best, other, *rest = found[0].choices
    assert not survives(msgspec.structs.replace(found[0], choices=[other, best, *rest]), iterations=5_000)


@pytest.mark.compiles(game="ambition")
def test_a_puzzle_stands_where_its_seat_is_asked(found: list[Puzzle]) -> None:
    for one in found:
        match = standing(one, seed=1)
        assert [action.code for action in match.actions(one.seat)]
        assert match.why(one.seat, one.best) is None
        assert answered(match, one) is None
        match.act(one.seat, one.choices[1].code)
        assert answered(match, one) == Choice(**asdict(one.choices[1]))


def test_what_is_hidden_lies_otherwise_and_its_seat_sees_the_same() -> None:
    """The lines tell nothing of the match that its seat could not see; what it has seen stays."""
    puzzle = by_hand()
    match = standing(puzzle, seed=1)
    other = redealt(puzzle, match, seed=1)
    assert other.lines != puzzle.lines
    again = standing(other, seed=1)
    assert again.view(1).to_words() == match.view(1).to_words()
    assert again.history(1) == match.history(1)
    assert again.cards(0) != match.cards(0)
    assert redealt(puzzle, match, seed=1) == other


def test_who_does_something_else_has_let_an_offer_pass() -> None:
    """What others do meanwhile is no answer."""
    match = Match("doppelkopf", seed=5)
    while not any(action.offer for action in match.actions(match.turns.must_act[0])):
        match.act(match.turns.must_act[0], match.actions(match.turns.must_act[0])[0].code)
    lines = [line(match, entry) for entry in match.log.standing]
    seat = match.turns.must_act[0]
    offer = next(action.code for action in match.actions(seat) if action.offer)
    choices = [Loss(puzzles.WAIT, 0.0, 0.0), Loss(offer, 1.0, 0.1)]
    puzzle = Puzzle("doppelkopf", 4, {}, lines, seat, True, choices, "", False, 1, ["offer"])
    match = standing(puzzle, seed=1)
    match.act(seat, next(action.code for action in match.actions(seat) if not action.offer))
    assert answered(match, puzzle) == Choice(**asdict(choices[0]))
    match = standing(puzzle, seed=1)
    other = next(one for one in range(4) if one != seat and any(action.offer for action in match.actions(one)))
    match.act(other, next(action.code for action in match.actions(other) if action.offer))
    assert answered(match, puzzle) is None
    match.act(seat, offer)
    assert answered(match, puzzle) == Choice(**asdict(choices[1]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_equal_card_is_as_good_an_answer(language: str) -> None:
    """What the rules cannot tell apart is one choice, as good as the best of it, and told in one line."""
    cards = Arrangement({1: ["S7", "H7", "HQ", "C9", "D9", "SK", "C2"]})
    match = Match("agurk", seats=2, arranged=cards, seed=3)
    while match.turns.must_act[0] != 1:
        match.act(0, match.actions(0)[0].code)
    lines = [line(match, entry) for entry in match.log.standing]
    codes = ["play S7", "play HQ", "play C9", "play H7", "play D9"]
    choices = [Loss(code, float(at), 0.25 * (at > 0)) for at, code in enumerate(codes)]
    puzzle = by_hand(lines=lines, choices=choices)
    told = puzzles.choices(match, puzzle)
    assert told == [
        Choice("play S7", 0.0, 0.0, ("play H7",)),
        Choice("play HQ", 1.0, 0.25),
        Choice("play C9", 2.0, 0.25, ("play D9",)),
    ]
    texts = named(match.game.words(language), match.game, told)
    assert texts == {"en": ["♠7 or ♥7", "♥Q", "♣9 or ♦9"], "ja": ["♠7か♥7", "♥Q", "♣9か♦9"]}[language]
    assert [one.code for one in merged(match, 1, choices, "play D9")] == ["play S7", "play HQ", "play D9"]


def test_codes_of_several_parts_are_compared_in_any_order() -> None:
    game = game_of("ambition")[0]
    assert is_same(game, "pass H5 CQ D9", "pass CQ D9 H5")
    assert not is_same(game, "pass H5 CQ D9", "pass H5 CQ D8")
    assert not is_same(game, "nonsense", puzzles.WAIT)


@pytest.mark.parametrize("number", [0, -1])
def test_too_few_are_refused(number: int) -> None:
    with pytest.raises(BadOptions) as refused:
        next(iter(find("agurk", number)))
    assert all(refused.value.say(language) for language in LANGUAGES)


def test_a_game_that_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownName):
        next(iter(find("nothing", 1)))


# files


def test_a_file_reads_back() -> None:
    several = [by_hand(), by_hand(grade=3, themes=["follow", "endgame"])]
    assert read(written(several)) == several
    assert len({one.name for one in several}) == 1  # the same position


@pytest.mark.parametrize(
    "text", ["", "{}\n", "nonsense", '{"variant": 3}', written([by_hand()]).replace("seat", "sit")]
)
def test_what_is_no_file_of_puzzles_says_where(text: str) -> None:
    with pytest.raises(BadPuzzles, match=r"some\.jsonl") as refused:
        read(text, "some.jsonl")
    assert all(refused.value.say(language) for language in LANGUAGES)


@pytest.mark.parametrize(
    "other",
    [
        {"lines": ["dealer: 0"]},
        {"lines": [*by_hand().lines, "1: play XX"]},
        {"variant": "nothing"},
        {"seats": 99},
        {"seat": 0},
        {"choices": [Loss("play S99", 0.0, 0.0), Loss("play C2", 1.0, 0.0)]},
        {"offered": True},
    ],
)
def test_what_cannot_be_opened_is_refused(other: dict[str, Any]) -> None:
    with pytest.raises(BadPuzzles) as refused:
        standing(by_hand(**other), seed=1)
    assert all(refused.value.say(language) for language in LANGUAGES)


def test_the_puzzle_of_a_day_is_everybodys_and_all_come_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game, variant = game_of("agurk")
    known = tuple(by_hand(seat=seat) for seat in range(5))
    monkeypatch.setattr(puzzles, "of_game", lambda game: known)
    first = read_day("2026-11-27").toordinal() // 5 * 5
    days = [read_day("2026-11-27").fromordinal(first + n).isoformat() for n in range(5)]
    of_days = [of_day(game, variant, day) for day in days]
    assert sorted(one.name for one in of_days if one) == sorted(one.name for one in known)
    assert of_day(game, variant, days[0]) == of_days[0]
    with pytest.raises(BadOptions):
        of_day(game, variant, "today")


def test_one_near_a_rating_is_offered_and_none_twice_before_all_were(monkeypatch: pytest.MonkeyPatch) -> None:
    game, variant = game_of("agurk")
    known = [by_hand(grade=grade, options={"out_at": str(20 + at)}) for at, grade in enumerate((1, 1, 2, 3))]
    monkeypatch.setattr(puzzles, "of_game", lambda game: known)
    solved: list[str] = []
    offered = []
    for _ in known:
        one = near(game, variant, 1700, solved)
        assert one is not None
        offered.append(one.rating)
        solved.append(one.name)
    assert offered == [1800, 1500, 1200, 1200]
    again = near(game, variant, 1200, solved)
    assert again is not None
    assert again.name == solved[0]
    monkeypatch.setattr(puzzles, "of_game", lambda game: ())
    assert near(game, variant, 1200, []) is None


def test_the_share_has_an_interval() -> None:
    told, low, high = share(96, 100)
    assert (told, round(low, 3), round(high, 3)) == (0.96, 0.902, 0.984)
    assert share(10, 10)[0] == share(10, 10)[2] == 1.0
