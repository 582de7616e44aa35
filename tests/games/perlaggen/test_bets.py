"""Sections 4 and 5: what an element is worth, bets, answers, raises, holds, and what is given up."""

from __future__ import annotations

import pytest

from tests.aloud import codes, told, turn
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EW,
    MIXED,
    NS,
    SEATS,
    STRONG_N,
    E,
    N,
    S,
    W,
    bets,
    holder,
    legal,
    offers,
    phase,
    play,
    play_out,
    plays,
    refused,
    score,
    score_of,
    status,
    table,
    take,
    values,
)
from tests.games.perlaggen.naive_figures import ELEMENTS
from torite import Match
from torite.records import write

EACH = pytest.mark.parametrize("name", ELEMENTS)
NUMBER = {name: number for number, name in enumerate(ELEMENTS)}


def worth(m: Match, name: str) -> int:
    """What an element is worth now."""
    return values(m)[NUMBER[name]]


@clause("PERL-4.1")
def test_each_is_worth_one_and_open() -> None:
    """To begin with, in every deal."""
    m = table(*MIXED)
    assert ([1, 1, 1], [("open", -1)] * 3) == (values(m), [status(m, name) for name in ELEMENTS])


# who may bet


@clause("PERL-5.2", "PERL-5.4", "PERL-5.10", "PERL-6.1")
def test_any_player_may_bet_whose_turn_it_is_or_not() -> None:
    """Spiel anybody; Gleich and Hanger who holds one."""
    m = table(*MIXED)
    for _ in range(6):
        assert [{"gleich", "hanger", "spiel"}, {"gleich", "spiel"}, {"hanger", "spiel"}, {"spiel"}] == [
            bets(m, seat) for seat in range(4)
        ]
        assert {"PERL-5.10"} == refused(m, "E bet hanger", "S bet gleich", "W bet gleich", "W bet hanger")
        play(m, min(plays(m)))


@clause("PERL-5.11", "PERL-4.7", "PERL-5.10")
@pytest.mark.parametrize("wild", ["HK", "D6", "D7", "C7", "S7", "SJ", "SQ"])
def test_anyone_with_a_wild_card_qualifies(wild: str) -> None:
    """Also where nothing else goes together."""
    m = table(MIXED[0], MIXED[1], MIXED[2], f"HA DJ C10 H8 {wild}")
    assert {"gleich", "hanger", "spiel"} == bets(m, W)


@clause("PERL-4.5", "PERL-5.11", "PERL-3.14")
def test_cards_that_were_played_still_count() -> None:
    """A figure is of the five cards, played or not; those of the partner do not help."""
    m = play(table(*MIXED), "C9 CJ CK C10 CQ H8 C8 H9")
    assert 3 == len(m.cards(E))
    assert [{"gleich", "hanger", "spiel"}, {"gleich", "spiel"}, {"hanger", "spiel"}, {"spiel"}] == [
        bets(m, seat) for seat in range(4)
    ]


@clause("PERL-5.1", "PERL-5.16", "PERL-6.2", "PERL-11.5")
@EACH
def test_bet_freezes_all_but_its_answer(name: str) -> None:
    """No card, no other bet, no concession, by anybody; both of the other team may answer."""
    m = take(table(*MIXED), f"N bet {name}")
    assert (1, "answer", (E, W)) == (worth(m, name), phase(m), tuple(sorted(m.actors)))
    assert ({"good", "hold"}, set(), set()) == (legal(m, W) - {"raise"}, legal(m, N), legal(m, S))
    for seat in SEATS:
        others = [f"{seat} bet {one}" for one in ELEMENTS] + [f"{seat} concede {one}" for one in ELEMENTS]
        assert {"PERL-5.16"} == refused(m, *others)
    assert {"PERL-5.16"} == refused(m, "N play C9")
    assert {"PERL-5.5"} == refused(m, "N good", "N hold", "N raise", "S good", "S hold", "S raise")


@clause("PERL-5.5", "PERL-6.2", "PERL-5.21")
@pytest.mark.parametrize("seat", [E, W])
@pytest.mark.parametrize("answer", ["good", "hold", "raise"])
def test_either_may_answer_and_binds_both(seat: int, answer: str) -> None:
    """The first answer counts."""
    m = take(table(*MIXED), "N bet spiel", f"{SEATS[seat]} {answer}")
    other = SEATS[4 - seat]
    if answer == "raise":
        assert (N, S) == tuple(sorted(m.actors))
        assert {"PERL-5.5"} == refused(m, f"{other} hold")
    else:
        assert {"PERL-5.5"} == refused(m, f"{other} hold", f"{other} good", f"{other} raise")


