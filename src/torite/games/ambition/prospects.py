"""How likely a match is won from scores and strikes: fitted to matches between players by the rule of thumb.

Made by `python -m benchmarks.ambition`. A seat's weight is e to the power of what its points count and what
the strikes count that it may still get; its chance is its share of all weights. Both depend on how many strikes the
seat that is nearest to being out may still get.
"""

# fmt: off
POINT = (  # [table][strikes left to the nearest - 1] what a point counts, in thousandths
    (66, 48, 39, 34, 30, 30),
    (49, 36, 29, 26, 23, 28),
    (48, 37, 31, 26, 24, 7),
)
STRIKES = (  # [table][strikes left to the nearest - 1][strikes left to the seat - 1] what they count
    (
        (0, 356, 500, 507, 402, 358),
        (0, 0, 155, 313, 313, 243),
        (0, 0, 0, 158, 204, 173),
        (0, 0, 0, 0, 131, 173),
        (0, 0, 0, 0, 0, 82),
        (0, 0, 0, 0, 0, 0),
    ),
    (
        (0, 315, 441, 511, 426, 417),
        (0, 0, 234, 351, 383, 295),
        (0, 0, 0, 194, 295, 300),
        (0, 0, 0, 0, 117, 184),
        (0, 0, 0, 0, 0, 136),
        (0, 0, 0, 0, 0, 0),
    ),
    (
        (0, 292, 487, 542, 615, 717),
        (0, 0, 146, 238, 303, 294),
        (0, 0, 0, 111, 189, 171),
        (0, 0, 0, 0, 103, 161),
        (0, 0, 0, 0, 0, 65),
        (0, 0, 0, 0, 0, 0),
    ),
)
