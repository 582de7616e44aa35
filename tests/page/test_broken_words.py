"""How sentences go on in the next line: between words, and with more than a scrap of one at their end."""

from __future__ import annotations

import pytest

from tests.conftest import Many
from tests.page.guests import Guests
from tests.page.recording import first_asked, hardest, moment, recorded
from tests.page.stage import Stage
from tests.strategies import Table
from torite.service import advice

MOST = 12  #: moments of a match
SOME = 6  #: in the usual run
#: Words that go on in the next line where they would have room in one, and last lines of a letter or two with the full
#: stop, of all that is said above my hand. An answer that is explained is no sentence: its last line may be a number.
BROKEN = """() => {
  const range = document.createRange();
  const tops = (text, from, to) => {
    range.setStart(text, from);
    range.setEnd(text, to);
    return [...range.getClientRects()].map((box) => Math.round(box.top));
  };
  const found = [];
  for (const one of document.querySelectorAll(
    "#prompt .sentence, #prompt .told, #prompt .goal, #prompt .lesson p, #prompt .explained"
  ))
    for (const text of [...one.childNodes].filter((node) => node instanceof Text && node.data.trim())) {
      for (const word of text.data.matchAll(/[\\p{Script=Latin}\\d]{2,}|[\\p{Script=Katakana}ー]{2,}/gu))
        if (new Set(tops(text, word.index, word.index + word[0].length)).size > 1) found.push(word[0]);
      const end = text.data.trimEnd().length;
      const top = tops(text, end - 1, end)[0];
      const long = end > 8 && !one.matches(".explained");
      if (long && tops(text, end - 4, end - 3)[0] < top - 4) found.push(`…${text.data.slice(end - 8, end)}`);
    }
  return found;
}"""


def opened(guests: Guests, table: Table, language: str, size: str) -> Stage:
    """Show what somebody is asked first who has never played the game."""
    stage, match = Stage(guests, language, seen=[]), first_asked(table)
    stage.resize(size)
    stage.newcomer(moment(match, language), advice.lesson(match, 0, None, language, 0, 0).goal)
    return stage


#: Numbers beside what lies there that go on in the next line.
BROKEN_COUNT = """() => [...document.querySelectorAll("[data-table] b")]
  .filter((one) => one.checkVisibility() && one.getClientRects().length > 1)
  .map((one) => one.textContent)"""


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "360x740", "390x844", "1024x700"])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("variant", "seats"), [("galapagos", 2), ("agurk", 4), ("bingo", 2)])
def test_no_number_of_pieces_is_broken(
    guests: Guests, many: Many, variant: str, seats: int, language: str, size: str
) -> None:
    """Beside what a pile is called, however narrow that is; in a first deal, too."""
    table = Table(variant, seats)
    stage = opened(guests, table, language, size)
    assert [] == stage.page.evaluate(BROKEN_COUNT)
    stage.page.evaluate("() => { stage.goal = '' }")
    assert [] == stage.found(hardest(recorded(table, language), many(MOST, SOME)), BROKEN_COUNT)


@pytest.mark.parametrize("size", ["360x640", "360x740", "1024x700"])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("variant", "seats"), [("rassi", 4), ("emissary", 1), ("french-tarot-solo", 1), ("perlaggen", 4), ("flashpoint", 4)]
)
def test_no_word_above_my_hand_is_broken(
    guests: Guests, many: Many, variant: str, seats: int, language: str, size: str
) -> None:
    """What is asked, what is told of the deal, and what a game is about."""
    table = Table(variant, seats)
    stage = opened(guests, table, language, size)
    found = stage.page.evaluate(BROKEN)
    stage.page.evaluate("() => { stage.goal = '' }")
    for one in hardest(recorded(table, language), many(MOST, SOME)):
        stage.show(one)
        found += [f"{one.what}: {what}" for what in stage.page.evaluate(BROKEN)]
    assert [] == found
