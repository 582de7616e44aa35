"""What a scene shows of a Hearts match, and the facts that fill its prompts and refusals."""

from __future__ import annotations

from typing import Any

from torite.kit import kinds, lowest, size

from .cards import OF_SUIT
from .state import Phase, State
from .tricks import is_lead

#: The sentences of `prompt` that `facts` may name.
PROMPTS = (
    "pass_left", "pass_across", "pass_right",
    "first_lead", "lead", "lead_unbroken", "follow", "discard", "discard_first", "last",
)  # fmt: skip


def unseen_zones(s: State) -> set[str]:
    """HEARTS-3.8: tricks that were taken lie face down."""
    return {"taken"}


def hidden_facts(s: State) -> set[str]:
    """Name the facts and marks that say nothing now."""
    idle = {"out_at"} if s.options.deals > 0 else {"deals"}
    return idle | {"leader" if s.phase == Phase.PASS else "chosen"}


def rank_key(s: State, seat: int) -> int:
    """HEARTS-6.3: the lower score stands better."""
    return s.score[seat]


def facts(s: State, seat: int) -> dict[str, Any]:
    """Collect what a sentence for a seat may mention: `prompt`, the sentence's name; `led`, the card that was led.

    Each is there at every time: of the card nobody speaks before one was led.
    """
    led = kinds(s.trick[s.leader])
    return {"prompt": _prompt(s, seat), "led": lowest(led) if led else None}


def _prompt(s: State, seat: int) -> str:
    if s.phase == Phase.PASS:
        return ("", "pass_left", "pass_across", "pass_right")[s.direction]
    if s.phase != Phase.PLAY:
        return ""
    if size(s.hand[seat]) == 1:
        return "last"
    if is_lead(s):
        return "first_lead" if s.tricks_played == 0 else "lead" if s.broken else "lead_unbroken"
    if kinds(s.hand[seat]) & OF_SUIT[s.led]:
        return "follow"
    return "discard_first" if s.tricks_played == 0 and s.options.no_pts_on_first_trick else "discard"
