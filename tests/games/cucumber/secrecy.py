"""The Cucumber games: who may know what, from `clauses.md`."""

from __future__ import annotations

from typing import Any

from tests.secrecy.law import Item, Law, everybody, owner
from torite.games.cucumber.options import Leftover


def over_face_up(s: Any, owner: int, viewer: int) -> bool:
    """Cards left over lie face up where that is agreed; a stock to draw from never does."""
    return bool(s.options.leftover == Leftover.FACE_UP)


LAW = Law(
    "cucumber",
    items=(
        Item("hand", owner, "| own hand | its owner only; number of cards: all |"),
        Item("drafting draft", owner, "CUC-3.4"),
        Item("stock", over_face_up, "| cards over (Mätäpesä) | all (`leftover = face_up`) |"),
        Item("stock_top stock_left", everybody, "| stock | nobody; its size: all |"),
        Item("thrown thrown_free", owner, "| the discarder remembers them; others see only the number |"),
        Item("thrown_count exchanged", everybody, "others see only the number"),
        Item(
            "trick leader trick_len set_size is_last best best_seat previous_seat turn",
            everybody,
            "| current trick | all |",
        ),
        Item("played", everybody, "| finished tricks | all if `played_visible`, otherwise nobody |"),
        Item("round asked factor fewest most", everybody, "| yes/no: all; hands: owner only |"),
        Item("contra_by", everybody, "| contra / pass; ends at the first contra | all |"),
        Item("bought chips pot", everybody, "| take / decline (taken once per game) | all |"),
        Item(
            "score added dealer hand_size growing losing_points weakest_seat",
            everybody,
            "| totals, chips, pot, contra, doubles, dealer, hand size of the next deal | all |",
        ),
        Item("doomed out left_at won deals_played tricks_played", everybody, "CUC-5.1"),
        Item("packs order last_order seats options phase in_play", everybody, "CUC-1.1"),
    ),
    prefers=("exchange", "free", "double", "contra"),
    shows=("exchange!", "free!", "double!", "redouble!"),  # cards of the stock (AGURK-2.3, RASSI-2)
    tables=(
        ("agurk", 4, {}, {}),
        ("agurk-joker", 4, {}, {}),
        ("rassi", 4, {}, {}),
        ("norwegian", 4, {}, {}),
        ("gurka-is-exchange", 4, {}, {}),
        ("matapesa", 5, {}, {}),
        ("gurka-is", 4, {}, {}),
        ("ogorek-contra", 4, {}, {}),
        ("gurka-se", 4, {}, {}),
        ("ogorek", 8, {}, {}),
        ("gurka-no-joker", 4, {}, {}),
        ("kurkku", 4, {}, {}),
    ),
)
