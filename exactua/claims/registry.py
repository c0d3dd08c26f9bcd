"""Labels: which claims there are, and which claim (and step) a label names.

The claims that come with exactua have labels such as "yun2020:lemma8", after the folders of exactua/papers; those of a
user's file "PATH.py::name" (`user_files`); those of an installed package "name:claim" (asked only
where a label says so).
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from exactua.arithmetic.messages import brief
from exactua.claims import user_files
from exactua.claims.claim import Claim
from exactua.claims.own_data import OWN_DATA
from exactua.claims.problem import Problem
from exactua.errors import InputError
from exactua.python_files import PROMPT, SEPARATOR, is_own, shown_label


def _papers() -> tuple[str, ...]:
    package = importlib.import_module("exactua.papers")
    there = sorted(folder.name for folder in pkgutil.iter_modules(package.__path__) if folder.ispkg)
    return (*(name for name in package.FIRST if name in there), *(name for name in there if name not in package.FIRST))


PAPERS = _papers()
"""The papers that come with exactua, in the order in which a bare label is looked up."""


def labels() -> Iterator[str]:
    """All labels of the claims that come with exactua, such as "yun2020:lemma8", in the papers' order."""
    for paper in PAPERS:
        yield from (f"{paper}:{name}" for name in _contents(paper)[0])


Named: TypeAlias = "str | Claim | tuple[Claim, str | None]"
"""A label; or the claim itself, as `claim` makes it; or the claim with the name of one of its steps."""


def find(label: Named) -> tuple[Claim, str | None]:
    """The claim that `label` names, and the step if it names one.

    `label` is "lemma8", "yun2020:lemma8", "lemma8.property3", a number of the paper's other version ("lemma4.2"),
    "PATH.py::lemma", "PATH.py::lemma.step", or "name:claim" of an installed package. A claim that was written at
    Python's prompt or in a notebook has no such label, and stands for itself: `lemma`, or `(lemma, "step")`.
    Raises InputError, with the nearest known label, where there is none, and where a file can't be read or run.

    >>> lemma8, step = find("lemma8.property3")
    >>> lemma8.label, lemma8.source, step
    ('yun2020:lemma8', 'App. E.1.2; proof in App. E.3', 'property3')
    """
    if not isinstance(label, str):
        return _given(label)
    if (name := _split(label, {*_standing})[0]) is not None:
        return _in(_standing, label, name)
    if is_own(label):
        return _find_own(label)
    paper, _, rest = label.rpartition(":")
    if paper and paper not in PAPERS:
        return _find_installed(label, paper, rest)
    for candidate in [paper] if paper else PAPERS:
        claims, aliases = _contents(candidate)
        name, step = _split(rest, {*claims, *aliases})
        if name is not None:
            claim = _load(candidate, claims[aliases.get(name, name)], aliases.get(name, name))
            return claim, None if step is None else claim.step(step).name
    if not paper and (claim_and_step := _find_in_packages(rest)) is not None:
        return claim_and_step
    if not paper and (file := _file_meant(rest)):
        raise InputError(f"label: no claim {label!r}; did you mean {file}{SEPARATOR}NAME?")
    near = difflib.get_close_matches(rest.split(".")[0].lower(), [known.partition(":")[2] for known in labels()], 1)
    hint = f"did you mean {near[0]}?" if near else "`exactua list` shows all claims"
    if label.lower().endswith(".json"):
        hint = "ask, limit and trace take a network file, cite and verify a certificate"
    raise InputError(f"label: no claim {label!r}; {hint}")


_standing: dict[str, Claim] = {}


@contextmanager
def standing(*claims: Claim) -> Iterator[None]:
    """Inside, `find` takes the labels of claims that no label finds otherwise, here and in processes forked inside."""
    before = dict(_standing)
    alone = [claim for claim in claims if claim.is_made_here or claim.label.startswith(OWN_DATA)]
    _standing.update({claim.label: claim for claim in alone})
    try:
        yield
    finally:
        _standing.clear()
        _standing.update(before)


