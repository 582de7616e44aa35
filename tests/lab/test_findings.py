"""What is said of a run is what is more than chance, and no more."""

from __future__ import annotations

import re
from typing import Any

import numpy
import pytest

from torite.lab import Comparison, Report, Table
from torite.lab.findings import findings, in_a_row, interval_of, listed, placed, strict, titles, wording, written
from torite.lab.rows import Row, rows_of
from torite.lab.told import TableTold
from torite.words import LANGUAGES

OUT = "The score that puts a player out"  #: the option by which the tables of `compared` differ


def cell(mean: float, error: float, difference: float = 0.0, apart: float = 0.0) -> dict[str, Any]:
    real = abs(difference) > apart
    return {"mean": mean, "error": error, "difference": difference, "difference_error": apart, "real": real}


def compared(
    shares: list[list[float]], error: float = 0.003, scores: tuple[float, ...] = (), unit: str = "match",
    bots: tuple[str, ...] = ("simple",), option: str = "out_at", seats: tuple[int, ...] = (0, 1, 2, 3),
) -> Comparison:  # fmt: skip
    """Invent what came of tables, from each seat's share of the win at each; places and payoffs are ten times that."""
    rows = []
    for seat in range(len(shares[0])):
        row: dict[str, Any] = {"seat": seat}
        for measure, factor in (("share", 1), ("place" if unit == "match" else "payoff", 10)):
            row[measure] = [
                cell(
                    factor * one[seat],
                    factor * error,
                    factor * (one[seat] - shares[0][seat]),
                    factor * error * (at > 0),
                )
                for at, one in enumerate(shares)
            ]
        row["score"] = [
            cell(9 + score, 0.1, score, 0.1 if score else 0)
            for score in (scores if scores and seat in seats else [0.0] * len(shares))
        ]
        if unit == "deal":
            row["share"] = [cell(0, 0) for _ in shares]
        rows.append(row)
    levels = (list(bots) * len(rows))[: len(rows)]
    tables = [
        TableTold(variant="agurk", options={"out_at": str(15 + 15 * at)}, bots=levels, rules="0")
        for at in range(len(shares))
    ]
    return Comparison(unit, 10_000, 1.0, False, rows, tables, 1, 0, option, [1] * len(shares), [1] * len(shares))


EVEN = [0.25, 0.25, 0.25, 0.25]
TILTED = [0.27, 0.23, 0.25, 0.25]


def test_seats_are_counted_as_the_reader_counts_them() -> None:
    """A page counts them from one: of places, and of differences."""
    outcome = compared([TILTED, EVEN])
    told = findings(outcome, "en", 1)
    assert told[0].startswith(f"With “{OUT}: 15”, seat 1 wins 27.00")
    assert [
        re.sub("seat (\\d)", lambda seat: f"seat {int(seat[1]) + 1}", line) for line in findings(outcome, "en")
    ] == told
    assert f"With “{OUT}: 30”, seat 2 wins 2.00 ±0.30 % more of all matches than with “{OUT}: 15”." in told


def test_a_disadvantage_that_is_gone_is_said_with_both_shares() -> None:
    told = findings(compared([TILTED, EVEN]), "en")
    assert told[:2] == [
        f"With “{OUT}: 15”, seat 0 wins 27.00 ±0.30 % of the matches: more than an even share (25.0 %).",
        f"With “{OUT}: 15”, seat 1 wins 23.00 ±0.30 % of the matches: less than an even share (25.0 %).",
    ]
    assert (
        f"With “{OUT}: 30”, the disadvantage of seat 1 is gone, as far as 10,000 matches show: it wins 25.00 ±0.30 % "
        f"of the matches, with “{OUT}: 15” 23.00 ±0.30 %; an even share is 25.0 %."
    ) in told
    assert f"With “{OUT}: 30”, no seat wins more or less than an even share (25.0 %) beyond chance." in told
    assert f"With “{OUT}: 30”, seat 1 wins 2.00 ±0.30 % more of all matches than with “{OUT}: 15”." in told


def test_one_that_is_new_or_turned_is_said_once_for_all_tables() -> None:
    other = [TILTED[1], TILTED[0], *TILTED[2:]]
    told = findings(compared([EVEN, TILTED, TILTED]), "en")
    assert sum("has a disadvantage" in line for line in told) == 1
    assert next(line for line in told if "has a disadvantage" in line).endswith(f"So it is with “{OUT}: 30”, too.")
    assert any(
        "disadvantage of seat 1 becomes an advantage" in line for line in findings(compared([TILTED, other]), "en")
    )


