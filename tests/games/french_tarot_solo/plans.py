"""Whole deals made to measure: who wins which trick, with what card points, oudlers, petit au bout and handful."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from tests.arranged import new_match
from tests.games.french_tarot_solo.builders import NAME, codes, legal, phase, take
from tests.games.french_tarot_solo.naive import (
    AI,
    CARDS,
    DUMMY,
    ME,
    OUDLERS,
    PLAIN,
    TRUMPS,
    Deal,
    Result,
    Rules,
    points,
    worth,
)
from torite import Match


@dataclass
class Plan:
    """A whole deal, trick by trick.

    Attributes:
        ai: what the AI leads.
        dummy: the Dummy's cards in their order.
        mine: what the player plays.
        kitty: the six cards; with an exchange they are discarded.
        in_order: whether the Dummy plays its cards in their order, or else the first that is allowed.
    """

    ai: list[str]
    dummy: list[str]
    mine: list[str]
    kitty: list[str]
    in_order: bool = True

    def match(self, bid: str = "prise", **options: Any) -> Match:
        """Deal it; the player has bid."""
        assert (24, 24, 24, 6) == tuple(map(len, (self.ai, self.dummy, self.mine, self.kitty)))
        more = {"petit_sec_redeal": "off"} | ({} if bid == "prise" else {"bid_policy": "free"})
        m = new_match(
            NAME,
            options=more | options,
            hands={0: " ".join(self.mine)},
            places={"closed": {AI: " ".join(self.ai), DUMMY: " ".join(self.dummy)}, "kitty": " ".join(self.kitty)},
            seed=1,
            pause=True,
        )
        return m if phase(m) != "bid" else take(m, f"bid {bid}")

    def play(
        self, bid: str = "prise", slam: bool = False, handful: str = "", tricks: int = 24, **options: Any
    ) -> Match:
        """Deal and play it, so many tricks of it."""
        m = self.match(bid, **options)
        if phase(m) == "discard":
            take(m, "discard " + " ".join(self.kitty))
        take(m, "announce slam" if slam else "pass")
        for number in range(tricks):
            take(m, f"play {self.dummy[number]}" if self.in_order else sorted(legal(m))[0])
            if phase(m) == "handful":
                take(m, f"announce {handful}" if handful else "pass")
            take(m, f"play {self.mine[number]}")
        return m

    def foreseen(
        self,
        bid: str = "prise",
        slam: bool = False,
        handful: str = "",
        rules: Rules = Rules(),  # noqa: B008
    ) -> Result | None:
        """What the second model makes of it; None where something is not allowed."""
        deal = Deal(list(self.mine), list(self.ai), list(self.dummy), list(self.kitty), rules, False)
        deal.stage, deal.away = "", []
        deal._bid()
        steps = [f"bid {bid}"]
        if bid in ("prise", "garde"):
            steps.append("discard " + " ".join(self.kitty))
        steps.append("announce slam" if slam else "pass")
        for step in steps:
            deal.act(step)
        for dummys, mine in zip(self.dummy, self.mine, strict=True):
            for card in (dummys, mine):
                if deal.stage == "handful":
                    code = f"announce {handful}" if handful else "pass"
                    if code not in deal.legal():
                        return None
                    deal.act(code)
                if f"play {card}" not in deal.legal():
                    return None
                deal.act(f"play {card}")
        return deal.result


class Impossible(Exception):
    """A draw of cards that came to nothing."""


class Chooser(random.Random):
    """What draws cards; `rich` is how much it likes card points, from -1 to 1."""

    rich = 0.0


def _draw(rest: list[str], chooser: Chooser, wanted: Any, rich: bool = False) -> str:
    """Draw a card that fits from what is left, one that the chooser likes if its points count."""
    fitting = [card for card in rest if wanted(card)]
    if not fitting:
        raise Impossible
    card = chooser.choice(fitting)
    if rich and chooser.random() < abs(chooser.rich):
        card = (max if chooser.rich > 0 else min)(card, *chooser.choices(fitting, k=3), key=worth)
    rest.remove(card)
    return card


def win_first(chooser: Chooser, wins: int, own: Sequence[str], excuse: int, petit_last: bool) -> Plan:
    """The player trumps the first tricks, and loses all others, to trumps that the AI leads or for want of cards.

    Args:
        chooser: what draws.
        wins: the tricks won.
        own: oudlers among the player's cards.
        excuse: who plays the Excuse, to a trick that the defence wins; the kitty has it for -1.
        petit_last: whether the AI leads trump 1 to the last trick.
    """
    rest = list(PLAIN)
    suits = chooser.sample("CSHD", 2 if wins <= 11 else 3)
    free = [card for card in TRUMPS if card not in OUDLERS]
    trumps = [card for card in own if card != "EX"]
    trumps += chooser.sample(free, wins - len(trumps))
    chooser.shuffle(trumps)
    tricks: list[tuple[str, str, str]] = []
    for trump in trumps:
        led = _draw(rest, chooser, lambda card: card[0] in suits, rich=True)
        follows = _draw(rest, chooser, lambda card, led=led: card[0] == led[0], rich=True)
        tricks.append((led, follows, trump))
    lost = [card for card in TRUMPS if card not in trumps and not (petit_last and card == "T1")]
    lost += ["" for _ in range(24 - wins - len(lost) - petit_last)]
    chooser.shuffle(lost)
    lost += ["T1"] if petit_last else []
    for number, led in enumerate(lost):
        tricks.append(_lost(rest, chooser, led, suits, excuse if number == 0 else -1))
    kitty = [_draw(rest, chooser, lambda card: excuse < 0 or card[1:] != "K", rich=True) for _ in range(len(rest))]
    ai, dummy, mine = (list(part) for part in zip(*tricks, strict=True))
    return Plan(ai, dummy, mine, kitty + (["EX"] if excuse < 0 else []))


def _lost(rest: list[str], chooser: Chooser, led: str, suits: list[str], excuse: int) -> tuple[str, str, str]:
    """A trick that the defence wins, the AI leading this trump or a plain card."""
    if excuse == AI:
        led = "EX"
    led = led or _draw(rest, chooser, lambda card: card[0] in suits)
    dummys = "EX" if excuse == DUMMY else _draw(rest, chooser, lambda card: led[0] in ("T", "E", card[0]))
    mine = "EX" if excuse == ME else _draw(rest, chooser, lambda card: card[0] not in suits)
    return led, dummys, mine


def win_last(chooser: Chooser, wins: int, own: Sequence[str], excuse: int) -> Plan:
    """The player loses the first tricks, mostly to the Dummy's trumps, and trumps the rest, with trump 1 at last."""
    rest = list(PLAIN)
    trumps = [card for card in own if card in ("T21",)]
    free = [card for card in TRUMPS if card not in OUDLERS]
    trumps += chooser.sample(free, wins - 1 - len(trumps))
    dummys = [card for card in TRUMPS if card not in (*trumps, "T1")]
    tricks: list[tuple[str, str, str]] = []
    for number in range(24 - wins):
        led = _draw(rest, chooser, lambda card: card[0] in "HD")
        lower = lambda card, led=led: card[0] == led[0]  # noqa: E731
        plain = 24 - wins - len(dummys)
        if excuse == DUMMY and number == 0:
            dummy = "EX"
        else:
            dummy = _draw(rest, chooser, lower) if number < plain else dummys.pop()
        tricks.append((led, dummy, "EX" if excuse == ME and number == 0 else _draw(rest, chooser, lower)))
    for trump in [*trumps, "T1"]:
        led = _draw(rest, chooser, lambda card: card[0] in "CS", rich=True)
        tricks.append((led, _draw(rest, chooser, lambda card, led=led: card[0] == led[0], rich=True), trump))
    kitty = [_draw(rest, chooser, lambda card: excuse < 0 or card[1:] != "K", rich=True) for _ in range(len(rest))]
    leads, follows, plays = (list(part) for part in zip(*tricks, strict=True))
    return Plan(leads, follows, plays, kitty + (["EX"] if excuse < 0 else []))


