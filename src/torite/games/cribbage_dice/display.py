"""What a scene shows of a Cribbage Dice match, and the facts that fill its prompts."""

from __future__ import annotations

from typing import Any

from torite.kit import Sentence, kernel

from .options import EndRule
from .state import Phase, State

#: The sentences of `prompt` that `facts` may name.
PROMPTS = ("choose", "choose_last", "crib_own", "crib_other")
#: Sentences that `ends` may name.
SAYS = ("ends.first", "ends.equal_turns")


@kernel
def sees(s: State, viewer: int, owner: int, field: int) -> bool:
    """CDICE-5.8: dice are open, but for six from which two are still to go to the crib."""
    return viewer == owner or s.phase != Phase.CRIB or owner != s.turn


def hidden_facts(s: State) -> set[str]:
    """Name the facts and marks that say nothing now."""
    idle = {"tied"} if s.phase != Phase.DEALER else set()
    if s.phase not in (Phase.CHOOSE, Phase.AGAIN):
        idle.add("rerolls")
    return idle if s.extra else idle | {"owes"}


def ends(s: State) -> Sentence:
    """CDICE-4.1, 4.2: say how many points win, and whether the others have a turn more."""
    name = "first" if s.options.end_rule == EndRule.FIRST else "equal_turns"
    return Sentence(name, {"target": s.options.target})


def facts(s: State, seat: int) -> dict[str, Any]:
    """Collect what a sentence for a seat may mention.

    Returns:
        `prompt`, the sentence's name; `rerolls`, how often dice may still be rolled again.
    """
    return {"prompt": _prompt(s, seat), "rerolls": s.rerolls}


def _prompt(s: State, seat: int) -> str:
    if s.phase == Phase.CRIB:
        return "crib_own" if seat == s.dealer else "crib_other"
    return "choose_last" if s.rerolls == 1 else "choose"
