"""Small ways in: bodies of two lengths, the port of the figures, sentences of the host's, names of nothing."""

from __future__ import annotations

import socket

import httpx
import pytest

from tests.patience import PATIENCE
from tests.service.conftest import Running
from torite.errors import BadRecord
from torite.match import Match
from torite.records import read, write
from torite.service.metrics import _answer
from torite.service.names import cleaned
from torite.service.page_messages import of_the_page, sentences


def test_a_body_of_two_lengths_is_refused_and_its_connection_ended(service: Running) -> None:
    """What stands in front of the service may read it otherwise, and take its end for another's request."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE) as line:
        line.sendall(
            f"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nOrigin: {service.address}\r\n"
            "Content-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
            f"0\r\n\r\nGET /health HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n\r\n".encode()
        )
        came = b""
        while more := line.recv(1 << 16):
            came += more
    assert came.startswith(b"HTTP/1.1 400 ")
    assert 1 == came.count(b"HTTP/1.1 ")


@pytest.mark.parametrize(("host", "status"), [("127.0.0.1:9", 200), ("localhost", 200), ("evil.example:9", 421)])
def test_figures_are_told_to_no_page_whose_name_leads_here(host: str, status: int) -> None:
    scope = {"type": "http", "method": "GET", "path": "/metrics", "headers": [(b"host", host.encode())]}
    assert status == _answer(scope).status_code


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pages_get_no_sentences_for_who_runs_the_service(language: str) -> None:
    left = set(sentences(language)) - set(of_the_page(language))
    assert left
    assert {"admin", "backup", "database", "folder", "move", "think"} == {key.partition(".")[0] for key in left}


def test_what_the_page_starts_with_has_its_sentences_only(service: Running) -> None:
    words = httpx.get(f"{service.address}/api/start", timeout=PATIENCE).json()["words"]
    assert dict(of_the_page("en")) == words


def test_a_name_of_what_stands_for_something_else_is_none() -> None:
    assert "" == cleaned("\ufffc")


@pytest.mark.parametrize("text", ["x" * 65, "鍵", "x" * 200_000])
def test_a_keys_hash_that_is_none_is_refused(text: str) -> None:
    whole = write(Match("agurk", 2, seed=1))
    known = next(line for line in whole.split("\n") if line.startswith("key hash: "))
    with pytest.raises(BadRecord, match="key hash"):
        read(whole.replace(known, f"key hash: {text}"))
