"""One shift a dialogue: intervals, weekdays, months and renderings agree in every language.

Checks judge the output: ("days", a, b, n) date b is n days after a, and so for months, weekdays and
years; ("same", a, b); ("weekday", a, b) the weekday of a is that of date b.
"""

import datetime as dt
from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from surrogates.folding import fold
from surrogates.types import Constraint
from tests.effort import tries
from tests.surrogates.almanac import LANGUAGES, Said, day_of, names, read, year_of
from tests.surrogates.dialogues import codes, dialogue, outside, run, texts

KEYS = (b"one", b"two", b"three", b"four")[: tries(3, 4)]
Check = tuple[str, int, int] | tuple[str, int, int, int]
CASES: dict[str, tuple[str, list[str], list[Check]]] = {
    "es words": (
        "es",
        ["A: El [diez de septiembre:DATE] y el [doce de septiembre:DATE]."],
        [("days", 0, 1, 2)],
    ),
    "es figures and words": (
        "es",
        ["A: El [10/09/2018:DATE].", "B: ¿El [diez de septiembre:DATE]?", "A: el [10 del 9:DATE]"],
        [("same", 0, 1), ("same", 0, 2)],
    ),
    "es weekday inside": ("es", ["A: El [lunes 10 de septiembre:DATE]."], [("weekday", 0, 0)]),
    "es weekday of 2019": (
        "es",
        ["A: El [martes:DATE] [10 de septiembre de 2019:DATE]."],
        [("weekday", 0, 1)],
    ),
    "es range in one span": (
        "es",
        ["A: Del [3 de mayo:DATE] al [5 de mayo:DATE], o sea [del 3 al 5 de mayo:DATE]."],
        [("days", 0, 1, 2), ("same", 2, 0)],
    ),
    "es day and month apart": (
        "es",
        ["A: El [10:DATE] de [septiembre:DATE], sí, el [10 de septiembre:DATE]."],
        [],
    ),
    "es month of the day": (
        "es",
        ["A: En [mayo:DATE], el [10 de mayo:DATE]. El mes que viene, [junio:DATE]."],
        [("months", 0, 1, 0), ("months", 0, 2, 1)],
    ),
    "es over New Year": (
        "es",
        ["A: Del [30 de diciembre de 2018:DATE] al [2 de enero de 2019:DATE]."],
        [("days", 0, 1, 3)],
    ),
    "es born and today": (
        "es",
        ["A: Nací el [3 de mayo de 1975:DATE] y hoy es [10 de septiembre de 2018:DATE]."],
        [("days", 0, 1, 15836)],
    ),
    "es year and date": (
        "es",
        ["A: En [2018:DATE], el [10 de mayo de 2018:DATE]."],
        [("years", 0, 1, 0)],
    ),
    "es month before last full dates": (
        "es",
        ["A: Hoy es [31 de mayo:DATE] y el mes pasado, el [3 de abril:DATE]."],
        [("months", 1, 0, 1)],
    ),
    "es whole month": (
        "es",
        ["A: [del 1 al 31 de mayo:DATE], o sea del [1 de mayo:DATE] al [31 de mayo:DATE]."],
        [("days", 1, 2, 30)],
    ),
    "es range over New Year": (
        "es",
        ["A: [Del 30 de diciembre al 2 de enero de 2019:DATE], o sea el [30/12/2018:DATE]."],
        [],
    ),
    "es next week": (
        "es",
        ["A: Hoy, [5 de septiembre de 2018:DATE]; la semana que viene, [10/09/2018:DATE]."],
        [("days", 0, 1, 5), ("weeks", 0, 1, 1)],
    ),
    "es last year": (
        "es",
        ["A: El [15 de diciembre de 2018:DATE]; este año, el [10 de enero de 2019:DATE]."],
        [("years", 0, 1, 1)],
    ),
    "es plural weekdays": (
        "es",
        ["A: Trabajo los [jueves:DATE] y los [viernes:DATE]."],
        [("weekdays", 0, 1, 1)],
    ),
    "en ordinal": (
        "en",
        ["A: [September 10th:DATE], yes, [the tenth of September:DATE], not the [11th:DATE]."],
        [("same", 0, 1)],
    ),
    "en renderings": (
        "en",
        ["A: On [September 10, 2018:DATE].", "B: That is [2018-09-10:DATE]?"],
        [("same", 0, 1)],
    ),
    "en weekday": (
        "en",
        ["A: On [Monday:DATE], [10 September 2018:DATE], not [Tuesday:DATE]."],
        [("weekday", 0, 1), ("weekdays", 0, 2, 1)],
    ),
    "en last month": (
        "en",
        ["A: It is [May:DATE] now and last month was [April:DATE]."],
        [("months", 1, 0, 1)],
    ),
    "en interval": (
        "en",
        ["A: From [28 February:DATE] to [1 March:DATE]."],
        [("days", 0, 1, 1)],
    ),
    "en yesterday": (
        "en",
        ["A: Yesterday was [Tuesday:DATE], today is [Wednesday:DATE]."],
        [("weekdays", 0, 1, 1)],
    ),
    "en years": (
        "en",
        ["A: Since [1998:DATE], so twenty years by [2018:DATE]."],
        [("years", 0, 1, 20)],
    ),
    "de ordinal": (
        "de",
        ["A: Am [zehnten September:DATE].", "B: Also am [10. September:DATE]?"],
        [("same", 0, 1)],
    ),
    "de figures": (
        "de",
        ["A: Am [10.9.2018:DATE] und am [12. September 2018:DATE]."],
        [("days", 0, 1, 2)],
    ),
    "de weekday": (
        "de",
        ["A: Am [Montag, 10. September 2018:DATE], nicht am [Dienstag:DATE]."],
        [("weekday", 0, 0), ("weekdays", 0, 1, 1)],
    ),
    "de last month": (
        "de",
        ["A: Jetzt ist [Mai:DATE], letzten Monat war [April:DATE]."],
        [("months", 1, 0, 1)],
    ),
    "de year change": (
        "de",
        ["A: Die Rechnung vom [Januar:DATE], der Monat davor war [Dezember:DATE]."],
        [("months", 1, 0, 1)],
    ),
    "de yesterday": (
        "de",
        ["A: Gestern war [Dienstag:DATE], heute ist [Mittwoch:DATE]."],
        [("weekdays", 0, 1, 1)],
    ),
    "fr figures and words": (
        "fr",
        ["A: Le [10 septembre:DATE].", "B: Le [dix septembre:DATE] ?", "A: le [10/09:DATE]"],
        [("same", 0, 1), ("same", 0, 2)],
    ),
    "fr first": (
        "fr",
        ["A: Du [28 février:DATE] au [1er mars:DATE]."],
        [("days", 0, 1, 1)],
    ),
    "fr weekday": (
        "fr",
        ["A: [lundi 10 septembre 2018:DATE], puis [mardi:DATE]."],
        [("weekday", 0, 0), ("weekdays", 0, 1, 1)],
    ),
    "fr last month": (
        "fr",
        ["A: On est en [mai:DATE], le mois dernier c'était [avril:DATE]."],
        [("months", 1, 0, 1)],
    ),
    "fr elision": (
        "fr",
        ["A: Au mois d'[avril:DATE], puis au mois de [mai:DATE]."],
        [("months", 0, 1, 1)],
    ),
    "ca elision inside": (
        "ca",
        ["A: L'[11 de setembre:DATE] i el [10 d'octubre:DATE]."],
        [("days", 0, 1, 29)],
    ),
    "ca words": (
        "ca",
        ["A: El [deu de setembre:DATE].", "B: El [10 de setembre:DATE]?"],
        [("same", 0, 1)],
    ),
    "ca last month": (
        "ca",
        ["A: Som al [maig:DATE] i el mes passat va ser l'[abril:DATE]."],
        [("months", 1, 0, 1)],
    ),
    "ca weekday": (
        "ca",
        ["A: [dilluns:DATE], [10 de setembre de 2018:DATE]; demà, [dimarts:DATE]"],
        [("weekday", 0, 1), ("weekdays", 0, 2, 1)],
    ),
    "ca and es": (
        "ca",
        ["A: El [10 de setembre:DATE].", "B: ¿El [10 de septiembre:DATE]?"],
        [("same", 0, 1)],
    ),
    "ca and es October": (
        "ca",
        ["A: El [10 d'octubre:DATE].", "B: ¿El [10 de octubre:DATE]?"],
        [("same", 0, 1)],
    ),
    "es weekday in a Basque call": (
        "eu",
        ["A: [astelehenean:DATE], [irailaren 10ean:DATE]", "B: ¿el [lunes:DATE]?"],
        [("weekdays", 0, 2, 0)],
    ),
    "eu and es": (
        "eu",
        ["A: [irailaren 10ean:DATE]", "B: ¿el [10 de septiembre:DATE]?"],
        [("same", 0, 1)],
    ),
    "eu endings": (
        "eu",
        ["A: [irailaren 1ean:DATE], [irailaren 2an:DATE], [irailaren 11n:DATE], [irailak 3:DATE]"],
        [("days", 0, 1, 1), ("days", 0, 2, 10), ("days", 0, 3, 2)],
    ),
    "eu year": (
        "eu",
        ["A: [2018ko irailaren 10ean:DATE]", "B: [2018-09-10:DATE]?"],
        [("same", 0, 1)],
    ),
    "eu words": (
        "eu",
        ["A: [irailaren hamarrean:DATE]", "B: [irailaren 10a:DATE] bai"],
        [("same", 0, 1)],
    ),
    "eu last month": (
        "eu",
        ["A: Orain [iraila:DATE] da, joan den hilabetea [abuztua:DATE] izan zen."],
        [("months", 1, 0, 1)],
    ),
    "eu yesterday": (
        "eu",
        ["A: Atzo [asteartea:DATE] zen, gaur [asteazkena:DATE] da."],
        [("weekdays", 0, 1, 1)],
    ),
    "eu weekday": (
        "eu",
        ["A: [astelehenean:DATE], [2018ko irailaren 10ean:DATE]"],
        [("weekday", 0, 1)],
    ),
}


