"""Nothing of a deal is left when the next one begins: clauses DOKO-1.7, 4.1 and those of what a deal leaves behind."""

from typing import Any

import pytest

from tests.aloud import legal, take, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    RE,
    announce,
    bid,
    contract_by,
    filled,
    keep_all,
    normal,
    plain_hand,
    play_any,
    reserving,
    table,
)
from torite import Match
from torite.match import Arrangement
from torite.scenes import lay_out

BIG, SMALL = "doppelkopf", "doppelkopf-40"
HAND = plain_hand("D9 DK")
LASTING = {"score", "added", "deals_played", "notes", "note_count", "winner", "owes", "ordinary", "begun", "won"}
IDLE = {"best", "led", "leader", "best_seat", "naming", "fox_by", "fox_to", "fox_last"}  # of a trick, of a naming


def silent() -> Match:
    """A silent solo with all that can be said."""
    return announce(normal("CQ CQ"), "0 schwarz", "2 schwarz")


def marriage() -> Match:
    """A marriage, with the partner found in the first trick or later."""
    return contract_by(0, "marriage", "CQ CQ")


def poverty() -> Match:
    """A poverty with its exchange."""
    m = contract_by(3, "poverty", "", "", "", HAND)
    return take(m, "offer D9 DK CA", "refuse", "accept", "return D9 DK CA")


def thrown_in() -> Match:
    """A poverty that nobody accepts."""
    return take(contract_by(3, "poverty", "", "", "", HAND), "offer D9 DK CA", "refuse", "refuse", "refuse")


def overcalled() -> Match:
    """A solo that was overcalled up to 60."""
    m = reserving(table(solo_overcall="yes"), 0, 2)
    return bid(m, "yes 90 hold 60 pass solo-notrump")


def auctioned() -> Match:
    """A solo without Re, won in the auction."""
    m = reserving(keep_all(table(variant=SMALL)), 1, 3)
    return take(m, "bid solo-queens with-re", "bid solo-jacks without-re", "pass")


def redealt() -> Match:
    """A deal that was demanded anew after two had kept."""
    m = table(plain_hand("DK D10", size=10), variant=SMALL)
    for seat, word in ((2, "keep"), (1, "keep"), (0, "redeal")):
        m.act(seat, word)
    return m


def declined() -> Match:
    """All reserve, and nobody says yes."""
    m = reserving(table(), 0, 1, 2, 3)
    while "no" in legal(m):
        m.act(turn(m), "no")
    return m


def compulsory() -> Match:
    """A compulsory solo."""
    return bid(reserving(table(tournament="yes"), 2), "solo-hearts")


DEALS = [silent, marriage, poverty, thrown_in, overcalled, auctioned, redealt, declined, compulsory]


def fresh(m: Match) -> dict[str, Any]:
    """What everybody sees at the beginning of a deal, but for the cards' places and what lasts."""
    view = m.public
    return {field.name: getattr(view, field.name) for field in m.game.layout.fields if field.name not in LASTING | IDLE}


@clause("DOKO-1.7", "DOKO-4.1", "DOKO-8.9", "DOKO-18.8")
@pytest.mark.parametrize("deal", DEALS)
def test_next_deal_begins_as_the_first(deal: Any) -> None:
    """Everything public is as in the first deal of a match with that dealer."""
    m = play_any(deal())
    assert m.log.deal_over
    m.go_on()
    options: dict[str, Any] = {name: m.options.texts()[name] for name in ("tournament", "solo_overcall")}
    first = table(variant=m.variant.name, dealer=m.public.dealer, **options)
    assert fresh(first) == fresh(m)
    for viewer in range(4):
        assert all(not m.game.pack.listed(m.view(viewer).hand[seat]) for seat in range(4) if seat != viewer)
    assert marks(first) == marks(m)


def marks(m: Match) -> list[tuple[int, str]]:
    """What is said of each seat, but for the debts of a tournament."""
    seats = lay_out(m, 0).seats
    return [(seat.seat, mark.name) for seat in seats for mark in seat.marks if mark.name != "owes"]


@clause("DOKO-6.4", "DOKO-5.3", "DOKO-5.4")
@pytest.mark.parametrize("deal", DEALS)
def test_naming_is_free_again(deal: Any) -> None:
    """A lone reserver of the next deal may name what his hand entitles him to, whatever was named before."""
    m = play_any(deal())
    m.chance.arrange(
        Arrangement(
            hands=filled([plain_hand("CQ CQ DK", size=10 if m.variant.name == SMALL else 12)], variant=m.variant.name)
        )
    )
    m.go_on()
    reserving(keep_all(m), 0)
    assert {"bid marriage", "bid poverty", "bid solo-queens", "bid solo-hearts"} <= legal(m, 0)


@clause("DOKO-17.7", "DOKO-18.16", "DOKO-10.3")
@pytest.mark.parametrize("deal", [overcalled, auctioned, silent])
def test_announcements_are_free_again(deal: Any) -> None:
    """A lone soloist of the next deal has announced nothing, and may say Re and all else."""
    m = play_any(deal())
    m.chance.arrange(Arrangement(hands=filled(["", "", "", ""], variant=m.variant.name)))
    m.go_on()
    bid(reserving(keep_all(m), 0), "solo-notrump")
    assert 0 == m.public.called[RE]
    assert {"re", "90", "60", "30", "schwarz"} == {code.split()[1] for code in legal(m, 0) if code[0] == "a"}
