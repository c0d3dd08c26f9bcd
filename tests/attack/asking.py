"""The verifiers on the bytes of a file, and whether they say the same."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import ModuleType
from typing import Final

from exactua import verifier
from exactua.commands.audit import foreign
from exactua.evidence import compiled_verifiers
from tests.attack.timing import at_most

CONFIRMED, NOT_RECHECKED, FAILED = 0, 3, -1
SECONDS: Final = 300
MEMORY: Final = next((path for path in (Path("/dev/shm"), Path("/tmp")) if path.is_dir()), None)
AT_ONCE: Final = (b'"scope":"symbolic"', b'"scope":"general"', b'"kind":"signs"')
"""Scopes, and evidence, of which a verifier may find a point where a step fails, or else not re-check it: that it is not confirmed."""

RAN_OUT: Final = ("more time or memory than it may", "more memory than there is", "reals ask for more work than")
"""What a verifier says, in Python or in C, that has no more of them."""


@dataclass(frozen=True)
class Answers:
    """The exit codes of both, and what the one in Python said."""

    own: int
    foreign: int | None
    said: str = ""
    ran_out: bool = False
    """Whether one had no more time or memory: it is right not to re-check what the other does."""
    proved: int | None = None
    """The exit code of the one that is proved, and what it said; None where it can't be built."""
    proved_said: str = ""

    @property
    def confirmed(self) -> bool:
        return CONFIRMED in (self.own, self.foreign, self.proved)


Verify = Callable[[bytes], Answers]


def sort_of(code: int) -> str:
    """What an exit code comes to: to refuse a file as not confirmed or as unreadable is the same."""
    return {0: "confirmed", 1: "refused", 2: "refused", 3: "not known"}.get(code, f"failed with {code}")


def differ(content: bytes, answers: Answers) -> bool:
    """Whether one says what another does not."""
    if proved_differs(answers):
        return True
    if answers.foreign is None or sort_of(answers.own) == sort_of(answers.foreign):
        return False
    if answers.ran_out and NOT_RECHECKED in (answers.own, answers.foreign):
        return False
    at_once = any(scope in content for scope in AT_ONCE)
    codes = (answers.own, answers.foreign)
    return not (at_once and NOT_RECHECKED in codes and CONFIRMED not in codes)


def proved_differs(answers: Answers) -> bool:
    """Whether the proved verifier confirms what another refuses, or refuses what another confirms.

    What it does not re-check it says nothing of; and what the others do not re-check it may refuse.
    """
    if answers.proved in (None, NOT_RECHECKED):
        return False
    others = {sort_of(code) for code in (answers.own, answers.foreign) if code is not None}
    mine = sort_of(answers.proved)
    return bool(others - {mine, "not known"}) or (mine == "confirmed" and "not known" in others and not answers.ran_out)


def by_python(content: bytes, module: ModuleType = verifier) -> tuple[int, str]:
    """The exit code of a verifier in Python, in this process."""
    try:
        with at_most(SECONDS, TimeoutError()):
            report = module.verify(content)
    except module.Refused as refused:
        return int(refused.code), str(refused)
    except Exception as error:
        return FAILED, f"{type(error).__name__}: {error}"
    return (NOT_RECHECKED if report.sampled else CONFIRMED), str(report)


PROVED_SECONDS = 1
"""Time of the proved verifier for a forgery: what takes longer it does not re-check, and so says nothing of."""


def by_c(content: bytes, program: Path, *options: str) -> tuple[int, str]:
    """The exit code of a verifier in C, or of the proved one, and what it said."""
    with NamedTemporaryFile(suffix=".json", dir=MEMORY) as file:
        file.write(content)
        file.flush()
        try:
            done = subprocess.run(
                [str(program), file.name, *options], capture_output=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return NOT_RECHECKED, RAN_OUT[0]
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


@cache
def proved_program() -> Path | None:
    """The proved verifier, where it can be built."""
    try:
        return compiled_verifiers.program(compiled_verifiers.PROVED)
    except compiled_verifiers.NotBuilt:
        return None


def both(content: bytes) -> Answers:
    """What the verifiers of this checkout say; those in C and OCaml where they can be built."""
    program, proved = foreign.built(), proved_program()
    code, said = by_python(content)
    foreign_code, foreign_said = (None, "") if program is None else by_c(content, program)
    proved_code, proved_said = (None, "") if proved is None else by_c(content, proved, "--seconds", str(PROVED_SECONDS))
    ran_out = any(told in text for told in RAN_OUT for text in (said, foreign_said))
    return Answers(code, foreign_code, said, ran_out, proved_code, proved_said)
