"""The last day of a month stays one where the next month follows it."""

import datetime as dt
import re

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.dates.reading import read_dates
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 8]) for n in range(6)]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Dejé el piso el [31 de agosto:DATE] y desde [septiembre:MONTH] vivo aquí."),
        ("ca", "A: Vaig plegar el [31 d'agost:DATE] i des del [setembre:MONTH] soc aquí."),
        ("de", "A: Gekündigt zum [30. Juni:DATE], seit [Juli:MONTH] bin ich hier."),
        ("en", "A: I left on [30 June:DATE], and since [July:MONTH] I have been here."),
        ("fr", "A: Je suis parti le [30 juin:DATE], et depuis [juillet:MONTH] je suis ici."),
    ],
)
def test_the_end_of_a_month_stays_one(lang: str, line: str) -> None:
    for key in KEYS:
        date, month = texts(run(dialogue(line, lang=lang), key=key))
        (moment,) = read_dates(date, calendar_for(lang)).moments
        told = dt.date(2018, moment.value("month") or 0, moment.value("day") or 0)
        after = told + dt.timedelta(days=1)
        assert after.day == 1, date
        assert read_dates(month, calendar_for(lang)).moments[0].value("month") == after.month


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "fr",
            (
                "A: Né le [8 septembre 2013:DATE].",
                "B: Il aura donc [douze:AGE] ans à la rentrée ?",
            ),
        ),
        (
            "de",
            (
                "A: Geboren am [2. September 2019:DATE].",
                "B: Dann wird er [sechs:AGE] zum Schulanfang.",
            ),
        ),
    ],
)
def test_a_birthday_when_school_begins_stays_in_its_month(
    lang: str, lines: tuple[str, ...]
) -> None:
    for key in KEYS:
        date = texts(run(dialogue(*lines, lang=lang), key=key))[0]
        (moment,) = read_dates(date, calendar_for(lang)).moments
        assert moment.value("month") == 9


@pytest.mark.parametrize(
    ("lang", "lines", "said"),
    [
        (
            "fr",
            (
                "A: De [8 h 10:TIME] à [10 h 40:TIME], [deux heures et demie:TIME] de route ?",
                "B: Oui, [2 h 30:TIME].",
            ),
            "2 h 30",
        ),
        (
            "ca",
            (
                "A: De les [8.10:TIME] a les [10.40:TIME] són [dues hores i mitja:TIME] de viatge?",
                "B: Sí, [2 h 30:TIME].",
            ),
            "2 h 30",
        ),
    ],
)
def test_a_length_that_is_said_again_in_figures_stays(
    lang: str, lines: tuple[str, ...], said: str
) -> None:
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        assert texts(result)[-1] == said and "RELATION_LOST" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "line", "low", "high"),
    [
        ("es", "A: Caduca el [30 de abril:DATE], a finales de [abril:MONTH].", 20, 31),
        ("es", "A: El [3 de abril:DATE], a principios de [abril:MONTH].", 1, 10),
        ("ca", "A: Caduca el [30 d'abril:DATE], a finals d'[abril:MONTH].", 20, 31),
        ("ca", "A: Era el [15 d'abril:DATE], a mitjan [abril:MONTH].", 10, 20),
        ("en", "A: It expires on [April 30:DATE], so at the end of [April:MONTH].", 20, 31),
        ("en", "A: On [April 15:DATE], mid-[April:MONTH].", 10, 20),
        ("de", "A: Am [29. April:DATE], also Ende [April:MONTH].", 20, 31),
        ("de", "A: Am [3. April:DATE], also Anfang [April:MONTH].", 1, 10),
        ("fr", "A: Le [29 avril:DATE], donc fin [avril:MONTH].", 20, 31),
        ("fr", "A: Le [14 avril:DATE], à la mi-[avril:MONTH].", 10, 20),
        ("eu", "A: [Apirilaren 29an:DATE], [apirilaren:MONTH] amaieran.", 20, 31),
    ],
)
def test_a_day_stays_in_the_part_of_its_month_that_is_said(
    lang: str, line: str, low: int, high: int
) -> None:
    for key in KEYS:
        date, month = texts(run(dialogue(line, lang=lang), key=key))
        (moment,) = read_dates(date, calendar_for(lang)).moments
        assert low <= (moment.value("day") or 0) <= high
        assert read_dates(month, calendar_for(lang)).moments[0].value("month") == moment.value(
            "month"
        )


