"""npz and safetensors: the same arrays there and back, and one sentence for every file that is none of ours."""

from __future__ import annotations

import json
import pickle
import re
import struct
import zipfile
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.commands.export.networks import Asked, import_tensors
from exactua.errors import InputError
from exactua.softmax.exchange import files
from exactua.softmax.exchange.files import exact_tensor, npz_bytes, read_arrays, read_tensors, safetensors_bytes
from exactua.softmax.exchange.metadata import loads
from exactua.softmax.exchange.rounding import arrays_of, network_of
from tests.softmax.exchange import samples

save = pytest.importorskip("safetensors.numpy").save
WRITERS = {"npz": npz_bytes, "safetensors": safetensors_bytes}


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize(
    "network",
    [
        samples.hardmax(),
        samples.fixed(),
        samples.softmax("causal"),
        samples.two_sizes(),
        samples.two_sizes(softmax=True),
        *(samples.masked(mask, "leftmost") for mask in samples.MASKS),
    ],
)
def test_there_and_back_is_exact(network, form, tmp_path):
    path = tmp_path / f"net.{form}"
    path.write_bytes(WRITERS[form](arrays_of(network)))
    file = read_tensors(path)
    read_back = network_of(loads(file.metadata, "file"), file.exact(list(file.tensors)), "file")
    assert list(read_back.layers()) == list(network.layers())


@pytest.mark.parametrize("form", WRITERS)
def test_there_and_back_in_floats(form, tmp_path):
    arrays, path = arrays_of(samples.hardmax(), "float32", mpq(1, 3)), tmp_path / f"net.{form}"
    path.write_bytes(WRITERS[form](arrays))
    reread = read_arrays(path)
    assert reread.metadata == arrays.metadata
    assert set(reread.tensors) == set(arrays.tensors)
    for name, array in arrays.tensors.items():
        assert reread.tensors[name].dtype == array.dtype
        assert np.array_equal(reread.tensors[name], array)


@pytest.mark.parametrize("form", WRITERS)
def test_the_same_network_gives_the_same_bytes(form):
    assert WRITERS[form](arrays_of(samples.hardmax())) == WRITERS[form](arrays_of(samples.hardmax()))


def header(data, content=b""):
    text = json.dumps(data).encode()
    return struct.pack("<Q", len(text)) + text + content


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.safetensors", b"", "file: {} is not a safetensors file ("),
        ("a.safetensors", b"nothing of the kind", "file: {} is not a safetensors file ("),
        ("a.safetensors", struct.pack("<Q", 2**60) + b"{}", "file: {} is not a safetensors file ("),
        ("a.safetensors", header({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}, bytes(4)), "file: {} is not a safetensors"),
        ("a.safetensors", header({"a": {"dtype": "F99", "shape": [2], "data_offsets": [0, 8]}}, bytes(8)), "file: {} is not a safetensors"),
        ("a.safetensors", header({"a": {"dtype": "F32", "shape": [3], "data_offsets": [0, 8]}}, bytes(8)), "file: {} is not a safetensors"),
        ("a.safetensors", pickle.dumps({"a": 1}), "file: {} is a pickle of PyTorch by its name or first bytes, which could run any code"),
        ("a.json", b'{"exactua":"network/1"}', "file: {} ends in .json and is not a safetensors file; a network file needs no import: ask, eval, info and trace read it"),
        ("a.pt", b"PK\x03\x04", "file: {} is a pickle of PyTorch by its name or first bytes"),
        ("a.npz", b"nothing of the kind", "file: {} is not an npz file of numbers (File is not a zip file)"),
        ("a.npz", npz_bytes(arrays_of(samples.fixed()))[:-30], "file: {} is not an npz file of numbers ("),
    ],
)  # fmt: skip
def test_what_is_no_such_file_is_refused(name, content, message, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match="^" + re.escape(message.format(path))):
        read_tensors(path)


def test_what_is_no_file_is_refused(tmp_path):
    import os

    os.mkfifo(tmp_path / "pipe.safetensors")
    for name, message in (
        ("none.safetensors", "file: there is no file {}"),
        ("", "file: {} is a directory; give the path of a file"),
        ("pipe.safetensors", "file: {} is not a regular file (a pipe or a device); give the path of a file"),
        ("a\0b", "file: {} can't be read (embedded null byte)"),
    ):
        told = message.format(tmp_path / name).replace("\0", "\\x00")
        with pytest.raises(InputError, match="^" + re.escape(told) + "$"):
            read_tensors(tmp_path / name)


def test_files_and_tensors_have_a_limit(tmp_path, monkeypatch):
    path = tmp_path / "a.safetensors"
    path.write_bytes(save({"a": np.zeros(20), "b": np.zeros(4)}))
    monkeypatch.setattr(files, "MOST_NUMBERS", 10)
    file = read_tensors(path)
    assert file.exact(["b"])["b"].entries == (0,) * 4
    with pytest.raises(
        InputError, match=r"a.safetensors: 24 numbers are to be read, but a network file has at most 10"
    ):
        file.exact(["a", "b"])
    monkeypatch.setattr(files, "MAX_BYTES", 100)
    with pytest.raises(InputError, match=r"a.safetensors is larger than 0 GiB$"):
        read_tensors(path)


def test_what_an_npz_file_unpacks_to_has_a_limit(tmp_path, monkeypatch):
    path = tmp_path / "a.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", bytes(10**6))
    monkeypatch.setattr(files, "MAX_OWN_BYTES", 10**5)
    with pytest.raises(InputError, match=r"^file: what .* unpacks to is larger than 0 MiB$"):
        read_tensors(path)


