"""What a table answers to each message of a page."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import structlog

from torite.errors import IllegalMove, NotYourTurn, ToriteError
from torite.match import Match
from torite.scenes import reasons
from torite.service import advice, replies, wire
from torite.service.audit import audit
from torite.service.bot_questions import WeighedDecision, by_thumb
from torite.service.bot_workers import HINT
from torite.service.errors import Refused
from torite.service.messages import Done, DraftState, Lesson, Pong, Reason, Refusal, ServerMessage
from torite.service.new_tables import rematch
from torite.service.page_messages import page_words
from torite.service.quotas import What
from torite.service.table import Table
from torite.service.table_talk import say_for
from torite.service.taking_back import check_take_back
from torite.service.teaching import check_help
from torite.service.users import cleaned
from torite.service.viewer import Viewer

Thought = TypeVar("Thought")
log = structlog.get_logger()


async def hear(table: Table, viewer: Viewer, message: Any) -> None:
    """Answer one message; every message is answered, whatever happens, but where the table is being left."""
    try:
        answer = await HANDLERS[type(message)](table, viewer, message)
    except ToriteError as fault:
        table.resources.counts[fault.code] += 1
        answer = Refusal(message.cid, fault.code, fault.say(viewer.language), fault.facts.get("clause", ""))
    except Exception:
        log.exception("a message could not be answered", what=type(message).__name__)
        answer = Refusal(message.cid, "broken", page_words(viewer.language)("service.broken"), "")
    if table.closed and isinstance(answer, Refusal):
        return  # the connection ends with it, and what was not answered is asked again where the table is then
    viewer.tell(answer)


@contextlib.asynccontextmanager
async def _held(table: Table, viewer: Viewer) -> AsyncIterator[None]:
    """Hold the table for somebody who is still there: what was sent before they were sent away is not done.

    Raises:
        Refused: when they are not.
    """
    async with table.lock:
        if viewer.closed or table.closed:
            raise Refused("none", "none")
        yield


def _seated(table: Table, viewer: Viewer) -> tuple[Match, int]:
    """Return the match and the seat of somebody who plays in it.

    Raises:
        Refused: when they do not, or it has not begun.
    """
    if viewer.seat < 0:
        raise Refused("spectator", "not-your-turn")
    if table.match is None:
        raise Refused("not_begun", "not-your-turn")
    return table.match, viewer.seat


def _check_host(table: Table, viewer: Viewer) -> None:
    """Check that somebody may change the table.

    Raises:
        Refused: when they did not set it, or it has begun.
    """
    if viewer.person != table.setup.host:
        raise Refused("not_host")
    if table.setup.begun:
        raise Refused("begun")


def _check_current(match: Match, number: int, seat: int = -1, code: str = "") -> None:
    """Check that a message answers the latest scene, or an action one in which it was asked as it is now.

    Raises:
        Refused: when something has happened since.
    """
    if not match.turns.still_valid(number, seat, code):
        raise Refused("stale", "stale")


def _was_taken(table: Table, match: Match, viewer: Viewer, message: wire.Act | wire.Undo) -> bool:
    """Tell whether a message has led to an entry already.

    Raises:
        Refused: when another one of the same number has.
    """
    first = table.taken.get(f"{viewer.person}:{message.cid}")
    if first is None:
        return False
    code = message.code if isinstance(message, wire.Act) else None
    if not match.turns.led_to(first, message.number, code):
        raise Refused("reused", "reused")
    return True


async def _act(table: Table, viewer: Viewer, message: wire.Act) -> ServerMessage:
    async with _held(table, viewer):
        match, seat = _seated(table, viewer)
        if not _was_taken(table, match, viewer, message):
            try:
                _check_current(match, message.number, seat, message.code)
                choice = table.scheduler.forced.choice(match, seat, message.code)
                await table.play(lambda: match.act(seat, message.code, whole=True), f"{viewer.person}:{message.cid}")
                table.scheduler.forced.remember(choice)
            except (Refused, IllegalMove, NotYourTurn) as fault:
                told = replies.overtaken(match, seat, message.number, message.code, viewer.language)
                if told is None:
                    raise
                table.resources.counts[fault.code] += 1
                return Refusal(message.cid, fault.code, *told, late=True)
    return Done(message.cid)


async def _undo(table: Table, viewer: Viewer, message: wire.Undo) -> ServerMessage:
    async with _held(table, viewer):
        match, seat = _seated(table, viewer)
        if not _was_taken(table, match, viewer, message):
            _check_current(match, message.number)
            if not table.setup.settings.undo:
                raise Refused("scored" if table.setup.settings.scored else "no_undo")
            free = table.setup.alone
            if not free:
                check_take_back(match, seat, table.setup.settings.move_time, table.scheduler.was_late(match, seat))
            await table.play(lambda: match.undo(seat, free), f"{viewer.person}:{message.cid}", fresh=True)
    return Done(message.cid)


async def _why(table: Table, viewer: Viewer, message: wire.Why) -> ServerMessage:
    async with table.lock:
        match, seat = _seated(table, viewer)
        return Reason(message.cid, *reasons.why_not(match, seat, message.code, viewer.language))


async def _draft(table: Table, viewer: Viewer, message: wire.Draft) -> ServerMessage:
    async with table.lock:
        match, seat = _seated(table, viewer)
        return DraftState(message.cid, **match.gestures.draft(seat, message.parts))


async def _hint(table: Table, viewer: Viewer, message: wire.Hint) -> ServerMessage:
    check_help(table)
    number, thought = await _thought(table, viewer, "hints", offers=True)
    async with table.lock:
        match, seat = _seated(table, viewer)
        _check_current(match, number)
        return advice.hint(match, seat, thought, viewer.language, message.cid)


async def _lesson(table: Table, viewer: Viewer, message: wire.Lesson) -> ServerMessage:
    if table.setup.settings.lesson:
        number, _, _ = await _position(table, viewer)
        table.resources.quotas.spend("lessons", viewer.person)
        thought = None
    elif not message.knows and (opening := await _opening(table, viewer, message.cid)):
        return opening
    else:
        number, thought = await _thought(table, viewer, "lessons")
    async with table.lock:
        match, seat = _seated(table, viewer)
        _check_current(match, number)
        return advice.lesson(match, seat, thought, viewer.language, message.cid, number)


async def _opening(table: Table, viewer: Viewer, cid: int) -> Lesson | None:
    """Say at a viewer's first decision what the game is about, for which nobody need think."""
    number, _, _ = await _position(table, viewer)
    async with table.lock:
        match, seat = _seated(table, viewer)
        _check_current(match, number)
        return advice.opening(match, seat, viewer.language, cid, number) if advice.is_first(match, seat) else None


