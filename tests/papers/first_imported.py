"""What claims are where one module of `papers` was imported before all others, each time in a process of its own.

    python first_imported.py [FOLDER PAPER]      with a paper of the tests in place of those that come with exactua

prints, as JSON, what is different from the claims as the registry finds them, by the module that was imported first.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import exactua.papers
from exactua.claims import registry
from exactua.claims.claim import Claim

PACKAGE: Final = "exactua.papers"


def digest(claim: Claim) -> list[str]:
    """The names of the steps, in order, and behind them a hash of all that the claim says, in order.

    Terms, domains and steps are equal if they say the same. Hashes of strings, and so of these, are the same in
    processes that are forked from one.
    """
    said = (
        (claim.title, claim.source, claim.text, claim.parameters),
        tuple(claim.steps),
        tuple(claim.hypotheses),
        tuple(claim.definitions.items()),
        tuple((name, operand.term) for name, operand in claim.operands.items()),
        tuple(claim.networks),
        tuple(
            (relaxation.name, relaxation.becomes, relaxation.steps, *relaxation.networks, *relaxation.changed.items())
            for relaxation in claim.relaxable
        ),
        tuple(claim.spared.items()),
        tuple(claim.dependencies),
    )
    return [*(step.name for step in claim.steps), str(hash(said))]


def modules() -> list[str]:
    """The modules of all papers."""
    paths = {path.relative_to(root) for root in exactua.papers.__path__ for path in Path(root).rglob("*.py")}
    names = (".".join((PACKAGE, *path.with_suffix("").parts)).removesuffix(".__init__") for path in paths)
    return sorted(name for name in names if name != PACKAGE and name.split(".")[2] in registry.PAPERS)


def found_claims() -> dict[str, list[str]]:
    """The claims that the registry finds, by their labels."""
    return {label: digest(registry.find(label)[0]) for label in registry.labels()}


def differences(first: str, expected: dict[str, list[str]]) -> list[str]:
    """What is different where this module comes first: of every claim that there is then, and of those that are found."""
    importlib.import_module(first)
    held = [(claim.label, digest(claim)) for claim in gc.get_objects() if isinstance(claim, Claim)]
    registered = found_claims().items()
    return [
        f"{label} {how}: {len(said) - 1} of {len(wanted) - 1} steps" + ", in order" * (said[:-1] == wanted[:-1])
        for how, claims in (("held", held), ("found", registered))
        for label, said in claims
        for wanted in [expected.get(label, [""])]
        if said != wanted
    ]


def in_processes(functions: list[Callable[[], Any]]) -> Iterator[Any]:
    """What each function returns, each in a process of its own, as many at a time as there are cores."""
    at_once = os.cpu_count() or 1
    for start in range(0, len(functions), at_once):
        running = []
        for function in functions[start : start + at_once]:
            reading, writing = os.pipe()
            if (child := os.fork()) == 0:
                _answer(function, writing)
            os.close(writing)
            running.append((child, reading))
        for child, reading in running:
            with os.fdopen(reading) as answer:
                text = answer.read()
            os.waitpid(child, 0)
            yield json.loads(text)


def _answer(function: Callable[[], Any], writing: int) -> None:
    try:
        with os.fdopen(writing, "w") as answer:
            json.dump(function(), answer)
    except BaseException:
        traceback.print_exc()
    os._exit(0)


def _reference() -> tuple[dict[str, list[str]], list[str]]:
    return found_claims(), [name for name in sys.modules if name.startswith("exactua.") and not _of_papers(name)]


def _of_papers(name: str) -> bool:
    return name.startswith(f"{PACKAGE}.")


def main(folder: str = "", *papers: str) -> None:
    """Prints the differences."""
    if folder:
        exactua.papers.__path__.append(folder)
        registry.PAPERS = papers  # type: ignore[assignment]
    [(expected, beside)] = in_processes([_reference])
    for name in beside:
        importlib.import_module(name)  # once, and not in every process
    assert not any(map(_of_papers, sys.modules))
    gc.freeze()
    first = modules()
    answers = in_processes([partial(differences, module, expected) for module in first])
    print(json.dumps(dict(zip(first, answers, strict=True))))


if __name__ == "__main__":
    main(*sys.argv[1:])
