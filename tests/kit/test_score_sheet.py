"""The score sheet: a row for every deal that has ended, with what it changed and what it was."""

from __future__ import annotations

import random
from itertools import accumulate
from typing import Any

import pytest

from tests.aloud import take, turn
from tests.arranged import new_match
from tests.games.doppelkopf.builders import bid, contract_by, filled, keep_all, plain_hand, play_any
from tests.kit import haggling
from tests.looking import sure
from torite.match import Arrangement, Match
from torite.match.entries import Deal
from torite.records import read, write
from torite.scenes import lay_out
from torite.words import LANGUAGES
from torite.worlds import SPECTATOR

AGURK = {"out_at": "12", "hand_size": "2"}
NAMES = ("Ada", "Bo", "Cy", "Di")
HAND = plain_hand("D9 DK")
POVERTY = "Di plays: poverty. Nobody takes the cards of Di: the deal is thrown in."
POVERTY_JA = "Diのアルムートです。Diのカードを誰も受け取らず、このディールは流れます。"


def agurk(seed: int = 1, seats: int = 3, **how: Any) -> Match:
    """A short match, not begun; deals follow one another by themselves."""
    return new_match("agurk", seats, AGURK, seed=seed, names=NAMES[:seats], **how)


def play_deal(m: Match, seed: int = 0) -> Match:
    """Play any cards to the end of the deal; go on to it first where one is over."""
    if m.turns.awaits_chance:
        m.go_on()
    chooser, deals = random.Random(seed), len(m.score_sheet.deals)
    while not m.over and len(m.score_sheet.deals) == deals:
        m.act(m.actors[0], chooser.choice(m.actions(m.actors[0])))
    return m


def play_out(m: Match, seed: int = 0) -> Match:
    """Play any cards to the end of the match."""
    while not m.over:
        play_deal(m, seed)
    return m


def thrown_in(**how: Any) -> Match:
    """The first deal of two is a poverty that nobody takes."""
    m = contract_by(3, "poverty", "", "", "", HAND, deal_count=2, **how)
    m.rename(NAMES[: m.seats])
    return take(m, "offer D9 DK CA", "refuse", "refuse", "refuse")


def then_normal(m: Match) -> Match:
    """Play a normal game after the deal that is over."""
    m.go_on()
    return play_any(bid(keep_all(m), "pass pass pass pass"))


def started(m: Match) -> tuple[int, ...]:
    """The scores before the first deal."""
    return tuple(Match(m.variant.name, m.seats, m.options.texts(), seed=1, initial=m.log.setup.initial).scores)


def adds_up(m: Match) -> bool:
    """Tell whether the rows lead from the scores at the start to those that are told now."""
    rows = m.score_sheet.deals
    for seat in range(m.seats):
        running = list(accumulate([row.changes[seat] for row in rows], initial=started(m)[seat]))
        if [row.scores[seat] for row in rows] != running[1:] or running[-1] != m.scores[seat]:
            return False
    return True


def shown(m: Match, viewer: int = SPECTATOR, language: str = "en") -> list[tuple[int, str | None]]:
    """The rows as a viewer reads them: number and text."""
    return [(row.deal, row.text) for row in sure(lay_out(m, viewer, language).sheet)]


# rows and sums


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_rows_lead_to_the_scores(seed: int, seats: int) -> None:
    """What the deals changed adds up; the last row's scores are the match's, and deals are counted from one."""
    m = play_out(Match("agurk", seats, AGURK, seed=seed), seed)
    assert adds_up(m)
    assert list(m.score_sheet.deals[-1].scores) == m.scores
    assert list(range(1, len(m.score_sheet.deals) + 1)) == [row.number for row in m.score_sheet.deals]
    assert len(m.score_sheet.deals) == m.public.deals_played


@pytest.mark.parametrize("seed", range(3))
def test_rows_lead_to_the_scores_where_points_are_lost(seed: int) -> None:
    """In Doppelkopf changes sum to nothing, and some are negative."""
    m = play_out(Match("doppelkopf", options={"deal_count": "2"}, seed=seed), seed)
    assert adds_up(m)
    assert all(0 == sum(row.changes) for row in m.score_sheet.deals)
    assert [1, 2] == [row.number for row in m.score_sheet.deals if row.number]


