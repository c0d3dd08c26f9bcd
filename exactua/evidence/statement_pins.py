"""The statement hashes that a manifest pins: every step of every claim that it names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from exactua.claims.claim import Claim
from exactua.claims.registry import PAPERS, find, paper_of
from exactua.errors import InputError
from exactua.evidence.manifests import Manifest
from exactua.evidence.statements import statement_hash


@dataclass(frozen=True)
class PinDifference:
    """A step that states something else than is pinned, is not pinned, or is pinned and not there (or pinned twice)."""

    label: str
    pinned: str | None
    found: str | None


def wanted(manifest: Manifest) -> dict[str, str]:
    """The hash of every step of the claims that the manifest names, under the label that it should be pinned by.

    That is the manifest's own label where it pins the step already, such as "lemma8.property3".
    """
    known = {_step_of(manifest, label): label for label in manifest.statements}
    hashes = {}
    for claim, written in _claims(manifest):
        for step in claim.steps:
            label = known.get((claim.found_by, step.name)) or f"{written}.{step.name}"
            hashes[label] = statement_hash(claim, step)
    return hashes


def differences(manifest: Manifest) -> list[PinDifference]:
    """Everything in which the manifest's pins are not those wanted."""
    pins, pinned = wanted(manifest), manifest.statements
    result = [PinDifference(label, pinned.get(label), pin) for label, pin in pins.items() if pinned.get(label) != pin]
    return result + [PinDifference(label, pin, None) for label, pin in pinned.items() if label not in pins]


def _claims(manifest: Manifest) -> Iterator[tuple[Claim, str]]:
    """The claims that the manifest's checks name, once each, and how its pins call them."""
    seen = set()
    for number, check in enumerate(manifest.checks, 1):
        try:
            claim, step = find(check.label)
        except InputError as error:
            raise InputError(f"{manifest.path}: check {number}: {error}") from None
        if claim.found_by not in seen:
            seen.add(claim.found_by)
            short = claim.label.removeprefix("yun2020:")
            yield claim, short if paper_of(claim) in PAPERS else check.claim.removesuffix(f".{step}")


def _step_of(manifest: Manifest, label: str) -> tuple[str, str] | None:
    try:
        claim, step = find(manifest.resolved(label))
    except InputError:
        return None
    return (claim.found_by, step) if step else None
