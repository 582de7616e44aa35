"""Every game in OpenSpiel: what is registered and may be told, chance, information, copies, what is written down."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from tests.bridges.spiel import asked, load, load_table, step, walk  # noqa: E402
from tests.conftest import Many  # noqa: E402
from tests.strategies import Table  # noqa: E402
from torite.bridges.openspiel import forms, name_of, register  # noqa: E402
from torite.bridges.spiel_parameters import spelled  # noqa: E402
from torite.games import catalogue, find, games  # noqa: E402
from torite.vector import ProgramTable  # noqa: E402

SMALL = {"hand_size": 2, "players": 2, "shuffles": 3}


def deal(state: Any, chooser: random.Random) -> Any:
    """Let chance do all it is asked for."""
    while state.is_chance_node():
        step(state, chooser)
    return state


# what is registered, and what it may be told


def test_every_variant_and_game_is_registered() -> None:
    register()  # once more is no harm
    known = set(pyspiel.registered_names())
    assert {name_of(name) for name in catalogue()} <= known
    assert {name_of(game.name) for game in games().values()} <= known
    assert {"torite_hearts", "torite_doppelkopf_ddv", "torite_cucumber"} <= known


def test_a_game_takes_its_variant_as_a_parameter() -> None:
    game = pyspiel.load_game("torite_doppelkopf(variant=doppelkopf-ddv,players=4)")
    assert game.context.table.variant.name == "doppelkopf-ddv"
    assert game.context.table.options == pyspiel.load_game("torite_doppelkopf_ddv").context.table.options
    with pytest.raises(pyspiel.SpielError, match="agurk is no variant of doppelkopf; these are: doppelkopf, "):
        pyspiel.load_game("torite_doppelkopf(variant=agurk)")


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(forms()))
def test_defaults_are_the_variants_own(name: str) -> None:
    """All that may be told, told as it is by default, changes nothing; and the name that a game has loads it again."""
    form = forms()[name]
    game = pyspiel.load_game(name, dict(form.defaults))
    assert game.context.table.options == form.game.options(form.variant.name, {}, game.num_players())
    assert str(game) == f"{name}()"
    assert form.seats == (game.get_type().min_num_players, game.get_type().max_num_players)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted({name_of(game) for game in games()}))
def test_every_value_of_every_option_can_be_written_in_a_games_name(name: str) -> None:
    """Each is read as it is written there, comma, sign and digits alike, and the game's name loads the same again."""
    form = forms()[name]
    kind = form.game.option_class
    for parameter, option in form.options.items():
        for text in kind.allowed(option):
            if "–" in text:
                continue
            value = (0 if text == "none" else text) if form._is_numeric(option) else spelled(text)
            try:
                wanted = form.game.options(form.variant.name, {option: text}, form.variant.default_seats)
            except ValueError:
                continue  # it clashes with another
            game = pyspiel.load_game(f"{name}({parameter}={value})")
            assert game.context.table.options == wanted
            assert pyspiel.load_game(str(game)).context.name == game.context.name


def test_an_option_that_has_the_name_of_a_parameter_has_another() -> None:
    form = forms()["torite_agurk"]
    assert set(form.options.values()) == set(form.game.option_class.about())
    assert not {"players", "unit", "shuffles", "variant"} & set(form.options)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("nope=1", "Unknown parameter 'nope'"),
        ("players=yes", "Wrong type for parameter players"),
        ("players=1", "agurk is played by 2 to 7, not by 1."),
        ("hand_size=400", r"hand_size cannot be 400; allowed: 0–107 \(CUC-2.4\)."),
        ("hand_size=30,players=2", "CUC-7.1"),
        ("may_duck=perhaps", "may_duck cannot be 'perhaps'; allowed: yes, no"),
        ("unit=week", "'week' is no unit; there are: match, deal."),
        ("offers=maybe", "offers cannot be 'maybe'; it is yes or no."),
        ("zero_sum=1.5", "Wrong type for parameter zero_sum"),
        ("recall=-1", "-1 is no number of actions that an observation recalls"),
        ("shuffles=-3", "-3 is no number of shuffles"),
    ],
)
def test_what_is_told_wrongly_is_refused(told: str, sentence: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=sentence):
        pyspiel.load_game(f"torite_agurk({told})")


