"""What a service says when it has begun, to whoever reads it."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

from torite.service.page_messages import page_words

if TYPE_CHECKING:
    from torite.service.config import Config


def greet(language: str, address: str, alone: bool, settings: Config) -> None:
    """Say where it is, who may come, and how it is stopped; where that cannot be written it goes on all the same.

    Args:
        language: in which.
        address: where it is.
        alone: whether only this machine reaches it.
        settings: how it is set up.
    """
    say = page_words(language)
    lines = [say("serve.open", address=address)]
    if not alone:
        lines.append(say("serve.public" if settings.origins else "serve.set", address=address))
    if settings.origins and not settings.retention.deletes:
        lines.append(say("serve.keeps_all"))
    try:
        print(*lines, say("serve.stop"), sep="\n", flush=True)
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        with contextlib.suppress(OSError):  # nor can this
            print(say("serve.unwritten", why=fault.strerror or fault), file=sys.stderr)
