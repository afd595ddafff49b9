"""Spelling is a round trip: a name that is spelled aloud or in characters is read back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surrogates.folding import name_letters, plain_letter, plain_letters
from surrogates.labels import Kind
from surrogates.languages import load_lexicon
from surrogates.languages.letters import Token, say_letters, tokens_of
from surrogates.rewrite import Item
from tests.effort import tries

LANGUAGES = ("es", "ca", "eu", "en", "de", "fr")
NAMES = {
    lang: sorted({*(n.text for n in found.name_entries), *found.surnames})
    for lang in LANGUAGES
    if (found := load_lexicon(lang)).rows("letters")
}


def item(text: str) -> Item:
    return Item(0, 0, 0, len(text), "SPELL", Kind.LETTER, text, "0:0", "A")


def spell(lang: str, name: str, style: str, separator: str) -> str:
    """The plain letters of a name one by one, as the engine says them."""
    lexicon = load_lexicon(lang)
    sample = Token(item("b"), 0, 1, "b", style)
    said = [say_letters(lexicon, sample, plain_letter(c), separator) for c in name_letters(name)]
    return separator.join(said)


def read(lang: str, text: str) -> str:
    return "".join(token.letters for token in tokens_of(item(text), load_lexicon(lang)))


@pytest.mark.parametrize("lang", sorted(NAMES))
@settings(max_examples=tries(75, 1500), deadline=None)
@given(st.data())
def test_a_name_that_is_spelled_is_read_back(lang: str, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(NAMES[lang]))
    style = data.draw(st.sampled_from(["char", "spoken"]))
    separator = data.draw(st.sampled_from([" ", ", ", "-", "... "]))
    assert read(lang, spell(lang, name, style, separator)) == plain_letters(name)


@pytest.mark.parametrize("lang", sorted(NAMES))
def test_every_name_of_the_lists_is_read_back(lang: str) -> None:
    wrong = [
        (name, style)
        for name in NAMES[lang][:: tries(3, 1)]
        for style in ("char", "spoken")
        if read(lang, spell(lang, name, style, ", ")) != plain_letters(name)
    ]
    assert not wrong
