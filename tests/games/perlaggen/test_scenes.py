"""What is shown and told: the three elements, choices, wild cards, prompts, status, account and result."""

from __future__ import annotations

import random

import pytest

from tests.aloud import marks, zone
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EVERYBODY,
    MIXED,
    NINTH,
    NINTH_PLAY,
    E,
    N,
    S,
    W,
    at_showdown,
    cut_deal,
    legal,
    play,
    score_of,
    silent,
    table,
    take,
    tame,
)
from tests.games.perlaggen.naive_figures import ELEMENTS, PACK, PERMANENT, best, strength, wilds
from tests.games.perlaggen.test_exchange import GIVING
from tests.games.perlaggen.test_showdown import EQUAL, GLEICHS
from tests.looking import of_kind, sure
from torite import Match
from torite.scenes import lay_out
from torite.scenes.choice_schema import AnyChoice, Press, Stand, Tap
from torite.scenes.schema import Element

LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])


def strip(m: Match, viewer: int = -1, language: str = "en") -> dict[str, Element]:
    """The strip of the elements, by name."""
    found = lay_out(m, viewer, language).elements
    assert list(ELEMENTS) == [one.name for one in found]
    return {one.name: one for one in found}


def choices(m: Match, viewer: int, language: str = "en") -> list[AnyChoice]:
    """The choices of a viewer."""
    return lay_out(m, viewer, language).choices


# the strip


@clause("PERL-4.1", "PERL-5.7", "PERL-5.9")
@LANGUAGES
def test_strip_tells_worth_and_who_may_bet(language: str) -> None:
    """Before and after a bet that was held."""
    m = table(*MIXED)
    for viewer in EVERYBODY:
        for one in strip(m, viewer, language).values():
            assert (1, False, {N, E, S, W}) == (one.worth, one.over, set(one.may))
            assert one.told
    before = strip(m, N, language)["gleich"].told
    take(m, "N bet gleich", "E hold")
    for viewer in EVERYBODY:
        one = strip(m, viewer, language)["gleich"]
        assert (2, {E, W}) == (one.worth, set(one.may))
        assert before != one.told


@clause("PERL-5.19", "PERL-5.18", "PERL-5.17")
def test_strip_of_who_may_not_bet() -> None:
    """Gestrichen, at the limit, or settled."""
    m = table(*MIXED, initial=score_of(17, 3))
    assert {E, W} == set(strip(m)["spiel"].may)
    m = take(table(*MIXED, max_value=2), "N bet spiel", "E hold")
    assert set() == set(strip(m)["spiel"].may)
    m = take(table(*MIXED), "N concede gleich")
    assert (set(), True) == (set(strip(m)["gleich"].may), strip(m)["gleich"].over)


@clause("PERL-5.13", "PERL-5.14")
def test_strip_does_not_tell_what_nobody_can_know() -> None:
    """Who holds a figure is not told by it: it is the same for all viewers, but for what the viewer knows of itself."""
    one, other = table(MIXED[0], seed=3), table(MIXED[0], seed=4)
    assert strip(one, N) == strip(other, N)
    assert strip(one, -1) == strip(other, -1)


@clause("PERL-5.6", "PERL-5.15", "PERL-9.1")
@LANGUAGES
def test_strip_tells_who_was_given_an_element(language: str) -> None:
    """And what was given."""
    m = take(table(*MIXED), "N bet gleich", "E hold", "W concede gleich", "S concede hanger")
    found = strip(m, N, language)
    assert [(True, {N, S}), (True, {E, W}), (False, set())] == [
        (found[name].over, set(found[name].by or ())) for name in ELEMENTS
    ]
    assert len({found[name].told for name in ELEMENTS}) == 3


@clause("PERL-5.16", "PERL-5.1")
@LANGUAGES
def test_open_bet_is_told_to_all(language: str) -> None:
    """What is proposed, and by whom; everybody sees why nobody plays."""
    m = take(table(*MIXED), "N bet hanger")
    for viewer in EVERYBODY:
        scene = lay_out(m, viewer, language)
        assert strip(m, viewer, language)["hanger"].proposed
        assert scene.prompt or scene.status
    assert lay_out(m, N, language).prompt != lay_out(table(*MIXED), N, language).prompt
    assert {"good", "hold"} <= {code for one in choices(m, W, language) for code in one.codes}
    assert not strip(take(m, "W hold"), N, language)["hanger"].proposed


# choices


