"""`torite play`: a table is laid, a match found or begun, and lines go to and fro."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from torite.errors import ToriteError
from torite.kernel.chance import read_day
from torite.records import read
from torite.scenes import share_line
from torite.terminal import INTERRUPTED, guides, results, saves
from torite.terminal.saves import BadInput, Save, Seating
from torite.terminal.text_layout import Ink, terminal_ink
from torite.terminal.wording import sentences

if TYPE_CHECKING:
    from torite.kit.game import Game
    from torite.match import Match
    from torite.terminal.session import Session
    from torite.terminal.table import ScenePen

LEFT = 0


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line.

    Attributes:
        name: a variant's name; empty to be asked.
        seats: number of seats; the variant's usual one if None.
        bots: names of the bots from the left on.
        level: the bots' level where no names are given.
        options: what is agreed otherwise.
        seed: makes the match repeatable.
        you: the person's name.
        language: "en" or "ja".
        plain: sentences instead of a picture.
        seconds: thinking time of a bot that searches, in seconds.
        forced: whether actions without a choice are taken for the person.
        scored: of a game for one: nothing is taken back, and how it ends is kept.
        daily: the day whose deal is played; empty for today's, None for none.
    """

    name: str = ""
    seats: int | None = None
    bots: Sequence[str] = ()
    level: str = "steady"
    options: Sequence[str] = ()
    seed: int | None = None
    you: str = ""
    language: str = "en"
    plain: bool = False
    seconds: float = 0.5
    forced: bool = False
    scored: bool = False
    daily: str | None = None


def agreed(options: Sequence[str]) -> dict[str, str]:
    """Read options written as name=value.

    Raises:
        BadInput: when one is not.
    """
    pairs = [text.partition("=") for text in options]
    for text, (name, sign, _) in zip(options, pairs, strict=True):
        if not sign or not name.strip():
            raise BadInput("input.option", given=text[:60])
    return {name.strip().replace("-", "_"): value.strip() for name, _, value in pairs}


def names_of(seats: int, you: str, language: str) -> list[str]:
    """Name the players: the person in seat 0, the others clockwise from the left."""
    say = sentences(language)
    key = {2: "two", 3: "three", 4: "four"}.get(seats, "many")
    return [you or say("play.names.me"), *say(f"play.names.{key}").split()][:seats]


def new_match(wish: Wish) -> tuple[Match, Seating, Path]:
    """Begin a match: the match, who sits where, and the file of its save.

    Raises:
        ToriteError: when what was wished for is not possible.
    """
    from torite.match import Match
    from torite.terminal.bots import named

    if not 0.01 <= wish.seconds <= 600:
        raise BadInput("input.seconds", given=wish.seconds)
    options, day = agreed(wish.options), _day(wish)
    match = Match(wish.name, wish.seats, options, seed=wish.seed, daily=day, pause=True)
    names = names_of(match.seats, wish.you, wish.language)
    key = match.chance.key if day is None else None
    match = Match(wish.name, wish.seats, options, key=key, names=names, daily=day, pause=True)
    scored = wish.scored or day is not None
    if scored and (match.seats > 1 or wish.seed is not None):
        raise BadInput("input.scored" if match.seats > 1 else "input.scored_seed")
    name = saves.new_name(match.variant.name)
    if day is not None:
        before = results.of_day(match.variant.name, day)
        if before is None:
            name = saves.daily_name(match.variant.name, day)
        else:
            scored = False
            print(sentences(wish.language)("play.daily_again", score=before.score))
    bots = dict(enumerate(named(wish.bots, wish.level, match.seats - 1), 1))
    seed = random.SystemRandom().getrandbits(63) if wish.seed is None else wish.seed
    return match, Seating(0, bots, seed, wish.seconds, scored), saves.folder() / name


def _day(wish: Wish) -> str | None:
    """Return the day whose deal is wished for; None for none."""
    return date.today().isoformat() if wish.daily == "" else wish.daily


def _begun(wish: Wish) -> str | None:
    """Return the save of a day's deal that was begun before; None where there is none."""
    from torite.games import find

    day = _day(wish)
    if day is None:
        return None
    path = saves.folder() / saves.daily_name(find(wish.name)[1].name, read_day(day).isoformat())
    return str(path) if path.exists() else None


def play(wish: Wish, resume: str | None = None) -> int:
    """Play matches until the person has had enough; return the exit code."""
    language = wish.language
    if resume is None and not wish.name:
        wish = replace(wish, name=choose_game(language))
        if not wish.name:
            return LEFT
    if resume is None:
        resume = _begun(wish)
    while True:
        told = _resumed(wish, resume) if resume is not None else (*new_match(wish), False)
        match, seating, path, resumed = told
        save = Save(path, seating)
        session = sit_down(match, save, wish)
        code = run(session, save, resumed)
        if code is not None:
            return code
        if not _again(language):
            print(sentences(language)("play.bye"))
            return LEFT
        wish = replace(wish, name=match.variant.name, seats=match.seats, bots=list(seating.bots.values()))
        wish = replace(wish, seed=None, daily=None, scored=seating.scored)
        wish = replace(wish, options=[f"{k}={v}" for k, v in match.options.texts().items()])
        resume = None


