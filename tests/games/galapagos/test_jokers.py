"""Section 8: the joker variant."""

from __future__ import annotations

from typing import Any

import pytest

import torite
from tests.aloud import listed, take, turn
from tests.clauses import clause
from tests.games.galapagos.asking import PLAIN, WITH_JOKERS, accounted_for, asked, combinations_open, legal, plays
from tests.games.galapagos.builders import at_play_off, at_tricks, auctioned, left, melded, scored
from tests.games.galapagos.naive_playoff import counted, leads
from torite import Match


def joker_of(m: Match, seat: int) -> list[str]:
    """The jokers that a seat holds."""
    return [card for card in m.cards(seat) if card in ("JR", "JB")]


@clause("GALA-8.1", "GALA-8.2", "GALA-8.3")
@pytest.mark.parametrize("seed", range(6))
def test_deal_with_jokers(seed: int) -> None:
    """Twelve cards and a joker each, a stock of 26, two cards removed."""
    m = torite.Match(WITH_JOKERS, seed=seed)
    assert [13, 13] == [len(m.cards(0)), len(m.cards(1))]
    assert ["JB", "JR"] == sorted(joker_of(m, 0) + joker_of(m, 1))
    assert 1 == len(joker_of(m, 0))
    assert (26, 2) == (m.public.stock_left, len(listed(m, m.log.state.removed)))


@clause("GALA-8.2")
def test_who_gets_which_joker_is_random() -> None:
    """Both happen."""
    assert {"JR", "JB"} == {joker_of(torite.Match(WITH_JOKERS, seed=seed), 0)[0] for seed in range(20)}


@clause("GALA-8.3", "GALA-8.15")
@pytest.mark.parametrize("surplus", ["discard_two_unseen", "reveal_two"])
def test_removed_cards(surplus: str) -> None:
    """Seen by nobody, or by both."""
    m = torite.Match(WITH_JOKERS, seed=4, options={"joker_surplus": surplus})
    removed = listed(m, m.log.state.removed)
    for view in (m.view(0), m.view(1), m.public):
        assert (removed if surplus == "reveal_two" else []) == listed(m, view.removed)
    take_any(m)
    for view in (m.view(0), m.view(1), m.public):
        assert (removed if surplus == "reveal_two" else []) == listed(m, view.removed)


def take_any(m: Match) -> None:
    """Play the auctions, any cards."""
    while asked(m) <= {"bid", "take"}:
        m.act(m.actors[0], m.actions(m.actors[0])[0])


# exchange


@clause("GALA-8.6", "GALA-8.7")
def test_exchange_choices() -> None:
    """Both at once: keep the joker, or give any won card."""
    m = auctioned(("", ""), variant=WITH_JOKERS, exchanges=False)
    assert {0, 1} == set(m.actors)
    for seat in (0, 1):
        won = listed(m, m.log.state.won_pile[seat])
        assert {"keep", *(f"exchange {card}" for card in won)} == legal(m, seat)
        assert 14 == len(legal(m, seat))


@clause("GALA-8.6", "EX-GALA-19")
@pytest.mark.parametrize("first", [0, 1])
def test_example_19_exchange(first: int) -> None:
    """The joker goes to the Tricks hand, the ♦5 to the play-off hand; both have 13 cards."""
    m = auctioned(("D5", ""), ("JR", "JB"), variant=WITH_JOKERS, exchanges=False)
    codes_of = {0: "exchange D5", 1: "keep"}
    m.act(first, codes_of[first])
    m.act(1 - first, codes_of[1 - first])
    scored(m)
    for seat in (0, 1):
        m.act(seat, "name C")
    assert 13 == len(m.cards(0)) == len(m.cards(1))
    assert "JR" in m.cards(0)
    assert "D5" not in m.cards(0)
    assert "JB" not in m.cards(1)
    from tests.games.galapagos.builders import play_tricks

    play_tricks(m)
    assert 13 == len(m.cards(0)) == len(m.cards(1))
    assert "D5" in m.cards(0)
    assert "JR" not in m.cards(0)
    assert "JB" in m.cards(1)


