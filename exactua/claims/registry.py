"""Labels: which claims there are, and which claim (and step) a label names."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterator

from exactua.claims.claim import Claim
from exactua.errors import InputError

PAPERS = ("yun2020", "so2020")
"""The papers, in the order in which a bare label is looked up."""


def labels() -> Iterator[str]:
    """All labels of claims, such as "yun2020:lemma8", in the papers' order."""
    for paper in PAPERS:
        yield from (f"{paper}:{name}" for name in _contents(paper)[0])


def find(label: str) -> tuple[Claim, str | None]:
    """The claim that `label` names, and the step if it names one.

    `label` is "lemma8", "yun2020:lemma8", "lemma8.property3" or a number of the paper's other version ("lemma4.2").
    Raises InputError, with the nearest known label, where there is none.
    """
    paper, _, rest = label.rpartition(":")
    if paper and paper not in PAPERS:
        raise InputError(f"label: no paper {paper!r} in {label!r}; known: {', '.join(PAPERS)}")
    for candidate in [paper] if paper else PAPERS:
        claims, aliases = _contents(candidate)
        name, step = _split(rest, {*claims, *aliases})
        if name is not None:
            claim = _load(candidate, claims[aliases.get(name, name)], aliases.get(name, name))
            return claim, None if step is None else claim.step(step).name
    near = difflib.get_close_matches(rest.split(".")[0].lower(), [known.partition(":")[2] for known in labels()], 1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(labels())}"
    raise InputError(f"label: no claim {label!r}; {hint}")


def also_meant(label: str) -> list[str]:
    """The claims of other papers that a bare label names as well; none where it says the paper."""
    if ":" in label:
        return []
    named = [
        f"{paper}:{_contents(paper)[1].get(name, name)}"
        for paper in PAPERS
        for name, _ in [_split(label, {*_contents(paper)[0], *_contents(paper)[1]})]
        if name is not None
    ]
    return named[1:]


def _contents(paper: str) -> tuple[dict[str, str], dict[str, str]]:
    package = importlib.import_module(f"exactua.papers.{paper}")
    return package.CLAIMS, package.ALIASES


def _split(rest: str, names: set[str]) -> tuple[str | None, str | None]:
    """The longest known name that `rest` is or starts with, and the step after its dot (steps start with a letter)."""
    if rest in names:
        return rest, None
    for name in sorted(names, key=len, reverse=True):
        if rest.startswith(f"{name}.") and not rest[len(name) + 1 : len(name) + 2].isdigit():
            return name, rest[len(name) + 1 :]
    return None, None


def _load(paper: str, module: str, name: str) -> Claim:
    claim = getattr(importlib.import_module(f"exactua.papers.{paper}.{module}"), name)
    assert isinstance(claim, Claim)
    return claim
