"""`torite analyse`: what each decision of a recorded match cost the seat that took it; luck and skill told apart."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from torite import records
from torite.scenes import reasons, wording
from torite.terminal import saves, variations
from torite.terminal.text_layout import Ink, terminal_ink
from torite.terminal.wording import sentences
from torite.words import numeral

if TYPE_CHECKING:
    from torite.records import Study, Variation
    from torite.study import Amount, Analysis, DealWorth, Decision, JudgedVariation, Tried
    from torite.terminal.table import ScenePen

#: How amounts of a unit are written: what is not listed is points.
WRITTEN = {"match": "match", "win": "per_cent", "success": "per_cent"}


@dataclass(frozen=True)
class AnalysisWanted:
    """What is to be judged.

    Attributes:
        seat: whose decisions; everybody's if None.
        iterations: worlds that are looked at for a decision, each time.
        most: so many mistakes of a seat are told.
        seed: the same one judges the same.
    """

    seat: int | None
    iterations: int
    most: int
    seed: int


def analyse(file: Path, wanted: AnalysisWanted, language: str, plain: bool, as_json: bool) -> int:
    """Judge a record, its variations too, and tell of it; return the exit code.

    Raises:
        ToriteError: when it cannot be read, is of a match that is not over, or has no such seat.
    """
    from torite.study import analyse as judge
    from torite.study import analyse_variations, deals_worth, mistakes_tried
    from torite.terminal.table import ScenePen

    study = records.read_study(saves.read_text(file))
    match = study.match
    say, ink = sentences(language), terminal_ink()
    loud = not as_json and sys.stderr.isatty()

    def tell_progress(done: int, of: int) -> None:
        if loud:
            print(f"\r{say('analyse.progress', done=done, all=of)}", end="\n" if done == of else "", file=sys.stderr)

    seats = None if wanted.seat is None else [wanted.seat]
    judged = judge(match, seats, wanted.iterations, seed=wanted.seed, progress=tell_progress)
    varied = analyse_variations(study, seats, wanted.iterations, seed=wanted.seed, progress=tell_progress)
    deals = list(deals_worth(match, seed=wanted.seed))
    if as_json:
        both = mistakes_tried(match, judged.decisions, wanted.seed)
        data = _data(judged, deals, [*both]) | _studied(study, varied)
        print(json.dumps(data, ensure_ascii=False, indent=1))
        return 0
    plain = plain or not ink.colours
    table = ScenePen(match.game, Ink() if plain else ink, language, plain)
    print("\n".join([*told(judged, deals, table, wanted), *variations_told(study, varied, table)]))
    return 0


def _data(judged: Analysis, deals: Sequence[DealWorth], both: Sequence[Tried]) -> dict[str, Any]:
    """Write an analysis down for programs."""
    match = judged.match
    return {
        "variant": match.variant.name, "seats": match.seats, "names": list(match.names), "rules": match.game.digest,
        "iterations": judged.iterations, "times": judged.times, "seed": judged.seed,
        "decisions": [*map(_decision, judged.decisions)],
        "deals": [asdict(one) for one in deals],
        "tried": [asdict(one) for one in both],
    }  # fmt: skip


def _decision(one: Decision) -> dict[str, Any]:
    return {
        "entry": one.entry, "deal": one.deal, "seat": one.seat, "taken": one.taken, "best": one.best,
        "cost": one.cost, "error": one.error, "unit": one.unit, "exact": one.exact, "bot": one.bot,
        "mistake": one.is_mistake, "part": one.part, "choices": [asdict(choice) for choice in one.choices],
    }  # fmt: skip


def _studied(study: Study, varied: Sequence[JudgedVariation]) -> dict[str, Any]:
    """Write down comments and variations, with what the decisions in these would have cost."""
    return {
        "comments": study.comments,
        "variations": [
            {
                "number": one.variation.number, "step": one.variation.step, "of": one.variation.of,
                "entries": [records.line(study.match, entry) for entry in one.variation.entries],
                "comments": one.variation.comments, "decisions": [*map(_decision, one.decisions)],
            }
            for one in varied
        ],
    }  # fmt: skip


def told(judged: Analysis, deals: Sequence[DealWorth], table: ScenePen, wanted: AnalysisWanted) -> Iterator[str]:
    """Tell, seat by seat, what decisions cost, which of them cost most, and what the deals were worth."""
    from torite.study import mistakes_tried
    from torite.study.dealt import PLAYOUTS

    match = judged.match
    title = match.game.words(table.language)(f"variant.{match.variant.name}.title")
    yield table.say("analyse.head", title=title, times=judged.times, worlds=f"{judged.iterations:,}")
    yield table.say("analyse.deals", times=PLAYOUTS)
    for seat in range(match.seats) if wanted.seat is None else [wanted.seat]:
        name = wording.seat_name(match, seat, match.game.words(table.language))
        decisions = judged.of(seat)
        yield ""
        yield table.say("analyse.seat", name=name, n=len(decisions), mistakes=sum(one.is_mistake for one in decisions))
        for unit in judged.units(seat):
            cost, error = judged.cost(seat, unit)
            yield table.say("analyse.sum", cost=amount(table, unit, cost, error))
        for one in judged.worst(seat, wanted.most):
            yield from _mistake(judged, one, next(mistakes_tried(match, [one], wanted.seed), None), table)
        yield from _luck(deals, seat, table)
        if wanted.seat is not None:
            yield from (_deal(one, seat, table) for one in deals)


def _mistake(judged: Analysis, one: Decision, more: Tried | None, table: ScenePen) -> Iterator[str]:
    """Tell what was taken, what was better by how much, and what speaks for that."""
    from torite.study.telling import sentences as sentences_of

    yield table.say("analyse.mistake", **_mistake_facts(one, table))
    because = reasons.because(judged.match.at(one.entry), one.seat, one.best, table.language)
    if because:
        yield table.tell(because)
    if more is not None:
        yield from map(table.tell, sentences_of(judged.match, more, table.language))


def _mistake_facts(one: Decision, table: ScenePen) -> dict[str, Any]:
    return {
        "deal": one.deal,
        "entry": one.entry,
        "taken": table.action(one.taken),
        "best": table.action(one.best),
        "cost": amount(table, one.unit, one.cost, one.error),
    }


def variations_told(study: Study, varied: Sequence[JudgedVariation], table: ScenePen) -> Iterator[str]:
    """Tell what is said of the match, and what the decisions of its variations would have cost."""
    if study.comments:
        yield ""
    for step in study.comments:
        yield from variations.comment(study.comments, step, table)
    for judged in varied:
        yield from ("", variations.head(judged.variation, table))
        yield from variations.moves(study, judged.variation, table)
        for one in judged.decisions:
            yield from _would_have_cost(study, judged.variation, one, table)


def _would_have_cost(study: Study, variation: Variation, one: Decision, table: ScenePen) -> Iterator[str]:
    """Tell of a decision of a variation what was better and why, or that nothing is sure to be."""
    if not one.is_mistake:
        yield table.say("study.no_mistake", deal=one.deal, entry=one.entry, taken=table.action(one.taken))
        return
    yield table.say("analyse.mistake", **_mistake_facts(one, table))
    because = reasons.because(study.at(one.entry, variation.number), one.seat, one.best, table.language)
    if because:
        yield table.tell(because)


def _luck(deals: Sequence[DealWorth], seat: int, table: ScenePen) -> Iterator[str]:
    """Tell what the deals were worth to a seat, and what was made of them, unit by unit."""
    from torite.study import together

    for unit in sorted({one.unit for one in deals}):
        of = [one for one in deals if one.unit == unit]
        luck, played = (
            _signed(together(row)) for row in ([one.luck[seat] for one in of], [one.played[seat] for one in of])
        )
        yield table.say(f"analyse.luck_{WRITTEN.get(unit, 'points')}", n=len(of), luck=luck, played=played)


def _deal(one: DealWorth, seat: int, table: ScenePen) -> str:
    """Tell what a deal was worth to a seat, what was made of it, and what came of it."""
    average, luck, played = (_signed(amounts[seat]) for amounts in (one.average, one.luck, one.played))
    paid = numeral(one.paid[seat], ".1f")
    return table.say("analyse.deal", deal=one.deal, average=average, luck=luck, played=played, paid=paid)


def _signed(amount: Amount) -> str:
    """Write an amount that may be more or less, with its interval."""
    return f"{numeral(amount.value, '+.1f')} ± {amount.error:.1f}"


def amount(table: ScenePen, unit: str, cost: float, error: float) -> str:
    """Write an amount with its interval."""
    key = f"analyse.{WRITTEN.get(unit, 'points')}" + ("" if error else "_exact")
    return table.words(key, cost=f"{cost:.1f}", error=f"{error:.1f}")