@cache
def deal_worth(
    got: str, own: str = "", bid: str = "prise", petit: int = 0, handful: str = "", excuse: int = AI
) -> Plan:
    """Find a deal in which the declarer has these card points and oudlers (`T1`, `T21`, `EX`).

    Args:
        got: the card points, `"41.5"`.
        own: the oudlers that the player holds.
        bid: the bid.
        petit: +1 if trump 1 wins the last trick for the declarer, -1 if the defence wins it.
        handful: the handful that is declared.
        excuse: the side that plays the Excuse; -1 if it lies in the kitty.
    """
    chooser = Chooser(f"{got} {own} {bid} {petit} {handful}")
    wanted, mine = Fraction(got), own.split()
    oudlers = len(mine) + (excuse < 0 and bid == "garde-sans")
    least = {"": 0, "single": 10, "double": 13, "triple": 15}[handful]
    held = "EX" in mine
    likings = dict.fromkeys(range(12, 15) if petit > 0 else range(max(1, least - held), 19), 0.0)
    for _ in range(6_000):
        wins = chooser.choice(list(likings))
        chooser.rich = likings[wins]
        try:
            if petit > 0:
                plan = win_last(chooser, wins, mine, excuse)
            else:
                plan = win_first(chooser, wins, mine, ME if held else excuse, petit < 0)
        except (Impossible, ValueError):
            continue
        if len(plan.kitty) != 6:
            continue
        off = wanted - _estimate(plan, wins, petit > 0, bid)
        likings[wins] = min(1.0, max(-1.0, likings[wins] + 0.2 * ((off > 0) - (off < 0))))
        hopeless = abs(off) > 9 and abs(likings[wins]) == 1
        if (off.denominator == 2 or hopeless) and len(likings) > 1:
            del likings[wins]
        if off:
            continue
        result = plan.foreseen(bid, handful=handful)
        if result and (result.points, result.oudlers, result.petit) == (wanted, oudlers, petit):
            return plan
    raise AssertionError("no such deal was found")