@clause("GALA-8.6", "GALA-8.16")
@pytest.mark.parametrize("follow", ["free", "as_trump_suit"])
def test_no_exchange(follow: str) -> None:
    """With `none` nobody is asked, and the jokers are in the play-off hands."""
    options: dict[str, Any] = {"joker_exchange": "none", "joker_follow": follow}
    m = auctioned(("", ""), variant=WITH_JOKERS, **options)
    assert {"name"} == asked(m)
    m = at_tricks("", "", variant=WITH_JOKERS, **options)
    assert [] == joker_of(m, 0) + joker_of(m, 1)
    m = at_play_off("", "", variant=WITH_JOKERS, **options)
    assert 1 == len(joker_of(m, 0)) == len(joker_of(m, 1))


@clause("GALA-8.16")
@pytest.mark.parametrize(
    "options",
    [{"joker_surplus": "reveal_two"}, {"joker_exchange": "none"}, {"joker_follow": "as_trump_suit"},
     {"joker_surplus": "reveal_two", "joker_exchange": "none", "joker_follow": "as_trump_suit"}],
)  # fmt: skip
def test_joker_options_do_nothing_without_jokers(options: dict[str, str]) -> None:
    """The same match, action by action."""
    one, other = torite.Match(PLAIN, seed=8), torite.Match(PLAIN, seed=8, options=options)
    for _ in range(70):
        seat = one.actors[0]
        assert [str(a) for a in one.actions(seat)] == [str(a) for a in other.actions(seat)]
        for m in (one, other):
            m.act(seat, m.actions(seat)[-1])
    assert (one.scores, one.public.phase) == (other.scores, other.public.phase)
    assert [] == listed(one, one.log.state.removed) == listed(other, other.log.state.removed)


@clause("GALA-8.1")
def test_jokers_option_is_the_variant() -> None:
    """`jokers = true` in the plain variant deals as the joker variant does."""
    m = torite.Match(PLAIN, seed=5, options={"jokers": True})
    assert 1 == len(joker_of(m, 0)) == len(joker_of(m, 1))
    m = torite.Match(WITH_JOKERS, seed=5, options={"jokers": False})
    assert 0 == len(joker_of(m, 0))
    assert 26 == m.public.stock_left


# tricks


@clause("EX-GALA-14", "GALA-8.9", "GALA-5.8", "GALA-5.9")
@pytest.mark.parametrize(
    ("led", "reply", "expected"),
    [("DA", "JB", 1), ("S2", "JB", 0), ("JR", "H2", 1), ("JR", "JB", 0), ("HA", "JB", 1), ("JR", "DA", 0),
     ("JR", "CA", 0)],
)  # fmt: skip
def test_example_14_tricks(led: str, reply: str, expected: int) -> None:
    """A's trump is ♠, B's ♥; the joker is a trump below the 2."""
    m = at_tricks(led, reply, trumps="SH", variant=WITH_JOKERS, avoid=("", "S"))
    take(m, f"play {led}", f"play {reply}")
    assert expected == turn(m)


@clause("GALA-8.9", "GALA-8.11")
def test_led_joker_leads_the_trump_of_its_player() -> None:
    """The other must follow that suit with ordinary cards; whose joker it is decides."""
    m = take(at_tricks("JR", "S5 S9 HA", trumps="SH", variant=WITH_JOKERS), "play JR")
    must = {f"play {card}" for card in m.cards(1) if card[0] == "S"}
    assert {"play S5", "play S9"} <= must == legal(m)
    take(m, "play S5")
    assert 0 == turn(m)
    m = take(at_tricks("JR", "S5", trumps="SS", variant=WITH_JOKERS), "play JR", "play S5")
    assert 1 == turn(m)


@clause("GALA-8.11", "GALA-8.10")
def test_led_joker_and_no_card_of_that_suit() -> None:
    """Then anything may be played."""
    m = take(at_tricks("JR", "H5", trumps="SH", variant=WITH_JOKERS, avoid=("", "S")), "play JR")
    assert {f"play {card}" for card in m.cards(1)} == legal(m)


