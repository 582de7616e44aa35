"""Announcements in general and their time limits: clauses DOKO-10.1 to 10.11 and 10.23."""

from collections.abc import Callable

import pytest

import torite
from tests.aloud import legal, play, take, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    CONTRA,
    RE,
    announce,
    bid,
    contract_by,
    normal,
    parties,
    party,
    plain_hand,
    play_any,
    table,
)
from tests.games.doppelkopf.calls import (
    HIGHER,
    LADDERS,
    LIMITS,
    all_calls,
    at_turn,
    called,
    calls,
    clause_of,
    ladder,
    partners,
    silent,
    solo,
    steps,
    tricks_on,
    until_holds,
)
from torite import Match

EVERYTHING = ["re 90 60 30 schwarz", "contra 90 60 30 schwarz"]


@clause("DOKO-10.1", "DOKO-10.2", "DOKO-10.23")
def test_everybody_may_announce_before_the_first_card() -> None:
    """When the bidding is over every active player may announce, not only the leader."""
    assert all_calls(partners()) == EVERYTHING * 2
    assert all_calls(silent()) == [EVERYTHING[0], *[EVERYTHING[1]] * 3]
    assert all_calls(solo()) == [EVERYTHING[0], *[EVERYTHING[1]] * 3]


@clause("DOKO-10.1", "DOKO-10.11")
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("plays", range(5))
def test_announcing_out_of_turn(seat: int, plays: int) -> None:
    """Anybody announces in the middle of a trick, whoever is to play, and the turn stays where it was."""
    m = play_any(partners(), plays)
    before = turn(m)
    announce(m, f"{seat} {'contra' if seat % 2 else 're'}")
    assert turn(m) == before
    assert m.actors == (before,)


@clause("DOKO-10.1", "DOKO-1.3")
def test_idle_dealer_never_announces() -> None:
    """The fifth player, who deals, is offered nothing in the whole deal."""
    m = normal("CQ", "CQ", "", "", seats=5, dealer=4)
    for _ in steps(m):
        assert m.actions(4) == ()
    m = normal("CQ", "CQ", "", "", seats=5, dealer=4)
    assert calls(m, 0) == calls(m, 1) == EVERYTHING[0]
    for level in ("re", "contra", *HIGHER):
        with pytest.raises(torite.ToriteError):
            m.act(4, f"announce {level}")


@clause("DOKO-10.1", "DOKO-10.23")
def test_no_announcement_while_bidding() -> None:
    """Nobody announces before the last word of the bidding."""
    m = table("CQ", "", "CQ", "")
    for _ in range(4):
        assert all_calls(m) == [""] * 4
        for seat in range(4):
            with pytest.raises(torite.ToriteError):
                m.act(seat, "announce re" if seat % 2 == 0 else "announce contra")
        bid(m, "pass")
    assert all_calls(m) == EVERYTHING * 2


@clause("DOKO-10.23")
def test_solo_is_fixed_when_it_is_named() -> None:
    """In a solo announcements begin when its kind has been named, and not when the solo question was won."""
    m = bid(table(), "reserve pass reserve pass")
    assert all_calls(m) == [""] * 4
    bid(m, "yes")
    assert all_calls(m) == [""] * 4
    bid(m, "solo-spades")
    assert all_calls(m) == [EVERYTHING[0], *[EVERYTHING[1]] * 3]


@clause("DOKO-10.1", "DOKO-10.23")
def test_poverty_is_fixed_when_three_cards_came_back() -> None:
    """In a poverty nobody announces before the rich player has given back three cards."""
    m = contract_by(1, "poverty", "", plain_hand("D9 DK"))
    assert all_calls(m) == [""] * 4
    take(m, "offer D9 DK " + next(card for card in m.cards(1) if card[0] != "D"))
    assert all_calls(m) == [""] * 4
    take(m, "refuse")
    assert all_calls(m) == [""] * 4
    take(m, "accept")
    assert all_calls(m) == [""] * 4
    rich = turn(m)
    take(m, "return " + " ".join(m.cards(rich)[:3]))
    assert rich == 2
    assert all_calls(m) == [EVERYTHING[1], EVERYTHING[0], EVERYTHING[0], EVERYTHING[1]]


