"""A certificate as a Rocq file, in which the kernel computes the proved verifier of proofs/checker on its bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from exactua import verifier
from exactua.arithmetic.rationals import decode_integer
from exactua.certificates.reading import LARGEST_FILE
from exactua.errors import InputError
from exactua.file_access import read_bytes
from exactua.output_files import Kind

KERNEL: Final = Kind("Rocq file of exactua export", r"\(\*\* \* A certificate, checked by the kernel of Rocq\n")
"""How each such file begins."""
LINE: Final = 100
"""Characters of the certificate in a line of the file."""
OPERATORS: Final = frozenset((
    "point", "accumulator", "numbers", "param", "def", "var", "neg", "floor", "not", "distinct", "-", "/", "^",
    "implies", "item", "dot", "<", "<=", "=", "!=", ">=", ">", "in", "not in", "if", "entry", "columns", "stage",
    "after", "layer", "network", "permutations", "permuted", "select", "+", "*", "and", "or", "all", "any", "sum",
    "product", "min", "max", "list",
))  # fmt: skip
"""Of terms, as proofs/checker/Decode.v reads them."""
LAYERS: Final = ("attention", "feed_forward", "positional encoding", "bilinear projection", "separable convolution")
GROUPS_OF_LAYERS: Final = ("family", "table", "group")
DOMAINS: Final = ("orbits", "sequences", "product", "list", "chosen", "pairs")
FOLDS: Final = ("each", "distinct", "apart", "sum")
SCOPES: Final = ("enumerated", "runs")
VERDICTS: Final = {"holds": "Holds", "refuted": "Refuted", "vacuous": "Vacuous", "inconclusive": "Inconclusive"}
CONCLUSIONS: Final = {
    "holds": "OverallHolds",
    "holds in part": "HoldsInPart",
    "refuted": "OverallRefuted",
    "vacuous": "OverallVacuous",
    "inconclusive": "OverallInconclusive",
}


@dataclass(frozen=True)
class KernelFile:
    """A Rocq file, and how many points the kernel goes through in it."""

    text: str
    points: int


@dataclass(frozen=True)
class NoKernelFile:
    """Why none is made: the exit code of `exactua verify`, or 3 for what the proved verifier leaves out; in words."""

    code: int
    why: str


def kernel_file(path: Path, seconds: float) -> KernelFile | NoKernelFile:
    """The Rocq file of the certificate at `path`, once the verifier has confirmed it within so many seconds.

    Raises InputError for a file that can't be read.
    """
    content = read_bytes(path, "certificate", LARGEST_FILE)
    try:
        with verifier.bounded(seconds):
            report = verifier.verify(content, seconds=seconds)
            decided = verifier.parse(content)
    except verifier.Refused as error:
        return NoKernelFile(error.code, f"{verifier.LABELS[error.code]}: {verifier.escaped(str(error))}")
    except (TimeoutError, MemoryError):
        return NoKernelFile(verifier.NOT_RECHECKED, "not re-checked: it takes more time or memory than it may")
    if report.sampled:
        return NoKernelFile(
            verifier.NOT_RECHECKED, "not re-checked: to recompute every point takes longer than --seconds allows"
        )
    if left := left_out(decided):
        why = f"not re-checked: {verifier.escaped(left)}, which the proved verifier does not decide"
        return NoKernelFile(verifier.NOT_RECHECKED, why)
    points = sum(decode_integer(domain["points"], "points") for domain in decided["domains"])
    return KernelFile(text(content.decode("ascii"), decided), points)


def require_module(output: Path) -> None:
    """Raises InputError where coqc would refuse the name of the file."""
    from exactua.output_files import is_standard_output

    if not is_standard_output(output) and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*\.v", output.name):
        raise InputError(
            f"output: {output.name} is not a name for a Rocq file; give letters, digits and _, a letter first, and "
            ".v at the end"
        )


def left_out(decided: Mapping[str, Any]) -> str:
    """The first thing in a confirmed certificate that proofs/checker does not decide; "" where there is none."""
    return next(_left_out(decided), "")


def _left_out(decided: Mapping[str, Any]) -> Iterator[str]:
    if decided["scope"] not in SCOPES:
        yield f"it has the scope {decided['scope']}"
        return  # other scopes have other keys
    terms: list[Any] = [term for _, term in decided["definitions"]]
    for network in decided["networks"].values():
        yield from _of_items(network["items"])
    for domain in decided["domains"]:
        if domain["points"] is None:
            yield "it has a domain that is not decided"
        elif domain["decided"] != ([[0, domain["points"]]] if domain["points"] else []):
            yield "it has a domain that is decided in part"
        for spec in _specs(domain["spec"]):
            if spec["kind"] not in DOMAINS:
                yield f"it has a domain of the kind {spec['kind']}"
            terms += [part for key, part in spec.items() if key not in ("kind", "of")]
    for step in decided["steps"]:
        fold = step["fold"]
        if step["evidence"] is not None:
            yield "it has a step with evidence"
        if str(step["reason"]).startswith("undecided at "):
            yield "it has a step of which nothing is claimed"
        if isinstance(fold, str) and fold not in FOLDS:
            yield f"it has the fold {fold}"
        terms += [step["given"], step["term"], step.get("bound"), fold if isinstance(fold, dict) else None]
    for operator in _operators(terms):
        if operator not in OPERATORS:
            yield f"it has the operator {operator}"


def _specs(spec: Any) -> Iterator[Mapping[str, Any]]:
    """A spec of a domain, and those in it."""
    if isinstance(spec, dict):
        yield spec
        inside = spec.get("of")
        for part in inside if isinstance(inside, list) else [inside]:
            yield from _specs(part)


def _of_items(items: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What the items of a network have that is left out."""
    for item in items:
        [(kind, body)] = item.items()
        if kind in GROUPS_OF_LAYERS:
            yield from _of_items(body["items"])
        elif kind not in LAYERS:
            yield f"it has a layer of the kind {kind}"
        elif any(_real_weights(part) for key, part in body.items() if key not in ("mask", "activation", "tie_rule")):
            yield "it has a weight that is a real number"


