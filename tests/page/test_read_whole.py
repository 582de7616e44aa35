"""On the smallest screens what must be read or pressed next is seen whole, without scrolling for it."""

from __future__ import annotations

import json
import zlib

import pytest
from playwright.sync_api import expect

from tests.conftest import Many
from tests.page.guests import Guests
from tests.page.recording import Moment, hardest, recorded
from tests.page.stage import Stage
from tests.strategies import Table

MOST = 12  #: moments of a match
SOME = 6  #: in the usual run
FEW = 4
SMALL = ["360x740", "360x640"]

#: What is cut of the ways on from a deal, and of its last trick.
CUT_AT_THE_END = """() => {
  const { bottom } = document.querySelector("[data-table]").getBoundingClientRect();
  const hidden = (one) => {
    const box = one.getBoundingClientRect();
    const at = document.elementFromPoint((box.left + box.right) / 2, box.bottom - 3);
    return box.bottom > bottom || !(at === one || one.contains(at));
  };
  const ways = [...document.querySelectorAll("section[aria-labelledby=end-heading] .primary")].filter(hidden);
  const tricks = [...document.querySelectorAll("figure")].filter((one) => one.scrollHeight > one.clientHeight + 1);
  return [...ways, ...tricks].map((one) => one.textContent.trim());
}"""
CUT_PROMPT = """() => {
  const words = document.querySelector("#prompt > :first-child");
  return words.scrollHeight > words.clientHeight + 1 ? [words.textContent.trim()] : [];
}"""
CUT_STARTER = """() => [...document.querySelectorAll("[data-place^=starter]")]
  .filter((one) => one.getBoundingClientRect().bottom > one.closest(".side").getBoundingClientRect().bottom + 1)
  .map((one) => one.dataset.piece)"""
BROKEN = """() => [...document.querySelectorAll("[data-table] section button.button")]
  .filter((one) => one.getBoundingClientRect().height > 50)
  .map((one) => one.textContent)"""
#: What is used from where it lies, and is not seen, but for its lower edge.
BEHIND = """() => [...document.querySelectorAll(".powers [data-piece]")].filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, top + 0.7 * (bottom - top));
  return !(at && (one.contains(at) || at.contains(one)));
}).map((one) => one.dataset.piece)"""
#: Words of what is in force that go on in the next line.
BROKEN_WORDS = """() => [...document.querySelectorAll(".plaque dt, .plaque dd, .plaque dd span:not(.spoken)")]
  .flatMap((one) => [...one.childNodes])
  .filter((one) => one instanceof Text)
  .flatMap((text) => [...text.data.matchAll(/\\p{L}+/gu)].map((word) => [text, word]))
  .filter(([text, word]) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  })
  .map(([, word]) => word[0])"""
#: Values of what is in force that are so short that they need no second line, and have one.
BROKEN_NUMBER = """() => [...document.querySelectorAll(".plaque dd")].filter((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
  return one.textContent.length <= 8 && Math.max(...tops) - Math.min(...tops) > 8;
}).map((one) => one.textContent)"""
#: Helps with nothing beside them.
ALONE = """() => {
  const all = [...document.querySelectorAll(".tools button")];
  const top = (one) => Math.round(one.getBoundingClientRect().top);
  return all.filter((one) => all.filter((other) => top(other) === top(one)).length < 2).map((one) => one.textContent);
}"""
TITLE = """() => [...document.querySelector("header").children]
  .map((one) => one.getBoundingClientRect()).filter((box) => box.height > 44 || box.top < 0).length"""


#: For each room that scrolls: whether it goes on below, and whether that is seen.
GOES_ON = """() => [...document.querySelectorAll("[data-table] *")]
  .filter((one) => getComputedStyle(one).overflowY === "auto" && one.clientHeight)
  .map((one) => {
    const goesOn = one.scrollTop + one.clientHeight + 3 < one.scrollHeight;
    return [goesOn, getComputedStyle(one).maskImage !== "none"];
  })"""
