"""Short forms that more names than one may have: whose they are, and which gender they tell."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import name_key
from surrogates.people.given_names import Need, _shorts_at
from tests.surrogates.dialogues import codes, dialogue, run, texts

ES = load_lexicon("es")
KEYS = [b"one", b"two", b"three"]


@pytest.mark.parametrize(
    "said",
    [
        "¿[Francisco:PER] o [Francisca:PER]?",
        "¿[Francisco:PER] [Gil:FAM] o [Francisco:PER] [Mora:FAM]?",
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_two_may_own_it(said: str, key: bytes) -> None:
    result = run(dialogue("A: ¿Está [Fran:PER]?", f"B: {said}"), key=key)
    assert "SHORT_AMBIGUOUS" in codes(result)


@pytest.mark.parametrize("full", ["Manuel", "Manuela"])
def test_the_full_name_tells_whose_it_is(full: str) -> None:
    result = run(dialogue("A: ¿Está [Manu:PER]?", f"B: Sí, [{full}:PER]."))
    short, name = texts(result)
    assert not codes(result)
    assert fold(name) in {fold(form.full) for form in ES.fulls_of[fold(short)]}
    assert ES.name_by_key[fold(name)].gender == ES.name_by_key[fold(full)].gender


@pytest.mark.parametrize("key", KEYS)
def test_one_of_either_gender_becomes_such_a_one(key: bytes) -> None:
    result = run(dialogue("A: Habla [Fran:PER]."), key=key)
    assert {form.gender for form in ES.fulls_of[fold(texts(result)[0])]} == {"f", "m"}
    assert "GENDER_UNKNOWN" in codes(result)


def test_the_clip_of_an_epicene_name_is_epicene() -> None:
    result = run(dialogue("A: ¿Está [Trini:PER]?", "B: Él no está, está cansado."))
    assert "GENDER_CONFLICT" not in codes(result)
    assert "m" in {form.gender for form in ES.fulls_of[fold(texts(result)[0])]}


def test_a_letter_more_may_be_misheard() -> None:
    assert "NEAR_MISS" in codes(run(dialogue("A: Soy [Fran:PER].", "B: ¿[Frank:PER]?")))


@pytest.mark.parametrize("key", KEYS)
def test_the_figure_of_a_king_is_no_surname(key: bytes) -> None:
    result = run(dialogue("A: [Alfonso XIII:PER] y [Felipe VI:PER]"), key=key)
    assert [text.split()[1] for text in texts(result)] == ["XIII", "VI"]
    assert not [i for i in result.issues if i.severity == "block"]


@pytest.mark.parametrize("key", [bytes([n, 9]) for n in range(6)])
def test_a_short_form_is_of_its_neighbour_though_a_relative_stands_before(key: bytes) -> None:
    """Two people with one given name: whose the short form is makes no difference."""
    made = dialogue(
        "A: The account of [John:PER] [Baker:FAM] senior, my dad. I'm [John:PER] [Baker:FAM] "
        "junior, people call me [Jack:PER].",
        "B: OK [Jack:PER], so both [John:PER]s.",
        lang="en",
    )
    first, _, second, _, short, again, both = texts(run(made, key=key))
    assert first == second == both and short == again
    english = load_lexicon("en")
    assert fold(short) in {fold(form.short) for form in english.shorts_of[fold(first)]}


def test_a_relative_between_two_names_still_parts_them() -> None:
    made = dialogue("A: I'm [John:PER] and my brother [Jack:PER] is here.", lang="en")
    john, jack = texts(run(made))
    english = load_lexicon("en")
    assert fold(jack) not in {fold(form.short) for form in english.shorts_of.get(fold(john), ())}


@pytest.mark.parametrize("line", ["LG [S.:PER] ([Steffi:PER])", "LG [Steffi:PER] ([S.:PER])"])
@pytest.mark.parametrize("key", [bytes([n, 9]) for n in range(4)])
def test_an_initial_is_of_the_name_in_brackets(line: str, key: bytes) -> None:
    made = dialogue(f"A: Hi [Sebastian:PER], {line}", lang="de")
    _, *two = texts(result := run(made, key=key))
    initial, name = sorted(two, key=len)
    assert fold(initial)[0] == fold(name)[0]
    assert "SHORT_AMBIGUOUS" not in codes(result)


def test_short_forms_keep_the_gender_of_their_name() -> None:
    # "Marià" and "María" have one key; Maruja is short for only one of them.
    made = dialogue("A: en [Francesc:PER], en [Cesc:PER], en [Xisco:PER].", lang="ca")
    lexicon = load_lexicon("ca")
    for i in range(60):
        for out in texts(run(made, key=bytes([i, 3]))):
            genders = {form.gender for form in lexicon.fulls_of.get(name_key(out), ())}
            assert not genders or genders & {"m", "u"}, out


@pytest.mark.parametrize(
    ("lang", "one", "two"),
    [("en", "Tim", "Timmy"), ("en", "Bob", "Bobby"), ("es", "Pepe", "Pepito")],
)
def test_two_short_forms_of_a_name_that_is_not_said_are_asked_about(
    lang: str, one: str, two: str
) -> None:
    made = dialogue(f"A: [{one}:PER]", f"B: [{two}:PER]", lang=lang)
    result = run(made)
    (issue,) = (i for i in result.issues if i.code == "MERGE_SUGGESTED")
    assert issue.fix is not None
    healed = run(made, constraints=issue.fix.constraints)
    assert "MERGE_SUGGESTED" not in codes(healed) and len(healed.entities) == 1


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "I'm [Guadalupe Reyes:PER], call me [Lupe:PER]."),
        ("en", "[Rosemary Hill:PER]. [Rosie:PER] for short."),
        ("es", "Soy [Genoveva Ruiz:PER], [Veva:PER] para los amigos."),
        ("fr", "Je suis [Marie-Claude:PER], [Macloud:PER] pour les intimes."),
        ("de", "Ich bin [Kunigunde Vogt:PER], alle nennen mich [Gundi:PER]."),
        ("ca", "Soc la [Montserrat Puig:PER], em diuen [Ratus:PER]."),
    ],
)
def test_what_somebody_is_called_is_short_for_the_name_before(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: {line}", lang=lang), key=key)
        assert len([card for card in result.entities if card.kind == "person"]) == 1
        name, short = texts(result)
        shorts = load_lexicon(lang).shorts_of.get(name_key(name.split()[0]), ())
        parts = [name_key(part) for part in name.replace("-", " ").split()]
        known = {fold(form.short) for form in shorts}
        assert fold(short) in known or any(fold(short)[:2] == part[:2] for part in parts)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("eu", ("A: Kaixo, [Xabier:PER].", "B: Bai, [Xabi:PER].")),
        ("eu", ("A: [Frantzisko:PER] naiz.", "B: [Patxi:PER]?")),
        ("eu", ("A: [Xabi:PER] dator.",)),
        ("es", ("A: Soy [Francisco:PER].", "B: ¿[Paco:PER]?")),
        ("ca", ("A: Soc en [Francesc:PER].", "B: [Cesc:PER]?")),
        ("de", ("A: [Alexander:PER] hier.", "B: [Alex:PER]?")),
    ],
)
def test_a_pet_form_is_for_who_was_called_by_one(lang: str, lines: tuple[str, ...]) -> None:
    shorts = load_lexicon(lang).fulls_of
    for key in KEYS:
        *_, short = texts(run(dialogue(*lines, lang=lang), key=key))
        assert {form.kind for form in shorts[fold(short)]} != {"diminutive"}, short


@pytest.mark.parametrize(
    ("lang", "line"),
    [("eu", "A: [Xabi Mendizabal:PERSON] dator."), ("es", "A: [Concha Gil:PERSON], dígame.")],
)
def test_a_whole_name_is_no_short_form(lang: str, line: str) -> None:
    for key in KEYS:
        (whole,) = texts(run(dialogue(line, lang=lang), key=key))
        assert fold(whole.split()[0]) in load_lexicon(lang).name_by_key, whole


CLIPPED = [
    ("fr", "A: Maître [Jean-Philippe Ravel:PERSON].", "B: Il l'appelait [Jean-Phi:PER]."),
    ("fr", "A: C'est [Marie-Josée:PER] ?", "B: Oui, [Marie-Jo:PER]."),
    ("fr", "A: Voici [Jean-Guy:PER] [Ferrand:FAM].", "B: Ah, [Jean-Gu:PER] !"),
]


@pytest.mark.parametrize(("lang", "one", "two"), CLIPPED)
def test_the_second_part_of_a_compound_is_cut_short(lang: str, one: str, two: str) -> None:
    shorts = load_lexicon(lang).shorts_of
    for key in KEYS:
        result = run(dialogue(one, two, lang=lang), key=key)
        whole, short = (r.surrogate.split(" ")[0] for r in result.replacements if "-" in r.original)
        assert short in {form.short for form in shorts[fold(whole)]}, (whole, short)
        assert "SPLIT_SUGGESTED" not in codes(result)


ENDED = [
    ("Joxe Mari Zubeldia", "Joxe Marik"), ("Juan Mari Etxaniz", "Juan Mariri"),
    ("Jose Mari Otegi", "Jose Marirekin"),
]  # fmt: skip


@pytest.mark.parametrize(("whole", "ended"), ENDED)
def test_a_compound_with_an_ending_is_the_given_name(whole: str, ended: str) -> None:
    lines = (f"A: [{whole}:PERSON] du izena.", f"B: [{ended}:PERSON] ezin du etorri.")
    for key in KEYS:
        result = run(dialogue(*lines, lang="eu"), key=key)
        one, two = (r.surrogate for r in result.replacements)
        assert two.split()[0] == one.split()[0] and len(two.split()) == 2
        assert two.split()[1].startswith(one.split()[1])
        assert "SPLIT_SUGGESTED" not in codes(result)


ALONE = [
    ("es", "A: La señora [Encarna:PER].", "f"), ("es", "A: El señor [Paco:PER].", "m"),
    ("en", "A: My sister [Becky:PER] came.", "f"), ("fr", "A: Ma sœur [Caro:PER].", "f"),
    ("de", "A: Meine Schwester [Steffi:PER].", "f"), ("ca", "A: La senyora [Montse:PER].", "f"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "line", "gender"), ALONE)
def test_a_short_form_alone_tells_the_gender(lang: str, line: str, gender: str) -> None:
    fulls = load_lexicon(lang).fulls_of
    for key in KEYS:
        (new,) = texts(run(dialogue(line, lang=lang), key=key))
        assert {form.gender for form in fulls[fold(new)]} == {gender}, new
        assert all(form.kind != "rare" for form in fulls[fold(new)][:1])


def test_two_short_forms_are_no_two_writings_of_one() -> None:
    lines = ("A: [Maximilian:PER] ist da.", "B: Der [Max:PER]?", "A: Ja, der [Maxi:PER].")
    for key in KEYS:
        _, one, two = texts(run(dialogue(*lines, lang="de"), key=key))
        plain = [fold(t).replace("nn", "n").replace("y", "i") for t in (one, two)]
        assert plain[0] != plain[1]


def test_a_short_form_is_no_other_writing_of_the_name() -> None:
    lexicon = load_lexicon("en")
    assert "Terry" in {form.short for form in lexicon.shorts_of["terri"]}
    assert not _shorts_at(lexicon, "Terri", Need("f"), 0)
