"""Hearts clause by clause, and the worked examples of its clause page."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from fractions import Fraction

import pytest

import torite
from tests.clauses import clause
from tests.hearts.builders import (
    ACROSS,
    ALL_HEARTS,
    CARDS,
    LEFT,
    NO_PASS,
    RIGHT,
    at_table,
    barred,
    cards,
    deal,
    may_play,
    pass_all,
    payoffs,
    play,
    play_out,
    position,
    refused_by,
)
from tests.hearts.conftest import EXAMPLE
from torite_hearts import GAME
from torite_hearts.cards import card_points

DIRECTIONS = (LEFT, ACROSS, RIGHT)
HANDS = [
    " ".join(CARDS[13 * seat : 13 * seat + 13]) for seat in range(4)
]  # a suit each: clubs, spades, hearts, diamonds
NOTHING = "C5 D5 S5 S6 C6 D6 C7 D7 S7 C8 D8 S8"


# --- cards and deal ---


@clause("HEARTS-1.1", "HEARTS-1.4")
@pytest.mark.parametrize("dealer", range(4))
def test_all_cards_are_dealt_from_the_dealers_left(dealer):
    """Thirteen cards each, the first to the dealer's left."""
    m = torite.Match("hearts", options={"pass_cards": False}, manual=True, seed=1)
    m.gestures.settle("dealer", [dealer])
    m.gestures.settle("deal", list(range(52)))
    assert [CARDS[i::4] for i in range(4)] == [m.cards((dealer + 1 + i) % 4) for i in range(4)]


@clause("HEARTS-1.4")
def test_the_deal_passes_clockwise():
    """After each deal the next seat deals."""
    m = at_table(*HANDS, variant="hearts-100", pass_cards=False, dealer=2)
    play_out(m)
    assert 3 == m.public.dealer
    deal(m, *HANDS)
    play_out(m)
    assert 0 == m.public.dealer


@clause("HEARTS-1.2", "HEARTS-3.6")
@pytest.mark.parametrize("low", range(12))
def test_each_rank_beats_the_one_below(low):
    """The higher card of two neighbours takes the trick, whoever played first."""
    lower, higher = CARDS[26:39][low], CARDS[26:39][low + 1]
    assert 1 == play(position(lower, higher, "C3", "C4", initial={"tricks_played": 5}), f"{lower} {higher} C3 C4").turn
    assert 0 == play(position(higher, lower, "C3", "C4", initial={"tricks_played": 5}), f"{higher} {lower} C3 C4").turn


@clause("HEARTS-1.3", "HEARTS-5.1")
@pytest.mark.parametrize("card", CARDS)
def test_what_each_card_counts(card):
    """A heart 1, the queen of spades 13, anything else nothing."""
    points = 13 if card == "SQ" else 1 if card[0] == "H" else 0
    assert points == card_points(1 << CARDS.index(card))


# --- passing ---


@clause("HEARTS-2.1", "HEARTS-2.4")
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_cards_go_where_chance_said(direction):
    """Left, across and right of the giver, counted clockwise."""
    m = at_table(*HANDS, direction=direction)
    assert direction == m.public.direction
    assert (0, 1, 2, 3) == m.actors
    pass_all(m, "C3 C4 C5", "S3 S4 S5", "H3 H4 H5", "D3 D4 D5")
    for giver, suit in enumerate("CSHD"):
        received = {card for card in m.cards((giver + direction) % 4) if card[0] == suit}
        assert {suit + rank for rank in "345"} == received


@clause("HEARTS-2.1")
def test_without_a_direction_nothing_is_passed():
    """The trick begins at once."""
    assert (0,) == at_table(*HANDS, direction=NO_PASS).actors


@clause("HEARTS-2.1")
def test_passing_may_be_agreed_away():
    """Then chance is not asked for a direction."""
    m = torite.Match("hearts", options={"pass_cards": False}, manual=True, seed=1)
    m.gestures.settle("dealer", [0])
    assert m.log.ask is not None
    assert "deal" == m.log.ask.name


