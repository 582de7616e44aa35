"""The preset table, the options and their combinations: sections 13 and 14 and clauses CUC-7."""

import enum
from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.cucumber.builders import PRESETS, VARIANTS, at_table, last_trick, out, refuses, score, seats_of

COLUMNS = [column for column in PRESETS["agurk"] if column != "players"]
DEFAULTS = {
    "redouble_needs_double": True,
    "stock_empty": "refuse",
    "starting_chips": 10,
    "ante_chips": 1,
    "buy_in_antes": 2,
    "fixed_deals": 0,
    "multi_follow": "highest",
    "keep_last_single": True,
    "shrink_end": "restart",
    "club6_always_out": False,
}
CHOICES: dict[str, list[Any]] = {
    "beat_reference": ["previous", "highest"],
    "lead_rule": ["any", "lowest"],
    "ace_rule": ["none", "previous_ace", "once_per_trick"],
    "last_trick_ace": ["high", "low"],
    "jokers": [0, 1, 3],
    "joker_rank": ["as_ace", "above_ace"],
    "top_cards": ["none", "C6=21", "S7=16,C7=15"],
    "last_trick_tie": ["refund", "all_lose"],
    "out_compare": ["ge", "gt"],
    "exchange": ["none", "same_count", "rassi", "dealer_gate", "one_fewer"],
    "stock_empty": ["refuse", "reshuffle"],
    "buy_in": ["none", "free"],
    "buy_in_antes": [1, 2],
    "leftover": ["hidden", "face_up"],
    "lead_count": ["one", "same_rank_set"],
    "multi_follow": ["highest", "pairwise"],
    "shrink_end": ["restart", "stay", "bounce"],
    "first_leader": ["left", "dealer"],
    "next_dealer": ["clockwise", "weakest_last"],
    "hand_rule": ["fixed", "shrink", "loser_points"],
}
SWITCHES = [
    "beat_equal", "may_duck", "exact_reset", "redouble_needs_double", "contra", "played_visible",
    "keep_last_single", "club6_always_out", "ante",
]  # fmt: skip


def value_of(options: Any, column: str) -> Any:
    """An option of a running match in the words of the preset table."""
    value = getattr(options, column)
    if isinstance(value, enum.Enum):
        return value.name.lower()
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "/".join(map(str, value)) if isinstance(value, tuple) else value


@clause("CUC-7.3")
@pytest.mark.parametrize("variant", VARIANTS)
def test_preset_table(variant: str) -> None:
    """Each preset has the values of its row; a dash leaves what has no effect."""
    names = {"C6=21": "c6", "S7=16,C7=15": "s7_c7"}
    options: Any = at_table(variant=variant).options
    for column in COLUMNS:
        wanted = PRESETS[variant][column]
        if wanted != "-":
            assert (column, names.get(wanted, wanted)) == (column, value_of(options, column))
    assert PRESETS[variant]["two_decks_from"] in ("-", options.two_decks_from)


@clause("CUC-7.3")
@pytest.mark.parametrize("variant", VARIANTS)
def test_defaults_of_section_14(variant: str) -> None:
    """Options that are no columns of the table have their defaults in every preset."""
    options = at_table(variant=variant).options
    values = {option: getattr(options, option) for option in DEFAULTS}
    assert DEFAULTS == {o: v.name.lower() if isinstance(v, enum.Enum) else v for o, v in values.items()}


@clause("CUC-7.1")
@pytest.mark.parametrize("variant", VARIANTS)
def test_numbers_of_players(variant: str) -> None:
    """The number of players lies in the range of the preset, both ends included."""
    least, most = seats_of(variant)
    assert [True, False, False, True] == [refuses(variant, n) for n in (least - 1, least, most, most + 1)]


@clause("CUC-7.1")
@pytest.mark.parametrize(
    ("variant", "seats", "options", "refused"),
    [
        ("agurk", 4, {"hand_size": 13}, False),
        ("agurk", 4, {"hand_size": 14}, True),
        ("agurk", 5, {"hand_size": 11}, True),
        ("agurk", 5, {"hand_size": 11, "jokers": 3}, False),
        ("agurk", 5, {"hand_size": 11, "jokers": 1}, True),
        ("agurk", 5, {"hand_size": 20, "two_decks_from": 5}, False),
        ("agurk", 5, {"hand_size": 20, "two_decks_from": 6}, True),
        ("agurk", 5, {"hand_size": 21, "two_decks_from": 5}, True),
        ("gurka-is", 4, {"hand_size": 13}, False),
        ("gurka-is", 4, {"hand_size": 14}, True),
        ("gurka-no", 8, {"two_decks_from": None}, True),
        ("norwegian", 7, {"hand_size": 1, "two_decks_from": None}, False),
        ("norwegian", 8, {"hand_size": 1, "two_decks_from": None}, True),
        ("norwegian", 6, {"hand_size": 9}, True),
        ("norwegian", 5, {"hand_size": 9}, False),
        ("rassi", 9, {"two_decks_from": None}, True),
        ("rassi", 8, {"two_decks_from": None}, False),
        ("ogorek", 17, {"two_decks_from": None}, True),
        ("agurk", 3, {"hand_size": 0}, True),
        ("matapesa", 3, {"hand_size": 7}, True),
        ("matapesa", 3, {"hand_rule": "fixed"}, True),
        ("agurk", 3, {"hand_rule": "all"}, True),
        ("agurk", 3, {"hand_rule": "all", "hand_size": 0}, False),
        ("gurka-is", 3, {"hand_size": 0}, True),
    ],
)
def test_largest_hand_must_fit_the_pack(variant: str, seats: int, options: Any, refused: bool) -> None:
    """The largest hand that can come up, once for each player, must not exceed the pack."""
    assert refused == refuses(variant, seats, **options)


