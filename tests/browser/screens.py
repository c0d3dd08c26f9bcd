"""Screenshots for the documentation: taken from the pages, kept small, and compared with what is kept.

Compared are the words that the shown part of the page has, the file that was written with them, and the pictures made
coarse: versions of Chromium draw letters a little differently. The fonts are the same on all machines (`fonts.py`).
"""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from PIL.Image import Image
    from playwright.sync_api import Page

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
FINGERPRINTS: Final = "fingerprints.json"
WRITE: Final = "EXACTUA_WRITE_SCREENSHOTS"
LARGEST: Final = 400_000
COARSE: Final = (64, 48)
BOUND: Final = 4
"""The mean difference of coarse pixels, of 255, that another Chromium may make."""
COLOURS: Final = 256


@dataclass(frozen=True)
class Shot:
    """One picture: a page, what is done on it, from which element on it is seen, and which elements' words are in it."""

    page: str
    top: str
    words: tuple[str, ...]
    height: int
    opens: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    above: int = 12

    @property
    def device(self) -> dict[str, Any]:
        return {"viewport": {"width": 1280, "height": self.height}, "reduced_motion": "reduce", **self.options}


def taken(page: Page, shot: Shot) -> tuple[bytes, str]:
    """The picture, and the words that it shows as one line."""
    if shot.opens:
        page.locator(shot.opens).evaluate("(one) => { one.open = true; }")
    page.evaluate(
        "([top, above]) => window.scrollTo(0, document.querySelector(top).getBoundingClientRect().top + scrollY - above)",
        [shot.top, shot.above],
    )
    page.evaluate("() => document.fonts.ready.then(() => true)")
    said = [
        page.locator(selector).first.evaluate("(one) => one.innerText ?? one.textContent") for selector in shot.words
    ]
    words = " ".join(" ".join(said).split())
    return small(page.screenshot()), words


def small(picture: bytes) -> bytes:
    """The picture with few colours, as PNG."""
    from PIL import Image

    out = io.BytesIO()
    with Image.open(io.BytesIO(picture)) as image:
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def coarse(picture: bytes) -> Image:
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image:
        return image.convert("RGB").resize(COARSE, Image.Resampling.BOX)


def difference(picture: bytes, other: bytes) -> float:
    """The mean difference of two pictures made coarse, from 0 to 255."""
    from PIL import ImageChops, ImageStat

    return sum(ImageStat.Stat(ImageChops.difference(coarse(picture), coarse(other))).mean) / 3


def sha256(content: bytes | str) -> str:
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()


def keep(name: str, picture: bytes, words: str, folder: Path = FOLDER) -> None:
    """Writes a picture and its fingerprint."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.png").write_bytes(picture)
    known = _fingerprints(folder)
    known[name] = {"words": sha256(words), "file": sha256(picture)}
    (folder / FINGERPRINTS).write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def faults(name: str, picture: bytes, words: str, folder: Path = FOLDER) -> list[str]:
    """Why the picture that is kept is not what was just taken; empty where it is."""
    path = folder / f"{name}.png"
    again = f"run {WRITE}=1 pytest -m browser -n 0 tests/browser/test_screenshots.py"
    if not path.is_file() or name not in _fingerprints(folder):
        return [f"{path.name} is missing; {again}"]
    kept, known = path.read_bytes(), _fingerprints(folder)[name]
    complaints = []
    if known["file"] != sha256(kept):
        complaints.append(f"{path.name} is not the file that was written with its fingerprint; {again}")
    if known["words"] != sha256(words):
        complaints.append(f"{path.name} shows other words than the page has now; {again}")
    if _shape(kept) != _shape(picture):
        complaints.append(f"{path.name} has other measures; {again}")
    elif (far := difference(kept, picture)) > BOUND:
        complaints.append(f"{path.name} looks different ({far:.1f} of {BOUND}); {again}")
    if len(kept) > LARGEST:
        complaints.append(f"{path.name} has {len(kept):,} bytes")
    return complaints


def _shape(picture: bytes) -> tuple[int, int]:
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image:
        return image.size


def _fingerprints(folder: Path) -> dict[str, dict[str, str]]:
    path = folder / FINGERPRINTS
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
