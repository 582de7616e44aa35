"""Whatever is drawn at a table: no two things lie on one another, nothing is cut, and all of it can be reached.

Scenes of whole matches are shown to the page as it is built, in every game and both languages, in windows of a small
phone, a desk and those between, and with letters of twice the size. The boxes of all that is drawn are compared.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest

from tests.page.guests import DESKTOP, PHONE, Guests
from tests.page.recording import Moment, hardest, recorded
from tests.page.stage import SIDEWAYS, SIZES, Stage
from tests.strategies import Table
from torite.games import catalogue

LANGUAGES = ("en", "ja")
FEW = 4  #: moments of a match in the usual run; of all phases and kinds with `--thorough`
MOST = 24
USUAL = "360x740"


@pytest.mark.long
def test_nothing_overlaps_in_any_scene(guests: Guests, usual: Table, pytestconfig: pytest.Config):
    """The fullest moments of each phase of a match."""
    thorough = bool(pytestconfig.getoption("--thorough"))
    turn = zlib.crc32(str(usual).encode())
    others = [size for size in SIZES if size != USUAL]
    windows = list(SIZES) if thorough else [USUAL, others[turn % len(others)]]
    for language in LANGUAGES if thorough else [LANGUAGES[turn // len(others) % 2]]:
        moments = hardest(recorded(usual, language), MOST if thorough else FEW)
        stage = Stage(guests, language)
        for size in windows:
            stage.resize(size)
            assert [] == stage.faults(moments), size


@pytest.mark.long
@pytest.mark.parametrize("variant", ["ogorek", "gurka-is", "ambition", "cribbage-dice-equal-turns"])
def test_nothing_overlaps_among_many(guests: Guests, variant: str):
    """The most seats that a game can have."""
    table = Table(variant, catalogue()[variant][1].seats[1])
    moments = hardest(recorded(table, "en"), FEW)
    stage = Stage(guests, "en")
    for size in (USUAL, "1440x900"):
        stage.resize(size)
        assert [] == stage.faults(moments), size


SAID = {
    "en": (
        "Well played!",
        "If you had held that ace one trick longer, we would have lost both of the last two to Fuku.",
    ),
    "ja": ("お見事！", "あのAをもう1トリック我慢されていたら、最後の2トリックは両方ともフクさんに取られていました。"),
}


@pytest.mark.long
@pytest.mark.parametrize("size", [USUAL, "1024x700", "1440x900"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("variant", "seats"), [("agurk", 4), ("perlaggen", 4), ("galapagos", 2)])
def test_what_is_said_covers_nothing(guests: Guests, variant: str, seats: int, language: str, size: str):
    """Beside the seat of whoever says it, and of an onlooker in the middle; each for a moment."""
    stage = Stage(guests, language)
    stage.resize(size)
    for one in hardest(recorded(Table(variant, seats), language), FEW):
        stage.show(one)
        stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        lines = [{"seat": seat, "name": f"Fuku {seat}", "text": SAID[language][seat % 2]} for seat in range(1, seats)]
        stage.page.evaluate("(lines) => stage.hear(lines)", [*lines, {"seat": -1, "name": "Ume", "text": "☕"}])
        bubbles = stage.page.locator("[data-bubble]")
        assert seats == bubbles.count()
        # Where all speak at once on a phone there may be room for some only; the talk has them all.
        enough = any if size == USUAL else all
        assert enough(bubble.is_visible() for bubble in bubbles.all()), one.what
        assert [] == stage.page.evaluate("stage.faults()"), one.what


@pytest.mark.parametrize("size", [USUAL, "740x360", "1440x900"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lost_connection_covers_nobody(guests: Guests, language: str, size: str):
    """The table makes room for the words that say so."""
    stage = Stage(guests, language)
    stage.resize(size)
    stage.show(turn_to_play(language))
    stage.page.evaluate("stage.lose()")
    stage.page.get_by_text(stage.guest.words["table.lost"]).wait_for()
    assert [] == stage.page.evaluate("stage.faults()")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_is_cut_where_there_is_room(guests: Guests, language: str):
    """On a desk all that is ready to be said is seen at once."""
    stage = Stage(guests, language)
    stage.resize("1440x900")
    stage.show(turn_to_play(language))
    stage.page.get_by_role("tab").last.click()
    cut = """(list) => [...list.children]
      .filter((at) => at.getBoundingClientRect().bottom > list.getBoundingClientRect().bottom + 1).length"""
    assert stage.page.locator("#phrases").evaluate(cut) == 0


@pytest.mark.long
@pytest.mark.parametrize("size", [USUAL, "740x360", "1440x900", "360x740 large"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("variant", "seats"), [("agurk", 4), ("doppelkopf", 4), ("galapagos", 2)])
def test_dialogs_and_tabs_are_whole(guests: Guests, variant: str, seats: int, language: str, size: str):
    """The last trick, the order of trumps, settings; score with its sheet, log and talk behind their tabs."""
    stage = Stage(guests, language)
    stage.resize(size)
    moments = recorded(Table(variant, seats), language)
    over = next(at for at, one in enumerate(moments) if json.loads(one.scene)["scene"]["deal_over"])
    after = [one for one in moments[over:] if _follows(one)]
    stage.show(moments[over])
    for _ in range(2):
        stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        lines = [{"seat": 1, "name": "Bartholomew", "text": text} for text in SAID[language] * 4]
        stage.page.evaluate("(lines) => stage.hear(lines)", lines)
        for tab in stage.page.get_by_role("tab").all():
            tab.click()
            for fold in stage.page.get_by_role("tabpanel").locator("summary").all():
                fold.click()
            assert [] == stage.page.evaluate("stage.settle().then(stage.faults)"), tab.inner_text()
        if stage.page.locator("[data-sheet]").count():
            stage.page.get_by_role("tab", selected=True).click()
        for way in ("table.last_trick", "table.menu.open"):
            if not stage.guest.named(way).count():
                continue  # no trick may be looked at again
            stage.guest.named(way).click()
            assert [] == stage.page.evaluate("stage.settle().then(stage.faults)"), way
            stage.guest.named("table.close").click()
        for fact in stage.page.locator("dl button").all():
            fact.click()
            assert [] == stage.page.evaluate("stage.settle().then(stage.faults)")
            stage.guest.named("table.close").click()
        stage.show(after[0])


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "740x360", "1440x900", "360x740 large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_dialogs_behind_the_menu_are_whole(guests: Guests, language: str, size: str):
    """The keys, what a host does, and the question before one leaves: each seen to its end, and scrolled to at most."""
    stage = Stage(guests, language)
    stage.resize(size)
    stage.page.route("**/invite", lambda route: route.fulfill(json={"secret": "s" * 22}))
    stage.show(turn_to_play(language))
    for way in ("table.keys.title", "table.hosting.open", ""):
        if way:
            stage.guest.named("table.menu.open").click()
            stage.page.get_by_role("dialog").get_by_role("button", name=stage.guest.words[way], exact=True).click()
        else:
            stage.guest.named("table.leave").first.click()
        dialog = stage.page.get_by_role("dialog")
        dialog.get_by_role("heading").first.wait_for()
        assert [] == stage.page.evaluate("stage.settle().then(stage.faults)"), way
        dialog.locator(".sheet").evaluate("(one) => (one.scrollTop = one.scrollHeight)")
        assert [] == stage.page.evaluate("stage.settle().then(stage.faults)"), way
        stage.guest.named("table.close").click()


IN_SIGHT = """() => ["[role=toolbar] button", "#prompt", "[data-place=trick] [data-piece]"]
  .map((what) => [what, [...document.querySelectorAll(what)]])
  .flatMap(([what, all]) => all.filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, Math.min((top + bottom) / 2, top + 40));
    return bottom - top < 30 || !at || !(one.contains(at) || at.contains(one) || at.closest("[role=toolbar]"));
  }).map((one) => `${what} ${one.getAttribute("aria-label") ?? one.dataset.piece ?? ""}`))"""


@pytest.mark.long
@pytest.mark.parametrize("size", SIDEWAYS)
@pytest.mark.parametrize(("variant", "seats"), [("agurk", 4), ("doppelkopf", 4), ("perlaggen", 4), ("ambition", 4)])
def test_a_phone_held_sideways_shows_hand_trick_and_prompt(guests: Guests, variant: str, seats: int, size: str):
    """All three at once, without scrolling; and nothing overlaps."""
    stage = Stage(guests, "en")
    stage.resize(size)
    moments = [one for one in recorded(Table(variant, seats), "en") if _follows(one)]
    for one in moments[:: max(1, len(moments) // FEW)][:FEW]:
        stage.show(one)
        stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        assert [] == stage.page.evaluate(IN_SIGHT), one.what
        assert [] == stage.page.evaluate("stage.faults()"), one.what


def _follows(moment: Moment) -> bool:
    """A trick lies there, and a card of mine is asked for."""
    scene = json.loads(moment.scene)["scene"]
    return any(zone["name"] == "trick" and zone["count"] for zone in scene["zones"]) and any(
        choice["verb"] == "play" for choice in scene["choices"]
    )


WHERE = """() => [...document.querySelectorAll("[data-seat], [data-place=trick] li, [role=toolbar] button, #prompt")]
  .map((at) => at.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))"""


@pytest.mark.long
@pytest.mark.parametrize("size", [USUAL, "1440x900"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_stays_where_it_is_while_one_reads(guests: Guests, size: str, language: str):
    """A lesson, a reason and a hint come into a room of their own, however long they are."""
    stage = Stage(guests, language, seen=[])
    stage.resize(size)
    stage.show(turn_to_play(language))
    before = stage.page.evaluate(WHERE)
    words = stage.guest.words
    stage.guest.named("table.lesson.skip").wait_for()
    assert before == stage.page.evaluate(WHERE)
    assert [] == stage.page.evaluate("stage.faults()")
    for way in ("table.lesson.why", "table.lesson.less"):
        stage.guest.named(way).click()
        stage.page.evaluate("stage.settle()")
        assert before == stage.page.evaluate(WHERE), way
    stage.page.get_by_role("toolbar").locator("[aria-disabled]").first.dispatch_event("click")
    stage.page.get_by_role("alert").wait_for()
    assert before == stage.page.evaluate(WHERE)
    stage.guest.named("table.understood").click()
    stage.guest.button(words["table.hint.ask"]).click()
    stage.guest.named("table.understood").wait_for()
    assert before == stage.page.evaluate(WHERE)
    assert [] == stage.page.evaluate("stage.faults()")


def turn_to_play(language: str) -> Moment:
    """A moment at which some of my cards may be played and others not."""
    table = Table("agurk", 4)
    for one in recorded(table, language):
        if _some(one):
            return one
    raise AssertionError("no such moment")


def _some(moment: Moment) -> bool:
    scene = json.loads(moment.scene)["scene"]
    held = sum(zone["count"] for zone in scene["zones"] if zone["name"] == "hand" and zone["seat"] == 0)
    return 1 < sum(len(choice["codes"]) for choice in scene["choices"]) < held


@pytest.mark.long
@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_the_rules_and_the_way_out_stand_on_the_table(guests: Guests, options: Any):
    """Rules open beside the table in the same window; who leaves is asked, and the table says which game it is."""
    ann = guests("Ann", **options).sit()
    table = ann.page.url
    expect_title = ann.page.get_by_role("banner").get_by_text("Agurk")
    expect_title.wait_for()
    ann.named("table.rules").click()
    ann.page.get_by_role("complementary", name=ann.words["guide.panel"]).wait_for()
    assert len(ann.context.pages) == 1
    ann.named("guide.close").click()
    ann.named("table.leave").click()
    ann.page.get_by_role("dialog").wait_for()
    ann.named("table.close").click()
    assert ann.page.url == table
    ann.named("table.leave").first.click()
    ann.page.get_by_role("dialog").get_by_role("button", name=ann.words["table.leave"], exact=True).click()
    ann.page.wait_for_url(f"{ann.address}/")
