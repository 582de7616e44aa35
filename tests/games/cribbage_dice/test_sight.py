"""Who sees what: the second table of section 8, in views, scenes and histories."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.cribbage_dice.builders import (
    EQUAL,
    EXTRA,
    LAST_ROLL,
    SEED,
    VARIANTS,
    dice_of,
    keep_all,
    legal,
    plain,
    refused,
    seen_dice,
    shown,
    starter,
    table,
    unlike,
    zone,
)
from tests.looking import of_kind, sure
from torite import Match
from torite.scenes import lay_out
from torite.scenes.choice_schema import Pick, Press
from torite.worlds import SPECTATOR

HIDDEN = -2
FIRST, DEALER = "5 1 2 5 5 9 12", "3 3 6 7 8 10"
VIEWERS = (SPECTATOR, 0, 1)


def crib_game(*codes: str, scores: list[int] | None = None, seats: int = 2, pause: bool = True) -> Match:
    """The round of worked example 19, as far as these codes."""
    rolls = (FIRST, DEALER) if seats == 2 else (FIRST, "1 2 3 4", DEALER)
    return take(table(*rolls, variant=EXTRA, scores=scores or [], seats=seats, pause=pause), *codes)


def looked_at(m: Match, viewer: int) -> Any:
    """What a seat or a spectator is shown of the state."""
    return m.public if viewer == SPECTATOR else m.view(viewer)


def laid(m: Match, owner: int, viewer: int) -> list[int]:
    """The dice that a seat put aside as another sees them."""
    return shown(looked_at(m, viewer).laid[owner])


@clause("CDICE-5.8")
@pytest.mark.parametrize("seats", [2, 3])
def test_six_dice_are_seen_by_the_roller_only(seats: int) -> None:
    """Until two are out; the starter is seen by all at once."""
    m = crib_game(seats=seats)
    for viewer in (SPECTATOR, *range(seats)):
        own = viewer == 0
        assert ([1, 2, 5, 5, 9, 12] if own else [HIDDEN] * 6) == seen_dice(m, 0, viewer)
        assert ([1, 2, 5, 5, 9, 12] if own else [None] * 6) == zone(m, "hand", 0, viewer)
        assert [5] == zone(m, "starter", viewer=viewer)
        assert 5 == starter(m)
    take(m, "crib 1 2")
    for viewer in (SPECTATOR, *range(seats)):
        assert [5, 5, 9, 12] == seen_dice(m, 0, viewer) == zone(m, "hand", 0, viewer)


@clause("CDICE-5.8")
def test_six_dice_of_the_dealer_are_the_dealers() -> None:
    """The other sees them no better, also while the dealer has begun to choose."""
    m = crib_game("crib 1 2", "keep")
    assert [3, 3, 6, 7, 8, 10] == seen_dice(m, 1, 1) == zone(m, "hand", 1, 1)
    for part in ("crib 3", "crib 10"):
        for viewer in (SPECTATOR, 0):
            assert ([HIDDEN] * 6, [None] * 6) == (seen_dice(m, 1, viewer), zone(m, "hand", 1, viewer))
        m.act(1, part)
    assert [[3, 6, 7, 8]] * 3 == [seen_dice(m, 1, viewer) for viewer in VIEWERS]


@clause("CDICE-5.2", "CDICE-5.4")
def test_crib_dice_are_known_to_the_one_who_put_them_there() -> None:
    """Each knows the own two; a spectator none."""
    m = crib_game("crib 1 2")
    assert [[HIDDEN] * 2, [1, 2], [HIDDEN] * 2] == [laid(m, 0, viewer) for viewer in VIEWERS]
    assert [[None] * 2, [1, 2], [None] * 2] == [zone(m, "laid", 0, viewer) for viewer in VIEWERS]
    take(m, "keep", "crib 3 10")
    assert [[HIDDEN] * 2, [1, 2], [HIDDEN] * 2] == [laid(m, 0, viewer) for viewer in VIEWERS]
    assert [[HIDDEN] * 2, [HIDDEN] * 2, [3, 10]] == [laid(m, 1, viewer) for viewer in VIEWERS]
    assert [[None] * 2, [None] * 2, [3, 10]] == [zone(m, "laid", 1, viewer) for viewer in VIEWERS]
    assert [[], [], []] == [zone(m, "crib", viewer=viewer) for viewer in VIEWERS]


@clause("CDICE-5.2", "CDICE-5.8")
def test_codes_and_rolls_of_the_crib_choice_are_not_told() -> None:
    """Others hear that two dice were put aside; what fell is in nobody's history."""
    m = crib_game("crib 1 2", "keep", "crib 3 10")
    codes = {viewer: [seen.code for seen in m.history(viewer) if seen.seat >= 0] for viewer in VIEWERS}
    assert {
        SPECTATOR: ["crib 2", "keep", "crib 2"],
        0: ["crib 1 2", "keep", "crib 2"],
        1: ["crib 2", "keep", "crib 3 10"],
    } == codes
    for viewer in VIEWERS:
        for seen in m.history(viewer):
            assert () == seen.outcome or seen.code == "dealer"
            assert all(9 not in note.pieces or note.line.key == "rolls" for note in seen.notes)
        text = " ".join(line.text for line in lay_out(m, viewer).log)
        assert ("[10]" in text, "[1] [2]" in text) == (viewer == 1, viewer == 0)


