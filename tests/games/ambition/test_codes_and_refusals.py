"""The action codes, in every form, and what is refused: the clause, and a sentence that teaches."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import torite
from tests.aloud import legal, turn
from tests.clauses import clause
from tests.games.ambition.builders import (
    HANDS,
    HANDS_OF_THREE,
    cards,
    passing,
    play,
    play_any,
    refused_by,
    table,
    taking,
)
from torite import Match
from torite.games import ambition
from torite.games.ambition.state import REFUSALS

ENGLISH, JAPANESE = (
    tomllib.loads((Path(ambition.__file__).parent / f"words/{language}.toml").read_text(encoding="utf-8"))
    for language in ("en", "ja")
)
GIVEN = ("C2 S6 H10", "C3 S7 HJ", "C4 S8 HQ", "C5 S9 HK")
PAIRS = ("left H2", "across C6", "right D7")


def scattering(seats: int = 4) -> Match:
    """A round in which a card goes to each opponent."""
    return table(seats=seats, round=seats, fourth_round="scatter")


def handed(m: Match) -> dict[str, list[str]]:
    """What seat 0 has laid aside for whom."""
    s = m.log.state
    listed = m.game.pack.listed
    return {word: [m.game.pack.codes[kind] for kind in listed(getattr(s, f"for_{word}")[0])]
            for word in ("left", "across", "right")}  # fmt: skip


# codes


@clause("AMB-3.1", "AMB-4.1", "AMB-4.3", "AMB-4.5")
def test_codes_of_each_phase() -> None:
    """Word for word."""
    m = table(round=1)
    assert {f"pass {card}" for card in HANDS[3].split()} == legal(m, 3)
    for seat in range(4):
        m.act(seat, f"pass {GIVEN[seat]}")
    assert {"play D3"} == legal(m)
    play(m, "D3")
    assert {f"play {card}" for card in m.cards(1) if card[0] == "D"} == legal(m)


@clause("AMB-3.1")
@pytest.mark.parametrize("order", list(itertools.permutations(["C2", "H10", "S6"])))
def test_three_cards_in_any_order(order: tuple[str, ...]) -> None:
    """One and the same action, recorded in one form, also in lower case and card by card."""
    forms = []
    for way in range(3):
        m = table(round=1)
        if way == 0:
            m.act(0, "pass " + " ".join(order))
        elif way == 1:
            m.act(0, "PASS " + " ".join(order).lower())
        else:
            for card in order:
                m.act(0, f"pass {card}")
        assert cards("C2 H10 S6") == sorted(handed(m)["left"])
        forms.append(m.history(0)[-1].code)
    assert 1 == len(set(forms))
    assert f"0: {forms[0]}" in torite.write(m).splitlines()


@clause("AMB-3.5")
@pytest.mark.parametrize("order", list(itertools.permutations(PAIRS)))
def test_three_pairs_in_any_order(order: tuple[str, ...]) -> None:
    """Left, across and right as they come; part by part or at once; written in one form, which others do not see."""
    given = {"left": ["H2"], "across": ["C6"], "right": ["D7"]}
    whole, parts, part = scattering(), scattering(), scattering()
    whole.act(0, "pass " + " ".join(order))
    for pair in order:
        parts.act(0, f"pass {pair}")
    part.act(0, f"pass {order[0]} {order[1]}")
    part.act(0, f"pass {order[2]}")
    for m in (whole, parts, part):
        assert given == handed(m)
        assert "pass left H2 across C6 right D7" == m.history(0)[-1].code
        assert "0: pass left H2 across C6 right D7" in torite.write(m).splitlines()
        told = {word for viewer in (1, 2, 3, -1) for word in m.history(viewer)[-1].code.split()}
        assert not told & set(" ".join(PAIRS).split())


@clause("AMB-3.5")
def test_shared_word_may_be_said_again() -> None:
    """`pass left H2 pass across C6 pass right D7` is the same; so are small letters."""
    for code in ("pass left H2 pass across C6 pass right D7", "Pass Left h2 Across c6 Right d7"):
        m = scattering()
        m.act(0, code)
        assert {"left": ["H2"], "across": ["C6"], "right": ["D7"]} == handed(m)


@clause("AMB-3.6")
def test_two_pairs_with_three_players() -> None:
    """Only left and right."""
    for code in ("pass left C2 right DQ", "pass right DQ left C2"):
        m = scattering(3)
        m.act(0, code)
        assert {"left": ["C2"], "across": [], "right": ["DQ"]} == handed(m)
        assert "pass left C2 right DQ" == m.history(0)[-1].code


@clause("AMB-3.1", "AMB-3.5")
def test_drafts() -> None:
    """What may still be said, and when a pass is whole."""
    m = table(round=1)
    assert not m.gestures.draft(0)["complete"]
    assert {f"pass {card}" for card in HANDS[0].split()} == set(m.gestures.draft(0)["may"])
    assert 12 == len(m.gestures.draft(0, ["pass C2"])["may"])
    assert ([], True) == (
        m.gestures.draft(0, ["pass C2 S6", "pass H10"])["may"],
        m.gestures.draft(0, ["pass C2 S6 H10"])["complete"],
    )
    m = scattering()
    assert 39 == len(m.gestures.draft(0)["may"])
    assert 24 == len(m.gestures.draft(0, ["pass left H2"])["may"])
    draft = m.gestures.draft(0, ["pass right D7", "pass left H2"])
    assert (11, False) == (len(draft["may"]), draft["complete"])
    assert all(code.startswith("pass across") for code in draft["may"])
    assert m.gestures.draft(0, ["pass right D7", "pass left H2", "pass across C6"])["complete"]


@clause("AMB-4.1", "AMB-4.3")
def test_forced_choice_is_still_an_action() -> None:
    """The first lead, and the last card of every hand; a round without passing has no passing phase."""
    m = table()
    assert {"play D3"} == legal(m)
    m = play_any(m, 48)
    for _ in range(4):
        assert 1 == len(legal(m))
        play_any(m, 1)
    assert m.log.deal_over
    verbs = {seen.code.split()[0] for seen in m.history(-1) if seen.seat >= 0}
    assert {"play"} == verbs


# refusals

#: What is refused, by the key of its sentence: the position, who tries, actions, the clause.
REFUSED: dict[str, tuple[Callable[[], Match], int, str, str]] = {
    "first_lead": (table, 0, "play D7, play CA, play S2", "AMB-4.1"),
    "follow": (lambda: play(table(), "D3"), 1, "play SA, play C3, play HJ", "AMB-4.3"),
    "all_to_one": (lambda: table(round=2), 0, "pass left C2, pass across C2 left C6, pass right C2", "AMB-3.2"),
    "one_to_each": (scattering, 0, "pass C2, pass C2 C6 S2", "AMB-3.5"),
    "given": (lambda: begun("pass left C2"), 0, "pass left C6, pass left S2", "AMB-3.5"),
    "nobody_across": (lambda: scattering(3), 0, "pass across C2", "AMB-3.6"),
}


def begun(part: str) -> Match:
    """Seat 0 has named a card."""
    m = scattering()
    m.act(0, part)
    return m


@clause("AMB-3.2", "AMB-3.5", "AMB-3.6", "AMB-4.1", "AMB-4.3")
@pytest.mark.parametrize("key", REFUSED)
def test_refusal(key: str) -> None:
    """The clause is the one that forbids it; the sentences are this refusal's, and nothing has changed."""
    position, seat, listed, cited = REFUSED[key]
    m = position()
    line = next(line for line in REFUSALS.listed if line.key == key)
    assert cited == line.clause
    for code in listed.split(", "):
        assert cited == refused_by(m, seat, code)
        refusal = m.gestures.refusal(seat, code)
        assert refusal is not None
        for language, words in (("en", ENGLISH), ("ja", JAPANESE)):
            said = refusal.say(language)
            parts = [part for part in re.split(r"\{.*?\}", words["refusal"][key]) if len(part) > 3]
            assert any(part in said for part in parts)
        assert min(legal(m, seat)) in refusal.say("en")


