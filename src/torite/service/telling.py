"""What a table says to a guest, in the guest's language: how it stands, talk, reasons, hints and lessons.

All of it comes from the guest's own view and from what everybody may know.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from torite.bots import Advice
from torite.errors import ToriteError
from torite.kernel.chance import key_hash
from torite.match import Match
from torite.service import catalogue
from torite.service.guest import Guest
from torite.service.page_words import page_words, sentences
from torite.views import speech
from torite.views.legend import legend
from torite.views.scene import DEAL

if TYPE_CHECKING:
    from torite.service.table import Table

PHRASES = tuple(key.removeprefix("phrase.") for key in sentences("en") if key.startswith("phrase."))
REASONS = 2  #: reasons told in a lesson


def table(at: Table, guest: Guest) -> dict[str, Any]:
    """Tell how a table stands."""
    sitting, match = at.sitting, at.match
    game, variant = catalogue.found(sitting.variant)
    hosting = guest.person == sitting.host
    return {
        "type": "table",
        "id": sitting.id,
        "game": game.name,
        "variant": variant.name,
        "title": legend(game, guest.language).title(variant.name),
        "state": sitting.state if sitting.begun else "open",
        "you": guest.seat,
        "host": hosting,
        "seats": [at.chair(seat) for seat in range(len(sitting.chairs))],
        "settings": sitting.settings,
        "options": catalogue.differing(game, variant, sitting.options, len(sitting.chairs), guest.language),
        "key_hash": match.key_hash if match else key_hash(sitting.key),
        "words": {str(seat): text for seat, text in sorted(sitting.words.items()) if text},
        "spectators": len({other.person for other in at.guests if other.seat < 0}),
        "replay": sitting.replay,
        "rematch": sitting.rematch,
        "left": _left(at),
        "pieces": legend(game, guest.language).names,
        "forced": guest.seat in at.forced,
    }


def _left(at: Table) -> int | None:
    """Return the seconds left to those who must act; None where there is no limit."""
    ends_at = at.clockwork.ends_at if at.sitting.state == "playing" else 0.0
    return max(0, round(ends_at - time.monotonic())) if ends_at else None


def said(line: dict[str, Any], language: str) -> dict[str, Any]:
    """Tell what somebody said; a ready phrase in the reader's language."""
    text = page_words(language)(f"phrase.{line['phrase']}") if line["phrase"] in PHRASES else line["text"]
    return {"type": "said", "number": line["number"], "seat": line["seat"], "name": line["name"], "text": text}


def deal_start(match: Match) -> int:
    """Return the number of the entry that began the deal in progress."""
    return next((entry.number for entry in match.backwards() if entry.chance == DEAL), 0)


def why(match: Match, seat: int, code: str, language: str) -> dict[str, str]:
    """Say why an action is not open, as a sentence that teaches; nothing where it is."""
    try:
        refusal = match.refusal(seat, code)
    except ToriteError as fault:
        return {"say": fault.say(language), "clause": ""}
    if refusal is None:
        return {"say": "", "clause": ""}
    return {"say": reason(match, refusal, language), "clause": refusal.facts["clause"]}


def reason(match: Match, refusal: ToriteError, language: str) -> str:
    """Write the reason alone, without what was tried and what is open."""
    if "reason" not in refusal.facts:
        return refusal.say(language)
    return str(refusal.facts["reason"](legend(match.game, language).words))


def hint(match: Match, seat: int, weighed: list[Advice], language: str) -> dict[str, Any]:
    """Say what to do, and how much better it is."""
    say, words = page_words(language), legend(match.game, language).words
    best = max((advice.less for advice in weighed), default=0.0)
    choices = [
        {
            "code": advice.code,
            "text": action(match, seat, advice.code, language),
            "less": round(best - advice.less, 1),
            "worth": words(f"hint.{advice.unit}", n=f"{advice.worth:.1f}") if advice.worth is not None else None,
        }
        for advice in weighed
        if advice.less > -1e8
    ]
    others = len(match.actions(seat)) > 1
    key = "lesson.worth" if len(choices) > 1 else "lesson.steady" if others else "lesson.only"
    return {"choices": choices, "say": say(key, action=choices[0]["text"])}


def lesson(match: Match, seat: int, code: str, language: str) -> dict[str, Any]:
    """Say what there is to decide and what a steady player would do; then why the rest is not open."""
    say, words = page_words(language), legend(match.game, language).words
    open_, closed = _open_and_closed(match, seat)
    told = []
    if open_:
        key = "one" if len(open_) == 1 else "may" if closed else "any"
        told.append(say(f"lesson.{key}", cards=words.join([_glyph(match, piece) for piece in open_])))
    if len(open_) != 1:
        told.append(say("lesson.advice", action=action(match, seat, code, language)))
    reasons: dict[str, str] = {}
    for piece, refusal in closed:
        reasons.setdefault(reason(match, refusal, language), _glyph(match, piece))
    because = [say("lesson.because", card=card, reason=text) for text, card in list(reasons.items())[:REASONS]]
    clause = next((refusal.facts["clause"] for _, refusal in closed), "")
    return {
        "sentences": [speech.together(words, told), *because],
        "section": catalogue.section_of(match, clause, language),
    }


def _open_and_closed(match: Match, seat: int) -> tuple[list[str], list[tuple[str, ToriteError]]]:
    """Sort the seat's pieces by whether the verb that may be taken with pieces may be taken with them."""
    verbs = [match.game.verbs.verb(one.number) for one in match.actions(seat)]
    verb = next((verb for verb in verbs if verb.of_pieces), None)
    if verb is None:
        return [], []
    open_: list[str] = []
    closed: list[tuple[str, ToriteError]] = []
    for piece in dict.fromkeys(match.cards(seat)):
        refusal = match.refusal(seat, f"{verb.name} {piece}")
        if refusal is None:
            open_.append(piece)
        else:
            closed.append((piece, refusal))
    return open_, closed


def _glyph(match: Match, piece: str) -> str:
    return match.game.pack.glyph(match.game.pack.kind(piece))


def action(match: Match, seat: int, code: str, language: str) -> str:
    """Write an action in words: its verb and its pieces."""
    verb = match.game.verbs.verb_of(code)
    rest = code.removesuffix("+").removeprefix(verb.name).split()
    words = legend(match.game, language).words
    text = words(f"verb.{speech.verb_key(verb)}")
    pieces = [_glyph(match, part) if match.game.pack.knows(part) else part for part in rest]
    return f"{text} {' '.join(pieces)}".strip()
