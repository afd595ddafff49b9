"""Family relations: another of the same generation, gender and form, or a note that it stays."""

import pytest

from surrogates.attributes.relations import _PAIRS
from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import Lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS


def kin_of(lexicon: Lexicon, word: str) -> str:
    rows = {row["form"].casefold(): row["kin"] for row in lexicon.rows("relations")}
    return rows[word.casefold()]


FAMILIES = [
    ("es", "A: Mi [suegra:parentesco] vino con mis [sobrinos:parentesco]."),
    ("ca", "A: La [tia:parentiu] i les [cosines:parentiu]."),
    ("eu", "A: Nire [izebarekin:familiako] etorri da [alaba:familiako]."),
    ("de", "A: Meine [Tochter:verwandtschaft] und des [Onkels:verwandtschaft] Haus."),
    ("en", "A: My [niece:relation] and his [brothers:relation] came."),
    ("fr", "A: Ma [nièce:parenté] et mes [frères:parenté]."),
]


@pytest.mark.parametrize(("lang", "line"), FAMILIES)
def test_a_relation_keeps_generation_gender_and_form(lang: str, line: str) -> None:
    rows = {r["form"].casefold(): r for r in load_lexicon(lang).rows("relations")}
    made = dialogue(line, lang=lang)
    originals = [t[m.start : m.end] for t in [made.turns[0].text] for m in made.turns[0].mentions]
    for key in FIVE_KEYS:
        for old, new in zip(originals, texts(run(made, key=key)), strict=True):
            one, two = rows[old.casefold()], rows[new.casefold()]
            assert fold(old) != fold(new)
            assert (one["group"], one["shape"]) == (two["group"], two["shape"])
            assert two["gender"] in (one["gender"], "u")


PAIRS = [
    ("es", "A: ¿Quién llama, su [suegra:parentesco] o el [yerno:parentesco]?"),
    ("ca", "A: És el meu [oncle:parentiu].", "B: I vostè és la [neboda:parentiu]? Sí."),
    ("eu", "A: [Aita:familiako] da, eta [semearekin:familiako] etorri da."),
    ("de", "A: Der [Opa:verwandtschaft] ist da.", "B: Sind Sie die [Enkelin:verwandtschaft]?"),
    ("en", "A: It is for my [mother:relation].", "B: Are you the [son:relation]?"),
    ("fr", "A: C'est ma [grand-mère:parenté].", "B: Vous êtes le [petit-fils:parenté] ?"),
]


@pytest.mark.parametrize(("lang", "lines"), [(lang, lines) for lang, *lines in PAIRS])
def test_what_one_is_to_the_other_stays_answered(lang: str, lines: list[str]) -> None:
    lexicon = load_lexicon(lang)
    made = dialogue(*lines, lang=lang)
    for key in FIVE_KEYS:
        one, two = (kin_of(lexicon, word) for word in texts(run(made, key=key)))
        assert _PAIRS[two] == one


def test_a_couple_stays_a_couple() -> None:
    rows = {r["form"]: r["kin"] for r in load_lexicon("es").rows("relations")}
    made = dialogue("A: La [abuela:parentesco] murió.", "A: ¿Y el [abuelo:parentesco]?")
    for key in FIVE_KEYS:
        her, his = texts(run(made, key=key))
        assert rows[her] == rows[his] != "grandparent"


def test_two_relations_never_become_one() -> None:
    made = dialogue("A: La [hermana:parentesco], la [prima:parentesco], la [cuñada:parentesco].")
    assert all(len(set(texts(run(made, key=key)))) == 3 for key in FIVE_KEYS)


@pytest.mark.parametrize(
    "line",
    [
        "A: Mi [hermana:parentesco] [Lucía:PER] vendrá.",  # surnames follow families
        "A: Su [padre:parentesco] biológico.",
        "A: La [nieta:parentesco] vino. ¿Qué nieta?",
    ],
)
def test_where_the_words_ask_for_it_a_relation_stays_and_that_is_told(line: str) -> None:
    result = run(dialogue(line))
    assert result.replacements[0].surrogate == result.replacements[0].original
    assert "SAID_AROUND" in codes(result)
    assert not result.held


