"""The country of a dialogue's language and towns stays, and that is said."""

import pytest

from surrogates.folding import fold
from surrogates.types import Constraint
from tests.surrogates.dialogues import codes, dialogue, run, texts, turn
from tests.surrogates.people.test_people import KEYS


@pytest.mark.parametrize(
    ("lang", "line", "home"),
    [
        ("es", "A: Reside en [Lugo:LOC], [ESPAÑA:PAIS].", "ESPAÑA"),
        ("ca", "A: Visc a [Reus:LOC], [Espanya:LOC].", "Espanya"),
        ("eu", "A: [Eibarren:LOC], [Espainian:LOC].", "Espainian"),
        ("de", "A: Aus [Kassel:LOC] in [Deutschland:LOC].", "Deutschland"),
        ("en", "A: From [Denver:LOC] in the [USA:COUNTRY].", "USA"),
        ("fr", "A: De [Nantes:LOC], en [France:LOC].", "France"),
    ],
)
def test_it_stays_beside_its_towns(lang: str, line: str, home: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        town, country = texts(result)
        assert (country == home) and town not in line
        assert codes(result) == ["SAID_AROUND"] and not result.leaks


def test_another_country_becomes_another_one() -> None:
    for lang, line in (("es", "A: Soy de [Perú:LOC]."), ("fr", "A: Il vit au [Pérou:LOC].")):
        for key in KEYS:
            (country,) = texts(run(dialogue(line, lang=lang), key=key))
            assert fold(country) not in ("peru", "perou", "espana", "france")


def test_inhabitants_of_it_stay_with_it() -> None:
    for key in KEYS:
        assert texts(run(dialogue("A: [España:LOC]. Sí, [española:LOC]."), key=key)) == [
            "España",
            "española",
        ]


def test_a_person_may_type_another() -> None:
    made = dialogue("A: En [España:LOC], sí, [España:LOC].")
    mentions = tuple(m.key for m in made.turns[0].mentions)
    assert texts(run(made, constraints=[Constraint("surrogate", mentions, "Portugal")])) == [
        "Portugal",
        "Portugal",
    ]


def test_a_country_in_initials_becomes_no_word_in_capitals() -> None:
    for key in KEYS:
        (country,) = texts(run(dialogue("A: She moved to the [UAE:COUNTRY].", lang="en"), key=key))
        assert not country.isupper() or len(country) < 4


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "es",
            "A: La [lavadora:PROD] no va. Compré una [desbrozadora:PROD]; esa [desbrozadora:PROD]",
        ),
        ("ca", "A: He comprat una [rentadora:PROD] i viu a [l'altra banda del carrer:STREET]."),
        ("eu", "A: [Garbigailua:PROD] erosi dut."),
        ("ca", "A: Visc [davant de l'estació:STREET]."),
        ("en", "A: I call from [the office:ORG], [next door:STREET]."),
        ("de", "A: Meine [Waschmaschine:PROD] streikt, die [Bank:ORG] wohnt [um die Ecke:STREET]."),
        (
            "en",
            "A: My [dishwasher:PROD] leaks, says the [bank:ORG] from [across the street:STREET].",
        ),
        ("fr", "A: Le [frigo:PROD], la [banque:ORG] et [la rue d'à côté:STREET]."),
    ],
)
def test_what_is_a_noun_stays_and_is_said(lang: str, line: str) -> None:
    made = dialogue(line, f"B: {made_plain(line)}", lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        assert result.draft.turns[0].text == made.turns[0].text
        assert set(codes(result)) == {"SAID_AROUND"}
        assert not result.held  # the words are anybody's where nobody labelled them


def test_a_capital_that_begins_a_sentence_tells_no_name() -> None:
    result = run(dialogue("A: Bai. [Bankura:ORG] joango naiz.", lang="eu"))
    assert result.draft.turns[0].text == "Bai. Bankura joango naiz."


def made_plain(line: str) -> str:
    """What a line says without the spans that only their place tells to be nouns."""
    return "" if "desbrozadora" in line else turn(line).text


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Tomo el [sintrol:PROD] y trabajo en [Calle Arriba:STREET]."),
        ("de", "A: Ich fahre einen [Golfo:PROD]."),
        ("en", "A: I work for [the orcadian:ORG]."),
    ],
)
def test_what_may_be_a_name_does_not(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    originals = [t.text[m.start : m.end] for t in made.turns for m in t.mentions]
    for key in KEYS:
        result = run(made, key=key)
        assert set(texts(result)).isdisjoint(originals)
        assert lang == "es" or "PLACEHOLDER_SHOWN" not in codes(result)


def test_a_product_of_no_table_in_small_letters_becomes_no_coined_noun() -> None:
    result = run(dialogue("A: La [zapatona:PROD] pierde agua."))
    assert result.draft.turns[0].text == "La [PROD] pierde agua."
    assert "PLACEHOLDER_SHOWN" in codes(result)


def test_a_bank_goes_with_its_name() -> None:
    made = dialogue("A: Llame al [banco:ORG], al [Banco Ortuella:ORG].")
    for key in KEYS:
        bank, name = texts(run(made, key=key))
        assert fold(name).startswith(fold(bank))
