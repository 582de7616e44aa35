"""What is shown and told: who wins the trick and what it is worth, prompts, choices, account, sheet, result."""

from __future__ import annotations

import re

import pytest
from msgspec import UNSET

from tests.aloud import legal, marks, take, turn
from tests.clauses import clause
from tests.games.flashpoint.builders import (
    ALL_ACES,
    PARLETT,
    E,
    N,
    Placed,
    S,
    W,
    ended,
    facts,
    late,
    play,
    silent,
    table,
    trick,
)
from tests.games.flashpoint.naive import COMMANDS
from tests.looking import every_text, of_kind, sure
from torite import Match
from torite.games.flashpoint import GAME
from torite.scenes import lay_out
from torite.scenes.choice_schema import Press, Tap
from torite.scenes.schema import AccountLine
from torite.words import table as words_of

LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])
VOID, TWIN_FOUR = "SA SQ C10 C8 C7 DK DJ D10", "SA CA HA DA SK CK HK DK"


def winning_cards(m: Match, language: str = "en") -> list[str]:
    """The cards under which it is written that they win."""
    trick_zones = [one for one in lay_out(m, N, language).zones if one.name == "trick"]
    return [piece.code for one in trick_zones for piece in one.pieces if piece and piece.caption is not UNSET]


def status(m: Match, viewer: int, language: str = "en") -> str:
    """The sentences that say how the trick stands."""
    return " ".join(lay_out(m, viewer, language).status)


@clause("FLASH-4.1", "FLASH-4.2", "FLASH-5.1", "FLASH-5.4")
@pytest.mark.parametrize(
    ("cards", "best", "line", "worth", "gains"),
    [
        ("SA", N, "damp squib", "10", {E, W}),
        ("SA H9", N, "damp squib", "10", {E, W}),
        ("SA HA", E, "one pair", "1", {E, W}),
        ("SJ H10 DQ", S, "run of three", "3", {N, S}),
        ("SA HA D9", E, "one pair", "1", {E, W}),
        ("S9 HK DK", S, "one pair", "1", {N, S}),
    ],
)
def test_how_a_trick_stands(cards: str, best: int, line: str, worth: str, gains: set[int]) -> None:
    """After every card: who wins, by which card, what lies there, what it is worth and for whom."""
    m = trick(cards)
    for viewer in (N, E, -1):
        assert [best] == [seat for seat in range(4) if "best_seat" in marks(m, seat, viewer)]
        assert gains == {seat for seat in range(4) if "gains" in marks(m, seat, viewer)}
        assert (line, worth) == tuple(facts(m, viewer)[name] for name in ("combination", "worth"))
    assert [cards.split()[best]] == winning_cards(m) == winning_cards(m, "ja")


@clause("FLASH-5.1", "FLASH-5.4")
@LANGUAGES
def test_status_tells_for_whom(language: str) -> None:
    """Ours or theirs, points or damp squib; each side reads its own sentence."""
    sentences = set()
    for cards, worth in (("SA H9", "10"), ("SA HA", "1")):
        m = trick(cards)
        for viewer in range(4):
            assert worth in status(m, viewer, language)
            sentences.add(status(m, viewer, language))
        assert status(m, N, language) == status(m, S, language) != status(m, E, language) == status(m, W, language)
    assert 4 == len(sentences)
    assert "" == status(table(), N, language)
    theirs = {"en": "other team", "ja": "相手"}[language]
    assert [True, False] == [theirs in status(trick("SA H9"), viewer, language) for viewer in (N, E)]
    assert [True, False] == [theirs in status(trick("SA HA"), viewer, language) for viewer in (N, E)]


@clause("FLASH-5.5")
def test_last_trick_is_shown_at_twice_its_worth() -> None:
    """Once it is complete; before, nobody can know it."""
    m = play(late(ALL_ACES, N, 7, command_mode="off"), "DA HA SA")
    assert "6" == facts(m)["worth"]
    assert "32" == facts(play(m, "CA"))["worth"]


