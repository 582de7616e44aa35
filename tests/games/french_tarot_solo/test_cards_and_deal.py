"""Roles, cards and the deal: sections 1 to 3."""

from __future__ import annotations

from typing import Any

import pytest

import torite
from tests.aloud import listed
from tests.clauses import clause
from tests.games.french_tarot_solo.builders import (
    LOW_FIRST,
    NAME,
    begin,
    codes,
    dealt,
    last_told,
    legal,
    lying,
    on_trick,
    phase,
    play_dummy,
    play_on,
    play_random,
    play_trick,
    scored,
    shown,
    table,
    take,
    told,
    whole,
    won,
)
from tests.games.french_tarot_solo.naive import AI, CARDS, DUMMY, ME, PLAIN, RANKS, TRUMPS, points
from tests.games.french_tarot_solo.plans import deal_worth
from torite import Match
from torite.match import Arrangement

PETIT_SEC = "T1 " + " ".join(LOW_FIRST[:23])


def shuffled(m: Match, cards: list[str]) -> Match:
    """Tell a match that waits how the pack is shuffled."""
    assert m.log.ask is not None
    assert (m.log.ask.n, m.log.ask.name) == (78, "deal")
    m.gestures.settle("deal", [m.game.pack.kind(card) for card in cards])
    return m


def packed(hand: list[str]) -> list[str]:
    """A shuffled pack that deals the player this hand."""
    rest = iter(card for card in CARDS if card not in hand)
    own = iter(hand)
    return [next(own) if position % 13 < 4 else next(rest) for position in range(78)]


def duel(leads: list[str], mine: list[str]) -> list[int]:
    """Who wins each trick when the AI leads these cards and the player plays those; the Dummy has neither suit."""
    suits = {card[0] for card in (*leads, *mine)}
    others = [card for card in PLAIN if card[0] not in suits]
    kitty = [card for card in others if card[1:] != "K"][:6]
    spare = [card for card in CARDS if card not in (*leads, *mine, *others)]
    pool = [card for card in others if card not in kitty]
    dummy = [*pool, *spare[-2:]][:24]
    filled = [*mine, *pool[24:], *spare][:24]
    m = begin(table(" ".join(filled), " ".join(leads), " ".join(dummy), " ".join(kitty)))
    for card in mine:
        play_trick(m, card)
    return [side for side, _ in told(m, "takes")]


# roles


@clause("TAROT-1.1", "TAROT-1.2")
def test_one_player_and_two_figures() -> None:
    """One seat; the AI is side 1 and the Dummy side 2, in no table of two seats."""
    game, variant = torite.games()[NAME]
    assert ((1, 1), 1) == (variant.seats, variant.default_seats)
    assert [NAME] == [name for name, (other, _) in torite.games().items() if other.name == game.name]
    scene = torite.lay_out(table(), 0, "en")
    assert [(1, "The AI"), (2, "The Dummy")] == [(one.seat, one.name) for one in scene.figures]
    assert [0] == [one.seat for one in scene.seats]
    with pytest.raises(torite.BadOptions):
        torite.Match(NAME, seats=2)


@clause("TAROT-1.1", "TAROT-8.4")
def test_player_alone_acts() -> None:
    """For the Dummy too; the figures never do."""
    m = table()
    while not m.log.deal_over:
        assert (0,) == m.actors
        assert not any(one.acts for one in torite.lay_out(m, 0).figures)
        play_random(m, until=m.public.tricks_played + 1)


@clause("TAROT-1.2")
def test_order_of_a_trick() -> None:
    """The AI, the Dummy, the player."""
    m = begin(table("S9", "S7", "S8"))
    assert ["", "S7", ""] == on_trick(m)
    take(m, "play S8")
    assert ["", "S7", "S8"] == on_trick(m)
    take(m, "play S9")
    assert ["S9", "S7", "S8"] == [listed(m, row)[0] for row in m.public.last_trick]


