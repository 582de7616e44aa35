"""The same contracts end to end: whole matches, the driver's order, compiled code, search, worlds, one seat."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy
import pytest

import torite
from tests.kit.haggling import (
    ROOT,
    codes,
    ends,
    environment,
    game,
    opened,
    played,
    playing,
    search_bot,
    seats_acting,
    state_of,
    take_any,
    toys_listed,
)
from tests.looking import sure
from torite.bots.search import Search
from torite.kernel import generator, slots
from torite.kernel.compile import kernel
from torite.kernel.fields import UNKNOWN
from torite.kernel.slots import act, actors, chance, legal, over, payoff, scores, settle
from torite.kit import DONE, Actions
from torite.kit.chances import HEAD
from torite.kit.turn_order import RANDOM, decide, play_on
from torite.lab import match_of, simulate
from torite.lab.table import play
from torite.match import Match
from torite.records import verify
from torite.words import LANGUAGES
from torite.worlds import SPECTATOR, view
from torite.worlds.constraints import MOST_PIECES
from torite.worlds.sampler import Sampler

SEATS = (1, 2, 3, 4)


@pytest.fixture(scope="module", autouse=True)
def _haggle() -> Iterator[None]:
    with toys_listed():
        yield


# whole matches


@pytest.mark.parametrize("seats", SEATS)
def test_whole_matches_are_written_down(seats: int) -> None:
    """Records of matches with offers, folds and reshuffles read back, and their chance can be checked."""
    offered = shuffled = 0
    for seed in range(12):
        match = played(seats, seed)
        text = torite.write(match)
        again = torite.read(text)
        assert text == torite.write(again)
        assert state_of(match).to_bytes() == state_of(again).to_bytes()
        assert verify(again)
        offered += text.count(": double\n")
        shuffled += text.count("reshuffle: ")
    assert shuffled > 0
    assert (seats > 1) == (offered > 0)


@pytest.mark.parametrize("seats", SEATS)
def test_scenes_of_whole_matches(seats: int) -> None:
    """Everybody can be shown every moment, in both languages; offers are among the choices."""
    chooser = random.Random(seats)
    match = Match("haggle", seats, seed=seats)
    while not match.over:
        viewer = chooser.choice([SPECTATOR, *range(seats)])
        for language in LANGUAGES:
            scene = torite.lay_out(match, viewer, language)
            told = [code for choice in scene.choices for code in choice.codes]
            assert sorted(told) == sorted(codes(match, viewer) if viewer >= 0 else [])
        take_any(match, chooser)
    assert all(sure(torite.lay_out(match, viewer, "ja").result).winners for viewer in range(-1, seats))


# the order of asking


def asked(state: Any, waited: int) -> tuple[int, set[str]]:
    """Ask the driver who decides now, and what."""
    may = Actions(game().verbs.words)
    seat = game().binding.interpreted(decide)(state, waited, may)
    return seat, {game().verbs.text(action) for action in may.listed()}


def test_the_driver_asks_for_offers_first() -> None:
    """From the first actor clockwise, each for its offers or `wait`; then the first actor for its duties alone."""
    state = state_of(playing())
    assert (1, {"wait", "double"}) == asked(state, 0)
    assert (2, {"wait", "double"}) == asked(state, 0b0010)
    assert (3, {"wait", "double"}) == asked(state, 0b0110)
    assert (0, {"wait", "double"}) == asked(state, 0b1110)
    assert (1, {"draw on", "lay S7", "lay S8", "lay H6"}) == asked(state, 0b1111)
    state.doubled[1] = 1
    assert (2, {"wait", "double"}) == asked(state, 0)


def test_the_driver_asks_the_nearer_neighbour() -> None:
    match = playing()
    match.act(3, "double")
    assert (2, {"accept", "fold"}) == asked(state_of(match), 0)


def test_the_driver_asks_for_sealed_bids_one_by_one() -> None:
    match = opened()
    bids = {f"bid {n}" for n in range(6)}
    for seat in (1, 2, 3, 0):
        assert (seat, bids) == asked(state_of(match), 0)
        match.act(seat, "bid 1")


def test_the_driver_lets_a_gesture_be_completed() -> None:
    """Offers are asked for after every entry, and a gesture is one entry: nobody is asked between its parts."""
    state = state_of(playing())
    game().rules.act(state, 1, game().verbs.parse("lay S7")[0])
    assert state.drafting[1] == 1
    assert (1, {"done", "lay S8"}) == asked(state, 0)


class Scripted:
    """A bot that writes down when it is asked, takes the offers in its script, and else waits or lays one card.

    Args:
        seat: its seat.
        order: where the seats write down that they are asked.
        takes: the number of the asking in which it doubles.
    """

    def __init__(self, seat: int, order: list[tuple[int, str]], takes: int = 0) -> None:
        self.game = game()
        self.seat, self.order, self.takes, self.times = seat, order, takes, 0

    def choose(self, seen: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False) -> str:
        assert seat == self.seat
        may = Actions(self.game.verbs.words)
        self.game.rules.legal(seen, self.seat, may)
        duties = [code for code in map(self.game.verbs.text, may.listed()) if code != "double"]
        self.times += offered
        code = duties[-1] if not offered else "double" if self.times == self.takes else "wait"
        self.order.append((self.seat, code))
        return code


def test_bots_are_asked_clockwise() -> None:
    """In lab.play too: the others are asked from the first actor on; an offer taken begins the round anew."""
    order: list[tuple[int, str]] = []
    match = playing(options={"deals": 1})
    play(match, [Scripted(seat, order, takes=2 * (seat == 3)) for seat in range(4)])
    assert [(1, "wait"), (2, "wait"), (3, "wait"), (0, "wait"), (1, "lay H6")] == order[:5]
    assert [(2, "wait"), (3, "double"), (2, "fold")] == order[5:]
    assert match.over


def test_simple_bots_take_offers_on_their_own_turn() -> None:
    """The rule of thumb is asked for offers alone, with `wait` among them; strong hands double, weak ones wait."""
    strong = {1: "SK HK S5"}
    bots = [torite.bot("simple", game(), seed=seat) for seat in range(4)]
    match = playing(hands=strong)
    assert "double" == bots[1].choose(match.view(1), match.history(1), 1, offered=True)
    assert "wait" == bots[2].choose(match.view(2), match.history(2), 2, offered=True)
    assert "lay S5" == bots[1].choose(match.view(1), match.history(1), 1)


def test_random_bots_let_offers_pass() -> None:
    match = playing()
    for seat in range(4):
        assert "wait" == torite.bot("random", game()).choose(match.view(seat), match.history(seat), seat, offered=True)


@pytest.mark.parametrize("seats", SEATS)
def test_simple_bots_play_whole_matches(seats: int) -> None:
    for seed in range(3):
        match = Match("haggle", seats, seed=seed, pause=True)
        play(match, [torite.bot(("simple", "random")[seat % 2], game(), seed=seed) for seat in range(seats)])
        assert match.over


# compiled and interpreted


@kernel
def retrace(words: Any, s: Any, log: Any, may: Any, ask: Any, outcome: Any, out: Any, facts: Any, states: Any) -> None:
    """Take the entries of a log, rows of seat (-1: chance) and action, or length and outcome; write all down."""
    for i in range(len(log)):
        seat = log[i][0]
        for w in range(len(words)):
            states[i][w] = words[w]
        facts[i][0] = chance(s, ask)
        facts[i][1] = actors(s)
        facts[i][2] = 1 if over(s) else 0
        scores(s, out)
        for k in range(s.seats):
            facts[i][3 + k] = out[k]
        payoff(s, out)
        for k in range(s.seats):
            facts[i][3 + len(out) + k] = out[k]
        for k in range(s.seats):
            for j in range(len(may)):
                may[j] = 0
            legal(s, k, may)
            for j in range(len(may)):
                facts[i][3 + 2 * len(out) + k * len(may) + j] = may[j]
        if seat < 0:
            for k in range(log[i][1]):
                outcome[k] = log[i][2 + k]
            settle(s, outcome)
        else:
            act(s, seat, log[i][1])


def told(state: Any) -> list[int]:
    """What the interpreted rules say of a state."""
    rules, most, width = game().rules, game().layout.seats, game().verbs.words
    standing, worth = [0] * most, [0] * most
    rules.scores(state, standing)
    rules.payoff(state, worth)
    ask = [0] * (HEAD + game().pack.words)
    said = [rules.chance(state, ask), rules.actors(state), int(rules.over(state)), *standing, *worth]
    for seat in range(most):
        may = Actions(width)
        if seat < state.seats:
            rules.legal(state, seat, may)
        said += may
    return said


def retold(match: Match) -> Iterator[tuple[Any, list[int]]]:
    """Run through a match by the interpreted rules: each state, and the row of the log that comes next."""
    state: Any = game().state()
    state.options, state.seats = match.options, match.seats
    game().rules.start(state)
    for entry in match.log.standing:
        if entry.chance:
            yield state, [-1, len(entry.outcome), *entry.outcome]
            game().rules.settle(state, list(entry.outcome))
        for action in entry.actions:
            yield state, [entry.seat, action]
            game().rules.act(state, entry.seat, action)
    yield state, []


@pytest.mark.compiles(game="haggle")
def test_compiled_rules_are_the_interpreted_rules() -> None:
    """Whole matches, offers and chance in mid-action included: the same bytes and the same answers at every step."""
    layout, verbs = game().layout, game().verbs
    compiled: Any = game().binding.compiled(retrace)
    rooms = [numpy.zeros(n, dtype=numpy.int64) for n in (verbs.words, HEAD + 2, MOST_PIECES, layout.seats)]
    for seats, seed in product(SEATS, range(4)):
        steps = [(state.to_words(), told(state), row) for state, row in retold(played(seats, seed))]
        words = numpy.array(steps[0][0], dtype=numpy.int64)
        log = numpy.zeros((len(steps) - 1, 22), dtype=numpy.int64)
        for line, (_, _, row) in zip(log, steps[:-1], strict=True):
            line[: len(row)] = row
        facts = numpy.zeros((len(log), len(steps[0][1])), dtype=numpy.int64)
        states = numpy.zeros((len(log), layout.all_words), dtype=numpy.int64)
        compiled(words, words.view(layout.dtype)[0], log, *rooms, facts, states)
        for i, (before, answers, _) in enumerate(steps[:-1]):
            assert before == states[i].tolist()
            assert answers == facts[i].tolist()
        assert steps[-1][0] == words.tolist()


def check_simulation(seats: int, bots: tuple[str, ...], options: dict[str, Any]) -> list[Match]:
    """What the compiled loop adds up is what its matches, played again, come to."""
    number = 6
    report = simulate("haggle", number, bots, seats, options, seed=5)
    with ends():
        again = [match_of("haggle", i, bots, seats, options, seed=5) for i in range(number)]
    assert report.deals == sum(match.public.deals_played for match in again)
    assert report.choices == sum(len(entry.actions) for match in again for entry in match.log.standing)
    for seat, row in enumerate(report.rows):
        assert row["mean_score"] == pytest.approx(sum(match.scores[seat] for match in again) / number)
        places = [match.result.places[seat] for match in again if match.result]
        assert row["mean_place"] == pytest.approx(sum(places) / number)
    for match in again:
        assert torite.write(torite.read(torite.write(match))) == torite.write(match)
    return again


@pytest.mark.compiles(game="haggle")
@pytest.mark.parametrize("bots", [("random",), ("simple",), ("random", "simple")], ids="-".join)
@pytest.mark.parametrize("seats", [2, 4])
def test_simulated_matches_without_offers(seats: int, bots: tuple[str, ...]) -> None:
    check_simulation(seats, bots, {"doubling": False})


@pytest.mark.compiles(game="haggle")
@pytest.mark.parametrize("bots", [("random",), ("simple",), ("random", "simple")], ids="-".join)
@pytest.mark.parametrize("seats", [4])
def test_simulated_matches_with_offers(seats: int, bots: tuple[str, ...]) -> None:
    """The same where anybody may double: random bots let offers pass, the rule of thumb takes some."""
    again = check_simulation(seats, bots, {})
    doubles = sum(torite.write(match).count(": double\n") for match in again)
    assert ("simple" in bots) == (doubles > 0)


# search


@pytest.mark.compiles(game="haggle")
def test_search_weighs_waiting() -> None:
    """Who has only an offer weighs it against `wait`."""
    match = playing()
    weighed = search_bot(200).weigh(match.view(3), 3, offered=True)
    assert {"double", "wait"} == {game().verbs.text(action) for action, _, _ in weighed}
    assert 200 == sum(visits for _, _, visits in weighed)


@pytest.mark.compiles(game="haggle")
def test_each_iteration_of_a_search_visits_one_choice_of_the_root() -> None:
    """Each is tried before any is tried again, and means lie within what the deal may pay; one search after another."""
    match = playing()
    may = [choice.number for choice in match.actions(1) if not choice.offer]
    for iterations in (len(may), 300, len(may)):
        search = Search(match.game, match.view(1), 1, 1)
        search.run(iterations=iterations)
        visits = [tried for _, _, tried in search.weighed(may)]
        assert iterations == search.iterations == sum(visits)
        assert min(visits) >= 1
        assert iterations > len(may) or max(visits) == 1


@pytest.mark.compiles(game="haggle")
def test_search_weighs_duties_alone() -> None:
    match = playing()
    weighed = search_bot(200).weigh(match.view(1), 1)
    duties = {action.code.removesuffix(" +") for action in match.actions(1) if not action.offer}
    assert duties == {game().verbs.text(action) for action, _, _ in weighed}


@pytest.mark.compiles(game="haggle")
def test_advice_about_an_offer() -> None:
    """Advice for a seat that has nothing but an offer says what that is worth; it does not break down."""
    order = "from tests.kit.haggling import advise_out_of_turn; advise_out_of_turn()"
    done = subprocess.run([sys.executable, "-c", order], cwd=ROOT, env=environment(), capture_output=True, text=True)
    assert (0, "double wait") == (done.returncode, done.stdout.strip())


@pytest.mark.compiles(game="haggle")
def test_search_waits_where_doubling_costs() -> None:
    """Seat 0 has bid five and laid its last cards; seat 1 has bid none, and loses nothing by any trick.

    It will accept, for folding costs it the stake; and all that seat 0 loses is doubled.
    """
    match = playing(2, bids=(5, 0), hands={0: "H5 H6 H7", 1: "SQ SK S9"}, initial={"dealer": 1})
    match.act(0, "lay H5 H6 H7")
    assert "wait" == search_bot(2000).choose(match.view(0), match.history(0), 0, offered=True)


@pytest.mark.compiles(game="haggle")
@pytest.mark.parametrize("seats", SEATS)
def test_search_plays_whole_matches(seats: int) -> None:
    """Offers, answers, sealed bids and gestures included."""
    match = Match("haggle", seats, seed=3, pause=True)
    levels = ("search", "search", "simple", "random")
    play(match, [torite.bot(levels[seat], game(), seed=seat, iterations=40) for seat in range(seats)])
    assert match.over
    assert torite.write(torite.read(torite.write(match))) == torite.write(match)


@pytest.mark.compiles(game="haggle")
def test_search_is_repeatable() -> None:
    match = playing()
    bots = [torite.bot("search", game(), seed=4, iterations=100) for _ in range(2)]
    first, second = (bot.advise(match.view(1), match.history(1), 1) for bot in bots)
    assert first == second


@pytest.mark.compiles(game="bingo")
def test_a_program_may_end_with_a_search_in_hand() -> None:
    code = (
        "import torite; from torite.bots.search import Search; match = torite.Match('bingo', seed=1); "
        "seat = match.actors[0]; search = Search(match.game, match.view(seat), seat, 1)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "" == done.stderr


def test_a_playout_of_a_deal_stops_at_its_end() -> None:
    """Where the deal is over, nothing is left to play: else search credits this deal's choices with the next deal."""
    match = playing(pause=True)
    match.act(3, "double")
    match.act(2, "fold")
    state = state_of(match)
    rng = [0] * generator.PADDED
    generator.seed(rng, 1, 1)
    before = state.to_words()
    assert 0 == game().binding.interpreted(play_on)(state, False, [RANDOM] * 4, rng)
    assert before == state.to_words()


