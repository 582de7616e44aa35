"""Positions of French Tarot Solo, set up so that a test reads aloud; cards are written as in the action codes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import torite
from tests.aloud import listed
from tests.arranged import new_match
from tests.games.french_tarot_solo.naive import AI, DUMMY, PLAIN, TRUMPS, Deal, Rules
from tests.looking import codes_of, shown_anywhere
from tests.strategies import everything, say_twice, unchanged
from torite import Match

NAME = "french-tarot-solo"
SPECTATOR = -1
PHASES = ("deal", "redeal", "bid", "discard", "slam", "dummy", "handful", "own", "over")
BIDS = ("", "prise", "garde", "garde-sans", "garde-contre")
SIZES = ("", "single", "double", "triple")
LOW_FIRST = tuple(sorted(PLAIN, key=lambda card: (card[1:] in "KQCJ", card[1:] == "K")))


def codes(text: str | Iterable[str]) -> list[str]:
    """Read cards: `"S7 T12 EX"`, a span of trumps as `T2-T8`."""
    found = []
    for word in text.split() if isinstance(text, str) else text:
        first, dash, last = word.partition("-")
        found += [f"T{n}" for n in range(int(first[1:]), int(last[1:]) + 1)] if dash else [word]
    return found


def dealt(hand: str = "", ai: str = "", dummy: str = "", kitty: str = "", void: str = "") -> dict[str, Any]:
    """Lay out a whole deal: what is not named is filled up, low plain cards first, trumps and the Excuse last.

    The hand gets nothing of the suits of `void` (`"ST"`), and no trump nor the Excuse unless it must.
    """
    parts = [codes(text) for text in (hand, kitty, ai, dummy)]
    used = [card for part in parts for card in part]
    assert len(used) == len(set(used)), "a card stands there twice"
    rest = [card for card in (*LOW_FIRST, *TRUMPS, "EX") if card not in used]
    for part, size in zip(parts, (24, 6, 24, 24), strict=True):
        fitting = [card for card in rest if part is not parts[0] or card[0] not in void]
        part += fitting[: size - len(part)]
        rest = [card for card in rest if card not in part]
    mine, six, ais, dummys = (" ".join(part) for part in parts)
    assert (24, 6, 24, 24) == tuple(map(len, parts))
    return {"hands": {0: mine}, "places": {"closed": {AI: ais, DUMMY: dummys}, "kitty": six}}


def table(
    hand: str = "", ai: str = "", dummy: str = "", kitty: str = "", void: str = "", seed: int = 1, **options: Any
) -> Match:
    """Start a session with this deal."""
    deal = dealt(hand, ai, dummy, kitty, void)
    return new_match(NAME, options=options, seed=seed, pause=True, **deal)


def free(hand: str = "", bid: str = "prise", **how: Any) -> Match:
    """Start a session whose first bid is chosen, and choose it."""
    return take(table(hand, bid_policy="free", **how), f"bid {bid}")


def phase(m: Match) -> str:
    """The phase of the deal."""
    return PHASES[m.public.phase]


def legal(m: Match) -> set[str]:
    """The codes of everything that the player may take or begin now."""
    return {action.code.removesuffix(" +") for action in m.actions(0)}


def cards_open(m: Match) -> set[str]:
    """The cards that may be played now, from the hand or for the Dummy."""
    return {code.split()[1] for code in legal(m) if code.startswith("play ")}


def take(m: Match, *actions: str) -> Match:
    """Take these actions."""
    for action in actions:
        m.act(0, action)
    return m


def begin(m: Match, slam: bool = False) -> Match:
    """Come to the Dummy's first card: keep, bid Prise, discard what lies in the kitty if that is allowed."""
    while phase(m) in ("redeal", "bid", "discard", "slam"):
        if phase(m) == "redeal":
            take(m, "keep")
        elif phase(m) == "bid":
            take(m, sorted(legal(m))[-1])
        elif phase(m) == "discard":
            take(m, "discard " + " ".join(discard_of(m)))
        else:
            take(m, "announce slam" if slam else "pass")
    return m


def discard_of(m: Match) -> list[str]:
    """Six cards that may be discarded: those of the kitty, or else the first that fit."""
    six = lying(m, "kitty")
    if m.why(0, "discard " + " ".join(six)) is None:
        return six
    deal = model(m)
    cards, many = deal.may_go_away
    trumps = [card for card in sorted(cards) if card[0] == "T"]
    plain = [card for card in sorted(cards) if card[0] != "T"]
    return [*plain[: 6 - many], *trumps[:many]]


def first_trick(hand: str, ai: str, dummy: str, play: str = "", void: str = "", **how: Any) -> Match:
    """The first trick: the AI leads this card, the Dummy shows these three; it plays one of them if one is named.

    The hand is filled with plain cards of other suits than those of `void`. No handful is declared.
    """
    m = begin(table(hand, ai, dummy, void=void, **how))
    if play:
        take(m, f"play {play}")
        if phase(m) == "handful":
            take(m, "pass")
    return m


def play_dummy(m: Match) -> Match:
    """Play the first card that the Dummy may."""
    return take(m, sorted(legal(m))[0])


