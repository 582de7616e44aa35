"""Section 8: the showdown that compares by itself."""

from __future__ import annotations

import pytest

from tests.aloud import told
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EW,
    MIXED,
    NINTH,
    NINTH_PLAY,
    NS,
    E,
    N,
    W,
    at_showdown,
    entered,
    play,
    score,
    status,
    table,
    take,
)
from tests.games.perlaggen.naive_figures import best_gleich, best_hanger
from tests.games.perlaggen.test_showdown import EQUAL, GLEICHS, HANGERS, LONE, TRIPLES
from torite import Match

TIES = pytest.mark.parametrize("tie", ["nobody", "first_claim"])
TEAMS = pytest.mark.parametrize("deciding", [NS, EW])
CONCESSIONS = pytest.mark.parametrize("concession", ["compared", "group1"])


def auto(*hands: str, deciding: int = NS, up: str = "S10", tie: str = "nobody", binding: str = "claims_only") -> Match:
    """The play is over, and all was compared."""
    return at_showdown(*hands, deciding=deciding, up=up, showdown="auto", figure_tie=tie, wild_binding=binding)


@clause("EX-PERL-18", "PERL-8.10", "PERL-8.15", "PERL-9.3")
@CONCESSIONS
def test_example_18_ninth_example_compared(concession: str) -> None:
    """Gleich NS 2 and Spiel EW 2, both bet; then Hanger NS 1. Nothing was given up."""
    m = table(*NINTH, dealer=N, showdown="auto", showdown_concession=concession)
    played = NINTH_PLAY.split()
    play(m, " ".join(played[:8]))
    take(m, "N bet gleich", "E hold")
    play(m, " ".join(played[8:16]))
    take(m, "W bet spiel", "S hold")
    play(m, " ".join(played[16:]))
    assert m.log.deal_over
    assert [("gleich", NS, 2), ("spiel", EW, 2), ("hanger", NS, 1)] == entered(m)
    assert [3, 2] == score(m)
    assert [("won", NS), ("won", NS), ("won", EW)] == [status(m, name) for name in ("gleich", "hanger", "spiel")]


@clause("PERL-8.10", "PERL-8.15")
@TEAMS
@CONCESSIONS
def test_best_of_each_team_is_compared(deciding: int, concession: str) -> None:
    """Whoever decides; a team without the figure loses to any; the elements belong to group 3."""
    m = at_showdown(*MIXED, deciding=deciding, showdown="auto", showdown_concession=concession)
    assert [("spiel", deciding, 1), ("gleich", NS, 1), ("hanger", NS, 1)] == entered(m)
    assert [key for key, _, _ in told(m) if key.startswith("gives")] == ["gives_spiel"]
    m = at_showdown(*TRIPLES, deciding=deciding, showdown="auto")
    assert [("won", NS), ("won", EW)] == [status(m, "gleich"), status(m, "hanger")]
    m = at_showdown(*GLEICHS, deciding=deciding, showdown="auto")
    assert [("won", EW), ("void", -1)] == [status(m, "gleich"), status(m, "hanger")]
    m = at_showdown(*HANGERS, deciding=deciding, showdown="auto")
    assert [("void", -1), ("won", NS)] == [status(m, "gleich"), status(m, "hanger")]


@clause("PERL-8.15", "PERL-4.11")
@TEAMS
@TIES
def test_equal_figures(deciding: int, tie: str) -> None:
    """Nobody gets it, or the deciding team."""
    m = auto(*EQUAL, deciding=deciding, tie=tie)
    assert (("tied", -1) if tie == "nobody" else ("won", deciding)) == status(m, "gleich")


@clause("PERL-8.10", "EX-PERL-7")
def test_winner_fixes_for_its_best_hanger() -> None:
    """Of the aces that ♦7 may be for N's Gleich it becomes ♠A, and so N keeps ♠A-K-Q, which beats ♣K-Q."""
    hands = ("SK SQ D7 DA H9", "D10 D8 CJ HA S8", "CA H8 DQ S10 C8", "C9 CQ CK DJ S9")
    m = auto(*hands, up="H10")
    assert ((3, 8), (2, 7)) == tuple(best_hanger(hands[N].split(), "H", {"D7": ace}) for ace in ("SA", "CA"))
    assert (2, 7) == best_hanger(hands[W].split(), "H")
    assert [("won", NS), ("won", NS)] == [status(m, "gleich"), status(m, "hanger")]