# worlds


def moments(seats: int, seed: int) -> Iterator[Match]:
    """A random match, looked at now and then while somebody must act."""
    chooser = random.Random(seed)
    match = Match("haggle", seats, seed=seed)
    while not match.over:
        if chooser.random() < 0.4:
            yield match
        take_any(match, chooser)


@pytest.mark.parametrize("seats", SEATS)
def test_worlds_agree_with_the_view(seats: int) -> None:
    """Their hidden numbers are settled: sides by the hands there, knowledge by sides, sealed bids by the hands."""
    rules = game().rules
    for seed in range(3):
        for match in moments(seats, seed):
            for viewer in range(seats):
                seen = view(match.game, state_of(match), viewer)
                world = Sampler(game(), seen, viewer, seed, compiled=False).world()
                world.known = [[row[:] for row in rows] for rows in seen.known]
                for name in ("barred", "required", "least", "at_most", "note_count", "notes"):
                    setattr(world, name, getattr(state_of(match), name))
                assert seen.to_words() == view(game(), world, viewer).to_words()
                for promise in game().promises.values():
                    assert promise(world)
                assert sorted(map(int, world.in_play)) == sorted(map(int, seen.in_play))
                assert 1 == len(game().pack.listed(world.kitty))
                for other in range(seats):
                    if world.chosen[other]:
                        assert 0 <= world.bid[other] <= 5
                    assert UNKNOWN not in world.knows_side[other]
                ours, theirs = Actions(game().verbs.words), Actions(game().verbs.words)
                rules.legal(state_of(match), viewer, ours)
                rules.legal(world, viewer, theirs)
                assert ours == theirs


