"""What all that is drawn or answered is made of."""

from __future__ import annotations

from msgspec import Struct


class Part(Struct, frozen=True):
    """Base of all parts: they are shared by the scenes of a position, and never changed."""


class Worded(Part, frozen=True):
    """Something with a name for programs and a text for people."""

    name: str
    text: str
