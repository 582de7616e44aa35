"""Names and lines: something is seen of each, and what belongs together stays together."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.service.client import BOTS, Company, run
from tests.service.conftest import Running
from torite.records import read
from torite.service.names import MOST_MARKS, cleaned

UNSEEN = [
    "\u3164", "\u115f\u1160", "\uffa0", "\u2800\u2800", "\u200b\u200c\u200d\u2060\ufeff", "\u034f", "\u17b4\u17b5",
    "\ufe0f", "\ufe0e\ufe0f", "\U000e0100", "\u180b\u180e", "\U000e0041\U000e007f", "\u202e\u202c", "\u2066\u2069",
    "\u061c\u200e\u200f", "\u00ad", "\u3000\u00a0\u2003", "\u0301\u0301", "\u20dd", "\U0001d159", "\u2028\u2029",
    "\x00",
]  # fmt: skip
WHOLE = [
    "キュウリ", "山田 太郎", "が", "ｶﾞ", "葛\U000e0100城", "👩🏽‍🚀", "👨‍👩‍👧‍👦", "🧔🏻‍♂️", "❤️‍🔥", "🏳️‍🌈", "🇯🇵🇩🇪",
    "1️⃣", "☎︎", "〰️", "㊗️",
    "می‌خواهم", "क्‍ष", "ක්‍ෂ", "กิ่งเก้า", "שָׁלוֹם", "Nguyễn Văn Ổn", "한국어", "Zoë", "ﷲ", "𝓐𝓭𝓪", "Ḿ̈",
]  # fmt: skip


@pytest.mark.parametrize("text", UNSEEN)
def test_what_is_not_seen_is_no_name(text: str) -> None:
    """Nor a part of one."""
    assert "" == cleaned(text)
    assert "Ada" == cleaned(f"{text}Ada{text}") or unicodedata.category(text[0]) in ("Mn", "Me")
    assert "Ada" == cleaned(f"{text} Ada {text}")


@pytest.mark.parametrize("text", WHOLE)
def test_what_belongs_together_stays_whole(text: str) -> None:
    assert unicodedata.normalize("NFC", text) == cleaned(text)
    assert unicodedata.normalize("NFC", f"a {text} b") == cleaned(f" a  {text} b ")


def test_marks_do_not_pile_up() -> None:
    piled = cleaned("Z" + "\u0300\u0316\u0334\u0489" * 50 + "algo", 200)
    assert "algo" == piled[-4:]
    assert MOST_MARKS == len(piled) - 5


def test_what_is_too_long_is_cut_between_what_is_seen() -> None:
    family = "👨‍👩‍👧‍👦"
    assert f"Ada {family * 2}" == cleaned(f"Ada {family * 5}")
    assert "x" * 23 == cleaned("x" * 23 + "🇯🇵")


@pytest.mark.long
@given(st.text(max_size=80))
def test_what_is_clean_stays_so_and_is_short(text: str) -> None:
    name = cleaned(text)
    assert name == cleaned(name)
    assert len(name) <= 24
    assert name == name.strip()
    assert not name or any(letter.isprintable() for letter in name)


@given(st.text(st.sampled_from("aé\u0301\u200d\u200c\ufe0f👩🏽🚀🇯ん\u3164 \u202e\U000e0100葛ك1"), max_size=40))
def test_whatever_is_put_together(text: str) -> None:
    name = cleaned(text)
    assert name == cleaned(name)
    assert not {"\u3164", "\u202e"} & set(name)
    assert "  " not in name
    assert not name.startswith(("\u200d", "\u200c", "\ufe0f", "\u0301"))
    assert not name.endswith(("\u200d", "\u200c"))


@pytest.mark.parametrize("name", ["👩🏽‍🚀 Mae", "می‌خواهم"])
def test_a_name_with_joiners_is_played_with_and_written_down(service: Running, name: str) -> None:
    """And words for the shuffle as well."""

    async def play(company: Company) -> None:
        mae = company.person(name)
        made = await mae.set_table("agurk", BOTS, start=False, options={"out_at": "1"})
        place = await mae.sit(made["id"])
        await place.until(lambda p: p.table)
        assert "done" == (await place.ask("words", text=f"salt {name}"))["type"]
        assert "done" == (await place.ask("start"))["type"]
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["replay"])
        record = (await mae.http.get(f"/api/replays/{place.table['replay']}/record")).text
        match = read(record)
        assert (name, {0: f"salt {name}"}) == (match.names[0], match.chance.entropy)
        assert (await mae.post(f"replays/{place.table['replay']}/verify"))["fair"]

    run(service, play)
