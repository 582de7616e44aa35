"""What a service refuses, in the reader's language."""

from __future__ import annotations

from typing import Any

from torite.errors import ToriteError
from torite.service.page_messages import page_words


class Refused(ToriteError):
    """Something that a table or the service does not do now."""

    def __init__(self, key: str, code: str = "refused", **facts: Any) -> None:
        self.code = code
        super().__init__(f"service.{key}", page_words, **facts)


class NotBegun(Refused):
    """Work that had to wait, and was refused before its turn."""