@clause("HEARTS-2.1")
def test_a_direction_is_drawn_for_every_deal():
    """After a deal to the left another may pass nothing."""
    m = at_table(*HANDS, variant="hearts-100", direction=LEFT)
    pass_all(m, "C3 C4 C5", "S3 S4 S5", "H3 H4 H5", "D3 D4 D5")
    play_out(m)
    assert ("direction", 4) == (m.log.ask.name, m.log.ask.n)
    deal(m, *HANDS, direction=NO_PASS)
    assert (0,) == m.actors


@clause("HEARTS-2.2")
def test_any_three_cards_in_any_order_at_any_time():
    """The seats choose in whatever order they like; three cards make the choice."""
    m = at_table(*HANDS, direction=LEFT)
    assert {f"pass {card}" for card in HANDS[2].split()} == {str(action) for action in m.actions(2)}
    m.act(2, "pass H5 HA H2")
    assert (0, 1, 3) == m.actors
    assert () == m.actions(2)
    m.act(0, "pass C2 C3")
    assert {f"pass {card}" for card in HANDS[0].split()[2:]} == {str(action) for action in m.actions(0)}
    assert (0, 1, 3) == m.actors
    m.act(0, "pass C4")
    assert (1, 3) == m.actors
    with pytest.raises(torite.IllegalMove):
        m.act(1, "pass S2 S3 S4 S5")
    with pytest.raises(torite.IllegalMove):
        m.act(1, "pass C5 S3 S4")


@clause("HEARTS-2.2")
def test_the_order_of_choices_leaves_no_trace():
    """Whoever chooses first, and in whatever order the cards are named, the state is the same."""
    passes = {0: "C3 C4 C5", 1: "S3 S4 S5", 2: "H3 H4 H5", 3: "D3 D4 D5"}
    reached = set()
    for order in ((0, 1, 2, 3), (3, 1, 0, 2), (2, 3, 1, 0)):
        m = at_table(*HANDS, direction=RIGHT)
        for seat in order:
            m.act(seat, f"pass {' '.join(sorted(passes[seat].split(), reverse=seat in order[:2]))}")
        reached.add(m.view(0).to_bytes())
    assert 1 == len(reached)


@clause("HEARTS-2.3")
def test_what_is_laid_aside_is_the_givers_secret():
    """The giver sees the three cards; the receiver and the others see that there are three."""
    m = at_table(*HANDS, direction=LEFT)
    m.act(0, "pass CA CK CQ")
    place = GAME.layout.place("passing", 0)
    assert "CQ CK CA" == GAME.pack.text(GAME.pack.listed(m.view(0).passing[0]))
    for viewer in (1, 2, 3):
        assert [0] == m.view(viewer).passing[0]
        assert 3 == m.view(viewer).count[place]
        assert "pass 3" == m.history(viewer)[-1].code
    assert "pass CQ CK CA" == m.history(0)[-1].code


@clause("HEARTS-2.4")
def test_the_giver_remembers():
    """The giver knows the three cards in the receiver's hand, until they are played; nobody else does."""
    m = at_table(*HANDS, direction=LEFT)
    pass_all(m, "C3 C4 C5", "S3 S4 S5", "H3 H4 H5", "D3 D4 D5")
    place = GAME.layout.place("hand", 1)
    assert "C3 C4 C5" == GAME.pack.text(GAME.pack.listed(m.view(0).known[0][place]))
    assert all(m.view(viewer).known[viewer][place] == [0] for viewer in (2, 3))
    m.act(0, "play C2")
    m.act(1, "play C4")
    assert "C3 C5" == GAME.pack.text(GAME.pack.listed(m.view(0).known[0][place]))


# --- tricks ---


@clause("HEARTS-3.1")
def test_the_two_of_clubs_leads():
    """Its holder leads, and leads it."""
    m = at_table(HANDS[1], HANDS[0], HANDS[2], HANDS[3])
    assert (1,) == m.actors
    assert ["play C2"] == list(map(str, m.actions(1)))
    assert "HEARTS-3.1" == refused_by(m, 1, "play C3")