@clause("FLASH-6.1", "FLASH-5.1")
def test_finished_trick_stays_to_be_seen() -> None:
    """With its winner, until the next lead; then it is the last trick."""
    m = trick("SA HA D9 C9")
    assert (["C9"], {"best_seat", "gains", "to_lead", "dealer"}) == (winning_cards(m), marks(m, W))
    take(silent(m), min(code for code in legal(m) if code.startswith("play")))
    for viewer in (N, -1):
        last = sure(lay_out(m, viewer, "en").last_trick)
        assert [(N, "SA"), (E, "HA"), (S, "D9"), (W, "C9")] == [
            (one.seat, piece.code) for one in last for piece in one.pieces
        ]


@clause("FLASH-2.2", "FLASH-2.7")
@LANGUAGES
def test_commands_are_choices(language: str) -> None:
    """24 words and none, each with a text of its own; the scene of nobody else has them."""
    m = table()
    choices = lay_out(m, S, language).choices
    assert [{*COMMANDS, "none"}, 25] == [{code for one in choices for code in one.codes}, len(choices)]
    assert 25 == len({one.text for one in choices})
    assert {Press} == {type(one) for one in choices}
    for viewer in (N, E, W, -1):
        assert [] == lay_out(m, viewer, language).choices


@clause("FLASH-7.10", "FLASH-8.1")
@LANGUAGES
def test_flashes_are_choices(language: str) -> None:
    """Beside the cards."""
    m = silent(table(TWIN_FOUR))
    found = {one.verb: one for one in lay_out(m, N, language).choices}
    assert {"flash twin", "flash four", "play"} == set(found)
    assert Press is type(found["flash twin"])
    assert set(TWIN_FOUR.split()) == set(of_kind(Tap, found["play"]).pieces)
    square = silent(late(["S9 HA C7 DK", None, None, None], N, 4))
    assert {"flash square", "play"} == {one.verb for one in lay_out(square, N, language).choices}


@clause("FLASH-7.12")
@LANGUAGES
def test_choice_of_who_must_pass(language: str) -> None:
    """Flash or pass, and no card to tap."""
    m = play(table("S10", "H7", "DQ", "SA SK HA HK HQ D8 D9 D10"), "S10 H7 DQ")
    scene = lay_out(m, W, language)
    assert {"flash void", "pass"} == {one.verb for one in scene.choices}
    assert scene.prompt


@clause("FLASH-2.1", "FLASH-2.4")
@LANGUAGES
def test_prompts_tell_what_was_commanded(language: str) -> None:
    """To the leader: whether it can be obeyed, and the price if so."""
    prompts = set()
    for command, named, price in (
        ("lead D", "♦", True), ("lead H", "♥", False), ("avoid S", "♠", True), ("lead 9", "9", False),
    ):  # fmt: skip
        scene = lay_out(take(table(VOID, command_penalty=17), f"command {command}"), N, language)
        assert (named in scene.prompt, "17" in scene.prompt) == (True, price)
        prompts.add(scene.prompt)
    one_suit = lay_out(take(table("SA SK SQ SJ S10 S9 S8 S7"), "command avoid S"), N, language).prompt
    assert len(prompts | {one_suit}) == 5
    assert "15" not in one_suit


@clause("FLASH-2.6")
@LANGUAGES
def test_prompts_of_every_moment(language: str) -> None:
    """No two moments have the same, and none is empty."""
    invite = table(variant=PARLETT)
    moments = [
        (invite, N), (take(table(variant=PARLETT), "invite"), S), (silent(table(VOID)), N), (trick("SA"), E),
        (take(silent(table(variant=PARLETT)), "play " + invite.cards(N)[0]), N),
    ]  # fmt: skip
    prompts = [lay_out(m, seat, language).prompt for m, seat in moments]
    assert all(prompts)
    assert len(set(prompts)) == len(prompts)


# account, sheet, result


def account(m: Match, viewer: int = N, language: str = "en") -> list[AccountLine]:
    """The lines of the account as a viewer reads them."""
    return lay_out(m, viewer, language).account


