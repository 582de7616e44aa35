"""What made the difference between two choices: each number once more by other means, each sentence by its numbers."""

from __future__ import annotations

import random
import re
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

import torite
from tests.strategies import Table
from tests.study.test_analysis import played
from torite.bots.levels import RandomBot
from torite.errors import ToriteError
from torite.games import games
from torite.kernel import generator
from torite.kernel.slots import actors, deal_over, over, payoff
from torite.kit import Actions
from torite.kit.actions import WAIT
from torite.kit.turn_order import THUMB, choose, decide, play_on, settle_all
from torite.match import Match
from torite.scenes import wording
from torite.scenes.labels import legend
from torite.study import Decision, Tried, analyse, mistakes_tried, sentences, tried
from torite.study.analysis import NotOver
from torite.study.equal_choices import Choice
from torite.study.telling import is_borne_out, turns_the_trick
from torite.words import numeral
from torite.worlds.sampler import NoWorld, Sampler

WORLDS = 20  #: in which choices are tried here


def against(match: Match, entry: int, best: str, taken: str) -> Decision:
    """A decision of which one choice is said to be better than the other."""
    seat, deal = match.log.standing[entry].seat, 1 + match.at(entry).public.deals_played
    return Decision(entry, deal, seat, taken, (Choice(best, 0, 0), Choice(taken, 1, 0)), "", False)


def some(match: Match, number: int) -> Iterator[Decision]:
    """Decisions here and there in a match, each against another choice that there was."""
    chooser, text = random.Random(5), match.game.verbs.text
    entries = [at for at, entry in enumerate(match.log.standing) if entry.seat >= 0]
    chooser.shuffle(entries)

    def found() -> Iterator[Decision]:
        for at in entries:
            entry, before = match.log.standing[at], match.at(at)
            may = [one.number for one in before.actions(entry.seat) if not one.offer]
            others = [one for one in may if one != entry.actions[0]]
            if entry.actions[0] in may and others:
                yield against(match, at, text(chooser.choice(others)), text(entry.actions[0]))

    return islice(found(), number)


class Again:
    """The same choices in the same worlds, by the loop of playouts and by the rules' own notes."""

    def __init__(self, match: Match, one: Decision, worlds: int) -> None:
        self.game, self.seat, self.match, self.one = match.game, one.seat, match, one
        drawn = random.Random(f"0/{one.entry}/{one.part}").getrandbits(30)
        sampler = Sampler(match.game, match.at(one.entry).view(one.seat), one.seat, drawn, compiled=False)
        self.worlds = [(sampler.likely_world(), drawn, i) for i in range(1, worlds + 1)]
        self.best, self.taken = ([self.course(code, *world) for world in self.worlds] for code in (one.best, one.taken))
        self.more = [self.paid(one.best, *world) - self.paid(one.taken, *world) for world in self.worlds]

    def begin(self, code: str, world: Any, drawn: int, stream: int) -> tuple[Any, list[int]]:
        state, rng = world.trial(), [0] * generator.PADDED
        self.game.binding.interpreted(generator.seed)(rng, drawn, stream)
        self.length, state.note_count = self.lying(state), 0
        for action in self.game.verbs.parse(code):
            self.game.rules.act(state, self.seat, action)
        return state, rng

    def lying(self, state: Any) -> int:
        return getattr(state, self.game.tricks.length) if self.game.tricks and self.game.tricks.length else -1

    def paid(self, code: str, *world: Any) -> float:
        """What the deal pays, as the one loop of all playouts plays it on."""
        state, rng = self.begin(code, *world)
        seats, pay, bound = self.game.layout.seats, [0] * self.game.layout.seats, self.game.binding.interpreted
        bound(play_on)(state, False, [THUMB] * seats, rng)
        bound(payoff)(state, pay)
        return pay[self.seat] * (0.1 if self.game.advice.payoff_unit == "win" else 1)

    def takers(self, state: Any) -> list[int]:
        lines = [self.game.notes.listed[line].key for line, *_ in state.noted()]
        return [who for (_, who, *_), key in zip(state.noted(), lines, strict=True) if key == "takes"]

    def course(self, code: str, *world: Any) -> tuple[int, list[tuple[int, str]]]:
        """Who takes the trick, -1 where the choice plays to none; and what is played to it after the choice."""
        state, rng = self.begin(code, *world)
        bound, verbs = self.game.binding.interpreted, self.game.verbs
        is_piece = verbs.verb_of(code).of_pieces and self.length >= 0
        if not is_piece or not (self.takers(state) or self.lying(state) != self.length):
            return -1, []
        line: list[tuple[int, str]] = []
        waited = 0
        while not self.takers(state):
            if bound(over)(state) or bound(deal_over)(state):
                return -1, []
            if not bound(actors)(state):
                bound(settle_all)(state, rng)
                waited = 0
                continue
            may = Actions(verbs.words)
            seat = bound(decide)(state, waited, may)
            action = bound(choose)(state, seat, may, THUMB, rng)
            if action == WAIT:
                waited |= 1 << seat
                continue
            waited, before, state.note_count = 0, self.lying(state), 0
            self.game.rules.act(state, seat, action)
            if verbs.verb(action).of_pieces and (self.takers(state) or self.lying(state) != before):
                line.append((seat, verbs.text(action)))
        return self.takers(state)[0], line

    def threats(self) -> Counter[tuple[int, str]]:
        """How often whom what piece takes the trick from what was taken."""
        found: Counter[tuple[int, str]] = Counter()
        for (taker, line), world in zip(self.taken, self.worlds, strict=True):
            by = [code.split()[-1] for seat, code in line if seat == taker]
            if taker >= 0 and taker != self.seat and len(by) == 1 and by[0] in self.held(world[0], taker):
                found[taker, by[0]] += 1
        return found

    def held(self, world: Any, seat: int) -> list[str]:
        hand = getattr(world, self.game.display.hand)[seat]
        return [self.game.pack.codes[kind] for kind in self.game.pack.listed(hand)]


