"""What the words around names tell: whose gender it is, who is another, how a name sounds."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.inflection import glue_of, inflection_of
from surrogates.languages.lexicon import name_key
from surrogates.types import Constraint
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS, outs


@pytest.mark.parametrize(
    ("lang", "line", "gender"),
    [
        ("ca", "A: El cotxe d'[Anna:PER].", "f"),
        ("ca", "A: la casa d’[Elisabet:PER] és gran", "f"),
        ("ca", "A: D'[Aina:PER] no en sé res.", "f"),
        ("es", "A: la casa d'[Anna:PER]", "f"),
        ("es", "A: la casa d' [Elena:PER]", "f"),
        ("fr", "A: Il m'[Alice:PER] dit", "f"),
        ("ca", "A: La germana d'[Oriol:PER].", "m"),
        ("fr", "A: la sœur d'[Étienne:PER]", "m"),
    ],
)
def test_an_elided_word_is_no_title(lang: str, line: str, gender: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        assert result.entities[0].gender == gender
        assert load_lexicon(lang).name_by_key[name_key(texts(result)[0])].gender == gender
        assert "GENDER_CONFLICT" not in codes(result)


def test_a_title_is_still_one_with_its_full_stop() -> None:
    assert run(dialogue("A: D. [Trinidad:PER] y Dª [Rosario:PER]")).entities[0].gender == "m"
    assert run(dialogue("A: ¿Está D. [Xulip:PER]?", lang="ca")).entities[0].gender == "m"


@pytest.mark.parametrize(
    ("lang", "line", "genders"),
    [
        ("es", "A: Ella es [Rosario:PER] y él es [Trinidad:PER].", "fm"),
        ("es", "A: Él se llama [Reyes:PER].", "m"),
        ("es", "A: Esta es [Trinidad:PER], y este es [Guadalupe:PER].", "fm"),
        ("ca", "A: Ella és la [Trinitat:PER] i ell es diu [Roser:PER].", "fm"),
        ("ca", "A: Ella és l'[Aixul:PER].", "f"),
        ("de", "A: Er heißt [Kim:PER], sie ist [Robin:PER].", "mf"),
        ("en", "A: He's [Kim:PER]. Her name is [Jordan:PER].", "mf"),
        ("en", "A: She’s [Taylor:PER], he is called [Robin:PER].", "fm"),
        ("fr", "A: Il s'appelle [Dominique:PER] et elle s'appelle [Claude:PER].", "mf"),
        ("es", "A: [Trinidad:PER], él, está cansado; [Rosario:PER], ella, no.", "mf"),
    ],
)
def test_a_pronoun_that_presents_a_name(lang: str, line: str, genders: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        cards = [card for card in result.entities if card.kind == "person"]
        assert "".join(card.gender for card in cards) == genders
        for text, gender in zip(texts(result), genders, strict=True):
            known = load_lexicon(lang).name_by_key[name_key(text)].gender
            assert known in (gender, "u")


def test_a_pronoun_outweighs_the_lexicon_and_says_so() -> None:
    for key in KEYS:
        result = run(dialogue("A: Ella es [Joan:PER]."), key=key)
        assert load_lexicon("es").name_by_key[fold(texts(result)[0])].gender == "f"
        assert "GENDER_CONFLICT" in codes(result)


def test_the_next_turn_does_not_count_where_it_names_somebody() -> None:
    for key in KEYS:
        made = dialogue("A: Ella es [Rosario:PER].", "B: [Trinidad:PER], él, está cansado.")
        assert [e.gender for e in run(made, key=key).entities] == ["f", "m"]
        made = dialogue("A: ¿Está [Trinidad:PER]?", "B: Está [Luis:PER], muy cansado.")
        assert run(made, key=key).entities[0].gender == "u"
        made = dialogue("A: ¿Está [Trinidad:PER]?", "B: No, él está muy cansado.")
        assert run(made, key=key).entities[0].gender == "m"


@pytest.mark.parametrize(
    ("lang", "lines", "conflict"),
    [
        ("es", ("A: ¿Está [Carmen:PER]?", "B: Él no está."), True),
        ("es", ("A: Soy [Carmen:PER] y estoy cansado.",), True),
        ("es", ("A: Vino [Luis:PER], estaba embarazada.",), True),
        ("es", ("A: Es mi marido, [Carmen:PER].",), True),
        ("es", ("A: ¿Está [Carmen:PER]?", "B: Ella no está."), False),
        ("es", ("A: Soy [Carmen:PER]. Él no está.",), False),
        ("es", ("A: Soy [Carmen:PER].", "B: ¿Y su marido? Él no está."), False),
        ("es", ("A: Gracias, [Juan:PER]. Ella le llamará.",), False),
        ("en", ("A: Thank you, [John:PER]. She will call you.",), False),
        ("es", ("A: Vino [Luis:PER] con [Ana:PER], está cansada.",), False),
    ],
)
def test_loose_words_against_the_lexicon(lang: str, lines: tuple[str, ...], conflict: bool) -> None:
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        assert ("GENDER_CONFLICT" in codes(result)) == conflict


def test_a_relative_that_is_said_to_somebody_is_not_him() -> None:
    made = dialogue("A: Soy [Francisco:PER].", "B: ¿Cómo está su madre, [Paco:PER]?")
    for key in KEYS:
        (person,) = run(made, key=key).entities
        assert (person.gender, person.links) == ("m", ("short_form",))


def test_who_is_of_a_name_is_not_its_gender() -> None:
    for line in ("A: la hermana de [Trinidad:PER]", "A: la hermana de la [Trinidad:PER]"):
        result = run(dialogue(line))
        assert result.entities[0].gender == ("f" if "de la " in line else "u")


@pytest.mark.parametrize(
    ("lang", "line", "vowel"),
    [
        ("fr", "A: La sœur de [Hugues:PER].", False),
        ("fr", "A: Il faut que [Hélène:PER] vienne.", False),
        ("fr", "A: Le bureau de [Henriette:PER].", False),
        ("fr", "A: Le dossier de [Honoré:PER].", False),
        ("fr", "A: Je viens de [Honfleur:LOC].", False),
        ("fr", "A: Le dossier d'[Henriette:PER].", True),
        ("fr", "A: Il dit qu'[Hortense:PER] vient.", True),
        ("fr", "A: Le dossier d'[Harold:PER].", True),
        ("ca", "A: la casa de [Iolanda:PER]", False),
        ("ca", "A: En [Hug:PER] no hi és.", False),
        ("ca", "A: la casa d'[Hug:PER]", True),
    ],
)
def test_the_clitic_says_how_a_doubtful_name_begins(lang: str, line: str, vowel: bool) -> None:
    for i in range(tries(12, 40)):
        (out,) = texts(run(dialogue(line, lang=lang), key=bytes([i, 3])))
        assert (fold(out)[0] in "aeiou") == vowel, out


def test_the_glue_of_a_doubtful_name() -> None:
    french = inflection_of("fr")
    assert french is not None
    (unelided,) = glue_of(french, "La sœur de ", "Hugues", ".")
    assert (unelided.ending, unelided.before) == ("de", "de ")
    assert unelided.fits(french, "Paul") and not unelided.fits(french, "Étienne")
    (elided,) = glue_of(french, "le chien d'", "Harry", ".")
    assert elided.fits(french, "Étienne") and not elided.fits(french, "Paul")
    assert glue_of(french, "avec ", "Hugues", ".") == ()


FAMILY = [
    ("es", "Soy [Francisco:PER].", "¿[Fran:PER]? ¿Y su hermano [Paco:PER]?"),
    ("en", "I'm [Katherine:PER].", "Hi [Kathy:PER]. Is her sister [Kate:PER] in?"),
    ("en", "My name is [William:PER].", "[Will:PER]? And your brother [Bill:PER]?"),
    ("de", "Ich bin [Johannes:PER].", "[Hans:PER]? Und Ihr Bruder [Hannes:PER]?"),
    ("ca", "Soc en [Francesc:PER].", "[Cesc:PER]? I el seu germà [Xisco:PER]?"),
]


@pytest.mark.parametrize(("lang", "first", "second"), FAMILY)
def test_a_relative_is_not_who_is_spoken_to(lang: str, first: str, second: str) -> None:
    lexicon = load_lexicon(lang)
    for full, short, relative in outs(lang, f"A: {first}", f"B: {second}"):
        assert fold(short) in {fold(form.short) for form in lexicon.shorts_of[fold(full)]}
        family = {fold(form.short) for form in lexicon.shorts_of[fold(full)]}
        assert fold(relative) not in family | {fold(full)}
    result = run(dialogue(f"A: {first}", f"B: {second}", lang=lang))
    assert codes(result).count("MERGE_SUGGESTED") == 1


HANDED_DOWN = [
    ("es", "A: Soy [Antonio:PER] [Ruiz:FAM] y mi hijo es [Toñito:PER]."),
    ("es", "A: A nombre de [Francisco:PER] [Vidal:FAM], hijo; el otro es [Paco:PER]."),
    ("ca", "A: És el meu iaio, [Vicent:PER]. A mi em diuen [Vicentet:PER]."),
    ("ca", "A: En [Joanet:PER] és el fill d'en [Joan:PER]."),
    ("eu", "A: [Jonen:MALE] semea, [Jontxu:MALE], nire iloba da."),
    ("en", "A: I'm [Robert Delgado Jr.:PER], my dad is [Bob Delgado:PER]."),
    ("en", "A: I'm [James Whitfield III:PER], my father was [Jim Whitfield:PER]."),
    ("de", "A: [Johannes Kramer:PER] der Jüngere, mein Vater [Hannes Kramer:PER] kommt auch."),
    ("fr", "A: Je suis [Jean:PER] [Morel:FAM], mon fils s'appelle [Jeannot:PER]."),
]


@pytest.mark.parametrize(("lang", "line"), HANDED_DOWN)
def test_a_name_that_is_handed_down_stays_one(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        forms = {form.surrogate for person in result.people for form in person.forms}
        assert any(
            fold(form.short) in map(fold, forms)
            for name in forms
            for form in lexicon.shorts_of.get(fold(name), ())
        ), forms
        assert not {"MERGE_SUGGESTED", "RELATION_LOST"} & set(codes(result))


@pytest.mark.parametrize(
    ("lines", "people"),
    [
        (("A: Soy [Francisco:PER].", "B: ¿Y su hermano [Paco:PER]? ¿[Fran:PER]?"), 2),
        (("A: Soy [Francisco:PER].", "B: Dígame.", "A: Mi primo [Paco:PER] no está."), 2),
        (("A: Soy [José Luis:PER].", "B: ¿Y su hijo [José:PER]? ¿[Luis:PER]?"), 2),
        (("A: Soy [Francesc:PER].", "B: ¿Y su hermano [Francisco:PER]?"), 2),
        (("A: Soy [Ana:PER], por mi hermano [Francisco:PER].", "B: ¿Su hermano [Paco:PER]?"), 2),
        (("A: Soy [Francisco:PER].", "B: Dígame, [Paco:PER], ¿y su hermano?"), 1),
        (("A: Soy [Francisco:PER].", "B: Otra cosa, [Paco:PER]."), 1),
    ],
)
def test_how_many_people_there_are(lines: tuple[str, ...], people: int) -> None:
    for key in KEYS:
        cards = run(dialogue(*lines), key=key).entities
        assert len([card for card in cards if card.kind == "person"]) == people


def test_where_nothing_says_whose_relative_it_is_a_person_is_asked() -> None:
    made = dialogue("A: Llamo por [Francisco:PER].", "B: ¿Su hermano [Paco:PER]?")
    result = run(made)
    assert len(result.entities) == 1
    (issue,) = [i for i in result.issues if i.code == "SPLIT_SUGGESTED"]
    assert issue.fix is not None
    apart = run(made, constraints=issue.fix.constraints)
    assert len(apart.entities) == 2 and "SPLIT_SUGGESTED" not in codes(apart)


def test_what_a_person_joined_stays_one() -> None:
    made = dialogue("A: Soy [Francisco:PER].", "B: ¿Y su hermano [Paco:PER]?")
    keys = tuple(m.key for turn in made.turns for m in turn.mentions)
    result = run(made, constraints=[Constraint("link", keys, "short_form")])
    assert len(result.entities) == 1 and "MERGE_SUGGESTED" not in codes(result)


@pytest.mark.parametrize(
    ("local", "written"),
    [
        ("j.ibarra@", "{a}.{b}@"),
        ("jon_ibarra@", "{given}_{b}@"),
        ("jibarra@", "{a}{b}@"),
    ],
)
def test_an_address_of_somebody_whose_surname_is_a_firm(local: str, written: str) -> None:
    line = f"A: [Jon:PER] [Ibarra:FAM], [{local}:EMAIL][ibarra.com:URL]. [Ibarra e Hijos:ORG]."
    for given, surname, address, domain, firm in outs("es", line):
        name, family = fold(given), fold(surname)
        assert address == written.format(a=name[0], b=family, given=name)
        assert fold(domain.split(".")[0]) in fold(firm)


@pytest.mark.parametrize(
    ("lang", "first", "second", "gender"),
    [
        ("es", "Soy [Andrea:PER].", "Dígame, señor.", "m"),
        ("es", "Soy [Noa:PER].", "Gracias, señor.", "m"),
        ("es", "Soy [Rosario:PER].", "Buenos días, señora, dígame.", "f"),
        ("es", "Soy [Andrea:PER].", "Le paso con el señor [Gil:FAM].", "f"),
        ("fr", "Je suis [Dominique:PER].", "Bonjour, madame.", "f"),
        ("es", "El niño [Guadalupe:PER] no vino.", "Vale.", "m"),
        ("es", "Soy sor [Cruz:PER].", "Vale.", "f"),
    ],
)
def test_what_the_other_one_calls_who_introduces_himself(
    lang: str, first: str, second: str, gender: str
) -> None:
    result = run(dialogue(f"A: {first}", f"B: {second}", lang=lang))
    assert result.entities[0].gender == gender
    assert "GENDER_UNKNOWN" not in codes(result)


def test_two_cues_that_agree_beat_the_lexicon_without_a_doubt() -> None:
    line = "A: Il s'appelle [Andrea:PER]. Il est là. Monsieur [Andrea:PER] [Rossi:FAM]"
    result = run(dialogue(line, lang="fr"))
    assert result.entities[0].gender == "m"
    assert "GENDER_CONFLICT" not in codes(result)


@pytest.mark.parametrize("lang", ["en", "de", "fr", "es"])
@pytest.mark.parametrize(
    ("name", "gender"),
    [
        ("Eoin", "m"), ("Niamh", "f"), ("Cillian", "m"), ("Szymon", "m"), ("Agnieszka", "f"),
        ("Minh", "m"), ("Linh", "f"), ("Priya", "f"), ("Rahul", "m"), ("Mohammed", "m"),
        ("Khadija", "f"), ("Mehmet", "m"), ("Ayşe", "f"),
    ],
)  # fmt: skip
def test_names_from_elsewhere_tell_their_gender(lang: str, name: str, gender: str) -> None:
    result = run(dialogue(f"A: [{name}:PER]", lang=lang))
    (person,) = result.entities
    assert person.gender == gender and "GENDER_UNKNOWN" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: Soy [Francisco Cebrián:PERSON].", "B: ¿Señor [Cebrián:FAM]?")),
        ("es", ("A: Soy [Ana:PER] [Cebrián:PER].", "B: Dígame, señora [Cebrián:PER].")),
        ("es", ("A: Soy [Marta Germán:PERSON].", "B: Doctora [Germán:PERSON], dígame.")),
        ("ca", ("A: Soc la [Marta Germán:PERSON].", "B: Digui, senyora [Germán:PERSON].")),
        ("eu", ("A: [Ane Oier:PERSON] naiz.", "B: Esan, [Oier:FAM] andrea.")),
        ("en", ("A: [Emma Tyson:PERSON] here.", "B: Hello, Mrs [Tyson:PERSON].")),
        ("de", ("A: [Klara Oskar:PERSON].", "B: Guten Tag, Frau [Oskar:PERSON].")),
        ("fr", ("A: Ici [Claire Basile:PERSON].", "B: Bonjour, madame [Basile:FAM].")),
    ],
)
def test_a_word_that_a_title_or_a_label_shows_to_be_a_surname_is_one(
    lang: str, lines: tuple[str, ...]
) -> None:
    surnames = load_lexicon(lang).surname_keys
    for key in KEYS:
        *_, first, last = " ".join(texts(run(dialogue(*lines, lang=lang), key=key))).split()
        assert first == last and fold(last) in surnames


def test_a_compound_name_is_no_surname_behind_a_title() -> None:
    made = dialogue("A: Soy [Juan Carlos:PERSON].", "B: Dígame, señor [Carlos:PERSON].")
    for key in KEYS:
        whole, part = texts(run(made, key=key))
        assert whole.split()[1] == part


ANSWERED = [
    ("es", "B: Un momento, don [Marcelino:PER]. ¿La cuenta que acaba en 12?", "A: La misma.", "m"),
    ("es", "B: Gracias, [Marcelino:PER]. ¿Es esta la factura?", "A: Sí, la misma.", "m"),
    ("es", "B: ¿Doña [Trinidad:PER]?", "A: La misma.", "f"),
    ("es", "B: Buenos días. ¿[Trinidad:PER], por favor?", "A: El mismo.", "m"),
]


@pytest.mark.parametrize(("lang", "one", "two", "gender"), ANSWERED)
def test_an_answer_to_a_later_question_tells_no_gender(
    lang: str, one: str, two: str, gender: str
) -> None:
    result = run(dialogue(one, two, lang=lang))
    assert result.entities[0].gender == gender
    assert "GENDER_CONFLICT" not in codes(result)


TITLED = [
    ("en", "A: Dear [Ms Adeyemi:PERSON], hello.", "B: Regards, [Tolu Adeyemi:PERSON]", "f"),
    ("en", "A: Dear Mr [Adeyemi:FAM], hello.", "B: Regards, [Tolu:PER] [Adeyemi:FAM]", "m"),
    ("de", "A: Frau [Yildirim:FAM], bitte.", "B: Ich bin [Umutay Yildirim:PERSON].", "f"),
    ("fr", "A: [Monsieur Diabaté:PERSON] ?", "B: Ici [Oumy Diabaté:PERSON].", "m"),
]


@pytest.mark.parametrize(("lang", "one", "two", "gender"), TITLED)
def test_a_title_before_the_surname_tells_the_gender(
    lang: str, one: str, two: str, gender: str
) -> None:
    for key in KEYS:
        result = run(dialogue(one, two, lang=lang), key=key)
        assert {e.gender for e in result.entities if e.gender} <= {gender}, result.entities
        assert any(e.gender == gender for e in result.entities)
        assert "GENDER_UNKNOWN" not in codes(result)


def test_a_title_before_the_surname_of_two_tells_nothing() -> None:
    lines = ("A: Ms [Adeyemi:FAM]?", "B: [Tolu Adeyemi:PERSON] or [Femio Adeyemi:PERSON]?")
    assert "GENDER_UNKNOWN" in codes(run(dialogue(*lines, lang="en")))


def test_what_elides_in_one_place_and_not_in_another() -> None:
    lines = ("A: Au nom de [Hélène:PER].", "B: C'est le dossier d'[Hélène:PER].")
    inflection = inflection_of("fr")
    assert inflection is not None
    for key in KEYS:
        result = run(dialogue(*lines, lang="fr"), key=key)
        assert inflection.put(texts(result)[1], "de").startswith("d'")
        assert "CONSTRAINT_RELAXED" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "lines", "gender"),
    [
        ("es", ["A: ¿Es usted don [Blas:PER]?", "B: No, mi cuñado, yo soy [Noelia:PER]."], "f"),
        ("ca", ["A: No, és el meu germà. Jo soc la [Mercè:PER]."], "f"),
        ("de", ["A: Nein, das ist mein Bruder, ich bin [Ute:PER]."], "f"),
        ("en", ["A: No, that's my brother, I'm [Joan:PER]."], "f"),
        ("fr", ["A: Non, c'est mon frère, je suis [Solène:PER]."], "f"),
        ("es", ["A: Con la madre del niño, [Elvira:PER]."], "f"),
        ("fr", ["A: Avec la mère du garçon, [Solène:PER]."], "f"),
    ],
)
def test_what_is_said_of_another_tells_no_gender(lang: str, lines: list[str], gender: str) -> None:
    result = run(dialogue(*lines, lang=lang))
    assert "GENDER_CONFLICT" not in codes(result)
    assert [e.gender for e in result.entities if e.gender][-1] == gender


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: Morning, Mrs [Harrow:FAM].", "B: My husband, [Peter Harrow:PER], will call.")),
        ("de", ("A: Guten Tag, Frau [Kramer:FAM].", "B: Mein Mann, [Torben Kramer:PER], ist da.")),
        ("es", ("A: Hola, señora [Olmedo:FAM].", "B: Mi marido, [Pedro Olmedo:PER], llamará.")),
        ("fr", ("A: Bonjour madame [Perrin:FAM].", "B: Mon mari, [Paul Perrin:PER], viendra.")),
    ],
)
def test_a_relative_in_commas_is_who_is_named_where_the_sexes_agree(
    lang: str, lines: tuple[str, ...]
) -> None:
    """So "Mrs Harrow" is somebody else of the family."""
    names = load_lexicon(lang).name_by_key
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        surname, name = texts(result)
        assert name.split()[-1] == surname
        assert names[name_key(name.split()[0])].gender == "m"
        assert "GENDER_CONFLICT" not in codes(result)
