"""Names of animals become names of animals; nobody is asked for their gender."""

import pytest

from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

PETS = [
    ("es", "A: Nuestra perra [Brisca:PER] cojea."),
    ("ca", "A: El meu gat [Mixó:PER] no menja."),
    ("eu", "A: Gure txakurra [Xolin:PER] galdu da."),
    ("de", "A: Unser Kater [Schnurri:PER] ist weg."),
    ("en", "A: It's about [Scruff:PER], our terrier."),
    ("fr", "A: Mon chien [Ficelle:PER] boite."),
]


@pytest.mark.parametrize(("lang", "line"), PETS)
def test_a_pet_is_called_like_one(lang: str, line: str) -> None:
    names = {row["name"] for row in load_lexicon(lang).rows("pets")}
    for key in FIVE_KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        assert set(texts(result)) <= names
        assert "GENDER_UNKNOWN" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "line"),
    [("es", "A: [Marta:PER], mi perro no come."), ("en", "A: My dog bit [Marta:PER] today.")],
)
def test_who_only_stands_near_an_animal_is_a_person(lang: str, line: str) -> None:
    names = {row["name"] for row in load_lexicon(lang).rows("pets")}
    for key in FIVE_KEYS:
        assert names.isdisjoint(texts(run(dialogue(line, lang=lang), key=key)))


def test_who_brings_an_animal_is_none() -> None:
    made = dialogue("A: Soc en [Biel Roca:person], porto la gata.", lang="ca")
    names = load_lexicon("ca").names("m")
    for n in range(4):
        (said,) = texts(run(made, key=bytes([n, 93])))
        assert said.split()[0] in names, said
