"""Figures as they are shown: which cards they are made of, and what each wild in them would have to be.

For eyes alone; the rules need only how strong a figure is.
"""

from __future__ import annotations

from .cards import OF_RANK, PACK, RANK, RUN_STRENGTH, RUNS, WILDS, figure_rank
from .figures import best_figure, meaning_of
from .state import GLEICH, State, cards_of

Shown = list[tuple[int, int]]  #: cards of a figure, each with the card that it stands for


def exhibit(s: State, seat: int, element: int) -> Shown:
    """PERL-4.2, 4.3: lay out the best figure of a seat's own five cards; nothing if there is none."""
    cards = cards_of(s, seat)
    strength = best_figure(s, element, cards, s.loose)
    if strength == 0:
        return []
    return _equals(s, cards, figure_rank(strength)) if element == GLEICH else _run(s, cards, strength)


def _equals(s: State, cards: int, rank: int) -> Shown:
    """Lay out all cards of a rank; free wilds are suits of it that are not there yet, as far as there are such."""
    shown = [(card, meaning_of(s, card)) for card in PACK.listed([cards & ~_free(s, cards)])]
    shown = [(card, meaning) for card, meaning in shown if RANK[meaning] == rank]
    wanted = [card for card in PACK.listed([OF_RANK[rank]]) if all(card != meaning for _, meaning in shown)]
    for wild in PACK.listed([_free(s, cards)]):
        if RANK[wild] == rank:
            shown.append((wild, wild))
            wanted = [card for card in wanted if card != wild]
        else:
            shown.append((wild, wanted.pop(0) if wanted else PACK.listed([OF_RANK[rank]])[0]))
    return sorted(shown)


def _run(s: State, cards: int, strength: int) -> Shown:
    """Lay out the first sequence of this strength that can be made."""
    free = _free(s, cards)
    have = {meaning_of(s, card): card for card in PACK.listed([cards & ~free])}
    for mask, worth in zip(RUNS, RUN_STRENGTH, strict=True):
        lacking = [card for card in PACK.listed([mask]) if card not in have]
        if worth == strength and len(lacking) <= free.bit_count():
            return _filled(PACK.listed([mask])[::-1], have, PACK.listed([free]))
    return []


def _filled(run: list[int], have: dict[int, int], wilds: list[int]) -> Shown:
    """Put wilds where a card of a sequence is lacking, each as itself where it can be."""
    own = {card: card for card in run if card in wilds and card not in have}
    left = [wild for wild in wilds if wild not in own]
    return [(have.get(card, own.get(card, -1)) if card in have or card in own else left.pop(), card) for card in run]


def _free(s: State, cards: int) -> int:
    return cards & WILDS[s.trump] & s.loose


def pictured(shown: Shown) -> str:
    """Write a figure: `♠A ♠K ♦7=♠Q`."""
    return " ".join(
        PACK.glyph(card) + (f"={PACK.glyph(meaning)}" if meaning != card else "") for card, meaning in shown
    )
