"""What the player is shown and told: the road, the king, captions, status, choices, the last trick, the end."""

from __future__ import annotations

import pytest
from msgspec import UNSET

import torite
from tests.clauses import clause
from tests.games.emissary.builders import PUBLISHED, ROW, SEED, answer, easy_visit, legal, table, take, zone
from tests.looking import codes_of, of_kind, sure
from torite import Match
from torite.scenes.choice_schema import AnyChoice, NumberChoice, Pick, Tap
from torite.scenes.schema import Station
from torite.scenes.wording import share_sentence

HAND, STOCK = "C3 C4 C5 C6 S8 S7 S6 S5", "H2 H3 S4 H5 H6 H7 H8 HA D2 D7"
LANGUAGES = ("en", "ja")


def stations(m: Match, language: str = "en") -> list[Station]:
    """The stations of the road."""
    listed = sure(torite.lay_out(m, 0, language).road).stations
    assert list(range(1, 9)) == [one.number for one in listed]
    return listed


def how(one: Station) -> tuple[str, int, int | None]:
    """How one stands at a station."""
    return one.state, one.demand, one.have


def choices(m: Match) -> dict[str, AnyChoice]:
    """The choices by verb."""
    return {one.verb: one for one in torite.lay_out(m, 0, "en").choices}


@clause("EMIS-1.2", "EMIS-3.9")
@pytest.mark.parametrize("language", LANGUAGES)
def test_king_is_a_figure(language: str) -> None:
    """At the table, with a name, never acting; one seat beside him."""
    scene = torite.lay_out(take(table(HAND, STOCK, at=4), "turn"), 0, language)
    (king,) = scene.figures
    assert (1, False, 0) == (king.seat, king.acts, king.score)
    assert king.name
    assert [0] == [seat.seat for seat in scene.seats]
    (trick,) = (one for one in scene.zones if one.name == "trick" and one.pieces)
    assert (1, "H2") == (trick.seat, sure(trick.pieces[0]).code)


@clause("EMIS-2.5", "EMIS-2.6", "EMIS-11.1")
def test_road_before_a_visit() -> None:
    """Every kingdom with its ruler and its demand; those won without."""
    m = table(won=[5])
    for one, ruler in zip(stations(m), ROW.split(), strict=True):
        won = one.number == 5
        assert ("won" if won else "open", one.number) == (one.state, one.demand)
        assert (None if won else ruler) == (one.piece and one.piece.code)
        assert str(one.number) in one.text


@clause("EMIS-2.5", "EMIS-11.4")
def test_road_in_a_visit() -> None:
    """The kingdom visited has what was won so far."""
    m = table("D3 C4 C5 C6 S8 S7 S6 S5", STOCK, at=4)
    assert ("here", 4, 0) == how(stations(m)[3])
    answer(m, "D3 C4")
    assert ("here", 4, 1) == how(stations(m)[3])
    assert ["open"] * 7 == [one.state for one in stations(m) if one.number != 4]
    assert [None] * 7 == [one.have for one in stations(m) if one.number != 4]


@clause("EMIS-9.1", "EMIS-9.2")
def test_road_after_a_visit() -> None:
    """Won, or lost with the ruler still there."""
    hand, stock = easy_visit(4, "D")
    m = answer(table(hand, stock, at=4), hand)
    assert ("won", None) == (stations(m)[3].state, stations(m)[3].piece)
    lost = answer(table(hand, stock, at=3, row="CQ HK DQ DK HQ CK SQ SK"), *hand.split()[:4])
    assert ("lost", "DQ") == (stations(lost)[2].state, sure(stations(lost)[2].piece).code)


@clause("EMIS-6.7", "EMIS-6.8")
def test_road_after_politics() -> None:
    """The rulers have changed places, the demands have not."""
    m = take(table(HAND, STOCK, at=4), "select SJ", "use SJ 7")
    assert [("SQ", 4), ("DK", 7)] == [(sure(stations(m)[n].piece).code, stations(m)[n].demand) for n in (3, 6)]


@clause("EMIS-6.1", "EMIS-6.5", "EMIS-6.7", "EMIS-6.13", "EMIS-8.2")
@pytest.mark.parametrize("variant", [SEED, PUBLISHED])
def test_captions_of_the_powers(variant: str) -> None:
    """Vassals and allies of a suit have the same; in both languages; the rulers' suits are not mixed up."""
    named = {"H": "Diplomacy", "C": "Military", "S": "Politics", "D": "Commerce"}
    japanese = {"H": "外交", "C": "軍事", "S": "政治", "D": "商業"}
    m = table(won=[1, 2, 3, 4], variant=variant)
    for language, words in (("en", named), ("ja", japanese)):
        scene = torite.lay_out(m, 0, language)
        shown = [p for one in scene.zones if one.name in ("vassals", "allies") for p in map(sure, one.pieces)]
        assert 8 == len(shown)
        for piece in shown:
            assert piece.caption == words[piece.code[0]]
            assert piece.about
    hand = [p for one in torite.lay_out(m, 0, "en").zones if one.name == "hand" for p in map(sure, one.pieces)]
    assert not [piece for piece in hand if piece.caption is not UNSET]


