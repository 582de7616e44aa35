"""Play while tiles are drawn: clauses BINGO-4, and what holds before every trick."""

import random

import pytest

import torite
from tests.aloud import legal, take, turn
from tests.clauses import clause
from tests.games.bingo.builders import (
    after_tricks,
    play_any,
    play_random,
    points,
    stock_of,
    table,
    tiles_open,
    totals,
    trick,
)
from tests.games.bingo.naive import DOUBLES, PIPS, TILES
from torite import Match
from torite.errors import NotYourTurn


def out_of_sight(m: Match) -> list[str]:
    """The tiles of the trick that lies and of all earlier ones."""
    state = m.log.trial()
    rows = [row for field in (state.trick, state.taken) for row in field]
    return [m.game.pack.codes[kind] for row in rows for kind in m.game.pack.listed(row)]


@clause("BINGO-4.1")
def test_leader_plays_any_tile() -> None:
    """On the first lead and on later ones."""
    m = table()
    for _ in range(7):
        assert set(m.cards(turn(m))) == tiles_open(m)
        play_any(m, 2)
        take(m, "draw")


@clause("BINGO-4.2")
@pytest.mark.parametrize("led", ["6-6", "6-5", "0-0", "5-1"])
@pytest.mark.parametrize("variant", ["bingo", "bingo-pagat-like"])
def test_reply_is_free_while_tiles_are_drawn(led: str, variant: str) -> None:
    """To plain leads, to trumps and to [0-0], whatever is held."""
    hand = "6-4 6-1 5-4 5-2 6-0 2-1 1-1"
    m = take(table(led, hand, trump=5, variant=variant), f"lead {led}")
    assert {f"play {one}" for one in hand.split()} == legal(m)


@clause("BINGO-4.2")
def test_reply_is_free_up_to_the_seventh_trick() -> None:
    """Two tiles are left to be drawn after it."""
    m = table()
    for _ in range(7):
        play_any(m, 1)
        assert set(m.cards(turn(m))) == tiles_open(m)
        play_any(m, 1)
        take(m, "draw")


@clause("BINGO-4.1", "BINGO-4.2")
def test_nobody_plays_out_of_turn_or_a_tile_he_lacks() -> None:
    """The other has no action; a tile not held is refused."""
    m = table("6-6", "6-5")
    assert m.gestures.refusal(0, "lead 6-5") is not None
    assert () == m.actions(1)
    with pytest.raises(NotYourTurn):
        m.act(1, "play 6-5")
    take(m, "lead 6-6")
    assert () == m.actions(0)
    assert m.gestures.refusal(1, "play 6-6") is not None
    assert m.gestures.refusal(1, "lead 6-5") is not None


@clause("BINGO-4.4")
@pytest.mark.parametrize(("tiles", "winner"), [("6-2 6-3", 1), ("6-3 6-2", 0)])
def test_winner_takes_the_tiles_and_leads(tiles: str, winner: int) -> None:
    """The trick is won, and the next lead is the winner's."""
    m = trick(table(*tiles.split()), tiles)
    assert ([1 - winner, winner], winner) == (list(m.public.tricks), turn(m))
    take(m, "draw")
    assert winner == turn(m)
    assert set(m.cards(winner)) == tiles_open(m)
    assert sorted(tiles.split()) == sorted(out_of_sight(m))


@clause("BINGO-4.5", "BINGO-4.8")
@pytest.mark.parametrize(("tiles", "winner"), [("6-2 6-3", 1), ("6-3 6-2", 0)])
def test_winner_draws_first(tiles: str, winner: int) -> None:
    """One decision of the winner; the loser draws the tile after it, and decides nothing."""
    m = trick(table(*tiles.split(), stock="1-1 2-2 3-3 4-4"), tiles)
    before = [set(m.cards(seat)) for seat in (0, 1)]
    take(m, "draw")
    assert {"1-1"} == set(m.cards(winner)) - before[winner]
    assert {"2-2"} == set(m.cards(1 - winner)) - before[1 - winner]
    assert (12, [7, 7], winner) == (m.public.stock_left, [len(m.cards(seat)) for seat in (0, 1)], turn(m))
    assert ["3-3", "4-4"] == stock_of(m)[:2]


@clause("BINGO-4.5")
def test_order_of_all_draws() -> None:
    """Thirteen face-down tiles two by two, and the trump tile at last."""
    m = table(turned="5-3")
    order = stock_of(m)
    for number in range(7):
        before = [set(m.cards(seat)) for seat in (0, 1)]
        play_any(m, 2)
        winner = turn(m)
        take(m, "draw")
        assert order[2 * number] in m.cards(winner)
        assert order[2 * number + 1] in m.cards(1 - winner)
        assert 1 == len(set(m.cards(winner)) - before[winner])
        assert order[2 * number + 2 :] == stock_of(m)
    assert [] == stock_of(m)


@clause("BINGO-4.6", "EX-BINGO-16")
@pytest.mark.parametrize("seed", range(6))
def test_example_last_draw(seed: int) -> None:
    """Of the last two tiles the winner of the seventh trick takes the one face down, the loser the trump tile."""
    m, chooser = table(turned="5-3", seed=1 + seed), random.Random(seed)
    for number in range(7):
        for _ in "ab":
            m.act(turn(m), chooser.choice([code for code in sorted(legal(m)) if code[:5] in ("lead ", "play ")]))
        if number < 6:
            take(m, "draw")
    face_down, trump_tile = stock_of(m)
    winner = turn(m)
    assert (2, "5-3") == (m.public.stock_left, trump_tile)
    take(m, "draw")
    assert face_down in m.cards(winner)
    assert "5-3" in m.cards(1 - winner)
    assert [("takes_trump_tile", 1 - winner)] == [
        (note.line.key, note.seat) for note in m.log[-1].notes if note.line.key == "takes_trump_tile"
    ]
    assert (winner, 0, 5) == (turn(m), m.public.stock_left, m.public.trump)
    assert [] == m.game.pack.listed(m.public.turned)


