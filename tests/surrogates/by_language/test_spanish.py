"""Spanish beyond the table: the same rules on other words."""

import re
from functools import partial

import pytest
from stdnum import iban
from stdnum.es import cif, dni, nie

from surrogates.folding import fold, letters_only
from surrogates.languages import load_lexicon
from tests.surrogates import packs
from tests.surrogates.checkers import digits, short_of
from tests.surrogates.dialogues import codes, dialogue, run, texts

ES = load_lexicon("es")
results = partial(packs.results, lang="es")
KEYS = (b"a", b"b", b"c")


@pytest.mark.parametrize("key", KEYS)
def test_two_short_forms_of_one_person(key: bytes) -> None:
    made = dialogue("A: Me llamo [Dolores:PER] pero dime [Lola:PER] o [Loli:PER].")
    full, one, two = texts(run(made, key=key))
    assert short_of(one, full)
    assert short_of(two, full)
    assert one != two


@pytest.mark.parametrize("key", KEYS)
def test_compound_word_by_word_in_lower_case(key: bytes) -> None:
    made = dialogue(
        "A: soy [maria:female name] [jose:female name] [perez:surname]",
        "B: hola [maria jose:female name]",
    )
    one, two, family, whole = texts(run(made, key=key))
    assert whole == f"{one} {two}"
    assert (one + two + family).islower()


def test_maria_is_not_short_for_jose_maria() -> None:
    made = dialogue("A: Soy [María:PER] y mi marido es [José María:PER].")
    one, two = texts(run(made))
    assert one not in two.split()


@pytest.mark.parametrize(
    ("line", "gender"),
    [
        ("A: Habla [Guadalupe:PER], estoy encantada.", "f"),
        ("A: mi padre, [Trinidad:PER], está jubilado.", "m"),
        ("A: La doctora [Reyes:FIRST_NAME] vendrá.", "f"),
        ("A: Le atiende [Rosario:male name].", "m"),
        ("A: ¿Es usted el señor [Cruz:FIRST_NAME]?", "m"),
    ],
)
def test_gender_from_context(line: str, gender: str) -> None:
    for key in KEYS:
        (out,) = texts(run(dialogue(line), key=key))
        assert ES.name_by_key[fold(out)].gender == gender


@pytest.mark.parametrize("key", KEYS)
def test_a_number_in_three_renderings(key: bytes) -> None:
    made = dialogue(
        "A: [seis cero cero:PHONE] [ciento veintitrés:PHONE]"
        " [cuatrocientos cincuenta y seis:PHONE]",
        "B: [600 123 456:PHONE]",
        "B: o sea [seiscientos:PHONE] [doce:PHONE]",
    )
    a, b, c, figures, *_ = texts(run(made, key=key))
    said = digits(a) + re.sub(r"\D", "", "".join(spoken_hundreds(t) for t in (b, c)))
    assert said == figures.replace(" ", "")


def spoken_hundreds(text: str) -> str:
    hundreds, rest = text.split(" ", 1)
    return digits("cien" if hundreds == "ciento" else hundreds)[0] + digits(rest).zfill(2)


@pytest.mark.parametrize("key", KEYS)
def test_dictated_identity_card_with_its_letter(key: bytes) -> None:
    made = dialogue(
        "A: [doce treinta y cuatro cincuenta y seis setenta y ocho:ID] y la letra es [zeta:SPELL]"
    )
    result = run(made, key=key)
    number, letter = texts(result)
    assert dni.is_valid(digits(number) + ES.spoken_letters[fold(letter)].upper())


@pytest.mark.parametrize("key", KEYS)
def test_checksums(key: bytes) -> None:
    made = dialogue(
        "A: [X1234567L:ID] [ES91 2100 0418 4502 0005 1332:ID]", "B: eh, otra cosa. [B12345674:ID]"
    )
    foreign, account, company = texts(run(made, key=key))
    assert nie.is_valid(foreign)
    assert iban.is_valid(account)
    assert cif.is_valid(company)
    assert [len(p) for p in account.split()] == [4] * 6


