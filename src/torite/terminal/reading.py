"""What a player typed: a command of the table, an action's code, or a question back.

3            the third card of the hand        hq, qh, ♥Q, queen of hearts    that card
9c 9h, 3 4   a gesture of several cards        play hq, pl hq, keep, k        a code, or its beginning
d7 as ha, 3=ha, claim gleich hq s7 as cq       what a card stands for
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from torite.kit import ZoneName
from torite.kit.game import Game
from torite.pieces import Pack
from torite.scenes import wording
from torite.scenes.choice_schema import NumberChoice, Pick, Press, Stand, Tap
from torite.scenes.schema import Placed, Scene
from torite.terminal.wording import sentences
from torite.words import LANGUAGES

COMMANDS = ("help", "hint", "undo", "last", "score", "log", "rules", "save", "quit", "skip", "leave", "table")
LONGEST = 200
SHOWN = 8
AS = "as"  #: between a card and what it stands for
ITSELF = re.compile(r"\b(\w+)(?: as |=)\1\b")  # a card as itself is that card
NAMED = (4, 3, 2, 1)  #: so many words may name a card
YES = ("y", "yes", "j", "はい", "h")  #: answers to a question that is asked before something is done
NO = ("", "n", "no", "いいえ")


@dataclass(frozen=True)
class Reading:
    """What was understood: one of the three.

    Attributes:
        command: a command of the table (`why` for a question mark), or empty.
        rest: what followed it.
        code: an action's code, or empty.
        problem: the key of a sentence that says what was not understood, or empty.
        facts: what fills that sentence.
        among: the codes that it might be, where it is not clear which.
    """

    command: str = ""
    rest: str = ""
    code: str = ""
    problem: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    among: tuple[str, ...] = ()


@dataclass(frozen=True)
class Menu:
    """What can be taken now, as it is numbered on the screen: first the cards held, then the words.

    Attributes:
        pack: the pieces of the game.
        names: the cards held, by their names as they are spoken.
        cards: codes of the cards held, in the order shown, then of those that may be taken from elsewhere.
        verbs: verbs that name cards, and the cards each may name.
        stands: the cards that may stand for others, by the verb with which they are played or shown.
        others: all cards of the pack, by their names as they are spoken, where some may stand for others.
        words: codes of the actions that name none, each with its text.
    """

    pack: Pack
    names: Mapping[str, str]
    cards: tuple[str, ...]
    verbs: Mapping[str, tuple[str, ...]]
    stands: Mapping[str, tuple[str, ...]]
    others: Mapping[str, str]
    words: tuple[tuple[str, str], ...]

    def numbers(self, codes: Sequence[str]) -> list[int]:
        """Return the numbers of cards of the hand; equal cards take the first one's."""
        return [self.cards.index(code) + 1 for code in codes if code in self.cards]

    @property
    def faces(self) -> bool:
        """Whether numbers are the faces of dice, and not places in the hand or on a list."""
        return self.pack.of_dice

    @property
    def legal(self) -> set[str]:
        """The cards that some verb may name, as themselves or as others."""
        return {code for named in (self.verbs, self.stands) for codes in named.values() for code in codes}


def hand_of(scene: Scene) -> list[Placed]:
    """Return the pieces that the viewer of a scene holds, or has to choose from again, in the order shown."""
    own = [zone for zone in scene.zones if zone.seat == scene.viewer]
    named = [zone for zone in own if zone.named and zone.count]
    zones = named or [zone for zone in own if zone.name == ZoneName.HAND]
    return [piece for zone in zones for piece in zone.pieces if piece]


def menu(scene: Scene, game: Game) -> Menu:
    """Number what the viewer of a scene may take."""
    words, pack = game.words(scene.language), game.pack
    verbs = {choice.verb: tuple(choice.pieces) for choice in scene.choices if isinstance(choice, Tap | Pick)}
    stands: dict[str, tuple[str, ...]] = {}
    for choice in scene.choices:
        if isinstance(choice, Stand):
            stands[choice.stem] = (*stands.get(choice.stem, ()), choice.piece)
    spoken = [(code, choice.text) for choice in scene.choices if isinstance(choice, Press) for code in choice.codes]
    for choice in scene.choices:
        if isinstance(choice, NumberChoice):
            named = [f": {name}" for name in choice.named or ()] or [""] * len(choice.numbers)
            numbers = zip(choice.numbers, named, strict=True)
            spoken += [(f"{choice.verb} {n}", f"{choice.text} {n}{name}") for n, name in numbers]
    cards = tuple(piece.code for piece in [*hand_of(scene), *_elsewhere(scene, verbs)])
    names = {wording.spoken(words, pack, pack.kind(code)).casefold(): code for code in cards}
    others = {wording.spoken(words, pack, kind).casefold(): pack.codes[kind] for kind in pack.all} if stands else {}
    return Menu(pack, names, cards, verbs, stands, others, tuple(dict(spoken).items()))


