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
