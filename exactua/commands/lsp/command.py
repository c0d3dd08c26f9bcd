"""`exactua lsp`: claims by their labels, where people write: a language server for editors."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import click

from exactua.console.help import Command
from exactua.console.options import kept_in_option, own_claims_option
from exactua.errors import not_installed


@click.command(
    "lsp",
    cls=Command,
    short_help="Serve editors: what a label says, where you write.",
    examples=(
        "exactua lsp",
        "exactua lsp --claims my_lemma.py --seconds 10",
    ),
)
@kept_in_option("Folder of certificates, relative to the folder open in the editor.")
@own_claims_option
@click.option(
    "--seconds",
    type=click.IntRange(0),
    default=60,
    metavar="N",
    help="Time of the verifier for each certificate that a paper marks; 0: any.",
    show_default=True,
)
def command(folder: Path, own: tuple[str, ...], seconds: int) -> int:
    """Answer an editor, by the Language Server Protocol on standard input and output.

    Over a label such as yun2020:lemma8.property3 it shows what the step states, how far it is known, its statement hash
    and its certificates: in \\exactuachecked{...}, in code of Markdown, in strings of Python, and in your own file of
    claims. Behind "yun2020:" it completes labels. A label that there is not is marked, and so is each mark of a LaTeX
    paper that `exactua tex check` calls stale, false or unverifiable, when the file is opened or saved. Docs:
    docs/editors.md. Needs pip install 'exactua[lsp]'.

    \b
    Exit codes: 0 the editor has ended it; 2 wrong usage, or pygls is not installed; 3 interrupted.
    """
    if importlib.util.find_spec("pygls") is None:
        raise not_installed("lsp", "pygls", "lsp")
    from exactua.commands.lsp.knowing import Settings
    from exactua.commands.lsp.server import serve

    serve(Settings(folder, own, seconds))
    return 0
