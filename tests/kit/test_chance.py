"""Chance of matches: even, repeatable from the key alone, numbers that would be uneven refused."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import islice, permutations

import pytest

from torite.kernel import chance
from torite.kernel.chance import KEY_BYTES, Drawn, fresh_key, key_from_seed, key_hash

KEY = bytes(range(KEY_BYTES))


def test_words_are_the_hash_of_key_and_number() -> None:
    """Outcome number i draws from HMAC-SHA-512(key, "i:block"), four bytes at a time, the highest first."""
    stream = b"".join(hmac.new(KEY, f"7:{block}".encode(), hashlib.sha512).digest() for block in range(2))
    expected = [int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)]
    assert expected == list(islice(chance._words(KEY, 7), 32))
    drawn = Drawn(KEY, 7)
    assert [word % 2**16 for word in expected] == [drawn.below(2**16) for _ in expected]


def test_the_same_key_draws_the_same() -> None:
    first, second = Drawn(KEY, 3), Drawn(KEY, 3)
    assert [first.below(6) for _ in range(50)] == [second.below(6) for _ in range(50)]
    assert Drawn(KEY, 4).shuffled(list(range(52))) == Drawn(KEY, 4).shuffled(list(range(52)))


def test_other_numbers_and_keys_draw_something_else() -> None:
    """`1:0` is not `1` followed by `0`: outcomes 1 and 10 share nothing."""
    drawn = {tuple(islice(chance._words(key, i), 4)) for key in (KEY, key_from_seed(1)) for i in range(200)}
    assert 400 == len(drawn)
    words = [word for i in range(40) for word in islice(chance._words(KEY, i), 32)]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("n", [2, 3, 6, 17, 52])
def test_numbers_are_even(n: int) -> None:
    times = 10_000
    drawn = Drawn(KEY, n)
    found = Counter(drawn.below(n) for _ in range(times))
    assert set(range(n)) == set(found)
    chi = sum((found[x] - times / n) ** 2 / (times / n) for x in range(n))
    assert chi < n - 1 + 3.1 * (2 * n) ** 0.5 + 5


def test_shuffles_are_even() -> None:
    found = Counter(tuple(Drawn(KEY, i).shuffled([0, 1, 2, 3])) for i in range(4800))
    assert set(permutations(range(4))) == set(found)
    chi = sum((times - 200) ** 2 / 200 for times in found.values())
    assert chi < 23 + 3.1 * 46**0.5 + 5


def test_a_shuffle_leaves_its_list_alone() -> None:
    items = [5, 5, 7]
    assert sorted(items) == sorted(Drawn(KEY, 0).shuffled(items))
    assert [5, 5, 7] == items
    assert [] == Drawn(KEY, 0).shuffled([])
    assert [4] == Drawn(KEY, 0).shuffled([4])


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 52, (1 << 31) + 1, (1 << 32) - 1, 1 << 32])
def test_words_that_would_be_uneven_are_refused(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    """Words from the last incomplete run of n on are skipped; the one before is taken."""
    limit = (1 << 32) // n * n
    tail = [word for word in (limit, (1 << 32) - 1) if limit <= word < 1 << 32]
    monkeypatch.setattr(chance, "_words", lambda key, number: iter([*tail, limit - 1, 0]))
    drawn = Drawn(KEY, 0)
    assert n - 1 == drawn.below(n)
    assert 0 == drawn.below(n)


def test_a_key_and_its_hash() -> None:
    assert KEY_BYTES == len(fresh_key()) == len(key_from_seed("a"))
    assert fresh_key() != fresh_key()
    assert key_from_seed(7) == key_from_seed("7") != key_from_seed(8)
    assert 64 == len(key_hash(KEY))
    assert key_hash(KEY) != key_hash(fresh_key())
