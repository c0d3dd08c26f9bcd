"""Certificates handed to the stand-alone verifier, in files and folders, and to whom their statements belong."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

from exactua import verifier
from exactua.certificates.reading import LARGEST_FILE
from exactua.certificates.writing import CERTIFICATE
from exactua.child_processes import end_with_parent
from exactua.claims.claim import Claim
from exactua.claims.verdicts import VERDICTS, Verdict, objects_of, phrase, word
from exactua.claims.verification import Verification
from exactua.commands.verify.whose_statement import Answer, Whose, not_compared, whose_statement
from exactua.errors import InputError
from exactua.evidence import verifications
from exactua.evidence.catalogue import MOST_FILES
from exactua.evidence.compiled_verifiers import PROVED, C, asked, program
from exactua.file_access import read_bytes
from exactua.reprs import RichRepr

Made = TypeVar("Made")


def apart(work: Callable[[], Made], seconds: float = 0) -> Made | None:
    """What `work` makes in a process that is forked for it; None where that ends without an answer, or takes longer.

    `seconds` are those of a clock on the wall (0: any number). GMP ends a process that has no memory left. Where no
    process can be forked (Windows), the work is done in this one. A TimeoutError of the caller's ends the process.
    """
    if "fork" not in multiprocessing.get_all_start_methods():
        return work()
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(there, work), daemon=True)
    process.start()
    there.close()
    answer: Made | None = None
    try:
        if here.poll(seconds or None):
            answer = here.recv()
    except EOFError:
        pass
    finally:
        process.kill()
        process.join()
        here.close()
    return answer


def _answer(there: Connection, work: Callable[[], Any]) -> None:
    import resource

    end_with_parent()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what a library says when it aborts
    with suppress(BaseException):
        there.send(work())


PRECEDENCE: Final = (4, 1, 2, 3, 0)
"""Of exit codes, where several files have different ones."""
PYTHON: Final = "python"
OWN_LINES: Final = ("  shown for every order of the columns: ", "  shown for sorted columns: ")
"""How lines begin that the proved verifier alone has; a step of such a name would be in quotes."""
VERIFIERS: Final = (PYTHON, C, PROVED)
"""All that there are, in the order in which they are asked."""
DISAGREE: Final = "the verifiers disagree"
DISAGREEING: Final = 4
"""The exit code where they do."""

CONFIRMED: Final = "confirmed"
SAMPLED: Final = "sampled, not confirmed"
LONGEST_REASON: Final = 400


@dataclass(frozen=True)
class How:
    """How certificates are re-checked: the points of each domain that are looked at (None: all), and the bounds."""

    sample: int | None = None
    seed: str | None = None
    seconds: float = verifier.DEFAULT_SECONDS
    """Of a clock on the wall, for each file; 0: any number."""
    every_point: bool = False
    """Whether steps with evidence are decided point by point, like the others."""
    claims: Sequence[Claim] = ()
    """Compared beside those that come with exactua."""
    by: tuple[str, ...] = (PYTHON,)
    """The verifiers that are asked, of VERIFIERS, in their order."""


@dataclass(frozen=True)
class Said:
    """What one of several verifiers said of a file: its exit code, and its first line."""

    verifier: str
    exit_code: int
    headline: str


@dataclass(frozen=True, repr=False)
class Verified(RichRepr):
    """What came of one file: in one word or two, as an exit code, and as lines of text."""

    _told_by: ClassVar[str] = "exactua.commands.verify.function"

    file: Path
    found: str
    exit_code: int
    lines: tuple[str, ...]
    verdict: str | None = None
    """Of the certificate, where it is confirmed or sampled."""
    whose: Answer | None = None
    record: Verification | None = None
    """What is to be remembered of a certificate: what the verifier said, whoever's statement it is."""
    said: tuple[Said, ...] = ()
    """What each of the verifiers said."""


def verified(paths: Iterable[Path], how: How) -> Iterator[Verified | Path]:
    """What comes of each certificate in these files and folders; of other .json files in a folder their paths alone.

    What is wrong with a file is told as what came of it. A file in several of them is looked at once.
    """
    seen = set[Path]()
    for path in paths:
        if path.resolve() in seen:
            continue
        seen.add(path.resolve())
        if not path.is_dir():
            yield of_file(path, how)
            continue
        there = False
        try:
            for file in _inside(path):
                if file.resolve() in seen:
                    there = True
                    continue
                seen.add(file.resolve())
                content = _content(file)
                if isinstance(content, bytes) and not (content and CERTIFICATE.has(content)):
                    yield file
                else:
                    there = True
                    yield of_file(file, how, content)
        except InputError as error:
            yield _refused(path, str(error), verifier.UNREADABLE)
            continue
        if not there:
            yield _refused(path, "there is no certificate in this folder", verifier.UNREADABLE)


