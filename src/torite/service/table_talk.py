"""Talking at a table: what somebody says reaches those who are to hear it."""

from __future__ import annotations

from torite.service import chat, replies, statements, wire
from torite.service.errors import Refused
from torite.service.open_table import OpenTable
from torite.service.storage import Ended, Unsure
from torite.service.viewer import Viewer


async def say_for(table: OpenTable, viewer: Viewer, cid: int, text: str = "", phrase: str = "") -> None:
    """Let everybody hear what somebody says, or their team; once, if it is sent again.

    Raises:
        Refused: where the message has the number of another, they are muted or said too much, nobody talks in this
            match, or there is no such phrase.
        Unkept: when it cannot be kept; nobody has heard it then.
    """
    taken = f"{viewer.person}:{cid}"
    before = await table.talk.heard_as(table.resources.kept, table.setup.id, taken)
    if before is not None:
        if (before["text"], before["phrase"]) != (text, phrase):
            raise Refused("reused", "reused")
        return
    if viewer.seat < 0:
        raise Refused("spectator")
    if viewer.person in table.restricted:
        raise Refused("muted")
    if chat.audience(table.match) == "none":
        raise Refused("silent")
    if not text and phrase not in chat.PHRASES and phrase not in chat.phrases(table.match, viewer.seat):
        raise Refused("phrase")
    table.resources.quotas.spend("talk", viewer.person)
    await say(table, viewer.seat, text, phrase, taken)


async def say(table: OpenTable, seat: int, text: str = "", phrase: str = "", taken: str = "") -> None:
    """Let those who are to hear it hear what a seat says.

    Args:
        seat: who speaks.
        text: their own words, or
        phrase: a ready one.
        taken: the message that it answers, as `person:cid`; nothing where a bot speaks.

    Raises:
        Unkept: when it cannot be kept; nobody has heard it then.
    """
    said: chat.SaidRow = {
        "number": table.talk.total,
        "seat": seat,
        "name": table.setup.occupants[seat].name,
        "phrase": phrase,
        "text": text,
        "heard_by": chat.heard_by(table.match, seat),
        "cid": taken,
    }
    own = {"sitting": table.setup.id, "epoch": table.setup.epoch}
    try:
        await table.resources.kept.write((statements.INSERT_SAID, [{**own, **said}]))
    except (Ended, Unsure) as fault:
        table.lose(fault)
        raise
    table.talk.add(said)
    made: dict[tuple[int, str], bytes] = {}
    for listener in table.viewers:
        look = (listener.seat, listener.language)
        if chat.hears(said, listener.seat):
            if look not in made:
                number = table.talk.heard(listener.seat) - 1
                made[look] = wire.encode(replies.said(said, number, table.match, listener.language))
            listener.tell(made[look])
