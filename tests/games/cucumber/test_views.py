"""Who sees what: section 15."""

import itertools

import pytest

from tests.aloud import listed, play, take, turn
from tests.clauses import clause
from tests.games.cucumber.builders import at_table, exchange, last_trick, row
from tests.games.cucumber.views import hand_in, held_in, look, played_in, stock_in, thrown_in, trick_in

VIEWERS = (0, 1, 2, None)


@clause("CUC-2.4")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_own_hand_only(viewer: int | None) -> None:
    """A hand is seen by its owner only, the number of its cards by all."""
    m = at_table("C2 C3 C4", "H2 H3 H4", "S2 S3 S4")
    for owner in range(3):
        expected = m.cards(owner) if owner == viewer else []
        assert expected == hand_in(m, viewer, owner)
    play(m, "C2")
    assert [2, 3, 3] == held_in(m, viewer)


@clause("CUC-2.5")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_stock_is_seen_by_nobody(viewer: int | None) -> None:
    """The stock lies face down; its size is known to all."""
    m = at_table(seats=3)
    assert 31 == look(m, viewer).stock_left
    assert ["?"] * 31 == stock_in(m, viewer)


@clause("CUC-2.5", "MATAPESA-1.3")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_cards_over_are_seen_by_all_where_face_up(viewer: int | None) -> None:
    """With `face_up` everybody sees the very cards that nobody holds."""
    m = at_table(variant="matapesa", seats=3)
    held = {card for owner in range(3) for card in m.cards(owner)}
    (card,) = stock_in(m, viewer)
    assert card not in held


@clause("AGURK-2.9", "GURKA_IS-3.3")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_discards_are_remembered_by_their_owner(viewer: int | None) -> None:
    """The discarder remembers what was discarded; the others see only how many."""
    m = at_table("C2 C3 C4", "H2 H3 H4", "S2 S3 S4", variant="agurk-joker", stock="DK DQ")
    take(m, "exchange C2 C4")
    assert (["C2", "C4"] if viewer == 0 else []) == thrown_in(m, viewer, 0)
    assert 2 == look(m, viewer).exchanged
    assert ["?"] * 44 == stock_in(m, viewer)
    assert (["C3", "DQ", "DK"] if viewer == 0 else []) == sorted(hand_in(m, viewer, 0), key=["C3", "DQ", "DK"].index)


@clause("AGURK-2.9", "RASSI-2.8")
def test_history_shows_the_number_of_an_exchange_only() -> None:
    """In the history of the others an exchange is a number."""
    m = take(at_table("C2 C3 C4", "", "", variant="agurk-joker"), "exchange C2 C4")
    shown = [[seen.code for seen in m.history(seat) if seen.seat == 0] for seat in range(3)]
    assert [["exchange C2 C4"], ["exchange 2"], ["exchange 2"]] == shown


@clause("RASSI-2.8")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_rassi_answers_are_public_and_hands_are_not(viewer: int | None) -> None:
    """Everybody hears who took what in which round, and sees no hand."""
    m = at_table("C2 C3", "H2 H3", "S2 S3", variant="rassi")
    take(m, "free", "keep", "keep", "keep", "double", "keep")
    assert [1, 2, 1] == row(m, "factor")
    for owner in range(3):
        expected = m.cards(owner) if owner == viewer else []
        assert expected == hand_in(m, viewer, owner)
    heard = ["free", "keep", "keep", "keep", "double", "keep"]
    assert heard == [seen.code for seen in m.history(0 if viewer is None else viewer) if seen.seat >= 0]


@clause("RASSI-2.9")
def test_being_asked_does_not_betray_a_hand() -> None:
    """Whether a hand holds a king, the others see the same question."""
    with_king = at_table("CK C2", "H2 H3", "S2 S3", variant="rassi")
    without = at_table("C4 C2", "H2 H3", "S2 S3", variant="rassi")
    for m in (with_king, without):
        assert 0 == turn(m)
        assert () == tuple(m.actions(1))
        assert ([], [2, 2, 2], 46) == (hand_in(m, 1, 0), held_in(m, 1), m.view(1).stock_left)


@clause("CUC-3.12")
@pytest.mark.parametrize(("viewer", "visible"), list(itertools.product(VIEWERS, (False, True))))
def test_current_trick_is_seen_by_all_and_finished_ones_by_option(viewer: int | None, visible: bool) -> None:
    """The trick on the table is open; earlier ones only with `played_visible`."""
    m = at_table("C2 C9 CJ", "C3 H9 HJ", "C4 S9 SJ", played_visible=visible)
    play(m, "C2 C3 C4 S9 CJ")
    assert [["CJ"], [], ["S9"]] == trick_in(m, viewer)
    assert ({"C2", "C3", "C4"} if visible else set()) | {"CJ", "S9"} == played_in(m, viewer)


@clause("CUC-3.11", "CUC-3.13")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_last_card_is_secret_until_played(viewer: int | None) -> None:
    """The card left for the last trick is known to its owner only."""
    m = play(at_table("C2", "H9", "SJ"), "C2")
    assert (["H9"] if viewer == 1 else []) == hand_in(m, viewer, 1)
    assert [["C2"], [], []] == trick_in(m, viewer)


@clause("CUC-2.2", "CUC-4.2", "CUC-6.1", "OGOREK-2.1", "NORWEGIAN-1.2")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_public_state(viewer: int | None) -> None:
    """Totals, chips, pot, dealer, contra and the size of the next hands are seen by all."""
    m = last_trick("C9 C2 C3", variant="norwegian", out_at=99)
    m.go_on()
    seen = look(m, viewer)
    assert [9, 0, 0] == list(seen.score[:3])
    assert ([9, 9, 9], 3) == (list(seen.chips[:3]), seen.pot)
    assert (1, 7) == (seen.dealer, seen.hand_size)
    m = take(at_table(variant="ogorek-contra", seats=3), "pass", "contra")
    assert 1 == look(m, viewer).contra_by


@clause("CUC-17.3")
def test_what_is_legal_shows_in_the_own_view() -> None:
    """Two deals that a follower cannot tell apart offer the same cards."""
    first = play(at_table("H8 H2 H3", "C4 C8 CJ", "S2 S3 S4"), "H8")
    second = play(at_table("H8 HA HK", "C4 C8 CJ", "D2 SA SK", seed=5), "H8")
    offered = [{str(action) for action in m.actions(1)} for m in (first, second)]
    assert offered[0] == offered[1] == {"play C8", "play CJ", "play C4"}


@clause("CUC-17.4", "RASSI-2.7")
def test_every_card_is_somewhere_once() -> None:
    """Hands, stock, discards and played cards together are the whole pack."""
    m = at_table("C2 C3 C4", "H2 H3 H4", "S2 S3 S4", variant="agurk-joker", played_visible=True)
    exchange(exchange(m, 2), 2)
    take(m, "keep")
    for _ in range(4):
        m.act(turn(m), str(m.actions(turn(m))[0]))
    cards = [card for seat in range(3) for card in m.cards(seat)]
    cards += [card for seat in range(3) for card in thrown_in(m, seat, seat)]
    cards += [card for held in trick_in(m, None) for card in held]
    cards += listed(m, m.public.played)
    assert 55 == m.public.stock_left + len(cards)
    assert len(cards) - cards.count("JR") == len(set(cards) - {"JR"})
