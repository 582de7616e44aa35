"""Section 8: the showdown by turns, with claims, bets, concessions, and equal figures."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import codes, told
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EVERYBODY,
    EW,
    MIXED,
    NS,
    SEATS,
    E,
    N,
    S,
    W,
    at_showdown,
    bets,
    entered,
    legal,
    offers,
    refused,
    score,
    status,
    table,
    take,
    to_act,
    values,
)
from torite import Match

#: Trumps ♠, ♠10 turned up; no wild card but where it is said.
NOTHING = ("D8 H7 HA DK D10", "CJ D9 SK CA H10", "DJ S9 H8 CQ DA", "H9 HQ C10 SA C8")  # no figure at all
HANGERS = ("CJ CK CQ H8 D10", "DQ D9 DJ DA C8", "C9 H7 S8 HJ CA", "D8 SA S9 DK C10")  # N three, E two; no Gleich
GLEICHS = ("CA HA HJ D10 SK", "S9 H10 C9 D9 DA", "SA DQ CJ CK H8", "C8 DJ DK C10 H9")  # N two aces, E three 9s
TRIPLES = ("C8 D10 CA C10 H10", "DA DQ DK H7 HJ", "CQ CJ S8 D9 CK", "S9 C9 H9 D8 HA")  # N, W three; E, S hangers
#: The fifteenth example: N and W have two nines each, E two eights.
EQUAL = ("HA HQ D9 C8 S9", "CA CJ D8 H8 SK", "H10 DJ CK S8 DQ", "H9 C9 D10 SA DK")
TEAMS = pytest.mark.parametrize("deciding", [NS, EW])


def equal(**options: Any) -> Match:
    """Two nines of N, and the same of W."""
    return take(at_showdown(*EQUAL, **options), "N claim gleich D9 S9", "W claim gleich H9 C9")


# the course


@clause("PERL-8.1", "PERL-8.3", "PERL-7.3")
@TEAMS
def test_deciding_team_begins_with_gleich(deciding: int) -> None:
    """Both of the team may act, and nobody else; afterwards it begins with Hanger."""
    m = at_showdown(*MIXED, deciding=deciding)
    assert (deciding, "gleich") == to_act(m)
    assert {deciding, deciding + 2} == set(m.actors)
    for seat in (1 - deciding, 3 - deciding):
        assert set() == legal(m, seat)
        card = m.cards(seat)[0]
        for code in ("concede gleich", "bet gleich", f"claim gleich {card}", f"claim hanger {card}"):
            assert {"PERL-8.3"} == refused(m, f"{SEATS[seat]} {code}")
    take(m, f"{SEATS[deciding + 2]} concede gleich")
    if deciding == NS:
        assert (deciding, "hanger") == to_act(m)


@clause("PERL-8.2", "PERL-8.3", "PERL-8.13", "PERL-5.15")
def test_what_the_acting_team_may_do() -> None:
    """Claim, bet or concede, and only about the element being settled."""
    m = at_showdown(*MIXED)
    assert {"claim gleich D10", "claim gleich H10", "bet gleich", "concede gleich"} == legal(m, N)
    assert {"concede gleich"} == legal(m, S)
    assert {"PERL-8.13"} == refused(m, "N concede hanger", "S concede hanger", "S bet hanger", "N claim hanger C9 C8")
    assert {"PERL-5.10"} == refused(m, "S bet gleich")
    assert {"PERL-8.7"} == refused(m, "N accept")
    assert {"PERL-7.1"} == refused(m, "N play C9")
    take(m, "N concede gleich")
    assert {"claim hanger C9", "claim hanger C8", "bet hanger", "concede hanger"} == legal(m, N)
    assert {"claim hanger CK", "claim hanger CQ", "bet hanger", "concede hanger"} == legal(m, S)
    assert {"PERL-8.13"} == refused(m, "N claim gleich D10 H10") | refused(m, "N claim gleich D10 H10")
    assert refused(m, "N bet gleich", "N concede gleich") <= {"PERL-8.13", "PERL-5.17"}


@clause("PERL-8.4")
def test_claim_becomes_the_standing_one() -> None:
    """Then the other team acts."""
    m = take(at_showdown(*GLEICHS), "N claim gleich CA HA")
    assert (EW, "gleich", N) == (*to_act(m), m.public.standing_by)
    assert {"claim gleich C9", "claim gleich D9", "claim gleich S9", "bet gleich", "concede gleich"} == legal(m, E)
    assert {"concede gleich"} == legal(m, W)
    take(m, "E claim gleich C9 D9 S9")
    assert (NS, E) == (to_act(m)[0], m.public.standing_by)
    assert ("gleich", EW) not in [entry[:2] for entry in entered(m)]


@clause("PERL-8.4")
def test_claim_must_be_strong_enough() -> None:
    """Two of the three nines do not reach two aces; a part of a figure may be claimed where it does."""
    m = take(at_showdown(*GLEICHS), "N claim gleich CA HA")
    assert {"PERL-8.4"} == refused(m, "W claim gleich C8 C10") | refused(m, "W claim gleich C8")
    m.act(E, "claim gleich C9")
    m.act(E, "claim gleich D9")
    assert not m.gestures.draft(E)["complete"]
    assert {"PERL-8.4"} == refused(m, "E done")
    m.act(E, "claim gleich S9")
    assert N in m.actors
    m = take(
        at_showdown(*GLEICHS, deciding=EW), "E claim gleich C9 D9", "N claim gleich CA HA", "E claim gleich C9 D9 S9"
    )
    assert (NS, E) == (to_act(m)[0], m.public.standing_by)


@clause("PERL-8.4", "PERL-8.6")
def test_beaten_team_bets_or_concedes() -> None:
    """It has something to choose as long as it may bet."""
    m = take(at_showdown(*GLEICHS, deciding=EW), "E claim gleich C9 D9 S9")
    assert (NS, "gleich") == to_act(m)
    assert {"bet gleich", "concede gleich"} == legal(m, N)
    assert {"PERL-8.4"} == refused(m, "N claim gleich CA HA")
    take(m, "S concede gleich")
    assert ("won", EW) == status(m, "gleich")
    assert 0 == score(m)[NS]


@clause("PERL-8.6")
def test_team_that_can_do_nothing_concedes_by_itself() -> None:
    """Facing a claim, or with nothing to begin with."""
    m = at_showdown(*TRIPLES, deciding=EW)
    take(m, "W claim gleich S9 C9 H9", "N claim gleich D10 C10 H10")
    take(m, "W bet gleich", "N hold")
    assert (("won", NS), "hanger") == (status(m, "gleich"), to_act(m)[1])
    assert [EW] == [seat % 2 for key, seat, _ in told(m, "cannot_beat")]
    m = at_showdown(*MIXED, deciding=EW)
    take(m, "E concede gleich")
    assert ("given", NS) == status(m, "hanger")
    assert m.log.deal_over


@clause("PERL-8.5")
def test_after_good_the_element_is_decided() -> None:
    """At its value before the proposal."""
    m = take(at_showdown(*MIXED), "N bet gleich", "E good")
    assert (("given", NS), [2, 0], (NS, "hanger")) == (status(m, "gleich"), score(m), to_act(m))
    m = take(at_showdown(*MIXED), "N bet gleich", "E raise", "N good")
    assert (("given", EW), [1, 2], (NS, "hanger")) == (status(m, "gleich"), score(m), to_act(m))


@clause("PERL-8.5", "PERL-8.3")
@pytest.mark.parametrize(
    ("answers", "next_team"), [("E hold", EW), ("E raise,N hold", NS), ("E raise,N raise,E hold", EW)]
)
def test_after_hold_without_a_claim_who_held_acts(answers: str, next_team: int) -> None:
    """And may bet again, claim or concede."""
    m = take(at_showdown(*MIXED), "N bet gleich", *answers.split(","))
    assert (next_team, "gleich") == to_act(m)
    seat = N if next_team == NS else E
    assert {"bet gleich", "concede gleich"} <= legal(m, seat)
    assert {code for code in legal(m, seat) if code.startswith("claim")}
    assert 1 + len(answers.split(",")) == values(m)[0]


@clause("PERL-8.5")
def test_after_hold_with_a_claim_who_faces_it_acts() -> None:
    """A bet does not answer a claim."""
    m = take(at_showdown(*TRIPLES), "N claim gleich D10 C10", "W claim gleich S9 C9 H9", "N bet gleich", "W hold")
    assert (NS, {"concede gleich"}) == (to_act(m)[0], legal(m, S))
    assert {"claim gleich C10", "claim gleich D10", "claim gleich H10", "concede gleich"} == legal(m, N)
    assert {"PERL-5.9"} == refused(m, "N bet gleich")
    take(m, "N claim gleich D10 C10 H10")
    assert {"PERL-8.4"} == refused(m, "W claim gleich S9 C9 H9")
    take(m, "W bet gleich", "N raise", "W raise", "N hold")
    assert (("won", NS), 5) == (status(m, "gleich"), values(m)[0])


@clause("PERL-8.3", "PERL-5.9", "PERL-5.18", "PERL-5.19", "PERL-10.3")
def test_bets_at_the_showdown_have_their_limits() -> None:
    """Who has not held, at the highest value, gestrichen; the fifth trick's limit no longer applies."""
    m = take(table(*MIXED), "N bet gleich", "E hold", "E concede spiel")
    assert (NS, set()) == (to_act(m)[0], bets(m, N))
    assert {"PERL-5.9"} == refused(m, "N bet gleich")
    m = take(table(*MIXED, max_value=2), "E bet gleich", "N hold", "E concede spiel")
    assert {"PERL-5.18"} == refused(m, "N bet gleich")
    m = at_showdown(*MIXED, initial={"score": [16, 2, 16, 2]})
    assert {"PERL-5.19"} == refused(m, "N bet gleich")
    assert set() == bets(m, N)


