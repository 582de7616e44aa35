"""Every refusal of the game: its clause, and a sentence in both languages that teaches. And the codes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import torite
from tests.aloud import turn
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EW,
    MIXED,
    NINTH,
    NINTH_PLAY,
    STRONG_N,
    E,
    N,
    S,
    W,
    at_showdown,
    cut_deal,
    legal,
    play,
    score_of,
    silent,
    table,
    take,
    tame,
    who,
)
from tests.games.perlaggen.naive_figures import PACK
from tests.games.perlaggen.test_exchange import GIVING
from tests.games.perlaggen.test_showdown import EQUAL, GLEICHS
from torite import Match
from torite.games import perlaggen
from torite.games.perlaggen.state import REFUSALS

ENGLISH, JAPANESE = (
    tomllib.loads((Path(perlaggen.__file__).parent / f"words/{language}.toml").read_text(encoding="utf-8"))
    for language in ("en", "ja")
)
WILD = ("SK SQ D7 CA H9", "D8 DJ C9 HA S8", "CJ H8 DQ S9 D9", "HQ C10 DK SJ C8")  # trumps ♥: N has ♦7


WILD_CUT = f"cut {PACK.index('HK') + 1}"


def behind(lead: str, hand: str, **options: str) -> Match:
    """N has led this card, and E is to play from this hand."""
    return play(tame(lead, hand, **options), lead)


def polled(*steps: str) -> Match:
    """Announcements are asked for."""
    return take(table(*MIXED, announce_mode="polled"), *steps)


def to_fifth() -> Match:
    """The fifth trick of the ninth example has been led."""
    return play(table(*NINTH, dealer=N), " ".join(NINTH_PLAY.split()[:17]))


def fixed() -> Match:
    """N has shown ♦7 as ♠A in a Gleich."""
    m = take(at_showdown(*WILD, up="H10"), "N claim gleich CA D7 as SA")
    while m.public.element == 0:
        m.act(m.actors[0], "concede gleich")
    return m


def open_claim(first: str) -> Match:
    """N has begun a claim."""
    m = at_showdown("HK SA S9 C9 D8", "DJ HQ C10 D9 CA", "CQ H8 DK CJ H7", "HA H9 D10 C8 SK")
    m.act(N, first)
    return m


#: What is refused, by the key of its sentence: the position, actions of a seat that is named or in turn, the clause.
REFUSED: dict[str, tuple[Callable[[], Match], str, str]] = {
    "not_cutter": (lambda: cut_deal(PACK, cut_ritual="interactive"), "N cut 4, W cut 32", "PERL-2.2"),
    "too_deep": (lambda: take(cut_deal(PACK, cut_ritual="interactive"), WILD_CUT), "cut 32", "PERL-2.5"),
    "not_exchanger": (lambda: table(*GIVING, up="D6"), "E exchange D8, E decline", "PERL-2.11"),
    "give_trump": (lambda: table(*GIVING, up="D6"), "exchange SQ, exchange C8", "PERL-2.10"),
    "give_no_permanent": (lambda: table(*GIVING, up="D6"), "exchange D7", "PERL-2.10"),
    "exchange_late": (lambda: table(*MIXED), "N exchange SK, W decline, N decline", "PERL-2.10"),
    "not_dealt": (lambda: cut_deal(PACK, cut_ritual="interactive"), "W decline, N decline", "PERL-2.10"),
    "exchange_first": (lambda: table(*GIVING, up="D6"), "W bet spiel, N concede gleich, N play SA", "PERL-5.3"),
    "not_your_turn": (lambda: table(*MIXED), "E play H9, W play HA", "PERL-3.1"),
    "follow": (lambda: behind("HA", "H9 S8 CK D7 C10"), "play CK, play C10", "PERL-3.6"),
    "follow_trump": (lambda: behind("SA", "S8 SQ CK D7 C10"), "play CK, play C10", "PERL-3.8"),
    "stand_for_suit": (lambda: behind("HA", "H9 S8 CK D7 C10"), "play D7, play D7 as CA", "PERL-3.10"),
    "stand_for_trump": (lambda: behind("SA", "S8 SQ CK D7 C10"), "play D7, play D7 as HA, play SQ as CA", "PERL-3.10"),
    "not_wild": (lambda: table("DQ SA H9 C9 D8"), "play DQ as HA", "PERL-1.5"),
    "bet_open": (lambda: take(table(*MIXED), "N bet gleich"), "N play C9, E bet spiel, S concede spiel", "PERL-5.16"),
    "play_over": (lambda: at_showdown(*MIXED), "N play C9, E play H9", "PERL-7.1"),
    "element_over": (
        lambda: take(table(*MIXED), "N concede gleich"), "N bet gleich, E concede gleich, W bet gleich", "PERL-5.17",
    ),
    "spiel_decided": (
        lambda: play(table(*STRONG_N), "SA HA H8 HQ SK H9 CA C9 S9 CK C10 C8"), "N bet spiel, W concede spiel",
        "PERL-5.17",
    ),
    "must_have_held": (lambda: take(table(*MIXED), "N bet gleich", "W hold"), "N bet gleich", "PERL-5.9"),
    "struck_out": (lambda: table(*MIXED, initial=score_of(17, 3)), "N bet gleich, S bet spiel", "PERL-5.19"),
    "at_max": (
        lambda: take(table(*MIXED, max_value=2), "N bet gleich", "E hold"), "E bet gleich", "PERL-5.18",
    ),
    "no_figure": (lambda: table(*MIXED), "W bet gleich, W bet hanger, S bet gleich", "PERL-5.10"),
    "fifth_card": (to_fifth, "E bet spiel, W bet hanger, W bet gleich", "PERL-5.13"),
    "not_asked": (polled, "E bet spiel, W concede gleich, S pass", "PERL-6.3"),
    "play_asked": (lambda: silent(polled()), "N bet spiel, N concede hanger", "PERL-6.3"),
    "asked_first": (polled, "N play C9", "PERL-6.3"),
    "no_poll": (lambda: table(*MIXED), "N pass, E pass, N defer", "PERL-6.3"),
    "no_bet": (lambda: table(*MIXED), "N good, E hold, W raise", "PERL-5.5"),
    "own_bet": (lambda: take(table(*MIXED), "N bet gleich"), "N good, S hold, S raise", "PERL-5.5"),
    "raise_no_figure": (lambda: take(table(*MIXED), "N bet gleich"), "W raise", "PERL-5.12"),
    "raise_at_max": (lambda: take(table(*MIXED, max_value=2), "N bet gleich"), "E raise", "PERL-5.18"),
    "raise_struck_out": (
        lambda: take(table(*MIXED, initial=score_of(3, 17), gestrichen_may_raise=False), "N bet gleich"), "E raise",
        "PERL-5.20",
    ),
    "partner_answers": (lambda: polled("N bet gleich"), "W hold, W good, W raise", "PERL-6.3"),
    "defer_once": (lambda: polled("N bet gleich", "E defer"), "W defer", "PERL-6.3"),
    "defer_last": (
        lambda: take(at_showdown(*MIXED, deciding=EW, announce_mode="polled"), "E defer"), "W defer", "PERL-6.9",
    ),
    "not_acting": (lambda: at_showdown(*MIXED), "E concede gleich, W bet gleich, E claim gleich H9", "PERL-8.3"),
    "partner_acts": (
        lambda: at_showdown(*MIXED, deciding=EW, announce_mode="polled"), "W concede gleich", "PERL-6.9",
    ),
    "other_element": (lambda: at_showdown(*MIXED), "N bet hanger, N concede hanger, N claim hanger C9", "PERL-8.13"),
    "too_weak": (
        lambda: take(at_showdown(*GLEICHS, deciding=EW), "E claim gleich C9 D9 S9"), "N claim gleich CA", "PERL-8.4",
    ),
    "not_strictly": (
        lambda: take(at_showdown(*EQUAL), "N claim gleich D9 S9", "W claim gleich H9 C9"), "N claim gleich D9",
        "PERL-8.7",
    ),
    "fixed": (fixed, "N claim hanger D7 as CK", "PERL-4.9"),
    "not_in_figure": (lambda: open_claim("claim gleich S9"), "N claim gleich SA, N claim gleich HK as CA", "PERL-4.2"),
    "not_in_run": (lambda: in_run(), "N claim hanger CA, N claim hanger H9", "PERL-4.3"),
    "not_yet": (lambda: weak_claim(), "E done", "PERL-8.4"),
    "no_claim_now": (lambda: table(*MIXED), "N claim gleich D10, E claim gleich H9", "PERL-8.2"),
    "not_equal": (lambda: at_showdown(*MIXED), "N accept, S accept", "PERL-8.7"),
}  # fmt: skip


def in_run() -> Match:
    """N has begun a Hanger in ♠."""
    m = at_showdown(*WILD, up="H10")
    take(m, "N concede gleich")
    m.act(N, "claim hanger SK")
    return m


def weak_claim() -> Match:
    """E faces two aces, and has named two of its nines."""
    m = take(at_showdown(*GLEICHS), "N claim gleich CA HA")
    m.act(E, "claim gleich C9")
    m.act(E, "claim gleich D9")
    return m


@clause(
    "PERL-1.5", "PERL-2.2", "PERL-2.5", "PERL-2.10", "PERL-2.11", "PERL-3.1", "PERL-3.6", "PERL-3.8", "PERL-3.10",
    "PERL-4.2", "PERL-4.3", "PERL-4.9", "PERL-5.3", "PERL-5.5", "PERL-5.9", "PERL-5.10", "PERL-5.12", "PERL-5.13",
    "PERL-5.16", "PERL-5.17", "PERL-5.18", "PERL-5.19", "PERL-5.20", "PERL-6.3", "PERL-6.9", "PERL-7.1", "PERL-8.2",
    "PERL-8.3", "PERL-8.4", "PERL-8.7", "PERL-8.13",
)  # fmt: skip
@pytest.mark.parametrize("key", REFUSED)
def test_refusal(key: str) -> None:
    """The clause is the one that forbids it; the sentences are this refusal's, and nothing has changed."""
    position, listed, cited = REFUSED[key]
    m = position()
    line = next(line for line in REFUSALS.listed if line.key == key)
    assert cited == line.clause
    before = m.log.state.to_words()
    for step in listed.split(", "):
        seat, code = who(m, step)
        refusal = m.gestures.refusal(seat, code)
        assert refusal is not None, step
        assert cited == refusal.facts["clause"], step
        for language, words in (("en", ENGLISH), ("ja", JAPANESE)):
            said = refusal.say(language)
            parts = [part for part in re.split(r"\{.*?\}", words["refusal"][key]) if len(part) > 3]
            assert any(part in said for part in parts), step
            assert cited in said
            assert "{" not in said
        if m.actions(seat):
            assert str(m.actions(seat)[0]) in refusal.say("en")
    assert before == m.log.state.to_words()


