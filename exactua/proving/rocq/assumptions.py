"""What a theorem may assume: nothing; over the reals, that by which the standard library has its real numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from exactua.proving.rocq.toolchain import NotProved

CLOSED: Final = "Closed under the global context"
"""What the kernel prints for a theorem that assumes nothing."""
OVER_R: Final = ("RealStatements", "NetworkStatements", "KajitsukaStatements")
"""The files of the statements over the reals. Theorems of all other statements assume nothing."""
OF_THE_REALS: Final[Mapping[str, str]] = {
    "ClassicalDedekindReals.sig_forall_dec": "Coq.Reals.ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec": "Coq.Reals.ClassicalDedekindReals.sig_not_dec",
    "Classical_Prop.classic": "Coq.Logic.Classical_Prop.classic",
    "FunctionalExtensionality.functional_extensionality_dep": (
        "Coq.Logic.FunctionalExtensionality.functional_extensionality_dep"
    ),
}
"""All that a theorem over the reals may assume: each as coqc prints it, and as coqchk does."""
_NAMES: Final = "Axioms: "
_AXIOM: Final = re.compile(r"([\w.']+)(?: :.*)?")
_CHECKED: Final = re.compile(r"\* Axioms:(.*?)^\s*\* ", re.DOTALL | re.MULTILINE)
_NEVER: Final = ("type-in-type", "unsafe (co)fixpoints", "positivity is assumed")


def assumed(printed: str) -> str:
    """What the kernel printed of a theorem's assumptions, in one line: CLOSED, or "Axioms: " and their names in order.

    What is neither stays as it was printed, and is allowed to no theorem.
    """
    head, *lines = printed.strip().splitlines() or [""]
    names = [_AXIOM.fullmatch(line.rstrip()) for line in lines if not line[:1].isspace()]
    if head.strip() != _NAMES.strip() or not names or None in names:
        return " ".join(printed.split())
    return _NAMES + ", ".join(sorted(match[1] for match in names if match is not None))


def is_allowed(of: str, assumptions: str) -> bool:
    """Whether a theorem of a statement in that file may assume this (`assumed`)."""
    names = set(assumptions.removeprefix(_NAMES).split(", ")) if assumptions.startswith(_NAMES) else None
    return assumptions == CLOSED or (of in OVER_R and names is not None and names <= OF_THE_REALS.keys())


def require_checked(told: str, over_R: bool) -> None:
    """Raises NotProved where coqchk, in what it told, finds assumptions that are not allowed."""
    match = _CHECKED.search(told)
    axioms = set(match[1].split()) if match is not None else {"?"}
    allowed: Iterable[str] = OF_THE_REALS.values() if over_R else ()
    summary = " ".join(told.split())
    if axioms - {"<none>"} - set(allowed) or not all(f"{assumption}: <none>" in summary for assumption in _NEVER):
        raise NotProved(f"coqchk finds assumptions: {summary[:600]}")
