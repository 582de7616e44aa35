"""The action codes of section 10, and who sees what."""

from typing import Any

import pytest

from tests.aloud import legal, listed, scored, take, turn
from tests.clauses import clause
from tests.games.bingo.builders import after_tricks, play_any, stock_of, table, trick
from tests.games.bingo.naive import DOUBLES
from tests.looking import codes_of, shown_anywhere
from torite import Match
from torite.scenes import lay_out

VIEWERS = (0, 1, -1)
EVERYBODY = pytest.mark.parametrize("viewer", VIEWERS)


def look(m: Match, viewer: int) -> Any:
    """The view of a seat; of a spectator for -1."""
    return m.public if viewer < 0 else m.view(viewer)


def zone(m: Match, viewer: int, name: str, seat: int = -1) -> list[str | None]:
    """The tiles of a zone as a viewer is shown them; None is one face down."""
    zones = [one for one in lay_out(m, viewer).zones if one.name == name and one.seat == seat]
    return [code for one in zones for code in codes_of(one.pieces)]


def laid_out(m: Match, viewer: int) -> set[str]:
    """All tiles that a viewer is shown anywhere, face up."""
    return shown_anywhere(lay_out(m, viewer))


def facts(m: Match, viewer: int) -> dict[str, str]:
    """The facts of the table that a viewer is told."""
    return {fact.name: str(fact.value) for fact in lay_out(m, viewer).facts}


def of_seat(m: Match, viewer: int, seat: int) -> dict[str, Any]:
    """The facts of a seat that a viewer is told."""
    return {fact.name: fact.value for fact in lay_out(m, viewer).seats[seat].facts}


def marks(m: Match, viewer: int, seat: int) -> set[str]:
    """The marks of a seat that a viewer is shown."""
    return {mark.name for mark in lay_out(m, viewer).seats[seat].marks}


# codes


@clause("BINGO-4.1", "BINGO-4.2", "BINGO-4.5", "BINGO-6.1", "BINGO-7.1", "BINGO-7.3", "BINGO-7.16")
def test_codes_of_each_phase() -> None:
    """Word for word, from the first lead to the reply after doubles were shown."""
    m = table("2-1 6-6 5-5 3-3 4-1 4-2 4-3", "1-0", trump=6, stock="3-2")
    assert {f"lead {one}" for one in m.cards(0)} == legal(m)
    take(m, "lead 2-1")
    assert {f"play {one}" for one in m.cards(1)} == legal(m)
    take(m, "play 1-0")
    assert {"draw", "close"} == legal(m)
    take(m, "draw")
    assert {*(f"lead {one}" for one in m.cards(0)), "declare 2", "declare 3"} == legal(m)
    take(m, "declare 2")
    assert {"lead 6-6", "lead 5-5", "lead 3-3"} == legal(m)
    take(m, "lead 6-6")
    assert {"show 5-5", "show 3-3"} == legal(m)
    take(m, "show 5-5")
    assert {f"play {one}" for one in m.cards(1)} == legal(m)


@clause("BINGO-7.10", "BINGO-7.12")
def test_codes_of_revealing() -> None:
    """`reveal 7` before a lead, `reveal 6` after a trick."""
    assert "reveal 7" in legal(table(" ".join(DOUBLES)))
    assert "reveal 6" in legal(take(table("6-4", " ".join(DOUBLES)), "lead 6-4", "play 6-6"))


@clause("BINGO-1.1", "BINGO-2.6")
@pytest.mark.parametrize("order", ["low", "high"])
def test_tiles_are_written_larger_number_first(order: str) -> None:
    """Whatever a blank ranks; said the other way round it is the same tile."""
    m = table("3-0 6-4", blank_order=order)
    assert {"lead 3-0", "lead 6-4"} <= legal(m)
    take(m, "lead 0-3")
    assert (["3-0"], "lead 3-0") == (listed(m, m.public.trick[0]), m.history(0)[-1].code)


