"""The play of a trick: clauses CUC-3 and the worked examples on them."""

import pytest

import torite
from tests.aloud import play, turn
from tests.clauses import clause
from tests.games.cucumber.builders import (
    PRESETS,
    VARIANTS,
    at_table,
    cards_open,
    codes,
    decline_all,
    follow,
    follow_at,
    last_trick,
    score,
    seats_of,
    sets,
    sets_open,
    trick_winner,
)

MUST_BEAT = [v for v in VARIANTS if PRESETS[v]["may_duck"] == "no"]
MAY_DUCK = [v for v in VARIANTS if PRESETS[v]["may_duck"] == "yes"]
BY_PREVIOUS = [v for v in VARIANTS if PRESETS[v]["beat_reference"] == "previous"]
SINGLES = [v for v in VARIANTS if PRESETS[v]["lead_count"] == "one"]


@clause("CUC-3.1")
@pytest.mark.parametrize("dealer", range(4))
def test_dealers_left_leads(dealer: int) -> None:
    """The seat clockwise of the dealer leads to the first trick."""
    assert (dealer + 1) % 4 == turn(at_table(seats=4, dealer=dealer))


@clause("CUC-3.3")
def test_everybody_plays_one_card_clockwise() -> None:
    """Each other active player plays exactly one card, clockwise, and cannot pass."""
    m = at_table("C2 C3", "", "D2 D3", "H2 H3", dealer=0, initial={"out": [0, 1, 0, 0]})
    turns = []
    for card in ("D2", "H2", "C2"):
        turns.append(turn(m))
        assert {"play"} == {code.split()[0] for code in codes(m)}
        m.act(turn(m), f"play {card}")
    assert [2, 3, 0] == turns
    assert [1, 0, 1, 1] == [len(m.cards(seat)) for seat in range(4)]


@clause("CUC-3.3")
def test_nobody_plays_two_cards_or_out_of_turn() -> None:
    """A second card, a pass and a card of another seat are refused and change nothing."""
    m = at_table("C2 C3", "D2 D3", "H2 H3")
    for code in ("play C2 C3", "pass", "keep"):
        with pytest.raises(torite.IllegalMove):
            m.act(0, code)
    with pytest.raises(torite.NotYourTurn):
        m.act(1, "play D2")
    assert (0, {"C2", "C3"}) == (turn(m), cards_open(m))


@clause("CUC-3.4")
def test_follower_beats_or_throws_the_lowest() -> None:
    """Legal are all cards that beat the reference and the lowest; a middle card that does not beat is not."""
    assert {"C3", "C9", "CQ"} == follow("H8", "C3 C5 C7 C9 CQ")


@clause("CUC-3.4")
def test_refusal_names_its_clause() -> None:
    """A card that neither beats nor is lowest is refused with a clause on followers."""
    m = follow_at("H8", "C3 C5 C9")
    with pytest.raises(torite.IllegalMove) as refusal:
        m.act(1, "play C5")
    assert refusal.value.facts["clause"] in {"CUC-3.4", "CUC-3.5", "CUC-3.6"}


@clause("CUC-3.5", "EX-CUC-3")
@pytest.mark.parametrize("variant", VARIANTS)
def test_reference_of_each_preset(variant: str) -> None:
    """On 8, K, 3 the previous card is beaten by 4, 6, 9 and A, the highest by the ace only."""
    if variant in BY_PREVIOUS:
        expected = {"S4", "D6", "S9", "SA"}
    else:
        expected = {"SA"} if variant in MUST_BEAT else {"S4", "SA"}
    assert expected == follow("C8 CK C3", "S4 D6 S9 SA", variant)


@clause("CUC-3.5", "CUC-3.6")
@pytest.mark.parametrize(
    ("variant", "language", "asked", "refused"),
    [
        (
            "agurk",
            "en",
            "at least ♣3 (the card just before), or your lowest",
            "weaker than ♣8 (the card just before), and",
        ),
        ("agurk", "ja", "直前の♣3以上か", "直前の♣8に勝てず"),
        (
            "agurk-trad",
            "en",
            "at least ♣K (the strongest so far), or your lowest",
            "weaker than ♣K (the strongest so far)",
        ),
        ("agurk-trad", "ja", "いま最強の♣K以上か", "いま最強の♣Kに勝てず"),
    ],
)
def test_what_a_follower_measures_up_to_is_told(variant: str, language: str, asked: str, refused: str) -> None:
    """On 8, K, 3 the three needs saying beside a king that is called the strongest; so does a refusal."""
    m = follow_at("C8 CK C3", "S4 D6 S9 SA", variant)
    assert asked in torite.lay_out(m, turn(m), language).prompt
    m = follow_at("CK C8", "S4 D6 S9 SA", variant)
    with pytest.raises(torite.IllegalMove) as refusal:
        m.act(turn(m), "play D6")
    assert refused in refusal.value.say(language)


