"""The notebooks of docs/notebooks as programs: executed, compared and, with --write, brought up to date.

`python -m tests.notebooks` compares the outputs of every cell with what it gives now; `--write` puts real ones in their
place. A notebook is committed with its outputs in text and HTML and with nothing of the machine it ran on.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.documentation import ROOT, masked

FOLDER = ROOT / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
KEPT = ("text/plain", "text/html")
"""What is committed of an output: pages show the second, and terminals the first."""
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
SECONDS = 300
"""For one cell."""


def executed(notebook: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The notebook with what its cells give now, in `folder`, as it is committed. Raises what a cell raises."""
    return committed(run(bare(notebook), folder))


def run(notebook: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The notebook as a kernel leaves it."""
    import nbformat
    from nbclient import NotebookClient

    node = nbformat.reads(json.dumps(notebook), as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(node, timeout=SECONDS, resources={"metadata": {"path": str(folder)}}).execute()
    told: dict[str, Any] = json.loads(nbformat.writes(node))  # type: ignore[no-untyped-call]
    return told


def bare(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook without outputs."""
    empty = {"execution_count": None, "outputs": []}
    return {**notebook, "cells": [cell | (empty if cell["cell_type"] == "code" else {}) for cell in notebook["cells"]]}


def committed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook as it is committed: cells numbered in their order, outputs in the formats that are kept."""
    cells, count = [], 0
    for cell in notebook["cells"]:
        told = {"cell_type": cell["cell_type"], "id": cell["id"], "metadata": {}, "source": lines(cell["source"])}
        if cell["cell_type"] == "code":
            count += 1
            outputs = [_output(output, count) for output in cell["outputs"]]
            told |= {"execution_count": count, "outputs": outputs}
        cells.append(told)
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def _output(output: dict[str, Any], count: int) -> dict[str, Any]:
    if output["output_type"] == "stream":
        return {"name": output["name"], "output_type": "stream", "text": lines(output["text"])}
    data = {form: lines(output["data"][form]) for form in KEPT if form in output["data"]}
    told = {"data": data, "metadata": {}, "output_type": output["output_type"]}
    return told | ({"execution_count": count} if output["output_type"] == "execute_result" else {})


def lines(text: str | list[str]) -> list[str]:
    """A text as a notebook has it, in lines."""
    return (text if isinstance(text, str) else "".join(text)).splitlines(keepends=True)


def written(notebook: dict[str, Any]) -> str:
    """The text of the file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """The cells that give something else, but for what differs from run to run, each with both."""
    assert [cell["source"] for cell in old["cells"]] == [cell["source"] for cell in new["cells"]]
    answer = []
    for before, after in zip(old["cells"], new["cells"], strict=True):
        told, now = ([*map(given, cell.get("outputs", ()))] for cell in (before, after))
        if told != now:
            both = ("\n".join(("\n".join(texts.values())) for texts in each) for each in (told, now))
            answer.append("\n".join([f"{before['id']}: {''.join(before['source'])}", "--- committed, and now", *both]))
    return answer


def given(output: dict[str, Any]) -> dict[str, str]:
    """What an output says in each format, without what differs from run to run."""
    texts = {output["name"]: output["text"]} if output["output_type"] == "stream" else output["data"]
    return {form: masked("".join(text)) for form, text in texts.items()}


def main(write: bool) -> int:
    """Compares, or writes, all notebooks."""
    count = 0
    for path in NOTEBOOKS:
        text = path.read_text(encoding="utf-8")
        old = json.loads(text)
        with tempfile.TemporaryDirectory() as folder:
            new = executed(old, Path(folder))
        changed = (
            differences(committed(old), new) if old == committed(old) else ["it is not written as it is committed"]
        )
        count += len(changed)
        for difference in changed:
            print(f"{path.name}: {difference[:2000]}")
        if write and changed:
            path.write_text(written(new), encoding="utf-8")
    return 1 if count and not write else 0


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv))
