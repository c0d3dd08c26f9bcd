"""Property 8.2 of Yun et al. (2020) put to an SMT solver, z3 or cvc5: do two orbits share a number of q?

Column ids are integers in units of delta; the sweep is one `If` a layer and column, as the paper writes it. The solver
is asked for two orbits of Category 1 that are not the same and have a number of q in common: `unsat` is the property.
"""

from __future__ import annotations

import importlib
from itertools import pairwise
from typing import Any


def shared_number(solver: str, d: int, n: int, m: int, seconds: float, gain: int | None = None) -> str:
    """sat, unsat or unknown, within so many seconds. `solver` is z3 or cvc5; `gain` that of the selective shifts."""
    api: Any = importlib.import_module("z3" if solver == "z3" else "cvc5.pythonic")
    D = m**d
    first, second = ([api.Int(f"{name}_{j}") for j in range(n)] for name in ("l", "k"))
    asked = api.Solver()
    if solver == "z3":
        asked.set("timeout", int(1000 * seconds))
    else:
        asked.setOption("tlimit-per", str(int(1000 * seconds)))
    for ids in (first, second):
        asked.add(ids[0] >= 0, ids[-1] <= D - 1, *(a < b for a, b in pairwise(ids)))
    asked.add(api.Or([a != b for a, b in zip(first, second, strict=True)]))
    outputs = [_q(api, ids, D, D if gain is None else gain) for ids in (first, second)]
    asked.add(api.Or([a == b for a in outputs[0] for b in outputs[1]]))
    return str(asked.check())


def _q(api: Any, ids: list[Any], D: int, gain: int) -> list[Any]:
    """u^T g_c(L) for columns with these ids."""
    for ell in range(D):
        shift = gain * (_extreme(api, ids, True) - _extreme(api, ids, False))
        ids = [api.If(x == ell, x + shift, x) for x in ids]
    top, low = _extreme(api, ids, True), _extreme(api, ids, False)
    G, n = D ** (len(ids) + 1), len(ids)
    # at id 0 all scores are 0 and the mean is attended to: n q, so that it is an integer
    return [n * x + G * api.If(x > 0, n * top, api.If(x < 0, n * low, api.Sum(ids))) for x in ids]


def _extreme(api: Any, ids: list[Any], greatest: bool) -> Any:
    extreme = ids[0]
    for x in ids[1:]:
        extreme = api.If(x > extreme if greatest else x < extreme, x, extreme)
    return extreme
