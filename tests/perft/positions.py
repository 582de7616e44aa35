"""Positions with the numbers of legal sequences from them: six lines each, in the `.perft` files beside this one.

    id: agurk-ace
    variant: agurk
    seats: 3
    options: hand_size=2 may_duck=no
    deal: dealer 2 | C2 C8 | D2 D9 | H7 HK | stock S2 S3 | score 4 0 20
    counts: 2 4 6 12

`deal` has who deals, the hands by seat (`-` for a seat that is out, and where dice are rolled), what is known of the
stock, the tile turned up, the rolls one after the other (`rolls 5 3 4 5 6 / 2 2`), what lies in other places, by field
and owner (`closed.1 H7 T3`), and public fields given. `counts` are the sequences of 1, 2, 3… complete actions, to the
deal's end or as deep as was asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torite
from tests.arranged import new_match
from torite.games import find
from torite.kit import DONE, Actions

FOLDER = Path(__file__).parent
LINES = ("id", "variant", "seats", "options", "deal", "counts")


@dataclass(frozen=True)
class Position:
    """A deal, and what was counted from it.

    Attributes:
        id: its name, unique in all files.
        variant: the variant's name in the catalogue.
        seats: the number of seats.
        options: options that differ from the variant's, as texts.
        dealer: who deals.
        hands: each seat's cards; empty for a seat that is out.
        stock: the stock's next cards.
        turned: the piece that is turned up.
        rolls: the first rolls.
        lying: the pieces of other places, by field and owner.
        initial: public fields.
        counts: sequences of 1, 2, 3… actions.
    """

    id: str
    variant: str
    seats: int
    options: dict[str, str]
    dealer: int
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    turned: tuple[str, ...]
    rolls: tuple[tuple[int, ...], ...]
    lying: dict[str, tuple[str, ...]]
    initial: dict[str, list[int]]
    counts: tuple[int, ...]

    @property
    def text(self) -> str:
        """Write the six lines."""
        deal = [f"dealer {self.dealer}", *(" ".join(hand) or "-" for hand in self.hands)]
        deal += [f"stock {' '.join(self.stock)}"] if self.stock else []
        deal += [f"turned {' '.join(self.turned)}"] if self.turned else []
        deal += [f"rolls {' / '.join(' '.join(map(str, roll)) for roll in self.rolls)}"] if self.rolls else []
        deal += [f"{name} {' '.join(codes)}" for name, codes in self.lying.items()]
        deal += [f"{name} {' '.join(map(str, values))}" for name, values in self.initial.items()]
        values = (
            self.id,
            self.variant,
            str(self.seats),
            " ".join(f"{name}={value}" for name, value in self.options.items()) or "-",
            " | ".join(deal),
            " ".join(map(str, self.counts)),
        )
        return "".join(f"{line}: {value}\n" for line, value in zip(LINES, values, strict=True))

    def match(self) -> torite.Match:
        """Deal it."""
        given: dict[str, Any] = {n: row if len(row) > 1 else row[0] for n, row in self.initial.items()}
        if any(not hand for hand in self.hands) and any(self.hands):
            given["out"] = [int(not hand) for hand in self.hands]
        chances = find(self.variant)[0].chances.names
        match = new_match(
            self.variant,
            self.seats,
            self.options,
            seed=0,
            dealer=self.dealer if "dealer" in chances and not self.rolls else None,
            turned=self.turned or None,
            rolls=self.rolls or None,
            hands={seat: hand for seat, hand in enumerate(self.hands) if hand},
            stock=self.stock or None,
            places=self._by_owner() or None,
            initial=given,
            pause=True,
        )
        if match.turns.awaits_chance:  # deals played are given: the next one is waited for
            match.go_on()
        return match

    def _by_owner(self) -> dict[str, dict[int, tuple[str, ...]]]:
        """Sort what lies elsewhere by field, then by owner."""
        found: dict[str, dict[int, tuple[str, ...]]] = {}
        for name, codes in self.lying.items():
            field, _, owner = name.partition(".")
            found.setdefault(field, {})[int(owner or 0)] = codes
        return found

    def counted(self, depth: int) -> Position:
        """Count its sequences anew."""
        match = self.match()
        return replace(self, counts=tuple(counts(match.game, match.log.trial(), depth)))


def parse(text: str) -> Position:
    """Read six lines.

    Raises:
        ValueError: when a line is missing, out of order or not understood.
    """
    parts = [line.partition(": ") for line in text.splitlines()]
    if tuple(name for name, _, _ in parts) != LINES:
        raise ValueError(f"a position has the lines {', '.join(LINES)}, not:\n{text}")
    values = {name: value for name, _, value in parts}
    dealer, *deal = values["deal"].split(" | ")
    seats = int(values["seats"])
    more = {words[0]: words[1:] for words in (part.split() for part in deal[seats:])}
    options = [] if values["options"] == "-" else values["options"].split()
    return Position(
        values["id"],
        values["variant"],
        seats,
        dict(_pair(option) for option in options),
        int(dealer.removeprefix("dealer ")),
        tuple(() if hand == "-" else tuple(hand.split()) for hand in deal[:seats]),
        tuple(more.pop("stock", ())),
        tuple(more.pop("turned", ())),
        tuple(tuple(map(int, roll.split())) for roll in " ".join(more.pop("rolls", [])).split(" / ") if roll),
        {name: tuple(row) for name, row in more.items() if not _numbers(row)},
        {name: [int(value) for value in row] for name, row in more.items() if _numbers(row)},
        tuple(int(count) for count in values["counts"].split()),
    )


def _numbers(words: list[str]) -> bool:
    return all(word.lstrip("-").isdigit() for word in words)


def _pair(option: str) -> tuple[str, str]:
    name, _, value = option.partition("=")
    return name, value


def read(file: Path) -> list[Position]:
    """Read all positions of a file."""
    return [parse(block) for block in file.read_text(encoding="utf-8").strip().split("\n\n")]


def files() -> list[Path]:
    """List the files of positions."""
    return sorted(FOLDER.glob("*.perft"))


def positions() -> list[Position]:
    """Read all positions."""
    return [position for file in files() for position in read(file)]


def counts(game: Any, state: Any, depth: int) -> list[int]:
    """Count the sequences of 1 … depth complete actions; no further than the deal goes."""
    found: list[int] = []
    level = [state]
    for _ in range(depth):
        level = [after for before in level for after in successors(game, before)]
        if not level:
            break
        found.append(len(level))
    return found


def successors(game: Any, state: Any) -> Iterator[Any]:
    """Run through the states after each complete action; nothing when chance must settle something.

    Who is asked first acts first; offers are let pass.
    """
    mask, first = game.rules.actors(state), max(0, state.turn)
    if game.rules.over(state) or not mask:
        return
    seat = next(s % state.seats for s in range(first, first + state.seats) if mask >> s % state.seats & 1)
    yield from _gestures(game, state, seat, (), {}).values()


def _gestures(
    game: Any, state: Any, seat: int, parts: tuple[int, ...], found: dict[tuple[int, ...], Any]
) -> dict[tuple[int, ...], Any]:
    """Collect each gesture that begins with these parts once, whatever the order of its parts."""
    may = Actions(game.verbs.words)
    game.rules.legal(state, seat, may)
    for action in may.listed():
        if game.verbs.verb(action).offer:
            continue
        longer = parts if action == DONE else tuple(sorted((*parts, action)))
        after = state.trial()
        game.rules.act(after, seat, action)
        if not after.drafting[seat]:
            found.setdefault(longer, after)
        elif (-1, *longer) not in found:
            found[(-1, *longer)] = None  # so that other orders of the same parts are not tried again
            _gestures(game, after, seat, longer, found)
    if not parts:
        for begun in [key for key in found if key[0] == -1]:
            del found[begun]
    return found
