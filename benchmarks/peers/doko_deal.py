"""A deal of ours as Sievers and Helmert's Doppelkopf program is told it: who sits where, what was said and played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from torite.games.doppelkopf.state import RE, Contract, Phase

SEATS = 4
LEVELS = ("re/kontra", "no 90", "no 60", "no 30", "black")  #: its announcements, from the lowest on
CODES = ("", "90", "60", "30", "schwarz")  #: ours, the first by the party
KINDS = {
    "diamonds": "solo-diamonds", "hearts": "solo-hearts", "spades": "solo-spades", "clubs": "solo-clubs",
    "jacks": "solo-jacks", "queens": "solo-queens", "aces": "solo-notrump",
}  # fmt: skip
SOLO_OF = {code: kind for kind, code in KINDS.items()}
CLUB_QUEEN = "CQ"


def theirs(code: str) -> str:
    """Return a card of ours as the program writes it."""
    return code.replace("10", "1")


def ours(card: str) -> str:
    """Return a card of the program as we write it."""
    return card.replace("1", "10")


class Call(NamedTuple):
    """An announcement.

    Attributes:
        player: who made it.
        level: an index of `LEVELS`.
        at: how many cards lay or had been played then.
        re: whether for Re; None where the word does not say it.
    """

    player: int
    level: int
    at: int
    re: bool | None


class Deal:
    """What a seat has seen of a deal, with players counted from forehand on.

    Args:
        view: the seat's view.
        history: what it has seen; earlier deals are left out.
        seat: whose it is.

    Attributes:
        me: the seat, as a player.
        number: the entry of the deal in the history.
        cards: what was played, with who did, as the program writes it.
        calls: what was announced, in order.
        declined: who answered no to a solo.
        reserved: who reserved.
    """

    def __init__(self, view: Any, history: Sequence[Any], seat: int) -> None:
        self.view, self.forehand = view, (view.dealer + 1) % SEATS
        self.me = self.player(seat)
        self.cards: list[tuple[int, str]] = []
        self.calls: list[Call] = []
        self.spoken: list[int] = []
        self.reserved: set[int] = set()
        self.declined: set[int] = set()
        self.named = ""
        self._solos_passed: list[int] = []
        starts = [i for i, entry in enumerate(history) if entry.seat < 0 and entry.code == "deal"]
        self.number = history[starts[-1]].number
        for entry in history[starts[-1] + 1 :]:
            if entry.seat >= 0:
                self._add(self.player(entry.seat), entry.code)

    def player(self, seat: int) -> int:
        """Return the program's number of a seat."""
        return (seat - self.forehand) % SEATS

    def seat(self, player: int) -> int:
        """Return the seat of a player."""
        return (player + self.forehand) % SEATS

    def _add(self, player: int, code: str) -> None:
        word, _, rest = code.partition(" ")
        if word == "play":
            self.cards.append((player, theirs(rest)))
        elif word == "announce":
            level = CODES.index(rest) if rest in CODES else 0
            self.calls.append(Call(player, level, len(self.cards), None if level else rest == "re"))
        elif word == "bid":
            self.named = rest
        elif word in ("pass", "reserve"):
            self.spoken.append(player)
            if word == "reserve":
                self.reserved.add(player)
        elif word == "no":
            self._solos_passed += [] if player in self.declined else [player]
            self.declined.add(player)

    @property
    def bidding(self) -> bool:
        """Whether the contract is not fixed."""
        return self.view.phase != Phase.PLAY

    @property
    def declarer(self) -> int:
        """The soloist or marrying player, -1 for none."""
        return self.player(self.view.declarer) if self.view.declarer >= 0 else -1

    @property
    def solo(self) -> str:
        """The kind of solo that is played, as the program calls it; nothing if none is."""
        return SOLO_OF.get(self.named, "") if not self.bidding else ""

    @property
    def married(self) -> bool:
        """Whether a marriage is played."""
        return bool(self.view.contract == Contract.MARRIAGE)

    @property
    def suitor(self) -> int:
        """The first of the others who let the solos pass, -1 for none: it may be for a marriage."""
        return next((player for player in self._solos_passed if player != self.me), -1)

    def mine(self) -> list[str]:
        """List the cards that the seat has played."""
        return [card for player, card in self.cards if player == self.me]

    def my_calls(self) -> list[Call]:
        """List what the seat has announced."""
        return [call for call in self.calls if call.player == self.me]

    def hands(self, pack: Any, world: Any) -> list[list[str]]:
        """List what each was dealt, in a world."""
        dealt = []
        for player in range(SEATS):
            held = [theirs(pack.codes[kind]) for kind in pack.listed(world.hand[self.seat(player)])]
            dealt.append(sorted(held + [card for who, card in self.cards if who == player]))
        return dealt

    def re(self, player: int) -> bool:
        """Tell whether a player who has announced is of Re."""
        return bool(self.view.party[self.seat(player)] == RE)

    def told_at(self, call: Call) -> int:
        """Return at how many cards the program is told of an announcement.

        It asks everybody before the first card, and after each card all but who played it. So who announces after a
        card of their own does so after the next card, or, where that is theirs too, before the last one.
        """
        at = call.at
        if at == 0 or self.cards[at - 1][0] != call.player:
            return at
        leads = self.cards[at][0] == call.player if at < len(self.cards) else self._turn() == call.player
        return at - 1 if leads else at + 1

    def _turn(self) -> int:
        return self.player(self.view.turn) if self.view.turn >= 0 else -1


def wanted(deal: Deal, suitor: int) -> set[int]:
    """Return who tells the program of a reservation: not whoever let the solos pass and wants no marriage.

    Args:
        deal: what the seat has seen.
        suitor: who wants a marriage in the world that is told, -1 for none.
    """
    return deal.reserved - (deal.declined - {deal.me, suitor})
