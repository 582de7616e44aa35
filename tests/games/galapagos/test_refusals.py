"""Every refusal of the game: its clause, and a sentence in both languages that teaches."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import torite
from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.galapagos.asking import WITH_JOKERS, clause_of, legal
from tests.games.galapagos.builders import at_auction, at_tricks, auctioned, both_bid, left, melded
from torite import Match
from torite.games import galapagos
from torite.games.galapagos.state import REFUSALS

ENGLISH, JAPANESE = (
    tomllib.loads((Path(galapagos.__file__).parent / f"words/{language}.toml").read_text(encoding="utf-8"))
    for language in ("en", "ja")
)
SET = "S8 H8 D8"


def acted(m: Match, seat: int, *codes: str) -> Match:
    """Let one seat act."""
    for code in codes:
        m.act(seat, code)
    return m


def second_auction() -> Match:
    """The first auction is over: ♥A and ♥3 were bid, seat 0 has ♠7 and seat 1 ♦9."""
    return take(both_bid("S7", "HA", "H3", blind="D9"), "take faced")


def exchanging() -> Match:
    """Both may exchange; seat 0 has won ♦5 and bid the red joker."""
    return auctioned(("D5", ""), ("JR S2", "JB"), variant=WITH_JOKERS, exchanges=False)


def reply(led: str, hand: str, trumps: str = "SH", **how: Any) -> Match:
    """Seat 0 has led to the first trick."""
    return take(at_tricks(led, hand, trumps=trumps, **how), f"play {led}")


def answer(table: str, hand: str, **how: Any) -> Match:
    """Seat 0 has led to the play-off."""
    return take(left(f"{table} C2 D2", hand, **how), f"play {table}")


JOKERS: dict[str, Any] = {"variant": WITH_JOKERS}

#: What is refused, by the key of its sentence: the position, who tries, actions, the clause.
REFUSED: dict[str, tuple[Callable[[], Match], int, str, str]] = {
    "bid_stands": (lambda: acted(at_auction("S7", "HA HK"), 0, "bid HA"), 0, "bid HK, bid HA", "GALA-2.14"),
    "won_no_bids": (second_auction, 0, "bid S7", "GALA-2.10"),
    "spent": (second_auction, 0, "bid HA", "GALA-2.11"),
    "must_bid": (lambda: at_auction("S7"), 0, "pass", "GALA-2.13"),
    "winner_picks": (lambda: both_bid("S7", "HA", "H3"), 1, "take faced, take blind", "GALA-2.8"),
    "chosen": (lambda: acted(exchanging(), 0, "keep"), 0, "exchange D5, keep", "GALA-8.7"),
    "not_won": (exchanging, 0, "exchange S2", "GALA-8.6"),
    "joker_for_a_card": (exchanging, 0, "exchange JR", "GALA-8.6"),
    "not_missing": (lambda: auctioned((SET, "")), 0, "name S, name H", "GALA-3.10"),
    "raises_nothing": (
        lambda: auctioned(("S2 H2 D2 CJ SJ HJ C9 C10 CQ CK", ""), meld_overlap="none"), 0, "name D", "GALA-3.15"
    ),
    "no_such_meld": (lambda: auctioned(("C4 C5 C6", "")), 1, "show 2, show 8", "GALA-3.17"),
    "shown_already": (lambda: take(auctioned(("C4 C5 C6 HJ HQ HK", "")), "show 1"), 1, "show 1", "GALA-3.12"),
    "must_name": (lambda: melded(""), 0, "decline", "GALA-5.1"),
    "bound": (lambda: melded(SET, "", names=("C", "")), 0, "name C, name H", "GALA-5.2"),
    "named_already": (lambda: acted(melded(""), 0, "name C"), 0, "name C, name D", "GALA-5.2"),
    "follow": (lambda: reply("D5", "DA CK"), 1, "play CK", "GALA-5.4"),
    "follow_joker_led": (lambda: reply("JR", "S4 CK", **JOKERS), 1, "play CK", "GALA-8.11"),
    "joker_is_trump": (
        lambda: reply("D5", "DA JB", "SH", joker_follow="as_trump_suit", **JOKERS), 1, "play JB", "GALA-8.18"
    ),
    "no_pass_in_tricks": (lambda: reply("D5", "DA"), 1, "pass", "GALA-5.4"),
    "must_lead": (lambda: left("S3 D9", "H4 CK"), 0, "pass", "GALA-6.3"),
    "unlike": (lambda: left("S3 D9 H10", "H4 CK"), 0, "play S3 D9, play D9 H10", "GALA-6.2"),
    "ace_between": (lambda: left("SQ SK HA D2 C3", "H4 CK"), 0, "play SK HA D2, play D2 HA SK", "GALA-6.4"),
    "joker_at_an_end": (
        lambda: left("JR S3 D4 H5", "H8 CK", **JOKERS), 0, "play JR S3 D4", "GALA-8.13"
    ),
    "set_too_low": (lambda: answer("H9", "S9 D4 CK"), 1, "play S9, play D4", "GALA-6.7"),
    "set_too_few": (lambda: answer("H9 S9", "D10 DJ CJ"), 1, "play D10", "GALA-6.6"),
    "sequence_not_higher": (lambda: answer("H7 S8 D9", "S7 C8 C9 H10 D3"), 1, "play S7 C8 C9", "GALA-6.7"),
    "joker_alone": (lambda: answer("H3", "JB D4", **JOKERS), 1, "play JB", "GALA-8.14"),
}  # fmt: skip


@cache
def position_of(key: str) -> Match:
    """The position of a refusal, built once."""
    return REFUSED[key][0]()


@clause(
    "GALA-2.8", "GALA-2.10", "GALA-2.11", "GALA-2.13", "GALA-2.14", "GALA-3.10", "GALA-3.12", "GALA-3.15",
    "GALA-3.17", "GALA-5.1", "GALA-5.2", "GALA-5.4", "GALA-6.2", "GALA-6.3", "GALA-6.4", "GALA-6.6", "GALA-6.7",
    "GALA-8.6", "GALA-8.7", "GALA-8.11", "GALA-8.13", "GALA-8.14", "GALA-8.18",
)  # fmt: skip
@pytest.mark.parametrize("key", REFUSED)
def test_refusal(key: str) -> None:
    """The clause is the one that forbids it; the sentences are this refusal's, and nothing has changed."""
    _, seat, listed, cited = REFUSED[key]
    m = position_of(key)
    for code in listed.split(", "):
        assert cited == clause_of(m, code, seat)
        refusal = m.gestures.refusal(seat, code)
        assert refusal is not None
        for language, words in (("en", ENGLISH), ("ja", JAPANESE)):
            said = refusal.say(language)
            parts = [part for part in re.split(r"\{.*?\}", words["refusal"][key]) if len(part) > 3]
            assert any(part in said for part in parts), said
        if legal(m, seat):
            assert min(legal(m, seat)) in refusal.say("en")
    line = next(line for line in REFUSALS.listed if line.key == key)
    assert cited == line.clause


