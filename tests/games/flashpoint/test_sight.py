"""Who sees what, and when: every row of the table of information, in views, scenes and histories."""

from __future__ import annotations

import random

import pytest

import torite
from tests.aloud import codes, legal, marks, take, told, turn, zone
from tests.clauses import clause
from tests.games.flashpoint.builders import (
    PARLETT,
    SEED,
    E,
    N,
    S,
    W,
    bonus,
    facts,
    hands_of,
    late,
    play,
    seat_facts,
    silent,
    table,
)
from tests.games.flashpoint.inferring import rich_match, step
from tests.games.flashpoint.naive import proof
from tests.looking import every_text, shown_in
from torite import Match
from torite.kit import UNKNOWN

VOID, TWIN_FOUR, FOUR = "SA SQ C10 C8 C7 DK DJ D10", "SA CA HA DA SK CK HK DK", "SA CA HA DA SQ HK D10 H8"
EVERYBODY = (N, E, S, W, -1)
GLYPHS = dict(zip("CSHD", "♣♠♥♦", strict=True))


def face_up(m: Match, viewer: int, owner: int) -> list[str]:
    """The cards of a hand that a viewer is shown."""
    return sorted(card for card in zone(m, viewer, "hand", owner) if card)


# hands


@clause("FLASH-2.8", "FLASH-7.11", "FLASH-10.8")
@pytest.mark.parametrize("variant", [SEED, PARLETT])
def test_a_hand_is_its_owners_alone(variant: str) -> None:
    """In view and scene; the others are told how many cards there are."""
    m = torite.Match(variant, seed=11, pause=True)
    for _ in range(12):
        for viewer in EVERYBODY:
            view = m.public if viewer < 0 else m.view(viewer)
            for owner in range(4):
                mine = hands_of(m)[owner] if viewer == owner else []
                assert mine == codes(m, view.hand[owner]) == face_up(m, viewer, owner)
                assert len(m.cards(owner)) == len(zone(m, viewer, "hand", owner))
                assert viewer == owner or view.count[m.game.layout.place("hand", owner)] == len(m.cards(owner))
        take(m, next(code for code in sorted(legal(m), reverse=True) if not code.startswith(("flash", "command"))))


@clause("FLASH-7.11", "FLASH-7.6", "FLASH-8.1")
@pytest.mark.parametrize("seed", range(3))
def test_no_scene_tells_what_a_viewer_may_not_know(seed: int) -> None:
    """In random rounds: no zone, no sentence and no entry of the log has a card that was neither played nor shown."""
    chooser = random.Random(f"scenes {seed}")
    m = rich_match(chooser)
    shown: dict[int, set[str]] = {seat: set() for seat in range(4)}
    while not m.log.deal_over:
        seat = turn(m)
        step(m, chooser)
        code = m.history(-1)[-1].code
        if code.startswith("flash"):
            shown[seat] |= proof(m.cards(seat), code.split()[1])
        if chooser.random() < 0.25 and not m.log.deal_over:
            for viewer in (chooser.randrange(4), -1):
                hidden = {
                    card
                    for owner in range(4)
                    for card in m.cards(owner)
                    if owner != viewer and not (viewer >= 0 and owner == (viewer + 3) % 4 and card in shown[owner])
                }
                scene = torite.lay_out(m, viewer, "en")
                assert not shown_in(scene.zones) & hidden
                text = every_text(scene)
                assert not [card for card in hidden if GLYPHS[card[0]] + card[1:] in text]
                if viewer >= 0:
                    mine = shown[(viewer + 3) % 4] & set(m.cards((viewer + 3) % 4))
                    assert mine == set(face_up(m, viewer, (viewer + 3) % 4))


@clause("FLASH-7.11")
@pytest.mark.parametrize(("hand", "kind", "cards"), [(VOID, "void", VOID), (FOUR, "four", "SA CA HA DA")])
def test_shown_cards_lie_open_to_the_left_neighbour(hand: str, kind: str, cards: str) -> None:
    """In scene and events; to the others only that something was shown. No note names a card."""
    m = take(silent(table(hand)), f"flash {kind}")
    assert [sorted(cards.split()), [], [], []] == [face_up(m, viewer, N) for viewer in (E, S, W, -1)]
    gained = {
        viewer: {card for event in m.knowledge.events(viewer) for card in event.gained if card} for viewer in EVERYBODY
    }
    assert {N: set(), E: set(cards.split()), S: set(), W: set(), -1: set()} == {
        viewer: found & set(hand.split()) for viewer, found in gained.items()
    }
    assert [()] == [note.pieces for note in m.log[-1].notes]
    for viewer in EVERYBODY:
        assert () == tuple(card for note in m.history(viewer)[-1].notes for card in note.pieces)


@clause("FLASH-7.15", "FLASH-7.11")
def test_rank_of_the_four_is_for_the_left_neighbour() -> None:
    """To the others it is unknown."""
    m = take(silent(table(FOUR)), "flash four")
    ranks = {viewer: (m.public if viewer < 0 else m.view(viewer)).four_rank[N] for viewer in EVERYBODY}
    assert ranks[N] == ranks[E] > 0
    assert {UNKNOWN} == {ranks[viewer] for viewer in (S, W, -1)}


