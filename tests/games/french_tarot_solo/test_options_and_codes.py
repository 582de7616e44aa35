"""The table of options, the action codes and their phases, records, undo and scenes."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.french_tarot_solo.builders import (
    NAME,
    SPECTATOR,
    bad_options,
    begin,
    cards_open,
    clause_of,
    codes,
    legal,
    phase,
    play_dummy,
    play_on,
    play_random,
    play_trick,
    table,
    take,
    whole,
)
from tests.games.french_tarot_solo.naive import AI, DUMMY, points
from tests.looking import of_kind
from tests.strategies import say_twice
from torite.records import verify
from torite.scenes.choice_schema import Pick, Tap

CLAUSES = Path(torite.__file__).parent / "games/french_tarot_solo/clauses.md"
OPTIONS: dict[str, tuple[list[str], str, str]] = {
    "petit_sec_redeal": (["player_right", "automatic", "off"], "player_right", "TAROT-3.4"),
    "bid_policy": (["first_prise_then_free", "free", "non_decreasing"], "first_prise_then_free", "TAROT-4.4"),
    "handful_table": (["10_13_15", "13_15_18"], "10_13_15", "TAROT-7.2"),
    "dummy_flip_timing": (["before_player", "after_trick"], "before_player", "TAROT-8.6"),
    "petit_before_excuse_slam": (["played_by_slam_side", "any_in_trick"], "played_by_slam_side", "TAROT-12.4"),
    "defence_slam_bonus": (["0", "200"], "0", "TAROT-14.8"),
    "show_history": (["yes", "no"], "yes", "TAROT-16.2"),
}
PETIT_SEC = "T1 S2 S3 S4 S5 S6 S7 S8 S9 S10 H2 H3 H4 H5 H6 H7 H8 H9 H10 D2 D3 D4 D5 D6"


# options


@clause("TAROT-1.4", "TAROT-3.4", "TAROT-4.4", "TAROT-7.2", "TAROT-8.6", "TAROT-12.4", "TAROT-14.8", "TAROT-16.2")
def test_table_of_the_clauses_is_the_one_tested() -> None:
    """Names, values and defaults."""
    section = CLAUSES.read_text(encoding="utf-8").split("## Options")[1].split("## Decisions")[0]
    rows = {row[0]: row[1:] for row in re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$", section, re.M)}
    assert {*OPTIONS, "deal_count"} == set(rows)
    about = torite.games()[NAME][0].option_class.about()
    assert set(about) == set(rows)
    for name, (values, default, cited) in OPTIONS.items():
        written = [value.strip("` ") for value in rows[name][0].split(",")]
        assert values == [
            {"on": "yes", "off": "no"}.get(one, one) if name == "show_history" else one for one in written
        ]
        assert default == {"on": "yes"}.get(rows[name][1].strip("`"), rows[name][1].strip("`"))
        assert cited in about[name].clause
    assert ("integer 1–1000", "6") == rows["deal_count"][:2]


@clause("TAROT-1.4")
def test_defaults() -> None:
    """Of the only variant."""
    wanted = {name: default for name, (_, default, _) in OPTIONS.items()} | {"deal_count": "6"}
    assert wanted == table().options.texts()


@clause("TAROT-1.4")
@pytest.mark.parametrize(("count", "fine"), [(0, False), (1, True), (1000, True), (1001, False), (-1, False)])
def test_number_of_deals_allowed(count: int, fine: bool) -> None:
    """1 to 1000."""
    assert fine == (bad_options(deal_count=count) is None)


@clause("TAROT-14.8", "TAROT-7.2")
@pytest.mark.parametrize(
    "options",
    [
        {"defence_slam_bonus": 100}, {"defence_slam_bonus": 400}, {"handful_table": "10_13"}, {"bid_policy": "auction"},
        {"petit_sec_redeal": "on"}, {"dummy_flip_timing": "never"}, {"show_history": "maybe"}, {"players": 3},
    ],
)  # fmt: skip
def test_unknown_values_are_refused(options: dict[str, Any]) -> None:
    """In both languages."""
    error = bad_options(**options)
    assert error is not None
    say_twice(error)


@clause("TAROT-1.4", "TAROT-3.4", "TAROT-4.4", "TAROT-7.2", "TAROT-8.6", "TAROT-12.4", "TAROT-14.8", "TAROT-16.2")
@pytest.mark.parametrize(("name", "value"), [(name, value) for name, row in OPTIONS.items() for value in row[0]])
def test_a_session_with_each_value(name: str, value: str) -> None:
    """At random to its end; its record gives it back."""
    chooser = random.Random(f"{name} {value}")
    options = {other: chooser.choice(row[0]) for other, row in OPTIONS.items()} | {name: value, "deal_count": "2"}
    m = torite.Match(NAME, options=options, seed=chooser.getrandbits(20))
    while not m.over:
        m.act(0, chooser.choice(m.actions(0)))
    assert options == m.options.texts()
    again = torite.read(torite.write(m))
    assert (torite.write(m), m.scores) == (torite.write(again), again.scores)
    assert verify(again)


# codes


@clause("TAROT-3.3", "TAROT-4.1", "TAROT-5.2", "TAROT-6.1", "TAROT-7.6", "TAROT-8.4", "TAROT-8.7")
def test_codes_of_each_phase() -> None:
    """Word for word, from the redeal to the own card."""
    m = table(PETIT_SEC, "C2", "C3 C4 C5", "T2-T7", bid_policy="free")
    assert ("redeal", {"redeal", "keep"}) == (phase(m), legal(m))
    take(m, "KEEP")
    bids = {"bid prise", "bid garde", "bid garde-sans", "bid garde-contre"}
    assert ("bid", bids) == (phase(m), legal(m))
    take(m, "bid garde")
    assert ("discard", {f"discard {card}" for card in m.cards(0) if card != "T1"}) == (phase(m), legal(m))
    take(m, "discard S2 S3 H4 D5 H7 H8")
    assert ("slam", {"announce slam", "pass"}) == (phase(m), legal(m))
    take(m, "pass")
    assert ("dummy", {"play C3", "play C4", "play C5"}) == (phase(m), legal(m))
    take(m, "play C4")
    assert ("own", {f"play T{n}" for n in range(1, 8)}) == (phase(m), legal(m))


@clause("TAROT-7.6", "TAROT-7.10")
def test_codes_of_a_handful() -> None:
    """One code a size."""
    m = play_dummy(begin(table("T2-T16", "C2", "C3 C4 C5", "S2 S3 S4 S5 S6 S7", void="C")))
    sizes = {"announce single", "announce double", "announce triple"}
    assert ("handful", {"pass", *sizes}) == (phase(m), legal(m))


@clause("TAROT-5.2")
def test_cards_of_a_discard_in_any_order() -> None:
    """Or one by one; the whole is one entry of the record."""
    records = []
    for parts in (["S7 S2 S5 S3 S6 S4"], ["S2 S3 S4 S5 S6 S7"], ["S3", "S7", "S2", "S5", "S4", "S6"]):
        m = table("S8", kitty="S2 S3 S4 S5 S6 S7")
        take(m, *(f"discard {part}" for part in parts))
        assert "slam" == phase(m)
        (line,) = [line for line in torite.write(m).splitlines() if "discard" in line]
        records.append(line)
    assert 1 == len(set(records))
    assert {"S2", "S3", "S4", "S5", "S6", "S7"} == set(records[0].split("discard ")[1].split())


@clause("TAROT-9.1", "TAROT-6.1")
def test_forced_choices_are_still_actions() -> None:
    """A single card, the last one too."""
    m = play_on(table(seed=3), 23)
    assert 1 == len(legal(m)) == len(cards_open(m))
    play_dummy(m)
    assert 1 == len(legal(m))
    assert not m.log.deal_over


@clause("TAROT-4.9")
def test_last_bid_left_is_asked() -> None:
    """After Garde Contre under `non_decreasing`."""
    m = play_on(begin(table(bid_policy="non_decreasing")))
    for _ in range(2):
        m.go_on()
        take(m, "bid garde-contre")
        play_on(m)
    m.go_on()
    assert {"bid garde-contre"} == legal(m)


@clause("TAROT-2.1", "TAROT-8.7")
@pytest.mark.parametrize("code", ["play SA", "play T0", "play T22", "play X", "play", "bid", "bid solo", "discard"])
def test_unknown_codes_are_refused(code: str) -> None:
    """Wherever they come; the lowest card of a suit is 1."""
    for m in (table(bid_policy="free"), table(), begin(table()), play_dummy(begin(table()))):
        clause_of(m, code)


@clause("TAROT-3.3", "TAROT-4.2", "TAROT-5.2", "TAROT-6.1", "TAROT-8.7")
def test_codes_of_other_phases_are_refused() -> None:
    """In every phase, whatever belongs to the others."""
    samples = {
        "redeal": "redeal", "bid": "bid garde", "discard": "discard S2 S3 S4 S5 S6 S7", "slam": "announce slam",
        "handful": "announce single",
    }  # fmt: skip
    hand = PETIT_SEC.replace("D6", "C2")
    at = {
        "redeal": table(hand),
        "bid": table(bid_policy="free"),
        "discard": table("T2-T11"),
        "slam": take(table("T2-T11", kitty="S2 S3 S4 S5 S6 S7"), "discard S2 S3 S4 S5 S6 S7"),
        "dummy": begin(table("T2-T11", "C2", "C3 C4 C5", "S2 S3 S4 S5 S6 S7", void="C")),
        "handful": play_dummy(begin(table("T2-T11", "C2", "C3 C4 C5", "S2 S3 S4 S5 S6 S7", void="C"))),
        "own": play_dummy(begin(table("T2", "C2", "C3 C4 C5", "S2 S3 S4 S5 S6 S7"))),
    }
    for name, m in at.items():
        assert name == phase(m)
        for other, code in samples.items():
            if other != name:
                clause_of(m, code)
        if name not in ("dummy", "own"):
            clause_of(m, f"play {m.cards(0)[0]}")
        with pytest.raises(torite.ToriteError):
            m.act(1, "pass")


@clause("TAROT-15.1")
def test_nothing_after_the_end() -> None:
    """The session is over."""
    m = play_on(table(deal_count=1))
    assert m.over
    assert () == m.actors
    with pytest.raises(torite.MatchOver):
        m.act(0, "bid prise")


# records and undo


@clause("TAROT-5.7", "TAROT-8.4")
def test_what_may_be_taken_back() -> None:
    """Not the discard, nor a card after which one was turned up; a session of practice goes further."""
    m = begin(table("S9", "S7 H2", "S8 D2 D3", "C2 C3 C4 C5 C6 C7"))
    take(m, "play S8")
    assert not m.may_undo(0)
    take(m, "play S9")
    assert not m.may_undo(0)
    with pytest.raises(torite.ToriteError):
        m.undo(0)
    assert 78 == len(whole(m))
    m = begin(table("S9", "S7 H2", "S8 D2 D3", dummy_flip_timing="after_trick"))
    take(m, "play S8")
    assert m.may_undo(0)
    m.undo(0)
    assert ("dummy", {"play S8"}) == (phase(m), legal(m))


@clause("TAROT-5.7")
def test_bid_without_exchange_may_be_taken_back() -> None:
    """Nothing was learnt; after a Prise the kitty was seen."""
    m = take(table(bid_policy="free"), "bid garde-sans")
    assert m.may_undo(0)
    m = take(table(bid_policy="free"), "bid prise")
    assert not m.may_undo(0)


@clause("TAROT-5.2", "TAROT-8.3")
@pytest.mark.parametrize("seed", range(3))
def test_records_read_back_at_any_moment(seed: int) -> None:
    """To the same views and the same choices."""
    m = begin(torite.Match(NAME, seed=seed, pause=True))
    chooser = random.Random(seed)
    for _ in range(12):
        again = torite.read(torite.write(m, with_key=True))
        assert torite.write(m, with_key=True) == torite.write(again, with_key=True)
        assert legal(m) == legal(again)
        assert m.view(0).to_words() == again.view(0).to_words()
        for _ in range(4):
            if not m.log.deal_over:
                m.act(0, chooser.choice(m.actions(0)))


@clause("TAROT-5.2")
def test_altered_records_are_refused() -> None:
    """At the line at fault, also under a seal that fits."""
    from torite.records import seal

    m = play_on(table("S9", "S7", "S8", "C2 C3 C4 C5 C6 C7"), 3)
    record = torite.write(m, with_key=True)
    with pytest.raises(torite.BadRecord):
        torite.read(record.replace("play S8", "play S9"))
    with pytest.raises(torite.BadRecord):
        seal(record.replace("discard C2", "discard T21"))


# scenes


@clause("TAROT-1.2", "TAROT-16.1")
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_scenes_of_a_whole_deal(viewer: int, language: str) -> None:
    """Figures beside the seat, as many backs as cards, and a prompt at each step."""
    m = table("T2-T14", bid_policy="free", seed=4)
    chooser = random.Random(4)
    while not m.log.deal_over:
        scene = torite.lay_out(m, viewer, language)
        assert [1, 2] == [one.seat for one in scene.figures]
        counts = {one.seat: one.count for one in scene.zones if one.name == "closed"}
        assert [counts.get(side, 0) for side in (AI, DUMMY)] == [
            sum(kind >= 0 for kind in m.log.state.closed[side]) for side in (AI, DUMMY)
        ]
        assert scene.prompt
        assert scene.status
        assert bool(scene.choices) == (viewer == 0)
        assert "{" not in str(scene.prompt) + " ".join(scene.status)
        m.act(0, chooser.choice(m.actions(0)))
    assert torite.lay_out(m, viewer, language).account


@clause("TAROT-8.4", "TAROT-5.2")
def test_choices_of_the_scene() -> None:
    """Six cards to pick from hand and kitty, the Dummy's cards to tap, then the own ones."""
    m = table("S9", "S7", "S8 D2 D3", "C2 C3 C4 C5 C6 C7")
    pick = of_kind(Pick, *torite.lay_out(m, 0).choices)
    assert ("discard", 6, 6) == (pick.verb, pick.least, pick.most)
    assert set(codes("C2 C3 C4 C5 C6 C7")) <= set(pick.pieces)
    begin(m)
    tap = of_kind(Tap, *torite.lay_out(m, 0).choices)
    assert ("play", ["S8"]) == (tap.verb, tap.pieces)
    take(m, "play S8")
    assert cards_open(m) == set(of_kind(Tap, *torite.lay_out(m, 0).choices).pieces)