@clause("HEARTS-3.1")
def test_who_received_the_two_of_clubs_leads():
    """Passing comes first."""
    m = at_table(*HANDS, direction=ACROSS)
    pass_all(m, "C2 C4 C5", "S3 S4 S5", "H3 H4 H5", "D3 D4 D5")
    assert (2,) == m.actors


@clause("HEARTS-3.1")
def test_any_club_may_be_led_if_agreed():
    """The holder of the two of clubs still leads, with a club."""
    s = position("C2 CK D3 H4", first=True, can_lead_any_club=True)
    assert cards("C2 CK") == may_play(s)
    assert cards("C2") == may_play(position("C2 CK D3 H4", first=True))


@clause("HEARTS-3.2")
def test_a_leader_is_free():
    """Any suit, the queen of spades too, once hearts are broken."""
    assert cards("C2 D3 SQ H4") == may_play(position("C2 D3 SQ H4", broken=True))


@clause("HEARTS-3.3")
def test_follow_suit():
    """Who holds the suit led plays it; who does not plays anything."""
    s = position("D9", "D2 DA C3 H4", "S2 SQ H2")
    play(s, "D9")
    assert cards("D2 DA") == may_play(s)
    play(s, "DA")
    assert cards("S2 SQ H2") == may_play(s)


@clause("HEARTS-3.3")
def test_the_refusal_names_the_card_led():
    """A player who does not follow is told what was led."""
    m = at_table("C2", "C3 H4")
    m.act(0, "play C2")
    with pytest.raises(torite.IllegalMove, match=r"♣2.*HEARTS-3\.3") as refusal:
        m.act(1, "play H4")
    assert "♣2" in refusal.value.say("ja")


@clause("HEARTS-3.4")
@pytest.mark.parametrize("leader", range(4))
def test_one_card_each_clockwise(leader):
    """The turn goes to the left, and a trick has four cards."""
    hands = ["S2", "S3", "S4", "S5"]
    s = position(*hands, leader=leader, initial={"tricks_played": 4})
    turns = []
    for _ in range(4):
        turns.append(s.turn)
        play(s, hands[s.turn])
    assert [(leader + i) % 4 for i in range(4)] == turns
    assert (3, 5) == (s.turn, s.tricks_played)


@clause("HEARTS-3.5", "EX-HEARTS-1")
def test_no_point_card_on_the_first_trick():
    """EX-HEARTS-1: only who holds nothing else may play a heart or the queen; the jack of diamonds is free."""

    def follow(hand, **options):
        return may_play(play(position("C2", hand, first=True, **options), "C2"))

    assert cards("D5") == follow("D5 SQ H3")
    assert cards("SQ H3") == follow("SQ H3")
    assert cards("D5 SQ H3") == follow("D5 SQ H3", no_pts_on_first_trick=False)
    assert cards("DJ") == follow("DJ SQ H3", jd_bonus=True)
    assert cards("C9") == follow("C9 SQ H3")


@clause("HEARTS-3.5")
def test_point_cards_are_free_after_the_first_trick():
    """On the second trick a void player may discard the queen."""
    assert cards("D5 SQ H3") == may_play(play(position("C2 C3 C4", "D5 SQ H3"), "C2"))


@clause("HEARTS-3.6", "EX-HEARTS-3")
def test_who_takes_a_trick():
    """EX-HEARTS-3: the highest card of the suit led, whatever else was thrown on it."""
    s = play(position("D9", "DK", "SA", "D10", initial={"tricks_played": 6}), "D9 DK SA D10")
    assert 1 == s.turn
    s = play(position("S5", "SQ", "HA", "SK", initial={"tricks_played": 6}), "S5 SQ HA SK")
    assert 3 == s.turn
    takes = next(n for n in s.noted() if GAME.notes.listed[n[0]].key == "takes")
    assert (3, 14) == takes[1:3]


