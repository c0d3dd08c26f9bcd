"""Decides lemma8 in this process and prints seconds and peak memory as JSON.

python deciding.py D N M ENGINE TIMES
"""

from __future__ import annotations

import json
import resource
import sys
import time
from typing import Literal, cast

from exactua.checking.running import decide
from exactua.claims.registry import find


def main(d: int, n: int, m: int, engine: Literal["kernel", "literal"], times: int) -> None:
    claim, _ = find("lemma8")
    problem = claim.problem({"d": d, "n": n, "m": m})
    seconds: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        decision = decide(problem, engine=engine, replayed=0)
        seconds.append(time.perf_counter() - began)
    print(
        json.dumps(
            {
                "verdict": decision.verdict,
                "points": sum(domain.points or 0 for domain in decision.domains),
                "seconds": seconds,
                "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,  # Linux counts KiB
            }
        )
    )


if __name__ == "__main__":
    d, n, m, times = (int(sys.argv[k]) for k in (1, 2, 3, 5))
    main(d, n, m, cast(Literal["kernel", "literal"], sys.argv[4]), times)