@clause("EX-BINGO-16")
def test_trick_after_the_last_draw_is_strict() -> None:
    """In the eighth trick suit must be followed."""
    m = after_tricks(table("6-6", "6-5 6-4"), 7)
    take(m, "draw")
    for _ in range(7):
        hand = set(m.cards(1 - turn(m)))
        play_any(m, 1)
        if tiles_open(m) < hand:
            return
        play_any(m, 1)
    raise AssertionError("every reply was free")


@clause("BINGO-4.7", "BINGO-4.8")
def test_choice_after_a_trick() -> None:
    """The winner draws or declares victory; the loser has nothing to say."""
    m = trick(table("6-3", "6-2"), "6-3 6-2")
    assert {"draw", "close"} == legal(m)
    assert () == m.actions(1)
    assert m.gestures.refusal(0, f"lead {m.cards(0)[0]}") is not None
    for code in ("draw", "close"):
        with pytest.raises(NotYourTurn):
            m.act(1, code)


@clause("BINGO-4.5")
def test_nobody_draws_when_the_stock_is_gone() -> None:
    """From the eighth trick on the winner leads at once."""
    m = take(after_tricks(table(), 7), "draw")
    while not m.log.deal_over:
        assert not {"draw", "close"} & legal(m)
        play_any(m, 1, then="")


@clause("BINGO-12.1", "BINGO-12.2", "BINGO-12.3", "BINGO-12.7", "BINGO-12.8", "BINGO-12.4")
@pytest.mark.parametrize("trump", PIPS)
@pytest.mark.parametrize("seed", range(8))
def test_invariants_of_a_deal(seed: int, trump: int) -> None:
    """28 tiles, hands of equal sizes, numbers of tricks, totals, one scorer; declared points after k tricks won."""
    m = table(trump=trump, seed=seed + 1, doubles_need_trick="no" if seed % 2 else "yes")
    chooser, whole = random.Random(seed), sum(TOTALS[trump])
    closed_after, made = 0, [0, 0]
    while not m.log.deal_over:
        assert sorted(TILES) == sorted([*m.cards(0), *m.cards(1), *stock_of(m), *out_of_sight(m)])
        codes = sorted(legal(m))
        if codes[0].startswith(("declare", "lead")):
            size = 6 + closed_after if closed_after else 14
            size = min(7, size - m.public.tricks_played)
            assert [size, size] == [len(m.cards(seat)) for seat in (0, 1)]
        code = "draw" if "draw" in codes and chooser.random() < 0.8 else chooser.choice(codes)
        closed_after = m.public.tricks_played if code == "close" else closed_after
        m.act(turn(m), code)
        if made != list(m.public.made):
            assert code.startswith("play")
            made = list(m.public.made)
    revealed = "reveal" in m.history(0)[-1].code
    if closed_after:
        assert closed_after + 6 == m.public.tricks_played
        assert whole - sum(POINTS[trump][one] for one in stock_of(m)) == sum(points(m))
    elif not revealed:
        assert (14, whole) == (m.public.tricks_played, sum(points(m)))
        assert 141 <= sum(points(m)) + 10 == sum(totals(m)) - sum(m.public.made)
        assert max(totals(m)) >= 71
    assert 1 >= sum(score > 0 for score in m.scores)
    assert min(m.scores) >= 0


#: What each tile counts, by trump, read off section 3 (BINGO-3.1 to 3.5).
POINTS = {
    trump: {
        one: 28 if double and trump in ends else total if double or trump in ends or total == 10 else 0
        for one in TILES
        for ends in [{int(pip) for pip in one.split("-")}]
        for double in [one in DOUBLES]
        for total in [sum(int(pip) or 7 for pip in one.split("-"))]
    }
    for trump in PIPS
}
TOTALS = {trump: POINTS[trump].values() for trump in PIPS}


@clause("BINGO-12.2")
@pytest.mark.parametrize("tricks", range(1, 8))
def test_hands_after_closing(tricks: int) -> None:
    """Six tiles each, then 5, and so on to none: the deal has n + 6 tricks."""
    m = take(after_tricks(table(), tricks), "close")
    for left in range(6, 0, -1):
        assert [left, left] == [len(m.cards(seat)) for seat in (0, 1)]
        play_any(m, 2)
    assert (True, tricks + 6) == (m.log.deal_over, m.public.tricks_played)


@clause("BINGO-12.2", "BINGO-12.3")
def test_hands_of_a_deal_played_out() -> None:
    """Seven tiles before each of the first eight tricks, then one fewer each time."""
    m, sizes = table(), []
    while not m.log.deal_over:
        sizes.append([len(m.cards(seat)) for seat in (0, 1)])
        play_any(m, 2)
        if not m.log.deal_over and "draw" in legal(m):
            take(m, "draw")
    assert [[size, size] for size in [7] * 8 + [6, 5, 4, 3, 2, 1]] == sizes


@clause("BINGO-12.7")
@pytest.mark.parametrize("seed", range(4))
def test_game_points_never_fall(seed: int) -> None:
    """And in no deal do both score."""
    m = torite.Match("bingo", seed=seed, pause=True)
    before = [0, 0]
    while not m.over:
        play_random(m, m.public.deals_played, draws=0.9)
        changes = [now - was for now, was in zip(m.scores, before, strict=True)]
        assert 0 == min(changes)
        assert max(changes) in (0, 1, 2, 3)
        before = m.scores
        m.go_on()
