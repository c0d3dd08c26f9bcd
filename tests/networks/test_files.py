"""Network files: what is written is read again, and whatever is wrong is one sentence with its place."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.reals import exp
from exactua.console.point_files import read_points
from exactua.errors import InputError
from exactua.networks import Network, PositionalEncoding, dumps, from_data, loads, to_data
from exactua.networks.files import NetworkFile, read_network, write_network
from exactua.networks.serialisation import from_people

from .strategies import networks

SMALL = Network(1, [PositionalEncoding([[0, "1/2"]])], {"output": 1})
BUILT = {
    "theorem": "yun2020:theorem2",
    "parameters": {"d": 1, "n": 2, "m": 4, "p": 2},
    "f": "x",
    "distances": {"a": "1/3"},
}


def refusal(path) -> str:
    with pytest.raises(InputError) as caught:
        read_network(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@settings(max_examples=40, deadline=None)
@given(
    networks(),
    st.one_of(st.none(), st.dictionaries(st.text(max_size=5), st.one_of(st.integers(), st.text(max_size=5)))),
)
def test_what_is_written_is_read(tmp_path_factory, network, built):
    path = tmp_path_factory.mktemp("files") / "net.json"
    write_network(path, network, built)
    file = read_network(path)
    assert (file.network, file.built, file.size) == (network, built, path.stat().st_size)


def test_the_same_network_has_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        write_network(tmp_path / name, SMALL, dict(reversed(BUILT.items())) if name == "b" else BUILT)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_bare_network_is_read_too(tmp_path):
    (tmp_path / "net.json").write_text(dumps(SMALL))
    file = read_network(tmp_path / "net.json")
    assert (file.network, file.built, file.theorem, file.parameters) == (SMALL, None, None, {})


def test_parameters_are_those_of_the_construction(tmp_path):
    write_network(tmp_path / "net.json", SMALL, BUILT)
    file = read_network(tmp_path / "net.json")
    assert file.theorem == "yun2020:theorem2"
    assert file.parameters == {"d": 1, "n": 2, "m": 4}


@pytest.mark.parametrize(
    ("built", "message"),
    [
        ({"parameters": {"d": 1, "n": 2}}, "net.json: built.parameters.m: missing; write an integer >= 1"),
        ({"parameters": {"d": 1, "n": 0, "m": 2}}, "built.parameters.n: 0 is not an integer; write an integer >= 1"),
        ({"parameters": {"d": 1, "n": True, "m": 2}}, "built.parameters.n: True is not"),
        ({"parameters": {"d": 1, "n": "2", "m": 2}}, "built.parameters.n: '2' is not"),
        ({"parameters": {"d": 2, "n": 2, "m": 2}}, "built.parameters.d: 2 is not the network's number of rows, 1"),
        ({"parameters": {"d": 1, "n": 10**9, "m": 2}}, "(1/delta)^(dn) has more than 100,000 bits"),
        ({"parameters": []}, "built.parameters: an array is not an object"),
    ],
)
def test_wrong_parameters_are_refused(built, message):
    with pytest.raises(InputError) as caught:
        _ = NetworkFile(SMALL, built, 0, "net.json").parameters
    assert message in str(caught.value)


def test_a_label_that_is_no_text_is_refused():
    with pytest.raises(InputError, match=r"built\.theorem: a number is not a string"):
        _ = NetworkFile(SMALL, {"theorem": 2}).theorem


def document(**changes) -> str:
    return json.dumps({"exactua": "network/1", "network": to_data(SMALL), "built": BUILT} | changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text is not JSON"),
        ("\ud800", "the text is not UTF-8 (byte 0)"),
        ("[" * 100_000, "the text is nested too deeply"),
        ("[]", "net.json: an array is not an object"),
        ("{}", "net.json: network: missing key d"),
        (document(exactua="certificate/1"), '"certificate/1" is not the format of a network file, "network/1"'),
        (document(exactua=1), "a number is not the format"),
        (document(other=1), 'unknown key "other"'),
        ('{"exactua": "network/1"}', "missing key network"),
        (document(built=[]), "net.json: built: an array is not an object"),
        (document(built={"a": [1, {"b": 0.5}]}), 'net.json: built["a"][1]["b"]: 0.5 is a float'),
        (document(built={"a": float("nan")}), 'built["a"]: nan is a float'),
        (document(built={"a": json.loads("[" * 900 + "]" * 900)}), "are nested more than 32 deep"),
        ('{"exactua": "network/1", "network": 1, "network": 2}', 'the key "network" occurs more than once'),
        (document().replace('"1/2"', "0.5"), 'net.json: network.items[0].positional encoding.E[0][1]: 0.5 is a float; write "1/2"'),
        (document().replace('"1/2"', '"2/4"'), "is not a fraction in lowest terms"),
        (document().replace('"d": 1, "items"', '"d": 2, "items"'), "item 1 maps 1 x n to 1 x n, the network maps 2 x n"),
        (document(network={**to_data(SMALL), "items": [{"positional encoding": {"E": [[0], [0, 1]]}}]}), "row 2 has 2 entries"),
        (document(network={**to_data(SMALL), "items": [{"dropout": {}}]}), "network.items[0]: an item has exactly one key"),
    ],
)  # fmt: skip
def test_what_is_no_network_is_one_sentence(tmp_path, text, message):
    path = tmp_path / "net.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert message in refusal(path)


def written(tmp_path, E, **others):
    path = tmp_path / "net.json"
    path.write_text(json.dumps({"d": 1, "items": [{"positional encoding": {"E": E}}], "stages": {}, **others}))
    return path


@pytest.mark.parametrize("text", ["0.1", "1e-1", ".1", "+0.1", "0.10", "1/10", "10E-2"])
def test_a_decimal_in_quotes_is_read_as_in_files_of_points(tmp_path, text):
    path, points = written(tmp_path, [[0, text, "2", "2.0"]]), tmp_path / "points.json"
    points.write_text(json.dumps([[[0, text, "2", "2.0"]]]))
    assert read_network(path).network.items[0].E == ((0, mpq(1, 10), 2, 2),) == read_points(points, 1)[0]
    assert loads(path.read_text()) == read_network(path).network


def test_integers_of_any_size_and_decimals_in_reals(tmp_path):
    path = written(tmp_path, [[2**53 + 1, "9007199254740993", ["exp", "0.50"], {"constant": "1e3"}]])
    assert read_network(path).network.items[0].E[0] == (2**53 + 1, 2**53 + 1, exp(mpq(1, 2)), 1000)
    said = refusal(written(tmp_path, [["1e9999"]]))
    assert '1e9999 has an exponent of more than 3 digits; write an integer or a fraction such as "3/4"' in said
    for entry in (2**53, ["exp", "0.5"]):
        with pytest.raises(InputError):
            from_data({"d": 1, "items": [{"positional encoding": {"E": [[entry]]}}], "stages": {}})


@pytest.mark.parametrize("text", ["0.1", "2", "1e-1", "2.0"])
def test_in_a_certificate_a_number_has_one_writing(text):
    data = {"d": 1, "items": [{"positional encoding": {"E": [[text]]}}], "stages": {}}
    assert ((mpq(text),),) == from_people(data).items[0].E
    with pytest.raises(InputError):
        from_data(data)


def test_numbers_that_are_wrong_are_told_together(tmp_path):
    said = refusal(written(tmp_path, [[0.5, "x", 0, "1/0", None, 0.1, 0.2, 0.3]]))
    at = "network.items[0].positional encoding.E[0]"
    assert said == (
        f'{tmp_path / "net.json"}: {at}[0]: 0.5 is a float; write "1/2"; '
        f"{at}[1]: 'x' is not an exact number; write an integer or a fraction such as \"3/4\"; "
        f"{at}[3]: '1/0' is not a fraction in lowest terms such as \"-3/4\"; "
        f'{at}[4]: null is not a number; write an integer or a fraction such as "3/4"; '
        f'{at}[5]: 0.1 is a float; write "1/10"; and 2 more numbers like these; '
        "in Python, exactua.networks.files.write_network writes such a file from matrices"
    )
    # what else is wrong is told when the numbers are right
    assert "0.5 is a float" in refusal(written(tmp_path, [[0.5], [1]]))
    assert "the network maps 1 x n" in refusal(written(tmp_path, [[0], [1]]))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_changed_byte_is_refused_or_is_another_file(tmp_path_factory, data):
    """Nothing but an InputError may come of any text."""
    path = tmp_path_factory.mktemp("files") / "net.json"
    write_network(path, SMALL, BUILT)
    content = bytearray(path.read_bytes())
    content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content)
    with contextlib.suppress(InputError):
        file = read_network(path)
        _ = file.theorem, file.parameters


def test_what_is_no_readable_file_is_refused_at_once(tmp_path):
    assert "there is no file" in refusal(tmp_path / "none.json")
    assert "is a directory" in refusal(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    assert "is not a regular file" in refusal(tmp_path / "pipe")
    assert "is not a regular file" in refusal("/dev/zero")
    assert "can't be read" in refusal("a\0b")


def test_a_large_file_is_refused(tmp_path):
    with open(tmp_path / "net.json", "wb") as file:
        file.truncate(64 * 2**20 + 1)
    assert "is larger than 64 MiB" in refusal(tmp_path / "net.json")


def test_floats_and_python_objects_are_not_written(tmp_path):
    for built, message in [({"a": 0.5}, "is a float"), ({"a": mpq(1, 2)}, "is not JSON data"), ({"a": {1: 2}}, "keys")]:
        with pytest.raises(InputError, match=message):
            write_network(tmp_path / "net.json", SMALL, built)
    assert list(tmp_path.iterdir()) == []


def test_what_can_not_be_written_leaves_what_was_there(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=r"network: .* is a directory; give the path of a file"):
        write_network(tmp_path / "folder", SMALL)
    with pytest.raises(InputError, match=r"network: there is no folder .*none; give a path in one that exists"):
        write_network(tmp_path / "none" / "net.json", SMALL)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_where_a_path_that_is_written_in_a_file_is_looked_for_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refusal("net.json") == (
        f"network: there is no file net.json in {tmp_path}, the current folder; for a file beside your own write "
        'read_network(Path(__file__).parent / "net.json")'
    )
    assert refusal(Path("net.json")) == "network: there is no file net.json"  # of an option: it is known where that is
    assert refusal(str(tmp_path / "net.json")) == f"network: there is no file {tmp_path / 'net.json'}"


@pytest.mark.parametrize("name", ["own.npz", "layer.safetensors"])
def test_arrays_are_told_to_be_imported_first(tmp_path, name):
    (tmp_path / name).write_bytes(b"PK\x03\x04\xff")
    path = tmp_path / name
    assert refusal(path) == (
        f"{path}: it holds arrays, and is no JSON; `exactua import {path} -o net.json` makes a network file"
    )