TO_THE_END = """async () => {
  for (const one of document.querySelectorAll("[data-below]")) one.scrollTop = one.scrollHeight;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", SMALL)
@pytest.mark.parametrize(("variant", "seats"), [("agurk", 4), ("rassi", 4), ("emissary", 1), ("flashpoint", 4)])
def test_the_way_on_from_a_deal_and_its_last_trick_are_whole(
    guests: Guests, many: Many, variant: str, seats: int, size: str
):
    """However long the account is, and whoever is out: the account scrolls, the way on does not."""
    stage = Stage(guests, "en")
    stage.resize(size)
    ends = [one for one in recorded(Table(variant, seats), "en") if json.loads(one.scene)["scene"]["deal_over"]]
    assert ends
    assert [] == stage.found(hardest(ends, many(MOST, SOME)), CUT_AT_THE_END)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("variant", "seats", "size"),
    [
        ("emissary", 1, "360x740"),
        ("french-tarot-solo", 1, "360x740"),
        ("french-tarot-solo", 1, "360x640"),
        ("galapagos", 2, "360x640"),
        ("perlaggen", 4, "360x740"),
        ("perlaggen", 4, "360x640"),
    ],
)
def test_what_is_asked_is_not_cut_by_its_buttons(
    guests: Guests, many: Many, variant: str, seats: int, size: str, language: str
):
    """The question, and what is told of the deal."""
    stage = Stage(guests, language)
    stage.resize(size)
    assert [] == stage.found(hardest(recorded(Table(variant, seats), language), many(MOST, SOME)), CUT_PROMPT)


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "1024x700"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_used_is_not_behind_what_is_asked(guests: Guests, many: Many, language: str, size: str):
    """The vassals under a road, where it is low."""
    stage = Stage(guests, language)
    stage.resize(size)
    assert [] == stage.found(hardest(recorded(Table("emissary", 1), language), many(MOST, SOME)), BEHIND)


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "360x740", "1024x700"])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("variant", "seats"), [("cribbage-dice", 4), ("domino-cribbage", 2)])
def test_the_starter_is_whole_beside_what_was_counted(
    guests: Guests, many: Many, variant: str, seats: int, language: str, size: str
):
    """Track, starter and the hands that were counted share the middle."""
    stage = Stage(guests, language)
    stage.resize(size)
    assert [] == stage.found(hardest(recorded(Table(variant, seats), language), many(MOST, SOME)), CUT_STARTER)


#: Cards that seats show, and the one that was turned up, of which more is hidden than their lower edge; and any card
#: that is drawn twice before the others.
HIDDEN_FIGURES = """() => {
  const hidden = (one) => {
    let { top, bottom } = one.getBoundingClientRect();
    const high = bottom - top;
    for (let at = one.parentElement; at; at = at.parentElement) {
      const { display, overflowY } = getComputedStyle(at);
      if (display === "contents" || overflowY === "visible") continue;
      top = Math.max(top, at.getBoundingClientRect().top);
      bottom = Math.min(bottom, at.getBoundingClientRect().bottom);
    }
    return bottom - top < 0.75 * high;
  };
  const before = [...document.querySelectorAll(".seats [data-piece]:not([data-piece=''])")];
  const codes = before.map((one) => one.dataset.piece);
  return [
    ...[...document.querySelectorAll(".seats [data-place^=shown], [data-place^=turned]")]
      .filter((one) => one.checkVisibility() && hidden(one))
      .map((one) => one.dataset.piece),
    ...codes.filter((code, at) => codes.indexOf(code) !== at).map((code) => `${code} twice`),
  ];
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "360x740", "1024x700"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_shown_is_seen_where_it_is_asked_for_more(guests: Guests, many: Many, language: str, size: str):
    """Once the tricks are played the others' figures are whole, each once; before that the card that made trumps is."""
    stage = Stage(guests, language)
    stage.resize(size)
    moments = [
        one
        for one in recorded(Table("perlaggen", 4), language)
        if one.kind[0] == ("showdown" if "trick" not in one.kind[2] else "play")
    ]
    assert {"play", "showdown"} == {one.kind[0] for one in moments}
    assert [] == stage.found(hardest(moments, many(MOST, SOME)), HIDDEN_FIGURES)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_number_of_the_trick_is_one_line(guests: Guests, many: Many, language: str):
    """On the plate of a narrow desk."""
    stage = Stage(guests, language)
    stage.resize("1024x700")
    assert [] == stage.found(hardest(recorded(Table("agurk", 4), language), many(MOST, SOME)), BROKEN_NUMBER)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_long_name_of_a_game_stays_in_the_bar(guests: Guests, language: str):
    """In two lines at the most."""
    stage = Stage(guests, language)
    stage.resize("360x740")
    for variant, seats in (("gurka-is-exchange", 4), ("galapagos-jokers", 2)):
        stage.show(recorded(Table(variant, seats), language)[0])
        assert 0 == stage.page.evaluate(TITLE), variant


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "768x1024", "1024x700"])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("variant", "seats"), [("emissary", 1), ("galapagos", 2), ("flashpoint", 4), ("doppelkopf", 4)]
)
def test_a_word_in_force_is_not_broken(guests: Guests, many: Many, variant: str, seats: int, language: str, size: str):
    """Contract, command and trumps, however narrow their place is."""
    stage = Stage(guests, language)
    stage.resize(size)
    assert [] == stage.found(hardest(recorded(Table(variant, seats), language), many(MOST, SOME)), BROKEN_WORDS)