def play_trick(m: Match, mine: str = "", dummys: str = "") -> Match:
    """Play a trick: for the Dummy and for the player these cards, or the first that they may."""
    take(m, f"play {dummys}" if dummys else sorted(legal(m))[0])
    if phase(m) == "handful":
        take(m, "pass")
    return take(m, f"play {mine}" if mine else sorted(legal(m))[0])


def play_on(m: Match, tricks: int = 24) -> Match:
    """Play the first cards that are allowed until so many tricks are complete."""
    begin(m)
    while m.public.tricks_played < tricks and not m.log.deal_over:
        take(m, "pass" if phase(m) == "handful" else sorted(legal(m))[0])
    return m


def play_random(m: Match, seed: int | str = 1, until: int = 24) -> Match:
    """Play at random until so many tricks of the deal are complete."""
    chooser = random.Random(seed)
    while m.public.tricks_played < until and not m.log.deal_over:
        m.act(0, chooser.choice(m.actions(0)))
    return m


# what lies where


def lying(m: Match, place: str, side: int | None = None) -> list[str]:
    """The cards that truly lie in a place, of a side where each has a part of it."""
    part = getattr(m.log.state, place)
    part = part if side is None else part[side]
    return order(m, part) if place == "closed" else listed(m, part)


def order(m: Match, part: Sequence[int]) -> list[str]:
    """The codes of a sequence of cards."""
    return [m.game.pack.codes[kind] for kind in part if kind >= 0]


def shown(m: Match) -> set[str]:
    """The Dummy's face-up cards."""
    return set(listed(m, m.public.shown[DUMMY]))


def on_trick(m: Match) -> list[str]:
    """What lies in the trick: of the player, the AI, the Dummy; an empty text where nothing does."""
    return ["".join(listed(m, part)) for part in m.public.trick]


def won(m: Match, side: int) -> set[str]:
    """The cards of the tricks that a side won, the Excuse where it belongs."""
    return set(listed(m, m.public.taken[side]))


def model(m: Match, rules: Rules = Rules(), last_bid: str = "") -> Deal:  # noqa: B008 (it cannot be changed)
    """The second model of a deal that has just been dealt."""
    state = m.log.state
    ai, dummy = (order(m, state.closed[side]) for side in (AI, DUMMY))
    hand, kitty = listed(m, state.hand[0]), listed(m, state.kitty)
    return Deal(hand, ai, dummy, kitty, rules, m.public.deals_played == 0, last_bid)


def whole(m: Match) -> set[str]:
    """All cards that lie anywhere at the table."""
    state = m.log.state
    parts = [*state.hand, *state.shown, *state.trick, *state.taken, state.kitty, state.laid_away]
    found = [card for part in parts for card in listed(m, part)]
    found += [card for side in state.closed for card in order(m, side)]
    assert len(found) == len(set(found)) == 78
    return set(found)


# what is said


def told(m: Match, *keys: str) -> list[tuple[int, int]]:
    """All notes of these lines since the session began: side, amount."""
    notes = [note for entry in m.log.standing for note in entry.notes]
    return [(note.seat, note.amount) for note in notes if note.line.key in keys]


def last_told(m: Match) -> list[str]:
    """The lines that the last entry tells."""
    return [note.line.key for note in m.log[-1].notes]


def scored(m: Match) -> dict[str, int]:
    """The account of the deal that was scored last: the amount of each line."""
    return {note.line.key: note.amount for note in m.score_sheet.account}


def scores(m: Match) -> tuple[int, int]:
    """What the declarer and each defender scored in the last deal."""
    found = scored(m)
    return found["scores"], found["defender_scores"]


def clause_of(m: Match, code: str) -> str:
    """The clause that refuses an action; it is said in both languages, and taking it changes nothing."""
    before = everything(m)
    why = m.why(0, code)
    assert why is not None, f"{code} is allowed"
    try:
        m.act(0, code)
    except torite.ToriteError as error:
        say_twice(error)
        assert error.code == "illegal-move"
        assert str(error) == why[0]
        clause = str(error.facts["clause"])
        assert clause == why[1]
        assert not clause or (clause in error.say("en") and clause in error.say("ja"))
    else:
        raise AssertionError(f"{code} is taken")
    assert unchanged(m, before), f"{code} changed something"
    return clause


def bad_options(**options: Any) -> torite.BadOptions | None:
    """The error that options meet, if they do."""
    try:
        torite.Match(NAME, options=options, seed=1)
    except torite.BadOptions as error:
        return error
    return None


def zone(m: Match, name: str, side: int = -1, viewer: int = 0) -> list[str | None]:
    """The cards of a zone of the scene, None for one face down."""
    zones = [one for one in torite.lay_out(m, viewer).zones if (one.name, one.seat) == (name, side)]
    return [code for one in zones for code in codes_of(one.pieces)]


def seen_anywhere(m: Match, viewer: int) -> set[str]:
    """Every card that a viewer's scene shows face up, in its zones and last trick."""
    return shown_anywhere(torite.lay_out(m, viewer))
