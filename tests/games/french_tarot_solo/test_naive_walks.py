"""Thousands of deals by the rules alone: what may be done, who wins, and every score, against the second model."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from tests.clauses import clause
from tests.games.french_tarot_solo.builders import BIDS, NAME, PHASES
from tests.games.french_tarot_solo.naive import AI, DUMMY, ME, Deal, Rules
from tests.strategies import Table, legal, walk

RULES = tuple(
    Rules(redeal, bids, table, flip, petit, bonus)
    for redeal, bids, table, (flip, petit, bonus) in product(
        ("player_right", "automatic", "off"),
        ("first_prise_then_free", "free", "non_decreasing"),
        ("10_13_15", "13_15_18"),
        (("before_player", "any_in_trick", 200), ("after_trick", "played_by_slam_side", 0)),
    )
)


class Beside:
    """The second model beside a walk through the rules."""

    def __init__(self, table: Table, rules: Rules) -> None:
        """Begin without a deal."""
        self.game, self.rules = table.game, rules
        self.deal: Deal | None = None
        self.parts: list[str] = []
        self.scores: list[int] = []
        self.bid = ""

    def listed(self, row: Any) -> list[str]:
        """The codes of a row."""
        return [self.game.pack.codes[kind] for kind in self.game.pack.listed(row)]

    def order(self, part: Any) -> list[str]:
        """The codes of a sequence."""
        return [self.game.pack.codes[kind] for kind in part if kind >= 0]

    def begin(self, state: Any) -> None:
        """Read a deal that was just dealt."""
        ai, dummy = (self.order(state.closed[side]) for side in (AI, DUMMY))
        hand, kitty = self.listed(state.hand[0]), self.listed(state.kitty)
        self.deal = Deal(hand, ai, dummy, kitty, self.rules, not self.scores, self.bid)

    def check(self, state: Any) -> Deal:
        """Hold the state against the model."""
        if self.deal is None:
            self.begin(state)
        deal = self.deal
        assert deal is not None
        assert deal.stage == PHASES[state.phase]
        if not self.parts:
            may = {self.game.verbs.text(number).removesuffix(" +") for number in legal(self.game, state, 0).listed()}
            assert deal.legal() == may
        assert (set(deal.hand), set(deal.open)) == (set(self.listed(state.hand[0])), set(self.listed(state.shown[2])))
        assert [{card} - {""} for card in (deal.trick.get(side, "") for side in (ME, AI, DUMMY))] == [
            set(self.listed(part)) for part in state.trick
        ]
        assert [sum(taker == side for _, taker in deal.tricks) for side in (ME, AI, DUMMY)] == list(state.tricks)
        return deal

    def act(self, state: Any, action: int) -> None:
        """Take an action in the model; a discard when it is whole."""
        deal = self.check(state)
        code = self.game.verbs.text(action).removesuffix(" +")
        if code.startswith("discard"):
            self.parts.append(code.split()[1])
            if len(self.parts) < 6:
                return
            assert deal.discards(self.parts)
            code, self.parts = "discard " + " ".join(self.parts), []
        deal.act(code)
        if deal.stage == "over":
            self.deal = None
        if deal.result is not None:
            self.bid = deal.bid
            self.scores.append(deal.result.scores[0])

    def scored(self, state: Any) -> None:
        """Hold the score after a deal against the model."""
        assert state.settled
        assert (state.added, state.score[0]) == (self.scores[-1], sum(self.scores))
        assert (state.deals_played, BIDS[state.last_bid]) == (len(self.scores), self.bid)


@pytest.mark.long
@clause(
    "TAROT-9.1", "TAROT-9.2", "TAROT-9.3", "TAROT-9.4", "TAROT-9.5", "TAROT-9.6", "TAROT-9.7", "TAROT-9.8", "TAROT-9.9",
    "TAROT-9.10", "TAROT-9.11", "TAROT-10.1", "TAROT-10.2", "TAROT-10.3", "TAROT-10.5", "TAROT-5.3", "TAROT-5.4",
    "TAROT-5.5", "TAROT-5.6", "TAROT-7.5", "TAROT-11.1", "TAROT-11.4", "TAROT-11.8", "TAROT-13.1", "TAROT-13.4",
    "TAROT-14.10",
)  # fmt: skip
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(str(value) for value in vars(rules).values()))
def test_random_deals(rules: Rules) -> None:
    """Under every combination of the options that change play: forty deals each."""
    options = {name: str(value) for name, value in rules.options().items() if name != "show_history"}
    table = Table(NAME, 1, (*options.items(), ("deal_count", "41")))
    beside, done = Beside(table, rules), 0
    for moment in walk(table, random.Random(str(rules)).random(), 10_000):
        if len(beside.scores) > done:
            done = len(beside.scores)
            beside.scored(moment.state)
        if moment.seat >= 0:
            beside.act(moment.state, moment.action)
    assert len(beside.scores) == 41
