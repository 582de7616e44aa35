"""People at browsers of their own, for tests that read aloud: they see roles, names and words, never classes."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Locator, Page, Request, expect

from tests.patience import PATIENCE
from torite.service.page_messages import sentences

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
#: Nothing moves and nothing is taught, unless a test is about just that.
AT_ONCE = {"speed": "none", "restMs": 1, "seen": ["agurk", "agurk-joker", "gurka-is", "gurka-is-exchange", "rassi"]}
BOT = {"kind": "bot", "bot": "simple"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}
SETTINGS = {"spectators": True, "move_time": 0, "undo": True, "grace": 60}

expect.set_options(timeout=1000 * PATIENCE)

_FIRST = """(() => {
  if (location.protocol.startsWith("http") && !localStorage.getItem("torite.preferences"))
    localStorage.setItem("torite.preferences", JSON.stringify(PREFERENCES));
  addEventListener("securitypolicyviolation", (event) =>
    console.error(`the page's policy was broken: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
})();"""


class Guests:
    """Everybody who visits in a test.

    Args:
        browser: in which everybody has a context of their own.
        address: of the service, without a slash at the end.

    Attributes:
        faults: what no page of ours may do: errors on the console, dialogs, requests to elsewhere.
    """

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.faults: list[str] = []
        self.forgiving = False
        self._contexts: list[BrowserContext] = []

    def __call__(
        self, name: str = "", *, language: str = "en", address: str = "", preferences: Any = AT_ONCE, **options: Any
    ) -> Guest:
        """Let somebody in, with a browser that has never been here."""
        still = "reduce" if preferences is AT_ONCE else "no-preference"
        context = self.browser.new_context(
            **{"locale": {"en": "en-GB", "ja": "ja-JP"}[language], "reduced_motion": still, **DESKTOP, **options},
        )
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(_FIRST.replace("PREFERENCES", json.dumps(preferences)))
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.faults.append(f"an error of the page: {error.error}"))
        context.on("dialog", self._dismiss)
        context.on("request", self._look)
        self._contexts.append(context)
        guest = Guest(context, address or self.address, language)
        if name:
            guest.post("me", {"name": name, "language": language})
        return guest

    def forgive(self) -> None:
        """Forgive, from now on, what a browser itself says of a service that is away or refuses."""
        self.forgiving = True

    def close(self) -> None:
        """Send everybody home."""
        for context in self._contexts:
            context.close()

    def _hear(self, message: ConsoleMessage) -> None:
        away = re.search("net::ERR|WebSocket|with a status of 4", message.text)
        if message.type in ("error", "warning") and not (self.forgiving and away):
            self.faults.append(f"on the console: {message.text} ({message.location.get('url')})")

    def _dismiss(self, dialog: Dialog) -> None:
        self.faults.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def _look(self, request: Request) -> None:
        if not re.match(r"http://127\.0\.0\.1:\d+/|data:|blob:", request.url):
            self.faults.append(f"a request to elsewhere: {request.url}")


class Guest:
    """Somebody at a browser of their own.

    Args:
        context: their browser.
        address: of the service.
        language: that they read.
        page: a window that is open already.
    """

    def __init__(self, context: BrowserContext, address: str, language: str, page: Page | None = None) -> None:
        self.context = context
        self.address = address
        self.words = sentences(language)
        self.page = page or context.new_page()

    # going about

    def post(self, path: str, body: Any) -> Any:
        """Tell the service something, as the page would."""
        answer = self.context.request.post(f"{self.address}/api/{path}", data=body, headers={"origin": self.address})
        assert answer.ok, answer.text()
        return answer.json()

    def go(self, path: str = "/") -> Guest:
        """Open a page of ours."""
        self.page.goto(self.address + path)
        return self

    def table(self, variant: str = "agurk", *others: Any, start: bool = True, **more: Any) -> str:
        """Set a table without the page; against one bot if nobody else is named. Return its id."""
        return str(self.made(variant, *others, start=start, **more)["id"])

    def made(self, variant: str, *others: Any, start: bool = True, **more: Any) -> dict[str, str]:
        """Set a table without the page. Return its id and the secret of its link."""
        options = more.pop("options", {})
        wanted = {"variant": variant, "seats": [ME, *(others or (BOT,))], "start": start, "options": options}
        made: dict[str, str] = self.post("tables", {**wanted, "settings": {**SETTINGS, **more}})
        return made

    def sit(self, variant: str = "agurk", *others: Any, **more: Any) -> Guest:
        """Set a table and go there."""
        self.go(f"/t/{self.table(variant, *others, **more)}")
        expect(self.prompt).to_be_visible()
        return self

    def invitation(self) -> str:
        """Return the link to the table at which I sit."""
        name = self.page.url.rpartition("/")[2]
        secret = self.context.request.get(f"{self.address}/api/tables/{name}/invite").json()["secret"]
        return f"{self.page.url}#{secret}"

    # what is seen

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Return the button of this name."""
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def link(self, name: str | re.Pattern[str]) -> Locator:
        """Return the link of this name."""
        return self.page.get_by_role("link", name=name, exact=isinstance(name, str))

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        """Return the heading of these words."""
        return self.page.get_by_role("heading", name=name)

    def text(self, words: str | re.Pattern[str]) -> Locator:
        """Return what has these words and nothing smaller has."""
        return self.page.get_by_text(words)

    def named(self, key: str) -> Locator:
        """Return the button that has one of the page's own sentences as its name, in the language read."""
        return self.button(self.words[key])

    def named_link(self, key: str) -> Locator:
        """Return the link that has one of the page's own sentences as its name."""
        return self.link(self.words[key])

    def named_heading(self, key: str) -> Locator:
        """Return the heading that has one of the page's own sentences as its words."""
        return self.heading(self.words[key])

    @property
    def prompt(self) -> Locator:
        """What is asked of me."""
        return self.page.get_by_role("group", name=self.words["table.prompt"], exact=True)

    @property
    def hand(self) -> Locator:
        """The pieces that I hold."""
        return self.page.get_by_role("toolbar").get_by_role("button")

    @property
    def playable(self) -> Locator:
        """The pieces that I may play now."""
        return self.hand.and_(self.button(re.compile(self.words["table.card_may"].format(name="") + "$")))

    @property
    def next_deal(self) -> Locator:
        """The way on when a deal is over."""
        return self.named("table.next_deal")

    @property
    def rematch(self) -> Locator:
        """What stands there when a match is over."""
        return self.named("table.rematch").or_(self.named("alone.again"))

    @property
    def scores(self) -> Locator:
        """The table of scores."""
        return self.page.get_by_role("table", name=self.words["table.scores"])

    def tab(self, name: str) -> Locator:
        """Return what stands beside the table, by its name, in English."""
        return self.page.get_by_role("tab", name=re.compile(f"^{name}"))

    @property
    def log(self) -> Locator:
        """What has happened, line by line."""
        return self.page.get_by_role("region", name=self.words["table.log"]).get_by_role("listitem")

    def read_about(self) -> None:
        """Turn to what is told about a match that is looked back on."""
        self.page.get_by_role("tab", name=self.words["replay.tab.about"], exact=True).click()

    # playing

    def weighed(self) -> None:
        """Wait until the service has said what may be added to what is chosen."""
        expect(self.prompt).to_have_attribute("aria-busy", "false")

    def wait_for_turn(self) -> bool:
        """Wait until a card may be played; False when the deal or the match is over."""
        expect(self.playable.or_(self.next_deal).or_(self.rematch).first).to_be_visible()
        return bool(self.playable.count())

    def read_on(self) -> None:
        """Have read what the game is about, and go on to what is asked."""
        self.prompt.get_by_role("button", name=self.words["table.understood"]).click()

    def play(self) -> str:
        """Play the first card that may be played. Return its name."""
        name = self.playable.first.get_attribute("aria-label") or ""
        card = self.hand.and_(self.button(name))
        held = self.hand.count()
        card.first.click()
        expect(self.hand.nth(held - 1)).to_have_count(0)  # more may be gone at once: forced cards
        return name.removesuffix(self.words["table.card_may"].format(name=""))

    def go_on(self) -> None:
        """Go on to the next deal."""
        self.next_deal.click()
        expect(self.next_deal).to_have_count(0)

    def play_deal(self) -> None:
        """Play until the deal is over."""
        while self.wait_for_turn():
            self.play()

    def play_on(self) -> None:
        """Play until the deal is over, whatever else is asked: hands are kept, sets confirmed."""
        keep = self.button(re.compile("^(Keep the hand|Decline|そのまま|やめておく)$"))
        count, text = r"\d+", ".+"
        confirm = self.button(re.compile(f"^{self.words['table.confirm'].format(text=text, count=count)}$"))
        while True:
            expect(self.playable.or_(keep).or_(self.next_deal).or_(self.rematch).first).to_be_visible()
            if self.next_deal.or_(self.rematch).count():
                return
            if keep.count():
                asked = self.prompt.inner_text()
                keep.click()
                expect(self.prompt).not_to_have_text(asked, use_inner_text=True)
                continue
            held = self.hand.count()
            self.playable.first.click()
            if confirm.count():
                confirm.click()
            expect(self.hand.nth(held - 1)).to_have_count(0)

    def play_match(self) -> None:
        """Play until the match is over."""
        self.play_deal()
        while not self.rematch.is_visible():
            self.go_on()
            self.play_deal()
