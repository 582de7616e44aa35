"""Lessons: arranged deals that show one idea each, with what is told before, while and after they are played.

They lie beside a game's guides, in `lessons.toml`: deals, claims and sentences, in every language. What is told of a
deal is made from its learner's own history and from what everybody may know.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from torite.errors import BadOptions, UnknownName
from torite.kit.game import Game, Variant
from torite.kit.options import option_text
from torite.match.arrange import Arrangement
from torite.scenes.labels import legend
from torite.words import LanguageCode

if TYPE_CHECKING:
    from torite.match import Match

FILE = "lessons.toml"
LEARNER = 0  #: the seat that learns
LEAST, MOST = 3, 10  #: lessons of a variant that has any
PIECE = re.compile(r"\{([A-Z0-9:-]+)\}")

Text = Annotated[dict[LanguageCode, str], Meta(min_length=1)]
Codes = Annotated[list[str], Meta(min_length=1)]
Choice = Annotated[int, Meta(ge=1)]


class LessonPart(Struct, forbid_unknown_fields=True, frozen=True):
    """A part of a file of lessons."""


class When(LessonPart, frozen=True):
    """What happened; all of it that is named must be so.

    Attributes:
        chose: the learner's choice was one of these.
        choice: which of the learner's choices, from 1.
        least, most: what the deal has changed the learner's score by.
    """

    chose: list[str] = []
    choice: Choice = 1
    least: int | None = None
    most: int | None = None


class LessonVerdict(LessonPart, frozen=True):
    """What is told of what happened.

    Attributes:
        text: the sentences; pieces stand in braces, by their codes.
        when: when; the first that is so counts.
        good: whether the idea was seen.
    """

    text: Text
    when: When = When()
    good: bool = False


class Claim(LessonPart, frozen=True):
    """What is claimed of a choice of the learner, and proved by a test.

    Attributes:
        best: the choices that are best.
        worse: those that are worse.
        before: what the learner chose before, one after the other.
    """

    best: Codes
    worse: Codes
    before: list[str] = []


class Lesson(LessonPart, frozen=True):
    """A deal that shows one idea. The learner has seat 0; the rule of thumb plays the others.

    Attributes:
        variant, name: what names it.
        title: the idea in a few words.
        before: what is told before the deal; pieces stand in braces, by their codes.
        claim: the choice that matters.
        told: what is told of what happened, the first that is so.
        seats: how many play; the variant's usual number if not given.
        options: the options that differ from the variant's.
        scores: what the table has written before the deal; 0 for all if not given.
        dealer, hands, stock, turned, places, rolls, numbers: what is arranged, as in an `Arrangement`.
    """

    variant: str
    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{0,39}$")]
    title: Text
    before: Text
    claim: Claim
    told: Annotated[list[LessonVerdict], Meta(min_length=2)]
    seats: Annotated[int, Meta(ge=1)] | None = None
    options: dict[str, str | int | bool] = {}
    scores: list[int] = []
    dealer: int | None = None
    hands: list[str] = []
    stock: str | None = None
    turned: str | None = None
    places: dict[str, str | dict[Annotated[str, Meta(pattern="^[0-9]{1,2}$")], str]] = {}
    rolls: list[list[int]] = []
    numbers: dict[str, int] = {}

    @property
    def arrangement(self) -> Arrangement:
        """What is arranged of its deal."""
        places = {
            name: lying if isinstance(lying, str) else {int(owner): codes for owner, codes in lying.items()}
            for name, lying in self.places.items()
        }
        return Arrangement(
            hands={seat: codes for seat, codes in enumerate(self.hands) if codes},
            stock=self.stock,
            turned=self.turned,
            places=places,
            rolls=self.rolls,
            dealer=self.dealer,
            numbers=self.numbers,
        )

    @property
    def given(self) -> dict[str, Any]:
        """What is set before its deal."""
        return {"score": self.scores} if self.scores else {}

    @property
    def agreed(self) -> dict[str, str]:
        """The options that differ from the variant's, as texts."""
        return {name: option_text(value) for name, value in self.options.items()}


