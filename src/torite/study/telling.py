"""What made the difference between two choices, in words: each sentence from the numbers of `torite.study.tried` alone.

A sentence that the numbers do not bear out is left out.
"""

from __future__ import annotations

from torite.match import Match
from torite.match.naming import naming
from torite.scenes import wording
from torite.scenes.labels import legend
from torite.study.tried import Tried
from torite.words import Words, numeral

PART = 10  #: of the worlds, one in so many is enough to be told of


def sentences(match: Match, one: Tried, language: str) -> list[str]:
    """Say what made the difference, to whoever took the choice.

    Args:
        match: the match.
        one: what came of the choices in the same worlds.
        language: of the reader.
    """
    words = legend(match.game, language).words
    told = [_duty(match, one, words), _takes(match, one, words), _threat(match, one, words)]
    return [one for one in (*told, *_better(match, one, words), _line(match, one, words)) if one]


def is_borne_out(one: Tried) -> bool:
    """Tell whether the best came out better, beyond doubt, in the worlds that were drawn."""
    return one.mean > one.error


def turns_the_trick(one: Tried) -> bool:
    """Tell whether who takes the trick hangs on the choice, in enough worlds."""
    return min(one.best_takes, one.taken_takes) >= 0 and PART * abs(one.best_takes - one.taken_takes) >= one.worlds


def _named(match: Match, one: Tried, words: Words) -> dict[str, str]:
    return {name: wording.chosen(words, match.game, getattr(one, name)) for name in ("best", "taken")}


def _duty(match: Match, one: Tried, words: Words) -> str:
    """Say which duty left only some of the cards."""
    if one.duty is None:
        return ""
    refusal = match.at(one.entry).gestures.refusal(one.seat, one.duty.struck)
    if refusal is None or "reason" not in refusal.facts:
        return ""
    why = refusal.facts["reason"](naming(match.game, match.names, words))
    verb = words(f"verb.{match.game.verbs.verb_of(one.taken).key}")
    return words("tried.duty", verb=verb, open=one.duty.open, held=one.duty.held, why=why, clause=one.duty.clause)


def _takes(match: Match, one: Tried, words: Words) -> str:
    """Say how often the seat takes the trick."""
    if not turns_the_trick(one):
        return ""
    facts = {"worlds": one.worlds, "mine": one.best_takes, "other": one.taken_takes}
    return words("tried.takes", **_named(match, one, words), **facts)


def _threat(match: Match, one: Tried, words: Words) -> str:
    """Say who holds the piece that takes the trick."""
    threat = one.threat
    if threat is None or not turns_the_trick(one) or one.best_takes < one.taken_takes:
        return ""
    if PART * threat.takes < one.worlds:
        return ""
    name, taken = wording.seat_name(match, threat.seat, words), _named(match, one, words)["taken"]
    facts = {"held": threat.held, "takes": threat.takes, "worlds": one.worlds}
    return words("tried.threat", name=name, taken=taken, piece=match.game.pack.kind(threat.piece), **facts)


def _better(match: Match, one: Tried, words: Words) -> list[str]:
    """Say how often which came out better, and by how much."""
    if not is_borne_out(one):
        return []
    facts = {"worlds": one.worlds, "better": one.better, "worse": one.worse}
    amounts = {name: numeral(getattr(one, name), ".1f") for name in ("mean", "error", "least", "most")}
    return [
        words("tried.better", **_named(match, one, words), **facts),
        words(f"tried.{one.unit or 'points'}", **amounts),
    ]


def _line(match: Match, one: Tried, words: Words) -> str:
    """Say how the trick goes on after the best, in one of the worlds."""
    if not one.line or not is_borne_out(one):
        return ""
    steps = [
        words(
            "tried.step",
            name=words("you") if seat == one.seat else wording.seat_name(match, seat, words),
            action=wording.chosen(words, match.game, code),
        )
        for seat, code in one.line
    ]
    best, name = _named(match, one, words)["best"], wording.seat_name(match, one.line_takes, words)
    key = "tried.line_you" if one.line_takes == one.seat else "tried.line"
    return words(key, best=best, steps=words.join(steps), name=name)