@clause("FLASH-5.1", "FLASH-5.4", "FLASH-5.5", "FLASH-2.9", "FLASH-7.1")
@pytest.mark.parametrize("seed", range(3))
def test_every_point_and_bonus_is_in_the_account(seed: int) -> None:
    """Each line has its clause; those of tricks and penalties add up to the points, those of flashes to the bonus."""
    m = table(TWIN_FOUR if seed else VOID, seed=60 + seed)
    while not m.log.deal_over:
        codes = sorted(legal(m))
        liked = [code for code in codes if code.startswith("flash") or code in ("command lead A", "command avoid S")]
        assert len(m.log) < 150
        take(m, *(liked[:1] or codes[-1:]))
    points, bonus = [0, 0], [0, 0]
    for note in m.score_sheet.account:
        key, team = note.line.key, note.seat % 2
        assert note.line.clause.startswith("FLASH-")
        if key.startswith("shows_"):
            bonus[team] += note.amount
        elif key in ("disobeys", "damp_squib"):
            points[1 - team] += note.amount
        elif key == "last_trick":
            points[
                team
                if m.score_sheet.account[list(m.score_sheet.account).index(note) - 1].line.key != "damp_squib"
                else 1 - team
            ] += note.amount
        elif key not in ("round", "adds_bonus", "no_bonus", "wins", "more_points", "drawn", "margin", "extra_round"):
            points[team] += note.amount
    assert points == list(m.public.gained)[:2] == list(m.public.score)[:2]
    assert bonus == list(m.public.bonus_gained)[:2]
    rounds = {note.seat % 2: note.amount for note in m.score_sheet.account if note.line.key == "round"}
    assert {0: points[0], 1: points[1]} == rounds


@clause("FLASH-9.3", "FLASH-9.4", "FLASH-5.1")
@LANGUAGES
def test_lines_of_the_account_are_told_to_all(language: str) -> None:
    """With team, amount and the cards of each trick; each side reads its own."""
    m = ended((104, 101), (10, 40))
    ours, theirs = account(m, N, language), account(m, E, language)
    assert len(ours) == len(theirs) == len(account(m, -1, language))
    assert all(line.text and line.clause for line in ours)
    assert [line.text for line in ours] != [line.text for line in theirs]
    tricks = [line.pieces for line in ours if line.clause in ("FLASH-5.1", "FLASH-5.4")]
    assert 32 == sum(map(len, tricks))
    for line in ours:
        if line.amount and not line.heading:
            assert str(line.amount) in line.text


@clause("FLASH-9.1", "FLASH-9.3", "FLASH-7.1")
@pytest.mark.parametrize(
    ("language", "counts", "last"), [("en", "at the end", "last"), ("ja", "終わったとき", "終わり")]
)
def test_when_a_bonus_counts_and_that_a_deal_was_the_last_is_told(language: str, counts: str, last: str) -> None:
    """With the line itself: whoever reads "bonus 10" looks for it among the points."""
    flash = lay_out(take(table(VOID), "none", "flash void"), E, language).log[-1].text
    assert "10" in flash
    assert counts in flash
    for bonuses in ((10, 40), (0, 0)):
        reached = [line.text for line in account(ended((104, 80), bonuses), N, language) if line.clause == "FLASH-9.3"]
        assert [True, False] == [last in line for line in reached]


@LANGUAGES
def test_a_deal_has_one_name(language: str) -> None:
    """The one that the page gives it."""
    said = words_of(GAME.folder / "words" / f"{language}.toml")
    assert [] == [key for key, text in said.items() if re.search(r"\bround|ラウンド", text)]


@clause("FLASH-9.10", "FLASH-9.7")
def test_sheet_has_a_row_for_each_round() -> None:
    """With what each team made in it."""
    m = ended((50, 40), (60, 0))
    assert [50, 40, 50, 40] == list(m.score_sheet.deals[0].scores)
    headings = {note.seat % 2: note.amount for note in m.score_sheet.deals[0].notes}
    assert {0: m.public.gained[0], 1: m.public.gained[1]} == headings
    assert 1 == len(sure(lay_out(m, N, "en").sheet))


