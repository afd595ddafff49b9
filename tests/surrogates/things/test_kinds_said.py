"""An organisation stays of the kind that the word before it says, or that it ends with."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.common_parts import head_of
from tests.surrogates.people.test_people import outs


@pytest.mark.parametrize(
    ("lang", "line", "sector"),
    [
        ("ca", "A: a l'hospital [Josep Trueta:ORG]", "health"),
        ("ca", "A: al col·legi [Sagrat Cor:ORG]", "school"),
        ("es", "A: en el colegio [Sagrado Corazón:ORG]", "school"),
        ("fr", "A: à l'hôpital [Bellevue:ORG]", "health"),
    ],
)
def test_the_word_before_says_what_it_is(lang: str, line: str, sector: str) -> None:
    """So no other kind is in its name: "al hospital Muebles Trébol"."""
    sectors = load_lexicon(lang).sector_of_head
    for (made,) in outs(lang, line):
        kinds = {sectors[word] for word in fold(made).split() if word in sectors}
        assert kinds <= {sector}, made


@pytest.mark.parametrize("name", ["Stadtsparkasse München", "Waldorfschule Mainz"])
def test_a_german_compound_is_what_it_ends_with(name: str) -> None:
    kind = name.split()[0]
    assert head_of(load_lexicon("de"), fold(kind))
    for (made,) in outs("de", f"A: bei der [{name}:ORG]"):
        assert made.startswith(f"{kind} ") and made != name
