"""Reprs are a few lines, whatever is told, and nothing of a page is loaded before somebody looks."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

import exactua
from exactua.reprs import MOST_LINES, WIDTH, RichRepr, ShortRepr, cut, in_few_lines


@given(st.lists(st.text(max_size=300), max_size=15))
def test_any_lines_become_few_that_are_visible_and_not_wide(lines: list[str]) -> None:
    shown = in_few_lines(lines)
    assert len(shown) <= MOST_LINES
    assert all(line.isprintable() and len(line) <= WIDTH for line in shown)
    assert (len(shown) == len(lines)) or (shown[-1] == "..." and len(lines) > MOST_LINES)


@given(st.text(max_size=200), st.integers(10, 50))
def test_a_line_is_whole_or_says_that_it_is_cut(line: str, width: int) -> None:
    shown = cut(line, width)
    assert shown == line or (shown.endswith(" ...") and len(shown) <= width < len(line))


def test_lines_are_not_made_that_nobody_sees() -> None:
    built = []
    in_few_lines(built.append(k) or "line" for k in range(1000))
    assert len(built) == MOST_LINES + 1


def test_what_is_told_has_no_attributes_of_its_own() -> None:
    assert ShortRepr.__slots__ == RichRepr.__slots__ == ()


def test_dir_lists_the_public_names_alone() -> None:
    assert dir(exactua) == sorted(exactua.__all__)
    assert all(hasattr(exactua, name) for name in dir(exactua))


def test_a_decision_loads_no_page_before_somebody_looks() -> None:
    def loaded(program: str) -> set[str]:
        text = f"import sys\nfrom exactua import check\n{program}\nprint(' '.join(sys.modules))"
        return {
            *subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True).stdout.split()
        }

    asked = "decision = check('lemma8', d=1, n=2)"
    assert not {name for name in loaded(asked) if name.startswith(("exactua.printing", "jinja2"))}
    looked = loaded(f"{asked}\nrepr(decision); decision._repr_html_()")
    assert "exactua.printing.notebook.decisions" in looked
    assert not looked & {"jinja2", "markupsafe", "sympy", "matplotlib", "IPython"}


def test_a_notebook_shows_the_sentence_of_what_is_wrong_and_no_line_of_exactua() -> None:
    assert exactua.InputError("d: 0 is not valid")._render_traceback_() == ["InputError: d: 0 is not valid"]
    assert not hasattr(exactua.EvaluatorsDisagree("at a point"), "_render_traceback_")  # a defect shows where it is