def test_sealed_bids_differ_from_world_to_world() -> None:
    match = opened()
    match.act(3, "bid 5")
    sampler = Sampler(game(), match.view(0), 0, 2, compiled=False)
    bids = {sampler.world().bid[3] for _ in range(60)}
    assert len(bids) > 1


def test_sides_differ_from_world_to_world() -> None:
    """Seat 0 holds no ♥J: each of the others has one in some worlds, and in some not."""
    sampler = Sampler(game(), playing().view(0), 0, 2, compiled=False)
    drawn = [sampler.world() for _ in range(80)]
    assert {0} == {world.side[0] for world in drawn}
    for seat in (1, 2, 3):
        assert {0, 1} == {world.side[seat] for world in drawn}
        assert {1, 2} == {world.knows_side[seat][seat] for world in drawn}


def test_the_card_of_nobody_is_any_card_evenly() -> None:
    """Each of the unseen pieces is the kitty equally often; of two equal ones the kind comes twice as often."""
    match = opened()
    sampler = Sampler(game(), match.view(0), 0, 9, compiled=False)
    times = 1200
    found = Counter(game().pack.listed(sampler.world().kitty)[0] for _ in range(times))
    held = Counter(game().pack.kinds("S5 S6 H5")) + Counter(game().pack.listed(match.public.discards))
    unseen = Counter(game().pack.listed(match.public.in_play)) - held
    assert set(unseen) == set(found)
    total = sum(unseen.values())
    chi = sum((found[kind] - times * n / total) ** 2 / (times * n / total) for kind, n in unseen.items())
    assert chi < 2.5 * len(unseen)