async def _thought(table: Table, viewer: Viewer, quota: What, offers: bool = False) -> tuple[int, WeighedDecision]:
    """Return how long the log is and what is thought of a viewer's decision; of each it is thought once."""
    number, variant, seen = await _position(table, viewer, offers)
    seat, thinkers = viewer.seat, table.resources.thinkers
    table.resources.quotas.spend(quota, viewer.person)

    async def think() -> WeighedDecision:
        advised = await thinkers.advise(variant, seen, seat, viewer.person)
        if (match := table.match) is None or len(match.log) != number or advice.can_be_told(match, seat, advised):
            return advised
        log.warning("what was thought cannot be told", game=match.game.name)
        return by_thumb(match.game, seen, seat)

    return number, await _while_here(viewer, table.thoughts.of(seat, number, think))


async def _position(table: Table, viewer: Viewer, offers: bool = False) -> tuple[int, str, Any]:
    """Return how long the log is, the variant, and the view of a viewer who must choose, or may."""
    async with table.lock:
        match, seat = _seated(table, viewer)
        if seat not in match.actors and not (offers and match.actions(seat)):
            raise Refused("not_now", "not-your-turn")
        return len(match.log), match.variant.name, match.view(seat)


async def _while_here(viewer: Viewer, thinking: Coroutine[Any, Any, Thought]) -> Thought:
    """Wait for something that is thought about; who goes away waits no more, and takes nobody's place.

    Raises:
        Refused: when they have gone.
    """
    work, gone = asyncio.create_task(thinking), asyncio.create_task(viewer.end())
    try:
        await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Refused("stale", "stale")
        return work.result()
    finally:
        work.cancel()
        gone.cancel()


async def _ready(table: Table, viewer: Viewer, message: wire.Ready) -> ServerMessage:
    async with _held(table, viewer):
        match, seat = _seated(table, viewer)
        if table.setup.settings.lesson:
            raise Refused("lesson_over")
        if match.turns.awaits_chance and seat not in table.ready:
            table.ready.add(seat)
            table.tell_table()
            table.go_on()
    return Done(message.cid)


async def _say(table: Table, viewer: Viewer, message: wire.Say) -> ServerMessage:
    text = cleaned(message.text, 200)
    if viewer.seat < 0:
        raise Refused("spectator")
    if text:
        async with _held(table, viewer):
            await say_for(table, viewer, message.cid, text=text)
    return Done(message.cid)


async def _phrase(table: Table, viewer: Viewer, message: wire.Phrase) -> ServerMessage:
    if viewer.seat < 0:
        raise Refused("spectator")
    async with _held(table, viewer):
        await say_for(table, viewer, message.cid, phrase=message.phrase)
    return Done(message.cid)


async def _rest(table: Table, viewer: Viewer, message: wire.Rest) -> ServerMessage:
    async with table.lock:
        match, seat = _seated(table, viewer)
        _check_current(match, message.number)
        seen = match.view(seat)
    table.resources.quotas.spend("rests", viewer.person)
    if not await _while_here(
        viewer, table.resources.thinkers.settled(match.variant.name, seen, seat, viewer.person, HINT)
    ):
        raise Refused("rest_matters")
    async with _held(table, viewer):
        _check_current(match, message.number)
        table.resting.add(seat)
        table.give_over(seat, "rest")
    return Done(message.cid)


