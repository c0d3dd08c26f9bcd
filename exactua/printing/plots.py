"""A trace as a picture: the 'summary in pictures' where the network has its stages, else the values over the layers."""

from __future__ import annotations

from pathlib import Path

from exactua.deciding.trace import Trace
from exactua.errors import InputError
from exactua.printing.pictures.figures import LARGEST, require_drawable
from exactua.printing.pictures.ids import draw_ids, magnitudes
from exactua.printing.pictures.summary import draw_summary, summary

__all__ = ["draw", "require_drawable"]


def draw(trace: Trace, path: Path) -> None:
    """Draws the trace into a .png or .svg file; the same trace gives the same bytes with the same matplotlib.

    Raises InputError where the file can't be written, or for what no picture can show.
    """
    require_drawable(path)
    if max(magnitudes(trace)) > LARGEST:
        raise InputError("plot: a value has more than 300 digits; take a smaller instance")
    panels = summary(trace)
    if panels is None:
        draw_ids(trace, path)
    else:
        draw_summary(panels, path)
