"""Turns, the count, Go, and who leads: clauses DCRIB-3 and the worked examples of whole plays."""

import random
from typing import Any

import pytest

from tests.aloud import legal, turn
from tests.clauses import clause
from tests.games.domino_cribbage.builders import (
    D,
    N,
    all_said,
    begin,
    codes,
    dealt,
    goes,
    held,
    leaders,
    line,
    pegged,
    play,
    play_on,
    said,
    tiles,
    zone,
)
from tests.games.domino_cribbage.naive import value
from torite.scenes import lay_out

# worked examples: the non-dealer's hand, the dealer's, the order of play
EX_10 = ("6-6 4-5 0-0 1-2", "5-5 4-6 2-2 0-1", "6-6 5-5 4-5 0-0 4-6 1-2 2-2 0-1")
EX_11 = ("5-6 4-5 4-6 5-5", "6-6 0-5 1-1 3-4", "5-6 6-6 0-5 1-1 4-5 3-4 4-6 5-5")
EX_22 = ("3-6 0-3 0-0 0-1", "4-6 6-6 5-6 5-5", "3-6 4-6 0-3 0-0 0-1 6-6 5-6 5-5")
EX_23 = ("6-6 2-6 0-6 4-6", "5-6 4-5 0-1 5-5", "6-6 5-6 2-6 4-5 0-6 0-1 4-6 5-5")


def course(example: tuple[str, str, str], **options: Any) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Play an example: who played to which count, who said Go, who led the sequences after the first."""
    m = play(begin(example[0], example[1], **options), example[2])
    assert m.log.deal_over
    return [(seat, amount) for _, seat, amount in all_said(m, "counts")], goes(m), leaders(m)


@clause("EX-DCRIB-10", "DCRIB-3.1", "DCRIB-3.7", "DCRIB-3.11", "DCRIB-3.12", "DCRIB-3.14")
def test_example_whole_play() -> None:
    """N plays [0-0] on 31 after D's Go; D said Go first and leads."""
    played, said_go, led = course(EX_10)
    assert [(N, 12), (D, 22), (N, 31), (N, 31), (D, 10), (N, 13), (D, 17), (D, 18)] == played
    assert [D, N] == said_go
    assert [D] == led
    m = play(begin(*EX_10[:2]), EX_10[2])
    assert [4, 1] == pegged(m)
    m = play(begin(*EX_10[:2], empty_hand_go_scores=True), EX_10[2])
    assert [4, 2] == pegged(m)


@clause("EX-DCRIB-11", "DCRIB-3.4", "DCRIB-3.6", "DCRIB-3.7", "DCRIB-3.9")
def test_example_go_with_tiles_in_hand() -> None:
    """D goes on after N's Go; later N says Go alone, since D has nothing left."""
    played, said_go, led = course(EX_11)
    assert [(N, 11), (D, 23), (D, 28), (D, 30), (N, 9), (D, 16), (N, 26), (N, 10)] == played
    assert [N, D, N] == said_go
    assert [N, N] == led
    assert [2, 1] == pegged(play(begin(*EX_11[:2]), EX_11[2]))


@clause("EX-DCRIB-22", "DCRIB-3.8", "DCRIB-3.10", "DCRIB-4.10", "DCRIB-4.20")
@pytest.mark.parametrize("pays", [False, True])
def test_example_alone_and_go_all_the_same(pays: bool) -> None:
    """N is out of tiles; D leads alone, says Go with [5-5] in hand, and leads again. The option changes nothing."""
    played, said_go, led = course(EX_22, empty_hand_go_scores=pays)
    assert [(N, 9), (D, 19), (N, 22), (N, 22), (N, 23), (D, 12), (D, 23), (D, 10)] == played
    assert [D, D] == said_go
    assert [D, D] == led
    assert [1, 2] == pegged(play(begin(*EX_22[:2], empty_hand_go_scores=pays), EX_22[2]))