@clause("HEARTS-3.6")
def test_a_trick_lies_until_the_next_lead():
    """Then it goes to its taker, who leads."""
    s = play(position("D9 C3", "DK C4", "SA C5", "D10 C6"), "D9 DK SA D10")
    assert all(s.trick[seat] != [0] for seat in range(4))
    play(s, "C4")
    assert "SA D9 D10 DK" == GAME.pack.text(GAME.pack.listed(s.taken[1]))
    assert (1, 1) == (s.leader, s.trick_len)


@clause("HEARTS-3.7")
def test_what_a_discard_tells():
    """Who does not follow has none of the suit; a point card on the first trick says more."""
    s = play(position("C2", "SQ H3", first=True), "C2 SQ")
    assert barred(s, 1) == set(CARDS) - cards(ALL_HEARTS) - {"SQ"}
    s = play(position("C2", "SQ H3", first=True, no_pts_on_first_trick=False), "C2 SQ")
    assert barred(s, 1) == {card for card in CARDS if card[0] == "C"}
    s = play(position("C2", "C3 C4", first=True), "C2 C3")
    assert barred(s, 1) == set()


@clause("HEARTS-3.7")
def test_what_a_lead_of_hearts_tells():
    """Before hearts are broken only a hand of hearts may lead one."""
    rest = set(CARDS) - cards(ALL_HEARTS)
    assert rest == barred(play(position("H2 H5"), "H2"), 0)
    assert rest - {"SQ"} == barred(play(position("H2 SQ", can_lead_hearts_instead_of_qs=True), "H2"), 0)
    assert set() == barred(play(position("H2 D5", broken=True), "H2"), 0)


@clause("HEARTS-3.7", "HEARTS-3.1")
def test_everybody_knows_who_holds_the_two_of_clubs():
    """Whoever is about to lead has it; with any club allowed, also after leading another."""
    m = at_table("C2 C9", can_lead_any_club=True)
    place = GAME.layout.place("hand", 0)
    assert (1, 1) == (m.public.required[place], m.public.least[place])
    m.act(0, "play C9")
    assert 1 == m.public.least[place]


@clause("HEARTS-3.8")
def test_taken_tricks_are_turned_down():
    """No scene shows them, neither to their taker."""
    m = at_table(*HANDS)
    for seat, card in enumerate(("C2", "S2", "H2", "D2")):
        m.act(seat, f"play {card}")
    m.act(0, "play C3")
    assert "C2 S2 H2 D2" == GAME.pack.text(GAME.pack.listed(m.view(0).taken[0]))
    assert {"hand", "trick"} == {zone.name for zone in torite.lay_out(m, 0).zones}


# --- breaking hearts ---


@clause("HEARTS-4.1", "HEARTS-4.3", "HEARTS-4.4", "EX-HEARTS-2")
def test_hearts_are_not_led_before_they_are_broken():
    """EX-HEARTS-2."""
    assert cards("SQ") == may_play(position("H2 HK SQ"))
    assert cards("H2 HK SQ") == may_play(position("H2 HK SQ", can_lead_hearts_instead_of_qs=True))
    for instead in (False, True):
        assert cards("SQ S3") == may_play(position("H2 HK SQ S3", can_lead_hearts_instead_of_qs=instead))
        assert cards("D3") == may_play(position("H2 HK D3", can_lead_hearts_instead_of_qs=instead))
        assert cards("H2 HK") == may_play(position("H2 HK", can_lead_hearts_instead_of_qs=instead))


@clause("HEARTS-4.1")
def test_hearts_need_not_be_broken_if_agreed():
    """Then they are broken from the deal on."""
    assert 0 == at_table(*HANDS).public.broken
    assert 1 == at_table(*HANDS, must_break_hearts=False).public.broken


@clause("HEARTS-4.1")
def test_hearts_are_whole_again_in_the_next_deal():
    """A deal begins with hearts not broken."""
    m = at_table(*HANDS, variant="hearts-100", pass_cards=False)
    play_out(m)
    assert 1 == m.public.broken
    assert 0 == deal(m, *HANDS).public.broken


