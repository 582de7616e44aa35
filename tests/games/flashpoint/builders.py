"""Rounds of Flashpoint, arranged so that a test reads aloud."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import torite
from tests.aloud import legal, take, turn
from tests.arranged import new_match
from tests.games.flashpoint.late import arrived, found
from tests.games.flashpoint.naive import Naive
from torite import Match

SEED, PARLETT = "flashpoint", "flashpoint-parlett"
N, E, S, W = range(4)  #: the seats clockwise; N and S are partners, so are E and W


def table(
    *hands: str,
    variant: str = SEED,
    dealer: int = W,
    initial: dict[str, Any] | None = None,
    seed: int = 1,
    **options: Any,
) -> Match:
    """Start a match with these hands, N's first; N leads unless another than W deals. What is not given is drawn."""
    return new_match(
        variant,
        options=options,
        hands={seat: hand for seat, hand in enumerate(hands) if hand},
        dealer=dealer,
        initial=initial or {},
        seed=seed,
        pause=True,
    )


def open_cards(m: Match) -> set[str]:
    """The cards that the seat in turn may play."""
    return {code.split()[1] for code in legal(m) if code.startswith("play")}


def open_flashes(m: Match) -> set[str]:
    """The flashes that the seat in turn may show."""
    return {code.split()[1] for code in legal(m) if code.startswith("flash")}


def silent(m: Match) -> Match:
    """Let the moment for a command go by, if it is one."""
    while not m.over and m.actors and legal(m) & {"none", "decline"}:
        take(m, "none" if "none" in legal(m) else "decline")
    return m


def play(m: Match, cards: str) -> Match:
    """Let the seats in turn play these cards, with no commands; `pass` is a pass."""
    for card in cards.split():
        take(silent(m), card if card == "pass" else f"play {card}")
    return m


def trick(cards: str, **how: Any) -> Match:
    """A first trick in which N, E, S and W play these cards."""
    return play(table(*cards.split(), **how), cards)


def trick_of_ranks(ranks: str, **how: Any) -> Match:
    """A first trick of cards of these ranks, of ♠, ♥, ♦ and ♣ in turn."""
    return trick(" ".join(suit + rank for suit, rank in zip("SHDC", ranks.split(), strict=False)), **how)


def late(
    kept: Sequence[str | None], leader: int, tricks: int, initial: dict[str, Any] | None = None, **how: Any
) -> Match:
    """A round after so many tricks: the seats hold just these cards, None for any, and the leader is to lead."""
    hands, first, played = found(tuple(kept), leader, tricks, how.pop("seed", 0))
    m = table(*hands, dealer=(first + 3) % 4, initial=initial, **how)
    for card in played.split():
        if "pass" in legal(silent(m)):
            take(m, "pass")
        take(m, f"play {card}")
    return silent(m) if how.get("command_mode") == "off" else m


def happening(wanted: Callable[[Naive], bool], seed: int = 0, **options: Any) -> Match:
    """A round played at random, N leading first, up to the moment in which this is so; the first that comes up."""
    story = arrived(wanted, seed, tuple(options.items()))
    return take(table(*story.hands, **options), *story.codes)


def hands_of(m: Match) -> list[list[str]]:
    """All four hands, sorted."""
    return [sorted(m.cards(seat)) for seat in range(4)]


def teams(values: Sequence[int]) -> list[int]:
    """Numbers of seats as those of both teams, NS first; partners always have the same."""
    assert (values[N], values[E]) == (values[S], values[W])
    return list(values[:2])


def points(m: Match) -> list[int]:
    """The points of both teams."""
    return teams(m.public.score)


def bonus(m: Match) -> list[int]:
    """The bonuses of both teams."""
    return teams(m.public.bonus)


def clause_of(m: Match, code: str) -> str:
    """The clause that refuses an action of the seat in turn; said in both languages, and nothing has changed."""
    before = m.log.state.to_words()
    refusal = m.gestures.refusal(turn(m), code)
    assert refusal is not None, f"{code} is allowed"
    english, japanese = refusal.say("en"), refusal.say("ja")
    clause = str(refusal.facts["clause"])
    assert english != japanese
    assert clause in english
    assert clause in japanese
    assert before == m.log.state.to_words()
    return clause


