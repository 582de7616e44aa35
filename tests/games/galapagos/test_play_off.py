"""Section 6: sets and sequences led and answered, passes, and going out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.galapagos.asking import accounted_for, asked, clause_of, combinations_open, legal, plays
from tests.games.galapagos.builders import at_play_off, finish, left
from tests.games.galapagos.naive_playoff import Play, answers, counted, leads, play_of
from torite import Match
from torite.records import write

RANKS = ["2", "3", "4", "5", "5", "6", "7", "9", "10", "J", "Q", "K", "A"]
HAND = "S3 D4 C5 H5 S6 DA"


def ranks_open(m: Match) -> dict[str, int]:
    """How often the seat in turn may play each combination of ranks; `pass` left out."""
    return dict(counted(combinations_open(m) - plays("")))


def answers_to(led: str, hand: str, **how: Any) -> dict[str, int]:
    """How often each combination of ranks beats what was led."""
    m = take(left(f"{led} C2" if "C2" not in led else f"{led} C3", hand, **how), f"play {led}")
    assert frozenset() in combinations_open(m)
    return ranks_open(m)


@clause("EX-GALA-12", "GALA-6.2", "GALA-6.11")
def test_example_12_leads() -> None:
    """Thirteen: six singles, a pair, and runs of mixed suits, each five of its own."""
    m = left(HAND, "D2 H9")
    expected = {"3": 1, "4": 1, "5": 2, "6": 1, "A": 1, "5-5": 1, "3-4-5": 2, "4-5-6": 2, "3-4-5-6": 2}
    assert expected == ranks_open(m)
    assert 13 == len(combinations_open(m))


@clause("EX-GALA-12", "GALA-6.5", "GALA-6.6", "GALA-6.7")
@pytest.mark.parametrize(
    ("led", "expected"),
    [
        ("H2 H3 H4", {"3-4-5": 2, "4-5-6": 2}), ("C4 S4", {"5-5": 1}), ("HK", {"A": 1}), ("S4 S5 D6", {}),
        ("DJ DQ", None), ("D5", {"6": 1, "A": 1}), ("C3 H4 D5 D6", {}), ("SA H2 C3", {"3-4-5": 2, "4-5-6": 2}),
    ],
)  # fmt: skip
def test_example_12_answers(led: str, expected: dict[str, int] | None) -> None:
    """The same kind and number, higher, or a pass; equal top cards do not beat."""
    if expected is None:
        m = left(f"{led} C2", HAND)
        assert "GALA-6.2" == clause_of(m, f"play {led}")
    else:
        assert expected == answers_to(led, HAND)


@clause("GALA-6.2")
def test_sets_and_runs_that_may_be_led() -> None:
    """Up to four of a rank; three or more in a row, of any suits; no two in a row, no gap, no pair in a run."""
    m = left("C7 S7 H7 D7 C8 S9", "D2 H3")
    found = combinations_open(m)
    assert plays("C7 S7 H7 D7", "C7 S7", "C7", "C7 C8 S9", "H7 C8 S9") <= found
    assert not plays("C7 C8", "C8 S9", "C7 S7 C8 S9", "C7 S9") & found
    assert 4 + 6 + 4 + 1 + 2 + 4 == len(found)


@clause("GALA-6.4", "GALA-6.7")
def test_ace_in_a_sequence() -> None:
    """Low or high, never in the middle."""
    m = left("CA S2 H3 DQ CK", "D4 H5")
    found = ranks_open(m)
    assert {"2-3-A", "Q-K-A"} == {ranks for ranks in found if "-" in ranks}
    assert {"Q-K-A": 1} == answers_to("DJ SQ HK", "SA HQ CK D2 D3")
    assert {"10-J-Q": 1, "2-3-4": 1} == answers_to("SA H2 C3", "H10 HJ HQ D2 D3 D4")
    assert {} == answers_to("SQ HK CA", "SA HQ CK D2 D3")
    assert {} == answers_to("S2 H3 C4", "SA D2 D3 HK")


@clause("GALA-6.4")
def test_ace_is_high_in_a_set() -> None:
    """It beats a king, and is beaten by nothing."""
    assert {"A": 1} == answers_to("HK", "SA D2 S9")
    assert {} == answers_to("HA", "SA DK S9")
    assert {"A-A": 1} == answers_to("HK SK", "SA DA S9")


@clause("GALA-6.3")
@pytest.mark.parametrize("leader", [0, 1])
def test_leader_must_lead(leader: int) -> None:
    """There is no pass."""
    m = left("S3 D9", "H4 CK", leader=leader)
    assert leader == turn(m)
    assert "pass" not in legal(m)
    assert "GALA-6.3" == clause_of(m, "pass")


@clause("GALA-6.5")
def test_pass_is_allowed_though_able_to_beat() -> None:
    """The leader leads again."""
    m = take(left("S3 D9 C2", "H4 CK"), "play S3")
    assert {frozenset(), frozenset({"H4"}), frozenset({"CK"})} == combinations_open(m)
    take(m, "pass")
    assert (0, {"play"}) == (turn(m), asked(m))


@clause("GALA-6.6")
@pytest.mark.parametrize(
    ("led", "hand", "expected"),
    [
        ("C4 S4", "H9 D9 S9 CK", {"9-9": 3}), ("C4 S4 H4", "H9 D9 S9 C9", {"9-9-9": 4}),
        ("C4 S4 H4 D4", "H9 D9 S9 C9", {"9-9-9-9": 1}), ("C4 S5 H6", "H9 D10 SJ CQ", {"9-10-J": 1, "10-J-Q": 1}),
        ("C4 S5 H6 D7", "H9 D10 SJ CQ", {"9-10-J-Q": 1}), ("C4", "H9 D9", {"9": 2}),
        ("C4 S5 H6", "H9 D9 S9", {}), ("C4 S4 H4", "H9 D10 SJ", {}),
    ],
)  # fmt: skip
def test_same_kind_and_number(led: str, hand: str, expected: dict[str, int]) -> None:
    """A set is answered by a set of as many, a run by a run of as many."""
    assert expected == answers_to(led, hand)


@clause("GALA-6.7")
@pytest.mark.parametrize(
    ("led", "hand", "beaten"),
    [
        ("C9", "H9", False), ("C9", "H10", True), ("C9", "H8", False), ("C8 C9 C10", "S8 S9 S10", False),
        ("C8 C9 C10", "S9 S10 SJ", True), ("CA C2 C3", "S2 S3 S4", True), ("C2 C3 C4", "SA S2 S3", False),
        ("CJ CQ CK", "SQ SK SA", True), ("CQ CK CA", "SJ SQ SK", False),
    ],
)  # fmt: skip
def test_comparing(led: str, hand: str, beaten: bool) -> None:
    """Sets by rank, sequences by the top card; A-2-3 is the lowest, Q-K-A the highest; equal does not beat."""
    m = take(left(f"{led} D7 D6", f"{hand} D2 D4"), f"play {led}")
    assert beaten == (frozenset(hand.split()) in combinations_open(m))


@clause("GALA-6.8")
def test_answers_go_to_and_fro() -> None:
    """Until one passes; the last to play leads; the cards are gone."""
    m = take(left("S3 D9 CJ C2", "H4 CK H2"), "play S3", "play H4", "play D9")
    assert (1, plays("CK", "")) == (turn(m), combinations_open(m))
    take(m, "play CK")
    assert (0, plays("")) == (turn(m), combinations_open(m))
    take(m, "pass")
    assert (1, ["H2"], {"C2", "CJ"}) == (turn(m), m.cards(1), set(m.cards(0)))
    assert plays("H2") == combinations_open(m)


@clause("GALA-6.1")
@pytest.mark.parametrize("leader", [0, 1])
def test_winner_of_the_last_trick_leads_with_the_bids(leader: int) -> None:
    """Thirteen cards each: those that were bid."""
    bids = ("SA S3 HK", "DA D3 CK")
    m = at_play_off(*bids, leader=leader)
    assert leader == turn(m)
    for seat in (0, 1):
        assert set(bids[seat].split()) <= set(m.cards(seat))
        assert 13 == len(m.cards(seat))
    assert leads(frozenset(m.cards(leader))) == combinations_open(m)


@clause("GALA-6.9", "GALA-6.10", "GALA-9.5")
@pytest.mark.parametrize("cards", [13, 12, 7, 1])
@pytest.mark.parametrize("winner", [0, 1])
def test_ten_for_every_card_left(winner: int, cards: int) -> None:
    """The moment a hand is empty, without a reply."""
    m = at_play_off(leader=winner)
    before = list(m.scores)
    finish(m, winner, cards)
    assert m.log.deal_over
    assert [(winner, 10 * cards)] == accounted_for(m, "GALA-6.9")
    gained = m.scores[winner] - before[winner]
    assert gained in (10 * cards, 10 * cards + 30)
    assert before[1 - winner] == m.scores[1 - winner]


@clause("GALA-6.10", "GALA-6.9")
def test_last_cards_may_be_an_answer() -> None:
    """A hand is emptied by an answer, too."""
    m = left("S3 D9", "H4 S4")
    take(m, "play S3", "play H4", "pass", "play S4")
    assert m.log.deal_over
    assert [(1, 10)] == accounted_for(m, "GALA-6.9")
    m = left("S3 D9", "H4")
    take(m, "play S3", "play H4")
    assert m.log.deal_over
    assert [(1, 10)] == accounted_for(m, "GALA-6.9")


@clause("GALA-6.11", "GALA-6.4")
@pytest.mark.parametrize("suits", ["C", "CSHD"])
def test_thirteen_ranks_are_one_run(suits: str) -> None:
    """Led at once; the other keeps thirteen cards."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    hand = " ".join(suits[number % len(suits)] + rank for number, rank in enumerate(ranks))
    m = at_play_off(hand)
    take(m, f"play {hand}")
    assert m.log.deal_over
    assert [(0, 130)] == accounted_for(m, "GALA-6.9")