def test_what_is_not_seen_at_one_table_is_not_gone_unless_the_change_is_real() -> None:
    """A share just inside its interval beside one just outside says nothing."""
    told = findings(compared([[0.255, 0.245, 0.25, 0.25], [0.2535, 0.2465, 0.25, 0.25]], 0.0035), "en")
    assert any("seat 1 wins" in line and "less than an even share" in line for line in told)
    assert not any("gone" in line for line in told)


def test_more_is_asked_of_one_line_of_many() -> None:
    """In forty lines a star or two is chance; nothing is said of it."""
    assert strict(1) == pytest.approx(1, abs=1e-4)
    assert 1.2 < strict(4) < strict(40) < 2
    found = compared([EVEN, *[[0.2533, 0.2467, 0.25, 0.25]] * 9])
    assert any(row.real for row in rows_of(found))
    assert (
        findings(found, "en")[-1]
        == "Nothing is different beyond chance in 10,000 matches; with more of them smaller differences show."
    )


def test_deals_that_nobody_wins_are_told_by_payoffs() -> None:
    told = findings(compared([[0.3, 0.2, 0.25, 0.25], EVEN], unit="deal"), "en")
    assert told[0].startswith(f"With “{OUT}: 15”, seat 0 comes out 0.500 ±0.045 points better")
    assert any("the disadvantage of seat 1 is gone, as far as 10,000 deals show" in line for line in told)
    assert not any("%" in line for line in told)


def test_matches_that_nobody_wins_are_told_by_places() -> None:
    """The first place is the least: a seat that is placed lower on the mean is better placed."""
    found = compared([[0.23, 0.27, 0.25, 0.25], EVEN])
    for row in found.rows:
        row["share"] = [cell(0, 0), cell(0, 0)]
    told = findings(found, "en")
    assert told[0].startswith(f"With “{OUT}: 15”, seat 0 comes out 0.200 ±0.045 places better")
    assert told[1].startswith(f"With “{OUT}: 15”, seat 1 comes out 0.200 ±0.045 places worse")


def test_scores_that_change_alike_are_said_in_one_sentence() -> None:
    told = findings(compared([EVEN] * 3, scores=(0, 5, 9)), "en")
    every = f"With “{OUT}: 45”, every seat's score is higher than with “{OUT}: 15”: by 9.00 to 9.00 points."
    assert told[-1] == f"{every} So it is with “{OUT}: 30”, too."


def test_of_many_values_in_a_row_the_ends_are_named() -> None:
    told = findings(compared([EVEN] * 9, scores=(0, *range(1, 9))), "en")
    assert told[0].startswith(f"With “{OUT}: 15 to 135”, no seat wins")
    assert told[-1].endswith(f"So it is with “{OUT}: 30 to 120”, too.")
    say = wording("en")
    assert in_a_row("abcdefghi", [0, 2, 3, 4, 5, 6, 8], say) == ["a", "c to g", "i"]
    assert in_a_row("abcd", [0, 1, 2, 3], say) == ["a", "b", "c", "d"]
    assert listed(["a", "b"], say) == "a, b"
    assert listed(["the strongest, as always", "the weakest"], say) == "the strongest, as always · the weakest"


def test_bots_are_named_where_they_are_not_alike() -> None:
    told = findings(compared([TILTED, EVEN], bots=("simple", "random")), "en")
    assert f"With “{OUT}: 15”, seat 1 (random) wins" in told[1]


def test_tables_are_named_by_what_tells_them_apart() -> None:
    def of(*tables: Table) -> list[str]:
        found = compared([EVEN] * len(tables), option="")
        return titles(Comparison(**{**found.to_json(), "tables": [table.described for table in tables]}), "en")

    plain = Table("agurk", 4, {}, ["simple"], 1)
    assert of(plain, Table("agurk", 4, {"out_at": 30}, ["simple"], 1)) == ["Agurk", f"Agurk ({OUT}: 30)"]
    assert of(plain, Table("agurk", 4, {}, ["random", "simple"], 1)) == [
        "Agurk (steady)", "Agurk (random, steady, random, steady)",
    ]  # fmt: skip


