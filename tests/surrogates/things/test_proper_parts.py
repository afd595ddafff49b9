"""What names a thing changes, what it is stays: "Hospital Universitario", "calle", "Doctor"."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.things.organisations import initials_of
from surrogates.things.proper_parts import Part, parts_of, renamed
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS, outs


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Hospital Universitario Miguel Servet", [("Miguel Servet", "")]),
        ("Hospital Virgen de la Luz", [("de la Luz", "devotion")]),
        ("Clínica Doctor Pérez Mateos", [("Pérez Mateos", "surname")]),
        ("Facultad de Medicina", []),
        ("Hospital San Juan de la Cruz", [("Juan de la Cruz", "man")]),
        ("Universidad de Granada", [("Granada", "")]),
        ("Alcon", [("Alcon", "")]),
    ],
)
def test_the_parts_that_name(text: str, parts: list[tuple[str, str]]) -> None:
    found = parts_of(text, load_lexicon("es"))
    assert [(part.text, part.title) for part in found] == parts


def test_a_name_in_part_is_the_same_part() -> None:
    for whole, part in outs(
        "es",
        "A: Estuve en el [Hospital Universitario Virgen del Rocío:ORG].",
        "B: ¿En el [Virgen del Rocío:ORG]?",
    ):
        assert whole.startswith("Hospital Universitario Virgen de")
        assert whole.endswith(part) and part.startswith("Virgen de")


def test_trade_words_stay_and_a_firm_follows_its_family() -> None:
    for family, firm in outs("es", "A: Los de [Zubieta:FAM], [Hermanos Zubieta:ORG]."):
        assert firm == f"Hermanos {family}"


def test_an_acronym_is_never_the_original_one() -> None:
    """Its first letters are of words that stay, so the name that is drawn begins otherwise."""
    lines = ["A: Soy de [Construcciones y Reformas del Sur:ORG], o sea [CRS:ORG]."]
    for n in range(tries(6, 40)):
        whole, short = texts(run(dialogue(*lines), key=bytes([n])))
        assert short == initials_of(whole).upper() != "CRS"


def test_a_hospital_follows_its_town() -> None:
    for hospital, town in outs("es", "A: Del [Hospital Clínico de Segovia:ORG], en [Segovia:LOC]."):
        assert fold(hospital) == fold(f"Hospital Clínico de {town}")


@pytest.mark.parametrize("text", ["Hospital General", "Facultad de Medicina"])
def test_what_names_nothing_is_told_of_a_town(text: str) -> None:
    for (name,) in outs("es", f"A: Es el [{text}:INSTITUCION]."):
        assert name.startswith(f"{text} de ") and name != text


@pytest.mark.parametrize(
    ("address", "shape"),
    [
        ("Calle Julio Palacios, 6, 3º B", r"Calle \w+ \w+, \d, \dº [A-H]"),
        ("Avda. Reyes Católicos, 2, bajo", r"Avda\. .+, \d, bajo"),
        ("Plaza Mayor s/n", r"Plaza [\w ]+ s/n"),
        ("C/ Ibiza 67, 5B, Retiro", r"C/ [\w -]+ \d\d, \d[A-H]"),
    ],
)
def test_an_address_keeps_its_pieces(address: str, shape: str) -> None:
    for (made,) in outs("es", f"A: Vivo en [{address}:CALLE]."):
        assert re.fullmatch(shape, made), made
        digits = [c for c in address if c.isdecimal()]
        assert all(a != b for a, b in zip(digits, [c for c in made if c.isdecimal()], strict=True))


def test_a_word_for_a_kind_of_thing_holds_nothing_back() -> None:
    made = dialogue("A: Voy al hospital, al [Hospital Miguel Servet:ORG].", "B: ¿Qué hospital?")
    for key in KEYS:
        result = run(made, key=key)
        assert not result.leaks and "RESIDUAL_MENTION" not in codes(result)
        assert texts(result)[0].startswith("Hospital ")


@pytest.mark.parametrize(
    ("lang", "whole", "shorter"),
    [
        ("es", ("la ", "Asociación Deportiva ", "Piedralaves"), "Asociación "),
        ("ca", ("la ", "Cooperativa Agrícola de ", "Bellpuig"), "Cooperativa de "),
        ("ca", ("l'", "Hospital Comarcal de ", "Manresa"), "Hospital de "),
    ],
)
def test_a_kind_said_in_fewer_words_is_the_same_thing(
    lang: str, whole: tuple[str, str, str], shorter: str
) -> None:
    article, kind, name = whole
    for one, other in outs(
        lang, f"A: {article}[{kind}{name}:ORG].", f"B: {article}[{shorter}{name}:ORG]."
    ):
        last = re.compile(r"^.* d(?:e |')|^.* ")
        assert last.sub("", one) == last.sub("", other) and name not in one


@pytest.mark.parametrize(
    ("whole", "inflected"),
    [
        ("Goierri Garraioak", "Goierri Garraioetako"),
        ("Urola Klinika", "Urola Klinikara"),
        ("Otaegi Anaiak", "Otaegi Anaiei"),
        ("Deba Ikastetxea", "Deba Ikastetxeko"),
    ],
)
def test_basque_words_for_a_kind_stay_with_their_endings(whole: str, inflected: str) -> None:
    for one, other in outs(
        "eu", f"A: [{whole}:ORG] da.", f"B: [{inflected}:ORG] nagusia ezagutzen dut."
    ):
        name, kind = one.rsplit(" ", 1)
        assert kind == whole.split()[1] and name != whole.split()[0]
        assert other == f"{name} {inflected.split()[1]}"


def test_a_basque_family_firm_bears_the_name_of_the_family() -> None:
    for firm, family in outs("eu", "A: [Urkola Anaiak:ORG] gara.", "B: [Urkola:FAM] jauna?"):
        assert firm == f"{family} Anaiak"


def test_another_kind_of_the_same_name_is_another_thing() -> None:
    for hospital, university in outs(
        "es", "A: El [Hospital General de Cuenca:ORG].", "B: La [Universidad de Cuenca:ORG]."
    ):
        assert hospital.startswith("Hospital General de ")
        assert university.startswith("Universidad de ")


@pytest.mark.parametrize(
    ("firm", "part", "stays"),
    [
        ("Klinikum Großhadern", "Großhadern", "Klinikum "),
        ("Autohaus Krüger & Sohn", "Krüger", "Autohaus "),
        ("Kanzlei Dr. Weber und Partner", "Weber", "Kanzlei Dr. "),
    ],
)
def test_a_german_firm_is_said_by_what_names_it(firm: str, part: str, stays: str) -> None:
    made = dialogue(f"A: bei [{firm}:ORG]", f"B: zu [{part}:ORG]", lang="de")
    for key in (b"a", b"b", b"c"):
        whole, short = texts(run(made, key=key))
        assert whole == firm.replace(part, short) and whole.startswith(stays) and short != part


@pytest.mark.parametrize(
    ("lang", "line", "shape"),
    [
        ("fr", "A: le [CHU d'Angers:ORG] à [Angers:LOC]", r"CHU d(?:e |')(.*)"),
        ("fr", "A: la [Mairie de Lyon:ORG] à [Lyon:LOC]", r"Mairie d(?:e |')(.*)"),
        ("ca", "A: l'[Ajuntament d'Olot:ORG], a [Olot:LOC]", r"Ajuntament d(?:e |')(.*)"),
        ("de", "A: die [Uniklinik Köln:ORG] in [Köln:LOC]", r"Uniklinik (.*)"),
    ],
)
def test_what_is_called_after_its_town_follows_it(lang: str, line: str, shape: str) -> None:
    for thing, town in outs(lang, line):
        match = re.fullmatch(shape, thing)
        assert match is not None and match[1] == town
        if " d" in thing:
            assert ("d'" in thing) == (fold(town)[0] in "aeiouh")


def test_two_names_with_an_ampersand_are_two() -> None:
    lines = "A: [Dr. Lindemann & Schäfer:ORG]", "B: Herr [Lindemann:FAM], Frau [Schäfer:FAM]"
    for firm, one, other in outs("de", *lines):
        assert firm == f"Dr. {one} & {other}"


@pytest.mark.parametrize(("lang", "word"), [("es", "hospital"), ("fr", "CHU"), ("de", "Klinikum")])
def test_a_word_for_what_it_is_stays(lang: str, word: str) -> None:
    result = run(dialogue(f"A: [{word}:ORG]", lang=lang))
    assert texts(result) == [word] and not result.held
    assert codes(result) == ["SAID_AROUND"]


def test_a_firm_that_somebody_is_called_after_follows_the_name() -> None:
    for person, firm in outs("en", "A: [Rose Whitfield:PER], my shop [Whitfield Florals:ORG]"):
        assert firm.split()[0] == person.split()[1] and "Florals" not in firm


@pytest.mark.parametrize(
    ("lang", "line", "shape"),
    [
        ("fr", "A: Ici [Garage Delorme et Fils:ORG].", r"Garage \S+ et Fils"),
        ("fr", "A: Ici [Perrin & Fils:ORG].", r"\S+ & Fils"),
        ("fr", "A: [Delorme et Associés:ORG].", r"\S+ et Associés"),
        ("en", "A: [Harlow and Finch:ORG].", r"\S+ and \S+"),
        ("en", "A: [Ashby and Sons:ORG].", r"\S+ and Sons"),
        ("es", "A: Soy de [Talleres Garrido e Hijos:ORG].", r"Talleres \S+ e Hijos"),
        ("es", "A: Soy de [Carpintería Perales y Hermanos:ORG].", r"Carpintería \S+ y Hermanos"),
        ("ca", "A: Soc de [Fusteria Bosch i Fills:ORG].", r"Fusteria \S+ i Fills"),
        ("de", "A: Hier [Bäckerei Krüger und Sohn:ORG].", r"Bäckerei \S+ und Sohn"),
        ("de", "A: [Lindemann und Schäfer Rechtsanwälte:ORG].", r"\S+ und \S+ Rechtsanwälte"),
        ("eu", "A: [Aroztegia Agirre eta Semeak:ORG].", r"Aroztegia \S+ eta Semeak"),
    ],
)
def test_what_joins_two_names_stays(lang: str, line: str, shape: str) -> None:
    for (firm,) in outs(lang, line):
        assert re.fullmatch(shape, firm), firm


def test_a_firm_in_part_is_its_partner() -> None:
    lines = ["A: [Harlow and Finch:ORG].", "B: Mr [Finch:FAM]?", "A: [Harlow's:ORG], yes."]
    for firm, partner, short in outs("en", *lines):
        assert firm == short.replace("'s", f" and {partner}")


def test_and_is_written_as_the_next_name_asks() -> None:
    for (firm,) in outs("es", "A: Soy de [Transportes Ferrer y Ruiz:ORG]."):
        assert re.search(r" e H?[IÍ]| y (?!H?[IÍ][^aeo])", firm), firm


@pytest.mark.parametrize("way", ["avenue Gambetta", "rue Pasteur", "boulevard Voltaire"])
def test_a_way_without_an_article_is_somebodys(way: str) -> None:
    name = way.split()[1]
    lines = [f"A: Devant le [27 {way}:STREET].", f"B: J'avance sur [{name}:STREET] ?"]
    surnames = set(load_lexicon("fr").surnames)
    for whole, part in outs("fr", *lines):
        assert whole.endswith(f" {part}") and part in surnames
        assert "CONSTRAINT_RELAXED" not in codes(run(dialogue(*lines, lang="fr")))


@pytest.mark.parametrize(
    ("lang", "line", "end"),
    [
        ("es", "A: [Zurbitu & Hijos:ORG].", " & Hijos"),
        ("ca", "A: [Puigvertell & Fills:ORG].", " & Fills"),
        ("de", "A: [Grabowskyj & Söhne:ORG].", " & Söhne"),
        ("en", "A: [Hartiganson & Sons:ORG].", " & Sons"),
        ("fr", "A: [Kerbratec & Fils:ORG].", " & Fils"),
    ],
)
def test_a_firm_of_sons_bears_a_surname(lang: str, line: str, end: str) -> None:
    surnames = set(map(fold, load_lexicon(lang).surnames))
    for (firm,) in outs(lang, line):
        assert firm.endswith(end) and fold(firm.removesuffix(end)) in surnames, firm


@pytest.mark.parametrize(
    ("lang", "line", "begin"),
    [
        ("de", "A: [Verein für Heimatpflege Vorpommern:ORG].", "Verein für Heimatpflege "),
        ("es", "A: [Asociación para la Defensa del Patrimonio de Aragón:ORG].",
         "Asociación para la Defensa del Patrimonio de "),
        ("ca", "A: [Associació per a la Defensa del Patrimoni de l'Empordà:ORG].",
         "Associació per a la Defensa del Patrimoni d"),
        ("en", "A: [Trust for Rural Heritage Northumberland:ORG].", "Trust for Rural Heritage "),
        ("fr", "A: [Association pour la Sauvegarde du Patrimoine de Bretagne:ORG].",
         "Association pour la Sauvegarde du Patrimoine d"),
    ],
)  # fmt: skip
def test_a_purpose_stays_and_its_region_becomes_another(lang: str, line: str, begin: str) -> None:
    lexicon = load_lexicon(lang)
    for (society,) in outs(lang, line):
        assert society.startswith(begin) and len(society) > len(begin)
        assert fold(society[len(begin) :]) not in lexicon.own_places or lang in ("en", "ca", "fr")


def test_a_purpose_that_no_table_has_becomes_another() -> None:
    purposes = {
        r["form"] for r in load_lexicon("de").rows("organisations") if r["part"] == "purpose"
    }
    for (society,) in outs("de", "A: [Verein für Bienenkunde:ORG]."):
        assert society.removeprefix("Verein für ") in purposes


@pytest.mark.parametrize(
    ("said", "region", "now", "written"),
    [
        ("du ", "Nord", "Seine-Saint-Denis", "de la Seine-Saint-Denis"),
        ("du ", "Nord", "Alpes-Maritimes", "des Alpes-Maritimes"),
        ("de la ", "Gironde", "Morbihan", "du Morbihan"),
        ("de l'", "Ain", "Nord", "du Nord"),
        ("du ", "Nord", "Morbihan", "du Morbihan"),
        ("du ", "Parc", "Moulin", "du Moulin"),  # no regions: as it was
    ],
)
def test_the_article_before_a_french_region_is_its_own(
    said: str, region: str, now: str, written: str
) -> None:
    text = f"Immobilière {said}{region}"
    part = Part(len(text) - len(region), len(text), region)
    new = renamed(text, [part], {part.key: now}, load_lexicon("fr"))
    assert new == f"Immobilière {written}"


def test_a_town_with_the_ending_of_a_noun_does_not_stay_behind_a_hyphen() -> None:
    for n in range(4):
        made = dialogue("A: Im [Klinikum Wels-Grieskirchen:HOSPITAL], [Wels:LOC].", lang="de")
        shown = run(made, key=bytes(range(n, n + 32))).draft.turns[0].text
        assert "Grieskirchen" not in shown and "Wels" not in shown, shown