@clause("FLASH-7.11", "FLASH-7.10")
def test_neighbour_remembers_what_was_shown() -> None:
    """Card by card, as they are played, to the end of the round; in the next one nothing is left of it."""
    m = take(silent(table(TWIN_FOUR)), "flash twin")
    left = set(TWIN_FOUR.split())
    while not m.log.deal_over:
        if turn(m) == N and "none" not in legal(m):
            code = min(code for code in legal(m) if code.startswith("play"))
            left -= {code.split()[1]}
        else:
            code = min(code for code in legal(m) if not code.startswith(("command", "flash")))
        take(m, code)
        assert left == set(codes(m, m.view(E).hand[N]))
    m.go_on()
    assert [] == codes(m, m.view(E).hand[N])
    assert 0 == max(m.public.twin_flash) == max(m.public.square_flash)


# what all see


@clause("FLASH-3.2", "FLASH-3.3")
def test_trick_and_passes_are_seen_by_all() -> None:
    """Who led, what each played, who passed, in order."""
    m = play(table("S10", "H7", "DQ", "SA SK HA HK HQ D8 D9 D10"), "S10 H7 DQ")
    for viewer in EVERYBODY:
        assert [["S10"], ["H7"], ["DQ"]] == [zone(m, viewer, "trick", seat) for seat in (N, E, S)]
        assert "leader" in marks(m, N, viewer)
        assert [(N, "play S10"), (E, "play H7"), (S, "play DQ")] == [
            (seen.seat, seen.code) for seen in m.history(viewer)[-3:]
        ]
    take(m, "pass")
    for viewer in EVERYBODY:
        assert (W, "pass") == (m.history(viewer)[-1].seat, m.history(viewer)[-1].code)


@clause("FLASH-3.3", "FLASH-3.6")
def test_passes_that_nobody_chose_are_told() -> None:
    """As a note, and as a mark while the trick lies there."""
    m = late(["SA SK", "H9 C9", None, None], N, 6, seed=2)
    for _ in range(12):
        if m.log.deal_over:
            break
        take(m, max(code for code in legal(m) if not code.startswith(("command", "flash"))))
        passed = {seat for seat in range(4) if m.public.passed[seat]}
        assert passed == {seat for seat in range(4) if "passed" in marks(m, seat, E)}
    assert told(m, "passes")
    played = sum(len(codes(m, row)) for row in m.public.spent)
    assert 32 - sum(map(len, hands_of(m))) == played


@clause("FLASH-4.1", "FLASH-5.1")
def test_earlier_tricks_stay_known() -> None:
    """All cards played are in every view: what was taken, and what each played."""
    m = play(table("SA", "HA", "DA", "CA"), "SA HA DA CA")
    take(silent(m), next(code for code in sorted(legal(m)) if code.startswith("play")))
    for viewer in EVERYBODY:
        view = m.public if viewer < 0 else m.view(viewer)
        assert ["CA", "DA", "HA", "SA"] == codes(m, view.taken[W])
        assert {"SA", "HA", "DA", "CA"} <= {card for row in view.spent for card in codes(m, row)}
        last = torite.lay_out(m, viewer, "en").last_trick
        assert last is None or {"SA", "HA", "DA", "CA"} == {p.code for one in last for p in one.pieces}


@clause("FLASH-2.8", "FLASH-2.3")
def test_command_and_price_are_seen_by_all() -> None:
    """What was commanded, that it was not obeyed, and what it cost."""
    m = take(table("SA HA"), "command lead H")
    assert {facts(m, viewer)["command"] for viewer in EVERYBODY} == {facts(m)["command"]}
    assert "♥" in facts(m)["command"]
    take(m, "play SA")
    for viewer in EVERYBODY:
        assert [("disobeys", N, 15)] == [(n.line.key, n.seat, n.amount) for n in m.history(viewer)[-1].notes]
        assert [0, 15, 0, 15] == torite.lay_out(m, viewer, "en").scores


@clause("FLASH-9.10", "FLASH-7.11")
def test_points_bonuses_dealer_and_leader_are_seen_by_all() -> None:
    """In the scene of every viewer."""
    m = take(silent(table(TWIN_FOUR, initial={"score": [12, 34, 12, 34], "bonus": [0, 7, 0, 7]})), "flash twin")
    assert [20, 7] == bonus(m)
    for viewer in EVERYBODY:
        scene = torite.lay_out(m, viewer, "en")
        assert [12, 34, 12, 34] == scene.scores
        assert [20, 7, 20, 7] == [seat_facts(m, seat, viewer)["bonus"] for seat in range(4)]
        assert "dealer" in marks(m, W, viewer)
        assert "to_lead" in marks(m, N, viewer) or "leader" in marks(m, N, viewer)
        assert "twin_flash" in marks(m, N, viewer)


@clause("FLASH-1.4")
def test_deal_is_told_to_nobody() -> None:
    """Not the order of the shuffle."""
    m = table()
    for viewer in EVERYBODY:
        assert [()] == [seen.outcome for seen in m.history(viewer) if seen.code == "deal"]
