"""Ages that stand beside each other keep what is said of them: order, few years, sums, stages."""

import itertools
import re

import pytest

from surrogates.dates.calendars import calendar_for
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts, told

KEYS = [bytes([i, 9]) for i in range(tries(6, 20))]


def ages(lang: str, *lines: str) -> list[list[int]]:
    """The ages of a dialogue under several keys, of which no draw says the original ones."""
    calendar, found = calendar_for(lang), []
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        said = [r.surrogate for r in result.replacements if r.label == "AGE"]
        numbers = [re.sub(r"[- ]?(años|anys|urte|ans|year-old)$", "", text) for text in said]
        forms = [calendar.read_number(n) for n in numbers]
        pairs = zip(numbers, forms, strict=True)
        found.append([int(n) if n.isdecimal() else f.value if f else 0 for n, f in pairs])
    return found


@pytest.mark.parametrize(
    ("lang", "line", "order"),
    [
        ("es", "A: [Adrián:PER], [quince:AGE], y [Nerea:PER], [doce:AGE]. Se llevan tres.", (3,)),
        ("es", "A: Tienen [8:AGE] y [12:AGE] años.", (-4,)),
        ("en", "A: [Tom:PER], [54:AGE], and [Jean:PER], [57:AGE], is the eldest.", (-3,)),
        ("eu", "A: [30 urte:AGE] beteko ditu. Orain [29:AGE] ditu. [Xabik:PER] [31:AGE].", (1, -2)),
        ("de", "A: [Max:PER] wird [30:AGE], jetzt ist er [29:AGE].", (1,)),
        ("fr", "A: [Léa:PER], [8 ans:AGE], et [Chloé:PER], [5 ans:AGE].", (3,)),
        ("ca", "A: La [Queralt:PER], [setanta-un anys:AGE], i en [Pau:PER], [70 anys:AGE].", (1,)),
    ],
)
def test_a_few_years_between_two_people_stay(lang: str, line: str, order: tuple[int, ...]) -> None:
    old = re.findall(r"\[([^:\]]*):AGE", line)
    for key, new in zip(KEYS, ages(lang, line), strict=True):
        assert tuple(a - b for a, b in itertools.pairwise(new)) == order
        assert old != texts(run(dialogue(line, lang=lang), key=key))[-len(old) :]


def test_who_is_older_stays_so() -> None:
    old = [50, 20, 9, 80, 45]
    line = ", ".join(f"[{age}:AGE]" for age in old)
    for new in ages("en", f"A: They are {line}."):
        assert sorted(range(5), key=new.__getitem__) == sorted(range(5), key=old.__getitem__)
        assert new[0] - new[4] == 5 and new != old


def test_an_age_that_is_the_sum_of_two_stays_so() -> None:
    for now, son, then, sister in ages(
        "en",
        "A: [Mr Ashworth:PER], an [81:AGE] year old, came with his son, [54:AGE],"
        " born when he was [27:AGE]. The sister, [57:AGE], is the eldest.",
    ):
        assert now == son + then and sister == son + 3 and 80 <= now < 90


def test_a_sum_holds_beside_an_age_that_dates_tie_down() -> None:
    for mother, daughter, then in ages(
        "es",
        "A: Mujer de [72 años:AGE]. Su hija, de [45 años:AGE]. La tuvo con [27 años:AGE].",
        "A: Nacida el [3 de julio de 1952:DATE]; hoy es [12 de noviembre de 2024:DATE].",
    ):
        assert mother != 72 and daughter + then == mother and then != 27


def test_an_age_beside_a_name_lies_between_two_dates() -> None:
    made = dialogue(
        "A: Patient is [Margaret:PER], [78:AGE]-year-old, DOB [02/11/1946:DATE].",
        "A: Seen on [Tuesday 14 January 2025:DATE]. She turns [79:AGE] in [November:DATE].",
        lang="en",
    )
    for key in KEYS:
        result = run(made, key=key)
        now, next_ = (int(r.surrogate) for r in result.replacements if r.label == "AGE")
        born, seen = (r.surrogate for r in result.replacements[2:4])
        assert next_ - now == 1 and now != 78
        assert int(seen[-4:]) - int(born[-4:]) in (now, next_)


