"""Every claim with its counts, and what the certificates in a folder say about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from textwrap import shorten
from typing import Any, Final

from exactua.arithmetic.rationals import encode_integer
from exactua.certificates.reading import parameter_value
from exactua.claims.claim import Claim
from exactua.claims.registry import claims_of, command_of, find, installed, labels
from exactua.claims.verdicts import StepKind, Verdict, phrase
from exactua.claims.verification import Verification, as_data, refused, tally, words
from exactua.errors import InputError
from exactua.evidence import verifications
from exactua.evidence.certificate_steps import Stated, read_steps, stated
from exactua.evidence.scopes import StepScopes
from exactua.evidence.scopes import told as scopes_of
from exactua.grids.domains import brief
from exactua.printing.documents import Document, Items, Table

FORMAT: Final = "exactua-list/1"
NOT_CHECKED: Final = "not checked here"
MOST_FILES: Final = 10_000
MOST_SHOWN: Final = 3
LONGEST_CELL: Final = 40
"""Characters of a title or a source in the table; `exactua show` and the JSON have all of it."""
OTHER_STATEMENT: Final = "another statement"
OTHER_NETWORK: Final = "another network"
NOT_COUNTED: Final = "does not count"
"""What is no certificate of an instance that the claim has."""


@dataclass(frozen=True)
class Certificate:
    """What one certificate says: which claim, what was judged, where, and the verdict."""

    file: str
    claim: str
    judged: tuple[str, ...]
    parameters: Mapping[str, int | str]
    verdict: str
    statements: Mapping[str, str]
    stated: Stated = field(repr=False)
    scope: str = "enumerated"
    """enumerated, runs, symbolic, all D, or general: of all parameters."""
    verified: Verification | None = None
    """What a verifier said of it, as the record has it; None: there is no record."""


@dataclass(frozen=True)
class Unread:
    """A file that is no certificate that can be read, and why."""

    file: str
    reason: str


@dataclass
class Entry:
    """One claim and the certificates about it."""

    claim: Claim
    certificates: list[Certificate] = field(default_factory=list)
    _verdicts: dict[str, str] = field(default_factory=dict)

    def count(self, kind: StepKind) -> int:
        """How many steps of that kind the claim has."""
        return sum(step.kind is kind for step in self.claim.steps)

    @cached_property
    def scopes(self) -> dict[str, StepScopes]:
        """How far its steps are known."""
        return scopes_of(self.claim)

    @property
    def general(self) -> int:
        """How many of its steps are known for all parameters, by a theorem."""
        return sum("general" in scopes.words for scopes in self.scopes.values())

    def verdict(self, certificate: Certificate) -> str:
        """The certificate's verdict, or why it is none about the claim as it is now."""
        if certificate.file not in self._verdicts:
            self._verdicts[certificate.file] = self._verdict(certificate)
        return self._verdicts[certificate.file]

    def _verdict(self, certificate: Certificate) -> str:
        names = certificate.judged
        if not names and not self.count(StepKind.STATEMENT):  # no part of it is decided, and nothing judged
            names = tuple(certificate.statements)
        if not names or any(certificate.statements.get(name) != self._hashes.get(name) for name in names):
            return OTHER_STATEMENT
        try:
            file = read_steps(self.claim, Path(certificate.file), certificate.stated, self._hashes).file
        except InputError:
            return NOT_COUNTED
        return OTHER_NETWORK if set(names) & set(file.stale) else certificate.verdict

    def _said(self, certificate: Certificate) -> str:
        """The same in the words of people: of a definition, whether its object meets it."""
        verdict = self.verdict(certificate)
        objects = self.claim.objects(certificate.judged)
        return phrase(Verdict(verdict), objects) if verdict in list(Verdict) else verdict

    @cached_property
    def _hashes(self) -> dict[str, str]:
        """What the steps of the claim state now, by their names."""
        return {step.name: self.claim.statement_hash(step) for step in self.claim.steps}

    def about(self, certificate: Certificate) -> str:
        """What was judged, where it is not the whole statement: named steps, of which the verdict is that of all
        together, or the repaired ones.
        """
        statement = {step.name for step in self.claim.steps if step.kind is StepKind.STATEMENT}
        if set(certificate.judged) == statement:
            return ""
        repaired = {name.removesuffix("@repaired") for name in certificate.judged if name.endswith("@repaired")}
        if repaired and statement <= {name.removesuffix("@repaired") for name in certificate.judged}:
            return "repaired"
        more = len(certificate.judged) - MOST_SHOWN
        names = ", ".join(certificate.judged[:MOST_SHOWN])
        return f"{names}{f' and {more} more' * (more > 0)} together:" if len(certificate.judged) > 1 else names

    @property
    def status(self) -> str:
        """In words: "holds at d1n3m4, d2n3m2; property3 holds at d2n4m2; symbolic: holds at d9n9m9; general: holds"."""
        groups: dict[str, list[str]] = {}
        for certificate in sorted(
            self.certificates, key=lambda certificate: (certificate.scope, self.about(certificate), _order(certificate))
        ):
            said = words(certificate.verified) if refused(certificate.verified) else self._said(certificate)
            told = f"{self.about(certificate)} {said}".strip()
            if certificate.scope != "enumerated":
                told = f"{certificate.scope}: {told}"
            groups.setdefault(told, []).append(self.instance(certificate))
        parts = []
        for told, places in groups.items():
            if not any(places):
                parts.append(told)
                continue
            shown = ", ".join(places[:MOST_SHOWN])
            more = f" and {len(places) - MOST_SHOWN} more" if len(places) > MOST_SHOWN else ""
            parts.append(f"{told} at {shown}{more}")
        return "; ".join(parts) or NOT_CHECKED

    def instance(self, certificate: Certificate) -> str:
        """The instance in short: d2n3m2, with any other parameter behind a dash."""
        values = [(parameter.name, certificate.parameters.get(parameter.name)) for parameter in self.claim.parameters]
        numbers = "".join(f"{name}{brief(value)}" for name, value in values if isinstance(value, int))
        return numbers + "".join(f"-{value}" for _, value in values if isinstance(value, str))


