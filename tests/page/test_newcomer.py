"""What newcomers did not find, or not understand, each where they looked for it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.guests import Guests
from tests.page.recording import Moment, hardest, moment, recorded
from tests.page.stage import Stage
from tests.strategies import Table, usual_tables
from torite.bots import WeighedAction
from torite.service import advice
from torite.service.bot_questions import WeighedDecision

MOST = 8  #: decisions of a first deal

#: What is said and cannot be seen without scrolling, and buttons of it that cannot be pressed.
UNSEEN = """() => {
  const room = document.querySelector("#prompt > :first-child");
  const drawn = [...document.querySelectorAll("#prompt button")].filter((one) => one.checkVisibility());
  const hidden = drawn.filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !(at && (one === at || one.contains(at)));
  });
  return [
    ...(room.scrollHeight > room.clientHeight + 1 ? [room.textContent.trim()] : []),
    ...hidden.map((one) => one.textContent.trim()),
  ];
}"""


def taught(table: Table, language: str) -> Iterator[tuple[Moment, list[str]]]:
    """What seat 0 is asked in a first deal, one decision after the other, with what is said to whoever is new."""
    match, chooser = table.match(pause=True), table.chooser("taught")
    while not match.log.deal_over and not match.over:
        if match.turns.awaits_chance:
            match.go_on()
            continue
        seat = chooser.choice(match.actors)
        if seat == 0:
            weighed = [WeighedAction(one.code, 2.4 * n) for n, one in enumerate(match.actions(0))]
            told = advice.lesson(match, 0, WeighedDecision(weighed), language, 0, 0)
            yield moment(match, language), told.sentences
        match.act(seat, chooser.choice(match.actions(seat)))


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "360x740"])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("variant", ["agurk", "flashpoint"])
def test_the_advice_of_a_first_deal_is_seen_whole(guests: Guests, variant: str, language: str, size: str) -> None:
    """Sentence, advice and its buttons: nobody scrolls in a box of three lines."""
    stage = Stage(guests, language, seen=[])
    stage.resize(size)
    cut = []
    for one, sentences in list(taught(Table(variant, 4), language))[:MOST]:
        stage.page.evaluate("(long) => { stage.long = long }", sentences)
        stage.newcomer(one, "")
        cut += [f"{one.what}: {what}" for what in stage.page.evaluate(UNSEEN)]
    assert [] == cut


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_who_took_the_last_trick_is_told_until_i_play_on(guests: Guests, language: str) -> None:
    """In every deal, not in the first alone; with the card that took it."""
    stage = Stage(guests, language)
    stage.resize("360x740")
    told = 0
    for one in recorded(Table("agurk", 4), language)[:60]:
        scene = json.loads(one.scene)["scene"]
        taker = next((laid for laid in scene["last_trick"] or [] if laid["seat"] == scene["last_taker"]), None)
        tricks = [zone for zone in scene["zones"] if zone["name"] == "trick"]
        lingers = [zone["pieces"] for zone in tricks] == [laid["pieces"] for laid in scene["last_trick"] or []]
        mine = any(zone["seat"] == 0 and zone["count"] for zone in tricks) and not lingers
        stage.show(one)
        stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        begun = any(fact["name"] == "trick" and not str(fact["value"]).startswith("1") for fact in scene["facts"])
        said = said_of(stage, scene, taker) if taker and begun and not mine and not scene["deal_over"] else ""
        told += bool(said)
        if said:
            expect(stage.guest.prompt).to_contain_text(said)
        else:
            expect(stage.guest.prompt).not_to_contain_text(stage.guest.words["lesson.took"].split("{")[1].split("}")[1])
    assert told > 3


def said_of(stage: Stage, scene: Any, taker: Any) -> str:
    """The sentence on who took a trick."""
    words = stage.guest.words
    pieces = " ".join(piece["glyph"] for piece in taker["pieces"])
    who = scene["seats"][taker["seat"]]
    return words["lesson.took_you" if who["you"] else "lesson.took"].format(name=who["name"], pieces=pieces)


@pytest.mark.parametrize("size", ["360x640", "360x740", "1440x900"])
@pytest.mark.parametrize(
    ("variant", "language", "told"),
    [
        ("agurk", "en", "Limit 21"),
        ("agurk", "ja", "脱落ライン 21"),
        ("flashpoint", "en", "Target 100"),
        ("ambition", "en", "Strikes that put out 4"),
        ("galapagos", "ja", "1000"),
    ],
)
def test_what_ends_the_match_stands_on_the_table(
    guests: Guests, variant: str, language: str, told: str, size: str
) -> None:
    """Not only behind the score."""
    stage = Stage(guests, language)
    stage.resize(size)
    table = next(table for table in usual_tables() if table.variant == variant)
    stage.show(next(one for one in recorded(table, language) if one.kind[0] in ("play", "lead", "bid")))
    plaque = stage.page.locator(".plaque .agreed")
    expect(plaque).to_be_visible()
    expect(plaque).to_contain_text(told.rpartition(" ")[2])
    assert told.replace(" ", "") in plaque.inner_text().replace("\n", "").replace(" ", "")


def test_a_clause_is_told_in_the_language_that_is_read(guests: Guests) -> None:
    """Clauses are kept in English: beside one stands what was said of it, and the way to the guide's own words."""
    stage = Stage(guests, "ja")
    stage.resize("360x740")
    end = next(one for one in recorded(Table("agurk", 4), "ja") if json.loads(one.scene)["scene"]["account"])
    line = json.loads(end.scene)["scene"]["account"][0]
    stage.show(end)
    words = stage.guest.words
    stage.guest.button(words["guide.clause"].format(clause=line["clause"])).first.click()
    slip = stage.page.get_by_role("dialog", name=line["clause"])
    expect(slip).to_contain_text(line["text"])
    expect(slip).to_contain_text(words["guide.untranslated"])
    expect(slip.locator("[lang=en]")).not_to_be_empty()
    slip.get_by_role("button", name=re.compile("遊び方の「.+」を読む")).click()
    guide = stage.page.get_by_role("complementary", name=words["guide.panel"])
    expect(guide).to_be_visible()
    expect(guide.get_by_text(re.compile("[ぁ-ん]")).first).to_be_visible()


