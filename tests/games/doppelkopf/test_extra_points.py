"""Foxes, Charlies and Doppelkopf tricks in deals that are played: clauses DOKO-13 and the worked example on them."""

import itertools
from collections import Counter

import pytest

from tests.aloud import legal, play, take, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import POINTS, contract_by, normal, plain_hand, play_any
from tests.games.doppelkopf.calls import married
from tests.games.doppelkopf.last_tricks import charlies, extras, last_trick
from torite import Match


def foxes(m: Match) -> dict[str, int]:
    """The points for foxes of the deal that was scored last."""
    return {key: amount for key, amount in extras(m).items() if key.startswith("fox")}


def markers(m: Match, seat: int) -> list[str]:
    """The cards that lie face up before a seat, as everybody sees them."""
    return [m.game.pack.codes[kind] for kind in m.game.pack.listed(m.public.markers[seat])]


@clause("EX-DOKO-18", "DOKO-13.6", "DOKO-13.7", "DOKO-13.9")
def test_charlie_catches_charlie() -> None:
    """♣J of A, Re, before ♣J of B, Contra: 1 for winning with it and 1 for the captured one."""
    assert charlies(last_trick("CJ CJ D9 DK")) == {"charlie_re": 1, "caught_re": 1}
    assert charlies(last_trick("CJ CJ D9 DK", charlie_capture=False)) == {"charlie_re": 1}


@clause("EX-DOKO-18", "DOKO-13.8", "DOKO-13.9")
def test_charlie_of_the_partner() -> None:
    """Were B the partner of A, there would be the 1 point only."""
    assert charlies(last_trick("CJ CJ D9 DK", re=(0, 1))) == {"charlie_re": 1}


@clause("DOKO-13.6")
@pytest.mark.parametrize(("re", "party"), [((0, 2), "contra"), ((1, 3), "re")])
def test_charlie_wins(re: tuple[int, ...], party: str) -> None:
    """Whoever takes the last trick with ♣J scores for his party, Re or Contra, wherever he sits."""
    assert charlies(last_trick("D9 CJ DK DJ", re=re)) == {f"charlie_{party}": 1}


@clause("DOKO-13.7")
@pytest.mark.parametrize(("re", "party"), [((0, 2), "re"), ((1, 3), "contra")])
def test_charlie_is_caught(re: tuple[int, ...], party: str) -> None:
    """A ♣J that the opponents take gives them 1, unless the option is off."""
    assert charlies(last_trick("SQ CJ DK DJ", re=re)) == {f"caught_{party}": 1}
    assert charlies(last_trick("SQ CJ DK DJ", re=re, charlie_capture=False)) == {}


@clause("DOKO-13.9", "DOKO-13.7")
def test_both_charlies_are_caught() -> None:
    """Both ♣J of one party may be caught, for 2; one of each party gives 1."""
    assert charlies(last_trick("SQ CJ DK CJ")) == {"caught_re": 2}
    assert charlies(last_trick("SQ CJ CJ DK")) == {"caught_re": 1}


@clause("DOKO-13.8")
def test_charlie_taken_by_the_partner() -> None:
    """A ♣J that the partner takes gives nothing to either party."""
    assert charlies(last_trick("SQ DK CJ DJ")) == {}


@clause("DOKO-13.6")
def test_plain_charlie() -> None:
    """A ♣J that trumps a plain card wins as well; one thrown away on a lost trick is caught."""
    assert charlies(last_trick("CA CJ C9 C9", re=(0, 2))) == {"charlie_contra": 1}


@clause("DOKO-13.6", "DOKO-13.7")
@pytest.mark.parametrize("cards", ["D9 DK DJ HJ", "SQ DK DJ HQ"])
def test_charlie_is_only_for_the_last_trick(cards: str) -> None:
    """♣J of earlier tricks score nothing, whoever took them."""
    assert charlies(last_trick(cards)) == {}


@clause("DOKO-13.2", "DOKO-13.6")
def test_no_charlie_for_who_is_alone() -> None:
    """A silent solo has no extra points at all."""
    m = last_trick("CJ CJ D9 DK", re=(0,))
    assert extras(m) == {}
    assert extras(last_trick("CJ CJ D9 DK", re=(0, 2), contract="solo-diamonds")) == {}


@clause("DOKO-13.4", "DOKO-13.5", "DOKO-13.12")
def test_captured_fox_is_marked_and_settled() -> None:
    """A ♦A under the opponents' ♥10 lies open when the trick is gone, and counts when the parties are known."""
    m = play(normal("H10 H10 CQ", "DA DA", "CQ D9 D9", "DJ DJ"), "H10 DA D9 DJ H10")
    assert markers(m, 0) == ["DA"]
    assert list(m.public.party[:4]) == [0, 0, 0, 0]
    play_any(play(m, "DA D9 DJ"), 1)
    assert markers(m, 0) == ["DA", "DA"]
    assert [markers(m, seat) for seat in (1, 2, 3)] == [[], [], []]
    assert foxes(play_any(m)) == {"fox_re": 2}