@clause("PERL-8.3", "PERL-5.21")
def test_either_partner_may_act_and_binds_both() -> None:
    """The first counts."""
    m = take(at_showdown(*MIXED), "N concede gleich", "S claim hanger CK CQ")
    assert m.log.deal_over
    assert ("won", NS) == status(m, "hanger")
    assert not m.may_undo(S)


# equal figures


@clause("EX-PERL-15", "PERL-8.7", "PERL-8.12", "PERL-4.11")
def test_example_15_equal_claims() -> None:
    """NS may bet, accept or concede; after a bet that is held they accept by themselves: nobody scores."""
    m = equal()
    assert (NS, "gleich") == to_act(m)
    assert ({"bet gleich", "accept", "concede gleich"}, {"accept", "concede gleich"}) == (legal(m, N), legal(m, S))
    assert {"PERL-8.7"} == refused(m, "N claim gleich D9 S9")
    take(m, "N bet gleich", "E hold")
    assert (("tied", -1), 2) == (status(m, "gleich"), values(m)[0])
    assert [NS] == [seat % 2 for _, seat, _ in told(m, "accepts_equal")]
    assert "gleich" not in [name for name, _, _ in entered(m)]


@clause("EX-PERL-15", "PERL-8.7", "PERL-8.12", "PERL-4.11")
@pytest.mark.parametrize(
    ("steps", "what"),
    [
        ("N accept", ("tied", -1)), ("S accept", ("tied", -1)), ("N concede gleich", ("won", EW)),
        ("N bet gleich,W good", ("given", NS)), ("N bet gleich,W raise,N good", ("given", EW)),
        ("N bet gleich,W raise,N hold,S accept", ("tied", -1)),
    ],
)  # fmt: skip
def test_ways_out_of_equal_claims(steps: str, what: tuple[str, int]) -> None:
    """Accept, concede, or bet; a team that concedes then was beaten by a standing claim."""
    assert what == status(take(equal(), *steps.split(",")), "gleich")


