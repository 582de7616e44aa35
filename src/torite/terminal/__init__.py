"""The command line and the table in the terminal."""

from __future__ import annotations

import sys

INTERRUPTED = 130  #: the exit code of a command that was interrupted


def command() -> None:
    """Run the command `torite`; whoever ends it while it is still being read is told nothing."""
    try:
        from torite.terminal.main import main
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    main()
