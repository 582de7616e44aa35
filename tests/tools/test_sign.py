"""A release is signed with the releaser's own key, and whoever gets it finds out whether it is what was signed."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import sign

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
WHO = "somebody@cards.example"


def new_key(file: Path) -> Path:
    """Make a key that is thrown away."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(file)], check=True)
    return file


def believed(file: Path, key: Path) -> Path:
    file.write_text(f"{WHO} {key.with_suffix('.pub').read_text()}")
    return file


def summed(folder: Path) -> None:
    files = sorted(each for each in folder.iterdir() if each.name not in (sign.SUMS, sign.SIGNATURE))
    lines = [f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files]
    (folder / sign.SUMS).write_text("".join(lines))


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """Make a release as `make release` leaves it."""
    folder = tmp_path / "dist"
    folder.mkdir()
    for name in ("torite-0.1.0-py3-none-any.whl", "requirements.txt", "torite.cdx.json"):
        (folder / name).write_text(f"what {name} holds")
    summed(folder)
    return folder


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return new_key(tmp_path / "key")


def test_what_was_signed_is_found_right(
    release: Path, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == sign.main([str(release), str(key)])
    assert 0 == sign.main(["--check", str(release), str(believed(tmp_path / "signers", key))])
    assert WHO in capsys.readouterr().out
    assert sign.main([str(release), str(key)]) == 0, "it may be signed again"


def changed(release: Path) -> None:
    (release / "requirements.txt").write_text("something else")


def changed_with_its_sum(release: Path) -> None:
    changed(release)
    summed(release)


def more(release: Path) -> None:
    (release / "torite-0.1.0-py3-none-win_amd64.whl").write_text("brought in later")


def less(release: Path) -> None:
    (release / "requirements.txt").unlink()


def led_elsewhere(release: Path) -> None:
    (release / "requirements.txt").rename(release.parent / "elsewhere")
    (release / "requirements.txt").symlink_to(release.parent / "elsewhere")


def unsigned(release: Path) -> None:
    (release / sign.SIGNATURE).unlink()


def meant_for_something_else(release: Path) -> None:
    (release / sign.SIGNATURE).unlink()
    words = [
        "ssh-keygen",
        "-q",
        "-Y",
        "sign",
        "-f",
        str(release.parent / "key"),
        "-n",
        "file",
        str(release / sign.SUMS),
    ]
    subprocess.run(words, check=True)


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (changed, "requirements.txt is not what SHA256SUMS says."),
        (changed_with_its_sum, "verify: "),
        (more, "torite-0.1.0-py3-none-win_amd64.whl."),
        (less, "requirements.txt."),
        (led_elsewhere, "A link leads elsewhere, where anything may lie later: requirements.txt."),
        (unsigned, "nobody has signed it"),
        (meant_for_something_else, "namespace"),
    ],
)
def test_whatever_is_changed_is_found(
    harm: Callable[[Path], None], why: str, release: Path, key: Path, tmp_path: Path
) -> None:
    sign.sign(release, key)
    sign.check(release, believed(tmp_path / "signers", key))
    harm(release)
    with pytest.raises(sign.NotRight, match=why.replace(".", r"\.")):
        sign.check(release, tmp_path / "signers")


def test_somebody_else_is_not_believed(release: Path, key: Path, tmp_path: Path) -> None:
    sign.sign(release, key)
    with pytest.raises(sign.NotRight):
        sign.check(release, believed(tmp_path / "signers", new_key(tmp_path / "another")))


@pytest.mark.parametrize("harm", [changed, more, less, led_elsewhere])
def test_what_its_sums_do_not_say_is_not_signed(harm: Callable[[Path], None], release: Path, key: Path) -> None:
    harm(release)
    assert 1 == sign.main([str(release), str(key)])
    assert not (release / sign.SIGNATURE).exists()


def test_a_key_that_is_not_there_leaves_no_signature(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 1 == sign.main([str(release), str(tmp_path / "none")])
    assert "none" in capsys.readouterr().err
    assert not (release / sign.SIGNATURE).exists()
