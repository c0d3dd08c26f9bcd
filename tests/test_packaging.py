"""The check of wheel and sdist sees what is missing; it runs on real ones in a stage of .ci/run."""

from __future__ import annotations

import io
import re
import tarfile
import tomllib
import zipfile
from email.message import Message
from pathlib import Path

import pytest

from tests.packaging import (
    METADATA,
    RELATIVE,
    ROOT,
    expected_in_sdist,
    expected_in_wheel,
    main,
    wrong_in_sdist,
    wrong_in_wheel,
    wrong_metadata,
)

EXTRAS = ("plot", "site", "cluster")


def metadata(without: str = "") -> str:
    fields = {**dict.fromkeys(METADATA, "said"), "Name": "exactua"}
    lines = [f"{name}: {value}" for name, value in fields.items() if name != without]
    lines += [f"Provides-Extra: {name}" for name in EXTRAS if name != without]
    return "\n".join(lines) + ("\n\n" if without == "description" else "\n\nexactua checks theorems\n")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    for name in ("exactua/verifier_c/verifier.c", "exactua/claims/claim.py", "proofs/yun2020.toml", "proofs/rocq/Hardmax.v",
                 "proofs/rocq/Hardmax.vo", "proofs/rocq/.gitignore", "exactua/__pycache__/x.pyc", "README.md", "tests/test_one.py"):  # fmt: skip
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    extras = "\n".join(f"{name} = []" for name in EXTRAS)
    (root / "pyproject.toml").write_text(
        f'[project.optional-dependencies]\n{extras}\n[tool.hatch.build.targets.sdist]\ninclude = ["exactua", "tests", "README.md"]\n'
    )
    return root


def wheel(folder: Path, names: set[str], text: str) -> Path:
    path = folder / "exactua-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(names):
            archive.writestr(name, "")
        archive.writestr("exactua-1.dist-info/METADATA", text)
    return path


def sdist(folder: Path, names: set[str]) -> Path:
    path = folder / "exactua-1.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name in sorted(names):
            archive.addfile(tarfile.TarInfo(f"exactua-1/{name}"), io.BytesIO())
    return path


def test_what_a_wheel_and_an_sdist_of_a_project_hold(project: Path) -> None:
    assert expected_in_wheel(project) == {
        "exactua/verifier_c/verifier.c",
        "exactua/claims/claim.py",
        "exactua/proofs/yun2020.toml",
        "exactua/proofs/rocq/Hardmax.v",
    }
    assert expected_in_sdist(project) == {
        "pyproject.toml",
        "README.md",
        "tests/test_one.py",
        "exactua/verifier_c/verifier.c",
        "exactua/claims/claim.py",
    }


def test_a_file_that_is_missing_or_beside_is_named(project: Path, tmp_path: Path) -> None:
    names = expected_in_wheel(project)
    assert list(wrong_in_wheel(wheel(tmp_path, names, metadata()), project)) == []
    assert list(
        wrong_in_wheel(wheel(tmp_path, names - {"exactua/verifier_c/verifier.c"} | {"tests/x.py"}, metadata()), project)
    ) == [
        "missing: exactua/verifier_c/verifier.c",
        "not expected: tests/x.py",
    ]
    assert list(wrong_in_sdist(sdist(tmp_path, expected_in_sdist(project)), project)) == []
    assert list(
        wrong_in_sdist(sdist(tmp_path, {"pyproject.toml", "README.md", "exactua/verifier_c/verifier.c"}), project)
    ) == [
        "missing: exactua/claims/claim.py",
        "missing: tests/test_one.py",
    ]


@pytest.mark.parametrize("without", [*METADATA, *EXTRAS, "description"])
def test_every_field_of_the_metadata_is_missed(without: str, project: Path, tmp_path: Path) -> None:
    (said,) = wrong_in_wheel(wheel(tmp_path, expected_in_wheel(project), metadata(without)), project)
    assert said.startswith("metadata: no ")
    assert without in said


def test_a_relative_link_in_the_description_is_named(project: Path, tmp_path: Path) -> None:
    links = "[a](https://example.org/a) ![p](docs/p.png) [b](docs/b.md#c) print(x[0])\n"
    said = wrong_in_wheel(wheel(tmp_path, expected_in_wheel(project), metadata() + links), project)
    assert list(said) == [
        f"metadata: the description has the relative link ({link})" for link in ("docs/p.png", "docs/b.md#c")
    ]


def described(text: str) -> str:
    """What the build makes of the text of README.md, by the substitutions of pyproject.toml."""
    hook = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["metadata"]["hooks"][
        "fancy-pypi-readme"
    ]
    for change in hook["substitutions"]:
        text = re.sub(change["pattern"], change["replacement"], text)
    return text


def test_the_description_is_the_readme_without_what_leads_nowhere_from_an_index() -> None:
    readme = (ROOT / "README.md").read_text()
    assert RELATIVE.search(readme)
    assert RELATIVE.findall(described(readme)) == []
    kept = "[a](https://example.org/a), `list[0]`, x[0](1), ![p](https://example.org/p.png)\n"
    assert described(kept) == kept.replace("x[0](1)", "x0")  # no such thing may stand in it:
    assert not re.search(r"\w\[[^\[\]]+\]\(", readme)
    assert described("![p](docs/p.png)\n\nsee [the page](docs/a.md#b), [`code`](b.py).") == "see the page, `code`."
    code = [block.split("```")[0] for block in readme.split("```")[1::2]]
    assert [block for block in code if block not in described(readme)] == []


def test_no_metadata_at_all(project: Path) -> None:
    assert len(list(wrong_metadata(Message(), project))) == len(METADATA) + len(EXTRAS) + 1


def test_one_wheel_and_one_sdist_are_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(tmp_path) == 1
    assert "0 wheels and 0 sdists; one of each is wanted" in capsys.readouterr().out
