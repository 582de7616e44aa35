"""Run once within the image, as it is built: its two folders, and compiled modules in place of sources.

Nothing is written beside modules while the service runs, so each start would else compile them again. Torite's own
sources stay: what was compiled of the rules is held to them.
"""

from __future__ import annotations

import compileall
import os
import py_compile
from pathlib import Path

LIBRARY = Path("/program/lib")
OWN = LIBRARY / "torite"
MODE = py_compile.PycInvalidationMode.UNCHECKED_HASH
USER = 8377

if __name__ == "__main__":
    for home in ("/data", "/cache"):
        os.mkdir(home, 0o700)
        os.chown(home, USER, USER)
    compileall.compile_dir(OWN, quiet=1, invalidation_mode=MODE)
    for folder in (LIBRARY, Path(os.__file__).parent):
        for file in folder.rglob("*.py"):
            if OWN not in file.parents:
                compileall.compile_file(file, quiet=2, legacy=True, invalidation_mode=MODE)
                if file.with_suffix(".pyc").exists():
                    file.unlink()
    os.unlink(__file__)
