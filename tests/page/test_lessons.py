"""Lessons: the way in, what is told, the way on, and what a browser remembers."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.guests import AT_ONCE, PHONE, Guest, Guests
from torite.games import find
from torite.scenes.lessons import lessons

LEARN = re.compile("Learn it in 6 deals")


def begun(guests: Guests) -> Guest:
    """Come to Agurk's first lesson by its guide."""
    ann = guests("Ann").go("/guide/agurk")
    ann.button(LEARN).click()
    ann.wait_for_turn()
    return ann


def play_out(guest: Guest, first: str) -> None:
    guest.button("Begin").click()
    held = guest.hand.count()
    guest.button(re.compile(f"^{first}, may be played")).click()
    expect(guest.hand.nth(held - 1)).to_have_count(0)
    for _ in range(2):
        guest.wait_for_turn()
        guest.play()


@pytest.mark.long
def test_a_lesson_says_its_idea_and_what_was_done(guests: Guests) -> None:
    """Before the deal, at once when it is done, and at the end, with the way to the next."""
    ann = begun(guests)
    idea = ann.page.get_by_role("region", name="Strong cards first")
    expect(idea).to_contain_text("Lesson 1 of 6")
    expect(idea).to_contain_text("Only the last trick costs")
    ann.button("Begin").click()
    expect(idea).to_have_count(0)
    ann.button("The idea again").click()
    expect(ann.prompt).to_have_count(0)
    play_out(ann, "queen of hearts")
    expect(idea).to_contain_text("Well done")
    expect(ann.button("Next deal")).to_have_count(0)
    ann.button("On to lesson 2 of 6").click()
    expect(ann.page.get_by_role("region", name="Only the card before yours counts")).to_be_visible()


@pytest.mark.long
def test_the_keyboard_goes_on_at_the_table_once_the_idea_was_read(guests: Guests) -> None:
    """Its button is gone with the idea: the focus is in the hand, or at what is asked."""
    ann = begun(guests)
    ann.button("Begin").click()
    expect(ann.page.locator("[role=toolbar] :focus, #prompt:focus")).to_have_count(1)


@pytest.mark.long
def test_what_was_played_is_remembered_in_the_browser(guests: Guests) -> None:
    ann = begun(guests)
    play_out(ann, "three of clubs")
    idea = ann.page.get_by_role("region", name="Strong cards first")
    expect(idea.get_by_role("status")).to_be_visible()
    expect(idea).not_to_contain_text("Well done")
    ann.button("Leave the lesson").click()
    expect(ann.button(re.compile(r"Learn it in 6 deals\s*\(1.6\)"))).to_be_visible()


@pytest.mark.long
def test_a_lesson_goes_on_where_it_was_left_and_can_be_left_at_once(guests: Guests) -> None:
    """Nobody plays on in it meanwhile, so nothing is asked; whoever leaves is among the lessons of the game again."""
    ann = begun(guests)
    address = ann.page.url
    ann.button("Leave the lesson").click()
    ann.button(LEARN).click()
    ann.wait_for_turn()
    assert address == ann.page.url
    ann.button("Leave").click()
    expect(ann.button(LEARN)).to_be_visible()


@pytest.mark.long
def test_who_comes_back_in_the_middle_reads_where_they_are(guests: Guests) -> None:
    """By the link or from their tables: which lesson it is, its idea, what was done, and a way back into play."""
    ann = begun(guests)
    ann.button("Begin").click()
    ann.button(re.compile("^queen of hearts, may be played")).click()
    ann.wait_for_turn()
    idea = ann.page.get_by_role("region", name="Strong cards first")
    expect(idea).to_have_count(0)
    ann.go("/")
    ann.page.get_by_role("region", name="Your tables").get_by_role("link", name="Agurk · Strong cards first").click()
    for told in ("Lesson 1 of", "Only the last trick costs", "Well done"):
        expect(idea).to_contain_text(told)
    ann.button("Go on").click()
    expect(idea).to_have_count(0)
    ann.wait_for_turn()
    ann.page.reload()
    expect(idea).to_contain_text("Only the last trick costs")


