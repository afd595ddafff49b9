"""Working days stay working days, and what a labelled "last month" says stays true."""

import datetime as dt

import pytest

from tests.surrogates.almanac import day_of, read
from tests.surrogates.dialogues import dialogue, run, texts

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