@clause("GALA-6.11")
def test_same_ranks_of_other_cards_are_other_plays() -> None:
    """3-4-♣5 and 3-4-♥5: what stays behind differs."""
    for five, stays in (("C5", "H5"), ("H5", "C5")):
        m = take(left("S3 D4 C5 H5", "D2 H9"), f"play S3 D4 {five}")
        assert [stays] == m.cards(0)


@clause("GALA-6.5", "GALA-6.2")
def test_parts_of_a_combination() -> None:
    """Cards one at a time: only what leads to something; `done` once it is whole; an answer is whole with its last."""
    m = left("S3 D4 C5 H5 S6 DA", "H9 D9 D10 SJ D2")
    m.act(0, "play S3 +")
    assert {"play D4", "play C5", "play H5", "play S6", "done"} == legal(m)
    m.act(0, "play D4")
    assert {"play C5", "play H5", "play S6"} == legal(m)
    for code in ("play DA", "done"):
        assert m.gestures.refusal(0, code) is not None
    m.act(0, "play C5 +")
    assert {"done", "play S6"} == legal(m)
    m.act(0, "done")
    assert {"play H9", "play D9", "play D10", "play SJ", "pass"} == legal(m)
    m.act(1, "play D10")
    assert {"play H9", "play D9", "play SJ"} == legal(m)
    m.act(1, "play H9")
    assert {"play SJ"} == legal(m)
    m.act(1, "play SJ")
    assert (0,) == m.actors
    assert "1: play SJ H9 D10" in write(m).splitlines()


