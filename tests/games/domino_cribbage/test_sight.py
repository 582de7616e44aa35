"""Who sees what: the table of section 8, clauses DCRIB-1.6, 2.2, 2.5, 3.13 and invariant DCRIB-10.6."""

import random
from typing import Any

import pytest

from tests.aloud import turn
from tests.clauses import clause
from tests.games.domino_cribbage.builders import (
    D,
    N,
    begin,
    codes,
    dealt,
    drawn_by,
    held,
    lay_away,
    line,
    pegs,
    pieces,
    play,
    play_on,
    random_order,
    table,
    tiles,
    zone,
)
from tests.games.domino_cribbage.naive import TILES
from tests.games.domino_cribbage.test_tiles_and_deal import undealt
from tests.looking import sure
from torite import Match
from torite.scenes import lay_out

VIEWERS = (0, 1, -1)
EMPTY, UNKNOWN = -1, -2


def look(m: Match, viewer: int) -> Any:
    """The view of a seat; of a spectator for -1."""
    return m.public if viewer < 0 else m.view(viewer)


def counted(m: Match, viewer: int, name: str, owner: int = 0) -> int:
    """How many tiles a viewer knows to lie in a place."""
    return int(look(m, viewer).count[m.game.layout.place(name, owner)])


def seen_anywhere(m: Match, viewer: int) -> set[str]:
    """Every tile that is in a viewer's view, in the zones that are laid out or in the history."""
    view, found = look(m, viewer), set[str]()
    for name in ("hand", "laid", "played"):
        for row in getattr(view, name):
            found |= set(held(m, row))
    found |= set(held(m, view.starter)) | set(held(m, view.crib))
    found |= set(codes(kind for kind in [*view.line, *view.stock] if kind >= 0))
    for one in lay_out(m, viewer).zones:
        found |= {piece.code for piece in one.pieces if piece}
    for seen in m.history(viewer):
        found |= set(seen.code.split()) & set(TILES)
        if seen.code != "dealer":
            found |= {tile for note in seen.notes for tile in pieces(note)}
        assert () == seen.outcome
    return found


@clause("DCRIB-1.6", "DCRIB-1.2")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_tiles_drawn_for_the_first_deal(viewer: int) -> None:
    """Both see them, and nothing else of that shuffle."""
    drawn = tiles("2-4 1-5 0-0 0-1")
    m = drawn_by(undealt(), drawn)
    (seen,) = m.history(viewer)
    assert ("dealer", ()) == (seen.code, seen.outcome)
    assert drawn == [tile for note in seen.notes for tile in pieces(note)]
    for language in ("en", "ja"):
        text = lay_out(m, viewer, language).log[0].text
        assert all(f"[{tile}]" in text for tile in drawn)
        assert 4 == sum(f"[{tile}]" in text for tile in TILES)


@clause("DCRIB-1.3", "DCRIB-10.6")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_hand_is_seen_by_its_owner(viewer: int) -> None:
    """Everybody knows how many tiles there are."""
    m = table()
    sizes = []
    while not m.log.deal_over:
        for owner in (0, 1):
            assert (sorted(m.cards(owner)) if owner == viewer else []) == sorted(held(m, look(m, viewer).hand[owner]))
            assert len(m.cards(owner)) == counted(m, viewer, "hand", owner) == lay_out(m, viewer).seats[owner].held
            shown = zone(m, viewer, "hand").get(owner, [])
            assert sorted(m.cards(owner)) == sorted(map(str, shown)) if owner == viewer else not any(shown)
            assert len(m.cards(owner)) == len(shown)
        sizes.append(len(m.cards(0)) + len(m.cards(1)))
        if sizes[-1] > 8:
            lay_away(m)
        else:
            m.act(turn(m), m.actions(turn(m))[0])
    assert [12, 8, 7, 6, 5, 4, 3, 2, 1] == sizes