def test_every_refusal_is_tried() -> None:
    """The table above names them all."""
    assert {line.key for line in REFUSALS.listed} == set(REFUSED)


@clause("PERL-3.6", "PERL-3.8", "PERL-3.10", "PERL-5.13", "PERL-8.4")
@pytest.mark.parametrize(
    ("position", "step", "wanted"),
    [
        (lambda: behind("HA", "H9 S8 CK D7 C10"), "play CK", ["♥", "♥9", "♠8"]),
        (lambda: behind("SA", "S8 SQ CK D7 C10"), "play CK", ["♠"]),
        (lambda: table(*MIXED, initial=score_of(17, 3)), "N bet gleich", ["17"]),
        (lambda: cut_deal(PACK, cut_ritual="interactive"), "cut 33", ["33"]),
    ],
)
def test_refusals_name_what_matters(position: Callable[[], Match], step: str, wanted: list[str]) -> None:
    """Suits, cards, numbers."""
    m = position()
    seat, code = who(m, step)
    refusal = m.gestures.refusal(seat, code)
    assert refusal is not None
    assert all(text in refusal.say(language) for text in wanted for language in ("en", "ja"))


COULD_BE_WILD = {"HK", "D6", "D7", "C7", "H7", "S7", *(suit + rank for suit in "CSHD" for rank in "JQ")}
POSITIONS: dict[str, Callable[[], Match]] = {
    "cut": lambda: cut_deal(PACK, cut_ritual="interactive"),
    "exchange": lambda: table(*GIVING, up="D6"),
    "play": lambda: table(*MIXED),
    "poll": polled,
    "answer": lambda: take(table(*MIXED), "N bet gleich"),
    "showdown": lambda: at_showdown(*GLEICHS),
}
WHOLE = [
    "cut 4", "exchange D9", "decline", "play C9", "play SQ as HA", "bet gleich", "bet hanger", "bet spiel",
    "concede gleich", "concede hanger", "concede spiel", "good", "hold", "raise", "claim gleich CA", "accept", "pass",
    "defer",
]  # fmt: skip


