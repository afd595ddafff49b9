"""A whole name under a label for given names: what of it is the surname, and where it is none."""

import pytest

from surrogates.labels import Kind
from surrogates.languages import lexicon_for
from surrogates.languages.common_nouns import items_of
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_lone_names import kinds
from tests.surrogates.people.test_people import KEYS


@pytest.mark.parametrize(
    ("lang", "lines", "surname"),
    [
        ("es", ["A: Soy [Rocío Vargas:female name].", "B: Señora [Vargas:surname]."], "Vargas"),
        ("ca", ["A: [Narcís Fàbregas:male name].", "B: Senyor [Fàbregas:surname]."], "Fàbregas"),
        ("eu", ["A: [Beñat Irizar:male name] naiz.", "B: [Irizar:surname] jauna."], "Irizar"),
        ("de", ["A: [Sandra Becker:female name].", "B: Frau [Becker:surname]."], "Becker"),
        ("en", ["A: [Jennifer Okafor:given name].", "B: Ms. [Okafor:surname]."], "Okafor"),
        ("fr", ["A: [Gaëlle Morvan:female name].", "B: Madame [Morvan:surname]."], "Morvan"),
    ],
)
def test_the_surname_is_that_of_the_other_mentions(
    lang: str, lines: list[str], surname: str
) -> None:
    assert kinds(lang, *lines)[surname] == "surname"
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        whole, alone = texts(result)
        assert len(whole.split()) > 1
        assert whole.endswith(f" {alone}")
        assert "RELATION_LOST" not in codes(result)


def told(lang: str, name: str, *more: str, label: str = "female name") -> Kind:
    """How the first mention is taken."""
    made = dialogue(f"A: [{name}:{label}].", *more, lang=lang)
    return items_of(made, lexicon_for(lang))[0][0].kind


@pytest.mark.parametrize(
    ("lang", "name"),
    [
        ("es", "María Carmen"),
        ("es", "Mari Carmen"),
        ("es", "María del Mar"),
        ("es", "Juan Marcos"),
        ("es", "mi hermano Jon"),
        ("es", "ana mar-"),
        ("es", "ana ehm"),
        ("ca", "Josep Maria"),
        ("ca", "Maria dels Àngels"),
        ("ca", "Marta Pau"),
        ("eu", "Jon Mikel"),
        ("eu", "Jon Mikelekin"),
        ("eu", "izeba Karmele"),
        ("eu", "Ane eta Jon"),
        ("de", "Anne Sophie"),
        ("de", "Martin Paul"),
        ("de", "Oma Erna"),
        ("en", "Mary Ann"),
        ("en", "Emma Louise"),
        ("fr", "Jean-Pierre"),
        ("fr", "Jean-Brice"),
        ("fr", "Mohamed Amine"),
    ],
)
def test_a_double_given_name_stays_one(lang: str, name: str) -> None:
    assert told(lang, name) is Kind.GIVEN


@pytest.mark.parametrize(
    ("lang", "name"),
    [
        ("es", "Ana Martín"),  # far more people have it as a surname
        ("es", "Ana Marcos"),  # a man's, were it a given name
        ("es", "la Pili Gómez"),
        ("es", "Inés de Castro"),
        ("ca", "Fàtima El Amrani"),
        ("ca", "Jordi Martí"),
        ("eu", "Ane Etxeberriarekin"),
        ("de", "Dr. Elena Marchetti"),
        ("de", "Thomas Simon"),
        ("de", "Frau Becker"),
        ("de", "Ursula von der Leyen"),
        ("en", "Sinéad O'Brien"),
        ("en", "Fiona Mac Donald"),
        ("fr", "Yann Le Goff"),
        ("fr", "d'Océane Delcourt"),
        ("fr", "Karim Ben Salah"),
    ],
)
def test_a_name_with_a_surname_is_a_whole_one(lang: str, name: str) -> None:
    assert told(lang, name) is Kind.PERSON
    assert told(lang, name, label="given name") is Kind.PERSON


@pytest.mark.parametrize(
    ("lang", "name", "more"),
    [
        ("ca", "Marta Pau", "B: Gràcies, senyora [Pau:surname]."),
        ("ca", "Marta Pau", "B: Senyora [Pau:female name]?"),
        ("de", "Martin Paul", "B: Herr [Paul:surname]?"),
        ("de", "Martin Paul", "B: Mail an [martin.paul@web.de:email]."),
        ("de", "Martin Paul", "B: Mail an [mpaul@web.de:email]."),
        ("fr", "Pierre Bernard", "B: Monsieur [Bernard:surname] ?"),
    ],
)
def test_the_dialogue_tells_what_may_be_either(lang: str, name: str, more: str) -> None:
    assert told(lang, name) is Kind.GIVEN
    assert told(lang, name, more) is Kind.PERSON


@pytest.mark.parametrize("name", ["Ana Zarandona", "Ana Zuhaizpe"])
def test_what_no_table_has_is_a_surname_unless_somebody_is_called_so(name: str) -> None:
    word = name.split()[1]
    assert told("es", name) is Kind.PERSON
    assert told("es", name, f"B: ¿[{word}:female name]?") is Kind.GIVEN
    assert told("es", name, f"B: ¿Señora [{word}:female name]?") is Kind.PERSON
    made = dialogue(f"A: [{name}:female name] [Gil:surname].")
    assert items_of(made, lexicon_for("es"))[0][0].kind is Kind.GIVEN


def test_a_label_of_one_word_is_taken_as_before() -> None:
    assert told("es", "Becker") is Kind.GIVEN
    assert told("de", "Becker", label="male name") is Kind.GIVEN


def test_the_gender_is_still_what_the_label_says() -> None:
    line = "A: [Andrea Vidal:male name], [Noa Roca:female name]."
    card = run(dialogue(line, lang="ca")).entities
    assert [one.gender for one in card if one.gender] == ["m", "f"]


def test_a_conjunction_between_surnames_stays() -> None:
    for key in KEYS:
        made = dialogue("A: [Albert Noguera i Pla:male name].", lang="ca")
        (name,) = texts(run(made, key=key))
        assert " i " in name
        assert len(name.split()) >= 4


def test_a_placeholder_keeps_the_name_of_the_label() -> None:
    made = dialogue("A: Hier [Sandra Becker:female name].", lang="de")
    assert texts(run(made, "typed")) == ["[FEMALE_NAME]"]


def test_an_address_is_of_the_new_names() -> None:
    lines = ("A: [Melissa Grant:female name], [melissa.grant88@yahoo.com:email].",)
    for key in KEYS:
        name, address = texts(run(dialogue(*lines, lang="en"), key=key))
        assert address.startswith(name.lower().replace(" ", ".").replace("'", ""))


@pytest.mark.parametrize(
    ("label", "gender"), [("female given name", "f"), ("Male first name", "m")]
)
def test_labels_of_given_names_tell_the_gender(label: str, gender: str) -> None:
    cards = run(dialogue(f"A: Soy [Alex Prieto:{label}].")).entities
    assert gender in {card.gender for card in cards}
