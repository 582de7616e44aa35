"""Experiments of the lab: kept until they are over, played in turn for all who have any, some seconds at a time.

They are played by processes of their own, which the service never waits for. What is done is kept every few seconds:
after a restart an experiment goes on from there. Turns go by the seconds of the processor that were had of late: by the
places from which experiments were begun, and within a place by people. Whoever makes up people has no more of them.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sql
import structlog

from torite.lab.experiment import Experiment
from torite.service import damaged, schema
from torite.service.errors import Refused
from torite.service.jobs import Spent
from torite.service.lab_pool import LabWorkers
from torite.service.leases import Leases
from torite.service.page_messages import LANGUAGES, page_words
from torite.service.storage import Storage, Unkept, Unread
from torite.service.worker_pool import GIVING_UP, Overran, WorkerFault

WAITING, DONE, STOPPED, FAILED = "waiting", "done", "stopped", "failed"
NOWHERE = 0  #: the place of an experiment that is over
SAVED = 5.0  #: seconds from one time that an experiment is kept to the next
TRIES = 3  #: how often a process may end while it plays the same second
A_GO = 5.0  #: seconds of the processor that a go has at least, however few its experiment has left
AGAIN = 1.0  #: seconds until something that went wrong is tried again
log = structlog.get_logger()


@dataclass
class Going:
    """An experiment that is being played, as far as it is.

    Attributes:
        person: whose it is.
        place: from where it was begun.
        wanted: what is wanted, as JSON.
        matches: how many are wanted.
        kept: what the next go begins with.
        outcome: what came of it so far.
        done: matches.
        seconds: of the processor.
        stopped: nothing more of it is wanted.
        fault: why, in each language, where nobody asked for that.
        patience: how long what is being played of it, or waits for its turn, is waited for; None between.
    """

    person: int
    place: int
    wanted: bytes
    matches: int
    kept: bytes
    outcome: bytes
    done: int
    seconds: float
    stopped: bool = False
    fault: dict[str, str] = field(default_factory=dict)
    patience: asyncio.Timeout | None = None

    def stop(self, fault: dict[str, str] | None = None) -> None:
        """Play no more of it; what is being played is waited for a while, and then given up."""
        if self.patience is not None and not self.stopped:  # one that is being given up takes no other time
            self.patience.reschedule(asyncio.get_running_loop().time() + GIVING_UP)
        self.stopped, self.fault = True, self.fault or fault or {}


class Experiments:
    """The experiments that are not over.

    Args:
        kept: where they are kept.
        workers: who plays.
        seconds: of the processor, that one may take.
        leases: which processes there are, where several share a database: each plays those that were begun with it.

    Attributes:
        going: those that are being played, by their ids.
        beginning: held by what begins one, from counting what there is until it is kept.
    """

    def __init__(self, kept: Storage, workers: LabWorkers, seconds: float, leases: Leases | None = None) -> None:
        self.going: dict[str, Going] = {}
        self.beginning = asyncio.Lock()
        self._kept = kept
        self._workers = workers
        self._seconds = seconds
        self._leases = leases or Leases()
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._more: set[int] = set()

    @property
    def people(self) -> int:
        """How many people's experiments are played in turn."""
        return len(self._playing)

    async def resume(self) -> None:
        """Go on with all that were not over when the service ended, or another process did."""
        own = schema.experiment
        left = sql.and_(own.c.state == WAITING, own.c.owner != self.owner, self._leases.has_ended(own.c.owner))
        if await self._kept.rows(sql.select(own.c.id).where(left).limit(1)):
            await self._kept.changed(sql.update(own).where(left).values(owner=self.owner))
        for row in await self._kept.rows(sql.select(own.c.person).where(self._mine).distinct()):
            self.begin(row["person"])

    @property
    def owner(self) -> str:
        """What is kept of this process with experiments that it plays."""
        return self._leases.id

    @property
    def _mine(self) -> Any:
        """Say that an experiment waits to be played here."""
        own = schema.experiment
        return sql.and_(own.c.state == WAITING, own.c.owner == self.owner)

    def begin(self, person: int) -> None:
        """See that somebody's experiments are played, where there are processes for it."""
        self._more.add(person)
        if self._workers.all and person not in self._playing:
            self._playing[person] = asyncio.create_task(self._play(person))

    async def end(self, experiment: str, fault: dict[str, str] | None = None) -> None:
        """Play no more of an experiment that waits, or is being played; what is done of it stays.

        Args:
            experiment: which.
            fault: why, in each language, where nobody asked for that.
        """
        own = schema.experiment
        self.stop(experiment, fault)
        if experiment not in self.going:
            waiting = sql.update(own).where(own.c.id == experiment, own.c.state == WAITING)
            await self._kept.write((waiting.values(state=STOPPED, kept=b"", place=NOWHERE, fault=fault or {}), []))
            self.stop(experiment, fault)  # its turn may have come meanwhile

    def stop(self, experiment: str, fault: dict[str, str] | None = None) -> None:
        """Play no more of an experiment, if it is being played."""
        if experiment in self.going:
            self.going[experiment].stop(fault)

    def stop_all(self, person: int) -> None:
        """Play no more of somebody's experiments, who have been deleted."""
        for going in self.going.values():
            if going.person == person:
                going.stop()

    async def close(self) -> None:
        """End; what is done is kept."""
        tasks = [*self._playing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.sleep(0)
        self._workers.stop()  # none of them waits for the second that is being played
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, person: int) -> None:
        """Play somebody's experiments, one after the other, until there are none."""
        own = schema.experiment
        waiting = sql.select(own).where(own.c.person == person, self._mine)
        first = waiting.order_by(own.c.made_at, own.c.id).limit(1)
        try:
            while person in self._more:
                self._more.discard(person)  # what is begun while it is looked up is looked up once more
                while rows := await self._kept.rows(first):
                    await self._play_one(rows[0])
        except (Unread, Unkept):
            self._more.add(person)
            await asyncio.sleep(AGAIN)
        except Exception:
            log.exception("experiments are not played", person=person)
        finally:
            del self._playing[person]
        if person in self._more:
            self.begin(person)

    async def _play_one(self, row: dict[str, Any]) -> None:
        name, own = row["id"], schema.experiment
        try:
            matches = msgspec.json.decode(row["wanted"], type=Experiment).matches
            so_far = {name: row[name] for name in ("person", "place", "wanted", "kept", "outcome", "done", "seconds")}
            going = msgspec.convert(so_far | {"matches": matches}, Going)
        except Exception:  # of whatever kind: nothing else of theirs waits for what is damaged
            damaged.note(own, name)
            waiting = sql.update(own).where(own.c.id == name, own.c.state == WAITING)
            await self._kept.write((waiting.values(state=FAILED, place=NOWHERE, fault=_said("service.broken")), []))
            return
        self.going[name] = going
        try:
            keeping = asyncio.create_task(self._keep_meanwhile(name, going))
            try:
                fault = await self._go_on(name, going)
            finally:
                keeping.cancel()
                await asyncio.wait([keeping])
            stopped = STOPPED if going.done < going.matches else DONE
            await self._keep(name, going, FAILED if fault else stopped, fault or going.fault)
        except asyncio.CancelledError:
            await self._keep(name, going, WAITING)
            raise
        finally:
            self._workers.let_go(name)
            del self.going[name]

    async def _go_on(self, name: str, going: Going) -> dict[str, str]:
        """Play an experiment to its end, or until it is stopped or has had its time; return why it cannot be played."""
        tried = 0
        while going.done < going.matches and not going.stopped and going.seconds < self._seconds:
            try:
                done = await self._a_go(name, going)
            except WorkerFault as fault:
                return {language: fault.say(language) for language in LANGUAGES}
            except RuntimeError:
                log.exception("an experiment cannot be played", experiment=name[:6])
                return _said("service.broken")
            except Refused as fault:  # a process ended, or was put down for it took too long
                if (tried := tried + 1) == TRIES:
                    return _said("service.experiment_failed")
                log.warning("an experiment is tried again", experiment=name[:6], fault=fault.code)
                await asyncio.sleep(AGAIN)
            else:
                tried = 0 if done else tried
        if not going.done and not going.stopped:
            going.fault = _said("service.no_end", seconds=round(self._seconds))
        return {}

    async def _a_go(self, name: str, going: Going) -> bool:
        """Have an experiment played for a while, when its turn comes; tell whether anything came of it.

        Nothing is waited for after that: who plays on asks at once for the next turn.
        """
        spent, left = Spent(), max(A_GO, self._seconds - going.seconds)
        came = None
        try:
            async with asyncio.timeout(None) as going.patience:
                came = await self._workers.play(
                    (going.place, going.person), name, spent, left, wanted=going.wanted, kept=going.kept
                )
        except Overran:
            why = _said("service.no_end", seconds=round(spent.seconds or 0.0))
            going.stopped, going.fault = True, going.fault or why
        except TimeoutError:
            pass
        finally:
            going.patience = None
            going.seconds += spent.seconds or 0.0
        if came is not None:
            going.kept, going.outcome, going.done = came["kept"], came["outcome"], came["matches"]
        return came is not None

    async def _keep_meanwhile(self, name: str, going: Going) -> None:
        """Write down how far an experiment is, now and then while it is played."""
        seconds = going.seconds
        while True:
            await asyncio.sleep(SAVED)
            if going.seconds > seconds:
                seconds = going.seconds
                await self._keep(name, going, WAITING)
            if self._leases.name and not await self._is_wanted(name):
                going.stop()

    async def _is_wanted(self, name: str) -> bool:
        """Tell whether an experiment is still to be played, and here: another process may have ended it."""
        own = schema.experiment
        try:
            return bool(await self._kept.rows(sql.select(own.c.id).where(own.c.id == name, self._mine)))
        except Unread:
            return True

    async def _keep(self, name: str, going: Going, state: str, fault: dict[str, str] | None = None) -> None:
        """Write down how far an experiment is; nothing where it has been deleted meanwhile."""
        own = schema.experiment
        kept, place = (going.kept, going.place) if state == WAITING else (b"", NOWHERE)
        values = {"state": state, "kept": kept, "outcome": going.outcome, "done": going.done, "fault": fault or {},
                  "place": place}  # fmt: skip
        still = own.c.id == name, own.c.state == WAITING, own.c.owner == self.owner
        change = sql.update(own).where(*still).values(seconds=going.seconds, **values)
        while True:
            try:
                await self._kept.write((change, []))
            except Unkept:
                if state == WAITING:
                    return  # it is played on meanwhile, and kept another time
                await asyncio.sleep(AGAIN)
            else:
                return


def _said(key: str, **values: Any) -> dict[str, str]:
    """Return a sentence in each language."""
    return {language: page_words(language)(key, **values) for language in LANGUAGES}
