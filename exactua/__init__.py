"""exactua: a proof checker in exact arithmetic for theorems about Transformers.

from exactua import build, check

decision = check("lemma8", d=2, n=3)
decision.verdict            # Verdict.HOLDS
decision["property3"]       # one step, with its counts, extremes and, if refuted, the least counterexample

built = build("theorem2", "x1*(1 - x1), x2*(1 - x2)", delta="1/8")
built.distances["f to g"]   # d_2(f, g)^2, exactly

`limit`, `attention`, `relax`, `trace`, `prove`, `cite`, `verify`, `errata` and `audit` are the commands of these names,
and `with_data` is `--data` of the commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "1.0.0"

if TYPE_CHECKING:
    from exactua.certificates.writing import certificate
    from exactua.claims.registry import find
    from exactua.claims.verdicts import Verdict
    from exactua.commands.ask.work import ask
    from exactua.commands.attention.function import attention
    from exactua.commands.audit.function import audit
    from exactua.commands.build.own_function import build
    from exactua.commands.cite.function import cite
    from exactua.commands.errata.function import errata
    from exactua.commands.limit.function import limit
    from exactua.commands.prove.function import prove
    from exactua.commands.relax.function import relax
    from exactua.commands.trace.function import trace
    from exactua.commands.verify.function import verify
    from exactua.console.own_data import with_data
    from exactua.errors import EvaluatorsDisagree, ExactuaError, InputError
    from exactua.proving.check import check

_PUBLIC = {
    "EvaluatorsDisagree": "exactua.errors",
    "ExactuaError": "exactua.errors",
    "InputError": "exactua.errors",
    "Verdict": "exactua.claims.verdicts",
    "ask": "exactua.commands.ask.work",
    "attention": "exactua.commands.attention.function",
    "audit": "exactua.commands.audit.function",
    "build": "exactua.commands.build.own_function",
    "certificate": "exactua.certificates.writing",
    "check": "exactua.proving.check",
    "cite": "exactua.commands.cite.function",
    "errata": "exactua.commands.errata.function",
    "find": "exactua.claims.registry",
    "limit": "exactua.commands.limit.function",
    "prove": "exactua.commands.prove.function",
    "relax": "exactua.commands.relax.function",
    "trace": "exactua.commands.trace.function",
    "verify": "exactua.commands.verify.function",
    "with_data": "exactua.console.own_data",
}

__all__ = [
    "EvaluatorsDisagree",
    "ExactuaError",
    "InputError",
    "Verdict",
    "__version__",
    "ask",
    "attention",
    "audit",
    "build",
    "certificate",
    "check",
    "cite",
    "errata",
    "find",
    "limit",
    "prove",
    "relax",
    "trace",
    "verify",
    "with_data",
]


def __getattr__(name: str) -> Any:
    # numpy and gmpy2 are loaded when something that needs them is asked for, so that `exactua --help` stays fast
    if name in _PUBLIC:
        import importlib

        return getattr(importlib.import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module 'exactua' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