def test_who_plays_alone_has_nobody_to_be_compared_with() -> None:
    with pytest.raises(pyspiel.SpielError, match="emissary is played by one"):
        pyspiel.load_game("torite_emissary(zero_sum=yes)")


def test_a_missing_library_says_what_to_install() -> None:
    order = (
        "import sys; sys.modules['open_spiel'] = None\n"
        "import importlib.util; importlib.util.find_spec = lambda name: None\n"
        "try:\n    import torite.bridges.openspiel\nexcept ImportError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", order], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "For that open_spiel is needed, which is not installed: pip install 'torite[openspiel]'."
    ]


def test_a_program_that_uses_it_ends_well() -> None:
    """What OpenSpiel keeps of ours until after the interpreter's end is then left alone."""
    order = "import pyspiel, torite.bridges.openspiel; game = pyspiel.load_game('torite_agurk'); print(game)"
    done = subprocess.run([sys.executable, "-c", order], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "torite_agurk()\n", "")


def test_the_library_is_not_imported_where_it_is_not_used() -> None:
    order = "import sys, torite, torite.vector, torite.bridges; print('pyspiel' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", order], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# chance


@pytest.mark.compiles(sampled=True, game="doppelkopf")
def test_a_shuffle_is_dealt_piece_by_piece_with_the_true_chances() -> None:
    """Each piece is as likely as there are of it among those that are left."""
    game = load("doppelkopf")
    state = next(one.clone() for one in walk(game, 1) if one.is_chance_node() and len(one.chance_outcomes()) == 24)
    held = [2] * 24
    chooser = random.Random(3)
    for laid in range(47):
        outcomes = state.chance_outcomes()
        assert outcomes == [(i, pytest.approx(n / (48 - laid))) for i, n in enumerate(held) if n]
        assert state.action_to_string(outcomes[0][0]).startswith("deal ")
        chosen = chooser.choice([outcome for outcome, _ in outcomes])
        held[chosen] -= 1
        state.apply_action(chosen)
        if max(held) == sum(held):
            break
    assert not state.is_chance_node()


@pytest.mark.compiles(sampled=True, game="cribbage_dice")
def test_dice_are_rolled_one_by_one() -> None:
    game = load("cribbage-dice")
    faces = len(game.context.kinds)
    rolls = [one.clone() for one in walk(game, 1) if one.is_chance_node() and len(one.chance_outcomes()) == faces]
    assert len(rolls) > 10
    for state in rolls:
        assert state.chance_outcomes() == [(i, pytest.approx(1 / faces)) for i in range(faces)]
        assert state.action_to_string(2).endswith(" 3")


@pytest.mark.compiles(sampled=True)
def test_shuffles_may_be_restricted_to_so_many() -> None:
    """One node of chance with so many outcomes, as likely as one another; another seed has others."""
    state = load("agurk", **SMALL).new_initial_state()
    state.apply_action(0)  # the dealer
    assert state.chance_outcomes() == [(i, pytest.approx(1 / 3)) for i in range(3)]
    assert [state.action_to_string(i) for i in range(3)] == ["deal #0", "deal #1", "deal #2"]
    dealt = {str(state.child(i)) for i in range(3)}
    again = load("agurk", **SMALL, seed=1).new_initial_state()
    again.apply_action(0)
    assert len(dealt) == 3
    assert not dealt & {str(again.child(i)) for i in range(3)}


@pytest.mark.compiles(sampled=True)
def test_what_cannot_be_taken_changes_nothing() -> None:
    state = load("agurk", **SMALL).new_initial_state()
    for sentence in (
        r"chance cannot come out as 7; it may as 0 \(dealer 0\), 1",
        "seat . may not take 7 .*; it may take",
    ):
        before = str(state), state.history()
        with pytest.raises(pyspiel.SpielError, match=sentence):
            state.apply_action(
                7 if state.is_chance_node() else next(i for i in (7, 8, 9) if i not in state.legal_actions())
            )
        assert (str(state), state.history()) == before
        deal(state, random.Random(1))
    for _ in range(4):
        step(state, random.Random(1))
    assert state.is_terminal()
    with pytest.raises(pyspiel.SpielError, match="0 cannot be taken: it is over"):
        state.apply_action(0)
    assert state.is_terminal()


