"""What is cited, for people and for programs: a paper, exactua, and certificates, with what may be claimed of each.

In BibTeX entries braces match whatever stands in the texts.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from exactua.certificates.proofs import WrittenTheorem
from exactua.claims.claim import Claim
from exactua.claims.dossier import CertificateFile
from exactua.claims.references import Reference
from exactua.claims.verdicts import Verdict, phrase, word
from exactua.claims.verification import as_data, sentence, words
from exactua.printing.renderers.latex import escaped
from exactua.printing.scope_subjects import (
    ALL_D,
    ScopeSentence,
    instance,
    listed,
    of_paper,
    own_choices,
    refuted_with_label,
    whole,
)
from exactua.printing.text import counted
from exactua.reprs import RichRepr
from exactua.visible_text import joined

FORMAT: Final = "exactua-cite/1"
WIDTH: Final = 100


@dataclass(frozen=True)
class Software:
    """exactua itself, as its installed package describes it."""

    title: str
    author: str
    version: str
    license: str


@dataclass(frozen=True)
class Cited:
    """A certificate with what may be claimed of it, and the commands that repeat and re-check it."""

    key: str
    claim: Claim
    file: CertificateFile
    said: ScopeSentence
    check: str | None
    """None where no command finds the claim: it was made at the prompt, or by the script that runs."""
    verify: str
    theorems: tuple[WrittenTheorem, ...] = ()
    """Of a proof: the theorems that say more of the claim than its steps."""

    @property
    def title(self) -> str:
        """Such as "Certificate of Lemma 8 (Yun et al. 2020) at d = 2, n = 3, delta = 1/2"."""
        claim, file = self.claim, self.file
        steps = "" if whole(claim, file.judged) or not file.judged else f"{listed(file.judged)} of "
        repaired = ", repaired" if steps == "" and any(name.endswith("@repaired") for name in file.judged) else ""
        where = f" at {instance(claim, file.box)}" if file.box else ""
        where = f" for n = {file.box['n']} and all D" if file.scope == ALL_D else where
        return f"Certificate of {steps}{of_paper(claim)}{repaired}{where}"

    @property
    def verdict(self) -> str:
        """In words: "holds: 3 of 10 judged steps are vacuous, 7 hold; vacuous: property1, property2 and property3"."""
        file = self.file
        verdicts = [Verdict(file.verdicts[name]) for name in file.judged]
        objects = self.claim.objects(file.judged)
        text = counted(verdicts, objects)
        if not verdicts and file.proved:
            text = f"{len(file.proved)} of {len(self.claim.parts)} parts of the statement by theorems"
        for verdict in (Verdict.REFUTED, Verdict.VACUOUS):
            if names := [name for name in file.judged if file.verdicts[name] == verdict]:
                text += f"; {word(verdict, objects)}: {listed(names)}"
        holding = [name for name in file.judged if file.verdicts[name] == Verdict.HOLDS]
        if file.verdict == Verdict.REFUTED and holding:
            met = word(Verdict.HOLDS, objects) if objects or len(holding) == 1 else "hold"
            text += f"; {met}: {listed(holding)}"
        asked = {
            step.name: step.meets for step in self.claim.steps if step.is_question and step.name not in file.judged
        }
        unmet = [name for name in asked if file.verdicts.get(name) == Verdict.REFUTED] if objects else []
        for target in dict.fromkeys(asked[name] for name in unmet):
            steps = [name for name in unmet if asked[name] == target]
            text += f"; {phrase(Verdict.REFUTED, (str(target),))}: {listed(steps)}"
        ours = any(name.endswith("@repaired") for name in file.judged) or own_choices(self.claim, file.box)
        said = phrase(Verdict(file.verdict), objects)
        if file.verdict == Verdict.REFUTED and not ours and not objects:
            said = refuted_with_label(
                self.claim, [name for name in file.judged if file.verdicts[name] == Verdict.REFUTED]
            )
        return f"{said}: {text}"


@dataclass(frozen=True)
class CitedAnswer(Cited):
    """The certificate of an answer of `ask`, or of a limit: of a network at points, and of no claim's steps."""

    told_title: str = ""
    told_verdict: str = ""
    called: str = ""
    """Network and points as the account of the run calls them, which is no part of what may be claimed."""

    @property
    def title(self) -> str:
        """Such as "Certificate of injective for a network layer.json at points.csv"."""
        return self.told_title

    @property
    def verdict(self) -> str:
        """The verdict, and which steps are refuted."""
        return self.told_verdict


