"""Working days stay working days, and what a labelled "last month" says stays true."""

import datetime as dt

import pytest

from surrogates.dates.recurring.weekdays import open_days
from surrogates.languages import load_lexicon
from tests.surrogates.almanac import day_of, read
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n]) for n in range(8)]
WEEKENDS = {
    "es": {"sábado", "domingo", "sábados", "domingos"},
    "ca": {"dissabte", "diumenge"},
    "eu": {"larunbatean", "igandean"},
    "de": {"Samstag", "Sonntag", "Sonnabend"},
    "en": {"Saturday", "Sunday"},
    "fr": {"samedi", "dimanche"},
}


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Recibe los [miércoles:DATE]; venga el [jueves:DATE]."),
        ("es", "A: Venga el [lunes:DATE] o el [viernes:DATE]."),
        ("ca", "A: Vaig deixar el cotxe [dimarts:DATE]."),
        ("eu", "A: [Asteartean:DATE] ekarri nuen."),
        ("de", "A: Der Termin ist am [Montag:DATE]."),
        ("en", "A: I left it with you on [Friday:DATE]."),
        ("fr", "A: Je vous reçois [jeudi:DATE]."),
    ],
)
def test_a_working_day_is_none_of_the_weekend(lang: str, line: str) -> None:
    for key in KEYS:
        drawn = texts(run(dialogue(line, lang=lang), key=key))
        assert not {d if d in WEEKENDS[lang] else d.lower() for d in drawn} & WEEKENDS[lang]


def test_a_day_of_the_year_that_another_date_says_is_a_working_day() -> None:
    for key in KEYS:
        told = dialogue("A: On est le [20 juin 2025:DATE]. Venez le [24 juin:DATE].", lang="fr")
        today, visit = texts(run(told, key=key))
        first = day_of(read(today, "fr"))
        later = day_of(read(f"{visit} {first.year}", "fr"))
        assert (later - first) == dt.timedelta(days=4)
        assert first.weekday() < 5 and later.weekday() < 5


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "fr",
            "A: Née le [9 mai 1941:DATE], ce [20 juin 2025:DATE]. Fêté [le mois dernier:DATE].",
        ),
        (
            "es",
            "A: Nació el [9 mayo 1941:DATE], hoy [20 junio 2025:DATE]. Fue [el mes pasado:DATE].",
        ),
        (
            "en",
            "A: Born on [9 May 1941:DATE], today is [20 June 2025:DATE]. It was [last month:DATE].",
        ),
    ],
)
def test_a_labelled_last_month_stays_true(lang: str, line: str) -> None:
    for key in KEYS:
        birth, today, _ = texts(run(dialogue(line, lang=lang), key=key))
        months = day_of(read(today, lang)).month - day_of(read(birth, lang)).month
        assert months % 12 == 1


@pytest.mark.parametrize(
    ("lang", "line", "shut"),
    [
        ("es", "A: La cita es el [12 de marzo:DATE].", {"6 de enero", "15 de agosto"}),
        ("ca", "A: La visita és el [12 de març:DATE].", {"6 de gener", "26 de desembre"}),
        ("de", "A: Der Termin ist am [12. März:DATE].", {"3. Oktober", "1. Januar"}),
        ("en", "A: You're booked in for [March 12:DATE].", {"January 1", "December 26"}),
        ("fr", "A: Le rendez-vous est le [12 mars:DATE].", {"1er janvier", "14 juillet"}),
    ],
)
def test_an_appointment_does_not_move_to_a_public_holiday(
    lang: str, line: str, shut: set[str]
) -> None:
    drawn = {texts(run(dialogue(line, lang=lang), key=bytes([n])))[0] for n in range(60)}
    assert len(drawn) > 30 and shut.isdisjoint(drawn)


@pytest.mark.parametrize("lang", ["es", "ca", "eu", "de", "en", "fr"])
def test_the_days_on_which_all_is_shut(lang: str) -> None:
    rows = load_lexicon(lang).rows("feasts")
    shut = {(int(r["months"]), int(r["day"])) for r in rows if r["kind"] == "holiday"}
    assert shut >= {(1, 1), (5, 1), (12, 24), (12, 25), (12, 31)}


def test_good_friday_and_easter_monday_are_no_working_days() -> None:
    april = [dt.date(2025, 4, day) for day in range(15, 25)]
    assert [d.day for d in april if d not in open_days(april, ())] == [18, 21]
    assert open_days([dt.date(2024, 3, 29), dt.date(2024, 4, 1)], ()) == []


