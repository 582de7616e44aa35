"""What somebody was shown of another's hand is seen at the table: small beside much else, large where it is pressed."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.arranged import new_match
from tests.page.guests import Guests
from tests.page.recording import NAMES, Moment, moment
from tests.page.stage import Stage
from torite.bots.levels import ThumbBot

#: What a first deal says beside the commands of Flashpoint.
ADVICE = ["Hana took the trick with ♦J. No command: the best as far as can be told.", "No single reason can be named."]
#: How wide the cards are of which something is seen, of whoever else sits there.
WIDE = """(seat) => [...document.querySelectorAll(`[data-seat="${seat}"] .held [data-piece] svg`)]
  .map((one) => Math.round(one.getBoundingClientRect().width))"""


def shown(moment: Moment) -> list[tuple[int, int]]:
    """List the seats whose hands are known whole, and how many pieces those are."""
    zones = json.loads(moment.scene)["scene"]["zones"]
    return [
        (zone["seat"], zone["count"])
        for zone in zones
        if zone["name"] == "hand" and zone["seat"] > 0 and zone["count"] and None not in zone["pieces"]
    ]


def flashed() -> list[Moment]:
    """Play a deal in which my right neighbour flashes to me, as by the rule of thumb everybody does who may."""
    for seed in range(20):
        match = new_match("flashpoint", 4, seed=seed, names=NAMES[:4])
        moments = []
        while not match.view(0).deals_played:
            seat = match.actors[0]
            if seat == 0:
                moments.append(moment(match, "en"))
            match.act(seat, ThumbBot(match.game, 1).choose(match.view(seat), seat=seat))
        if found := [one for one in moments if shown(one)]:
            return found
    return []


@pytest.mark.long
@pytest.mark.parametrize("seen", [["flashpoint"], []], ids=["known", "with-lesson"])
@pytest.mark.parametrize("size", ["360x640", "360x740"])
def test_a_hand_that_was_shown_can_be_read(guests: Guests, size: str, seen: list[str]) -> None:
    stage = Stage(guests, "en", seen=seen)
    stage.resize(size)
    stage.page.evaluate("(long) => { stage.long = long }", ADVICE)
    moments = flashed()
    assert moments
    beside: list[bool] = []
    for one in moments:
        stage.show(one)
        stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        for seat, count in shown(one):
            wide = stage.page.evaluate(WIDE, seat)
            is_read = count == len(wide) and min(wide) >= 18
            if one.kind[0] != "command" or (seen and size == "360x740"):
                assert is_read, one.what
            beside += [is_read] if one.kind[0] == "command" else []
            box = stage.page.locator(f"[data-seat='{seat}'] .who").bounding_box()
            assert box
            stage.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            pieces = stage.page.locator("[popover]:popover-open .group").first.locator("svg")
            expect(pieces).to_have_count(count)
            assert min(pieces.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")) >= 28
            stage.page.keyboard.press("Escape")
    if size == "360x740":  # on a lower phone there is no room for it beside all commands
        assert any(beside)


#: What is set closer at the seats because a card glides to one of them from afar, as one that is shown does.
GLIDING = """async () => {
  const room = document.querySelector(".seats");
  const before = room.dataset.fit;
  const card = room.querySelector("[data-seat] .held [data-piece]");
  const motion = card.animate({ translate: ["0 300px", "0 300px"] }, { duration: 1e6 });
  const added = document.createTextNode("");
  room.append(added);
  await new Promise(requestAnimationFrame);
  const now = room.dataset.fit;
  motion.cancel();
  added.remove();
  return now === before ? [] : [`${before} - ${now}`];
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "360x740"])
def test_what_glides_to_a_seat_takes_no_room_on_its_way(guests: Guests, size: str) -> None:
    """Else a hand that is being shown is left out, and stays so once its cards have come."""
    stage = Stage(guests, "en")
    stage.resize(size)
    moments = [one for one in flashed() if one.kind[0] != "command"]
    assert moments
    assert [] == stage.found(moments, GLIDING)