@clause("CUC-7.2")
@pytest.mark.parametrize(
    ("variant", "options"),
    [
        *(("matapesa", {"exchange": kind}) for kind in ("same_count", "rassi", "dealer_gate", "one_fewer")),
        ("agurk-joker", {"leftover": "face_up"}),
        ("gurka-is", {"ace_rule": "previous_ace"}),
        ("gurka-se-ace", {"lead_count": "same_rank_set"}),
        ("gurka-no-ace", {"lead_count": "same_rank_set"}),
        ("agurk", {"buy_in": "paid"}),
        ("gurka-se", {"ante": False}),
        ("gurka-se", {"starting_chips": 2, "ante_chips": 3}),
        *(("agurk", {name: 0}) for name in ("out_at", "ace_points", "joker_points", "ante_chips", "fixed_deals")),
        *(("agurk", {name: -1}) for name in ("out_at", "ace_points", "joker_points", "ante_chips", "fixed_deals")),
        *(("agurk", {"court_points": points}) for points in ("0/12/11", "13/0/11", "13/12/0")),
        *(("agurk", {"two_decks_from": number}) for number in (1, 0, -2)),
        ("agurk", {"jokers": 2}),
        ("agurk", {"buy_in_antes": 3, "ante": True, "buy_in": "paid"}),
    ],
)
def test_refused_combinations(variant: str, options: Any) -> None:
    """What the clause names is refused."""
    assert refuses(variant, **options)


@clause("CUC-7.2")
@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("gurka-se", {"starting_chips": 3, "ante_chips": 3}),
        ("agurk", {"starting_chips": 0, "ante_chips": 3}),
        ("agurk", {"two_decks_from": 2}),
        (
            "agurk",
            {"out_at": 1, "ace_points": 1, "joker_points": 1, "fixed_deals": 1, "court_points": "1/1/1"},
        ),
        ("gurka-se-short", {"ante": False}),
        ("agurk-joker", {"leftover": "hidden"}),
        ("gurka-se-ace", {"lead_count": "one"}),
    ],
)
def test_what_stands_next_to_the_refused(variant: str, options: Any) -> None:
    """The nearest allowed values are taken."""
    assert not refuses(variant, **options)


@clause("CUC-7.3")
@pytest.mark.parametrize("variant", ["agurk", "gurka-se-ace", "rassi", "matapesa", "gurka-is-exchange"])
@pytest.mark.parametrize("option", [*CHOICES, *SWITCHES])
def test_all_else_may_be_combined(variant: str, option: str) -> None:
    """Any value of any option goes with any preset unless CUC-7.1 or 7.2 names it."""
    row = PRESETS[variant]
    for value in CHOICES.get(option, [True, False]):
        named = (
            (option == "exchange" and value != "none" and row["leftover"] == "face_up")
            or (option == "leftover" and value == "face_up" and row["exchange"] != "none")
            or (option == "ace_rule" and value != "none" and row["lead_count"] == "same_rank_set")
            or (option == "lead_count" and value == "same_rank_set" and row["ace_rule"] != "none")
            or (option == "ante" and value is False and row["buy_in"] == "paid")
            or (option == "hand_rule" and row["hand_rule"] == "all")
        )
        assert named == refuses(variant, **{option: value})


@clause("CUC-7.3")
@pytest.mark.parametrize(
    "idle",
    [
        {"multi_follow": "pairwise"},
        {"keep_last_single": False},
        {"shrink_end": "bounce"},
        {"stock_empty": "reshuffle"},
        {"redouble_needs_double": False},
        {"starting_chips": 0, "ante_chips": 5},
        {"buy_in_antes": 1},
        {"club6_always_out": True},
        {"joker_rank": "as_ace", "joker_points": 20},
    ],
)
def test_options_without_anything_to_act_on(idle: dict[str, Any]) -> None:
    """An option that finds nothing to act on changes nothing."""

    def course(**options: Any) -> tuple[list[tuple[str, ...]], list[int]]:
        m = torite.Match("agurk", seats=3, options={"hand_size": 4, **options}, seed=11, pause=True)
        taken = []
        while not m.log.deal_over:
            taken.append(tuple(str(action) for action in m.actions(m.actors[0])))
            m.act(m.actors[0], taken[-1][-1])
        return taken, m.scores

    assert course() == course(**idle)


@clause("CUC-7.3")
def test_limit_is_idle_with_fixed_deals() -> None:
    """With `fixed_deals` the limit puts nobody out."""
    m = last_trick("C9 C2 C3", fixed_deals=2, out_at=1)
    assert ([], [9, 0, 0], False) == (out(m), score(m), m.over)


@clause("CUC-7.3")
def test_unknown_names_and_values_are_refused() -> None:
    """A misspelt option, value or variant is an error of its own."""
    assert refuses("agurk", beat_referenz="highest")
    assert refuses("agurk", beat_reference="strongest")
    assert refuses("agurk", beat_equal="perhaps")
    with pytest.raises(torite.UnknownName):
        torite.Match("agurke", seats=3)