def claim_of(problem: Problem) -> Claim:
    """The claim that a problem is an instance of; of several that were made here under its label, the last one.

    Raises InputError where there is none.
    """
    return find(problem.address)[0] if problem.address else claim_named(problem.label)


def is_found(problem: Problem) -> bool:
    """Whether a command finds the claim of a problem: none that was made at the prompt, or by a script that runs."""
    return bool(problem.address) or is_paper(problem.label.rpartition(":")[0])


def claim_named(label: str) -> Claim:
    """The claim of a full label ("yun2020:lemma8"): the last that was made here, else one that is installed.

    No file is read. Raises InputError where there is none.
    """
    latest = user_files.last_made.get(label)
    if latest is not None:
        return latest
    if is_own(label):
        raise InputError(f"label: {brief(label)} names a file, and no file is read here; give its claim")
    return find(label)[0]


def _given(named: object) -> tuple[Claim, str | None]:
    """A claim that is given itself, alone or with one of its steps, by its name or as it is."""
    claim, step = named if isinstance(named, tuple) and len(named) == 2 else (named, None)
    if not isinstance(claim, Claim):
        raise InputError(
            f'label: {brief(named)} is neither a label nor a claim; write "lemma8", or what claim(...) returned'
        )
    if step is not None and not isinstance(step, str):
        raise InputError(f'label: {brief(step)} is not the name of a step; write (lemma, "step")')
    return claim, None if step is None else claim.step(step).name


def find_beside(claim: Claim, label: str) -> tuple[Claim, str | None]:
    """The claim (and step) that a label means in the paper, the file or the package of `claim`: its own come first.

    Raises InputError as `find` does.
    """
    missing: InputError | None = None
    if SEPARATOR not in label:
        paper, _, rest = label.rpartition(":")
        own = f"{paper_of(claim)}{SEPARATOR if claim.address else ':'}{rest}"
        if paper in ("", claim.label.rpartition(":")[0]):
            try:
                return find(own)
            except InputError as error:
                if paper:
                    raise
                missing = error
    try:
        return find(label)
    except InputError as error:
        raise missing or error from None


def also_meant(label: str) -> list[str]:
    """The claims of other papers that a bare label names as well; none where it says the paper or the file."""
    if ":" in label or is_own(label):
        return []
    named = [
        f"{paper}:{_contents(paper)[1].get(name, name)}"
        for paper in PAPERS
        for name, _ in [_split(label, {*_contents(paper)[0], *_contents(paper)[1]})]
        if name is not None
    ]
    return named[1:]


def is_paper(name: str) -> bool:
    """Whether what stands where a label may is a paper: one of ours, a file PATH.py, or one of an installed package."""
    if name in PAPERS or (is_own(name) and SEPARATOR not in name):
        return True
    if not name.isidentifier() or any(name in part for paper in PAPERS for part in _contents(paper)):
        return False
    return name in user_files.declared()


def claims_of(paper: str) -> list[Claim]:
    """All claims of a paper, in the paper's order. Raises InputError, with the papers there are, for another name."""
    if paper in PAPERS:
        return [find(label)[0] for label in labels() if label.startswith(f"{paper}:")]
    if is_paper(paper):
        if is_own(paper):
            return user_files.distinct(user_files.claims_in(paper))
        return user_files.distinct(user_files.declared()[paper].paper(PAPERS).claims)
    of = next((label.partition(":")[0] for label in labels() if paper in (label, label.partition(":")[2])), "")
    lines = (
        f"; {paper} is a claim: `exactua check {paper} ... --strict` names, at an instance, lines of its proof, and "
    )
    lines += f"of claims that this rests on, that are refuted; `exactua errata {of}` has all of them"
    lines = lines if of else ""
    raise InputError(f"paper: no paper {paper!r}; known: {_known_papers()}, or a file PATH.py{lines}")


