"""A small site to look at: claims of somebody's own, whose words try to be markup, with certificates of some of them."""

from __future__ import annotations

import contextlib
from pathlib import Path

from exactua.claims.dossier import PaperDossier
from exactua.commands.report.dossiers import certificates_for, from_certificates
from exactua.commands.report.site.addresses import Addresses
from exactua.commands.report.site.material import Material, Origin
from exactua.commands.report.site.pages import pages

SCRIPT = "<script>alert(1)</script>"

CLAIMS = f"""\
from exactua.authoring import *

TITLE = "{SCRIPT} & company"
bits = levels("bits </p><b>bold</b>", 0, 1, 2)
theorem = claim("index", title="Theorem {SCRIPT}", source="<i>Sec. 1</i>", text="</blockquote><img src=x onerror=a()>")
rising = claim("Lemma", title="Lemma & 'quotes' \\"both\\"", text="{{{{ 7 * 7 }}}} {{% raw %}}")
other = claim("lemma")
alone = claim("con", title="A claim that nobody decides")
theorem.rests_on("Lemma", "lemma", where="Sec. <2>")
theorem.assumes("Fubini & <b>Tonelli</b>", where="Sec. 3")
rising.rests_on("lemma", where="Sec. 4")


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


@rising.proof_line("everything <rises>", over=bits, flaw="imprecise")
def grows(at):
    return every(at.columns, lambda j: at.f(point)[1, j] > point[1, j])


@rising.repairs("grows", "everything positive rises", reason="0 & 0 <stay>", over=bits)
def grows_repaired(at):
    return every(at.columns, lambda j: (at.f(point)[1, j] > point[1, j]) | (point[1, j] == 0))


@other.states("ids are numbers", over=bits)
def small(at):
    return every(at.columns, lambda j: point[1, j] <= 1)


@alone.states("2 is 2")
def two(at):
    return at.d == at.d
"""

CHECK = '[[check]]\nclaim = "own.py::{}"\nd = 1\nn = {}\nexpect = "holds"\n{}\n'
MANIFEST = "".join(
    CHECK.format(name, n, steps)
    for name, n, steps in (
        ("theorem", 1, ""),
        ("rising", 2, 'steps = {grows = "refuted"}'),
        ("rising", 3, 'steps = {grows = "refuted"}'),
        ("other", 2, ""),
    )
)


def write_files(folder: Path) -> Path:
    """The file of claims and its manifest, which is returned."""
    (folder / "own.py").write_text(CLAIMS, encoding="utf-8")
    manifest = folder / "own.toml"
    manifest.write_text(MANIFEST, encoding="utf-8")
    return manifest


def dossiers(folder: Path) -> tuple[PaperDossier, ...]:
    """What is known of the claims of `folder`, decided into its folder certificates."""
    manifest = write_files(folder)
    with contextlib.chdir(folder):
        decided = certificates_for([manifest], folder / "certificates", 1)
        return from_certificates(decided.papers, folder / "certificates")


def built(papers: tuple[PaperDossier, ...], material: Material | None = None) -> dict[str, str]:
    """The files of the site of these papers by their paths."""
    origin = Origin("0", "sha256:0", "exactua report html -o site")
    return {page.path: page.text for page in pages(papers, Addresses(papers), material or Material(origin))}
