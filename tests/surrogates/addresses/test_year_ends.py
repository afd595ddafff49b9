"""The last two digits of a year of birth, said as a number, follow the year."""

import re

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import parse
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n]) for n in range(6)]


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["A: anna [91:NUM], the year I was born.", "B: So?", "A: Born [9 May 1991:DATE]."]),
        ("en", ["A: I was born in [1999:DATE], hence the [99:NUM]."]),
        ("es", ["A: Y [ochenta y cuatro:NUM], el año en que nací.", "B: ¿El [84:DATE]?"]),
        ("de", ["A: Mit [91:NUM], meinem Jahrgang.", "B: Also [12.3.1991:DATE]."]),
        ("fr", ["A: Je suis né en [1975:DATE], d'où le [soixante-quinze:NUM]."]),
        ("ca", ["A: Amb un [88:NUM], l'any que vaig néixer, el [1988:DATE]."]),
    ],
)
def test_a_number_follows_the_year_whose_end_it_is(lang: str, lines: list[str]) -> None:
    moved = 0
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        by_label = {r.label: r.surrogate for r in result.replacements}
        figures = re.findall(r"\d+", by_label["NUM"])
        spoken = parse(load_lexicon(lang), by_label["NUM"].split()[-1])
        whole = parse(load_lexicon(lang), by_label["NUM"])
        value = int(figures[0]) if figures else whole if whole is not None else spoken
        assert int(by_label["DATE"][-2:]) == value, by_label
        moved += by_label["NUM"] != next(
            r.original for r in result.replacements if r.label == "NUM"
        )
        assert "block" not in {issue.severity for issue in result.issues}, codes(result)
    assert moved


def test_a_number_that_counts_follows_no_year() -> None:
    made = dialogue("A: Nací en [1999:DATE] y pagué [99 euros:NUM], o sea, [99:NUM] euros.")
    ends = set()
    for key in KEYS:
        date, one, two = texts(run(made, key=key))
        assert one == f"{two} euros"
        ends.add(two == date[-2:])
    assert False in ends


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "[luz1988:USER], de [Luz:PER], nacida el [21 de mayo de 1988:DATE]."),
        ("de", "[anna88@gmail.com:EMAIL], [Anna:PER], geboren am [21.5.1988:DATE]."),
        ("en", "[mary_88:USER], [Mary:PER], born on [21 May 1988:DATE]."),
    ],
)
def test_a_year_that_an_address_says_again_is_another(lang: str, line: str, key: bytes) -> None:
    address, *_, date = texts(run(dialogue(f"A: {line}", lang=lang), key=key))
    assert date[-2:] != "88" and date[-2:] in address


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "[luz84@gmail.com:EMAIL], [Luz:PER], con [84:NUM], el año en que nací."),
        ("ca", "[laia84@gmail.com:EMAIL], [Laia:PER], [84:NUM] és l'any de naixement."),
        ("eu", "[ane84@gmail.com:EMAIL], [Ane:PER], [84:NUM], jaio nintzen urtea."),
        ("de", "[anna84@gmail.com:EMAIL], [Anna:PER], und [84:NUM], mein Geburtsjahr."),
        ("en", "[mary84@gmail.com:EMAIL], [Mary:PER], and [84:NUM], my birth year."),
        ("fr", "[luc84@gmail.com:EMAIL], [Luc:PER], et [84:NUM] pour mon année de naissance."),
    ],
)
def test_a_year_of_birth_that_no_date_tells_is_one_of_somebody_living(
    lang: str, line: str, key: bytes
) -> None:
    address, _, year = texts(run(dialogue(f"A: {line}", lang=lang), key=key))
    assert 40 <= int(year) != 84 and f"{year}@" in address


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "words"),
    [("es", ("siete", "dos")), ("ca", ("set", "dos")), ("eu", ("zazpi", "bi")),
     ("de", ("sieben", "zwei")), ("en", ("seven", "two")), ("fr", ("sept", "deux"))],
)  # fmt: skip
def test_figures_of_a_user_name_that_are_said_one_by_one_are_its_own(
    lang: str, words: tuple[str, str], key: bytes
) -> None:
    one, two = words
    made = dialogue("A: [mara_72:USER].", f"B: [Mara:PER], [{one}:NUM] [{two}:NUM].", lang=lang)
    user, _, *said = texts(run(made, key=key))
    assert user.endswith("_" + "".join(str(parse(load_lexicon(lang), word)) for word in said))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Es [ana84:USER], el [84:NUM] por el año en que nací, y tengo [40:AGE]."),
        ("ca", "A: És [ana84:USER], el [84:NUM] per l'any que vaig néixer, i tinc [40:AGE]."),
        ("eu", "A: [ana84:USER] da, [84:NUM] urtean jaio nintzen, eta [40:AGE] urte ditut."),
        ("de", "A: Es ist [ana84:USER], [84:NUM] bin ich geboren, und ich bin [40:AGE]."),
        ("en", "A: It's [ana84:USER], [84:NUM] for when I was born, and I'm [40:AGE]."),
        ("fr", "A: C'est [ana84:USER], [84:NUM] car je suis née cette année, j'ai [40:AGE] ans."),
    ],
)
def test_digits_of_a_birth_follow_the_age(lang: str, line: str) -> None:
    for n in range(4):
        user, year, age = texts(run(dialogue(line, lang=lang), key=bytes([n, 77])))
        assert user.endswith(year)
        assert int(year) + int(age) == 124
        assert age != "40"
