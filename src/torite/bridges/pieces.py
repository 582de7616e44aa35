"""The drawings of the pieces in Python: the page's own paths, painted with Pillow.

`pieces.json` is written when the page is built (`client/src/pieces/drawings.ts`). Pillow comes with the extras of the
bridges that draw.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageDraw, ImageFont

from torite.errors import ToriteError
from torite.words import MINUS

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

Colour = tuple[int, int, int]
Point = tuple[float, float]

FELT, DARK, LIGHT, FAINT, WARM = (44, 82, 67), (33, 64, 52), (255, 253, 247), (188, 205, 193), (233, 200, 120)
INKS: dict[str, Colour] = {
    "paper": (255, 253, 247), "ink": (35, 32, 27), "indigo": (47, 75, 124), "ivory": (245, 236, 215),
    "shade": (227, 213, 182), "brass": (176, 141, 62), "edge": (206, 203, 196),
}  # fmt: skip
RED, PLUM = (200, 64, 47), (107, 69, 104)
#: What the suit's and the second ink are, for tones in which they are not ink and indigo.
TONES = {"H": (RED, RED), "D": (RED, RED), "JR": (RED, RED), "trump": (INKS["ink"], PLUM)}
SIGNS = {"♣": "C", "♠": "S", "♥": "H", "♦": "D"}
FINE = 4  #: a piece is painted so many times as large, and made smaller
CURVE = 8  #: straight pieces of a curve
FILE = Path(__file__).with_name("pieces.json")
PART = re.compile(r"([MLCQAZ])([^MLCQAZ]*)")
NUMBER = re.compile(r"-?\d*\.?\d+")


class NoDrawings(ToriteError):
    """The page has not been built, so the pieces' drawings are not there."""

    code = "no-drawings"


@cache
def drawings() -> Any:
    """Read the drawings.

    Raises:
        NoDrawings: where they are not there.
    """
    if not FILE.exists():
        raise NoDrawings("error.no_drawings")
    return json.loads(FILE.read_text(encoding="utf-8"))


def width(form: str, wide: int) -> int:
    """Return how wide a piece is drawn: a domino lies."""
    return round(wide * 1.5) if form == "domino" else wide


def height(form: str, wide: int) -> int:
    """Return how high a piece is drawn."""
    face = drawings()["backs"][form]
    return width(form, wide) * 100 // 196 if form == "domino" else wide * int(face["height"]) // 100


class Canvas:
    """A picture that is being drawn."""

    def __init__(self, wide: int, high: int, ground: Colour) -> None:
        self._image = Image.new("RGB", (wide, high), ground)
        self._draw = ImageDraw.Draw(self._image)

    def array(self) -> NDArray[numpy.uint8]:
        """Return the picture: uint8[height, width, 3]."""
        import numpy

        return numpy.array(self._image)

    def box(self, left: int, top: int, right: int, low: int, colour: Colour) -> None:
        """Paint a rectangle with round corners."""
        self._draw.rounded_rectangle((left, top, right, low), 4, colour)

    def write(self, left: float, top: float, text: str, size: int, colour: Colour) -> int:
        """Write a line, its suits as they are drawn; return where it ends."""
        at = left
        text = text.replace("½", " 1/2").replace(MINUS, "-")  # which the font does not have
        for part in re.split(f"([{''.join(SIGNS)}])", text):
            if part in SIGNS:
                tone = RED if SIGNS[part] in "HD" and colour == DARK else colour
                for line in flattened(drawings()["suits"][SIGNS[part]]):
                    spot = [(at + size * (0.42 + x / 26), top + size * (0.62 + y / 26)) for x, y in line]
                    self._draw.polygon(spot, tone)
            else:
                self._draw.text((at, top), part, colour, _font(size))
            at += _length(part, size)
        return math.ceil(at)

    def cut(self, text: str, size: int, room: float) -> str:
        """Cut a text to what there is room for."""
        while text and sum(_length(part, size) for part in text) > room:
            text = text.removesuffix("…")[:-1].rstrip() + "…" if len(text) > 1 else ""
        return text

    def piece(self, code: str | None, form: str, left: int, top: int, wide: int) -> None:
        """Draw a piece; its back, where there is no code."""
        drawn = painted(code, form, wide)
        self._image.paste(drawn, (left, top), drawn)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