def _elsewhere(scene: Scene, verbs: Mapping[str, tuple[str, ...]]) -> list[Placed]:
    """List the pieces outside the hand that may be named now."""
    held = {piece.code for piece in hand_of(scene)}
    named = {code for codes in verbs.values() for code in codes} - held
    lying = {piece.code: piece for zone in scene.zones for piece in zone.pieces if piece}
    return [piece for code, piece in lying.items() if code in named]


def read(line: str, choices: Menu) -> Reading:
    """Understand a line."""
    text = _plain(line)
    if len(text) > LONGEST or not text.isprintable():
        return Reading(problem="read.noise")
    if not text or text[0] == "?":
        return Reading(command="why" if text else "", rest=text[1:].strip())
    plus = text.endswith("+")
    bare = ITSELF.sub(r"\1", text.rstrip("+ "))
    if not bare:
        return Reading(problem="read.unknown", facts={"text": text[:40]})
    return (
        _whole(text, bare, choices)
        or _standing(bare.replace("=", f" {AS} ").split(), plus, choices)
        or _cards(bare.split(), plus, choices)
        or _verb_and_cards(bare.split(), plus, choices)
        or _command(text)
        or _beginning(bare, choices)
    )


def _plain(text: str) -> str:
    """Write a text as it is compared: without capitals, wide letters and commas."""
    return " ".join(unicodedata.normalize("NFKC", text).replace(",", " ").replace("、", " ").split()).casefold()


def _whole(text: str, bare: str, choices: Menu) -> Reading | None:
    """Read a line that is exactly a word on the screen, or exactly a command."""
    for code, shown in choices.words:
        if bare in (code.casefold(), _plain(shown)):
            return Reading(code=code)
    return Reading(command=_names()[text]) if text in _names() else None


@cache
def _names() -> dict[str, str]:
    """Map every name of a command, in every language, to the command."""
    names = {}
    for command in COMMANDS:
        for language in LANGUAGES:
            names.update({name.casefold(): command for name in sentences(language)(f"command.{command}").split()})
    return names


def _command(text: str) -> Reading | None:
    first, _, rest = text.partition(" ")
    command = _names().get(first, "")
    return Reading(command=command, rest=rest) if command in ("save", "rules", "log") else None


def _cards(words: list[str], plus: bool, choices: Menu) -> Reading | None:
    """Read numbers and cards without a verb."""
    if len(words) == 1 and words[0].isdecimal() and not choices.faces:
        number = int(words[0][:4])
        if len(choices.cards) < number <= len(choices.cards) + len(choices.words):
            return Reading(code=choices.words[number - len(choices.cards) - 1][0])
    codes, problem = _codes(words, choices)
    if problem:
        return problem
    if codes is None:
        return None
    verbs = [verb for verb, pieces in choices.verbs.items() if codes[0] in pieces] or list(choices.verbs)
    if not verbs:
        return Reading(problem="read.no_cards")
    if len(verbs) > 1:
        return _ambiguous(" ".join(words), [f"{verb} {' '.join(codes)}" for verb in verbs])
    return Reading(code=_code(verbs[0], codes, plus))


def _standing(words: list[str], plus: bool, choices: Menu) -> Reading | None:
    """Read cards of which some stand for others, with their verb or without."""
    if AS not in words or not choices.stands:
        return None
    stems, rest = _stems(words, choices)
    if len(stems) > 1:
        return _ambiguous(" ".join(words), [f"{stem} {' '.join(words)}" for stem in stems])
    codes: list[str] = []
    while rest:
        if rest[0] == AS and codes:
            named = next((n for n in NAMED if _other(rest[1 : n + 1], choices)), 0)
            found: list[str] | None = [AS, _other(rest[1 : named + 1], choices)] if named else None
            problem, rest = None, rest[named + 1 :]
        else:
            size = rest.index(AS) if AS in rest else len(rest)
            found, problem = _codes(rest[:size], choices)
            rest = rest[size:]
        if not found:
            return problem or Reading(problem="read.unknown", facts={"text": " ".join(words)[:40]})
        codes += found
    return Reading(code=_code(stems[0], codes, plus))


