"""French Tarot Solo: what the player may know, from `clauses.md`. There is nobody else but those who look on."""

from __future__ import annotations

from typing import Any

from tests.secrecy.law import Item, Law, everybody, owner
from torite.games.french_tarot_solo.state import Phase


def after_the_deal(s: Any, owner: int, viewer: int) -> bool:
    """After the deal everything is shown."""
    return bool(s.settled == 1)


def when_turned(s: Any, owner: int, viewer: int) -> bool:
    """The kitty is turned up for all to see where it is exchanged; after the deal it is shown in any case."""
    return bool(s.settled == 1 or s.phase == Phase.DISCARD)


def player_alone(s: Any, owner: int, viewer: int) -> bool:
    """The player's discard."""
    return bool(viewer == 0 or s.settled == 1)


LAW = Law(
    "french_tarot_solo",
    items=(
        Item("hand", owner, "| own hand | yes | from the deal |"),
        Item("drafting draft", owner, "TAROT-5.2"),
        Item("kitty", when_turned, "| kitty, Garde Sans and Garde Contre | no | after the deal |"),
        Item("turned", everybody, "| kitty, Prise and Garde | yes | after the bid |"),
        Item("laid_away", player_alone, "| discard (Prise, Garde) | player | 6 of 30 cards by section 5 |"),
        Item("trumps_away", everybody, "| the player only; discarded trumps are open |"),
        Item(
            "closed",
            after_the_deal,
            "| AI's hand | no | each card when it is led; rest after the deal |",
            hides="all hands are empty after the deal: nothing is left in them to show",
        ),
        Item("shown opened", everybody, "| Dummy's face-up cards (3, later 2, 1) | yes | from the start of trick 1 |"),
        Item(
            "trick last_trick taken tricks tricks_played leader led best best_seat top_trump excuse_side debt "
            "petit_trick petit_side petit_taker turn",
            everybody,
            "| cards won, card points so far | yes | always (`show_history`) |",
        ),
        Item("bid last_bid slam handful", everybody, "| bid | player | Prise / Garde / Garde Sans / Garde Contre"),
        Item(
            "score added best_added times_beaten settled won deals_played dealer",
            everybody,
            "| scores of earlier deals | yes | always |",
        ),
        Item("seats options phase in_play", everybody, "TAROT-2.1"),
    ),
    shows=("bid prise!", "bid garde!", "play", "discard!"),  # kitty and Dummy (TAROT-5.1, 8.5)
    tables=(
        ("french-tarot-solo", 1, {}, {}),
        ("french-tarot-solo", 1, {"bid_policy": "free"}, {}),
        ("french-tarot-solo", 1, {"bid_policy": "free", "dummy_flip_timing": "after_trick"}, {}),
    ),
)
