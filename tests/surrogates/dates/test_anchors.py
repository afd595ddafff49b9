"""Words outside the labels that pin a date, dates that cannot agree, dates that do not exist."""

import datetime as dt

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.dates.reading import read_dates
from surrogates.errors import ConstraintInvalid
from surrogates.types import Constraint, Dialogue, Result
from tests.effort import tries
from tests.surrogates.almanac import names, read
from tests.surrogates.dialogues import codes, dialogue, issue_of, run, texts

KEYS = (b"one", b"two", b"three", b"four")[: tries(3, 4)]
SUMMER = range(6, 10)
FEASTS = [
    ("es", "A: Es hoy, [veinticuatro de diciembre:DATE], Nochebuena."),
    ("es", "A: En [enero:DATE], por Reyes."),
    ("es", "A: El [24 de junio:DATE], la noche de San Juan."),
    ("en", "A: On [December 25th:DATE], for Christmas."),
    ("en", "A: In [November:DATE], around Thanksgiving."),
    ("de", "A: Am [24. Dezember:DATE], an Heiligabend."),
    ("de", "A: Im [April:DATE], nach Ostern."),
    ("fr", "A: Le [25 décembre:DATE], à Noël."),
    ("fr", "A: Le [14 juillet:DATE], c'est la fête nationale."),
    ("ca", "A: El [24 de juny:DATE], per Sant Joan."),
    ("ca", "A: El [26 de desembre:DATE], Sant Esteve."),
    ("eu", "A: [abenduaren 24an:DATE], Gabon gauean."),
    ("eu", "A: [abenduan:DATE], Gabonetan."),
]
KNOWN_TO_ALL = [
    ("es", "A: Del [4:DATE] al [8 de diciembre:DATE], por el puente de la Constitución."),
    ("ca", "A: Del [5:DATE] al [8 de desembre:DATE], pel pont de desembre."),
    ("eu", "A: [abenduaren 6tik:DATE] [8ra:DATE], abenduko zubian."),
    ("fr", "A: Du [14:DATE] au [17 mai:DATE], pour le pont de l'Ascension."),
    ("de", "A: Am [29. November:DATE], es war Black Friday."),
    ("en", "A: On [25 August:DATE], it was a bank holiday."),
]
SEASONS = [
    ("es", "A: En [julio:DATE], en pleno verano."),
    ("fr", "A: La facture d'[août:DATE], c'était la canicule."),
    ("en", "A: The bill for [June:DATE]? There was a heat wave."),
    ("en", "A: In [July:DATE], last summer."),
    ("de", "A: Im [Juli:DATE], im Sommer."),
    ("fr", "A: En [juillet:DATE], pendant l'été."),
    ("ca", "A: Al [juliol:DATE], a l'estiu."),
    ("eu", "A: [uztailean:DATE], udan."),
    ("es", "A: El [15 de julio:DATE] y el [2 de agosto:DATE], este verano."),
]
FREE = [
    ("es", "A: Vivo en la calle del [10 de mayo:DATE]."),
    ("en", "A: He was here on [May 10th:DATE], he may come again."),
    ("fr", "A: Il a été malade le [10 mai:DATE]."),
    ("de", "A: Am [10. Mai:DATE] so um drei."),
]


def after_fix(made: Dialogue, code: str, key: bytes) -> Result:
    fix = issue_of(run(made, key=key), code).fix
    assert fix is not None
    return run(made, key=key, constraints=fix.constraints)


@pytest.mark.parametrize(("lang", "line"), KNOWN_TO_ALL)
def test_days_that_everybody_knows_are_flagged(lang: str, line: str) -> None:
    assert "DATE_ANCHOR" in codes(run(dialogue(line, lang=lang)))


def test_a_day_that_is_called_after_its_weekday_tells_it() -> None:
    made = dialogue("A: El [divendres:DATE] és el Black Friday, hi anem?", lang="ca")
    assert "DATE_ANCHOR" in codes(run(made))


