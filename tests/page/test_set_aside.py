"""A table that cannot be opened: its page says why, and the first page lists it as such."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.page.guests import Guests
from tests.patience import PATIENCE
from tests.service.conftest import Running
from torite.service.page_messages import page_words


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_table_that_is_set_aside_says_why(guests: Guests, service: Running, language: str) -> None:
    say = page_words(language)
    ann = guests("Ann", language=language)
    table = ann.post("daily", {"variant": "emissary", "date": "2026-11-20"})["id"]
    with closing(sqlite3.connect(service.data / "torite.db", timeout=PATIENCE)) as database:
        database.execute('UPDATE sitting SET options = \'{"trumps": "five"}\' WHERE id = ?', (table,))
        database.commit()
    ann.go(f"/t/{table}")
    expect(ann.heading(say("table.farewell.aside"))).to_be_visible()
    told = say("service.aside", version=say("service.aside_earlier"), day="2").split("2")[0]
    expect(ann.page.locator("main")).to_contain_text(told)
    ann.go()
    expect(ann.page.locator("main")).to_contain_text(say("table.farewell.aside"))
    ann.page.goto("about:blank")
