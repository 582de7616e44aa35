"""What a scene shows of a session, and the facts that fill its sentences."""

from __future__ import annotations

from typing import Any

from torite.kit import Sentence, kernel

from .bidding import trumps_away
from .cards import EXCUSE, NEEDED, NUMBERED, PACK, PLAIN, SIZES, TRUMPS
from .scoring import card_halves, oudlers_of
from .state import AI, DUMMY, GARDE_CONTRE, GARDE_SANS, HAND_SIZE, ME, Phase, State, has_exchange

#: The sentences of `prompt` that `facts` may name.
PROMPTS = ("discard_trumps", "own_last", "bid_again")
#: The other sentences that it may name.
SAYS = (
    *(f"about.bid_{bid}" for bid in ("prise", "garde", "garde-sans", "garde-contre")),
    "ends.after",
    "status.target", "status.target_sans", "status.target_contre", "status.trick", "status.deal", "status.to_beat",
    "status.session", "ending.single", "ending.session", "share.single", "share.session",
)  # fmt: skip
KITTY, LAID_AWAY = (State.layout.named[name].offset for name in ("kitty", "laid_away"))
PLAYING = (Phase.DISCARD, Phase.SLAM, Phase.DUMMY, Phase.HANDFUL, Phase.OWN)
SUIT_PLACES = (2, 0, 1, 3)  # of "CSHD": black and red in turn
WIDTH = 32  # more than there are trumps


@kernel
def sees(s: State, viewer: int, owner: int, field: int) -> bool:
    """TAROT-5.1, 5.7, 16.1, 16.3: the kitty while it is exchanged, the player's own discard, all after the deal."""
    if s.settled == 1:
        return True
    return s.phase == Phase.DISCARD if field == KITTY else viewer == ME


def unseen_zones(s: State) -> set[str]:
    """TAROT-16.2: cards won and the kitty that was turned up may be looked at again, if that is agreed."""
    if s.settled == 1:
        return {"turned"} if has_exchange(s) else set()
    return (set() if s.options.show_history else {"taken", "turned"}) | (
        {"turned"} if s.phase == Phase.DISCARD else set()
    )


def hidden_facts(s: State) -> set[str]:
    """Name the facts and marks that say nothing now."""
    return {name for name in ("bid", "slam", "handful") if getattr(s, name) == 0} | {"dealer", "deals_played"}


def sort_key(s: State, kind: int) -> int:
    """Hold the Excuse and the trumps at the left, then the suits, black and red in turn, high cards first."""
    if kind == EXCUSE:
        return 0
    if kind >= TRUMPS:
        return TRUMPS + WIDTH - kind
    return (1 + SUIT_PLACES[PACK.suit[kind]]) * (TRUMPS + WIDTH) - PACK.rank[kind]


def status(s: State, seat: int) -> list[Sentence]:
    """TAROT-2.9, 15.2: the target with the oudlers won so far, the tricks, and what is to be beaten."""
    said = []
    if s.phase in PLAYING:
        key = {GARDE_SANS: "target_sans", GARDE_CONTRE: "target_contre"}.get(s.bid, "target")
        said.append(Sentence(key, _target(s)))
        if s.phase in (Phase.DUMMY, Phase.HANDFUL, Phase.OWN):
            said.append(Sentence("trick", {"n": s.tricks_played + 1}))
    if s.phase != Phase.OVER:
        number = s.deals_played + (0 if s.settled == 1 else 1)
        said.append(Sentence("deal", {"n": max(1, number), "of": s.options.deal_count}))
    if s.deals_played > 0:
        key = "to_beat" if s.settled == 0 else "session"
        said.append(Sentence(key, {"added": s.added, "total": s.score[ME]}))
    return said


def _target(s: State) -> dict[str, Any]:
    """Collect what is needed and what is there, as far as the viewer sees it."""
    oudlers, halves = oudlers_of(s), card_halves(s)
    needed = NEEDED[oudlers]
    return {"oudlers": oudlers, "needed": needed, "have": halves, "lack": max(0, 2 * needed - halves)}


def ends(s: State) -> Sentence:
    """TAROT-15.3: say after how many deals the match is over, and what it comes to."""
    return Sentence("after", {"deals": s.options.deal_count})


def facts(s: State, seat: int) -> dict[str, Any]:
    """Collect what a sentence for the player may mention.

    Returns:
        `prompt` or `ending`, the sentence's name; `led`, the card that says what is to be followed; `top`, the highest
        trump in the trick; `trumps`, how many are held, and `single`, `double`, `triple`, how many a handful takes;
        `away`, trumps to be laid away; of the session `deals`, `total`, `added`, `best` and `beaten`; and the target:
        `oudlers`, `needed`, `have` and `lack` in halves.
    """
    sizes = SIZES[s.options.handful_table]
    told: dict[str, Any] = {
        "prompt": _prompt(s),
        "led": _led(s),
        "top": TRUMPS + max(0, s.top_trump - 1),
        "trumps": (s.hand[ME][1] & NUMBERED).bit_count() if s.hand[ME][1] >= 0 else 0,
        "away": trumps_away(s),
        "deals": s.deals_played,
        "total": s.score[ME],
        "added": s.added,
        "best": s.best_added,
        "beaten": s.times_beaten,
        "last_bid": s.last_bid,
        **dict(zip(("single", "double", "triple"), sizes, strict=True)),
        **_target(s),
    }
    if s.phase == Phase.OVER:
        told["ending"] = "single" if s.deals_played == 1 else "session"
    return told


def _led(s: State) -> int:
    """Find the card that says what is to be followed: the AI's, or the Dummy's after the Excuse."""
    lying = [kind for side in (AI, DUMMY) for kind in PACK.listed(s.trick[side])]
    return next((kind for kind in lying if kind != EXCUSE), PLAIN)


def _prompt(s: State) -> str:
    if s.phase == Phase.DISCARD and trumps_away(s) > 0:
        return "discard_trumps"
    if s.phase == Phase.BID and s.deals_played > 0:
        return "bid_again"
    if s.phase == Phase.OWN and s.tricks_played == HAND_SIZE - 1:
        return "own_last"
    return ""
