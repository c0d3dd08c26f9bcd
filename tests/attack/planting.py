"""The attack on verifiers with planted errors: it has to find each of them, by a false forgery that comes through."""

from __future__ import annotations

import multiprocessing
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from exactua.commands.audit import foreign
from exactua.evidence.emitting import verifier_in_c
from tests.attack.asking import by_c, by_python
from tests.attack.attacking import CELLS, NOTHING, decided_by_force, draw_of
from tests.attack.brute_force.written import laid_out
from tests.attack.originals import KINDS, original
from tests.attack.plants import PYTHON, C, Plant
from tests.verifier_demands import loaded, sources

MOST: Final = 4_000
"""Forgeries that are tried against a planted error."""

Ask = Callable[[bytes], int]
"""The exit code of a verifier for the bytes of a file."""


def with_plant(plant: Plant, text: str) -> str:
    """The source with the mistake; in C white space is not compared.

    Raises:
        ValueError: what the mistake is put in place of does not stand there, or more than once.
    """
    words = re.findall(r"\w+|[^\w\s]", plant.text) if plant.file.endswith(".c") else [plant.text]
    places = list(re.finditer(r"\s*".join(map(re.escape, words)), text))
    if len(places) != 1:
        raise ValueError(f"{plant.file}: {len(places)} times, and not once: {plant.text}")
    start, end = places[0].span()
    return text[:start] + plant.instead + text[end:]


def planted_python(plant: Plant) -> Ask:
    """A verifier in Python with a mistake."""
    files = sources()
    module = loaded({**files, plant.file: with_plant(plant, files[plant.file])})
    return lambda content: by_python(content, module)[0]


def planted_c(plant: Plant, folder: Path) -> Ask:
    """A verifier in C with a mistake, compiled into a folder."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    source, program = folder / "verifier.c", folder / "verifier"
    source.write_text(with_plant(plant, verifier_in_c()))
    command = [str(compiler), "-std=c11", "-O0", "-o", str(program), str(source), *foreign.LIBRARIES]
    subprocess.run(command, check=True, capture_output=True)
    return lambda content: by_c(content, program)[0]


def cells_of(plant: Plant) -> list[int]:
    """The cells whose forgeries may meet the mistake."""
    return [
        k
        for k, (kind, change) in enumerate(CELLS)
        if change in plant.changes and (not plant.kinds or kind in plant.kinds) and (kind, change) not in NOTHING
    ]


def first_found(plant: Plant, ask: Ask, seed: int, most: int = MOST) -> tuple[int, str] | None:
    """The number of forgeries after which the mistake is found, and by what; None where it is not.

    It is found if a false forgery is confirmed, or a true original is not.
    """
    cells = cells_of(plant)
    for kind in sorted({CELLS[cell][0] for cell in cells}, key=KINDS.index):
        certificate = original(kind)
        if ask(laid_out(certificate.data, certificate.form)):
            return 0, f"{kind}: a true certificate is refused"
    seen = set[bytes]()
    for k in range(most):
        number = k // len(cells) * len(CELLS) + cells[k % len(cells)]
        forgery, kind, change = draw_of(seed, number)
        if forgery is None or forgery.content in seen:
            continue
        seen.add(forgery.content)
        if ask(forgery.content) == 0 and decided_by_force(forgery.content, kind).answer == "false":
            return len(seen), f"{kind}, {change}, number {number}: a false one is confirmed"
    return None


def found(plant: Plant, seed: int) -> tuple[Plant, tuple[int, str] | None]:
    """A planted error, and how it was found."""
    if not plant.file.endswith(".c"):
        return plant, first_found(plant, planted_python(plant), seed)
    with tempfile.TemporaryDirectory() as folder:
        return plant, first_found(plant, planted_c(plant, Path(folder)), seed)


def main(seed: int, jobs: int, plants: Sequence[Plant] = (*PYTHON, *C)) -> int:
    """Plants error after error, prints how each was found, and returns 1 if one was not."""
    missed = 0
    with multiprocessing.get_context("fork").Pool(max(jobs, 1)) as pool:
        for plant, how in pool.imap(partial(found, seed=seed), plants, chunksize=1):
            missed += how is None
            told = "NOT FOUND" if how is None else f"after {how[0]} forgeries: {how[1]}"
            print(f"{plant.file}: {plant.name}: {told}", flush=True)
    print(f"{len(plants)} planted errors, {len(plants) - missed} found")
    return 1 if missed else 0
