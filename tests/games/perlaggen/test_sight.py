"""Who sees what, and when: every row of the table of information, in views, scenes and histories."""

from __future__ import annotations

import random
from typing import Any

import pytest

import torite
from tests.aloud import codes, state, told, zone
from tests.clauses import clause
from tests.games.perlaggen.beside import any_options
from tests.games.perlaggen.builders import (
    EVERYBODY,
    MIXED,
    NINTH,
    NINTH_PLAY,
    STRONG_N,
    E,
    N,
    S,
    W,
    at_showdown,
    listed,
    play,
    score_of,
    table,
    take,
)
from tests.games.perlaggen.naive_figures import NONE, PACK, Figure, best_gleich, best_hanger, figure_of
from tests.games.perlaggen.test_showdown import EQUAL, GLEICHS, TRIPLES
from tests.looking import shown_anywhere, shown_in, sure
from torite import Match
from torite.worlds.sampler import Sampler


def seen_by(m: Match, viewer: int) -> Any:
    """A viewer's view."""
    return m.public if viewer < 0 else m.view(viewer)


def shown_cards(m: Match, viewer: int) -> set[str]:
    """All cards that lie face up in a viewer's scene."""
    return shown_anywhere(torite.lay_out(m, viewer, "en"))


def randomly(chooser: random.Random, **options: Any) -> Match:
    """A match with any options, under way."""
    return torite.Match("perlaggen", options=any_options(chooser) | options, seed=chooser.getrandbits(30), pause=True)


def step(m: Match, chooser: random.Random) -> None:
    """Take an action of any seat, with a liking for bets and claims."""
    seat = chooser.randrange(4) if chooser.random() < 0.1 else chooser.choice(m.actors)
    may = [action.code for action in m.actions(seat)] or []
    liked = [code for code in may if code.startswith(("bet", "claim", "hold", "raise", "exchange"))]
    calm = [code for code in may if not code.startswith("concede")]
    if may:
        m.act(seat, chooser.choice(liked if liked and chooser.random() < 0.2 else calm or may))


# hands


@clause("PERL-11.10", "PERL-6.4")
@pytest.mark.parametrize("seed", range(6))
def test_a_hand_is_its_owners_alone(seed: int) -> None:
    """Never the partner's: in views and scenes a viewer sees its own cards, and others' that all have seen."""
    chooser = random.Random(f"sight {seed}")
    m = randomly(chooser)
    public: set[str] = set()
    for _ in range(60):
        if m.log.deal_over or m.over:
            break
        step(m, chooser)
        public |= {card for entry in m.log for note in entry.notes for card in note_cards(m, note)}
        public |= {word for seen in m.history(-1) if seen.code.startswith("claim") for word in seen.code.split()}
        if chooser.random() < 0.3:
            for viewer in (chooser.randrange(4), -1):
                for owner in range(4):
                    hidden = set(m.cards(owner)) - public
                    assert len(m.cards(owner)) == len(zone(m, viewer, "hand", owner))
                    if owner != viewer:
                        assert not hidden & set(codes(m, seen_by(m, viewer).hand[owner]))
                        assert not hidden & shown_cards(m, viewer)
                hidden = set(codes(m, state(m).stock))
                bottom = 0 if viewer < 0 or viewer != (m.public.dealer + 3) % 4 else 1
                assert bottom >= len(hidden & set(codes(m, seen_by(m, viewer).stock)))
                assert bottom >= len(hidden & shown_cards(m, viewer))


def note_cards(m: Match, note: Any) -> list[str]:
    """The cards that a note names."""
    return [m.game.pack.codes[piece] if isinstance(piece, int) else piece for piece in note.pieces]


@clause("PERL-11.10")
@pytest.mark.parametrize("seed", range(3))
def test_scene_is_the_same_whatever_the_others_hold(seed: int) -> None:
    """The whole of it, in both languages, for the same cards of one's own and the same course."""
    one, other = (table(MIXED[0], seed=number) for number in (seed, seed + 50))
    for steps in ((), ("N concede hanger",), ("E concede gleich",)):
        for m in (one, other):
            take(m, *steps)
        for language in ("en", "ja"):
            assert torite.lay_out(one, N, language) == torite.lay_out(other, N, language)
            assert torite.lay_out(one, -1, language) == torite.lay_out(other, -1, language)


