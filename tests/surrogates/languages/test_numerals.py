"""Cardinals of six languages: said as in grammars, read back, and nothing else read.

`ANTIFAZ_NUMBERS=all` says and reads every number below a million in every language and style.
"""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surrogates.languages import load_lexicon
from surrogates.languages.numerals import LIMIT, Numerals, Style, numerals, numerals_of
from surrogates.languages.numerals.roman import read_roman, say_roman
from surrogates.languages.numerals.words_only import WordsOnly
from tests.effort import tries

EVERY = os.environ.get("ANTIFAZ_NUMBERS") == "all"
LANGUAGES = ("es", "ca", "eu", "en", "de", "fr")
BEFORE = Style("m", "before_noun")
WOMEN = Style("f", "before_noun")


def of(lang: str) -> Numerals:
    found = numerals(lang)
    assert found is not None
    return found


SAID = [
    ("es", 21, Style(), "veintiuno"),
    ("es", 21, BEFORE, "veintiún"),
    ("es", 31, WOMEN, "treinta y una"),
    ("es", 100, BEFORE, "cien"),
    ("es", 101, Style(), "ciento uno"),
    ("es", 221, WOMEN, "doscientas veintiuna"),
    ("es", 1000, Style(), "mil"),
    ("es", 2018, Style(), "dos mil dieciocho"),
    ("es", 21_500, BEFORE, "veintiún mil quinientos"),
    ("es", 42, Style(variant="fused"), "cuarentaidós"),
    ("ca", 1, Style(), "u"),
    ("ca", 21, BEFORE, "vint-i-un"),
    ("ca", 32, WOMEN, "trenta-dues"),
    ("ca", 200, WOMEN, "dues-centes"),
    ("ca", 245, Style(), "dos-cents quaranta-cinc"),
    ("ca", 18, Style(variant="valencian"), "dihuit"),
    ("ca", 88, Style(), "vuitanta-vuit"),
    ("ca", 21_002, BEFORE, "vint-i-un mil dos"),
    ("eu", 21, Style(), "hogeita bat"),
    ("eu", 30, Style(), "hogeita hamar"),
    ("eu", 40, Style(), "berrogei"),
    ("eu", 99, Style(), "laurogeita hemeretzi"),
    ("eu", 125, Style(), "ehun eta hogeita bost"),
    ("en", 150, Style(variant="definite"), "hundred and fifty"),
    ("en", 250, Style(variant="definite"), "two hundred and fifty"),
    ("eu", 20, Style(variant="each"), "hogeina"),
    ("eu", 25, Style(variant="each"), "hogeita bosna"),
    ("eu", 1500, Style(), "mila eta bostehun"),
    ("eu", 1984, Style(), "mila bederatziehun eta laurogeita lau"),
    ("eu", 2018, Style(), "bi mila eta hemezortzi"),
    ("en", 21, Style(), "twenty-one"),
    ("en", 105, Style(), "one hundred and five"),
    ("en", 105, Style(variant="bare"), "one hundred five"),
    ("en", 2018, Style(), "two thousand and eighteen"),
    ("en", 0, Style(variant="oh"), "oh"),
    ("de", 1, Style(), "eins"),
    ("de", 1, WOMEN, "eine"),
    ("de", 16, Style(), "sechzehn"),
    ("de", 17, Style(), "siebzehn"),
    ("de", 21, Style(), "einundzwanzig"),
    ("de", 37, Style(), "siebenunddreißig"),
    ("de", 66, Style(), "sechsundsechzig"),
    ("de", 101, BEFORE, "hundertein"),
    ("de", 1100, Style(), "tausendeinhundert"),
    ("de", 1984, Style(variant="hundreds"), "neunzehnhundertvierundachtzig"),
    ("de", 21_000, Style(), "einundzwanzigtausend"),
    ("fr", 17, Style(), "dix-sept"),
    ("fr", 21, WOMEN, "vingt et une"),
    ("fr", 70, Style(), "soixante-dix"),
    ("fr", 71, Style(), "soixante et onze"),
    ("fr", 80, Style(), "quatre-vingts"),
    ("fr", 81, Style(), "quatre-vingt-un"),
    ("fr", 91, Style(), "quatre-vingt-onze"),
    ("fr", 200, Style(), "deux cents"),
    ("fr", 201, Style(), "deux cent un"),
    ("fr", 80_000, Style(), "quatre-vingt mille"),
    ("fr", 92, Style(variant="belgian"), "nonante-deux"),
    ("fr", 80, Style(variant="swiss"), "huitante"),
]


@pytest.mark.parametrize(("lang", "number", "style", "text"), SAID)
def test_as_grammars_say_it(lang: str, number: int, style: Style, text: str) -> None:
    assert of(lang).say(number, style) == text
    assert of(lang).parse(text) == number


def comes_back(spoken: Numerals, number: int) -> None:
    styles: dict[str, set[Style]] = {}
    for style in spoken.styles:
        styles.setdefault(spoken.say(number, style), set()).add(style)
    for said, own in styles.items():
        reading = spoken.read(said)
        assert reading is not None, said
        assert reading.value == number, said
        assert own <= set(reading.styles), said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_parser_and_generator_are_inverse(lang: str) -> None:
    sample = [*range(1200), *range(1200, LIMIT, 5003), LIMIT - 1]
    for number in range(LIMIT) if EVERY else sample:
        comes_back(of(lang), number)


