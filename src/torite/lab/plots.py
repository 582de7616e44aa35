"""Plots of what came of a run, as pictures within a page: SVG whose colours and letters are the page's.

They are drawn by matplotlib. All that is written in them are numbers; words stand around them, in the reader's
language.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from torite.words import numeral

INK, FAINT = "#000001", "#000002"  #: colours that stand for the page's
SERIES = 8  #: colours for what is drawn; a ninth has the first one again, with another mark
MARKS = "osD^vP*"
SIZE = (4.6, 3.0)  #: inches; 72 units of the picture to each
LETTERS = 12
MOST_TICKS = 10  #: that are written below; of more, every second or third is
LONG = 40  #: letters below a plot, more than which are written aslant
REFERENCES = re.compile(r"#([\w-]+)")


@dataclass(frozen=True)
class Series:
    """What is drawn with one colour and mark.

    Attributes:
        name: what stands at its end; empty for nothing.
        at: where each value stands on the axis below.
        means, half_widths: the values, and their intervals.
    """

    name: str
    at: Sequence[float]
    means: Sequence[float]
    half_widths: Sequence[float]


@dataclass(frozen=True)
class Plot:
    """What is to be drawn.

    Attributes:
        series: the values.
        ticks: where something is written on the axis below, and what.
        per_cent: what stands behind values that are shares; empty for other values.
        level: where a line is drawn across; None for none.
        joined: whether values of a series are joined by a line.
    """

    series: Sequence[Series]
    ticks: Sequence[tuple[float, str]]
    per_cent: str
    level: float | None
    joined: bool


def drawn(plot: Plot, name: str, title: str, told: str) -> str:
    """Draw a plot; the same plot makes the same text.

    Args:
        plot: what is drawn.
        name: begins all names in it; letters and digits.
        title, told: what it is, for whoever does not see it.
    """
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    style: Any = {
        "svg.fonttype": "none", "svg.hashsalt": name, "font.size": LETTERS, "path.simplify": False,
        "axes.edgecolor": FAINT, "xtick.color": FAINT, "ytick.color": FAINT, "axes.unicode_minus": True,
        "xtick.labelcolor": INK, "ytick.labelcolor": INK, "axes.labelcolor": INK, "text.color": INK,
    }  # fmt: skip
    with matplotlib.rc_context(style):
        figure = Figure(figsize=SIZE, layout="constrained")
        FigureCanvasSVG(figure)
        _draw(figure.add_subplot(), plot)
        file = io.BytesIO()
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(file, format="svg", transparent=True, metadata=nothing)
    return _within_a_page(file.getvalue().decode(), name, title, told)


def _draw(axes: Any, plot: Plot) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", color=FAINT, linewidth=0.6, alpha=0.5)
    axes.set_axisbelow(True)
    axes.yaxis.set_major_locator(MaxNLocator(6))
    if plot.per_cent:
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: numeral(value * 100, ".4g") + plot.per_cent))
    if plot.level is not None:
        axes.axhline(plot.level, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    mark, bar, cap = (6, 1.4, 3) if len(plot.ticks) <= MOST_TICKS else (4, 0.7, 0)
    for number, series in enumerate(plot.series):
        axes.errorbar(
            series.at, series.means, yerr=series.half_widths, color=_colour(number), linewidth=1.4,
            linestyle="-" if plot.joined else "none", marker=MARKS[number % len(MARKS)],
            markersize=mark, elinewidth=bar, capsize=cap,
        )  # fmt: skip
    told = plot.ticks[:: -(-len(plot.ticks) // MOST_TICKS)]
    long = sum(len(text) for _, text in told) > LONG
    turned = {"rotation": 30, "ha": "right", "rotation_mode": "anchor"} if long else {}
    axes.set_xticks([at for at, _ in told], [text for _, text in told], **turned)
    first, last = plot.ticks[0][0], plot.ticks[-1][0]
    margin = (last - first or 1) * 0.12
    axes.set_xlim(first - margin, last + margin)
    _name(axes, plot.series, last + margin)


def _name(axes: Any, series: Sequence[Series], at: float) -> None:
    """Write the names of series at their ends, one above the other where ends are close."""
    low, high = axes.get_ylim()
    room = (high - low) * 0.065
    ends = sorted((one.means[-1], number, one.name) for number, one in enumerate(series) if one.name)
    places = [end for end, _, _ in ends]
    for at_place in range(1, len(places)):
        places[at_place] = max(places[at_place], places[at_place - 1] + room)
    over = (sum(places) - sum(end for end, _, _ in ends)) / len(places) if places else 0
    for place, (_, number, name) in zip(places, ends, strict=True):
        axes.text(at, place - over, name, color=_colour(number), va="center_baseline", fontweight="bold", clip_on=False)


def _colour(number: int) -> str:
    return f"#0000{number % SERIES + 16:02x}"


def _within_a_page(text: str, name: str, title: str, told: str) -> str:
    """Make of a picture a part of a page: without a style of its own, its names apart from those of others."""
    root = ElementTree.fromstring(text)
    used = {*REFERENCES.findall(" ".join(value for one in root.iter() for value in _references(one)))}
    for one in root.iter():
        one.tag = one.tag.rpartition("}")[2]
        one.attrib = dict(_attributes(one, name, used))
        one.text, one.tail = None if not (one.text or "").strip() else one.text, None
    for one in root.findall("defs"):
        if one.find("style") is not None:
            root.remove(one)
    _, _, width, height = root.attrib["viewBox"].split()
    root.attrib = {
        "viewBox": f"0 0 {width} {height}", "role": "img", "aria-labelledby": f"{name}-title {name}-told",
    }  # fmt: skip
    for at, (tag, words) in enumerate((("title", title), ("desc", told))):
        one = ElementTree.Element(tag, {"id": f"{name}-{'title' if tag == 'title' else 'told'}"})
        one.text = words
        root.insert(at, one)
    return ElementTree.tostring(root, encoding="unicode")


def _references(one: Any) -> Iterator[str]:
    return (value for key, value in one.attrib.items() if key.endswith("href") or value.startswith("url("))


def _attributes(one: Any, name: str, used: set[str]) -> Iterator[tuple[str, str]]:
    for key, value in one.attrib.items():
        key = key.rpartition("}")[2]
        if key == "id" and value not in used:
            continue
        if key == "id" or key == "href" or value.startswith("url("):
            value = f"{name}-{value}" if key == "id" else REFERENCES.sub(rf"#{name}-\1", value)
        elif key == "style":
            value = _style(value)
        elif key == "d":
            value = " ".join(value.split())
        if key != "transform" or not value.startswith("rotate(-0 "):
            yield key, value


def _style(text: str) -> str:
    """Write a style with the page's colours, and without fonts: those are the page's."""
    kept = [part for part in text.split("; ") if not part.startswith("font-family")]
    text = "; ".join(kept).replace(INK, "var(--ink)").replace(FAINT, "var(--faint)")
    return re.sub(r"#0000(1[0-7])", lambda found: f"var(--s{int(found[1], 16) - 16})", text)
