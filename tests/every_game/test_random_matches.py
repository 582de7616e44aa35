"""Random matches end; on the way nothing is lost, no promise is broken and a gesture is one thing to the others."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import torite
from tests.conftest import Many
from tests.redealing import lying
from tests.strategies import Table, acting, asked, legal, play_on, walk
from torite.kit import DONE, Display, Game
from torite.match import Match
from torite.match.arrange import DEAL
from torite.pieces.pack import BLOCK
from torite.scenes import wording
from torite.words import LANGUAGES
from torite.worlds import SPECTATOR, view

BOUND = 60_000  # steps of a match


def spread(mask: int) -> int:
    """Turn each bit of a mask into a digit of base 16, so that masks add up to counts by kind."""
    return int(f"{mask:b}", 16)


def spread_row(game: Game, row: list[int]) -> int:
    """Turn a row into digits of base 16 by kind; words of a row are of one block, or of a block each."""
    first = [BLOCK * (1 + j) if game.pack.blocks > 1 else 0 for j in range(len(row))]
    return sum(spread(word) << 4 * first[j] for j, word in enumerate(row) if word)


def pieces_everywhere(game: Game, state: Any) -> int:
    """Count the pieces of all places, by kind."""
    total = 0
    for place in game.layout.fields:
        if place.is_place:
            value = getattr(state, place.name)
            parts = value if place.is_parted else [value]
            if place.spec.holds == "sequence":
                total += sum(16**kind for part in parts for kind in part if kind >= 0)
            else:
                total += sum(spread_row(game, part) for part in parts)
    return total


def misplaced(game: Game, state: Any) -> list[str]:
    """Say of each piece that lies more or less often than it is in play where it lies."""
    wanted = Counter(game.pack.listed(state.in_play))
    places: dict[int, list[str]] = {}
    for (field, _, _), kinds in lying(state).items():
        for kind in kinds:
            places.setdefault(kind, []).append(field)
    wrong = [kind for kind in sorted({*wanted, *places}) if wanted[kind] != len(places.get(kind, []))]
    lie = {kind: ", ".join(places.get(kind, ["no place"])) for kind in wrong}
    return [f"{game.pack.codes[kind]} is in play {wanted[kind]} times, and lies in {lie[kind]}" for kind in wrong]


def test_a_piece_that_lies_twice_is_named() -> None:
    """With its places: mostly one of them was not taken up when the deal began."""
    match = torite.Match("hearts", seed=1, options={"pass_cards": False})
    state = match.log.state.copy()
    assert [] == misplaced(match.game, state)
    state.taken[2] = match.game.pack.row(match.game.pack.kinds("SQ"))
    assert ["SQ is in play 1 times, and lies in hand, taken"] == misplaced(match.game, state)


def test_match_ends_and_keeps_its_promises(table: Table, many: Many) -> None:
    """Somebody can always act, all pieces stay in play, and the promises hold after every step of some matches."""
    steps, number = 0, 0
    while steps < many(2_000, 300):
        steps += check_match(table, number, many(BOUND, 150))
        number += 1


def check_match(table: Table, number: int, bound: int) -> int:
    """Play a match at random, for so many steps at most; return how many it took."""
    game, steps = table.game, 0
    dealt = False
    state = table.begin()
    for moment in walk(table, f"ends {number}" if number else "ends", bound):
        state = moment.state
        steps += 1
        if dealt:
            whole = spread_row(game, state.in_play) == pieces_everywhere(game, state)
            assert whole, f"{table}: {'; '.join(misplaced(game, state))}"
        for name, promise in game.promises.items():
            assert promise(state), name
        check_deal_over(table, state)
        if moment.seat < 0:
            ask = asked(game, state)
            dealt = dealt or (ask is not None and ask.name == DEAL)
        else:
            assert all(legal(game, state, seat).listed() for seat in acting(game, state))
    for name, promise in game.promises.items():
        assert promise(state), name
    check_deal_over(table, state)
    assert game.rules.over(state) or steps == bound < BOUND
    assert not game.rules.over(state) or (
        (sum(state.won[: table.seats]) >= 1 or table.seats == 1) and asked(game, state) is None
    )
    return steps


def check_deal_over(table: Table, state: Any) -> None:
    """Where a deal is over chance begins the next, or the match is over too: nobody must act."""
    must = acting(table.game, state) if table.game.rules.deal_over(state) else []
    phase = table.game.phase(state.phase).name
    assert not must, f"{table}: in phase {phase} deal_over holds, and actors has seats {must}, who must act"


def test_partners_score_alike(table: Table, many: Many) -> None:
    """Seats that the game names as a side have the same score and are paid the same."""
    game = table.game
    named = game.display.team is not Display().team
    for moment in walk(table, "partners", many(2_000, 400) if named else 0):
        sides = set()
        for seat in range(table.seats if named else 0):
            side = game.display.team(view(game, moment.state, seat), seat)
            assert side >> seat & 1, f"{table}: team(view, {seat}) is {side:#b}, a mask of seats without seat {seat}"
            sides.add(side)
        for name, rule in (("scores", game.rules.scores), ("payoff", game.rules.payoff)):
            out = [0] * game.layout.seats
            rule(moment.state, out)
            for side in sides:
                told = {seat: out[seat] for seat in range(table.seats) if side >> seat & 1}
                assert len(set(told.values())) == 1, f"{table}: {name} gives the seats of a side {told}"


def test_scores_and_payoffs_are_one_a_seat(table: Table) -> None:
    """Both are written for every seat, and for nobody else."""
    game = table.game
    for moment in walk(table, "scores", 12):
        for rule in (game.rules.scores, game.rules.payoff):
            out: list[Any] = [None] * (game.layout.seats + 1)
            rule(moment.state, out)
            assert all(type(value) is int for value in out[: table.seats])
            assert not [value for value in out[table.seats :] if value is not None]


def test_questions_change_nothing(table: Table) -> None:
    """Whatever is asked of a state leaves it as it is, to the last word beside it."""
    game = table.game
    for moment in walk(table, "questions", 40):
        state, out = moment.state, [0] * game.layout.seats
        before = state.to_words()
        for seat in range(table.seats):
            legal(game, state, seat)
        for question in (game.rules.actors, game.rules.over, game.rules.deal_over):
            question(state)
        game.rules.scores(state, out)
        game.rules.payoff(state, out)
        assert before == state.to_words()


def test_seats_that_nobody_sits_on_stay_as_they_were(table: Table) -> None:
    """Copies share what belongs to them, so nothing may ever be written there."""
    game = table.game
    fresh = game.state()
    state = fresh
    for moment in walk(table, "seats", 60):
        state = moment.state
    for field in game.layout.fields:
        if field.spec.shape[:1] == ("seats",):
            assert getattr(fresh, field.name)[table.seats :] == getattr(state, field.name)[table.seats :], field.name


def test_a_verb_of_one_part_leaves_no_gesture_open(table: Table) -> None:
    """What the verbs say of the options in force holds."""
    verbs, was = table.game.verbs, None
    for moment in walk(table, "parts", 60):
        if was is not None and not verbs.verb(was.action).gesture(moment.state.options):
            assert not moment.state.drafting[was.seat]
        was = moment if moment.seat >= 0 else None


def gestures(table: Table, seed: str, most: int) -> list[tuple[Any, int, list[int]]]:
    """Find gestures of several parts in a random match: the state before, the seat and the parts."""
    found: list[tuple[Any, int, list[int]]] = []
    begun: dict[int, tuple[Any, list[int]]] = {}
    for moment in walk(table, seed, most):
        seat = moment.seat
        for other in [s for s in begun if not moment.state.drafting[s]]:
            before, parts = begun.pop(other)
            if len(parts) > 1:
                found.append((before, other, parts))
        if seat >= 0:
            if seat not in begun:
                begun[seat] = (moment.state.copy(), [])
            begun[seat][1].append(moment.action)
    return found


def taken(game: Game, before: Any, seat: int, parts: list[int], others: list[int]) -> Any:
    """Take the parts of a gesture, each legal, of which others see nothing before the last."""
    state = before.copy()
    unmoved = [view(game, before, other).to_words() for other in others]
    for number, part in enumerate(parts):
        assert part in legal(game, state, seat)
        game.rules.act(state, seat, part)
        assert bool(state.drafting[seat]) == (number < len(parts) - 1)
        if state.drafting[seat]:
            assert unmoved == [view(game, state, other).to_words() for other in others]
    return state


def test_a_gesture_is_a_set(table: Table, many: Many) -> None:
    """Its parts may come in any order; others see nothing of it before it is complete."""
    chooser = table.chooser("orders")
    found = gestures(table, "gestures", many(100, 60))
    for before, seat, parts in chooser.sample(found, min(len(found), 2)):
        others = [SPECTATOR, *(other for other in range(table.seats) if other != seat)]
        first = taken(table.game, before, seat, parts, chooser.sample(others, min(2, len(others)))).to_bytes()
        named = [part for part in parts if part != DONE]
        closing = [part for part in parts if part == DONE]
        for _ in range(3):
            chooser.shuffle(named)
            assert first == taken(table.game, before, seat, named + closing, []).to_bytes()


def check_prints(match: Match, chooser: random.Random) -> None:
    """All that can be printed of a match prints."""
    viewer = chooser.choice([SPECTATOR, *range(match.seats)])
    for language in LANGUAGES:
        words = match.game.words(language)
        for seen in match.history(viewer)[-3:]:
            said = wording.entry_sentences(match, seen, viewer, words)
            assert all(isinstance(sentence, str) and sentence for sentence in said)
        assert all(line.text for line in torite.lay_out(match, viewer, language).account)
    assert [] == match.knowledge.events(viewer, since=len(match.log))
    events = match.knowledge.events(viewer)
    assert all(repr(event) for event in events)
    assert all(event.gained != event.lost or event.before != event.after for event in events)


def test_events_and_accounts_print(table: Table, many: Many) -> None:
    """After any step everybody can be told what happened and how the last deal was scored."""
    chooser = table.chooser("prints")
    match = table.match("prints")
    for _ in range(many(5, 3)):
        check_prints(play_on(match, chooser, 7), chooser)
