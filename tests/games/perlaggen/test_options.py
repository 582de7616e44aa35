"""The table of options: what may be agreed, defaults, clauses, and the one variant."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.perlaggen.builders import GAME
from tests.games.perlaggen.naive import DEFAULTS
from torite.games import perlaggen

TABLE: dict[str, tuple[list[Any], list[Any]]] = {  # allowed, refused
    "target": ([3, 4, 18, 24, 1000], [2, 0, -5, "many", 1001]),
    "cut_ritual": (["auto", "interactive", "off"], ["on", 3]),
    "exchange_after_decline": (["none", "partner"], ["both"]),
    "wild_duty": (["never", "trump_lead_only"], ["always"]),
    "wild_designation": (["must_satisfy_duty", "any"], ["none"]),
    "equal_card": (["wild_strength", "first_played"], ["last_played"]),
    "played_cards": (["last_trick", "open"], ["closed"]),
    "wild_binding": (["claims_only", "when_played"], ["never"]),
    "figure_tie": (["nobody", "first_claim"], ["both"]),
    "raise_needs_figure": ([True, False], ["perhaps"]),
    "fifth_trick": (["led_or_wild", "led_trump_or_wild", "spiel_only", "off"], ["led"]),
    "max_value": ([2, 3, 18, 1000], [1, 0, "much", 1001]),
    "gestrichen_may_raise": ([True, False], ["perhaps"]),
    "announce_mode": (["free", "polled"], ["silent"]),
    "table_talk": (["public", "team", "off"], ["loud"]),
    "showdown": (["procedure", "auto"], ["none"]),
    "showdown_concession": (["compared", "group1"], ["group2"]),
    "instant_win": ([True, False], ["later"]),
    "gestrichen_compare": (["pooled", "by_element"], ["none"]),
}


def text(value: Any) -> str:
    """An option's value as records write it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def numbers(cited: str) -> list[str]:
    """The numbers of clauses in a text, those of a range written out."""
    found = []
    for first, last in re.findall(r"(\d+\.\d+)(?:[–-](\d+\.\d+))?", cited):
        section, _, low = first.partition(".")
        high = int(last.partition(".")[2]) if last else int(low)
        found += [f"{section}.{number}" for number in range(int(low), high + 1)]
    return found


def test_options_are_those_of_the_clauses() -> None:
    """Names, defaults and clauses of the table; no more and no fewer."""
    page = (Path(perlaggen.__file__).parent / "clauses.md").read_text(encoding="utf-8")
    section = page.split("## Options")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| `?(\w+)`?(?: \(.+\))? \| (.+?) \|$", section, re.M)
    about = torite.games()[GAME][0].option_class.about()
    assert list(DEFAULTS) == [name for name, _, _, _ in rows] == list(about) == list(TABLE)
    assert {name: str(value).lower() for name, value in DEFAULTS.items()} == {
        name: default for name, _, default, _ in rows
    }
    for name, _, _, cited in rows:
        assert set(numbers(cited)) <= set(numbers(about[name].clause)), name
        allowed = TABLE[name][0]
        if isinstance(allowed[0], str):
            assert sorted(allowed) == sorted(torite.games()[GAME][0].option_class.allowed(name))


@clause(
    "PERL-2.2", "PERL-2.13", "PERL-3.9", "PERL-3.10", "PERL-3.12", "PERL-3.15", "PERL-4.10", "PERL-4.11", "PERL-5.12",
    "PERL-5.14", "PERL-5.18", "PERL-5.20", "PERL-6.3", "PERL-6.6", "PERL-8.10", "PERL-9.2", "PERL-9.4", "PERL-9.5",
    "PERL-10.5",
)  # fmt: skip
def test_defaults() -> None:
    """As the clauses list them; there is one variant."""
    assert {name: text(value) for name, value in DEFAULTS.items()} == torite.Match(GAME, seed=1).options.texts()
    assert [GAME] == [name for name, (game, _) in torite.games().items() if game.name == GAME]


@pytest.mark.parametrize("name", TABLE)
def test_every_value_can_be_agreed(name: str) -> None:
    """Anything else is refused with the clause."""
    allowed, refused = TABLE[name]
    cited = numbers(torite.games()[GAME][0].option_class.about()[name].clause)[0]
    for value in allowed:
        assert text(value) == torite.Match(GAME, options={name: value}, seed=1).options.texts()[name]
    for value in refused:
        with pytest.raises(torite.BadOptions) as fault:
            torite.Match(GAME, options={name: value}, seed=1)
        assert f"PERL-{cited}" in fault.value.say("en")
        assert fault.value.say("en") != fault.value.say("ja")


def test_any_values_may_be_combined() -> None:
    """Also those of which one has no effect beside another."""
    for name, (allowed, _) in TABLE.items():
        for other, (more, _) in TABLE.items():
            if name < other:
                torite.Match(GAME, options={name: allowed[-1], other: more[-1]}, seed=1)


def test_four_players_and_no_others() -> None:
    """Two teams of two."""
    assert (4, 4) == torite.games()[GAME][1].seats
    for seats in (1, 2, 3, 5, 6):
        with pytest.raises(torite.BadOptions):
            torite.Match(GAME, seats=seats, seed=1)


def test_every_option_is_told_in_both_languages() -> None:
    """With its values."""
    game, _ = torite.games()[GAME]
    for language in ("en", "ja"):
        words = game.words(language)
        for name, (allowed, _) in TABLE.items():
            assert words(f"option.{name}.text")
            for value in allowed if isinstance(allowed[0], str) else ():
                assert words(f"option.{name}.value.{value}")
    assert game.words("en")("option.target.text") != game.words("ja")("option.target.text")
