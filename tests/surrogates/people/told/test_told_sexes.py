"""The sex of a name, told by a list of children, a couple, "sex: female", "sir"."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

# Language, lines, the sexes of the names in order.
TOLD = [
    ("en", ("A: We've two boys: [Zorvik:PER], [Talbin:PER] and the girls [Quelia:PER].",), "mmf"),
    ("en", ("A: I have two boys. [Zorvik:PER] is [16:AGE].",), "m"),
    ("en", ("A: Two boys and two girls.", "A: [Zorvik:PER] and [Talbin:PER], then the girls."),
     "mm"),
    ("es", ("A: Dos niñas, [Zorvi:PER] y [Talbin:PER], y los niños, [Quelo:PER].",), "ffm"),
    ("ca", ("A: Les noies, [Zorvi:PER] i [Talbin:PER], i els nois, [Quelo:PER].",), "ffm"),
    ("eu", ("A: Mutilak, [Zorvi:PER] eta [Talbin:PER], eta neskak, [Quelo:PER].",), "mmf"),
    ("de", ("A: Zwei Jungs, [Zorvi:PER] und [Talbin:PER], und die Töchter [Quelo:PER].",), "mmf"),
    ("fr", ("A: Deux garçons, [Zorvi:PER] et [Talbin:PER], et les filles [Quelo:PER].",), "mmf"),
    ("en", ("A: [Zorvik:PER] [Hale:PER].", "B: Sex [female:SEX]?"), "f"),
    ("en", ("A: [Zorvik:PER] [Hale:PER].", "B: Sex?", "A: [Female:SEX]."), "f"),
    ("es", ("A: Soy [Zorvik:PER].", "B: ¿Sexo?", "A: [Varón:SEX]."), "m"),
    ("ca", ("A: Soc [Zorvik:PER].", "B: Sexe [dona:SEX]?"), "f"),
    ("de", ("A: Ich bin [Zorvik:PER].", "B: Geschlecht [weiblich:SEX]?"), "f"),
    ("fr", ("A: [Zorvik:PER].", "B: Sexe [féminin:SEX] ?"), "f"),
    ("en", ("A: Dear Mr and Mrs Hale, this is for [Zorvik:PER] and for [Harriet:PER].",), "mf"),
    ("en", ("A: Mr and Mrs Hale?", "B: Yes, [Zorvik:PER] and [Talbin:PER]."), "mf"),
    ("es", ("A: ¿El matrimonio?", "B: Sí, [Zorvik:PER] y [Lucía:PER]."), "mf"),
    ("ca", ("A: El senyor i senyora?", "B: Sí, [Zorvik:PER] i [Pere:PER]."), "fm"),
    ("de", ("A: Herr und Frau Hale?", "B: Ja, [Zorvik:PER] und [Sabine:PER]."), "mf"),
    ("fr", ("A: Monsieur et madame ?", "B: Oui, [Zorvik:PER] et [Pierre:PER]."), "fm"),
    ("eu", ("A: Senar-emazteak?", "B: Bai, [Zorvik:PER] eta [Miren:PER]."), "mf"),
    ("en", ("A: This is [Zorvik:PER].", "B: Hi.", "A: Hello.", "B: Er.", "A: Well?", "B: No, sir."),
     "m"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "sexes"), TOLD)
def test_the_dialogue_tells_whose_names_they_are(
    lang: str, lines: tuple[str, ...], sexes: str
) -> None:
    known = load_lexicon(lang).name_by_key
    for key in FIVE_KEYS:
        made = run(dialogue(*lines, lang=lang), key=key)
        genders = [g for t in texts(made) if (n := known.get(fold(t))) and (g := n.gender)]
        assert "".join(genders)[: len(sexes)] == sexes
        assert "GENDER_UNKNOWN" not in codes(made)


APART = [
    ("en", "A: The boys of [Zorvik:PER] are here."),  # whose they are
    ("en", "A: The boys and their mother [Zorvik:PER] are here."),
    ("es", "A: Los hijos, [Zorvik:PER] y [Talbin:PER]."),  # sons, or sons and daughters
    ("de", "A: Die Töchter kommen. Morgen ruft [Zorvik:PER] an."),
]


@pytest.mark.parametrize(("lang", "line"), APART)
def test_who_is_not_in_the_list_is_not_told_by_it(lang: str, line: str) -> None:
    cards = run(dialogue(line, lang=lang)).entities
    assert all(
        c.gender_evidence != "context" or c.gender == "f" for c in cards if c.kind == "person"
    )
    assert "mother" in line or all(c.gender == "u" or c.gender_evidence == "shape" for c in cards)


APPOSED = [
    ("Edo bere [aitonak:FAMILY] jasoko du, [Zorvikiok:PER].", "m", "k"),
    ("Bere [amonarekin:FAMILY] hitz egin dut, [Zorviarekin:PER].", "f", "rekin"),
]


@pytest.mark.parametrize(("line", "sex", "ending"), APPOSED)
def test_basque_kin_in_apposition_tells_sex_and_case(line: str, sex: str, ending: str) -> None:
    known = load_lexicon("eu").name_by_key
    for key in FIVE_KEYS:
        name = texts(run(dialogue(f"A: {line}", lang="eu"), key=key))[-1]
        assert name.endswith(ending)
        bare = name.removesuffix(ending)
        stems = (bare, bare.removesuffix("e"), bare.removesuffix("a"), f"{bare}a")
        assert any((n := known.get(fold(stem))) and n.gender == sex for stem in stems), name


@pytest.mark.parametrize(
    ("lang", "said", "sex"),
    [("eu", "[Irati Eguren:PER] jauna? Barkatu, andrea.", "f"),
     ("es", "¿El señor [Andrea Gil:PER]? Perdón, señora.", "f"),
     ("de", "Herr [Kim Weber:PER]? Entschuldigung, Frau.", "f")],
)  # fmt: skip
def test_a_title_that_is_set_right_tells_the_sex(lang: str, said: str, sex: str) -> None:
    lexicon = load_lexicon(lang)
    for key in FIVE_KEYS:
        result = run(dialogue(f"A: {said}", lang=lang), key=key)
        name = lexicon.name_by_key[fold(texts(result)[0].split(" ")[0])]
        assert name.gender == sex and "GENDER_CONFLICT" not in codes(result)


def test_a_speaker_called_by_kinship_tells_nothing_of_whose_relative_he_is() -> None:
    lines = "aita: Egun on, [Asier Egia:PER] naiz, [Nahia:PER]ren [aita:FAMILY].", "B: Nor da?"
    for key in FIVE_KEYS:
        name = texts(run(dialogue(*lines, lang="eu"), key=key))[1]
        assert load_lexicon("eu").name_by_key[fold(name)].gender != "m"
