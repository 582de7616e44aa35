"""What choices are worth where a game can calculate it: bots take the best, and hints tell the numbers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tests.aloud import legal
from tests.games.cribbage_dice.builders import EXTRA, NOTHING, table
from tests.games.domino_cribbage import builders as tiles
from tests.terminal.tables import StandIn, begun, sit, typed
from torite.bots import SearchBot, ThumbBot, WeighedAction
from torite.bots.levels import WARMED
from torite.kit import Game, Worth
from torite.match import Match
from torite.service.advice import hint
from torite.service.bot_questions import WeighedDecision
from torite.service.bot_worker import _answer
from torite.service.bot_workers import BotWorkers
from torite.service.fair_queue import Kind
from torite.terminal.bots import Bots
from torite.terminal.session import Session

DICE, TILES = "cribbage-dice", "domino-cribbage"


def dice(*rolls: str, **how: Any) -> Match:
    """Seat 0 has rolled; a pair of fives and a ten with a starter of ten, unless other dice are named."""
    return table(*(rolls or ("10 5 5 10 1",)), **how)


class Weighing(SearchBot):
    """Searches nothing, so that nothing must be compiled: notes when it would, and plays the rule of thumb.

    Attributes:
        asked: who would have searched, whether about offers.
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed, iterations=1)
        self.asked: list[tuple[int, bool]] = []

    def weigh(self, seen: Any, seat: int, offered: bool = False) -> list[tuple[int, float, int]]:
        """Note who asks; prefer the rule of thumb by two points to the last choice."""
        self.asked.append((seat, offered))
        may = self._may(seen, seat, offered).listed()
        best = ThumbBot(self.game, 0)._choose_part(seen, seat, offered)
        return [(best, 3.0, 9), (may[-1], 1.0, 1)]


def expected(m: Match, seat: int = 0) -> Sequence[Worth]:
    return m.game.advice.expected(m.view(seat), seat)


def bot(m: Match) -> SearchBot:
    return SearchBot(m.game, 1, iterations=4)


def choose(m: Match, seat: int = 0) -> str:
    """What a bot chooses that must not search."""
    of = bot(m)
    code = of.choose(m.view(seat), m.history(seat), seat)
    assert 0 == of.searched
    return code


def advise(m: Match, seat: int = 0) -> list[WeighedAction]:
    """What a bot advises that must not search."""
    of = bot(m)
    weighed = of.advise(m.view(seat), m.history(seat), seat)
    assert 0 == of.searched
    return weighed


MADE: dict[str, Any] = {
    "dice": dice,
    "dice near the end": lambda: dice(scores=[0, 88]),
    "dice for the crib": lambda: table("10 5 5 10 1 7 8", variant=EXTRA),
    "tiles for the crib": tiles.table,
}
UNITS = ("points", "win", "points", "points")
#: Positions of all kinds that games calculate: seat 0 is to choose.
calculated = pytest.mark.parametrize("made", list(MADE.values()), ids=list(MADE))


# what a game expects


@calculated
def test_every_whole_action_is_weighed_once_best_first(made: Any) -> None:
    m = made()
    weighed = expected(m)
    codes, worths = [code for code, *_ in weighed], [worth for _, worth, _ in weighed]
    assert sorted(worths, reverse=True) == worths
    assert len(codes) == len(set(codes))
    assert len(codes) > 5


@pytest.mark.parametrize(("made", "unit"), [*zip(MADE.values(), UNITS, strict=True)], ids=list(MADE))
def test_all_actions_are_weighed_in_one_unit(made: Any, unit: str) -> None:
    assert {unit} == {told for *_, told in expected(made())}


@calculated
def test_every_action_that_is_weighed_may_be_taken(made: Any) -> None:
    for code, *_ in expected(made()):
        m = made()
        m.act(0, code)
        assert not m.gestures.draft(0)["parts"], "a whole one"


