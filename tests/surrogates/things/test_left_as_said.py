"""The country of a dialogue's language and towns stays, and that is said."""

import pytest

from surrogates.folding import fold
from surrogates.types import Constraint
from tests.surrogates.dialogues import codes, dialogue, run, texts
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