@clause("DCRIB-3.2", "DCRIB-3.13", "DCRIB-3.4")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_played_tiles_count_and_go(viewer: int) -> None:
    """Both see the sequence with who played each tile, the count, and whose Go was said."""
    m = play(begin("5-6 4-5 4-6 5-5", "6-6 0-5 1-1 3-4"), "5-6 6-6 0-5")
    view = look(m, viewer)
    assert ["6-5", "6-6", "5-0"] == codes(kind for kind in view.line if kind >= 0)
    assert [N, D, D] == list(view.line_by[:3])
    assert (28, [1, 0]) == (view.total, list(view.said_go))
    (shown,) = (one for one in lay_out(m, viewer).zones if one.name == "line")
    assert [("6-5", N), ("6-6", D), ("5-0", D)] == [(piece.code, piece.seat) for piece in map(sure, shown.pieces)]
    scene = lay_out(m, viewer)
    marks = [{mark.name for mark in seat.marks} for seat in scene.seats]
    assert ["said_go" in one for one in marks] == [True, False]
    assert ["28"] == [fact.value for fact in scene.facts if fact.name == "total"]
    assert ("go", N) in [(note.line.key, note.seat) for seen in m.history(viewer) for note in seen.notes]


@clause("DCRIB-2.2", "DCRIB-10.6", "DCRIB-2.5")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_crib_in_the_scene(viewer: int) -> None:
    """Each player has the own two before his eyes; then all four lie open, until the next deal."""
    m = table()
    aside = [hand[4:] for hand in dealt(m)[0]]
    lay_away(m)
    while not m.log.deal_over:
        for owner in (0, 1):
            shown = zone(m, viewer, "laid")[owner]
            assert sorted(aside[owner]) == sorted(map(str, shown)) if owner == viewer else [None, None] == shown
        assert [] == zone(m, viewer, "crib").get(-1, [])
        m.act(turn(m), m.actions(turn(m))[0])
    assert sorted(aside[0] + aside[1]) == sorted(map(str, zone(m, viewer, "crib")[-1]))
    assert not any(zone(m, viewer, "laid").values())
    m.go_on()
    assert [] == zone(m, viewer, "crib").get(-1, [])
    assert [] == held(m, look(m, viewer).starter)


