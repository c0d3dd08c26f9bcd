"""What `limit` finds, as data: lambda* proved and failing, errors proved and measured, what no format can mend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from exactua.arithmetic.float_formats import FloatFormat
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.certificates.limits import limit_certificate
from exactua.networks import Network
from exactua.reprs import RichRepr
from exactua.softmax.floats.backends import Backend
from exactua.softmax.floats.comparing import Measured, Parting
from exactua.softmax.floats.survival import Survived
from exactua.softmax.temperature.bracket import Bracket


@dataclass(frozen=True)
class Run:
    """A backend and a format that networks are run in."""

    backend: Backend
    dtype: str

    @property
    def where(self) -> str:
        """The backend, and a device that is not the CPU: "numpy", "torch on cuda"."""
        return self.backend.name if self.backend.device == "cpu" else f"{self.backend.name} on {self.backend.device}"

    @property
    def name(self) -> str:
        """ "float32 (numpy)"."""
        return f"{self.dtype} ({self.where})"


@dataclass(frozen=True)
class Wall:
    """The greatest |round(x) - x| over the entries x of all exact outputs: no arithmetic in the format errs less."""

    form: FloatFormat
    error: Rational | None
    """None: an output is beyond the format's greatest number."""
    point: Matrix
    """The first point that has it."""
    value: Rational
    """The exact entry there."""


@dataclass(frozen=True)
class Row:
    """The errors at one factor, unit 1; what is certified speaks of all greater factors too."""

    factor: Rational
    certified: Rational | None
    """A bound at all points for all lambda >= factor; None where there is none: `reason` says why."""
    reason: str
    enclosed: tuple[Rational, Rational] | None
    """Numbers that the error at `point` lies between, at this factor; None: not known."""
    point: Matrix
    """The worst of the points looked at closely: the hardest one of the bracket, and the worst one of each run."""
    measured: tuple[Measured, ...]
    """In the order of the runs."""


@dataclass(frozen=True)
class Survival:
    """At how many points the claim's steps still hold of what a run computes, at the greatest factor."""

    run: Run
    steps: Mapping[str, Survived]


@dataclass(frozen=True, repr=False)
class Limit(RichRepr):
    """Everything about one network at finitely many points."""

    _told_by: ClassVar[str] = "exactua.commands.limit.notebook"

    title: str
    network: Network
    claim: str | None
    """The label of the claim whose network it is."""
    points: tuple[Matrix, ...]
    of: int
    where: str
    bracket: Bracket
    closed_form: Rational | None
    """lambda* of Lemma 8's g_c in (d, n, delta), for all points of G+_delta; None for other networks."""
    rows: tuple[Row, ...]
    runs: tuple[Run, ...]
    walls: tuple[Wall, ...]
    partings: tuple[Parting | None, ...]
    """Of each run at the greatest factor: where it is first further than the tolerance from the exact states."""
    survivals: tuple[Survival, ...]
    notices: tuple[str, ...]
    parameters: Mapping[str, Any]
    refuted: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Steps among them that the exact hardmax network refutes itself: at how many points, and of how many."""
    words: Mapping[Matrix, str] = field(default_factory=dict)
    """What points are written as, where they are words."""

    @property
    def exit_code(self) -> int:
        """0; 3 where no lambda* is certified."""
        return 0 if self.bracket.upper is not None else 3

    @property
    def is_known(self) -> bool:
        """Whether there is something to certify: lambda*, or a factor that fails."""
        return self.bracket.upper is not None or self.bracket.lower is not None

    def certificate_text(self) -> str:
        """The text of its certificate, as `exactua limit --certificate FILE` writes it.

        Raises InputError where neither lambda* nor a factor that fails is known.
        """
        return limit_certificate(**self.certificate_data).text()

    @property
    def certificate_data(self) -> dict[str, Any]:
        """What a certificate says, as `exactua.certificates.limits.limit_certificate` takes it."""
        return {
            "network": self.network,
            "points": self.points,
            "tolerance": self.bracket.tolerance,
            "upper": self.bracket.upper,
            "lower": self.bracket.lower,
            "lower_point": self.bracket.lower_point,
            "lower_error": self.bracket.lower_error,
            "claim": self.claim,
            "values": self.parameters if self.claim is not None else {},
        }


@dataclass(frozen=True)
class Needed:
    """What a run needs at an instance, by a scan of factors."""

    factor: Rational | None
    """The least factor from which on, up to `until`, all points are within the tolerance; None: at no factor."""
    until: Rational | None
    """The greatest factor at which they are: the end of the scan, or less where the next one does not suffice."""
    last: Measured
    """What was measured at the greatest factor."""


@dataclass(frozen=True)
class TableRow:
    """One instance of the table 'proved and measured'."""

    network: str
    parameters: Mapping[str, Any]
    points: int
    bracket: Bracket
    closed_form: Rational | None
    needed: Sequence[Needed]
    """Of each run."""
    walls: Sequence[Wall]
    """Of each run's format."""
    scan: tuple[Rational, Rational]
    """The least and the greatest factor of the scan."""
