"""Public bodies are everybody's and stay; firms do not."""

import pytest

from tests.surrogates import packs
from tests.surrogates.dialogues import codes, texts

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
