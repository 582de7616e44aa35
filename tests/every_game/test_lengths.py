"""How long a match may become at a table of the service: more than whole matches have, and no more than a record."""

from __future__ import annotations

import torite
from tests.strategies import Table
from torite.records.writing import MOST_BYTES, MOST_LINES
from torite.service.lengths import most_entries
from torite.service.names import LONGEST_NAME
from torite.service.replays import MOST_LETTERS

SOME = 400  #: entries by which it is judged how much room the others take


def test_the_longest_match_at_a_table_is_a_record_that_is_taken(table: Table) -> None:
    """By the longest names, of letters that take three bytes each, with every action taken by a bot for somebody."""
    chooser = table.chooser("length")
    names = [f"{seat:02}".ljust(LONGEST_NAME, "名") for seat in range(table.seats)]
    match = table.match("length", names=names)
    while not match.over and len(match.log) < SOME:
        seat = chooser.choice(match.actors)
        match.act(seat, chooser.choice(match.actions(seat)), bot=True)
    head, _, body = torite.write(match).partition("key hash: ")
    share = most_entries(table.seats) / len(match.log)
    assert head.count("\n") + share * body.count("\n") <= MOST_LINES
    assert len(head) + share * len(body) <= MOST_LETTERS
    assert len(head.encode()) + share * len(body.encode()) <= MOST_BYTES