@dataclass(frozen=True)
class Undecided:
    """An instance at which nothing is known in the end: the command that goes on, or the instance, and why."""

    command: str
    reason: str


@dataclass(frozen=True, repr=False)
class Citation(RichRepr):
    """All that is cited for a claim, or for a paper."""

    _told_by: ClassVar[str] = "exactua.commands.cite.function"

    paper: str
    title: str
    reference: Reference | None
    software: Software
    certificates: tuple[Cited, ...] = ()
    undecided: tuple[Undecided, ...] = ()

    @property
    def bibtex(self) -> str:
        """The text of a .bib file: entries, and beside each certificate, as a comment, what may be claimed of it."""
        return joined(bibtex_lines(self)).rstrip("\n") + "\n"


def entries(citation: Citation) -> list[Entry]:
    """The BibTeX entries: the paper, if it gives a reference, exactua, and the certificates."""
    software = citation.software
    cited = [] if citation.reference is None else [entry(citation.reference, paper_key(citation.paper))]
    cited.append(
        Entry(
            "misc",
            "exactua",
            {
                "author": f"{{{tex(software.author)}}}",
                "title": f"{{{tex(software.title)}}}",
                "howpublished": tex(f"Software, version {software.version}, {software.license}"),
            },
        )
    )
    return cited + [_certificate(certificate, software) for certificate in citation.certificates]


def paper_key(paper: str) -> str:
    """The key of a paper: its own name; of a file my_lemma.py, my_lemma."""
    return key(paper.replace("\\", "/").rpartition("/")[2].removesuffix(".py"))


def _certificate(cited: Cited, software: Software) -> Entry:
    return Entry(
        "misc",
        cited.key,
        {
            "author": f"{{{tex(f'exactua {software.version}')}}}",
            "title": f"{{{tex(cited.title)}}}",
            "howpublished": code(cited.verify if cited.check is None else cited.check),
            "note": ". ".join(
                [
                    tex(cited.verdict[0].upper() + cited.verdict[1:]),
                    f"Certificate {tex(words(cited.file.verified) + cited.file.by_evidence)}",
                    code(cited.file.digest),
                ]
            ),
        },
    )


def bibtex_lines(citation: Citation) -> Iterator[str]:
    """A .bib file: entries, and beside each certificate, as a comment, what may be claimed of it."""
    by_key = {certificate.key: certificate for certificate in citation.certificates}
    if citation.reference is None and citation.paper:
        yield from comment(f"{citation.title}: no REFERENCE is given there (docs/citing.md)")
        yield ""
    for entry in entries(citation):
        if entry.key in by_key:
            yield from comment(*_about(by_key[entry.key]))
        yield from str(entry).split("\n")
        yield ""


def _about(cited: Cited) -> Iterator[str]:
    yield from _wrapped(f"May be claimed: {cited.said.may}", WIDTH - 2)
    yield from _wrapped(f"May not: {cited.said.may_not}", WIDTH - 2)
    for theorem in cited.theorems:
        yield from _wrapped(f"Theorem: {theorem.text}", WIDTH - 2)
    if isinstance(cited, CitedAnswer) and cited.called:
        yield from _wrapped(f"Called:  {cited.called} (as the run tells it: outside of the digest)", WIDTH - 2)
    yield f"Verdict: {cited.verdict}"
    yield f"Digest:  {cited.file.digest}"
    yield from _wrapped(f"Status:  {sentence(cited.file.verified)}{cited.file.by_evidence}", WIDTH - 2)
    if cited.check is not None:
        yield f"Check:   {cited.check}"
    yield f"Verify:  {cited.verify}"


def text_lines(citation: Citation) -> Iterator[str]:
    """The same as text: references as one writes them, and what may be claimed of each certificate."""
    software = citation.software
    if citation.reference is not None:
        yield from _wrapped(reference_text(citation.reference))
        yield ""
    yield from _wrapped(f"{software.author}. {software.title}. Version {software.version}, {software.license}.")
    for certificate in citation.certificates:
        yield ""
        yield from _wrapped(f"exactua {software.version}. {certificate.title}. {certificate.file.digest}.")
        yield from (f"  {line}" for line in _about(certificate) if not line.startswith("Digest"))


