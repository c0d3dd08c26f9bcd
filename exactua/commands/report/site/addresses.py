"""Where on the site everything lies: file names and anchors that are safe whatever a label says, each used once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.dossier import CertificateFile, PaperDossier
from exactua.evidence.questions import AskedNetwork
from exactua.python_files import SEPARATOR

LONGEST: Final = 80
OWN_PAGES: Final = ("index", "ledger")
ASKED: Final = "asked"
"""The folder of the pages of networks that were asked about."""
FOLDERS: Final = ("static", "certificates", "rocq", ASKED)
DEVICES: Final = ("con", "prn", "aux", "nul", *(f"{port}{k}" for port in ("com", "lpt") for k in range(10)))
"""What Windows takes for a device, with any ending."""

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_-]+")


def safe(words: str) -> str:
    """The words as a file name or an anchor: letters, digits, "-" and "_", at most 80, at least one."""
    return _UNSAFE.sub("-", words).strip("-")[:LONGEST].strip("-") or "x"


def safe_file(name: str) -> str:
    """The name of a file without its ending, safe between its dots: "lemma8.d2n3m2"."""
    return ".".join(safe(part) for part in name.split(".") if part)[:LONGEST].strip(".") or "x"


class Names:
    """Safe names that are all different, also where large and small letters are one."""

    def __init__(self, reserved: Sequence[str] = (), form: Callable[[str], str] = safe) -> None:
        self._taken, self._form = set(reserved), form

    def give(self, words: str) -> str:
        """A name for these words that was not given before."""
        name, attempt = self._form(words), 0
        while name.casefold() in self._taken or name.casefold().partition(".")[0] in DEVICES:
            ending = hashlib.sha256(f"{words}\n{attempt}".encode()).hexdigest()[:8]
            name, attempt = f"{safe(words)}-{ending}", attempt + 1
        self._taken.add(name.casefold())
        return name


class Addresses:
    """The pages of papers and claims, the anchors of steps, and the copies of certificates, from the site's root."""

    def __init__(self, papers: Sequence[PaperDossier], asked: Sequence[AskedNetwork] = ()) -> None:
        folders, files = Names(FOLDERS), Names(form=safe_file)
        self._papers: dict[str, str] = {}
        self._claims: dict[str, str] = {}
        self._labels: dict[str, str] = {}
        self._steps: dict[tuple[str, str], str] = {}
        self._certificates: dict[PurePath, str] = {}
        for paper in papers:
            folder = folders.give(PurePath(paper.paper).stem if paper.paper.endswith(".py") else paper.paper)
            self._papers[paper.paper] = folder
            pages = Names(OWN_PAGES)
            for dossier in paper.claims:
                claim = dossier.claim
                page = f"{folder}/{pages.give(claim.label.rpartition(':')[2])}.html"
                self._claims[claim.found_by] = page
                self._labels.setdefault(claim.label, page)
                anchors = Names()
                for step in claim.steps:
                    self._steps[claim.found_by, step.name] = f"step-{anchors.give(step.name)}"
                for file in dossier.certificates:
                    self._copy(file, files)
        pages = Names(OWN_PAGES, safe_file)
        self._asked: dict[PurePath, str] = {}
        for network in asked:
            name = network.file.path.name.removesuffix(".json").removeprefix("ask.")
            self._asked[network.file.path] = f"{ASKED}/{pages.give(name)}.html"
            self._copy(network.file, files)

    def _copy(self, file: CertificateFile, names: Names) -> None:
        if file.path not in self._certificates:
            name = names.give(file.path.name.removesuffix(".json"))
            self._certificates[file.path] = f"certificates/{name}.json"

    def asked(self, network: AskedNetwork) -> str:
        """The page of a question about a network."""
        return self._asked[network.file.path]

    def paper(self, paper: str) -> str:
        """The folder of a paper's pages."""
        return self._papers[paper]

    def claim(self, claim: Claim) -> str:
        """The page of a claim."""
        return self._claims[claim.found_by]

    def label(self, label: str, beside: Claim | None = None) -> str | None:
        """The page of the claim that a label names, those of the file of `beside` first; None: it has no page here."""
        if beside is not None and beside.address:
            own = f"{beside.address.rpartition(SEPARATOR)[0]}{SEPARATOR}{label.rpartition(':')[2]}"
            if own in self._claims:
                return self._claims[own]
        return self._claims.get(label) or self._labels.get(label)

    def step(self, claim: Claim, name: str) -> str:
        """The anchor of a step on its claim's page."""
        return self._steps[claim.found_by, name]

    def source(self, file: str) -> str:
        """The page of a file of proofs/rocq; line k of it is #Lk there."""
        return f"rocq/{file.removesuffix('.v')}.html"

    def certificate(self, file: CertificateFile) -> str:
        """Where a certificate is copied to."""
        return self._certificates[file.path]
