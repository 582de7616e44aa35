"""The files of `deploy/`, run: nginx and Caddy in front of the service, with a certificate made for the test."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import websockets

from tests.patience import PATIENCE, wait_until
from tests.service.client import BOTS, ME, Place, run
from tests.service.conftest import ROOT, Running, free_port
from torite.service.security import HEADERS, address_of, site_of

NAME = "cards.example"
AT_A_TIME = 192  #: requests of an address that nginx forwards at a time
POSTS = 8  #: changes that an address may make at once
NGINX = """\
daemon off;
{user}
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/torite.conf;
}}
"""
CADDY = """\
{{
	admin off
	auto_https disable_redirects
	storage file_system {folder}
"""


@dataclass(frozen=True)
class Front:
    """A server in front of a service, as people reach it."""

    service: Running
    port: int
    plain: int
    trusted: ssl.SSLContext

    @property
    def origin(self) -> str:
        return f"https://{NAME}:{self.port}"

    def person(self, address: str = "127.0.0.1", **headers: str) -> httpx.Client:
        """Somebody who comes from an address of this machine, by the name of the service."""
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}",
            headers={"host": f"{NAME}:{self.port}", "origin": self.origin, **headers},
            transport=httpx.HTTPTransport(verify=self.trusted, local_address=address),
            timeout=PATIENCE,
        )

    def ask(self, person: httpx.Client, method: str, path: str, body: object = None) -> httpx.Response:
        return person.request(method, path, json=body, extensions={"sni_hostname": NAME})

    async def sit(self, person: httpx.Client, table: str, origin: str = "") -> Place:
        cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        return Place(
            await websockets.connect(
                f"wss://{NAME}:{self.port}/ws/{table}",
                host="127.0.0.1",
                port=self.port,
                ssl=self.trusted,
                origin=origin or self.origin,  # type: ignore[arg-type]
                additional_headers={"cookie": cookies},
                compression=None,
                open_timeout=PATIENCE,
            )
        )


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, service: Running, port: int, plain: int) -> list[str]:
    """Make the example file fit this machine: other ports, and the test's own certificate."""
    text = replaced(
        (ROOT / "deploy" / "nginx.conf").read_text(),
        ("    listen [::]:80;\n", ""), ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("    listen [::]:443 ssl;\n", ""), ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/letsencrypt/live/cards.example/fullchain.pem", f"{folder}/cert.pem"),
        ("/etc/letsencrypt/live/cards.example/privkey.pem", f"{folder}/key.pem"),
        ("127.0.0.1:8377", f"127.0.0.1:{service.port}"),
    )  # fmt: skip
    (folder / "torite.conf").write_text(text)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, user=user))
    return [program("nginx"), "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]


def test_nginx_takes_its_two_example_files_together(tmp_path: Path) -> None:
    """As the second says: what stands before its server before those of the first, its locations in place of that."""
    one, many = ((ROOT / "deploy" / name).read_text() for name in ("nginx.conf", "nginx-many.conf"))
    before, _, locations = many.partition("server {")
    first, location, _ = one.partition("    location / {")
    at = first.index("server {")
    text = first[:at] + before + first[at:] + locations[locations.index("    location") :]
    assert location
    text = re.sub("(?m)^ *(ssl_certificate|listen).*\n", "", text).replace(
        "    server_tokens", "    listen 1;\n    server_tokens"
    )
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid; events {{}}\nhttp {{\n{text}\n}}")
    asked = [program("nginx"), "-t", "-e", "stderr", "-c", str(tmp_path / "nginx.conf")]
    tried = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert 0 == tried.returncode, tried.stderr


def caddy(folder: Path, service: Running, port: int, plain: int) -> list[str]:
    text = replaced(
        (ROOT / "deploy" / "Caddyfile").read_text(),
        (f"{NAME} {{\n", f"https://{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {folder}/cert.pem {folder}/key.pem\n"),
        ("127.0.0.1:8377", f"127.0.0.1:{service.port}"),
        ("{\n\tservers {", CADDY.format(folder=folder) + "\tservers {"),
    )
    (folder / "Caddyfile").write_text(text)
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if found is None or shutil.which("openssl") is None:
        pytest.skip(f"there is no {name}, or no openssl, on this machine")
    return found


def certified(folder: Path) -> ssl.SSLContext:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
         "-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")],
        check=True, capture_output=True,
    )  # fmt: skip
    return ssl.create_default_context(cafile=str(folder / "cert.pem"))


