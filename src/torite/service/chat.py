"""Talk at a table: who hears it, the ready phrases of page and game, what bots say. It changes nothing in a match.

A game has phrases where its rules have `phrases(view, seat)`: keys, facts (a number `n`, or none), and whether what the
phrase says is true of the seat's hand, None where it says nothing of it. Which phrases there are depends on nothing
that is hidden; which are true does.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from torite.match import Match
from torite.scenes.labels import legend
from torite.service.messages import Phrase
from torite.service.page_messages import page_words, sentences

PHRASES = tuple(key.removeprefix("phrase.") for key in sentences("en") if key.startswith("phrase."))
EVERYBODY = -1  #: the mask of those who hear what is said to all, onlookers too
CHATTY = 14  #: a bot that may speak does so after one entry in so many
FALSE = 3  #: where bots bluff, one phrase in so many is false


class SaidRow(TypedDict):
    """A line of talk as it is kept: its number at the table, and the mask of the seats that hear it.

    It has the words of who said it, or a ready phrase, and the message that it answers, as `person:cid`.
    """

    number: int
    seat: int
    name: str
    phrase: str
    text: str
    heard_by: int
    cid: str


Audience = Literal["all", "team", "none"]
_AUDIENCES: dict[str, Audience] = {"public": "all", "team": "team", "off": "none"}


def audience(match: Match | None) -> Audience:
    """Tell who hears what is said; the option `table_talk` says so in games that have it."""
    texts = match.log.setup.option_texts if match else {}
    return _AUDIENCES[texts["table_talk"]] if "table_talk" in texts else "all"


def heard_by(match: Match | None, seat: int) -> int:
    """Return the mask of the seats that hear a seat, EVERYBODY where all do."""
    if match is None or audience(match) != "team":
        return EVERYBODY
    return match.game.display.team(match.view(seat), seat)


def hears(line: SaidRow, seat: int) -> bool:
    """Tell whether a seat hears a line, or an onlooker (a seat below 0)."""
    return line["heard_by"] == EVERYBODY or (seat >= 0 and line["heard_by"] >> seat & 1 == 1)


def phrases(match: Match | None, seat: int) -> dict[str, bool | None]:
    """List the game's phrases as they are written, `tell_gleich 3`, each with its truth; none without a match."""
    if match is None or not match.game.display.talks or seat < 0 or audience(match) == "none":
        return {}
    told = match.game.display.phrases(match.knowledge.glimpse(seat), seat)
    return {f"{key} {facts['n']}" if facts else key: truth for key, facts, truth in told}


def listed(match: Match | None, seat: int, language: str) -> list[Phrase]:
    """List the game's phrases for a page."""
    return [Phrase(phrase, text(match, phrase, language), phrase.partition("_")[0]) for phrase in phrases(match, seat)]


def text(match: Match | None, phrase: str, language: str) -> str:
    """Write a ready phrase in the reader's language."""
    if phrase in PHRASES or match is None:
        return page_words(language)(f"phrase.{phrase}")
    key, _, number = phrase.partition(" ")
    facts = {"n": int(number)} if number else {}
    return legend(match.game, language).words(f"phrase.{key}", **facts)


def of_bot(match: Match, seat: int, bluffs: bool, chance: Any) -> str:
    """Choose what a bot says of its hand: what is true, or now and then what is not; empty for nothing."""
    known = phrases(match, seat)
    wanted = not (bluffs and chance.randrange(FALSE) == 0)
    fitting = [phrase for phrase, truth in known.items() if truth is wanted]
    return chance.choice(fitting) if fitting else ""
