"""How a bundle lies in its zip: names, order, sums. Called by who writes bundles and by `checking`.

Parts are stored as they are, dated 1980 and in one order, so that the same parts give the same
bytes everywhere: every byte of a bundle can be checked, those of the zip itself too.
"""

import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Mapping

EVIDENCE = "evidence.json"
SHEET = "datasheet.html"
CROISSANT = "croissant.json"
GUIDELINES = "guidelines.md"
LICENCE = "LICENCE.txt"
METHODS_MD, METHODS_TEX = "methods.md", "methods.tex"
VERSIONS = "versions.json"
SUMS = "SHA256SUMS"
CORPUS = "corpus"  # its name without the ending
# Every name that a part may have; there are no folders.
PARTS = re.compile(
    r"corpus\.[a-z]{2,8}|(?:evidence|croissant|versions)\.json|datasheet\.html|methods\.(?:md|tex)"
    r"|guidelines\.md|LICENCE\.txt"
)
NEEDED = (EVIDENCE, SHEET, CROISSANT, METHODS_MD, METHODS_TEX, VERSIONS)


def sums_of(parts: Mapping[str, bytes]) -> bytes:
    """The lines of SHA256SUMS, as `sha256sum -c` reads them."""
    lines = [f"{hashlib.sha256(parts[name]).hexdigest()}  {name}\n" for name in sorted(parts)]
    return "".join(lines).encode()


def pack(parts: Mapping[str, bytes]) -> bytes:
    """The zip with the parts and their sums; `parts` has no SHA256SUMS of its own."""
    return zip_of([*sorted(parts.items()), (SUMS, sums_of(parts))])


def zip_of(members: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip of members in this order: nothing in it tells of a machine, a person or an hour."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members:
            entry = zipfile.ZipInfo(name)  # 1980-01-01
            entry.external_attr = 0o444 << 16
            entry.create_system = 3
            archive.writestr(entry, data)
    return out.getvalue()


def parts_in(data: bytes) -> dict[str, bytes]:
    """The parts of a bundle that was checked, by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist()}
