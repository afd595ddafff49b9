"""How a date in figures is read, and what it keeps: order, leap days, ranges, its form."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surrogates.types import Dialogue, Mention, Turn
from tests.effort import tries
from tests.surrogates.almanac import LANGUAGES, day_of, read
from tests.surrogates.dialogues import codes, dialogue, outside, run, texts

KEYS = (b"one", b"two", b"three", b"four")[: tries(3, 4)]


@pytest.mark.parametrize(
    ("lines", "first"),
    [
        (["A: On [10/09/2018:DATE] and [25/12/2018:DATE]."], False),
        (["A: On [09/10/2018:DATE] and [12/25/2018:DATE]."], True),
        (["A: On [09/10/2018:DATE], I mean [September 10th:DATE]."], True),
        (["A: On [10/09/2018:DATE], I mean [10 September:DATE]."], False),
    ],
)
def test_english_figures_are_read_by_evidence(lines: list[str], first: bool) -> None:
    made = dialogue(*lines, lang="en")
    old = [r.original for r in run(made).replacements]
    apart = (
        day_of(read(old[1], "en", american=first)) - day_of(read(old[0], "en", american=first))
    ).days
    for key in KEYS:
        one, two = (read(t, "en", american=first) for t in texts(run(made, key=key)))
        assert (day_of(two) - day_of(one)).days in (apart, apart - 365, apart + 365)


def test_a_british_dialogue_says_the_day_first() -> None:
    for key in KEYS:
        (out,) = texts(run(dialogue("A: On [28/02/2018:DATE].", lang="en-GB"), key=key))
        day_of(read(out, "en"))


@pytest.mark.parametrize(
    ("lang", "text", "pattern"),
    [
        ("en", "May 3-5", r"([A-Z][a-z]+) (\d+)-(\d+)"),
        ("en", "3rd to 5th May", r"(\d+)(?:st|nd|rd|th) to (\d+)(?:st|nd|rd|th) [A-Z][a-z]+"),
        ("es", "del 3 al 5 de mayo", r"del (\d+) al (\d+) de [a-z]+"),
        ("es", "3-5 de mayo", r"(\d+)-(\d+) de [a-z]+"),
        ("de", "vom 3. bis 5. Mai", r"vom (\d+)\. bis (\d+)\. [A-ZÄ][a-zä]+"),
        ("fr", "du 3 au 5 mai", r"du (\d+|1er) au (\d+) [a-zéû]+"),
        ("ca", "del 3 al 5 de maig", r"(?:del |de l')(\d+) al (\d+) (?:de |d')[a-zç]+"),
        ("eu", "maiatzaren 3tik 5era", r"[a-z]+aren (\d+)e?tik (\d+)e?ra"),
    ],
)
def test_a_range_in_one_label_keeps_its_length(lang: str, text: str, pattern: str) -> None:
    for key in KEYS:
        (out,) = texts(run(dialogue(f"A: [{text}:DATE]", lang=lang), key=key))
        match = re.fullmatch(pattern, out)
        assert match is not None, out
        one, two = (int(re.sub(r"\D", "", g)) for g in match.groups() if re.match(r"\d", g))
        assert two - one == 2
        assert out != text


@pytest.mark.parametrize("text", ["Q3 2018", "week 77", "10 de setembro de 2018"])
def test_figures_that_count_something_else_become_a_placeholder(text: str) -> None:
    for lang in ("en", "es"):
        assert texts(run(dialogue(f"A: [{text}:DATE]", lang=lang))) == ["[DATE]"]


@pytest.mark.parametrize("key", KEYS)
def test_a_year_without_leap_day_never_gets_one(key: bytes) -> None:
    for day in range(1, 29, 3):
        made = dialogue(f"A: El [{day} de noviembre:DATE] y el [{day} de diciembre:DATE].")
        for text in texts(run(made, key=key)):
            day_of(read(text, "es"))


def test_the_leap_day_itself_moves() -> None:
    made = dialogue("A: El [29 de febrero:DATE] y el [1 de marzo:DATE].")
    for key in KEYS:
        result = run(made, key=key)
        assert not codes(result)
        one, two = (day_of(read(t, "es")) for t in texts(result))
        assert (two - one).days == 1


@pytest.mark.parametrize(
    ("lang", "line", "wanted"),
    [
        ("es", "A: Del [3 al 5 de mayo:DATE].", r"\d+ al \d+ de [a-z]+"),
        ("es", "A: El [12-ENE-19:DATE].", r"\d\d-[A-Z]{3}-\d\d"),
        ("es", "A: El [10-IX-2018:DATE].", r"\d+-[IVX]+-20\d\d"),
        ("en", "A: On the [first Monday in May:DATE].", r"first [A-Z][a-z]+day in [A-Z][a-z]+"),
        ("fr", "A: Le [1er lundi de mai:DATE].", r"1er [a-z]+ (de |d')[a-zéû]+"),
        ("es", "A: [Septiembre del 18:DATE].", r"[A-Z][a-z]+ del \d\d"),
        ("es", "A: El [03/05/18:DATE].", r"\d\d/\d\d/\d\d"),
        ("es", "A: Nací en los [años 80:DATE].", r"años \d0"),
        ("es", "A: A [finales de mayo:DATE].", r"finales de [a-z]+"),
        ("en", "A: In the [1980s:DATE].", r"(19|20)\d0s"),
        ("en", "A: In the [eighties:DATE].", r"[a-z]+ties"),
        ("en", "A: On [10 Sept 2018:DATE].", r"\d+ [A-Z][a-z]{2,4} 20\d\d"),
        ("en", "A: On the [10th:DATE].", r"\d+(st|nd|rd|th)"),
        ("de", "A: Am [Montagmorgen:DATE].", r"[A-Z][a-z]+(tag|woch)morgen"),
        ("de", "A: Immer [montags:DATE].", r"[a-z]+s"),
        ("de", "A: In den [80er:DATE] Jahren.", r"\d0er"),
        ("fr", "A: Le [lun. 10 sept.:DATE]", r"[a-z]{3}\. (1er|\d+) [a-zéû]{3,4}\.?"),
        ("ca", "A: El [10 d'octubre:DATE].", r"\d+ (de [bcdfghjklmnpqrstvwxyzç]|d'[ao])\w+"),
        ("eu", "A: [80ko hamarkada:DATE]", r"\d0e?ko hamarkada"),
        ("eu", "A: [irailaren 10etik:DATE] [irailaren 20ra:DATE]", r"\w+aren \d+e?tik"),
    ],
)
def test_the_form_stays(lang: str, line: str, wanted: str) -> None:
    for key in KEYS:
        out = texts(run(dialogue(line, lang=lang), key=key))[0]
        assert re.fullmatch(wanted, out), out
        assert out not in line


_TEXT = (
    "10 31 0 2018 18 '85 29/2 31/13/2018 2018-02-30 10.9. 15:30 3pm 1er 10th 10ean 80s IX mayo may"
    " febrero février März irailaren d' l' de del of the al bis - – y eta lunes Montag mar. segunda"
    " treinta uno y zehnten vingt et un hamar hora horas ordu Uhr quart de las at um años Navidad"
    " hoy ayer verano xyz ? . , T 99999999 00/00/00"
)
PIECES = _TEXT.split()


@settings(max_examples=tries(15, 300), deadline=None)
@given(
    st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=6), min_size=1, max_size=4),
    st.sampled_from(LANGUAGES),
    st.sampled_from(["DATE", "TIME"]),
)
def test_no_words_break_it(mentions: list[list[str]], lang: str, label: str) -> None:
    text, spans = "", []
    for pieces in mentions:
        word = " ".join(pieces)
        spans.append(Mention(len(text), len(text) + len(word), label, f"0:{len(text)}"))
        text += f"{word} de "
    made = Dialogue("d1", lang, (Turn("A", text, tuple(spans)),))
    result = run(made)
    assert outside(made) == outside(result.draft)
    assert texts(result) == texts(run(made))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: The [2023/24:DATE] school year, then [2024/25:DATE]."),
        ("es", "A: El [curso 2019/20:DATE] y el [2020-2021:DATE], la temporada [98/99:DATE]."),
        ("de", "A: Im [Schuljahr 2023/24:DATE] und im [Schuljahr 2024/2025:DATE]."),
        ("fr", "A: L'[année scolaire 2022-23:DATE], puis [2023/24:DATE]."),
        ("eu", "A: [2023-24 ikasturtean:DATE] eta [2024/25:DATE] ikasturtean."),
        ("ca", "A: El curs [2023-24:DATE] i el [2024/2025:DATE]."),
    ],
)
def test_the_two_years_of_a_school_year_follow_each_other(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        moves = set()
        for replacement in result.replacements:
            first, second = re.findall(r"\d+", replacement.surrogate)
            old = re.findall(r"\d+", replacement.original)
            assert (int(first) + 1 - int(second)) % 100 == 0
            moves.add((int(first) - int(old[0])) % 100)
        assert len(moves) == 1 and moves != {0}


def test_a_month_behind_its_year_is_one() -> None:
    for key in KEYS:
        one, two = texts(
            run(dialogue("A: From [2023-08:DATE] to [2023-10:DATE].", lang="en"), key=key)
        )
        months = [int(y) * 12 + int(m) for y, m in (one.split("-"), two.split("-"))]
        assert months[1] - months[0] == 2 and one[5:] != "08"


@pytest.mark.parametrize(
    "lines",
    [
        ("den [18. November:DATE]", "[07.04.1958:DATE]", "den [20.:DATE]", "am [20.:DATE]"),
        (
            "[Dienstag:DATE], den [18. November:DATE]",
            "[07.04.1958:DATE]",
            "am [Donnerstag:DATE], den [20.:DATE]",
            "Ja, [Donnerstag:DATE] geht. Am [20.:DATE]",
        ),
    ],
)
def test_a_day_alone_is_of_the_month_spoken_of_and_not_of_a_birth(lines: tuple[str, ...]) -> None:
    made = dialogue(*(f"A: {line}" for line in lines), lang="de")
    for key in KEYS:
        result = run(made, key=key)
        days = [r for r in result.replacements if r.original in ("18. November", "20.")]
        first, one, two = (int(re.findall(r"\d+", r.surrogate)[0]) for r in days)
        assert one == two
        assert one - first == 2 or one < 3


def test_a_working_day_without_a_year_is_no_weekend() -> None:
    line = "A: el [martes:DATE], [18 de noviembre:DATE]"
    for key in range(12):
        out = texts(run(dialogue(line), key=bytes([key])))
        assert out[0] not in ("sábado", "domingo")
