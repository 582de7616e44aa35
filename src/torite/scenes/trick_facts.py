"""Which trick it is, of how many, what was led, and what is trump: facts that follow from the tricks of any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from torite.scenes.schema import Fact, Laid, Piece
from torite.scenes.schema_base import Worded

if TYPE_CHECKING:
    from torite.scenes.position import PublicPosition

LED = "led"  #: the field of what was led: it says nothing while no trick lies unfinished
TRUMP = "trump"  #: the field of the suit that is trump: its fact shows the trumps too
PLAY = "play"  #: the phase of the tricks, which their number says better
FEW = 3  # trumps that are named where there is no word for them


def trumps(at: PublicPosition) -> list[Piece]:
    """Draw the trumps, the strongest first; none where a game has none, or they are not settled."""
    return [at.legend.pieces[kind] for kind in at.display.trumps(at.view)]


def trick_lies(at: PublicPosition, last: Sequence[Laid] | None) -> bool:
    """Tell whether a trick was begun and is not complete: what lies there is not the one completed last."""
    tricks = at.match.game.tricks
    if tricks is None:
        return False
    listed, legend = at.match.game.pack.listed, at.legend.pieces
    lying = sorted(legend[kind].code for row in getattr(at.view, tricks.trick) for kind in listed(row))
    return bool(lying) and lying != sorted(piece.code for laid in last or () for piece in laid.pieces)


def trick_facts(at: PublicPosition, lies: bool, told: Sequence[Fact]) -> Iterator[Fact]:
    """Tell what is trump, where no fact does, and the number of the trick."""
    words, high = at.words, trumps(at)
    if high and all(fact.name != TRUMP for fact in told):
        few = " ".join(piece.glyph for piece in high[:FEW])
        value = few if len(high) <= FEW else words("trick.and_more", few=few)
        yield Fact("trumps", words("trick.trumps"), value, True, high)
    tricks = at.match.game.tricks
    if tricks is None or at.deal_over or at.over:
        return
    done, whole = getattr(at.view, tricks.played), at.display.tricks_in_all(at.view)
    begun = done or lies or at.legend.phases[at.view.phase].name == PLAY
    if begun and (done < whole or not whole):
        value = words("trick.number", n=done + 1, all=whole) if whole else str(done + 1)
        yield Fact("trick", words("trick.trick"), value, True)


def heading(phase: Worded, facts: Sequence[Fact]) -> Worded:
    """Say where the deal is: in its tricks, which of them it is."""
    number = next((fact for fact in facts if fact.name == "trick"), None)
    if number is None or phase.name != PLAY:
        return phase
    return Worded(phase.name, f"{number.text} {number.value}")
