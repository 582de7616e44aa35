"""Where a service listens in the network the link to a table may bear its address there; else it is told how to."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from tests.service.client import OPEN, Company, run
from tests.service.conftest import free_port
from tests.service.test_starting import TORITE
from torite.service.reach import command


@pytest.mark.long
@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_the_invitation_tells_the_networks_address_where_there_is_one(tmp_path: Path, host: str) -> None:
    started = [*TORITE, "serve", "--no-browser", "--host", host, "--port", str(free_port()), "--data", str(tmp_path)]
    with subprocess.Popen(started, stdout=subprocess.PIPE, text=True) as serving:
        try:
            assert serving.stdout is not None
            announced = serving.stdout.readline().split()[-1].rstrip("/")
            port = announced.rpartition(":")[2]

            async def play(company: Company) -> list[dict[str, str]]:
                ada = company.person("Ada")
                made = await ada.set_table("agurk", OPEN, start=False)
                asked = f"/api/tables/{made['id']}/invite"
                return [
                    (await ada.http.get(asked, headers=by)).json() for by in ({}, {"X-Forwarded-For": "203.0.113.9"})
                ]

            here = type("Here", (), {"address": f"http://127.0.0.1:{port}"})
            told, elsewhere = run(here, play)
            assert elsewhere == told | {"command": ""}, "a line that is typed at this machine is told there alone"
            assert (announced if host == "0.0.0.0" else "") == told["network"]
            line = ["torite", "serve", "--no-browser", "--port", port, "--data", str(tmp_path), "--host", "0.0.0.0"]
            assert ([] if host == "0.0.0.0" else line) == shlex.split(told["command"])
        finally:
            serving.terminate()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("", "serve --host 0.0.0.0"),
        ("serve --host 127.0.0.1", "serve --host 0.0.0.0"),
        ("serve --host=localhost --port 9000", "serve --port 9000 --host 0.0.0.0"),
        ("serve --data 'my games' --no-browser", "serve --data 'my games' --no-browser --host 0.0.0.0"),
        ("-l ja", "serve -l ja --host 0.0.0.0"),
    ],
)
def test_the_line_starts_it_as_it_was_but_for_the_network(tmp_path: Path, given: str, told: str) -> None:
    """The same port and the same folder: else the table that friends are invited to would not be there."""
    assert f"torite {told}" == command(["torite", *shlex.split(given)], tmp_path)


@pytest.mark.parametrize("given", ["--database", "--database="])
def test_no_line_tells_of_a_database(tmp_path: Path, given: str) -> None:
    """Who sits at a table is told the line, and the address of a database may have its password in it."""
    words = shlex.split(f"torite serve {given}{'' if given.endswith('=') else ' '}postgresql://me:secret@db/torite")
    assert command(words, tmp_path) == ""


def test_the_line_can_be_typed_where_it_was_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name if the shell finds it so, else by the way to it; what is no program is not named."""
    program = tmp_path / "a b" / "torite"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", "/nowhere")
    assert "'a b/torite' serve --host 0.0.0.0" == command([str(program)], tmp_path)
    assert f"'{program}' serve --host 0.0.0.0" == command([str(program)], tmp_path / "elsewhere")
    monkeypatch.setenv("PATH", str(program.parent))
    assert "torite serve --host 0.0.0.0" == command([str(program)], tmp_path)
    assert "torite serve --host 0.0.0.0" == command([str(tmp_path / "main.py")], tmp_path)
