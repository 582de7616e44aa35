"""Which cards may be played, and who wins: sections 9 and 10."""

from __future__ import annotations

import pytest

from tests.clauses import clause
from tests.games.french_tarot_solo.builders import (
    cards_open,
    clause_of,
    codes,
    first_trick,
    on_trick,
    play_trick,
    take,
    told,
    won,
)
from tests.games.french_tarot_solo.naive import AI, DUMMY, ME
from torite import Match


def dummy_may(ai: str, dummy: str) -> set[str]:
    """What the Dummy may play of its three open cards."""
    return cards_open(first_trick("", ai, dummy))


def i_may(hand: str, ai: str, dummys: str, void: str) -> set[str]:
    """What the player may play of these cards, the rest of his hand being plain cards of other suits than `void`."""
    window = " ".join([dummys, *[card for card in codes("D9 D10 DJ DQ DC") if card not in (dummys, ai)][:2]])
    m = first_trick(hand, ai, window, dummys, void=void)
    return cards_open(m)


def taker(ai: str, dummy: str, mine: str, rest: str = "", void: str = "") -> Match:
    """The first trick of these cards."""
    window = " ".join([dummy, *[card for card in codes("DJ DC DQ") if card not in (dummy, ai, mine)][:2]])
    return take(first_trick(f"{mine} {rest}", ai, window, dummy, void=void), f"play {mine}")


def took(m: Match) -> int:
    """The side that took the first trick."""
    return told(m, "takes")[0][0]


# the Dummy


@clause("TAROT-9.1", "TAROT-9.9")
@pytest.mark.parametrize(
    ("ai", "dummy", "may"),
    [
        ("S7", "S2 SK H3", "S2 SK"), ("S7", "S2 T5 EX", "S2 EX"), ("HK", "H1 D2 C2", "H1"),
        ("S7", "S2 S3 S4", "S2 S3 S4"), ("S7", "S10 S2 T21", "S10 S2"),
    ],
)  # fmt: skip
def test_dummy_follows_suit(ai: str, dummy: str, may: str) -> None:
    """With its open cards; it need not go higher."""
    assert set(may.split()) == dummy_may(ai, dummy)


@clause("TAROT-9.2", "TAROT-9.3", "TAROT-9.9")
@pytest.mark.parametrize(
    ("ai", "dummy", "may"),
    [("S7", "HQ T5 T12", "T5 T12"), ("S7", "HQ T5 EX", "T5 EX"), ("S7", "HQ D2 T1", "T1"), ("SK", "T2 T3 C9", "T2 T3")],
)
def test_dummy_trumps(ai: str, dummy: str, may: str) -> None:
    """Example 1: without the suit led, any trump, for none lies in the trick."""
    assert set(may.split()) == dummy_may(ai, dummy)


@clause("TAROT-9.5", "TAROT-9.6")
@pytest.mark.parametrize(
    ("dummy", "may"),
    [
        ("HQ T5 T12", "T12"), ("HQ T3 T5", "T3 T5"), ("HQ C2 DJ", "HQ C2 DJ"), ("T10 T21 T8", "T10 T21"),
        ("T8 EX H2", "T8 EX"), ("T10 T8 EX", "T10 EX"), ("EX H2 H3", "EX H2 H3"),
    ],
)  # fmt: skip
def test_dummy_overtrumps(dummy: str, may: str) -> None:
    """Example 2: a trump 9 was led."""
    assert set(may.split()) == dummy_may("T9", dummy)


@clause("TAROT-9.4", "TAROT-9.10", "TAROT-9.9")
@pytest.mark.parametrize("ai", ["S7", "T9"])
def test_cards_face_down_bind_nobody(ai: str) -> None:
    """Any open card, though the next one could have followed."""
    m = first_trick("", ai, "HQ C2 DJ S2 T10")
    assert {"HQ", "C2", "DJ"} == cards_open(m)
    take(m, "play DJ")
    assert ["", ai, "DJ"] == on_trick(m)


@clause("TAROT-9.11", "TAROT-9.7")
def test_dummy_plays_anything_to_the_excuse() -> None:
    """Example 4."""
    assert {"D4", "T6", "CK"} == dummy_may("EX", "D4 T6 CK")


# the player


@clause("TAROT-9.1", "TAROT-9.2", "TAROT-9.3", "TAROT-9.4", "TAROT-9.7", "TAROT-9.8")
@pytest.mark.parametrize(
    ("hand", "may"),
    [
        ("S2 T8 T15 C4", "S2"), ("T8 T15 C4", "T15"), ("T8 T10 C4 EX", "T8 T10 EX"), ("S2 S9 EX", "S2 S9 EX"),
        ("T13 T14 T2", "T13 T14"), ("T11 EX", "T11 EX"),
    ],
)  # fmt: skip
def test_player_behind_a_trump(hand: str, may: str) -> None:
    """Example 3: a spade was led and the Dummy played T12."""
    assert set(may.split()) == i_may(hand, "S7", "T12", "ST")


