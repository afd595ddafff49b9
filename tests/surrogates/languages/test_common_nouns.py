"""A label for names over a word that names nobody: what the mention says tells its kind."""

import pytest

from surrogates.labels import Kind
from surrogates.languages import lexicon_for
from surrogates.languages.common_nouns import items_of
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS


def kinds(lang: str, *lines: str) -> list[Kind]:
    return [item.kind for item in items_of(dialogue(*lines, lang=lang), lexicon_for(lang))[0]]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Es para mi [sobrino:FAMILY] y su [nieto:FAM]."),
        ("es", "A: Estoy [divorciada:FAMILY], él es [soltero:FAMILY]."),
        ("es", "A: Llamo por mi [hermana mayor:FAMILY]."),
        ("ca", "A: És la [filla:FAMILY] [divorciada:FAMILY] i el seu [ex:FAMILY]."),
        ("ca", "A: El meu [home:FAMILY] i la meva [dona:FAMILY]."),
        ("ca", "A: Ella és [vídua:FAMILY] i jo soc [solter:FAMILY]."),
        ("eu", "A: [Amarentzat:FAMILY] da, ez [osabari:FAMILY]."),
        ("eu", "A: [Anaia:FAMILY] ere etorriko da."),
        ("de", "A: Mein [Mann:FAMILY] ist mit den [Zwillingen:FAMILY] weg."),
        ("de", "A: Die [Oma:NAME] ist [verwitwet:FAMILY]."),
        ("en", "A: Only his [nan:FAMILY] knows, she is a [widow:FAMILY]."),
        ("en", "A: My [partner:FAMILY] is [married:FAMILY]."),
        ("fr", "A: Pour mon [frangin:FAMILY] et sa [belle-soeur:FAMILY]."),
        ("fr", "A: Elle est [veuve:FAMILY], et mon [fiston:PER] aussi."),
        ("de", "A: Mein [Kollege:FAMILY], der [Kollege:FAMILY]."),
        ("eu", "A: Ez, hori [gurasoena:FAMILY] da."),
    ],
)
def test_words_of_family_are_no_surnames(lang: str, line: str) -> None:
    assert set(kinds(lang, line)) == {Kind.RELATION}


@pytest.mark.parametrize(
    ("lang", "line", "kind"),
    [
        ("es", "A: La [niña:PER] duerme.", Kind.SEX),
        ("de", "A: Der [Junge:NAME] schläft.", Kind.SEX),
        ("en", "A: My son is a [plumber:NAME].", Kind.PROFESSION),
        ("ca", "A: El meu germà és [fuster:FAMILY].", Kind.PROFESSION),
    ],
)
def test_so_are_words_for_a_sex_and_trades(lang: str, line: str, kind: Kind) -> None:
    assert kinds(lang, line) == [kind]


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ["A: Soy [Luis:PER] [Nieto:FAMILY]."]),
        ("es", ["A: La señora [Primo:FAMILY] llega."]),
        ("es", ["A: hola soy [ana:PER] [sobrino:FAMILY]"]),
        ("ca", ["A: Hola, soc la [nora:PER]."]),
        ("de", ["A: Herr [Vetter:PER] kommt.", "B: Der [Vetter:PER]?"]),
        ("de", ["A: Der [Schneider:PER] hat angerufen."]),
        ("en", ["A: Ask [Dean:PER] [Cousins:PER]."]),
        ("fr", ["A: Voici [Jean:PER] [Cousin:PER]."]),
    ],
)
def test_names_stay_names(lang: str, lines: list[str]) -> None:
    assert not {Kind.RELATION, Kind.SEX, Kind.PROFESSION} & set(kinds(lang, *lines))