@pytest.mark.long
@pytest.mark.parametrize("size", SMALL)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("variant", "seats"), [("french-tarot-solo", 1), ("perlaggen", 4)])
def test_no_help_stands_alone_in_a_second_row(
    guests: Guests, many: Many, variant: str, seats: int, language: str, size: str
):
    """Hint, undo, previous trick, rules, settings and the way out: one row on a phone, or two of several."""
    stage = Stage(guests, language)
    stage.resize(size)
    assert [] == stage.found(hardest(recorded(Table(variant, seats), language), many(MOST, SOME)), ALONE)


@pytest.mark.long
def test_a_word_on_a_bet_is_not_broken(guests: Guests, many: Many):
    """Beside a long sentence on how the bet stands, on a desk."""
    stage = Stage(guests, "en")
    stage.resize("1440x900")
    assert [] == stage.found(hardest(recorded(Table("perlaggen", 4), "en"), 2 * many(MOST, SOME)), BROKEN)


def test_what_goes_on_below_fades_out_until_it_has_been_read(guests: Guests) -> None:
    """A line cut in half looks like a fault; nothing else says that there is more."""
    stage = Stage(guests, "en")
    stage.resize("360x640")
    ends = [one for one in recorded(Table("flashpoint", 4), "en") if json.loads(one.scene)["scene"]["deal_over"]]
    stage.show(ends[-1])
    rooms = stage.page.evaluate(GOES_ON)
    assert [True, True] in rooms
    assert {goes_on == fades for goes_on, fades in rooms} == {True}
    stage.page.evaluate(TO_THE_END)
    assert [False, False] in stage.page.evaluate(GOES_ON)
    assert not any(goes_on or fades for goes_on, fades in stage.page.evaluate(GOES_ON))


