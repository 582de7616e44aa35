"""What a table advises a viewer, in the viewer's language: hints, and what a lesson says at a decision.

Both are told from one look ahead, in one sentence: a lesson and a hint in the same place cannot say different things.
All of it comes from the guest's own view and from what everybody may know.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence

from torite.bots import WeighedAction
from torite.errors import ToriteError
from torite.match import Match
from torite.scenes import reasons, wording
from torite.scenes.labels import legend
from torite.service import catalogue
from torite.service.bot_questions import WeighedDecision
from torite.service.messages import Hint, Lesson, Weighed
from torite.service.page_messages import LANGUAGES, page_words
from torite.service.teaching import is_first_trick, last_trick, taking
from torite.words import numeral

REASONS = 2  #: reasons told in a lesson
LISTED = 5  #: pieces and words named in a sentence; more are counted
SAME = 0.05  #: less than is told of a difference: choices that differ by less are called equal
HOPELESS = 1e8  #: the regret of what was never tried
MOST = 1e10  #: that anything is worth


class Thoughts:
    """What was thought at a table of the decisions that its seats have now, each thought of once."""

    def __init__(self) -> None:
        self._locks: dict[int, asyncio.Lock] = {}
        self._known: dict[int, tuple[int, WeighedDecision]] = {}

    async def of(self, seat: int, number: int, think: Callable[[], Awaitable[WeighedDecision]]) -> WeighedDecision:
        """Return what is thought of a seat's decision; who asks meanwhile waits for the same answer.

        Args:
            seat: the seat.
            number: how long the log is.
            think: thinks about it.
        """
        async with self._locks.setdefault(seat, asyncio.Lock()):
            at, advice = self._known.get(seat, (-1, WeighedDecision([])))
            if at != number:
                advice = await think()
                if advice.ahead:
                    self._known[seat] = number, advice
            return advice


def can_be_told(match: Match, seat: int, advice: WeighedDecision) -> bool:
    """Tell whether advice is of what may be done, in numbers and known units: who thinks elsewhere may say anything."""
    try:
        may = {one.number for one in match.actions(seat)}
        named = [match.game.verbs.parse(_plain(one.code)) for one in advice.weighed if one.code != "wait"]
        numbers = [number for one in advice.weighed for number in (one.regret, abs(one.worth or 0.0))]
        sound = all(parts and may.issuperset(parts) for parts in named) and all(0 <= one <= MOST for one in numbers)
        once = len({one.code for one in advice.weighed}) == len(advice.weighed)
        for one in advice.weighed:
            _worth(match, one, one.regret, LANGUAGES[0])
        return sound and once and bool(hint(match, seat, advice, LANGUAGES[0], 0))
    except (ToriteError, LookupError, ValueError):
        return False


def _plain(code: str) -> str:
    """Leave out of a code that more may follow."""
    return code.removesuffix("+").strip()


def hint(match: Match, seat: int, advice: WeighedDecision, language: str, cid: int) -> Hint:
    """Say what to do, and how much better it is."""
    tried, words = _tried(match, seat, advice), legend(match.game, language).words
    least = min((one.regret for one in tried), default=0.0)
    choices = []
    for one in tried:
        less = 0.0 if one.regret - least < SAME else round(one.regret - least, 1)
        text, worth = wording.chosen(words, match.game, one.code), _worth(match, one, less, language)
        choices.append(Weighed(one.code, text, less, worth))
    return Hint(cid, choices, counsel(match, seat, advice, language))


def _tried(match: Match, seat: int, advice: WeighedDecision) -> list[WeighedAction]:
    """List what was tried, the best first; what is equal in the rules counts as much as the best of it, beside it.

    A search tells it apart by chance alone.
    """
    tried = [one for one in advice.weighed if one.regret < HOPELESS]
    firsts = reasons.equals(match, seat, [one.code for one in tried])
    places = sorted(range(len(tried)), key=lambda place: firsts[place])
    return [tried[firsts[place]]._replace(code=tried[place].code) for place in places]


def _best(match: Match, seat: int, advice: WeighedDecision) -> list[str]:
    """List the best choices: those that are equally good; the one that is advised where none was tried.

    Of pieces that cost something at once none is among them where others are as good: nobody would believe it.
    """
    tried = _tried(match, seat, advice)
    least = min((one.regret for one in tried), default=0.0)
    best = [one.code for one in tried if one.regret - least < SAME] or [advice.weighed[0].code]
    costly = {
        match.game.pack.codes[kind] for kind in match.game.display.facts(match.view(seat), seat).get("doubtful", ())
    }
    return [code for code in best if code.split()[-1] not in costly] or best


def _worth(match: Match, one: WeighedAction, less: float, language: str) -> str | None:
    """Say what a choice is worth; how much less, where the match's win is counted in and makes it no points."""
    if one.worth is not None:
        return legend(match.game, language).words(f"hint.{one.unit}", n=numeral(one.worth, ".1f"))
    return page_words(language)("table.hint.less_match", less=f"{less:.1f}") if less and one.unit == "match" else None


