"""Rules broken on purpose: what is changed, and which clause that breaks; tests that name the clause must see it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = Path("torite/games/cucumber")
TESTS = "tests/games/cucumber"


@dataclass(frozen=True)
class Mutant:
    """A change of one place in one file of the rules.

    Attributes:
        clause: the clause that it breaks.
        file: the file, without its ending.
        old: what stands there, once in the file.
        new: what is put in its place.
    """

    clause: str
    file: str
    old: str
    new: str

    @property
    def id(self) -> str:
        """Name it."""
        return f"{self.clause}-{self.file}"

    def apply(self, source: Path) -> None:
        """Break the rule in a copy of the source.

        Raises:
            ValueError: when the place is not there, or not only once.
        """
        file = source / PACKAGE / f"{self.file}.py"
        text = file.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{file.name} has {text.count(self.old)} times: {self.old}")
        file.write_text(text.replace(self.old, self.new), encoding="utf-8")


MUTANTS = (
    Mutant("CUC-1.7", "scoring", "options.joker_points if above", "options.ace_points if above"),
    Mutant("CUC-2.3", "state", "    while s.out[seat] == 1:", "    while s.out[seat] == 2:"),
    Mutant("CUC-2.8", "rules", "put(s.hand[seat], outcome[i])", "put(s.hand[seat], outcome[dealt - 1 - i])"),
    Mutant("CUC-3.6", "tricks", "strict = 0 if s.options.beat_equal", "strict = 1 if s.options.beat_equal"),
    Mutant("CUC-3.7", "tricks", "if not s.options.may_duck and beats != 0", "if s.options.may_duck and beats != 0"),
    Mutant("CUC-3.10", "tricks", "strength >= s.best", "strength > s.best"),
    Mutant("CUC-4.3", "scoring", "s.score[seat] -= off", "s.score[seat] += off"),
    Mutant("CUC-4.4", "scoring", "off = min(s.score[seat], s.losing_points * n)", "off = s.losing_points * n"),
    Mutant(
        "CUC-4.8",
        "scoring",
        "s.score[seat] == s.options.out_at and s.doomed",
        "s.score[seat] >= s.options.out_at and s.doomed",
    ),
    Mutant("CUC-5.1", "scoring", "== OutCompare.GE and", "!= OutCompare.GE and"),
    Mutant("CUC-5.6", "scoring", "share + (1 if odd > 0 else 0)", "share + (2 if odd > 0 else 0)"),
    Mutant("AGURK-2.7", "exchange", "s.most = min(s.exchanged, s.stock_left)", "s.most = s.exchanged"),
    Mutant("GURKA_SE-2.1", "scoring", "active_count(s) > BUYERS", "active_count(s) >= BUYERS"),
    Mutant("GURKA_SE-2.10", "scoring", "s.chips[seat] < price(s)", "s.chips[seat] <= price(s)"),
    Mutant("GURKA_SE-3.2", "tricks", "            return AT_LEAST[s.order][0]", "            return 0"),
    Mutant("OGOREK-2.5", "scoring", "CONTRA_BY_LOSER = 2, 4", "CONTRA_BY_LOSER = 2, 3"),
    Mutant("OGOREK-2.3", "rules", "or seat == s.dealer:", "or active_after(s, seat) == s.dealer:"),
    Mutant(
        "RASSI-1.3",
        "rules",
        "1 if options.last_trick_ace == LastTrickAce.LOW",
        "1 if options.last_trick_ace != LastTrickAce.LOW",
    ),
    Mutant("RASSI-2.1", "exchange", "if s.round == FREE_ROUND and kinds", "if s.round != FREE_ROUND and kinds"),
    Mutant("NORWEGIAN-1.2", "rules", "LONGEST_HAND = 7", "LONGEST_HAND = 8"),
    Mutant("NORWEGIAN-1.9", "scoring", "if strength < least:", "if strength <= least:"),
    Mutant("GURKA_IS-1.7", "tricks", "return min(same, held - 1)", "return min(same, held)"),
    Mutant("GURKA_IS-1.11", "tricks", "return s.set_size if to_beat", "return 1 if to_beat"),
    Mutant("GURKA_IS-1.16", "rules", "        s.growing = 0\n", "        s.growing = 1\n"),
    Mutant("GURKA_IS-3.1", "exchange", "s.fewest = s.exchanged - 1", "s.fewest = s.exchanged"),
)
