"""The documentation as a static site: `python -m sphinx -W --keep-going -b html docs build/docs`."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE / "_extensions")]

import exactua  # noqa: E402 (the checkout has to be on the path)

project = "exactua"
author = "exactua contributors"
copyright = author  # without a year: the same sources make the same pages
release = version = exactua.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_click",
    "plain_docstrings",
    "plain_help",
    "titled_links",
    "notebook_pages",
]
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"exactua\.(arithmetic\.reals\.Real|networks\.(costs\.Cost|entries\.EntryReader))"),  # in signatures
    ("py:.*", r"exactua\.(claims\.several\.OfSeveral|grids\.spelling\.Spelling)"),
    ("py:.*", r"exactua\.(claims\.chapters|authoring)\.Chapter"),
    ("py:.*", r"exactua\.(claims\.decision\.(Answered|Certified|Nowhere)|terms\.measures\.Failure)"),
    ("py:.*", r"exactua\.softmax\.attention\.algorithms\.Algorithm"),  # its parameters are those of docs/attention.md
    ("py:.*", r"exactua\.(console\.point_sets\.PointSet|papers\.yun2020\.built\.Promise)"),
    ("py:.*", r"(?!exactua\b).*"),  # Python's own names, NumPy's, gmpy2's: their documentation is on another site
]
smartquotes = False  # `--d 2` is an option and no dash
highlight_language = "text"

myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90
add_module_names = False

html_theme = "furo"
html_title = f"exactua {release}"
html_static_path = ["_static"]
html_css_files = ["exactua.css"]
html_theme_options = {"navigation_with_keys": True, "top_of_page_buttons": []}
html_show_sphinx = False
html_show_copyright = False
html_copy_source = html_show_sourcelink = False
html_show_search_summary = False  # it is fetched, and a browser fetches nothing from file://
