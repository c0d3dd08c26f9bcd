"""Runs of `regress` of every kind, as data."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from exactua.claims.verdicts import Verdict
from exactua.claims.verification import Outcome, Verification, Verifier, refused
from exactua.commands.regress.formats.account import Check, LeftOut, Manifest, Place, Run, Statement, Unlisted
from exactua.deciding.comparing import Difference, Expected, Found, StepAt

DIGEST = "sha256:" + "0" * 64
words = st.text(st.sampled_from("ab|`*<>&%:,\n\r\t\x00\x1b\ud800\uffff \"'[]\\@é"), min_size=1, max_size=8)
names = st.sampled_from(["one", "two@repaired"])
places = st.builds(Place, st.sampled_from([Path("a b/x,y:z.toml"), Path("p.toml"), Path("/elsewhere/q.toml")]), st.integers(1, 9))  # fmt: skip
steps_at = st.builds(StepAt, st.sampled_from(list(Verdict)), st.just(4), st.integers(0, 4), st.integers(0, 4))
founds = st.builds(
    Found, st.sampled_from(list(Verdict)), st.fixed_dictionaries({"one": steps_at, "two@repaired": steps_at}),
    st.just({}), st.just(DIGEST), st.booleans(),
)  # fmt: skip
said = st.text(st.sampled_from("ab|`*<>&%:, '[]\\@"), min_size=1, max_size=8)  # a line of printable ASCII
verifications = st.builds(
    Verification, st.just(DIGEST), st.just(Verifier("verifier.py", DIGEST)), st.sampled_from(list(Outcome)), said, st.booleans()
)  # fmt: skip
differences = st.one_of(
    st.builds(Difference, st.just("verdict"), st.none(), st.just("holds"), st.just("refuted")),
    st.builds(Difference, st.just("step"), names, st.just("holds"), st.just("refuted")),
    st.builds(Difference, st.just("witness"), names, st.none() | words, words),
    st.builds(Difference, st.just("digest"), st.none(), st.none() | st.just(DIGEST), st.just("sha256:" + "1" * 64)),
)


@st.composite
def checks(draw, reached: bool) -> Check:
    word = draw(st.sampled_from(["ok", "unchanged", "differs", "updated", "accepted"] if reached else ["not decided"]))
    about = {"claim": draw(words), "parameters": draw(st.fixed_dictionaries({"d": st.integers(1, 2**70)}))}
    known = {}
    if word in ("ok", "differs", "updated", "accepted"):
        known = {"found": draw(founds), "seconds": draw(st.integers(0, 90)) / 8}
    if word in ("differs", "updated", "accepted"):
        known["differences"] = tuple(draw(st.lists(differences, min_size=1, max_size=3)))
    if word == "unchanged":
        known["since"] = "2026-11-22"
    known["verified"] = draw(st.none() | verifications)
    return Check(draw(places), label=draw(words), repaired=draw(st.booleans()), expected=Expected(Verdict.HOLDS),
                 word=word, **about, **known)  # fmt: skip


statements = st.builds(Statement, places, words, st.none() | st.just(DIGEST), st.none() | st.just("sha256:" + "1" * 64))


@st.composite
def runs(draw) -> Run:
    stopped = draw(st.none() | words)
    manifests = []
    for number in range(draw(st.integers(1, 3))):
        reached = stopped is None or number == 0
        compared = tuple(draw(st.lists(statements, max_size=2))) if reached else None
        own = tuple(draw(st.lists(checks(reached), max_size=4)))
        manifests.append(Manifest(Path(f"p{number}.toml"), own, 3, compared))
    run = Run(
        tuple(manifests),
        tuple(draw(st.lists(st.builds(LeftOut, places, words, words, st.sampled_from([(), ("a:b",)])), max_size=2))),
        tuple(draw(st.lists(st.builds(Unlisted, places, words), max_size=2))),
        0, "2026-11-22T05:49:40+00:00", draw(st.integers(0, 100)) / 8, stopped=stopped,
    )  # fmt: skip
    code = 3 if stopped else int(failures(run) > 0)
    return Run(**{**vars(run), "exit_code": code})


def failures(run: Run) -> int:
    """What makes a run fail: checks, statements, claims that are not listed, idle lines."""
    differing = sum(check.word == "differs" for check in run.checks) + sum(
        not statement.updated for statement in run.statements
    )
    differing += sum(refused(check.verified) for check in run.checks)
    return differing + len(run.unlisted) + sum(not omission.claims for omission in run.left_out)