@clause("EMIS-2.5", "EMIS-2.6", "EMIS-11.4")
@pytest.mark.parametrize("language", LANGUAGES)
def test_status(language: str) -> None:
    """Where one is, what is trump, how many are won and demanded, how many cards are left; nothing before."""
    assert not torite.lay_out(table(HAND, STOCK), 0, language).status
    m = answer(take(table("D3 C4 C5 C6 S8 S7 S6 S5", STOCK, at=4), "select SJ"), "D3 C4 S5")
    status = " ".join(torite.lay_out(m, 0, language).status)
    assert all(text in status for text in ("♦", "2", "4", "5"))
    take(m, "use SJ 7")
    assert "♠" in " ".join(torite.lay_out(m, 0, language).status)


@clause("EMIS-2.2", "EMIS-2.3")
def test_choice_of_a_kingdom_is_a_station() -> None:
    """Only the numbers that are open, which need not be in a row."""
    visit = of_kind(NumberChoice, *torite.lay_out(table(won=[3, 6]), 0, "en").choices)
    assert ("visit", True, None) == (visit.verb, visit.stations, visit.piece)
    assert [1, 2, 4, 5, 7, 8] == visit.numbers


@clause("EMIS-6.7", "EMIS-8.2")
def test_choice_of_politics_names_the_piece_and_stations() -> None:
    """One choice each for vassal and allies."""
    m = take(table(at=4, won=[3]), "select SJ", "select DJ")
    found = choices(m)
    assert {"turn", "select", "use", "use SJ", "use SK"} == set(found)
    for piece in ("SJ", "SK"):
        one = of_kind(NumberChoice, found[f"use {piece}"])
        assert (True, piece) == (one.stations, one.piece)
        assert [1, 2, 5, 6, 7, 8] == one.numbers
    assert ["DJ"] == of_kind(Tap, found["use"]).pieces
    assert ["CJ", "HJ"] == sorted(of_kind(Tap, found["select"]).pieces)


@clause("EMIS-6.14")
def test_choice_of_commerce() -> None:
    """Pick just two of the hand."""
    m = take(table(HAND, STOCK, at=4), "select DJ", "use DJ")
    pick = of_kind(Pick, *torite.lay_out(m, 0, "en").choices)
    assert ("discard", 2, 2) == (pick.verb, pick.least, pick.most)
    assert set(m.cards(0)) == set(pick.pieces)


@clause("EMIS-3.9", "EMIS-3.12")
def test_last_trick_is_kept_when_the_next_card_is_turned() -> None:
    """The king's card first, then the answer."""
    m = answer(table(HAND, STOCK, at=4), "C3 C4")
    last = sure(torite.lay_out(m, 0, "en").last_trick)
    assert ["S4"] == zone(m, "trick")
    assert [(1, ["H3"]), (0, ["C4"])] == [(one.seat, codes_of(one.pieces)) for one in last]
    assert 1 == torite.lay_out(m, 0, "en").last_taker
    take(m, "play S5")
    assert 0 == torite.lay_out(m, 0, "en").last_taker
    assert torite.lay_out(table(HAND, STOCK, at=4), 0, "en").last_trick is None


@clause("EMIS-3.2", "EMIS-5.2", "EMIS-6.14")
def test_prompts_differ_and_teach() -> None:
    """In every phase another one, in both languages; the second window says that it is the last."""
    m = table(HAND, STOCK)
    prompts: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for code in ("visit 4", "turn", "play C3", "select DJ", "use DJ", "discard C4 C5", "turn"):
        for language in LANGUAGES:
            prompts[language].append(torite.lay_out(m, 0, language).prompt)
        take(m, code)
    for language in LANGUAGES:
        assert all(prompts[language])
        assert len(set(prompts[language])) >= 5
    assert "♥2" in prompts["en"][2]


