"""The law of lessons: five deals or more teach every game, each told in every language, and their claims are true."""

from __future__ import annotations

import random
import zlib
from typing import Any

import pytest

from tests.claims import at_claim, begun, calculated, ended, go_on, searched, weigh
from tests.every_game.test_non_interference import again
from tests.redealing import Deal
from tests.strategies import INSIDE, speaks
from torite.errors import BadOptions, UnknownName
from torite.games import find, games
from torite.kit import Game
from torite.match import Match
from torite.records import read as read_record
from torite.records import write
from torite.scenes import lessons
from torite.scenes.lessons import LEARNER, LEAST, MOST, Lesson, Text, feedback, read, written
from torite.scenes.lessons import find as find_lesson

MANY = 400  #: worlds, where fewer leave doubt
ENOUGH = 5  #: lessons that a variant of every game has at least
SEARCHED = 15_000  #: worlds that the search of the bots looks at
GAMES = list(games().values())
TAUGHT = [lesson for game in GAMES for lesson in lessons.of_game(game)]
every_lesson = pytest.mark.parametrize("lesson", TAUGHT, ids=lambda one: f"{one.variant}-{one.name}")


def one_of_each_game() -> list[Any]:
    """List the lessons, all but one of each game left to `make slow`: to try choices in many worlds takes long."""
    listed: list[Any] = []
    for game in GAMES:
        own = lessons.of_game(game)
        turn = zlib.crc32(game.name.encode()) % max(1, len(own))
        for at, one in enumerate(own):
            marks = () if at == turn else pytest.mark.slow
            listed.append(pytest.param(one, id=f"{one.variant}-{one.name}", marks=marks))
    return listed