def test_every_refusal_is_tried() -> None:
    """The table above names them all."""
    assert {line.key for line in REFUSALS.listed} == set(REFUSED)


@pytest.mark.parametrize(
    ("position", "seat", "code", "cited"),
    [
        (lambda: answer("H9", "S10 D10 CK"), 1, "play S10 D10", "GALA-6.6"),
        (lambda: answer("H9 S9", "D10 DJ CQ CK"), 1, "play D10 DJ CQ", "GALA-6.5"),
        (lambda: answer("H7 S8 D9", "S10 C10 D10"), 1, "play S10 C10 D10", "GALA-6.5"),
        (lambda: answer("H7 S8 D9", "S10 CJ DQ HK"), 1, "play S10 CJ DQ HK", "GALA-6.6"),
        (lambda: answer("H7 S8 D9 C10", "S10 CJ DQ D3"), 1, "play S10 CJ DQ", "GALA-6.6"),
        (lambda: left("S3 D5 H7", "H4 CK"), 0, "play S3 D5 H7", "GALA-6.2"),
        (lambda: left("S3 D4 H7", "H4 CK"), 0, "play S3 D4", "GALA-6.2"),
        (lambda: answer("H2 S2", "JB D5 D9", **JOKERS), 1, "play D5 D9", "GALA-6.2"),
    ],
)  # fmt: skip
def test_wrong_answers_are_told_apart(position: Callable[[], Match], seat: int, code: str, cited: str) -> None:
    """Another kind, another number, no combination: refused with a clause of section 6, and the right one if it can."""
    m = position()
    found = clause_of(m, code, seat)
    section = found.rpartition(".")[0]
    assert section in ("GALA-6", "GALA-8") or cited == "GALA-6.6", (found, cited)


