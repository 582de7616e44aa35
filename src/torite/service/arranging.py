"""A deal that somebody arranges: which places it fills, and the record of a match that begins with it.

What is not placed is dealt at random. Nobody has played the match, so it is nobody's: its choices may be weighed, and
it may be played on from, as from any step of a replay.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from torite.games import find
from torite.kit.chances import SHUFFLE
from torite.match import Arrangement, Match
from torite.match.arrange import DEAL, DEALER, room
from torite.match.setup import seat_number
from torite.records import write
from torite.scenes import wording
from torite.scenes.labels import legend
from torite.service.errors import Refused
from torite.service.replay_answers import ArrangedPiece, ArrangedRoom, Arranging
from torite.service.replay_wire import ArrangedPlace
from torite.study.places import Place, name

KEPT = 64  #: of what may be arranged, for a variant and so many seats
BEFORE = 100  #: outcomes before a deal; so many have none


def arranging(variant: str, seats: int | None, language: str) -> Arranging:
    """Tell what may be arranged of a variant's first deal.

    Args:
        variant: its name.
        seats: how many play; the usual number if not given.
        language: one of `torite.words.LANGUAGES`.

    Raises:
        UnknownName: for an unknown variant.
        BadOptions: for so many seats.
    """
    match, filled = _filled(variant, seats)
    game, words = match.game, match.game.words(language)
    ask = match.log.ask
    copies = game.pack.listed(ask.pieces) if ask is not None and filled else []
    return Arranging(
        variant=match.variant.name,
        title=legend(game, language).title(match.variant.name),
        form=legend(game, language).form,
        least=match.variant.seats[0],
        most=match.variant.seats[1],
        names=[wording.seat_name(match, seat, words) for seat in range(match.seats)],
        dealer=DEALER in game.chances.names,
        rooms=[ArrangedRoom(at, owner, *_named(match, at, owner, language), n) for (at, owner), n in filled],
        pieces=[
            ArrangedPiece(game.pack.codes[kind], wording.spoken(words, game.pack, kind), copies.count(kind))
            for kind in dict.fromkeys(copies)
        ],
    )


def record(
    variant: str, seats: int, places: Sequence[ArrangedPlace], dealer: int | None, scores: Sequence[int] = ()
) -> str:
    """Write the record of a match whose first deal is arranged, and which nobody has played.

    Args:
        variant: its name.
        seats: how many play.
        places: which pieces are to lie where.
        dealer: who is to deal; drawn if not given.
        scores: of the seats before the deal; 0 each if not given.

    Raises:
        ToriteError: when there is no such variant, seat, piece or place, or a deal does not fit; it says what.
    """
    wanted: dict[str, dict[int, str]] = {}
    for place in places:
        if place.owner in wanted.setdefault(place.name, {}):
            raise Refused("arranged_twice", "bad-options", place=place.name, owner=place.owner)
        wanted[place.name][place.owner] = " ".join(place.pieces)
    hands = wanted.pop(find(variant)[0].display.hand, {})  # which the deal alone fills
    fixed = Arrangement(hands, places=wanted, dealer=dealer, elsewhere=True)
    match = Match(
        variant, seats, names=_numbers(seats), arranged=fixed, initial={"score": scores} if any(scores) else {}
    )
    _check_scores(match, scores)
    left = match.chance.wanted()
    if left.pieces or left.numbers:
        raise Refused("not_dealt", "bad-options", places=", ".join([*(at for at, _ in left.pieces), *left.numbers]))
    return write(match, with_key=True)


def _numbers(seats: int) -> list[str]:
    """Call seats by their numbers, from one as on every page."""
    return [seat_number(seat) for seat in range(1, seats + 1)]


def _check_scores(match: Match, scores: Sequence[int]) -> None:
    """See that a deal can begin with scores: the game's promises hold from its start on, and somebody is to play.

    Raises:
        Refused: when it cannot.
    """
    fits = not scores or (len(scores) == match.seats and not match.over)
    states = [match.log.state, *(before for before, _, _ in match.log.steps(0))]
    if not fits or not all(map(match.log.setup.is_sound, states)):
        raise Refused("arranged_scores", "bad-options", scores=", ".join(map(str, scores)))


def _named(match: Match, field: str, owner: int, language: str) -> tuple[str, str]:
    """Say whose a place is, and what it is."""
    shape = match.game.layout.named[field].spec.shape[:1]
    return name(match.game, match.names, Place(field, owner if shape in (("seats",), ("chairs",)) else -1, 0), language)


@lru_cache(KEPT)
def _filled(variant: str, seats: int | None) -> tuple[Match, tuple[tuple[tuple[str, int], int], ...]]:
    """Return a match that stands before its first deal, and how many pieces that brings where."""
    game, named = find(variant)
    options, names = game.when_arranged({game.display.hand}), _numbers(seats or named.default_seats)
    match = Match(variant, seats, options, names=names, seed=0, manual=True)
    for _ in range(BEFORE):
        ask = match.log.ask
        if ask is None or ask.name == DEAL:
            break
        match.gestures.settle(ask.name, match.chance.draw(match.log))
    ask = match.log.ask
    if ask is None or ask.name != DEAL or ask.what != SHUFFLE:
        return match, ()
    order = [field.name for field in match.game.layout.fields]
    found = room(match.game, match.log.state, ask).items()
    return match, tuple(sorted(found, key=lambda one: (order.index(one[0][0]), one[0][1])))