def title_of(paper: str) -> str:
    """The paper's authors and year; of a file or a package its TITLE, or else its name, as of what is made here."""
    if paper in PAPERS:
        return str(getattr(importlib.import_module(f"exactua.papers.{paper}"), "TITLE", paper))
    if is_own(paper):
        return user_files.title_of(paper)
    known = user_files.declared()
    return known[paper].paper(PAPERS).title if paper in known else paper


def paper_of(claim: Claim) -> str:
    """What stands for the paper, or the file, of a claim."""
    return claim.address.rpartition(SEPARATOR)[0] or claim.label.rpartition(":")[0]


def command_of(claim: Claim) -> str:
    """The claim's label as a command line takes it."""
    return shown_label(claim.found_by)


def installed() -> Iterator[list[Claim] | InputError]:
    """The packages that ship claims: the claims of each, or what is wrong with it ("package NAME 1.0, ...: ...")."""
    for package in user_files.declared().values():
        try:
            yield user_files.distinct(package.paper(PAPERS).claims)
        except InputError as error:
            yield error


def _known_papers() -> str:
    return ", ".join(dict.fromkeys([*PAPERS, *user_files.declared()]))


def _file_meant(name: str) -> str | None:
    """The file of the current folder that a name without its .py, or with it, is meant to be; None if there is none."""
    file = f"{name.removesuffix('.py')}.py"
    return file if Path(file).is_file() else None


def _find_own(label: str) -> tuple[Claim, str | None]:
    path, separator, rest = label.rpartition(SEPARATOR)
    if not separator:
        first = next(iter(user_files.claims_in(label)))
        raise InputError(f"label: {label} is a file of claims; name one of them, such as {label}{SEPARATOR}{first}")
    claims = user_files.claims_in(path)
    return _in(user_files.named(claims, path), rest, path)


def _find_installed(label: str, paper: str, rest: str) -> tuple[Claim, str | None]:
    known = user_files.declared()
    if paper not in known and paper == PROMPT.name and not _file_meant(paper):
        raise InputError(
            f"label: {label} is known only where it was made, at Python's prompt or in a notebook; write it into a "
            f"file, my_claims.py, and name it my_claims.py{SEPARATOR}{rest}"
        )
    if paper not in known and (file := _file_meant(paper)):
        raise InputError(f"label: no paper {paper!r}; did you mean {file}{SEPARATOR}{rest}?")
    if paper not in known:
        raise InputError(f"label: no paper {paper!r} in {label!r}; known: {_known_papers()}")
    return _in(known[paper].paper(PAPERS).claims, rest, paper)


def _find_in_packages(rest: str) -> tuple[Claim, str | None] | None:
    for package in user_files.declared().values():
        try:
            claims = package.paper(PAPERS).claims
        except InputError:
            continue  # `list` tells what is wrong with it
        if _split(rest, set(claims))[0] is not None:
            return _in(claims, rest, package.name)
    return None


def _in(claims: dict[str, Claim], rest: str, where: str) -> tuple[Claim, str | None]:
    name, step = _split(rest, set(claims))
    if name is None:
        near = difflib.get_close_matches(rest.partition(".")[0], claims, 1)
        hint = f"did you mean {near[0]}? it has" if near else "it has"
        raise InputError(f"label: {where} has no claim {rest!r}; {hint} {', '.join(claims)}")
    return claims[name], None if step is None else claims[name].step(step).name


def _contents(paper: str) -> tuple[dict[str, str], dict[str, str]]:
    package = importlib.import_module(f"exactua.papers.{paper}")
    if not isinstance(getattr(package, "CLAIMS", None), dict):
        raise InputError(f"paper: exactua/papers/{paper} has no CLAIMS, a dict from names of claims to its modules")
    return package.CLAIMS, getattr(package, "ALIASES", {})


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