@clause("TAROT-9.4", "TAROT-9.8")
def test_player_without_suit_and_trump_plays_anything() -> None:
    """The Excuse is no trump that must be played."""
    m = first_trick("H2 C4 EX", "S7", "T12 D9 D10", "T12", void="ST")
    assert set(m.cards(0)) == cards_open(m)
    m = first_trick("H2 C4", "S7", "D8 D9 D10", "D8", void="ST")
    assert set(m.cards(0)) == cards_open(m)


@clause("TAROT-9.2")
@pytest.mark.parametrize(("hand", "may"), [("T2 T8", "T2 T8"), ("T21", "T21"), ("T1 EX", "T1 EX")])
def test_player_must_trump(hand: str, may: str) -> None:
    """Any trump if none lies there."""
    assert set(may.split()) == i_may(hand, "S7", "D8", "ST")


@clause("TAROT-9.1")
def test_player_need_not_go_higher_in_a_suit() -> None:
    """Nor trump while he can follow."""
    assert {"S2", "SK"} == i_may("S2 SK T5", "S7", "S9", "ST")


@clause("TAROT-9.5", "TAROT-9.6")
@pytest.mark.parametrize(
    ("dummys", "hand", "may"),
    [
        ("D8", "T8 T10 T2", "T10"), ("T12", "T8 T10 T2", "T8 T10 T2"), ("T12", "T8 T13 T20", "T13 T20"),
        ("D8", "T8 EX", "T8 EX"), ("T12", "T13 T2 EX", "T13 EX"),
    ],
)  # fmt: skip
def test_player_on_a_trump_led(dummys: str, hand: str, may: str) -> None:
    """Higher than the highest in the trick if he can, else any trump. T9 was led."""
    assert set(may.split()) == i_may(hand, "T9", dummys, "T")


@clause("TAROT-9.6", "TAROT-9.8")
@pytest.mark.parametrize("hand", ["EX H2", "H2"])
def test_player_without_a_trump_on_a_trump_led(hand: str) -> None:
    """Any card, the Excuse among them."""
    m = first_trick(hand, "T9", "D8 D9 D10", "D8", void="T")
    assert set(m.cards(0)) == cards_open(m)


@clause("TAROT-9.11", "TAROT-10.5")
@pytest.mark.parametrize(
    ("dummys", "hand", "may"),
    [("D4", "D9 T2 S3", "D9"), ("T6", "D9 T2 T8 S3", "T8"), ("T6", "T2 T3 D9", "T2 T3"), ("D4", "T2 S3", "T2")],
)
def test_player_behind_an_excuse_led(dummys: str, hand: str, may: str) -> None:
    """Example 4: the Dummy's card says what is led."""
    window = " ".join({"D4": ("D4", "T6", "CK"), "T6": ("T6", "D4", "CK")}[dummys])
    assert set(may.split()) == cards_open(first_trick(hand, "EX", window, dummys, void="DT"))


@clause("TAROT-9.11", "TAROT-9.6")
def test_player_without_trumps_behind_an_excuse_and_a_trump() -> None:
    """Any card."""
    m = first_trick("D9 S3", "EX", "T6 D4 CK", "T6", void="T")
    assert set(m.cards(0)) == cards_open(m)


@clause("TAROT-9.7", "TAROT-9.8")
@pytest.mark.parametrize(("ai", "dummys"), [("S7", "S8"), ("S7", "T12"), ("T9", "T12"), ("T9", "D8"), ("S7", "D8")])
def test_excuse_may_always_be_played(ai: str, dummys: str) -> None:
    """Whatever the player could and should do."""
    assert "EX" in i_may("EX S2 SK T20 T2", ai, dummys, "")


# what is refused


@clause("TAROT-9.1", "TAROT-9.2", "TAROT-9.5", "TAROT-9.9")
@pytest.mark.parametrize(
    ("ai", "dummy", "card", "cited"),
    [
        ("S7", "S2 T5 H3", "T5", "TAROT-9.1"), ("S7", "S2 T5 H3", "H3", "TAROT-9.1"),
        ("S7", "HQ T5 T12", "HQ", "TAROT-9.2"), ("T9", "HQ T5 T12", "T5", "TAROT-9.5"),
        ("T9", "HQ T5 T12", "HQ", "TAROT-9.5"), ("T9", "HQ T3 T5", "HQ", "TAROT-9.5"),
    ],
)  # fmt: skip
def test_what_the_dummy_may_not_play(ai: str, dummy: str, card: str, cited: str) -> None:
    """And the clause that forbids it; the sentence names what may be played."""
    m = first_trick("", ai, dummy)
    assert cited == clause_of(m, f"play {card}")
    sentence, _ = m.why(0, f"play {card}") or ("", "")
    assert "Dummy" in sentence