@clause("EX-PERL-15", "PERL-4.11", "PERL-8.4", "PERL-8.7")
def test_example_15_first_claim() -> None:
    """W's claim is not possible; EW may bet or concede."""
    m = take(at_showdown(*EQUAL, figure_tie="first_claim"), "N claim gleich D9 S9")
    assert (EW, {"concede gleich"}) == (to_act(m)[0], legal(m, W) - {"bet gleich"})
    assert refused(m, "W claim gleich H9 C9") <= {"PERL-8.4", "PERL-8.7"}
    assert {"PERL-8.7"} == refused(m, "W accept")
    take(m, "W bet gleich", "N hold")
    assert ("won", NS) == status(m, "gleich")


@clause("PERL-8.7")
def test_more_may_be_claimed_against_an_equal_claim() -> None:
    """A team that showed first has not shown its best for certain."""
    m = at_showdown("HA D10 H10 C8 S8", "CA CJ D8 H8 SK", "HQ DJ CK S9 DQ", "H9 C9 D9 SA DK")
    take(m, "N claim gleich C8 S8", "E claim gleich D8 H8")
    assert {"claim gleich D10", "claim gleich H10", "bet gleich", "accept", "concede gleich"} == legal(m, N)
    assert {"PERL-8.7"} == refused(m, "N claim gleich C8 S8")
    take(m, "N claim gleich D10 H10")
    assert EW == to_act(m)[0]
    assert {"PERL-8.7"} == refused(m, "W accept")
    take(m, "W claim gleich H9 C9 D9")
    assert ("open", NS) == (status(m, "gleich")[0], to_act(m)[0])