@clause("TAROT-1.3", "TAROT-14.9")
@pytest.mark.parametrize("seed", range(4))
def test_player_is_the_declarer(seed: int) -> None:
    """Every deal is his to make; both defenders score alike."""
    m = play_random(torite.Match(NAME, seed=seed, pause=True))
    assert {("made" in scored(m)) or ("failed" in scored(m)), scored(m)["scores"] == m.scores[0]} == {True}
    assert scored(m)["scores"] + 2 * scored(m)["defender_scores"] == 0


@clause("TAROT-1.4", "TAROT-15.1", "TAROT-15.3")
@pytest.mark.parametrize("count", [1, 2, 6])
def test_number_of_deals(count: int) -> None:
    """The session is over after as many deals as were agreed."""
    m = torite.Match(NAME, options={"deal_count": count}, seed=5, pause=True)
    for deal in range(1, count + 1):
        play_random(m, deal)
        assert (deal, deal == count) == (m.public.deals_played, m.over)
        if not m.over:
            m.go_on()
    assert count == len(m.score_sheet.deals)


# cards


@clause("TAROT-2.1", "TAROT-2.2", "TAROT-2.5", "TAROT-2.10")
def test_pack() -> None:
    """Four suits of fourteen, twenty-one trumps and the Excuse, each once; the Excuse has a black star."""
    m = table()
    pack = m.game.pack
    assert {*CARDS} == {code for code in pack.codes if code}
    assert sorted(CARDS) == sorted(whole(m)) == sorted(listed(m, m.public.in_play))
    assert [14] * 4 == [len([card for card in PLAIN if card[0] == colour]) for colour in "SHDC"]
    glyphs = {
        piece.code: piece.glyph
        for one in torite.lay_out(play_on(table("EX SK")), 0).zones
        for piece in one.pieces
        if piece
    }
    assert ("★", "♠K") == (glyphs["EX"], glyphs["SK"])


@clause("TAROT-2.3", "TAROT-10.2")
@pytest.mark.parametrize("suits", ["SH", "DC"])
def test_ranks_of_the_suits(suits: str) -> None:
    """Each card beats the one below it, whether it was led or follows."""
    leads = [colour + RANKS[i] for colour in suits for i in range(1, 13, 2)]
    below = [colour + RANKS[i - 1] for colour in suits for i in range(1, 13, 2)]
    above = [colour + RANKS[i + 1] for colour in suits for i in range(1, 13, 2)]
    assert [AI] * 12 == duel(leads, below)
    assert [ME] * 12 == duel(leads, above)
    kings = [colour + "K" for colour in suits]
    assert [AI] * 2 == duel(kings, [colour + "Q" for colour in suits])


@clause("TAROT-2.4", "TAROT-10.1")
def test_ranks_of_the_trumps() -> None:
    """By number."""
    assert [AI] * 10 == duel([f"T{n}" for n in range(21, 1, -2)], [f"T{n}" for n in range(20, 0, -2)])
    assert [ME] * 10 == duel([f"T{n}" for n in range(1, 21, 2)], [f"T{n}" for n in range(2, 22, 2)])


@clause("TAROT-2.7", "TAROT-2.6")
@pytest.mark.parametrize(
    ("card", "led", "have"),
    [
        ("T21", "C2", "5½"), ("T1", "C2", "5½"), ("T2", "C2", "1½"), ("T20", "C2", "1½"), ("EX", "C2", "4"),
        ("SK", "S2", "5½"), ("HQ", "H2", "4½"), ("SC", "S2", "3½"), ("HJ", "H2", "2½"), ("S10", "S9", "1½"),
        ("H3", "H1", "1½"), ("SQ", "SK", "0"), ("S3", "SK", "0"),
    ],
)  # fmt: skip
def test_card_points(card: str, led: str, have: str) -> None:
    """What the declarer has after a first trick to which he plays it, the Dummy throwing a card of half a point.

    His discard counts three.
    """
    colour = card[0] if card[0] in "SH" else "SH"
    rest = [one for one in PLAIN if one[0] in colour and one not in (card, led)][: 13 if len(colour) == 1 else 23]
    hand = [card, *rest, *[one for one in PLAIN if one[0] in "SH" and one[0] not in colour]]
    m = begin(table(" ".join(hand[:24]), led, "D8 D9 D10", "D2 D3 D4 D5 D6 D7", void="T", deal_count=1))
    take(m, "play D8", f"play {card}")
    mine = {card, led, "D8"} if have not in ("0", "4") else {"EX"} - {led, *rest} if card == "EX" else set()
    assert mine == won(m, ME)
    total = {"0": "3", "4": "7"}.get(have) or f"{int(have[:-1]) + 3}½"
    assert f"you have {total}." in torite.lay_out(m, 0, "en").status[0]


