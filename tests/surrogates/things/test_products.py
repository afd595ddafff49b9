"""A product that is said in part is the same product, and no name of one is a word of its own."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.checkers import digits
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.things.test_said_in_part import drawn, run_each


@pytest.mark.parametrize(
    ("lang", "whole", "part"),
    [
        ("es", "el [Renault Clio:PRODUCT]", "el [Clio:PRODUCT]"),
        ("ca", "un [Seat Toledo:PRODUCT]", "el [Toledo:PRODUCT]"),
        ("eu", "[Seat Leon:PRODUCT] bat", "[Leon:PRODUCT] horren"),
        ("de", "mein [VW Passat:PRODUCT]", "der [Passat:PRODUCT]"),
        ("en", "the [Nokia Lumen:PRODUCT]", "your [Lumen:PRODUCT]"),
        ("fr", "une [Peugeot Partner:PRODUCT]", "la [Partner:PRODUCT]"),
    ],
)
def test_a_part_of_a_product_is_a_part_of_its_surrogate(lang: str, whole: str, part: str) -> None:
    for new, short in drawn(lang, f"A: {whole}", f"B: {part}"):
        assert new.split()[-1] == short and len(new.split()) == 2


def test_a_brand_and_a_model_keep_their_shape() -> None:
    for whole, brand, model in drawn(
        "es", "A: [Balay 3TS976:PRODUCT], la [Balay:PRODUCT], modelo [3TS976:PRODUCT]"
    ):
        assert whole == f"{brand} {model}" and model != "3TS976"
        assert [c.isdigit() for c in model] == [c.isdigit() for c in "3TS976"]


def test_two_cars_of_one_maker_stay_two() -> None:
    line = "A: [Seat Leon:PRODUCT], [Seat Ibiza:PRODUCT], [Seat:PRODUCT], [Ibiza:PRODUCT]"
    for result in run_each("es", line):
        leon, ibiza, seat, short = [r.surrogate for r in result.replacements]
        assert leon.split()[0] == ibiza.split()[0] == seat and ibiza == f"{seat} {short}" != leon
        assert "RELATION_LOST" not in codes(result)


def test_names_of_products_are_coined() -> None:
    for lang in ("ca", "de", "en", "es", "eu", "fr"):
        lexicon = load_lexicon(lang)
        plain = {fold(name) for name in lexicon.products}
        taken = lexicon.name_by_key.keys() | lexicon.surname_keys | lexicon.known_places
        taken |= {fold(word) for word in lexicon.organisation_parts("modifier")}
        taken |= {fold(word) for word in lexicon.organisation_parts("brand")}
        assert len(plain) > 60 and plain.isdisjoint(taken)


@pytest.mark.parametrize("key", [bytes([n, 64]) for n in range(6)])
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: El [Rutalux 250:PROD] va a [250:NUM] megas.",)),
        ("ca", ("A: La [Rutalux 600:PROD], amb [600:NUM] megues.",)),
        ("eu", ("A: [Rutalux 300:PROD] da.", "B: [300:NUM] mega?")),
        ("de", ("A: Der [Rutalux 250:PROD] mit [250:NUM] Mbit.",)),
        ("en", ("A: The [Rutalux 500:PROD]?", "B: The [500:NUM], yes.")),
        ("fr", ("A: Le [Rutalux 40:PROD], donc [40:NUM] gigas.",)),
    ],
)
def test_the_number_of_a_product_that_is_said_by_itself_is_its_own(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    product, number = texts(run(dialogue(*lines, lang=lang), key=key))
    assert product.split()[-1] == number and number.endswith("0")
    assert number not in " ".join(lines)


@pytest.mark.parametrize("key", [bytes([n, 64]) for n in range(6)])
def test_two_models_have_two_numbers_and_one_of_them_is_meant(key: bytes) -> None:
    made = dialogue("A: ¿Es el [Rutalux 3:PROD]?", "B: El [dos:NUM], el [Rutalux 2:PROD].")
    one, said, other = texts(run(made, key=key))
    assert one.split()[0] == other.split()[0] and one != other
    assert digits(said) == other.split()[1]


@pytest.mark.parametrize("key", [bytes([n, 64]) for n in range(6)])
def test_a_word_of_a_product_with_a_basque_ending_is_that_product(key: bytes) -> None:
    made = dialogue("A: [Seat Arona:PROD] gorria.", "B: [Aronak:PROD] balazta berriak.", lang="eu")
    whole, part = texts(run(made, key=key))
    last = whole.split()[1]
    assert part.startswith(last) and part[len(last) :] in ("k", "ek", "rek")


@pytest.mark.parametrize("key", [bytes([n, 64]) for n in range(6)])
def test_the_maker_in_the_name_of_a_product_is_the_organisation(key: bytes) -> None:
    made = dialogue("A: [Velturo:ORG], buenas.", "B: El [Velturo Rutalux:PROD] no va.")
    maker, product = texts(run(made, key=key))
    assert product.split()[0] == maker


def test_a_french_possessive_suits_the_product() -> None:
    made = dialogue("A: J'ai pris ma [Clio:PROD].", lang="fr")
    for n in range(12):
        (clio,) = texts(run(made, key=bytes([n, 85])))
        assert clio[0].lower() not in "aeiou"
