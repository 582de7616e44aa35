"""A page on which matches that were recorded are looked back on, without a service to fetch them from."""

from __future__ import annotations

from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
from playwright.sync_api import Route

import torite
from tests.page.guests import AT_ONCE, Guest, Guests
from tests.page.stage import SIZES
from tests.strategies import Table
from torite.games import catalogue
from torite.match import Match
from torite.service import judging, replays
from torite.service.hidden import hidden
from torite.service.messages import InRoom, Room
from torite.service.replay_answers import Branches, Moves, Note, OwnNotes
from torite.study import deals_worth, judged_entries, tried

HERE = Path(__file__).parent
ENTRIES = 400  #: of a match at most
FEWEST = 200  #: worlds that are looked at for a decision, each of so many times
TIMES = 4
PLAYOUTS = 20  #: of a deal
NAMES = ["Guest", "Fuku", "Hana", "Bartholomew", "Gen", "Yuzu", "Chiyo", "Daigo"]


@cache
def recorded(table: Table, seed: int = 0) -> Match:
    """A match played at random, as its record is read."""
    names = [NAMES[seat % len(NAMES)] + ("" if seat < len(NAMES) else str(seat)) for seat in range(table.seats)]
    match, chooser = table.match(seed, names=names), table.chooser("reel", seed)
    while not match.over and len(match.log) < ENTRIES:
        seat = chooser.choice(match.actors)
        match.act(seat, chooser.choice(match.actions(seat)))
    return replays.opened(torite.write(match))[0]


def telling(match: Match, most: int) -> list[int]:
    """Choose steps of all kinds: the ends, a deal's begin, within a trick and at its end, the end of a deal."""
    about = replays.summary(match, "", "en")
    last = about.steps - 1
    wished = [0, *about.deals[:1], last, *(about.tricks[len(about.tricks) // 2 :][:1])]
    wished += [step - 1 for step in (about.tricks[-1:] + about.deals[1:2])]
    wished += [last * part // 7 for part in range(1, 7)]
    return sorted(dict.fromkeys(step for step in wished if 0 <= step <= last))[:most]


NOTES = {
    "en": "Too early: the ace and the king were still out. " * 6,
    "ja": "早すぎた。Aとキングがまだ出ていない。" * 6,
}


class Reel:
    """One window.

    Args:
        guests: who may visit.
        match: what is looked at.
        language: that is read.
        preferences: others than the usual.
    """

    def __init__(self, guests: Guests, match: Match, language: str, **preferences: Any) -> None:
        wanted = {**AT_ONCE, "seen": list(catalogue()), **preferences}
        self.guest: Guest = guests("Guest", language=language, preferences=wanted, reduced_motion="reduce")
        self.page = self.guest.page
        self._match = match
        self._language = language
        self.page.route("**/api/replays/**", self._answer)
        self.page.add_init_script(path=HERE / "stage.js")
        self.page.add_init_script(path=HERE / "measure.js")
        self.guest.go("/r/reel")
        self.page.wait_for_selector("[data-step]")

    def _answer(self, route: Route) -> None:
        address = urlsplit(route.request.url)
        what = address.path.partition("/replays/")[2].partition("/")[2]
        asked = {name: values[0] for name, values in parse_qs(address.query).items()}
        value: Any = replays.summary(self._match, "reel", self._language) if not what else {}
        if what == "steps":
            first, last, viewer = (int(asked[name]) for name in ("from", "to", "viewer"))
            value = {"steps": replays.steps(self._match, first, last, viewer, self._language)}
        if what == "notes":
            value = OwnNotes([Note(2, NOTES[self._language]), Note(9, "!")], "code")
        if what == "study":
            value = Branches([], 0, 0)
        if what == "moves":
            value = Moves(replays.moves(self._match, int(asked["viewer"]), self._language))
        if what == "places":
            value = hidden(self._match, int(asked["at"]), int(asked["seat"]), self._language, lambda: None)
        if what == "judged":
            decisions = [*chain.from_iterable(judged_entries(self._match, 0, FEWEST, TIMES))]
            both = [tried(self._match, one) for one in decisions if one.is_mistake]
            judged = judging.written(decisions, deals_worth(self._match, playouts=PLAYOUTS), both)
            value = judging.told(self._match, judged, -1, self._language)
        route.fulfill(body=msgspec.json.encode(value), content_type="application/json")

    def meet(self, leader: int) -> None:
        """Look at it together with others: I am the first of three."""
        people = [InRoom(number, name) for number, name in enumerate(["Guest", "Bartholomew the Elder", ""], 1)]
        told = msgspec.json.encode(Room(1, leader, people, 5, -2)).decode()
        self.page.route_web_socket("**/ws/replays/**", lambda line: line.send(told))
        self.guest.go("/r/reel/room")
        self.page.get_by_role("region", name=self.guest.words["replay.together.title"]).wait_for()
        self.page.get_by_role("button", name=self.guest.words["replay.together.copy"]).wait_for()

    def resize(self, size: str) -> None:
        """Take one of the windows."""
        width, height, letters = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(
            """(letters) => {
              document.documentElement.style.fontSize = letters === 100 ? "" : `${letters}%`;
              stage.scrolled = letters > 100 || innerHeight < 700;
            }""",
            letters,
        )

    def show(self, step: int, eyes: str = "all") -> None:
        """Go to a step, seen through some eyes."""
        self.page.evaluate("(hash) => { location.hash = hash }", f"#{step}/{eyes}")
        self.page.wait_for_selector(f"[data-step='{step}']")
        self.page.evaluate("stage.settle()")

    def faults(self) -> list[str]:
        """List what is wrong with how the page is drawn, as far as it is seen."""
        found: list[str] = self.page.evaluate("stage.faults()")
        return found

    def scroll(self, part: str) -> None:
        """Scroll a part of the page into view, by what finds it."""
        self.page.evaluate("(part) => document.querySelector(part).scrollIntoView({ block: 'end' })", part)
        self.page.evaluate("stage.settle()")