@pytest.mark.parametrize(
    ("old", "low", "high"),
    [(3, 2, 5), (8, 6, 9), (14, 11, 14), (17, 15, 17), (23, 18, 25), (63, 26, 64), (67, 65, 80)],
)
def test_one_age_stays_in_its_stage_of_life(old: int, low: int, high: int) -> None:
    for (new,) in ages("en", f"A: He is [{old}:AGE]."):
        assert low <= new <= high and new != old


@pytest.mark.parametrize(("old", "fits"), [("an [81", r"an 8\d"), ("a [75", r"a [67]\d")])
def test_an_age_fits_the_article_before_it(old: str, fits: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: He is {old}-year-old:AGE] man.", lang="en"), key=key)
        assert re.search(fits, result.draft.turns[0].text) and not told(result)


def test_an_age_that_no_other_suits_names_its_article() -> None:
    result = run(dialogue("A: He is an [18-year-old:AGE] man.", lang="en"))
    assert "NUMBER_GRAMMAR" in codes(result) and texts(result) != ["18-year-old"]


def test_a_birthday_outside_the_labels_pins_an_age() -> None:
    result = run(dialogue("A: Tengo [66 años:AGE], bueno, cumplo 67 dentro de nada."))
    assert texts(result) == ["66 años"] and "DATE_RELATIVE" in codes(result)


def test_a_round_age_with_words_behind_it_stays_round() -> None:
    for key in KEYS:
        (said,) = texts(run(dialogue("A: Tiene [ochenta y pico:AGE]."), key=key))
        assert said in ("setenta y pico", "noventa y pico")


def test_an_ordinal_of_a_birthday_is_the_age() -> None:
    made = dialogue("A: He's turning [six:AGE].", "B: Happy [6th:AGE] birthday.", lang="en")
    calendar = calendar_for("en")
    for key in KEYS:
        cardinal, ordinal = texts(run(made, key=key))
        form = calendar.read_number(cardinal)
        assert form is not None and ordinal == f"{form.value}th" and form.value != 6


def test_a_lone_year_beside_an_age_is_that_of_the_birth() -> None:
    made = dialogue("A: O sea, del [84:DATE]. Entonces tiene [40 años:AGE].")
    for key in KEYS:
        year, age = texts(run(made, key=key))
        assert int(year) + int(age.split()[0]) == 124 and year != "84"


def test_pieces_of_one_age_are_left_to_the_numbers() -> None:
    for key in KEYS:
        tens, units = texts(run(dialogue("A: Tiene [cincuenta:AGE] y [cuatro:AGE]."), key=key))
        assert tens.endswith("ta") and (tens, units) != ("cincuenta", "cuatro")


def test_many_ages_do_not_all_tell_one_move() -> None:
    """Where the stages of life leave hardly a way to move all alike, each moves on its own."""
    old = (45, 17, 9, 80)
    drawn = {tuple(new) for new in ages("en", "A: " + ", ".join(f"[{a}:AGE]" for a in old))}
    assert len(drawn) > 1 and all(new[1] in (15, 16) for new in drawn)


def test_an_age_moves_with_one_that_a_birth_ties_down_to_another_number_of_figures() -> None:
    lines = (
        "A: La mayor tiene [12:AGE] años, y los mellizos [9:AGE].",
        "B: ¿Les saca tres años?",
        "A: Sí, nació en [2012:DATE] y los mellizos en [2015:DATE].",
    )
    for key in KEYS:
        result = run(dialogue(*lines), key=key)
        one, two, born, later = map(int, texts(result))
        assert (one - two, later - born, born + one) == (3, 3, 2024)
        assert not codes(result)


@pytest.mark.parametrize(
    ("lang", "ordinal"),
    [("de", "67. Geburtstag"), ("fr", "67e anniversaire"), ("en", "67th birthday")],
)
def test_an_ordinal_age_is_that_age(lang: str, ordinal: str) -> None:
    figures, noun = ordinal.split()
    lines = ("A: [67:AGE], [23.08.1957:DATE], [12.03.2025:DATE].", f"B: [{figures}:AGE] {noun}")
    for key in KEYS:
        out = texts(run(dialogue(*lines, lang=lang), key=key))
        assert re.findall(r"\d+", out[-1]) == [out[0]]
        assert out[-1] != figures or out[0] == "67"


