"""In Japanese: switched in place, and nothing left in English."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.guests import BOT, PHONE, Guest, Guests

#: What is written in Latin letters in Japanese, too: names, cards, a clause's number.
KNOWN = re.compile(
    r"Torite|HTTPS|docs/hosting\.md|torite serve --host|English|Ann|[A-Z]{3,}(_[A-Z]+)?-\d[\d.]*"
    r"|Page (Up|Down)|Home|End|Space"
)

VISIBLE = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const at = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (!at.checkVisibility() || at.closest("code, script, style, [lang=en], svg, input[readonly]")) continue;
    if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
    else for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
      texts.push(node.getAttribute(name) ?? "");
  }
  return texts.map((text) => text.trim()).filter(Boolean);
}"""


def latin(guest: Guest) -> list[str]:
    """What anybody sees or hears on this page in Latin letters, apart from what is known."""
    texts = guest.page.evaluate(VISIBLE)
    assert len(texts) > 5
    return [text for text in texts if re.search(r"[A-Za-z]{2,}", KNOWN.sub("", text))]


@pytest.mark.long
def test_the_first_page_is_switched_in_place(guests: Guests):
    """One press, no reload, and it stays so."""
    ann = guests("Ann").go()
    ann.page.evaluate("window.same = true")
    ann.button("日本語").click()
    expect(ann.heading("ゲームの棚")).to_be_visible()
    assert ann.page.evaluate("window.same && document.documentElement.lang") == "ja"
    assert [] == latin(ann)
    ann.page.reload()
    expect(ann.heading("ゲームの棚")).to_be_visible()
    ann.button("English").click()
    expect(ann.heading("The games")).to_be_visible()


@pytest.mark.long
def test_the_table_is_switched_in_place(guests: Guests):
    """Prompt, log and cards in the middle of a deal, which then goes on."""
    ann = guests("Ann").sit("agurk", BOT, BOT)
    ann.wait_for_turn()
    ann.play()
    ann.wait_for_turn()
    lines = ann.log.count()
    ann.button("日本語").click()
    ann = Guest(ann.context, ann.address, "ja", ann.page)
    expect(ann.prompt).to_contain_text(re.compile("あなたの番"))  # what the service says follows the page's own words
    assert ann.wait_for_turn()
    expect(ann.log).to_have_count(lines)
    assert [] == latin(ann)
    ann.play()


@pytest.mark.long
@pytest.mark.parametrize("variant", ["agurk", "rassi", "gurka-is-exchange", "gurka-se"])
def test_nothing_is_left_in_english_when_a_table_is_set(guests: Guests, variant: str):
    """All rules and settings are unfolded."""
    kana = guests("かな", language="ja").go(f"/new/{variant}")
    kana.named("setup.start").wait_for()
    for summary in kana.page.locator("summary").all():
        summary.click()
    assert [] == latin(kana)


@pytest.mark.long
@pytest.mark.parametrize("variant", ["agurk", "rassi", "gurka-is-exchange", "gurka-se"])
def test_nothing_is_left_in_english_at_the_table(guests: Guests, variant: str):
    """At the first turn with its lesson, with the settings open, and at the deal's end."""
    kana = guests("かな", language="ja", preferences={"speed": "none", "restMs": 1}).sit(variant, BOT, BOT)
    kana.read_on()
    expect(kana.named("table.lesson.skip")).to_be_visible()
    assert [] == latin(kana)
    kana.named("table.menu.open").click()
    assert [] == latin(kana)
    kana.named("table.close").click()
    kana.page.get_by_role("tab").last.click()
    assert [] == latin(kana)
    kana.page.get_by_role("tab").first.click()
    if variant != "gurka-is-exchange":
        kana.play_on()
        assert [] == latin(kana)


@pytest.mark.long
def test_nothing_is_left_in_english_in_the_lobby_and_at_the_end(guests: Guests):
    kana = guests("かな", language="ja", **PHONE)
    made = kana.made("agurk", {"kind": "open"}, start=False)
    kana.go(f"/t/{made['id']}")
    expect(kana.named("table.lobby.start")).to_be_visible()
    kana.page.locator("summary").click()
    assert [] == latin(kana)
    jiro = guests(language="ja").go(f"/t/{made['id']}#{made['secret']}")
    expect(jiro.named("join.sit")).to_be_visible()
    assert [] == latin(jiro)
    kana.sit(options={"out_at": "1"}).play_match()
    assert [] == latin(kana)
    kana.link(kana.words["table.replay"]).click()
    kana.page.get_by_role("tab", name=kana.words["replay.tab.moves"]).click()
    expect(kana.page.get_by_role("group", name=kana.words["replay.moves.list"])).to_be_visible()
    assert [] == latin(kana)
    kana.read_about()
    expect(kana.named("replay.fair.ask")).to_be_visible()
    kana.named("replay.fair.ask").click()
    expect(kana.text(kana.words["replay.fair.proves"])).to_be_visible()
    assert [] == latin(kana)
    kana.go("/nowhere")
    expect(kana.heading(kana.words["shell.nothing"])).to_be_visible()
    assert [] == latin(kana)


def test_a_file_is_taken_in_by_a_button_of_ours(guests: Guests):
    """The browser's own says *Choose File* in the browser's language, whatever the reader's is."""
    kana = guests("かな", language="ja")
    for path, name in (("/", "home.import_file"), ("/mine", "results.import")):
        kana.go(path)
        taking = kana.page.get_by_label(kana.words[name])
        expect(taking).to_be_attached()
        for summary in kana.page.locator("main > div > details > summary").all():
            summary.click()
        shown, hidden = kana.page.locator("label", has=taking).bounding_box(), taking.bounding_box()
        assert shown
        assert hidden
        assert shown["height"] >= 44
        assert hidden["width"] <= 1