@clause("BINGO-4.1")
def test_only_tile_is_still_an_action() -> None:
    """The last trick is played by the players."""
    m = play_any(table(), 26)
    for _ in range(2):
        assert 1 == len(legal(m))
        play_any(m, 1)
    assert m.log.deal_over


@clause("BINGO-4.8", "BINGO-7.16")
def test_steps_without_a_choice_are_skipped() -> None:
    """No action for the loser's draw, for the trump tile, or for doubles that must be shown."""
    m = take(after_tricks(table(), 7), "draw")
    assert {code.split()[0] for code in legal(m)} <= {"lead", "declare"}
    verbs = [seen.code.split()[0] for seen in m.history(-1) if seen.seat >= 0]
    assert ["lead", "play", "draw"] * 7 == verbs


# who sees what


@clause("BINGO-4.4", "BINGO-1.3")
@EVERYBODY
def test_hand_is_seen_by_its_owner_only(viewer: int) -> None:
    """Its size by all."""
    m = play_any(table(), 1)
    for owner in (0, 1):
        own = sorted(m.cards(owner))
        assert (own if owner == viewer else []) == sorted(listed(m, look(m, viewer).hand[owner]))
        shown = zone(m, viewer, "hand", owner)
        assert (set(own) if owner == viewer else {None}) == set(shown)
        assert len(own) == len(shown)
        assert len(own) == lay_out(m, viewer).seats[owner].held


@clause("BINGO-1.4", "BINGO-4.5", "BINGO-6.2")
@EVERYBODY
@pytest.mark.parametrize("then", ["", "draw", "close"])
def test_stock_is_seen_by_nobody(viewer: int, then: str) -> None:
    """Before and after closing; the number left by all."""
    m = trick(table("6-3", "6-2"), "6-3 6-2", then)
    left = 12 if then == "draw" else 14
    assert left == look(m, viewer).stock_left
    assert str(left) == facts(m, viewer)["stock_left"]
    assert {-2} == {kind for kind in look(m, viewer).stock if kind != -1}
    assert {None} == set(zone(m, viewer, "stock"))
    hidden = {*stock_of(m)[:-1], *m.cards(1 - viewer if viewer >= 0 else 0)}
    assert not hidden & laid_out(m, viewer)


@clause("BINGO-1.4")
@EVERYBODY
def test_trump_tile_is_seen_by_all(viewer: int) -> None:
    """Until it is drawn."""
    m = table(turned="5-1")
    for _ in range(7):
        assert ["5-1"] == zone(m, viewer, "turned") == listed(m, look(m, viewer).turned)
        play_any(m, 2)
        assert ["5-1"] == zone(m, viewer, "turned")
        take(m, "draw")
    assert [] == zone(m, viewer, "turned") == listed(m, look(m, viewer).turned)


@clause("BINGO-4.6")
@pytest.mark.parametrize("viewer", [0, 1])
def test_taker_of_the_trump_tile_is_known(viewer: int) -> None:
    """By both; no other tile of the hand is, and it is known as long as it is held."""
    m = take(after_tricks(table(turned="5-1"), 7), "draw")
    owner = next(seat for seat in (0, 1) if "5-1" in m.cards(seat))
    assert owner == 1 - turn(m)
    while "5-1" in m.cards(owner):
        if viewer != owner:
            assert ["5-1"] == listed(m, look(m, viewer).hand[owner])
            assert "5-1" in zone(m, viewer, "hand", owner)
            assert len(m.cards(owner)) - 1 == zone(m, viewer, "hand", owner).count(None)
        play_any(m, 1)
    if viewer != owner:
        assert [] == listed(m, look(m, viewer).hand[owner])


@clause("BINGO-6.2")
@EVERYBODY
def test_trump_tile_is_face_down_after_closing(viewer: int) -> None:
    """To all, until the end of the deal."""
    m = trick(table("6-3", "6-2", turned="5-1"), "6-3 6-2", "close")
    while not m.log.deal_over:
        assert "5-1" not in laid_out(m, viewer)
        assert [one for one in zone(m, viewer, "turned") if one] == []
        play_any(m, 1)


