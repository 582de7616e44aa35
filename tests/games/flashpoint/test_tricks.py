"""Sections 3 and 4: what may be played, who passes, who wins; and how the trick stands after every card."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

from tests.aloud import codes, legal, take, taker, told, turn
from tests.clauses import clause
from tests.games.flashpoint.builders import (
    E,
    N,
    Placed,
    S,
    W,
    happening,
    open_cards,
    play,
    silent,
    table,
    trick,
    trick_of_ranks,
)
from tests.games.flashpoint.naive import DAMP_SQUIB, POINTS, RANKS, SUITS, Naive, combination, partner, suit, winning
from torite import Match
from torite.games.flashpoint.state import Phase


def facing(lying: str, hand: str) -> Match:
    """The last of the cards that lie there was played; the next player holds these cards among others of their suits.

    The hand is filled up with cards of suits that lie there or that it has already.
    """
    on, own = lying.split(), hand.split()
    suits = {suit(card) for card in (*on, *own)}
    spare = [s + rank for s in SUITS for rank in RANKS if s in suits and s + rank not in (*on, *own)]
    return play(table(*on, " ".join([*own, *spare[: 8 - len(own)]])), lying)


def legal_there(lying: str, hand: str) -> set[str]:
    """Which cards of a hand may be played there; nothing else of what it is filled up with may be."""
    m = facing(lying, hand)
    return set(hand.split()) & open_cards(m)


# what may be played


@clause("FLASH-3.1")
@pytest.mark.parametrize("number", range(3))
def test_any_card_may_be_led(number: int) -> None:
    """All of the hand, in every trick."""
    m = table(seed=number)
    while not m.log.deal_over:
        silent(m)
        assert set(m.cards(turn(m))) == open_cards(m)
        led = m.public.tricks_played
        while not m.log.deal_over and led == m.public.tricks_played:
            take(m, min(code for code in legal(m) if code.startswith(("play", "pass"))))


@clause("EX-FLASH-9")
@clause("FLASH-3.2")
def test_example_9_suits_not_in_the_trick() -> None:
    """♠J ♥9 lie there."""
    assert {"C8"} == legal_there("SJ H9", "SA HK C8")
    assert {"D7", "CK"} == legal_there("SJ H9", "D7 CK")
    assert {"play C8"} == Placed("SJ S8", "H9 C9", "SA HK C8", "D9").play("SJ H9").legal


@clause("EX-FLASH-9")
@clause("FLASH-3.3", "FLASH-3.6")
def test_example_9_pass() -> None:
    """♠A ♥K facing ♠ and ♥: nothing is asked, the next player is in turn."""
    p = Placed("SJ S8", "H9 C9", "SA HK", "D9 D10").play("SJ H9")
    assert ({"play D9", "play D10"}, W) == (p.legal, p.turn)
    assert [0, 0, 1, 0] == list(p.state.passed)
    assert ["passes"] == [key for key, seat in p.notes if seat == S]


@clause("FLASH-3.2", "FLASH-3.4")
@pytest.mark.parametrize("lying", ["S7", "S7 H7", "S7 H7 D7"])
def test_every_suit_that_does_not_lie_there_may_be_played(lying: str) -> None:
    """Two of each suit in hand: those of the suits that are missing, no others; and no pass."""
    hand = "SA SK HA HK DA DK CA CK"
    m = facing(lying, hand)
    there = {suit(card) for card in lying.split()}
    assert {card for card in hand.split() if suit(card) not in there} == open_cards(m)
    assert "pass" not in legal(m)


@clause("FLASH-3.2")
def test_clockwise() -> None:
    """N, E, S, W, and on from whoever leads."""
    for leader in range(4):
        m = table(dealer=(leader + 3) % 4, seed=8)
        order = []
        while not m.public.tricks_played:
            order.append(turn(silent(m)))
            take(m, min(code for code in legal(m) if code.startswith("play")))
        assert [(leader + number) % 4 for number in range(4)] == order


@clause("EX-FLASH-10")
@clause("FLASH-3.5", "FLASH-3.3", "FLASH-4.3", "FLASH-5.4")
def test_example_10_a_trick_of_one_card() -> None:
    """All have clubs alone, or nothing: whoever leads wins, and it is a damp squib for the others."""
    p = Placed("CJ D7", "C9 CA", "C8", "").play("CJ")
    assert (7, [0, 10, 0, 10], N) == (p.state.tricks_played, list(p.state.score), p.turn)
    assert [("passes", E), ("passes", S), ("passes", W)] == [note for note in p.notes if note[0] == "passes"]
    assert {"play D7"} == p.legal


@clause("FLASH-3.5", "FLASH-4.3", "FLASH-5.4")
def test_tricks_of_one_card_to_the_end() -> None:
    """Only one player has cards: each is a trick of its own, won and led by that player, a damp squib each."""
    p = Placed("", "CA C9 C8", "", "", leader=E, tricks=8).play("C9 CA")
    assert (10, [20, 0, 20, 0], False) == (p.state.tricks_played, list(p.state.score), p.over)
    p.play("C8")
    assert (11, [40, 0, 40, 0], True) == (p.state.tricks_played, list(p.state.score), p.over)
    assert 3 == p.state.tricks[E]


@clause("FLASH-3.5")
def test_every_player_has_one_turn() -> None:
    """Also who passed: when the last one has played the trick is over."""
    p = Placed("SJ S8", "H9 C9", "SA HK", "D9 D10").play("SJ H9")
    assert 6 == p.state.tricks_played
    p.play("D9")
    assert (7, 3) == (p.state.tricks_played, sum(p.match.game.pack.listed(row) != [] for row in p.state.trick))


@clause("FLASH-3.3", "FLASH-3.6")
def test_player_without_cards_passes() -> None:
    """Nothing is asked."""

    def empty_handed(told_so_far: Naive) -> bool:
        """Someone leads, and the next player has no cards."""
        wants = told_so_far.wants
        if wants is None or "none" not in wants[1]:
            return False
        return not told_so_far.hands[(told_so_far.leader + 1) % 4] and bool(
            told_so_far.hands[(told_so_far.leader + 2) % 4]
        )

    m = happening(empty_handed)
    leader = partner(turn(m))
    take(silent(m), f"play {m.cards(leader)[0]}")
    assert ("passes", (leader + 1) % 4, 0) in told(m, "passes")[-3:]


@clause("FLASH-3.4", "FLASH-3.6")
@pytest.mark.parametrize("seed", range(2))
def test_whoever_can_play_must(seed: int) -> None:
    """No pass is ever open to a player with a card that may be played; who has none is not asked after trick 1."""
    m = table(seed=20 + seed)
    while not m.log.deal_over:
        silent(m)
        seat, there = turn(m), {suit(card) for row in m.public.trick for card in codes(m, row)}
        able = [card for card in m.cards(seat) if m.public.phase == Phase.LEAD or suit(card) not in there]
        assert bool(able) != ("pass" in legal(m))
        if m.public.tricks_played:
            assert able
        take(m, max(code for code in legal(m) if code.startswith(("play", "pass"))))


# who wins

EXAMPLES = [
    ("J J Q J", W, "TRIPLET", 6, 1), ("7 7 7 A", S, "TRIPLET", 6, 0), ("9 K K 9", W, "TWO_PAIRS", 10, 1),
    ("10 J Q Q", W, "PAIR_RUN", 8, 1), ("Q 10 J Q", W, "PAIR_RUN", 8, 1), ("J 8 10 9", N, "RUN_OF_FOUR", 12, 0),
    ("Q J 8 10", N, "RUN_OF_THREE", 3, 0), ("A 9 7 Q", N, "NONE", 10, 1), ("8 A 8 K", S, "PAIR", 1, 0),
    ("A A 9 9", W, "TWO_PAIRS", 10, 1), ("7 7 7 7", W, "QUARTET", 16, 1),
]  # fmt: skip


@clause("EX-FLASH-1", "EX-FLASH-2", "EX-FLASH-3", "EX-FLASH-4", "EX-FLASH-5", "EX-FLASH-6", "EX-FLASH-7")
@clause("FLASH-4.1", "FLASH-4.2", "FLASH-5.1", "FLASH-5.2", "FLASH-5.3", "FLASH-5.4")
@pytest.mark.parametrize(("ranks", "wins", "line", "worth", "team"), EXAMPLES)
def test_examples_1_to_7(ranks: str, wins: int, line: str, worth: int, team: int) -> None:
    """Played as a first trick."""
    m = trick_of_ranks(ranks)
    assert (wins, worth) == (taker(m), max(m.scores))
    assert [worth * (seat % 2 == team) for seat in range(4)] == m.scores
    key = "damp_squib" if line == "NONE" else line.lower()
    assert [(key, worth)] == [(name, amount) for name, _, amount in told(m) if name not in ("takes", "passes")]


@cache
def bare_tricks() -> dict[str, dict[str, Any]]:
    """How a first trick stands after every card of it, by the ranks played so far; straight from the rules.

    For every row of ranks of one to four cards.
    """
    m = table(command_mode="off")
    pack, rules, verbs = m.game.pack, m.game.rules, m.game.verbs
    begun = m.log.trial()
    found: dict[str, dict[str, Any]] = {}

    def go_on(s: Any, ranks: tuple[str, ...]) -> None:
        for rank in RANKS:
            card, seat = SUITS[len(ranks)] + rank, len(ranks)
            trial = s.trial()
            for other in range(4):
                trial.hand[other] = pack.row([pack.kind(SUITS[other] + one) for one in ("A", "7")])
            trial.hand[seat] = pack.row([pack.kind(card), pack.kind(SUITS[seat] + RANKS[rank == "A"])])
            rules.act(trial, seat, verbs.parse(f"play {card}")[0])
            names = ("best_seat", "combination", "worth", "trick_len", "tricks_played")
            found[" ".join((*ranks, rank))] = {name: getattr(trial, name) for name in names} | {
                "gains": list(trial.gains),
                "score": list(trial.score),
            }
            if len(ranks) < 3:
                go_on(trial, (*ranks, rank))

    go_on(begun, ())
    return found


ROWS = [row for length in (1, 2, 3, 4) for row in product(RANKS, repeat=length)]


@clause("FLASH-4.1", "FLASH-4.2", "FLASH-4.3", "FLASH-5.1", "FLASH-5.2", "FLASH-5.3", "FLASH-5.4", "FLASH-1.2")
def test_every_row_of_ranks() -> None:
    """Who wins so far, what lies there and what it is worth for whom: 4680 rows, after every card."""
    names = ["nothing", "pair", "run of three", "triplet", "pair-run", "two pairs", "run of four", "quartet"]
    for ranks in ROWS:
        row, now = list(ranks), bare_tricks()[" ".join(ranks)]
        line, best = combination(row), winning(row)
        worth = POINTS[line] or DAMP_SQUIB
        team = best % 2 if line != "nothing" else 1 - best % 2
        assert (best, names.index(line), worth) == (now["best_seat"], now["combination"], now["worth"]), row
        assert [int(seat % 2 == team) for seat in range(4)] == now["gains"], row
        done = len(row) == 4
        assert [worth * gain * done for gain in now["gains"]] == now["score"], row
        assert int(done) == now["tricks_played"]


@clause("FLASH-4.2")
def test_rank_height_is_irrelevant_where_ranks_are_repeated() -> None:
    """Two sevens beat ace and king."""
    assert E == taker(trick_of_ranks("7 7 A K"))
    assert W == taker(trick_of_ranks("A 7 K 7"))
    assert S == taker(trick_of_ranks("A K A Q"))


@clause("FLASH-4.1", "FLASH-4.2")
def test_suits_do_not_matter() -> None:
    """The same ranks in other suits."""
    for first, second, third, fourth in ("SHDC", "CDHS", "DSCH", "HCSD"):
        assert W == taker(trick(f"{first}9 {second}K {third}K {fourth}9"))
        assert N == taker(trick(f"{first}A {second}9 {third}7 {fourth}Q"))


@clause("FLASH-4.2")
@pytest.mark.parametrize("leader", range(4))
def test_winner_from_every_leader(leader: int) -> None:
    """9 K K 9: the last to play, wherever the trick begins."""
    hands = [""] * 4
    row = ["S9", "HK", "DK", "C9"]
    for number, card in enumerate(row):
        hands[(leader + number) % 4] = card
    m = play(table(*hands, dealer=(leader + 3) % 4), " ".join(row))
    assert (leader + 3) % 4 == taker(m)


@clause("FLASH-4.2", "FLASH-4.1")
def test_passes_leave_no_gap() -> None:
    """♠J ♥9, a pass, ♦9: the second nine wins, although it is the third card of the fourth player."""
    p = Placed("SJ S8", "H9 C9", "SA HK", "D9 D10").play("SJ H9 D9")
    assert (W, [0, 1, 0, 1]) == (p.state.best_seat, list(p.state.score))
    assert [0, 0, 0, 1] == list(p.state.tricks)
    assert N == Placed("SA S8", "H9 C9", "SJ HK", "D9 D10").play("SA H9 D10").turn
