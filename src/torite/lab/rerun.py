"""A simulated match once more, step by step, so that it can be looked at and written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torite.kernel import generator
from torite.kit.action_sets import Actions
from torite.kit.actions import WAIT
from torite.kit.chances import HEAD
from torite.kit.turn_order import RANDOM, THUMB, choose, decide, draw
from torite.lab.giving_way import between_choices
from torite.lab.table import Table, Watcher
from torite.match import Match
from torite.worlds.constraints import MOST_PIECES


def match_of(
    game: str,
    number: int,
    bots: Sequence[str] = (),
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
) -> Match:
    """Play match *number* of a simulation of random and simple bots again, as a match that can be written down.

    The same generator, interpreted, draws the same chance and the same choices.
    """
    return again(Table(game, seats, options, bots, seed), number)


def again(table: Table, number: int, whole: bool = True, watcher: Watcher | None = None) -> Match:
    """Play match *number* of a table of random and simple bots again, from the generator that drew it.

    Args:
        table: the table.
        number: which match.
        whole: the whole match; else its first deal.
        watcher: looks on.
    """
    game = table.game
    match = Match(
        table.variant.name,
        table.seats,
        table.options.texts(),
        key_hash=f"simulation {table.seed}:{number}",
        names=[f"{level} {seat}" for seat, level in enumerate(table.bots)],
        manual=True,
    )
    rng = [0] * generator.PADDED
    generator.seed(rng, table.seed, number)
    waited = 0
    while not match.over:
        between_choices.get()()
        if match.turns.awaits_chance:
            if watcher:
                watcher.between(match)
            if not whole and match.log.state.deals_played:
                break
            _settle(match, rng)
            waited = 0
            continue
        waited = _act(game, match, table, waited, rng, watcher)
    return match


def _settle(match: Match, rng: list[int]) -> None:
    asked = match.log.ask
    assert asked is not None
    words = [asked.what, asked.n, asked.faces, *asked.pieces]
    assert len(words) == HEAD + match.game.pack.words
    outcome = [0] * MOST_PIECES
    match.game.binding.interpreted(draw)(words, outcome, rng)
    match.gestures.settle(asked.name, outcome[: 1 if asked.what == 1 else asked.n])


def _act(game: Any, match: Match, table: Table, waited: int, rng: list[int], watcher: Watcher | None) -> int:
    """Choose as the compiled loop does, part by part; enter the whole action."""
    policies = {"random": RANDOM, "simple": THUMB}
    state = match.log.trial()
    may = Actions(game.verbs.words)
    seat = game.binding.interpreted(decide)(state, waited, may)
    first, parts = may, list[int]()
    while True:
        action = game.binding.interpreted(choose)(state, seat, may, policies[table.bots[seat]], rng)
        if action == WAIT:
            return int(waited | 1 << seat)
        parts.append(action)
        game.rules.act(state, seat, action)
        if not state.drafting[seat]:
            break
        may = Actions(game.verbs.words)
        game.binding.interpreted(decide)(state, 0, may)
    if watcher:
        watcher.chosen(match, seat, first)
    match.act(seat, game.verbs.gesture_text(parts))
    return 0
