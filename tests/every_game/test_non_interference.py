"""Two states that differ only in what a seat cannot know are one and the same to that seat.

The pairs come from the world sampler, and from a redeal that knows nothing of it: the pieces that the seat does not see
are dealt anew and the deal is played again, and what the seat saw must come out the same.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import torite
from tests.conftest import Many
from tests.redealing import Deal, opened_again
from tests.strategies import Table, deals_nothing, differing, legal, peeking, play_on, small_options, whole_now
from torite.match import Match
from torite.words import LANGUAGES
from torite.worlds import SPECTATOR, view
from torite.worlds.sampler import Sampler


def refusals(match: Match, seat: int, codes: list[str]) -> list[tuple[str, str] | str | None]:
    """Ask why not, in each language; what is no refusal speaks for itself."""
    found: list[tuple[str, str] | str | None] = []
    for code in codes:
        for language in LANGUAGES:
            try:
                found.append(match.why(seat, code, language))
            except torite.ToriteError as error:
                found.append(error.say(language))
    return found


def unlike(match: Match, other: Match, seat: int, codes: list[str]) -> list[str]:
    """Tell what two matches give a seat, or the spectator, that is not the same: which part of it, and for whom."""
    pairs: dict[str, tuple[Any, Any]] = {
        "the actors": (match.actors, other.actors),
        "the scores": (match.scores, other.scores),
        "its actions": (match.actions(seat), other.actions(seat)),
        "its refusals": (refusals(match, seat, codes), refusals(other, seat, codes)),
        "its undo": (match.may_undo(seat), other.may_undo(seat)),
    }
    views = {"its view": (match.view(seat), other.view(seat)), "the public view": (match.public, other.public)}
    for whose, (mine, theirs) in views.items():
        pairs |= {
            f"{whose}, {field}": (getattr(mine, field), getattr(theirs, field)) for field in differing(mine, theirs)
        }
    for viewer in (seat, SPECTATOR):
        first = max((entry.number for entry in match.log if entry.chance), default=0)
        whose = "its" if viewer == seat else "a spectator's"
        pairs[f"{whose} history"] = match.history(viewer), other.history(viewer)
        pairs[f"{whose} events"] = match.knowledge.events(viewer, first), other.knowledge.events(viewer, first)
        for language in LANGUAGES:
            pairs[f"{whose} scene in {language}"] = (
                torite.lay_out(match, viewer, language),
                torite.lay_out(other, viewer, language),
            )
    return [
        f"{match.game.name}: seat {seat} can tell by {name} what it should not know: {apart(mine, theirs)}"
        for name, (mine, theirs) in pairs.items()
        if mine != theirs
    ]


def apart(mine: Any, theirs: Any, at: str = "") -> str:
    """Tell where two values differ first."""
    if isinstance(mine, dict) and isinstance(theirs, dict) and mine.keys() == theirs.keys():
        key = next(key for key in mine if mine[key] != theirs[key])
        return apart(mine[key], theirs[key], f"{at}.{key}")
    if isinstance(mine, (list, tuple)) and isinstance(theirs, (list, tuple)) and len(mine) == len(theirs):
        i = next(i for i in range(len(mine)) if mine[i] != theirs[i])
        return apart(mine[i], theirs[i], f"{at}[{i}]")
    return f"{at} is {mine!r} or {theirs!r}".strip()


def tried(match: Match, chooser: random.Random) -> list[str]:
    """Choose codes to ask about."""
    verbs = [verb for verb in match.game.verbs.listed if verb.of_pieces]
    return [f"{chooser.choice(verbs).name} {code}" for code in chooser.sample(match.game.pack.listing().split(), 4)]


def again(deal: Deal, kinds: list[int]) -> Match:
    """Play the whole match again, the deal in progress with other kinds."""
    match, other = deal.match, opened_again(deal.match)
    for entry in match.log.standing[: deal.first]:
        take(other, entry.seat, entry.chance, list(entry.outcome), list(entry.actions))
    take(other, -1, match.log.standing[deal.first].chance, kinds, [])
    for entry, actions in deal.log(kinds):
        take(other, entry.seat, entry.chance, list(entry.outcome), actions)
    return other


def take(match: Match, seat: int, chance: str, outcome: list[int], actions: list[int]) -> None:
    if chance:
        match.gestures.settle(chance, outcome)
    else:
        match.act(seat, match.game.verbs.gesture_text(actions))


def somewhere(table: Table, seed: str, steps: int) -> Match:
    """Play a random match into a deal."""
    chooser = table.chooser(seed)
    match = whole_now(play_on(table.match(seed), chooser, steps), chooser)
    while not Deal.fits(match):
        if match.over:
            return somewhere(table, f"{seed}+", steps // 2)
        whole_now(play_on(match, chooser, 1), chooser)
    return match


def check_redeal(table: Table, seed: str, steps: int) -> bool:
    """Compare a match with one in which the unseen pieces are dealt anew; tell whether there was one."""
    chooser = table.chooser(seed, "seat")
    match = somewhere(table, seed, steps)
    seat = chooser.randrange(table.seats)
    deal = Deal(match, seat)
    kinds = deal.redealt(chooser, 30)
    if kinds is None:
        return False
    other = again(deal, kinds)
    assert differing(match.log.state, other.log.state)
    codes = tried(match, chooser)
    assert [] == unlike(match, other, seat, codes)
    actions = match.actions(seat)
    if actions and seat in match.actors and actions[0].partial:
        match.act(seat, actions[0])
        other.act(seat, actions[0])
        assert [] == unlike(match, other, seat, codes)
    return True


@pytest.mark.long
def test_a_redeal_changes_nothing_for_a_seat(table: Table, many: Many) -> None:
    """Views, histories, events, scenes, actions and refusals are the same, in every language."""
    if deals_nothing(table):
        return
    chooser = table.chooser("redeals")
    found = [check_redeal(table, f"redeal {i}", chooser.randrange(1, 14)) for i in range(many(2, 1))]
    assert any(found) or check_redeal(table, "redeal first", 0)


@pytest.mark.long
def test_a_redeal_of_few_cards_changes_nothing(smallest: Table, many: Many) -> None:
    """The same with small hands, where the game can deal such, deep into the deal and the match."""
    if deals_nothing(smallest):
        return
    table = Table(smallest.variant, smallest.seats, small_options(smallest.variant, smallest.seats))
    chooser = table.chooser("redeals")
    assert any([check_redeal(table, f"few {i}", chooser.randrange(1, 40)) for i in range(many(4, 2))])


def test_worlds_are_the_same_to_a_seat(table: Table, many: Many) -> None:
    """What the sampler takes for possible gives the seat the same view, actions and refusals."""
    game, chooser = table.game, table.chooser("worlds")
    match = whole_now(play_on(table.match("worlds"), chooser, chooser.randrange(1, 20)), chooser)
    for _ in range(many(2, 1)):
        seat = chooser.randrange(table.seats)
        state, seen = match.log.state, match.view(seat)
        sampler = Sampler(game, seen, seat, chooser.getrandbits(30), compiled=False)
        for _ in range(2):
            world = sampler.world()
            for field in game.layout.fields:
                if field.spec.beside:
                    setattr(world, field.name, getattr(state.copy(), field.name))
            for viewer in (seat, SPECTATOR):
                assert [] == differing(view(game, world, viewer), view(game, state, viewer))
            mine, theirs = legal(game, state, seat), legal(game, world, seat)
            assert mine == theirs, peeking(table, seat, mine, theirs)
            assert mine.strokes == theirs.strokes, f"{table}: for seat {seat} other refusals are given"
        whole_now(play_on(match, chooser, 5), chooser)