@clause("DOKO-13.4", "DOKO-13.5")
def test_fox_of_the_partner() -> None:
    """A ♦A that the partner takes scores nothing, though nobody knew that he was the partner."""
    m = play(normal("H10 H10 CQ", "DJ DJ", "CQ DA DA", "D9 D9"), "H10 DJ DA D9 H10 DJ DA D9")
    assert list(m.public.party[:4]) == [0, 0, 0, 0]
    assert foxes(play_any(m)) == {}


@clause("DOKO-13.4")
@pytest.mark.parametrize(("re", "party"), [((0, 2), "re"), ((1, 3), "contra"), ((0, 1), ""), ((2, 3), "")])
def test_fox_counts_for_the_party_that_took_it(re: tuple[int, ...], party: str) -> None:
    """Seat 0 takes two ♦A of seat 1: 2 for its party if they are opponents."""
    hands = ["H10 H10", "DA DA", "D9 D9", "DJ DJ"]
    m = normal(*(f"{hand} CQ" if seat in re else hand for seat, hand in enumerate(hands)))
    assert foxes(play_any(play(m, "H10 DA D9 DJ H10 DA D9 DJ"))) == ({f"fox_{party}": 2} if party else {})


@clause("DOKO-13.4")
def test_own_fox_is_not_captured() -> None:
    """A ♦A that takes its trick itself is no captured one."""
    m = normal("DA CQ", "CA C9 C9", "C10 CK", "C10 CK CQ CA", dealer=0)  # seat 0 has no club
    play_any(play(m, "CA C10 CK DA"), 1)
    assert markers(m, 0) == []
    assert m.public.foxes == 0


@clause("DOKO-13.4")
def test_two_foxes_in_one_trick() -> None:
    """Both ♦A of the opponents in one trick bring 2."""
    m = play(normal("H10 CQ", "DA D9", "CQ DK", "DA DJ"), "H10 DA DK DA")
    assert markers(play_any(m, 1), 0) == ["DA", "DA"]
    assert foxes(play_any(m)) == {"fox_re": 2}


@clause("DOKO-13.4")
def test_one_of_two_foxes_in_a_trick() -> None:
    """Of an opponent's and the partner's ♦A in one trick only the opponent's counts."""
    m = play(normal("H10 CQ", "DA D9", "CQ DA", "DK DJ"), "H10 DA DA DK")
    assert foxes(play_any(m)) == {"fox_re": 1}


@clause("DOKO-13.4", "DOKO-8.6")
def test_foxes_in_a_poverty() -> None:
    """In a poverty the partners of the exchange are a party, and ♦A count."""
    m = contract_by(0, "poverty", plain_hand(""), "H10 H10", "DA DA", "D9 D9")
    take(m, "offer " + " ".join(m.cards(0)[:3]), "accept")
    rich = turn(m)
    take(m, "return " + " ".join(m.cards(rich)[-3:]))
    assert rich == 1
    play_any(m, 1)
    while not m.log.deal_over:
        seat = turn(m)
        may = [code.split()[1] for code in sorted(legal(m)) if code.startswith("play")]
        play(m, next((card for card in ("H10", "DA") if card in may and seat in (1, 2)), may[0]))
    taken = [(m.public.fox_by[place], m.public.fox_to[place]) for place in range(m.public.foxes)]
    caught = Counter("re" if to in (0, 1) else "contra" for by, to in taken if (by in (0, 1)) != (to in (0, 1)))
    assert foxes(m) == {f"fox_{party}": number for party, number in caught.items()}


@clause("DOKO-13.3", "DOKO-13.2", "DOKO-8.5")
def test_fox_before_a_lone_marriage() -> None:
    """♦A caught in tricks 1 and 2 count for nothing when the marrying player remains alone, or finds their player."""
    hands = ("H10 H10 CQ CQ SQ SQ C9 C9 CK", "CA CA DA DA", "C10", "C10 CK")
    for lead, expected in (("CQ", [0, 1]), ("C9", [])):
        m = married(0, hands=hands)
        for _ in range(2):
            play_any(play(m, "H10 DA"), 2)
        play_any(play(m, lead), 3)
        assert m.public.foxes == 2
        assert list(m.public.party[:2]) == ([2, 1] if expected else [2, 2])
        assert foxes(play_any(m)) == {}


@clause("DOKO-13.3", "DOKO-13.4")
def test_fox_before_the_partner_was_found() -> None:
    """♦A caught from a player who then turns out to be Contra count for Re."""
    m = married(0, hands=("H10 H10 CQ CQ SQ SQ C9 C9 CK", "CA CA", "C10 DA DA", "C10 CK"))
    for _ in range(2):
        play_any(play(play_any(play(m, "H10"), 1), "DA"), 1)
    play_any(play(m, "C9"), 3)
    assert foxes(play_any(m)) == {"fox_re": 2}


