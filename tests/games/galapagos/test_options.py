"""The table of options: what may be agreed, defaults, clauses, and the two variants."""

from __future__ import annotations

from typing import Any

import pytest

import torite
from tests.aloud import plain
from tests.clauses import clause
from tests.games.galapagos.asking import PLAIN, WITH_JOKERS, legal, refuses
from tests.games.galapagos.naive import DEFAULTS

TABLE: dict[str, tuple[list[Any], str]] = {
    "target": ([100, 500, 1000, 12345], "GALA-7.2 GALA-7.3"),
    "century_mark": (["at_least_100", "over_100"], "GALA-4.3"),
    "meld_overlap": (["set_and_sequence", "none"], "GALA-3.9"),
    "ace_both_ends": ([False, True], "GALA-3.8"),
    "trump_bonus_time": (["at_melds", "at_tricks"], "GALA-3.10"),
    "meld_reveal": (["on_demand", "always", "never"], "GALA-3.13"),
    "trump_naming": (["simultaneous", "last_taker_first"], "GALA-5.2"),
    "review_piles": (["all_own", "own_won_only"], "GALA-1.7"),
    "jokers": ([False, True], "GALA-8.1"),
    "joker_surplus": (["discard_two_unseen", "reveal_two"], "GALA-8.3"),
    "joker_exchange": (["with_won_card", "none"], "GALA-8.6"),
    "joker_follow": (["free", "as_trump_suit"], "GALA-8.10"),
}


def test_options_are_those_of_the_table() -> None:
    """No more and no fewer, each with its clauses and values."""
    game, _ = torite.games()[PLAIN]
    about = game.option_class.about()
    assert set(TABLE) == set(about)
    for name, (values, cited) in TABLE.items():
        assert set(cited.split()) <= set(about[name].clause.split())
        if name != "target":
            assert sorted(map(plain, values)) == sorted(map(str, game.option_class.allowed(name)))


@clause("GALA-7.2", "GALA-4.3", "GALA-3.8", "GALA-3.9", "GALA-3.10", "GALA-3.13", "GALA-5.2", "GALA-1.7")
@pytest.mark.parametrize(("variant", "jokers"), [(PLAIN, False), (WITH_JOKERS, True)])
def test_defaults_of_both_variants(variant: str, jokers: bool) -> None:
    """As the clauses list them; the joker variant differs in the jokers alone."""
    expected = {name: plain(value) for name, value in (DEFAULTS | {"jokers": jokers}).items()}
    assert expected == torite.Match(variant, seed=1).options.texts()


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize("variant", [PLAIN, WITH_JOKERS])
def test_every_value_can_be_agreed(name: str, variant: str) -> None:
    """In either variant; anything else is refused with the clause."""
    for value in TABLE[name][0]:
        m = torite.Match(variant, options={name: value}, seed=1)
        assert plain(value) == m.options.texts()[name]
        assert 13 == len(legal(m, 0)) == len(legal(m, 1))
    with pytest.raises(torite.BadOptions) as fault:
        torite.Match(variant, options={name: "sometimes"}, seed=1)
    assert TABLE[name][1].split()[0] in fault.value.say("en")


@clause("GALA-7.2")
def test_least_target() -> None:
    """100."""
    assert [True, False] == [refuses(target=99), refuses(target=100)]
    assert refuses(target=0)


@clause("GALA-3.18")
@pytest.mark.parametrize("variant", [PLAIN, WITH_JOKERS])
def test_options_that_contradict_each_other(variant: str) -> None:
    """An ace in two runs, and each card in one meld; told in both languages with the clause."""
    with pytest.raises(torite.BadOptions) as fault:
        torite.Match(variant, options={"ace_both_ends": True, "meld_overlap": "none"}, seed=1)
    assert "GALA-3.18" in fault.value.say("en")
    assert "GALA-3.18" in fault.value.say("ja")
    assert fault.value.say("en") != fault.value.say("ja")
    assert not refuses(variant, ace_both_ends=True)
    assert not refuses(variant, meld_overlap="none")


@pytest.mark.parametrize("variant", [PLAIN, WITH_JOKERS])
def test_two_players(variant: str) -> None:
    """Always."""
    assert ((2, 2), 2) == (torite.games()[variant][1].seats, torite.games()[variant][1].default_seats)
    assert refuses(variant, seats=1)
    assert refuses(variant, seats=3)
    assert {0, 1} == set(torite.Match(variant, seed=1).actors)


def test_catalogue() -> None:
    """The two variants of one game, with titles in both languages."""
    for name in (PLAIN, WITH_JOKERS):
        game, variant = torite.games()[name]
        assert ("galapagos", name) == (game.name, variant.name)
        titles = [game.words(language)(f"variant.{name}.title") for language in ("en", "ja")]
        assert all(titles)
        assert name not in titles
