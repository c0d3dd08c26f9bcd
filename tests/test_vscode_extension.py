"""The VS Code extension and `exactua lsp` speak of the same options; its own tests are `npm test` in its folder."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest

from exactua import __version__
from exactua.commands.lsp.command import command

FOLDER = Path(__file__).parent.parent / "editors" / "vscode"
pytestmark = pytest.mark.skipif(not (FOLDER / "package.json").is_file(), reason="no editors/ here, as in an sdist")


def test_each_option_is_a_setting_with_the_same_value_where_none_is_given() -> None:
    package = json.loads((FOLDER / "package.json").read_text())
    settings = package["contributes"]["configuration"]["properties"]
    options = {
        option.opts[-1].removeprefix("--"): option
        for option in command.params
        if isinstance(option, click.Option) and option.expose_value  # the others show help
    }
    assert set(settings) == {"exactua.path", *(f"exactua.{name}" for name in options)}
    assert settings["exactua.certificates"]["default"] == str(options["certificates"].default)
    assert settings["exactua.seconds"]["default"] == options["seconds"].default
    source = (FOLDER / "extension.js").read_text()
    assert set(re.findall(r'"--([a-z]+)"', source)) == set(options)
    assert package["version"] == __version__.replace(".dev", "-dev.")  # as semantic versioning writes it


def test_its_page_names_every_setting_and_says_what_was_tried() -> None:
    settings = json.loads((FOLDER / "package.json").read_text())["contributes"]["configuration"]["properties"]
    page = (FOLDER / "README.md").read_text()
    assert [name for name in settings if f"| `{name}` |" not in page] == []
    assert "It was not tried in VS Code itself." in page
    version = json.loads((FOLDER / "package.json").read_text())["version"]
    assert f"exactua-{version}.vsix" in page
