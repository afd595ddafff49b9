"""How long something takes stays as it was said, under a label of numbers, too."""

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.dates.hours.clock import hour_forms
from surrogates.folding import fold
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n]) for n in range(6)]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Salimos en [veinte:NUM] minutos."),
        ("es", "A: Son [tres horas y media:NUM] de vuelo."),
        ("es", "A: Espere [un cuarto de hora:NUM]."),
        ("es", "A: Tome una cada [seis:NUM] horas."),
        ("es", "A: Me quedo [ocho:NUM] noches más."),
        ("ca", "A: Triga [quaranta:NUM] minuts."),
        ("ca", "A: Són [tres quarts:NUM] d'hora."),
        ("ca", "A: Ve d'aquí a [quinze:NUM] dies."),
        ("ca", "A: Falta [mitja:NUM] hora."),
        ("eu", "A: [Hogei:NUM] minutu behar ditut."),
        ("eu", "A: [Lau:NUM] hilabetetan ordainduko dut."),
        ("eu", "A: [Ordubete:NUM] lehenago etorri naiz."),
        ("eu", "A: [Hamar:NUM] minutuko atzerapena du."),
        ("de", "A: Das dauert [vierzig:NUM] Minuten."),
        ("de", "A: In [drei:NUM] bis [vier:NUM] Wochen."),
        ("de", "A: Ich warte schon [eine Viertelstunde:NUM]."),
        ("de", "A: Etwa [anderthalb:NUM] Stunden."),
        ("en", "A: I need to give [six:NUM] weeks' notice."),
        ("en", "A: It's a [two:NUM]-day course."),
        ("en", "A: About [half:NUM] an hour."),
        ("en", "A: That takes [25 mins:NUM]."),
        ("fr", "A: Il a [un quart d'heure:NUM] d'avance."),
        ("fr", "A: Comptez [deux heures et dix minutes:NUM]."),
        ("fr", "A: Toutes les [huit:NUM] heures."),
        ("fr", "A: Sous [vingt:NUM] jours."),
    ],
)
def test_a_length_of_time_stays(lang: str, line: str) -> None:
    told = dialogue(line, lang=lang)
    said = [m for t in told.turns for m in t.mentions]
    for key in KEYS:
        result = run(told, key=key)
        assert result.draft.turns[0].text == told.turns[0].text
        assert len(codes(result)) == len(said) and not result.leaks
        assert {"DATE_RELATIVE", "SAID_AROUND"}.issuperset(codes(result))


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: En [treinta:NUM] minutos.", "B: ¿[Treinta:NUM]? Bien.")),
        ("de", ("A: In [dreißig:NUM] Minuten.", "B: [30:NUM], gut.")),
        ("fr", ("A: Dans [trente:NUM] minutes.", "B: [Trente:NUM] ? Bien.")),
    ],
)
def test_what_repeats_a_length_stays_with_it(lang: str, lines: tuple[str, ...]) -> None:
    told = dialogue(*lines, lang=lang)
    for key in KEYS:
        assert [t.text for t in run(told, key=key).draft.turns] == [t.text for t in told.turns]


def test_the_same_number_of_something_else_is_drawn() -> None:
    told = dialogue(
        "A: Il reste [48:NUM] minutes, [une heure et deux minutes:NUM] en tout.",
        "A: Voiture [12:NUM], place [48:NUM].",
        lang="fr",
    )
    for key in KEYS:
        assert not {"12", "48"} & set(texts(run(told, key=key))[2:])


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Abren a las [17:NUM] horas."),
        ("ca", "A: Obren a les [16:NUM] hores."),
        ("fr", "A: On ouvre à [14:NUM] heures."),
    ],
)
def test_an_hour_on_the_clock_is_none(lang: str, line: str) -> None:
    for key in KEYS:
        (hour,) = texts(run(dialogue(line, lang=lang), key=key))
        assert hour not in line and 12 < int(hour) < 24


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Vino el [tercer:NUM] día."),
        ("es", "A: Son [veinte:NUM] billetes."),
        ("de", "A: Am [3.:NUM] Tag."),
        ("eu", "A: [4.:NUM] astea da."),
        ("ca", "A: En vull [tres:NUM] més."),
        ("en", "A: Take the [second:NUM] week."),
    ],
)
def test_what_has_a_place_in_a_row_or_counts_things_is_no_length(lang: str, line: str) -> None:
    told = dialogue(line, lang=lang)
    assert {texts(run(told, key=key))[0] for key in KEYS} - {told.turns[0].text.split()[-2]}
    assert all("DATE_RELATIVE" not in codes(run(told, key=key)) for key in KEYS)


def test_times_move_together_and_what_lies_between_stays() -> None:
    told = dialogue(
        "A: Sale a las [9.10:TIME] y llega a las [10.25:TIME], [una hora y cuarto:NUM].",
        "B: ¿Y el de las [diez y diez:TIME], [una:NUM] hora después?",
    )
    for key in KEYS:
        first, last, length, later, hour = texts(run(told, key=key))
        minutes = [60 * int(h) + int(m) for h, m in (t.split(".") for t in (first, last))]
        assert minutes[1] - minutes[0] == 75 and (length, hour) == ("una hora y cuarto", "una")
        assert later.endswith("y diez")


@pytest.mark.parametrize(
    ("lang", "line", "minutes"),
    [
        ("es", "A: Empieza a las [cuatro y media:NUM] y acaba a las [seis:NUM].", "y media"),
        ("ca", "A: Comença a les [quatre i mitja:NUM] i acaba a les [sis:NUM].", "i mitja"),
        ("en", "A: It starts at [four:NUM] o'clock and ends at [six:NUM].", ""),
        ("de", "A: Es beginnt um [vier:NUM] Uhr und endet um [sechs:NUM].", ""),
    ],
)
def test_hours_under_a_label_of_numbers_move_together(lang: str, line: str, minutes: str) -> None:
    calendar = calendar_for(lang)
    for key in KEYS:
        first, last = texts(run(dialogue(line, lang=lang), key=key))
        forms = hour_forms(calendar)
        hours = [forms[fold(text.split(" ")[0])][0] for text in (first, last)]
        assert (hours[1] - hours[0]) % 12 == 2 and first.endswith(minutes)


def test_minutes_behind_an_hour_stay() -> None:
    line = "A: Le train part à [15:NUM] h [42:NUM], quai [7:NUM]."
    for key in KEYS:
        hour, minute, platform = texts(run(dialogue(line, lang="fr"), key=key))
        assert minute == "42" and hour != "15" and platform != "7"


def test_what_no_hour_is_said_of_is_none() -> None:
    told = dialogue("A: Les di las llaves a las [treinta:NUM] hermanas, a [nueve:NUM] euros.")
    assert all(texts(run(told, key=key))[0] not in ("treinta", "[NUM]") for key in KEYS)


@pytest.mark.parametrize("said", ["1h38", "2 h", "1 h 05 min"])
def test_hours_and_minutes_in_one_mention_say_how_long(said: str) -> None:
    assert texts(run(dialogue(f"A: Comptez [{said}:NUM] de trajet.", lang="fr"))) == [said]
