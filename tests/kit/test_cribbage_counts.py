"""Counting a hand as Cribbage does: against published scorers of card hands, and against a naive count.

The facts: what each of the 6,175 hands of five ranks counts that 52 cards can make, flush and his nobs left out. They
were computed by `cribbage-scorer` 0.2.5 (github.com/phoughton/cribbage_scorer, `show_calc_score`), with suits chosen so
that neither a flush nor his nobs is there, and found the same by `pycribbage` 1.0.0
(github.com/jotter91/PythonCribbage, `ScoreTheShow` without suits and nobs). Each is a digit of base 36; the hands stand
in the order of `combinations_with_replacement(range(1, 14), 5)` without the thirteen of five equal ranks. Jack, queen
and king are 11, 12 and 13 in runs and 10 in fifteens.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement, permutations
from typing import Any

import pytest

from tests.games.domino_cribbage.naive import ALIKE, consecutive, count, groups
from torite.games import find
from torite.games.domino_cribbage.state import HAND_FIFTEEN
from torite.kit import hand_points, run_length, tell_hand

GAME = find("domino-cribbage")[0]
CARDS = [hand for hand in combinations_with_replacement(range(1, 14), 5) if len(set(hand)) > 1]
TABLE = (
    "cccccccccccc8f66666688888666668cccc86668ccccc868cc8888acc86666e8666668666668666686668668688g4444468888ga888acc"
    "ccc42246666664466644448664222284222224222224222242224224248444686888845464488886644666666464444484244444244444"
    "44448666866868868648cccc87248888844666666844666644666688888caaacaacaca448c8888478844448664444886666c8888866686"
    "686888c84444cd64444c86666844444222422424kc88888874444422224222422424844444452224222422424844444522422424844445"
    "24248444548448cf666688ccccga88aaceeee4244666666646646666864444446424444424444444448666866868fa8aaaecccca766888"
    "88875757777795575555755555555555597777977797797984446666664524444444244222244222226444446444464446446468266666"
    "66474422228644444644444644446444644646c88844448942222642222622222000200202c84444465222220000200020020262222223"
    "000200020020262222230020020262222302026222326226c6886cc66666a2684444446646444482662222664222286444484444422242"
    "24248848626666a87557777424222228624444624444222226444644646866266666874644448444444222222644446444644646c48844"
    "444720000642222622222000200202c8444446522222000020002002026222222300020002002026222223002002026222230202622232"
    "6226c6cc66cccc8e424888886668888a64888842666646666caaacaacacee448aaaac6799999422444422444466666a888a88a8a626644"
    "444722222644444644446444644646c846666654444222226444644646624444252226444644646644446744644646c888896868c88898"
    "c88ck888eeeee484866666466666466666caaaacaaacaacac68684444a875555664444a66666444644646c866666674444644446444644"
    "646644444674446444644646c88888966866868c888896868c88898c88cc6cc66666e62222ca6666c66664222422424cg64444ga777762"
    "2222000200202c86666874444222422424c6666452242242462222302026222326226oicccccee8888644446444644646cc6666a655542"
    "2242242462222230020020262222302026222326226c6666648222422242242468222843320020262222302026222326226c6666482242"
    "242468228432026222326226c6664824246828426226c664846886c646ccccceckcccc8f686c8cccc886c6e66668c6c888888c6a666688"
    "86666886666c888886668668688g64886cccciacacccccc84482888866446666462666684888846666caaacaacac884a4c444449466444"
    "4482822228684444462222c66664222422424a84c488888b8666664824444c688884444486668668688c484444cb866664422228444442"
    "22422424884444487444442222422242242484444445222422242242484444452242242484444524248444548448ch68c6cccccgccaccc"
    "ccc82844888886266666866888844666688888caaacaacachccaccaaaac96868888b77977775755555977777977779777977979e4884aa"
    "aa47224444662666662666624444a888a88a8ac84866666744444222222644446444644646662444465444422222644464464662444425"
    "2226444644646644446744644646c888896868c88898c88ccc6c6c66668e6686666462822228684444462222c666642224224248c26466"
    "66c87977772422222644444644446444644646662822226762222240000a44442000200202664222267222262222200020020264222265"
    "2222000200202c6666452242242462222302026222326226k88e8eeee4a6466664826666c6aaaa46666caaacaacac6c464444ca7777764"
    "44446444464446446466824444a76666222226444644646c68888474448666866868644446744644646c888896868c88898c88ccc6c666"
    "6cea6666462222c66664222422424cg86666ea7777844444222422424642222652222000200202c6666452242242462222302026222326"
    "226cc66666cc6666422224222422424cc6666a6555422242242462222230020020262222302026222326226c6666648222422242242468"
    "222843320020262222302026222326226c6666482242242468228432026222326226c6664824246828426226c664846886c646ccckccoc"
    "ccc8l86cc666688c6c8888i88g888888c66668c6666kcccc8666866868ck46c64444keeeccccc826622224842222c86666844444222422"
    "424a4c46888889264444c888888444444866668666866868k88e88884762222462222c6666422242242488644448944448444442224224"
    "24864444874444222422424e8888674464464684444524248444548448kh8ee88888gecc8aaaa646422228a44444c66666422224222422"
    "424heca8ccccg98888889957777957777555559777977979c468444427200006422226222220002002026822222a744442000020002002"
    "02c6666645222422242242462222230020020262222302026222326226k8e88eeee6c246666c86aaaa42666646666caaacaacaccc48666"
    "6c877777222222644446444644646ca68888876666444448666866868624444252226444644646644446744644646c888896868c88898c"
    "88coccicccc6c84444684444e888864446446466c42222c85555622222000200202642222652222000200202c666645224224246222230"
    "2026222326226cc66666cc6666422224222422424cc6666a6555422242242462222230020020262222302026222326226c666664822242"
    "2242242468222843320020262222302026222326226c6666482242242468228432026222326226c6664824246828426226c664846886c6"
    "46cccocccccc8lc6688888c686666keccccc866666866668666866868ao6448888ogceeeee864666642444444444866686686886484444"
    "8964444442222844444222422424ec88888a96666644446444644646844444452224222422424844444522422424844445242484445484"
    "48kn888eeeeoecegggg442666642666646666caaacaacaclecgeeeec988888777777b9999b999b99b9b662444465444422222644464464"
    "6624444252226444644646644446744644646c888896868c88898c88cc66c66664a62222462222c666642224224246c42222c855556222"
    "22000200202642222652222000200202c6666452242242462222302026222326226cc66666cc6666422224222422424cc6666a65554222"
    "42242462222230020020262222302026222326226c6666648222422242242468222843320020262222302026222326226c666648224224"
    "2468228432026222326226c6664824246828426226c664846886c646ckkkkssssah8aeeeeaa8eeeea8eeeeaeeeemkkkmkkmkm8g488888g"
    "cacccc44666688888caaacaacac884888887888846666caaacaacac84888849666caaacaacac88888cdaacaacackgggghegegkggghgkgg"
    "kcf6c8888gccaaaa464444c88888666866868feaaaaae98888977779777977979644444674446444644646c88888966866868c88889686"
    "8c88898c88ccc68888cc8888444448666866868cc8888a87778666866868644446744644646c888896868c88898c88cc688884a4448666"
    "8668686a444c877644646c888896868c88898c88cc88888c66866868ce88ea9868c88898c88ckeeecgacacegagcaeaaekeecgceggekece"
    "kcckcccc8hc66668c6666kcccc86668668688k84444kgaaaac66664222422424884444c96664222422424kcccc89668668688444452424"
    "8444548448cl86666ogcccc844444222422424lgccccg98887555755757c6666452242242462222302026222326226c866668a44442224"
    "22424cc666a65542242462222302026222326226kcccc8c668668688a44a654248444548448c6664824246828426226c664846886c646c"
    "kcccccklcccc866668666866868kocccckeccc866686686884444452242242484444524248444548448klcccckeccc8666866868hcaaac"
    "76675575784444524248444548448c6666482242242468228432026222326226c6664824246828426226c664846886c646cccccc8f6668"
    "6668668688g444ga8842242484444524248444548448cf666ga88422424fa88a545356222326226c6664824246828426226c664846886c"
    "646ccccc8f668668688g44ga84248444548448cf66ga8424fa8a556226c664846886c646cccc8f68688g4ga48448cf6ga4faa6c646ccc8"
    "f88gg8cfgfcc88c"
)
TEN = 10  # the ranks up to it count for fifteens what they are in runs, as tiles do


def worths(hand: Sequence[int]) -> list[int]:
    """What ranks count for fifteens."""
    return [min(rank, TEN) for rank in hand]


def test_table_is_whole() -> None:
    """A digit a hand; no hand counts 19, 25, 26 or 27, nor 1 without his nobs; only 5-5-5-5-10 counts 28."""
    assert 6175 == len(CARDS) == len(TABLE)
    found = {int(digit, 36) for digit in TABLE}
    assert set(range(29)) - {1, 19, 25, 26, 27} == found
    most = [hand for hand, digit in zip(CARDS, TABLE, strict=True) if digit == "s"]
    assert [(5, 5, 5, 5, ten) for ten in (10, 11, 12, 13)] == most


def test_card_hands_agree_with_published_scorers() -> None:
    """Every hand of five cards."""
    for hand, digit in zip(CARDS, TABLE, strict=True):
        assert int(digit, 36) == hand_points(list(hand), worths(hand), 5), hand
        assert int(digit, 36) == count(hand, worths(hand)), hand


def test_hands_below_the_face_cards_agree_as_tiles() -> None:
    """Where cards count what they are, tiles of those values count the same."""
    small = [(hand, digit) for hand, digit in zip(CARDS, TABLE, strict=True) if max(hand) <= TEN]
    assert 1992 == len(small)
    for hand, digit in small:
        assert int(digit, 36) == hand_points(list(hand), list(hand), 5), hand


@pytest.mark.parametrize("n", range(1, 6))
def test_hands_by_values_agree_with_the_naive_count(n: int) -> None:
    """Every multiset of the thirteen values of tiles, from one piece to five; five equal ones are 20."""
    for hand in combinations_with_replacement(range(13), n):
        assert count(hand) == hand_points(list(hand), list(hand), n), hand
    assert 5 > n or hand_points([4] * 5, [4] * 5, 5) == 20


def test_order_of_the_pieces_does_not_matter() -> None:
    """Any order of a hand counts the same."""
    chooser = random.Random(1)
    for _ in range(60):
        hand = [chooser.randrange(13) for _ in range(5)]
        orders = [list(order) for order in permutations(hand)]
        assert {count(hand)} == {hand_points(order, order, 5) for order in orders}


def test_pieces_beyond_the_hand_do_not_count() -> None:
    """Only the first n of what is given."""
    assert 0 == hand_points([7, 8, 7], [7, 8, 7], 1)
    assert 2 == hand_points([7, 8, 7], [7, 8, 7], 2)
    assert 0 == run_length([1, 2, 3], 2)


@pytest.mark.parametrize(
    ("pieces", "length"),
    [
        ([3, 1, 2], 3),
        ([5, 5, 6, 7], 3),
        ([1, 2, 3, 5, 4], 5),
        ([0, 1, 2, 3, 12], 4),
        ([12, 11, 10], 3),
        ([1, 2], 0),
        ([1, 3, 5, 7, 9], 0),
        ([12, 0, 1], 0),
        ([4, 4, 4, 4, 4], 0),
        ([1, 2, 4, 5, 7], 0),
        ([], 0),
    ],
)
def test_run_length(pieces: list[int], length: int) -> None:
    """The longest run of three or more, 0 for none."""
    assert length == run_length(pieces, len(pieces))


def test_run_length_agrees_with_the_naive_count() -> None:
    """For every five values."""
    for hand in combinations_with_replacement(range(13), 5):
        runs = [len(group) for key, _, group in groups(hand) if key == "run"]
        assert max(runs, default=0) == run_length(list(hand), 5), hand


def told(hand: Sequence[int], worth: Sequence[int]) -> list[tuple[str, int, int, tuple[int, ...]]]:
    """What is noted of a hand: key, seat, amount and the places of its pieces in the hand."""
    state: Any = GAME.state()
    state.options, state.seats = GAME.options("domino-cribbage", {}, 2), 2
    tell_hand(state, 1, list(range(len(hand))), list(hand), list(worth), len(hand), HAND_FIFTEEN)
    found = []
    for line, seat, amount, row in state.noted():
        key = GAME.notes.listed[line].key.removeprefix("hand_")
        found.append((key, seat, amount, tuple(GAME.pack.listed(row))))
    return found


def test_groups_told_agree_with_the_naive_count() -> None:
    """Every group once, with its pieces; together they are what the hand counts."""
    chooser = random.Random(2)
    hands = [[chooser.randrange(13) for _ in range(5)] for _ in range(800)]
    hands += [[chooser.randrange(4, 9) for _ in range(5)] for _ in range(800)]
    for hand in [*hands, [4] * 5, [5, 5, 5, 5, 10], [0, 7, 8, 7, 8]]:
        for worth in (hand, worths(hand)):
            found = told(hand, worth)
            expected = [(key, 1, points, group) for key, points, group in groups(hand, worth)]
            assert Counter(expected) == Counter(found), hand
            assert hand_points(hand, worth, 5) == sum(amount for _, _, amount, _ in found)


def test_groups_told_are_what_they_say() -> None:
    """Without the naive count: fifteens sum to fifteen, alike are alike and all of their value, runs run."""
    chooser = random.Random(3)
    amounts = {"fifteen": 2, "pair": 2, "triplet": 6, "fours": 12, "fives": 20}
    for _ in range(600):
        hand = [chooser.randrange(13) for _ in range(5)]
        for key, _, amount, group in told(hand, hand):
            of = [hand[i] for i in group]
            assert amount == amounts.get(key, len(of))
            if key == "fifteen":
                assert 15 == sum(of)
            elif key == "run":
                assert consecutive(of)
                assert len(of) >= 3
            else:
                assert 1 == len(set(of))
                assert key == ALIKE[hand.count(of[0])] == ALIKE[len(of)]
