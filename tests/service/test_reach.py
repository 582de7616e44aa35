"""Where a service listens in the network, the link to a table may bear its address there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.service.client import OPEN, Company, run
from tests.service.conftest import free_port
from tests.service.test_starting import TORITE


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_the_invitation_tells_the_networks_address_where_there_is_one(tmp_path: Path, host: str) -> None:
    command = [*TORITE, "serve", "--no-browser", "--host", host, "--port", str(free_port()), "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as serving:
        try:
            assert serving.stdout is not None
            announced = serving.stdout.readline().split()[-1].rstrip("/")
            port = announced.rpartition(":")[2]

            async def play(company: Company) -> dict[str, str]:
                ada = company.person("Ada")
                made = await ada.set_table("agurk", OPEN, start=False)
                told: dict[str, str] = await ada.get(f"tables/{made['id']}/invite")
                return told

            here = type("Here", (), {"address": f"http://127.0.0.1:{port}"})
            assert (announced if host == "0.0.0.0" else "") == run(here, play)["network"]
        finally:
            serving.terminate()
