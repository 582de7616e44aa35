"""The table of options: what may be agreed, defaults, clauses, and the two variants."""

from __future__ import annotations

from typing import Any

import pytest

import torite
from tests.aloud import plain
from tests.clauses import clause
from tests.games.emissary.builders import PUBLISHED, SEED, legal, table
from tests.games.emissary.naive import DEFAULTS
from tests.games.emissary.naive import PUBLISHED as PUBLISHED_OPTIONS

TABLE: dict[str, tuple[list[Any], str]] = {
    "mode": (["easy", "hard"], "EMIS-7.1 EMIS-7.2"),
    "vassal_selection": (["two_windows", "one_window", "any_time"], "EMIS-5.2 EMIS-5.5"),
    "power_timing": (["any_time", "between_tricks"], "EMIS-5.7"),
    "diplomacy_refill": ([True, False], "EMIS-6.2 EMIS-6.3"),
    "politics_ban": (["position_8", "last_visit"], "EMIS-6.9 EMIS-6.10"),
    "unused_vassal_carryover": (["refresh_all", "stay_down"], "EMIS-9.5"),
    "recycle_for_powers": ([True, False], "EMIS-4.2"),
    "stop_when_lost": ([True, False], "EMIS-3.11"),
    "show_seen_cards": ([False, True], "EMIS-11.3"),
}


def test_options_are_those_of_the_table() -> None:
    """No more and no fewer, each with its clauses and values, and words in both languages."""
    game, _ = torite.games()[SEED]
    about = game.option_class.about()
    assert set(TABLE) == set(about)
    for name, (values, cited) in TABLE.items():
        assert cited == about[name].clause
        assert sorted(map(plain, values)) == sorted(map(str, game.option_class.allowed(name)))


@clause("EMIS-7.2", "EMIS-5.5", "EMIS-5.7", "EMIS-6.3", "EMIS-6.10", "EMIS-9.5", "EMIS-4.2", "EMIS-3.11", "EMIS-11.3")
@pytest.mark.parametrize(("variant", "options"), [(SEED, DEFAULTS), (PUBLISHED, PUBLISHED_OPTIONS)])
def test_defaults_of_both_variants(variant: str, options: dict[str, Any]) -> None:
    """As the clauses list them."""
    assert {name: plain(value) for name, value in options.items()} == torite.Match(variant, seed=1).options.texts()


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize("variant", [SEED, PUBLISHED])
def test_every_value_can_be_agreed(name: str, variant: str) -> None:
    """In either variant; anything else is refused with the clause."""
    for value in TABLE[name][0]:
        m = torite.Match(variant, options={name: value}, seed=1)
        assert plain(value) == m.options.texts()[name]
        assert 8 == len(legal(m))
    with pytest.raises(torite.BadOptions) as fault:
        torite.Match(variant, options={name: "sometimes"}, seed=1)
    assert TABLE[name][1] in fault.value.say("en")


@pytest.mark.parametrize("variant", [SEED, PUBLISHED])
def test_one_seat_and_no_more(variant: str) -> None:
    """A game for one; the king is a figure, who has no seat."""
    assert (1, 1) == torite.games()[variant][1].seats
    with pytest.raises(torite.BadOptions):
        torite.Match(variant, seats=2, seed=1)
    m = torite.Match(variant, seed=1)
    assert (1, (0,)) == (m.seats, m.actors)
    with pytest.raises(torite.ToriteError):
        m.act(1, "visit 1")


@clause("EMIS-5.13", "EMIS-6.3", "EMIS-6.10", "EMIS-5.7")
def test_published_variant_plays_as_published() -> None:
    """No selecting, powers between tricks only, no refill, Politics also at kingdom 8."""
    m = table("D3 D8 H2 H5 S4 S6 C7 C8", "H6", at=8, variant=PUBLISHED)
    politics = {f"use SJ {place}" for place in range(1, 8)}
    assert {"turn", "use HJ", "use CJ", "use DJ", *politics} == legal(m)
    m.act(0, "use HJ")
    assert (6, 24) == (len(m.cards(0)), m.public.stock_left)
    m.act(0, "turn")
    assert {"play H2", "play H5"} == legal(m)
