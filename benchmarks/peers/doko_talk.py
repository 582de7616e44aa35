"""A deal told to Sievers and Helmert's Doppelkopf program at its console, one player of which is its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from benchmarks.peers.doko_console import Asked, Console, Did, Refused
from benchmarks.peers.doko_deal import CLUB_QUEEN, LEVELS, SEATS, Call, Deal, wanted


class Contradicted(Exception):
    """The world that was told is not the one that is played."""


class Astray(Exception):
    """The program cannot be brought to where the deal is."""


class Command(NamedTuple):
    """How the program is run.

    Attributes:
        program: where it is.
        settings: worlds, rollouts, exploration, announces.
        bids: whether it asks for reservations.
        quiet: whether its player does not search for announcements.
    """

    program: str
    settings: tuple[int, int, int, int]
    bids: bool
    quiet: bool

    def words(self, me: int) -> list[str]:
        """Write the command line, with a player that is the program's own."""
        worlds, rollouts, exploration, announces = self.settings
        players = ["uct" if player == me else "human" for player in range(SEATS)]
        numbers = (0, 500, 1, 1, exploration, rollouts, worlds, 0 if self.quiet else announces, 0, 0, 1)
        return [
            *(self.program, "-n", "4", "--announcing-version", "1", "--verbose", "--uct-verbose"),
            *([] if self.bids else ["--no-solo"]),
            *("--players", *players, f"--p{me}-options", *map(str, numbers)),
        ]


class Talk:
    """A run of the program, in which one player is its own.

    Args:
        command: how it is run.
        deal: what the seat has seen.
        hands: what all were dealt, in the world that is told.
        moments: of announcements, by their places among all, with which question to that player each was told;
            what is told now is added.

    Attributes:
        played: how many cards were played.
        silent_at: how many then, and how many announcements, when its player last announced nothing.
        mine: what its player has played.
        said: what it has announced, indices of `LEVELS`.
        told: how many announcements of each other player were told.
    """

    def __init__(self, command: Command, deal: Deal, hands: list[list[str]], moments: dict[int, int]) -> None:
        self.console = Console(command.words(deal.me), hands)
        self.command, self.me = command, deal.me
        self._suitor = deal.suitor if deal.suitor >= 0 and hands[deal.suitor].count(CLUB_QUEEN) == 2 else -1
        self.played, self.silent_at = 0, (-1, 0)
        self.mine: list[str] = []
        self.said: list[int] = []
        self.told = [0] * SEATS
        self._known, self._moments, self._questions = len(deal.calls), moments, [0] * SEATS
        self._waits: Asked | None = None

    def steps(self, deal: Deal) -> Iterator[Did]:
        """Answer with what the seat has seen; yield what its player does. Ends where more is asked than was seen.

        Raises:
            Contradicted: when the world is another.
            Astray: when the deal cannot be told.
            Ended: when the program ends.
        """
        while True:
            heard, self._waits = self._waits or self.console.hear(), None
            if isinstance(heard, Refused):
                raise Contradicted
            if isinstance(heard, Asked):
                answer = self._answer(deal, heard)
                if answer is None:
                    self._waits = heard
                    return
                self.console.say(answer)
            elif isinstance(heard, Did) and self._note(deal, heard):
                yield heard
            elif not isinstance(heard, Did):
                return

    def _answer(self, deal: Deal, asked: Asked) -> str | None:
        if asked.what == "card":
            return self._card(deal, asked.player)
        if asked.what == "announcement":
            return self._announcement(deal, asked)
        if asked.what == "kind":
            return "0" if len(asked.answers) == 1 else _number(asked, f"{deal.solo} solo")
        if asked.what == "at once":
            return _number(asked, "no")
        if asked.what == "solo":
            return _number(asked, "no" if asked.player == self._suitor else "yes")
        if deal.bidding and asked.player not in deal.spoken:
            return None
        return _number(asked, "yes" if asked.player in wanted(deal, self._suitor) else "no")

    def _card(self, deal: Deal, player: int) -> str | None:
        if self.played >= len(deal.cards):
            return None
        who, card = deal.cards[self.played]
        if who != player:
            raise Astray("whose turn it is")
        for i, call in self._untold(deal, player):
            if call.at <= self.played:
                raise Astray("an announcement") if i < self._known else Contradicted
        return card

    def _untold(self, deal: Deal, player: int) -> list[tuple[int, Call]]:
        """List the announcements of a player that it does not know, with their places among all."""
        calls = [(i, call) for i, call in enumerate(deal.calls) if call.player == player]
        return calls[self.told[player] :]

    def _announcement(self, deal: Deal, asked: Asked) -> str:
        self._questions[asked.player] += 1
        for i, call in self._untold(deal, asked.player)[:1]:
            moment = self._moments.get(i)
            early = deal.told_at(call) > self.played or self.heard[1] < i
            if self._questions[asked.player] < moment if moment else early:
                break
            if len(asked.answers) < 2 or LEVELS.index(asked.answers[1]) > call.level:
                raise Astray("an announcement") if i < self._known else Contradicted  # perhaps of the other party
            self._moments.setdefault(i, self._questions[asked.player])
            self.told[asked.player] += LEVELS.index(asked.answers[1]) == call.level
            return "1"
        return "0"

    def _note(self, deal: Deal, did: Did) -> bool:
        mine = did.player == self.me
        if did.what == "card":
            self.played += 1
            if mine:
                self._agree(deal.mine(), len(self.mine), did.which)
                if len(self.said) != sum(call.at < self.played for call in deal.my_calls()):
                    raise Astray("what it announced")
                self._unheard(deal)
                self.mine.append(did.which)
        elif did.what == "announcement":
            if not mine and (did.which == "re") != deal.re(did.player):
                raise Contradicted
            if mine:
                self._agree([call.level for call in deal.my_calls()], len(self.said), did.level - 1)
                if len(self.said) >= len(deal.my_calls()) and self.played < len(deal.cards):
                    raise Astray("it chose otherwise before")
                self.said.append(did.level - 1)
        elif did.what == "silence" and mine:
            self.silent_at = self.heard
        return mine

    @property
    def heard(self) -> tuple[int, int]:
        """How many cards, and how many announcements, there were."""
        return self.played, sum(self.told) + len(self.said)

    def _unheard(self, deal: Deal) -> None:
        """Begin anew where its player has chosen a card before it heard of what was announced meanwhile."""
        new = len(self.mine) == len(deal.mine())
        others = [call for player in range(SEATS) if player != self.me for call in self._untold(deal, player)]
        if new and any(i >= self._known and deal.told_at(call) < self.played for i, call in others):
            raise Contradicted

    def _agree(self, done: Sequence[Any], i: int, now: Any) -> None:
        """Look whether it does again what it has done."""
        if i < len(done) and done[i] != now:
            raise Astray("it chose otherwise before")


def _number(asked: Asked, answer: str) -> str:
    if answer not in asked.answers:
        raise Contradicted
    return str(asked.answers.index(answer))
