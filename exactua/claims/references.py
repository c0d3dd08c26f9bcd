"""The bibliographic data of a paper: what its package, or somebody's own file, says in REFERENCE."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final

from exactua.claims import registry, user_files
from exactua.errors import InputError
from exactua.python_files import is_own, module_of

TYPES: Final = (
    "article",
    "book",
    "incollection",
    "inproceedings",
    "mastersthesis",
    "misc",
    "phdthesis",
    "techreport",
    "unpublished",
)
FIELDS: Final = (
    "booktitle",
    "journal",
    "school",
    "institution",
    "publisher",
    "howpublished",
    "volume",
    "number",
    "pages",
    "month",
    "year",
    "eprint",
    "doi",
    "url",
    "note",
)
"""Beside type, authors and title."""


@dataclass(frozen=True)
class Reference:
    """A publication: its BibTeX type, its authors ("Yun, Chulhee"; without a comma no person), title and other fields.

    All of it is plain text, without LaTeX. `fields` are in the order of `FIELDS`.
    """

    type: str
    authors: tuple[str, ...]
    title: str
    fields: Mapping[str, str]


def reference_of(paper: str) -> Reference | None:
    """The reference that a paper of ours, a file PATH.py or a package gives; None where it gives none.

    Raises InputError, naming the key, where it is none.
    """
    if paper in registry.PAPERS:
        module: object = importlib.import_module(f"exactua.papers.{paper}")
    elif is_own(paper):
        module = module_of(Path(paper), "label")
    else:
        known = user_files.declared()
        if paper not in known:  # claims that are made at the prompt, or by the script that runs
            return None
        known[paper].paper(registry.PAPERS)
        module = known[paper].entries[0].load()
    given = getattr(module, "REFERENCE", None) if isinstance(module, ModuleType) else None
    return None if given is None else reference(given, paper)


def reference(given: object, where: str) -> Reference:
    """The reference that such a dict is. Raises InputError, naming `where` and the key, for anything else."""

    def fail(key: str, why: str) -> InputError:
        return InputError(f"{where}: REFERENCE{key and f'[{key!r}]'}: {why}")

    if not isinstance(given, Mapping):
        raise fail("", f'{given!r} is not a dict; write {{"type": "misc", "authors": [...], "title": "..."}}')
    for key in given:
        if key not in ("type", "authors", "title", *FIELDS):
            raise fail("", f"unknown key {key!r}; known: type, authors, title, {', '.join(FIELDS)}")
    if given.get("type") not in TYPES:
        raise fail("type", f"{given.get('type')!r} is not valid; choose one of {', '.join(TYPES)}")
    authors = given.get("authors")
    if not isinstance(authors, (list, tuple)) or not authors or not all(map(_is_line, authors)):
        raise fail("authors", f'{authors!r} is not a list of names; write ["Yun, Chulhee", ...]')
    if not _is_line(given.get("title")):
        raise fail("title", f"{given.get('title')!r} is not a title; write it as a string")
    fields = {}
    for key in FIELDS:
        if key in given:
            value = given[key]
            if not (_is_line(value) or (key in ("year", "volume", "number") and type(value) is int)):
                raise fail(key, f"{value!r} is not valid; write it as a string")
            fields[key] = str(value)
    return Reference(str(given["type"]), tuple(map(str, authors)), str(given["title"]), fields)


def _is_line(value: object) -> bool:
    """Whether it is text that can stand in a line."""
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()