@pytest.mark.parametrize("key", KEYS)
def test_place_postal_code_and_telephone(key: bytes) -> None:
    made = dialogue("A: Soy de [Lérida:LOC], [25001:ZIP], teléfono [973 123 456:PHONE].")
    place, code, phone = texts(run(made, key=key))
    assert ES.province_codes[ES.place_by_key[fold(place)].province] == (code[:2], phone[:3])


@pytest.mark.parametrize("key", KEYS)
def test_spelling_with_key_words(key: bytes) -> None:
    made = dialogue("A: [Ruiz:FAM], [R de Roma, U de uva, I de Italia, Z de Zamora:SPELL]")
    name, spelled = texts(run(made, key=key))
    pairs = [piece.strip().split(" de ") for piece in spelled.split(",")]
    assert "".join(letter for letter, _ in pairs).casefold().replace("ñ", "n") == fold(name)
    assert all(fold(letter) == fold(word)[:1] for letter, word in pairs)


@pytest.mark.parametrize("key", KEYS)
def test_addresses_follow_people_and_organisation(key: bytes) -> None:
    made = dialogue(
        "A: [Ana:PER] [Gil:FAM], [ana_gil@telconorte.es:EMAIL], de [Telco Norte:ORG]",
        "B: soy [José Manuel:PER] [Ferreras:FAM], usuario [jmferreras:USER]",
    )
    ana, gil, mail, org, jose, family, user = texts(run(made, key=key))
    assert mail == f"{fold(ana)}_{fold(gil)}@{fold(org).replace(' ', '')}.example"
    assert user == fold("".join(p[0] for p in jose.split()) + family)


def test_cut_off_words_of_every_kind() -> None:
    made = dialogue(
        "A: en [<Du->:place] [Durango:place], sí [<ses->:number] [sesenta:number] y dos"
    )
    cut, place, unit, number = texts(run(made))
    assert cut[1:-2] and place.startswith(cut[1:-2])
    assert number.startswith(unit[1:-2])


def test_a_cut_off_word_whose_repair_no_rule_writes() -> None:
    made = dialogue("A: al lado de [<Fu->:OTHER] [Fuente Vieja:OTHER]")
    assert texts(run(made, key=b"a")) == ["[OTHER]", "[OTHER]"]


def test_a_hospital_is_called_by_the_beginning_of_its_town() -> None:
    line = "A: Soy de [Medina del Campo:LOC], voy al [Hospital Comarcal de Medina:ORG]."
    for result in results(line):
        town, hospital = texts(result)
        assert hospital == f"Hospital Comarcal de {town}"


def test_a_queen_is_a_part_of_the_name_that_she_gives() -> None:
    for result in results("A: En el [Hospital Reina Sofía:ORG]."):
        (hospital,) = texts(result)
        assert hospital.startswith("Hospital ") and "Reina" not in hospital


def test_of_two_letters_alike_the_first_stays_first() -> None:
    lines = ("A: ¿[Benavides:FAM] con be o con uve?", "B: La primera con be y la otra con uve.")
    for result in results(*lines):
        key = fold(texts(result)[0])
        assert 0 <= key.find("b") < key.find("v")


def test_a_domain_clips_the_word_for_what_a_firm_is() -> None:
    lines = "A: [Inmobiliaria Alcazaba:ORG], a [ana@inmoalcazaba.es:EMAIL]."
    for result in results(lines):
        firm, mail = texts(result)
        assert mail.endswith(f"@inmo{letters_only(firm.split()[-1])}.example")
        assert "DOMAIN_UNLINKED" not in codes(result)


def test_what_stands_before_the_name_of_a_host_stays() -> None:
    """ "intranet" names nobody: with it the whole address would be a placeholder."""
    line = "A: Entra en [intranet.grupotormes.es/alta:URL], [Grupo Tormes:ORG]."
    for result in results(line):
        url, _ = texts(result)
        assert re.fullmatch(r"intranet\.[a-z]+\.example/alta", url)


def test_the_ancla_takes_a_mans_article() -> None:
    assert ES.agreement["noun", "ancla"] == {"ms"}