YOUNGER = [
    ("es", "A: [Blas:PER], [41:AGE] años, y su hermana, [dos:NUM] menos, [39:AGE].", 2),
    ("es", "A: Mi madre tiene [58:AGE] años. Mi padre tiene [cuatro:NUM] más, [62:AGE] ya.", 4),
    ("ca", "A: L'avi té [81:AGE] anys. L'àvia és [tres:NUM] anys més jove, en té [78:AGE].", 3),
    ("eu", "A: Nik [44:AGE] urte ditut. Ahizpa [bost:NUM] urte gazteagoa da, [39:AGE] ditu.", 5),
    ("de", "A: Opa wird [79:AGE]. Ich bin [vierzig:NUM] Jahre jünger, also [39:AGE].", 40),
    ("en", "A: She's [33:AGE], and I'm [three:NUM] years older, so [36:AGE].", 3),
    ("fr", "A: Elle a [52:AGE] ans, moi [deux:NUM] ans de plus, [54:AGE].", 2),
]


@pytest.mark.parametrize(("lang", "line", "apart"), YOUNGER)
def test_the_years_between_two_people_are_those_that_are_said(
    lang: str, line: str, apart: int
) -> None:
    calendar = calendar_for(lang)
    for key in KEYS:
        one, said, two = texts(run(dialogue(line, lang=lang), key=key))[-3:]
        form = calendar.read_number(said)
        assert form is not None and abs(int(one) - int(two)) == form.value
        assert form.value == apart or apart > 5


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Mi hermano es [seis:NUM] años mayor que yo."),
        ("eu", "A: Anaia [lau:NUM] urte zaharragoa da."),
        ("fr", "A: Mon frère a [six:NUM] ans de plus."),
        ("de", "A: Mein Bruder ist [sieben:NUM] Jahre älter."),
    ],
)
def test_years_between_people_of_no_age_stay(lang: str, line: str) -> None:
    told = dialogue(line, lang=lang)
    result = run(told)
    assert result.draft.turns[0].text == told.turns[0].text
    assert codes(result) == ["DATE_RELATIVE"]


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: Cumple [50:AGE] años.", "B: ¡Un cumpleaños redondo!")),
        ("ca", ("A: Fa [60:AGE] anys.", "B: Una xifra rodona!")),
        ("de", ("A: Er wird [70:AGE], er ist [1954:DATE] geboren.", "B: Ein runder Geburtstag!")),
        ("en", ("A: She's turning [40:AGE].", "B: A milestone birthday!")),
        ("fr", ("A: Il va avoir [80:AGE] ans.", "B: Un anniversaire rond !")),
    ],
)
def test_a_round_birthday_stays_round(lang: str, lines: tuple[str, ...]) -> None:
    old = re.findall(r"\[(\d+):AGE\]", lines[0])[0]
    for key in KEYS:
        new = texts(run(dialogue(*lines, lang=lang), key=key))[0]
        assert int(new) % 10 == 0 and new != old


def test_children_keep_near_to_their_age() -> None:
    for new in ages("fr", "A: [Lina:PER], [9 ans:AGE], et [Tom:PER], [6 ans:AGE]."):
        assert new[0] - new[1] == 3 and 4 <= new[1] <= 8


def test_that_somebody_retired_ties_no_brother_down() -> None:
    lines = (
        "A: Nacida el [4 de marzo de 1945:DATE], [maestra:PROFESSION] jubilada, de 79 años.",
        "A: Tiene [79 años:AGE], prótesis en [2016:DATE], con [71 años:AGE].",
        "A: Un hermano murió a los [61 años:AGE].",
    )
    for *_, brother in ages("es", *lines):
        assert brother != 61


def test_an_age_that_no_law_has_is_none_of_a_pension() -> None:
    for (age,) in ages("de", "A: Im ersten Monat der Rente, mit [60:AGE]!"):
        assert age != 60
    for (age,) in ages("de", "A: In Rente geht man mit [67:AGE]."):
        assert age == 67