@clause("EX-DCRIB-23", "DCRIB-3.9", "DCRIB-3.15", "DCRIB-4.10", "DCRIB-4.20")
@pytest.mark.parametrize(("pays", "points"), [(False, [5, 1]), (True, [4, 2])])
def test_example_empty_hand_and_go(pays: bool, points: list[int]) -> None:
    """N's hand is empty at 26; D cannot play [5-5]."""
    played, said_go, led = course(EX_23, empty_hand_go_scores=pays)
    assert [(N, 12), (D, 23), (N, 31), (D, 9), (N, 15), (D, 16), (N, 26), (D, 10)] == played
    assert [D, N, D] == said_go
    assert [D, D] == led
    assert points == pegged(play(begin(*EX_23[:2], empty_hand_go_scores=pays), EX_23[2]))


@clause("DCRIB-3.1")
@pytest.mark.parametrize("dealer", [0, 1])
def test_non_dealer_begins_and_players_alternate(dealer: int) -> None:
    """Tile by tile while nobody says Go."""
    m = begin("5-0 1-0 2-0 3-0", "4-0 1-1 2-1 3-1", dealer=dealer)
    order = []
    for tile in tiles("5-0 4-0 1-0 1-1 2-0 2-1 3-0 3-1"):
        order.append(turn(m))
        assert () == m.actions(1 - turn(m))
        play(m, tile)
    assert [1 - dealer, dealer] * 4 == order


@clause("DCRIB-3.2", "EX-DCRIB-1")
def test_example_running_total() -> None:
    """[2-6] counts 8 and [0-2] counts 2; [2-6] and [3-6] are 17, and score nothing."""
    for tile, total in (("2-6", 8), ("0-2", 2)):
        m = line(tile)
        assert ([("counts", N, total)], total) == (said(m, "counts"), m.public.total)
    m = line("2-6 3-6")
    assert [("counts", D, 17)] == said(m)
    assert 17 == m.public.total
    assert [0, 0] == m.scores


@clause("DCRIB-3.2")
def test_count_is_that_of_the_sequence() -> None:
    """It is announced after each tile, and begins anew with each sequence."""
    chooser = random.Random(5)
    for _ in range(20):
        m = begin()
        total = 0
        while not m.log.deal_over:
            total = 0 if not m.public.line_len else total
            seat = turn(m)
            code = str(chooser.choice(m.actions(seat)))
            m.act(seat, code)
            total += value(code.split()[1])
            assert [("counts", seat, total)] == said(m, "counts")
            fact = [one.value for one in lay_out(m, seat).facts if one.name == "total"]
            if not m.log.deal_over:
                assert m.public.total == (total if m.public.line_len else 0)
                assert [str(m.public.total)] == fact


@clause("DCRIB-3.3", "DCRIB-3.5")
@pytest.mark.parametrize(
    ("played", "hand", "may"),
    [
        ("6-6 5-5", "5-4 6-4 1-0 6-5", "5-4 1-0"),
        ("6-6 5-5", "6-3 5-4 0-0 2-0", "6-3 5-4 0-0 2-0"),
        ("6-6 5-4", "5-5 6-4 6-5 0-0", "5-5 6-4 0-0"),
        ("6-6 6-5", "5-5 6-4 6-2 5-3", "6-2 5-3"),
    ],
)
def test_tiles_up_to_31_may_be_played(played: str, hand: str, may: str) -> None:
    """Every tile that fits, and no other; the others are refused by this clause."""
    first, second = played.split()
    kept = [first, *hand.split()]
    m = play(begin(" ".join(kept[:4]), second), played)
    assert N == turn(m)
    held_now = kept[1:4]
    assert {f"play {tile}" for tile in may.split() if tile in held_now} == legal(m)
    for tile in held_now:
        why = m.why(N, f"play {tile}")
        assert (None if tile in may.split() else "DCRIB-3.3") == (why and why[1])


@clause("DCRIB-3.3")
def test_refusal_teaches() -> None:
    """The count, the tile and what may be played instead, in either language; nothing changes."""
    m = play(begin("6-6 2-1 5-5 6-5", "6-4"), "6-6 6-4")
    refusal = m.gestures.refusal(N, "play 6-5")
    assert refusal is not None
    assert "illegal-move" == refusal.code
    for language in ("en", "ja"):
        sentence = refusal.say(language)
        assert all(word in sentence for word in ("22", "31", "[6-5]", "[2-1]", "DCRIB-3.3")), sentence
        assert "[5-5]" not in sentence
        assert "refusal." not in sentence
    assert refusal.say("en") != refusal.say("ja")
    with pytest.raises(type(refusal)):
        m.act(N, "play 6-5")
    assert ({"play 2-1"}, 22) == (legal(m), m.public.total)