def _estimate(plan: Plan, wins: int, last: bool, bid: str) -> Fraction:
    """The declarer's card points if he wins just the tricks that he should."""
    won = slice(24 - wins, 24) if last else slice(0, wins)
    got = points([*plan.ai[won], *plan.dummy[won], *plan.mine[won]])
    got += 4 if "EX" in plan.mine and "EX" not in plan.mine[won] else 0
    return got + (points(plan.kitty) if bid != "garde-contre" else 0)


def sweep(mine: str, ai: str = "", dummy: str = "", kitty: str = "", late: dict[int, str] | None = None) -> Plan:
    """A deal in which the player wins every trick: his cards in order; the AI leads what each of them beats.

    Args:
        mine: the player's cards in the order of play, spans of trumps allowed; plain ones beat what is lower.
        ai: cards that the AI must hold.
        dummy: cards that the Dummy must hold.
        kitty: the kitty, or a part of it.
        late: what the AI leads to some tricks, by their numbers.
    """
    own, fixed = codes(mine), late or {}
    used = {*own, *codes(ai), *codes(dummy), *codes(kitty), *fixed.values()}
    rest = [card for card in PLAIN if card not in used]
    six = codes(kitty)
    leads: list[str] = []
    for number, card in enumerate(own, 1):
        held = {one[0] for one in own[number - 1 :]}
        lower = [one for one in rest if (one[0] == card[0] if card in PLAIN else one[0] not in held)]
        led = fixed.get(number) or min(lower, key=lambda one: PLAIN.index(one))
        leads.append(led)
        rest = [one for one in rest if one != led]
    low = sorted(rest, key=lambda card: (card[1:] in ("J", "C", "Q", "K"), PLAIN.index(card)))
    six += low[: 6 - len(six)]
    rest = [card for card in low if card not in six]
    return Plan(leads, [*codes(dummy), *rest], own, six, in_order=False)


def defence_wins_all(ai: str, dummy: str, mine: str) -> Plan:
    """A deal in which the defence wins every trick, if it wins the last seven, which are given.

    Before them the AI leads high spades, diamonds and clubs, the Dummy trumps with 5 to 21, the player follows low.
    """
    high = ("K", "Q", "C", "J", "10", "9")
    leads = [colour + rank for colour in "SDC" for rank in high][:17] + codes(ai)
    own = [colour + rank for colour in "SDC" for rank in "123456"][:17] + codes(mine)
    dummys = [f"T{number}" for number in range(5, 22)] + codes(dummy)
    kitty = [card for card in CARDS if card not in (*leads, *own, *dummys)]
    return Plan(leads, dummys, own, kitty)
