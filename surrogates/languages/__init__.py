"""Reads a language's TSV lexicons once and answers questions about names, places and words.

`load_lexicon("es")` is what policies, the demo corpus and the tests call; a new language is a new
folder of TSV files (README.md beside this file lists them).
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from surrogates.errors import UnknownLanguage
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.schema import FOLDER, Rows, Tables

# Languages without a folder of their own borrow the nearest one's names and numbers.
BORROWED = {"gl": "es", "ast": "es"}
# Languages whose speakers mix another one in: its names and cues are recognised as well.
COMPANIONS = {"ca": ("es",), "eu": ("es",)}


def languages() -> tuple[str, ...]:
    """Codes of the languages that have a folder here."""
    return tuple(sorted(p.name for p in FOLDER.iterdir() if (p / "names.tsv").exists()))


def load_lexicon(lang: str, extra: Path | None = None) -> Lexicon:
    """The lexicon of a language ("es", "es-ES"); rows of the folder `extra` are added to it.

    `extra` holds tables for every language, or a folder of tables for each ("extra/pt"), which may
    be a whole language of its own. Raises UnknownLanguage when there are no names for the code and
    LexiconInvalid when a table breaks its schema.
    """
    return _load(lang.split("-")[0].lower(), extra)


@lru_cache(maxsize=64)
def lexicon_for(lang: str) -> Lexicon:
    """The lexicon of a language, or the one that it borrows from (English at the last)."""
    code = lang.split("-")[0].lower()
    return load_lexicon(code if code in languages() else BORROWED.get(code, "en"))


@lru_cache(maxsize=32)
def _load(lang: str, extra: Path | None) -> Lexicon:
    more = (extra, extra / lang) if extra is not None else ()
    if lang not in languages() and not (lang.isalpha() and _has_names(more)):
        known = ", ".join(languages())
        raise UnknownLanguage(f"no lexicon for language {lang!r}; expected one of {known}")
    tables: Mapping[str, Rows] = Tables((FOLDER, FOLDER / lang, *more))  # names_abroad: of all
    if more:
        tables = dict(tables)  # what a person added is checked at once
    return Lexicon(lang, tables, [_load(code, None) for code in COMPANIONS.get(lang, ())])


def _has_names(folders: tuple[Path, ...]) -> bool:
    """Whether a language of its own stands in the folder that is named like it."""
    return bool(folders) and (folders[-1] / "names.tsv").exists()