@clause("DCRIB-2.2", "DCRIB-6.1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_crib_is_not_turned_by_a_win_in_the_play(viewer: int) -> None:
    """The rest of the deal is not counted: each still knows but the own two, and nobody the other's hand."""
    m = play(begin("0-4 1-0 1-1 2-0", "5-6 6-6 6-4 6-3", score=[0, 59]), "0-4 5-6")
    assert m.over
    assert [] == held(m, look(m, viewer).crib)
    for owner in (0, 1):
        assert (2 if owner == viewer else 0) == len(held(m, look(m, viewer).laid[owner]))
        assert (3 if owner == viewer else 0) == len(held(m, look(m, viewer).hand[owner]))


@clause("DCRIB-2.5", "DCRIB-2.3")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_starter_is_seen_once_both_have_laid_away(viewer: int) -> None:
    """Before, it is a tile of the stock like any."""
    m = table(starter="4-3")
    for seat in (0, 1):
        assert [] == held(m, look(m, viewer).starter)
        assert "4-3" not in seen_anywhere(m, viewer)
        assert 16 == counted(m, viewer, "stock")
        lay_away(m, seat)
    assert (["4-3"], ["4-3"]) == (held(m, look(m, viewer).starter), zone(m, viewer, "starter")[-1])
    assert 15 == counted(m, viewer, "stock")


@clause("DCRIB-1.4", "DCRIB-10.1", "DCRIB-10.6")
@pytest.mark.parametrize("seed", range(4))
def test_nobody_ever_sees_the_rest_of_the_stock(seed: int) -> None:
    """Nor, before the count, what the other holds or has put aside: not in views, zones or the log."""
    m = table(order=random_order(random.Random(seed)), score=[30 * (seed % 2)] * 2)
    hands, stock = dealt(m)
    lay_away(m)
    while True:
        for viewer in VIEWERS:
            seen = seen_anywhere(m, viewer)
            assert not seen & set(stock[1:])
            assert stock[0] in seen
            for owner in {0, 1} - {viewer}:
                assert m.log.deal_over or not seen & {*m.cards(owner), *hands[owner][4:]}
            shown = [kind for kind in look(m, viewer).stock if kind != EMPTY]
            assert [UNKNOWN] * 15 == shown
            assert [None] * 15 == zone(m, viewer, "stock")[-1]
        if m.log.deal_over:
            return
        m.act(turn(m), m.actions(turn(m))[0])


@clause("DCRIB-1.4", "DCRIB-10.6")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_stock_stays_unseen_when_the_match_is_over(viewer: int) -> None:
    """Also then."""
    m = play_on(begin(target=1))
    assert m.over
    assert not seen_anywhere(m, viewer) & set(dealt(m)[1][1:])


@clause("DCRIB-6.1", "DCRIB-3.1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_scores_dealer_and_turn(viewer: int) -> None:
    """Both see them."""
    m = line("2-2 1-5 1-4", score=[7, 9])
    view, scene = look(m, viewer), lay_out(m, viewer)
    assert [12, 9] == list(view.score) == scene.scores == [seat.score for seat in scene.seats]
    assert (D, D) == (view.dealer, view.turn)
    assert [False, True] == [seat.acts for seat in scene.seats]
    assert [["dealer"] if seat == D else [] for seat in (0, 1)] == [
        [mark.name for mark in seat.marks if mark.name == "dealer"] for seat in scene.seats
    ]


@clause("DCRIB-6.1", "DCRIB-6.3", "DCRIB-4.22")
def test_track_shows_front_and_back_pegs() -> None:
    """The board's front peg is the score, the back peg the score before the last that was added, to the target."""
    m = begin("2-2 0-5 1-0 6-6", "1-5 6-5 6-4 6-3")
    assert (61, [(0, 0), (0, 0)]) == (sure(lay_out(m, 0).track).target, pegs(m))
    play(m, "2-2 1-5")
    assert [(0, 0), (0, 0)] == pegs(m)
    play(m, "0-5")  # a run and a fifteen, added together
    assert [(5, 0), (0, 0)] == pegs(m)
    m = play(begin("5-6 4-5 4-6 5-5", "6-6 0-6 0-2 3-4"), "5-6 6-6")
    assert [(0, 0), (1, 0)] == pegs(m)  # N's Go
    play(m, "0-6 0-2")
    assert [(0, 0), (3, 1)] == pegs(m)  # and 31
    m = play(begin("6-6 6-3 2-0 1-1", "5-4 6-5 6-4 5-5", score=[10, 20]), "6-6 5-4 6-3")
    assert (13, 12) == pegs(m)[0]  # a pair, and then D's Go


@clause("DCRIB-6.1", "DCRIB-5.1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_track_after_counting(viewer: int) -> None:
    """The dealer's back peg stands where the score stood before the crib; a hand of nothing moves none."""
    m = play_on(begin("2-3 5-5 4-6 3-4", "2-1 3-0 6-1 5-1", "1-4", crib="5-4 5-0 2-0 2-2", target=121))
    amounts = [note.amount for note in m.score_sheet.account if note.line.heading]
    assert all(amounts)
    (front, back), (dealer_front, dealer_back) = pegs(m, viewer)
    assert [front, dealer_front] == m.scores
    assert (12, amounts[2]) == (front - back, dealer_front - dealer_back)
    assert 121 == sure(lay_out(m, viewer).track).target


@clause("DCRIB-6.1", "DCRIB-10.5")
def test_track_agrees_for_all_and_in_both_languages() -> None:
    """It is public; the front peg is never behind the back peg."""
    chooser = random.Random(9)
    m = begin()
    while not m.log.deal_over:
        before = pegs(m)
        m.act(turn(m), chooser.choice(m.actions(turn(m))))
        assert pegs(m, 0) == pegs(m, 1) == pegs(m, -1)
        peg = sure(lay_out(m, 0, "ja").track).pegs[0]
        assert pegs(m)[0] == (peg.front, peg.back)
        for seat, (front, back) in enumerate(pegs(m)):
            assert front == m.scores[seat]
            assert before[seat][0] <= back <= front if front != before[seat][0] else back == before[seat][1]
    assert sure(lay_out(m, 0, "en").track).text != sure(lay_out(m, 0, "ja").track).text