@clause("CDICE-5.4")
def test_all_four_are_shown_after_the_dealers_hand_is_scored() -> None:
    """To everybody, while the round is looked at; the lines that tell it have them too."""
    m = crib_game("crib 1 2", "keep", "crib 3 10", "keep")
    assert m.log.deal_over
    for viewer in VIEWERS:
        assert [1, 2, 3, 10] == shown(looked_at(m, viewer).crib) == zone(m, "crib", viewer=viewer)
        (crib,) = (line for line in lay_out(m, viewer).account if line.clause == "CDICE-5.5")
        assert ["1", "2", "3", "5", "10"] == [piece.code for piece in crib.pieces]
    m.go_on()
    assert [[], [], []] == [zone(m, "crib", viewer=viewer) for viewer in VIEWERS]


@clause("CDICE-5.4", "CDICE-4.6")
@pytest.mark.parametrize(("scores", "codes"), [([60, 83], 4), ([76, 0], 2)])
def test_crib_is_never_shown_if_the_game_ends_before(scores: list[int], codes: int) -> None:
    """By the dealer's hand or the other's: each knows the own two, and no more."""
    m = crib_game(*("crib 1 2", "keep", "crib 3 10", "keep")[:codes], scores=scores)
    assert m.over
    told = ["crib 1 2", "keep", "crib 2", "keep"][:codes]
    assert told == [seen.code for seen in m.history(0) if seen.seat >= 0]
    assert [[HIDDEN] * 2, [1, 2], [HIDDEN] * 2] == [laid(m, 0, viewer) for viewer in VIEWERS]
    for viewer in VIEWERS:
        assert [] == zone(m, "crib", viewer=viewer)
        assert [] == shown(looked_at(m, viewer).crib)
        assert laid(m, 1, viewer) == ([] if codes == 2 else [3, 10] if viewer == 1 else [HIDDEN] * 2)
        assert not any(note.line.key == "crib_count" for seen in m.history(viewer) for note in seen.notes)


@clause("CDICE-5.8", "CDICE-5.9")
def test_four_dice_of_those_between_are_open_at_once() -> None:
    """With `crib_from = first` a player who puts nothing aside hides nothing."""
    m = crib_game("crib 1 2", "keep", seats=3)
    for viewer in (SPECTATOR, 0, 1, 2):
        assert [1, 2, 3, 4] == seen_dice(m, 1, viewer) == zone(m, "hand", 1, viewer)


@clause("CDICE-5.8", "CDICE-2.5")
def test_rerolls_with_a_crib_are_open() -> None:
    """From the moment the crib dice are out."""
    m = take(table(FIRST, "11 12", variant=EXTRA), "crib 1 2", "roll 5 5")
    for viewer in VIEWERS:
        assert [9, 11, 12, 12] == seen_dice(m, 0, viewer)
        assert ("roll 5 5", 2) == (m.history(viewer)[-2].code, looked_at(m, viewer).rerolls)


@clause("CDICE-2.1", "CDICE-2.5", "CDICE-2.7")
@pytest.mark.parametrize("variant", [one for one in VARIANTS if one != EXTRA])
def test_without_extra_dice_nothing_is_hidden(variant: str) -> None:
    """Every seat and a spectator see the same, which is the truth; also the scores, the dealer and the order."""
    m = table(variant=variant, seats=3, pause=False)
    for number in range(60):
        if m.over:
            break
        truth = m.log.trial()
        for viewer in (SPECTATOR, 0, 1, 2):
            assert [] == unlike(truth, looked_at(m, viewer))
            assert not any(HIDDEN in dice for dice in (*looked_at(m, viewer).hand, looked_at(m, viewer).starter))
        take(m, "roll " + str(dice_of(m, turn(m))[0]) if number % 3 else "keep")
    histories = [[(seen.code, seen.notes) for seen in m.history(viewer)] for viewer in (SPECTATOR, 0, 1, 2)]
    assert all(histories[0] == history for history in histories)


