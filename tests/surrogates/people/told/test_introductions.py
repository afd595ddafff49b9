"""Whose name it is, and what its bearer is called, tell its gender; rare names are known."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

# Language, lines, a name that no list has, its gender.
TOLD = [
    ("fr", ["cliente: Bonjour, c'est [Zorvik:PER]."], "Zorvik", "f"),
    ("de", ["Anruferin: Guten Tag, [Sascha:PER] am Apparat."], "Sascha", "f"),
    ("es", ["clienta: Hola, soy [Zorvik:PER]."], "Zorvik", "f"),
    ("ca", ["clienta: Bon dia, soc [Zorvik:PER]."], "Zorvik", "f"),
    ("eu", ["aita: [Zorvik:PER] naiz."], "Zorvik", "m"),
    ("en", ["mother: Hello, this is [Zorvik:PER]."], "Zorvik", "f"),
    ("en", ["A: And you are?", "B: Her son, [Zorvik:PER]."], "Zorvik", "m"),
    ("fr", ["A: Bonjour monsieur, vous êtes [Zorvik:PER] ?", "B: Oui."], "Zorvik", "m"),
    ("es", ["A: ¿Hablo con [Zorvik:PER]?", "B: Sí.", "A: Verá, señora, escuche."], "Zorvik", "f"),
    ("en", ["A: This is [Zorvik:PER].", "B: Yes ma'am, I did."], "Zorvik", "f"),
    ("en", ["A: My name is [Zorvik:PER].", "B: Thank you young man."], "Zorvik", "m"),
    ("de", ["A: Wie heißen Sie?", "B: [Zorvik:PER].", "A: Gut, meine Dame."], "Zorvik", "f"),
    ("fr", ["A: [Zorvik d'Hale:PER]. Avec ma [fille:FAMILY].", "B: Merci, monsieur [d'Hale:PER]."],
     "Zorvik", "m"),
    ("en", ["A: I'm [Susan Hale:PER], with [Zorvik Hale:PER].", "B: Good, Mr [Hale:PER]."],
     "Zorvik", "m"),
    ("de", ["A: Der Pfleger heißt [Eike:PER], die Ärztin [Toni Brandt:PER]."], "Eike", "m"),
    ("de", ["A: Guten Tag, Frau [Hale:FAM]. Sie heißen [Jona:PER]?", "B: Ja."], "Jona", "f"),
    ("fr", ["A: Bonjour madame, votre prénom ?", "B: [Zorvik:PER]."], "Zorvik", "f"),
    ("es", ["A: ¿Y tu hermana? ¿Cómo se llama?", "B: [Zorvik:PER]."], "Zorvik", "f"),
    ("en", ["A: And your husband's name?", "B: [Zorvik:PER]."], "Zorvik", "m"),
    ("eu", ["A: [Zorviken:PER] neba ere badator."], "Zorviken", "f"),
    ("eu", ["A: [Zorvik:PER] dut. Anaia txikia ere badator."], "Zorvik", "m"),
    ("eu", ["A: [Zorvik:PER] naiz, nire ahizpa badator."], "Zorvik", "f"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "name", "gender"), TOLD)
def test_who_introduces_himself_tells_the_gender(
    lang: str, lines: list[str], name: str, gender: str
) -> None:
    made = run(dialogue(*lines, lang=lang))
    assert [(c.gender, c.gender_evidence) for c in made.entities if c.original == name] == [
        (gender, "context")
    ]
    assert "GENDER_UNKNOWN" not in codes(made)


NOT_TOLD = [
    ("fr", ["cliente: Je cherche [Zorvik:PER]."]),
    ("fr", ["client: C'est [Zorvik:PER]."]),  # a man's form stands for anybody
    ("en", ["mother: Is [Zorvik:PER] here?"]),
    ("es", ["A: Hola, señora. ¿Su nombre?", "B: Llamo por [Zorvik:PER]."]),
    ("en", ["A: Who's the boy's doctor, madam?", "B: [Zorvik:PER]."]),
    ("es", ["A: ¿Hablo con [Cruz Gil:PER]?", "B: No, soy su mujer.", "A: Perdone, señora."]),
    ("fr", ["A: Vous êtes [Camille Roy:PER] ?", "B: C'est mon mari.", "A: Pardon, madame."]),
]


@pytest.mark.parametrize(("lang", "lines"), NOT_TOLD)
def test_who_speaks_tells_nothing_of_another(lang: str, lines: list[str]) -> None:
    cards = run(dialogue(*lines, lang=lang)).entities
    assert all(card.gender_evidence != "context" for card in cards if card.kind == "person")


@pytest.mark.parametrize(
    ("lang", "lines", "gender", "asked"),
    [
        ("fr", ["infirmière: Je suis [Maxence Roy:PER]."], "f", True),
        ("de", ["Mutter: Ja, [Kai Berger:PER] am Apparat."], "f", True),
        ("es", ["A: ¿Hablo con [Andrés Gil:PER]?", "B: Sí.", "A: Hola, señora."], "m", False),
    ],
)
def test_who_speaks_beats_the_lists_and_a_call_does_not(
    lang: str, lines: list[str], gender: str, asked: bool
) -> None:
    made = run(dialogue(*lines, lang=lang))
    assert made.entities[0].gender == gender
    assert ("GENDER_CONFLICT" in codes(made)) is asked


def test_a_pronoun_of_an_animal_is_no_conflict() -> None:
    line = "A: It's [Callum:PER]. My dog's limping and I'd like her seen."
    assert "GENDER_CONFLICT" not in codes(run(dialogue(line, lang="en")))


RARE = [
    ("es", "Wifredo Gumersindo Hermenegilda Liduvina", "mmff"),
    ("ca", "Ildefons Cugat Emerenciana Aurembiaix", "mmff"),
    ("eu", "Akier Baladi Amilamia Anderazu", "mmff"),
    ("de", "Fürchtegott Nepomuk Malwine Crescentia", "mmff"),
    ("en", "Thaddeus Alun Bronwyn Myfanwy", "mmff"),
    ("fr", "Évariste Zéphyrin Eudoxie Radegonde", "mmff"),
]


@pytest.mark.parametrize(("lang", "names", "genders"), RARE)
def test_rare_names_are_known(lang: str, names: str, genders: str) -> None:
    known = load_lexicon(lang).name_by_key
    found = [known.get(fold(name)) for name in names.split()]
    assert "".join(entry.gender if entry else "?" for entry in found) == genders


@pytest.mark.parametrize("key", FIVE_KEYS)
def test_a_pet_form_is_nobodys_official_name(key: bytes) -> None:
    made = run(dialogue("A: [Lison Tréguier:PER], j'habite ici.", lang="fr"), key=key)
    assert fold(texts(made)[0].split()[0]) in load_lexicon("fr").name_by_key
