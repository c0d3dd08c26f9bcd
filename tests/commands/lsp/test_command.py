"""`exactua lsp` at the command line: what it needs, and what it says where that is missing."""

from __future__ import annotations

import subprocess
import sys

from exactua.commands.group import main

LOADED = "import sys\nfrom exactua.commands.group import main\nmain(['lsp', '--help'])\nprint('pygls' in sys.modules)"


def test_without_pygls_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["lsp"]) == 2
    said = "exactua: lsp: pygls is not installed; run: pip install 'exactua[lsp]'\n"
    assert capsys.readouterr().err == said


def test_help_does_not_load_it():
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("False\n")


def test_wrong_usage(capsys):
    assert main(["lsp", "--seconds", "-1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
