"""Pet names that no list has, and two people who are called alike."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

MADE = [
    ("es", "A: ¿Está [Zairito:PER]?", "B: Sí, [Zairo:PER] duerme."),
    ("es", "A: Su hija [Nekane:PER] llamó.", "B: ¿La [Neki:PER]? Ya viene."),
    ("ca", "A: El meu fill [Quel:PER].", "B: I com està en [Quelet:PER]?"),
    ("eu", "A: [Oihan:PER] dator.", "B: [Oihantxo:PER] gure etxekoa da."),
    ("de", "A: Mein Sohn [Tjark:PER] ist krank.", "B: Seit wann ist [Tjarkchen:PER] krank?"),
    ("de", "A: Meine Tochter [Lena:PER] ist da.", "B: Dann kommt [Lenchen:PER] heute."),
    ("eu", "A: Izena [Joseba:PER] da.", "B: Baina denek [Txoseba:PER] deitzen didate."),
    ("en", "A: My son [Barnaby:PER] is here.", "B: He's [Barno:PER] to his friends."),
    ("fr", "A: Mon fils [Loup:PER] est là.", "B: [Loupinet:PER] dort encore ?"),
]


@pytest.mark.parametrize(("lang", "one", "two"), MADE)
def test_a_pet_name_is_short_for_the_new_name(lang: str, one: str, two: str) -> None:
    lexicon = load_lexicon(lang)
    for key in FIVE_KEYS:
        result = run(dialogue(one, two, lang=lang), key=key)
        first, second = (fold(text) for text in texts(result))
        related = lexicon.relatives(first)
        assert second in related or first in lexicon.relatives(second), (first, second)


APART = [
    ("A: Viene [Zairo:PER] con su hermano [Zairito:PER].",),  # the words tell two people
    ("A: [Marina:PER] y [Marinela:PER] y [Marini:PER].",),  # short for either
    ("A: [Bruno:PER] y [Bruna:PER].",),
]


@pytest.mark.parametrize("lines", APART)
def test_what_may_be_another_person_is_not_joined(lines: tuple[str, ...]) -> None:
    assert not any("diminutive" in card.links for card in run(dialogue(*lines)).entities)
    assert len(set(texts(run(dialogue(*lines))))) == len(texts(run(dialogue(*lines))))


ALIKE = [
    ("es", "A: Hola, [Lola:PER]. Mi hermana [Dolores:PER] se llama como tú."),
    ("ca", "A: La meva germana [Montserrat:PER] es diu com tu, [Montse:PER]."),
    ("de", "A: Meine Frau [Katharina:PER] heißt wie Sie, Frau [Kathi:PER]."),
    ("en", "A: My sister [Elizabeth:PER] has the same name as you, [Liz:PER]."),
    ("fr", "A: Ma sœur [Catherine:PER] porte le même prénom que toi, [Cathy:PER]."),
    ("eu", "A: Nire ahizpa [Oihana:PER] zu bezala deitzen da, [Oihi:PER]."),
]


@pytest.mark.parametrize(("lang", "line"), ALIKE)
def test_who_are_said_to_be_called_alike_are(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    for key in FIVE_KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        first, second = (fold(text) for text in texts(result))
        assert second in lexicon.relatives(first) or first in lexicon.relatives(second)
        assert "SPLIT_SUGGESTED" not in codes(result)


@pytest.mark.parametrize("key", FIVE_KEYS[:3])
@pytest.mark.parametrize(
    ("lang", "lines"),
    [  # of two forms that begin a name, neither is short for the other
        ("de", ("A: Das ist [Jonathan:PER].", "B: Also der [Joni:NICKNAME].",
                "A: [Jonny:NICKNAME] sagen wir zu Hause.")),
        ("en", ("A: My name is [Evangeline Hartwell:PER].", "B: Thanks.", "A: OK.", "B: Fine.",
                "A: People call me [Evan:NICKNAME].")),
        ("eu", ("A: [Nere:PER]k deitu du.", "B: [Nerea:PER]k?")),
        ("eu", ("A: [Axun:PER]ek deitu du.", "B: [Asuntzion:PER]ek?")),
    ],
)  # fmt: skip
def test_all_short_forms_are_of_the_one_new_name(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    lexicon = load_lexicon(lang)
    names = [fold(text).split()[0] for text in texts(run(dialogue(*lines, lang=lang), key=key))]
    full = max(names, key=lambda name: (name in lexicon.name_by_key, len(name)))
    assert all(name == full or name in lexicon.relatives(full) for name in names), names


@pytest.mark.parametrize(
    ("lang", "one", "two"),
    [
        ("ca", "A: Em dic [Aleksandra Petrenko:PER].", "A: Hi anirà el meu home, l'[Andri:PER]."),
        ("es", "A: Soy [Francisca Vela:PER].", "A: Irá mi padre, [Paco:PER]."),
        ("de", "A: Ich bin [Alexandra Vogt:PER].", "A: Mein Mann, [Alex:PER], kommt mit."),
        ("en", "A: I'm [Alexandra Hurst:PER].", "A: My husband, [Alex:PER], will come."),
        ("fr", "A: Je suis [Frédérique Aubin:PER].", "A: Mon mari, [Fred:PER], viendra."),
    ],
)
def test_who_speaks_is_not_the_relative_that_is_named(lang: str, one: str, two: str) -> None:
    for key in FIVE_KEYS:
        first, second = texts(run(dialogue(one, two, lang=lang), key=key))
        assert fold(second) not in load_lexicon(lang).relatives(fold(first.split()[0]))
        assert fold(second) != fold(first.split()[0])
