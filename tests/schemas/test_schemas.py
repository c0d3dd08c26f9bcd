"""exactua/schemas: what commands print and write is as they say, and they can say no to it."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from jsonschema import Draft202012Validator

from exactua.errors import InputError
from exactua.evidence import manifests, signoffs
from exactua.networks import TieRule
from exactua.networks.serialisation import kinds, to_data
from exactua.schemas import FOLDER, SHARED, load, names, write
from tests.documentation import ROOT
from tests.schemas.documents import documents, every_kind

MAPS = {
    "parameters", "values", "units", "engine", "width", "bindings", "networks", "stages", "profiles", "counts", "layers",
    "written", "sizes", "tie_rules", "log10", "constants", "definitions", "seen", "steps", "refuted_exactly", "fields",
    "variables", "at", "lost", "alike", "merges", "bits", "needed", "delta", "1", "sources", "reads", "claims", "theorems",
    "symbolic_at", "files", "versions", "contextual_mapping", "counted",
}  # fmt: skip
"""Objects, some under names that others have too, whose keys are names: one more may be right."""
MAPS_IN_LISTS = {"instances", "open", "attained", "refuted", "at", "W_2", "b_1", "b_Q", "replayed"}
OPTIONAL = {
    "units", "refuted_below", "order", "nowhere", "found", "unit", "tokens", "instance", "modulus", "true_transformer",
    "limit", "layer", "mask", "width", "jobs", "stored", "interrupted", "counted", "families", "forms", "bits", "answer",
    "network", "stage", "points", "networks", "breakpoints", "built",
}  # fmt: skip
"""Keys that some documents have, as their pages say."""
OPEN = {"run", "built", "answer"}
"""Of a certificate and of a network file: whatever else there is."""
LABEL = re.compile(r"^[a-z0-9]+:[a-z]")
TOML: dict[str, Callable[[str, Path], object]] = {"manifest/1": manifests.parse, "signoffs/1": signoffs.parse}
"""Schemas of what carries no format, each with what reads it."""
WRONG = 0.5
"""A float is in no document."""


def refused(name: str, document: Any) -> bool:
    return not VALIDATORS[name].is_valid(document)


VALIDATORS = {name: Draft202012Validator(load(name)) for name in names()}


def thin(data: Any) -> Any:
    """The document with at most two elements of every array, and of objects whose keys are labels of claims or steps."""
    if isinstance(data, dict):
        few = list(data.items())[:2] if all(re.search(r"[:@]", key) for key in data) else data.items()
        return {key: thin(value) for key, value in few}
    return [thin(value) for value in data[:2]] if isinstance(data, list) else data


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where there is something in a document, once for each way of keys."""
    if path and path[-1] in OPEN:
        return
    yield path
    term = isinstance(data, list) and data and isinstance(data[0], str)
    if isinstance(data, dict | list) and not term:
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def places_tried(document: Any) -> Iterator[tuple[Any, ...]]:
    """All places, but of those that are many alike, in matrices and terms, only how they begin."""
    return (path for path in places(document) if sum(isinstance(key, int) for key in path[-2:]) < 2)


