"""Letters that are said since two writings sound alike, or since a name was heard wrong."""

import pytest

from surrogates.folding import plain_letters
from surrogates.languages import load_lexicon
from surrogates.languages.letters import spoken_table
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 37]) for n in range(tries(5, 12))]


def letter(lang: str, said: str) -> str:
    return spoken_table(load_lexicon(lang)).get(said.lower(), said.lower())


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: [Echevarría:FAM]: [E, C, H, E, V, A, R, R, I, A:LETTER].",
                "B: ¿Con [uve:LETTER] o con [be:LETTER]?", "A: Con [uve:LETTER].")),
        ("eu", ("A: [Uriz:FAM], [U, R, I, Z:LETTER].", "B: Amaieran [Z:LETTER] edo [TZ:LETTER]?",
                "A: [Z:LETTER] batekin.")),
        ("fr", ("A: [Renaud:FAM], [R, E, N, A, U, D:LETTER].",
                "B: Avec un [D:LETTER] ou un [T:LETTER] ?", "A: Un [D:LETTER].")),
    ],
)  # fmt: skip
def test_the_two_sound_alike_and_one_is_in_the_name(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    if "LETTER_FACT" in codes(result):
        return  # no name of so many letters
    name, _, one, other, again = texts(result)
    kinds = load_lexicon(lang).signs("alike")
    a, b = letter(lang, one), letter(lang, other)
    assert kinds[a] == kinds[b] and a != b
    assert a in plain_letters(name) and b not in plain_letters(name)
    assert letter(lang, again) == a
    assert lang != "eu" or plain_letters(name).endswith(a)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "wrong", "right"),
    [
        ("ca", "A: Senyor [Rubira:FAM]?", "B: No, [Rovira:FAM], amb [o:LETTER] i [ve:LETTER]."),
        ("es", "A: ¿Señora [Bargas:FAM]?", "B: No, [Vargas:FAM], con [uve:LETTER]."),
        ("de", "A: Herr [Maiwald:FAM]?", "B: Nein, [Maywald:FAM], mit [Y:LETTER]."),
    ],
)
def test_the_letter_tells_the_right_name_from_the_wrong_one(
    lang: str, wrong: str, right: str, key: bytes
) -> None:
    result = run(dialogue(wrong, right, lang=lang), key=key)
    heard, name, *said = texts(result)
    one, two = plain_letters(name), plain_letters(heard)
    told = {letter(lang, each) for each in said}
    assert len(told) == len(said)
    shared = all(one.count(each) == two.count(each) for each in told)
    assert not shared or "RELATION_LOST" in codes(result)


def test_two_letters_that_tell_two_names_apart_stand_there() -> None:
    line = (
        "A: [Echevarría:FAM] jartzen du, baina ni [Etxebarria:FAM] naiz, [te:letter]"
        " [ixa:letter]rekin, ez [ze:letter] [hatxe:letter]rekin."
    )
    for key in KEYS:
        wrong, right, *letters = texts(run(dialogue(line, lang="eu"), key=key))
        spoken = spoken_table(load_lexicon("eu"))
        one, two, three, four = (spoken[letter] for letter in letters)
        assert one + two in plain_letters(right) and one + two not in plain_letters(wrong)
        assert three + four not in plain_letters(right)
