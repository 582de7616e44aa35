"""When objects that hold one another are looked for: seldom, as everybody waits while that is done.

What a service has it has for a move, for a match or for good, and next to none of it is in cycles, so that it goes by
itself. Python would look at all that a move has changed again and again: at 500 tables a sixth of a second, twice a
minute. Here what was made goes out of its sight every second, and all is looked at when there is twice as much of it.
"""

from __future__ import annotations

import asyncio
import gc

EVERY = 1.0  #: seconds after which what was made is looked at no more
LEAST = 200_000  #: objects more than after the last look before the next; some 20 MB
AT_ONCE = 100_000  #: objects more within that second after which the young ones are looked at all the same


async def collect_seldom(every: float = EVERY, least: int = LEAST) -> None:
    """Look for objects that only hold one another when there are twice as many as after the last look.

    Args:
        every: seconds between two counts.
        least: so many more are needed at least.
    """
    gc.set_threshold(AT_ONCE, 20, 100)
    live = _all_looked_at()
    more = 0
    while True:
        await asyncio.sleep(every)
        more += gc.get_count()[0]
        gc.freeze()
        if more > max(least, live):
            more = gc.get_freeze_count() - live  # what has gone since is counted by nobody else, and this takes long
            if more > max(least, live):
                live, more = _all_looked_at(), 0


def _all_looked_at() -> int:
    """Look at everything; return how many objects are left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return gc.get_freeze_count()