def _stems(words: list[str], choices: Menu) -> tuple[list[str], list[str]]:
    """Part the verb, or its unique beginning, from the cards after it: what it may be, and the rest."""
    for size in (2, 1):
        begun = " ".join(words[:size])
        stems = [s for s in choices.stands if s == begun] or [s for s in choices.stands if s.startswith(begun)]
        if len(stems) == 1:
            return stems, words[size:]
    return list(choices.stands), words


def _other(words: list[str], choices: Menu) -> str:
    """Read the card that another stands for; empty if it is none."""
    spelt = choices.others.get(" ".join(words).removeprefix("the "))
    return spelt or (_card(words[0], choices) or "" if len(words) == 1 else "")


def _verb_and_cards(words: list[str], plus: bool, choices: Menu) -> Reading | None:
    """Read a verb, or the unique beginning of one, and the cards after it."""
    for size in (2, 1):
        begun = " ".join(words[:size])
        if len(words) <= size:
            continue
        verbs = [v for v in choices.verbs if v == begun] or [v for v in choices.verbs if v.startswith(begun)]
        codes, problem = _codes(words[size:], choices)
        if len(verbs) == 1 and (codes or problem):
            return problem or Reading(code=_code(verbs[0], codes or [], plus))
    return None


def _code(verb: str, codes: Sequence[str], plus: bool) -> str:
    return f"{verb} {' '.join(codes)}{' +' if plus else ''}"


def _codes(words: list[str], choices: Menu) -> tuple[list[str] | None, Reading | None]:
    """Read several cards: their codes, or what is wrong with them; neither, when they are no cards at all."""
    spelt = _spelt(" ".join(words), choices)
    if spelt:
        return [spelt], None
    codes = []
    for word in words:
        code = _number(word, choices) if word.isdecimal() else _card(word, choices)
        if code is None and word.isdecimal() and choices.cards:
            most = len(choices.pack) if choices.faces else len(choices.cards)
            problem = "read.face" if choices.faces else "read.number"
            return None, Reading(problem=problem, facts={"number": word[:6], "most": most})
        if code is None:
            return None, None
        codes.append(code)
    numbers = [word for word in words if word.isdecimal()]
    twice = next((word for word in numbers if numbers.count(word) > 1), None)
    if twice and not choices.faces:
        return None, Reading(problem="read.twice", facts={"number": twice})
    return codes, None


def _number(word: str, choices: Menu) -> str | None:
    if choices.faces:
        return word if word in choices.cards else None
    number = int(word[:6])
    return choices.cards[number - 1] if 1 <= number <= len(choices.cards) else None


def _card(word: str, choices: Menu) -> str | None:
    """Read a card: suit and rank in either order, letters or signs; of two readings, the one that is held."""
    for kind in choices.pack.all:
        if choices.pack.glyph(kind).casefold() in (word, word[-1:] + word[:-1]):
            return choices.pack.codes[kind]
    plain = word.upper().replace("T", "10") if not choices.pack.knows(word) else word.upper()
    both = [code for code in (plain, plain[-1:] + plain[:-1]) if choices.pack.knows(code)]
    held = [code for code in both if code in choices.cards]
    return next(iter(held or both), None)


def _spelt(text: str, choices: Menu) -> str | None:
    return choices.names.get(text) or choices.names.get(text.removeprefix("the "))


def _beginning(text: str, choices: Menu) -> Reading:
    """Read the beginning of a code, of a card that may be played, or of a command, if there is only one."""
    found: dict[str, Reading] = {}
    for code, _ in choices.words:
        if code.casefold().startswith(text):
            found[code] = Reading(code=code)
    for verb, pieces in choices.verbs.items():
        for piece in pieces:
            code = f"{verb} {piece}"
            if code.casefold().startswith(text) or piece.casefold().startswith(text) or piece[1:].casefold() == text:
                found[code] = Reading(code=code)
    for name, command in _names().items():
        if name.startswith(text):
            found[command] = Reading(command=command)
    if len(found) == 1:
        return next(iter(found.values()))
    return _ambiguous(text, list(found)) if found else Reading(problem="read.unknown", facts={"text": text[:40]})


def _ambiguous(text: str, found: list[str]) -> Reading:
    listed = found[:SHOWN] + ["…"] * (len(found) > SHOWN)
    return Reading(problem="read.ambiguous", facts={"text": text[:40], "found": ", ".join(listed)}, among=tuple(found))
