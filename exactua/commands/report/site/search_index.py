"""What the search box finds: papers, claims and steps, as a script that also works from a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from exactua.claims.dossier import PaperDossier
from exactua.commands.report.site.addresses import Addresses
from exactua.commands.report.site.statuses import LOOKS
from exactua.visible_text import visible

MOST_WORDS: Final = 400
"""Characters of what a step says that are searched."""

Entry = tuple[str, str, str, str, str, str]
"""What it is ("claim"), its label, its title, the key of its status ("" for none), its page, further words."""


def entries(papers: Sequence[PaperDossier], addresses: Addresses) -> Iterator[Entry]:
    """Every paper, ledger, claim and step."""
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


def script(papers: Sequence[PaperDossier], addresses: Addresses) -> str:
    """The index as JavaScript: `exactuaIndex = {words: {...}, entries: [...]}`."""
    data = {
        "words": {look.key: look.word for look in LOOKS.values()},
        "entries": [
            [*map(visible, entry[:5]), visible(entry[5][:MOST_WORDS])] for entry in entries(papers, addresses)
        ],
    }  # fmt: skip
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace(
        "<", "\\u003c"
    )  # data, wherever it stands
    return f"window.exactuaIndex = {text};\n"