@clause("DOKO-10.23")
def test_no_announcement_after_the_last_card() -> None:
    """When all cards have been played nothing is offered."""
    m = tricks_on(partners(), 12)
    assert m.log.deal_over
    assert all_calls(m) == [""] * 4


@clause("DOKO-10.2")
def test_only_the_own_party() -> None:
    """Re is for Re players, Contra for Contra players, in every contract."""
    for m in (partners(), silent(), solo()):
        re = {seat for seat in range(m.seats) if calls(m, seat).startswith("re")}
        for seat in range(4):
            assert clause_of(m, seat, "contra" if seat in re else "re") == "DOKO-10.2"
            assert clause_of(m, seat, "re" if seat in re else "contra") is None


@clause("DOKO-10.2")
def test_foreign_party_stays_forbidden_after_the_limit() -> None:
    """What is never open to a player is refused for that reason, also late in the deal."""
    assert clause_of(at_turn(tricks_on(partners(), 11), 0), 0, "contra") == "DOKO-10.2"
    assert clause_of(at_turn(tricks_on(partners(), 11), 1), 1, "re") == "DOKO-10.2"


@clause("DOKO-10.2")
def test_levels_are_for_the_own_party() -> None:
    """90 said by a Contra player is Contra's, by a Re player Re's."""
    m = announce(partners(), "1 90")
    assert called(m) == (0, 2)
    announce(m, "2 60")
    assert called(m) == (3, 2)


@clause("DOKO-10.3", "DOKO-26.7")
def test_each_announcement_once() -> None:
    """What a party has said neither the speaker nor the partner may say again; the opponents may."""
    m = announce(partners(), "0 re")
    assert [clause_of(m, seat, "re") for seat in (0, 2)] == ["DOKO-10.3"] * 2
    announce(m, "2 60")
    for level in ("re", "90", "60"):
        assert [clause_of(m, seat, level) for seat in (0, 2)] == ["DOKO-10.3"] * 2
    assert all_calls(m) == ["30 schwarz", EVERYTHING[1]] * 2
    announce(m, "3 60")
    assert all_calls(m) == ["30 schwarz"] * 4
    announce(m, "0 schwarz", "1 schwarz")
    assert all_calls(m) == [""] * 4


@clause("DOKO-10.4")
def test_either_partner_fulfils_the_prerequisite() -> None:
    """The partner may go on from what the other has said, back and forth."""
    m = tricks_on(announce(partners(), "0 re"), 2)
    announce(m, "2 90")
    tricks_on(m, 1)
    announce(m, "0 60")
    tricks_on(m, 1)
    announce(m, "2 30")
    tricks_on(m, 1)
    announce(m, "0 schwarz")
    assert called(m) == (5, 0)


@clause("DOKO-10.4")
def test_opponents_do_not_fulfil_the_prerequisite() -> None:
    """What the other party has said opens nothing but a reply."""
    m = tricks_on(announce(partners(), "0 schwarz"), 3)
    assert calls(m, 1) == "contra"
    assert calls(m, 3) == "contra"


@clause("DOKO-10.4", "DOKO-8.7")
def test_three_contra_players_are_one_party() -> None:
    """Against a soloist each of the three may go on from what another said."""
    m = tricks_on(announce(solo(), "1 contra"), 2)
    announce(m, "3 90")
    tricks_on(m, 1)
    announce(m, "2 60")
    assert called(m) == (0, 3)


@clause("DOKO-10.5")
def test_announcement_is_not_withdrawn() -> None:
    """Nothing takes back what was said, not even before another has acted; it stands to the end."""
    m = announce(partners(), "1 60")
    assert not m.may_undo(1)
    announce(m, "0 re")
    assert not m.may_undo(1)
    for _ in steps(m):
        assert called(m) == (1, 3)
        assert not [code for seat in range(4) for code in legal(m, seat) if code.split()[0] not in ("play", "announce")]


@clause("DOKO-10.6", "DOKO-8.9")
@pytest.mark.parametrize("level", ["re", "90", "schwarz"])
def test_announcer_becomes_public(level: str) -> None:
    """An announcement shows the announcer's party at once, and only his; so does a level without Re or Contra."""
    m = partners()
    assert parties(m) == [0, 0, 0, 0]
    announce(m, f"2 {level}")
    assert parties(m) == [0, 0, RE, 0]
    announce(m, f"1 {level.replace('re', 'contra')}")
    assert parties(m) == [0, CONTRA, RE, 0]


