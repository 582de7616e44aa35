"""Every refusal of the game: its clause, and a sentence in both languages that teaches."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.emissary.builders import answer, clause_of, easy_visit, legal, table, take
from torite import Match
from torite.games import emissary
from torite.games.emissary.state import REFUSALS

ENGLISH, JAPANESE = (
    tomllib.loads((Path(emissary.__file__).parent / f"words/{language}.toml").read_text(encoding="utf-8"))
    for language in ("en", "ja")
)
HAND, STOCK = "C3 C4 C5 C6 S8 S7 S6 S5", "H2 H3 H4 H5 H6 H7 H8"
EASY, LEADS = easy_visit(4, "D")


def four(*codes: str, **options: Any) -> Match:
    """Kingdom 4 with ♣ and ♠ in hand; then these actions."""
    return take(table(HAND, STOCK, at=4, **options), *codes)


def last(timing: str = "any_time") -> Match:
    """Hard mode, one card in hand, ♦J selected and not used."""
    m = take(table(EASY, LEADS, at=4, mode="hard", power_timing=timing), "select DJ")
    return answer(m, *EASY.split()[:-1])


def second_card() -> Match:
    """Hard, between tricks: the king's second card, one card in hand."""
    m = table(
        "D2 D3 D4 D5 D6 D7 H2 H3", "S2 S3", at=4, mode="hard", power_timing="between_tricks", diplomacy_refill=False
    )
    return take(m, "select HJ", "use HJ", "turn", "play H2", "turn")


def resting() -> Match:
    """♠J was selected at kingdom 4 and not used; `stay_down`."""
    m = answer(take(table(EASY, LEADS, at=4, unused_vassal_carryover="stay_down"), "select SJ"), EASY)
    m.go_on()
    return take(m, "visit 2")


#: What is refused, by the key of its sentence: the position, actions, the clause.
REFUSED: dict[str, tuple[Callable[[], Match], str, str]] = {
    "choose_first": (table, "turn, select HJ, use HK, use SJ 3", "EMIS-2.2"),
    "kingdom_won": (lambda: table(won=[5]), "visit 5", "EMIS-2.3"),
    "stay": (four, "visit 3, visit 4", "EMIS-2.8"),
    "turn_first": (four, "play C3", "EMIS-3.1"),
    "turned_already": (lambda: four("turn"), "turn", "EMIS-3.12"),
    "follow": (lambda: take(table("H2 H3 C2 C3 C4 S2 S3 S4", "H8", at=4), "turn"), "play C2, play S4", "EMIS-3.2"),
    "used_vassal": (lambda: four("select HJ", "use HJ"), "use HJ, select HJ", "EMIS-5.1"),
    "not_selected": (four, "use HJ, use SJ 7", "EMIS-5.2"),
    "too_late": (lambda: answer(four(), "C3 C4"), "select HJ", "EMIS-5.2"),
    "after_first_trick": (lambda: four("turn"), "select HJ", "EMIS-5.5"),
    "after_turning": (lambda: four("select HJ", "turn", power_timing="between_tricks"), "use HJ", "EMIS-5.7"),
    "carry_out_first": (lambda: four("select DJ", "select HJ", "use DJ"), "use HJ, turn, play C3", "EMIS-5.8"),
    "selected_already": (lambda: four("select DJ"), "select DJ", "EMIS-5.12"),
    "run_is_over": (lambda: answer(four("select DJ", vassal_selection="one_window"), "C3"), "select HJ", "EMIS-5.12"),
    "nothing_to_select": (lambda: four(vassal_selection="any_time"), "select HJ", "EMIS-5.13"),
    "same_kingdom": (lambda: four("select SJ"), "use SJ 4", "EMIS-6.7"),
    "no_ruler_there": (lambda: take(table(at=4, won=[5]), "select SJ"), "use SJ 5", "EMIS-6.7"),
    "barred_at_eight": (lambda: take(table(at=8), "select SJ"), "use SJ 5", "EMIS-6.9"),
    "last_kingdom": (lambda: take(table(at=3, won=[1, 2, 4, 5, 6, 7, 8]), "select SJ"), "use SJ 8", "EMIS-6.10"),
    "no_commerce": (four, "discard C3 C4", "EMIS-6.14"),
    "duty": (lambda: take(last(), "turn"), f"play {EASY.split()[-1]}", "EMIS-7.3"),
    "no_politics_here": (lambda: table(at=8, mode="hard"), "select SJ", "EMIS-7.4"),
    "duty_before_turning": (lambda: last("between_tricks"), "turn", "EMIS-7.6"),
    "could_not_be_used": (second_card, "select DJ", "EMIS-7.6"),
    "no_selecting": (four, "select HK, select SQ", "EMIS-8.4"),
    "no_ally": (four, "use HK, use SQ 1", "EMIS-8.1"),
    "ally_used": (lambda: take(table(at=4, won=[2]), "use HK"), "use HK", "EMIS-8.3"),
    "no_helper": (four, "use C3", "EMIS-5.1"),
    "name_kingdom": (lambda: four("select SJ"), "use SJ", "EMIS-6.7"),
    "resting": (resting, "select SJ, use SJ 3", "EMIS-9.4"),
}


