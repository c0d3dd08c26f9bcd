"""What decides steps for all parameters: a kernel has a name, may be missing, and says of each step what it found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from exactua.certificates.proofs import ProvedStep, WrittenTheorem
from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.deciding.shards import Progress
from exactua.errors import ExactuaError


class KernelMissing(ExactuaError):
    """The kernel is not installed here; the text says how to install it."""


class GeneralKernel(Protocol):
    """A kernel for general results."""

    @property
    def name(self) -> str:
        """As `--kernel` takes it."""

    def require(self) -> None:
        """Raises KernelMissing where it is not installed."""

    def decide(self, claim: Claim, steps: Sequence[Step], progress: Progress | None = None) -> list[ProvedStep]:
        """What it has on each of the steps. Raises KernelMissing where it is not installed."""

    def tie(self, claim: Claim) -> Mapping[str, Any] | None:
        """At which instances the claim's networks are those that the kernel computed, as JSON data; None where the
        kernel has nothing on the claim. Raises EvaluatorsDisagree where they are others."""

    def reads(
        self, claim: Claim, proved: Sequence[ProvedStep], written: Sequence[WrittenTheorem]
    ) -> Mapping[str, Sequence[tuple[int, int]]]:
        """The files, with first and last lines, that say what is proved of these steps, and by these theorems."""

    def written(self, claim: Claim, progress: Progress | None = None) -> Sequence[WrittenTheorem]:
        """The theorems about the claim whose statements were written by hand, and say more than its steps."""

    def evidence(self) -> Mapping[str, Any]:
        """What a certificate says of the kernel: name, version, hashes of what it checked, as JSON data."""
