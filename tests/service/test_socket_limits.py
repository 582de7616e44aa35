"""Which sockets are ended for others' sake, and when: the oldest that only waits, never one that plays."""

from __future__ import annotations

import resource
from collections import Counter

import pytest

from tests.patience import PATIENCE, wait_until
from torite.service.config import Limits
from torite.service.security import Proxies, Rate
from torite.service.socket_limits import FEWEST, OpenSocket, Sockets, room_for_sockets
from torite.service.turns import AddressTurns


class Door:
    """Sockets, and the numbers of those that were ended, in order."""

    def __init__(self, room: int = 0, **limits: float) -> None:
        self.count: Counter[str] = Counter()
        self.turns = AddressTurns(Rate(1, 1), Rate(10, 10))
        proxies = Proxies(["10.0.0.5", "2001:db8:9::5"])
        self.sockets = Sockets(Limits(**limits), proxies, room, self.count, self.turns)  # type: ignore[arg-type]
        self.ended: list[int] = []
        self.number = 0

    def open(self, host: str, state: str = "head", seconds: float = 100.0) -> OpenSocket | None:
        number = self.number = self.number + 1
        line = self.sockets.opened(host, lambda: self.ended.append(number))
        if line is not None:
            self.sockets.turn(line, state, seconds)  # type: ignore[arg-type]
        return line


def test_of_those_that_only_wait_an_address_has_so_many_and_the_oldest_goes() -> None:
    door = Door(waiting=3)
    for _ in range(5):
        assert door.open("192.0.2.1")
    assert [1, 2] == door.ended
    assert door.open("192.0.2.2"), "another address is not concerned"
    assert [1, 2] == door.ended
    assert Counter({"head": 4}) == door.sockets.kinds()


def test_whoever_is_refused_again_and_again_is_not_taken_in_anew() -> None:
    """What they have stays; who comes through a proxy, or from elsewhere, is not concerned."""
    door = Door()
    playing = door.open("192.0.2.1", "table")
    for _ in range(30):
        door.sockets.unreadable(playing)
    assert door.open("192.0.2.1") is None
    assert Counter({"socket-refused": 1}) == door.count
    assert [] == door.ended
    assert door.open("192.0.2.2")
    for _ in range(30):
        door.turns.unreadable("10.0.0.5")
    assert door.open("10.0.0.5")


def test_an_address_has_so_many_of_all_kinds_and_who_plays_is_never_put_out() -> None:
    door = Door(sockets=4, waiting=10)
    for state in ("table", "serving", "table"):
        door.open("192.0.2.1", state)
    door.open("192.0.2.1")
    assert door.open("192.0.2.1", "table"), "in place of the one that waited"
    assert [4] == door.ended
    assert door.open("192.0.2.1") is None
    assert [4] == door.ended
    assert 1 == door.count["socket-refused"]
    assert door.open("192.0.2.2")


def test_where_there_is_no_more_room_it_goes_hard_on_who_waits_with_most_sockets() -> None:
    door = Door(room=6, waiting=10)
    first = door.open("192.0.2.7")
    for _ in range(3):
        door.open("192.0.2.1")
    playing = [door.open("192.0.2.2", "table") for _ in range(2)]
    assert 6 == len(door.sockets)
    assert door.open("192.0.2.3", "table")
    assert door.open("192.0.2.3", "table")
    assert [2, 3] == door.ended
    door.sockets.closed(first)
    assert all(door.open("192.0.2.4", "table") for _ in range(2))
    assert [2, 3, 4] == door.ended
    assert door.open("192.0.2.5") is None, "all of them play"
    door.sockets.closed(playing[0])
    assert door.open("192.0.2.5")


def test_a_proxy_that_is_believed_asks_for_many() -> None:
    door = Door(room=50, sockets=4, waiting=2)
    for host in ("10.0.0.5", "::ffff:10.0.0.5"):
        assert all(door.open(host) for _ in range(20))
    assert [] == door.ended
    for _ in range(8):
        door.open("10.0.0.6")
    assert 6 == len(door.ended), "any other does not"
    for _ in range(20):
        door.open("127.0.0.1")
    assert 50 == len(door.sockets), "it has no more than there is room"


