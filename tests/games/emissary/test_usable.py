"""Whose power may be used, and why others' may not: told apart, and the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.clauses import clause
from torite import Match
from torite.games.emissary import choosing
from torite.games.emissary.state import VERBS, Phase
from torite.kit import Actions

MATCHES = 12
AGREED: list[dict[str, Any]] = [
    {},
    {"mode": "hard", "vassal_selection": "one_window"},
    {"vassal_selection": "any_time", "power_timing": "between_tricks", "politics_ban": "last_visit"},
    {"unused_vassal_carryover": "stay_down", "politics_ban": "last_visit"},
]


@clause("EMIS-5.1", "EMIS-5.2", "EMIS-5.7", "EMIS-6.7", "EMIS-6.9", "EMIS-6.10", "EMIS-8.1", "EMIS-8.3")
@pytest.mark.parametrize("agreed", AGREED)
def test_what_is_not_struck_may_be_used(agreed: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """In every position of matches at random: all powers, but those for which there is a reason not to use them."""
    say_why = choosing._refuse_powers
    monkeypatch.setattr(choosing, "_refuse_powers", choosing._unsaid_powers)
    met = set[bool]()
    for seed in range(MATCHES):
        match, chooser = Match("emissary", options=agreed, seed=seed), random.Random(seed)
        while not match.over:
            state = match.log.trial()
            if state.phase in (Phase.LEAD, Phase.ANSWER):
                left, usable = Actions(VERBS.words), Actions(VERBS.words)
                say_why(state, left)
                choosing.legal_use(state, usable)
                assert left.listed() == usable.listed()
                met.add(bool(usable.listed()))
            match.act(0, chooser.choice(match.actions(0)))
    assert {False, True} == met
