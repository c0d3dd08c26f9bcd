"""What exactua says of an error of its own: one sentence, and an exit code that is no verdict's."""

from __future__ import annotations

import os
import traceback
from typing import Final

from exactua.python_files import told
from exactua.visible_text import visible

UNEXPECTED: Final = 70
"""The exit code: EX_SOFTWARE of sysexits.h."""
VARIABLE: Final = "EXACTUA_TRACEBACK"
LONGEST: Final = 300


def unexpected(error: BaseException) -> str:
    """The sentence about an exception that nothing expected; where EXACTUA_TRACEBACK is 1, with its traceback."""
    what = visible(told(error))
    what = what if len(what) <= LONGEST else f"{what[: LONGEST - 3]}..."
    sentence = (
        f"this is an error of exactua itself ({what}); please report it to the maintainers of exactua, with the "
        f"command and the files that it reads; {VARIABLE}=1 shows where it was raised"
    )
    if os.environ.get(VARIABLE) != "1":
        return sentence
    return f"{sentence}\n{''.join(traceback.format_exception(error)).rstrip()}"