@clause("GALA-6.2", "GALA-6.5", "GALA-6.6", "GALA-6.7")
@pytest.mark.parametrize("seed", range(4))
def test_leads_and_answers_against_the_second_telling(seed: int) -> None:
    """Whole hands of thirteen, every combination."""
    suits = ["CSHD", "CSH", "SHD", "CD"][seed]
    bids = " ".join(suits[i % len(suits)] + rank for i, rank in enumerate(RANKS))
    m = at_play_off(bids)
    assert leads(frozenset(m.cards(0))) == combinations_open(m)
    for table in ({"2"}, {"2", "3", "4"}, {"5"}):
        chosen = [card for card in m.cards(0) if card[1:] in table][: len(table)]
        play = play_of(frozenset(chosen))
        if play:
            other = at_play_off(bids)
            take(other, "play " + " ".join(chosen))
            assert answers(other.cards(1), play) | {frozenset()} == combinations_open(other)


@clause("GALA-6.7", "GALA-6.2")
def test_table_of_combinations() -> None:
    """The second telling, on cards written out."""
    for text, expected in (
        ("C3", Play("set", 1, 3)), ("C3 S3", Play("set", 2, 3)), ("C3 S4", None), ("CA S2 H3", Play("sequence", 3, 3)),
        ("CQ SK HA", Play("sequence", 3, 14)), ("CK SA H2", None), ("JR", Play("set", 1, 1)),
        ("JR C3", Play("set", 2, 3)), ("JR CK", Play("set", 2, 13)), ("JR CK HA", Play("sequence", 3, 15)),
        ("JR C2 H3", Play("sequence", 3, 3)), ("JR CA H2", None), ("JR C3 H5", None), ("JR C5 H6 D7", None),
        ("JR CA SA HA DA", Play("set", 5, 14)),
    ):  # fmt: skip
        assert expected == play_of(frozenset(text.split())), text
