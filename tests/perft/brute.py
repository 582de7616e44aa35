"""The same counts by brute force: the naive reading of the clauses, told each deal, copied at every action."""

from __future__ import annotations

import copy
from typing import Any

from tests.games.cucumber.naive import Settings, Words
from tests.games.cucumber.naive_table import Table
from tests.perft.positions import Position

DRAWS_ALL = ("free", "double", "redouble")


class Node:
    """A table with its stock, of which the table itself knows the size only."""

    def __init__(self, table: Table, stock: tuple[str, ...]) -> None:
        self.table = table
        self.stock = stock

    def after(self, words: Words) -> Node:
        """Take an action on a copy."""
        rules = self.table.rules
        table, stock = copy.deepcopy(self.table, {id(rules): rules}), self.stock
        code = " ".join(words)
        if not table.asks:
            table.play(code)
        elif table.asks[0][0] == "buy":
            table.buy(code)
        else:
            hand = list(table.hands[table.asks[0][1]])
            given = hand if words[0] in DRAWS_ALL else list(words[1:])
            if len(given) > len(stock):
                raise ValueError(f"the position tells too little of the stock for {code}")
            for card in given:
                hand = [*hand[: hand.index(card)], *hand[hand.index(card) + 1 :]]
            drawn, stock = stock[: len(given)], stock[len(given) :]
            table.answer(code, [*hand, *drawn])
        return Node(table, stock)


def counts(position: Position, depth: int) -> list[int]:
    """Count the sequences of 1 … depth complete actions of a deal."""
    options: dict[str, Any] = {
        name: int(value) if value.isdigit() else value for name, value in position.options.items()
    }
    table = Table(Settings(position.variant, position.seats, options), position.dealer)
    table.out = [not hand for hand in position.hands]
    for name, values in position.initial.items():
        setattr(table, name, list(values) if len(values) > 1 else values[0])
    table.begin([list(hand) for hand in position.hands])
    found: list[int] = []
    level = [Node(table, position.stock)]
    for _ in range(depth):
        level = [node.after(words) for node in level for words in _legal(node.table)]
        if not level:
            break
        found.append(len(level))
    return found


def _legal(table: Table) -> set[Words]:
    """All that may be done until the deal is over, its buy-ins included."""
    buying = bool(table.asks) and table.asks[0][0] == "buy"
    return table.legal() if table.deals == 0 or buying else set()
