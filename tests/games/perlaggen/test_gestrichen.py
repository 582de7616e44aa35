"""Section 10: gestrichen at 17, one team or both."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.aloud import marks, told
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EVERYBODY,
    EW,
    MIXED,
    NINTH,
    NINTH_PLAY,
    NS,
    E,
    N,
    S,
    at_showdown,
    bets,
    entered,
    legal,
    phase,
    play,
    play_out,
    refused,
    score,
    score_of,
    table,
    take,
    to_act,
    winner,
)
from tests.games.perlaggen.naive_figures import PACK, best_gleich, best_hanger, wilds
from tests.games.perlaggen.test_showdown import NOTHING, TRIPLES
from torite import Match

BOTH = pytest.mark.parametrize("instant", [True, False])
COMPARES = pytest.mark.parametrize("compare", ["pooled", "by_element"])


@clause("EX-PERL-12", "PERL-10.1", "PERL-10.3", "PERL-9.5")
def test_example_12_gestrichen_in_the_middle_of_a_deal() -> None:
    """NS 16: a good to a Hanger bet makes 17; no more bets; another concession wins."""
    m = take(table(*MIXED, initial=score_of(16, 3)), "S bet hanger", "E good")
    assert ([17, 3], set(), set()) == (score(m), bets(m, N), bets(m, S))
    assert [NS] == [seat % 2 for _, seat, _ in told(m, "gestrichen")]
    assert {"PERL-5.19"} == refused(m, "N bet gleich", "S bet spiel")
    take(m, "E concede gleich")
    assert (True, NS, [18, 3]) == (m.over, winner(m), score(m))


@clause("PERL-10.1", "PERL-9.5")
def test_who_wins_by_what_is_given_up_is_not_called_gestrichen() -> None:
    """NS 16, and Spiel is worth two: 18 are entered at once. Whoever was, and has won, is not marked any more."""
    m = take(table(*MIXED, initial=score_of(16, 3)), "N bet spiel", "E hold", "E concede spiel")
    assert (True, NS, [18, 3], []) == (m.over, winner(m), score(m), told(m, "gestrichen"))
    assert not [seat for seat in range(4) if "struck" in marks(m, seat, N)]
    m = take(table(*MIXED, initial=score_of(17, 3)), "E concede gleich")
    assert (True, [18, 3]) == (m.over, score(m))
    assert not [seat for seat in range(4) if "struck" in marks(m, seat, N)]


@clause("PERL-10.2", "PERL-10.1")
@pytest.mark.parametrize(("ns", "ew", "target"), [(17, 3, 18), (3, 17, 18), (17, 17, 18), (9, 2, 10), (2, 1, 3)])
def test_who_begins_with_17_is_gestrichen(ns: int, ew: int, target: int) -> None:
    """However it got there; one less is not."""
    m = table(*MIXED, initial=score_of(ns, ew), target=target)
    for seat in (N, E):
        struck = (ns, ew)[seat] >= target - 1
        assert struck == (set() == bets(m, seat))
        for viewer in EVERYBODY:
            assert struck == ("struck" in marks(m, seat, viewer))
    assert bets(table(*MIXED, initial=score_of(target - 2, 0), target=target), N) or target == 3


@clause("PERL-10.1", "PERL-11.8")
def test_gestrichen_after_a_deal() -> None:
    """By what was entered after the showdown."""
    m = take(at_showdown(*MIXED, initial=score_of(14, 3)), "N claim gleich D10 H10", "E concede gleich")
    take(m, "S claim hanger CK CQ")
    assert (True, [17, 3]) == (m.log.deal_over, score(m))
    m.go_on()
    if phase(m) == "exchange":
        take(m, "decline")
    assert set() == bets(m, N) | bets(m, S)


# both


def both(*hands: str, deciding: int = NS, **options: Any) -> Match:
    """Both teams are at 17, and the tricks are played: one of them wins all the hands say."""
    return play_out(table(*hands, initial=score_of(17, 17), dealer=3 if deciding == NS else 0, **options))


#: The hands of the ninth example, and those in which EW have ♣A-K-Q-J against NS's three queens.
CHANGED = ("S7 HQ DQ C8 D9", "HA H8 D8 S9 DJ", "D6 S8 C10 H10 DK", "CA CK CQ CJ H9")


@clause("EX-PERL-13", "PERL-10.4", "PERL-10.5", "PERL-10.9", "PERL-8.11")
@COMPARES
def test_example_13_three_queens(compare: str) -> None:
    """NS hold three queens and three tens, EW nothing above two: NS win although EW took Spiel."""
    m = table(*NINTH, dealer=N, initial=score_of(17, 17), gestrichen_compare=compare)
    play(m, NINTH_PLAY)
    assert EW == m.public.deciding
    assert (True, NS, [18, 17]) == (m.over, winner(m), score(m))
    assert [] == entered(m)
    assert {"both_struck", "long_gleich"} <= {note.line.key for note in m.score_sheet.account}


@clause("EX-PERL-13", "PERL-10.5")
@pytest.mark.parametrize(("compare", "wins"), [("pooled", EW), ("by_element", NS)])
def test_example_13_four_in_a_row(compare: str, wins: int) -> None:
    """EW under `pooled`, NS under `by_element`."""
    m = both(*CHANGED, gestrichen_compare=compare)
    assert (True, wins) == (m.over, winner(m))
    assert [17, 17] == [one - (team == wins) for team, one in enumerate(score(m))]


@clause("EX-PERL-13", "PERL-10.5")
@pytest.mark.parametrize("compare", ["pooled", "by_element"])
def test_example_13_wild_cards_are_free(compare: str) -> None:
    """♠A-K-Q-J would be two naturals and two wild cards, and so three aces as well."""
    hands = ("S7 HQ DQ C8 D9", "HA H8 D8 S9 DJ", "D6 S8 C10 H10 DK", "SA SK SQ SJ H9")
    assert EW == winner(both(*hands, gestrichen_compare=compare))


@clause("PERL-10.4", "PERL-10.5")
@pytest.mark.parametrize(
    ("n", "e", "pooled", "by_element"),
    [
        ("CA DA HA H9 C8", "S9 S8 SK D10 CJ", NS, NS),  # three aces against nothing of three
        ("C9 D9 H9 HA SK", "CA CK CQ H8 D10", EW, NS),  # three nines against ♣A-K-Q: the rank
        ("CQ DQ HQ S9 C8", "DK DA CK SA C9", NS, NS),
        ("C10 D10 H10 SA C8", "D9 DJ D8 SK CQ", NS, NS),  # three 10s against nothing
        ("C10 D10 H10 SA CK", "DJ HJ CJ S9 D8", EW, EW),  # three knaves
        ("CA CK CQ H8 D10", "DA DK DQ H9 C8", -1, -1),  # equal Hangers: Spiel
        ("CA DA HA S9 C8", "DK DQ DJ SA C10", NS, NS),
        ("CJ CQ CK C10 H8", "DA CA HA S9 D8", NS, EW),  # four in a row against three aces
        ("DQ DJ D10 HA C8", "CQ HQ SA S9 C10", NS, NS),  # two queens do not count
    ],
)
@COMPARES
def test_best_figure_of_three_or_more(n: str, e: str, pooled: int, by_element: int, compare: str) -> None:
    """Number of cards, then rank, Gleich and Hanger in one pool or one after the other."""
    hands = (n, e, *fillers(n, e))
    m = both(*hands, gestrichen_compare=compare)
    wanted = pooled if compare == "pooled" else by_element
    assert (True, m.public.deciding if wanted < 0 else wanted) == (m.over, winner(m))
    assert ("spiel_breaks" in {note.line.key for note in m.score_sheet.account}) == (wanted < 0)


def fillers(*hands: str) -> list[str]:
    """Two hands of natural cards beside these, none with a figure of three."""
    chooser = random.Random(" ".join(hands))
    free = [card for card in PACK if card not in (*" ".join(hands).split(), "S10", *wilds("S"))]
    while True:
        chooser.shuffle(free)
        two = [free[:5], free[5:10]]
        if all(max(best_gleich(hand, "S").cards, best_hanger(hand, "S").cards) < 3 for hand in two):
            return [" ".join(hand) for hand in two]


@clause("PERL-10.5", "PERL-9.3")
@pytest.mark.parametrize(("compare", "wins"), [("pooled", NS), ("by_element", NS)])
def test_equal_figures_of_different_kinds(compare: str, wins: int) -> None:
    """Three aces beat A-K-Q: Gleich comes first."""
    hands = ("CA DA HA S9 C8", "SK SA DQ CK H10")
    m = both(*hands, *fillers(*hands), gestrichen_compare=compare)
    assert wins == winner(m)
    hands = ("SA SK HQ CK H10", "CA DA HA S9 C8")
    assert EW == winner(both(*hands, *fillers(*hands), gestrichen_compare=compare))
    hands = ("DA DK DQ S9 C8", "CA SA HA D9 C10")
    assert EW == winner(both(*hands, *fillers(*hands), gestrichen_compare=compare))


@clause("PERL-10.6")
@pytest.mark.parametrize("deciding", [NS, EW])
@COMPARES
def test_without_such_figures_spiel_decides(deciding: int, compare: str) -> None:
    """Nobody has three; the team that got Spiel wins."""
    m = both(*NOTHING, deciding=deciding, gestrichen_compare=compare)
    assert (True, m.public.deciding) == (m.over, winner(m))
    assert 18 == max(score(m))


@clause("PERL-10.5", "PERL-4.14")
@pytest.mark.parametrize(("binding", "wins"), [("claims_only", NS), ("when_played", EW)])
def test_free_wild_cards_or_played_ones(binding: str, wins: int) -> None:
    """♦7 was played as ♣8, and N has three aces no more."""
    m = table(
        "CA DA D7 S9 C10", "DJ HJ CJ SA D8", *fillers("CA DA D7 S9 C10", "DJ HJ CJ SA D8"),
        initial=score_of(17, 17), wild_binding=binding,
    )  # fmt: skip
    assert wins == winner(play_out(play(m, "D7=C8")))


@clause("PERL-10.7", "PERL-9.5")
@pytest.mark.parametrize("step", ["E concede gleich", "W concede hanger", "E concede spiel"])
def test_any_concession_ends_the_game(step: str) -> None:
    """With both gestrichen."""
    m = take(table(*MIXED, initial=score_of(17, 17)), step)
    assert (True, NS, [18, 17]) == (m.over, winner(m), score(m))


@clause("EX-PERL-16", "PERL-10.8", "PERL-10.3", "PERL-9.6", "PERL-8.11")
def test_example_16_showdown_without_bets() -> None:
    """EW give up Gleich, NS 17: Hanger is settled without bets, and enters first."""
    hands = ("SA SK S9 S8 H10", "HA DA D9 C9 HJ", "H8 D8 DJ DK CQ", "CA C8 C10 HQ H9")
    m = take(table(*hands, initial=score_of(16, 17)), "E concede gleich")
    assert ([17, 17], {"concede hanger", "concede spiel"}) == (score(m), legal(m, E) - {"play"})
    play_out(m)
    assert ((NS, "hanger"), False, NS) == (to_act(m), m.over, m.public.deciding)
    assert {"PERL-5.19"} == refused(m, "N bet hanger")
    take(m, "N claim hanger SA SK")
    assert (True, NS, [18, 17]) == (m.over, winner(m), score(m))
    assert [("gleich", NS, 1), ("hanger", NS, 1)] == entered(m)


@clause("EX-PERL-16", "PERL-10.8", "PERL-8.6")
@pytest.mark.parametrize("dealer", [3, 0])
def test_example_16_hanger_is_entered_first(dealer: int) -> None:
    """NS win by Hanger, whoever has Spiel: nothing was bet."""
    m = take(table(*MIXED, initial=score_of(16, 17), dealer=dealer), "E concede gleich")
    play_out(m)
    if m.public.deciding == NS:
        assert (NS, "hanger") == to_act(m)
        take(m, "S claim hanger CK CQ")
    assert (True, NS, [18, 17]) == (m.over, winner(m), score(m))


@clause("EX-PERL-16", "PERL-10.8", "PERL-10.4", "PERL-10.6")
def test_example_16_spiel_given_up_is_no_obstacle() -> None:
    """NS 17, the play ends, and the figures decide; if they decide nothing, NS win."""
    m = take(table(*NOTHING, initial=score_of(16, 17)), "E concede spiel")
    assert (True, NS, [18, 17]) == (m.over, winner(m), score(m))
    m = take(table(*TRIPLES, initial=score_of(16, 17)), "E concede spiel")
    assert (True, EW, [17, 18]) == (m.over, winner(m), score(m))
    assert "long_hanger" in {note.line.key for note in m.score_sheet.account}


@clause("PERL-10.10", "PERL-9.8", "PERL-8.11")
def test_not_once_a_team_has_18_on_the_sheet() -> None:
    """Under `instant_win = false` the ordinary showdown finishes the game."""
    m = take(table(*TRIPLES, initial=score_of(17, 17), instant_win=False), "E concede spiel")
    assert (False, [18, 17], "showdown") == (m.over, score(m), phase(m))
    take(m, "N claim gleich D10 C10 H10")
    assert (NS, "hanger") == to_act(m)
    take(m, "S claim hanger CK CQ CJ", "E claim hanger DA DK DQ")
    assert (True, NS, [18, 17]) == (m.over, winner(m), score(m))


@clause("PERL-10.10", "PERL-10.4")
@BOTH
def test_both_at_17_without_instant_win(instant: bool) -> None:
    """The comparison holds as long as neither has 18."""
    m = both(*NINTH, instant_win=instant)
    assert (True, NS, 18) == (m.over, winner(m), score(m)[NS])
    m = take(table(*TRIPLES, initial=score_of(16, 17), instant_win=instant), "E concede spiel")
    assert (True, EW, [17, 18]) == (m.over, winner(m), score(m))


@clause("PERL-10.9", "PERL-10.6")
@pytest.mark.parametrize("target", [3, 10, 18])
def test_winner_is_entered_with_the_target(target: int) -> None:
    """Nothing else of the deal is entered."""
    m = play_out(table(*NINTH, dealer=N, target=target, initial=score_of(target - 1, target - 1)))
    assert (True, NS, [target, target - 1]) == (m.over, winner(m), score(m))
    assert [] == entered(m)


@clause("PERL-10.8", "PERL-10.4")
def test_status_of_what_was_given_up_counts() -> None:
    """Either of both elements, by either team."""
    for before, step, left in (
        ((17, 16), "N concede hanger", "gleich"), ((16, 17), "E concede hanger", "gleich"),
        ((17, 16), "S concede gleich", "hanger"), ((16, 17), "W concede gleich", "hanger"),
    ):  # fmt: skip
        m = play_out(take(table(*MIXED, initial=score_of(*before)), step))
        assert "both_struck" not in [key for key, _, _ in told(m)]
        assert m.over or to_act(m)[1] == left
