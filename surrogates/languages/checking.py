"""Says what is wrong with the lexicon tables of a folder: file, line, what, what is expected.

`check_folder` takes the folder of one language, or a folder of such folders (a project's own
lexicons). It reads files only; a table that is missing is no fault.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from surrogates.folding import fold
from surrogates.languages.entries import is_weight
from surrogates.languages.schema import FOLDER, KEY_WIDTH, SCHEMA

# What a column may hold, where that is a closed set; its own table says what each value means.
VALUES: dict[tuple[str, str], set[str]] = {}
_TOLD = FOLDER / "values.tsv"
for _row in _TOLD.read_text(encoding="utf-8").splitlines()[1:]:
    _table, _column, _value, _meaning = _row.split("\t")
    VALUES.setdefault((_table, _column), set()).add(_value)
# Tables whose weights may be figures of a census.
COUNTED = frozenset({"names", "surnames"})
# Tables in which two rows that differ by accents or case only are one entry written twice.
FOLDED = frozenset({"countries", "products", "professions"})


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: where it stands and what its cells hold."""

    file: str
    line: int
    cells: dict[str, str]

    def fault(self, text: str) -> str:
        return f"{self.file}:{self.line}: {text}"


@dataclass
class Pack:
    """The readable rows of one language's folder, by table."""

    tables: dict[str, list[Row]]
    base: Path | None

    def rows(self, table: str) -> list[Row]:
        return self.tables.get(table, [])

    def keys(self, table: str, column: str) -> frozenset[str]:
        return frozenset(fold(row.cells[column]) for row in self.rows(table))

    def names(self, lang: str) -> frozenset[str]:
        """Folded given names of the folder, and of the built-in pack that it adds to."""
        path = self.base / lang / "names.tsv" if self.base and lang else None
        rows = _read(path, "")[0] if path is not None and path.exists() else []
        return self.keys("names", "name") | {fold(row.cells["name"]) for row in rows}


def check_folder(folder: Path, base: Path | None = None) -> list[str]:
    """Faults of a folder of tables, as `FILE:LINE: what; expected ...`; an empty list if none.

    `base` is the folder of the built-in packs, to which rows of a project are added: a short form
    may belong to a name there. Raises: NotADirectoryError.
    """
    if not folder.is_dir():
        raise NotADirectoryError(20, "no folder of lexicon tables", str(folder))
    inner = sorted(p for p in folder.iterdir() if p.is_dir() and _tables(p))
    faults: list[str] = []
    if _tables(folder) or not inner:
        faults += _check_pack(folder, base, "")
    for each in inner:
        faults += _check_pack(each, base, f"{each.name}/")
    return faults


def _tables(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.tsv") if path != _TOLD)


def _check_pack(folder: Path, base: Path | None, prefix: str) -> list[str]:
    faults: list[str] = []
    pack = Pack({}, base)
    for path in _tables(folder):
        rows, problems = _read(path, prefix)
        pack.tables[path.stem] = rows
        faults += problems
        for row in rows:
            faults += _cells(path.stem, row)
        faults += _order(path.stem, rows)
    if not pack.tables:
        faults.append(f"{prefix or folder.name + '/'}: no table; expected names.tsv and others")
    for check in (_short_forms, _provinces, _months, _letters, _figures):
        faults += check(pack)
    return sorted(faults, key=_place)


def _place(fault: str) -> tuple[str, int]:
    file, line, *_ = fault.split(":", 2)
    return file, int(line) if line.isdecimal() else 0


def _read(path: Path, prefix: str) -> tuple[list[Row], list[str]]:
    file = f"{prefix}{path.name}"
    columns = SCHEMA.get(path.stem)
    if columns is None:
        known = ", ".join(sorted(SCHEMA))
        return [], [f"{file}:1: unknown table; expected one of {known}"]
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return [], [f"{file}:1: not UTF-8; expected UTF-8 text"]
    header = lines[0].split("\t") if lines else []
    if tuple(header) != columns:
        return [], [f"{file}:1: columns {' '.join(header)}; expected {' '.join(columns)}"]
    rows: list[Row] = []
    faults: list[str] = []
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) == len(columns):
            rows.append(Row(file, number, dict(zip(columns, cells, strict=True))))
        else:
            faults.append(f"{file}:{number}: {len(cells)} columns; expected {len(columns)}")
    return rows, faults