@clause("BINGO-6.2", "BINGO-1.6")
@EVERYBODY
@pytest.mark.parametrize("then", ["draw", "close"])
def test_trump_suit_is_always_seen(viewer: int, then: str) -> None:
    """After the trump tile was drawn, and after closing."""
    m = table(trump=5)
    while not m.log.deal_over:
        assert (5, "fives") == (look(m, viewer).trump, facts(m, viewer)["trump"])
        play_any(m, 1, then)


@clause("BINGO-4.4")
@EVERYBODY
def test_tiles_of_the_trick_are_seen_by_all(viewer: int) -> None:
    """The lead, and the reply beside it."""
    m = take(table("6-3", "6-2"), "lead 6-3")
    assert ["6-3"] == zone(m, viewer, "trick", 0) == listed(m, look(m, viewer).trick[0])
    take(m, "play 6-2")
    assert {"6-3", "6-2"} == {*listed(m, look(m, viewer).trick[0]), *listed(m, look(m, viewer).trick[1])}


@clause("BINGO-4.4")
@EVERYBODY
@pytest.mark.parametrize("then", ["draw", "close"])
def test_tiles_won_are_not_shown(viewer: int, then: str) -> None:
    """Nor the points in them: once the next tile is led nobody may look at them again."""
    m = trick(table("6-3 5-5", "6-2 5-1", stock="1-0"), "5-5 5-1", then)
    gone = {"5-5", "5-1"}
    while not m.log.deal_over:
        play_any(m, 1)
        lying = {one for seat in (0, 1) for one in listed(m, m.public.trick[seat])}
        if not m.log.deal_over:
            assert not gone & laid_out(m, viewer)
            assert not lay_out(m, viewer).last_trick
            assert not {"tile_points", "made"} & {*of_seat(m, viewer, 0), *of_seat(m, viewer, 1)}
            assert "34" not in facts(m, viewer).values()
        if len(lying) == 2:
            gone |= lying


@clause("BINGO-4.4")
@EVERYBODY
def test_last_trick_is_not_shown_again(viewer: int) -> None:
    """While the next one is on its way."""
    m = trick(table("6-3", "6-2"), "6-3 6-2", "draw")
    play_any(m, 1)
    assert not {"6-3", "6-2"} & laid_out(m, viewer)
    assert not lay_out(m, viewer).last_trick


@clause("BINGO-4.4")
@EVERYBODY
@pytest.mark.parametrize("shown", [False, True])
def test_running_points_are_an_option(viewer: int, shown: bool) -> None:
    """With it the points in tiles won are told."""
    m = trick(table("5-5", "5-1", show_running_points=shown), "5-5 5-1", "draw")
    found = [of_seat(m, viewer, seat).get("tile_points") for seat in (0, 1)]
    assert ([34, 0] if shown else [None, None]) == [value and int(value) if value else value for value in found]


@clause("BINGO-4.4")
@EVERYBODY
def test_number_of_tricks_is_seen_by_all(viewer: int) -> None:
    """Trick by trick."""
    m = table()
    for _ in range(7):
        play_any(m, 2)
        assert list(m.public.tricks) == [int(of_seat(m, viewer, seat)["tricks"]) for seat in (0, 1)]
        assert sum(m.public.tricks) == m.public.tricks_played == sum(look(m, viewer).tricks)
        take(m, "draw")


