"""What a worker does, a process or a machine of a cluster: it is told the problem once, and decides its tasks."""

from __future__ import annotations

import hashlib
import pickle
import threading
import traceback
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from exactua import __version__
from exactua.arithmetic.reals import Precision
from exactua.deciding.plan import Plan
from exactua.deciding.shards import Decider, Shard
from exactua.deciding.tasks import Found, decided
from exactua.errors import ExactuaError, InputError
from exactua.evaluators.compiled.native import available

MOST_KNOWN: Final = 4
"""Problems that a worker remembers at a time."""

_known: OrderedDict[str, Decider] = OrderedDict()
_one_at_a_time = threading.Lock()


@dataclass(frozen=True)
class Parcel:
    """A plan on its way to workers elsewhere. `name` is what tasks call it by; the data can be read by one version."""

    name: str
    version: str
    data: bytes

    @classmethod
    def of(cls, plan: Plan) -> Parcel:
        """The plan, packed."""
        data = pickle.dumps(plan, protocol=pickle.HIGHEST_PROTOCOL)
        return cls(hashlib.sha256(data).hexdigest(), __version__, data)

    def opened(self) -> Decider:
        """The plan's decider. Raises InputError where this worker has another version of exactua, or no llvmlite."""
        if self.version != __version__:
            raise InputError(f"scheduler: a worker has exactua {__version__}, and this is {self.version}; install one")
        plan = pickle.loads(self.data)
        assert isinstance(plan, Plan)
        machines = {program.machine for programs in plan.programs.values() for program in programs}
        if "compiled" in machines and not available():
            raise InputError(
                "scheduler: a worker has no llvmlite for compiled loops; install it there by "
                "pip install 'exactua[fast]', or give --engine vectors"
            )
        Precision.cap = plan.precision
        return plan.decider()


@dataclass(frozen=True)
class NotTold:
    """The answer of a worker that has not been told the problem."""


@dataclass(frozen=True)
class Raised:
    """The answer of a worker in which deciding a task raised something, as it would have here."""

    error: Exception


Answer = Found | NotTold | Raised


def introduce(name: str, decider: Decider | Parcel) -> None:
    """Tells this worker a problem: as a decider that it has inherited, or packed."""
    with _one_at_a_time:
        if name not in _known:
            _known[name] = decider.opened() if isinstance(decider, Parcel) else decider
        while len(_known) > MOST_KNOWN:
            _known.popitem(last=False)


def work(name: str, task: Shard, parcel: Parcel | None = None) -> Answer:
    """A task of the problem of that name, which this worker was told before or is told now."""
    try:
        if parcel is not None:
            introduce(name, parcel)
        decider = _known.get(name)
        return NotTold() if decider is None else decided(decider, task)
    except Exception as error:
        if not isinstance(error, ExactuaError):
            error.add_note(f"in a worker:\n{traceback.format_exc()}")
        return Raised(error)
