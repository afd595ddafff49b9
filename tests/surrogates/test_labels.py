"""Labels of many schemes and languages name a kind, so that no placeholder stands for them."""

import pytest

from surrogates.labels import Kind, gender_of, kind_of
from tests.surrogates.dialogues import codes, dialogue, run, texts


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        (Kind.PLACE, "PROVINCE provincia província Provinz probintzia région Bundesland eskualde"),
        (Kind.ORG, "SCHOOL UNIVERSITY colegio universidad escola universitat école lycée Schule"
                   " Universität ikastetxe unibertsitate"),
        (Kind.SEX, "GENDER género gènere genre Geschlecht generoa"),
        (Kind.ID, "PASSWORD contraseña contrasenya Kennwort pasahitza digicode"),
        (Kind.TIME, "hour hours hora horas hores ordu ordua Stunde Uhrzeit heure"),
        (Kind.DATE, "birth-date birth-year day-number day-of-month Geburtsjahr any-de-naixement"
                    " año-de-nacimiento date-de-naissance jaioteguna"),
        (Kind.ID, "identity-number document-number Ausweisnummer número-de-documento nan"),
        (Kind.GIVEN, "female-given-name male-given-name Vorname prénom izena"),
        (Kind.NUMBER, "duration durada duración Dauer durée iraupen temperature weight height"
                      " distance price pes Gewicht poids pisua precio preu"),
        (Kind.STREET, "flat floor door apartment piso pis planta étage Stock ate puerta"),
        (Kind.OTHER, "class colour brand road"),
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


def test_a_label_of_given_names_tells_the_gender() -> None:
    assert [gender_of(label) for label in ("female given name", "Male given name")] == ["f", "m"]


def test_what_is_not_drawn_stays_a_placeholder_with_its_notice() -> None:
    result = run(dialogue("A: Mi hijo va a la [5b:class]."))
    assert texts(result) == ["[CLASS]"]
    assert "PLACEHOLDER_SHOWN" in codes(result)
