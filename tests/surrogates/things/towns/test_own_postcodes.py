"""A postal code is one of its town where the town's own are known."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates import packs
from tests.surrogates.dialogues import texts

SAID = {
    "es": "A: Vivo en [Gijón:LOC], código postal [33205:ZIP].",
    "ca": "A: Visc a [Manresa:LOC], codi postal [08241:ZIP].",
    "eu": "A: [Tolosa:LOC] da, posta-kodea [20400:ZIP].",
    "fr": "A: J'habite à [Dijon:LOC], code postal [21000:ZIP].",
}


@pytest.mark.parametrize("lang", SAID)
def test_the_code_is_the_towns(lang: str) -> None:
    lexicon = load_lexicon(lang)
    starts = {fold(row["name"]): row["start"] for row in lexicon.rows("postcodes")}
    for result in packs.results(SAID[lang], lang=lang):
        town, code = texts(result)
        province = lexicon.place_by_key[fold(town)].province
        assert code.startswith(starts.get(fold(town), lexicon.province_codes[province][0]))
