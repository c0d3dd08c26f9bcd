"""References of papers: those that come with exactua agree with CITATION.cff; what is none is refused in a sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import yaml

from exactua.claims.references import reference, reference_of
from exactua.claims.registry import PAPERS
from exactua.commands.cite.work import software
from exactua.errors import InputError

ROOT = Path(__file__).parents[2]
CFF = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
GOOD = {"type": "misc", "authors": ["A, B"], "title": "T"}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_is_in_the_citation_file_as_it_is_cited(paper):
    citation = reference_of(paper)
    assert citation is not None
    (listed,) = [entry for entry in CFF["references"] if entry["title"] == citation.title]
    names = [author.get("name") or f"{author['family-names']}, {author['given-names']}" for author in listed["authors"]]
    assert tuple(names) == citation.authors
    assert str(listed.get("year", "")) == citation.fields.get("year", "")
    assert listed.get("collection-title") == citation.fields.get("booktitle")


def test_the_citation_file_lists_nothing_else():
    assert len(CFF["references"]) == len(PAPERS)


def test_exactua_is_cited_as_its_citation_file_says():
    about = software()
    assert (about.title, about.version, about.license) == (CFF["title"], str(CFF["version"]), CFF["license"])
    assert [about.author] == [author["name"] for author in CFF["authors"]]
    assert tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"] == about.version


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("text", "is not a dict"),
        ({**GOOD, "type": "poem"}, "'poem' is not valid; choose one of article"),
        ({**GOOD, "authors": "A, B"}, "is not a list of names"),
        ({**GOOD, "authors": []}, "is not a list of names"),
        ({**GOOD, "title": ""}, "is not a title"),
        ({**GOOD, "title": "two\nlines"}, "is not a title"),
        ({**GOOD, "year": 2020.5}, "REFERENCE['year']: 2020.5 is not valid"),
        ({**GOOD, "yaer": "2020"}, "unknown key 'yaer'"),
    ],
    ids=["no-dict", "type", "authors", "no-authors", "title", "lines", "year", "key"],
)
def test_what_is_no_reference_is_refused(given, says):
    with pytest.raises(InputError, match=r"^mine\.py: REFERENCE") as error:
        reference(given, "mine.py")
    assert says in str(error.value)
