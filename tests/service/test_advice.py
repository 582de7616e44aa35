"""A lesson and a hint say the same of a decision, equal choices are called equal, and words follow the pack."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.arranged import new_match
from tests.service.test_wire_secrecy import set_up
from torite.bots import WeighedAction
from torite.match import Arrangement, Match
from torite.scenes.labels import legend
from torite.scenes.wording import chosen
from torite.service import advice, wire
from torite.service.bot_questions import WeighedDecision
from torite.service.bot_workers import BotWorkers
from torite.service.message_handlers import hear
from torite.service.page_messages import page_words
from torite.service.viewer import Viewer


def agurk(hands: dict[int, str], dealer: int = 1, seats: int = 2) -> Match:
    return Match("agurk", seats, seed=3, arranged=Arrangement(hands=hands, numbers={"dealer": dealer}))


def tied(match: Match, *codes: str, worse: str = "") -> WeighedDecision:
    more = [WeighedAction(worse, 2.0)] if worse else []
    return WeighedDecision([WeighedAction(code, 0.004 * n) for n, code in enumerate(codes)] + more)


class Fickle(BotWorkers):
    """Thinks otherwise each time."""

    def __init__(self, ahead: bool = True) -> None:
        super().__init__(0)
        self.thought, self.is_ahead = 0, ahead

    async def advise(self, *what: Any) -> WeighedDecision:
        self.thought += 1
        codes = ["play SK", "play S9"] if self.thought % 2 else ["play S9", "play SK"]
        await asyncio.sleep(0)
        return WeighedDecision([WeighedAction(code, 3.0 * n) for n, code in enumerate(codes)], self.is_ahead)


HANDS = {0: "SK S9 S8 S7 S6 S5 S4", 1: "HK H9 H8 H7 H6 H5 H4"}


def heard(thinkers: BotWorkers, *messages: Any) -> list[dict[str, Any]]:
    """What a seat hears when it sends messages at once."""

    async def play() -> list[dict[str, Any]]:
        match = agurk(HANDS)
        table, _ = set_up(match, 0)
        table.resources.thinkers = thinkers
        viewer = Viewer(0, 0, "en")
        await asyncio.gather(*(hear(table, viewer, message) for message in messages))
        table.close()
        return [json.loads(told) for told in viewer._waiting]

    return asyncio.run(play())


def test_lesson_and_hint_say_the_same() -> None:
    """Whichever is asked first, and however often: a decision is thought of once."""
    thinkers = Fickle()
    lesson, hint, again = heard(thinkers, wire.Lesson(cid=1, knows=True), wire.Hint(cid=2), wire.Hint(cid=3))
    why = "You hold no stronger card; kept for the last trick, it could cost you 13."
    assert f"Play ♠K: the best as far as can be told. {why}" == hint["say"] == again["say"]
    assert hint["say"] in " ".join(lesson["sentences"])
    assert 1 == thinkers.thought


def test_a_lesson_tells_how_far_the_next_choice_is_behind() -> None:
    """A hint lists the choices with it; a lesson says it of the next one, and of none where others are as good."""
    match = agurk(HANDS)
    clear = WeighedDecision([WeighedAction("play SK", 0.0), WeighedAction("play S9", 2.4)])
    assert "Next best: Play ♠9, 2.4 points worse for you." in advice.lesson(match, 0, clear, "en", 0, 0).sentences[1]
    assert "次点は ♠9を出す" in advice.lesson(match, 0, clear, "ja", 0, 0).sentences[1]
    even = tied(match, "play SK", "play S9", worse="play S8")
    assert "Next best" not in " ".join(advice.lesson(match, 0, even, "en", 0, 0).sentences)


@pytest.mark.parametrize(
    ("language", "found"), [("en", "nothing came out better on average"), ("ja", "これに勝る選択")]
)
def test_why_is_answered_where_nothing_is_sure(language: str, found: str) -> None:
    """How the advice was found is told where no reason can be named, and nowhere else."""
    match = agurk(HANDS)
    for best, worse, told in (("play S9", "play S8", True), ("play SK", "play S9", False)):
        clear = WeighedDecision([WeighedAction(best, 0.0), WeighedAction(worse, 2.4)])
        first, *why = advice.lesson(match, 0, clear, language, 0, 0).sentences
        assert found not in first
        assert told == (found in " ".join(why))
    even = tied(match, "play SK", "play S9", worse="play S8")
    assert found in advice.lesson(match, 0, even, language, 0, 0).sentences[1]


@pytest.mark.parametrize(("language", "points"), [("en", "points"), ("ja", "点")])
def test_where_the_match_may_end_its_win_is_counted_in_and_no_points_are_told(language: str, points: str) -> None:
    """What the win is worth is no points of the score."""
    match = agurk(HANDS)
    last = WeighedDecision(
        [WeighedAction("play SK", 0.0, None, "match"), WeighedAction("play S9", 27.6, None, "match")]
    )
    best, next_best = advice.hint(match, 0, last, language, 0).choices
    assert best.worth is None
    assert next_best.worth is not None
    assert "27.6" in next_best.worth
    assert points not in next_best.worth
    assert next_best.worth in advice.lesson(match, 0, last, language, 0, 0).sentences[1]


def test_what_is_not_seen_completes_no_trick() -> None:
    """In Flashpoint who cannot play passes at once; who has not played yet may be able to."""
    match = Match("flashpoint", 4, seed=2, options={"command_mode": "off"})
    seat = match.actors[0]
    match.act(seat, next(action.code for action in match.actions(seat) if action.code.startswith("play")))
    seat = match.actors[0]
    codes = [action.code for action in match.actions(seat) if action.code.startswith("play")][:2]
    assert "come to nearly the same" in advice.counsel(match, seat, tied(match, *codes, worse="play XX"), "en")


def test_what_the_game_is_about_is_told_before_anybody_has_thought() -> None:
    """At the first decision of who was not told it yet; later they are told at once what there is to decide."""
    thinkers = Fickle()
    opening, whole = heard(thinkers, wire.Lesson(cid=1), wire.Lesson(cid=2, knows=True))
    assert (opening["cid"], opening["sentences"], opening["whole"]) == (1, [], False)
    assert opening["goal"] == whole["goal"]
    assert "last trick" in opening["goal"]
    assert whole["sentences"]
    assert whole["whole"]
    assert 1 == thinkers.thought
    (alone,) = heard(thinkers, wire.Lesson(cid=1))
    assert ([], 1) == (alone["sentences"], thinkers.thought)


def test_a_lesson_that_cannot_think_ahead_yet_advises_nothing() -> None:
    """What it said would be another thing in a moment; a hint says that this was not thought ahead."""
    lesson, hint = heard(Fickle(ahead=False), wire.Lesson(cid=1, knows=True), wire.Hint(cid=2))
    assert "Play" not in " ".join(lesson["sentences"])
    assert "not thought ahead" in hint["say"]


def test_what_comes_of_a_steady_choice_is_told_beside_it() -> None:
    """Before it is said that thinking ahead gets ready; where there is no choice, only that."""
    match = agurk(HANDS)
    told = advice.counsel(match, 0, WeighedDecision([WeighedAction("play SK", 0.0)], ahead=False), "en")
    assert told.startswith("Play ♠K: a steady choice. You hold no stronger card;")
    assert told.endswith("ask again in a moment.")
    match = agurk({0: HANDS[0], 1: "HQ H9 H8 H7 H6 H5 H4"})
    match.act(0, "play SK")
    told = advice.counsel(match, 1, WeighedDecision([WeighedAction("play H4", 0.0)], ahead=False), "en")
    assert told.endswith("is all you can do.")


def test_equal_choices_are_called_equal() -> None:
    match = agurk(HANDS)
    told = advice.hint(match, 0, tied(match, "play SK", "play S9", worse="play S8"), "en", 0)
    assert told.say.startswith("Equally good: Play ♠K, ♠9. On average they come to nearly the same")
    assert [0.0, 0.0, 2.0] == [choice.less for choice in told.choices]


@pytest.mark.parametrize(("language", "said"), [("en", "Play ♠K, ♠9."), ("ja", "♠K、♠9を出す：")])
def test_what_is_done_with_equal_pieces_is_said_once(language: str, said: str) -> None:
    assert said in advice.counsel(agurk(HANDS), 0, tied(agurk(HANDS), "play SK", "play S9", worse="play S8"), language)


@pytest.mark.parametrize(("language", "best"), [("en", "best"), ("ja", "いちばん")])
def test_how_equal_choices_were_found_calls_none_of_them_the_best(language: str, best: str) -> None:
    """Why it makes no difference is not because "this is best"."""
    match = agurk(HANDS)
    codes = [action.code for action in match.actions(0)]
    told = advice.lesson(match, 0, tied(match, *codes), language, 0, 0).sentences
    found = page_words(language)("lesson.on_average")
    assert any(found in sentence for sentence in told)
    assert best not in found


@pytest.mark.parametrize(("language", "points", "whose"), [("en", "points", "for you"), ("ja", "点", "あなた")])
def test_how_much_less_a_choice_is_worth_has_a_unit_and_somebody(language: str, points: str, whose: str) -> None:
    """A bare "2.0 less" is asked: of what?"""
    told = page_words(language)("table.hint.less", less="2.0")
    assert f"2.0{'' if language == 'ja' else ' '}{points}" in told
    assert whose in told


@pytest.mark.parametrize(
    ("own", "equal", "why"),
    [
        ("SA SK S9 S8 S7 S6 S5", ("play SA", "play SK"), "Each of them takes the trick."),
        ("SQ SJ S4 H6 H2 D6 D2", ("play D2", "play H2"), "None of them takes the trick."),
    ],
)
def test_why_choices_are_equal_is_told_where_it_is_seen(own: str, equal: tuple[str, str], why: str) -> None:
    """The last player of a trick sees who takes it."""
    match = agurk({0: own, 1: "HK D9 D8 D7 C6 C5 C4"}, dealer=0)
    match.act(1, "play HK")
    assert advice.hint(match, 0, tied(match, *equal), "en", 0).say.endswith(why)


def test_what_speaks_for_each_of_equal_choices_is_told() -> None:
    """Four aces are as good as one another, for one reason."""
    match = agurk({0: "SA HA S9 S8 S7 S6 S5", 1: HANDS[1]})
    told = advice.counsel(match, 0, tied(match, "play SA", "play HA", worse="play S9"), "en")
    assert told.endswith(
        "Equally good: Play ♠A, ♥A. Suits do not count. "
        "You hold no stronger card; kept for the last trick, it could cost you 14."
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_equal_in_the_rules_is_equal_whatever_a_search_says(language: str) -> None:
    """Three nines are one choice, as far as suits do not count; a search tells them apart by chance alone."""
    match = agurk({0: "SK S9 H9 D9 S8 S6 S5", 1: HANDS[1].replace("H9", "HQ")})
    codes = ["play S9", "play SK", "play D9", "play S5", "play H9"]
    noisy = WeighedDecision([WeighedAction(code, 0.4 * n) for n, code in enumerate(codes)])
    hint = advice.hint(match, 0, noisy, language, 0)
    assert ["play S9", "play D9", "play H9", "play SK", "play S5"] == [choice.code for choice in hint.choices]
    assert [0.0, 0.0, 0.0, 0.4, 1.2] == [choice.less for choice in hint.choices]
    assert match.game.words(language)("alike") in hint.say
    told = " ".join(advice.lesson(match, 0, noisy, language, 0, 0).sentences)
    assert hint.say in told
    apart = [WeighedAction("play SK", 0.0), *(WeighedAction(code, 2.0 + n) for n, code in enumerate(codes[::2]))]
    assert [0.0, 2.0, 2.0, 2.0] == [
        one.less for one in advice.hint(match, 0, WeighedDecision(apart), language, 0).choices
    ]
    assert match.game.words(language)("alike") not in advice.counsel(match, 0, WeighedDecision(apart), language)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "It makes hardly any difference what you choose."), ("ja", "どれを選んでも、ほとんど変わりません。")],
)
def test_where_all_is_equal_nothing_need_be_chosen(language: str, said: str) -> None:
    """A search knows no more than that they are nearly so: in more worlds some differ by a tenth of a point."""
    match = agurk(HANDS)
    codes = [f"play {code}" for code in match.cards(0)]
    assert advice.counsel(match, 0, tied(match, *codes), language).startswith(said)


def test_the_first_decision_tells_the_goal_and_later_ones_do_not() -> None:
    match = agurk(HANDS)
    first = advice.lesson(match, 0, tied(match, "play SK"), "en", 0, 0)
    assert first.goal.startswith(match.game.words("en")("goal"))
    assert match.game.words("en")("goal") not in " ".join(first.sentences)
    match.act(0, "play SK")
    match.act(1, "play HK")
    match.act(1, "play H4")
    later = advice.lesson(match, 0, tied(match, "play S9"), "en", 0, 0)
    assert "" == later.goal
    assert match.game.words("en")("goal") not in " ".join(later.sentences)


@pytest.mark.parametrize(
    ("variant", "options", "en", "ja"),
    [
        ("agurk", {}, "With 21 points you are out; the last player left wins.", "21点以上で脱落"),
        ("agurk", {"out_at": 30}, "With 30 points you are out; the last player left wins.", "30点以上で脱落"),
        ("agurk-trad", {}, "With more than 21 points you are out; the last player left wins.", "21点を超えたら脱落"),
        ("agurk", {"fixed_deals": 5}, "After 5 deals the lowest score wins.", "5ディール終えて、失点のいちばん少ない"),
        ("ambition", {"strikes_out": 3}, "3 strikes put you out and end the match", "ストライク3つで脱落"),
        ("bingo", {"target_game_points": 5}, "The first with 5 game points wins.", "先に5ゲーム点"),
        ("cribbage-dice", {"target": 60}, "The first with 60 points wins.", "最初に60点"),
        ("cribbage-dice-equal-turns", {}, "everybody else has one more turn; then the most points win.", "あと1回ずつ"),
        ("domino-cribbage-card", {}, "The first with 121 points wins.", "先に121点"),
        ("doppelkopf", {}, "After 8 deals the highest score wins.", "8ディール終えて、得点のいちばん高い"),
        ("doppelkopf", {"deal_count": 3}, "After 3 deals the highest score wins.", "3ディール終えて"),
        ("doppelkopf", {"tournament": True}, "After 24 deals the highest score wins.", "24ディール終えて"),
        ("emissary", {}, "Succeed in all 8, and you have won; the first failure ends the game.", "8か国すべてで"),
        (
            "flashpoint",
            {"target": 60},
            "When a team has 60 points, that deal is the last; only such a team adds its bonus",
            "ボーナスを足し",
        ),
        (
            "flashpoint",
            {"bonus_use": "margin_only"},
            "When a team has 100 points, that deal is the last; the team with more points wins.",
            "点の多いほうの勝ち",
        ),
        ("french-tarot-solo", {}, "After 6 deals the match is over; your score is their sum.", "6ディールで終わり"),
        (
            "galapagos",
            {"target": 500},
            "When somebody has 500 points, that deal is the last",
            "500点になったディールで終わり",
        ),
        ("perlaggen", {"target": 11}, "The first team with 11 points wins.", "先に11点"),
    ],
)
def test_the_goal_says_when_the_match_is_over_and_who_wins(
    variant: str, options: dict[str, Any], en: str, ja: str
) -> None:
    """As was agreed at this table."""
    for language, said in (("en", en), ("ja", ja)):
        match = new_match(variant, None, options, seed=5)
        assert said in advice.lesson(match, match.actors[0], None, language, 0, 0).goal


@pytest.mark.parametrize(
    ("variant", "options", "en", "ja"),
    [
        ("agurk", {}, "A 2 costs 2, a king 13, an ace 14.", "失点は2が2、Kが13、Aが14。"),
        ("ogorek", {}, "A 2 costs 2, a king 13, an ace 1.", "Aが1。"),
        ("norwegian", {}, "a king 11, an ace 11.", "Kが11、Aが11。"),
        ("agurk-joker", {}, "an ace 14, a joker 15.", "ジョーカーが15。"),
        ("agurk-joker", {"joker_points": 30}, "an ace 14, a joker 30.", "ジョーカーが30。"),
        ("gurka-is", {}, "an ace 14, ♣6 21.", "♣6が21。"),
        ("gurka-is-sevens", {}, "an ace 14, ♠7 16 and ♣7 15.", "♠7が16、♣7が15。"),
    ],
)
def test_the_goal_says_what_cards_cost(variant: str, options: dict[str, Any], en: str, ja: str) -> None:
    """A limit says nothing to whoever does not know what a card is worth."""
    for language, said in (("en", en), ("ja", ja)):
        match = new_match(variant, None, options, seed=5)
        assert said in advice.lesson(match, match.actors[0], None, language, 0, 0).goal


@pytest.mark.parametrize("variant", ["flashpoint", "flashpoint-parlett"])
def test_the_goal_says_what_may_lie_in_a_trick_and_who_passes(variant: str) -> None:
    """Already the first command asks to know it: nobody plays a suit that was led."""
    said = {
        "en": "No suit comes twice to a trick; whoever has no other passes.",
        "ja": "1トリックに同じスートは1枚だけ。出せなければパスです。",
    }
    match = new_match(variant, None, {}, seed=5)
    for language, rule in said.items():
        assert rule in advice.lesson(match, match.actors[0], None, language, 0, 0).goal


@pytest.mark.parametrize(("language", "said"), [("en", "♥5 is weaker than ♠K"), ("ja", "♥5は直前の♠Kに勝てず")])
def test_a_card_that_may_not_be_chosen_is_named_once(language: str, said: str) -> None:
    """And what holds for the next one as well is not said again of it."""
    match = agurk(HANDS)
    match.act(0, "play SK")
    told = advice.lesson(match, 1, WeighedDecision([WeighedAction("play HK", 0.0)]), language, 0, 0).sentences
    assert [said] == [sentence[: len(said)] for sentence in told[2:]]


def first_lesson(variant: str, language: str = "en", seats: int | None = None) -> str:
    match = Match(variant, seats, seed=5)
    seat = match.actors[0]
    codes = [choice.code.removesuffix(" +") for choice in match.actions(seat)]
    return advice.lesson(match, seat, WeighedDecision([WeighedAction(codes[0], 0.0)]), language, 0, 0).sentences[1]


@pytest.mark.parametrize(
    ("variant", "language", "said", "never"),
    [
        ("agurk", "en", "You may choose any of your cards.", "tiles"),
        ("domino-cribbage", "en", "You may choose any of your tiles.", "cards"),
        ("domino-cribbage", "ja", "どの牌でも選べます。", "カード"),
        ("cribbage-dice", "en", "You may choose any of your dice.", "cards"),
        ("cribbage-dice", "ja", "どのダイスでも選べます。", "カード"),
    ],
)
def test_pieces_are_called_what_they_are(variant: str, language: str, said: str, never: str) -> None:
    told = first_lesson(variant, language)
    assert said in told
    assert never not in told
    assert "played" not in told


def test_long_lists_are_told_by_rule() -> None:
    """Of the discard of tarot either the few that may not go are named, or those that may are counted."""
    match = Match("french-tarot-solo", seed=5)
    while "discard" not in match.actions(0)[0].code:
        words = [choice.code for choice in match.actions(0)]
        match.act(0, next((code for code in words if code.startswith("bid") or code in ("keep", "pass")), words[0]))
    codes = [choice.code.removesuffix(" +") for choice in match.actions(0)]
    told = advice.lesson(match, 0, WeighedDecision([WeighedAction(codes[0], 0.0)]), "en", 0, 0).sentences[1]
    named = [glyph for glyph in map(match.game.pack.glyph, match.game.pack.all) if glyph in told.split()]
    assert len(codes) > advice.LISTED
    assert len(named) <= advice.LISTED
    assert "cards" in told


def test_an_action_is_named_in_the_order_of_its_language() -> None:
    """In Japanese the verb comes last."""
    match = Match("flashpoint", seats=4, seed=1)
    named = [chosen(legend(match.game, language).words, match.game, "play CA") for language in ("en", "ja")]
    assert ["Play ♣A", "♣Aを出す"] == named


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Equally good: Play ♦2, ♣2. Suits do not count."), ("ja", "♦2、♣2を出す：どれでも同じです。")],
)
def test_where_two_are_equal_they_are_named(language: str, said: str) -> None:
    """Nobody learns from hearing that it makes no difference what they choose, of cards that they have to look for."""
    match = agurk({0: "SQ S9 S8 S7 S6 D2 C2", 1: "HA D9 D8 D7 C6 C5 C4"}, dealer=0)
    match.act(1, "play HA")
    assert len(match.actions(0)) == 2
    assert advice.counsel(match, 0, tied(match, "play D2", "play C2"), language).startswith(said)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_of_equal_cards_none_is_advised_that_costs_something_at_once(language: str) -> None:
    """A search may find it as good to disobey; alone, it is advised all the same."""
    hands = {0: "SA S9 HK H8 CQ C7 DJ D10"}
    match = Match("flashpoint", seats=4, seed=1, arranged=Arrangement(hands=hands, numbers={"dealer": 3}))
    match.act(2, "command lead S")
    told = advice.counsel(match, 0, tied(match, "play HK", "play SA", "play S9", worse="play C7"), language)
    assert "♠A" in told
    assert "♥K" not in told
    assert "♥K" in advice.counsel(match, 0, tied(match, "play HK", worse="play SA"), language)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("ahead", [False, True])
def test_what_may_be_chosen_is_listed_once(language: str, ahead: bool) -> None:
    """Why the rest may not is told beside it, without the same list."""
    match = agurk({0: "CA SK H10 D9 S8 S6 S5", 1: "SQ H9 H8 H7 H6 H5 D10"}, dealer=0)
    match.act(1, "play D10")
    weighed = [WeighedAction(action.code, 2.0 * n) for n, action in enumerate(match.actions(0))]
    told = " ".join(advice.lesson(match, 0, WeighedDecision(weighed, ahead), language, 0, 0).sentences)
    listed = legend(match.game, language).words.join(["♣A", "♠5", "♠K", "♥10"])
    assert 1 == told.count(listed)
    assert "♠6" in told.rpartition(listed)[2]