def follow(hand: str, led: str, trump: str, avoid: str = "", **options: Any) -> set[str]:
    """What seat 1 may play to a lead, with this in hand and no other card of the suit led."""
    options = {"trumps": "S" + trump, "variant": WITH_JOKERS, "avoid": ("", avoid or led[0]), **options}
    m = at_tricks(led, hand, **options)
    take(m, f"play {led}")
    return {code.split()[1] for code in legal(m)}


@clause("EX-GALA-19", "GALA-8.10", "GALA-8.18")
@pytest.mark.parametrize(
    ("rule", "trump", "expected"),
    [
        ("free", "C", {"H9", "JB"}), ("free", "H", {"H9", "JB"}), ("as_trump_suit", "C", {"H9"}),
        ("as_trump_suit", "H", {"H9", "JB"}), ("as_trump_suit", "S", {"H9"}), ("free", "S", {"H9", "JB"}),
    ],
)  # fmt: skip
def test_example_19_following(rule: str, trump: str, expected: set[str]) -> None:
    """♥ is led to ♥9, ♣K and a joker."""
    assert expected == follow("H9 CK JB", "H4", trump, joker_follow=rule)


@clause("EX-GALA-19", "GALA-8.10", "GALA-8.18")
@pytest.mark.parametrize(
    ("rule", "trump", "only"), [("free", "H", False), ("free", "C", False), ("as_trump_suit", "H", True),
                                ("as_trump_suit", "C", False)],
)  # fmt: skip
def test_example_19_following_without_the_suit(rule: str, trump: str, only: bool) -> None:
    """♥ is led to ♣K and a joker: either, or only the joker where it is a heart."""
    found = follow("CK JB", "H4", trump, joker_follow=rule)
    assert {"JB"} == found if only else {"CK", "JB"} <= found
    assert only or 13 == len(found)


@clause("GALA-8.18", "GALA-8.11")
@pytest.mark.parametrize(("rule", "expected"), [("free", None), ("as_trump_suit", {"JB"})])
def test_joker_led_to_a_joker_of_that_suit(rule: str, expected: set[str] | None) -> None:
    """Both name ♠: the follower's joker is its only spade."""
    m = at_tricks("JR", "JB", trumps="SS", variant=WITH_JOKERS, avoid=("", "S"), joker_follow=rule)
    take(m, "play JR")
    assert (expected or set(m.cards(1))) == {code.split()[1] for code in legal(m)}


@clause("GALA-8.10")
def test_joker_may_be_led_at_any_time() -> None:
    """Like any card."""
    m = at_tricks("JR", "", variant=WITH_JOKERS)
    assert {f"play {card}" for card in m.cards(0)} == legal(m)
    assert "play JR" in legal(m)


# play-off


def ranks_open(m: Match) -> dict[str, int]:
    """How often each combination of ranks may be played."""
    return dict(counted(combinations_open(m) - plays("")))


@clause("GALA-8.12", "GALA-8.13", "GALA-8.14", "GALA-8.17")
def test_leads_with_a_joker() -> None:
    """It enlarges a set, stands above an ace or below a 2, or alone."""
    m = left("JR C4 S4 CK SA D2 H3", "D9 H9", variant=WITH_JOKERS)
    expected = {
        "joker": 1, "4": 2, "K": 1, "A": 1, "2": 1, "3": 1, "4-4": 1, "joker-4": 2, "joker-4-4": 1, "joker-K": 1,
        "joker-A": 1, "joker-2": 1, "joker-3": 1, "joker-K-A": 1, "2-3-A": 1, "joker-2-3": 1, "2-3-4": 2, "2-3-4-A": 2,
        "joker-2-3-4": 2,
    }  # fmt: skip
    assert expected == ranks_open(m)


@clause("GALA-8.13", "GALA-8.17", "EX-GALA-14")
def test_joker_stands_nowhere_else() -> None:
    """Not in a gap, not above a king, not below a low ace, not with one card."""
    m = left("JR C4 S5 H7 CJ DQ HK D9", "D10 H9", variant=WITH_JOKERS)
    found = {frozenset(ranks.split("-")) for ranks in ranks_open(m)}
    for wrong in ("joker-4-5", "4-5-joker-7", "joker-J-Q-K", "joker-J-Q", "9-joker-J", "joker-Q-K"):
        assert frozenset(wrong.split("-")) not in found
    m = left("JR CA S2 H4", "D10 H9", variant=WITH_JOKERS)
    assert not any(len(ranks.split("-")) > 2 for ranks in ranks_open(m))


