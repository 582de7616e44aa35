"""Ogórek of Poland: clauses OGOREK-1 and OGOREK-2."""

import pytest

from tests.aloud import take
from tests.clauses import clause
from tests.games.cucumber.builders import asks, at_table, follow, last_trick, out, refuses, row, score, verbs
from torite.match import Arrangement


@clause("OGOREK-1.1")
@pytest.mark.parametrize(("seats", "pack"), [(2, 52), (7, 52), (8, 104), (17, 104)])
def test_players_cards_and_packs(seats: int, pack: int) -> None:
    """Six cards each, of two packs from eight players on."""
    m = at_table(variant="ogorek", seats=seats)
    assert [6] * seats == [len(m.cards(seat)) for seat in range(seats)]
    assert pack - 6 * seats == m.public.stock_left


@clause("OGOREK-1.1", "OGOREK-1.2")
def test_numbers_of_players() -> None:
    """Two to seventeen players."""
    assert [True, False, False, True] == [refuses("ogorek", n) for n in (1, 2, 17, 18)]


@clause("OGOREK-1.3")
def test_points() -> None:
    """An ace counts 1, a king still 13."""
    assert [1, 0] == score(last_trick("CA C2", variant="ogorek"))
    assert [13, 0] == score(last_trick("CK C2", variant="ogorek"))


@clause("OGOREK-1.4", "EX-CUC-16")
def test_ace_in_the_last_trick() -> None:
    """On A, K, 5, 9 the ace adds 1; where it is the lowest card the king adds 13."""
    assert [1, 0, 0, 0] == score(last_trick("CA CK C5 C9", variant="ogorek"))
    assert [0, 13, 0, 0] == score(last_trick("CA CK C5 C9", variant="ogorek-trad"))


@clause("OGOREK-1.4")
def test_ace_is_strong_in_other_tricks() -> None:
    """Also in the traditional form an ace beats a king before the last trick."""
    assert {"CA"} == follow("HK", "CA C9 C2", "ogorek-trad")


@clause("OGOREK-1.5", "EX-CUC-15")
def test_must_beat() -> None:
    """On a 7 the hand 2, 7, 10 has 7 and 10; 2, 5, 6 has only the 2."""
    assert {"C7", "C10"} == follow("H7", "C2 C7 C10", "ogorek")
    assert {"C2"} == follow("H7", "C2 C5 C6", "ogorek")


@clause("OGOREK-1.5")
def test_reference_of_the_two_forms() -> None:
    """On 9, K, 3 a four must beat the three, or in the traditional form must be thrown under the king."""
    assert {"C4", "C5"} == follow("H9 HK H3", "C4 C5", "ogorek")
    assert {"C4"} == follow("H9 HK H3", "C4 C5", "ogorek-trad")


@clause("OGOREK-1.6")
@pytest.mark.parametrize(("variant", "limit"), [("ogorek", 50), ("ogorek-21", 21), ("ogorek-contra", 50)])
def test_limits(variant: str, limit: int) -> None:
    """50 is out, or 21 in the variation."""
    assert [0] == out(last_trick("C9 C2 C3", variant=variant, score=[limit - 9, 0, 0]))
    assert [] == out(last_trick("C9 C2 C3", variant=variant, score=[limit - 10, 0, 0]))


@clause("OGOREK-1.7")
def test_ties_of_the_two_forms() -> None:
    """On 9, 9 the first is refunded, or in the traditional form adds nine as well."""
    assert [1, 19] == score(last_trick("C9 H9", variant="ogorek", score=[10, 10]))
    assert [19, 19] == score(last_trick("C9 H9", variant="ogorek-trad", score=[10, 10]))


@clause("OGOREK-2.1", "OGOREK-2.3")
def test_contra_is_asked_clockwise_once() -> None:
    """From the dealer's left each is asked once, the dealer last, and then the first lead follows."""
    m = at_table(variant="ogorek-contra", seats=4, dealer=1)
    asked = []
    for _ in range(4):
        asked.append(asks(m))
        take(m, "pass")
    assert [(seat, {"contra", "pass"}) for seat in (2, 3, 0, 1)] == asked
    assert (2, {"play"}) == asks(m)
    assert -1 == m.public.contra_by


@clause("OGOREK-2.2")
@pytest.mark.parametrize("passes", range(4))
def test_first_contra_ends_the_questions(passes: int) -> None:
    """After a contra nobody else is asked."""
    m = take(at_table(variant="ogorek-contra", seats=4), *["pass"] * passes, "contra")
    assert (0, {"play"}) == asks(m)
    assert passes == m.public.contra_by


@clause("OGOREK-2.2")
def test_contra_holds_for_one_deal() -> None:
    """The next deal asks again and costs single points without a new contra."""
    m = last_trick("C9 C2", variant="ogorek-contra", contra=1)
    assert [18, 0] == score(m)
    m.chance.arrange(Arrangement(hands={0: "C9", 1: "C2"}))
    m.go_on()
    assert {"contra", "pass"} == verbs(m)
    take(m, "pass", "pass", "play C2", "play C9")
    assert [27, 0] == score(m)


@clause("OGOREK-2.4", "OGOREK-2.5", "EX-CUC-17")
def test_contra_doubles_and_returns_on_its_speaker() -> None:
    """P1 said contra, all at 10: on 5, 9, Q P3 has 34; on Q, 9, 5 P1 has 58 and is out."""
    m = last_trick("C5 C9 CQ", variant="ogorek-contra", score=[10, 10, 10], contra=0)
    assert [10, 10, 34] == score(m)
    m = last_trick("CQ C9 C5", variant="ogorek-contra", score=[10, 10, 10], contra=0)
    assert ([58, 10, 10], [0]) == (score(m), out(m))


@clause("OGOREK-2.4")
def test_no_contra_no_multiplier() -> None:
    """If all pass the card counts once."""
    m = last_trick("C5 C9 CQ", variant="ogorek-contra", score=[10, 10, 10])
    assert ([10, 10, 22], [0, 0, 0]) == (score(m), row(m, "out"))


@clause("OGOREK-2.6", "EX-CUC-40")
def test_contra_with_several_losers() -> None:
    """With `all_lose` the tied speaker adds four times the card, the other twice."""
    m = last_trick("C9 H9 C4", variant="ogorek-contra", contra=1, last_trick_tie="all_lose")
    assert [18, 36, 0] == score(m)


@clause("OGOREK-2.1", "CUC-2.3")
def test_players_who_are_out_are_not_asked_for_contra() -> None:
    """Contra passes over seats that are out."""
    m = at_table(variant="ogorek-contra", seats=4, initial={"out": [1, 0, 1, 0]})
    take(m, "pass")
    assert (3, {"contra", "pass"}) == asks(m)
    take(m, "pass")
    assert (1, {"play"}) == asks(m)
