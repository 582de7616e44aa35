"""What a scene shows of a Bingo match, and the facts that fill its prompts and refusals."""

from __future__ import annotations

from typing import Any

from torite.kit import Sentence, kinds, size_of

from .state import HAND_SIZE, Phase, State, is_open
from .tiles import BINGO, DOUBLES, HIGH, LOW, PACK, POINTS, STRENGTH, SUIT_LED

#: The sentences of `prompt` that `facts` may name.
PROMPTS = ("lead", "lead_double", "lead_shown", "reply", "reply_strictly", "show_six")
#: Sentences that `ends` may name.
SAYS = ("ends.first", "about.close")
WIDTH = 32  # more than there are strengths
TRUMPS = 8  # above every pip, so that trumps are held at the right


def unseen_zones(s: State) -> set[str]:
    """BINGO-4.4, 6.2: tricks lie face down, and so does the trump tile once the stock is closed."""
    hidden = {"taken", "last_trick"} if s.phase not in (Phase.DEAL, Phase.OVER) else {"taken"}
    return hidden | ({"turned"} if s.closed_by >= 0 else set())


def hidden_facts(s: State) -> set[str]:
    """BINGO-4.4: name the facts and marks that say nothing now, and the points that are not to be shown."""
    idle = set()
    if not s.options.show_running_points and s.phase not in (Phase.DEAL, Phase.OVER):
        idle.add("tile_points")
    if max(s.made) == 0:
        idle.add("made")
    if s.declared == 0:
        idle.add("declared")
    if s.begun == 0:
        idle |= {"trump", "stock_left"}
    if s.phase == Phase.LEAD:
        idle.add("best_seat")
    return idle


def trumps(s: State) -> list[int]:
    """BINGO-3: list the trumps, the strongest first."""
    if s.begun == 0:
        return []
    held = [kind for kind in PACK.all if s.trump in (HIGH[kind], LOW[kind])]
    return sorted(held, key=lambda kind: -STRENGTH[s.order][s.trump][kind])


def sort_key(s: State, kind: int) -> int:
    """Hold the tiles by the suit in which they would be led, weak to strong; trumps at the right, then [0-0]."""
    if kind == BINGO:
        return 100 * WIDTH
    suit = SUIT_LED[s.order][s.trump][kind]
    place = TRUMPS if s.trump in (HIGH[kind], LOW[kind]) else suit
    return place * WIDTH + STRENGTH[s.order][suit][kind]


def ends(s: State) -> Sentence:
    """BINGO-8.9: say how many game points win the match."""
    return Sentence("first", {"target": s.options.target_game_points})


def facts(s: State, seat: int) -> dict[str, Any]:
    """Collect what a sentence for a seat may mention.

    Returns:
        `prompt`, the sentence's name; `led`, the tile led; `suit`, the suit that it asks for; `trump`, the trump pip;
        `doubles`, how many the seat holds; `declared`, how many were declared; `worth`, the points of the trick so far.
    """
    return {
        "prompt": _prompt(s, seat),
        "led": s.led,
        "suit": SUIT_LED[s.order][s.trump][s.led],
        "trump": s.trump,
        "doubles": size_of(s.hand[seat], DOUBLES),
        "declared": s.declared,
        "worth": POINTS[s.trump][s.led],
    }


def _prompt(s: State, seat: int) -> str:
    if s.phase == Phase.REPLY:
        return "reply" if is_open(s) else "reply_strictly"
    if s.phase == Phase.LEAD and s.declared > 0:
        return "lead_shown" if kinds(s.shown) else "lead_double"
    if s.phase == Phase.DRAW and s.may_reveal == seat and size_of(s.hand[seat], DOUBLES) == HAND_SIZE - 1:
        return "show_six"
    return "lead" if s.phase == Phase.LEAD else ""