def test_another_month_s_end_asks_nothing_of_a_date() -> None:
    line = "A: El [30 de abril:DATE] no, a finales de mayo."
    days = {texts(run(dialogue(line), key=bytes([n, 8])))[0].split(" ")[0] for n in range(12)}
    assert any(int(day) < 20 for day in days)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "es",
            "A: A finales de mes, el [30 de junio:DATE]; a primeros de mes, el [2 de junio:DATE].",
        ),
        ("ca", "A: A final de mes, el [30 de juny:DATE]; a primers de mes, el [2 de juny:DATE]."),
        ("eu", "A: Hilaren bukaeran, [ekainaren 30ean:DATE]; hasieran, [ekainaren 2an:DATE]."),
        ("en", "A: End of the month, [30 June:DATE]; start of the month, [2 June:DATE]."),
        ("de", "A: Ende des Monats, am [30. Juni:DATE], Anfang des Monats, am [2. Juni:DATE]."),
        ("fr", "A: À la fin du mois, le [30 juin:DATE] ; au début du mois, le [2 juin:DATE]."),
    ],
)
def test_the_part_of_a_month_that_is_said_stays(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        late, early = (read_dates(t, calendar_for(lang)).moments[0] for t in texts(result))
        assert (late.value("day") or 0) >= 24 and (lang == "eu" or (early.value("day") or 32) <= 8)
        assert "DATE_ANCHOR" not in codes(result)


def test_the_end_of_a_month_is_said_of_one_date() -> None:
    """The 24th may become any day: no DATE_CONFLICT tells of it."""
    lines = ("A: Me operaron el [24 de marzo:DATE].", "B: El alta, a finales de mes, el [31:DATE].")
    for key in KEYS:
        result = run(dialogue(*lines), key=key)
        assert int(texts(result)[1]) >= 24 and codes(result) == []


@pytest.mark.parametrize(
    ("lang", "lines", "months"),
    [
        (
            "es",
            ("A: Firma el [4 de mayo:DATE].", "B: Tres meses, hasta primeros de [agosto:MONTH]."),
            3,
        ),
        (
            "ca",
            (
                "A: Va ser el [28 de gener:DATE].",
                "B: Quatre mesos, doncs fins a finals de [maig:MONTH].",
            ),
            4,
        ),
        (
            "eu",
            (
                "A: [Maiatzaren 3an:DATE] hasten da.",
                "B: Bi hilabete, [uztaila:MONTH] hasiera arte.",
            ),
            2,
        ),
        (
            "en",
            (
                "A: It is [15 April:DATE] today.",
                "B: And [two months:DURATION]' notice, so mid-[June:MONTH].",
            ),
            2,
        ),
        (
            "de",
            (
                "A: Der Kurs endet am [31. Oktober:DATE].",
                "B: 2 Monate vorher, also Ende [August:MONTH].",
            ),
            -2,
        ),
        (
            "fr",
            (
                "A: Vous partez le [16 mai:DATE] ?",
                "B: J'ai trois mois de délai, donc mi-[août:MONTH].",
            ),
            3,
        ),
    ],
)
def test_a_term_of_months_leads_to_the_part_of_a_month_that_is_said(
    lang: str, lines: tuple[str, ...], months: int
) -> None:
    old = next(int(n) for n in re.findall(r"\d+", lines[0]))
    for key in KEYS:
        date, *_, month = texts(run(dialogue(*lines, lang=lang), key=key))
        (moment,) = read_dates(date, calendar_for(lang)).moments
        day, first = moment.value("day") or 0, moment.value("month") or 0
        last = read_dates(month, calendar_for(lang)).moments[0].value("month") or 0
        assert (last - first - months) % 12 == 0
        assert (day <= 8, day >= 24) == (old <= 8, old >= 24)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: El alquiler corre desde el [1 de marzo de 2023:DATE]."),
        ("ca", "A: Em jubilo l'[1 de febrer del 2024:DATE]."),
        ("eu", "A: [2024ko apirilaren 1ean:DATE] hasten da kontratua."),
        ("en", "A: I draw my pension from [1 June 2024:DATE]."),
        ("de", "A: Sie geht zum [1. September 2023:DATE] in Rente."),
        ("fr", "A: Il est à la retraite depuis le [1er avril 2022:DATE]."),
    ],
)
def test_rents_and_pensions_begin_on_the_first(lang: str, line: str) -> None:
    news = {texts(run(dialogue(line, lang=lang), key=key))[0] for key in KEYS}
    days = {m.value("day") for new in news for m in read_dates(new, calendar_for(lang)).moments}
    assert days == {1} and len(news) > 2


def test_a_lease_ends_with_its_month() -> None:
    line = "A: Der Mietvertrag läuft bis zum [30. Juni 2025:DATE]."
    for key in KEYS:
        (new,) = texts(run(dialogue(line, lang="de"), key=key))
        (moment,) = read_dates(new, calendar_for("de")).moments
        told = dt.date(*(moment.value(name) or 0 for name in ("year", "month", "day")))
        assert (told + dt.timedelta(days=1)).day == 1


def test_a_lease_lasts_its_whole_months_beside_its_notice() -> None:
    line = (
        "A: Du [15 mars 2024:DATE] au [14 mars 2027:DATE], congé avant le [14 décembre 2026:DATE]."
    )
    for n in range(6):
        out = texts(run(dialogue(line, lang="fr"), key=bytes([n, 5])))
        first, last, notice = (read_dates(text, calendar_for("fr")).moments[0] for text in out)
        one, two, three = (
            dt.date(*(m.value(part) or 0 for part in ("year", "month", "day")))
            for m in (first, last, notice)
        )
        assert two + dt.timedelta(days=1) == one.replace(year=one.year + 3)
        assert three.day == two.day


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("ca", ("A: Quedem [divendres 31 de gener:DATE]?", "B: [Dissabte 1 de febrer:DATE].")),
        ("es", ("A: ¿El [viernes 31 de enero:DATE]?", "B: Mejor el [sábado 1 de febrero:DATE].")),
        ("de", ("A: Am [Freitag, 31. Januar:DATE]?", "B: [Samstag, 1. Februar:DATE].")),
    ],
)  # fmt: skip
def test_the_days_around_a_month_s_end_may_become_any(lang: str, lines: tuple[str, ...]) -> None:
    news = {texts(run(dialogue(*lines, lang=lang), key=key))[0] for key in KEYS}
    days = {m.value("day") for new in news for m in read_dates(new, calendar_for(lang)).moments}
    assert days != {31}


@pytest.mark.parametrize(
    "line",
    ["A: Ospitaleratua [2026-01-14:DATE] ([asteazkena:DATE]).",
     "A: Bihar, [otsailaren 5ean:DATE], [osteguna:DATE], ez da etorriko."],
)  # fmt: skip
def test_a_labelled_weekday_behind_its_date_moves_with_it(line: str) -> None:
    news = {texts(run(dialogue(line, lang="eu"), key=key))[1] for key in KEYS}
    assert len(news) > 1