def _order(certificate: Certificate) -> tuple[Any, ...]:
    numbers = tuple(certificate.parameters.get(name, 0) for name in "dnm")
    others = sorted((name, isinstance(value, str), value) for name, value in certificate.parameters.items())
    return (*(value if isinstance(value, int) else 0 for value in numbers), others)


def catalogue(folder: Path, paper: str | None = None) -> tuple[list[Entry], list[Unread]]:
    """Every claim in the papers' order with its certificates in `folder`, and what can't be read.

    `paper` restricts it to the claims of one paper, file or package. Raises InputError where there is no such paper.
    """
    unread: list[Unread] = []
    if paper is not None:
        claims = claims_of(paper)
    else:
        claims = [find(label)[0] for label in labels()]
        for shipped in installed():
            if isinstance(shipped, InputError):
                package, _, reason = str(shipped).partition(": ")
                unread.append(Unread(package, reason))
            else:
                claims += shipped
    entries = {claim.label: Entry(claim) for claim in claims}
    for certificate in _certificates(folder):
        if isinstance(certificate, Unread):
            unread.append(certificate)
        elif certificate.claim in entries:
            entries[certificate.claim].certificates.append(certificate)
    return list(entries.values()), unread


def _certificates(folder: Path) -> Iterator[Certificate | Unread]:
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except OSError:
        return
    for path in paths[:MOST_FILES]:
        try:
            yield read(path)
        except InputError as error:
            yield Unread(str(path), str(error))
    if len(paths) > MOST_FILES:
        yield Unread(str(folder), f"only the first {MOST_FILES:,} of {len(paths):,} files are read")


def read(path: Path) -> Certificate:
    """What the certificate at `path` says. Raises InputError for anything that is no whole certificate."""
    content = stated(path)
    decided = content.decided
    try:
        verdict = Verdict(decided["verdict"]).value
        steps = {step["name"]: step["statement"] for step in decided["steps"]}
        given, scope = decided["parameters"], str(decided.get("scope", "enumerated"))
        parameters = {}
        if isinstance(given, dict):
            parameters = {name: parameter_value(value, name) for name, value in given.items()}
            scope = "all D" if scope == "general" else scope
        judged = decided["judged"]
        strings = [decided["claim"], scope, *judged, *steps, *steps.values(), *parameters]
        strings += [value for value in parameters.values() if isinstance(value, str)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError("it is not a certificate") from None
    if not all(isinstance(string, str) and string.isprintable() for string in strings):
        raise InputError("it is not a certificate")
    verified = verifications.known(content.digest)
    return Certificate(str(path), decided["claim"], tuple(judged), parameters, verdict, steps, content, scope, verified)


def _data(entries: list[Entry], unread: list[Unread]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "claims": [
            {
                "claim": entry.claim.label,
                "title": entry.claim.title,
                "source": entry.claim.source,
                "parameters": [parameter.name for parameter in entry.claim.parameters],
                "steps": {kind.value: entry.count(kind) for kind in StepKind},
                "scopes": [{"step": name, "known": list(scopes.words)} for name, scopes in entry.scopes.items()],
                "status": entry.status,
                "certificates": [
                    {
                        "file": certificate.file,
                        "judged": list(certificate.judged),
                        "scope": certificate.scope,
                        "parameters": {
                            name: encode_integer(value) if isinstance(value, int) else value
                            for name, value in certificate.parameters.items()
                        },
                        "verdict": entry.verdict(certificate),
                        "verified": as_data(certificate.verified),
                    }
                    for certificate in sorted(entry.certificates, key=_order)
                ],
            }
            for entry in entries
        ],
        "unreadable": [{"file": failure.file, "reason": failure.reason} for failure in unread],
    }


def document(entries: list[Entry], unread: list[Unread]) -> Document:
    """The catalogue: one row a claim."""
    rows: list[tuple[str, ...]] = [
        ("claim", "title", "source", "parameters", "statement", "proof", "repaired", "general", "status")
    ]
    for entry in entries:
        claim = entry.claim
        counts = [str(entry.count(kind)) for kind in StepKind]
        names = " ".join(parameter.name for parameter in claim.parameters)
        title, source = (shorten(text, LONGEST_CELL, placeholder=" ...") for text in (claim.title, claim.source))
        verified = tally(certificate.verified for certificate in entry.certificates)
        status = f"{entry.status}; certificates: {verified}" if verified else entry.status
        rows.append((command_of(claim), title, source, names, *counts, str(entry.general or ""), status))
    not_read = [f"not read: {failure.file}: {failure.reason}" for failure in unread]
    listed = Table(rows, right=(4, 5, 6, 7))
    return Document([listed, Items(not_read)] if unread else [listed], _data(entries, unread))