@pytest.mark.parametrize(
    ("lang", "line", "outside"),
    [
        ("es", "A: El [viernes:DATE], [14 de febrero de 2025:DATE]", "en cinco días hábiles"),
        ("ca", "A: El [divendres:DATE], [14 de febrer de 2025:DATE]", "en cinc dies laborables"),
        ("de", "A: Am [Freitag:DATE], [14. Februar 2025:DATE]", "nach fünf Werktagen, werktags"),
        ("en", "A: On [Friday:DATE], [14 February 2025:DATE]", "within five working days"),
        ("fr", "A: Le [vendredi:DATE] [14 février 2025:DATE]", "cinq jours ouvrés"),
        ("en", "A: On [Friday:DATE], [14 February 2025:DATE]", "closed on Mondays"),
    ],
)
def test_a_weekday_moves_with_its_date_where_other_days_are_spoken_of(
    lang: str, line: str, outside: str
) -> None:
    for key in KEYS:
        result = run(dialogue(f"{line}, {outside}.", lang=lang), key=key)
        weekday, date = texts(result)
        moved = day_of(read(date, lang))
        assert read(weekday, lang).weekday == moved.weekday() != 4 and not result.leaks
        assert moved.weekday() < 5 or "Mondays" in outside


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: De [lunes:DATE] a [viernes:DATE]."),
        ("es", "A: Los [lunes:DATE], [miércoles:DATE] y [viernes:DATE] trabajo."),
        ("es", "A: Abrimos de [lunes a domingo:DATE]."),
        ("ca", "A: De [dilluns:DATE] a [divendres:DATE]."),
        ("eu", "A: [Astelehenetik:DATE] [ostiralera:DATE] lan egiten dut."),
        ("de", "A: [Montag:DATE] bis [Freitag:DATE], [samstags:DATE] nicht."),
        ("en", "A: [Monday:DATE] to [Friday:DATE]."),
        ("fr", "A: Du [lundi:DATE] au [vendredi:DATE]."),
        ("es", "A: El fin de semana, del [viernes:DATE] al [domingo:DATE]."),
        ("en", "A: Away for the weekend, [Friday:DATE] to [Sunday:DATE]."),
    ],
)
def test_a_whole_working_week_or_weekend_stays(lang: str, line: str) -> None:
    told = dialogue(line, lang=lang)
    result = run(told)
    assert result.draft.turns[0].text == told.turns[0].text and not result.leaks
    assert set(codes(result)) == {"DATE_RELATIVE"}


def test_a_part_of_the_week_moves() -> None:
    drawn = {
        tuple(texts(run(dialogue("A: De [martes:DATE] a [jueves:DATE]."), key=k))) for k in KEYS
    }
    assert drawn <= {("lunes", "miércoles"), ("miércoles", "viernes")}


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: El [1 de mayo:DATE] es fiesta, ¿abrís el [2:DATE]?"),
        ("ca", "A: El [24 de juny:DATE] és festiu."),
        ("eu", "A: [Maiatzaren 1a:DATE] jaieguna da."),
        ("de", "A: Der [3. Oktober:DATE] ist ein Feiertag."),
        ("en", "A: [26 December:DATE] is a bank holiday."),
        ("fr", "A: Le [jeudi:DATE] [8 mai:DATE] est férié."),
    ],
)
def test_a_public_holiday_that_is_called_one_becomes_another(lang: str, line: str) -> None:
    rows = load_lexicon(lang).rows("feasts")
    shut = {(int(r["months"]), int(r["day"])) for r in rows if r["kind"] == "holiday"}
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        drawn = [read(text, lang) for text in texts(result)]
        assert any((said.month, said.day) in shut for said in drawn) and not result.leaks


@pytest.mark.parametrize(
    ("lang", "line", "monday"),
    [
        ("fr", "A: Congé jusqu'au [vendredi:WEEKDAY] [22 août 2025:DATE], reprise le "
               "[lundi:WEEKDAY] [25:DATE].", "lundi"),
        ("es", "A: De baja hasta el [viernes:WEEKDAY], y vuelves al trabajo el [lunes:WEEKDAY].",
         "lunes"),
        ("ca", "A: De baixa fins [divendres:WEEKDAY], i torno a la feina [dilluns:WEEKDAY].",
         "dilluns"),
        ("eu", "A: Oporrak [ostirala:WEEKDAY] arte, eta [astelehenean:WEEKDAY] lanera itzuliko "
               "naiz.", "astelehenean"),
        ("de", "A: Urlaub bis [Freitag:WEEKDAY], ab [Montag:WEEKDAY] bin ich wieder im Büro.",
         "Montag"),
        ("en", "A: Off till [Friday:WEEKDAY] and back at work on [Monday:WEEKDAY].", "Monday"),
    ],
)  # fmt: skip
def test_who_is_back_at_work_on_a_monday_was_off_on_a_friday(
    lang: str, line: str, monday: str
) -> None:
    for key in KEYS[:3]:
        result = run(dialogue(line, lang=lang), key=key)
        assert monday in texts(result)
        assert "DATE_RELATIVE" in codes(result)


def test_a_monday_without_a_return_to_work_moves() -> None:
    line = "A: Llegó el [viernes:WEEKDAY] y te llamo otra vez el [lunes:WEEKDAY]."
    for key in KEYS[:3]:
        assert texts(run(dialogue(line), key=key))[-1] != "lunes"
