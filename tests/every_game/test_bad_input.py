"""What is illegal or malformed changes nothing and says why, with a clause that exists where a rule forbids it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import torite
from tests.arranged import new_match
from tests.conftest import Many
from tests.strategies import Table, everything, play_on, say_twice, unchanged
from torite.games import catalogue, games
from torite.kit import WAIT
from torite.match import Match

DEFAULTS = [next(iter(game.variants)) for game in games().values()]
ODD = [
    "",
    " ",
    "+",
    "++",
    "\n",
    "\0",
    "play",
    "PLAY C2 +",
    "play  c2",
    "-1",
    "1e9",
    "²",
    "٣",
    "é",
    "𝟙",
    "done +",
    "wait",
]


@cache
def clauses(variant: str) -> set[str]:
    """List the clauses of a game's page."""
    text = (catalogue()[variant][0].folder / "clauses.md").read_text(encoding="utf-8")
    return set(re.findall(r"\*\*([A-Z][A-Z_]*-[\d.]*\d)\*\*", text))


def check_refusal(match: Match, seat: int, code: str, held: list[str]) -> None:
    """Something that is not legal changes nothing, and the error says why."""
    before = everything(match)
    with pytest.raises(torite.ToriteError) as caught:
        match.act(seat, code)
    assert unchanged(match, before)
    say_twice(caught.value)
    if isinstance(caught.value, torite.IllegalMove):
        clause = caught.value.facts["clause"]
        assert clause in ("", *clauses(match.variant.name))
        assert clause in str(caught.value)
        reason = match.why(seat, code)
        assert reason == (str(caught.value), clause)
        verb, _, piece = code.rpartition(" ")
        if piece in held and any(action.code.startswith(f"{verb} ") for action in match.actions(seat)):
            assert clause or match.gestures.draft(seat)["parts"]
    assert unchanged(match, before)


def test_illegal_actions_are_refused(table: Table, many: Many) -> None:
    """Every card that is held and may not be played is refused with a clause; so is a sample of all else."""
    chooser = table.chooser("illegal")
    match = table.match("illegal")
    codes = [table.game.verbs.text(action) for action in table.game.verbs.actions() if action != WAIT]
    for _ in range(many(2, 1)):
        play_on(match, chooser, chooser.randrange(1, 12))
        for seat in {chooser.choice(match.actors), chooser.randrange(table.seats)} if not match.over else ():
            held = match.cards(seat)
            likely = [f"{verb.name} {piece}" for verb in table.game.verbs.listed if verb.of_pieces for piece in held]
            allowed = {action.code.removesuffix(" +") for action in match.actions(seat)}
            for code in [*chooser.sample(likely, min(len(likely), 5)), *chooser.sample(codes, 3), *ODD[:2]]:
                if code not in allowed:
                    check_refusal(match, seat, code, held)


@st.composite
def texts(draw: st.DrawFn, variant: str) -> str:
    """Draw a text that is near a code, or any text."""
    game = catalogue()[variant][0]
    words = [*game.pack.codes, *(word for verb in game.verbs.listed for word in verb.name.split()), *ODD]
    near = st.lists(st.sampled_from(words), max_size=5).map(" ".join)
    anything = st.text(st.characters(exclude_categories=()), max_size=30)
    return draw(st.one_of(near, near, anything))


