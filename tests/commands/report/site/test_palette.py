"""Colours: every text has a contrast of at least 4.5 to 1 in light and in dark, by the formula of WCAG 2."""

from __future__ import annotations

import re

import pytest

from exactua.commands.report.site.rendering import static_file
from exactua.commands.report.site.statuses import LOOKS

CSS = static_file("site.css")
COLOURS = {
    name: {"light": light, "dark": dark}
    for name, light, dark in re.findall(r"--([a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", CSS)
}
GROUNDS = ("page", "raised", "sunken")
TEXTS = ("ink", "quiet", "link", *(look.key for look in LOOKS.values()))


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, other: str) -> float:
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_formula_gives_known_values():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#767676", "#ffffff") > 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", TEXTS)
def test_text_is_readable(text, ground, scheme):
    assert contrast(COLOURS[text][scheme], COLOURS[ground][scheme]) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_and_the_focus_stand_out(scheme):
    for look in LOOKS.values():  # a mark is its colour with a sign cut into it; a number stands on refuted
        assert contrast(COLOURS[look.key][scheme], COLOURS["raised"][scheme]) >= 4.5
    for ground in GROUNDS:
        assert contrast(COLOURS["focus"][scheme], COLOURS[ground][scheme]) >= 3


def test_every_status_has_a_colour_of_its_own():
    for look in LOOKS.values():
        assert f".s-{look.key} {{ --own: var(--{look.key}); }}" in CSS
    for scheme in ("light", "dark"):
        colours = [COLOURS[look.key][scheme] for look in LOOKS.values()]
        assert len(set(colours)) == len(colours)


def test_the_style_sheet_asks_nobody():
    assert "url(" not in CSS
    assert "@import" not in CSS
    assert "prefers-reduced-motion" in CSS
    assert "@media print" in CSS
