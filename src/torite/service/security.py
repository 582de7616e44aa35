"""What keeps strangers out: where a request comes from, how often, how much, and what a page may do."""

from __future__ import annotations

import contextlib
import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterator
from functools import lru_cache
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers

POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
    "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
))  # fmt: skip
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)
REMEMBERED = 50_000
LOOPBACK = ("127.0.0.1", "::1")
SITE_6 = 48  #: bits of an address by which networks are given to whoever asks for many of those
NETWORK_6 = 64  #: bits of an IPv6 address that one customer's line has; the rest they choose as they like


def address_of(host: str | None) -> str:
    """Return by what somebody's address is counted: an IPv6 address by its /64, what is no address as one."""
    try:
        address = plain_address(host or "")
    except ValueError:
        return "unknown"
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((int(address), NETWORK_6), strict=False))


def site_of(address: str) -> str:
    """Return of which site an address is, as it is counted: the /48 of an IPv6 address; empty for any other."""
    if not address.endswith(f"/{NETWORK_6}"):
        return ""
    return str(ipaddress.ip_network(address).supernet(new_prefix=SITE_6))


@lru_cache(5000)
def shares(address: str, times: int) -> tuple[tuple[str, int], ...]:
    """List by what it is counted what somebody does, or holds, at an address, as that is counted.

    Args:
        address: where.
        times: how many times as much as one address a site may do or hold.

    Returns:
        The address, and the site that it is of if any, each with how many times as much as one address it may.
    """
    site = site_of(address)
    return ((address, 1), (site, times)) if site else ((address, 1),)


def is_here(host: str) -> bool:
    """Tell whether an address is this machine's own."""
    with contextlib.suppress(ValueError):
        return plain_address(host).is_loopback
    return False


@lru_cache(4096)
def plain_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Read an address; an IPv4 address that came over an IPv6 socket as what it is.

    Raises:
        ValueError: for what is none.
    """
    address = ipaddress.ip_address(host.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


class Proxies:
    """The proxies that are believed when they say for whom they ask.

    Args:
        named: addresses and networks, besides this machine's own.

    Raises:
        ValueError: for what is neither.
    """

    def __init__(self, named: Collection[str] = ()) -> None:
        self._networks = [ipaddress.ip_network(each) for each in (*LOOPBACK, *named)]
        self.named = [str(network) for network in self._networks]

    def trusts(self, host: str) -> bool:
        """Tell whether an address is one of them."""
        try:
            address = plain_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


class Allowed:
    """Which hosts and origins are ours.

    Args:
        origins: `https://cards.example`, where the service stands behind a name.
    """

    def __init__(self, origins: Collection[str] = ()) -> None:
        self.origins = {origin.rstrip("/").lower() for origin in origins}
        self._hosts = {urlsplit(origin).netloc for origin in self.origins}

    def named(self, headers: Headers) -> bool:
        """Tell whether a request names a host that was set."""
        return headers.get("host", "").lower() in self._hosts

    def host(self, headers: Headers) -> bool:
        """Tell whether a request names a host of ours: one set, this machine, or a bare address."""
        host = headers.get("host", "").lower()
        if self.named(headers):
            return True
        parts = _parts(f"//{host}")
        if parts.netloc != host or "@" in host:
            return False
        name = parts.hostname or ""
        return name == "localhost" or _is_address(name)

    def origin(self, headers: Headers) -> bool:
        """Tell whether a request comes from a page of ours."""
        origin = headers.get("origin", "").lower()
        if origin in self.origins:
            return True
        host = headers.get("host", "").lower()
        if host in self._hosts:
            return False  # it is one of those that were set, or another scheme
        return bool(host) and origin in (f"http://{host}", f"https://{host}")


def _parts(address: str) -> SplitResult:
    """Cut an address into its parts; all empty for what is none."""
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 (it is read for its error)
    except ValueError:
        return urlsplit("")
    return parts


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Held:
    """How many of something are held at a time, at each address.

    Args:
        most: how many at one address.
        site: how many times as many at all of one site.
    """

    def __init__(self, most: int, site: int) -> None:
        self._most = most
        self._site = site
        self._of: Counter[tuple[str, int]] = Counter()

    def has_room(self, address: str) -> bool:
        """Tell whether one more may be held at an address."""
        return all(self._of[share] < self._most * share[1] for share in shares(address, self._site))

    @contextlib.contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        """Hold one more for a while."""
        self._of.update(shares(address, self._site))
        try:
            yield
        finally:
            for share in shares(address, self._site):
                self._of[share] -= 1
                if not self._of[share]:
                    del self._of[share]


class Rate:
    """So many in so many seconds, for each of many.

    Args:
        most: how many at once.
        seconds: in which so many come back.
        site: how many times as many all of one site may, where those many are addresses; 0 where they are not.

    Attributes:
        each: seconds after which one comes back.
    """

    def __init__(self, most: int, seconds: float, site: int = 0) -> None:
        self.most = most
        self.each = seconds / most
        self._site = site
        self._empty_at: OrderedDict[object, float] = OrderedDict()

    def allows(self, who: object = None, count: int = 1) -> bool:
        """Count one, or so many at once; tell whether all were within the measure. If not, none is counted."""
        return self.later(who, 0.0, count) is not None

    def later(self, who: object, longest: float, count: int = 1) -> float | None:
        """Count one, or so many at once, also where they are within the measure only later.

        Args:
            who: of whom.
            longest: seconds that they may have to wait.
            count: how many.

        Returns:
            After how many seconds all are within the measure; None where that is too long, and none is counted.
        """
        seconds = self._due(who, count)
        if seconds > longest:
            return None
        self.count(who, count)
        return max(0.0, seconds)

    def count(self, who: object, count: int) -> None:
        """Count so many that have been allowed elsewhere, within the measure or not."""
        for one, empty_at in self._empty(who, count):
            self._empty_at[one] = empty_at
            self._empty_at.move_to_end(one)
        while len(self._empty_at) > REMEMBERED:
            self._empty_at.popitem(last=False)

    def wait(self, who: object = None, count: int = 1) -> int:
        """Return after how many whole seconds one more, or so many, are within the measure."""
        return max(0, math.ceil(self._due(who, count)))

    def _due(self, who: object, count: int) -> float:
        """Return after how many seconds so many more are within the measure; no more than 0 where they are now."""
        return max(empty_at for _, empty_at in self._empty(who, count)) - (time.monotonic() + self.most * self.each)

    def _empty(self, who: object, count: int) -> list[tuple[object, float]]:
        """Tell when nothing would be counted any more if so many more were, of all of whom they are."""
        now = time.monotonic()
        whose = shares(who, self._site) if self._site and isinstance(who, str) else ((who, 1),)
        return [(one, max(self._empty_at.get(one, 0.0), now) + self.each * count / times) for one, times in whose]