def _real_weights(part: Any, depth: int = 0) -> bool:
    """Whether there is a term where a weight stands: an array that begins with a word."""
    if isinstance(part, dict):
        return any(map(_real_weights, part.values()))
    if not isinstance(part, list):
        return False
    return bool(part and isinstance(part[0], str) and not _is_rational(part[0])) or any(map(_real_weights, part))


def _is_rational(word: str) -> bool:
    return re.fullmatch("-?([0-9]+|0x[0-9a-f]+)(/([0-9]+|0x[0-9a-f]+))?", word) is not None


def _operators(terms: list[Any]) -> Iterator[str]:
    """The operators of all terms in what is given, each where it stands."""
    left = terms[::-1]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            left += list(part.values())[::-1]
        elif isinstance(part, list):
            if part and isinstance(part[0], str) and not _is_rational(part[0]):
                yield part[0]
            left += part[::-1]


def text(certificate: str, decided: Mapping[str, Any]) -> str:
    """The Rocq file of a certificate that proofs/checker decides."""
    lines = ";\n   ".join(_pieces(line) for line in certificate.removesuffix("\n").split("\n"))
    return "\n".join([*_head(decided), "Definition bytes : list ascii := bytes_of", f"  [{lines}].", *_told(decided)])


def _pieces(line: str) -> str:
    pieces = (line[start : start + LINE] for start in range(0, len(line), LINE))
    return "[" + ";\n    ".join(map(_quoted, pieces)) + "]"


def _head(decided: Mapping[str, Any]) -> list[str]:
    claim, instance = decided["claim"], " ".join(f"{name}={value}" for name, value in decided["parameters"].items())
    return [
        "(** * A certificate, checked by the kernel of Rocq",
        "",
        f"    It says of itself: {_plain(f'{claim} at {instance}' if instance else claim)}",
        "",
        "    [bytes] are the bytes of its file, and [certified] is the statement in it. The kernel computes [check],",
        "    the verifier of proofs/checker, on these bytes. What it confirms is true: that is [check_sound] of",
        "    Check.v. So the theorem [certificate_is_true] says that the file is the certificate of [certified], with",
        "    its digest and its layout, and that [certified] is true in the sense of [true_of] in Truth.v. The",
        "    examples show what [certified] says; [Print certified] shows all of it, with terms and networks. That",
        "    these are those of the claim of this name is not shown here: `exactua verify` compares them.",
        "",
        "    To have it checked, in a checkout of exactua, with Rocq (Coq 8.16) and nothing else:",
        "",
        "        cd proofs/checker && coq_makefile -f _CoqProject -o Makefile.coq && make -f Makefile.coq InKernel.vo",
        "        cd ../..",
        "        coqc -Q proofs/checker Checker FILE.v",
        "",
        "    It then prints what the theorem assumes: nothing (Closed under the global context). *)",
        "",
        "From Coq Require Import ZArith QArith List String Ascii.",
        "From Checker Require Import Syntax Truth Check InKernel.",
        "Import ListNotations.",
        "Open Scope string_scope.",
        "Open Scope Z_scope.",
        "",
    ]