@clause("PERL-3.3", "PERL-1.6")
@LANGUAGES
def test_wild_card_and_what_it_stands_for(language: str) -> None:
    """One choice of a wild card with all that it may be, the sensible ones first named; itself is the plain play."""
    m = tame("D7 SA C9 C8 H10")
    found = [one for one in choices(m, N, language) if isinstance(one, Stand)]
    assert [("D7", "play D7 as")] == [(one.piece, one.verb) for one in found]
    (one,) = found
    assert set(PACK) - {"D7"} == set(one.pieces)
    assert {f"play D7 as {card}" for card in one.pieces} == set(one.codes)
    assert 0 < len(one.sensible) < len(one.pieces)
    assert set(one.sensible) <= set(one.pieces)
    plain = next(one for one in choices(m, N, language) if one.verb == "play")
    assert {"D7", "SA", "C9", "C8", "H10"} == set(of_kind(Tap, plain).pieces)


@clause("PERL-3.10")
def test_only_what_a_wild_card_may_be_is_offered() -> None:
    """Behind a heart, holding one: hearts and trumps; the strongest that is sensible wins."""
    m = play(tame("HA", "H9 S8 CK D7 C10"), "HA")
    (one,) = [one for one in choices(m, E) if isinstance(one, Stand)]
    assert {card[0] for card in one.pieces} == {"H", "S"}
    assert set(one.sensible) <= set(one.pieces)


@clause("PERL-5.1", "PERL-5.15")
@LANGUAGES
def test_bets_and_concessions_are_choices_of_all(language: str) -> None:
    """Offers, each with a text of its own; a concession is confirmed, with what it costs."""
    m = table(*MIXED)
    for seat in range(4):
        found = {one.verb: one for one in choices(m, seat, language) if one.offer}
        assert legal(m, seat) - {code for code in legal(m, seat) if code.startswith("play")} == set(found)
        assert len({one.text for one in found.values()}) == len(found)
        assert all(of_kind(Press, one).confirm for verb, one in found.items() if verb.startswith("concede"))
    m = take(m, "N bet gleich", "W hold")
    concede = next(one for one in choices(m, S, language) if one.verb == "concede gleich")
    assert "2" in sure(of_kind(Press, concede).confirm)


@LANGUAGES
def test_every_choice_is_what_may_be_taken(language: str) -> None:
    """In every phase, for every seat; nobody else is shown any."""
    positions = [
        cut_deal(PACK, cut_ritual="interactive"), table(*GIVING, up="D6"), table(*MIXED),
        table(*MIXED, announce_mode="polled"), silent(table(*MIXED, announce_mode="polled")),
        take(table(*MIXED), "N bet gleich"), at_showdown(*GLEICHS),
        take(at_showdown(*EQUAL), "N claim gleich D9 S9", "W claim gleich H9 C9"),
    ]  # fmt: skip
    for m in positions:
        for seat in range(4):
            listed = {code.removesuffix(" +") for one in choices(m, seat, language) for code in one.codes}
            assert legal(m, seat) == listed, m.public.phase
        assert [] == choices(m, -1, language)


@LANGUAGES
def test_prompt_of_every_phase(language: str) -> None:
    """A sentence of its own for who acts."""
    positions = [
        cut_deal(PACK, cut_ritual="interactive"), table(*GIVING, up="D6"), table(*MIXED),
        table(*MIXED, announce_mode="polled"), take(table(*MIXED), "N bet gleich"), at_showdown(*GLEICHS),
        take(at_showdown(*EQUAL), "N claim gleich D9 S9", "W claim gleich H9 C9"),
        play(tame("HA", "H9 S8 CK D7 C10"), "HA"),
    ]  # fmt: skip
    prompts = [lay_out(m, m.actors[0], language).prompt for m in positions]
    assert len(set(prompts)) == len(prompts)
    assert all(prompt and "{" not in prompt for prompt in prompts)


# what lies there


@clause("EX-PERL-1", "PERL-1.3")
@LANGUAGES
def test_wild_cards_are_marked_and_listed(language: str) -> None:
    """In the own hand with a caption; their order is told."""
    m = table(*NINTH, dealer=N)
    hand = next(one for one in lay_out(m, N, language).zones if one.name == "hand" and one.seat == N)
    assert {"S7"} == {piece.code for piece in hand.pieces if piece and piece.caption}
    told = " ".join(lay_out(m, N, language).status)
    order = [told.index(glyph) for glyph in ("♥K", "♦6", "♦7", "♣7", "♠7", "♠J", "♠Q")]
    assert sorted(order) == order


@clause("PERL-2.9", "PERL-2.12")
def test_turned_up_card_lies_there() -> None:
    """And the one given for it."""
    m = table(*GIVING, up="D6")
    for viewer in EVERYBODY:
        assert ["D6"] == zone(m, viewer, "turned")
    take(m, "exchange D9")
    for viewer in EVERYBODY:
        assert ["D9"] == zone(m, viewer, "turned")


