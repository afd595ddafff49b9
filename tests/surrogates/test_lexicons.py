"""Every lexicon keeps its schema, order and origin, and is as large as coherence needs."""

import unicodedata
from pathlib import Path

import pytest

from surrogates.errors import LexiconInvalid, UnknownLanguage
from surrogates.folding import fold
from surrogates.languages import FOLDER, languages, load_lexicon, read_table
from surrogates.languages.schema import KEY_WIDTH, SCHEMA

TABLES = sorted(FOLDER.glob("*/*.tsv"))
LICENCES = {"Apache-2.0", "MIT"}


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


def test_spanish_is_large_enough() -> None:
    es = load_lexicon("es")
    for gender in ("f", "m"):
        assert len(es.names(gender)) >= 150
        assert len(es.names(gender, "compound")) >= 40
    assert len(es.surnames) >= 600
    assert len(es.places) >= 400
    assert len(es.short_forms) >= 150
    assert len(es.province_codes) == 52
    assert all(p.province in es.province_codes for p in es.place_entries)


@pytest.mark.parametrize("lang", languages())
def test_short_forms_are_no_full_names(lang: str) -> None:
    lexicon = load_lexicon(lang)
    for form in lexicon.short_forms:
        assert fold(form.full) in lexicon.name_by_key, form.full
        assert fold(form.short) not in lexicon.name_by_key, form.short


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
