"""What was accepted, pinned in two files of proofs/rocq.

assumptions.txt has every theorem with the hash of what it states and with what it assumes, as printed; definitions.txt
has the hash of the text of every definition that a statement unfolds to. A theorem that assumes what it may not
(`exactua.proving.rocq.sources`) is named, and nothing is written then.

python -m exactua.proving.rocq.pins            writes both
python -m exactua.proving.rocq.pins --check    compiles, and compares; exit 1 where they differ, or one assumes too much
python -m exactua.proving.rocq.pins --check --coqchk    and has coqchk check all compiled files as well
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from exactua.errors import ExactuaError
from exactua.proving.rocq.building import check
from exactua.proving.rocq.kernel import RocqKernel
from exactua.proving.rocq.record import (
    ASSUMPTIONS,
    DEFINITIONS,
    assumptions_text,
    definitions_text,
    differences,
    read,
)
from exactua.proving.rocq.sources import CLOSED, is_allowed, sources_folder, theorems
from exactua.proving.rocq.toolchain import refusal, version


def main(arguments: list[str] | None = None) -> int:
    """Writes or compares both files; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m exactua.proving.rocq.pins", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--coqchk", action="store_true", help="have coqchk check all compiled files")
    parser.add_argument("--folder", type=Path, default=None, help="the folder of sources, if not the project's own")
    options = parser.parse_args(arguments)
    folder = options.folder or sources_folder()
    try:
        kernel = RocqKernel(folder, pinned=False)
        definitions = definitions_text(kernel.sources, list(theorems(kernel.sources)))
        differ = options.check and _differs(folder / DEFINITIONS, definitions)  # told whatever coqc says
        built = kernel.built()
        told = check(kernel.sources) if options.coqchk else ""
    except ExactuaError as error:
        return refusal(error)
    beyond = [theorem for theorem, said in built.assumptions.items() if not is_allowed(theorem.of, said)]
    for theorem in beyond:
        print(f"{theorem.label} assumes what it may not: {built.assumptions[theorem]}")
    closed = sum(assumptions == CLOSED for assumptions in built.assumptions.values())
    if options.coqchk:
        print(" ".join(told.split()))
    print(f"{closed} of {len(built.assumptions)} theorems: {CLOSED} (Rocq {version()})")
    for said, count in Counter(said for said in built.assumptions.values() if said != CLOSED).items():
        print(f"{count} of {len(built.assumptions)} theorems: {said}")
    if options.check:
        return 1 if _differs(folder / ASSUMPTIONS, assumptions_text(built)) or differ or beyond else 0
    if beyond:
        return 1
    for name, text in ((DEFINITIONS, definitions), (ASSUMPTIONS, assumptions_text(built))):
        (folder / name).write_text(text, encoding="utf-8")
        print(f"written to {folder / name}")
    return 0


def _differs(path: Path, text: str) -> bool:
    """Whether a file is not what was found; says in which lines."""
    wrong = differences(read(path), text)
    for line in wrong:
        print(line)
    print(f"{path} is {'not ' if wrong else ''}what was found")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
