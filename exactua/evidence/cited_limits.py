"""Limits of softmax in certificates: whose network it is, what is known of lambda*, and what may be claimed of that.

Nothing is decided here. Of factors below lambda* nothing is known but of the one that fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from exactua.arithmetic.rationals import written
from exactua.certificates.limits import Limit, read_limit
from exactua.claims.claim import Claim
from exactua.claims.dossier import CertificateFile
from exactua.claims.registry import claim_named
from exactua.claims.verdicts import Verdict
from exactua.claims.verification import refused, words
from exactua.errors import InputError
from exactua.evidence import verifications
from exactua.networks.printing import heading
from exactua.plurals import counted
from exactua.printing.scope_subjects import ScopeSentence, instance, of_paper
from exactua.printing.text import matrix

LONGEST: Final = 80
"""Characters of a point that is shown."""


@dataclass(frozen=True)
class CitedLimit:
    """The certificate of a limit, and whose network it is about."""

    file: CertificateFile
    limit: Limit
    claim: Claim | None
    """The claim that it names, where its network is one of that claim's as it is installed."""
    network: str
    """The name of the network in the claim."""

    @property
    def about(self) -> str:
        """The network: "network g_c of Lemma 8 (Yun et al. 2020) at d = 1, n = 2, delta = 1/2"."""
        if self.claim is None:
            return f"the {heading(self.limit.network)}"
        return f"network {self.network} of {of_paper(self.claim)} at {instance(self.claim, self.limit.values)}"

    @property
    def title(self) -> str:
        """What its certificate is called."""
        return f"Certificate of a limit of softmax: {self.about}, at {counted(len(self.limit.points), 'point')}"

    @property
    def verdict(self) -> str:
        """What is known: "within 1/100 for all lambda >= 71; off by more than 1/100 at lambda = 70"."""
        return "; ".join(
            [*self._suffices("within {0} for all lambda >= {1}"), *self._fails("off by more than {0}", "")]
        )

    @property
    def said(self) -> ScopeSentence:
        """What may be claimed, and what not: nothing, where a verifier refused it."""
        if refused(self.file.verified):
            return ScopeSentence("Nothing.", f"This certificate is {words(self.file.verified)}.")
        count = len(self.limit.points)
        where = "the point" if count == 1 else f"each of the {count:,} points"
        suffices = "for all lambda >= {1} every entry of its output is within {0} of that with hardmax, at "
        known = [
            *self._suffices(f"{suffices}{where} in the certificate"),
            *self._fails("an entry is off by more than {0}", f" at {self._failing}"),
        ]
        return ScopeSentence(
            f"Of {self.about}, with softmax[lambda A] in place of hardmax[A]: {'; '.join(known)}; in exact arithmetic "
            "and rigorous balls.",
            " ".join(f"Not {what}." for what in self._left_open())
            + " Nothing is said of other points, of other networks, nor of this one in floating point.",
        )

    def _suffices(self, says: str) -> list[str]:
        upper = self.limit.upper
        return [] if upper is None else [says.format(written(self.limit.tolerance), written(upper))]

    def _fails(self, says: str, where: str) -> list[str]:
        lower = self.limit.lower
        if lower is None:
            return []
        return [f"{says.format(written(lower.exceeds))} at lambda = {written(lower.factor)}{where}"]

    @property
    def _failing(self) -> str:
        """The point that fails, or its number where it is long."""
        lower = self.limit.lower
        text = "" if lower is None else matrix(self.limit.points[lower.point - 1])
        return f"[{text}]" if lower is None or len(text) <= LONGEST else f"point {lower.point:,} of the certificate"

    def _left_open(self) -> Iterator[str]:
        limit = self.limit
        if limit.upper is None:
            yield "that there is a lambda from which on it is near to hardmax"
        elif limit.lower is None:
            yield f"that {written(limit.upper)} is the least such lambda: of smaller ones nothing is said"
        else:
            but = f"of smaller ones nothing is said but at {written(limit.lower.factor)}"
            yield f"that {written(limit.upper)} is the least such lambda: {but}"
        if self.claim is None and limit.claim is not None:
            yield f"that the network is one of {limit.claim}: the certificate alone says so"


def read_cited(path: Path) -> CitedLimit:
    """The limit in a certificate. Raises InputError where it is none."""
    content = read_limit(path)
    claim, network = _whose(content)
    file = CertificateFile(
        path,
        content.digest,
        content.claim or "",
        dict(content.values),
        "limit",
        (),
        Verdict.HOLDS.value,
        len(content.points),
        path.stat().st_size,
        {},
        verified=verifications.known(content.digest),
    )
    return CitedLimit(file, content, claim, network)


def _whose(limit: Limit) -> tuple[Claim | None, str]:
    """The claim that the certificate names, and the name of the network there; None where it is none of the claim's."""
    if limit.claim is None:
        return None, ""
    try:
        claim = claim_named(limit.claim)
        parameters = claim.problem(limit.values, with_networks=False).parameters
        same = (name for name, build in claim.networks.items() if build(parameters) == limit.network)
        name = next(same, None)
    except InputError:
        return None, ""
    return (None, "") if name is None else (claim, name)
