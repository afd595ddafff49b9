"""Times of day turn together, keep their form, and stay in their part of the day."""

import re
from collections.abc import Sequence

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.dates.hours.clock import Turned, hour_forms, read_clock, write_clock
from surrogates.folding import fold
from surrogates.types import Dialogue, Mention, Turn
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = (b"one", b"two", b"three", b"four", b"five")[: tries(3, 5)]
HOURS = {
    "es": "una dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "en": "one two three four five six seven eight nine ten eleven twelve",
    "de": "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "fr": "une deux trois quatre cinq six sept huit neuf dix onze douze",
    "ca": "una dues tres quatre cinc sis set vuit nou deu onze dotze",
    "eu": "bat bi hiru lau bost sei zazpi zortzi bederatzi hamar hamaika hamabi",
}


def spans(text: str, *found: str, lang: str = "es", label: str = "TIME") -> Dialogue:
    """A turn whose words `found` are labelled: times hold colons, which the short form cannot."""
    mentions = []
    for word in found:
        start = text.index(word)
        mentions.append(Mention(start, start + len(word), label, f"0:{start}"))
    return Dialogue("d1", lang, (Turn("A", text, tuple(mentions)),))


def hour(text: str, lang: str) -> int:
    """The hour that a text in words says, 1 to 12."""
    found = [i for i, w in enumerate(HOURS[lang].split(), 1) if w in fold_words(text, lang)]
    assert found, text
    return found[-1]


def fold_words(text: str, lang: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.casefold())