@clause("TAROT-9.1", "TAROT-9.2", "TAROT-9.3", "TAROT-9.5")
@pytest.mark.parametrize(
    ("ai", "dummys", "hand", "card", "cited"),
    [
        ("S7", "T12", "S2 T15 C4", "C4", "TAROT-9.1"), ("S7", "T12", "S2 T15 C4", "T15", "TAROT-9.1"),
        ("S7", "D8", "T8 C4", "C4", "TAROT-9.2"), ("S7", "T12", "T8 T15 C4", "T8", "TAROT-9.3"),
        ("S7", "T12", "T8 T15 C4", "C4", "TAROT-9.2"), ("S7", "T12", "T8 C4", "C4", "TAROT-9.2"),
        ("T9", "D8", "T8 T10 C4", "T8", "TAROT-9.5"), ("T9", "T12", "T10 T13", "T10", "TAROT-9.5"),
        ("T9", "T12", "T8 C4", "C4", "TAROT-9.5"), ("T9", "D8", "T10 C4", "C4", "TAROT-9.5"),
    ],
)  # fmt: skip
def test_what_the_player_may_not_play(ai: str, dummys: str, hand: str, card: str, cited: str) -> None:
    """And the clause that forbids it."""
    m = first_trick(hand, ai, f"{dummys} D9 D10", dummys, void="ST")
    assert cited == clause_of(m, f"play {card}")


@clause("TAROT-9.3", "TAROT-9.5")
def test_refusals_name_the_trump_to_beat_and_the_cards_that_do() -> None:
    """In the English sentence."""
    m = first_trick("T8 T15 C4", "S7", "T12 D9 D10", "T12", void="ST")
    sentence, _ = m.why(0, "play T8") or ("", "")
    assert "T12" in sentence
    assert "T15" in sentence


# who wins


@clause("TAROT-10.1")
@pytest.mark.parametrize(
    ("ai", "dummy", "mine", "void", "side"),
    [
        ("SK", "T1", "S2", "", DUMMY), ("SK", "T5", "T6", "ST", ME), ("SK", "T7", "T6", "ST", DUMMY),
        ("T9", "T10", "T8", "T", DUMMY), ("T9", "D8", "H2", "T", AI), ("T9", "T8", "T7", "T", AI),
        ("SK", "D8", "T1", "ST", ME), ("T1", "D8", "T2", "T", ME),
    ],
)  # fmt: skip
def test_highest_trump_wins(ai: str, dummy: str, mine: str, void: str, side: int) -> None:
    """Wherever it lies."""
    assert side == took(taker(ai, dummy, mine, void=void))


@clause("TAROT-10.2")
@pytest.mark.parametrize(
    ("ai", "dummy", "mine", "side"),
    [
        ("S7", "S9", "S10", ME), ("S7", "SJ", "S10", DUMMY), ("SQ", "SC", "S10", AI), ("S7", "DK", "HK", AI),
        ("S1", "DK", "S2", ME), ("S10", "S9", "SJ", ME), ("S1", "S2", "HK", DUMMY),
    ],
)  # fmt: skip
def test_highest_card_of_the_suit_led_wins(ai: str, dummy: str, mine: str, side: int) -> None:
    """Without a trump; other suits count nothing."""
    assert side == took(taker(ai, dummy, mine, void="" if mine[0] == "S" else "ST"))


@clause("TAROT-10.4", "TAROT-1.3")
@pytest.mark.parametrize(("dummy", "mine", "side"), [("S9", "S8", DUMMY), ("S5", "S6", AI), ("S9", "S10", ME)])
def test_trick_goes_to_the_side_that_won_it(dummy: str, mine: str, side: int) -> None:
    """The AI's and the Dummy's to the defence."""
    m = taker("S7", dummy, mine)
    three = {"S7", dummy, mine}
    assert (three if side == ME else set()) == won(m, ME)
    assert (set() if side == ME else three) == won(m, AI) | won(m, DUMMY)
    assert [int(one == side) for one in (ME, AI, DUMMY)] == list(m.public.tricks)


@clause("TAROT-10.3", "TAROT-11.1")
def test_excuse_does_not_win() -> None:
    """From nobody, before the last trick."""
    assert AI == took(taker("S1", "D8", "EX", void="S"))
    assert AI == took(taker("S7", "EX", "H3", void="ST"))
    assert ME == took(taker("S7", "EX", "S10"))


@clause("TAROT-10.5", "TAROT-9.11")
@pytest.mark.parametrize(
    ("dummy", "mine", "void", "side"),
    [
        ("D4", "D9", "", ME), ("D9", "D4", "", DUMMY), ("D4", "HK", "DT", DUMMY), ("T6", "T8", "", ME),
        ("T6", "T5", "T", DUMMY), ("T6", "HK", "T", DUMMY), ("D4", "T1", "D", ME),
    ],
)  # fmt: skip
def test_trick_behind_an_excuse_led(dummy: str, mine: str, void: str, side: int) -> None:
    """It is between the Dummy's card and the player's."""
    assert side == took(taker("EX", dummy, mine, void=void))


@clause("TAROT-9.9", "TAROT-8.4")
def test_dummys_duty_is_judged_again_in_each_trick() -> None:
    """By the cards open then."""
    m = first_trick("S3 S4", "S7 S9", "HQ C2 DJ S2")
    play_trick(m, "S3", "HQ")
    assert {"S2"} == cards_open(m)