@calculated
def test_a_view_is_enough(made: Any) -> None:
    """A view that was sent somewhere says the same, and is not changed."""
    m = made()
    view = m.view(0)
    before = view.to_words()
    again = m.game.state.from_bytes(view.to_bytes())
    assert expected(m) == m.game.advice.expected(again, 0)
    assert before == view.to_words()


def test_all_sixteen_ways_to_roll_different_dice_are_weighed() -> None:
    assert 16 == len(expected(dice(f"12 {NOTHING}")))


def test_equal_dice_are_weighed_as_equal() -> None:
    """Two fives: none, one or both of them; with the other two dice, twelve ways."""
    assert 12 == len(expected(dice()))


def test_keeping_is_worth_what_the_dice_count() -> None:
    """Five and ten four times, a pair of fives, a pair of tens: 8 + 2 + 2."""
    assert [12.0] == [worth for code, worth, _ in expected(dice()) if code == "keep"]


def test_chances_to_win_are_between_none_and_certainty() -> None:
    worths = [worth for _, worth, _ in expected(dice(scores=[60, 80]))]
    assert all(0 <= worth <= 100 for worth in worths)


def test_what_wins_at_once_is_certain() -> None:
    """Twelve points are there, and twelve are needed."""
    code, worth, unit = expected(dice(scores=[78, 80]))[0]
    assert ("keep", 100.0, "win") == (code, worth, unit)


def test_a_crib_is_worth_more_to_its_owner() -> None:
    """The same six tiles: what makes fifteen in a crib is better laid into one's own."""
    worths = []
    for dealer in (0, 1):
        order = tiles.deal_order(tiles.tiles("6-6 6-2 2-0 1-0"), [], crib=tiles.tiles("6-3 5-1"))
        m = tiles.table(order=order, dealer=dealer)
        seat = 1 - dealer
        assert {"6-6", "6-2", "2-0", "1-0", "6-3", "5-1"} == set(m.cards(seat))
        own = weighed(tiles.table(order=swapped(order), dealer=dealer), dealer)
        worths.append(own - weighed(m, seat))
    assert min(worths) > 2


def swapped(order: list[str]) -> list[str]:
    """The same tiles, to the other seats."""
    return [order[at ^ 1] for at in range(12)] + order[12:]


def weighed(m: Match, seat: int) -> float:
    """What it is worth to a seat to lay these two away."""
    return next(worth for code, worth, _ in expected(m, seat) if set(code.split()[1:]) == {"6-3", "5-1"})


def test_nothing_is_expected_in_the_play_of_tiles() -> None:
    m = tiles.begin()
    assert [] == expected(m, 0) == expected(m, 1)


@pytest.mark.parametrize("variant", ["bingo", "agurk", "doppelkopf"])
def test_other_games_expect_nothing(variant: str) -> None:
    m = Match(variant, seed=1)
    assert [] == list(expected(m, m.actors[0]))


def test_nothing_is_expected_while_a_gesture_is_begun() -> None:
    m = dice()
    m.act(0, "roll 5 +")
    assert [] == expected(m)
    n = tiles.table()
    n.act(0, n.actions(0)[0])
    assert [] == expected(n)


# bots


@calculated
def test_a_bot_takes_the_best_of_what_is_expected(made: Any) -> None:
    m = made()
    assert expected(m)[0][0] == choose(m)


@calculated
def test_advice_tells_worth_and_unit(made: Any) -> None:
    m = made()
    weighed, advice = expected(m), advise(m)
    assert weighed == [(one.code, one.worth, one.unit) for one in advice]


@calculated
def test_advice_tells_how_much_less_the_others_are_worth(made: Any) -> None:
    advice = advise(made())
    best = advice[0].worth
    assert best is not None
    assert 0.0 == advice[0].regret
    for one in advice:
        assert one.worth is not None
        assert one.regret == pytest.approx(best - one.worth)
        assert one.regret >= 0


