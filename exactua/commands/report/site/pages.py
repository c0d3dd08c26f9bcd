"""All files of the site as text: what stands where, and what the search box finds of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from exactua.claims.dossier import ClaimDossier, PaperDossier
from exactua.claims.verdicts import StepKind
from exactua.claims.verification import tally
from exactua.commands.report.site.addresses import Addresses
from exactua.commands.report.site.asked_pages import asked_pages
from exactua.commands.report.site.claim_pages import DETAILS, claim_page
from exactua.commands.report.site.drawing import drawing
from exactua.commands.report.site.ledger_pages import anchors, ledger_page
from exactua.commands.report.site.material import Material
from exactua.commands.report.site.rendering import STATIC, Page, rendered, static_file
from exactua.commands.report.site.statuses import LOOKS, ORDER, VERDICT_KEYS, VERIFIED, Look, counts, look
from exactua.evidence.questions import AskedNetwork
from exactua.plurals import counted
from exactua.visible_text import visible

LARGEST: Final = 1_000_000
"""Bytes of a page; of a claim with more, less is shown."""


@dataclass(frozen=True)
class ClaimRow:
    """A claim in the table of its paper."""

    dossier: ClaimDossier
    href: str
    look: Look
    steps: str


def pages(
    papers: Sequence[PaperDossier], addresses: Addresses, material: Material, asked: Sequence[AskedNetwork] = ()
) -> Iterator[Page]:
    """The files of the site but the certificates, one after the other."""
    looks = [LOOKS[status] for status in ORDER]
    shared = {"papers": papers, "addresses": addresses, "looks": looks, "origin": material.origin, "asked": asked}
    tallies = {paper.paper: counts(dossier.status for dossier in paper.claims) for paper in papers}
    steps = {paper.paper: counts(step.status for dossier in paper.claims for step in dossier.steps) for paper in papers}
    files = {file.path: file for paper in papers for dossier in paper.claims for file in dossier.certificates}
    files |= {network.file.path: network.file for network in asked}
    verified = {"verified": VERIFIED, "tally": tally(file.verified for file in files.values())}
    yield Page(
        "index.html",
        rendered(
            "index.html.jinja",
            **shared,
            **verified,
            root="",
            paper=None,
            tallies=tallies,
            step_tallies=steps,
            files=len(files),
        ),
    )
    for paper in papers:
        yield from _paper(paper, papers, addresses, material, {**shared, "root": "../", "paper": paper})
    for name, text in material.sources.items():
        source = rendered("source.html.jinja", **shared, root="../", paper=None, name=name, lines=text.splitlines())
        yield Page(addresses.source(name), source)
    yield from asked_pages(asked, addresses, {**shared, "root": "../", "paper": None})
    yield Page("static/search-index.js", script(papers, addresses, asked))
    yield from (Page(f"static/{name}", static_file(name)) for name in STATIC)


def _paper(
    paper: PaperDossier,
    papers: Sequence[PaperDossier],
    addresses: Addresses,
    material: Material,
    shared: dict[str, object],
) -> Iterator[Page]:
    folder = addresses.paper(paper.paper)
    table = [_row(dossier, addresses) for dossier in paper.claims]
    tally = counts(dossier.status for dossier in paper.claims)
    graph = drawing(paper, papers, addresses)
    yield Page(
        f"{folder}/index.html",
        rendered("paper.html.jinja", **shared, graph=graph, table=table, tally=tally),
    )
    yield Page(
        f"{folder}/ledger.html",
        rendered("ledger.html.jinja", **shared, ledger=ledger_page(paper, addresses)),
    )
    rows = anchors(paper)
    around = [None, *paper.claims, None]
    for before, dossier, after in zip(around, paper.claims, around[2:], strict=False):
        for detail in DETAILS:
            page = claim_page(dossier, papers, addresses, material, rows, detail)
            text = rendered("claim.html.jinja", **shared, page=page, before=before, after=after)
            if len(text.encode("utf-8")) <= LARGEST:
                break
        yield Page(addresses.claim(dossier.claim), text)


def _row(dossier: ClaimDossier, addresses: Addresses) -> ClaimRow:
    kinds = [step.kind for step in dossier.claim.steps]
    parts = [
        counted(kinds.count(kind), noun)
        for kind, noun in (
            (StepKind.STATEMENT, "step"),
            (StepKind.PROOF_LINE, "proof line"),
            (StepKind.REPAIRED, "repair"),
        )
        if kind in kinds
    ]
    return ClaimRow(
        dossier, addresses.claim(dossier.claim), look(dossier.status, dossier.claim.objects()), ", ".join(parts)
    )


MOST_WORDS: Final = 400
"""Characters of what a step says that are searched."""

Entry = tuple[str, str, str, str, str, str]
"""What it is ("claim"), its label, its title, the key of its status ("" for none), its page, further words."""


def entries(
    papers: Sequence[PaperDossier], addresses: Addresses, asked: Sequence[AskedNetwork] = ()
) -> Iterator[Entry]:
    """Every paper, ledger, claim and step, and every question about a network."""
    for network in asked:
        title = f"{network.asked}: {network.named or 'a network'}"
        key = VERDICT_KEYS[network.verdict]
        yield "network", network.problem.label, title, key, addresses.asked(network), network.points
    for paper in papers:
        folder = addresses.paper(paper.paper)
        yield "paper", folder, paper.title, "", f"{folder}/index.html", "dependency graph, all claims"
        yield "ledger", folder, f"Ledger of {paper.title}", "", f"{folder}/ledger.html", "errata, wrong lines"
        for dossier in paper.claims:
            claim, page = dossier.claim, addresses.claim(dossier.claim)
            yield "claim", claim.label, claim.title, LOOKS[dossier.status].key, page, f"{claim.source} {claim.text}"
            for step_dossier in dossier.steps:
                step = step_dossier.step
                where = f"{page}#{addresses.step(claim, step.name)}"
                label = f"{claim.label}.{step.name}"
                yield step.kind.value, label, step.says[:MOST_WORDS], LOOKS[step_dossier.status].key, where, claim.title


def script(papers: Sequence[PaperDossier], addresses: Addresses, asked: Sequence[AskedNetwork] = ()) -> str:
    """The index as JavaScript: `exactuaIndex = {words: {...}, entries: [...]}`."""
    data = {
        "words": {look.key: look.word for look in LOOKS.values()},
        "entries": [
            [*map(visible, entry[:5]), visible(entry[5][:MOST_WORDS])] for entry in entries(papers, addresses, asked)
        ],
    }  # fmt: skip
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace(
        "<", "\\u003c"
    )  # data, wherever it stands
    return f"window.exactuaIndex = {text};\n"
