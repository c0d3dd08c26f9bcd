"""`report html`: the pages of papers, with the traces and the certificates that they show, as a folder of files."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Final

from exactua.arithmetic.rationals import Matrix
from exactua.certificates.proofs import WrittenTheorem
from exactua.claims.claim import Claim
from exactua.claims.dossier import PaperDossier
from exactua.claims.ledger import Counterexample
from exactua.claims.lettering import matrices
from exactua.commands.report.site.addresses import Addresses
from exactua.commands.report.site.material import Material, Origin, Passage, Stated, Unfolded
from exactua.commands.report.site.pages import pages
from exactua.commands.trace.work import trace
from exactua.console.deadlines import Deadline
from exactua.deciding.fingerprints import of_code
from exactua.errors import InputError
from exactua.evidence.questions import AskedNetwork
from exactua.evidence.scopes import theorems_about
from exactua.file_access import read_bytes
from exactua.networks import Network
from exactua.output_files import require_folder
from exactua.plurals import counted
from exactua.proving.rocq.definitions import CONTEXT, unfolded
from exactua.proving.rocq.sources import read_sources, sources_folder
from exactua.terms.language import TermError

FORMAT: Final = "exactua-site/1"
MARKER: Final = "exactua-site.json"
"""The file that says which files of a folder are a site's."""
LARGEST_MARKER: Final = 16 * 2**20
LARGEST_CERTIFICATE: Final = 256 * 2**20
MOST_WORK: Final = 20_000
"""Layers times entries of a trace: so many are gone through in a moment."""
LONGEST: Final = 60
"""Seconds after which no further trace is begun."""
MOST_POINTS: Final = 2


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
    from exactua import __version__

    addresses = Addresses(papers, asked)
    sources = read_sources(sources_folder())
    theorems = dict(_theorems(papers, sources))
    read = {definition.file for stated in theorems.values() for one in stated for definition in one.unfolded}
    statements = {name: sources[name] for name in sorted(read)}
    material = Material(Origin(__version__, of_code(), command), dict(_passages(papers)), theorems, statements)
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


def _theorems(papers: Sequence[PaperDossier], sources: Mapping[str, str]) -> Iterator[tuple[str, tuple[Stated, ...]]]:
    """The theorems about claims, each with its statement as the sources have it, and with all that it unfolds to."""
    for dossier in chain.from_iterable(paper.claims for paper in papers):
        stated = []
        for theorem in theorems_about(dossier.claim):
            first, last = theorem.lines
            text = "\n".join(sources[theorem.file].splitlines()[first - 1 : last])
            stated.append(Stated(theorem, text, tuple(_unfolded(theorem, sources))))
        if stated:
            yield dossier.claim.found_by, tuple(stated)


def _unfolded(theorem: WrittenTheorem, sources: Mapping[str, str]) -> Iterator[Unfolded]:
    """The definitions that a statement unfolds to; what else their files say is on the pages of the files."""
    for found in unfolded(sources, [f"{theorem.file.removesuffix('.v')}.{theorem.name}"]):
        if found.name != CONTEXT:
            yield Unfolded(f"{found.module}.v", found.name, found.lines)


def _passages(papers: Sequence[PaperDossier]) -> Iterator[tuple[tuple[str, str], tuple[Passage, ...]]]:
    """The traces of all least counterexamples."""
    deadline = Deadline.of(LONGEST)
    for dossier in chain.from_iterable(paper.claims for paper in papers):
        for step in dossier.steps:
            if step.least is not None and (passages := tuple(_traces(dossier.claim, step.least, deadline))):
                yield (dossier.claim.found_by, step.step.name), passages


def _traces(claim: Claim, least: Counterexample, deadline: Deadline) -> Iterator[Passage]:
    alone = replace(claim, steps=[least.step])
    for name in sorted(least.step.networks()):
        for k, point in enumerate(matrices(least.step.over, least.witness.points)[:MOST_POINTS]):
            network = least.problem.networks[name]
            if reason := _too_long(network, point, deadline):
                yield Passage(name, k, None, reason)
                continue
            try:
                yield Passage(name, k, trace(alone, least.problem.parameters, point, name))
            except (InputError, TermError) as error:
                yield Passage(name, k, None, f"it has no trace here: {error}")


def _too_long(network: Network, point: Matrix, deadline: Deadline) -> str:
    """Why a trace is left out; "" where it is not."""
    layers = sum(network.quantity(f"{kind} layers") for kind in ("attention", "feed-forward", "other"))
    entries = sum(map(len, point))
    if layers * entries > MOST_WORK:
        return f"{counted(layers, 'layer')}, too many to be listed here; the command below shows what they come to"
    return f"left out, because traces took {LONGEST} s already" if deadline.is_over else ""
