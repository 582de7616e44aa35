"""The lab over HTTP: experiments that somebody begins, how far they are, and what came of them."""

from __future__ import annotations

import functools
import importlib.util
from typing import Any, cast

import msgspec
import sqlalchemy as sql
from starlette.requests import Request
from starlette.routing import Route

from torite.errors import ToriteError, UnknownName
from torite.games import find
from torite.lab.experiment import MOST_MATCHES, Experiment
from torite.scenes.wording import option_title, option_value
from torite.service import catalogue, damaged, experiments, schema, storage, wire
from torite.service.api import packed
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.http import asked_by, asker, body, in_parts, known, with_token
from torite.service.jobs import while_there
from torite.service.lab_answers import ExperimentListed, ExperimentTold, Lab, SideTold, Stage
from torite.service.messages import ChosenOption
from torite.service.names import LONGEST_RULES, cleaned
from torite.service.page_messages import page_words
from torite.service.table_setup import new_id
from torite.service.users import Person
from torite.service.worker_pool import WorkerFault

WORDED = 2000  #: tables whose options are kept in words, as whoever looks on asks every second
#: A report has its styles in it, and nothing else that a browser would do.
REPORT = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}


def routes() -> list[Route]:
    """List the routes."""
    return [
        Route("/api/lab", asked_by(lab)),
        Route("/api/lab", asked_by(begin), methods=["POST"]),
        Route("/api/lab/{experiment}", asked_by(one)),
        Route("/api/lab/{experiment}/found", asked_by(found)),
        Route("/api/lab/{experiment}/report", asked_by(report)),
        Route("/api/lab/{experiment}/rows.csv", asked_by(functools.partial(rows, kind="csv"))),
        Route("/api/lab/{experiment}/rows.parquet", asked_by(functools.partial(rows, kind="parquet"))),
        Route("/api/lab/{experiment}/stop", asked_by(stop), methods=["POST"]),
        Route("/api/lab/{experiment}/delete", asked_by(delete), methods=["POST"]),
    ]