@settings(max_examples=settings.default.max_examples // 4)  # type: ignore[union-attr]
@given(data=st.data())
def test_any_text_is_taken_or_refused(usual: Table, data: st.DataObject) -> None:
    """Arbitrary text for `act`, `why` and `draft` never does anything but what the rules allow."""
    match = play_on(usual.match("texts"), usual.chooser("texts"), data.draw(st.integers(0, 9)))
    seat = data.draw(st.integers(0, usual.seats - 1))
    code = data.draw(texts(usual.variant))
    before = everything(match)
    for attempt in (match.why, lambda seat, code: match.gestures.draft(seat, [code]), match.act):
        try:
            attempt(seat, code)
        except torite.ToriteError as error:
            say_twice(error)
            assert unchanged(match, before)


@pytest.mark.parametrize("seat", [-1, 99, 1 << 70, "0", None, 0.0, True, [0]], ids=repr)
@pytest.mark.parametrize("variant", DEFAULTS)
def test_wrong_seats_are_refused(variant: str, seat: Any) -> None:
    """A seat that does not exist is refused everywhere, by name."""
    match = Match(variant, seed=1)
    before = everything(match)

    def lay_out(seat: Any) -> object:
        return torite.lay_out(match, seat)

    calls = [
        match.view,
        match.history,
        match.knowledge.events,
        match.actions,
        match.gestures.draft,
        match.cards,
        match.undo,
    ]
    missed = []
    for call in [*calls, lay_out, match.may_undo, lambda s: match.act(s, "pass"), lambda s: match.why(s, "pass")]:
        if seat == -1 and call in (match.history, match.knowledge.events, lay_out):
            continue  # the spectator's
        try:
            call(seat)
            missed.append(call.__name__)
        except torite.ToriteError as error:
            say_twice(error)
        except Exception as error:
            missed.append(f"{call.__name__}: {error!r}")
    assert [] == missed
    assert unchanged(match, before)


@pytest.mark.parametrize(
    "code", [None, 7, b"play C2", ["play C2"], 1.5, object()], ids=lambda code: type(code).__name__
)
def test_wrong_types_are_refused(code: Any) -> None:
    """A code that is no text is refused as one that nobody understands."""
    for variant in DEFAULTS:
        match = Match(variant, seed=1)
        seat, before = match.actors[0], everything(match)
        assert match.why(seat, code) is not None
        for call in (match.act, lambda seat, code, match=match: match.gestures.draft(seat, [code])):
            with pytest.raises(torite.ToriteError) as caught:
                call(seat, code)
            say_twice(caught.value)
        assert unchanged(match, before)


def test_nothing_happens_after_the_end(smallest: Table, many: Many) -> None:
    """When the match is over every action of every seat is refused so."""
    match = play_on(smallest.match("end"), smallest.chooser("end"), many(4000, 600))
    if match.over:
        before = everything(match)
        for seat in range(smallest.seats):
            assert () == match.actions(seat)
            for code in ("play C2", "done", "nonsense"):
                with pytest.raises(torite.MatchOver) as caught:
                    match.act(seat, code)
                say_twice(caught.value)
        match.go_on()
        assert unchanged(match, before)


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ({"seats": 0}, torite.BadOptions), ({"seats": 99}, torite.BadOptions), ({"seats": "4"}, torite.BadOptions),
        ({"options": {"no_such": 1}}, torite.BadOptions), ({"names": ["x"] * 99}, torite.BadOptions),
        ({"names": [""]}, torite.BadOptions), ({"names": ["a\nb"]}, torite.BadOptions),
        ({"hands": {99: "C2"}}, torite.BadOptions), ({"hands": {0: "ZZ"}}, torite.BadOptions),
        ({"hands": {0: "C2 C2 C2 C2"}}, torite.BadOptions), ({"hands": {0: 5}}, torite.BadOptions),
        ({"dealer": 99}, torite.BadOptions), ({"dealer": "0"}, torite.BadOptions),
        ({"turned": "ZZ"}, torite.BadOptions), ({"initial": {"no_such": 1}}, torite.BadOptions),
        ({"initial": {"score": "x"}}, torite.BadOptions), ({"initial": {"score": [0] * 99}}, torite.BadOptions),
        ({"numbers": {"dealer": 99}}, torite.BadOptions), ({"numbers": {"no_such": 1}}, torite.BadOptions),
        ({"key": b"short"}, torite.BadOptions),
    ],
    ids=str,
)  # fmt: skip
def test_wrong_tables_are_refused(wrong: dict[str, Any], kind: type[torite.ToriteError]) -> None:
    """What a table cannot be opened with is refused by name, in every game."""
    for variant in DEFAULTS:
        with pytest.raises(kind) as caught:
            new_match(variant, **({"seed": 1} | wrong if "key" not in wrong else wrong))
        say_twice(caught.value)