# what a seat knows


@pytest.mark.compiles(sampled=True)
def test_worlds_of_a_seat_tell_it_the_same(smallest: Table, many: Many) -> None:
    """States that a seat cannot tell apart have the same information, as text and as numbers."""
    game, drawn, differ = load_table(smallest, recall=8), 0, 0
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    for i, state in enumerate(walk(game, 5, many(600, 160))):
        if state.is_chance_node() or state.is_terminal() or i % 5:
            continue
        seat = state.current_player()
        other = state.resample_from_infostate(seat, sampler)
        assert other.current_player() == seat
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
        assert other.history() == []
        differ += str(other) != str(state)
        drawn += 1
        deal_on = random.Random(i)
        while not other.is_terminal() and other.move_number() < 40:
            step(other, deal_on)
    assert drawn
    assert differ or not game.context.game.layout.hidden or game.num_players() == 1  # a state is told by what seats see


@pytest.mark.compiles(sampled=True)
def test_the_same_number_draws_the_same_world() -> None:
    state = asked(load("agurk", players=4), 2, 5)
    seat = state.current_player()
    one, same, another = (state.resample_from_infostate(seat, lambda n=n: n) for n in (0.25, 0.25, 0.75))
    assert str(one) == str(same) != str(another)
    with pytest.raises(pyspiel.SpielError, match="there is no seat 4"):
        state.resample_from_infostate(4, lambda: 0.5)


@pytest.mark.compiles(sampled=True)
def test_worlds_are_drawn_evenly() -> None:
    """Whoever holds one card of two knows nothing of where the others lie."""
    state = asked(load("agurk", players=2, hand_size=1), 3)
    seat, chooser = state.current_player(), random.Random(4)
    held = Counter(
        next(
            line
            for line in str(state.resample_from_infostate(seat, chooser.random)).splitlines()
            if line.startswith(f"seat {1 - seat}: ")
        )
        for _ in range(5100)
    )
    assert len(held) == 51
    assert max(held.values()) < 2 * min(held.values())


@pytest.mark.compiles(sampled=True)
def test_information_recalls_all_that_a_seat_saw() -> None:
    """Over a whole small game, the same information means the same of one's own past."""
    game = load("agurk", **SMALL)
    past: dict[str, tuple[Any, ...]] = {}
    waiting: list[tuple[Any, dict[int, tuple[Any, ...]]]] = [(game.new_initial_state(), {0: (), 1: ()})]
    while waiting:
        state, owned = waiting.pop()
        seat = state.current_player()
        if seat >= 0:
            known = state.information_state_string()
            assert past.setdefault(known, owned[seat]) == owned[seat]
        for action in state.legal_actions():
            gone = {**owned, seat: (*owned[seat], (known, action))} if seat >= 0 else owned
            waiting.append((state.child(action), gone))
    assert len(past) > 20


@pytest.mark.compiles(sampled=True, game="hearts")
def test_gestures_are_told_to_others_when_they_are_complete() -> None:
    """Hearts: cards are passed one by one; nobody is told of one, and afterwards only that three were passed."""
    game = load("hearts")
    state = next(
        one.clone()
        for one in walk(game, 2)
        if not one.is_chance_node() and one.action_to_string(one.legal_actions()[0]).startswith("pass")
    )
    passer, before = state.current_player(), state.information_state_string((state.current_player() + 1) % 4)
    chooser = random.Random(1)
    for part in range(3):
        assert state.current_player() == passer
        assert state.information_state_string((passer + 1) % 4) == before, part
        step(state, chooser)
    told = state.information_state_string((passer + 1) % 4)
    assert f"{passer}:pass; {passer}:pass; {passer}:pass" in told
    assert ":play " not in told