@clause("PERL-5.5")
def test_no_answer_without_a_bet() -> None:
    """Refused with the clause."""
    m = table(*MIXED)
    assert {"PERL-5.5"} == refused(m, "N good", "E hold", "S raise", "W good")


# answers


@clause("PERL-5.6", "PERL-9.1")
@pytest.mark.parametrize("name", ["gleich", "hanger"])
def test_good_gives_the_value_before_the_proposal(name: str) -> None:
    """At once; the play goes on, the element is over."""
    m = take(table(*MIXED), f"N bet {name}", "W good")
    assert ([1, 0], ("given", NS), 1) == (score(m), status(m, name), worth(m, name))
    assert ("play", N) == (phase(m), turn(m))
    assert {"PERL-5.17"} == refused(m, f"N bet {name}", f"E concede {name}", f"S concede {name}")
    m = take(table(*MIXED, raise_needs_figure=False), f"N bet {name}", "E raise", "S good")
    assert ([0, 2], ("given", EW), 2) == (score(m), status(m, name), worth(m, name))


@clause("PERL-5.7")
@EACH
def test_hold_raises_by_one_and_ends_the_bet(name: str) -> None:
    """Play goes on; nothing is counted."""
    m = take(table(*MIXED), f"N bet {name}", "W hold")
    assert (2, EW, ("open", -1), [0, 0]) == (worth(m, name), holder(m, name), status(m, name), score(m))
    assert ("play", N) == (phase(m), turn(m))


@clause("PERL-5.8", "PERL-6.2")
def test_raise_proposes_another() -> None:
    """The first team must answer, in the same three ways, as long as raises go on."""
    m = take(table(*MIXED), "N bet spiel")
    team = 1
    for raises in range(1, 8):
        assert {team, team + 2} == set(m.actors)
        assert {"good", "hold", "raise"} == legal(m, team) == legal(m, team + 2)
        take(m, f"{SEATS[team]} raise")
        team = 1 - team
        assert 1 + raises == worth(m, "spiel")
    take(m, f"{SEATS[team]} hold")
    assert (9, team) == (worth(m, "spiel"), holder(m, "spiel"))


@clause("EX-PERL-8", "PERL-5.6", "PERL-5.7", "PERL-5.8", "PERL-5.9", "PERL-11.3", "PERL-11.4")
@pytest.mark.parametrize(
    ("steps", "value", "scores"),
    [
        ("N bet gleich,E good", 1, [1, 0]),
        ("N bet gleich,E raise,N raise,E good", 3, [3, 0]),
        ("N bet gleich,E raise,N raise,E hold", 4, [0, 0]),
        ("N bet gleich,E hold,E bet gleich,N good", 2, [0, 2]),
    ],
)
def test_example_8_ladder(steps: str, value: int, scores: list[int]) -> None:
    """Good, raise and raise again, hold, and a bet by who has held."""
    m = table(*MIXED)
    take(m, *steps.split(","))
    assert (value, scores) == (worth(m, "gleich"), score(m))
    if scores == [0, 0]:
        assert "gleich" in bets(m, E)
        assert {"PERL-5.9"} == refused(m, "N bet gleich")


@clause("PERL-5.9", "PERL-11.4")
@EACH
def test_only_who_held_may_bet_again(name: str) -> None:
    """Either partner; the others not, until they have held."""
    m = table(MIXED[0], MIXED[1], MIXED[2], "SQ DJ C10 H8 DK")
    take(m, f"N bet {name}", "W hold")
    assert {"PERL-5.9"} == refused(m, f"N bet {name}")
    assert name in bets(m, W)
    take(m, f"W bet {name}", "N hold")
    assert (3, NS) == (worth(m, name), holder(m, name))
    assert {"PERL-5.9"} == refused(m, f"W bet {name}")
    take(m, f"N bet {name}", "W raise", "N hold")
    assert (5, NS, True) == (worth(m, name), holder(m, name), name in bets(m, N))