def once(paths: Iterator[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """One path of those that differ in numbers of elements alone."""
    return list({tuple("#" if isinstance(key, int) else key for key in path): path for path in paths}.values())


@pytest.mark.parametrize("name", names())
def test_every_schema_is_one_and_stands_alone(name: str) -> None:
    schema = load(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:exactua:schema:{name}"
    assert schema["title"] == name
    assert set(re.findall(r'"\$ref": "([^"]*)"', json.dumps(schema))) == {f"#/$defs/{key}" for key in schema["$defs"]}
    own = json.loads((FOLDER / f"{name.replace('/', '-')}.json").read_text()).get("$defs", {})
    assert not set(own) & set(json.loads((FOLDER / SHARED).read_text())["$defs"])
    page = re.search(r"The page (\S+) says", schema["description"])
    assert page is not None
    assert (ROOT / page[1]).is_file()
    row = rf"^\| `{name}` \| .* \| (this one|\[(\S+)\]\(\2\)) \|$"
    linked = re.search(row, (ROOT / "docs" / "json-output.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert linked is not None
    assert page[1] == f"docs/{linked[2] or 'json-output.md'}"


IN_JSON = [name for name in names() if name not in TOML]


@pytest.mark.parametrize("name", IN_JSON)
def test_what_exactua_writes_is_as_its_schema_says(name: str) -> None:
    assert documents(name)
    for document in documents(name):
        errors = [f"{error.json_path}: {error.message}" for error in VALIDATORS[name].iter_errors(document)]
        assert errors == []


@pytest.mark.verifiers
@pytest.mark.parametrize("name", IN_JSON)
def test_changed_copies_of_what_exactua_writes_are_not(name: str) -> None:
    for number, document in enumerate(documents(name)):
        small = thin(document)
        assert not refused(name, small)
        passed = list(changes_that_pass(name, small, every=2 if number == 0 else 15))
        assert passed == []


def is_map(path: tuple[Any, ...], value: dict[str, Any]) -> bool:
    """Whether this is an object whose keys are names."""
    if not path or (isinstance(path[-1], str) and LABEL.search(path[-1])):
        return bool(path) and all(isinstance(part, dict) for part in value.values())
    names = [key for key in path if isinstance(key, str)]
    return bool(names) and names[-1] in (MAPS if isinstance(path[-1], str) else MAPS_IN_LISTS)


def changes_that_pass(name: str, document: Any, every: int) -> Iterator[str]:
    """What the schema does not refuse, at every so manieth place: a key less, a key more, a value of another type."""
    for path in once(places_tried(document))[::every]:
        value = at(document, path)
        if path:
            changed = copy.deepcopy(document)
            at(changed, path[:-1])[path[-1]] = WRONG
            if not refused(name, changed):
                yield f"{path} is {WRONG}"
        if not isinstance(value, dict) or is_map(path, value):
            continue
        changed = copy.deepcopy(document)
        at(changed, path)["no such key"] = 1
        if not refused(name, changed):
            yield f"{path} has one key more"
        for key in set(value) - OPTIONAL:
            changed = copy.deepcopy(document)
            del at(changed, path)[key]
            if not refused(name, changed):
                yield f"{path} is without {key}"


def test_every_format_that_commands_print_has_a_schema() -> None:
    said = {
        match
        for file in (ROOT / "exactua").rglob("*.py")
        for match in re.findall(
            r'"(exactua-[a-z-]+/\d+|(?:certificate|proof|limit|network)/\d+)"', file.read_text(encoding="utf-8")
        )
    }
    said -= {f"{kind}/{version}" for kind in ("certificate", "proof", "limit") for version in (1, 3)}
    kept = {
        "exactua-described/1",
        "exactua-regress/1",
        "exactua-site/1",
        "exactua-verified/1",
    }  # what exactua keeps for itself
    assert said - kept == set(names()) - set(TOML)


def test_an_open_schema_takes_further_keys_and_nothing_else_more() -> None:
    schema = Draft202012Validator(load("exactua-verify/1", closed=False))
    document = documents("exactua-verify/1")[0]
    assert schema.is_valid(document)
    assert schema.is_valid({**document, "no such key": 1})
    assert not schema.is_valid({**document, "format": "exactua-verify/2"})
    for key in document:
        assert not schema.is_valid({other: value for other, value in document.items() if other != key}), key
    for name in names():
        assert '"additionalProperties": false' not in json.dumps(load(name, closed=False))


def test_all_schemas_are_written_into_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "schemas"
    for _ in range(2):  # its own files are written again
        files = write(folder)
        assert [json.loads(file.read_text()) for file in files] == [load(name) for name in names()]
    assert sorted(folder.iterdir()) == sorted(files)
    assert (folder / "exactua-check-1.json") in files
    (folder / "network-1.json").write_text("mine\n")
    with pytest.raises(InputError, match=r"^folder: .*network-1\.json"):
        write(folder)


def test_the_networks_that_are_tried_have_items_of_every_kind() -> None:
    text = json.dumps([document["network"] for document in documents("network/1")])
    assert [kind for kind in kinds() if f'{{"{kind}": ' not in text] == []
    rules = set(re.findall(r'"tie_rule": "(\w+)"', text))
    assert rules == {rule.value for rule in TieRule}
    assert {'"mask": "causal"', '"mask": "strictly causal"', '"mask": [[true', '"mask": null'} <= set(
        re.findall(r'"mask": (?:"[a-z ]+"|\[\[true|null)', text)
    )


def test_a_changed_item_of_a_network_is_refused_whatever_its_kind() -> None:
    data = to_data(every_kind())
    for item in data["items"]:
        document = {"exactua": "network/1", "network": {"d": 1, "items": [item], "stages": {}}}
        assert not refused("network/1", document), item
        assert list(changes_that_pass("network/1", document, every=1)) == []
        for kind, value in item.items():
            document["network"] = {"d": 1, "items": [{f"{kind}s": value}], "stages": {}}
            assert refused("network/1", document), kind


@pytest.mark.parametrize(("number", "valid"), [
    (1, True), ("1/3", True), ("0x20000000000000", True), (0.5, False), ("0.5", False), (2**53, False), (True, False),
])  # fmt: skip
def test_a_number_of_a_network_is_written_in_one_way(number: object, valid: bool) -> None:
    network = {"d": 1, "items": [{"positional encoding": {"E": [[number]]}}], "stages": {}}
    assert refused("network/1", {"exactua": "network/1", "network": network}) is not valid


PINNED = f"sha256:{'0' * 64}"
CHECK: dict[str, Any] = {
    "claim": "lemma8", "d": 1, "n": "1..3", "delta": "1/2", "tie_rule": "average", "parameters": {"k": 8, "word": "a"},
    "repaired": True, "expect": "refuted", "steps": {"a": "not met", "b": "vacuous"},
}  # fmt: skip
SIGNOFF = {"step": "lemma8.property1", "statement": PINNED, "by": "N. N.", "quote": "the words", "page": "7"}
WHOLE: dict[str, dict[str, Any]] = {
    "manifest/1": {
        "check": [CHECK, {"claim": "a.py::b", "expect": "met", "digest": PINNED, "witnesses": {"step": "[0 1]"}}],
        "unlisted": {"lemma9": "it takes too long"},
        "statements": {"lemma8.property1": PINNED},
    },
    "signoffs/1": {"signoff": [SIGNOFF, {**SIGNOFF, "by": "M. M.", "page": ""}]},
}


def read(name: str, data: Any) -> bool:
    """Whether exactua reads the file with these data."""
    try:
        TOML[name](tomlkit.dumps(data), Path("here.toml"))
    except InputError:
        return False
    return True


def changes(name: str) -> Iterator[tuple[str, Any]]:
    """The whole file with one thing changed."""
    for path in places(WHOLE[name]):
        for value in (WRONG, True, "", "one word", {"a": 1}, []):
            if path:
                changed = copy.deepcopy(WHOLE[name])
                at(changed, path[:-1])[path[-1]] = value
                yield f"{path} is {value}", changed
        if isinstance(at(WHOLE[name], path), dict):
            changed = copy.deepcopy(WHOLE[name])
            at(changed, path)["no such key"] = 1
            yield f"{path} has one key more", changed
            for key in at(WHOLE[name], path):
                changed = copy.deepcopy(WHOLE[name])
                del at(changed, path)[key]
                yield f"{path} is without {key}", changed


@pytest.mark.parametrize("name", TOML)
def test_a_schema_of_toml_takes_what_is_read_and_nothing_of_another_form(name: str) -> None:
    assert read(name, WHOLE[name])
    assert not refused(name, WHOLE[name])
    tried = [(change, read(name, data), refused(name, data)) for change, data in changes(name)]
    differ = [change for change, taken, refusal in tried if taken is refusal]
    # what is a number, a fraction or a range only, the reader says
    assert [change for change in differ if "'delta'" not in change] == []
    assert sum(refusal for *_, refusal in tried) > 30


def test_the_manifests_and_sign_offs_that_come_with_exactua_are_as_their_schemas_say() -> None:
    files = dict.fromkeys(sorted((ROOT / "proofs").glob("*.toml")), "manifest/1") | {signoffs.OURS: "signoffs/1"}
    assert len(files) > 5
    for path, name in files.items():
        errors = VALIDATORS[name].iter_errors(tomllib.loads(path.read_text(encoding="utf-8")))
        assert [f"{path.name}: {error.json_path}: {error.message}" for error in errors] == []


def test_a_format_without_a_schema_is_one_sentence() -> None:
    with pytest.raises(
        InputError, match=r"^schema: 'certificate/1' has no schema; choose one of certificate/2, exactua-ask/1, "
    ):
        load("certificate/1")