@pytest.mark.compiles(sampled=True, game="doppelkopf")
def test_waiting_is_told_to_nobody_else() -> None:
    """Doppelkopf: who lets an announcement pass is not seen to."""
    chooser, waited = random.Random(5), 0
    state = load("doppelkopf").new_initial_state()
    while not state.is_terminal() and waited < 20:
        seat = state.current_player()
        legal = [] if state.is_chance_node() else state.legal_actions()
        wait = next((one for one in legal if state.action_to_string(one) == "wait"), None)
        if wait is None:
            step(state, chooser)
            continue
        others = [one for one in range(4) if one != seat]
        before = [state.information_state_string(one) for one in others]
        state.apply_action(wait)
        assert before == [state.information_state_string(one) for one in others]
        assert f"{seat}:wait; " in state.information_state_string(seat)
        waited += 1
    assert waited


@pytest.mark.compiles(sampled=True, game="doppelkopf")
def test_offers_may_be_left_out() -> None:
    for state in walk(load("doppelkopf", offers="no"), 5):
        if not state.is_chance_node():
            assert not any(state.action_to_string(one) == "wait" for one in state.legal_actions())


# copies, and what is written down


@pytest.mark.compiles(sampled=True)
def test_a_copy_goes_on_by_itself() -> None:
    game = load("agurk", players=3)
    for state in walk(game, 8):
        if state.is_terminal():
            break
        before, copy = str(state), state.clone()
        step(copy, random.Random(1))
        assert str(state) == before
        assert copy.history()[:-1] == state.history()


@pytest.mark.compiles(sampled=True)
def test_what_is_written_down_is_read_back(smallest: Table, many: Many) -> None:
    """Games and states, at every node of some matches; they go on alike."""
    game = load_table(smallest, recall=3)
    for i, state in enumerate(walk(game, 6, many(500, 120))):
        if i % 11:
            continue
        read, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert (str(read), str(again), again.history()) == (str(game), str(state), state.history())
        assert str(pickle.loads(pickle.dumps(state))) == str(state)
        for seat in range(game.num_players()):
            assert again.information_state_string(seat) == state.information_state_string(seat)
            assert again.information_state_tensor(seat) == state.information_state_tensor(seat)
        if not state.is_terminal():
            copies = state.clone(), again
            for copy in copies:
                step(copy, random.Random(i))
            assert str(copies[0]) == str(copies[1])


@pytest.mark.compiles(sampled=True)
def test_a_world_that_was_drawn_can_be_written_down() -> None:
    state = asked(load("agurk", players=4), 2, 5)
    other = state.resample_from_infostate(state.current_player(), lambda: 0.5)
    step(other, random.Random(1))
    again = state.get_game().deserialize_state(other.serialize())
    assert str(again) == str(other)
    assert again.history() == other.history()


