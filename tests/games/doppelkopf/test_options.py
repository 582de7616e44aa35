"""The table of options, the presets and the refused combinations: section 20 and the clauses that options rest on."""

import re
from pathlib import Path
from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.doppelkopf.builders import contract, normal, play_random, refuses

CLAUSES = Path(__file__).parents[3] / "src/torite/games/doppelkopf/clauses.md"
BIG, DDV, FORTY = "doppelkopf", "doppelkopf-ddv", "doppelkopf-40"
VARIANTS = (BIG, DDV, FORTY)
SPOKEN = {"on": "yes", "off": "no"}

# section 20: name, values, default; the first is what everything but the presets has
OPTIONS: dict[str, tuple[list[str], str]] = {
    "deck": (["48", "40"], "48"),
    "first_dealer": (["random", "0", "1", "2", "3"], "random"),
    "tournament": (["no", "yes"], "no"),
    "diamond_suit_solo": (["yes", "no"], "yes"),
    "poverty_allowed": (["yes", "no"], "yes"),
    "poverty_announce_returned_trumps": (["no", "yes"], "no"),
    "all_reservers_pass": (["normal_game", "first_must_solo"], "normal_game"),
    "solo_leader": (["forehand", "soloist"], "forehand"),
    "n_threshold": (["under", "at_most"], "under"),
    "reply_limit": (["requirement_minus_one", "announcer_hand_minus_one"], "requirement_minus_one"),
    "late_reply_opens_90": (["yes", "no"], "yes"),
    "marriage_alone_announcements": (["shift_two", "forbidden"], "shift_two"),
    "overachievement_points": (["yes", "no"], "yes"),
    "draw_scoring": (["extras_only", "ddv"], "extras_only"),
    "charlie_capture": (["yes", "no"], "yes"),
    "extra_points_mode": (["zero_sum", "gain_only"], "zero_sum"),
    "solo_factor": (["3", "1"], "3"),
    "heart10_rule": (["first_wins", "second_wins", "second_wins_except_last"], "first_wins"),
    "solo_overcall": (["no", "yes"], "no"),
    "redeal_right_40": (["yes", "no"], "yes"),
    "last_fox_mode": (["replace", "add"], "replace"),
    "defence_bonus_in_solo": (["no", "yes"], "no"),
    "show_last_trick": (["yes", "no"], "yes"),
    "show_running_points": (["no", "yes"], "no"),
}
PRESETS: dict[str, dict[str, str]] = {
    BIG: {},
    DDV: {
        "poverty_allowed": "no",
        "all_reservers_pass": "first_must_solo",
        "late_reply_opens_90": "no",
        "against_the_queens": "on",
        "draw_scoring": "ddv",
        "charlie_capture": "no",
    },
    FORTY: {"deck": "40"},
}
ONLY_FORTY = ("redeal_right_40", "last_fox_mode", "defence_bonus_in_solo")


def texts(variant: str, **options: Any) -> dict[str, str]:
    """The options of a match, as they are written."""
    return torite.Match(variant, options=options, seed=1).options.texts()


@clause("DOKO-1.1", "DOKO-18.1")
def test_table_of_the_clauses_is_the_one_tested() -> None:
    """Names, values and defaults of section 20 are those that these tests go by."""
    section = CLAUSES.read_text(encoding="utf-8").split("## 20. ")[1].split("## 21. ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \|", section, re.M)
    found = {name: (values, default) for name, values, default in rows if name in OPTIONS}
    assert set(OPTIONS) | {"players", "deal_count", "against_the_queens"} == {name for name, *_ in rows}
    for name, (values, default) in OPTIONS.items():
        written, usual = found[name]
        assert SPOKEN.get(usual.strip("`"), usual.strip("`")) == default
        words = set(re.findall(r"\w+", written)) & {"on", "off", "48", "40", "3", "1", *values}
        if name not in ("first_dealer", "deck") and "only" not in written:
            assert {SPOKEN.get(word, word) for word in words} == set(values)


@clause("DOKO-1.6", "DOKO-3.7", "DOKO-5.7", "DOKO-7.8", "DOKO-9.1", "DOKO-16.1", "DOKO-17.1", "DOKO-18.6", "DOKO-19.2")
@pytest.mark.parametrize("variant", VARIANTS)
def test_defaults_and_presets(variant: str) -> None:
    """Every option has its default, but for what the preset says."""
    wanted = {name: default for name, (_, default) in OPTIONS.items()} | PRESETS[variant]
    found = texts(variant)
    assert wanted == {name: found[name] for name in wanted}
    assert {*OPTIONS, "deal_count", "against_the_queens"} == set(found)


