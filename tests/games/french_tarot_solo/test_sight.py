"""Who sees what: section 16 and the second table of decisions, in views, scenes and histories."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import torite
from tests.aloud import listed
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.french_tarot_solo.builders import (
    NAME,
    SPECTATOR,
    begin,
    dealt,
    free,
    lying,
    order,
    phase,
    play_dummy,
    play_on,
    play_random,
    play_trick,
    scored,
    seen_anywhere,
    shown,
    table,
    take,
    zone,
)
from tests.games.french_tarot_solo.naive import AI, CARDS, DUMMY, ME, points
from tests.looking import codes_of, shown_in, sure
from torite import Match
from torite.match import Arrangement

VIEWERS = (0, SPECTATOR)
BIDS = ("prise", "garde", "garde-sans", "garde-contre")
#: a deal without anything special, all cards given
DEAL: dict[str, Any] = dealt("T2 T5 T9 T21 SK SQ HK HC", "S9 T4 D9 EX", "S7 H7 D7 T8 C9", "S2 H2 D2 C2 S3 H3")


def look(m: Match, viewer: int) -> Any:
    """The view of the player, or a spectator's."""
    return m.public if viewer == SPECTATOR else m.view(viewer)


def shown_whole(m: Match, viewer: int) -> str:
    """Everything that a viewer is told: view, scenes in both languages, and history."""
    scenes = [torite.lay_out(m, viewer, language) for language in ("en", "ja")]
    history = [(one.seat, one.code, [(n.line.key, n.seat, n.amount, n.pieces) for n in one.notes], one.outcome)
               for one in m.history(viewer)]  # fmt: skip
    return msgspec.json.encode([look(m, viewer).to_words(), scenes, history]).decode()


def swapped(deal: dict[str, Any], one: tuple[str, int], other: tuple[str, int]) -> dict[str, Any]:
    """The same deal with two cards exchanged: of the places `ai`, `dummy` and `kitty`."""
    places = {
        "ai": deal["places"]["closed"][AI].split(),
        "dummy": deal["places"]["closed"][DUMMY].split(),
        "kitty": deal["places"]["kitty"].split(),
    }
    (first, i), (second, j) = one, other
    places[first][i], places[second][j] = places[second][j], places[first][i]
    ai, dummy, kitty = (" ".join(cards) for cards in places.values())
    return {"hands": deal["hands"], "places": {"closed": {AI: ai, DUMMY: dummy}, "kitty": kitty}}


def opened(deal: dict[str, Any], bid: str = "prise") -> Match:
    """A session of this deal, come to the Dummy's first card."""
    m = new_match(NAME, options={"bid_policy": "free"}, seed=1, pause=True, **deal)
    return begin(take(m, f"bid {bid}"))


@clause("TAROT-16.1", "TAROT-3.6", "TAROT-8.1")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(
    ("one", "other"),
    [(("ai", 9), ("ai", 20)), (("ai", 9), ("dummy", 20)), (("dummy", 12), ("dummy", 23)), (("ai", 23), ("dummy", 23))],
)
def test_closed_hands_are_not_told(viewer: int, one: tuple[str, int], other: tuple[str, int]) -> None:
    """Two deals that differ in cards still face down look and sound the same, until one is turned."""
    both = [opened(DEAL), opened(swapped(DEAL, one, other))]
    for _ in range(6):
        assert shown_whole(both[0], viewer) == shown_whole(both[1], viewer)
        for m in both:
            play_trick(m)
    for m in both:
        play_on(m)
    assert shown_whole(both[0], viewer) != shown_whole(both[1], viewer)


@clause("TAROT-16.1", "TAROT-4.7", "TAROT-4.8")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("bid", ["garde-sans", "garde-contre"])
def test_kitty_is_not_told(viewer: int, bid: str) -> None:
    """Of a Garde Sans or a Garde Contre, to the last trick but one."""
    both = [opened(DEAL, bid), opened(swapped(DEAL, ("kitty", 0), ("ai", 23)), bid)]
    for tricks in range(23):
        play_on(both[0], tricks)
        play_on(both[1], tricks)
        assert shown_whole(both[0], viewer) == shown_whole(both[1], viewer)


