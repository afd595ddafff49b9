"""What ages make together, where no label holds it."""

import pytest

from surrogates.codes import IssueCode
from surrogates.languages import load_lexicon
from surrogates.languages.numerals import numerals_of
from surrogates.numbers.sums.values import pieces_of
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.people.test_people import KEYS


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Tiene [cuatro:AGE] años y ella [siete:AGE], entre los dos suman once años."),
        ("ca", "A: Tenen [4:AGE] i [7:AGE] anys, onze entre els dos."),
        ("eu", "A: [4:AGE] eta [7:AGE] urte dituzte, hamaika bien artean."),
        ("en", "A: They are [4:AGE] and [7:AGE], eleven years between them."),
        ("de", "A: Sie sind [vier:AGE] und [sieben:AGE], zusammen elf Jahre."),
        ("fr", "A: Ils ont [4:AGE] et [7:AGE] ans, onze ans à eux deux."),
    ],
)
def test_ages_keep_a_sum_that_no_label_holds(lang: str, line: str) -> None:
    spoken = numerals_of(load_lexicon(lang))
    for key in KEYS:
        one, two = (
            pieces_of(t, spoken)[0].value for t in texts(run(dialogue(line, lang=lang), key=key))
        )
        assert one + two == 11 and one < two and one != 4


@pytest.mark.parametrize(
    "line",
    [
        "A: Pagué [20 euros:NUM] y [30 euros:NUM], cincuenta en total.",
        "A: Tienen [4:AGE] y [7:AGE], once entre los dos; ella nació el [5.10.2011:DATE].",
    ],
)
def test_a_sum_outside_labels_that_cannot_be_kept_is_told(line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line), key=key)
        numbers = [int(r.surrogate.split()[0]) for r in result.replacements if r.label != "DATE"]
        told = any(issue.code == IssueCode.RELATION_LOST for issue in result.issues)
        assert told == (sum(numbers) not in (50, 11))


def test_ages_whose_difference_is_said_outside_too_do_not_move_apart() -> None:
    lines = (
        "A: La gran té [15:AGE] anys i el petit [11:AGE], vint-i-sis junts.",
        "B: Quatre menys.",
    )
    for key in KEYS:
        result = run(dialogue(*lines, lang="ca"), key=key)
        one, two = map(int, texts(result))
        assert one - two == 4
        assert any(issue.code == IssueCode.RELATION_LOST for issue in result.issues)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: Born on [17 August 2017:DATE], so [two:AGE]. Today's [4 September 2019:DATE].",
                "B: Her brother's [five:AGE], three years older.")),
        ("es", ("A: Eran [90 euros:NUM] y me cobran [noventa y cinco:NUM], cinco euros de más.",)),
    ],
)  # fmt: skip
def test_a_difference_outside_labels_holds_or_is_told(lang: str, lines: tuple[str, ...]) -> None:
    spoken = numerals_of(load_lexicon(lang))
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        made = [r.surrogate for r in result.replacements if r.label != "DATE"]
        low, high = (pieces_of(text, spoken)[0].value for text in made)
        told = any(issue.code == IssueCode.RELATION_LOST for issue in result.issues)
        assert told or high - low == (5 if lang == "es" else 3)


def test_an_amount_that_is_said_twice_is_no_number_in_pieces() -> None:
    lines = (
        "A: Son [cuarenta y ocho euros:NUM], [48:NUM].",
        "B: Antes eran [42:NUM], seis euros menos.",
    )
    spoken = numerals_of(load_lexicon("es"))
    for key in KEYS:
        made = texts(run(dialogue(*lines), key=key))
        once, twice, before = (pieces_of(text, spoken)[0].value for text in made)
        assert once == twice == before + 6


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("de", ("A: Im Vertrag stehen [30:NUM] Stunden, gearbeitet habe ich meistens [38:NUM].",
                "B: Das sind acht Überstunden in der Woche.")),
        ("es", ("A: El contrato dice [30:NUM] horas y hago [38:NUM].", "B: Son ocho horas extra.")),
        ("ca", ("A: El contracte diu [30:NUM] hores i en faig [38:NUM].",
                "B: Són vuit hores extra.")),
        ("en", ("A: The contract says [30:NUM] hours, I work [38:NUM].",
                "B: That's eight hours overtime.")),
        ("fr", ("A: Le contrat dit [30:NUM] heures, j'en fais [38:NUM].",
                "B: Huit heures supplémentaires.")),
        ("eu", ("A: Kontratuak [30:NUM] ordu dio, eta [38:NUM] egiten ditut.",
                "B: Zortzi ordu estra dira.")),
        ("de", ("A: Im Vertrag stehen [30:NUM] Stunden, gearbeitet habe ich [38:NUM].",
                "B: Das sind acht Stunden mehr.")),
    ],
)  # fmt: skip
def test_hours_over_said_outside_labels_stay_true(lang: str, lines: tuple[str, ...]) -> None:
    spoken = numerals_of(load_lexicon(lang))
    for key in KEYS:
        low, high = (
            pieces_of(t, spoken)[0].value for t in texts(run(dialogue(*lines, lang=lang), key=key))
        )
        assert high - low == 8
