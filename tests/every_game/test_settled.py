"""Settled deals: told exactly when no line of play changes anything in any world that the seat cannot rule out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import torite
from tests.aloud import play, take, turn
from tests.conftest import Many
from tests.every_game.test_worlds import layouts, rough_size, small_deals, small_tables
from tests.games.cucumber.builders import at_table
from tests.hearts.builders import CARDS, position
from tests.kit import haggling
from tests.redealing import Deal, Key, key, lying
from tests.strategies import Table, acting, alone, asked, differing, legal, small_options, whole_now
from tests.strategies import play_on as play_match_on
from torite.bots.dead_deal import _bits, settled
from torite.bots.exhaustive import open_choices
from torite.games import catalogue
from torite.kernel.compile import kernel
from torite.kernel.field_access import Watching
from torite.kernel.slots import act
from torite.kit import Actions, Game
from torite.match import Match
from torite.service.page_messages import page_words
from torite.worlds import enumeration as ways
from torite.worlds import view
from torite.worlds.constraints import MOST_PIECES, lay
from torite.worlds.plan import Plan
from torite.worlds.sampler import Sampler

Worth = tuple[list[int], list[int]]  #: payoffs and scores

FEW = 60  # worlds that are played out by the naive reference
STEPS = 60_000  # choices that are tried in plain Python
MOST, SOME = 2, 10  # of so many tables one is looked at in a thorough run, and in a usual one


class Chance(Exception):
    """A line needs chance."""


# the naive reference


def worth(game: Game, state: Any) -> Worth:
    """Write what the deal is worth."""
    payoffs, scores = [0] * game.layout.seats, [0] * game.layout.seats
    game.rules.payoff(state, payoffs)
    game.rules.scores(state, scores)
    return payoffs, scores


def is_offer(game: Game, action: int) -> bool:
    return game.verbs.verb(action).offer


def lines(game: Game, state: Any) -> Iterator[Worth]:
    """Play every line to the deal's end."""
    if game.rules.over(state) or game.rules.deal_over(state):
        yield worth(game, state)
        return
    if asked(game, state):
        raise Chance
    actors = acting(game, state)
    begun = [seat for seat in range(state.seats) if state.drafting[seat]]
    for seat in begun or range(state.seats):
        for action in legal(game, state, seat).listed():
            if begun or seat in actors or is_offer(game, action):
                after = state.copy()
                game.rules.act(after, seat, action)
                yield from lines(game, after)


def comes_out_the_same(game: Game, state: Any) -> bool:
    """Tell whether all lines of a world are worth the same, found by playing all."""
    found = lines(game, state)
    first = next(found)
    return all(other == first for other in found)


def every_world(deal: Deal) -> list[Any]:
    """List the states that the viewer cannot tell from the true one, by playing the deal again with every layout."""
    return list(deal.states())


def naively(deal: Deal, states: list[Any]) -> bool | None:
    """Answer as `settled` should."""
    try:
        return all(comes_out_the_same(deal.game, state) for state in states)
    except Chance:
        return None


# positions near the end of a deal


def cards_left(state: Any) -> int:
    """Count the cards of the fullest hand."""
    return max(len(lying(state).get(("hand", seat, -1), ())) for seat in range(state.seats))


@cache
def late_deals(table: Table) -> tuple[Deal, ...]:
    """Find positions of a random match with a card or two in each hand, those with most worlds first."""
    small = Table(table.variant, table.seats, small_options(table.variant, table.seats))
    chooser = small.chooser("late")
    found: list[Deal] = []
    match = small.match("late")
    for _ in range(160):
        if match.over or len(found) == 4:
            break
        if Deal.fits(match) and 0 < cards_left(match.log.state) <= 2:
            seat = chooser.randrange(small.seats)
            deal = Deal(match, seat) if rough_size(match, seat) <= 20 * FEW else None
            if deal is not None and deal.size() <= FEW:
                deal.match = None  # type: ignore[assignment]
                found.append(deal)
        whole_now(play_match_on(match, chooser, 1), chooser)
    return tuple(sorted(found, key=lambda deal: -deal.size())[:2])


