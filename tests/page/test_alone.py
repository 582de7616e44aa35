"""Games played alone in a browser: what they are for, the deal of the day, a result to share, one's own figures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.page.guests import AT_ONCE, PHONE, Guest, Guests
from tests.service.alone import OVER, file_of, running
from tests.service.conftest import Running
from tools.page import built

TODAY = datetime(2026, 11, 22, 12)
SEEN = {**AT_ONCE, "seen": ["lantern", "lantern-two"]}
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    if not built():
        pytest.fail("the page is not built from these sources: python -m tools.page")
    with running(tmp_path_factory.mktemp("page-alone") / "data") as service:
        yield service


def undo(guest: Guest) -> Locator:
    return guest.named("table.undo")


def shared(guest: Guest) -> Locator:
    return guest.page.get_by_label(guest.words["share.title"])


def on_shelf(guest: Guest) -> Locator:
    return guest.page.get_by_role("article").filter(has=guest.heading(re.compile("^(Lantern|ランタン)$")))


def begin(guest: Guest, scored: bool | None = None) -> Guest:
    """Begin a game from its set-up page."""
    guest.go("/new/lantern")
    if scored is not None:
        guest.page.get_by_label(guest.words["alone.scored" if scored else "alone.practice"]).check()
    guest.named("setup.start").click()
    expect(guest.playable.first).to_be_visible()
    return guest


# what it is for


@pytest.mark.long
def test_the_first_game_is_for_practice_and_the_next_is_scored(guests: Guests) -> None:
    """Undo stands there in practice alone; only what is scored ends with a line to share."""
    ann = guests("Ann", preferences=SEEN)
    ann.go("/new/lantern")
    expect(ann.page.get_by_label(ann.words["alone.practice"])).to_be_checked()
    begin(ann).play()
    undo(ann).click()
    expect(ann.hand).to_have_count(4)
    ann.play_match()
    expect(shared(ann)).to_have_count(0)
    ann.go("/new/lantern")
    expect(ann.page.get_by_label(ann.words["alone.scored"])).to_be_checked()
    begin(ann)
    expect(undo(ann)).to_have_count(0)
    ann.page.keyboard.press("u")
    ann.play_match()
    expect(shared(ann)).to_have_value(re.compile(r"^Torite · Lantern · \d points? · http.*/r/.+"))


@pytest.mark.long
def test_from_the_shelf_one_plays_at_once_and_nobody_is_invited(guests: Guests) -> None:
    ann = guests("Ann", preferences=SEEN)
    ann.go()
    game = on_shelf(ann)
    expect(game).to_contain_text("1 player")
    expect(game.get_by_role("button", name=re.compile(ann.words["home.invite"]))).to_have_count(0)
    game.get_by_role("button", name=re.compile(ann.words["home.play"])).click()
    expect(ann.playable.first).to_be_visible()
    ann.play_match()
    ann.named("alone.again").click()
    expect(ann.playable.first).to_be_visible()


# the deal of the day


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_deal_of_the_day_from_the_shelf_to_its_result(guests: Guests, language: str) -> None:
    """Left half-way it goes on; over, its page tells how it ended, and it cannot be played again."""
    ann = guests("Ann", language=language, preferences=SEEN, **PHONE)
    ann.page.clock.set_fixed_time(TODAY)
    ann.go()
    on_shelf(ann).get_by_role("link", name=re.compile(f"^{ann.words['daily.today']}")).click()
    expect(ann.text(ann.words["daily.lead"])).to_be_visible()
    ann.named("daily.play").click()
    expect(ann.hand).to_have_count(4)
    table = ann.page.url
    ann.play()
    ann.go("/daily/lantern")
    expect(ann.text(ann.words["daily.begun"])).to_be_visible()
    ann.named("daily.go_on").click()
    expect(ann.hand).to_have_count(3)
    assert table == ann.page.url
    ann.play_match()
    line = shared(ann).input_value()
    assert f" · {TODAY:%Y-%m-%d} · " in line
    assert line.endswith(f"{ann.address}/daily/lantern/{TODAY:%Y-%m-%d}")
    ann.go(f"/daily/lantern/{TODAY:%Y-%m-%d}")
    expect(shared(ann)).to_have_value(line)
    expect(ann.named("daily.play")).to_have_count(0)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
    ann.link(ann.words["daily.table"]).click()
    expect(shared(ann)).to_have_value(line)


@pytest.mark.long
def test_two_people_get_the_same_cards(guests: Guests) -> None:
    hands = []
    for name in ("Ann", "Ben"):
        guest = guests(name, preferences=SEEN)
        guest.go("/daily/lantern/2026-01-02")
        guest.named("daily.play").click()
        expect(guest.hand).to_have_count(4)
        hands.append(sorted(card.get_attribute("aria-label") or "" for card in guest.hand.all()))
    assert hands[0] == hands[1]


@pytest.mark.long
@pytest.mark.parametrize(
    "path", ["/daily/agurk", "/daily/lantern/2026-02-30", "/daily/nothing", "/daily/lantern/%3Cb%3E"]
)
def test_what_is_no_deal_says_so(guests: Guests, path: str) -> None:
    ann = guests("Ann")
    guests.forgive()
    ann.go(path)
    expect(ann.page.get_by_role("alert")).to_be_visible()
    expect(ann.named("daily.play")).to_have_count(0)


# a result to share


@pytest.mark.long
def test_the_result_is_copied(guests: Guests) -> None:
    ann = guests("Ann", preferences=SEEN)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin(ann, scored=True).play_match()
    ann.named("share.copy").click()
    expect(ann.text(ann.words["share.copied"])).to_be_visible()
    assert shared(ann).input_value() == ann.page.evaluate("navigator.clipboard.readText()")


@pytest.mark.long
def test_without_a_clipboard_the_line_is_marked(guests: Guests) -> None:
    """Over plain HTTP a page may not copy."""
    ann = guests("Ann", preferences=SEEN)
    ann.context.add_init_script(NO_CLIPBOARD)
    begin(ann, scored=True).play_match()
    ann.named("share.copy").click()
    expect(ann.text(ann.words["share.by_hand"])).to_be_visible()
    ann.page.wait_for_function("line => getSelection().toString() === line", arg=shared(ann).input_value())


# my games


@pytest.mark.long
def test_my_games_are_told_from_the_bar(guests: Guests) -> None:
    """Nothing at first; then figures, how scores are spread, and the latest games with their replays."""
    ann = guests("Ann", preferences=SEEN)
    ann.go()
    ann.link(ann.words["alone.games"]).click()
    expect(ann.text(ann.words["results.none"])).to_be_visible()
    begin(ann, scored=True).play_match()
    ann.link(ann.words["alone.games"]).click()
    part = ann.page.get_by_role("region", name=ann.words["results.of"].format(game="Lantern"))
    expect(part.get_by_role("img")).to_have_attribute("aria-label", re.compile("^1 game, "))
    part.get_by_text(ann.words["results.numbers"]).click()
    expect(part.get_by_role("row")).to_have_count(2)
    ann.link(re.compile(f"^{ann.words['results.replay']}")).click()
    ann.read_about()
    expect(ann.named("replay.fair.ask")).to_be_visible()


@pytest.mark.long
def test_results_are_taken_along(guests: Guests, tmp_path: Path) -> None:
    """Saved by one browser, taken in by another, twice; a wrong file is refused and changes nothing."""
    ann, ben = guests("Ann", preferences=SEEN), guests("Ben", preferences=SEEN)
    begin(ann, scored=True).play_match()
    ann.go("/mine")
    with ann.page.expect_download() as download:
        ann.link(ann.words["results.export"]).click()
    file = tmp_path / "mine.json"
    download.value.save_as(file)
    assert 1 == len(json.loads(file.read_text())["rows"])
    ben.go("/mine")
    taking = ben.page.get_by_label(ben.words["results.import"])
    for told in ("1 new result taken in; 0 were", "0 new results taken in; 1 was"):
        taking.set_input_files(file)
        expect(ben.text(re.compile(f"^{told}"))).to_be_visible()
    guests.forgive()
    taking.set_input_files(Path(__file__))
    expect(ben.page.get_by_role("alert")).to_be_visible()
    expect(ben.page.get_by_role("listitem")).to_have_count(1)


@pytest.mark.long
def test_figures_of_thousands_of_games_fit_a_phone(guests: Guests) -> None:
    """Large and negative scores, long names, games of other shelves."""
    ann = guests("Ann", preferences=SEEN, **PHONE)
    rows = [{**OVER, "id": f"a{i}", "score": 500 * i - 99_000, "finished_at": 1.7e9 + i} for i in range(2000)]
    rows += [{**OVER, "id": f"b{i}", "variant": "x" * 80, "score": i % 300 - 150} for i in range(2000)]
    ann.go("/mine")
    taking = ann.page.get_by_label(ann.words["results.import"])
    taking.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": file_of(*rows)})
    expect(ann.text(re.compile("^4000 new"))).to_be_visible()
    for summary in ann.page.locator("main summary").all():
        summary.click()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