@clause("TAROT-2.7", "TAROT-2.8")
@pytest.mark.parametrize("seed", range(12))
def test_points_of_both_sides_are_91(seed: int) -> None:
    """Card by card, at the end of a deal."""
    m = play_random(torite.Match(NAME, options={"bid_policy": "free"}, seed=seed, pause=True), seed)
    own, defence = won(m, ME), won(m, AI) | won(m, DUMMY)
    kitty, away = listed(m, m.public.kitty), lying(m, "laid_away")
    assert {*CARDS} == own | defence | set(kitty) | set(away)
    assert points(own) + points(defence) + points(kitty) + points(away) == 91
    assert scored(m)["trick_points"] == 2 * points(own)
    assert scored(m).get("discard_points", 0) == 2 * points(away)


@clause("TAROT-2.9", "TAROT-2.6", "TAROT-13.2", "TAROT-13.3")
@pytest.mark.parametrize(
    ("own", "needed"),
    [("", 56), ("T21", 51), ("T1", 51), ("EX", 51), ("T21 T1", 41), ("T21 EX", 41), ("T1 EX", 41), ("T21 T1 EX", 36)],
)
def test_points_needed(own: str, needed: int) -> None:
    """By the oudlers: made with just so many, failed by a half with half a point less."""
    m = deal_worth(str(needed), own).play()
    assert (0, len(own.split()), needed) == tuple(scored(m)[line] for line in ("made", "oudlers", "needs"))
    m = deal_worth(str(needed - 0.5), own).play()
    assert (1, needed) == (scored(m)["failed"], scored(m)["needs"])


# deal


@clause("TAROT-3.1", "TAROT-3.2", "TAROT-3.6", "TAROT-3.7")
@pytest.mark.parametrize("turn", [0, 31])
def test_order_of_the_deal(turn: int) -> None:
    """Example 21: six rounds of four, four, four and one."""
    pack = [*CARDS[turn:], *CARDS[:turn]]
    m = shuffled(torite.Match(NAME, options={"bid_policy": "free"}, manual=True, seed=1), pack)
    if phase(m) == "redeal":
        take(m, "keep")
    mine, ai, dummy = ([pack[13 * r + 4 * side + i] for r in range(6) for i in range(4)] for side in range(3))
    assert sorted(mine) == sorted(m.cards(0))
    assert (ai, dummy) == (lying(m, "closed", AI), lying(m, "closed", DUMMY))
    assert sorted(pack[12::13]) == sorted(lying(m, "kitty"))
    assert [24, 24, 24, 6] == [len(m.cards(0)), len(ai), len(dummy), len(lying(m, "kitty"))]
    take(m, "bid garde-sans", "pass")
    assert (pack[4], set(pack[8:11])) == (on_trick(m)[AI], shown(m))
    play_dummy(m)
    assert pack[11] in shown(m)


@clause("TAROT-3.6", "TAROT-8.3")
def test_ai_leads_in_the_order_dealt() -> None:
    """Whatever is played to it."""
    for seed in (1, 2):
        m = begin(torite.Match(NAME, seed=9, pause=True))
        wanted = [*on_trick(m)[1:2], *lying(m, "closed", AI)]
        play_random(m, seed)
        leads = [m.game.pack.codes[kind] for _, kind in told(m, "leads")]
        assert wanted == leads


@clause("TAROT-3.7")
def test_nobody_is_the_dealer() -> None:
    """No mark says so, and none passes on."""
    m = table()
    scene = torite.lay_out(m, 0, "en")
    assert not [mark for one in (*scene.seats, *scene.figures) for mark in one.marks if mark.name == "dealer"]