@pytest.mark.parametrize("seats", [2, 4])
def test_chance_between_two_deals_is_no_deal(seats: int) -> None:
    """In Haggle dice are rolled before the cards are dealt: still a row a deal."""
    with haggling.toys_listed():
        m = haggling.played(seats, 1, {"deals": "4"})
        assert [1, 2, 3, 4] == [row.number for row in m.score_sheet.deals]
        assert adds_up(m)


def test_every_deal_adds_a_row_when_it_ends() -> None:
    """Not before, and not again with the next shuffle."""
    m = agurk(pause=True)
    assert [] == m.score_sheet.deals
    m.go_on()
    rows: list[Deal] = []
    while not m.over:
        assert rows == m.score_sheet.deals
        play_deal(m)
        assert [*rows, m.score_sheet.deals[-1]] == m.score_sheet.deals
        rows = m.score_sheet.deals
        assert adds_up(m)
        if not m.over:
            m.go_on()
            assert rows == m.score_sheet.deals
    assert len(rows) > 2


def test_nothing_of_a_running_deal_is_told() -> None:
    """A trick taken, a contract named and an announcement are no news of the sheet before the deal is over."""
    m = thrown_in()
    m.go_on()
    bid(keep_all(m), "pass pass pass")
    before = m.score_sheet.deals
    bid(m, "pass")
    assert any(note.line.heading for note in m.log.standing[-1].notes), "the contract is a heading"
    while not m.log.deal_over:
        assert before == m.score_sheet.deals
        assert [(0, POVERTY)] == shown(m)
        seat = next((seat for seat in range(4) if any(a.offer for a in m.actions(seat))), turn(m))
        m.act(seat, next((a for a in m.actions(seat) if a.offer), m.actions(seat)[-1]))
    assert before == m.score_sheet.deals[:-1]


# given scores


def test_given_scores_are_not_a_change() -> None:
    """What players bring along is where the first row begins."""
    m = agurk(seats=2, initial={"score": [3, 1]}, hands={0: "HA C2", 1: "C9 D9"}, dealer=1, pause=True)
    for seat, card in ((0, "C2"), (1, "C9"), (1, "D9"), (0, "HA")):
        m.act(seat, f"play {card}")
    assert [(1, (17, 1), (14, 0))] == [(row.number, row.scores, row.changes) for row in m.score_sheet.deals]


def test_a_given_score_of_doppelkopf_is_not_a_change() -> None:
    m = thrown_in(initial={"score": [7, -2, -5, 0]})
    assert [(0, (7, -2, -5, 0), (0, 0, 0, 0))] == [(row.number, row.scores, row.changes) for row in m.score_sheet.deals]
    assert adds_up(then_normal(m))


# deals that are not scored


def test_a_deal_thrown_in_has_no_number_and_changes_nothing() -> None:
    m = thrown_in()
    assert m.log.deal_over
    assert [(0, (0, 0, 0, 0))] == [(row.number, row.changes) for row in m.score_sheet.deals]
    assert ["contract", "thrown_in"] == [note.line.key for note in m.score_sheet.deals[0].notes]
    then_normal(m)
    assert [0, 1] == [row.number for row in m.score_sheet.deals]
    assert ["normal_game"] == [note.line.key for note in m.score_sheet.deals[1].notes][:1]
    play_out(m)
    assert [0, 1, 2] == [row.number for row in m.score_sheet.deals]
    assert adds_up(m)


def test_a_deal_thrown_in_is_not_counted_where_deals_are_given() -> None:
    m = thrown_in(initial={"deals_played": 3})
    assert [0] == [row.number for row in m.score_sheet.deals]


