"""The site: all its files as text, what the search box finds of them, and the folder that they are written into."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from exactua.claims.dossier import ClaimDossier, PaperDossier
from exactua.claims.verdicts import StepKind
from exactua.claims.verification import tally
from exactua.commands.report.site.addresses import Addresses
from exactua.commands.report.site.asked_pages import asked_pages
from exactua.commands.report.site.claim_pages import DETAILS, claim_page
from exactua.commands.report.site.drawing import drawing
from exactua.commands.report.site.findings import findings
from exactua.commands.report.site.ledger_pages import LedgerPage, anchors, ledger_page
from exactua.commands.report.site.material import Material, material_of
from exactua.commands.report.site.rendering import STATIC, Page, rendered, static_file
from exactua.commands.report.site.statuses import LOOKS, ORDER, VERDICT_KEYS, VERIFIED, Look, counts, look
from exactua.errors import InputError
from exactua.evidence.questions import AskedNetwork
from exactua.file_access import read_bytes
from exactua.output_files import require_folder
from exactua.plurals import counted
from exactua.visible_text import visible

FORMAT: Final = "exactua-site/1"
MARKER: Final = "exactua-site.json"
"""The file that says which files of a folder are a site's."""
LARGEST_MARKER: Final = 16 * 2**20
LARGEST_CERTIFICATE: Final = 256 * 2**20
LARGEST: Final = 1_000_000
"""Bytes of a page; of a claim with more, less is shown."""
MOST_WORDS: Final = 400
"""Characters of what a step says that are searched."""
Entry = tuple[str, str, str, str, str, str]
"""What it is ("claim"), its label, its title, the key of its status ("" for none), its page, further words."""


@dataclass(frozen=True)
class Written:
    """What was written: pages, files and bytes in all, the largest page and its bytes."""

    pages: int
    others: int
    size: int
    largest: str
    largest_size: int
    traces: int


def require_output(output: Path, certificates: Path) -> None:
    """Raises InputError, before anything is read, where the site must not be written into `output`.

    That is where something else is there: a file, or a folder with files that no earlier site wrote; where the
    certificates lie in it, which writing replaces; and where its parent can't be written.
    """
    require_folder(output, "output")
    folder = output.resolve()
    if not os.access(folder.parent, os.W_OK):
        raise InputError(f"output: {folder.parent} can't be written; give a folder in one that can")
    if certificates.resolve().is_relative_to(folder):
        raise InputError(f"output: {output} holds the certificates, and would be replaced; give another folder")
    if not folder.exists():
        return
    present = {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()
    }
    if present and MARKER not in present:
        raise InputError(f"output: {output} holds files and is no earlier site; give an empty folder or a new one")
    if foreign := sorted(present - _listed(folder) - {MARKER}):
        raise InputError(
            f"output: {output} holds {foreign[0]}, which no site wrote there; move it away or give another folder"
        )


def _listed(folder: Path) -> set[str]:
    """The files that an earlier site wrote, as its marker says; none where that can't be read."""
    try:
        data = json.loads(read_bytes(folder / MARKER, "output", LARGEST_MARKER)) if (folder / MARKER).exists() else {}
        return set(map(str, data["files"])) if data else set()
    except (InputError, ValueError, KeyError, TypeError, RecursionError):
        return set()


def write(papers: Sequence[PaperDossier], output: Path, command: str, asked: Sequence[AskedNetwork] = ()) -> Written:
    """Writes the site of these papers, and of networks that were asked about, in place of an earlier one in `output`.

    `command` is what builds it again. The new site stands beside the old one until it is whole. Raises InputError where
    a file can't be written or read.
    """
    addresses, material = Addresses(papers, asked), material_of(papers, command)
    folder = output.resolve()
    new = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.new")
    try:
        new.mkdir()
        written = _fill(new, papers, addresses, material, asked)
        _put(new, folder)
    except OSError as error:
        raise InputError(
            f"output: {output} can't be written ({error.strerror or error}); give another folder"
        ) from None
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return written


def _fill(
    folder: Path,
    papers: Sequence[PaperDossier],
    addresses: Addresses,
    material: Material,
    asked: Sequence[AskedNetwork],
) -> Written:
    sizes: dict[str, int] = {}
    for page in pages(papers, addresses, material, asked):
        sizes[page.path] = _write(folder / page.path, page.text.encode("utf-8"))
    html = {path: size for path, size in sizes.items() if path.endswith(".html")}
    files = [file for paper in papers for claim in paper.claims for file in claim.certificates]
    files += [network.file for network in asked]
    for path, file in {addresses.certificate(file): file for file in files}.items():
        sizes[path] = _write(folder / path, read_bytes(file.path, "certificates", LARGEST_CERTIFICATE))
    marker = json.dumps({"format": FORMAT, "files": sorted(sizes)}, indent=0)
    _write(folder / MARKER, marker.encode("utf-8"))
    largest = max(html, key=html.__getitem__)
    traces = sum(passage.trace is not None for own in material.passages.values() for passage in own)
    return Written(len(html), len(sizes) - len(html), sum(sizes.values()), largest, html[largest], traces)


def _write(path: Path, content: bytes) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return len(content)


def _put(new: Path, folder: Path) -> None:
    """The new folder in place of the old one, which is back where the move fails, or is interrupted."""
    if not folder.exists():
        new.rename(folder)
        return
    old = new.with_suffix(".old")
    folder.rename(old)
    try:
        new.rename(folder)
    except BaseException:
        old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


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
    ledgers = {paper.paper: ledger_page(paper, addresses) for paper in papers}
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
            findings=findings(papers, ledgers, addresses),
        ),
    )
    for paper in papers:
        ledger = ledgers[paper.paper]
        yield from _paper(paper, ledger, papers, addresses, material, {**shared, "root": "../", "paper": paper})
    for name, text in material.sources.items():
        source = rendered("source.html.jinja", **shared, root="../", paper=None, name=name, lines=text.splitlines())
        yield Page(addresses.source(name), source)
    yield from asked_pages(asked, addresses, {**shared, "root": "../", "paper": None})
    yield Page("static/search-index.js", script(papers, addresses, asked))
    yield from (Page(f"static/{name}", static_file(name)) for name in STATIC)


def _paper(
    paper: PaperDossier,
    ledger: LedgerPage,
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
        rendered("ledger.html.jinja", **shared, ledger=ledger),
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


def entries(
    papers: Sequence[PaperDossier], addresses: Addresses, asked: Sequence[AskedNetwork] = ()
) -> Iterator[Entry]:
    """Every paper, ledger, claim and step, and every question about a network."""
    for network in asked:
        title = f"{network.in_full}: {network.named or 'a network'}"
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