@clause("TAROT-3.3")
@pytest.mark.parametrize(
    ("hand", "asked"),
    [
        (PETIT_SEC, True),
        ("T1 EX " + " ".join(LOW_FIRST[:22]), False),
        ("T1 T2 " + " ".join(LOW_FIRST[:22]), False),
        ("T2 " + " ".join(LOW_FIRST[:23]), False),
        ("EX " + " ".join(LOW_FIRST[:23]), False),
        (" ".join(LOW_FIRST[:24]), False),
    ],
)
def test_petit_sec(hand: str, asked: bool) -> None:
    """Example 23: trump 1, no other trump and not the Excuse."""
    m = table(hand)
    assert asked == (phase(m) == "redeal")
    if asked:
        assert {"redeal", "keep"} == legal(m)
        take(m, "keep")
    assert "discard" == phase(m)


@clause("TAROT-3.4")
def test_petit_sec_comes_before_the_bid_and_is_not_the_kittys_affair() -> None:
    """The kitty is neither counted nor turned up before."""
    m = table(PETIT_SEC, kitty="T2 T3 T4 EX", bid_policy="free")
    assert {"redeal", "keep"} == legal(m)
    take(m, "keep")
    assert "bid" == phase(m)
    m = table(PETIT_SEC, kitty="T2 T3 T4 EX")
    assert [] == told(m, "turns_up", "is_prise")
    take(m, "keep")
    assert ["is_prise", "turns_up"] == last_told(m)


@clause("TAROT-3.4")
def test_only_the_players_hand_is_looked_at() -> None:
    """An AI or a Dummy with petit sec plays on."""
    for side in ("ai", "dummy"):
        for policy in ("player_right", "automatic"):
            hands = {"ai": PETIT_SEC if side == "ai" else "", "dummy": PETIT_SEC if side == "dummy" else ""}
            m = table("", hands["ai"], hands["dummy"], petit_sec_redeal=policy)
            assert "discard" == phase(m)
            assert 1 == len([entry for entry in m.log.standing if entry.chance])


@clause("TAROT-3.4", "TAROT-3.8")
@pytest.mark.parametrize("policy", ["player_right", "automatic", "off"])
def test_petit_sec_options(policy: str) -> None:
    """A right, a duty, or nothing; `automatic` asks nothing and looks again at each new hand."""
    options: dict[str, Any] = {"petit_sec_redeal": policy}
    m = shuffled(torite.Match(NAME, options=options, manual=True, seed=1), packed(codes(PETIT_SEC)))
    if policy == "automatic":
        for _ in range(3):
            assert m.log.ask is not None
            shuffled(m, packed(codes(PETIT_SEC)))
        assert 4 == len(told(m, "redealt"))
        shuffled(m, list(CARDS))
        assert (4, "discard") == (len(told(m, "redealt")), phase(m))
    else:
        assert ("redeal" if policy == "player_right" else "discard") == phase(m)
        assert [] == told(m, "redealt")


@clause("TAROT-3.5", "TAROT-3.8")
def test_redeals_do_not_count() -> None:
    """Several in a row; the deal that is kept is still the first, a Prise."""
    m = table(PETIT_SEC, deal_count=1)
    for _ in range(3):
        m.chance.arrange(Arrangement(**dealt(PETIT_SEC)))
        take(m, "redeal")
        assert ("redeal", 0) == (phase(m), m.public.deals_played)
    m.chance.arrange(Arrangement(**dealt("T1 T2")))
    take(m, "redeal")
    assert ("discard", 1) == (phase(m), m.public.bid)
    assert {"T1", "T2"} <= set(m.cards(0))
    play_on(m)
    assert (1, True) == (m.public.deals_played, m.over)


@clause("TAROT-3.8", "TAROT-3.6")
def test_a_redeal_shuffles_all_cards() -> None:
    """Each hand is new."""
    m = table(PETIT_SEC, seed=3)
    before = [sorted(m.cards(0)), lying(m, "closed", AI), lying(m, "closed", DUMMY)]
    take(m, "redeal")
    after = [sorted(m.cards(0)), lying(m, "closed", AI), lying(m, "closed", DUMMY)]
    assert all(one != other for one, other in zip(before, after, strict=True))
    assert len(whole(m)) == 78
    assert set(TRUMPS) < whole(m)
