"""Doppelkopf: who may know what, from `clauses.md`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.secrecy.law import Fact, Item, Law, Told, everybody, nobody, owner
from torite.games.doppelkopf.state import VERBS
from torite.match.entries import Entry


def the_partners(s: Any, owner: int, viewer: int) -> bool:
    """The poor player sees the cards offered, and who has accepted them."""
    return viewer >= 0 and viewer in (s.declarer, s.partner)


def tells(before: Any, entry: Entry, after: Any) -> Iterable[Told]:
    """The cards given back are seen by both partners; they were, once they lie in the poor player's hand."""
    if entry.actions and VERBS.verb(entry.actions[0]).name == "return":
        for action in entry.actions:
            verb = VERBS.verb(action)
            yield Told("hand", entry.seat, 1 << action - verb.base, lambda viewer: viewer == before.declarer)


PARTY = "a ♣Q becomes public when played; a party also by announcement"
CALLS = "| announcements made and windows still open | everybody | always |"

ALONE = ("reserve", "pass", "pass", "pass")  #: the bidding of one who reserves alone, the first to speak
POOR = "D9 CA CK C10 S9 SK SA HA HK H9"  #: ten cards with one trump
RETURNED = {"poverty_announce_returned_trumps": "yes"}

LAW = Law(
    "doppelkopf",
    items=(
        Item("hand", owner, "| a player's hand | that player only | from the deal until played;"),
        Item("drafting draft", owner, "DOKO-7.3"),
        Item("shown", everybody, "all hands after the deal (DOKO-19.4); everybody if he uses the redeal right |"),
        Item("offered laid", the_partners, "| the three offered poverty cards | poor player | also the acceptor"),
        Item("side", nobody, "In the program a seat's party is a field that nobody sees (`side`)."),
        Item("knows", owner, "What each seat knows of it (`knows`, a row for each viewer)"),
        Item("party partner", everybody, "DOKO-8.9"),
        Item("kept", everybody, "DOKO-18.24"),
        Item("said question naming holder left bid level challenger challenge", everybody, "| pass / reserve | everyb"),
        Item("refused", everybody, "| poverty answer | players in turn | accept / refuse | everybody |"),
        Item(
            "dealer turn contract order declarer compulsory forced idle begun",
            everybody,
            "| dealer, forehand, whose turn, contract, soloist | everybody | as soon as fixed |",
        ),
        Item("open_calls called late fewest announced shift mute", everybody, CALLS),
        Item("trick leader trick_len led best best_seat", everybody, "| cards of the current trick | everybody |"),
        Item("taken queens helped trumps_out", everybody, "| older tricks | nobody (memory) | after the deal |"),
        Item(
            "markers foxes fox_by fox_to fox_last doubles", everybody, "| captured foxes, Doppelkopf markers | everyb"
        ),
        Item("points", everybody, "| running card points | nobody | after the deal (`show_running_points`) |"),
        Item("tricks tricks_played", everybody, "DOKO-9.8"),
        Item(
            "score added winner won deals_played owes ordinary", everybody, "| scores of finished deals | everybody |"
        ),
        Item("seats options phase in_play", everybody, "DOKO-2.1"),
    ),
    facts=(
        Fact("party", PARTY),
        Fact("called", CALLS),
        Fact("late", CALLS),
        Fact("fewest", CALLS),
        Fact("note returned_trumps", "DOKO-7.8"),
    ),
    tells=tells,
    prefers=("redeal", "bid poverty", "bid marriage", "no", "accept", "announce"),
    shows=("accept!", "announce!"),  # the poor player's cards (DOKO-7.6); it was heard (DOKO-10.5)
    tables=(
        ("doppelkopf", 4, {}, {}),
        ("doppelkopf-40", 4, {}, {}),
        ("doppelkopf", 4, {}, {"hands": {1: "CQ CQ D9 DK"}, "dealer": 0, "opening": (*ALONE, "bid marriage")}),
        ("doppelkopf", 4, RETURNED, {"hands": {1: POOR}, "dealer": 0, "opening": (*ALONE, "bid poverty")}),
        ("doppelkopf-ddv", 4, {}, {}),
        ("doppelkopf", 4, {}, {"hands": {1: f"{POOR} D10"}, "dealer": 0, "opening": (*ALONE, "bid poverty")}),
        ("doppelkopf", 5, {"solo_overcall": "yes"}, {}),
    ),
)