def test_an_address_of_ipv6_is_a_line_of_sixty_four_bits() -> None:
    door = Door(waiting=3)
    for i in range(5):
        door.open(f"2001:db8:0:1::{i:x}")
    assert [1, 2] == door.ended
    door.open("2001:db8:0:2::1")
    assert [1, 2] == door.ended


def network(number: int, site: str = "2001:db8:1") -> str:
    return f"{site}:{number:x}::1"


def test_of_those_that_only_wait_a_site_has_no_more_than_some_addresses() -> None:
    """Whoever has a /48 comes from any of its 65,536 networks."""
    door = Door(waiting=3, site=2)
    for number in range(8):
        assert door.open(network(number))
    assert [1, 2] == door.ended
    assert door.open(network(1, "2001:db8:2"))
    assert [1, 2] == door.ended
    assert Counter({"head": 7}) == door.sockets.kinds()


def test_of_all_kinds_a_site_has_no_more_than_some_addresses() -> None:
    door = Door(sockets=2, site=2)
    lines = [door.open(network(number), "table") for number in range(4)]
    assert all(lines)
    assert door.open(network(4)) is None
    assert door.open(network(4, "2001:db8:2"))
    assert door.open("192.0.2.1")
    door.sockets.closed(lines[0])
    assert door.open(network(4))


def test_where_there_is_no_more_room_a_site_of_many_networks_gives_way() -> None:
    door = Door(room=8, site=2)
    for number in range(8):
        door.open(network(number))
    for _ in range(2):
        assert door.open("192.0.2.1")
    assert [1, 2] == door.ended
    assert door.open("192.0.2.2")
    assert [1, 2, 3] == door.ended, "it has six, which count as three"


def test_a_proxy_that_is_believed_counts_for_no_site() -> None:
    door = Door(sockets=2, waiting=2, site=1)
    assert all(door.open("2001:db8:9::5") for _ in range(20))
    assert all(door.open(network(1, "2001:db8:9")) for _ in range(2))
    assert [] == door.ended


def test_time_is_over_only_for_those_that_have_some() -> None:
    door = Door()
    for state, seconds in (("head", 0.01), ("body", 0.01), ("idle", 2 * PATIENCE), ("table", 0.0), ("serving", 0.0)):
        door.open("192.0.2.1", state, seconds)

    def are_ended() -> bool:
        door.sockets.look()
        return len(door.ended) >= 2

    wait_until(are_ended)
    assert [1, 2] == sorted(door.ended)
    assert {"socket-slow-head": 1, "socket-slow-body": 1} == door.count
    door.sockets.look()
    assert 2 == len(door.ended)


def test_who_has_gone_is_forgotten() -> None:
    door = Door(room=4, sockets=2, waiting=2)
    for i in range(1000):
        line = door.open(f"192.0.2.{i % 250}", ("head", "table")[i % 2])
        assert line is not None
        door.sockets.closed(line)
        door.sockets.closed(line)
        door.sockets.turn(line, "table")
    assert 0 == len(door.sockets)
    assert [] == door.ended
    assert not door.sockets._waiting
    assert not door.sockets._of


@pytest.mark.parametrize(
    ("soft", "handles", "thinkers", "room"),
    [(1024, 128, 2, 1024 - 140), (1024, 128, 0, 896), (256, 128, 64, 128), (16, 128, 0, FEWEST)],
)
def test_handles_are_kept_free_for_what_is_no_socket(
    monkeypatch: pytest.MonkeyPatch, soft: int, handles: int, thinkers: int, room: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda what: (soft, soft))
    assert room == room_for_sockets(Limits(handles=handles), thinkers)


def test_as_many_handles_are_taken_as_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: (256, 10_000))
    monkeypatch.setattr(resource, "setrlimit", lambda what, both: taken.append(both))
    assert 10_000 - 128 == room_for_sockets(Limits(), 0)
    assert [(10_000, 10_000)] == taken

    def refused(what: int, both: tuple[int, int]) -> None:
        raise ValueError("not allowed to raise maximum limit")

    monkeypatch.setattr(resource, "setrlimit", refused)
    assert 128 == room_for_sockets(Limits(), 0)
    monkeypatch.setattr(resource, "getrlimit", lambda what: (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert 0 == room_for_sockets(Limits(), 0)
