"""`torite learn`: a game's lessons at the terminal, one after the other, each an arranged deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from torite.games import find
from torite.scenes import lessons
from torite.terminal import INTERRUPTED
from torite.terminal.play import LEFT, Wish, lay_table, line_of, names_of
from torite.terminal.reading import YES
from torite.terminal.saves import BadInput, Seating
from torite.terminal.wording import sentences

if TYPE_CHECKING:
    from torite.kit.game import Game
    from torite.match import Match
    from torite.scenes.lessons import Lesson
    from torite.terminal.session import Session


def learn(wish: Wish, number: int = 1) -> int:
    """Play lessons until the person has had enough; return the exit code.

    Args:
        wish: the game's name, and how all is written.
        number: of the lesson to begin with, from 1.

    Raises:
        ToriteError: for an unknown game, one without lessons, and a lesson that it does not have.
    """
    game, variant = find(wish.name)
    known = lessons.lessons(game, variant)
    if not known:
        raise BadInput("learn.none", name=variant.name)
    if not 1 <= number <= len(known):
        raise BadInput("learn.unknown", number=number, most=len(known))
    say = sentences(wish.language)
    try:
        for at in range(number - 1, len(known)):
            session = sit_down(game, known[at], wish)
            print(say("learn.title", number=at + 1, of=len(known), title=told(session, known[at].title)))
            if not run(session, known[at]):
                break
            if at + 1 < len(known) and line_of(say("learn.next")).strip().casefold() not in YES:
                break
    except (EOFError, KeyboardInterrupt) as stop:
        print()
        print(say("play.bye"))
        return INTERRUPTED if isinstance(stop, KeyboardInterrupt) else LEFT
    print(say("play.bye"))
    return LEFT


def sit_down(game: Game, lesson: Lesson, wish: Wish) -> Session:
    """Lay the table for a lesson: the rule of thumb plays the others, and nothing is saved."""
    from torite.match import Match

    setting = lessons.setting(lesson)
    seats = lesson.seats or game.variants[lesson.variant].default_seats
    match = Match(**setting, names=names_of(seats, wish.you, wish.language), pause=True)
    return unsaved(match, lessons.LEARNER, wish, "learn.unsaved", wish.forced)


def unsaved(match: Match, you: int, wish: Wish, told: str, forced: bool = False) -> Session:
    """Sit down at an arranged match: the rule of thumb plays the others, and nothing is saved, as is told by a key."""
    from torite.terminal.bots import Bots
    from torite.terminal.session import Session

    others = dict.fromkeys((seat for seat in range(match.seats) if seat != you), "simple")
    seating = Seating(you, others, random.SystemRandom().getrandbits(63), wish.seconds)
    table = lay_table(match.game, wish)
    sentence = table.words(told)
    return Session(match, you, Bots(seating), table, save=lambda match, file: sentence, forced=forced)


def run(session: Session, lesson: Lesson) -> bool:
    """Carry lines between the terminal and a lesson; tell whether its deal was played to the end."""
    from torite.terminal.session import At

    for text in teach(session, lesson):
        print(text, flush=True)
    while session.at is At.TURN:
        for text in feed(session, lesson, line_of(session.prompt)):
            print(text, flush=True)
    return session.at is not At.LEFT


def teach(session: Session, lesson: Lesson) -> Iterator[str]:
    """Tell the idea, and play up to the first choice."""
    yield session.table.tell(told(session, lesson.before))
    yield ""
    yield from session.begin()


def feed(session: Session, lesson: Lesson, line: str) -> Iterator[str]:
    """Take a line that the person typed; say what was done as soon as it is done, and at the end."""
    from torite.terminal.session import At

    before = lessons.feedback(session.match, lesson)
    answers: Sequence[str] = list(session.feed(line))
    after = lessons.feedback(session.match, lesson)
    news = after is not None and (after != before or session.at in (At.PAUSE, At.END))
    if after is not None and news and session.at is At.TURN:
        yield session.table.tell(told(session, after.text))
    yield from answers
    if after is not None and news and session.at in (At.PAUSE, At.END):
        yield session.table.tell(told(session, after.text))


def told(session: Session, text: lessons.Text) -> str:
    """Write a text of a lesson in the table's language."""
    return lessons.written(session.match.game, text, session.language)
