"""What `--help` says: it fits, every example in it can be typed, and it names the formats and the exit codes."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from exactua import commands
from exactua.commands.group import GROUPS, group, main
from exactua.console.help import COLUMNS, LINES, Command, Formerly, Group, Helped, every_command
from exactua.errors import ExactuaError

EVERY = (
    "check", "verify", "verifier", "new", "prove", "list", "show", "signoff", "errata", "cite", "report", "tex", "lsp", "explain", "relax", "sharpen", "derive",
    "audit", "build", "eval", "info", "trace", "ask", "export", "import", "compare", "train", "limit", "bits", "attention", "regress",
    "migrate", "runs",
)  # fmt: skip
FOLDERS = sorted(
    folder.name.rstrip("_") for folder in Path(commands.__path__[0]).iterdir() if (folder / "command.py").exists()
)


CONTEXTS = {context.command_path: context for context in every_command(group, "exactua")}


@pytest.fixture(params=CONTEXTS)
def context(request: pytest.FixtureRequest) -> click.Context:
    return CONTEXTS[request.param]


def told(capsys, *arguments: str) -> str:
    assert main([*arguments]) == 0
    return capsys.readouterr().out


def listed(out: str) -> list[tuple[str, str]]:
    """The group and the name of each command, as `exactua --help` lists them."""
    wide = max(map(len, GROUPS))
    rows = [line for line in out.splitlines() if line[wide : wide + 2] == "  " and line[wide + 2 : wide + 3].isalpha()]
    return [(line[:wide].strip(), line[wide:].split()[0]) for line in rows]


def test_no_command_is_left_out(capsys):
    assert tuple(name for _, name in listed(told(capsys, "--help"))) == EVERY


def test_every_command_is_in_exactly_one_group(capsys):
    assert sorted(name for names in GROUPS.values() for name in names) == FOLDERS == sorted(EVERY)
    out = listed(told(capsys, "--help"))
    assert [title for title, _ in out if title] == list(GROUPS)
    assert [name for title, name in out if title] == [names[0] for names in GROUPS.values()]


@pytest.mark.parametrize("columns", ["80", "250"])
def test_it_fits(capsys, monkeypatch, columns, context):
    monkeypatch.setenv("COLUMNS", columns)
    lines = told(capsys, *context.command_path.split()[1:], "--help").splitlines()
    assert len(lines) <= LINES == 40
    assert [line for line in lines if len(line) > COLUMNS] == []


def test_all_of_it_has_every_option(capsys, context):
    out = told(capsys, *context.command_path.split()[1:], "--help-all")
    assert [line for line in out.splitlines() if len(line) > COLUMNS] == []
    shown = [option for option in context.command.params if isinstance(option, click.Option) and not option.hidden]
    assert [name for option in shown for name in option.opts if f"{name}" not in out] == []


def test_it_ends_with_two_examples_or_three(capsys, context):
    command = context.command
    assert isinstance(command, Helped)
    assert len(command.examples) in (2, 3)
    out = told(capsys, *context.command_path.split()[1:], "--help")
    assert out.endswith("\nExamples:\n" + "".join(f"  {example}\n" for example in command.examples))
    assert [example for example in command.examples if not example.startswith(context.command_path)] == []


def parsed(example: str) -> click.Context:
    """The context in which a command would run that is typed so; nothing is run. Raises what refuses it."""
    program, *arguments = shlex.split(example)
    assert program == "exactua"
    command: click.Command = group
    context = None
    while isinstance(command, click.Group):
        name, *arguments = arguments
        context = click.Context(command, parent=context, info_name=name)
        inside = command.get_command(context, name)
        assert inside is not None, example
        command = inside
    return command.make_context(example, arguments, parent=context)


def test_every_example_is_understood(context, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for example in context.command.examples:
        with parsed(example):
            pass


@pytest.mark.parametrize(
    "example",
    ["exactua check lemma8 --gone 2", "exactua report html", "exactua check", "exactua show lemma8 --format gone"],
)
def test_an_example_that_is_wrong_would_be_seen(example):
    with pytest.raises((click.UsageError, ExactuaError)):
        parsed(example)


def test_rare_options_are_options_and_shown_by_help_all_alone(capsys, context):
    command = context.command
    known = {name for option in command.params if isinstance(option, click.Option) for name in option.opts}
    assert command.rare <= known
    out = told(capsys, *context.command_path.split()[1:], "--help")
    assert ("--help-all" in out) == (bool(command.rare) or "\f" in (command.help or ""))
    rows = {line.split()[0] for line in out.partition("\nOptions:")[2].splitlines() if line.startswith("  -")}
    assert command.rare & rows == set()


def letters(contexts: Iterator[click.Context]) -> dict[str, set[str]]:
    """The long options that each letter stands for."""
    meant: dict[str, set[str]] = {}
    for context in contexts:
        for option in context.command.get_params(context):
            if isinstance(option, click.Option) and not option.hidden:
                long = [name for name in option.opts if name.startswith("--")] or [context.command_path]
                for name in option.opts:
                    if len(name) == 2:
                        meant.setdefault(name, set()).add(long[0])
    return meant


def test_a_letter_means_the_same_everywhere():
    meant = letters(iter(CONTEXTS.values()))
    assert meant == {"-p": {"--parameter"}, "-o": {"--output"}, "-h": {"--help"}}


def test_a_letter_with_two_meanings_would_be_seen():
    another = click.Command("another", params=[click.Option(["-p", "--port"]), click.Option(["-q"])])
    assert letters(iter([click.Context(another, info_name="another"), *CONTEXTS.values()])).items() >= {
        "-p": {"--parameter", "--port"}, "-q": {"another"},
    }.items()  # fmt: skip


def test_an_old_spelling_is_accepted_where_no_other_option_has_it():
    former = {
        context.command_path: option
        for context in CONTEXTS.values()
        for option in context.command.params
        if isinstance(option, Formerly)
    }
    assert {path: (option.opts, option.formerly) for path, option in former.items()} == {
        "exactua build": (["--p"], "-p")
    }
    build = CONTEXTS["exactua build"].command
    for given in ("-p", "--p"):
        with build.make_context("build", ["theorem2", given, "3", "-o", "net.json"]) as context:
            assert context.params["p"] == "3"
    assert former["exactua build"].opts == ["--p"]


@pytest.mark.parametrize(
    "command", ["ask", "audit", "bits", "build", "eval", "info", "limit", "relax", "sharpen", "verify"]
)
def test_it_names_formats_and_exit_codes(capsys, command):
    out = told(capsys, command, "--help")
    formats = " ".join(out.split("--format NAME")[1].split())
    assert formats.startswith("text")
    assert "json" in formats
    assert "\n  Exit codes: 0 " in out
    assert "2 wrong usage" in out


def test_text_behind_a_form_feed_is_in_help_all_alone(capsys):
    sample = Command("sample", help="First.\n\n\f\nThen\nmore.", examples=("sample 1", "sample 2"))
    context = click.Context(sample)
    assert "Then more." not in sample.get_help(context)
    with pytest.raises(click.exceptions.Exit):
        sample.make_context("sample", ["--help-all"])
    out = capsys.readouterr().out
    assert "  First.\n\n  Then more.\n" in out
    assert "Show more text, and exit." in out


def test_a_group_makes_commands_that_have_examples():
    sample = Group("sample")

    @sample.command("inside", examples=("sample inside",))
    def inside() -> None:
        """Nothing."""

    assert isinstance(inside, Command)
    assert inside.examples == ("sample inside",)