ALL_ACES = ("DA", "HA", "SA", "CA")


@cache
def made_in_a_round() -> tuple[int, int]:
    """The points that both teams make in the round of `ended`."""
    m = play(late(ALL_ACES, N, 7, command_mode="off", target=1000), " ".join(ALL_ACES))
    ns, ew = points(m)
    return ns, ew


def ended(wanted: Sequence[int], bonuses: Sequence[int] = (0, 0), **options: Any) -> Match:
    """A round has just ended with these points and bonuses, NS first. It had no flashes and no commands."""
    ns, ew = (want - made for want, made in zip(wanted, made_in_a_round(), strict=True))
    given = {"score": [ns, ew, ns, ew], "bonus": [*bonuses, *bonuses]}
    options.setdefault("command_mode", "off")
    m = play(late(ALL_ACES, N, 7, given, **options), " ".join(ALL_ACES))
    assert m.log.deal_over
    return m


def facts(m: Match, viewer: int = -1) -> dict[str, str]:
    """The facts of the table that a viewer is told."""
    return {fact.name: str(fact.value) for fact in torite.lay_out(m, viewer, "en").facts}


def seat_facts(m: Match, seat: int, viewer: int = -1) -> dict[str, Any]:
    """The facts of a seat that a viewer is told."""
    return {fact.name: fact.value for fact in torite.lay_out(m, viewer, "en").seats[seat].facts}


@cache
def _opened(leader: int, options: tuple[tuple[str, Any], ...]) -> Match:
    """A match that `leader` opens, to take positions from; nobody acts in it."""
    return table(dealer=(leader + 3) % 4, **{"command_mode": "off", **dict(options)})


class Placed:
    """A position with just these hands, set up in the rules' own state: it need not be one that play comes to.

    `leader` is about to lead after so many tricks, with no command unless another mode is agreed.
    """

    def __init__(self, *hands: str, leader: int = N, tricks: int = 6, **options: Any) -> None:
        self.match = _opened(leader, tuple(options.items()))
        self.state = self.match.log.trial()
        pack = self.match.game.pack
        for seat, hand in enumerate(hands):
            self.state.hand[seat] = pack.row([pack.kind(card) for card in hand.split()])
        self.state.tricks_played = tricks

    @property
    def turn(self) -> int:
        """The one seat that must act."""
        mask = self.match.game.rules.actors(self.state)
        (seat,) = (one for one in range(4) if mask >> one & 1)
        return seat

    @property
    def bonus(self) -> list[int]:
        """The bonuses of both teams."""
        return teams(self.state.bonus)

    @property
    def legal(self) -> set[str]:
        """The codes of everything that this seat may do."""
        return {
            self.match.game.verbs.text(number) for number in self.match.gestures.legal(self.state, self.turn).listed()
        }

    @property
    def over(self) -> bool:
        """Tell whether the round is over."""
        return bool(self.match.game.rules.deal_over(self.state))

    @property
    def notes(self) -> list[tuple[str, int]]:
        """What the last action left to say: line and seat."""
        listed = self.match.game.notes.listed
        return [(listed[line].key, seat) for line, seat, _, _ in self.state.noted()]

    def take(self, *steps: str) -> Placed:
        """Let the seats in turn take these actions."""
        for code in steps:
            assert code in self.legal, code
            self.state.note_count = 0
            self.match.game.rules.act(self.state, self.turn, self.match.game.verbs.parse(code)[0])
        return self

    def play(self, cards: str) -> Placed:
        """Let the seats in turn play these cards."""
        return self.take(*(f"play {card}" for card in cards.split()))


def after(m: Match, *steps: str) -> Any:
    """The state after some actions, straight from the rules; the match stays as it is."""
    found = m.log.trial()
    for code in steps:
        (seat,) = (one for one in range(4) if m.game.rules.actors(found) >> one & 1)
        m.game.rules.act(found, seat, m.game.verbs.parse(code)[0])
    return found
