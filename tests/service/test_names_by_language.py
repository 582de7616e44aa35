"""Names that were given here, of bots and guests, as the readers of each language write them."""

from __future__ import annotations

import re

import torite
from torite.errors import words
from torite.match.naming import called
from torite.service.chat import SaidRow
from torite.service.replies import said
from torite.service.table_setup import BOT_NAMES, GUEST


def test_every_name_that_is_given_has_one_in_each_language() -> None:
    for name in (*BOT_NAMES, GUEST):
        assert name == called(name, words("en"))
        assert re.fullmatch("[ァ-ヺー]+", called(name, words("ja")))


def test_a_number_stays_and_other_names_do_not_change() -> None:
    assert ["ゲスト 2", "ボット 18"] == [called(name, words("ja")) for name in ("Guest 2", "Bot 18")]
    for name in ("Ann", "Guest of honour", "guest", "かな", "Aki Chiyo"):
        assert name == called(name, words("ja"))


def test_scenes_and_talk_name_them_so() -> None:
    match = torite.Match("agurk", seats=4, seed=1, names=["Ann", "Chiyo", "Guest", "Guest 2"])
    assert ["Ann", "チヨ", "ゲスト", "ゲスト 2"] == [seat.name for seat in torite.lay_out(match, 0, "ja").seats]
    assert ["Ann", "Chiyo", "Guest", "Guest 2"] == [seat.name for seat in torite.lay_out(match, 0, "en").seats]
    line = SaidRow(number=0, seat=2, name="Guest", phrase="", text="hello", heard_by=-1, cid="")
    assert "ゲスト" == said(line, 0, match, "ja").name
