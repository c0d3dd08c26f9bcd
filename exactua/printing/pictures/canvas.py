"""A sheet on which a picture of several panels is drawn, in inches from its lower left corner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from exactua.printing.pictures import figures

GREY: Final = "0.45"
LIGHT: Final = "0.82"


class Canvas:
    """Lines, column markers and text in inches; what is pointed at in an SVG shows its exact value."""

    def __init__(self, width: float, height: float) -> None:
        self._figure = figures.figure(width, height)
        self._axes = self._figure.add_axes((0, 0, 1, 1))
        self._axes.set(xlim=(0, width), ylim=(0, height))
        self._axes.set_axis_off()
        self._exact: dict[str, str] = {}

    def save(self, path: Path, title: str) -> None:
        """Writes the sheet into a .png or .svg file."""
        figures.save(self._figure, path, title, self._exact)

    def line(self, xs: Sequence[float], ys: Sequence[float], **style: Any) -> None:
        """A line through these points, thin and grey where nothing else is said."""
        self._axes.plot(xs, ys, **{"color": GREY, "linewidth": 0.8, "zorder": 1, "solid_capstyle": "butt"} | style)

    def column_line(self, j: int, xs: Sequence[float], ys: Sequence[float], **style: Any) -> None:
        """A line in the dashes of column j (from 0)."""
        self.line(xs, ys, **figures.line(j) | {"zorder": 3} | style)

    def arrow(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A thin grey arrow."""
        style = {"arrowstyle": "-|>", "color": GREY, "linewidth": 0.8, "shrinkA": 3, "shrinkB": 4, "mutation_scale": 7}
        self._axes.annotate("", xy=end, xytext=start, arrowprops=style, zorder=2)

    def marker(self, j: int, x: float, y: float, exact: str = "", size: float = 6.0, **style: Any) -> None:
        """The marker of column j (from 0)."""
        self._axes.plot(
            [x], [y], linestyle="", gid=self._name(exact), **figures.marker(j, size) | {"zorder": 5} | style
        )

    def text(self, x: float, y: float, text: str, exact: str = "", size: float = 8.5, **style: Any) -> None:
        """Text, its middle line at the height y where nothing else is said."""
        defaults = {"va": "center", "fontsize": size, "zorder": 6, "gid": self._name(exact), "color": "black"}
        self._axes.text(x, y, text, **defaults | style)

    def _name(self, exact: str) -> str | None:
        if not exact:
            return None
        name = f"exact-{len(self._exact)}"
        self._exact[name] = exact
        return name


@lru_cache(maxsize=4096)
def width_of(text: str, size: float = 8.5) -> float:
    """How wide the text is, in inches."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    if not text.strip():
        return 0.0
    return float(TextPath((0, 0), text, prop=FontProperties(family="DejaVu Sans", size=size)).get_extents().x1) / 72
