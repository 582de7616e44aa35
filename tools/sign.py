"""Sign a release with the releaser's own key, or check one: `python -m tools.sign DIST KEY`, `… --check DIST SIGNERS`.

What is signed is `SHA256SUMS`, which names every file of the release. The key is one of SSH's, which stays where it is:
of one that an agent or a token holds, the public half is named. The signature lies beside, as `SHA256SUMS.sig`. Whoever
checks names a file of those whom they believe, as `ssh-keygen` reads it: `somebody@cards.example ssh-ed25519 AAAA…`.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
MEANT_FOR = "torite-release"  #: in every signature: one for something else is none for this
LINE = re.compile(r"([0-9a-f]{64}) [ *]([^/\s]+)")


class NotRight(Exception):
    """What is wrong with a release, as a sentence."""


def check_sums(folder: Path) -> None:
    """Make sure that a release is what its sums say: every file of it, and no other.

    Raises:
        NotRight: where it is not.
    """
    file = folder / SUMS
    if not file.is_file():
        raise NotRight(f"There is no {SUMS} in {folder}.")
    lines = [LINE.fullmatch(line) for line in file.read_text(encoding="utf-8").splitlines()]
    if not lines or None in lines:
        raise NotRight(f"{file} is not a list of sums.")
    told = {line[2]: line[1] for line in lines if line}
    there = {each.name for each in folder.iterdir()} - {SUMS, SIGNATURE}
    if links := sorted(each.name for each in folder.iterdir() if each.is_symlink()):
        raise NotRight(f"A link leads elsewhere, where anything may lie later: {', '.join(links)}.")
    if told.keys() != there:
        raise NotRight(f"Either {SUMS} or {folder} alone has: {', '.join(sorted(told.keys() ^ there))}.")
    for name, digest in told.items():
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != digest:
            raise NotRight(f"{name} is not what {SUMS} says.")


def sign(folder: Path, key: Path) -> None:
    """Sign a release; a signature that was there is replaced.

    Raises:
        NotRight: where the release is not what its sums say, or the key cannot be used.
    """
    check_sums(folder)
    (folder / SIGNATURE).unlink(missing_ok=True)
    _ssh_keygen("sign", "-q", "-f", str(key), "-n", MEANT_FOR, str(folder / SUMS))


def check(folder: Path, signers: Path) -> str:
    """Make sure that somebody who is believed signed a release, and that it is what they signed; return who.

    Raises:
        NotRight: where that is not so.
    """
    signature = folder / SIGNATURE
    if not signature.is_file():
        raise NotRight(f"There is no {SIGNATURE} in {folder}: nobody has signed it.")
    found = _ssh_keygen("find-principals", "-s", str(signature), "-f", str(signers)).split()
    if not found:
        raise NotRight(f"Nobody whom {signers} names signed it.")
    _ssh_keygen("verify", "-f", str(signers), "-I", found[0], "-n", MEANT_FOR, "-s", str(signature),
                stdin=(folder / SUMS).read_bytes())  # fmt: skip
    check_sums(folder)
    return found[0]


def _ssh_keygen(*words: str, stdin: bytes = b"") -> str:
    program = shutil.which("ssh-keygen")
    if program is None:
        raise NotRight("ssh-keygen is not installed (OpenSSH 8.2 or newer).")
    done = subprocess.run([program, "-Y", *words], input=stdin, capture_output=True, check=False)
    if done.returncode:
        why = (done.stderr or done.stdout).decode(errors="replace").strip()
        raise NotRight(f"{words[0]}: {why}")
    return done.stdout.decode(errors="replace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Sign or check; the exit status says whether all is right."""
    parser = argparse.ArgumentParser(prog="python -m tools.sign", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("folder", type=Path, help="the folder of the release")
    parser.add_argument("key", type=Path, help="the releaser's key; to check, the file of those who are believed")
    parser.add_argument("--check", action="store_true", help="check instead of sign")
    given = parser.parse_args(arguments)
    try:
        if given.check:
            print(f"{given.folder} is as {check(given.folder, given.key)} signed it.")
        else:
            sign(given.folder, given.key)
    except NotRight as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
