"""`torite describe`: what programs see of a game."""

from __future__ import annotations

import json

from tests.terminal.test_command_line import Here, here
from torite.vector import ProgramTable

__all__ = ["here"]  # a fixture


def test_every_part_and_action_is_told(here: Here) -> None:
    """Read as JSON it is the layout and the codes that programs get."""
    told = json.loads(here("describe", "agurk", "--seats", 3, "--recall", 2, "--json")[1])
    table = ProgramTable("agurk", 3, recall=2)
    assert told["size"] == table.observation.size
    assert [(one["name"], one["start"]) for one in told["observation"]] == [
        (part.name, part.start) for part in table.observation.parts
    ]
    assert told["actions"] == list(table.actions.codes)
    assert told["options"]["out_at"] == "21"


def test_it_is_told_for_reading_in_both_languages(here: Here) -> None:
    english = here("describe", "agurk", "--observation")[1]
    japanese = here("describe", "agurk", "--actions", "-l", "ja")[1]
    assert "what each seat put on the trick" in english
    assert "play C2" not in english
    assert "行動" in japanese
    assert "play C2" in japanese


def test_what_is_not_there_is_refused(here: Here) -> None:
    assert here("describe", "chess")[0] == 2
    assert here("describe", "agurk", "--recall", -1)[0] == 2
    assert here("describe", "agurk", "--option", "out_at=x")[0] == 2