@pytest.mark.parametrize("lang", LANGUAGES)
@settings(max_examples=tries(50, 1000), deadline=None)
@given(number=st.integers(0, 999_999))
def test_any_number_in_any_style_comes_back(lang: str, number: int) -> None:
    assert LIMIT == 1_000_000
    comes_back(of(lang), number)


@settings(max_examples=tries(75, 1500), deadline=None)
@given(st.sampled_from(LANGUAGES), st.data())
def test_whatever_is_read_is_said_so(lang: str, data: st.DataObject) -> None:
    spoken = of(lang)
    words = data.draw(st.lists(st.sampled_from(sorted(spoken.single_words)), max_size=5))
    reading = spoken.read(" ".join(words))
    if reading is not None:
        said = {spoken.key(spoken.say(reading.value, s)) for s in reading.styles}
        inflected = {"einen", "einem", "einer", "eines"}  # read as a one that counts a noun
        assert spoken.key(" ".join(words)) in said | inflected


READ = [
    ("es", "VEINTIDOS", 22),
    ("es", "treinta  y dos", 32),
    ("ca", "vint i un", 21),
    ("ca", "vuit-cents huitanta", None),
    ("en", "twenty one", 21),
    ("en", "a hundred and five", 105),
    ("en", "two thousand eighteen", 2018),
    ("de", "ein und zwanzig", 21),
    ("de", "zwei hundert fünf", 205),
    ("de", "zwoundzwanzig", 22),
    ("de", "fuenfundsechzig", 65),
    ("de", "dreissig", 30),
    ("de", "einen", 1),
    ("fr", "quatre vingt deux", 82),
    ("fr", "quatre-vingt", 80),
    ("fr", "vingt-et-un", 21),
    ("fr", "septante et un", 71),
    ("eu", "ehun ta bat", 101),
]


@pytest.mark.parametrize(("lang", "text", "number"), READ)
def test_other_spellings_are_read(lang: str, text: str, number: int | None) -> None:
    assert of(lang).parse(text) == number


REFUSED = {
    "es": "treinta y cero; veinte y uno; cien dos; doscientos cero; uno dos; mil mil; un mil; y;"
    " treinta y diez; ciento; veintidos mil y",
    "ca": "vint-i-zero; trenta-deu; cents; dos cents u mil mil; i; vint-i; dues-cents; dos-centes",
    "eu": "hogeita hogei; hogeita zero; berrogei bat; ehun hogeita bat; eta; mila eta ehun eta bat",
    "en": "twenty zero; twenty-eleven; hundred; one two; and five; thousand five; two hundred and",
    "de": "nullundzwanzig; einsundzwanzig; zwanzigeins; zehnundzwanzig; zweihundertnull; sechszig;"
    " siebenzig; tausendtausend",
    "fr": "soixante et dix; vingt-un; quatre-vingt et un; soixante-onze; septante-dix; un cent;"
    " un mille; deux cents un; vingt-zéro",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_nobody_says_is_refused(lang: str) -> None:
    for text in REFUSED[lang].split(";"):
        assert of(lang).parse(text) is None, text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_out_of_range(lang: str) -> None:
    for number in (-1, LIMIT):
        with pytest.raises(ValueError, match="expected 0 <= number"):
            of(lang).say(number)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_numbers_are_said_alike(lang: str) -> None:
    spoken = of(lang)
    owners: dict[str, int] = {}
    for number in range(1000):
        for style in spoken.styles:
            key = spoken.key(spoken.say(number, style))
            assert owners.setdefault(key, number) == number, key


def test_classes_are_what_is_heard() -> None:
    shape = of("es").shape
    assert [shape(n) for n in (0, 9, 10, 29)] == [("I",), ("I",), ("II",), ("II",)]
    assert [shape(n) for n in (30, 31, 200, 204)] == [("III",), ("III", "I"), ("IV",), ("IV", "I")]
    assert of("de").shape(20) == ("III",)
    assert of("eu").shape(30) == of("eu").shape(21) != of("eu").shape(40)


def test_roman_figures() -> None:
    assert [say_roman(n) for n in (4, 9, 21, 1999)] == ["IV", "IX", "XXI", "MCMXCIX"]
    assert all(read_roman(say_roman(n)) == n for n in range(1, 4000))
    assert [read_roman(t) for t in ("IIII", "vi", "IC", "", "VX")] == [None] * 5


def test_a_language_without_a_grammar_reads_single_words() -> None:
    spoken = WordsOnly(of("es").words, {})
    assert spoken.parse("doce") == 12
    assert spoken.parse("treinta y dos") is None
    assert spoken.say(12) == "doce"
    assert spoken.say(3200) == "3200"


def test_a_lexicon_gives_its_own_numbers() -> None:
    assert numerals_of(load_lexicon("es")).lang == "es"
    assert numerals("xx") is None