def _told(decided: Mapping[str, Any]) -> list[str]:
    """The theorem, and what the statement says."""
    steps, domains = decided["steps"], decided["domains"]
    parameters = [f"({_string(name)}, {_parameter(value)})" for name, value in sorted(decided["parameters"].items())]
    counted = [f"({_string(domain['name'])}, {_integer(domain['points'])})" for domain in domains]
    counts = [
        f"({_string(step['name'])}, {VERDICTS[step['verdict']]}, "
        f"({', '.join(_integer(step[key]) for key in ('points', 'applicable', 'failures'))}))"
        for step in steps
    ]
    refuting = [
        f"({_string(step['name'])}, {_list(_position(at) for at in step['witness']['at'])}, "
        f"{_list(map(_matrix, step['witness']['points']))})"
        for step in steps
        if step["verdict"] == "refuted" and step["witness"] is not None
    ]
    return [
        "",
        "Definition certified : statement := Eval vm_compute in statement_in bytes.",
        "",
        "Theorem certificate_is_true : certificate_of bytes certified /\\ true_of certified.",
        "Proof. apply check_sound. vm_cast_no_check (eq_refl (Confirmed certified)). Qed.",
        "",
        *_example("claim_is", "claim certified", _string(decided["claim"])),
        *_example("parameters_are", "parameters certified", _column(parameters)),
        *_example("domains_are", "domains_said certified", _column(counted)),
        "(* Of each step: its places, those at which its hypothesis is true, and those of these at which it fails. *)",
        *_example("steps_are", "steps_said certified", _column(counts)),
        *_example("judged_are", "judged certified", _column(map(_string, decided["judged"]))),
        *(_example("counterexamples_are", "counterexamples certified", _column(refuting)) if refuting else ()),
        *_example("conclusion_is", "conclusion certified", CONCLUSIONS[decided["verdict"]]),
        "Print Assumptions certificate_is_true.",
        "",
    ]


def _example(name: str, said: str, value: str) -> list[str]:
    return [
        f"Example {name} : {said} ={value if value.startswith(chr(10)) else ' ' + value}.",
        "Proof. reflexivity. Qed.",
        "",
    ]


def _column(parts: Iterable[str]) -> str:
    """A list, an entry to a line."""
    written = list(parts)
    return "\n  [" + ";\n   ".join(written) + "]" if written else "[]"


def _list(parts: Iterable[str]) -> str:
    return "[" + "; ".join(parts) + "]"


def _string(word: str) -> str:
    """A word of the certificate as a string of Rocq, in which JSON's escapes stand as they stand in the file."""
    return _quoted(json.dumps(word)[1:-1])


def _quoted(ascii_text: str) -> str:
    return '"' + ascii_text.replace('"', '""') + '"'


def _integer(value: int | str) -> str:
    """An integer as certificates write it: those from 2^53 on are hexadecimal, which Rocq reads too."""
    return f"({value})" if str(value).startswith("-") else str(value)


def _parameter(value: int | str) -> str:
    if isinstance(value, int) or re.fullmatch("-?0x[0-9a-f]+", value):
        return f"Integer {_integer(value)}"
    return f"Word {_string(value)}"


def _position(position: list[Any]) -> str:
    domain, rank = position
    return f"({_string(domain)}, {_integer(rank)})"


def _matrix(rows: list[list[int | str]]) -> str:
    """A matrix in rows as the list of its columns."""
    return _list(_list(map(_rational, column)) for column in zip(*rows, strict=True))


def _rational(value: int | str) -> str:
    numerator, _, denominator = str(value).partition("/")
    return f"({numerator} # {denominator or 1})%Q"


def _plain(words: str) -> str:
    """Words that end no comment of Rocq and begin no string in it."""
    return re.sub("[^A-Za-z0-9_.:@+/ =,-]", "?", words)
