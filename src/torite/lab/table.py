"""A table of bots that plays match after match, in compiled code where all its bots do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from torite.errors import BadOptions
from torite.games import find
from torite.kernel import generator
from torite.kit.action_sets import Actions
from torite.kit.turn_order import RANDOM, THUMB, Playout, StateMemory, asked
from torite.lab import loops
from torite.lab.contestants import Clocks, Contestant, Player, Seats, contestant
from torite.lab.giving_way import between_choices
from torite.lab.told import TableTold
from torite.match import Match
from torite.match.score_sheet import places

SEEDS = 10**18  #: as many on either side of 0; they fit in a word
SHORT = 0.001  #: seconds of a decision that nobody waits for
POLICIES = {"random": RANDOM, "simple": THUMB}


class Table:
    """A table of bots that plays match after match.

    Args:
        game, seats, options, bots, seed: see `simulate`.
    """

    def __init__(
        self,
        game: str,
        seats: int | None,
        options: Mapping[str, Any] | None,
        bots: Sequence[str],
        seed: int,
    ) -> None:
        import numpy

        self.game, self.variant = find(game)
        self.seats = self.variant.default_seats if seats is None else seats
        self.options = self.game.options(self.variant.name, options or {}, self.seats)
        self._chosen = [*(options or {})]
        given = [contestant(text) for text in bots] or [Contestant("random")]
        if len(given) > self.seats:
            raise BadOptions("error.bots", most=self.seats, wanted=len(given))
        self.bots = [str(given[i % len(given)]) for i in range(self.seats)]
        for one in dict.fromkeys(given):
            one.seated(self.seating, 0, 0, SHORT)
        self._warm = False
        self.seed = seed
        if not -SEEDS <= seed < SEEDS:
            raise BadOptions("error.seed", value=seed)
        layout = self.game.layout
        state = self.game.state.at_table(self.seats, self.options)
        self._blank = numpy.array(state.to_words()[: layout.words], dtype=numpy.int64)

    def room(self, policies: Sequence[int]) -> tuple[StateMemory, Playout]:
        """Make the room that the compiled loops need."""
        import numpy

        layout = self.game.layout
        words = numpy.zeros(layout.words, dtype=numpy.int64)
        seated = numpy.array([*policies, *[0] * (layout.seats - len(policies))], dtype=numpy.int64)
        pay = numpy.zeros(layout.seats, dtype=numpy.int64)
        rng = numpy.zeros(generator.PADDED, dtype=numpy.int64)
        return StateMemory(words, words.view(layout.playout_dtype)[0]), Playout(seated, pay, rng)

    @property
    def seating(self) -> Seats:
        """Say what a bot is told of the table when it is made."""
        return Seats(self.game, self.variant, self.seats, self.options)

    @property
    def described(self) -> TableTold:
        """Say what is played: variant, the options that were chosen, the bots' levels, a hash of the game's rules."""
        texts = self.options.texts()
        chosen = {name: texts[name] for name in self._chosen}
        return {"variant": self.variant.name, "options": chosen, "bots": [*self.bots], "rules": self.game.digest}

    @property
    def compiles(self) -> bool:
        """Whether all its bots play in compiled code alone."""
        return all(level in POLICIES for level in self.bots)

    def get_ready(self, compiled: bool = True) -> None:
        """Have what plays compiled, where that was not done before.

        Args:
            compiled: in compiled code alone, where all its bots do; see `results`.
        """
        if compiled and self.compiles:
            self.results(0, 0)
            return
        for text in () if self._warm else dict.fromkeys(self.bots):
            warm = getattr(contestant(text).seated(self.seating, 0, 0, SHORT), "warm", None)
            if warm is not None:
                warm(self.match(0))
        self._warm = True

    def results(
        self,
        first: int,
        times: int,
        whole: bool = True,
        seconds: float = 0.05,
        placed: bool = True,
        compiled: bool = True,
        clocks: Clocks | None = None,
    ) -> tuple[Any, Any]:
        """Play matches; return what came of each.

        Args:
            first, times: which, and how many.
            whole: whole matches; else each counts a first deal only.
            seconds: thinking time of a decision, for search.
            placed: tell places of whole matches; without them the loop is as fast as it can be.
            compiled: in compiled code alone, where all its bots do. Its chance is not that of a match of the same
                number, so of tables that are compared all are played so, or none.
            clocks: gets, for each bot that is played otherwise, its choices and the nanoseconds that they took.

        Returns:
            int64[times, seats, OF_SEAT] and int64[times, OF_MATCH]; see `torite.lab.loops`. A payoff is of the last
            deal, so of whole matches the places stand there instead.
        """
        import numpy

        seats = numpy.zeros((times, self.seats, loops.OF_SEAT), dtype=numpy.int64)
        matches = numpy.zeros((times, loops.OF_MATCH), dtype=numpy.int64)
        if compiled and self.compiles:
            play_many: Any = self.game.binding.compiled(loops.play_many, playout=True)
            memory, playout = self.room([POLICIES[level] for level in self.bots])
            state = _Ended(memory.words, self)
            apart = range(times) if whole and placed else ()
            for i in apart:
                between_choices.get()()
                one = slice(i, i + 1)
                play_many(self._blank, memory, whole, playout, self.seed, first + i, seats[one], matches[one])
                seats[i, :, loops.PAY] = places(self.game, state, self.seats)
            if not apart:
                play_many(self._blank, memory, whole, playout, self.seed, first, seats, matches)
        else:
            for i in range(times):
                match = self.match(first + i)
                play(match, self._seated(match, first + i, seconds, {} if clocks is None else clocks), whole)
                note(match, seats[i], matches[i], whole)
        return seats, matches

    def _seated(self, match: Match, number: int, seconds: float, clocks: Clocks) -> list[Player]:
        """Seat its bots; those that are the same play alike, wherever they sit."""
        who = [contestant(text) for text in self.bots]
        bots = [one.seated(self.seating, self.seed, number, seconds) for one in who]
        return [
            Player(made, one, match, number, clocks.setdefault(text, [0, 0]))
            for made, one, text in zip(bots, who, self.bots, strict=True)
        ]

    def match(self, number: int) -> Match:
        """Open match *number* of this table, paused between deals."""
        return Match(
            self.variant.name,
            self.seats,
            self.options.texts(),
            seed=f"{self.seed}:{number}",
            names=[f"{contestant(text).short} {seat}" for seat, text in enumerate(self.bots)],
            pause=True,
        )


class _Ended:
    """The state in which a compiled match ended, read where it lies.

    Args:
        words: of the state; each match is written over the one before.
        table: where it is played.
    """

    def __init__(self, words: Any, table: Table) -> None:
        record = words.view(table.game.layout.playout_dtype)
        self._fields = {name: record[name] for name in record.dtype.names}
        self.options = table.options

    def __getattr__(self, name: str) -> Any:
        return self._fields[name][0]


def note(match: Match, seats: Any, counts: Any, whole: bool = True) -> None:
    """Write down what came of a match, or of its first deal, as the compiled loop does."""
    worth = match.result.places if whole and match.result else match.score_sheet.payoffs
    for seat, score in enumerate(match.scores):
        share = int(match.result.shares[seat] * loops.WIN) if match.result else 0
        seats[seat] = score, worth[seat], share
    counts[loops.DEALS] = match.public.deals_played
    counts[loops.CHOICES] = sum(entry.seat >= 0 for entry in match.log.standing)


class Watcher(Protocol):
    """Somebody who looks on at a match of bots."""

    def chosen(self, match: Match, seat: int, may: Actions) -> None:
        """Hear of a choice of a seat before it is entered, and what there was to choose from."""
        ...

    def between(self, match: Match) -> None:
        """Hear that something is dealt next."""
        ...


def play(match: Match, players: Sequence[Any], whole: bool = True, watcher: Watcher | None = None) -> None:
    """Let bots play a match that pauses between deals: to its end, or to the end of the deal."""
    waited: set[int] = set()
    while not match.over:
        between_choices.get()()
        choice = match.turns.next(waited)
        if choice is None:
            if watcher:
                watcher.between(match)
            if match.log.deal_over and not whole:
                return
            match.go_on()
            continue
        seat = choice.seat
        code = players[seat].choose(match.view(seat), match.history(seat), seat, choice.offer)
        if choice.offer and code == "wait":
            waited.add(seat)
            continue
        if watcher:
            may = Actions(match.game.verbs.words)
            match.game.binding.interpreted(asked)(match.log.trial(), seat, choice.offer, may)
            watcher.chosen(match, seat, may)
        match.act(seat, code)
        waited.clear()
