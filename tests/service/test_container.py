"""The image that `make image` built, run as docs/hosting.md says: it plays, and loses nothing when it ends."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.docs.pages import ROOT
from tests.patience import wait_until
from tests.service.client import BOTS, Company, run
from tests.service.conftest import free_port
from tools.image import NAME

IMAGE = os.environ.get("TORITE_IMAGE", NAME)
MOST_BYTES = 150_000_000
USER = 8377
VARIANT = "agurk"
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
#: Looks, within, at what may be written.
WRITES = """\
import json, os
def may(folder):
    try:
        open(folder + "/tried", "x").close()
        os.unlink(folder + "/tried")
        return True
    except OSError:
        return False
print(json.dumps({"user": os.getuid(), "modes": [os.stat(folder).st_mode & 0o777 for folder in ("/data", "/cache")],
                  "rights": [line.split()[1] for line in open("/proc/1/status") if line.startswith("Cap")],
                  "may": [each for each in ("/", "/etc", "/program/lib/torite", "/data", "/cache") if may(each)]}))
"""


def podman(*words: str) -> str:
    done = subprocess.run(["podman", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module", autouse=True)
def image() -> dict[str, Any]:
    if shutil.which("podman") is None:
        pytest.skip("podman is not installed: what runs in a container is skipped")
    if subprocess.run(["podman", "image", "exists", IMAGE], check=False).returncode:
        pytest.skip(f"there is no image {IMAGE}: make release image")
    found: dict[str, Any] = json.loads(podman("image", "inspect", IMAGE))[0]
    return found


class Contained:
    """A service in a container, begun with the words of the page, but for its names and ports."""

    def __init__(self) -> None:
        self.name = f"torite-test-{uuid.uuid4().hex[:8]}"
        self.port = free_port()
        found = re.search(r"^podman run -d (.*?[^\\])$", PAGE, re.MULTILINE | re.DOTALL)
        assert found is not None
        words = found[1].replace("\\\n", " ").replace("--restart on-failure:9 ", "")
        for said, ours in (
            ("--name torite ", f"--name {self.name} "),
            ("127.0.0.1:8377:", f"127.0.0.1:{self.port}:"),
            ("--publish 127.0.0.1:8378:8378", ""),
            ("torite-data:", f"{self.name}-data:"),
            ("torite-cache:", f"{self.name}-cache:"),
        ):
            assert said in words
            words = words.replace(said, ours)
        *words, last = words.split()
        assert last == "torite"
        podman("run", "-d", *words, IMAGE)
        self.wait()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wait(self) -> None:
        wait_until(self._ready, lambda: podman("logs", self.name))

    def _ready(self) -> bool:
        assert podman("inspect", "--format={{.State.Running}}", self.name) == "true", podman("logs", self.name)
        try:
            return httpx.get(f"{self.address}/ready").status_code == 200
        except httpx.TransportError:
            return False

    def again(self) -> None:
        podman("start", self.name)
        self.wait()

    def remove(self) -> None:
        podman("rm", "--force", "--time=5", self.name)
        podman("volume", "rm", f"{self.name}-data", f"{self.name}-cache")


@pytest.fixture(scope="module")
def container(image: dict[str, Any]) -> Iterator[Contained]:
    made = Contained()
    yield made
    made.remove()


@pytest.mark.slow
def test_the_image_is_small_and_says_how_it_is_to_be_run(image: dict[str, Any]) -> None:
    assert MOST_BYTES > image["Size"]
    said = image["Config"]
    assert f"{USER}:{USER}" == said["User"]
    assert "SIGTERM" == said["StopSignal"]
    assert {"/data", "/cache"} == set(said["Volumes"])
    assert "/ready" in image["Healthcheck"]["Test"][-1]


@pytest.mark.slow
def test_it_writes_to_its_two_volumes_alone_and_has_no_rights(container: Contained) -> None:
    told = json.loads(podman("exec", container.name, "python3", "-c", WRITES))
    assert {"user": USER, "modes": [0o700, 0o700], "may": ["/data", "/cache"]} == {
        name: told[name] for name in ("user", "modes", "may")
    }
    assert {0} == {int(rights, 16) for rights in told["rights"]}
    podman("healthcheck", "run", container.name)
    assert "people" in podman("exec", container.name, "torite", "admin", "counts", "--data", "/data")


def shown(scene: dict[str, Any]) -> dict[str, Any]:
    """Leave away what has been told before: who comes anew is told all of it."""
    return {name: value for name, value in scene.items() if name != "log"}


@pytest.mark.slow
def test_a_match_goes_on_after_it_was_killed_and_stopped(container: Contained) -> None:
    kept: dict[str, Any] = {}

    async def begin(company: Company) -> None:
        me = company.person("Ada")
        made = await me.set_table(VARIANT, BOTS)
        place = await me.sit(made["id"])
        await place.until(lambda p: p.scene)
        await place.play_on(lambda p: p.scene["number"] >= 4 and p.turn)
        kept.update(cookie=me.http.cookies["torite"], table=made["id"], scene=place.scene)

    async def look(company: Company) -> None:
        me = company.person()
        me.http.cookies.set("torite", kept["cookie"])
        place = await me.sit(kept["table"])
        await place.until(lambda p: p.turn)
        assert shown(kept["scene"]) == shown(place.scene)

    async def end(company: Company) -> None:
        me = company.person()
        me.http.cookies.set("torite", kept["cookie"])
        place = await me.sit(kept["table"])
        await place.until(lambda p: p.scene)
        await place.play_on(lambda p: p.scene["over"])

    run(container, begin)
    podman("kill", "--signal=KILL", container.name)
    podman("wait", container.name)
    container.again()
    run(container, look)
    podman("stop", "--time=60", container.name)
    assert "0" == podman("inspect", "--format={{.State.ExitCode}}", container.name), "it was not killed"
    container.again()
    run(container, look)
    run(container, end)
    assert "Traceback" not in podman("logs", container.name)


def on_the_page(begins: str, name: str) -> list[str]:
    """Take a command of podman's from the page, for a container and volumes of another name."""
    found = re.search(rf"^podman ({begins}.*)$", PAGE, re.MULTILINE)
    assert found is not None
    words = [re.sub(r"^torite(?=$|:)", name, word) for word in found[1].split()]
    return [word.replace("torite-data:", f"{name}-data:") for word in words]


@pytest.mark.slow
def test_a_backup_is_made_beside_it_and_put_back_where_it_was_damaged(container: Contained, tmp_path: Path) -> None:
    """By the lines of the page."""
    exec_, name, _, *backup = on_the_page("exec torite torite backup", container.name)
    podman(exec_, name, "torite", *backup)
    copy, source, _ = on_the_page("cp torite:", container.name)
    podman(copy, source, str(tmp_path / "copy"))
    assert (tmp_path / "copy").stat().st_size > 1000
    podman("stop", "--time=60", container.name)
    volume = ["--volume", f"{container.name}-data:/data"]
    spoil = "f = open('/data/torite.db', 'r+b'); f.seek(4096); f.write(bytes(range(256)) * 48); f.close()"
    podman("run", "--rm", "--entrypoint=python3", *volume, IMAGE, "-c", spoil)
    podman("start", container.name)
    assert "2" == podman("wait", container.name), "it does not start"
    run_, rm, with_, data, _, *restore = on_the_page("run --rm --volume torite-data", container.name)
    podman(run_, rm, with_, data, IMAGE, *restore)
    container.again()