def overall(files: Iterable[Verified]) -> int:
    """The exit code of all files together."""
    return min((verified.exit_code for verified in files), key=PRECEDENCE.index)


def _inside(folder: Path) -> list[Path]:
    """The .json files in a folder and the folders in it. Raises InputError for one that can't be read, or too many."""

    def fail(error: OSError) -> None:
        raise InputError(f"{error.filename} can't be read ({error.strerror or error})")

    files: list[Path] = []
    for root, _, names in os.walk(folder, onerror=fail):
        files += [Path(root, name) for name in names if name.endswith(".json")]
        if len(files) > MOST_FILES:
            raise InputError(f"it holds more than {MOST_FILES:,} files; give some of them")
    return sorted(files)


def _content(file: Path) -> bytes | str:
    """The bytes of a file, or why it can't be read."""
    try:
        return read_bytes(file, "CERT", LARGEST_FILE)
    except InputError as error:
        return str(error).removeprefix("CERT: ")


def of_file(file: Path, how: How, content: bytes | str | None = None) -> Verified:
    """What comes of the certificate in a file: of its `content`, or why it has none, where that is known."""
    content = _content(file) if content is None else content
    return _refused(file, content, verifier.UNREADABLE) if isinstance(content, str) else of_content(file, content, how)


def of_content(file: Path, content: bytes, how: How) -> Verified:
    """What comes of a certificate of these bytes, which is told under the name of `file`.

    Raises NotBuilt where a verifier is asked for that can't be compiled here.
    """
    answers: dict[str, Told] = {name: _by_program(name, content, how) for name in how.by if name != PYTHON}
    record = None
    try:
        with verifier.bounded(how.seconds):
            if PYTHON in how.by:
                own = _by_python(content, how)
                answers, record = {PYTHON: own, **answers}, _record(content, own)
            report = _agreed(answers)
            if isinstance(report, verifier.Refused):
                raise report
            decided = verifier.parse(content)
            whose = _whose(content, decided, how)
    except _Disagree as error:
        return Verified(file, DISAGREE, DISAGREEING, (str(error), *_headlines(answers)), said=_all_said(answers))
    except verifier.Refused as error:
        return _refused(file, str(error), error.code, record, answers)
    except (TimeoutError, MemoryError) as error:
        late = f"it takes more time or memory than it may ({type(error).__name__})"
        return _refused(file, late, verifier.NOT_RECHECKED, None, answers)
    label, code = (SAMPLED, verifier.NOT_RECHECKED) if report.sampled else (CONFIRMED, 0)
    said = _of_definition(_said_by(report), report.verdict, whose.meets, decided.get("judged", ()))
    told, remarks = whose.sentence, [f"  {remark}" for remark in whose.remarks]
    headlines = _headlines(answers)
    if whose.whose.exit_code:
        label = whose.whose.value
        headline = f"{label} under its name: {told}" if whose.whose is Whose.OTHER_STATEMENT else told
        lines = [headline, *remarks, *headlines, *(f"  {line}" for line in said)]
    else:
        lines = [said[0], *headlines, told, *remarks, *said[1:]]
    code = min(code, whose.whose.exit_code, key=PRECEDENCE.index)
    return Verified(file, label, code, tuple(lines), report.verdict, whose, record, _all_said(answers))


Told = verifier.Report | verifier.Refused
"""The answer of a verifier."""


class _Disagree(Exception):
    """Two verifiers say of a file what can't both be right. The text says what."""


def _by_python(content: bytes, how: How) -> Told:
    """The answer of the verifier in Python, of which a TimeoutError is the caller's."""
    try:
        return verifier.verify(content, how.sample, how.seed, how.seconds, how.every_point)
    except verifier.Refused as refused:
        return refused


def _by_program(name: str, content: bytes, how: How) -> Told:
    """The answer of a verifier that is compiled."""
    options = ["--every-point"] if how.every_point and name == C else []
    options += [] if how.sample is None else ["--sample", str(how.sample)]
    options += [] if how.seed is None or name == PROVED else ["--seed", how.seed]
    code, text = asked(program(name), content, how.seconds, options)
    first, *others = text.strip().splitlines() or [""]
    label, _, why = first.partition(": ")
    sampled = code == verifier.NOT_RECHECKED and label == SAMPLED
    if (code == 0 and label == CONFIRMED) or sampled:
        data: Any = json.loads(content)["decided"]
        return verifier.Report(str(data.get("verdict", "holds")), [first, *others], sampled)
    if verifier.LABELS.get(code) != label:  # it failed
        return verifier.Refused(f"the verifier does not come to its end: {first[:200]}", verifier.NOT_RECHECKED)
    return verifier.Refused(why, code)


