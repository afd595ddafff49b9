"""What stands before a street, outside its label or inside, goes with the new one."""

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.inflection.sounds import vowel_onset
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 29]) for n in range(6)]


@pytest.mark.parametrize("street", ["Zülpicher Str. 211", "zülpicher str. 211", "Neusser Straße 5"])
def test_a_german_street_in_short_stays_a_feminine_one(street: str) -> None:
    for key in KEYS:
        (new,) = texts(
            run(dialogue(f"A: Ich wohne in der [{street}:ADDRESS].", lang="de"), key=key)
        )
        assert "str" in new.lower(), new


def test_a_balearic_article_goes_with_the_new_noun() -> None:
    lexicon = load_lexicon("ca")
    leads = {"ms": "des ", "mp": "des ", "fs": "de sa ", "fp": "de ses "}
    for key in KEYS:
        line = "A: Visc al [carrer des Molí, 11:ADDRESS], de Sineu."
        (new,) = texts(run(dialogue(line, lang="ca"), key=key))
        rest = new.removeprefix("carrer ").partition(",")[0]
        noun = rest.replace("'", " ").split()[-1].casefold()
        genders = lexicon.agreement.get(("noun", noun), frozenset())
        if len(genders) != 1 or len(rest.split()) > 3:
            continue
        (gender,) = genders
        lead = "de s'" if gender[1] == "s" and vowel_onset(noun) else leads[gender]
        assert rest.casefold().startswith(lead), new
