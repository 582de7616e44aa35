"""Writes sentences for ears or for eyes: names, cards spelt out or drawn, lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import UNSET

from torite.kit.game import Game
from torite.scenes import wording
from torite.scenes.schema import Piece, Placed, Scene, SceneSeat
from torite.terminal.scenes import chair_of
from torite.terminal.text_layout import Ink
from torite.terminal.wording import draw, sentences

BEGINS = re.compile(r"(?:^|(?<=[.!?] ))[a-z]")


class Pen:
    """Writes sentences about a game.

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

    def action(self, code: str) -> str:
        """Write an action within a sentence: its verb's word and its cards."""
        if code == "wait":
            return self.spoken("verb.wait")
        try:
            parts = wording.parted(self.game.verbs, code)
        except ValueError:
            return code
        said = []
        for verb, named in parts:
            text, cards = self.spoken(f"verb.{verb.key}"), self._listed(named)
            said.append(self.words("act.with", verb=text, cards=cards) if cards else text)
        return self.words.join(said)

    def beside(self, codes: Sequence[str]) -> list[str]:
        """Write actions that are told side by side: what each names, where they differ in that alone."""
        verbs = self.game.verbs
        if not wording.differ_in_pieces(verbs, codes):
            return [self.action(code) for code in codes]
        return [self._listed(named) for code in codes for _, named in wording.parted(verbs, code)]

    def _listed(self, named: Sequence[tuple[str, str]]) -> str:
        return self.words.join(
            [self.standing(word, other) if self.game.pack.knows(word) else word for word, other in named]
        )

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

    def captioned(self, piece: Placed, scene: Scene) -> str:
        """Write a card within a sentence, who played it in a row of several, and what is written under it."""
        card = self.card(piece)
        if piece.seat is not UNSET:
            card = self.words("table.play", name=self.name(chair_of(scene, piece.seat)), cards=card)
        return self.words("table.captioned", card=card, caption=piece.caption) if piece.caption else card

    def plays(self, scene: Scene, played: Iterable[tuple[int, Sequence[Piece]]], winning: int = -1) -> str:
        """Tell within a sentence who played what."""
        said = []
        for seat, pieces in played:
            key = "table.winning" if seat == winning else "table.play"
            said.append(self.words(key, name=self.name(chair_of(scene, seat)), cards=self.pieces(pieces)))
        return self.words.join(said)

    def together(self, texts: Sequence[str]) -> str:
        """Write sentences one after the other, as the language does."""
        return wording.together(self.spoken, list(texts))

    def name(self, seat: SceneSeat) -> str:
        """Name a seat of a scene; the viewer is "You"."""
        return self.words("table.you") if seat.you else seat.name
