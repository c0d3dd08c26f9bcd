"""The file of a certificate altered as a file: its layout, digest, version and bytes, not hashed again."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator

from exactua.certificates.writing import FORMAT
from exactua.terms.encoding import canonical


def altered_files(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Every alteration of a file, with its name. Those that begin with "run" leave it as true as it was."""
    text = content.decode("ascii")
    data = json.loads(text)
    digest = data["digest"]

    def laid(**changes: object) -> str:
        parts = {"decided": data["decided"], "digest": digest, "exactua": FORMAT, "run": data["run"], **changes}
        return "{" + ",\n".join(f'"{key}":{canonical(value)}' for key, value in parts.items()) + "}\n"

    def hashed(decided: str) -> bytes:
        """The file with this text for the hashed part, and the digest of this text."""
        new = hashlib.sha256(decided.encode()).hexdigest()
        whole = f'{{"decided":{decided},\n"digest":"sha256:{new}",\n"exactua":"{FORMAT}",\n"run":{{}}}}\n'
        return whole.encode()

    decided = canonical(data["decided"])
    other = digest[:-1] + ("0" if digest[-1] != "0" else "1")
    altered = {
        "digest: another digit": laid(digest=other),
        "digest in capitals": laid(digest="sha256:" + digest[7:].upper()),
        "digest without its name": laid(digest=digest[7:]),
        "digest null": laid(digest=None),
        "another version": laid(exactua="certificate/3"),
        "the former version": laid(exactua="certificate/1"),
        "version null": laid(exactua=None),
        "run: something in it": laid(run={"seconds": "1.5", "engine": {"step": "literal"}}),
        "no run": laid(run=None),
        "a list for the run": laid(run=[]),
        "one more key": laid(more=0),
        "no newline at the end": text[:-1],
        "a newline more": text + "\n",
        "a byte more": text + "x",
        "a space in front": " " + text,
        "without line breaks": canonical(data) + "\n",
        "line breaks of another kind": text.replace("\n", "\r\n"),
        "a space behind a colon": text.replace('"digest":', '"digest": '),
        "keys in another order": "{" + ",\n".join(text[1:-2].split(",\n")[::-1]) + "}\n",
        "a key twice": text.replace('{"decided":', '{"decided":{},\n"decided":', 1),
        "the first half": text[: len(text) // 2],
        "nothing": "",
        "no JSON": text.replace('"digest"', "digest", 1),
        "NaN": text.replace('"run":{}', '"run":{"a":NaN}'),
        "a list around it": f"[{text}]",
    }
    yield from ((name, changed.encode()) for name, changed in altered.items())
    yield "a mark of byte order", b"\xef\xbb\xbf" + content
    yield "no UTF-8", content.replace(b'"run":{}', b'"run":{"a":"\xff"}')
    yield "a letter that is not escaped", text.replace('"run":{}', '"run":{"a":"\u00e9"}').encode()
    yield "an escape where none is needed", hashed(decided.replace('"claim"', '"\\u0063laim"', 1))
    yield "a space in the hashed part", hashed(decided.replace(":", ": ", 1))
    yield "the hashed part with its keys in another order", hashed(_turned(data["decided"]))
    yield "a key of the hashed part twice", hashed(decided.replace('{"claim"', '{"claim":"x","claim"', 1))
    yield "a number with an exponent", hashed(re.sub(r'("points":\d+)', r"\1e0", decided, count=1))
    yield "minus zero", hashed(re.sub(r'("failures":)0', r"\1-0", decided, count=1))


def _turned(decided: dict[str, object]) -> str:
    return json.dumps(dict(reversed(decided.items())), separators=(",", ":"), ensure_ascii=True)
