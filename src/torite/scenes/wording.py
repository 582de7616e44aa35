"""Sentences about a match: its log, its account, its end; and cards as they are spoken.

A sentence stands under `said.VERB`, `chance.NAME` or `note.KEY`. Where the reader is the one who acted, a
language may have a form of its own (`said_you.VERB`: "You play ♥10."); without one the reader's name is the
word `you`. A note may speak to the whole side of its seat (`note_team.KEY`: "Your team wins.") and to the
seats of the others (`note_rest.KEY`). Two more forms are used where a language file has them:
`said.VERB_unseen`, when only the number of pieces was seen, and `note.KEY_nothing`, when the amount is 0. Where
the values of a field have words (`value.contract.2`), a note of the field's name has them as `value`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from torite.match import naming
from torite.pieces.cards import SUIT_GLYPHS
from torite.worlds.view import EVERYTHING, SPECTATOR

if TYPE_CHECKING:
    from torite.kit.actions import Verbs
    from torite.kit.game import Game
    from torite.kit.verb import Verb
    from torite.match import Match
    from torite.match.entries import Note, Seen
    from torite.pieces import Pack
    from torite.words import Words


BETWEEN_GROUPS = re.compile(r"(?<=[\dAJQK★☆]) · (?=[\dAJQK♣♠♥♦★☆])")  #: of cards or ranks: `♥9 ♥10 · ♣2`


def option_title(words: Words, option: str) -> str:
    """Title an option of a game; by its name where the game has no words for it."""
    key = f"option.{option}.text"
    return words(key).rstrip(".。") if words.knows(key) else option


def option_value(words: Words, option: str, value: str) -> str:
    """Write an option's value in words."""
    keys = (f"option.{option}.value.{value}", f"value.{value}")
    return next((words(key) for key in keys if words.knows(key)), value)


def spoken(words: Words, pack: Pack, kind: int) -> str:
    """Name a piece for ears: `ten of hearts`, `trump twelve`, `six-four`; a card without a name keeps its code."""
    code = pack.codes[kind]
    if pack.form == "domino":
        ends = [words(f"tile.end.{end}") for end in (pack.suit[kind], pack.rank[kind])]
        return words("tile.double" if ends[0] == ends[1] else "tile.name", high=ends[0], low=ends[1])
    if pack.of_dice:
        return words(f"die.face.{code}")
    if words.knows(f"card.{code}"):
        return words(f"card.{code}")
    if code[0] == "T" and code[1:].isdigit():
        return words("card.trump", n=code[1:])
    if not (words.knows(f"card.suit.{code[0]}") and words.knows(f"card.rank.{code[1:]}")):
        return code
    return words("card.name", rank=words(f"card.rank.{code[1:]}"), suit=words(f"card.suit.{code[0]}"))


def aloud(words: Words, pack: Pack, text: str) -> str:
    """Spell out the pieces drawn in a sentence: `East plays ♥10.` is read `East plays the ten of hearts.`

    One that stands for another may be drawn as `♦7=♥A`.
    """
    text = BETWEEN_GROUPS.sub(words("and_then"), text)
    kind_of = {pack.glyph(kind): kind for kind in pack.all}
    drawn = re.compile("|".join(re.escape(glyph) for glyph in sorted(kind_of, key=len, reverse=True)))
    one = rf"(?:{drawn.pattern})(?:=(?:{drawn.pattern}))?"
    text = re.sub(rf"{one}(?: {one})+", lambda row: words.join(row[0].split()), text)
    standing = rf"({drawn.pattern})=({drawn.pattern})"
    text = re.sub(standing, lambda both: words("stands", piece=both[1], other=both[2]), text)
    text = drawn.sub(lambda glyph: words("card.the", card=spoken(words, pack, kind_of[glyph[0]])), text)
    return _suits_aloud(words, text)


def _suits_aloud(words: Words, text: str) -> str:
    """Spell out the suits drawn in a sentence: `♣`, also before its name; several in a row are listed."""
    names = {glyph: words(f"card.suit.{suit}") for suit, glyph in SUIT_GLYPHS.items()}
    text = re.sub(f"({'|'.join(names)}) (?={'|'.join(map(re.escape, names.values()))})", "", text)
    signs = f"[{''.join(names)}]"
    text = re.sub(rf"{signs}(?: {signs})+", lambda row: words.join(row[0].split()), text)
    return re.sub(signs, lambda sign: names[sign[0]], text)


def seat_name(match: Match, seat: int, words: Words) -> str:
    """Return the name of a player or a figure of a match."""
    return naming.seat_name(match.game, match.names, seat, words)


def together(words: Words, sentences: list[str]) -> str:
    """Write sentences one after the other, as the language does."""
    if words.language == "ja":
        return re.sub(r"([！？])(?=[^」）　])", r"\1　", "".join(sentences))
    return " ".join(sentences)