@pytest.mark.long
def test_every_game_tells_true_numbers(usual: Table) -> None:
    """All that is told of sampled positions is found again, and every sentence says what the numbers say."""
    match = played(usual.match(2))
    for one in some(match, 5):
        found, again = tried(match, one, WORLDS), Again(match, one, WORLDS)
        assert (found.better, found.worse) == (sum(of > 0 for of in again.more), sum(of < 0 for of in again.more))
        assert found.mean == pytest.approx(statistics.fmean(again.more))
        assert (found.most, found.least) == pytest.approx((max(again.more), min(again.more)))
        for told, courses in ((found.best_takes, again.best), (found.taken_takes, again.taken)):
            takers = [taker for taker, _ in courses]
            assert told == (-1 if -1 in takers else takers.count(one.seat))
        check_threat(found, again)
        check_duty(match, found)
        check_line(found, again)
        # numbers that no sentence would be made of, and the same made so that all are
        for record in (found, replace(found, mean=1.0, error=0.5)):
            for language in ("en", "ja"):
                check_sentences(match, record, language)
    assert found == tried(match, one, WORLDS)


def check_threat(found: Tried, again: Again) -> None:
    threats = again.threats()
    if found.threat is None:
        assert not threats or again.game.figures
        return
    threat = found.threat
    assert threats[threat.seat, threat.piece] == threat.takes == max(threats.values())
    assert threat.held == sum(threat.piece in again.held(world, threat.seat) for world, *_ in again.worlds)


def check_duty(match: Match, found: Tried) -> None:
    """Each card in hand is tried on the match itself; all that may not be played falls under the one clause."""
    if found.duty is None:
        return
    before, verb = match.at(found.entry), match.game.verbs.verb_of(found.taken).name
    whys = [before.why(found.seat, f"{verb} {card}") for card in before.cards(found.seat)]
    assert (found.duty.open, found.duty.held) == (whys.count(None), len(whys))
    assert {why[1] for why in whys if why} == {found.duty.clause}
    with pytest.raises(ToriteError):
        before.act(found.seat, found.duty.struck)


def check_line(found: Tried, again: Again) -> None:
    """The line is of a world in the middle: no more than half come out better for the best, or worse, than it."""
    if not found.line:
        return
    fitting = [
        more for more, course in zip(again.more, again.best, strict=True) if course == (found.line_takes, [*found.line])
    ]
    half = len(again.more) / 2
    assert any(
        sum(of > more for of in again.more) <= half and sum(of < more for of in again.more) <= half for more in fitting
    )


