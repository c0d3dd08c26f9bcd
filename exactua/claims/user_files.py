"""Claims in files of the user's own: PATH.py stands where a paper may, PATH.py::name is a label in it."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Final

from exactua.claims.claim import Claim
from exactua.errors import InputError
from exactua.python_files import SEPARATOR, module_of

_NOT_IN_LABELS: Final = re.compile(r"[^A-Za-z0-9_-]+")


def is_own(label: str) -> bool:
    """Whether a label, or what stands where a paper may, names a file of the user's own."""
    return SEPARATOR in label or label.endswith(".py")


def paper_of(file: Path) -> str:
    """What the claims of a file are of in their labels: my_lemma for my_lemma.py."""
    return _NOT_IN_LABELS.sub("_", file.stem) or "own"


def claims_in(path: str) -> dict[str, Claim]:
    """The claims of a file by all variables that hold one, in the order in which they are written.

    Raises InputError where there is no such file or no claim in it, FileFails, with the line, where it can't be read.
    """
    file = Path(path)
    if file.suffix != ".py":
        raise InputError(f"label: {path} is no Python file; write PATH.py{SEPARATOR}NAME")
    claims = own_claims(module_of(file, "label"))
    if not claims:
        raise InputError(f"label: {path} has no claim; write lemma = claim(...), with claim from exactua.authoring")
    for name, claim in reversed(claims.items()):
        claim.address = f"{file.resolve()}{SEPARATOR}{name}"  # by the first of its variables
    return claims


def distinct(claims: dict[str, Claim]) -> list[Claim]:
    """The claims in order, each once, where several variables may hold one."""
    return list({id(claim): claim for claim in claims.values()}.values())


def title_of(path: str) -> str:
    """The TITLE of a file, or else its name."""
    return str(getattr(module_of(Path(path), "label"), "TITLE", Path(path).name))


def own_claims(module: ModuleType) -> dict[str, Claim]:
    """The claims that a module holds in variables, but those that come with exactua."""
    return {
        name: value for name, value in vars(module).items() if isinstance(value, Claim) and value.written is not None
    }


def named(claims: dict[str, Claim], path: str) -> dict[str, Claim]:
    """The claims by all names that a label may have: their variables, and what is behind the colon of their labels.

    Raises InputError where two claims have one name.
    """
    names = dict(claims)
    for claim in claims.values():
        name = claim.label.rpartition(":")[2]
        if names.setdefault(name, claim) is not claim:
            other = next(variable for variable, held in claims.items() if held is claim)
            raise InputError(
                f"label: two claims of {path} are called {name!r}: the variables {name} and {other}; "
                f'give one of them another name, such as claim("{other}")'
            )
    return names