@clause("BINGO-7.3", "BINGO-7.6")
@pytest.mark.parametrize("viewer", [0, 1])
def test_declared_number_and_shown_doubles_are_seen_by_both(viewer: int) -> None:
    """Until each is led, or the declaration fails; other doubles in the hand are not shown."""
    hands = ("2-1 6-6 5-5 3-3 2-2", "1-0 4-3 4-1 4-2 4-0")
    m = trick(table(*hands, trump=6, stock="3-2 3-1 2-0 4-4 5-2 5-1"), "2-1 1-0", "draw")
    take(m, "declare 3")
    assert ("3", 3) == (facts(m, viewer)["declared"], look(m, viewer).declared)
    take(m, "lead 5-5")
    if viewer != 0:
        assert [None] * 6 == zone(m, viewer, "hand", 0)
    take(m, "show 3-3 2-2")
    for played in ((), ("play 4-1", "draw")):
        take(m, *played)
        assert ["3-3", "2-2"] == listed(m, look(m, viewer).shown)
        assert {"3-3", "2-2"} <= laid_out(m, viewer)
        assert viewer == 0 or "6-6" not in laid_out(m, viewer)
        assert viewer == 0 or {"3-3", "2-2"} == set(listed(m, look(m, viewer).hand[0]))
    take(m, "lead 3-3", "play 4-3")
    assert [] == listed(m, look(m, viewer).shown)
    assert "declared" not in facts(m, viewer) or facts(m, viewer)["declared"] == "0"


@clause("BINGO-7.3")
def test_show_is_not_seen_before_it_is_whole() -> None:
    """A double named, and the other still to be chosen."""
    m = trick(table("2-1 6-6 5-5 3-3 2-2", "1-0", trump=6, stock="3-2"), "2-1 1-0", "draw")
    take(m, "declare 3", "lead 5-5")
    before = [m.view(1).to_words(), m.public.to_words()]
    take(m, "show 3-3")
    assert before == [m.view(1).to_words(), m.public.to_words()]


@clause("BINGO-6.1")
@EVERYBODY
def test_declared_victory_is_seen_by_all(viewer: int) -> None:
    """Who declared it."""
    m = trick(table("6-2", "6-3"), "6-2 6-3")
    assert "closed_by" not in marks(m, viewer, 1)
    take(m, "close")
    assert ({"closed_by"}, set()) == (marks(m, viewer, 1) & {"closed_by"}, marks(m, viewer, 0) & {"closed_by"})
    assert (1, "close") == (look(m, viewer).closed_by, m.history(viewer)[-1].code)


@clause("BINGO-8.9")
@EVERYBODY
def test_game_points_are_seen_by_all(viewer: int) -> None:
    """As the score."""
    m = take(table(" ".join(DOUBLES), initial={"score": [2, 4]}), "reveal 7")
    assert [5, 4] == lay_out(m, viewer).scores == list(look(m, viewer).score)
    assert scored(m)


@clause("BINGO-7.10", "BINGO-7.12")
@pytest.mark.parametrize("viewer", [0, 1])
def test_revealed_doubles_are_seen_by_both(viewer: int) -> None:
    """All that ended the deal."""
    m = take(table(" ".join(DOUBLES)), "reveal 7")
    assert set(DOUBLES) == set(listed(m, look(m, viewer).shown))
    assert set(DOUBLES) <= laid_out(m, viewer)
    m = take(table("6-4", " ".join(DOUBLES)), "lead 6-4", "play 6-6", "reveal 6")
    assert set(DOUBLES) - {"6-6"} == set(listed(m, look(m, viewer).shown))


@clause("BINGO-7.18", "BINGO-7.12")
@pytest.mark.parametrize("code", ["", "draw", "close"])
def test_nobody_learns_that_a_player_could_have_shown_six(code: str) -> None:
    """A [6-4] taken with [6-6] by a hand of doubles or by any other: the others see and hear the same."""
    found = []
    for hand in (" ".join(DOUBLES), "6-6 3-2 3-1 3-0 2-1 2-0 1-0"):
        m = table("6-4 6-5 5-4 5-3 5-2 5-1 4-1", hand, stock="4-2 4-3", turned="6-1")
        take(m, "lead 6-4", "play 6-6", *([code] if code else []))
        scene = lay_out(m, 0)
        found.append((m.view(0).to_words(), m.public.to_words(), m.history(0), scene.seats, scene.prompt))
    assert found[0][3:] == found[1][3:]
    assert found[0][2] == found[1][2]
    assert found[0][:2] == found[1][:2]
