"""A trade that is said as somebody's stays in teaching; who heals animals goes on with animals."""

import pytest

from surrogates.languages import lexicon_for
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 83]) for n in range(6)]
SOMEBODYS = [
    ("es", "A: Soy la [tutora:PROFESSION] de [Nico:PERSON]."),
    ("es", "A: Soy la [catequista:PROFESSION] de [Nico:PERSON]."),
    ("ca", "A: Soc la [tutora:PROFESSION] del [Roc:PERSON]."),
    ("ca", "A: Soc la [catequista:PROFESSION] del [Roc:PERSON]."),
    ("de", "A: Ich bin die [Katechetin:PROFESSION] von [Leon:PERSON]."),
    ("en", "A: I'm [Nico:PERSON]'s [minder:PROFESSION]."),
    ("fr", "A: Je suis la [catéchiste:PROFESSION] de [Léo:PERSON]."),
]
ANIMALS = [
    ("es", "A: Soy [veterinaria:PROFESSION]; curo vacas y ovejas.", ("ganad", "pastor")),
    ("ca", "A: Soc [veterinària:PROFESSION]; curo vaques i ovelles.", ("ramad", "pages", "pastor")),
    ("eu", "A: [Albaitaria:PROFESSION] naiz; behiak eta ardiak sendatzen ditut.",
     ("nekazari", "baserritar", "artzain", "abeltzain")),
    ("de", "A: Ich bin [Tierärztin:PROFESSION] und heile Kühe.", ("landwirt", "melker", "bäuerin")),
    ("en", "A: I'm a [vet:PROFESSION]; I look after cows.", ("animal", "farm", "veterinary")),
    ("fr", "A: Je suis [vétérinaire:PROFESSION], je soigne les vaches.", ("agric", "élev")),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "line"), SOMEBODYS)
def test_a_trade_of_somebody_is_one_of_teaching(lang: str, line: str) -> None:
    rows = lexicon_for(lang).rows("professions")
    teaching = {row["form"].lower() for row in rows if row["group"].startswith("education-")}
    for key in KEYS:
        said = {t.lower() for t in texts(run(dialogue(line, lang=lang), key=key))}
        assert said & teaching, said


def test_an_unknown_trade_of_nobody_is_any() -> None:
    rows = lexicon_for("es").rows("professions")
    teaching = {row["form"] for row in rows if row["group"].startswith("education-")}
    line = dialogue("A: Soy [catequista:PROFESSION], de Lugo.")
    said = {texts(run(line, key=bytes([n, 84])))[0] for n in range(12)}
    assert not said <= teaching


@pytest.mark.parametrize(("lang", "line", "stems"), ANIMALS)
def test_who_heals_animals_works_with_them(lang: str, line: str, stems: tuple[str, ...]) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        told = not {"RELATION_LOST", "SAID_AROUND"}.isdisjoint(codes(result))
        (said,) = texts(result)
        assert told or said.lower().startswith(stems), said
