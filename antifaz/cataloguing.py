"""Catalogue entries of replaced files. Called as `antifaz.describe`."""

from collections.abc import Iterable
from datetime import date
from os import PathLike
from pathlib import Path
from typing import Any

from annotation.evidence.bundle.croissant import TITLE, Card, croissant_of_card
from annotation.evidence.bundle.records import MEDIA, file_at
from annotation.formats import faults
from antifaz.values import FormatError, Replaced


def describe(
    path: str | PathLike[str],
    results: Iterable[Replaced],
    *,
    strategy: str,
    format: str = "jsonl",
    spans: bool = False,
    title: str = TITLE,
    licence: str = "",
    organisation: str = "",
) -> dict[str, Any]:
    """The catalogue entry of a file or folder that `write` made of these results: Croissant 1.1, as
    JSON-LD, to lie beside it as croissant.json.

    results: of `pseudonymise`; those that are held back count for nothing. strategy, spans: as they
    were given there. It names the file with its size and SHA-256, and holds no text; counts below
    10 are "< 10".

    Raises: FormatError (unknown format), OSError.
    """
    if format not in MEDIA:
        raise FormatError(faults.UNKNOWN_FORMAT, file=str(path), names=", ".join(MEDIA))
    dialogues = items = 0
    languages = set()
    for each in results:
        if not each.held:
            dialogues += 1
            items += each.replaced
            languages.add(each.dialogue.lang)
    card = Card(
        file=file_at(Path(path), format),
        title=title,
        made=date.today().isoformat(),
        languages=sorted(languages),
        strategy=strategy,
        dialogues=dialogues,
        items=items,
        left=0,
        marked=spans,
        licence=licence,
        organisation=organisation,
    )
    return croissant_of_card(card)
