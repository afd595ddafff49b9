"""Numbers that make one another do so afterwards, whatever their labels; where not, it is told."""

import re

import pytest

from surrogates import notices
from surrogates.languages import load_lexicon
from surrogates.languages.numerals import numerals
from surrogates.numbers.sums.values import read_amount
from tests.surrogates.checks.relations.told import sentences
from tests.surrogates.dialogues import dialogue, run

KEYS = [bytes([n]) for n in range(4)]


def drawn(lang: str, *lines: str) -> list[list[float]]:
    """What the numbers become under several keys, no warning among the issues."""
    spoken, lexicon = numerals(lang), load_lexicon(lang)
    assert spoken is not None
    every = []
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        assert all(issue.severity == "info" for issue in result.issues), result.issues
        numbers = [r.surrogate for r in result.replacements if r.label in ("AGE", "NUM")]
        read = [read_amount(text, spoken, lexicon) for text in numbers]
        every.append([each.value / 100 for each in read if each is not None])
    return every


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            ("A: I'm [67:AGE].", "B: And you retired?", "A: At [62:AGE], [five:NUM] years ago."),
        ),
        ("es", ("A: Entró con [25:AGE] años y ahora tiene [58:AGE].", "B: [33:NUM] años aquí.")),
        ("ca", ("A: Ara en tinc [70:AGE]. Vaig plegar als [61:AGE], fa [nou:NUM] anys.",)),
        ("de", ("A: Mit [19:AGE] kam er, jetzt ist er [54:AGE].", "B: [35:NUM] Jahre also.")),
        ("fr", ("A: J'ai [60:AGE] ans, encore [deux:NUM] ans et j'arrête à [62:AGE] ans.",)),
        (
            "eu",
            ("A: [58:AGE] urte ditut. [48:AGE] urterekin hasi nintzen, duela [hamar:NUM] urte.",),
        ),
    ],
)
def test_years_between_two_ages_are(lang: str, lines: tuple[str, ...]) -> None:
    for one, two, three in drawn(lang, *lines):
        low, middle, high = sorted((one, two, three))
        assert low + middle == high


def test_an_answer_to_how_many_years_is_what_lies_between() -> None:
    for years, one, two in drawn(
        "ca",
        "A: Quants anys us porteu?",
        "B: [Quatre:NUM]. Jo en tinc [dotze:AGE] i ella [setze:AGE].",
    ):
        assert two - one == years
    for old, young, less in drawn(
        "es", "A: Tiene [ochenta:AGE].", "B: ¿Y ella?", "A: Pues...", "B: Dime.",
        "A: [Setenta y ocho:AGE], [dos:NUM] menos.",
    ):  # fmt: skip
        assert old - young == less


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: I'm [78:AGE].", "B: And work?", "A: [thirty-one:NUM] years as a miner.")),
        ("es", ("A: [Setenta y ocho:AGE].", "B: ¿Y trabajó?", "A: Sí, [treinta y un:NUM] años.")),
        ("ca", ("A: En tinc [78:AGE].", "B: I quant hi va treballar?", "A: [31:NUM] anys.")),
        ("de", ("A: Ich bin [67:AGE].", "B: Und?", "A: [Vierzig:NUM] Jahre auf den Dächern.")),
        ("fr", ("A: J'ai [78:AGE] ans.", "B: Et la mine ?", "A: [Trente:NUM] ans au fond.")),
        ("eu", ("A: [78:AGE] urte ditut.", "B: Zenbat urte lanean?", "A: [31:NUM].")),
    ],
)
def test_a_life_has_room_for_the_years_of_work(lang: str, lines: tuple[str, ...]) -> None:
    for age, years in drawn(lang, *lines):
        assert 2 <= years <= age - 14


@pytest.mark.parametrize(
    ("lang", "question", "answer"),
    [
        ("en", "How many years have you been here?", "[Twenty:NUM]. From [2004:DATE]"),
        ("es", "¿Cuántos años lleva?", "[Veinte:NUM]. Empecé en [2004:DATE]"),
        ("ca", "Quants anys hi porta?", "[Vint:NUM]. Vaig començar el [2004:DATE]"),
        ("de", "Wie viele Jahre arbeiten Sie da?", "[Zwanzig:NUM]. Seit [2004:DATE]"),
        ("fr", "Depuis combien d'années ?", "[Vingt:NUM]. J'ai commencé en [2004:DATE]"),
        ("eu", "Zenbat urte daramatzazu lanean?", "[Hogei:NUM]. [2004an:DATE] hasi nintzen"),
    ],
)
def test_an_answer_between_two_years_is_what_lies_between(
    lang: str, question: str, answer: str
) -> None:
    ((years,), *_) = every = drawn(lang, f"A: {question}", f"B: {answer}, [2024:DATE].")
    assert years == 20 and all(each == [20] for each in every)


