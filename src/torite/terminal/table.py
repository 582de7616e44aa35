"""The table as text: sentences that read well aloud, or a small coloured picture; both from one scene."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.cells import cell_len

from torite.kit.game import Game
from torite.scenes import wording
from torite.scenes.schema import Element, Pick, Piece, Placed, Road, Scene, SceneSeat, SheetRow, Stand, Tap
from torite.terminal.reading import AS, Menu, hand_of
from torite.terminal.scenes import WINNING, Look, around, chair_of, is_figure, laid_open, open_zones, stations, trick_of
from torite.terminal.text_layout import TIE, Fragment, Ink, pad, whole
from torite.terminal.wording import card_style, draw, sentences

BEGINS = re.compile(r"(?:^|(?<=[.!?] ))[a-z]")
HELP = 13  # columns of the commands in the help
NARROW = 60  # columns below which the picture drops what can be asked for
LONGEST_NAME = 14
MOST_BACKS = 10
FEW = 6  # so many that a card may stand for are listed
SHEET, NARROWEST = 12, 6  # columns of a seat on the score sheet; with fewer it is told in sentences


class Table:
    """Writes what a scene shows.

    Args:
        game: whose cards and words are written.
        ink: how to write.
        language: "en" or "ja".
        plain: sentences for ears instead of a picture for eyes.
    """

    def __init__(self, game: Game, ink: Ink, language: str, plain: bool) -> None:
        self.game = game
        self.ink = ink
        self.language = language
        self.plain = plain
        self.words = sentences(language)
        self.spoken = game.words(language)

    def say(self, key: str, **facts: Any) -> str:
        """Write one of the terminal's sentences."""
        return self.tell(self.words(self.formed(key), **facts))

    def formed(self, key: str) -> str:
        """Return the key of a sentence that speaks of these pieces, where there is one: of tiles or dice."""
        form = "dice" if self.game.pack.of_dice else self.game.pack.form
        return f"{key}_{form}" if self.words.knows(f"{key}_{form}") else key

    def tell(self, text: str, style: str = "", first: str = "") -> str:
        """Write a sentence, its cards spelt out or drawn."""
        if self.plain:
            return self.ink.write(self.aloud(text))
        return self.ink.write(draw(text, style), first)

    def aloud(self, text: str) -> str:
        """Spell out the cards of a text; a sentence begins with a capital."""
        spelt = wording.aloud(self.spoken, self.game.pack, text)
        return BEGINS.sub(lambda letter: letter[0].upper(), spelt) if spelt != text else text

    def card(self, piece: Piece) -> str:
        """Write a card within a sentence that is still to be written, and what it stands for."""
        if piece.stands:
            return self.standing(piece.code, piece.stands.code)
        return self.named(piece.code) if self.plain else piece.glyph

    def named(self, code: str) -> str:
        """Write a card by its code within a sentence that is still to be written."""
        kind = self.game.pack.kind(code)
        return wording.spoken(self.spoken, self.game.pack, kind) if self.plain else self.game.pack.glyph(kind)

    def standing(self, code: str, other: str) -> str:
        """Write a card and, if it stands for another, which."""
        named = self.named(code)
        return self.spoken("stands", piece=named, other=self.named(other)) if other else named

    def pieces(self, pieces: Iterable[Piece]) -> str:
        """List cards within a sentence that is still to be written."""
        return self.words.join([self.card(piece) for piece in pieces])

    def name(self, seat: SceneSeat) -> str:
        """Name a seat of a scene; the viewer is "You"."""
        return self.words("table.you") if seat.you else seat.name

    # the position

    def position(self, scene: Look, choices: Menu) -> str:
        """Write what lies on the table, the viewer's hand and what it may do."""
        parts = [self._sentences(scene) if self.plain else self._picture(scene)]
        if choices.cards:
            parts.append(self.hand(scene, choices))
        if not self.plain:
            parts.append("")
        parts.append(self.tell(scene.prompt, "turn"))
        parts += self.choices(scene, choices)
        return "\n".join(part for part in parts if part is not None)

    def head(self, scene: Scene) -> str:
        """Write the game's name and the public facts of the deal in one line."""
        facts = [whole(f"{fact.text} {fact.value}") for fact in scene.facts]
        if self.plain:
            return self.ink.write(self.words("table.sentence", text=self.words.join([scene.title, *facts])))
        spaced = [(f"  {fact}", "dim") for fact in facts]
        return self.ink.write([(scene.title, "accent"), *spaced])

    def hand(self, scene: Scene, choices: Menu) -> str:
        """Write the hand, numbered; what may be played now is bright."""
        held = list(enumerate(hand_of(scene), 1))
        if self.plain:
            listed = self.words.join([self._numbered(number, self.card(piece), choices) for number, piece in held])
            return self.ink.write(self.words(self.formed("table.hand"), cards=listed))
        legal = choices.legal
        fragments: list[Fragment] = []
        for number, piece in held:
            style = "legal" if piece.code in legal else "dim"
            if not choices.faces:
                fragments.append((f"{number}{TIE}", "dim"))
            fragments += [(piece.glyph, card_style(piece.glyph, style)), ("   ", "")]
        return self.ink.write(fragments[:-1], " ")

    def choices(self, scene: Scene, choices: Menu) -> list[str]:
        """Write what may be taken now, each with what to type."""
        lines: list[str] = []
        for choice in scene.choices:
            parts = choice.parts if isinstance(choice, Pick | Stand) else ()
            if parts and not lines:
                lines.append(self.say("menu.parts", cards=self.words.join([self._part(part) for part in parts])))
            if isinstance(choice, Stand):
                lines.append(self._stand_choice(choice, choices))
            elif isinstance(choice, Tap | Pick):
                lines.append(self._pieces_choice(choice, choices))
        families_of = ((choice.codes[0], choice.family, choice.sign) for choice in scene.choices)
        signed = {code: (family.text, sign) for code, family, sign in families_of if family and sign}
        spoken: list[str] = []
        families: dict[str, list[str]] = {}
        for number, (code, text) in enumerate(choices.words, len(choices.cards) + 1):
            if code in signed:
                family, sign = signed[code]
                families.setdefault(family, []).append(whole(f"{number}: {sign}"))
            else:
                spoken.append(self._numbered(number, text, choices))
        lines += [
            self.say("menu.family", family=name, signs=self.words.join(signs)) for name, signs in families.items()
        ]
        if spoken:
            lines.append(self.say("menu.words", words=self.words.join(spoken)))
        return lines

    def _numbered(self, number: int, text: str, choices: Menu) -> str:
        """Write what can be typed by its number; where numbers are faces of dice, without."""
        return text if choices.faces else whole(f"{number} {text}")

    def _pieces_choice(self, choice: Tap | Pick, choices: Menu) -> str:
        free = set(choice.pieces) >= set(choices.cards)
        first = dict.fromkeys(code for code in choices.cards if code in choice.pieces)
        listed = [self._numbered(choices.cards.index(code) + 1, self.named(code), choices) for code in first]
        key = "menu.any" if free and len(listed) > 1 else "menu.cards"
        line = self.words(self.formed(key), verb=choice.text, cards=self.words.join(listed))
        if isinstance(choice, Pick) and choice.most > 1:
            key = "menu.exactly" if choice.least == choice.most else "menu.several"
            line += self.words(self.formed(key), least=choice.least, most=choice.most)
        return self.tell(line, "dim")

    def _part(self, part: str) -> str:
        """Write a part of a gesture: `HQ`, `S7 as CQ`."""
        code, _, other = part.partition(f" {AS} ")
        return self.standing(code, other)

    def _stand_choice(self, choice: Stand, choices: Menu) -> str:
        """Write in a line what a card may stand for, the best of it, and what is typed for the rest."""
        number, best = choices.cards.index(choice.piece) + 1, choice.sensible[:FEW] or choice.pieces[:FEW]
        line = self.words(
            "menu.stands" if len(best) == len(choice.pieces) else "menu.stands_more",
            verb=choice.text,
            piece=self._numbered(number, self.named(choice.piece), choices),
            cards=self.words.join([self.named(code) for code in best]),
            count=len(choice.pieces),
            typed=f"{number}={best[0].lower()}",
        )
        return self.tell(line, "dim")

    # what lies there

    def _sentences(self, scene: Look) -> str:
        lines = []
        played = trick_of(scene)
        if played and not scene.trick_over:
            lines.append(self.say("table.trick", plays=self._plays(scene, played, scene.winning)))
        dice = [(self.name(seat), laid_open(scene, seat)) for seat in around(scene)]
        lines += [self.say("table.zone", text=name, cards=self.pieces(lie)) for name, lie in dice if lie]
        lines += [
            self.say("table.zone", text=text, cards=self._captioned(pieces)) for text, pieces in open_zones(scene)
        ]
        lines += [self.tell(text) for text in [*stations(scene), *self._elements(scene), *scene.status]]
        return "\n".join(lines) or None  # type: ignore[return-value]

    def _elements(self, scene: Scene) -> Iterator[str]:
        """Tell what each thing that can be bet on is worth, and how it stands."""
        for one in scene.elements:
            key = "table.element" if one.proposed is None else "table.element_bet"
            worth = self.words(key, text=one.text, worth=one.worth, proposed=one.proposed)
            yield wording.together(self.spoken, [worth, *filter(None, [one.told or self._side(scene, one)])])

    def _side(self, scene: Scene, one: Element) -> str:
        """Name the side that has something."""
        names = self.words.join([self.name(chair_of(scene, seat)) for seat in one.by])
        return self.words("table.sentence", text=names) if names else ""

    def _captioned(self, pieces: Sequence[Placed]) -> str:
        """List cards with what is written under them."""
        written = [(self.card(piece), piece.caption or "") for piece in pieces]
        return self.words.join([f"{card} {caption}".rstrip() for card, caption in written])

    def _plays(self, scene: Scene, played: Iterable[tuple[int, Sequence[Piece]]], winning: int = -1) -> str:
        said = []
        for seat, pieces in played:
            key = "table.winning" if seat == winning else "table.play"
            said.append(self.words(key, name=self.name(chair_of(scene, seat)), cards=self.pieces(pieces)))
        return self.words.join(said)

    def _picture(self, scene: Look) -> str:
        played = {} if scene.trick_over else dict(trick_of(scene))
        names = min(LONGEST_NAME, max(cell_len(self.name(seat)) for seat in around(scene)))
        narrow = self.ink.width < NARROW
        score, cards = self.words("table.heads"), self.words(self.formed("table.cards"))
        head = pad("", names + 3) + pad(score, max(5, cell_len(score)), right=True) + f"  {cards}"
        lines = [self.head(scene), "", self.ink.row([(head, "dim")])]
        for seat in around(scene):
            held = seat.held if narrow or seat.held > MOST_BACKS else "▮" * seat.held
            held = f"{held}▮" if narrow and seat.held else held or ""
            name = self.name(seat)
            row: list[Fragment] = [
                (" ▸ " if seat.acts else "   ", "turn"),
                (pad(name, names), "dim" if seat.out else "strong" if seat.you else ""),
                (
                    pad("" if is_figure(scene, seat) else str(seat.score), 5, right=True),
                    "dim" if seat.out else "",
                ),
                (pad(f"  {held}", 6 if narrow else MOST_BACKS + 4), "accent"),
            ]
            row += self._on_trick(scene, seat, played.get(seat.seat, laid_open(scene, seat)), narrow)
            lines.append(self.ink.row(row))
        for text, pieces in open_zones(scene):
            drawn: list[Fragment] = []
            for piece in pieces:
                drawn += [*_drawn(piece), (" ", "")]
                drawn += [(f"{whole(piece.caption)}  ", "dim")] if piece.caption else []
            lines.append(self.ink.write([(f"{text}  ", "dim"), *drawn], "   "))
        if scene.road:
            lines += ["", *self._road(scene.road)]
        if scene.elements:
            lines += ["", *(self.tell(text) for text in self._elements(scene))]
        if scene.status:
            lines += ["", *(self.tell(text) for text in scene.status)]
        return "\n".join([*lines, ""])

    def _road(self, road: Road) -> Iterator[str]:
        """Draw the stations, one below the other: number, what lies there, what it demands."""
        for station in road.stations:
            piece, here = station.piece, station.state == "here"
            glyph = pad(piece.glyph if piece else "·", 4)
            style = card_style(glyph.strip(), "legal") if piece else "dim"
            row = [(" ▸ " if here else "   ", "turn"), (f"{station.number} ", "strong" if here else "dim")]
            yield self.ink.row([*row, (glyph, style), (station.text, "" if piece else "dim")])

    def _on_trick(self, scene: Look, seat: SceneSeat, pieces: Sequence[Placed], narrow: bool) -> list[Fragment]:
        row: list[Fragment] = []
        for piece in pieces:
            row += [*_drawn(piece), (" ", "")]
        if pieces and seat.seat == scene.winning:
            row.append((self.words("table.wins_short"), "moss"))
        facts = [f"{fact.text} {fact.value}" for fact in seat.facts]
        marks = [mark.text for mark in seat.marks if mark.name != WINNING]
        if seat.out and not marks:
            marks = [self.words("table.out")]
        beside = "" if narrow and pieces else self.words.join(marks if narrow else [*marks, *facts])
        return [*row, (f"  {beside}" if pieces else beside, "dim")]

    # when it is asked for

    def help(self) -> Iterator[str]:
        """Write what can be typed."""
        for line in self.words(self.formed("help.table")).split("\n"):
            command, text = line[:HELP], line[HELP:]
            if "  " not in line:
                yield self.ink.write(line)
            elif self.ink.width < NARROW:
                yield self.ink.write([(command.strip(), "strong"), ("\n", ""), (text.strip(), "")], "", "  ")
            else:
                yield self.ink.write([(text, "")], command)

    def scores(self, scene: Scene) -> str:
        """Write everybody's score, cards and marks."""
        lines = [self.head(scene)]
        names = max(cell_len(self.name(seat)) for seat in scene.seats)
        for seat in sorted(scene.seats, key=lambda seat: seat.seat):
            told = [mark.text for mark in seat.marks if mark.name != WINNING]
            told += [f"{fact.text} {fact.value}" for fact in seat.facts]
            if seat.out and not told:
                told.append(self.words("table.out"))
            if self.plain:
                facts = self.words.join([self.words("table.score", score=seat.score), *told])
                lines.append(self.say("table.seat", name=self.name(seat), facts=facts))
            else:
                beside = self.words.join(told)
                row = f" {pad(self.name(seat), names)}{pad(str(seat.score), 6, right=True)}   "
                lines.append(self.ink.write([(beside, "dim")], row) if beside else row.rstrip())
        return "\n".join(lines)

    def sheet(self, scene: Scene) -> Iterator[str]:
        """Write what each deal was, what it changed, and the scores after it: a table, or sentences."""
        if not scene.sheet:
            return
        yield self.tell(self.words("table.sheet"), "accent")
        width = min(SHEET, (self.ink.width - 4) // len(scene.seats))
        spoken = self.plain or width < NARROWEST
        if not spoken:
            heads = "".join(pad(self.name(seat)[: width - 2], width, right=True) for seat in scene.seats)
            yield self.ink.row([(f"    {heads}", "dim")])
        for row in scene.sheet:
            number, text = str(row.deal or "–"), row.text or ""
            if spoken:
                yield self.tell(f"{number}. {text} {self._changes(scene, row)}".replace("  ", " "))
                continue
            columns = "".join(pad(_cell(row, seat.seat, width), width, right=True) for seat in scene.seats)
            yield self.ink.row([(f"{pad(number, 3, right=True)} {columns}", "")])
            if text:
                yield self.ink.write([(text, "dim")], "     ")

    def _changes(self, scene: Scene, row: SheetRow) -> str:
        told = [
            self.words(
                "table.sheet_seat",
                name=self.name(seat),
                change=f"{row.changes[seat.seat]:+d}",
                score=row.scores[seat.seat],
            )
            for seat in scene.seats
        ]
        return self.words.join(told)

    def account(self, scene: Scene) -> str:
        """Write the account of the deal that was scored last, each line with its clause."""
        if not scene.account:
            return self.say("table.no_account")
        lines = [self.tell(self.words("table.account"), "accent")]
        for line in scene.account:
            drawn = " ".join(piece.glyph for piece in line.pieces)
            told = self.spoken("note.with_pieces", text=line.text.rstrip(".。"), pieces=drawn) if drawn else line.text
            text = self.words("table.account_line", text=told, clause=line.clause)
            lines.append(self.tell(text, first="" if self.plain else " "))
        return "\n".join(lines)

    def last_trick(self, scene: Scene) -> str:
        """Write the trick that was completed last."""
        last = scene.last_trick
        if not last:
            return self.say("table.no_trick")
        plays = self._plays(scene, [(part.seat, part.pieces) for part in last])
        return self.say("table.last_trick", plays=plays)


def _cell(row: SheetRow, seat: int, width: int) -> str:
    """Write what a deal changed for a seat and its score; the score alone where there is little room."""
    change, score = row.changes[seat], row.scores[seat]
    both = f"{change:+d}  {score}" if change else f"·  {score}"
    return both if len(both) < width else str(score)


def _drawn(piece: Piece) -> list[Fragment]:
    """Draw a card, and what it stands for: `♦7=♥A`, as it is typed."""
    glyphs = [piece.glyph, *([piece.stands.glyph] if piece.stands else [])]
    drawn: list[Fragment] = [(glyph, card_style(glyph, "legal")) for glyph in glyphs]
    return [drawn[0], ("=", ""), drawn[1]] if len(drawn) > 1 else drawn