def test_no_more_matches_are_asked_for_where_none_came_out_otherwise() -> None:
    assert (
        findings(compared([EVEN, EVEN], error=0), "en")[-1]
        == "Each of the 10,000 matches comes to the same at all tables."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said(language: str) -> None:
    """Each way that seats may stand at two tables, by shares and by payoffs."""
    say, said = wording(language), []
    for unit in ("match", "deal"):
        for one in (EVEN, TILTED, [0.23, 0.27, 0.25, 0.25]):
            for other in (EVEN, TILTED, [0.23, 0.27, 0.25, 0.25]):
                for scores in ((0, 3), (0, -3), (0, 0)):
                    for seats in ((0, 1, 2, 3), (0,)):
                        found = compared([one, other], unit=unit, scores=scores, seats=seats)
                        said += findings(found, language)
    said += findings(compared([EVEN, EVEN], error=0), language)
    for key in say.keys("placed.") + say.keys("different."):
        pattern = re.escape(say(key, **dict.fromkeys(FACTS, "@"))).replace("@", ".*")
        assert any(re.match(pattern, line) for line in said), key


FACTS = (
    "table", "tables", "seat", "bot", "mean", "by", "up_to", "apart", "level", "many", "first", "first_table",
    "first_mean", "first_apart", "unit",
)  # fmt: skip


def test_the_interval_of_a_place_by_payoffs_is_never_too_narrow() -> None:
    """Whatever payoffs have to do with one another."""
    chooser = numpy.random.default_rng(1)
    for correlation in (-0.3, 0.0, 0.5, 1.0):
        cov = numpy.full((4, 4), correlation) + (1 - correlation) * numpy.eye(4)
        payoffs = chooser.multivariate_normal([0, 1, 2, 3], cov, 5000, method="svd")
        rows = [
            Row(0, "agurk", "", seat, "simple", "payoff", "points", 5000, mean, error)
            for seat, (mean, error) in enumerate(zip(payoffs.mean(0), 1.96 * payoffs.std(0) / 5000**0.5, strict=True))
        ]
        apart = payoffs - payoffs.mean(1, keepdims=True)
        for place, exact in zip(placed(rows), 1.96 * apart.std(0) / 5000**0.5, strict=True):
            assert place.by == pytest.approx(place.row.mean - payoffs.mean())
            assert place.half_width > exact - 1e-9


@pytest.mark.parametrize(
    ("value", "half_width", "unit", "told"),
    [
        (0.25, 0.006, "share", "25.0 ±0.6 %"),
        (0.25, 0.0006, "share", "25.00 ±0.06 %"),
        (-0.25, 0.02, "share", "−25.0 ±2.0 %"),
        (12.345, 1.2, "points", "12.35 ±1.20"),
        (12.3456789, 0.001, "points", "12.3457 ±0.0010"),
        (-0.001, 0.1, "points", "0.00 ±0.10"),
        (3.0, 0.0, "points", "3.00 ±0.00"),
    ],
)
def test_numbers_have_as_many_digits_as_they_are_worth(value: float, half_width: float, unit: str, told: str) -> None:
    assert interval_of(value, half_width, unit) == told
    assert written(value, half_width, unit) in told.partition(" ±")[0] + " %"


def test_rows_of_a_simulation_and_of_a_comparison_have_the_same_columns() -> None:
    found = compared([TILTED, EVEN])
    rows = rows_of(found)
    assert len(rows) == 3 * 2 * 4
    assert [row.difference is None for row in rows] == [row.table == 0 for row in rows]
    of_seat = {f"mean_{name}{error}": 1.0 for name in ("score", "place", "share") for error in ("", "_error")} | {
        "lowest_share": 0.2,
        "lowest_share_error": 0.1,
    }
    report = Report("match", 9, 1.0, False, [{"seat": 0, **of_seat}], found.tables[:1], 1, 0, "agurk", 1, 1)
    assert [(row.measure, row.unit, row.n, row.options) for row in rows_of(report)] == [
        ("score", "points", 9, "out_at=15"), ("place", "places", 9, "out_at=15"),
        ("share", "share", 9, "out_at=15"), ("lowest", "share", 9, "out_at=15"),
    ]  # fmt: skip
