"""Words outside the spans stay right: articles before organisations, streets and places."""

import pytest

from surrogates.folding import fold, words
from surrogates.languages import load_lexicon
from surrogates.languages.places.streets import street_key
from surrogates.things.articles import agrees
from surrogates.things.organisations import cut_form, initials_of
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS, outs


@pytest.mark.parametrize(
    ("lang", "line", "classes"),
    [
        ("es", "A: Trabajo en el [Banco de Santander:ORG].", "ms"),
        ("es", "A: Soy cliente del [Hospital Clínico:ORG].", "ms"),
        ("es", "A: Es de la [Caja Rural del Sur:ORG].", "fs"),
        ("es", "A: En los [Almacenes Sol:ORG].", "mp"),
        ("es", "A: En las [Bodegas Sol:ORG].", "fp"),
        ("es", "A: En la [calle Mayor:STREET] 5.", "fs"),
        ("es", "A: Al final del [paseo Marítimo:STREET].", "ms"),
        ("ca", "A: Treballo a la [Caixa Rural:ORG].", "fs"),
        ("ca", "A: Soc del [Centre Mèdic Nord:ORG].", "ms"),
        ("fr", "A: Je travaille à la [Banque Postale:ORG].", "fs"),
        ("fr", "A: Au [boulevard Voltaire:STREET].", "ms"),
        ("de", "A: Ich bin bei der [Sparkasse Nord:ORG].", "fs"),
        ("de", "A: Das [Krankenhaus Nord:ORG].", "ns"),
    ],
)
def test_a_thing_suits_the_article_before_it(lang: str, line: str, classes: str) -> None:
    for name, *_ in outs(lang, line):
        heads = (name, name.split()[0])  # "Sparkasse Weinberg": the first word is what it is
        assert any(agrees(load_lexicon(lang), frozenset({classes}), head) for head in heads), name


def test_two_articles_leave_a_name_without_gender() -> None:
    for one, two in outs("es", "A: En el [Banco Sur:ORG], o sea, en la [Banco Sur:ORG]."):
        assert one == two
        assert ("noun", words(one)[0]) not in load_lexicon("es").agreement


@pytest.mark.parametrize("article", ["el", "la", "los", "las"])
def test_the_article_of_a_place_stays_outside(article: str) -> None:
    es = load_lexicon("es")
    original = {"el": "Ejido", "la": "Coruña", "los": "Barrios", "las": "Rozas"}[article]
    for (name,) in outs("es", f"A: Vivo en {article} [{original}:LOC]."):
        assert fold(f"{article} {name}") in es.place_by_key


@pytest.mark.parametrize("text", ["MÁLAGA", "ALCALÁ DE HENARES"])
def test_a_place_in_capitals_stays_in_capitals(text: str) -> None:
    for (name,) in outs("es", f"A: VIVO EN [{text}:LOC]."):
        assert name.isupper()


def test_a_street_in_capitals_stays_in_capitals() -> None:
    for (name,) in outs("es", "A: VIVO EN LA CALLE [MAYOR:STREET]."):
        assert name.isupper()


def test_a_street_is_one_in_all_its_writings() -> None:
    for whole, name, short in outs(
        "es",
        "A: Vivo en la [calle Mayor:STREET].",
        "B: ¿[Mayor:STREET]? ¿[C/ Mayor 15:STREET]?",
    ):
        kind, _, rest = whole.partition(" ")
        assert name == rest
        assert rest in short and kind == "calle"
        assert short.split()[-1].isdecimal() and short.split()[0] == "C/"


def test_two_streets_of_one_name_stay_of_one_name() -> None:
    for one, two in outs("es", "A: [calle Mayor:STREET] y [plaza Mayor:STREET]."):
        assert one.split()[1:] == two.split()[1:]
        assert (one.split()[0], two.split()[0]) == ("calle", "plaza")


def test_a_house_number_is_one_in_all_its_writings() -> None:
    for one, two in outs("es", "A: [calle Mayor, 15:STREET]; [C/ Mayor 15:STREET]"):
        assert one.split()[-1] == two.split()[-1] != "15"