@clause("CUC-3.5", "EX-CUC-3")
@pytest.mark.parametrize("variant", VARIANTS)
def test_any_preset_can_be_switched(variant: str) -> None:
    """`beat_reference` turns either reading into the other."""
    switched = "highest" if variant in BY_PREVIOUS else "previous"
    if switched == "previous":
        expected = {"S4", "D6", "S9", "SA"}
    else:
        expected = {"SA"} if variant in MUST_BEAT else {"S4", "SA"}
    assert expected == follow("C8 CK C3", "S4 D6 S9 SA", variant, beat_reference=switched)


@clause("CUC-3.6", "EX-CUC-1")
def test_equal_card_beats() -> None:
    """On an 8 the hand 4, 4, 8, J has 8, J and either 4; without equality J and either 4."""
    assert {"C4", "H4", "H8", "CJ"} == follow("C8", "C4 H4 H8 CJ")
    assert {"C4", "H4", "CJ"} == follow("C8", "C4 H4 H8 CJ", beat_equal=False)


@clause("CUC-3.6")
@pytest.mark.parametrize("variant", [v for v in VARIANTS if v != "gurka-is-strict"])
def test_equal_card_beats_in_all_presets_but_one(variant: str) -> None:
    """A card of the same strength beats the reference, and the next lower one does not."""
    expected = {"S9"} if variant in MUST_BEAT else {"S9", "S3"}
    assert expected == follow("H9", "S9 S8 S3", variant)


@clause("CUC-3.7", "EX-CUC-2")
def test_ducking_is_allowed() -> None:
    """On a king the hand 5, 7, A may play the ace or throw the 5."""
    assert {"CA", "C5"} == follow("HK", "C5 C7 CA")


@clause("CUC-3.7")
@pytest.mark.parametrize("variant", VARIANTS)
def test_ducking_of_each_preset(variant: str) -> None:
    """The lowest card may be thrown beside a beating one, except where one must win."""
    expected = {"S5", "SA"} if variant in MAY_DUCK else {"SA"}
    assert expected == follow("HK", "S5 H7 SA", variant)


@clause("CUC-3.7")
def test_without_ducking_the_lowest_is_thrown_only_for_want_of_better() -> None:
    """Who must beat and cannot throws the lowest, not any card."""
    assert {"C2"} == follow("HK", "C2 C5 CQ", may_duck=False)
    assert {"CK", "CA"} == follow("HK", "C2 CK CA", may_duck=False)


@clause("CUC-3.8", "EX-CUC-1")
def test_any_of_several_lowest_cards() -> None:
    """Of several lowest cards any may be thrown, and no other."""
    assert {"C4", "H4", "S4"} == follow("DK", "C4 H4 S4 C5")


@clause("CUC-3.9", "EX-CUC-4")
def test_strongest_card_wins_the_trick() -> None:
    """On 8, K, 3, 9 the king leads next, not the last card that beat the one before."""
    assert 1 == trick_winner("C8 CK C3 C9")


@clause("CUC-3.9")
def test_lowest_card_may_win() -> None:
    """A king thrown as lowest on a king wins the trick where equal cards do not beat."""
    m = at_table("CK C2", "HK HA", beat_equal=False)
    play(m, "CK")
    assert {"HK", "HA"} == cards_open(m)
    assert 1 == turn(play(m, "HK"))


@clause("CUC-3.9")
def test_winner_leads_and_then_clockwise() -> None:
    """The next trick goes clockwise from the winner of the last."""
    m = at_table("C2 C4 C9", "H2 H4 HK", "S2 S4 S9", out_at=99)
    play(m, "C2 HK S2")
    turns = []
    for card in ("H2", "S4", "C4"):
        turns.append(turn(m))
        m.act(turn(m), f"play {card}")
    assert [1, 2, 0] == turns
    assert 0 == turn(m)


