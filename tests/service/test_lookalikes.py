"""Two people at one table whose names look the same are told apart by a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.service.client import OPEN, Company, run
from tests.service.conftest import Running
from torite.service.lookalikes import LOOKS, alike
from torite.service.table_setup import Occupant, TableSetup
from torite.service.wire import Settings

ALIKE = {
    "the same": ("Ada", "Ada"),
    "case": ("Ada", "aDA"),
    "full width": ("Ada", "Ａｄａ"),
    "half width": ("ガク", "ｶﾞｸ"),
    "mathematical": ("Ada", "𝓐𝓭𝓪"),
    "spaces": ("Ada L", "Ada\u2003L"),
    "no space": ("Ada 2", "Ada2"),
    "joiner": ("Ada", "A\u200dda"),
    "selector": ("8", "8\ufe0e"),
    "combining": ("Zoe", "Zoe\u0308"),
    "composed": ("Zoë", "Zoe\u0308"),
    "Cyrillic": ("Ada", "Аdа"),
    "all Cyrillic": ("COPA", "СОРА"),
    "small Cyrillic": ("caxap", "сахар"),
    "Greek": ("Novo", "Νονο"),
    "Greek in capitals": ("ΗΡΑ", "ηρα"),
    "Armenian": ("hou", "հօս"),
    "Cherokee": ("SAL", "ᏚᎪᏞ"),
    "stroke": ("Ilya", "llya"),
    "digit": ("Bo", "B0"),
    "one": ("lou", "1ou"),
    "pair": ("Marna", "Mama"),
    "double v": ("wim", "vvim"),
    "sharp s": ("Weiß", "WEISS"),
    "kana and ideograph": ("ニカ", "二力"),
    "hiragana and katakana": ("へい", "ヘい"),
    "apostrophe": ("O'Hara", "O’Hara"),
    "Turkish": ("ilk", "ılk"),
    "Greek that stands for another": ("Alice", "Aliϲe"),
    "Lisu": ("Max", "ꓟax"),
    "Coptic": ("Oskar", "Ⲟskar"),
    "small capitals": ("Boss", "Boꜱꜱ"),
    "more Cherokee": ("ALICE", "ᎪᏞᏆᏟᎬ"),
    "a letter yot": ("John", "Ϳohn"),
    "another's nought": ("olaf", "౦laf"),
    "frame and mouth": ("山口", "山囗"),
}
UNLIKE = [
    ("Ada", "Ida"), ("Ada", "Adam"), ("ハル", "バル"), ("かき", "がき"), ("はは", "ぱぱ"), ("Вова", "Boba"),
    ("山田", "山口"), ("กา", "กี"), ("محمد", "محمود"), ("김", "강"), ("👩‍🚀", "👩‍🌾"), ("Bo", "Bob"), ("Ann 2", "Ann 3"),
]  # fmt: skip


@pytest.mark.parametrize("why", ALIKE)
def test_names_that_look_the_same_are_alike(why: str) -> None:
    one, other = ALIKE[why]
    assert alike(one, [other])
    assert alike(other, ["Somebody", one])


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_names_that_are_seen_to_differ_are_not(one: str, other: str) -> None:
    assert not alike(one, [other])


def test_each_letter_of_the_table_is_there_once() -> None:
    letters = "".join(letters for letters, _ in LOOKS)
    assert len(letters) == len(set(letters))


@given(st.lists(st.text("AaАαIl10oО二ニ ", min_size=1, max_size=4), min_size=2, max_size=17))
def test_no_two_at_a_table_look_alike(names: list[str]) -> None:
    table = TableSetup("abc", "agurk", {}, Settings(), 0, [Occupant("open") for _ in names])
    for seat, name in enumerate(names):
        if name.strip() == "l":
            table.occupy(seat, "bot")
        else:
            table.occupants[seat] = Occupant("person", table.name_for(name.strip(), seat), seat)
    told = [occupant.name for occupant in table.occupants]
    assert not any(alike(name, told[:seat]) for seat, name in enumerate(told))


@pytest.mark.long
def test_the_later_one_has_a_number_wherever_they_are_named(service: Running) -> None:
    """At the table, to who has the link, and in what is said; records take names from the table."""

    async def play(company: Company) -> None:
        people = [company.person(name) for name in ("Anna", "АNNA", "Ａｎｎａ", "Anпa")]
        made = await people[0].set_table("agurk", OPEN, OPEN, OPEN, options={"out_at": "1"}, start=False)
        for person in people[1:]:
            await person.join(made)
        told = ["Anna", "АNNA 2", "Ａｎｎａ 3", "Anпa 4"]
        places = [await person.sit(made["id"]) for person in people]
        for place in places:
            await place.until(lambda p: p.table)
            assert told == [seat["name"] for seat in place.table["seats"]]
        peeked = await company.person().post(f"tables/{made['id']}/peek", {"secret": made["secret"]})
        assert told == [seat["name"] for seat in peeked["seats"]]
        await places[1].ask("say", text="hello")
        await places[0].until(lambda p: any(message["type"] == "said" for message in p.heard))
        assert "АNNA 2" in next(str(message) for message in places[0].heard if message["type"] == "said")

    run(service, play)
