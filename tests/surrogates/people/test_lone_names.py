"""One word that names somebody: a surname where a title, a question or its place says so."""

from itertools import combinations

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.variants import is_variant
from tests.surrogates.dialogues import codes, dialogue, run
from tests.surrogates.people.test_people import KEYS, outs


def kinds(lang: str, *lines: str) -> dict[str, str]:
    """Original -> "given", "surname" or what its form is of."""
    people = run(dialogue(*lines, lang=lang)).people
    return {form.original: form.kind for person in people for form in person.forms}


@pytest.mark.parametrize(
    ("lang", "lines", "name"),
    [
        ("es", ["A: Buenos días, señora [Ostiz:PER]."], "Ostiz"),
        ("es", ["A: Le atiende la doctora [Ostiz:NAME].", "B: ¿[Ostiz:NAME]?"], "Ostiz"),
        ("es", ["A: Soy la profesora [Vega:PER].", "B: ¿[Paz:PER] [Vega:PER]?"], "Vega"),
        ("ca", ["A: La doctora [Amat:PER] ja ve."], "Amat"),
        ("ca", ["A: Bon dia, senyor [Quintanes:PERSON]."], "Quintanes"),
        ("eu", ["A: [Urkizu:PER] andrea dator."], "Urkizu"),
        ("eu", ["A: [Urkizu:PER] doktoreak esan du."], "Urkizu"),
        ("de", ["A: Guten Tag, [Kubatz:PER].", "B: Ja, Frau [Kubatz:PER]?"], "Kubatz"),
        ("de", ["A: Praxis [Dr. Kubatz:PER], guten Morgen."], "Dr. Kubatz"),
        ("de", ["A: Herr [Martin:PER] ist da."], "Martin"),
        ("en", ["A: I saw Dr. [Feldstein:PER] today."], "Feldstein"),
        ("en", ["A: Is Mrs. [Jordan:NAME] in?"], "Jordan"),
        ("fr", ["A: Bonjour, [Kerbrat:PER].", "B: Bonjour madame [Kerbrat:PER]."], "Kerbrat"),
        ("fr", ["A: C'est pour M. [Szymanski:PERSON]."], "Szymanski"),
    ],
)
def test_a_word_behind_a_title_is_a_surname(lang: str, lines: list[str], name: str) -> None:
    told = kinds(lang, *lines)
    word = name.split()[-1]
    assert {kind for said, kind in told.items() if word in said} == {"surname"}


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: ¿Está la señora [Rosario:PER]?"),
        ("es", "A: Gracias, señor. [Xulip:PER] está aquí."),
        ("ca", "A: En [Xulip:PER] ha trucat."),
        ("eu", "A: [Xulip:PER] etorri da."),
        ("de", "A: Danke, Herr Doktor! [Xulip:PER] kommt."),
        ("de", "A: Frau [Xulip:FIRST_NAME] war da."),
        ("en", "A: Yes, sir, [Xulip:PER] is here."),
        ("fr", "A: Merci, madame, [Xulip:PER] arrive."),
    ],
)
def test_what_no_title_stands_beside_is_a_given_name(lang: str, line: str) -> None:
    assert set(kinds(lang, line).values()) == {"given"}


@pytest.mark.parametrize(
    ("lang", "question", "answer"),
    [
        ("es", "¿Y su apellido?", "[Ostiz:PER]."),
        ("ca", "El seu cognom?", "[Quintanes:PER]."),
        ("eu", "Zein da zure abizena?", "[Urkizu:PER]."),
        ("de", "Wie ist Ihr Nachname?", "[Kubatz:PER], bitte."),
        ("en", "And your last name?", "It's [Feldstein:PER]."),
        ("fr", "Votre nom de famille ?", "[Kerbrat:PER]."),
        ("es", "¿Apellidos?", "[Ostiz:PER] [Cifuentes:PER]."),
        ("eu", "Zein dira zure abizenak?", "[Urkizu:PER] [Zubelzu:PER]."),
    ],
)
def test_what_answers_a_question_for_the_surname_is_one(
    lang: str, question: str, answer: str
) -> None:
    assert set(kinds(lang, f"A: {question}", f"B: {answer}").values()) == {"surname"}


