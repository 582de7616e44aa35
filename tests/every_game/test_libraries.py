"""The library of a game does, without a compiler, what is compiled now: match for match, search for search."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import test_library
from torite.games import games
from torite.kernel.library import PLATFORMS, platform_name

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.compiles, *test_library.pytestmark]

#: Every kind of question that compiled code is asked, with all that comes of it.
ASK = """
import sys
from torite.kernel.library import SWITCH
import os
if os.environ.get(SWITCH) != "0":
    sys.modules["numba"] = sys.modules["llvmlite"] = None
from torite import Match
from torite.bots import dead_deal
from torite.bots.levels import SearchBot, ThumbBot
from torite.games import games
from torite.lab import simulate
from torite import vector
from torite.vector.loops import CHANCE, ENDED
from torite.vector.position import Position
from torite.worlds.sampler import Sampler

game = games()[sys.argv[1]]
for name, variant in game.variants.items():
    print(simulate(name, 40, ("random", "simple")[: variant.seats[0]], seed=3).rows)
match, bot = Match(next(iter(game.variants)), seed=5), SearchBot(game, 1, iterations=200)
for step in range(40):
    if match.over:
        break
    seat = match.turns.must_act[0]
    seen = match.view(seat)
    if step % 4 == 0:
        print(bot.choose(seen, (), seat), bot.searched, Sampler(game, seen, seat, step).world().to_words())
        print(dead_deal.settled(game, seen, seat, 20_000))
    match.act(seat, ThumbBot(game, step).choose(seen, seat=seat))
env = vector.make(next(iter(game.variants)), n=3, seed=4, recall=5)
env.reset()
position = Position(env.table, seed=6)
for step in range(40):
    env.step(env.mask.argmax(axis=1))
    print(env.observation.tobytes(), env.reward.tolist(), env.seat.tolist())
    if position.seat == CHANCE:
        position.draw()
    elif position.seat != ENDED:
        print(position.observe(position.seat).tobytes(), position.legal())
        position.take(position.legal()[-1])
position.begin(7)
while position.seat != ENDED:
    position.play(position.legal()[0]) if position.seat >= 0 else position.go_on()
print(position.rewards)
"""

#: One game is tried, all of them at length: to make a library takes most of a minute. It is one of the
#: shortest, of which other tests have compiled all that is asked here.
TRIED = "domino_cribbage"
GAMES = [
    pytest.param(name, marks=() if name == TRIED else pytest.mark.slow, id=name)
    for name, game in sorted(games().items())
    if game.folder.is_relative_to(ROOT / "src")
]


@pytest.mark.timeout(1800)  # a whole game is compiled twice, beside whatever else compiles
@pytest.mark.parametrize("game", GAMES)
def test_a_library_does_what_is_compiled_now(game: str, tmp_path: Path) -> None:
    source = tmp_path / "src"
    shutil.copytree(ROOT / "src/torite", source / "torite", ignore=shutil.ignore_patterns("page", "compiled", "__py*"))
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    of_its_own = {"XDG_CACHE_HOME": str(tmp_path)}
    environment.pop("TORITE_GAMES", None)

    def ran(*words: str, noted: str = "", **more: str) -> str:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env={**environment, **more},
            capture_output=True,
            text=True,
            check=False,
        )
        assert 0 == done.returncode
        assert done.stderr == "" if not noted else noted in done.stderr
        return done.stdout

    ran("-m", "torite.vector.build", game, **of_its_own)
    told = ran("-c", ASK, game, **of_its_own)
    assert told == ran("-c", ASK, game, TORITE_LIBRARIES="0", PYTHONPATH=str(ROOT / "src"))  # whose cache others share
    assert told.count("\n") > 4

    code = next((source / "torite/games" / game / "compiled").glob(f"*{PLATFORMS[platform_name()].suffix}"))
    simulated = ("-m", "torite.terminal.main", "simulate", next(iter(games()[game].variants)), "-n", "20", "--json")
    before = json.loads(ran(*simulated, **of_its_own))
    code.write_bytes(code.read_bytes()[:-1])
    for words, noted in ((simulated, ""), ((*simulated[:2], "-v", *simulated[2:]), "it is damaged")):
        after = json.loads(ran(*words, noted=noted, **of_its_own))
        assert before | {"seconds": 0} == after | {"seconds": 0}
