"""What files of older versions are here: each held against this version, and made anew where that can be done."""

from __future__ import annotations

import re
import tomllib
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from exactua import __version__
from exactua.arithmetic.messages import plain, quoted
from exactua.certificates import limits, proofs, writing
from exactua.certificates.reading import Certificate, parameter_value, read_certificate
from exactua.claims.claim import Claim
from exactua.claims.problem import Problem
from exactua.claims.registry import claims_of, command_of, find, labels
from exactua.claims.verdicts import POINT_SCOPES, Verdict
from exactua.commands.migrate.files import Seen
from exactua.commands.migrate.record import File, Made, State
from exactua.commands.regress.store import opened
from exactua.commands.regress.work import Asked, Regression, asked
from exactua.commands.signoff.work import listed
from exactua.commands.verify.whose_statement import Whose, whose_statement
from exactua.deciding import fingerprints
from exactua.errors import InputError, Unanswered
from exactua.evidence import manifests, regression
from exactua.evidence.certificate_steps import NO_CERTIFICATE
from exactua.evidence.manifests import read_text
from exactua.networks.files import read_network
from exactua.output_files import NEW, require_writable, write_bytes
from exactua.plurals import counted
from exactua.proving.apart import decide
from exactua.python_files import FileFails, module_of, shown
from exactua.terms.encoding import sha256
from exactua.terms.language import TermError
from exactua.verifier import bounded

FORMATS: Final = {form.partition("/")[0]: form for form in (writing.FORMAT, limits.FORMAT, proofs.FORMAT)}
FORMER: Final = tuple(f"{name}/1" for name in FORMATS)
COMMANDS: Final = {"limit": "exactua limit", "proof": "exactua prove"}
"""What writes certificates that no check writes."""
BUILT: Final = {
    **{f"built:{theorem}": f"exactua build {theorem} --f F ..." for theorem in ("theorem2", "theorem3")},
    **{
        f"built:{corollary}": f"exactua build {corollary} --data FILE ..." for corollary in ("corollary1", "corollary2")
    },
}
"""What writes certificates of networks that were built, by their labels."""
SECONDS: Final = 60
"""For the comparison of a certificate with its claim."""
STORE: Final = Path(".exactua/regress/passed.json")
"""What `regress` remembers of checks that came out as expected."""


@dataclass(frozen=True)
class How:
    """How files are made anew."""

    jobs: int
    budget: float
    """Seconds for one certificate."""
    backups: bool


def looked_at(files: Sequence[Seen], how: How) -> Iterator[File]:
    """Each file as it stands; nothing is written. Files of claims are run, and the checks of manifests are decided.

    Raises EvaluatorsDisagree, and KeyboardInterrupt where it is interrupted.
    """
    own: list[Claim] = []
    of_claims = {}
    for seen in files:
        if seen.kind == "claims":
            file, claims = _claims(seen.path)
            own += claims
            of_claims[seen.path] = file
    for seen in files:
        if seen.kind == "claims":
            yield of_claims[seen.path]
        elif seen.kind == "certificate":
            yield _certificate(seen, own, how)
        elif seen.kind == "manifest":
            yield _manifest(seen.path, how)
        elif seen.kind == "sign-offs":
            yield _signoffs(seen.path)
        else:
            yield _network(seen.path)


def backup_of(path: Path) -> Path:
    """Where the old file is kept: beside it, under a name that nothing takes for one of exactua's files."""
    return path.with_name(f"{path.name}.bak")


def require_backups(files: Sequence[File]) -> None:
    """Raises InputError, before anything is made, where a file can't be kept beside its place."""
    for file in files:
        if file.make is not None:
            require_writable(backup_of(file.path), "backup", NEW)


def applied(file: File) -> File:
    """The file after what makes it anew, if anything does."""
    if file.make is None:
        return file
    try:
        renewed = file.make()
    except Unanswered as error:
        return replace(file, says=f"{file.says}; not made: {error}", undecided=True)
    except (InputError, TermError) as error:
        return replace(file, state=State.BY_HAND, says=f"{file.says}; not made: {error}")
    return replace(
        file,
        state=renewed.state,
        says=renewed.says,
        backup=renewed.backup,
        verdict_changed=renewed.verdict_changed,
        undecided=renewed.undecided,
    )