@clause("DOKO-1.1", "DOKO-18.1")
def test_variants_and_their_numbers_of_players() -> None:
    """Three presets; the small pack is for four only."""
    names = {name for name in torite.games() if name.startswith("doppelkopf")}
    assert set(VARIANTS) == names
    assert {BIG: (4, 5), DDV: (4, 5), FORTY: (4, 4)} == {name: torite.games()[name][1].seats for name in names}
    assert [4, 4, 4] == [torite.games()[name][1].default_seats for name in VARIANTS]


@clause("DOKO-18.1", "DOKO-15.15", "DOKO-15.16", "DOKO-17.1", "DOKO-18.6")
@pytest.mark.parametrize(
    ("variant", "seats", "options", "refused"),
    [
        (BIG, 5, {"deck": 40}, True),
        (BIG, 4, {"deck": 40}, False),
        (DDV, 5, {"deck": 40}, True),
        (FORTY, 4, {"tournament": "yes"}, True),
        (FORTY, 4, {"solo_overcall": "yes"}, True),
        (FORTY, 4, {"deck": 48}, False),
        (FORTY, 4, {"deck": 48, "tournament": "yes"}, False),
        (BIG, 4, {"tournament": "yes", "deal_count": 24}, True),
        (BIG, 4, {"tournament": "yes", "deal_count": 1}, True),
        (BIG, 4, {"tournament": "yes"}, False),
        (DDV, 5, {"tournament": "yes"}, False),
        *((BIG, 4, {name: OPTIONS[name][0][1]}, True) for name in ONLY_FORTY),
        *((BIG, 4, {name: OPTIONS[name][0][0]}, False) for name in ONLY_FORTY),
        *((FORTY, 4, {name: OPTIONS[name][0][1]}, False) for name in ONLY_FORTY),
        *((BIG, 4, {name: OPTIONS[name][0][1], "deck": 40}, False) for name in ONLY_FORTY),
        *((FORTY, 4, {name: OPTIONS[name][0][1], "deck": 48}, True) for name in ONLY_FORTY),
        (BIG, 4, {"first_dealer": "3"}, False),
        (BIG, 4, {"first_dealer": "4"}, True),
        (BIG, 5, {"first_dealer": "4"}, False),
        (BIG, 4, {"deal_count": 0}, True),
        (BIG, 4, {"deal_count": 1}, False),
        (BIG, 4, {"against_the_queens": "on"}, False),
        (FORTY, 4, {"against_the_queens": "off", "defence_bonus_in_solo": "yes"}, False),
    ],
)
def test_refused_combinations(variant: str, seats: int, options: dict[str, Any], refused: bool) -> None:
    """What section 20 names is refused, and what stands next to it is not."""
    assert refused == refuses(variant, seats, **options)


@clause("DOKO-18.1", "DOKO-15.16")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", [*OPTIONS, "against_the_queens"])
def test_everything_else_combines(variant: str, name: str) -> None:
    """Any value of any option goes with any preset, unless it is named."""
    small = variant == FORTY
    for value in OPTIONS.get(name, (["on", "off"], ""))[0]:
        named = (
            (small and name in ("tournament", "solo_overcall") and value == "yes")
            or (not small and name in ONLY_FORTY and value != OPTIONS[name][1])
        )  # fmt: skip
        assert named == refuses(variant, 4, **{name: value})


@clause("DOKO-1.6")
@pytest.mark.parametrize(
    "options",
    [
        {"players": 4}, {"heart10": "first_wins"}, {"heart10_rule": "third_wins"}, {"solo_factor": 2}, {"deck": 44},
        {"first_dealer": "5"}, {"first_dealer": "east"}, {"tournament": "perhaps"}, {"deal_count": -3},
    ],
)  # fmt: skip
def test_unknown_names_and_values_are_refused(options: dict[str, Any]) -> None:
    """The number of players is that of the seats, and no option."""
    assert refuses(**options)


@clause("DOKO-1.1", "DOKO-18.1")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("switched", [name for name in OPTIONS if name not in ("deck", "tournament", "first_dealer")])
def test_a_deal_with_each_option_switched(variant: str, switched: str) -> None:
    """Whatever is agreed, a deal can be played to its end."""
    value = OPTIONS[switched][0][1 if OPTIONS[switched][1] == OPTIONS[switched][0][0] else 0]
    if PRESETS[variant].get(switched, OPTIONS[switched][1]) == value:
        value = OPTIONS[switched][1]
    if refuses(variant, 4, **{switched: value}):
        return
    m = torite.Match(variant, options={switched: value, "deal_count": 1}, seed=len(switched), pause=True)
    for seed in range(50):
        play_random(m, seed)
        m.go_on()
        if m.over:
            break
    assert m.over


@clause("DOKO-5.2")
@pytest.mark.parametrize("variant", VARIANTS)
def test_each_preset_has_a_normal_game(variant: str) -> None:
    """All pass, and a normal game is played to its end."""
    m = normal(variant=variant)
    assert "normal" == contract(m)
    assert play_random(m).log.deal_over
