"""What a table answers to each message of a page."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import structlog

from torite.errors import IllegalMove, NotYourTurn, ToriteError
from torite.service import telling, wire
from torite.service.audit import audit
from torite.service.clockwork import STANDIN, whole
from torite.service.guest import Guest
from torite.service.page_words import page_words
from torite.service.people import cleaned
from torite.service.refused import Refused
from torite.service.table import Handler, Table
from torite.service.thinkers import HINT

Thought = TypeVar("Thought")
DONE = {"type": "done"}
log = structlog.get_logger()


async def hear(table: Table, guest: Guest, message: Any) -> None:
    """Answer one message; every message is answered, whatever happens."""
    try:
        answer = await HANDLERS[type(message)](table, guest, message)
    except ToriteError as fault:
        table.hall.counts[fault.code] += 1
        clause = fault.facts.get("clause", "")
        answer = {"type": "refused", "code": fault.code, "say": fault.say(guest.language), "clause": clause}
    except Exception:
        log.exception("a message could not be answered", what=type(message).__name__)
        say = page_words(guest.language)("service.broken")
        answer = {"type": "refused", "code": "broken", "say": say, "clause": ""}
    guest.tell({**answer, "cid": message.cid})


async def _act(table: Table, guest: Guest, message: wire.Act) -> dict[str, Any]:
    async with table.held_for(guest):
        match, seat = table.seated(guest)
        if not table.was_taken(guest, message.cid):
            try:
                table.current(match, message.number, seat, message.code)
                choice = table.clockwork.forced.choice(match, seat, message.code)
                await table.play(lambda: whole(match, seat, message.code), f"{guest.person}:{message.cid}")
                table.clockwork.forced.remember(choice)
            except (Refused, IllegalMove, NotYourTurn) as fault:
                told = telling.overtaken(match, seat, message.number, message.code, guest.language)
                if told is None:
                    raise
                table.hall.counts[fault.code] += 1
                return {"type": "refused", "code": fault.code, "late": True, **told}
    return DONE


async def _undo(table: Table, guest: Guest, message: wire.Undo) -> dict[str, Any]:
    async with table.held_for(guest):
        match, seat = table.seated(guest)
        if not table.was_taken(guest, message.cid):
            table.current(match, message.number)
            if not table.sitting.settings.undo:
                raise Refused("scored" if table.sitting.settings.scored else "no_undo")
            free = table.alone
            await table.play(lambda: match.undo(seat, free), f"{guest.person}:{message.cid}", fresh=True)
    return DONE


async def _why(table: Table, guest: Guest, message: wire.Why) -> dict[str, Any]:
    async with table.lock:
        match, seat = table.seated(guest)
        return {"type": "why", **telling.why(match, seat, message.code, guest.language)}


async def _draft(table: Table, guest: Guest, message: wire.Draft) -> dict[str, Any]:
    async with table.lock:
        match, seat = table.seated(guest)
        return {"type": "draft", **match.draft(seat, message.parts)}


async def _hint(table: Table, guest: Guest, message: wire.Hint) -> dict[str, Any]:
    number, variant, seen = await _position(table, guest, offers=True)
    table.hall.quotas.spend("hints", guest.person)
    weighed = await _while_here(guest, table.hall.thinkers.advise(variant, seen, guest.seat, guest.person))
    async with table.lock:
        match, seat = table.seated(guest)
        table.current(match, number)
        return {"type": "hint", **telling.hint(match, seat, weighed, guest.language)}


async def _lesson(table: Table, guest: Guest, message: wire.Lesson) -> dict[str, Any]:
    number, variant, seen = await _position(table, guest)
    table.hall.quotas.spend("lessons", guest.person)
    code = await table.hall.thinkers.choose(variant, seen, guest.seat, STANDIN, person=guest.person)
    async with table.lock:
        match, seat = table.seated(guest)
        table.current(match, number)
        return {"type": "lesson", "number": number, **telling.lesson(match, seat, code, guest.language)}


async def _position(table: Table, guest: Guest, offers: bool = False) -> tuple[int, str, Any]:
    """Return how long the log is, the variant, and the view of a guest who must choose, or may."""
    async with table.lock:
        match, seat = table.seated(guest)
        if seat not in match.actors and not (offers and match.actions(seat)):
            raise Refused("not_now", "not-your-turn")
        return len(match.log), match.variant.name, match.view(seat)


async def _while_here(guest: Guest, thinking: Coroutine[Any, Any, Thought]) -> Thought:
    """Wait for something that is thought about; who goes away waits no more, and takes nobody's place.

    Raises:
        Refused: when they have gone.
    """
    work, gone = asyncio.create_task(thinking), asyncio.create_task(guest.gone.wait())
    try:
        await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Refused("stale", "stale")
        return work.result()
    finally:
        work.cancel()
        gone.cancel()


async def _ready(table: Table, guest: Guest, message: wire.Ready) -> dict[str, Any]:
    async with table.held_for(guest):
        match, seat = table.seated(guest)
        if match.waits and seat not in table.ready:
            table.ready.add(seat)
            table.tell_table()
            table.go_on()
    return DONE


async def _say(table: Table, guest: Guest, message: wire.Say) -> dict[str, Any]:
    text = cleaned(message.text, 200)
    if guest.seat < 0:
        raise Refused("spectator")
    if text:
        async with table.held_for(guest):
            await table.talk_of(guest, message.cid, text=text)
    return DONE


async def _phrase(table: Table, guest: Guest, message: wire.Phrase) -> dict[str, Any]:
    if guest.seat < 0:
        raise Refused("spectator")
    async with table.held_for(guest):
        await table.talk_of(guest, message.cid, phrase=message.phrase)
    return DONE


async def _rest(table: Table, guest: Guest, message: wire.Rest) -> dict[str, Any]:
    async with table.lock:
        match, seat = table.seated(guest)
        table.current(match, message.number)
        seen = match.view(seat)
    table.hall.quotas.spend("rests", guest.person)
    if not await _while_here(guest, table.hall.thinkers.settled(match.variant.name, seen, seat, guest.person, HINT)):
        raise Refused("rest_matters")
    async with table.held_for(guest):
        table.current(match, message.number)
        table.resting.add(seat)
        table.give_over(seat, "rest")
    return DONE


async def _stand_in(table: Table, guest: Guest, message: wire.StandIn) -> dict[str, Any]:
    async with table.held_for(guest):
        match, seat = table.seated(guest)
        if table.sitting.settings.scored:
            raise Refused("scored_alone")
        if message.on and not match.over:
            table.give_over(seat, "rest")
        else:
            table.take_back(seat)
    return DONE


async def _forced(table: Table, guest: Guest, message: wire.Forced) -> dict[str, Any]:
    async with table.held_for(guest):
        if guest.seat < 0:
            raise Refused("spectator")
        if message.on:
            table.forced.add(guest.seat)
        else:
            table.forced.discard(guest.seat)
        table.tell_person(guest.person)
        table.clockwork.forced.go_on()
    return DONE


async def _sit(table: Table, guest: Guest, message: wire.Sit) -> dict[str, Any]:
    async with table.held_for(guest):
        table.hosting(guest)
        chairs = table.sitting.chairs
        if message.seat >= len(chairs) or chairs[message.seat].person == guest.person:
            raise Refused("seat")
        await table.change(lambda: table.hall.seat(table.sitting, message.seat, message.kind, message.bot))
        table.unseat_all()
    return DONE


async def _add_words(table: Table, guest: Guest, message: wire.AddWords) -> dict[str, Any]:
    async with table.held_for(guest):
        if guest.seat < 0 or table.sitting.begun or table.sitting.daily:
            raise Refused("begun")
        text = cleaned(message.text, 80)
        await table.change(lambda: table.sitting.words.update({guest.seat: text}))
    return DONE


async def _start(table: Table, guest: Guest, message: wire.Start) -> dict[str, Any]:
    async with table.held_for(guest):
        table.hosting(guest)
        await table.begin()
    return DONE


async def _leave(table: Table, guest: Guest, message: wire.Leave) -> dict[str, Any]:
    """Leave: a seat opens, or a bot sits in; a host who leaves others behind is host no longer."""
    async with table.held_for(guest):
        seat, at = guest.seat, table.sitting
        if seat < 0 or at.state == "over" or at.solitary:
            return DONE
        removed = [person for person in table.restricted if table.is_removed(person)]
        heir = at.heir(guest.person, removed) if guest.person == at.host else None
        if table.match is None or heir is not None:
            await table.change(lambda: _left(table, seat, heir))
            table.unseat_all()
            audit("left", person=guest.person, table=at.id, seat=seat)
        if table.match is not None:
            table.give_over(seat, "away")
    return DONE


def _left(table: Table, seat: int, heir: int | None) -> None:
    if table.match is None:
        table.hall.seat(table.sitting, seat, "open", None)
    if heir is not None:
        table.sitting.host = heir


async def _rematch(table: Table, guest: Guest, message: wire.Rematch) -> dict[str, Any]:
    async with table.held_for(guest):
        match, _ = table.seated(guest)
        if not match.over:
            raise Refused("not_over")
        await table.hall.rematch(table, guest.person)
        table.tell_table()
    return DONE


async def _language(table: Table, guest: Guest, message: wire.Language) -> dict[str, Any]:
    guest.language = message.language
    return await _again(table, guest, message)


async def _again(table: Table, guest: Guest, message: Any) -> dict[str, Any]:
    async with table.lock:
        guest.tell(telling.table(table, guest))
        table.show([guest], fresh=True)
    return DONE


async def _ping(table: Table, guest: Guest, message: wire.Ping) -> dict[str, Any]:
    return {"type": "pong"}


HANDLERS: dict[type, Handler] = {
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
    wire.Sit: _sit,
    wire.AddWords: _add_words,
    wire.Start: _start,
    wire.Leave: _leave,
    wire.Rematch: _rematch,
    wire.Language: _language,
    wire.Again: _again,
    wire.Ping: _ping,
}