def _keep(path: Path) -> Path:
    backup = backup_of(path)
    write_bytes(backup, path.read_bytes(), "backup", NEW)
    return backup


# ---- claims, networks and sign-offs -------------------------------------------------------------------------------


def _claims(path: Path) -> tuple[File, list[Claim]]:
    """A file of claims, which is run, and its claims."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            module_of(path, "path")
            claims = claims_of(str(path))
        except FileFails as error:
            return File(path, "claims", State.BY_HAND, f"it does not run with exactua {__version__}: {error}"), []
        except InputError:
            return File(path, "claims", State.CURRENT, "it runs, and has no claim"), []
    here = path.resolve()
    leaving = [
        f"line {warning.lineno}: {warning.message}"
        for warning in caught
        if issubclass(warning.category, DeprecationWarning) and Path(warning.filename).resolve() == here
    ]
    if leaving:
        return File(path, "claims", State.READABLE, f"it runs; to be replaced: {'; '.join(leaving)}"), claims
    return File(path, "claims", State.CURRENT, f"it runs: {counted(len(claims), 'claim')}"), claims


def _network(path: Path) -> File:
    try:
        read_network(path)
    except InputError as error:
        return File(path, "network", State.UNREADABLE, str(error))
    return File(path, "network", State.CURRENT, "this version reads it")


def _signoffs(path: Path) -> File:
    try:
        entries = listed(path)
    except InputError as error:
        return File(path, "sign-offs", State.UNREADABLE, str(error))
    stale = [entry.entry.step for entry in entries if entry.read_by is not None and entry.read_by.stale]
    lost = [entry.entry.step for entry in entries if entry.read_by is None]
    if not stale and not lost:
        return File(path, "sign-offs", State.CURRENT, f"{counted(len(entries), 'sign-off')}, none stale")
    told = [f"stale: {', '.join(stale)}"] if stale else []
    told += [f"not counted: {', '.join(lost)}"] if lost else []
    return File(path, "sign-offs", State.BY_HAND, f"{'; '.join(told)}; a person has to read the steps again")


# ---- certificates -------------------------------------------------------------------------------------------------


def _certificate(seen: Seen, own: Sequence[Claim], how: How) -> File:
    def file(state: State, says: str, make: Callable[[], Made] | None = None) -> File:
        return File(seen.path, "certificate", state, says, make=make)

    if seen.data is None:
        return file(State.UNREADABLE, "it is not a JSON file")
    form = str(seen.data["exactua"])
    name = form.partition("/")[0]
    if form in FORMER:
        return _anew(seen, own, how, f'it is of the former format "{form}"', file)
    if form != FORMATS[name]:
        return file(State.UNREADABLE, f"its format, {quoted(form)}, is none that exactua {__version__} knows")
    try:
        certificate = _read(seen, form)
    except InputError as error:
        return file(State.UNREADABLE, str(error))
    if form == proofs.FORMAT:
        return _proof(certificate, file)
    version = str(certificate.run.get("exactua"))
    with bounded(SECONDS):
        whose = whose_statement(certificate.decided, own)
    if whose.whose is Whose.OTHER_STATEMENT:
        return _anew(seen, own, how, f"the claim states something else now: {whose.sentence}", file)
    if whose.whose in (Whose.OTHER_NETWORK, Whose.NOT_COMPARED):
        return file(State.READABLE, whose.sentence)
    if version != __version__:
        return file(State.READABLE, f"exactua {plain(version)} wrote it; {whose.sentence}")
    return file(State.CURRENT, whose.sentence)


def _read(seen: Seen, form: str) -> Certificate:
    """A certificate of a format that is read here; what it found is `verify`'s. Raises InputError where it is none."""
    certificate = read_certificate(seen.content, form)
    if form == limits.FORMAT:
        limits.read_limit(seen.content)
    elif form == proofs.FORMAT:
        proofs.read_proof(seen.path)
    elif certificate.decided.get("scope") in POINT_SCOPES:
        certificate.problem  # noqa: B018 (it raises where the file describes no problem)
    return certificate