@clause("DOKO-10.6")
def test_partner_becomes_public_by_his_own_announcement() -> None:
    """The second announcer of a party is known from his own announcement on."""
    m = announce(partners(), "0 re")
    assert party(m, 2) == 0
    announce(m, "2 90")
    assert party(m, 2) == RE


@clause("DOKO-10.6", "DOKO-8.2")
def test_silent_solo_shows_only_the_announcer() -> None:
    """A lone holder of both ♣Q who says Re does not show that he is alone."""
    assert parties(announce(silent(), "0 re")) == [RE, 0, 0, 0]
    assert parties(announce(silent(), "3 contra")) == [0, 0, 0, CONTRA]


@clause("DOKO-10.7")
def test_several_in_one_breath() -> None:
    """Re, 90, 60, 30 and Schwarz may follow one another at one moment, in this order, before the first card."""
    m = announce(partners(), "0 re", "0 90", "0 60", "0 30", "0 schwarz")
    assert called(m) == (5, 0)
    assert turn(m) == 0


@clause("DOKO-10.8", "DOKO-12.4")
@pytest.mark.parametrize("level", HIGHER)
def test_naming_a_higher_level(level: str) -> None:
    """A level named directly makes all below it."""
    m = announce(partners(), f"3 {level}")
    assert called(m) == (0, 2 + HIGHER.index(level))


@clause("DOKO-10.8", "DOKO-10.9")
def test_missing_lower_levels_must_still_be_open() -> None:
    """With 10 cards nobody says 90 without Re, and with 9 cards nobody says 60 without 90."""
    assert clause_of(at_turn(tricks_on(partners(), 2), 0), 0, "90") == "DOKO-10.9"
    for seat, level in [(0, "60"), (2, "schwarz")]:
        m = at_turn(tricks_on(announce(partners(), "0 re"), 3), seat)
        assert clause_of(m, seat, level) == "DOKO-10.9"


@clause("DOKO-10.8")
def test_levels_may_be_skipped_from_where_the_party_stands() -> None:
    """With Re and 90 said and 9 cards, Schwarz makes 60, 30 and Schwarz."""
    m = tricks_on(announce(partners(), "2 90"), 3)
    announce(m, "0 schwarz")
    assert called(m) == (5, 0)


@clause("DOKO-10.9", "DOKO-10.10", "DOKO-10.11", "DOKO-10.8", "DOKO-26.7")
@pytest.mark.parametrize("said", LADDERS)
def test_windows_of_re(said: str) -> None:
    """From 12 cards to none, both Re players may say just what their own number of cards allows, at every moment."""
    m = partners()
    announce(m, *(f"2 {level}" for level in said.split()))
    levels = len(said.split())
    for _ in steps(m):
        found = {seat: calls(m, seat) for seat in (0, 2)}
        assert found == {seat: ladder("re", levels, len(m.cards(seat))) for seat in (0, 2)}


@clause("DOKO-10.9", "DOKO-10.10", "DOKO-10.11")
@pytest.mark.parametrize("said", [ladder_.replace("re", "contra") for ladder_ in LADDERS])
@pytest.mark.parametrize("begin", [partners, silent, solo])
def test_windows_of_contra(said: str, begin: Callable[[], Match]) -> None:
    """The same for all Contra players, against two and against one."""
    m = begin()
    announce(m, *(f"3 {level}" for level in said.split()))
    contra = [seat for seat in range(4) if calls(m, seat) and seat != 0 and (seat != 2 or begin is not partners)]
    contra = contra or ([1, 3] if begin is partners else [1, 2, 3])
    levels = len(said.split())
    for _ in steps(m):
        found = {seat: calls(m, seat) for seat in contra}
        assert found == {seat: ladder("contra", levels, len(m.cards(seat))) for seat in contra}


