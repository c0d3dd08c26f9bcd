"""Mutants of certificates, and whether they are lies: every field changed, every layer of the file altered.

A changed field is hashed again, so that no digest gives it away; the layout, the digest and the version are changed as
they stand. Whether the file that comes out is a lie is decided by the evaluators (see `certificate_truth`): a lie has
to be refused by every verifier, and a file that is true all the same has to be confirmed.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from exactua import verifier
from exactua.arithmetic.messages import cut
from exactua.certificates.reading import read_certificate
from exactua.certificates.writing import FORMAT, decided_data, laid_out
from exactua.claims.decision import Decision
from exactua.commands.audit.certificate_changes import Field, Lie, fields_of
from exactua.commands.audit.certificate_lies import lies_of
from exactua.commands.audit.certificate_truth import Truth, Truths, differences, found_anew
from exactua.commands.audit.network_operators import shown
from exactua.commands.audit.record import Answer, Judgement, Mutant, Outcome
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.terms.encoding import canonical

T = TypeVar("T")

FOR_PEOPLE: Final = ("claim", "title", "source", "says", "kind")
"""Fields that are no evidence: text for people, and what a step stands for in a paper."""

EXIT_CODES: Final = frozenset({0, verifier.NOT_CONFIRMED, verifier.UNREADABLE, verifier.NOT_RECHECKED})
"""What a verifier answers: confirmed, not confirmed, unreadable, not re-checked."""

_ROUND: Final = ("lie", "field", "told", "lie", "field", "file")
"""In which order the sorts of changes take turns."""

FOUND_ANEW: Final = ", everything found anew"


def mutants_of(decision: Decision, rng: random.Random, most: int) -> list[Mutant]:
    """At most `most` changed certificates of a decision, spread evenly over the kinds of places and of changes.

    No two have the same bytes, and none the bytes of the true one; the same `rng` gives the same mutants.
    """
    decided = json.loads(canonical(decided_data(decision)))
    original = laid_out(decided, {}).encode("ascii")
    sorts: dict[str, Iterator[Mutant]] = {
        "lie": _of_lies(decision, decided, rng),
        "field": (
            _changed(decision, decided, field, field.operator, field.applied(decided))
            for field in _fields(decided, rng, stated=False)
        ),
        "told": (
            _changed(decision, decided, field, field.operator + FOUND_ANEW, anew)
            for field in _fields(decided, rng, stated=True)
            if (anew := found_anew(field.applied(decided))) is not None
        ),
        "file": (
            _mutant(decision, "file", operator, "the file", "", "", content)
            for operator, content in _shuffled(altered_files(original), rng)
        ),
    }
    mutants: dict[bytes, Mutant] = {}
    while sorts and len(mutants) < most:
        for sort in [sort for sort in _ROUND if sort in sorts]:
            for mutant in sorts.get(sort, ()):
                assert mutant.certificate is not None
                if mutant.certificate != original and mutant.certificate not in mutants:
                    mutants[mutant.certificate] = mutant
                    break
            else:
                sorts.pop(sort, None)
    return list(mutants.values())[:most]


def _fields(decided: Mapping[str, Any], rng: random.Random, stated: bool) -> Iterator[Field]:
    """All changed fields (or those of what is stated, with what was found still to be found anew), kinds in turns."""
    groups: dict[str, dict[str, list[Field]]] = {}
    for field in fields_of(decided):
        if not stated or (field.stated and not field.fitted):
            groups.setdefault(field.kind, {}).setdefault(field.operator, []).append(field)
    yield from _in_turns(
        [_in_turns(_shuffled(operators.values(), rng), rng) for operators in _shuffled(groups.values(), rng)], None
    )


def _changed(
    decision: Decision, decided: Mapping[str, Any], field: Field, operator: str, changed: Mapping[str, Any]
) -> Mutant:
    before: Any = decided
    for part in field.path:
        before = before[part]
    content = laid_out(changed, {}).encode("ascii")
    return _mutant(
        decision, "field", operator, shown(field.path)[1:], canonical(before), canonical(field.value), content
    )


def _of_lies(decision: Decision, decided: Mapping[str, Any], rng: random.Random) -> Iterator[Mutant]:
    groups: dict[str, list[Lie]] = {}
    for lie in lies_of(decided, Truths("auto")):
        groups.setdefault(lie.operator, []).append(lie)
    for lie in _in_turns(_shuffled(groups.values(), rng), rng):
        changed = lie.make()
        if changed is not None:
            places = list(differences(decided, changed))[:3]
            before, after = ("; ".join(f"{place[0]}: {place[side]}" for place in places) for side in (1, 2))
            content = laid_out(changed, {}).encode("ascii")
            yield _mutant(decision, "lie", lie.operator, lie.where, before, after, content)


def _mutant(
    decision: Decision, sort: str, operator: str, where: str, before: str, after: str, content: bytes
) -> Mutant:
    problem = decision.problem
    return Mutant(
        "certificate",
        operator,
        problem.label,
        dict(problem.parameters),
        where,
        cut(before, 200),
        cut(after, 200),
        certificate=content,
        expected="false" if sort == "file" and not operator.startswith("run") else "unknown",
    )


def _shuffled(values: Iterable[T], rng: random.Random) -> list[T]:
    shuffled = list(values)
    rng.shuffle(shuffled)
    return shuffled


def _in_turns(lists: Iterable[Iterable[T]], rng: random.Random | None) -> Iterator[T]:
    """One of each list, then one more of each; the lists are shuffled where there is an `rng`."""
    waiting = [iter(_shuffled(values, rng) if rng is not None else values) for values in lists]
    while waiting:
        left = []
        for values in waiting:
            for value in values:
                yield value
                left.append(values)
                break
        waiting = left


class Judge:
    """Says of changed certificates whether they are true, and whether the verifiers say so too.

    `foreign` gives the exit code of another verifier for the bytes of a file; None: there is none here.
    """

    def __init__(self, foreign: Callable[[bytes], int] | None = None) -> None:
        self.foreign = foreign
        self.literal, self.auto = Truths("literal"), Truths("auto")

    def __call__(self, mutant: Mutant) -> Judgement:
        """What the evaluators and the verifiers say to a changed certificate, and what becomes of it."""
        assert mutant.certificate is not None
        content = mutant.certificate
        codes = [verifier_code(content)] + ([] if self.foreign is None else [self.foreign(content)])
        told: list[Answer] = ["passed" if code == 0 else "caught" for code in codes]
        ours, theirs = (*told, None)[:2]
        try:
            literal, fast = self._truths(content)
        except EvaluatorsDisagree as error:
            return Judgement(None, None, ours, theirs, None, "disagreement", (), str(error))
        outcome, remark = self._outcome(literal, fast, codes), self._remark(mutant, literal, codes)
        if literal.holds != fast.holds:
            remark = (
                f"the evaluators differ: {literal.why or 'true'} by the literal one, {fast.why or 'true'} by the other"
            )
        return Judgement(
            _answer(literal), _answer(fast) if fast.fast else None, ours, theirs, None, outcome, (), remark
        )

    def _truths(self, content: bytes) -> tuple[Truth, Truth]:
        """Whether a file is true by the literal evaluator, and by the fast ones."""
        try:
            decided = read_certificate(content).decided
        except InputError as error:
            return Truth(False, str(error)), Truth(False, str(error))
        return self.literal(decided), self.auto(decided)

    def _outcome(self, literal: Truth, fast: Truth, codes: Sequence[int]) -> Outcome:
        if literal.holds != fast.holds or not {*codes} <= EXIT_CODES:  # any other code: a verifier has failed
            return "disagreement"
        if not literal.holds:
            return "survived" if 0 in codes else "caught"
        refusing = {*codes} - {0}
        return "no answer" if refusing == {verifier.NOT_RECHECKED} else "disagreement" if refusing else "harmless"

    def _remark(self, mutant: Mutant, truth: Truth, codes: Sequence[int]) -> str:
        """Why the file is no lie, or why it is one; and where the verifiers refuse it in different ways."""
        last = mutant.where.rpartition(".")[2]
        if truth.liberties:
            remark = f"true by the format: {', '.join(truth.liberties)}"
        elif truth.holds:
            remark = "no evidence: text for people" if last in FOR_PEOPLE else "true as well"
        else:
            remark = truth.why
        return remark + (f"; exit codes {' and '.join(map(str, codes))}" if len(set(codes)) > 1 else "")


def _answer(truth: Truth) -> Answer:
    return "passed" if truth.holds else "caught"


def verifier_code(content: bytes) -> int:
    """The exit code of the verifier for the bytes of a file, every point recomputed."""
    try:
        verifier.verify(content, seconds=0)
    except verifier.Refused as refused:
        return refused.code
    return 0


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
    yield (
        "the hashed part with its keys in another order",
        hashed(json.dumps(dict(reversed(data["decided"].items())), separators=(",", ":"))),
    )
    yield "a key of the hashed part twice", hashed(decided.replace('{"claim"', '{"claim":"x","claim"', 1))
    yield "a number with an exponent", hashed(re.sub(r'("points":\d+)', r"\1e0", decided, count=1))
    yield "minus zero", hashed(re.sub(r'("failures":)0', r"\1-0", decided, count=1))