@pytest.mark.parametrize("at", POSITIONS)
def test_whatever_is_wrong_has_a_clause(at: str) -> None:
    """Every action of the game by every seat, in every phase: allowed, or refused with a clause or as not its turn."""
    m = POSITIONS[at]()
    for seat in range(4):
        for code in WHOLE:
            if re.search(r" [CSHD]\w+", code):
                held = [card for card in m.cards(seat) if " as " not in code or card in COULD_BE_WILD]
                if not held:
                    continue
                code = re.sub(r" [CSHD]\w+", f" {held[0]}", code, count=1)
            try:
                refusal = m.gestures.refusal(seat, code)
            except torite.NotYourTurn as fault:
                assert fault.say("en") != fault.say("ja")
                continue
            if refusal is not None:
                assert str(refusal.facts["clause"]).startswith("PERL-"), (at, seat, code)
                assert refusal.say("en") != refusal.say("ja")


MEANINGLESS = [
    "", "wait", "done", "play", "play 9", "play S6", "play JR", "play SA SQ", "play D7 as", "play D7 as 9", "bet",
    "bet all", "bet gleich spiel 2", "concede", "raise 2", "claim", "claim spiel CA", "claim gleich", "cut", "cut x",
    "exchange", "exchange D7 as D9", "hold hold", "play as HA", "D7 as HA", "CA", "accept all", "as", "play D7 HA",
]  # fmt: skip