def _proof(certificate: Certificate, file: Callable[..., File]) -> File:
    """A certificate of a general result: its steps are compared with those of the claim, the kernel is not asked."""
    label = str(certificate.decided["claim"])
    if label not in labels():
        return file(State.BY_HAND, f"no claim {plain(label)} comes with exactua, so there is no proof of it")
    claim = find(label)[0]
    now = {step.name: claim.statement_hash(step) for step in claim.steps}
    try:
        written = {str(step["name"]): step["statement"] for step in certificate.decided["steps"]}
    except (KeyError, TypeError):
        return file(State.UNREADABLE, NO_CERTIFICATE)
    if others := [name for name, statement in written.items() if now.get(name) != statement]:
        told = f"{plain(', '.join(others))}: the claim states something else now"
        return file(State.BY_HAND, f"{told}; make it anew by {COMMANDS['proof']} {label}")
    return file(State.CURRENT, f"every statement is that of {label}; exactua prove --recheck asks the kernel again")


def _anew(seen: Seen, own: Sequence[Claim], how: How, why: str, file: Callable[..., File]) -> File:
    """A certificate that is to be made anew: by `check`, where it is one of a check and its claim is known here."""
    name = str(seen.data["exactua"]).partition("/")[0]
    try:
        decided: Mapping[str, Any] = seen.data["decided"]
        if sha256(decided) != seen.data["digest"]:
            return file(State.UNREADABLE, f"{why}; its digest is not that of what it says")
        label, scope = str(decided["claim"]), str(decided.get("scope", "enumerated"))
        named = f" {label}" if label in labels() else ""  # what anybody may have written is no part of a command
        if name in COMMANDS:
            return file(State.BY_HAND, f"{why}; make it anew by {COMMANDS[name]}{named}")
        if scope not in POINT_SCOPES:
            command = f"exactua check{named} --scope symbolic" if scope == "symbolic" else f"exactua prove{named}"
            return file(State.BY_HAND, f"{why}; make it anew by {command}")
        claims = [find(label)[0]] if label in labels() else [claim for claim in own if claim.label == label]
        if len(claims) != 1:
            called = plain(label)
            if label in BUILT:
                return file(
                    State.BY_HAND, f"{why}; no claim {called} is there to decide: make it anew by {BUILT[label]}"
                )
            known = f"{len(claims)} claims are called {called}" if claims else f"no claim {called} is known here"
            advice = "give the file of its claim as a PATH too, or make it anew by the command that wrote it"
            return file(State.BY_HAND, f"{why}; {known}: {advice}")
        (claim,) = claims
        problem = _problem(claim, decided)
        before = {str(step["name"]): str(Verdict(step["verdict"])) for step in decided["steps"]}
        verdict = str(Verdict(decided["verdict"]))
    except (InputError, TermError) as error:
        return file(State.BY_HAND, f"{why}; it can't be decided again: {error}")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return file(State.UNREADABLE, f"{why}; {NO_CERTIFICATE}")
    make = partial(_decided, seen.path, problem, scope, verdict, before, how)
    step = f".{problem.steps[0].name}" if len(problem.steps) < len(claim.steps) else ""
    return file(State.ANEW, f"{why}; exactua check {command_of(claim)}{step} decides it again", make)


def _problem(claim: Claim, decided: Mapping[str, Any]) -> Problem:
    """What the certificate decides as the claim has it now. Raises InputError where the claim has no such step."""
    names = [str(step["name"]) for step in decided["steps"]]
    judged = [str(name) for name in decided["judged"]]
    alone = (names[0],) if len(names) == 1 and len(claim.steps) > 1 else ()
    how = "repaired" if any(name.endswith("@repaired") for name in judged) and not alone else "as written"
    box = {str(name): parameter_value(value, name) for name, value in decided["parameters"].items()}
    return claim.problem(box, alone, how)


def _decided(path: Path, problem: Problem, scope: str, verdict: str, before: Mapping[str, str], how: How) -> Made:
    """Decides it and writes the certificate at its place; another verdict than before is kept beside in any case."""
    require_writable(path, "path", writing.CERTIFICATE)
    decision = decide(problem, budget=how.budget, jobs=how.jobs, scope=scope)
    if "interrupted" in decision.run:
        raise KeyboardInterrupt
    if decision.verdict is Verdict.INCONCLUSIVE and verdict != Verdict.INCONCLUSIVE:
        reason = next((result.reason for result in decision.results if result.reason), "inconclusive")
        return Made(State.ANEW, f"not made: {reason}; it said {verdict}", undecided=True)
    now = {result.step.name: str(result.verdict) for result in decision.results}
    changed = [
        f"{name} is {now[name]}, where it said {was}" for name, was in before.items() if now.get(name, was) != was
    ]
    changed += [f"the step {plain(name)} is no longer there" for name in before if name not in now]
    if str(decision.verdict) != verdict:
        changed.insert(0, f"it says {decision.verdict}, where it said {verdict}")
    backup = _keep(path) if how.backups or changed else None
    writing.write(path, writing.certificate(decision))
    return Made(State.MADE, "; ".join([str(decision.verdict), *changed]), backup, bool(changed))


