"""All that can be announced from a position, explored completely: every order of bets, answers and concessions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.games.perlaggen.naive_figures import ELEMENTS
from tests.strategies import acting, legal
from torite import Match

OPEN, GIVEN, WON = 0, 1, 2
ANSWERS = ("good", "hold", "raise")


@dataclass
class Explored:
    """What was found: how many positions and steps, and every way in which the deal may end."""

    positions: int = 0
    steps: int = 0
    ends: set[tuple[Any, ...]] = field(default_factory=set)
    codes: set[str] = field(default_factory=set)


#: What a position is for the rules of section 5 to 8, where no card is played: the rest is what somebody has learnt.
FIELDS = (
    "phase", "turn", "bet_on", "proposer", "deferred", "value", "ever_bet", "holder", "status", "by", "score", "won",
    "element", "acting", "claim", "standing_by", "deciding", "fixed", "hand", "trick", "trick_as",
)  # fmt: skip


def key(s: Any) -> str:
    """What a position is, without what lies beside it."""
    return repr([getattr(s, name) for name in FIELDS])


def ended(s: Any) -> tuple[Any, ...]:
    """How a deal has ended."""
    return tuple(s.score), tuple(s.won), tuple(s.value), tuple(s.status), tuple(s.by)


def explore(m: Match, cards: bool = False) -> Explored:
    """Take every announcement, answer and claim that can be taken, and what comes after it.

    Cards are played only if that is said: else a position in which nobody announces anything more is left there.
    """
    found, start = Explored(), m.log.state.copy()
    seen, left = {key(start)}, [start]
    while left:
        s = left.pop()
        found.positions += 1
        steps = list(following(m, s, cards))
        if m.game.rules.deal_over(s):
            assert not steps
            found.ends.add(ended(s))
            continue
        for code, seat, after in steps:
            found.steps += 1
            found.codes.add(code.split()[0])
            check_step(m, s, code, seat, after)
            if key(after) not in seen:
                seen.add(key(after))
                left.append(after)
    return found


def following(m: Match, s: Any, cards: bool) -> Iterator[tuple[str, int, Any]]:
    """Every action of a position with what comes of it; whoever must act can. Of claims, a small and a large one."""
    game = m.game
    if game.rules.deal_over(s):
        return
    actors = acting(game, s)
    assert actors
    for seat in range(4):
        numbers = legal(game, s, seat).listed()
        assert numbers or seat not in actors
        codes = {number: game.verbs.text(number) for number in numbers}
        if s.bet_on >= 0:
            assert all(code in (*ANSWERS, "defer") for code in codes.values())
            assert not codes or seat % 2 != s.proposer % 2
        claims = [number for number, code in codes.items() if code.startswith("claim")]
        for number, code in codes.items():
            if (cards or not code.startswith("play")) and number not in claims[1:-1]:
                yield code, seat, taken(m, s, seat, number, number == claims[0] if claims else False)


def taken(m: Match, s: Any, seat: int, number: int, small: bool) -> Any:
    """Take an action on a copy; a claim is gone on with until it is whole, or as long as it can be."""
    after = s.copy()
    after.note_count = 0
    m.game.rules.act(after, seat, number)
    while after.drafting[seat]:
        may = legal(m.game, after, seat).listed()
        m.game.rules.act(after, seat, 1 if 1 in may and (small or len(may) == 1) else max(may))
    return after


def check_step(m: Match, s: Any, code: str, seat: int, after: Any) -> None:
    """What one step may change: a value by one, one element given or won once, and never back."""
    verb, team = code.split()[0], seat % 2
    for number, name in enumerate(ELEMENTS):
        rise = after.value[number] - s.value[number]
        answered = number == s.bet_on and verb in ("hold", "raise")
        assert rise == int(answered), (code, name)
        assert after.value[number] <= s.options.max_value
        assert after.ever_bet[number] == (s.ever_bet[number] or code == f"bet {name}")
        if s.status[number] != OPEN:
            assert (after.status[number], after.by[number]) == (s.status[number], s.by[number])
        if code == f"bet {name}":
            assert s.status[number] == OPEN
            assert s.bet_on < 0
            assert not s.ever_bet[number] or s.holder[number] == team
            assert not s.score[seat] >= s.options.target - 1
        if code == f"concede {name}" or (verb == "good" and number == s.bet_on):
            assert (after.status[number], after.by[number]) == (GIVEN, 1 - team) or verb == "concede"
            assert after.by[number] == 1 - team
    if verb == "raise":
        assert (after.bet_on, after.proposer) == (s.bet_on, seat)
    elif verb in ("good", "hold"):
        assert after.bet_on < 0
        assert verb == "good" or after.holder[s.bet_on] == team
    credited(m, s, after)


def credited(m: Match, s: Any, after: Any) -> None:
    """Scores change by what is given up in this step alone, or at the end of the deal by all the rest at most once."""
    teams = [after.score[team] - s.score[team] for team in (0, 1)]
    now = [n for n in range(3) if s.status[n] != after.status[n] and after.status[n] == GIVEN]
    given = [sum(after.value[n] for n in now if after.by[n] == team) for team in (0, 1)]
    if not m.game.rules.deal_over(after):
        assert teams == given
        assert list(after.score[:2]) == list(after.score[2:])
        return
    rest = [n for n in range(3) if after.status[n] in (GIVEN, WON)]
    most = [sum(after.value[n] for n in rest if after.by[n] == team) for team in (0, 1)]
    assert all(0 <= change <= bound for change, bound in zip(teams, most, strict=True))
    if not any(after.won):
        assert all(status != OPEN for status in after.status)