@clause("EX-GALA-14", "GALA-8.13", "GALA-8.17")
@pytest.mark.parametrize(
    ("led", "hand", "answer", "beats"),
    [
        ("CJ SQ HK DA", "SJ CQ DK HA JB", "CQ DK HA JB", True), ("CA S2 H3", "JB D2 C3", "JB D2 C3", False),
        ("C2 S3 H4", "JB D2 C3 S4", "JB D2 C3", False), ("SQ HK CA", "SK DA JB", "SK DA JB", True),
        ("CQ HK CA", "DJ DQ SK HA", "DJ DQ SK", False), ("C3 S3", "JB H4", "JB H4", True),
        ("C4 S4", "JB H4", "JB H4", False), ("C4 S4 H4", "JB H5 D5", "JB H5 D5", True),
        ("CA SA HA DA", "JB H5 D5", "JB H5 D5", False), ("C2", "JB H5", "JB", False),
    ],
)  # fmt: skip
def test_answers_with_a_joker(led: str, hand: str, answer: str, beats: bool) -> None:
    """They are compared like ordinary combinations."""
    m = take(left(f"{led} C7", f"{hand} D8", variant=WITH_JOKERS), f"play {led}")
    assert beats == (frozenset(answer.split()) in combinations_open(m))


@clause("GALA-8.17")
@pytest.mark.parametrize(
    ("led", "hand", "expected"),
    [
        ("JR C4", "S5 H5 D9", {"5-5": 1}), ("JR C4 S4", "H5 S5 D5 C9", {"5-5-5": 1}),
        ("JR CK SA", "SQ HK CA D9", {}), ("JR D2 H3", "C2 S3 H4 D9", {"2-3-4": 1}),
        ("JR CA SA HA DA", "C2 S2 D2", {}), ("JR C4", "JB H5 D9", {"joker-5": 1, "joker-9": 1}),
    ],
)  # fmt: skip
def test_combinations_with_a_joker_are_answered(led: str, hand: str, expected: dict[str, int]) -> None:
    """By ordinary ones of the same kind and number, or by such with a joker."""
    m = take(left(f"{led} C7", hand, variant=WITH_JOKERS), f"play {led}")
    assert expected == ranks_open(m)


@clause("GALA-8.14")
def test_joker_alone() -> None:
    """A lead below the 2: any single card beats it; it beats nothing, not even the other joker."""
    m = take(left("JR C7", "H2 D8 JB", variant=WITH_JOKERS), "play JR")
    assert {"2": 1, "8": 1} == ranks_open(m)
    m = take(left("C2 C7", "JB D8", variant=WITH_JOKERS), "play C2")
    assert {"8": 1} == ranks_open(m)
    m = left("JR", "H2 JB D5", variant=WITH_JOKERS)
    take(m, "play JR")
    assert m.log.deal_over
    assert [(0, 30)] == accounted_for(m, "GALA-6.9")


@clause("GALA-8.15", "GALA-8.12")
@pytest.mark.parametrize("seed", range(3))
def test_every_lead_with_a_joker(seed: int) -> None:
    """Whole hands of thirteen, against the second telling."""
    bids = ["JR C2 S3 H4 DA CA SK HQ D5", "JR C9 S9 H9 D9 DA CA SK HK C2", "JB C2 C3 C4 C5 C6 C7 CQ CK CA S2 S3"][seed]
    m = at_play_off(bids, variant=WITH_JOKERS)
    assert leads(frozenset(m.cards(0))) == combinations_open(m)


@clause("GALA-8.8", "GALA-8.6")
def test_joker_adds_nothing_to_melds() -> None:
    """In a won pile by exchange."""
    assert [15, 0] == melded("S9 H9 D9 JR S10", "", variant=WITH_JOKERS).scores
