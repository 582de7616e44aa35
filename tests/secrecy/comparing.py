"""All that a match tells a seat and a spectator, as bytes: what must be the same in both states of a pair."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import torite
from tests.secrecy.law import Law
from tests.service.test_wire_secrecy import heard, set_up
from torite.bots import Bot, RandomBot, SearchBot, ThumbBot
from torite.bots.dead_deal import settled
from torite.match import Match
from torite.scenes import reasons
from torite.scenes.wording import share_sentence
from torite.service import advice, replies, wire
from torite.service.bot_questions import WeighedDecision
from torite.service.viewer import Viewer
from torite.words import LANGUAGES
from torite.worlds import SPECTATOR

#: What nobody may send, and what people send all the same.
MALFORMED = ("", " ", "play", "play ZZ", "wait", "done", "99", "play HQ HQ HQ HQ", "undo", "♠7", "pass pass", "x" * 70)
SETTLED_STEPS = 400  #: of the question whether the rest of a deal matters
ASKED_FIRST = "asked first"  #: the key of the order in which programs ask
Told = dict[str, bytes]


def bytes_of(value: Any) -> bytes:
    """Write what is told as it is sent; what is not sent as such, as it prints."""
    try:
        return wire.encode(value)
    except TypeError:
        return repr(value).encode()


def said(do: Callable[..., Any], *asked: Any) -> Any:
    """Return what comes of a question, or the error with its sentence in every language and its clause."""
    try:
        return do(*asked)
    except torite.ToriteError as error:
        return error.code, error.facts.get("clause", ""), [error.say(language) for language in LANGUAGES]


def codes_of(match: Match, chooser: random.Random, number: int) -> list[str]:
    """Choose codes of any verb, allowed or not, and some gestures."""
    verbs = match.game.verbs
    codes = [verbs.text(action) for verb in verbs.listed for action in verb.actions if action > 1]
    chosen = chooser.sample(codes, min(number, len(codes)))
    words = [verb.name for verb in verbs.listed if verb.of_pieces and not verb.stem]
    pieces = match.game.pack.listing().split()
    for _ in range(number // 4 if words and len(pieces) > 2 else 0):
        chosen.append(" ".join([chooser.choice(words), *chooser.sample(pieces, chooser.randint(2, 3))]))
    return chosen


def apart(law: Law, one: Match, told: Told, other: Told) -> list[str]:
    """Name what differs in what is told of two matches, but for the order of asking where that rests on hands."""
    by_hand = law.asked_by_hand(one.public)
    return [name for name in differing_bytes(told, other) if not (by_hand and name == ASKED_FIRST)]


def everything(match: Match, seat: int, chooser: random.Random, codes: int = 24) -> Told:
    """Ask a match all that a seat and a spectator are told; nothing is changed by it."""
    told: dict[str, Any] = {
        "view": match.view(seat).to_bytes().hex(),
        "public": match.public.to_bytes().hex(),
        "actors": (match.actors, match.turns.awaits_chance, match.over, match.log.deal_over),
        ASKED_FIRST: match.turns.must_act,
        "actions": [(action.code, action.offer, action.partial) for action in match.actions(seat)],
        "scores": (
            match.scores,
            match.result,
            match.score_sheet.account,
            match.score_sheet.last_scored,
            match.score_sheet.deals,
        ),
        "undo": (match.may_undo(seat), match.may_undo(seat, free=True)),
        "refused undo": None if match.may_undo(seat) else said(match.undo, seat),
        "share": [share_sentence(match, language) for language in LANGUAGES],
        "expected": match.game.advice.expected(match.view(seat), seat) if seat in match.actors else None,
    }
    first = max((entry.number for entry in match.log if entry.chance), default=0)
    for viewer in (seat, SPECTATOR):
        told[f"history {viewer}"] = match.history(viewer)
        told[f"events {viewer}"] = match.knowledge.events(viewer, first), match.knowledge.events(viewer)
        for language in LANGUAGES:
            told[f"scene {viewer} {language}"] = torite.lay_out(match, viewer, language)
            told[f"scene since {viewer} {language}"] = torite.lay_out(match, viewer, language, len(match.log) - 1)
    told |= refusals(match, seat, chooser, codes) | helps(match, seat)
    return {name: bytes_of(value) for name, value in told.items()}


def refusals(match: Match, seat: int, chooser: random.Random, number: int) -> dict[str, Any]:
    """Collect why not, what a draft may go on with, and what is said to who comes late."""
    told: dict[str, Any] = {}
    length = len(match.log)
    for code in [*codes_of(match, chooser, number), *MALFORMED]:
        told[f"why {code}"] = [said(reasons.why_not, match, seat, code, language) for language in LANGUAGES]
        told[f"refused {code}"] = said(match.why, seat, code)
        told[f"draft {code}"] = said(match.gestures.draft, seat, [code])
        for late in (length, length - 1, length - 2):
            if late > 0:
                told[f"in time {late} {code}"] = (
                    match.turns.still_valid(late, seat, code),
                    match.turns.was_open(late, seat, code),
                )
                told[f"overtaken {late} {code}"] = [
                    said(replies.overtaken, match, seat, late, code, language) for language in LANGUAGES
                ]
    return told


def helps(match: Match, seat: int) -> dict[str, Any]:
    """Collect the lesson, the hint of the rule of thumb, and how the table stands, phrases included."""
    told: dict[str, Any] = {}
    choices = match.actions(seat)
    if choices:
        weighed = ThumbBot(match.game, 7).counsel(match.view(seat), match.history(seat), seat)
        told["counsel"] = weighed
        for language in LANGUAGES:
            told[f"hint {language}"] = advice.hint(match, seat, WeighedDecision(weighed), language, 0)
            told[f"lesson {language}"] = advice.lesson(match, seat, WeighedDecision(weighed), language, 0, 0)
    match.chance.key_hash = "the same"
    for language in LANGUAGES:
        table, _ = set_up(match, seat)
        told[f"table {language}"] = table.state_for(Viewer(seat, seat, language))
        told[f"table spectator {language}"] = table.state_for(Viewer(99, SPECTATOR, language))
    return told


def on_the_wire(match: Match, seat: int, codes: list[str]) -> Told:
    """Collect what a table sends a seat in each language, and a spectator, while the seat asks and is refused."""
    refused = [code for code in codes if said(match.gestures.refusal, seat, code) is not None]
    number = len(match.log)
    messages: list[Any] = [wire.Lesson(cid=1), wire.Again(cid=2), wire.Hint(cid=3), wire.Ping(cid=4)]
    messages.append(wire.Lesson(cid=5, knows=True))
    messages += [wire.Why(cid=10 + i, code=code) for i, code in enumerate(codes)]
    messages += [wire.Draft(cid=40 + i, parts=[code]) for i, code in enumerate(codes)]
    messages += [wire.Act(cid=70 + i, number=number, code=code) for i, code in enumerate(refused)]
    messages += [wire.Act(cid=100, number=max(0, number - 1), code=code) for code in refused[:1]]
    messages += [wire.Rematch(cid=102), wire.StandIn(cid=103, on=False)]
    random.seed("the same dice for both")
    sent = asyncio.run(heard(match, seat, messages))
    return {f"guest {i} message {j}": line for i, viewer in enumerate(sent) for j, line in enumerate(viewer)}


def bots(match: Match) -> list[Bot]:
    """Make the bots that are compiled for nothing, the same for both states of a pair."""
    return [RandomBot(match.game, 5), ThumbBot(match.game, 5)]


def chosen(match: Match, seat: int, iterations: int = 0) -> Told:
    """Ask bots what they would do with the bytes of a view.

    With iterations the search too, for so many, and whether the rest of the deal matters: both are compiled.
    """
    if not match.actions(seat):
        return {}
    asked, told = bots(match), dict[str, Any]()
    if iterations:
        asked.append(SearchBot(match.game, 5, iterations=iterations))
        if not match.game.pack.of_dice:
            told["settled"] = settled(match.game, match.view(seat), seat, SETTLED_STEPS)
    for bot in asked:
        seen = match.game.state.from_bytes(match.view(seat).to_bytes())
        name = type(bot).__name__
        if seat in match.actors:
            told[name] = bot.choose(seen, match.history(seat), seat)
        told[f"{name} offers"] = bot.choose(seen, match.history(seat), seat, True) if may_offer(match, seat) else ""
        told[f"{name} counsel"] = bot.counsel(seen, match.history(seat), seat)
    return {name: bytes_of(value) for name, value in told.items()}


def may_offer(match: Match, seat: int) -> bool:
    """Tell whether a seat may take an offer now."""
    return any(action.offer for action in match.actions(seat))


def differing_bytes(one: Told, other: Told) -> list[str]:
    """Name what was not told in the same bytes."""
    return [name for name in {**one, **other} if one.get(name) != other.get(name)]
