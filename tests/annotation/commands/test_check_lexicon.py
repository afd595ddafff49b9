"""`manage.py check_lexicon DIR`: a fault ends with status 1 and says where it is."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from surrogates.languages.schema import FOLDER, SCHEMA


def products(folder: Path, *rows: str) -> None:
    folder.mkdir(exist_ok=True)
    text = "\n".join(["\t".join(SCHEMA["products"]), *rows])
    (folder / "products.tsv").write_text(f"{text}\n", encoding="utf-8")


def test_the_packs_that_are_here(capsys: Any) -> None:
    call_command("check_lexicon", str(FOLDER / "es"))
    assert capsys.readouterr().out.endswith("tables, all as they should be\n")


def test_rows_of_a_project(tmp_path: Path, capsys: Any) -> None:
    products(tmp_path, "Zarzamora\thand\tMIT")
    header = "\t".join(SCHEMA["short_forms"])
    row = "Francisco\tFraniño\tdiminutive\tm\tes\thand\tMIT"
    (tmp_path / "short_forms.tsv").write_text(f"{header}\n{row}\n", encoding="utf-8")
    call_command("check_lexicon", str(tmp_path), "--json")
    assert json.loads(capsys.readouterr().out)["tables"] == 2


@pytest.mark.parametrize("as_json", [True, False])
def test_a_broken_folder(tmp_path: Path, capsys: Any, as_json: bool) -> None:
    products(tmp_path / "pt", "Brisa\thand\tMIT", "Aurora\thand\t")
    with pytest.raises(SystemExit) as ended:
        call_command("check_lexicon", str(tmp_path), *(["--json"] if as_json else []))
    assert ended.value.code == 1
    shown = capsys.readouterr()
    assert shown.err.splitlines() == [
        "pt/products.tsv:3: no licence; expected one",
        "pt/products.tsv:3: out of order; expected rows sorted by all columns",
    ]
    if as_json:
        assert json.loads(shown.out)["faults"] == shown.err.splitlines()


def test_a_language_of_its_own_is_used(tmp_path: Path) -> None:
    folder = tmp_path / "lexicons" / "pt"
    folder.mkdir(parents=True)
    rows = [f"{name}\tf\t3\tfull\tpt\thand\tMIT" for name in ("Beatriz", "Filipa", "Leonor")]
    text = "\n".join(["\t".join(SCHEMA["names"]), *rows])
    (folder / "names.tsv").write_text(f"{text}\n", encoding="utf-8")
    span = {"start": 8, "end": 15, "label": "female name"}
    turn = {"speaker": "A", "text": "Sou a D Mafalda.", "spans": [span]}
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "a", "lang": "pt", "turns": [turn]}))
    out = tmp_path / "out.jsonl"
    more = ["--strategy", "entity", "--seed", "1", "--lexicon", str(folder.parent)]
    call_command("pseudonymise", str(tmp_path / "in.jsonl"), str(out), *more)
    text = json.loads(out.read_text())["turns"][0]["text"]
    assert text.removeprefix("Sou a D ").rstrip(".") in {"Beatriz", "Filipa", "Leonor"}


def test_no_folder(tmp_path: Path, capsys: Any) -> None:
    with pytest.raises(SystemExit):
        call_command("check_lexicon", str(tmp_path / "none"))
    assert "no folder of lexicon tables" in capsys.readouterr().err
