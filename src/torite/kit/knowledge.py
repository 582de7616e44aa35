"""What seats know beside what they see; left out of playouts, which pay nothing for it.

`barred[place]`: kinds that everybody knows not to be there (a seat that failed to follow).
`barred_for[viewer][place]`: kinds that the viewer knows not to be among what it does not know there; a view has them
in `barred`.
`required[place]`, `least[place]`, `at_most[place]`: everybody knows that so many pieces of that mask are there; without
a mask nothing is known.
These masks are of kinds of a pack of one block.
`known[viewer][place]`: pieces there that the viewer knows (it gave them, or saw them shown). Copies of a state share
the rows of the viewers, so they are changed here alone, each by `_own`.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.compile import kernel
from torite.kit.multisets import clear, copies, drop, put, size

ANY = 1 << 20  #: so many pieces are nowhere: no more than that says nothing


@kernel
def _skip1(s: Any) -> None:
    pass


@kernel
def _skip2(s: Any, a: int) -> None:
    pass


@kernel
def _skip3(s: Any, a: int, b: int) -> None:
    pass


@kernel
def _skip4(s: Any, a: int, b: int, c: int) -> None:
    pass


@kernel
def _skip5(s: Any, a: int, b: int, c: int, d: int) -> None:
    pass


@kernel
def _theirs(rows: Any, place: int) -> None:
    pass


@kernel(compiled=_theirs)
def _own(rows: Any, place: int) -> None:
    """Make a place's row one of this state's own, to be changed apart from other copies of the state."""
    rows[place] = rows[place][:]


@kernel(playout=_skip1)
def forget(s: Any) -> None:
    """Begin a deal: nobody knows anything."""
    for place in range(len(s.barred)):
        _unbound(s, place)
        s.barred[place] = 0
        for viewer in range(s.seats):
            if s.barred_for[viewer][place] != 0:
                _own(s.barred_for, viewer)
                s.barred_for[viewer][place] = 0
            if size(s.known[viewer][place]) != 0:
                _own(s.known[viewer], place)
                clear(s.known[viewer][place])


@kernel(playout=_skip3)
def bar(s: Any, place: int, mask: int) -> None:
    """Everybody learns that none of these kinds is there."""
    s.barred[place] |= mask


@kernel(playout=_skip4)
def bar_for(s: Any, viewer: int, place: int, mask: int) -> None:
    """The viewer learns that what it does not know there is of none of these kinds."""
    _own(s.barred_for, viewer)
    s.barred_for[viewer][place] |= mask


@kernel
def _unbound(s: Any, place: int) -> None:
    s.required[place] = 0
    s.least[place] = 0
    s.at_most[place] = 0


@kernel
def _unbarred(s: Any, place: int) -> None:
    s.barred[place] = 0
    for viewer in range(s.seats):
        if s.barred_for[viewer][place] != 0:
            _own(s.barred_for, viewer)
            s.barred_for[viewer][place] = 0


@kernel(playout=_skip2)
def unbar(s: Any, place: int) -> None:
    """Something unseen comes in: what was barred may be there again, what was required may have gone."""
    _unbound(s, place)
    _unbarred(s, place)


@kernel(playout=_skip2)
def came_in(s: Any, place: int) -> None:
    """A piece comes in unseen, and nothing leaves: what was barred may be there, and one more of what is bounded."""
    _unbarred(s, place)
    if s.required[place] != 0:
        s.at_most[place] += 1


@kernel(playout=_skip4)
def require(s: Any, place: int, mask: int, least: int) -> None:
    """Everybody learns that at least so many pieces of these kinds are there."""
    limit(s, place, mask, least, ANY)


@kernel(playout=_skip5)
def limit(s: Any, place: int, mask: int, least: int, most: int) -> None:
    """Everybody learns that so many pieces of these kinds are there, no fewer and no more; one such mask a place.

    What was known of the same mask stays known.
    """
    if s.required[place] == mask:
        s.least[place] = max(s.least[place], least)
        s.at_most[place] = min(s.at_most[place], most)
        return
    s.required[place] = mask
    s.least[place] = least
    s.at_most[place] = most


@kernel(playout=_skip4)
def know(s: Any, viewer: int, place: int, kind: int) -> None:
    """The viewer learns that one more piece of this kind is there."""
    _own(s.known[viewer], place)
    put(s.known[viewer][place], kind)


@kernel(playout=_skip4)
def know_one(s: Any, viewer: int, place: int, kind: int) -> None:
    """The viewer learns that a piece of this kind is there, perhaps the one that it knows already."""
    if copies(s.known[viewer][place], kind) == 0:
        _own(s.known[viewer], place)
        put(s.known[viewer][place], kind)


@kernel(playout=_skip3)
def left_openly(s: Any, place: int, kind: int) -> None:
    """A piece leaves a place before all eyes."""
    for viewer in range(s.seats):
        if copies(s.known[viewer][place], kind) > 0:
            _own(s.known[viewer], place)
            drop(s.known[viewer][place], kind)
    if (s.required[place] >> kind) & 1 == 1:
        s.least[place] = max(0, s.least[place] - 1)
        s.at_most[place] -= 1


@kernel(playout=_skip4)
def left_before(s: Any, viewer: int, place: int, kind: int) -> None:
    """The viewer learns that a piece left a place; if it knew one of the kind there, it was perhaps that."""
    if copies(s.known[viewer][place], kind) > 0:
        _own(s.known[viewer], place)
        drop(s.known[viewer][place], kind)


@kernel(playout=_skip3)
def mixed(s: Any, place: int, owner: int) -> None:
    """Pieces left a place face down: whoever knew some of it, but its owner, cannot say what is left."""
    for viewer in range(s.seats):
        if viewer != owner and size(s.known[viewer][place]) != 0:
            _own(s.known[viewer], place)
            clear(s.known[viewer][place])
    _unbound(s, place)
