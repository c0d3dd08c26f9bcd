"""What others read of the project before they install it: all files say the same, and what they name is there."""

from __future__ import annotations

import ast
import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import exactua
from exactua.commands.group import COMMANDS
from exactua.evidence.emitting import PROGRAMS

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
ZENODO = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
CODEMETA = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
RECIPE = yaml.safe_load((ROOT / "packaging" / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))


def test_all_files_say_the_version() -> None:
    said = {
        "pyproject.toml": PROJECT["version"],
        "CITATION.cff": CITATION["version"],
        ".zenodo.json": ZENODO["version"],
        "codemeta.json": CODEMETA["version"],
        "recipe.yaml": RECIPE["context"]["version"],
    }
    assert said == dict.fromkeys(said, exactua.__version__)


def test_all_files_say_the_date_the_title_the_words_and_the_licence() -> None:
    date = CITATION["date-released"].isoformat()
    assert (ZENODO["publication_date"], CODEMETA["datePublished"]) == (date, date)
    released = re.findall(r"^## \[(.*)\] - (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.M)[0]
    assert released[1] == date
    if exactua.__version__ != released[0]:  # between two releases: the date stays that of the last one
        assert re.fullmatch(r"\d+\.\d+\.\d+\.dev0", exactua.__version__)
        assert _numbers(exactua.__version__) > _numbers(released[0])
        assert "## [Unreleased]\n" in (ROOT / "CHANGELOG.md").read_text()
    assert ZENODO["title"] == CODEMETA["headline"] == CITATION["title"] == f"exactua: {_lower(PROJECT['description'])}"
    assert ZENODO["description"] == CODEMETA["description"] == CITATION["abstract"]
    assert ZENODO["keywords"] == CODEMETA["keywords"] == CITATION["keywords"]
    assert _lower(RECIPE["about"]["summary"]) == _lower(PROJECT["description"])
    licences = {ZENODO["license"], CODEMETA["license"].rpartition("/")[2], RECIPE["about"]["license"]}
    assert licences == {CITATION["license"]} == {PROJECT["license"]}


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.removesuffix(".dev0").split("."))


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]


def test_all_files_name_the_same_authors() -> None:
    names = [author["name"] for author in CITATION["authors"]]
    assert [creator["name"] for creator in ZENODO["creators"]] == names
    assert [author["name"] for author in CODEMETA["author"]] == names
    assert [author["name"] for author in PROJECT["authors"]] == names
    paper = (ROOT / "paper" / "paper.md").read_text(encoding="utf-8")
    assert [author["name"] for author in yaml.safe_load(paper.split("---\n")[1])["authors"]] == names


def test_all_files_ask_for_the_same_packages() -> None:
    wanted = [re.sub(r"(?=[<>=])", " ", dependency, count=1) for dependency in PROJECT["dependencies"]]
    run = RECIPE["requirements"]["run"]
    least = PROJECT["requires-python"].removeprefix(">=")
    assert RECIPE["context"]["python_min"] == least
    assert run == ["python >=${{ python_min }}", *wanted]
    assert RECIPE["requirements"]["host"][0] == "python ${{ python_min }}.*"
    assert CODEMETA["softwareRequirements"] == PROJECT["dependencies"]
    assert CODEMETA["runtimePlatform"] == f"Python {PROJECT['requires-python']}"
    backend = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert [line.replace(" ", "") for line in RECIPE["requirements"]["host"]][2:] == backend
    assert RECIPE["build"]["python"]["entry_points"] == [f"exactua = {PROJECT['scripts']['exactua']}"]