def chosen(many: Many) -> list[Table]:
    """List the tables of this run."""
    return [table for i, table in enumerate(small_tables()) if i % many(MOST, SOME) == 0]


def answer(deal: Deal, compiled: bool = False, steps: int = STEPS) -> bool | None:
    """Ask about a deal."""
    return settled(deal.game, view(deal.game, deal.state, deal.viewer), deal.viewer, steps, compiled)


@pytest.mark.compiles
def test_settled_is_the_same_compiled() -> None:
    """The compiled search answers as plain Python does, all through a deal."""
    deals = late_deals(Table("matapesa", 3))
    with alone("cucumber-settled"):
        assert [answer(deal) for deal in deals] == [answer(deal, compiled=True) for deal in deals]
    early = at_table("S2 SA", "H3 HK")
    assert settled(early.game, early.view(0), 0) is False


@pytest.mark.long
def test_settled_is_what_every_line_of_every_world_says(many: Many) -> None:
    """Near the end of a deal the answer is that of playing everything."""
    answers = set()
    for table in chosen(many):
        for deal in late_deals(table):
            states = every_world(deal)
            expected = naively(deal, states)
            answers.add(expected)
            told_nothing = deal.game.layout.seats == 1 and answer(deal) is None  # a stock lies in too many orders
            assert expected == answer(deal) or told_nothing, table
            for state in (states[0], states[-1]):
                assert not differing(view(deal.game, state, deal.viewer), view(deal.game, deal.state, deal.viewer))
            if expected:
                check_play_outs(table, deal)
    assert {True, False} <= answers


def check_play_outs(table: Table, deal: Deal) -> None:
    """Any world of a settled deal, played out at random time and again, is worth the same."""
    sampler = Sampler(deal.game, view(deal.game, deal.state, deal.viewer), deal.viewer, 3, compiled=False)
    for _ in range(2):
        world = sampler.world()
        found = [played_out(table, world.copy(), seed) for seed in range(3)]
        assert found[0] == found[1] == found[2]


def test_states_that_look_the_same_are_settled_alike() -> None:
    """Who cannot tell two states apart is told the same of both, and the same each time."""
    for deal in late_deals(Table("matapesa", 3)):
        looks = [view(deal.game, state, deal.viewer) for state in every_world(deal)]
        assert 1 == len(
            {settled(deal.game, seen, deal.viewer, STEPS, False) for seen in (looks[0], looks[0], looks[-1])}
        )


def played_out(table: Table, state: Any, seed: int) -> Worth:
    """Play a state out at random; return what the deal is worth."""
    game, chooser = table.game, table.chooser("out", seed)
    while not (game.rules.over(state) or game.rules.deal_over(state)):
        seat = chooser.choice(acting(game, state))
        game.rules.act(state, seat, chooser.choice(legal(game, state, seat).listed()))
    return worth(game, state)


# the layouts, and what was looked at


def ways_to_lie(deal: Deal, fields: set[str]) -> list[Key]:
    """List what lies in the places of some fields, world after world."""
    sampler = Sampler(deal.game, view(deal.game, deal.state, deal.viewer), deal.viewer, compiled=False)
    unseen = sampler._unseen
    bits = [int(place.field.name in fields) for place in deal.game.layout.places]
    spots, used = [[0] * ways.COLUMNS for _ in range(MOST_PIECES)], [0] * MOST_PIECES
    room = ways.Ways(bits, spots, used, Plan())
    bind = deal.game.binding.interpreted
    step, fits, laying = bind(ways.next_layout), bind(ways.rest_fits), bind(lay)
    n = bind(ways.find_spots)(unseen, room, 1)
    found, begun = [], False
    while step(unseen.plan, room, n, begun, 1 << 30) > 0:
        begun = True
        if bind(ways.has_required)(unseen, room, n) and fits(unseen, room, 1):
            bind(ways.deal)(unseen.plan, room, n)
            world = list(unseen.seen[: deal.game.layout.words])
            laying(unseen.plan, unseen.table, world)
            found.append(lying_in(deal, key(deal.game.state.from_words(world)), fields))
    return found


