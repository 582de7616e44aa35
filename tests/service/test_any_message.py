"""Whatever comes over a table's connection, in any order: it is answered, or the connection is closed with a code.

Messages of every kind are made from the shapes in `wire`, well-formed and not, and sent to tables before, during and
after a match. The log grows by allowed actions alone.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from typing import Any, get_args

import msgspec
import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.service.client import BOTS, OPEN, Company, Place, run
from tests.service.conftest import Running
from tests.service.players import kept_entries
from torite.service import wire
from torite.service.message_handlers import HANDLERS
from torite.service.wire import WatchedAt

NOW, LEGAL = "<the number of the latest scene>", "<an action that may be taken>"
CLOSED_WITH = (4400, 4404, 4408, 1009, 1013)
Sent = dict[str, Any] | str | bytes
KINDS = [wire.Act] * 8 + [wire.Ready] * 2 + sorted(HANDLERS, key=lambda kind: kind.__name__)  #: some more often
counted: Counter[str] = Counter()

NUMBERS = st.sampled_from([NOW] * 9 + [0, 1, 5, 1 << 30])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
WRONG = ["play C2", "play CK S2", "play", "done", "wait", "+", "", "undo 1", "play C2 +"]
CODES = st.sampled_from([LEGAL] * 20 + WRONG) | st.sampled_from([LEGAL] * 9 + [""]) | TEXTS
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "number": NUMBERS,
    "code": CODES,
    "parts": st.lists(CODES, max_size=5),
    "text": TEXTS,
    "phrase": st.sampled_from(["hello", "well", "nothing", ""]),
    "on": st.booleans(),
    "knows": st.booleans(),
    "at": st.sampled_from(get_args(WatchedAt)),
    "seat": st.integers(0, 63),
    "kind": st.sampled_from(["open", "bot"]),
    "bot": st.sampled_from(["random", "simple", None]),
    "language": st.sampled_from(["en", "ja"]),
}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 70), 1 << 70) | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def well_formed(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(KINDS))
    names = [field.name for field in msgspec.structs.fields(kind) if field.name != "cid"]
    return {"type": tag_of(kind)} | {name: draw(FIELDS[name]) for name in names}


def tag_of(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


@st.composite
def spoiled(draw: st.DrawFn) -> str | bytes:
    """A message with something wrong: too much, too little, another type, cut, or not JSON at all."""
    message = draw(well_formed()) | {"cid": draw(st.sampled_from([5, "5", -1, None, 1 << 60]))}
    how = draw(st.sampled_from(["more", "less", "other", "cut", "anything", "text", "bytes"]))
    if how == "more":
        return json.dumps(message | {draw(TEXTS.filter(lambda name: name not in message)): draw(ANYTHING)})
    if how in ("less", "other"):
        name = draw(st.sampled_from(sorted(message)))
        rest = {key: value for key, value in message.items() if key != name}
        return json.dumps(rest if how == "less" else rest | {name: draw(ANYTHING)})
    if how == "cut":
        text = json.dumps(message)
        return text[: draw(st.integers(0, len(text) - 1))]
    if how == "anything":
        return json.dumps(draw(ANYTHING))
    return draw(TEXTS) if how == "text" else draw(st.binary(max_size=60))


def understood(text: str | bytes) -> bool:
    try:
        wire.decode(text)
    except (ValueError, msgspec.MsgspecError):
        return False
    return isinstance(text, str)


@given(
    st.sampled_from(["match", "match", "match", "lobby", "spectator"]),
    st.lists(st.one_of(well_formed(), well_formed(), well_formed(), spoiled()), min_size=30, max_size=60),
)
@settings(max_examples=80, suppress_health_check=list(HealthCheck))
def tried(service: Running, kind: str, messages: list[Sent]) -> None:
    run(service, lambda company: conversation(service, company, kind, messages))


@pytest.mark.long
def test_every_message_is_answered_and_only_allowed_actions_are_kept(service: Running) -> None:
    counted.clear()
    tried(service)
    assert counted["messages"] > 2000
    assert counted["acts done"] > 20
    assert counted["refused"] > 200


async def conversation(service: Running, company: Company, kind: str, messages: list[Sent]) -> None:
    ada, eve = company.person("Ada"), company.person("Eve")
    made = await ada.set_table("agurk", BOTS, OPEN, start=False, options={"out_at": "60"})
    host = await ada.sit(made["id"])
    if kind != "lobby":
        await host.ask("start")
    await eve.join(made, watch=kind == "spectator")
    place = await (eve if kind == "spectator" else ada).sit(made["id"])
    await place.until(lambda p: p.table and (p.scene or kind == "lobby"))
    done: list[str] = []
    cid = 1 << 50
    for message in messages:
        cid += 1
        try:
            if isinstance(message, dict):
                if message["type"] == "act":
                    await asyncio.sleep(0.005)  # time for the bots
                await say(place, filled(message, place) | {"cid": cid}, done)
            else:
                await spoil(place, message)
        except (websockets.ConnectionClosed, ConnectionError):
            await place.reading
            assert place.socket.close_code in CLOSED_WITH
            counted["closed"] += 1
            if kind == "lobby":
                await ada.join(made)  # whoever has left one comes back by its link alone
            place = await ada.sit(made["id"])
            await place.until(lambda p: p.table)
        counted["messages"] += 1
    assert "pong" == (await host.ask("ping"))["type"]
    entries = kept_entries(service.data, made["id"])
    assert list(range(len(entries))) == [entry["number"] for entry in entries]
    told = Counter(re.sub(r" undo \d+$", " undo", entry["line"]) for entry in entries if own(entry))
    assert Counter(done) == told, "what was done is what was answered with done"
    counted["acts done"] += len(done)


def filled(message: dict[str, Any], place: Place) -> dict[str, Any]:
    """Put what is true now into a message."""

    def fill(value: Any) -> Any:
        if value == NOW:
            return place.scene.get("number", 0)
        if value == LEGAL:
            return place.code() if place.scene.get("choices") else "play C2"
        return [fill(one) for one in value] if isinstance(value, list) else value

    return {name: fill(value) for name, value in message.items()}


async def say(place: Place, message: dict[str, Any], done: list[str]) -> None:
    number, heard = message.get("number"), len(place.heard)
    await place.socket.send(json.dumps(message))
    await place.until(lambda p: any(one.get("cid") == message["cid"] for one in p.heard[heard:]))
    answer = next(one for one in place.heard[heard:] if one.get("cid") == message["cid"])
    assert answer["type"] in ("done", "refused", "why", "draft", "hint", "lesson", "pong"), answer
    if answer["type"] == "refused":
        assert answer["code"] not in ("broken", "bad-message"), (message, answer)
        assert answer["say"]
        counted["refused"] += 1
    elif message["type"] == "act":
        seat = place.table["you"]
        done.append(f"{seat}: {message['code']}")
        await place.until(lambda p: p.scene["number"] > number)
    elif message["type"] == "undo":
        await place.until(lambda p: p.scene["number"] > number)
        done.append(f"{place.table['you']}: undo")


def own(entry: dict[str, Any]) -> bool:
    """Tell whether an entry is somebody's, not the chance that came with it."""
    return bool(entry["cid"]) and entry["line"][:1].isdigit()


async def spoil(place: Place, text: str | bytes) -> None:
    if understood(text):
        return
    heard = len(place.heard)
    await place.socket.send(text)
    await place.until(lambda p: any(one.get("code") == "bad-message" for one in p.heard[heard:]))
