"""Does search play better than the rule of thumb? `python -m benchmarks.strength [DEALS] [SECONDS] [GAME]`."""

from __future__ import annotations

import sys

from torite.lab import simulate


def main(deals: int = 1000, seconds: float = 0.05, game: str = "agurk") -> None:
    """Play deals of one searching seat against simple bots; print how often it had the worst of a deal."""
    report = simulate(game, deals, ["search", "simple", "simple", "simple"], seats=4, unit="deal", seconds=seconds)
    print(
        f"{game}: {report.matches} deals, {seconds} s a decision, {report.seconds:.0f} s in all; a fair share is 25 %"
    )
    for row in report.rows:
        low, error = 100 * row["lowest_share"], 100 * row["lowest_share_error"]
        cost, cost_error = -row["mean_payoff"], row["mean_payoff_error"]
        print(f"  {row['bot']:8} loses {low:5.1f} % ± {error:.1f} of the deals, {cost:6.3f} ± {cost_error:.3f} a deal")


if __name__ == "__main__":
    asked = [*sys.argv[1:], *["1000", "0.05", "agurk"][len(sys.argv) - 1 :]]
    main(int(asked[0]), float(asked[1]), asked[2])
