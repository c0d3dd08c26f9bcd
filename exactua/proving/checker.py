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
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import exactua
from exactua.errors import ExactuaError, InputError
from exactua.proofs_folder import proofs_folder, require_there
from exactua.proving.rocq.building import compiled
from exactua.proving.rocq.sources import CLOSED, assumed, read_sources, require_nothing_admitted, sources_folder
from exactua.proving.rocq.toolchain import NotProved, refusal, run, version

GENERAL: Final = ("Transformers.v", "Terms.v")
"""Of proofs/rocq: what the general theorems speak of, of which the networks and terms of certificates are instances."""
LOGICAL_PATH: Final = ("-Q", ".", "Checker", "-Q", "general", "Exactua")
THEOREMS: Final = ("check_sound", "check_wrong", "check_complete")
"""Of Check.v: what is confirmed is true, what is refused is not, and what is true is confirmed."""
READINGS: Final = (
    "Meaning.each_holds", "Meaning.each_refuted", "Meaning.distinct_holds", "Meaning.apart_holds",
    "Meaning.sum_holds", "Meaning.own_holds", "Meaning.nothing_supposed", "Meaning.at_most_one_supposed",
    "Meaning.inconclusive_counts", "Meaning.holds_overall",
    "Orbits.all_orders", "Orbits.distinct_in_every_order", "Orbits.apart_in_every_order",
    "Representatives.orbit_representatives",
    "Instances.run_is", "Instances.lemma8_network_is", "Instances.lemma8_network_output",
)  # fmt: skip
"""What true statements mean to a reader, and that they are about the networks of the general theorems."""
EXTRACTION: Final = "Extract.v"
EXTRACTED: Final = "checker.ml"
PROGRAM: Final = Path(exactua.__file__).parent / "verifier_ml" / EXTRACTED
_QUERIES: Final = "Assumptions"


def checker_folder() -> Path:
    """The folder of the sources, proofs/checker. Raises InputError where they are not there."""
    folder = require_there(proofs_folder()) / "checker"
    if not (folder / EXTRACTION).is_file():
        raise InputError(f"checker: no sources of the verifier in {folder}")
    return folder


@contextmanager
def general_theorems() -> Iterator[Path]:
    """A folder with the compiled files of proofs/rocq that proofs/checker requires."""
    with compiled({name: (sources_folder() / name).read_text(encoding="utf-8") for name in GENERAL}) as folder:
        yield folder


def built(sources: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """What the kernel says that each theorem assumes, and the program in OCaml.

    Raises NotProved for a source that is refused or assumes something, KernelMissing without coqc.
    """
    require_nothing_admitted(sources)
    proved = {name: source for name, source in sources.items() if name != EXTRACTION}
    names = [*(f"Check.{name}" for name in THEOREMS), *READINGS]
    names = [name for name in names if f"{name.partition('.')[0]}.v" in sources]
    queries = [f"From Checker Require {module}." for module in dict.fromkeys(name.partition(".")[0] for name in names)]
    queries += [f'Redirect "{name}" Print Assumptions {name}.' for name in names]
    with general_theorems() as general, compiled(proved, LOGICAL_PATH, {"general": general}) as folder:
        for name, text in ((f"{_QUERIES}.v", "\n".join(queries) + "\n"), (EXTRACTION, sources[EXTRACTION])):
            (folder / name).write_text(text, encoding="utf-8")
            run("coqc", (name,), folder, logical_path=LOGICAL_PATH)
        assumptions = {name: assumed((folder / f"{name}.out").read_text(encoding="utf-8")) for name in names}
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
        print(f"{name}: {said} (Rocq {version()})")
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