def _resumed(wish: Wish, file: str) -> tuple[Match, Seating, Path, bool]:
    from torite.terminal.bots import named

    path = Path(file).expanduser() if file else saves.newest()
    match, seating = saves.load(path)
    if match.over:
        from torite.scenes import wording

        result = wording.result_sentence(match, -1, match.game.words(wish.language))
        raise BadInput("play.over_already", result=result)
    if seating is None or wish.bots:
        bots = dict(enumerate(named(wish.bots, wish.level, match.seats - 1), 1))
        scored = seating.scored if seating else bool(match.chance.daily)
        seating = Seating(0, bots, random.SystemRandom().getrandbits(63), wish.seconds, scored)
    return match, seating, path, True


def lay_table(game: Game, wish: Wish) -> ScenePen:
    """Choose how the table is written: a picture on a terminal, sentences elsewhere or where asked for."""
    from torite.terminal.table import ScenePen

    ink = terminal_ink()
    plain = wish.plain or not ink.colours
    return ScenePen(game, Ink() if plain else ink, wish.language, plain)


def sit_down(match: Match, save: Save, wish: Wish) -> Session:
    """Lay the table for a match, and save it after every action."""
    from torite.terminal.bots import Bots
    from torite.terminal.session import Session

    table, seating = lay_table(match.game, wish), save.seating
    warned = False

    def keep(kept: Match) -> None:
        nonlocal warned
        try:
            if save.keep(kept):
                print(table.words("play.elsewhere", path=save.path), file=sys.stderr)
        except OSError as fault:
            if not warned:
                print(table.words("play.not_saved", why=fault.strerror or fault), file=sys.stderr)
            warned = True

    def copy(kept: Match, file: str) -> str:
        if not file:
            return table.words("play.saved")
        return copied(kept, Path(file).expanduser(), seating, wish.language)

    return Session(match, seating.seat, Bots(seating), table, keep, copy, wish.forced, seating.scored)


def copied(match: Match, path: Path, seating: Seating, language: str) -> str:
    """Write a copy of a match; return a sentence that says so, or why not."""

    try:
        if path.exists():
            read(saves.read_text(path))
        saves.save(match, path, seating)
    except ToriteError:
        return sentences(language)("file.in_the_way", path=path)
    except OSError as fault:
        return sentences(language)("file.unwritable", path=path, why=fault.strerror or fault)
    return sentences(language)("play.copied", path=path)


def run(session: Session, save: Save, resumed: bool) -> int | None:
    """Carry lines between the terminal and a session; return the exit code, None when the match is over."""
    from torite.terminal.session import At

    try:
        session.keep(session.match)
        for text in session.begin(resumed):
            print(text, flush=True)
        while session.at not in (At.END, At.LEFT):
            for text in session.feed(line_of(session.prompt)):
                print(text, flush=True)
    except (EOFError, KeyboardInterrupt) as stop:
        print()
        print(_goodbye(session, save.path))
        return INTERRUPTED if isinstance(stop, KeyboardInterrupt) else LEFT
    if session.at is At.LEFT:
        print(_goodbye(session, save.path))
        return LEFT
    try:
        if session.scored:
            results.keep(session.match, time.time())
            print(session.table.words("play.share", line=share_line(session.match, session.language)))
        home = saves.finish(session.match, save.path)
        print(session.table.words("play.recorded", path=home))
    except OSError as fault:
        print(session.table.words("play.not_saved", why=fault.strerror or fault), file=sys.stderr)
    return None


def _goodbye(session: Session, path: Path) -> str:
    if not path.exists():
        return session.table.words("play.bye")
    mine = path.parent == saves.folder() and path == saves.newest()
    return session.table.words("play.saved" if mine else "play.saved_as", path=path)


def line_of(prompt: str) -> str:
    """Read a line; with editing and history at a terminal.

    Raises:
        EOFError: when there are no more.
    """
    if sys.stdin is None or sys.stdin.closed:
        raise EOFError
    if sys.stdin.isatty() and sys.stdout.isatty():
        import readline  # noqa: F401  (input edits with it)
    try:
        line = input(prompt)
    except UnicodeDecodeError:
        return "\0"
    if not sys.stdin.isatty():
        print()
    return line


def _again(language: str) -> bool:
    from torite.terminal.reading import YES

    try:
        return line_of(sentences(language)("play.rematch")).strip().casefold() in YES
    except (EOFError, KeyboardInterrupt):
        print()
        return False


def choose_game(language: str) -> str:
    """Let the person choose from the games, grouped by guide; empty when they leave.

    Raises:
        BadInput: when nothing can be read.
        KeyboardInterrupt: when they interrupt.
    """
    from torite.games import catalogue, find

    say, ink = sentences(language), terminal_ink()
    listed = list(catalogue())
    print(ink.write(say("play.choose")))
    for number, name in enumerate(listed, 1):
        game, variant = catalogue()[name]
        own = variant.guide in ("", name)
        if own:
            print()
        line = guides.title(game, variant, language, "line") if own else ""
        head = [(guides.title(game, variant, language), "strong" if own else ""), (f"  {name}", "dim")]
        print(ink.write([*head, (f"  {line}" if line else "", "dim")], f"{number:3}. "))
    print()
    while True:
        try:
            typed = line_of(say("play.ask")).strip().casefold()
        except EOFError:
            raise BadInput("input.no_choice") from None
        if typed in ("q", "quit", "exit"):
            return ""
        if typed.isdecimal() and 1 <= int(typed[:6]) <= len(listed):
            return listed[int(typed) - 1]
        if typed and not typed.isdecimal():
            try:
                return find(typed)[1].name
            except ToriteError as fault:
                print(fault.say(language))
                continue
        print(say("play.unknown", most=len(listed)))
