"""What a scene shows of an Ambition match, and the facts that fill its prompts, refusals and the state of the round."""

from __future__ import annotations

from typing import Any

from torite.kit import Gauge, Sentence, kinds, lowest, size

from .cards import ALL_POINTS, OF_SUIT, PACK, SUIT
from .standing import LINES, UNDER_STRIKE, wanted_line
from .state import SEATS, Phase, Stand, State, Way, cards_on_trick
from .tricks import is_lead, promotes, winning_card

#: The sentences of `prompt` that `facts` may name.
PROMPTS = (
    "pass_left", "pass_across", "pass_right", "scatter", "scatter_two",
    "first_lead", "lead", "follow", "discard", "last",
)  # fmt: skip
#: Sentences that `status` may name.
SAYS = (
    "ends.strikes",
    "status.nil", "status.under", "status.between", "status.highest", "status.slam", "status.void",
    "caption.lifted", "caption.lifted_about",
    "status.slam_open", "status.slam_closed", "status.slam_used", "status.danger", "status.goals",
)  # fmt: skip
HELD_ORDER = (0, 2, 1, 3)  # suits of a hand from left to right: black and red in turn
HELD = 16  # more than there are ranks
STEPS = {int(Way.LEFT): 1, int(Way.ACROSS): 2, int(Way.RIGHT): -1}  # seats clockwise to whoever gets the cards


def unseen_zones(s: State) -> set[str]:
    """AMB-4.7: tricks that were taken lie face down."""
    return {"taken"}


def hidden_facts(s: State) -> set[str]:
    """AMB-4.7: name the facts and marks that say nothing now, and the points that are not to be shown."""
    idle = set()
    playing = s.phase == Phase.PLAY
    if playing and not s.options.show_points:
        idle |= {"points", "stands", "slam_on"}
    if not playing:
        idle.add("slam_on")
    if not playing or s.trick_len == 0:
        idle.add("worth")
    if s.phase != Phase.PASS:
        idle |= {"way", "chosen"}
    if s.phase == Phase.PASS or (s.deals_played == 0 and s.phase < Phase.PLAY):
        idle |= {"points", "tricks", "stands"}
    if all(s.slam_on[seat] for seat in range(s.seats) if not s.out[seat]):
        idle.add("slam_on")  # it tells nobody apart
    for name in ("strikes", "understrikes", "slams"):
        if max(getattr(s, name)) == 0:
            idle.add(name)
    return idle | ({"dealer"} if s.phase in (Phase.DEAL, Phase.OVER) else set())


def gauges(s: State) -> list[Gauge]:
    """AMB-6.5, 7.6, 8.2: how far each seat is on the way to a slam, and on that out of the match."""
    strikes = Gauge("strikes", s.strikes, s.options.strikes_out, half="understrikes")
    if s.phase != Phase.PLAY or not s.options.show_points:
        return [strikes]
    return [Gauge("points", s.points, LINES[s.options.edition][1]), strikes]


def captions(s: State) -> dict[int, str]:
    """AMB-5.1: say under the two that a court card has lifted why it is the strongest."""
    cards = cards_on_trick(s) if s.phase == Phase.PLAY and s.trick_len > 0 else 0
    return {winning_card(s, cards): "lifted"} if cards and promotes(s, cards) else {}


def sort_key(s: State, kind: int) -> int:
    """Hold the cards by suit, black and red in turn, low to high."""
    return HELD_ORDER[SUIT[kind]] * HELD + PACK.rank[kind]


def is_out(s: State, seat: int) -> bool:
    """AMB-8.3: tell whether a seat has dropped out."""
    return s.out[seat] == 1


def rank_key(s: State, seat: int) -> tuple[int, int]:
    """AMB-8.3, 8.6: rank who did not win: whoever is still in before whoever is out, then the higher score."""
    return (s.out[seat], -s.score[seat])


def ends(s: State) -> Sentence:
    """AMB-8.2, 8.3, 8.6: say which strike ends the match, and who wins it."""
    return Sentence("strikes", {"limit": s.options.strikes_out})


def facts(s: State, seat: int) -> dict[str, Any]:
    """Collect what a sentence for a seat may mention.

    Returns:
        `prompt`, the sentence's name; `led`, the card that was led; `points`, those the seat has taken; `short`, those
        wanting for the slam; `left`, those nobody has taken yet; `slam`, the fewest of a slam that counts; `under`, the
        fewest without an understrike; `wanting`, how many more that takes; `most`, the most that somebody has;
        `strikes`, the seat's; `limit`, the strikes that put out; `to`, the seat to which the cards of the round are
        passed, None for several.
    """
    edition = s.options.edition
    led = kinds(s.trick[s.leader])
    return {
        "prompt": _prompt(s, seat),
        "led": lowest(led) if led else 0,
        "points": s.points[seat],
        "short": s.to_slam[seat],
        "left": ALL_POINTS[edition] - sum(s.points),
        "slam": LINES[edition][max(1, wanted_line(s, seat))],
        "under": UNDER_STRIKE[edition],
        "wanting": max(0, UNDER_STRIKE[edition] - s.points[seat]),
        "most": max(s.points),
        "strikes": s.strikes[seat],
        "limit": s.options.strikes_out,
        "to": (seat + STEPS[s.way]) % s.seats if s.phase == Phase.PASS and s.way in STEPS else None,
    }


def _prompt(s: State, seat: int) -> str:
    if s.phase == Phase.PASS:
        scatter = "scatter" if s.seats == SEATS else "scatter_two"
        return ("", "pass_left", "pass_across", "pass_right", scatter)[s.way]
    if s.phase != Phase.PLAY:
        return ""
    if is_lead(s):
        return "first_lead" if s.tricks_played == 0 else "last" if size(s.hand[seat]) == 1 else "lead"
    if size(s.hand[seat]) == 1:
        return "last"
    return "follow" if kinds(s.hand[seat]) & OF_SUIT[s.led] else "discard"


def status(s: State, seat: int) -> list[Sentence]:
    """Tell where the viewer stands between nothing and the slam; an onlooker, what the two goals are."""
    if s.phase not in (Phase.PASS, Phase.PLAY):
        return []
    if seat < 0 or s.phase == Phase.PASS:
        return [Sentence("goals", {**facts(s, max(0, seat)), "slam": LINES[s.options.edition][1]})]
    known = facts(s, seat)
    told = []
    if s.options.show_points:
        told = [Sentence(Stand(s.stands[seat]).name.lower(), known), *_slam_status(s, seat, known)]
    if s.strikes[seat] == s.options.strikes_out - 1:
        told.append(Sentence("danger", known))
    return told


def _slam_status(s: State, seat: int, known: dict[str, Any]) -> list[Sentence]:
    """Tell how far the slam is: nothing once it is reached."""
    if s.stands[seat] == Stand.SLAM:
        return []
    if wanted_line(s, seat) == 0:
        return [Sentence("slam_used", known)]
    if s.slam_on[seat] == 0:
        return [Sentence("slam_closed", known)]
    return [Sentence("slam_open", known)]
