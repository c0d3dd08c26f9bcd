"""Claims of somebody's own with every status that such claims can have, and words that try to be markup."""

from __future__ import annotations

import contextlib
from pathlib import Path

from exactua.commands.group import main

MANIFEST = "my_claims.toml"
SCRIPT = "<script>alert(1)</script>"
IMAGE = '\\"><img src=x onerror=alert(2)>'
STALE = "at.d <= 3"
NOW = "at.d <= 4"

CLAIMS = f"""\
from exactua.authoring import *

TITLE = "Mine {SCRIPT}"
bits = levels("bits {IMAGE}", 0, 1, 2)
unit = box("unit", 0, 1)
theorem = claim("theorem", title="Theorem {SCRIPT}", source="<i>Sec. 1</i>", text="</blockquote>{IMAGE} and <b>bold</b>")
rising = claim("rising", title="Lemma {IMAGE}", text="javascript:alert(3) {{{{ 7 * 7 }}}}")
false = claim("false", title="A false lemma")
old = claim("old", title="A lemma that changed")
unknown = claim("unknown", title="What cells can't decide")
empty = claim("empty", title="A lemma about nothing")
alone = claim("alone", title="A claim that nobody decides")
theorem.rests_on("rising", "false", "old", where="Sec. <2>")
theorem.assumes("Fubini {SCRIPT}", where="Sec. 3")
rising.rests_on("unknown", "empty", where="Sec. 4 {IMAGE}")


@rising.network("f")
def f(values):
    d, u = values["d"], [[1] * values["d"]]
    return Network(d, [AttentionLayer([AttentionHead(W_O=[[1]] * d, W_V=u, W_K=u, W_Q=u)])])


@theorem.states("1 is 1 {SCRIPT}")
def one(at):
    return at.d == at.d


@rising.states("nothing falls {SCRIPT}", over=bits)
def rises(at):
    return every(at.columns, lambda j: at.f(point)[1, j] >= point[1, j])


@rising.proof_line("everything rises {IMAGE}", over=bits, flaw="imprecise")
def grows(at):
    return every(at.columns, lambda j: at.f(point)[1, j] > point[1, j])


@rising.repairs("grows", "everything positive rises {IMAGE}", reason="0 stays {SCRIPT}", over=bits)
def grows_repaired(at):
    return every(at.columns, lambda j: (at.f(point)[1, j] > point[1, j]) | (point[1, j] == 0))


@false.states("every entry is 0", over=bits)
def zero(at):
    return every(at.columns, lambda j: point[1, j] == 0)


@old.states("few rows")
def rows(at):
    return {STALE}


@unknown.states("a square is at most 1", over=unit)
def square(at):
    return point[chosen_row, 1] * point[chosen_row, 1] <= 1


@empty.states("what is below 0 is above 1", over=bits, given=lambda at: point[1, 1] < 0)
def nothing(at):
    return point[1, 1] > 1


@alone.states("2 is 2")
def two(at):
    return at.d == at.d
"""
CHECKS = {
    "theorem": (1, 2, "holds", ""),
    "rising": (1, 2, "holds", 'steps = {grows = "refuted"}'),
    "false": (1, 2, "refuted", 'steps = {zero = "refuted"}'),
    "old": (1, 2, "holds", ""),
    "unknown": (2, 1, "inconclusive", 'steps = {square = "inconclusive"}'),
    "empty": (1, 2, "vacuous", 'steps = {nothing = "vacuous"}'),
}
STATUSES = {
    "theorem": "enumerated",
    "rising": "enumerated",
    "false": "refuted",
    "old": "stale",
    "unknown": "inconclusive",
    "empty": "vacuous",
    "alone": "unchecked",
}


def decide(folder: Path) -> None:
    """Certificates of these claims in folder/certificates; then one of the claims says something else."""
    claims = folder / "my_claims.py"
    claims.write_text(CLAIMS, encoding="utf-8")
    entry = '[[check]]\nclaim = "my_claims.py::{}"\nd = {}\nn = {}\nexpect = "{}"\n{}\n'
    manifest = "".join(entry.format(name, *check) for name, check in CHECKS.items())
    (folder / MANIFEST).write_text(manifest + '\n[unlisted]\n"my_claims.py::alone" = "nobody asks"\n', encoding="utf-8")
    with contextlib.chdir(folder):
        # digests and witnesses are not pinned here: what matters are the certificates
        assert main(["regress", MANIFEST, "--certificates", "certificates", "--jobs", "1"]) in (0, 1)
    claims.write_text(CLAIMS.replace(STALE, NOW), encoding="utf-8")