class File(LessonPart, frozen=True):
    """A file of lessons."""

    lesson: list[Lesson]


def read(text: str, file: str = FILE) -> list[Lesson]:
    """Read a file of lessons.

    Args:
        text: what is in it.
        file: its name, for errors.

    Raises:
        BadOptions: for what is no lesson; it says where.
    """
    try:
        lessons = msgspec.convert(tomllib.loads(text), File).lesson
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise BadOptions("error.lessons", file=file, fault=str(fault)) from None
    names = [(lesson.variant, lesson.name) for lesson in lessons]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadOptions("error.lessons", file=file, fault=f"{' '.join(twice)} × {names.count(twice)}")
    return lessons


def lessons(game: Game, variant: Variant) -> Sequence[Lesson]:
    """List the lessons of a variant: its own, or those of the variant whose guide it shares.

    Raises:
        BadOptions: for a file that cannot be read.
    """
    known = of_game(game)
    own = [lesson for lesson in known if lesson.variant == variant.name]
    guide = variant.guide or variant.name
    return tuple(own or [lesson for lesson in known if lesson.variant == guide])


@cache
def of_game(game: Game) -> Sequence[Lesson]:
    """List all lessons of a game.

    Raises:
        BadOptions: for a file that cannot be read.
    """
    file = game.folder / FILE
    return read(file.read_text(encoding="utf-8"), f"{game.name}/{FILE}") if file.exists() else []


def find(game: Game, variant: Variant, name: str) -> Lesson:
    """Find a lesson of a variant.

    Raises:
        UnknownName: when there is none of this name.
    """
    known = lessons(game, variant)
    found = next((lesson for lesson in known if lesson.name == name), None)
    if found is None:
        listed = ", ".join(lesson.name for lesson in known) or "–"
        raise UnknownName("error.no_lesson", name=name, variant=variant.name, known=listed)
    return found


def setting(lesson: Lesson) -> dict[str, Any]:
    """Return what a match of a lesson is made with."""
    return {
        "game": lesson.variant,
        "seats": lesson.seats,
        "options": lesson.agreed,
        "arranged": lesson.arrangement,
        "initial": lesson.given,
    }


def written(game: Game, text: Mapping[LanguageCode, str], language: str) -> str:
    """Write a text of a lesson in a language, with its pieces drawn; in English where there is no other."""
    pack = game.pack
    chosen = text.get(legend(game, language).language) or text.get("en") or next(iter(text.values()))
    return PIECE.sub(lambda code: pack.glyph(pack.kind(code[1])) if pack.knows(code[1]) else code[0], chosen)


def feedback(match: Match, lesson: Lesson) -> LessonVerdict | None:
    """Return what is told of what happened so far; None where nothing can be said yet.

    While the deal goes on that is what the learner's choice alone decides; once it is over, the first that is so.
    """
    ended = match.score_sheet.deals[:1]
    over = match.log.deal_over or match.over or bool(ended)
    change = ended[0].changes[LEARNER] if ended else 0
    chosen = choices(match)
    for told in lesson.told:
        when = told.when
        if not over and (not when.chose or when.least is not None or when.most is not None):
            if when.chose and not _chose(match, chosen, when):
                continue
            return None
        if when.chose and not _chose(match, chosen, when):
            continue
        if (when.least is None or change >= when.least) and (when.most is None or change <= when.most):
            return told
    return None


def choices(match: Match) -> list[str]:
    """List what the learner has chosen, one after the other."""
    return [seen.code for seen in match.history(LEARNER) if seen.seat == LEARNER]


def _chose(match: Match, chosen: Sequence[str], when: When) -> bool:
    """Tell whether the learner's choice was one of those that are named, whatever the order of its parts."""
    if len(chosen) < when.choice:
        return False
    parts = match.game.verbs.parse
    return sorted(parts(chosen[when.choice - 1])) in [sorted(parts(code)) for code in when.chose]