@clause("CDICE-2.4", "CDICE-1.2")
@pytest.mark.parametrize("variant", VARIANTS)
def test_scores_dealer_order_and_rerolls_left_are_seen_by_all(variant: str) -> None:
    """In the view and in the scene of everybody."""
    m = table(variant=variant, seats=3, dealer=1)
    if "keep" not in legal(m):
        take(m, plain(m))
    take(m, f"roll {dice_of(m, 2)[0]}")
    for viewer in (SPECTATOR, 0, 1, 2):
        view, scene = looked_at(m, viewer), lay_out(m, viewer)
        assert (1, 2, m.public.rerolls, m.scores) == (view.dealer, view.turn, view.rerolls, scene.scores)
        assert str(view.options.max_rerolls - 1) in [fact.value for fact in scene.facts]
        dealers = [seat.seat for seat in scene.seats if any(mark.name == "dealer" for mark in seat.marks)]
        assert ([1], [2]) == (dealers, [seat.seat for seat in scene.seats if seat.acts])


@clause("CDICE-2.5", "CDICE-5.2")
def test_choices_of_the_scene() -> None:
    """Dice to tap: two for the crib, one to four to roll again; nobody else has any."""
    m = crib_game()
    crib = of_kind(Pick, *lay_out(m, 0).choices)
    assert ("crib", 2, 2) == (crib.verb, crib.least, crib.most)
    take(m, "crib 1 2")
    by_verb = {choice.verb: choice for choice in lay_out(m, 0).choices}
    assert ({"keep", "roll"}, Press) == (set(by_verb), type(by_verb["keep"]))
    roll = of_kind(Pick, by_verb["roll"])
    assert (1, 4) == (roll.least, roll.most)
    assert [[], []] == [lay_out(m, viewer).choices for viewer in (1, SPECTATOR)]
    assert refused(m, "keep", 1)


# the board


def pegs(m: Match, viewer: int = SPECTATOR) -> list[tuple[int, int]]:
    """Where the front and the back peg of each seat stand."""
    track = sure(lay_out(m, viewer, "en").track)
    assert list(range(m.seats)) == [peg.seat for peg in track.pegs]
    return [(peg.front, peg.back) for peg in track.pegs]


@clause("CDICE-4.7", "CDICE-10.5")
def test_board_keeps_the_score() -> None:
    """The front peg is the total, the back peg where it stood before it last grew; a hand of nothing moves none."""
    m = table("12 2 4 8 8", "2 2 8 8", "12 2 4 6 8", "2 8 8 8")
    assert [(0, 0), (0, 0)] == pegs(m)
    for expected in ([(2, 0), (0, 0)], [(2, 0), (4, 0)], [(2, 0), (4, 0)], [(8, 2), (4, 0)]):
        take(m, "keep")
        assert expected == pegs(m)
        assert [front for front, _ in expected] == m.scores
        if m.log.deal_over:
            m.go_on()


@clause("CDICE-4.6", "CDICE-4.7")
def test_board_of_a_hand_and_a_crib() -> None:
    """They are two counts: the back peg of the dealer stands where the crib was added."""
    m = crib_game("crib 1 2", "keep", "crib 3 10", "keep")
    assert [(14, 0), (15, 8)] == pegs(m)


@clause("CDICE-4.1")
@pytest.mark.parametrize("variant", [SEED, EXTRA, EQUAL, LAST_ROLL])
def test_length_of_the_board(variant: str) -> None:
    """The target that was agreed; everybody sees the same board."""
    for target in (90, 61, 999):
        m = keep_all(table(variant=variant, seats=4, target=target))
        boards = [sure(lay_out(m, viewer, "en").track) for viewer in (SPECTATOR, 0, 3)]
        assert (target, [boards[0]] * 3) == (boards[0].target, boards)
        assert m.scores == [front for front, _ in pegs(m)]
        assert boards[0].text != sure(lay_out(m, 0, "ja").track).text