def entry_sentences(match: Match, seen: Seen, viewer: int, words: Words, spoken: bool = False) -> list[str]:
    """Tell an entry of the log and what came of it.

    Args:
        match: the match.
        seen: the entry as the viewer saw it, from `match.history(viewer)`.
        viewer: the reader's seat, or SPECTATOR.
        words: the game's words.
        spoken: spell cards out instead of drawing them.

    Returns:
        A sentence for the action or outcome, then one for each of its notes.
    """
    told = _chance(match, seen, viewer, words) if seen.seat < 0 else _action(match, seen, viewer, words)
    notes = [note for note in seen.notes if not note.line.detail]
    sentences = [told, *(note_sentence(match, note, viewer, words) for note in notes)]
    return [aloud(words, match.game.pack, text) for text in sentences] if spoken else sentences


def note_sentence(match: Match, note: Note, viewer: int, words: Words, drawn: bool = False) -> str:
    """Tell a note of the rules: who took a trick, a line of the account.

    Args:
        match: the match.
        note: the note.
        viewer: the reader's seat, or SPECTATOR.
        words: the game's words.
        drawn: whether its pieces are drawn beside it, and so need not be written.
    """
    key = note.line.key
    if note.amount == 0 and words.knows(f"note.{key}_nothing"):
        key += "_nothing"
    value = f"value.{key}.{note.amount}"
    named = words(value) if words.knows(value) else ""
    facts = {"side": side(match, note.seat), "amount": note.amount, "value": named}
    text = _say(match, "note", key, note.seat, viewer, words, **facts)
    if drawn or not note.pieces:
        return text
    return words("note.with_pieces", text=text.rstrip(".。"), pieces=" ".join(map(match.game.pack.glyph, note.pieces)))


def is_told_apart(match: Match, note: Note, viewer: int, words: Words) -> bool:
    """Tell whether a reader reads a note otherwise than a spectator does."""
    if note.seat < 0 or viewer < 0 or note.seat == viewer:
        return note.seat == viewer >= 0
    key = note.line.key
    form = next(_forms(match, "note", note.seat, viewer))
    return words.knows(f"{form}.{key}") or words.knows(f"{form}.{key}_nothing")


def side(match: Match, seat: int) -> list[int]:
    """List the seats of a seat's side as everybody knows it now: a note may speak of both partners at once."""
    mask = match.game.display.team(match.knowledge.glimpse(SPECTATOR), seat) if 0 <= seat < match.seats else 0
    return [other for other in range(match.seats) if mask >> other & 1]


def result_sentence(match: Match, viewer: int, words: Words) -> str:
    """Tell how a match that is over ended: as the game tells it, else who has won."""
    assert match.result is not None
    facts = _ending(match)
    if facts:
        return words(f"ending.{facts['ending']}", **facts)
    winners = [seat for seat, share in enumerate(match.result.shares) if share]
    if winners == [viewer]:
        return words("result.you")
    names = words.join([seat_name(match, seat, words) for seat in winners if seat != viewer])
    if viewer in winners:
        return words("result.shared_you", seat=names)
    return words("result.wins" if len(winners) == 1 else "result.shared" if winners else "result.nobody", seat=names)


def share_sentence(match: Match, language: str = "en") -> str | None:
    """Say in a line how a match that is over ended, where the game tells it; else None.

    Raises:
        UnknownName: for an unknown language.
    """
    facts = _ending(match) if match.over else {}
    return match.game.words(language)(f"share.{facts['ending']}", **facts) if facts else None


def _ending(match: Match) -> Mapping[str, Any]:
    """Return what a game of one seat tells of its end; `ending` names the sentence. Empty where it tells nothing."""
    facts = match.game.display.facts(match.knowledge.glimpse(SPECTATOR), 0)
    return facts if "ending" in facts else {}


def parted(verbs: Verbs, code: str) -> list[tuple[Verb, list[tuple[str, str]]]]:
    """Part a code by its verbs, each with what it names: a word, and the piece that this one stands for or nothing.

    Pieces that stand for others are named with those that do not: `claim gleich HQ S7 as CQ` is of one verb.

    Raises:
        ValueError: when there is no such verb.
    """
    parts: list[tuple[Verb, list[tuple[str, str]]]] = []
    for verb, rest in verbs.split(code):
        piece = verbs.pack.codes[verb.piece] if verb.stem else ""
        named = [(piece, word) if piece else (word, "") for word in rest]
        if parts and verb.stem and parts[-1][0].key == verb.key:
            parts[-1][1].extend(named)
        else:
            parts.append((verb, named))
    return parts


