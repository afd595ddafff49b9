"""Small Catalan dialogues, start to end, and the Catalan tables that they rest on."""

from functools import partial

import pytest

from surrogates.attributes.professions import _by_ending
from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.numbers.identifiers.lettered_starts import plate_codes
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, dialogue, run, texts

CA = load_lexicon("ca")
CALL = (
    "A: Bon dia, soc en [Jaume:PER] [Vila:FAM].",
    "B: Digui, [Jaumet:PER]. Com es lletreja [Vila:FAM]?",
    "A: [ve baixa, i, ela, a:SPELL].",
    "A: Visc a [Girona:LOC], codi [17001:ZIP], al [carrer de la Creu 5:STREET].",
    "B: Truca per [Xarxes Tramuntana:ORG]?",
    "A: No, ho porta la meva germana, l'[Anna:PER].",
)

results = partial(packs.results, lang="ca")
langs_of = partial(packs.langs_of, CA)


def test_a_call() -> None:
    for result in results(*CALL):
        name, surname, short, again, spelled, place, zip_, _, firm, sister = texts(result)
        assert CA.name_by_key[fold(name)].gender == "m"
        assert fold(short) in {fold(f.short) for f in CA.shorts_of[fold(name)]}
        assert surname == again
        assert len(spelled.split(",")) == len([c for c in surname if c.isalpha()])
        province = CA.place_by_key[fold(place)].province
        assert zip_.startswith(CA.province_codes[province][0])
        assert len(firm.split()) > 1
        assert CA.name_by_key[fold(sister)].gender == "f"
        assert fold(sister).removeprefix("h")[0] in "aeiou"


@pytest.mark.parametrize("lang", ["ca", "es"])
@pytest.mark.parametrize(
    ("catalan", "spanish"),
    [("Jaume", "Jaime"), ("Joan", "Juan"), ("Xavier", "Javier"), ("Núria", "Nuria")],
)
def test_equivalent_names_both_ways(lang: str, catalan: str, spanish: str) -> None:
    both = {("ca", "es"): (catalan, spanish), ("es", "ca"): (spanish, catalan)}
    for langs, (first, second) in both.items():
        for result in results(f"A: Em dic [{first}:PER].", f"B: ¿[{second}:PER]?", lang=lang):
            one, two = texts(result)
            if fold(first) == fold(second):
                assert fold(one) == fold(two)
            else:
                assert langs in langs_of(one, two), (one, two)


@pytest.mark.parametrize("lang", ["ca", "es"])
@pytest.mark.parametrize(
    ("catalan", "spanish"), [("Girona", "Gerona"), ("Lleida", "Lérida"), ("Eivissa", "Ibiza")]
)
def test_equivalent_places_both_ways(lang: str, catalan: str, spanish: str) -> None:
    for result in results(f"A: [{catalan}:LOC]", f"B: [{spanish}:LOC]", lang=lang):
        assert ("ca", "es") in langs_of(*texts(result)), texts(result)


def test_accents_alone_tell_a_man_from_a_woman() -> None:
    assert CA.name_by_key["maria"].gender == "f"
    assert CA.name_by_writing["marià"].gender == "m"
    for result in results("A: Parlo amb [Marià:PER]."):
        assert CA.name_by_writing[texts(result)[0].casefold()].gender == "m"


def test_joan_is_a_man() -> None:
    assert CA.name_by_key["joan"].gender == "m"
    for result in results("A: Parlo amb [Joan:PER]."):
        assert CA.name_by_writing[texts(result)[0].casefold()].gender == "m"


@pytest.mark.parametrize(
    ("article", "gender"), [("la", "f"), ("en", "m"), ("na", "f"), ("el", "m")]
)
def test_the_personal_article_tells_the_gender(article: str, gender: str) -> None:
    for result in results(f"A: Demani per {article} [Creu:PER]."):
        assert CA.name_by_writing[texts(result)[0].casefold()].gender == gender