def test_words_beside_stay_and_an_unknown_one_makes_a_placeholder() -> None:
    out = texts(run(dialogue("A: [dos primas maternas:parentesco], [prima Zutana:parentesco]")))
    assert out[0].startswith("dos ") and out[0].endswith(" maternas") and "primas" not in out[0]
    assert out[1] == "[PARENTESCO]"
    assert "hermanos" not in texts(run(dialogue("A: Son [4 hermanos:parentesco].")))[0]


def test_the_article_before_it_fits() -> None:
    for key in FIVE_KEYS:
        out = texts(
            run(dialogue("A: Le [frère:parenté] et l'[oncle:parenté].", lang="fr"), key=key)
        )
        assert out[0][0] not in "aeiou" and out[1][0] in "aeiou"


def test_the_family_as_a_whole_and_a_side_of_it_stay() -> None:
    result = run(dialogue("A: La [familia:parentesco] avisa. Por vía [materna:parentesco]."))
    assert texts(result) == ["familia", "materna"]
    assert codes(result) == ["SAID_AROUND"] * 2


def test_a_word_for_a_relative_that_names_a_hospital_too_is_no_leak() -> None:
    made = dialogue("A: Vive con su [tía:parentesco].", "B: ¿En [Residencia Tía Norica:org]?")
    for key in FIVE_KEYS:
        result = run(made, key=key)
        assert not result.held and not texts(result)[0].startswith("[")


@pytest.mark.parametrize(("lang", "word"), [("de", "Opa"), ("es", "mamá"), ("en", "Grandad")])
def test_a_relation_under_a_label_of_names_becomes_no_name(lang: str, word: str) -> None:
    lexicon = load_lexicon(lang)
    (out,) = texts(run(dialogue(f"A: dice [{word}:PER]", lang=lang)))
    assert fold(out) in {fold(row["form"]) for row in lexicon.rows("relations")}


def test_who_is_married_has_no_other_relation() -> None:
    made = dialogue("A: Je suis mariée.", "B: Et votre [mari:RELATION] ?", lang="fr")
    assert texts(run(made)) == ["mari"]


def test_a_relation_that_explains_one_that_stays_stays_with_it() -> None:
    made = dialogue("A: ¿Y la [abuela:RELATION]?", "B: Es la [madre:RELATION] de [Emilio:PER].")
    grandmother, mother, _ = texts(run(made))
    assert (grandmother, mother) == ("abuela", "madre")


@pytest.mark.parametrize(
    ("said", "ending"),
    [
        ("amarentzat", "arentzat"),
        ("alabei", "ei"),
        ("osabarengana", "arengana"),
        ("semearengandik", "arengandik"),
    ],
)
def test_a_basque_relation_keeps_every_case(said: str, ending: str) -> None:
    for key in FIVE_KEYS:
        (new,) = texts(run(dialogue(f"A: [{said}:familiako] da.", lang="eu"), key=key))
        assert new.endswith(ending) and new != said


@pytest.mark.parametrize(
    ("lang", "line", "kin"),
    [
        ("en", "A: He and his [brother:relation] run [Kerrigan Brothers:ORG].", "brother"),
        ("es", "A: Mi [hermano:parentesco] y yo. [Transportes Hermanos Cano:ORG].", "hermano"),
        ("de", "A: Mein [Bruder:verwandtschaft] auch. [Gebrüder Kerner:ORG].", "Bruder"),
        ("fr", "A: Mon [frère:parenté] aussi. [Dupuis Frères:ORG].", "frère"),
    ],
)
def test_kin_that_a_firm_is_called_by_stays(lang: str, line: str, kin: str) -> None:
    for key in FIVE_KEYS:
        assert kin in texts(run(dialogue(line, lang=lang), key=key))


def test_a_firm_and_its_family_have_one_name() -> None:
    made = dialogue("A: [Kerrigan Brothers:ORG].", "B: Oh, the [Kerrigans:FAM]!", lang="en")
    for key in FIVE_KEYS:
        firm, family = texts(run(made, key=key))
        assert firm.endswith(" Brothers") and family.startswith(firm.removesuffix(" Brothers"))
        assert family.endswith("s")


SIBLINGS = [
    ("fr", "A: Je suis la [mère:parenté] de [Louise:PER] et de [Gabin:PER].",
     "A: Et son petit [frère:parenté] ?"),
    ("es", "A: Soy el [padre:parentesco] de [Marta:PER] y de [Iván:PER].",
     "A: Su [hermano:parentesco] come aquí."),
    ("en", "A: His [sister:relation] is nine.", "A: So there are three years between them."),
    ("de", "A: Der [Bruder:verwandtschaft] ist acht.", "A: Also zwei Jahre auseinander."),
    ("ca", "A: La [germana:parentiu] té set anys.", "A: Es porten dos anys."),
    ("eu", "A: Bere [anaia:familiako] etorri da.", "A: Bikiak dira."),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "one", "two"), SIBLINGS)
