"""What was green: for each long stage of `.ci/run` the hash of the files that it depends on, when `.ci/full` passed it.

    python3 .ci/green.py files FILE          writes the hashes into a file, when a run begins
    python3 .ci/green.py asked STAGE FILE    exit code 0 where it has to run, 10 where it was green for these files
    python3 .ci/green.py passed STAGE FILE   writes down that it is green; `.ci/full` alone does this

A stage depends on every tracked file but those that `stages.toml` says it never looks at: a new file counts for every
stage until somebody says otherwise. What pip installs is no file of the project; a record is good for a month.
"""

from __future__ import annotations

import datetime
import hashlib
import subprocess
import sys
import tomllib
from pathlib import Path, PurePosixPath

HERE = Path(__file__).resolve().parent
GREEN = 10  # no exit code of an interpreter that fails
RECORD, STAGES = HERE / "green.toml", HERE / "stages.toml"
DAYS = 31


def tracked(root: Path) -> list[str]:
    """The files that git tracks, and new ones that it does not ignore, by name."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    return sorted({name for name in names if name and (root / name).is_file()})


def looked_at(stage: str, names: list[str], stages: dict[str, dict[str, list[str]]]) -> list[str]:
    """Those that a stage depends on. Raises KeyError for a stage that is not in the table."""
    never = ["CHANGELOG.md", ".ci/green.toml", *stages[stage]["never"]]
    but = stages[stage].get("but", [])
    return [name for name in names if stands_in(name, but) or not stands_in(name, never)]


def stands_in(name: str, those: list[str]) -> bool:
    """Whether a file is one of those, stands in a folder of those, or its name and folder are as a pattern says."""
    whole, parts = PurePosixPath(name), name.split("/")
    folders = {"/".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return any(entry in folders or ("*" in entry and whole.match(entry)) for entry in those)


def fingerprint(root: Path, names: list[str]) -> str:
    """The hash of names and contents."""
    whole = hashlib.sha256()
    for name in names:
        whole.update(f"{name}\0{hashlib.sha256((root / name).read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def read(path: Path) -> dict[str, dict[str, str]]:
    """The record; an empty one where there is none."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def why(stage: str, current: str, record: dict[str, dict[str, str]], today: datetime.date) -> str | None:
    """Why a stage has to run, or None."""
    if stage not in record:
        return "no record of it"
    if record[stage]["files"] != current:
        return f"files that it depends on have changed since {record[stage]['date']}"
    if (today - datetime.date.fromisoformat(record[stage]["date"])).days > DAYS:
        return f"it was green on {record[stage]['date']}, more than {DAYS} days ago"
    return None


def written(record: dict[str, dict[str, str]]) -> str:
    """The record as a file."""
    head = "# What was green, written by .ci/full alone: see .ci/green.py.\n"
    rows = (f'[{stage}]\nfiles = "{row["files"]}"\ndate = "{row["date"]}"\n' for stage, row in sorted(record.items()))
    return head + "".join(f"\n{row}" for row in rows)


def hashes(root: Path) -> dict[str, str]:
    """The hash of the files of every stage."""
    stages, names = tomllib.loads(STAGES.read_text(encoding="utf-8")), tracked(root)
    return {stage: fingerprint(root, looked_at(stage, names, stages)) for stage in stages}


def begin(file: Path, root: Path = HERE.parent) -> int:
    """Writes the hashes as they are now."""
    file.write_text("".join(f'{stage} = "{files}"\n' for stage, files in hashes(root).items()), encoding="utf-8")
    return 0


def main(verb: str, stage: str, file: Path) -> int:
    """Asks for a stage, or writes it down, with the hash that the file has of it; says why."""
    current = tomllib.loads(file.read_text(encoding="utf-8"))[stage]
    record, today = read(RECORD), datetime.datetime.now(datetime.UTC).date()
    if verb == "passed":
        RECORD.write_text(written(record | {stage: {"files": current, "date": today.isoformat()}}), encoding="utf-8")
        return 0
    reason = why(stage, current, record, today)
    print(f"runs: {reason}" if reason else f"skipped: green on {record[stage]['date']} for these very files")
    return 0 if reason else GREEN


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["files", name]:
            sys.exit(begin(Path(name)))
        case ["asked" | "passed" as verb, stage, name]:
            sys.exit(main(verb, stage, Path(name)))
        case _:
            sys.exit(__doc__)
