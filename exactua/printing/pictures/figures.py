"""What all pictures share: which files they go into, one look for a column, numbers as labels, reproducible saving.

matplotlib is imported only where something is drawn (extra `plot`). Columns differ by marker, filling and dashes, so
that they are told apart without colour; their colours are after Okabe and Ito, which colour-blind readers tell apart.
"""

from __future__ import annotations

import importlib.util
import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import floor
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, written
from exactua.deciding.trace import Trace
from exactua.errors import InputError, not_installed
from exactua.output_files import Kind, is_standard_output, require_writable, write_bytes
from exactua.printing.text import instance
from exactua.visible_text import visible

SUFFIXES: Final = (".png", ".svg")
MARK: Final = "Drawn by exactua"
PICTURE: Final = Kind("picture that exactua drew", rf"\x89PNG.{{1,100}}{MARK}|<\?xml [^\n]*\n<!-- {MARK} -->")
DOTS_PER_INCH: Final = 200
LARGEST: Final = mpq(10) ** 300
LONGEST_LABEL: Final = 19
_SUBSCRIPTS: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_NARROW_SPACE: Final = "\u202f"

Dashes = str | tuple[int, tuple[float, ...]]

COLUMN_STYLES: Final[tuple[tuple[str, bool, Dashes, str], ...]] = (
    ("o", True, "-", "#0072B2"),
    ("s", False, (0, (5, 2)), "#D55E00"),
    ("^", True, (0, (1, 1.2)), "#009E73"),
    ("D", False, (0, (6, 1.5, 1, 1.5)), "#9C4F7E"),
    ("P", True, (0, (5, 1.2, 1, 1.2, 1, 1.2)), "#000000"),
)
"""Of each column: marker, whether it is filled, dashes, colour."""


def require_drawable(path: Path) -> None:
    """Raises InputError, before anything is computed, where no picture can be drawn into `path`."""
    if path.suffix not in SUFFIXES and not is_standard_output(path):
        raise InputError(f"plot: {path} ends in neither .png nor .svg; give a file that does")
    require_writable(path, "plot", PICTURE)
    if importlib.util.find_spec("matplotlib") is None:
        raise not_installed("plot", "matplotlib", "plot")


@contextmanager
def drawing() -> Iterator[None]:
    """The settings under which every picture is drawn: text stays text in SVG, and its identifiers are fixed."""
    import matplotlib

    settings = {
        "svg.hashsalt": "exactua",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans"],
        "hatch.linewidth": 0.6,
        "axes.unicode_minus": True,
    }
    with matplotlib.rc_context(settings):  # type: ignore[arg-type]
        yield


def figure(width: float, height: float, layout: str | None = None) -> Any:
    """An empty figure of this size, in inches."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    empty = Figure(figsize=(width, height), dpi=DOTS_PER_INCH, layout=layout)  # type: ignore[arg-type]
    FigureCanvasAgg(empty)
    return empty


def save(drawn: Any, path: Path, title: str, exact: Mapping[str, str] | None = None) -> None:
    """Writes the figure, to standard output as SVG; the same figure gives the same bytes with the same matplotlib.

    `exact` holds by the identifiers of drawn things what an SVG shows when they are pointed at. Raises InputError where
    the file can't be written.
    """
    buffer = io.BytesIO()
    title = visible(title)
    if path.suffix == ".svg" or is_standard_output(path):
        drawn.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Title": title})
        svg = buffer.getvalue().decode().replace("?>\n", f"?>\n<!-- {MARK} -->\n", 1)
        content = _titled(svg, exact or {}).encode()
    else:
        drawn.savefig(buffer, format="png", metadata={"Software": MARK, "Title": title})
        content = buffer.getvalue()
    write_bytes(path, content, "plot", PICTURE)


def _titled(svg: str, exact: Mapping[str, str]) -> str:
    """The SVG with a <title> in each group whose identifier `exact` has."""

    def with_title(match: re.Match[str]) -> str:
        name = match.group(1)
        return match.group(0) + (f"<title>{escape(exact[name])}</title>" if name in exact else "")

    return re.sub(r'<g id="([^"]+)">', with_title, svg)


def heading(trace: Trace, network: str) -> str:
    """What a picture of a trace is of; `network` is how its network is written."""
    at = instance(trace.problem).replace("delta", "δ")
    if trace.of_file:
        return f"{Path(trace.network).name}: {trace.problem.title}, {at}"
    return f"{trace.problem.title}: network {network} at {at}"


def marker(j: int, size: float = 6.0) -> dict[str, Any]:
    """How the points of column j (from 0) are drawn."""
    shape, filled, _, colour = COLUMN_STYLES[j]
    return {
        "marker": shape,
        "markersize": size * (1.15 if shape in "^P" else 0.9 if shape in "sD" else 1),
        "color": colour,
        "markerfacecolor": colour if filled else "white",
        "markeredgecolor": colour,
        "markeredgewidth": 1.1,
    }


def line(j: int) -> dict[str, Any]:
    """How the lines of column j (from 0) are drawn."""
    _, _, dashes, colour = COLUMN_STYLES[j]
    return {"linestyle": dashes, "color": colour, "linewidth": 1.3}


def subscripted(name: str) -> str:
    """l_1 as l₁, Z_12 as Z₁₂, g_c as matplotlib's mathematics; other names as they are."""
    letter, _, index = name.partition("_")
    if index.isdecimal():
        return letter + index.translate(_SUBSCRIPTS)
    return f"${letter}_{index}$" if len(letter) == len(index) == 1 else name