@pytest.mark.parametrize("each", ["170ekoa", "170eko", "170ekoak"])
def test_a_basque_ending_is_that_of_the_new_number(each: str) -> None:
    for key in KEYS:
        lines = ("A: Denera [340:NUM] euro.", "B: [170:NUM] bakoitzak.", f"A: Bat, [{each}:NUM].")
        *_, half, again = (
            r.surrogate for r in run(dialogue(*lines, lang="eu"), key=key).replacements
        )
        end = (
            "e" if int(half) % 20 in (0, 10) and int(half) % 100 in (0, 10, 30, 50, 70, 90) else ""
        )
        assert again == f"{half}{end}{each[4:]}"


def test_a_basque_age_with_an_ending_is_the_age() -> None:
    for key in KEYS:
        made = dialogue("A: [Berrogei:AGE] urte ditu.", "B: [Berrogeikoa:AGE], bai.", lang="eu")
        age, again = (r.surrogate for r in run(made, key=key).replacements)
        stem = age.replace("bat", "bate").replace("bost", "boste")
        assert again in (f"{age}koa", f"{age}rekoa", f"{stem}koa") and age != "Berrogei"


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: [Three:NUM] a day: [one:NUM] in the morning and [two:NUM] at night."),
        ("es", "A: [Tres:NUM] al día. Por la mañana [una:NUM] y por la noche [dos:NUM]."),
        ("ca", "A: [Tres:NUM] al dia. Al matí [una:NUM] i a la nit [dues:NUM]."),
        ("de", "A: [Drei:NUM] am Tag. Morgens [eine:NUM] und abends [zwei:NUM]."),
        ("fr", "A: [Trois:NUM] par jour : le matin [une:NUM] et le soir [deux:NUM]."),
        ("eu", "A: [Hiru:NUM] egunean: goizean [bat:NUM] eta gauean [bi:NUM]."),
    ],
)
def test_parts_make_their_whole(lang: str, line: str) -> None:
    for whole, one, two in drawn(lang, line):
        assert one + two == whole


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: [Two:NUM] a day for [fourteen:NUM] days, that's [28:NUM] tablets.",)),
        ("es", ("A: [Tres:NUM] al día.", "B: Trae [treinta:NUM], le dura [diez:NUM] días.")),
        ("ca", ("A: [Dues:NUM] al dia durant [deu:NUM] dies, o sigui [vint:NUM] pastilles.",)),
        ("de", ("A: [Drei:NUM] am Tag, [zehn:NUM] Tage, also [dreißig:NUM] Tabletten.",)),
        ("fr", ("A: [Deux:NUM] par jour pendant [dix:NUM] jours, soit [vingt:NUM] comprimés.",)),
        ("ca", ("A: [Vuitanta-quatre:NUM] euros entre tots [dos:NUM].",
                "B: [quaranta-dos:NUM] per cap.")),
        ("de", ("A: [72:NUM] Euro, wir waren zu [sechst:NUM].", "B: [12:NUM] Euro je Person.")),
        ("en", ("A: [Two:NUM] adults, [three:NUM] kids.", "B: So [three:NUM] nights.",
                "A: At [$180:NUM] a night that comes to [$540:NUM].")),
    ],
)  # fmt: skip
def test_a_product_of_counts_stays_one(lang: str, lines: tuple[str, ...]) -> None:
    for numbers in drawn(lang, *lines):
        *_, one, two, three = [6.0, *numbers] if len(numbers) == 2 else numbers
        low, middle, high = sorted((one, two, three))
        assert low * middle == high


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: He takes [one:NUM] in the morning?",
                "B: [One:NUM] a day, the box of [28:NUM] lasts [four:NUM] weeks.")),
        ("es", ("A: ¿Toma [una:NUM] por la mañana?",
                "B: [Una:NUM] al día, la caja de [28:NUM] dura [cuatro:NUM] semanas.")),
        ("ca", ("A: En pren [una:NUM] al matí?",
                "B: [Una:NUM] al dia, la capsa de [28:NUM] dura [quatre:NUM] setmanes.")),
        ("de", ("A: Er nimmt [eine:NUM] morgens?",
                "B: [Eine:NUM] am Tag, die Packung mit [28:NUM] reicht [vier:NUM] Wochen.")),
        ("fr", ("A: Il en prend [un:NUM] le matin ?",
                "B: [Un:NUM] par jour, la boîte de [28:NUM] tient [quatre:NUM] semaines.")),
        ("eu", ("A: [Bat:NUM] hartzen du goizean?",
                "B: [Bat:NUM] egunean, [28ko:NUM] kutxak [lau:NUM] aste irauten du.")),
    ],
)  # fmt: skip
def test_one_a_day_lasts_its_weeks(lang: str, lines: tuple[str, ...]) -> None:
    assert all(numbers == [1, 1, 28, 4] for numbers in drawn(lang, *lines))