def test_a_whole_name_that_answers_begins_with_a_given_name() -> None:
    told = kinds("en", "A: What is your last name?", "B: [Xulip:PER] [Ogunlesi:PER].")
    assert list(told.values()) == ["given", "surname"]


@pytest.mark.parametrize(
    ("lang", "lines", "gender"),
    [
        ("de", ["A: Gut, Frau [Kubatz:PER], und der Vorname?", "B: [Xulip:PER]."], "f"),
        ("en", ["A: Okay, Mr. [Feldstein:PER]. And your first name?", "B: [Xulip:PER]."], "m"),
        ("fr", ["A: Merci, madame [Kerbrat:PER]. Votre prénom ?", "B: [Xulip:PER]."], "f"),
        ("es", ["A: Señor [Ostiz:PER], ¿y su nombre de pila?", "B: [Xulip:PER]."], "m"),
    ],
)
def test_a_given_name_that_is_asked_for_has_the_gender_of_the_title(
    lang: str, lines: list[str], gender: str
) -> None:
    result = run(dialogue(*lines, lang=lang))
    assert [card.gender for card in result.entities if card.kind == "person"] == [gender]
    assert "GENDER_UNKNOWN" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "line", "role"),
    [
        ("es", "A: Soy don [Robledo:PER], el portero.", "given"),
        ("es", "A: Pregunte por doña [Cabanillas:PER].", "given"),
        ("es", "A: Don [Salas:PER] no está.", "given"),
        ("es", "A: Don [Salas:PER] no está, digo [Luis:PER] [Salas:PER].", "surname"),
    ],
)
def test_don_takes_a_given_name(lang: str, line: str, role: str) -> None:
    told = kinds(lang, line)
    assert told[next(name for name in told if name != "Luis")] == role


@pytest.mark.parametrize(
    ("lang", "line", "gender"),
    [
        ("en", "A: It's for [Xulip:PER], our spaniel. She's at [Ann Lee:PER]'s.", "f"),
        ("es", "A: Es [Xulip:PER]. Él vive con [Ana Gil:PER].", "m"),
        ("fr", "A: Voici [Xulip:PER]. Elle vient avec [Luc Petit:PER].", "f"),
        ("ca", "A: És [Xulip:PER]. Ella viu amb la [Ona Vidal:PER].", "f"),
        ("de", "A: Das ist [Xulip:FIRST_NAME]. Er wohnt bei [Ida Roth:PER].", "m"),
    ],
)
def test_a_pronoun_that_begins_the_next_sentence_tells_the_gender(
    lang: str, line: str, gender: str
) -> None:
    cards = run(dialogue(line, lang=lang)).entities
    assert next(card.gender for card in cards if card.original == "Xulip") == gender


def test_a_relative_with_the_surname_of_who_is_addressed_is_somebody_else() -> None:
    lines = ("A: Herr [Kubatz:PER], und Ihre [Enkelin:FAMILY]?", "B: [Xulip:PER] [Kubatz:PER].")
    result = run(dialogue(*lines, lang="de"))
    assert [card.gender for card in result.entities if card.kind == "person"] != ["m"]


def test_a_basque_word_of_kinship_tells_a_gender_with_its_ending() -> None:
    made = dialogue("A: Nire [emaztearentzat:FAMILY] da, [Xulip:PER].", lang="eu")
    assert [card.gender for card in run(made).entities if card.kind == "person"] == ["f"]


