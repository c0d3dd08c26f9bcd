"""Mutation testing of the verifier: one demand is taken out of it at a time, and some lie has to come through then.

A demand is a call of `demand`, of a function that makes demands of a value (`fields`, `array` with a length, `integer`
with a least value), or a `raise`. Taking one out changes nothing for files that it did not refuse, so only those are
tried again.
"""

from __future__ import annotations

import ast
import copy
import itertools
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final, Literal

from exactua import verifier
from exactua.certificates.writing import decided_data, laid_out
from exactua.commands.audit.certificate_changes import fields_of, statement
from exactua.commands.audit.certificate_lies import lies_of
from exactua.commands.audit.certificate_truth import Truths
from exactua.commands.audit.certificates import altered_files
from exactua.commands.audit.network_operators import shown
from exactua.terms.encoding import canonical
from tests.pocket_certificates import decision

FOLDER = Path(verifier.__file__).parent
SEED: Final = "0123456789abcdef" * 2
How = Literal["accepted", "accepted when forged", "another exit code", "refused by something else", "not reached"]

Verify = Callable[[ModuleType, bytes], Any]
"""How a file is put to a verifier."""


@dataclass(frozen=True)
class Demand:
    """A place in the verifier where it can say no."""

    file: str
    line: int
    column: int
    last_line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


@dataclass(frozen=True)
class Found:
    """What became of a demand: whether files that only it refuses were found, and one of them."""

    demand: Demand
    how: How = "not reached"
    by: str = ""


def recomputed(module: ModuleType, content: bytes) -> None:
    """Puts a file to a verifier that recomputes every point."""
    module.verify(content)


def sampled(module: ModuleType, content: bytes) -> None:
    """Puts a file to a verifier that looks at samples only."""
    module.verify(content, sample=2, seed=SEED)


def sources() -> dict[str, str]:
    """The files of the verifier."""
    return {path.name: path.read_text() for path in sorted(FOLDER.glob("*.py")) if path.name != "__main__.py"}