@pytest.mark.parametrize("at", POSITIONS)
def test_codes_that_mean_nothing(at: str) -> None:
    """Refused in both languages, and nothing changes."""
    m = POSITIONS[at]()
    before = m.log.state.to_words()
    for code in MEANINGLESS:
        with pytest.raises(torite.ToriteError) as fault:
            m.act(m.actors[0], code)
        assert fault.value.say("en") != fault.value.say("ja")
        assert before == m.log.state.to_words()


def test_cards_that_are_not_held() -> None:
    """Of another hand, of the stock, already played; as another card as well."""
    m = table(*WILD, up="H10")
    for code in ("play SJ", "play C8", "play C7 as HA", "play HK"):
        assert m.gestures.refusal(N, code) is not None
    play(m, "D7=HA")
    assert m.gestures.refusal(E, "play D7") is not None
    m = at_showdown(*MIXED)
    assert m.gestures.refusal(N, "claim gleich D10 C10") is not None


def test_out_of_turn() -> None:
    """Whoever is not asked may do nothing; seats that are none neither."""
    m = take(table(*MIXED), "N bet gleich")
    for seat in (4, -1, 9):
        with pytest.raises(torite.ToriteError):
            m.act(seat, "hold")
    m = table(*GIVING, up="D6")
    for seat in (N, E, S):
        assert set() == legal(m, seat)
    assert W == turn(m)
