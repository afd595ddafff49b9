"""A town with names in two languages, its province and its postal code stay together."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.types import Constraint
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.people.test_people import KEYS


@pytest.mark.parametrize(
    ("line", "province"),
    [
        ("A: [pamplona:LOC] en [iruña:LOC], [31010:ZIP], [navarra:LOC].", "navarra"),
        ("A: [bilbao:LOC] en [bilbo:LOC], [48010:ZIP], en [vizcaya:LOC].", "vizcaya"),
        ("A: [vitoria:LOC] en [gasteiz:LOC], [01013:ZIP], provincia de [álava:LOC].", "alava"),
    ],
)
def test_a_town_of_two_names_lies_in_the_province_drawn(line: str, province: str) -> None:
    codes = {fold(p): c[0] for p, c in load_lexicon("es").province_codes.items()}
    places = load_lexicon("es").place_by_key
    for key in KEYS:
        one, two, code, now = texts(run(dialogue(line), key=key))
        assert fold(now) != province
        assert {fold(places[fold(n)].province) for n in (one, two) if fold(n) in places} == {
            fold(now)
        }
        assert code.startswith(codes[fold(now)])


def test_a_postal_code_is_of_some_province_where_a_person_typed_an_unknown_town() -> None:
    for lang, line in (
        ("es", "A: [Bilbao:LOC], [48010:ZIP]."),
        ("fr", "A: [Lyon:LOC], [69003:ZIP]."),
    ):
        starts = {code[0] for code in load_lexicon(lang).province_codes.values()}
        made = dialogue(line, lang=lang)
        typed = [Constraint("surrogate", (made.turns[0].mentions[0].key,), "Zurbarambel")]
        for key in KEYS:
            _, code = texts(run(made, key=key, constraints=typed))
            assert code[:2] in starts, code


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: Soy de [Sigüenza:LOC], en [Guadalajara:LOC].",)),
        ("ca", ("A: Visc a [Olot:LOC], a [Girona:LOC].",)),
        ("es", ("A: Espero un paquete en [Zafra:LOC].", "B: ¿El [06300:ZIP], [Badajoz:LOC]?")),
        ("ca", ("A: Soc a [la Bisbal d'Empordà:LOC].", "B: El [17100:ZIP], [Girona:LOC], oi?")),
    ],
)
def test_a_province_behind_its_town_or_its_code_is_one(lang: str, lines: tuple[str, ...]) -> None:
    lexicon = load_lexicon(lang)
    for key in KEYS:
        town, *codes, now = texts(run(dialogue(*lines, lang=lang), key=key))
        assert fold(lexicon.place_by_key[fold(town)].province) == fold(now)
        starts = {fold(p): c[0] for p, c in lexicon.province_codes.items()}
        assert all(code.startswith(starts[fold(now)]) and code[2] != "0" for code in codes)
