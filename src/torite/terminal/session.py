"""A match at the terminal's table, without the terminal: it is fed lines and answers with text.

The session runs the bots, tells what happened, asks its person, and has the match kept after every action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import Enum

from torite.errors import IllegalMove, ToriteError
from torite.kit import ZoneName
from torite.match import Match
from torite.match.entries import Note
from torite.scenes import wording
from torite.scenes.choice_schema import Press, Tap
from torite.scenes.schema import Zone
from torite.scenes.table_parts import DEAL, TAKES
from torite.terminal import answers, asked
from torite.terminal.bots import Choosers
from torite.terminal.heard import Heard
from torite.terminal.reading import NO, YES, Menu, menu, read
from torite.terminal.scenes import Look, chair_of, look
from torite.terminal.table import ScenePen


class At(Enum):
    """Where a session stands."""

    TURN = "the person must choose"
    PAUSE = "a deal is over"
    END = "the match is over"
    LEFT = "the person has left"


class Session:
    """A person's evening at a table.

    Args:
        match: the match; chance waits between its deals.
        seat: the person's seat.
        bots: who choose for the others.
        table: how all is written.
        keep: called with the match after each action.
        save: writes a copy to a file, and returns a sentence that says so.
        forced: whether actions without a choice are taken for the person.
        scored: whether nothing is taken back.
    """

    def __init__(
        self,
        match: Match,
        seat: int,
        bots: Choosers,
        table: ScenePen,
        keep: Callable[[Match], None] = lambda match: None,
        save: Callable[[Match, str], str] = lambda match, file: "",
        forced: bool = False,
        scored: bool = False,
    ) -> None:
        self.match = match
        self.seat = seat
        self.bots = bots
        self.table = table
        self.keep = keep
        self.save = save
        self.forced = forced
        self.scored = scored
        self.at = At.TURN
        self.skipping = False
        self.heard = Heard()
        self._told = -1
        self._asked = -1
        self._asking = ""  # what waits for yes or no
        self._hand: tuple[int, Counter[str]] | None = None  # the deal, and the cards held when last shown
        match.chance.wait(pause=True)

    @property
    def language(self) -> str:
        """The language of the table."""
        return self.table.language

    @property
    def prompt(self) -> str:
        """What stands before the place where the person types."""
        if self._asking:
            return self.table.words("ask.sure")
        return self.table.words("ask.pause" if self.at is At.PAUSE else "ask.turn")

    def look(self) -> Look:
        """Lay out what the person sees."""
        return look(self.match, self.seat, self.language)

    def menu(self) -> Menu:
        """Number what the person may take."""
        return menu(self.look(), self.match.game)

    # what is told

    def begin(self, resumed: bool = False) -> Iterator[str]:
        """Sit down: greet, and play up to the person's first choice.

        Args:
            resumed: a match that was broken off goes on: what happened before is not told again.
        """
        scene = self.look()
        others = [seat.name for seat in scene.seats if not seat.you]
        key = "table.resumed" if resumed else "table.welcome"
        day = self.match.chance.daily
        title = f"{scene.title} · {day}" if day else scene.title
        yield self.table.say(key if others else f"{key}_alone", title=title, names=self.table.words.join(others))
        if not others:
            yield self.table.say("table.scored" if self.scored else "table.practice")
        yield self.table.say("table.help")
        if resumed:
            self._told = max([line.number for line in scene.log], default=-1)
            yield asked.scores(self.table, scene)
        yield ""
        yield from self._run()

    def feed(self, line: str) -> Iterator[str]:
        """Take a line that the person typed."""
        asking, self._asking = self._asking, ""
        answer = line.strip().casefold()
        if asking and answer in (*YES, *NO):
            yield from self._take(asking) if answer in YES else [self.table.say("sure.no")]
            return
        reading = read(line, self.menu())
        if reading.command == "quit":
            self.at = At.LEFT
        elif self.at is At.PAUSE and (not line.strip() or reading.command == "skip"):
            self.skipping = reading.command == "skip"
            self.match.go_on()
            self.keep(self.match)
            yield from self._run()
        elif reading.command == "undo":
            yield from self._undo()
        elif reading.command == "leave":
            yield from self._leave()
        elif reading.command == "save":
            yield self.table.tell(self.save(self.match, line.strip()[len(line.split()[0]) :].strip()))
        elif reading.command or (not reading.code and not reading.problem):
            yield from answers.answer(self, reading)
        elif self.at is not At.TURN:
            yield self.table.say("read.pause")
        elif reading.problem:
            told = answers.known(self, line) if reading.problem == "read.unknown" else ""
            yield told or self.table.say(reading.problem, **reading.facts)
        elif asking != reading.code and (question := self._question(reading.code, line.strip().isdecimal())):
            self._asking = reading.code
            yield self.table.tell(question)
        else:
            yield from self._take(reading.code)

    def _question(self, code: str, by_number: bool) -> str:
        """Return what is asked before an action is taken; empty where it is not asked.

        A word is asked about where its number was typed, which moves; a piece that costs something, in any case.
        """
        for choice in self.look().choices:
            if isinstance(choice, Press | Tap) and code in choice.codes:
                asked = by_number if isinstance(choice, Press) else code.split()[-1] in (choice.doubtful or [])
                return (choice.confirm or "") if asked else ""
        return ""

    # how

    def _run(self) -> Iterator[str]:
        """Go on until the person must choose, a deal is over, or the match."""
        while True:
            yield from self._news()
            if self.match.over or self.match.turns.awaits_chance:
                self.at = At.END if self.match.over else At.PAUSE
                yield from answers.deal_over(self)
                if self.match.over or not self.skipping:
                    return
                self.match.go_on()
                continue
            actor, code = self._next()
            if not code:
                self.at = At.TURN
                scene = self.look()
                if self.table.plain or not self._trick_ended():
                    yield ""
                yield from self._came(scene)
                yield self.table.position(scene, menu(scene, self.match.game), self.heard)
                if (partner := self._partner()) >= 0:
                    yield self.table.say("partner.may", name=self.match.names[partner])
                return
            self.match.act(actor, code)
            if not self._drafting():
                self.keep(self.match)

    def _came(self, scene: Look) -> Iterator[str]:
        """Name the cards that have come to the hand since it was shown last in this deal."""
        deal = sum(entry.chance == DEAL for entry in self.match.log.standing)
        held = [piece for zone in scene.zones for piece in zone.pieces if _is_hand(zone, self.seat) and piece]
        before, now = self._hand, Counter(piece.code for piece in held)
        self._hand = (deal, now)
        if before and before[0] == deal and not self.match.game.pack.of_dice:
            came = list((now - before[1]).elements())
            if came:
                named = [self.table.named(code) for code in came]
                yield self.table.say("table.came", cards=self.table.words.join(named))

    def _next(self) -> tuple[int, str]:
        """Return who acts next without the person, and how: bots out of turn first; no code when it is the person."""
        match = self.match
        if self._asked != len(match.log):
            for choice in match.turns.asked():
                if choice.offer and choice.seat != self.seat:
                    code = self.bots.choose(match, choice.seat, offered=True)
                    if code != "wait":
                        return choice.seat, code
            self._asked = len(match.log)
        others = (seat for seat in match.turns.must_act if seat != self.seat and seat != self._partner())
        actor = next(others, self.seat)
        return actor, self._forced() if actor == self.seat else self.bots.choose(match, actor)

    def _partner(self) -> int:
        """Return the seat that may decide in the person's place, being of the same side; -1 for none."""
        match = self.match
        if self.seat not in match.actors or match.turns.awaits_chance:
            return -1
        mask = match.game.display.team(match.view(self.seat), self.seat)
        return next((seat for seat in match.actors if seat != self.seat and mask >> seat & 1), -1)

    def _leave(self) -> Iterator[str]:
        """Let the partner decide what either may."""
        partner = self._partner() if self.at is At.TURN else -1
        if partner < 0:
            yield self.table.say("partner.nothing")
            return
        self.match.act(partner, self.bots.choose(self.match, partner))
        self.keep(self.match)
        yield from self._run()

    def _news(self) -> Iterator[str]:
        """Tell what happened since it was told last."""
        for seen in self.match.history(self.seat):
            if seen.number > self._told:
                self._told = seen.number
                words = self.match.game.words(self.language)
                if self.match.turns.awaits_chance or self.match.over:  # the account follows
                    seen = replace(seen, notes=tuple(note for note in seen.notes if not note.line.scoring))
                said = wording.entry_sentences(self.match, seen, self.seat, words)
                yield self.table.tell(wording.together(words, said))
                if not self.table.plain and self._trick_ended(seen.notes):
                    yield ""
                if seen.seat < 0 and seen.code == DEAL:
                    yield from self._looking_on()

    def _looking_on(self) -> Iterator[str]:
        """Tell who does what in a deal of which the person holds no cards."""
        scene = self.look()
        me = chair_of(scene, self.seat)
        if not me.held and not me.out and len(scene.seats) > 1:
            for seat in scene.seats:
                if facts := [mark.text for mark in seat.marks]:
                    yield self.table.say("table.seat", name=self.table.name(seat), facts=self.table.words.join(facts))

    def _trick_ended(self, notes: Sequence[Note] | None = None) -> bool:
        """Tell whether these notes, or the last entry's, say that a trick is complete."""
        last = self.match.log.standing[-1].notes if notes is None and self.match.log.standing else notes or ()
        return any(note.line.key == TAKES for note in last)

    def _forced(self) -> str:
        """Return the person's action where there is no other and such are taken for them; else nothing."""
        actions = self.match.actions(self.seat) if self.forced else ()
        return actions[0].code if len(actions) == 1 and not actions[0].offer else ""

    def _drafting(self) -> bool:
        match = self.match
        return bool(not match.over and not match.turns.awaits_chance and match.gestures.draft(self.seat)["parts"])

    def _take(self, code: str) -> Iterator[str]:
        try:
            self.match.act(self.seat, code)
        except IllegalMove as refused:
            yield answers.refused(self, refused)
            if self._drafting():
                yield self._choices()
            return
        except ToriteError as fault:
            yield self.table.tell(fault.say(self.language))
            return
        if self._drafting():
            yield self._choices()
            return
        self.keep(self.match)
        yield from self._run()

    def _choices(self) -> str:
        """Write what is chosen so far, and what may be added."""
        scene = self.look()
        return "\n".join(self.table.choices(scene, menu(scene, self.match.game)))

    def _undo(self) -> Iterator[str]:
        """Take back to the person's last choice; what was played for the person goes with it."""
        if self.scored and not self._drafting():
            yield self.table.say("undo.scored")
            return
        if not self.match.may_undo(self.seat, free=True):
            yield self.table.say("undo.nothing")
            return
        if not self._drafting():
            self._hand, self.heard = None, Heard()
        self.match.undo(self.seat, free=True)
        while self._forced() and self.match.may_undo(self.seat, free=True):
            self.match.undo(self.seat, free=True)
        self.keep(self.match)
        self._told = max((entry.number for entry in self.match.log.standing), default=-1)
        self.skipping = False
        yield self.table.say("undo.done")
        yield from self._run()


def _is_hand(zone: Zone, seat: int) -> bool:
    """Tell whether a place is a seat's hand."""
    return zone.name == ZoneName.HAND and zone.seat == seat
