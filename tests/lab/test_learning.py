"""Tables of traits: learned from what a search looked at, and by the traits that stand beside them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from torite.bots.levels import RandomBot
from torite.games import find, games
from torite.kit.learned import SEAL, read_table
from torite.lab import learning
from torite.lab.learning import Describer, looks_at, main, seal_of, traits_of
from torite.match import Match

LEARNED = [name for name, game in games().items() if game.advice.traits is not None]


@pytest.mark.parametrize("name", LEARNED)
def test_what_lies_there_was_learned_by_the_traits_that_stand_beside_it(name: str) -> None:
    """Whoever changes what tells choices apart must learn anew."""
    game = find(name)[0]
    assert traits_of(game).file.read_bytes()[:SEAL] == seal_of(game)
    assert traits_of(game).file.stat().st_size < 20_000


@pytest.mark.parametrize("name", LEARNED)
def test_each_trait_has_lines_of_its_own(name: str) -> None:
    game = find(name)[0]
    traits, describer, match, bot = traits_of(game), Describer(game), Match(name, seed=1), RandomBot(game, 1)
    ends = [sum(traits.sizes[: number + 1]) for number in range(len(traits.sizes))]
    while not match.over and len(match.log) < 150:
        seat = match.actors[0]
        seen = match.view(seat)
        for lines in describer.lines_of_all(seen, seat):
            assert all(end - size <= line < end for line, size, end in zip(lines, traits.sizes, ends, strict=True))
        match.act(seat, bot.choose(seen, seat=seat))


def test_a_game_without_traits_is_refused() -> None:
    with pytest.raises(ValueError, match="cucumber learns nothing"):
        traits_of(find("agurk")[0])


@pytest.mark.compiles(game="ambition")
def test_it_is_learned_from_matches_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of so few decisions little is learned, but more than nothing; the game's own table stays."""
    monkeypatch.setattr(learning, "WORLDS", 100)
    kept = traits_of(find("ambition")[0]).file.read_bytes()
    decisions = looks_at("ambition", 3)
    even = sum(math.log(len(shares)) for _, shares in decisions) / len(decisions)
    assert all(sum(shares) == pytest.approx(1) for _, shares in decisions)
    main("ambition", rounds=1, matches=1, jobs=1, file=tmp_path / "table.bin")
    assert any(read_table(tmp_path / "table.bin", traits_of(find("ambition")[0]).lines))
    _, loss, _ = learning.learn(["ambition"], 5, 1, 1)
    assert loss < even - 0.02
    assert kept == traits_of(find("ambition")[0]).file.read_bytes()