@clause(
    "EMIS-2.2", "EMIS-2.3", "EMIS-2.8", "EMIS-3.1", "EMIS-3.2", "EMIS-3.12", "EMIS-5.1", "EMIS-5.2", "EMIS-5.5",
    "EMIS-5.7", "EMIS-5.8", "EMIS-5.12", "EMIS-5.13", "EMIS-6.7", "EMIS-6.9", "EMIS-6.10", "EMIS-6.14", "EMIS-7.3",
    "EMIS-7.4", "EMIS-7.6", "EMIS-8.1", "EMIS-8.3", "EMIS-8.4", "EMIS-9.4",
)  # fmt: skip
@pytest.mark.parametrize("key", REFUSED)
def test_refusal(key: str) -> None:
    """The clause is the one that forbids it; the sentences are this refusal's, and nothing has changed."""
    position, listed, cited = REFUSED[key]
    m = position()
    line = next(line for line in REFUSALS.listed if line.key == key)
    assert cited == line.clause
    for code in listed.split(", "):
        assert cited == clause_of(m, code)
        refusal = m.gestures.refusal(0, code)
        assert refusal is not None
        for language, words in (("en", ENGLISH), ("ja", JAPANESE)):
            said = refusal.say(language)
            parts = [part for part in re.split(r"\{.*?\}", words["refusal"][key]) if len(part) > 3]
            assert any(part in said for part in parts)
            assert "{" not in said
        if legal(m):
            assert min(legal(m)) in refusal.say("en")


def test_every_refusal_is_tried() -> None:
    """The table above names them all."""
    assert {line.key for line in REFUSALS.listed} == set(REFUSED)


@clause("EMIS-3.2")
def test_refusal_names_what_must_be_followed() -> None:
    """The king's card and the cards that follow it."""
    sentence, _ = REFUSED["follow"][0]().why(0, "play C2") or ("", "")
    assert all(text in sentence for text in ("♥8", "♥2", "♥3", "play H2", "play H3"))


@pytest.mark.parametrize(
    ("code", "position"),
    [
        ("visit 0", table), ("visit 9", table), ("visit", table), ("visit C3", table), ("", table), ("pass", table),
        ("wait", table), ("select HK", four), ("select C3", four), ("use", four), ("use C3", four), ("use SJ", four),
        ("use HJ 3", four), ("select HJ SJ", four), ("play 3", four), ("turn up", four), ("play C9", four),
    ],
)  # fmt: skip
def test_codes_that_mean_nothing(code: str, position: Callable[[], Match]) -> None:
    """Refused in both languages, and nothing changes."""
    m = position()
    before = m.view(0).to_words()
    with pytest.raises(torite.ToriteError) as fault:
        m.act(0, code)
    assert fault.value.say("en") != fault.value.say("ja")
    assert before == m.view(0).to_words()


def test_cards_that_are_not_held() -> None:
    """Neither played nor discarded."""
    m = four("turn")
    assert "♥8" in (m.why(0, "play H8") or ("", ""))[0]
    other = four("select DJ", "use DJ")
    assert other.gestures.refusal(0, "discard D8 C3") is not None


def test_codes_are_read_in_lower_case_too() -> None:
    """`use sj 7` is `use SJ 7`."""
    m = four()
    take(m, "SELECT sj", "use sj 7")
    assert "0: use SJ 7" in torite.write(m).splitlines()


def test_codes_of_each_phase() -> None:
    """Word for word, as the clauses list them."""
    m = table("H3 C4 C5 C6 S8 S7 S6 S5", "H2 D2 D3 H4", won=[2, 7])
    assert {f"visit {place}" for place in (1, 3, 4, 5, 6, 8)} == legal(m)
    politics = {f"use SQ {place}" for place in (1, 3, 5, 6, 8)}
    take(m, "visit 4")
    assert {"turn", "use HK", *politics, *(f"select {vassal}" for vassal in ("CJ", "DJ", "HJ", "SJ"))} == legal(m)
    take(m, "select DJ", "turn")
    assert {"play H3", "use DJ", "use HK", *politics} == legal(m)
    take(m, "use DJ")
    assert {f"discard {card}" for card in m.cards(0)} == legal(m)