@pytest.mark.compiles(game="haggle")
def test_complete_is_the_same_compiled() -> None:
    layout = game().layout
    compiled = game().binding.compiled(slots.complete)
    for match in moments(3, 8):
        state = state_of(match)
        for name in ("side", "bid", "knows_side"):
            value = getattr(state, name)
            value[:] = [[0] * len(row) if isinstance(row, list) else 0 for row in value]
        words = numpy.array(state.to_words(), dtype=numpy.int64)
        compiled(words.view(layout.dtype)[0], 1, words)
        game().worlds.complete(state, 1, [0] * 8)
        assert state.to_words() == words.tolist()


def test_knowledge_rows_belong_to_their_viewer() -> None:
    """Each sees its own row: its own side at once, another's when the goods are laid; nobody sees sides as such."""
    match = playing(hands={1: "H6 S8 S9", 2: "S6 SJ HJ"})
    assert [1] * 4 == [match.view(1).knows_side[1][1]] * 4
    assert 2 == match.view(2).knows_side[2][2]
    assert [0, 1, 0, 0] == match.view(1).knows_side[1]
    assert [UNKNOWN] * 4 == match.view(1).knows_side[2] == match.public.knows_side[1]
    assert [UNKNOWN] * 4 == match.view(2).side
    match.act(1, "lay H6")
    match.act(2, "lay HJ")
    assert [2] * 4 == [match.view(seat).knows_side[seat][2] for seat in range(4)]
    assert 1 == match.public.caught[2]