OUTCOME = """() => {
  const room = document.querySelector("section[aria-labelledby=end-heading] > div");
  const bottom = room.getBoundingClientRect().bottom;
  return [...room.querySelectorAll("ol li")].map((one) => one.getBoundingClientRect().bottom <= bottom + 1);
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", SMALL)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("variant", ["flashpoint", "perlaggen"])
def test_who_scored_how_much_is_read_first(guests: Guests, variant: str, language: str, size: str) -> None:
    """Before the account, however long it is."""
    stage = Stage(guests, language)
    stage.resize(size)
    for one in recorded(Table(variant, 4), language):
        if json.loads(one.scene)["scene"]["deal_over"]:
            stage.show(one)
            stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
            assert [True, True] == stage.page.evaluate(OUTCOME), one.what


#: How many lines of words stand at each seat, and what they say, where they are more than two.
LINES = """() => [...document.querySelectorAll("[data-table] [data-seat] .marks")].flatMap((marks) => {
  const range = document.createRange();
  range.selectNodeContents(marks);
  const middles = [...range.getClientRects()].filter((box) => box.width > 1)
    .map((box) => (box.top + box.bottom) / 2).sort((one, other) => one - other);
  const lines = middles.filter((at, order) => !order || at - middles[order - 1] > 6).length;
  return lines > 2 ? [`${lines}: ${marks.textContent}`] : [];
})"""


def wordiest(moments: list[Moment], most: int) -> list[Moment]:
    """Choose the moments at which most is said of a seat."""

    def said(moment: Moment) -> int:
        seats = json.loads(moment.scene)["scene"]["seats"]
        return max(
            sum(len(mark["text"]) + 2 for mark in seat["marks"]) + sum(len(fact["text"]) + 4 for fact in seat["facts"])
            for seat in seats[1:] or seats
        )

    return sorted(moments, key=said, reverse=True)[:most]


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_two_lines_of_words_at_a_seat_are_enough(guests: Guests, usual: Table, language: str):
    """On the narrowest phones; what has no room there is told by signs."""
    stage = Stage(guests, language)
    stage.resize("360x640")
    assert [] == stage.found(wordiest(recorded(usual, language), FEW), LINES)


#: The question, what can be answered, the hand by its indices, and melds before me: what is not seen of them.
UNSEEN = """() => {
  const seen = (one, across, down) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const at = document.elementFromPoint(left + across * width, top + down * height);
    const upon = at?.closest("[data-upon]")?.parentElement;  // it can be looked through
    return at && (one.contains(at) || (upon ?? at).contains(one) && !at.matches("[data-table]"));
  };
  const all = (what) => [...document.querySelectorAll(what)];
  return [
    ...all("#prompt .sentence").filter((one) => !seen(one, 0.5, 0.02) || !seen(one, 0.5, 0.95)),
    ...all("#prompt .ways button")
      .filter((one) => one.checkVisibility() && (!seen(one, 0.5, 0.1) || !seen(one, 0.5, 0.9))),
    ...all("[role=toolbar] button").filter((one) => !seen(one, 0.15, 0.2)),
    ...all(".near .together svg, .near .asked [data-piece] svg").filter((one) => !seen(one, 0.15, 0.75)),
  ].map((one) => one.ariaLabel ?? one.textContent.trim());
}"""


@pytest.mark.long
@pytest.mark.parametrize("seen", [["flashpoint"], []], ids=["known", "with-lesson"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_grid_of_answers_and_the_hand_are_seen_at_once(guests: Guests, language: str, seen: list[str]):
    """What is commanded depends on what is held; who is new here has an explanation between them.

    What to lead and what not to lead are open one after the other.
    """
    stage = Stage(guests, language, seen=seen)
    stage.resize("360x640")
    moments = [
        one
        for one in recorded(Table("flashpoint", 4), language, 5)
        if len(json.loads(one.scene)["scene"]["choices"]) > MOST
    ]
    assert moments
    for one in moments[:2]:
        stage.show(one)
        if not seen:
            stage.guest.named("table.lesson.skip").wait_for()
        families = stage.guest.prompt.locator("[aria-pressed]")
        assert 2 == families.count()
        for family in families.all():
            family.click()
            assert 12 == stage.guest.prompt.get_by_role("group").get_by_role("button").count()
            assert [] == stage.page.evaluate(UNSEEN), one.what
            assert [] == stage.page.evaluate(COVERED_BY_QUESTION), one.what


#: What is hidden of the trick that lies there, and of the plate of whoever is asked.
COVERED_BY_QUESTION = """() => [...document.querySelectorAll("[data-place=trick] [data-piece] svg, .near .who")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    let { top, bottom } = one.getBoundingClientRect();
    const high = bottom - top;
    for (let at = one.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowY === "visible") continue;
      top = Math.max(top, at.getBoundingClientRect().top);
      bottom = Math.min(bottom, at.getBoundingClientRect().bottom);
    }
    return bottom - top < high - 2;
  })
  .map((one) => one.closest("[data-piece]")?.dataset.piece ?? one.textContent.trim())"""


def asked_most(moments: list[Moment], most: int) -> list[int]:
    """Choose the moments at which most is asked of me, those at which a trick was just taken first."""
    scenes = [json.loads(one.scene)["scene"] for one in moments]

    def asked(at: int) -> tuple[bool, int]:
        presses = [choice for choice in scenes[at]["choices"] if choice["kind"] == "press"]
        taken = scenes[at].get("last_trick") != scenes[at - 1].get("last_trick")
        return taken and bool(presses), len(presses) * 20 + len(scenes[at]["prompt"])

    mine = [at for at, scene in enumerate(scenes) if at and scene["choices"] and not scene["deal_over"]]
    return sorted(mine, key=asked, reverse=True)[:most]


@pytest.mark.long
def test_a_question_covers_neither_the_trick_nor_who_is_asked(
    guests: Guests, usual: Table, pytestconfig: pytest.Config
):
    """Not even the trick that was just taken, however many answers there are; whoever is new here reads as well."""
    turn = zlib.crc32(str(usual).encode())
    languages, others, most = ["en", "ja"], ["360x740", "1440x900"], FEW
    if not pytestconfig.getoption("--thorough"):
        languages, others, most = [languages[turn % 2]], [others[turn // 2 % 2]], FEW // 2
    for language in languages:
        moments = recorded(usual, language)
        for size, seen in [("360x640", []), *((size, [usual.variant]) for size in others)]:
            stage = Stage(guests, language, seen=seen)
            stage.resize(size)
            for at in asked_most(moments, most):
                stage.show(moments[at - 1])
                stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
                stage.show(moments[at])
                assert [] == stage.page.evaluate(COVERED_BY_QUESTION), (size, moments[at].what)
                stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
                assert [] == stage.page.evaluate(COVERED_BY_QUESTION), (size, moments[at].what, "then")


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("variant", ["galapagos", "galapagos-jokers"])
def test_melds_are_seen_under_the_question_about_them(guests: Guests, many: Many, variant: str, language: str):
    """Whole, however long the question is."""
    stage = Stage(guests, language)
    stage.resize("360x640")
    about = ("commit", "name", "exchange", "challenge")
    moments = [one for one in recorded(Table(variant, 2), language) if one.kind[0] in about and one.kind[1]]
    assert moments
    assert [] == stage.found(hardest(moments, many(MOST, SOME)), UNSEEN)


#: Whether a slip of paper lies over who scored how much.
COVERED = """() => {
  const slip = document.querySelector("[popover]:popover-open").getBoundingClientRect();
  return [...document.querySelectorAll("section[aria-labelledby=end-heading] ol li")]
    .filter((one) => one.getBoundingClientRect().bottom > slip.top && one.getBoundingClientRect().top < slip.bottom)
    .map((one) => one.textContent);
}"""


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_clause_is_set_as_text_beside_the_scores_and_is_closed(guests: Guests, language: str) -> None:
    """Not with the signs that it is written in, and not only by a tap somewhere else."""
    stage = Stage(guests, language)
    stage.resize("360x740")
    moments = [one for seed in range(FEW) for one in recorded(Table("flashpoint", 4), language, seed)]
    accounts = [one for one in moments if json.loads(one.scene)["scene"]["deal_over"]]
    stage.show(next(one for one in accounts if '"clause":"FLASH-7.3"' in one.scene))
    stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
    stage.guest.button(stage.guest.words["guide.clause"].format(clause="FLASH-7.3")).first.click()
    slip = stage.page.get_by_role("dialog", name="FLASH-7.3")
    expect(slip.get_by_role("emphasis")).to_have_text("Void flash")
    expect(slip).not_to_contain_text("*")
    assert [] == stage.page.evaluate(COVERED)
    slip.get_by_role("button", name=stage.guest.words["table.close"]).click()
    expect(slip).to_have_count(0)


def test_a_hint_about_a_grid_of_answers_is_seen(guests: Guests) -> None:
    """Its words under a long question, and the answer that it recommends, though another family was open."""
    stage = Stage(guests, "en")
    stage.resize("360x740")
    moments = recorded(Table("flashpoint", 4), "en", 5)
    one = next(one for one in moments if len(json.loads(one.scene)["scene"]["choices"]) > MOST)
    choices = json.loads(one.scene)["scene"]["choices"]
    code = next(choice for choice in reversed(choices) if choice.get("sign"))["codes"][0]
    stage.page.evaluate("(code) => { stage.hinted = [code] }", code)
    stage.show(one)
    assert 0 == stage.page.locator("#prompt .ways .best").count()
    stage.guest.button("Hint").click()
    expect(stage.page.locator("#prompt .ways .best")).to_be_visible()
    words, room = stage.page.locator("#prompt .hint > p"), stage.page.locator("#prompt .words")
    assert words.evaluate("(one) => one.getBoundingClientRect().top") >= room.evaluate(
        "(one) => one.getBoundingClientRect().top"
    )
    assert stage.page.evaluate(
        """() => {
          const { left, right, top } = document.querySelector("#prompt .hint > p").getBoundingClientRect();
          return !!document.elementFromPoint((left + right) / 2, top + 4)?.closest(".hint");
        }"""
    )


def test_an_open_sheet_shows_how_it_is_put_away(guests: Guests) -> None:
    """Where it lies over the table: the tab that opened it has a sign, and puts it away."""
    stage = Stage(guests, "en")
    stage.resize("360x740")
    stage.show(recorded(Table("flashpoint", 4), "en")[0])
    tab = stage.guest.tab("Score")
    expect(tab).not_to_contain_text("×")
    tab.click()
    expect(tab).to_contain_text("×")
    tab.get_by_text("×").click()
    expect(tab).not_to_contain_text("×")
    expect(stage.page.get_by_role("tabpanel")).to_have_count(0)


#: Buttons and links that are seen whole in a room that goes on below, and whose words its fade reaches.
PALE = """() => [...document.querySelectorAll("#prompt [data-below]")].flatMap((room) => {
  const { bottom } = room.getBoundingClientRect();
  const fade = Number(/100% - ([\\d.]+)px/.exec(getComputedStyle(room).maskImage)[1]);
  return [...room.querySelectorAll("button, a")].filter((one) => {
    const box = one.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(one);
    return box.bottom <= bottom + 1 && range.getBoundingClientRect().bottom > bottom - fade + 1;
  }).map((one) => one.textContent.trim());
})"""


@pytest.mark.long
def test_no_way_on_looks_switched_off(guests: Guests) -> None:
    """Where there is more below than is seen, that shows at the edge alone."""
    stage = Stage(guests, "en", seen=[])
    stage.resize("360x740")
    moments = [one for one in recorded(Table("agurk", 4), "en") if json.loads(one.scene)["scene"]["choices"]]
    stage.page.evaluate("stage.long = ['You may choose the queen.', 'Hearts were led.']; stage.section = 'play'")
    assert [] == stage.found(moments[:MOST], PALE)
