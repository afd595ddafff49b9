"""Words of an alphabet that spell a name, each with a label of its own, spell the new one."""

import re

import pytest

from surrogates.folding import plain_letters
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 93]) for n in range(4)]
ALPHABETS = {
    "de": ("Meyer", "Martha Emil Ypsilon Emil Richard", {"names", "din"}),
    "fr": ("Habert", "Henri Anatole Berthe Eugène Raoul Thérèse", {"ptt"}),
    "en": ("Whitfield", "Whiskey Hotel India Tango Foxtrot India Echo Lima Delta", {"nato"}),
}


@pytest.mark.parametrize("lang", ALPHABETS)
def test_words_stay_in_their_alphabet(lang: str) -> None:
    name, said, sets = ALPHABETS[lang]
    alphabet = load_lexicon(lang).alphabet
    known = {word for each in sets for row in alphabet[each].values() for word in row}
    letters = ", ".join(f"[{word}:LETTER]" for word in said.split())
    for key in KEYS:
        new, *spelled = texts(run(dialogue(f"A: [{name}:FAM]. {letters}.", lang=lang), key=key))
        told = ", ".join(spelled).split(", ")
        assert set(told) <= known
        assert "".join(plain_letters(word)[0] for word in told) == plain_letters(new)


def test_a_letter_and_its_word_are_one_place_of_the_name() -> None:
    line = (
        "A: [Meyer:FAM], [eme:LETTER] de [Madrid:LETTER], [e:LETTER] de [España:LETTER],"
        " [i griega:LETTER], [e:LETTER] de [España:LETTER] y [erre:LETTER] de [Ramón:LETTER]."
    )
    for key in KEYS:
        made = run(dialogue(line), key=key)
        assert len(plain_letters(texts(made)[0])) == 5
        assert re.search(r" de \w+, \w+( \w+)?( de \w+)?, ", made.draft.turns[0].text)
        assert not made.issues


def test_letters_more_than_there_are_items_stand_behind_commas() -> None:
    line = "A: [Meyer:FAM], mit E Ypsilon. " + ", ".join(
        f"[{word}:LETTER]" for word in ["Martha", "Emil", "Ypsilon", "Emil", "Richard"]
    )
    for key in KEYS:
        text = run(dialogue(line, lang="de"), key=key).draft.turns[0].text
        spelled = text.partition(". ")[2].split(", ")
        assert "".join(word[0] for word in spelled).lower() == plain_letters(text.split(",")[0])
