"""Ages said roughly, and what other words tell of an age or of a day."""

import re

import pytest

from surrogates.dates.calendars import calendar_for
from tests.effort import tries
from tests.surrogates.almanac import read
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 6]) for i in range(tries(4, 12))]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: Er ist [Mitte zwanzig:AGE], sie [Anfang dreißig:AGE], ich [Ende fünfzig:AGE]."),
        ("es", "A: Ella [unos treinta:AGE], él [casi cuarenta:AGE], yo [unos 60 años:AGE]."),
        ("ca", "A: Ella [uns trenta anys:AGE], ell [gairebé quaranta:AGE], jo [uns 60:AGE]."),
        ("en", "A: In his [mid-thirties:AGE], her [early forties:AGE], his [late 50s:AGE]."),
        ("fr", "A: Elle a [environ trente ans:AGE], lui [presque quarante:AGE]."),
        ("eu", "A: [Ia hogei:AGE] urte ditu, nik [ia hirurogei:AGE]."),
    ],
)
def test_rough_ages_keep_their_order_and_stay_round(lang: str, line: str) -> None:
    calendar, decades = calendar_for(lang), calendar_for("en").phrases("decade_name")
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        found = []
        for replacement in result.replacements:
            _, *said = replacement.surrogate.replace("-", " ").split()
            number = " ".join(w for w in said if w not in ("años", "anys", "ans"))
            form = calendar.read_number(number)
            figures = re.match(r"\d+", number)
            value = form.value if form else int(figures[0]) if figures else decades.get(number)
            found.append(int(value or 0))
            assert replacement.surrogate != replacement.original
        assert found == sorted(set(found)) and not any(age % 10 for age in found)
        assert "NUMBER_GRAMMAR" not in codes(result)


def test_the_months_of_a_baby_lie_between_dates_without_a_year() -> None:
    line = "A: Té [tres mesos:AGE], va néixer el [5 de març:DATE]. Avui és [5 de juny:DATE]."
    for key in KEYS:
        assert texts(run(dialogue(line, lang="ca"), key=key))[0] == "tres mesos"


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: He turns [17:AGE] on the [13th:DATE]. DOB [13/06/2008:DATE]."),
        ("de", "A: Er wird [17:AGE]. Geb. [13.06.2008:DATE]."),
        ("es", "A: Cumple [17:AGE]. Fecha nac. [13/06/2008:DATE]."),
    ],
)
def test_short_words_say_a_birth(lang: str, line: str) -> None:
    for key in KEYS:
        age, *_, birth = texts(run(dialogue(line, lang=lang), key=key))
        assert int(birth[-4:]) + int(age) == 2025


def test_a_decade_keeps_its_case() -> None:
    line = "A: In den [Achtzigern:DATE] und [Neunzigern:DATE], die [Siebziger:DATE]."
    for key in KEYS:
        one, two, three = texts(run(dialogue(line, lang="de"), key=key))
        assert one.endswith("igern") and two.endswith("igern") and three.endswith("iger")


def test_a_day_is_of_the_month_that_said_it() -> None:
    line = "A: Del [24 de juny:DATE] al [2 de juliol:DATE]. El [dimarts 24:DATE] comença."
    for key in KEYS:
        first, _, again = (read(t, "ca") for t in texts(run(dialogue(line, lang="ca"), key=key)))
        assert first.day == again.day


def test_a_part_of_the_day_behind_a_comma_is_of_the_next_hour() -> None:
    outs = set()
    for number in range(8):
        made = dialogue("A: Abren de [8:TIME] a [12:TIME], por la tarde de [4:TIME] a [6:TIME].")
        first, noon, *_ = texts(run(made, key=bytes([number])))
        assert (int(noon) - int(first)) % 12 == 4
        outs.add(first)
    assert "8" not in outs