def language_of(text: str, lang: str) -> str:
    """Spanish words inside a Basque or Catalan call are Spanish."""
    months, weekdays = (set(a) - set(b) for a, b in zip(names("es"), names("ca"), strict=True))
    spanish = fold(text.split()[-1]) in months | weekdays or " de octubre" in text
    return "es" if lang in ("eu", "ca") and spanish else lang


def holds(check: Check, out: Sequence[Said]) -> bool:
    kind, a, b, *rest = check
    n = rest[0] if rest else 0
    one, two = out[a], out[b]
    if kind == "days":
        apart = (day_of(two) - day_of(one)).days
        return apart == n or (one.year is None and (apart - n) % 365 == 0)
    if kind == "same":
        return (one.month, two.day is None or one.day == two.day) == (two.month, True)
    if kind == "months":
        assert one.month is not None and two.month is not None
        return (two.month - one.month - n) % 12 == 0
    if kind == "weeks":
        return (day_of(two).toordinal() - 1) // 7 - (day_of(one).toordinal() - 1) // 7 == n
    if kind == "years":
        return year_of(two) - year_of(one) == n
    assert one.weekday is not None
    if kind == "weekday":
        return day_of(two).weekday() == one.weekday
    assert two.weekday is not None
    return (two.weekday - one.weekday - n) % 7 == 0