def test_two_a_day_last_half_as_long_and_other_numbers_move() -> None:
    two = ("A: Toma [dos:NUM] al día.", "B: La caja de [28:NUM] da para [dos:NUM] semanas.")
    assert all(numbers == [2, 28, 2] for numbers in drawn("es", *two))
    other = ("A: Toma [una:NUM] al día.", "B: La caja de [31:NUM] da para [cuatro:NUM] semanas.")
    assert all(box != 31 for _, box, _ in drawn("es", *other))
    far = ("A: Llamad al [uno:NUM].", "B: Vale.", "A: Y toma [una:NUM] al día.")
    assert any(bell != 1 for bell, _ in drawn("es", *far))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: A [5:NUM] and a [7:NUM], so a [6:NUM] on average."),
        ("es", "A: Un [4:NUM] y un [6:NUM], la media es un [5:NUM]."),
        ("ca", "A: Un [7:NUM] i un [9:NUM], la mitjana és un [8:NUM]."),
        ("de", "A: Eine [2:NUM] und eine [4:NUM], im Schnitt also eine [3:NUM]."),
        ("fr", "A: Un [12:NUM] et un [14:NUM], donc [13:NUM] de moyenne."),
        ("eu", "A: [7:NUM] bat eta [9:NUM] bat, batez beste [8:NUM]."),
    ],
)
def test_a_mean_is_one(lang: str, line: str) -> None:
    told = [numbers for numbers in drawn(lang, line) if len(numbers) == 3]
    assert told
    for one, two, mean in told:
        assert one + two == 2 * mean


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: Married [twenty-five:NUM] years in [May:DATE], our silver wedding."),
        ("es", "A: Llevan [cincuenta:NUM] años casados, son sus bodas de oro."),
        ("ca", "A: Fa [vint-i-cinc:NUM] anys que són casats, fan les noces de plata."),
        ("de", "A: Seit [fünfzig:NUM] Jahren verheiratet, goldene Hochzeit."),
        ("fr", "A: Mariés depuis [cinquante:NUM] ans, ce sont leurs noces d'or."),
        ("eu", "A: [Hogeita bost:NUM] urte ezkonduta, zilarrezko ezteiak."),
    ],
)
def test_a_wedding_day_is_named_truly(lang: str, line: str) -> None:
    assert {years for (years,) in drawn(lang, line)} <= {25.0, 50.0}
    other = re.sub("silver|oro|plata|goldene|d'or|zilarrezko", "x", line)
    assert not {years for (years,) in drawn(lang, other)} <= {25.0, 50.0}


@pytest.mark.parametrize(
    ("lang", "line", "rate"),
    [
        ("en", "A: [£420:NUM] plus VAT, so [£504:NUM] all in.", 1.2),
        ("es", "A: Son [230:NUM] euros más IVA, [278,30:NUM] en total.", 1.21),
        ("ca", "A: Són [230:NUM] euros més l'IVA, [278,30:NUM] en total.", 1.21),
        ("de", "A: [640:NUM] Euro plus Mehrwertsteuer, also [761,60:NUM] Euro.", 1.19),
        ("fr", "A: [500:NUM] euros plus la TVA, ça fait [600:NUM] euros.", 1.2),
        ("eu", "A: [200:NUM] euro gehi BEZa, guztira [242:NUM] euro.", 1.21),
    ],
)
def test_a_tax_without_its_rate_is_added(lang: str, line: str, rate: float) -> None:
    for net, gross in drawn(lang, line):
        assert gross == pytest.approx(net * rate, abs=0.01)


@pytest.mark.parametrize(
    ("lang", "line", "nights"),
    [
        ("en", "A: [July 11:DATE] to [July 14:DATE], at [$180:NUM] a night it's [$540:NUM].", 3),
        (
            "es",
            "A: Del [3:DATE] al [7 de mayo:DATE], a [80:NUM] euros la noche, [320:NUM] euros.",
            4,
        ),
        ("fr", "A: Du [3:DATE] au [7 mai:DATE], à [80:NUM] euros la nuit, [320:NUM] euros.", 4),
        ("de", "A: Vom [3.:DATE] bis [7. Mai:DATE], [80:NUM] Euro pro Nacht, [320:NUM] Euro.", 4),
    ],
)
def test_a_price_a_night_makes_that_of_the_days(lang: str, line: str, nights: int) -> None:
    for price, total in drawn(lang, line):
        assert price * nights == total


