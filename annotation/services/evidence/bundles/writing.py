"""Puts a bundle together: the corpus as it was written, and everything that is said of it.

Called by `signing`. The zip appears whole at its place or not at all, and is never changed.
"""

import hashlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from annotation.evidence.bundle import layout
from annotation.evidence.bundle.croissant import croissant_of
from annotation.evidence.bundle.methods import to_latex, to_markdown
from annotation.models import Bundle, Export, Project
from annotation.services.evidence.bundles.sheet import Sheet
from annotation.services.evidence.bundles.terms import terms_of
from annotation.services.figures import NO_BREAK
from annotation.services.guidance import guidelines
from annotation.services.release.recall import limits_of

SIGN = re.compile(r"(?<=k) (?==|&lt;)|(?<=&[lg]t;) (?=\d)|(?<=\(k =) (?=\d)")
NO_LICENCE = "No licence was chosen for this file: ask whoever gave it to you before you use it.\n"


def parts_of(export: Export, facts: Mapping[str, Any]) -> dict[str, bytes]:
    """The parts of a bundle by name, without its sums. Raises OSError."""
    project = export.project
    guideline = guidelines.newest(project)
    parts = {
        facts["file"]["name"]: (settings.ANTIFAZ_DATA / export.path).read_bytes(),
        layout.EVIDENCE: _json(facts),
        layout.CROISSANT: _json(croissant_of(facts)),
        layout.METHODS_MD: to_markdown(facts).encode(),
        layout.METHODS_TEX: to_latex(facts).encode(),
        layout.VERSIONS: _json(facts["versions"]),
        layout.LICENCE: (terms_of(project).licence.strip() + "\n").encode(),
    }
    if parts[layout.LICENCE] == b"\n":
        parts[layout.LICENCE] = NO_LICENCE.encode()
    if guideline is not None:
        parts[layout.GUIDELINES] = guideline.text.encode()
    parts[layout.SHEET] = draw_sheet(project, facts, sums_in(parts)).encode()
    return parts


def draw_sheet(project: Project, facts: Mapping[str, Any], sums: Mapping[str, str]) -> str:
    """The data sheet: one page of HTML that needs nothing beside it."""
    letters = {row.name: (row.key, row.family) for row in project.labels.exclude(key="")}
    sheet = Sheet(facts, sums, letters, 1 - limits_of(project).missed)
    context = {"sheet": sheet, "facts": facts, "lang": translation.get_language()}
    # A sign and its number stay on one line.
    return SIGN.sub(NO_BREAK, render_to_string("sheet/datasheet.html", context))


def sums_in(parts: Mapping[str, bytes]) -> dict[str, str]:
    return {name: hashlib.sha256(data).hexdigest() for name, data in sorted(parts.items())}


def write_bundle(bundle: Bundle, facts: Mapping[str, Any]) -> tuple[str, str]:
    """Write the zip; returns its path below the data folder, and its sum. Raises OSError."""
    data = layout.pack(parts_of(bundle.export, facts))
    folder = Path(settings.ANTIFAZ_DATA) / "exports" / f"project-{bundle.project_id}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = folder / f"bundle-{bundle.pk}.zip"
    beside = place.with_suffix(".part")
    try:
        with beside.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        beside.chmod(0o400)
        beside.replace(place)
    finally:
        beside.unlink(missing_ok=True)
    return str(place.relative_to(settings.ANTIFAZ_DATA)), hashlib.sha256(data).hexdigest()


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