@clause("FLASH-9.4", "FLASH-9.6")
@LANGUAGES
def test_result(language: str) -> None:
    """Partners win together, or nobody does."""
    scene = lay_out(ended((104, 101), (10, 40)), N, language)
    result = sure(scene.result)
    assert ([E, W], [3, 1, 3, 1], True) == (result.winners, result.places, scene.over)
    assert [114, 141, 114, 141] == scene.scores
    drawn = sure(lay_out(ended((105, 105)), N, language).result)
    assert [1, 1, 1, 1] == drawn.places
    assert result.text != drawn.text != ""
    margin = lay_out(ended((104, 101), (10, 40), bonus_use="margin_only"), N, language)
    assert ([N, S], True) == (sure(margin.result).winners, "27" in every_text(margin))


@clause("FLASH-9.4")
@pytest.mark.parametrize(
    ("language", "ours", "theirs"),
    [
        ("en", "You win together with Seat 3!", "Seat 0, Seat 2 win together."),
        ("ja", "あなたと席 3の勝ちです！", "席 0、席 2が一緒に勝ちました。"),
    ],
)
def test_who_wins_together_is_told_in_a_sentence(language: str, ours: str, theirs: str) -> None:
    """One of the two reads it with their partner's name, and it begins as sentences do."""
    assert ours == sure(lay_out(ended((80, 104)), E, language).result).text
    assert theirs == sure(lay_out(ended((104, 80)), E, language).result).text


@LANGUAGES
def test_words_do_not_run_out(language: str) -> None:
    """No scene of a whole round shows a key or a brace instead of a sentence."""
    m = table(TWIN_FOUR, "S9 S8 SJ SQ H7 H8 H9 HJ", seed=3)
    while not m.log.deal_over:
        assert len(m.log) < 150
        scene = lay_out(m, turn(m), language)
        texts = [scene.prompt, *scene.status, *(one.text for one in [*scene.choices, *scene.log])]
        assert all(texts)
        assert not [text for text in texts if "{" in text or "flashpoint." in text or "_" in text]
        codes = sorted(legal(m))
        take(m, next((code for code in codes if code.startswith("flash")), codes[len(codes) // 2]))


def test_positions_of_these_tests_are_fresh() -> None:
    """Positions set up in the rules' own state leave the match that they are taken from alone."""
    p = Placed(VOID, tricks=0)
    before = p.match.log.state.to_words()
    p.take("flash void", "play SA")
    assert before == p.match.log.state.to_words()


@clause("FLASH-2.3")
@LANGUAGES
def test_a_card_that_pays_is_asked_about_first(language: str) -> None:
    """The leader's cards that disobey; none where nothing can obey, or nothing is paid."""
    m = take(table("DK D9 SA S8 S7 H7 H8 C7"), "command lead 9")
    choice = next(of_kind(Tap, one) for one in lay_out(m, N, language).choices if one.verb == "play")
    assert {"DK", "SA", "S8", "S7", "H7", "H8", "C7"} == set(sure(choice.doubtful))
    assert "15" in sure(choice.confirm)
    for free in (
        take(table("DK D9 SA S8 S7 H7 H8 C7"), "command lead Q"),
        take(table("DK D9 SA S8 S7 H7 H8 C7"), "none"),
        take(table("DK D9 SA S8 S7 H7 H8 C7", command_penalty=0), "command lead 9"),
    ):
        assert UNSET is next(of_kind(Tap, one) for one in lay_out(free, N, language).choices).doubtful


@clause("FLASH-7.3", "FLASH-7.6")
@LANGUAGES
def test_a_flash_says_what_it_brings_and_no_command_what_comes_of_it(language: str) -> None:
    """Under each word, before it is said."""
    for hand, verb, bonus in ((VOID, "flash void", "10"), (TWIN_FOUR, "flash four", "40")):
        m = take(table(hand), "none")
        told = {one.verb: one.about for one in lay_out(m, N, language).choices if isinstance(one, Press)}
        assert bonus in str(sure(told[verb]))
    m = table(VOID)
    asked = {one.verb: one.about for one in lay_out(m, S, language).choices if isinstance(one, Press)}
    assert sure(asked["none"])
    assert "15" in lay_out(m, S, language).prompt