@clause("HEARTS-4.2")
def test_what_breaks_hearts():
    """A heart however it is played; the queen of spades only if agreed."""
    for discard, breaks in (("H3", 1), ("SQ", 1), ("SK", 0)):
        assert breaks == play(position("D9 D2", f"{discard} C2"), f"D9 {discard}").broken
    assert 0 == play(position("D9 D2", "SQ C2", qs_breaks_hearts=False), "D9 SQ").broken
    assert 1 == play(position("C2 D2", "H3 SQ", first=True), "C2 H3").broken
    assert 1 == play(position("SQ C2"), "SQ").broken
    assert 1 == play(position("H3 H4"), "H3").broken


# --- score ---


def scored(taken, last="C2 C3 C4 CA", **options):
    """The state after a deal in which these cards were taken, and this last trick, led by seat 0."""
    return play(position(*last.split(), taken=taken, **options), last)


@clause("HEARTS-5.1", "HEARTS-5.5", "HEARTS-6.4", "EX-HEARTS-4")
def test_points_of_a_deal():
    """EX-HEARTS-4."""
    hearts = ALL_HEARTS.split()
    taken = ["SQ " + " ".join(hearts[:4]), " ".join(hearts[4:]), "D2 D3 D4 D5", ""]
    s = scored(taken, last="CA C3 C4 C5")
    assert [17, 9, 0, 0] == s.added
    assert [9, 17, 26, 26] == payoffs(s)
    s = scored(taken, last="CA C3 C4 C5", avoid_all_tricks_bonus=True)
    assert [17, 9, 0, -5] == s.added
    assert [9, 17, 26, 31] == payoffs(s)


@clause("HEARTS-5.1")
def test_the_last_trick_counts():
    """Its cards still lie on the table, and are its taker's."""
    assert [0, 0, 13, 13] == scored(["", "", ALL_HEARTS, ""], last="S2 S3 SQ SK").added


@clause("HEARTS-5.2", "HEARTS-5.3", "HEARTS-5.4", "HEARTS-5.5", "HEARTS-6.4", "EX-HEARTS-5")
def test_shooting_the_moon():
    """EX-HEARTS-5."""
    taken = ["", "DJ D2 D3 D4", f"SQ {ALL_HEARTS}", ""]
    last = "C2 C3 CA C4"
    assert [26, 26, 0, 26] == scored(taken, last).added
    assert [0, 0, 26, 0] == payoffs(scored(taken, last))
    assert [26, 16, 0, 26] == scored(taken, last, jd_bonus=True).added
    assert [26, 16, 0, 26] == scored(taken, last, jd_bonus=True, avoid_all_tricks_bonus=True).added


@clause("HEARTS-5.5")
@pytest.mark.parametrize("shooter", range(4))
def test_after_a_moon_nobody_is_rewarded_for_no_trick(shooter):
    """Whoever shot it."""
    taken = [f"SQ {ALL_HEARTS}" if seat == shooter else "" for seat in range(4)]
    expected = [0 if seat == shooter else 26 for seat in range(4)]
    assert expected == scored(taken, "C2 C3 CA C4", avoid_all_tricks_bonus=True).added


@clause("HEARTS-5.2")
def test_one_heart_elsewhere_spoils_the_moon():
    """Twenty-five points are no moon."""
    assert [0, 1, 25, 0] == scored(["", "", f"SQ {ALL_HEARTS}".replace("H2 ", ""), ""], "S2 SA H2 S3").added


@clause("HEARTS-5.4")
def test_the_jack_of_diamonds():
    """Ten points less for its taker, after a moon of one's own too; nothing unless agreed."""
    taken = ["DJ " + ALL_HEARTS, "SQ", "", ""]
    assert [13, 13, 0, 0] == scored(taken).added
    assert [3, 13, 0, 0] == scored(taken, jd_bonus=True).added
    assert [-10, 26, 26, 26] == scored([f"DJ SQ {ALL_HEARTS}", "", "", ""], jd_bonus=True).added