def test_a_bot_plays_whole_rounds_of_dice_without_a_search() -> None:
    m = Match(DICE, 2, {"target": "60"}, seed=5)
    of = bot(m)
    while not m.over:
        m.act(m.actors[0], of.choose(m.view(m.actors[0]), (), m.actors[0]))
    assert 0 == of.searched
    assert len(m.score_sheet.deals) < 7, "ten points a turn, or so"


def test_a_bot_searches_where_nothing_is_expected() -> None:
    m = tiles.begin()
    of = Weighing(m.game)
    code = of.choose(m.view(0), m.history(0), 0)
    assert [(0, False)] == of.asked
    assert code in legal(m, 0)


def test_advice_of_a_search_has_no_worth() -> None:
    """Where the payoff is in no unit that hints could tell."""
    m = Match("bingo", 2, seed=5)
    seat = m.actors[0]
    advice = Weighing(m.game).advise(m.view(seat), m.history(seat), seat)
    assert [(0.0, None, ""), (2.0, None, "")] == [tuple(one)[1:] for one in advice]


def test_advice_of_a_search_has_the_worth_of_the_payoff() -> None:
    """Where the game says in which unit its payoff is."""
    m = tiles.begin()
    advice = Weighing(m.game).advise(m.view(0), m.history(0), 0)
    assert [(0.0, 3.0, "lead"), (2.0, 1.0, "lead")] == [tuple(one)[1:] for one in advice]


def test_a_gesture_that_is_begun_is_searched() -> None:
    m = tiles.table()
    m.act(0, m.actions(0)[0])
    of = Weighing(m.game)
    of.choose(m.view(0), m.history(0), 0)
    assert [(0, False)] == of.asked


def test_other_bots_advise_what_they_choose() -> None:
    """Without a worth."""
    m = dice()
    thumb = ThumbBot(m.game, 0)
    assert [WeighedAction(thumb.choose(m.view(0), (), 0), 0.0, None, "")] == thumb.advise(m.view(0), (), 0)


# getting ready


def test_a_bot_gets_ready_in_the_first_decision_that_is_searched() -> None:
    """In Domino Cribbage that is after both have laid two tiles away."""
    m = Match(TILES, seed=0)
    of = Weighing(m.game)
    of.warm(m)
    assert [(m.actors[0], False)] == of.asked
    assert "PLAY" == m.game.phase(m.public.phase).name
    assert 2 == sum(entry.seat >= 0 for entry in m.log.standing)


def test_a_bot_that_searches_at_once_changes_nothing() -> None:
    m = Match("agurk", seed=0)
    before = len(m.log)
    of = Weighing(m.game)
    of.warm(m)
    assert (1, before) == (len(of.asked), len(m.log))


def test_a_bot_that_never_searches_is_ready_after_some_decisions() -> None:
    """The match goes on, and somebody is in turn."""
    m = Match(DICE, seed=0)
    of = Weighing(m.game)
    of.warm(m)
    assert [] == of.asked
    assert WARMED == sum(entry.seat >= 0 for entry in m.log.standing)
    assert m.actors


# over the wire


class Told(BotWorkers):
    """Asks a process that is none: what would be written to it and read from it, is."""

    def __init__(self) -> None:
        super().__init__(0)

    async def _ask(
        self, kind: Kind, what: str, game: Game, variant: str, seen: Any, seat: int, *how_long: Any, **more: Any
    ) -> Any:
        question = {"what": what, "variant": variant, "view": seen.to_bytes(), "seat": seat, "seconds": 0.1, "seed": 1}
        asked = msgspec.msgpack.decode(msgspec.msgpack.encode(question | more))
        return msgspec.msgpack.decode(msgspec.msgpack.encode(_answer(asked)))


@calculated
def test_advice_comes_back_from_a_process_as_it_was(made: Any) -> None:
    m = made()
    told = asyncio.run(Told().advise(m.variant.name, m.view(0), 0))
    assert (advise(m), True) == told
    assert {WeighedAction} == {type(one) for one in told.weighed}


