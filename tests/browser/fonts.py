"""The fonts that Chromium sees in the tests: those of two packages of Debian, so that lines break alike everywhere."""

from __future__ import annotations

from pathlib import Path

FOLDERS = {
    "fonts-dejavu-extra": Path("/usr/share/fonts/truetype/dejavu"),
    "fonts-urw-base35": Path("/usr/share/fonts/opentype/urw-base35"),
}
"""Sans serif, monospaced and mathematical; Palatino for the words of papers."""
FAMILIES = {
    "system-ui": "DejaVu Sans",
    "sans-serif": "DejaVu Sans",
    "ui-monospace": "DejaVu Sans Mono",
    "monospace": "DejaVu Sans Mono",
    "Palatino": "P052",
    "serif": "P052",
    "math": "DejaVu Math TeX Gyre",
}
SETTINGS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
{folders}
{aliases}
<match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
<cachedir>{cache}</cachedir>
</fontconfig>
"""


def missing() -> str:
    """Which packages to install for pictures that can be compared; "" where they are there."""
    absent = [package for package, folder in FOLDERS.items() if not folder.is_dir()]
    return f"screenshots are compared with the fonts of Debian: apt-get install {' '.join(absent)}" if absent else ""


def settings(folder: Path) -> dict[str, str]:
    """What to add to the environment of Chromium; the system's own fonts where those packages are missing."""
    if missing():
        return {}
    file = folder / "fonts.conf"
    folders = "\n".join(f"<dir>{path}</dir>" for path in FOLDERS.values())
    alias = '<alias binding="strong"><family>{}</family><prefer><family>{}</family></prefer></alias>'
    aliases = "\n".join(alias.format(*family) for family in FAMILIES.items())
    file.write_text(SETTINGS.format(folders=folders, aliases=aliases, cache=folder / "cache"), encoding="utf-8")
    return {"FONTCONFIG_FILE": str(file)}