@clause("TAROT-4.4", "TAROT-16.1", "TAROT-5.1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_kitty_is_not_told_before_the_bid(viewer: int) -> None:
    """It lies face down."""
    both = [
        new_match(NAME, options={"bid_policy": "free"}, seed=1, **deal)
        for deal in (DEAL, swapped(DEAL, ("kitty", 0), ("ai", 5)))
    ]
    assert shown_whole(both[0], viewer) == shown_whole(both[1], viewer)
    assert [None] * 6 == zone(both[0], "kitty", viewer=viewer)


@clause("TAROT-5.2", "TAROT-16.1")
def test_spectator_sees_neither_hand_nor_discard() -> None:
    """Two players who put other cards away look the same to him, until the deal is over."""
    both = [new_match(NAME, seed=1, pause=True, **DEAL) for _ in range(2)]
    kept = ("S2 H2 D2 C2 S3 H3", "SQ H2 D2 C2 S3 H3")
    for m, six in zip(both, kept, strict=True):
        take(m, f"discard {six}", "pass")
    for _ in range(24):
        assert shown_whole(both[0], SPECTATOR) == shown_whole(both[1], SPECTATOR)
        for m in both:
            play_dummy(m)
            mine = [code for code in (a.code for a in m.actions(0)) if code not in ("play S2", "play SQ")]
            if not mine:
                return
            take(m, sorted(mine)[0])


@clause("TAROT-16.1")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_lies_face_down_is_in_no_scene(seed: int, viewer: int) -> None:
    """Neither in zones nor in the view, at any moment of a random deal of any bid."""
    m = torite.Match(NAME, options={"bid_policy": "free"}, seed=seed, pause=True)
    take(m, f"bid {BIDS[seed]}")
    while not m.log.deal_over:
        secret = {*lying(m, "closed", AI), *lying(m, "closed", DUMMY)}
        if m.public.bid > 2:
            secret |= set(lying(m, "kitty"))
        if viewer == SPECTATOR:
            secret |= {*m.cards(0)} | ({*lying(m, "laid_away")} - {*listed(m, m.public.trumps_away)})
            secret -= {*listed(m, m.public.turned)}
        assert not secret & seen_anywhere(m, viewer)
        view = look(m, viewer)
        assert [] == [card for part in view.closed for card in order(m, part)]
        play_random(m, seed, m.public.tricks_played + 1) if phase(m) == "dummy" else m.act(0, m.actions(0)[0])


@clause("TAROT-16.1", "TAROT-16.2")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_is_open(viewer: int) -> None:
    """The trick, the Dummy's open cards, the cards won, the kitty that was turned up, tricks and bid."""
    m = play_on(opened(DEAL), 5)
    assert {"S2", "H2", "D2", "C2", "S3", "H3"} == set(zone(m, "turned", viewer=viewer))
    assert shown(m) == set(zone(m, "shown", DUMMY, viewer))
    for side in (ME, AI, DUMMY):
        assert set(listed(m, m.public.taken[side])) == set(zone(m, "taken", side, viewer))
    assert 15 == sum(len(zone(m, "taken", side, viewer)) for side in (ME, AI, DUMMY))
    scene = torite.lay_out(m, viewer, "en")
    tricks = [fact.value for one in (*scene.seats, *scene.figures) for fact in one.facts]
    assert list(m.public.tricks) == tricks
    assert ("bid", "Prise") in [(fact.name, fact.value) for fact in scene.facts]


@clause("TAROT-16.2")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_cards_won_may_be_out_of_sight(viewer: int) -> None:
    """Then only the trick played last may be looked at again."""
    m = new_match(NAME, options={"show_history": False}, seed=1, pause=True, **DEAL)
    begin(m)
    play_on(m, 5)
    last = {card for row in m.public.last_trick for card in listed(m, row)}
    names = {one.name for one in torite.lay_out(m, viewer).zones if one.pieces}
    assert not {"taken", "turned"} & names
    won = {card for row in m.public.taken for card in listed(m, row)}
    assert not (won - last) & seen_anywhere(m, viewer)
    assert last == shown_in(torite.lay_out(m, viewer).last_trick)


@clause("TAROT-16.2")
@pytest.mark.parametrize("history", [True, False])
def test_last_trick(history: bool) -> None:
    """The three cards by side, and who took them; none before the first is complete."""
    m = begin(new_match(NAME, options={"show_history": history}, seed=1, pause=True, **DEAL))
    assert not torite.lay_out(m, 0).last_trick
    play_trick(m)
    laid = {one.seat: codes_of(one.pieces) for one in sure(torite.lay_out(m, 0).last_trick)}
    assert {side: listed(m, m.public.last_trick[side]) for side in (ME, AI, DUMMY)} == laid
    assert ["S9"] == laid[AI]
    assert [int(side == torite.lay_out(m, 0).last_taker) for side in (ME, AI, DUMMY)] == list(m.public.tricks)


@clause("TAROT-16.3")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("history", [True, False])
@pytest.mark.parametrize("bid", BIDS)
def test_everything_is_shown_after_the_deal(viewer: int, history: bool, bid: str) -> None:
    """To everybody: the kitty, the discard and all cards won."""
    m = new_match(NAME, options={"bid_policy": "free", "show_history": history}, seed=1, pause=True, **DEAL)
    play_on(begin(take(m, f"bid {bid}")))
    assert m.public.settled
    six = {"S2", "H2", "D2", "C2", "S3", "H3"}
    place = "kitty" if bid in ("garde-sans", "garde-contre") else "laid_away"
    assert six == set(zone(m, place, viewer=viewer)) == set(listed(m, getattr(look(m, viewer), place)))
    assert {*CARDS} == seen_anywhere(m, viewer)


@clause("TAROT-16.3", "TAROT-16.1")
@pytest.mark.parametrize("bid", BIDS)
def test_next_deal_hides_again(bid: str) -> None:
    """Nothing of the old deal lies there."""
    m = play_on(opened(DEAL, bid))
    m.chance.arrange(Arrangement(**dealt("T2", kitty="C1 C2 C3 C4 C5 C6")))
    m.go_on()
    assert 0 == m.public.settled
    assert [None] * 6 == zone(m, "kitty")
    assert [] == listed(m, m.public.turned)
    assert set(m.cards(0)) == seen_anywhere(m, 0)


@clause("TAROT-16.2", "TAROT-2.9")
def test_points_so_far_and_points_needed_are_told() -> None:
    """As halves; the discard counts at once for the player, not for a spectator, who does not know it."""
    m = opened(DEAL)
    play_trick(m, "SK")
    status = " ".join(torite.lay_out(m, 0, "en").status)
    assert points(["SK", "S9", "S7"]) == 5.5
    assert "8½" in status
    assert "56" in status
    assert "Trick 2 of 24." in torite.lay_out(m, 0, "en").status
    assert "8½" not in " ".join(torite.lay_out(m, SPECTATOR, "en").status)


@clause("TAROT-16.2", "TAROT-2.9")
@pytest.mark.parametrize(("own", "needed"), [("T21", 51), ("T21 T1", 41), ("T1 EX", 41)])
def test_oudlers_so_far(own: str, needed: int) -> None:
    """Those won, and what is needed with them; those in hand are not won yet."""
    m = begin(table(f"{own} T2-T8", ai="S2 S3 S4", kitty="D1 D2 D3 D4 D5 D6", void="S"))
    assert "56" in torite.lay_out(m, 0, "en").status[0]
    for card in own.split():
        play_trick(m, card)
    assert str(needed) in torite.lay_out(m, 0, "en").status[0]


@clause("TAROT-4.7", "TAROT-16.1")
@pytest.mark.parametrize("bid", ["garde-sans", "garde-contre"])
def test_status_does_not_count_the_kitty_unseen(bid: str) -> None:
    """Two kitties of different worth say the same."""
    texts = []
    for kitty in ("T21 T1 EX CK DK HK", "C1 C2 C3 C4 C5 C6"):
        m = begin(free("SK S1 S2 T2 T3", ai="S3", dummy="S4 D2 D3", bid=bid, kitty=kitty))
        play_trick(m, "SK")
        texts.append(torite.lay_out(m, 0, "en").status[0])
    assert texts[0] == texts[1]


@clause("TAROT-15.3", "TAROT-16.2")
def test_scores_of_earlier_deals() -> None:
    """On the sheet, always."""
    m = play_on(table(show_history=False))
    m.go_on()
    (row,) = sure(torite.lay_out(m, 0, "en").sheet)
    assert ([m.scores[0]], 1) == (row.changes, row.deal)
    assert "point" in (row.text or "")
    assert scored(m) == {} or scored(m)["scores"] == m.scores[0]