def grouped(value: Rational | int) -> str:
    """The exact number for people, digits in groups of three from five digits on, with a minus sign."""
    parts = written(value).replace("-", "−").split("/")
    return "/".join(
        re.sub(r"(?<=\d)(?=(\d{3})+$)", _NARROW_SPACE, part) if len(part.strip("−")) > 4 else part for part in parts
    )


def label(value: Rational | int) -> str:
    """The exact number where it is short enough for a label, else "≈ 1.23e9" with four digits."""
    shown = grouped(value)
    return shown if len(shown) <= LONGEST_LABEL else f"≈{_NARROW_SPACE}{rounded(mpq(value))}"


def rounded(value: Rational, count: int = 4) -> str:
    """So many digits of the number, as 0.01234 or 1.234e9; correct for any size."""
    sign, size = "−" if value < 0 else "", abs(value)
    exponent = len(str(size.numerator)) - len(str(size.denominator))
    exponent -= size < mpq(10) ** exponent
    digits = floor(size * mpq(10) ** (count - 1 - exponent) + mpq(1, 2))
    if digits == 10**count:
        digits, exponent = digits // 10, exponent + 1
    text = str(digits)
    if -3 <= exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{text}"
    if 0 <= exponent < count - 1:
        return f"{sign}{text[: exponent + 1]}.{text[exponent + 1 :]}"
    return f"{sign}{text[0]}{text[1:] and '.'}{text[1:]}e{exponent}"


def tuple_label(values: tuple[Rational, ...]) -> str:
    """One number, or a column as (1/2, 0)."""
    return label(values[0]) if len(values) == 1 else f"({', '.join(label(value) for value in values)})"


def tuple_exact(values: tuple[Rational, ...]) -> str:
    """The same with every digit."""
    return written(values[0]) if len(values) == 1 else f"({', '.join(written(value) for value in values)})"


def apart(wanted: list[float], height: float, bottom: float, top: float) -> list[float]:
    """Increasing places near the increasing `wanted` ones, `height` apart, between bottom and top if they fit."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + height) if places else place)
    start = 0
    for k in range(1, len(places) + 1):
        if k == len(places) or places[k] == wanted[k]:
            # a run of labels that push each other stands around its lines
            shift = sum(places[i] - wanted[i] for i in range(start, k)) / (k - start)
            if start:
                shift = min(shift, places[start] - places[start - 1] - height)
            places[start:k] = [place - shift for place in places[start:k]]
            start = k
    for k in reversed(range(len(places))):
        places[k] = min(places[k], top if k == len(places) - 1 else places[k + 1] - height)
    if places and places[0] < bottom:
        places = [place + bottom - places[0] for place in places]
    return places
