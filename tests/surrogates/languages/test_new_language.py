"""A language from outside the package: thirty rows of Portuguese are enough to begin with."""

from pathlib import Path

import pytest

from surrogates.errors import UnknownLanguage
from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.checking import check_folder
from surrogates.languages.schema import SCHEMA
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.packs import KEYS

WOMEN = "Ana Beatriz Carla Diana Filipa Helena Leonor Mafalda Rita Teresa"
MEN = "António Duarte Fernando Gonçalo João José Luís Nuno Rui Tiago"
FAMILIES = "Azevedo Barbosa Cardoso Ferreira Matos Neves Pacheco Ramalho Sampaio Tavares"
PLACES = "Aveiro Braga Faro Guarda Leiria Portalegre Setúbal Viseu"
CUES = "title dona f,title senhor m,kin irmã f,kin marido m,split irmã "
SHORT = "António Tó clip,José Zé clip,João Joca diminutive"
PACK = {
    "cues": [cue.replace(" ", "\t") for cue in CUES.split(",")],
    "names": [f"{n}\tf\t3\tfull\tpt" for n in WOMEN.split()]
    + [f"{n}\tm\t3\tfull\tpt" for n in MEN.split()],
    "organisations": [f"brand\t{n}\t" for n in ("Brumalis", "Lusovela", "Redemar")],
    "places": [f"{n}\t\tcity\t3" for n in PLACES.split()],
    "short_forms": ["\t".join([*form.split(), "m", "pt"]) for form in SHORT.split(",")],
    "surnames": [f"{n}\t3\tpt" for n in FAMILIES.split()],
}


def write(folder: Path, tables: dict[str, list[str]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in tables.items():
        lines = ["\t".join(SCHEMA[name]), *(f"{row}\thand\tApache-2.0" for row in sorted(rows))]
        (folder / f"{name}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def lexicons(tmp_path: Path) -> Path:
    write(tmp_path / "pt", PACK)
    return tmp_path


def test_the_pack_is_sound(lexicons: Path) -> None:
    assert check_folder(lexicons) == []
    assert check_folder(lexicons / "pt") == []


@pytest.mark.parametrize("key", KEYS)
def test_a_portuguese_dialogue(lexicons: Path, key: bytes) -> None:
    pt = load_lexicon("pt-PT", lexicons)
    made = dialogue(
        "A: Bom dia, fala o senhor [José:PER] [Carvalho:FAM], de [Coimbra:LOC].",
        "B: Diga, [Zé:PER]. A conta é da sua irmã [Teresa:PER] [Carvalho:FAM]?",
        "A: Não, é da [Luzitel:ORG], telefone [912 345 678:PHONE].",
        lang="pt",
    )
    result = run(made, key=key, lexicon=pt)
    he, family, place, short, she, again, brand, phone = texts(result)
    assert not [i.code for i in result.issues if i.severity == "block"]
    assert pt.name_by_key[fold(he)].gender == "m"
    assert fold(short) in {fold(f.short) for f in pt.shorts_of[fold(he)]}
    assert pt.name_by_key[fold(she)].gender == "f"
    assert family == again and family in pt.surnames
    assert place in pt.places and brand in pt.organisation_parts("brand")
    assert phone != "912 345 678" and len(phone) == 11


def test_only_where_its_folder_is_named(lexicons: Path) -> None:
    with pytest.raises(UnknownLanguage):
        load_lexicon("pt")
    with pytest.raises(UnknownLanguage):
        load_lexicon("it", lexicons)
    with pytest.raises(UnknownLanguage):
        load_lexicon("../pt", lexicons / "pt")


def test_rows_for_one_language_only(tmp_path: Path) -> None:
    write(tmp_path / "es", {"products": ["Zarzamora Azul"]})
    assert "Zarzamora Azul" in load_lexicon("es", tmp_path).products
    assert "Zarzamora Azul" not in load_lexicon("en", tmp_path).products


@pytest.mark.parametrize(
    ("table", "rows", "fault"),
    [
        ("names", ["Ana\tx\t3\tfull\tpt"], "names.tsv:2: gender 'x'; expected one of f m u"),
        (
            "names",
            ["Ana\tf\t9\tfull\tpt"],
            "names.tsv:2: weight '9'; expected 1 to 5, or bearers per million as 12.0",
        ),
        ("names", ["Zé\tf\t3\tfull\tpt"], "short_forms.tsv:3: the short form is in names.tsv"),
        ("short_forms", ["Xavier\tXavi\tclip\tm\tpt"], "short_forms.tsv:2: the full form is no"),
        ("cues", ["titel\tdona\tf"], "cues.tsv:2: kind 'titel'; expected one of agreement"),
        ("products", ["Brisa", "BRISA"], "products.tsv:3: the entry of line 2 again; expected it"),
        ("products", ["Brisa "], "products.tsv:2: blanks or loose accents in name; expected clean"),
        ("products", ["a@b.pt"], "products.tsv:2: an address in name; expected none, or one that"),
        ("provinces", ["Minho\t4\tx"], "provinces.tsv:2: zip or phone is no code; expected how"),
        ("months", ["janeiro\t13\tmain"], "months.tsv:2: value '13'; expected a month from 1 to"),
        ("letters", ["b\tbê\tmain", "b\tbe\tmain"], "letters.tsv:3: a second main name, after"),
    ],
)
def test_a_fault_says_where(lexicons: Path, table: str, rows: list[str], fault: str) -> None:
    write(lexicons / "pt", {table: rows + (PACK["names"] if "Zé" in rows[0] else [])})
    found = check_folder(lexicons)
    assert any(line.startswith(f"pt/{fault}") for line in found), found


def test_faults_of_a_file(lexicons: Path) -> None:
    folder = lexicons / "pt"
    (folder / "colours.tsv").write_text("name\n", encoding="utf-8")
    (folder / "places.tsv").write_text("name\n", encoding="utf-8")
    header = "\t".join(SCHEMA["streets"])
    (folder / "streets.tsv").write_text(f"{header}\ntype\trua\nname\tAlta\thand\tMIT\n")
    (folder / "fillers.tsv").write_bytes(b"\xff\xfe")
    (folder / "homographs.tsv").write_text(
        "\t".join(SCHEMA["homographs"]) + "\nrosa\thand\tMIT\nabade\t\tMIT\n"
    )
    assert [f.split(";")[0] for f in check_folder(lexicons)] == [
        "pt/colours.tsv:1: unknown table",
        "pt/fillers.tsv:1: not UTF-8",
        "pt/homographs.tsv:3: no source",
        "pt/homographs.tsv:3: out of order",
        "pt/places.tsv:1: columns name",
        "pt/streets.tsv:2: 2 columns",
    ]


def test_a_folder_without_tables(tmp_path: Path) -> None:
    assert check_folder(tmp_path) == [f"{tmp_path.name}/: no table; expected names.tsv and others"]
    with pytest.raises(NotADirectoryError):
        check_folder(tmp_path / "none")


def test_an_exemplar_is_nobody(lexicons: Path) -> None:
    write(
        lexicons / "pt",
        {"exemplars": ["given_f\tAna", "surname\tNeves"], "public_figures": ["ana\tneves"]},
    )
    (fault,) = check_folder(lexicons)
    assert fault.startswith("pt/exemplars.tsv:2: with the surname this is a public figure")
