"""Valid inputs of every kind, small ones, which are changed: each is made by what writes such files."""

from __future__ import annotations

import io
import json
import tempfile
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from gmpy2 import mpq

from exactua.certificates import limits, writing
from exactua.certificates.proofs import Proof, ProvedStep
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.claims.verification import Outcome, Verification
from exactua.commands.build.corollary import build_memoriser
from exactua.commands.regress import store as regression_store
from exactua.console.own_data import pairs_in
from exactua.deciding.running import decide
from exactua.evidence import verifications
from exactua.softmax.temperature.bracket import bracket
from tests import pocket_certificates, stores, symbolic_certificates
from tests.fuzz.changing import places

Path_ = tuple[Any, ...]


@dataclass(frozen=True)
class Document:
    """A valid file of JSON data, by its name."""

    name: str
    data: Any
    form: str = ""
    """Of certificates: the format."""

    @cached_property
    def places(self) -> list[Path_]:
        """The paths of all its values."""
        return places(self.data)

    @cached_property
    def results(self) -> list[Path_]:
        """The paths of what a certificate says was found."""
        fields = ("applicable", "failures", "measure", "points", "reason", "verdict", "witness", "order", "decided")
        return [
            path
            for path in self.places
            if path[:1] in (("values",), ("verdict",), ("upper",), ("lower",))
            or (path[:1] in (("steps",), ("domains",)) and len(path) > 2 and path[2] in fields)
        ] or self.places


DATA_SET: Final = {
    "pairs": [
        {"X": [[1, "1/2"], [0, 1]], "Y": [[1, 2], [2, 1]]},
        {"X": [[0, "1/2"], [0, 1]], "Y": [[3, 2], [1, 1]]},
    ]
}
CLAIMS: Final = (
    ("lemma8", {"d": 1, "n": 2, "m": 2}),
    ("lemma8", {"d": 1, "n": 3, "m": 2}),
    ("lemma10", {"d": 1, "n": 2, "m": 2}),
    ("lemma7.range_of_k", {"d": 1, "n": 2, "m": 3}),
)


@cache
def certificates() -> tuple[Document, ...]:
    """Certificates of every format and scope: enumerated, in runs, symbolic, general, limits, proofs, memorisers."""
    documents = []

    def add(name: str, text: str) -> None:
        data = json.loads(text)
        documents.append(Document(name, data["decided"], data["exactua"]))

    for name in pocket_certificates.ASKED:
        add(name, writing.certificate(pocket_certificates.decision(name)))
    for label, box in CLAIMS:
        claim, step = find(label)
        add(label, writing.certificate(decide(claim.problem(box, (step,) if step else ()))))
    claim, _ = find("lemma8")
    add("runs", writing.certificate(decide(claim.problem({"d": 1, "n": 2, "m": 3}), scope="runs")))
    add("reals", writing.certificate(decide(find("background:sharp_attention")[0].problem({}))))
    memorised = build_memoriser("corollary1", pairs_in(DATA_SET))
    add("memorised", writing.certificate(memorised.decision))
    for label, n in (("lemma8", 2), ("lemma10", 2)):
        add(f"symbolic {label}", symbolic_certificates.file(symbolic_certificates.symbolic(label, 1, n, 3)).decode())
        add(f"general {label}", symbolic_certificates.file(symbolic_certificates.general(label, n)).decode())
    add("limit", limit().text())
    proof = Proof(claim, [ProvedStep(step, Verdict.INCONCLUSIVE, reason="no proof") for step in claim.steps], (), {})
    add("proof", proof.text({}))
    return tuple(documents)


def limit() -> limits.Limit:
    """A limit of the network of Lemma 8 at three points."""
    claim, _ = find("lemma8")
    network = claim.problem({"d": 1, "n": 2, "m": 2}).networks["g_c"]
    points = [[[0, 0]], [[0, mpq(1, 2)]], [[-2, 0]]]
    bounds = bracket(network, points, mpq(1, 100))
    return limits.limit_certificate(
        network, points, mpq(1, 100), bounds.upper, bounds.lower, bounds.lower_point, lower_error=bounds.lower_error
    )


@cache
def networks() -> tuple[Document, ...]:
    """Network files, with every kind of layer."""
    from tests.commands import network_files

    documents = []
    with tempfile.TemporaryDirectory() as folder:
        for write in (network_files.theorem2, network_files.theorem3, network_files.encoding):
            path = Path(write(Path(folder)))
            documents.append(Document(path.name, json.loads(path.read_bytes())))
    for document in certificates():
        if document.name in ("networks", "reals", "memorised"):
            documents += [
                Document(name, {"exactua": "network/1", "network": data})
                for name, data in document.data["networks"].items()
            ]
            documents += [Document(name, data) for name, data in document.data["networks"].items()]
    return tuple(documents)


SIGNOFFS: Final = (
    "# who read what\n"
    + "\n".join(
        f'[[signoff]]\nstep = "{step}"\nstatement = "sha256:{"7" * 64}"\nby = "{by}"\nquote = "the words"\npage = "3"\n'
        for step, by in (("yun2020:lemma8.property3", "N N"), ("own.py::lemma.step", "N N"), ("lemma8.property4", "M"))
    )
).encode()
MANIFESTS: Final = (
    b"""# every key
[[check]]
claim = "yun2020:lemma8.property3"
d = 1
n = 3
delta = "1/2"
tie_rule = "average"
parameters = { k = 3, word = "x" }
repaired = false
expect = "holds"
digest = "sha256:%s"
steps = { property1 = "vacuous" }  # as it is

[check.witnesses]
property2 = "L = [0 1/3]"

[[check]]
claim = "canary.py::lemma"
expect = 'refuted'

[unlisted]
"yun2020:claim1" = "it takes long"

[statements]
"yun2020:lemma8.property3" = "sha256:%s"
"""
    % (b"0" * 64, b"a" * 64),
    b"""[[check]]\r\nclaim = "lemma10"\r\nd = 2\r\nn = 2\r\nexpect = "holds"\r\n\r\n[check.steps]\r\nlower_bound = "holds"\r\n""",
)