def test_the_widow_of_somebody_is_not_asked_for_by_his_name() -> None:
    lines = ("A: ¿La viuda de don [Efrén:PER]?", "B: La misma.")
    result = run(dialogue(*lines))
    assert [card.gender for card in result.entities] == ["m"]
    assert "GENDER_CONFLICT" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: Stadtwerke Aurich, [Kubatz:PER], guten Tag."),
        ("de", "A: Guten Tag, hier [Kubatz:PER]."),
        ("de", "A: Ja hallo, mein Name ist [Kubatz:PER]."),
    ],
)
def test_a_german_answers_the_telephone_with_a_surname(lang: str, line: str) -> None:
    assert set(kinds(lang, line).values()) == {"surname"}


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Soy [Nerea:PER] [Ostizbarri:PER]."),
        ("ca", "A: Soc la [Mireia:PER] [Quintanelles:PER]."),
        ("eu", "A: [Garazi:PER] [Zubelzugarai:PER] naiz."),
        ("de", "A: Ich bin [Svenja:PER] [Kubatz:PER]."),
        ("en", "A: I'm [Rhiannon:PER] [Beddowes:PER]."),
        ("fr", "A: Je suis [Maëlle:PER] [Le Dantec:PER]."),
    ],
)
def test_an_unknown_word_behind_a_given_name_is_a_surname(lang: str, line: str) -> None:
    assert list(kinds(lang, line).values()) == ["given", "surname"]
    lexicon = load_lexicon(lang)
    for given, surname in outs(lang, line):
        assert f"{given} {surname}".casefold() not in lexicon.name_by_key
        assert surname[0].isupper()


def test_where_surnames_have_a_label_of_their_own_the_other_is_of_given_names() -> None:
    told = kinds("es", "A: Soy [Ane:PER] [Xulip:PER] [Gil:FAM].")
    assert told["Xulip"] != "surname"


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [
        ("fr", "A: Je suis [Yann:PER] [Le Goff:PER].", "B: Et [Maëlle:PER] [Le Goff:PER] ?"),
        ("de", "A: Ich bin [Uwe:PER] [von Berg:PER].", "B: Und [Ida:PER] [von Berg:PER]?"),
        ("es", "A: Soy [Luis:PER] [De la Torre:PER].", "B: ¿Y [Ana:PER] [De la Torre:PER]?"),
        ("ca", "A: Soc en [Pau:PER] [Dalmau:PER].", "B: I la [Ona:PER] [Dalmau:PER]?"),
        ("en", "A: I'm [Carl:PER] [Van Dyke:PER].", "B: And [Amy:PER] [Van Dyke:PER]?"),
    ],
)
def test_a_surname_with_a_particle_is_shared(lang: str, one: str, other: str) -> None:
    for first, surname, second, again in outs(lang, one, other):
        assert surname == again
        assert surname[0].isupper() or lang == "de"
        assert first != second


def test_a_misheard_surname_is_one() -> None:
    told = kinds("ca", "A: Em dic [Xirgut:PER].", "B: Senyor [Girgut:PER]?", "A: [Xirgut:PER].")
    assert "given" not in told.values()


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("eu", "Unai Leire Maialen Izaro Oier Garazi"),
        ("es", "Marta Julio Nuria Alicia Carlos Rosa"),
        ("de", "Jonas Lena Emil Svenja Uwe Birgit"),
        ("en", "Peter Alice Simon Rachel Hugh Nora"),
    ],
)
def test_no_two_people_get_names_that_are_nearly_one(lang: str, names: str) -> None:
    made = dialogue(*(f"A: [{name}:PER]." for name in names.split()), lang=lang)
    for key in KEYS:
        new = [r.surrogate for r in run(made, key=key).replacements]
        assert not [pair for pair in combinations(new, 2) if is_variant(*pair)]


