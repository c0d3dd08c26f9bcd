"""All verifiers on every certificate in some folders, and on changed copies of each: they have to say the same.

    python -m tests.compare_verifiers [FOLDER ...] [--claims] [--changes N] [--sample K] [--seed S]

Every field may be changed, and is hashed again; some files are altered without that. Exit code 1 where they differ: one
confirms, refuses or does not know a file that the other does not; or confirms it, or samples it, in other words. To
refuse it as not confirmed or as unreadable is the same (format, section 7: a verifier may read the canonical layout
alone). With --sample those in Python and C look at the same points of each domain, and confirm what has no more. The
proved verifier samples nothing, and may leave a file undecided: then nothing is compared.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from exactua.certificates.writing import certificate, laid_out
from exactua.claims.claim import Claim
from exactua.claims.problem import Problem
from exactua.claims.registry import find, labels
from exactua.commands.audit import foreign
from exactua.commands.audit.certificate_changes import fields_of
from exactua.commands.audit.certificates import altered_files
from exactua.deciding.running import decide
from exactua.evidence import compiled_verifiers
from exactua.evidence.boxes import ladder
from tests.foreign import sampling, told, told_by_own

SAYS = {0: "confirmed", 1: "not confirmed", 2: "unreadable", 3: "not re-checked"}


def sort_of(code: int) -> str:
    """What an exit code comes to."""
    return {0: "confirmed", 1: "refused", 2: "refused", 3: "not known"}.get(code, f"failed with {code}")


def made_out(code: int, text: str) -> bool:
    """Whether points were recomputed and nothing was found wrong: it is confirmed, or sampled."""
    return code == 0 or (code == 3 and text.startswith("sampled, not confirmed: "))


def differ(mine: tuple[int, str], other: tuple[int, str]) -> bool:
    """Whether two verifiers say different things of a file; of one that they refuse the words may differ."""
    if made_out(*mine) or made_out(*other):
        return mine[0] != other[0] or mine[1].strip() != other[1].strip()
    return sort_of(mine[0]) != sort_of(other[0])


def proved_differs(mine: tuple[int, str], proved: tuple[int, str], honest: bool) -> bool:
    """Whether the proved verifier says something else than another; where it does not re-check a file it says nothing.

    Where the other did not come to an end, a copy that was changed has no other answer to be compared with.
    """
    if sort_of(proved[0]) == "not known" or (sort_of(mine[0]) == "not known" and not honest and proved[0] != 0):
        return False
    return differ(mine, proved)


def changed(content: bytes, most: int, order: random.Random) -> Iterator[tuple[str, bytes]]:
    """At most `most` changed copies of a certificate, each with what was done to it."""
    decided = json.loads(content)["decided"]
    fields = list(fields_of(decided))
    for field in order.sample(fields, min(most, len(fields))):
        yield f"{field.operator} at {field.path}", laid_out(field.applied(decided), {}).encode("ascii")
    altered = list(altered_files(content))
    yield from order.sample(altered, min(max(most // 10, 1), len(altered)))


def small_problem(claim: Claim) -> Problem:
    """A claim at d = 1, n = 2, delta = 1/2; where it is about sets of its own, at the first instance of its ladder."""
    if not claim.label.startswith(("yun2020:", "so2020:")):
        return claim.problem(next(ladder(claim)))
    small = {"d": 1, "n": 2, "m": 2}
    values = {parameter.name: small.get(parameter.name, parameter.default) for parameter in claim.parameters}
    return claim.problem({name: value for name, value in values.items() if value is not None})


def certificates(folders: list[Path], claims: bool) -> Iterator[tuple[str, bytes]]:
    """The certificates in the folders; with `claims`, of every claim of every paper at a small instance as well."""
    for file in sorted(file for folder in folders for file in folder.rglob("*.json")):
        content = file.read_bytes()
        if b'"exactua":"certificate/2"' in content:
            yield file.name, content
    for claim in (find(label)[0] for label in labels() if claims):
        label = claim.label
        yield label, certificate(decide(small_problem(claim))).encode("ascii")


def main(arguments: list[str] | None = None) -> int:
    """Compares, prints how often they said what, and every difference."""
    parser = argparse.ArgumentParser(prog="python -m tests.compare_verifiers")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--claims", action="store_true", help="certificates of all claims at a small instance as well")
    parser.add_argument("--sample", type=int, metavar="K", help="look at K points of each domain")
    parser.add_argument("--changes", type=int, default=20, help="changed copies of each certificate")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    program = foreign.built()
    if program is None:
        print("the verifier in C is not here: install gcc and libgmp-dev")
        return 1
    try:
        proved = compiled_verifiers.program(compiled_verifiers.PROVED)
    except compiled_verifiers.NotBuilt as error:
        print(error)
        return 1
    order, counts, differing, honest = random.Random(given.seed), Counter[tuple[str, int, int, int]](), 0, 0
    seed = f"{order.getrandbits(128):032x}"
    chosen = sampling(given.sample, seed)
    for name, content in certificates(given.folders, given.claims):
        honest += 1
        for what, data in [("as it is", content), *changed(content, given.changes, order)]:
            (mine, said), (code, text) = told_by_own(data, given.sample, seed), told(program, data, *chosen)
            proof = told(proved, data, "--seconds", "20") if given.sample is None else (3, "")
            counts["honest" if data == content else "changed", mine, code, proof[0]] += 1
            if proved_differs((mine, said), proof, data == content):
                differing += 1
                print(f"{name}: {what}: Python {mine}, proved {proof[0]}: {proof[1][:200]}")
            if differ((mine, said), (code, text)) or (data == content and not made_out(mine, said)):
                differing += 1
                print(f"{name}: {what}: Python {mine}, C {code}: {text[:200]}")
    for (sort, *codes), count in sorted(counts.items()):
        python, c, proof = (SAYS.get(code, f"{code}") for code in codes)
        print(f"{count:6,} {sort:<8} Python: {python:<15} C: {c:<15} proved: {proof}")
    print(f"{honest:,} certificates, {sum(counts.values()):,} files, {differing} differences")
    return 1 if differing or not honest else 0


if __name__ == "__main__":
    sys.exit(main())
