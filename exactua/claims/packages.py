"""Claims that installed packages ship: entry points of the group exactua.claims, whose names are those of papers.

    [project.entry-points."exactua.claims"]
    kim2023 = "kim_claims"

The module either has CLAIMS, which says for each name in which of its submodules a variable of that name is the claim
(as exactua/papers/so2020/__init__.py does), or holds the claims itself. TITLE may say what the paper is.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from exactua.claims.claim import Claim
from exactua.claims.user_files import distinct, own_claims, paper_of
from exactua.errors import InputError
from exactua.python_files import located

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "exactua.claims"


@dataclass(frozen=True)
class Paper:
    """A paper that a package ships: its title, and its claims by name."""

    title: str
    claims: dict[str, Claim]


@dataclass(frozen=True)
class Declared:
    """What packages say that they ship under one name."""

    name: str
    entries: tuple[EntryPoint, ...]

    @property
    def who(self) -> str:
        """The packages, with their versions."""
        return " and ".join(dict.fromkeys(_package(entry) for entry in self.entries))

    def paper(self, taken: tuple[str, ...]) -> Paper:
        """The paper. Raises InputError, naming the package, for a `taken` name and where it can't be loaded."""
        if self.name in taken:
            raise InputError(f"{self._where}: {self.name!r} is a paper that comes with exactua; take another name")
        if len(self.entries) > 1:
            raise InputError(f"{self._where}: both have claims of this name; uninstall one of them")
        return _loaded(self)

    @property
    def _where(self) -> str:
        return f"package {self.who}, entry point {self.name!r} of {GROUP}"

    def fail(self, why: str) -> InputError:
        """What is wrong with the package, as one sentence."""
        return InputError(f"{self._where}: {why}")


def declared() -> dict[str, Declared]:
    """What the installed packages declare, by name; nothing of them is loaded."""
    return _declared(tuple(sys.path))


@functools.lru_cache(maxsize=4)
def _declared(_: tuple[str, ...]) -> dict[str, Declared]:
    from importlib.metadata import entry_points

    by_name: dict[str, dict[str, EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        by_name.setdefault(entry.name, {})[f"{_package(entry)} {entry.value}"] = entry
    return {name: Declared(name, tuple(entries.values())) for name, entries in sorted(by_name.items())}


def _package(entry: EntryPoint) -> str:
    return "" if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"


@functools.lru_cache(maxsize=64)
def _loaded(declared: Declared) -> Paper:
    (entry,) = declared.entries
    try:
        folder = _folder(entry.module.partition(".")[0])
        with redirect_stdout(sys.stderr), located(folder):  # what a package prints is no part of an answer
            module = entry.load()
            if not isinstance(module, ModuleType):
                raise TypeError(f"{entry.value} is no module")
            claims = dict(_claims(module))
    except InputError as error:
        raise declared.fail(str(error)) from None
    if not claims:
        raise declared.fail(f"{entry.value} has no CLAIMS and holds no claim; write lemma = claim(...) in it")
    for claim in distinct(claims):
        _name(declared, next(name for name, other in claims.items() if other is claim), claim)
    return Paper(str(getattr(module, "TITLE", declared.name)), claims)


def _folder(module: str) -> Path:
    """Where the lines of a package are: its folder, or the one file that it is."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise InputError(f"there is no module {module!r}")
    file = Path(spec.origin).resolve()
    return file.parent if file.name == "__init__.py" else file


def _claims(module: ModuleType) -> Iterator[tuple[str, Claim]]:
    listed: Any = getattr(module, "CLAIMS", None)
    if listed is None:
        yield from own_claims(module).items()
        return
    if not isinstance(listed, dict):
        raise TypeError("CLAIMS is no dict from names of claims to names of submodules")
    for name, where in listed.items():
        value = getattr(importlib.import_module(f"{module.__name__}.{where}"), name)
        if not isinstance(value, Claim):
            raise TypeError(f"{name} in {module.__name__}.{where} is no claim; write {name} = claim(...)")
        yield name, value


def _name(declared: Declared, name: str, claim: Claim) -> None:
    """Lets the label of a claim be that by which it is found. Raises InputError where its author gave another."""
    paper, _, short = claim.label.rpartition(":")
    by_default = claim.written is not None and paper == paper_of(claim.written.file)
    if not by_default and (paper, short) != (declared.name, name):
        raise declared.fail(f'its claim {name!r} has the label {claim.label!r}; write claim("{declared.name}:{name}")')
    claim.label = f"{declared.name}:{name}"