def test_a_deal_thrown_in_between_two_keeps_the_count() -> None:
    """The first is scored, the second is thrown in, the third has number two."""
    m = then_normal(thrown_in(seed=5))
    assert [0, 1] == [row.number for row in m.score_sheet.deals]
    m.chance.arrange(Arrangement(hands=filled(["", "", "", HAND])))
    m.go_on()
    for _ in range(4):
        m.act(turn(m), "reserve" if turn(m) == 3 else "pass")
    take(m, "bid poverty", "offer D9 DK CA", "refuse", "refuse", "refuse")
    assert [0, 1, 0] == [row.number for row in m.score_sheet.deals]
    assert m.score_sheet.deals[1].scores == m.score_sheet.deals[2].scores
    assert [0, 1, 0, 2] == [row.number for row in play_out(m).score_sheet.deals]


def test_a_redeal_is_a_row_without_a_number() -> None:
    """With forty cards a hand shown ends the deal; nothing changes, and the count goes on."""
    hands = {0: plain_hand("DK D10", size=10)}
    m = new_match("doppelkopf-40", options={"deal_count": "1"}, dealer=3, hands=hands, seed=1, pause=True)
    m.act(0, "redeal")
    assert [(0, (0, 0, 0, 0))] == [(row.number, row.changes) for row in m.score_sheet.deals]
    assert [1] == [row.number for row in play_out(m).score_sheet.deals if row.number]


# what was undone


def test_a_deal_that_was_undone_vanishes() -> None:
    """Its last card is taken back, and the row with it; played again it is the same."""
    m = agurk()
    last = 0
    while not m.score_sheet.deals:
        last = m.actors[0]
        m.act(last, m.actions(last)[0])
    rows = m.score_sheet.deals
    m.undo(last, free=True)
    assert [] == m.score_sheet.deals
    assert [0, 0, 0] == m.scores
    m.act(last, m.actions(last)[0])
    assert rows == m.score_sheet.deals
    assert adds_up(play_out(m))


def test_undo_takes_back_as_many_rows_as_deals() -> None:
    """Who last chose two deals ago takes both rows away; earlier ones stay."""
    m = Match("agurk", 3, AGURK | {"out_at": "99"}, seed=3)
    for _ in range(3):
        play_deal(m)
    found = [len(m.score_sheet.deals)]
    while m.may_undo(0, free=True):
        rows = m.score_sheet.deals
        m.undo(0, free=True)
        assert rows[: len(m.score_sheet.deals)] == m.score_sheet.deals
        assert adds_up(m)
        found.append(len(m.score_sheet.deals))
    assert [3, 2, 2, 1, 1, 0, 0] == found, "two cards a deal"


def test_undo_takes_back_a_deal_thrown_in() -> None:
    """The one who refused last thinks again and accepts: no row, and the notes of the first try are forgotten."""
    m = thrown_in()
    m.undo(2, free=True)
    assert [] == m.score_sheet.deals
    play_any(take(m, "accept", "return D9 DK CA"))
    assert [1] == [row.number for row in m.score_sheet.deals]
    assert [("contract", 3)] == [(note.line.key, note.seat) for note in m.score_sheet.deals[0].notes][:1]
    assert "thrown_in" not in [note.line.key for note in m.score_sheet.deals[0].notes]


# records, and looking back


@pytest.mark.parametrize("made", [lambda: play_out(agurk()), lambda: play_out(thrown_in()), thrown_in])
@pytest.mark.parametrize("undone", [False, True])
def test_a_replayed_record_has_the_same_sheet(made: Any, undone: bool) -> None:
    """Also one with something taken back, and one of a match in progress."""
    m = made()
    if undone:
        seat = m.log.standing[-1].seat
        m.undo(seat, free=True)
        m.act(seat, m.actions(seat)[-1].code)
    again = read(write(m, with_key=True))
    assert m.score_sheet.deals == again.score_sheet.deals
    assert m.score_sheet.deals
    for language in LANGUAGES:
        assert lay_out(m, 0, language).sheet == lay_out(again, 0, language).sheet


