"""What those who look at a table are told, made once for all who are told the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from torite.match import Match
from torite.scenes import lay_out
from torite.service import replies, wire
from torite.service.messages import SceneMessage, TableState
from torite.service.viewer import Viewer


def tell_state(viewers: Iterable[Viewer], host: int, state_for: Callable[[Viewer], TableState]) -> None:
    """Tell viewers how their table stands: written once for all who are told the same, and to nobody again.

    Args:
        viewers: whom.
        host: who is told more than others.
        state_for: what one of them is told.
    """
    made: dict[tuple[int | None, int, str], bytes] = {}
    for viewer in viewers:
        known = viewer.seat >= 0 or viewer.person == host  # else they are one of the public
        look = (viewer.person if known else None, viewer.seat, viewer.language)
        if look not in made:
            made[look] = wire.encode(state_for(viewer))
        viewer.tell_table(made[look])


def show(match: Match, viewers: Iterable[Viewer], fresh: bool, since: int | None) -> None:
    """Send scenes, each from its viewer's seat.

    Args:
        match: what is shown.
        viewers: to whom.
        fresh: whether the log of the whole deal comes with them.
        since: the number of the first entry that does; the last entry's if not given.
    """
    made: dict[tuple[int, str], bytes] = {}
    since = replies.deal_start(match) if fresh else since
    for viewer in viewers:
        look = (viewer.seat, viewer.language)
        if look not in made:
            made[look] = wire.encode(SceneMessage(lay_out(match, *look, since), fresh))
        viewer.tell(made[look])