@clause("DCRIB-3.5", "DCRIB-3.14")
def test_go_is_no_action() -> None:
    """Who can play must: there is nothing but tiles, even if only one fits."""
    m = play(begin("6-6 2-1 5-5 6-5", "6-4"), "6-6 6-4")
    assert {"play 2-1"} == legal(m)
    for code in ("go", "pass", "done", "play"):
        assert m.gestures.refusal(N, code) is not None
    assert [] == goes(m)


@clause("DCRIB-3.4", "DCRIB-3.14")
@pytest.mark.parametrize(
    ("tile", "says"), [("5-4", True), ("6-3", True), ("6-2", False), ("5-3", False), ("1-0", False), ("0-0", False)]
)
def test_go_means_that_every_tile_is_too_high(tile: str, says: bool) -> None:
    """At 23, with two tens and another tile, N says Go unless that is an 8 or less; at once, by D's entry."""
    m = play(begin(f"6-5 6-4 5-5 {tile}", "6-6 2-0 1-1 3-0"), "6-5 6-6")
    assert 23 == m.public.total
    assert ([("go", N, 0)] if says else []) == said(m, "go")
    assert (D if says else N) == turn(m)


@clause("DCRIB-3.6", "DCRIB-3.15")
def test_opponent_goes_on_as_long_as_able() -> None:
    """After N's Go, D plays every further tile of the sequence."""
    m = play(begin("6-5 5-4 6-4 5-5", "6-6 2-0 1-1 3-0"), "6-5 6-6")
    assert ([N], D) == (goes(m), turn(m))
    for tile, total in (("2-0", 25), ("1-1", 27), ("3-0", 30)):
        assert (D,) == m.actors
        assert () == m.actions(N)
        play(m, tile)
        assert [("counts", D, total)] == said(m, "counts")
    assert [N] == goes(m)
    assert (N, 0) == (turn(m), m.public.total)


@clause("DCRIB-3.6", "DCRIB-3.15")
def test_turn_goes_back_after_a_go() -> None:
    """D says Go at 29, N plays on to 31, and then [0-0] as well: D is asked no more in this sequence."""
    m = play(begin("6-6 6-1 2-0 0-0", "5-5 6-5 6-4 5-4"), "6-6 5-5 6-1")
    assert (29, [D], N) == (m.public.total, goes(m), turn(m))
    assert {"play 2-0", "play 0-0"} == legal(m)
    play(m, "2-0")
    assert (31, [D], N) == (m.public.total, goes(m), turn(m))
    play(m, "0-0")
    assert [D] == goes(m)
    assert (D, 0) == (turn(m), m.public.total)


@clause("DCRIB-3.7", "DCRIB-3.15")
@pytest.mark.parametrize(
    ("non_dealer", "dealer", "played", "order", "leader"),
    [
        ("6-6 6-5 6-4 5-4", "5-5 6-3 6-2 5-3", "6-6 5-5 5-4", [D, N], D),
        ("6-6 6-5 6-4 6-2", "5-5 5-4 6-3 5-3", "6-6 5-5 6-2", [D, N], D),
        ("6-5 5-4 6-4 5-5", "6-6 6-1 6-2 5-3", "6-5 6-6 6-2", [N, D], N),
        ("6-5 5-4 6-4 5-5", "6-6 3-0 2-1 6-3", "6-5 6-6 3-0 2-1", [N, D], N),
    ],
)
def test_first_go_leads(non_dealer: str, dealer: str, played: str, order: list[int], leader: int) -> None:
    """After both Goes the tiles are put aside, the count is 0, and who said Go first leads, with any tile.

    Where a tile leaves nobody able to play, the opponent of its player says Go first.
    """
    m = play(begin(non_dealer, dealer), played)
    assert order == goes(m)
    assert [leader] == leaders(m)
    assert (leader, 0, 0) == (turn(m), m.public.total, m.public.line_len)
    assert {f"play {tile}" for tile in m.cards(leader)} == legal(m)
    assert [] == [tile for row in zone(m, -1, "line").values() for tile in row]


