"""The Rocq sources: where they are, what must not occur in them, which theorems they have, what these may assume."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from exactua.errors import InputError
from exactua.proofs_folder import proofs_folder, require_there
from exactua.proving.rocq.toolchain import NotProved

CLOSED: Final = "Closed under the global context"
"""What the kernel prints for a theorem that assumes nothing."""
OVER_R: Final = ("RealStatements", "NetworkStatements", "KajitsukaStatements", "BackgroundStatements")
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


FORBIDDEN: Final = re.compile(
    r"\b(Admitted|admit|Axioms?|Conjectures?|Parameters?|Load|bypass_check|Unset\s+(?:Guard|Positivity|Universe)\s+Checking"
    r"|Declare\s+(?:ML\s+)?Module|Declare\s+Instance|Add\s+LoadPath|Add\s+Rec\s+LoadPath)\b"
)
"""What assumes something, or takes something from outside."""
IN_SECTIONS: Final = re.compile(
    r"\bSection\s+(?P<section>[\w']+)\s*\.|\bEnd\s+(?P<end>[\w']+)\s*\.|\b(?P<assumes>Hypothes[ie]s|Variables?|Context)\b"
)
"""What assumes something outside of a section, and where sections begin and end; wherever in a line it stands."""
FILES: Final = ("Exported", "Statements", "RangeStatements", *OVER_R)
"""The files of statements: generated, by hand, by hand about generated ones, and by hand over the reals."""
_PART: Final = re.compile(r"""\(\*|\*\)|"[^"]*(?:"|\Z)|(?>(?:[^(*"]++|\((?!\*)|\*(?!\)))+)""")
_THEOREM: Final = re.compile(
    r"^(?:Theorem|Lemma) (\w+_(?:proved|refuted)) :\s+(~ )?"
    rf"(?:({'|'.join(FILES)})\.)?(\w+)\.$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Theorem:
    """A theorem that proves or refutes a whole statement: by its module and name, and the statement by its."""

    module: str
    name: str
    of: str
    """One of `FILES`."""
    proposition: str
    refutes: bool

    @property
    def statement(self) -> str:
        """What it says."""
        return f"{'~ ' if self.refutes else ''}{self.of}.{self.proposition}"

    @property
    def label(self) -> str:
        """Module and name."""
        return f"{self.module}.{self.name}"


def sources_folder() -> Path:
    """The folder of the sources, proofs/rocq. Raises InputError where they are not there."""
    folder = require_there(proofs_folder()) / "rocq"
    if not (folder / "Transformers.v").is_file():
        raise InputError(f"kernel: no Rocq sources in {folder}")
    return folder


def read_sources(folder: Path) -> dict[str, str]:
    """Every source by its file name, in alphabetical order."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.v"))}


def source_hash(text: str) -> str:
    """SHA-256 of a source, as "sha256:…"."""
    return "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()


def bare(text: str, *, strings: bool = False) -> str:
    """A source without comments, and without strings unless `strings`; line breaks stay."""
    kept, depth = [], 0
    for part in _PART.findall(text):
        if part == "(*":
            depth += 1
        elif part == "*)" and depth:
            depth -= 1
        elif part[0] == '"':
            kept.append(part if strings and not depth else "\n" * part.count("\n"))
        else:
            kept.append(part if not depth else "\n" * part.count("\n"))
    return "".join(kept)


def require_nothing_assumed(sources: Mapping[str, str]) -> None:
    """Raises NotProved, with file and line, where a source admits a goal, assumes something outside of a section, or
    switches off a check of the kernel; and where it is called as the files are whose axioms may be assumed."""
    for name, source in sources.items():
        if name.removesuffix(".v") in {axiom.partition(".")[0] for axiom in OF_THE_REALS}:
            raise NotProved(
                f"{name}: a file of this name is the standard library's; what it assumes would be taken for that"
            )
        require_nothing_admitted({name: source})
        text, open_sections = bare(source), list[str]()
        for match in IN_SECTIONS.finditer(text):
            if match["section"]:
                open_sections.append(match["section"])
            elif match["end"]:
                if open_sections[-1:] == [match["end"]]:
                    open_sections.pop()
            elif not open_sections:
                raise NotProved(
                    f"{name}: line {_line(text, match)} has {match[0]} outside of a section, and nothing may be assumed"
                )


def require_nothing_admitted(sources: Mapping[str, str]) -> None:
    """Raises NotProved, with file and line, where a source has a word that always assumes something, or takes something
    from outside; what only does so outside of a section, the kernel tells."""
    for name, source in sources.items():
        text = bare(source)
        if match := FORBIDDEN.search(text):
            raise NotProved(f"{name}: line {_line(text, match)} has {match[0]}, and nothing may be assumed")


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start()) + 1


def theorems(sources: Mapping[str, str]) -> Iterator[Theorem]:
    """Every theorem NAME_proved : S and NAME_refuted : ~ S, S a statement of one of `FILES`, in order."""
    exported = set(re.findall(r"^Definition (\w+) : Prop :=", sources.get("Exported.v", ""), re.MULTILINE))
    for name, source in sources.items():
        for theorem, negated, written, proposition in _THEOREM.findall(bare(source)):
            of = written or ("Exported" if proposition in exported else "Statements")
            yield Theorem(name.removesuffix(".v"), theorem, of, proposition, bool(negated))