@clause("PERL-8.12", "PERL-8.7")
def test_equal_claim_of_the_other_team_can_be_topped_and_equalled_again() -> None:
    """The standing claim is the latest one."""
    m = at_showdown("HA D10 H10 C8 S8", "CA C10 D8 H8 SK", "HQ DJ CK S9 DQ", "H9 C9 D7 SA DK")
    take(m, "N claim gleich C8 S8", "E claim gleich D8 H8", "N claim gleich D10 H10", "W claim gleich D7 as S9 H9 C9")
    assert (W, NS) == (m.public.standing_by, to_act(m)[0])
    m = at_showdown("HA D10 H10 C8 S8", "CA C10 S7 H8 SK", "HQ DJ CK S9 DQ", "H9 C9 D9 SA DK")
    take(m, "N claim gleich C8 S8", "E claim gleich S7 as D8 H8", "N claim gleich D10 H10")
    assert {"PERL-4.9"} == refused(m, "E claim gleich S7 as D10 C10")
    assert {code for code in legal(m, W) if code.startswith("claim")}
    assert "PERL-8.4" in refused(m, "E claim gleich H8")


@clause("PERL-8.6", "PERL-8.12", "PERL-4.11")
def test_accepting_by_itself_needs_an_equal_claim_of_its_own() -> None:
    """A team that never claimed concedes instead."""
    m = at_showdown(*EQUAL)
    take(m, "N bet gleich", "W hold", "W claim gleich H9 C9")
    assert (NS, True) == (to_act(m)[0], "claim gleich D9" in legal(m, N))
    assert "accept" not in legal(m, N)
    take(m, "N claim gleich D9 S9")
    assert {"bet gleich", "accept", "concede gleich"} == legal(m, W)


# void and hidden


@clause("PERL-8.8", "PERL-11.6")
@pytest.mark.parametrize("showdown", ["procedure", "auto"])
def test_nobody_has_the_figure(showdown: str) -> None:
    """The element is void, without any action."""
    m = at_showdown(*NOTHING, showdown=showdown)
    assert m.log.deal_over
    assert ([1, 0], ("void", -1), ("void", -1)) == (score(m), status(m, "gleich"), status(m, "hanger"))
    assert {"void_gleich", "void_hanger"} <= {note.line.key for note in m.score_sheet.account}
    m = at_showdown(*HANGERS, showdown="procedure")
    assert (("void", -1), "hanger") == (status(m, "gleich"), to_act(m)[1])


@clause("PERL-8.8", "PERL-8.14", "PERL-4.9")
def test_hanger_may_become_void_by_what_is_fixed() -> None:
    """The only wild card of all is an ace that no king goes with."""
    m = at_showdown(*LONE)
    take(m, "N claim gleich SA D7 as HA")
    assert (("won", NS), ("void", -1)) == (status(m, "gleich"), status(m, "hanger"))


#: Only N has a wild card; nobody else has a figure, and N has none without it.
LONE = ("D8 H7 SA D10 D7", "CJ D9 SK CA H10", "DJ S9 H8 CQ DA", "H9 HQ C10 HA C8")


@clause("PERL-8.9")
def test_cards_not_shown_stay_hidden() -> None:
    """After the deal too: only what was played or claimed is known."""
    m = take(at_showdown(*GLEICHS), "N claim gleich CA HA", "E claim gleich C9 D9 S9", "N concede gleich")
    while not m.log.deal_over:
        m.act(m.actors[0], "concede hanger")
    for viewer in EVERYBODY:
        view = m.public if viewer < 0 else m.view(viewer)
        for seat, known in ((N, {"CA", "HA"}), (E, {"C9", "D9", "S9"}), (S, set()), (W, set())):
            if seat != viewer:
                assert set(codes(m, view.hand[seat])) == (known if viewer >= 0 else set())


@clause("PERL-8.4", "PERL-4.9", "PERL-11.7")
def test_claims_are_seen_by_all_with_what_wild_cards_stand_for() -> None:
    """In the log of everybody."""
    m = take(at_showdown(*LONE), "N claim gleich D7 as HA SA")
    for viewer in (N, E, S, W, -1):
        seen = [one for one in m.history(viewer) if one.code.startswith("claim")]
        assert [(N, "claim gleich SA D7 as HA")] == [(one.seat, one.code) for one in seen]


@clause("PERL-8.13", "PERL-6.1")
def test_no_bets_by_others_at_the_showdown() -> None:
    """Neither bets nor concessions."""
    m = at_showdown(*TRIPLES)
    assert set() == offers(m, E) | offers(m, W)
    assert {"PERL-8.3"} == refused(m, "W bet gleich", "E concede hanger", "W concede gleich")
