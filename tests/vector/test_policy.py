"""The example of a policy trains and plays, where PyTorch is installed."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples/policy.py"


@pytest.mark.compiles(sampled=True)
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed: no policy is trained")
def test_the_example_trains_and_tells_how_it_plays() -> None:
    words = [sys.executable, str(EXAMPLE), "--seconds", "1", "--deals", "100"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"against three times \w+: loses [\d.]+ ± [\d.]+ %", done.stdout)) == 2