def test_every_refusal_is_tried() -> None:
    """The table above names them all."""
    assert {line.key for line in REFUSALS.listed} == set(REFUSED)


@clause("AMB-4.3", "AMB-4.1")
def test_refusals_name_the_cards() -> None:
    """The card led and those that follow it; the ♦3."""
    sentence, _ = play(table(), "D3").why(1, "play HJ") or ("", "")
    assert all(text in sentence for text in ("♦2", "♦6", "♦10", "play D2, play D6, play D10"))
    for language in ("en", "ja"):
        assert "♦3" in (table().why(0, "play CA", language) or ("", ""))[0]


@pytest.mark.parametrize(
    ("code", "position", "seat"),
    [
        ("", table, 0), ("play", table, 0), ("play 3", table, 0), ("lead D3", table, 0), ("play D3 D7", table, 0),
        ("play d", table, 0), ("wait", table, 0), ("done", table, 0), ("play left D3", table, 0),
        ("pass", lambda: table(round=1), 0), ("pass X9", lambda: table(round=1), 0),
        ("pass 3", lambda: table(round=1), 0),
        ("pass nobody C2", scattering, 0), ("pass each", scattering, 0),
        ("pass left", scattering, 0), ("pass left across right", scattering, 0),
        ("pass left C2 left C6", scattering, 0), ("left C2", scattering, 0), ("pass C2 left C6", scattering, 0),
        ("pass left C2 across C2 right C6", scattering, 0), ("play D3", scattering, 0), ("pass C2 S6 H10", table, 0),
        ("pass C2 S6 H10 H2", lambda: table(round=1), 0), ("pass C2 C2 S6", lambda: table(round=1), 0),
        ("play D3", lambda: table(round=1), 0), ("pass left C2 across C6 right S2 H2", scattering, 0),
    ],
)  # fmt: skip
def test_codes_that_are_not_possible(code: str, position: Callable[[], Match], seat: int) -> None:
    """Refused in both languages with what is open, and nothing changes."""
    m = position()
    before = m.view(seat).to_words(), len(m.log), m.actions(seat)
    with pytest.raises(torite.ToriteError) as fault:
        m.act(seat, code)
    for language in ("en", "ja"):
        assert "{" not in fault.value.say(language)
        assert min(legal(m, seat)) in fault.value.say(language)
    assert fault.value.say("en") != fault.value.say("ja")
    assert before == (m.view(seat).to_words(), len(m.log), m.actions(seat))


