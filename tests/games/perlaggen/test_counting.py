"""Sections 7 and 9: the end of the play, what counts at once, the order of counting, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import told, turn
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EW,
    MIXED,
    NINTH,
    NINTH_PLAY,
    NS,
    SEATS,
    STRONG_N,
    E,
    N,
    S,
    W,
    at_showdown,
    entered,
    legal,
    phase,
    play,
    play_out,
    refused,
    score,
    score_of,
    status,
    table,
    take,
    to_act,
    values,
    winner,
)
from tests.games.perlaggen.naive_figures import ELEMENTS
from torite import Match

BOTH = pytest.mark.parametrize("instant", [True, False])


def ninth(**options: Any) -> Match:
    """The ninth example up to the showdown."""
    m = table(*NINTH, dealer=N, **options)
    played = NINTH_PLAY.split()
    play(m, " ".join(played[:8]))
    take(m, "N bet gleich", "E hold")
    play(m, " ".join(played[8:16]))
    take(m, "W bet spiel", "S hold")
    return play(m, " ".join(played[16:]))


@clause("EX-PERL-9", "PERL-8.6", "PERL-9.3", "PERL-9.4", "PERL-9.6", "PERL-4.6", "PERL-7.3")
def test_example_9_a_complete_deal() -> None:
    """EW decide; NS get Gleich by three queens, Hanger by itself; Hanger 1, Gleich 2, Spiel EW 2."""
    m = table(*NINTH, dealer=N)
    wins = []
    for number, card in enumerate(NINTH_PLAY.split()):
        play(m, card)
        if number == 7:
            take(m, "N bet gleich", "E hold")
        if number == 15:
            take(m, "W bet spiel", "S hold")
    wins = [seat for _, seat, _ in told(m, "takes")]
    assert [E, W, S, N, W] == wins
    assert ((EW, "gleich"), [2, 1, 2], EW) == (to_act(m), values(m), m.public.holder[0])
    take(m, "W claim gleich S9 C9", "N claim gleich HQ DQ S7 as CQ", "E concede gleich")
    assert m.log.deal_over
    assert [("hanger", NS, 1), ("gleich", NS, 2), ("spiel", EW, 2)] == entered(m)
    assert ([3, 2], -1) == (score(m), winner(m))
    assert [("won", NS), ("given", NS), ("won", EW)] == [status(m, name) for name in ELEMENTS]


@clause("EX-PERL-9", "PERL-3.10", "PERL-3.6")
def test_example_9_what_was_allowed() -> None:
    """W may trump although it holds ♣9; S may be ♦ or ♠ only."""
    played = NINTH_PLAY.split()
    m = play(table(*NINTH, dealer=N), " ".join(played[:6]))
    assert {"play S9", "play SK", "play C9"} == {code for code in legal(m) if code.startswith("play")}
    play(m, " ".join(played[6:11]))
    assert S == turn(m)
    assert {"D", "S"} == {code.split()[-1][0] for code in legal(m) if code.startswith("play")}


@clause("EX-PERL-9", "PERL-9.4", "PERL-9.7", "PERL-9.3")
def test_example_9_group1() -> None:
    """Under `group1` the Gleich conceded against the claim counts at once, before Hanger."""
    m = take(ninth(showdown_concession="group1"), "W claim gleich S9 C9", "N claim gleich HQ DQ S7 as CQ")
    assert [0, 0] == score(m)
    take(m, "E concede gleich")
    assert [("gleich", NS, 2), ("hanger", NS, 1), ("spiel", EW, 2)] == entered(m)


# the end of the play


@clause("EX-PERL-10", "PERL-7.1", "PERL-7.3")
def test_example_10_spiel_given_up_by_good() -> None:
    """The play ends in the middle of a trick, NS decide; played and unplayed cards may be claimed."""
    m = take(play(table(*MIXED), "C9 CJ CK C10 CQ"), "N bet spiel", "E good")
    assert ([1, 0], (NS, "gleich"), ("given", NS)) == (score(m), to_act(m), status(m, "spiel"))
    assert {"PERL-7.1"} == refused(m, "W play HA")
    assert [4, 4, 3, 4] == [len(m.cards(seat)) for seat in range(4)]
    take(m, "N claim gleich H10 D10", "E concede gleich", "S claim hanger CK CQ")
    assert [("spiel", NS, 1), ("gleich", NS, 1), ("hanger", NS, 1)] == entered(m)


@clause("PERL-7.2", "PERL-7.3", "PERL-5.15")
@pytest.mark.parametrize("seat", range(4))
def test_spiel_conceded_unasked(seat: int) -> None:
    """Ends the play in the same way; the other team decides."""
    m = take(play(table(*MIXED), "D10 D9"), f"{SEATS[seat]} concede spiel")
    team = 1 - seat % 2
    assert ([1 - team, team], team, "showdown") == (score(m), m.public.acting, phase(m))
    assert [team] == [who % 2 for _, who, _ in told(m, "play_ends")]


@clause("PERL-7.1", "PERL-3.16", "PERL-7.3", "PERL-4.6")
def test_play_ends_after_the_fifth_trick() -> None:
    """Not before; who has three tricks decides."""
    m = play_out(table(*STRONG_N), last=False)
    assert phase(m) == "play"
    play_out(m)
    assert ((NS, "hanger"), ("given", EW)) == (to_act(m), status(m, "gleich"))
    assert [0, 1] == score(m)


@clause("PERL-7.1", "PERL-5.6")
def test_other_elements_given_up_do_not_end_the_play() -> None:
    """Neither Gleich nor Hanger."""
    m = take(table(*MIXED), "N bet gleich", "E good", "E bet spiel", "N hold", "S concede hanger")
    assert ("play", [1, 1]) == (phase(m), score(m))


# what counts at once


@clause("PERL-9.1", "PERL-9.5", "PERL-9.7")
@pytest.mark.parametrize(
    ("before", "steps"),
    [
        (17, "E concede gleich"), (17, "W concede spiel"), (16, "N bet hanger,W hold,W concede hanger"),
        (15, "N bet gleich,E raise,N raise,W good"), (15, "N bet spiel,E raise,N hold,W concede spiel"),
        (16, "E bet spiel,S raise,W good"),
    ],
)  # fmt: skip
@BOTH
def test_points_given_up_win_at_once(before: int, steps: str, instant: bool) -> None:
    """The deal is not finished, unless `instant_win` is off."""
    m = take(table(*MIXED, initial=score_of(before, 3), instant_win=instant), *steps.split(","))
    assert 18 == score(m)[NS]
    assert (instant, NS if instant else -1) == (m.over, winner(m))
    assert not instant or ("wins", NS) in [(key, seat % 2) for key, seat, _ in told(m, "wins")]


@clause("PERL-9.5", "PERL-9.7", "PERL-8.5")
def test_points_given_up_at_the_showdown_win_at_once() -> None:
    """By good, and by a concession without a claim; not by one against a claim."""
    m = take(at_showdown(*MIXED, initial=score_of(14, 3), target=18), "N bet gleich", "E raise", "N raise", "W good")
    assert (True, NS, [18, 3]) == (m.over, winner(m), score(m))
    m = take(at_showdown(*MIXED, initial=score_of(3, 17), target=18), "N concede gleich")
    assert (True, EW, [4, 18]) == (m.over, winner(m), score(m))
    m = take(at_showdown(*MIXED, initial=score_of(16, 3), target=18), "N claim gleich D10 H10", "E concede gleich")
    assert ([17, 3], False) == (score(m), m.over)
    take(m, "N concede hanger")
    assert (True, NS, [18, 4]) == (m.over, winner(m), score(m))


@clause("PERL-9.2", "PERL-9.9")
@pytest.mark.parametrize("target", [3, 7, 18, 40])
def test_target(target: int) -> None:
    """Who reaches it wins; scores are not capped."""
    m = table(*MIXED, initial=score_of(target - 1, 0), target=target)
    take(m, "E bet gleich", "N raise", "E hold", "E concede gleich")
    assert (True, NS, [target + 2, 0]) == (m.over, winner(m), score(m))
    m = take(table(*MIXED, initial=score_of(target - 2, 0), target=target), "E concede gleich")
    assert (False, [target - 1, 0]) == (m.over, score(m))


@clause("PERL-9.9", "PERL-9.6")
def test_scores_beyond_the_target_after_the_showdown() -> None:
    """A team at 17 that gets three ends at 20."""
    m = table(*MIXED, initial=score_of(17, 4))
    take(m, "E bet gleich", "N raise", "E hold", "N concede hanger", "N concede spiel")
    take(m, "E claim gleich H9 D9", "N claim gleich D10 H10", "E concede gleich")
    assert (True, NS, [20, 6]) == (m.over, winner(m), score(m))


# the order of counting


def settled(ns: int, ew: int, spiel: str, **options: Any) -> Match:
    """Gleich goes to N's 10s and Hanger to S's ♣K-Q, by claims; Spiel as is said before."""
    m = take(table(*MIXED, initial=score_of(ns, ew), **options), *spiel.split(","))
    while not m.log.deal_over and phase(m) == "showdown":
        team, name = to_act(m)
        claims = {"gleich": "N claim gleich D10 H10", "hanger": "S claim hanger CK CQ"}
        take(
            m,
            claims[name]
            if team == NS
            else f"E concede {name}"
            if m.public.standing_by >= 0
            else "E claim gleich H9 D9",
        )
    return m


@clause("PERL-9.3", "PERL-9.6")
@pytest.mark.parametrize(
    ("bet", "order"),
    [
        ("", ["spiel", "gleich", "hanger"]), ("hanger", ["spiel", "hanger", "gleich"]),
        ("gleich", ["spiel", "gleich", "hanger"]),
    ],
)  # fmt: skip
def test_groups_and_order(bet: str, order: list[str]) -> None:
    """Given up, bet on, never bet on; within each Gleich, Hanger, Spiel."""
    m = settled(0, 0, f"N bet {bet},E hold,E concede spiel" if bet else "E concede spiel")
    assert order == [name for name, _, _ in entered(m)]


#: N has the trumps, S two 8s and ♦J-10, E two aces, W ♣A-K.
SPIEL_NS = ("SA SK S9 S8 H10", "HA DA D9 C9 HJ", "H8 D8 DJ D10 CQ", "CA CK C10 HQ H9")


@clause("EX-PERL-11", "PERL-9.3", "PERL-9.6", "PERL-9.2")
@pytest.mark.parametrize(
    ("before", "bet", "gleich", "end", "wins", "order"),
    [
        ((16, 17), True, EW, [18, 17], NS, ["spiel"]), ((16, 17), False, NS, [17, 18], EW, ["gleich", "hanger"]),
        ((16, 16), False, EW, [16, 18], EW, ["gleich", "hanger"]),
        ((15, 17), True, EW, [17, 18], EW, ["spiel", "gleich"]),
    ],
)  # fmt: skip
def test_example_11_both_reach_18(
    before: tuple[int, int], bet: bool, gleich: int, end: list[int], wins: int, order: list[str]
) -> None:
    """Spiel was bet on and counts first; else Gleich and Hanger come first."""
    m = play(table(*SPIEL_NS, initial=score_of(*before)), "SA HJ H8 C10")
    if bet:
        take(m, "N bet spiel", "E hold")
    play(m, "SK C9 CQ HQ S9 D9 D8 H9 S8 DA D10 CK H10 HA DJ CA")
    take(m, "S claim gleich H8 D8")
    take(m, *(["E concede gleich"] if gleich == NS else ["E claim gleich HA DA", "N concede gleich"]))
    take(m, "S claim hanger DJ D10", "W claim hanger CA CK", "N concede hanger")
    assert (True, wins) == (m.over, winner(m))
    assert (end, order) == (score(m), [name for name, _, _ in entered(m)])


@clause("EX-PERL-11", "PERL-9.1", "PERL-9.3")
def test_example_11_spiel_given_up() -> None:
    """NS 15, EW 16; EW gave up Spiel, Gleich 2 to NS, Hanger 2 to EW: Spiel NS 16, Gleich NS 18."""
    hands = ("C9 C8 D10 H10 SK", "H9 D9 CJ SA DQ", "HA HJ H7 D8 S9", "CA DJ C10 CK DK")
    m = table(*hands, initial=score_of(15, 16))
    take(m, "N bet gleich", "E hold", "W bet hanger", "N hold", "E concede spiel")
    assert [16, 16] == score(m)
    take(m, "N claim gleich D10 H10")
    take(m, "E concede gleich", "N claim hanger C9 C8", "W claim hanger CA CK", "N concede hanger")
    assert (True, NS, [18, 16]) == (m.over, winner(m), score(m))
    assert [("spiel", NS, 1), ("gleich", NS, 2)] == entered(m)


@clause("PERL-9.4", "PERL-9.7")
@pytest.mark.parametrize("concession", ["compared", "group1"])
def test_concession_against_a_claim(concession: str) -> None:
    """Was it beaten, or given up? Without a claim it is given up in any case."""
    m = take(at_showdown(*MIXED, showdown_concession=concession), "N claim gleich D10 H10", "E concede gleich")
    if concession == "group1":
        assert ([2, 0], "given") == (score(m), status(m, "gleich")[0])
    else:
        assert ([1, 0], "won") == (score(m), status(m, "gleich")[0])
    m = take(at_showdown(*MIXED, showdown_concession=concession), "N concede gleich")
    assert ([1, 1], "given") == (score(m), status(m, "gleich")[0])
    m = take(at_showdown(*MIXED, deciding=EW, showdown_concession=concession), "E claim gleich H9 D9")
    take(m, "N claim gleich D10 H10", "E concede gleich")
    assert ("given" if concession == "group1" else "won") == status(m, "gleich")[0]


# the sheet entered anew


@clause("EX-PERL-17", "PERL-9.8", "PERL-9.5", "PERL-10.10")
@BOTH
def test_example_17_both_at_18_on_the_sheet(instant: bool) -> None:
    """NS 17, EW 16: entered anew, Gleich comes first and EW win; at once NS had won."""
    m = table(*MIXED, initial=score_of(17, 16), instant_win=instant)
    take(m, "E bet gleich", "N hold", "E concede hanger")
    if instant:
        assert (True, NS, [18, 16]) == (m.over, winner(m), score(m))
        return
    assert (False, [18, 16]) == (m.over, score(m))
    take(m, "N concede gleich")
    assert (False, [18, 18]) == (m.over, score(m))
    play_out(m)
    assert (True, EW, [17, 18]) == (m.over, winner(m), score(m))
    assert ("gleich", EW, 2) == entered(m)[-1] or ("gleich", EW, 2) in entered(m)


@clause("PERL-9.8")
def test_sheet_entered_anew_below_the_target() -> None:
    """Nothing is counted twice."""
    m = take(table(*MIXED, instant_win=False, initial=score_of(3, 5)), "N concede gleich", "E concede hanger")
    assert [4, 6] == score(m)
    take(m, "N concede spiel")
    assert (True, False, [4, 7]) == (m.log.deal_over, m.over, score(m))


@clause("PERL-9.8", "PERL-10.10", "PERL-9.3")
def test_anew_in_the_order_of_the_groups() -> None:
    """Given up comes before bet on also where it came later."""
    m = table(*MIXED, instant_win=False, initial=score_of(17, 17))
    take(m, "N concede hanger", "E concede gleich", "E concede spiel")
    assert (True, NS, [18, 17]) == (m.over, winner(m), score(m))
    m = take(table(*MIXED, instant_win=False, initial=score_of(17, 17)), "E concede hanger", "N concede gleich")
    take(m, "N concede spiel")
    assert (True, EW, [17, 18]) == (m.over, winner(m), score(m))


@clause("PERL-9.6", "PERL-11.6")
def test_everything_is_entered_once() -> None:
    """In a deal that is played out."""
    m = play_out(table(*MIXED))
    while not m.log.deal_over:
        seat = m.actors[0]
        m.act(seat, next(code for code in sorted(legal(m, seat)) if code.startswith("concede")))
    names = [name for name, _, _ in entered(m)]
    assert sorted(ELEMENTS) == sorted(names)
    assert [1, 1, 1] == [value for _, _, value in entered(m)]