@pytest.fixture(scope="module", params=[nginx, caddy], ids=["nginx", "caddy"])
def front(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    make: Callable[[Path, Running, int, int], list[str]] = request.param
    program(make.__name__)
    folder = tmp_path_factory.mktemp("front")
    trusted, port, plain = certified(folder), free_port(), free_port()
    origins = [f"https://{NAME}", f"https://{NAME}:{port}"]
    service = Running(tmp_path_factory.mktemp("behind") / "data", origins=origins, limits={"posts": POSTS})
    with (folder / "log").open("wb") as log:
        home = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        running = subprocess.Popen(make(folder, service, port, plain), stdout=log, stderr=log, env=home)
    try:
        found = Front(service, port, plain, trusted)
        wait_for(found, running, folder / "log")
        yield found
    finally:
        running.terminate()
        running.wait(PATIENCE)
        service.stop()


def wait_for(front: Front, running: subprocess.Popen[bytes], log: Path) -> None:
    def answers() -> bool:
        assert running.poll() is None, log.read_text()
        with contextlib.suppress(httpx.TransportError):
            return front.ask(person, "GET", "/api/tables").status_code == 200
        return False

    with front.person() as person:
        wait_until(answers, log.read_text)


def test_a_match_is_played_through_it(front: Front) -> None:
    """By HTTPS and WSS, and the cookie is sent over HTTPS alone."""

    async def play(company: object) -> None:
        with front.person("127.0.0.11") as me:
            wanted = {"variant": "agurk", "seats": [ME, BOTS], "start": True}
            made = front.ask(me, "POST", "/api/tables", wanted)
            assert made.status_code == 200, made.text
            cookie = made.headers["set-cookie"].lower()
            assert "secure" in cookie
            assert "httponly" in cookie
            place = await front.sit(me, made.json()["id"])
            await place.play_on(lambda p: p.scene.get("over"))
            await place.close()

    run(front.service, play)


def test_headers_are_there_once(front: Front) -> None:
    """Those of the service come through, and the one that only HTTPS may have is added."""
    with front.person() as person:
        for path in ("/", "/api/tables", "/assets/nothing"):
            headers = front.ask(person, "GET", path).headers
            assert headers.get_list("strict-transport-security") == ["max-age=31536000"]
            for name, value in HEADERS:
                assert headers.get_list(name.decode()) == [value.decode()], name


def test_addresses_are_told_apart_and_cannot_be_made_up(front: Front) -> None:
    """Who has used up their measure has used it up whatever address they claim, and nobody else has."""
    made_up = {"x-forwarded-for": "192.0.2.7", "forwarded": "for=192.0.2.7", "x-real-ip": "192.0.2.7"}
    with front.person("127.0.0.21") as often, front.person("127.0.0.21", **made_up) as same:
        codes = [front.ask(often, "POST", "/api/me", {"name": "Eve"}).status_code for _ in range(3 * POSTS)]
        assert 429 in codes
        assert 429 in [front.ask(same, "POST", "/api/me", {"name": "Eve"}).status_code for _ in range(POSTS)]
    with front.person("127.0.0.22") as other:
        assert front.ask(other, "POST", "/api/me", {"name": "Ada"}).status_code == 200


def test_strangers_are_refused_behind_it_too(front: Front) -> None:
    """Another origin's pages, and names that are not ours."""

    async def knock(company: object) -> None:
        with front.person("127.0.0.31") as me:
            made = front.ask(me, "POST", "/api/tables", {"variant": "agurk", "seats": [ME, BOTS]}).json()
            for origin in ("https://evil.example", f"http://{NAME}:{front.port}", "null"):
                with pytest.raises(websockets.InvalidStatus) as refused:
                    await front.sit(me, made["id"], origin)
                assert refused.value.response.status_code == 403

    run(front.service, knock)
    with front.person("127.0.0.32", origin="https://evil.example") as eve:
        assert front.ask(eve, "POST", "/api/me", {"name": "Eve"}).status_code == 403
    with front.person("127.0.0.33", host="evil.example") as eve:
        assert json.dumps("tables") not in front.ask(eve, "GET", "/api/tables").text


def test_a_large_body_is_refused(front: Front) -> None:
    with front.person("127.0.0.41") as eve:
        answer = front.ask(eve, "POST", "/api/replays", {"record": "x" * 3_000_000})
        assert answer.status_code in (400, 413)


def test_no_connection_asks_for_hundreds_of_things(front: Front, request: pytest.FixtureRequest) -> None:
    """By HTTP/2 it would; nginx counts each of them as a connection."""
    if "nginx" in request.node.name:
        pytest.skip("nginx counts what is asked for")
    front.trusted.set_alpn_protocols(["h2", "http/1.1"])
    try:
        with (
            socket.create_connection(("127.0.0.1", front.port), timeout=PATIENCE) as line,
            front.trusted.wrap_socket(line, server_hostname=NAME) as secured,
        ):
            assert "http/1.1" == secured.selected_alpn_protocol()
    finally:
        front.trusted.set_alpn_protocols(["http/1.1"])


def test_an_address_asks_for_so_much_at_a_time(front: Front, request: pytest.FixtureRequest) -> None:
    """With as many requests under way nginx refuses the next itself; others are served."""
    if "caddy" in request.node.name:
        pytest.skip("Caddy counts nobody's connections")
    head = f"POST /api/me HTTP/1.1\r\nHost: {NAME}:{front.port}\r\nContent-Length: 9\r\n\r\n".encode()
    with contextlib.ExitStack() as lines:

        def asking() -> ssl.SSLSocket:
            line = socket.create_connection(
                ("127.0.0.1", front.port), timeout=PATIENCE, source_address=("127.0.0.51", 0)
            )
            secured = lines.enter_context(front.trusted.wrap_socket(line, server_hostname=NAME))
            secured.sendall(head)
            return secured

        for _ in range(AT_A_TIME):
            asking()
        assert b"429" in asking().recv(1000).partition(b"\r\n")[0]
        with front.person("127.0.0.52") as other:
            assert front.ask(other, "GET", "/api/tables").status_code == 200


COUNTING = """\
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {map}
    server {{
        listen unix:{folder}/socket;
        set_real_ip_from unix:;
        real_ip_header X-Real-IP;
        return 200 "$remote_addr $torite_site $torite_visitor";
    }}
}}
"""
#: Parts of addresses whose zeros are written in every way there is, and some of everyday.
PARTS = [[int(bit) * 0xAB for bit in f"{n:07b}"] for n in range(128)]
ADDRESSES_6 = [f"{first:x}:" + ":".join(f"{part:x}" for part in parts) for first in (0x2001, 0xFE80) for parts in PARTS]
EVERYDAY = ["2001:db8::1", "2001:db8::2:0:0:1", "fd00:1:0:77::5", "fd00:1:0:77:1:2:3:4", "fd00:1:0:78::5", "::1"]
ADDRESSES_4 = ["192.0.2.1", "192.0.2.2", "::ffff:192.0.2.3", "::ffff:192.0.2.4"]


def test_nginx_counts_a_visitor_of_ipv6_by_the_64_as_torite_does(tmp_path: Path) -> None:
    """However the zeros of an address are written: all of it shares what one visitor may do, and no other does.

    So does the /48 in which it is.
    """
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    maps = re.findall(r"^map \$(?:remote_addr|torite_visitor) .*?^}\n", text, re.M | re.S)
    assert 2 == len(maps)
    user = "user root;" if os.geteuid() == 0 else ""
    head = NGINX.partition("http {{")[0].format(folder=tmp_path, user=user)
    (tmp_path / "nginx.conf").write_text(head + COUNTING.format(folder=tmp_path, map="".join(maps)))
    words = [program("nginx"), "-p", str(tmp_path), "-e", "stderr", "-c", str(tmp_path / "nginx.conf")]
    if "realip" not in subprocess.run([words[0], "-V"], capture_output=True, text=True, check=True).stderr:
        pytest.skip("this nginx takes no addresses from a header")
    running = subprocess.Popen(words)
    try:
        told = list(counted_as(tmp_path / "socket", [*ADDRESSES_6, *EVERYDAY, *ADDRESSES_4]))
    finally:
        running.terminate()
        running.wait(PATIENCE)
    visitors = [(address_of(address), visitor) for address, _, visitor in told]
    sites = [(site_of(address_of(address)), site) for address, site, _ in told if address != "::1"]  # nobody's
    assert ("", b"") in sites
    for pairs in (visitors, sites):
        assert len(set(pairs)) == len(dict(pairs)) == len({theirs for _, theirs in pairs})


def counted_as(door: Path, addresses: list[str]) -> Iterator[tuple[str, bytes, bytes]]:
    """Ask a server from many addresses; tell each as it writes it, and by what it counts it: its site, and it."""
    transport = httpx.HTTPTransport(uds=str(door), retries=8)
    with httpx.Client(transport=transport, base_url="http://front", timeout=PATIENCE) as front:
        for address in addresses:
            written, site, visitor = front.get("/", headers={"x-real-ip": address}).content.split(b" ", 2)
            yield written.decode(), site, visitor


def test_plain_http_leads_to_https(front: Front, request: pytest.FixtureRequest) -> None:
    """Caddy does that at port 80 by itself, which no test can have."""
    if "caddy" in request.node.name:
        pytest.skip("only at port 80")
    answer = httpx.get(f"http://127.0.0.1:{front.plain}/t/x?y=1", headers={"host": NAME}, timeout=PATIENCE)
    assert (301, f"https://{NAME}/t/x?y=1") == (answer.status_code, answer.headers["location"])