def test_python_objects_are_never_unpickled(tmp_path):
    path = tmp_path / "a.npz"
    np.savez(path, a=np.array([{}], dtype=object))
    with pytest.raises(InputError, match=r"is not an npz file of numbers \(Object arrays cannot be loaded"):
        read_tensors(path)


def test_only_an_export_is_read_as_one(tmp_path):
    path = tmp_path / "a.safetensors"
    path.write_bytes(save({"a": np.zeros(2)}))
    with pytest.raises(InputError, match=r"was not written by exactua export; `exactua import` reads other layouts$"):
        read_arrays(path)
    arrays = arrays_of(samples.fixed())
    text = {"exactua": arrays.metadata.dumps()}
    path.write_bytes(save({**arrays.tensors, "more": np.zeros(2)}, metadata=text))
    with pytest.raises(InputError, match=r"the tensor more belongs to no layer of the metadata$"):
        read_arrays(path)
    path.write_bytes(
        save({**arrays.tensors, "layers.0.positional_encoding.E": np.zeros((2, 3), dtype="i8")}, metadata=text)
    )
    with pytest.raises(
        InputError, match=r"layers.0.positional_encoding.E: its entries are I64; an export has F32, F64, BOOL$"
    ):
        read_arrays(path)


@pytest.mark.parametrize("form", WRITERS)
def test_whatever_stands_in_a_file_is_a_network_or_a_sentence(form, tmp_path):
    whole, path, refused = WRITERS[form](arrays_of(samples.fixed())), tmp_path / f"a.{form}", []
    for k in range(0, 60):
        changed = bytearray(whole)
        changed[k * len(whole) // 60] ^= 1 << (k % 8)
        path.write_bytes(changed)
        try:
            import_tensors(path, Asked())
        except InputError as error:
            refused.append(str(error))
    assert len(refused) > 20
    assert not [sentence for sentence in refused if "\n" in sentence]


def test_a_file_that_shrinks_while_it_is_read(tmp_path):
    path = tmp_path / "a.safetensors"
    path.write_bytes(save({"a": np.ones(20)}))
    file = read_tensors(path)
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(InputError, match=r"a.safetensors changed while it was read$"):
        file.exact(["a"])


def test_without_safetensors(tmp_path, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "safetensors", None)
    (tmp_path / "a.safetensors").write_bytes(save({"a": np.ones(20)}))
    for call in (
        lambda: safetensors_bytes(arrays_of(samples.fixed())),
        lambda: read_tensors(tmp_path / "a.safetensors"),
    ):
        with pytest.raises(InputError, match=r"safetensors is not installed; run: pip install 'exactua\[files\]'$"):
            call()


def read(dtype: str, data: bytes) -> list[Fraction]:
    width = {"F16": 2, "BF16": 2, "F32": 4, "F64": 8}[dtype]
    entries = exact_tensor(dtype, (len(data) // width,), data, "t").entries
    return [Fraction(int(entry.numerator), int(entry.denominator)) for entry in entries]


@pytest.mark.parametrize("dtype", ["F16", "BF16"])
def test_16_bit_floats(dtype):
    patterns = np.arange(0, 2**16, 13, dtype="<u2")
    if dtype == "F16":
        floats = patterns.view("<f2").astype("f8")
    else:
        with np.errstate(invalid="ignore"):  # signalling NaNs
            floats = (patterns.astype("<u4") << 16).view("<f4").astype("f8")
    finite = np.isfinite(floats)
    assert 0 < np.count_nonzero(~finite) < len(patterns) // 10
    assert read(dtype, patterns[finite].tobytes()) == [Fraction(number) for number in floats[finite].tolist()]
    for pattern in patterns[~finite][::5]:
        with pytest.raises(InputError, match="NaN or infinite"):
            read(dtype, pattern.tobytes())


@settings(max_examples=50)
@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_32_bits(number):
    assert read("F32", struct.pack("<f", number)) == [Fraction(number)]


@settings(max_examples=50)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_64_bits(number):
    assert read("F64", struct.pack("<d", number)) == [Fraction(number)]


def test_the_smallest_and_the_largest():
    assert read("F64", struct.pack("<4d", 5e-324, -5e-324, 0.0, -0.0)) == [
        Fraction(1, 2**1074),
        Fraction(-1, 2**1074),
        0,
        0,
    ]
    assert read("F64", struct.pack("<d", 1.7976931348623157e308)) == [Fraction(2**1024 - 2**971)]


def test_what_is_no_number_is_named_with_its_place():
    data = struct.pack("<6f", 0, 0, 0, 0, float("nan"), 0)
    with pytest.raises(
        InputError, match=f"^{re.escape('t: entry [1, 1] is NaN or infinite, which is not a number; nothing is read')}$"
    ):
        exact_tensor("F32", (2, 3), data, "t")
    with pytest.raises(InputError, match=r"^t: entry \[\] is NaN"):
        exact_tensor("F64", (), struct.pack("<d", float("-inf")), "t")


def test_other_types():
    assert exact_tensor("BOOL", (2,), b"\x00\x01", "t").entries == (False, True)
    with pytest.raises(InputError, match=r"^t: its entries are I64; valid are F16, BF16, F32, F64$"):
        exact_tensor("I64", (1,), bytes(8), "t")
