"""Every lexicon keeps its schema, order and origin, and is as large as coherence needs."""

import unicodedata
from pathlib import Path

import pytest

from surrogates.errors import LexiconInvalid, UnknownLanguage
from surrogates.folding import fold
from surrogates.languages import languages, load_lexicon
from surrogates.languages.checking import VALUES, check_folder
from surrogates.languages.schema import FOLDER, KEY_WIDTH, SCHEMA, read_table

TABLES = sorted({*FOLDER.glob("*/*.tsv"), FOLDER / "names_abroad.tsv"})
LICENCES = {"Apache-2.0", "CC-BY-4.0", "INE-reuse", "MIT", "etalab-2.0"}


@pytest.mark.parametrize("path", TABLES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_table(path: Path) -> None:
    rows = read_table(path)
    cells = [tuple(r.values()) for r in rows]
    assert cells == sorted(cells)
    width = KEY_WIDTH.get(path.stem, 1)
    keys = [c[:width] for c in cells]
    assert len(keys) == len(set(keys))
    for row in rows:
        assert row["source"]
        assert row["licence"] in LICENCES
        for value in row.values():
            assert value == value.strip()
            assert value == unicodedata.normalize("NFC", value)
            assert "@" not in value or value.endswith(".example")


def test_each_value_of_a_closed_set_is_told_and_used() -> None:
    lines = (FOLDER / "values.tsv").read_text(encoding="utf-8").splitlines()[1:]
    assert lines == sorted(set(lines))
    assert all(line.split("\t")[3] for line in lines)
    for (table, column), told in VALUES.items():
        rows = [row for path in FOLDER.glob(f"**/{table}.tsv") for row in read_table(path)]
        used = {row[column] for row in rows}
        assert used <= told, (table, column)
        assert column != "kind" or used == told, table  # what is told is looked for


def test_spanish_is_large_enough() -> None:
    es = load_lexicon("es")
    for gender in ("f", "m"):
        assert len(es.names(gender)) >= 900
        assert len(es.names(gender, "compound")) >= 100
    assert len(es.surnames) >= 3000
    assert len(es.places) >= 1500
    assert len(es.short_forms) >= 150
    assert len(es.province_codes) == 52
    assert all(p.province in es.province_codes for p in es.place_entries)


def test_spanish_towns_have_their_provinces() -> None:
    es = load_lexicon("es")
    for town, province in {
        "L'Hospitalet": "Barcelona", "Alcalá de Henares": "Madrid", "Las Rozas": "Madrid",
        "Pinto": "Madrid", "Santa Coloma de Gramenet": "Barcelona", "Sant Cugat": "Barcelona",
        "Mieres": "Asturias", "Torrelodones": "Madrid",
    }.items():  # fmt: skip
        assert es.place_by_key[fold(town)].province == province


# Rows of their own that the packs of the languages beside Spanish must have.
LARGE = {
    "ca": {
        "alphabet": 100, "cues": 80, "equivalents": 400, "homographs": 150, "letters": 50,
        "names": 500, "organisations": 210, "places": 400, "provinces": 52, "public_figures": 50,
        "short_forms": 150, "streets": 100, "surnames": 400,
    },
    "eu": {
        "alphabet": 60, "cues": 80, "equivalents": 300, "homographs": 100, "letters": 40,
        "names": 450, "organisations": 210, "places": 300, "provinces": 4, "public_figures": 50,
        "short_forms": 90, "streets": 100, "surnames": 400,
    },
}  # fmt: skip


@pytest.mark.parametrize(("lang", "table"), [(lang, t) for lang in LARGE for t in LARGE[lang]])
def test_catalan_and_basque_are_large_enough(lang: str, table: str) -> None:
    assert len(read_table(FOLDER / lang / f"{table}.tsv")) >= LARGE[lang][table]


@pytest.mark.parametrize("lang", LARGE)
def test_catalan_and_basque_have_every_facet(lang: str) -> None:
    lexicon = load_lexicon(lang)
    for gender in ("f", "m"):
        assert len(lexicon.names(gender)) >= 150
        assert len(lexicon.names(gender, "compound")) >= 40
    assert all(p.province in lexicon.province_codes for p in lexicon.place_entries)
    assert set("abcdefghijklmnopqrstuvwxyz") <= set(lexicon.letters)
    heads = [r["sector"] for r in lexicon.rows("organisations") if r["part"] == "head"]
    assert len(set(heads)) >= 10
    named = {fold(lexicon.exemplars[k]) for k in ("given_f", "given_m", "given_u")}
    assert named <= set(lexicon.name_by_key)
    surname = fold(lexicon.exemplars["surname"])
    assert not {(name, surname) for name in named} & lexicon.public_figures


def test_equivalents_agree_over_the_packs_of_spain() -> None:
    """A form that two packs know has one concept and one gender in both."""
    forms: dict[tuple[str, str, str], list[set[tuple[str, str]]]] = {}
    for lang in ("ca", "es", "eu"):
        own: dict[tuple[str, str, str], set[tuple[str, str]]] = {}
        for r in read_table(FOLDER / lang / "equivalents.tsv"):
            key = (r["type"], r["lang"], r["form"])
            own.setdefault(key, set()).add((r["concept"], r["gender"]))
        for key, concepts in own.items():
            forms.setdefault(key, []).append(concepts)
    for key, found in forms.items():
        assert set.intersection(*found), key


@pytest.mark.parametrize("lang", LARGE)
def test_an_equivalent_has_the_gender_of_its_name(lang: str) -> None:
    lexicon = load_lexicon(lang)
    for row in read_table(FOLDER / lang / "equivalents.tsv"):
        if row["type"] == "name" and row["lang"] == lang:
            name = lexicon.name_by_writing[row["form"].casefold()]
            assert name.gender in (row["gender"], "u"), row["form"]


SIZES = {  # names of each gender, surnames, short forms, places, equivalents
    "de": (400, 1000, 250, 400, 250),
    "en": (300, 1000, 250, 400, 250),
    "fr": (280, 800, 200, 400, 250),
}


@pytest.mark.parametrize("lang", SIZES)
def test_a_pack_is_large_enough(lang: str) -> None:
    lexicon = load_lexicon(lang)
    names, surnames, shorts, places, equivalents = SIZES[lang]
    assert min(len(lexicon.names("f")), len(lexicon.names("m"))) >= names
    assert len(lexicon.surnames) >= surnames
    assert len(lexicon.short_forms) >= shorts
    assert len(lexicon.places) >= places
    assert len({r["concept"] for r in lexicon.rows("equivalents")}) >= equivalents
    assert len(lexicon.organisation_parts("head")) >= 60
    assert len(lexicon.organisation_parts("modifier")) >= 100
    assert len(lexicon.streets("name")) >= 150
    assert set("abcdefghijklmnopqrstuvwxyz") <= set(lexicon.letters)
    for words in lexicon.alphabet.values():
        assert len(words) >= 20
    assert len(lexicon.rows("cues")) >= 80


@pytest.mark.parametrize("lang", SIZES)
def test_one_writing_of_each_name(lang: str) -> None:
    lexicon = load_lexicon(lang)
    titles = lexicon.cues("title")
    places = lexicon.places
    for found in ([n.text for n in lexicon.name_entries], lexicon.surnames, places):
        assert len({fold(text) for text in found}) == len(found)
    assert not [n.text for n in lexicon.name_entries if fold(n.text) in titles]


@pytest.mark.parametrize(
    ("lang", "name", "gender"),
    [
        ("de", "Andrea", "f"), ("de", "Simone", "f"), ("de", "Kim", "u"), ("de", "Kai", "m"),
        ("fr", "Camille", "u"), ("fr", "Dominique", "u"), ("fr", "Jean", "m"),
        ("en", "Jean", "f"), ("en", "Robin", "u"), ("en", "Nigel", "m"), ("en", "Siobhan", "f"),
    ],
)  # fmt: skip
def test_gender_is_that_of_the_language(lang: str, name: str, gender: str) -> None:
    assert load_lexicon(lang).name_by_key[fold(name)].gender == gender


def test_every_pack_is_sound() -> None:
    assert check_folder(FOLDER, FOLDER) == []


@pytest.mark.parametrize("lang", languages())
def test_short_forms_are_no_full_names(lang: str) -> None:
    lexicon = load_lexicon(lang)
    for form in lexicon.short_forms:
        assert fold(form.full) in lexicon.name_by_key, form.full
        # "Max" is short for Maximilian and a name of its own: the table says so, "independent".
        own_name = form.kind == "independent"
        assert (fold(form.short) in lexicon.name_by_key) == own_name, form.short


def test_no_public_figure_is_an_exemplar() -> None:
    es = load_lexicon("es")
    pair = (fold(es.exemplars["given_f"]), fold(es.exemplars["surname"]))
    assert pair not in es.public_figures


def test_a_broken_table_says_where(tmp_path: Path) -> None:
    header = "\t".join(SCHEMA["products"])
    (tmp_path / "products.tsv").write_text(f"{header}\nOnly one cell\n", encoding="utf-8")
    with pytest.raises(LexiconInvalid, match=r"products\.tsv:2: 1 columns; expected 3"):
        load_lexicon("es", tmp_path)
    (tmp_path / "products.tsv").write_text("name\n", encoding="utf-8")
    with pytest.raises(LexiconInvalid, match=r"products\.tsv:1"):
        load_lexicon("es", tmp_path / ".." / tmp_path.name)


def test_a_project_adds_rows(tmp_path: Path) -> None:
    header = "\t".join(SCHEMA["short_forms"])
    row = "Francisco\tFraniño\tdiminutive\tm\tes\thand\tApache-2.0"
    (tmp_path / "short_forms.tsv").write_text(f"{header}\n{row}\n", encoding="utf-8")
    assert "franino" in load_lexicon("es", tmp_path).fulls_of
    assert "franino" not in load_lexicon("es").fulls_of


def test_unknown_language() -> None:
    with pytest.raises(UnknownLanguage, match="xx"):
        load_lexicon("xx")
