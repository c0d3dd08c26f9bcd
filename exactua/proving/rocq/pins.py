"""What was accepted, pinned in two files of proofs/rocq.

assumptions.txt has every theorem with the hash of what it states and with what it assumes, as printed; definitions.txt
has the hash of the text of every definition that a statement unfolds to.

python -m exactua.proving.rocq.pins            writes both
python -m exactua.proving.rocq.pins --check    compiles, and compares; exit 1 where they differ
python -m exactua.proving.rocq.pins --check --coqchk    and has coqchk check all compiled files as well
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from exactua.errors import ExactuaError
from exactua.proving.rocq.building import CLOSED, check
from exactua.proving.rocq.kernel import RocqKernel
from exactua.proving.rocq.record import (
    ASSUMPTIONS,
    DEFINITIONS,
    assumptions_text,
    definitions_text,
    differences,
    read,
)
from exactua.proving.rocq.sources import sources_folder
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
        built = kernel.built()
        told = check(kernel.sources) if options.coqchk else ""
        found = {ASSUMPTIONS: assumptions_text(built), DEFINITIONS: definitions_text(built.sources, built.assumptions)}
    except ExactuaError as error:
        return refusal(error)
    closed = sum(assumptions == CLOSED for assumptions in built.assumptions.values())
    if options.coqchk:
        print(" ".join(told.split()))
    print(f"{closed} of {len(built.assumptions)} theorems: {CLOSED} (Rocq {version()})")
    differ = False
    for name, wanted in found.items():
        path = folder / name
        if not options.check:
            path.write_text(wanted, encoding="utf-8")
            print(f"written to {path}")
            continue
        wrong = differences(read(path), wanted)
        for line in wrong:
            print(line)
        print(f"{path} is {'not ' if wrong else ''}what was found")
        differ = differ or bool(wrong)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