@pytest.mark.compiles(sampled=True)
def test_what_is_damaged_is_refused() -> None:
    """A byte that is wrong, wherever it is; a cut; the state of another game; a history that is not the state's."""
    game = load("agurk", players=2)
    state = asked(game, 3, 2)
    written, chooser = state.serialize(), random.Random(9)
    for _ in range(300):
        at = chooser.randrange(len(written))
        wrong = written[:at] + chooser.choice("0AZ+/=,:\n") + written[at + 1 :]
        if wrong == written:
            continue
        try:
            read = game.deserialize_state(wrong)
        except pyspiel.SpielError:
            continue
        assert str(read) == str(state)
    for wrong in ("", "nonsense", written[:-40], written[: len(written) // 2]):
        with pytest.raises(pyspiel.SpielError):
            game.deserialize_state(wrong)
    with pytest.raises(pyspiel.SpielError, match="this is a state of agurk"):
        load("agurk", players=3).deserialize_state(written)
    head, rest = written.split("\n", 1)
    with pytest.raises(pyspiel.SpielError, match="history of the state is not that of its contents"):
        game.deserialize_state(head.rpartition(",")[0] + "\n" + rest)


# returns


@pytest.mark.compiles(sampled=True)
def test_returns_are_what_the_deal_is_worth() -> None:
    """Agurk: nothing but what the losers of the last trick lose; less the mean of all where sums are to be 0."""
    for seed in range(5):
        own, even = (list(walk(load("agurk", players=3, zero_sum=word), seed))[-1] for word in ("no", "yes"))
        lost = own.returns()
        assert max(lost) == 0 > min(lost)
        assert even.returns() == [pytest.approx(one - sum(lost) / 3) for one in lost]
        assert sum(even.returns()) == pytest.approx(0)
    assert load("agurk", zero_sum="yes").get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


@pytest.mark.compiles(sampled=True)
def test_rewards_of_a_match_add_up_to_its_returns() -> None:
    game = load("agurk", players=2, unit="match")
    total = [0.0, 0.0]
    for state in walk(game, 4):
        if not state.is_chance_node():
            total = [one + other for one, other in zip(total, state.rewards(), strict=True)]
            assert total == state.returns()
    assert state.is_terminal()
    assert min(total) <= -21


# observers


def kinds_of_observation() -> list[Any]:
    whose = (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.ALL_PLAYERS)
    return [
        pyspiel.IIGObservationType(public, recall, private)
        for public in (True, False)
        for recall in (True, False)
        for private in whose
    ]


@pytest.mark.compiles(sampled=True)
def test_observers_write_what_they_are_asked_for() -> None:
    """All switches; named parts are views of the one tensor, and own hands are in it only where that is asked for."""
    from open_spiel.python.observation import make_observation

    game = load("agurk", players=3, recall=4)
    state = asked(game, 5, 4)
    for kind in kinds_of_observation():
        observation = make_observation(game, kind)
        observation.set_from(state, 1)
        assert sum(part.size for part in observation.dict.values()) == observation.tensor.size
        assert all(part.base is not None for part in observation.dict.values())
        assert observation.dict["player"].tolist() == [0, 1, 0]
        private = kind.private_info != pyspiel.PrivateInfoType.NONE
        assert ("hand" in observation.dict) == private
        assert ("next2.hand" in observation.dict) == (kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS)
        assert ("score" in observation.dict) == kind.public_info
        assert ("past" in observation.dict) == (kind.public_info and kind.perfect_recall and private)
        text = observation.string_from(state, 1)
        assert ("hand[" in text) == private
        assert (":play " in text) == (kind.public_info and kind.perfect_recall)
    with pytest.raises(pyspiel.SpielError, match="an observer has no parameters"):
        make_observation(game, None, {"form": 1})


@pytest.mark.compiles(sampled=True, game="hearts")
def test_tensors_of_the_library_are_those_of_the_observers() -> None:
    """Asked for through C++ or through Python, and as parts, an observation is the same."""
    game = load("hearts", recall=5)
    assert game.observation_tensor_size() == len(game.observing.tensor)
    for state in list(walk(game, 1))[60:90:7]:
        for seat in range(4):
            for ours, theirs in (
                (state.observation_tensor, pyspiel.State.observation_tensor),
                (state.information_state_tensor, pyspiel.State.information_state_tensor),
            ):
                assert ours(seat) == theirs(state, seat)
            assert state.information_state_string(seat) == pyspiel.State.information_state_string(state, seat)
    layout = ProgramTable("hearts", 4, {}, 5).observation
    assert game.informed.dict["hand"].shape == layout["hand"].shape
    assert game.informed.dict["past"].shape == (5, 3)


@pytest.mark.long
def test_a_game_that_hides_nothing_says_so() -> None:
    kinds = pyspiel.GameType.Information
    for name in catalogue():
        hides = bool(find(name)[0].layout.hidden)
        wanted = kinds.IMPERFECT_INFORMATION if hides else kinds.PERFECT_INFORMATION
        assert load(name).get_type().information == wanted


def test_a_game_is_pickled_with_what_rests_on_it() -> None:
    """Also solvers and policies of tools, which hold the game."""
    game = pyspiel.load_game("torite_agurk(hand_size=2,players=2,shuffles=2,zero_sum=yes)")
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert type(again) is type(game)


def test_an_action_that_there_is_not_has_no_text() -> None:
    game = pyspiel.load_game("torite_agurk(players=2)")
    state = game.new_initial_state()
    for action in (-1, 10**6):
        with pytest.raises(pyspiel.SpielError, match="there is no action"):
            state.action_to_string(0, action)
