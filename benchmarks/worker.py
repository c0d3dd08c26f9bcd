"""A process of its own for one task: prepares it, runs it whenever it is asked, and tells its peak memory.

python worker.py '{"task": "literal", "number": "mpq", "box": [2, 3, 2], "per_category": 20}'

It writes {"ready": true}, or {"absent": "why"} and ends; then, for every line that it reads, what the run found.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from tasks.absent import Absent

BASELINES = ("literal", "loop", "softmax", "smt", "network")
DECIDING = ("enumerated", "loops", "symbolic", "for_all_D")


def task(name: str) -> Callable[..., Callable[[], dict[str, Any]]]:
    """The task of this name; only what it needs is imported."""
    module = "baselines" if name in BASELINES else "deciding" if name in DECIDING else "evaluating"
    function: Callable[..., Callable[[], dict[str, Any]]] = getattr(import_module(f"tasks.{module}"), name)
    return function


def peak_mb() -> float:
    """The largest resident size of this process so far; `resource` may tell its parent's, from before the exec."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            told = next(line for line in status if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return int(told.split()[1]) / 1024


def tell(report: dict[str, Any]) -> None:
    """One line for the process that asks."""
    print(json.dumps(report), flush=True)


def main() -> None:
    """Prepares the task and answers until there are no more lines."""
    given = json.loads(sys.argv[1])
    try:
        run = task(given.pop("task"))(**given)
        tell({"ready": True})
        for _ in sys.stdin:
            report = run()
            tell({"peak_mb": peak_mb()} | report)
    except Absent as reason:
        tell({"absent": str(reason)})


if __name__ == "__main__":
    main()
