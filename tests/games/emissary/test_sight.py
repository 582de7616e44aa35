"""Section 11: what is seen, and what is not."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

import torite
from tests.aloud import cards, codes
from tests.clauses import clause
from tests.games.emissary.builders import (
    PUBLISHED,
    ROW,
    SEED,
    answer,
    facts,
    heaps,
    legal,
    place_of,
    stock_of,
    table,
    take,
    turned,
    zone,
)
from tests.looking import codes_of, every_text, shown_in, sure
from torite import Match
from torite.kit import UNKNOWN
from torite.worlds import view

HAND, STOCK = "C3 C4 C5 C6 S8 S7 S6 S5", "H2 H3 S4 H5 H6 H7 H8 HA D2 D4"


@clause("EMIS-11.1")
def test_what_lies_face_up() -> None:
    """Rulers, vassals not selected, the king's card, the player's own hand."""
    m = take(table(HAND, STOCK, at=4), "select SJ", "turn")
    assert cards(HAND) == sorted(map(str, zone(m, "hand") or []))
    assert cards("CJ DJ HJ") == sorted(map(str, zone(m, "vassals") or []))
    assert ["H2"] == zone(m, "trick")
    assert ROW.split() == codes_of(station.piece for station in sure(torite.lay_out(m, 0).road).stations)


@clause("EMIS-11.2")
def test_stock_lies_face_down() -> None:
    """In the view of the player, of a spectator, and in the scene; only their number is told."""
    m = table(HAND, STOCK, at=4)
    for seen in (m.view(0), m.public):
        assert {UNKNOWN} == {kind for kind in seen.stock if kind != -1}
        assert 24 == sum(kind == UNKNOWN for kind in seen.stock)
    assert [None] * 24 == zone(m, "stock")


def unseen_after(m: Match, chooser: random.Random) -> None:
    """Nothing that the player is shown depends on the order of the stock: swapped cards look the same."""
    true = m.log.state
    other = true.copy()
    there = [index for index, kind in enumerate(true.stock) if kind >= 0]
    shuffled = there[:]
    chooser.shuffle(shuffled)
    for index, source in zip(there, shuffled, strict=True):
        other.stock[index] = true.stock[source]
    for viewer in (0, -1):
        assert view(m.game, true, viewer).to_words() == view(m.game, other, viewer).to_words()


@clause("EMIS-11.2")
@pytest.mark.parametrize("options", [{}, {"show_seen_cards": True}, {"vassal_selection": "any_time"}])
def test_order_of_the_stock_is_never_seen(options: dict[str, Any]) -> None:
    """In random visits: not in a view, a scene or the history; the codes of unseen cards stand nowhere."""
    for seed in range(6):
        chooser = random.Random(seed)
        m = torite.Match(SEED, options=options, seed=seed, pause=True)
        seen: set[str] = set()
        while not m.log.deal_over:
            unseen_after(m, chooser)
            seen |= (
                set(m.cards(0)) | set(turned(m).split()) | set(place_of(m, "discards")) | set(place_of(m, "won_pile"))
            )
            hidden = set(stock_of(m)) - seen
            scene = torite.lay_out(m, 0, "en")
            assert not shown_in(scene.zones) & hidden
            told = [replace(fact, pieces=UNSET) for fact in scene.facts]  # the order of trumps is in the rules
            text = every_text(replace(scene, facts=told))
            assert not [card for card in hidden if "♣♠♥♦"["CSHD".index(card[0])] + card[1] in text]
            assert not any(entry.outcome for entry in m.history(0) if entry.code in ("deal", "recycle"))
            may = sorted(legal(m))
            code = chooser.choice(may)
            m.act(0, "discard " + " ".join(chooser.sample(m.cards(0), 2)) if code.startswith("discard") else code)


@clause("EMIS-11.2", "EMIS-11.4")
def test_outcomes_of_shuffles_are_not_told() -> None:
    """The history has neither deal nor recycling; the row of rulers is there to be seen."""
    m = table(HAND, STOCK, at=4)
    for viewer in (0, -1):
        assert [(), ()] == [seen.outcome for seen in m.history(viewer) if seen.code in ("rulers", "deal")]


@clause("EMIS-11.3", "EMIS-11.2")
@pytest.mark.parametrize("on", [False, True])
def test_seen_cards_are_listed_only_if_agreed(on: bool) -> None:
    """Discards and won pile: their faces with `show_seen_cards`, else only their numbers."""
    m = table(HAND, STOCK, at=4, show_seen_cards=on)
    answer(m, "C3 C4 S5")
    discards, won = place_of(m, "discards"), place_of(m, "won_pile")
    assert (cards("C3 C4 H2 H3 S4"), ["S5"]) == (discards, won)
    if on:
        assert discards == sorted(map(str, zone(m, "discards") or []))
        assert won == sorted(map(str, zone(m, "won_pile") or []))
    else:
        assert (None, None) == (zone(m, "discards"), zone(m, "won_pile"))


@clause("EMIS-11.3")
def test_seen_cards_of_both_heaps() -> None:
    """A card that won lies in the won pile, the king's and what a power discarded in the discards."""
    m = table("D3 C4 C5 C6 S8 S7 S6 S5", STOCK, at=4, show_seen_cards=True)
    take(m, "select DJ", "turn", "play D3", "use DJ", "discard C4 S8")
    assert (["D3"], cards("C4 H2 S8")) == (zone(m, "won_pile"), sorted(map(str, zone(m, "discards") or [])))


@clause("EMIS-11.4")
@pytest.mark.parametrize("on", [False, True])
@pytest.mark.parametrize("variant", [SEED, PUBLISHED])
def test_numbers_of_cards_are_always_told(on: bool, variant: str) -> None:
    """Stock, discards and arguments won, after every action."""
    m = table("D3 C4 C5 C6 S8 S7 S6 S5", STOCK, at=4, variant=variant, show_seen_cards=on)
    for code in ("turn", "play D3", "turn", "play C4"):
        take(m, code)
        told = facts(m)
        assert heaps(m) == (int(told["stock_left"]), int(told["discarded"]), int(told["arguments"]))
        true = m.log.state
        assert heaps(m) == (len(stock_of(m)), len(codes(m, true.discards)), len(codes(m, true.won_pile)))
    assert (22, 3, 1) == heaps(m) or turned(m)


@clause("EMIS-11.2", "EMIS-5.4")
def test_selected_vassals_lie_apart() -> None:
    """The player knows which they are; they are no longer among those face up."""
    m = take(table(HAND, STOCK, at=4), "select SJ", "select CJ", "use CJ")
    assert (["SJ"], ["CJ"]) == (zone(m, "selected"), zone(m, "used_vassals"))
    assert cards("DJ HJ") == sorted(map(str, zone(m, "vassals") or []))


@clause("EMIS-8.1", "EMIS-8.3")
def test_allies_are_always_seen() -> None:
    """Used and not used."""
    m = take(table(at=4, won=[2, 6]), "use CK")
    assert (["HK"], ["CK"]) == (zone(m, "allies"), zone(m, "used_allies"))