def counsel(match: Match, seat: int, advice: WeighedDecision, language: str) -> str:
    """Say what to do in a sentence: the best choice, or those that are equally good, and why they are."""
    say, words = page_words(language), legend(match.game, language).words
    equal = _best(match, seat, advice) if advice.ahead else [advice.weighed[0].code]
    best = wording.chosen(words, match.game, equal[0])
    told = reasons.because(match, seat, equal[0], language)
    why = [told] if told else []
    if len(match.actions(seat)) <= 1:
        return say("lesson.only", action=best)
    if not advice.ahead:
        return wording.together(words, [say("lesson.steady", action=best), *why, say("lesson.not_yet")])
    if len(equal) < 2:
        return wording.together(words, [say("lesson.worth", action=best), *why])
    because = _why_same(match, seat, equal, language) or say("lesson.same_worth")
    if len(equal) <= LISTED:
        actions = wording.alternatives(words, match.game, equal, words.join)
        return say("lesson.same", actions=actions, reason=because)
    if len(equal) == len(match.actions(seat)):
        return say("lesson.all_same", reason=because)
    return say("lesson.many_same", action=best, reason=because)


def _how_found(match: Match, seat: int, advice: WeighedDecision, language: str) -> str:
    """Say how the best choice was found; empty where something speaks for it that is seen for sure."""
    best = _best(match, seat, advice)
    if _same_end(match, seat, best, language) if len(best) > 1 else reasons.because(match, seat, best[0], language):
        return ""
    return page_words(language)("lesson.on_average")


def _next_best(match: Match, seat: int, advice: WeighedDecision, language: str) -> str:
    """Say how far the next choice is behind the best; empty where others are as good, or none was tried."""
    choices = hint(match, seat, advice, language, 0).choices
    if len(choices) < 2 or not choices[1].less:
        return ""
    less = page_words(language)("table.hint.less", less=f"{choices[1].less:.1f}")
    return page_words(language)("lesson.next", action=choices[1].text, worth=choices[1].worth or less)


def _why_same(match: Match, seat: int, codes: Sequence[str], language: str) -> str:
    """Say why choices are equal: the rules do not tell them apart, or what they have in common; empty for neither."""
    ruled, end = reasons.why_equal(match, seat, codes, language), _same_end(match, seat, codes, language)
    return wording.together(legend(match.game, language).words, [text for text in (ruled, end) if text])


def _same_end(match: Match, seat: int, codes: Sequence[str], language: str) -> str:
    """Say what choices have in common: all of them take the trick, or all leave it; else what speaks for each.

    They are tried on the seat's own view, so it is seen only where they complete the trick.
    """
    ends = {reasons.taker(match, seat, code) for code in codes}
    if ends == {seat}:
        return page_words(language)("lesson.same_take")
    if None not in ends and seat not in ends:
        return page_words(language)("lesson.same_leave")
    shared = {reasons.because(match, seat, code, language) for code in codes}
    return shared.pop() if len(shared) == 1 else ""


def lesson(match: Match, seat: int, advice: WeighedDecision | None, language: str, cid: int, number: int) -> Lesson:
    """Say what the game is about, what happened and what is advised; then what is open, and why the rest is not.

    Args:
        match: the match.
        seat: who decides.
        advice: what is thought of it; None where the learner is to find out alone.
        language: of the seat's person.
        cid: of the message that is answered.
        number: how long the log is.
    """
    words = legend(match.game, language).words
    open_, closed = _open_and_closed(match, seat)
    first = is_first(match, seat)
    before, later = _before(match, seat, language, first)
    why = [(_glyph(match, piece), reasons.of_refusal(match, refusal, language)) for piece, refusal in closed]
    because = _because(why, language)
    may = wording.together(words, _may(match, seat, open_, [piece for piece, _ in closed], language))
    listed = words.join([_glyph(match, piece) for piece in open_])
    if listed and listed in may:
        because = [_without(sentence, listed) for sentence in because]
    told = [*before, may], later
    if len(match.actions(seat)) > 1 and advice is not None and advice.ahead:
        counselled, next_best = counsel(match, seat, advice, language), _next_best(match, seat, advice, language)
        told = [*before, counselled], [_how_found(match, seat, advice, language), *later, may, next_best]
    clause = next((refusal.facts["clause"] for _, refusal in closed), "")
    section = catalogue.section_of(match, clause, language)
    goal = _goal(match, seat, language) if first else ""
    sentences = [*(wording.together(words, [text for text in part if text]) for part in told), *because]
    return Lesson(cid, number, goal, [text for text in sentences if text], section)


