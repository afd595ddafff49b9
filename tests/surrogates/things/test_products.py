"""A product that is said in part is the same product, and no name of one is a word of its own."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes
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
