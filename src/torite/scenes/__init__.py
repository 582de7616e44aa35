"""A view laid out for people: scenes, their choices and sentences, guides and clauses."""

from torite.scenes.scene import lay_out
from torite.scenes.sharing import share_line

__all__ = ["lay_out", "share_line"]