def test_a_short_form_that_is_a_name_too() -> None:
    for result in results("A: Soc en [Gabriel:PER].", "B: Digues, [Biel:PER]."):
        full, short = texts(result)
        assert fold(short) in {fold(f.short) for f in CA.shorts_of[fold(full)]}
    for result in results("A: Soc en [Biel:PER]."):
        assert CA.name_by_writing[texts(result)[0].casefold()].gender == "m"


def test_suppletive_short_forms() -> None:
    for full, short in (("Francesc", "Cesc"), ("Concepció", "Conxita"), ("Josep", "Pep")):
        assert fold(full) in {fold(f.full) for f in CA.fulls_of[fold(short)]}
        for result in results(f"A: Soc [{full}:PER].", f"B: Hola, [{short}:PER]."):
            one, two = texts(result)
            assert fold(two) in {fold(f.short) for f in CA.shorts_of[fold(one)]}


def test_a_compound_in_parts() -> None:
    for result in results("A: Soc [Josep Maria:PER] [Puig:FAM].", "B: Digui, [Josep:PER]."):
        whole, _, part = texts(result)
        assert part == whole.split()[0]


def test_an_elided_article_before_an_organisation() -> None:
    for result in results("A: Soc a l'[Hospital Clínic:ORG]."):
        firm = texts(result)[0]
        assert fold(firm).removeprefix("h")[0] in "aeiou"
        heads = CA.organisation_parts("head", "health")
        assert firm.startswith(heads), firm


@pytest.mark.parametrize(
    "line", ["És cosa del [Marc:PER].", "Digues-ho al [Pau:PER].", "El telèfon d'en [Joan:PER]."]
)
def test_what_an_article_melted_into_stays_before_a_consonant(line: str) -> None:
    for result in (*results(f"A: {line}"), *results(f"A: {line}", "B: Qui?")):
        assert fold(texts(result)[0]).removeprefix("h")[0] not in "aeiou"


@pytest.mark.parametrize("verb", ["Dona-ho", "Dona-li-ho", "dona-m'ho"])
def test_a_verb_with_its_pronoun_is_no_title(verb: str) -> None:
    for result in results(f"A: {verb} al [Jordi:PER]."):
        assert CA.name_by_writing[texts(result)[0].casefold()].gender == "m"
        assert "GENDER_CONFLICT" not in codes(result)


@pytest.mark.parametrize(
    ("line", "conflict"),
    [
        ("De l'[agost:DATE] a l'[abril:DATE].", True),
        ("De l'[agost:DATE].", False),
        ("De [maig:DATE] a [juny:DATE].", False),
    ],
)
def test_months_whose_articles_no_shift_suits_are_reported(line: str, conflict: bool) -> None:
    for result in results(f"A: {line}"):
        assert ("DATE_CONFLICT" in codes(result)) == conflict


def test_a_street_keeps_its_grammar() -> None:
    for result in results("A: Visc al [carrer de la Creu 5:STREET]."):
        kind, *_, number = texts(result)[0].split()
        assert kind == "carrer"
        assert number.isdecimal()


def test_two_people_with_forms_of_one_name_have_forms_of_one_name() -> None:
    for cue in ("el seu germà", "o sigui"):
        for result in results(f"A: Truco per en [Joan:PER] i {cue}, en [Joanet:PER]."):
            one, two = texts(result)
            shorts = {fold(f.short) for f in CA.shorts_of.get(fold(one), ())}
            assert fold(two) in shorts


def test_elision_has_candidates_on_both_sides() -> None:
    for gender in ("f", "m"):
        onset = [fold(n).removeprefix("h")[:1] in "aeiou" for n in CA.names(gender)]
        assert sum(onset) >= 60
        assert len(onset) - sum(onset) >= 60


@pytest.mark.parametrize(("lang", "word"), [("ca", "i"), ("es", "y")])
def test_the_word_between_two_surnames_stays(lang: str, word: str) -> None:
    lines = (f"A: Ramon [Ferrer {word} Soler:FAM].", "B: [Soler:FAM]?")
    for result in results(*lines, lang=lang):
        both, second = texts(result)
        assert both.split()[1:] == [word, second]


