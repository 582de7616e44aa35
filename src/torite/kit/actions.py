"""Actions: small integers, and their verbs.

An action is 64 × word + bit of a row of words, `may`. Verbs of a single word share words; a verb that takes a
piece has a word of its own, whose bits are kinds, and one for each block of kinds. Action 0 is `wait`, action 1 is
`done`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from torite.kit.verb import NOTHING, Shown, Verb, always
from torite.pieces import Pack

WAIT = 0  #: let an offer pass; never in the rules, never recorded
DONE = 1  #: the gesture is complete
BITS = 62
LONGEST_TOLD = 60  #: letters of a code that an error repeats
MOST_READ = 2048  #: short codes that a game's verbs remember


class Verbs:
    """The verbs of a game, which number its actions.

    Args:
        pack: the pieces that verbs may name.

    Attributes:
        most_words: of a code: every piece and every single word said once, each with the whole name of its verb.
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.listed: list[Verb] = []
        self._of: dict[int, Verb] = {}
        self._named: dict[str, Verb] = {}
        self._by_first_word: dict[str, list[Verb]] = {}
        self._ahead = 0  # words that tell which verb comes next: its name, and what comes after it
        self.most_words = 0
        self._read: dict[str, tuple[int, ...]] = {}  # codes as they were read, for most come again
        self._next = 0
        self.word("wait")
        self.word("done")

    def word(
        self, name: str, offer: bool = False, shown: Shown = Shown.ALL, final: bool = False, sealed: str = ""
    ) -> int:
        """Declare a verb without anything after it; return its action. A final one is not undone.

        Of a sealed one the others see only what `sealed` says.
        """
        if self._next % 64 >= BITS:
            self._next += 64 - self._next % 64
        action = self._next
        shown = Shown.VERB if sealed else shown
        self._declare(Verb(name, action, (action,), offer=offer, shown=shown, final=final, sealed=sealed))
        self._next += 1
        return action

    def pieces(
        self,
        name: str,
        offer: bool = False,
        shown: Shown = Shown.ALL,
        gesture: Callable[[Any], bool] = always,
        final: bool = False,
        sealed: str = "",
    ) -> int:
        """Declare a verb that names pieces; return its base: base + kind is an action.

        Args:
            name: the verb.
            offer: whether anybody may take it and nobody need.
            shown: what the others see of it.
            gesture: tells by the options whether it may be taken with several pieces; that they may never be spares
                the table a trial of each piece.
            final: whether it is not undone.
            sealed: all that the others see of it.
        """
        base = self._aligned()
        actions = tuple(base + kind for kind in self.pack.all)
        shown = Shown.VERB if sealed else shown
        self._declare(Verb(name, base, actions, True, None, False, offer, shown, gesture, final, sealed))
        self._next = actions[-1] + 1
        self._next = self._aligned()
        return base

    def stands(self, name: str, kinds: Sequence[int]) -> int:
        """Declare for each of some kinds a verb that names what it stands for: `play D7 as HA` beside `play D7`.

        Args:
            name: the verb of pieces beside which they stand.
            kinds: the kinds that may stand for another.

        Returns:
            The base of the first: base + 64 × i + k is the i-th of the kinds, standing for kind k.

        Raises:
            ValueError: for a pack of more than one block of kinds.
        """
        if self.pack.blocks > 1:
            raise ValueError("only pieces of one block stand for others")
        first, beside = self._aligned(), self._named[name]
        for kind in kinds:
            base = self._aligned()
            actions = tuple(base + other for other in self.pack.all if other != kind)
            called = f"{name} {self.pack.codes[kind]} as"
            self._declare(replace(beside, name=called, base=base, actions=actions, stem=name, piece=kind))
            self._next = base + 64
        return first

    def number(
        self,
        name: str,
        lowest: int,
        highest: int,
        shown: Shown = Shown.ALL,
        stations: bool = False,
        final: bool = False,
    ) -> int:
        """Declare a verb that names a number of a range of at most 62; return its base for the lowest.

        Args:
            name: the verb; it may end with the code of a piece, beside a verb of pieces (`use SJ 7` beside `use HJ`).
            lowest: the least number.
            highest: the greatest.
            shown: what the others see of it.
            stations: whether the numbers are stations of the road that scenes show.
            final: whether it is not undone.
        """
        base = self._aligned()
        actions = range(base, base + highest - lowest + 1)
        self._declare(Verb(name, base, actions, lowest=lowest, shown=shown, stations=stations, final=final))
        self._next = actions[-1] + 1
        self._next = self._aligned()
        return base

    def mask(self, first: int, *others: int) -> int:
        """Return the mask of some words, counted from the first: what `offer` and `strike` take from that one on.

        Raises:
            ValueError: when one of them stands before the first, or in another word of a set of actions.
        """
        for action in others:
            if action <= first or action // 64 != first // 64:
                raise ValueError(f"{self.verb(action).name} is not in the word of {self.verb(first).name}, behind it")
        return sum(1 << action - first for action in (first, *others))

    def _declare(self, verb: Verb) -> None:
        self.listed.append(verb)
        self._named[verb.name] = verb
        self._of |= dict.fromkeys(verb.actions, verb)
        self._enlist(verb)
        if verb.sealed and all(one.name != verb.sealed for one in self.listed):
            self._enlist(Verb(verb.sealed, NOTHING, (), shown=Shown.VERB))

    def _enlist(self, verb: Verb) -> None:
        """Let codes find a verb; it takes the place of one that stood only for sealed ones."""
        self._read.clear()
        self._ahead = max(self._ahead, len(verb.name.split()) + 1)
        single = sum(not one.of_pieces for one in self.listed)
        self.most_words = (len(self.pack.all) * self.pack.copies + single) * self._ahead
        alike = self._by_first_word.setdefault(verb.name.lower().split(" ")[0], [])
        alike[:] = [*(one for one in alike if one.base != NOTHING or one.name != verb.name), verb]
        alike.sort(key=lambda one: -len(one.name))

    def _aligned(self) -> int:
        return (self._next + 63) // 64 * 64

    @property
    def words(self) -> int:
        """Words of a set of actions."""
        return (self._next + 63) // 64

    @property
    def offers(self) -> tuple[int, ...]:
        """The mask of the offers, word by word."""
        masks = [0] * self.words
        for verb in self.listed:
            if verb.offer:
                for action in verb.actions:
                    masks[action // 64] |= 1 << action % 64
        return tuple(masks)

    def verb(self, action: int) -> Verb:
        """Return an action's verb.

        Raises:
            ValueError: when there is no such action.
        """
        if action not in self._of:
            raise ValueError(f"no action {action}")
        return self._of[action]

    def split(self, code: str) -> list[tuple[Verb, list[str]]]:
        """Part a code by its verbs, each with the words that come after it.

        The words that a verb shares with the one before may be left out: `pass left H5 across CQ`, `flash twin four`,
        `claim gleich HQ S7 as CQ DQ`. A piece that stands for itself belongs to the verb beside it.

        Raises:
            ValueError: when there is no such verb.
        """
        words = self._words(code)
        verb = self._begun(words[: self._ahead])
        if verb is None:
            raise ValueError(f"no verb in {code[:LONGEST_TOLD]}")
        parts: list[tuple[Verb, list[str]]] = [(verb, [])]
        at = len(verb.name.split())
        while at < len(words):
            verb, named = parts[-1]
            word, is_piece = words[at], self.pack.knows(words[at])
            following = self._following(verb, words[at : at + self._ahead])
            if following and (following[0].piece != NOTHING or not is_piece):
                parts.append((following[0], []))
                at += following[1]
                continue
            if named and verb.piece != NOTHING and is_piece:
                parts.append((self._named[verb.stem], [word]))
            else:
                named.append(word)
            at += 1
        return [
            (self._named[verb.stem] if verb.stem and named == [self.pack.codes[verb.piece]] else verb, named)
            for verb, named in parts
        ]

    def _words(self, code: str) -> list[str]:
        """Cut a code into its words, pieces by their codes as the pack writes them.

        Raises:
            ValueError: when it has more words than any action.
        """
        words = code.removesuffix("+").split(maxsplit=self.most_words)
        if len(words) > self.most_words:
            raise ValueError(f"too many words in {code[:LONGEST_TOLD]}")
        return [self.pack.codes[self.pack.kind(word)] if self.pack.knows(word) else word for word in words]

    def verb_of(self, code: str) -> Verb:
        """Return the verb that a code begins with.

        Raises:
            ValueError: when there is no such verb.
        """
        return self.split(code)[0][0]

    def names(self) -> list[str]:
        """List the verbs that a player can take."""
        return [verb.name for verb in self.listed if verb.base != WAIT]

    def text(self, action: int) -> str:
        """Write an action's code."""
        verb = self.verb(action)
        if verb.of_pieces:
            return f"{verb.name} {self.pack.codes[action - verb.base]}"
        if verb.lowest is not None:
            return f"{verb.name} {action - verb.base + verb.lowest}"
        return verb.name

    def gesture_text(self, actions: Sequence[int]) -> str:
        """Write the code of an action of one or many parts, its pieces in pack order.

        Parts of several verbs stand in the order of the verbs, the words that these share at the beginning only once:
        `pass left H5 across CQ`.
        """
        parts = sorted(action for action in actions if action != DONE) or list(actions)
        verbs = list(dict.fromkeys(self.verb(action) for action in parts))
        texts: list[str] = []
        for verb in verbs:
            name = verb.name.split()
            if texts:
                name = name[_shared(verbs[0].name.split(), name) :]
            kinds = [action - verb.base for action in parts if self._of[action] is verb]
            texts += [*name, *self._arguments(verb, kinds)]
        return " ".join(texts)

    def _arguments(self, verb: Verb, found: list[int]) -> list[str]:
        if verb.of_pieces:
            return [self.pack.text(found)]
        return [] if verb.lowest is None else [str(number + verb.lowest) for number in found]

    def actions(self) -> Iterator[int]:
        """Run through all actions."""
        for verb in self.listed:
            yield from verb.actions

    def parse(self, text: str) -> list[int]:
        """Read a code of one or many parts, without a closing `+`.

        Several words that begin alike may be said at once (`flash twin four`): each is then an action of its own.

        Raises:
            ValueError: with the part of the text that is not understood; empty if it is the whole.
        """
        known = self._read.get(text)
        if known is None:
            try:
                parts = self.split(text)
            except ValueError:
                raise ValueError("") from None
            known = tuple(action for verb, rest in parts for action in self._parts(verb, rest))
            if len(text) <= LONGEST_TOLD and len(self._read) < MOST_READ:
                self._read[text] = known
        return list(known)

    def _begun(self, words: list[str]) -> Verb | None:
        """Find the verb that some words begin with."""
        bare = None
        for verb in self._by_first_word.get(words[0].lower(), ()) if words else ():
            name = verb.name.lower().split()
            if [word.lower() for word in words[: len(name)]] != name or verb.base == WAIT:
                continue
            if verb.lowest is None or len(words) > len(name):  # `use SJ` may be of a verb `use`
                return verb
            bare = bare or verb  # as others read it, where they do not see the number
        return bare

    def _following(self, verb: Verb, rest: list[str]) -> tuple[Verb, int] | None:
        """Find the verb of further parts, and how many words name it: those it shares with the one before may lack."""
        name = verb.name.split()
        for shared in reversed(range(len(name) + 1)):
            other = self._begun([*name[:shared], *rest])
            if other is None or (other.takes_more and not other.of_pieces):
                continue
            said = len(other.name.split()) - shared
            alike = verb.of_pieces or (other is not verb and _shared(name, other.name.split()))
            if said > 0 and alike and other.of_pieces == verb.of_pieces:
                return other, said
        return None

    def _parts(self, verb: Verb, rest: list[str]) -> list[int]:
        """Read what a verb names."""
        if verb.of_pieces:
            unknown = next((word for word in rest if not self.pack.knows(word)), None)
            if unknown is not None or not rest:
                raise ValueError(unknown or "")
            return [verb.base + self.pack.kind(word) for word in rest]
        if verb.lowest is not None:
            if len(rest) != 1 or not rest[0].isascii() or not rest[0].isdigit():
                raise ValueError(" ".join(rest))
            action = verb.base + int(rest[0][:6]) - verb.lowest
            if action not in verb.actions:
                raise ValueError(rest[0])
            return [action]
        if rest or verb.base == NOTHING:
            raise ValueError(" ".join(rest))
        return [verb.base]


def _shared(words: list[str], others: list[str]) -> int:
    """Count the words with which both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, others, strict=False)))