def locked(text: str) -> dict[str, tuple[int, ...]]:
    """The packages of a lock with their versions. Raises AssertionError for one without a hash."""
    entries = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    versions: dict[str, tuple[int, ...]] = {}
    for entry in entries:
        match = re.match(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([0-9][0-9.]*)", entry)
        assert match is not None, entry
        assert "--hash=sha256:" in entry, f"{match[1]} has no hash"
        version = tuple(map(int, match[2].strip(".").split(".")))
        versions[_normal(match[1])] = max(versions.get(_normal(match[1]), ()), version)
    return versions


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def not_covered(lock: str, wanted: list[str]) -> list[str]:
    """The requirements that a lock has no version for."""
    versions, missing = locked(lock), []
    for requirement in wanted:
        match = re.fullmatch(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?>=([0-9.]+)(?:,<([0-9.]+))?", requirement)
        assert match is not None, requirement
        least, below = (tuple(map(int, (match[k] or "9999").split("."))) for k in (2, 3))
        if not least <= versions.get(_normal(match[1]), ()) < below:
            missing.append(requirement)
    return missing


def test_the_lock_has_every_package_of_the_extra_dev() -> None:
    lock = (ROOT / "requirements" / "dev.lock").read_text(encoding="utf-8")
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
    assert not_covered(lock, wanted) == []
    assert not_covered(lock, [*wanted, "no-such-package>=1", "ruff>=999"]) == ["no-such-package>=1", "ruff>=999"]
    with pytest.raises(AssertionError, match="click has no hash"):
        locked("click==8.1 \\\n    # via exactua\n")


def test_the_image_copies_what_there_is_and_what_is_not_left_out() -> None:
    instructions = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    words = [shlex.split(line, comments=True) for line in instructions if line]
    copied = [name for line in words if line[:1] == ["COPY"] and "--from=build" not in line for name in line[1:-1]]
    assert set(copied) == {"pyproject.toml", "README.md", "LICENSE", "proofs", "exactua"}
    assert all((ROOT / name).exists() for name in copied)
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().split() if line.startswith("!")}
    assert kept == set(copied)
    assert [line[1:] for line in words if line[:1] == ["USER"]] == [["1000"]]  # nobody with rights
    stages = [line for line in words if line[:1] == ["FROM"]]
    assert len(stages) == 2
    assert instructions.index("USER 1000") > max(k for k, line in enumerate(instructions) if line.startswith("FROM"))
    python = {line[1].removeprefix("python:").split("-")[0] for line in stages}
    assert {f"Programming Language :: Python :: {version}" for version in python} <= set(PROJECT["classifiers"])
    for file, name in PROGRAMS.items():  # each compiled from what --emit writes, so that it tells its version
        assert f"exactua verifier --emit verifier{file}" in " ".join(instructions)
        assert re.search(rf"-o /opt/exactua/bin/{name}\b", " ".join(instructions))


def test_the_workflow_runs_every_python_that_the_classifiers_name() -> None:
    matrix = WORKFLOW["jobs"]["tests"]["strategy"]["matrix"]["python"]
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert named == matrix[: len(named)]
    for job in WORKFLOW["jobs"].values():
        for step in job["steps"]:
            for line in step.get("run", "").splitlines():
                if line.startswith("exactua "):
                    assert line.split()[1] in COMMANDS


def test_all_files_speak_of_the_same_systems_state_and_languages() -> None:
    systems = [line.split(" :: ")[-1] for line in PROJECT["classifiers"] if line.startswith("Operating System ::")]
    assert systems == [CODEMETA["operatingSystem"]] == ["Linux"]
    assert "- **Systems.** Tested on Linux, " in (ROOT / "docs" / "limitations.md").read_text(encoding="utf-8")
    (state,) = (line for line in PROJECT["classifiers"] if line.startswith("Development Status ::"))
    states = {"3 - Alpha": "wip", "4 - Beta": "active", "5 - Production/Stable": "active"}  # of repostatus.org
    assert CODEMETA["developmentStatus"] == states[state.rpartition(" :: ")[2]]
    endings = {"Python": ".py", "C": ".c", "OCaml": ".ml", "Rocq": ".v", "JavaScript": ".js"}
    assert [language["name"] for language in CODEMETA["programmingLanguage"]] == list(endings)
    folders = [
        ROOT / name for name in ("exactua", "proofs", "editors") if (ROOT / name).is_dir()
    ]  # an sdist has no editors
    there = {path.suffix for folder in folders for path in folder.rglob("*") if "node_modules" not in path.parts}
    assert set(endings.values()) - there <= ({".js"} if len(folders) < 3 else set())


def addresses() -> dict[str, str]:
    """What each file says is the address of the repository, where it says so."""
    said = {
        "pyproject.toml": PROJECT.get("urls", {}).get("Repository"),
        "CITATION.cff": CITATION.get("repository-code"),
        "codemeta.json": CODEMETA.get("codeRepository"),
        "recipe.yaml": RECIPE["about"].get("repository"),
    }
    return {name: address for name, address in said.items() if address is not None}


def test_all_files_say_the_same_address_or_none() -> None:
    """The places that docs/releasing.md names. No address is known as long as none of them has one."""
    said, page = addresses(), (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    assert set(said) in (set(), {"pyproject.toml", "CITATION.cff", "codemeta.json", "recipe.yaml"})
    assert len(set(said.values())) <= 1
    assert ("OWNER/exactua" in page) is (not said)
    if said:
        address = said["pyproject.toml"]
        assert f"uses: {address.removeprefix('https://github.com/')}@" in page
        assert PROJECT["urls"]["Homepage"] == RECIPE["about"]["homepage"]
    releasing = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")
    places = ("project.urls", "repository-code", "codeRepository", "about.homepage", "about.repository", "docs/ci.md")
    assert [place for place in places if f"`{place}`" not in releasing] == []


def test_the_recipe_tests_what_there_is() -> None:
    assert RECIPE["tests"][0]["python"]["pip_check"] is True
    assert RECIPE["tests"][0]["python"]["imports"] == ["exactua", "exactua.verifier"]
    for line in RECIPE["tests"][1]["script"]:
        assert line.split()[1] in COMMANDS
    assert (ROOT / "packaging" / "conda" / RECIPE["source"]["path"]).resolve() == ROOT


def test_the_paper_cites_what_its_bibliography_has_and_is_as_long_as_a_journal_asks() -> None:
    _, head, body = (ROOT / "paper" / "paper.md").read_text(encoding="utf-8").split("---\n", 2)
    bibliography = (ROOT / "paper" / yaml.safe_load(head)["bibliography"]).read_text(encoding="utf-8")
    entries = re.findall(r"^@\w+\{([^,]+),$", bibliography, re.MULTILINE)
    assert set(re.findall(r"@([A-Za-z0-9]+)", body)) == set(entries)
    assert len(entries) == len(set(entries))
    assert 750 <= len(re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL).split("# References")[0].split()) <= 1000


def test_the_table_for_packagers_has_exactly_the_extras() -> None:
    page = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")
    _, _, table = page.partition("| extra | what for | without it |\n|---|---|---|\n")
    rows = [re.fullmatch(r"\| `([a-z]+)` \| [^|]+ \| [^|]+ \|", line) for line in table.splitlines()]
    assert [row and row[1] for row in rows] == sorted(PROJECT["optional-dependencies"])


@pytest.mark.sources
def test_what_is_not_installed_is_told_in_one_way_and_with_an_extra_that_there_is() -> None:
    told, raised = set[str](), list[str]()
    for path in (ROOT / "exactua").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and "pip install" in ast.unparse(node):
                raised.append(path.relative_to(ROOT).as_posix())
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "not_installed":
                told |= {ast.literal_eval(node.args[2])} if isinstance(node.args[2], ast.Constant) else set()
    assert sorted(raised) == [
        "exactua/arithmetic/balls.py",  # of what is no extra
        "exactua/deciding/large_runs/executors.py",  # what another machine lacks
    ]
    assert told == {"cluster", "fast", "files", "formats", "gpu", "lsp", "onnx", "plot", "site", "smt", "train"}
    assert told <= set(PROJECT["optional-dependencies"])
