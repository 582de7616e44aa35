"""A browser, a service, and people who visit it."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.page.guests import Guests
from tests.page.line import Line
from tests.service.conftest import Running, fresh
from tools.page import built

__all__ = ["fresh"]

#: The first that is there is taken: without windows of its own a browser takes half the processor time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FAR = 0.3  #: seconds from the service to who is far away
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]


class Hidden:
    """Playwright's loop, which runs from its start to its end, hidden from tests that run loops of their own."""

    loop: asyncio.AbstractEventLoop | None = None

    @classmethod
    def show(cls) -> None:
        """Let Playwright go on."""
        asyncio._set_running_loop(cls.loop)

    @classmethod
    def hide(cls) -> None:
        """Let others run loops."""
        cls.loop = asyncio._get_running_loop()
        asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("no Chromium: the page's tests are skipped")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        Hidden.hide()
        yield browser
        Hidden.show()
        browser.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    if not built():
        pytest.fail("the page is not built from these sources: python -m tools.page")
    running = Running(tmp_path_factory.mktemp("page") / "data", fixed=True)
    yield running
    running.stop()
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


@pytest.fixture
def line(service: Running) -> Iterator[Line]:
    """A line to the service."""
    line = Line(service.port)
    yield line
    line.close()


@pytest.fixture
def guests(browser: Browser, service: Running, pytestconfig: pytest.Config) -> Iterator[Guests]:
    """People at browsers; wherever they go, no page of ours may complain, ask with a dialog, or send for anything.

    With `--thorough` they are far away: what a page does must not depend on how soon the service answers.
    """
    Hidden.show()
    with contextlib.closing(Line(service.port)) as line:
        line.late = FAR
        visiting = Guests(browser, line.address if pytestconfig.getoption("--thorough") else service.address)
        yield visiting
        visiting.close()
    Hidden.hide()
    assert [] == visiting.faults