def test_a_round_age_said_by_its_figures_is_the_age() -> None:
    said = ["two", "three", "four", "five", "six", "seven"]
    for key in KEYS:
        made = dialogue("A: She turns [40:AGE], the big [four-oh:AGE]!", lang="en")
        age, again = (r.surrogate for r in run(made, key=key).replacements)
        assert again == f"{said[int(age) // 10 - 2]}-oh" and age != "40"


@pytest.mark.parametrize(
    ("lang", "lines", "kept", "lost"),
    [
        ("en", ("A: I'm [67:AGE]. Retired at [62:AGE], [five:NUM] years ago.",),
         "68|63|five", "68|63|eight"),
        ("de", ("A: Ich bin [67:AGE]. Seit [zwei:NUM] Jahren. Da war ich [65:AGE].",),
         "68|drei|65", "66|drei|65"),
        ("es", ("A: [Tres:NUM] al día.", "B: Trae [treinta:NUM] para [diez:NUM] días."),
         "Cuatro|cuarenta|diez", "Tres|cincuenta|diez"),
        ("ca", ("A: [84:NUM] euros entre tots [dos:NUM].", "B: [42:NUM] per persona."),
         "90|dos|45", "90|cinc|45"),
        ("de", ("A: [Drei:NUM] am Tag. Morgens [eine:NUM] und abends [zwei:NUM].",),
         "Fünf|drei|zwei", "Drei|vier|zwei"),
        ("es", ("A: Un [4:NUM] y un [6:NUM], la media es un [5:NUM].",), "7|9|8", "7|9|3"),
        ("fr", ("A: [25:NUM] ans, ce sont nos noces d'argent.",), "25", "23"),
        ("eu", ("A: [200:NUM] euro gehi BEZa, guztira [242:NUM] euro.",), "100|121", "100|180"),
        ("en", ("A: [£420:NUM] plus VAT, so [£504:NUM].",), "£100|£120", "£190|£312"),
        ("en", ("A: [July 11:DATE] to [July 14:DATE], [$180:NUM] a night, [$540:NUM].",),
         "May 1|May 4|$100|$300", "May 1|May 4|$590|$440"),
        ("es", ("A: Tengo [78:AGE] años.", "B: Trabajé [31:NUM] años."), "77|60", "77|85"),
        # Labels do not matter.
        ("en", ("A: I'm [67:AGE]. Retired at [62:AGE], [five:AGE] years ago.",),
         "68|63|five", "68|63|eight"),
    ],
)  # fmt: skip
def test_what_is_lost_is_told(lang: str, lines: tuple[str, ...], kept: str, lost: str) -> None:
    assert notices.SUM_LOST.message not in sentences(lang, lines, kept)
    assert notices.SUM_LOST.message in sentences(lang, lines, lost)


@pytest.mark.parametrize(
    ("lang", "lines", "new"),
    [
        # Siblings whose ages are a sum by chance.
        ("en", ("A: They are [4:AGE], [8:AGE] and [12:AGE] years old.",), "5|8|11"),
        ("es", ("A: Tienen [4:AGE], [8:AGE] y [12:AGE] años.",), "5|8|11"),
        # A room and a floor are no parts.
        ("en", ("A: [Two:NUM] keys for room [five:NUM], and [three:NUM] cats.",), "Two|six|three"),
        ("de", ("A: [Drei:NUM] Koffer. Ich habe [zwei:NUM] Söhne und [eine:NUM] Tochter.",),
         "Drei|vier|eine"),
        # No tax is named; another price is beside it.
        ("en", ("A: [£420:NUM] for one, [£504:NUM] for the other.",), "£100|£312"),
        # Ten days, three doors, thirty guests.
        ("es", ("A: Son [tres:NUM] puertas, [diez:NUM] días y [treinta:NUM] invitados.",),
         "tres|diez|cincuenta"),
        ("fr", ("A: [25:NUM] ans de mariage, on fête ça.",), "23"),
        ("ca", ("A: Un [4:NUM] i un [6:NUM], i després un [5:NUM].",), "7|9|3"),
        # A child's years, and those of a house.
        ("en", ("A: She is [15:AGE].", "B: And [one:NUM] year of piano."), "13|two"),
        ("en", ("A: She is [70:AGE].", "B: The house is [90:NUM] years old."), "66|80"),
    ],
)  # fmt: skip
def test_what_is_chance_is_not_told(lang: str, lines: tuple[str, ...], new: str) -> None:
    assert notices.SUM_LOST.message not in sentences(lang, lines, new)