def test_who_have_one_mother_stay_siblings(lang: str, one: str, two: str) -> None:
    rows = {fold(r["form"]): r for r in load_lexicon(lang).rows("relations")}
    made = dialogue(one, two, lang=lang)
    for key in FIVE_KEYS:
        new = [rows[fold(text)]["kin"] for text in texts(run(made, key=key)) if fold(text) in rows]
        assert "sibling" in new


WEDDED = [
    ("fr", "A: Mon [mari:parenté] s'appelle autrement, moi j'ai gardé mon nom."),
    ("fr", "A: Mon [mari:parenté] viendra. Je suis née [Gillard:FAM]."),
    ("es", "A: Mi [marido:parentesco]. Mi apellido de soltera es [Gil:FAM]."),
    ("en", "A: My [husband:relation] has another name, I kept my own name."),
    ("de", "A: Mein [Mann:verwandtschaft] heißt anders, ich habe meinen Namen behalten."),
    ("ca", "A: El meu [marit:parentiu]. De soltera era [Pons:FAM]."),
    ("eu", "A: Nire [senarra:familiako]. Ezkondu aurreko abizena beste bat da."),
]


@pytest.mark.parametrize(("lang", "line"), WEDDED)
def test_a_name_kept_or_taken_tells_of_a_marriage(lang: str, line: str) -> None:
    result = run(dialogue(line, lang=lang))
    assert result.replacements[0].surrogate == result.replacements[0].original
    assert "SAID_AROUND" in codes(result)


def test_the_mother_of_a_husband_stays_a_mother_in_law() -> None:
    made = dialogue(
        "A: Mi [suegra:parentesco] ha pagado a mi [marido:parentesco].",
        "B: ¿Y su [tía:parentesco]?",
    )
    for key in FIVE_KEYS:
        assert texts(run(made, key=key))[0] == "suegra"


TOLD = [
    ("es", "A: El pedido de mi [suegra:parentesco].", "A: Es la abuela de mis hijos."),
    ("es", "A: Mi [padre:parentesco] vivía aquí.", "A: Me tuvo con veinte años."),
    ("ca", "A: La meva [tieta:parentiu].", "A: Els bessons hi van cada dissabte."),
    ("eu", "A: [Aitari:familiako] deitu diot.", "A: Semearentzat da."),
    ("de", "A: Und der [Vater:verwandtschaft]?", "A: Wir haben im Mai geheiratet."),
    ("de", "A: Meine [Tante:verwandtschaft] kommt.", "A: Sie ist die Patin meiner Tochter."),
    ("en", "A: That is my [husband:relation]'s card.", "B: I see, Mrs. [Ellwood:FAM]."),
    ("en", "A: It is my [father:relation]'s bill.", "A: I am [Roy:PER] [Ellwood:FAM] Jr."),
    ("fr", "A: C'est ma [belle-mère:parenté].", "A: Elle garde les enfants."),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "one", "two"), TOLD)
def test_relations_stay_where_the_dialogue_tells_who_the_relatives_are(
    lang: str, one: str, two: str
) -> None:
    made = dialogue(one, two, lang=lang)
    for key in FIVE_KEYS:
        result = run(made, key=key)
        assert result.replacements[0].surrogate == result.replacements[0].original
        assert "SAID_AROUND" in codes(result)
        assert not result.held


def test_all_relations_of_a_dialogue_stay_where_one_does() -> None:
    made = dialogue(
        "A: Mi [tía:parentesco] llamó ayer.", "B: ¿Y su [madre:parentesco] biológica?", "A: No."
    )
    for key in FIVE_KEYS:
        assert texts(run(made, key=key)) == ["tía", "madre"]


@pytest.mark.parametrize("word", ["son", "father", "aunt", "nephew"])
def test_nobody_becomes_an_in_law(word: str) -> None:
    made = dialogue(f"A: The parcel is for my [{word}:relation].", lang="en")
    for key in FIVE_KEYS:
        (new,) = texts(run(made, key=key))
        assert "in-law" not in new and new != word