async def lab(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """My experiments."""
    own, rows = schema.experiment, []
    tell = functools.partial(_told, service, person=person, language=language)
    if person is not None:
        mine = sql.select(*_told_of()).where(own.c.person == person.id)
        rows = await service.kept.rows(mine.order_by(own.c.made_at.desc(), own.c.id))
    return Lab(bool(service.lab.all), MOST_MATCHES, [*map(_listed, damaged.told(own, rows, tell))])


async def begin(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Begin an experiment."""
    given = await body(request, wire.NewExperiment)
    wanted = msgspec.json.decode(given.experiment, type=Experiment).checked()
    if not service.lab.all:
        raise Refused("no_lab", "none")
    somebody, token = await known(service, person, language)
    quotas, room = service.resources.quotas, service.lab_room
    place = room.place(asker(request))
    async with service.experiments.beginning:
        await room.check(somebody.id, place)
        quotas.spend("experiments", somebody.id)
        quotas.spend("experiments_set", asker(request))
        await room.make(place)
        row = {
            "id": new_id(), "person": somebody.id, "name": cleaned(given.name, LONGEST_RULES),
            "wanted": msgspec.json.encode(wanted), "state": experiments.WAITING, "kept": b"", "outcome": b"",
            "fault": {}, "made_at": storage.now(), "place": place, "owner": service.experiments.owner,
        }  # fmt: skip
        await room.keep(row)
    service.experiments.begin(somebody.id)
    return with_token(service, {"id": row["id"]}, token)


async def one(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """How far an experiment is."""
    tell = functools.partial(_told, service, person=person, language=language)
    if not (whole := damaged.told(schema.experiment, [await _row(service, request, *_told_of())], tell)):
        raise UnknownName("service.no_experiment", page_words)
    return whole[0]


async def found(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What came of an experiment."""
    return packed(request, await _worked_out(service, request, "told", language=language))


async def report(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """The report of an experiment."""
    written = await _worked_out(service, request, "report", language=language)
    return in_parts(written, "text/html", REPORT)


async def rows(service: Service, request: Request, person: Person | None, language: str, *, kind: str) -> Any:
    """The rows of an experiment as a file."""
    written = await _worked_out(service, request, kind)
    media = "text/csv" if kind == "csv" else "application/vnd.apache.parquet"
    return in_parts(written, media, {"content-disposition": f'attachment; filename="torite-lab.{kind}"'})


async def stop(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Play no more of an experiment of mine."""
    await body(request, wire.Nothing)
    await service.experiments.end(await _mine(service, request, person))
    return {}


async def delete(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Keep an experiment of mine no longer."""
    await body(request, wire.Nothing)
    name, own = await _mine(service, request, person), schema.experiment
    await service.kept.write((sql.delete(own).where(own.c.id == name), []))
    service.experiments.stop(name)
    return {}


async def _mine(service: Service, request: Request, person: Person | None) -> str:
    """Return the id of the experiment that is asked for.

    Raises:
        UnknownName: when there is none.
        Refused: when it is somebody else's.
    """
    own = schema.experiment
    row = await _row(service, request, own.c.id, own.c.person)
    if person is None or row["person"] != person.id:
        raise Refused("not_yours", "none")
    return str(row["id"])


async def _row(service: Service, request: Request, *columns: Any) -> dict[str, Any]:
    own = schema.experiment
    found = await service.kept.rows(sql.select(*columns).where(own.c.id == request.path_params["experiment"]))
    if not found:
        raise UnknownName("service.no_experiment", page_words)
    return found[0]


async def _worked_out(service: Service, request: Request, how: str, **facts: Any) -> bytes:
    """Have a process write down what came of an experiment so far.

    What came of so many matches does not change: it is kept, and whoever asks next waits for no process.

    Raises:
        Refused: when nothing has come of it yet.
    """
    own = schema.experiment
    row = await _row(service, request, own.c.id, own.c.wanted, own.c.outcome, own.c.done)
    going = service.experiments.going.get(row["id"])
    outcome, done = (going.outcome, going.done) if going else (row["outcome"], row["done"])
    if not outcome:
        raise Refused("no_outcome", "none")
    name = " ".join([row["id"], str(done), how, *facts.values()])
    if (written := service.read_of_lab.get(name)) is None:
        asked = service.workers.do(
            asker(request), "experiment", how=how, wanted=row["wanted"], outcome=outcome, **facts
        )
        try:
            written = cast(bytes, await while_there(request, asked))
        except WorkerFault as fault:
            if fault.code == "aside":
                damaged.note(own, row["id"])
            raise
        service.read_of_lab.put(name, written)
    return written


def _told_of() -> list[Any]:
    """List the columns of which an experiment is told."""
    names = ("id", "person", "name", "wanted", "state", "done", "seconds", "fault", "made_at")
    return [schema.experiment.c[name] for name in names]


def _told(service: Service, row: dict[str, Any], person: Person | None, language: str) -> ExperimentTold:
    wanted, going = msgspec.json.decode(row["wanted"], type=Experiment), service.experiments.going.get(row["id"])
    return ExperimentTold(
        id=row["id"],
        name=row["name"],
        yours=person is not None and person.id == row["person"],
        sides=[
            SideTold(
                side.variant, catalogue.title_or_name(side.variant, language), side.options,
                changed(side.variant, side.options, wanted.seats, language),
            )
            for side in wanted.sides
        ],
        seats=wanted.seats,
        bots=list(wanted.bots),
        unit=wanted.unit,
        option=wanted.option,
        option_title=_option_title(wanted, language),
        values=_values(wanted, language),
        matches=wanted.matches,
        done=going.done if going else row["done"],
        state=cast(Stage, "playing" if going else row["state"]),
        seconds=going.seconds if going else row["seconds"],
        ahead=max(0, service.experiments.people - 1),
        fault=row["fault"].get(language, ""),
        made_at=row["made_at"],
        report=_has("matplotlib"),
        parquet=_has("pyarrow"),
    )  # fmt: skip


def _listed(one: ExperimentTold) -> ExperimentListed:
    titles = dict.fromkeys(side.title for side in one.sides)
    return ExperimentListed(
        one.id, one.name, list(titles), len(one.sides), one.option_title, one.matches, one.done, one.state, one.made_at
    )


def _option_title(wanted: Experiment, language: str) -> str:
    """Title the option by which tables differ; by its name where its variant is not here any more."""
    try:
        words = find(wanted.sides[0].variant)[0].words(language)
    except ToriteError:
        return wanted.option
    return option_title(words, wanted.option)


def _values(wanted: Experiment, language: str) -> list[str]:
    """Write what the option by which tables differ is at each, in words."""
    values = [side.options[wanted.option] for side in wanted.sides] if wanted.option else []
    try:
        words = find(wanted.sides[0].variant)[0].words(language)
    except ToriteError:
        return values
    return [option_value(words, wanted.option, value) for value in values]


@functools.cache
def _has(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def changed(variant: str, options: dict[str, str], seats: int, language: str) -> list[ChosenOption]:
    """Tell in words which options of a variant are otherwise; by their own names where it is not here as it was."""
    return list(_changed(variant, tuple(options.items()), seats, language))


@functools.lru_cache(WORDED)
def _changed(variant: str, options: tuple[tuple[str, str], ...], seats: int, language: str) -> list[ChosenOption]:
    try:
        game, found = find(variant)
        return catalogue.differing(game, found, dict(options), seats or found.default_seats, language)
    except ToriteError:
        return [ChosenOption(name, name, value, "") for name, value in options]
