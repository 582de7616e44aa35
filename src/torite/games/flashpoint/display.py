"""What a scene shows of a Flashpoint match, and the facts that fill its prompts and refusals."""

from __future__ import annotations

from typing import Any

from torite.kit import Sentence, bit, kernel, kinds, lowest
from torite.pieces.cards import SUIT_GLYPHS

from .cards import NAMED, OBEYING, PACK, RANK, SUIT
from .flashes import FOUR_BONUS, LONG_BONUS, SQUARE_BONUS, TWIN_BONUS, VOID_BONUS, times_four, times_void
from .options import BonusUse, CommandMode
from .scoring import final_total
from .state import NO_COMMAND, SEATS, Combination, Phase, State, partner_of

#: The sentences of `prompt` that `facts` may name.
PROMPTS = (
    "command", "command_first", "lead", "lead_last", "lead_obey", "lead_avoid", "lead_obey_free", "lead_avoid_free",
    "follow", "follow_one", "pass_or_flash",
)  # fmt: skip
#: The other sentences that these functions may name.
SAYS = (
    "ends.with_bonus", "ends.points",
    "caption.wins", "caption.wins_about",
    "confirm.play", "about.play", "about.none", "about.pass",
    *(f"about.flash_{kind}" for kind in ("void", "twin", "long", "four", "square")),
    *(f"status.{whose}_{what}" for whose in ("ours", "theirs") for what in ("scores", "squib")),
    "status.held_none", "status.held_only", "status.could_obey",
)  # fmt: skip
HELD_ORDER = (0, 2, 1, 3)  # of the suits C S H D, from left to right: black and red in turn
WIDTH = 8  # ranks of a suit
PLAYING = (Phase.INVITE, Phase.COMMAND, Phase.LEAD, Phase.FOLLOW)


@kernel
def sees(s: State, viewer: int, owner: int, field: int) -> bool:
    """FLASH-7.11: the owner and the left-hand neighbour see which four were shown."""
    return viewer == owner or viewer == (owner + 1) % SEATS


def sort_key(s: State, kind: int) -> int:
    """Hold the cards by suit, black and red in turn."""
    return HELD_ORDER[SUIT[kind]] * WIDTH + RANK[kind]


def team(s: State, seat: int) -> int:
    """FLASH-1.3: return the mask of the seats of a team: partners sit opposite."""
    return 1 << seat | 1 << partner_of(seat)


def rank_key(s: State, seat: int) -> int:
    """FLASH-9.10: rank the teams by their final totals."""
    return -final_total(s, seat)


def hidden_facts(s: State) -> set[str]:
    """Name the facts and marks that say nothing now."""
    idle = set()
    if s.phase not in PLAYING or s.command == NO_COMMAND:
        idle.add("command")
    if not kinds(s.on_trick):
        idle |= {"combination", "worth", "passed"}
    if s.phase not in PLAYING:
        idle |= {"dealer", "to_lead"}  # it names the next one already
    if s.phase == Phase.FOLLOW:
        idle.add("to_lead")
    return idle | {name for name in ("tricks", "gained", "bonus") if not any(getattr(s, name))}


def captions(s: State) -> dict[int, str]:
    """FLASH-4: say under the winning card that it wins now."""
    return {s.best: "wins"} if kinds(s.on_trick) else {}


def status(s: State, seat: int) -> list[Sentence]:
    """FLASH-5: tell what the trick is worth as it lies, and for whom; and why a command was not obeyed."""
    if s.phase != Phase.FOLLOW or seat < 0:
        return []
    whose = "ours" if s.gains[seat] else "theirs"
    what = "squib" if s.combination == Combination.NONE else "scores"
    told = facts(s, seat) | {"leader": s.leader}
    keys = [f"{whose}_{what}", *_why_not_obeyed(s, seat)]
    return [Sentence(key, told) for key in keys]


def _why_not_obeyed(s: State, seat: int) -> list[str]:
    """FLASH-2.3, 2.4: tell the others what all may conclude of a leader's hand: who could obey has paid."""
    if seat == s.leader or s.command == NO_COMMAND or kinds(s.trick[s.leader]) & OBEYING[s.command]:
        return []
    if s.proved[s.leader] & bit(s.command):
        return ["could_obey"] if s.options.command_penalty else []
    return ["held_none" if s.command < len(NAMED) else "held_only"]


def ends(s: State) -> Sentence:
    """FLASH-2.1, 2.6, 9.1, 9.3-9.5: say who commands, when the match ends, and whether bonuses count for its win."""
    agreed = s.options
    name = "with_bonus" if agreed.bonus_use == BonusUse.ADD_IF_TARGET else "points"
    free, invited = agreed.command_mode == CommandMode.FREE, agreed.command_mode == CommandMode.ON_INVITATION
    return Sentence(name, {"target": agreed.target, "free": int(free), "invited": int(invited)})


def facts(s: State, seat: int) -> dict[str, Any]:
    """Collect what a sentence for a seat may mention.

    Returns:
        `prompt`, the sentence's name; `worth`, the points in the trick; `named`, the suit or rank of the command;
        `penalty`, the price of disobeying it; `only`, the one card that may be played; `held`, the cards in hand;
        `trick`, the number of the trick; `doubtful`, the cards that pay; `void_bonus` and the
        like, what showing each flash brings.
    """
    hand = kinds(s.hand[seat]) if seat >= 0 else 0
    able = hand & ~s.lying
    return {
        "prompt": _prompt(s, hand),
        "worth": s.worth,
        "named": _glyph(NAMED[s.command % len(NAMED)]) if s.command != NO_COMMAND else "",
        "penalty": s.options.command_penalty,
        "only": lowest(able) if able else 0,
        "held": hand.bit_count(),
        "trick": s.tricks_played + 1,
        "doubtful": _paying(s, hand),
        "void_bonus": VOID_BONUS * times_void(s, hand),
        "twin_bonus": TWIN_BONUS,
        "long_bonus": LONG_BONUS,
        "four_bonus": FOUR_BONUS * times_four(s, hand),
        "square_bonus": SQUARE_BONUS,
    }


def _paying(s: State, hand: int) -> list[int]:
    """FLASH-2.3: list the cards of a leader's hand that disobey a command which others would obey."""
    if s.phase != Phase.LEAD or s.command == NO_COMMAND or not s.options.command_penalty:
        return []
    obeying = hand & OBEYING[s.command]
    return [kind for kind in PACK.all if hand & ~obeying & 1 << kind] if obeying else []


def _glyph(named: str) -> str:
    return SUIT_GLYPHS.get(named, named)


def _prompt(s: State, hand: int) -> str:
    if s.phase == Phase.COMMAND:
        return "command" if s.tricks_played else "command_first"
    if s.phase == Phase.LEAD:
        return _prompt_of_lead(s, hand)
    if s.phase == Phase.FOLLOW:
        able = (hand & ~s.lying).bit_count()
        return "follow" if able > 1 else "follow_one" if able else "pass_or_flash"
    return ""


def _prompt_of_lead(s: State, hand: int) -> str:
    if s.command == NO_COMMAND:
        return "lead_last" if hand.bit_count() == 1 else "lead"
    way = "obey" if s.command < len(NAMED) else "avoid"
    return f"lead_{way}" if hand & OBEYING[s.command] else f"lead_{way}_free"
