"""Columns of each lexicon table, and what reads a table by them."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from surrogates.errors import LexiconInvalid
from surrogates.languages.entries import is_weight

FOLDER = Path(__file__).parent
Rows = list[dict[str, str]]

_ORIGIN = ("source", "licence")

SCHEMA: dict[str, tuple[str, ...]] = {
    "agreement": ("kind", "form", "value", *_ORIGIN),
    "alphabet": ("letter", "word", "set", *_ORIGIN),
    "coarser": ("kind", "value", "form", "gender", *_ORIGIN),
    "communes": ("name", "code", *_ORIGIN),
    "context": ("kind", "form", "value", *_ORIGIN),
    "counted": ("form", "gender", *_ORIGIN),
    "coordinates": ("name", "latitude", "longitude", *_ORIGIN),
    "countries": ("name", *_ORIGIN),
    "country_articles": ("kind", "form", "value", *_ORIGIN),
    "area_codes": ("code", "area", *_ORIGIN),
    "cues": ("kind", "form", "value", *_ORIGIN),
    "date_endings": ("applies", "name", "after_consonant", "after_vowel", "after_a", *_ORIGIN),
    "date_words": ("kind", "form", "value", *_ORIGIN),
    "days": ("form", "value", "variant", *_ORIGIN),
    "dialling_codes": ("code", "area", *_ORIGIN),
    "demonyms": ("place", "masculine", "feminine", "adjective", *_ORIGIN),
    "equivalents": ("type", "concept", "lang", "form", "gender", *_ORIGIN),
    "exemplars": ("kind", "form", *_ORIGIN),
    "feast_days": ("form", "like", "month", "day", *_ORIGIN),
    "feasts": ("form", "kind", "months", "day", *_ORIGIN),
    "fillers": ("form", "kind", *_ORIGIN),
    "homographs": ("form", *_ORIGIN),
    "goods": ("form", *_ORIGIN),
    "home_countries": ("name", *_ORIGIN),
    "hubs": ("name", "kind", "value", *_ORIGIN),
    "hours": ("form", "value", "variant", *_ORIGIN),
    "landscape": ("name", "kind", "value", *_ORIGIN),
    "letters": ("letter", "spoken", "variant", *_ORIGIN),
    "months": ("form", "value", "variant", *_ORIGIN),
    "names": ("name", "gender", "weight", "kind", "lang", *_ORIGIN),
    "names_abroad": ("origin", "kind", "name", *_ORIGIN),
    "nations": ("name", "region", "origin", *_ORIGIN),
    "neighbour_regions": ("name", "country", "code", "article", *_ORIGIN),
    "neighbours": ("name", "country", "region", "start", "zips", "phone", "plate", *_ORIGIN),
    "numbers": ("form", "value", "class", "gender", "position", *_ORIGIN),
    "organisations": ("part", "form", "sector", *_ORIGIN),
    "people": ("place", "kind", "people", "adjective", *_ORIGIN),
    "pets": ("name", "gender", *_ORIGIN),
    "places": ("name", "province", "type", "weight", *_ORIGIN),
    "plates": ("name", "code", *_ORIGIN),
    "postcodes": ("name", "start", *_ORIGIN),
    "products": ("name", *_ORIGIN),
    "professions": ("form", "gender", "group", *_ORIGIN),
    "providers": ("name", "kind", *_ORIGIN),
    "provinces": ("province", "zip", "phone", *_ORIGIN),
    "public_bodies": ("name", *_ORIGIN),
    "public_figures": ("given", "surname", *_ORIGIN),
    "relations": ("form", "kin", "group", "gender", "shape", "register", "weight", *_ORIGIN),
    "reserved": ("kind", "country", "pattern", "authority", *_ORIGIN),
    "sexes": ("form", "sex", "style", *_ORIGIN),
    "short_forms": ("full", "short", "kind", "gender", "lang", *_ORIGIN),
    "signs": ("kind", "form", "value", *_ORIGIN),
    "streets": ("part", "form", *_ORIGIN),
    "surnames": ("surname", "weight", "lang", *_ORIGIN),
    "units": ("kind", "form", *_ORIGIN),
    "waters": ("name", "river", *_ORIGIN),
    "weekdays": ("form", "value", "variant", *_ORIGIN),
    "wider_places": ("name", "wider", *_ORIGIN),
    "counties": ("name", "county", *_ORIGIN),
    "abroad": ("name", "country", *_ORIGIN),
    "regions_abroad": ("town", "region", "article", *_ORIGIN),
}
# How many leading columns make a row unique.
KEY_WIDTH: dict[str, int] = {
    "agreement": 2, "alphabet": 2, "country_articles": 3, "cues": 3, "date_endings": 2,
    "coarser": 3, "context": 2, "date_words": 2, "equivalents": 4, "feast_days": 2, "hubs": 2,
    "landscape": 2, "letters": 2, "names_abroad": 3, "numbers": 3, "organisations": 2,
    "public_figures": 2, "relations": 5, "reserved": 3, "short_forms": 2, "signs": 2,
    "streets": 2, "units": 2, "waters": 2, "weekdays": 3,
}  # fmt: skip


class Tables(Mapping[str, Rows]):
    """The tables that stand in some folders, each read when it is first asked for: of a language
    beside the dialogue's few are."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders
        self._read: dict[str, Rows] = {}

    def __getitem__(self, name: str) -> Rows:
        if name not in SCHEMA:
            raise KeyError(name)
        if name not in self._read:
            paths = (folder / f"{name}.tsv" for folder in self._folders)
            self._read[name] = [row for path in paths if path.exists() for row in read_table(path)]
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(SCHEMA)

    def __len__(self) -> int:
        return len(SCHEMA)


def read_table(path: Path) -> Rows:
    """Rows of one TSV file, checked against its schema. Raises LexiconInvalid."""
    columns = SCHEMA.get(path.stem)
    if columns is None:
        raise LexiconInvalid(f"{path.name}:1: unknown table; expected one of {sorted(SCHEMA)}")
    lines = path.read_text(encoding="utf-8").splitlines()
    header = tuple(lines[0].split("\t")) if lines else ()
    if header != columns:
        raise LexiconInvalid(f"{path.name}:1: columns {header}; expected {columns}")
    has_weights = path.stem in ("names", "surnames")
    rows: Rows = []
    for number, line in enumerate(lines[1:], start=2):
        cells = [sys.intern(cell) for cell in line.split("\t")]  # most cells stand in many rows
        if len(cells) != len(columns):
            raise LexiconInvalid(
                f"{path.name}:{number}: {len(cells)} columns; expected {len(columns)}"
            )
        row = dict(zip(columns, cells, strict=True))
        if has_weights and not is_weight(row["weight"]):
            raise LexiconInvalid(
                f"{path.name}:{number}: weight {row['weight']!r}; "
                "expected 1 to 5, or bearers per million as 12.0"
            )
        if not row["licence"]:
            raise LexiconInvalid(f"{path.name}:{number}: no licence; expected one")
        rows.append(row)
    return rows