def _agreed(answers: Mapping[str, Told]) -> Told:
    """What they say together: one that does not re-check a file says nothing about it. Raises _Disagree."""
    told = {name: answer for name, answer in answers.items() if not _says_nothing(answer)}
    confirmed = {name: answer for name, answer in told.items() if isinstance(answer, verifier.Report)}
    if confirmed and len(confirmed) < len(told):
        yes, no = " and ".join(confirmed), " and ".join(name for name in told if name not in confirmed)
        raise _Disagree(f"{DISAGREE}: confirmed by {yes}, and not by {no}; please report it")
    if len({tuple(_shared(report)) for report in confirmed.values()}) > 1:
        raise _Disagree(f"{DISAGREE}: {' and '.join(confirmed)} confirm it in different words; please report it")
    first = next(iter((told or answers).values()))
    if not told:  # a sample says more than nothing
        return next((answer for answer in answers.values() if isinstance(answer, verifier.Report)), first)
    return confirmed.get(PROVED, first)  # what it says besides is said of nobody else's answer


def _shared(report: verifier.Report) -> list[str]:
    """The lines that each verifier has: one that is proved also says what is shown for every order of the columns."""
    return [line for line in report.lines if not line.startswith(OWN_LINES)]


def _says_nothing(answer: Told) -> bool:
    """Whether a verifier neither confirms nor refuses."""
    return answer.sampled if isinstance(answer, verifier.Report) else answer.code == verifier.NOT_RECHECKED


def _all_said(answers: Mapping[str, Told]) -> tuple[Said, ...]:
    """The exit code and the first line of each."""
    return tuple(
        Said(name, verifier.NOT_RECHECKED if answer.sampled else 0, answer.lines[0])
        if isinstance(answer, verifier.Report)
        else Said(name, answer.code, f"{verifier.LABELS[answer.code]}: {str(answer)[:LONGEST_REASON]}")
        for name, answer in answers.items()
    )


def _headlines(answers: Mapping[str, Told]) -> list[str]:
    """The same as lines of text; none where the verifier in Python alone was asked."""
    return [] if [*answers] == [PYTHON] else [f"  {said.verifier}: {said.headline}" for said in _all_said(answers)]


def _said_by(report: verifier.Report) -> list[str]:
    """The lines of a report; of a sample the verdict is what the certificate says, and not what was found."""
    first, *others = report.lines
    return [first.replace(f"{SAMPLED}: ", f"{SAMPLED}; says: ", 1) if report.sampled else first, *others]


def _of_definition(lines: list[str], verdict: str, meets: Mapping[str, str], judged: Sequence[str]) -> list[str]:
    """The lines in the words of a definition, where steps ask whether an object meets one: a file does not say so."""
    first, *others = lines
    objects = objects_of(meets.get(name) for name in judged)
    told = [first.replace(f": {verdict} ", f": {phrase(Verdict(verdict), objects)} ", 1)]
    for line in others:
        name, colon, rest = line.strip().partition(": ")
        status = rest.partition(" (")[0]
        if name in meets and status in VERDICTS:
            line = line.replace(f"{name}{colon}{status}", f"{name}{colon}{word(VERDICTS[status], (meets[name],))}", 1)
        told.append(line)
    return told


def _record(content: bytes, answer: verifier.Report | verifier.Refused) -> Verification | None:
    digest = verifications.digest_of(content)
    return None if digest is None else verifications.of(digest, answer)


def _whose(content: bytes, decided: dict[str, Any], how: How) -> Answer:
    """Whose statement it is; the claim is built in a process of its own, at parameters that may be anybody's."""
    run: dict[str, Any] = json.loads(content, parse_int=str, parse_float=str, parse_constant=str)["run"]
    version = None if run.get("exactua") is None else str(run["exactua"])
    try:
        answer = apart(lambda: whose_statement(decided, how.claims, version), how.seconds)
    except (TimeoutError, MemoryError):
        answer = None
    return not_compared(decided["claim"]) if answer is None else answer


def _refused(
    file: Path, why: str, code: int, record: Verification | None = None, answers: Mapping[str, Told] | None = None
) -> Verified:
    label, answers = verifier.LABELS[code], answers or {}
    lines = (f"{label}: {why[:LONGEST_REASON]}", *(_headlines(answers) if answers else ()))
    return Verified(file, label, code, lines, record=record, said=_all_said(answers))
