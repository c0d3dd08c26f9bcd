"""A run of `regress`: manifests read, what has changed decided, and all of it kept as an account of the run."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.registry import find, paper_of
from exactua.claims.verification import Verification, in_full, refused
from exactua.commands.regress import unlisted
from exactua.commands.regress.formats import account
from exactua.errors import InputError
from exactua.evidence import regression, statements, verifications
from exactua.evidence.manifests import Lines, Manifest, lines_of, manifest_paths, parse, read_text
from exactua.evidence.regression import Outcome, Posed
from exactua.evidence.statements import PinDifference

NOT_IN_FULL: Final = 3
"""The exit code where the verifier was asked, and confirmed some certificate not in full."""

Event = Path | account.Check | account.Manifest
"""A manifest begins; a check of it is settled; the manifest ends."""


@dataclass(frozen=True)
class Asked:
    """What is to be decided: the checks of some manifests, and the claims that they should list."""

    manifests: tuple[Manifest, ...]
    lines: tuple[Lines, ...]
    posed: tuple[tuple[Posed, ...], ...]
    listing: unlisted.Listing

    @property
    def checks(self) -> list[Posed]:
        """The checks of all manifests, in order."""
        return [check for own in self.posed for check in own]


def asked(given: Sequence[Path]) -> Asked:
    """What these manifests, and folders of them, ask for.

    Raises InputError, with file and key, where one is wrong, and where a path holds no check.
    """
    texts = [(path, read_text(path)) for path in manifest_paths(given)]
    manifests = tuple(parse(text, path) for path, text in texts)
    checked = {manifest.path for manifest in manifests if manifest.checks}
    for path in given:
        if checked.isdisjoint(inside := manifest_paths([path])):
            raise InputError(f"manifests: {', '.join(map(str, inside))}: no [[check]]; write one at least")
    listing = unlisted.listing(manifests, [path for path in given if path.is_dir()])
    lines = tuple(lines_of(text, manifest) for (_, text), manifest in zip(texts, manifests, strict=True))
    return Asked(manifests, lines, tuple(tuple(regression.posed(manifest)) for manifest in manifests), listing)


class Regression:
    """A run from its start to its end: `events` decides, `summed_up` says how far it came and what was found."""

    def __init__(
        self,
        asked: Asked,
        known: Mapping[str, str],
        code: str,
        certificates: Path | None = None,
        update: bool = False,
        accept: bool = False,
        verifying: float | None = None,
    ) -> None:
        self.asked, self.certificates, self.update, self.accept = asked, certificates, update, accept
        self.verifying = verifying
        """The seconds that the verifier has for each certificate; None: it is not asked."""
        self.unkept: str | None = None
        """Why a record of what it said can't be written, if one can't."""
        self.posed = asked.checks
        self.since = regression.unchanged(self.posed, known, code, certificates, verifying is not None)
        self.outcomes: list[Outcome | None] = [None] * len(self.posed)
        self.pins: list[Sequence[PinDifference] | None] = [None] * len(asked.manifests)
        self._ends = [0]
        for own in asked.posed:
            self._ends.append(self._ends[-1] + len(own))
        self._began = time.monotonic()
        self._started = datetime.now(UTC).isoformat(timespec="seconds")

    def events(self, jobs: int) -> Iterator[Event]:
        """Decides what has changed, and tells what is settled, in the manifests' order.

        Interrupted: tells what is known by then, and raises KeyboardInterrupt. Raises as `regression.outcomes` does.
        """
        stream = regression.outcomes(
            self.posed, [day is not None for day in self.since], jobs, self.certificates, self.verifying
        )
        outcome = next(stream, None)
        for number, (start, stop) in enumerate(pairwise(self._ends)):
            yield self.asked.manifests[number].path
            for k in range(start, stop):
                if outcome is not None and outcome.posed is self.posed[k]:
                    self.outcomes[k] = outcome
                    self._keep(outcome.verified)
                    yield self._check(number, k)
                    outcome = next(stream, None)
            if None not in self.outcomes[start:stop]:  # else it is interrupted
                self.pins[number] = statements.differences(self.asked.manifests[number])
                yield self._manifest(number)

    def _keep(self, verification: Verification | None) -> None:
        try:
            if verification is not None:
                verifications.keep(verification)
        except InputError as error:  # what was decided is not lost for that
            self.unkept = str(error)

    @property
    def found(self) -> list[Outcome]:
        """The outcomes that are known so far."""
        return [outcome for outcome in self.outcomes if outcome is not None]

    def new_texts(self) -> dict[Path, str]:
        """What every manifest's file is to say that `--update` has to rewrite. Raises InputError where it can't be."""
        from exactua.commands.regress import manifest_text

        texts = {}
        for manifest, (start, stop) in zip(self.asked.manifests, pairwise(self._ends), strict=True):
            wanted = [
                None if outcome is None else outcome.rewriting(self.accept) for outcome in self.outcomes[start:stop]
            ]
            new = manifest_text.updated(manifest, wanted, statements.wanted(manifest))
            if new is not None:
                texts[manifest.path] = new
        return texts

    def summed_up(self, rewritten: Sequence[Path] = (), stopped: tuple[int, str] | None = None) -> account.Run:
        """The whole run; `stopped` is the exit code, and why, where it ended early."""
        if stopped:
            self.update = False  # nothing is rewritten
        manifests = tuple(self._manifest(number) for number in range(len(self.asked.manifests)))
        checks = [check for manifest in manifests for check in manifest.checks]
        failed = any(check.word == "differs" or refused(check.verified) for check in checks)
        failed |= not self.update and any(manifest.statements for manifest in manifests)
        failed |= not self.asked.listing.complete
        unsure = self.verifying is not None and not all(in_full(check.verified) for check in checks)
        return account.Run(
            manifests,
            tuple(self._left_out()),
            tuple(account.Unlisted(self._place_of(label), label) for label in self.asked.listing.missing),
            stopped[0] if stopped else 1 if failed else NOT_IN_FULL if unsure else 0,
            self._started,
            time.monotonic() - self._began,
            self.update,
            tuple(rewritten),
            stopped[1] if stopped else None,
            self.verifying is not None,
        )

    def _manifest(self, number: int) -> account.Manifest:
        manifest, pins = self.asked.manifests[number], self.pins[number]
        checks = tuple(self._check(number, k) for k in range(*self._ends[number : number + 2]))
        differing = None if pins is None else tuple(self._statement(number, pin) for pin in pins)
        return account.Manifest(manifest.path, checks, len(manifest.statements), differing)

    def _statement(self, number: int, pin: PinDifference) -> account.Statement:
        lines = self.asked.lines[number]
        place = account.Place(self.asked.manifests[number].path, lines.statements.get(pin.label, lines.pins))
        return account.Statement(place, pin.label, pin.pinned, pin.found, self.update)

    def _check(self, number: int, k: int) -> account.Check:
        posed, outcome = self.posed[k], self.outcomes[k]
        place = account.Place(
            self.asked.manifests[number].path, self.asked.lines[number].checks[k - self._ends[number]]
        )
        kept = self.certificates if outcome is not None and (outcome.found is None or outcome.found.complete) else None
        return account.Check(
            place,
            posed.check.claim,
            posed.check.parameters,
            posed.label,
            posed.check.repaired,
            posed.check.expected,
            self._word(outcome),
            outcome.found if outcome else None,
            outcome.differences if outcome else (),
            self.since[k] if outcome is not None and outcome.found is None else None,
            outcome.seconds if outcome else None,
            None if kept is None else str(kept / regression.certificate_name(posed)),
            self._verified(posed, outcome),
        )

    def _verified(self, posed: Posed, outcome: Outcome | None) -> Verification | None:
        """What was said of the check's certificate in this run, else what the record of its digest says."""
        if outcome is not None and outcome.verified is not None:
            return outcome.verified
        digest = posed.check.expected.digest if outcome is None or outcome.found is None else outcome.found.digest
        return None if digest is None else verifications.known(digest)

    def _word(self, outcome: Outcome | None) -> account.Word:
        if outcome is None:
            return "not decided"
        if outcome.found is None:
            return "unchanged"
        if not outcome.differences:
            return "ok"
        if not self.update or outcome.rewriting(self.accept) is None:
            return "differs"
        return "updated" if outcome.only_pins else "accepted"

    def _left_out(self) -> Iterator[account.LeftOut]:
        written = [
            account.Place(manifest.path, lines.unlisted[key])
            for manifest, lines in zip(self.asked.manifests, self.asked.lines, strict=True)
            for key in manifest.unlisted
        ]
        for place, entry in zip(written, self.asked.listing.left_out, strict=True):
            yield account.LeftOut(place, entry.key, entry.reason, entry.claims)

    def _place_of(self, label: str) -> account.Place:
        """Where a claim that no check lists is written; of a claim of a paper, a manifest that names the paper."""
        claim, _ = find(label)
        if claim.written is not None and claim.written.file.is_file():
            return account.Place(claim.written.file, claim.written.line)
        return account.Place(manifest_for(claim, self.asked.manifests).path, 1)


def manifest_for(claim: Claim, manifests: Sequence[Manifest]) -> Manifest:
    """The manifest in which a claim that none lists is missed: the first that names its paper or file, or the first."""
    paper = paper_of(claim)
    naming = (
        manifest for manifest in manifests if any(paper_of(find(check.label)[0]) == paper for check in manifest.checks)
    )
    return next(naming, manifests[0])