@clause("PERL-6.5", "PERL-4.5")
def test_best_figures_are_for_the_players_own_eyes() -> None:
    """With what each wild card would have to be; nobody else is told."""
    m = table(*NINTH, dealer=N)
    for language in ("en", "ja"):
        own = " ".join(torite.lay_out(m, N, language).status)
        assert "♠7=♣Q" in own or "♠7=♠Q" in own or "♠7=♦Q" in own or "♠7=♥Q" in own
        for viewer in (E, S, W, -1):
            assert "♥Q" not in " ".join(torite.lay_out(m, viewer, language).status).replace("♠Q", "")
    assert torite.lay_out(m, E, "en").status != torite.lay_out(m, W, "en").status


# the trick


@clause("PERL-3.4", "PERL-3.14")
def test_trick_with_designations_is_seen_by_all() -> None:
    """In views, scenes and histories; the card printed, and what it stands for."""
    m = play(table(*NINTH, dealer=N), " ".join(NINTH_PLAY.split()[:12]))
    for viewer in EVERYBODY:
        view = seen_by(m, viewer)
        assert (["D6"], ["SA"]) == (codes(m, view.trick[S]), listed(m, [view.trick_as[S]]))
        assert (S, "play D6 as SA") == (m.history(viewer)[-1].seat, m.history(viewer)[-1].code)
        trick = [one for one in torite.lay_out(m, viewer, "en").zones if one.name == "trick"]
        pieces = [sure(piece) for one in trick for piece in one.pieces]
        assert {"D6": "SA"} == {piece.code: piece.stands.code for piece in pieces if piece.stands}


@clause("PERL-3.15", "PERL-3.14")
def test_earlier_tricks_are_known_to_a_perfect_memory() -> None:
    """All cards played are in every view; the last trick may be looked at."""
    m = play(table(*NINTH, dealer=N), " ".join(NINTH_PLAY.split()[:13]))
    for viewer in EVERYBODY:
        view = seen_by(m, viewer)
        assert {"HA", "CK", "D8"} == set(codes(m, view.spent[E]))
        last = sure(torite.lay_out(m, viewer, "en").last_trick)
        assert {"DA", "D9", "D8", "D6"} == shown_in(last)
        assert {"SA"} == {piece.stands.code for one in last for piece in one.pieces if piece.stands}


# bets


@clause("PERL-5.21", "PERL-6.1")
def test_bets_answers_values_and_concessions_are_seen_by_all() -> None:
    """By everybody in the same words."""
    m = take(table(*MIXED), "N bet gleich", "E raise", "S hold", "W concede hanger")
    for viewer in EVERYBODY:
        assert [(N, "bet gleich"), (E, "raise"), (S, "hold"), (W, "concede hanger")] == [
            (seen.seat, seen.code) for seen in m.history(viewer)[-4:]
        ]
        view = seen_by(m, viewer)
        assert ([3, 1, 1], [0, -1, -1]) == (list(view.value), list(view.holder))
        assert [1, 0, 1, 0] == torite.lay_out(m, viewer, "en").scores


@clause("PERL-8.4")
def test_claims_are_seen_by_all() -> None:
    """And the cards in them stay known."""
    m = take(at_showdown(*GLEICHS), "N claim gleich CA HA")
    for viewer in (E, S, W):
        assert {"CA", "HA"} == set(codes(m, m.view(viewer).hand[N]))
        assert {"CA", "HA"} <= shown_cards(m, viewer)
    assert {"CA", "HA"} <= shown_cards(m, -1)
    for viewer in EVERYBODY:
        assert (N, "claim gleich CA HA") == (m.history(viewer)[-1].seat, m.history(viewer)[-1].code)


@clause("PERL-8.4")
def test_nothing_is_seen_of_a_claim_before_it_is_whole() -> None:
    """The parts are their owner's."""
    m = at_showdown(*GLEICHS)
    before = [torite.lay_out(m, viewer, "en") for viewer in (E, S, W, -1)]
    m.act(N, "claim gleich CA")
    assert before == [torite.lay_out(m, viewer, "en") for viewer in (E, S, W, -1)]


