"""What players know of each other's hands: it is true, it holds all that was told, and no more."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.aloud import codes, take, turn
from tests.clauses import clause
from tests.conftest import Many
from tests.games.flashpoint.builders import E, N, S, W, late, play, silent, table
from tests.games.flashpoint.inferring import Course, exchanged, redone, rich_match, step, worlds
from tests.games.flashpoint.naive import flashes, fours, is_square, missing, rank, suit
from torite import Match

OPTIONS: list[dict[str, Any]] = [
    {},
    {"double_void": "once", "double_four": "each"},
    {"command_mode": "on_invitation", "double_four": "each"},
    {"command_mode": "off", "double_void": "once"},
]
KNOWN = ("FLASH-2.4", "FLASH-2.8", "FLASH-3.3", "FLASH-7.6", "FLASH-7.10", "FLASH-7.11", "FLASH-8.1")


def hold_true(m: Match, viewer: int) -> None:
    """Hold what a viewer knows of the hands against the hands themselves."""
    view = m.view(viewer)
    for owner in set(range(4)) - {viewer}:
        place = m.game.layout.place("hand", owner)
        hand, known = m.cards(owner), codes(m, view.hand[owner])
        assert set(known) <= set(hand)
        assert not [card for card in set(hand) - set(known) if view.barred[place] >> m.game.pack.kind(card) & 1]
        if view.required[place]:
            number = sum(view.required[place] >> m.game.pack.kind(card) & 1 for card in hand)
            assert view.least[place] <= number <= view.at_most[place]
        assert len(hand) == view.count[place]


@clause(*KNOWN)
@pytest.mark.parametrize("number", range(4))
def test_what_is_known_is_true(number: int, many: Many) -> None:
    """After every action of random rounds with flashes and commands: the true hands are a world of the view."""
    chooser = random.Random(f"true {number}")
    for _ in range(many(20, 2)):
        m = rich_match(chooser, **OPTIONS[number])
        while not m.log.deal_over:
            step(m, chooser)
            if chooser.random() < 0.5:
                hold_true(m, chooser.randrange(4))
            if chooser.random() < 0.1 and not m.log.deal_over:
                assert m.game.worlds.odds(m.log.state, chooser.randrange(4)) > 0


@clause(*KNOWN)
@pytest.mark.parametrize("number", range(4))
def test_worlds_never_contradict_what_happened(number: int, many: Many) -> None:
    """Every world that is drawn could have gone as the round went, for all that the viewer saw."""
    chooser, checked = random.Random(f"worlds {number}"), 0
    for _ in range(many(40, 4)):
        m = rich_match(chooser, **OPTIONS[number])
        while not m.log.deal_over:
            step(m, chooser)
            if chooser.random() < 0.12 and not m.log.deal_over:
                viewer = chooser.randrange(4)
                course = Course(m, viewer, OPTIONS[number])
                assert course.fits([m.cards(seat) for seat in range(4)])
                for hands in worlds(m, viewer, 3, checked):
                    assert course.fits(hands), f"{viewer}: {hands} {course.actions}"
                    checked += 1
    assert checked > 30


@clause(*KNOWN, "FLASH-3.6")
@pytest.mark.parametrize("number", range(4))
def test_players_know_no_more_than_they_saw(number: int, many: Many) -> None:
    """Other hands with which all went the same way give the viewer the same view, history and choices."""
    chooser, compared = random.Random(f"no more {number}"), 0
    for _ in range(many(40, 5)):
        m = rich_match(chooser, **OPTIONS[number])
        for _ in range(chooser.randrange(3, 40)):
            if not m.log.deal_over:
                step(m, chooser)
        viewer = chooser.randrange(4)
        if m.log.deal_over:
            continue
        course = Course(m, viewer, OPTIONS[number])
        for _ in range(12):
            hands = exchanged(m, chooser, viewer)
            if course.fits(hands):
                other = redone(m, course, hands, **OPTIONS[number])
                assert m.view(viewer).to_words() == other.view(viewer).to_words(), f"{viewer} {course.actions}"
                assert [seen.code for seen in m.history(viewer)] == [seen.code for seen in other.history(viewer)]
                assert m.actions(viewer) == other.actions(viewer)
                assert m.game.worlds.odds(m.log.state, viewer) > 0 < other.game.worlds.odds(other.log.state, viewer)
                compared += 1
                break
    assert compared


# what is told, one by one


def in_worlds(m: Match, viewer: int, owner: int, number: int = 12) -> list[list[str]]:
    """A hand in some worlds of a viewer."""
    return [hands[owner] for hands in worlds(m, viewer, number, 1)]


@clause("FLASH-3.3", "FLASH-3.6")
def test_pass_tells_that_the_hand_has_only_suits_that_lie_there() -> None:
    """To all, in every world, from then on."""
    m = play(table("S10", "H7", "DQ", "SA SK HA HK HQ D8 D9 D10"), "S10 H7 DQ")
    take(m, "pass")
    for viewer in (N, E, S):
        assert all("C" not in {suit(card) for card in hand} for hand in in_worlds(m, viewer, W))


@clause("FLASH-3.3", "FLASH-3.6", "FLASH-3.4")
def test_being_asked_tells_that_one_can_play() -> None:
    """Nobody is asked who must pass: a player in turn has a card of a suit that does not lie there, in every world."""
    m = play(late(["SA SK", "H9 C9", None, None], N, 6), "SA")
    for viewer in (S, W):
        hands = in_worlds(m, viewer, E, 60)
        assert all({suit(card) for card in hand} != {"S"} for hand in hands)
        assert any("S" in {suit(card) for card in hand} for hand in hands)


@clause("FLASH-2.4", "FLASH-2.3", "FLASH-2.5")
@pytest.mark.parametrize(
    ("command", "card", "holds"),
    [("lead H", "SA", False), ("lead 9", "SA", False), ("lead K", "SA", True), ("lead D", "SA", True)],
)
def test_disobedience_tells_what_the_leader_holds(command: str, card: str, holds: bool) -> None:
    """Paid for: a card of it. Not paid for: none."""
    m = take(table("SA SQ S8 C10 C8 C7 DK D10"), f"command {command}", f"play {card}")
    what = command.split()[1]
    for viewer in (E, S, W):
        for hand in in_worlds(m, viewer, N):
            assert holds == any(what in (suit(one), rank(one)) for one in hand)


@clause("FLASH-2.4")
@pytest.mark.parametrize(("card", "other"), [("SA", "S"), ("HK", "")])
def test_avoiding_tells_too(card: str, other: str) -> None:
    """Who leads ♠ against "do not lead ♠" and pays nothing has nothing else; who pays has."""
    hand = "SA SK SQ SJ S10 S9 S8 S7" if other else "SA SK SQ SJ S10 S9 S8 HK"
    m = take(table(hand), "command avoid S", "play SA")
    for viewer in (E, S, W):
        for held in in_worlds(m, viewer, N, 6):
            assert bool(other) == all(suit(one) == "S" for one in held)


@clause("FLASH-7.11", "FLASH-7.3", "FLASH-7.4", "FLASH-7.5", "FLASH-7.6", "FLASH-7.8", "FLASH-8.1")
@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("SA SQ C10 C8 C7 DK DJ D10", "void"), ("SA SQ S9 S8 CK CJ C10 C7", "void"),
        ("SA SQ CJ C8 HK H8 D10 D9", "twin"), ("SA HK CQ CJ H10 D9 H8 S7", "long"),
        ("SA CA HA DA SQ HK D10 H8", "four"),
    ],
)  # fmt: skip
def test_kind_and_amount_of_a_flash_tell_all(hand: str, kind: str) -> None:
    """In every world of who did not see the cards there is such a hand; the left neighbour knows them."""
    m = take(silent(table(hand)), f"flash {kind}")
    voids = missing(hand.split())
    for moment in (0, 1):
        if moment:
            take(m, "play SA")
        gone = ["SA"] * moment
        for held in in_worlds(m, (S, W)[moment], N, 1):
            dealt = [*held, *gone]
            suits = sorted([suit(card) for card in dealt].count(one) for one in "CSHD")
            assert {
                "void": missing(dealt) == voids,
                "twin": suits == [2] * 4,
                "long": len({rank(card) for card in dealt}) == 8,
                "four": len(fours(dealt)) >= 1,
            }[kind]
        shown = hand.split() if kind != "four" else [card for card in hand.split() if rank(card) == "A"]
        assert sorted(set(shown) - set(gone)) == codes(m, m.view(E).hand[N])


@clause("FLASH-8.1", "FLASH-7.11")
def test_square_flash_tells_the_suits() -> None:
    """One of each, less those played since."""
    m = take(silent(late(["S9 HA C7 DK", None, None, None], N, 4)), "flash square")
    for played in ([], ["HA"]):
        take(m, *(f"play {card}" for card in played))
        for viewer in (S, W):
            for held in in_worlds(m, viewer, N, 3):
                assert is_square([*held, *played])


@clause("FLASH-7.10", "FLASH-7.12")
def test_not_showing_tells_nothing() -> None:
    """There are worlds in which a hand that was not shown has a flash, and such in which it has none."""
    m = take(silent(table("SA SQ C10 C8 C7 DK DJ D10")), "play SA")
    found = {missing([*held, "SA"]) for held in in_worlds(m, E, N, 60)}
    assert {0, 1} <= found


def could_be(m: Match, viewer: int, first: str, second: str) -> bool:
    """Tell whether a world is believed in which some cards have changed places with as many others."""
    world, pack = m.log.trial(), m.game.pack
    moved = dict(zip(first.split() + second.split(), second.split() + first.split(), strict=True))
    for seat in range(4):
        world.hand[seat] = pack.row([pack.kind(moved.get(card, card)) for card in m.cards(seat)])
    m.game.worlds.complete(world, viewer, [0] * 8)
    return int(m.game.worlds.odds(world, viewer)) > 0


@clause("FLASH-7.12", "FLASH-3.6")
def test_pass_in_the_first_trick_tells_of_flashes() -> None:
    """One that came of itself: nothing was kept back. One that was said: something was."""
    m = play(table("S9 DA", "H8 DK", "SA SK SQ SJ S8 HK HQ H9", "H10 H7 S7"), "S9 H8")
    take(m, "flash void")
    assert W == turn(m)
    assert could_be(m, N, "HK", "H7")
    assert not could_be(m, N, "HK HQ", "H10 H7")
    kept = play(table("S9 DA", "H8 DK", "SA SK SQ SJ S8 H10 H7 H9", "HK HQ S7"), "S9 H8")
    take(kept, "flash void", "pass")
    assert not could_be(kept, N, "H10 H7", "HK HQ")
    for held in in_worlds(kept, N, S, 2):
        assert {"long", "four"} & set(flashes(held))


@clause("FLASH-2.3", "FLASH-2.4")
def test_every_price_paid_tells_something() -> None:
    """Two commands disobeyed at a price: a card of each is there, until one that obeys is played."""
    m = table("SA SK C9 C8 CQ S7 H9 D7", "HK HQ", "DJ D9", "C7 CK CA S8 SQ SJ S10 S9")
    take(m, "command lead H", "play SA", "play HK", "play DJ", "play C7")
    assert (could_be(m, E, "H9", "CK"), could_be(m, E, "D7", "CK")) == (False, True)
    take(m, "command lead D", "play SK")
    assert [False, False, True] == [could_be(m, E, card, "CK") for card in ("H9", "D7", "C9")]


@clause("FLASH-1.4", "FLASH-3.3")
def test_nothing_is_carried_into_the_next_round() -> None:
    """The cards are dealt anew: what was told of the last hands is forgotten."""
    m = rich_match(random.Random(4), target=1000)
    while not m.log.deal_over:
        step(m, random.Random(len(m.log)))
    m.go_on()
    for viewer in range(4):
        hold_true(m, viewer)
        view = m.view(viewer)
        for owner in set(range(4)) - {viewer}:
            place = m.game.layout.place("hand", owner)
            assert (0, 0) == (view.barred[place], view.required[place])
            assert [] == codes(m, view.hand[owner])


@clause("FLASH-7.15", "FLASH-7.14")
def test_higher_set_would_have_been_shown() -> None:
    """Who has shown the kings holds no four aces; who has shown the aces may well hold the kings."""
    for shown, other in (("K", "A"), ("A", "K")):
        held = " ".join(suit_ + shown for suit_ in "SCHD")
        others = " ".join(suit_ + other for suit_ in "SCHD")
        m = take(silent(table(f"{held} SQ HJ D10 H8", "", "", others)), "flash four")
        assert (shown == "A") == could_be(m, E, "SQ HJ D10 H8", others)
        assert could_be(m, E, "SQ HJ D10", " ".join(others.split()[:3]))