def lying_in(deal: Deal, lies: Key, fields: set[str]) -> Key:
    return tuple(here for here, place in zip(lies, deal.game.layout.places, strict=True) if place.field.name in fields)


@pytest.mark.long
def test_every_layout_comes_once(many: Many) -> None:
    """The places looked at are dealt to in every way that the view allows, and in each once."""
    for table in chosen(many):
        for deal in small_deals(table.variant, table.seats)[:1]:
            rows = {place.field.name for place in deal.game.layout.places if place.field.spec.holds == "pieces"}
            for fields in ({"hand"}, rows):
                expected = {lying_in(deal, lies, fields) for lies in layouts(deal)}
                found = ways_to_lie(deal, fields)
                assert expected == set(found), table
                if fields == rows:
                    assert len(found) == len(expected)


def test_what_a_line_looks_at_is_told() -> None:
    """Playing a card looks at the hands; the cards that are passed on lie elsewhere."""
    game = catalogue()["hearts"][0]
    match = torite.Match("hearts", seed=1, options={"pass_cards": False})
    state = match.log.state.copy()
    state.touched = 0
    bits = _bits(game.layout)
    seat = match.actors[0]
    Watching(game.binding, bits).interpreted(act)(state, seat, match.actions(seat)[0].number)
    assert bits["hand"] == state.touched
    assert bits["passing"] != bits["hand"]


@kernel
def looks_elsewhere(row: Any, s: Any) -> int:
    """Name a field of a state that does not come first."""
    return row[0] + s.hand[0][0]


def test_a_kernel_that_cannot_leave_word_is_refused() -> None:
    """Nothing is looked at unnoticed."""
    game = catalogue()["hearts"][0]
    with pytest.raises(TypeError, match="looks_elsewhere names a hidden field"):
        Watching(game.binding, {"hand": 1}).interpreted(looks_elsewhere)


# Agurk and its kin


def told(match: Match, seat: int, steps: int = STEPS) -> bool | None:
    """Ask about a match."""
    return settled(match.game, match.view(seat), seat, steps, compiled=False)


def test_one_card_each_is_settled() -> None:
    """Nobody has a choice left, whatever the others hold and whatever lies in the stock."""
    match = at_table("S5", "HK")
    assert [True, True] == [told(match, seat) for seat in range(2)]


def test_two_cards_each_are_not_settled() -> None:
    """Who keeps the two does not take the last trick; who keeps the ace does."""
    match = at_table("S2 SA", "H3 HK")
    assert [False, False] == [told(match, seat) for seat in range(2)]


def test_cards_thrown_away_do_not_count() -> None:
    """Where discards and stock could lie in countless ways nobody looks, and so one card each is settled."""
    match = at_table("S2 SA", "H3 HK", variant="agurk-joker", stock="D4 D5 D6 D7")
    take(match, "exchange S2 SA", "exchange H3 HK")
    assert told(match, 0) is False
    for _ in range(2):
        match.act(turn(match), match.actions(turn(match))[0])
    assert 1 == cards_left(match.log.state)
    assert [True, True] == [told(match, seat) for seat in range(2)]


def test_a_choice_that_moves_only_the_score_counts() -> None:
    """A buy-in is worth nothing in this deal's payoff, but the score is another afterwards."""
    match = at_table("SA", "H2", "C3", variant="gurka-se", initial={"score": [29, 5, 3]})
    while {"buy", "decline"} != {str(action) for action in match.actions(turn(match))}:
        match.act(turn(match), match.actions(turn(match))[0])
    assert [False] * 3 == [told(match, seat) for seat in range(3)]