@cache
def points() -> tuple[tuple[str, Any], ...]:
    """Files of points and of values, by how their names end: JSON as data, the others as bytes."""
    return (
        (".json", [[[0, "1/4"]], [["1/2", "3/4"]]]),
        (".json", {"denominator": 8, "points": [[[0, 2]], [[4, 6]]]}),
        (".json", {"format": "exactua-eval/1", "points": [[[0, 1]]], "values": [[["1/3", "0x20000000000000"]]]}),
        (".json", DATA_SET),
        (".csv", b"Z_11,Z_12\n0,0.25\n1/2, 3/4\n-1e-3,+2\n"),
        (".csv", b'\xef\xbb\xbf"a","b"\r\n1,2\r\n3,4\r\n'),
        (".npy", npy("<i8")),
        (".npy", npy(">u2")),
    )


def npy(kind: str) -> bytes:
    """Integers of shape (2, 1, 2)."""
    import numpy as np

    out = io.BytesIO()
    np.save(out, np.array([[[0, 1]], [[2, 3]]], dtype=kind))
    return out.getvalue()


@cache
def tensors() -> tuple[tuple[str, bytes], ...]:
    """Exports and state_dicts, as npz and, where its library is installed, as safetensors."""
    import importlib.util

    import numpy as np

    from exactua.softmax.exchange.files import npz_bytes, safetensors_bytes
    from exactua.softmax.exchange.rounding import arrays_of
    from tests.softmax.exchange import samples

    exports = [arrays_of(samples.hardmax()), arrays_of(samples.softmax("causal"), "float32")]
    files = [(".npz", npz_bytes(export)) for export in exports]
    foreign = {"self_attn.in_proj_weight": np.ones((6, 2)), "self_attn.out_proj.weight": np.ones((2, 2))}
    out = io.BytesIO()
    np.savez_compressed(out, allow_pickle=False, **foreign)
    files.append((".npz", out.getvalue()))
    if importlib.util.find_spec("safetensors") is not None:
        from safetensors.numpy import save

        files += [(".safetensors", safetensors_bytes(export)) for export in exports]
        files.append((".safetensors", save(foreign)))
    return tuple(files)


@cache
def run_store() -> tuple[bytes, Any]:
    """A store with some ranges of two runs, its log closed; and the problem that the first run decides."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.sqlite"
        problem = stores.problem_of("lemma10", d=1, n=2, m=3)
        stores.fill(path, problem, 2)
        stores.fill(path, stores.problem_of("lemma8", d=1, n=2, m=2), 3)
        stores.change(path, "PRAGMA journal_mode = DELETE")
        return path.read_bytes(), problem


@cache
def regression() -> Document:
    """The store of `regress`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "passed.json"
        store = regression_store.opened(path, "sha256:" + "0" * 64)
        store.save({"sha256:" + "1" * 64: "2026-01-02", "sha256:" + "2" * 64: "2026-01-03"})
        return Document("passed.json", json.loads(path.read_bytes()))


@cache
def record() -> Document:
    """What a verifier said of a certificate, as it is remembered."""
    with tempfile.TemporaryDirectory() as folder:
        verification = Verification("sha256:" + "1" * 64, verifications.current(), Outcome.FULL, "confirmed: holds")
        verifications.keep(verification, Path(folder))
        (path,) = Path(folder).iterdir()
        return Document(path.name, json.loads(path.read_bytes()))


FUNCTIONS: Final = (
    {"entries": [["x1 + 1/2", "max(x1, x2)"]]},
    {"entries": "sum(x[k, l] for k in rows for l in columns)"},
    {
        "table": {
            "delta": "1/2",
            "values": [{"L": [[a, b]], "value": [[1, "2/3"]]} for a in (0, "1/2") for b in (0, "1/2")],
        }
    },
    {
        "pieces": [
            {"box": [["0", "1/2"], ["0", "1"]], "entries": [["0", "1"]]},
            {"box": [["1/2", "1"], ["0", "1"]], "entries": [["x1", "x2**2"]]},
        ]
    },
)
EXPRESSIONS: Final = (
    "x1 + x2, x1", "Piecewise((x1, x1 < 1/2), (1 - x1, True)), 2", "Matrix([[x1, x2]])", "abs(x1 - 1/3), x2*x1",
    "x1 if x1 < x2 else x2**3, 1", "sum(x[k, l] for k in rows for l in columns if k <= l)", "Rational('1/3')*x1; x_2_1",
)  # fmt: skip
WORDS_OF_EXPRESSIONS: Final = (
    "x1", "x2", "x[1, 1]", "x_1_2", "(", ")", "[", "]", ",", "+", "-", "*", "/", "**", "//", "%", "@", "^", "<", "<=", "==", "not ",
    " and ", " or ", " if ", " else ", " for k in rows", " for l in range(10**9)", "lambda: ", "9" * 30, "10**10**10", "2**x1",
    "__import__('os').system('touch escaped')", "open('canary')", "x1.__class__", "().__class__.__bases__[0].__subclasses__()",
    "exec('1')", "eval('x1')", "f'{x1}'", "'a'", "0.1", "1e999", "1j", ":=", "...", "True", "None", "max(", "min(", "abs(", "Piecewise(",
    "sum(", "prod(", "Max(", "ITE(", "sign(", "Matrix(", "\x00", "\n", "\\", "#", ";", "é", "(" * 300, "-" * 5000, "x1+" * 3000,
)  # fmt: skip
