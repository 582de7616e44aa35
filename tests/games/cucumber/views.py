"""What a seat, or a spectator, sees of the cards."""

from __future__ import annotations

from typing import Any

from tests.aloud import listed
from tests.looking import shown_in
from torite import Match
from torite.scenes import lay_out


def look(m: Match, seat: int | None) -> Any:
    """The view of a seat; of a spectator for None."""
    return m.public if seat is None else m.view(seat)


def hand_in(m: Match, seat: int | None, owner: int) -> list[str]:
    """The cards of a hand that a seat sees."""
    return listed(m, look(m, seat).hand[owner])


def held_in(m: Match, seat: int | None) -> list[int]:
    """The numbers of cards in the hands that a seat sees, by owner."""
    return list(look(m, seat).count[: m.seats])


def trick_in(m: Match, seat: int | None) -> list[list[str]]:
    """The cards of the trick that a seat sees, by owner."""
    return [listed(m, row) for row in look(m, seat).trick[: m.seats]]


def played_in(m: Match, seat: int | None) -> set[str]:
    """List the played cards that lie open to a viewer: the trick, and finished tricks that may be looked at again.

    What may be looked at again is a matter of what is laid out for people; a perfect memory knows it anyway.
    """
    zones = lay_out(m, -1 if seat is None else seat).zones
    return shown_in(zone for zone in zones if zone.name in ("trick", "played"))


def thrown_in(m: Match, seat: int | None, owner: int) -> list[str]:
    """The discards of an exchange that a seat sees."""
    return listed(m, look(m, seat).thrown[owner])


def stock_in(m: Match, seat: int | None) -> list[str]:
    """The stock as a seat sees it: codes, or ? for a card face down."""
    seen = [kind for kind in look(m, seat).stock if kind != -1]
    return ["?" if kind == -2 else m.game.pack.codes[kind] for kind in seen]
