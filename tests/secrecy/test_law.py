"""The second list of who may know what is whole, quotes its pages, and allows all that the declarations show."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.clause_cover import read_page
from tests.secrecy.law import Law, is_clause
from tests.secrecy.positions import LAWS
from tests.strategies import Table, walk
from torite.games import games
from torite.kernel.fields import See
from torite.kernel.layout import Field
from torite.worlds import SPECTATOR

every_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.game)


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_has_a_list(game: str) -> None:
    assert game in {law.game for law in LAWS}, (
        f"who may know what in {game} is not written down: write tests/games/{game}/secrecy.py from its clauses.md, "
        "as tests/hearts/secrecy.py is"
    )


@every_law
def test_every_field_is_judged_once(law: Law) -> None:
    """A new field fails until somebody has read in the rules who may know it."""
    listed = [name for item in law.items for name in item.names.split()]
    fields = [field.name for field in games()[law.game].layout.fields if not field.spec.beside]
    assert not set(fields) - set(listed), f"the secrecy.py of {law.game} says nothing of {set(fields) - set(listed)}"
    assert sorted(fields) == sorted(listed)


@every_law
def test_every_line_comes_from_the_page(law: Law) -> None:
    """A line names a clause that exists, or quotes the page word for word: who changes the rules changes the list."""
    page, text = read_page(law.page), law.page.read_text(encoding="utf-8")
    for source in law.sources:
        if is_clause(source):
            assert source in page.clauses, source
        else:
            assert source in text, source


@every_law
def test_every_fact_can_be_read(law: Law) -> None:
    game = games()[law.game]
    known = {field.name for field in game.layout.fields} | {f"note {line.key}" for line in game.notes.listed}
    assert not {fact.name for fact in law.facts} - known - {"actors"}
    assert not set(law.words) - known
    assert all(any(verb.name.startswith(word) for verb in game.verbs.listed) for word in law.sealed)


def shows(game: Any, state: Any, field: Field, owner: int, viewer: int) -> bool:
    """Tell whether the declarations show a part of a field to a viewer."""
    see = field.spec.see
    if see is See.RULE:
        return bool(game.worlds.sees(state, viewer, owner, field.offset))
    return see is See.ALL or (see in (See.OWNER, See.VIEWER) and viewer == owner)


def parts(field: Field, seats: int) -> range:
    """List the owners of a field's parts; nobody sits on the other seats."""
    if not field.is_parted:
        return range(1)
    return range(seats if field.spec.shape[:1] == ("seats",) else field.shape[0])


def disagreements(law: Law, most: int) -> tuple[set[str], set[str]]:
    """Name the fields that the declarations show to more viewers, and to fewer, than the list in random matches."""
    game = games()[law.game]
    more, fewer = set[str](), set[str]()
    for variant, seats, options, _ in law.tables:
        chooser = random.Random(f"law {variant}")
        for moment in walk(Table(variant, seats, tuple(options.items())), "law", most):
            if chooser.random() < 0.5:
                continue
            for field in game.layout.fields:
                item = None if field.spec.beside else law.of(field.name)
                for owner in parts(field, seats) if item else ():
                    for viewer in (*range(seats), SPECTATOR):
                        shown = shows(game, moment.state, field, owner, viewer)
                        known = item is not None and item.who(moment.state, owner, viewer)
                        if shown != known:
                            (more if shown else fewer).add(field.name)
    return more, fewer


@every_law
def test_the_declarations_show_no_more_than_the_rules_allow(law: Law) -> None:
    """What they show less is explained."""
    more, fewer = disagreements(law, 120)
    assert set() == more
    assert fewer == {name for name in fewer if law.of(name).hides}


def test_what_is_hidden_beyond_the_rules_is_still_hidden() -> None:
    """An explanation stands only where there is something to explain: the field is not public."""
    explained = [(law, name) for law in LAWS for item in law.items if item.hides for name in item.names.split()]
    assert explained
    for law, name in explained:
        assert games()[law.game].layout.named[name].spec.see is not See.ALL