def test_a_label_of_relatives_is_one_where_a_capital_tells_nothing() -> None:
    lines = ("A: [Mutter:FAMILY] oder [Vater:FAMILY]?", "B: Meine [Mutter:FAMILY].")
    assert set(kinds("de", *lines)) == {Kind.RELATION}


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: La [viuda:FAMILY] llama otra vez."),
        ("ca", "A: Jo soc [solter:FAMILY]."),
        ("eu", "A: Ni [alarguna:FAMILY] naiz."),
        ("de", "A: Ich bin [ledig:FAMILY]."),
        ("en", "A: I am a [widower:FAMILY]."),
        ("fr", "A: Je suis [célibataire:FAMILY]."),
    ],
)
def test_a_civil_state_stays_and_holds_nothing_back(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    result = run(made)
    assert result.draft.turns[0].text == made.turns[0].text
    assert not result.held
    assert {i.code for i in result.issues} == {"SAID_AROUND"}


def test_the_search_reads_a_label_as_the_draw_does() -> None:
    result = run(dialogue("A: In my [partner:FAMILY]'s name.", "B: Your partner?", lang="en"))
    assert not result.held


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Somos mi mujer, yo y los cuatro [niños:FAMILY]."),
        ("ca", "A: Han vingut les [xiquetes:FAMILY] i la [canalla:FAMILY]."),
        ("eu", "A: Hiru [ume:FAMILY] ditut, eta [umeak:FAMILY] etxean daude."),
        ("de", "A: Unsere [Kleine:FAMILY] kommt."),
        ("de", "A: Ich komme mit den [Jungs:FAMILY] und den [Kleinen:FAMILY]."),
        ("en", "A: He is my [lad:FAMILY]."),
        ("en", "A: There are the [little ones:FAMILY] and our [toddler:FAMILY]."),
        ("fr", "A: Nous venons avec les [gamins:FAMILY] et la [petite dernière:FAMILY]."),
        ("fr", "A: C'est l'[aîné:FAMILY], elle la [cadette:FAMILY]."),
        ("es", "A: Vienen mis [vecinitos:FAMILY]."),  # of no table, behind a word before nouns
    ],
)
def test_words_for_children_stay(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    result = run(made)
    assert result.draft.turns[0].text == made.turns[0].text
    assert {i.code for i in result.issues} == {"SAID_AROUND"}


def test_a_noun_of_no_table_behind_an_article_becomes_no_surname() -> None:
    """It may be a family's name in small letters, so it does not stay either."""
    result = run(dialogue("A: Vienen los [zurrigoitz:FAMILY]."))
    assert result.draft.turns[0].text == "Vienen los [FAMILY]."


@pytest.mark.parametrize("said", ["Opas", "Omas", "Mamas"])
def test_a_genitive_is_read_as_the_relation_that_it_is(said: str) -> None:
    made = dialogue(f"A: Das ist der Kuchen für [{said}:FAMILY] Geburtstag.", lang="de")
    rows = {row["form"]: row for row in lexicon_for("de").rows("relations")}
    for key in FIVE_KEYS:
        (new,) = texts(run(made, key=key))
        assert rows[new]["shape"] == "g"
        assert new != said


def test_a_husband_behind_a_genitive_is_none_s_surname() -> None:
    said = kinds("de", "A: Sag [Papas:FAMILY] [Schwester:FAMILY] Bescheid.")
    assert set(said) == {Kind.RELATION}
    assert kinds("de", "A: Das ist [Heikes:PER] [Mann:FAMILY].")[-1] is Kind.RELATION
    assert kinds("de", "A: Das ist [Hans:PER] [Mann:FAMILY].")[-1] is Kind.SURNAME


def test_a_german_noun_is_no_name_where_its_label_has_relatives() -> None:
    line = "A: Die [Hausgeister:FAMILY], meine [Mutter:FAMILY], Frau [Zschoche:FAMILY]"
    made = [f"{line} und die [Zschoche:FAMILY]."]
    assert kinds("de", *made) == [Kind.RELATION, Kind.RELATION, Kind.SURNAME, Kind.SURNAME]
