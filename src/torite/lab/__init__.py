"""The lab: many matches between bots, what comes of them by seat, and what a change of the rules does."""

from torite.lab.arena import Arena, arena
from torite.lab.cluster import NoCluster, cluster
from torite.lab.compare import Comparison, compare, sweep
from torite.lab.contestants import BotFails
from torite.lab.luck import Luck, luck
from torite.lab.parts import WorkerFails
from torite.lab.processes import processes
from torite.lab.rerun import match_of
from torite.lab.run import BadRun
from torite.lab.simulate import Report, simulate, speed
from torite.lab.table import Table

__all__ = [
    "Arena", "BadRun", "BotFails", "Comparison", "Luck", "NoCluster", "Report", "Table", "WorkerFails", "arena",
    "cluster", "compare", "luck", "match_of", "processes", "simulate", "speed", "sweep",
]  # fmt: skip