@clause("PERL-5.9")
def test_bets_on_other_elements_are_free() -> None:
    """Each element has its own ladder."""
    m = take(table(*MIXED), "N bet gleich", "E hold")
    assert {"hanger", "spiel"} == bets(m, N)
    assert {"gleich", "spiel"} == bets(m, E)


# raises


@clause("PERL-5.12", "PERL-8.14")
@pytest.mark.parametrize("needed", [True, False])
def test_raise_needs_a_figure(needed: bool) -> None:
    """The raiser's own; hold and good need nothing; for Spiel nothing is needed."""
    m = take(table(*MIXED, raise_needs_figure=needed), "N bet gleich")
    assert ({"good", "hold", "raise"}, {"good", "hold"}) == (legal(m, E), legal(m, W) - {"raise"})
    assert needed == ("raise" not in legal(m, W))
    if needed:
        assert {"PERL-5.12"} == refused(m, "W raise")
    m = take(table(*MIXED, raise_needs_figure=needed), "N bet hanger")
    assert [needed] * 2 == ["raise" not in legal(m, seat) for seat in (E, W)]
    m = take(table(*MIXED, raise_needs_figure=needed), "N bet spiel")
    assert {"good", "hold", "raise"} == legal(m, W)


@clause("PERL-5.18")
@pytest.mark.parametrize("most", [2, 3, 4, 18])
def test_no_value_above_the_limit_is_proposed(most: int) -> None:
    """Neither by a raise nor by a bet."""
    m = take(table(*MIXED, max_value=most), "N bet spiel")
    team = 1
    while worth(m, "spiel") + 2 <= most:
        assert "raise" in legal(m, team)
        take(m, f"{SEATS[team]} raise")
        team = 1 - team
    assert {"PERL-5.18"} == refused(m, f"{SEATS[team]} raise", f"{SEATS[team + 2]} raise")
    take(m, f"{SEATS[team]} hold")
    assert (most, {"PERL-5.18"}) == (worth(m, "spiel"), refused(m, f"{SEATS[team]} bet spiel"))
    m = table(*MIXED, max_value=most)
    for number in range(most - 1):
        take(m, f"{SEATS[number % 2]} bet spiel", f"{SEATS[1 - number % 2]} hold")
    assert most == worth(m, "spiel")
    assert "spiel" not in {*bets(m, N), *bets(m, E)}


# concessions


@clause("PERL-5.15", "PERL-9.1", "PERL-6.1")
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("name", ["gleich", "hanger"])
def test_any_seat_may_concede_at_any_time(seat: int, name: str) -> None:
    """The other team scores what it is worth then, at once; play goes on where it was."""
    m = play(take(table(*MIXED), f"N bet {name}", "W hold"), "D10 D9")
    take(m, f"{SEATS[seat]} concede {name}")
    assert ([2 * (seat % 2), 2 * (1 - seat % 2)], ("given", 1 - seat % 2)) == (score(m), status(m, name))
    assert ("play", S, ["D10"], ["D9"]) == (
        phase(m), turn(m), codes(m, m.public.trick[N]), codes(m, m.public.trick[E]),
    )  # fmt: skip
    assert {"PERL-5.17"} == refused(m, f"{SEATS[seat]} concede {name}", f"{SEATS[seat - 1]} concede {name}")


@clause("PERL-5.15")
def test_both_teams_may_give_up_different_elements() -> None:
    """And all but Spiel is settled then."""
    m = take(table(*MIXED), "N concede gleich", "E concede hanger")
    assert ([1, 1], {"bet spiel", "concede spiel"}) == (score(m), offers(m, W))


@clause("PERL-5.17", "PERL-4.6")
def test_spiel_is_decided_with_three_tricks() -> None:
    """No bet on it, no concession of it; before, there is."""
    m = play(table(*STRONG_N), "SA HA H8 HQ SK H9 CA C9")
    assert {"bet spiel", "concede spiel"} <= offers(m, E)
    play(m, "S9 CK C10 C8")
    for seat in range(4):
        assert "bet spiel" not in legal(m, seat)
        assert "concede spiel" not in legal(m, seat)
        assert {"PERL-5.17"} == refused(m, f"{SEATS[seat]} bet spiel", f"{SEATS[seat]} concede spiel")
        assert {"concede gleich", "concede hanger"} <= offers(m, seat)