@clause("HEARTS-5.6")
def test_scores_run_on():
    """The points of each deal are added, and may take a score below zero."""
    s = scored(
        ["DJ", "SQ " + ALL_HEARTS.replace("H2 ", ""), "H2", ""],
        jd_bonus=True,
        deals=3,
        initial={"score": [3, 4, 5, 6]},
    )
    assert [-7, 29, 6, 6] == s.score
    out = [0] * 4
    GAME.rules.scores(s, out)
    assert [-7, 29, 6, 6] == out


# --- the match ---


@clause("HEARTS-6.1", "HEARTS-6.4")
@pytest.mark.parametrize("deals", [1, 2, 3])
def test_a_match_of_so_many_deals(deals):
    """It ends after them; the winners of more than one deal share 100 beside the deal's worth."""
    m = at_table(*HANDS, deals=deals, pass_cards=False)
    for played in range(deals):
        assert not m.over
        if played:
            deal(m, *HANDS)
        assert not m.log.deal_over
        play_out(m)
        assert m.log.deal_over
    assert m.over
    wins = [share * 100 if deals > 1 else 0 for share in m.result.shares]
    assert [26 - points + win for points, win in zip(m.public.added, wins, strict=True)] == m.score_sheet.payoffs


@clause("HEARTS-6.2", "HEARTS-6.3", "EX-HEARTS-6")
def test_a_match_to_a_limit():
    """EX-HEARTS-6: a score of 100 ends it; the lowest win, together if equal."""
    taken = ["", "", "", f"SQ {ALL_HEARTS.replace('H2 ', '')}"]
    given = {"score": [99, 40, 40, 71]}

    def end(**options):
        return play(position("H2", "S3", "S4", "S5", taken=taken, initial=given, **options), "H2 S3 S4 S5")

    s = end(deals="none")
    assert [100, 40, 40, 96] == s.score
    assert GAME.rules.over(s)
    assert [0, 1, 1, 0] == s.won
    assert [25 + 0, 26 + 50, 26 + 50, 1] == payoffs(s)
    assert not GAME.rules.over(end(deals="none", out_at=101))
    assert not GAME.rules.over(end(deals=2, out_at=5))


@clause("HEARTS-6.2")
def test_hearts_100_is_played_to_100():
    """Several deals; at the end somebody has 100, and nobody had before the last deal."""
    m = torite.Match("hearts-100", seed=5)
    rng = random.Random(5)
    while not m.over:
        seat = rng.choice(m.actors)
        m.act(seat, rng.choice(m.actions(seat)))
    assert max(m.scores) >= 100
    assert max(score - points for score, points in zip(m.scores, m.public.added, strict=True)) < 100
    assert m.public.deals_played > 3


@clause("HEARTS-6.3")
def test_the_result_names_the_lowest():
    """Places go up with the score."""
    m = play_out(at_table(*HANDS, pass_cards=False))
    assert 1 == sum(m.result.shares)
    assert {min(m.scores)} == {m.scores[seat] for seat in range(4) if m.result.places[seat] == 1}
    assert all(share in (0, Fraction(1, 1), Fraction(1, 2), Fraction(1, 3)) for share in m.result.shares)


@clause("HEARTS-6.5")
def test_options_without_effect_are_no_error():
    """They may all be switched on at once."""
    switches = [name for name, about in GAME.option_class.about().items() if name not in ("deals", "out_at")]
    play_out(at_table(*HANDS, **dict.fromkeys(switches, True)))
    play_out(at_table(*HANDS, **dict.fromkeys(switches, False)))