def _because(why: Sequence[tuple[str, str]], language: str) -> list[str]:
    """Say why pieces may not be chosen, each reason once, of the first that it holds for; each names its piece once."""
    told: dict[str, str] = {}
    for piece, reason in why:
        bare = re.sub(rf"(?<![0-9A-Za-z]){re.escape(piece)}(?![0-9A-Za-z])", "", reason)
        named = reason if bare != reason else page_words(language)("lesson.because", card=piece, reason=reason)
        told.setdefault(bare, named)
    return list(told.values())[:REASONS]


def _without(reason: str, listed: str) -> str:
    """Leave out of a reason the sentence that lists once more what may be chosen."""
    return "".join(part for part in re.findall(r"[^.。]+[.。]*", reason) if listed not in part).strip() or reason


def opening(match: Match, seat: int, language: str, cid: int, number: int) -> Lesson:
    """Say what the game is about, and nothing of what there is to decide."""
    return Lesson(cid, number, _goal(match, seat, language), [], "", whole=False)


def _before(match: Match, seat: int, language: str, first: bool) -> tuple[list[str], list[str]]:
    """Say who took the trick before a decision; what takes a trick is said at the first, later to whoever asks why."""
    told = "" if first else last_trick(match, seat, language)
    rule = taking(match, language) if told else ""
    return ([told, rule], []) if is_first_trick(match) else ([told], [rule])


def _goal(match: Match, seat: int, language: str) -> str:
    """Say what the game is about, when the match is over and who wins it."""
    words = legend(match.game, language).words
    keys = (f"variant.{match.variant.name}.goal", "goal", "line")  # a game from outside may have no goal yet
    told, ends = [words(next(key for key in keys if words.knows(key)))], match.game.display.ends(match.view(seat))
    if ends:
        told.append(words(f"ends.{ends.key}", **ends.facts))
    return wording.together(words, told)


def is_first(match: Match, seat: int) -> bool:
    """Tell whether a seat has chosen nothing yet."""
    return not any(entry.seat == seat for entry in match.log.backwards())


def _may(match: Match, seat: int, open_: list[str], closed: list[str], language: str) -> list[str]:
    """Say among what a seat may choose: pieces as what they are, few of them by name, many by how many they are."""
    say, words = page_words(language), legend(match.game, language).words
    form = "dice" if match.game.pack.of_dice else match.game.pack.form
    verbs = [match.game.verbs.verb(one.number) for one in match.actions(seat)]
    plain = [words(f"verb.{verb.key}") for verb in verbs if not verb.of_pieces]
    pieces = words.join([_glyph(match, piece) for piece in open_])
    if not open_:
        return [say("lesson.words", words=words.join(plain))] if 1 < len(plain) <= LISTED else []
    if len(open_) == 1 and not plain:
        return [say(f"lesson.one_{form}", pieces=pieces)]
    if not closed and match.game.display.facts(match.view(seat), seat).get("doubtful"):
        return []  # the prompt tells what some of them cost
    if not closed:
        told = say(f"lesson.any_{form}")
    elif len(open_) <= LISTED:
        told = say("lesson.may", pieces=pieces)
    elif len(closed) <= LISTED:
        told = say(f"lesson.but_{form}", pieces=words.join([_glyph(match, piece) for piece in closed]))
    else:
        held = match.cards(seat)
        told = say(f"lesson.count_{form}", n=sum(piece in open_ for piece in held), all=len(held))
    return [told, say("lesson.or", words=words.join(plain))] if 0 < len(plain) <= LISTED else [told]


def _open_and_closed(match: Match, seat: int) -> tuple[list[str], list[tuple[str, ToriteError]]]:
    """Sort the seat's pieces by whether the verb that may be taken with pieces may be taken with them."""
    verbs = [match.game.verbs.verb(one.number) for one in match.actions(seat)]
    first = next((verb for verb in verbs if verb.of_pieces), None)
    if first is None:
        return [], []
    name = first.stem or first.name
    standing = {match.game.pack.codes[verb.piece] for verb in verbs if verb.stem == name}
    open_: list[str] = []
    closed: list[tuple[str, ToriteError]] = []
    for piece in dict.fromkeys(match.cards(seat)):
        refusal = match.gestures.refusal(seat, f"{name} {piece}")
        if refusal is None or piece in standing:
            open_.append(piece)
        else:
            closed.append((piece, refusal))
    return open_, closed


def _glyph(match: Match, piece: str) -> str:
    return match.game.pack.glyph(match.game.pack.kind(piece))
