"""The table as text: sentences that read well aloud, or a small coloured picture; both from one scene."""

from __future__ import annotations

from torite.scenes.choice_schema import Pick, Stand, Tap
from torite.scenes.schema import Scene
from torite.terminal import picture
from torite.terminal.heard import Heard
from torite.terminal.lying import lies_on_trick, sayings
from torite.terminal.pen import Pen
from torite.terminal.reading import AS, Menu, hand_of
from torite.terminal.scenes import Look
from torite.terminal.text_layout import TIE, Fragment, whole
from torite.terminal.wording import card_style

FEW = 6  # so many that a card may stand for are listed


class ScenePen(Pen):
    """Writes what a scene shows; the pen, and how, are those of its base."""

    # the position

    def position(self, scene: Look, choices: Menu, heard: Heard | None = None, everything: bool = False) -> str:
        """Write what lies on the table, the viewer's hand and what it may do.

        Args:
            scene: what the viewer sees.
            choices: what it may do.
            heard: of what is spoken, what need not be said again; it is brought up to date.
            everything: also what lies in heaps or face down, and how many cards everybody holds.
        """
        if self.plain:
            parts = self.background(scene, heard or Heard(), everything)
            if played := lies_on_trick(scene):
                parts.append(self.say("table.trick", plays=self.plays(scene, played, scene.winning)))
        else:
            parts = [picture.drawn(self, scene, everything)]
        if choices.cards:
            parts.append(self.hand(scene, choices))
        if not self.plain:
            parts.append("")
        parts.append(self.tell(scene.prompt, "turn"))
        return "\n".join([*parts, *self.choices(scene, choices)])

    def background(self, scene: Look, heard: Heard, everything: bool = False) -> list[str]:
        """Write, in sentences, of all that is told of the table what was not heard before."""
        told = []
        for saying in heard.news(sayings(self, scene, everything), everything):
            texts = self.words.join(saying.parts)
            if saying.kind == "sentence":
                told.append(self.tell(texts))
            elif not saying.head:
                told.append(self.say("table.sentence", text=texts))
            else:
                key = {"facts": "table.seat", "pieces": "table.zone", "more": "table.zone_more"}[saying.kind]
                told.append(self.say(key, name=saying.head, text=saying.head, facts=texts, cards=texts))
        return told

    def hand(self, scene: Scene, choices: Menu) -> str:
        """Write the hand, numbered; what may be played now is bright."""
        held = list(enumerate(hand_of(scene), 1))
        if self.plain:
            named = [self._numbered(number, self.captioned(piece, scene), choices) for number, piece in held]
            return self.ink.write(self.words(self.formed("table.hand"), cards=self.words.join(named)))
        legal = choices.legal
        fragments: list[Fragment] = []
        for number, piece in held:
            style = "legal" if piece.code in legal else "dim"
            if not choices.faces:
                fragments.append((f"{number}{TIE}", "dim"))
            fragments.append((piece.glyph, card_style(piece.glyph, style)))
            fragments += [(f"{TIE}{whole(piece.caption)}", "dim")] if piece.caption else []
            fragments.append(("   ", ""))
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
        costs = dict.fromkeys(choice.doubtful or (), choice.about or "") if isinstance(choice, Tap) else {}
        free = set(choice.pieces) >= set(choices.cards) and not any(costs.values())
        first = dict.fromkeys(code for code in choices.cards if code in choice.pieces)
        named = {
            code: f"{self.named(code)}{TIE}{costs[code]}" if costs.get(code) else self.named(code) for code in first
        }
        listed = [self._numbered(choices.cards.index(code) + 1, named[code], choices) for code in first]
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
