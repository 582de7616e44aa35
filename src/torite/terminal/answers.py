"""What the table answers when it is asked: what is legal and why not, a hint, the score, a deal's account."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from torite.errors import IllegalMove, ToriteError
from torite.match.naming import naming
from torite.scenes import guide_pages, reasons, wording
from torite.scenes.schema import Scene
from torite.terminal import asked, guides
from torite.terminal.lookback import look_back
from torite.terminal.reading import Menu, read
from torite.words import numeral

if TYPE_CHECKING:
    from torite.bots import WeighedAction
    from torite.match import Match
    from torite.terminal.bots import Choosers
    from torite.terminal.reading import Reading
    from torite.terminal.scenes import Look
    from torite.terminal.table import ScenePen

REASONS = 3  # why words are not open, without being asked
SHOWN = 8  # answers to a question that is not clear
TOLD = 4  # choices told with what they are worth
SAME = 0.05  # advice that differs by less than this, in units of the payoff, is called equally good


class AskedPlayer(Protocol):
    """Who is asked, and at what."""

    match: Match
    seat: int
    bots: Choosers
    table: ScenePen

    @property
    def language(self) -> str:
        """The language of the table."""
        ...

    def look(self) -> Look:
        """Lay out what the person sees."""
        ...

    def menu(self) -> Menu:
        """Number what the person may take."""
        ...


def answer(session: AskedPlayer, reading: Reading) -> Iterator[str]:
    """Answer a command that changes nothing."""
    try:
        yield from _answer(session, reading)
    except ToriteError as fault:
        yield session.table.tell(fault.say(session.language))


def _answer(session: AskedPlayer, reading: Reading) -> Iterator[str]:
    table, scene = session.table, session.look()
    if reading.command == "why":
        yield from _why(session, reading.rest)
    elif reading.command == "hint":
        yield from _hint(session)
    elif reading.command == "last":
        yield asked.last_trick(table, scene)
    elif reading.command == "table":
        yield table.position(scene, session.menu(), everything=True)
        yield from asked.meanings(table, scene)
    elif reading.command == "score":
        yield asked.scores(table, scene)
        yield asked.account(table, scene)
        yield from asked.sheet(table, scene)
    elif reading.command == "log":
        yield from _log(session)
    elif reading.command == "rules":
        yield from guides.guide(table, session.match.variant, reading.rest)
    elif reading.command == "help":
        yield from asked.help(table)
    elif reading.command == "skip":
        yield table.say("read.not_now")
    elif session.match.turns.awaits_chance:
        yield table.say("read.pause")
    else:
        yield table.position(scene, session.menu())


def refused(session: AskedPlayer, fault: IllegalMove) -> str:
    """Say why an action was refused, with the clause that forbids it."""
    if not callable(fault.facts.get("reason")):
        return session.table.tell(fault.say(session.language))
    words = session.match.game.words(session.language)
    reason = fault.facts["reason"](naming(session.match.game, session.match.names, words))
    return session.table.say("refuse.text", reason=reason, cited=fault.facts["cited"])


def _why(session: AskedPlayer, wanted: str) -> Iterator[str]:
    """Say what is legal and why the rest of the hand is not; why one action is not; what a clause says."""
    if wanted and guide_pages.clause(session.match.game, wanted):
        yield guides.clause(session.table, wanted)
        return
    choices, scene = session.menu(), session.look()
    means = list(asked.meanings(session.table, scene, wanted)) if len(wanted) > 1 else []
    if means:
        yield from means
        return
    if session.match.over or not session.match.actions(session.seat):
        yield session.table.say("why.not_your_turn")
        return
    if wanted:
        yield from _why_this(session, wanted, choices)
        return
    yield session.table.tell(scene.prompt)
    yield from session.table.choices(scene, choices)
    yield from dict.fromkeys(_why_not(session, choices))
    yield from _other_words(session, choices)


def _why_this(session: AskedPlayer, wanted: str, choices: Menu) -> Iterator[str]:
    """Say of one action why it is not allowed, or that it is; of one that is not named clearly, of each it may be."""
    reading = read(wanted, choices)
    codes = reading.among or ((reading.code,) if reading.code else ())
    if not codes:
        yield known(session, wanted) or session.table.say(
            reading.problem or "read.unknown", **(reading.facts or {"text": wanted[:40]})
        )
        return
    reasons = (
        _reason(session, code) or session.table.say("why.allowed", action=session.table.action(code))
        for code in codes[:SHOWN]
    )
    yield from dict.fromkeys(reasons)


def known(session: AskedPlayer, text: str) -> str:
    """Say why an action is not allowed that the game knows, but that is not open now; empty for anything else."""
    verbs = session.match.game.verbs
    words = session.match.game.words(session.language)
    shown = {words(f"verb.{verb.key}").casefold(): verb.name for verb in verbs.listed if not verb.takes_more}
    code = shown.get(text.casefold().strip(), text.strip())
    try:
        verbs.parse(code)
        fault = session.match.gestures.refusal(session.seat, code)
    except (ValueError, ToriteError):
        return ""
    return refused(session, fault) if fault and callable(fault.facts.get("reason")) else ""


def _why_not(session: AskedPlayer, choices: Menu) -> Iterator[str]:
    """Say of each card that is not allowed why."""
    verb = next(iter(choices.verbs), "")
    for code in dict.fromkeys(choices.cards):
        if verb and code not in choices.legal:
            yield _reason(session, f"{verb} {code}")


def _other_words(session: AskedPlayer, choices: Menu) -> Iterator[str]:
    """Say of words that are not open why, of the first few of them; of the others, how they are called."""
    words, open_now = session.match.game.words(session.language), dict(choices.words)
    told: dict[str, list[str]] = {}
    for verb in session.match.game.verbs.listed:
        closed = not verb.of_pieces and verb.lowest is None and verb.name not in open_now
        if closed and (reason := _forbidden(session, verb.name)):
            told.setdefault(reason, []).append(words(f"verb.{verb.key}"))
    yield from list(told)[:REASONS]
    others = [name for names in list(told.values())[REASONS:] for name in names]
    if others:
        yield session.table.say("why.others", words=session.table.words.join(others), word=others[0])


def _forbidden(session: AskedPlayer, code: str) -> str:
    """Say why a word may not be said, if a clause forbids it; else nothing."""
    fault = session.match.gestures.refusal(session.seat, code)
    return refused(session, fault) if fault and fault.facts.get("clause") else ""


def _reason(session: AskedPlayer, code: str) -> str:
    """Return why an action is not allowed; empty if it is."""
    verbs = session.match.game.verbs
    try:
        parts = [verbs.text(number) for number in verbs.parse(code.removesuffix("+"))]
    except ValueError:
        parts = [code]
    try:
        session.match.gestures.draft(session.seat, parts)
    except IllegalMove as fault:
        return refused(session, fault)
    except ToriteError as fault:
        return session.table.tell(fault.say(session.language))
    return ""


def _hint(session: AskedPlayer) -> Iterator[str]:
    """Tell the best action, and how much better it is than the next."""
    match, table = session.match, session.table
    if match.over or not match.actions(session.seat):
        yield table.say("why.not_your_turn")
        return
    yield table.say("hint.thinking")
    advised = session.bots.advise(match, session.seat)
    weighed = _apart(session, advised)
    best = session.table.action(weighed[0].code)
    if weighed[0].worth is not None:
        told = [
            (session.table.action(advice.code), _worth(session, advice.unit, advice.worth))
            for advice in weighed[:TOLD]
            if advice.worth is not None
        ]
        yield table.say("hint.worth", best=best, worth=told[0][1])
        for action, worth in told[1:]:
            yield table.say("hint.against", action=action, worth=worth)
        yield from _because(session, weighed)
        return
    if len(advised) == 1:
        yield table.say("hint.only", best=best)
        return
    worse = weighed[1].regret
    key = "hint.same" if worse < SAME else "hint.better_match" if weighed[1].unit == "match" else "hint.better"
    yield table.say(key, best=best, next=session.table.action(weighed[1].code), worse=f"{worse:.1f}")
    yield from _because(session, weighed)


def _apart(session: AskedPlayer, weighed: Sequence[WeighedAction]) -> Sequence[WeighedAction]:
    """Leave out what is equal in the rules to a better choice, which a search tells apart by chance alone.

    Where nothing else is left, the next is kept, as good as the best.
    """
    firsts = reasons.equals(session.match, session.seat, [one.code for one in weighed])
    apart = [one for place, one in enumerate(weighed) if firsts[place] == place]
    return apart if len(apart) > 1 else [one._replace(regret=0.0) for one in weighed[:2]]


def _because(session: AskedPlayer, weighed: Sequence[WeighedAction]) -> Iterator[str]:
    """Say what speaks for the best choice, where it is the best alone; or why the next one is its equal."""
    if len(weighed) > 1:
        match, seat, codes = session.match, session.seat, [one.code for one in weighed[:2]]
        if weighed[1].regret < SAME:
            told = reasons.why_equal(match, seat, codes, session.language)
        else:
            told = reasons.because(match, seat, codes[0], session.language)
        if told:
            yield session.table.tell(told)


def _worth(session: AskedPlayer, unit: str, worth: float) -> str:
    return session.table.words(f"hint.{unit}", n=numeral(worth, ".1f"))


def _log(session: AskedPlayer) -> Iterator[str]:
    match = session.match
    words = match.game.words(session.language)
    for seen in match.history(session.seat):
        yield session.table.tell(wording.together(words, wording.entry_sentences(match, seen, session.seat, words)))


# the end of a deal, of a match


def deal_over(session: AskedPlayer) -> Iterator[str]:
    """Tell the deal's account, why the person lost it if so, the scores, and the result of an ended match."""
    table, scene = session.table, session.look()
    if table.plain:
        yield ""
    if scene.last_trick:
        yield asked.last_trick(table, scene)
    yield asked.account(table, scene)
    yield from _why_lost(session, scene)
    yield asked.scores(table, scene)
    if not session.match.over and scene.seats[session.seat].out:
        yield table.say("table.watching")
    if scene.result:
        yield ""
        yield from asked.sheet(table, scene)
        yield from asked.result(table, scene)


def _why_lost(session: AskedPlayer, scene: Scene) -> Iterator[str]:
    """Say what made the person lose, where there is a sentence for the line of the account."""
    match, table = session.match, session.table
    words = match.game.words(table.language)
    last = {part.seat: part.pieces for part in scene.last_trick or []}
    mine = last.pop(session.seat, [])
    for note in match.score_sheet.account:
        key = f"why.{note.line.key}"
        if note.seat != session.seat or not mine or not words.knows(key):
            continue
        back = look_back(match, session.seat, {piece.code for piece in mine})
        own = {back.strength(piece.code) for piece in mine}
        tied = any(back.strength(piece.code) in own for pieces in last.values() for piece in pieces)
        yield table.tell(words(f"{key}_tied" if tied else key, cards=table.pieces(mine)))
        if back.chances:
            trick, taken = back.chances[-1]
            instead = table.words.join([table.named(code) for code in taken])
            yield table.tell(words(f"{key}_missed", trick=trick, taken=instead))
        else:
            yield table.tell(words(f"{key}_forced"))
