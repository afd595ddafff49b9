"""Reads a language's TSV lexicons once and answers questions about names, places and words.

`load_lexicon("es")` is what policies, the demo corpus and the tests call; a new language is a new
folder of TSV files (README.md beside this file lists them).
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from surrogates.errors import LexiconInvalid, UnknownLanguage
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.schema import SCHEMA

FOLDER = Path(__file__).parent
Rows = list[dict[str, str]]

__all__ = ["FOLDER", "Lexicon", "languages", "load_lexicon", "read_table"]


def languages() -> tuple[str, ...]:
    """Codes of the languages that have a folder here."""
    return tuple(sorted(p.name for p in FOLDER.iterdir() if (p / "names.tsv").exists()))


def load_lexicon(lang: str, extra: Path | None = None) -> Lexicon:
    """The lexicon of a language ("es", "es-ES"); rows of the folder `extra` are added to it.

    Raises UnknownLanguage when there is no folder for the code and LexiconInvalid when a table
    breaks its schema.
    """
    return _load(lang.split("-")[0].lower(), extra)


@lru_cache(maxsize=32)
def _load(lang: str, extra: Path | None) -> Lexicon:
    if lang not in languages():
        known = ", ".join(languages())
        raise UnknownLanguage(f"no lexicon for language {lang!r}; expected one of {known}")
    tables: dict[str, Rows] = {}
    for name in SCHEMA:
        rows: Rows = []
        for folder in (FOLDER / lang, extra):
            if folder is not None and (folder / f"{name}.tsv").exists():
                rows += read_table(folder / f"{name}.tsv")
        tables[name] = rows
    return Lexicon(lang, tables)


def read_table(path: Path) -> Rows:
    """Rows of one TSV file, checked against its schema. Raises LexiconInvalid."""
    columns = SCHEMA.get(path.stem)
    if columns is None:
        raise LexiconInvalid(f"{path.name}:1: unknown table; expected one of {sorted(SCHEMA)}")
    lines = path.read_text(encoding="utf-8").splitlines()
    header = tuple(lines[0].split("\t")) if lines else ()
    if header != columns:
        raise LexiconInvalid(f"{path.name}:1: columns {header}; expected {columns}")
    rows: Rows = []
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(columns):
            raise LexiconInvalid(
                f"{path.name}:{number}: {len(cells)} columns; expected {len(columns)}"
            )
        row: Mapping[str, str] = dict(zip(columns, cells, strict=True))
        rows.append(dict(row))
    return rows