@pytest.mark.parametrize("name", sorted(CASES))
def test_dates_move_together(name: str) -> None:
    lang, lines, checks = CASES[name]
    made = dialogue(*lines, lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        out = texts(result)
        old = [r.original for r in result.replacements]
        assert not [t for t in out if t.startswith("[")], out
        assert not [t for t, o in zip(out, old, strict=True) if t.casefold() == o.casefold()], out
        assert outside(made) == outside(result.draft)
        assert not codes(result)
        said = [read(t, language_of(t, lang)) for t in out]
        before = [read(t, language_of(t, lang)) for t in old]
        for new, was in zip(said, before, strict=True):
            assert [v is None for v in vars_of(new)] == [v is None for v in vars_of(was)], out
            if new.day is not None and new.month is not None:
                day_of(new)
        assert all(holds(c, before) for c in checks), "the case itself"
        assert all(holds(c, said) for c in checks), out


def vars_of(said: Said) -> tuple[int | None, ...]:
    return said.day, said.month, said.year, said.weekday


@pytest.mark.parametrize("lang", LANGUAGES)
@settings(max_examples=tries(10, 200), deadline=None)
@given(
    st.lists(
        st.dates(dt.date(2005, 1, 1), dt.date(2028, 12, 31)), min_size=1, max_size=4, unique=True
    ),
    st.binary(min_size=1, max_size=4),
)
def test_any_dates_keep_their_intervals(lang: str, dates: list[dt.date], key: bytes) -> None:
    assume(len({date.day for date in dates}) == len(dates))  # what is monthly stays monthly
    pattern = {"eu": "{y}ko {m}aren {d}a", "en": "{d} {m} {y}", "ca": "{d}/{n}/{y}"}
    said = pattern.get(lang, "{d}. {m} {y}" if lang == "de" else "{d} {m} {y}")
    months = names(lang)[0]
    lines = [
        f"A: [{said.format(d=d.day, m=months[d.month - 1], n=d.month, y=d.year)}:DATE]"
        for d in dates
    ]
    out = [day_of(read(t, lang)) for t in texts(run(dialogue(*lines, lang=lang), key=key))]
    moved = {(new - old).days for new, old in zip(out, dates, strict=True)}
    assert len(moved) == 1
    assert 28 <= abs(moved.pop()) <= 364


@pytest.mark.parametrize(
    ("lang", "line", "plural"),
    [
        ("es", "A: Cierro los [lunes:DATE] y los [sábados:DATE].", {"sábados", "domingos"}),
        ("ca", "A: Tanco els [dilluns:DATE] i [dissabtes:DATE].", {"dissabtes", "diumenges"}),
    ],
)
def test_several_weekdays_take_their_plural(lang: str, line: str, plural: set[str]) -> None:
    singular = {w[:-1] for w in plural}
    seen = set()
    for i in range(20):
        out = texts(run(dialogue(line, lang=lang), key=bytes([i, 3])))
        assert not singular & set(out), out
        seen |= plural & set(out)
    assert seen


def test_a_typed_date_moves_the_others_with_it() -> None:
    made = dialogue("A: El [10 de mayo:DATE] o el [12:DATE], en [mayo:DATE]; antes, [abril:DATE].")
    first, _, month, _ = (m.key for m in made.turns[0].mentions)
    typed = [Constraint("surrogate", (first,), "3 de octubre")]
    assert texts(run(made, constraints=typed)) == ["3 de octubre", "5", "octubre", "septiembre"]
    typed = [Constraint("surrogate", (month,), "febrero")]
    for key in KEYS:
        out = texts(run(made, key=key, constraints=typed))
        assert read(out[0], "es").month == 2
        assert out[2:] == ["febrero", "enero"]


def test_keys_move_dates_differently() -> None:
    made = dialogue("A: El [10 de septiembre de 2018:DATE].")
    moved = {day_of(read(texts(run(made, key=bytes([i, 7])))[0], "es")) for i in range(30)}
    apart = {abs((d - dt.date(2018, 9, 10)).days) for d in moved}
    assert len(moved) > 20
    assert min(apart) >= 28 and max(apart) <= 364


def test_a_weekday_tells_which_month_a_day_is_of() -> None:
    made = dialogue(
        "A: Era el [lunes 10 de marzo:DATE]. Nació en [mayo:DATE].",
        "B: cuatro días más tarde, el [viernes 14:DATE], sí, el [14 de marzo:DATE].",
    )
    for key in (b"1", b"2", b"3", b"4", b"5"):
        _, _, later, same = texts(run(made, key=key))
        assert later.split()[1] == same.split()[0]
