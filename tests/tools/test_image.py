"""What an image is made from lies in a folder that a clone does not have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import image


def test_the_base_is_made_where_nothing_was_built_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done: list[str] = []

    def do(program: str, *words: str, **_: object) -> None:
        done.append(program)
        if program == "mmdebstrap":
            Path(words[-1]).write_text("all files")  # as it does: into a folder that is there
        else:
            assert "all files" == Path(words[1]).read_text()

    monkeypatch.setattr(image, "FOLDER", tmp_path / "build" / "image")
    monkeypatch.setattr("shutil.which", lambda program: f"/usr/bin/{program}")
    monkeypatch.setattr(image, "_do", do)
    image.make_base()
    assert ["mmdebstrap", "podman"] == done
    assert [] == list((tmp_path / "build").iterdir())
