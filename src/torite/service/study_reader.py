"""A process that looks at variations of replays and changes them: it is told what is kept, and tells what to keep."""

from __future__ import annotations

from typing import Any

from torite.service import judging, studied
from torite.service.match_reader import MatchReader
from torite.service.worker_process import NotKept, packed


class StudyReader(MatchReader):
    """What a process does with variations: `lines` are those that are kept."""

    def do_branches(self, name: str, record: str | None, lines: str, viewer: int, language: str) -> bytes:
        """Tell variations."""
        return packed(studied.told(self._study(name, record, lines), 0, 0, viewer, language, self.telling))

    def do_change(
        self, name: str, record: str | None, lines: str, how: str, of: int, step: int, viewer: int, language: str,
        facts: dict[str, Any],
    ) -> list[Any]:  # fmt: skip
        """Change variations; return them as they are to be kept, and tell them."""
        study = self._study(name, record, lines)
        with studied.plainly():
            after, there, then = studied.changed(study, how, of, step, self.between, facts)
        told = packed(studied.told(after, there, then, viewer, language, self.telling))
        text = studied.written(after)
        self._keep((name, hash(text)), after)
        return [text, told]

    def do_scenes(
        self, name: str, record: str | None, lines: str, of: int, first: int, last: int, viewer: int, language: str
    ) -> bytes:
        """Lay out positions of a variation."""
        study = self._study(name, record, lines)
        with studied.plainly():
            return packed({"steps": studied.scenes(study, of, first, last, viewer, language, self.between)})

    def do_ask(
        self, name: str, record: str | None, lines: str, of: int, step: int, seat: int, parts: list[str], why: str,
        language: str,
    ) -> bytes:  # fmt: skip
        """Tell what may be tried at a position, or why not."""
        study = self._study(name, record, lines)
        with studied.plainly():
            return packed(studied.ask(study, of, step, seat, parts, why, language))

    def do_weighed(
        self, name: str, record: str | None, lines: str, of: int, step: int, weighed: bytes, language: str
    ) -> bytes:
        """Tell in words what the choices at a position are worth."""
        study = self._study(name, record, lines)
        with studied.plainly():
            return packed(judging.weighed_told(study, of, step, weighed, language))

    def do_whole(self, name: str, record: str | None, lines: str, notes: list[tuple[int, str]]) -> str:
        """Write a record with variations and notes."""
        if record is None:
            raise NotKept
        study = self._study(name, record, lines)
        with studied.plainly():
            return studied.whole(study, notes, record)