@clause("PERL-5.17", "PERL-4.6")
def test_tricks_of_partners_are_added() -> None:
    """Two of N and one of S are a majority."""
    m = table("SA SK H9 H8 C8", "HA HQ CK D8 CJ", "S9 C10 CA DK DJ", "S8 C9 DA D9 DQ")
    play(m, "SA D8 S9 S8 C8 CK CA C9")
    assert ([1, 0, 1, 0], True) == (list(m.public.tricks), "bet spiel" in legal(m, E))
    play(m, "DK D9 H8 HQ")
    assert [1, 0, 2, 0] == list(m.public.tricks)
    assert [set()] * 4 == [{"bet spiel", "concede spiel"} & offers(m, seat) for seat in range(4)]


# what is announced stays


@clause("PERL-5.21")
@pytest.mark.parametrize("step", ["N bet gleich", "E concede hanger", "N concede spiel"])
def test_announcements_cannot_be_taken_back(step: str) -> None:
    """Not even before anybody has answered."""
    m = take(table(*MIXED), step)
    assert not m.may_undo(SEATS.index(step[0]))
    with pytest.raises(Exception, match=r"."):
        m.undo(SEATS.index(step[0]))


@clause("PERL-5.21")
@pytest.mark.parametrize("answer", ["good", "hold", "raise"])
def test_answers_cannot_be_taken_back(answer: str) -> None:
    """Either."""
    m = take(table(*MIXED), "N bet gleich", f"E {answer}")
    assert not m.may_undo(E)


@clause("PERL-5.4", "PERL-6.1")
def test_announcement_leaves_the_turn_alone() -> None:
    """In the middle of a trick, by whoever has played already or not."""
    m = play(table(*MIXED), "D10 D9")
    for step in ("N bet hanger", "W hold", "W concede hanger", "E bet gleich", "S hold"):
        take(m, step)
    assert (S, "play") == (turn(m), phase(m))
    assert [2, 2, 1] == values(m)


@clause("PERL-6.1", "PERL-5.16")
def test_second_bet_must_wait_for_the_first() -> None:
    """Whoever comes second is told, and may bet afterwards."""
    m = take(table(*MIXED), "E bet gleich")
    before = write(m)
    assert {"PERL-5.16"} == refused(m, "N bet gleich", "S bet hanger", "W concede spiel")
    assert before == write(m)
    take(m, "S hold", "S bet hanger", "W good")
    assert ([2, 1, 1], [1, 0]) == (values(m), score(m))


@clause("PERL-5.19", "PERL-10.3", "PERL-11.8")
def test_gestrichen_team_may_not_bet() -> None:
    """The other may; the sentence says why."""
    m = table(*MIXED, initial=score_of(17, 3))
    assert [set(), set()] == [bets(m, seat) for seat in (N, S)]
    assert {"PERL-5.19"} == refused(m, "N bet gleich", "N bet spiel", "S bet hanger")
    assert [{"gleich", "spiel"}, {"spiel"}] == [bets(m, seat) for seat in (E, W)]
    assert "concede gleich" in legal(m, N)


@clause("PERL-5.20")
@pytest.mark.parametrize("may", [True, False])
def test_gestrichen_team_may_answer(may: bool) -> None:
    """In all three ways, or without raising."""
    m = take(table(*MIXED, initial=score_of(17, 3), gestrichen_may_raise=may), "E bet gleich")
    assert {"good", "hold", "raise"} - ({"raise"} if not may else set()) == legal(m, N)
    if not may:
        assert {"PERL-5.20"} == refused(m, "N raise")
    take(m, "N hold")
    assert {"PERL-5.19"} == refused(m, "N bet gleich")
    assert {"PERL-5.9"} == refused(m, "E bet gleich")
    m = take(table(*MIXED, initial=score_of(3, 17), gestrichen_may_raise=may), "N bet gleich", "E hold")
    assert not told(m, "gestrichen") or told(m, "gestrichen")[0][1] % 2 == EW


@clause("PERL-3.16", "PERL-5.2")
def test_bets_to_the_last_card() -> None:
    """Before the last card of the fifth trick is played."""
    m = play_out(table(*STRONG_N), last=False)
    assert 1 == sum(len(m.cards(seat)) for seat in range(4))
    assert {"concede gleich", "concede hanger"} <= offers(m, N)