def test_too_many_lines_are_not_told() -> None:
    """Beyond the steps there is no answer; what is seen at once is told even so."""
    match = at_table("S5", "HK")
    assert told(match, 0, 150) is True
    assert told(match, 0, 100) is None
    assert told(match, 0, 3) is None
    assert told(at_table("S2 SA", "H3 HK"), 0, 40) is False


def test_before_the_deal_and_after_it() -> None:
    """What chance is asked for is not told; a deal that is over is settled."""
    match = torite.Match("agurk", 2, seed=1, manual=True)
    assert told(match, 0) is None
    assert told(play(at_table("S5", "HK"), "S5 HK"), 0) is True


# Flashpoint


@pytest.mark.parametrize(
    ("language", "does", "said"),
    [("en", "Play it out", "no choice matters"), ("ja", "終わりまで進める", "何を選んでも同じ")],
)
def test_a_settled_last_trick_is_still_scored_and_nobody_is_told_otherwise(language: str, does: str, said: str) -> None:
    """With one card each nothing is left to choose; who gets the doubled trick is still to be seen.

    The button says first what it does, then why that may be done.
    """
    table = Table("flashpoint", 4)
    match, chooser = table.match(1), table.chooser("last trick")
    while cards_left(match.log.state) > 1:
        seat = chooser.choice(match.actors)
        match.act(seat, chooser.choice(match.actions(seat)))
    before = list(match.log.state.score)
    assert [True] * 4 == [told(match, seat) for seat in range(4)]
    while not match.log.state.deals_played:
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    assert before != list(match.log.state.score)
    button = page_words(language)("table.settled")
    assert button.startswith(does)
    assert said in button


# Hearts


def test_without_hearts_and_queen_the_rest_does_not_matter() -> None:
    """Once all card points are taken the last tricks decide nothing, whoever takes them."""
    assert [True] * 4 == told_of(last_cards("C2 D2", "C3 D3", "C4 D4", "C5 S2"))


def test_with_the_queen_out_the_rest_matters() -> None:
    """While the queen of spades is in somebody's hand, who gets her is a matter of play."""
    assert [False] * 4 == told_of(last_cards("C2 D2", "C3 D3", "C4 D4", "C5 SQ"))


def last_cards(*hands: str) -> Any:
    """A state with these last cards in the hands; seat 0 leads and took all others but a heart of seat 1's."""
    held = " ".join(hands).split()
    others = [card for card in CARDS if card not in held]
    return position(*hands, taken=[" ".join(card for card in others if card != "H2"), "H2"], broken=True)


def told_of(state: Any) -> list[bool | None]:
    """Ask every seat about a state of Hearts."""
    game = catalogue()["hearts"][0]
    return [settled(game, view(game, state, seat), seat, STEPS, compiled=False) for seat in range(4)]


# what lies beyond


def test_offers_of_all_seats_are_lines() -> None:
    """Any seat's offer is a way to go on, whosever turn it is."""
    with haggling.toys_listed():
        match = haggling.playing()
        game, state = match.game, match.log.state.copy()
        row = [0] * (game.verbs.words * state.seats)
        game.binding.interpreted(open_choices)(state, Actions(game.verbs.words), row)
        double = game.verbs.parse("double")[0]
        assert [1] * 4 == [row[game.verbs.words * seat] >> double & 1 for seat in range(4)]


def test_what_nobody_knows_is_never_said_to_be_settled() -> None:
    """Where rules look at sealed numbers or sides, worlds do not tell; a line that differs still does."""
    with haggling.toys_listed():
        match, chooser = haggling.playing(), Table("agurk", 2).chooser("haggle")
        answers = set()
        for _ in range(60):
            answers.add(told(match, match.actors[0], 2000))
            haggling.take_any(match, chooser)
            if match.over:
                break
        assert {None, False} == answers
