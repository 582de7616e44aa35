"""Sievers and Helmert's Doppelkopf player, a program of others, as an engine of the arena.

`torite arena doppelkopf-ddv skilled benchmarks.peers.doko:uct,worlds=10,rollouts=1000 -n 20 --deals --jobs 1`, with the
program (https://github.com/silvansievers/doko, built as its README says) named by `TORITE_DOKO`. Both play by the
tournament rules of the German association without compulsory solos.

The program plays one seat; for the other three we answer its questions at the keyboard with what that seat has seen.
It wants all hands beforehand: it is told a world that agrees with the view, of which its player looks at its own hand
alone. Where somebody plays what they do not hold in that world, it is begun anew with another and comes to where it
was, for it chooses the same again.
"""

from __future__ import annotations

import atexit
import os
import random
import shutil
import sys
import weakref
from collections import Counter
from collections.abc import Sequence
from typing import Any

from benchmarks.peers.doko_console import Did, Ended
from benchmarks.peers.doko_deal import CLUB_QUEEN, CODES, KINDS, SEATS, Deal, ours, theirs
from benchmarks.peers.doko_talk import Astray, Command, Contradicted, Talk
from torite.bots import bot
from torite.games.doppelkopf.options import DDV
from torite.games.doppelkopf.state import RE, Phase, Question
from torite.kit.action_sets import Actions
from torite.kit.actions import WAIT
from torite.kit.turn_order import asked as asks
from torite.lab.contestants import BotFails, Seats
from torite.worlds.sampler import Sampler

PROGRAM = "TORITE_DOKO"  #: names the program
NEEDED = DDV | {
    "deck": "48", "tournament": "no", "diamond_suit_solo": "yes", "solo_leader": "forehand", "solo_overcall": "no",
    "n_threshold": "under", "reply_limit": "requirement_minus_one", "marriage_alone_announcements": "shift_two",
    "overachievement_points": "yes", "extra_points_mode": "zero_sum", "solo_factor": "3",
    "heart10_rule": "first_wins",
}  # fmt: skip
DEALT = 12  #: cards of a hand
TRIES = 40  #: worlds that are told in one decision before the rule of thumb answers
DRAWN = 60  #: worlds that are drawn for one without a silent solo
LATE, LATE_MARRIED = 10, 8  #: cards in hand from which on, where nobody has announced, nobody else asks
WHY = "because "
COUNTS: Counter[str] = Counter()  #: of all engines of this process: see `told`


def told() -> str:
    """Write what was counted: how long the program thought, and where it did not answer itself."""
    mean = COUNTS["took"] / max(1, COUNTS["searches"]) / 1e6
    why = ", ".join(f"{name[len(WHY) :]}: {times}" for name, times in sorted(COUNTS.items()) if name.startswith(WHY))
    return (
        f"doko: {COUNTS['choices']} choices, {COUNTS['searches']} searches of {mean:.1f} ms, "
        f"{COUNTS['differ']} of them among other cards than ours; begun {COUNTS['begun']} times; "
        f"{COUNTS['unheard']} cards before it had heard an announcement; "
        f"{COUNTS['thumb']} answers by our rule of thumb, in {COUNTS['astray']} deals ({why})"
    )


def uct(table: Seats, seed: int, worlds: int = 10, rollouts: int = 1000, program: str = "", **more: int) -> Engine:
    """Make the player, an ensemble of UCT searches.

    Args:
        table: where it plays.
        seed: of the worlds that it is told; its own generator has always the same.
        worlds: in how many worlds it searches for a decision.
        rollouts: how many in each.
        program: where it is; else the environment variable `TORITE_DOKO` says so.
        more: `exploration` (16000), the constant of its confidence bounds; `announces` (1), 0 for never, 2 for only
            where it expects more than nothing.

    Raises:
        BotFails: when there is no such program, or other rules are played than its own.
    """
    texts = table.options.texts()
    unlike = [f"{name}={value}" for name, value in NEEDED.items() if texts.get(name) != value]
    if unlike or table.seats != SEATS:
        raise BotFails("error.bot_made", name="uct", why=f"it plays doppelkopf-ddv of four alone, with {unlike}")
    found = shutil.which(program or os.environ.get(PROGRAM, ""))
    if found is None:
        raise BotFails("error.bot_made", name="uct", why=f"{PROGRAM} names no program that could be run")
    known = {"exploration": 16000, "announces": 1}
    if more.keys() - known.keys():
        raise BotFails(
            "error.bot_made", name="uct", why=f"no settings: {', '.join(sorted(more.keys() - known.keys()))}"
        )
    set_to = known | more
    return Engine(table, seed, found, (worlds, rollouts, set_to["exploration"], set_to["announces"]))