#: What each sentence says, and of what: in the order of telling.
SAID = {
    "en": {
        "duty": r"“.+” was open to (\d+) of the (\d+) that you held\. .+\((.+)\)",
        "takes": r"With “(.+)” you take the trick in (\d+) of the (\d+) worlds, with “(.+)” in (\d+)\.",
        "threat": r"In (\d+) of the (\d+) worlds (.+) holds (\S+); in (\d+) of them it takes the trick from “(.+)”\.",
        "better": r"Both .+ in (\d+) worlds .+: “(.+)” came out better in (\d+) of them, “(.+)” in (\d+)\.",
        "mean": r"On average the better one brought (\S+) ± (\S+) .+ from (\S+) to (\S+)\.",
        "line": r"In the middle one of these worlds, after “(.+)”: (.+)\. (.+) takes? the trick\.",
    },
    "ja": {
        "duty": r"手札(?P<b>\d+)枚のうち、「.+」を選べたのは(?P<a>\d+)枚でした。.+（(?P<c>.+)）",
        "takes": r"(?P<c>\d+)の世界のうち、「(?P<a>.+)」でトリックを取れるのは(?P<b>\d+)、"
        r"「(?P<d>.+)」では(?P<e>\d+)です。",
        "threat": r"(?P<b>\d+)の世界のうち(?P<a>\d+)では(?P<c>.+)が(?P<d>\S+)を持っていて、"
        r"そのうち(?P<e>\d+)では「(?P<f>.+)」からトリックを取ります。",
        "better": r".+合う(?P<a>\d+)の世界で.+「(?P<b>.+)」のほうが良かったのは(?P<c>\d+)、"
        r"「(?P<d>.+)」のほうが良かったのは(?P<e>\d+)でした。",
        "mean": r".*良いほうは平均で(?P<a>\S+) ± (?P<b>[\d.−]+)[点%]の得、"
        r"(?P<c>[\d.−]+)[点%]から(?P<d>[\d.−]+)[点%]の間です。",
        "line": r"これらの世界のちょうど真ん中のひとつでは、「(?P<a>.+?)」のあと、(?P<b>.+)。"
        r"トリックは(?P<c>.+)のものになります。",
    },
}


def check_sentences(match: Match, one: Tried, language: str) -> None:
    """Every sentence is one of these, says these numbers, and stands there only where they bear it out."""
    words = legend(match.game, language).words
    best, taken = (wording.chosen(words, match.game, code) for code in (one.best, one.taken))
    wanted: dict[str, tuple[str, ...]] = {}
    if one.duty:
        wanted["duty"] = f"{one.duty.open}", f"{one.duty.held}", one.duty.clause
    if turns_the_trick(one):
        wanted["takes"] = best, f"{one.best_takes}", f"{one.worlds}", taken, f"{one.taken_takes}"
        assert abs(one.best_takes - one.taken_takes) >= one.worlds / 10
        if one.threat and one.threat.takes * 10 >= one.worlds and one.best_takes > one.taken_takes:
            who, glyph = (
                name(match, one.threat.seat, language),
                match.game.pack.glyph(match.game.pack.kind(one.threat.piece)),
            )
            held, takes = f"{one.threat.held}", f"{one.threat.takes}"
            wanted["threat"] = held, f"{one.worlds}", who, glyph, takes, taken
    if is_borne_out(one):
        assert one.mean > one.error
        wanted["better"] = f"{one.worlds}", best, f"{one.better}", taken, f"{one.worse}"
        wanted["mean"] = tuple(numeral(of, ".1f") for of in (one.mean, one.error, one.least, one.most))
        if one.line:
            you = {"en": "You", "ja": "あなた"}[language]
            steps = [
                words(
                    "tried.step", name=words("you") if seat == one.seat else name(match, seat, language), action=action
                )
                for seat, action in ((seat, wording.chosen(words, match.game, code)) for seat, code in one.line)
            ]
            takes = you if one.line_takes == one.seat else name(match, one.line_takes, language)
            wanted["line"] = best, words.join(steps), takes
    told = sentences(match, one, language)
    assert len(told) == len(wanted), (told, wanted)
    for text, (kind, facts) in zip(told, wanted.items(), strict=True):
        said = re.fullmatch(SAID[language][kind], text)
        assert said, (kind, text)
        named = said.groupdict()
        assert facts == (tuple(named[key] for key in sorted(named)) if named else said.groups()), text


