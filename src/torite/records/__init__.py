"""The written form of a match: one line an entry, sealed by a hash of all before; replays to the same bytes.

torite record 1
game: cucumber
variant: agurk
seats: 4
name 0: North
key hash: 5f…
# deal 1
dealer: 2
deal: HQ C2 …
# trick 1
3: play H7
end: 5 0 22 0
key: 8d…
seal: 1c…
"""

from torite.records.entering import enter, enter_all
from torite.records.reading import read, read_study, seal, verify
from torite.records.variations import Study, Variation, write_study
from torite.records.writing import line, write

__all__ = [
    "Study",
    "Variation",
    "enter",
    "enter_all",
    "line",
    "read",
    "read_study",
    "seal",
    "verify",
    "write",
    "write_study",
]