def test_a_choice_comes_back_from_a_process() -> None:
    m = dice()
    with_none = Told()
    with_none.all = [None]  # type: ignore[list-item]
    assert choose(m) == asyncio.run(with_none.choose(DICE, m.view(0), 0, "search"))


def test_without_a_process_the_rule_of_thumb_advises() -> None:
    m = dice()
    (advice,), ahead = asyncio.run(BotWorkers(0).advise(DICE, m.view(0), 0))
    assert not ahead
    assert ThumbBot(m.game, 0).choose(m.view(0), (), 0) == advice.code
    assert (0.0, None, "") == tuple(advice)[1:]


# in words


@pytest.mark.parametrize(
    ("language", "unit", "worth"),
    [
        ("en", "points", "9.7 expected"),
        ("ja", "points", "期待値9.7点"),
        ("en", "win", "9.7 % to win"),
        ("ja", "win", "勝率9.7%"),
    ],
)
def test_a_hint_tells_what_is_expected(language: str, unit: str, worth: str) -> None:
    weighed = [WeighedAction("roll 1", 0.0, 9.71, unit), WeighedAction("keep", 2.0, 7.7, unit)]
    told = hint(dice(), 0, WeighedDecision(weighed), language, 0)
    assert worth == told.choices[0].worth
    assert [0.0, 2.0] == [choice.less for choice in told.choices]


def test_a_hint_writes_actions_out() -> None:
    weighed = [WeighedAction("roll 5 5", 0.0, 1.0, "points"), WeighedAction("keep", 1.0)]
    choices = hint(dice(), 0, WeighedDecision(weighed), "en", 0).choices
    assert ["Roll again [5] [5]", "Keep all"] == [choice.text for choice in choices]
    assert ["roll 5 5", "keep"] == [choice.code for choice in choices]


def test_a_hint_of_a_search_tells_no_worth() -> None:
    weighed = [WeighedAction("play 5-5", 0.0), WeighedAction("play 6-6", 1.26)]
    told = hint(tiles.begin(), 0, WeighedDecision(weighed), "en", 0)
    assert [(None, 0.0), (None, 1.3)] == [(choice.worth, choice.less) for choice in told.choices]


@calculated
@pytest.mark.parametrize("language", ["en", "ja"])
def test_hints_of_real_positions_are_words(made: Any, language: str) -> None:
    m = made()
    for choice in hint(m, 0, WeighedDecision(advise(m)), language, 0).choices:
        assert choice.worth
        assert "hint." not in choice.worth
        assert choice.text


# at the terminal


class Adviser(StandIn):
    """Stand-ins who advise as bots that search do."""

    advise = Bots.advise


def seated(language: str = "en", **how: Any) -> Session:
    m = dice(**how)
    m.rename(("Ada", "Bo"))
    session = sit(DICE, 2, match=m, language=language)
    session.bots = Adviser(session.bots.seating)  # type: ignore[attr-defined]
    begun(session)
    return session


@pytest.mark.parametrize(("language", "end"), [("en", " expected."), ("ja", "点。")])
def test_the_terminal_tells_what_is_expected(language: str, end: str) -> None:
    """The best with its worth, and the next three."""
    session = seated(language)
    lines = typed(session, "hint").replace("\u2060", "").replace("\xa0", " ").strip().split("\n")
    worths = [f"{one.worth:.1f}" for one in advise(session.match)[:4]]
    assert 4 == len(lines) - 1, "the first line says that it thinks"
    for worth, line in zip(worths, lines[1:], strict=True):
        assert worth in line
        assert line.endswith(end)


def test_the_terminal_tells_the_chance_to_win() -> None:
    assert "% to win." in typed(seated(scores=[0, 88]), "hint").replace("\xa0", " ")
