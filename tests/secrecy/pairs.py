"""Pairs of states that a seat cannot tell apart, by the second list: hidden things changed, the same public course.

A deal is played again with other pieces, dice or sealed words where the list says that the seat has never seen them,
as long as all that the others did stays legal and what the list lets be said in public stays the same. Nothing else is
sorted out: whatever else differs is a leak. Each step on the way is a pair.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.redealing import Deal, Spot, opened_again
from tests.secrecy.law import Fact, Law
from tests.strategies import differing, legal
from torite.kit.actions import DONE
from torite.kit.chances import HEAD, SHUFFLE
from torite.match import Match, explain
from torite.match.entries import Entry
from torite.worlds import SPECTATOR, view

Line = tuple[Entry, list[int], list[int]]  #: an entry with other actions, and another outcome
FACES = 12  #: of a die (CDICE-1.1)
RENAMED = 0.25  #: how often two ranks or suits are exchanged throughout
ALL_ANEW = 0.15  #: how often everything unseen is dealt anew; else a few pieces, which fits longer


class Leak(AssertionError):
    """Something that a seat may do, or who is asked, depends on what it cannot know."""


@dataclass(frozen=True)
class Pair:
    """Two states of a deal that are one to a seat; the other is played on when the next pair is asked for.

    Attributes:
        number: how many entries of the deal were played, that which began it not counted.
        true, other: the states.
        lines: the entries of the other one.
    """

    number: int
    true: Any
    other: Any
    lines: list[Line]


class Course:
    """The deal in progress of a match, as a seat saw it: what both ways to make pairs share."""

    law: Law
    match: Match
    viewer: int
    game: Any
    first: int  # number of the entry that began the deal
    before: Any  # the state before it
    after: list[Any]  # after it, and after each later entry
    apart: tuple[str, ...]  # fields in which pairs differ

    def proposed(self, chooser: random.Random) -> list[Line]:
        """Write the entries of the deal with something else for what is hidden."""
        raise NotImplementedError

    def pairs(self, chooser: random.Random) -> Iterator[Pair]:
        """Play the deal again with something else for what is hidden, for as long as it is the same to all."""
        lines: list[Line] = []
        state = self.before.copy()
        for number, (entry, actions, outcome) in enumerate(self.proposed(chooser)):
            taken = self._taken(state, entry, self._sealed(state, entry, actions, chooser), outcome)
            if taken is None or not self._agrees(number, state):
                return
            lines.append((entry, taken, outcome))
            if any(getattr(state, name) != getattr(self.after[number], name) for name in self.apart):
                yield Pair(number, self.after[number], state, list(lines))

    def _sealed(self, state: Any, entry: Entry, actions: list[int], chooser: random.Random) -> list[int]:
        """Say a sealed word of somebody else otherwise."""
        if entry.seat in (-1, self.viewer) or not self.law.sealed or chooser.random() < 0.5:
            return actions
        if not self.game.verbs.text(actions[0]).startswith(self.law.sealed):
            return actions
        return [chooser.choice(legal(self.game, state, entry.seat).listed() or actions)]

    def _taken(self, state: Any, entry: Entry, actions: Sequence[int], outcome: Sequence[int]) -> list[int] | None:
        """Take an entry; return its actions, None where it is not legal. To the viewer it must be.

        Where another hand leaves a gesture open, or closes it, `done` is said or left out: nobody hears it.
        """
        state.note_count = 0
        if entry.chance:
            self.game.rules.settle(state, list(outcome))
        taken: list[int] = []
        for action in [*(action for action in actions if action != DONE), *([DONE] if actions else [])]:
            if action == DONE and not state.drafting[entry.seat]:
                break
            if action not in legal(self.game, state, entry.seat):
                if entry.seat == self.viewer:
                    raise Leak(f"seat {self.viewer} may {self.game.verbs.text(action)}, or may not")
                return None
            self.game.rules.act(state, entry.seat, action)
            taken.append(action)
        return taken

    def _agrees(self, number: int, state: Any) -> bool:
        """Tell whether what is said in public of hidden things is the same; who is asked must be, beside that."""
        true = self.after[number]
        for fact in self.law.facts:
            if (fact.when(state) or fact.when(true)) and self._stated(state, fact) != self._stated(true, fact):
                return False
        if self.game.rules.actors(state) != self.game.rules.actors(true):
            raise Leak(f"who is asked after entry {number} of the deal")
        return True

    def _stated(self, state: Any, fact: Fact) -> Any:
        if fact.name == "actors":
            return self.game.rules.actors(state)
        if fact.name.startswith("note "):
            keys = [line.key for line in self.game.notes.listed]
            return [note for note in state.noted() if f"note {keys[note[0]]}" == fact.name]
        return getattr(state, fact.name)

    # what is told of a state at once

    def told(self, state: Any) -> dict[str, Any]:
        """Tell a state to the viewer and to a spectator, as far as that takes no sentences."""
        game, may = self.game, legal(self.game, state, self.viewer)
        scores, words = [0] * state.seats, [0] * (HEAD + game.pack.words)
        game.rules.scores(state, scores)
        asked = 0 if game.rules.over(state) else game.rules.chance(state, words)
        return {
            "view": view(game, state, self.viewer),
            "public": view(game, state, SPECTATOR),
            "may": list(may),
            "refusals": may.strokes,
            "notes": state.noted(),
            "scores": scores,
            "over": (game.rules.over(state), game.rules.deal_over(state)),
            "chance": (asked, words),
        }

    def unlike(self, pair: Pair) -> list[str]:
        """Name what differs in the two states of a pair, for the viewer and a spectator."""
        if pair.number not in self.heard:
            self.heard[pair.number] = self.told(pair.true)
        mine, theirs = self.heard[pair.number], self.told(pair.other)
        found = [name for name in mine if name not in ("view", "public") and mine[name] != theirs[name]]
        for name in ("view", "public"):
            found += [f"{name}: {field}" for field in differing(mine[name], theirs[name])]
        entry, actions, _ = pair.lines[-1]
        for viewer in (self.viewer, SPECTATOR) if actions else ():
            own = viewer == entry.seat
            if explain.shown(self.game.verbs, actions, own) != explain.shown(self.game.verbs, entry.actions, own):
                found.append(f"history of {viewer}")
        return found

    def told_apart(self, pair: Pair, found: list[str]) -> str:
        """Say what told two states of a pair apart, and what to do where it is right that something did."""
        entry, actions, _ = pair.lines[-1]
        what = self.game.verbs.gesture_text(list(actions)) if actions else f"chance settled {entry.chance}"
        return (
            f"{self.law.game}: after entry {pair.number} of the deal ({what}) seat {self.viewer} can tell two states "
            f"apart that are one to it: {found}. Where the rules say it in public, the game's secrecy.py needs a "
            "`Fact`, or `tells` (tests/secrecy/law.py); else a declaration shows too much."
        )

    @property
    def heard(self) -> dict[int, dict[str, Any]]:
        """What was told of the true states, by their number."""
        return self.__dict__.setdefault("_heard", {})

    def matches(self, pair: Pair) -> tuple[Match, Match]:
        """Play both states of a pair as matches."""
        own = self.match.log.standing[self.first : self.first + pair.number + 1]
        return self._match([(entry, list(entry.actions), list(entry.outcome)) for entry in own]), self._match(
            pair.lines
        )

    def _match(self, lines: list[Line]) -> Match:
        made = opened_again(self.match)
        for entry in self.match.log.standing[: self.first]:
            enter(made, entry, list(entry.actions), list(entry.outcome))
        for entry, actions, outcome in lines:
            enter(made, entry, actions, outcome)
        return made


def enter(match: Match, entry: Entry, actions: list[int], outcome: list[int]) -> None:
    """Enter what stands in another match, with its actions and its outcome."""
    if entry.chance:
        match.gestures.settle(entry.chance, outcome)
    else:
        match.act(entry.seat, match.game.verbs.gesture_text(actions))


class Redeal(Course, Deal):
    """A deal whose pieces are dealt anew where the second list says that the viewer has not seen them."""

    def __init__(self, law: Law, match: Match, viewer: int) -> None:
        self.law, self.known, self.after = law, set[int](), list[Any]()
        Deal.__init__(self, match, viewer)
        self.apart = tuple(f.name for f in self.game.layout.fields if f.is_place or f.name in law.words)

    @staticmethod
    def fits(match: Match) -> bool:
        """Tell whether the pieces on the table come from the last shuffle."""
        shuffles = [entry for entry in match.log.standing if entry.what == SHUFFLE]
        return bool(shuffles) and shuffles[-1].chance in ("deal", "recycle")

    def _remembered(self, state: Any) -> Any:
        return self.after[-1]

    def _told(self, at: dict[Spot, list[int]], before: Any, entry: Entry, state: Any) -> None:
        for told in self.law.tells(before, entry, state):
            if told.who(self.viewer):
                pieces = at.get((told.place, told.owner, told.index), ())
                self.known.update(p for p in pieces if not told.kinds or told.kinds >> self.kinds[p] & 1)

    def _noticed(self, at: dict[Spot, list[int]], state: Any) -> None:
        for (name, owner, _), pieces in at.items():
            if self.law.of(name).who(state, owner, self.viewer):
                self.known.update(pieces)
        self.after.append(state.copy())

    def _is_known(self, piece: int) -> bool:
        return piece in self.known

    def _hidden(self, at: dict[Spot, list[int]]) -> list[int]:
        return [piece for pieces in at.values() for piece in pieces if piece not in self.known]

    def _public(self, state: Any) -> tuple[Any, ...]:
        return ()

    def proposed(self, chooser: random.Random) -> list[Line]:
        """Deal some of the unseen pieces anew: all, or as few as two, or two ranks or suits for one another."""
        kinds = list(self.kinds)
        chosen = self._turned_over(chooser) if chooser.random() < RENAMED else self._chosen(chooser)
        for piece, source in chosen:
            kinds[piece] = self.kinds[source]
        lines: list[Line] = [(self.match.log.standing[self.first], [], kinds)]
        return lines + [(entry, actions, list(entry.outcome)) for entry, actions in self.log(kinds)]

    def _chosen(self, chooser: random.Random) -> list[tuple[int, int]]:
        """Choose pieces, each with another whose place it takes."""
        number = len(self.unseen)
        if chooser.random() >= ALL_ANEW:
            number = min(number, 2 + int(chooser.expovariate(0.5)))
        chosen = chooser.sample(self.unseen, number)
        return list(zip(chosen, chooser.sample(chosen, number), strict=True))

    def _turned_over(self, chooser: random.Random) -> list[tuple[int, int]]:
        """Exchange two ranks, or two suits, throughout: what was four aces is four kings."""
        pack = self.game.pack
        one, other = (pack.rank, pack.suit) if chooser.random() < 0.5 else (pack.suit, pack.rank)
        values = sorted({one[kind] for kind in self.kinds})
        first, second = chooser.sample(values, 2) if len(values) > 1 else (values[0], values[0])
        by_kind: dict[tuple[int, int], list[int]] = {}
        for piece in self.unseen:
            by_kind.setdefault((one[self.kinds[piece]], other[self.kinds[piece]]), []).append(piece)
        pairs = []
        for (value, rest), pieces in by_kind.items():
            for mine, theirs in zip(pieces, by_kind.get((second, rest), ()), strict=False) if value == first else ():
                pairs += [(mine, theirs), (theirs, mine)]
        return pairs


class Reroll(Course):
    """A round of Cribbage Dice whose dice are rolled otherwise where the viewer has not seen them."""

    SIX = 6

    def __init__(self, law: Law, match: Match, viewer: int) -> None:
        self.law, self.match, self.viewer, self.game = law, match, viewer, match.game
        self.first = max(i for i, entry in enumerate(match.log.standing) if entry.chance == "deal")
        self.before = self._begun(match.log.standing[: self.first])
        self.apart = law.words
        state, self.after, self.rollers = self.before.copy(), list[Any](), list[int]()
        for entry in match.log.standing[self.first :]:
            self._taken(state, entry, list(entry.actions), entry.outcome)
            self.after.append(state.copy())
            self.rollers.append(state.turn)

    @staticmethod
    def fits(match: Match) -> bool:
        """Tell whether a round was begun."""
        return any(entry.chance == "deal" for entry in match.log.standing)

    def _begun(self, entries: list[Entry]) -> Any:
        state = self.match.log.setup.begin()
        for entry in entries:
            self._taken(state, entry, list(entry.actions), entry.outcome)
        return state

    def proposed(self, chooser: random.Random) -> list[Line]:
        """Roll the six dice of somebody else otherwise; once two were put aside, only these."""
        lines: list[Line] = [(e, list(e.actions), list(e.outcome)) for e in self.match.log.standing[self.first :]]
        base = self.game.verbs.verb_of("crib 1").base
        for number, (_, _, outcome) in enumerate(lines):
            if len(outcome) < self.SIX or self.rollers[number] == self.viewer:
                continue
            at = list(range(len(outcome) - self.SIX, len(outcome)))
            crib = lines[number + 1][1] if number + 1 < len(lines) else []
            faces = [self.game.pack.kind(str(face)) for face in outcome]
            for action in crib:
                aside = next(i for i in at if faces[i] == action - base)
                at.remove(aside)
                faces[aside] = -1
            at = [i for i in range(len(outcome) - self.SIX, len(outcome)) if i not in at] if crib else at
            for i in at:
                outcome[i] = chooser.randint(1, FACES)
            if crib:
                crib[:] = [base + self.game.pack.kind(str(outcome[i])) for i in at]
        return lines