@pytest.mark.parametrize(
    ("lang", "lines", "severity"),
    [
        ("en", ["A: This is [Tamika:PER] from billing."], "info"),
        ("en", ["A: This is [Xulip:PER] from billing."], "info"),
        ("fr", ["A: C'est [Fernanda:PER] de la mairie."], "info"),
        ("de", ["A: Ich bin die [Xulip:PER] von gestern."], ""),
        ("es", ["A: ¿Está [Xulip:PER]?", "B: Pregunte a su madre."], "warn"),
    ],
)
def test_only_a_gender_that_matters_is_asked_for(
    lang: str, lines: list[str], severity: str
) -> None:
    result = run(dialogue(*lines, lang=lang))
    told = [i.severity for i in result.issues if i.code == "GENDER_UNKNOWN"]
    assert told == ([severity] if severity else [])


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: [Melissa Tran:PER] got married to [Josh Tran:PER]."),
        ("de", "A: [Lena Roth:PER] hat geheiratet, den [Uwe Roth:PER]."),
        ("fr", "A: [Anne Petit:PER] a épousé [Luc Petit:PER]."),
    ],
)
def test_who_marries_shares_a_surname(lang: str, line: str) -> None:
    assert "SURNAME_SHARED" not in codes(run(dialogue(line, lang=lang)))


def test_a_short_form_beside_a_word_of_kinship_is_no_conflict() -> None:
    made = dialogue("A: Seine Schwester [Maxi:NAME] frisst auch.", lang="de")
    assert "GENDER_CONFLICT" not in codes(run(made))


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("de", ["A: Frau [Tiedgen:PER]?", "B: Inzwischen [Tiedgen-Lohse:PER]."]),
        ("de", ["A: Frau [Martin-Lohse:PER], Sie hießen [Martin:PER]?"]),
        ("en", ["A: [Cobley-Bailey:PER].", "B: [Bailey:PER] is my husband's, [Ted:PER] is he."]),
        ("fr", ["A: Madame [Bailly:PER] ?", "B: Je m'appelle [Bailly-Tournebise:PER]."]),
    ],
)
def test_a_surname_grown_by_marriage_stays_one_in_all_parts(lang: str, lines: list[str]) -> None:
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        forms = [form for person in result.people for form in person.forms]
        new = {form.surrogate for form in forms if form.original != "Ted"}
        whole = next(each.surrogate for each in result.replacements if "-" in each.surrogate)
        assert set(whole.split("-")) == new
        assert {form.kind for form in forms if form.original != "Ted"} == {"surname"}
        assert "GENDER_UNKNOWN" not in codes(result)


def test_it_is_shared_by_those_who_married() -> None:
    made = dialogue(
        "A: [Rosie:PER] [Cobley-Marsh:PER].", "B: Good.", "A: And [Ted:PER] [Marsh:PER].", lang="en"
    )
    assert "SURNAME_SHARED" not in codes(run(made))


@pytest.mark.parametrize(
    ("lang", "line", "kind"),
    [
        ("fr", "A: On mange chez les [Tournebise:PER].", "surname"),
        ("es", "A: Vienen los [Zurrigoitz:PER].", "surname"),
        ("ca", "A: La família, els [Quintanes:PER].", "surname"),
        ("de", "A: Das ist die Familie [Kubatz:PER].", "surname"),
        ("de", "A: Die [Wübbenas:PER] sind weg.", "surname"),
        ("de", "A: Die [Iris:PER] ist weg, frag den [Hans:PER].", "given"),
        ("en", "A: Meet my friend [Ann-Marie:PER].", "given"),
    ],
)
def test_a_family_is_called_by_its_surname(lang: str, line: str, kind: str) -> None:
    assert set(kinds(lang, line).values()) == {kind}


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: I'm [Joan:PER] [Burke:PER], née [Tolland:PER], so [Joan:PER] [Tolland:PER]."),
        ("de", "A: [Ute:PER] [Kalisch:PER], geb. [Roth:PER], also [Ute:PER] [Roth:PER]."),
        ("fr", "A: [Anne:PER] [Bailly:PER], née [Morel:PER]. Oui, [Anne:PER] [Morel:PER]."),
    ],
)
def test_a_maiden_name_is_the_same_person_s(lang: str, line: str) -> None:
    assert "SPLIT_SUGGESTED" not in codes(run(dialogue(line, lang=lang)))
