"""Every page there is, for what must be so on all of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import expect

import torite
from tests.arranged import new_match
from tests.page.guests import BOT, OPEN, Guest


def home(guest: Guest) -> None:
    guest.go()
    expect(guest.page.get_by_role("article").first).to_be_visible()


def family(guest: Guest) -> None:
    guest.go("/family/cucumber")
    expect(guest.page.get_by_role("article").last).to_be_visible()


def ways(guest: Guest) -> None:
    guest.go("/family/cucumber")
    guest.button(re.compile(f"^{guest.words['home.more']}")).last.click()
    expect(guest.page.get_by_role("dialog")).to_be_visible()


def setup(guest: Guest) -> None:
    guest.go("/new/agurk-joker")
    expect(guest.named("setup.start")).to_be_visible()
    for summary in guest.page.locator("summary").all():
        summary.click()


def arrange(guest: Guest) -> None:
    guest.go("/set-up/agurk")
    expect(guest.named("arrange.play")).to_be_visible()
    for code in ("HQ", "SQ", "C2"):
        guest.page.locator(f'[data-code="{code}"]').click()


def own_rules(guest: Guest) -> None:
    """A table by rules of one's own, under a name, beside others that are kept."""
    for name, out_at in (("Kitchen rules", "15"), ("Rules for a long winter evening", "40")):
        guest.post("rules", {"name": name, "variant": "agurk", "options": {"out_at": out_at}})
    guest.go("/new/agurk")
    expect(guest.named("setup.start")).to_be_visible()
    for summary in guest.page.locator("main summary").all():
        summary.click()
    guest.button(re.compile("^Kitchen rules")).click()
    expect(guest.named("rules.keep")).to_be_disabled()


def guide(guest: Guest) -> None:
    guest.go("/guide/agurk")
    expect(guest.named_heading("guide.ready")).to_be_visible()


def lobby(guest: Guest) -> None:
    guest.go(f"/t/{guest.table('agurk', OPEN, BOT, start=False)}")
    expect(guest.named("table.lobby.start")).to_be_visible()
    guest.page.locator("summary").click()


def invited(guest: Guest) -> None:
    """At the door of somebody else's table."""
    browser = guest.context.browser
    assert browser is not None
    host = Guest(browser.new_context(), guest.address, "en")
    host.post("me", {"name": "Bartholomew the Elder"})
    made = host.made("agurk", OPEN, BOT, start=False, options={"out_at": "15"})
    host.context.close()
    guest.go(f"/t/{made['id']}#{made['secret']}")
    expect(guest.named("join.sit")).to_be_visible()


def turn(guest: Guest) -> None:
    guest.sit("agurk", BOT, BOT, BOT).wait_for_turn()
    guest.play()
    guest.wait_for_turn()


def exchange(guest: Guest) -> None:
    while not guest.named("table.cancel").count():
        guest.sit("gurka-is-exchange", BOT, BOT).wait_for_turn()
        guest.playable.first.click()


def deal_end(guest: Guest) -> None:
    guest.sit("rassi", BOT).play_on()


def replay(guest: Guest) -> None:
    guest.sit("agurk", options={"out_at": "1"}).play_match()
    guest.link(guest.words["table.replay"]).click()
    guest.read_about()
    expect(guest.named("replay.fair.ask")).to_be_visible()


def moves(guest: Guest) -> None:
    guest.sit("agurk", options={"out_at": "1"}).play_match()
    guest.link(guest.words["table.replay"]).click()
    guest.page.get_by_role("tab", name=guest.words["replay.tab.moves"]).click()
    expect(guest.page.get_by_role("group", name=guest.words["replay.moves.list"])).to_be_visible()


def notes(guest: Guest) -> None:
    """Notes of one's own at two steps of a match, shown to others."""
    guest.sit("agurk", options={"out_at": "1"}).play_match()
    guest.link(guest.words["table.replay"]).click()
    guest.page.get_by_role("tab", name=guest.words["replay.tab.notes"]).click()
    for way, text in (("previous", "Let us see."), ("next", "Was a duck better?\n\nOne queen is still out.")):
        guest.named(f"replay.control.{way}").click()
        guest.page.locator("textarea").fill(text)
        guest.named("replay.notes.keep").click()
        expect(guest.page.get_by_role("listitem").filter(has_text=text.partition("\n")[0])).to_be_visible()
    guest.named("replay.notes.share").click()
    expect(guest.named("replay.notes.copy")).to_be_visible()


def variation(guest: Guest) -> None:
    """A move that was not played, and what is said of it."""
    match = new_match("agurk", 2, key=bytes(64))
    while not match.log.deal_over:
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    name = guest.post("replays", {"record": torite.write(match)})["id"]
    guest.go(f"/r/{name}")
    guest.named("replay.study.try").click()
    table = guest.page.get_by_role("region", name=guest.words["replay.table"])
    table.locator(".hand button:not([aria-disabled=true])").nth(1).click()
    expect(guest.page).to_have_url(re.compile(r"#\d+v1$"))
    guest.page.get_by_role("tab", name=guest.words["replay.tab.notes"]).click()
    expect(guest.named("replay.study.delete")).to_be_visible()


def judged(guest: Guest) -> None:
    """What each choice of a match cost."""
    guest.sit("agurk", options={"out_at": "1"}).play_match()
    guest.link(guest.words["table.replay"]).click()
    guest.page.get_by_role("tab", name=guest.words["replay.tab.judged"]).click()
    guest.named("replay.judged.begin").click()
    expect(guest.named_heading("replay.judged.worst")).to_be_visible()
    expect(guest.page.get_by_role("tabpanel").get_by_role("progressbar")).to_have_count(0)


