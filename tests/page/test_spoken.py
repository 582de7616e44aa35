"""What the page says to those who listen."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.guests import BOT, Guests

LISTEN = """() => {
  window.heard = [];
  const voice = document.querySelector("[aria-live=polite]");
  new MutationObserver(() => heard.push(voice.textContent)).observe(voice, {
    childList: true, characterData: true, subtree: true,
  });
}"""


@pytest.mark.long
def test_a_trick_is_spoken_with_the_names_of_its_cards(guests: Guests):
    """Who plays what, who takes the trick, and when it is my turn; never a glyph."""
    ann = guests("Ann").sit("agurk", BOT, BOT)
    ann.wait_for_turn()
    first = ann.page.get_by_role("status").first
    expect(first).to_contain_text("Your turn")
    ann.page.evaluate(LISTEN)
    for _ in range(3):
        card = ann.play()
        ann.wait_for_turn()
    ann.page.wait_for_function("heard.filter((text) => text.includes('Your turn')).length > 2")
    heard = " ".join(ann.page.evaluate("heard"))
    assert re.search(rf"You play (the )?{card}\b", heard)
    assert len(re.findall(r"\w+ plays (?:the )?\w+ of (?:clubs|diamonds|hearts|spades)", heard)) >= 2
    assert re.search(r"takes? the trick", heard)
    assert not re.search("[♠♥♦♣]", heard)


@pytest.mark.long
def test_nothing_is_spoken_twice(guests: Guests):
    ann = guests("Ann").sit()
    ann.wait_for_turn()
    ann.page.evaluate(LISTEN)
    for _ in range(3):
        ann.play()
        ann.wait_for_turn()
    said = re.findall(r"You play [\w ]+", " ".join(ann.page.evaluate("heard")))
    assert 3 == len(said) == len(set(said))


@pytest.mark.long
def test_a_refusal_is_spoken(guests: Guests):
    """At once, as an alert."""
    ann = guests("Ann").sit("agurk", BOT, BOT, BOT)
    while ann.wait_for_turn():
        closed = ann.hand.and_(ann.button(re.compile(", not now$")))
        if closed.count():
            closed.first.click(force=True)
            expect(ann.page.get_by_role("alert")).to_contain_text(re.compile(r"\w+ \w+ \w+"))
            return
        ann.play()