@pytest.mark.parametrize(
    ("lang", "form"), [("es", " S.L."), ("es", ", S.A."), ("de", " GmbH"), ("en", " Ltd")]
)
def test_a_legal_form_is_said_or_left_out(lang: str, form: str) -> None:
    made = dialogue("A: [Telco Norte:ORG].", f"B: ¿[Telco Norte{form}:ORG]?", lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        plain, legal = texts(result)
        assert legal.startswith(plain) and cut_form(legal)[0] == plain
        assert not set(words(legal)) & {"telco", "norte", "gmbh", "ltd"}
        assert not codes(result)


def test_an_acronym_follows_its_organisation() -> None:
    for whole, short in outs("es", "A: La [Universidad Politécnica de Madrid:ORG], la [UPM:ORG]."):
        assert short == initials_of(whole).upper() or " " not in whole
        assert short.isupper() and short != "UPM"


def test_an_acronym_with_an_ending_is_the_same_one() -> None:
    lines = ("A: [Urola Garraio Kooperatiba:ORG], [UGK:ORG].", "A: [UGKn:ORG] [UGKrekin:ORG]")
    for key in KEYS:
        whole, short, there, with_it = texts(run(dialogue(*lines, lang="eu"), key=key))
        assert short == initials_of(whole).upper()
        assert there.startswith(short) and with_it.startswith(short)


def test_two_acronyms_are_no_initials_of_each_other() -> None:
    one, two = texts(run(dialogue("A: [UPM:ORG] y [UPC:ORG]")))
    assert one != two


@pytest.mark.parametrize(
    ("lang", "long", "short"),
    [
        ("ca", "carrer Major", "C/ Major"),
        ("de", "Hauptstraße", "Hauptstr."),
        ("en", "Baker Street", "Baker St"),
        ("fr", "boulevard Voltaire", "bd Voltaire"),
    ],
)
def test_a_short_type_is_the_same_type(lang: str, long: str, short: str) -> None:
    lexicon = load_lexicon(lang)
    assert street_key(f"{long} 12", lexicon) == street_key(short, lexicon)
    line = f"A: [{long} 12:STREET]. ¿[{short} 12:STREET]?"
    for one, two in outs(lang, line):
        assert street_key(one, lexicon) == street_key(two, lexicon)
        assert one.split()[-1] == two.split()[-1] and len(two) <= len(one)


@pytest.mark.parametrize(
    ("line", "gender"),
    [
        ("A: in die [Goethestraße:STREET]", "fs"),
        ("A: aus der [Lindenallee:STREET]", "fs"),
        ("A: in der [Hauptstr.:STREET] 5", "fs"),
        ("A: im [Keplerweg:STREET]", "ms"),
    ],
)
def test_a_german_street_suits_its_article(line: str, gender: str) -> None:
    de = load_lexicon("de")
    for (street,) in outs("de", line):
        assert agrees(de, frozenset({gender}), street), street


@pytest.mark.parametrize(
    ("lang", "line", "before"),
    [
        ("es", "A: vivo [en Madrid:LOC], soy [de Sevilla:LOC]; [Sevilla:LOC]", ("en ", "de ")),
        ("en", "A: [in Leeds:LOC] or [near Boston:LOC]; [Boston:LOC]", ("in ", "near ")),
        ("de", "A: [in Köln:LOC], [aus Bremen:LOC], [Bremen:LOC]", ("in ", "aus ")),
        ("fr", "A: [à Lyon:LOC], né [au Havre:LOC]; [Le Havre:LOC]", ("à ", "")),
        ("ca", "A: visc [a Reus:LOC] i [al Prat:LOC]; [El Prat:LOC]", ("a ", "")),
    ],
)
def test_a_preposition_in_the_span_stays(lang: str, line: str, before: tuple[str, str]) -> None:
    for one, other, place in outs(lang, line):
        assert one.startswith(before[0]) and other.startswith(before[1])
        assert other.endswith(place.removeprefix("El ").removeprefix("Le ")), (other, place)


@pytest.mark.parametrize(
    ("line", "article"),
    [
        ("A: Treballo a l'[Hospitalet:LOC].", "l'"),
        ("A: El nòvio és de l'[Escala:LOC].", "l'"),
        ("A: Visc al [Prat:LOC].", "el "),
        ("A: Anem al [Vendrell:LOC] cada estiu.", "el "),
    ],
)
def test_catalan_towns_with_an_article_stay_such(line: str, article: str) -> None:
    towns = load_lexicon("ca").own_places
    for (name,) in outs("ca", line):
        assert any(f"{town} ".startswith(f"{article}{fold(name)} ") for town in towns), name


def test_no_catalan_article_stands_behind_the_preposition_that_takes_it_in() -> None:
    for name, *_ in outs("ca", "A: Estiuegem a [l'Estartit:LOC], abans a [Begur:LOC]."):
        assert not fold(name).startswith(("el ", "els "))


@pytest.mark.parametrize(
    "lines",
    [
        ("A: Il arrive depuis le [Havre:LOC].",),
        ("A: On part vers la [Rochelle:LOC].",),
        ("A: Né au [Teilleul-sur-Vair:LOC].", "B: Le [Teilleul:LOC], c'est loin."),
    ],
)
def test_a_french_article_before_a_town_is_the_towns(lines: tuple[str, ...]) -> None:
    for key in KEYS:
        result = run(dialogue(*lines, lang="fr"), key=key)
        town = texts(result)[-1]
        article = "la" if "la [" in lines[-1] else "le"
        assert fold(f"{article} {town}") in load_lexicon("fr").place_by_key, town
