"""Spelling variants, and that nothing drawn is one of its original's."""

from itertools import pairwise

import pytest

from surrogates.errors import SurrogateRefused
from surrogates.folding import fold
from surrogates.languages import languages, load_lexicon
from surrogates.languages.variants import Namesakes, Variants, is_variant
from surrogates.rewrite import collect
from surrogates.scene import Scene
from surrogates.types import Constraint
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("etxebarria", "etxeberria"), ("Casas", "Cases"), ("Echeverría", "Etxebarria"),
        ("Vázquez", "Básques"), ("Giménez", "Jiménez"), ("Ximénez", "Giménez"),
        ("Goicoechea", "Goikoetxea"), ("Yáñez", "Iáñez"), ("Helena", "Elena"), ("Peña", "Penya"),
        ("Groß", "Gross"), ("Müller", "Mueller"), ("Meyer", "Maier"), ("Schmidt", "Schmitt"),
        ("Philipp", "Filip"), ("Guerra", "Gerra"), ("Sanmartín", "San Martín"),
        ("O'Brien", "obrien"), ("García", "Gracia"), ("Mario", "María"), ("Ana", "Ane"),
    ],
)  # fmt: skip
def test_one_name_in_two_spellings(one: str, two: str) -> None:
    assert is_variant(one, two)
    assert is_variant(two, one)
    assert Variants([one]).has(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [("Ana", "Eva"), ("Juan", "Luis"), ("Kaufmann", "Hoffmann"), ("Ruiz", "Ortiz"), ("A", "E")],
)
def test_two_names(one: str, two: str) -> None:
    assert not is_variant(one, two)
    assert not Variants([one]).has(two)


@pytest.mark.parametrize("lang", languages())
def test_the_index_finds_what_comparing_finds(lang: str) -> None:
    lexicon = load_lexicon(lang)
    pool = [*lexicon.surnames[::3], *lexicon.names("f")[::3], *lexicon.places[::5]]
    for original in pool[:: tries(18, 9)]:
        index = Variants([original])
        assert [w for w in pool if index.has(w)] == [w for w in pool if is_variant(original, w)]


@pytest.mark.parametrize("lang", languages())
def test_no_draw_takes_a_variant_of_its_original(lang: str) -> None:
    """Names that have variants among the candidates: none of those is ever allowed."""
    lexicon = load_lexicon(lang)
    pools = {
        "PER": [*lexicon.names("f"), *lexicon.names("m")], "FAM": lexicon.surnames,
        "LOC": lexicon.places, "ORG": lexicon.organisation_parts("brand"),
    }  # fmt: skip
    found = 0
    for label, pool in pools.items():
        names = sorted({fold(name) for name in pool})
        for one, two in pairwise(names):
            if not is_variant(one, two):
                continue
            found += 1
            for original, candidate in ((one, two), (two, one)):
                made = dialogue(f"A: [{original}:{label}]", lang=lang)
                scene = Scene(made, lexicon, b"k", collect(made)[0])
                assert not scene.allowed(candidate), (label, original, candidate)
    assert found > 20


@pytest.mark.parametrize(
    ("label", "original", "variant", "other"),
    [
        ("FAM", "Etxebarria", "Echeverría", "Soler"), ("PER", "Elena", "Helena", "Julia"),
        ("LOC", "Girona", "Jirona", "Vigo"), ("ORG", "Telefónica", "Telefonika", "Iberlux"),
        ("FAM", "Sanmartín", "San Martín", "Soler"), ("PROD", "cuentas", "cuenta", "móvil"),
    ],
)  # fmt: skip
def test_words_of_the_corpus_are_no_variants(
    label: str, original: str, variant: str, other: str
) -> None:
    corpus = {label: {variant: 10_000, other: 1}}
    assert texts(run(dialogue(f"A: [{original}:{label}]"), "word", corpus=corpus)) == [other]


def test_a_stand_in_is_no_variant() -> None:
    assert texts(run(dialogue("A: [Garsía:FAM] [Marya:female name]"), "named")) != [
        "García",
        "María",
    ]


def test_spelling_narrows_the_pool_and_still_draws_no_variant() -> None:
    made = ["A: soy [etxebarria:FAM] con te equis", "B: [etxebarria:FAM] e te equis"]
    for number in range(8):
        new, again = texts(run(dialogue(*made, id=str(number), lang="es")))
        assert new == again
        assert not is_variant("etxebarria", new)


@pytest.mark.parametrize("typed", ["Etxeberria", "Echevarría", "la Etxebarría"])
def test_a_typed_variant_is_refused(typed: str) -> None:
    made = dialogue("A: [Etxebarria:FAM]")
    mentions = (made.turns[0].mentions[0].key,)
    with pytest.raises(SurrogateRefused):
        run(made, constraints=[Constraint("surrogate", mentions, typed)])
    assert texts(run(made, constraints=[Constraint("surrogate", mentions, "Soler")])) == ["Soler"]


def test_a_name_that_is_only_spelled_becomes_no_variant() -> None:
    """Five letters that a Spanish surname is spelled with, one of them other."""
    for number in range(60):
        out = texts(run(dialogue("A: [g a r c i e:LETTER]", id=str(number))))
        assert not is_variant("garcie", "".join(out))


@pytest.mark.parametrize(
    ("one", "two", "alike"),
    [
        ("Catherine", "Katharina", True),
        ("Christine", "Kirsten", True),
        ("Thomas", "Tomás", True),
        ("Sara", "Sarah", True),
        ("Martin", "Marta", False),
    ],
)
def test_names_of_one_dialogue_do_not_share_their_consonants(
    one: str, two: str, alike: bool
) -> None:
    assert Namesakes([fold(one)]).has(fold(two)) is alike
