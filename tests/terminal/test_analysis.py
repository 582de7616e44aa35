"""`torite analyse`: what a match cost is told in both languages and for programs; what cannot be judged is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.study.test_analysis import short, with_variations
from tests.terminal.test_command_line import Here, here
from torite import records
from torite.match import Match
from torite.study import analyse, analyse_variations, deals_worth, sentences, together, tried
from torite.words import numeral

__all__ = ["here"]  # a fixture
FINDS = ("--iterations", 200, "--seed", 1)  #: with which mistakes are found in the short match


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of a match that is over."""
    file = tmp_path_factory.mktemp("records") / "match.torite"
    file.write_text(records.write(short(), with_key=True), encoding="utf-8")
    return file


@pytest.mark.compiles
def test_what_decisions_cost_is_told(here: Here, record: Path) -> None:
    """Each seat with its sum and its mistakes; the same again for programs, number for number."""
    status, told, _ = here("analyse", record, *FINDS, "--most", 50)
    assert status == 0
    status, data, _ = here("analyse", record, *FINDS, "--json")
    judged = json.loads(data)
    assert (judged["variant"], judged["seats"], judged["iterations"], judged["times"]) == ("agurk", 2, 200, 6)
    mistakes = [one for one in judged["decisions"] if one["mistake"]]
    assert mistakes
    assert " ".join(told.split()).count(" was better by ") == len(mistakes)
    for one in mistakes:
        assert f"Deal {one['deal']}, entry {one['entry']}:" in told
        assert one["cost"] == next(choice["loss"] for choice in one["choices"] if choice["code"] == one["taken"])


@pytest.mark.compiles
def test_luck_is_told_from_skill(here: Here, record: Path) -> None:
    """Number for number as the library says: the sum of each seat, and every deal of the one that is asked for."""
    deals = list(deals_worth(short()))
    status, told, _ = here("analyse", record, "--iterations", 1, "--seat", 1)
    told = " ".join(told.split())
    assert status == 0
    luck, played = (together([getattr(one, name)[1] for one in deals]) for name in ("luck", "played"))
    assert {one.unit for one in deals} == {"match"}
    assert f"{numeral(luck.value, '+.1f')} ± {luck.error:.1f} points against other deals, the win counted in" in told
    assert f"Played: {numeral(played.value, '+.1f')} ± {played.error:.1f} beyond" in told
    for one in deals:
        assert f"Deal {one.deal}: others {numeral(one.average[1].value, '+.1f')} ±" in told
        assert f"it came to {numeral(one.paid[1], '.1f')}." in told
    _, data, _ = here("analyse", record, "--iterations", 1, "--json")
    found = json.loads(data)["deals"]
    assert [one["luck"] for one in found] == [[vars(of) for of in one.luck] for one in deals]
    assert "it came to" not in here("analyse", record, "--iterations", 1)[1]


@pytest.mark.long
@pytest.mark.compiles
def test_what_made_the_difference_is_told_of_each_mistake(here: Here, record: Path) -> None:
    _, data, _ = here("analyse", record, *FINDS, "--json")
    judged = json.loads(data)
    mistakes = [(one["entry"], one["part"]) for one in judged["decisions"] if one["mistake"]]
    assert [(one["entry"], one["part"]) for one in judged["tried"]] == mistakes
    match = short()
    _, told, _ = here("analyse", record, *FINDS, "--most", 50, "--plain")
    for one in analyse(match, iterations=200, seed=1).decisions:
        for text in sentences(match, tried(match, one, seed=1), "en") if one.is_mistake else ():
            assert [number for number in re.findall(r"−?\d+\.\d", text) if number not in told] == []
    assert "came out better in" in " ".join(told.split())


@pytest.mark.compiles
def test_one_seat_in_japanese(here: Here, record: Path) -> None:
    status, told, _ = here("analyse", record, "--iterations", 50, "--seat", 1, "--language", "ja")
    assert status == 0
    assert told.count("決定") > 1
    assert "was better" not in told


@pytest.mark.parametrize("words", [("--seat", 7), ("--iterations", 0), ("--most", "many")])
def test_what_there_is_not_is_refused(here: Here, record: Path, words: tuple[object, ...]) -> None:
    assert here("analyse", record, *words)[0] == 2


def test_a_match_that_goes_on_and_no_record_are_refused(here: Here, tmp_path: Path) -> None:
    """With a sentence, in the language that was asked for."""
    match = Match("agurk", seats=2, seed=3)
    going_on = tmp_path / "going_on.torite"
    going_on.write_text(records.write(match, with_key=False), encoding="utf-8")
    status, _, fault = here("analyse", going_on)
    assert status == 2
    assert "A match that is not over is not analysed" in " ".join(fault.split())
    assert "終わっていない" in here("analyse", going_on, "--language", "ja")[2]
    assert here("analyse", tmp_path / "none.torite")[0] == 2


# comments and variations

SAID = "Too early: {HQ} <b>\n♥ まだ勝てた。"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same record with comments and variations."""
    made = with_variations()
    step = made.variations[0].step
    made = made.say(step, SAID).vary(
        step, [records.line(made.match, made.variations[1].entries[0])], 0, {step + 1: "So."}
    )
    file = tmp_path_factory.mktemp("records") / "study.torite"
    file.write_text(records.write_study(made, with_key=True), encoding="utf-8")
    return file


@pytest.mark.compiles
def test_variations_are_judged_too(here: Here, study: Path, record: Path) -> None:
    """Each with its moves and comments; number for number as the library judges them; the match itself as without."""
    made = records.read_study(study.read_text(encoding="utf-8"))
    varied = analyse_variations(made, iterations=50)
    status, data, _ = here("analyse", study, "--iterations", 50, "--json")
    judged = json.loads(data)
    assert status == 0
    assert [one["number"] for one in judged["variations"]] == [one.number for one in made.variations]
    for one, wanted in zip(judged["variations"], varied, strict=True):
        assert one["entries"] == [records.line(made.match, entry) for entry in wanted.variation.entries]
        assert [decision["cost"] for decision in one["decisions"]] == [decision.cost for decision in wanted.decisions]
    assert judged["comments"] == {str(step): text for step, text in made.comments.items()}
    alone = json.loads(here("analyse", record, "--iterations", 50, "--json")[1])
    assert judged | {"comments": {}, "variations": []} == alone
    status, told, _ = here("analyse", study, "--iterations", 50)
    told = " ".join(told.split())
    assert status == 0
    assert told.count("Variation ") == len(made.variations)
    assert told.count(" was better by ") >= sum(
        len(one.decisions) > 0 and one.decisions[0].is_mistake for one in varied
    )
    assert "from entry" in told
    assert "“So.”" in told
    assert "Variation" not in here("analyse", record, "--iterations", 1)[1]


@pytest.mark.compiles
def test_variations_of_one_seat_in_japanese(here: Here, study: Path) -> None:
    told = here("analyse", study, "--iterations", 10, "--seat", 0, "--language", "ja")[1]
    assert "変化1" in told
    assert "まだ勝てた。" in told
    assert "Variation" not in told


def test_a_replay_tells_them_where_hands_are_open(here: Here, study: Path) -> None:
    made = records.read_study(study.read_text(encoding="utf-8"))
    status, told, _ = here("replay", study)
    assert status == 0
    assert told.count("Variation ") == len(made.variations)
    assert "Too early" in told
    told = here("replay", study, "--seat", 0)[1]
    assert "Variation" not in told
    assert "Too early" not in told
    assert here("verify", study)[0] == 0
    assert here("seal", study)[0] == 0
    assert records.read_study(study.read_text(encoding="utf-8")).variations == made.variations
