"""Places and organisations in six languages: endings, writings, names in two languages."""

import pytest

from surrogates.folding import fold, key_words, words
from surrogates.languages import load_lexicon
from surrogates.languages.inflection import inflection_of
from surrogates.types import Constraint
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS, outs


@pytest.mark.parametrize(
    ("lang", "line", "endings"),
    [
        ("eu", "A: [Bilbon:LOC] bizi naiz, [Bilbotik:LOC] nator, [Bilbora:LOC].", "ine abl all"),
        ("eu", "A: [Irunen:LOC], [Irundik:LOC], [Irungo:LOC] kalea.", "ine abl rel"),
        ("eu", "A: [Donostiaraino:LOC] eta [Donostiarantz:LOC].", "ter dir"),
        ("eu", "A: [Eibarren:LOC] eta [Eibarrera:LOC].", "ine all"),
        ("eu", "A: [Zarauztik:LOC] eta [Zarautzen:LOC].", "abl ine"),
        ("eu", "A: [Bilbokoa:LOC] da.", "rel+a"),
        ("eu", "A: [Zubitxon:LOC] eta [Zubitxotik:LOC]", "ine abl"),
        ("de", "A: Der [Berliner:LOC] Kunde.", "er"),
        ("de", "A: Die [Münchner:LOC] Filiale.", "er"),
        ("de", "A: Die [Göttinger:LOC] und eine [Göttingerin:LOC].", "er erin"),
        ("de", "A: Die [Darmstädter:LOC] Straße.", "er"),
        ("de", "A: Die [Karlsruher:LOC] Straße, [Karlsruhes:LOC] Mitte.", "er s"),
        ("de", "A: ein [Hannoveraner:LOC]", "er"),
        ("de", "A: das [Bremer:LOC] Rathaus", "er"),
        ("de", "A: die [kölnische:LOC] Art", "ische"),
    ],
)
def test_inflected_places(lang: str, line: str, endings: str) -> None:
    module = inflection_of(lang)
    assert module is not None
    for out in outs(lang, line):
        stems = [
            {fold(stem) for stem, end in module.cut(text, place=True) if end == ending}
            for text, ending in zip(out, endings.split(), strict=True)
        ]
        shared = set.intersection(*stems)
        places = {fold(p) for p in load_lexicon(lang).places}
        assert shared & places, (out, shared)


def test_an_adjective_and_its_place_are_one() -> None:
    for adjective, place, genitive in outs(
        "de", "A: Der [Berliner:LOC] Kunde aus [Berlin:LOC], [Berlins:LOC] Mitte."
    ):
        assert adjective == f"{place}er"
        assert genitive in (f"{place}s", f"{place}'")
    for short, whole in outs("de", "A: Die [Frankfurter:LOC] in [Frankfurt am Main:LOC]."):
        assert short.startswith(whole.split()[0][:3])