@clause("EMIS-2.6", "EMIS-3.1", "EMIS-6.2", "EMIS-6.7", "EMIS-9.1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_log_tells_what_happened(language: str) -> None:
    """Cards turned, discarded and exchanged, and the end."""
    m = table("D3 D4 C5 C6 S8 S7 S6 S5", STOCK, at=4)
    take(m, "select HJ", "select SJ", "turn", "use HJ", "use SJ 7")
    texts = [line.text for line in torite.lay_out(m, 0, language).log]
    assert "♥2" in texts[-3]
    assert all(card in texts[-2] for card in ("♦3", "♦4"))
    assert "7" in texts[-1]
    assert "♠" in texts[-1]


def ended(*won: int, lost: bool = False, variant: str = SEED) -> Match:
    """A match that is over: all of the kingdoms won, or kingdom 1 lost after some."""
    if lost:
        m = table("C2 C3 C4 C5 C6 C7 C8 CA", "H2 H3", at=1, won=won, variant=variant)
        return answer(m, "C2 C3")
    hand, stock = easy_visit(8, "D")
    return answer(table(hand, stock, at=8, won=won, variant=variant), hand)


@clause("EMIS-10.1", "EMIS-10.2")
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_the_end(language: str) -> None:
    """Won: all eight and the score; lost: the kingdom and the score; a line to share of both."""
    for m, texts in ((ended(1, 2, 3, 4, 5, 6, 7), ("16",)), (ended(8, 2, lost=True), ("1", "4"))):
        scene = torite.lay_out(m, 0, language)
        assert m.over
        assert sure(scene.result).text == scene.prompt
        share = share_sentence(m, language)
        assert share
        for text in texts:
            assert text in sure(scene.result).text
            assert text in share
        assert "{" not in share + scene.prompt
    assert share_sentence(ended(1, 2, 3, 4, 5, 6, 7), "en") != share_sentence(ended(8, 2, lost=True), "en")


@clause("EMIS-9.2")
@pytest.mark.parametrize("language", LANGUAGES)
def test_too_many_and_too_few_are_told_apart(language: str) -> None:
    """At the end, in the line to share and in the log: how many were won, how many demanded."""
    many = answer(table("D8 D6 D5 D4 D3 S2 S3 S5", STOCK.replace("S4", "H4"), at=4), "D8 D6 D5 D4 D3")
    few = answer(table("C3 C4 C5 C6 S8 S7 S6 S5", "H2 H3 H4 H5 H6 H7 H8 HA", at=4), "C3 C4 C5 C6 S8 S7 S6 S5")
    assert many.over
    assert few.over
    for m in (many, few):
        assert "4" in torite.lay_out(m, 0, language).prompt
        assert "4" in str(share_sentence(m, language))
    digits = str.maketrans("", "", "0123456789")
    prompts = [torite.lay_out(m, 0, language).prompt.translate(digits) for m in (many, few)]
    assert prompts[0] != prompts[1]
    assert str(share_sentence(many, language)).translate(digits) != str(share_sentence(few, language)).translate(digits)


@clause("EMIS-3.11", "EMIS-9.2")
def test_line_to_share_does_not_say_one_too_many_of_four_too_many() -> None:
    """Without `stop_when_lost` eight arguments can be won where four were demanded."""
    hand, stock = easy_visit(8, "D")
    m = answer(table(hand, stock, at=4, stop_when_lost=False), hand)
    assert (True, 8) == (m.over, m.public.arguments)
    assert "one argument too many" not in str(share_sentence(m, "en"))


def test_nothing_to_share_before_the_end() -> None:
    """While the match goes on."""
    assert share_sentence(table(HAND, STOCK, at=4), "en") is None
    assert share_sentence(table(won=[4]), "ja") is None


@clause("EMIS-10.2")
def test_winners_of_the_result() -> None:
    """The player, or nobody."""
    results = [sure(torite.lay_out(m, 0).result) for m in (ended(1, 2, 3, 4, 5, 6, 7), ended(8, 2, lost=True))]
    assert [[0], []] == [result.winners for result in results]


@pytest.mark.parametrize("variant", [SEED, PUBLISHED])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_scene_has_a_hole(variant: str, language: str) -> None:
    """In matches played to their end: no sentence with a name left open, and codes of choices are those allowed."""
    for seed in range(4):
        m = torite.Match(variant, seed=seed, pause=True)
        while not m.over:
            if m.turns.awaits_chance:
                m.go_on()
            scene = torite.lay_out(m, 0, language)
            text = " ".join([scene.prompt, *scene.status, *(line.text for line in scene.log)])
            assert "{" not in text
            assert legal(m) == {code for one in scene.choices for code in one.codes}
            code = sorted(legal(m))[seed % len(legal(m))] if legal(m) else ""
            m.act(0, f"discard {' '.join(m.cards(0)[:2])}" if code.startswith("discard") else code)