@pytest.mark.parametrize(("lang", "line"), FEASTS + SEASONS)
def test_what_pins_a_date_is_flagged_and_settled(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        issue = issue_of(result, "DATE_ANCHOR")
        assert issue.severity == "warn"
        said = [w for r in result.replacements for w in r.original.split() if len(w) > 3]
        assert not [w for w in said if w in issue.message]
        assert texts(result) != [r.original for r in result.replacements]
        assert "DATE_ANCHOR" not in codes(after_fix(made, "DATE_ANCHOR", key))


@pytest.mark.parametrize(("lang", "line"), FREE)
def test_ordinary_words_pin_nothing(lang: str, line: str) -> None:
    assert not codes(run(dialogue(line, lang=lang)))


@pytest.mark.parametrize(("lang", "line"), SEASONS)
def test_the_fix_for_a_season_keeps_it_true(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    for key in KEYS:
        fixed = after_fix(made, "DATE_ANCHOR", key)
        for replacement in fixed.replacements:
            assert read(replacement.surrogate, lang).month in SUMMER
            assert replacement.surrogate != replacement.original


def test_the_fix_for_a_feast_nearby_keeps_the_month() -> None:
    made = dialogue("A: El [10 de diciembre:DATE], antes de Navidad.")
    for key in KEYS:
        (out,) = texts(after_fix(made, "DATE_ANCHOR", key))
        said = read(out, "es")
        assert said.month == 12 and said.day != 10


def test_the_fix_for_the_feast_itself_is_a_placeholder() -> None:
    made = dialogue("A: Hoy, [24 de diciembre:DATE], es Nochebuena.")
    assert texts(after_fix(made, "DATE_ANCHOR", b"k")) == ["[DATE]"]


def test_another_shift_is_drawn_on_request() -> None:
    made = dialogue("A: El [10 de diciembre:DATE], antes de Navidad.")
    mention = made.turns[0].mentions[0].key
    drawn = {
        texts(run(made, constraints=[Constraint("redraw", (mention,), str(i))]))[0]
        for i in range(6)
    }
    assert len(drawn) > 3


def test_a_shift_keeps_what_is_known() -> None:
    with pytest.raises(ConstraintInvalid):
        run(dialogue("A: [mayo:DATE]"), constraints=[Constraint("shift", ("0:0",), "tomorrow")])


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Venga el lunes [10 de septiembre de 2018:DATE]."),
        ("en", "A: Come on Monday, [10 September 2018:DATE]."),
        ("de", "A: Am Montag, dem [10. September 2018:DATE]."),
        ("fr", "A: Le lundi [10 septembre 2018:DATE]."),
        ("ca", "A: El dilluns [10 de setembre de 2018:DATE]."),
        ("eu", "A: Astelehenean, [2018ko irailaren 10ean:DATE]."),
        ("es", "A: El [10 de septiembre de 2018:DATE], un día laborable."),
    ],
)
def test_a_weekday_outside_keeps_its_date(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        said = read(texts(result)[0], lang)
        assert said.day and said.month and said.year
        assert day(said.year, said.month, said.day) == 0
        assert not codes(result)


def day(year: int, month: int, number: int) -> int:
    import datetime

    return datetime.date(year, month, number).weekday()


@pytest.mark.parametrize(
    ("lang", "line", "weekend"),
    [
        ("es", "A: El [sábado:DATE], ya es fin de semana.", True),
        ("en", "A: On [Saturday:DATE], at the weekend.", True),
        ("de", "A: Am [Sonntag:DATE], am Wochenende.", True),
        ("ca", "A: El [dissabte:DATE], cap de setmana.", True),
        ("fr", "A: Le [samedi:DATE], ce week-end.", True),
        ("eu", "A: [larunbatean:DATE], asteburuan.", True),
        ("es", "A: El [viernes:DATE], entre semana.", False),
        ("en", "A: On [Friday:DATE], a weekday.", False),
        ("de", "A: Am [Freitag:DATE], unter der Woche.", False),
    ],
)
def test_weekends_stay_weekends(lang: str, line: str, weekend: bool) -> None:
    for key in KEYS:
        (out,) = texts(run(dialogue(line, lang=lang), key=key))
        weekday = read(out, lang).weekday
        assert weekday is not None and (weekday >= 5) is weekend
        assert out not in line


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Ayer, [martes:DATE]; hoy, miércoles."),
        ("en", "A: Yesterday, [Tuesday:DATE]; today, Wednesday."),
        ("eu", "A: Atzo [asteartea:DATE] zen, gaur asteazkena da."),
    ],
)
def test_a_weekday_outside_pins_a_weekday(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    result = run(made)
    assert "DATE_ANCHOR" in codes(result)
    assert texts(result)[0] not in line
    fixed = after_fix(made, "DATE_ANCHOR", b"k")
    assert "DATE_ANCHOR" not in codes(fixed)
    assert fixed.draft.turns[0].text == made.turns[0].text


def test_a_month_outside_keeps_the_day_inside_it() -> None:
    for key in KEYS:
        one, two = texts(run(dialogue("A: El [10:DATE] de febrero y el [12:DATE]."), key=key))
        assert int(two) - int(one) == 2
        assert 1 <= int(one) < int(two) <= 28 and one != "10"


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: El [31 de enero:DATE], el [1 de marzo:DATE], en [enero:DATE] y [julio:DATE]."),
        ("en", "A: In [1975:DATE], on [May 3rd, 1975:DATE] and [December 30th, 1975:DATE]"
         " and [January 2nd, 1976:DATE]."),
    ],
)  # fmt: skip
def test_what_cannot_move_alike_is_a_conflict(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    found = 0
    for key in KEYS:
        result = run(made, key=key)
        if "DATE_CONFLICT" not in codes(result):
            continue
        found += 1
        assert "DATE_CONFLICT" not in codes(after_fix(made, "DATE_CONFLICT", key))
    assert lang == "en" or found


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: El [31 de febrero:DATE]."),
        ("es", "A: El [treinta y uno de abril:DATE]."),
        ("es", "A: El [29 de febrero de 2018:DATE]."),
        ("es", "A: El [45/13/2018:DATE]."),
        ("es", "A: El [00/00/0000:DATE]."),
        ("es", "A: El [2018-13-45:DATE]."),
        ("en", "A: On [February 30th:DATE]."),
        ("en", "A: On [13/13/2018:DATE]."),
        ("de", "A: Am [31. Juni:DATE]."),
        ("fr", "A: Le [31 novembre:DATE]."),
        ("ca", "A: El [31 d'abril:DATE]."),
        ("eu", "A: [otsailaren 30ean:DATE]."),
    ],
)
def test_an_impossible_date_is_named_and_safe(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        issue = issue_of(result, "DATE_INVALID")
        assert issue.severity == "warn"
        (out,) = texts(result)
        assert out not in line
        if not out.startswith("["):
            said = read(out, lang)
            assert said.day and said.month
            day(said.year or 2018, said.month, said.day)
        assert "DATE_INVALID" not in codes(after_fix(made, "DATE_INVALID", key))


def test_a_typed_date_must_exist() -> None:
    made = dialogue("A: El [10 de mayo:DATE].")
    mention = made.turns[0].mentions[0].key
    wrong = run(made, constraints=[Constraint("surrogate", (mention,), "31 de junio")])
    assert issue_of(wrong, "DATE_INVALID").severity == "block"
    right = run(made, constraints=[Constraint("surrogate", (mention,), "30 de junio")])
    assert not codes(right)
    assert texts(right) == ["30 de junio"]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Vino [ayer:DATE] o [hace tres meses:DATE]."),
        ("en", "A: It came [yesterday:DATE] or [three months ago:DATE]."),
        ("de", "A: Es kam [gestern:DATE] oder [vor drei Monaten:DATE]."),
        ("fr", "A: C'est arrivé [hier:DATE] ou [il y a trois mois:DATE]."),
        ("ca", "A: Va venir [ahir:DATE] o [fa tres mesos:DATE]."),
        ("eu", "A: [atzo:DATE] etorri zen edo [duela hiru hilabete:DATE]."),
    ],
)
def test_relative_words_in_a_label_stay_true(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    result = run(made)
    assert result.draft.turns[0].text == made.turns[0].text
    assert codes(result) == ["DATE_RELATIVE"] * 2
    fixed = [c for i in result.issues if i.fix for c in i.fix.constraints]
    assert texts(run(made, constraints=fixed)) == ["[DATE]", "[DATE]"]


def test_a_labelled_feast_of_no_fixed_day_becomes_a_placeholder() -> None:
    result = run(dialogue("A: Fue en [Semana Santa:DATE]."))
    assert texts(result) == ["[DATE]"]
    assert codes(result) == ["DATE_ANCHOR"]


def test_the_oracle_knows_twelve_months_of_every_language() -> None:
    assert all(len(set(names(lang)[0])) == 12 for lang in ("es", "en", "de", "fr", "ca", "eu"))


@pytest.mark.parametrize(
    "line",
    [
        "A: El [30 de septiembre:DATE], último día del mes.",
        "A: La primera quincena, del [1:DATE] al [15 de mayo:DATE].",
        "A: El [28 de febrero:DATE], que tiene 28 días.",
        "A: Hoy, [12 de octubre:DATE], es la Hispanidad.",
        "A: El [jueves:DATE] es el Día de Andalucía.",
        "A: En [mayo:DATE], en el puente de mayo.",
        "A: El primer trimestre, de [enero:DATE] a [marzo:DATE].",
    ],
)
def test_a_fact_of_the_calendar_is_flagged_and_settled(line: str) -> None:
    made = dialogue(line)
    for key in KEYS:
        assert issue_of(run(made, key=key), "DATE_ANCHOR").severity == "warn"
        assert "DATE_ANCHOR" not in codes(after_fix(made, "DATE_ANCHOR", key))


def test_months_of_a_quarter_stay_in_it() -> None:
    made = dialogue("A: El primer trimestre, en [febrero:DATE].")
    for key in KEYS:
        (month,) = texts(after_fix(made, "DATE_ANCHOR", key))
        assert month in ("enero", "marzo")


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: Tue [14 Oct 2025:DATE], not the [Thursday 16 October 2025:DATE]."),
        ("de", "A: Seit [12.01.2026:DATE] (Mo), entlassen am [Montag, 19.01.2026:DATE]."),
        ("es", "A: El [14/10/2025:DATE], martes, y el [jueves 16 de octubre de 2025:DATE]."),
        ("fr", "A: Mardi [14 octobre 2025:DATE], puis le [jeudi 16 octobre 2025:DATE]."),
    ],
)
def test_a_weekday_without_a_label_beside_a_date_is_still_its_own(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    calendar = calendar_for(lang)
    for n in range(6):
        out = texts(run(made, key=bytes([n, 5])))
        moments = [read_dates(text, calendar).moments[0] for text in out]
        dates = [dt.date(*(m.value(p) or 0 for p in ("year", "month", "day"))) for m in moments]
        assert (dates[0].weekday(), dates[1].weekday()) in ((1, 3), (0, 0))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Vence el [31 de marzo de 2025:DATE]. Ya pagué en enero."),
        ("ca", "A: Venç el [31 de març de 2025:DATE]. Ja vaig pagar al gener."),
        ("de", "A: Fällig am [31. März 2025:DATE]. Ich habe im Januar bezahlt."),
    ],
)
def test_a_month_of_no_date_here_is_a_note(lang: str, line: str) -> None:
    for key in (bytes([n, 5]) for n in range(4)):
        found = run(dialogue(line, lang=lang), key=key).issues
        assert {i.severity for i in found if i.code == "DATE_ANCHOR"} == {"info"}