def texts(lesson: Lesson) -> list[Text]:
    return [lesson.title, lesson.before, *(told.text for told in lesson.told)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_is_taught_in_five_deals_or_more(game: Game) -> None:
    """At least one variant of each; a game from outside may have none yet."""
    by_variant = {lesson.variant for lesson in lessons.of_game(game)}
    assert by_variant <= set(game.variants)
    taught = [len(lessons.lessons(game, game.variants[variant])) for variant in by_variant]
    assert max(taught, default=0) >= ENOUGH or not game.folder.is_relative_to(INSIDE)
    assert all(LEAST <= number <= MOST for number in taught)


@every_lesson
def test_a_lesson_is_told_in_every_language(lesson: Lesson) -> None:
    game = find(lesson.variant)[0]
    for text in texts(lesson):
        assert set(speaks(game)) == set(text)
        for language in text:
            told = written(game, text, language)
            assert told.strip()
            assert "{" not in told, f"{lesson.name} draws a piece that is none: {told}"


@every_lesson
def test_a_lesson_can_be_played_as_it_says(lesson: Lesson) -> None:
    """What it claims of may be chosen there; the match is written down as arranged."""
    match = at_claim(lesson)
    claim = lesson.claim
    for code in [*claim.best, *claim.worse]:
        assert match.gestures.refusal(LEARNER, code) is None, code
    assert "arranged: yes" in write(match)
    assert write(match) == write(read_record(write(match)))


@every_lesson
def test_a_lesson_goes_the_same_whatever_is_drawn(lesson: Lesson) -> None:
    """All that its learner sees before the choice that matters is arranged: everybody learns from the same position."""
    views = []
    for seed in ("one", "two", "three"):
        match = begun(lesson, seed)
        go_on(match, len(lesson.claim.before) + 1, lesson.claim.before)
        views.append([(seen.seat, seen.code) for seen in match.history(LEARNER)] + match.cards(LEARNER))
    assert views[0] == views[1] == views[2]


@pytest.mark.long
@pytest.mark.full
@pytest.mark.parametrize("lesson", one_of_each_game())
def test_what_a_lesson_claims_is_true(lesson: Lesson) -> None:
    """A mistake is worse than what is best, beyond doubt; and nothing is better than that beyond doubt."""
    match, claim = at_claim(lesson), lesson.claim
    if known := calculated(match):
        best = max(known.values())
        for code in claim.best:
            assert known[code] == pytest.approx(best)
        assert all(known[code] < best for code in claim.worse)
        return
    others = [action.code for action in match.actions(LEARNER) if not action.code.endswith("+")]
    tried = [*claim.best, *claim.worse, *(code for code in others if len(code.split()) == len(claim.best[0].split()))]
    weighed = weigh(match, list(dict.fromkeys(tried)))
    for worse in claim.worse:
        for code in claim.best:
            more, doubt = weighed.more(code, worse)
            if 0 < more <= doubt:  # it takes more worlds
                more, doubt = weigh(match, [code, worse], MANY).more(code, worse)
            assert more - doubt > 0, f"{code} is not surely better than {worse}: {more:.2f} ± {doubt:.2f}"
    for other in weighed.payoffs:
        more, doubt = weighed.more(other, claim.best[0])
        assert more - doubt <= 0, f"{other} is better than {claim.best[0]}: {more:.2f} ± {doubt:.2f}"


@pytest.mark.slow
@every_lesson
def test_the_search_of_the_bots_agrees(lesson: Lesson) -> None:
    """It has the others play well, and not by the rule of thumb alone: what is best costs less than a mistake."""
    regrets, claim = searched(at_claim(lesson), SEARCHED, 1), lesson.claim
    if not {*claim.best, *claim.worse} <= regrets.keys():
        pytest.skip("a gesture is searched part by part")
    assert max(regrets[code] for code in claim.best) < min(regrets[code] for code in claim.worse)


@pytest.mark.long
@every_lesson
def test_feedback_fits_what_was_done(lesson: Lesson) -> None:
    """What was best is praised at once and at the end, a mistake is not; something is always said at the end."""
    for code in lesson.claim.best:
        match = at_claim(lesson)
        match.act(LEARNER, code)
        told = feedback(match, lesson) or feedback(ended(lesson, code), lesson)
        assert told is not None
        assert told.good, f"{code} is best, and told is: {told.text['en']}"
    for code in lesson.claim.worse:
        told = feedback(ended(lesson, code), lesson)
        assert told is not None
        assert not told.good, f"{code} is a mistake, and told is: {told.text['en']}"
    assert not lesson.told[-1].when.chose
    assert (lesson.told[-1].when.least, lesson.told[-1].when.most) == (None, None)


@every_lesson
def test_nothing_is_told_before_the_choice(lesson: Lesson) -> None:
    assert feedback(begun(lesson), lesson) is None


@every_lesson
def test_what_is_told_leaks_nothing(lesson: Lesson) -> None:
    """Where the pieces that the learner cannot see lie otherwise, the same is told of the same choice."""
    match = at_claim(lesson)
    if match.game.pack.of_dice:
        pytest.skip("dice lie open")
    deal = Deal(match, LEARNER)
    kinds = deal.redealt(random.Random(lesson.name), 30)
    if kinds is None:
        pytest.skip("the learner sees everything, or nothing else fits what it knows")
    other = again(deal, kinds)
    for code in [*lesson.claim.best, *lesson.claim.worse]:
        assert feedback(chosen(match, code), lesson) == feedback(chosen(other, code), lesson)


def chosen(match: Match, code: str) -> Match:
    """Return another match in which the learner makes a choice."""
    copy = match.at(len(match.log.standing))
    copy.act(LEARNER, code)
    return copy


# files


GOOD = """
[[lesson]]
variant = "agurk"
name = "one"
title.en = "One"
before.en = "Before"
claim = { best = ["play SK"], worse = ["play C3"] }
[[lesson.told]]
text.en = "Told"
[[lesson.told]]
text.en = "Told"
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("variant", "variants", "variants"),
        ('name = "one"', "name = 1", r"\$.lesson\[0\].name"),
        ('title.en = "One"', 'title.xx = "One"', "xx"),
        ("best =", "bset =", "bset"),
        ("[[lesson]]", "[[lesson]", "file of lessons"),
        ('text.en = "Told"', "", "text"),
    ],
)
def test_a_file_that_is_wrong_says_where(old: str, new: str, says: str) -> None:
    with pytest.raises(BadOptions, match=says):
        read(GOOD.replace(old, new))


def test_two_lessons_of_a_name_are_refused() -> None:
    with pytest.raises(BadOptions, match="agurk one"):
        read(GOOD + GOOD)


def test_a_lesson_that_is_not_there_is_named() -> None:
    game, variant = find("agurk")
    with pytest.raises(UnknownName, match="low-card-last"):
        find_lesson(game, variant, "nothing")