@pytest.mark.parametrize(
    ("lang", "line", "wanted"),
    [
        ("es", "A: A las [tres y media:TIME].", r"(\w+) y media"),
        ("es", "A: A las [cuatro menos cuarto:TIME].", r"(\w+) menos cuarto"),
        ("es", "A: A las [tres y veinte:TIME].", r"(\w+) y veinte"),
        ("es", "A: A [la una y media:TIME].", r"las (\w+) y media"),
        ("en", "A: At [half past three:TIME].", r"half past (\w+)"),
        ("en", "A: At [twenty to four:TIME].", r"twenty to (\w+)"),
        ("en", "A: At [three thirty:TIME].", r"(\w+) thirty"),
        ("en", "A: At [three o'clock:TIME].", r"(\w+) o'clock"),
        ("de", "A: Um [halb vier:TIME].", r"halb (\w+)"),
        ("de", "A: Um [Viertel nach drei:TIME].", r"Viertel nach (\w+)"),
        ("de", "A: Um [fünf vor halb vier:TIME].", r"fünf vor halb (\w+)"),
        ("de", "A: Um [drei Uhr dreißig:TIME].", r"(\w+) Uhr dreißig"),
        ("fr", "A: À [trois heures et quart:TIME].", r"(\w+) heures? et quart"),
        ("fr", "A: À [quatre heures moins dix:TIME].", r"(\w+) heures? moins dix"),
        ("ca", "A: A [dos quarts de quatre:TIME].", r"dos quarts (?:de |d')(\w+)"),
        ("ca", "A: A [un quart de cinc:TIME].", r"un quart (?:de |d')(\w+)"),
        ("ca", "A: A les [tres i deu:TIME].", r"(\w+) i deu"),
        ("eu", "A: [hiru eta erdietan:TIME]", r"(\w+) eta erdietan"),
    ],
)
def test_words_keep_their_form(lang: str, line: str, wanted: str) -> None:
    made = dialogue(line, lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        (out,) = texts(result)
        match = re.fullmatch(wanted, out)
        assert match is not None, out
        assert match[1] in HOURS[lang].split() or (lang, match[1]) == ("de", "ein")
        assert out not in line
        assert not codes(result)


@pytest.mark.parametrize(
    ("lang", "first", "second", "text"),
    [
        ("es", "15:30", "tres y media", "a las 15:30, o sea a las tres y media de la tarde"),
        ("en", "15:30", "half past three", "at 15:30, that is half past three in the afternoon"),
        ("de", "15:30", "halb vier", "um 15:30, also halb vier am Nachmittag"),
        (
            "fr",
            "15h30",
            "trois heures et demie",
            "à 15h30, à trois heures et demie de l'après-midi",
        ),
    ],
)
def test_two_renderings_of_a_time_agree(lang: str, first: str, second: str, text: str) -> None:
    made = spans(text, first, second, lang=lang)
    for key in KEYS:
        figures, words = texts(run(made, key=key))
        new = int(figures[:2]) - (12 if int(figures[:2]) > 12 else 0)
        late = lang == "de"  # "halb vier" is half past three
        assert hour(words, lang) == (new % 12 + 1 if late else new), (figures, words)
        assert figures.endswith("30")
        assert words != second


@pytest.mark.parametrize(
    ("lang", "text", "word", "allowed"),
    [
        ("es", "a las 9 de la mañana", "9", range(5, 12)),
        ("es", "a las 5 de la tarde", "5", range(1, 9)),
        ("es", "a las 10 de la noche", "10", range(8, 13)),
        ("en", "at 9 am", "9", range(1, 13)),
        ("en", "at 5 in the afternoon", "5", (12, 1, 2, 3, 4, 5)),
        ("de", "um 9 Uhr morgens", "9", range(4, 11)),
        ("fr", "à 9 heures du matin", "9", range(1, 12)),
        ("ca", "a les 5 de la tarda", "5", range(1, 8)),
        ("eu", "arratsaldeko 5etan", "5", range(1, 8)),
        ("eu", "goizeko 9etan", "9", range(4, 12)),
    ],
)
def test_the_part_of_the_day_stays_true(
    lang: str, text: str, word: str, allowed: Sequence[int]
) -> None:
    made = spans(text, word, lang=lang)
    for key in KEYS:
        (out,) = texts(run(made, key=key))
        assert out != word and int(out) in allowed, out


def test_opening_hours_keep_their_length() -> None:
    for key in KEYS:
        (out,) = texts(run(dialogue("A: Abrimos [de nueve a dos:TIME]."), key=key))
        match = re.fullmatch(r"de (\w+) a (\w+)", out)
        assert match is not None
        one, two = (HOURS["es"].split().index(w) for w in match.groups())
        assert (two - one) % 12 == 5


@pytest.mark.parametrize("text", ["15:30", "09:05", "8:15", "23:59", "15:37", "00:30"])
def test_figures_keep_their_grain(text: str) -> None:
    made = spans(f"a las {text} vino", text)
    grain = next(g for g in (30, 15, 5, 1) if int(text[-2:]) % g == 0)
    for key in KEYS:
        (out,) = texts(run(made, key=key))
        assert re.fullmatch(r"\d{1,2}:\d\d", out) and out != text
        assert 0 <= int(out[:-3]) <= 23 and int(out[-2:]) % grain == 0 and int(out[-2:]) < 60
        assert (int(text[:-3]) > 12) == (int(out[:-3]) > 12)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Estuve [tres horas:TIME] y [media hora:TIME] más."),
        ("en", "A: It took [three hours:TIME] and [half an hour:TIME]."),
        ("de", "A: Das dauert [drei Stunden:TIME] oder [zehn Minuten:TIME]."),
        ("fr", "A: Pendant [deux heures:TIME] ou [dix minutes:TIME]."),
        ("ca", "A: Vaig trigar [tres hores:TIME] i [deu minuts:TIME]."),
        ("eu", "A: [hiru ordu:TIME] eta [hamar minutu:TIME]"),
    ],
)
def test_how_long_is_no_time_of_day(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    result = run(made)
    assert result.draft.turns[0].text == made.turns[0].text
    assert codes(result) == ["DATE_RELATIVE"] * 2


def test_an_hour_whose_article_stands_outside_stays_and_says_so() -> None:
    result = run(dialogue("A: A la [una:TIME]."))
    assert texts(result) == ["una"] and codes(result) == ["DATE_RELATIVE"]
    for key in KEYS:
        assert texts(run(dialogue("A: A las [doce:TIME]."), key=key)) != ["una"]


def test_a_date_with_a_time_moves_both() -> None:
    made = spans("el 10/09/2018 a las 15:30 y el lunes", "10/09/2018 a las 15:30", label="DATE")
    for key in KEYS:
        (out,) = texts(run(made, key=key))
        assert re.fullmatch(r"\d\d/\d\d/20\d\d a las \d\d:\d\d", out), out
        assert out[:5] != "10/09" and out[-5:] != "15:30"


@pytest.mark.parametrize("lang", sorted(HOURS))
def test_hours_are_read_as_they_are_said(lang: str) -> None:
    """Every hour of a clock's face, turned by every number of hours, is that hour."""
    calendar = calendar_for(lang)
    forms = {form: hour for form, hour in hour_forms(calendar).items() if hour[0] <= 12}
    assert {value for value, _ in forms.values()} == set(range(1, 13))
    for form, (value, variant) in forms.items():
        for turn in range(1, 12):
            clock = read_clock(form, "", "", calendar)
            assert clock is not None
            new = write_clock(clock, Turned(turn, 0))
            assert new is not None, (form, turn)
            again = read_clock(new, "", "", calendar)
            assert again is not None
            assert [h.value for h in again.hours] == [(value + turn - 1) % 12 + 1]
            assert lang == "de" or forms[fold(new)][1] == variant


def test_every_hour_of_the_day_in_words() -> None:
    for lang, unit in (("es", " horas"), ("fr", " heures"), ("de", " Uhr")):
        calendar = calendar_for(lang)
        for value in range(13, 24):
            if lang == "es" and value in (21, 22):
                continue
            clock = read_clock(f"{calendar.say(value)}{unit}", "a las ", "", calendar)
            assert clock is not None and clock.hours[0].value == value


@pytest.mark.parametrize(
    ("lang", "line", "apart"),
    [
        ("de", "A: zwischen [10 und 12 Uhr:TIME]", 2),
        ("fr", "A: entre [9 h et 11 h:TIME]", 2),
        ("es", "A: entre las [10 y las 12:TIME]", 2),
        ("es", "A: entre las [9 y 11:TIME]", 2),
        ("ca", "A: entre les [10 i les 12:TIME]", 2),
        ("en", "A: between [9 and 11 am:TIME]", 2),
        ("en", "A: [9am to 11am:TIME]", 2),
    ],
)
def test_both_ends_of_a_range_move(lang: str, line: str, apart: int) -> None:
    given = re.findall(r"\d+", line)
    for key in (b"1", b"2", b"3", b"4", b"5"):
        (out,) = texts(run(dialogue(line, lang=lang), key=key))
        begins, ends = re.findall(r"\d+", out)
        assert (int(ends) - int(begins)) % 12 == apart
        assert begins != given[0] and ends != given[1]


def test_minutes_in_words_part_no_range() -> None:
    line = "A: entre las [diez y media y las once y veinte:TIME]"
    (out,) = texts(run(dialogue(line), key=b"1"))
    assert out.endswith("y veinte") and " y media y las " in out and "once" not in out


@pytest.mark.parametrize(
    ("lang", "line", "word"),
    [
        ("en", "A: between [8:TIME] and [12 noon:TIME].", "noon"),
        ("en", "A: until [12 midnight:TIME].", "midnight"),
        ("de", "A: um [12 Uhr Mittag:TIME].", "Mittag"),
        ("fr", "A: à [12h midi:TIME].", "midi"),
    ],
)
def test_twelve_that_moves_is_no_noon(lang: str, line: str, word: str) -> None:
    for key in range(8):
        out = texts(run(dialogue(line, lang=lang), key=bytes([key])))
        assert not any(word in text or text.startswith("[") for text in out), out
        hours = [int(re.findall(r"\d+", text)[0]) for text in out]
        assert hours[-1] < 12 and (len(hours) == 1 or hours[1] - hours[0] == 4)


def test_noon_outside_a_label_is_never_said_of_another_hour() -> None:
    for key in range(8):
        result = run(dialogue("A: at [12:TIME] noon.", lang="en"), key=bytes([key]))
        assert result.draft.turns[0].text == "at 12 noon."
        assert codes(result) == ["DATE_RELATIVE"]


def test_a_part_of_the_day_anywhere_in_the_turn_holds_for_its_one_hour() -> None:
    line = "A: In the morning it would be better, if you could come at [9:TIME]."
    hours = {int(texts(run(dialogue(line, lang="en"), key=bytes([key])))[0]) for key in range(12)}
    assert hours <= {6, 7, 8, 10, 11}


def test_nobody_is_woken() -> None:
    for key in range(12):
        out = texts(run(dialogue("A: at [7.30 a.m.:TIME]", lang="en"), key=bytes([key])))
        assert 6 <= int(out[0].split(".")[0]) <= 11


@pytest.mark.parametrize(
    ("lang", "text", "said"),
    [
        ("es", "a las 9:30", "9:30"),
        ("de", "um 9 Uhr 30", "9 Uhr 30"),
        ("fr", "à 16 h 15", "16 h 15"),
        ("en", "at 10:00 am", "10:00 am"),
        ("de", "um 18 Uhr", "18 Uhr"),
    ],
)
def test_an_hour_at_which_shops_are_open_stays_one(lang: str, text: str, said: str) -> None:
    for key in range(12):
        (out,) = texts(run(spans(text, said, lang=lang), key=bytes([key])))
        assert 7 <= int(re.findall(r"\d+", out)[0]) <= 21, out


@pytest.mark.parametrize("said", ["23:15", "03:30"])
def test_an_hour_of_the_night_stays_one(said: str) -> None:
    for key in range(12):
        (out,) = texts(run(spans(f"a las {said}", said), key=bytes([key])))
        assert int(out[:2]) < 7 or int(out[:2]) > 21, out
