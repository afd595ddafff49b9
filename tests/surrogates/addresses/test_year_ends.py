"""The last two digits of a year of birth, said as a number, follow the year."""

import re

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import parse
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n]) for n in range(6)]


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["A: anna [91:NUM], the year I was born.", "B: So?", "A: Born [9 May 1991:DATE]."]),
        ("en", ["A: I was born in [1999:DATE], hence the [99:NUM]."]),
        ("es", ["A: Y [ochenta y cuatro:NUM], el año en que nací.", "B: ¿El [84:DATE]?"]),
        ("de", ["A: Mit [91:NUM], meinem Jahrgang.", "B: Also [12.3.1991:DATE]."]),
        ("fr", ["A: Je suis né en [1975:DATE], d'où le [soixante-quinze:NUM]."]),
        ("ca", ["A: Amb un [88:NUM], l'any que vaig néixer, el [1988:DATE]."]),
    ],
)
def test_a_number_follows_the_year_whose_end_it_is(lang: str, lines: list[str]) -> None:
    moved = 0
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        by_label = {r.label: r.surrogate for r in result.replacements}
        figures = re.findall(r"\d+", by_label["NUM"])
        spoken = parse(load_lexicon(lang), by_label["NUM"].split()[-1])
        whole = parse(load_lexicon(lang), by_label["NUM"])
        value = int(figures[0]) if figures else whole if whole is not None else spoken
        assert int(by_label["DATE"][-2:]) == value, by_label
        moved += by_label["NUM"] != next(
            r.original for r in result.replacements if r.label == "NUM"
        )
        assert "block" not in {issue.severity for issue in result.issues}, codes(result)
    assert moved


def test_a_number_that_counts_follows_no_year() -> None:
    made = dialogue("A: Nací en [1999:DATE] y pagué [99 euros:NUM], o sea, [99:NUM] euros.")
    ends = set()
    for key in KEYS:
        date, one, two = texts(run(made, key=key))
        assert one == f"{two} euros"
        ends.add(two == date[-2:])
    assert False in ends