def test_a_clause_beside_a_rule_is_told_by_what_may_be_agreed(guests: Guests) -> None:
    """Where a table is set, too: what the rule says there stands before the English clause."""
    ann = guests("Ann", language="ja").go("/new/agurk")
    ann.page.locator("main summary", has_text=ann.words["setup.rules"]).first.click()
    rule = ann.page.get_by_role("group", name="脱落になる点数。")
    rule.get_by_role("button").first.click()
    slip = ann.page.get_by_role("dialog")
    expect(slip).to_contain_text("脱落になる点数。")
    expect(slip).to_contain_text(ann.words["guide.untranslated"])
    expect(slip.locator("[lang=en]")).not_to_be_empty()


def test_a_clause_read_in_english_has_nothing_beside_it(guests: Guests) -> None:
    stage = Stage(guests, "en")
    end = next(one for one in recorded(Table("agurk", 4), "en") if json.loads(one.scene)["scene"]["account"])
    stage.show(end)
    stage.guest.button(re.compile("^Clause CUC-")).first.click()
    slip = stage.page.get_by_role("dialog", name=re.compile("^CUC-"))
    expect(slip).not_to_contain_text(stage.guest.words["guide.untranslated"])


#: How many whole lines are seen of what a deal came to: who scored how much, and by what.
LINES = """() => {
  const read = document.querySelector("section[aria-labelledby=end-heading] .read").getBoundingClientRect();
  const whole = (one) => one.getBoundingClientRect().bottom <= read.bottom + 1;
  return ["ol > li", "ul > li"].map((what) => {
    const all = [...document.querySelectorAll(`section[aria-labelledby=end-heading] ${what}`)];
    return [all.filter(whole).length, all.length];
  });
}"""


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("variant", ["agurk", "flashpoint", "rassi", "norwegian", "doppelkopf", "cribbage-dice"])
def test_what_a_deal_came_to_is_not_under_its_buttons(guests: Guests, variant: str, language: str) -> None:
    """All scores, and the account's first line at least, on the smallest phone."""
    stage = Stage(guests, language)
    stage.resize("360x640")
    table = next(table for table in usual_tables() if table.variant == variant)
    ends = [one for one in recorded(table, language) if json.loads(one.scene)["scene"]["deal_over"]]
    for one in hardest(ends, MOST):
        stage.show(one)
        stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        scores, lines = stage.page.evaluate(LINES)
        assert scores[0] == scores[1], one.what
        assert lines[0] >= min(lines[1], 1), one.what


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_a_power_does_is_told_as_soon_as_it_is_touched(guests: Guests, language: str) -> None:
    """Whoever selects or uses a vassal of the Emissary reads what for, and may take it back."""
    stage = Stage(guests, language)
    stage.resize("360x740")
    for one in recorded(Table("emissary", 1), language):
        scene = json.loads(one.scene)["scene"]
        asked = {code for choice in scene["choices"] for code in choice.get("pieces", [])}
        told = [piece for zone in scene["zones"] for piece in zone["pieces"] if piece and piece.get("about")]
        vassal = next((piece for piece in told if piece["code"] in asked), None)
        if vassal is None:
            continue
        stage.show(one)
        stage.page.locator(f".powers button:has([data-piece={vassal['code']}])").click()
        expect(stage.guest.prompt).to_contain_text(vassal["about"])
        return
    raise AssertionError("no vassal was asked for")