@pytest.mark.long
def test_whoever_has_seen_the_idea_may_go_on_before_the_deal_is_over(guests: Guests) -> None:
    ann = begun(guests)
    on = ann.button(re.compile("On to lesson 2"))
    ann.button("Begin").click()
    expect(ann.playable.first).to_be_visible()
    expect(on).to_have_count(0)
    ann.button(re.compile("^queen of hearts, may be played")).click()
    ann.wait_for_turn()
    on.click()
    expect(ann.page.get_by_role("region", name="Only the card before yours counts")).to_be_visible()
    ann.go("/guide/agurk")
    expect(ann.button(re.compile(r"Learn it in \d deals\s*\(1.\d\)"))).to_be_visible()


@pytest.mark.long
def test_a_lesson_that_is_over_is_no_table_of_mine(guests: Guests) -> None:
    ann = begun(guests)
    ann.go("/")
    mine = ann.page.get_by_role("link", name="Agurk · Strong cards first")
    mine.click()
    play_out(ann, "queen of hearts")
    expect(ann.button(re.compile("On to lesson 2"))).to_be_visible()
    ann.go("/")
    expect(ann.page.get_by_role("article").first).to_be_visible()
    expect(mine).to_have_count(0)


def test_the_first_deal_offers_the_lessons(guests: Guests) -> None:
    ann = guests("Ann", preferences={**AT_ONCE, "seen": []}).sit("agurk")
    ann.button(LEARN).click()  # beside the goal, which is told first
    expect(ann.page.get_by_role("region", name="Strong cards first")).to_be_visible()


@pytest.mark.long
def test_after_the_last_lesson_a_whole_match_is_played(guests: Guests) -> None:
    """Who has had them all is not offered them again beside the goal of the game."""
    names = [one.name for one in lessons(*find("agurk"))]
    learnt = [f"agurk/{name}" for name in names[:-1]]
    ann = guests("Ann", preferences={**AT_ONCE, "seen": [], "learnt": learnt}).go("/guide/agurk")
    ann.button(LEARN).click()
    ann.button("Begin").click()
    on = ann.button("Now play a whole match")
    expect(ann.playable.first).to_be_visible()
    while not on.is_visible():
        ann.play()
        expect(ann.playable.first.or_(on)).to_be_visible()
    on.click()
    expect(ann.prompt.get_by_role("button", name="All right")).to_be_visible()
    expect(ann.button(LEARN)).to_have_count(0)


#: Whether all that is said at the prompt is seen where it stands.
WHOLE = """() => {
  const room = document.querySelector("#prompt .words");
  return room.scrollHeight <= room.clientHeight + 1 && document.querySelector("#prompt").textContent.length > 0;
}"""


@pytest.mark.long
@pytest.mark.parametrize("height", [640, 740])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_goal_is_read_whole_at_the_first_lesson_and_there_alone(guests: Guests, language: str, height: int) -> None:
    """On a phone, before the question; then what is asked."""
    phone = {**PHONE, "viewport": {"width": 360, "height": height}}
    ann = guests("Ann", language=language, preferences={**AT_ONCE, "seen": []}, **phone).go("/guide/flashpoint")
    goal = find("flashpoint")[0].words(language)("goal")
    ann.page.get_by_role("main").get_by_role("button", name=re.compile("5")).first.click()
    ann.named("learn.begin").click()
    expect(ann.prompt).to_contain_text(goal)
    assert ann.page.evaluate(WHOLE)
    ann.read_on()
    expect(ann.prompt).not_to_contain_text(goal)
    ann.prompt.locator(".ways button").last.click()
    on = ann.prompt.locator(".teaching-ways button").first
    expect(on).to_contain_text("2")
    assert ann.page.evaluate(WHOLE)
    on.click()
    ann.named("learn.begin").click()
    expect(ann.prompt.locator(".sentence")).to_be_visible()
    expect(ann.prompt).not_to_contain_text(goal)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_why_a_trick_went_so_is_read_whole_in_a_lesson(guests: Guests, language: str) -> None:
    """On a phone: the table leaves it the room."""
    learnt = ["flashpoint/flash-first", "flashpoint/obey"]
    preferences = {**AT_ONCE, "seen": [], "learnt": learnt}
    ann = guests("Ann", language=language, preferences=preferences, **PHONE).go("/guide/flashpoint")
    ann.page.get_by_role("main").get_by_role("button", name=re.compile("5")).first.click()
    ann.named("learn.begin").click()
    ann.playable.first.click()
    rule = find("flashpoint")[0].words(language)("taking")
    expect(ann.prompt).to_contain_text(rule)
    assert ann.page.evaluate(WHOLE)
