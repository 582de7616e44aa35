"""Whole matches at random, action by action against the second telling of the clauses, under all options."""

import random
from collections import Counter
from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.emissary.beside import EVERY, PUBLISHED_DEFAULT, play_together
from tests.games.emissary.builders import PUBLISHED, told
from tests.games.emissary.naive import DEFAULTS
from torite.records import verify

PARTS = 8
WHOLE = (
    "EMIS-1.2", "EMIS-1.4", "EMIS-2.1", "EMIS-2.3", "EMIS-2.4", "EMIS-2.5", "EMIS-2.6", "EMIS-3.1", "EMIS-3.2",
    "EMIS-3.3", "EMIS-3.4", "EMIS-3.5", "EMIS-3.6", "EMIS-3.7", "EMIS-3.8", "EMIS-3.9", "EMIS-3.10", "EMIS-3.11",
    "EMIS-3.12", "EMIS-4.1", "EMIS-4.2", "EMIS-4.3", "EMIS-4.4", "EMIS-4.5", "EMIS-5.1", "EMIS-5.2", "EMIS-5.3",
    "EMIS-5.5", "EMIS-5.6", "EMIS-5.7", "EMIS-5.8", "EMIS-5.9", "EMIS-5.10", "EMIS-5.12", "EMIS-5.13", "EMIS-6.2",
    "EMIS-6.3", "EMIS-6.4", "EMIS-6.5", "EMIS-6.6", "EMIS-6.7", "EMIS-6.8", "EMIS-6.9", "EMIS-6.10", "EMIS-6.11",
    "EMIS-6.12", "EMIS-6.14", "EMIS-6.16", "EMIS-6.17", "EMIS-6.18", "EMIS-7.1", "EMIS-7.3", "EMIS-7.4", "EMIS-7.5",
    "EMIS-7.6", "EMIS-7.7", "EMIS-7.8", "EMIS-8.1", "EMIS-8.2", "EMIS-8.3", "EMIS-8.4", "EMIS-8.5", "EMIS-8.6",
    "EMIS-9.1", "EMIS-9.2", "EMIS-9.3", "EMIS-9.4", "EMIS-9.5", "EMIS-9.6", "EMIS-9.7", "EMIS-9.8", "EMIS-10.1",
    "EMIS-10.2", "EMIS-10.6", "EMIS-11.4",
)  # fmt: skip


@pytest.mark.long
@clause(*WHOLE)
@pytest.mark.parametrize("part", range(PARTS))
def test_whole_matches_under_every_combination_of_options(part: int) -> None:
    """Every action open, every card, heap, ruler and vassal, every score and end; the record reads back."""
    happened: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for number, options in enumerate(EVERY):
        if number % PARTS != part:
            continue
        chooser = random.Random(number)
        pair, codes = play_together(options, number, chooser.choice((0, 0, 0, 1, 3)), chooser.choice((0.1, 0.4)))
        used += codes
        happened += pair.story.happened
        m = pair.match
        assert m.result is not None
        assert (not pair.story.lost) == (m.result.shares[0] == 1) == (m.public.won[0] == 1)
        if number % 16 == part:
            again = torite.read(torite.write(m))
            assert (torite.write(m), m.scores) == (torite.write(again), again.scores)
            assert m.chance.arranged or verify(again)
    assert {"visit", "turn", "use", "play", "discard"} <= set(used)
    assert happened["visit"] > 150


@pytest.mark.long
@clause(*WHOLE)
def test_rare_things_do_happen() -> None:
    """With several allies and many powers: the stock runs out, draws fall short, hands are emptied, duties bite."""
    happened: Counter[str] = Counter()
    chooser = random.Random("rare")
    for number in range(96):
        options = chooser.choice(EVERY) | {"diplomacy_refill": number % 4 == 3, "mode": ("easy", "hard")[number % 2]}
        if number % 3 < 2:
            options |= {
                "power_timing": ("between_tricks", "any_time")[number % 3],
                "vassal_selection": "two_windows",
            }
        eager = (0.1, 0.1, 0.95)[number % 3]
        pair, _ = play_together(
            options,
            f"rare {number}",
            3 + number % 3,
            eager,
            hand_suit=("", "T" if number % 4 < 2 else "", "C")[number % 3],
        )
        happened += pair.story.happened
    for number in range(80):
        options = {"mode": "hard", "stop_when_lost": False, "show_seen_cards": number % 2 == 0}
        pair, _ = play_together(options, f"duty {number}", 0, 0.15)
        happened += pair.story.happened
    for what in (
        "recycle", "recycle for a power", "short draw", "hand emptied", "king's card left", "may not answer",
        "may not turn", "king cannot lead", "resting", "H by ally", "C by ally", "S by ally", "D by ally",
        "H by vassal", "C by vassal", "S by vassal", "D by vassal", "success",
    ):  # fmt: skip
        assert happened[what], what


@clause("EMIS-5.13", "EMIS-6.3", "EMIS-6.10", *WHOLE)
def test_published_variant() -> None:
    """Its own options, with nothing said of them."""
    visits = 0
    for number in range(30):
        pair, _ = play_together(PUBLISHED_DEFAULT, f"published {number}", number % 8, 0.3, PUBLISHED)
        visits += pair.story.happened["visit"]
    assert visits > 60


@clause("EMIS-10.1", "EMIS-10.3", "EMIS-10.4")
@pytest.mark.parametrize("options", [DEFAULTS, PUBLISHED_DEFAULT])
def test_all_eight_are_won_in_any_order(options: dict[str, Any]) -> None:
    """Sixteen with no ally used, whatever the row and the order."""
    for number in range(5):
        pair, _ = play_together(options, f"all {number}", 8, 0)
        assert ([16], True, 1) == (pair.match.scores, pair.match.over, pair.match.public.won[0])
        assert list(range(1, 9)) == sorted(amount for _, amount, _ in told(pair.match, "succeeds"))
