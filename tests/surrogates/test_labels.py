"""Labels of many schemes and languages name a kind, so that no placeholder stands for them."""

import pytest

from surrogates.labels import Kind, kind_of
from tests.surrogates.dialogues import codes, dialogue, run, texts


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        (Kind.PLACE, "PROVINCE provincia província Provinz probintzia région Bundesland eskualde"),
        (Kind.ORG, "SCHOOL UNIVERSITY colegio universidad escola universitat école lycée Schule"
                   " Universität ikastetxe unibertsitate"),
        (Kind.SEX, "GENDER género gènere genre Geschlecht generoa"),
        (Kind.ID, "PASSWORD contraseña contrasenya Kennwort pasahitza digicode"),
    ],
)  # fmt: skip
def test_labels_name_kinds(kind: Kind, labels: str) -> None:
    assert {label: kind_of(label) for label in labels.split()} == dict.fromkeys(
        labels.split(), kind
    )


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: De [Riaza:TOWN], en [Segovia:PROVINCE], del [IES Campo Alto:SCHOOL]."),
        ("fr", "A: À [Pontivy:TOWN], dans le [Morbihan:PROVINCE], au [lycée Molière:SCHOOL]."),
        ("en", "A: In [Dayton:TOWN], [Ohio:STATE], at [Maple Grove Elementary:SCHOOL]."),
        ("de", "A: Die [Grundschule Am Weiher:SCHOOL] in [Bayern:REGION]."),
        ("ca", "A: De l'[Escola Els Avets:SCHOOL], de [Reus:TOWN]."),
        ("eu", "A: [Lauaxeta ikastolan:SCHOOL] dabil, [Bizkaian:PROVINCE]."),
        ("es", "A: Con la [doctora:GENDER] [Iturbe:SURNAME] y el [enfermero:GENDER]."),
    ],
)
def test_no_placeholder_stands_for_them(lang: str, line: str) -> None:
    result = run(dialogue(line, lang=lang))
    assert not any(text.startswith("[") for text in texts(result))
    assert "PLACEHOLDER_SHOWN" not in codes(result)