def test_a_number_of_a_seat_that_has_a_word() -> None:
    """A bid that is not shown yet is told by its word, one that has none as the number that it is."""
    match = opened()
    for language, none_yet in (("en", "none yet"), ("ja", "まだ")):
        seats = torite.lay_out(match, SPECTATOR, language).seats
        assert [none_yet] * 4 == [fact.value for seat in seats for fact in seat.facts if fact.name == "bids"]
    match = playing(bids=(1, 0, 2, 1))
    seats = torite.lay_out(match, SPECTATOR).seats
    assert [1, 0, 2, 1] == [fact.value for seat in seats for fact in seat.facts if fact.name == "bids"]


def test_a_place_of_nobody() -> None:
    """One card that no seat holds: everybody sees that it is there, and nobody which."""
    match = playing()
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        zone = next(zone for zone in torite.lay_out(match, viewer).zones if zone.name == "kitty")
        assert (-1, 1, [None]) == (zone.seat, zone.count, zone.pieces)
    assert [0, 0] == match.public.kitty
    assert 1 == match.public.count[game().layout.place("kitty")]


# one seat


def test_alone() -> None:
    """One player: always in turn, no offers, tricks of one, a result."""
    match = Match("haggle", 1, seed=2)
    assert [0] == seats_acting(match)
    match.act(0, "bid 2")
    assert [0] == seats_acting(match)
    assert not any(action.offer for action in match.actions(0))
    chooser = random.Random(2)
    while not match.over:
        take_any(match, chooser)
    assert match.result is not None
    assert (1,) == match.result.places
    assert "You win!" == torite.lay_out(match, 0).prompt


@pytest.mark.compiles(game="haggle")
@pytest.mark.parametrize("bots", [("random",), ("simple",)], ids="-".join)
def test_simulations_of_one_seat(bots: tuple[str, ...]) -> None:
    check_simulation(1, bots, {})


def test_a_world_of_one_seat() -> None:
    """What is hidden from the only player lies in places of nobody."""
    match = Match("haggle", 1, seed=2)
    world = Sampler(game(), match.view(0), 0, 1, compiled=False).world()
    assert match.cards(0) == [game().pack.codes[kind] for kind in game().pack.listed(world.hand[0])]
    assert 3 == sum(kind >= 0 for kind in world.stock)


def test_done_is_an_action_of_gestures_alone() -> None:
    assert DONE not in [action.number for action in playing().actions(1)]