def _cells(table: str, row: Row) -> Iterator[str]:
    first = SCHEMA[table][0]
    for column, value in row.cells.items():
        if value != value.strip() or value != unicodedata.normalize("NFC", value):
            yield row.fault(f"blanks or loose accents in {column}; expected clean NFC text")
        if "@" in value and not value.endswith(".example"):
            yield row.fault(f"an address in {column}; expected none, or one that ends in .example")
        allowed = VALUES.get((table, column))
        if allowed is not None and value not in allowed:
            yield row.fault(f"{column} {value!r}; expected one of {' '.join(sorted(allowed))}")
        if column == "weight" and table in COUNTED and not is_weight(value):
            yield row.fault(f"weight {value!r}; expected 1 to 5, or bearers per million as 12.0")
        if not value and column in (first, "source", "licence"):
            yield row.fault(f"no {column}; expected one")


def _order(table: str, rows: list[Row]) -> Iterator[str]:
    width = KEY_WIDTH.get(table, 1)
    seen: dict[tuple[str, ...], int] = {}
    before: tuple[str, ...] = ()
    for row in rows:
        cells = tuple(row.cells.values())
        if cells < before:
            yield row.fault("out of order; expected rows sorted by all columns")
        before = cells
        key = cells[:width]
        if table in FOLDED:
            key = tuple(fold(c) for c in key)
        if key in seen:
            yield row.fault(f"the entry of line {seen[key]} again; expected it once")
        seen.setdefault(key, row.line)


def _short_forms(pack: Pack) -> Iterator[str]:
    rows = pack.rows("short_forms")
    names_of = {lang: pack.names(lang) for lang in {row.cells["lang"] for row in rows}}
    for row in rows:
        names = names_of[row.cells["lang"]]
        full, short = fold(row.cells["full"]), fold(row.cells["short"])
        if full not in names:
            yield row.fault("the full form is no name of names.tsv; expected it there")
        independent = row.cells["kind"] == "independent"
        if short in names and not independent:
            yield row.fault("the short form is in names.tsv; expected kind independent")
        elif independent and short not in names:
            yield row.fault(
                "the short form is not in names.tsv; expected it there, or another kind"
            )


def _provinces(pack: Pack) -> Iterator[str]:
    if not pack.rows("provinces"):
        return
    there = pack.keys("provinces", "province")
    for row in pack.rows("places"):
        if row.cells["province"] and fold(row.cells["province"]) not in there:
            yield row.fault("the province is not in provinces.tsv; expected it there, or none")
    for row in pack.rows("provinces"):
        if not row.cells["phone"].replace(" ", "").isdecimal() or not row.cells["zip"].isalnum():
            yield row.fault("zip or phone is no code; expected how codes and numbers there begin")


def _months(pack: Pack) -> Iterator[str]:
    rows = pack.rows("months")
    main = {row.cells["value"] for row in rows if row.cells["variant"] == "main"}
    for row in rows:
        if row.cells["value"] not in {str(n) for n in range(1, 13)}:
            yield row.fault(f"value {row.cells['value']!r}; expected a month from 1 to 12")
    if 0 < len(main) < 12:
        yield rows[0].fault(f"{len(main)} months with the variant main; expected 12")


def _letters(pack: Pack) -> Iterator[str]:
    seen: dict[str, int] = {}
    for row in pack.rows("letters"):
        if row.cells["variant"] != "main":
            continue
        letter = row.cells["letter"]
        if letter in seen:
            yield row.fault(f"a second main name, after line {seen[letter]}; expected one")
        seen.setdefault(letter, row.line)


def _figures(pack: Pack) -> Iterator[str]:
    exemplars = {row.cells["kind"]: row for row in pack.rows("exemplars")}
    surname = exemplars.get("surname")
    if surname is None:
        return
    pairs = {
        (fold(row.cells["given"]), fold(row.cells["surname"]))
        for row in pack.rows("public_figures")
    }
    for kind in ("given_f", "given_m", "given_u"):
        row = exemplars.get(kind)
        if row and (fold(row.cells["form"]), fold(surname.cells["form"])) in pairs:
            yield row.fault("with the surname this is a public figure; expected nobody's name")