@clause("PERL-3.13", "PERL-6.1")
def test_marks_of_the_seat_due_and_of_tricks() -> None:
    """Who is to play, and what everybody has taken."""
    m = play(table(*NINTH, dealer=N), "HA H10")
    for viewer in EVERYBODY:
        assert [False, False, False, True] == ["due" in marks(m, seat, viewer) for seat in range(4)]
    m = play(table(*NINTH, dealer=N), " ".join(NINTH_PLAY.split()[:8]))
    tricks = [fact.value for seat in lay_out(m, N, "en").seats for fact in seat.facts if fact.name == "tricks"]
    assert [0, 1, 0, 1] == tricks


@clause("PERL-8.4")
@LANGUAGES
def test_claim_lies_there_with_what_wild_cards_stand_for(language: str) -> None:
    """For all to see."""
    m = take(table(*NINTH, dealer=N), "E concede spiel", "N claim gleich HQ DQ S7 as CQ")
    for viewer in EVERYBODY:
        pieces = [piece for one in lay_out(m, viewer, language).zones for piece in one.pieces if piece]
        assert {"HQ", "DQ", "S7"} <= {piece.code for piece in pieces}
        assert any(piece.code == "S7" and piece.stands and piece.stands.code == "CQ" for piece in pieces)
        assert "♣Q" in lay_out(m, viewer, language).log[-1].text


# the end


@clause("PERL-9.2", "PERL-9.9")
@LANGUAGES
def test_result_names_the_winning_team(language: str) -> None:
    """Both partners have won."""
    m = take(table(*MIXED, initial=score_of(17, 3)), "E concede gleich")
    assert (True, (1, 3, 1, 3)) == (m.over, m.result.places if m.result else ())
    scene = lay_out(m, N, language)
    assert (True, [18, 3, 18, 3]) == (scene.over, scene.scores)
    assert scene.result


@LANGUAGES
def test_log_has_a_sentence_for_everything(language: str) -> None:
    """Every action of an eventful deal."""
    m = take(table(*GIVING, up="D6"), "exchange D9", "N bet spiel", "E raise", "S hold", "W concede hanger")
    while not m.over and not m.log.deal_over and len(m.log) < 60:
        seat = m.actors[0]
        m.act(seat, sorted(legal(m, seat))[-1])
    for viewer in (N, -1):
        texts = [entry.text for entry in lay_out(m, viewer, language, since=0).log]
        assert all(text and "{" not in text for text in texts)


SUIT_OF = dict(zip("♣♠♥♦", "CSHD", strict=True))


def own_figures(m: Match, seat: int) -> dict[str, list[tuple[str, str]]]:
    """The best figures that a player is told of: cards, and what each is to stand for."""
    found = {}
    for line in lay_out(m, seat, "en").status:
        for name in ("Gleich", "Hanger"):
            if line.startswith(f"Your best {name}: "):
                pairs = [one.split("=") for one in line.partition(": ")[2].strip(" .").split()]
                cards = [[SUIT_OF[text[0]] + text[1:] for text in pair] for pair in pairs]
                found[name.lower()] = [(pair[0], pair[-1]) for pair in cards]
    return found


@clause("PERL-4.2", "PERL-4.3", "PERL-4.7", "EX-PERL-6")
@pytest.mark.parametrize("trump", "CSHD")
def test_own_best_figures_are_right(trump: str) -> None:
    """For random hands: the cards are held, only wild ones stand for others, and nothing is stronger."""
    chooser = random.Random(trump)
    for number in range(10):
        hand = chooser.sample(PACK, 5)
        free = [card for card in PACK if card not in hand and card[0] == trump and card not in PERMANENT]
        told = own_figures(table(" ".join(hand), up=free[0], seed=number), N)
        for name in ("gleich", "hanger"):
            wanted = best(name, hand, trump)
            parts = told.get(name, [])
            assert {card for card, _ in parts} <= set(hand)
            assert all(card == shown or card in wilds(trump) for card, shown in parts)
            assert wanted == strength(name, [shown for _, shown in parts])


@clause("PERL-4.9", "PERL-8.14")
def test_own_best_figures_heed_what_is_fixed() -> None:
    """After ♦7 was shown as ♦A only ♠K-Q is left; and under `when_played` what it was played as counts."""
    hands = ("SK SQ D7 CA H9", "D8 DJ C9 HA S8", "CJ H8 DQ S9 D9", "HQ C10 DK SJ C8")
    m = take(at_showdown(*hands, up="H10"), "N claim gleich CA D7 as DA")
    while m.public.element == 0:
        m.act(m.actors[0], "concede gleich")
    assert {("SK", "SK"), ("SQ", "SQ")} == set(own_figures(m, N)["hanger"])
    m = play(table(*hands, up="H10", wild_binding="when_played"), "D7=H10")
    assert {("SK", "SK"), ("SQ", "SQ")} == set(own_figures(m, N)["hanger"])
    assert "gleich" not in own_figures(m, N)