def test_looking_back_tells_only_the_deals_so_far() -> None:
    """A match that is followed entry by entry has the rows that it had then."""
    m = play_out(agurk())
    back, seen = m.at(0), 0
    for entry in m.log.standing:
        back.log.follow(entry)
        ended = back.score_sheet.deals
        assert m.score_sheet.deals[: len(ended)] == ended
        seen += back.log.deal_over and not entry.chance
        assert seen == len(ended)
    assert m.score_sheet.deals == back.score_sheet.deals


# in scenes


def test_a_scene_tells_the_sheet_where_it_is_whole_or_a_deal_is_over() -> None:
    """What follows an entry leaves it out while a deal goes on: nothing has changed."""
    m = thrown_in()
    for viewer in (SPECTATOR, 0, 3):
        assert 1 == len(sure(lay_out(m, viewer).sheet))
        assert lay_out(m, viewer).sheet == lay_out(m, viewer, since=len(m.log) - 1).sheet, "the deal is over"
    m.go_on()
    for viewer in (SPECTATOR, 0, 3):
        assert 1 == len(sure(lay_out(m, viewer).sheet))
        assert lay_out(m, viewer, since=len(m.log) - 1).sheet is None
        assert lay_out(m, viewer, since=0).sheet is None
    ended = play_any(bid(keep_all(m), "pass pass pass pass"))
    assert 2 == len(sure(lay_out(ended, 1, "ja", len(m.log) - 1).sheet))
    assert 3 == len(sure(lay_out(play_out(m), 2, since=len(m.log) - 1).sheet))


def test_a_scene_before_the_first_deal_is_over_has_an_empty_sheet() -> None:
    m = agurk()
    assert [] == lay_out(m).sheet
    assert lay_out(m, since=0).sheet is None


def test_rows_are_told_in_both_languages() -> None:
    m = then_normal(thrown_in())
    points = m.score_sheet.deals[1].notes[-1].amount
    party = {"re_wins": ("Re", "レー"), "contra_wins": ("Contra", "コントラ")}[
        m.score_sheet.deals[1].notes[-1].line.key
    ]
    english = f"A normal game is played. {party[0]} wins with {points} card points."
    assert [(0, POVERTY), (1, english)] == shown(m)
    assert [(0, POVERTY_JA), (1, f"通常ゲームです。{party[1]}が{points}点で勝ちました。")] == shown(m, language="ja")


def test_everybody_reads_the_same_sheet() -> None:
    """Players are named alike to all; only who is spoken of is spoken to."""
    m = thrown_in()
    (poor,) = {note.seat for note in m.score_sheet.deals[0].notes if note.line.heading and note.seat >= 0}
    for language, own in (("en", "You play: poverty. "), ("ja", "あなたの")):
        assert 1 == len({str(shown(m, viewer, language)) for viewer in range(SPECTATOR, 4) if viewer != poor})
        ((_, text),) = shown(m, poor, language)
        assert str(text).startswith(own)


def test_a_row_has_the_numbers_of_the_match() -> None:
    m = then_normal(thrown_in())
    for row, deal in zip(sure(lay_out(m).sheet), m.score_sheet.deals, strict=True):
        assert list(deal.scores) == row.scores
        assert list(deal.changes) == row.changes
        assert ("deal", "text", "changes", "scores") == row.__struct_fields__


def test_a_game_without_headings_has_rows_without_text() -> None:
    m = play_deal(agurk())
    assert [(1, None)] == shown(m) == shown(m, language="ja")
    assert not any(note.line.heading for entry in m.log.standing for note in entry.notes)


def test_a_solo_is_a_heading_with_its_name() -> None:
    """Who plays what, before the line that says who won; the soloist is spoken to."""
    m = contract_by(0, "solo-hearts", deal_count=1)
    m.rename(NAMES[: m.seats])
    play_any(m)
    for viewer, english, japanese in ((0, "You play: ♥ solo. ", "あなたの"), (1, "Ada plays: ♥ solo. ", "Adaの")):
        ((_, text),), ((_, other),) = shown(m, viewer), shown(m, viewer, "ja")
        assert str(text).startswith(english)
        assert str(other).startswith(japanese)
    assert ["contract"] == [note.line.key for note in m.score_sheet.deals[0].notes if not note.line.scoring]
