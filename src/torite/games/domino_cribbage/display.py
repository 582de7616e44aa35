"""What a scene shows of a Domino Cribbage match, and the facts that fill its prompts and refusals."""

from __future__ import annotations

from typing import Any

from torite.kit import Sentence

from .state import Phase, State
from .tiles import MOST, PACK, VALUE

#: The sentences of `prompt` that `facts` may name.
PROMPTS = ("crib_own", "crib_other", "lead", "play", "on_31")
#: Sentences that `ends` may name.
SAYS = ("ends.first",)


def hidden_facts(s: State) -> set[str]:
    """Name the facts and marks that say nothing now."""
    return set() if s.phase == Phase.PLAY else {"total", "said_go"}


def sort_key(s: State, kind: int) -> int:
    """Hold the tiles by their value, low to high."""
    return VALUE[kind]


def ends(s: State) -> Sentence:
    """DCRIB-6.1: say how many points win."""
    return Sentence("first", {"target": s.options.target})


def facts(s: State, seat: int) -> dict[str, Any]:
    """Collect what a sentence for a seat may mention.

    Returns:
        `prompt`, the sentence's name; `total`, the count; `left`, what may be added to it; `values`, the hand's values
        from low to high.
    """
    values = sorted(VALUE[kind] for kind in PACK.listed(s.hand[seat]))
    return {
        "prompt": _prompt(s, seat),
        "total": s.total,
        "left": MOST - s.total,
        "values": " ".join(map(str, values)),
    }


def _prompt(s: State, seat: int) -> str:
    if s.phase == Phase.CRIB:
        return "crib_own" if seat == s.dealer else "crib_other"
    if s.line_len == 0:
        return "lead"
    return "on_31" if s.total == MOST else "play"
