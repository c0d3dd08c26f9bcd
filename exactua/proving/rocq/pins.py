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
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from exactua.claims.registry import find
from exactua.errors import ExactuaError
from exactua.proving.rocq.building import CLOSED, Built, check
from exactua.proving.rocq.generate import CLAIMS, exported
from exactua.proving.rocq.kernel import RocqKernel
from exactua.proving.rocq.record import ASSUMPTIONS, DEFINITIONS, definitions_text, read
from exactua.proving.rocq.sources import Theorem, definition_of, source_hash, sources_folder
from exactua.proving.rocq.toolchain import refusal, version

_HEAD: Final = """\
# Each theorem, the hash of its statement, and what Rocq prints about its assumptions. For a step of a claim that is its
# statement hash; for a statement of Statements.v it is that of the definition's text. Written, and compared in every
# run of .ci/run, by python -m exactua.proving.rocq.pins.
"""


def text(built: Built) -> str:
    """The list as it should be."""
    steps = {
        one.proposition.name: one.statement
        for label in CLAIMS
        for one in exported(find(label)[0])
        if one.proposition is not None
    }
    lines = [
        f"{one.label}  {_statement(one, steps, built.sources)}  {assumptions}"
        for one, assumptions in built.assumptions.items()
    ]
    return _HEAD + "\n".join(sorted(lines)) + "\n"


def _statement(one: Theorem, steps: Mapping[str, str], sources: Mapping[str, str]) -> str:
    if one.of == "Exported":
        return steps[one.proposition]
    return source_hash(definition_of(sources[f"{one.of}.v"], one.proposition))


def differences(written: str, found: str) -> list[str]:
    """The lines of one list that the other has not."""
    one, other = written.splitlines(), found.splitlines()
    return [f"- {line}" for line in one if line not in other] + [f"+ {line}" for line in other if line not in one]


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
        found = {ASSUMPTIONS: text(built), DEFINITIONS: definitions_text(built.sources, built.assumptions)}
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