@clause("DOKO-10.9")
@pytest.mark.parametrize("level", range(5))
def test_window_closes_with_the_own_card(level: int) -> None:
    """With just enough cards the level is open; the card that brings the announcer below the limit closes it."""
    names = ("re", *HIGHER)
    m = announce(partners(), *(f"2 {name}" for name in names[:level]))
    until_holds(m, 0, LIMITS[level])
    while turn(m) != 0:
        assert clause_of(m, 0, names[level]) is None
        play_any(m, 1)
    assert clause_of(m, 0, names[level]) is None
    play_any(m, 1)
    assert calls(m, 0) == ""
    if turn(m) != 0:
        with pytest.raises(torite.ToriteError):
            m.act(0, f"announce {names[level]}")
    assert clause_of(at_turn(m, 0), 0, names[level]) == "DOKO-10.9"


@clause("DOKO-10.10")
def test_others_cards_do_not_matter() -> None:
    """In trick 2 those who have played may say nothing any more, those who have not still may."""
    m = tricks_on(partners(), 1)
    seen = []
    for _ in range(4):
        leader = turn(m)
        assert calls(m, leader) != ""
        play_any(m, 1)
        seen.append(leader)
        assert {seat for seat in range(4) if calls(m, seat)} == set(range(4)) - set(seen)


@clause("DOKO-10.10", "DOKO-10.4")
def test_partner_with_more_cards_goes_on() -> None:
    """When the announcer of Re is down to 9 cards, his partner with 10 may still say 90."""
    m = tricks_on(announce(partners(), "0 re"), 2)
    while len(m.cards(0)) == 10 and len(m.cards(2)) == 10:
        play_any(m, 1)
    done, waiting = (0, 2) if len(m.cards(0)) == 9 else (2, 0)
    assert calls(m, done) == ""
    assert calls(m, waiting) == "90 60 30 schwarz"


@clause("DOKO-10.2", "DOKO-8.6")
def test_parties_of_a_poverty() -> None:
    """In a poverty the poor and the rich player are Re whoever holds the ♣Q."""
    m = contract_by(3, "poverty", "CQ CQ", "", "", plain_hand("D9"), dealer=0)
    take(m, "offer " + " ".join(["D9", *[card for card in m.cards(3) if card != "D9"][:2]]))
    take(m, "accept")
    take(m, "return " + " ".join(m.cards(1)[:3]))
    assert all_calls(m) == [EVERYTHING[1], EVERYTHING[0], EVERYTHING[1], EVERYTHING[0]]


@clause("DOKO-10.2", "DOKO-6.13")
def test_both_queens_in_a_foreign_solo() -> None:
    """Who holds both ♣Q is Contra in another player's solo."""
    m = contract_by(1, "solo-clubs", "CQ CQ")
    assert all_calls(m) == [EVERYTHING[1], EVERYTHING[0], EVERYTHING[1], EVERYTHING[1]]


@clause("DOKO-10.2", "DOKO-10.1")
def test_offers_show_nothing_of_other_hands() -> None:
    """What a player is offered is the same whether the ♣Q that he lacks lie in one hand or in two."""
    alone, two = normal("CQ CQ", "DJ DJ"), normal("CQ", "DJ DJ", "CQ")
    assert calls(alone, 1) == calls(two, 1) == EVERYTHING[1]
    assert calls(alone, 0) == calls(two, 0) == EVERYTHING[0]
    for m in (alone, two):
        announce(m, "0 90")
    assert calls(alone, 1) == calls(two, 1)
    assert calls(alone, 3) == calls(two, 3)


@clause("DOKO-10.6", "DOKO-10.2")
def test_announcements_are_public() -> None:
    """Every seat and the spectators see who said what."""
    m = announce(partners(), "2 60")
    for view in [m.public, *(m.view(seat) for seat in range(4))]:
        assert list(view.called)[1:] == [0, 3]
        assert list(view.announced)[:4] == [0, 0, 3, 0]


@clause("DOKO-10.1")
def test_playing_goes_on_without_announcements() -> None:
    """Nobody has to announce, and only the seat in turn must act."""
    m = partners()
    assert {code.split()[0] for code in legal(m)} == {"play", "announce"}
    assert {code.split()[0] for code in legal(m, 1)} == {"announce"}
    play(m, m.cards(0)[0])
    assert turn(m) == 1
