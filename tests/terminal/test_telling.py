"""What a player at the terminal is told of the table, so that nobody plays blind."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.games.bingo import builders as bingo
from tests.terminal.pictures import ANSI
from tests.terminal.tables import begun, sit, some_line, typed
from tests.terminal.test_wild_cards import table as wild_table
from torite.match import Match
from torite.terminal.session import Session
from torite.terminal.text_layout import terminal_ink

BOTH = pytest.mark.parametrize("colours", ["", "256"], ids=["sentences", "picture"])


def seated(m: Match, colours: str = "", language: str = "en") -> Session:
    """Sit down at seat 0."""
    return sit(m.variant.name, m.seats, match=m, language=language, colours=colours)


def flat(said: str) -> str:
    """What was said, in one line."""
    return " ".join(ANSI.sub("", said).replace("\u2060", "").replace("\xa0", " ").split())


@BOTH
def test_won_cards_and_past_bids_are_told(colours: str) -> None:
    """Galapagos: melds are made of the won cards, and the bids come back in the Play-off."""
    session = sit("galapagos", 2, seed=3, colours=colours)
    begun(session)
    for _ in range(8):
        said = flat(typed(session, some_line(session)))
    said = flat(typed(session, "table"))
    zones = [zone for zone in session.look().zones if zone.name in ("won_pile", "bids")]
    assert 4 == len(zones)
    for zone in zones:
        owner = session.table.name(session.look().seats[zone.seat])
        pieces = [piece for piece in zone.pieces if piece]
        drawn = " ".join(piece.glyph for piece in pieces)
        spoken = ", ".join(session.table.named(piece.code) for piece in pieces)
        assert (f"{owner}, {zone.text} {drawn}" if colours else f"{owner}, {zone.text}: {spoken}") in said


@BOTH
def test_cards_laid_open_for_everybody_are_told(colours: str) -> None:
    """Galapagos: the two cards left over with jokers, where it was agreed to show them."""
    session = sit("galapagos-jokers", 2, seed=3, colours=colours, options={"joker_surplus": "reveal_two"})
    said = flat(begun(session))
    (zone,) = [zone for zone in session.look().zones if zone.name == "removed"]
    open_pieces = [piece for piece in zone.pieces if piece]
    assert 2 == len(open_pieces)
    for piece in open_pieces:
        assert (piece.glyph if colours else session.table.named(piece.code)) in said.partition(zone.text)[2]


def test_a_tile_that_was_drawn_is_named() -> None:
    """Bingo: which tile came to the hand."""
    session = seated(bingo.table("6-4 5-0", "1-0 2-0", stock="6-5 5-4", trump=3))
    begun(session)
    before = set(session.match.cards(0))
    said = typed(session, "lead 6-4")
    while "draw" in dict(session.menu().words):
        said = typed(session, "draw")
    came = set(session.match.cards(0)) - before
    assert came
    assert f"New in your hand: {session.table.named(came.pop())}." in flat(said)


def test_trumps_and_stock_are_told_without_the_trump_tile() -> None:
    """Bingo: when the stock is closed the trump tile lies face down, and trumps are still told."""
    session = seated(bingo.table("6-4 5-0", "1-0 2-0", trump=3))
    begun(session)
    typed(session, "lead 6-4")
    if "close" in dict(session.menu().words):
        typed(session, "close")
    assert "Trumps threes" in flat(typed(session, "table"))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_rulers_are_told(language: str) -> None:
    """The Emissary: who rules where, before a kingdom is chosen."""
    session = sit("emissary", 1, seed=3, language=language)
    said = begun(session).replace("\n", "" if language == "ja" else " ")
    road = session.look().road
    assert road is not None
    for station in road.stations:
        assert station.piece is not None
        after = said.partition(station.text)[2][:60]
        assert session.table.named(station.piece.code) in after


@BOTH
def test_who_sits_out_is_told_before_the_deal(colours: str) -> None:
    """Doppelkopf for five: the dealer holds no cards, and the deal runs past."""
    session = sit("doppelkopf", 5, seed=1, colours=colours, dealer=0)
    said = flat(begun(session))
    dealt = said.index("The cards are dealt.")
    assert "You: dealer, sits out." in said[dealt : dealt + 200]


def test_cards_shown_do_not_lie_on_the_trick() -> None:
    """A card that somebody has shown is told as that."""
    m = Match("doppelkopf", seed=4)
    session = seated(m)
    begun(session)
    shown = [zone for zone in session.look().zones if zone.name == "shown"]
    assert all(f"{zone.text}: " in typed(session, "table") for zone in shown)


def test_what_cannot_be_taken_back_is_asked_first() -> None:
    """Perlaggen: a number that gives something up does so after yes alone."""
    session = wild_table()
    begun(session)
    number = len(session.menu().cards) + 1 + [code for code, _ in session.menu().words].index("concede spiel")
    length = len(session.match.log)
    asked = typed(session, str(number))
    assert asked.startswith("Give up Spiel?")
    assert "yes" in session.prompt
    assert "Then not." in typed(session, "no")
    typed(session, str(number), "?")
    assert length == len(session.match.log)
    typed(session, "yes")
    assert length == len(session.match.log)
    typed(session, str(number), "yes")
    assert session.match.game.verbs.gesture_text(session.match.log[length].actions) == "concede spiel"


def test_a_word_that_is_known_but_not_open_is_answered() -> None:
    """It is refused with its sentence, not called unknown."""
    session = sit("emissary", 1, seed=3)
    begun(session)
    typed(session, "visit 3")
    assert "(EMIS-5.2)" in flat(typed(session, "use DJ"))
    assert "(EMIS-5.2)" in flat(typed(session, "? use DJ"))


def test_a_card_as_itself_is_that_card() -> None:
    """`play SA as SA` is read as `play SA`."""
    session = wild_table()
    begun(session)
    typed(session, "play CK as CK")
    assert "CK" not in session.match.cards(0)


def test_what_was_heard_is_not_said_again() -> None:
    """A listener hears of the table what has changed; `table` says all of it."""
    session = sit("agurk", 4, hands={0: "S4 C9 D7 DQ HA S6 C6"}, dealer=3, seed=5)
    assert "Limit 21" in flat(begun(session))
    said = flat(typed(session, "1"))
    assert "Limit 21" not in said
    assert "Limit 21" in flat(typed(session, "table"))


@pytest.mark.parametrize(
    ("game", "seats", "word", "told"),
    [
        ("agurk", 4, "limit", "Limit: Points lost that put a player out of the match."),
        ("ambition", 4, "strikes that", "Strikes that put out: The match ends with the deal"),
        ("flashpoint", 4, "Target", "Target: When a team's points reach this"),
    ],
)
def test_a_word_is_explained_when_it_is_asked_for(game: str, seats: int, word: str, told: str) -> None:
    """Words that nobody can guess have a sentence, in both languages."""
    session = sit(game, seats, seed=2)
    begun(session)
    assert told in flat(typed(session, f"? {word}"))
    assert told in flat(typed(session, "table"))


def test_a_word_is_explained_in_japanese() -> None:
    session = sit("agurk", 4, seed=2, language="ja")
    begun(session)
    assert "失点がここまで来ると脱落です。" in typed(session, "? 脱落ライン")


@pytest.mark.parametrize(("language", "told"), [("en", "Trick 2 of 7"), ("ja", "トリック 2／7")])
@BOTH
def test_the_head_tells_which_trick_it_is(colours: str, language: str, told: str) -> None:
    """That the deal is in its tricks says nothing that is not seen."""
    match = Match("agurk", seats=2, seed=1)
    for _ in range(2):
        seat = match.actors[0]
        match.act(seat, match.actions(seat)[0].code)
    session = seated(match, colours, language)
    assert told in flat(typed(session, "table"))


@pytest.mark.parametrize(("coding", "drawn"), [("utf-8", True), ("ascii", False), ("latin-1", False), (None, True)])
def test_where_suits_cannot_be_written_cards_are_told_in_words(
    coding: str | None, drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On such a terminal each suit was a question mark."""
    for name, value in (("TERM", "xterm-256color"), ("COLORTERM", ""), ("NO_COLOR", "")):
        monkeypatch.setenv(name, value)
    terminal = SimpleNamespace(encoding=coding, isatty=lambda: True, fileno=lambda: 1, write=lambda text: None)
    assert drawn == bool(terminal_ink(terminal).colours)