@clause("TAROT-13.1", "TAROT-16.2")
def test_status_in_halves() -> None:
    """Card points so far, never as decimals."""
    m = begin(table("SK S2", "S9", "S8 D2 D3", "C2 C3 C4 C5 C6 C7"))
    play_trick(m, "SK")
    assert points(["SK", "S9", "S8", *codes("C2 C3 C4 C5 C6 C7")]) == 8.5
    for language in ("en", "ja"):
        assert "8½" in torite.lay_out(m, 0, language).status[0]


@clause("TAROT-8.9", "TAROT-2.8")
@pytest.mark.parametrize("seed", range(6))
def test_invariants(seed: int) -> None:
    """At every moment: 78 cards, as many in each hand, and something to do; the Excuse whenever it is held."""
    m = torite.Match(NAME, options={"bid_policy": "free"}, seed=seed, pause=True)
    chooser = random.Random(seed)
    while not m.log.deal_over:
        assert {*whole(m)} == set(m.game.pack.codes) - {""}
        assert legal(m)
        state = m.log.state
        if phase(m) == "dummy":
            left = 24 - m.public.tricks_played
            open_cards = len(m.game.pack.listed(state.shown[DUMMY]))
            assert (left, left - 1, min(3, left)) == (
                len(m.cards(0)), sum(kind >= 0 for kind in state.closed[AI]), open_cards,
            )  # fmt: skip
        held = m.cards(0) if phase(m) == "own" else m.game.pack.codes
        if phase(m) == "own" and "EX" in held:
            assert "EX" in cards_open(m)
        m.act(0, chooser.choice(m.actions(0)))
    assert 24 == sum(m.public.tricks)
    play_random(m)
