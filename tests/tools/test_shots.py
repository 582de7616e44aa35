"""The tool that pictures all pages says how it is used, and takes no word for a folder that is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import shots


@pytest.mark.parametrize(("given", "code"), [(["--help"], 0), (["--no-such"], 2), (["--only", "nowhere-land"], 2)])
def test_it_answers_before_it_does_anything(
    given: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        shots.main(given)
    assert code == ended.value.code
    said = "".join(capsys.readouterr())
    assert "python -m tools.shots" in said
    assert "--only" in said
    assert [] == [*tmp_path.iterdir()]
