"""Train a small policy by REINFORCE, in PyTorch, on the environments of Torite: `python examples/policy.py`.

All seats of a deal of Agurk play by one network, which learns from what each of its choices came to: the loser of the
last trick pays. Afterwards it plays one seat against bots, and how often it loses the deal is told; where all are
alike, each of four loses a quarter of the deals.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy
import torch
from torch import nn

from torite import vector

MATCHES, STEPS = 256, 64  #: side by side; between two steps of learning
HIDDEN, RATE, ENTROPY = 128, 1e-3, 0.01


class Policy(nn.Module):
    """A network of one hidden layer: what a seat sees, to how good each action is and what the deal will come to.

    Args:
        seen: numbers of an observation.
        actions: how many there are.
    """

    def __init__(self, seen: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(seen, HIDDEN), nn.ReLU())
        self.choice, self.worth = nn.Linear(HIDDEN, actions), nn.Linear(HIDDEN, 1)

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        """Return the logarithms of the chances of all actions, of those not allowed none, and what is expected."""
        inner = self.body(seen)
        logits = self.choice(inner).masked_fill(mask == 0, -1e9)
        return torch.log_softmax(logits, dim=1), self.worth(inner)[:, 0]


def played(env: vector.VectorEnv, policy: Policy, steps: int) -> dict[str, Any]:
    """Play on, and gather what was seen, what chosen, and what came of it, where that is known by the end."""
    scaled, kept = env.table.observation.scaled, []
    for _ in range(steps):
        seen, mask = torch.from_numpy(scaled(env.observation)), torch.from_numpy(env.mask.copy())
        with torch.no_grad():
            chances, _ = policy(seen, mask)
            action = torch.multinomial(chances.exp(), 1)[:, 0]
        seat = env.seat.copy()
        env.step(action.numpy())
        kept.append((seen, mask, action, seat, env.reward.copy(), env.done.copy()))
    comes_to, known = numpy.zeros_like(env.reward), numpy.zeros(env.n, bool)
    gains, rows = [], []
    for _, _, _, seat, reward, done in reversed(kept):
        comes_to[done == 1], known = reward[done == 1], known | (done == 1)
        gains.append(comes_to[numpy.arange(env.n), seat])
        rows.append(known.copy())
    of = torch.from_numpy(numpy.concatenate(rows[::-1]))
    gain = torch.from_numpy(numpy.concatenate(gains[::-1]))
    joined = {name: torch.cat([one[i] for one in kept])[of] for i, name in enumerate(("seen", "mask", "action"))}
    return joined | {"gain": gain[of]}


def train(seconds: float, seed: int = 0) -> Policy:
    """Train for so many seconds."""
    torch.manual_seed(seed)
    env = vector.make("agurk", n=MATCHES, seed=seed, forced=False)
    env.reset()
    policy = Policy(env.table.observation.size, len(env.table.actions))
    optimiser = torch.optim.Adam(policy.parameters(), RATE)
    began, round_ = time.monotonic(), 0
    while time.monotonic() - began < seconds:
        batch = played(env, policy, STEPS)
        gain = (batch["gain"] - batch["gain"].mean()) / (batch["gain"].std() + 1e-6)
        chances, worth = policy(batch["seen"], batch["mask"])
        chosen = chances[torch.arange(len(gain)), batch["action"]]
        doubt = -(chances.exp() * chances.clamp(min=-50)).sum(dim=1)
        loss = -(chosen * (gain - worth.detach())).mean() + ((worth - gain) ** 2).mean() - ENTROPY * doubt.mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        round_ += 1
        if round_ % 50 == 0:
            print(f"{time.monotonic() - began:5.0f} s  {round_} rounds  mean {batch['gain'].mean():.3f}")
    return policy


def loses(policy: Policy, against: str, deals: int, seed: int = 1) -> tuple[float, float]:
    """Play one seat against three bots; return how often it loses the deal, and half of the 95 % interval."""
    env = vector.make("agurk", n=MATCHES, seed=seed, bots=[None, against, against, against])
    env.reset()
    lost, ended = 0, 0
    while ended < deals:
        seen = torch.from_numpy(env.table.observation.scaled(env.observation))
        with torch.no_grad():
            chances, _ = policy(seen, torch.from_numpy(env.mask))
        env.step(chances.argmax(dim=1).numpy())
        over = env.done == 1
        worst = env.reward[over].min(axis=1)
        lost += int(((env.reward[over, 0] == worst) & (worst < 0)).sum())
        ended += int(over.sum())
    share = lost / ended
    return share, 1.96 * (share * (1 - share) / ended) ** 0.5


def main() -> None:
    """Train, and tell how it plays."""
    parser = argparse.ArgumentParser(description="Train a policy for Agurk.")
    parser.add_argument("--seconds", type=float, default=240.0, help="of training (default 240)")
    parser.add_argument("--deals", type=int, default=20_000, help="to measure it by (default 20,000)")
    asked = parser.parse_args()
    policy = train(asked.seconds)
    for against in ("random", "simple"):
        share, error = loses(policy, against, asked.deals)
        print(
            f"against three times {against}: loses {100 * share:.1f} ± {100 * error:.1f} % of the deals; fair were 25 %"
        )


if __name__ == "__main__":
    main()