# --- the package ---


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_word_is_there(language):
    """Titles, options, verbs, phases, prompts, notes, refusals and chances have a sentence in each language."""
    words = GAME.words(language)
    wanted = {"title", "line"} | {f"variant.{name}.{part}" for name in GAME.variants for part in ("title", "line")}
    wanted |= {f"option.{name}.text" for name in GAME.option_class.about()}
    wanted |= {f"{kind}.{name}" for name in GAME.verbs.names() if name != "done" for kind in ("verb", "said")}
    wanted |= {f"phase.{phase.name.lower()}" for phase in GAME.phase}
    wanted |= {f"prompt.{name}" for name in GAME.display.prompts}
    wanted |= {f"note.{line.key}" for line in GAME.notes.listed}
    wanted |= {f"refusal.{line.key}" for line in GAME.refusals.listed}
    wanted |= {f"chance.{name}" for name in GAME.chances.names if name}
    assert [] == sorted(key for key in wanted if not words.knows(key))


def test_the_page_and_the_code_agree_on_clauses():
    """Every clause that code, words or guides cite stands on the page."""
    folder = EXAMPLE / "torite_hearts"
    page = set(re.findall(r"\*\*(HEARTS-\d+\.\d+)\*\*", (folder / "clauses.md").read_text(encoding="utf-8")))
    for file in (*folder.glob("*.py"), *folder.glob("guides/*.md")):
        assert set(re.findall(r"HEARTS-\d+\.\d+", file.read_text(encoding="utf-8"))) <= page | {
            f"HEARTS-11.{n}" for n in range(1, 6)
        }


def test_the_tutorial_quotes_the_package():
    """Each block of code that the README quotes stands in the package or its tests as it is."""
    sources = [
        file.read_text(encoding="utf-8") for file in (EXAMPLE / "torite_hearts").rglob("*.*") if file.suffix != ".pyc"
    ]
    sources.append((EXAMPLE.parents[1] / "tests/hearts/test_hearts.py").read_text(encoding="utf-8"))
    blocks = re.findall(
        r"```(?:python|toml|markdown)\n(.*?)\n```", (EXAMPLE / "README.md").read_text("utf-8"), re.DOTALL
    )
    quoted = [part for block in blocks if "import torite" not in block for part in block.split("\n\n\n")]
    assert len(quoted) > 20
    assert [] == [part for part in quoted if not any(part in source for source in sources)]


@clause("HEARTS-11.1", "HEARTS-11.2", "HEARTS-11.3", "HEARTS-11.4", "HEARTS-11.5")
def test_promises_hold_with_every_option():
    """Random matches with random options keep the invariants of the clause page after every step."""
    rng = random.Random(3)
    switches = [name for name in GAME.option_class.about() if name not in ("deals", "out_at")]
    for seed in range(12):
        m = torite.Match("hearts", options={name: rng.random() < 0.5 for name in switches} | {"deals": 2}, seed=seed)
        while not m.over:
            seat = rng.choice(m.actors)
            m.act(seat, rng.choice(m.actions(seat)))
            broken = [name for name, promise in GAME.promises.items() if not promise(m.log.state)]
            assert [] == broken


def test_the_rule_of_thumb_is_legal_and_better_than_chance():
    """It chooses what it may, and against three random players it loses fewer points than they do."""
    rng, points = random.Random(8), [0] * 4
    for seed in range(40):
        m = torite.Match("hearts", seed=seed)
        while not m.over:
            seat = m.actors[0]
            may = m.gestures.legal(m.gestures.drafted(seat), seat)
            action = GAME.advice.rule_of_thumb(m.view(seat), seat, may) if seat == 0 else rng.choice(may.listed())
            assert action in may
            m.act(seat, GAME.verbs.text(action))
        points = [a + b for a, b in zip(points, m.scores, strict=True)]
    assert points[0] * 3 < sum(points[1:]) / 1.5


def test_found_by_the_environment():
    """A folder named by TORITE_GAMES is enough; nothing else names the game."""
    found = subprocess.run(
        [sys.executable, "-c", "from torite.games import catalogue; print(*catalogue())"],
        env={**os.environ, "TORITE_GAMES": str(EXAMPLE)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert {"hearts", "hearts-100"} <= set(found.stdout.split())