def _name(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _weaker(node: ast.AST) -> ast.AST | None:
    """The node without what it demands; None where it demands nothing."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _name(node.value) == "demand":
        return ast.Pass()
    if isinstance(node, ast.Raise) and node.exc is not None:
        return ast.Pass()
    if isinstance(node, ast.Call) and _name(node) == "fields":
        return node.args[0]
    if isinstance(node, ast.Call) and _name(node) == "array" and len(node.args) > 1:
        return ast.Call(node.func, node.args[:1], [])
    if isinstance(node, ast.Call) and _name(node) == "integer" and len(node.args) > 1:
        return ast.Call(node.func, node.args[:1], [])
    return None


def demands(files: Mapping[str, str]) -> list[Demand]:
    """Every demand of the verifier and its parts."""
    collected = []
    for file, text in files.items():
        for node in ast.walk(ast.parse(text)):
            if _weaker(node) is not None and isinstance(node, ast.stmt | ast.expr):
                shown = " ".join(ast.unparse(node).split())[:110]
                collected.append(Demand(file, node.lineno, node.col_offset, node.end_lineno or node.lineno, shown))
    return sorted(collected, key=lambda demand: (demand.file, demand.line, demand.column))


class _Without(ast.NodeTransformer):
    def __init__(self, demand: Demand) -> None:
        self.demand, self.done = demand, False

    def visit(self, node: ast.AST) -> Any:
        if not self.done and getattr(node, "lineno", 0) == self.demand.line:
            at = (node.lineno, node.col_offset, node.end_lineno)  # type: ignore[attr-defined]
            weaker = _weaker(node) if at == (self.demand.line, self.demand.column, self.demand.last_line) else None
            if weaker is not None and " ".join(ast.unparse(node).split())[:110] == self.demand.text:
                self.done = True
                return ast.copy_location(copy.deepcopy(weaker), node)
        return self.generic_visit(node)


def without(demand: Demand, files: Mapping[str, str]) -> ModuleType:
    """The verifier of these files without this demand, as a module of its own."""
    taken = _Without(demand)
    changed = ast.unparse(ast.fix_missing_locations(taken.visit(ast.parse(files[demand.file]))))
    assert taken.done, demand
    return loaded({**files, demand.file: changed})


def loaded(files: Mapping[str, str]) -> ModuleType:
    """The verifier that these files are, as a module of its own: all names of all its modules, and these in `parts`."""
    whole = ModuleType(f"verifier_{next(NUMBERS)}")
    package = ModuleType(whole.__name__)
    package.__path__ = []
    parts = dict[str, ModuleType]()

    def load(name: str) -> None:
        if name in parts:
            return
        parts[name] = module = ModuleType(f"{package.__name__}.{name}")
        code, needs = compiled(f"{name}.py", files[f"{name}.py"])
        for other in needs:
            load(other)
        module.__package__ = package.__name__
        sys.modules[module.__name__] = module
        exec(code, vars(module))

    sys.modules[package.__name__] = package
    try:
        for name in files:
            if name != "__init__.py":
                load(name.removesuffix(".py"))
    finally:
        for name in [package.__name__, *(module.__name__ for module in parts.values())]:
            sys.modules.pop(name, None)
    for module in parts.values():
        vars(whole).update({key: value for key, value in vars(module).items() if not key.startswith("__")})
    vars(whole)["parts"] = parts
    return whole


NUMBERS: Final = itertools.count()


@lru_cache(maxsize=1000)
def compiled(file: str, text: str) -> tuple[CodeType, list[str]]:
    """The code of a module of the verifier, and the modules that it imports from."""
    tree = ast.parse(text)
    needs = [str(node.module) for node in tree.body if isinstance(node, ast.ImportFrom) and node.level]
    return compile(tree, file, "exec", dont_inherit=True), needs


def outcome(module: ModuleType, content: bytes, verify: Verify) -> tuple[int, Any]:
    """The exit code for a file, and what was raised (None: it is confirmed)."""
    try:
        verify(module, content)
    except module.Refused as refused:
        return refused.code, refused
    return 0, None


def refusing(error: BaseException | None, known: dict[tuple[str, int], list[Demand]]) -> Iterator[Demand]:
    """The demands at which a file was refused: those on the lines that the exceptions went through."""
    waiting, seen = [error], set[int]()
    while waiting:
        cause = waiting.pop()
        if cause is None or id(cause) in seen:
            continue
        seen.add(id(cause))
        waiting += [cause.__cause__, cause.__context__]
        trace = cause.__traceback__
        while trace is not None:
            file = Path(trace.tb_frame.f_code.co_filename).name
            yield from known.get((file, trace.tb_lineno), [])
            trace = trace.tb_next


def forged(module: ModuleType, decided: dict[str, Any]) -> dict[str, Any] | None:
    """The file that this verifier can't but confirm, if only it reads and evaluates what is asked: it writes it itself.

    None where it can't. What it demands of what is asked, it may then demand of the file that comes out.
    """
    strict = module.demand
    demanding = [vars(part) for part in module.parts.values() if hasattr(part, "demand")]
    for namespace in demanding:
        namespace["demand"] = lambda *_: None
    try:
        return _forged(module, decided)
    except Exception:  # it is as it may be: what can't be evaluated can't be forged
        return None
    finally:
        for namespace in demanding:
            namespace["demand"] = strict


def _forged(module: ModuleType, decided: dict[str, Any]) -> dict[str, Any]:
    parameters = {
        name: value if isinstance(value, str) and not value.startswith(("0x", "-0x")) else module.integer(value)
        for name, value in decided["parameters"].items()
    }
    networks = {name: module.Network(data, name) for name, data in decided["networks"].items()}
    context = module.Context(parameters, networks, {}, [10**8])
    for name, term in decided["definitions"]:
        context.definitions[name] = context.constant(term)
    values = {name: module.encode(value) for name, value in context.definitions.items()}
    records = [_forged_domain(module, record, context) for record in decided["domains"]]
    domains = {record["name"]: module.Domain(record, context) for record in records}
    steps = [_blank(module, record, decided["definitions"], domains, context) for record in decided["steps"]]
    for domain in domains.values():
        for rank in range(domain.total):
            scene, bound = domain.scene(rank)
            for step in steps:
                if domain in step.over:
                    step.look(scene, bound, (step.over.index(domain), rank))
    specs = {name: domain.spec for name, domain in domains.items()}
    forged_steps = [{**step.record, **_found(module, step)} for step in steps]
    forged_steps = [{**record, "statement": statement(record, specs, decided)} for record in forged_steps]
    verdicts = {step["verdict"] for step in forged_steps if step["name"] in decided["judged"]}
    verdict = next((word for word in ("refuted", "inconclusive", "holds") if word in verdicts), "vacuous")
    return {**decided, "values": values, "domains": records, "steps": forged_steps, "verdict": verdict}


def _forged_domain(module: ModuleType, record: dict[str, Any], context: Any) -> dict[str, Any]:
    total = module.Domain({**record, "points": 0, "decided": []}, context).total
    assert total <= MOST_FORGED
    return {**record, "points": total, "decided": [[0, total]] if total else []}


def _blank(module: ModuleType, record: dict[str, Any], definitions: Any, domains: dict[str, Any], context: Any) -> Any:
    """A step of which nothing was found yet."""
    points = sum(domains[name].total for name in record["over"]) if record["over"] else 1
    blank = {"points": points, "applicable": points, "failures": 0, "witness": None, "measure": None}
    return module.Step({**record, **blank}, definitions, domains, context)


def _found(module: ModuleType, step: Any) -> dict[str, Any]:
    """What the points that a step was looked at come to."""
    if not step.over:
        step.look(module.Scene(step.context, None), {}, (0, 0))
    step.applicable = step.applied
    enough = step.applied >= step.fold.enough
    failures, witness = step.fold.result(True) if enough else (0, None)
    verdict = "refuted" if failures else "vacuous" if not enough else "inconclusive" if step.alone else "holds"
    measure = None
    if step.low and step.high:
        (low, low_at), (high, high_at) = step.low, step.high
        measure = {"min": module.encode(low), "min_at": step.position(low_at), "max": module.encode(-high)}
        measure |= {"max_at": step.position(high_at), "sum": module.encode(step.sum % module.PRIME)}
    fields = {"applicable": step.applied, "failures": failures, "witness": witness, "measure": measure}
    return {**fields, "verdict": verdict, "reason": step.record["reason"] if verdict == "inconclusive" else None}


MOST_FORGED: Final = 2_000
"""Points of a domain of a forged file."""


Files = Iterable[tuple[str, bytes]]
"""Files, each with what it is in a few words."""

Refusals = dict[Demand, list[tuple[str, bytes, Verify]]]
"""By demand, files that were refused at its lines, and how they were put to the verifier."""


def refusals(files: Files, texts: Mapping[str, str], ways: Sequence[Verify], most: int = 40) -> Refusals:
    """The files that the verifier of these texts refuses, by the demands that may have done it."""
    whole, by_demand = loaded(texts), {demand: list[tuple[str, bytes, Verify]]() for demand in demands(texts)}
    lines: dict[tuple[str, int], list[Demand]] = {}
    for demand in by_demand:
        for line in range(demand.line, demand.last_line + 1):
            lines.setdefault((demand.file, line), []).append(demand)
    for name, content in files:
        for verify in ways:
            _, error = outcome(whole, content, verify)
            for demand in set(refusing(error, lines)):
                if len(by_demand[demand]) < most:
                    by_demand[demand].append((name, content, verify))
    return by_demand


def survey(files: Files, ways: Sequence[Verify] = (recomputed, sampled)) -> list[Found]:
    """What becomes of every demand, given files most of which the verifier refuses."""
    texts = sources()
    return [tried(demand, refused, texts) for demand, refused in refusals(files, texts, ways).items()]


def changed_files(name: str, chance: random.Random, most: int) -> Files:
    """At most so many changed copies of a pocket certificate: consistent lies first, then files, then fields."""
    decided = json.loads(canonical(decided_data(decision(name))))
    count = 0
    for lie in lies_of(decided, Truths("auto")):
        changed = lie.make()
        if changed is not None and count < most:
            count += 1
            yield f"{name}: {lie.operator} at {lie.where}", laid_out(changed, {}).encode("ascii")
    for operator, content in altered_files(laid_out(decided, {}).encode("ascii")):
        if count < most:
            count += 1
            yield f"{name}: {operator}", content
    fields = list(fields_of(decided))
    for field in chance.sample(fields, max(0, min(len(fields), most - count))):
        where = shown(field.path)[1:]
        yield f"{name}: {field.operator} at {where}", laid_out(field.applied(decided), {}).encode("ascii")


def tried(demand: Demand, refused: Sequence[tuple[str, bytes, Verify]], texts: Mapping[str, str]) -> Found:
    """What becomes of a demand, given files that were refused at its lines.

    A file that something else refuses as well is forged: what was found is what the verifier without the demand finds.
    """
    refusal = Found(demand)
    if not refused:
        return refusal
    weak, whole = without(demand, texts), loaded(texts)
    for name, content, verify in refused:
        before, after = outcome(whole, content, verify)[0], outcome(weak, content, verify)[0]
        if after == 0:
            return Found(demand, "accepted", name)
        if refusal.how != "another exit code" and after != before:
            refusal = Found(demand, "another exit code", f"{name}: {after} in place of {before}")
        elif refusal.how == "not reached":
            refusal = Found(demand, "refused by something else", name)
    for name, content, verify in refused:
        lie = forged_file(weak, content)
        if lie is not None and outcome(whole, lie, verify)[0] and not outcome(weak, lie, verify)[0]:
            return Found(demand, "accepted when forged", name)
    return refusal


def forged_file(module: ModuleType, content: bytes) -> bytes | None:
    """The file that a verifier makes of another one, as far as that can be read."""
    try:
        decided = forged(module, json.loads(content)["decided"])
        return None if decided is None else laid_out(decided, {}).encode("ascii")
    except (ValueError, KeyError, TypeError):
        return None