def pictured(words: Words, pack: Pack, word: str, other: str = "") -> str:
    """Draw a piece within a sentence, and what it stands for; a word that is no piece's code is left as it is."""
    glyphs = [pack.glyph(pack.kind(code)) if pack.knows(code) else code for code in (word, other)]
    return words("stands", piece=glyphs[0], other=glyphs[1]) if other else glyphs[0]


def chosen(words: Words, game: Game, code: str) -> str:
    """Write an action that may be taken: its verb and its pieces."""
    if code == "wait":
        return words("verb.wait")
    said = []
    for verb, named in parted(game.verbs, code):
        told, pieces = words(f"verb.{verb.key}"), _pictured(words, game.pack, named)
        said.append(words("hint.action", verb=told, pieces=pieces) if pieces else told)
    return words.join(said)


def beside(words: Words, game: Game, codes: Sequence[str]) -> list[str]:
    """Write actions that are told side by side: what each names, where they differ in that alone."""
    if not differ_in_pieces(game.verbs, codes):
        return [chosen(words, game, code) for code in codes]
    return [_pictured(words, game.pack, named) for code in codes for _, named in parted(game.verbs, code)]


def alternatives(
    words: Words, game: Game, codes: Sequence[str], join: Callable[[Sequence[str]], str] | None = None
) -> str:
    """Write actions of which any may be taken: `Play ♠7 or ♠8`, the verb once where they differ in what they name.

    Args:
        words: the words of the game.
        game: the game.
        codes: the actions.
        join: joins what may be chosen; as what comes to the same is joined, if not given.
    """
    told = (join or words.either)(beside(words, game, codes))
    if len(codes) < 2 or not differ_in_pieces(game.verbs, codes):
        return told
    verb = parted(game.verbs, codes[0])[0][0]
    return words("hint.action", verb=words(f"verb.{verb.key}"), pieces=told)


def differ_in_pieces(verbs: Verbs, codes: Sequence[str]) -> bool:
    """Tell whether actions are all of one verb, and each names something."""
    parts = [parted(verbs, code) if code != "wait" else [] for code in codes]
    keys = {verb.key for part in parts for verb, _ in part}
    return len(keys) == 1 and all(len(part) == 1 and part[0][1] for part in parts)


def _pictured(words: Words, pack: Pack, named: Sequence[tuple[str, str]]) -> str:
    return " ".join(pictured(words, pack, *piece) for piece in named)


def _action(match: Match, seen: Seen, viewer: int, words: Words) -> str:
    parts = parted(match.game.verbs, seen.code)
    return " ".join(_part(match, seen, verb, named, viewer, words) for verb, named in parts)


def _part(match: Match, seen: Seen, verb: Verb, named: list[tuple[str, str]], viewer: int, words: Words) -> str:
    key, pack = verb.key, match.game.pack
    if verb.shown.name != "ALL" and viewer not in (seen.seat, EVERYTHING) and words.knows(f"said.{key}_unseen"):
        key += "_unseen"
    pieces = [(word, other) for word, other in named if pack.knows(word)]
    if pack.form == "card":
        pieces.sort(key=lambda piece: (pack.rank[pack.kind(piece[0])], pack.kind(piece[0])))
    cards = " ".join(pictured(words, pack, *piece) for piece in pieces)
    facts = {"cards": cards, "n": _number([word for word, _ in named])}
    if seen.bot:
        name = words("by_bot", seat=seat_name(match, seen.seat, words))
        return words(f"said.{key}", seat=name, **facts)
    return _say(match, "said", key, seen.seat, viewer, words, **facts)


def _number(rest: list[str]) -> int:
    return int(rest[0]) if rest and rest[0].isdigit() else len(rest)


def _chance(match: Match, seen: Seen, viewer: int, words: Words) -> str:
    """Tell what chance settled, with its outcome where everybody sees that: a seat, a number or dice."""
    public = seen.code in match.game.chances.public
    outcome = match.log[seen.number].outcome if public else ()
    seat = outcome[0] if len(outcome) == 1 and outcome[0] < match.seats else -1
    rolled = words.join([str(number) for number in outcome])
    return _say(match, "chance", seen.code, seat, viewer, words, rolled=rolled)


def _say(match: Match, family: str, key: str, seat: int, viewer: int, words: Words, **facts: Any) -> str:
    mine = 0 <= seat == viewer
    family = next(form for form in _forms(match, family, seat, viewer) if words.knows(f"{form}.{key}"))
    name = "" if seat < 0 else words("you") if mine else seat_name(match, seat, words)
    return words(f"{family}.{key}", seat=name, **facts)


def _forms(match: Match, family: str, seat: int, viewer: int) -> Iterator[str]:
    """List in which families a sentence of a seat may stand for a reader, the closest first."""
    if 0 <= seat == viewer:
        yield f"{family}_you"
    if seat >= 0 and viewer >= 0 and family == "note":
        yield f"{family}_team" if viewer in side(match, seat) else f"{family}_rest"
    yield family
