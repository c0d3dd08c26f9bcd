"""Certificates, changed, and all that reads them: both verifiers, the readers, the ledger, the site."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import random
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Final

from exactua import verifier
from exactua.errors import ExactuaError
from tests.fuzz import changing, originals
from tests.fuzz.changing import TOKENS, altered, changed, dumped, noise, put, several
from tests.fuzz.oracles import Wrong, require_true
from tests.fuzz.telling import Input, read_by, told_by
from tests.symbolic_certificates import fitted


def laid_out(decided: Any, form: str, run: Any = None, digest: str | None = None) -> bytes:
    """The file with this hashed part and, unless another is given, its digest."""
    text = dumped(decided, sort=True)
    digest = digest or "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    account = dumped({} if run is None else run, sort=True)
    return f'{{"decided":{text},\n"digest":"{digest}",\n"exactua":"{form}",\n"run":{account}}}\n'.encode(
        "utf-8", "surrogatepass"
    )


def a_certificate(rng: random.Random) -> Input:
    """A changed certificate: most have the digest, and many the statement hashes, that belong to what they say."""
    document = rng.choice(originals.certificates())
    kind = rng.randrange(20)
    if kind < 9:
        return ".json", laid_out(several(rng, document.data, document.places), document.form)
    if kind < 13:
        return ".json", laid_out(_fitted(several(rng, document.data, document.places)), document.form)
    if kind < 16:  # what is said to be found
        path = rng.choice(document.results)
        inner = changed(rng, changing.at(document.data, path))
        return ".json", laid_out(put(document.data, path, inner), document.form)
    if kind < 17:
        other = rng.choice(originals.certificates())
        return ".json", laid_out(document.data, other.form, several(rng, {"seconds": "1.5", "width": {"a": [1]}}))
    if kind < 19:
        return ".json", altered(rng, laid_out(document.data, document.form), laid_out(document.data, document.form))
    return ".json", noise(rng, TOKENS)


def _fitted(decided: Any) -> Any:
    try:
        return fitted(changing_copy(decided))
    except (KeyError, TypeError, AttributeError, ValueError, IndexError):
        return decided


def changing_copy(data: Any) -> Any:
    """The data again, nothing shared."""
    if isinstance(data, dict):
        return {key: changing_copy(value) for key, value in data.items()}
    return [changing_copy(value) for value in data] if isinstance(data, list) else data


def verified(path: Path) -> str:
    """What `exactua verify` prints and answers, as "code text"."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = verifier.main([str(path), "--seconds", "3"])
    text = out.getvalue()
    if code not in (0, 1, 2, 3):
        raise Wrong(f"exit code {code}")
    if not text.replace("\n", "").isprintable():
        raise Wrong("control characters reach the terminal")
    if "(MemoryError" in text:
        raise Wrong("there is not enough memory for it")
    return f"{code} {text}"


def judged(content: bytes, said: str) -> str:
    """Whether a confirmed certificate is true, and the verifier in C says what the one in Python says."""
    code = int(said[0])
    word = ("confirmed", "refused", "unreadable", "not re-checked")[code]
    if code == 0:
        word = f"confirmed, {require_true(content)}"
    if "(TimeoutError)" in said:
        return "out of time"
    if said.startswith("3 sampled, not confirmed: "):  # the one in C may be fast enough for all points
        return "sampled"
    _compare(content, code)
    return word


def _compare(content: bytes, code: int) -> None:
    """Raises Wrong where one verifier confirms what the other doesn't; of some notions the one in C says so (exit 3).

    Of files that are refused a quarter is put to it.
    """
    from exactua.commands.audit import foreign

    program = sanitised() if SANITISE in os.environ else foreign.built()
    if program is None or (code and hashlib.sha256(content).digest()[0] % 4):
        return
    theirs = foreign.exit_code(program, content)
    known = not (b'"scope":"symbolic"' in content or b'"scope":"general"' in content)
    if theirs not in (0, 1, 2, 3):
        raise Wrong(f"the verifier in C fails with {theirs}")
    if theirs == 0 and code:
        raise Wrong(f"confirmed by the verifier in C, and exit code {code} in Python")
    if code == 0 and theirs == verifier.UNREADABLE:  # of the account of the run it reads no floats, and not so deep
        file = json.loads(content)
        theirs = foreign.exit_code(program, laid_out(file["decided"], file["exactua"]))
    if code == 0 and theirs and not (theirs == 3 and not known):
        raise Wrong(f"confirmed in Python, and exit code {theirs} in C")


SANITISE: Final = "EXACTUA_FUZZ_SANITISE"
"""The variable of the environment with which the verifier in C is built with sanitizers: it then fails loudly."""


@cache
def sanitised() -> Path | None:
    """The verifier in C, built with the sanitizer for undefined behaviour; None where that can't be.

    That for addresses would say little, and take seconds: the verifier keeps its memory itself, in two pieces.
    """
    from exactua.commands.audit import foreign

    folder = Path(tempfile.mkdtemp(prefix="exactua-sanitised-"))
    words = ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-g", "-O1", "-std=c11"]
    done = subprocess.run(["cc", *words, "-o", str(folder / "verifier"), str(foreign.FOREIGN), "-lgmp"], check=False)
    return folder / "verifier" if done.returncode == 0 else None


def certificate_read(path: Path) -> str:
    """All readers of certificates beside the verifier: the reader of problems, of limits, of proofs, the catalogue."""
    from exactua.certificates.limits import read_limit
    from exactua.certificates.proofs import read_proof
    from exactua.certificates.reading import read_certificate
    from exactua.evidence.catalogue import read

    return read_by(
        lambda: read_certificate(path).problem,
        lambda: read_limit(path),
        lambda: read_proof(path),
        lambda: read(path),
    )


def a_paper_certificate(rng: random.Random) -> Input:
    """A changed certificate of a claim of the paper, most changed in what is said to be found."""
    document = rng.choice(
        [candidate for candidate in originals.certificates() if str(candidate.data["claim"]).startswith("yun2020:")]
    )
    path = rng.choice(document.results if rng.random() < 0.7 else document.places)
    value = changing.at(document.data, path)
    forged = put(document.data, path, changed(rng, value)) if path else several(rng, document.data, document.places)
    return ".json", laid_out(forged, document.form)


def ledger_read(path: Path) -> str:
    """What `list`, `errata` and the site make of a folder with this file, and what reaches the terminal of it."""
    from exactua.commands import group as cli
    from exactua.commands.report.dossiers import from_certificates
    from exactua.evidence.catalogue import catalogue, document
    from exactua.printing.renderers import RENDERERS

    with contextlib.suppress(ExactuaError):
        from_certificates(["yun2020"], path.parent)
    table = RENDERERS["text"].write(document(*catalogue(path.parent, "yun2020")))
    out = io.StringIO()
    code = told_by(cli.main, ["errata", "yun2020", "--certificates", str(path.parent)], (0, 1, 2, 4), out)
    if not (table + out.getvalue()).replace("\n", "").isprintable():
        raise Wrong("control characters reach the terminal")
    return f"errata {code}"
