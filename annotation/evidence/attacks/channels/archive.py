"""What the container of a release tells: times, modes, comments and names inside a zip, the head of
a gzip. Called by the table of attacks."""

import io
import zipfile
from collections.abc import Sequence

import numpy as np

from annotation.evidence.attacks.channels.leaving import NO_FILE
from annotation.evidence.attacks.outcome import HELD, TOLD, not_run, single_share
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Report
from annotation.translatable import N_

NAME, GROUP = "archive", "channels"
NEVER = (1980, 1, 1, 0, 0, 0)  # the first time that a zip can say
_GZIP, _FLAG_NAME, _FLAG_COMMENT = b"\x1f\x8b", 0x08, 0x10


def archive(target: Target, _rng: np.random.Generator, _report: Report) -> Finding:
    """Success: entries that tell a time, a comment, a mode of their own or an id of the source;
    chance: 0. A file without a container has one entry. Not run without the file."""
    if not target.file:
        return not_run(NAME, GROUP, NO_FILE)
    try:
        telling, entries = _telling(target)
    except zipfile.BadZipFile:
        return not_run(NAME, GROUP, DAMAGED)
    return Finding(
        NAME,
        GROUP,
        TOLD if telling else HELD,
        sentence=SENTENCE,
        values={"telling": telling, "tried": entries},
        success=single_share(telling, entries),
        chance=0.0,
        tried=entries,
    )


def _telling(target: Target) -> tuple[int, int]:
    sources = [pair.name for pair in target.pairs if len(pair.name) > 2]
    outer = _names_source(target.file_name, sources)
    if target.file.startswith(_GZIP):
        flags, time = target.file[3], target.file[4:8]
        return int(outer or bool(flags & (_FLAG_NAME | _FLAG_COMMENT)) or any(time)), 1
    if not target.file.startswith(b"PK"):
        return int(outer), 1
    with zipfile.ZipFile(io.BytesIO(target.file)) as held:
        rows = held.infolist()
        modes = {row.external_attr for row in rows}
        telling = sum(
            row.date_time != NEVER
            or bool(row.comment)
            or bool(row.extra)
            or len(modes) > 1
            or _names_source(row.filename, sources)
            for row in rows
        )
        return max(telling, int(outer or bool(held.comment))), max(1, len(rows))


def _names_source(name: str, sources: Sequence[str]) -> bool:
    return any(source in name for source in sources)


SENTENCE = N_(
    "%(telling)s of %(tried)s entries of the file tell a time, a comment, a mode or an id of the "
    "source."
)
DAMAGED = N_("The zip file cannot be read.")
