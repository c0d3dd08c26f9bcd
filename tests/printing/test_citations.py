"""BibTeX that no text can break: braces match, keys are keys, comments hold no entry."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from exactua.claims.references import Reference
from exactua.printing.citations import Entry, code, comment, entry, key, tex

TEXTS = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=40)
NASTY = st.one_of(TEXTS, st.text(alphabet='{}\\"%@#$&_^~,=-` aé', max_size=40))


def balanced(text: str) -> bool:
    """Whether braces match as BibTeX counts them, which knows no backslash."""
    depth = 0
    for letter in text:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth < 0:
            return False
    return depth == 0


@given(NASTY)
def test_braces_match_whatever_the_text(text):
    for written in (tex(text), code(text)):
        assert balanced(written)
        assert not re.search(r"(?<!\\)[%#&$_^~]", re.sub(r"\$\\(times|leq|geq)\$", "", written))


@given(NASTY)
def test_comments_begin_no_entry(text):
    lines = list(comment(f"a {text}"))
    assert all(line.startswith("% ") for line in lines)
    assert "@" not in "".join(lines)


@given(NASTY, NASTY)
def test_keys_are_letters_digits_hyphens_and_underscores(first, second):
    assert re.fullmatch(r"[A-Za-z0-9_-]*", key(first, second))


@given(st.lists(NASTY.filter(bool), min_size=1, max_size=3), NASTY.filter(bool))
def test_a_reference_is_one_entry(authors, title):
    written = str(entry(Reference("misc", tuple(authors), title, {"note": title}), "a"))
    assert written.startswith("@misc{a,\n")
    assert written.endswith("\n}")
    assert balanced(written)


def test_an_entry_reads_as_one_writes_it():
    written = Entry("misc", "a-b", {"title": "{T}", "year": "2020"})
    assert str(written) == "@misc{a-b,\n  title = {{T}},\n  year  = {2020},\n}"


def test_options_keep_their_hyphens_and_digests_may_break():
    assert "-{}-{}d" in code("check --d 2")
    digest = "0123456789abcdef" * 4
    assert code(f"sha256:{digest}").replace(r"\allowbreak{}", "") == rf"\texttt{{sha256:{digest}}}"
    assert code(f"sha256:{digest}").count(r"\allowbreak{}") == 8
