"""What a scene shows of a Doppelkopf match, and the facts that fill its prompts and refusals."""

from __future__ import annotations

from typing import Any

from torite.kit import Sentence, kernel, kinds, lowest, size

from .announcing import LIMITS, limit_of, limit_of_party
from .bidding import may_redeal
from .cards import CLASS, OF_CLASS, PACK, STRENGTH, SUITS, TRUMPS
from .rules import deals_in_all
from .state import UNDECIDED, Phase, Question, State
from .tricks import is_lead

#: The sentences of `prompt` that `facts` may name.
PROMPTS = (
    "ask_compulsory", "ask_solo", "ask_poverty", "ask_marriage", "name_any", "name_solo", "name_suit",
    "name_forced", "keep_only", "overcall", "hold", "lead", "follow", "follow_trump", "free", "last",
)  # fmt: skip
#: The other sentences that are said beside a word.
SAYS = (
    "ends.after",
    "about.reserve",
    *(f"confirm.announce_{word}" for word in ("re", "contra", "90", "60", "30", "schwarz")),
)
HELD_ORDER = (0, 2, 1, 3, 4)  # the classes of a hand from left to right: black and red in turn, trumps last
WIDTH = 32  # more than there are strengths
BIDDING = (Phase.BID, Phase.NAME, Phase.ASK, Phase.OVERCALL, Phase.AUCTION)


@kernel
def sees(s: State, viewer: int, owner: int, field: int) -> bool:
    """DOKO-7.5: the poor player's three cards are seen by that player, and by the one who takes them."""
    return viewer >= 0 and (viewer == s.declarer or viewer == s.partner)


def unseen_zones(s: State) -> set[str]:
    """DOKO-19.1, 19.2, 19.4: tricks lie face down until the deal is over, the last one too if that is agreed."""
    playing = s.phase == Phase.PLAY
    hidden = {"taken"} if playing else set()
    return hidden | ({"last_trick"} if playing and not s.options.show_last_trick else set())


def hidden_facts(s: State) -> set[str]:
    """DOKO-19.3: name the facts and marks that say nothing now, and the card points that are not to be shown."""
    idle = set()
    if s.phase == Phase.PLAY and not s.options.show_running_points:
        idle.add("points")
    if s.phase not in BIDDING:
        idle |= {"said", "holder"}
    if s.phase != Phase.AUCTION:
        idle |= {"left", "bid"}
    if s.phase != Phase.OVERCALL:
        idle.add("level")
    if s.phase != Phase.REDEAL:
        idle.add("kept")
    if s.phase != Phase.ANSWER:
        idle.add("refused")
    if s.phase in (Phase.DEAL, Phase.OVER):
        idle.add("dealer")  # it names the next one already
    if not s.contract:
        idle |= {"contract", "tricks", "points", "declarer"}
    if not s.options.tournament:
        idle.add("ordinary")
    return idle


def trumps(s: State) -> list[int]:
    """DOKO-3: list the trumps of the contract that is played, the strongest first."""
    if not s.contract:
        return []
    high = PACK.listed([kinds(s.in_play) & TRUMPS[s.order]])
    return sorted(high, key=lambda kind: -STRENGTH[s.order][kind])


def sort_key(s: State, kind: int) -> int:
    """Return where a card is held: by its class in the contract that is played, the trumps to the right."""
    return HELD_ORDER[CLASS[s.order][kind]] * WIDTH + STRENGTH[s.order][kind]


def ends(s: State) -> Sentence:
    """DOKO-1.8, 15.15, 15.16: say after how many deals the highest score wins."""
    return Sentence("after", {"deals": deals_in_all(s)})


def facts(s: State, seat: int) -> dict[str, Any]:
    """Collect what a sentence for a seat may mention.

    Returns:
        `prompt`, the sentence's name; `led`, the card that was led; `held`, the cards in hand; `needed`, the fewest
        with which the next announcement could have been made.
    """
    led = lowest(kinds(s.trick[s.leader])) if kinds(s.trick[s.leader]) else 0
    return {"prompt": _prompt(s, seat), "led": led, "held": size(s.hand[seat]), "needed": _needed(s, seat)}


def _needed(s: State, seat: int) -> int:
    party = s.knows[seat][seat]
    if s.phase != Phase.PLAY or party == UNDECIDED:
        return 0
    if s.called[party] == 0:
        return limit_of_party(s, party)
    return limit_of(s, min(s.called[party] + 1, len(LIMITS) - 1))


def _prompt(s: State, seat: int) -> str:
    if s.phase == Phase.ASK:
        return f"ask_{Question(s.question).name.lower()}"
    if s.phase == Phase.NAME:
        return ("name_any", "name_forced" if s.forced else "name_solo", "name_suit")[s.naming]
    if s.phase == Phase.REDEAL:
        return "redeal" if may_redeal(s, seat) else "keep_only"
    if s.phase == Phase.OVERCALL:
        return "hold" if seat == s.holder else "overcall"
    return _prompt_of_play(s, seat) if s.phase == Phase.PLAY else ""


def _prompt_of_play(s: State, seat: int) -> str:
    if size(s.hand[seat]) == 1:
        return "last"
    if is_lead(s):
        return "lead"
    if kinds(s.hand[seat]) & OF_CLASS[s.order][s.led] == 0:
        return "free"
    return "follow" if s.led < SUITS else "follow_trump"