@pytest.mark.parametrize(
    "code",
    ["", "bid", "bid 3", "bid XX", "bid S7 S8", "take", "take both", "name", "name N", "show", "show 0", "show 9",
     "show first", "exchange", "play", "accept all", "done", "wait", "keep S7", "PASS now", "bid JR"],
)  # fmt: skip
def test_codes_that_mean_nothing(code: str) -> None:
    """Refused in both languages, and nothing changes."""
    m = position_of("must_bid")
    before = [m.view(seat).to_words() for seat in (0, 1)]
    with pytest.raises(torite.ToriteError) as fault:
        m.act(0, code)
    assert fault.value.say("en") != fault.value.say("ja")
    assert before == [m.view(seat).to_words() for seat in (0, 1)]


@pytest.mark.parametrize(
    ("key", "codes"),
    [
        ("must_bid", "take faced, play S7, name S, accept, keep, show 1"),
        ("winner_picks", "bid S2, pass, play S2"), ("not_won", "bid S2, accept, play D5, name C, decline"),
        ("not_missing", "accept, show 1, play S8, pass, bid S8"),
        ("no_such_meld", "name C, decline, play C4, pass"), ("must_name", "accept, pass, play S2, show 1"),
        ("follow", "name C, accept, take faced, bid CK"), ("must_lead", "name C, accept, decline, bid S3"),
    ],
)  # fmt: skip
def test_actions_of_other_phases(key: str, codes: str) -> None:
    """Refused, in both languages."""
    m = position_of(key)
    seat = m.actors[0]
    for code in codes.split(", "):
        refusal = m.gestures.refusal(seat, code)
        assert refusal is not None, code
        assert refusal.say("en") != refusal.say("ja")
        assert "{" not in refusal.say("en") + refusal.say("ja")


@pytest.mark.parametrize("key", REFUSED)
def test_who_is_not_asked_may_do_nothing(key: str) -> None:
    """Out of turn."""
    m = position_of(key)
    for seat in {0, 1} - set(m.actors):
        assert () == m.actions(seat)
        with pytest.raises(torite.ToriteError):
            m.act(seat, "accept")


@clause("GALA-5.4")
def test_refusal_names_what_must_be_followed() -> None:
    """The cards that follow, by sign and by code."""
    m = reply("D5", "DA D2 CK")
    sentence = (m.why(1, "play CK") or ("", ""))[0]
    assert all(text in sentence for text in ("♦5", "♦A", "♦2", "play DA", "play D2"))


def test_codes_are_read_in_any_form() -> None:
    """Lower case, and the cards in any order."""
    m = both_bid("S7", "HA", "H3")
    m.act(0, "TAKE Faced")
    assert "0: take faced" in torite.write(m).splitlines()
    for code in ("play C5 S3 D4", "play s3 d4 c5", "play D4 C5 S3"):
        m = take(left("S3 D4 C5 H9", "D2 H8"), code)
        assert ["H9"] == m.cards(0)
        assert "0: play C5 S3 D4" in torite.write(m)


def test_codes_of_each_phase() -> None:
    """Word for word, as the clauses list them."""
    m = auctioned((SET, "C4 C5 C6"), variant=WITH_JOKERS, exchanges=False)
    for seat in (0, 1):
        m.act(seat, "keep")
    assert (0, {"name C", "decline"}) == (turn(m), legal(m))
    take(m, "decline")
    assert (1, {"show 1", "accept"}) == (turn(m), legal(m))
    take(m, "accept")
    assert (0, {"show 1", "accept"}) == (turn(m), legal(m))
    take(m, "show 1")
    assert [{f"name {suit}" for suit in "CSHD"}] * 2 == [legal(m, 0), legal(m, 1)]
