"""Who says a nationality has a name that goes with it, before and after."""

import pytest

from surrogates.folding import fold, words
from surrogates.languages import languages, load_lexicon
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.inhabitants import demonym_of, demonym_of_namesake
from surrogates.languages.places.nations import OWN, UNNAMED, names_from, nations, tells_origin
from surrogates.types import Dialogue
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 91]) for n in range(4)]
GIVEN, FAMILY, NATION = "given_name", "surname", "nationality"
SAID = [
    ("es", "A: Soy [Youssef:G] [El Amrani:F], [marroquí:N]."),
    ("es", "A: Soy [Mihaela:G] [Chiriac:F] y soy [rumana:N]."),
    ("ca", "A: Soc la [Xin:G] [Chen:F]. Soc [xinesa:N]."),
    ("fr", "A: Je suis [Mamadou:G] [Diallo:F], je suis [sénégalais:N]."),
    ("en", "A: I'm [Agnieszka:G] [Kowalczyk:F]. I'm [Polish:N]."),
]


def _dialogue(lang: str, line: str) -> Dialogue:
    for short, label in (("G", GIVEN), ("F", FAMILY), ("N", NATION)):
        line = line.replace(f":{short}]", f":{label}]")
    return dialogue(line, lang=lang)


def _place_of(lexicon: Lexicon, people: str) -> str:
    """The folded country of a nationality."""
    found = demonym_of(lexicon, people) or demonym_of_namesake(lexicon, people)  # "serbia"
    return " ".join(words(found.place)) if found else ""


@pytest.mark.parametrize(("lang", "line"), SAID)
def test_a_name_goes_with_the_nationality_that_was_drawn(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    for key in KEYS:
        given, family, people = texts(run(_dialogue(lang, line), key=key))
        place = _place_of(lexicon, people)
        nation = nations(lexicon)[place]
        assert given in {*names_from(lexicon, nation.origin, "f"),
                         *names_from(lexicon, nation.origin, "m")}, (people, given)  # fmt: skip
        families = {
            name.replace("-", " ") for name in names_from(lexicon, nation.origin, "surname")
        }
        assert family.replace("-", " ") in families, (people, family)


def test_a_nationality_stays_in_its_region() -> None:
    lexicon = load_lexicon("es")
    made = dialogue("A: Soy [Carmen:given_name], soy [ecuatoriana:nationality].")
    for key in KEYS:
        given, people = texts(run(made, key=key))
        place = _place_of(lexicon, people)
        assert nations(lexicon)[place].region == "latin_america"
        assert given in lexicon.names("f")


def test_who_is_told_of_no_country_has_a_name_as_at_home() -> None:
    lexicon = load_lexicon("es")
    made = dialogue(
        "A: Soy [Begoña:given_name], la asistenta.",
        "B: Yo, [Fátima:given_name], [marroquí:nationality].",
    )
    for key in KEYS:
        at_home, abroad, _ = texts(run(made, key=key))
        assert at_home in lexicon.names("f")
        assert abroad not in lexicon.names("f") or tells_origin(lexicon, abroad.lower(), "mashriq")


def test_a_name_stays_of_the_origin_that_the_words_around_tell() -> None:
    lexicon = load_lexicon("en")
    line = "A: Oh hello, [Siobhan:given_name] [Gallagher:surname]. Lovely Irish name!"
    for key in KEYS:
        given, family = texts(run(dialogue(line, lang="en"), key=key))
        assert given in names_from(lexicon, "irish", "f")
        assert family in names_from(lexicon, "irish", "surname")


def test_without_a_nationality_nobody_is_told_apart() -> None:
    lexicon = load_lexicon("es")
    for key in KEYS:
        (family,) = texts(run(dialogue("A: Soy [El Amrani:surname]."), key=key))
        assert family in lexicon.surnames


def test_where_nobody_has_such_a_name_a_person_hears_of_it() -> None:
    made = dialogue("A: [Lucía:given_name] es [marroquí:nationality].")
    assert "CONSTRAINT_RELAXED" in codes(run(made))


@pytest.mark.parametrize("lang", languages())
def test_each_origin_has_enough_names(lang: str) -> None:
    lexicon = load_lexicon(lang)
    known = {nation.origin for nation in nations(lexicon).values()} - {OWN, UNNAMED}
    assert known
    for origin in known:
        for kind in ("f", "m", "surname"):
            assert len(names_from(lexicon, origin, kind)) >= 15, (origin, kind)
    assert all(row["name"] for row in lexicon.rows("nations"))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Soy [Moussa:G] [Diallo:F], de nacionalidad [senegalesa:N]."),
        ("ca", "A: Soc en [Moussa:G] [Diallo:F], de nacionalitat [senegalesa:N]."),
        ("fr", "A: Je suis [Moussa:G] [Diallo:F], de nationalité [sénégalaise:N]."),
    ],
)
def test_a_nationality_of_a_noun_tells_nobodys_gender(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    for key in KEYS:
        given, _family, people = texts(run(_dialogue(lang, line), key=key))
        origin = nations(lexicon)[_place_of(lexicon, people)].origin
        assert given in names_from(lexicon, origin, "m"), (people, given)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Es [griega:nationality], se crio en [Grecia:country]."),
        ("ca", "A: És [grega:nationality], es va criar a [Grècia:country]."),
        ("fr", "A: Elle est [suédoise:nationality], elle a grandi en [Suède:country]."),
        ("en", "A: She's [Swedish:nationality], she grew up in [Sweden:country]."),
    ],
)
def test_a_country_is_the_one_of_the_nationality(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    for key in KEYS:
        people, country = texts(run(dialogue(line, lang=lang), key=key))
        assert _place_of(lexicon, people) == " ".join(words(country))


def test_who_is_french_in_switzerland_becomes_another_foreigner() -> None:
    lines = "A: Elle est [française:nationality].", "B: Elle a grandi à [Nyon:town]?"
    for key in KEYS:
        assert texts(run(dialogue(*lines, lang="fr"), key=key))[0] != "française"
    home = dialogue("A: Elle est [française:nationality], de [Nantes:town].", lang="fr")
    assert texts(run(home, key=KEYS[0]))[0] == "française"


def test_a_name_that_no_table_has_is_not_the_foreigners() -> None:
    lines = (
        "A: Hi viu una noia [romanesa:nationality], la [Mihaela:given_name].",
        "B: I el meu home és en [Batistol:given_name].",
    )
    lexicon = load_lexicon("ca")
    for key in KEYS:
        _, foreign, own = texts(run(dialogue(*lines, lang="ca"), key=key))
        assert fold(own) in lexicon.name_by_key or own == "[GIVEN_NAME]", (foreign, own)
