"""The verifier that is proved correct: its proofs are checked, and its program is extracted from them.

    python -m exactua.proving.checker [--check]

Compiles the sources of proofs/checker, prints what each of the theorems about the verifier assumes, which has to be
nothing, extracts the program in OCaml and writes it to exactua/verifier_ml/checker.ml; with --check the file there has
to be what was extracted, byte by byte, and nothing is written. Compiled files are kept in the user's cache. Exit codes:
0 all is as it should be; 1 it is not; 3 coqc is not installed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import exactua
from exactua.errors import ExactuaError, InputError
from exactua.proofs_folder import proofs_folder
from exactua.proving.rocq.building import compiled
from exactua.proving.rocq.sources import CLOSED, assumed, read_sources, require_nothing_admitted
from exactua.proving.rocq.toolchain import NotProved, refusal, run, version

LOGICAL_PATH: Final = ("-Q", ".", "Checker")
THEOREMS: Final = ("check_sound", "check_wrong", "check_complete")
"""Of Check.v: what is confirmed is true, what is refused is not, and what is true is confirmed."""
EXTRACTION: Final = "Extract.v"
EXTRACTED: Final = "checker.ml"
PROGRAM: Final = Path(exactua.__file__).parent / "verifier_ml" / EXTRACTED
_QUERIES: Final = "Assumptions"


def checker_folder() -> Path:
    """The folder of the sources, proofs/checker. Raises InputError where they are not there."""
    folder = proofs_folder() / "checker"
    if not (folder / EXTRACTION).is_file():
        raise InputError(f"checker: no sources of the verifier in {folder}")
    return folder


def built(sources: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """What the kernel says that each theorem assumes, and the program in OCaml.

    Raises NotProved for a source that is refused or assumes something, KernelMissing without coqc.
    """
    require_nothing_admitted(sources)
    proved = {name: source for name, source in sources.items() if name != EXTRACTION}
    queries = ["From Checker Require Check."]
    queries += [f'Redirect "{name}" Print Assumptions Check.{name}.' for name in THEOREMS]
    with compiled(proved, LOGICAL_PATH) as folder:
        for name, text in ((f"{_QUERIES}.v", "\n".join(queries) + "\n"), (EXTRACTION, sources[EXTRACTION])):
            (folder / name).write_text(text, encoding="utf-8")
            run("coqc", (name,), folder, logical_path=LOGICAL_PATH)
        assumptions = {name: assumed((folder / f"{name}.out").read_text(encoding="utf-8")) for name in THEOREMS}
        return assumptions, (folder / EXTRACTED).read_text(encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Checks the proofs, and writes or compares the program; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m exactua.proving.checker", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--folder", type=Path, default=None, help="the folder of sources, if not the project's own")
    parser.add_argument("--program", type=Path, default=PROGRAM, help="the file of the program")
    options = parser.parse_args(arguments)
    try:
        sources = read_sources(options.folder or checker_folder())
        if EXTRACTION not in sources:
            raise NotProved(f"{options.folder}: no {EXTRACTION}")
        assumptions, program = built(sources)
    except ExactuaError as error:
        return refusal(error)
    for name, said in assumptions.items():
        print(f"Check.{name}: {said} (Rocq {version()})")
    if any(said != CLOSED for said in assumptions.values()):
        print(f"a theorem assumes something, and {CLOSED!r} is wanted")
        return 1
    here = options.program.read_text(encoding="utf-8") if options.program.is_file() else ""
    if options.check or here == program:
        print(f"{options.program} is {'' if here == program else 'not '}what is extracted")
        return 0 if here == program else 1
    options.program.write_text(program, encoding="utf-8")
    print(f"written to {options.program}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