@clause("CUC-3.10", "EX-CUC-5")
def test_last_of_equal_cards_wins_the_trick() -> None:
    """On 8, J, K, K, 3, 9 the second king wins."""
    assert 3 == trick_winner("C8 CJ CK HK C3 C9")


@clause("CUC-3.10")
@pytest.mark.parametrize("variant", SINGLES)
def test_last_of_equal_cards_wins_in_every_preset(variant: str) -> None:
    """Of three equal cards the last wins, also where all of a tie would lose the last trick."""
    assert 2 == trick_winner("C8 H8 S8", variant)


@clause("CUC-3.11")
@pytest.mark.parametrize(
    ("variant", "cards"),
    [
        ("ogorek", "CK C2 H2"),
        ("gurka-no-ace", "CA HA SA"),
        ("gurka-se-ace", "CA HA SA"),
        ("gurka-is", "CK C2 H2"),
    ],
)
def test_no_choice_in_the_last_trick(variant: str, cards: str) -> None:
    """The one card left is played whatever it is."""
    m = decline_all(at_table(*cards.split(), variant=variant, out_at=99, buy_in="none"))
    for card in cards.split():
        assert {f"play {card}"} == {code.removesuffix(" +") for code in codes(m)}
        m.act(turn(m), f"play {card}")
    assert m.log.deal_over


@clause("CUC-3.11")
@pytest.mark.parametrize("variant", VARIANTS)
def test_play_goes_on_until_hands_are_empty(variant: str) -> None:
    """A deal has as many tricks of one card as there are cards in a hand, and ends with empty hands."""
    seats = seats_of(variant)[0]
    m = decline_all(at_table(variant=variant, seats=seats, hand_size=4, hand_rule="fixed", lead_count="one"))
    tricks = 0
    while not m.log.deal_over and m.actors and "play" in {c.split()[0] for c in codes(m)}:
        m.act(turn(m), sorted(codes(m))[0])
        tricks += 1
    assert 4 * seats == tricks
    assert [[]] * seats == [m.cards(seat) for seat in range(seats)]


@clause("CUC-3.13")
def test_forced_card_is_played_by_its_holder() -> None:
    """The last card is not played by itself: each holder is asked in turn."""
    m = at_table("C2", "C3", "C4")
    asked = []
    for card in ("C2", "C3", "C4"):
        asked.append((turn(m), codes(m)))
        m.act(turn(m), f"play {card}")
    assert [(0, {"play C2"}), (1, {"play C3"}), (2, {"play C4"})] == asked


@clause("CUC-3.13")
def test_no_question_that_the_public_state_answers() -> None:
    """With an empty stock nobody is asked to exchange; a Rassi hand with a king is asked all the same."""
    m = at_table(variant="agurk-joker", seats=5, hand_size=11)
    assert {"play"} == {code.split()[0] for code in codes(m)}
    m = at_table("CK C2", "C3 C4", variant="rassi")
    assert {"keep"} == codes(m)


@clause("CUC-3.14", "GURKA_IS-1.7")
def test_last_trick_of_several_cards() -> None:
    """On a last lead of two cards everybody plays both, though they neither beat nor are wanted."""
    m = at_table("C9 H9", "CK C2", "C4 C3", variant="gurka-is", keep_last_single=False)
    m.act(0, "play C9 H9")
    assert sets("CK C2") == sets_open(m)
    m.act(1, "play CK C2")
    assert sets("C4 C3") == sets_open(m)
    m.act(2, "play C3 C4")
    assert [0, 13, 0] == score(m)


@clause("CUC-3.14")
def test_last_trick_of_several_cards_where_one_must_beat() -> None:
    """The whole hand goes in a last trick of several cards also where ducking is not allowed."""
    m = at_table("C9 H9", "CK C2", variant="gurka-is", keep_last_single=False, may_duck=False)
    m.act(0, "play C9 H9")
    assert sets("CK C2") == sets_open(m)


@clause("CUC-4.1", "CUC-3.11")
def test_last_trick_is_the_one_that_empties_the_hands() -> None:
    """An ace taken in the trick before costs nothing."""
    m = at_table("CA C2", "C3 C4", "H3 H4")
    play(m, "CA C3 H3")
    assert [0, 0, 0] == score(m)
    assert [0, 0, 4] == score(play(m, "C2 C4 H4"))
    assert [0, 0, 14] == score(last_trick("C2 C3 CA"))