@pytest.mark.parametrize(
    ("lang", "line", "vowel"),
    [
        ("fr", "A: Je viens d'[Orléans:LOC].", True),
        ("fr", "A: Je viens de [Lyon:LOC].", False),
        ("ca", "A: Vinc d'[Olot:LOC].", True),
        ("ca", "A: Vinc de [Reus:LOC].", False),
    ],
)
def test_prepositions_before_places(lang: str, line: str, vowel: bool) -> None:
    for (place,) in outs(lang, line):
        assert (fold(place)[0] in "aeiou") == vowel
        assert not fold(place).startswith(("le ", "les ", "el ", "els "))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Vivo en [Gasteiz:LOC], o sea en [Vitoria:LOC]."),
        ("ca", "A: Visc a [Lleida:LOC]. ¿En [Lérida:LOC]?"),
        ("eu", "A: [Iruña:LOC] da. ¿En [Pamplona:LOC]?"),
        ("eu", "A: [Lizarran:LOC] bizi naiz. ¿En [Estella:LOC]?"),
        ("eu", "A: [Bilbon:LOC] bizi naiz. ¿En [Bilbao:LOC]?"),
    ],
)
def test_a_place_in_two_languages(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    module = inflection_of(lang)
    assert module is not None
    for one, two in outs(lang, line):
        stems = {fold(one), *(fold(stem) for stem, _ in module.cut(one, place=True))}
        concepts = {c for s in stems for c in lexicon.concept_of.get(("place", s), ())}
        assert concepts & set(lexicon.concept_of[("place", fold(two))]), (one, two)


def test_organisations_and_products_with_endings() -> None:
    for inflected, wifi, org in outs(
        "eu", "A: [Telefonicaren:ORG] [Wifi-a:PRODUCT] [Telefonica:ORG]"
    ):
        assert fold(inflected) in (f"{fold(org)}ren", f"{fold(org)}en")
        assert wifi.endswith("-a")
    for genitive, org in outs("de", "A: [Telekoms:ORG] Leitung, also [Telekom:ORG]"):
        assert fold(genitive) in (f"{fold(org)}s", f"{fold(org)}'")


def test_two_writings_of_a_town() -> None:
    for one, two in outs("de", "A: In [Köln:LOC], ja, [Koeln:LOC]."):
        marks = {228: "ae", 246: "oe", 252: "ue"}
        assert one.casefold().translate(marks) == two.casefold()
        assert two.isascii() or "ß" in two


def test_a_typed_place_takes_the_endings() -> None:
    made = dialogue("A: [Bilbon:LOC] bizi naiz, [Bilbotik:LOC] nator.", lang="eu")
    first = made.turns[0].mentions[0].key
    for typed in ("Zornotza", "Zornotzan"):
        for key in KEYS:
            constraints = [Constraint("surrogate", (first,), typed)]
            assert texts(run(made, key=key, constraints=constraints)) == [
                "Zornotzan",
                "Zornotzatik",
            ]


def test_a_typed_town_makes_its_adjective() -> None:
    made = dialogue("A: Der [Berliner:LOC] Kunde aus [Berlin:LOC].", lang="de")
    first, second = (m.key for m in made.turns[0].mentions)
    for mention in (first, second):
        typed = [Constraint("surrogate", (mention,), "Göttingen")]
        assert texts(run(made, constraints=typed)) == ["Göttinger", "Göttingen"]


def test_an_organisation_that_holds_a_place() -> None:
    for out in outs("es", "A: El [Real Madrid:ORG] en [Madrid:LOC], [Real:ORG]."):
        assert not {w for text in out for w in words(text)} & key_words("Real Madrid")


def test_one_place_is_not_read_into_another() -> None:
    made = dialogue("A: [San Sebastián de los Reyes:LOC] y [San Sebastián:LOC]")
    for key in KEYS:
        one, two = texts(run(made, key=key))
        assert one != two
    made = dialogue("A: [Alcalá de Henares:LOC], sí, [Alcalá:LOC]")
    for key in KEYS:
        one, two = texts(run(made, key=key))
        assert one == two
    assert "MERGE_SUGGESTED" not in codes(run(made))


def test_places_that_a_person_set_apart_stay_together() -> None:
    made = dialogue("A: [Vigo:LOC], [Vigo:LOC], [Vigo:LOC], [Ana:PER], [Ana:PER], [Ana:PER]")
    keys = [m.key for m in made.turns[0].mentions]
    apart = [Constraint("split", tuple(keys[1:3])), Constraint("split", tuple(keys[4:6]))]
    one, two, three, first, second, third = texts(run(made, constraints=apart))
    assert one != two == three
    assert first != second == third


def test_an_article_that_melted_into_a_preposition() -> None:
    for whole, bare in outs("fr", "A: Je vais à [Le Mans:LOC], oui, au [Mans:LOC]."):
        assert whole == f"Le {bare}"
    for one, other in outs("es", "A: Vivo en [La Coruña:LOC], sí, [Coruña:LOC]."):
        assert one == other


def test_the_likelier_of_two_towns() -> None:
    # Berga is a town as well, and "-rako" an ending of it.
    for one, two in outs("eu", "A: [Bergaran:LOC] bizi naiz, [Bergarako:LOC] kalea."):
        assert one.endswith("n") and two.endswith(("ko", "go"))
        assert {fold(s) for s, e in cuts(one) if e == "ine"} & {
            fold(s) for s, e in cuts(two) if e == "rel"
        }


def cuts(word: str) -> list[tuple[str, str]]:
    module = inflection_of("eu")
    assert module is not None
    return list(module.cut(word, place=True))


def test_acronyms_with_endings() -> None:
    for genitive, base, ergative in outs("eu", "A: [EITBren:ORG], [EITB:ORG], [EITBk:ORG]"):
        assert base.isupper() and len(base) == 4
        assert (genitive, ergative) == (f"{base}ren", f"{base}k")