@cache
def _length(text: str, size: int) -> float:
    return size * 0.86 if text in SIGNS else _font(size).getlength(text)


@cache
def painted(code: str | None, form: str, wide: int) -> Image.Image:
    """Paint a piece, transparent beside it; what has no drawing is written on an empty card."""
    faces = drawings()["faces"]
    named = f"{form}:{code}" if form in ("d6", "d12") else code
    face = drawings()["backs"][form] if code is None else faces.get(named)
    high = wide * (face["height"] if face else 140) // 100
    if form == "domino":
        high = width(form, wide)
        wide = high * 100 // 196
    scale = FINE * wide / 100
    image = Image.new("RGBA", (FINE * wide, FINE * high))
    draw = ImageDraw.Draw(image)
    if face is None:
        draw.rounded_rectangle((0, 0, FINE * wide - 1, FINE * high - 1), 6 * scale, INKS["paper"])
        draw.text((FINE * wide / 2, FINE * high / 2), str(code), INKS["ink"], _font(int(30 * scale)), "mm")
    else:
        suit, second = TONES.get(face["tone"], (INKS["ink"], INKS["indigo"]))
        inks = {**INKS, "suit": suit, "second": second}
        if face["outline"] == "card":
            draw.rounded_rectangle((0, 0, FINE * wide - 1, FINE * high - 1), 6 * scale, INKS["paper"])
        for ink, path, *stroke in face["shapes"]:
            _paint(draw, path, inks[ink], scale, stroke[0] * scale if stroke else 0)
    small = image.resize((wide, high), Image.Resampling.LANCZOS)
    return small.transpose(Image.Transpose.ROTATE_90) if form == "domino" else small


def _paint(draw: ImageDraw.ImageDraw, path: str, colour: Colour, scale: float, stroke: float) -> None:
    for line in flattened(path):
        points = [(x * scale, y * scale) for x, y in line]
        if not stroke:
            draw.polygon(points, colour)
            continue
        draw.line(points, colour, max(1, round(stroke)), "curve")
        for x, y in (points[0], points[-1]):
            draw.ellipse((x - stroke / 2, y - stroke / 2, x + stroke / 2, y + stroke / 2), colour)


@cache
def flattened(path: str) -> list[list[Point]]:
    """Make lines of a path of absolute M, L, C, Q, A (of circles, the short way round) and Z."""
    lines: list[list[Point]] = []
    for sign, rest in PART.findall(path):
        numbers = [float(one) for one in NUMBER.findall(rest)]
        if sign == "A":
            lines[-1] += _arc(lines[-1][-1], (numbers[-2], numbers[-1]), numbers[0])
            continue
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if sign == "M":
            lines.append(points)
        elif sign == "L":
            lines[-1] += points
        elif sign == "Z":
            lines[-1].append(lines[-1][0])
        else:
            step = 3 if sign == "C" else 2
            for i in range(0, len(points), step):
                lines[-1] += _curve([lines[-1][-1], *points[i : i + step]])
    return [line for line in lines if len(line) > 1]


def _curve(control: list[Point]) -> list[Point]:
    """Cut a Bézier curve into lines, by its own construction."""
    found = []
    for i in range(1, CURVE + 1):
        t, points = i / CURVE, control
        while len(points) > 1:
            pairs = itertools.pairwise(points)
            points = [(x + (u - x) * t, y + (v - y) * t) for (x, y), (u, v) in pairs]
        found += points
    return found


def _arc(begin: Point, end: Point, radius: float) -> list[Point]:
    """Cut an arc of a circle, clockwise on the page, into lines."""
    (x, y), (u, v) = begin, end
    chord = math.dist(begin, end)
    if not chord:
        return [end]
    away = math.sqrt(max(0.0, radius * radius - chord * chord / 4)) / chord
    middle = ((x + u) / 2 - (v - y) * away, (y + v) / 2 + (u - x) * away)
    first = math.atan2(y - middle[1], x - middle[0])
    turn = (math.atan2(v - middle[1], u - middle[0]) - first) % math.tau
    return [
        (
            middle[0] + radius * math.cos(first + turn * i / CURVE),
            middle[1] + radius * math.sin(first + turn * i / CURVE),
        )
        for i in range(1, CURVE + 1)
    ]