# ---- manifests ----------------------------------------------------------------------------------------------------


def _manifest(path: Path, how: How) -> File:
    """A manifest, all of whose checks are decided but those that came out as expected before."""
    try:
        posed = asked([path])
        run, told, code = _compared(posed, how)
    except InputError as error:
        return File(path, "manifest", State.BY_HAND, "; ".join(_faults(path, error)))
    make = partial(_updated, path, run, how, told, code) if told.anew else None
    return File(path, "manifest", told.state, told.says, undecided=code == 3, make=make)


def _faults(path: Path, first: InputError) -> list[str]:
    """What is wrong with a manifest, without its name: what was found first, and a sentence for each of its checks."""
    faults: list[str] = []
    try:
        entries = tomllib.loads(read_text(path)).get("check", [])
    except (InputError, ValueError, RecursionError):
        entries = []
    for number, entry in enumerate(entries if isinstance(entries, list) else [], 1):
        try:
            if isinstance(entry, dict):
                checks = tuple(manifests.checks_of(entry, path.parent, path, number))
                regression.posed(manifests.Manifest(path, checks, {}))
        except InputError as error:
            faults.append(str(error))
    told = [fault.removeprefix(f"{path}: ") for fault in (str(first), *faults)]
    return told[1:] if faults and re.match(r"check \d", told[0]) else told


@dataclass(frozen=True)
class _Told:
    """What a run of a manifest came to."""

    state: State
    says: str
    anew: bool
    """Whether it has pins that `regress --update` would write in place of older ones."""


def _compared(posed: Asked, how: How) -> tuple[Regression, _Told, int]:
    """The checks decided and compared; 3 where some of them could not be decided, else 0."""
    store = opened(STORE, fingerprints.of_code())
    run = Regression(posed, store.passed, store.code, update=True)
    for _ in run.events(how.jobs):
        pass
    (manifest,) = run.summed_up().manifests
    checks, statements = manifest.checks, manifest.statements or ()
    undecided = [check for check in checks if check.found is not None and not check.found.complete]
    others = [check for check in checks if check.word == "differs" and check not in undecided]
    pins = [difference for check in checks if check.word == "updated" for difference in check.differences]
    old = sum(pin.expected is not None for pin in pins) + sum(pin.pinned is not None for pin in statements)
    missing = len(pins) + len(statements) - old
    command = f"exactua regress {shown(posed.manifests[0].path.resolve())}"
    told = [f"{counted(len(checks), 'check')}"]
    if others:
        shows = f"{command} shows them, --update --accept expects them"
        told.append(f"{len(others)} with other verdicts or counterexamples ({shows})")
    if undecided:
        told.append(f"{len(undecided)} not decided at every point")
    if old:
        told.append(f"{counted(old, 'pin')} of an older version")
    if missing:
        told.append(f"{counted(missing, 'pin')} missing: {command} --update writes {'it' if missing == 1 else 'them'}")
    if len(told) == 1:
        told.append("all as expected")
    state = State.BY_HAND if others else State.ANEW if old else State.CURRENT
    return run, _Told(state, ", ".join(told), bool(old)), 3 if undecided else 0


def _updated(path: Path, run: Regression, how: How, told: _Told, code: int) -> Made:
    """Writes the pins as `regress --update` does: no verdict, and no counterexample that is pinned."""
    (text,) = run.new_texts().values() or (None,)
    if text is None:
        return Made(told.state, told.says, undecided=code == 3)
    backup = _keep(path) if how.backups else None
    manifests.write(path, text)
    state = State.BY_HAND if told.state is State.BY_HAND else State.MADE
    return Made(state, f"{told.says}; its pins are written", backup, undecided=code == 3)