@clause("AMB-3.1")
def test_cards_that_are_not_held() -> None:
    """Nor may a card be passed on that was just received."""
    m = table(round=1)
    assert "♦2" in (m.gestures.refusal(0, "pass D2 C2 S6") or torite.ToriteError("error.over")).say("en")
    m = passing("D7 C2 C6", *GIVEN[1:])
    assert m.gestures.refusal(0, "pass C3 S7 HJ") is not None
    assert "♦7" in (m.why(0, "play D7") or ("", ""))[0]
    three = table(seats=3)
    assert "C3" not in " ".join(HANDS_OF_THREE)
    assert three.gestures.refusal(0, "play C3") is not None


@clause("AMB-1.4", "AMB-3.3")
def test_not_ones_turn() -> None:
    """In play, after one's own pass is whole, and after the end."""
    m = table()
    for seat in (1, 2, 3):
        with pytest.raises(torite.NotYourTurn):
            m.act(seat, f"play {m.cards(seat)[0]}")
    m = table(round=1)
    m.act(2, f"pass {GIVEN[2]}")
    with pytest.raises(torite.NotYourTurn):
        m.act(2, "pass C8")
    m = taking(31, 25, 18, 11, initial={"strikes": [3, 0, 0, 0]})
    with pytest.raises(torite.MatchOver):
        m.act(0, "play D3")


def test_seats_that_are_not_there() -> None:
    """A fourth of three."""
    m = table(seats=3)
    with pytest.raises(torite.ToriteError):
        m.act(3, "play D3")
    assert 0 == turn(m)