async def _stand_in(table: Table, viewer: Viewer, message: wire.StandIn) -> ServerMessage:
    async with _held(table, viewer):
        _, seat = _seated(table, viewer)
        if table.setup.settings.scored:
            raise Refused("scored_alone")
        check_help(table)
        if message.on and table.goes_on:
            table.give_over(seat, "rest")
        else:
            table.take_back(seat)
    return Done(message.cid)


async def _forced(table: Table, viewer: Viewer, message: wire.Forced) -> ServerMessage:
    async with _held(table, viewer):
        if viewer.seat < 0:
            raise Refused("spectator")
        if message.on:
            table.forced.add(viewer.seat)
        else:
            table.forced.discard(viewer.seat)
        table.tell_person(viewer.person)
        table.scheduler.forced.go_on()
    return Done(message.cid)


async def _watch(table: Table, viewer: Viewer, message: wire.Watch) -> ServerMessage:
    async with _held(table, viewer):
        _seated(table, viewer)
        if not (table.is_out(viewer.seat) and table.only_out):
            raise Refused("others_play")
        if table.watched.get(viewer.seat, "usual") != message.at:
            table.watched[viewer.seat] = message.at
            table.tell_table()
            table.go_on()
    return Done(message.cid)


async def _sit(table: Table, viewer: Viewer, message: wire.Sit) -> ServerMessage:
    async with _held(table, viewer):
        _check_host(table, viewer)
        occupants = table.setup.occupants
        if message.seat >= len(occupants) or occupants[message.seat].person == viewer.person:
            raise Refused("seat")
        await table.change(lambda: table.setup.occupy(message.seat, message.kind, message.bot))
        table.unseat_all()
    return Done(message.cid)


async def _add_words(table: Table, viewer: Viewer, message: wire.AddWords) -> ServerMessage:
    async with _held(table, viewer):
        if viewer.seat < 0:
            raise Refused("spectator")
        if table.setup.begun or table.setup.daily:
            raise Refused("begun")
        if table.is_muted(viewer.person):
            raise Refused("muted")
        text = cleaned(message.text, 80)
        await table.change(lambda: table.setup.words.update({viewer.seat: text}))
    return Done(message.cid)


async def _start(table: Table, viewer: Viewer, message: wire.Start) -> ServerMessage:
    async with _held(table, viewer):
        _check_host(table, viewer)
        if not table.setup.persons():
            raise Refused("nobody_sits")
        await table.begin()
    return Done(message.cid)


async def _leave(table: Table, viewer: Viewer, message: wire.Leave) -> ServerMessage:
    """Leave: a seat opens, or a bot sits in; a host who leaves others behind is host no longer."""
    async with _held(table, viewer):
        seat, at = viewer.seat, table.setup
        if seat < 0 or at.state == "over" or at.solitary:
            return Done(message.cid)
        removed = [person for person in table.restricted if table.is_removed(person)]
        heir = at.heir(viewer.person, removed) if viewer.person == at.host else None
        if table.match is None or heir is not None:
            await table.change(lambda: _left(table, seat, heir))
            table.unseat_all()
            audit("left", person=viewer.person, table=at.id, seat=seat)
        if table.match is not None and not at.settings.lesson:  # that waits for its learner
            table.give_over(seat, "away")
    return Done(message.cid)


def _left(table: Table, seat: int, heir: int | None) -> None:
    if table.match is None:
        table.setup.occupy(seat, "open")
    if heir is not None:
        table.setup.host = heir


async def _rematch(table: Table, viewer: Viewer, message: wire.Rematch) -> ServerMessage:
    async with _held(table, viewer):
        _seated(table, viewer)
        if table.goes_on:
            raise Refused("not_over")
        await rematch(table, viewer.person, viewer.address)
        table.tell_table()
    return Done(message.cid)


async def _language(table: Table, viewer: Viewer, message: wire.Language) -> ServerMessage:
    viewer.language = message.language
    return await _again(table, viewer, message)


async def _again(table: Table, viewer: Viewer, message: Any) -> ServerMessage:
    async with table.lock:
        viewer.tell(table.state_for(viewer))
        table.show([viewer], fresh=True)
    return Done(message.cid)


async def _ping(table: Table, viewer: Viewer, message: wire.Ping) -> ServerMessage:
    return Pong(message.cid)


HANDLERS: dict[type, Callable[[Table, Viewer, Any], Awaitable[ServerMessage]]] = {
    wire.Act: _act,
    wire.Undo: _undo,
    wire.Why: _why,
    wire.Draft: _draft,
    wire.Hint: _hint,
    wire.Lesson: _lesson,
    wire.Ready: _ready,
    wire.Say: _say,
    wire.Phrase: _phrase,
    wire.Rest: _rest,
    wire.StandIn: _stand_in,
    wire.Forced: _forced,
    wire.Watch: _watch,
    wire.Sit: _sit,
    wire.AddWords: _add_words,
    wire.Start: _start,
    wire.Leave: _leave,
    wire.Rematch: _rematch,
    wire.Language: _language,
    wire.Again: _again,
    wire.Ping: _ping,
}
