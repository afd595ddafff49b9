"""Public bodies are everybody's and stay; firms do not."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, dialogue, run, texts

LEFT = {
    "es": ["Hacienda", "Seguridad Social", "DGT", "SEPE"],
    "ca": ["Hisenda", "Seguretat Social", "Trànsit"],
    "eu": ["Ogasunetik", "Gizarte Segurantzatik", "Lanbiden", "Ogasunak", "Ogasuna"],
    "de": ["Finanzamt", "Rentenversicherung", "Jobcenter"],
    "en": ["HMRC", "DVLA", "IRS", "DMV", "Social Security"],
    "fr": ["CAF", "URSSAF", "Sécurité sociale", "Pôle emploi"],
}


@pytest.mark.parametrize(("lang", "name"), [(la, n) for la, ns in LEFT.items() for n in ns])
def test_a_public_body_stays_and_is_told(lang: str, name: str) -> None:
    for result in packs.results(f"A: [{name}:ORG]. [Garlo:ORG].", lang=lang):
        body, firm = texts(result)
        assert body == name
        assert firm != "Garlo"
        assert "SAID_AROUND" in codes(result)


@pytest.mark.parametrize("name", ["Caf", "CAFE", "Haciendas Lozano"])
def test_a_firm_that_is_written_nearly_so_does_not(name: str) -> None:
    for result in packs.results(f"A: Trabajo en [{name}:ORG].", lang="es"):
        assert texts(result) != [name]


@pytest.mark.parametrize("name", ["Johnson & Johnson", "Boston Scientific", "Nestlé Nutrition"])
def test_a_firm_labelled_as_an_institution_becomes_no_town(name: str) -> None:
    towns = {fold(town) for town in load_lexicon("es").places}
    for key in (b"one", b"two", b"three"):
        drawn = texts(run(dialogue(f"A: Lo hace [{name}:INSTITUCION].", lang="es"), key=key))[0]
        assert towns.isdisjoint({fold(drawn), *map(fold, drawn.split(" & "))})


def test_an_adjective_of_a_region_becomes_another_regions() -> None:
    said = "A: El [Instituto Vasco de Medicina Legal:INSTITUCION]."
    words = {row["masculine"] for row in load_lexicon("es").rows("demonyms")}
    for key in (b"one", b"two", b"three"):
        drawn = texts(run(dialogue(said, lang="es"), key=key))[0].split()
        assert (drawn[0], drawn[2:]) == ("Instituto", ["de", "Medicina", "Legal"])
        assert drawn[1].lower() in words - {"vasco"}


@pytest.mark.parametrize("body", ["SAMU", "SDIS", "CAF"])
def test_a_body_with_the_number_of_a_department_gets_that_of_its_town(body: str) -> None:
    lexicon = load_lexicon("fr")
    made = dialogue(f"A: [{body} 33:ORG], allô ?", "B: À [Arcachon:LOC].", lang="fr")
    for key in (b"one", b"two", b"three"):
        name, town = texts(run(made, key=key))
        province = lexicon.place_by_key[fold(town)].province
        assert name == f"{body} {lexicon.province_codes[province][0]}"


def test_else_that_of_any_other_department() -> None:
    codes_known = {code[0] for code in load_lexicon("fr").province_codes.values()}
    for key in (b"one", b"two", b"three"):
        (name,) = texts(run(dialogue("A: [SAMU 33:ORG], allô ?", lang="fr"), key=key))
        body, number = name.split()
        assert body == "SAMU" and number in codes_known - {"33"}
