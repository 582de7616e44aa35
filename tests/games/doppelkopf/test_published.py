"""Results that others have published, in published.toml, and what the package makes of the same deals."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.aloud import play, scored, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import announce, normal
from tests.games.doppelkopf.calls import calls, partners, until_holds
from tests.games.doppelkopf.ends import BESIDE, ended, settle
from tests.games.doppelkopf.naive import ORDERS, taker
from tests.games.doppelkopf.naive_score import End, Fox
from torite import Match

PUBLISHED = tomllib.loads(Path(__file__).with_name("published.toml").read_text(encoding="utf-8"))
TABLES = ["jengryg", "hamvocke", "karlchencloud"]
DEALS = [
    pytest.param(PUBLISHED[source]["options"], deal, id=f"{source}-{number}")
    for source in TABLES
    for number, deal in enumerate(PUBLISHED[source]["deals"])
    if str(number) not in PUBLISHED[source]["wrong"]
]
MATCH = PUBLISHED["karlchencloud"]["match"]


def pair(text: str) -> tuple[int, int]:
    """Read `3:0`."""
    re, contra = text.split(":")
    return int(re), int(contra)


def end_of(options: dict[str, Any], deal: dict[str, Any]) -> End:
    """The end that a published deal describes."""
    tricks = (12, 0) if deal["re"] == 240 else (0, 12)
    foxes = {"re": (Fox(1, 0),), "contra": (Fox(0, 1),), "": ()}[deal.get("fox", "")]
    return ended(
        deal["re"],
        deal.get("said", ""),
        deal.get("against", ""),
        alone=deal.get("alone", False),
        tricks=tricks if deal.get("no_tricks") else None,
        foxes=foxes,
        doubles={"re": (1, 0, 0, 0), "contra": (0, 1, 0, 0), "": (0, 0, 0, 0)}[deal.get("double", "")],
        **options,
    )


@clause("DOKO-11.1", "DOKO-11.2", "DOKO-11.4", "DOKO-11.7", "DOKO-11.8", "DOKO-11.9", "DOKO-12.2", "DOKO-12.5")
@clause("DOKO-12.3", "DOKO-12.8", "DOKO-12.9", "DOKO-14.2", "DOKO-14.4")
@pytest.mark.parametrize(("options", "deal"), DEALS)
def test_published_deal(options: dict[str, str], deal: dict[str, Any]) -> None:
    """Winner, values and scores are those of the source."""
    result = settle(end_of(options, deal))
    assert result.winner == deal["winner"]
    if "value" in deal:
        re, contra = pair(deal["value"])
        value = sum(result.items.values())
        if result.winner == "draw":
            assert (result.items.get("draw_re", 0), result.items.get("draw_contra", 0)) == (re, contra)
        else:
            assert value == (re if result.winner == "re" else contra)
        assert result.scores == [re - contra, contra - re, re - contra, contra - re]
    if "score" in deal:
        assert (result.scores[0], result.scores[1]) == pair(deal["score"])


@clause("DOKO-13.4", "DOKO-13.5", "DOKO-13.6", "DOKO-13.7", "DOKO-13.8", "DOKO-13.9", "DOKO-13.10", "DOKO-13.11")
@pytest.mark.parametrize("trick", PUBLISHED["hamvocke"]["tricks"], ids=lambda trick: trick["cards"].replace(" ", "-"))
def test_published_trick(trick: dict[str, Any]) -> None:
    """The extra points of a trick are those of the source."""
    cards = trick["cards"].split()
    seats = [int(player) - 1 for player in trick["seats"]]
    winner = seats[taker(ORDERS["normal"], cards)]
    by_seat = dict(zip(seats, cards, strict=True))
    doubles = [int(seat == winner and {card[1:] for card in cards} <= {"A", "10"}) for seat in range(4)]
    points = [60, 60, 60, 60]
    end = End(tuple(int(player) - 1 for player in trick["re"]), points, [3, 3, 3, 3], doubles=doubles, taker=winner)
    end.foxes = [Fox(s, winner, trick["last"]) for s, card in by_seat.items() if card == "DA" and s != winner]
    end.last = by_seat if trick["last"] else dict(enumerate(["C9", "CK", "CK", "C9"]))
    assert settle(end).items == {"won": 1, **Counter(trick["extras"].split())}


@clause("DOKO-11.1", "DOKO-11.2", "DOKO-11.3", "DOKO-11.4", "DOKO-11.5", "DOKO-11.6", "DOKO-11.7")
@pytest.mark.parametrize("target", PUBLISHED["ddv"]["targets"])
@pytest.mark.parametrize("alone", [False, True])
def test_published_target(target: dict[str, Any], alone: bool) -> None:
    """A party wins with just what the rules ask for, and not with one card point or trick fewer."""
    won = []
    for short in (0, 1):
        if "points" in target:
            own, tricks = target["points"] - short, None
        else:
            tricks = target["tricks"] - short
            own = 20 * tricks  # any card points will do
        re = own if target["party"] == "re" else 240 - own
        split = None if tricks is None else (tricks, 12 - tricks) if target["party"] == "re" else (12 - tricks, tricks)
        end = ended(re, target["said"], target["against"], alone=alone, tricks=split, **PUBLISHED["ddv"]["options"])
        won.append(settle(end).winner == target["party"])
    assert won == [True, False]


@clause("DOKO-10.9")
@pytest.mark.parametrize("level", PUBLISHED["jengryg"]["played"])
def test_published_number_of_cards_played(level: str) -> None:
    """An announcement is open as long as no more cards have been played than the source allows."""
    played = PUBLISHED["jengryg"]["played"]
    before = list(played)[: list(played).index(level)]
    m = announce(partners(), *(f"2 {name}" for name in before))
    assert level in calls(until_holds(m, 0, 12 - played[level]), 0).split()
    assert level not in calls(until_holds(m, 0, 11 - played[level]), 0).split()


def published_match() -> Match:
    """Play the published deal, with the winner of every trick as it says."""
    leader = MATCH["leader"] - 1
    m = normal(*MATCH["hands"], dealer=(leader - 1) % 4, **PUBLISHED["karlchencloud"]["options"])
    assert turn(m) == leader
    for number, line in enumerate(MATCH["tricks"]):
        cards, winner = line.split(" > ")
        play(m, cards)
        if number == 0:
            assert calls(m, 3).startswith("contra")
            announce(m, f"{MATCH['re_said_by'] - 1} re")
        assert m.log.deal_over or turn(m) == int(winner) - 1, line
    return m


@clause("DOKO-9.6", "DOKO-9.7", "DOKO-10.2", "DOKO-12.2", "DOKO-12.3", "DOKO-13.6", "DOKO-13.10", "DOKO-14.3")
def test_published_match() -> None:
    """The tricks, card points, and points of the deal are those of the source; extra points are netted."""
    m = published_match()
    assert m.public.winner == 2
    assert sum(m.public.points[seat] for seat in (0, 1)) == MATCH["re_points"]
    found = {key: amount for key, _, amount in scored(m) if key not in BESIDE}
    assert found == MATCH["items"]
    assert "DOKO-14.2" in MATCH["wrong_scores"]  # that source adds Contra's Doppelkopf to Re's score, 2 too much
    assert m.scores == [score - 2 if score > 0 else score + 2 for score in MATCH["scores"]] == [3, 3, -3, -3]