class Engine:
    """The player in a seat of ours.

    Args:
        table, seed: see `uct`.
        program: where the program is.
        settings: worlds, rollouts, exploration, announces.
    """

    def __init__(self, table: Seats, seed: int, program: str, settings: tuple[int, int, int, int]) -> None:
        self._game, self._program, self._settings = table.game, program, settings
        self._random = random.Random(seed)
        self._thumb = bot("simple", table.game, seed)
        self._talk: Talk | None = None
        self._deal, self._astray = -1, False
        self._wish, self._kind, self._plays_on = "", "", False
        self._silent = False
        self._moments: dict[int, int] = {}

    def choose(self, view: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False) -> str:
        """Return what the program chooses, or our rule of thumb where it cannot be asked."""
        chooser = view.turn if seat is None else seat
        deal = Deal(view, history, chooser)
        if deal.number != self._deal:
            self._close()
            self._deal, self._astray, self._wish = deal.number, False, ""
            self._plays_on, self._silent, self._moments = False, False, {}
        COUNTS["choices"] += 1
        if not self._astray:
            try:
                return self._asked(deal, offered)
            except (Astray, Ended) as why:
                COUNTS["astray"] += 1
                COUNTS[f"{WHY}{why}"] += 1
                self._astray = True
                self._close()
        COUNTS["thumb"] += 1
        return self._thumb.choose(view, history, seat, offered)

    def _asked(self, deal: Deal, offered: bool) -> str:
        just_played = deal.cards and deal.cards[-1][0] == deal.me
        if offered and just_played and not any(call.at == len(deal.cards) for call in deal.calls):
            return "wait"  # it asks nobody who has just played, unless somebody announces something
        for _ in range(TRIES):
            try:
                return self._bids(deal) if deal.bidding else self._plays(deal, offered)
            except Contradicted:
                self._close()
        raise Astray("no world")

    # in the bidding

    def _bids(self, deal: Deal) -> str:
        if deal.view.phase == Phase.BID:
            for did in self._ran(deal).steps(deal):
                self._count(did, deal)
                if did.what in ("at once", "reserve", "pass"):
                    return "pass" if did.what == "pass" else "reserve"
            raise Astray("no reservation")
        if not self._wish:
            self._close()
            self._wish, self._kind = self._wished(deal)
        if deal.view.phase == Phase.NAME:
            return "bid marriage" if self._wish == "marriage" else f"bid {KINDS[self._kind]}"
        return "yes" if (self._wish == "marriage") == (deal.view.question == Question.MARRIAGE) else "no"

    def _wished(self, deal: Deal) -> tuple[str, str]:
        for did in self._ran(deal).steps(deal):
            if did.what == "no" or did.what == "marriage":
                return "marriage", ""
            if did.what == "kind":
                self._count(did, deal)
                return "solo", did.which
            if did.what == "pass":
                raise Astray("a reservation taken back")
        raise Astray("a solo")

    # in the play

    def _plays(self, deal: Deal, offered: bool) -> str:
        if not self._plays_on:
            self._close()
            self._plays_on = True
        talk, now = self._ran(deal), (len(deal.cards), len(deal.calls))
        while True:
            if len(talk.said) > len(deal.my_calls()):
                code = _announced(deal, talk.said[len(deal.my_calls())])
                if code not in self._may(deal, True):
                    raise Astray("an announcement that we refuse")
                return code
            if offered and talk.silent_at == now:
                return "wait"
            if not offered and len(talk.mine) > len(deal.mine()):
                COUNTS["unheard"] += sum(talk.told) + len(talk.said) < len(deal.calls)
                return f"play {ours(talk.mine[-1])}"
            did = next(talk.steps(deal), None)
            if did is None and offered:
                return "wait"
            if did is None:
                raise Astray("a card")
            self._count(did, deal)

    def _count(self, did: Did, deal: Deal) -> None:
        """Count a search, unless it was one of before that the program had to do again."""
        assert self._talk is not None
        card = did.what == "card"
        again = len(self._talk.mine) <= len(deal.mine()) if card else self._talk.played < len(deal.cards)
        if did.took and not again and (card or did.what in ("silence", "announcement") or deal.bidding):
            COUNTS["searches"] += 1
            COUNTS["took"] += did.took
            COUNTS["differ"] += card and set(did.allowed) != self._allowed(deal)

    def _allowed(self, deal: Deal) -> set[str]:
        return {f"[{theirs(code.removeprefix('play '))}]" for code in self._may(deal, False)}

    def _may(self, deal: Deal, offered: bool) -> list[str]:
        may = Actions(self._game.verbs.words)
        self._game.binding.interpreted(asks)(deal.view, deal.seat(deal.me), offered, may)
        return [self._game.verbs.text(action) for action in may.listed() if action != WAIT]

    # the program

    def _ran(self, deal: Deal) -> Talk:
        """Return the run that is at this deal, or begin one."""
        command = Command(self._program, self._settings, self._has_bids(deal), self._is_quiet(deal))
        talk = self._talk
        if talk and (talk.command.bids != command.bids or (talk.command.quiet and deal.calls)):
            self._close()
        if self._talk is None:
            self._talk = Talk(command, deal, self._world(deal, command.bids), self._moments)
            self._end = weakref.finalize(self, self._talk.console.close)
            COUNTS["begun"] += 1
        return self._talk

    def _is_quiet(self, deal: Deal) -> bool:
        """Tell whether its player is not asked any more whether it announces, so that it need not search for that."""
        limit = LATE_MARRIED if deal.married else LATE
        return not deal.bidding and not deal.calls and DEALT - len(deal.mine()) <= limit

    def _has_bids(self, deal: Deal) -> bool:
        """Tell whether the reservations are told, too; else both queens of clubs are a marriage."""
        if deal.bidding or deal.solo or self._silent:
            return True
        pack = self._game.pack
        held = [theirs(pack.codes[kind]) for kind in pack.listed(deal.view.hand[deal.seat(deal.me)])]
        return not deal.married and (held + deal.mine()).count(CLUB_QUEEN) == 2

    def _world(self, deal: Deal, bids: bool) -> list[list[str]]:
        """Draw what all were dealt.

        Who said no to a solo first may want a marriage, as is so among players of the program: if it can be, it is.
        """
        sampler = Sampler(self._game, deal.view, deal.seat(deal.me), self._random.getrandbits(30))
        bride = deal.declarer if deal.married else deal.suitor
        for _ in range(DRAWN):
            hands = deal.hands(self._game.pack, sampler.world())
            both = [player for player in range(SEATS) if hands[player].count(CLUB_QUEEN) == 2]
            if bride in both if bids and bride >= 0 else bids or both == [bride] * deal.married:
                return hands
        if not bids:
            self._silent = True  # from now on with its questions: else whoever has both queens of clubs marries
            raise Contradicted
        return hands

    def _close(self) -> None:
        if self._talk:
            self._end()
            self._talk = None


def _announced(deal: Deal, level: int) -> str:
    if level:
        return f"announce {CODES[level]}"
    return "announce re" if deal.view.knows[deal.seat(deal.me)][deal.seat(deal.me)] == RE else "announce contra"


@atexit.register
def _tell() -> None:
    if COUNTS:
        print(told(), file=sys.stderr)
