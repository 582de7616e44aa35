"""The deals of the days: the same everywhere and for ever, by the variant's own rules alone, checked in records."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import torite
from tests.arranged import new_match
from tests.kit.haggling import toys_listed
from torite.errors import BadOptions, BadRecord
from torite.match import Match
from torite.records import seal, verify
from torite.records.writing import seal_of

DAY = "2026-11-22"


@pytest.fixture(scope="module", autouse=True)
def _toys() -> Iterator[None]:
    with toys_listed():
        yield


def played(day: str = DAY) -> Match:
    match = Match("lantern", daily=day)
    while not match.over:
        match.act(0, match.actions(0)[0])
    return match


def sealed(text: str) -> str:
    """Seal an altered record anew."""
    body = text.rpartition("seal: ")[0]
    return f"{body}seal: {seal_of(body)}\n"


def test_the_key_of_a_day_never_changes() -> None:
    """SHA-512 of words that anybody can hash again."""
    key = torite.daily_key("emissary", "emissary-published", DAY)
    assert KEYS["emissary-published"] == key.hex()
    assert KEYS["lantern"] == Match("lantern", daily=DAY).chance.key.hex()  # type: ignore[union-attr]


KEYS = {
    "emissary-published": "3123fd8735a06d9ab1381cb3b20911f1c19c979bf2e482ef7558730232be6826"
    "aded988e43fc5a2269f6fe57e80a10c9a0d0fdd6c1f26177f16b7939bad7784f",
    "lantern": "7446b57338fffc404aa327c99a244af010e545227ce432c858ac8d8feb703834"
    "792624106689222657e39e42dceddb5fabe4ffc47e8134095ca681c4ab634115",
}


def test_a_day_is_dealt_the_same_to_all_and_differs_from_the_next() -> None:
    assert torite.write(played()) == torite.write(played())
    assert Match("lantern", daily=DAY).cards(0) == Match("lantern", daily=DAY, names=["Ada"]).cards(0)
    hands = {tuple(Match("lantern", daily=f"2026-11-{day:02}").cards(0)) for day in range(1, 31)}
    assert len(hands) > 20
    assert torite.daily_key("lantern", "lantern", DAY) != torite.daily_key("lantern", "lantern-two", DAY)


@pytest.mark.parametrize("day", ["0001-01-01", "1999-12-31", "2024-02-29", "9999-12-31"])
def test_any_day_may_be_asked_for(day: str) -> None:
    assert day == Match("lantern", daily=day).chance.daily


@pytest.mark.parametrize(
    "day",
    ["2026-02-30", "2025-02-29", "20261122", "2026-W47-7", "2026-11-2", "22.11.2026", "", " ", "２０２６-11-22", 5],
)
def test_what_is_no_day_is_refused(day: str) -> None:
    with pytest.raises(BadOptions) as fault:
        Match("lantern", daily=day)
    assert "error.day" == fault.value.key
    with pytest.raises(BadOptions):
        torite.daily_key("lantern", "lantern", day)


@pytest.mark.parametrize("variant", ["agurk", "doppelkopf", "haggle"])
def test_games_for_several_have_no_daily_deal(variant: str) -> None:
    with pytest.raises(BadOptions) as fault:
        Match(variant, daily=DAY)
    assert "error.day_alone" == fault.value.key


@pytest.mark.parametrize(
    "more",
    [
        {"seed": 1},
        {"key": bytes(64)},
        {"options": {"target": 3}},
        {"entropy": {0: "luck"}},
        {"hands": {0: "S7"}},
        {"stock": "S7"},
        {"dealer": 0},
        {"initial": {"score": [3]}},
    ],
)
def test_nothing_else_of_it_is_agreed(more: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        new_match("lantern", daily=DAY, **more)


def test_options_that_are_the_variants_own_may_be_said() -> None:
    own = Match("lantern-two", daily=DAY, options={"deals": 2, "target": 2})
    assert own.chance.key_hash == Match("lantern-two", daily=DAY).chance.key_hash


def test_a_record_tells_its_day() -> None:
    """Ended or open, with or without the key told, it reads back; an open one goes on as it would have."""
    text = torite.write(played())
    assert f"\ndaily: {DAY}\n" in text
    assert text == torite.write(torite.read(text))
    whole = Match("lantern", daily=DAY)
    whole.act(0, whole.actions(0)[0])
    for record in (torite.write(whole), torite.write(whole, with_key=True)):
        again = torite.read(record)
        assert DAY == again.chance.daily
        while not again.over:
            again.act(0, again.actions(0)[0])
        assert text == torite.write(again)


def test_chance_is_checked_against_the_day_even_where_no_key_is_told() -> None:
    """Two cards of the stock changed places: everything else of the record is right."""
    match = Match("lantern", daily=DAY)
    right = torite.read(torite.write(match))
    assert "key: " not in torite.write(match)
    assert verify(right)
    lines = torite.write(match).split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("deal: "))
    cards = lines[at].split()
    cards[-1], cards[-2] = cards[-2], cards[-1]
    lines[at] = " ".join(cards)
    assert not verify(torite.read(sealed("\n".join(lines))))


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (f"daily: {DAY}", "daily: 2026-11-23", 6),
        (f"daily: {DAY}", "daily: 2026-11-31", 7),
        (f"daily: {DAY}", f"daily: {DAY}\noption target: 3", 7),
        (f"daily: {DAY}", f"daily: {DAY}\nwords 0: luck", 7),
        ("variant: lantern", "variant: lantern-two", 6),
        ("key hash: ", "key hash: 0", 6),
    ],
)
def test_a_record_of_another_day_is_refused_with_its_line(before: str, after: str, line: int) -> None:
    with pytest.raises(BadRecord) as fault:
        torite.read(sealed(torite.write(played()).replace(before, after)))
    assert line == fault.value.facts["line"]


def test_a_record_by_hand_needs_neither_key_nor_hash() -> None:
    text = torite.write(played())
    kept = [line for line in text.splitlines() if not line.startswith(("key", "seal", "#"))]
    assert text == seal("\n".join(kept) + "\n")
