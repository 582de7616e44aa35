"""Section 2: the command before a lead, who gives it, what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import legal, take, told, turn
from tests.clauses import clause
from tests.games.flashpoint.builders import (
    ALL_ACES,
    PARLETT,
    SEED,
    E,
    N,
    S,
    W,
    after,
    clause_of,
    facts,
    happening,
    late,
    made_in_a_round,
    open_cards,
    play,
    points,
    table,
)
from tests.games.flashpoint.late import found
from tests.games.flashpoint.naive import COMMANDS, Naive, could_obey, obeys
from torite import Match, lay_out

HANDS = (
    "SA SQ C10 C8 C7 DK DJ D10",
    "SA SK SQ SJ S10 S9 S8 S7",
    "SA CA HA DA SK CK HK DK",
    "S7 H7 D7 C7 S8 H8 D8 H9",
    "HA HK HQ H9 DA DK DQ D9",
)


def three(*codes: str, initial: dict[str, list[int]] | None = None, **options: int) -> Match:
    """Example 11: N is to lead from ♦K ♦9 ♠A; then these actions."""
    return take(late(["DK D9 SA", None, None, None], N, 5, initial, **options), *codes)


@clause("FLASH-2.1", "FLASH-2.2", "FLASH-2.7")
@pytest.mark.parametrize("dealer", range(4))
def test_partner_has_the_word_before_the_lead(dealer: int) -> None:
    """24 commands, or none; nobody else has anything to do."""
    m = table(dealer=dealer)
    assert ({*COMMANDS, "none"}, 25) == (legal(m), len(m.actions(turn(m))))
    assert (dealer + 3) % 4 == turn(m)
    assert [0, 0, 0] == [len(m.actions(seat)) for seat in range(4) if seat != turn(m)]
    for code in ("command lead H", "none"):
        assert (dealer + 1) % 4 == after_turn(m, code)


def after_turn(m: Match, *steps: str) -> int:
    """Whose turn it is after some actions."""
    mask = m.game.rules.actors(after(m, *steps))
    (seat,) = (one for one in range(4) if mask >> one & 1)
    return seat


@clause("FLASH-2.3", "FLASH-2.4", "FLASH-2.5")
@pytest.mark.parametrize("hand", HANDS)
def test_price_of_every_lead_under_every_command(hand: str) -> None:
    """15 to the others if the leader could obey and did not; every card may be led all the same."""
    m = table(hand)
    for command in COMMANDS:
        held = hand.split()
        assert set(held) == open_after(m, command)
        for card in held if command[-1] in "HKD7" else held[::3]:
            s = after(m, command, f"play {card}")
            paid = could_obey(held, command) and not obeys(card, command)
            assert [0, 15 * paid, 0, 15 * paid] == list(s.score), (command, card)
            assert list(s.score) == list(s.gained)


def open_after(m: Match, command: str) -> set[str]:
    """The cards that N may lead after a command."""
    may = m.gestures.legal(after(m, command), N)
    codes = [m.game.verbs.text(number) for number in may.listed()]
    return {code.split()[1] for code in codes if code.startswith("play")}


@clause("EX-FLASH-11")
@clause("FLASH-2.3", "FLASH-2.4", "FLASH-2.5")
@pytest.mark.parametrize(
    ("command", "paying"),
    [
        ("lead H", ""), ("avoid H", ""), ("avoid D", "DK D9"), ("lead 9", "DK SA"), ("lead S", "DK D9"),
        ("avoid S", "SA"), ("lead A", "DK D9"), ("avoid A", "SA"), ("lead 10", ""), ("avoid 10", ""),
    ],
)  # fmt: skip
def test_example_11(command: str, paying: str) -> None:
    """♦K ♦9 ♠A."""
    before = points(three())
    for card in ("DK", "D9", "SA"):
        m = three(f"command {command}", f"play {card}")
        assert [before[0], before[1] + 15 * (card in paying.split())] == points(m)


@clause("EX-FLASH-11")
@clause("FLASH-2.4")
def test_example_11_only_that_suit() -> None:
    """♦K ♦9 and "do not lead ♦": free."""
    for card in ("DK", "D9"):
        m = late(["DK D9", None, None, None], N, 6)
        before = points(m)
        assert before == points(take(m, "command avoid D", f"play {card}"))
        assert [("cannot_obey", N, 0)] == told(m, "cannot_obey", "disobeys")


@clause("EX-FLASH-18")
@clause("FLASH-2.4", "FLASH-2.10")
def test_example_18_a_single_card() -> None:
    """The leader has one card and is told not to lead it: no price; and the partner was asked although it is so."""

    def lone(told_so_far: Naive) -> bool:
        wants = told_so_far.wants
        return wants is not None and "none" in wants[1] and sum(map(len, told_so_far.hands)) == 1

    for command in ("avoid {suit}", "avoid {rank}", "lead {suit}", "lead {other}", "lead {other_rank}"):
        m = happening(lone)
        leader = (turn(m) + 2) % 4
        (card,) = m.cards(leader)
        names = {
            "suit": card[0],
            "rank": card[1:],
            "other": "SH"[card[0] == "S"],
            "other_rank": "AK"[card[1:] == "A"],
        }
        paid = m.public.gained[leader ^ 1]
        take(m, f"command {command.format(**names)}")
        assert ({f"play {card}"}, leader) == (legal(m), turn(m))
        take(m, f"play {card}")
        assert [] == told(m, "disobeys")
        assert m.log.deal_over
        assert paid + 20 == m.public.gained[leader ^ 1]


@clause("FLASH-2.3", "FLASH-2.9")
@pytest.mark.parametrize("penalty", [0, 1, 15, 40])
def test_penalty_is_of_this_round_and_towards_the_target(penalty: int) -> None:
    """At once, for both opponents, and before the trick is scored; `command_penalty` is how much."""
    given = {"score": [7, 9, 7, 9]}
    m = take(table("SA HA", initial=given, command_penalty=penalty), "command lead H")
    assert [7, 9] == points(m)
    take(m, "play SA")
    assert ([7, 9 + penalty], [0, penalty, 0, penalty]) == (points(m), list(m.public.gained)[:4])
    assert [0, 0, 0, 0] == list(m.public.bonus)
    assert [("disobeys", N, penalty)] == told(m, "disobeys")
    (line,) = m.score_sheet.last_scored if m.score_sheet.last_scored else (None,)
    assert line is not None
    assert "FLASH-2.3" == line.line.clause


@clause("FLASH-2.9", "FLASH-9.1", "FLASH-5.7")
@pytest.mark.parametrize(("score", "over"), [(99, False), (100, True)])
def test_penalty_can_end_the_game(score: int, over: bool) -> None:
    """It counts like any other points of the round."""
    hands, first, played = found(ALL_ACES, N, 7, 0)
    cards = [*played.split(), *ALL_ACES]
    opponent = 1 - first % 2
    given = [score - 15 - made_in_a_round()[1]] * 4 if opponent else [score - 15 - made_in_a_round()[0]] * 4
    given[1 - opponent] = given[3 - opponent] = 0
    m = table(*hands, dealer=(first + 3) % 4, initial={"score": given})
    play(take(m, f"command avoid {cards[0][0]}"), " ".join(cards))
    assert (score, over, True) == (m.scores[opponent], m.over, m.log.deal_over)


@clause("FLASH-2.7", "FLASH-2.5")
def test_one_command_for_one_lead() -> None:
    """No second one, no word afterwards, no taking back; it is gone with the trick."""
    m = take(table("SA HA", "SK HK DK CK"), "command lead H")
    assert N == turn(m)
    assert not any(code.startswith(("command", "none")) for code in legal(m))
    assert {"FLASH-2.1"} == {clause_of(m, code) for code in ("command lead H", "command avoid S")}
    assert () == m.actions(S)
    take(m, "play HA")
    assert E == turn(m)
    assert all(not code.startswith("command") for code in legal(m))


@clause("FLASH-2.8")
@pytest.mark.parametrize("command", COMMANDS[::5])
def test_command_is_heard_by_all(command: str) -> None:
    """In every history, view and scene, until the next lead."""
    m = take(table(), command)
    for viewer in (N, E, S, W, -1):
        assert (S, command) == (m.history(viewer)[-1].seat, m.history(viewer)[-1].code)
        assert m.public.command == m.knowledge.glimpse(viewer).command >= 0
        assert "command" in facts(m, viewer)
    assert len({facts(take(table(), code), E)["command"] for code in COMMANDS}) == 24


@clause("FLASH-2.1", "FLASH-2.10")
def test_every_lead_has_its_moment() -> None:
    """The first and the last included, also with single cards: before each card that opens a trick."""
    m = table("S7 H8", seed=4)
    asked = []
    while not m.log.deal_over:
        if "none" in legal(m):
            asked.append((m.public.tricks_played, turn(m)))
            take(m, "none")
            assert (asked[-1][1] + 2) % 4 == turn(m)
        take(m, min(code for code in legal(m) if not code.startswith("flash")))
    assert list(range(m.public.tricks_played)) == [number for number, _ in asked]


@clause("FLASH-2.7", "FLASH-2.11")
def test_partner_without_cards_may_command() -> None:
    """The winner of the trick has none left and the partner leads: the winner has the word."""

    def handed_on(told_so_far: Naive) -> bool:
        wants, tricks = told_so_far.wants, told_so_far.tricks
        if wants is None or "none" not in wants[1] or not tricks:
            return False
        return tricks[-1]["taker"] == wants[0] and not told_so_far.hands[wants[0]]

    m = happening(handed_on)
    winner = turn(m)
    assert (25, [], winner) == (len(legal(m)), m.cards(winner), told(m, "takes")[-1][1])
    held = m.cards((winner + 2) % 4)
    take(m, f"command lead {held[0][0]}")
    assert {f"play {card}" for card in held} == legal(m)


@clause("FLASH-2.6", "FLASH-2.10")
@pytest.mark.parametrize(("variant", "how"), [(SEED, {"command_mode": "on_invitation"}), (PARLETT, {})])
def test_invitation(variant: str, how: dict[str, Any]) -> None:
    """The leader invites or declines; only then the partner commands, or gives none."""
    m = table("SA HA", variant=variant, **how)
    assert ({"invite", "decline"}, N) == (legal(m), turn(m))
    assert () == m.actions(S)
    take(m, "decline")
    assert (N, 8) == (turn(m), len(open_cards(m)))
    invited = take(table("SA HA", variant=variant, **how), "invite")
    assert ({*COMMANDS, "none"}, S) == (legal(invited), turn(invited))
    assert N == turn(take(invited, "none"))
    obeyed = take(table("SA HA", variant=variant, **how), "invite", "command lead H", "play HA")
    assert [0, 0] == points(obeyed)
    paid = take(table("SA HA", variant=variant, **how), "invite", "command lead H", "play SA")
    assert [0, 15] == points(paid)


@clause("FLASH-2.6", "FLASH-2.10", "FLASH-2.8")
def test_invitation_before_every_lead() -> None:
    """Nothing of the last one is left."""
    m = take(table("SA HK", "HA", "DA", "CA", variant=PARLETT), "invite", "command lead H", "play SA")
    play(m, "HA DA CA")
    assert ({"invite", "decline"}, W) == (legal(m), turn(m))
    assert -1 == m.public.command
    take(m, "decline")
    assert W == turn(m)


@clause("FLASH-2.6")
def test_no_commands() -> None:
    """`off`: the lead comes at once, in every trick."""
    m = table("SA", "HA", "DA", "CA", command_mode="off", command_penalty=99)
    assert (N, 8) == (turn(m), len(open_cards(m)))
    take(m, "play SA", "play HA", "play DA", "play CA")
    assert (W, 7) == (turn(m), len(open_cards(m)))
    while not m.log.deal_over:
        assert not any(code.split()[0] in ("command", "none", "invite", "decline") for code in legal(m))
        take(m, min(code for code in legal(m) if code.startswith(("play", "pass"))))
    assert [] == told(m, "disobeys")


@clause("FLASH-2.5", "FLASH-2.3")
def test_disobeying_is_told_apart_from_being_unable() -> None:
    """A note for each, so that all may conclude what the leader holds; none for who obeys."""
    for code, card, key in (
        ("lead H", "SA", "cannot_obey"), ("lead 9", "SA", "disobeys"), ("lead 9", "D9", ""), ("avoid D", "SA", ""),
    ):  # fmt: skip
        m = three(f"command {code}", f"play {card}")
        assert ([key] if key else []) == [one for one, _, _ in told(m, "cannot_obey", "disobeys")]
        assert all(seat == N for _, seat, _ in told(m, "cannot_obey", "disobeys"))


@clause("FLASH-2.3", "FLASH-2.4")
@pytest.mark.parametrize(
    ("hand", "command", "card", "en", "ja"),
    [
        ("DK D9 SA", "lead H", "SA", "held no ♥,", "は♥を持っていなかった"),
        ("DK D9 SA", "lead 10", "SA", "held no 10,", "は10を持っていなかった"),
        ("DK D9", "avoid D", "D9", "held nothing but ♦,", "は♦しか持っていなかった"),
        ("DK D9 SA", "lead 9", "SA", "could have obeyed, which cost 15.", "は守れる注文を守らず、15点"),
        ("DK D9 SA", "lead 9", "D9", "", ""),
        ("DK D9 SA", "avoid D", "SA", "", ""),
    ],
)
def test_why_a_command_was_not_obeyed_is_told_to_the_others(
    hand: str, command: str, card: str, en: str, ja: str
) -> None:
    """While the trick lies: who gave it would ask. Everybody knows it, for whoever could obey has paid."""
    m = take(late([hand, None, None, None], N, 8 - len(hand.split())), f"command {command}", f"play {card}")
    for language, said in (("en", en), ("ja", ja)):
        for viewer in (E, S, W):
            told = lay_out(m, viewer, language).status[1:]
            assert [said] == [sentence[sentence.index(said) :][: len(said)] for sentence in told] or not (said or told)
        assert 1 == len(lay_out(m, N, language).status)