@clause("PERL-10.1", "PERL-2.1", "PERL-9.1")
def test_scores_dealer_and_gestrichen_are_seen_by_all() -> None:
    """In views and scenes."""
    m = table(*MIXED, dealer=S, initial=score_of(17, 4))
    for viewer in EVERYBODY:
        scene = torite.lay_out(m, viewer, "en")
        assert [17, 4, 17, 4] == scene.scores
        marks = [{mark.name for mark in seat.marks} for seat in scene.seats]
        assert [False, False, True, False] == ["dealer" in one for one in marks]
        assert [True, False, True, False] == ["struck" in one for one in marks]


# what can be concluded


def worlds(m: Match, viewer: int, number: int = 12) -> list[list[list[str]]]:
    """The cards of every seat, played or not, in some worlds that a viewer's view allows."""
    sampler = Sampler(m.game, m.view(viewer), viewer, 1, compiled=False)
    return [[codes(m, row) for row in sampler.world().five] for _ in range(number)]


@clause("PERL-5.10", "PERL-11.10")
def test_bettor_holds_a_figure_in_every_world() -> None:
    """So do raisers; and what is known of the own hand and of the card turned up holds as well."""
    m = take(table(*MIXED), "E bet gleich", "N raise", "E hold", "S bet hanger", "E hold")
    for viewer in (N, W):
        for hands in worlds(m, viewer):
            assert NONE != best_gleich(hands[E], "S")
            assert NONE != best_gleich(hands[N], "S")
            assert NONE != best_hanger(hands[S], "S")
            assert sorted(m.cards(viewer)) == hands[viewer]
            assert 20 == len({card for hand in hands for card in hand} - {"S10"})


@clause("PERL-8.6", "PERL-8.12")
def test_team_that_conceded_by_itself_had_nothing_better_in_every_world() -> None:
    """They faced three 10s, and could bet no more."""
    m = take(at_showdown(*TRIPLES, max_value=2), "N bet gleich", "W hold", "W claim gleich S9 C9 H9")
    take(m, "N claim gleich D10 C10 H10")
    assert [1] == [seat % 2 for _, seat, _ in told(m, "cannot_beat")]
    for viewer in (N, S):
        for hands in worlds(m, viewer):
            assert max(best_gleich(hands[E], "S"), best_gleich(hands[W], "S")) < Figure(3, 4)


@clause("PERL-2.3", "PERL-2.10")
def test_cards_that_all_have_seen_lie_there_in_every_world() -> None:
    """The wild card that was taken up, and the trump given for it."""
    m = take(table("SA SK S9 CJ H10", "HA H9 CK D8 CA", "DJ C10 H8 HJ HQ", "D9 DQ SQ C8 D7", up="D6"), "exchange D9")
    for viewer in (N, E, S):
        for hands in worlds(m, viewer, 6):
            assert "D6" in hands[W]
            assert all("D9" not in hand for hand in hands)


@clause("PERL-4.11", "PERL-8.9")
def test_unshown_cards_are_not_told_after_the_deal() -> None:
    """Neither by the account nor by any scene."""
    m = take(at_showdown(*EQUAL), "N claim gleich D9 S9", "W claim gleich H9 C9", "N accept")
    while not m.log.deal_over:
        m.act(m.actors[0], next(a.code for a in m.actions(m.actors[0]) if a.code.startswith("concede")))
    for viewer in EVERYBODY:
        seen = shown_cards(m, viewer)
        for owner, known in ((N, {"D9", "S9"}), (W, {"H9", "C9"}), (E, set()), (S, set())):
            if owner != viewer:
                assert seen & set(EQUAL[owner].split()) <= known
    assert sorted(PACK) != sorted(seen)


@clause("PERL-11.10")
def test_history_of_a_shuffle_tells_nothing() -> None:
    """Neither the pack nor the hands; how deep the cut was is public."""
    m = torite.Match("perlaggen", seed=4)
    for viewer in EVERYBODY:
        for seen in m.history(viewer):
            assert seen.code != "deal" or not seen.outcome
            assert seen.code != "cut" or len(seen.outcome) == 1


def test_figures_of_the_arranged_deals() -> None:
    """The figures in the arranged deals are what their comments say."""
    assert [figure_of("gleich", hand, "S") for hand in MIXED] == ["2 10", "2 9", "", ""]
    assert [figure_of("hanger", hand, "S") for hand in MIXED] == ["2 9", "", "2 K", ""]
    assert figure_of("gleich", STRONG_N[0], "S") == ""