@clause("DCRIB-3.8")
def test_other_leads_where_the_first_has_no_tile_left() -> None:
    """N's hand is empty: its Go came first, but D leads."""
    m = play(begin(*EX_23[:2]), "6-6 5-6 2-6 4-5 0-6 0-1 4-6")
    assert [] == m.cards(N)
    assert (D, 0) == (turn(m), m.public.total)
    assert [D, D] == leaders(m)


@clause("DCRIB-3.9", "DCRIB-3.10", "DCRIB-3.12")
def test_player_alone_goes_on_and_the_play_ends_when_both_hands_are_empty() -> None:
    """N has played all; D plays the last tiles one after the other. Who is out of tiles says nothing aloud."""
    m = play(begin("6-6 6-5 1-0 0-0", "2-0 2-1 1-1 3-0"), "6-6 2-0 6-5 2-1 1-0 1-1 0-0")
    assert [] == m.cards(N)
    assert (D, False) == (turn(m), m.log.deal_over)
    assert [] == goes(m)[1:]
    while not m.log.deal_over:
        assert (D,) == m.actors
        m.act(D, m.actions(D)[0])
    assert [[], []] == [m.cards(seat) for seat in (0, 1)]
    assert 8 == len(all_said(m, "counts"))


@clause("DCRIB-3.11", "DCRIB-3.14", "DCRIB-3.16")
@pytest.mark.parametrize("holder", [N, D])
def test_31_leaves_the_sequence_open_for_the_double_blank(holder: int) -> None:
    """Who holds [0-0] must play it on 31; nobody else is asked, and the players' turns go on as ever."""
    hands = ["6-6 5-4 6-4 3-3", "5-5 6-5 6-3 4-1"]
    hands[holder] = hands[holder].rsplit(" ", 1)[0] + " 0-0"
    m = play(begin(*hands), "6-6 5-5 5-4")
    assert 31 == m.public.total
    assert (holder, {"play 0-0"}) == (turn(m), legal(m))
    assert ([] if holder == D else [D]) == goes(m)
    play(m, "0-0")
    assert ("counts", holder, 31) in said(m)
    assert [D, N] == goes(m) if holder == N else [N, D] == goes(m)
    assert 0 == m.public.total


@clause("DCRIB-3.11", "DCRIB-3.14")
def test_31_closes_where_nobody_has_the_double_blank() -> None:
    """Both say Go at once, the opponent of the maker first."""
    m = play(begin("6-6 5-4 6-4 3-3", "5-5 6-5 6-3 4-1"), "6-6 5-5 5-4")
    assert [D, N] == goes(m)
    assert (D, 0) == (turn(m), m.public.total)


@clause("DCRIB-3.12", "DCRIB-10.2")
@pytest.mark.parametrize("seed", range(4))
def test_each_plays_four_tiles(seed: int) -> None:
    """Those kept, each once; then the deal is over."""
    m = begin()
    kept = [sorted(hand[:4]) for hand in dealt(m)[0]]
    play_on(m, random.Random(seed))
    own: list[list[str]] = [[], []]
    for seen in m.history(0):
        if seen.code.startswith("play"):
            own[seen.seat].append(seen.code.split()[1])
    assert kept == [sorted(hand) for hand in own]


@clause("DCRIB-3.13", "DCRIB-3.7")
@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_played_tiles_stay_in_front_of_their_owners(viewer: int) -> None:
    """Everybody sees them, those of sequences before and those of this one, also while the hands are counted."""
    m = begin(*EX_11[:2])
    own: list[list[str]] = [[], []]
    for tile in tiles(EX_11[2]):
        own[turn(m)].append(tile)
        play(m, tile)
        view = m.public if viewer < 0 else m.view(viewer)
        kinds_of = [k for k in view.line if k >= 0]
        running = [[t for t, by in zip(codes(kinds_of), view.line_by, strict=False) if by == s] for s in (0, 1)]
        shown = [sorted([*held(m, view.played[seat]), *running[seat]]) for seat in (0, 1)]
        assert [sorted(hand) for hand in own] == shown
        for seat in (0, 1):
            before = [piece for piece in own[seat] if piece not in running[seat]]
            assert sorted(before) == sorted(map(str, zone(m, viewer, "played").get(seat, [])))
    assert m.log.deal_over
    assert [4, 4] == [len(zone(m, viewer, "played")[seat]) for seat in (0, 1)]