def reference_text(reference: Reference) -> str:
    """A publication in one line: "Chulhee Yun, ... and Sanjiv Kumar. Title. Venue, 2020."."""
    names = [" ".join(reversed(author.split(", ", 1))) for author in reference.authors]
    title = reference.title if reference.title[-1] in "?!." else f"{reference.title}."
    others = ", ".join(reference.fields.values())
    return f"{listed(names)}. {title}{f' {others}.' if others else ''}"


def _wrapped(words: str, width: int = WIDTH) -> list[str]:
    return textwrap.wrap(words, width, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)


def document(citation: Citation, exit_code: int) -> dict[str, Any]:
    """The same as JSON data (docs/citing.md)."""
    return {
        "format": FORMAT,
        "exit_code": exit_code,
        "paper": citation.paper,
        "entries": [
            {"type": entry.type, "key": entry.key, "fields": dict(entry.fields)} for entry in entries(citation)
        ],
        "certificates": [
            {
                "key": certificate.key,
                "claim": certificate.claim.label,
                "file": str(certificate.file.path),
                "digest": certificate.file.digest,
                "scope": certificate.file.scope,
                "parameters": dict(certificate.file.box),
                "judged": list(certificate.file.judged),
                "verdict": certificate.file.verdict,
                "verified": as_data(certificate.file.verified),
                "may_be_claimed": certificate.said.may,
                "may_not": certificate.said.may_not,
                "theorems": [theorem.data() for theorem in certificate.theorems],
                "check": certificate.check,
                "verify": certificate.verify,
            }
            for certificate in citation.certificates
        ],
        "undecided": [{"check": check.command, "reason": check.reason} for check in citation.undecided],
    }


def undecided_lines(citation: Citation) -> Sequence[str]:
    """What was not decided, a sentence each."""
    return [f"not cited: {check.command} is inconclusive: {check.reason}" for check in citation.undecided]


_IN_KEYS: Final = re.compile(r"[^A-Za-z0-9_-]+")
_SPECIAL: Final = {
    "{": r"\textbraceleft{}",  # BibTeX counts a brace behind a backslash as one
    "}": r"\textbraceright{}",
    '"': "''",  # these need no encoding of the document
    "'": "'",
    "`": "`",
    "-": "-",
}
VERBATIM: Final = ("url", "doi", "eprint")
"""Fields that styles set as they are."""


@dataclass(frozen=True)
class Entry:
    """An entry: its type, its key, and its fields as TeX."""

    type: str
    key: str
    fields: Mapping[str, str]

    def __str__(self) -> str:
        width = max(map(len, self.fields), default=0)
        fields = "".join(f"  {name:<{width}} = {{{value}}},\n" for name, value in self.fields.items())
        return f"@{self.type}{{{self.key},\n{fields}}}"


def key(*parts: str) -> str:
    """A key of these parts, of letters, digits, hyphens and underscores alone."""
    return "-".join(_IN_KEYS.sub("-", part).strip("-") for part in parts if part)


def tex(text: str) -> str:
    """The text as TeX in a field; letters of all alphabets stay, as documents in UTF-8 have them."""
    return "".join(_SPECIAL.get(letter) or (letter if letter.isalpha() else escaped(letter)) for letter in text)


def code(text: str) -> str:
    """A command or a digest: in a font of fixed width, with hyphens that stay apart and places where a line may end."""
    pieces = re.split(r"(?<=[:/.])|(?<=[0-9a-f]{8})(?=(?:[0-9a-f]{8})+$)", text)
    return r"\texttt{" + r"\allowbreak{}".join(tex(piece).replace("--", "-{}-{}") for piece in pieces if piece) + "}"


def entry(reference: Reference, key: str) -> Entry:
    """A publication as an entry. The title keeps its capitals; a name without a comma is no person's."""
    authors = " and ".join(tex(author) if "," in author else f"{{{tex(author)}}}" for author in reference.authors)
    others = {name: value if name in VERBATIM else tex(value) for name, value in reference.fields.items()}
    return Entry(reference.type, key, {"author": authors, "title": f"{{{tex(reference.title)}}}", **others})


def comment(*lines: str) -> Iterator[str]:
    """Lines beside entries, which BibTeX and biber pass over: there is no @ in them."""
    for line in lines:
        yield "% " + line.replace("@repaired", " (repaired)").replace("@", "(at)")
