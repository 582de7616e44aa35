"""Measure Torite beside its peers: `python -m benchmarks [--rounds N] [--only TEXT] [--json]`."""

from benchmarks.measure import main
from benchmarks.ours import compile_all, hearts_slices
from benchmarks.peers import hearts_peers

if __name__ == "__main__":
    main([*hearts_slices(), *hearts_peers.SLICES], hearts_peers.SPIEL_ROLLOUTS, compile_all)
