"""One input after the other: made from a seed and its number, read under watch, judged; and what is wrong with it."""

from __future__ import annotations

import random
import shutil
import tempfile
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import exactua
from exactua.errors import ExactuaError
from tests.fuzz.guarding import TOO_LONG, Stopped, watched
from tests.fuzz.oracles import Wrong
from tests.fuzz.targets import TARGETS, Target
from tests.fuzz.telling import Input

PACKAGE: Final = Path(exactua.__file__).parent
CANARY: Final = "from pathlib import Path\nPath('escaped').write_text('code was run')\nlemma = 3\n"
"""Lies beside every input; that it was run would be seen."""


@dataclass(frozen=True)
class Outcome:
    """What came of an input: a word; and what is wrong, if something is, with a mark that alike findings share."""

    word: str
    wrong: str = ""
    mark: str = ""
    seconds: float = 0.0
    mebibytes: int = 0


def target_of(number: int, targets: Sequence[Target] = TARGETS) -> Target:
    """The target of the input with this number: each in turn, as often as its share says."""
    k = number * 61 % sum(target.share for target in targets)  # 61 is a prime, so that the shares are mixed
    for target in targets:
        if k < target.share:
            return target
        k -= target.share
    raise AssertionError(number)


def input_of(seed: int, number: int, target: Target) -> Input:
    """The input with this number, the same on every machine with the same versions."""
    return target.make(random.Random(f"{seed}:{target.name}:{number}"))


class Feeder:
    """Feeds inputs to targets in a scratch folder of its own; a context manager."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="exactua-fuzz-"))

    def __enter__(self) -> Feeder:
        return self

    def __exit__(self, *error: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def __call__(self, target: Target, given: Input) -> Outcome:
        """What the target makes of an input."""
        suffix, content = given
        scratch = self.folder / "scratch"
        scratch.mkdir(exist_ok=True)
        canary = scratch / "canary.py"
        for left in scratch.iterdir():
            if left.is_dir():
                shutil.rmtree(left)
            elif left != canary:
                left.unlink()
        if not canary.exists():
            canary.write_text(CANARY, encoding="utf-8")
        path = scratch / f"input{suffix}"
        path.write_bytes(content)
        word, wrong, mark = "refused", "", ""
        with watched(scratch) as watch:
            try:
                word = target.read(path)
            except ExactuaError:
                pass
            except (Stopped, Exception) as error:
                wrong, mark = _told(error)
        if target.computes and watch.notes == [TOO_LONG]:
            return Outcome("out of time", "", "", watch.seconds, watch.mebibytes)
        if not wrong and watch.notes:
            wrong = mark = "; ".join(watch.notes)
        if not wrong and target.judge is not None:
            try:
                word = target.judge(content, word)
            except Exception as error:
                wrong, mark = _told(error)
        if not wrong and (scratch / "escaped").exists():
            wrong = mark = "code of the input was run"
        return Outcome(word, wrong, f"{target.name}: {mark}" if wrong else "", watch.seconds, watch.mebibytes)


def _told(error: BaseException) -> tuple[str, str]:
    """What was raised, with its traceback; and a mark of it: its type, and the last line of the package that ran."""
    text = "".join(traceback.format_exception(error))
    place = ""
    trace: Any = error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.is_relative_to(PACKAGE):
            place = f"{file.relative_to(PACKAGE)}:{trace.tb_frame.f_code.co_name}"
        trace = trace.tb_next
    said = str(error)[:160] if isinstance(error, (Wrong, Stopped)) else ""
    return text[-3000:], " ".join(part for part in (type(error).__name__, place, said) if part)