def hidden(guest: Guest) -> None:
    """Where the cards may lie that somebody does not see."""
    guest.sit("agurk", options={"out_at": "1"}).play_match()
    guest.link(guest.words["table.replay"]).click()
    guest.page.get_by_role("tab", name=guest.words["replay.tab.hidden"]).click()
    expect(guest.page.get_by_role("tabpanel").get_by_role("columnheader").last).to_be_visible()


def alone(guest: Guest) -> None:
    guest.go("/new/emissary")
    expect(guest.page.get_by_label(guest.words["alone.practice"])).to_be_checked()


def daily(guest: Guest) -> None:
    guest.go("/daily/emissary")
    expect(guest.named("daily.play")).to_be_visible()


def mine(guest: Guest) -> None:
    guest.go("/mine")
    rows = [
        {"id": f"one-{i}", "game": "one", "variant": "one-of-another-shelf", "score": 7 * i % 13, "won": i % 3 > 0}
        | {"finished_at": 1.79e9 + 90_000 * i, "daily": f"2026-11-{i + 1:02}" if i % 2 else ""}
        for i in range(20)
    ]
    file = json.dumps({"format": "torite results", "version": 1, "rows": rows}).encode()
    taking = guest.page.get_by_label(guest.words["results.import"])
    taking.set_input_files({"name": "mine.json", "mimeType": "application/json", "buffer": file})
    expect(guest.named_heading("results.latest")).to_be_visible()
    for summary in guest.page.locator("main summary").all():
        summary.click()


def preferences(guest: Guest) -> None:
    guest.go("/you")
    guest.page.get_by_role("banner").get_by_role("button").last.click()
    expect(guest.page.get_by_role("dialog")).to_be_visible()


def you(guest: Guest) -> None:
    guest.go("/you")
    guest.named("you.device.make").click()
    expect(guest.page.get_by_text(re.compile("[A-Z0-9]{5} [A-Z0-9]{5}$"))).to_be_visible()


def deleting(guest: Guest) -> None:
    guest.go("/you")
    guest.named("you.data.delete").click()
    expect(guest.page.get_by_role("dialog")).to_be_visible()


def hosting(guest: Guest) -> None:
    made = guest.made("agurk", OPEN, OPEN, BOT, start=False)
    for name in ("Bartholomew the Elder", "かな"):
        browser = guest.context.browser
        assert browser is not None
        other = browser.new_context()
        headers = {"origin": guest.address}
        wanted = {"secret": made["secret"], "name": name}
        assert other.request.post(f"{guest.address}/api/tables/{made['id']}/join", data=wanted, headers=headers).ok
        other.close()
    guest.go(f"/t/{made['id']}")
    guest.named("table.hosting.open").click()
    about = guest.page.get_by_role("dialog").get_by_role("listitem")
    expect(about).to_have_count(2)
    about.first.get_by_role("button").last.click()


def closed(guest: Guest) -> None:
    table = guest.table("agurk", BOT)
    guest.go(f"/t/{table}")
    expect(guest.prompt).to_be_visible()
    guest.post(f"tables/{table}/close", {})
    expect(guest.named_heading("table.farewell.closed")).to_be_visible()


def lab(guest: Guest) -> None:
    guest.post("rules", {"name": "Kitchen rules", "variant": "agurk", "options": {"out_at": "15"}})
    guest.go("/lab")
    guest.page.get_by_label(guest.words["lab.mode.values"]).check()
    guest.page.locator("summary").click()
    expect(guest.page.get_by_text(re.compile("^" + guest.words["lab.values_are"].split("{")[0]))).to_be_visible()


def experiment(guest: Guest) -> None:
    """An experiment of two tables with long names."""
    sides = [{"variant": "agurk"}, {"variant": "agurk-trad", "options": {"out_at": "15"}}]
    name = guest.post("lab", {"experiment": {"sides": sides, "matches": 50, "bots": ["random"]}})["id"]
    guest.go(f"/lab/{name}")
    expect(guest.text(guest.words["lab.state.done"])).to_be_visible()
    expect(guest.page.get_by_role("table").last).to_be_visible()


def kind_of_game(guest: Guest) -> None:
    """An experiment of one table, with all that came up."""
    wanted = {"sides": [{"variant": "agurk"}], "matches": 5, "bots": ["random"]}
    name = guest.post("lab", {"experiment": wanted})["id"]
    guest.go(f"/lab/{name}")
    expect(guest.text(guest.words["lab.state.done"])).to_be_visible()
    guest.page.locator("summary").click()


def pieces(guest: Guest) -> None:
    guest.go("/pieces")
    expect(guest.page.get_by_role("main").get_by_role("heading").first).to_be_visible()


def nowhere(guest: Guest) -> None:
    guest.go("/nowhere")
    expect(guest.named_heading("shell.nothing")).to_be_visible()


PAGES: dict[str, Callable[[Guest], None]] = {
    page.__name__: page
    for page in (
        home,
        family,
        ways,
        setup,
        arrange,
        own_rules,
        guide,
        lobby,
        invited,
        turn,
        exchange,
        deal_end,
        replay,
        moves,
        notes,
        variation,
        judged,
        hidden,
        alone,
        daily,
        mine,
        preferences,
        you,
        deleting,
        hosting,
        closed,
        lab,
        experiment,
        kind_of_game,
        pieces,
        nowhere,
    )
}
