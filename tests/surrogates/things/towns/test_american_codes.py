"""An American postal code is one of its town, as far as its first three figures tell."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 97]) for n in range(tries(2, 8))]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("town", "state", "code"),
    [("Dayton", "OH", "45402"), ("Boston", "MA", "02139"), ("Omaha", "NE", "68022")],
)
def test_a_code_is_of_its_town(town: str, state: str, code: str, key: bytes) -> None:
    made = dialogue(f"A: To [{town}:LOC], [{state}:LOC] [{code}:ZIP].", lang="en")
    new_town, _, new_code = texts(run(made, key=key))
    lexicon = load_lexicon("en")
    province = lexicon.place_by_key[fold(new_town)].province
    assert new_code.startswith(lexicon.province_codes[province][0]) and new_code != code
    assert len(new_code) == 5 and len(lexicon.province_codes[province][0]) == 3
