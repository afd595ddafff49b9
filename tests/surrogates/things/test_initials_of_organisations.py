"""A short form in capitals goes with its long form: both stay, or it is the initials of the new."""

import pytest

from surrogates.things.organisations import abbreviates, initials_of
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 37]) for n in range(tries(3, 10))]


@pytest.mark.parametrize(
    ("lang", "short", "name"),
    [
        ("fr", "MGEN", "Mutuelle générale de l'Éducation nationale"),
        ("de", "THW", "Technischen Hilfswerk"),
        ("de", "SVV", "Städtischen Verkehrsverbund"),
        ("es", "USAL", "Universidad de Salamanca"),
        ("en", "EPU", "El Paso University"),
        ("en", "NAU", "Northern Arizona University"),
    ],
)
def test_capitals_stand_for_a_name(lang: str, short: str, name: str) -> None:
    assert abbreviates(short, name, lang)
    assert not abbreviates("XQZ", name, lang)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "fr",
            "A: Ma mutuelle est la [Mutuelle générale de l'Éducation nationale:ORG], [MGEN:ORG].",
        ),
        ("de", "A: Ich bin beim [Städtischen Verkehrsverbund:ORG], beim [SVV:ORG]."),
        ("en", "A: I'm at [Northern Arizona University:ORG]. Yes, [NAU:ORG]."),
        ("es", "A: Trabajo en [Deportes García Torres:ORG], en [DGT:ORG]."),
    ],
)
def test_the_short_form_is_the_initials_of_the_new_name(lang: str, line: str) -> None:
    for key in KEYS:
        name, short = texts(run(dialogue(line, lang=lang), key=key))
        assert short.lower() == initials_of(name)
        assert f"[{short}:" not in line


@pytest.mark.parametrize(
    ("lang", "line", "ending"),
    [
        ("ca", "A: a la [Universitat de Lleida:ORG], a la [UdL:ORG].", ""),
        ("eu", "A: [Euskal Herriko Unibertsitatean:ORG] ikasten dut, [EHUn:ORG].", "n"),
    ],
)
def test_a_short_form_keeps_its_small_letters(lang: str, line: str, ending: str) -> None:
    for key in KEYS:
        name, short = texts(run(dialogue(line, lang=lang), key=key))
        letters = short.removesuffix(ending).replace("d", "") if ending == "" else short[:-1]
        assert letters.lower() == initials_of(name)
        assert ("d" in short) == (lang == "ca")
        assert short.endswith(ending)


def test_no_adjective_of_the_part_that_goes_is_left() -> None:
    line = "A: la [Mutuelle générale de l'Éducation nationale:ORG]"
    for key in KEYS:
        (name,) = texts(run(dialogue(line, lang="fr"), key=key))
        assert name.startswith("Mutuelle générale de l'")
        assert "nationale" not in name


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: Ich bin beim [Technischen Hilfswerk:ORG], beim [THW:ORG]."),
        ("de", "A: des [Deutschen Roten Kreuzes:ORG], beim [DRK:ORG]."),
        ("es", "A: en la [Dirección General de Tráfico:ORG], la [DGT:ORG]."),
    ],
)
def test_a_public_body_stays_by_both_names(lang: str, line: str) -> None:
    result = run(dialogue(line, lang=lang))
    assert [r.surrogate for r in result.replacements] == [r.original for r in result.replacements]


@pytest.mark.parametrize(
    ("lang", "name", "trade"),
    [
        ("en", "Bayou Drugs", "Drugs"),
        ("en", "Miller's Bakery", "'s Bakery"),
        ("de", "Rehbein Backwaren", "Backwaren"),
        ("fr", "Droguerie Vauquelin", "Droguerie"),
        ("es", "Confitería Orozco", "Confitería"),
        ("ca", "Queviures Puigdollers", "Queviures"),
    ],
)
def test_the_trade_in_a_name_stays(lang: str, name: str, trade: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{name}:ORG]", lang=lang), key=key))
        assert trade in new
        assert new != name