@clause("DOKO-13.10", "DOKO-13.11", "DOKO-13.12")
@pytest.mark.parametrize(
    ("cards", "double"),
    [
        ("SA S10 SA H10", True),  # 42, the trump ♥10 is a ten
        ("S10 S10 H10 H10", True),  # just 40
        ("SA S10 SA DA", True),  # the ♦A is an ace
        ("SA SA S10 SK", False),  # 36
        ("H10 DA DA SQ", False),  # 35
        ("H10 DA DA D10", True),
    ],
)
def test_doppelkopf_trick(cards: str, double: bool) -> None:
    """Only aces and tens make a Doppelkopf trick, trumps among them; a card of it stays open."""
    played = cards.split()
    plain = played[0] == "SA" or played[0] == "S10"
    hands = []
    for seat, card in enumerate(played):
        hands.append(f"{card} CQ" if seat in (0, 2) else card)
    but = [card for card in played[2:] if card[0] != "S" and plain]
    m = first_trick(hands, played, spadeless={seat for seat, card in enumerate(played) if card in but})
    play(m, cards)
    taker, caught = turn(m), m.public.foxes
    play_any(m, 1)
    assert m.public.doubles[taker] == int(double)
    open_cards = markers(m, taker)
    assert len(open_cards) == caught + double
    assert set(open_cards) <= set(played)
    doubles_count(play_any(m))


def doubles_count(m: Match) -> None:
    """Each Doppelkopf trick counts 1 for the party of its taker; seats 0 and 2 are Re."""
    of = {"re": sum(m.public.doubles[seat] for seat in (0, 2)), "contra": sum(m.public.doubles[s] for s in (1, 3))}
    found = {key: n for key, n in extras(m).items() if key.startswith("double")}
    assert found == {f"double_{party}": n for party, n in of.items() if n}


def first_trick(hands: list[str], played: list[str], spadeless: set[int]) -> Match:
    """A normal game in which seats 0 and 2 are Re and this may be the first trick: some seats have no spade."""
    spades = ["SA", "SA", "S10", "S10", "SK", "SK", "S9", "S9"]
    for card in played:
        if card in spades:
            spades.remove(card)
    holders = [seat for seat in range(4) if seat not in spadeless]
    full = list(hands)
    for place, card in enumerate(spades):
        full[holders[place % len(holders)]] += f" {card}"
    trumps = ["DJ DJ", "HJ HJ", "D9 D9", "DK DK"]
    return normal(*(f"{hand} {more}" for hand, more in zip(full, trumps, strict=True)))


@clause("DOKO-13.11")
def test_forty_points_are_four_aces_and_tens() -> None:
    """Four cards are worth 40 or more just if they are aces and tens."""
    for ranks in itertools.combinations_with_replacement(POINTS, 4):
        fat = set(ranks) <= {"A", "10"}
        assert (sum(POINTS[rank] for rank in ranks) >= 40) == fat


@clause("DOKO-13.10", "DOKO-13.1")
def test_doppelkopf_of_the_losers() -> None:
    """A Doppelkopf counts for who took it, whoever wins the deal."""
    m = first_trick(["SA CQ", "SA", "S10 CQ", "S10"], ["SA", "SA", "S10", "S10"], set())
    play_any(play(m, "SA SA S10 S10"))
    assert m.public.doubles[0] >= 1
    doubles_count(m)


@clause("DOKO-13.10", "DOKO-13.4", "DOKO-13.7", "DOKO-13.1")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("DA H10 D10 CA", {"fox_contra": 1, "double_contra": 1}),
        ("H10 DA D10 CA", {"fox_re": 1, "double_re": 1}),
        ("SQ DA CJ CJ", {"fox_re": 1, "caught_re": 1}),
        ("DJ DA CJ CJ", {"fox_re": 1, "charlie_re": 1, "caught_re": 1}),
    ],
)
def test_extra_points_of_one_last_trick(cards: str, expected: dict[str, int]) -> None:
    """Everything that one last trick brings is added to what earlier tricks brought."""
    m = last_trick(cards)
    before = Counter(extras(m))
    of_others = Counter(
        f"fox_{'re' if m.public.fox_to[place] in (0, 2) else 'contra'}"
        for place in range(m.public.foxes)
        if not m.public.fox_last[place] and (m.public.fox_by[place] - m.public.fox_to[place]) % 2
    )
    of_others += Counter({"double_re": m.public.doubles[0] + m.public.doubles[2]})
    of_others += Counter({"double_contra": m.public.doubles[1] + m.public.doubles[3]})
    of_others -= Counter({key: n for key, n in expected.items() if key.startswith("double")})
    assert before == of_others + Counter(expected)
    if any(key.startswith("double") for key in expected):
        assert m.public.doubles[m.public.best_seat] >= 1


@clause("DOKO-13.2", "DOKO-13.4")
def test_no_fox_in_a_solo() -> None:
    """In a solo no ♦A counts, also where it is a trump."""
    m = contract_by(0, "solo-diamonds", "H10", "DA D9", "DK", "DJ")
    play_any(play(m, "H10 DA DK DJ"))
    assert extras(m) == {}
