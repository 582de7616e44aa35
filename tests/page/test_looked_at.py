"""What is in order, and looks wrong: what touches an edge, boxes in boxes, holes, what is told of the past."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.page.guests import Guests
from tests.page.recording import Moment, hardest, recorded
from tests.page.stage import Stage
from tests.strategies import Table

#: What is told of a seat with the score, and begins with what parts it from another, or goes on in the next line.
TORN = """() => [...document.querySelectorAll("#state-heading ~ table .marks")].flatMap((cell) => {
  const found = [];
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), range = document.createRange();
  const wide = cell.clientWidth - 8;
  let line = NaN;
  while (walker.nextNode()) {
    const text = walker.currentNode;
    for (const { 0: part, index } of text.data.matchAll(/·|[^·\\s]+(\\s+[^·\\s]+)*/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + part.length);
      const rects = [...range.getClientRects()].filter((box) => box.width > 1);
      const tops = new Set(rects.map((box) => Math.round(box.top / 8)));
      const sum = rects.reduce((all, box) => all + box.width, 0);
      if (part === "·" && rects[0] && Math.round(rects[0].top / 8) !== line) found.push(`· in ${cell.textContent}`);
      if (part !== "·" && tops.size > 1 && sum < wide - 12) found.push(part);
      if (rects.length) line = Math.round(rects.at(-1).top / 8);
    }
  }
  return found;
})"""


def some(variant: str, language: str = "en", *, over: bool = False, most: int = 6, phase: str = "") -> list[Moment]:
    """Choose moments of a match: of deals that are over, or of others, of one phase."""
    seats = {"emissary": 1, "french-tarot-solo": 1, "flashpoint": 4, "doppelkopf": 4, "ambition": 4, "agurk": 4}
    moments = recorded(Table(variant, seats.get(variant, 2)), language)
    wanted = [one for one in moments if one.kind[3] == over and phase in ("", one.kind[0])]
    assert wanted
    return hardest(wanted, most)


def stage(guests: Guests, size: str, language: str = "en") -> Stage:
    """Open a window."""
    opened = Stage(guests, language)
    opened.resize(size)
    return opened


@pytest.mark.parametrize(("language", "size"), [("en", "1440x900"), ("ja", "1024x700")])
def test_no_line_of_the_score_begins_with_a_dot(guests: Guests, language: str, size: str):
    """Nor is what fits in a line broken: *this deal 23* is one thing."""
    assert [] == stage(guests, size, language).found(some("flashpoint", language, most=8), TORN)


@pytest.mark.parametrize("variant", ["doppelkopf", "ambition", "flashpoint"])
def test_nobody_is_winning_a_trick_that_is_over(guests: Guests, variant: str):
    """The score says so neither beside an empty mat nor beside the account of a deal."""
    shown = stage(guests, "1440x900")
    told = recorded(Table(variant, 4), "en")
    over = [one for one in told if one.kind[3]]
    led = [one for before, one in pairwise(told) if "trick" in before.kind[2] and "trick" not in one.kind[2]]
    for one in [*over[:3], *led[:6]]:
        shown.show(one)
        shown.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        words = shown.page.locator("section:has(> #state-heading)").inner_text()
        assert "is winning" not in words, one.what
        assert not {"winning", "takes it", "scores"} & set(re.split(r"\s*[·\n\t]\s*", words)), one.what