@clause("PERL-8.10", "PERL-8.15")
def test_loser_of_gleich_fixes_nothing() -> None:
    """E loses Gleich, and its wild card is free for a Hanger of four."""
    free = ["S9", "SJ", "SQ", "D7", "C8"]
    m = auto("CA DA HA H9 D10", " ".join(free), "CK CQ CJ S8 D9", "C10 DK S7 D8 C9", up="H10")
    assert [("won", NS), ("won", EW)] == [status(m, "gleich"), status(m, "hanger")]
    assert ((4, 6), (2, 6)) == (best_hanger(free, "H"), best_gleich(free, "H"))


@clause("PERL-8.10", "PERL-8.15")
def test_winner_of_gleich_loses_the_wild_card_for_its_hanger() -> None:
    """With ♦7 as a queen E has ♠J-9 no more; NS win Hanger with two cards."""
    m = auto("CA CK H8 S8 D10", "S9 SJ DQ CQ D7", "CJ H9 D8 S10 HA", "C10 DK S7 C8 D9", up="H10")
    queens = ["S9", "SJ", "DQ", "CQ", "D7"]
    assert ((3, 5), (2, 6)) == (best_hanger(queens, "H"), best_hanger(queens, "H", {"D7": "SQ"}))
    assert ("won", EW) == status(m, "gleich")
    assert ("won", NS) == status(m, "hanger")


@clause("PERL-8.15")
@pytest.mark.parametrize("mirrored", [False, True])
def test_partners_with_equal_gleichs(mirrored: bool) -> None:
    """The one fixes with whom the team keeps the better Hanger: N's wild card stays free for ♠A-K-Q-J."""
    n, s = "SK SQ SJ D7 H8", "CK D9 C7 S8 C10"
    hands = [n, "DA DK DQ C8 D8", s, "H9 CJ D10 C9 S10"]
    if mirrored:
        hands[0], hands[2] = hands[2], hands[0]
    assert best_gleich(n.split(), "H") == best_gleich(s.split(), "H") == (2, 7)
    assert ((4, 8), (3, 7)) == (best_hanger(n.split(), "H"), best_hanger(n.split(), "H", {"D7": "SK"}))
    m = auto(*hands, up="H10")
    assert [("won", NS), ("won", NS)] == [status(m, "gleich"), status(m, "hanger")]


@clause("PERL-8.15")
def test_gleich_given_up_fixes_nothing() -> None:
    """The wild card is free for the Hanger."""
    hands = ("S9 SJ SQ D7 C8", "CA DA HA H9 D10", "CJ H8 DQ S8 D9", "C10 DK HQ CK D8")
    for step in ("E concede gleich", "N concede gleich"):
        m = take(table(*hands, up="H10", showdown="auto"), step, "E concede spiel")
        assert ("given", ("won", NS)) == (status(m, "gleich")[0], status(m, "hanger"))


@clause("PERL-8.15", "PERL-4.11")
@TEAMS
def test_first_claim_only_the_winner_of_the_tie_fixes(deciding: int) -> None:
    """Under `nobody` both holders do."""
    hands = ("SK SQ SJ D7 H8", "CK CQ CJ C7 S8", "CA D10 C9 S10 DJ", "D8 C10 H9 SA DQ")
    assert (2, 7) == best_gleich(hands[N].split(), "H") == best_gleich(hands[E].split(), "H")
    m = auto(*hands, up="H10", deciding=deciding)
    assert [("tied", -1), ("tied", -1)] == [status(m, "gleich"), status(m, "hanger")]
    m = auto(*hands, up="H10", deciding=deciding, tie="first_claim")
    assert [("won", deciding), ("won", 1 - deciding)] == [status(m, "gleich"), status(m, "hanger")]


@clause("PERL-4.14", "PERL-8.10", "PERL-4.10")
@pytest.mark.parametrize(("binding", "gleich"), [("claims_only", NS), ("when_played", EW)])
def test_when_played_compares_the_fixed_cards(binding: str, gleich: int) -> None:
    """♦7 was played as a card that goes with nothing."""
    hands = ("SK SQ D7 CA H8", "CJ CQ DQ DA S9", "HA D10 C9 S8 DJ", "D9 H9 C10 SJ DK")
    m = play(table(*hands, up="H10", showdown="auto", wild_binding=binding), "D7=C8")
    take(m, "E concede spiel")
    assert ("won", gleich) == status(m, "gleich")


@clause("PERL-8.8", "PERL-8.15")
def test_void_by_what_is_fixed() -> None:
    """The only figure there was took the only wild card."""
    m = auto(*LONE)
    assert [("won", NS), ("void", -1)] == [status(m, "gleich"), status(m, "hanger")]
