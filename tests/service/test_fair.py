"""The page's own check of chance agrees with ours: it is bundled, and run by Node over matches made here."""

from __future__ import annotations

import json
import shutil
import subprocess
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

import torite
from tests.service.test_replays import played
from torite.service import replays

CLIENT = Path(__file__).parents[2] / "client"
BUNDLER = CLIENT / "node_modules" / ".bin" / "rolldown"
NODE = shutil.which("node")
RUN = """
import { check } from "./fair.mjs";
import { readFileSync } from "node:fs";
const matches = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(await Promise.all(matches.map(check))));
"""

pytestmark = pytest.mark.skipif(
    NODE is None or not BUNDLER.exists(), reason="needs Node and the page's packages (npm ci in client/)"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's check as Node can run it."""
    folder = tmp_path_factory.mktemp("fair")
    source = CLIENT / "src" / "lib" / "fair.ts"
    bundle = [str(BUNDLER), str(source), "--file", str(folder / "fair.mjs"), "--format", "esm"]
    subprocess.run(bundle, check=True, capture_output=True, cwd=CLIENT)
    (folder / "run.mjs").write_text(RUN)
    return folder


def checked(folder: Path, matches: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page finds."""
    run = subprocess.run(
        [str(NODE), str(folder / "run.mjs")], check=True, capture_output=True, text=True, input=json.dumps(matches)
    )
    found: list[dict[str, Any]] = json.loads(run.stdout)
    return found


def about(match: torite.Match) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(replays.summary(match, "", "en"))
    return told


def test_what_the_key_gives_is_found_to_be_so(folder: Path) -> None:
    """Numbers and shuffles, undone entries, agreed dealers, players' words."""
    matches = [
        about(played("agurk", undos=0.2)),
        about(played("rassi", entropy={0: "きゅうり", 1: "a: b"})),
        about(played("gurka-is", dealer=1)),
        about(played("kurkku", entropy={1: "x"})),
        about(played("emissary")),
        about(played("french-tarot-solo", daily="2026-11-22")),
    ]
    assert {"number", "shuffle"} <= {outcome["what"] for match in matches for outcome in match["outcomes"]}
    for match, found in zip(matches, checked(folder, matches), strict=True):
        assert {"key": True, "order": True, "outcomes": [True] * len(match["outcomes"])} == found


def test_dice_and_large_numbers_are_drawn_as_we_draw_them(folder: Path) -> None:
    """No game of today throws dice; the page can check them."""
    from torite.kernel.chance import Drawn, key_hash, mixed

    key, told = bytes(range(64)), ["", "two", ""]
    own = mixed(key, {1: "two"})
    rolls = Drawn(own, 0)
    asks: list[dict[str, Any]] = [
        {"what": "dice", "n": 40, "faces": 12, "outcome": [1 + rolls.below(12) for _ in range(40)]},
        *(
            {"what": "number", "n": n, "faces": 0, "outcome": [Drawn(own, i).below(n)]}
            for i, n in enumerate((1, 2, 7, (1 << 31) + 1, (1 << 32) - 1, 1 << 32), 1)
        ),
    ]
    outcomes = [{"name": "", "pieces": [], "agreed": False, **ask} for ask in asks]
    match = {"key": key.hex(), "key_hash": key_hash(key), "words": told, "outcomes": outcomes}
    assert [{"key": True, "order": True, "outcomes": [True] * len(outcomes)}] == checked(folder, [match])


def test_what_was_changed_is_found(folder: Path) -> None:
    """Another hash, other words, two cards changed places, another order before the shuffle."""
    good = about(played("rassi", entropy={0: "cucumber"}))
    other_hash, other_words, swapped, ordered = (deepcopy(good) for _ in range(4))
    other_day = about(played("french-tarot-solo", daily="2026-11-22")) | {"daily": "2026-11-23"}
    other_hash["key_hash"] = "0" * 64
    other_words["words"] = ["cucumbers", *other_words["words"][1:]]
    deals = [i for i, outcome in enumerate(good["outcomes"]) if outcome["what"] == "shuffle"]
    order = swapped["outcomes"][deals[1]]["outcome"]
    order[0], order[1] = order[1], order[0]
    pieces = ordered["outcomes"][deals[1]]["pieces"]
    pieces[0], pieces[1] = pieces[1], pieces[0]
    found = checked(folder, [other_hash, other_words, swapped, ordered, other_day])
    assert [False, True, True, True, False] == [one["key"] for one in found]
    assert [True, True, True, False, True] == [one["order"] for one in found]
    assert all(found[0]["outcomes"])
    assert not any(found[1]["outcomes"][i] for i in deals)
    assert [deals[1]] == [i for i, same in enumerate(found[2]["outcomes"]) if not same]
