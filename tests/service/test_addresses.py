"""By what an address is counted, whose word about addresses is believed, and which hosts are ours."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import websockets

from tests.patience import PATIENCE
from tests.service.by_hand import asked, connected, cookie_of
from tests.service.client import BOTS, Company, run
from tests.service.conftest import Running
from tests.service.forwarding import Forwarding, forwarding
from torite.service.config import Limits, RateLimit
from torite.service.errors import Refused
from torite.service.quotas import Quotas
from torite.service.security import Proxies, address_of
from torite.service.serve import CannotServe, serve

NEAR, FAR, OTHER = "127.0.0.5", "127.0.0.6", "127.0.0.7"  #: two proxies on other machines, and somebody else
FEW = {"reads": 3}  #: which come back one in three seconds


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "unknown"),
        ("", "unknown"),
        (None, "unknown"),
        ("a" * 10_000, "unknown"),
    ],
)
def test_an_address_is_counted_by_what_one_customer_has(host: str | None, counted: str) -> None:
    assert counted == address_of(host)


def test_what_is_no_host_of_ours_is_misdirected(service: Running) -> None:
    """Nor is one with a name of somebody before it, or a path behind it."""
    port = service.port
    for host in (
        "evil@127.0.0.1", f"evil@127.0.0.1:{port}", f"a:b@localhost:{port}", f"evil.example@localhost:{port}",
        "@127.0.0.1", "127.0.0.1/evil", "127.0.0.1?evil", "127.0.0.1#evil", "127.0.0.1\\evil", "//127.0.0.1",
        "127.0.0.1:port", "127.0.0.1 evil", "127.0.0.1:99999", "127.0.0.1,evil.example",
    ):  # fmt: skip
        assert 421 == asked(service, "GET", "/api/start", headers={"Host": host})[0], host
        headers = {"Host": host, "Origin": f"http://{host}"}
        assert 421 == asked(service, "POST", "/api/me", b"{}", headers)[0], host
    for host in ("127.0.0.1", f"127.0.0.1:{port + 1}", "192.0.2.1", "[2001:db8::1]:80", "localhost"):
        assert 200 == asked(service, "GET", "/api/start", headers={"Host": host})[0], host


async def statuses(proxy: Forwarding, source: str, count: int = 12, **headers: str) -> list[int]:
    """Ask again and again by way of a proxy, from an address."""
    transport = httpx.AsyncHTTPTransport(local_address=source)
    async with httpx.AsyncClient(
        transport=transport, base_url=proxy.address, headers=headers, timeout=PATIENCE
    ) as client:
        return [(await client.get("/api/tables")).status_code for _ in range(count)]


def through(service: Running, *sources: str) -> Sequence[contextlib.AbstractAsyncContextManager[Forwarding]]:
    return [forwarding(service.port, source) for source in sources]


def test_behind_a_proxy_that_is_named_everybody_has_a_measure_of_their_own(tmp_path: Path) -> None:
    service = Running(tmp_path / "data", proxies=[NEAR], limits=FEW)

    async def ask() -> None:
        async with forwarding(service.port, NEAR) as proxy:
            assert 429 in await statuses(proxy, "127.0.0.11")
            assert 429 not in await statuses(proxy, "127.0.0.12", 2)
            forged = {"X-Forwarded-For": "127.0.0.12"}
            assert 429 in await statuses(proxy, "127.0.0.11", 3, **forged), "what a client says is not believed"

    try:
        asyncio.run(ask())
    finally:
        service.stop()


def test_what_a_stranger_says_of_addresses_is_not_believed(tmp_path: Path) -> None:
    """A proxy that was not named is one address, whatever it says, and so is somebody who plays one."""
    service = Running(tmp_path / "data", proxies=["192.0.2.0/24"], limits=FEW)

    async def ask() -> None:
        async with forwarding(service.port, OTHER) as proxy:
            assert 429 in await statuses(proxy, "127.0.0.11")
            assert 429 in await statuses(proxy, "127.0.0.12", 3)

    try:
        asyncio.run(ask())
    finally:
        service.stop()


def test_of_a_chain_of_proxies_the_last_that_is_not_named_is_who_asks(tmp_path: Path) -> None:
    service = Running(tmp_path / "data", proxies=[f"{NEAR}/32", FAR], limits=FEW)

    async def ask() -> None:
        async with (
            forwarding(service.port, NEAR) as near,
            forwarding(near.own_port, FAR) as far,
            forwarding(near.own_port, OTHER) as stranger,
        ):
            assert 429 in await statuses(far, "127.0.0.11")
            assert 429 not in await statuses(far, "127.0.0.12", 2)
            assert 429 in await statuses(stranger, "127.0.0.13")
            assert 429 in await statuses(stranger, "127.0.0.14", 3), "one that is not named is who asks"

    try:
        asyncio.run(ask())
    finally:
        service.stop()


def test_measures_of_ipv6_hold_for_all_of_a_line(tmp_path: Path) -> None:
    """A customer has as many addresses as they like."""
    service = Running(tmp_path / "data", limits=FEW | {"connections": 2})

    def told(i: int, line: str = "1") -> dict[str, str]:
        return {"X-Forwarded-For": f"2001:db8:0:{line}::{i:x}"}

    async def play(company: Company) -> None:
        me = company.person("Ada")
        table = (await me.set_table("agurk", BOTS))["id"]
        kept = [await connected(service, table, cookie_of(me), user_agent_header=None)]
        for i in range(2):
            kept.append(await by_way(service, table, cookie_of(me), told(i, "3")))
        with pytest.raises(websockets.InvalidStatus):
            await by_way(service, table, cookie_of(me), told(9, "3"))
        kept.append(await by_way(service, table, cookie_of(me), told(9, "4")))
        for connection in kept:
            await connection.close()

    try:
        seen = [asked(service, "GET", "/api/tables", headers=told(i))[0] for i in range(12)]
        assert 429 in seen
        assert 200 == asked(service, "GET", "/api/tables", headers=told(1, "2"))[0]
        run(service, play)
    finally:
        service.stop()


WAYS = {
    "reads": ("GET", "/api/tables"),
    "posts": ("POST", "/api/me"),
    "files": ("GET", "/"),
    "probes": ("GET", "/health"),
}


@pytest.mark.parametrize("what", WAYS)
def test_all_networks_of_a_site_have_no_more_of_a_measure_than_some_of_them(tmp_path: Path, what: str) -> None:
    """Each asks once; three may, of a site that counts as three."""
    service = Running(tmp_path / "data", limits={what: 1, "site": 3})

    def status(site: int, number: int) -> int:
        headers = {"X-Forwarded-For": f"2001:db8:{site}:{number}::1", "Origin": service.address}
        return asked(service, *WAYS[what], headers=headers)[0]

    try:
        told = [status(1, number) for number in range(8)]
        assert 429 not in told[:3]
        assert 429 in told
        assert 429 != status(2, 0)
    finally:
        service.stop()


def test_all_networks_of_a_site_hold_no_more_connections_than_some_of_them(tmp_path: Path) -> None:
    service = Running(tmp_path / "data", limits={"connections": 2, "site": 2})

    async def play(company: Company) -> None:
        me = company.person("Ada")
        table = (await me.set_table("agurk", BOTS))["id"]

        async def come(site: int, number: int) -> websockets.ClientConnection:
            told = {"X-Forwarded-For": f"2001:db8:{site}:{number}::1"}
            return await by_way(service, table, cookie_of(me), told)

        kept = [await come(1, number) for number in range(4)]
        with pytest.raises(websockets.InvalidStatus):
            await come(1, 4)
        kept.append(await come(2, 4))
        for connection in kept:
            await connection.close()

    try:
        run(service, play)
    finally:
        service.stop()


async def by_way(service: Running, table: str, cookie: str, told: dict[str, str]) -> websockets.ClientConnection:
    return await websockets.connect(
        f"ws://127.0.0.1:{service.port}/ws/{table}",
        origin=service.address,  # type: ignore[arg-type]
        additional_headers={"cookie": cookie, **told},
        compression=None,
        open_timeout=PATIENCE,
    )


def test_over_a_socket_for_both_kinds_of_addresses_each_is_what_it_is(tmp_path: Path) -> None:
    """The proxy of this machine is believed although the socket calls it `::ffff:127.0.0.1`."""
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::", 0))
    except OSError:
        pytest.skip("this machine has no IPv6")
    service = Running(tmp_path / "data", host="::", limits=FEW)
    try:
        told = [asked(service, "GET", "/api/tables", headers={"X-Forwarded-For": f"192.0.2.{i}"})[0] for i in range(9)]
        assert {200} == set(told)
    finally:
        service.stop()


@pytest.mark.parametrize("given", ["cards.example", "10.0.0.0/33", "10.0.0.1/8", "*", "10.0.0", "[::1]"])
def test_what_is_no_proxy_is_said_at_once(tmp_path: Path, given: str) -> None:
    with pytest.raises(CannotServe) as refused:
        serve("en", data=tmp_path, browser=False, proxies=[f"10.0.0.5, {given}"])
    assert given in refused.value.say("en")


def test_proxies_are_addresses_and_networks() -> None:
    proxies = Proxies(["10.0.0.5", "10.1.0.0/16", "2001:db8::/32"])
    for host in ("127.0.0.1", "::1", "10.0.0.5", "::ffff:10.0.0.5", "10.1.2.3", "2001:db8::7"):
        assert proxies.trusts(host), host
    for host in ("10.0.0.6", "10.2.0.1", "2001:db9::1", "127.0.0.2", "", "localhost", "*"):
        assert not proxies.trusts(host), host


@pytest.mark.parametrize("what", ["newcomers", "codes"])
def test_who_has_many_networks_has_no_more_of_what_is_kept_than_some_of_them_together(what: Any) -> None:
    """A /48 has 65,536 of /64. The measure of a site holds for several processes, too."""
    limits = msgspec.convert({what: {"most": 2, "seconds": 600.0}, "reads": 1, "site": 3}, Limits)
    here, there = (Quotas(limits, b"k" * 32) for _ in range(2))
    lines = [address_of(f"2001:db8:1:{number}::1") for number in range(4)]
    for line in lines[:3]:
        for _ in range(2):
            here.spend(what, line)
        with pytest.raises(Refused):
            here.spend(what, line)
    for told in here.untold():
        there.count(told)
    for one in (here, there):
        with pytest.raises(Refused, match=r"new people|codes"):
            one.spend(what, lines[3])
        assert one.untold() == []
        for other in ("2001:db8:2::1", "192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"):
            one.spend(what, address_of(other))


def test_what_was_refused_for_a_site_is_not_counted_of_its_network() -> None:
    quotas = Quotas(Limits(tables_set=RateLimit(2, 600.0), site=1))
    quotas.spend("tables_set", address_of("2001:db8:1:1::"))
    with pytest.raises(Refused):
        quotas.spend("tables_set", address_of("2001:db8:1:2::"), 2)
    quotas.spend("tables_set", address_of("2001:db8:1:2::"))


def test_what_was_not_begun_is_given_back_to_an_address_its_site_and_other_processes() -> None:
    here, there = (Quotas(Limits(taken_in=RateLimit(1, 600.0), site=1), b"k" * 32) for _ in range(2))
    for _ in range(3):
        here.spend("taken_in", address_of("2001:db8:1:1::"))
        here.give_back("taken_in", address_of("2001:db8:1:1::"))
    for told in here.untold():
        there.count(told)
    for one in (here, there):
        one.spend("taken_in", address_of("2001:db8:1:2::"))
        with pytest.raises(Refused):
            one.spend("taken_in", address_of("2001:db8:1:1::"))