def name(match: Match, seat: int, language: str) -> str:
    return wording.seat_name(match, seat, legend(match.game, language).words)


@pytest.mark.long
@pytest.mark.parametrize("kind", SAID["en"])
def test_every_sentence_is_said(kind: str) -> None:
    """None of them is left out always: each comes up somewhere in a match of Ambition."""
    match = played(Match("ambition", seed=2))
    told = (text for one in some(match, 60) for text in sentences(match, tried(match, one, WORLDS), "en"))
    assert any(re.fullmatch(SAID["en"][kind], text) for text in told)


def test_choices_are_tried_from_what_their_seat_knew() -> None:
    """With other cards in the other's hand and in the stock all of it is the same, to the last card."""
    mine, found = "C2 S9 HK D4 DA S5 H7", list[Tried]()
    for theirs in ("C3 S10 HQ D5 DK S6 C8", "C9 SA HJ D7 D10 H2 CJ"):
        arranged = torite.Arrangement(hands={0: mine, 1: theirs}, dealer=1)
        match = played(Match("agurk", seats=2, seed=3, options={"out_at": 8}, arranged=arranged), ["play C2"])
        entry = next(at for at, one in enumerate(match.log.standing) if one.seat == 0)
        found.append(tried(match, against(match, entry, "play HK", "play C2"), WORLDS))
    assert found[0] == found[1]
    assert found[0].best_takes > found[0].taken_takes


@pytest.mark.compiles(sampled=True, game="cribbage_dice")
def test_whole_gestures_are_tried() -> None:
    """Where a game calculates, a choice is a whole action: the dice that are rolled again."""
    match, bot = Match("cribbage-dice", seats=2, seed=1), RandomBot(games()["cribbage_dice"], 1)
    while not match.over:
        seat = match.turns.must_act[0]
        match.act(seat, bot.choose(match.view(seat), match.history(seat), seat))
    judged = analyse(match, iterations=20, times=2).decisions
    several = [one for one in judged if one.best != one.taken and len(one.best.split()) > 2]
    assert several
    for one in several[:5]:
        found, again = tried(match, one, WORLDS), Again(match, one, WORLDS)
        assert found.mean == pytest.approx(statistics.fmean(again.more))


def test_what_is_not_borne_out_is_not_said() -> None:
    match = played(Match("agurk", seats=2, seed=4, options={"out_at": 8}))
    one = next(found for found in (tried(match, one, WORLDS) for one in some(match, 20)) if found.best_takes >= 0)
    sure = replace(one, mean=1.0, error=0.5, best_takes=WORLDS, taken_takes=0, duty=None)
    assert len(sentences(match, sure, "en")) >= 3
    for doubtful in (replace(sure, error=1.0), replace(sure, mean=-1.0)):
        assert not any("came out better" in text for text in sentences(match, doubtful, "en"))
    for even in (replace(sure, best_takes=1), replace(sure, best_takes=-1)):
        assert not any("With" in text for text in sentences(match, replace(even, threat=None), "en"))


@pytest.mark.compiles
def test_a_mistake_for_which_no_world_is_found_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the others all is told."""
    match = torite.Match("agurk", seats=2, seed=3)
    bot = RandomBot(match.game, 1)
    while not match.over:
        seat = match.turns.must_act[0]
        match.act(seat, bot.choose(match.view(seat), (), seat))
    mistakes = [one for one in analyse(match, iterations=50).decisions if one.is_mistake][:3]
    assert len(mistakes) == 3
    draw, lacking = Sampler.likely_world, match.at(mistakes[1].entry).view(mistakes[1].seat).to_words()

    def likely_world(sampler: Sampler) -> Any:
        if sampler.unseen.seen == lacking:
            raise NoWorld
        return draw(sampler)

    monkeypatch.setattr(Sampler, "likely_world", likely_world)
    with pytest.raises(NoWorld):
        tried(match, mistakes[1], WORLDS)
    assert [mistakes[0].entry, mistakes[2].entry] == [one.entry for one in mistakes_tried(match, mistakes)]


def test_a_match_that_goes_on_is_told_of_by_nobody() -> None:
    match = Match("agurk", seats=2, seed=3)
    with pytest.raises(NotOver):
        tried(match, Decision(0, 1, 0, "play C2", (Choice("play C2", 0, 0),), "", False))
