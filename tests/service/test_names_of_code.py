"""Bots that are code, and settings of theirs, are for who runs the lab's commands: no door of the service takes one."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import inspect

import torite
from tests.service.client import BOTS, Company, run
from tests.service.conftest import Running
from tests.service.leaving import posts
from tests.service.test_experiments import AGURK, TWO
from tests.service.test_replays import played
from torite.bots import LEVELS
from torite.lab.contestants import contestant
from torite.lab.experiment import Experiment
from torite.service import replay_wire, wire

CODE = ["os:system", "tests.lab.engines:first", "search,seconds=1000", "search,iterations=9", "os.path:join,x=1"]


@pytest.mark.long
@pytest.mark.parametrize("name", CODE)
def test_no_bot_is_code_or_has_settings(service: Running, name: str) -> None:
    contestant(name)  # the commands read it

    async def look(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", BOTS, BOTS, start=False)
        replay = await ada.post("replays", {"record": torite.write(played("agurk"))})
        for path, asked in (
            ("lab", {"experiment": TWO | {"bots": [name]}}),
            ("lab", {"experiment": TWO | {"bots": ["simple", name]}}),
            ("lab", {"experiment": TWO | {"sides": [AGURK | {"bots": [name]}]}}),
            ("lab", {"experiment": TWO | {"sides": [{"variant": name}]}}),
            ("tables", {"variant": "agurk", "seats": [{"kind": "me"}, {"kind": "bot", "bot": name}]}),
            ("tables", {"variant": name, "seats": [{"kind": "me"}, BOTS]}),
            ("lessons", {"variant": name, "name": "first"}),
            ("daily", {"variant": name, "date": "2026-11-26"}),
            ("rules", {"name": "x", "variant": name, "options": {}}),
            (f"replays/{replay['id']}/play", {"step": 1, "seat": 0, "bot": name}),
        ):
            refused = await posts(ada, path, asked)
            assert refused.status_code in (400, 404), (path, asked, refused.text)
            assert refused.json()["say"]
        for path in (f"games/{name}", f"guides/{name}", f"daily/{name}"):
            assert (await ada.http.get(f"/api/{path}")).status_code in (400, 404), path
        place = await ada.sit(made["id"])
        refusal = await place.ask("sit", seat=1, kind="bot", bot=name)
        assert "refused" == refusal["type"], refusal
        assert [] == (await ada.get("lab"))["experiments"]

    run(service, look)


def test_whatever_names_a_bot_names_a_level() -> None:
    """Also where a door is added: every field of that name, in all that comes from outside."""
    everywhere = [*vars(wire).values(), *vars(replay_wire).values()]
    given = [one for one in everywhere if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    named: list[type[msgspec.Struct]] = []
    everything: list[type[msgspec.Struct]] = [*given, Experiment]
    for kind in everything:
        for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
            if field.name in ("bot", "bots"):
                named.append(kind)
                text = msgspec.json.encode(msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"][field.name])
                for level in LEVELS:
                    assert level.encode() in text
                for name in CODE:
                    with pytest.raises(msgspec.ValidationError):
                        msgspec.convert([name] if field.name == "bots" else name, field_type(kind, field.name))
    assert {wire.Sit, wire.Seat, replay_wire.PlayOn, Experiment} == set(named)


def field_type(kind: type[msgspec.Struct], name: str) -> object:
    """Return what a field of a kind may hold."""
    return {one.encode_name: one.type for one in msgspec.structs.fields(kind)}[name]