def test_a_short_form_beside_its_name_in_two_languages() -> None:
    lines = ("A: Soc en [Francesc:PER].", "B: ¿[Francisco:PER]?", "A: [Cesc:PER], si vol.")
    for result in results(*lines):
        catalan, spanish, short = texts(result)
        assert ("ca", "es") in langs_of(catalan, spanish)
        assert "SHORT_AMBIGUOUS" not in codes(result)
        assert fold(short) in {fold(f.short) for f in CA.shorts_of[fold(catalan)]}


def test_what_the_caller_is_called_is_not_who_is_thanked() -> None:
    lines = (
        "A: Li parla en [Oriol:PER].",
        "B: Sóc la [Montserrat:PER].",
        *(f"{speaker}: Sí." for speaker in "ABABABAB"),
        "B: Gràcies, [Oriol:PER]. A casa em diuen [Montse:PER].",
    )
    for result in results(*lines):
        agent, caller, again, short = texts(result)
        assert agent == again != caller
        assert fold(short) in {fold(f.short) for f in CA.shorts_of[fold(caller)]}


def test_a_name_said_as_what_one_may_be_called_is_the_same_person() -> None:
    for result in results("A: Em dic [Guillem:PER], però em pot dir [Guim:PER]."):
        assert "GENDER_UNKNOWN" not in codes(result)


@pytest.mark.parametrize(("street", "not_a"), [("passeig", "Nou"), ("rambla", "Principal")])
def test_a_street_called_like_a_number_or_a_floor_is_a_name(street: str, not_a: str) -> None:
    for result in results(f"A: A la {street} [{not_a}:STREET]."):
        (out,) = texts(result)
        assert fold(out) in {fold(name) for name in CA.streets("name")} - {fold(not_a)}


def test_an_elided_article_wants_a_noun() -> None:
    nouns = {noun for kind, noun in CA.agreement if kind == "noun"}
    for key in range(20):
        (out,) = texts(run(dialogue("A: Carrer [de l'Om:STREET].", lang="ca"), key=bytes([key])))
        assert "l'" not in out or fold(out.split("l'")[1]) in nouns


def test_an_unknown_trade_of_a_woman_stays_one() -> None:
    assert _by_ending(CA, "aparelladora") == "f"


def test_a_telephone_of_valencia_has_none_of_its_neighbours_codes() -> None:
    for key in range(12):
        made = dialogue("A: Sóc de [Barcelona:LOC], al [93 441 27 08:PHONE].", lang="ca")
        _, phone = texts(run(made, key=bytes([key])))
        assert not phone.startswith("96") or phone[3] in "01236"


def test_the_code_and_the_telephone_follow_the_town_that_has_them() -> None:
    lines = (
        "A: Oficina de [Lleida:LOC].",
        "B: Vaig néixer a [Balaguer:LOC].",
        "A: El codi és [25004:ZIP]?",
        "B: Sí, i el telèfon, [973 24 80 57:PHONE].",
    )
    for result in results(*lines):
        office, _, code, phone = texts(result)
        province = CA.place_by_key[fold(office)].province
        zip_start, area = CA.province_codes[province]
        assert code.startswith(zip_start) and phone.startswith(area)


def test_parents_told_by_surnames_keep_their_child() -> None:
    people = "[Pia Carbonell Mas:PERSON], [Pau Ferret Om:PERSON] i [Joan Ferret Carbonell:PERSON]"
    for result in results(f"A: Són {people}.", "B: És el meu [fill:FAMILY]."):
        assert texts(result)[-1] == "fill"


def test_an_old_plate_keeps_the_letters_of_a_province() -> None:
    codes_known = set(plate_codes(CA).values())
    for result in results("A: La matrícula és [PM-3506-CN:PLATE]."):
        assert texts(result)[0].split("-")[0] in codes_known - {"PM"}
